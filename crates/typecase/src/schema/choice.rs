//! [`Choice`]: a value of an enum as a key, so that enums of any size are searched quickly.

use super::model::Enum;
use crate::value::Value;
use alloc::vec::Vec;
use core::fmt;

/// A string, or a number by the bits of its double, with one zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Choice<T> {
    Text(T),
    Number(u64),
}

impl<'a> Choice<&'a str> {
    /// The key of a value, if it is a string or a number.
    pub(crate) fn of(value: &'a Value<'_>) -> Option<Choice<&'a str>> {
        match value {
            Value::Text(text) => Some(Choice::Text(text)),
            _ => value.as_f64().map(|number| Choice::Number((number + 0.0).to_bits())),
        }
    }

    /// The keys of all values of an enum.
    pub(crate) fn all(enumeration: &'a Enum) -> Vec<Choice<&'a str>> {
        enumeration.values.iter().filter_map(Choice::of).collect()
    }
}

impl<T: fmt::Display> fmt::Display for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Text(text) => text.fmt(f),
            Choice::Number(bits) => f64::from_bits(*bits).fmt(f),
        }
    }
}
