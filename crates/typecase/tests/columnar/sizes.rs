//! How long documents are.

use super::columnar;
use std::path::PathBuf;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::wire::Wire;

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
