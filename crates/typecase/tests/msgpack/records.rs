//! Records under a schema: in every form, typed, dynamic and from other wires.

use crate::notation::hex;
use std::fs;
use std::path::PathBuf;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::Wire;
use typecase::wire::msgpack::{self, Records, Session, Style};
use typecase::{Bytes, Date, Record, Type};

fn payload(name: &str) -> Vec<u8> {
    fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../payloads/reference").join(name)).unwrap()
}

fn schema(name: &str) -> Schema {
    Schema::parse(std::str::from_utf8(&payload(&format!("{name}.schema.json"))).unwrap()).unwrap()
}

fn codec(schema: &Schema, records: Records, style: Style) -> Codec {
    let options = msgpack::Options { records, style, ..msgpack::Options::default() };
    Codec::new(schema, Wire::Msgpack, &Options { msgpack: options, ..Options::default() }).unwrap()
}

const PAYLOADS: [&str; 7] = ["single", "records", "sparse", "typed", "strings", "numeric", "packets"];
const STYLES: [Style; 3] =
    [Style::Smallest, Style::MSGPACKR, Style::Msgpackr { variable_map_size: true, more_types: true }];

#[test]
fn the_second_message_of_a_shared_session_is_as_long_as_msgpackr_writes_it() {
    let sizes = payload("sizes.json");
    let sizes = typecase::wire::json::parse(std::str::from_utf8(&sizes).unwrap()).unwrap().into_owned();
    let rows = sizes.get("msgpack records=shared, second message").unwrap().as_map().unwrap();
    assert_eq!(rows.len(), 6);
    for (name, size) in rows {
        let name = name.as_str().unwrap();
        let schema = schema(name);
        let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
        let value = json.decode(&payload(&format!("{name}.json"))).unwrap().into_owned();
        for style in STYLES {
            let codec = codec(&schema, Records::Shared, style);
            let mut session = codec.session();
            let (mut first, mut second) = (Vec::new(), Vec::new());
            codec.encode_with(&mut session, &value, &mut first).unwrap();
            codec.encode_with(&mut session, &value, &mut second).unwrap();
            assert_eq!(second.len() as i64, size.as_list().unwrap()[0].as_int().unwrap(), "{name}");
            let mut receiver = codec.session().with_structures(&session.structures()).unwrap();
            assert_eq!(codec.decode_with(&mut receiver, &second).unwrap(), value, "{name}");
        }
    }
}

#[test]
fn values_come_back_in_every_form() {
    for name in PAYLOADS {
        let schema = schema(name);
        let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
        let document = payload(&format!("{name}.json"));
        let value = json.decode(&document).unwrap();
        for style in STYLES {
            for records in [Records::Off, Records::Array, Records::Inline, Records::Stream] {
                let codec = codec(&schema, records, style);
                let bytes = codec.encode(&value).unwrap();
                assert_eq!(codec.decode(&bytes).unwrap(), value, "{name}, {records:?}");
                let mut converted = Vec::new();
                json.convert(&codec, &document, &mut converted).unwrap();
                assert_eq!(hex(&converted), hex(&bytes), "{name}, {records:?}");
                let mut back = Vec::new();
                codec.convert(&json, &bytes, &mut back).unwrap();
                assert_eq!(json.decode(&back).unwrap(), value, "{name}, {records:?}");
                assert!(codec.issues(&bytes, 10).is_empty());
            }
        }
    }
}

#[test]
fn streams_go_on_between_sessions_of_every_kind() {
    let schema = schema("single");
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let document = payload("single.json");
    let value = json.decode(&document).unwrap();
    let stream = codec(&schema, Records::Stream, Style::Smallest);
    let shared = codec(&schema, Records::Shared, Style::MSGPACKR);
    let (mut none, mut sender, mut receiver, mut table) =
        (json.session(), stream.session(), stream.session(), shared.session());
    for _ in 0..3 {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        json.convert_with(&mut none, (&stream, &mut sender), &document, &mut first).unwrap();
        stream.convert_with(&mut receiver, (&shared, &mut table), &first, &mut second).unwrap();
        assert_eq!(shared.decode_with(&mut table, &second).unwrap(), value);
    }
}

#[derive(Record, Debug, PartialEq, Clone)]
struct Everything {
    id: u64,
    #[record(alias = "old")]
    name: String,
    small: i8,
    ratio: f32,
    weight: f64,
    at: Date,
    data: Bytes,
    big: i128,
    kind: Kind,
    items: Vec<Option<Item>>,
    maybe: Option<String>,
}

#[derive(Record, Debug, PartialEq, Clone, Copy)]
#[record(rename_all = "lowercase")]
enum Kind {
    One,
    Two,
}

#[derive(Record, Debug, PartialEq, Clone)]
#[record(tag = "type")]
enum Item {
    A { x: i32 },
    B { y: Option<bool>, z: Option<i32> },
}

fn everything() -> Everything {
    Everything {
        id: u64::MAX,
        name: "é".repeat(40),
        small: -128,
        ratio: 0.1,
        weight: 3.0,
        at: Date(-1),
        data: Bytes(vec![7; 300]),
        big: i128::from(u64::MAX) + 1,
        kind: Kind::Two,
        items: vec![
            Some(Item::A { x: -1 }),
            None,
            Some(Item::B { y: None, z: Some(1 << 20) }),
            Some(Item::B { y: Some(true), z: None }),
        ],
        maybe: None,
    }
}

#[test]
fn typed_and_dynamic_are_the_same() {
    let schema = Everything::schema();
    let more_types = Style::Msgpackr { variable_map_size: false, more_types: true };
    for style in [Style::Smallest, more_types] {
        for records in [Records::Off, Records::Array, Records::Inline, Records::Stream] {
            let options = msgpack::Options { records, style, strict: true, ..msgpack::Options::default() };
            let mut bytes = Vec::new();
            msgpack::encode_into(&everything(), &mut bytes, &options, &Limits::default()).unwrap();
            let back: Everything = msgpack::decode_with(&bytes, &options, &Limits::default()).unwrap();
            assert_eq!(back, everything());
            let codec = codec(&schema, records, style);
            let value = codec.decode(&bytes).unwrap();
            assert_eq!(hex(&codec.encode(&value).unwrap()), hex(&bytes), "{records:?} {style:?}");
        }
    }
}

#[test]
fn fields_are_taken_in_any_order() {
    let schema = Schema::parse(
        r#"{"a": "integer", "b": {"x": "?string", "y": "integer"}, "c": {"array": {"p": "?integer", "q": "integer"}}}"#,
    )
    .unwrap();
    let loose = r#"{"c":[{"q":4,"p":3},{"p":null,"q":5}],"unknown":{"y":[{}]},"a":1,"b":{"y":2,"x":"s"},"z":7}"#;
    let tree = typecase::wire::json::parse(loose).unwrap();
    let plain = codec(&schema, Records::Off, Style::Smallest);
    let positional = Codec::new(&schema, Wire::Positional, &Options::default()).unwrap();
    let array = codec(&schema, Records::Array, Style::Smallest);
    for records in [Records::Off, Records::Inline] {
        let options = msgpack::Options { records, ..msgpack::Options::default() };
        let mut bytes = Vec::new();
        msgpack::print_into(&tree, &mut bytes, &options, &Limits::default()).unwrap();
        let codec = codec(&schema, records, Style::Smallest);
        let value = codec.decode(&bytes).unwrap();
        assert_eq!(positional.encode(&value).unwrap(), br#"[1,["s",2],[[3,4],[null,5]]]"#);
        for to in [&positional, &array, &plain] {
            let mut out = Vec::new();
            codec.convert(to, &bytes, &mut out).unwrap();
            assert_eq!(hex(&out), hex(&to.encode(&value).unwrap()), "{records:?}");
        }
    }
}

#[test]
fn a_message_that_fails_leaves_a_stream_as_it_was() {
    #[derive(Record)]
    struct Pair {
        first: Item,
        second: Option<typecase::Date>,
    }
    let options = msgpack::Options { records: Records::Stream, ..msgpack::Options::default() };
    let (mut sender, mut other) = (Session::new(&options), Session::new(&options));
    let wrong = Pair { first: Item::A { x: 1 }, second: Some(Date(i64::MAX)) };
    let mut out = vec![1];
    assert_eq!(sender.encode_into(&wrong, &mut out, &Limits::default()).unwrap_err().path(), "second");
    assert_eq!(out, [1]);
    let right = Pair { first: Item::A { x: 1 }, second: None };
    assert_eq!(sender.encode(&right).unwrap(), other.encode(&right).unwrap());

    // A receiver that cannot use a message learns its definitions all the same.
    let mut receiver = Session::new(&options);
    let mut sender = Session::new(&options);
    let first = sender.encode(&right).unwrap();
    assert_eq!(receiver.decode::<Vec<i32>>(&first, &Limits::default()).unwrap_err().code(), Code::Type);
    let second = sender.encode(&right).unwrap();
    assert!(second.len() < first.len());
    let value = receiver.parse(&second, &Limits::default()).unwrap();
    assert_eq!(value.get("first").unwrap().get("x"), Some(&Value::Int(1)));
}

#[test]
fn definitions_hold_for_what_follows_them_wherever_the_reader_has_been() {
    // Id 0x40 is {b}, then {a}; the schema has the fields the other way round, so the reader goes back.
    let schema =
        Schema::parse(r#"{"second": {"a": "integer"}, "first": {"b": "integer"}, "third": {"b": "integer"}}"#).unwrap();
    let codec = codec(&schema, Records::Inline, Style::Smallest);
    let message =
        b"\xd4\x72\x41\x93\xa5first\xa5third\xa6second\xd4\x72\x40\x91\xa1b\x01\x40\x02\xd4\x72\x40\x91\xa1a\x03";
    let value = codec.decode(message).unwrap();
    let expected = [3, 1, 2].map(|number| Value::Record([Value::Int(number)].into()));
    assert_eq!(value, Value::Record(expected.into()));
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let mut out = Vec::new();
    codec.convert(&json, message, &mut out).unwrap();
    assert_eq!(out, br#"{"second":{"a":3},"first":{"b":1},"third":{"b":2}}"#);
}

#[test]
fn a_shared_record_without_a_session_is_refused() {
    let schema = Schema::parse(r#"{"a": "integer"}"#).unwrap();
    let codec = codec(&schema, Records::Shared, Style::Smallest);
    assert_eq!(codec.decode(b"\x40\x01").unwrap_err().code(), Code::Unsupported);
    let mut session = codec.session().with_structures(&[vec!["a"]]).unwrap();
    assert_eq!(codec.decode_with(&mut session, b"\x40\x01").unwrap(), Value::Record([Value::Int(1)].into()));
}

#[test]
fn the_id_of_a_known_shape_is_no_integer_wherever_one_is_wanted() {
    // A list of a record that defines the id 0x43, and of one that has the byte 0x43 as its value; msgpackr reads the
    // record {"a": 7} there.
    let message =
        |id: u8, value: &[u8]| [&[0x92, 0xd4, 0x72, id, 0x91, 0xa1, b'a', 7, 0x81, 0xa1, b'a'], value].concat();
    for ty in ["int32", "uint32", "int64", "uint64", "number", "float32", "bigint", "date", r#"{"enum": [7, 67]}"#] {
        let ty = if ty.starts_with('{') { ty.into() } else { format!("{ty:?}") };
        let schema = Schema::parse(&format!(r#"{{"array": {{"a": {ty}}}}}"#)).unwrap();
        let codec = codec(&schema, Records::Inline, Style::MSGPACKR);
        let bytes = message(0x43, b"\x43\x07");
        assert_eq!(codec.decode(&bytes).unwrap_err().offset(), Some(11), "{ty}");
        let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
        assert_eq!(codec.convert(&json, &bytes, &mut Vec::new()).unwrap_err().offset(), Some(11), "{ty}");
        // Of an id that nothing defines, and in the form with a head, it is one.
        for bytes in [message(0x44, b"\x43"), message(0x43, b"\xcc\x43")] {
            let value = codec.decode(&bytes).unwrap();
            let mut text = Vec::new();
            codec.convert(&json, &bytes, &mut text).unwrap();
            assert_eq!(json.decode(&text).unwrap(), value, "{ty}");
        }
    }
    let schema = Schema::parse(r#"{"array": {"a": "json"}}"#).unwrap();
    let bytes = message(0x43, b"\x43\x07");
    let value = codec(&schema, Records::Inline, Style::MSGPACKR).decode(&bytes).unwrap();
    assert_eq!(value.as_list().unwrap()[1].as_record().unwrap()[0].get("a"), Some(&Value::Int(7)));
}

#[test]
fn in_javascript_any_message_may_have_records() {
    // Also one whose values look like the keys that come next.
    let own = (
        r#"{"array": {"x": "string", "y": "?string", "z": "?string"}}"#,
        r#"[{"x":"y","y":"z","z":"x"},{"x":"z","z":"y"}]"#,
    );
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let read = |name: &&str| (text(payload(&format!("{name}.schema.json"))), text(payload(&format!("{name}.json"))));
    for (definition, document) in PAYLOADS.iter().map(read).chain([(own.0.into(), own.1.into())]) {
        let schema = Schema::parse(&definition).unwrap();
        let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
        let value = json.decode(document.as_bytes()).unwrap();
        for records in [Records::Inline, Records::Stream] {
            let bytes = codec(&schema, records, Style::MSGPACKR).encode(&value).unwrap();
            for read_as in [Records::Off, Records::Array, Records::Inline, Records::Stream] {
                if read_as == Records::Array && definition.contains("union") {
                    continue; // Arrays have the index of a union's case before its value.
                }
                let codec = codec(&schema, read_as, Style::MSGPACKR);
                assert_eq!(codec.decode(&bytes).unwrap(), value, "{document} {records:?} as {read_as:?}");
                let mut back = Vec::new();
                codec.convert(&json, &bytes, &mut back).unwrap();
                assert_eq!(json.decode(&back).unwrap(), value, "{document} {records:?} as {read_as:?}");
            }
        }
    }
}
