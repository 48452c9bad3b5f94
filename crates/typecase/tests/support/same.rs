//! Whether two values are the same where a wire may have turned one number into another spelling of it.

use typecase::value::{Special, TypedArray, Value};

/// Whether two values are the same, with the numbers of `json` values compared as numbers: the text of 1.0
/// is `1`, which reads as an integer.
pub fn same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) | (Value::Record(a), Value::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(&a.0, &b.0) && same(&a.1, &b.1))
        }
        // A map with keys that no record has is one of a language's own, where the wire has a tag for that.
        (Value::Special(a), Value::Map(b)) | (Value::Map(b), Value::Special(a)) => match &**a {
            Special::Map(a) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(&a.0, &b.0) && same(&a.1, &b.1)),
            _ => false,
        },
        // An array of bytes is what bytes are in JavaScript.
        (Value::Special(a), Value::Bytes(b)) | (Value::Bytes(b), Value::Special(a)) => {
            matches!(&**a, Special::Typed(TypedArray::Uint8, bytes) if **bytes == **b)
        }
        (Value::Case(a), Value::Case(b)) => a.0 == b.0 && same(&a.1, &b.1),
        (Value::Float(a), Value::Float(b)) if a.is_nan() => b.is_nan(),
        // Wires that tell integers of any size from others carry the small ones as any integer.
        (Value::BigInt(a), Value::Int(b)) | (Value::Int(b), Value::BigInt(a)) => **a == b.to_string(),
        (Value::Float(a), b) | (b, Value::Float(a)) => b.as_f64() == Some(*a),
        _ => a == b,
    }
}
