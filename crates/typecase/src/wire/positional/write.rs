//! Writes the events of a message as positional text.
//!
//! As on the JSON wire every value is followed by a comma, and a closing bracket takes the place of
//! the last one. Missing values are only counted until another value follows them, so that those at
//! the end of a record are never written. Sparse records and the flat and columns layouts go through
//! the functions marked cold; rows, the common case, pay one comparison a record and a field for them.

use super::Options;
use super::plan::Plan;
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::schema::model::Layout;
use crate::text::print;
use crate::value::Value;
use crate::wire::{Sink, Write, json};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use hashbrown::HashMap;

/// How many names or fields one integer of flags or of a mask holds.
pub(super) const MASK_BITS: usize = 31;

/// How the innermost open record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Values in order, trailing nulls trimmed.
    Dense,
    /// A mask, and the values that are present.
    Sparse,
    /// The row of a flat list.
    Flat,
    /// The row of a columns list.
    Column,
}

/// What the innermost open record needs besides its mode.
#[derive(Clone, Copy, Debug)]
struct Frame {
    mode: Mode,
    /// Sparse: where the masks go.
    start: usize,
    /// Sparse: the mask of up to 31 fields, or where in `masks` the words of more fields begin.
    mask: u32,
}

const DENSE: Frame = Frame { mode: Mode::Dense, start: 0, mask: 0 };

/// Writes the events of messages as positional text behind what is in the buffer.
pub struct Writer<'o> {
    out: &'o mut Vec<u8>,
    depth: Depth,
    /// Missing values of the innermost dense record that have not been written.
    pending: u32,
    /// Whether a case has been opened whose record goes into the same brackets.
    in_case: bool,
    /// Whether the next value is written as a difference, or as an index into the table.
    in_column: bool,
    /// Whether anything but dense records inside dense records is going on: then every event of a
    /// record takes the longer way.
    special: bool,
    /// Whether a root list is still to come that is laid out in another way than rows.
    rows_to_come: bool,
    /// The level at which a record is a row of a flat or columns list.
    rows_level: u32,
    frame: Frame,
    /// The frames around the innermost that are not dense, with the level of the record inside.
    outer: Vec<(u32, Frame)>,
    /// The mask words of open sparse records with more than 31 fields.
    masks: Vec<u32>,
    lenient: bool,
    plan: Plan,
    columns: Option<Box<Columns>>,
}

/// The columns of a columns list while its rows come in.
#[derive(Default)]
struct Columns {
    /// The text of each column; that of `current` is in the writer's buffer, and the message's here.
    texts: Vec<Vec<u8>>,
    current: Option<usize>,
    /// The latest value of each column that is written as differences.
    bases: Vec<Option<i64>>,
    /// Whether the value at hand is of such a column.
    delta: bool,
    /// The strings of the table, and the table's text.
    interned: HashMap<String, u32>,
    table: Vec<u8>,
}

/// No level: there are no rows.
const NO_LEVEL: u32 = u32::MAX;

impl<'o> Writer<'o> {
    /// Writes behind what `out` holds.
    #[inline]
    pub fn new(out: &'o mut Vec<u8>, plan: &Plan, options: &Options, limits: &Limits) -> Writer<'o> {
        Writer {
            out,
            depth: limits.depth(),
            pending: 0,
            in_case: false,
            in_column: false,
            special: false,
            rows_to_come: plan.layout != Layout::Rows,
            rows_level: NO_LEVEL,
            frame: DENSE,
            outer: Vec::new(),
            masks: Vec::new(),
            lenient: options.lenient,
            plan: *plan,
            columns: None,
        }
    }

    /// Ends the message; after an error the buffer ends at `start` again.
    #[inline]
    pub(crate) fn end(self, start: usize, result: Result<()>) -> Result<()> {
        match result {
            Ok(()) => {
                self.out.pop();
                Ok(())
            }
            Err(error) => {
                self.abandon(start);
                Err(error)
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn abandon(self, start: usize) {
        if let Some(mut columns) = self.columns
            && let Some(current) = columns.current
        {
            core::mem::swap(self.out, &mut columns.texts[current]);
        }
        self.out.truncate(start);
    }

    #[inline(always)]
    fn open(&mut self) -> Result<()> {
        self.depth.enter()?;
        self.out.push(b'[');
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self) -> Result<()> {
        self.depth.leave();
        self.close_bracket(b']')
    }

    #[inline(always)]
    fn close_bracket(&mut self, bracket: u8) -> Result<()> {
        print::close(self.out, bracket);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn flush_pending(&mut self) {
        while self.pending > 0 {
            self.out.extend_from_slice(b"null,");
            self.pending -= 1;
        }
    }

    /// Opens a record that is not simply a dense one inside dense ones.
    #[inline(never)]
    fn special_record(&mut self, meta: &RecordMeta<'_>, level: u32) -> Result<()> {
        if self.frame.mode != Mode::Dense {
            self.outer.push((self.depth.left(), self.frame));
        }
        self.frame = DENSE;
        self.special = true;
        if level == self.rows_level {
            if meta.fields.len() != self.plan.stride {
                return Err(Error::new(Code::Unsupported, "the plan is of another schema"));
            }
            self.frame.mode = if self.columns.is_some() { Mode::Column } else { Mode::Flat };
            return Ok(());
        }
        if core::mem::take(&mut self.in_case) {
            return Ok(());
        }
        self.out.push(b'[');
        if meta.sparse {
            self.frame = Frame { mode: Mode::Sparse, start: self.out.len(), mask: 0 };
            if meta.fields.len() > MASK_BITS {
                self.frame.mask = self.masks.len() as u32;
                self.masks.resize(self.masks.len() + meta.fields.len().div_ceil(MASK_BITS), 0);
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn special_field(&mut self, meta: &RecordMeta<'_>, index: usize) {
        match self.frame.mode {
            Mode::Dense => {
                self.flush_pending();
                self.in_column = self.plan.table && meta.fields[index].intern;
            }
            Mode::Sparse if meta.fields.len() <= MASK_BITS => self.frame.mask |= 1 << index,
            Mode::Sparse => self.masks[self.frame.mask as usize + index / MASK_BITS] |= 1 << (index % MASK_BITS),
            Mode::Flat => {}
            Mode::Column => {
                self.go_to_column(index);
                if let Some(columns) = &mut self.columns {
                    columns.delta = meta.fields[index].delta;
                    self.in_column = columns.delta || meta.fields[index].intern;
                }
            }
        }
    }

    #[inline(never)]
    fn special_absent(&mut self, index: usize) {
        match self.frame.mode {
            Mode::Dense => self.pending += 1,
            Mode::Sparse => {}
            Mode::Flat => self.out.extend_from_slice(b"null,"),
            Mode::Column => {
                self.go_to_column(index);
                self.out.extend_from_slice(b"null,");
            }
        }
    }

    #[inline(never)]
    fn end_special_record(&mut self, meta: &RecordMeta<'_>) -> Result<()> {
        let level = self.depth.left();
        self.depth.leave();
        match self.frame.mode {
            Mode::Dense => {
                self.pending = 0;
                self.close_bracket(b']')?;
            }
            Mode::Sparse => {
                self.insert_masks(meta);
                self.close_bracket(b']')?;
            }
            Mode::Flat | Mode::Column => {}
        }
        self.frame = match self.outer.last() {
            Some(&(inside, frame)) if inside == level => {
                self.outer.pop();
                frame
            }
            _ => DENSE,
        };
        self.special = self.frame.mode != Mode::Dense || !self.outer.is_empty() || self.rows_level != NO_LEVEL;
        Ok(())
    }

    /// Puts the masks of a sparse record before its values.
    fn insert_masks(&mut self, meta: &RecordMeta<'_>) {
        if meta.fields.len() <= MASK_BITS {
            let mut digits = itoa::Buffer::new();
            let digits = digits.format(self.frame.mask).as_bytes();
            let (start, end) = (self.frame.start, self.out.len());
            self.out.extend_from_slice(b"0000000000,");
            self.out.copy_within(start..end, start + digits.len() + 1);
            self.out[start..start + digits.len()].copy_from_slice(digits);
            self.out[start + digits.len()] = b',';
            self.out.truncate(end + digits.len() + 1);
            return;
        }
        let values = self.out.len();
        let first = self.frame.mask as usize;
        for &mask in &self.masks[first..] {
            print::uint(self.out, mask.into());
        }
        self.masks.truncate(first);
        let length = self.out.len() - values;
        self.out[self.frame.start..].rotate_right(length);
    }

    /// Makes the text of this column the one that is written to.
    fn go_to_column(&mut self, index: usize) {
        if let Some(columns) = &mut self.columns {
            if let Some(current) = columns.current {
                core::mem::swap(self.out, &mut columns.texts[current]);
            }
            core::mem::swap(self.out, &mut columns.texts[index]);
            columns.current = Some(index);
        }
    }

    /// Opens the root list of a flat or columns layout.
    #[inline(never)]
    fn open_rows(&mut self) -> Result<()> {
        self.depth.enter()?;
        if self.plan.table {
            // The brackets around the table and the columns.
            self.depth.enter()?;
        }
        self.rows_level = self.depth.left();
        self.rows_to_come = false;
        self.special = true;
        if self.plan.layout == Layout::Flat {
            self.out.push(b'[');
        } else {
            let mut columns = Box::<Columns>::default();
            columns.texts.resize(self.plan.stride, Vec::new());
            columns.bases.resize(self.plan.stride, None);
            self.columns = Some(columns);
            // Each column has brackets, even if there is no row.
            self.depth.enter()?;
            self.depth.leave();
        }
        Ok(())
    }

    /// Closes the root list of a flat or columns layout.
    #[inline(never)]
    fn close_rows(&mut self) -> Result<()> {
        self.rows_level = NO_LEVEL;
        self.special = false;
        let Some(columns) = self.columns.take() else { return self.close() };
        let mut columns = *columns;
        if let Some(current) = columns.current {
            core::mem::swap(self.out, &mut columns.texts[current]);
        }
        self.depth.leave();
        if self.plan.table {
            self.depth.leave();
            self.out.extend_from_slice(b"[[");
            self.out.extend_from_slice(&columns.table);
            self.close_bracket(b']')?;
        }
        self.out.push(b'[');
        for text in &columns.texts {
            self.out.push(b'[');
            self.out.extend_from_slice(text);
            self.close_bracket(b']')?;
        }
        self.close_bracket(b']')?;
        if self.plan.table {
            self.close_bracket(b']')?;
        }
        Ok(())
    }

    /// A row that is null: a null for each of its fields.
    #[cold]
    #[inline(never)]
    fn null_row(&mut self) -> Result<()> {
        for index in 0..self.plan.stride {
            self.go_to_column(index);
            self.out.extend_from_slice(b"null,");
        }
        Ok(())
    }

    /// An integer of a column that is written as differences, or `None` if the value is not in one.
    #[inline(never)]
    fn difference(&mut self, value: i64) -> Result<i64> {
        self.in_column = false;
        let Some(columns) = &mut self.columns else { return Ok(value) };
        let Some(current) = columns.current.filter(|_| columns.delta) else { return Ok(value) };
        match columns.bases[current].replace(value) {
            Some(base) => value
                .checked_sub(base)
                .ok_or_else(|| Error::new(Code::Unsupported, "the difference does not fit 64 bits")),
            None => Ok(value),
        }
    }

    /// A string as its index in the table.
    #[inline(never)]
    fn interned(&mut self, value: &str) -> Result<()> {
        let Some(columns) = &mut self.columns else { return Ok(()) };
        let next = columns.interned.len() as u32;
        let index = *columns.interned.entry_ref(value).or_insert_with(|| {
            print::string(&mut columns.table, value, b',');
            next
        });
        print::uint(self.out, index.into());
        Ok(())
    }
}

impl Write for Writer<'_> {
    const WANTS_PRESENCE: bool = true;
    const PRESENCE_IF_CHEAP: bool = true;

    #[inline(always)]
    fn record(&mut self, meta: &RecordMeta<'_>, presence: Presence) -> Result<()> {
        let level = self.depth.left();
        self.depth.enter()?;
        if meta.sparse
            && let Some(mask) = presence.bits()
            && meta.fields.len() <= MASK_BITS
            && !self.special
            && !self.in_case
        {
            // With the mask written, nothing is left to remember of the record.
            self.out.push(b'[');
            print::uint(self.out, mask);
            return Ok(());
        }
        if meta.sparse || self.special {
            return self.special_record(meta, level);
        }
        if !core::mem::take(&mut self.in_case) {
            self.out.push(b'[');
        }
        Ok(())
    }

    #[inline(always)]
    fn field(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        if self.special {
            self.special_field(meta, index);
        } else if !meta.sparse && self.pending > 0 {
            self.flush_pending();
        }
        Ok(())
    }

    #[inline(always)]
    fn absent(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        if !self.special {
            self.pending += u32::from(!meta.sparse);
        } else if self.frame.mode != Mode::Sparse {
            self.special_absent(index);
        }
        Ok(())
    }

    fn discriminator(&mut self, _meta: &RecordMeta<'_>, _index: usize, _value: &EnumValue<'_>) -> Result<()> {
        Ok(())
    }

    #[inline(always)]
    fn end_record(&mut self, meta: &RecordMeta<'_>) -> Result<()> {
        if self.special {
            return self.end_special_record(meta);
        }
        self.pending = 0;
        self.close()
    }

    #[inline(always)]
    fn list(&mut self, _length: Option<usize>) -> Result<()> {
        if self.rows_to_come {
            return self.open_rows();
        }
        self.open()
    }

    #[inline(always)]
    fn end_list(&mut self) -> Result<()> {
        if self.special && self.depth.left() == self.rows_level {
            return self.close_rows();
        }
        self.close()
    }

    fn tuple(&mut self, _length: usize) -> Result<()> {
        self.open()
    }

    fn end_tuple(&mut self) -> Result<()> {
        self.close()
    }

    fn map(&mut self, _length: Option<usize>) -> Result<()> {
        self.depth.enter()?;
        self.out.push(b'{');
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<()> {
        print::string(self.out, key, b':');
        Ok(())
    }

    fn end_map(&mut self) -> Result<()> {
        self.depth.leave();
        self.close_bracket(b'}')
    }

    fn case(&mut self, meta: &UnionMeta<'_>, tag: u32) -> Result<()> {
        if meta.discriminator.is_some() {
            self.out.push(b'[');
            self.in_case = true;
        } else {
            self.open()?;
        }
        print::uint(self.out, tag.into());
        Ok(())
    }

    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_some() { Ok(()) } else { self.close() }
    }

    #[inline(always)]
    fn null(&mut self) -> Result<()> {
        if self.special && self.depth.left() == self.rows_level {
            return self.null_row();
        }
        self.out.extend_from_slice(b"null,");
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<()> {
        self.out.extend_from_slice(if value { b"true," } else { b"false," });
        Ok(())
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Result<()> {
        let value = if self.in_column { self.difference(value)? } else { value };
        print::int(self.out, value);
        Ok(())
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) -> Result<()> {
        if self.in_column {
            let signed = i64::try_from(value);
            return self.int(signed.map_err(|_| Error::new(Code::Unsupported, "the difference does not fit 64 bits"))?);
        }
        print::uint(self.out, value);
        Ok(())
    }

    #[inline(always)]
    fn number(&mut self, value: f64) -> Result<()> {
        if !value.is_finite() {
            return if self.lenient { self.null() } else { Err(json::not_finite()) };
        }
        print::double(self.out, value);
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, value: &str) -> Result<()> {
        if self.in_column {
            return self.interned(value);
        }
        print::string(self.out, value, b',');
        Ok(())
    }

    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        print::base64(self.out, value);
        Ok(())
    }

    #[inline(always)]
    fn date(&mut self, millis: i64) -> Result<()> {
        if !crate::text::date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range"));
        }
        self.int(millis)
    }

    fn bigint(&mut self, digits: &str) -> Result<()> {
        print::string(self.out, digits, b',');
        Ok(())
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        if index as usize >= meta.values.len() {
            return if self.lenient {
                self.null()
            } else {
                Err(Error::new(Code::Enum, "the value is not one of the enum's"))
            };
        }
        print::uint(self.out, index.into());
        Ok(())
    }

    /// A number that is the index of a value would come back as that value.
    fn unknown(&mut self, meta: &EnumMeta<'_>, value: &Value<'_>) -> Result<()> {
        let start = self.out.len();
        self.json(value)?;
        let text = self.out.get(start..).and_then(<[u8]>::split_last).map_or(&[][..], |(_comma, text)| text);
        let number = core::str::from_utf8(text).ok().and_then(|text| text.parse::<usize>().ok());
        match number {
            Some(index) if index < meta.values.len() => {
                Err(Error::new(Code::Unsupported, "the number is the index of another value of the open enum"))
            }
            _ => Ok(()),
        }
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()> {
        let count = meta.names.len().div_ceil(MASK_BITS);
        let bit = |index: usize| words.get(index / 64).map_or(0, |word| word >> (index % 64) & 1);
        let mask = |word: usize| (0..MASK_BITS).fold(0, |mask, at| mask | bit(word * MASK_BITS + at) << at);
        if count <= 1 {
            print::uint(self.out, mask(0));
            return Ok(());
        }
        self.open()?;
        for word in 0..count {
            print::uint(self.out, mask(word));
        }
        self.close()
    }

    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        json::print_tree(self.out, value, &mut self.depth)
    }
}

/// A place in the output between rows, or inside a message without columns.
#[derive(Clone, Copy)]
pub struct Mark {
    length: usize,
    depth: Depth,
    pending: u32,
    in_case: bool,
    special: bool,
    frame: Frame,
    outer: usize,
    masks: usize,
}

impl<'de> Sink<'de> for Writer<'_> {
    type Mark = Mark;

    fn mark(&self) -> Mark {
        Mark {
            length: self.out.len(),
            depth: self.depth,
            pending: self.pending,
            in_case: self.in_case,
            special: self.special,
            frame: self.frame,
            outer: self.outer.len(),
            masks: self.masks.len(),
        }
    }

    fn can_roll_back(&self) -> bool {
        self.columns.is_none()
    }

    fn rollback(&mut self, mark: Mark) {
        self.out.truncate(mark.length);
        self.depth = mark.depth;
        self.pending = mark.pending;
        self.in_case = mark.in_case;
        self.special = mark.special;
        self.frame = mark.frame;
        self.outer.truncate(mark.outer);
        self.masks.truncate(mark.masks);
    }
}
