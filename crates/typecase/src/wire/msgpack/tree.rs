//! Values without a schema: [`Value`] to MessagePack and back.
//!
//! Both ways keep what they are given: an extension that has no meaning here, or not in the form in which it
//! would be written, is a [`Special::Ext`] with its bytes.

use super::form::{Form, Kind};
use super::heads::*;
use super::input::Token;
use super::put::Put;
use super::read::{Reader, UNDEFINED};
use super::shapes::Shape;
use super::write::{Writer, is_narrow};
use super::{Style, bigint, timestamp};
use crate::error::{Code, Error, Result};
use crate::limits::Depth;
use crate::text::tree::Duplicates;
use crate::text::utf8;
use crate::value::builder::Builder;
use crate::value::{Items, Special, Text, TypedArray, Value};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};

impl<F: Form> Writer<'_, F> {
    /// Writes a value without a schema.
    pub(super) fn tree(&mut self, value: &Value<'_>) -> Result<()> {
        let is_javascript = self.form.style() != Style::Smallest;
        match value {
            Value::Null => self.out.byte(NIL),
            Value::Bool(value) => self.out.byte(FALSE | u8::from(*value)),
            Value::Int(value) if is_javascript && !is_narrow(*value) => self.wide_int((*value).into()),
            Value::Int(value) => self.smallest_int(*value),
            Value::Uint(value) if is_javascript => self.wide_int((*value).into()),
            Value::Uint(value) => self.smallest_uint(*value),
            Value::Float(value) if is_javascript => self.any_number(*value),
            Value::Float(value) => self.out.double(*value),
            Value::BigInt(digits) => self.any_bigint(digits)?,
            Value::Text(text) => self.out.text(text),
            Value::Bytes(bytes) => self.out.binary(bytes),
            Value::Date(millis) if crate::text::date::in_range(*millis) => timestamp::write(&mut self.out, *millis),
            Value::Date(_) => return Err(Error::new(Code::Type, "the date is out of range")),
            Value::List(items) => self.list_tree(items)?,
            Value::Map(entries) => self.map_tree(entries)?,
            Value::Record(_) | Value::Case(_) => {
                return Err(Error::new(Code::Unsupported, "a record can be written only with its schema"));
            }
            Value::Special(special) => self.special(special)?,
        }
        Ok(())
    }

    fn list_tree(&mut self, items: &[Value<'_>]) -> Result<()> {
        self.depth.enter()?;
        self.out.array(items.len());
        for (index, item) in items.iter().enumerate() {
            self.tree(item).map_err(|error| error.in_item(index))?;
        }
        self.depth.leave();
        Ok(())
    }

    /// A map; an object of JavaScript if all of its keys are strings.
    fn map_tree(&mut self, entries: &[(Value<'_>, Value<'_>)]) -> Result<()> {
        if !entries.iter().all(|(key, _)| matches!(key, Value::Text(_))) {
            return self.entries_tree(entries);
        }
        if self.form.kind() != Kind::Shapes {
            self.object(entries.len());
            return self.entries_behind(entries);
        }
        self.depth.enter()?;
        self.shape(entries.iter().map(|(key, _)| key.as_str().unwrap_or_default()));
        for (key, value) in entries {
            self.tree(value).map_err(|error| error.in_field(key.as_str().unwrap_or_default()))?;
        }
        self.depth.leave();
        Ok(())
    }

    /// A map with the smallest head.
    fn entries_tree(&mut self, entries: &[(Value<'_>, Value<'_>)]) -> Result<()> {
        self.out.map(entries.len());
        self.entries_behind(entries)
    }

    fn entries_behind(&mut self, entries: &[(Value<'_>, Value<'_>)]) -> Result<()> {
        self.depth.enter()?;
        for (index, (key, value)) in entries.iter().enumerate() {
            match key {
                Value::Text(key) => {
                    self.out.text(key);
                    self.tree(value).map_err(|error| error.in_field(key))?;
                }
                _ => {
                    self.tree(key).and_then(|()| self.tree(value)).map_err(|error| error.in_item(index))?;
                }
            }
        }
        self.depth.leave();
        Ok(())
    }

    #[inline(never)]
    fn special(&mut self, special: &Special<'_>) -> Result<()> {
        let has_types = matches!(self.form.style(), Style::Msgpackr { more_types: true, .. });
        let is_javascript = self.form.style() != Style::Smallest;
        match special {
            Special::Undefined => self.out.bytes(&UNDEFINED),
            Special::InvalidDate => self.out.bytes(&[FIXEXT1, ext::TIMESTAMP as u8, 0xff]),
            Special::Ext(ty, bytes) => {
                // The short heads of this type define a shape where there may be any.
                let has_shapes = is_javascript || self.form.kind() == Kind::Shapes;
                self.out.extension(*ty, bytes.len(), *ty != ext::RECORD || !has_shapes);
                self.out.bytes(bytes);
            }
            Special::Map(entries) => self.entries_tree(entries)?,
            Special::Typed(_, bytes) if is_javascript && !has_types => self.out.binary(bytes),
            Special::Typed(ty, bytes) => {
                self.out.extension(ext::TYPED, bytes.len() + 1, false);
                self.out.byte(typed_code(*ty));
                self.out.bytes(bytes);
            }
            Special::Set(items) if is_javascript => {
                self.marked(has_types, ext::SET);
                self.list_tree(items)?;
            }
            Special::Error(parts) if is_javascript => {
                self.marked(has_types, ext::ERROR);
                self.list_tree(parts)?;
            }
            Special::Regexp { source, flags } if is_javascript => {
                self.marked(has_types, ext::REGEXP);
                self.out.array(2);
                self.out.text(source);
                self.out.text(flags);
            }
            Special::Shared(number, value) if has_types => {
                // Without a reference to it, it is a value as any other.
                if let Some(id) = self.rare().references.get(number).copied() {
                    self.out.extension(ext::SHARED, 4, true);
                    self.out.bytes(&id.to_be_bytes());
                }
                self.depth.enter()?;
                self.tree(value)?;
                self.depth.leave();
            }
            Special::Reference(number) if has_types => {
                let Some(id) = self.rare().references.get(number).copied() else {
                    return Err(Error::new(Code::Unsupported, "a reference within a field has no value"));
                };
                self.out.extension(ext::REFERENCE, 4, true);
                self.out.bytes(&id.to_be_bytes());
            }
            _ => return Err(Error::new(Code::Unsupported, "MessagePack has no such type in this style")),
        }
        Ok(())
    }

    /// Says what the list behind it is, where that is asked for.
    fn marked(&mut self, is_marked: bool, ty: i8) {
        if is_marked {
            self.out.bytes(&[FIXEXT1, ty as u8, 0]);
        }
    }
}

/// Gives the references in a value their numbers on the wire: from 1, in the order in which they are met first.
pub(super) fn references(value: &Value<'_>, found: &mut BTreeMap<u32, u32>, depth: &mut Depth) -> Result<()> {
    depth.enter()?;
    match value {
        Value::List(items) => items.iter().try_for_each(|item| references(item, found, depth))?,
        Value::Map(entries) => {
            for (key, value) in entries {
                references(key, found, depth)?;
                references(value, found, depth)?;
            }
        }
        Value::Special(special) => match &**special {
            Special::Set(items) | Special::Error(items) => {
                items.iter().try_for_each(|item| references(item, found, depth))?;
            }
            Special::Map(entries) => {
                for (key, value) in entries {
                    references(key, found, depth)?;
                    references(value, found, depth)?;
                }
            }
            Special::Shared(_, value) => references(value, found, depth)?,
            Special::Reference(number) => {
                let next = found.len() as u32 + 1;
                found.entry(*number).or_insert(next);
            }
            _ => {}
        },
        _ => {}
    }
    depth.leave();
    Ok(())
}

/// How msgpackr says which typed array it is.
fn typed_code(ty: TypedArray) -> u8 {
    match ty {
        TypedArray::ArrayBuffer => 16,
        TypedArray::DataView => 17,
        _ => TypedArray::ALL.iter().position(|(known, ..)| *known == ty).unwrap_or_default() as u8,
    }
}

fn typed_array(code: u8) -> Option<TypedArray> {
    match code {
        16 => Some(TypedArray::ArrayBuffer),
        17 => Some(TypedArray::DataView),
        0..=10 => TypedArray::ALL.get(usize::from(code)).map(|(ty, ..)| *ty),
        _ => None,
    }
}

impl<'de, F: Form> Reader<'de, F> {
    /// Reads a value without a schema; `policy` says what to do with string keys that occur twice, `None`
    /// keeps all entries.
    pub(super) fn tree(&mut self, policy: Option<Duplicates>) -> Result<Value<'de>> {
        let whole = if self.input.pos == 0 { self.input.bytes.len() } else { 0 };
        let mut builder = Builder::for_input(whole);
        self.put_tree(&mut builder, policy)?;
        Ok(builder.finish())
    }

    /// Puts the value that comes next, if it is one of the commonest without others inside.
    #[inline(always)]
    fn put_common(&mut self, builder: &mut Builder<'de>) -> bool {
        let Some((&head, rest)) = self.input.bytes.get(self.input.pos..).and_then(<[u8]>::split_first) else {
            return false;
        };
        if self.shapes.is_some() {
            return false;
        }
        match head {
            FIXSTR..NIL => {
                let length = usize::from(head & 0x1f);
                let Some(text) = rest.get(..length).and_then(|bytes| utf8::validate(bytes).ok()) else { return false };
                self.input.pos += 1 + length;
                builder.put(Value::Text(Text::borrowed(text)));
            }
            0..FIXMAP | 0xe0.. => {
                self.input.pos += 1;
                builder.put(Value::Int((head as i8).into()));
            }
            FLOAT64 => {
                let Some(bytes) = rest.first_chunk() else { return false };
                self.input.pos += 9;
                builder.put(Value::Float(f64::from_be_bytes(*bytes)));
            }
            UINT8 | UINT16 | UINT32 | INT8..=INT32 => {
                let Some(value) = self.input.small_int() else { return false };
                builder.put(Value::Int(value));
            }
            FALSE | TRUE => {
                self.input.pos += 1;
                builder.put(Value::Bool(head == TRUE));
            }
            _ => return false,
        }
        true
    }

    /// Puts one value. Recursion is bounded by the depth limit.
    fn put_tree(&mut self, builder: &mut Builder<'de>, policy: Option<Duplicates>) -> Result<()> {
        if let Some(shape) = self.shape()? {
            return self.put_record(shape, builder, policy);
        }
        let (start, head) = (self.input.pos, self.input.peek());
        // A `json` field has no big integers.
        let has_bigint = self.style != Style::Smallest && policy.is_none();
        builder.put(match self.input.token()? {
            Token::Nil => Value::Null,
            Token::Bool(value) => Value::Bool(value),
            Token::Int(value) if has_bigint && head == Some(INT64) => return put_bigint(value.to_string(), builder),
            Token::Uint(value) if has_bigint && head == Some(UINT64) => {
                return put_bigint(value.to_string(), builder);
            }
            Token::Int(value) => Value::Int(value),
            Token::Uint(value) => Value::uint(value),
            Token::Float32(value) => Value::Float(value.into()),
            Token::Float64(value) => Value::Float(value),
            Token::Text(text) => Value::Text(Text::borrowed(text)),
            Token::Bytes(bytes) => {
                builder.put_heavy(Value::Bytes(bytes.into()));
                return Ok(());
            }
            Token::Array(length) => return self.put_list(length, start, builder, policy),
            Token::Map(length) => return self.put_map(length, start, builder, policy),
            Token::Ext(ty, bytes) => {
                match self.extension(ty, bytes, start, policy)? {
                    date @ Value::Date(_) => builder.put(date),
                    value => builder.put_heavy(value),
                }
                return Ok(());
            }
        });
        Ok(())
    }

    /// Puts a list whose head has been taken.
    fn put_list(
        &mut self,
        length: usize,
        start: usize,
        builder: &mut Builder<'de>,
        policy: Option<Duplicates>,
    ) -> Result<()> {
        self.enter(start)?;
        builder.open_list();
        for _ in 0..length {
            if !self.put_common(builder) {
                self.put_tree(builder, policy)?;
            }
        }
        self.input.depth.leave();
        builder.close_list()
    }

    /// Puts a map whose head has been taken.
    fn put_map(
        &mut self,
        length: usize,
        start: usize,
        builder: &mut Builder<'de>,
        policy: Option<Duplicates>,
    ) -> Result<()> {
        // Beside records a map is no object. In a `json` field it is one all the same.
        if self.style != Style::Smallest && self.form.kind() == Kind::Shapes && policy.is_none() {
            let mut apart = Builder::for_input(0);
            let are_strings = self.put_entries(length, start, &mut apart, policy)?;
            builder.put_heavy(match apart.finish() {
                Value::Map(entries) if are_strings => Value::Special(Box::new(Special::Map(entries))),
                map => map,
            });
            return Ok(());
        }
        self.put_entries(length, start, builder, policy).map(|_| ())
    }

    /// Puts a map whose head has been taken; whether all of its keys are strings.
    fn put_entries(
        &mut self,
        length: usize,
        start: usize,
        builder: &mut Builder<'de>,
        policy: Option<Duplicates>,
    ) -> Result<bool> {
        self.enter(start)?;
        builder.open_list();
        let mut are_strings = true;
        for _ in 0..length {
            are_strings &= matches!(self.input.peek(), Some(FIXSTR..NIL | STR8..=STR32));
            for _ in 0..2 {
                if !self.put_common(builder) {
                    self.put_tree(builder, policy)?;
                }
            }
        }
        self.input.depth.leave();
        builder.close_map(policy.filter(|_| are_strings), self.input.pos)?;
        Ok(are_strings)
    }

    /// Puts a record as a map.
    fn put_record(&mut self, shape: Shape, builder: &mut Builder<'de>, policy: Option<Duplicates>) -> Result<()> {
        self.input.enter()?;
        builder.open_list();
        for place in 0..self.shape_length(shape) {
            self.put_key(shape, place, builder)?;
            self.put_tree(builder, policy)?;
        }
        self.input.depth.leave();
        builder.close_map(policy, self.input.pos)
    }

    /// Puts a key of a shape: borrowed if it is in this message.
    fn put_key(&mut self, shape: Shape, place: usize, builder: &mut Builder<'de>) -> Result<()> {
        let Some(shapes) = &self.shapes else { return Ok(()) };
        let Some(key) = shapes.keys(shape).get(place) else { return Ok(()) };
        if let Some(key) = key.as_borrowed() {
            builder.put(Value::Text(Text::borrowed(key)));
            return Ok(());
        }
        if key.len() > Text::INLINE {
            // A byte of a message may stand for a long key, so that copies of it could fill the memory.
            let rare = self.rare.get_or_insert_default();
            rare.copied += key.len();
            if rare.copied / 16 > self.input.bytes.len() + 4096 {
                return Err(self.input.error(Code::Limit, "the keys of records are too long for this message"));
            }
        }
        builder.put_text(key);
        Ok(())
    }

    /// The value of an extension that has been taken.
    #[inline(never)]
    fn extension(&mut self, ty: i8, bytes: &'de [u8], start: usize, policy: Option<Duplicates>) -> Result<Value<'de>> {
        let is_javascript = self.style != Style::Smallest;
        let special = match (ty, bytes) {
            (ext::TIMESTAMP, [0xff]) => Special::InvalidDate,
            (ext::TIMESTAMP, _) => match timestamp::read(bytes) {
                Some(stamp) if stamp.1 % 1_000_000 == 0 || is_javascript => match timestamp::millis(stamp) {
                    Some(millis) => return Ok(Value::Date(millis)),
                    None => Special::Ext(ty, bytes.into()),
                },
                _ => Special::Ext(ty, bytes.into()),
            },
            (ext::UNDEFINED, [0]) => Special::Undefined,
            (ext::BIGINT, _) => match bigint::from_bytes(bytes) {
                Some(digits) if is_javascript || is_written_so(&digits, bytes) => {
                    return Ok(Value::BigInt(digits.into_boxed_str()));
                }
                _ => Special::Ext(ty, bytes.into()),
            },
            (ext::TYPED, [code, memory @ ..]) => match typed_array(*code) {
                Some(array) if memory.len().is_multiple_of(array.width()) => Special::Typed(array, memory.into()),
                _ => Special::Ext(ty, bytes.into()),
            },
            (ext::SET, [_]) if is_javascript => Special::Set(self.list_behind(policy)?),
            (ext::ERROR, [_]) if is_javascript => Special::Error(self.list_behind(policy)?),
            (ext::REGEXP, [_]) if is_javascript => match &*self.list_behind(policy)? {
                [Value::Text(source), Value::Text(flags)] => {
                    Special::Regexp { source: source.clone(), flags: flags.clone() }
                }
                _ => return Err(Error::new(Code::Structure, "expected a source and flags").at(start)),
            },
            (ext::SHARED, [a, b, c, d]) if is_javascript => {
                let number = self.rare().shared.len() as u32;
                self.rare().shared.insert(u32::from_be_bytes([*a, *b, *c, *d]), number);
                self.enter(start)?;
                let value = self.tree(policy)?;
                self.input.depth.leave();
                Special::Shared(number, value)
            }
            (ext::REFERENCE, [a, b, c, d]) if is_javascript => {
                match self.rare().shared.get(&u32::from_be_bytes([*a, *b, *c, *d])) {
                    Some(&number) => Special::Reference(number),
                    None => return Err(Error::new(Code::Structure, "no value has this number").at(start)),
                }
            }
            (ext::BUNDLE, _) if is_javascript => {
                return Err(Error::new(Code::Unsupported, "strings that are bundled are not read").at(start));
            }
            _ => Special::Ext(ty, bytes.into()),
        };
        Ok(Value::Special(Box::new(special)))
    }

    /// The list that comes next.
    fn list_behind(&mut self, policy: Option<Duplicates>) -> Result<Items<Value<'de>>> {
        let start = self.input.pos;
        let length = self.input.array()?;
        let mut builder = Builder::for_input(0);
        self.put_list(length, start, &mut builder, policy)?;
        match builder.finish() {
            Value::List(items) => Ok(items),
            _ => Err(self.input.error(Code::Structure, "expected a list")),
        }
    }
}

fn put_bigint(digits: String, builder: &mut Builder<'_>) -> Result<()> {
    builder.put_heavy(Value::BigInt(digits.into_boxed_str()));
    Ok(())
}

/// Whether a big integer is one that would be written in exactly these bytes.
fn is_written_so(digits: &str, bytes: &[u8]) -> bool {
    digits.parse::<i64>().is_err()
        && digits.parse::<u64>().is_err()
        && bigint::to_bytes(digits).is_some_and(|written| written == bytes)
}
