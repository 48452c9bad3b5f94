//! What the JavaScript library msgpackr writes: the same bytes from the same values, and the values back.

use crate::notation::{bytes, hex, same, value};
use std::fs;
use std::path::PathBuf;
use typecase::limits::Limits;
use typecase::value::Value;
use typecase::wire::json;
use typecase::wire::msgpack::{self, Options, Records, Session, Style};

const STRUCTURED_CLONE: Style = Style::Msgpackr { variable_map_size: false, more_types: true };

fn cases(file: &str) -> Vec<Value<'static>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(file);
    let text = fs::read_to_string(path).unwrap();
    json::parse(&text).unwrap().as_list().unwrap().iter().map(|case| case.clone().into_owned()).collect()
}

/// Checks every message of every case both ways; returns how many there were.
fn check(file: &str, options: Options, shapes: Option<(u16, u16)>) -> usize {
    let limits = Limits { max_depth: 512, ..Limits::default() };
    let mut count = 0;
    for case in cases(file) {
        let name = case.get("name").and_then(Value::as_str).unwrap();
        let new = || match shapes {
            None => Session::new(&options),
            Some((shared, own)) => Session::new(&options).with_shapes(shared, own).unwrap(),
        };
        let (mut sender, mut receiver) = (new(), new());
        let messages = case.get("messages").and_then(Value::as_list).unwrap_or(std::slice::from_ref(&case));
        for (at, message) in messages.iter().enumerate() {
            let given = value(message.get("value").unwrap());
            let encoded = message.get("encoded").and_then(Value::as_str).unwrap();
            let mut out = Vec::new();
            sender.print_into(&given, &mut out, &limits).unwrap_or_else(|error| panic!("{name} {at}: {error}"));
            assert_eq!(hex(&out), encoded, "{file}: {name}, message {at}");
            if let Some(structures) = message.get("structures") {
                let keys = |keys: &Value<'_>| -> Vec<String> {
                    keys.as_list().unwrap().iter().map(|key| key.as_str().unwrap().to_owned()).collect()
                };
                let mut structures: Vec<Vec<String>> = structures.as_list().unwrap().iter().map(keys).collect();
                // The library's list has the shapes that this message defined for itself behind the shared ones.
                structures.truncate(shapes.map_or(32, |(shared, _)| shared.into()));
                assert_eq!(sender.structures(), structures, "{file}: {name}, message {at}");
                receiver = new().with_structures(&structures).unwrap();
            }
            let expected = message.get("decoded").map_or(given, value);
            let input = bytes(encoded);
            let decoded = receiver.parse(&input, &limits).unwrap_or_else(|error| panic!("{name} {at}: {error}"));
            assert!(same(&decoded, &expected), "{file}: {name}, message {at}: {decoded:?} is not {expected:?}");
            count += 1;
        }
    }
    count
}

#[test]
fn plain() {
    let options = Options { style: Style::MSGPACKR, ..Options::default() };
    assert_eq!(check("msgpackr-plain.json", options, None), 60);
}

#[test]
fn inline_records() {
    let options = Options { records: Records::Inline, style: Style::MSGPACKR, ..Options::default() };
    assert_eq!(check("msgpackr-records.json", options, None), 125);
}

#[test]
fn shared_records() {
    let options = Options { records: Records::Shared, style: Style::MSGPACKR, ..Options::default() };
    assert_eq!(check("msgpackr-shared.json", options, None), 125);
    assert_eq!(check("msgpackr-shared-two-byte.json", options, Some((100, 32))), 52);
}

#[test]
fn streams_of_records() {
    let options = Options { records: Records::Stream, style: Style::MSGPACKR, ..Options::default() };
    assert_eq!(check("msgpackr-stream.json", options, None), 198);
}

#[test]
fn structured_clone() {
    let options = Options { records: Records::Inline, style: STRUCTURED_CLONE, ..Options::default() };
    assert_eq!(check("msgpackr-structured-clone.json", options, None), 19);
}

#[test]
fn small_heads_of_objects_are_an_option() {
    let style = Style::Msgpackr { variable_map_size: true, more_types: false };
    let options = Options { style, ..Options::default() };
    let mut out = Vec::new();
    let object = Value::map(vec![("a".into(), Value::Int(1 << 40))]);
    msgpack::print_into(&object, &mut out, &options, &Limits::default()).unwrap();
    assert_eq!(hex(&out), "81a161cb4270000000000000");
}
