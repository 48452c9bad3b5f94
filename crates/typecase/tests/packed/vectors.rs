//! The vectors of `vectors/packed`, both ways.

use crate::{codec, read};
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::{Wire, json};

#[test]
fn vectors_are_read_and_written() {
    let text = read("vectors/packed/messages.json");
    let vectors = json::parse(&text).unwrap();
    let vectors = vectors.as_list().unwrap();
    assert!(vectors.len() > 30, "{} vectors", vectors.len());
    for vector in vectors {
        let member = |key: &str| {
            let entries = vector.as_map().unwrap();
            entries.iter().find(|(name, _)| name.as_str() == Some(key)).map(|(_, value)| value)
        };
        let name = member("name").and_then(Value::as_str).unwrap();
        let schema = Schema::from_value(member("schema").unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let value = json::print(member("value").unwrap()).unwrap();
        let hex = member("hex").and_then(Value::as_str).unwrap();
        let (json, packed) = (codec(&schema, Wire::Json, false), codec(&schema, Wire::Packed, true));
        let mut message = Vec::new();
        json.convert(&packed, value.as_bytes(), &mut message).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written: String = message.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(written, hex.replace(' ', ""), "{name}");
        let mut back = Vec::new();
        packed.convert(&json, &message, &mut back).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(String::from_utf8(back).unwrap(), value, "{name}");
    }
}
