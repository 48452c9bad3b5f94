//! The suite of the specification: every encoding of every value, and what is no MessagePack at all.

use crate::notation::{bytes, hex};
use crate::shared::shared;
use std::fs;
use typecase::limits::Limits;
use typecase::value::{Special, Value};
use typecase::wire::json;
use typecase::wire::msgpack::{self, Options};

fn cases(file: &str) -> Option<Vec<Value<'static>>> {
    let text = fs::read_to_string(shared("suites/msgpack")?.join(file)).unwrap();
    Some(json::parse(&text).unwrap().as_list().unwrap().iter().map(|case| case.clone().into_owned()).collect())
}

/// The value of a case.
fn value(kind: &str, value: &Value<'_>) -> Value<'static> {
    match kind {
        "nil" | "bool" | "string" | "array" | "map" | "number" => value.clone().into_owned(),
        "bignum" => {
            let digits = value.as_str().unwrap();
            digits.parse().map(Value::Int).unwrap_or_else(|_| Value::Uint(digits.parse().unwrap()))
        }
        "binary" => Value::Bytes(bytes(value.as_str().unwrap()).into()),
        "timestamp" => {
            let parts: Vec<i64> = value.as_list().unwrap().iter().map(|part| part.as_int().unwrap()).collect();
            // What is finer than a millisecond, or beyond the dates, stays an extension.
            match parts[0].checked_mul(1000).filter(|millis| millis.unsigned_abs() <= 8_640_000_000_000_000) {
                Some(millis) if parts[1] % 1_000_000 == 0 => Value::Date(millis + parts[1] / 1_000_000),
                _ => Value::Null,
            }
        }
        "ext" => {
            let parts = value.as_list().unwrap();
            let ty = parts[0].as_int().unwrap() as i8;
            Value::Special(Box::new(Special::Ext(ty, bytes(parts[1].as_str().unwrap()).into())))
        }
        kind => panic!("{kind}"),
    }
}

#[test]
fn every_encoding_is_read_and_the_shortest_is_written() {
    let Some(cases) = cases("cases.json") else { return };
    assert_eq!(cases.len(), 52);
    let mut encodings = 0;
    for case in cases {
        let text = |key| case.get(key).and_then(Value::as_str).unwrap();
        let (name, kind) = (text("name"), text("kind"));
        let expected = value(kind, case.get("value").unwrap());
        let written: Vec<&str> =
            case.get("encodings").unwrap().as_list().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        for (at, encoded) in written.iter().enumerate() {
            let input = bytes(encoded);
            let decoded = msgpack::parse(&input).unwrap_or_else(|error| panic!("{name}: {encoded}: {error}"));
            match (&expected, &decoded) {
                // A timestamp of nanoseconds.
                (Value::Null, Value::Special(special)) if kind == "timestamp" => {
                    assert!(matches!(**special, Special::Ext(-1, _)), "{name}");
                }
                (_, Value::Float(_)) => assert_eq!(decoded.as_f64(), expected.as_f64(), "{name}: {encoded}"),
                _ => assert_eq!(decoded, expected, "{name}: {encoded}"),
            }
            let again = hex(&msgpack::print(&decoded).unwrap());
            match decoded {
                Value::Float(_) => assert!(written.contains(&again.as_str()), "{name}: {encoded} became {again}"),
                // The suite lists the largest i64 as signed before unsigned, which is as short.
                Value::Int(i64::MAX) => assert_eq!(again, written[1], "{name}: {encoded}"),
                _ if at == 0 || kind != "timestamp" => assert_eq!(again, written[0], "{name}: {encoded}"),
                _ => assert!(written.contains(&again.as_str()), "{name}: {encoded} became {again}"),
            }
            for end in 0..input.len() {
                let error = msgpack::parse(&input[..end]).expect_err(encoded);
                assert!(error.offset().is_some_and(|offset| offset <= end), "{name}: {error}");
            }
            let longer = [&input[..], &[0xc0]].concat();
            assert_eq!(msgpack::parse(&longer).expect_err(encoded).offset(), Some(input.len()), "{name}");
            encodings += 1;
        }
    }
    assert_eq!(encodings, 127);
}

#[test]
fn what_is_malformed_is_refused() {
    let Some(cases) = cases("malformed.json") else { return };
    let mut rejected = 0;
    for case in &cases {
        let name = case.get("name").and_then(Value::as_str).unwrap();
        let input = match case.get("hex").and_then(Value::as_str) {
            Some(hex) => bytes(hex),
            None => {
                let part = |part: &Value<'_>| match part.as_list() {
                    Some([text, count]) => bytes(text.as_str().unwrap()).repeat(count.as_int().unwrap() as usize),
                    _ => panic!("{name}"),
                };
                case.get("repeat").unwrap().as_list().unwrap().iter().flat_map(part).collect()
            }
        };
        match msgpack::parse_with(&input, &Options::default(), &Limits::default()) {
            Ok(value) => {
                assert_eq!(case.get("expect").and_then(Value::as_str), Some("either"), "{name}");
                let again = msgpack::print(&value).unwrap();
                assert_eq!(msgpack::parse(&again).unwrap(), value, "{name}");
            }
            Err(error) => assert!(error.offset().is_some_and(|offset| offset <= input.len()), "{name}: {error}"),
        }
        rejected += usize::from(case.get("expect").and_then(Value::as_str) == Some("reject"));
    }
    assert_eq!((cases.len(), rejected), (34, 26));
}
