//! Damaged messages end in a value or in an error with a code and an offset, and never ask for much memory.

use super::*;
use std::path::PathBuf;
use typecase::error::Code;

fn payload(name: &str) -> Vec<u8> {
    std::fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../payloads/reference").join(name)).unwrap()
}

#[test]
fn every_cut_and_every_changed_byte_is_noticed_or_a_value() {
    for name in ["single", "sparse", "typed", "strings", "numeric", "packets"] {
        let schema = Schema::parse(std::str::from_utf8(&payload(&format!("{name}.schema.json"))).unwrap()).unwrap();
        let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
        let avro = Codec::new(&schema, Wire::Avro, &Options::default()).unwrap();
        let bytes = avro.encode(&json.decode(&payload(&format!("{name}.json"))).unwrap()).unwrap();
        for end in 0..bytes.len() {
            let error = avro.decode(&bytes[..end]).expect_err("a cut message is no message");
            assert!(error.offset().is_some_and(|offset| offset <= end), "{name} cut at {end}: {error}");
        }
        // All changes of small messages, every seventh of a larger one.
        let step = if bytes.len() > 2000 { 7 } else { 1 };
        for at in (0..bytes.len()).step_by(step) {
            for change in [1u8, 2, 0x40, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                match avro.decode(&damaged) {
                    Ok(value) => drop(avro.encode(&value).unwrap()),
                    Err(error) => {
                        assert!(error.offset().is_some_and(|offset| offset <= bytes.len()), "{name} at {at}: {error}");
                    }
                }
            }
        }
    }
}

#[test]
fn lists_without_bytes_are_limited() {
    let schema = Schema::parse(r#"{"array": {"array": "null"}}"#).unwrap();
    let codec = Codec::new(&schema, Wire::Avro, &Options::default()).unwrap();
    // One list of 2^40 nulls, and many lists that each claim as many as the input has bytes.
    let mut huge = hex("02");
    huge.extend(hex("80808080808040"));
    huge.extend([0, 0]);
    assert_eq!(codec.decode(&huge).unwrap_err().code(), Code::Limit);
    let count = 20_000;
    let mut many = Vec::new();
    let varint = |out: &mut Vec<u8>, mut value: u64| {
        while value >= 0x80 {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
    };
    varint(&mut many, count << 1);
    for _ in 0..count {
        varint(&mut many, count << 1);
        many.push(0);
    }
    many.push(0);
    assert_eq!(codec.decode(&many).unwrap_err().code(), Code::Limit);
    // A moderate number is a value, in blocks of either sign.
    let blocks = hex("02d00f0f0007c801000000");
    assert!(codec.decode(&blocks).is_err());
    let value = codec.decode(&hex("02e80701000000")).map(|value| value.as_list().unwrap()[0].as_list().unwrap().len());
    assert_eq!(value.map_err(|error| error.to_string()), Ok(501));
}
