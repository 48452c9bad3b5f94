//! Whether two JSON documents are the same value.

use serde_json::Value;

/// Panics unless both texts hold the same JSON value, numbers compared by value
/// (`7` and `7.0` are one number) and keys in any order.
pub fn assert_same_json(who: &str, expected: &[u8], actual: &[u8]) {
    let parse = |text: &[u8]| -> Value {
        serde_json::from_slice(text).unwrap_or_else(|error| panic!("{who}: not JSON: {error}: {}", excerpt(text)))
    };
    assert!(same(&parse(expected), &parse(actual)), "{who}: wrote another value: {}", excerpt(actual));
}

/// Whether two values are the same, as [`assert_same_json`] compares them.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| same(value, other)))
        }
        _ => left == right,
    }
}

/// The first bytes of a document, for messages.
fn excerpt(text: &[u8]) -> String {
    String::from_utf8_lossy(&text[..text.len().min(200)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_by_value_and_keys_in_any_order() {
        assert_same_json("test", br#"{"a":7,"b":[1.5]}"#, br#"{"b":[1.5],"a":7.0}"#);
    }

    #[test]
    #[should_panic(expected = "wrote another value")]
    fn a_missing_key_is_a_difference() {
        assert_same_json("test", br#"{"a":7,"b":null}"#, br#"{"a":7}"#);
    }
}
