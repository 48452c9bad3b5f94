//! Reads the events of a message from CBOR.
//!
//! The fast path compares the bytes at hand with the key that should come next, head and all, and looks
//! nothing up. Keys in another order, with longer heads, or unknown ones take the slow path, which finds the
//! field of whatever key comes and remembers it until it is asked for. Records of cbor-x have no keys at
//! their values: a plan says which field each value is.

use super::cursor::{Cursor, is_until_break};
use super::heads::{
    ARRAY, BREAK, BYTES, DOUBLE, FALSE, MAP, NEGATIVE, NULL, SIMPLE, TAG, TEXT, TRUE, UINT, UNDEFINED, tag,
};
use super::keys::KeyIter;
use super::object::{CLOSED, Entries, Form, NOTHING, Object};
use super::parse::Strings;
use super::records::Definitions;
use super::{Options, Records, Session};
use crate::error::{Code, Error, Result, afresh};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, RecordMeta, UnionMeta};
use crate::seen::Seen;
use crate::value::Value;
use crate::wire::json::Duplicates;
use crate::wire::{Read, TextRef, ValueKind, bignum};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A place in the input.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pos: usize,
    depth: Depth,
    /// How many bytes had been gone back over.
    rewound: usize,
}

/// Reads the events of one message from CBOR.
pub struct Reader<'de: 's, 's> {
    pub(super) cursor: Cursor<'de>,
    pub(super) depth: Depth,
    pub(super) cbor_x: bool,
    /// Whether records with ids are expected, so that a map is not an object.
    pub(super) has_ids: bool,
    pub(super) lists: bool,
    pub(super) strict: bool,
    pub(super) duplicates: Duplicates,
    /// How many more bytes may be read in vain while branches of unions are tried.
    pub(super) spare: usize,
    rewound: usize,
    pub(super) seldom: Option<Box<Seldom<'de>>>,
    pub(super) session: Option<&'s Session>,
}

/// What few messages need, in a place of its own, so that the others do not pay for making and dropping it.
#[derive(Default)]
pub(super) struct Seldom<'de> {
    /// The latest string that came in pieces.
    pub(super) scratch: String,
    /// The records that the message has defined, and the plans for all of them.
    pub(super) definitions: Definitions<'de>,
    /// The strings that may be referred to, in a namespace of them.
    pub(super) strings: Option<Strings<'de>>,
}

/// What few messages need, which is made when it is needed first.
#[inline]
pub(super) fn seldom<'r, 'de>(place: &'r mut Option<Box<Seldom<'de>>>) -> &'r mut Seldom<'de> {
    place.get_or_insert_default()
}

impl<'de: 's, 's> Reader<'de, 's> {
    /// Reads a message; what the messages before have left is in `session`.
    ///
    /// # Errors
    /// With the option `deterministic`, `structure` for an encoding that is not.
    #[inline(always)]
    pub fn new(
        input: &'de [u8],
        options: &Options,
        limits: &Limits,
        session: Option<&'s Session>,
    ) -> Result<Reader<'de, 's>> {
        limits.check_bytes(input.len())?;
        let mut reader = Reader {
            cursor: Cursor { input, pos: 0 },
            depth: limits.depth(),
            cbor_x: options.is_cbor_x(),
            has_ids: options.has_ids(),
            lists: options.records == Records::Lists,
            strict: options.strict,
            duplicates: options.duplicates,
            spare: input.len().saturating_mul(16).saturating_add(4096),
            rewound: 0,
            seldom: None,
            session,
        };
        if options.deterministic {
            super::deterministic::check(input, limits)?;
        }
        if input.first_chunk() == Some(&[0xd9, 0xd9, 0xf7]) {
            reader.cursor.pos = 3;
        }
        Ok(reader)
    }

    /// Checks that nothing follows.
    #[inline]
    pub fn finish(&mut self) -> Result<()> {
        match self.cursor.rest() {
            [] => Ok(()),
            _ => Err(self.cursor.error(Code::Structure, "the message goes on after the value")),
        }
    }

    /// What the message has defined, for a session.
    pub(super) fn defined(self) -> Vec<(u16, KeyIter<'de>)> {
        self.seldom.map(|seldom| seldom.definitions.into_list()).unwrap_or_default()
    }

    /// The error for a value that is not of the kind that is wanted, or not CBOR at all.
    #[cold]
    #[inline(never)]
    pub(super) fn unexpected(&self, code: Code, message: &'static str) -> Error {
        let mut cursor = self.cursor;
        match cursor.skip(&mut self.depth.clone(), &mut |_, _| Ok(())) {
            Err(error) => error,
            Ok(()) => self.cursor.error(code, message),
        }
    }

    /// Takes the tags before a value that say nothing that the schema does not say, or that are not known.
    /// Gives the first byte of the value, or of a tag with a meaning of its own.
    #[cold]
    #[inline(never)]
    pub(super) fn untagged(&mut self) -> Result<u8> {
        loop {
            let first = self.cursor.peek()?;
            if first & 0xe0 != TAG {
                return Ok(first);
            }
            let start = self.cursor.pos;
            match self.cursor.take_tag(first)? {
                tag::DATE_TEXT
                | tag::EPOCH
                | tag::BIG_POSITIVE
                | tag::BIG_NEGATIVE
                | tag::STRING_REFERENCE
                | tag::SHARED_REFERENCE
                | tag::RECORD_DEFINITION
                | tag::FIRST_RECORD..=tag::LAST_RECORD => {
                    self.cursor.pos = start;
                    return Ok(first);
                }
                tag::OLD_RECORD_DEFINITION if self.cbor_x => {
                    self.cursor.pos = start;
                    return Ok(first);
                }
                tag::RECORD_DEFINITIONS => seldom(&mut self.seldom).definitions.several(&mut self.cursor)?,
                _ => {}
            }
        }
    }
}

/// A date of seconds.
const DATE: u8 = TAG | tag::EPOCH as u8;
/// The head of an integer of four bytes.
const UINT32: u8 = UINT | 26;

/// The index of the string that an enum has among its values.
#[inline(always)]
fn find(meta: &EnumMeta<'_>, text: &[u8]) -> Option<u32> {
    let is_it = |value: &EnumValue<'_>| {
        value.number.is_none() && value.text.len() == text.len() && starts_with(text, value.text.as_bytes())
    };
    meta.values.iter().position(is_it).map(|at| at as u32)
}

/// Whether bytes start with a key. For the keys of derived code, which are constants, two loads and
/// comparisons are left of this; for those of a schema it saves a call.
#[inline(always)]
fn starts_with(bytes: &[u8], key: &[u8]) -> bool {
    let Some(bytes) = bytes.get(..key.len()) else { return false };
    match key.len() {
        0 => true,
        1..4 => {
            let (middle, last) = (key.len() / 2, key.len() - 1);
            bytes[0] == key[0] && bytes[middle] == key[middle] && bytes[last] == key[last]
        }
        17.. => bytes == key,
        4..8 => bytes.first_chunk::<4>() == key.first_chunk::<4>() && bytes.last_chunk::<4>() == key.last_chunk::<4>(),
        _ => bytes.first_chunk::<8>() == key.first_chunk::<8>() && bytes.last_chunk::<8>() == key.last_chunk::<8>(),
    }
}

impl<'de: 's, 's> Read<'de> for Reader<'de, 's> {
    type Record = Object;
    type List = usize;
    type Map = Entries<'s>;
    type Mark = Mark;
    const CARRIES_DISCRIMINATOR: bool = true;
    const ORDERED: bool = false;

    #[inline(always)]
    fn record(&mut self, meta: &RecordMeta<'_>) -> Result<Object> {
        let first = self.cursor.peek()?;
        if first & 0xe0 == MAP {
            return self.map_record(first);
        }
        if first & 0xe0 == ARRAY && self.lists {
            return self.list_record(first);
        }
        afresh(self.other_record(meta))
    }

    #[inline(always)]
    fn field_is(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        if state.pending != NOTHING {
            return if state.pending == index as u32 { self.field_is_late(state, meta, index) } else { Ok(false) };
        }
        if state.left == 0 {
            return Ok(false);
        }
        let field = &meta.fields[index];
        match state.form {
            Form::Map if field.name.len() < 24 => {
                let key = field.name.as_bytes();
                if let Some((&first, rest)) = self.cursor.rest().split_first() {
                    if first == TEXT | key.len() as u8 && starts_with(rest, key) {
                        self.cursor.pos += key.len() + 1;
                        state.left -= 1;
                        return self.present(state, meta, index);
                    }
                    if !field.required && first != BREAK {
                        // Another key, and this field may be missing: a later field will take the key, or
                        // else the end of the record will look at it.
                        return Ok(false);
                    }
                }
            }
            Form::List if state.at == index && !is_until_break(state.left) => {
                state.at += 1;
                state.left -= 1;
                return self.present(state, meta, index);
            }
            Form::Ids if self.planned(state.at) == Some(index) => {
                state.at += 1;
                state.left -= 1;
                return self.present(state, meta, index);
            }
            _ => {}
        }
        self.field_is_late(state, meta, index)
    }

    fn next_field(&mut self, state: &mut Object, meta: &RecordMeta<'_>) -> Result<Option<usize>> {
        loop {
            let index = match state.pending {
                CLOSED => return Ok(None),
                NOTHING => match self.next_key(state, meta, state.next as usize)? {
                    Some(index) => index,
                    None => return Ok(None),
                },
                pending => pending as usize,
            };
            state.pending = NOTHING;
            state.next = index as u32 + 1;
            if self.present(state, meta, index)? {
                return Ok(Some(index));
            }
        }
    }

    fn next_after(&mut self, state: &mut Object, meta: &RecordMeta<'_>, next: usize) -> Result<Option<usize>> {
        // Whether it was null or is still to come: a key that is now met for this field is not in order.
        state.next = state.next.max(next as u32 + 1);
        self.next_field(state, meta)
    }

    #[inline(always)]
    fn end_record(&mut self, state: &mut Object, meta: &RecordMeta<'_>) -> Result<bool> {
        if state.pending == NOTHING && state.left == 0 && !state.late {
            self.depth.leave();
            return Ok(true);
        }
        let mut copy = *state;
        let closed = afresh(self.end_record_slow(&mut copy, meta));
        state.update(copy);
        closed
    }

    fn duplicate(&mut self, _state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        match self.duplicates {
            Duplicates::Error => Err(self.twice(meta.fields[index].name)),
            Duplicates::First => Ok(false),
            Duplicates::Last => Ok(true),
        }
    }

    #[inline(always)]
    fn list(&mut self) -> Result<usize> {
        let mut first = self.cursor.peek()?;
        if first & 0xe0 != ARRAY {
            let start = self.cursor.pos;
            first = self.untagged()?;
            if first & 0xe0 != ARRAY {
                self.cursor.pos = start;
                return Err(self.unexpected(Code::Type, "expected an array"));
            }
        }
        self.enter()?;
        self.cursor.count(first, 1)
    }

    #[inline(always)]
    fn item(&mut self, left: &mut usize) -> Result<bool> {
        let more = self.cursor.more(left)?;
        if !more {
            self.depth.leave();
        }
        Ok(more)
    }

    #[inline(always)]
    fn size_hint(&self, left: &usize) -> usize {
        if is_until_break(*left) { 0 } else { *left }
    }

    #[inline(always)]
    fn length(&self, left: &usize) -> Option<usize> {
        (!is_until_break(*left)).then_some(*left)
    }

    fn map(&mut self) -> Result<Entries<'s>> {
        let start = self.cursor.pos;
        let first = self.untagged()?;
        let entries = match first & 0xe0 {
            MAP => Some(Entries { left: self.cursor.count(first, 2)?, keys: None }),
            TAG => self.open_record()?.map(|shape| Entries { left: shape.count, keys: Some(shape.keys) }),
            _ => None,
        };
        let Some(entries) = entries else {
            self.cursor.pos = start;
            return Err(self.unexpected(Code::Type, "expected a map"));
        };
        self.enter()?;
        Ok(entries)
    }

    fn key<'k>(&'k mut self, state: &mut Entries<'s>) -> Result<Option<TextRef<'de, 'k>>> {
        if !self.cursor.more(&mut state.left)? {
            self.depth.leave();
            return Ok(None);
        }
        match &mut state.keys {
            Some(keys) => match keys.next() {
                Some(key) => Ok(Some(TextRef::Scratch(key))),
                None => Err(self.more_values()),
            },
            None => self.text().map(Some),
        }
    }

    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        let Some(key) = meta.discriminator else {
            return Err(self.error(Code::Union, "the union has no discriminator"));
        };
        let mark = self.mark();
        let case = self.discriminator(key, meta)?;
        self.seek(mark);
        Ok(case)
    }

    fn plain_case(&mut self, _meta: &UnionMeta<'_>) -> Result<Option<u32>> {
        self.enter()?;
        Ok(None)
    }

    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.leave();
        }
        Ok(())
    }

    #[inline(always)]
    fn null(&mut self) -> Result<bool> {
        let found = matches!(self.cursor.peek()?, NULL | UNDEFINED);
        self.cursor.pos += usize::from(found);
        Ok(found)
    }

    fn kind(&mut self) -> Result<ValueKind> {
        let start = self.cursor.pos;
        let first = self.untagged()?;
        let kind = match first & 0xe0 {
            UINT | NEGATIVE => ValueKind::Number,
            BYTES => ValueKind::Bytes,
            TEXT => ValueKind::Text,
            ARRAY if self.lists => ValueKind::Other,
            ARRAY => ValueKind::List,
            MAP => ValueKind::Map,
            TAG => match self.cursor.take_tag(first)? {
                tag::DATE_TEXT | tag::EPOCH => ValueKind::Date,
                tag::BIG_POSITIVE | tag::BIG_NEGATIVE => ValueKind::Number,
                tag::RECORD_DEFINITION | tag::FIRST_RECORD..=tag::LAST_RECORD => ValueKind::Map,
                _ => ValueKind::Other,
            },
            _ => match first {
                FALSE | TRUE => ValueKind::Bool,
                NULL | UNDEFINED => ValueKind::Null,
                0xf9..=0xfb => ValueKind::Number,
                _ => ValueKind::Other,
            },
        };
        self.cursor.pos = start;
        Ok(kind)
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool> {
        let first = self.cursor.peek()?;
        if first & !1 == FALSE {
            self.cursor.pos += 1;
            return Ok(first == TRUE);
        }
        Err(self.unexpected(Code::Type, "expected a boolean"))
    }

    #[inline(always)]
    fn int(&mut self) -> Result<i64> {
        let first = self.cursor.peek()?;
        if first < 0x40 {
            let (n, behind) = self.cursor.argument(first)?;
            if n >> 63 == 0 {
                self.cursor.pos = behind;
                // All ones for a negative one, since -1 - n is its complement.
                return Ok(n as i64 ^ -i64::from(first >> 5));
            }
        }
        afresh(self.other_int64())
    }

    #[inline(always)]
    fn uint(&mut self) -> Result<u64> {
        let first = self.cursor.peek()?;
        if first < NEGATIVE {
            let (n, behind) = self.cursor.argument(first)?;
            self.cursor.pos = behind;
            return Ok(n);
        }
        afresh(self.other_uint64())
    }

    #[inline(always)]
    fn number(&mut self) -> Result<f64> {
        let first = self.cursor.peek()?;
        if first == DOUBLE
            && let Some(bytes) = self.cursor.rest().get(1..9).and_then(<[u8]>::first_chunk::<8>)
        {
            self.cursor.pos += 9;
            return Ok(f64::from_bits(u64::from_be_bytes(*bytes)));
        }
        if first < 0x40 {
            let (n, behind) = self.cursor.argument(first)?;
            if n >> 63 == 0 {
                self.cursor.pos = behind;
                return Ok((n as i64 ^ -i64::from(first >> 5)) as f64);
            }
        }
        afresh(self.other_number())
    }

    #[inline(always)]
    fn text<'k>(&'k mut self) -> Result<TextRef<'de, 'k>> {
        let first = self.cursor.peek()?;
        if first & 0xe0 == TEXT
            && let Some(bytes) = self.cursor.whole(first)?
        {
            return super::text_at(bytes, self.cursor.pos - bytes.len()).map(TextRef::Borrowed);
        }
        match self.other_text() {
            Ok(Some(text)) => Ok(TextRef::Borrowed(text)),
            Ok(None) => Ok(TextRef::Scratch(self.seldom.as_deref().map_or("", |seldom| &seldom.scratch))),
            Err(error) => Err(error),
        }
    }

    fn bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        let start = self.cursor.pos;
        if self.untagged()? & 0xe0 != BYTES {
            self.cursor.pos = start;
            return Err(self.unexpected(Code::Type, "expected bytes"));
        }
        self.byte_string()
    }

    #[inline(always)]
    fn date(&mut self) -> Result<i64> {
        // Seconds as an integer of 32 bits, and as a double.
        match self.cursor.rest() {
            [DATE, UINT32, a, b, c, d, ..] => {
                self.cursor.pos += 6;
                return Ok(i64::from(u32::from_be_bytes([*a, *b, *c, *d])) * 1000);
            }
            [DATE, DOUBLE, a, b, c, d, e, f, g, h, ..] => {
                if let Some(millis) = super::scalars::millis(f64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h])) {
                    self.cursor.pos += 10;
                    return Ok(millis);
                }
            }
            _ => {}
        }
        afresh(self.other_date())
    }

    fn bigint(&mut self) -> Result<Cow<'de, str>> {
        let start = self.cursor.pos;
        let first = self.untagged()?;
        if first & 0xe0 == TAG
            && let Some((negative, n)) = self.big_integer()?
        {
            return bignum::print(negative, &n).map(Cow::Owned).map_err(|error| error.at(start));
        }
        if first < 0x40 || first & 0xe0 == SIMPLE {
            let value = self
                .other_int()
                .map_err(|error| Error::new(Code::Type, "expected an integer").at(error.offset().unwrap_or(start)))?;
            return Ok(Cow::Owned(value.to_string()));
        }
        self.cursor.pos = start;
        Err(self.unexpected(Code::Type, "expected an integer"))
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        if let Some((&first @ TEXT..0x78, rest)) = self.cursor.rest().split_first()
            && let Some(text) = rest.get(..usize::from(first & 31))
            && let Some(index) = find(meta, text)
        {
            self.cursor.pos += 1 + text.len();
            return Ok(Some(index));
        }
        afresh(self.any_enum(meta))
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        let mut entries = self.map()?;
        let mut seen = Seen::new(meta.names.len());
        loop {
            let start = self.cursor.pos;
            let strict = self.strict;
            let Some(key) = self.key(&mut entries)? else { return Ok(()) };
            let found = meta.names.iter().position(|name| *name == key.as_str());
            if found.is_none() && strict {
                return Err(Error::new(Code::Extra, "the flag is not in the schema").at(start).in_field(key.as_str()));
            }
            match found {
                Some(index) if seen.get(index) && self.duplicates == Duplicates::Error => {
                    return Err(self.twice(meta.names[index]));
                }
                Some(index) if seen.get(index) && self.duplicates == Duplicates::First => self.skip()?,
                Some(index) => {
                    seen.set(index);
                    let set = !self.null()? && self.bool()?;
                    let bit = 1 << (index % 64);
                    words[index / 64] = words[index / 64] & !bit | if set { bit } else { 0 };
                }
                None => self.skip()?,
            }
        }
    }

    fn json(&mut self) -> Result<Value<'de>> {
        self.value()
    }

    fn skip(&mut self) -> Result<()> {
        // Records may be defined in what is skipped.
        let place = &mut self.seldom;
        self.cursor.skip(&mut self.depth, &mut |cursor, tag| match tag {
            tag::RECORD_DEFINITION | tag::RECORD_DEFINITIONS => seldom(place).definitions.look(*cursor, tag),
            _ => Ok(()),
        })
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        Mark { pos: self.cursor.pos, depth: self.depth, rewound: self.rewound }
    }

    #[inline(always)]
    fn seek(&mut self, mark: Mark) {
        self.rewound = self.rewound.wrapping_add(self.cursor.pos.saturating_sub(mark.pos));
        (self.cursor.pos, self.depth) = (mark.pos, mark.depth);
    }

    /// Goes back and pays for what was read in vain: up to here, and further ahead to find a discriminator,
    /// for instance.
    fn retry(&mut self, mark: Mark) -> Result<()> {
        let ahead = self.rewound.wrapping_sub(mark.rewound);
        let in_vain = self.cursor.pos.saturating_sub(mark.pos).saturating_add(ahead).max(1);
        match self.spare.checked_sub(in_vain) {
            Some(left) => {
                self.spare = left;
                (self.cursor.pos, self.depth, self.rewound) = (mark.pos, mark.depth, mark.rewound);
                Ok(())
            }
            None => Err(self.error(Code::Limit, "the branches of unions were tried too often")),
        }
    }

    fn offset(&self) -> usize {
        self.cursor.pos
    }
}
