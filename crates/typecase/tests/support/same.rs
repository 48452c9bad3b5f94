//! Whether two values are the same where a wire may have turned one number into another spelling of it.

use typecase::value::{Special, TypedArray, Value};

/// Whether two values are the same, with the numbers of `json` values compared as numbers: the text of 1.0
/// is `1`, which reads as an integer.
pub fn same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) | (Value::Record(a), Value::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Map(a), Value::Map(b)) => same_entries(a, b) || same_entries(&in_javascript(a), &in_javascript(b)),
        // A map with keys that no record has is one of a language's own, where the wire has a tag for that.
        (Value::Special(a), Value::Map(b)) | (Value::Map(b), Value::Special(a)) => match &**a {
            Special::Map(a) => same_entries(a, b),
            _ => false,
        },
        // Sets and errors are lists where the style has no form of their own.
        (Value::Special(a), Value::List(b)) | (Value::List(b), Value::Special(a)) => match &**a {
            Special::Set(a) | Special::Error(a) => a.len() == b.len() && a.iter().zip(&**b).all(|(a, b)| same(a, b)),
            Special::Regexp { source, flags } => {
                matches!(&**b, [Value::Text(b), Value::Text(c)] if b == source && c == flags)
            }
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

/// The entries of a map.
type Entries<'a> = [(Value<'a>, Value<'a>)];

fn same_entries(a: &Entries<'_>, b: &Entries<'_>) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(&a.0, &b.0) && same(&a.1, &b.1))
}

/// The entries in the order in which an object of JavaScript has them, as the wires of its libraries do: the keys that
/// are indexes of an array by number, then the others.
fn in_javascript<'a>(entries: &Entries<'a>) -> Vec<(Value<'a>, Value<'a>)> {
    let index = |key: &Value<'_>| {
        let number = key.as_str()?.parse::<u32>().ok()?;
        (number < u32::MAX && key.as_str() == Some(&number.to_string())).then_some(number)
    };
    let mut entries = entries.to_vec();
    entries.sort_by_key(|(key, _)| index(key).map_or((1, 0), |index| (0, index)));
    entries
}
