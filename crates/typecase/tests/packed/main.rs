//! The packed wire: its sizes, its one encoding of each value, and what becomes of damaged messages.

#[path = "../support/arbitrary/mod.rs"]
mod arbitrary;
#[path = "../support/judge.rs"]
mod judge;
mod numbers;
mod strict;
mod vectors;

use proptest::prelude::*;
use std::fs;
use std::path::PathBuf;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::schema::Schema;
use typecase::wire::Wire;

fn codec(schema: &Schema, wire: Wire, strict: bool) -> Codec {
    Codec::new(schema, wire, &Options::default().strict(strict)).unwrap()
}

fn read(path: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A reference payload under its schema, and packed.
fn payload(name: &str) -> (Schema, Vec<u8>) {
    let schema = Schema::parse(&read(&format!("payloads/reference/{name}.schema.json"))).unwrap();
    let json = codec(&schema, Wire::Json, false);
    let text = read(&format!("payloads/reference/{name}.json"));
    let packed = codec(&schema, Wire::Packed, true).encode(&json.decode(text.as_bytes()).unwrap()).unwrap();
    (schema, packed)
}

const PAYLOADS: [&str; 7] = ["single", "records", "sparse", "typed", "strings", "numeric", "packets"];

#[test]
fn payloads_take_so_many_bytes() {
    let sizes = PAYLOADS.map(|name| (name, payload(name).1.len()));
    let expected = [
        ("single", 92),
        ("records", 94_331),
        ("sparse", 11),
        ("typed", 12),
        ("strings", 774),
        ("numeric", 261),
        ("packets", 2_735),
    ];
    assert_eq!(sizes, expected);
}

/// Every truncation and every changed bit of a message ends in an error with a place, or in a value that comes back, on
/// every path alike; strict readers take nothing but what is written.
#[test]
fn damaged_payloads_are_read_or_refused() {
    for name in PAYLOADS {
        let (schema, message) = payload(name);
        let [lax, strict] = [false, true].map(|strict| codec(&schema, Wire::Packed, strict));
        let json = codec(&schema, Wire::Json, false);
        // The long ones at some of their places.
        let step = message.len().div_ceil(if message.len() > 10_000 { 50 } else { 2000 });
        for at in (0..message.len()).step_by(step) {
            let _ = judge::message(&lax, &json, &message[..at]);
            for bit in 0..8 {
                let mut damaged = message.clone();
                damaged[at] ^= 1 << bit;
                let _ = judge::message(&lax, &json, &damaged);
                if let Ok(value) = strict.decode(&damaged) {
                    assert!(strict.encode(&value).unwrap() == damaged, "{name}: bit {bit} of byte {at}");
                }
            }
        }
    }
}

#[test]
fn claims_are_refused_before_anything_is_reserved() {
    let of = |schema: &str| codec(&Schema::parse(schema).unwrap(), Wire::Packed, false);
    for (schema, message, code) in [
        (r#"{"array": "string"}"#, &b"\xff\xff\xff\xff\x0f\x00"[..], Code::Limit),
        (r#"{"array": "null"}"#, b"\xff\xff\xff\xff\x0f\x00", Code::Limit),
        (r#"{"map": "integer"}"#, b"\xff\xff\xff\xff\x0f\x00", Code::Limit),
        (r#""string""#, b"\xff\xff\xff\xff\x0f\x00", Code::Structure),
        (r#""bytes""#, b"\xff\xff\xff\xff\x0f\x00", Code::Structure),
        (r#""string""#, b"\x0f\xff\xff\xff\xff", Code::Structure),
        (r#""integer""#, b"", Code::Structure),
    ] {
        assert_eq!(of(schema).decode(message).unwrap_err().code(), code, "{schema}");
    }
    // Items without a byte may be many, but not in list after list.
    let nulls = of(r#"{"array": {"array": "null"}}"#);
    nulls.decode(b"\x02\xa0\x8d\x06\xa0\x0d\x00").map(drop).unwrap_err();
    nulls.decode(b"\x01\xa0\x8d\x03\x00").unwrap();
    let lists: Vec<u8> = [&[100][..], &[0xa0, 0x8d, 0x03].repeat(100), &[0]].concat();
    assert_eq!(nulls.decode(&lists).unwrap_err().code(), Code::Limit);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What a strict reader takes is what is written, whatever it is.
    #[test]
    fn one_value_has_one_encoding(
        sample in arbitrary::samples(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let json = codec(&sample.schema, Wire::Json, false);
        let [lax, strict] = [false, true].map(|strict| codec(&sample.schema, Wire::Packed, strict));
        let mut message = strict.encode(&sample.value).unwrap();
        prop_assert_eq!(&judge::message(&strict, &json, &message).unwrap(), &sample.value);
        for (place, byte) in edits {
            let place = place.index(message.len());
            message[place] = byte;
            let _ = judge::message(&lax, &json, &message);
            let _ = judge::message(&lax, &json, &message[..place]);
            if let Ok(value) = strict.decode(&message) {
                prop_assert_eq!(strict.encode(&value).unwrap(), message.clone());
            }
        }
    }
}
