//! The frame of a document: the lines at its head, where each group and each column of it is, and the index line.
//!
//! What a directory line says is taken from it exactly as the writer writes it, so that a reader needs no JSON
//! parser for it; to any other reader it is JSON.

use super::coding::{Coding, EXPANDED, Encoding, unsigned};
use super::lines;
use super::plan::{Inner, Plan};
use super::values::Part;
use crate::error::{Code, Error, Result};
use crate::schema::Schema;
use alloc::format;
use alloc::vec::Vec;

/// The first line of a document.
pub(super) const MAGIC: &[u8] = b"typecase-columnar 1\n";
/// The most rows of a group.
pub const MOST_ROWS: usize = EXPANDED;

/// Where everything in a document is.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) groups: Vec<Group>,
    pub(super) rows: usize,
}

/// A group of rows.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Its number in the document.
    pub(super) number: usize,
    pub(super) rows: usize,
    /// The number of its first row in the document.
    pub(super) first_row: usize,
    /// Where its directory line begins.
    pub(super) offset: usize,
    /// Where the next line of the document begins.
    pub(super) end: usize,
    pub(super) columns: Vec<Entry>,
}

/// A leaf column of a group.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) encoding: Encoding,
    /// Where its bytes are in the input.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where they are in the document, of which the input may be a part.
    pub(super) offset: usize,
}

impl Entry {
    pub(super) fn part<'de>(&self, input: &'de [u8]) -> Part<'de> {
        Part { bytes: &input[self.start..self.end], offset: self.offset }
    }
}

/// The schema line, and where the groups begin.
///
/// # Errors
/// `structure` for what is no document of this version.
pub(super) fn head(input: &[u8]) -> Result<(&str, usize)> {
    if !input.starts_with(MAGIC) {
        return Err(Error::new(Code::Structure, "expected the line \"typecase-columnar 1\"").at(0));
    }
    let rest = &input[MAGIC.len()..];
    let Some(length) = lines::first(rest) else {
        return Err(Error::new(Code::Structure, "the document ends in its schema line").at(input.len()));
    };
    match core::str::from_utf8(&rest[..length]) {
        Ok(line) => Ok((line, MAGIC.len() + length + 1)),
        Err(error) => Err(Error::new(Code::Utf8, "the text is not UTF-8").at(MAGIC.len() + error.valid_up_to())),
    }
}

/// Checks that a document is of the plan's schema, and says where its groups begin.
///
/// # Errors
/// As for [`head`]; `structure` for another schema, which in strict mode is also one that is spelled in another way.
pub(super) fn check_head(input: &[u8], plan: &Inner, strict: bool) -> Result<usize> {
    let (line, groups) = head(input)?;
    check_schema(line, plan, strict)?;
    Ok(groups)
}

/// Checks that a schema line is that of the plan's schema.
///
/// # Errors
/// As for [`check_head`].
pub(super) fn check_schema(line: &str, plan: &Inner, strict: bool) -> Result<()> {
    if line == plan.line {
        return Ok(());
    }
    let schema = parse_schema(line)?;
    // Of two schemas with one canonical form, one may call optional what is never required (`json`), which has a leaf.
    let has_same_leaves = || Plan::new(&schema).is_ok_and(|other| other.inner().leaves == plan.leaves);
    if schema.canonical() != plan.schema.canonical() || !has_same_leaves() {
        return Err(Error::new(Code::Structure, "the document has another schema").at(MAGIC.len()));
    }
    if strict && schema.document().to_json_line() != line {
        return Err(Error::new(Code::Structure, "the schema is not spelled as a writer does").at(MAGIC.len()));
    }
    Ok(())
}

/// The schema of the schema line.
pub(super) fn parse_schema(line: &str) -> Result<Schema> {
    Schema::parse(line)
        .map_err(|error| Error::new(Code::Structure, format!("the schema line: {error}")).at(MAGIC.len()))
}

impl Frame {
    /// Finds the groups of a document from `at` on, and says what is wrong behind them, if anything is.
    pub(super) fn read(input: &[u8], mut at: usize, plan: &Inner) -> (Frame, Option<Error>) {
        let mut frame = Frame::default();
        let mut dictionaries = Dictionaries::new(plan);
        loop {
            match input.get(at) {
                Some(b'[') => match Group::read(input, at, frame.groups.len(), frame.rows, plan)
                    .and_then(|group| dictionaries.pass(&group).map(|()| group))
                {
                    Ok(group) => {
                        frame.rows += group.rows;
                        at = group.end;
                        frame.groups.push(group);
                    }
                    Err(error) => return (frame, Some(error)),
                },
                Some(b'{') => {
                    let mut expected = Vec::new();
                    let groups = frame.groups.iter().map(|group| (group.offset, group.rows));
                    print_index(groups, frame.rows, &mut expected);
                    return (frame, check_index(&input[at..], &expected, at).err());
                }
                Some(_) => return (frame, Some(wrong("expected a group or the index", at))),
                None => return (frame, Some(wrong("the document ends before its index", input.len()))),
            }
        }
    }

    /// The place of the group that holds a row.
    pub(super) fn group_of(&self, row: usize) -> Option<usize> {
        let at = self.groups.partition_point(|group| group.first_row <= row).checked_sub(1)?;
        (row - self.groups[at].first_row < self.groups[at].rows).then_some(at)
    }
}

/// For each leaf the last group in which it has a dictionary, the only one that a later group may build on.
pub(super) struct Dictionaries(Vec<Option<usize>>);

impl Dictionaries {
    pub(super) fn new(plan: &Inner) -> Dictionaries {
        Dictionaries(alloc::vec![None; plan.leaves.len()])
    }

    /// Checks what the next group builds on, and notes its own dictionaries.
    pub(super) fn pass(&mut self, group: &Group) -> Result<()> {
        for (entry, last) in group.columns.iter().zip(&mut self.0) {
            match entry.encoding.coding {
                Coding::Dictionary { .. } => *last = Some(group.number),
                Coding::More { group: base, .. } if *last != Some(base) => {
                    return Err(wrong("a column builds on what is not its last dictionary", entry.offset));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Group {
    /// Reads the group whose directory line begins at a place in a document.
    fn read(input: &[u8], offset: usize, number: usize, first_row: usize, plan: &Inner) -> Result<Group> {
        let line_end = lines::first(&input[offset..]).map(|length| offset + length);
        let Some(line_end) = line_end else {
            return Err(wrong("the document ends in a directory line", input.len()));
        };
        let (line, left) = (&input[offset..line_end], input.len() - line_end - 1);
        let mut group = Group::of_directory(line, left, offset, plan)?;
        (group.number, group.first_row) = (number, first_row);
        Ok(group)
    }

    /// Reads a directory line that begins at `offset` in the document and is followed by so many bytes, and checks that
    /// its columns are there.
    pub(super) fn of_directory(line: &[u8], bytes_left: usize, offset: usize, plan: &Inner) -> Result<Group> {
        let mut directory = Directory { line, at: 0, offset };
        directory.take(b"[")?;
        let at = directory.place();
        let rows = directory.number()?;
        if rows == 0 || rows > MOST_ROWS {
            return Err(Error::new(Code::Limit, "a group has at least one row and at most 8192").at(at));
        }
        let mut columns = Vec::new();
        let columns_at = offset + line.len() + 1;
        let mut start = columns_at;
        for _ in &plan.leaves {
            directory.take(b",\"")?;
            let at = directory.place();
            let words = directory.until(b'"');
            let encoding = Encoding::parse(words).ok_or_else(|| wrong("there is no such encoding", at))?;
            directory.take(b"\",")?;
            let at = directory.place();
            let length = directory.number()?;
            if length > bytes_left - (start - columns_at) {
                return Err(wrong("the document ends before its columns do", at));
            }
            columns.push(Entry { encoding, start, end: start + length, offset: start });
            start += length;
        }
        directory.take(b"]")?;
        if directory.at != line.len() {
            return Err(wrong("something follows the directory in its line", directory.place()));
        }
        Ok(Group { number: 0, rows, first_row: 0, offset, end: start, columns })
    }

    /// Appends a directory line; `columns` gives the encodings and the lengths.
    pub(super) fn print_directory(rows: usize, columns: &[(Encoding, usize)], out: &mut Vec<u8>) {
        out.push(b'[');
        print_number(rows, out);
        for (encoding, length) in columns {
            out.extend_from_slice(b",\"");
            encoding.print(out);
            out.extend_from_slice(b"\",");
            print_number(*length, out);
        }
        out.extend_from_slice(b"]\n");
    }
}

/// Appends the index line of groups with these places and numbers of rows.
pub(super) fn print_index(groups: impl Iterator<Item = (usize, usize)>, rows: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"rows\":");
    print_number(rows, out);
    out.extend_from_slice(b",\"groups\":[");
    for (at, (offset, rows)) in groups.enumerate() {
        if at > 0 {
            out.push(b',');
        }
        print_number(offset, out);
        out.push(b',');
        print_number(rows, out);
    }
    out.extend_from_slice(b"]}\n");
}

/// Checks that the rest of a document, which begins at `offset`, is the expected index line and nothing else.
pub(super) fn check_index(rest: &[u8], expected: &[u8], offset: usize) -> Result<()> {
    if rest == expected {
        return Ok(());
    }
    let same = rest.iter().zip(expected).take_while(|(one, other)| one == other).count();
    let message = match (rest.len() > same, expected.len() > same) {
        (false, _) => "the document ends in its index",
        (_, false) => "something follows the index",
        _ => "the index is not that of the groups",
    };
    Err(wrong(message, offset + same))
}

/// Reads an index line: where each group begins, and its rows. `offset` is where the line begins in the document.
#[cfg(feature = "std")]
pub(super) fn parse_index(line: &[u8], offset: usize) -> Result<Vec<(usize, usize)>> {
    let mut index = Directory { line, at: 0, offset };
    index.take(b"{\"rows\":")?;
    let rows = index.number()?;
    index.take(b",\"groups\":[")?;
    let mut groups: Vec<(usize, usize)> = Vec::new();
    let mut total = 0usize;
    while !line[index.at..].starts_with(b"]") {
        if !groups.is_empty() {
            index.take(b",")?;
        }
        let at = index.place();
        let start = index.number()?;
        index.take(b",")?;
        let rows = index.number()?;
        let in_order = groups.last().is_none_or(|(before, _)| *before < start) && start < offset;
        if !in_order || rows == 0 || rows > MOST_ROWS {
            return Err(wrong("the index is not that of any groups", at));
        }
        total += rows;
        groups.push((start, rows));
    }
    index.take(b"]}\n")?;
    if total != rows || index.at != line.len() {
        return Err(wrong("the index is not that of any groups", offset));
    }
    Ok(groups)
}

fn print_number(value: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

#[cold]
#[inline(never)]
pub(super) fn wrong(message: &'static str, offset: usize) -> Error {
    Error::new(Code::Structure, message).at(offset)
}

/// A directory line that is being read.
struct Directory<'de> {
    line: &'de [u8],
    at: usize,
    /// Where the line begins in the document.
    offset: usize,
}

impl<'de> Directory<'de> {
    /// The place in the document.
    fn place(&self) -> usize {
        self.offset + self.at
    }

    fn take(&mut self, expected: &[u8]) -> Result<()> {
        if !self.line[self.at..].starts_with(expected) {
            return Err(wrong("the directory is not written as it should be", self.place()));
        }
        self.at += expected.len();
        Ok(())
    }

    fn until(&mut self, end: u8) -> &'de [u8] {
        let rest = &self.line[self.at..];
        let length = rest.iter().position(|&byte| byte == end).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn number(&mut self) -> Result<usize> {
        let rest = &self.line[self.at..];
        let length = rest.iter().take(21).take_while(|byte| byte.is_ascii_digit()).count();
        let number = unsigned(&rest[..length]).and_then(|number| usize::try_from(number).ok());
        let number = number.ok_or_else(|| wrong("expected a number", self.place()))?;
        self.at += length;
        Ok(number)
    }
}
