//! Lists, tuples and maps: fields that occur any number of times, packed numbers among them.

use super::super::gather::{Gathered, Index, Occurrence};
use super::super::settings::Encoding;
use super::super::varint::{END, LEN};
use super::{GATHERED, PACKED, ROOT, Reader, ZERO};
use crate::error::{Code, Result};
use crate::wire::{Read, TextRef};
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::fmt::Write as _;

/// The state of a list or a tuple that is being read.
pub struct List {
    pub(super) number: u32,
    pub(super) encoding: Encoding,
    pub(super) scalars: bool,
    /// Whether the items are occurrences of a field one after the other, each with a tag, and no more than that.
    pub(super) plain: bool,
    /// Whether the first item has had its tag taken.
    pub(super) first: bool,
    /// Where the packed items at hand end; 0 if there are none.
    pub(super) packed_end: usize,
    pub(super) parent_end: usize,
    /// Whether the list has a message of its own.
    pub(super) wrapped: bool,
    pub(super) gathered: Option<Rc<Gathered>>,
    pub(super) at: usize,
}

/// The state of a map that is being read.
#[derive(Clone)]
pub struct Map {
    pub(super) number: u32,
    pub(super) key: Encoding,
    pub(super) value: Encoding,
    pub(super) first: bool,
    /// Where the entry at hand ends; 0 if there is none.
    pub(super) entry_end: usize,
    /// Where the message ends that the entries are in.
    pub(super) end: usize,
    pub(super) parent_end: usize,
    pub(super) wrapped: bool,
    pub(super) gathered: Option<Rc<Gathered>>,
    pub(super) at: usize,
}

impl<'de> Reader<'de> {
    /// Opens a list.
    #[inline(always)]
    pub(super) fn open_list(&mut self, scalars: bool) -> Result<List> {
        let list = List {
            number: self.number,
            encoding: self.encoding,
            scalars,
            plain: self.is_field && self.wire < ROOT && !scalars,
            first: true,
            packed_end: 0,
            parent_end: self.end(),
            wrapped: false,
            gathered: None,
            at: 0,
        };
        self.enter()?;
        if list.plain { Ok(list) } else { self.open_other_list(list) }
    }

    #[inline(never)]
    fn open_other_list(&mut self, mut list: List) -> Result<List> {
        match self.wire {
            ROOT => (list.number, list.first, list.wrapped) = (1, false, true),
            ZERO => {
                list.first = false;
                self.set_end(self.pos);
            }
            GATHERED if self.is_field => list.gathered = Some(self.gathered()),
            LEN if !self.is_field => {
                let length = self.length()?;
                self.set_end(self.pos + length);
                (list.number, list.first, list.wrapped) = (1, false, true);
                list.encoding = Encoding::Default;
            }
            _ if !self.is_field => return self.mismatch("expected a message with a list"),
            _ => {}
        }
        Ok(list)
    }

    /// Opens a tuple: a message with a field for each item.
    pub(super) fn open_tuple(&mut self, length: usize) -> Result<List> {
        let message = self.open()?;
        // The last occurrence of each item, and nothing for one that is missing.
        let whole = [(message.start, self.end())];
        let ranges = message.parts().map_or(&whole[..], |parts| &parts.ranges);
        let index = Index::of(self, ranges, message.group != 0)?;
        let after = match message.parts() {
            Some(parts) => parts.resume,
            None if message.group != 0 => self.pos,
            None => self.end(),
        };
        let mut occurrences = Vec::with_capacity(length.min(64));
        for number in 1..=length as u32 {
            let missing = Occurrence { number, wire: ZERO, pos: self.pos, end: self.pos };
            occurrences.push(index.of_field(number).last().copied().unwrap_or(missing));
        }
        Ok(List {
            number: 1,
            encoding: Encoding::Default,
            scalars: false,
            plain: false,
            first: false,
            packed_end: 0,
            parent_end: message.parent_end,
            wrapped: false,
            gathered: Some(Rc::new(Gathered { occurrences, resume: after })),
            at: 0,
        })
    }

    /// Opens a map.
    pub(super) fn open_map(&mut self) -> Result<Map> {
        let mut map = Map {
            number: self.number,
            key: self.key,
            value: self.encoding,
            first: true,
            entry_end: 0,
            end: self.end(),
            parent_end: self.end(),
            wrapped: false,
            gathered: None,
            at: 0,
        };
        self.enter()?;
        match self.wire {
            ROOT => (map.number, map.first, map.wrapped) = (1, false, true),
            ZERO => (map.first, map.end) = (false, self.pos),
            GATHERED if self.is_field => map.gathered = Some(self.gathered()),
            LEN if !self.is_field => {
                let length = self.length()?;
                map.end = self.pos + length;
                (map.number, map.first, map.wrapped) = (1, false, true);
                (map.key, map.value) = (Encoding::String, Encoding::Default);
            }
            _ if !self.is_field => return self.mismatch("expected a message with a map"),
            _ => {}
        }
        self.set_end(map.end);
        Ok(map)
    }

    /// The next item that is not in the packed run at hand; `false` closes the list.
    pub(super) fn next_item(&mut self, list: &mut List) -> Result<bool> {
        loop {
            if !self.occurrence(list)? {
                self.depth.leave();
                self.set_end(list.parent_end);
                if let Some(gathered) = &list.gathered {
                    self.pos = gathered.resume;
                }
                return Ok(false);
            }
            self.at_single(list.number, list.encoding);
            if list.scalars && self.wire == LEN {
                let length = self.length()?;
                if length == 0 {
                    continue;
                }
                list.packed_end = self.pos + length;
                self.wire = PACKED;
            }
            return Ok(true);
        }
    }

    /// Takes the tag of the next occurrence of a list's field.
    #[inline(always)]
    pub(super) fn occurrence(&mut self, list: &mut List) -> Result<bool> {
        if let Some(gathered) = &list.gathered {
            let Some(next) = gathered.occurrences.get(list.at) else { return Ok(false) };
            (self.pos, self.wire) = (next.pos, next.wire);
            self.set_end(next.end);
            list.at += 1;
            return Ok(true);
        }
        if core::mem::take(&mut list.first) || self.tag_is(list.number) {
            return Ok(true);
        }
        if list.wrapped { self.wrapped_field(list.number) } else { Ok(false) }
    }

    /// Takes the tag of a field in a message that is there for the field alone; others are skipped.
    pub(super) fn wrapped_field(&mut self, number: u32) -> Result<bool> {
        while self.pos < self.end() {
            let (found, wire) = self.tag()?;
            if found == number && wire != END {
                self.wire = wire;
                return Ok(true);
            }
            self.skip_value(found, wire)?;
        }
        Ok(false)
    }

    /// Takes the tag of the next entry of a map.
    pub(super) fn next_entry(&mut self, map: &mut Map) -> Result<bool> {
        if let Some(gathered) = &map.gathered {
            let Some(next) = gathered.occurrences.get(map.at) else { return Ok(false) };
            (self.pos, self.wire) = (next.pos, next.wire);
            self.set_end(next.end);
            map.end = next.end;
            map.at += 1;
            return Ok(true);
        }
        if core::mem::take(&mut map.first) || self.tag_is(map.number) {
            return Ok(true);
        }
        if map.wrapped { self.wrapped_field(map.number) } else { Ok(false) }
    }

    /// The key of the entry at hand; then its value comes next.
    pub(super) fn entry<'s>(&'s mut self, map: &mut Map) -> Result<TextRef<'de, 's>> {
        if self.wire != LEN {
            return self.mismatch("expected an entry of a map");
        }
        let length = self.length()?;
        map.entry_end = self.pos + length;
        self.set_end(map.entry_end);
        let (mut key, mut value) = (None, None);
        while self.pos < self.end() {
            let (number, wire) = self.tag()?;
            match number {
                1 => key = Some((self.pos, wire)),
                2 => value = Some((self.pos, wire)),
                _ if self.strict => return Err(self.error(Code::Extra, "an entry of a map has a key and a value")),
                _ => {}
            }
            self.skip_value(number, wire)?;
        }
        let (pos, wire) = key.unwrap_or((self.pos, ZERO));
        (self.pos, self.wire, self.encoding) = (pos, wire, map.key);
        let text = match map.key {
            Encoding::String | Encoding::Default | Encoding::Bytes | Encoding::Message => Some(self.string()?),
            _ => None,
        };
        if text.is_none() {
            let value = self.integer()?;
            let scratch = &mut self.rare().scratch;
            scratch.clear();
            let written = match map.key {
                Encoding::Bool => write!(scratch, "{}", value != 0),
                Encoding::Uint64 | Encoding::Fixed64 => write!(scratch, "{}", value as u64),
                _ => write!(scratch, "{value}"),
            };
            // Writing to a string does not fail.
            written.unwrap_or_default();
        }
        let (pos, wire) = value.unwrap_or((map.entry_end, ZERO));
        (self.pos, self.wire) = (pos, wire);
        self.at_single(2, map.value);
        Ok(match text {
            Some(text) => TextRef::Borrowed(text),
            None => TextRef::Scratch(&self.rare().scratch),
        })
    }
}
