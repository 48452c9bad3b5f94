//! The Protocol Buffers wire: what the encoding says about order, repetition and presence, and random
//! values of random schemas.

#[path = "../support/arbitrary/mod.rs"]
mod arbitrary;
mod kept;
#[path = "../support/read_back.rs"]
mod read_back;
#[path = "../support/same.rs"]
mod same;

use proptest::prelude::*;
use read_back::as_read;
use same::same;
use typecase::codec::{Codec, Options};
use typecase::error::{Code, Error};
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::{Wire, protobuf};
use typecase::{Decode, Record, Type};

fn codec(schema: &Schema) -> Codec {
    Codec::new(schema, Wire::Protobuf, &Options::default()).unwrap()
}

/// A message as JSON text, by the dynamic path.
fn json(schema: &Schema, message: &[u8]) -> Result<String, Error> {
    let to = Codec::new(schema, Wire::Json, &Options::default()).unwrap();
    let from = codec(schema);
    let mut out = Vec::new();
    from.convert(&to, message, &mut out)?;
    // Through a value is the same.
    assert_eq!(to.encode(&from.decode(message)?).unwrap(), out);
    Ok(String::from_utf8(out).unwrap())
}

/// A message by the dynamic path and by the type, which must agree.
#[track_caller]
fn read<T: Type + for<'de> Decode<'de> + typecase::Encode>(message: &[u8]) -> String {
    let dynamic = json(&T::schema(), message).unwrap();
    let typed: T = protobuf::decode(message).unwrap();
    assert_eq!(String::from_utf8(typecase::wire::json::encode(&typed).unwrap()).unwrap(), dynamic);
    dynamic
}

#[derive(Record, Debug, PartialEq)]
struct Inner {
    a: i32,
    b: Option<String>,
    items: Vec<u32>,
}

#[derive(Record, Debug, PartialEq)]
struct Outer {
    id: i32,
    inner: Option<Inner>,
    numbers: Vec<i32>,
    names: Vec<String>,
    more: Vec<Inner>,
    map: std::collections::BTreeMap<String, i32>,
    #[record(proto(id = 100, type = "sint32"))]
    far: i32,
}

#[test]
fn missing_fields_are_zero() {
    let zero = r#"{"id":0,"numbers":[],"names":[],"more":[],"map":{},"far":0}"#;
    assert_eq!(read::<Outer>(b""), zero);
    let outer: Outer = protobuf::decode(b"").unwrap();
    assert_eq!(protobuf::encode(&outer).unwrap(), b"");
}

#[test]
fn fields_come_in_any_order_and_the_last_scalar_counts() {
    let message = b"\xa0\x06\x01\x22\x01x\x08\x07\x08\x09\x18\x01";
    assert_eq!(read::<Outer>(message), r#"{"id":9,"numbers":[1],"names":["x"],"more":[],"map":{},"far":-1}"#);
}

/// A record that must be there may come behind the fields that follow it in the schema.
#[test]
fn a_required_record_may_come_late() {
    #[derive(Record)]
    struct Late {
        part: Inner,
        id: i32,
    }
    assert_eq!(read::<Late>(b"\x10\x05\x0a\x02\x08\x07"), r#"{"part":{"a":7,"items":[]},"id":5}"#);
    assert_eq!(json(&Late::schema(), b"\x10\x05").unwrap_err().code(), Code::Required);
}

#[test]
fn lists_go_on_wherever_they_occur() {
    // numbers: one unpacked, then packed, then after another field packed and unpacked again.
    let message = b"\x18\x01\x1a\x02\x02\x03\x08\x05\x1a\x01\x04\x1a\x00\x18\x05\x22\x01x\x08\x06\x22\x01y";
    let expected = r#"{"id":6,"numbers":[1,2,3,4,5],"names":["x","y"],"more":[],"map":{},"far":0}"#;
    assert_eq!(read::<Outer>(message), expected);
}

#[test]
fn messages_are_merged() {
    // inner { a: 1, items: [1] }, id, inner { b: "x", items: [2] }, inner { a: 3 }
    let message = b"\x12\x05\x08\x01\x1a\x01\x01\x08\x01\x12\x06\x12\x01x\x1a\x01\x02\x12\x02\x08\x03";
    let inner = r#"{"a":3,"b":"x","items":[1,2]}"#;
    let expected = format!(r#"{{"id":1,"inner":{inner},"numbers":[],"names":[],"more":[],"map":{{}},"far":0}}"#);
    assert_eq!(read::<Outer>(message), expected);
}

#[test]
fn maps_go_on_and_their_entries_may_lack_a_key_or_a_value() {
    let message = b"\x32\x05\x0a\x01a\x10\x01\x08\x01\x32\x03\x0a\x01b\x32\x02\x10\x05\x32\x05\x10\x02\x0a\x01a";
    let read: Outer = protobuf::decode(message).unwrap();
    let entries: Vec<_> = read.map.iter().map(|(key, value)| (key.as_str(), *value)).collect();
    assert_eq!(entries, [("", 5), ("a", 2), ("b", 0)]);
    assert!(json(&Outer::schema(), message).unwrap().contains(r#""map":{"a":2,"b":0,"":5}"#));
}

#[test]
fn unknown_fields_and_groups_are_skipped() {
    // Field 50: a varint, a group with a group in it, bytes, and both fixed sizes.
    let message = b"\x90\x03\x01\x08\x07\x93\x03\x0b\x08\x01\x0c\x94\x03\x92\x03\x02hi\x95\x03abcd\x91\x03abcdefgh";
    assert!(read::<Outer>(message).starts_with(r#"{"id":7,"#));
    let strict = Options::default().strict(true);
    let error = Codec::new(&Outer::schema(), Wire::Protobuf, &strict).unwrap().decode(message).unwrap_err();
    assert_eq!((error.code(), error.offset()), (Code::Extra, Some(0)));
}

#[derive(Record, Debug, PartialEq)]
#[record(tag = "kind")]
enum Shape {
    #[record(rename = "circle")]
    Circle { radius: f64 },
    #[record(rename = "square")]
    Square { side: i32, label: Option<String> },
}

#[test]
fn of_a_oneof_the_last_member_counts() {
    let (circle, square) = (Shape::Circle { radius: 0.5 }, Shape::Square { side: 2, label: None });
    let (first, second) = (protobuf::encode(&circle).unwrap(), protobuf::encode(&square).unwrap());
    assert_eq!(second, b"\x12\x02\x10\x02");
    let both = [&first[..], &second].concat();
    assert_eq!(protobuf::decode::<Shape>(&both).unwrap(), square);
    assert_eq!(read::<Shape>(&both), r#"{"kind":"square","side":2}"#);
    let again = [&second[..], b"\x12\x03\x1a\x01x"].concat();
    assert_eq!(read::<Shape>(&again), r#"{"kind":"square","side":2,"label":"x"}"#);
    let none = protobuf::decode::<Shape>(b"\x1a\x00").unwrap_err();
    assert_eq!(none.code(), Code::Union);
}

#[test]
fn every_encoding_of_a_number_has_its_bytes() {
    for (ty, proto, value, bytes) in [
        ("int32", "int32", "-1", &b"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"[..]),
        ("int32", "sint32", "-2", b"\x08\x03"),
        ("int32", "sfixed32", "-2", b"\x0d\xfe\xff\xff\xff"),
        ("uint32", "fixed32", "4294967295", b"\x0d\xff\xff\xff\xff"),
        ("int64", "sint64", "-9223372036854775808", b"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
        ("int64", "sfixed64", "-1", b"\x09\xff\xff\xff\xff\xff\xff\xff\xff"),
        ("uint64", "fixed64", "18446744073709551615", b"\x09\xff\xff\xff\xff\xff\xff\xff\xff"),
        ("uint64", "uint64", "18446744073709551615", b"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
        ("number", "float", "0.5", b"\x0d\x00\x00\x00\x3f"),
        ("number", "double", "-0.0", b"\x09\x00\x00\x00\x00\x00\x00\x00\x80"),
        ("number", "int32", "7", b"\x08\x07"),
        ("float32", "double", "0.5", b"\x09\x00\x00\x00\x00\x00\x00\xe0\x3f"),
    ] {
        let schema = Schema::parse(&format!(r#"{{"x": {{"type": "{ty}", "proto": {{"type": "{proto}"}}}}}}"#)).unwrap();
        let from = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
        let mut out = Vec::new();
        from.convert(&codec(&schema), format!(r#"{{"x":{value}}}"#).as_bytes(), &mut out).unwrap();
        assert_eq!(out, bytes, "{ty} as {proto}");
        let back = codec(&schema).decode(bytes).unwrap();
        assert_eq!(back, from.decode(format!(r#"{{"x":{value}}}"#).as_bytes()).unwrap(), "{ty} as {proto}");
    }
    let schema = Schema::parse(r#"{"x": {"type": "int64", "proto": {"type": "sfixed32"}}}"#).unwrap();
    let error = codec(&schema).encode(&Value::Record([Value::Int(1 << 40)].into())).unwrap_err();
    assert_eq!((error.code(), error.path().as_str()), (Code::Type, "x"));
}

#[test]
fn what_has_no_place_is_refused() {
    for (schema, message) in [
        (r#"{"x": {"array": "?string"}}"#, "nulls"),
        (r#"{"x": {"type": "string", "proto": {"id": 2}}, "y": "string"}"#, "number"),
    ] {
        let error = Codec::new(&Schema::parse(schema).unwrap(), Wire::Protobuf, &Options::default()).unwrap_err();
        assert_eq!(error.code(), Code::Unsupported);
        assert!(error.to_string().contains(message), "{error}");
    }
    let error = Schema::parse(r#"{"x": {"type": "string", "proto": {"id": 19000}}}"#).unwrap_err();
    assert!(error.to_string().contains("19000"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_come_back(sample in arbitrary::samples()) {
        let Ok(codec) = Codec::new(&sample.schema, Wire::Protobuf, &Options::default()) else { return Ok(()) };
        let message = match codec.encode(&sample.value) {
            Ok(message) => message,
            // An unknown value of an open enum of strings.
            Err(error) => {
                prop_assert_eq!(error.code(), Code::Unsupported);
                return Ok(());
            }
        };
        let graph = sample.schema.graph();
        let expected = as_read(graph, graph.root(), &sample.value);
        match codec.decode(&message) {
            Ok(value) => prop_assert_eq!(&value, &expected, "{:02x?}", message),
            Err(error) => return Err(TestCaseError::fail(format!("{error}: {message:02x?}"))),
        }
        // Through JSON and back.
        let json = Codec::new(&sample.schema, Wire::Json, &Options::default()).unwrap();
        let (mut text, mut back) = (Vec::new(), Vec::new());
        codec.convert(&json, &message, &mut text).unwrap();
        json.convert(&codec, &text, &mut back).unwrap();
        let read = json.decode(&text).unwrap();
        prop_assert_eq!(&read, &expected);
        // (JSON text has no -0, so the message need not be the same.)
        prop_assert_eq!(codec.encode(&read).unwrap(), back, "{}", String::from_utf8_lossy(&text));
    }

    #[test]
    fn damage_ends_in_a_value_or_an_error(sample in arbitrary::samples(), seed in any::<u64>()) {
        let Ok(codec) = Codec::new(&sample.schema, Wire::Protobuf, &Options::default()) else { return Ok(()) };
        let Ok(message) = codec.encode(&sample.value) else { return Ok(()) };
        for round in 0..8 {
            let mut damaged = message.clone();
            let random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(round * 7);
            if damaged.is_empty() {
                damaged.push(random as u8);
            }
            let at = (random >> 8) as usize % damaged.len();
            match round % 3 {
                0 => damaged[at] = random as u8,
                1 => damaged.truncate(at),
                _ => damaged.extend_from_within(at..),
            }
            if let Ok(value) = codec.decode(&damaged) {
                // What was read can be written, and reads the same again.
                let again = codec.encode(&value).unwrap();
                let graph = sample.schema.graph();
                let (again, value) = (codec.decode(&again).unwrap(), as_read(graph, graph.root(), &value));
                prop_assert!(same(&again, &value), "{again:?} is not {value:?}");
            }
        }
    }
}
