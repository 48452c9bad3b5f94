//! Writes the events of a message in Avro's binary encoding.
//!
//! A list is one block: the count, the items, and the empty block that ends it. A count that is not known
//! beforehand is a byte that is patched when the list closes. An optional value begins with the index of its
//! branch in `["null", T]`; where `T` is a union its branches follow `"null"`, so that [`Writer::case`] takes
//! back the index that has just been written.

use super::put::{self, zigzag};
use super::{Options, flag_bytes};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Nullity, Presence, RecordMeta, UnionMeta};
use crate::text::date;
use crate::value::Value;
use crate::wire::{Sink, Write, json};
use alloc::vec::Vec;

/// The index of the second branch of a union, as it is written: that of a value that is there.
const PRESENT: u8 = 2;

/// Writes the events of messages in Avro's binary encoding behind what is in the buffer.
pub struct Writer<'o> {
    out: &'o mut Vec<u8>,
    depth: Depth,
    /// The length of the output right after the index of a value that is there; nothing has been sent since
    /// if it is still the same.
    present: usize,
    /// For the open cases inside one whose branch has several discriminators: which of those of its branch.
    cases: Vec<u32>,
    /// Where the counts of open lists and maps go that are not known.
    counts: Vec<usize>,
}

/// No place in the output.
const NOWHERE: usize = usize::MAX;

impl<'o> Writer<'o> {
    /// Writes behind what `out` holds.
    #[inline]
    pub fn new(out: &'o mut Vec<u8>, _options: &Options, limits: &Limits) -> Writer<'o> {
        Writer { out, depth: limits.depth(), present: NOWHERE, cases: Vec::new(), counts: Vec::new() }
    }

    /// Ends the message; after an error the buffer ends at `start` again.
    #[inline]
    pub(crate) fn end(self, start: usize, result: Result<()>) -> Result<()> {
        if result.is_err() {
            self.out.truncate(start);
        }
        result
    }

    /// Opens a list or a map.
    #[inline(always)]
    fn open(&mut self, length: Option<usize>) -> Result<()> {
        self.depth.enter()?;
        match length {
            // The end is the block of no items.
            Some(0) => {}
            Some(length) => put::varint(self.out, (length as u64) << 1),
            None => {
                self.counts.push(self.out.len());
                self.out.push(0);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self) -> Result<()> {
        self.depth.leave();
        self.out.push(0);
        Ok(())
    }

    /// Writes the index of a branch, or of one behind `"null"` if the value is that of an optional union.
    #[inline(always)]
    fn branch(&mut self, index: u32) {
        if self.present == self.out.len() {
            self.out.pop();
            put::varint(self.out, (u64::from(index) + 1) << 1);
        } else {
            put::varint(self.out, u64::from(index) << 1);
        }
        self.present = NOWHERE;
    }
}

impl Write for Writer<'_> {
    const NUMBERS_ENUMS: bool = true;

    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>, _presence: Presence) -> Result<()> {
        self.present = NOWHERE;
        self.depth.enter()
    }

    #[inline(always)]
    fn field(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        let field = &meta.fields[index];
        if field.nullity.is_optional() {
            self.out.push(PRESENT);
            // A union with a null of its own stays a type of its own (docs/avro.md, section 2).
            self.present = if field.null_is_value { NOWHERE } else { self.out.len() };
        }
        Ok(())
    }

    #[inline(always)]
    fn absent(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        match meta.fields[index].nullity {
            Nullity::Optional | Nullity::OptionalNull | Nullity::OptionalJson => self.out.push(0),
            Nullity::Null => {}
            Nullity::Json => put::counted_bytes(self.out, b"null"),
            Nullity::Never => return Err(no_value()),
        }
        Ok(())
    }

    #[inline(always)]
    fn discriminator(&mut self, _meta: &RecordMeta<'_>, _index: usize, _value: &EnumValue<'_>) -> Result<()> {
        let index = self.cases.last().copied().unwrap_or(0);
        put::varint(self.out, u64::from(index) << 1);
        Ok(())
    }

    #[inline(always)]
    fn end_record(&mut self, _meta: &RecordMeta<'_>) -> Result<()> {
        self.depth.leave();
        Ok(())
    }

    #[inline(always)]
    fn list(&mut self, length: Option<usize>) -> Result<()> {
        self.open(length)
    }

    #[inline(always)]
    fn end_list(&mut self) -> Result<()> {
        self.close()
    }

    fn tuple(&mut self, _length: usize) -> Result<()> {
        self.present = NOWHERE;
        self.depth.enter()
    }

    fn end_tuple(&mut self) -> Result<()> {
        self.depth.leave();
        Ok(())
    }

    fn map(&mut self, length: Option<usize>) -> Result<()> {
        self.open(length)
    }

    #[inline(always)]
    fn key(&mut self, key: &str) -> Result<()> {
        self.text(key)
    }

    fn end_map(&mut self) -> Result<()> {
        self.close()
    }

    fn counted(&mut self, count: usize) -> Result<()> {
        match self.counts.pop() {
            Some(at) if count > 0 => put::patch(self.out, at, (count as u64) << 1),
            Some(at) => self.out.truncate(at),
            None => {}
        }
        Ok(())
    }

    #[inline(always)]
    fn case(&mut self, meta: &UnionMeta<'_>, tag: u32) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.enter()?;
            self.branch(tag);
            return Ok(());
        }
        let case = &meta.cases[tag as usize];
        self.branch(case.branch);
        if !self.cases.is_empty() || !one_case_a_branch(meta) {
            let first = meta.cases.iter().position(|other| other.branch == case.branch).unwrap_or(0);
            self.cases.push(tag - first as u32);
        }
        Ok(())
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

    #[inline(always)]
    fn null(&mut self) -> Result<()> {
        self.present = NOWHERE;
        Ok(())
    }

    #[inline(always)]
    fn absent_item(&mut self) -> Result<()> {
        self.out.push(0);
        Ok(())
    }

    #[inline(always)]
    fn present_item(&mut self) -> Result<()> {
        self.out.push(PRESENT);
        self.present = self.out.len();
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<()> {
        self.out.push(u8::from(value));
        Ok(())
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Result<()> {
        put::varint(self.out, zigzag(value));
        Ok(())
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) -> Result<()> {
        if value > i64::MAX as u64 {
            return Err(too_large());
        }
        put::varint(self.out, value << 1);
        Ok(())
    }

    #[inline(always)]
    fn number(&mut self, value: f64) -> Result<()> {
        put::array(self.out, value.to_le_bytes());
        Ok(())
    }

    #[inline(always)]
    fn float32(&mut self, value: f32) -> Result<()> {
        put::array(self.out, value.to_le_bytes());
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, value: &str) -> Result<()> {
        put::counted_bytes(self.out, value.as_bytes());
        Ok(())
    }

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        put::counted_bytes(self.out, value);
        Ok(())
    }

    fn fixed(&mut self, value: &[u8]) -> Result<()> {
        self.present = NOWHERE;
        self.out.extend_from_slice(value);
        Ok(())
    }

    #[inline(always)]
    fn date(&mut self, millis: i64) -> Result<()> {
        if !date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range"));
        }
        self.int(millis)
    }

    fn bigint(&mut self, digits: &str) -> Result<()> {
        self.text(digits)
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        if index as usize >= meta.values.len() {
            return Err(Error::new(Code::Enum, "the value is not one of the enum's"));
        }
        put::varint(self.out, u64::from(index) << 1);
        Ok(())
    }

    fn unknown(&mut self, meta: &EnumMeta<'_>, value: &Value<'_>) -> Result<()> {
        match value.as_int().and_then(|value| i32::try_from(value).ok()) {
            Some(index) if index >= 0 && index as usize >= meta.values.len() => self.int(index.into()),
            _ => Err(Error::new(Code::Unsupported, "Avro writes an enum by index, and this value has none")),
        }
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()> {
        match flag_bytes(meta.names.len()) {
            0 => self.uint(words.first().copied().unwrap_or(0)),
            length => {
                put::varint(self.out, (length as u64) << 1);
                let bytes = words.iter().flat_map(|word| word.to_le_bytes());
                self.out.extend(bytes.chain(core::iter::repeat(0)).take(length));
                Ok(())
            }
        }
    }

    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        let start = self.out.len();
        self.out.push(0);
        json::print_tree(self.out, value, &mut self.depth)?;
        self.out.pop();
        let length = self.out.len() - start - 1;
        put::patch(self.out, start, (length as u64) << 1);
        Ok(())
    }
}

impl<'de> Sink<'de> for Writer<'_> {
    /// The lengths of the output, the open cases and the open counts, and the depth.
    type Mark = (usize, usize, usize, Depth);

    fn mark(&self) -> Self::Mark {
        (self.out.len(), self.cases.len(), self.counts.len(), self.depth)
    }

    fn rollback(&mut self, mark: Self::Mark) {
        self.out.truncate(mark.0);
        self.cases.truncate(mark.1);
        self.counts.truncate(mark.2);
        self.depth = mark.3;
        self.present = NOWHERE;
    }
}

/// Whether no branch of a union stands for several values of the discriminator. (Cases are in the order of
/// their branches, so the last one tells.)
#[inline(always)]
pub(super) fn one_case_a_branch(meta: &UnionMeta<'_>) -> bool {
    meta.cases.last().is_none_or(|last| last.branch as usize + 1 == meta.cases.len())
}

#[cold]
#[inline(never)]
fn no_value() -> Error {
    Error::new(Code::Unsupported, "Avro has no place for the missing value of a required field")
}

#[cold]
#[inline(never)]
fn too_large() -> Error {
    Error::new(Code::Unsupported, "an Avro long holds unsigned integers up to 2^63 - 1")
}
