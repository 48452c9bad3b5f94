//! Keys that occur twice: what the policy says is done on every path, and no path can be talked into
//! taking another value than the others.

use super::{Wires, error};
use std::collections::BTreeMap;
use typecase::codec::Options;
use typecase::error::Code;
use typecase::limits::Limits;
use typecase::value::Value;
use typecase::wire::json::{self, Duplicates};
use typecase::{Record, Type};

#[derive(Record, Debug, PartialEq, Clone)]
struct Point {
    x: i64,
    y: Option<i64>,
    z: Option<i64>,
    #[record(alias = "old")]
    new: Option<i64>,
}

/// Repeated keys, and `[x, y, z, new]` by the policies first and last, where 0 stands for none. (A null is
/// a missing field and takes part in neither.)
const REPEATED: [(&str, [i64; 4], [i64; 4]); 14] = [
    (r#"{"x":1,"x":2}"#, [1, 0, 0, 0], [2, 0, 0, 0]),
    (r#"{"x":1,"y":2,"x":3}"#, [1, 2, 0, 0], [3, 2, 0, 0]),
    (r#"{"y":1,"x":2,"y":3,"y":4}"#, [2, 1, 0, 0], [2, 4, 0, 0]),
    (r#"{"x":1,"y":2,"z":3,"new":4,"z":5}"#, [1, 2, 3, 4], [1, 2, 5, 4]),
    (r#"{"x":1,"\u0078":2}"#, [1, 0, 0, 0], [2, 0, 0, 0]),
    (r#"{"x":1,"new":2,"old":3}"#, [1, 0, 0, 2], [1, 0, 0, 3]),
    (r#"{"x":1,"old":2,"old":3}"#, [1, 0, 0, 2], [1, 0, 0, 3]),
    (r#"{"other":[],"x":1,"other":[],"x":2}"#, [1, 0, 0, 0], [2, 0, 0, 0]),
    (r#"{"x":1,"y":2,"y":null}"#, [1, 2, 0, 0], [1, 2, 0, 0]),
    (r#"{"x":1,"y":null,"y":2}"#, [1, 2, 0, 0], [1, 2, 0, 0]),
    (r#"{"x":1,"y":null,"y":null}"#, [1, 0, 0, 0], [1, 0, 0, 0]),
    (r#"{"y":null,"x":1,"z":3,"y":2}"#, [1, 2, 3, 0], [1, 2, 3, 0]),
    (r#"{ "z": 3 , "x": null , "y": null , "x": 1 }"#, [1, 0, 3, 0], [1, 0, 3, 0]),
    (r#"{"x":1,"new":null,"y":2,"old":null}"#, [1, 2, 0, 0], [1, 2, 0, 0]),
];

fn with(duplicates: Duplicates, strict: bool) -> Options {
    let mut options = Options::default().strict(strict);
    options.json.duplicates = duplicates;
    options
}

/// What the three paths make of a record, wherever it is.
fn taken(text: &str, duplicates: Duplicates) -> Result<[i64; 4], Code> {
    let options = with(duplicates, false);
    let wires = Wires::with(&Point::schema().to_json(), &options);
    let dynamic = wires.json(text).map_err(|error| error.code()).map(|value| {
        let fields = value.as_record().unwrap().iter().map(|field| field.as_int().unwrap_or(0));
        <[i64; 4]>::try_from(fields.collect::<Vec<_>>()).unwrap()
    });
    let typed = json::decode_with::<Point>(text.as_bytes(), &options.json, &Limits::default());
    let typed = typed.map_err(|error| error.code());
    let typed = typed.map(|p| [p.x, p.y.unwrap_or(0), p.z.unwrap_or(0), p.new.unwrap_or(0)]);
    assert_eq!(typed, dynamic, "typed and dynamic differ about {text}");

    // The same inside a list, behind a record that made the driver look for fields out of order.
    let list = Wires::with(&Vec::<Point>::schema().to_json(), &options);
    let several = format!(r#"[{{"y":1,"x":1}},{text},{text}]"#);
    let inside = list.json(&several).map_err(|error| error.code());
    assert_eq!(inside.is_ok(), dynamic.is_ok(), "{several}");
    dynamic
}

#[test]
fn records_follow_the_policy_on_every_path() {
    for (text, first, last) in REPEATED {
        assert_eq!(taken(text, Duplicates::First), Ok(first), "{text}");
        assert_eq!(taken(text, Duplicates::Last), Ok(last), "{text}");
        assert_eq!(taken(text, Duplicates::Error), Err(Code::Duplicate), "{text}");
    }
}

#[test]
fn what_only_looks_repeated_is_taken() {
    for text in [
        r#"{"x":1,"y":null,"z":null,"new":null}"#,
        r#"{"new":null,"z":null,"y":null,"x":1}"#,
        r#"{"z":null,"x":1,"a":1,"a":2,"a":null}"#,
        r#"{ "z" : null , "x" : 1 , "y" : { } , "y2" : null }"#,
    ] {
        let text = text.replace(r#""y" : { }"#, r#""y" : null"#);
        assert!(taken(&text, Duplicates::Error).is_ok(), "{text}");
    }
}

#[test]
fn an_error_of_repeated_keys_says_where() {
    let wires = Wires::new(&Point::schema().to_json());
    for (text, path, offset) in
        [(r#"{"x":1,"x":2}"#, "x", 11), (r#"{"y":null,"x":1,"y":2}"#, "y", 20), (r#"{"x":1,"z":{},"z":null}"#, "z", 11)]
    {
        let error = wires.json(text).unwrap_err();
        assert_eq!((error.path().as_str(), error.offset()), (path, Some(offset)), "{text}");
    }
}

#[test]
fn more_fields_than_a_word_has_bits() {
    let fields: Vec<String> = (0..100).map(|at| format!(r#""f{at}": "?integer""#)).collect();
    let wires = Wires::new(&format!("{{{}}}", fields.join(",")));
    wires.json(r#"{"f99":1,"f98":null,"f3":2}"#).unwrap();
    for text in [r#"{"f99":1,"f99":2}"#, r#"{"f99":null,"f98":1,"f99":1}"#, r#"{"f70":1,"f70":null}"#] {
        assert_eq!(error(wires.json(text)).0, Code::Duplicate, "{text}");
    }
}

#[test]
fn a_discriminator_that_occurs_twice() {
    let union = r#"{"union": [{"k": {"enum": ["a"]}, "n": "?integer"}, {"k": {"enum": ["b"]}, "n": "?integer"}], "discriminator": "k"}"#;
    for (text, first, last) in [
        (r#"{"k":"a","k":"b"}"#, Some(0), Some(1)),
        (r#"{"n":1,"k":"b","n":1,"k":"a"}"#, Some(1), Some(0)),
        (r#"{"k":"a","k":"c"}"#, Some(0), None),
        (r#"{"k":"c","k":"a"}"#, None, Some(0)),
        (r#"{"k":"a","k":null}"#, Some(0), None),
        (r#"{"k":null,"k":"a"}"#, None, Some(0)),
    ] {
        for (policy, expected) in [(Duplicates::First, first), (Duplicates::Last, last)] {
            let wires = Wires::with(union, &with(policy, false));
            let tag = wires.json(text).ok().map(|value| match value {
                Value::Case(case) => case.0,
                other => panic!("{other:?}"),
            });
            assert_eq!(tag, expected, "{text} {policy:?}");
        }
        let code = error(Wires::with(union, &with(Duplicates::Error, true)).json(text)).0;
        assert!(matches!(code, Code::Duplicate | Code::Union), "{text}: {code}");
    }
}

#[test]
fn flags_follow_the_policy() {
    let flags = r#"{"f": {"flags": ["a", "b"]}}"#;
    let text = r#"{"f":{"a":true,"b":null,"a":false,"b":true}}"#;
    assert_eq!(Wires::with(flags, &with(Duplicates::First, false)).to_positional(text), "[1]");
    assert_eq!(Wires::with(flags, &with(Duplicates::Last, false)).to_positional(text), "[2]");
    assert_eq!(error(Wires::new(flags).json(text)).0, Code::Duplicate);
}

#[test]
fn the_last_of_a_map_counts_in_the_place_of_the_first() {
    for policy in [Duplicates::Error, Duplicates::First, Duplicates::Last] {
        let options = with(policy, true);
        let text = r#"{"a":1,"b":2,"\u0061":3,"c":null,"b":null,"a":4}"#;
        let wires = Wires::with(r#"{"map": "?integer"}"#, &options);
        assert_eq!(wires.to_positional(text), r#"{"a":4,"b":null,"c":null}"#);
        let positional = text.replace(r"\u0061", "a");
        assert_eq!(wires.positional(&positional).unwrap(), wires.json(text).unwrap());
        let typed =
            json::decode_with::<BTreeMap<String, Option<i64>>>(text.as_bytes(), &options.json, &Limits::default());
        let expected = BTreeMap::from([("a".into(), Some(4)), ("b".into(), None), ("c".into(), None)]);
        assert_eq!(typed.unwrap(), expected);
        // The same inside other maps, in lists, in columns, and without a schema.
        let wires = Wires::with(r#"{"array": {"m": {"map": {"map": "?integer"}}}}"#, &options);
        let nested = format!(r#"[{{"m":{{"x":{text},"y":{{}},"x":{text}}}}},{{"m":{{"x":{text}}}}}]"#);
        let expected = r#"[[{"x":{"a":4,"b":null,"c":null},"y":{}}],[{"x":{"a":4,"b":null,"c":null}}]]"#;
        assert_eq!(wires.to_positional(&nested), expected);
        let columns = Options { layout: Some(typecase::schema::model::Layout::Columns), ..options };
        let wires = Wires::with(&wires.json.schema().to_json(), &columns);
        let expected = r#"[[{"x":{"a":4,"b":null,"c":null},"y":{}},{"x":{"a":4,"b":null,"c":null}}]]"#;
        assert_eq!(wires.to_positional(&nested), expected);
        let wires = Wires::with(r#""json""#, &options);
        assert_eq!(wires.to_positional(text), r#"{"a":4,"b":null,"c":null}"#);
    }
}

#[test]
fn what_does_not_count_must_be_right_all_the_same() {
    let last = with(Duplicates::Last, false);
    for definition in [r#"{"map": {"n": "integer"}}"#, r#"{"a?": {"n": "integer"}, "b?": {"n": "integer"}}"#] {
        let wires = Wires::with(definition, &last);
        for (text, path) in [
            (r#"{"b":{"n":1},"a":{"n":"x"},"a":{"n":2}}"#, "a.n"),
            (r#"{"b":{"n":1},"a":{},"a":{"n":2}}"#, "a.n"),
            (r#"{"a":{"n":1},"a":[],"a":{"n":2}}"#, "a"),
        ] {
            assert_eq!(wires.json(text).unwrap_err().path(), path, "{text}");
            let mut out = Vec::new();
            let error = wires.json.convert(&wires.positional, text.as_bytes(), &mut out).unwrap_err();
            assert_eq!(error.path(), path, "{text}");
        }
        wires.json(r#"{"b":{"n":1},"a":{"n":0},"a":{"n":2}}"#).unwrap();
    }
}

#[test]
fn repeated_keys_cost_no_more_than_their_bytes() {
    // Each map of a hundred nested ones repeats a key behind the next map.
    let wires = Wires::new(r#"{"$name": "M", "$root": {"map": "?M"}}"#);
    let text = r#"{"a":"#.repeat(100) + "null" + &r#","b":null,"b":null}"#.repeat(100);
    wires.json(&text).unwrap();
    wires.positional(&text).unwrap();
    // Records out of order, with maps in them that repeat a key.
    let wires = Wires::new(r#"{"$name": "R", "$root": {"a": "?integer", "m": {"map": "?R"}}}"#);
    let text = r#"{"m":{"k":"#.repeat(60) + "null" + &r#","l":null,"l":null},"a":1}"#.repeat(60);
    wires.json(&text).unwrap();
    // Many keys, all different but one.
    let wires = Wires::new(r#"{"map": "integer"}"#);
    let many: Vec<String> = (0..200_000).map(|at| format!(r#""k{at}":{at}"#)).collect();
    wires.json(&format!(r#"{{{},"k0":0}}"#, many.join(","))).unwrap();
}
