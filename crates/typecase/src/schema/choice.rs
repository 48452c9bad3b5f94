//! Values of enums as keys, so that enums of any size are searched quickly.

use super::model::Enum;
use crate::value::{Text, Value};
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
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

    /// The value in the form that readers give it.
    pub(crate) fn to_value(self) -> Value<'static> {
        match self {
            Choice::Text(text) => Value::Text(Text::owned(text)),
            Choice::Number(bits) => match f64::from_bits(bits) {
                number if number as i64 as f64 == number => Value::Int(number as i64),
                number => Value::Float(number),
            },
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

/// The values of an enum, ready to be looked up.
#[derive(Debug)]
pub(crate) struct Choices {
    texts: BTreeSet<Box<str>>,
    /// The numbers as keys of [`Choice`].
    numbers: BTreeSet<u64>,
    open: bool,
}

impl Choices {
    pub(crate) fn new(enumeration: &Enum) -> Choices {
        let mut choices = Choices { texts: BTreeSet::new(), numbers: BTreeSet::new(), open: enumeration.open };
        for value in &enumeration.values {
            match Choice::of(value) {
                Some(Choice::Text(text)) => choices.texts.insert(text.into()),
                Some(Choice::Number(number)) => choices.numbers.insert(number),
                None => false,
            };
        }
        choices
    }

    /// Whether the enum has the value, or is open to it; `None` if it is neither string nor number.
    pub(crate) fn contain(&self, value: &Value<'_>) -> Option<bool> {
        let known = match Choice::of(value)? {
            Choice::Text(text) => self.texts.contains(text),
            Choice::Number(number) => self.numbers.contains(&number),
        };
        Some(self.open || known)
    }
}
