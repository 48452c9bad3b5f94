use super::*;
use crate::wire::Wire;

fn schema(definition: &str) -> Schema {
    Schema::parse(definition).unwrap_or_else(|error| panic!("{definition}: {error}"))
}

/// A value of `old`, given as JSON, resolved to `new` and printed as JSON; or the error.
fn resolve(old: &str, new: &str, json: &str) -> String {
    use crate::codec::{Codec, Options};
    let (old, new) = (schema(old), schema(new));
    let resolver = match Resolver::new(&old, &new) {
        Ok(resolver) => resolver,
        Err(error) => return format!("new: {error}"),
    };
    let codec = |schema| Codec::new(schema, Wire::Json, &Options::default()).unwrap();
    let value = codec(&old).decode(json.as_bytes()).unwrap();
    match resolver.resolve(value) {
        Ok(value) => {
            let checker = crate::schema::check::Checker::new(&new).unwrap();
            assert_eq!(checker.check(&value, 10), []);
            String::from_utf8(codec(&new).encode(&value).unwrap()).unwrap()
        }
        Err(error) => format!("{error}"),
    }
}

#[test]
fn fields_are_matched_filled_and_dropped() {
    let old = r#"{"a": "int32", "gone": "string", "old": "?string"}"#;
    let new = r#"{
        "new": {"type": "string", "required": false, "aliases": ["old"]},
        "level": {"type": "int32", "default": 3},
        "a": "int64",
        "more": "?string"
    }"#;
    assert_eq!(resolve(old, new, r#"{"a":1,"gone":"x","old":"y"}"#), r#"{"new":"y","level":3,"a":1}"#);
    assert_eq!(resolve(new, r#"{"old": "?string"}"#, r#"{"new":"y","a":1}"#), r#"{"old":"y"}"#);
}

#[test]
fn missing_values() {
    assert_eq!(
        resolve(r#"{"a": "int32"}"#, r#"{"a": "int32", "b": {"c": "string"}}"#, r#"{"a":1}"#),
        "new: the old schema does not have this required field at b"
    );
    let list = |item: &str| format!(r#"{{"l": {{"array": {{"a": "{item}"}}}}}}"#);
    assert_eq!(
        resolve(&list("?int32"), &list("int32"), r#"{"l":[{"a":1},{}]}"#),
        "required: a value that the new schema requires is missing at l[1].a"
    );
    assert_eq!(
        resolve(r#"{"array": "?int32"}"#, r#"{"array": "int32"}"#, "[1,null]"),
        "type: a value that the new schema requires is missing at [1]"
    );
    assert_eq!(resolve(r#"{"a": "?int32"}"#, r#"{"a": {"type": "int32", "default": 7}}"#, "{}"), r#"{"a":7}"#);
    assert_eq!(resolve(r#"{"a": "null"}"#, r#"{"a": "?string"}"#, "{}"), "{}");
}

#[test]
fn numbers_are_promoted_and_never_rounded() {
    let one = |scalar: &str| format!(r#"{{"array": "{scalar}"}}"#);
    assert_eq!(resolve(&one("int64"), &one("number"), "[9007199254740992]"), "[9007199254740992]");
    assert_eq!(
        resolve(&one("int64"), &one("number"), "[1,9007199254740993]"),
        "type: 9007199254740993 is not a double exactly at [1]"
    );
    assert_eq!(resolve(&one("uint64"), &one("bigint"), "[18446744073709551615]"), r#"["18446744073709551615"]"#);
    assert_eq!(resolve(&one("number"), &one("int64"), "[1]"), "new: number cannot be read as int64 at []");
    assert_eq!(resolve(&one("string"), &one("bytes"), r#"["é"]"#), r#"["w6k="]"#);
    assert_eq!(resolve(&one("bytes"), &one("string"), r#"["w6k="]"#), r#"["é"]"#);
    assert_eq!(
        resolve(&one("bytes"), &one("string"), r#"["/w=="]"#),
        "utf8: the bytes are not the UTF-8 of a string at [0]"
    );
    assert_eq!(resolve(&one("string"), &one("json"), r#"["x"]"#), r#"["x"]"#);
}

#[test]
fn enums_and_flags_go_by_value() {
    let list = |values: &str| format!(r#"{{"array": {{"enum": {values}}}}}"#);
    assert_eq!(resolve(&list(r#"["a","b"]"#), &list(r#"["c","b","a"]"#), r#"["a","b"]"#), r#"["a","b"]"#);
    assert_eq!(
        resolve(&list(r#"["a","b"]"#), &list(r#"["b"]"#), r#"["b","a"]"#),
        "enum: the new enum does not have this value at [1]"
    );
    assert_eq!(resolve(&list(r#"["a"]"#), r#"{"array": "string"}"#, r#"["a"]"#), r#"["a"]"#);
    assert_eq!(
        resolve(
            r#"{"f": {"flags": ["a", "b"]}}"#,
            r#"{"f": {"flags": ["b", "c", "a"]}}"#,
            r#"{"f":{"a":true,"b":false}}"#
        ),
        r#"{"f":{"b":false,"c":false,"a":true}}"#
    );
}

#[test]
fn unions() {
    let circle = r#"{"kind": {"enum": ["circle"]}, "r": "int32"}"#;
    let square = r#"{"kind": {"enum": ["square"]}, "side": "number"}"#;
    let union = |branches: &str| format!(r#"{{"array": {{"union": [{branches}], "discriminator": "kind"}}}}"#);
    let (two, swapped) =
        (union(&format!("{circle},{square}")), union(&format!("{square},{}", circle.replace("int32", "int64"))));
    let json = r#"[{"kind":"circle","r":1},{"kind":"square","side":2}]"#;
    assert_eq!(resolve(&two, &swapped, json), json);
    assert_eq!(resolve(&two, &union(circle), json), "union: the new union does not have this case at [1]");

    let plain = |branches: &str| format!(r#"{{"array": {{"union": [{branches}]}}}}"#);
    assert_eq!(
        resolve(&plain(r#""int32","string""#), &plain(r#""boolean","string","int32""#), r#"[1,"x"]"#),
        r#"[1,"x"]"#
    );
    assert_eq!(
        resolve(&plain(r#""int32","string""#), &plain(r#""int64""#), r#"[1,"x"]"#),
        "union: the new union does not have this case at [1]"
    );
    assert_eq!(resolve(r#"{"array": "int32"}"#, &plain(r#""string","int32""#), "[1]"), "[1]");
    assert_eq!(
        resolve(r#"{"array": "int32"}"#, &plain(r#""string","boolean""#), "[1]"),
        "new: no single branch of the new union takes the old type at []"
    );
}

#[test]
fn tuples_maps_and_recursion() {
    assert_eq!(
        resolve(r#"{"t": ["int32", "?string"]}"#, r#"{"t": ["int64", "?string"]}"#, r#"{"t":[1,null]}"#),
        r#"{"t":[1,null]}"#
    );
    assert_eq!(
        resolve(r#"{"t": ["int32"]}"#, r#"{"t": ["int32", "?int32"]}"#, r#"{"t":[1]}"#),
        "new: the old type cannot be read as the new one at t"
    );
    assert_eq!(
        resolve(r#"{"t": [{"x": "int32"}]}"#, r#"{"t": [{"y": "int32"}]}"#, r#"{"t":[1]}"#),
        "new: the item has another name, and no alias ties it to the old one at t[0]"
    );
    assert_eq!(
        resolve(r#"{"map": {"a": "int32"}}"#, r#"{"map": {"a": "int32", "b?": "int32"}}"#, r#"{"k":{"a":1}}"#),
        r#"{"k":{"a":1}}"#
    );
    let tree = |n: &str| {
        format!(r#"{{"$name": "Tree", "$root": {{"n": "{n}", "kids": {{"array": "Tree", "required": false}}}}}}"#)
    };
    let json = r#"{"n":1,"kids":[{"n":2,"kids":[{"n":3}]}]}"#;
    assert_eq!(resolve(&tree("int32"), &tree("number"), json), json);
}

#[test]
fn deep_values_do_not_overflow_the_stack() {
    let old = schema(r#"{"$name": "Chain", "$root": {"next": "?Chain"}}"#);
    let resolver = Resolver::new(&old, &old).unwrap();
    let chain =
        |depth: u32| (0..depth).fold(Value::Record([Value::Null].into()), |next, _| Value::Record([next].into()));
    assert_eq!(resolver.resolve(chain(DEEPEST - 1)).unwrap(), chain(DEEPEST - 1));
    assert_eq!(resolver.resolve(chain(DEEPEST)).unwrap_err().code(), Code::Limit);
}

#[test]
fn values_of_another_schema_are_errors() {
    let old = schema(r#"{"a": "int32", "f": {"flags": ["x"]}, "l": {"array": "string"}}"#);
    let resolver = Resolver::new(&old, &old).unwrap();
    let record = |values: Vec<Value<'static>>| Value::Record(values.into());
    for value in [
        Value::Null,
        record(alloc::vec![]),
        record(alloc::vec![Value::Int(1), Value::Int(1), Value::list(alloc::vec![])]),
        record(alloc::vec![Value::Int(1), record(alloc::vec![]), Value::list(alloc::vec![])]),
        record(alloc::vec![Value::Int(1), record(alloc::vec![Value::Bool(true)]), Value::Int(1)]),
    ] {
        let code = resolver.resolve(value).unwrap_err().code();
        assert!(matches!(code, Code::Type | Code::Structure), "{code}");
    }
}
