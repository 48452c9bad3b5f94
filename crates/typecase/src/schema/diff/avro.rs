//! The Avro wire, whose readers have the writer's schema and resolve it ("Schema Resolution" in the specification of
//! Apache Avro 1.12): records by key, enums by value, unions by the branch that matches.
//!
//! The names of types are not compared, by which Avro tells records, enums and fixed types of one size apart.

use super::Verdict;
use super::keyed::JSON;
use super::wire::{Branches, Numbered, Presence, Records, Rules, Shape};
use crate::schema::choice::Choice;
use crate::schema::model::{Enum, Scalar};
use alloc::string::String;

pub(super) struct Avro;

impl Rules for Avro {
    fn scalar(&self, writer: Scalar, reader: Scalar) -> Verdict {
        use Scalar::*;
        match (writer, reader) {
            (writer, reader) if writer == reader => Verdict::Safe,
            // An int as a long, a long as a long.
            (Int32 | Uint32 | Integer | Int64, Integer | Int64) | (Uint32, Uint64) => Verdict::Safe,
            (Float32 | Number | Float64, Number | Float64) | (Int32 | Uint32, Number | Float64) => Verdict::Safe,
            (Integer | Int64 | Uint64, Number | Float64 | Float32) | (Int32 | Uint32, Float32) => Verdict::Lossy,
            // What was an instant is a number.
            (Date, Integer | Int64 | Number | Float64) => Verdict::Lossy,
            (String, Bytes) => Verdict::Safe,
            _ => Verdict::Breaking,
        }
    }

    fn length(&self, writer: Option<u32>, reader: Option<u32>) -> Verdict {
        // `fixed` is a type of its own, and its length is not written.
        if writer == reader { Verdict::Safe } else { Verdict::Breaking }
    }

    fn enum_as_scalar(&self, _writer: &Enum, _reader: Scalar) -> Verdict {
        Verdict::Breaking
    }

    fn enumeration(&self, writer: Numbered<'_>, reader: Numbered<'_>) -> Verdict {
        let (writer, reader) = (writer.it, reader.it);
        // Open or not, a reader's enum of Avro has the values that it lists.
        if writer.open { Verdict::Breaking } else { JSON.cases(&Choice::all(writer), &Choice::all(reader)) }
    }

    fn flags(&self, writer: &[String], reader: &[String]) -> Verdict {
        // A mask by position: a long, or bytes.
        let as_bytes = |names: &[String]| names.len() > 63;
        let same_form = as_bytes(writer) == as_bytes(reader);
        if reader.starts_with(writer) && same_form { Verdict::Safe } else { Verdict::Breaking }
    }

    fn unread_field(&self, records: &Records<'_>, writer: usize) -> Verdict {
        JSON.unread_field(records, writer)
    }

    fn unwritten_field(&self, records: &Records<'_>, reader: usize) -> Verdict {
        JSON.unwritten_field(records, reader)
    }

    fn moved_field(&self, records: &Records<'_>, writer: usize, reader: usize) -> Verdict {
        JSON.moved_field(records, writer, reader)
    }

    fn presence(&self, writer: Presence<'_>, reader: Presence<'_>, _shape: Shape) -> Verdict {
        match (writer.optional, reader.optional) {
            // Null has no place in a plain type, whatever its default.
            (true, false) => Verdict::Breaking,
            (true, true) if writer.default != reader.default => Verdict::Lossy,
            _ => Verdict::Safe,
        }
    }

    fn cases(&self, writer: &[Choice<&str>], reader: &[Choice<&str>]) -> Verdict {
        // The records of the branches go by names, which for those without one come from their places.
        if reader.starts_with(writer) { Verdict::Safe } else { Verdict::Breaking }
    }

    fn branches(&self, branches: &Branches<'_>) -> Verdict {
        // The first branch that matches is taken: none but the right one may.
        JSON.branches(branches)
    }

    fn wrapped(&self, branches: &Branches<'_>) -> Verdict {
        JSON.branches(branches)
    }

    fn layout(&self) -> Verdict {
        Verdict::Safe
    }

    fn column_option(&self, _columns: bool) -> Verdict {
        Verdict::Safe
    }
}
