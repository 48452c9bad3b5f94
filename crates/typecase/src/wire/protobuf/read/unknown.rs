//! What a message has beyond the schema, kept where the schema has a field for it: whole fields, tags and all, in
//! the order in which they are in the message.

use super::super::varint::{self, LEN, VARINT, tag};
use super::message::Message;
use super::{BEYOND, Reader};
use crate::error::Result;
use crate::meta::RecordMeta;
use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

/// The unknown fields of a message so far.
#[derive(Debug)]
pub(super) enum Beyond {
    /// They are side by side in the input: start and end.
    Within(usize, usize),
    /// They are from several places, or are not whole fields there.
    Apart(Pieces),
}

/// Unknown fields from several places, in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    bytes: Vec<u8>,
    /// For each field where it is in the input, and where in `bytes`.
    places: Vec<(usize, usize)>,
}

impl<'de> Reader<'de> {
    /// Keeps the field whose tag is at `start` and has been taken, and whose value comes next.
    #[cold]
    #[inline(never)]
    pub(super) fn keep_unknown(&mut self, state: &mut Message, start: usize, number: u32, wire: u8) -> Result<()> {
        self.skip_value(number, wire)?;
        let end = self.pos;
        let whole = self.whole;
        let beyond = &mut state.more().beyond;
        match beyond {
            None => *beyond = Some(Beyond::Within(start, end)),
            Some(Beyond::Within(_, before)) if *before == start => *before = end,
            Some(beyond) => beyond.apart(whole).add(start).extend_from_slice(&whole[start..end]),
        }
        Ok(())
    }

    /// Keeps a number, which is at `pos`, that its closed enum does not know, as a field of its own.
    pub(super) fn keep_number(&mut self, state: &mut Message, number: u32, pos: usize, value: u64) {
        let bytes = self.pieces(state).add(pos);
        varint::push(bytes, tag(number, VARINT).into());
        varint::push(bytes, value);
    }

    /// Keeps an entry of a map, its length and content given by their place.
    pub(super) fn keep_entry(&mut self, state: &mut Message, number: u32, start: usize, end: usize) {
        let bytes = self.pieces(state).add(start);
        varint::push(bytes, tag(number, LEN).into());
        bytes.extend_from_slice(&self.whole[start..end]);
    }

    fn pieces<'m>(&self, state: &'m mut Message) -> &'m mut Pieces {
        state.more().beyond.get_or_insert(Beyond::Apart(Pieces::default())).apart(self.whole)
    }

    /// Whether nothing but unknown fields is left in the message, and there are any: then they come next.
    #[cold]
    #[inline(never)]
    pub(super) fn unknown_is(&mut self, state: &mut Message, meta: &RecordMeta<'_>) -> Result<bool> {
        while self.pos < self.end() || self.next_part(state) {
            let start = self.pos;
            let (number, wire) = self.tag()?;
            if wire == varint::END || meta.find_number(number).is_some() {
                // The end of a group, or a field that comes late: the unknown ones are given last.
                self.pos = start;
                return Ok(false);
            }
            self.keep_unknown(state, start, number, wire)?;
        }
        Ok(self.take_unknown(state))
    }

    /// The field for the unknown ones if there are any that have not been taken; otherwise the message is closed.
    pub(super) fn unknown_or_close(&mut self, state: &mut Message, meta: &RecordMeta<'_>) -> Option<usize> {
        if self.take_unknown(state) {
            return meta.unknown.map(usize::from);
        }
        self.close(state);
        None
    }

    /// Makes the unknown fields the next value, if there are any.
    fn take_unknown(&mut self, state: &mut Message) -> bool {
        let Some(beyond) = state.more.as_mut().and_then(|more| more.beyond.take()) else { return false };
        let bytes = match beyond {
            Beyond::Within(start, end) => Cow::Borrowed(&self.whole[start..end]),
            Beyond::Apart(pieces) => Cow::Owned(pieces.in_order()),
        };
        let kept = &mut self.rare().beyond;
        let at = kept.len();
        kept.push(bytes);
        self.gathered = at;
        self.wire = BEYOND;
        true
    }

    /// The unknown fields that are the next value.
    #[cold]
    #[inline(never)]
    pub(super) fn beyond(&mut self) -> Cow<'de, [u8]> {
        let at = self.gathered;
        self.rare().beyond.get(at).cloned().unwrap_or_default()
    }
}

impl Beyond {
    /// The fields in pieces, to which others are to be added.
    fn apart(&mut self, input: &[u8]) -> &mut Pieces {
        if let Beyond::Within(start, end) = *self {
            *self = Beyond::Apart(Pieces { bytes: input[start..end].to_vec(), places: vec![(start, 0)] });
        }
        match self {
            Beyond::Apart(pieces) => pieces,
            Beyond::Within(..) => unreachable!("it has just been copied"),
        }
    }
}

impl Pieces {
    /// Where to put a field that is at this place of the input.
    fn add(&mut self, pos: usize) -> &mut Vec<u8> {
        self.places.push((pos, self.bytes.len()));
        &mut self.bytes
    }

    /// The fields in the order in which they are in the input.
    fn in_order(self) -> Vec<u8> {
        if self.places.is_sorted() {
            return self.bytes;
        }
        let ends = self.places.iter().skip(1).map(|&(_, start)| start).chain([self.bytes.len()]);
        let mut pieces: Vec<_> = self.places.iter().zip(ends).map(|(&(pos, start), end)| (pos, start, end)).collect();
        pieces.sort_unstable();
        pieces.into_iter().flat_map(|(_, start, end)| &self.bytes[start..end]).copied().collect()
    }
}
