//! Writes the events of rows as a columnar document: each value goes to the column of its leaf, and the columns are
//! written when a group is full.
//!
//! The writer is at a node of the plan's tree. A field goes to one of the nodes inside its record; when a value is
//! done, the node says where the next one belongs.

use super::Options;
use super::column::{Column, Encoder};
use super::document::{Group, MAGIC, MOST_ROWS, print_index};
use super::plan::{FLAGS_A_WORD, Inner, NONE, Node, Plan, ROOT, ROW, Shape};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Nullity, Presence, RecordMeta, UnionMeta};
use crate::text::date;
use crate::value::Value;
use crate::wire::{Sink, Write, json};
use alloc::vec::Vec;

/// Writes the events of one list of records as a document. What it holds is bound by a group, and the text of the
/// groups that are complete.
pub struct Writer<'p> {
    pub(super) plan: &'p Inner,
    nodes: &'p [Node],
    pub(super) columns: Vec<Column>,
    pub(super) encoder: Encoder,
    /// The node of the value that comes next.
    at: u32,
    /// The record that is open.
    record: u32,
    depth: Depth,
    /// The rows of the group, and the most that one may have.
    pub(super) rows: usize,
    pub(super) most_rows: usize,
    /// The groups that are complete: where each begins, and its rows.
    pub(super) groups: Vec<(usize, usize)>,
    pub(super) rows_before: usize,
    /// The text that has not been taken, and the bytes of the document before it.
    pub(super) out: Vec<u8>,
    pub(super) taken: usize,
    /// Room for the columns of a group.
    pub(super) payload: Vec<u8>,
}

impl<'p> Writer<'p> {
    /// A writer of a document of the plan's schema.
    pub fn new(plan: &'p Plan, options: &Options, limits: &Limits) -> Writer<'p> {
        let plan = plan.inner();
        let mut out = Vec::with_capacity(MAGIC.len() + plan.line.len() + 256);
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(plan.line.as_bytes());
        out.push(b'\n');
        Writer {
            plan,
            nodes: &plan.nodes,
            columns: core::iter::repeat_with(Column::default).take(plan.leaves.len()).collect(),
            encoder: Encoder::new(plan.leaves.len(), options.readable),
            at: ROOT,
            record: ROOT,
            depth: limits.depth(),
            rows: 0,
            most_rows: options.group_rows.clamp(1, MOST_ROWS),
            groups: Vec::new(),
            rows_before: 0,
            out,
            taken: 0,
            payload: Vec::new(),
        }
    }

    /// Ends the document and appends it to `out`, which is as it was if there is an error.
    pub(crate) fn end(mut self, out: &mut Vec<u8>, result: Result<()>) -> Result<()> {
        result?;
        self.finish();
        if out.is_empty() {
            *out = self.out;
        } else {
            out.extend_from_slice(&self.out);
        }
        Ok(())
    }

    /// Writes the last group and the index.
    pub(super) fn finish(&mut self) {
        self.flush();
        let groups = self.groups.iter().copied();
        print_index(groups, self.rows_before, &mut self.out);
    }

    /// Goes to the first row without an event for the list, for rows that come one by one.
    #[cfg(feature = "std")]
    pub(super) fn start_rows(&mut self) -> Result<()> {
        self.list(None)
    }

    /// Takes back what is of no complete row, and goes to where a row begins.
    #[cfg(feature = "std")]
    pub(super) fn abandon_row(&mut self, depth: Depth) {
        self.keep_rows(self.rows, self.rows);
        (self.at, self.record, self.depth) = (ROW, ROOT, depth);
    }

    /// The document, which has been finished.
    #[cfg(feature = "std")]
    pub(super) fn into_text(self) -> Vec<u8> {
        self.out
    }

    /// How deep the next event is.
    #[cfg(feature = "std")]
    pub(super) fn depth(&self) -> Depth {
        self.depth
    }

    /// The text of the groups that are complete and have not been taken out.
    #[cfg(feature = "std")]
    pub(super) fn text(&self) -> &[u8] {
        &self.out
    }

    /// Takes that text out.
    #[cfg(feature = "std")]
    pub(super) fn clear_text(&mut self) {
        self.taken += self.out.len();
        self.out.clear();
    }

    #[inline(always)]
    fn node(&self) -> &'p Node {
        // `at` is only ever a node of the plan.
        &self.nodes[self.at as usize]
    }

    /// The column of the value that comes next.
    #[inline(always)]
    fn column(&mut self) -> Result<&mut Column> {
        let node = self.node();
        self.at = node.after;
        match self.columns.get_mut(node.leaf as usize) {
            Some(column) => Ok(column),
            None => Err(misplaced()),
        }
    }

    #[inline(always)]
    fn put_int(&mut self, value: i64) -> Result<()> {
        self.column()?.ints.push(value);
        Ok(())
    }

    #[inline(always)]
    fn put_presence(&mut self, node: &Node, value: i64) {
        if node.presence != NONE {
            self.columns[node.presence as usize].ints.push(value);
        }
    }

    /// Goes into the node at hand, whose leaf takes an integer.
    fn enter(&mut self, shape: impl FnOnce(Shape) -> bool, value: Option<usize>) -> Result<()> {
        let node = self.node();
        if !shape(node.shape) {
            return Err(misplaced());
        }
        self.depth.enter()?;
        if let Some(column) = self.columns.get_mut(node.leaf as usize) {
            column.ints.push(value.unwrap_or(0) as i64);
        }
        self.at = node.first;
        Ok(())
    }

    /// Goes out of the node that the one at hand is inside of.
    fn leave(&mut self) {
        self.depth.leave();
        let outer = self.node().parent;
        self.at = self.nodes[outer as usize].after;
    }

    /// How many rows the group still takes.
    #[cfg(feature = "std")]
    pub(super) fn rows_left(&self) -> usize {
        self.most_rows - self.rows
    }

    /// Ends rows whose columns somebody has filled.
    #[cfg(feature = "std")]
    pub(super) fn end_rows(&mut self, count: usize) {
        self.rows += count;
        if self.rows == self.most_rows {
            self.flush();
        }
    }

    /// Goes to a node whose value comes next.
    #[cfg(feature = "arrow")]
    pub(super) fn go_to(&mut self, node: u32) {
        self.at = node;
    }

    /// Gathers rows without end, which somebody takes out.
    #[cfg(feature = "std")]
    pub(super) fn hold(&mut self) {
        self.most_rows = usize::MAX;
    }

    #[inline(always)]
    fn end_row(&mut self) {
        self.rows += 1;
        if self.rows == self.most_rows {
            self.flush();
        }
    }

    /// Writes the group that has been gathered.
    #[cold]
    #[inline(never)]
    fn flush(&mut self) {
        if self.rows == 0 {
            return;
        }
        self.payload.clear();
        let group = self.groups.len();
        let mut entries = Vec::with_capacity(self.columns.len());
        for (index, (leaf, column)) in self.plan.leaves.iter().zip(&mut self.columns).enumerate() {
            let start = self.payload.len();
            let encoding = self.encoder.encode(index, leaf.kind, column, group, &mut self.payload);
            entries.push((encoding, self.payload.len() - start));
            column.clear();
        }
        self.groups.push((self.taken + self.out.len(), self.rows));
        Group::print_directory(self.rows, &entries, &mut self.out);
        self.out.extend_from_slice(&self.payload);
        self.rows_before += self.rows;
        self.rows = 0;
    }

    /// Takes back everything behind the first rows of the group, of which `rows` have their presence written.
    fn keep_rows(&mut self, rows: usize, with_presence: usize) {
        let mut todo = alloc::vec![(ROW, rows)];
        while let Some((at, mut keep)) = todo.pop() {
            let node = self.nodes[at as usize];
            let keep_presence = if at == ROW { with_presence } else { keep };
            if let Some(presence) = self.columns.get_mut(node.presence as usize) {
                let there = presence.ints.iter().take(keep).filter(|&&there| there != 0).count();
                presence.truncate(keep_presence);
                keep = there;
            }
            let leaf = node.leaf as usize;
            let inside = match node.shape {
                Shape::Root | Shape::Discriminator => 0,
                Shape::Record | Shape::Tuple => keep,
                Shape::List | Shape::Map => {
                    let column = &mut self.columns[leaf];
                    column.truncate(keep);
                    let inside = column.ints.iter().sum::<i64>() as usize;
                    if node.shape == Shape::Map {
                        self.columns[leaf + 1].truncate(inside);
                    }
                    inside
                }
                Shape::Union { id, .. } => {
                    self.columns[leaf].truncate(keep);
                    let cases = self.plan.schema.graph().union(id).meta().cases;
                    let mut inside = alloc::vec![0; node.count as usize];
                    for &case in &self.columns[leaf].ints {
                        inside[cases[case as usize].branch as usize] += 1;
                    }
                    todo.extend((node.first..).zip(inside));
                    continue;
                }
                Shape::OpenEnum { values } => {
                    self.columns[leaf].truncate(keep);
                    let others = self.columns[leaf].ints.iter().filter(|&&index| index == i64::from(values)).count();
                    self.columns[leaf + 1].truncate(others);
                    0
                }
                Shape::Flags { words } => {
                    for word in 0..words as usize {
                        self.columns[leaf + word].truncate(keep);
                    }
                    0
                }
                Shape::Scalar | Shape::Null | Shape::Json => {
                    self.columns[leaf].truncate(keep);
                    0
                }
            };
            todo.extend((node.first..node.first + node.count).map(|inner| (inner, inside)));
        }
    }
}

/// The error for an event that the plan has no place for.
#[cold]
#[inline(never)]
fn misplaced() -> Error {
    Error::new(Code::Unsupported, "the value is not of the plan's schema")
}

/// The index of a value that an open enum may turn out to know.
pub(super) fn known(meta: &EnumMeta<'_>, value: &Value<'_>) -> Option<u32> {
    match value {
        Value::Text(text) => meta.find_text(text),
        value => value.as_f64().and_then(|number| meta.find_number(number)),
    }
}

impl Write for Writer<'_> {
    const NUMBERS_ENUMS: bool = true;

    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>, _presence: Presence) -> Result<()> {
        if self.node().shape != Shape::Record {
            return Err(misplaced());
        }
        self.depth.enter()?;
        self.record = self.at;
        Ok(())
    }

    #[inline(always)]
    fn field(&mut self, _meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        let record = &self.nodes[self.record as usize];
        self.at = record.first + index as u32;
        let Some(node) = self.nodes.get(self.at as usize) else { return Err(misplaced()) };
        self.put_presence(node, 1);
        Ok(())
    }

    #[inline(always)]
    fn absent(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        let record = &self.nodes[self.record as usize];
        self.at = record.first + index as u32;
        let Some(node) = self.nodes.get(self.at as usize) else { return Err(misplaced()) };
        if node.presence != NONE {
            self.put_presence(node, 0);
            return Ok(());
        }
        match meta.fields[index].nullity {
            Nullity::Null | Nullity::Json => self.null(),
            Nullity::Optional | Nullity::OptionalNull | Nullity::OptionalJson | Nullity::Never => {
                Err(Error::new(Code::Unsupported, "columns have no place for the missing value of a required field"))
            }
        }
    }

    #[inline(always)]
    fn discriminator(&mut self, _meta: &RecordMeta<'_>, _index: usize, _value: &EnumValue<'_>) -> Result<()> {
        Ok(())
    }

    #[inline(always)]
    fn end_record(&mut self, _meta: &RecordMeta<'_>) -> Result<()> {
        self.depth.leave();
        let node = &self.nodes[self.record as usize];
        self.at = node.after;
        self.record = node.owner;
        if node.parent == ROOT {
            self.record = ROOT;
            self.end_row();
        }
        Ok(())
    }

    #[inline(always)]
    fn list(&mut self, length: Option<usize>) -> Result<()> {
        self.enter(|shape| matches!(shape, Shape::List | Shape::Root), length)
    }

    #[inline(always)]
    fn end_list(&mut self) -> Result<()> {
        self.leave();
        Ok(())
    }

    fn tuple(&mut self, _length: usize) -> Result<()> {
        self.enter(|shape| shape == Shape::Tuple, None)
    }

    fn end_tuple(&mut self) -> Result<()> {
        self.leave();
        Ok(())
    }

    fn map(&mut self, length: Option<usize>) -> Result<()> {
        self.enter(|shape| shape == Shape::Map, length)
    }

    fn key(&mut self, key: &str) -> Result<()> {
        let map = self.nodes[self.node().parent as usize];
        match self.columns.get_mut(map.leaf as usize + 1) {
            Some(column) => {
                column.strings.push(key.as_bytes());
                Ok(())
            }
            None => Err(misplaced()),
        }
    }

    fn end_map(&mut self) -> Result<()> {
        self.leave();
        Ok(())
    }

    fn counted(&mut self, count: usize) -> Result<()> {
        let outer = self.nodes[self.node().parent as usize];
        if let Some(length) = self.columns.get_mut(outer.leaf as usize).and_then(|column| column.ints.last_mut()) {
            *length = count as i64;
        }
        Ok(())
    }

    fn case(&mut self, meta: &UnionMeta<'_>, tag: u32) -> Result<()> {
        let node = self.node();
        let branch = meta.cases.get(tag as usize).map(|case| case.branch);
        let (Shape::Union { .. }, Some(branch)) = (node.shape, branch) else { return Err(misplaced()) };
        if meta.discriminator.is_none() {
            self.depth.enter()?;
        }
        self.columns[node.leaf as usize].ints.push(tag.into());
        self.at = node.first + branch;
        Ok(())
    }

    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.leave();
        }
        let union = self.node().parent;
        self.at = self.nodes[union as usize].after;
        Ok(())
    }

    fn null(&mut self) -> Result<()> {
        let node = self.node();
        match node.shape {
            // A null that is there is missing all the same.
            Shape::Null | Shape::Json if node.presence != NONE => {
                if let Some(there) = self.columns[node.presence as usize].ints.last_mut() {
                    *there = 0;
                }
                Ok(())
            }
            Shape::Null => self.put_int(0),
            Shape::Json => {
                self.column()?.strings.push(b"null");
                Ok(())
            }
            _ => self.absent_item(),
        }
    }

    fn absent_item(&mut self) -> Result<()> {
        let node = self.node();
        if node.presence != NONE {
            self.put_presence(node, 0);
            self.at = node.after;
            if node.parent == ROOT {
                self.end_row();
            }
            return Ok(());
        }
        match node.shape {
            Shape::Null | Shape::Json => self.null(),
            Shape::Union { null: Some(null), id } => {
                let branch = self.plan.schema.graph().union(id).meta().cases.get(null as usize).map(|case| case.branch);
                self.put_int(null.into())?;
                let after = self.at;
                self.at = node.first + branch.unwrap_or(null);
                self.absent_item()?;
                self.at = after;
                Ok(())
            }
            _ => Err(misplaced()),
        }
    }

    fn present_item(&mut self) -> Result<()> {
        let node = self.node();
        self.put_presence(node, 1);
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<()> {
        self.put_int(value.into())
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Result<()> {
        self.put_int(value)
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) -> Result<()> {
        self.put_int(value as i64)
    }

    #[inline(always)]
    fn number(&mut self, value: f64) -> Result<()> {
        self.column()?.floats.push(value);
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, value: &str) -> Result<()> {
        self.column()?.strings.push(value.as_bytes());
        Ok(())
    }

    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        self.column()?.strings.push_base64(value);
        Ok(())
    }

    #[inline(always)]
    fn date(&mut self, millis: i64) -> Result<()> {
        if !date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range"));
        }
        self.put_int(millis)
    }

    fn bigint(&mut self, digits: &str) -> Result<()> {
        self.text(digits)
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        if index as usize >= meta.values.len() {
            return Err(Error::new(Code::Enum, "the value is not one of the enum's"));
        }
        self.put_int(index.into())
    }

    fn unknown(&mut self, meta: &EnumMeta<'_>, value: &Value<'_>) -> Result<()> {
        let node = self.node();
        let (Shape::OpenEnum { values }, None) = (node.shape, known(meta, value)) else { return Err(misplaced()) };
        self.put_int(values.into())?;
        self.put_json(node.leaf as usize + 1, value)
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()> {
        let node = self.node();
        let Shape::Flags { words: count } = node.shape else { return Err(misplaced()) };
        for word in 0..count as usize {
            let start = word * FLAGS_A_WORD;
            let bits = (start..meta.names.len().min(start + FLAGS_A_WORD)).fold(0, |bits, flag| {
                let is_set = words.get(flag / 64).is_some_and(|word| word >> (flag % 64) & 1 != 0);
                bits | i64::from(is_set) << (flag - start)
            });
            self.columns[node.leaf as usize + word].ints.push(bits);
        }
        self.at = node.after;
        Ok(())
    }

    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        let node = self.node();
        if node.shape != Shape::Json {
            return Err(misplaced());
        }
        if value.is_null() {
            return self.null();
        }
        self.at = node.after;
        self.put_json(node.leaf as usize, value)
    }
}

impl Writer<'_> {
    /// Puts a value as JSON text into a column.
    pub(super) fn put_json(&mut self, leaf: usize, value: &Value<'_>) -> Result<()> {
        let strings = &mut self.columns[leaf].strings;
        json::print_tree(&mut strings.bytes, value, &mut self.depth)?;
        // A comma follows every value.
        strings.bytes.pop();
        strings.ends.push(strings.bytes.len());
        Ok(())
    }
}

impl<'de> Sink<'de> for Writer<'_> {
    type Mark = (usize, Depth);

    fn mark(&self) -> Self::Mark {
        (self.rows, self.depth)
    }

    /// Goes back to the beginning of the row.
    fn rollback(&mut self, mark: Self::Mark) {
        self.keep_rows(mark.0, mark.0 + 1);
        (self.at, self.record) = (ROW, ROOT);
        self.depth = mark.1;
    }

    /// Only at the beginning of a row is it known how long each column is.
    fn can_roll_back(&self) -> bool {
        self.at == ROW
    }
}
