//! JSON text as a value of the schema: messages, fields, lists and maps.

use super::any::Registry;
use super::plan::{Enumeration, Field, Form, Held, Key, Kind, Message, Plan, Presence, Range, Shape};
use super::scalars;
use super::{Options, names, time};
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::seen::Seen;
use crate::text::lexer::Lexer;
use crate::value::{Items, Text, Value};
use crate::wire::TextRef;
use crate::wire::json::map_key;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// Reads values from JSON text.
pub(super) struct Reader<'p, 'de> {
    pub(super) plan: &'p Plan,
    pub(super) registry: Option<&'p Registry>,
    pub(super) options: &'p Options,
    pub(super) lexer: Lexer<'de>,
}

/// A message that is being read.
struct Draft<'de> {
    values: Vec<Value<'de>>,
    /// The fields that have been met.
    met: Seen,
    /// The oneofs that have a member.
    set: Seen,
}

impl<'de> Draft<'de> {
    fn new(message: &Message) -> Draft<'de> {
        let count = message.fields.len();
        Draft { values: vec![Value::Null; count], met: Seen::new(count), set: Seen::new(message.oneofs) }
    }

    /// Says that a field has been met.
    fn meet(&mut self, index: usize) -> Result<()> {
        if self.met.get(index) {
            return Err(Error::new(Code::Duplicate, "the field occurs twice"));
        }
        self.met.set(index);
        Ok(())
    }

    fn set(&mut self, field: &Field, index: usize, value: Value<'de>) -> Result<()> {
        if let Some(oneof) = field.oneof {
            if self.set.get(oneof) {
                return Err(Error::new(Code::Duplicate, "another member of the oneof is there too"));
            }
            self.set.set(oneof);
        }
        self.values[index] = value;
        Ok(())
    }

    /// The record, with what is read for fields that are not there.
    fn finish(mut self, plan: &Plan, message: &Message) -> Result<Value<'de>> {
        for (field, value) in message.fields.iter().zip(&mut self.values) {
            if value.is_null() {
                *value = missing(plan, field).map_err(|error| error.in_field(&field.json))?;
            }
        }
        Ok(Value::Record(self.values.into()))
    }
}

/// What is read for a field that is not there.
fn missing(plan: &Plan, field: &Field) -> Result<Value<'static>> {
    match (field.presence, &field.default) {
        (_, Some(default)) => Ok(default.clone()),
        (Presence::Optional, None) => Ok(Value::Null),
        (Presence::Required, None) => Err(Error::new(Code::Required, "required field is missing or null")),
        (Presence::Implicit | Presence::Explicit, None) => Ok(zero(plan, field)),
    }
}

/// The zero of a field.
pub(super) fn zero(plan: &Plan, field: &Field) -> Value<'static> {
    match (field.shape, field.kind) {
        (Shape::List, _) => Value::List(Items::default()),
        (Shape::Map(_), _) => Value::Map(Items::default()),
        (Shape::One, Kind::Bool) => Value::Bool(false),
        (Shape::One, Kind::Text) => Value::text(""),
        (Shape::One, Kind::Bytes) => Value::Bytes(Box::default()),
        (Shape::One, Kind::BigInt) => Value::BigInt("0".into()),
        (Shape::One, Kind::Integer(_, held) | Kind::Double(held) | Kind::Float(held)) => match held {
            Held::Int => Value::Int(0),
            Held::Float => Value::Float(0.0),
            Held::Date => Value::Date(0),
        },
        (Shape::One, Kind::Enum(id)) => {
            let first = plan.enums[id as usize].values.first();
            first.map_or(Value::Null, |(name, _)| Value::Text(Text::owned(name)))
        }
        (Shape::One, Kind::Message(_)) => Value::Null,
    }
}

impl<'p, 'de> Reader<'p, 'de> {
    /// A message, in the form that it has.
    pub(super) fn message(&mut self, id: u32) -> Result<Value<'de>> {
        let message = &self.plan.messages[id as usize];
        match message.form {
            Form::Object => self.object(message, false),
            Form::Any { url, payload } => self.any(message, url, payload),
            form => {
                let start = self.start();
                self.lexer.depth.enter().map_err(|error| error.at(start))?;
                let value = self.well_known(message, form)?;
                self.lexer.depth.leave();
                Ok(value)
            }
        }
    }

    /// The offset of the next value.
    fn start(&mut self) -> usize {
        self.lexer.peek();
        self.lexer.pos
    }

    fn error<T>(&self, code: Code, message: &'static str, start: usize) -> Result<T> {
        Err(Error::new(code, message).at(start))
    }

    /// A message that is an object; in an `Any`, the object has the type too.
    fn object(&mut self, message: &'p Message, in_any: bool) -> Result<Value<'de>> {
        self.lexer.open(b'{', Code::Type, "expected an object")?;
        let mut draft = Draft::new(message);
        let mut first = true;
        let mut types = 0;
        while let Some(key) = map_key(&mut self.lexer, &mut first)? {
            match message.find(key.as_str()) {
                Some(index) => self.put_field(message, index, &mut draft)?,
                None if in_any && key.as_str() == TYPE => {
                    types += 1;
                    if types > 1 {
                        return Err(self.lexer.error(Code::Duplicate, "the type occurs twice"));
                    }
                    self.lexer.peek();
                    self.lexer.skip_string()?;
                }
                None => {
                    let key = key.as_str().to_owned();
                    self.unknown(&key)?;
                }
            }
        }
        draft.finish(self.plan, message)
    }

    /// An entry whose key no field has.
    fn unknown(&mut self, key: &str) -> Result<()> {
        if !self.options.ignore_unknown {
            return Err(self.lexer.error(Code::Extra, "the message has no such field").in_field(key));
        }
        self.lexer.skip_value()
    }

    fn put_field(&mut self, message: &'p Message, index: usize, draft: &mut Draft<'de>) -> Result<()> {
        let field = &message.fields[index];
        let start = self.start();
        let put = draft.meet(index).and_then(|()| match self.field(field)? {
            Some(value) => draft.set(field, index, value),
            None => Ok(()),
        });
        put.map_err(|error| error.at(start).in_field(&field.json))
    }

    /// The value of a field; `None` for null, which is the same as a missing field, and for the name of an enum's
    /// value that is to be ignored.
    fn field(&mut self, field: &Field) -> Result<Option<Value<'de>>> {
        if !self.takes_null(field) && self.lexer.null()? {
            return Ok(None);
        }
        self.shaped(field)
    }

    /// Whether null is a value of the field's type.
    fn takes_null(&self, field: &Field) -> bool {
        field.shape == Shape::One
            && match field.kind {
                Kind::Enum(id) => self.plan.enums[id as usize].is_null,
                Kind::Message(id) => matches!(self.plan.messages[id as usize].form, Form::Dynamic { .. }),
                _ => false,
            }
    }

    /// The value of a field that is not null.
    fn shaped(&mut self, field: &Field) -> Result<Option<Value<'de>>> {
        match field.shape {
            Shape::One => self.single(field.kind),
            Shape::List => self.list(field.kind).map(Some),
            Shape::Map(key) => self.map(key, field.kind).map(Some),
        }
    }

    fn list(&mut self, kind: Kind) -> Result<Value<'de>> {
        self.lexer.open(b'[', Code::Structure, "expected a list")?;
        let mut items = Vec::new();
        let mut index = 0;
        while self.lexer.item(index == 0)? {
            items.extend(self.single(kind).map_err(|error| error.in_item(index))?);
            index += 1;
        }
        Ok(Value::list(items))
    }

    fn map(&mut self, key: Key, kind: Kind) -> Result<Value<'de>> {
        self.lexer.open(b'{', Code::Type, "expected an object")?;
        let mut entries = Vec::new();
        let mut first = true;
        loop {
            let start = self.lexer.pos;
            let Some(text) = map_key(&mut self.lexer, &mut first)? else { break };
            let text = match text {
                TextRef::Borrowed(text) => Text::borrowed(text),
                TextRef::Scratch(text) => Text::owned(text),
            };
            let wrong = || Error::new(Code::Type, "the key is not of the map's type").at(start).in_field(&text);
            let key = match key {
                Key::Text => text,
                key => Text::owned(&key.canonical(&text).ok_or_else(wrong)?),
            };
            if let Some(value) = self.single(kind).map_err(|error| error.in_field(&key))? {
                entries.push((key, value));
            }
        }
        let mut keys: BTreeSet<&str> = BTreeSet::new();
        if let Some((key, _)) = entries.iter().find(|(key, _)| !keys.insert(key)) {
            return Err(self.lexer.error(Code::Duplicate, "the key occurs twice").in_field(key));
        }
        Ok(Value::map(entries))
    }

    /// One value; `None` for the name of an enum's value that is to be ignored.
    fn single(&mut self, kind: Kind) -> Result<Option<Value<'de>>> {
        match kind {
            Kind::Message(id) => self.message(id).map(Some),
            Kind::Enum(id) => self.enumeration(&self.plan.enums[id as usize]),
            kind => self.scalar(kind).map(Some),
        }
    }

    /// A value that contains no others. It is a call, so that what it needs on the stack is not needed at each
    /// level of nesting.
    #[inline(never)]
    fn scalar(&mut self, kind: Kind) -> Result<Value<'de>> {
        Ok(match kind {
            Kind::Bool => Value::Bool(self.lexer.bool()?),
            Kind::Text => Value::Text(self.lexer.owned_string()?),
            Kind::Bytes => {
                let start = self.start();
                match scalars::bytes(self.lexer.string()?.as_str()) {
                    Some(bytes) => Value::Bytes(bytes.into()),
                    None => return self.error(Code::Type, "expected base64", start),
                }
            }
            Kind::BigInt => Value::BigInt(Box::from(&*self.lexer.bigint()?)),
            Kind::Integer(range, held) => {
                let value = self.integer(range)?;
                match held {
                    Held::Int => i64::try_from(value).map_or(Value::uint(value as u64), Value::Int),
                    Held::Float => Value::Float(value as f64),
                    Held::Date => Value::Date(value as i64),
                }
            }
            Kind::Double(held) => {
                let start = self.start();
                let value = self.double()?;
                self.held(value, held, start)?
            }
            Kind::Float(held) => {
                let start = self.start();
                let value = self.double()?;
                let single = value as f32;
                if single.is_infinite() && value.is_finite() {
                    return self.error(Code::Type, "the number is too large for a float", start);
                }
                self.held(single.into(), held, start)?
            }
            Kind::Enum(_) | Kind::Message(_) => unreachable!("these are not scalars"),
        })
    }

    /// A double as the schema's type holds it.
    fn held(&self, value: f64, held: Held, start: usize) -> Result<Value<'de>> {
        let whole = value as i64;
        match held {
            Held::Float => Ok(Value::Float(value)),
            _ if whole as f64 != value => self.error(Code::Type, "expected an integer", start),
            Held::Int => Ok(Value::Int(whole)),
            Held::Date => Ok(Value::Date(whole)),
        }
    }

    /// An integer, in quotes or not, in any spelling.
    fn integer(&mut self, range: Range) -> Result<i128> {
        let start = self.start();
        let value = if self.lexer.peek() == b'"' {
            scalars::integer(self.lexer.string()?.as_str())
        } else {
            self.lexer.integer("expected an integer")?
        };
        match value {
            Some(value) if range.contains(value) => Ok(value),
            Some(_) => self.error(Code::Type, "the integer is out of range", start),
            None => self.error(Code::Type, "expected an integer", start),
        }
    }

    /// A double, in quotes or not.
    fn double(&mut self) -> Result<f64> {
        let start = self.start();
        if self.lexer.peek() != b'"' {
            return self.lexer.double();
        }
        match scalars::double(self.lexer.string()?.as_str()) {
            Some(value) => Ok(value),
            None => self.error(Code::Type, "expected a number", start),
        }
    }

    /// A value of an enum by its name or number.
    fn enumeration(&mut self, meta: &Enumeration) -> Result<Option<Value<'de>>> {
        let start = self.start();
        let number = match self.lexer.peek() {
            b'n' if meta.is_null => {
                self.lexer.null()?;
                0
            }
            b'"' => match meta.find(self.lexer.string()?.as_str()) {
                Some((_, number)) => *number,
                None if self.options.ignore_unknown => return Ok(None),
                None => return self.error(Code::Enum, "the enum has no value with this name", start),
            },
            // The range has been checked.
            _ => self.integer(Range::INT32)? as i32,
        };
        match meta.of_number(number) {
            Some((name, _)) => Ok(Some(Value::Text(Text::owned(name)))),
            None if meta.open => Ok(Some(Value::Int(number.into()))),
            None => self.error(Code::Enum, "the enum has no value with this number", start),
        }
    }

    /// A message with a form of its own.
    fn well_known(&mut self, message: &'p Message, form: Form) -> Result<Value<'de>> {
        let mut draft = Draft::new(message);
        let start = self.start();
        match form {
            Form::Only(index) => {
                if let Some(value) = self.shaped(&message.fields[index])? {
                    draft.values[index] = value;
                }
            }
            Form::Dynamic { null, number, text, boolean, object, list } => {
                let index = match self.lexer.peek() {
                    b'n' => null,
                    b'"' => text,
                    b't' | b'f' => boolean,
                    b'{' => object,
                    b'[' => list,
                    _ => number,
                };
                if let Some(value) = self.single(message.fields[index].kind)? {
                    draft.values[index] = value;
                }
            }
            Form::Timestamp { seconds, nanos } => {
                let Some(instant) = time::parse_instant(self.lexer.string()?.as_str()) else {
                    return self.error(Code::Type, "expected an instant of the years 1 to 9999 in RFC 3339", start);
                };
                (draft.values[seconds], draft.values[nanos]) = (Value::Int(instant.0), Value::Int(instant.1));
            }
            Form::Duration { seconds, nanos } => {
                let Some(duration) = time::parse_duration(self.lexer.string()?.as_str()) else {
                    return self.error(Code::Type, "expected a duration in seconds, such as `1.5s`", start);
                };
                (draft.values[seconds], draft.values[nanos]) = (Value::Int(duration.0), Value::Int(duration.1));
            }
            Form::FieldMask(paths) => {
                let text = self.lexer.string()?;
                let text = text.as_str();
                let parts = text.split(',').filter(|_| !text.is_empty());
                let list = parts.map(|path| names::parse_path(path).map(|path| Value::Text(Text::owned(&path))));
                let Some(list) = list.collect::<Option<Items<_>>>() else {
                    return self.error(Code::Type, "expected paths in lower camel case", start);
                };
                draft.values[paths] = Value::List(list);
            }
            Form::Object | Form::Any { .. } => unreachable!("these are objects"),
        }
        draft.finish(self.plan, message)
    }

    /// `google.protobuf.Any`: the object of the message that it holds, with its type; or the type and the
    /// `value` of a message that is no object.
    fn any(&mut self, message: &'p Message, url: usize, payload: usize) -> Result<Value<'de>> {
        let start = self.start();
        let mut draft = Draft::new(message);
        let Some(type_url) = self.find_type()? else { return draft.finish(self.plan, message) };
        let (id, inner) = self.registered(&type_url).map_err(|error| error.at(start).in_field(TYPE))?;
        self.lexer.depth.enter().map_err(|error| error.at(start))?;
        let value = match inner.form {
            Form::Object => self.object(inner, true)?,
            _ => self.boxed(id, inner)?,
        };
        self.lexer.depth.leave();
        let limits = Limits { max_depth: self.lexer.depth.left(), ..Limits::default() };
        let registry = self.registry.ok_or_else(no_any)?;
        let bytes = registry.encode(id, &value, &limits).map_err(|error| error.at(start))?;
        draft.values[url] = Value::Text(type_url);
        draft.values[payload] = Value::Bytes(bytes.into());
        draft.finish(self.plan, message)
    }

    /// The type of the `Any` that comes next, which is not taken; `None` for an empty object, which is.
    fn find_type(&mut self) -> Result<Option<Text<'de>>> {
        let start = self.lexer.mark();
        self.lexer.open(b'{', Code::Type, "expected an object")?;
        let mut first = true;
        loop {
            let empty = first;
            let Some(key) = map_key(&mut self.lexer, &mut first)? else {
                if empty {
                    return Ok(None);
                }
                return Err(self.lexer.error(Code::Required, "an Any has a type").in_field(TYPE));
            };
            if key.as_str() == TYPE {
                let url = self.lexer.owned_string().map_err(|error| error.in_field(TYPE))?;
                // What has been read to get here is read again, so it is counted: this may happen at each level.
                self.lexer.retry(start)?;
                return Ok(Some(url));
            }
            self.lexer.skip_value()?;
        }
    }

    /// The message that a type URL names.
    fn registered(&self, url: &str) -> Result<(u32, &'p Message)> {
        let id = self.plan.of_url(url)?;
        Ok((id, &self.plan.messages[id as usize]))
    }

    /// The object with the type and the value of a message that is no object in JSON.
    fn boxed(&mut self, id: u32, inner: &Message) -> Result<Value<'de>> {
        self.lexer.open(b'{', Code::Type, "expected an object")?;
        let mut first = true;
        let (mut types, mut found) = (0, None);
        while let Some(key) = map_key(&mut self.lexer, &mut first)? {
            match key.as_str() {
                TYPE if types == 0 => {
                    types += 1;
                    self.lexer.peek();
                    self.lexer.skip_string()?;
                }
                VALUE if found.is_none() => found = Some(self.message(id).map_err(|error| error.in_field(VALUE))?),
                TYPE | VALUE => return Err(self.lexer.error(Code::Duplicate, "the key occurs twice")),
                other => {
                    let other = other.to_owned();
                    self.unknown(&other)?;
                }
            }
        }
        match found {
            Some(value) => Ok(value),
            None => Draft::new(inner).finish(self.plan, inner),
        }
    }
}

/// The key of the type in an `Any`.
pub(super) const TYPE: &str = "@type";
/// The key of the value in an `Any` whose message is no object.
pub(super) const VALUE: &str = "value";

/// The error for an `Any` where the schema has none.
#[cold]
pub(super) fn no_any() -> Error {
    Error::new(Code::Unsupported, "the schema names no messages that an Any may hold")
}
