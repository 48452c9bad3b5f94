//! What the JavaScript library `bson` writes: the same bytes from the same values, and the values back.

use crate::{bytes, cases, hex, judge, text};
use std::path::PathBuf;
use typecase::limits::Limits;
use typecase::value::{Value, extended};
use typecase::wire::bson::{self, Options, Style};

fn javascript() -> Options {
    Options { style: Style::JavaScript, ..Options::default() }
}

fn value(notation: &Value<'static>) -> Value<'static> {
    extended::from_json(notation.clone()).unwrap()
}

#[test]
fn vectors_in_both_directions() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors/bson.json");
    let cases = cases(&std::fs::read_to_string(path).unwrap());
    let limits = Limits::default();
    assert_eq!(cases.len(), 60);
    for case in &cases {
        let name = text(case, "name").unwrap();
        let given = value(case.get("value").unwrap());
        let mut out = Vec::new();
        bson::print_into(&given, &mut out, &javascript(), &limits).unwrap_or_else(|error| panic!("{name}: {error}"));
        let encoded = text(case, "encoded").unwrap();
        assert_eq!(hex(&out), encoded, "{name}");
        let encoded = bytes(encoded);
        let read = bson::parse_with(&encoded, &javascript(), &limits).unwrap();
        let expected = case.get("decoded").map_or(given, value);
        assert!(judge::same(&read, &expected), "{name}: {read:?} for {expected:?}");
        // In the exact style the bytes come back whatever wrote them.
        assert_eq!(hex(&bson::print(&bson::parse(&encoded).unwrap()).unwrap()), hex(&encoded), "{name}");
    }
}

#[test]
fn typed_arrays_are_documents_but_for_bytes() {
    let text = r#"{"a":{"$typed":["Int16Array","ffff0100"]},"b":{"$typed":["Uint8Array","ff"]},"c":{"$typed":["Float32Array","0000003f"]},"d":{"$typed":["DataView","00"]}}"#;
    let value = extended::from_json(typecase::wire::json::parse(text).unwrap()).unwrap();
    let mut out = Vec::new();
    bson::print_into(&value, &mut out, &javascript(), &Limits::default()).unwrap();
    let read = bson::parse(&out).unwrap();
    let array = |values: Vec<Value<'static>>| {
        let entries = values.into_iter().enumerate();
        Value::map(entries.map(|(index, value)| (index.to_string().into(), value)).collect())
    };
    assert_eq!(read.get("a"), Some(&array(vec![Value::Int(-1), Value::Int(1)])));
    assert_eq!(read.get("b"), Some(&Value::Bytes([0xff].into())));
    assert_eq!(read.get("c"), Some(&array(vec![Value::Float(0.5)])));
    assert_eq!(read.get("d"), Some(&array(vec![])));
    let error = bson::print(&value).unwrap_err();
    assert_eq!((error.path().as_str(), error.code()), ("a", typecase::error::Code::Unsupported));
}
