//! Writes the events of a message as a BSON document.
//!
//! The key of a field comes before its value, which alone says the type: the head is written with a byte kept for
//! it. The length of a document is set when it is closed.

use super::element::{self, ARRAY, BINARY, BOOLEAN, DATE, DECIMAL128, DOCUMENT, DOUBLE, INT32, INT64, NULL};
use super::element::{CODE_WITH_SCOPE, OBJECT_ID, STRING, TIMESTAMP, UUID};
use super::settings::{Encoding, Field};
use super::{Options, Style, decimal128, identifier};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::text::date;
use crate::value::Value;
use crate::wire::{Sink, Write};
use alloc::vec::Vec;

/// The innermost open document or array.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Where its length is.
    start: usize,
    /// The index of the next item of an array, or one of the two below.
    next: u32,
    /// How the next value is written.
    settings: Field,
}

/// The head of the next value is written but for the type.
const KEYED: u32 = u32::MAX;
/// The next value is the message itself.
const ROOT: u32 = u32::MAX - 1;
/// How many frames are held in place.
const FRAMES: usize = 8;
/// What a list root is in its document.
pub(super) const ITEMS: &str = "items";

/// Writes the events of messages as BSON documents behind what is in the buffer.
pub struct Writer<'o> {
    pub(super) out: &'o mut Vec<u8>,
    pub(super) depth: Depth,
    here: Frame,
    /// Where the type of the next value goes, if its head is written.
    at: usize,
    /// Whether the message is a document around a list.
    wrapped: bool,
    nulls: bool,
    decimal_bigints: bool,
    pub(super) style: Style,
    open: usize,
    frames: [Frame; FRAMES],
    deeper: Vec<Frame>,
}

impl<'o> Writer<'o> {
    /// Writes behind what `out` holds.
    #[inline]
    pub fn new(out: &'o mut Vec<u8>, options: &Options, limits: &Limits) -> Writer<'o> {
        let here = Frame { start: 0, next: ROOT, settings: Field::NONE };
        Writer {
            out,
            depth: limits.depth(),
            here,
            at: 0,
            wrapped: false,
            nulls: options.nulls,
            decimal_bigints: options.decimal_bigints,
            style: options.style,
            open: 0,
            frames: [here; FRAMES],
            deeper: Vec::new(),
        }
    }

    /// Ends the message; after an error the buffer ends at `start` again.
    #[inline]
    pub fn end(self, start: usize, mut result: Result<()>) -> Result<()> {
        if self.wrapped && result.is_ok() {
            self.out.push(0);
            result = set_length(self.out, start);
        }
        if result.is_err() {
            self.out.truncate(start);
        }
        result
    }

    /// Writes a head whose type is yet to come.
    #[inline(always)]
    pub(super) fn head(&mut self, key: &str) {
        self.at = self.out.len();
        element::head(self.out, 0, key.as_bytes());
    }

    /// Writes a value of a fixed size, with its head if it is an item.
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, ty: u8, value: [u8; N]) -> Result<()> {
        match self.here.next {
            KEYED => {
                self.set_type(ty);
                self.out.extend_from_slice(&value);
            }
            ROOT => return self.at_root(ty),
            index => {
                self.here.next = index + 1;
                element::item(self.out, ty, index, value);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn set_type(&mut self, ty: u8) {
        if let Some(place) = self.out.get_mut(self.at) {
            *place = ty;
        }
    }

    /// The message must be a document; a list becomes one.
    #[cold]
    #[inline(never)]
    fn at_root(&mut self, ty: u8) -> Result<()> {
        match ty {
            DOCUMENT => Ok(()),
            ARRAY => {
                self.wrapped = true;
                self.out.extend_from_slice(&[0; 4]);
                element::head(self.out, ARRAY, ITEMS.as_bytes());
                Ok(())
            }
            _ => Err(Error::new(Code::Unsupported, "a BSON message is a document or a list")),
        }
    }

    /// Writes a value that begins with a length and ends with a terminator.
    #[inline(always)]
    pub(super) fn put_string(&mut self, ty: u8, text: &str) -> Result<()> {
        if text.len() >= i32::MAX as usize {
            return Err(too_long());
        }
        self.put(ty, [])?;
        element::string(self.out, text.as_bytes());
        Ok(())
    }

    pub(super) fn put_binary(&mut self, subtype: u8, bytes: &[u8]) -> Result<()> {
        let old = subtype == element::OLD_BINARY;
        let Ok(length) = i32::try_from(bytes.len() + if old { 4 } else { 0 }) else { return Err(too_long()) };
        self.put(BINARY, [])?;
        self.out.reserve(bytes.len() + 9);
        self.out.extend_from_slice(&length.to_le_bytes());
        self.out.push(subtype);
        if old {
            self.out.extend_from_slice(&(length - 4).to_le_bytes());
        }
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    /// Whether the next value is the message itself.
    pub(super) fn is_root(&self) -> bool {
        self.here.next == ROOT
    }

    /// Opens a document or an array.
    #[inline(always)]
    pub(super) fn open(&mut self, ty: u8) -> Result<()> {
        self.push(ty, if ty == ARRAY { 0 } else { KEYED })
    }

    /// Closes a document or an array and sets its length.
    #[inline(always)]
    pub(super) fn close(&mut self) -> Result<()> {
        self.out.push(0);
        self.pop()
    }

    /// Writes a string and a document behind a length of both: code with a scope.
    pub(super) fn code_with_scope(&mut self, code: &str, scope: &Value<'_>) -> Result<()> {
        if code.len() >= i32::MAX as usize {
            return Err(too_long());
        }
        self.push(CODE_WITH_SCOPE, ROOT)?;
        element::string(self.out, code.as_bytes());
        self.tree(scope)?;
        self.pop()
    }

    #[inline(always)]
    fn push(&mut self, ty: u8, next: u32) -> Result<()> {
        self.depth.enter()?;
        self.put(ty, [])?;
        match self.frames.get_mut(self.open) {
            Some(slot) => *slot = self.here,
            None => self.deeper.push(self.here),
        }
        self.open += 1;
        (self.here.start, self.here.next) = (self.out.len(), next);
        self.out.extend_from_slice(&[0; 4]);
        Ok(())
    }

    #[inline(always)]
    fn pop(&mut self) -> Result<()> {
        self.depth.leave();
        set_length(self.out, self.here.start)?;
        self.open = self.open.wrapping_sub(1);
        match self.frames.get(self.open) {
            Some(frame) => self.here = *frame,
            None => {
                if let Some(frame) = self.deeper.pop() {
                    self.here = frame;
                }
            }
        }
        Ok(())
    }

    /// Writes a number that has an encoding of its own.
    #[inline(never)]
    fn encoded_integer(&mut self, value: i128) -> Result<()> {
        let number = value as f64;
        match self.here.settings.encoding {
            Encoding::Int32 if i32::try_from(value).is_ok() => self.put(INT32, (value as i32).to_le_bytes()),
            Encoding::Int64 if i64::try_from(value).is_ok() => self.put(INT64, (value as i64).to_le_bytes()),
            Encoding::Double if number as i128 == value => self.put(DOUBLE, number.to_le_bytes()),
            Encoding::Decimal128 => self.put(DECIMAL128, decimal128::from_integer(value)),
            Encoding::Timestamp if u64::try_from(value).is_ok() => self.put(TIMESTAMP, (value as u64).to_le_bytes()),
            _ => Err(does_not_fit()),
        }
    }

    #[inline(never)]
    fn encoded_number(&mut self, value: f64) -> Result<()> {
        match self.here.settings.encoding {
            Encoding::Double => self.put(DOUBLE, value.to_le_bytes()),
            Encoding::Decimal128 => match decimal128::from_double(value) {
                Some(decimal) => self.put(DECIMAL128, decimal),
                None => Err(does_not_fit()),
            },
            _ if value as i64 as f64 == value && !is_negative_zero(value) && value < 9_223_372_036_854_775_808.0 => {
                self.encoded_integer((value as i64).into())
            }
            _ => Err(does_not_fit()),
        }
    }

    #[inline(never)]
    fn encoded_text(&mut self, value: &str) -> Result<()> {
        match self.here.settings.encoding {
            Encoding::ObjectId => match identifier::parse_object_id(value) {
                Some(id) => self.put(OBJECT_ID, id),
                None => Err(Error::new(Code::Type, "an ObjectId has 24 hexadecimal digits")),
            },
            Encoding::Uuid => match identifier::parse_uuid(value) {
                Some(uuid) => self.put_binary(UUID, &uuid),
                None => Err(Error::new(Code::Type, "a UUID has 32 hexadecimal digits and four hyphens")),
            },
            Encoding::Decimal128 => match decimal128::parse(value) {
                Some(decimal) => self.put(DECIMAL128, decimal),
                None => Err(Error::new(Code::Type, "not a decimal of 34 digits")),
            },
            _ => self.put_string(STRING, value),
        }
    }
}

/// Sets the length of what begins at `start` and ends here.
#[inline(always)]
fn set_length(out: &mut [u8], start: usize) -> Result<()> {
    let Ok(length) = i32::try_from(out.len() - start) else { return Err(too_long()) };
    if let Some(place) = out.get_mut(start..).and_then(<[u8]>::first_chunk_mut::<4>) {
        *place = length.to_le_bytes();
    }
    Ok(())
}

#[inline(always)]
fn is_negative_zero(value: f64) -> bool {
    value.to_bits() == 1 << 63
}

#[cold]
#[inline(never)]
fn too_long() -> Error {
    Error::new(Code::Limit, "BSON has no lengths of 2 GiB and more")
}

#[cold]
#[inline(never)]
fn does_not_fit() -> Error {
    Error::new(Code::Type, "the number is out of the range of its BSON type")
}

#[cold]
#[inline(never)]
pub(super) fn zero_in_key() -> Error {
    Error::new(Code::Unsupported, "BSON has no keys with a zero byte")
}

#[cold]
#[inline(never)]
pub(super) fn above_int64() -> Error {
    Error::new(Code::Unsupported, "BSON has no integers above 9223372036854775807")
}

impl Write for Writer<'_> {
    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>, _presence: Presence) -> Result<()> {
        self.open(DOCUMENT)
    }

    #[inline(always)]
    fn field(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        let field = &meta.fields[index];
        if element::has_zero(field.name, field.key) {
            return Err(zero_in_key());
        }
        self.head(field.name);
        self.here.settings = field.settings.bson;
        Ok(())
    }

    #[inline(always)]
    fn absent(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        let field = &meta.fields[index];
        // Where null is a value, or an error, it does not stand for a missing one.
        if (field.write_null || self.nulls) && !field.null_is_value {
            self.field(meta, index)?;
            self.null()?;
        }
        Ok(())
    }

    fn discriminator(&mut self, meta: &RecordMeta<'_>, index: usize, value: &EnumValue<'_>) -> Result<()> {
        self.field(meta, index)?;
        self.here.settings = Field::NONE;
        match value.number {
            None => self.put_string(STRING, value.text),
            Some(number) => self.number(number),
        }
    }

    #[inline(always)]
    fn end_record(&mut self, _meta: &RecordMeta<'_>) -> Result<()> {
        self.close()
    }

    #[inline(always)]
    fn list(&mut self, _length: Option<usize>) -> Result<()> {
        self.open(ARRAY)
    }

    #[inline(always)]
    fn end_list(&mut self) -> Result<()> {
        self.close()
    }

    fn tuple(&mut self, _length: usize) -> Result<()> {
        self.open(ARRAY)
    }

    fn end_tuple(&mut self) -> Result<()> {
        self.close()
    }

    fn map(&mut self, _length: Option<usize>) -> Result<()> {
        self.open(DOCUMENT)
    }

    fn key(&mut self, key: &str) -> Result<()> {
        if element::zero(key.as_bytes(), 0).is_some() {
            return Err(zero_in_key());
        }
        self.head(key);
        Ok(())
    }

    fn end_map(&mut self) -> Result<()> {
        self.close()
    }

    fn case(&mut self, meta: &UnionMeta<'_>, _tag: u32) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.enter()?;
        }
        Ok(())
    }

    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.leave();
        }
        Ok(())
    }

    #[inline(always)]
    fn null(&mut self) -> Result<()> {
        self.put(NULL, [])
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<()> {
        self.put(BOOLEAN, [value.into()])
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Result<()> {
        if self.here.settings.encoding != Encoding::Default {
            return self.encoded_integer(value.into());
        }
        match i32::try_from(value) {
            Ok(value) => self.put(INT32, value.to_le_bytes()),
            Err(_) => self.put(INT64, value.to_le_bytes()),
        }
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) -> Result<()> {
        if self.here.settings.encoding != Encoding::Default {
            return self.encoded_integer(value.into());
        }
        match i64::try_from(value) {
            Ok(value) => self.int(value),
            Err(_) => Err(above_int64()),
        }
    }

    #[inline(always)]
    fn number(&mut self, value: f64) -> Result<()> {
        if self.here.settings.encoding != Encoding::Default {
            return self.encoded_number(value);
        }
        let whole = value as i32;
        if f64::from(whole) == value && !is_negative_zero(value) {
            return self.put(INT32, whole.to_le_bytes());
        }
        self.put(DOUBLE, value.to_le_bytes())
    }

    #[inline(always)]
    fn float64(&mut self, value: f64) -> Result<()> {
        if self.here.settings.encoding != Encoding::Default {
            return self.encoded_number(value);
        }
        self.put(DOUBLE, value.to_le_bytes())
    }

    #[inline(always)]
    fn float32(&mut self, value: f32) -> Result<()> {
        self.float64(value.into())
    }

    #[inline(always)]
    fn text(&mut self, value: &str) -> Result<()> {
        if self.here.settings.encoding != Encoding::Default {
            return self.encoded_text(value);
        }
        self.put_string(STRING, value)
    }

    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        match self.here.settings.encoding {
            Encoding::ObjectId => match value.try_into() {
                Ok(id) => self.put::<12>(OBJECT_ID, id),
                Err(_) => Err(Error::new(Code::Type, "an ObjectId has 12 bytes")),
            },
            Encoding::Uuid if value.len() == 16 => self.put_binary(UUID, value),
            Encoding::Uuid => Err(Error::new(Code::Type, "a UUID has 16 bytes")),
            _ => self.put_binary(self.here.settings.subtype, value),
        }
    }

    #[inline(always)]
    fn date(&mut self, millis: i64) -> Result<()> {
        if !date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range"));
        }
        match self.here.settings.encoding {
            Encoding::Default => self.put(DATE, millis.to_le_bytes()),
            _ => self.encoded_integer(millis.into()),
        }
    }

    fn bigint(&mut self, digits: &str) -> Result<()> {
        let decimal = match self.here.settings.encoding {
            Encoding::Int64 => {
                return match digits.parse::<i64>() {
                    Ok(value) => self.put(INT64, value.to_le_bytes()),
                    Err(_) => Err(does_not_fit()),
                };
            }
            Encoding::Default => self.decimal_bigints,
            encoding => encoding == Encoding::Decimal128,
        };
        if !decimal {
            return self.put_string(STRING, digits);
        }
        match decimal128::parse(digits) {
            Some(decimal) => self.put(DECIMAL128, decimal),
            None => Err(does_not_fit()),
        }
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        match meta.values.get(index as usize) {
            Some(EnumValue { number: Some(number), .. }) => self.number(*number),
            Some(value) => self.put_string(STRING, value.text),
            None => Err(Error::new(Code::Enum, "the value is not one of the enum's")),
        }
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()> {
        self.open(DOCUMENT)?;
        for (index, (name, key)) in meta.names.iter().zip(meta.keys).enumerate() {
            if element::has_zero(name, key) {
                return Err(zero_in_key());
            }
            self.head(name);
            self.bool(words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0))?;
        }
        self.close()
    }

    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        self.tree(value)
    }
}

/// A place in the output.
#[derive(Clone, Copy)]
pub struct Mark {
    length: usize,
    depth: Depth,
    here: Frame,
    at: usize,
    wrapped: bool,
    open: usize,
}

impl<'de> Sink<'de> for Writer<'_> {
    type Mark = Mark;

    fn mark(&self) -> Mark {
        Mark {
            length: self.out.len(),
            depth: self.depth,
            here: self.here,
            at: self.at,
            wrapped: self.wrapped,
            open: self.open,
        }
    }

    /// The frames around the mark are as they were: what is in them changes only when they are closed.
    fn rollback(&mut self, mark: Mark) {
        self.out.truncate(mark.length);
        self.deeper.truncate(mark.open.saturating_sub(FRAMES));
        (self.depth, self.here, self.at) = (mark.depth, mark.here, mark.at);
        (self.wrapped, self.open) = (mark.wrapped, mark.open);
    }
}
