//! Inference from real documents: each decodes under the schema that is inferred from it, and comes back
//! equal, over the JSON and the positional wire.
//!
//! The documents are not part of the repository: see `support/shared.rs`.

#[path = "support/shared.rs"]
mod shared;

use proptest::prelude::*;
use shared::shared;
use std::collections::BTreeMap;
use typecase::codec::{Codec, Options};
use typecase::schema::infer::{self, Inferrer};
use typecase::schema::model::{Document, Scalar, Type};
use typecase::value::Value;
use typecase::wire::{Wire, json};

fn infer(samples: &[&Value<'_>]) -> Document {
    let mut inferrer = Inferrer::new(infer::Options::default());
    for sample in samples {
        assert!(inferrer.sample(sample));
    }
    inferrer.finish()
}

/// Sends each sample from JSON to the positional wire and back, and compares.
fn comes_back(samples: &[&Value<'_>]) {
    let document = infer(samples);
    // The definition can be printed and read again.
    let text = document.to_json();
    assert_eq!(Document::parse(&text).unwrap().to_json(), text);
    let schema = document.build().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let keyed = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let positional = Codec::new(&schema, Wire::Positional, &Options::default()).unwrap();
    for sample in samples {
        let input = json::print(sample).unwrap();
        let value = keyed.decode(input.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{input:.200}\n{text}"));
        let bytes = positional.encode(&value).unwrap_or_else(|error| panic!("{error}\n{input:.200}\n{text}"));
        let value = positional.decode(&bytes).unwrap_or_else(|error| panic!("{error}\n{input:.200}\n{text}"));
        let output = String::from_utf8(keyed.encode(&value).unwrap()).unwrap();
        let back = json::parse(&output).unwrap();
        if let Err(place) = same(sample, &back) {
            panic!("differs at {place}\n{input:.400}\n{output:.400}\n{text}");
        }
    }
}

/// Compares two values without a schema: integers exactly, other numbers as doubles, objects without
/// regard to the order of their keys. The place of the first difference.
fn same(a: &Value<'_>, b: &Value<'_>) -> Result<(), String> {
    match (a, b) {
        (Value::List(a), Value::List(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                same(a, b).map_err(|place| format!("[{index}]{place}"))?;
            }
            Ok(())
        }
        (Value::Map(a), Value::Map(b)) => {
            let index = |entries| -> BTreeMap<String, Value<'_>> {
                let entries: &[(Value<'_>, Value<'_>)] = entries;
                entries.iter().map(|(key, value)| (key.as_str().unwrap().to_owned(), value.clone())).collect()
            };
            let (a, b) = (index(a), index(b));
            for key in a.keys().chain(b.keys()) {
                match (a.get(key), b.get(key)) {
                    (Some(a), Some(b)) => same(a, b).map_err(|place| format!(".{key}{place}"))?,
                    _ => return Err(format!(".{key}: there and not there")),
                }
            }
            Ok(())
        }
        (Value::Int(_) | Value::Uint(_), Value::Int(_) | Value::Uint(_)) if a != b => Err(format!(": {a:?} {b:?}")),
        _ if a == b || (a.as_f64().is_some() && a.as_f64() == b.as_f64()) => Ok(()),
        _ => Err(format!(": {a:?} {b:?}")),
    }
}

#[test]
fn every_document_comes_back() {
    let Some(folder) = shared("payloads/real") else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read_to_string(&path).unwrap();
            comes_back(&[&json::parse(&text).unwrap()]);
            count += 1;
        }
    }
    assert!(count >= 16, "only {count} documents were found");
}

/// How often `json` occurs in a type, but as the items of lists and the values of maps, where it says
/// that all were empty.
fn shapeless(ty: &Type) -> usize {
    match ty {
        Type::Scalar(Scalar::Json) => 1,
        Type::Record(record) => record.fields.iter().map(|field| shapeless(&field.slot.ty)).sum(),
        Type::List(slot) | Type::Map(slot) if slot.ty == Type::Scalar(Scalar::Json) => 0,
        Type::List(slot) | Type::Map(slot) => shapeless(&slot.ty),
        Type::Union(union) => union.branches.iter().map(shapeless).sum(),
        _ => 0,
    }
}

#[test]
fn documents_have_the_schemas_that_a_person_would_write() {
    let Some(folder) = shared("payloads/real") else { return };
    let schema = |name: &str| {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let document = infer(&[&json::parse(&text).unwrap()]);
        let all = document.types.iter().map(|(_, ty)| ty).chain([&document.root]);
        assert_eq!(all.map(shapeless).sum::<usize>(), 0, "{name}");
        document.to_json_line()
    };
    assert_eq!(
        schema("canada.json"),
        concat!(
            r#"{"type":{"type":"string"},"features":{"array":{"type":{"type":"string"},"properties":{"name":"string"},"#,
            r#""geometry":{"type":{"type":"string"},"coordinates":{"array":{"array":{"array":"number"}}}}}}}"#
        )
    );
    // Statuses contain statuses, and what is null at times is written so.
    let twitter = schema("twitter.json");
    assert!(twitter.starts_with(r#"{"$types":{"Status":{"#));
    assert!(twitter.contains(r#""retweeted_status":"?Status""#));
    assert!(twitter.contains(r#""in_reply_to_status_id":{"type":"integer","required":false,"nulls":"write"}"#));
    assert!(twitter.contains(r#""$root":{"statuses":{"array":"Status"}"#));
    assert_eq!(twitter, schema("twitterescaped.json"));
    // Plugins by their names are a map, and a tree refers to itself.
    assert!(schema("update-center.json").contains(r#""plugins":{"map":{"buildDate":"string""#));
    assert!(schema("tree-pretty.json").contains(r#""nodes":{"array":"Node"}"#));
    assert!(schema("apache_builds.json").contains(r#""color":{"enum":["blue","#));
    assert_eq!(schema("numbers.json"), r#"{"array":"number"}"#);
    assert_eq!(schema("blns.json"), r#"{"array":"string"}"#);
    assert_eq!(
        schema("repeat.json"),
        concat!(
            r#"{"id":"integer","jsonrpc":"string","total":"integer","#,
            r#""result":{"array":{"id":"integer","name":"string"}}}"#
        )
    );
    for name in
        ["cbor-x-example-twitter", "cbor-x-example", "cbor-x-example3", "cbor-x-floats", "google_maps_api_response"]
    {
        schema(&format!("{name}.json"));
    }
    schema("otlp-trace.json");
    schema("twitter_timeline.json");
}

/// Values that are alike often enough for the rules of inference to matter.
fn sample() -> impl Strategy<Value = Value<'static>> {
    let word = prop_oneof![
        Just("a"),
        Just("type"),
        Just("call"),
        Just("event"),
        Just("id"),
        Just("1"),
        Just("2024-01-01T00:00:00.000Z"),
        Just("children"),
        Just(""),
        Just("a?"),
        Just("x/y"),
        Just("__proto__"),
        Just("string"),
        Just("$name"),
        Just("Kind")
    ];
    let text = word.clone().prop_map(Value::text);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        prop_oneof![Just(1), Just(-1), Just(1 << 53), Just((1 << 53) + 1), Just(i64::MAX), Just(i64::MIN)]
            .prop_map(Value::Int),
        prop_oneof![Just(u64::MAX), Just(1 << 63)].prop_map(Value::Uint),
        prop_oneof![Just(0.5), Just(1e300), Just(-2.5)].prop_map(Value::Float),
        text,
    ];
    leaf.prop_recursive(6, 60, 8, move |inner| {
        let map = prop::collection::vec((word.clone(), inner.clone()), 0..7).prop_map(|entries| {
            let entries: BTreeMap<&str, Value<'static>> = entries.into_iter().collect();
            Value::map(entries.into_iter().map(|(key, value)| (key.into(), value)).collect())
        });
        prop_oneof![1 => prop::collection::vec(inner, 0..5).prop_map(Value::list), 3 => map]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_samples_come_back(samples in prop::collection::vec(sample(), 1..6)) {
        let samples: Vec<&Value<'_>> = samples.iter().collect();
        comes_back(&samples);
    }
}
