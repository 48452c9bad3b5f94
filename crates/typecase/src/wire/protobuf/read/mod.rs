//! Reads the events of a message in Protocol Buffers.
//!
//! Fields may come in any order and more than once. The fast path compares the tag at hand with that of
//! the field that should come next. When a field turns out to come again, all of its occurrences are
//! looked up at once ([`super::gather`]): of a scalar the last counts, lists and maps go on, and messages
//! are merged, which is to read one after the other as if they were one.

mod bytes;
mod message;
mod repeated;
mod scalars;
mod settle;
mod unknown;

pub use message::Message;
pub use repeated::{List, Map};

use super::gather::{Gathered, Occurrence};
use super::settings::{Encoding, Presence};
use super::varint::{END, LEN};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, FlagsMeta, Nullity, RecordMeta, UnionMeta};
use crate::text::{date, lexer};
use crate::value::Value;
use crate::wire::{Read, TextRef, ValueKind, Zero, out_of_range};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use message::OpenCase;

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
/// In place of a wire type: the value is what the message has beyond the schema.
const BEYOND: u8 = 13;

const EXPECTED_INTEGER: &str = "expected an integer";

/// Reads the events of one message in Protocol Buffers.
pub struct Reader<'de> {
    /// The input up to the end of the message at hand, or of the message around a group.
    pub(super) input: &'de [u8],
    whole: &'de [u8],
    pub(super) pos: usize,
    /// The wire type of the next value, or one of the above.
    wire: u8,
    /// The field of the next value.
    number: u32,
    encoding: Encoding,
    key: Encoding,
    /// Whether the next value is a field of a record, so that a list is the field repeated.
    is_field: bool,
    strict: bool,
    depth: Depth,
    /// Which of what has been gathered the next value is.
    gathered: usize,
    max_bytes: usize,
    /// What few messages need.
    rare: Option<Box<Rare<'de>>>,
}

/// What few messages need: fields that are met again, unions, maps with numbers as keys, and what the schema or
/// an enum does not know.
#[derive(Default)]
struct Rare<'de> {
    gathers: Vec<Rc<Gathered>>,
    cases: Vec<OpenCase>,
    scratch: String,
    unknown: i64,
    /// What messages have beyond the schema.
    beyond: Vec<Cow<'de, [u8]>>,
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
            whole: input,
            pos: 0,
            wire: ROOT,
            number: 1,
            encoding: Encoding::Default,
            key: Encoding::String,
            is_field: false,
            strict: options.strict,
            depth: limits.depth(),
            gathered: 0,
            max_bytes: limits.max_bytes,
            rare: None,
        }
    }

    /// Checks that the message has been read to its end.
    #[inline]
    pub fn finish(&mut self) -> Result<()> {
        if self.pos < self.end() && self.wire != ROOT {
            return self.rest();
        }
        Ok(())
    }

    /// Skips the unknown fields behind a root that is no record.
    #[cold]
    pub(super) fn rest(&mut self) -> Result<()> {
        while self.pos < self.end() {
            let (number, wire) = self.tag()?;
            self.skip_value(number, wire)?;
        }
        Ok(())
    }

    /// Where the message at hand ends.
    #[inline(always)]
    pub(super) fn end(&self) -> usize {
        self.input.len()
    }

    /// The message at hand ends here.
    #[inline(always)]
    pub(super) fn set_end(&mut self, end: usize) {
        // An end is always one of the input or of a part of it.
        self.input = self.whole.get(..end).unwrap_or(self.whole);
    }

    #[cold]
    #[inline(never)]
    fn rare(&mut self) -> &mut Rare<'de> {
        self.rare.get_or_insert_default()
    }

    #[inline(always)]
    fn enter(&mut self) -> Result<()> {
        self.depth.enter().map_err(|error| error.at(self.pos))
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
        let rare = self.rare.as_ref();
        rare.and_then(|rare| rare.gathers.get(self.gathered)).cloned().unwrap_or_default()
    }

    /// The next value is one that occurs several times.
    fn at_gathered(&mut self, occurrences: Vec<Occurrence>, resume: usize) {
        let gathers = &mut self.rare().gathers;
        let at = gathers.len();
        gathers.push(Rc::new(Gathered { occurrences, resume }));
        self.gathered = at;
        self.wire = GATHERED;
    }
}

/// Whether it takes a closer look at a field to say if it counts: a member of a oneof may be followed by another,
/// and a number may be none of a closed enum's.
#[inline(always)]
fn must_settle(meta: &RecordMeta<'_>, index: usize) -> bool {
    let field = &meta.fields[index];
    field.settings.proto.oneof != 0
        || (field.closed.is_some() && meta.unknown.is_some())
        || !matches!(field.nullity, Nullity::Never | Nullity::Optional)
}

impl<'de> Read<'de> for Reader<'de> {
    type Record = Message;
    type List = List;
    type Map = Map;
    type Mark = Mark;
    const CARRIES_DISCRIMINATOR: bool = true;
    const ORDERED: bool = false;
    const IMPLICIT_PRESENCE: bool = true;
    const NUMBERS_ENUMS: bool = true;

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
        if meta.unknown == Some(index as u16) {
            return self.unknown_is(state, meta);
        }
        let number = meta.number(index);
        let start = self.pos;
        if !self.tag_is(number)
            && (self.pos < self.end() || state.more.is_none() || !self.next_part(state) || !self.tag_is(number))
        {
            return Ok(false);
        }
        self.at_field(meta, index, number);
        if must_settle(meta, index) {
            return self.settle(state, meta, index, start);
        }
        Ok(true)
    }

    fn next_field(&mut self, state: &mut Message, meta: &RecordMeta<'_>) -> Result<Option<usize>> {
        loop {
            if self.pos >= self.end() && !self.next_part(state) {
                if state.group != 0 {
                    return Err(self.truncated());
                }
                return Ok(self.unknown_or_close(state, meta));
            }
            let start = self.pos;
            let (number, wire) = self.tag()?;
            if wire == END {
                if number != state.group || state.parts().is_some() {
                    return Err(Error::new(Code::Structure, "the end of another group").at(start));
                }
                if state.has_unknown() {
                    // The end is taken when the unknown fields have been.
                    self.pos = start;
                }
                return Ok(self.unknown_or_close(state, meta));
            }
            match meta.find_number(number) {
                Some(index) if state.is_done(number) && !must_settle(meta, index) => self.skip_value(number, wire)?,
                Some(index) => {
                    self.wire = wire;
                    self.at_field(meta, index, number);
                    if !must_settle(meta, index) || self.settle(state, meta, index, start)? {
                        return Ok(Some(index));
                    }
                }
                None if meta.unknown.is_some() => self.keep_unknown(state, start, number, wire)?,
                None if self.strict => {
                    return Err(Error::new(Code::Extra, "the field is not in the schema").at(start));
                }
                None => self.skip_value(number, wire)?,
            }
        }
    }

    #[inline(always)]
    fn end_record(&mut self, state: &mut Message, _meta: &RecordMeta<'_>) -> Result<bool> {
        // The end of a group is a tag, which the longer way takes.
        if self.pos != self.end() || state.group != 0 {
            return Ok(false);
        }
        if state.more.is_some() && (state.has_unknown() || self.next_part(state)) {
            return Ok(false);
        }
        self.close(state);
        Ok(true)
    }

    fn duplicate(&mut self, state: &mut Message, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        self.gather(state, meta, index)?;
        Ok(true)
    }

    fn list(&mut self) -> Result<List> {
        self.list_of(false)
    }

    #[inline(always)]
    fn list_of(&mut self, scalars: bool) -> Result<List> {
        self.open_list(scalars)
    }

    fn tuple(&mut self, length: usize) -> Result<List> {
        self.open_tuple(length)
    }

    #[inline(always)]
    fn item(&mut self, list: &mut List) -> Result<bool> {
        if list.plain {
            if !core::mem::take(&mut list.first) && !self.tag_is(list.number) {
                self.depth.leave();
                return Ok(false);
            }
            self.at_single(list.number, list.encoding);
            return Ok(true);
        }
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
            return self.input[self.pos..].first().map_or(0, |&length| usize::from(length & 0x7f) / 8);
        }
        0
    }

    fn map(&mut self) -> Result<Map> {
        self.open_map()
    }

    fn key<'s>(&'s mut self, map: &mut Map) -> Result<Option<TextRef<'de, 's>>> {
        if map.entry_end != 0 {
            self.pos = map.entry_end;
            self.set_end(map.end);
            map.entry_end = 0;
        }
        if !self.next_entry(map)? {
            self.depth.leave();
            self.set_end(map.parent_end);
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
        if let Some(case) = self.rare().cases.pop() {
            self.pos = case.after;
            self.set_end(case.parent_end);
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

    /// A varint of more bits is cut to 32, as Protocol Buffers has it.
    #[inline(always)]
    fn int32(&mut self) -> Result<i32> {
        let start = self.pos;
        let value = self.integer()?;
        match self.encoding {
            Encoding::Default => Ok(value as i32),
            _ => i32::try_from(value).map_err(|_| out_of_range(start)),
        }
    }

    /// The same.
    #[inline(always)]
    fn uint32(&mut self) -> Result<u32> {
        let start = self.pos;
        match self.encoding {
            Encoding::Default => Ok(self.integer()? as u32),
            _ => u32::try_from(self.uint()?).map_err(|_| out_of_range(start)),
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
        if self.wire == BEYOND {
            return Ok(self.beyond());
        }
        self.octets().map(Cow::Borrowed)
    }

    #[inline(always)]
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
            if self.wire == ZERO {
                return Ok(Some(0));
            }
            if !meta.open {
                return Err(Error::new(Code::Enum, "the number is not one of the enum's").at(start));
            }
            self.rare().unknown = number.into();
            self.wire = UNKNOWN;
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
            return Ok(Value::Int(self.rare().unknown));
        }
        let text = self.string()?;
        if text.is_empty() && self.wire == ZERO {
            return Ok(Value::Null);
        }
        let start = text.as_ptr() as usize - self.input.as_ptr() as usize;
        let limits = Limits { max_depth: self.depth.left(), max_bytes: self.max_bytes };
        let value = crate::wire::json::parse_bytes(text.as_bytes(), crate::wire::json::Duplicates::Last, &limits);
        value.map_err(|error| error.shifted(start))
    }

    fn skip(&mut self) -> Result<()> {
        match self.wire {
            GATHERED => {
                self.pos = self.gathered().resume;
                Ok(())
            }
            ZERO | ROOT | UNKNOWN | BEYOND => Ok(()),
            wire => self.skip_value(self.number, wire),
        }
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        Mark {
            pos: self.pos,
            end: self.end(),
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
        self.set_end(mark.end);
        (self.pos, self.wire, self.number) = (mark.pos, mark.wire, mark.number);
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
