//! Reference payloads broken at every byte, claims that nothing is behind, and nesting.

use crate::judge;
use std::fs;
use std::path::PathBuf;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::limits::{DEEPEST, Limits};
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::{Wire, bson};

#[path = "../hostile/allocation.rs"]
mod allocation;

fn payload(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../payloads/reference");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The codecs of a payload's schema, and the payload as BSON, no more than the first items of a list.
fn message(name: &str, items: usize, strict: bool) -> (Codec, Codec, Vec<u8>) {
    let schema = Schema::parse(&payload(&format!("{name}.schema.json"))).unwrap();
    let options = Options::default().strict(strict);
    let json = Codec::new(&schema, Wire::Json, &options).unwrap();
    let bson = Codec::new(&schema, Wire::Bson, &options).unwrap();
    let value = match json.decode(payload(&format!("{name}.json")).as_bytes()).unwrap().into_owned() {
        Value::List(all) => Value::list(all.into_iter().take(items).collect()),
        other => other,
    };
    let message = bson.encode(&value).unwrap();
    (bson, json, message)
}

#[test]
fn every_cut_and_every_changed_byte() {
    let all: Vec<u8> = (0..=255).collect();
    let telling = [0, 1, 2, 3, 4, 5, 8, 9, 0x0a, 0x10, 0x12, 0x7f, 0x80, 0xff];
    for strict in [false, true] {
        for (name, items, bytes) in [
            ("sparse", 9, &all[..]),
            ("typed", 9, &all),
            ("single", 9, &all),
            ("packets", 4, &telling),
            ("records", 2, &telling),
            ("strings", 9, &telling),
            ("numeric", 9, &telling),
        ] {
            let (bson, json, message) = message(name, items, strict);
            judge::message(&bson, &json, &message).unwrap();
            let mut broken = message.clone();
            for place in 0..message.len() {
                let cut = judge::message(&bson, &json, &message[..place]);
                assert!(cut.is_err(), "{name} cut at {place}");
                for &byte in bytes {
                    broken[place] = byte;
                    let _ = judge::message(&bson, &json, &broken);
                    if let Err(error) = bson::parse(&broken) {
                        judge::placed(&error, &broken);
                    }
                }
                broken[place] = message[place];
            }
        }
    }
}

#[test]
fn lengths_are_not_believed() {
    let schema = Schema::parse(r#"{"s?": "string", "b?": "bytes", "l?": {"array": "int32"}, "j?": "json"}"#).unwrap();
    let codec = Codec::new(&schema, Wire::Bson, &Options::default()).unwrap();
    for ty in 0..=255u8 {
        for key in [b's', b'b', b'l', b'j'] {
            for length in [-1, 0, 1, 0x7fff_ffff, i32::MIN] {
                let mut input = vec![0, 0, 0, 0, ty, key, 0];
                input.extend_from_slice(&i32::to_le_bytes(length));
                input.extend_from_slice(&[0; 12]);
                let size = input.len() as u32;
                input[..4].copy_from_slice(&size.to_le_bytes());
                let (result, most) = allocation::most_held(|| codec.decode(&input).map(|_| ()));
                assert!(most < 1 << 16, "{most} bytes were held");
                if let Err(error) = result {
                    judge::placed(&error, &input);
                }
                let (result, most) = allocation::most_held(|| bson::parse(&input).map(|_| ()));
                assert!(most < 1 << 16, "{most} bytes were held");
                if let Err(error) = result {
                    judge::placed(&error, &input);
                }
            }
        }
    }
}

/// So many documents, each in the one before under the key `a`, which has this type.
fn nested(ty: u8, levels: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for level in 0..levels {
        let inside = levels - level - 1;
        out.extend_from_slice(&(5 + 8 * inside as u32).to_le_bytes());
        if inside > 0 {
            out.extend_from_slice(&[ty, b'a', 0]);
        }
    }
    out.extend(std::iter::repeat_n(0, levels));
    out
}

#[test]
fn nesting_is_limited() {
    let limits = |max_depth| Limits { max_depth, ..Limits::default() };
    let schema = Schema::parse(r#"{"$name": "T", "$root": {"a": "?T", "j": "?json"}}"#).unwrap();
    for max_depth in [1, 2, 128, DEEPEST] {
        let codec =
            Codec::new(&schema, Wire::Bson, &Options { limits: limits(max_depth), ..Options::default() }).unwrap();
        let fits = nested(3, max_depth as usize);
        let value = codec.decode(&fits).unwrap();
        assert_eq!(codec.encode(&value).unwrap(), fits);
        let tree = bson::parse_with(&fits, &bson::Options::default(), &limits(max_depth)).unwrap();
        let mut out = Vec::new();
        bson::print_into(&tree, &mut out, &bson::Options::default(), &limits(max_depth)).unwrap();
        assert_eq!(out, fits);
        for ty in [3, 4] {
            let deeper = nested(ty, max_depth as usize + 1);
            let error = bson::parse_with(&deeper, &bson::Options::default(), &limits(max_depth)).unwrap_err();
            assert_eq!((error.code(), error.offset()), (Code::Limit, Some(7 * max_depth as usize)));
        }
        let error = codec.decode(&nested(3, max_depth as usize + 1)).unwrap_err();
        assert_eq!(error.code(), Code::Limit);
    }
    // What is skipped is not walked, however deep.
    assert!(codec_of("{\"b\": \"?int32\"}").decode(&nested(3, 100_000)).is_ok());
    assert!(bson::parse(&nested(3, 100_000)).is_err());
    // Code with a scope in code with a scope.
    let mut scope = vec![5, 0, 0, 0, 0];
    for _ in 0..1000 {
        let code = [&(9 + scope.len() as u32).to_le_bytes()[..], &[1, 0, 0, 0, 0], &scope].concat();
        scope = [&(8 + code.len() as u32).to_le_bytes()[..], &[15, b'a', 0], &code, &[0]].concat();
    }
    assert_eq!(bson::parse(&scope).unwrap_err().code(), Code::Limit);
}

fn codec_of(definition: &str) -> Codec {
    Codec::new(&Schema::parse(definition).unwrap(), Wire::Bson, &Options::default()).unwrap()
}

#[test]
fn unions_are_not_tried_for_ever() {
    let schema = r#"{"$types": {"U": {"union": [{"a": "?U", "b": "int32"}, {"a": "?U", "c": "int32"}, {"a": "?U", "d?": "int32"}]}}, "$root": "U"}"#;
    let codec = codec_of(schema);
    for levels in [3, 10, 30, 60] {
        let input = nested(3, levels);
        match codec.decode(&input) {
            Ok(_) => assert!(levels < 30),
            Err(error) => assert_eq!(error.code(), Code::Limit),
        }
    }
}
