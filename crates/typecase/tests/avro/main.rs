//! The Avro wire and Avro's schemas against the files of the Avro project and of other implementations.

#[path = "../support/shared.rs"]
mod shared;

#[cfg(feature = "avro")]
mod containers;
mod damage;
mod schemas;
mod suites;
mod vectors;

use std::path::Path;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::schema::avro::AvroSchema;
use typecase::schema::import;
use typecase::value::Value;
use typecase::wire::{Wire, json};

/// The cases of a suite, or none if the folder with the suites is missing.
fn cases(path: &str) -> Vec<Value<'static>> {
    shared::shared(path).map(|path| read(&path)).unwrap_or_default()
}

fn read(path: &Path) -> Vec<Value<'static>> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    json::parse(&text).unwrap().into_owned().as_list().unwrap().to_vec()
}

#[track_caller]
fn text<'v>(case: &'v Value<'_>, key: &str) -> &'v str {
    case.get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("{key} of {case:?}"))
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The codec of an imported schema.
fn codec(schema: &AvroSchema) -> Codec {
    let document = import::avro(schema).unwrap_or_else(|error| panic!("{error}: {}", schema.to_json()));
    Codec::new(&document.build().unwrap(), Wire::Avro, &Options::default()).unwrap()
}

/// Imports and exports a schema, and reads the export: the canonical form must stay the same.
#[track_caller]
fn comes_back(schema: &AvroSchema) -> Schema {
    let imported = import::avro(schema).unwrap().build().unwrap();
    let exported = typecase::schema::export::avro(&imported).unwrap();
    assert_eq!(exported.canonical(), schema.canonical());
    let read = AvroSchema::parse(&exported.to_json()).unwrap();
    assert_eq!(read.canonical(), schema.canonical());
    // The definition, printed and read, is the same document.
    let printed = Schema::parse(&imported.to_json()).unwrap_or_else(|error| panic!("{error}: {}", imported.to_json()));
    assert_eq!(printed.document(), imported.document());
    assert_eq!(typecase::schema::export::avro(&printed).unwrap(), exported);
    imported
}
