//! The binary wires that write records by key, MessagePack, CBOR and BSON: what is said of JSON, but for numbers.

use super::Verdict;
use super::json::Json;
use super::wire::{Branches, Numbered, Presence, Records, Rules, Shape};
use crate::schema::choice::Choice;
use crate::schema::model::{Enum, Scalar};
use alloc::string::String;

pub(super) struct Binary;

impl Rules for Binary {
    fn scalar(&self, writer: Scalar, reader: Scalar) -> Verdict {
        use Scalar::{Float32, Float64, Int64, Integer, Number, Uint64};
        match (writer, reader) {
            // An integer that no double is equal to is refused rather than rounded.
            (Integer | Int64 | Uint64, Number | Float64 | Float32) => Verdict::Breaking,
            _ => Json.scalar(writer, reader),
        }
    }

    fn enum_as_scalar(&self, writer: &Enum, reader: Scalar) -> Verdict {
        Json.enum_as_scalar(writer, reader)
    }

    fn enumeration(&self, writer: Numbered<'_>, reader: Numbered<'_>) -> Verdict {
        Json.enumeration(writer, reader)
    }

    fn flags(&self, writer: &[String], reader: &[String]) -> Verdict {
        Json.flags(writer, reader)
    }

    fn unread_field(&self, records: &Records<'_>, writer: usize) -> Verdict {
        Json.unread_field(records, writer)
    }

    fn unwritten_field(&self, records: &Records<'_>, reader: usize) -> Verdict {
        Json.unwritten_field(records, reader)
    }

    fn moved_field(&self, records: &Records<'_>, writer: usize, reader: usize) -> Verdict {
        Json.moved_field(records, writer, reader)
    }

    fn presence(&self, writer: Presence<'_>, reader: Presence<'_>, shape: Shape) -> Verdict {
        Json.presence(writer, reader, shape)
    }

    fn cases(&self, writer: &[Choice<&str>], reader: &[Choice<&str>]) -> Verdict {
        Json.cases(writer, reader)
    }

    fn branches(&self, branches: &Branches<'_>) -> Verdict {
        Json.branches(branches)
    }

    fn wrapped(&self, branches: &Branches<'_>) -> Verdict {
        Json.wrapped(branches)
    }

    fn layout(&self) -> Verdict {
        Verdict::Safe
    }

    fn column_option(&self, _columns: bool) -> Verdict {
        Verdict::Safe
    }
}
