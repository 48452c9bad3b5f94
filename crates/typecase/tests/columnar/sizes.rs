//! How long documents are.

use super::{columnar, tables};
use std::path::PathBuf;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::wire::{Wire, columnar as wire, json};
use typecase::{Decode, Encode, Type};

fn payload(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../payloads/reference");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn the_reference_records_are_shorter_than_in_other_formats() {
    let schema = Schema::parse(&payload("records.schema.json")).unwrap();
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let codec = columnar(&schema, &Options::default());
    let text = payload("records.json");
    let value = json.decode(text.as_bytes()).unwrap();
    let document = codec.encode(&value).unwrap();
    assert!(document.len() < 86_872, "{} bytes", document.len());
    assert_eq!(codec.decode(&document).unwrap(), value);
    let mut converted = Vec::new();
    json.convert(&codec, text.as_bytes(), &mut converted).unwrap();
    assert!(converted == document);
    let strict = columnar(&schema, &Options::default().strict(true));
    assert_eq!(strict.decode(&document).unwrap(), value);
}

/// The bytes of rows as a document and as JSON.
fn bytes<T: Encode + Type + Decodes>(rows: &T) -> (usize, usize) {
    let document = wire::encode(rows).unwrap();
    rows.check(&document);
    (document.len(), json::encode(rows).unwrap().len())
}

/// What comes back.
trait Decodes {
    fn check(&self, document: &[u8]);
}

impl<T: for<'de> Decode<'de> + Type + PartialEq> Decodes for Vec<T> {
    fn check(&self, document: &[u8]) {
        assert!(wire::decode::<Vec<T>>(document).unwrap() == *self);
    }
}

#[test]
fn tables_take_a_part_of_what_json_takes() {
    // A thousand rows hardly come back to any of two thousand names.
    for (count, repetitive) in [(1000, 0.17), (50_000, 0.10)] {
        for (name, (document, json), most) in [
            ("repetitive", bytes(&tables::repetitive(count)), repetitive),
            ("high-entropy", bytes(&tables::high_entropy(count)), 0.60),
            ("nested", bytes(&tables::nested(count)), 0.30),
        ] {
            let part = document as f64 / json as f64;
            println!("{name} {count}: {document} of {json} bytes, {part:.4}");
            assert!(part <= most, "{name} {count}: {document} of {json} bytes, {part:.4}");
        }
    }
}
