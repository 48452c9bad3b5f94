//! Reads the events of a message from the packed wire.
//!
//! The text is checked as a whole before any value is read. A string is then a cut of it that costs two comparisons.

use super::Options;
use super::bits::BitReader;
use super::number;
use super::write::date_out_of_range;
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, FlagsMeta, Nullity, RecordMeta, UnionMeta};
use crate::text::lexer::Lexer;
use crate::text::tree::Duplicates;
use crate::text::{date, utf8};
use crate::value::Value;
use crate::wire::varint::{self, unzigzag};
use crate::wire::{Read, TextRef, ValueKind, bignum, json};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::slice::Iter;
use hashbrown::HashSet;

/// How many items beyond the bits of the input its lists may claim in all, for items that take no bits.
const ITEMS_WITHOUT_BITS: usize = 1 << 16;

/// Reads the events of one message.
pub struct Reader<'de> {
    /// The whole message.
    whole: &'de [u8],
    /// The values of it and the bits behind them.
    input: &'de [u8],
    /// What is left of those.
    left: Iter<'de, u8>,
    bits: BitReader,
    /// The text that no string has been cut off yet.
    text: &'de str,
    depth: Depth,
    strict: bool,
    /// How many more items without bytes there may be.
    spare_items: usize,
}

/// The state of a list or a tuple that is being read.
#[derive(Clone)]
pub struct Items {
    left: usize,
    count: usize,
    /// How many bytes of values were left where the items begin.
    bytes: usize,
}

/// The state of a map that is being read.
#[derive(Clone)]
pub struct Entries<'de> {
    items: Items,
    /// Strict readers: the keys that have been met.
    keys: HashSet<&'de str>,
}

/// A place in the message.
#[derive(Clone, Copy)]
pub struct Mark<'de> {
    left: &'de [u8],
    bits: BitReader,
    text: &'de str,
    depth: Depth,
}

impl<'de> Reader<'de> {
    /// Reads a message.
    ///
    /// # Errors
    /// `structure` if it does not end with the length of its text, `utf8` if that is not text.
    #[inline(always)]
    pub fn new(input: &'de [u8], options: &Options, limits: &Limits) -> Result<Reader<'de>> {
        Reader::behind(0, input, options, limits)
    }

    /// Reads a message behind a head of so many bytes, such as that of a framed one; places are those of the whole.
    ///
    /// # Errors
    /// As for [`new`](Reader::new).
    #[inline(always)]
    pub fn behind(head: usize, input: &'de [u8], options: &Options, limits: &Limits) -> Result<Reader<'de>> {
        let (tail, end) = tail(input, head)?;
        let length = usize::try_from(tail >> 1).ok();
        let Some(start) = length.and_then(|length| end.checked_sub(length)).filter(|start| *start >= head) else {
            return Err(Error::new(Code::Structure, "the message has less text than it says").at(end));
        };
        let text = check_text(&input[start..end], tail & 1 != 0, options.strict, start)?;
        Ok(Reader {
            whole: input,
            input: &input[..start],
            left: input[head..start].iter(),
            bits: BitReader::new(input, start),
            text,
            depth: limits.depth(),
            strict: options.strict,
            spare_items: input.len().saturating_mul(8).saturating_add(ITEMS_WITHOUT_BITS),
        })
    }

    /// Where the text begins, and the bits end.
    pub fn text_start(&self) -> usize {
        self.input.len()
    }

    /// Checks that the values, the bits and the text end where they should.
    #[inline]
    pub fn finish(&mut self) -> Result<()> {
        let (start, bits) = self.bits.rest();
        if self.pos() != start || bits != 0 {
            return Err(not_finished(self.pos(), start));
        }
        if !self.text.is_empty() {
            return Err(Error::new(Code::Structure, "there is text that is no string's").at(self.input.len()));
        }
        Ok(())
    }

    #[inline(always)]
    fn ended(&self) -> Error {
        ended(self.input.len())
    }

    /// The place in the message of what comes next.
    #[inline(always)]
    fn pos(&self) -> usize {
        self.input.len() - self.left.len()
    }

    /// Takes a varint.
    #[inline(always)]
    fn varint(&mut self) -> Result<u64> {
        let mut left = self.left.clone();
        let Some(&low) = left.next() else { return Err(self.ended()) };
        if low < 0x80 {
            self.left = left;
            return Ok(low.into());
        }
        if let Some(&middle) = left.next() {
            let value = u64::from(low & 0x7f) | u64::from(middle & 0x7f) << 7;
            if (1..0x80).contains(&middle) {
                self.left = left;
                return Ok(value);
            }
            if let Some(&high @ 1..0x80) = left.next()
                && middle >= 0x80
            {
                self.left = left;
                return Ok(value | u64::from(high) << 14);
            }
        }
        let (value, length) = long_varint(self.whole, self.pos());
        match self.left.as_slice().get(length..) {
            Some(left) if length != 0 => {
                self.left = left.iter();
                Ok(value)
            }
            _ => Err(no_varint(self.input, self.pos())),
        }
    }

    /// Takes a varint that most often has more than two bytes.
    #[inline(always)]
    fn wide_varint(&mut self) -> Result<u64> {
        let left = self.left.as_slice();
        if let Some(bytes) = left.first_chunk::<8>()
            && let Some((value, length)) = varint::within(*bytes)
            && (length == 1 || value >> (7 * (length - 1)) != 0)
        {
            self.left = left[length..].iter();
            return Ok(value);
        }
        self.varint()
    }

    /// Takes so many bytes.
    #[inline(always)]
    fn take(&mut self, length: u64) -> Result<&'de [u8]> {
        let left = self.left.as_slice();
        match usize::try_from(length).ok().and_then(|length| left.split_at_checked(length)) {
            Some((bytes, left)) => {
                self.left = left.iter();
                Ok(bytes)
            }
            None => Err(self.ended()),
        }
    }

    #[inline(always)]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.left.as_slice().split_first_chunk::<N>() {
            Some((bytes, left)) => {
                self.left = left.iter();
                Ok(*bytes)
            }
            None => Err(self.ended()),
        }
    }

    #[inline(always)]
    fn bit(&mut self) -> Result<bool> {
        match self.bits.bit(self.input) {
            Some(bit) => Ok(bit),
            None => Err(self.ended()),
        }
    }

    /// Cuts a string off the text.
    #[inline(always)]
    fn string(&mut self) -> Result<&'de str> {
        let start = self.pos();
        let length = self.varint()?;
        match usize::try_from(length).ok().and_then(|length| self.text.split_at_checked(length)) {
            Some((string, rest)) => {
                self.text = rest;
                Ok(string)
            }
            None => Err(no_such_text(start)),
        }
    }

    /// Whether the text of a `json` value comes next that is null, which is then taken.
    #[inline(never)]
    fn json_null(&mut self, field: &str) -> Result<bool> {
        let mark = self.mark();
        let is_null = self.string().map_err(|error| error.in_field(field))? == "null";
        if !is_null {
            self.seek(mark);
        }
        Ok(is_null)
    }

    #[inline(always)]
    fn enter(&mut self) -> Result<()> {
        self.depth.enter().map_err(|error| error.at(self.pos()))
    }

    /// Opens a list or a map.
    #[inline(always)]
    fn open(&mut self) -> Result<Items> {
        self.enter()?;
        let start = self.pos();
        let count = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        let bytes = self.left.len();
        // A list may claim more items than bytes are left only if its items take none.
        if count > bytes && count - bytes > self.spare_items {
            return Err(too_many_items(start));
        }
        Ok(Items { left: count, count, bytes })
    }

    /// Whether an item comes next; `false` closes the list. Items beyond its bytes are charged, so that no message
    /// has many such lists.
    #[inline(always)]
    fn next_item(&mut self, state: &mut Items) -> Result<bool> {
        if state.left == 0 {
            let bytes = state.bytes - self.left.len();
            if state.count > bytes {
                self.spare_items = match self.spare_items.checked_sub(state.count - bytes) {
                    Some(left) => left,
                    None => return Err(too_many_items(self.pos())),
                };
            }
            self.depth.leave();
            return Ok(false);
        }
        state.left -= 1;
        Ok(true)
    }

    /// The value of a `json` type or of an open enum, whose text was a string.
    fn tree(&mut self, text: &'de str, start: usize) -> Result<Value<'de>> {
        let limits = Limits { max_depth: self.depth.left(), ..Limits::default() };
        let parse = || {
            let mut lexer = Lexer::new(text, &limits)?;
            let value = lexer.tree(Some(Duplicates::Last))?;
            lexer.finish()?;
            Ok(value)
        };
        // A place in the text is none in the values.
        let value = parse().map_err(|error: Error| {
            Error::new(error.code(), alloc::borrow::ToOwned::to_owned(error.message())).at(start)
        })?;
        if self.strict {
            let mut again = Vec::with_capacity(text.len());
            json::print_tree(&mut again, &value, &mut self.depth)?;
            // The comma behind it.
            again.pop();
            if again != text.as_bytes() {
                return Err(Error::new(Code::Json, "the JSON text is not as it is printed").at(start));
            }
        }
        Ok(value)
    }
}

/// A varint of more than three bytes and its length, which may lead beyond the values; 0 and 0 if there is none.
#[inline(never)]
fn long_varint(whole: &[u8], pos: usize) -> (u64, usize) {
    let left = whole.get(pos..).unwrap_or_default();
    // Eight bytes at once, which may be more than there are values.
    if let Some(bytes) = left.first_chunk::<8>()
        && let Some((value, length)) = varint::within(*bytes)
    {
        return if value >> (7 * (length - 1)) != 0 { (value, length) } else { (0, 0) };
    }
    longest_varint(left)
}

/// A varint of nine or ten bytes, or one near the end of the message, and its length; 0 and 0 if there is none.
#[cold]
#[inline(never)]
fn longest_varint(left: &[u8]) -> (u64, usize) {
    let mut value = 0;
    for (at, &byte) in left.iter().take(varint::MAX).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * at);
        match byte {
            0 if at != 0 => break,
            2.. if at == 9 => break,
            0..0x80 => return (value, at + 1),
            _ => {}
        }
    }
    (0, 0)
}

/// Why there is no varint at a place in the values.
#[cold]
#[inline(never)]
fn no_varint(values: &[u8], pos: usize) -> Error {
    let left = values.get(pos..).unwrap_or_default();
    let message = match left.iter().take(varint::MAX).position(|byte| *byte < 0x80) {
        Some(last) if last != 0 && left[last] == 0 => "an integer has more bytes than it needs",
        None if left.len() < varint::MAX => return ended(values.len()),
        _ => "the integer has more than 64 bits",
    };
    Error::new(Code::Structure, message).at(pos)
}

#[cold]
#[inline(never)]
fn ended(end: usize) -> Error {
    Error::new(Code::Structure, "the message ends within a value").at(end)
}

#[cold]
#[inline(never)]
fn not_finished(pos: usize, bits: usize) -> Error {
    let message = match pos.cmp(&bits) {
        core::cmp::Ordering::Less => "bytes follow the value",
        core::cmp::Ordering::Equal => "the bits that fill the last byte are not zeros",
        core::cmp::Ordering::Greater => "the bits of the message lie in its values",
    };
    Error::new(Code::Structure, message).at(pos)
}

/// Notes a key of a map, which must not have been there before.
#[cold]
#[inline(never)]
fn note_key<'de>(keys: &mut HashSet<&'de str>, key: &'de str, start: usize) -> Result<()> {
    match keys.insert(key) {
        true => Ok(()),
        false => Err(Error::new(Code::Structure, "a key of the map occurs twice").at(start)),
    }
}

/// Checks that a number is in its own form.
#[cold]
#[inline(never)]
fn check_form(value: f64, form: Option<(u64, u32)>, start: usize) -> Result<()> {
    match number::shorten(value) == form {
        true => Ok(()),
        false => Err(Error::new(Code::Structure, "a number is in another form than its own").at(start)),
    }
}

/// The number at the end of a message behind a head, and where it begins.
#[inline(always)]
fn tail(input: &[u8], head: usize) -> Result<(u64, usize)> {
    match input {
        [rest @ .., number @ 0..0x80] if rest.len() >= head => Ok((u64::from(*number), rest.len())),
        _ => long_tail(input, head),
    }
}

#[inline(never)]
fn long_tail(input: &[u8], head: usize) -> Result<(u64, usize)> {
    let mut number = 0;
    for (at, &byte) in input[head.min(input.len())..].iter().rev().enumerate().take(varint::MAX) {
        number |= u64::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            let start = input.len() - at - 1;
            return match byte != 0 && (at < 9 || byte == 1) {
                true => Ok((number, start)),
                false => Err(Error::new(Code::Structure, "no text has this length").at(start)),
            };
        }
    }
    Err(Error::new(Code::Structure, "the message does not end with the length of its text").at(input.len()))
}

#[cold]
#[inline(never)]
fn too_many_items(offset: usize) -> Error {
    Error::new(Code::Limit, "the lists have more items than the message could hold").at(offset)
}

/// Checks the text of a message, which begins at `start`, and that it is ASCII unless it is marked as `wide`.
#[inline(always)]
fn check_text(bytes: &[u8], is_wide: bool, strict: bool, start: usize) -> Result<&str> {
    match utf8::as_ascii(bytes) {
        Some(text) if !(is_wide && strict) => Ok(text),
        found => check_other_text(bytes, is_wide, found.is_some(), start),
    }
}

#[cold]
#[inline(never)]
fn check_other_text(bytes: &[u8], is_wide: bool, is_ascii: bool, start: usize) -> Result<&str> {
    match utf8::validate(bytes) {
        // A reader that has no use of a mark that says too much may ignore it, but none of one that says too little.
        Ok(_) if is_ascii || !is_wide => {
            let error = Error::new(Code::Structure, "the text is ASCII and not marked so, or the reverse");
            Err(error.at(start + bytes.len()))
        }
        Ok(text) => Ok(text),
        Err(valid) => Err(Error::new(Code::Utf8, "the text is not UTF-8").at(start + valid)),
    }
}

#[cold]
#[inline(never)]
fn no_such_text(start: usize) -> Error {
    Error::new(Code::Structure, "the text has no string of this length here").at(start)
}

impl<'de> Read<'de> for Reader<'de> {
    type Record = ();
    type List = Items;
    type Map = Entries<'de>;
    type Mark = Mark<'de>;
    const NUMBERS_ENUMS: bool = true;
    const CARRIES_DISCRIMINATOR: bool = false;
    const ORDERED: bool = true;
    const NUMBERS_IN_RUNS: bool = true;
    const CAN_SKIP: bool = false;

    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>) -> Result<()> {
        self.enter()
    }

    #[inline(always)]
    fn field_is(&mut self, (): &mut (), meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        let field = &meta.fields[index];
        match field.nullity {
            Nullity::Never => Ok(true),
            Nullity::Null => Ok(false),
            Nullity::Optional => self.bit().map_err(|error| error.in_field(field.name)),
            Nullity::Json => Ok(!self.json_null(field.name)?),
            // A missing value has the one encoding that says so.
            Nullity::OptionalNull | Nullity::OptionalJson => {
                let start = self.pos();
                let present = self.bit().map_err(|error| error.in_field(field.name))?;
                let is_null = present && (field.nullity == Nullity::OptionalNull || self.json_null(field.name)?);
                if is_null && self.strict {
                    let error = Error::new(Code::Structure, "a field is there and null");
                    return Err(error.at(start).in_field(field.name));
                }
                Ok(present && !is_null)
            }
        }
    }

    /// Fields that come in order are all there are.
    fn next_field(&mut self, (): &mut (), _meta: &RecordMeta<'_>) -> Result<Option<usize>> {
        self.depth.leave();
        Ok(None)
    }

    #[inline(always)]
    fn end_record(&mut self, (): &mut (), _meta: &RecordMeta<'_>) -> Result<bool> {
        self.depth.leave();
        Ok(true)
    }

    fn duplicate(&mut self, (): &mut (), _meta: &RecordMeta<'_>, _index: usize) -> Result<bool> {
        Ok(true)
    }

    #[inline(always)]
    fn list(&mut self) -> Result<Items> {
        self.open()
    }

    fn tuple(&mut self, length: usize) -> Result<Items> {
        self.enter()?;
        // Its items have been paid for by the schema.
        Ok(Items { left: length, count: 0, bytes: self.left.len() })
    }

    #[inline(always)]
    fn item(&mut self, state: &mut Items) -> Result<bool> {
        self.next_item(state)
    }

    #[inline(always)]
    fn size_hint(&self, state: &Items) -> usize {
        state.left.min(self.left.len())
    }

    #[inline(always)]
    fn length(&self, state: &Items) -> Option<usize> {
        Some(state.count)
    }

    #[inline(always)]
    fn map(&mut self) -> Result<Entries<'de>> {
        self.open().map(|items| Entries { items, keys: HashSet::default() })
    }

    #[inline(always)]
    fn key<'s>(&'s mut self, state: &mut Entries<'de>) -> Result<Option<TextRef<'de, 's>>> {
        if !self.next_item(&mut state.items)? {
            return Ok(None);
        }
        let start = self.pos();
        let key = self.string()?;
        if self.strict {
            note_key(&mut state.keys, key, start)?;
        }
        Ok(Some(TextRef::Borrowed(key)))
    }

    #[inline(always)]
    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        let start = self.pos();
        if meta.discriminator.is_none() {
            self.enter()?;
        }
        match u32::try_from(self.varint()?) {
            Ok(tag) if (tag as usize) < meta.cases.len() => Ok(tag),
            _ => Err(Error::new(Code::Union, "the union has no case with this index").at(start)),
        }
    }

    #[inline(always)]
    fn plain_case(&mut self, meta: &UnionMeta<'_>) -> Result<Option<u32>> {
        self.case(meta).map(Some)
    }

    #[inline(always)]
    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.leave();
        }
        Ok(())
    }

    #[inline(always)]
    fn null(&mut self) -> Result<bool> {
        Ok(true)
    }

    #[inline(always)]
    fn absent_item(&mut self) -> Result<bool> {
        self.bit().map(|present| !present)
    }

    fn kind(&mut self) -> Result<ValueKind> {
        Ok(ValueKind::Other)
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool> {
        self.bit()
    }

    #[inline(always)]
    fn int(&mut self) -> Result<i64> {
        self.varint().map(unzigzag)
    }

    #[inline(always)]
    fn uint(&mut self) -> Result<u64> {
        self.varint()
    }

    #[inline(always)]
    fn number(&mut self) -> Result<f64> {
        let start = self.pos();
        if self.bits.zero() || !self.bit()? {
            let value = self.array().map(f64::from_le_bytes)?;
            if self.strict {
                check_form(value, None, start)?;
            }
            return Ok(value);
        }
        let Some(places) = self.bits.bits(self.input, 2) else { return Err(self.ended()) };
        let mantissa = self.varint()?;
        let value = number::lengthen(unzigzag(mantissa), places as u32);
        if self.strict {
            check_form(value, Some((mantissa, places as u32)), start)?;
        }
        Ok(value)
    }

    /// Takes numbers, at most 32, if all of them are raw and their bits have been loaded.
    #[inline(always)]
    fn numbers_at_once<const N: usize>(&mut self) -> Option<[f64; N]> {
        let (bytes, left) = self.left.as_slice().split_at_checked(8 * N)?;
        if self.strict || !self.bits.zeros(N as u32) {
            return None;
        }
        self.left = left.iter();
        let (doubles, _) = bytes.as_chunks::<8>();
        Some(core::array::from_fn(|at| f64::from_le_bytes(doubles[at])))
    }

    #[inline(always)]
    fn eight_numbers(&mut self, state: &mut Items) -> Option<[f64; 8]> {
        let left = state.left.checked_sub(8)?;
        let run = self.numbers_at_once()?;
        state.left = left;
        Some(run)
    }

    #[inline(always)]
    fn float64(&mut self) -> Result<f64> {
        self.array().map(f64::from_le_bytes)
    }

    #[inline(always)]
    fn float32(&mut self) -> Result<f32> {
        self.array().map(f32::from_le_bytes)
    }

    #[inline(always)]
    fn text<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        self.string().map(TextRef::Borrowed)
    }

    #[inline(always)]
    fn bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        let length = self.varint()?;
        self.take(length).map(Cow::Borrowed)
    }

    #[inline(always)]
    fn fixed(&mut self, length: usize) -> Result<Cow<'de, [u8]>> {
        self.take(length as u64).map(Cow::Borrowed)
    }

    #[inline(always)]
    fn date(&mut self) -> Result<i64> {
        let start = self.pos();
        let millis = unzigzag(self.wide_varint()?);
        match date::in_range(millis) {
            true => Ok(millis),
            false => Err(date_out_of_range().at(start)),
        }
    }

    fn bigint(&mut self) -> Result<Cow<'de, str>> {
        let start = self.pos();
        let length = match self.input[start..].iter().position(|byte| *byte < 0x80) {
            Some(last) => last + 1,
            None => return Err(self.ended()),
        };
        let groups = &self.input[start..start + length];
        if length > 1 && groups.last() == Some(&0) {
            return Err(self.error(Code::Structure, "an integer has more bytes than it needs"));
        }
        self.left = self.input[start + length..].iter();
        if length > (8 * bignum::LONGEST + 1).div_ceil(7) {
            return Err(Error::new(Code::Limit, "the integer has more than 2048 bytes").at(start));
        }
        // The bits above the sign, eight at a time, the lowest first.
        let (mut pending, mut count, mut n) = (0, 0, Vec::with_capacity(length));
        for (at, group) in groups.iter().enumerate() {
            let (bits, width) = if at == 0 { (group >> 1 & 0x3f, 6) } else { (group & 0x7f, 7) };
            pending |= u32::from(bits) << count;
            count += width;
            if count >= 8 {
                n.push(pending as u8);
                (pending, count) = (pending >> 8, count - 8);
            }
        }
        n.push(pending as u8);
        n.reverse();
        bignum::print(groups[0] & 1 != 0, &n).map(Cow::Owned).map_err(|error| error.at(start))
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        let start = self.pos();
        let index = self.varint()?;
        if index < meta.values.len() as u64 {
            return Ok(Some(index as u32));
        }
        if !meta.open || index != meta.values.len() as u64 {
            return Err(Error::new(Code::Enum, "the enum has no value with this index").at(start));
        }
        if self.strict {
            let mark = self.mark();
            if super::known(meta, &self.json()?).is_some() {
                return Err(Error::new(Code::Structure, "a value of the enum is not written by its index").at(start));
            }
            self.seek(mark);
        }
        Ok(None)
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        for at in (0..meta.names.len()).step_by(32) {
            let count = (meta.names.len() - at).min(32) as u32;
            let Some(bits) = self.bits.bits(self.input, count) else { return Err(self.ended()) };
            if let Some(word) = words.get_mut(at / 64) {
                *word |= bits << (at % 64);
            }
        }
        Ok(())
    }

    fn json(&mut self) -> Result<Value<'de>> {
        let start = self.pos();
        let text = self.string()?;
        self.tree(text, start)
    }

    fn skip(&mut self) -> Result<()> {
        Err(self.error(Code::Unsupported, "the packed wire does not say where a value ends without its schema"))
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    #[inline(always)]
    fn mark(&self) -> Mark<'de> {
        Mark { left: self.left.as_slice(), bits: self.bits, text: self.text, depth: self.depth }
    }

    #[inline(always)]
    fn seek(&mut self, mark: Mark<'de>) {
        (self.left, self.bits, self.text, self.depth) = (mark.left.iter(), mark.bits, mark.text, mark.depth);
    }

    fn retry(&mut self, mark: Mark<'de>) -> Result<()> {
        self.seek(mark);
        Ok(())
    }

    #[inline(always)]
    fn offset(&self) -> usize {
        self.pos()
    }
}
