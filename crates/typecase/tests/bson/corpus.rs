//! The corpus of the specification: every type, damaged documents, and text that is no Extended JSON.

use crate::shared::shared;
use crate::{bytes, cases, hex, judge, text};
use typecase::error::Error;
use typecase::value::Value;
use typecase::wire::bson::extended_json::Form;
use typecase::wire::bson::{self, extended_json};
use typecase::wire::json;

fn corpus(file: &str) -> Option<Vec<Value<'static>>> {
    Some(cases(&std::fs::read_to_string(shared("suites/bson")?.join(file)).unwrap()))
}

/// The bytes of a document that has been read.
fn again(input: &[u8]) -> Result<String, Error> {
    bson::print(&bson::parse(input)?).map(|bytes| hex(&bytes))
}

/// Whether two texts are the same Extended JSON. Doubles may be spelled in several ways.
#[track_caller]
fn same_text(name: &str, a: &str, b: &str) {
    fn normal(value: Value<'_>) -> Value<'_> {
        match value {
            Value::List(items) => Value::List(items.into_vec().into_iter().map(normal).collect()),
            Value::Map(entries) => {
                let entries = entries.into_vec().into_iter();
                let entries = entries.map(|(key, value)| match (key.as_str(), &value) {
                    (Some("$numberDouble"), Value::Text(text)) => {
                        let double: f64 = text.parse().unwrap();
                        (key, Value::Text(format!("{:016x}", double.to_bits()).into()))
                    }
                    _ => (key, normal(value)),
                });
                Value::Map(entries.collect())
            }
            other => other,
        }
    }
    let read = |text: &str| normal(json::parse(text).unwrap()).into_owned();
    assert!(judge::same(&read(a), &read(b)), "{name}: {a} for {b}");
}

#[test]
fn valid_documents_in_every_form() {
    let Some(cases) = corpus("valid.json") else { return };
    assert_eq!(cases.len(), 458);
    for case in &cases {
        let name = text(case, "name").unwrap();
        let get = |key| text(case, key);
        let lossy = case.get("lossy").is_some();
        let canonical = bytes(get("canonical_bson").unwrap());
        let canonical_hex = hex(&canonical);
        assert_eq!(again(&canonical).unwrap(), canonical_hex, "{name}");
        let value = bson::parse(&canonical).unwrap();
        let canonical_text = get("canonical_extjson").unwrap();
        same_text(name, &extended_json::print(&value, Form::Canonical).unwrap(), canonical_text);
        let to_bson = |text: &str| {
            let value = extended_json::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            hex(&bson::print(&value).unwrap())
        };
        if !lossy {
            assert_eq!(to_bson(canonical_text), canonical_hex, "{name}");
        }
        if let Some(relaxed) = get("relaxed_extjson") {
            same_text(name, &extended_json::print(&value, Form::Relaxed).unwrap(), relaxed);
            let parsed = extended_json::parse(relaxed).unwrap();
            same_text(name, &extended_json::print(&parsed, Form::Relaxed).unwrap(), relaxed);
        }
        if let Some(degenerate) = get("degenerate_bson") {
            assert_eq!(again(&bytes(degenerate)).unwrap(), canonical_hex, "{name}");
        }
        if let Some(degenerate) = get("degenerate_extjson") {
            let parsed = extended_json::parse(degenerate).unwrap();
            same_text(name, &extended_json::print(&parsed, Form::Canonical).unwrap(), canonical_text);
            if !lossy {
                assert_eq!(to_bson(degenerate), canonical_hex, "{name}");
            }
        }
        if let Some(converted) = get("converted_bson") {
            let converted = bytes(converted);
            assert_eq!(again(&converted).unwrap(), hex(&converted), "{name}");
        }
    }
}

#[test]
fn what_is_no_bson_is_refused() {
    let Some(cases) = corpus("decode-errors.json") else { return };
    assert_eq!(cases.len(), 47);
    for case in &cases {
        let input = bytes(text(case, "bson").unwrap());
        match bson::parse(&input) {
            Ok(value) => panic!("{}: {value:?}", text(case, "name").unwrap()),
            Err(error) => judge::placed(&error, &input),
        }
    }
}

#[test]
fn what_is_no_extended_json_is_refused() {
    let Some(cases) = corpus("parse-errors.json") else { return };
    assert_eq!(cases.len(), 124);
    for case in &cases {
        let string = text(case, "string").unwrap();
        let input = match text(case, "bson_type").unwrap() {
            "0x13" => {
                let decimal = Value::map(vec![("$numberDecimal".into(), Value::text(string))]);
                json::print(&Value::map(vec![("d".into(), decimal)])).unwrap()
            }
            _ => string.to_owned(),
        };
        let parsed = extended_json::parse(&input);
        assert!(parsed.is_err(), "{}: {parsed:?}", text(case, "name").unwrap());
    }
}
