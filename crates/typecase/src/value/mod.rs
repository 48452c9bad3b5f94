//! [`Value`]: a value of any schema, or of none.

mod arena;
pub(crate) mod builder;
pub mod extended;
mod items;
mod scratch;
#[cfg(feature = "serde")]
mod serde;
mod special;
mod text;
mod wire;

pub use items::Items;
pub use special::{Special, TypedArray};
pub use text::Text;
pub use wire::{ValueReader, ValueWriter};

use alloc::boxed::Box;
use alloc::vec::Vec;

/// A value of any schema, or of none; owned (`Value<'static>`) or borrowing text from its input.
///
/// It is 24 bytes wide; strings of up to 22 bytes are held in place. What a typed schema knows is not
/// repeated in the value: a record has its fields' values in schema order and no keys, with
/// [`Value::Null`] for what is missing.
///
/// ```
/// use typecase::value::Value;
/// use typecase::wire::json;
///
/// let value = json::parse(r#"{"id": 7, "tags": ["a", "b"], "score": 0.5}"#)?;
/// assert_eq!(value.get("id").and_then(Value::as_int), Some(7));
/// assert_eq!(value.get("tags").and_then(Value::as_list).map(<[_]>::len), Some(2));
/// assert_eq!(value.get("score"), Some(&Value::Float(0.5)));
///
/// let made = Value::map(vec![("id".into(), Value::Int(7)), ("name".into(), Value::text("Ada"))]);
/// assert_eq!(json::print(&made)?, r#"{"id":7,"name":"Ada"}"#);
/// # Ok::<(), typecase::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Value<'a> {
    /// Null, or a missing field.
    #[default]
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer that fits 64 bits signed.
    Int(i64),
    /// An integer above `i64::MAX`. (Smaller ones are always [`Value::Int`].)
    Uint(u64),
    /// Any other number.
    Float(f64),
    /// An integer of any size: decimal digits with an optional minus sign.
    BigInt(Box<str>),
    /// A string.
    Text(Text<'a>),
    /// A byte string.
    Bytes(Box<[u8]>),
    /// An instant: milliseconds since 1970-01-01T00:00Z.
    Date(i64),
    /// A list, or a tuple.
    List(Items<Value<'a>>),
    /// A map: its entries in order.
    Map(Items<(Value<'a>, Value<'a>)>),
    /// A record: its fields' values in schema order. Flags are a record of booleans.
    Record(Items<Value<'a>>),
    /// A case of a union: the index of the case in the schema (that is the discriminator's value, or
    /// the branch of a plain union), and the value.
    Case(Box<(u32, Value<'a>)>),
    /// A value of a type that only some wires have.
    Special(Box<Special<'a>>),
}

impl<'a> Value<'a> {
    /// A string value.
    pub fn text(text: &'a str) -> Value<'a> {
        Value::Text(Text::borrowed(text))
    }

    /// A list.
    pub fn list(items: Vec<Value<'a>>) -> Value<'a> {
        Value::List(items.into())
    }

    /// A map with string keys.
    pub fn map(entries: Vec<(Text<'a>, Value<'a>)>) -> Value<'a> {
        Value::Map(entries.into_iter().map(|(key, value)| (Value::Text(key), value)).collect())
    }

    /// An unsigned integer, as [`Value::Int`] where it fits.
    pub fn uint(value: u64) -> Value<'a> {
        i64::try_from(value).map_or(Value::Uint(value), Value::Int)
    }

    /// The string, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The boolean, if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer, if this is one that fits 64 bits signed. (A [`Value::Float`] without a fraction is none.)
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The number as a double, if this is a number; large integers are rounded.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Value::Int(value) => Some(*value as f64),
            Value::Uint(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// The items, if this is a list.
    pub fn as_list(&self) -> Option<&[Value<'a>]> {
        match self {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries, if this is a map.
    pub fn as_map(&self) -> Option<&[(Value<'a>, Value<'a>)]> {
        match self {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The fields' values in schema order, if this is a record.
    pub fn as_record(&self) -> Option<&[Value<'a>]> {
        match self {
            Value::Record(values) => Some(values),
            _ => None,
        }
    }

    /// The value under a string key of a map; the first, if there are several. Looks at one entry after
    /// the other.
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.as_map()?.iter().find(|(k, _)| k.as_str() == Some(key)).map(|(_, value)| value)
    }

    /// Whether this is null.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The same value, owning all of its text.
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Value::Null => Value::Null,
            Value::Bool(value) => Value::Bool(value),
            Value::Int(value) => Value::Int(value),
            Value::Uint(value) => Value::Uint(value),
            Value::Float(value) => Value::Float(value),
            Value::BigInt(digits) => Value::BigInt(digits),
            Value::Text(text) => Value::Text(text.into_owned()),
            Value::Bytes(bytes) => Value::Bytes(bytes),
            Value::Date(millis) => Value::Date(millis),
            Value::List(items) => Value::List(owned(items)),
            Value::Map(entries) => Value::Map(owned_entries(entries)),
            Value::Record(values) => Value::Record(owned(values)),
            Value::Case(case) => Value::Case(Box::new((case.0, case.1.into_owned()))),
            Value::Special(special) => Value::Special(Box::new(special.into_owned())),
        }
    }
}

fn owned(values: Items<Value<'_>>) -> Items<Value<'static>> {
    values.into_vec().into_iter().map(Value::into_owned).collect()
}

fn owned_entries(entries: Items<(Value<'_>, Value<'_>)>) -> Items<(Value<'static>, Value<'static>)> {
    entries.into_vec().into_iter().map(|(key, value)| (key.into_owned(), value.into_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_three_words() {
        assert_eq!(size_of::<Value<'_>>(), 24);
    }
}
