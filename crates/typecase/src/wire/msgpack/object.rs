//! Records that are being read: keys in any order, unknown keys, and keys that occur twice.

use super::form::{Form, Kind};
use super::heads::*;
use super::read::{Reader, UNDEFINED};
use super::shapes::Shape;
use crate::error::{Code, Error, Result};
use crate::meta::RecordMeta;
use crate::seen::Seen as SeenFields;
use crate::text::tree::Duplicates;
use crate::wire::Read;
use alloc::string::{String, ToString};

/// The state of a record that is being read.
#[derive(Clone, Copy)]
pub struct Object {
    /// How many values are left; above that, in the upper half, the field whose key has been taken and whose value
    /// comes next, plus one, or [`CLOSED`]. One number, so that one comparison says that a record goes on in order.
    ahead: u64,
    pub(super) seen: Seen,
    /// The field that the next key is looked for from, when no caller says which it expects.
    pub(super) next: u32,
    pub(super) keys: Keys,
    /// How many values there are.
    length: u32,
    /// Where the record begins.
    start: usize,
}

/// What has been met in a record, as bits.
pub(super) type Seen = u8;
/// A field was null: to the caller it is missing, so that only a look back at the whole record finds out whether its
/// key occurs twice.
const NULL: Seen = 1;
/// A key came after one that it precedes in the schema. If not, none occurs twice.
const LATE: Seen = 2;

/// Where the keys of a record are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    /// Before the values.
    Here,
    /// Nowhere: the values are in schema order.
    None,
    /// In a shape.
    Shape(Shape),
}

/// The record has been closed.
const CLOSED: u32 = u32::MAX;

impl Object {
    #[inline(always)]
    pub(super) fn new(keys: Keys, length: usize, start: usize) -> Object {
        let length = length as u32;
        Object { ahead: length.into(), seen: 0, next: 0, keys, length, start }
    }

    /// Whether there are values left, and no key has been taken.
    #[inline(always)]
    pub(super) fn goes_on(&self) -> bool {
        self.ahead.wrapping_sub(1) < u32::MAX.into()
    }

    /// Whether there is nothing left in the record, of which nothing came late.
    #[inline(always)]
    pub(super) fn is_done(&self) -> bool {
        self.ahead == 0 && self.seen & LATE == 0
    }

    /// How many values are left.
    #[inline(always)]
    fn left(&self) -> u32 {
        self.ahead as u32
    }

    /// The place of the next value among all.
    #[inline(always)]
    pub(super) fn place(&self) -> usize {
        (self.length - self.left()) as usize
    }

    /// Counts a value that is being taken, of those that are left.
    #[inline(always)]
    pub(super) fn take_one(&mut self) {
        self.ahead -= 1;
    }

    /// The field whose key has been taken.
    #[inline(always)]
    pub(super) fn pending(&self) -> Option<usize> {
        match (self.ahead >> 32) as u32 {
            0 | CLOSED => None,
            above => Some(above as usize - 1),
        }
    }

    #[inline(always)]
    pub(super) fn is_closed(&self) -> bool {
        (self.ahead >> 32) as u32 == CLOSED
    }

    /// Says which field's key has been taken.
    #[inline(always)]
    fn set_pending(&mut self, index: usize) {
        self.ahead = u64::from(self.left()) | (index as u64 + 1) << 32;
    }

    /// Says that no key has been taken.
    #[inline(always)]
    pub(super) fn clear_pending(&mut self) {
        self.ahead = self.left().into();
    }

    /// Notes what a call for another field than the next one in order has changed in a copy of this state.
    #[inline(always)]
    pub(super) fn update(&mut self, copy: Object) {
        (self.ahead, self.seen) = (copy.ahead, copy.seen);
    }
}

impl<F: Form> Reader<'_, F> {
    /// Opens a record of any form.
    #[inline(never)]
    pub(super) fn any_record(&mut self) -> Result<Object> {
        let start = self.input.pos;
        let (keys, length) = match self.shape()? {
            Some(shape) => (Keys::Shape(shape), self.shape_length(shape)),
            None if self.form.kind() == Kind::Arrays => (Keys::None, self.input.array()?),
            None => (Keys::Here, self.input.map()?),
        };
        self.enter(start)?;
        Ok(Object::new(keys, length, start))
    }

    /// The key of the next value of a record, or its place if there are no keys; a key that is not a string is
    /// none.
    #[inline(always)]
    pub(super) fn find_key(&mut self, state: &Object, meta: &RecordMeta<'_>, expected: usize) -> Result<Option<usize>> {
        let place = state.place();
        match state.keys {
            Keys::None => Ok(Some(place).filter(|&place| place < meta.fields.len())),
            Keys::Shape(shape) => {
                let key = self.shapes.as_ref().and_then(|shapes| shapes.keys(shape).get(place));
                Ok(key.and_then(|key| meta.find(key, expected)))
            }
            Keys::Here => match self.input.peek() {
                Some(FIXSTR..NIL | STR8..=STR32) => Ok(meta.find(self.input.text("")?, expected)),
                _ => self.skip().map(|()| None),
            },
        }
    }

    /// The error for the value of a record that the schema does not know.
    #[cold]
    #[inline(never)]
    pub(super) fn extra(&mut self, state: &Object, start: usize) -> Error {
        let place = state.place();
        let key = match state.keys {
            Keys::None => None,
            Keys::Shape(shape) => {
                self.shapes.as_ref().and_then(|shapes| shapes.keys(shape).get(place)).map(|key| key.to_string())
            }
            Keys::Here => {
                self.input.pos = start;
                self.input.text("").ok().map(String::from)
            }
        };
        let error = Error::new(Code::Extra, "the field is not in the schema").at(start);
        match key {
            Some(key) => error.in_field(&key),
            None => error,
        }
    }

    /// Takes the next key that the schema knows; `None` closes the record.
    pub(super) fn next_key(
        &mut self,
        state: &mut Object,
        meta: &RecordMeta<'_>,
        expected: usize,
    ) -> Result<Option<usize>> {
        while state.left() > 0 {
            let start = self.input.pos;
            let found = self.find_key(state, meta, expected)?;
            if found.is_none() && self.strict {
                return Err(self.extra(state, start));
            }
            state.take_one();
            match found {
                Some(index) => {
                    state.seen |= if index < expected { LATE } else { 0 };
                    return Ok(Some(index));
                }
                None => self.skip()?,
            }
        }
        state.ahead = u64::from(CLOSED) << 32;
        if state.seen == NULL | LATE && self.duplicates == Duplicates::Error {
            self.check_keys(state, meta)?;
        }
        self.input.depth.leave();
        Ok(None)
    }

    /// Whether the value that comes next is there; a null is taken.
    #[inline(always)]
    pub(super) fn present(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> bool {
        // One comparison for the head of nil, that of `undefined`, and two others.
        match self.input.peek() {
            Some(head) if head & !(NIL ^ FIXEXT1) == NIL => {}
            _ => return true,
        }
        // Without keys all fields are there, and nil is what stands for a missing one.
        let is_value = meta.fields[index].null_is_value && state.keys != Keys::None;
        match self.input.peek() {
            Some(NIL) if !is_value => self.input.pos += 1,
            Some(FIXEXT1) if self.undefined() => {}
            _ => return true,
        }
        state.seen |= NULL;
        false
    }

    /// Takes what msgpackr writes for `undefined`, if it comes next.
    #[inline(never)]
    pub(super) fn undefined(&mut self) -> bool {
        let found = self.input.bytes[self.input.pos..].starts_with(&UNDEFINED);
        self.input.pos += if found { UNDEFINED.len() } else { 0 };
        found
    }

    /// Checks that no key of the record that has just been closed occurs twice.
    #[cold]
    #[inline(never)]
    pub(super) fn check_keys(&mut self, state: &Object, meta: &RecordMeta<'_>) -> Result<()> {
        let end = self.input.pos;
        self.input.pos = state.start;
        self.input.depth.leave();
        let mut again = self.any_record()?;
        let (mut seen, mut expected) = (SeenFields::new(meta.fields.len()), 0);
        while again.left() > 0 {
            let start = self.input.pos;
            if let Some(index) = self.find_key(&again, meta, expected)? {
                if seen.get(index) {
                    return Err(self.twice(meta.fields[index].name, start));
                }
                seen.set(index);
                expected = index + 1;
            }
            self.skip()?;
            again.take_one();
        }
        self.input.pos = end;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn twice(&self, key: &str, at: usize) -> Error {
        Error::new(Code::Duplicate, "the key occurs twice").at(at).in_field(key)
    }

    #[inline(never)]
    pub(super) fn field_is_slow(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        if state.pending().is_none() && !state.is_closed() {
            match self.next_key(state, meta, index)? {
                Some(found) => state.set_pending(found),
                None => return Ok(false),
            }
        }
        if state.pending() != Some(index) {
            return Ok(false);
        }
        state.clear_pending();
        Ok(self.present(state, meta, index))
    }

    #[inline(never)]
    pub(super) fn end_record_slow(&mut self, state: &mut Object, meta: &RecordMeta<'_>) -> Result<bool> {
        if state.pending().is_none()
            && !state.is_closed()
            && let Some(index) = self.next_key(state, meta, meta.fields.len())?
        {
            state.set_pending(index);
        }
        Ok(state.is_closed())
    }
}
