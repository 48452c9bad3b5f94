//! Booleans, numbers, characters and strings as typecase types.

use super::{Decode, Definer, Encode, Shape, Type};
use crate::error::{Code, Error, Result};
use crate::schema::model::{Scalar, Slot};
use crate::value::Text;
use crate::wire::{Read, TextRef, ValueKind, Write, out_of_range};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Implements [`Type`] for scalars.
macro_rules! scalar_type {
    ($($scalar:ident, $kinds:expr => $($ty:ty),+;)+) => {$($(
        impl Type for $ty {
            const SHAPE: Shape = Shape::scalar(&$kinds);
            fn slot(_: &mut Definer) -> Slot {
                Slot::required(Scalar::$scalar.into())
            }
            fn default_value(&self) -> Option<$crate::value::Value<'static>> {
                $crate::typed::default_value::of(self)
            }
        }
    )+)+};
}
pub(super) use scalar_type;

scalar_type! {
    Boolean, [ValueKind::Bool] => bool;
    Int32, [ValueKind::Number] => i8, i16, i32;
    Uint32, [ValueKind::Number] => u8, u16, u32;
    Int64, [ValueKind::Number] => i64, isize;
    Uint64, [ValueKind::Number] => u64, usize;
    BigInt, [ValueKind::Number, ValueKind::Text] => i128, u128;
    Number, [ValueKind::Number] => f64;
    Float32, [ValueKind::Number] => f32;
    String, [ValueKind::Text] => str, String, Box<str>, Cow<'_, str>, &str, Text<'_>, char;
}

/// Integers that are sent as 64 bits and taken back with a check.
macro_rules! integer {
    ($method:ident, $wide:ty, $read:ident: $($ty:ty),+) => {$(
        impl Encode for $ty {
            #[inline(always)]
            fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
                writer.$method(*self as $wide)
            }
        }
        impl<'de> Decode<'de> for $ty {
            const PACKS: bool = true;
            // For the type that the wires have themselves.
            #[allow(clippy::useless_conversion)]
            #[inline(always)]
            fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
                let offset = reader.offset();
                let value = reader.$read()?;
                <$ty>::try_from(value).map_err(|_| out_of_range(offset))
            }
        }
    )+};
}

integer!(int, i64, int32: i8, i16, i32);
integer!(int, i64, int: isize);
integer!(uint, u64, uint32: u8, u16, u32);
integer!(uint, u64, uint: usize);

/// Scalars for which the wires have an event of the same type.
macro_rules! direct {
    ($($method:ident: $ty:ty),+) => {$(
        impl Encode for $ty {
            #[inline(always)]
            fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
                writer.$method(*self)
            }
        }
        impl<'de> Decode<'de> for $ty {
            const PACKS: bool = true;
            #[inline(always)]
            fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
                reader.$method()
            }
        }
    )+};
}

direct!(bool: bool, int: i64, uint: u64, float32: f32);

impl Encode for f64 {
    #[inline(always)]
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.number(*self)
    }

    #[inline(always)]
    fn encode_items<W: Write>(items: &[Self], writer: &mut W) -> Result<()> {
        writer.number_items(items)
    }
}

impl<'de> Decode<'de> for f64 {
    const PACKS: bool = true;

    #[inline(always)]
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        reader.number()
    }

    #[inline(always)]
    fn decode_items<R: Read<'de>>(items: &mut Vec<Self>, mut state: R::List, reader: &mut R) -> Result<()> {
        loop {
            while let Some(run) = reader.eight_numbers(&mut state) {
                items.extend_from_slice(&run);
            }
            if !reader.item(&mut state)? {
                return Ok(());
            }
            items.push(reader.number().map_err(|error| error.in_item(items.len()))?);
        }
    }
}

/// Integers that are wider than 64 bits travel as decimal digits.
macro_rules! wide_integer {
    ($($ty:ty),+) => {$(
        impl Encode for $ty {
            fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
                writer.bigint(itoa::Buffer::new().format(*self))
            }
        }
        impl<'de> Decode<'de> for $ty {
            fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
                let offset = reader.offset();
                reader.bigint()?.parse().map_err(|_| out_of_range(offset))
            }
        }
    )+};
}

wide_integer!(i128, u128);

impl Type for () {
    const SHAPE: Shape = Shape::NULL;
    fn slot(_: &mut Definer) -> Slot {
        Slot::required(Scalar::Null.into())
    }
}

/// Null and missing are the same.
impl Encode for () {
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.null()
    }

    fn is_absent(&self) -> bool {
        true
    }
}

impl<'de> Decode<'de> for () {
    const PACKS: bool = true;

    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        if reader.null()? { Ok(()) } else { Err(reader.error(Code::Type, "expected null")) }
    }

    fn absent() -> Option<Self> {
        Some(())
    }
}

/// Strings that are sent from a `&str`.
macro_rules! encode_text {
    ($($ty:ty),+) => {$(
        impl Encode for $ty {
            #[inline(always)]
            fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
                writer.text(self)
            }
        }
    )+};
}

encode_text!(str, String, Box<str>, Cow<'_, str>, &str, Text<'_>);

impl<'de> Decode<'de> for String {
    #[inline(always)]
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        Ok(String::from(reader.text()?.as_str()))
    }
}

impl<'de> Decode<'de> for Box<str> {
    #[inline(always)]
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        Ok(Box::from(reader.text()?.as_str()))
    }
}

/// Borrows from the input.
///
/// A string that the wire had to unescape cannot be borrowed: that is an error with [`Code::Type`].
impl<'de: 'a, 'a> Decode<'de> for &'a str {
    #[inline(always)]
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let offset = reader.offset();
        match reader.text()? {
            TextRef::Borrowed(text) => Ok(text),
            TextRef::Scratch(_) => Err(cannot_borrow(offset)),
        }
    }
}

/// The error for a string that had to be unescaped where the Rust type borrows.
#[cold]
#[inline(never)]
pub(super) fn cannot_borrow(offset: usize) -> Error {
    Error::new(Code::Type, "a string with escapes cannot be borrowed; take it as `Cow<str>` or `String`").at(offset)
}

impl<'de: 'a, 'a> Decode<'de> for Cow<'a, str> {
    #[inline(always)]
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        Ok(match reader.text()? {
            TextRef::Borrowed(text) => Cow::Borrowed(text),
            TextRef::Scratch(text) => Cow::Owned(String::from(text)),
        })
    }
}

impl<'de: 'a, 'a> Decode<'de> for Text<'a> {
    #[inline(always)]
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        Ok(match reader.text()? {
            TextRef::Borrowed(text) => Text::borrowed(text),
            TextRef::Scratch(text) => Text::owned(text),
        })
    }
}

impl Encode for char {
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.text(self.encode_utf8(&mut [0; 4]))
    }
}

/// A string of exactly one Unicode character.
impl<'de> Decode<'de> for char {
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let offset = reader.offset();
        let text = reader.text()?;
        let mut chars = text.as_str().chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(Error::new(Code::Type, "expected a string of one character").at(offset)),
        }
    }
}
