//! The positional wire: records by position, enums and cases by index (docs/positional.md, sections 1, 2 and 5).

use super::Verdict;
use super::wire::{Branches, Numbered, Presence, Records, Rules, Shape, presence, text_scalar};
use crate::schema::choice::Choice;
use crate::schema::model::{Enum, Scalar};
use alloc::string::String;

pub(super) struct Positional;

/// How many names or fields one mask holds.
const MASK: usize = 31;

impl Rules for Positional {
    fn scalar(&self, writer: Scalar, reader: Scalar) -> Verdict {
        text_scalar(writer, reader)
    }

    fn enum_as_scalar(&self, _writer: &Enum, _reader: Scalar) -> Verdict {
        Verdict::Breaking
    }

    fn enumeration(&self, writer: Numbered<'_>, reader: Numbered<'_>) -> Verdict {
        let (writer, reader) = (writer.it, reader.it);
        // What an open enum writes beyond its values is no index, and only the same enum can tell.
        if writer.open && writer != reader || !writer.values.iter().zip(&reader.values).all(|(a, b)| a == b) {
            return Verdict::Breaking;
        }
        if writer.values.len() <= reader.values.len() {
            return Verdict::Safe;
        }
        // An open enum keeps an index that it does not know as a number, which must not be one of its values.
        let texts = writer.values.iter().chain(&reader.values).all(|value| value.as_str().is_some());
        if reader.open && texts { Verdict::Lossy } else { Verdict::Breaking }
    }

    fn flags(&self, writer: &[String], reader: &[String]) -> Verdict {
        // One integer, or an array of them that has as many as the names need.
        let masks = |names: &[String]| names.len().div_ceil(MASK);
        if reader.starts_with(writer) && masks(writer) == masks(reader) { Verdict::Safe } else { Verdict::Breaking }
    }

    fn unread_field(&self, records: &Records<'_>, writer: usize) -> Verdict {
        // Values behind the reader's last position are ignored; a value before it would be taken for another.
        let appended = writer >= records.reader.fields.len();
        if appended && takes_more(records) { Verdict::Safe } else { Verdict::Breaking }
    }

    fn unwritten_field(&self, records: &Records<'_>, reader: usize) -> Verdict {
        if takes_more(records) && reader >= records.writer.fields.len() {
            records.presences[reader].unwritten()
        } else {
            Verdict::Breaking
        }
    }

    fn moved_field(&self, _records: &Records<'_>, writer: usize, reader: usize) -> Verdict {
        // Names do not travel; an alias says that the position still holds the same field.
        if writer == reader { Verdict::Safe } else { Verdict::Breaking }
    }

    fn presence(&self, writer: Presence<'_>, reader: Presence<'_>, shape: Shape) -> Verdict {
        match shape {
            // A missing record is a run of nulls there, and so is one whose fields are all missing.
            Shape::Flat | Shape::Columns if writer.optional != reader.optional => Verdict::Breaking,
            _ => presence(writer, reader),
        }
    }

    fn cases(&self, writer: &[Choice<&str>], reader: &[Choice<&str>]) -> Verdict {
        if reader.starts_with(writer) { Verdict::Safe } else { Verdict::Breaking }
    }

    fn branches(&self, branches: &Branches<'_>) -> Verdict {
        let kept = branches.targets.iter().enumerate().all(|(at, target)| *target == Some(at));
        if kept { Verdict::Safe } else { Verdict::Breaking }
    }

    fn wrapped(&self, _branches: &Branches<'_>) -> Verdict {
        Verdict::Breaking
    }

    fn layout(&self) -> Verdict {
        Verdict::Breaking
    }

    fn column_option(&self, columns: bool) -> Verdict {
        if columns { Verdict::Breaking } else { Verdict::Safe }
    }
}

/// Whether the layout lets fields be appended: a flat list has no place for them, and the number of masks
/// of a sparse record must stay the same.
fn takes_more(records: &Records<'_>) -> bool {
    let masks = |fields: usize| fields.div_ceil(MASK);
    match records.shape {
        Shape::Row | Shape::Columns => true,
        Shape::Sparse => masks(records.writer.fields.len()) == masks(records.reader.fields.len()),
        Shape::Flat => false,
    }
}
