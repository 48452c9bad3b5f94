//! [`Special`]: what some wires can carry beyond the types of the schema language.

use super::{Items, Text, Value};
use alloc::boxed::Box;

/// A value of a type that only some wires have.
///
/// Schema-less decoding of MessagePack, CBOR and BSON gives these, and encoding to the same wire writes
/// them back as they were; a wire that has no such type reports `unsupported`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Special<'a> {
    /// JavaScript's `undefined`: CBOR simple value 23, BSON type 6, msgpackr's extension 0.
    Undefined,
    /// JavaScript's invalid date: a date whose number of milliseconds is NaN.
    InvalidDate,
    /// A map on a wire that tells it from an object with the same keys: JavaScript's `Map`, which cbor-x and
    /// msgpackr write as a map where an object is a record, and CBOR tag 259. (A map with a key that is not a
    /// string cannot be an object, and is a [`Value::Map`] as well.)
    Map(Items<(Value<'a>, Value<'a>)>),
    /// A set: CBOR tag 258, msgpackr's extension `s`.
    Set(Items<Value<'a>>),
    /// An error of JavaScript: name, message and cause, and the errors of an `AggregateError`; msgpackr's
    /// extension `e`.
    Error(Items<Value<'a>>),
    /// A value that occurs again as the [`Reference`](Special::Reference) with the same number, which may be
    /// within it: msgpackr's extension `i`.
    Shared(u32, Value<'a>),
    /// A value that is the same as the [`Shared`](Special::Shared) one: msgpackr's extension `p`.
    Reference(u32),
    /// A typed array of JavaScript: CBOR tags 64 to 87 (RFC 8746), msgpackr's extension `t`.
    Typed(TypedArray, Box<[u8]>),
    /// A regular expression: CBOR tag 27 with the name `RegExp`, BSON type 11, msgpackr's extension `x`.
    Regexp {
        /// The expression.
        source: Text<'a>,
        /// One letter for each flag.
        flags: Text<'a>,
    },
    /// A value behind a CBOR tag that has no type of its own here.
    Tag(u64, Value<'a>),
    /// A CBOR simple value other than false, true, null and undefined.
    Simple(u8),
    /// A MessagePack extension that has no type of its own here.
    Ext(i8, Box<[u8]>),
    /// A BSON integer of 64 bits whose value would fit 32.
    Int64(i64),
    /// A BSON ObjectId.
    ObjectId([u8; 12]),
    /// A BSON decimal128: the sixteen bytes as they are on the wire (IEEE 754-2008 decimal128 in binary
    /// integer decimal encoding, little-endian).
    Decimal128([u8; 16]),
    /// BSON binary of a subtype other than 0.
    Binary(u8, Box<[u8]>),
    /// A BSON timestamp: seconds in the upper 32 bits, an increment in the lower.
    Timestamp(u64),
    /// BSON JavaScript code, with a scope in the deprecated type 15.
    Code(Text<'a>, Option<Value<'a>>),
    /// A BSON symbol (deprecated).
    Symbol(Text<'a>),
    /// A BSON DBPointer (deprecated).
    DbPointer(Text<'a>, [u8; 12]),
    /// The BSON value that is below all others.
    MinKey,
    /// The BSON value that is above all others.
    MaxKey,
}

/// The element type of a typed array; the bytes are those of memory, little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum TypedArray {
    Int8,
    Uint8,
    Uint8Clamped,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Float32,
    Float64,
    BigInt64,
    BigUint64,
    /// Bytes without an element type.
    ArrayBuffer,
    /// A view of bytes without an element type.
    DataView,
}

impl TypedArray {
    /// Every type with the name of its JavaScript class, and the bytes of one element.
    pub const ALL: [(TypedArray, &'static str, usize); 13] = [
        (TypedArray::Int8, "Int8Array", 1),
        (TypedArray::Uint8, "Uint8Array", 1),
        (TypedArray::Uint8Clamped, "Uint8ClampedArray", 1),
        (TypedArray::Int16, "Int16Array", 2),
        (TypedArray::Uint16, "Uint16Array", 2),
        (TypedArray::Int32, "Int32Array", 4),
        (TypedArray::Uint32, "Uint32Array", 4),
        (TypedArray::Float32, "Float32Array", 4),
        (TypedArray::Float64, "Float64Array", 8),
        (TypedArray::BigInt64, "BigInt64Array", 8),
        (TypedArray::BigUint64, "BigUint64Array", 8),
        (TypedArray::ArrayBuffer, "ArrayBuffer", 1),
        (TypedArray::DataView, "DataView", 1),
    ];

    /// The name of the JavaScript class.
    pub fn name(self) -> &'static str {
        TypedArray::ALL.iter().find(|(ty, ..)| *ty == self).map_or("", |(_, name, _)| name)
    }

    /// The bytes of one element.
    pub fn width(self) -> usize {
        TypedArray::ALL.iter().find(|(ty, ..)| *ty == self).map_or(1, |(.., width)| *width)
    }

    /// The type of this name.
    pub fn from_name(name: &str) -> Option<TypedArray> {
        TypedArray::ALL.iter().find(|(_, known, _)| *known == name).map(|(ty, ..)| *ty)
    }
}

impl Special<'_> {
    /// The same value, owning all of its text.
    pub fn into_owned(self) -> Special<'static> {
        match self {
            Special::Undefined => Special::Undefined,
            Special::InvalidDate => Special::InvalidDate,
            Special::Map(entries) => Special::Map(super::owned_entries(entries)),
            Special::Set(items) => Special::Set(super::owned(items)),
            Special::Error(parts) => Special::Error(super::owned(parts)),
            Special::Shared(number, value) => Special::Shared(number, value.into_owned()),
            Special::Reference(number) => Special::Reference(number),
            Special::Typed(ty, bytes) => Special::Typed(ty, bytes),
            Special::Regexp { source, flags } => {
                Special::Regexp { source: source.into_owned(), flags: flags.into_owned() }
            }
            Special::Tag(tag, value) => Special::Tag(tag, value.into_owned()),
            Special::Simple(value) => Special::Simple(value),
            Special::Ext(ty, bytes) => Special::Ext(ty, bytes),
            Special::Int64(value) => Special::Int64(value),
            Special::ObjectId(id) => Special::ObjectId(id),
            Special::Decimal128(bytes) => Special::Decimal128(bytes),
            Special::Binary(subtype, bytes) => Special::Binary(subtype, bytes),
            Special::Timestamp(value) => Special::Timestamp(value),
            Special::Code(code, scope) => Special::Code(code.into_owned(), scope.map(Value::into_owned)),
            Special::Symbol(text) => Special::Symbol(text.into_owned()),
            Special::DbPointer(name, id) => Special::DbPointer(name.into_owned(), id),
            Special::MinKey => Special::MinKey,
            Special::MaxKey => Special::MaxKey,
        }
    }
}
