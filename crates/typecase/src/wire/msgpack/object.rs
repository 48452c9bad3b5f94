//! Records that are being read: keys in any order, unknown keys, and keys that occur twice.

use super::form::{Form, Kind};
use super::heads::*;
use super::read::Reader;
use super::shapes::Shape;
use crate::error::{Code, Error, Result};
use crate::meta::RecordMeta;
use crate::seen::Seen;
use crate::text::tree::Duplicates;
use crate::wire::Read;
use alloc::string::{String, ToString};

/// The state of a record that is being read.
pub struct Object {
    /// How many values are left.
    pub(super) left: u32,
    /// The field whose key has been taken and whose value comes next, or one of the two below.
    pub(super) pending: u32,
    /// The field that the next key is looked for from, when no caller says which it expects.
    pub(super) next: u32,
    pub(super) keys: Keys,
    /// How many values there are.
    pub(super) length: u32,
    /// Where the record begins.
    start: usize,
    /// Whether a field was null: to the caller it is missing, so that only a look back at the whole record
    /// finds out whether its key occurs twice.
    has_null: bool,
    /// Whether a key came after one that it precedes in the schema. If not, none occurs twice.
    pub(super) late: bool,
}

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

/// No key has been taken.
pub(super) const NOTHING: u32 = u32::MAX;
/// The record has been closed.
pub(super) const CLOSED: u32 = u32::MAX - 1;

impl Object {
    #[inline(always)]
    pub(super) fn new(keys: Keys, length: usize, start: usize) -> Object {
        let length = length as u32;
        Object { left: length, pending: NOTHING, next: 0, keys, length, start, has_null: false, late: false }
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
        let place = (state.length - state.left) as usize;
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
        let place = (state.length - state.left) as usize;
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
        while state.left > 0 {
            let start = self.input.pos;
            let found = self.find_key(state, meta, expected)?;
            if found.is_none() && self.strict {
                return Err(self.extra(state, start));
            }
            state.left -= 1;
            match found {
                Some(index) => {
                    state.late |= index < expected;
                    return Ok(Some(index));
                }
                None => self.skip()?,
            }
        }
        state.pending = CLOSED;
        if state.has_null && state.late && self.duplicates == Duplicates::Error {
            self.check_keys(state, meta)?;
        }
        self.input.depth.leave();
        Ok(None)
    }

    /// Whether the value that comes next is there; a null is taken.
    #[inline(always)]
    pub(super) fn present(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        match self.input.peek() {
            // Nil, undefined, and two others.
            Some(head) if head & 0xeb == NIL => self.present_slow(state, meta, index),
            _ => Ok(true),
        }
    }

    #[inline(never)]
    pub(super) fn present_slow(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        // Without keys all fields are there, and nil is what stands for a missing one.
        let is_value = meta.fields[index].null_is_value && state.keys != Keys::None;
        if (is_value && self.input.peek() == Some(NIL)) || !self.null()? {
            return Ok(true);
        }
        state.has_null = true;
        Ok(false)
    }

    /// Checks that no key of the record that has just been closed occurs twice.
    #[cold]
    #[inline(never)]
    pub(super) fn check_keys(&mut self, state: &Object, meta: &RecordMeta<'_>) -> Result<()> {
        let end = self.input.pos;
        self.input.pos = state.start;
        self.input.depth.leave();
        let mut again = self.any_record()?;
        let (mut seen, mut expected) = (Seen::new(meta.fields.len()), 0);
        while again.left > 0 {
            let start = self.input.pos;
            if let Some(index) = self.find_key(&again, meta, expected)? {
                if seen.get(index) {
                    return Err(self.twice(meta.fields[index].name, start));
                }
                seen.set(index);
                expected = index + 1;
            }
            self.skip()?;
            again.left -= 1;
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
        if state.pending == NOTHING {
            match self.next_key(state, meta, index)? {
                Some(found) => state.pending = found as u32,
                None => return Ok(false),
            }
        }
        if state.pending != index as u32 {
            return Ok(false);
        }
        state.pending = NOTHING;
        self.present(state, meta, index)
    }

    #[inline(never)]
    pub(super) fn end_record_slow(&mut self, state: &mut Object, meta: &RecordMeta<'_>) -> Result<bool> {
        if state.pending == NOTHING
            && let Some(index) = self.next_key(state, meta, meta.fields.len())?
        {
            state.pending = index as u32;
        }
        Ok(state.pending == CLOSED)
    }
}
