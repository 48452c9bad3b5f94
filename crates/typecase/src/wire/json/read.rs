//! Reads the events of a message from JSON text.
//!
//! The fast path compares the bytes at hand with the separator and the key that should come next, and
//! looks nothing up. White space, keys in another order, unknown keys and the end of the record take
//! the slow path, which finds the field of whatever key comes and remembers it until it is asked for.

use super::Options;
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::meta::{EnumMeta, FlagsMeta, RecordMeta, UnionMeta};
use crate::seen::Seen;
use crate::text::lexer::{Lexer, Mark};
use crate::text::number::Number;
use crate::text::tree::Duplicates;
use crate::value::Value;
use crate::wire::{Read, TextRef, ValueKind};
use alloc::borrow::Cow;

/// The state of an object that is being read.
pub struct Object {
    /// The byte before the next key: the brace, which is not taken yet, or a comma.
    separator: u8,
    /// The field whose key has been taken and whose value comes next, or one of the two below.
    pending: u32,
    /// Where the brace is.
    start: usize,
    /// The field that the next key is looked for from, when no caller says which it expects.
    next: u32,
    /// Whether a field was null: to the caller it is missing, so that only a look back at the whole object
    /// finds out whether its key occurs twice.
    has_null: bool,
    /// Whether a key came after one that it precedes in the schema. If not, none occurs twice.
    late: bool,
}

/// No key has been taken.
const NOTHING: u32 = u32::MAX;
/// The closing brace has been taken.
const CLOSED: u32 = u32::MAX - 1;

/// Reads the events of one message from JSON text.
pub struct Reader<'de> {
    lexer: Lexer<'de>,
    strict: bool,
    duplicates: Duplicates,
}

impl<'de> Reader<'de> {
    /// Reads a text that is known to be UTF-8.
    #[inline]
    pub fn new(text: &'de str, options: &Options, limits: &Limits) -> Result<Reader<'de>> {
        Ok(Reader { lexer: Lexer::new(text, limits)?, strict: options.strict, duplicates: options.duplicates })
    }

    /// Checks that nothing but white space follows.
    #[inline]
    pub fn finish(&mut self) -> Result<()> {
        self.lexer.finish()
    }

    /// Takes the next key that the schema knows; `None` closes the object.
    fn next_key(&mut self, state: &mut Object, meta: &RecordMeta<'_>, expected: usize) -> Result<Option<usize>> {
        loop {
            let first = state.separator == b'{';
            if first {
                self.lexer.pos += 1;
                state.separator = b',';
            }
            if !self.lexer.entry(first)? {
                state.pending = CLOSED;
                if state.has_null && state.late && self.duplicates == Duplicates::Error {
                    self.check_keys(state, meta)?;
                }
                return Ok(None);
            }
            let start = self.lexer.pos;
            let key = self.lexer.string()?;
            let found = meta.find(key.as_str(), expected);
            if found.is_none() && self.strict {
                return Err(Error::new(Code::Extra, "the field is not in the schema").at(start).in_field(key.as_str()));
            }
            self.lexer.colon()?;
            match found {
                Some(index) => {
                    state.late |= index < expected;
                    return Ok(Some(index));
                }
                None => self.lexer.skip_value()?,
            }
        }
    }

    /// Whether the value that comes next is there; a null is taken.
    #[inline(always)]
    fn present(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        if self.lexer.peek() == b'n' && !meta.fields[index].null_is_value {
            state.has_null = true;
            return self.lexer.null().map(|_| false);
        }
        Ok(true)
    }

    /// Checks that no key of the object that has just been closed occurs twice.
    #[cold]
    #[inline(never)]
    fn check_keys(&mut self, state: &Object, meta: &RecordMeta<'_>) -> Result<()> {
        let end = self.lexer.mark();
        self.lexer.pos = state.start;
        self.lexer.open(b'{', Code::Type, "expected an object")?;
        let mut seen = Seen::new(meta.fields.len());
        let (mut first, mut expected) = (true, 0);
        while self.lexer.entry(first)? {
            first = false;
            let key = self.lexer.string()?;
            if let Some(index) = meta.find(key.as_str(), expected) {
                self.lexer.colon()?;
                self.lexer.peek();
                if seen.get(index) {
                    return Err(self.twice(meta.fields[index].name));
                }
                seen.set(index);
                expected = index + 1;
            } else {
                self.lexer.colon()?;
            }
            self.lexer.skip_value()?;
        }
        self.lexer.seek(end);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn twice(&self, key: &str) -> Error {
        self.error(Code::Duplicate, "the key occurs twice").in_field(key)
    }

    #[inline(never)]
    fn field_is_slow(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
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

    /// The discriminator's value, searched for among the keys of the object that comes next: that of the
    /// first occurrence, or of the last one if that is what counts.
    fn discriminator(&mut self, key: &str, meta: &UnionMeta<'_>) -> Result<u32> {
        let start = self.lexer.pos;
        self.lexer.open(b'{', Code::Type, "expected an object")?;
        let mut first = true;
        let mut latest = None;
        while self.lexer.entry(first)? {
            first = false;
            let is_it = self.lexer.string()?.as_str() == key;
            self.lexer.colon()?;
            if !is_it {
                self.lexer.skip_value()?;
                continue;
            }
            self.lexer.peek();
            let at = self.lexer.pos;
            let case = match self.lexer.kind()? {
                ValueKind::Text => {
                    let text = self.lexer.string()?;
                    meta.cases.iter().position(|case| case.value.number.is_none() && case.value.text == text.as_str())
                }
                ValueKind::Number => {
                    let number = self.lexer.double()?;
                    meta.cases.iter().position(|case| case.value.number == Some(number))
                }
                _ => {
                    self.lexer.skip_value()?;
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

impl<'de> Read<'de> for Reader<'de> {
    type Record = Object;
    type List = bool;
    type Map = bool;
    type Mark = Mark;
    const CARRIES_DISCRIMINATOR: bool = true;
    const ORDERED: bool = false;

    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>) -> Result<Object> {
        self.lexer.open(b'{', Code::Type, "expected an object")?;
        // The brace serves as the separator before the first key.
        self.lexer.pos -= 1;
        let start = self.lexer.pos;
        Ok(Object { separator: b'{', pending: NOTHING, start, next: 0, has_null: false, late: false })
    }

    #[inline(always)]
    fn field_is(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        let key = &meta.fields[index].key.as_bytes()[1..];
        if state.pending != NOTHING && state.pending != index as u32 {
            return Ok(false);
        }
        if state.pending == NOTHING
            && let Some((&separator, rest)) = self.lexer.bytes().get(self.lexer.pos..).and_then(<[u8]>::split_first)
            && separator == state.separator
        {
            if starts_with(rest, key) {
                self.lexer.pos += key.len() + 1;
                state.separator = b',';
                return self.present(state, meta, index);
            }
            if !meta.fields[index].required && rest.first() == Some(&b'"') {
                // Another key, and this field may be missing: a later field will take the key, or else
                // the end of the record will look at it.
                return Ok(false);
            }
        }
        self.field_is_slow(state, meta, index)
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
        if state.pending == NOTHING && state.separator == b',' && self.lexer.bytes().get(self.lexer.pos) == Some(&b'}')
        {
            self.lexer.pos += 1;
            self.lexer.depth.leave();
            return Ok(true);
        }
        self.end_record_slow(state, meta)
    }

    fn duplicate(&mut self, _state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        match self.duplicates {
            Duplicates::Error => Err(self.twice(meta.fields[index].name)),
            Duplicates::First => Ok(false),
            Duplicates::Last => Ok(true),
        }
    }

    #[inline(always)]
    fn list(&mut self) -> Result<bool> {
        self.lexer.open(b'[', Code::Type, "expected an array")?;
        Ok(true)
    }

    #[inline(always)]
    fn item(&mut self, first: &mut bool) -> Result<bool> {
        self.lexer.item(core::mem::replace(first, false))
    }

    fn map(&mut self) -> Result<bool> {
        self.lexer.open(b'{', Code::Type, "expected an object")?;
        Ok(true)
    }

    fn key<'s>(&'s mut self, first: &mut bool) -> Result<Option<TextRef<'de, 's>>> {
        super::map_key(&mut self.lexer, first)
    }

    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        let Some(key) = meta.discriminator else {
            return Err(self.error(Code::Union, "the union has no discriminator"));
        };
        self.lexer.peek();
        let mark = self.lexer.mark();
        let case = self.discriminator(key, meta)?;
        self.lexer.seek(mark);
        Ok(case)
    }

    fn plain_case(&mut self, _meta: &UnionMeta<'_>) -> Result<Option<u32>> {
        self.lexer.depth.enter().map_err(|error| error.at(self.lexer.pos))?;
        Ok(None)
    }

    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_none() {
            self.lexer.depth.leave();
        }
        Ok(())
    }

    #[inline(always)]
    fn null(&mut self) -> Result<bool> {
        self.lexer.null()
    }

    fn kind(&mut self) -> Result<ValueKind> {
        self.lexer.kind()
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool> {
        self.lexer.bool()
    }

    #[inline(always)]
    fn int(&mut self) -> Result<i64> {
        self.lexer.int()
    }

    #[inline(always)]
    fn uint(&mut self) -> Result<u64> {
        self.lexer.uint()
    }

    #[inline(always)]
    fn number(&mut self) -> Result<f64> {
        self.lexer.double()
    }

    #[inline(always)]
    fn text<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        self.lexer.string()
    }

    fn bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        self.lexer.base64()
    }

    fn date(&mut self) -> Result<i64> {
        self.lexer.date()
    }

    fn bigint(&mut self) -> Result<Cow<'de, str>> {
        self.lexer.bigint()
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        let mark = self.lexer.mark();
        let found = match self.lexer.peek() {
            b'"' => meta.find_text(self.lexer.string()?.as_str()),
            b'-' | b'0'..=b'9' => match self.lexer.number("expected a value of the enum")? {
                Number::Int(value) => meta.find_number(value as f64),
                Number::Uint(value) => meta.find_number(value as f64),
                Number::Float(value) => meta.find_number(value),
            },
            _ => return Err(self.lexer.unexpected(Code::Type, "expected a value of the enum")),
        };
        if found.is_none() {
            self.lexer.seek(mark);
            if !meta.open {
                self.lexer.peek();
                return Err(self.error(Code::Enum, "the value is not one of the enum's"));
            }
        }
        Ok(found)
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        let mut first = self.map()?;
        let mut seen = Seen::new(meta.names.len());
        loop {
            self.lexer.peek();
            let start = self.lexer.pos;
            let strict = self.strict;
            let Some(key) = super::map_key(&mut self.lexer, &mut first)? else { return Ok(()) };
            match meta.names.iter().position(|name| *name == key.as_str()) {
                Some(index) if seen.get(index) && self.duplicates == Duplicates::Error => {
                    return Err(self.twice(meta.names[index]));
                }
                Some(index) if seen.get(index) && self.duplicates == Duplicates::First => self.lexer.skip_value()?,
                Some(index) => {
                    seen.set(index);
                    let set = !self.lexer.null()? && self.lexer.bool()?;
                    let bit = 1 << (index % 64);
                    words[index / 64] = words[index / 64] & !bit | if set { bit } else { 0 };
                }
                None if strict => {
                    return Err(Error::new(Code::Extra, "the flag is not in the schema")
                        .at(start)
                        .in_field(key.as_str()));
                }
                None => self.lexer.skip_value()?,
            }
        }
    }

    fn json(&mut self) -> Result<Value<'de>> {
        self.lexer.tree(Some(Duplicates::Last))
    }

    fn skip(&mut self) -> Result<()> {
        self.lexer.skip_value()
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        self.lexer.mark()
    }

    #[inline(always)]
    fn seek(&mut self, mark: Mark) {
        self.lexer.seek(mark);
    }

    fn retry(&mut self, mark: Mark) -> Result<()> {
        self.lexer.retry(mark)
    }

    fn offset(&self) -> usize {
        self.lexer.pos
    }
}

/// Whether a text starts with a key. For the keys of derived code, which are constants, two loads and
/// comparisons are left of this; for those of a schema it saves a call.
#[inline(always)]
fn starts_with(text: &[u8], key: &[u8]) -> bool {
    let Some(text) = text.get(..key.len()) else { return false };
    match key.len() {
        0..4 | 17.. => text == key,
        4..8 => text.first_chunk::<4>() == key.first_chunk::<4>() && text.last_chunk::<4>() == key.last_chunk::<4>(),
        8..17 => text.first_chunk::<8>() == key.first_chunk::<8>() && text.last_chunk::<8>() == key.last_chunk::<8>(),
    }
}

impl Reader<'_> {
    #[inline(never)]
    fn end_record_slow(&mut self, state: &mut Object, meta: &RecordMeta<'_>) -> Result<bool> {
        if state.pending == NOTHING
            && let Some(index) = self.next_key(state, meta, meta.fields.len())?
        {
            state.pending = index as u32;
        }
        Ok(state.pending == CLOSED)
    }
}
