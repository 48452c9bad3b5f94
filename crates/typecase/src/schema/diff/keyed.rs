//! The wires that write records by key, JSON, MessagePack, CBOR and BSON: enums by value, unions by discriminator or by
//! trying.

use super::Verdict;
use super::wire::{Branches, Numbered, Presence, Records, Rules, Shape, presence, text_scalar};
use crate::schema::choice::Choice;
use crate::schema::model::{Enum, Scalar};
use alloc::collections::BTreeSet;
use alloc::string::String;

/// The rules of one of them.
pub(super) struct Keyed {
    /// Whether a 64-bit integer is rounded when it is read as a double, rather than refused.
    rounds: bool,
}

/// JSON, which has one kind of number.
pub(super) const JSON: Keyed = Keyed { rounds: true };
/// The binary ones, which tell integers from doubles.
pub(super) const BINARY: Keyed = Keyed { rounds: false };

impl Rules for Keyed {
    fn scalar(&self, writer: Scalar, reader: Scalar) -> Verdict {
        match (writer, reader) {
            (Scalar::Integer | Scalar::Int64 | Scalar::Uint64, Scalar::Number | Scalar::Float64 | Scalar::Float32)
                if !self.rounds =>
            {
                Verdict::Breaking
            }
            _ => text_scalar(writer, reader),
        }
    }

    fn enum_as_scalar(&self, writer: &Enum, reader: Scalar) -> Verdict {
        let texts = !writer.open && writer.values.iter().all(|value| value.as_str().is_some());
        if texts && reader == Scalar::String { Verdict::Safe } else { Verdict::Breaking }
    }

    fn enumeration(&self, writer: Numbered<'_>, reader: Numbered<'_>) -> Verdict {
        let (writer, reader) = (writer.it, reader.it);
        if reader.open {
            Verdict::Safe
        } else if writer.open {
            Verdict::Breaking
        } else {
            self.cases(&Choice::all(writer), &Choice::all(reader))
        }
    }

    fn flags(&self, _writer: &[String], _reader: &[String]) -> Verdict {
        // By name: a name that the reader does not know is skipped, one that the writer does not is false.
        Verdict::Safe
    }

    fn unread_field(&self, records: &Records<'_>, writer: usize) -> Verdict {
        // An unknown key is skipped, unless it is an alias of some field.
        match records.found[writer] {
            None => Verdict::Safe,
            Some(_) => Verdict::Breaking,
        }
    }

    fn unwritten_field(&self, records: &Records<'_>, reader: usize) -> Verdict {
        records.presences[reader].unwritten()
    }

    fn moved_field(&self, records: &Records<'_>, writer: usize, reader: usize) -> Verdict {
        match records.found[writer] {
            Some(found) if found == reader => Verdict::Safe,
            Some(_) => Verdict::Breaking,
            // Only the writer knows of the other name: its field is skipped, the reader's is missing.
            None => records.presences[reader].unwritten().max(Verdict::Lossy),
        }
    }

    fn presence(&self, writer: Presence<'_>, reader: Presence<'_>, _shape: Shape) -> Verdict {
        presence(writer, reader)
    }

    fn cases(&self, writer: &[Choice<&str>], reader: &[Choice<&str>]) -> Verdict {
        let known: BTreeSet<_> = reader.iter().collect();
        if writer.iter().all(|value| known.contains(value)) { Verdict::Safe } else { Verdict::Breaking }
    }

    fn branches(&self, branches: &Branches<'_>) -> Verdict {
        // Readers try the branches that may take a value of its kind, first strictly and then with
        // unknown fields: no branch but the right one may take it.
        let safe = branches
            .targets
            .iter()
            .zip(branches.writes)
            .all(|(target, writes)| target.is_some_and(|target| !branches.takes.others(target).meets(*writes)));
        if safe { Verdict::Safe } else { Verdict::Breaking }
    }

    fn wrapped(&self, branches: &Branches<'_>) -> Verdict {
        self.branches(branches)
    }

    fn layout(&self) -> Verdict {
        Verdict::Safe
    }

    fn column_option(&self, _columns: bool) -> Verdict {
        Verdict::Safe
    }
}
