//! `tc_doc` and `tc_value`: values that have been read, and looks at them.
//!
//! A `tc_value` is a [`Value`] of the library where it lies. What is asked of a value of another kind, or of null, is
//! nothing: 0, false, no text, no value. So looks can be chained and checked once.

use crate::memory::Span;
use core::ffi::c_int;
use typecase::value::Value;

/// `tc_doc`.
pub(crate) struct Doc {
    root: Value<'static>,
}

impl Doc {
    pub(crate) fn new(root: Value<'static>) -> Doc {
        Doc { root }
    }
}

/// A value where it lies, or none.
type At<'a> = Option<&'a Value<'static>>;

#[unsafe(no_mangle)]
extern "C" fn tc_doc_root(doc: Option<&Doc>) -> At<'_> {
    doc.map(|doc| &doc.root)
}

#[unsafe(no_mangle)]
extern "C" fn tc_doc_free(doc: Option<Box<Doc>>) {
    drop(doc);
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_kind(value: At<'_>) -> c_int {
    match value {
        None => 0,
        Some(Value::Null) => 1,
        Some(Value::Bool(_)) => 2,
        Some(Value::Int(_)) => 3,
        Some(Value::Uint(_)) => 4,
        Some(Value::Float(_)) => 5,
        Some(Value::BigInt(_)) => 6,
        Some(Value::Text(_)) => 7,
        Some(Value::Bytes(_)) => 8,
        Some(Value::Date(_)) => 9,
        Some(Value::List(_)) => 10,
        Some(Value::Map(_)) => 11,
        Some(Value::Record(_)) => 12,
        Some(Value::Case(_)) => 13,
        Some(Value::Special(_)) => 14,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_bool(value: At<'_>) -> bool {
    matches!(value, Some(Value::Bool(true)))
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_int(value: At<'_>) -> i64 {
    match value {
        Some(Value::Int(value) | Value::Date(value)) => *value,
        Some(Value::Uint(value)) => value.cast_signed(),
        _ => 0,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_number(value: At<'_>) -> f64 {
    value.and_then(Value::as_f64).unwrap_or(0.0)
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_text(value: At<'_>) -> Span {
    match value {
        Some(Value::Text(text)) => Span::of(text.as_str().as_bytes()),
        Some(Value::BigInt(digits)) => Span::of(digits.as_bytes()),
        _ => Span::NONE,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_bytes(value: At<'_>) -> Span {
    match value {
        Some(Value::Bytes(bytes)) => Span::of(bytes),
        _ => Span::NONE,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_count(value: At<'_>) -> usize {
    match value {
        Some(Value::List(items) | Value::Record(items)) => items.len(),
        Some(Value::Map(entries)) => entries.len(),
        _ => 0,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_item(value: At<'_>, index: usize) -> At<'_> {
    match value {
        Some(Value::List(items)) => items.get(index),
        Some(Value::Map(entries)) => entries.get(index).map(|(_, value)| value),
        _ => None,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_key(value: At<'_>, index: usize) -> At<'_> {
    match value {
        Some(Value::Map(entries)) => entries.get(index).map(|(key, _)| key),
        _ => None,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_field(value: At<'_>, index: usize) -> At<'_> {
    match value {
        Some(Value::Record(values)) => values.get(index),
        _ => None,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_case(value: At<'_>) -> u32 {
    match value {
        Some(Value::Case(case)) => case.0,
        _ => 0,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_get_case_value(value: At<'_>) -> At<'_> {
    match value {
        Some(Value::Case(case)) => Some(&case.1),
        _ => None,
    }
}
