//! What each type of a schema is on the wire, with settings and without, typed and dynamic.

use crate::{bytes, hex};
use std::collections::BTreeMap;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::json::Duplicates;
use typecase::wire::{Wire, bson};
use typecase::{BigInt, Bytes, Date, Record, Type};

fn codec(definition: &str, wire: Wire) -> Codec {
    Codec::new(&Schema::parse(definition).unwrap(), wire, &Options::default()).unwrap()
}

/// The JSON text of a schema as BSON and back; gives the elements without the length and the end.
#[track_caller]
fn element(definition: &str, text: &str) -> String {
    element_with(definition, text, &Options::default())
}

#[track_caller]
fn element_with(definition: &str, text: &str, options: &Options) -> String {
    let schema = Schema::parse(definition).unwrap();
    let json = Codec::new(&schema, Wire::Json, options).unwrap();
    let bson = Codec::new(&schema, Wire::Bson, options).unwrap();
    let mut out = Vec::new();
    json.convert(&bson, text.as_bytes(), &mut out).unwrap();
    let value = json.decode(text.as_bytes()).unwrap();
    assert_eq!(hex(&bson.encode(&value).unwrap()), hex(&out));
    assert_eq!(bson.decode(&out).unwrap(), value);
    let mut back = Vec::new();
    bson.convert(&json, &out, &mut back).unwrap();
    assert_eq!(json.decode(&back).unwrap(), value);
    assert_eq!(out.len(), u32::from_le_bytes(*out.first_chunk().unwrap()) as usize);
    hex(&out[4..out.len() - 1])
}

#[test]
fn every_type_has_its_own() {
    for (ty, text, expected) in [
        (r#""number""#, "1", "107600 01000000"),
        (r#""number""#, "-2147483648", "107600 00000080"),
        (r#""number""#, "2147483648", "017600 000000000000e041"),
        (r#""number""#, "1.5", "017600 000000000000f83f"),
        (r#""float64""#, "1", "017600 000000000000f03f"),
        (r#""float32""#, "1", "017600 000000000000f03f"),
        (r#""integer""#, "2147483647", "107600 ffffff7f"),
        (r#""integer""#, "2147483648", "127600 0000008000000000"),
        (r#""int64""#, "-1", "107600 ffffffff"),
        (r#""int32""#, "-1", "107600 ffffffff"),
        (r#""uint32""#, "4294967295", "127600 ffffffff00000000"),
        (r#""uint64""#, "9223372036854775807", "127600 ffffffffffffff7f"),
        (r#""boolean""#, "true", "087600 01"),
        (r#""string""#, r#""a\u0000""#, "027600 03000000 610000"),
        (r#""bytes""#, r#""AP8=""#, "057600 02000000 00 00ff"),
        (r#""date""#, r#""1970-01-01T00:00:00.001Z""#, "097600 0100000000000000"),
        (r#""bigint""#, r#""12""#, "027600 03000000 313200"),
        (r#"{"enum": ["a", 7, 1.5]}"#, r#""a""#, "027600 02000000 6100"),
        (r#"{"enum": ["a", 7, 1.5]}"#, "7", "107600 07000000"),
        (r#"{"flags": ["a", "b"]}"#, r#"{"a":true,"b":false}"#, "037600 0d000000 086100 01 086200 00 00"),
        (r#"{"array": "?int32"}"#, "[1,null]", "047600 0f000000 103000 01000000 0a3100 00"),
        (r#"["int32", "string"]"#, r#"[1,""]"#, "047600 14000000 103000 01000000 023100 01000000 00 00"),
        (r#"{"map": "int32"}"#, r#"{"k":1}"#, "037600 0c000000 106b00 01000000 00"),
        (
            r#""json""#,
            r#"{"a":[1,4294967296,0.5]}"#,
            "037600 2a000000 046100 22000000 103000 01000000 123100 0000000001000000 013200 000000000000e03f 00 00",
        ),
        (r#"{"union": ["string", "int32"]}"#, "1", "107600 01000000"),
    ] {
        let got = element(&format!(r#"{{"v": {ty}}}"#), &format!(r#"{{"v":{text}}}"#));
        assert_eq!(got, expected.replace(' ', ""), "{ty} {text}");
    }
    // -0 is no int32.
    let schema = codec(r#"{"v": "number"}"#, Wire::Bson);
    let value = Value::Record([Value::Float(-0.0)].into());
    assert_eq!(hex(&schema.encode(&value).unwrap()), "10000000017600000000000000008000");
}

#[test]
fn settings_choose_another_type() {
    for (ty, setting, text, expected) in [
        ("int32", "int64", "7", "127600 0700000000000000"),
        ("int32", "double", "7", "017600 0000000000001c40"),
        ("int64", "int32", "7", "107600 07000000"),
        ("uint64", "timestamp", "18446744073709551615", "117600 ffffffffffffffff"),
        ("number", "double", "7", "017600 0000000000001c40"),
        ("number", "decimal128", "0.1", "137600 01000000000000000000000000003e30"),
        ("number", "int64", "7", "127600 0700000000000000"),
        ("bigint", "decimal128", r#""-7""#, "137600 070000000000000000000000000040b0"),
        ("bigint", "int64", r#""-7""#, "127600 f9ffffffffffffff"),
        ("date", "int64", r#""1970-01-01T00:00:00.001Z""#, "127600 0100000000000000"),
        ("string", "objectId", r#""56e1fc72e0c917e9c4714161""#, "077600 56e1fc72e0c917e9c4714161"),
        ("bytes", "objectId", r#""VuH8cuDJF+nEcUFh""#, "077600 56e1fc72e0c917e9c4714161"),
        (
            "string",
            "uuid",
            r#""73ffd264-44b3-4c69-90e8-e7d1dfc035d4""#,
            "057600 10000000 04 73ffd26444b34c6990e8e7d1dfc035d4",
        ),
        ("string", "decimal128", r#""1.50""#, "137600 96000000000000000000000000003c30"),
    ] {
        let field = format!(r#"{{"v": {{"type": "{ty}", "bson": {{"type": "{setting}"}}}}}}"#);
        assert_eq!(element(&field, &format!(r#"{{"v":{text}}}"#)), expected.replace(' ', ""), "{ty} {setting}");
    }
    // In lists and maps the setting is that of each item, also after items that are documents.
    let lists = r#"{"v": {"array": {"array": "int32"}, "bson": {"type": "int64"}}, "w": "int32"}"#;
    let expected = "047600 2b000000 043000 10000000 123000 0100000000000000 00 043100 10000000 123000 0200000000000000 00 00 107700 03000000";
    assert_eq!(element(lists, r#"{"v":[[1],[2]],"w":3}"#), expected.replace(' ', ""));
    assert_eq!(
        element(r#"{"v": {"type": "bytes", "bson": {"subtype": 128}}}"#, r#"{"v":"AA=="}"#),
        "05760001000000 8000".replace(' ', "")
    );
    let mut options = Options::default();
    options.bson.decimal_bigints = true;
    let decimal = element_with(r#"{"v": "bigint"}"#, r#"{"v":"12"}"#, &options);
    assert_eq!(decimal, "1376000c000000000000000000000000004030");
}

#[test]
fn settings_that_do_not_fit_are_refused() {
    for (ty, setting) in [("boolean", "int64"), ("string", "int32"), ("number", "objectId"), ("json", "int64")] {
        let schema =
            Schema::parse(&format!(r#"{{"v": {{"type": "{ty}", "bson": {{"type": "{setting}"}}}}}}"#)).unwrap();
        let error = Codec::new(&schema, Wire::Bson, &Options::default()).unwrap_err();
        assert_eq!((error.code(), error.path().as_str()), (Code::Unsupported, "v"));
        assert!(Codec::new(&schema, Wire::Json, &Options::default()).is_ok());
    }
    assert!(Schema::parse(r#"{"v": {"type": "string", "bson": {"type": "none"}}}"#).is_err());
    // Values that do not fit.
    for (ty, setting, text) in [
        ("int64", "int32", "2147483648"),
        ("int64", "double", "9007199254740993"),
        ("number", "int64", "0.5"),
        ("number", "int32", "-0.0"),
        ("bigint", "int64", r#""9223372036854775808""#),
        ("bigint", "decimal128", r#""12345678901234567890123456789012345""#),
        ("string", "objectId", r#""x""#),
        ("string", "uuid", r#""x""#),
        ("string", "decimal128", r#""x""#),
        ("bytes", "objectId", r#""AA==""#),
    ] {
        let definition = format!(r#"{{"v": {{"type": "{ty}", "bson": {{"type": "{setting}"}}}}}}"#);
        let (json, bson) = (codec(&definition, Wire::Json), codec(&definition, Wire::Bson));
        let mut out = b"before".to_vec();
        let error = json.convert(&bson, format!(r#"{{"v":{text}}}"#).as_bytes(), &mut out).unwrap_err();
        assert_eq!(
            (error.code(), error.path().as_str(), &out[..]),
            (Code::Type, "v", &b"before"[..]),
            "{ty} {setting}"
        );
    }
}

#[test]
fn messages_are_documents() {
    assert_eq!(element(r#"{"array": "int32"}"#, "[1,2]"), "046974656d730013000000103000010000001031000200000000");
    assert_eq!(element(r#"{"map": "int32"}"#, r#"{"a":1}"#), "10610001000000");
    let union = r#"{"union": [{"k": {"enum": ["a"]}, "x": "int32"}, {"k": {"enum": ["b", 3]}}], "discriminator": "k"}"#;
    assert_eq!(element(union, r#"{"k":"a","x":1}"#), "026b00020000006100107800 01000000".replace(' ', ""));
    assert_eq!(element(union, r#"{"k":3}"#), "106b0003000000");
    for root in
        [r#""string""#, r#"["int32"]"#, r#"{"enum": ["a"]}"#, r#"{"union": ["int32", {"map": "int32"}]}"#, r#""json""#]
    {
        let error = Codec::new(&Schema::parse(root).unwrap(), Wire::Bson, &Options::default()).unwrap_err();
        assert_eq!(error.code(), Code::Unsupported, "{root}");
    }
    // The array may be among other keys, unless readers are strict.
    let list = bytes("1f000000 107800 01000000 046974656d73000c000000103000070000000000".replace(' ', "").as_str());
    assert_eq!(bson::decode::<Vec<i32>>(&list).unwrap(), [7]);
    let strict = bson::Options { strict: true, ..bson::Options::default() };
    let error = bson::decode_with::<Vec<i32>>(&list, &strict, &Limits::default()).unwrap_err();
    assert_eq!((error.code(), error.offset()), (Code::Extra, Some(4)));
    assert_eq!(bson::decode::<Vec<i32>>(&bytes("0500000000")).unwrap_err().code(), Code::Structure);
    // Each item of a list can be a message only if it is a document.
    assert!(codec(r#"{"array": "int32"}"#, Wire::Bson).for_items().is_none());
    assert!(codec(r#"{"array": {"a": "int32"}}"#, Wire::Bson).for_items().is_some());
}

#[derive(Record, Debug, PartialEq)]
struct Order {
    #[record(rename = "_id", bson(type = "objectId"))]
    id: String,
    #[record(bson(type = "int64"))]
    count: i32,
    at: Option<Date>,
    price: f64,
    big: Option<BigInt>,
    data: Bytes,
    tags: BTreeMap<String, u8>,
    pair: (bool, Option<String>),
}

fn order() -> Order {
    Order {
        id: "56e1fc72e0c917e9c4714161".into(),
        count: 7,
        at: Some(Date(5)),
        price: 3.0,
        big: None,
        data: Bytes(vec![1]),
        tags: [("a".to_string(), 1)].into(),
        pair: (true, None),
    }
}

#[test]
fn typed_values_are_as_dynamic_ones() {
    let typed = bson::encode(&order()).unwrap();
    assert_eq!(bson::decode::<Order>(&typed).unwrap(), order());
    let codec = Codec::new(&Order::schema(), Wire::Bson, &Options::default()).unwrap();
    let value = codec.decode(&typed).unwrap();
    assert_eq!(hex(&codec.encode(&value).unwrap()), hex(&typed));
    assert!(hex(&typed).contains("075f69640056e1fc72e0c917e9c471416112636f756e74000700000000000000"));
}

#[derive(Record, Debug, PartialEq, Clone, Copy)]
struct Point {
    x: f64,
    y: Option<i32>,
    z: u64,
}

#[test]
fn keys_come_in_any_order_and_numbers_in_any_type() {
    let document = |pairs: &[(&str, Value<'static>)]| {
        let entries = pairs.iter().map(|(key, value)| (key.to_string().into(), value.clone()));
        bson::print(&Value::map(entries.collect())).unwrap()
    };
    let (one, two) = (Value::Float(1.0), Value::Special(Box::new(typecase::value::Special::Int64(2))));
    let unknown = Value::list(vec![Value::map(vec![])]);
    let input = document(&[("z", one.clone()), ("u", unknown), ("y", two.clone()), ("x", two)]);
    assert_eq!(bson::decode::<Point>(&input).unwrap(), Point { x: 2.0, y: Some(2), z: 1 });
    // A null is as if it were missing.
    let input = document(&[("x", one.clone()), ("y", Value::Null), ("z", one.clone())]);
    assert_eq!(bson::decode::<Point>(&input).unwrap(), Point { x: 1.0, y: None, z: 1 });
    for (value, field) in
        [(Value::Float(0.5), "z"), (Value::Int(-1), "z"), (Value::Int((1 << 53) + 1), "x"), (Value::text(""), "y")]
    {
        let mut pairs = vec![("x", one.clone()), ("y", one.clone()), ("z", one.clone())];
        pairs.retain(|(key, _)| *key != field);
        pairs.push((field, value));
        let error = bson::decode::<Point>(&document(&pairs)).unwrap_err();
        assert_eq!((error.code(), error.path().as_str()), (Code::Type, field));
    }
    // Repeated keys, next to each other and not, null and not.
    let twice = [
        document(&[("x", one.clone()), ("x", Value::Float(2.0)), ("z", one.clone())]),
        document(&[("x", one.clone()), ("z", one.clone()), ("x", Value::Float(2.0))]),
    ];
    for input in &twice {
        let read = |duplicates| {
            let options = bson::Options { duplicates, ..bson::Options::default() };
            bson::decode_with::<Point>(input, &options, &Limits::default())
        };
        assert_eq!(read(Duplicates::Error).unwrap_err().code(), Code::Duplicate);
        assert_eq!(read(Duplicates::First).unwrap().x, 1.0);
        assert_eq!(read(Duplicates::Last).unwrap().x, 2.0);
    }
    let input = document(&[("x", one.clone()), ("z", one.clone()), ("y", Value::Null), ("y", Value::Null)]);
    assert_eq!(bson::decode::<Point>(&input).unwrap_err().code(), Code::Duplicate);
    let error = bson::decode::<Point>(&document(&[("x", one)])).unwrap_err();
    assert_eq!((error.code(), error.path().as_str()), (Code::Required, "z"));
}

#[test]
fn what_bson_cannot_hold_is_refused() {
    let big = Point { x: 0.0, y: None, z: u64::MAX };
    let error = bson::encode(&big).unwrap_err();
    assert_eq!((error.code(), error.path().as_str()), (Code::Unsupported, "z"));
    let map: BTreeMap<String, i32> = [("a\0b".to_string(), 1)].into();
    assert_eq!(bson::encode(&map).unwrap_err().code(), Code::Unsupported);
    let schema = Schema::parse(r#"{"a\u0000": "int32"}"#).unwrap();
    assert_eq!(Codec::new(&schema, Wire::Bson, &Options::default()).unwrap_err().code(), Code::Unsupported);
    for value in [
        Value::Int(1),
        Value::list(vec![]),
        Value::Record([].into()),
        Value::map(vec![("k".into(), Value::Uint(u64::MAX))]),
    ] {
        assert_eq!(bson::print(&value).unwrap_err().code(), Code::Unsupported, "{value:?}");
    }
}
