//! The check that a document is the one that a writer makes of its values: each column of a group is encoded once
//! more and must come out the same.

use super::column::{Column, Encoder};
use super::document::{Frame, wrong};
use super::group::{Loaded, Loader, Source, is_text};
use super::plan::Inner;
use super::read::unescape_into;
use crate::error::Result;
use alloc::string::String;
use alloc::vec::Vec;

/// Encodes the columns that have been read, as a writer with and one without `readable` does.
pub(super) struct Checker<'p> {
    plan: &'p Inner,
    encoders: Vec<Encoder>,
    column: Column,
    out: Vec<u8>,
    text: String,
}

impl<'p> Checker<'p> {
    /// Checks the groups: all have the same number of rows but the last, which may have fewer.
    pub(super) fn new(plan: &'p Inner, frame: &Frame) -> Result<Checker<'p>> {
        if let [first, rest @ ..] = &frame.groups[..] {
            for (at, group) in rest.iter().enumerate() {
                if group.rows > first.rows || group.rows < first.rows && at + 1 < rest.len() {
                    return Err(wrong("the groups have not as many rows each", group.offset));
                }
            }
        }
        let encoders = [false, true].map(|readable| Encoder::new(plan.leaves.len(), readable)).into();
        Ok(Checker { plan, encoders, column: Column::default(), out: Vec::new(), text: String::new() })
    }

    /// Checks the columns of a group, all of which are loaded.
    pub(super) fn check(&mut self, source: Source<'_, '_>, loader: &Loader<'_>) -> Result<()> {
        let group = source.group().number;
        for (index, (leaf, loaded)) in self.plan.leaves.iter().zip(&loader.columns).enumerate() {
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
