//! Damaged and hostile messages: whatever comes, a reader ends with a value or with an error that says what is
//! wrong and where, and takes no more memory than the message accounts for.

use crate::allocation::most_held;
use crate::unhex;
use std::fs;
use std::time::{Duration, Instant};
use typecase::codec::{self, Codec};
use typecase::error::{Code, Error};
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::value::{Special, Value};
use typecase::wire::Wire;
use typecase::wire::cbor::{self, Options, Records, Style};

/// What a short input may make a reader hold.
const LITTLE: usize = 1 << 20;

fn payload(name: &str) -> String {
    let path = format!("{}/../../payloads/reference/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).unwrap()
}

fn codecs(definition: &str, options: Options) -> (Codec, Codec) {
    let schema = Schema::parse(definition).unwrap();
    let all = codec::Options { cbor: options, ..codec::Options::default() };
    (Codec::new(&schema, Wire::Cbor, &all).unwrap(), Codec::new(&schema, Wire::Json, &all).unwrap())
}

#[track_caller]
fn placed(error: &Error, bytes: &[u8]) {
    assert!(error.offset().is_some_and(|offset| offset <= bytes.len()), "{error}: {}", crate::hex(bytes));
}

/// Reads bytes in every way there is.
fn read(codec: &Codec, json: &Codec, bytes: &[u8]) -> bool {
    let decoded = codec.decode(bytes);
    if let Err(error) = &decoded {
        placed(error, bytes);
        codec.issues(bytes, 5).iter().for_each(|error| placed(error, bytes));
    }
    let mut out = Vec::new();
    // JSON has no numbers that are not finite, and no such errors have a place in the input.
    let _ = codec.convert(json, bytes, &mut out);
    for style in [Style::Preferred, Style::CborX] {
        let options = Options { style: Some(style), ..Options::default() };
        if let Err(error) = cbor::parse_with(bytes, &options, &Limits::default()) {
            placed(&error, bytes);
        }
    }
    let _ = cbor::diagnose(bytes);
    cbor::sequence(bytes).for_each(drop);
    decoded.is_ok()
}

#[test]
fn every_truncation_and_every_changed_byte() {
    for name in ["single", "sparse", "typed", "strings", "numeric", "packets"] {
        for records in [Records::Maps, Records::Lists, Records::Inline] {
            if name == "packets" && records == Records::Lists {
                continue;
            }
            let options = Options { records, ..Options::default() };
            let (codec, json) = codecs(&payload(&format!("{name}.schema.json")), options);
            let mut message = Vec::new();
            json.convert(&codec, payload(&format!("{name}.json")).as_bytes(), &mut message).unwrap();
            assert!(read(&codec, &json, &message));
            for length in 0..message.len() {
                assert!(!read(&codec, &json, &message[..length]), "{name} cut to {length} bytes");
            }
            for at in 0..message.len() {
                let byte = message[at];
                // Every message has the others somewhere.
                for changed in [byte.wrapping_add(0x20), [byte ^ 1, byte ^ 0x80, 0xff, 0xd9, 0x00][at % 5]] {
                    message[at] = changed;
                    read(&codec, &json, &message);
                }
                message[at] = byte;
            }
        }
    }
}

#[test]
fn huge_claims_take_no_memory() {
    let (codec, json) = codecs(
        r#"{"l": {"array": "integer"}, "m": {"map": "integer"}, "s": "string", "b": "bytes", "j": "json", "r": {"x": "?integer"}}"#,
        Options::default(),
    );
    for head in ["9b", "bb", "5b", "7b", "9a", "ba", "5a", "7a"] {
        for size in ["ffffffffffffffff", "0000000100000000", "7fffffffffffffff", "00000000ffffffff"] {
            for key in ["616c", "616d", "6173", "6162", "616a", "6172"] {
                let claim = format!("{head}{}", if head.ends_with('b') { size } else { &size[8..] });
                let bytes = unhex(&format!("a6{key}{claim}00"));
                let (ok, most) = most_held(|| read(&codec, &json, &bytes));
                assert!(!ok && most < LITTLE, "{key}{claim}: {most} bytes were held");
            }
        }
    }
    // Definitions of records that claim keys and values, and ids far away.
    for bytes in
        ["d9dfff9affffffff19e0009affffffff6161", "d9dffe9affffffff19e0009affffffff", "d9dfff8219ffff80", "d9ffff80"]
    {
        let bytes = unhex(bytes);
        let (_, most) = most_held(|| read(&codec, &json, &bytes));
        assert!(most < LITTLE, "{most} bytes were held");
    }
}

#[test]
fn nesting_is_bounded() {
    let (codec, json) = codecs(r#""json""#, Options::default());
    for (open, close) in [
        ("81", ""),
        ("a100", ""),
        ("9f", "ff"),
        ("c1", ""),
        ("d9d9f7", ""),
        ("d90100", ""),
        ("d9dfff8319e000816161", ""),
    ] {
        let deep = format!("{}{}{}", open.repeat(100_000), "00", close.repeat(100_000));
        let bytes = unhex(&deep);
        for error in
            [cbor::parse(&bytes).unwrap_err(), codec.decode(&bytes).unwrap_err(), cbor::diagnose(&bytes).unwrap_err()]
        {
            assert!(matches!(error.code(), Code::Limit | Code::Structure), "{open}: {error}");
        }
        read(&codec, &json, &bytes);
    }
}

#[test]
fn long_integers_are_kept_or_refused() {
    // A megabyte of integers, each as long as any whose digits are made, takes seconds at most.
    let one = [unhex("c2590800"), vec![0xff; 2048]].concat();
    let mut many = vec![0x9f];
    (0..512).for_each(|_| many.extend_from_slice(&one));
    many.push(0xff);
    let start = Instant::now();
    let value = cbor::parse(&many).unwrap();
    assert!(matches!(value.as_list().unwrap()[511], Value::BigInt(_)));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    // A longer one stays bytes behind its tag, and comes back.
    let long = [unhex("c25a00100000"), vec![0xff; 1 << 20]].concat();
    let value = cbor::parse(&long).unwrap();
    assert!(matches!(&value, Value::Special(special) if matches!(**special, Special::Tag(2, Value::Bytes(_)))));
    assert_eq!(cbor::print(&value).unwrap(), long);
    let (codec, _) = codecs(r#""bigint""#, Options::default());
    assert_eq!(codec.decode(&long).unwrap_err().code(), Code::Limit);
}

#[test]
fn references_to_strings_take_no_more_than_they_may() {
    // {"a": long, and a thousand references to it}
    let mut bytes = unhex("d901009f5a00010000");
    bytes.resize(bytes.len() + (1 << 16), 7);
    for _ in 0..1000 {
        bytes.extend_from_slice(&unhex("d81900"));
    }
    bytes.push(0xff);
    assert_eq!(cbor::parse(&bytes).unwrap_err().code(), Code::Limit);
    // The example of the specification of tag 256.
    let bytes = unhex(
        "d9010083a34472616e6b0445636f756e741901a1446e616d6548436f636b7461696ca3d819024442617468d81901190138d8190004a3d8190244466f6f64d819011902b3d8190004",
    );
    let value = cbor::parse(&bytes).unwrap();
    let first = value.as_list().unwrap()[2].as_map().unwrap();
    assert_eq!(first[0].0, Value::Bytes(Box::from(*b"name")));
    assert_eq!(cbor::parse(&unhex("d901009fd81900ff")).unwrap_err().code(), Code::Structure);
    // Without a namespace it is a tag like any other.
    assert!(matches!(cbor::parse(&unhex("d81900")).unwrap(), Value::Special(_)));
}

#[test]
fn definitions_count_from_where_they_are() {
    // The discriminator comes last, so that the reader goes over all definitions before it reads the values.
    let definition = r#"{"union": [{"a": {"x": "integer", "y": "?integer"}, "b": {"x": "?integer", "y": "integer"}, "c": {"y": "integer", "x": "integer"},
        "kind": {"enum": ["k"]}}], "discriminator": "kind"}"#;
    let (codec, json) = codecs(definition, Options::default());
    // Id 0 is [x], then [y], then [y, x]: each record by the definition before it.
    let bytes = unhex(
        &[
            "a4",
            "6161",
            "d9dfff8319e00081617801",
            "6162",
            "d9dfff8319e00081617902",
            "6163",
            "d9dfff8419e0008261796178 0304",
            "646b696e64",
            "616b",
        ]
        .concat()
        .replace(' ', ""),
    );
    let mut out = Vec::new();
    codec.convert(&json, &bytes, &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), r#"{"a":{"x":1},"b":{"y":2},"c":{"y":3,"x":4},"kind":"k"}"#);
}
