//! Which scalars may be read as which others, and how.

use super::model::Scalar;
use crate::error::{Code, Error, Result};
use crate::value::Value;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};

/// How a value of one scalar becomes a value of another.
///
/// These are Avro's promotions (Apache Avro 1.12 specification, "Schema Resolution") and the widenings
/// of integers, except that nothing is ever rounded: a value that the other scalar does not hold exactly
/// is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promotion {
    /// The value as it is.
    Same,
    /// An integer to `number` or `float64`: up to 2^53 on either side of zero.
    ToDouble,
    /// An integer to `float32`: if it is one exactly.
    ToSingle,
    /// An integer to `bigint`.
    ToBigInt,
    /// A string to the bytes of its UTF-8.
    ToBytes,
    /// Bytes to the string whose UTF-8 they are.
    ToText,
}

impl Promotion {
    /// The way from the writer's scalar to the reader's, if there is one.
    pub(crate) fn of(writer: Scalar, reader: Scalar) -> Option<Promotion> {
        use Scalar::*;
        let promotion = match (writer, reader) {
            (writer, reader) if writer == reader => Promotion::Same,
            (Integer | Int32 | Uint32, Int64) | (Int64 | Int32 | Uint32, Integer) | (Uint32, Uint64) => Promotion::Same,
            (Number | Float32, Float64) | (Float64 | Float32, Number) => Promotion::Same,
            (Integer | Int64 | Int32 | Uint32 | Uint64, Number | Float64) => Promotion::ToDouble,
            (Integer | Int64 | Int32 | Uint32 | Uint64, Float32) => Promotion::ToSingle,
            (Integer | Int64 | Int32 | Uint32 | Uint64, BigInt) => Promotion::ToBigInt,
            (Integer | Int64 | Int32 | Uint32 | Uint64 | Number | Float64 | Float32, Json) => Promotion::Same,
            (Null | Boolean | String, Json) => Promotion::Same,
            (String, Bytes) => Promotion::ToBytes,
            (Bytes, String) => Promotion::ToText,
            _ => return None,
        };
        Some(promotion)
    }

    /// Promotes a value.
    pub(crate) fn apply<'a>(self, value: Value<'a>) -> Result<Value<'a>> {
        match self {
            Promotion::Same => Ok(value),
            Promotion::ToDouble => match integer(&value)? {
                exact if exact.unsigned_abs() <= 1 << 53 => Ok(Value::Float(exact as f64)),
                exact => Err(inexact(exact, "a double")),
            },
            Promotion::ToSingle => match integer(&value)? {
                exact if exact as f32 as i128 == exact => Ok(Value::Float(exact as f64)),
                exact => Err(inexact(exact, "a float32")),
            },
            Promotion::ToBigInt => Ok(Value::BigInt(integer(&value)?.to_string().into_boxed_str())),
            Promotion::ToBytes => match value {
                Value::Text(text) => Ok(Value::Bytes(Box::from(text.as_bytes()))),
                _ => Err(Error::new(Code::Type, "expected a string")),
            },
            Promotion::ToText => match value {
                Value::Bytes(bytes) => match String::from_utf8(bytes.into_vec()) {
                    Ok(text) => Ok(Value::Text(text.into())),
                    Err(_) => Err(Error::new(Code::Utf8, "the bytes are not the UTF-8 of a string")),
                },
                _ => Err(Error::new(Code::Type, "expected bytes")),
            },
        }
    }
}

fn integer(value: &Value<'_>) -> Result<i128> {
    match value {
        Value::Int(value) => Ok(i128::from(*value)),
        Value::Uint(value) => Ok(i128::from(*value)),
        _ => Err(Error::new(Code::Type, "expected an integer")),
    }
}

#[cold]
fn inexact(value: i128, target: &str) -> Error {
    Error::new(Code::Type, format!("{value} is not {target} exactly"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promote(writer: Scalar, reader: Scalar, value: Value<'static>) -> Option<Value<'static>> {
        Promotion::of(writer, reader).and_then(|promotion| promotion.apply(value).ok())
    }

    #[test]
    fn nothing_is_rounded() {
        let two_53 = 1i64 << 53;
        assert_eq!(promote(Scalar::Int64, Scalar::Number, Value::Int(-two_53)), Some(Value::Float(-two_53 as f64)));
        assert_eq!(promote(Scalar::Int64, Scalar::Number, Value::Int(two_53 + 1)), None);
        assert_eq!(promote(Scalar::Uint64, Scalar::Float64, Value::Uint(u64::MAX)), None);
        assert_eq!(promote(Scalar::Int32, Scalar::Float32, Value::Int(1 << 24)), Some(Value::Float(16_777_216.0)));
        assert_eq!(promote(Scalar::Int32, Scalar::Float32, Value::Int((1 << 24) + 1)), None);
        assert_eq!(
            promote(Scalar::Uint64, Scalar::BigInt, Value::Uint(u64::MAX)),
            Some(Value::BigInt("18446744073709551615".into()))
        );
        assert_eq!(promote(Scalar::Int64, Scalar::BigInt, Value::Int(-5)), Some(Value::BigInt("-5".into())));
    }

    #[test]
    fn text_and_bytes_are_utf8() {
        assert_eq!(
            promote(Scalar::String, Scalar::Bytes, Value::text("é")),
            Some(Value::Bytes(Box::from("é".as_bytes())))
        );
        assert_eq!(
            promote(Scalar::Bytes, Scalar::String, Value::Bytes(Box::from("é".as_bytes()))),
            Some(Value::text("é"))
        );
        assert_eq!(promote(Scalar::Bytes, Scalar::String, Value::Bytes(Box::from(*b"\xff"))), None);
    }

    #[test]
    fn nothing_is_narrowed() {
        let narrowing = [
            (Scalar::Int64, Scalar::Int32),
            (Scalar::Uint32, Scalar::Int32),
            (Scalar::Int32, Scalar::Uint32),
            (Scalar::Uint64, Scalar::Int64),
            (Scalar::Int64, Scalar::Uint64),
            (Scalar::Number, Scalar::Int64),
            (Scalar::Float64, Scalar::Float32),
            (Scalar::BigInt, Scalar::Int64),
            (Scalar::Json, Scalar::String),
            (Scalar::Date, Scalar::Int64),
            (Scalar::Boolean, Scalar::Int32),
            (Scalar::Bytes, Scalar::Json),
        ];
        for (writer, reader) in narrowing {
            assert_eq!(Promotion::of(writer, reader), None, "{writer:?} {reader:?}");
        }
    }
}
