//! Writes the events of a message as Protocol Buffers.
//!
//! The tag of a field is written together with its value, since the wire type depends on the value and a
//! value that is zero may not be written at all. The length of a nested message is set when the message
//! ends: one byte is kept for it, and messages of 128 bytes and more are moved to make room.

use super::Reader;
use super::settings::{Encoding, Field, Presence as FieldPresence};
use super::varint::{self, END, FIXED32, FIXED64, LEN, START, VARINT, tag};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::text::date;
use crate::value::Value;
use crate::wire::buffer::Buffer;
use crate::wire::{Sink, Write, json};
use alloc::vec::Vec;

/// Where the next value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// The message itself.
    Root,
    /// A field of a record: lists and maps are repeated fields.
    Field,
    /// An item of a list that is not packed, or not yet.
    Item,
    /// An item of a packed list.
    Packed,
    /// An item of a tuple; the number counts up.
    Tuple,
    /// The one value of its message or entry: a list or a map gets a message of its own.
    Single,
    /// A map between its entries.
    Map,
    /// The fields that the schema does not know, as they are.
    Unknown,
}

/// The field that the next value is written as.
#[derive(Clone, Copy, Debug)]
struct Place {
    number: u32,
    mode: Mode,
    encoding: Encoding,
    key: Encoding,
    /// Whether a zero is left out.
    implicit: bool,
    packed: bool,
    delimited: bool,
}

impl Place {
    /// A field of a wrapper with this number.
    const fn plain(number: u32, mode: Mode) -> Place {
        Place {
            number,
            mode,
            encoding: Encoding::Default,
            key: Encoding::String,
            implicit: false,
            packed: true,
            delimited: false,
        }
    }
}

/// What is around the innermost open record, list, map, entry or case.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Where the content begins whose length is to be set; or one of the two below.
    start: usize,
    place: Place,
}

/// There is no length to set.
const NO_LENGTH: usize = usize::MAX;
/// The message is a group, which ends with a tag.
const GROUP: usize = usize::MAX - 1;
/// How many frames are held in place.
const FRAMES: usize = 3;

/// Writes the events of messages in Protocol Buffers behind what is in the buffer.
pub struct Writer<'o> {
    out: Buffer<'o>,
    depth: Depth,
    place: Place,
    /// Where the packed list that is open begins.
    pack: usize,
    open: usize,
    frames: [Frame; FRAMES],
    deeper: Vec<Frame>,
}

impl<'o> Writer<'o> {
    /// Writes behind what `out` holds.
    #[inline]
    pub fn new(out: &'o mut Vec<u8>, limits: &Limits) -> Writer<'o> {
        let place = Place::plain(1, Mode::Root);
        let frames = [Frame { start: NO_LENGTH, place }; FRAMES];
        Writer { out: Buffer::new(out), depth: limits.depth(), place, pack: 0, open: 0, frames, deeper: Vec::new() }
    }

    /// Ends the message; after an error the buffer is as it was.
    #[inline]
    pub fn end(self, result: Result<()>) -> Result<()> {
        if result.is_ok() {
            self.out.finish();
        }
        result
    }

    #[inline(always)]
    fn push(&mut self, start: usize) -> Result<()> {
        self.depth.enter()?;
        let frame = Frame { start, place: self.place };
        match self.frames.get_mut(self.open) {
            Some(slot) => *slot = frame,
            None => self.deeper.push(frame),
        }
        self.open += 1;
        Ok(())
    }

    /// Goes back to what is around the innermost open value, and sets its length.
    #[inline(always)]
    fn pop(&mut self) {
        self.depth.leave();
        let Some(open) = self.open.checked_sub(1) else { return };
        self.open = open;
        let frame = match self.frames.get(self.open) {
            Some(frame) => *frame,
            None => match self.deeper.pop() {
                Some(frame) => frame,
                None => return,
            },
        };
        self.place = frame.place;
        match frame.start {
            NO_LENGTH => {}
            GROUP => varint::varint(&mut self.out, tag(frame.place.number, END).into()),
            start => varint::close_length(&mut self.out, start),
        }
    }

    /// The number of the field that the next value is written as.
    #[inline(always)]
    fn number(&mut self) -> u32 {
        let number = self.place.number;
        if self.place.mode == Mode::Tuple {
            self.place.number += 1;
        }
        number
    }

    /// Opens a nested message, or the message itself, around which there is nothing to come back to.
    #[inline(always)]
    fn message(&mut self) -> Result<()> {
        if self.place.mode == Mode::Root {
            return self.depth.enter();
        }
        if self.place.delimited {
            varint::varint(&mut self.out, tag(self.place.number, START).into());
            return self.push(GROUP);
        }
        let number = self.number();
        let start = varint::tag_length(&mut self.out, tag(number, LEN));
        self.push(start)
    }

    /// Opens a list, map or tuple that cannot be the field itself: a message with one field for it.
    #[cold]
    fn wrapper(&mut self, mode: Mode) -> Result<()> {
        self.message()?;
        self.place = Place::plain(1, mode);
        Ok(())
    }

    /// Writes a varint as the next value.
    #[inline(always)]
    fn put_varint(&mut self, value: u64) -> Result<()> {
        match self.place.mode {
            Mode::Field if self.place.implicit && value == 0 => {}
            Mode::Field => varint::tag_varint(&mut self.out, tag(self.place.number, VARINT), value),
            Mode::Packed => varint::varint(&mut self.out, value),
            _ => {
                if self.begin(value == 0, true) {
                    let number = self.number();
                    varint::tag_varint(&mut self.out, tag(number, VARINT), value);
                } else if self.place.mode == Mode::Packed {
                    varint::varint(&mut self.out, value);
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn put_fixed<const N: usize>(&mut self, bytes: [u8; N]) -> Result<()> {
        let wire = if N == 8 { FIXED64 } else { FIXED32 };
        let zero = bytes == [0; N];
        match self.place.mode {
            Mode::Field if self.place.implicit && zero => {}
            Mode::Field => varint::tag_fixed(&mut self.out, tag(self.place.number, wire), bytes),
            Mode::Packed => self.out.bytes(&bytes),
            _ => {
                if self.begin(zero, true) {
                    let number = self.number();
                    varint::tag_fixed(&mut self.out, tag(number, wire), bytes);
                } else if self.place.mode == Mode::Packed {
                    self.out.bytes(&bytes);
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn put_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        match self.place.mode {
            Mode::Field if self.place.implicit && bytes.is_empty() => {}
            Mode::Field => varint::tag_bytes(&mut self.out, tag(self.place.number, LEN), bytes),
            Mode::Unknown => return self.put_unknown(bytes),
            _ => {
                if self.begin(bytes.is_empty(), false) {
                    let number = self.number();
                    varint::tag_bytes(&mut self.out, tag(number, LEN), bytes);
                }
            }
        }
        Ok(())
    }

    /// Whether a value outside a field of a record is written with a tag. If not, it is a zero that is left
    /// out, or the list that it is an item of has just become a packed one.
    #[inline(never)]
    fn begin(&mut self, zero: bool, packs: bool) -> bool {
        match self.place.mode {
            Mode::Item if packs && self.place.packed => {
                self.pack = varint::tag_length(&mut self.out, tag(self.place.number, LEN));
                self.place.mode = Mode::Packed;
                false
            }
            Mode::Tuple => {
                let explicit = !core::mem::replace(&mut self.place.implicit, true);
                if zero && !explicit {
                    self.place.number += 1;
                }
                !zero || explicit
            }
            Mode::Root => !zero,
            _ => true,
        }
    }

    /// Writes the fields that the schema does not know behind the others.
    #[cold]
    fn put_unknown(&mut self, fields: &[u8]) -> Result<()> {
        let limits = Limits { max_depth: self.depth.left(), ..Limits::default() };
        let mut reader = Reader::new(fields, &super::Options::default(), &limits);
        if let Err(error) = reader.rest() {
            return Err(
                Error::new(Code::Type, "the unknown fields are not those of a message").at(error.offset().unwrap_or(0))
            );
        }
        self.out.bytes(fields);
        Ok(())
    }

    /// Closes the entry of a map that is open, if one is.
    #[inline(always)]
    fn close_entry(&mut self) {
        if self.place.mode != Mode::Map {
            self.pop();
        }
    }
}

/// The error for a number that its encoding cannot hold.
#[cold]
#[inline(never)]
fn out_of_range() -> Error {
    Error::new(Code::Type, "the number is out of the range of its Protocol Buffers type")
}

impl Write for Writer<'_> {
    const NUMBERS_ENUMS: bool = true;

    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>, _presence: Presence) -> Result<()> {
        self.message()
    }

    #[inline(always)]
    fn field(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        let field = &meta.fields[index];
        let Field { encoding, key, packed, presence, delimited, unknown, .. } = field.settings.proto;
        self.place = Place {
            number: meta.number(index),
            mode: if unknown { Mode::Unknown } else { Mode::Field },
            encoding,
            key,
            implicit: field.required && matches!(presence, FieldPresence::Implicit),
            packed,
            delimited,
        };
        Ok(())
    }

    #[inline(always)]
    fn absent(&mut self, _meta: &RecordMeta<'_>, _index: usize) -> Result<()> {
        Ok(())
    }

    /// The branch of the union says it.
    fn discriminator(&mut self, _meta: &RecordMeta<'_>, _index: usize, _value: &EnumValue<'_>) -> Result<()> {
        Ok(())
    }

    #[inline(always)]
    fn end_record(&mut self, _meta: &RecordMeta<'_>) -> Result<()> {
        self.pop();
        Ok(())
    }

    #[inline(always)]
    fn list(&mut self, _length: Option<usize>) -> Result<()> {
        match self.place.mode {
            Mode::Field | Mode::Root => {
                self.push(NO_LENGTH)?;
                self.place.mode = Mode::Item;
                Ok(())
            }
            _ => self.wrapper(Mode::Item),
        }
    }

    #[inline(always)]
    fn end_list(&mut self) -> Result<()> {
        if self.place.mode == Mode::Packed {
            varint::close_length(&mut self.out, self.pack);
        }
        self.pop();
        Ok(())
    }

    fn tuple(&mut self, _length: usize) -> Result<()> {
        self.message()?;
        self.place = Place { implicit: true, ..Place::plain(1, Mode::Tuple) };
        Ok(())
    }

    fn end_tuple(&mut self) -> Result<()> {
        self.pop();
        Ok(())
    }

    fn map(&mut self, _length: Option<usize>) -> Result<()> {
        match self.place.mode {
            Mode::Field | Mode::Root => {
                self.push(NO_LENGTH)?;
                self.place.mode = Mode::Map;
                Ok(())
            }
            _ => self.wrapper(Mode::Map),
        }
    }

    fn key(&mut self, key: &str) -> Result<()> {
        self.close_entry();
        let value = self.place.encoding;
        let start = varint::tag_length(&mut self.out, tag(self.place.number, LEN));
        self.push(start)?;
        let encoding = core::mem::replace(&mut self.place, Place::plain(2, Mode::Single)).key;
        self.place.encoding = value;
        super::key::write(&mut self.out, key, encoding)
    }

    fn end_map(&mut self) -> Result<()> {
        self.close_entry();
        self.pop();
        Ok(())
    }

    fn case(&mut self, meta: &UnionMeta<'_>, tag: u32) -> Result<()> {
        let Some(case) = meta.cases.get(tag as usize) else {
            return Err(Error::new(Code::Union, "no branch has this index"));
        };
        self.message()?;
        self.place = Place::plain(case.branch + 1, Mode::Single);
        Ok(())
    }

    fn end_case(&mut self, _meta: &UnionMeta<'_>) -> Result<()> {
        self.pop();
        Ok(())
    }

    /// As `google.protobuf.NullValue`, whose only value is 0.
    fn null(&mut self) -> Result<()> {
        self.put_varint(0)
    }

    fn absent_item(&mut self) -> Result<()> {
        match self.place.mode {
            Mode::Tuple => self.place.number += 1,
            Mode::Single => {}
            _ => return Err(Error::new(Code::Unsupported, "a list of Protocol Buffers holds no nulls")),
        }
        Ok(())
    }

    #[inline(always)]
    fn present_item(&mut self) -> Result<()> {
        self.place.implicit = false;
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<()> {
        self.put_varint(value.into())
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Result<()> {
        match self.place.encoding {
            Encoding::Sint32 | Encoding::Sint64 => self.put_varint(varint::zigzag(value)),
            Encoding::Fixed64 | Encoding::Sfixed64 => self.put_fixed(value.to_le_bytes()),
            Encoding::Sfixed32 => match i32::try_from(value) {
                Ok(value) => self.put_fixed(value.to_le_bytes()),
                Err(_) => Err(out_of_range()),
            },
            Encoding::Fixed32 => match u32::try_from(value) {
                Ok(value) => self.put_fixed(value.to_le_bytes()),
                Err(_) => Err(out_of_range()),
            },
            Encoding::Double => self.put_fixed((value as f64).to_le_bytes()),
            Encoding::Float => self.put_fixed((value as f32).to_le_bytes()),
            _ => self.put_varint(value as u64),
        }
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) -> Result<()> {
        match self.place.encoding {
            Encoding::Sint32 | Encoding::Sint64 => match i64::try_from(value) {
                Ok(value) => self.put_varint(varint::zigzag(value)),
                Err(_) => Err(out_of_range()),
            },
            Encoding::Fixed64 | Encoding::Sfixed64 => self.put_fixed(value.to_le_bytes()),
            Encoding::Fixed32 | Encoding::Sfixed32 => match u32::try_from(value) {
                Ok(value) => self.put_fixed(value.to_le_bytes()),
                Err(_) => Err(out_of_range()),
            },
            _ => self.put_varint(value),
        }
    }

    #[inline(always)]
    fn number(&mut self, value: f64) -> Result<()> {
        match self.place.encoding {
            Encoding::Float => self.put_fixed((value as f32).to_le_bytes()),
            Encoding::Default | Encoding::Double => self.put_fixed(value.to_le_bytes()),
            _ if value as i64 as f64 == value => Write::int(self, value as i64),
            _ => Err(out_of_range()),
        }
    }

    #[inline(always)]
    fn float32(&mut self, value: f32) -> Result<()> {
        match self.place.encoding {
            Encoding::Default | Encoding::Float => self.put_fixed(value.to_le_bytes()),
            _ => Write::number(self, value.into()),
        }
    }

    #[inline(always)]
    fn text(&mut self, value: &str) -> Result<()> {
        self.put_bytes(value.as_bytes())
    }

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        self.put_bytes(value)
    }

    #[inline(always)]
    fn date(&mut self, millis: i64) -> Result<()> {
        if !date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range"));
        }
        Write::int(self, millis)
    }

    fn bigint(&mut self, digits: &str) -> Result<()> {
        self.put_bytes(digits.as_bytes())
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        match meta.proto_number(index) {
            Some(number) => self.put_varint(i64::from(number) as u64),
            None => Err(Error::new(Code::Enum, "the value is not one of the enum's")),
        }
    }

    fn unknown(&mut self, meta: &EnumMeta<'_>, value: &Value<'_>) -> Result<()> {
        let number = value.as_int().and_then(|number| i32::try_from(number).ok());
        let is_known = |number: i32| meta.find_proto_number(number).is_some();
        match number {
            Some(number) if !is_known(number) => self.put_varint(i64::from(number) as u64),
            Some(_) => Err(Error::new(Code::Unsupported, "the number is that of another value of the open enum")),
            None => {
                Err(Error::new(Code::Unsupported, "Protocol Buffers has only integers for unknown values of an enum"))
            }
        }
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()> {
        match words {
            [] => self.put_varint(0),
            [word] => self.put_varint(*word),
            words => {
                let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                bytes.truncate(meta.names.len().div_ceil(8));
                self.put_bytes(&bytes)
            }
        }
    }

    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        let mut text = Vec::new();
        json::print_tree(&mut text, value, &mut self.depth)?;
        // The printer ends every value with a comma.
        text.pop();
        self.put_bytes(&text)
    }
}

/// A place in the output.
#[derive(Clone, Copy)]
pub struct Mark {
    length: usize,
    depth: Depth,
    place: Place,
    pack: usize,
    open: usize,
}

impl<'de> Sink<'de> for Writer<'_> {
    type Mark = Mark;

    fn mark(&self) -> Mark {
        Mark { length: self.out.len(), depth: self.depth, place: self.place, pack: self.pack, open: self.open }
    }

    /// The frames around the mark are as they were: what is in them changes only when they are closed.
    fn rollback(&mut self, mark: Mark) {
        self.out.truncate(mark.length);
        self.deeper.truncate(mark.open.saturating_sub(FRAMES));
        (self.depth, self.place, self.pack, self.open) = (mark.depth, mark.place, mark.pack, mark.open);
    }
}
