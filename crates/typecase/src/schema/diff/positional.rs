//! The positional wire: records by position, enums and cases by index (positional.md, sections 1, 2 and 5).

use super::Verdict;
use super::wire::{Branches, Records, Rules, Shape, missing, presence, text_scalar};
use crate::schema::choice::Choice;
use crate::schema::model::{Enum, Scalar, Slot};
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

    fn enumeration(&self, writer: &Enum, reader: &Enum) -> Verdict {
        let same_indexes = writer.values.iter().zip(&reader.values).all(|(a, b)| a == b);
        let appended = reader.values.len() > writer.values.len();
        let unknown = reader.values.len() < writer.values.len();
        match (same_indexes, writer.open, reader.open) {
            (false, ..) | (true, true, false) => Verdict::Breaking,
            (true, false, false) if unknown => Verdict::Breaking,
            (true, false, false) => Verdict::Safe,
            // An open enum of numbers does not tell an unknown number from an index.
            (true, writer_open, true) if unknown || (writer_open && appended) => {
                if reader.values.iter().chain(&writer.values).all(|value| value.as_str().is_some()) {
                    Verdict::Lossy
                } else {
                    Verdict::Breaking
                }
            }
            (true, _, true) => Verdict::Safe,
        }
    }

    fn flags(&self, writer: &[String], reader: &[String]) -> Verdict {
        // One integer, or an array of them that has as many as the names need.
        let masks = |names: &[String]| names.len().div_ceil(MASK);
        if reader.starts_with(writer) && masks(writer) == masks(reader) { Verdict::Safe } else { Verdict::Breaking }
    }

    fn unread_field(&self, records: &Records<'_>, writer: usize) -> Verdict {
        // Values behind the reader's last position are ignored; one before it would be taken for another.
        if writer >= records.reader.fields.len() && can_grow(records) { Verdict::Safe } else { Verdict::Breaking }
    }

    fn unwritten_field(&self, records: &Records<'_>, reader: usize) -> Verdict {
        if reader >= records.writer.fields.len() && can_grow(records) {
            missing(&records.reader.fields[reader].slot)
        } else {
            Verdict::Breaking
        }
    }

    fn moved_field(&self, _records: &Records<'_>, writer: usize, reader: usize) -> Verdict {
        // Names do not travel; an alias says that the position still holds the same field.
        if writer == reader { Verdict::Safe } else { Verdict::Breaking }
    }

    fn presence(&self, writer: &Slot, reader: &Slot, shape: Shape) -> Verdict {
        match shape {
            // A missing record is a run of nulls there, and so is one whose fields are all missing.
            Shape::Flat | Shape::Columns if writer.required != reader.required => Verdict::Breaking,
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

/// Whether fields can be appended to the record.
fn can_grow(records: &Records<'_>) -> bool {
    let masks = |fields: usize| fields.div_ceil(MASK);
    match records.shape {
        Shape::Row | Shape::Columns => true,
        Shape::Sparse => masks(records.writer.fields.len()) == masks(records.reader.fields.len()),
        Shape::Flat => false,
    }
}
