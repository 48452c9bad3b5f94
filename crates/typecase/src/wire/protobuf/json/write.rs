//! A value of the schema as JSON text. Every value is followed by a comma, as in [`crate::text::print`].

use super::any::Registry;
use super::plan::{Field, Form, Key, Kind, Message, Plan, Presence, Shape};
use super::read::{TYPE, VALUE, no_any, zero};
use super::{Options, names, time};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::text::{date, print};
use crate::value::Value;
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Prints values as JSON text.
pub(super) struct Printer<'p, 'o> {
    pub(super) plan: &'p Plan,
    pub(super) registry: Option<&'p Registry>,
    pub(super) options: &'p Options,
    pub(super) depth: Depth,
    pub(super) out: &'o mut Vec<u8>,
}

fn wrong<T>(message: &'static str) -> Result<T> {
    Err(Error::new(Code::Type, message))
}

static NULL: Value<'static> = Value::Null;

impl Printer<'_, '_> {
    /// A message, in the form that it has.
    pub(super) fn message(&mut self, id: u32, value: &Value<'_>) -> Result<()> {
        let message = &self.plan.messages[id as usize];
        let Value::Record(values) = value else { return wrong("expected a record") };
        if values.len() > message.fields.len() {
            return Err(Error::new(Code::Structure, "the record has more values than the schema has fields"));
        }
        self.depth.enter()?;
        match message.form {
            Form::Object => {
                self.out.push(b'{');
                self.fields(message, values)?;
                print::close(self.out, b'}');
            }
            Form::Any { url, payload } => self.any(at(values, url), at(values, payload))?,
            form => self.well_known(message, form, values)?,
        }
        self.depth.leave();
        Ok(())
    }

    /// The entries of an object.
    fn fields(&mut self, message: &Message, values: &[Value<'_>]) -> Result<()> {
        for (index, field) in message.fields.iter().enumerate() {
            let value = at(values, index);
            let value = match (value, field.presence) {
                _ if field.unknown => continue,
                (Value::Null, Presence::Implicit) if self.options.implicit => Cow::Owned(zero(self.plan, field)),
                (Value::Null, Presence::Optional | Presence::Implicit) => continue,
                (Value::Null, _) => {
                    let error = Error::new(Code::Required, "required field is missing or null");
                    return Err(error.in_field(&field.name));
                }
                (value, Presence::Implicit) if !self.options.implicit && self.is_zero(field, value) => continue,
                // A repeated field has no presence, whatever the schema says.
                (value, _) if !self.options.implicit && is_empty(field, value) => continue,
                (value, _) => Cow::Borrowed(value),
            };
            print::string(self.out, if self.options.original_names { &field.name } else { &field.json }, b':');
            self.shaped(field, &value).map_err(|error| error.in_field(&field.name))?;
        }
        Ok(())
    }

    /// Whether a field is the zero that a message does not have.
    fn is_zero(&self, field: &Field, value: &Value<'_>) -> bool {
        match value {
            Value::Bool(value) => !value,
            Value::Int(0) | Value::Date(0) => true,
            Value::Float(value) => value.to_bits() == 0,
            Value::Text(text) => match field.kind {
                Kind::Enum(id) => self.plan.enums[id as usize].find(text).is_some_and(|(_, number)| *number == 0),
                _ => text.is_empty(),
            },
            Value::Bytes(bytes) => bytes.is_empty(),
            value => is_empty(field, value),
        }
    }

    fn shaped(&mut self, field: &Field, value: &Value<'_>) -> Result<()> {
        match (field.shape, value) {
            (Shape::One, value) => self.single(field.kind, value),
            (Shape::List, Value::List(items)) => {
                self.depth.enter()?;
                self.out.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    self.single(field.kind, item).map_err(|error| error.in_item(index))?;
                }
                print::close(self.out, b']');
                self.depth.leave();
                Ok(())
            }
            (Shape::Map(key), Value::Map(entries)) => {
                self.depth.enter()?;
                self.out.push(b'{');
                for (name, value) in entries {
                    self.entry(key, name, field.kind, value)?;
                }
                print::close(self.out, b'}');
                self.depth.leave();
                Ok(())
            }
            (Shape::List, _) => wrong("expected a list"),
            (Shape::Map(_), _) => wrong("expected a map"),
        }
    }

    fn entry(&mut self, key: Key, name: &Value<'_>, kind: Kind, value: &Value<'_>) -> Result<()> {
        let Some(text) = name.as_str() else { return wrong("expected a string as the key") };
        match key {
            Key::Text => print::string(self.out, text, b':'),
            key => match key.canonical(text) {
                Some(text) => print::string(self.out, &text, b':'),
                None => return Err(Error::new(Code::Type, "the key is not of the map's type").in_field(text)),
            },
        }
        self.single(kind, value).map_err(|error| error.in_field(text))
    }

    fn single(&mut self, kind: Kind, value: &Value<'_>) -> Result<()> {
        match kind {
            Kind::Message(id) => self.message(id, value),
            Kind::Enum(id) => self.enumeration(id, value),
            kind => self.scalar(kind, value),
        }
    }

    /// A value that contains no others. It is a call, so that what it needs on the stack is not needed at each
    /// level of nesting.
    #[inline(never)]
    fn scalar(&mut self, kind: Kind, value: &Value<'_>) -> Result<()> {
        match (kind, value) {
            (Kind::Bool, Value::Bool(value)) => self.out.extend_from_slice(if *value { b"true," } else { b"false," }),
            (Kind::Text, Value::Text(text)) => print::string(self.out, text, b','),
            (Kind::Bytes, Value::Bytes(bytes)) => print::base64(self.out, bytes),
            (Kind::BigInt, Value::BigInt(digits)) => print::string(self.out, digits, b','),
            (Kind::Integer(range, _), value) => match integer_of(value) {
                Some(value) if range.contains(value) => {
                    let text = value.to_string();
                    if range.quoted {
                        print::string(self.out, &text, b',');
                    } else {
                        self.out.extend_from_slice(text.as_bytes());
                        self.out.push(b',');
                    }
                }
                Some(_) => return wrong("the integer is out of range"),
                None => return wrong("expected an integer"),
            },
            (Kind::Double(_), value) => match double_of(value) {
                Some(value) => double(self.out, value),
                None => return wrong("expected a number"),
            },
            (Kind::Float(_), value) => match double_of(value) {
                Some(value) => float(self.out, value as f32),
                None => return wrong("expected a number"),
            },
            (Kind::Bool, _) => return wrong("expected a boolean"),
            (Kind::Text, _) => return wrong("expected a string"),
            (Kind::Bytes, _) => return wrong("expected bytes"),
            (Kind::BigInt, _) => return wrong("expected an integer of any size"),
            (Kind::Enum(_) | Kind::Message(_), _) => unreachable!("these are not scalars"),
        }
        Ok(())
    }

    fn enumeration(&mut self, id: u32, value: &Value<'_>) -> Result<()> {
        let meta = &self.plan.enums[id as usize];
        let (name, number) = match value {
            Value::Text(text) => match meta.find(text) {
                Some((name, number)) => (Some(name), *number),
                None => return Err(Error::new(Code::Enum, "the value is not one of the enum's")),
            },
            value => match value.as_int().and_then(|number| i32::try_from(number).ok()) {
                Some(number) => (meta.of_number(number).map(|(name, _)| name), number),
                None => return Err(Error::new(Code::Enum, "the value is not one of the enum's")),
            },
        };
        match name {
            _ if meta.is_null => self.out.extend_from_slice(b"null,"),
            Some(name) if !self.options.enum_numbers => print::string(self.out, name, b','),
            _ => print::int(self.out, number.into()),
        }
        Ok(())
    }

    /// A message with a form of its own.
    fn well_known(&mut self, message: &Message, form: Form, values: &[Value<'_>]) -> Result<()> {
        match form {
            Form::Only(index) => {
                let field = &message.fields[index];
                match at(values, index) {
                    Value::Null => self.shaped(field, &zero(self.plan, field)),
                    value => self.shaped(field, value),
                }
            }
            Form::Dynamic { null, number, text, boolean, object, list } => {
                let members = [null, number, text, boolean, object, list];
                let Some(index) = members.into_iter().find(|index| !at(values, *index).is_null()) else {
                    return Err(Error::new(Code::Unsupported, "a google.protobuf.Value without a value is not JSON"));
                };
                let value = at(values, index);
                if index == number && double_of(value).is_some_and(|number| !number.is_finite()) {
                    return Err(crate::wire::json::not_finite());
                }
                self.single(message.fields[index].kind, value)
            }
            Form::Timestamp { seconds, nanos } => match time::print_instant(int(values, seconds)?, int(values, nanos)?)
            {
                Some(text) => self.text(&text),
                None => Err(Error::new(Code::Unsupported, "the Timestamp is out of range")),
            },
            Form::Duration { seconds, nanos } => match time::print_duration(int(values, seconds)?, int(values, nanos)?)
            {
                Some(text) => self.text(&text),
                None => Err(Error::new(Code::Unsupported, "the Duration is out of range")),
            },
            Form::FieldMask(paths) => {
                let mut text = String::new();
                let paths = match at(values, paths) {
                    Value::List(paths) => &paths[..],
                    Value::Null => &[],
                    _ => return wrong("expected a list"),
                };
                for path in paths {
                    if !text.is_empty() {
                        text.push(',');
                    }
                    let Some(path) = path.as_str() else { return wrong("expected a string") };
                    if !names::print_path(&mut text, path) {
                        return Err(Error::new(Code::Unsupported, "a path of the FieldMask has no form in JSON"));
                    }
                }
                self.text(&text)
            }
            Form::Object | Form::Any { .. } => unreachable!("these are objects"),
        }
    }

    fn text(&mut self, text: &str) -> Result<()> {
        print::string(self.out, text, b',');
        Ok(())
    }

    /// `google.protobuf.Any`: the object of the message that it holds, with its type; or the type and the `value`
    /// of a message that is no object.
    fn any(&mut self, url: &Value<'_>, payload: &Value<'_>) -> Result<()> {
        let (url, payload) = match (url, payload) {
            (Value::Text(url), Value::Bytes(payload)) => (url, payload),
            _ => return wrong("expected a string and bytes"),
        };
        if url.is_empty() && payload.is_empty() {
            self.out.extend_from_slice(b"{},");
            return Ok(());
        }
        let id = self.plan.of_url(url).map_err(|error| error.in_field(TYPE))?;
        let limits = Limits { max_depth: self.depth.left(), ..Limits::default() };
        let registry = self.registry.ok_or_else(no_any)?;
        let value = registry.decode(id, payload, &limits)?;
        self.out.push(b'{');
        print::string(self.out, TYPE, b':');
        print::string(self.out, url, b',');
        let message = &self.plan.messages[id as usize];
        match (message.form, &value) {
            (Form::Object, Value::Record(values)) => self.fields(message, values)?,
            _ => {
                print::string(self.out, VALUE, b':');
                self.message(id, &value)?;
            }
        }
        print::close(self.out, b'}');
        Ok(())
    }
}

/// A value of a record, which may end before its last fields.
fn at<'v, 'a>(values: &'v [Value<'a>], index: usize) -> &'v Value<'a> {
    values.get(index).unwrap_or(&NULL)
}

/// An integer of a record, which is 0 if it is not there.
fn int(values: &[Value<'_>], index: usize) -> Result<i64> {
    match at(values, index) {
        Value::Null => Ok(0),
        value => value.as_int().map_or_else(|| wrong("expected an integer"), Ok),
    }
}

/// The first number beyond 64 bits.
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

/// Whether a field is a list or a map without anything in it.
fn is_empty(field: &Field, value: &Value<'_>) -> bool {
    match (field.shape, value) {
        (Shape::List, Value::List(items)) => items.is_empty(),
        (Shape::Map(_), Value::Map(entries)) => entries.is_empty(),
        _ => false,
    }
}

fn integer_of(value: &Value<'_>) -> Option<i128> {
    match value {
        Value::Int(value) => Some((*value).into()),
        Value::Uint(value) => Some((*value).into()),
        Value::Date(millis) if date::in_range(*millis) => Some((*millis).into()),
        Value::Float(value) if value.abs() < TWO_TO_64 && *value as i128 as f64 == *value => Some(*value as i128),
        _ => None,
    }
}

fn double_of(value: &Value<'_>) -> Option<f64> {
    match value {
        Value::Date(millis) if date::in_range(*millis) => Some(*millis as f64),
        value => value.as_f64(),
    }
}

/// Appends a double, and those that JSON has not as strings. The sign of a zero is kept.
fn double(out: &mut Vec<u8>, value: f64) {
    match value {
        _ if value.is_nan() => out.extend_from_slice(b"\"NaN\","),
        f64::INFINITY => out.extend_from_slice(b"\"Infinity\","),
        f64::NEG_INFINITY => out.extend_from_slice(b"\"-Infinity\","),
        _ if value == 0.0 && value.is_sign_negative() => out.extend_from_slice(b"-0,"),
        value => print::double(out, value),
    }
}

/// Appends a float with the fewest digits that read back as the same float.
fn float(out: &mut Vec<u8>, value: f32) {
    if !value.is_finite() {
        return double(out, value.into());
    }
    // The nearest double has the same fewest digits, of which there are no more than nine.
    let mut buffer = zmij::Buffer::new();
    let digits = buffer.format_finite(value);
    double(out, digits.parse().unwrap_or(f64::from(value)));
}
