//! Fields that count only after a closer look: of the members of a oneof the last one in the message does, a number
//! that a closed enum does not know is an unknown field, and a null is missing.

use super::super::gather::Occurrence;
use super::super::varint::{LEN, VARINT};
use super::Reader;
use super::message::Message;
use crate::error::Result;
use crate::meta::{Closed, EnumMeta, Nullity, RecordMeta};
use alloc::vec::Vec;

/// A oneof of a message that has been looked at.
#[derive(Clone, Copy)]
pub(super) struct Oneof {
    /// What stands for its name.
    oneof: u64,
    /// The number of the member that counts.
    last: u32,
    /// Where the last other member is: what is in front of it does not count.
    before: usize,
}

impl Reader<'_> {
    /// Whether the field whose tag is at `start` and has been taken counts; if not, its value is taken too.
    #[cold]
    #[inline(never)]
    pub(super) fn settle(
        &mut self,
        state: &mut Message,
        meta: &RecordMeta<'_>,
        index: usize,
        start: usize,
    ) -> Result<bool> {
        let number = meta.number(index);
        let field = &meta.fields[index];
        let in_oneof = field.settings.proto.oneof != 0;
        let closed = field.closed.filter(|_| meta.unknown.is_some());
        // (A number that the enum does not know does not set the oneof, wherever it is. In a field that is in none it
        // has been kept when the occurrences were looked up.)
        if let Some(Closed::Single(meta)) = closed
            && self.wire == VARINT
            && (in_oneof || !state.is_done(number))
            && !self.is_known(meta)?
        {
            self.keep_unknown(state, start, number, VARINT)?;
            return Ok(false);
        }
        if state.is_done(number) {
            self.skip_value(number, self.wire)?;
            return Ok(false);
        }
        if in_oneof && !self.settle_oneof(state, meta, index)? {
            return Ok(false);
        }
        match field.nullity {
            Nullity::Null | Nullity::OptionalNull => {
                self.skip_value(number, self.wire)?;
                return Ok(false);
            }
            Nullity::Json | Nullity::OptionalJson
                if self.wire == LEN && self.input[self.pos..].starts_with(b"\x04null") =>
            {
                self.skip_value(number, LEN)?;
                return Ok(false);
            }
            _ => {}
        }
        if in_oneof {
            return Ok(true);
        }
        match closed {
            None | Some(Closed::Single(_)) => Ok(true),
            // The occurrences are looked at together; those of them that are known are the value.
            Some(closed) => {
                let resume = self.index(state)?;
                let occurrences = state.occurrences(number);
                let known = self.known_occurrences(state, occurrences, closed, 0)?;
                state.done(number);
                if known.is_empty() {
                    self.pos = resume;
                    return Ok(false);
                }
                self.at_gathered(known, resume);
                Ok(true)
            }
        }
    }

    /// Whether the varint that comes next, which is not taken, is a number that the enum knows.
    fn is_known(&mut self, meta: &EnumMeta<'_>) -> Result<bool> {
        let pos = self.pos;
        let value = self.varint()?;
        self.pos = pos;
        Ok(meta.find_proto_number(value as i32).is_some())
    }

    /// Whether this member of a oneof is the one that counts.
    fn settle_oneof(&mut self, state: &mut Message, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        let pos = self.pos;
        if state.more.is_none() && state.group == 0 {
            self.skip_value(self.number, self.wire)?;
            let is_last = self.pos == self.end();
            self.pos = pos;
            if is_last {
                return Ok(true);
            }
        }
        let resume = self.index(state)?;
        let (oneof, number) = (meta.fields[index].settings.proto.oneof, meta.number(index));
        let known = state.more().oneofs.iter().find(|known| known.oneof == oneof).copied();
        let settled = match known {
            Some(settled) => settled,
            None => {
                let settled = self.last_member(state, meta, oneof)?;
                state.more().oneofs.push(settled);
                settled
            }
        };
        if settled.last != number {
            self.pos = resume;
            return Ok(false);
        }
        let mut run: Vec<Occurrence> = Vec::new();
        for occurrence in state.occurrences(number) {
            if occurrence.pos > settled.before && self.counts(&occurrence, meta, index)? {
                run.push(occurrence);
            }
        }
        state.done(number);
        self.at_gathered(run, resume);
        Ok(true)
    }

    /// Looks for the member of a oneof that counts, once a message.
    fn last_member(&mut self, state: &Message, meta: &RecordMeta<'_>, oneof: u64) -> Result<Oneof> {
        let members = (0..meta.fields.len()).filter(|&at| meta.fields[at].settings.proto.oneof == oneof);
        // A member that is set again behind all others goes on with what it was, as a message is merged.
        let (mut last, mut before) = ((0, 0), 0);
        for member in members {
            let number = meta.number(member);
            for occurrence in state.occurrences(number) {
                if !self.counts(&occurrence, meta, member)? {
                    continue;
                }
                if occurrence.pos > last.0 && last.1 != number {
                    before = last.0;
                }
                if occurrence.pos > last.0 {
                    last = (occurrence.pos, number);
                } else {
                    before = before.max(occurrence.pos);
                }
            }
        }
        Ok(Oneof { oneof, last: last.1, before })
    }

    /// Whether an occurrence of a member sets its oneof: a number that its closed enum does not know does not.
    fn counts(&mut self, occurrence: &Occurrence, meta: &RecordMeta<'_>, member: usize) -> Result<bool> {
        match meta.fields[member].closed {
            Some(Closed::Single(closed)) if meta.unknown.is_some() && occurrence.wire == VARINT => {
                let (pos, end) = (self.pos, self.end());
                self.pos = occurrence.pos;
                self.set_end(occurrence.end);
                let known = self.is_known(closed);
                self.pos = pos;
                self.set_end(end);
                known
            }
            _ => Ok(true),
        }
    }

    /// The occurrences of a field of a closed enum without the numbers that the enum does not know, which are kept
    /// as unknown fields if they are behind `seen`.
    pub(super) fn known_occurrences(
        &mut self,
        state: &mut Message,
        occurrences: Vec<Occurrence>,
        closed: Closed<'_>,
        seen: usize,
    ) -> Result<Vec<Occurrence>> {
        let (pos, end) = (self.pos, self.end());
        let mut known = Vec::with_capacity(occurrences.len());
        for occurrence in occurrences {
            self.pos = occurrence.pos;
            self.set_end(occurrence.end);
            match closed {
                Closed::Single(meta) | Closed::List(meta) if occurrence.wire == VARINT => {
                    if self.is_known(meta)? {
                        known.push(occurrence);
                    } else if occurrence.pos > seen {
                        let value = self.varint()?;
                        self.keep_number(state, occurrence.number, occurrence.pos, value);
                    }
                }
                Closed::List(meta) if occurrence.wire == LEN => {
                    let packed_end = self.length()? + self.pos;
                    while self.pos < packed_end {
                        let item = Occurrence { wire: VARINT, pos: self.pos, ..occurrence };
                        let value = self.varint()?;
                        if meta.find_proto_number(value as i32).is_some() {
                            known.push(item);
                        } else {
                            self.keep_number(state, occurrence.number, item.pos, value);
                        }
                    }
                    if self.pos > packed_end {
                        return Err(self.truncated());
                    }
                }
                Closed::Map(meta) if occurrence.wire == LEN => {
                    if self.entry_is_known(meta)? {
                        known.push(occurrence);
                    } else {
                        self.keep_entry(state, occurrence.number, occurrence.pos, self.pos);
                    }
                }
                // Of another wire type than its field's: reading the value reports it.
                _ => known.push(occurrence),
            }
        }
        self.pos = pos;
        self.set_end(end);
        Ok(known)
    }

    /// Whether the enum knows the number in the entry of a map that comes next.
    fn entry_is_known(&mut self, meta: &EnumMeta<'_>) -> Result<bool> {
        let end = self.length()? + self.pos;
        let mut known = true;
        while self.pos < end {
            let (number, wire) = self.tag()?;
            if number == 2 && wire == VARINT {
                known = self.is_known(meta)?;
            }
            self.skip_value(number, wire)?;
        }
        if self.pos > end {
            return Err(self.truncated());
        }
        Ok(known)
    }
}
