//! [`File`]: single columns and rows of a document that is in a file, of which only what is needed is read.

use super::coding::Coding;
use super::document::{Frame, Group, MAGIC, head, parse_index, parse_schema, wrong};
use super::plan::{NONE, Plan, ROW, Shape};
use super::read::Reader;
use super::row_group::Base;
use crate::drive::drive_present;
use crate::error::{Code, Error as DataError};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::stream::Error;
use crate::wire::json;
use alloc::borrow::Cow;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;
use std::io::{Read, Seek, SeekFrom};

/// How much is read at once where it is not known how long a line is.
const BLOCK: usize = 64 * 1024;

/// A document in a file, or in anything else that can seek. The index at its end says where the groups are; of a group
/// the directory is read, and then the columns that are wanted.
///
/// ```
/// use std::io::Cursor;
/// use typecase::Record;
/// use typecase::wire::columnar::{self, File};
///
/// #[derive(Record)]
/// struct Reading {
///     at: i64,
///     heat: Option<f64>,
/// }
///
/// let readings: Vec<Reading> =
///     (0..20_000).map(|at| Reading { at, heat: (at % 2 == 0).then_some(at as f64 / 4.0) }).collect();
/// let mut file = File::open(Cursor::new(columnar::encode(&readings)?))?;
/// assert_eq!(file.len(), 20_000);
/// let mut out = Vec::new();
/// file.json_lines(19_998..20_000, None, &mut out)?;
/// assert_eq!(out, b"{\"at\":19998,\"heat\":4999.5}\n{\"at\":19999}\n");
/// out.clear();
/// file.json_lines(19_998..20_000, Some("heat"), &mut out)?;
/// assert_eq!(out, b"4999.5\nnull\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct File<R> {
    source: R,
    plan: Plan,
    /// Where each group begins, its first row, and its rows.
    groups: Vec<(usize, usize, usize)>,
    rows: usize,
    /// Where the index begins.
    end: usize,
    /// The dictionaries that have been built on, by their leaf, and the group that was read last.
    bases: HashMap<usize, Arc<Base>>,
    last: usize,
}

/// The columns of a group that are wanted, and the dictionaries of earlier groups that they build on.
struct Gathered {
    bytes: Vec<u8>,
    frame: Frame,
    bases: Vec<(usize, Arc<Base>)>,
}

impl<R: Read + Seek> File<R> {
    /// Reads the schema and the index.
    ///
    /// # Errors
    /// `structure` for what is no document, or has no index at its end: one that has been cut.
    pub fn open(mut source: R) -> Result<File<R>, Error> {
        let length = source.seek(SeekFrom::End(0))? as usize;
        let mut start = Vec::new();
        loop {
            let read = append(&mut source, start.len(), BLOCK.max(start.len()).min(length - start.len()), &mut start)?;
            // The head is two lines.
            let whole = start.iter().filter(|&&byte| byte == b'\n').count() >= 2;
            if whole || read == 0 || !start.starts_with(&MAGIC[..MAGIC.len().min(start.len())]) {
                break;
            }
        }
        let (line, first) = head(&start)?;
        let plan = Plan::new(&parse_schema(line)?)?;
        let (index, end) = last_line(&mut source, length)?;
        if end < first {
            return Err(wrong("the document ends before its index", length).into());
        }
        let mut rows = 0;
        let mut groups = Vec::new();
        for (offset, count) in parse_index(&index, end)? {
            if offset < first {
                return Err(wrong("the index is not that of any groups", end).into());
            }
            groups.push((offset, rows, count));
            rows += count;
        }
        Ok(File { source, plan, groups, rows, end, bases: HashMap::new(), last: 0 })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The schema of the document.
    pub fn schema(&self) -> &Schema {
        self.plan.schema()
    }

    /// The rows of each group.
    pub fn groups(&self) -> Vec<Range<usize>> {
        self.groups.iter().map(|(_, first, rows)| *first..first + rows).collect()
    }

    /// Appends rows as JSON, one a line; or of each row one field, `address.city` say, with null where it is missing.
    ///
    /// # Errors
    /// `structure` for rows or a field that the document has not; what is wrong with the columns; and those of reading.
    pub fn json_lines(&mut self, rows: Range<usize>, field: Option<&str>, out: &mut Vec<u8>) -> Result<(), Error> {
        if rows.start > rows.end || rows.end > self.rows {
            return Err(DataError::new(Code::Structure, "the document has no such rows").into());
        }
        let way = match field {
            None => alloc::vec![ROW],
            Some(name) => self
                .plan
                .way_to(name)
                .ok_or_else(|| DataError::new(Code::Structure, format!("the rows have no field {name:?}")))?,
        };
        let first = self.groups.partition_point(|group| group.1 + group.2 <= rows.start);
        for group in first..self.groups.len() {
            let (_, first_row, count) = self.groups[group];
            let here = rows.start.max(first_row)..rows.end.min(first_row + count);
            if here.is_empty() {
                break;
            }
            let Gathered { bytes, frame, bases } = self.gather(group, &way)?;
            let (frame, limits) = (Cow::Borrowed(&frame), Limits::default());
            let reader = Reader::of_rows(&bytes, &self.plan, frame, here.clone(), &limits).only(&way);
            let mut reader = reader.building_on(bases.iter().map(|(leaf, base)| (*leaf, base.dictionary())));
            let node = self.plan.inner().nodes[way[way.len() - 1] as usize];
            let mut row = here.start;
            while reader.next_row()? {
                let start = out.len();
                if reader.go_to_field()? {
                    let mut writer = json::Writer::new(out, &json::Options::default(), &limits);
                    let graph = self.plan.schema().graph();
                    let result = drive_present(graph, node.graph, &mut reader, &mut writer);
                    writer.end(start, result).map_err(|error| error.in_item(row))?;
                } else {
                    out.extend_from_slice(b"null");
                }
                out.push(b'\n');
                row += 1;
            }
        }
        Ok(())
    }

    /// The columns of a group that a field and what is inside it have, in a frame with nothing else, and the
    /// dictionaries that they build on.
    fn gather(&mut self, group: usize, way: &[u32]) -> Result<Gathered, Error> {
        let mut bytes = Vec::new();
        let mut bases = Vec::new();
        let mut found = self.directory(group)?;
        // The group before whose directory has been read last.
        let mut before: Option<Group> = None;
        for leaf in self.leaves(way) {
            if let Coding::More { group: base, .. } = found.columns[leaf].encoding.coding {
                let offset = found.columns[leaf].offset;
                bases.push((leaf, self.base(leaf, base, group, offset, &mut before)?));
            }
            let column = &mut found.columns[leaf];
            let (start, length) = (bytes.len(), column.end);
            read_whole(&mut self.source, column.offset, length, &mut bytes)?;
            (column.start, column.end) = (start, start + length);
        }
        self.last = group;
        Ok(Gathered { bytes, frame: Frame { groups: alloc::vec![found], rows: self.rows }, bases })
    }

    /// The dictionary of a leaf in the group `base`, on which one at `offset` in the later group builds. It is kept, so
    /// that whoever reads one group after another reads it once.
    fn base(
        &mut self,
        leaf: usize,
        base: usize,
        group: usize,
        offset: usize,
        before: &mut Option<Group>,
    ) -> Result<Arc<Base>, Error> {
        let kept = self.bases.get(&leaf);
        if let Some(kept) = kept.filter(|kept| kept.group() == base) {
            return Ok(kept.clone());
        }
        // One that was good for a group is the last one of its time, and what comes behind has no older one.
        let is_older = kept.is_some_and(|kept| base < kept.group()) && group >= self.last;
        if base >= group || is_older {
            return Err(wrong("a column builds on what is not its last dictionary", offset).into());
        }
        if before.as_ref().is_none_or(|before| before.number != base) {
            *before = Some(self.directory(base)?);
        }
        let mut entry = before.as_ref().map_or(&[][..], |before| &before.columns)[leaf].clone();
        let Coding::Dictionary { bytes: length, .. } = entry.encoding.coding else {
            return Err(wrong("that group has no dictionary", offset).into());
        };
        let mut bytes = Vec::new();
        read_whole(&mut self.source, entry.offset, length.min(entry.end), &mut bytes)?;
        (entry.start, entry.end) = (0, bytes.len());
        let Some(found) = Base::of(&entry, &bytes, base)? else {
            return Err(wrong("that group has no dictionary", offset).into());
        };
        let found = Arc::new(found);
        self.bases.insert(leaf, found.clone());
        Ok(found)
    }

    /// The leaves of a field, of what is inside it, and of the presence of the records around it.
    fn leaves(&self, way: &[u32]) -> Vec<usize> {
        let plan = self.plan.inner();
        let mut leaves: Vec<u32> = way.iter().map(|&node| plan.nodes[node as usize].presence).collect();
        let mut todo: Vec<u32> = way.last().copied().into_iter().collect();
        while let Some(node) = todo.pop() {
            let node = plan.nodes[node as usize];
            let own = match node.shape {
                Shape::Map | Shape::OpenEnum { .. } => 2,
                Shape::Flags { words } => words,
                _ => 1,
            };
            leaves.push(node.presence);
            if node.leaf != NONE {
                leaves.extend(node.leaf..node.leaf + own);
            }
            todo.extend(node.first..node.first + node.count);
        }
        leaves.retain(|&leaf| leaf != NONE);
        leaves.sort_unstable();
        leaves.dedup();
        leaves.into_iter().map(|leaf| leaf as usize).collect()
    }

    /// The directory of a group, whose columns are not in memory.
    fn directory(&mut self, group: usize) -> Result<Group, Error> {
        let (offset, first_row, rows) = self.groups[group];
        let end = self.groups.get(group + 1).map_or(self.end, |next| next.0);
        let mut line = Vec::new();
        let length = loop {
            let more = 1024.max(line.len()).min(end - offset - line.len());
            let read = append(&mut self.source, offset + line.len(), more, &mut line)?;
            if let Some(length) = super::lines::first(&line) {
                break length;
            }
            if read == 0 {
                return Err(wrong("expected the directory of a group", offset).into());
            }
        };
        let mut found = Group::of_directory(&line[..length], end - offset - length - 1, offset, self.plan.inner())?;
        if found.rows != rows || found.end != end {
            return Err(wrong("the group is not as the index says", offset).into());
        }
        (found.number, found.first_row) = (group, first_row);
        for column in &mut found.columns {
            (column.start, column.end) = (0, column.end - column.start);
        }
        Ok(found)
    }
}

/// Reads so many bytes from a place behind what is in memory.
fn read_whole<R: Read + Seek>(source: &mut R, from: usize, count: usize, bytes: &mut Vec<u8>) -> Result<(), Error> {
    match append(source, from, count, bytes)? {
        read if read < count => Err(wrong("the document ends before its columns do", from + read).into()),
        _ => Ok(()),
    }
}

/// Reads up to so many bytes from a place behind what is in memory.
fn append<R: Read + Seek>(source: &mut R, from: usize, count: usize, bytes: &mut Vec<u8>) -> Result<usize, Error> {
    source.seek(SeekFrom::Start(from as u64))?;
    Ok(source.by_ref().take(count as u64).read_to_end(bytes)?)
}

/// The last line of a document, and where it begins.
fn last_line<R: Read + Seek>(source: &mut R, length: usize) -> Result<(Vec<u8>, usize), Error> {
    let mut size = BLOCK.min(length);
    loop {
        let mut tail = Vec::new();
        append(source, length - size, size, &mut tail)?;
        let before = tail.strip_suffix(b"\n").unwrap_or_default();
        if let Some(at) = before.iter().rposition(|&byte| byte == b'\n') {
            return Ok((tail[at + 1..].to_vec(), length - size + at + 1));
        }
        if size == length {
            return Err(wrong("the document ends before its index", length).into());
        }
        size = (size * 4).min(length);
    }
}
