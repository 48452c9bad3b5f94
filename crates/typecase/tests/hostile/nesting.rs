//! Nesting: without end, to the limit and no further, and at the deepest limit on a small stack.

use super::{Wires, deep, error};
use std::thread;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::limits::{DEEPEST, Limits};
use typecase::schema::Schema;
use typecase::schema::check::Checker;
use typecase::schema::resolve::Resolver;
use typecase::value::Value;
use typecase::wire::{Wire, json};
use typecase::{Decode, Encode, Record};

/// What opens a level over and over, under a schema in which it may.
const ENDLESS: [(&str, &str, &str); 8] = [
    (r#""json""#, "[", "["),
    (r#"{"a": "json"}"#, "[", "["),
    (r#"{"$name": "T", "$root": {"array": "T"}}"#, "[", "["),
    (r#"{"$name": "T", "$root": {"next": "?T"}}"#, r#"{"next":"#, "["),
    (r#"{"$name": "T", "$root": {"next": "?T"}}"#, r#"{"other":"#, "[null,"),
    (r#"{"$name": "T", "$root": {"map": "?T"}}"#, r#"{"a":"#, r#"{"a":"#),
    (r#"{"$name": "T", "$root": {"union": ["string", {"array": "T"}]}}"#, "[", "[1,["),
    (
        r#"{"$name": "T", "$root": {"union": [{"k": {"enum": ["a"]}, "next": "?T"}, {"k": {"enum": ["b"]}}], "discriminator": "k"}}"#,
        r#"{"k":"a","next":"#,
        "[0,",
    ),
];

#[test]
fn endless_nesting_is_refused() {
    for (definition, json, positional) in ENDLESS {
        for strict in [false, true] {
            let wires = Wires::with(definition, &Options::default().strict(strict));
            for levels in [129, 100_000] {
                for tail in ["", "null"] {
                    let text = json.repeat(levels) + tail;
                    let (code, offset) = error(wires.json(&text));
                    let unknown = strict && json.contains("other");
                    assert_eq!(code, if unknown { Code::Extra } else { Code::Limit }, "{definition}");
                    assert!(offset < 4000, "{definition}: {offset}");
                    let (code, offset) = error(wires.positional(&(positional.repeat(levels) + tail)));
                    let extra = strict && positional.contains("null");
                    assert_eq!(code, if extra { Code::Extra } else { Code::Limit }, "{definition}");
                    assert!(offset < 4000, "{definition}: {offset}");
                }
            }
        }
    }
}

#[test]
fn endless_nesting_without_a_schema_is_refused() {
    for open in ["[", "{\"a\":", "[[],", "[{\"a\":1,\"b\":"] {
        let text = open.repeat(100_000);
        assert_eq!(json::parse(&text).unwrap_err().code(), Code::Limit);
        assert!(json::pretty(text.as_bytes(), 0).len() > text.len());
        assert!(Schema::parse(&text).is_err());
    }
}

/// A schema with every construct that nests, and values of it.
const CONSTRUCTS: &str = r#"{"$name": "T", "$root": {
    "next": "?T", "list": {"array": "?T", "required": false}, "map": {"map": "T", "required": false}, "json": "json",
    "tuple": {"type": "tuple", "tuple": ["string", "json"], "required": false},
    "few": {"flags": ["a", "b"], "required": false},
    "many": {"flags": [FLAGS], "required": false},
    "plain": {"union": ["string", {"array": "T"}], "required": false},
    "told": {"union": [{"k": {"enum": ["x"]}, "t": "?T"}, {"k": {"enum": ["y"]}}], "discriminator": "k", "required": false}
}}"#;

const VALUES: [&str; 15] = [
    r#"{}"#,
    r#"{"next":{"next":{}}}"#,
    r#"{"list":[]}"#,
    r#"{"list":[{"list":[{}]}]}"#,
    r#"{"map":{}}"#,
    r#"{"map":{"a":{"map":{"b":{}}}}}"#,
    r#"{"json":[[[]]]}"#,
    r#"{"json":{"a":{}}}"#,
    r#"{"tuple":["s",[[]]]}"#,
    r#"{"few":{"a":true}}"#,
    r#"{"next":{"many":{"f1":true}}}"#,
    r#"{"plain":"s"}"#,
    r#"{"plain":[{"plain":[]}]}"#,
    r#"{"told":{"k":"x"}}"#,
    r#"{"told":{"k":"x","t":{"told":{"k":"y"}}}}"#,
];

fn definition() -> String {
    let flags: Vec<String> = (0..40).map(|at| format!("\"f{at}\"")).collect();
    CONSTRUCTS.replace("FLAGS", &flags.join(","))
}

/// Checks that a value can be written exactly within those limits in which it can be read.
fn same_limits(definition: &str, document: &str) {
    let schema = Schema::parse(definition).unwrap();
    let codec = |wire, depth| Codec::new(&schema, wire, &deep(depth)).unwrap();
    let value = codec(Wire::Json, 128).decode(document.as_bytes()).unwrap();
    for wire in [Wire::Json, Wire::Positional, Wire::Cbor] {
        let message = codec(wire, 128).encode(&value).unwrap();
        let mut refused = 0;
        for depth in 0..16 {
            let codec = codec(wire, depth);
            let (written, read) = (codec.encode(&value), codec.decode(&message));
            assert_eq!(written.is_ok(), read.is_ok(), "{document} on {wire} at {depth}: {written:?}, {read:?}");
            refused += usize::from(written.is_err());
            if let (Err(written), Err(read)) = (written, read) {
                assert_eq!((written.code(), read.code()), (Code::Limit, Code::Limit), "{document} on {wire}");
            }
        }
        assert!((1..16).contains(&refused), "{document} on {wire}: refused at {refused} depths");
    }
}

#[test]
fn what_can_be_written_can_be_read() {
    for document in VALUES {
        same_limits(&definition(), document);
    }
}

#[test]
fn what_can_be_written_in_a_layout_can_be_read() {
    let row = r#"{"a": "?integer", "s": {"type": "string", "intern": true, "required": false},
                  "list": {"array": {"type": "string", "intern": true}}, "r": {"map": {"x": "?string"}}}"#;
    for layout in ["rows", "flat", "columns"] {
        for row in [row.to_string(), row.replace(", \"intern\": true", "")] {
            let definition = format!(r#"{{"$root": {{"array": {row}}}, "$layout": "{layout}"}}"#);
            for items in ["", r#"{"list":[],"r":{}}"#, r#"{"a":1,"s":"x","list":["x"],"r":{"k":{"x":"y"}}}"#] {
                same_limits(&definition, &format!("[{items}]"));
            }
        }
        let sparse = format!(r#"{{"$root": {{"array": {row}}}, "$sparse": true}}"#);
        same_limits(&sparse, r#"[{"a":1,"s":"x","list":["x"],"r":{"k":{"x":"y"}}}]"#);
    }
}

#[derive(Record, Debug, PartialEq, Clone)]
#[record(untagged)]
enum Chain {
    End(bool),
    List(Vec<Chain>),
    Next { next: Option<Box<Chain>> },
}

#[test]
fn typed_values_have_the_same_limits() {
    for text in ["true", "[[true],[]]", r#"{"next":{"next":[]}}"#, r#"[{"next":true}]"#] {
        for depth in 0..12 {
            let limits = Limits { max_depth: depth, ..Limits::default() };
            let options = json::Options::default();
            let value: Chain = json::decode(text.as_bytes()).unwrap();
            let written = json::encode_into(&value, &mut Vec::new(), &options, &limits);
            let read = json::decode_with::<Chain>(text.as_bytes(), &options, &limits);
            assert_eq!(written.is_ok(), read.is_ok(), "{text} at {depth}: {written:?}, {read:?}");
            let wires = Wires::with(&<Chain as typecase::Type>::schema().to_json(), &deep(depth));
            assert_eq!(wires.json(text).is_ok(), read.is_ok(), "{text} at {depth}: the driver differs");
        }
    }
}

/// Runs this on a stack of 2 MiB, the least that common systems give a thread.
fn on_small_stack(run: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

/// Everything that recurses over a value that is as deep as the limit allows.
#[test]
fn the_deepest_nesting_fits_a_small_stack() {
    for (definition, open, close) in [
        (r#""json""#, "[", "]"),
        (r#""json""#, r#"{"a":"#, "}"),
        (r#"{"$name": "T", "$root": {"array": "?T"}}"#, "[", "]"),
        (r#"{"$name": "T", "$root": {"next": "?T"}}"#, r#"{"next":"#, "}"),
        // Not in the order of the schema: the driver looks for each field first.
        (r#"{"$name": "T", "$root": {"a": "?T", "b": "?integer"}}"#, r#"{"b":1,"a":"#, "}"),
        (r#"{"$name": "T", "$root": {"map": "?T"}}"#, r#"{"a":"#, "}"),
        (
            r#"{"$name": "T", "$root": {"union": [{"k": {"enum": ["a"]}, "next": "?T"}], "discriminator": "k"}}"#,
            r#"{"k":"a","next":"#,
            "}",
        ),
    ] {
        on_small_stack(move || {
            let wires = Wires::with(definition, &deep(DEEPEST));
            let levels = DEEPEST as usize - 1;
            let text = open.repeat(levels) + "null" + &close.repeat(levels);
            let value = wires.json(&text).unwrap();
            let copy = value.clone();
            assert!(copy == value);
            assert!(format!("{value:?}").len() > levels);
            let owned = value.into_owned();
            drop(copy);
            let schema = wires.json.schema();
            // These count scalars and cases as levels too, so the deepest values are beyond them.
            let issues = Checker::new(schema).unwrap().check(&owned, 9);
            assert!(issues.iter().all(|issue| issue.code() == Code::Limit));
            match Resolver::new(schema, schema).unwrap().resolve(owned.clone()) {
                Ok(resolved) => assert!(resolved == owned),
                Err(error) => assert_eq!(error.code(), Code::Limit),
            }
            let message = wires.positional.encode(&owned).unwrap();
            wires.positional(&message).unwrap();
            // Wrong at the deepest place; not so under the schema that takes anything.
            let wrong = open.repeat(levels) + "1.5" + &close.repeat(levels);
            assert_eq!(wires.json(&wrong).is_ok(), definition.contains("json"));
            let (code, _) = error(wires.json(&(open.repeat(levels + 2) + "null")));
            assert_eq!(code, Code::Limit);
        });
    }
}

#[test]
fn the_deepest_nesting_of_unions_fits_a_small_stack() {
    on_small_stack(|| {
        // Two levels for each: the union and the list.
        let wires =
            Wires::with(r#"{"$name": "T", "$root": {"union": ["string", {"array": "T"}, "boolean"]}}"#, &deep(DEEPEST));
        let levels = DEEPEST as usize / 2 - 1;
        let value = wires.json(&("[".repeat(levels) + "true" + &"]".repeat(levels))).unwrap().into_owned();
        let message = wires.positional.encode(&value).unwrap();
        drop(wires.positional(&message).unwrap().clone());
    });
}

#[test]
fn the_deepest_typed_value_fits_a_small_stack() {
    fn there_and_back<T: Encode + for<'de> Decode<'de> + PartialEq + Clone>(open: &str, middle: &str, close: &str) {
        let levels = DEEPEST as usize / 2 - 1;
        let text = open.repeat(levels) + middle + &close.repeat(levels);
        let limits = Limits { max_depth: DEEPEST, ..Limits::default() };
        let value: T = json::decode_with(text.as_bytes(), &json::Options::default(), &limits).unwrap();
        let mut out = Vec::new();
        json::encode_into(&value, &mut out, &json::Options::default(), &limits).unwrap();
        assert!(out == text.as_bytes());
        assert!(value.clone() == value);
    }
    on_small_stack(|| there_and_back::<Chain>(r#"{"next":"#, "true", "}"));
    on_small_stack(|| there_and_back::<Chain>("[", "true", "]"));
}

#[test]
fn schema_text_and_snapshots_are_bound_too() {
    let nested = "{\"array\":".repeat(200) + "\"string\"" + &"}".repeat(200);
    assert!(Schema::parse(&nested).is_err());
    let value = (0..5000).fold(Value::Null, |inner, _| Value::list(vec![inner]));
    on_small_stack(|| {
        let value = (0..DEEPEST).fold(Value::Null, |inner, _| Value::list(vec![inner]));
        assert!(Schema::from_value(&value).is_err());
        assert_eq!(json::print(&value).unwrap_err().code(), Code::Limit);
    });
    // A value made by hand is as deep as its maker likes, and is his to take apart.
    std::mem::forget(value);
}
