//! The reference payloads have the published sizes, to the byte, plain and with gzip.

use crate::support::{Directory, reference, stdout};
use std::fs;
use typecase::value::Value;
use typecase::wire::json;

#[test]
fn every_row_of_the_text_wires_is_met() {
    let sizes = fs::read_to_string(reference("sizes.json")).unwrap();
    let sizes = json::parse(&sizes).unwrap();
    let mut rows = 0;
    for wire in ["json", "positional"] {
        for (payload, expected) in sizes.get(wire).and_then(Value::as_map).unwrap() {
            let payload = payload.as_str().unwrap();
            let expected: Vec<i64> = expected.as_list().unwrap().iter().filter_map(Value::as_int).collect();
            assert_eq!(measured(wire, payload), expected, "{payload} on {wire}");
            rows += 1;
        }
    }
    assert!(rows >= 14, "{rows} rows");
}

/// The bytes and the gzip bytes of a payload.
fn measured(wire: &str, payload: &str) -> Vec<i64> {
    let directory = Directory::new();
    let schema = reference(&format!("{payload}.schema.json"));
    // The columns layouts are other schemas of the same data.
    let (name, setting) = match payload.split_once("-columns") {
        Some((name, _)) => (name, " columns"),
        None => (payload, ""),
    };
    let file = reference(&format!("{name}.json"));
    let (schema, file) = (schema.to_str().unwrap(), file.to_str().unwrap());
    let encoded = stdout(&directory, &["encode", "--schema", schema, "--to", wire, file], b"");

    let bench = ["bench", "--json", "--rounds", "1", "--slice", "1", "--schema", schema, file];
    let report = String::from_utf8(stdout(&directory, &bench, b"")).unwrap();
    let report = json::parse(&report).unwrap();
    let wires = report.get("wires").and_then(Value::as_list).unwrap();
    let name = format!("{wire}{setting}");
    let row = wires.iter().find(|row| row.get("wire").and_then(Value::as_str) == Some(&name)).unwrap();
    let number = |key: &str| row.get(key).and_then(Value::as_int).unwrap();
    assert_eq!(encoded.len() as i64, number("bytes"), "{payload} on {wire}");
    vec![encoded.len() as i64, number("gzip_6")]
}
