//! Messages: opening one that has a length, is a group, or occurs several times, and the member of a oneof.

use super::super::gather::{Index, Occurrence};
use super::super::settings::Encoding;
use super::super::varint::{LEN, START};
use super::settle::Oneof;
use super::unknown::Beyond;
use super::{GATHERED, ROOT, Reader, ZERO};
use crate::error::{Code, Result};
use crate::meta::{RecordMeta, UnionMeta};
use crate::wire::Read;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The state of a message that is being read.
pub struct Message {
    pub(super) start: usize,
    pub(super) parent_end: usize,
    /// The number of the group that this is; 0 for a message with a length.
    pub(super) group: u32,
    /// What few messages need.
    pub(super) more: Option<Box<More>>,
}

/// What a message needs in which something occurs several times, or is not in the schema and kept.
#[derive(Default)]
pub(super) struct More {
    /// The parts of a message that occurs several times.
    pub(super) parts: Option<Parts>,
    /// The occurrences of all fields, once one has been met again.
    pub(super) index: Option<Index>,
    /// What the message has beyond the schema, where that is kept.
    pub(super) beyond: Option<Beyond>,
    /// The oneofs that have been looked at.
    pub(super) oneofs: Vec<Oneof>,
}

impl Message {
    /// The parts of a message that occurs several times.
    #[inline(always)]
    pub(super) fn parts(&self) -> Option<&Parts> {
        self.more.as_ref()?.parts.as_ref()
    }

    /// The occurrences of all fields, if they have been looked up.
    #[inline(always)]
    pub(super) fn index(&self) -> Option<&Index> {
        self.more.as_ref()?.index.as_ref()
    }

    /// The occurrences of one field, if they have been looked up.
    pub(super) fn occurrences(&self, number: u32) -> Vec<Occurrence> {
        self.index().map_or(&[][..], |index| index.of_field(number)).to_vec()
    }

    /// Whether all occurrences of a field have been read.
    pub(super) fn is_done(&self, number: u32) -> bool {
        self.index().is_some_and(|index| index.is_done(number))
    }

    /// Says that all occurrences of a field have been read.
    pub(super) fn done(&mut self, number: u32) {
        if let Some(index) = self.more.as_mut().and_then(|more| more.index.as_mut()) {
            index.done(number);
        }
    }

    /// Whether unknown fields have been kept and not been read.
    #[inline(always)]
    pub(super) fn has_unknown(&self) -> bool {
        self.more.as_ref().is_some_and(|more| more.beyond.is_some())
    }

    #[cold]
    pub(super) fn more(&mut self) -> &mut More {
        self.more.get_or_insert_default()
    }
}

/// The parts of a merged message.
pub(super) struct Parts {
    /// Start and end of each.
    pub(super) ranges: Vec<(usize, usize)>,
    /// The part that is being read.
    pub(super) at: usize,
    /// Where to go on after the message.
    pub(super) resume: usize,
}

/// A case of a union that is open.
#[derive(Clone, Copy)]
pub(super) struct OpenCase {
    /// Where the union's message ends.
    pub(super) after: usize,
    pub(super) parent_end: usize,
}

impl Reader<'_> {
    /// Opens the message that is the next value.
    #[inline(always)]
    pub(super) fn open(&mut self) -> Result<Message> {
        self.enter()?;
        let parent_end = self.end();
        if self.wire == LEN {
            let length = self.length()?;
            self.set_end(self.pos + length);
            return Ok(Message { start: self.pos, parent_end, group: 0, more: None });
        }
        if self.wire == ROOT {
            return Ok(Message { start: self.pos, parent_end, group: 0, more: None });
        }
        self.open_other(parent_end)
    }

    #[inline(never)]
    pub(super) fn open_other(&mut self, parent_end: usize) -> Result<Message> {
        let mut message = Message { start: self.pos, parent_end, group: 0, more: None };
        match self.wire {
            START => message.group = self.number,
            ZERO => self.set_end(self.pos),
            GATHERED => {
                let gathered = self.gathered();
                let ranges = self.ranges(&gathered.occurrences)?;
                let (pos, end) = ranges.first().copied().unwrap_or((self.pos, self.pos));
                self.pos = pos;
                self.set_end(end);
                message.start = self.pos;
                message.more().parts = Some(Parts { ranges, at: 0, resume: gathered.resume });
            }
            _ => return self.mismatch("expected a message"),
        }
        Ok(message)
    }

    /// What each occurrence of a message holds.
    pub(super) fn ranges(&mut self, occurrences: &[Occurrence]) -> Result<Vec<(usize, usize)>> {
        let (pos, end) = (self.pos, self.end());
        let mut ranges = Vec::with_capacity(occurrences.len());
        for occurrence in occurrences {
            self.pos = occurrence.pos;
            self.set_end(occurrence.end);
            match occurrence.wire {
                LEN => {
                    let length = self.length()?;
                    ranges.push((self.pos, self.pos + length));
                }
                START => {
                    let start = self.pos;
                    let mut last = start;
                    // The end of the group is the last tag that skipping takes.
                    self.skip_group(occurrence.number)?;
                    core::mem::swap(&mut last, &mut self.pos);
                    ranges.push((start, group_content_end(self.input, last)));
                }
                _ => return self.mismatch("expected a message"),
            }
        }
        self.pos = pos;
        self.set_end(end);
        Ok(ranges)
    }

    /// Goes on with the next part of a merged message, if there is one.
    #[cold]
    #[inline(never)]
    pub(super) fn next_part(&mut self, state: &mut Message) -> bool {
        let Some(parts) = state.more.as_mut().and_then(|more| more.parts.as_mut()) else { return false };
        while parts.at + 1 < parts.ranges.len() {
            parts.at += 1;
            let (pos, end) = parts.ranges[parts.at];
            self.pos = pos;
            self.set_end(end);
            if self.pos < self.end() {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    pub(super) fn close(&mut self, state: &Message) {
        self.depth.leave();
        self.set_end(state.parent_end);
        if let Some(parts) = state.parts() {
            self.pos = parts.resume;
        }
    }

    /// The occurrences of a field in the message at hand, from the position of one of them.
    pub(super) fn gather(&mut self, state: &mut Message, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        let number = meta.number(index);
        let here = self.pos;
        let resume = self.index(state)?;
        let mut occurrences = state.occurrences(number);
        if let Some(closed) = meta.fields[index].closed.filter(|_| meta.unknown.is_some()) {
            // Those up to here have been looked at.
            occurrences = self.known_occurrences(state, occurrences, closed, here)?;
        }
        state.done(number);
        self.at_gathered(occurrences, resume);
        Ok(())
    }

    /// Looks through the message at hand, unless that has been done. Gives where to go on after the value that
    /// comes next.
    pub(super) fn index(&mut self, state: &mut Message) -> Result<usize> {
        let (pos, end) = (self.pos, self.end());
        self.skip_value(self.number, self.wire)?;
        let resume = self.pos;
        if state.index().is_none() {
            let whole = [(state.start, self.end())];
            let ranges = state.parts().map_or(&whole[..], |parts| &parts.ranges);
            let index = Index::of(self, ranges, state.group != 0)?;
            state.more().index = Some(index);
        }
        self.pos = pos;
        self.set_end(end);
        Ok(resume)
    }

    /// Opens the message of a union: its branch, whose value comes next.
    pub(super) fn open_case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        let message = self.open()?;
        let branches = meta.cases.last().map_or(0, |case| case.branch + 1);
        let whole = [(message.start, self.end())];
        let ranges = message.parts().map_or(&whole[..], |parts| &parts.ranges);
        let start = self.pos;
        let end = self.end();
        let after = |reader: &Self| match message.parts() {
            Some(parts) => parts.resume,
            None if message.group != 0 => reader.pos,
            None => end,
        };
        // Most unions have one field that ends with their message.
        if message.parts().is_none() && message.group == 0 && self.pos < self.end() {
            let (number, wire) = self.tag()?;
            let pos = self.pos;
            self.skip_value(number, wire)?;
            if self.pos == self.end() && (1..=branches).contains(&number) {
                self.rare().cases.push(OpenCase { after: end, parent_end: message.parent_end });
                (self.pos, self.wire) = (pos, wire);
                self.at_single(number, Encoding::Default);
                return Ok(number - 1);
            }
            self.pos = start;
        }
        let occurrences = Index::in_order(self, ranges, message.group != 0)?;
        let after = after(self);
        let members = occurrences.into_iter().filter(|occurrence| (1..=branches).contains(&occurrence.number));
        let members: Vec<Occurrence> = members.collect();
        let Some(last) = members.last().copied() else {
            self.pos = start;
            return Err(self.error(Code::Union, "no branch of the union is set"));
        };
        // A member that is set again goes on with what it was; another one takes its place.
        let run = members.iter().rev().take_while(|member| member.number == last.number).count();
        self.rare().cases.push(OpenCase { after, parent_end: message.parent_end });
        self.at_single(last.number, Encoding::Default);
        if run == 1 {
            (self.pos, self.wire) = (last.pos, last.wire);
            self.set_end(last.end);
        } else {
            let occurrences = members[members.len() - run..].to_vec();
            self.at_gathered(occurrences, after);
        }
        Ok(last.number - 1)
    }
}

/// Where the content of a group ends whose end tag ends at `after`.
fn group_content_end(input: &[u8], after: usize) -> usize {
    let mut start = after - 1;
    // All bytes of a varint but the last have the high bit.
    while start > 0 && after - start < 10 && input[start - 1] >= 0x80 {
        start -= 1;
    }
    start
}
