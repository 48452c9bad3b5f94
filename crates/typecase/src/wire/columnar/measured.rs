//! Groups that are encoded before it is their turn, so that several threads work on a document.
//!
//! Only one thing in a group depends on those before it: whether strings build on the dictionary of an earlier one. So
//! each group is gathered and encoded as if it were the first, and keeps what it takes to decide that when its turn has
//! come. The document is the same as if one thread had written it.

use super::coding::{Coding, Encoding};
use super::column::{Column, Encoder};
use super::document::Group;
use super::group::is_text;
use super::plan::{LeafKind, Plan};
use super::strings::{StringColumns, Strings};
use super::write::Writer;
use crate::error::{Code, Error, Result};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// The rows of a group, encoded but for what depends on the groups before it.
///
/// [`GroupWriter::take`](super::GroupWriter::take) gives it, and
/// [`RowWriter::push_group`](super::RowWriter::push_group) takes it.
pub struct MeasuredGroup {
    plan: Plan,
    rows: usize,
    columns: Vec<Measured>,
    /// What has been written of them, end to end.
    payload: Vec<u8>,
}

impl MeasuredGroup {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }
}

impl fmt::Debug for MeasuredGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MeasuredGroup").field("rows", &self.rows).finish_non_exhaustive()
    }
}

/// A column that has been written without regard to the groups before.
struct Measured {
    encoding: Encoding,
    /// How many bytes have been written.
    length: usize,
    /// Strings, which may be shorter on the dictionary of an earlier group.
    texts: Option<Box<Texts>>,
}

struct Texts {
    columns: StringColumns,
    values: Strings,
    best: (Coding, usize),
}

impl Encoder {
    /// Appends a column as it is if no group comes before. Strings are taken out of it, to decide later.
    fn measure(&mut self, kind: LeafKind, column: &mut Column, out: &mut Vec<u8>) -> Measured {
        let start = out.len();
        let (encoding, texts) = if is_text(kind) && !self.readable && column.strings.len() > 0 {
            let values = core::mem::take(&mut column.strings);
            let mut columns = StringColumns::default();
            let best = columns.measure(&values);
            columns.write(&values, best.0, None, out);
            (Encoding::of(best.0), Some(Box::new(Texts { columns, values, best })))
        } else {
            (self.encode(0, kind, column, 0, out), None)
        };
        Measured { encoding, length: out.len() - start, texts }
    }

    /// Appends a column that has been measured, of which `written` is what was written then.
    fn settle(&mut self, leaf: usize, column: Measured, group: usize, written: &[u8], out: &mut Vec<u8>) -> Encoding {
        if let Some(mut texts) = column.texts {
            let base = &mut self.bases[leaf];
            let coding = texts.columns.build_on(&texts.values, base.as_ref(), texts.best);
            if coding != texts.best.0 {
                texts.columns.write(&texts.values, coding, base.as_ref(), out);
                return Encoding::of(coding);
            }
            *base = texts.columns.base(coding, group).or(base.take());
        }
        out.extend_from_slice(written);
        column.encoding
    }
}

impl Writer<'_> {
    /// Takes out the rows that have been gathered.
    pub(super) fn take_measured(&mut self, plan: &Plan) -> MeasuredGroup {
        let mut payload = Vec::with_capacity(self.payload.len());
        let leaves = self.plan.leaves.iter().zip(&mut self.columns);
        let measure = |(leaf, column): (&super::plan::Leaf, &mut Column)| {
            let measured = self.encoder.measure(leaf.kind, column, &mut payload);
            column.clear();
            measured
        };
        let columns = leaves.map(measure).collect();
        MeasuredGroup { plan: plan.clone(), rows: core::mem::take(&mut self.rows), columns, payload }
    }

    /// Writes a group that has been measured.
    ///
    /// # Errors
    /// `structure` where the document has no place for it.
    pub(super) fn put_measured(&mut self, group: MeasuredGroup) -> Result<()> {
        if group.is_empty() {
            return Ok(());
        }
        if !group.plan.is_of(self.plan) {
            return Err(Error::new(Code::Structure, "the group is of another schema"));
        }
        let last_is_whole = self.groups.last().is_none_or(|(_, rows)| *rows == self.most_rows);
        if self.rows > 0 || group.rows > self.most_rows || !last_is_whole {
            return Err(Error::new(Code::Structure, "only the last group may have fewer rows than the others"));
        }
        self.payload.clear();
        let number = self.groups.len();
        let mut entries = Vec::with_capacity(group.columns.len());
        let mut written = &group.payload[..];
        for (leaf, column) in group.columns.into_iter().enumerate() {
            let (start, length) = (self.payload.len(), column.length);
            let encoding = self.encoder.settle(leaf, column, number, &written[..length], &mut self.payload);
            entries.push((encoding, self.payload.len() - start));
            written = &written[length..];
        }
        self.groups.push((self.taken + self.out.len(), group.rows));
        Group::print_directory(group.rows, &entries, &mut self.out);
        self.out.extend_from_slice(&self.payload);
        self.rows_before += group.rows;
        Ok(())
    }
}
