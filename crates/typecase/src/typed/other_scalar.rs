//! `#[record(ty = "…")]`: Rust types as another scalar than their own, such as an `i64` as a `date`.
//!
//! The scalar is a type of [`stand_in`], and what is implemented for it is what the attribute allows:
//! every integer as any integer, `number`, `float64`, `bigint` or `date`, floats as one another, and
//! lists of `u8` as `bytes`; also in an `Option` and in a `Vec`.

use super::values::{date_out_of_range, put_date};
use super::{Definer, Shape};
use crate::error::{Code, Error, Result};
use crate::schema::model::{Scalar, Slot, Type as SchemaType};
use crate::value::Value;
use crate::wire::{Read, ValueKind, Write, out_of_range};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The scalars that a type can stand for, each a type without values.
#[allow(missing_docs)]
pub mod stand_in {
    pub enum Integer {}
    pub enum Int32 {}
    pub enum Int64 {}
    pub enum Uint32 {}
    pub enum Uint64 {}
    pub enum Number {}
    pub enum Float32 {}
    pub enum Float64 {}
    pub enum BigInt {}
    pub enum Date {}
    pub enum Bytes {}
}

/// A type with a schema in which it stands for the scalar `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand for the schema type `{S}`",
    label = "cannot be of the type that `ty` names"
)]
pub trait As<S> {
    /// As [`Type::SHAPE`](super::Type::SHAPE).
    const SHAPE: Shape;
    /// As [`Type::slot`](super::Type::slot).
    fn slot_as(definer: &mut Definer) -> Slot;
    /// As [`Type::default_value`](super::Type::default_value).
    fn default_value_as(&self) -> Option<Value<'static>> {
        None
    }
}

/// A type that is encoded as the scalar `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded as the schema type `{S}`",
    label = "cannot be of the type that `ty` names"
)]
pub trait EncodeAs<S> {
    /// As [`Encode::encode`](super::Encode::encode).
    fn encode_as<W: Write>(&self, writer: &mut W) -> Result<()>;
    /// As [`Encode::encode_present`](super::Encode::encode_present).
    #[inline(always)]
    fn encode_present_as<W: Write>(&self, writer: &mut W) -> Result<()> {
        self.encode_as(writer)
    }
    /// As [`Encode::is_absent`](super::Encode::is_absent).
    #[inline(always)]
    fn is_absent_as(&self) -> bool {
        false
    }
}

/// A type that is decoded from the scalar `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from the schema type `{S}`",
    label = "cannot be of the type that `ty` names"
)]
pub trait DecodeAs<'de, S>: Sized {
    /// As [`Decode::PACKS`](super::Decode::PACKS).
    const PACKS_AS: bool = false;

    /// As [`Decode::decode`](super::Decode::decode).
    fn decode_as<R: Read<'de>>(reader: &mut R) -> Result<Self>;
    /// As [`Decode::decode_present`](super::Decode::decode_present).
    #[inline(always)]
    fn decode_present_as<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        Self::decode_as(reader)
    }
    /// As [`Decode::absent`](super::Decode::absent).
    #[inline(always)]
    fn absent_as() -> Option<Self> {
        None
    }
}

impl<S, T: As<S>> As<S> for Option<T> {
    const SHAPE: Shape = T::SHAPE.or_null();
    fn slot_as(definer: &mut Definer) -> Slot {
        Slot { required: false, ..T::slot_as(definer) }
    }
    fn default_value_as(&self) -> Option<Value<'static>> {
        self.as_ref()?.default_value_as()
    }
}

impl<S, T: EncodeAs<S>> EncodeAs<S> for Option<T> {
    #[inline(always)]
    fn encode_as<W: Write>(&self, writer: &mut W) -> Result<()> {
        match self {
            Some(value) => {
                writer.present_item()?;
                value.encode_as(writer)
            }
            None => writer.absent_item(),
        }
    }
    #[inline(always)]
    fn encode_present_as<W: Write>(&self, writer: &mut W) -> Result<()> {
        match self {
            Some(value) => value.encode_present_as(writer),
            None => writer.null(),
        }
    }
    #[inline(always)]
    fn is_absent_as(&self) -> bool {
        self.is_none()
    }
}

impl<'de, S, T: DecodeAs<'de, S>> DecodeAs<'de, S> for Option<T> {
    #[inline(always)]
    fn decode_as<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        if reader.absent_item()? { Ok(None) } else { T::decode_as(reader).map(Some) }
    }
    #[inline(always)]
    fn decode_present_as<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        T::decode_present_as(reader).map(Some)
    }
    #[inline(always)]
    fn absent_as() -> Option<Self> {
        Some(None)
    }
}

impl<S, T: As<S>> As<S> for Vec<T> {
    const SHAPE: Shape = Shape::LIST;
    fn slot_as(definer: &mut Definer) -> Slot {
        Slot::required(SchemaType::List(Box::new(T::slot_as(definer))))
    }
}

impl<S, T: EncodeAs<S>> EncodeAs<S> for Vec<T> {
    fn encode_as<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.list(Some(self.len()))?;
        for (index, item) in self.iter().enumerate() {
            item.encode_as(writer).map_err(|error| error.in_item(index))?;
        }
        writer.end_list()
    }
}

impl<'de, S, T: DecodeAs<'de, S>> DecodeAs<'de, S> for Vec<T> {
    fn decode_as<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let mut state = reader.list_of(T::PACKS_AS)?;
        let mut items = Vec::new();
        while reader.item(&mut state)? {
            items.push(T::decode_as(reader).map_err(|error| error.in_item(items.len()))?);
        }
        Ok(items)
    }
}

/// Implements [`As`] for `$ty` as the scalar `$scalar`, [`EncodeAs`] and [`DecodeAs`] by the two functions.
macro_rules! stands_for {
    ($scalar:ident, [$($kind:ident),+], $ty:ty, $encode:expr, $decode:expr) => {
        impl As<stand_in::$scalar> for $ty {
            const SHAPE: Shape = Shape::scalar(&[$(ValueKind::$kind),+]);
            fn slot_as(_: &mut Definer) -> Slot {
                Slot::required(Scalar::$scalar.into())
            }
            fn default_value_as(&self) -> Option<Value<'static>> {
                super::default_value::sent(|writer| EncodeAs::<stand_in::$scalar>::encode_as(self, writer))
            }
        }
        impl EncodeAs<stand_in::$scalar> for $ty {
            #[inline(always)]
            fn encode_as<W: Write>(&self, writer: &mut W) -> Result<()> {
                $encode(self, writer)
            }
        }
        impl<'de> DecodeAs<'de, stand_in::$scalar> for $ty {
            const PACKS_AS: bool = Scalar::$scalar.packs();

            #[inline(always)]
            fn decode_as<R: Read<'de>>(reader: &mut R) -> Result<Self> {
                let offset = reader.offset();
                $decode(reader, offset)
            }
        }
    };
}

/// The error for an integer that the schema's type cannot hold.
#[cold]
#[inline(never)]
fn beyond_schema() -> Error {
    Error::new(Code::Type, "the number is out of the range of its schema type")
}

/// The largest integer up to which all are doubles.
const EXACT: i64 = 1 << 53;

/// The integer as a double, if no rounding is needed within ±2^53.
fn exact(value: i64) -> Option<f64> {
    (-EXACT..=EXACT).contains(&value).then_some(value as f64)
}

/// The integer that a double is, if it is one within ±2^53.
fn whole(value: f64) -> Option<i64> {
    let integer = value as i64;
    (integer as f64 == value && (-EXACT..=EXACT).contains(&integer)).then_some(integer)
}

macro_rules! integers_stand_for {
    ($($ty:ty),+) => {$(
        integers_stand_for!(@wide $ty, Integer int int i64 i64, Int64 int int i64 i64, Int32 int int32 i64 i32);
        integers_stand_for!(@wide $ty, Uint64 uint uint u64 u64, Uint32 uint uint32 u64 u32);
        integers_stand_for!(@double $ty, Number number, Float64 float64);
        stands_for!(
            BigInt, [Text, Number], $ty,
            |value: &$ty, writer: &mut W| writer.bigint(itoa::Buffer::new().format(*value)),
            |reader: &mut R, offset| reader.bigint()?.parse().map_err(|_| out_of_range(offset))
        );
        stands_for!(
            Date, [Text, Number, Date], $ty,
            |value: &$ty, writer: &mut W| put_date(i64::try_from(*value).map_err(|_| date_out_of_range())?, writer),
            |reader: &mut R, offset| <$ty>::try_from(reader.date()?).map_err(|_| out_of_range(offset))
        );
    )+};
    (@wide $ty:ty, $($scalar:ident $write:ident $read:ident $wide:ident $narrow:ident),+) => {$(
        stands_for!(
            $scalar, [Number], $ty,
            |value: &$ty, writer: &mut W| {
                let value = $narrow::try_from(*value).map_err(|_| beyond_schema())?;
                writer.$write($wide::from(value))
            },
            |reader: &mut R, offset| <$ty>::try_from(reader.$read()?).map_err(|_| out_of_range(offset))
        );
    )+};
    (@double $ty:ty, $($scalar:ident $method:ident),+) => {$(
        stands_for!(
            $scalar, [Number], $ty,
            |value: &$ty, writer: &mut W| {
                let value = i64::try_from(*value).ok().and_then(exact).ok_or_else(beyond_schema)?;
                writer.$method(value)
            },
            |reader: &mut R, offset| {
                let value = whole(reader.$method()?).and_then(|value| <$ty>::try_from(value).ok());
                value.ok_or_else(|| out_of_range(offset))
            }
        );
    )+};
}

integers_stand_for!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

macro_rules! floats_stand_for {
    ($($scalar:ident $method:ident $carried:ty, $ty:ty;)+) => {$(
        stands_for!(
            $scalar, [Number], $ty,
            |value: &$ty, writer: &mut W| writer.$method(*value as $carried),
            |reader: &mut R, _| reader.$method().map(|value| value as $ty)
        );
    )+};
}

floats_stand_for! {
    Number number f64, f64;
    Number number f64, f32;
    Float64 float64 f64, f64;
    Float64 float64 f64, f32;
    Float32 float32 f32, f64;
    Float32 float32 f32, f32;
}

macro_rules! bytes_stand_for {
    ($($ty:ty, $make:expr;)+) => {$(
        stands_for!(
            Bytes, [Text, Bytes], $ty,
            |value: &$ty, writer: &mut W| writer.bytes(value),
            |reader: &mut R, _| reader.bytes().map($make)
        );
    )+};
}

bytes_stand_for! {
    Vec<u8>, Cow::into_owned;
    Box<[u8]>, |bytes| bytes.into_owned().into_boxed_slice();
}

impl<const N: usize> As<stand_in::Bytes> for [u8; N] {
    const SHAPE: Shape = Shape::scalar(&[ValueKind::Text, ValueKind::Bytes]);
    fn slot_as(_: &mut Definer) -> Slot {
        Slot::required(Scalar::Bytes.into())
    }
}

impl<const N: usize> EncodeAs<stand_in::Bytes> for [u8; N] {
    fn encode_as<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.bytes(self)
    }
}

/// Exactly `N` bytes; another length is an error with [`Code::Structure`].
impl<'de, const N: usize> DecodeAs<'de, stand_in::Bytes> for [u8; N] {
    fn decode_as<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let offset = reader.offset();
        <[u8; N]>::try_from(reader.bytes()?.as_ref())
            .map_err(|_| Error::new(Code::Structure, "bytes of another length than their array").at(offset))
    }
}
