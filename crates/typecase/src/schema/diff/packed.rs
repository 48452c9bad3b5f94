//! Bare messages of the packed wire: nothing on it says what a value is, so that little may change (docs/packed.md,
//! section 3). Readers of framed messages resolve the writer's schema, as `docs/evolution.md` says.

use super::Verdict;
use super::positional::Positional;
use super::wire::{Branches, Numbered, Presence, Records, Rules, Shape, presence};
use crate::schema::choice::Choice;
use crate::schema::model::{Enum, Scalar};
use alloc::string::String;

pub(super) struct Packed;

impl Rules for Packed {
    fn scalar(&self, writer: Scalar, reader: Scalar) -> Verdict {
        use Scalar::*;
        match (writer, reader) {
            (writer, reader) if writer == reader => Verdict::Safe,
            // Varints of any width, in zigzag or not.
            (Int32 | Integer | Int64, Integer | Int64) | (Uint32, Uint64) => Verdict::Safe,
            _ => Verdict::Breaking,
        }
    }

    fn length(&self, writer: Option<u32>, reader: Option<u32>) -> Verdict {
        // A length that the schema gives does not travel.
        if writer == reader { Verdict::Safe } else { Verdict::Breaking }
    }

    fn enum_as_scalar(&self, _writer: &Enum, _reader: Scalar) -> Verdict {
        Verdict::Breaking
    }

    fn enumeration(&self, writer: Numbered<'_>, reader: Numbered<'_>) -> Verdict {
        let (writer, reader) = (writer.it, reader.it);
        // What an open enum does not know is written behind the number of its values.
        let kept = if writer.open { reader == writer } else { reader.values.starts_with(&writer.values) };
        if kept { Verdict::Safe } else { Verdict::Breaking }
    }

    fn flags(&self, writer: &[String], reader: &[String]) -> Verdict {
        if writer == reader { Verdict::Safe } else { Verdict::Breaking }
    }

    fn unread_field(&self, _records: &Records<'_>, _writer: usize) -> Verdict {
        Verdict::Breaking
    }

    fn unwritten_field(&self, _records: &Records<'_>, _reader: usize) -> Verdict {
        Verdict::Breaking
    }

    fn moved_field(&self, records: &Records<'_>, writer: usize, reader: usize) -> Verdict {
        Positional.moved_field(records, writer, reader)
    }

    fn presence(&self, writer: Presence<'_>, reader: Presence<'_>, _shape: Shape) -> Verdict {
        // A slot that the schema calls optional has a bit.
        if writer.marked == reader.marked { presence(writer, reader) } else { Verdict::Breaking }
    }

    fn null_as_empty(&self, _rule: Verdict) -> Verdict {
        Verdict::Breaking
    }

    fn cases(&self, writer: &[Choice<&str>], reader: &[Choice<&str>]) -> Verdict {
        Positional.cases(writer, reader)
    }

    fn branches(&self, branches: &Branches<'_>) -> Verdict {
        Positional.branches(branches)
    }

    fn wrapped(&self, branches: &Branches<'_>) -> Verdict {
        Positional.wrapped(branches)
    }

    fn layout(&self) -> Verdict {
        Verdict::Safe
    }

    fn column_option(&self, _columns: bool) -> Verdict {
        Verdict::Safe
    }
}
