//! Reads the events of a message from positional text.
//!
//! The fast path of a field is one comparison with the separator and a look at the byte behind it.
//! Nulls, white space, the end of a record, sparse records and the flat and columns layouts take the
//! slow path. A columns list is read row by row: a cursor for each column goes on where it left off.

use super::Options;
use super::plan::Plan;
use super::write::MASK_BITS;
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::meta::{EnumMeta, FlagsMeta, RecordMeta, UnionMeta};
use crate::schema::model::Layout;
use crate::text::lexer::{Lexer, Mark};
use crate::text::tree::Duplicates;
use crate::value::{Text, Value};
use crate::wire::{Read, TextRef, ValueKind, json};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// How a record is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Values in order, up to the closing bracket.
    Dense,
    /// The values of a mask.
    Sparse,
    /// The row of a flat list.
    Flat,
    /// The row of a columns list.
    Column,
}

/// The mask of a record that has none.
const ALL: u32 = u32::MAX;

/// The state of a record that is being read.
pub struct Row {
    /// The byte before the next value: a bracket that is not taken yet, or a comma; nothing after the end.
    separator: u8,
    mode: Mode,
    /// Sparse: the mask of up to 31 fields, or where in `masks` the words of more fields begin. Otherwise all bits, so
    /// that few sparse fields are asked for alone whatever the layout.
    mask: u32,
    /// The field that [`Read::next_field`] looks at next.
    next: u32,
}

/// No byte of JSON: the record has been closed, or its first value needs no separator.
const NONE: u8 = 0;

/// Reads the events of one message from positional text.
pub struct Reader<'de> {
    lexer: Lexer<'de>,
    strict: bool,
    /// Whether a case has been opened whose record is in the same brackets.
    in_case: bool,
    /// Whether the next value is a difference, or an index into the table.
    in_column: bool,
    /// The level at which a record is a row of a flat or columns list.
    rows_level: u32,
    /// The mask words of open sparse records with more than 31 fields.
    masks: Vec<u32>,
    plan: Plan,
    columns: Option<Box<Columns<'de>>>,
}

/// The columns of a columns list while its rows are read.
struct Columns<'de> {
    /// Where each column goes on: at its opening bracket, at a comma, or at its closing bracket.
    cursors: Vec<usize>,
    current: Option<usize>,
    /// The offset after the whole list.
    end: usize,
    /// The latest value of each column that is written as differences.
    bases: Vec<Option<i64>>,
    /// Whether the value at hand is of such a column.
    delta: bool,
    table: Vec<Text<'de>>,
}

/// No level: there are no rows.
const NO_LEVEL: u32 = u32::MAX;

impl<'de> Reader<'de> {
    /// Reads a text that is known to be UTF-8.
    #[inline]
    pub fn new(text: &'de str, plan: &Plan, options: &Options, limits: &Limits) -> Result<Reader<'de>> {
        Ok(Reader {
            lexer: Lexer::new(text, limits)?,
            strict: options.strict,
            in_case: false,
            in_column: false,
            rows_level: NO_LEVEL,
            masks: Vec::new(),
            plan: *plan,
            columns: None,
        })
    }

    /// Checks that nothing but white space follows.
    #[inline]
    pub fn finish(&mut self) -> Result<()> {
        self.lexer.finish()
    }

    #[inline(never)]
    fn special_record(&mut self, meta: &RecordMeta<'_>, level: u32) -> Result<Row> {
        if level == self.rows_level {
            self.lexer.depth.enter().map_err(|error| error.at(self.lexer.pos))?;
            let mode = if self.columns.is_some() { Mode::Column } else { Mode::Flat };
            return Ok(Row { separator: NONE, mode, mask: ALL, next: 0 });
        }
        if core::mem::take(&mut self.in_case) {
            return Ok(Row { separator: b',', mode: Mode::Dense, mask: ALL, next: 0 });
        }
        self.lexer.open(b'[', Code::Structure, "expected an array")?;
        let words = meta.fields.len().div_ceil(MASK_BITS);
        let first = self.masks.len();
        for word in 0..words {
            self.part(word == 0, "expected a mask")?;
            let start = self.lexer.pos;
            let mask = self.lexer.uint().map_err(|error| match error.code() {
                Code::Type => Error::new(Code::Structure, "expected a mask").at(start),
                _ => error,
            })?;
            // Bits beyond the fields stand for fields that a newer writer has appended; their values come
            // last, where every record's extra values are.
            if mask >> MASK_BITS != 0 {
                return Err(Error::new(Code::Structure, "a mask has 31 bits").at(start));
            }
            let mask = mask as u32;
            if words == 1 {
                return Ok(Row { separator: b',', mode: Mode::Sparse, mask, next: 0 });
            }
            self.masks.push(mask);
        }
        Ok(Row { separator: b',', mode: Mode::Sparse, mask: first as u32, next: 0 })
    }

    /// Whether a value that is not null follows in a dense record, on any path but the fastest.
    #[inline(never)]
    fn dense_field(&mut self, state: &mut Row) -> Result<bool> {
        match self.next_value(state)? {
            false => Ok(false),
            true => Ok(!self.lexer.null()?),
        }
    }

    /// Whether another value follows in the brackets; they are not taken.
    fn next_value(&mut self, state: &mut Row) -> Result<bool> {
        if state.separator == b'[' {
            self.lexer.pos += 1;
            state.separator = b',';
            return Ok(self.lexer.peek() != b']');
        }
        match self.lexer.peek() {
            b']' => Ok(false),
            b',' => {
                self.lexer.pos += 1;
                if self.lexer.peek() == b']' {
                    return Err(self.error(Code::Json, "expected a value after the comma"));
                }
                Ok(true)
            }
            _ => Err(self.error(Code::Json, "expected a comma or a closing bracket")),
        }
    }

    #[inline(never)]
    fn special_field(&mut self, state: &mut Row, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        match state.mode {
            Mode::Dense => {
                self.in_column = self.plan.table && meta.fields[index].intern;
                self.dense_field(state)
            }
            Mode::Sparse => {
                let present = if meta.fields.len() <= MASK_BITS {
                    state.mask >> index & 1 != 0
                } else {
                    self.masks[state.mask as usize + index / MASK_BITS] >> (index % MASK_BITS) & 1 != 0
                };
                if !present {
                    return Ok(false);
                }
                if !self.next_value(state)? {
                    return Err(self.error(Code::Structure, "the mask promises more values"));
                }
                Ok(!self.lexer.null()?)
            }
            Mode::Flat => {
                if state.separator == NONE {
                    state.separator = b',';
                } else if !self.next_value(state)? {
                    return Err(self.error(Code::Structure, "the list ends within a row"));
                }
                Ok(!self.lexer.null()?)
            }
            Mode::Column => self.column_value(index, meta.fields[index].delta, meta.fields[index].intern),
        }
    }

    /// Goes to the next value of a column; whether it is there and not null.
    fn column_value(&mut self, index: usize, delta: bool, intern: bool) -> Result<bool> {
        if !self.go_to_column(index) {
            return Ok(false);
        }
        let opening = self.lexer.peek() == b'[';
        if !opening && self.lexer.peek() == b']' || opening && self.is_empty_list() {
            return Err(self.error(Code::Structure, "the column is shorter than the first"));
        }
        let mut state = Row { separator: if opening { b'[' } else { b',' }, mode: Mode::Dense, mask: ALL, next: 0 };
        self.next_value(&mut state)?;
        self.in_column = delta || intern;
        if let Some(columns) = &mut self.columns {
            columns.delta = delta;
        }
        Ok(!self.lexer.null()?)
    }

    /// Whether an empty list comes next, which is not taken.
    fn is_empty_list(&mut self) -> bool {
        let mark = self.lexer.mark();
        self.lexer.pos += 1;
        let empty = self.lexer.peek() == b']';
        self.lexer.seek(mark);
        empty
    }

    /// Keeps the place in the current column and goes to where this one goes on; `false` if the
    /// message has no such column, because it was written before the field was appended.
    fn go_to_column(&mut self, index: usize) -> bool {
        let Some(columns) = &mut self.columns else { return false };
        if let Some(current) = columns.current.take() {
            columns.cursors[current] = self.lexer.pos;
        }
        match columns.cursors.get(index) {
            Some(&cursor) => {
                self.lexer.pos = cursor;
                columns.current = Some(index);
                true
            }
            None => false,
        }
    }

    #[inline(never)]
    fn end_special_record(&mut self, state: &mut Row, meta: &RecordMeta<'_>) -> Result<bool> {
        match state.mode {
            Mode::Dense | Mode::Sparse => {
                if meta.sparse && state.mode == Mode::Sparse && meta.fields.len() > MASK_BITS {
                    self.masks.truncate(state.mask as usize);
                }
                while self.next_value(state)? {
                    if self.strict {
                        return Err(self.error(Code::Extra, "the record has more values than the schema"));
                    }
                    self.lexer.skip_value()?;
                }
                self.lexer.pos += 1;
            }
            Mode::Flat | Mode::Column => {}
        }
        self.lexer.depth.leave();
        Ok(true)
    }

    /// Opens the root list of a flat or columns layout.
    #[inline(never)]
    fn open_rows(&mut self) -> Result<bool> {
        if self.plan.layout == Layout::Flat {
            self.lexer.open(b'[', Code::Structure, "expected an array")?;
        } else {
            self.open_columns()?;
        }
        self.rows_level = self.lexer.depth.left();
        Ok(true)
    }

    /// Reads the table, and finds where each column begins.
    fn open_columns(&mut self) -> Result<()> {
        let mut table = Vec::new();
        if self.plan.table {
            self.lexer.open(b'[', Code::Structure, "expected the table and the columns")?;
            self.part(true, "expected the table")?;
            self.lexer.open(b'[', Code::Structure, "expected the table")?;
            let mut first = true;
            while self.lexer.item(first)? {
                first = false;
                table.push(self.lexer.owned_string().map_err(|error| error.in_item(table.len()).in_item(0))?);
            }
            self.part(false, "expected the columns after the table")?;
        }
        self.lexer.open(b'[', Code::Structure, "expected the columns")?;
        let inside = self.lexer.depth;
        let mut cursors = Vec::new();
        let mut first = true;
        while self.lexer.item(first)? {
            first = false;
            if self.lexer.peek() != b'[' {
                return Err(self.lexer.unexpected(Code::Structure, "expected a column"));
            }
            if cursors.len() < self.plan.stride {
                cursors.push(self.lexer.pos);
            } else if self.strict {
                return Err(self.error(Code::Extra, "there are more columns than fields"));
            }
            self.lexer.skip_value()?;
        }
        if self.plan.table && self.lexer.item(false)? {
            return Err(self.error(Code::Structure, "expected nothing after the columns"));
        }
        let bases = alloc::vec![None; cursors.len()];
        self.columns =
            Some(Box::new(Columns { cursors, current: None, end: self.lexer.pos, bases, delta: false, table }));
        // The rows are read at the level inside the columns.
        self.lexer.depth = inside;
        Ok(())
    }

    /// Whether a row follows in a flat or columns list; if not, the list is closed.
    #[inline(never)]
    fn next_row(&mut self, first: bool) -> Result<bool> {
        if self.columns.is_none() {
            let more = self.lexer.item(first)?;
            if !more {
                self.rows_level = NO_LEVEL;
            }
            return Ok(more);
        }
        if self.go_to_column(0) {
            let closing = match self.lexer.peek() {
                b'[' => self.is_empty_list(),
                byte => byte == b']',
            };
            if !closing {
                return Ok(true);
            }
        }
        self.close_columns()?;
        Ok(false)
    }

    /// Checks that every column ends where the first one does.
    fn close_columns(&mut self) -> Result<()> {
        for index in 1..self.columns.as_ref().map_or(0, |columns| columns.cursors.len()) {
            self.go_to_column(index);
            let ended = match self.lexer.peek() {
                b'[' => self.is_empty_list(),
                byte => byte == b']',
            };
            if !ended {
                return Err(self.error(Code::Structure, "the column is longer than the first"));
            }
        }
        if let Some(columns) = self.columns.take() {
            self.lexer.pos = columns.end;
        }
        self.rows_level = NO_LEVEL;
        self.in_column = false;
        self.lexer.depth.leave();
        if self.plan.table {
            self.lexer.depth.leave();
        }
        Ok(())
    }

    /// Takes a row whose values are all null.
    #[cold]
    #[inline(never)]
    fn null_row(&mut self) -> Result<bool> {
        let mark = self.lexer.mark();
        let Some(columns) = &self.columns else {
            for index in 0..self.plan.stride {
                if index > 0 && !self.lexer.take(b',') || !self.lexer.null()? {
                    self.lexer.seek(mark);
                    return Ok(false);
                }
            }
            return Ok(true);
        };
        let (before, current, bases) = (columns.cursors.clone(), columns.current, columns.bases.clone());
        for index in 0..before.len() {
            if self.column_value(index, false, false)? {
                if let Some(columns) = &mut self.columns {
                    (columns.cursors, columns.current, columns.bases) = (before, current, bases);
                }
                self.lexer.seek(mark);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The integer that a difference of the current column stands for.
    #[inline(never)]
    fn undo_difference(&mut self, value: i64, start: usize) -> Result<i64> {
        self.in_column = false;
        let Some(columns) = &mut self.columns else { return Ok(value) };
        let Some(current) = columns.current.filter(|_| columns.delta) else { return Ok(value) };
        let value = match columns.bases[current] {
            Some(base) => base.checked_add(value),
            None => Some(value),
        };
        columns.bases[current] = value;
        value.ok_or_else(|| Error::new(Code::Type, "the sum of the differences does not fit 64 bits").at(start))
    }

    /// The string of the table at the index that comes next.
    #[inline(never)]
    fn interned<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        self.lexer.peek();
        let start = self.lexer.pos;
        let index = self.lexer.uint()?;
        let table = self.columns.as_ref().map_or(&[][..], |columns| &columns.table);
        match usize::try_from(index).ok().and_then(|index| table.get(index)) {
            Some(text) => Ok(text.as_borrowed().map_or(TextRef::Scratch(text), TextRef::Borrowed)),
            None => Err(Error::new(Code::Structure, "the table has no such string").at(start)),
        }
    }
}

impl<'de> Read<'de> for Reader<'de> {
    type Record = Row;
    type List = bool;
    type Map = bool;
    type Mark = Mark;
    const CARRIES_DISCRIMINATOR: bool = false;
    const ORDERED: bool = true;

    #[inline(always)]
    fn record(&mut self, meta: &RecordMeta<'_>) -> Result<Row> {
        let level = self.lexer.depth.left();
        if meta.sparse || self.in_case || level == self.rows_level {
            return self.special_record(meta, level);
        }
        self.lexer.open(b'[', Code::Structure, "expected an array")?;
        self.lexer.pos -= 1;
        Ok(Row { separator: b'[', mode: Mode::Dense, mask: ALL, next: 0 })
    }

    #[inline(always)]
    fn field_is(&mut self, state: &mut Row, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        let few = meta.sparse && meta.fields.len() <= MASK_BITS;
        if few && state.mask >> index & 1 == 0 {
            return Ok(false);
        }
        let special = state.mode != Mode::Dense || self.plan.table;
        if special && !(few && state.mode == Mode::Sparse) {
            return self.special_field(state, meta, index);
        }
        if let Some([separator, value]) =
            self.lexer.bytes().get(self.lexer.pos..).and_then(|rest| rest.first_chunk::<2>())
            && *separator == state.separator
            && *value > b' '
            && !matches!(value, b'n' | b']')
        {
            self.lexer.pos += 1;
            state.separator = b',';
            return Ok(true);
        }
        if special { self.special_field(state, meta, index) } else { self.dense_field(state) }
    }

    fn next_field(&mut self, state: &mut Row, meta: &RecordMeta<'_>) -> Result<Option<usize>> {
        while (state.next as usize) < meta.fields.len() {
            let index = state.next as usize;
            state.next += 1;
            if self.field_is(state, meta, index)? {
                return Ok(Some(index));
            }
        }
        self.end_record(state, meta).map(|_| None)
    }

    #[inline(always)]
    fn end_record(&mut self, state: &mut Row, meta: &RecordMeta<'_>) -> Result<bool> {
        if state.mode == Mode::Dense && state.separator == b',' && self.lexer.bytes().get(self.lexer.pos) == Some(&b']')
        {
            self.lexer.pos += 1;
            self.lexer.depth.leave();
            return Ok(true);
        }
        self.end_special_record(state, meta)
    }

    fn duplicate(&mut self, _state: &mut Row, _meta: &RecordMeta<'_>, _index: usize) -> Result<bool> {
        Err(self.error(Code::Duplicate, "the field occurs twice"))
    }

    #[inline(always)]
    fn list(&mut self) -> Result<bool> {
        if self.plan.layout != Layout::Rows && self.rows_level == NO_LEVEL {
            return self.open_rows();
        }
        self.lexer.open(b'[', Code::Structure, "expected an array")?;
        Ok(true)
    }

    #[inline(always)]
    fn item(&mut self, first: &mut bool) -> Result<bool> {
        let first = core::mem::replace(first, false);
        if self.lexer.depth.left() == self.rows_level {
            return self.next_row(first);
        }
        self.lexer.item(first)
    }

    fn map(&mut self) -> Result<bool> {
        self.lexer.open(b'{', Code::Type, "expected an object")?;
        Ok(true)
    }

    fn key<'s>(&'s mut self, first: &mut bool) -> Result<Option<TextRef<'de, 's>>> {
        json::map_key(&mut self.lexer, first)
    }

    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        // The record goes on in these brackets and closes them.
        self.lexer.open(b'[', Code::Structure, "expected an array")?;
        let tag = self.tag(meta)?;
        self.in_case = true;
        Ok(tag)
    }

    fn plain_case(&mut self, meta: &UnionMeta<'_>) -> Result<Option<u32>> {
        self.lexer.open(b'[', Code::Structure, "expected an array")?;
        let tag = self.tag(meta)?;
        self.part(false, "expected the value of the branch")?;
        Ok(Some(tag))
    }

    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_some() {
            return Ok(());
        }
        if self.lexer.item(false)? {
            return Err(self.error(Code::Structure, "expected nothing after the value of the branch"));
        }
        Ok(())
    }

    #[inline(always)]
    fn null(&mut self) -> Result<bool> {
        if self.lexer.depth.left() == self.rows_level {
            return self.null_row();
        }
        self.lexer.null()
    }

    fn kind(&mut self) -> Result<ValueKind> {
        self.lexer.kind()
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool> {
        self.lexer.bool()
    }

    #[inline(always)]
    fn int(&mut self) -> Result<i64> {
        let start = self.lexer.pos;
        let value = self.lexer.int()?;
        if self.in_column { self.undo_difference(value, start) } else { Ok(value) }
    }

    #[inline(always)]
    fn uint(&mut self) -> Result<u64> {
        if self.in_column {
            let start = self.lexer.pos;
            let value = self.int()?;
            return u64::try_from(value).map_err(|_| Error::new(Code::Type, "expected an unsigned integer").at(start));
        }
        self.lexer.uint()
    }

    #[inline(always)]
    fn number(&mut self) -> Result<f64> {
        self.lexer.double()
    }

    #[inline(always)]
    fn text<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        if self.in_column {
            return self.interned();
        }
        self.lexer.string()
    }

    fn bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        self.lexer.base64()
    }

    #[inline(always)]
    fn date(&mut self) -> Result<i64> {
        if self.in_column {
            let start = self.lexer.pos;
            let millis = self.int()?;
            return if crate::text::date::in_range(millis) {
                Ok(millis)
            } else {
                Err(Error::new(Code::Type, "the date is out of range").at(start))
            };
        }
        self.lexer.date_millis()
    }

    fn bigint(&mut self) -> Result<Cow<'de, str>> {
        self.lexer.bigint()
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        let mark = self.lexer.mark();
        let index = match (meta.open, self.lexer.peek()) {
            // An open enum also carries what it does not know, as the string or number that it is.
            (true, b'"') => return Ok(None),
            (true, _) => self.lexer.integer("expected the index of a value")?,
            (false, _) => Some(self.lexer.int()?.into()),
        };
        match u32::try_from(index.unwrap_or(-1)) {
            Ok(index) if (index as usize) < meta.values.len() => Ok(Some(index)),
            _ => {
                self.lexer.seek(mark);
                if meta.open {
                    return Ok(None);
                }
                self.lexer.peek();
                Err(self.error(Code::Enum, "the enum has no value with this index"))
            }
        }
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        let count = meta.names.len().div_ceil(MASK_BITS);
        if count > 1 {
            self.lexer.open(b'[', Code::Structure, "expected an array of flags")?;
        }
        for word in 0..count {
            if count > 1 && !self.lexer.item(word == 0)? {
                return Err(self.error(Code::Structure, "expected more flags"));
            }
            self.lexer.peek();
            let start = self.lexer.pos;
            let mask = self.lexer.uint()?;
            let bits = (meta.names.len() - word * MASK_BITS).min(MASK_BITS);
            if mask >> bits != 0 {
                return Err(Error::new(Code::Type, "the flags have bits that no name has").at(start));
            }
            for at in (0..bits).filter(|at| mask >> at & 1 != 0) {
                let index = word * MASK_BITS + at;
                words[index / 64] |= 1 << (index % 64);
            }
        }
        if count > 1 && self.lexer.item(false)? {
            return Err(self.error(Code::Structure, "expected fewer flags"));
        }
        Ok(())
    }

    fn json(&mut self) -> Result<Value<'de>> {
        self.lexer.tree(Some(Duplicates::Last))
    }

    fn skip(&mut self) -> Result<()> {
        self.lexer.skip_value()
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        self.lexer.mark()
    }

    #[inline(always)]
    fn seek(&mut self, mark: Mark) {
        self.lexer.seek(mark);
    }

    fn retry(&mut self, mark: Mark) -> Result<()> {
        self.lexer.retry(mark)
    }

    fn offset(&self) -> usize {
        self.lexer.pos
    }
}

impl Reader<'_> {
    /// Goes to the next of the parts that an array must have, past a comma if it is not the first.
    fn part(&mut self, first: bool, expected: &'static str) -> Result<()> {
        if !first && self.lexer.take(b',') || first && self.lexer.peek() != b']' {
            self.lexer.peek();
            return Ok(());
        }
        let closed = self.lexer.peek() == b']';
        Err(self.error(if closed { Code::Structure } else { Code::Json }, expected))
    }

    /// The tag or the branch at the head of a union's value.
    fn tag(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        self.part(true, "expected the index of a branch")?;
        let start = self.lexer.pos;
        let tag = self.lexer.int()?;
        match u32::try_from(tag) {
            Ok(tag) if (tag as usize) < meta.cases.len() => Ok(tag),
            _ => Err(Error::new(Code::Union, "no branch has this index").at(start)),
        }
    }
}
