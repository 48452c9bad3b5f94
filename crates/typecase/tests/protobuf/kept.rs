//! What a message has that the schema does not know, members of oneofs as fields of a record, and enums with numbers
//! of their own.

use super::read;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::schema::Schema;
use typecase::typed::Bytes;
use typecase::wire::{Wire, protobuf};
use typecase::{Record, Type};

#[derive(Record, Debug, PartialEq, Clone, Copy)]
enum Color {
    #[record(proto(id = 3))]
    Red,
    Green,
    #[record(proto(id = -1))]
    Blue,
    #[record(proto(id = 4))]
    Lime,
}

#[derive(Record, Debug, PartialEq, Default)]
struct Part {
    a: Option<i32>,
    #[record(proto(unknown = true))]
    rest: Option<Bytes>,
}

#[derive(Record, Debug, PartialEq)]
struct Whole {
    id: Option<i32>,
    color: Option<Color>,
    colors: Vec<Color>,
    by_name: std::collections::BTreeMap<String, Color>,
    #[record(proto(oneof = "choice"))]
    number: Option<i32>,
    #[record(proto(oneof = "choice"))]
    part: Option<Part>,
    #[record(proto(oneof = "choice"))]
    paint: Option<Color>,
    #[record(proto(id = 20, delimited = true))]
    group: Option<Part>,
    #[record(proto(unknown = true))]
    rest: Option<Bytes>,
}

/// The message by every path, and what is written when it is written back.
#[track_caller]
fn back(message: &[u8]) -> (String, Vec<u8>) {
    let text = read::<Whole>(message);
    let schema = Whole::schema();
    let codec = Codec::new(&schema, Wire::Protobuf, &Options::default()).unwrap();
    let written = codec.encode(&codec.decode(message).unwrap()).unwrap();
    let typed: Whole = protobuf::decode(message).unwrap();
    assert_eq!(protobuf::encode(&typed).unwrap(), written);
    let mut transcoded = Vec::new();
    codec.convert(&codec, message, &mut transcoded).unwrap();
    assert_eq!(transcoded, written);
    assert_eq!(read::<Whole>(&written), text);
    (text, written)
}

#[test]
fn enums_have_numbers_of_their_own() {
    let schema = Whole::schema();
    assert!(schema.document().meta.iter().any(|(key, _)| key == "$proto"), "{}", schema.canonical());
    let (text, written) = back(b"\x10\x04\x1a\x0c\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
    assert_eq!(text, r#"{"color":"Green","colors":["Red","Green","Blue"],"by_name":{}}"#);
    assert_eq!(written, b"\x10\x04\x1a\x0c\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
    // Of two values of one number the first is read.
    let lime = Whole { color: Some(Color::Lime), ..protobuf::decode(b"").unwrap() };
    assert_eq!(protobuf::encode(&lime).unwrap(), b"\x10\x04");
}

#[test]
fn unknown_fields_are_kept_wherever_they_are() {
    // Before, between and behind the known ones, a group among them.
    let (_, written) = back(b"\xf8\x07\x01\x08\x05\xf3\x07\x08\x01\xf4\x07\x10\x03\xf8\x07\x02");
    assert_eq!(written, b"\x08\x05\x10\x03\xf8\x07\x01\xf3\x07\x08\x01\xf4\x07\xf8\x07\x02");
    // In a row they are borrowed from the message; strict readers keep them too.
    let (text, written) = back(b"\x08\x05\xf8\x07\x01\xf8\x07\x02");
    assert_eq!((text.as_str(), written.len()), (r#"{"id":5,"colors":[],"by_name":{},"rest":"+AcB+AcC"}"#, 8));
    // In messages, in groups, and in messages that are merged.
    let (_, written) = back(b"\x32\x02\x10\x01\xa3\x01\x10\x07\x08\x02\xa4\x01\x32\x04\x08\x09\x10\x03");
    assert_eq!(written, b"\x32\x06\x08\x09\x10\x01\x10\x03\xa3\x01\x08\x02\x10\x07\xa4\x01");
}

#[test]
fn numbers_that_a_closed_enum_does_not_know_are_unknown_fields() {
    // A single value: the last known one counts, the others are kept.
    let (text, written) = back(b"\x10\x09\x10\x03\x10\x04\x10\x08");
    assert!(text.starts_with(r#"{"color":"Green","colors":[]"#), "{text}");
    assert_eq!(written, b"\x10\x04\x10\x09\x10\x08");
    // A list, packed and not, in several places.
    let (text, written) = back(b"\x1a\x03\x03\x07\x04\x08\x01\x18\x09\x18\x04");
    assert!(text.starts_with(r#"{"id":1,"colors":["Red","Green","Green"]"#), "{text}");
    assert_eq!(written, b"\x08\x01\x1a\x03\x03\x04\x04\x18\x07\x18\x09");
    let (text, written) = back(b"\x1a\x01\x07");
    assert!(text.starts_with(r#"{"colors":[]"#), "{text}");
    assert_eq!(written, b"\x18\x07");
    // A map: the whole entry.
    let (text, written) = back(b"\x22\x05\x0a\x01a\x10\x03\x22\x05\x0a\x01b\x10\x07\x22\x05\x0a\x01c\x10\x04");
    assert!(text.contains(r#""by_name":{"a":"Red","c":"Green"}"#), "{text}");
    assert_eq!(written, b"\x22\x05\x0a\x01a\x10\x03\x22\x05\x0a\x01c\x10\x04\x22\x05\x0a\x01b\x10\x07");
    // Without a field for them they are an error.
    let schema = Schema::parse(r#"{"color": {"enum": ["a"]}}"#).unwrap();
    let codec = Codec::new(&schema, Wire::Protobuf, &Options::default()).unwrap();
    assert_eq!(codec.decode(b"\x08\x09").unwrap_err().code(), Code::Enum);
}

#[test]
fn of_a_oneof_the_last_member_counts_and_is_merged_with_itself_alone() {
    let rest = r#""colors":[],"by_name":{}"#;
    let cases: [(&[u8], &str, &[u8]); 8] = [
        (b"\x28\x05", r#""number":5"#, b"\x28\x05"),
        (b"\x28\x05\x28\x00", r#""number":0"#, b"\x28\x00"),
        (b"\x28\x05\x32\x02\x08\x01", r#""part":{"a":1}"#, b"\x32\x02\x08\x01"),
        (b"\x32\x02\x08\x01\x28\x05", r#""number":5"#, b"\x28\x05"),
        (b"\x32\x02\x08\x01\x28\x05\x32\x00", r#""part":{}"#, b"\x32\x00"),
        (b"\x28\x05\x32\x02\x08\x01\x32\x02\x10\x01", r#""part":{"a":1,"rest":"EAE="}"#, b"\x32\x04\x08\x01\x10\x01"),
        (b"\x28\x05\x38\x03\x28\x06", r#""number":6"#, b"\x28\x06"),
        // An unknown number of a closed enum does not set the oneof.
        (b"\x28\x05\x38\x09", r#""number":5,"rest":"OAk=""#, b"\x28\x05\x38\x09"),
    ];
    for (message, expected, bytes) in cases {
        let (text, written) = back(message);
        assert_eq!(text, format!("{{{rest},{expected}}}"), "{message:?}");
        assert_eq!(written, bytes, "{message:?}");
    }
    // Other fields in between change nothing.
    let (text, _) = back(b"\x28\x05\x08\x01\x32\x02\x08\x01\x08\x02");
    assert_eq!(text, r#"{"id":2,"colors":[],"by_name":{},"part":{"a":1}}"#);
}

#[test]
fn unknown_fields_that_are_none_are_not_written() {
    for wrong in [&b"\x08"[..], b"\x0c", b"\x0b", b"\x00\x01", b"\x0a\x05x"] {
        let part = Part { a: None, rest: Some(Bytes(wrong.to_vec())) };
        assert_eq!(protobuf::encode(&part).unwrap_err().code(), Code::Type, "{wrong:?}");
    }
}

#[test]
fn what_cannot_hold_is_refused() {
    for schema in [
        r#"{"a": {"type": "bytes", "proto": {"unknown": true}}}"#,
        r#"{"a": {"type": "?string", "proto": {"unknown": true}}}"#,
        r#"{"a": {"type": "?bytes", "proto": {"unknown": true}}, "b": {"type": "?bytes", "proto": {"unknown": true}}}"#,
        r#"{"a": {"type": "string", "proto": {"oneof": "x"}}}"#,
        r#"{"$types": {"E": {"enum": ["a", "b"]}}, "$root": {"e": "E"}, "$proto": {"E": {"numbers": [1, 0]}}}"#,
    ] {
        let schema = Schema::parse(schema).unwrap();
        let error = Codec::new(&schema, Wire::Protobuf, &Options::default()).map(|_| ()).unwrap_err();
        assert_eq!(error.code(), Code::Unsupported);
    }
}

#[test]
fn numbers_that_do_not_fit_the_enum_are_an_error_of_the_definition() {
    for numbers in ["[1]", "[1, 2, 3]", "[1, 2147483648]", "[1, \"2\"]", "7"] {
        let schema = format!(
            r#"{{"$types": {{"E": {{"enum": ["a", "b"]}}}}, "$root": {{"e": "E"}}, "$proto": {{"E": {{"numbers": {numbers}}}}}}}"#
        );
        let error = Schema::parse(&schema).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("$proto"), "{error}");
    }
}

#[test]
fn groups_end_with_their_own_number() {
    // A group of number 50 that ends as one of 51: unknown and kept, unknown and skipped, and a member that is not
    // the last of its oneof.
    let message = b"\x93\x03\x9c\x03";
    assert_eq!(protobuf::decode::<Whole>(message).unwrap_err().code(), Code::Structure);
    let schema = Schema::parse(r#"{"a": "?int32"}"#).unwrap();
    let codec = Codec::new(&schema, Wire::Protobuf, &Options::default()).unwrap();
    assert_eq!(codec.decode(message).unwrap_err().code(), Code::Structure);
    let error = protobuf::decode::<Whole>(b"\x33\x3c\x28\x01").unwrap_err();
    assert_eq!((error.code(), error.offset()), (Code::Structure, Some(2)));
}

#[test]
fn numbers_that_a_member_of_a_oneof_does_not_know_are_kept_wherever_they_are() {
    for (message, member, rest) in [
        (&b"\x38\x03\x38\x63"[..], r#""paint":"Red""#, &b"\x38\x63"[..]),
        (b"\x38\x63\x38\x03\x38\x62", r#""paint":"Red""#, b"\x38\x63\x38\x62"),
        (b"\x38\x03\x38\x63\x28\x01\x38\x62", r#""number":1"#, b"\x38\x63\x38\x62"),
    ] {
        let (text, written) = back(message);
        assert!(text.contains(member), "{text}");
        assert!(written.ends_with(rest), "{written:02x?}");
        assert_eq!(written.len(), 2 + rest.len(), "{written:02x?}");
    }
}

#[test]
fn a_oneof_that_changes_often_is_read_in_linear_time() {
    // Were each occurrence held against all others, this would take minutes.
    let message = [&b"\x28\x01".repeat(200_000)[..], &b"\x38\x03\x28\x02".repeat(100_000)].concat();
    let start = std::time::Instant::now();
    let whole: Whole = protobuf::decode(&message).unwrap();
    assert_eq!((whole.number, whole.paint), (Some(2), None));
    assert!(start.elapsed().as_secs() < 10);
}
