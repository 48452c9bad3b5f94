//! Reads the events of a message from Avro's binary encoding.
//!
//! Nothing on the wire says what a value is, so that every read takes what the schema says comes next. The one
//! thing that events do not say beforehand is whether an optional value is a union, whose branches then follow
//! `"null"`: an index beyond 1 therefore waits for [`Reader::case`], and no other event can go past it.

use super::write::one_case_a_branch;
use super::{Options, flag_bytes};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, FlagsMeta, Nullity, RecordMeta, UnionMeta};
use crate::schema::graph::Graph;
use crate::text::lexer::{self, Lexer};
use crate::text::tree::Duplicates;
use crate::text::{date, utf8};
use crate::value::Value;
use crate::wire::{Read, TextRef, ValueKind};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// How many items beyond the bytes of the input its lists may claim in all, for items that take no bytes.
const ITEMS_WITHOUT_BYTES: usize = 1 << 16;

/// Reads the events of one message in Avro's binary encoding.
pub struct Reader<'de, 'g> {
    input: &'de [u8],
    pos: usize,
    pub(super) depth: Depth,
    strict: bool,
    /// Whether an open enum has an index that it does not know, which comes next.
    unknown: bool,
    /// The place behind the index 1 of a union with null; what comes there may be a union, which takes the
    /// index for its own.
    present: usize,
    /// The input and the place of an index beyond 1 of a union with null. Meanwhile `input` is empty.
    waiting: Option<(&'de [u8], usize)>,
    /// For the open cases inside one whose branch has several discriminators: which of those of its branch.
    cases: Vec<u32>,
    /// How many more items without bytes there may be.
    spare_items: usize,
    pub(super) graph: Option<&'g Graph>,
    /// Whether a list claimed more than the input holds, which more bytes could mend.
    pub(super) short: bool,
}

/// No place in the input.
const NOWHERE: usize = usize::MAX;

/// The state of a list, a map or a tuple that is being read.
#[derive(Clone)]
pub struct Items {
    /// How many items are left in the block.
    left: usize,
    /// How many items the block has; [`TUPLE`] if this is a tuple.
    count: usize,
    /// Where the items of the block begin.
    start: usize,
}

const TUPLE: usize = usize::MAX;

/// A place in the input.
#[derive(Clone, Copy)]
pub struct Mark {
    pos: usize,
    depth: Depth,
    cases: usize,
}

impl<'de, 'g> Reader<'de, 'g> {
    /// Reads a message. A union whose branches have several discriminators each needs the graph of the
    /// schema; types with `#[derive(Record)]` have none.
    #[inline]
    pub fn new(input: &'de [u8], graph: Option<&'g Graph>, options: &Options, limits: &Limits) -> Reader<'de, 'g> {
        Reader {
            input,
            pos: 0,
            depth: limits.depth(),
            strict: options.strict,
            unknown: false,
            present: NOWHERE,
            waiting: None,
            cases: Vec::new(),
            spare_items: input.len().saturating_add(ITEMS_WITHOUT_BYTES),
            graph,
            short: false,
        }
    }

    /// Checks that nothing follows.
    #[inline]
    pub fn finish(&mut self) -> Result<()> {
        if self.waiting.is_some() {
            return Err(self.ended());
        }
        if self.pos != self.input.len() {
            return Err(self.error(Code::Structure, "bytes follow the value"));
        }
        Ok(())
    }

    /// The place that has been reached, of a reader that reads several values end to end.
    #[inline]
    pub fn position(&self) -> usize {
        self.pos
    }

    /// The bytes that have not been read.
    pub(super) fn left(&self) -> &'de [u8] {
        &self.input[self.pos..]
    }

    /// The error for input that ends within a value, or for an index that no union took.
    #[cold]
    #[inline(never)]
    fn ended(&self) -> Error {
        match self.waiting {
            Some((_, at)) => Error::new(Code::Union, "no branch has this index").at(at),
            None => Error::new(Code::Structure, "the input ends within a value").at(self.input.len()),
        }
    }

    /// Takes a variable-length integer without undoing the zigzag.
    #[inline(always)]
    fn varint(&mut self) -> Result<u64> {
        match self.input.get(self.pos..) {
            Some([byte @ 0..0x80, ..]) => {
                self.pos += 1;
                Ok(u64::from(*byte))
            }
            Some([low, high @ 0..0x80, ..]) => {
                self.pos += 2;
                Ok(u64::from(low & 0x7f) | u64::from(*high) << 7)
            }
            _ => self.long_varint(),
        }
    }

    #[inline(never)]
    fn long_varint(&mut self) -> Result<u64> {
        let mut value = 0;
        for (at, &byte) in self.input[self.pos..].iter().take(10).enumerate() {
            value |= u64::from(byte & 0x7f) << (7 * at);
            if byte < 0x80 {
                if at == 9 && byte > 1 {
                    break;
                }
                self.pos += at + 1;
                return Ok(value);
            }
        }
        if self.input.len() - self.pos < 10 {
            return Err(self.ended());
        }
        Err(self.error(Code::Structure, "the integer has more than 64 bits"))
    }

    /// Takes an `int` or a `long`.
    #[inline(always)]
    pub(super) fn long(&mut self) -> Result<i64> {
        let value = self.varint()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// Takes so many bytes.
    #[inline(always)]
    pub(super) fn take(&mut self, length: usize) -> Result<&'de [u8]> {
        match self.input[self.pos..].get(..length) {
            Some(bytes) => {
                self.pos += length;
                Ok(bytes)
            }
            None => Err(self.ended()),
        }
    }

    #[inline(always)]
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.input[self.pos..].first_chunk::<N>() {
            Some(bytes) => {
                self.pos += N;
                Ok(*bytes)
            }
            None => Err(self.ended()),
        }
    }

    /// Takes bytes behind their length.
    #[inline(always)]
    pub(super) fn counted_bytes(&mut self) -> Result<&'de [u8]> {
        let start = self.pos;
        let length = self.varint()?;
        // The length of what is in memory is below 2^63, so that a negative one is too large as well.
        let zigzag = if length & 1 == 0 { length >> 1 } else { u64::MAX };
        match self.input[self.pos..].get(..usize::try_from(zigzag).unwrap_or(usize::MAX)) {
            Some(bytes) => {
                self.pos += bytes.len();
                Ok(bytes)
            }
            None => Err(self.no_such_length(length, start)),
        }
    }

    #[cold]
    #[inline(never)]
    fn no_such_length(&mut self, length: u64, start: usize) -> Error {
        if length & 1 != 0 {
            return Error::new(Code::Structure, "the length is negative").at(start);
        }
        self.ended()
    }

    /// Takes a string behind its length.
    #[inline(always)]
    fn string(&mut self) -> Result<&'de str> {
        let bytes = self.counted_bytes()?;
        match utf8::validate(bytes) {
            Ok(text) => Ok(text),
            Err(valid) => Err(self.not_utf8(bytes.len() - valid)),
        }
    }

    #[cold]
    #[inline(never)]
    fn not_utf8(&self, left: usize) -> Error {
        Error::new(Code::Utf8, "the string is not UTF-8").at(self.pos - left)
    }

    #[inline(always)]
    pub(super) fn enter(&mut self) -> Result<()> {
        self.depth.enter().map_err(|error| error.at(self.pos))
    }

    /// Whether a value with an index in a union with null is there.
    #[inline(always)]
    fn is_present(&mut self) -> Result<bool> {
        match self.input.get(self.pos) {
            Some(0) => {
                self.pos += 1;
                Ok(false)
            }
            Some(2) => {
                self.pos += 1;
                self.present = self.pos;
                Ok(true)
            }
            Some(_) => {
                self.waiting = Some((self.input, self.pos));
                (self.input, self.pos) = (&[], 0);
                Ok(true)
            }
            None => Err(self.ended()),
        }
    }

    /// Says that something comes next that is no union, though it may take no bytes.
    #[inline(always)]
    pub(super) fn no_union(&mut self) -> Result<()> {
        self.present = NOWHERE;
        if self.waiting.is_some() {
            return Err(self.ended());
        }
        Ok(())
    }

    /// Takes the index of a branch of a union with so many of them.
    #[inline(always)]
    pub(super) fn branch(&mut self, branches: usize) -> Result<usize> {
        let mut before = 0;
        if self.present == self.pos {
            self.present = NOWHERE;
            return Ok(0);
        }
        if let Some((input, pos)) = self.waiting.take() {
            (self.input, self.pos) = (input, pos);
            before = 1;
        }
        let start = self.pos;
        let index = self.long()?;
        match usize::try_from(index).ok().and_then(|index| index.checked_sub(before)) {
            Some(index) if index < branches => Ok(index),
            _ => Err(Error::new(Code::Union, "no branch has this index").at(start)),
        }
    }

    /// The items of the next block; none closes the list.
    #[inline(always)]
    fn block(&mut self, state: &mut Items) -> Result<()> {
        let start = self.pos;
        let count = self.varint()?;
        if count & 1 != 0 {
            self.skip_block_size()?;
        }
        // The magnitude of the count, whose sign says that the block's size stands before its items.
        let count = usize::try_from((count >> 1) + (count & 1)).unwrap_or(usize::MAX);
        if count > self.input.len() - self.pos {
            self.check_count(count, start)?;
        }
        *state = Items { left: count, count, start: self.pos };
        Ok(())
    }

    /// Takes the size of a block, of which the reader has no use.
    #[inline(never)]
    fn skip_block_size(&mut self) -> Result<()> {
        let start = self.pos;
        match usize::try_from(self.long()?) {
            Ok(size) if size <= self.input.len() - self.pos => Ok(()),
            Ok(_) => Err(self.ended()),
            Err(_) => Err(Error::new(Code::Structure, "the size of a block is negative").at(start)),
        }
    }

    /// A list may claim more items than bytes are left only if its items take no bytes.
    #[cold]
    #[inline(never)]
    fn check_count(&mut self, count: usize, start: usize) -> Result<()> {
        if count - (self.input.len() - self.pos) > self.spare_items {
            self.short = true;
            return Err(Error::new(Code::Limit, "the list has more items than the input could hold").at(start));
        }
        Ok(())
    }

    /// Ends a block: items beyond its bytes are charged, so that no input claims many such blocks.
    #[inline(always)]
    fn end_block(&mut self, state: &Items) -> Result<()> {
        let bytes = self.pos - state.start;
        if state.count > bytes {
            self.spare_items = match self.spare_items.checked_sub(state.count - bytes) {
                Some(left) => left,
                None => {
                    self.short = true;
                    return Err(self.error(Code::Limit, "the lists have more items than the input could hold"));
                }
            };
        }
        Ok(())
    }

    /// Opens a list or a map.
    #[inline(always)]
    pub(super) fn open(&mut self) -> Result<Items> {
        self.enter()?;
        let mut state = Items { left: 0, count: 0, start: self.pos };
        self.block(&mut state)?;
        Ok(state)
    }

    /// Whether an item comes next; `false` closes the list.
    #[inline(always)]
    pub(super) fn next_item(&mut self, state: &mut Items) -> Result<bool> {
        if state.left == 0 {
            if state.count != 0 && state.count != TUPLE {
                self.end_block(state)?;
                self.block(state)?;
            }
            if state.left == 0 {
                self.depth.leave();
                return Ok(false);
            }
        }
        state.left -= 1;
        Ok(true)
    }

    /// Whether the text of a `json` value comes next that is null, which is then taken.
    #[inline(always)]
    fn json_null(&mut self) -> Result<bool> {
        if self.input[self.pos..].starts_with(b"\x08null") {
            self.pos += 5;
            return Ok(true);
        }
        Ok(false)
    }

    /// Which of the cases of a branch with several discriminators comes next: its record is looked through
    /// up to the discriminator.
    #[cold]
    #[inline(never)]
    fn case_within(&mut self, meta: &UnionMeta<'_>, first: usize, count: usize, branch: usize) -> Result<u32> {
        let start = self.mark();
        let found = super::skip::discriminator(self, meta, branch)?;
        self.seek(start);
        match usize::try_from(found) {
            Ok(index) if index < count => Ok((first + index) as u32),
            _ => Err(self.error(Code::Enum, "the discriminator is not one of the branch's")),
        }
    }
}

impl<'de> Read<'de> for Reader<'de, '_> {
    type Record = ();
    type List = Items;
    type Map = Items;
    type Mark = Mark;
    const NUMBERS_ENUMS: bool = true;
    const CARRIES_DISCRIMINATOR: bool = true;
    const ORDERED: bool = true;
    const CAN_SKIP: bool = false;

    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>) -> Result<()> {
        self.no_union()?;
        self.enter()
    }

    #[inline(always)]
    fn field_is(&mut self, (): &mut (), meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        let field = &meta.fields[index];
        match field.nullity {
            Nullity::Never => Ok(true),
            Nullity::Null => Ok(false),
            Nullity::Json => Ok(!self.json_null()?),
            Nullity::OptionalNull => {
                self.is_present().map_err(|error| error.in_field(field.name))?;
                self.no_union().map_err(|error| error.in_field(field.name))?;
                Ok(false)
            }
            Nullity::OptionalJson => {
                let present = self.is_present().map_err(|error| error.in_field(field.name))?;
                self.no_union().map_err(|error| error.in_field(field.name))?;
                Ok(present && !self.json_null()?)
            }
            Nullity::Optional => {
                let start = self.pos;
                let present = self.is_present().map_err(|error| error.in_field(field.name))?;
                // A union with a null of its own is one type in the union with null.
                if field.null_is_value {
                    self.present = NOWHERE;
                    if self.waiting.is_some() {
                        return Err(self.ended().in_field(field.name).at(start));
                    }
                }
                Ok(present)
            }
        }
    }

    fn next_field(&mut self, (): &mut (), _meta: &RecordMeta<'_>) -> Result<Option<usize>> {
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
    fn skip_discriminator(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        let start = self.pos;
        let expected = self.cases.last().copied().unwrap_or(0);
        if self.long()? != i64::from(expected) {
            let error = Error::new(Code::Enum, "the discriminator is not that of the branch").at(start);
            return Err(error.in_field(meta.fields[index].name));
        }
        Ok(())
    }

    #[inline(always)]
    fn list(&mut self) -> Result<Items> {
        self.open()
    }

    #[inline(always)]
    fn tuple(&mut self, length: usize) -> Result<Items> {
        self.no_union()?;
        self.enter()?;
        Ok(Items { left: length, count: TUPLE, start: self.pos })
    }

    #[inline(always)]
    fn item(&mut self, state: &mut Items) -> Result<bool> {
        self.next_item(state)
    }

    #[inline(always)]
    fn size_hint(&self, state: &Items) -> usize {
        state.left.min(self.input.len() - self.pos)
    }

    #[inline(always)]
    fn map(&mut self) -> Result<Items> {
        self.open()
    }

    #[inline(always)]
    fn key<'s>(&'s mut self, state: &mut Items) -> Result<Option<TextRef<'de, 's>>> {
        if !self.next_item(state)? {
            return Ok(None);
        }
        self.string().map(|key| Some(TextRef::Borrowed(key)))
    }

    #[inline(always)]
    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        if one_case_a_branch(meta) {
            let branch = self.branch(meta.cases.len())? as u32;
            if !self.cases.is_empty() {
                self.cases.push(0);
            }
            return Ok(branch);
        }
        let branches = meta.cases.last().map_or(0, |last| last.branch as usize + 1);
        let branch = self.branch(branches)?;
        let of_branch = |case: &crate::meta::CaseMeta<'_>| case.branch as usize == branch;
        let first = meta.cases.iter().position(of_branch).unwrap_or(0);
        let count = meta.cases.iter().filter(|case| of_branch(case)).count();
        let tag = if count == 1 { first as u32 } else { self.case_within(meta, first, count, branch)? };
        self.cases.push(tag - first as u32);
        Ok(tag)
    }

    #[inline(always)]
    fn plain_case(&mut self, meta: &UnionMeta<'_>) -> Result<Option<u32>> {
        let branch = self.branch(meta.cases.len())?;
        self.enter()?;
        Ok(Some(branch as u32))
    }

    #[inline(always)]
    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.leave();
        } else {
            self.cases.pop();
        }
        Ok(())
    }

    /// The null type, which takes no bytes.
    #[inline(always)]
    fn null(&mut self) -> Result<bool> {
        self.no_union()?;
        Ok(true)
    }

    #[inline(always)]
    fn absent_item(&mut self) -> Result<bool> {
        Ok(!self.is_present()?)
    }

    fn kind(&mut self) -> Result<ValueKind> {
        Ok(ValueKind::Other)
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool> {
        match self.array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => {
                self.pos -= 1;
                Err(self.error(Code::Structure, "a boolean is 0 or 1"))
            }
        }
    }

    #[inline(always)]
    fn int(&mut self) -> Result<i64> {
        self.long()
    }

    #[inline(always)]
    fn uint(&mut self) -> Result<u64> {
        let start = self.pos;
        let value = self.long()?;
        u64::try_from(value).map_err(|_| Error::new(Code::Type, "expected an unsigned integer").at(start))
    }

    #[inline(always)]
    fn number(&mut self) -> Result<f64> {
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
        self.counted_bytes().map(Cow::Borrowed)
    }

    fn fixed(&mut self, length: usize) -> Result<Cow<'de, [u8]>> {
        self.no_union()?;
        self.take(length).map(Cow::Borrowed)
    }

    fn date(&mut self) -> Result<i64> {
        let start = self.pos;
        let millis = self.long()?;
        match date::in_range(millis) {
            true => Ok(millis),
            false => Err(Error::new(Code::Type, "the date is out of range").at(start)),
        }
    }

    fn bigint(&mut self) -> Result<Cow<'de, str>> {
        let start = self.pos;
        let digits = self.string()?;
        match lexer::is_bigint(digits) {
            true => Ok(Cow::Borrowed(digits)),
            false => Err(Error::new(Code::Type, "expected the digits of an integer").at(start)),
        }
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        let start = self.pos;
        let index = self.long()?;
        match u32::try_from(index) {
            Ok(index) if (index as usize) < meta.values.len() => Ok(Some(index)),
            Ok(index) if meta.open && i32::try_from(index).is_ok() => {
                self.pos = start;
                self.unknown = true;
                Ok(None)
            }
            _ => Err(Error::new(Code::Enum, "the enum has no value with this index").at(start)),
        }
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        let start = self.pos;
        if flag_bytes(meta.names.len()) == 0 {
            let mask = self.uint()?;
            if let Some(word) = words.first_mut() {
                *word = mask;
            }
        } else {
            // Bytes that are missing at the end are those of flags that the writer did not know.
            for (index, byte) in self.counted_bytes()?.iter().enumerate() {
                match words.get_mut(index / 8) {
                    Some(word) => *word |= u64::from(*byte) << (index % 8 * 8),
                    None if *byte == 0 || !self.strict => {}
                    None => return Err(Error::new(Code::Extra, "a flag is not in the schema").at(start)),
                }
            }
        }
        let (last, used) = (meta.names.len() / 64, meta.names.len() % 64);
        if let Some(word) = words.get_mut(last) {
            let known = (1 << used) - 1;
            if *word & !known != 0 && self.strict {
                return Err(Error::new(Code::Extra, "a flag is not in the schema").at(start));
            }
            *word &= known;
        }
        Ok(())
    }

    fn json(&mut self) -> Result<Value<'de>> {
        if core::mem::take(&mut self.unknown) {
            return self.long().map(Value::Int);
        }
        let text = self.string()?;
        let start = self.pos - text.len();
        let limits = Limits { max_depth: self.depth.left(), ..Limits::default() };
        let parse = || {
            let mut lexer = Lexer::new(text, &limits)?;
            let value = lexer.tree(Some(Duplicates::Last))?;
            lexer.finish()?;
            Ok(value)
        };
        parse().map_err(|error: Error| error.shifted(start))
    }

    fn skip(&mut self) -> Result<()> {
        Err(self.error(Code::Unsupported, "Avro does not say where a value ends without its schema"))
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        Mark { pos: self.pos, depth: self.depth, cases: self.cases.len() }
    }

    #[inline(always)]
    fn seek(&mut self, mark: Mark) {
        if let Some((input, _)) = self.waiting.take() {
            self.input = input;
        }
        self.pos = mark.pos;
        self.depth = mark.depth;
        self.cases.truncate(mark.cases);
        self.present = NOWHERE;
    }

    fn retry(&mut self, mark: Mark) -> Result<()> {
        self.seek(mark);
        Ok(())
    }

    #[inline(always)]
    fn offset(&self) -> usize {
        match self.waiting {
            Some((_, at)) => at,
            None => self.pos,
        }
    }
}
