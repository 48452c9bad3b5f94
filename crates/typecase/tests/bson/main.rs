//! The BSON wire: the bytes of the JavaScript library, the corpus of the specification, Extended JSON, values of
//! a schema, and input that means harm.

#[path = "../support/arbitrary/mod.rs"]
mod arbitrary;
#[path = "../support/judge.rs"]
mod judge;
#[path = "../support/shared.rs"]
mod shared;

mod corpus;
mod hostile;
mod mapping;
mod properties;
mod vectors;

use std::fmt::Write;
use typecase::value::Value;
use typecase::wire::json;

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        write!(text, "{byte:02x}").unwrap();
    }
    text
}

fn bytes(hex: &str) -> Vec<u8> {
    assert!(hex.len().is_multiple_of(2), "{hex}");
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// The cases of a file with a JSON list of objects.
fn cases(text: &str) -> Vec<Value<'static>> {
    json::parse(text).unwrap().as_list().unwrap().iter().map(|case| case.clone().into_owned()).collect()
}

/// What a case has under a key that holds a string.
fn text<'c>(case: &'c Value<'_>, key: &str) -> Option<&'c str> {
    case.get(key).map(|text| text.as_str().unwrap())
}
