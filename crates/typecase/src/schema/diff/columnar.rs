//! The columnar wire, whose documents carry their schema: readers refuse one of another canonical form (docs/columnar.md,
//! section 5), so that whatever is part of that form may not change. What is read is read as what it was.

use super::Verdict;
use super::wire::{Branches, Numbered, Presence, Records, Rules, Shape};
use crate::schema::choice::Choice;
use crate::schema::model::{Enum, Scalar};
use alloc::string::String;

pub(super) struct Columnar;

impl Rules for Columnar {
    fn scalar(&self, writer: Scalar, reader: Scalar) -> Verdict {
        same(writer == reader)
    }

    fn enum_as_scalar(&self, _writer: &Enum, _reader: Scalar) -> Verdict {
        Verdict::Breaking
    }

    fn enumeration(&self, writer: Numbered<'_>, reader: Numbered<'_>) -> Verdict {
        same(writer.it == reader.it)
    }

    fn flags(&self, writer: &[String], reader: &[String]) -> Verdict {
        same(writer == reader)
    }

    fn unread_field(&self, _records: &Records<'_>, _writer: usize) -> Verdict {
        Verdict::Breaking
    }

    fn unwritten_field(&self, _records: &Records<'_>, _reader: usize) -> Verdict {
        Verdict::Breaking
    }

    fn moved_field(&self, records: &Records<'_>, writer: usize, reader: usize) -> Verdict {
        same(writer == reader && records.writer.fields[writer].name == records.reader.fields[reader].name)
    }

    fn presence(&self, writer: Presence<'_>, reader: Presence<'_>, _shape: Shape) -> Verdict {
        same(writer.marked == reader.marked && writer.default == reader.default)
    }

    fn null_as_empty(&self, _rule: Verdict) -> Verdict {
        Verdict::Breaking
    }

    fn cases(&self, writer: &[Choice<&str>], reader: &[Choice<&str>]) -> Verdict {
        same(writer == reader)
    }

    fn branches(&self, branches: &Branches<'_>) -> Verdict {
        let kept = branches.targets.iter().enumerate().all(|(at, target)| *target == Some(at));
        same(kept && branches.targets.len() == branches.takes.branches().len())
    }

    fn wrapped(&self, _branches: &Branches<'_>) -> Verdict {
        Verdict::Breaking
    }

    fn layout(&self) -> Verdict {
        Verdict::Breaking
    }

    fn column_option(&self, _columns: bool) -> Verdict {
        Verdict::Breaking
    }

    fn type_name(&self) -> Verdict {
        Verdict::Breaking
    }
}

fn same(same: bool) -> Verdict {
    if same { Verdict::Safe } else { Verdict::Breaking }
}
