//! A columnar document in the dump: its lines, and each leaf column of each group with its encoding and its share.
//!
//! It is read group by group. What is kept of a group is the start of each of its columns, because the shares of all of
//! them are only known at the end.

use super::Row;
use std::fmt::Write as _;
use std::io::Read;
use std::ops::Range;
use typecase::error::Error as DataError;
use typecase::stream::Error;
use typecase::wire::columnar::{RowGroup, RowReader};

/// How much of a line is kept: more than a dump shows of it.
const SHOWN: usize = 128;

/// The dump of a document as far as it could be read, and what is wrong with it.
pub struct Dump {
    lines: Vec<Line>,
    pub error: Option<Error>,
}

/// A line of the dump.
struct Line {
    offset: usize,
    /// What it begins with.
    bytes: Vec<u8>,
    path: String,
    ty: String,
    meaning: String,
    /// How many bytes it is about, if their share of the document is told.
    share: Option<usize>,
}

/// Reads a document, of which `head` has the first two lines at least.
pub fn dump<R: Read>(document: Result<RowReader<R>, Error>, head: &[u8]) -> Dump {
    let mut dump = Dump { lines: Vec::new(), error: None };
    match document {
        Ok(document) => dump.read(document, head),
        Err(error) => dump.error = Some(error),
    }
    dump
}

impl Dump {
    /// Gives the rows in the order of the bytes.
    pub fn rows(&self, row: &mut dyn FnMut(Row<'_>)) {
        for line in &self.lines {
            let Line { path, ty, meaning, .. } = line;
            row(Row {
                offset: line.offset,
                bytes: &line.bytes,
                path: path.clone(),
                ty: ty.clone(),
                meaning: meaning.clone(),
            });
        }
    }

    fn read<R: Read>(&mut self, mut document: RowReader<R>, head: &[u8]) {
        let leaves: Vec<String> = document.plan().columns().map(str::to_owned).collect();
        let schema = self.line(0, head, "head", "the version of the format".to_owned());
        let mut end = self.line(schema, &head[schema..], "schema", format!("{} leaf columns", leaves.len()));
        let mut totals = vec![(String::new(), 0); leaves.len()];
        let (mut group, mut places, mut count) = (RowGroup::default(), String::new(), 0);
        loop {
            match document.fill(&mut group) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    // What is wrong in a group that has been read comes first.
                    self.error.get_or_insert(error);
                    self.tell_shares(end);
                    return;
                }
            }
            let separator = if count > 0 { "," } else { "" };
            let _ = write!(places, "{separator}{},{}", group.offset(), group.len());
            count += 1;
            end = self.group(&group, &mut totals);
            if let (None, Err(error)) = (&self.error, read_rows(&group)) {
                self.error = Some(error.into());
            }
        }
        let rows = document.rows();
        // It has been found to be this.
        let index = format!("{{\"rows\":{rows},\"groups\":[{places}]}}\n");
        let size = self.line(end, index.as_bytes(), "index", format!("{rows} rows"));
        if count > 1 {
            for (path, (ty, total)) in leaves.into_iter().zip(totals) {
                let meaning = "in all groups".to_owned();
                self.lines.push(Line { offset: end, bytes: Vec::new(), path, ty, meaning, share: Some(total) });
            }
        }
        self.tell_shares(size);
    }

    /// Adds the lines of a group, and gives the place behind it.
    fn group(&mut self, group: &RowGroup, totals: &mut [(String, usize)]) -> usize {
        let Range { start, end } = group.range();
        let mut directory = format!("[{}", group.len());
        for (column, bytes) in group.leaf_columns() {
            let _ = write!(directory, ",\"{}\",{}", column.encoding, bytes.len());
        }
        directory.push_str("]\n");
        let mut behind =
            self.line(group.offset(), directory.as_bytes(), "group", format!("rows {start} to {}", end - 1));
        for ((column, bytes), (ty, total)) in group.leaf_columns().zip(totals) {
            *ty = column.kind.name().to_owned();
            *total += bytes.len();
            self.lines.push(Line {
                offset: column.bytes.start,
                bytes: shown(bytes),
                path: column.name.to_owned(),
                ty: ty.clone(),
                meaning: column.encoding,
                share: Some(bytes.len()),
            });
            behind = column.bytes.end;
        }
        behind
    }

    /// Adds what is a line of the document, and gives the place behind it.
    fn line(&mut self, offset: usize, bytes: &[u8], ty: &str, meaning: String) -> usize {
        let length = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |length| length + 1);
        let (path, ty) = ("(line)".to_owned(), ty.to_owned());
        self.lines.push(Line { offset, bytes: shown(bytes), path, ty, meaning, share: None });
        offset + length
    }

    /// Says which share of so many bytes each column takes.
    fn tell_shares(&mut self, size: usize) {
        for line in &mut self.lines {
            if let Some(bytes) = line.share.take() {
                let _ = write!(line.meaning, ": {bytes} bytes, {:.1}%", bytes as f64 * 100.0 / size as f64);
            }
        }
    }
}

/// Reads the rows of a group for what is wrong with them.
fn read_rows(group: &RowGroup) -> Result<(), DataError> {
    let mut rows = group.rows()?;
    while rows.next_value()?.is_some() {}
    Ok(())
}

/// The start of the first line.
fn shown(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().take_while(|&byte| byte != b'\n').take(SHOWN).collect()
}
