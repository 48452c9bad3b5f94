//! The suites of others: the examples of RFC 8949, the vectors of the working group, and what must be refused.

use crate::shared::shared;
use crate::{hex, unhex};
use std::fs;
use typecase::error::Code;
use typecase::limits::Limits;
use typecase::value::Value;
use typecase::wire::cbor::{self, Options};
use typecase::wire::json;

fn cases(file: &str) -> Vec<Value<'static>> {
    let Some(path) = shared(&format!("suites/cbor/{file}")) else { return Vec::new() };
    let text = fs::read_to_string(path).unwrap();
    match json::parse(&text).unwrap().into_owned() {
        Value::List(cases) => cases.into_vec(),
        _ => panic!("{file} is not a list"),
    }
}

fn text<'c>(case: &'c Value<'_>, key: &str) -> &'c str {
    case.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// What the suites call an encoder that prefers the shortest encoding.
fn shortest() -> Options {
    Options { shortest_floats: true, ..Options::default() }
}

fn deep() -> Limits {
    Limits { max_depth: 512, ..Limits::default() }
}

fn encode(value: &Value<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    cbor::encode_into(value, &mut out, &shortest(), &deep()).unwrap();
    out
}

/// Whether two values are the same, a NaN with itself too, and a float without a fraction with the integer.
fn same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(&a.0, &b.0) && same(&a.1, &b.1))
        }
        _ => a == b,
    }
}

/// Whether a value is what JSON says it is.
fn is_json(value: &Value<'_>, tree: &Value<'_>) -> bool {
    match (value, tree) {
        // A JSON text has more digits than a double, and no floats without a fraction.
        (Value::BigInt(digits), Value::Float(rounded)) => digits.parse() == Ok(*rounded),
        (Value::Float(_) | Value::Int(_) | Value::Uint(_), _) => value.as_f64() == tree.as_f64(),
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_json(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && is_json(&a.1, &b.1))
        }
        _ => value == tree,
    }
}

#[test]
fn the_examples_of_the_rfc() {
    for case in cases("appendix-a.json") {
        let (name, bytes) = (text(&case, "name"), unhex(text(&case, "hex")));
        let value = cbor::parse_with(&bytes, &shortest(), &deep()).unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Some(decoded) = case.get("decoded") {
            assert!(is_json(&value, decoded), "{name}: {value:?}");
        }
        if case.get("roundtrip") == Some(&Value::Bool(true)) {
            assert_eq!(hex(&encode(&value)), text(&case, "hex"), "{name}");
        }
        let (printed, expected) = (cbor::diagnose(&bytes).unwrap(), text(&case, "diagnostic"));
        // Python's floats have other exponents, but are the same numbers; and bignums may be numbers.
        let numbers = printed.parse::<f64>().ok().zip(expected.parse::<f64>().ok());
        assert!(printed == expected || numbers.is_some_and(|(a, b)| a == b), "{name}: {printed} is not {expected}");
    }
}

#[test]
fn the_vectors_of_the_working_group() {
    let mut round_trips = 0;
    for case in cases("vectors.json") {
        let (name, bytes) = (text(&case, "name"), unhex(text(&case, "hex")));
        let value = cbor::parse_with(&bytes, &shortest(), &deep()).unwrap_or_else(|error| panic!("{name}: {error}"));
        if let Some(other) = case.get("decoded_hex").and_then(Value::as_str) {
            let other = unhex(other);
            let other = cbor::parse_with(&other, &shortest(), &deep()).unwrap();
            let as_numbers = value.as_f64().zip(other.as_f64()).is_some_and(|(a, b)| a == b);
            assert!(same(&value, &other) || as_numbers, "{name}: {value:?} is not {other:?}");
        }
        if case.get("roundtrip") == Some(&Value::Bool(true)) {
            assert_eq!(hex(&encode(&value)), text(&case, "hex"), "{name}: {value:?}");
            round_trips += 1;
        }
        match cbor::diagnose(&bytes) {
            Ok(_) => {}
            // These nest deeper than the default limit.
            Err(error) if name.contains("deeply-nested") => assert_eq!(error.code(), Code::Limit, "{name}: {error}"),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(round_trips > 300 || shared("suites/cbor").is_none(), "{round_trips}");
}

#[test]
fn what_is_malformed_is_refused() {
    for case in cases("malformed.json") {
        let name = text(&case, "name");
        let bytes = match case.get("repeat").and_then(Value::as_list) {
            Some(parts) => parts
                .iter()
                .flat_map(|part| {
                    let part = part.as_list().unwrap();
                    unhex(part[0].as_str().unwrap()).repeat(part[1].as_int().unwrap() as usize)
                })
                .collect(),
            None => unhex(text(&case, "hex")),
        };
        match cbor::parse(&bytes) {
            Ok(value) => assert_eq!(text(&case, "expect"), "either", "{name}: {value:?}"),
            Err(error) => {
                assert!(error.offset().is_some_and(|offset| offset <= bytes.len()), "{name}: {error}");
                assert!(matches!(error.code(), Code::Structure | Code::Utf8 | Code::Limit), "{name}: {error}");
            }
        }
        // A reader of a schema that skips all of it finds the same.
        if text(&case, "expect") == "reject" && text(&case, "kind") != "robustness" {
            let skipped = cbor::sequence(&bytes).next();
            assert!(skipped.is_some_and(|item| item.is_err()), "{name} is skipped");
            assert!(cbor::diagnose(&bytes).is_err(), "{name} is printed");
        }
    }
}
