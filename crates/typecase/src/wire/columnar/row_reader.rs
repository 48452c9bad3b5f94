//! [`RowReader`]: a document that is read group by group, from wherever bytes come.

use super::coding::Coding;
use super::document::{
    Dictionaries, Frame, Group, MAGIC, check_index, check_schema, head, parse_schema, print_index, wrong,
};
use super::group::{Loader, Source, is_text};
use super::lines;
use super::row_group::{Base, RowGroup};
use super::strict::Checker;
use super::{Options, Plan};
use crate::error::{Code, Error as DataError, Result as DataResult};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::stream::Error;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use std::io::{self, Read};

/// How much is read at once where it is not known how long a line is.
const BLOCK: usize = 64 * 1024;

/// Reads a document group by group. What it holds is the bytes of a group, and of each leaf column the last dictionary,
/// on which later groups may build. [`RowWriter`](super::RowWriter) is its other end.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::columnar::{self, RowGroup, RowReader};
///
/// #[derive(Record)]
/// struct Reading<'a> {
///     at: i64,
///     place: &'a str,
/// }
///
/// let readings: Vec<Reading> =
///     (0..20_000).map(|at| Reading { at, place: ["Tromsø", "Bergen"][at as usize % 2] }).collect();
/// let document = columnar::encode(&readings)?;
///
/// let mut reader = RowReader::open(&document[..])?;
/// let (mut group, mut seen) = (RowGroup::default(), 0);
/// while reader.fill(&mut group)? {
///     let mut rows = group.rows()?;
///     while let Some(row) = rows.next::<Reading>()? {
///         assert_eq!((row.at, row.place), (seen, readings[seen as usize].place));
///         seen += 1;
///     }
/// }
/// assert_eq!(seen, 20_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RowReader<R> {
    source: Lookahead<R>,
    plan: Plan,
    limits: Limits,
    /// The last dictionary of each leaf that has had one.
    bases: Vec<Option<Arc<Base>>>,
    dictionaries: Dictionaries,
    /// Where each group begins, and its rows.
    groups: Vec<(usize, usize)>,
    rows: usize,
    ended: bool,
    /// In strict mode, what encodes the columns once more.
    checker: Option<Checker>,
}

impl<R: Read> RowReader<R> {
    /// Reads the head of a document, which says its schema.
    ///
    /// # Errors
    /// `structure` for what does not begin as a document, `unsupported` for a schema that has no columns; and those of
    /// reading.
    pub fn open(source: R) -> Result<RowReader<R>, Error> {
        RowReader::with_options(source, &Options::default(), &Limits::default())
    }

    /// The same with options and limits. `max_bytes` holds for the head and for each group.
    ///
    /// # Errors
    /// As for [`open`](RowReader::open).
    pub fn with_options(source: R, options: &Options, limits: &Limits) -> Result<RowReader<R>, Error> {
        let (source, line) = open(source, limits)?;
        let plan = Plan::new(&parse_schema(&line)?)?;
        if options.strict {
            check_schema(&line, plan.inner(), true)?;
        }
        Ok(RowReader::new(source, plan, options, limits))
    }

    /// The same for a document whose schema is known.
    ///
    /// # Errors
    /// As for [`open`](RowReader::open); `structure` for a document of another schema.
    pub fn with_plan(source: R, plan: &Plan, options: &Options, limits: &Limits) -> Result<RowReader<R>, Error> {
        let (source, line) = open(source, limits)?;
        check_schema(&line, plan.inner(), options.strict)?;
        Ok(RowReader::new(source, plan.clone(), options, limits))
    }

    fn new(source: Lookahead<R>, plan: Plan, options: &Options, limits: &Limits) -> RowReader<R> {
        let leaves = plan.inner().leaves.len();
        RowReader {
            source,
            limits: *limits,
            bases: core::iter::repeat_with(|| None).take(leaves).collect(),
            dictionaries: Dictionaries::new(plan.inner()),
            groups: Vec::new(),
            rows: 0,
            ended: false,
            checker: options.strict.then(|| Checker::new(plan.inner())),
            plan,
        }
    }

    /// The plan of the schema.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The schema of the document.
    pub fn schema(&self) -> &Schema {
        self.plan.schema()
    }

    /// How many rows have been read.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Where the bytes come from.
    pub fn get_ref(&self) -> &R {
        &self.source.source
    }

    /// Reads the next group, whose buffer is used again; `false` after the last one, when the index has been found to be
    /// that of the groups and the end of the input.
    ///
    /// # Errors
    /// Those of reading; `structure` where the document is cut or its lines are wrong, `limit` for a group that is
    /// longer than the limit. What is wrong with columns comes to light when they are read. Nothing more comes after an
    /// error.
    pub fn fill(&mut self, group: &mut RowGroup) -> Result<bool, Error> {
        group.frame = Frame::default();
        if self.ended {
            return Ok(false);
        }
        let filled = self.next_part(group);
        self.ended = !matches!(filled, Ok(true));
        filled
    }

    fn next_part(&mut self, group: &mut RowGroup) -> Result<bool, Error> {
        let offset = self.source.offset;
        match self.source.peek(1)?.first() {
            Some(b'[') => self.group(group).map(|()| true),
            Some(b'{') => {
                let mut expected = Vec::new();
                print_index(self.groups.iter().copied(), self.rows, &mut expected);
                // One more, to see that nothing follows.
                let rest = self.source.peek(expected.len() + 1)?;
                check_index(rest, &expected, offset)?;
                Ok(false)
            }
            Some(_) => Err(wrong("expected a group or the index", offset).into()),
            None => Err(wrong("the document ends before its index", offset).into()),
        }
    }

    fn group(&mut self, group: &mut RowGroup) -> Result<(), Error> {
        let offset = self.source.offset;
        let most = self.limits.max_bytes;
        let Some(length) = self.source.line(0, most)? else {
            let end = offset + self.source.rest().len();
            return Err(wrong("the document ends in a directory line", end).into());
        };
        // Whether the columns are there is seen when they are read.
        let (plan, left) = (self.plan.inner(), usize::MAX / 2 - offset - length);
        let mut found = Group::of_directory(&self.source.rest()[..length], left, offset, plan)?;
        (found.number, found.first_row) = (self.groups.len(), self.rows);
        let columns = found.end - offset - length - 1;
        if found.end - offset > most {
            return Err(DataError::new(Code::Limit, "the group is longer than the limit").at(offset + most).into());
        }
        self.dictionaries.pass(&found)?;
        self.source.skip(length + 1);
        group.bytes.clear();
        if !self.source.take(columns, &mut group.bytes)? {
            return Err(wrong("the document ends before its columns do", self.source.offset).into());
        }
        for entry in &mut found.columns {
            let start = entry.offset - (offset + length + 1);
            (entry.start, entry.end) = (start, start + entry.end - entry.start);
        }
        self.groups.push((offset, found.rows));
        self.rows += found.rows;
        group.frame = Frame { rows: found.rows, groups: [found].into() };
        (group.plan, group.limits, group.strict) = (Some(self.plan.clone()), self.limits, self.checker.is_some());
        Ok(self.dictionaries_of(group)?)
    }

    /// Hands the group the dictionaries that it builds on, checks it in strict mode, and keeps its own.
    fn dictionaries_of(&mut self, group: &mut RowGroup) -> DataResult<()> {
        let plan = self.plan.inner();
        group.bases.clear();
        for (leaf, (entry, base)) in group.frame.groups[0].columns.iter().zip(&self.bases).enumerate() {
            if let (Coding::More { .. }, Some(base)) = (entry.encoding.coding, base) {
                group.bases.push((leaf, base.clone()));
            }
        }
        if let Some(checker) = &mut self.checker {
            let mut loader = Loader::new(plan.leaves.len());
            loader.build_on(group.bases.iter().map(|(leaf, base)| (*leaf, base.dictionary())));
            let source = Source { input: &group.bytes, plan, frame: &group.frame, group: 0 };
            checker.pass(source.group())?;
            loader.load(source, 0..source.group().rows)?;
            checker.check(source, &loader)?;
        }
        let number = self.groups.len() - 1;
        for (leaf, (entry, base)) in group.frame.groups[0].columns.iter().zip(&mut self.bases).enumerate() {
            if !is_text(plan.leaves[leaf].kind) {
                continue;
            }
            let found = Base::of(entry, &group.bytes, number);
            if let Some(found) = found.map_err(|error| error.in_field(&plan.leaves[leaf].name))? {
                *base = Some(Arc::new(found));
            }
        }
        Ok(())
    }
}

impl<R> fmt::Debug for RowReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowReader").field("rows", &self.rows).field("ended", &self.ended).finish_non_exhaustive()
    }
}

/// Reads the head of a document: gives what follows, and the schema line.
fn open<R: Read>(source: R, limits: &Limits) -> Result<(Lookahead<R>, String), Error> {
    let mut source = Lookahead { source, bytes: Vec::new(), start: 0, offset: 0 };
    // What does not begin as a document is not searched for a line.
    if source.peek(MAGIC.len())?.starts_with(MAGIC) {
        source.line(MAGIC.len(), limits.max_bytes)?;
    }
    let (line, end) = head(source.rest())?;
    let line = String::from(line);
    source.skip(end);
    Ok((source, line))
}

/// A source of which the next bytes can be looked at before they are taken.
struct Lookahead<R> {
    source: R,
    /// What has been read; from `start` on it has not been taken.
    bytes: Vec<u8>,
    start: usize,
    /// Where that is in the document.
    offset: usize,
}

impl<R: Read> Lookahead<R> {
    /// What has been read and not been taken.
    fn rest(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Reads on as far as the source gives at once; `false` at the end.
    fn read(&mut self) -> io::Result<bool> {
        self.bytes.drain(..core::mem::take(&mut self.start));
        let length = self.bytes.len();
        self.bytes.resize(length + BLOCK, 0);
        let read = loop {
            match self.source.read(&mut self.bytes[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.bytes.truncate(length + *read.as_ref().unwrap_or(&0));
        read.map(|count| count > 0)
    }

    /// What comes next, at least so many bytes of it, unless the input ends before.
    fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.rest().len() < count && self.read()? {}
        Ok(self.rest())
    }

    /// The place of the first line feed at or behind a place, within so many bytes; `None` if the input ends before.
    fn line(&mut self, from: usize, most: usize) -> Result<Option<usize>, Error> {
        let mut at = from;
        loop {
            let found = lines::first(&self.rest()[at..]).map(|found| at + found);
            at = self.rest().len();
            if found.unwrap_or(at) > most {
                let error = DataError::new(Code::Limit, "the line is longer than the limit");
                return Err(error.at(self.offset.saturating_add(most)).into());
            }
            if found.is_some() || !self.read()? {
                return Ok(found);
            }
        }
    }

    /// Takes bytes that have been read.
    fn skip(&mut self, count: usize) {
        self.start += count;
        self.offset += count;
    }

    /// Takes so many bytes, which need not have been read; `false` if there are not so many. Nothing is reserved because
    /// somebody asks for it.
    fn take(&mut self, count: usize, out: &mut Vec<u8>) -> io::Result<bool> {
        let here = self.rest().len().min(count);
        out.extend_from_slice(&self.rest()[..here]);
        self.skip(here);
        let read = self.source.by_ref().take((count - here) as u64).read_to_end(out)?;
        self.offset += read;
        Ok(here + read == count)
    }
}
