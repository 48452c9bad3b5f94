//! Plain unions on a wire that does not say which branch a value is of: trying them must not take time
//! that grows with a power of the input, nor recurse where the input does not.

use super::{Wires, error};
use std::fmt::Write;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::{Wire, json};
use typecase::{Record, Type};

/// A list whose two branches both have to be tried at each level.
const TWO_WAYS: &str =
    r#"{"$name": "T", "$root": {"union": [{"array": "T"}, {"type": "array", "array": "T"}, "null"]}}"#;

#[test]
fn each_level_of_lists_doubles_nothing() {
    let wires = Wires::new(TWO_WAYS);
    let nested = |levels: usize, inner: &str| "[".repeat(levels) + inner + &"]".repeat(levels);
    wires.json(&nested(4, "null")).unwrap();
    assert_eq!(error(wires.json(&nested(40, "null"))).0, Code::Limit);
    assert_eq!(error(wires.json(&nested(40, "true"))).0, Code::Limit);
    // Many such values next to each other are as cheap as one.
    let many = format!("[{}]", vec![nested(3, "null"); 10_000].join(","));
    wires.json(&many).unwrap();
}

#[test]
fn what_a_failed_branch_looked_at_is_counted() {
    // Branches that fail at their first byte, after a look at all of a long value.
    let wires = Wires::new(
        r#"{"$types": {
            "U": {"union": [{"a?": "U", "p": "string"}, {"a?": "U", "q": "string"}, {"d": "D"}, {"e": "D"}]},
            "D": {"union": [{"k": {"enum": ["x"]}, "z": "integer"}, {"k": {"enum": ["y"]}}], "discriminator": "k"}
        }, "$root": "U"}"#,
    );
    let long = "x".repeat(1 << 20);
    let text = r#"{"a":"#.repeat(60) + &format!(r#"{{"d":{{"big":"{long}","k":"x"}}}}"#) + &"}".repeat(60);
    assert_eq!(error(wires.json(&text)).0, Code::Limit);

    // The key that an error of a map's entry names is read once more.
    let wires = Wires::new(
        r#"{"$types": {"U": {"union": [{"map": "M"}, {"map": "N"}, {"map": "U"}]},
            "M": {"array": "string"}, "N": {"array": "boolean"}}, "$root": "U"}"#,
    );
    let text = r#"{"a":"#.repeat(60) + &format!(r#"["{long}",1]"#) + &"}".repeat(60);
    assert_eq!(error(wires.json(&text)).0, Code::Limit);
}

#[test]
fn values_are_tried_as_thriftily_as_text() {
    let schema = Schema::parse(TWO_WAYS).unwrap();
    let positional = Codec::new(&schema, Wire::Positional, &Options::default()).unwrap();
    let nested = |levels: usize| (0..levels).fold(Value::Null, |inner, _| Value::list(vec![inner]));
    positional.encode(&nested(4)).unwrap();
    assert_eq!(positional.encode(&nested(40)).unwrap_err().code(), Code::Limit);
    let many = Value::list(vec![nested(3); 100_000]);
    positional.encode(&many).unwrap();
}

#[test]
fn a_union_of_unions_of_unions_counts_as_nesting() {
    let chain = |count: usize| {
        let mut types = String::new();
        for at in 0..count {
            write!(types, r#""T{at}": {{"union": ["T{}"]}}, "#, at + 1).unwrap();
        }
        format!(r#"{{"$types": {{{types}"T{count}": "string"}}, "$root": {{"array": "T0"}}}}"#)
    };
    let wires = Wires::new(&chain(100));
    wires.json(r#"["x"]"#).unwrap();
    let wires = Wires::new(&chain(20_000));
    assert_eq!(error(wires.json(r#"["x"]"#)), (Code::Limit, 1));
    assert_eq!(wires.positional.encode(&Value::list(vec![Value::text("x")])).unwrap_err().code(), Code::Limit);
    assert_eq!(error(wires.positional(&format!("[{}", "[0,".repeat(20_000)))).0, Code::Limit);
}

#[test]
fn a_union_in_itself_is_no_schema() {
    assert!(Schema::parse(r#"{"$name": "U", "$root": {"union": ["U", "string"]}}"#).is_err());
    assert!(
        Schema::parse(r#"{"$types": {"U": {"union": ["V"]}, "V": {"union": ["U", "null"]}}, "$root": "U"}"#).is_err()
    );
}

#[derive(Record, Debug, PartialEq)]
#[record(untagged)]
enum Twice {
    One(Vec<Twice>),
    Two(Vec<Twice>),
    End(bool),
}

#[test]
fn typed_unions_are_tried_as_thriftily() {
    let nested = |levels: usize, inner: &str| "[".repeat(levels) + inner + &"]".repeat(levels);
    assert!(json::decode::<Twice>(nested(50, "true").as_bytes()).is_ok());
    let error = json::decode::<Twice>(nested(50, "1").as_bytes()).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    assert!(Twice::schema().to_json().contains("union"));
}

#[test]
fn a_branch_that_fails_leaves_no_trace() {
    // Depth, strictness and the place are as before after a branch has failed inside many levels.
    let wires = Wires::new(
        r#"{"u": {"union": [{"a": {"b": {"array": {"c": "integer"}}}}, {"a": {"b": {"array": {"d": "?integer"}}}}, "json"]},
            "after": {"a": {"b": "integer"}}}"#,
    );
    for text in [
        r#"{"u":{"a":{"b":[{"c":1},{"d":2}]}},"after":{"a":{"b":3},"new":[]}}"#,
        r#"{"u":{"a":{"b":[{"d":2},{"d":1,"new":{}}]}},"new":1,"after":{"a":{"b":3}}}"#,
        r#"{"u":[[[[1]]]],"after":{"a":{"b":3}},"new":[]}"#,
        r#"{"after":{"new":0,"a":{"b":3}},"u":{"a":{"b":[{"c":1},{"c":"x"}]}}}"#,
    ] {
        wires.json(text).unwrap();
        let exact = Wires::with(&wires.json.schema().to_json(), &super::deep(7));
        exact.json(text).unwrap();
    }
}
