//! The records of cbor-x as they are read: definitions, and plans that say which field each value is.
//!
//! A record is `tag(0xe000 + id) [values…]`, and its keys are in a definition that came before in the message,
//! `tag(0xdfff) [0xe000 + id, [keys…], values…]`, or in the session. A definition may replace an earlier one of
//! the same id, and a reader may go back over both: so a record takes the latest definition before it, by
//! its place in the message.

use super::cursor::Cursor;
use super::heads::{ARRAY, INDEFINITE, TEXT, UINT, tag};
use super::keys::KeyIter;
use super::read::{Reader, seldom};
use crate::error::{Code, Error, Result};
use crate::meta::RecordMeta;
use alloc::vec::Vec;

/// No definition.
const NONE: u32 = u32::MAX;
/// A value that is none of the fields of the schema.
const UNKNOWN: u16 = u16::MAX;

/// A record that has been opened: its first value comes next.
pub(super) struct Shape<'s> {
    /// How many values it has.
    pub(super) count: usize,
    pub(super) keys: KeyIter<'s>,
    /// Where the plan of its definition is.
    slot: usize,
}

struct Definition<'de> {
    /// Where its tag is.
    pos: usize,
    id: u16,
    keys: KeyIter<'de>,
    slot: usize,
    /// The definitions of the same id before and after it.
    earlier: u32,
    later: u32,
}

/// The latest plan for a definition.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The description of the record that it is for, by its address, which stays while a message is read.
    meta: (usize, usize),
    /// Where in the plans it begins, and for how many values it has been made.
    start: usize,
    made: usize,
}

/// The definitions in a message, and the plans for all records in it.
#[derive(Default)]
pub(super) struct Definitions<'de> {
    /// In the order of their places.
    list: Vec<Definition<'de>>,
    /// By id: one of its definitions, mostly the one that counts.
    current: Vec<u32>,
    slots: Vec<Slot>,
    /// By id: the slot of its definition in the session.
    session_slots: Vec<u32>,
    /// The fields that values are, plan behind plan.
    plans: Vec<u16>,
}

impl<'de> Definitions<'de> {
    /// The field that the value at a place in a plan is.
    #[inline(always)]
    pub(super) fn planned(&self, at: usize) -> Option<usize> {
        self.plans.get(at).copied().filter(|index| *index != UNKNOWN).map(usize::from)
    }

    /// Where the plan for the values of a record begins; `None` if there are more values than keys.
    #[inline(always)]
    pub(super) fn plan(&mut self, shape: &Shape<'_>, meta: &RecordMeta<'_>) -> Option<usize> {
        let known = (meta.fields.as_ptr() as usize, meta.fields.len());
        let slot = self.slots[shape.slot];
        if slot.meta == known && slot.made >= shape.count {
            return Some(slot.start);
        }
        self.make_plan(shape, meta)
    }

    /// Makes a plan for as many values as there are: never more work than there are bytes.
    #[cold]
    #[inline(never)]
    fn make_plan(&mut self, shape: &Shape<'_>, meta: &RecordMeta<'_>) -> Option<usize> {
        let start = self.plans.len();
        let (mut expected, mut keys) = (0, shape.keys);
        for _ in 0..shape.count {
            let Some(key) = keys.next() else {
                self.plans.truncate(start);
                return None;
            };
            match meta.find(key, expected) {
                Some(index) => {
                    expected = index + 1;
                    self.plans.push(index as u16);
                }
                None => self.plans.push(UNKNOWN),
            }
        }
        let meta = (meta.fields.as_ptr() as usize, meta.fields.len());
        self.slots[shape.slot] = Slot { meta, start, made: shape.count };
        Some(start)
    }

    /// Takes a definition, whose tag is at the cursor and has been looked at, up to its first value: which it
    /// is, and how many values follow.
    fn define(&mut self, cursor: &mut Cursor<'de>) -> Result<(usize, usize)> {
        let pos = cursor.pos;
        let first = cursor.peek()?;
        cursor.take_tag(first)?;
        let items = definite_list(cursor)?;
        let id = record_id(cursor)?;
        let keys = keys(cursor)?;
        let Some(values) = items.checked_sub(2) else {
            return Err(cursor.error(Code::Structure, "the definition of a record has an id and keys"));
        };
        Ok((self.add(pos, id, keys), values))
    }

    /// Takes definitions of several records up to the value behind them; the tag has been taken.
    pub(super) fn several(&mut self, cursor: &mut Cursor<'de>) -> Result<()> {
        let items = definite_list(cursor)?;
        let Some(lists) = items.checked_sub(2) else {
            return Err(cursor.error(Code::Structure, "definitions of records have an id and a value"));
        };
        let mut id = record_id(cursor)?;
        for _ in 0..lists {
            let pos = cursor.pos;
            let keys = keys(cursor)?;
            self.add(pos, id, keys);
            id = id.saturating_add(1);
        }
        Ok(())
    }

    /// Notes the definition at a tag that is skipped, if it is one.
    pub(super) fn look(&mut self, mut cursor: Cursor<'de>, tag: u64) -> Result<()> {
        match tag {
            tag::RECORD_DEFINITION => self.define(&mut cursor).map(|_| ()),
            tag::RECORD_DEFINITIONS => {
                let first = cursor.peek()?;
                cursor.take_tag(first)?;
                self.several(&mut cursor)
            }
            _ => Ok(()),
        }
    }

    /// Adds a definition, unless it is known from an earlier way past it.
    fn add(&mut self, pos: usize, id: u16, keys: KeyIter<'de>) -> usize {
        let place = match self.list.last() {
            Some(last) if last.pos >= pos => self.list.binary_search_by_key(&pos, |known| known.pos).ok(),
            _ => None,
        };
        if usize::from(id) >= self.current.len() {
            self.current.resize(usize::from(id) + 1, NONE);
        }
        let index = place.unwrap_or_else(|| {
            let index = self.list.len();
            // What has been read last may have been far back.
            let mut earlier = self.current[usize::from(id)];
            while let Some(definition) = self.list.get(earlier as usize).filter(|known| known.later != NONE) {
                earlier = definition.later;
            }
            if let Some(definition) = self.list.get_mut(earlier as usize) {
                definition.later = index as u32;
            }
            self.list.push(Definition { pos, id, keys, slot: self.slots.len(), earlier, later: NONE });
            self.slots.push(Slot::default());
            index
        });
        self.current[usize::from(id)] = index as u32;
        index
    }

    /// The latest definition of an id before a place.
    #[inline(always)]
    fn find(&mut self, id: u16, pos: usize) -> Option<&Definition<'de>> {
        let current = self.current.get_mut(usize::from(id)).filter(|current| **current != NONE)?;
        while self.list[*current as usize].pos > pos {
            let earlier = self.list[*current as usize].earlier;
            if earlier == NONE {
                return None;
            }
            *current = earlier;
        }
        while let Some(later) = self.list.get(self.list[*current as usize].later as usize)
            && later.pos < pos
        {
            *current = self.list[*current as usize].later;
        }
        self.list.get(*current as usize)
    }

    /// The slot for a record that the session has defined.
    fn session_slot(&mut self, id: u16) -> usize {
        let id = usize::from(id);
        if id >= self.session_slots.len() {
            self.session_slots.resize(id + 1, NONE);
        }
        if self.session_slots[id] == NONE {
            self.session_slots[id] = self.slots.len() as u32;
            self.slots.push(Slot::default());
        }
        self.session_slots[id] as usize
    }

    /// The definitions in the order of the message.
    pub(super) fn into_list(self) -> Vec<(u16, KeyIter<'de>)> {
        self.list.into_iter().map(|definition| (definition.id, definition.keys)).collect()
    }
}

impl<'de: 's, 's> Reader<'de, 's> {
    /// Opens a record with an id, if one comes next that is known: takes its tag, its head and, of a definition,
    /// its id and keys.
    pub(super) fn open_record(&mut self) -> Result<Option<Shape<'s>>> {
        let start = self.cursor.pos;
        let first = self.cursor.peek()?;
        match self.cursor.take_tag(first)? {
            tag @ tag::FIRST_RECORD..=tag::LAST_RECORD => {
                let id = (tag - tag::FIRST_RECORD) as u16;
                let (keys, slot) = match seldom(&mut self.seldom).definitions.find(id, start) {
                    Some(definition) => (definition.keys, definition.slot),
                    None => match self.session.and_then(|session| session.keys(id)) {
                        Some(keys) => (keys, seldom(&mut self.seldom).definitions.session_slot(id)),
                        None => {
                            self.cursor.pos = start;
                            return Ok(None);
                        }
                    },
                };
                let count = definite_list(&mut self.cursor)?;
                Ok(Some(Shape { count, keys, slot }))
            }
            tag::RECORD_DEFINITION | tag::OLD_RECORD_DEFINITION => {
                self.cursor.pos = start;
                let definitions = &mut seldom(&mut self.seldom).definitions;
                let (index, count) = definitions.define(&mut self.cursor)?;
                let Definition { keys, slot, .. } = definitions.list[index];
                Ok(Some(Shape { count, keys, slot }))
            }
            _ => {
                self.cursor.pos = start;
                Ok(None)
            }
        }
    }

    /// The error for a record with more values than its definition has keys.
    #[cold]
    #[inline(never)]
    pub(super) fn more_values(&self) -> Error {
        self.cursor.error(Code::Structure, "the record has more values than keys")
    }
}

/// Takes the head of a list that has a length.
#[inline(always)]
fn definite_list(cursor: &mut Cursor<'_>) -> Result<usize> {
    let first = cursor.peek()?;
    if first & 0xe0 != ARRAY || first & 31 == INDEFINITE {
        return Err(cursor.error(Code::Structure, "a record is a list with a length"));
    }
    cursor.count(first, 1)
}

/// Takes the id of a definition.
fn record_id(cursor: &mut Cursor<'_>) -> Result<u16> {
    let first = cursor.peek()?;
    if first & 0xe0 == UINT {
        let (number, behind) = cursor.argument(first)?;
        if let tag::FIRST_RECORD..=tag::LAST_RECORD = number {
            cursor.pos = behind;
            return Ok((number - tag::FIRST_RECORD) as u16);
        }
    }
    Err(cursor.error(Code::Structure, "expected the id of a record"))
}

/// Takes a list of keys.
fn keys<'de>(cursor: &mut Cursor<'de>) -> Result<KeyIter<'de>> {
    let count = definite_list(cursor)?;
    let start = cursor.pos;
    for _ in 0..count {
        let first = cursor.peek()?;
        match cursor.whole(first)? {
            Some(bytes) if first & 0xe0 == TEXT => super::text_at(bytes, cursor.pos - bytes.len())?,
            _ => return Err(cursor.error(Code::Structure, "the keys of a record are strings")),
        };
    }
    Ok(KeyIter(&cursor.input[start..cursor.pos]))
}
