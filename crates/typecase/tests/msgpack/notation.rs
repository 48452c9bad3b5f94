//! The notation of values in the vectors (`vectors/README.md`).

use typecase::value::{Special, Text, Value, extended};

/// The bytes of hexadecimal text.
pub fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// The hexadecimal text of bytes.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The value that a tree of the notation stands for.
pub fn value(tree: &Value<'_>) -> Value<'static> {
    let special = |special| Value::Special(Box::new(special));
    match tree {
        Value::List(items) => Value::List(items.iter().map(value).collect()),
        Value::Map(entries) => match &**entries {
            [(key, inner)] if key.as_str().is_some_and(|key| key.starts_with('$')) => match key.as_str().unwrap() {
                "$def" | "$ref" => {
                    let (number, inner) = match inner.as_list() {
                        Some([number, inner]) => (number, Some(inner)),
                        _ => (inner, None),
                    };
                    let number = number.as_int().unwrap() as u32;
                    match inner {
                        Some(inner) => special(Special::Shared(number, value(inner))),
                        None => special(Special::Reference(number)),
                    }
                }
                "$error" => {
                    let part = |key| inner.get(key).map_or(special(Special::Undefined), value);
                    special(Special::Error([part("name"), part("message"), part("cause")].into()))
                }
                "$set" => special(Special::Set(inner.as_list().unwrap().iter().map(value).collect())),
                "$map" => {
                    let pairs = inner.as_list().unwrap().iter().map(|pair| pair.as_list().unwrap());
                    let entries: typecase::value::Items<(Value<'static>, Value<'static>)> =
                        pairs.map(|pair| (value(&pair[0]), value(&pair[1]))).collect();
                    if entries.iter().all(|(key, _)| key.as_str().is_some()) {
                        special(Special::Map(entries))
                    } else {
                        Value::Map(entries)
                    }
                }
                _ => extended::from_json(tree.clone().into_owned()).unwrap(),
            },
            _ => Value::Map(
                entries
                    .iter()
                    .map(|(key, inner)| (Value::Text(Text::owned(key.as_str().unwrap())), value(inner)))
                    .collect(),
            ),
        },
        // Numbers are doubles.
        Value::Int(number) if number.unsigned_abs() > 1 << 53 => Value::Float(*number as f64),
        plain => plain.clone().into_owned(),
    }
}

/// Whether two values are the same in JavaScript, where an integer and a double are one type and the keys of
/// objects are strings.
pub fn same(a: &Value<'_>, b: &Value<'_>) -> bool {
    let all = |a: &[Value<'_>], b: &[Value<'_>]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    let entries = |a: &[(Value<'_>, Value<'_>)], b: &[(Value<'_>, Value<'_>)]| {
        let key = |key: &Value<'_>| match key {
            Value::Int(number) => Some(number.to_string()),
            key => key.as_str().map(str::to_owned),
        };
        a.len() == b.len()
            && a.iter()
                .zip(b)
                .all(|(a, b)| (same(&a.0, &b.0) || (key(&a.0).is_some() && key(&a.0) == key(&b.0))) && same(&a.1, &b.1))
    };
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
        (Value::Float(_) | Value::Int(_), Value::Float(_) | Value::Int(_)) => a.as_f64() == b.as_f64(),
        (Value::List(a), Value::List(b)) => all(a, b),
        (Value::Map(a), Value::Map(b)) => entries(a, b),
        (Value::Special(a), Value::Special(b)) => match (&**a, &**b) {
            (Special::Set(a), Special::Set(b)) | (Special::Error(a), Special::Error(b)) => all(a, b),
            (Special::Map(a), Special::Map(b)) => entries(a, b),
            (Special::Shared(a, inner), Special::Shared(b, other)) => a == b && same(inner, other),
            (a, b) => a == b,
        },
        (a, b) => a == b,
    }
}
