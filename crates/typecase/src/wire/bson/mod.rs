//! The BSON wire (bsonspec.org, version 1.1): records are documents (`docs/bson.md`).
//!
//! For Rust types: [`encode`] and [`decode`], with options [`encode_into`] and [`decode_with`]. For BSON
//! without a schema: [`parse`] and [`print`](fn@print). For documents end to end: [`documents`] and
//! [`document_length`]. For the Extended JSON of MongoDB: [`extended_json`]. For values of a schema at run time:
//! [`Codec`](crate::codec::Codec).

mod convert;
mod cursor;
mod decimal128;
mod element;
pub mod extended_json;
mod identifier;
mod parse;
mod plan;
mod print;
mod read;
mod sequence;
mod settings;
mod write;

pub(crate) use plan::{check, is_document};
pub use read::Reader;
pub use sequence::{Documents, document_length, documents};
pub use settings::{Encoding, Field};
pub use write::Writer;

use crate::error::Result;
use crate::limits::Limits;
use crate::typed::{Decode, Encode};
use crate::value::Value;
use crate::wire::json::Duplicates;
use alloc::vec::Vec;

/// What the BSON wire offers. The default is none of it, and repeated keys are errors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Readers: a key that the schema does not know is an error `extra`; otherwise it is skipped.
    pub strict: bool,
    /// Readers: what to do with a key that occurs twice in a record.
    pub duplicates: Duplicates,
    /// Writers: missing optional fields are written as null, unless null is a value of their type or
    /// they refuse it (`"nulls": "refuse"`).
    pub nulls: bool,
    /// Writers: bigints are decimal128, which holds 34 digits, and not strings.
    pub decimal_bigints: bool,
    /// Which type a value without a schema has.
    pub style: Style,
    /// What a program that converts BSON without a schema has on the JSON side: Extended JSON of this form, or
    /// plain JSON. The command looks at it; the functions here do not.
    pub json: Option<extended_json::Form>,
}

/// How values without a schema are written and read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Each value as what it is, so that everything read is written in the same bytes.
    #[default]
    Exact,
    /// As the JavaScript library `bson` does by default: a number is an int32 if it fits one and else a double,
    /// a bigint an int64; undefined is left out of documents; a map is a document.
    JavaScript,
}

/// Encodes a value as a document.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::bson;
///
/// #[derive(Record)]
/// struct User {
///     id: i32,
///     name: String,
/// }
///
/// let bytes = bson::encode(&User { id: 7, name: "Ada".into() })?;
/// assert_eq!(bytes, b"\x1b\0\0\0\x10id\0\x07\0\0\0\x02name\0\x04\0\0\0Ada\0\0");
/// // Only a document can be a message: a list is the array `items` of one.
/// assert_eq!(bson::encode(&vec![true])?, b"\x15\0\0\0\x04items\0\x09\0\0\0\x080\0\x01\0\0");
/// assert_eq!(bson::encode("text").unwrap_err().code(), typecase::error::Code::Unsupported);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `unsupported` for a message that is not a document or a list, a key with a zero byte and an unsigned integer
/// above `i64::MAX`; `type` for a value that the type in its settings cannot hold; `limit` for nesting that no
/// reader would take, and for 2 GiB and more.
pub fn encode<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(128);
    encode_into(value, &mut out, &Options::default(), &Limits::default())?;
    Ok(out)
}

/// Encodes a value behind what `out` holds. After an error `out` is as it was.
///
/// # Errors
/// As for [`encode`].
#[inline]
pub fn encode_into<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>, options: &Options, limits: &Limits) -> Result<()> {
    let start = out.len();
    let mut writer = Writer::new(out, options, limits);
    let result = value.encode(&mut writer);
    writer.end(start, result)
}

/// Decodes a value from a document; what borrows does so from `input`.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::bson;
///
/// #[derive(Record)]
/// struct User<'a> {
///     id: i64,
///     name: &'a str,
/// }
///
/// // Keys may come in any order, and a double without a fraction is an integer too.
/// let user: User = bson::decode(b"\x1f\0\0\0\x02name\0\x04\0\0\0Ada\0\x01id\0\0\0\0\0\0\0\x1c\x40\0")?;
/// assert_eq!((user.id, user.name), (7, "Ada"));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// A code, the path and the byte offset: see [`Code`](crate::error::Code).
#[inline]
pub fn decode<'de, T: Decode<'de>>(input: &'de [u8]) -> Result<T> {
    decode_with(input, &Options::default(), &Limits::default())
}

/// Decodes a value with options and limits.
///
/// # Errors
/// As for [`decode`].
#[inline]
pub fn decode_with<'de, T: Decode<'de>>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<T> {
    limits.check_bytes(input.len())?;
    let mut reader = Reader::new(input, options, limits);
    super::decode_whole(&mut reader, Reader::finish)
}

/// Reads a document without a schema, keeping every element in order, even repeated keys.
///
/// What BSON has and the schema language has not is a [`Special`](crate::value::Special).
///
/// ```
/// use typecase::value::{Special, Value};
/// use typecase::wire::bson;
///
/// let bytes = b"\x16\0\0\0\x07_id\0\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\0";
/// let value = bson::parse(bytes)?;
/// assert!(matches!(value.get("_id"), Some(Value::Special(id)) if matches!(**id, Special::ObjectId(_))));
/// assert_eq!(bson::print(&value)?, bytes);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `structure` with the byte offset where the bytes are not BSON, `utf8` where a string is not UTF-8, `limit`
/// where they nest too deep.
pub fn parse(input: &[u8]) -> Result<Value<'_>> {
    parse_with(input, &Options::default(), &Limits::default())
}

/// Reads a document without a schema with a style and limits.
///
/// # Errors
/// As for [`parse`].
pub fn parse_with<'de>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<Value<'de>> {
    limits.check_bytes(input.len())?;
    let mut reader = Reader::new(input, options, limits);
    let value = reader.tree(parse::Mode::of(options.style))?;
    reader.finish()?;
    Ok(value)
}

/// Writes a map without a schema as a document.
///
/// # Errors
/// `unsupported` for what BSON cannot carry without a schema: a message that is not a map, keys that are not
/// strings or have a zero byte, records and cases of unions, types of other wires, integers of more than 64
/// bits; `limit` for nesting deeper than [`Limits::default`] allows.
pub fn print(value: &Value<'_>) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    print_into(value, &mut out, &Options::default(), &Limits::default())?;
    Ok(out)
}

/// Writes a map without a schema behind what `out` holds. After an error `out` is as it was.
///
/// # Errors
/// As for [`print`].
pub fn print_into(value: &Value<'_>, out: &mut Vec<u8>, options: &Options, limits: &Limits) -> Result<()> {
    let start = out.len();
    let mut writer = Writer::new(out, options, limits);
    let result = writer.tree(value);
    writer.end(start, result)
}
