//! Types of ours for the scalars that Rust has no type for: [`Bytes`], [`Date`], [`BigInt`], and
//! [`Value`] and [`OwnedValue`] for `json`.

use super::scalar::scalar_type;
use super::{Decode, Definer, Encode, Shape, Type};
use crate::error::{Code, Error, Result};
use crate::schema::model::{Scalar, Slot};
use crate::value::Value;
use crate::wire::{Read, ValueKind, Write};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, DerefMut};

scalar_type! {
    Bytes, [ValueKind::Text, ValueKind::Bytes] => Bytes, &[u8], Cow<'_, [u8]>;
    Date, [ValueKind::Text, ValueKind::Number, ValueKind::Date] => Date;
    BigInt, [ValueKind::Text, ValueKind::Number] => BigInt;
}

/// A byte string, the `bytes` of a schema. (`Vec<u8>` is a list of integers.)
///
/// ```
/// use typecase::typed::Bytes;
/// let bytes = Bytes::from(vec![1, 2, 3]);
/// assert_eq!(bytes.len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub Vec<u8>);

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        Bytes(bytes)
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Bytes {
        Bytes(bytes.to_vec())
    }
}

impl From<Bytes> for Vec<u8> {
    fn from(bytes: Bytes) -> Vec<u8> {
        bytes.0
    }
}

impl Deref for Bytes {
    type Target = Vec<u8>;
    fn deref(&self) -> &Vec<u8> {
        &self.0
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }
}

impl Encode for Bytes {
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.bytes(&self.0)
    }
}

impl<'de> Decode<'de> for Bytes {
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        reader.bytes().map(|bytes| Bytes(bytes.into_owned()))
    }
}

impl Encode for &[u8] {
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.bytes(self)
    }
}

/// Borrows from the input. Bytes that a wire carries as text cannot be borrowed: that is an error with
/// [`Code::Type`].
impl<'de: 'a, 'a> Decode<'de> for &'a [u8] {
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let offset = reader.offset();
        match reader.bytes()? {
            Cow::Borrowed(bytes) => Ok(bytes),
            Cow::Owned(_) => Err(Error::new(
                Code::Type,
                "bytes that this wire carries as text cannot be borrowed; take them as `Cow<[u8]>` or `Bytes`",
            )
            .at(offset)),
        }
    }
}

impl Encode for Cow<'_, [u8]> {
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.bytes(self)
    }
}

impl<'de: 'a, 'a> Decode<'de> for Cow<'a, [u8]> {
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        reader.bytes()
    }
}

/// An instant, the `date` of a schema: milliseconds since 1970-01-01T00:00Z, from [`Date::MIN`] to
/// [`Date::MAX`], which is the range of ECMAScript's `Date`.
///
/// ```
/// use typecase::typed::Date;
/// assert_eq!(Date(0).millis(), 0);
/// assert!(Date::new(8_640_000_000_000_001).is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(pub i64);

impl Date {
    /// The earliest instant: 100,000,000 days before 1970.
    pub const MIN: Date = Date(-8_640_000_000_000_000);
    /// The latest instant: 100,000,000 days after 1970.
    pub const MAX: Date = Date(8_640_000_000_000_000);

    /// The instant; `None` outside of the range.
    pub const fn new(millis: i64) -> Option<Date> {
        if Date::MIN.0 <= millis && millis <= Date::MAX.0 { Some(Date(millis)) } else { None }
    }

    /// Milliseconds since 1970-01-01T00:00Z.
    pub const fn millis(self) -> i64 {
        self.0
    }
}

/// Sends an instant; an error with [`Code::Type`] outside of the range of [`Date`].
#[inline(always)]
pub(super) fn put_date<W: Write>(millis: i64, writer: &mut W) -> Result<()> {
    match Date::new(millis) {
        Some(_) => writer.date(millis),
        None => Err(date_out_of_range()),
    }
}

/// The error for an instant that is no [`Date`].
#[cold]
#[inline(never)]
pub(super) fn date_out_of_range() -> Error {
    Error::new(Code::Type, "a date out of range: more than 8.64e15 milliseconds from 1970")
}

impl Encode for Date {
    #[inline(always)]
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        put_date(self.0, writer)
    }
}

impl<'de> Decode<'de> for Date {
    const PACKS: bool = true;

    #[inline(always)]
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let offset = reader.offset();
        Date::new(reader.date()?).ok_or_else(|| date_out_of_range().at(offset))
    }
}

/// An integer of any size, the `bigint` of a schema, as decimal digits.
///
/// The digits are canonical: a minus sign for negative numbers, no leading zeros, no `-0`.
///
/// ```
/// use typecase::typed::BigInt;
/// let big = BigInt::parse("123456789012345678901234567890").unwrap();
/// assert_eq!(i128::try_from(&big), Ok(123456789012345678901234567890));
/// assert!(BigInt::parse("007").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BigInt(Box<str>);

impl BigInt {
    /// Takes canonical decimal digits; `None` for any other text.
    pub fn parse(digits: &str) -> Option<BigInt> {
        let unsigned = digits.strip_prefix('-').unwrap_or(digits);
        let canonical = match unsigned.as_bytes() {
            [b'0'] => digits.len() == 1,
            [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
            _ => false,
        };
        canonical.then(|| BigInt(Box::from(digits)))
    }

    /// The decimal digits, with a minus sign before them for a negative number.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for BigInt {
    fn default() -> BigInt {
        BigInt(Box::from("0"))
    }
}

impl fmt::Display for BigInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

macro_rules! bigint_conversions {
    ($($ty:ty),+) => {$(
        impl From<$ty> for BigInt {
            fn from(value: $ty) -> BigInt {
                BigInt(value.to_string().into_boxed_str())
            }
        }
        impl TryFrom<&BigInt> for $ty {
            type Error = core::num::ParseIntError;
            fn try_from(value: &BigInt) -> core::result::Result<$ty, Self::Error> {
                value.0.parse()
            }
        }
    )+};
}

bigint_conversions!(i32, u32, i64, u64, i128, u128);

impl Encode for BigInt {
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.bigint(&self.0)
    }
}

impl<'de> Decode<'de> for BigInt {
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        reader.bigint().map(|digits| BigInt(digits.into_owned().into_boxed_str()))
    }
}

/// A `json` value that owns all of its text, for types without a lifetime.
///
/// [`Value<'a>`](Value) is the same and borrows from the input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnedValue(pub Value<'static>);

impl Deref for OwnedValue {
    type Target = Value<'static>;
    fn deref(&self) -> &Value<'static> {
        &self.0
    }
}

impl From<Value<'_>> for OwnedValue {
    fn from(value: Value<'_>) -> OwnedValue {
        OwnedValue(value.into_owned())
    }
}

macro_rules! json {
    ($($ty:ty),+) => {$(
        impl Type for $ty {
            const SHAPE: Shape = Shape::JSON;
            fn slot(_: &mut Definer) -> Slot {
                Slot::required(Scalar::Json.into())
            }
            fn default_value(&self) -> Option<Value<'static>> {
                super::default_value::of(self)
            }
        }
        impl Encode for $ty {
            fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
                writer.json(self)
            }
            fn is_absent(&self) -> bool {
                self.is_null()
            }
        }
    )+};
}

json!(Value<'_>, OwnedValue);

impl<'de: 'a, 'a> Decode<'de> for Value<'a> {
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        reader.json()
    }

    fn absent() -> Option<Self> {
        Some(Value::Null)
    }
}

impl<'de> Decode<'de> for OwnedValue {
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        reader.json().map(OwnedValue::from)
    }

    fn absent() -> Option<Self> {
        Some(OwnedValue(Value::Null))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_canonical_digits_are_a_big_integer() {
        for good in ["0", "7", "-1", "10", "-98765432109876543210"] {
            assert_eq!(BigInt::parse(good).unwrap().as_str(), good);
        }
        for bad in ["", "-", "-0", "00", "01", "+1", "1.0", "1e3", " 1", "１"] {
            assert!(BigInt::parse(bad).is_none(), "{bad}");
        }
        assert_eq!(BigInt::from(i128::MIN).as_str(), "-170141183460469231731687303715884105728");
    }
}
