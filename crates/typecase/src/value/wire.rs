//! [`Value`] as a wire: a writer that builds one and a reader that walks one, so that decoding to a
//! value, encoding from one, and turning one into a typed value are all the same drive as any other.

use super::builder::{self, Builder};
use super::{Special, Text, Value};
use crate::error::{Code, Error, Result};
use crate::limits::{DEEPEST, Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FieldMeta, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::text::{date, lexer};
use crate::wire::{Read, Sink, TextRef, ValueKind, Write};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Builds a [`Value`] from events: of a schema by [`drive`](crate::drive::drive), of a Rust type by
/// [`Encode`](crate::Encode).
///
/// ```
/// use typecase::value::{Value, ValueWriter};
/// use typecase::{Encode, Record};
///
/// #[derive(Record)]
/// struct User {
///     id: u32,
///     name: String,
///     email: Option<String>,
/// }
///
/// let mut writer = ValueWriter::new();
/// User { id: 7, name: "Ada".into(), email: None }.encode(&mut writer)?;
/// assert_eq!(writer.finish(), Value::Record([Value::Int(7), Value::text("Ada"), Value::Null].into()));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// The value that comes out is in a few blocks of memory, not in one for each list and record: see [`Items`](super::Items).
pub struct ValueWriter<'de> {
    builder: Builder<'de>,
    /// Whether strings are copied rather than borrowed.
    owned: bool,
}

impl<'de> ValueWriter<'de> {
    /// A writer with nothing written.
    pub fn new() -> ValueWriter<'de> {
        ValueWriter::for_input(0)
    }

    /// A writer of a value that takes about so many bytes as JSON text.
    pub(crate) fn for_input(bytes: usize) -> ValueWriter<'de> {
        ValueWriter { builder: Builder::for_input(bytes), owned: false }
    }

    /// A writer that copies strings rather than borrowing them: see [`finish_owned`](ValueWriter::finish_owned).
    pub fn owned() -> ValueWriter<'de> {
        ValueWriter { owned: true, ..ValueWriter::new() }
    }

    /// The value that was written; null if it is not complete.
    pub fn finish(&mut self) -> Value<'de> {
        self.builder.finish()
    }

    /// The value that was written, owning all of its text. Nothing is left to be copied if the writer
    /// was made by [`owned`](ValueWriter::owned).
    pub fn finish_owned(&mut self) -> Value<'static> {
        let value = self.builder.finish();
        if self.owned {
            // SAFETY: only the lifetime changes, and an owned writer puts nothing that borrows.
            return unsafe { core::mem::transmute::<Value<'de>, Value<'static>>(value) };
        }
        value.into_owned()
    }
}

impl Default for ValueWriter<'_> {
    fn default() -> Self {
        ValueWriter::new()
    }
}

impl Write for ValueWriter<'_> {
    const ANY_ORDER: bool = true;

    #[inline(always)]
    fn record(&mut self, meta: &RecordMeta<'_>, _presence: Presence) -> Result<()> {
        self.builder.open_record(meta.fields.len())
    }

    #[inline(always)]
    fn field(&mut self, _meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        self.builder.field(index);
        Ok(())
    }

    #[inline(always)]
    fn absent(&mut self, _meta: &RecordMeta<'_>, _index: usize) -> Result<()> {
        Ok(())
    }

    fn discriminator(&mut self, meta: &RecordMeta<'_>, index: usize, value: &EnumValue<'_>) -> Result<()> {
        self.field(meta, index)?;
        self.put_enum(value)
    }

    #[inline(always)]
    fn end_record(&mut self, _meta: &RecordMeta<'_>) -> Result<()> {
        self.builder.close_record()
    }

    #[inline(always)]
    fn list(&mut self, _length: Option<usize>) -> Result<()> {
        self.builder.open_list();
        Ok(())
    }

    #[inline(always)]
    fn end_list(&mut self) -> Result<()> {
        self.builder.close_list()
    }

    fn tuple(&mut self, _length: usize) -> Result<()> {
        self.list(None)
    }

    fn end_tuple(&mut self) -> Result<()> {
        self.end_list()
    }

    fn map(&mut self, _length: Option<usize>) -> Result<()> {
        self.list(None)
    }

    fn key(&mut self, key: &str) -> Result<()> {
        self.text(key)
    }

    fn end_map(&mut self) -> Result<()> {
        self.builder.close_map(Some(crate::wire::json::Duplicates::Last), 0)
    }

    fn case(&mut self, _meta: &UnionMeta<'_>, tag: u32) -> Result<()> {
        self.builder.open_case(tag);
        Ok(())
    }

    fn end_case(&mut self, _meta: &UnionMeta<'_>) -> Result<()> {
        self.builder.close_case()
    }

    fn null(&mut self) -> Result<()> {
        self.put(Value::Null)
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<()> {
        self.put(Value::Bool(value))
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Result<()> {
        self.put(Value::Int(value))
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) -> Result<()> {
        self.put(Value::uint(value))
    }

    #[inline(always)]
    fn number(&mut self, value: f64) -> Result<()> {
        self.put(Value::Float(value))
    }

    fn text(&mut self, value: &str) -> Result<()> {
        self.builder.put_text(value);
        Ok(())
    }

    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        self.put_heavy(Value::Bytes(Box::from(value)))
    }

    #[inline(always)]
    fn date(&mut self, millis: i64) -> Result<()> {
        self.put(Value::Date(millis))
    }

    fn bigint(&mut self, digits: &str) -> Result<()> {
        self.put_heavy(Value::BigInt(Box::from(digits)))
    }

    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        match meta.values.get(index as usize) {
            Some(value) => self.put_enum(value),
            None => Err(Error::new(Code::Enum, "the enum has no value with this index")),
        }
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()> {
        self.builder.open_record(meta.names.len())?;
        for index in 0..meta.names.len() {
            self.builder.field(index);
            self.put(Value::Bool(words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)))?;
        }
        self.builder.close_record()
    }

    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        self.put_heavy(value.clone().into_owned())
    }
}

impl<'de> Sink<'de> for ValueWriter<'de> {
    type Mark = builder::Mark;

    fn mark(&self) -> Self::Mark {
        self.builder.mark()
    }

    fn rollback(&mut self, mark: Self::Mark) {
        self.builder.rollback(mark);
    }

    #[inline(always)]
    fn text_from(&mut self, text: TextRef<'de, '_>) -> Result<()> {
        match text {
            TextRef::Borrowed(text) if !self.owned => self.put(Value::Text(Text::borrowed(text))),
            TextRef::Borrowed(text) | TextRef::Scratch(text) => self.text(text),
        }
    }

    fn json_from(&mut self, value: Value<'de>) -> Result<()> {
        self.put_heavy(if self.owned { value.into_owned() } else { value })
    }
}

impl<'de> ValueWriter<'de> {
    #[inline(always)]
    fn put(&mut self, value: Value<'de>) -> Result<()> {
        self.builder.put(value);
        Ok(())
    }

    fn put_heavy(&mut self, value: Value<'de>) -> Result<()> {
        self.builder.put_heavy(value);
        Ok(())
    }

    /// Puts the value of an enum or of a discriminator: its string or its number.
    fn put_enum(&mut self, value: &EnumValue<'_>) -> Result<()> {
        match value.number {
            None => self.text(value.text),
            Some(number) if number as i64 as f64 == number => self.int(number as i64),
            Some(number) => self.number(number),
        }
    }
}

/// Walks a [`Value`] and gives its events.
///
/// A record may also be a [`Value::Map`] with the fields' names as keys, as schema-less JSON gives it.
///
/// ```
/// use typecase::value::ValueReader;
/// use typecase::wire::json;
/// use typecase::{Decode, Record};
///
/// #[derive(Record, Debug, PartialEq)]
/// struct User {
///     id: u32,
///     name: String,
/// }
///
/// let value = json::parse(r#"{"name": "Ada", "id": 7}"#)?;
/// let user = User::decode(&mut ValueReader::new(&value))?;
/// assert_eq!(user, User { id: 7, name: "Ada".into() });
/// # Ok::<(), typecase::error::Error>(())
/// ```
pub struct ValueReader<'v> {
    next: &'v Value<'v>,
    strict: bool,
    /// The plain unions that are open: one may be a branch of the next, with nothing in between.
    unions: Depth,
    /// How many values have been looked at, other than in branches of unions that were tried in vain.
    looked_at: usize,
    root: &'v Value<'v>,
    /// How many more values may be looked at in vain; known once a branch has been tried.
    spare: Option<usize>,
}

/// A place in a value that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Place<'v> {
    next: &'v Value<'v>,
    unions: Depth,
    looked_at: usize,
}

/// The state of a record that is being read.
pub enum RecordState<'v> {
    /// Values in schema order.
    Values(&'v [Value<'v>]),
    /// Entries by name.
    Entries(&'v [(Value<'v>, Value<'v>)], usize),
}

static NULL: Value<'static> = Value::Null;

/// Whether a key is that of a field.
fn is_key_of(field: &FieldMeta<'_>, key: &Value<'_>) -> bool {
    key.as_str().is_some_and(|key| key == field.name || field.aliases.contains(&key))
}

/// How many values there are in a value, itself included.
fn count(value: &Value<'_>) -> usize {
    let mut count = 0;
    let mut open = Vec::new();
    let mut next = Some(value);
    while let Some(value) = next {
        count += 1;
        match value {
            Value::List(items) | Value::Record(items) => open.extend(items),
            Value::Map(entries) => open.extend(entries.iter().flat_map(|(key, value)| [key, value])),
            Value::Case(case) => open.push(&case.1),
            _ => {}
        }
        next = open.pop();
    }
    count
}

impl<'v> ValueReader<'v> {
    /// Reads this value.
    pub fn new(value: &'v Value<'v>) -> ValueReader<'v> {
        let unions = Limits { max_depth: DEEPEST, ..Limits::default() }.depth();
        ValueReader { next: value, strict: false, unions, looked_at: 0, root: value, spare: None }
    }

    #[cold]
    #[inline(never)]
    fn mismatch<T>(&self, expected: &'static str) -> Result<T> {
        Err(Error::new(Code::Type, expected))
    }
}

impl<'v> Read<'v> for ValueReader<'v> {
    type Record = RecordState<'v>;
    type List = core::slice::Iter<'v, Value<'v>>;
    type Map = core::slice::Iter<'v, (Value<'v>, Value<'v>)>;
    type Mark = Place<'v>;
    const CARRIES_DISCRIMINATOR: bool = true;
    const ORDERED: bool = true;

    fn record(&mut self, meta: &RecordMeta<'_>) -> Result<RecordState<'v>> {
        match self.next {
            Value::Record(values) if values.len() > meta.fields.len() => {
                Err(Error::new(Code::Structure, "the record has more values than the schema has fields"))
            }
            Value::Record(values) => {
                self.looked_at += values.len();
                Ok(RecordState::Values(values))
            }
            Value::Map(entries) => {
                self.looked_at += entries.len();
                Ok(RecordState::Entries(entries, 0))
            }
            _ => self.mismatch("expected a record"),
        }
    }

    #[inline(always)]
    fn field_is(&mut self, state: &mut RecordState<'v>, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        self.next = match state {
            RecordState::Values(values) => values.get(index).unwrap_or(&NULL),
            RecordState::Entries(entries, known) => {
                let field = &meta.fields[index];
                let found = entries.iter().rfind(|(key, _)| is_key_of(field, key));
                *known += usize::from(found.is_some());
                self.next = found.map_or(&NULL, |(_, value)| value);
                return Ok(found.is_some() && (field.null_is_value || !self.next.is_null()));
            }
        };
        Ok(!self.next.is_null())
    }

    fn next_field(&mut self, _state: &mut RecordState<'v>, _meta: &RecordMeta<'_>) -> Result<Option<usize>> {
        Ok(None)
    }

    #[inline(always)]
    fn end_record(&mut self, state: &mut RecordState<'v>, _meta: &RecordMeta<'_>) -> Result<bool> {
        match state {
            RecordState::Entries(entries, known) if self.strict && entries.len() > *known => {
                Err(Error::new(Code::Extra, "a field is not in the schema"))
            }
            _ => Ok(true),
        }
    }

    fn duplicate(&mut self, _state: &mut RecordState<'v>, _meta: &RecordMeta<'_>, _index: usize) -> Result<bool> {
        Ok(true)
    }

    fn list(&mut self) -> Result<Self::List> {
        match self.next {
            Value::List(items) => Ok(items.iter()),
            _ => self.mismatch("expected a list"),
        }
    }

    fn item(&mut self, state: &mut Self::List) -> Result<bool> {
        match state.next() {
            Some(item) => {
                self.looked_at += 1;
                self.next = item;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    fn size_hint(&self, state: &Self::List) -> usize {
        state.len()
    }

    fn length(&self, state: &Self::List) -> Option<usize> {
        Some(state.len())
    }

    fn presence(&self, state: &RecordState<'v>, meta: &RecordMeta<'_>) -> Presence {
        match state {
            RecordState::Values(values) if meta.fields.len() <= 64 => {
                let bit = |(index, value): (usize, &Value<'_>)| u64::from(!value.is_null()) << index;
                Presence::known(values.iter().enumerate().map(bit).sum())
            }
            RecordState::Entries(entries, _) if meta.fields.len() <= 64 => {
                let mut bits = 0;
                for (index, field) in meta.fields.iter().enumerate() {
                    let value = entries.iter().rfind(|(key, _)| is_key_of(field, key)).map(|(_, value)| value);
                    let present = value.is_some_and(|value| field.null_is_value || !value.is_null());
                    bits |= u64::from(present) << index;
                }
                Presence::known(bits)
            }
            _ => Presence::UNKNOWN,
        }
    }

    fn map(&mut self) -> Result<Self::Map> {
        match self.next {
            Value::Map(entries) => Ok(entries.iter()),
            Value::Special(special) => match &**special {
                Special::Map(entries) => Ok(entries.iter()),
                _ => self.mismatch("expected a map"),
            },
            _ => self.mismatch("expected a map"),
        }
    }

    fn key<'s>(&'s mut self, state: &mut Self::Map) -> Result<Option<TextRef<'v, 's>>> {
        match state.next() {
            Some((Value::Text(key), value)) => {
                self.looked_at += 1;
                self.next = value;
                Ok(Some(TextRef::Borrowed(key)))
            }
            Some(_) => self.mismatch("expected a string as the key"),
            None => Ok(None),
        }
    }

    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        match self.next {
            Value::Case(case) => self.open_case(meta, case.0, &case.1),
            Value::Map(_) => {
                let value = meta.discriminator.and_then(|key| self.next.get(key));
                let case = value.and_then(|value| {
                    meta.cases.iter().position(|case| match case.value.number {
                        None => value.as_str() == Some(case.value.text),
                        number => value.as_f64() == number,
                    })
                });
                case.map(|case| case as u32).ok_or_else(|| Error::new(Code::Union, "no branch has this discriminator"))
            }
            _ => self.mismatch("expected a case of a union"),
        }
    }

    fn plain_case(&mut self, meta: &UnionMeta<'_>) -> Result<Option<u32>> {
        self.unions.enter()?;
        match self.next {
            Value::Case(case) => self.open_case(meta, case.0, &case.1).map(Some),
            _ => Ok(None),
        }
    }

    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_none() {
            self.unions.leave();
        }
        Ok(())
    }

    fn null(&mut self) -> Result<bool> {
        Ok(self.next.is_null())
    }

    fn kind(&mut self) -> Result<ValueKind> {
        Ok(match self.next {
            Value::Null => ValueKind::Null,
            Value::Bool(_) => ValueKind::Bool,
            Value::Int(_) | Value::Uint(_) | Value::Float(_) => ValueKind::Number,
            Value::Text(_) => ValueKind::Text,
            Value::List(_) => ValueKind::List,
            Value::Map(_) | Value::Record(_) => ValueKind::Map,
            Value::Bytes(_) => ValueKind::Bytes,
            Value::Date(_) => ValueKind::Date,
            Value::BigInt(_) | Value::Case(_) | Value::Special(_) => ValueKind::Other,
        })
    }

    fn bool(&mut self) -> Result<bool> {
        match self.next {
            Value::Bool(value) => Ok(*value),
            _ => self.mismatch("expected a boolean"),
        }
    }

    fn int(&mut self) -> Result<i64> {
        match self.next {
            Value::Int(value) => Ok(*value),
            Value::Float(value) if *value as i64 as f64 == *value && *value < 9_223_372_036_854_775_808.0 => {
                Ok(*value as i64)
            }
            _ => self.mismatch("expected an integer of 64 bits"),
        }
    }

    fn uint(&mut self) -> Result<u64> {
        match self.next {
            Value::Uint(value) => Ok(*value),
            Value::Float(value) if *value as u64 as f64 == *value && *value < 18_446_744_073_709_551_616.0 => {
                Ok(*value as u64)
            }
            _ => u64::try_from(self.int()?).or_else(|_| self.mismatch("expected an unsigned integer of 64 bits")),
        }
    }

    fn number(&mut self) -> Result<f64> {
        self.next.as_f64().map_or_else(|| self.mismatch("expected a number"), Ok)
    }

    fn text<'s>(&'s mut self) -> Result<TextRef<'v, 's>> {
        match self.next {
            Value::Text(text) => Ok(TextRef::Borrowed(text)),
            _ => self.mismatch("expected a string"),
        }
    }

    fn bytes(&mut self) -> Result<Cow<'v, [u8]>> {
        match self.next {
            Value::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
            Value::Text(text) => match base64_simd::STANDARD.decode_to_vec(text.as_str()) {
                Ok(bytes) => Ok(Cow::Owned(bytes)),
                Err(_) => self.mismatch("expected canonical base64"),
            },
            _ => self.mismatch("expected bytes"),
        }
    }

    fn date(&mut self) -> Result<i64> {
        let millis = match self.next {
            Value::Date(millis) => Some(*millis),
            Value::Text(text) => date::parse(text),
            _ => Some(self.int()?),
        };
        match millis.filter(|millis| date::in_range(*millis)) {
            Some(millis) => Ok(millis),
            None => self.mismatch("expected a date"),
        }
    }

    fn bigint(&mut self) -> Result<Cow<'v, str>> {
        match self.next {
            Value::BigInt(digits) if lexer::is_bigint(digits) => Ok(Cow::Borrowed(digits)),
            Value::Text(digits) if lexer::is_bigint(digits) => Ok(Cow::Borrowed(digits)),
            Value::Int(value) => Ok(Cow::Owned(value.to_string())),
            Value::Uint(value) => Ok(Cow::Owned(value.to_string())),
            _ => self.mismatch("expected an integer of any size"),
        }
    }

    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        let found = match self.next {
            Value::Text(text) => meta.find_text(text),
            value => value.as_f64().and_then(|number| meta.find_number(number)),
        };
        if found.is_none() && !meta.open {
            return Err(Error::new(Code::Enum, "the value is not one of the enum's"));
        }
        Ok(found)
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        for (index, name) in meta.names.iter().enumerate() {
            let value = match self.next {
                Value::Record(values) if values.len() <= meta.names.len() => values.get(index),
                Value::Map(_) => self.next.get(name),
                _ => return self.mismatch("expected flags"),
            };
            match value {
                Some(Value::Bool(true)) => words[index / 64] |= 1 << (index % 64),
                Some(Value::Bool(false) | Value::Null) | None => {}
                Some(_) => return self.mismatch("expected a boolean"),
            }
        }
        Ok(())
    }

    fn json(&mut self) -> Result<Value<'v>> {
        self.looked_at += count(self.next);
        Ok(self.next.clone())
    }

    fn skip(&mut self) -> Result<()> {
        Ok(())
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    fn mark(&self) -> Place<'v> {
        Place { next: self.next, unions: self.unions, looked_at: self.looked_at }
    }

    fn seek(&mut self, mark: Place<'v>) {
        (self.next, self.unions) = (mark.next, mark.unions);
    }

    fn retry(&mut self, mark: Place<'v>) -> Result<()> {
        let in_vain = (self.looked_at - mark.looked_at).max(1);
        // In proportion to the value, as it is to the text when a text is read.
        let spare = self.spare.unwrap_or_else(|| count(self.root).saturating_mul(16).saturating_add(4096));
        let left = spare.checked_sub(in_vain);
        self.spare = Some(left.ok_or_else(|| Error::new(Code::Limit, "the branches of unions were tried too often"))?);
        self.looked_at = mark.looked_at;
        self.seek(mark);
        Ok(())
    }

    fn offset(&self) -> usize {
        0
    }

    fn missing(&self, meta: &RecordMeta<'_>, index: usize) -> Error {
        Error::new(Code::Required, "required field is missing or null").in_field(meta.fields[index].name)
    }

    fn error(&self, code: Code, message: &'static str) -> Error {
        Error::new(code, message)
    }
}

impl<'v> ValueReader<'v> {
    fn open_case(&mut self, meta: &UnionMeta<'_>, tag: u32, value: &'v Value<'v>) -> Result<u32> {
        if tag as usize >= meta.cases.len() {
            return Err(Error::new(Code::Union, "no branch has this index"));
        }
        self.next = value;
        Ok(tag)
    }
}
