//! Reads the events of a message in Protocol Buffers.
//!
//! Fields may come in any order and more than once. The fast path compares the tag at hand with that of
//! the field that should come next. When a field turns out to come again, all of its occurrences are
//! looked up at once ([`super::gather`]): of a scalar the last counts, lists and maps go on, and messages
//! are merged, which is to read one after the other as if they were one.

use super::gather::{Gathered, Index, Occurrence};
use super::settings::{Encoding, Presence};
use super::varint::{END, FIXED32, FIXED64, LEN, START, VARINT, unzigzag};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, FlagsMeta, RecordMeta, UnionMeta};
use crate::text::{date, lexer};
use crate::value::Value;
use crate::wire::{Read, TextRef, ValueKind, Zero};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

/// In place of a wire type: the value is the message itself.
const ROOT: u8 = 8;
/// In place of a wire type: the value is missing and so it is zero.
const ZERO: u8 = 9;
/// In place of a wire type: the value occurs several times.
const GATHERED: u8 = 10;
/// In place of a wire type: a number in a packed list, without a tag.
const PACKED: u8 = 11;
/// In place of a wire type: the value has been read, and its enum does not know it.
const UNKNOWN: u8 = 12;

const EXPECTED_INTEGER: &str = "expected an integer";

/// Reads the events of one message in Protocol Buffers.
pub struct Reader<'de> {
    pub(super) input: &'de [u8],
    pub(super) pos: usize,
    /// Where the message at hand ends, or for a group the message around it.
    pub(super) end: usize,
    /// The wire type of the next value, or one of the above.
    wire: u8,
    /// The field of the next value.
    number: u32,
    encoding: Encoding,
    key: Encoding,
    /// Whether the next value is a field of a record, so that a list is the field repeated.
    is_field: bool,
    /// The value that an enum did not know.
    unknown: i64,
    depth: Depth,
    limits: Limits,
    strict: bool,
    /// What has been gathered, and which of it the next value is.
    gathers: Vec<Rc<Gathered>>,
    gathered: usize,
    cases: Vec<OpenCase>,
    scratch: String,
}

/// A case of a union that is open.
#[derive(Clone, Copy)]
struct OpenCase {
    /// Where the union's message ends.
    after: usize,
    parent_end: usize,
}

/// The state of a message that is being read.
pub struct Message {
    start: usize,
    parent_end: usize,
    /// The number of the group that this is; 0 for a message with a length.
    group: u32,
    /// The parts of a message that occurs several times.
    parts: Option<Box<Parts>>,
    /// The occurrences of all fields, once one has been met again.
    index: Option<Box<Index>>,
}

/// The parts of a merged message.
struct Parts {
    /// Start and end of each.
    ranges: Vec<(usize, usize)>,
    /// The part that is being read.
    at: usize,
    /// Where to go on after the message.
    resume: usize,
}

/// The state of a list or a tuple that is being read.
pub struct List {
    number: u32,
    encoding: Encoding,
    scalars: bool,
    /// Whether the first item has had its tag taken.
    first: bool,
    /// Where the packed items at hand end; 0 if there are none.
    packed_end: usize,
    parent_end: usize,
    /// Whether the list has a message of its own.
    wrapped: bool,
    gathered: Option<Rc<Gathered>>,
    at: usize,
}

/// The state of a map that is being read.
#[derive(Clone)]
pub struct Map {
    number: u32,
    key: Encoding,
    value: Encoding,
    first: bool,
    /// Where the entry at hand ends; 0 if there is none.
    entry_end: usize,
    /// Where the message ends that the entries are in.
    end: usize,
    parent_end: usize,
    wrapped: bool,
    gathered: Option<Rc<Gathered>>,
    at: usize,
}

/// A place in the input.
#[derive(Clone, Copy)]
pub struct Mark {
    pos: usize,
    end: usize,
    wire: u8,
    number: u32,
    encoding: Encoding,
    key: Encoding,
    is_field: bool,
    gathered: usize,
    depth: Depth,
}

impl<'de> Reader<'de> {
    /// Reads one message.
    #[inline]
    pub fn new(input: &'de [u8], options: &super::Options, limits: &Limits) -> Reader<'de> {
        Reader {
            input,
            pos: 0,
            end: input.len(),
            wire: ROOT,
            number: 1,
            encoding: Encoding::Default,
            key: Encoding::String,
            is_field: false,
            unknown: 0,
            depth: limits.depth(),
            limits: *limits,
            strict: options.strict,
            gathers: Vec::new(),
            gathered: 0,
            cases: Vec::new(),
            scratch: String::new(),
        }
    }

    /// Checks that the message has been read to its end.
    #[inline]
    pub fn finish(&mut self) -> Result<()> {
        if self.pos < self.end && self.wire != ROOT {
            return self.rest();
        }
        Ok(())
    }

    /// Skips the unknown fields behind a root that is no record.
    #[cold]
    fn rest(&mut self) -> Result<()> {
        while self.pos < self.end {
            let (_, wire) = self.tag()?;
            self.skip_value(wire)?;
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn truncated(&self) -> Error {
        Error::new(Code::Structure, "the message ends in the middle of a value").at(self.pos)
    }

    #[cold]
    #[inline(never)]
    fn mismatch<T>(&self, message: &'static str) -> Result<T> {
        Err(Error::new(Code::Type, message).at(self.pos))
    }

    #[inline(always)]
    pub(super) fn varint(&mut self) -> Result<u64> {
        match self.input.get(self.pos) {
            Some(&byte) if byte < 0x80 && self.pos < self.end => {
                self.pos += 1;
                Ok(byte.into())
            }
            _ => self.long_varint(),
        }
    }

    #[inline(never)]
    fn long_varint(&mut self) -> Result<u64> {
        let mut value = 0;
        let bytes = &self.input[self.pos..self.end];
        for (at, &byte) in bytes.iter().enumerate().take(10) {
            value |= u64::from(byte & 0x7f) << (7 * at);
            if byte < 0x80 {
                if at == 9 && byte > 1 {
                    return Err(self.error(Code::Structure, "a varint has more than 64 bits"));
                }
                self.pos += at + 1;
                return Ok(value);
            }
        }
        if bytes.len() >= 10 {
            return Err(self.error(Code::Structure, "a varint has more than ten bytes"));
        }
        Err(self.truncated())
    }

    /// The number and the wire type of the field that comes next.
    pub(super) fn tag(&mut self) -> Result<(u32, u8)> {
        let start = self.pos;
        let tag = self.varint()?;
        let wire = (tag & 7) as u8;
        match u32::try_from(tag) {
            Ok(tag) if tag >> 3 != 0 && wire <= FIXED32 => Ok((tag >> 3, wire)),
            _ => Err(Error::new(Code::Structure, "a tag that no field has").at(start)),
        }
    }

    #[inline(always)]
    fn fixed<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.input[self.pos..self.end].first_chunk::<N>() {
            Some(bytes) => {
                self.pos += N;
                Ok(*bytes)
            }
            None => Err(self.truncated()),
        }
    }

    /// A length, and the bytes that it counts, of which the position is then the first.
    #[inline(always)]
    pub(super) fn length(&mut self) -> Result<usize> {
        let length = self.varint()?;
        if length > (self.end - self.pos) as u64 {
            return Err(self.truncated());
        }
        Ok(length as usize)
    }

    #[inline(always)]
    fn slice(&mut self) -> Result<&'de [u8]> {
        let length = self.length()?;
        let bytes = &self.input[self.pos..self.pos + length];
        self.pos += length;
        Ok(bytes)
    }

    /// Skips a value of this wire type; of a group, to its end.
    pub(super) fn skip_value(&mut self, wire: u8) -> Result<()> {
        match wire {
            VARINT => self.varint().map(|_| ()),
            FIXED64 => self.fixed::<8>().map(|_| ()),
            FIXED32 => self.fixed::<4>().map(|_| ()),
            LEN => self.slice().map(|_| ()),
            START => self.skip_group(),
            _ => Err(self.error(Code::Structure, "the end of a group that has not begun")),
        }
    }

    /// Skips to the end of a group whose start has been taken, through groups inside it.
    fn skip_group(&mut self) -> Result<()> {
        // The number of the group itself is not at hand where its occurrences are gathered, but its end has
        // the number of its start in every message that is well-formed, so what is nested is checked.
        let mut depth = self.depth;
        let mut open: Vec<u32> = Vec::new();
        loop {
            let (number, wire) = self.tag()?;
            match wire {
                START => {
                    depth.enter().map_err(|error| error.at(self.pos))?;
                    open.push(number);
                }
                END => match open.pop() {
                    None => return Ok(()),
                    Some(expected) if expected == number => depth.leave(),
                    Some(_) => return Err(self.error(Code::Structure, "the end of another group")),
                },
                wire => self.skip_value(wire)?,
            }
        }
    }

    #[inline(always)]
    fn enter(&mut self) -> Result<()> {
        self.depth.enter().map_err(|error| error.at(self.pos))
    }

    /// Opens the message that is the next value.
    #[inline(always)]
    fn open(&mut self) -> Result<Message> {
        self.enter()?;
        let parent_end = self.end;
        if self.wire == LEN {
            let length = self.length()?;
            self.end = self.pos + length;
            return Ok(Message { start: self.pos, parent_end, group: 0, parts: None, index: None });
        }
        self.open_other(parent_end)
    }

    #[inline(never)]
    fn open_other(&mut self, parent_end: usize) -> Result<Message> {
        let mut message = Message { start: self.pos, parent_end, group: 0, parts: None, index: None };
        match self.wire {
            ROOT => {}
            START => message.group = self.number,
            ZERO => self.end = self.pos,
            GATHERED => {
                let gathered = self.gathered();
                let ranges = self.ranges(&gathered.occurrences)?;
                (self.pos, self.end) = ranges.first().copied().unwrap_or((self.pos, self.pos));
                message.start = self.pos;
                message.parts = Some(Box::new(Parts { ranges, at: 0, resume: gathered.resume }));
            }
            _ => return self.mismatch("expected a message"),
        }
        Ok(message)
    }

    /// What each occurrence of a message holds.
    fn ranges(&mut self, occurrences: &[Occurrence]) -> Result<Vec<(usize, usize)>> {
        let (pos, end) = (self.pos, self.end);
        let mut ranges = Vec::with_capacity(occurrences.len());
        for occurrence in occurrences {
            (self.pos, self.end) = (occurrence.pos, occurrence.end);
            match occurrence.wire {
                LEN => {
                    let length = self.length()?;
                    ranges.push((self.pos, self.pos + length));
                }
                START => {
                    let start = self.pos;
                    let mut last = start;
                    // The end of the group is the last tag that skipping takes.
                    self.skip_group()?;
                    core::mem::swap(&mut last, &mut self.pos);
                    ranges.push((start, group_content_end(self.input, last)));
                }
                _ => return self.mismatch("expected a message"),
            }
        }
        (self.pos, self.end) = (pos, end);
        Ok(ranges)
    }

    /// Goes on with the next part of a merged message, if there is one.
    #[cold]
    #[inline(never)]
    fn next_part(&mut self, state: &mut Message) -> bool {
        let Some(parts) = &mut state.parts else { return false };
        while parts.at + 1 < parts.ranges.len() {
            parts.at += 1;
            (self.pos, self.end) = parts.ranges[parts.at];
            if self.pos < self.end {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn close(&mut self, state: &Message) {
        self.depth.leave();
        self.end = state.parent_end;
        if let Some(parts) = &state.parts {
            self.pos = parts.resume;
        }
    }

    /// Takes the tag that comes next if it is that of this field.
    #[inline(always)]
    fn tag_is(&mut self, number: u32) -> bool {
        let bytes = &self.input[self.pos..self.end];
        let wire = match number {
            1..16 => {
                let Some(&byte) = bytes.first() else { return false };
                let wire = byte ^ (number << 3) as u8;
                if wire >= 8 || wire == END {
                    return false;
                }
                self.pos += 1;
                wire
            }
            16..2048 => {
                let Some(&[low, high]) = bytes.first_chunk::<2>() else { return false };
                let wire = low ^ ((number << 3) as u8 | 0x80);
                if wire >= 8 || wire == END || u32::from(high) != number >> 4 {
                    return false;
                }
                self.pos += 2;
                wire
            }
            _ => return self.long_tag_is(number),
        };
        self.wire = wire;
        true
    }

    #[cold]
    #[inline(never)]
    fn long_tag_is(&mut self, number: u32) -> bool {
        let start = self.pos;
        match self.tag() {
            Ok((found, wire)) if found == number && wire != END => {
                self.wire = wire;
                true
            }
            _ => {
                self.pos = start;
                false
            }
        }
    }

    #[inline(always)]
    fn at_field(&mut self, meta: &RecordMeta<'_>, index: usize, number: u32) {
        let settings = &meta.fields[index].settings.proto;
        (self.encoding, self.key) = (settings.encoding, settings.key);
        self.number = number;
        self.is_field = true;
    }

    /// The next value is the one field of its message, or an item.
    #[inline(always)]
    fn at_single(&mut self, number: u32, encoding: Encoding) {
        (self.encoding, self.key) = (encoding, Encoding::String);
        self.number = number;
        self.is_field = false;
    }

    #[cold]
    fn gathered(&self) -> Rc<Gathered> {
        self.gathers.get(self.gathered).cloned().unwrap_or_default()
    }

    /// The next value is one that occurs several times.
    fn at_gathered(&mut self, occurrences: Vec<Occurrence>, resume: usize) {
        self.gathered = self.gathers.len();
        self.gathers.push(Rc::new(Gathered { occurrences, resume }));
        self.wire = GATHERED;
    }

    /// Reads a scalar that is not at hand: the zero, or the last of several.
    #[cold]
    #[inline(never)]
    fn elsewhere<T>(
        &mut self,
        zero: T,
        expected: &'static str,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        match self.wire {
            ZERO => Ok(zero),
            GATHERED => {
                let gathered = self.gathered();
                let Some(last) = gathered.occurrences.last() else { return Ok(zero) };
                let end = core::mem::replace(&mut self.end, last.end);
                (self.pos, self.wire) = (last.pos, last.wire);
                let value = read(self)?;
                (self.pos, self.end) = (gathered.resume, end);
                Ok(value)
            }
            ROOT => {
                // A scalar root is field 1 of the message; the last occurrence counts.
                let mut found = None;
                while self.pos < self.end {
                    let (number, wire) = self.tag()?;
                    if number == 1 {
                        found = Some((self.pos, wire));
                    }
                    self.skip_value(wire)?;
                }
                let Some((pos, wire)) = found else {
                    self.wire = ZERO;
                    return Ok(zero);
                };
                (self.pos, self.wire) = (pos, wire);
                let value = read(self)?;
                self.pos = self.end;
                Ok(value)
            }
            _ => self.mismatch(expected),
        }
    }

    #[cold]
    #[inline(never)]
    fn integer_elsewhere(&mut self) -> Result<i64> {
        if self.wire == UNKNOWN { Ok(self.unknown) } else { self.elsewhere(0, EXPECTED_INTEGER, Self::integer) }
    }

    #[cold]
    #[inline(never)]
    fn double_elsewhere(&mut self) -> Result<f64> {
        if self.wire == UNKNOWN {
            Ok(self.unknown as f64)
        } else {
            self.elsewhere(0.0, "expected a double", Self::double)
        }
    }

    #[inline(always)]
    fn integer(&mut self) -> Result<i64> {
        let expected = match self.encoding {
            Encoding::Fixed32 | Encoding::Sfixed32 | Encoding::Float => FIXED32,
            Encoding::Fixed64 | Encoding::Sfixed64 | Encoding::Double => FIXED64,
            _ => VARINT,
        };
        if self.wire != expected && self.wire != PACKED {
            return self.integer_elsewhere();
        }
        Ok(match self.encoding {
            Encoding::Int32 | Encoding::Enum => i64::from(self.varint()? as i32),
            Encoding::Uint32 => i64::from(self.varint()? as u32),
            Encoding::Sint32 => i64::from(unzigzag(u64::from(self.varint()? as u32)) as i32),
            Encoding::Sint64 => unzigzag(self.varint()?),
            Encoding::Bool => i64::from(self.varint()? != 0),
            Encoding::Fixed32 => u32::from_le_bytes(self.fixed()?).into(),
            Encoding::Sfixed32 => i32::from_le_bytes(self.fixed()?).into(),
            Encoding::Fixed64 | Encoding::Sfixed64 => i64::from_le_bytes(self.fixed()?),
            Encoding::Double | Encoding::Float => {
                let start = self.pos;
                let value = self.double()?;
                if value as i64 as f64 != value {
                    self.pos = start;
                    return self.mismatch(EXPECTED_INTEGER);
                }
                value as i64
            }
            _ => self.varint()? as i64,
        })
    }

    #[inline(always)]
    fn double(&mut self) -> Result<f64> {
        match self.encoding {
            Encoding::Default | Encoding::Double => {
                if self.wire != FIXED64 && self.wire != PACKED {
                    return self.double_elsewhere();
                }
                Ok(f64::from_le_bytes(self.fixed()?))
            }
            Encoding::Float => {
                if self.wire != FIXED32 && self.wire != PACKED {
                    return self.elsewhere(0.0, "expected a float", Self::double);
                }
                Ok(f32::from_le_bytes(self.fixed()?).into())
            }
            Encoding::Uint64 | Encoding::Fixed64 => self.integer().map(|value| value as u64 as f64),
            _ => self.integer().map(|value| value as f64),
        }
    }

    fn single(&mut self) -> Result<f32> {
        if self.wire != FIXED32 && self.wire != PACKED {
            return self.elsewhere(0.0, "expected a float", Self::single);
        }
        Ok(f32::from_le_bytes(self.fixed()?))
    }

    #[inline(always)]
    fn octets(&mut self) -> Result<&'de [u8]> {
        if self.wire != LEN {
            return self.elsewhere(&[][..], "expected a string or bytes", Self::octets);
        }
        self.slice()
    }

    #[inline(always)]
    fn string(&mut self) -> Result<&'de str> {
        let bytes = self.octets()?;
        match crate::text::utf8::validate(bytes) {
            Ok(text) => Ok(text),
            Err(valid) => {
                let start = bytes.as_ptr() as usize - self.input.as_ptr() as usize;
                Err(not_utf8(start + valid))
            }
        }
    }

    /// The occurrences of a field in the message at hand, from the position of one of them.
    fn gather(&mut self, state: &mut Message, number: u32) -> Result<()> {
        let (pos, end) = (self.pos, self.end);
        self.skip_value(self.wire)?;
        let resume = self.pos;
        if state.index.is_none() {
            let whole = [(state.start, self.end)];
            let ranges = state.parts.as_ref().map_or(&whole[..], |parts| &parts.ranges);
            let index = Index::of(self, ranges, state.group != 0)?;
            state.index = Some(Box::new(index));
        }
        (self.pos, self.end) = (pos, end);
        let occurrences = state.index.as_ref().map_or(&[][..], |index| index.of_field(number)).to_vec();
        if let Some(index) = &mut state.index {
            index.done(number);
        }
        self.at_gathered(occurrences, resume);
        Ok(())
    }
}

#[cold]
#[inline(never)]
fn not_utf8(offset: usize) -> Error {
    Error::new(Code::Utf8, "the string is not UTF-8").at(offset)
}

/// Where the content of a group ends whose end tag ends at `after`.
fn group_content_end(input: &[u8], after: usize) -> usize {
    let mut start = after - 1;
    // All bytes of a varint but the last have the high bit.
    while start > 0 && after - start < 10 && input[start - 1] >= 0x80 {
        start -= 1;
    }
    start
}

impl<'de> Read<'de> for Reader<'de> {
    type Record = Message;
    type List = List;
    type Map = Map;
    type Mark = Mark;
    const CARRIES_DISCRIMINATOR: bool = true;
    const ORDERED: bool = false;
    const IMPLICIT_PRESENCE: bool = true;

    #[inline(always)]
    fn zero<T>(meta: &RecordMeta<'_>, index: usize, decode: impl FnOnce(&mut Zero) -> Result<T>) -> Option<T> {
        match meta.fields[index].settings.proto.presence {
            Presence::Required => None,
            _ => decode(&mut Zero).ok(),
        }
    }

    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>) -> Result<Message> {
        self.open()
    }

    #[inline(always)]
    fn field_is(&mut self, state: &mut Message, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        let number = meta.number(index);
        if !self.tag_is(number)
            && (self.pos < self.end || state.parts.is_none() || !self.next_part(state) || !self.tag_is(number))
        {
            return Ok(false);
        }
        self.at_field(meta, index, number);
        Ok(true)
    }

    fn next_field(&mut self, state: &mut Message, meta: &RecordMeta<'_>) -> Result<Option<usize>> {
        loop {
            if self.pos >= self.end && !self.next_part(state) {
                if state.group != 0 {
                    return Err(self.truncated());
                }
                self.close(state);
                return Ok(None);
            }
            let start = self.pos;
            let (number, wire) = self.tag()?;
            if wire == END {
                if number != state.group || state.parts.is_some() {
                    return Err(Error::new(Code::Structure, "the end of another group").at(start));
                }
                self.close(state);
                return Ok(None);
            }
            match meta.find_number(number) {
                Some(_) if state.index.as_ref().is_some_and(|index| index.is_done(number)) => self.skip_value(wire)?,
                Some(index) => {
                    self.wire = wire;
                    self.at_field(meta, index, number);
                    return Ok(Some(index));
                }
                None if self.strict => {
                    return Err(Error::new(Code::Extra, "the field is not in the schema").at(start));
                }
                None => self.skip_value(wire)?,
            }
        }
    }

    #[inline(always)]
    fn end_record(&mut self, state: &mut Message, _meta: &RecordMeta<'_>) -> Result<bool> {
        if self.pos != self.end && state.group == 0 {
            return Ok(false);
        }
        if state.parts.is_some() && self.next_part(state) {
            return Ok(false);
        }
        if state.group != 0 {
            // The end of the group is a tag, which the longer way takes.
            return Ok(false);
        }
        self.close(state);
        Ok(true)
    }

    fn duplicate(&mut self, state: &mut Message, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        self.gather(state, meta.number(index))?;
        Ok(true)
    }

    fn list(&mut self) -> Result<List> {
        self.list_of(false)
    }

    fn list_of(&mut self, scalars: bool) -> Result<List> {
        let mut list = List {
            number: self.number,
            encoding: self.encoding,
            scalars,
            first: true,
            packed_end: 0,
            parent_end: self.end,
            wrapped: false,
            gathered: None,
            at: 0,
        };
        self.enter()?;
        match self.wire {
            ROOT => (list.number, list.first, list.wrapped) = (1, false, true),
            ZERO => (list.first, self.end) = (false, self.pos),
            GATHERED if self.is_field => list.gathered = Some(self.gathered()),
            LEN if !self.is_field => {
                let length = self.length()?;
                self.end = self.pos + length;
                (list.number, list.first, list.wrapped) = (1, false, true);
                list.encoding = Encoding::Default;
            }
            _ if !self.is_field => return self.mismatch("expected a message with a list"),
            _ => {}
        }
        Ok(list)
    }

    fn tuple(&mut self, length: usize) -> Result<List> {
        let message = self.open()?;
        // The last occurrence of each item, and nothing for one that is missing.
        let whole = [(message.start, self.end)];
        let ranges = message.parts.as_ref().map_or(&whole[..], |parts| &parts.ranges);
        let index = Index::of(self, ranges, message.group != 0)?;
        let after = match &message.parts {
            Some(parts) => parts.resume,
            None if message.group != 0 => self.pos,
            None => self.end,
        };
        let mut occurrences = Vec::with_capacity(length.min(64));
        for number in 1..=length as u32 {
            let missing = Occurrence { number, wire: ZERO, pos: self.pos, end: self.pos };
            occurrences.push(index.of_field(number).last().copied().unwrap_or(missing));
        }
        Ok(List {
            number: 1,
            encoding: Encoding::Default,
            scalars: false,
            first: false,
            packed_end: 0,
            parent_end: message.parent_end,
            wrapped: false,
            gathered: Some(Rc::new(Gathered { occurrences, resume: after })),
            at: 0,
        })
    }

    #[inline(always)]
    fn item(&mut self, list: &mut List) -> Result<bool> {
        if list.packed_end != 0 {
            if self.pos < list.packed_end {
                self.wire = PACKED;
                return Ok(true);
            }
            if self.pos > list.packed_end {
                return Err(self.truncated());
            }
            list.packed_end = 0;
        }
        self.next_item(list)
    }

    fn size_hint(&self, list: &List) -> usize {
        // At most ten bytes make a number, and eight make most of those that are not short.
        if list.scalars && list.first && self.wire == LEN {
            return self.input[self.pos..self.end].first().map_or(0, |&length| usize::from(length & 0x7f) / 8);
        }
        0
    }

    fn map(&mut self) -> Result<Map> {
        let mut map = Map {
            number: self.number,
            key: self.key,
            value: self.encoding,
            first: true,
            entry_end: 0,
            end: self.end,
            parent_end: self.end,
            wrapped: false,
            gathered: None,
            at: 0,
        };
        self.enter()?;
        match self.wire {
            ROOT => (map.number, map.first, map.wrapped) = (1, false, true),
            ZERO => (map.first, map.end) = (false, self.pos),
            GATHERED if self.is_field => map.gathered = Some(self.gathered()),
            LEN if !self.is_field => {
                let length = self.length()?;
                map.end = self.pos + length;
                (map.number, map.first, map.wrapped) = (1, false, true);
                (map.key, map.value) = (Encoding::String, Encoding::Default);
            }
            _ if !self.is_field => return self.mismatch("expected a message with a map"),
            _ => {}
        }
        self.end = map.end;
        Ok(map)
    }

    fn key<'s>(&'s mut self, map: &mut Map) -> Result<Option<TextRef<'de, 's>>> {
        if map.entry_end != 0 {
            (self.pos, self.end) = (map.entry_end, map.end);
            map.entry_end = 0;
        }
        if !self.next_entry(map)? {
            self.depth.leave();
            self.end = map.parent_end;
            if let Some(gathered) = &map.gathered {
                self.pos = gathered.resume;
            }
            return Ok(None);
        }
        self.entry(map).map(Some)
    }

    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        let branch = self.open_case(meta)?;
        match meta.cases.iter().position(|case| case.branch == branch) {
            Some(tag) => Ok(tag as u32),
            None => Err(self.error(Code::Union, "no branch of the union is set")),
        }
    }

    fn plain_case(&mut self, meta: &UnionMeta<'_>) -> Result<Option<u32>> {
        self.open_case(meta).map(Some)
    }

    fn end_case(&mut self, _meta: &UnionMeta<'_>) -> Result<()> {
        self.depth.leave();
        if let Some(case) = self.cases.pop() {
            (self.pos, self.end) = (case.after, case.parent_end);
        }
        Ok(())
    }

    fn null(&mut self) -> Result<bool> {
        if self.wire == ZERO {
            return Ok(true);
        }
        self.integer().map(|_| true)
    }

    fn absent_item(&mut self) -> Result<bool> {
        Ok(self.wire == ZERO)
    }

    fn kind(&mut self) -> Result<ValueKind> {
        Ok(ValueKind::Other)
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool> {
        self.integer().map(|value| value != 0)
    }

    #[inline(always)]
    fn int(&mut self) -> Result<i64> {
        self.integer()
    }

    #[inline(always)]
    fn uint(&mut self) -> Result<u64> {
        let start = self.pos;
        let value = self.integer()?;
        match self.encoding {
            Encoding::Sint32 | Encoding::Sint64 | Encoding::Sfixed32 | Encoding::Int32 if value < 0 => {
                self.pos = start;
                self.mismatch("expected an unsigned integer")
            }
            _ => Ok(value as u64),
        }
    }

    #[inline(always)]
    fn number(&mut self) -> Result<f64> {
        self.double()
    }

    #[inline(always)]
    fn float32(&mut self) -> Result<f32> {
        match self.encoding {
            Encoding::Default | Encoding::Float => self.single(),
            _ => self.double().map(|value| value as f32),
        }
    }

    #[inline(always)]
    fn text<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        self.string().map(TextRef::Borrowed)
    }

    #[inline(always)]
    fn bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        self.octets().map(Cow::Borrowed)
    }

    fn date(&mut self) -> Result<i64> {
        let start = self.pos;
        let millis = self.integer()?;
        if !date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range").at(start));
        }
        Ok(millis)
    }

    fn bigint(&mut self) -> Result<Cow<'de, str>> {
        let start = self.pos;
        match self.string()? {
            // The zero of a string.
            "" if self.wire == ZERO => Ok(Cow::Borrowed("0")),
            digits if lexer::is_bigint(digits) => Ok(Cow::Borrowed(digits)),
            _ => Err(Error::new(Code::Type, "expected decimal digits").at(start)),
        }
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        let start = self.pos;
        let number = self.integer()? as i32;
        let found = meta.find_proto_number(number);
        if found.is_none() {
            if !meta.open {
                return Err(Error::new(Code::Enum, "the number is not one of the enum's").at(start));
            }
            (self.wire, self.unknown) = (UNKNOWN, number.into());
        }
        Ok(found)
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        let start = self.pos;
        let count = meta.names.len();
        if let [word] = words {
            *word = self.integer()? as u64;
        } else {
            for (at, &byte) in self.octets()?.iter().enumerate() {
                match words.get_mut(at / 8) {
                    Some(word) => *word |= u64::from(byte) << (at % 8 * 8),
                    None if byte == 0 => {}
                    None => return Err(Error::new(Code::Structure, "more flags than the schema has").at(start)),
                }
            }
        }
        if !count.is_multiple_of(64)
            && let Some(last) = words.last_mut()
            && *last >> (count % 64) != 0
        {
            if self.strict {
                return Err(Error::new(Code::Extra, "a flag is not in the schema").at(start));
            }
            *last &= (1 << (count % 64)) - 1;
        }
        Ok(())
    }

    fn json(&mut self) -> Result<Value<'de>> {
        if self.wire == UNKNOWN {
            return Ok(Value::Int(self.unknown));
        }
        let text = self.string()?;
        if text.is_empty() && self.wire == ZERO {
            return Ok(Value::Null);
        }
        let start = text.as_ptr() as usize - self.input.as_ptr() as usize;
        let limits = Limits { max_depth: self.depth.left(), ..self.limits };
        let value = crate::wire::json::parse_bytes(text.as_bytes(), crate::wire::json::Duplicates::Last, &limits);
        value.map_err(|error| error.shifted(start))
    }

    fn skip(&mut self) -> Result<()> {
        match self.wire {
            GATHERED => {
                self.pos = self.gathered().resume;
                Ok(())
            }
            ZERO | ROOT | UNKNOWN => Ok(()),
            wire => self.skip_value(wire),
        }
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        Mark {
            pos: self.pos,
            end: self.end,
            wire: self.wire,
            number: self.number,
            encoding: self.encoding,
            key: self.key,
            is_field: self.is_field,
            gathered: self.gathered,
            depth: self.depth,
        }
    }

    #[inline(always)]
    fn seek(&mut self, mark: Mark) {
        (self.pos, self.end, self.wire, self.number) = (mark.pos, mark.end, mark.wire, mark.number);
        (self.encoding, self.key, self.is_field, self.depth) = (mark.encoding, mark.key, mark.is_field, mark.depth);
        self.gathered = mark.gathered;
    }

    /// Never called: every union says its branch.
    fn retry(&mut self, mark: Mark) -> Result<()> {
        self.seek(mark);
        Ok(())
    }

    fn offset(&self) -> usize {
        self.pos
    }
}

impl<'de> Reader<'de> {
    /// The next item that is not in the packed run at hand; `false` closes the list.
    fn next_item(&mut self, list: &mut List) -> Result<bool> {
        loop {
            if !self.occurrence(list)? {
                self.depth.leave();
                self.end = list.parent_end;
                if let Some(gathered) = &list.gathered {
                    self.pos = gathered.resume;
                }
                return Ok(false);
            }
            self.at_single(list.number, list.encoding);
            if list.scalars && self.wire == LEN {
                let length = self.length()?;
                if length == 0 {
                    continue;
                }
                list.packed_end = self.pos + length;
                self.wire = PACKED;
            }
            return Ok(true);
        }
    }

    /// Takes the tag of the next occurrence of a list's field.
    #[inline(always)]
    fn occurrence(&mut self, list: &mut List) -> Result<bool> {
        if let Some(gathered) = &list.gathered {
            let Some(next) = gathered.occurrences.get(list.at) else { return Ok(false) };
            (self.pos, self.end, self.wire) = (next.pos, next.end, next.wire);
            list.at += 1;
            return Ok(true);
        }
        if core::mem::take(&mut list.first) || self.tag_is(list.number) {
            return Ok(true);
        }
        if list.wrapped { self.wrapped_field(list.number) } else { Ok(false) }
    }

    /// Takes the tag of a field in a message that is there for the field alone; others are skipped.
    fn wrapped_field(&mut self, number: u32) -> Result<bool> {
        while self.pos < self.end {
            let (found, wire) = self.tag()?;
            if found == number && wire != END {
                self.wire = wire;
                return Ok(true);
            }
            self.skip_value(wire)?;
        }
        Ok(false)
    }

    /// Takes the tag of the next entry of a map.
    fn next_entry(&mut self, map: &mut Map) -> Result<bool> {
        if let Some(gathered) = &map.gathered {
            let Some(next) = gathered.occurrences.get(map.at) else { return Ok(false) };
            (self.pos, self.end, self.wire) = (next.pos, next.end, next.wire);
            map.end = next.end;
            map.at += 1;
            return Ok(true);
        }
        if core::mem::take(&mut map.first) || self.tag_is(map.number) {
            return Ok(true);
        }
        if map.wrapped { self.wrapped_field(map.number) } else { Ok(false) }
    }

    /// The key of the entry at hand; then its value comes next.
    fn entry<'s>(&'s mut self, map: &mut Map) -> Result<TextRef<'de, 's>> {
        if self.wire != LEN {
            return self.mismatch("expected an entry of a map");
        }
        let length = self.length()?;
        map.entry_end = self.pos + length;
        self.end = map.entry_end;
        let (mut key, mut value) = (None, None);
        while self.pos < self.end {
            let (number, wire) = self.tag()?;
            match number {
                1 => key = Some((self.pos, wire)),
                2 => value = Some((self.pos, wire)),
                _ if self.strict => return Err(self.error(Code::Extra, "an entry of a map has a key and a value")),
                _ => {}
            }
            self.skip_value(wire)?;
        }
        let (pos, wire) = key.unwrap_or((self.pos, ZERO));
        (self.pos, self.wire, self.encoding) = (pos, wire, map.key);
        let text = match map.key {
            Encoding::String | Encoding::Default | Encoding::Bytes | Encoding::Message => Some(self.string()?),
            _ => None,
        };
        if text.is_none() {
            let value = self.integer()?;
            self.scratch.clear();
            let written = match map.key {
                Encoding::Bool => write!(self.scratch, "{}", value != 0),
                Encoding::Uint64 | Encoding::Fixed64 => write!(self.scratch, "{}", value as u64),
                _ => write!(self.scratch, "{value}"),
            };
            // Writing to a string does not fail.
            written.unwrap_or_default();
        }
        let (pos, wire) = value.unwrap_or((map.entry_end, ZERO));
        (self.pos, self.wire) = (pos, wire);
        self.at_single(2, map.value);
        Ok(text.map_or(TextRef::Scratch(&self.scratch), TextRef::Borrowed))
    }

    /// Opens the message of a union: its branch, whose value comes next.
    fn open_case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        let message = self.open()?;
        let branches = meta.cases.last().map_or(0, |case| case.branch + 1);
        let whole = [(message.start, self.end)];
        let ranges = message.parts.as_ref().map_or(&whole[..], |parts| &parts.ranges);
        let start = self.pos;
        let end = self.end;
        let after = |reader: &Self| match &message.parts {
            Some(parts) => parts.resume,
            None if message.group != 0 => reader.pos,
            None => end,
        };
        // Most unions have one field that ends with their message.
        if message.parts.is_none() && message.group == 0 && self.pos < self.end {
            let (number, wire) = self.tag()?;
            let pos = self.pos;
            self.skip_value(wire)?;
            if self.pos == self.end && (1..=branches).contains(&number) {
                self.cases.push(OpenCase { after: end, parent_end: message.parent_end });
                (self.pos, self.wire) = (pos, wire);
                self.at_single(number, Encoding::Default);
                return Ok(number - 1);
            }
            self.pos = start;
        }
        let occurrences = Index::in_order(self, ranges, message.group != 0)?;
        let after = after(self);
        let members = occurrences.into_iter().filter(|occurrence| (1..=branches).contains(&occurrence.number));
        let members: Vec<Occurrence> = members.collect();
        let Some(last) = members.last().copied() else {
            self.pos = start;
            return Err(self.error(Code::Union, "no branch of the union is set"));
        };
        // A member that is set again goes on with what it was; another one takes its place.
        let run = members.iter().rev().take_while(|member| member.number == last.number).count();
        self.cases.push(OpenCase { after, parent_end: message.parent_end });
        self.at_single(last.number, Encoding::Default);
        if run == 1 {
            (self.pos, self.end, self.wire) = (last.pos, last.end, last.wire);
        } else {
            let occurrences = members[members.len() - run..].to_vec();
            self.at_gathered(occurrences, after);
        }
        Ok(last.number - 1)
    }
}
