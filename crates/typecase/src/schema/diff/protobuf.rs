//! The Protocol Buffers wire: fields by number, enums by the numbers of their values, cases by the branch
//! (docs/protobuf.md, section 1).

use super::Verdict;
use super::positional::Positional;
use super::wire::{Branches, Numbered, Presence, Records, Rules, Shape, presence};
use crate::schema::choice::Choice;
use crate::schema::freeze;
use crate::schema::model::{Enum, Options, Record, Scalar};
use crate::wire::protobuf;
use alloc::string::String;

pub(super) struct Protobuf;

impl Rules for Protobuf {
    fn scalar(&self, writer: Scalar, reader: Scalar) -> Verdict {
        use Scalar::*;
        match (writer, reader) {
            (writer, reader) if writer == reader => Verdict::Safe,
            (Int32 | Uint32 | Integer | Int64, Integer | Int64) | (Uint32, Uint64) => Verdict::Safe,
            (Number | Float64, Number | Float64) | (String, Bytes) => Verdict::Safe,
            // A varint for the one is cut or negative for the other, and a number of another form is refused.
            _ => Verdict::Breaking,
        }
    }

    fn enum_as_scalar(&self, _writer: &Enum, _reader: Scalar) -> Verdict {
        Verdict::Breaking
    }

    fn enumeration(&self, writer: Numbered<'_>, reader: Numbered<'_>) -> Verdict {
        // What an open enum writes beyond its values may be a number that the other knows.
        if writer.it.open && writer != reader {
            return Verdict::Breaking;
        }
        let of = |side: Numbered<'_>, at: usize| side.it.values.get(at).cloned();
        let mut verdict = Verdict::Safe;
        for at in 0..writer.it.values.len() {
            match reader.find(writer.number(at)) {
                // A value that shares its number with another is read as the first of them.
                Some(found) if of(reader, found) == of(writer, at) => {}
                Some(_) => return Verdict::Breaking,
                None if reader.it.open => verdict = Verdict::Lossy,
                None => return Verdict::Breaking,
            }
        }
        // A missing value is the first one.
        if of(writer, 0) == of(reader, 0) { verdict } else { Verdict::Breaking }
    }

    fn flags(&self, writer: &[String], reader: &[String]) -> Verdict {
        // A mask by position: a varint, or bytes.
        let as_bytes = |names: &[String]| names.len() > 64;
        if reader.starts_with(writer) && as_bytes(writer) == as_bytes(reader) {
            Verdict::Safe
        } else {
            Verdict::Breaking
        }
    }

    fn unread_field(&self, records: &Records<'_>, writer: usize) -> Verdict {
        // An unknown number is skipped.
        match knows(records.reader, number(records.writer, writer)) {
            true => Verdict::Breaking,
            false => Verdict::Safe,
        }
    }

    fn unwritten_field(&self, records: &Records<'_>, reader: usize) -> Verdict {
        match knows(records.writer, number(records.reader, reader)) {
            true => Verdict::Breaking,
            // A required one would be read as zero.
            false => records.presences[reader].unwritten(),
        }
    }

    fn moved_field(&self, records: &Records<'_>, writer: usize, reader: usize) -> Verdict {
        self.renumbered_field(records, writer, reader)
    }

    fn renumbered_field(&self, records: &Records<'_>, writer: usize, reader: usize) -> Verdict {
        let (written, read) = (number(records.writer, writer), number(records.reader, reader));
        if written == read {
            Verdict::Safe
        } else if knows(records.reader, written) || knows(records.writer, read) {
            Verdict::Breaking
        } else {
            records.presences[reader].unwritten().max(Verdict::Lossy)
        }
    }

    fn settings(&self, writer: &Options, reader: &Options) -> Verdict {
        let (Some(writer), Some(reader)) = (settings(writer), settings(reader)) else { return Verdict::Breaking };
        let form = |field: protobuf::Field| (field.encoding, field.key, field.delimited, field.unknown);
        let required = protobuf::Presence::Required;
        // Of several members of a oneof that a writer may set the reader keeps one.
        let oneof = reader.oneof != 0 && reader.oneof != writer.oneof;
        if form(writer) != form(reader) || oneof || (reader.presence == required && writer.presence != required) {
            Verdict::Breaking
        } else {
            Verdict::Safe
        }
    }

    fn presence(&self, writer: Presence<'_>, reader: Presence<'_>, _shape: Shape) -> Verdict {
        match (writer.takes_empty(), reader.takes_empty()) {
            // A zero is not written, and read as missing.
            (false, true) => Verdict::Lossy,
            _ => presence(writer, reader),
        }
    }

    fn null_as_empty(&self, _rule: Verdict) -> Verdict {
        // Null is a number there.
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

fn settings(options: &Options) -> Option<protobuf::Field> {
    freeze::settings(options).ok().map(|settings| settings.proto)
}

/// The number of a field; 0 for the one that holds unknown fields.
pub(super) fn number(record: &Record, index: usize) -> u32 {
    match settings(&record.fields[index].slot.options) {
        Some(field) if field.unknown => 0,
        Some(field) if field.number != 0 => field.number,
        _ => index as u32 + 1,
    }
}

/// Whether any field of the record says its number.
pub(super) fn has_numbers(record: &Record) -> bool {
    let mut fields = record.fields.iter().filter_map(|field| settings(&field.slot.options));
    fields.any(|field| field.number != 0)
}

/// Whether a field of the record has this number.
fn knows(record: &Record, sought: u32) -> bool {
    sought != 0 && (0..record.fields.len()).any(|index| number(record, index) == sought)
}
