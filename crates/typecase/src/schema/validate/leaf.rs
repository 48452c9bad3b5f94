//! What options and defaults need to know of a type.

use crate::schema::model::{Enum, Scalar, Type};
use crate::value::Value;
use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;

/// A type as far as options on it are concerned.
pub(super) enum Leaf {
    Scalar(Scalar),
    Enum(EnumSet),
    /// A list or a map, which have a length.
    Many,
    Other,
}

impl Leaf {
    pub(super) fn of(ty: &Type) -> Leaf {
        match ty {
            Type::Scalar(scalar) => Leaf::Scalar(*scalar),
            Type::Enum(it) => Leaf::Enum(EnumSet::of(it)),
            Type::List(_) | Type::Map(_) => Leaf::Many,
            _ => Leaf::Other,
        }
    }
}

/// The values of an enum, to look up many defaults in.
#[derive(Default)]
pub(super) struct EnumSet {
    texts: BTreeSet<String>,
    /// The bits of numbers; there is no -0 among them.
    numbers: BTreeSet<u64>,
    pub(super) open: bool,
}

impl EnumSet {
    fn of(it: &Enum) -> EnumSet {
        let mut set = EnumSet { open: it.open, ..EnumSet::default() };
        for value in it.values.iter().filter_map(enum_value) {
            set.insert(&value);
        }
        set
    }

    /// Adds a value that [`enum_value`] gave; false if it was there.
    pub(super) fn insert(&mut self, value: &Value<'_>) -> bool {
        match (value.as_str(), value.as_f64()) {
            (Some(text), _) => self.texts.insert(text.to_owned()),
            (None, Some(number)) => self.numbers.insert(number.to_bits()),
            (None, None) => false,
        }
    }

    /// Whether a value that [`enum_value`] gave is there.
    pub(super) fn contains(&self, value: &Value<'_>) -> bool {
        match (value.as_str(), value.as_f64()) {
            (Some(text), _) => self.texts.contains(text),
            (None, Some(number)) => self.numbers.contains(&number.to_bits()),
            (None, None) => false,
        }
    }
}

/// The normal form of an enum's value: a string, or a number, as an integer where it is one of 64
/// bits. `None` for anything else, and for an integer that no double holds.
pub(super) fn enum_value(value: &Value<'_>) -> Option<Value<'static>> {
    match value {
        Value::Text(text) => Some(Value::Text(text.clone().into_owned())),
        Value::Int(number) => {
            let double = *number as f64;
            (double as i128 == i128::from(*number)).then(|| normal_number(double))
        }
        Value::Uint(number) => {
            let double = *number as f64;
            (double as u128 == u128::from(*number)).then(|| normal_number(double))
        }
        Value::Float(number) if number.is_finite() => Some(normal_number(*number)),
        _ => None,
    }
}

/// A finite double in the form that its text is read in: as an integer where it is one of 64 bits (-0
/// is 0), else as it is.
pub(super) fn normal_number(number: f64) -> Value<'static> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&number) && number as i64 as f64 == number {
        Value::Int(number as i64)
    } else if (LIMIT..2.0 * LIMIT).contains(&number) {
        Value::Uint(number as u64)
    } else {
        Value::Float(number)
    }
}
