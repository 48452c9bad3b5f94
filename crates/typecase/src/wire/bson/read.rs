//! Reads the events of a message from a BSON document.
//!
//! The fast path compares the bytes at hand with the key that should come next, and looks nothing up. Keys in
//! another order, unknown keys and the end of the record take the slow path, which finds the field of whatever
//! key comes and remembers it until it is asked for. What the schema does not know is skipped by its length.

use super::element::{
    ARRAY, BINARY, BOOLEAN, DATE, DECIMAL128, DOCUMENT, DOUBLE, INT32, INT64, NULL, OBJECT_ID, STRING, SYMBOL,
    UNDEFINED,
};
use super::parse::Mode;
use super::write::ITEMS;
use super::{Options, decimal128};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, FlagsMeta, RecordMeta, UnionMeta};
use crate::seen::Seen;
use crate::text::{date, lexer};
use crate::value::Value;
use crate::wire::json::Duplicates;
use crate::wire::{Read, TextRef, ValueKind};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// The state of a document that is being read.
pub struct Object {
    /// Where the document around it ends.
    around: usize,
    /// The field whose key has been taken and whose value comes next, or one of the two below.
    pending: u32,
    /// Where its first element is.
    start: usize,
    /// The field that the next key is looked for from, when no caller says which it expects.
    next: u32,
    /// Whether a field was null: to the caller it is missing, so that only a look back at the whole document
    /// finds out whether its key occurs twice.
    has_null: bool,
    /// Whether a key came after one that it precedes in the schema. If not, none occurs twice.
    late: bool,
}

/// No key has been taken.
const NOTHING: u32 = u32::MAX;
/// The document has ended.
const CLOSED: u32 = u32::MAX - 1;

/// The state of an array or a map that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Items {
    /// Where the document around it ends.
    around: usize,
    /// Where to go on after it: for a list root, behind its document; else 0.
    after: usize,
}

/// A place in the input.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pos: usize,
    end: usize,
    ty: u8,
    depth: Depth,
    rewound: usize,
}

/// The type of the message itself: no element has it.
pub(super) const ROOT: u8 = 0;

/// Reads the events of one message from a BSON document.
pub struct Reader<'de> {
    pub(super) input: &'de [u8],
    /// The value that comes next.
    pub(super) pos: usize,
    /// Where the innermost open document ends: its terminator, or the end of the input.
    pub(super) end: usize,
    /// The type of the value that comes next.
    pub(super) ty: u8,
    pub(super) depth: Depth,
    strict: bool,
    duplicates: Duplicates,
    /// How many more bytes may be read in vain to find the branches of unions.
    spare: usize,
    /// How many bytes have been gone back over so far, other than to try another branch.
    rewound: usize,
    /// Text that is not on the wire as it is.
    pub(super) scratch: String,
}

impl<'de> Reader<'de> {
    /// Reads this message.
    #[inline]
    pub fn new(input: &'de [u8], options: &Options, limits: &Limits) -> Reader<'de> {
        Reader {
            input,
            pos: 0,
            end: input.len(),
            ty: ROOT,
            depth: limits.depth(),
            strict: options.strict,
            duplicates: options.duplicates,
            // Each level of unions may try a few branches; more than this is an attack, not data.
            spare: input.len().saturating_mul(16).saturating_add(4096),
            rewound: 0,
            scratch: String::new(),
        }
    }

    /// Checks that nothing follows the message.
    #[inline]
    pub fn finish(&mut self) -> Result<()> {
        if self.pos == self.input.len() { Ok(()) } else { Err(self.error(Code::Structure, "bytes after the document")) }
    }

    /// Takes the next key that the schema knows; `None` closes the document.
    fn next_key(&mut self, state: &mut Object, meta: &RecordMeta<'_>, expected: usize) -> Result<Option<usize>> {
        loop {
            let start = self.pos;
            let Some(ty) = self.element()? else {
                state.pending = CLOSED;
                if state.has_null && state.late && self.duplicates == Duplicates::Error {
                    self.check_keys(state, meta)?;
                }
                self.close(state.around);
                return Ok(None);
            };
            self.ty = ty;
            let key = self.zero_ended()?;
            match meta.find(key, expected) {
                Some(index) => {
                    state.late |= index < expected;
                    return Ok(Some(index));
                }
                None if self.strict => {
                    return Err(Error::new(Code::Extra, "the field is not in the schema").at(start).in_field(key));
                }
                None => self.skip_value()?,
            }
        }
    }

    /// Whether the value that comes next is there; a null is taken.
    #[inline(always)]
    fn present(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> bool {
        if is_null(self.ty) && !meta.fields[index].null_is_value {
            state.has_null = true;
            return false;
        }
        true
    }

    /// Checks that no key of the document that has just ended occurs twice.
    #[cold]
    #[inline(never)]
    fn check_keys(&mut self, state: &Object, meta: &RecordMeta<'_>) -> Result<()> {
        self.pos = state.start;
        let mut seen = Seen::new(meta.fields.len());
        let mut expected = 0;
        while let Some(ty) = self.element()? {
            self.ty = ty;
            if let Some(index) = meta.find(self.zero_ended()?, expected) {
                if seen.get(index) {
                    return Err(self.twice(meta.fields[index].name));
                }
                seen.set(index);
                expected = index + 1;
            }
            self.skip_value()?;
        }
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
        Ok(self.present(state, meta, index))
    }

    #[inline(never)]
    fn end_record_slow(&mut self, state: &mut Object, meta: &RecordMeta<'_>) -> Result<bool> {
        if state.pending == NOTHING
            && let Some(index) = self.next_key(state, meta, meta.fields.len())?
        {
            state.pending = index as u32;
        }
        Ok(state.pending == CLOSED)
    }

    /// Finds the list that is the message, in its document, and opens it.
    #[cold]
    #[inline(never)]
    fn open_root_list(&mut self) -> Result<Items> {
        let start = self.pos;
        let around = self.open()?;
        let mut found = None;
        loop {
            let at = self.pos;
            let Some(ty) = self.element()? else { break };
            self.ty = ty;
            let key = self.zero_ended()?;
            match found {
                _ if key != ITEMS && self.strict => {
                    return Err(Error::new(Code::Extra, "a list is the array `items` alone").at(at).in_field(key));
                }
                _ if key != ITEMS => {}
                Some(_) if self.duplicates == Duplicates::Error => return Err(self.twice(key)),
                Some(_) if self.duplicates == Duplicates::First => {}
                _ => found = Some((self.pos, ty)),
            }
            self.skip_value()?;
        }
        let after = self.end + 1;
        let Some((pos, ty)) = found else {
            return Err(Error::new(Code::Structure, "expected a document with the array `items`").at(start));
        };
        (self.pos, self.ty) = (pos, ty);
        // The document around the list is no level of its own.
        self.depth.leave();
        self.open_items(ARRAY, "expected an array")?;
        Ok(Items { around, after })
    }

    #[inline(always)]
    fn open_items(&mut self, ty: u8, expected: &'static str) -> Result<Items> {
        if self.ty != ty {
            return self.mismatch(expected);
        }
        Ok(Items { around: self.open()?, after: 0 })
    }

    #[inline(always)]
    fn close_items(&mut self, items: &Items) {
        self.close(items.around);
        if items.after != 0 {
            self.pos = items.after;
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn mismatch<T>(&self, expected: &'static str) -> Result<T> {
        Err(self.error(Code::Type, expected))
    }

    /// The discriminator's value, searched for among the keys of the document that comes next: that of the
    /// first occurrence, or of the last one if that is what counts.
    fn discriminator(&mut self, key: &str, meta: &UnionMeta<'_>) -> Result<u32> {
        let start = self.pos;
        if !matches!(self.ty, DOCUMENT | ROOT) {
            return self.mismatch("expected a document");
        }
        self.open()?;
        let mut latest = None;
        while let Some(ty) = self.element()? {
            self.ty = ty;
            if self.zero_ended()? != key {
                self.skip_value()?;
                continue;
            }
            let at = self.pos;
            let case = match ty {
                STRING | SYMBOL => {
                    let text = self.string()?;
                    meta.cases.iter().position(|case| case.value.number.is_none() && case.value.text == text)
                }
                DOUBLE | INT32 | INT64 => {
                    let number = self.number()?;
                    meta.cases.iter().position(|case| case.value.number == Some(number))
                }
                _ => {
                    self.skip_value()?;
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

/// Whether a value of this type stands for a missing one.
#[inline(always)]
fn is_null(ty: u8) -> bool {
    ty == NULL || ty == UNDEFINED
}

impl<'de> Read<'de> for Reader<'de> {
    type Record = Object;
    type List = Items;
    type Map = Items;
    type Mark = Mark;
    const CARRIES_DISCRIMINATOR: bool = true;
    const ORDERED: bool = false;

    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>) -> Result<Object> {
        if self.ty != DOCUMENT && self.ty != ROOT {
            return self.mismatch("expected a document");
        }
        let around = self.open()?;
        Ok(Object { around, pending: NOTHING, start: self.pos, next: 0, has_null: false, late: false })
    }

    #[inline(always)]
    fn field_is(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        if state.pending != NOTHING {
            return if state.pending == index as u32 { self.field_is_slow(state, meta, index) } else { Ok(false) };
        }
        let key = meta.fields[index].name.as_bytes();
        let head = key.len() + 2;
        if let Some(bytes) = self.input.get(self.pos..self.end)
            && let Some((&ty, rest)) = bytes.split_first()
            && ty != 0
        {
            if bytes.len() >= head && rest[key.len()] == 0 && same(&rest[..key.len()], key) {
                self.pos += head;
                self.ty = ty;
                return Ok(self.present(state, meta, index));
            }
            if !meta.fields[index].required {
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
            if self.present(state, meta, index) {
                return Ok(Some(index));
            }
        }
    }

    fn next_after(&mut self, state: &mut Object, meta: &RecordMeta<'_>, next: usize) -> Result<Option<usize>> {
        state.next = state.next.max(next as u32 + 1);
        self.next_field(state, meta)
    }

    #[inline(always)]
    fn end_record(&mut self, state: &mut Object, meta: &RecordMeta<'_>) -> Result<bool> {
        if state.pending == NOTHING && self.pos == self.end {
            self.close(state.around);
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
    fn list(&mut self) -> Result<Items> {
        if self.ty == ROOT {
            return self.open_root_list();
        }
        self.open_items(ARRAY, "expected an array")
    }

    #[inline(always)]
    fn item(&mut self, items: &mut Items) -> Result<bool> {
        match self.element()? {
            Some(ty) => {
                self.ty = ty;
                self.skip_key()?;
                Ok(true)
            }
            None => {
                self.close_items(items);
                Ok(false)
            }
        }
    }

    /// As many as there would be if all were as long as the first.
    #[inline(always)]
    fn size_hint(&self, _items: &Items) -> usize {
        let rest = self.input.get(self.pos..self.end).unwrap_or_default();
        let Some((&ty, value)) = rest.split_first() else { return 0 };
        let length = match value {
            [_, 0, a, b, c, d, ..] => u32::from_le_bytes([*a, *b, *c, *d]) as usize,
            _ => 0,
        };
        let first = 3 + match ty {
            INT32 => 4,
            DOUBLE | DATE | INT64 => 8,
            STRING => length.saturating_add(4),
            DOCUMENT | ARRAY => length,
            _ => 0,
        };
        // The keys get longer.
        rest.len().div_ceil(first)
    }

    fn map(&mut self) -> Result<Items> {
        if self.ty == ROOT {
            return Ok(Items { around: self.open()?, after: 0 });
        }
        self.open_items(DOCUMENT, "expected a document")
    }

    fn key<'s>(&'s mut self, items: &mut Items) -> Result<Option<TextRef<'de, 's>>> {
        match self.element()? {
            Some(ty) => {
                self.ty = ty;
                self.zero_ended().map(|key| Some(TextRef::Borrowed(key)))
            }
            None => {
                self.close_items(items);
                Ok(None)
            }
        }
    }

    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        let Some(key) = meta.discriminator else {
            return Err(self.error(Code::Union, "the union has no discriminator"));
        };
        let mark = self.mark();
        let case = self.discriminator(key, meta)?;
        let ahead = self.pos - mark.pos;
        self.seek(mark);
        self.rewound += ahead;
        Ok(case)
    }

    fn plain_case(&mut self, _meta: &UnionMeta<'_>) -> Result<Option<u32>> {
        self.depth.enter().map_err(|error| error.at(self.pos))?;
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
        Ok(is_null(self.ty))
    }

    fn kind(&mut self) -> Result<ValueKind> {
        Ok(match self.ty {
            NULL | UNDEFINED => ValueKind::Null,
            BOOLEAN => ValueKind::Bool,
            DOUBLE | INT32 | INT64 => ValueKind::Number,
            STRING | SYMBOL => ValueKind::Text,
            BINARY if self.input.get(self.pos + 4) == Some(&0) => ValueKind::Bytes,
            DATE => ValueKind::Date,
            ARRAY => ValueKind::List,
            DOCUMENT => ValueKind::Map,
            _ => ValueKind::Other,
        })
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool> {
        if self.ty != BOOLEAN {
            return self.mismatch("expected a boolean");
        }
        match self.take()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(Error::new(Code::Structure, "a boolean is 0 or 1").at(self.pos - 1)),
        }
    }

    #[inline(always)]
    fn int(&mut self) -> Result<i64> {
        match self.ty {
            INT32 => Ok(i32::from_le_bytes(self.take()?).into()),
            INT64 => Ok(i64::from_le_bytes(self.take()?)),
            _ => {
                const EXPECTED: &str = "expected an integer of 64 bits";
                let start = self.pos;
                let value = self.other_integer(EXPECTED)?;
                i64::try_from(value).map_err(|_| Error::new(Code::Type, EXPECTED).at(start))
            }
        }
    }

    #[inline(always)]
    fn uint(&mut self) -> Result<u64> {
        const EXPECTED: &str = "expected an unsigned integer of 64 bits";
        let start = self.pos;
        if self.ty == INT32 {
            let value = i32::from_le_bytes(self.take()?);
            return u64::try_from(value).map_err(|_| Error::new(Code::Type, EXPECTED).at(start));
        }
        let value = self.other_integer(EXPECTED)?;
        u64::try_from(value).map_err(|_| Error::new(Code::Type, EXPECTED).at(start))
    }

    #[inline(always)]
    fn number(&mut self) -> Result<f64> {
        match self.ty {
            DOUBLE => Ok(f64::from_le_bytes(self.take()?)),
            INT32 => Ok(i32::from_le_bytes(self.take()?).into()),
            _ => self.other_number(),
        }
    }

    #[inline(always)]
    fn text<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        if self.ty == STRING {
            return self.string().map(TextRef::Borrowed);
        }
        self.other_text()
    }

    fn bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        match self.ty {
            BINARY => self.binary().map(|(_, bytes)| Cow::Borrowed(bytes)),
            OBJECT_ID => self.take_slice(12).map(Cow::Borrowed),
            _ => self.mismatch("expected binary"),
        }
    }

    fn date(&mut self) -> Result<i64> {
        let start = self.pos;
        let millis = match self.ty {
            DATE => i64::from_le_bytes(self.take()?),
            DOUBLE | INT32 | INT64 | DECIMAL128 => self.int()?,
            _ => return self.mismatch("expected a date"),
        };
        if !date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range").at(start));
        }
        Ok(millis)
    }

    fn bigint(&mut self) -> Result<Cow<'de, str>> {
        const EXPECTED: &str = "expected an integer of any size";
        let start = self.pos;
        let digits = match self.ty {
            STRING | SYMBOL => Some(Cow::Borrowed(self.string()?)).filter(|digits| lexer::is_bigint(digits)),
            DECIMAL128 => decimal128::to_integer(self.take()?).map(Cow::Owned),
            _ => Some(Cow::Owned(format!("{}", self.other_integer(EXPECTED)?))),
        };
        digits.ok_or_else(|| Error::new(Code::Type, EXPECTED).at(start))
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        let start = self.pos;
        let found = match self.ty {
            STRING | SYMBOL => meta.find_text(self.string()?),
            DOUBLE | INT32 | INT64 => meta.find_number(self.number()?),
            _ => return self.mismatch("expected a value of the enum"),
        };
        if found.is_none() {
            self.pos = start;
            if !meta.open {
                return Err(self.error(Code::Enum, "the value is not one of the enum's"));
            }
        }
        Ok(found)
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        let items = self.open_items(DOCUMENT, "expected a document")?;
        let mut seen = Seen::new(meta.names.len());
        loop {
            let start = self.pos;
            let Some(ty) = self.element()? else {
                self.close_items(&items);
                return Ok(());
            };
            self.ty = ty;
            let key = self.zero_ended()?;
            match meta.names.iter().position(|name| *name == key) {
                Some(index) if seen.get(index) && self.duplicates == Duplicates::Error => {
                    return Err(self.twice(meta.names[index]));
                }
                Some(index) if seen.get(index) && self.duplicates == Duplicates::First => self.skip_value()?,
                Some(index) => {
                    seen.set(index);
                    let set = !is_null(ty) && self.bool()?;
                    let bit = 1 << (index % 64);
                    words[index / 64] = words[index / 64] & !bit | if set { bit } else { 0 };
                }
                None if self.strict => {
                    return Err(Error::new(Code::Extra, "the flag is not in the schema").at(start).in_field(key));
                }
                None => self.skip_value()?,
            }
        }
    }

    fn json(&mut self) -> Result<Value<'de>> {
        self.tree(Mode::Json)
    }

    fn skip(&mut self) -> Result<()> {
        self.skip_value()
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        Mark { pos: self.pos, end: self.end, ty: self.ty, depth: self.depth, rewound: self.rewound }
    }

    #[inline(always)]
    fn seek(&mut self, mark: Mark) {
        (self.pos, self.end, self.ty, self.depth) = (mark.pos, mark.end, mark.ty, mark.depth);
    }

    /// Goes back and pays for what was read in vain: up to here, and further ahead to find a discriminator.
    fn retry(&mut self, mark: Mark) -> Result<()> {
        let ahead = self.rewound.wrapping_sub(mark.rewound);
        match self.spare.checked_sub(self.pos.saturating_sub(mark.pos).saturating_add(ahead).max(1)) {
            Some(left) => {
                self.spare = left;
                self.seek(mark);
                self.rewound = mark.rewound;
                Ok(())
            }
            None => Err(self.error(Code::Limit, "the branches of unions were tried too often")),
        }
    }

    fn offset(&self) -> usize {
        self.pos
    }
}

/// Whether two texts of one length are the same. For the keys of derived code, which are constants, two loads
/// and comparisons are left of this; for those of a schema it saves a call.
#[inline(always)]
fn same(text: &[u8], key: &[u8]) -> bool {
    match key.len() {
        0..8 | 17.. => text == key,
        _ => text.first_chunk::<8>() == key.first_chunk::<8>() && text.last_chunk::<8>() == key.last_chunk::<8>(),
    }
}
