//! Defaults and metadata: are they values of their type, and what is their normal form?

use super::leaf::{Leaf, enum_value, normal_number};
use crate::schema::model::Scalar;
use crate::schema::words;
use crate::text::{date, lexer};
use crate::value::Value;
use alloc::boxed::Box;
use alloc::string::ToString;

/// A default in the form that values of its type have: numbers as floats, dates and bytes as
/// themselves, big integers as digits, the value of an enum as string or number. `None` if it is not
/// a value of the type.
pub(super) fn default_value(leaf: &Leaf, value: &Value<'static>) -> Option<Value<'static>> {
    match leaf {
        Leaf::Scalar(scalar) => scalar_value(*scalar, value),
        Leaf::Enum(set) => enum_value(value).filter(|value| set.open || set.contains(value)),
        Leaf::Many | Leaf::Other => None,
    }
}

fn scalar_value(scalar: Scalar, value: &Value<'static>) -> Option<Value<'static>> {
    match scalar {
        Scalar::Null => value.is_null().then_some(Value::Null),
        Scalar::Boolean => value.as_bool().map(Value::Bool),
        Scalar::Number | Scalar::Float64 => value.as_f64().filter(|number| number.is_finite()).map(Value::Float),
        Scalar::Float32 => {
            let single = value.as_f64()? as f32;
            single.is_finite().then_some(Value::Float(f64::from(single)))
        }
        Scalar::Integer | Scalar::Int64 => whole(value)?.try_into().ok().map(Value::Int),
        Scalar::Uint64 => whole(value)?.try_into().ok().map(Value::uint),
        Scalar::Int32 => i32::try_from(whole(value)?).ok().map(|number| Value::Int(number.into())),
        Scalar::Uint32 => u32::try_from(whole(value)?).ok().map(|number| Value::Int(number.into())),
        Scalar::BigInt => match value {
            Value::BigInt(digits) if lexer::is_bigint(digits) => Some(value.clone()),
            Value::Text(digits) if lexer::is_bigint(digits) => Some(Value::BigInt(Box::from(digits.as_str()))),
            Value::Int(_) | Value::Uint(_) => Some(Value::BigInt(whole(value)?.to_string().into_boxed_str())),
            _ => None,
        },
        Scalar::Date => match value {
            Value::Text(text) => date::parse(text).map(Value::Date),
            Value::Date(millis) => Some(*millis).filter(|millis| date::in_range(*millis)).map(Value::Date),
            _ => i64::try_from(whole(value)?).ok().filter(|millis| date::in_range(*millis)).map(Value::Date),
        },
        Scalar::String => value.as_str().map(|_| value.clone()),
        Scalar::Bytes => match value {
            Value::Bytes(_) => Some(value.clone()),
            Value::Text(text) => {
                base64_simd::STANDARD.decode_to_vec(text.as_str()).ok().map(|bytes| Value::Bytes(bytes.into()))
            }
            _ => None,
        },
        Scalar::Json => {
            let mut value = value.clone();
            plain(&mut value).is_ok().then_some(value)
        }
    }
}

/// A number without a fraction.
fn whole(value: &Value<'_>) -> Option<i128> {
    match value {
        Value::Int(number) => Some((*number).into()),
        Value::Uint(number) => Some((*number).into()),
        Value::Float(number) => {
            let whole = *number as i128;
            (whole as f64 == *number && number.abs() < 1e30).then_some(whole)
        }
        _ => None,
    }
}

/// Checks that a value is plain JSON, and brings its numbers into the form that they are read in.
pub(super) fn plain(value: &mut Value<'static>) -> Result<(), &'static str> {
    plain_to(value, words::DEEPEST)
}

fn plain_to(value: &mut Value<'static>, depth: u32) -> Result<(), &'static str> {
    let inside = depth.checked_sub(1).ok_or("the value is nested too deep")?;
    match value {
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Text(_) => Ok(()),
        Value::Uint(number) => {
            *value = Value::uint(*number);
            Ok(())
        }
        Value::Float(number) if number.is_finite() => {
            // -0 stays what it is.
            if *number != 0.0 || number.is_sign_positive() {
                *value = normal_number(*number);
            }
            Ok(())
        }
        Value::List(items) => items.iter_mut().try_for_each(|item| plain_to(item, inside)),
        Value::Map(entries) => {
            let mut keys = alloc::collections::BTreeSet::new();
            for (key, value) in entries {
                let key = key.as_str().ok_or("a key is not a string")?;
                if !keys.insert(key) {
                    return Err("a key occurs twice");
                }
                plain_to(value, inside)?;
            }
            Ok(())
        }
        _ => Err("the value is not JSON"),
    }
}
