//! The vectors of `vectors/columnar`: documents both ways, and documents that are refused.

use super::{columnar, groups_of};
use std::fs;
use std::path::PathBuf;
use typecase::codec::{Codec, Options};
use typecase::error::Error;
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::{Wire, json};

/// The vectors of a file.
fn vectors(file: &str) -> Vec<Value<'static>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors/columnar").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    json::parse(&text).unwrap().into_owned().as_list().unwrap().to_vec()
}

fn text<'v>(vector: &'v Value<'_>, key: &str) -> &'v str {
    vector.get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("no {key} in {vector:?}"))
}

fn is_true(vector: &Value<'_>, key: &str) -> bool {
    vector.get(key) == Some(&Value::Bool(true))
}

/// The document: its lines, with a line feed between them.
fn document(vector: &Value<'_>) -> String {
    let lines: Vec<&str> =
        vector.get("document").unwrap().as_list().unwrap().iter().filter_map(Value::as_str).collect();
    lines.join("\n")
}

fn schema(vector: &Value<'_>) -> Schema {
    let definition = vector.get("schema").unwrap();
    Schema::from_value(definition).unwrap_or_else(|error| panic!("{}: {error}", text(vector, "name")))
}

/// The rows as JSON, converted.
fn convert(from: &Codec, to: &Codec, document: &[u8]) -> Result<String, Error> {
    let mut out = Vec::new();
    from.convert(to, document, &mut out).map(|()| String::from_utf8(out).unwrap())
}

#[test]
fn documents_are_read_and_written() {
    let vectors = vectors("documents.json");
    assert!(vectors.len() > 60, "{} vectors", vectors.len());
    for vector in &vectors {
        let (name, schema, document) = (text(vector, "name"), schema(vector), document(vector));
        let group_rows = vector.get("groupRows").and_then(Value::as_int).map_or(8192, |rows| rows as usize);
        let writer = columnar(&schema, &groups_of(group_rows, is_true(vector, "readable")));
        let json_codec = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
        let rows = json::print(vector.get("rows").unwrap()).unwrap();

        let written = convert(&json_codec, &writer, rows.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(written, document, "{name}");
        for options in [Options::default(), Options::default().strict(true)] {
            let reader = columnar(&schema, &options);
            let read = convert(&reader, &json_codec, document.as_bytes());
            assert_eq!(read.unwrap_or_else(|error| panic!("{name}: {error}")), rows, "{name}");
        }
    }
}

#[test]
fn bad_documents_are_refused() {
    let vectors = vectors("refusals.json");
    assert!(vectors.len() > 40, "{} vectors", vectors.len());
    for vector in &vectors {
        let (name, schema, document) = (text(vector, "name"), schema(vector), document(vector));
        let is_strict = is_true(vector, "strict");
        let [lax, strict] = [false, true].map(|strict| columnar(&schema, &Options::default().strict(strict)));
        if is_strict {
            lax.decode(document.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        for reader in if is_strict { vec![strict] } else { vec![lax, strict] } {
            let error = reader.decode(document.as_bytes()).expect_err(name);
            assert_eq!(error.code().to_string(), text(vector, "code"), "{name}: {error}");
            assert_eq!(
                error.offset(),
                vector.get("offset").and_then(Value::as_int).map(|at| at as usize),
                "{name}: {error}"
            );
        }
    }
}
