//! Records as they are read: maps, lists, and the records of cbor-x, which have no keys at their values.

use super::heads::{ARRAY, MAP, NULL, TAG, TEXT, UNDEFINED};
use super::keys::KeyIter;
use super::read::{Reader, seldom};
use crate::error::{Code, Error, Result, afresh};
use crate::meta::{RecordMeta, UnionMeta};
use crate::seen::Seen;
use crate::wire::json::Duplicates;
use crate::wire::{Read, ValueKind};
use alloc::string::String;

/// The state of a record that is being read.
#[derive(Clone, Copy)]
pub struct Object {
    pub(super) form: Form,
    /// Entries or values that are left.
    pub(super) left: usize,
    /// The place of the next value: among the fields, or in the plans.
    pub(super) at: usize,
    /// The field whose key has been taken and whose value comes next, or one of the two below.
    pub(super) pending: u32,
    /// The field that the next key is looked for from, when no caller says which it expects.
    pub(super) next: u32,
    /// Whether a field was null: to the caller it is missing, so that only a look back at the whole record
    /// finds out whether its key occurs twice.
    pub(super) has_null: bool,
    /// Whether a key came after one that it precedes in the schema. If not, none occurs twice.
    pub(super) late: bool,
    /// Where the record begins, behind its head.
    start: usize,
    count: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Keys and values.
    Map,
    /// Values in schema order.
    List,
    /// Values in the order of a definition.
    Ids,
}

/// No key has been taken.
pub(super) const NOTHING: u32 = u32::MAX;
/// The record has ended.
pub(super) const CLOSED: u32 = u32::MAX - 1;

/// The state of a map that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Entries<'s> {
    pub(super) left: usize,
    /// The keys of a record with an id, which has only values.
    pub(super) keys: Option<KeyIter<'s>>,
}

impl Object {
    /// Notes what a call for another field than the next one in order has changed in a copy of this state.
    #[inline(always)]
    pub(super) fn update(&mut self, copy: Object) {
        (self.left, self.at, self.pending) = (copy.left, copy.at, copy.pending);
        (self.has_null, self.late) = (copy.has_null, copy.late);
    }
}

impl<'de: 's, 's> Reader<'de, 's> {
    /// Opens a record that is not a map, or one behind tags.
    #[inline(never)]
    pub(super) fn other_record(&mut self, meta: &RecordMeta<'_>) -> Result<Object> {
        let first = self.untagged()?;
        match first & 0xe0 {
            MAP => self.map_record(first),
            ARRAY if self.lists => self.list_record(first),
            TAG => match self.open_record()? {
                Some(shape) => {
                    self.enter()?;
                    let Some(at) = seldom(&mut self.seldom).definitions.plan(&shape, meta) else {
                        return Err(self.more_values());
                    };
                    Ok(self.object(Form::Ids, shape.count, at))
                }
                None => Err(self.unexpected(Code::Type, "expected a map")),
            },
            _ => Err(self.unexpected(Code::Type, "expected a map")),
        }
    }

    #[inline(always)]
    pub(super) fn map_record(&mut self, first: u8) -> Result<Object> {
        self.enter()?;
        let left = self.cursor.count(first, 2)?;
        Ok(self.object(Form::Map, left, 0))
    }

    #[inline(always)]
    pub(super) fn list_record(&mut self, first: u8) -> Result<Object> {
        self.enter()?;
        let left = self.cursor.count(first, 1)?;
        Ok(self.object(Form::List, left, 0))
    }

    /// A field that is not the next in order, or whose key has been taken. The state is lent as a copy, so that what
    /// comes in order has it in registers.
    #[inline(always)]
    pub(super) fn field_is_late(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        let mut copy = *state;
        let found = afresh(self.field_is_slow(&mut copy, meta, index));
        state.update(copy);
        found
    }

    #[inline(always)]
    pub(super) fn object(&self, form: Form, left: usize, at: usize) -> Object {
        Object {
            form,
            left,
            at,
            pending: NOTHING,
            next: 0,
            has_null: false,
            late: false,
            start: self.cursor.pos,
            count: left,
        }
    }

    #[inline(always)]
    pub(super) fn enter(&mut self) -> Result<()> {
        match self.depth.enter() {
            Ok(()) => Ok(()),
            Err(error) => Err(error.at(self.cursor.pos)),
        }
    }

    /// The field that the value at a place in a plan is.
    #[inline(always)]
    pub(super) fn planned(&self, at: usize) -> Option<usize> {
        self.seldom.as_deref().and_then(|seldom| seldom.definitions.planned(at))
    }

    /// Takes the next key that the schema knows; `None` closes the record.
    pub(super) fn next_key(
        &mut self,
        state: &mut Object,
        meta: &RecordMeta<'_>,
        expected: usize,
    ) -> Result<Option<usize>> {
        loop {
            if !self.cursor.more(&mut state.left)? {
                state.pending = CLOSED;
                self.depth.leave();
                if state.has_null && state.late && self.duplicates == Duplicates::Error {
                    self.check_keys(state, meta)?;
                }
                return Ok(None);
            }
            let start = self.cursor.pos;
            let found = match state.form {
                Form::Map => self.key_index(meta, expected)?,
                Form::List => Some(state.at).filter(|index| *index < meta.fields.len()),
                Form::Ids => self.planned(state.at),
            };
            state.at += 1;
            match found {
                Some(index) => {
                    state.late |= index < expected;
                    return Ok(Some(index));
                }
                None if self.strict => {
                    return Err(Error::new(Code::Extra, "the field is not in the schema").at(start));
                }
                None => self.skip()?,
            }
        }
    }

    /// Takes a key of a map: the index of its field, if the schema knows it.
    pub(super) fn key_index(&mut self, meta: &RecordMeta<'_>, expected: usize) -> Result<Option<usize>> {
        let start = self.cursor.pos;
        if self.cursor.peek()? & 0xe0 != TEXT {
            let first = self.untagged()?;
            if first & 0xe0 != TEXT {
                // Keys of other types are not those of fields.
                self.skip()?;
                return if self.strict { self.extra(start, "") } else { Ok(None) };
            }
        }
        let strict = self.strict;
        let text = self.text()?;
        let found = meta.find(text.as_str(), expected);
        if found.is_none() && strict {
            let key = String::from(text.as_str());
            return self.extra(start, &key);
        }
        Ok(found)
    }

    #[cold]
    pub(super) fn extra<T>(&self, start: usize, key: &str) -> Result<T> {
        Err(Error::new(Code::Extra, "the field is not in the schema").at(start).in_field(key))
    }

    /// Whether the value that comes next is there; a null is taken.
    #[inline(always)]
    pub(super) fn present(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        let first = self.cursor.peek()?;
        if first == NULL && !meta.fields[index].null_is_value || first == UNDEFINED {
            state.has_null = true;
            self.cursor.pos += 1;
            return Ok(false);
        }
        Ok(true)
    }

    /// Checks that no key of the record that has just been closed occurs twice.
    #[cold]
    #[inline(never)]
    pub(super) fn check_keys(&mut self, state: &Object, meta: &RecordMeta<'_>) -> Result<()> {
        let end = self.mark();
        self.cursor.pos = state.start;
        let mut seen = Seen::new(meta.fields.len());
        let first = if state.form == Form::Ids { state.at - state.count } else { 0 };
        let mut again = self.object(state.form, state.count, first);
        let mut expected = 0;
        while self.cursor.more(&mut again.left)? {
            let found = match again.form {
                Form::Map => self.key_index(meta, expected)?,
                Form::List => Some(again.at).filter(|index| *index < meta.fields.len()),
                Form::Ids => self.planned(again.at),
            };
            again.at += 1;
            if let Some(index) = found {
                if seen.get(index) {
                    return Err(self.twice(meta.fields[index].name));
                }
                seen.set(index);
                expected = index + 1;
            }
            self.skip()?;
        }
        self.seek(end);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn twice(&self, key: &str) -> Error {
        self.cursor.error(Code::Duplicate, "the key occurs twice").in_field(key)
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

    /// The discriminator's value, searched for among the keys of the record that comes next: that of the
    /// first occurrence, or of the last one if that is what counts.
    pub(super) fn discriminator(&mut self, key: &str, meta: &UnionMeta<'_>) -> Result<u32> {
        let start = self.cursor.pos;
        let first = self.untagged()?;
        let (mut left, mut keys) = match first & 0xe0 {
            MAP => (self.cursor.count(first, 2)?, None),
            TAG => match self.open_record()? {
                Some(shape) => (shape.count, Some(shape.keys)),
                None => return Err(self.unexpected(Code::Type, "expected a map")),
            },
            _ => return Err(self.unexpected(Code::Type, "expected a map")),
        };
        self.enter()?;
        let mut latest = None;
        while self.cursor.more(&mut left)? {
            let is_it = match &mut keys {
                Some(keys) => keys.next().ok_or_else(|| self.more_values())? == key,
                None if self.cursor.peek()? & 0xe0 == TEXT => self.text()?.as_str() == key,
                None => {
                    self.skip()?;
                    false
                }
            };
            if !is_it {
                self.skip()?;
                continue;
            }
            let at = self.cursor.pos;
            let case = match self.kind()? {
                ValueKind::Text => {
                    let text = self.text()?;
                    meta.cases.iter().position(|case| case.value.number.is_none() && case.value.text == text.as_str())
                }
                ValueKind::Number => {
                    let number = self.number()?;
                    meta.cases.iter().position(|case| case.value.number == Some(number))
                }
                _ => {
                    self.skip()?;
                    None
                }
            };
            let case =
                case.ok_or_else(|| Error::new(Code::Union, "no branch has this discriminator").at(at).in_field(key));
            if self.duplicates != Duplicates::Last {
                return case.map(|case| case as u32);
            }
            latest = Some(case);
        }
        let missing = || Err(Error::new(Code::Union, "the discriminator is missing").at(start).in_field(key));
        latest.unwrap_or_else(missing).map(|case| case as u32)
    }
}
