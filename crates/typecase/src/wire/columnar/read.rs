//! Reads the rows of a columnar document as events.
//!
//! A group at a time is loaded. The reader is at a place: a node of the plan's tree and the number of the value
//! among those of the node. It has no state but that, so a place is all that [`Read::mark`] gives.

#[cfg(feature = "std")]
mod rows;

use super::Options;
use super::document::{Frame, check_head};
use super::group::{Loader, Source};
use super::plan::{FLAGS_A_WORD, Inner, NONE, Node, Plan, ROOT, ROW, Shape};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, FlagsMeta, Nullity, RecordMeta, UnionMeta};
use crate::text::lexer::{self, Lexer};
use crate::text::tree::Duplicates;
use crate::value::Value;
use crate::wire::{RESERVABLE, Read, TextRef, ValueKind, json};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashSet;

/// How many bytes of memory are reserved for rows, for each byte of the document: rows of a table whose values come again
/// and again are ten times as long in memory.
const ROW_BYTES: usize = 16;

/// Reads the rows of a document.
pub struct Reader<'de, 'p> {
    input: &'de [u8],
    plan: &'p Inner,
    nodes: &'p [Node],
    frame: Cow<'p, Frame>,
    loader: Loader<'de>,
    /// The node of the value that comes next, and its place among those of the node.
    at: u32,
    place: usize,
    /// Whether an open enum has a value that it does not know, which comes next.
    other: bool,
    depth: Depth,
    strict: bool,
    /// The rows of the document that are left to be read.
    rows: Range<usize>,
    /// The next row in the group that is loaded, and the end of those that are.
    row: usize,
    row_end: usize,
    /// The nodes from a row to the field that alone is read, if not all are.
    way: Option<&'p [u32]>,
    checked: Option<super::strict::Checker>,
    scratch: String,
}

/// The state of a record that is being read.
#[derive(Clone, Copy)]
pub struct Row {
    first: u32,
    place: usize,
    next: u32,
}

/// The state of a list, a tuple or a map that is being read.
#[derive(Clone, Copy)]
pub struct Items {
    /// The list or the map; of a tuple, the next item.
    node: u32,
    next: usize,
    end: usize,
    shape: Shape,
    /// The place of the tuple.
    place: usize,
}

/// A place in the document.
#[derive(Clone, Copy)]
pub struct Mark {
    at: u32,
    place: usize,
    depth: Depth,
}

impl<'de, 'p> Reader<'de, 'p> {
    /// Reads a document of the plan's schema.
    ///
    /// # Errors
    /// `structure` for what is no whole document, or one of another schema.
    pub fn new(input: &'de [u8], plan: &'p Plan, options: &Options, limits: &Limits) -> Result<Reader<'de, 'p>> {
        let inner = plan.inner();
        let start = check_head(input, inner, options.strict)?;
        let (frame, error) = Frame::read(input, start, inner);
        if let Some(error) = error {
            return Err(error);
        }
        let rows = 0..frame.rows;
        let mut reader = Reader::of_rows(input, plan, Cow::Owned(frame), rows, limits);
        reader.strict = options.strict;
        if options.strict {
            let mut checker = super::strict::Checker::new(inner);
            reader.frame.groups.iter().try_for_each(|group| checker.pass(group))?;
            reader.checked = Some(checker);
        }
        Ok(reader)
    }

    /// Reads some of the rows in a frame.
    pub(super) fn of_rows(
        input: &'de [u8],
        plan: &'p Plan,
        frame: Cow<'p, Frame>,
        rows: Range<usize>,
        limits: &Limits,
    ) -> Reader<'de, 'p> {
        let plan = plan.inner();
        Reader {
            input,
            plan,
            nodes: &plan.nodes,
            loader: Loader::new(plan.leaves.len()),
            frame,
            at: ROOT,
            place: 0,
            other: false,
            depth: limits.depth(),
            strict: false,
            rows,
            row: 0,
            row_end: 0,
            way: None,
            checked: None,
            scratch: String::new(),
        }
    }

    /// Checks that all rows have been read.
    #[inline]
    pub fn finish(&mut self) -> Result<()> {
        if !self.rows.is_empty() {
            return Err(self.error(Code::Structure, "rows follow"));
        }
        Ok(())
    }

    #[inline(always)]
    fn node(&self) -> &'p Node {
        &self.nodes[self.at as usize]
    }

    /// Goes to the next row, in the next group if need be; `false` if there is none.
    #[inline(always)]
    pub(super) fn next_row(&mut self) -> Result<bool> {
        if self.row == self.row_end && !self.next_group()? {
            return Ok(false);
        }
        (self.at, self.place) = (ROW, self.row);
        self.row += 1;
        self.rows.start += 1;
        Ok(true)
    }

    /// Loads the next of the rows that are wanted, as many as are in one group.
    #[cold]
    #[inline(never)]
    fn next_group(&mut self) -> Result<bool> {
        if self.rows.is_empty() {
            return Ok(false);
        }
        let Some(group) = self.frame.group_of(self.rows.start) else { return Ok(false) };
        let source = Source { input: self.input, plan: self.plan, frame: &self.frame, group };
        let (first, rows) = (source.group().first_row, source.group().rows);
        (self.row, self.row_end) = (self.rows.start - first, rows.min(self.rows.end - first));
        match self.way {
            #[cfg(feature = "std")]
            Some(way) => self.loader.load_field(source, self.row..self.row_end, way)?,
            _ => self.loader.load(source, self.row..self.row_end)?,
        }
        if let Some(checker) = &mut self.checked {
            checker.check(source, &self.loader)?;
        }
        Ok(true)
    }

    /// Whether the value at hand is there; then this is its place among those that are.
    #[inline(always)]
    fn is_present(&mut self) -> Result<bool> {
        let node = self.node();
        if node.presence == NONE {
            return Ok(true);
        }
        let column = &self.loader.columns[node.presence as usize];
        match (column.int(self.place), column.places.get(self.place)) {
            (Some(1), Some(&place)) => {
                self.place = place;
                Ok(true)
            }
            (Some(_), _) => Ok(false),
            _ => Err(self.misplaced()),
        }
    }

    #[inline(always)]
    fn integer(&self) -> Result<i64> {
        let column = self.loader.columns.get(self.node().leaf as usize);
        match column.and_then(|column| column.int(self.place)) {
            Some(value) => Ok(value),
            None => Err(self.misplaced()),
        }
    }

    #[inline(always)]
    fn double(&self) -> Result<f64> {
        let column = self.loader.columns.get(self.node().leaf as usize);
        match column.and_then(|column| column.float(self.place)) {
            Some(value) => Ok(value),
            None => Err(self.misplaced()),
        }
    }

    /// The text of the value at hand, in this leaf, without its escapes.
    #[inline(always)]
    fn text_of<'s>(&'s mut self, leaf: u32, place: usize) -> Result<TextRef<'de, 's>> {
        let Some(column) = self.loader.columns.get(leaf as usize) else { return Err(self.misplaced()) };
        let Some(text) = column.text(place) else { return Err(self.misplaced()) };
        if column.escaped {
            return unescape(text, column.offset, &mut self.scratch);
        }
        Ok(TextRef::Borrowed(text))
    }

    /// The same where escapes have no place.
    fn plain_text(&self, leaf: u32, place: usize) -> Result<&'de str> {
        let column = self.loader.columns.get(leaf as usize);
        match column.and_then(|column| column.text(place)) {
            Some(text) => Ok(text),
            None => Err(self.misplaced()),
        }
    }

    /// The JSON of a leaf.
    fn tree(&self, leaf: u32, place: usize) -> Result<Value<'de>> {
        let text = self.plain_text(leaf, place)?;
        let limits = Limits { max_depth: self.depth.left(), ..Limits::default() };
        let parse = || {
            let mut lexer = Lexer::new(text, &limits)?;
            let value = lexer.tree(Some(Duplicates::Last))?;
            lexer.finish()?;
            if self.strict {
                let mut printed = Vec::with_capacity(text.len() + 1);
                json::print_tree(&mut printed, &value, &mut limits.depth())?;
                // A comma follows every value.
                if printed.split_last().is_none_or(|(_, printed)| printed != text.as_bytes()) {
                    return Err(Error::new(Code::Json, "the JSON is not printed as a writer does").at(0));
                }
            }
            Ok(value)
        };
        parse().map_err(|error: Error| error.shifted(self.place_of(leaf as usize, text)))
    }

    /// Where a text of a leaf is in the document, of which the input may be a part; one that is in an earlier group may
    /// only be known to be of the column.
    #[cold]
    fn place_of(&self, leaf: usize, text: &str) -> usize {
        let at = (text.as_ptr() as usize).wrapping_sub(self.input.as_ptr() as usize);
        let mut columns = self.frame.groups.iter().map(|group| &group.columns[leaf]);
        match columns.find(|entry| (entry.start..entry.end).contains(&at)) {
            Some(entry) => entry.offset + at - entry.start,
            None => self.loader.columns[leaf].offset,
        }
    }

    /// The error for an event that does not go with the plan.
    #[cold]
    #[inline(never)]
    fn misplaced(&self) -> Error {
        self.error(Code::Type, "the value is not of the type that the plan's schema gives it")
    }

    fn enter(&mut self) -> Result<()> {
        match self.depth.enter() {
            Ok(()) => Ok(()),
            Err(error) => Err(error.at(self.offset())),
        }
    }

    /// The items or entries of the value at hand.
    #[inline(always)]
    fn range(&self) -> Result<(usize, usize)> {
        let column = self.loader.columns.get(self.node().leaf as usize);
        match column.and_then(|column| column.places.get(self.place..)?.first_chunk::<2>()) {
            Some(&[start, end]) => Ok((start, end)),
            None => Err(self.misplaced()),
        }
    }
}

/// A text with `\n` for a line feed and `\\` for a backslash.
fn unescape<'de, 's>(text: &'de str, offset: usize, scratch: &'s mut String) -> Result<TextRef<'de, 's>> {
    if !text.contains('\\') {
        return Ok(TextRef::Borrowed(text));
    }
    unescape_into(text, offset, scratch).map(TextRef::Scratch)
}

/// The same in the scratch buffer, whatever the text.
pub(super) fn unescape_into<'s>(text: &str, offset: usize, scratch: &'s mut String) -> Result<&'s str> {
    scratch.clear();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '\\' => match rest.next() {
                Some('n') => scratch.push('\n'),
                Some('\\') => scratch.push('\\'),
                _ => return Err(Error::new(Code::Structure, "there is no such escape").at(offset)),
            },
            _ => scratch.push(character),
        }
    }
    Ok(scratch)
}

impl<'de> Read<'de> for Reader<'de, '_> {
    type Record = Row;
    type List = Items;
    type Map = Items;
    type Mark = Mark;
    const CARRIES_DISCRIMINATOR: bool = false;
    const ORDERED: bool = true;
    const NUMBERS_ENUMS: bool = true;

    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>) -> Result<Row> {
        let node = self.node();
        if node.shape != Shape::Record {
            return Err(self.misplaced());
        }
        self.enter()?;
        Ok(Row { first: node.first, place: self.place, next: 0 })
    }

    #[inline(always)]
    fn field_is(&mut self, state: &mut Row, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        self.at = state.first + index as u32;
        self.place = state.place;
        let Some(node) = self.nodes.get(self.at as usize) else { return Err(self.no_such_field()) };
        if node.presence != NONE && !self.is_present()? {
            return Ok(false);
        }
        match meta.fields[index].nullity {
            Nullity::Never | Nullity::Optional => Ok(true),
            _ => self.is_not_null(node, node.presence != NONE),
        }
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
    fn end_record(&mut self, _state: &mut Row, _meta: &RecordMeta<'_>) -> Result<bool> {
        self.depth.leave();
        Ok(true)
    }

    fn duplicate(&mut self, _state: &mut Row, _meta: &RecordMeta<'_>, _index: usize) -> Result<bool> {
        Err(self.error(Code::Duplicate, "the field occurs twice"))
    }

    #[inline(always)]
    fn list(&mut self) -> Result<Items> {
        let node = self.node();
        let (next, end) = match node.shape {
            Shape::Root => (0, self.rows.len()),
            Shape::List => self.range()?,
            _ => return Err(self.misplaced()),
        };
        self.enter()?;
        Ok(Items { node: self.at, next, end, shape: node.shape, place: 0 })
    }

    fn tuple(&mut self, length: usize) -> Result<Items> {
        let node = self.node();
        if node.shape != Shape::Tuple || node.count as usize != length {
            return Err(self.misplaced());
        }
        self.enter()?;
        Ok(Items { node: node.first, next: 0, end: length, shape: Shape::Tuple, place: self.place })
    }

    #[inline(always)]
    fn item(&mut self, state: &mut Items) -> Result<bool> {
        if state.next == state.end {
            self.depth.leave();
            return Ok(false);
        }
        match state.shape {
            Shape::Root => {
                state.next += 1;
                return self.next_row();
            }
            Shape::Tuple => {
                self.at = state.node + state.next as u32;
                self.place = state.place;
            }
            _ => {
                self.at = self.nodes[state.node as usize].first;
                self.place = state.next;
            }
        }
        state.next += 1;
        Ok(true)
    }

    fn size_hint(&self, state: &Items) -> usize {
        state.end - state.next
    }

    /// The directories have counted the rows, and what is reserved for them stays in proportion to the document.
    #[inline(always)]
    fn reservable(&self, state: &Items) -> usize {
        match state.shape {
            Shape::Root => RESERVABLE.max(self.input.len().saturating_mul(ROW_BYTES)),
            _ => RESERVABLE,
        }
    }

    fn length(&self, state: &Items) -> Option<usize> {
        Some(state.end - state.next)
    }

    fn map(&mut self) -> Result<Items> {
        let node = self.node();
        if node.shape != Shape::Map {
            return Err(self.misplaced());
        }
        let (next, end) = self.range()?;
        self.check_keys(next, end)?;
        self.enter()?;
        Ok(Items { node: self.at, next, end, shape: Shape::Map, place: 0 })
    }

    fn key<'s>(&'s mut self, state: &mut Items) -> Result<Option<TextRef<'de, 's>>> {
        if state.next == state.end {
            self.depth.leave();
            return Ok(None);
        }
        let map = &self.nodes[state.node as usize];
        (self.at, self.place) = (map.first, state.next);
        state.next += 1;
        self.text_of(map.leaf + 1, self.place).map(Some)
    }

    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        let node = self.node();
        let case = self.integer()?;
        let column = &self.loader.columns[node.leaf as usize];
        let branch = usize::try_from(case).ok().and_then(|case| meta.cases.get(case)).map(|case| case.branch);
        match (node.shape, branch, column.places.get(self.place)) {
            (Shape::Union { .. }, Some(branch), Some(&place)) if branch < node.count => {
                (self.at, self.place) = (node.first + branch, place);
                Ok(case as u32)
            }
            _ => Err(self.misplaced()),
        }
    }

    fn plain_case(&mut self, meta: &UnionMeta<'_>) -> Result<Option<u32>> {
        self.enter()?;
        self.case(meta).map(Some)
    }

    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.leave();
        }
        Ok(())
    }

    /// Of a value whose presence, if that is in question, has been looked at.
    fn null(&mut self) -> Result<bool> {
        let node = self.node();
        match node.shape {
            Shape::Null => Ok(true),
            Shape::Json => Ok(self.plain_text(node.leaf, self.place)? == "null"),
            _ => Ok(false),
        }
    }

    #[inline(always)]
    fn absent_item(&mut self) -> Result<bool> {
        if self.node().presence != NONE {
            return self.is_present().map(|present| !present);
        }
        self.null()
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
        self.integer().map(|value| value as u64)
    }

    #[inline(always)]
    fn number(&mut self) -> Result<f64> {
        self.double()
    }

    #[inline(always)]
    fn float32(&mut self) -> Result<f32> {
        self.double().map(|value| value as f32)
    }

    #[inline(always)]
    fn text<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        self.text_of(self.node().leaf, self.place)
    }

    fn bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        let text = self.plain_text(self.node().leaf, self.place)?;
        match base64_simd::STANDARD.decode_to_vec(text) {
            Ok(bytes) => Ok(Cow::Owned(bytes)),
            Err(_) => Err(self.error(Code::Type, "expected canonical base64")),
        }
    }

    #[inline(always)]
    fn date(&mut self) -> Result<i64> {
        // The range of the column has been checked.
        self.integer()
    }

    fn bigint(&mut self) -> Result<Cow<'de, str>> {
        let digits = self.plain_text(self.node().leaf, self.place)?;
        match lexer::is_bigint(digits) {
            true => Ok(Cow::Borrowed(digits)),
            false => Err(self.error(Code::Type, "expected the digits of an integer")),
        }
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        let index = self.integer()?;
        if index >= 0 && (index as usize) < meta.values.len() {
            return Ok(Some(index as u32));
        }
        if meta.open && matches!(self.node().shape, Shape::OpenEnum { .. }) {
            self.other = true;
            if self.strict {
                let value = self.json()?;
                self.other = true;
                if super::write::known(meta, &value).is_some() {
                    return Err(
                        self.error(Code::Enum, "a value that the enum knows is written as one that it does not")
                    );
                }
            }
            return Ok(None);
        }
        Err(self.misplaced())
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        let node = self.node();
        let Shape::Flags { words: count } = node.shape else { return Err(self.misplaced()) };
        for word in 0..count as usize {
            let column = &self.loader.columns[node.leaf as usize + word];
            let Some(bits) = column.int(self.place) else { return Err(self.misplaced()) };
            let start = word * FLAGS_A_WORD;
            for flag in
                (start..meta.names.len().min(start + FLAGS_A_WORD)).filter(|flag| bits >> (flag - start) & 1 != 0)
            {
                words[flag / 64] |= 1 << (flag % 64);
            }
        }
        Ok(())
    }

    fn json(&mut self) -> Result<Value<'de>> {
        let node = self.node();
        if !core::mem::take(&mut self.other) {
            return self.tree(node.leaf, self.place);
        }
        let place = self.loader.columns[node.leaf as usize].places.get(self.place).copied();
        let value = self.tree(node.leaf + 1, place.unwrap_or(usize::MAX))?;
        match value {
            Value::Text(_) | Value::Int(_) | Value::Uint(_) | Value::Float(_) => Ok(value),
            _ => Err(self.error(Code::Enum, "the value of an enum is a string or a number")),
        }
    }

    /// Nothing has to be gone past.
    fn skip(&mut self) -> Result<()> {
        Ok(())
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        Mark { at: self.at, place: self.place, depth: self.depth }
    }

    #[inline(always)]
    fn seek(&mut self, mark: Mark) {
        (self.at, self.place, self.depth) = (mark.at, mark.place, mark.depth);
        self.other = false;
    }

    fn retry(&mut self, mark: Mark) -> Result<()> {
        self.seek(mark);
        Ok(())
    }

    fn offset(&self) -> usize {
        self.loader.columns.get(self.node().leaf as usize).map_or(0, |column| column.offset)
    }
}

impl Reader<'_, '_> {
    #[cold]
    #[inline(never)]
    fn no_such_field(&self) -> Error {
        Error::new(Code::Type, "the record is not of the plan's schema")
    }

    /// Whether a field whose type has null for a value is something else. Where the field may be missing, a writer does
    /// not say that a null is there.
    #[inline(never)]
    fn is_not_null(&mut self, node: &Node, optional: bool) -> Result<bool> {
        let is_null = node.shape == Shape::Null || self.plain_text(node.leaf, self.place)? == "null";
        if is_null && optional && self.strict {
            return Err(self.error(Code::Structure, "a null is there that a writer leaves out"));
        }
        Ok(!is_null)
    }

    /// Checks that the keys of a map differ.
    fn check_keys(&mut self, start: usize, end: usize) -> Result<()> {
        let leaf = self.node().leaf + 1;
        let keys: Vec<&str> = (start..end).map(|place| self.plain_text(leaf, place)).collect::<Result<_>>()?;
        let mut seen = HashSet::new();
        if keys.len() > 1 && !keys.iter().all(|key| seen.insert(*key)) {
            return Err(self.error(Code::Duplicate, "a key occurs twice in a map"));
        }
        Ok(())
    }
}
