//! Vectors of avsc 5.7.9 (vectors/README.md).

use super::*;
use std::path::PathBuf;
use typecase::value::extended;

#[test]
fn vectors_of_avsc_in_both_directions() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors/avsc.json");
    let cases = read(&path);
    assert!(cases.len() > 50);
    for case in cases {
        let name = text(&case, "name");
        let schema = AvroSchema::from_value(case.get("schema").unwrap()).unwrap();
        comes_back(&schema);
        let codec = codec(&schema);
        let encoded = hex(text(&case, "encoded"));
        let value = |key: &str| Some(avro_json(&extended::from_json(case.get(key)?.clone()).unwrap()));
        let source = schema.value_from_json(&value("value").unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(to_hex(&codec.encode(&source).unwrap()), to_hex(&encoded), "{name}");
        let decoded = codec.decode(&encoded).unwrap_or_else(|error| panic!("{name}: {error}"));
        let expected = match value("decoded") {
            Some(decoded) => schema.value_from_json(&decoded).unwrap(),
            None => source,
        };
        // NaN is not equal to itself.
        assert_eq!(format!("{decoded:?}"), format!("{expected:?}"), "{name}");
    }
}

/// The value in Avro's JSON encoding: bytes as strings of code points, big integers as integers.
fn avro_json(value: &Value<'_>) -> Value<'static> {
    match value {
        Value::Bytes(bytes) => Value::Text(bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into()),
        Value::BigInt(digits) => Value::Int(digits.parse().unwrap()),
        Value::List(items) => Value::list(items.iter().map(avro_json).collect()),
        Value::Map(entries) => {
            Value::Map(entries.iter().map(|(key, value)| (key.clone().into_owned(), avro_json(value))).collect())
        }
        other => other.clone().into_owned(),
    }
}
