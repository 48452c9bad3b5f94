//! Writes the events of a message on the packed wire.

use super::Options;
use super::bits::BitWriter;
use super::number;
use super::runs::Runs;
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Nullity, Presence, RecordMeta, UnionMeta};
use crate::text::date;
use crate::value::Value;
use crate::wire::bignum::{self, Integer};
use crate::wire::varint::zigzag;
use crate::wire::{Sink, Write, json};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Writes the events of one message behind what is in the buffer.
pub struct Writer<'o> {
    runs: Runs<'o>,
    bits: BitWriter,
    depth: Depth,
    spill: &'o mut Spill,
}

/// The memory of a writer beyond the message, which few messages need. It is not the writer's own, which would have to be
/// freed when something panics, and so could not be in registers.
#[derive(Default)]
pub struct Spill(Option<Box<Spilled>>);

#[derive(Default)]
struct Spilled {
    /// The bits that fill a word.
    words: Vec<u64>,
    /// Where the counts of open lists and maps go that are not known.
    counts: Vec<usize>,
}

impl Spill {
    #[inline(always)]
    fn words(&self) -> &[u64] {
        self.0.as_ref().map_or(&[], |spilled| &spilled.words)
    }

    /// Keeps a word of bits that is full.
    #[cold]
    #[inline(never)]
    fn keep_word(&mut self, word: u64) {
        self.0.get_or_insert_default().words.push(word);
    }

    /// Keeps the place of a count that is not known.
    #[cold]
    #[inline(never)]
    fn keep_count(&mut self, place: usize) {
        self.0.get_or_insert_default().counts.push(place);
    }

    /// Takes the place of the count that was kept last.
    fn take_count(&mut self) -> Option<usize> {
        self.0.as_mut().and_then(|spilled| spilled.counts.pop())
    }

    /// How many words and places of counts are kept.
    fn kept(&self) -> [usize; 2] {
        self.0.as_ref().map_or([0; 2], |spilled| [spilled.words.len(), spilled.counts.len()])
    }

    /// Gives up all but so many words and places of counts.
    fn truncate(&mut self, [words, counts]: [usize; 2]) {
        if let Some(spilled) = &mut self.0 {
            spilled.words.truncate(words);
            spilled.counts.truncate(counts);
        }
    }
}

/// A place in a message that is being written.
#[derive(Clone, Copy)]
pub struct Mark {
    values: usize,
    text: usize,
    bits: BitWriter,
    spilled: [usize; 2],
    depth: Depth,
}

impl<'o> Writer<'o> {
    /// Writes a message behind what `out` holds, which has it when [`end`](Writer::end) is called and no byte of it
    /// before.
    #[inline(always)]
    pub fn new(out: &'o mut Vec<u8>, spill: &'o mut Spill, _options: &Options, limits: &Limits) -> Writer<'o> {
        Writer { runs: Runs::new(out), bits: BitWriter::new(), depth: limits.depth(), spill }
    }

    /// Ends the message, after which nothing is written. After an error the buffer is as it was.
    #[inline(always)]
    pub fn end(&mut self, result: Result<()>) -> Result<()> {
        if result.is_ok() {
            self.runs.finish(&self.bits, self.spill.words());
        }
        result
    }

    /// Opens a list or a map.
    #[inline(always)]
    fn open(&mut self, length: Option<usize>) -> Result<()> {
        self.depth.enter()?;
        match length {
            Some(length) => self.runs.varint(length as u64),
            None => {
                self.spill.keep_count(self.runs.values());
                self.runs.varint(0);
            }
        }
        Ok(())
    }

    /// Appends the lowest `count` bits of a word that has no others; at most 32.
    #[inline(always)]
    fn push_bits(&mut self, bits: u64, count: u32) {
        if let Some(word) = self.bits.push(bits, count) {
            self.spill.keep_word(word);
        }
    }

    /// Appends numbers, at most eight, at once if all of them are raw.
    #[inline(always)]
    fn numbers<const N: usize>(&mut self, values: &[f64; N]) -> Result<()> {
        const { assert!(N <= 8) };
        if !number::are_raw(values) {
            return values.iter().try_for_each(|value| self.number(*value));
        }
        self.push_bits(0, N as u32);
        self.runs.doubles(values);
        Ok(())
    }

    /// Appends a 0 to the bits.
    #[inline(always)]
    fn push_zero(&mut self) {
        if let Some(word) = self.bits.push_zero() {
            self.spill.keep_word(word);
        }
    }
}

impl Write for Writer<'_> {
    const NUMBERS_ENUMS: bool = true;
    const NUMBERS_IN_RUNS: bool = true;

    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>, _presence: Presence) -> Result<()> {
        self.depth.enter()
    }

    #[inline(always)]
    fn field(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        if meta.fields[index].nullity.is_optional() {
            self.push_bits(1, 1);
        }
        Ok(())
    }

    #[inline(always)]
    fn absent(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        match meta.fields[index].nullity {
            Nullity::Optional | Nullity::OptionalNull | Nullity::OptionalJson => self.push_zero(),
            Nullity::Null => {}
            Nullity::Json => self.runs.string(b"null"),
            Nullity::Never => return Err(no_value()),
        }
        Ok(())
    }

    /// The case says it all.
    #[inline(always)]
    fn discriminator(&mut self, _meta: &RecordMeta<'_>, _index: usize, _value: &EnumValue<'_>) -> Result<()> {
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
        self.depth.leave();
        Ok(())
    }

    #[inline(always)]
    fn tuple(&mut self, _length: usize) -> Result<()> {
        self.depth.enter()
    }

    #[inline(always)]
    fn end_tuple(&mut self) -> Result<()> {
        self.depth.leave();
        Ok(())
    }

    #[inline(always)]
    fn map(&mut self, length: Option<usize>) -> Result<()> {
        self.open(length)
    }

    #[inline(always)]
    fn key(&mut self, key: &str) -> Result<()> {
        self.text(key)
    }

    #[inline(always)]
    fn end_map(&mut self) -> Result<()> {
        self.depth.leave();
        Ok(())
    }

    fn counted(&mut self, count: usize) -> Result<()> {
        if let Some(at) = self.spill.take_count() {
            self.runs.patch(at, count as u64);
        }
        Ok(())
    }

    #[inline(always)]
    fn case(&mut self, meta: &UnionMeta<'_>, tag: u32) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.enter()?;
        }
        self.runs.varint(tag.into());
        Ok(())
    }

    #[inline(always)]
    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.leave();
        }
        Ok(())
    }

    #[inline(always)]
    fn null(&mut self) -> Result<()> {
        Ok(())
    }

    #[inline(always)]
    fn absent_item(&mut self) -> Result<()> {
        self.push_zero();
        Ok(())
    }

    #[inline(always)]
    fn present_item(&mut self) -> Result<()> {
        self.push_bits(1, 1);
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<()> {
        self.push_bits(value.into(), 1);
        Ok(())
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Result<()> {
        self.runs.varint(zigzag(value));
        Ok(())
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) -> Result<()> {
        self.runs.varint(value);
        Ok(())
    }

    #[inline(always)]
    fn number(&mut self, value: f64) -> Result<()> {
        match number::shorten(value) {
            None => {
                self.push_zero();
                self.runs.fixed(value.to_le_bytes());
            }
            Some((mantissa, places)) => {
                self.push_bits(u64::from(places << 1 | 1), 3);
                self.runs.varint(mantissa);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn number_fields<const N: usize>(&mut self, _meta: &RecordMeta<'_>, _first: usize, values: [f64; N]) -> Result<()> {
        self.numbers(&values)
    }

    #[inline(always)]
    fn number_items(&mut self, values: &[f64]) -> Result<()> {
        let (runs, rest) = values.as_chunks::<8>();
        runs.iter().try_for_each(|run| self.numbers(run))?;
        rest.iter().try_for_each(|value| self.number(*value))
    }

    #[inline(always)]
    fn float64(&mut self, value: f64) -> Result<()> {
        self.runs.fixed(value.to_le_bytes());
        Ok(())
    }

    #[inline(always)]
    fn float32(&mut self, value: f32) -> Result<()> {
        self.runs.fixed(value.to_le_bytes());
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, value: &str) -> Result<()> {
        self.runs.string(value.as_bytes());
        Ok(())
    }

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        self.runs.varint(value.len() as u64);
        self.runs.bytes(value);
        Ok(())
    }

    #[inline(always)]
    fn fixed(&mut self, value: &[u8]) -> Result<()> {
        self.runs.bytes(value);
        Ok(())
    }

    #[inline(always)]
    fn date(&mut self, millis: i64) -> Result<()> {
        if !date::in_range(millis) {
            return Err(date_out_of_range());
        }
        self.int(millis)
    }

    fn bigint(&mut self, digits: &str) -> Result<()> {
        match bignum::parse(digits)? {
            Integer::Small { negative, n } => wide_varint(&mut self.runs, &n.to_be_bytes(), negative),
            Integer::Large { negative, n } => wide_varint(&mut self.runs, &n, negative),
        }
        Ok(())
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        if index as usize >= meta.values.len() {
            return Err(no_such_value());
        }
        self.runs.varint(index.into());
        Ok(())
    }

    fn unknown(&mut self, meta: &EnumMeta<'_>, value: &Value<'_>) -> Result<()> {
        if let Some(index) = super::known(meta, value) {
            return self.enumeration(meta, index);
        }
        self.runs.varint(meta.values.len() as u64);
        self.json(value)
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()> {
        for (at, left) in (0..meta.names.len()).step_by(32).map(|at| (at, meta.names.len() - at)) {
            let half = words.get(at / 64).copied().unwrap_or(0) >> (at % 64);
            let count = left.min(32) as u32;
            self.push_bits(half & ((1 << count) - 1), count);
        }
        Ok(())
    }

    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        let mut text = Vec::new();
        json::print_tree(&mut text, value, &mut self.depth)?;
        // The comma behind it.
        text.pop();
        self.runs.string(&text);
        Ok(())
    }
}

impl<'de> Sink<'de> for Writer<'_> {
    type Mark = Mark;

    fn mark(&self) -> Mark {
        Mark {
            values: self.runs.values(),
            text: self.runs.text(),
            bits: self.bits,
            spilled: self.spill.kept(),
            depth: self.depth,
        }
    }

    fn rollback(&mut self, mark: Mark) {
        self.runs.truncate(mark.values, mark.text);
        self.spill.truncate(mark.spilled);
        (self.bits, self.depth) = (mark.bits, mark.depth);
    }
}

/// Appends the zigzag of an integer of any length, n << 1 or that and 1, as a varint.
fn wide_varint(runs: &mut Runs<'_>, n: &[u8], negative: bool) {
    let zeros = n.iter().take_while(|byte| **byte == 0).count();
    // The bits from the lowest on: the sign, and those of n.
    let (mut pending, mut count) = (u32::from(negative), 1);
    let mut bytes = n[zeros..].iter().rev();
    loop {
        while count < 7
            && let Some(byte) = bytes.next()
        {
            pending |= u32::from(*byte) << count;
            count += 8;
        }
        let (group, rest) = (pending as u8 & 0x7f, pending >> 7);
        if rest == 0 && bytes.len() == 0 {
            return runs.fixed([group]);
        }
        runs.fixed([group | 0x80]);
        (pending, count) = (rest, count - 7);
    }
}

#[cold]
#[inline(never)]
fn no_value() -> Error {
    Error::new(Code::Unsupported, "the packed wire has no place for the missing value of a required field")
}

#[cold]
#[inline(never)]
fn no_such_value() -> Error {
    Error::new(Code::Enum, "the value is not one of the enum's")
}

#[cold]
#[inline(never)]
pub(super) fn date_out_of_range() -> Error {
    Error::new(Code::Type, "the date is out of range")
}
