//! The rules `min`, `max`, `length` and `pattern` (`docs/schema.md`), compiled and checked.

use super::pattern::Pattern;
use crate::error::{Code, Error, Result};
use crate::schema::model;
use crate::value::Value;
use alloc::format;
use core::cmp::Ordering;

/// The rules of one slot.
#[derive(Debug)]
pub(super) struct Rules {
    min: Option<f64>,
    max: Option<f64>,
    min_length: Option<u64>,
    max_length: Option<u64>,
    /// Whether the length of a string is counted in characters rather than in UTF-16 units.
    characters: bool,
    pattern: Option<Pattern>,
}

impl Rules {
    pub(super) fn compile(rules: &model::Rules) -> Result<Rules> {
        Ok(Rules {
            min: rules.min,
            max: rules.max,
            min_length: rules.min_length,
            max_length: rules.max_length,
            characters: rules.characters,
            pattern: rules.pattern.as_deref().map(Pattern::compile).transpose()?,
        })
    }

    /// Reports every rule that a value of the right type breaks.
    pub(super) fn check(&self, value: &Value<'_>, report: &mut dyn FnMut(Error)) {
        if let Some(min) = self.min
            && compare(value, min) == Some(Ordering::Less)
        {
            report(Error::new(Code::Rule, format!("less than the minimum of {min}")));
        }
        if let Some(max) = self.max
            && compare(value, max) == Some(Ordering::Greater)
        {
            report(Error::new(Code::Rule, format!("greater than the maximum of {max}")));
        }
        if self.min_length.is_some() || self.max_length.is_some() {
            self.check_length(value, report);
        }
        if let (Some(pattern), Value::Text(text)) = (&self.pattern, value)
            && !pattern.is_match(text)
        {
            report(Error::new(Code::Rule, format!("does not match the pattern {:?}", pattern.source())));
        }
    }

    fn check_length(&self, value: &Value<'_>, report: &mut dyn FnMut(Error)) {
        let length = match value {
            Value::Text(text) if self.characters => Some(text.chars().count() as u64),
            _ => length(value),
        };
        let Some(length) = length else { return };
        if let Some(min) = self.min_length.filter(|min| length < *min) {
            report(Error::new(Code::Rule, format!("length {length} is less than the minimum of {min}")));
        }
        if let Some(max) = self.max_length.filter(|max| length > *max) {
            report(Error::new(Code::Rule, format!("length {length} is greater than the maximum of {max}")));
        }
    }
}

/// The length as rules count it: UTF-16 units, bytes, or items.
fn length(value: &Value<'_>) -> Option<u64> {
    let length = match value {
        Value::Text(text) => text.chars().map(char::len_utf16).sum(),
        Value::Bytes(bytes) => bytes.len(),
        Value::List(items) => items.len(),
        Value::Map(entries) => entries.len(),
        _ => return None,
    };
    Some(length as u64)
}

/// Compares a number exactly with a bound, also beyond 2^53.
fn compare(value: &Value<'_>, bound: f64) -> Option<Ordering> {
    match value {
        Value::Int(value) | Value::Date(value) => compare_integer(i128::from(*value), bound),
        Value::Uint(value) => compare_integer(i128::from(*value), bound),
        Value::Float(value) => value.partial_cmp(&bound),
        Value::BigInt(digits) => match digits.parse::<i128>() {
            Ok(value) => compare_integer(value, bound),
            // Beyond 128 bits neighbouring doubles are 2^75 apart; the nearest one decides.
            Err(_) => digits.parse::<f64>().ok()?.partial_cmp(&bound),
        },
        _ => None,
    }
}

fn compare_integer(value: i128, bound: f64) -> Option<Ordering> {
    // Truncation is exact, and a bound beyond 128 bits becomes the end of the range.
    let whole = bound as i128;
    match value.cmp(&whole) {
        Ordering::Equal => (whole as f64).partial_cmp(&bound),
        other => Some(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_compare_exactly_with_doubles() {
        let two_53 = 9_007_199_254_740_992.0;
        assert_eq!(compare(&Value::Int(9_007_199_254_740_993), two_53), Some(Ordering::Greater));
        assert_eq!(compare(&Value::Int(9_007_199_254_740_992), two_53), Some(Ordering::Equal));
        assert_eq!(compare(&Value::Int(3), 3.5), Some(Ordering::Less));
        assert_eq!(compare(&Value::Int(-3), -3.5), Some(Ordering::Greater));
        assert_eq!(compare(&Value::Int(-4), -3.5), Some(Ordering::Less));
        assert_eq!(compare(&Value::Int(0), -0.5), Some(Ordering::Greater));
        assert_eq!(compare(&Value::Uint(u64::MAX), 18_446_744_073_709_551_616.0), Some(Ordering::Less));
        assert_eq!(compare(&Value::Int(i64::MAX), f64::INFINITY), Some(Ordering::Less));
        let huge = Value::BigInt("-1234567890123456789012345678901234567890".into());
        assert_eq!(compare(&huge, -1e40), Some(Ordering::Greater));
        assert_eq!(compare(&huge, 0.0), Some(Ordering::Less));
    }

    #[test]
    fn lengths_count_utf16_units_bytes_and_items() {
        assert_eq!(length(&Value::text("a€😀")), Some(4));
        assert_eq!(length(&Value::Bytes(Box::from(*b"abc"))), Some(3));
        assert_eq!(length(&Value::list(alloc::vec![Value::Null; 2])), Some(2));
        assert_eq!(length(&Value::map(alloc::vec![("k".into(), Value::Null)])), Some(1));
        assert_eq!(length(&Value::Int(3)), None);
    }

    use alloc::boxed::Box;
}
