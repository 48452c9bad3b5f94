//! The check that a document is the one that a writer makes of its values: each column of a group is encoded once
//! more and must come out the same.

use super::column::{Column, Encoder};
use super::document::{Group, wrong};
use super::group::{Loaded, Loader, Source, is_text};
use super::plan::Inner;
use super::read::unescape_into;
use crate::error::Result;
use alloc::string::String;
use alloc::vec::Vec;

/// Encodes the columns that have been read, as a writer with and one without `readable` does.
pub(super) struct Checker {
    /// The rows of the first group, and where the last one begins if it has fewer.
    rows: usize,
    last: Option<usize>,
    encoders: Vec<Encoder>,
    column: Column,
    out: Vec<u8>,
    text: String,
}

impl Checker {
    pub(super) fn new(plan: &Inner) -> Checker {
        let leaves = plan.leaves.len();
        let encoders = [false, true].map(|readable| Encoder::new(leaves, readable)).into();
        let (column, out, text) = (Column::default(), Vec::new(), String::new());
        Checker { rows: 0, last: None, encoders, column, out, text }
    }

    /// Checks that the next group has as many rows as those before, or fewer if it is the last.
    pub(super) fn pass(&mut self, group: &Group) -> Result<()> {
        if self.rows == 0 {
            self.rows = group.rows;
        }
        let wrong_group = self.last.or((group.rows > self.rows).then_some(group.offset));
        if let Some(offset) = wrong_group {
            return Err(wrong("the groups have not as many rows each", offset));
        }
        self.last = (group.rows < self.rows).then_some(group.offset);
        Ok(())
    }

    /// Checks the columns of a group, all of which are loaded.
    pub(super) fn check(&mut self, source: Source<'_, '_>, loader: &Loader<'_>) -> Result<()> {
        let group = source.group().number;
        for (index, (leaf, loaded)) in source.plan.leaves.iter().zip(&loader.columns).enumerate() {
            let entry = source.entry(index);
            self.fill(loaded, is_text(leaf.kind))?;
            let (column, out) = (&self.column, &mut self.out);
            // A document that is written in one manner is not written in the other.
            self.encoders.retain_mut(|encoder| {
                out.clear();
                let encoding = encoder.encode(index, leaf.kind, column, group, out);
                encoding == entry.encoding && *out == entry.part(source.input).bytes
            });
            if self.encoders.is_empty() {
                let error = wrong("the column is not in the encoding that a writer chooses", entry.offset);
                return Err(error.in_field(&leaf.name));
            }
        }
        Ok(())
    }

    fn fill(&mut self, loaded: &Loaded<'_>, is_text: bool) -> Result<()> {
        let column = &mut self.column;
        column.clear();
        if !is_text {
            column.ints.extend_from_slice(&loaded.ints);
            column.floats.extend_from_slice(&loaded.floats);
            return Ok(());
        }
        for text in &loaded.texts {
            let text = match loaded.escaped {
                true => unescape_into(text, loaded.offset, &mut self.text)?,
                false => *text,
            };
            column.strings.push(text.as_bytes());
        }
        Ok(())
    }
}
