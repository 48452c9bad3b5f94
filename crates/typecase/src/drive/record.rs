//! Records: in schema order, in any order, or taken back and read once more.

use super::{Discard, Discriminator, Driver};
use crate::error::Result;
use crate::meta::Presence;
use crate::schema::graph::RecordNode;
use crate::seen::Seen;
use crate::wire::{Read, Sink};
use alloc::vec;
use alloc::vec::Vec;

impl Driver<'_> {
    pub(super) fn record<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        id: u32,
        case: Discriminator,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let record = self.graph.record(id);
        if R::ORDERED {
            return self.ordered_record(record, case, reader, writer);
        }
        if W::ANY_ORDER {
            return self.any_order_record(record, case, reader, writer);
        }
        if !self.unordered && writer.can_roll_back() {
            let (start, output) = (reader.mark(), writer.mark());
            if self.expect_order(record, case, reader, writer)? {
                return Ok(());
            }
            self.unordered = true;
            reader.seek(start);
            writer.rollback(output);
        }
        self.spans_record(record, case, reader, writer)
    }

    /// A record whose fields come in schema order on this wire.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn ordered_record<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let meta = record.meta();
        let mut state = reader.record(meta)?;
        let there =
            if W::WANTS_PRESENCE && !W::PRESENCE_IF_CHEAP { reader.presence(&state, meta).bits() } else { None };
        let presence = there.map_or(Presence::UNKNOWN, |there| sent(record, case, there));
        writer.record(meta, presence)?;
        for index in 0..meta.fields.len() {
            if let Some((at, union, tag)) = case
                && at == index
            {
                if R::CARRIES_DISCRIMINATOR && reader.field_is(&mut state, meta, index)? {
                    reader.skip_discriminator(meta, index)?;
                }
                writer.discriminator(meta, index, &self.graph.union(union).meta().cases[tag as usize].value)?;
            } else if reader.field_is(&mut state, meta, index)? {
                self.field(record, index, reader, writer)?;
            } else {
                self.missing(record, index, reader, writer)?;
            }
        }
        reader.end_record(&mut state, meta)?;
        writer.end_record(meta)
    }

    /// A record for a writer that takes the fields in any order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn any_order_record<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let meta = record.meta();
        let count = meta.fields.len();
        let mut state = reader.record(meta)?;
        writer.record(meta, Presence::UNKNOWN)?;
        // As long as fields come one after the other, only where they began is noted.
        let mut seen = Seen::new(count);
        let (mut first, mut next) = (0, 0);
        let (mut gaps, mut late) = (false, false);
        loop {
            if !late && next < count && reader.field_is(&mut state, meta, next)? {
                self.case_or_field(record, case, next, reader, writer)?;
                next += 1;
                continue;
            }
            if !gaps && next == count && reader.end_record(&mut state, meta)? {
                break;
            }
            gaps = true;
            seen.set_all(first..next);
            let Some(index) = reader.next_after(&mut state, meta, next)? else {
                first = next;
                break;
            };
            late |= index < next;
            (first, next) = (index, index + 1);
            if seen.get(index) && !reader.duplicate(&mut state, meta, index)? {
                reader.skip()?;
                continue;
            }
            self.late_field(record, case, index, reader, writer)?;
        }
        if first > 0 || next < count {
            seen.set_all(first..next);
            for index in (0..count).filter(|&index| !seen.get(index)) {
                self.missing_in_case(record, case, index, reader, writer)?;
            }
        }
        writer.end_record(meta)
    }

    /// Sends a record whose fields come in schema order, missing ones aside; `false` if they do not, or
    /// if it takes a closer look to say so.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn expect_order<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<bool> {
        let meta = record.meta();
        let mut state = reader.record(meta)?;
        writer.record(meta, Presence::UNKNOWN)?;
        for index in 0..meta.fields.len() {
            let present = reader.field_is(&mut state, meta, index)?;
            if let Some((at, union, tag)) = case
                && at == index
            {
                if present {
                    reader.skip_discriminator(meta, index)?;
                }
                writer.discriminator(meta, index, &self.graph.union(union).meta().cases[tag as usize].value)?;
            } else if present {
                self.field(record, index, reader, writer)?;
            } else if self.required && meta.fields[index].required && !self.has_zero::<R>(record, index) {
                return Ok(false);
            } else {
                self.missing(record, index, reader, writer)?;
            }
        }
        if !reader.end_record(&mut state, meta)? {
            return Ok(false);
        }
        writer.end_record(meta)?;
        Ok(true)
    }

    /// A record in any order for a writer that needs schema order: first where each field is, then the
    /// fields.
    #[cold]
    #[inline(never)]
    pub(super) fn spans_record<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let meta = record.meta();
        let mut state = reader.record(meta)?;
        let mut spans: Vec<Option<R::Mark>> = vec![None; meta.fields.len()];
        while let Some(index) = reader.next_field(&mut state, meta)? {
            let mark = reader.mark();
            match spans[index] {
                None => spans[index] = Some(mark),
                // What does not count must be right all the same, as it must when fields are in order.
                Some(earlier) if reader.duplicate(&mut state, meta, index)? => {
                    let mark = reader.mark();
                    reader.seek(earlier);
                    self.late_field(record, case, index, reader, &mut Discard)?;
                    reader.seek(mark);
                    spans[index] = Some(mark);
                }
                Some(_) => {}
            }
            reader.skip().map_err(|error| error.in_field(meta.fields[index].name))?;
        }
        let end = reader.mark();
        let there = |(index, span): (usize, &Option<R::Mark>)| u64::from(span.is_some()) << index;
        let presence = match meta.fields.len() {
            ..=64 if W::WANTS_PRESENCE => {
                let there: u64 = spans.iter().enumerate().map(there).sum();
                sent(record, case, there | self.zeros::<R>(record))
            }
            _ => Presence::UNKNOWN,
        };
        writer.record(meta, presence)?;
        for (index, span) in spans.into_iter().enumerate() {
            match span {
                Some(span) => {
                    reader.seek(span);
                    self.late_field(record, case, index, reader, writer)?;
                }
                None => self.missing_in_case(record, case, index, reader, writer)?,
            }
        }
        reader.seek(end);
        writer.end_record(meta)
    }

    /// The same off the fast path: one function for a pair of wires, where the other is a part of each loop.
    #[inline(never)]
    pub(super) fn late_field<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        index: usize,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        match case {
            Some((at, ..)) if at == index => self.case_or_field(record, case, index, reader, writer),
            _ => {
                writer.field(record.meta(), index)?;
                self.value_apart(record.nodes[index], reader, writer)
                    .map_err(|error| error.in_field(record.meta().fields[index].name))
            }
        }
    }

    /// Sends a field whose key has been taken, which may be the discriminator.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn case_or_field<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        index: usize,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        match case {
            Some((at, union, tag)) if at == index => {
                reader.skip_discriminator(record.meta(), index)?;
                writer.discriminator(record.meta(), index, &self.graph.union(union).meta().cases[tag as usize].value)
            }
            _ => self.field(record, index, reader, writer),
        }
    }

    /// Sends a field whose key has been taken.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn field<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        index: usize,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        writer.field(record.meta(), index)?;
        self.value(record.nodes[index], reader, writer)
            .map_err(|error| error.in_field(record.meta().fields[index].name))
    }
}

/// Which fields of a record will be sent if these are there: they, those with a default, and the discriminator.
fn sent(record: &RecordNode, case: Discriminator, there: u64) -> Presence {
    let discriminator = case.map_or(0, |(index, ..)| 1 << index);
    Presence::known(there | record.filled | discriminator)
}

#[cfg(test)]
mod tests {
    use crate::codec::{Codec, Options};
    use crate::error::Code;
    use crate::schema::Schema;
    use crate::wire::Wire;

    /// Null is the same as missing, and still a key that may not come again.
    #[test]
    fn a_key_that_was_null_may_not_come_again_on_any_keyed_wire() {
        let schema = Schema::parse(r#"{"a": "?int32", "b": "?int32"}"#).unwrap();
        let messages: [(Wire, &[u8], &[u8]); 4] = [
            (Wire::Json, br#"{"a":null,"a":1}"#, br#"{"b":null,"a":1,"b":2}"#),
            (Wire::Msgpack, b"\x82\xa1a\xc0\xa1a\x01", b"\x83\xa1b\xc0\xa1a\x01\xa1b\x02"),
            (Wire::Cbor, b"\xa2\x61a\xf6\x61a\x01", b"\xa3\x61b\xf6\x61a\x01\x61b\x02"),
            (
                Wire::Bson,
                b"\x0f\0\0\0\x0aa\0\x10a\0\x01\0\0\0\0",
                b"\x16\0\0\0\x0ab\0\x10a\0\x01\0\0\0\x10b\0\x02\0\0\0\0",
            ),
        ];
        for (wire, again, late) in messages {
            let codec = Codec::new(&schema, wire, &Options::default()).unwrap();
            for message in [again, late] {
                let code = codec.decode(message).map_err(|error| error.code());
                assert_eq!(code, Err(Code::Duplicate), "{wire:?} {message:?}");
            }
        }
    }
}
