//! [`RowGroup`]: one group of a document that is read from a stream, with what it takes to read it on any thread; and
//! [`Rows`], which reads its rows.

use super::coding::Coding;
use super::document::{Entry, Frame};
use super::plan::{Inner, Plan, ROW};
use super::read::Reader;
use super::values::{Dictionary, Part, read_dictionary};
use super::view::LeafColumn;
use crate::codec::Codec;
use crate::drive::{collect, drive_item};
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::typed::Decode;
use crate::value::{Value, ValueWriter};
use crate::wire::{Read, Sink};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// One group of a document, filled by [`RowReader::fill`](super::RowReader::fill), whose example shows it. It may go to
/// another thread while the next one is filled.
#[derive(Default)]
pub struct RowGroup {
    pub(super) plan: Option<Plan>,
    pub(super) limits: Limits,
    pub(super) strict: bool,
    /// The columns, end to end.
    pub(super) bytes: Vec<u8>,
    /// Where they are in `bytes`.
    pub(super) frame: Frame,
    /// For the leaves that build on a dictionary of an earlier group, that dictionary.
    pub(super) bases: Vec<(usize, Arc<Base>)>,
}

/// The dictionary of a leaf, which outlives its group.
#[derive(Debug)]
pub(super) struct Base {
    group: usize,
    /// The strings as they are written, end to end, and where each ends.
    text: String,
    ends: Vec<usize>,
    escaped: bool,
}

impl Base {
    /// The dictionary in a column of a group, if it has one.
    ///
    /// # Errors
    /// What is wrong with the dictionary.
    pub(super) fn of(entry: &Entry, input: &[u8], group: usize) -> Result<Option<Base>> {
        let Coding::Dictionary { .. } = entry.encoding.coding else { return Ok(None) };
        let part = Part { bytes: &input[entry.start..entry.end], offset: entry.offset };
        let mut dictionary = Dictionary::default();
        read_dictionary(part, &entry.encoding, group, &mut dictionary)?;
        let mut text = String::new();
        let end = |line: &&str| {
            text.push_str(line);
            text.len()
        };
        let ends = dictionary.texts.iter().map(end).collect();
        Ok(Some(Base { group, text, ends, escaped: dictionary.escaped }))
    }

    /// The number of its group.
    pub(super) fn group(&self) -> usize {
        self.group
    }

    pub(super) fn dictionary(&self) -> Dictionary<'_> {
        let mut start = 0;
        let texts = self.ends.iter().map(|&end| &self.text[core::mem::replace(&mut start, end)..end]).collect();
        Dictionary { texts, base: Some((self.group, self.ends.len())), escaped: self.escaped }
    }
}

impl RowGroup {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.frame.rows
    }

    /// Whether there are none: nothing has been filled in.
    pub fn is_empty(&self) -> bool {
        self.frame.rows == 0
    }

    /// The numbers of the rows in the document.
    pub fn range(&self) -> Range<usize> {
        self.frame.groups.first().map_or(0..0, |group| group.first_row..group.first_row + group.rows)
    }

    /// Where its directory line begins in the document; 0 where nothing has been filled in.
    pub fn offset(&self) -> usize {
        self.frame.groups.first().map_or(0, |group| group.offset)
    }

    /// How each leaf column is written, with its place in the document, and its bytes.
    ///
    /// ```
    /// use typecase::Record;
    /// use typecase::wire::columnar::{self, RowGroup, RowReader};
    ///
    /// #[derive(Record)]
    /// struct Point {
    ///     x: i64,
    ///     y: i64,
    /// }
    ///
    /// let document = columnar::encode(&[Point { x: 3, y: 7 }, Point { x: 9, y: 7 }, Point { x: 4, y: 7 }])?;
    /// let (mut reader, mut group) = (RowReader::open(&document[..])?, RowGroup::default());
    /// assert!(reader.fill(&mut group)?);
    /// let columns: Vec<_> = group.leaf_columns().map(|(column, bytes)| (column.name, column.encoding, bytes)).collect();
    /// let expected: [(&str, &str, &[u8]); 2] = [("x", "int 3 1 1", b"AGB\n"), ("y", "seq 7 0", b"")];
    /// assert_eq!(columns, expected.map(|(name, encoding, bytes)| (name, encoding.to_owned(), bytes)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn leaf_columns(&self) -> impl Iterator<Item = (LeafColumn<'_>, &[u8])> {
        let leaves = self.plan.iter().flat_map(|plan| &plan.inner().leaves);
        let columns = self.frame.groups.iter().flat_map(|group| &group.columns);
        leaves.zip(columns).map(|(leaf, entry)| (LeafColumn::of(leaf, entry), &self.bytes[entry.start..entry.end]))
    }

    /// The rows from the first one on.
    ///
    /// # Errors
    /// `limit` if the limits do not even allow a list; `structure` where nothing has been filled in.
    pub fn rows(&self) -> Result<Rows<'_>> {
        let nothing = || Error::new(Code::Structure, "no group has been read");
        let plan = self.plan.as_ref().ok_or_else(nothing)?;
        let bases = self.bases.iter().map(|(leaf, base)| (*leaf, base.dictionary()));
        let reader = Reader::of_rows(&self.bytes, plan, Cow::Borrowed(&self.frame), self.range(), &self.limits);
        let mut reader = reader.building_on(bases).strict(self.strict);
        reader.enter_list()?;
        Ok(Rows { reader, plan, range: self.range() })
    }
}

impl fmt::Debug for RowGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowGroup").field("rows", &self.range()).finish_non_exhaustive()
    }
}

/// The rows of a [`RowGroup`], one by one. What borrows does so from the group.
pub struct Rows<'g> {
    reader: Reader<'g, 'g>,
    plan: &'g Plan,
    /// The numbers of the rows that are left.
    range: Range<usize>,
}

impl<'g> Rows<'g> {
    /// How many rows are left.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Whether none are.
    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    /// The next row as a type, which has the schema of the rows; `None` after the last.
    ///
    /// # Errors
    /// As for [`decode`](super::decode); the path begins with the number of the row.
    #[allow(clippy::should_implement_trait, reason = "each row may be of another type")]
    pub fn next<T: Decode<'g>>(&mut self) -> Result<Option<T>> {
        self.each(|reader, _| T::decode(reader))
    }

    /// The next row as a value.
    ///
    /// # Errors
    /// As for [`next`](Rows::next).
    pub fn next_value(&mut self) -> Result<Option<Value<'g>>> {
        self.each(|reader, plan| {
            let mut writer = ValueWriter::new();
            send(reader, plan, &mut writer)?;
            Ok(writer.finish())
        })
    }

    /// The next row as a value, or everything that is wrong with it, at most `max_issues` errors; `None` after the last.
    /// Behind a row that is wrong the next one can be read.
    ///
    /// # Errors
    /// Where the columns of the group cannot be read; no row follows then.
    pub fn check_next(&mut self, max_issues: usize) -> Result<Option<Result<Value<'g>, Vec<Error>>>> {
        if !self.reader.next_row()? {
            return Ok(None);
        }
        let (row, start, plan) = (self.range.start, self.reader.mark(), self.plan.inner());
        self.range.start += 1;
        let mut writer = ValueWriter::new();
        let Err(error) = send(&mut self.reader, plan, &mut writer) else { return Ok(Some(Ok(writer.finish()))) };
        self.reader.seek(start);
        let (graph, node) = (plan.schema.graph(), plan.nodes[ROW as usize].graph);
        let mut issues = collect(graph, node, true, max_issues, &mut self.reader);
        self.reader.seek(start);
        if issues.is_empty() && max_issues > 0 {
            issues.push(error);
        }
        Ok(Some(Err(issues.into_iter().map(|issue| issue.in_item(row)).collect())))
    }

    /// Writes the next row as a message of another wire, behind what `out` holds, without building a value. `to` has
    /// the schema of the rows, or of the items of the list ([`Codec::for_items`]). `false` if there is no row.
    ///
    /// # Errors
    /// As for [`next`](Rows::next), and as for [`Codec::encode`].
    pub fn convert_next(&mut self, to: &Codec, out: &mut Vec<u8>) -> Result<bool> {
        self.each(|reader, _| to.write_next(reader, out, true)).map(|row| row.is_some())
    }

    /// Sends the next row to a writer; `false` if there is none.
    pub(super) fn send_next<W: Sink<'g>>(&mut self, writer: &mut W) -> Result<bool> {
        self.each(|reader, plan| send(reader, plan, writer)).map(|row| row.is_some())
    }

    pub(super) fn plan(&self) -> &Plan {
        self.plan
    }

    fn each<T>(&mut self, read: impl FnOnce(&mut Reader<'g, 'g>, &Inner) -> Result<T>) -> Result<Option<T>> {
        if !self.reader.next_row()? {
            return Ok(None);
        }
        let row = self.range.start;
        self.range.start += 1;
        read(&mut self.reader, self.plan.inner()).map(Some).map_err(|error| error.in_item(row))
    }
}

/// Sends the row at hand.
fn send<'g, W: Sink<'g>>(reader: &mut Reader<'g, 'g>, plan: &Inner, writer: &mut W) -> Result<()> {
    drive_item(plan.schema.graph(), plan.nodes[ROW as usize].graph, true, reader, writer)
}

impl fmt::Debug for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("left", &self.range).finish_non_exhaustive()
    }
}
