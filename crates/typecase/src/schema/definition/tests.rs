//! Every form of the language, and every way to get it wrong.

use crate::schema::Schema;
use crate::schema::model::{Document, JsInteger, Layout, Scalar, Slot, Type};
use crate::value::Value;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn document(text: &str) -> Document {
    match Schema::parse(text) {
        Ok(schema) => schema.document().clone(),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The first field of a record that consists of this definition.
fn field(definition: &str) -> Slot {
    let Type::Record(record) = document(&format!("{{\"f\": {definition}}}")).root else { panic!("not a record") };
    record.fields[0].slot.clone()
}

fn refused(text: &str) -> (String, String) {
    let error = Schema::parse(text).expect_err(text);
    (error.code().to_string(), error.place())
}

#[test]
fn every_scalar_by_name() {
    for (name, scalar) in Scalar::ALL {
        assert_eq!(field(&format!("\"{name}\"")), Slot::required(Type::Scalar(scalar)));
        assert_eq!(field(&format!("\"?{name}\"")), Slot::optional(Type::Scalar(scalar)));
        assert_eq!(
            field(&format!("{{\"type\": \"{name}\", \"required\": false}}")),
            Slot::optional(Type::Scalar(scalar))
        );
    }
}

#[test]
fn forms_that_say_the_same() {
    for (one, other) in [
        (r#"{"a?": "string"}"#, r#"{"a": "?string"}"#),
        (r#"{"a?": "?string"}"#, r#"{"a": {"type": "string", "required": false}}"#),
        (r#"{"a": {"type": "?string"}}"#, r#"{"a": "?string"}"#),
        (r#"{"array": "string"}"#, r#"{"type": "array", "array": "string"}"#),
        (r#"{"array": "string", "type": "array"}"#, r#"{"array": {"type": "string"}}"#),
        (r#"{"a?": {"array": "date"}}"#, r#"{"a": {"array": "date", "required": false}}"#),
        (r#"{"a": {"b": "string"}}"#, r#"{"a": {"record": {"b": "string"}}}"#),
        (r#"{"a": {"b": "string"}}"#, r#"{"a": {"schema": {"b": "string"}}}"#),
        (r#"{"a": {"b": "string"}}"#, r#"{"a": {"type": "record", "record": {"b": "string"}}}"#),
        (r#"{"a": {"b": "string"}}"#, r#"{"a": {"type": "record", "schema": {"b": "string"}}}"#),
        (r#"{"a": {"b": "string"}}"#, r#"{"a": {"type": "schema", "schema": {"b": "string"}}}"#),
        (r#"{"a": {"b": "string"}}"#, r#"{"a": {"type": "record", "fields": {"b": "string"}}}"#),
        (r#"{"K": {"x": 1}, "b": "null"}"#, r#"{"type": "record", "fields": {"b": "null"}, "kind": {"K": {"x": 1}}}"#),
        (r#"{"map": "number"}"#, r#"{"object": {"string": "number"}}"#),
        (r#"{"map": "number"}"#, r#"{"type": "object", "object": {"string": "number"}}"#),
        (r#"{"enum": ["a", 1]}"#, r#"{"type": "enum", "enum": ["a", 1.0]}"#),
        (r#"{"flags": ["a"]}"#, r#"{"type": "flags", "flags": ["a"]}"#),
        (r#"["number", "?string"]"#, r#"{"tuple": ["number", {"type": "string", "required": false}]}"#),
        (r#"["number"]"#, r#"{"type": "tuple", "tuple": ["number"]}"#),
        (r#"[{"x": "number"}, {"y?": "number"}]"#, r#"[{"x": "number"}, {"y": "?number"}]"#),
        (r#"[{"x": "number"}]"#, r#"[{"type": "number", "name": "x"}]"#),
        (r#"{"union": ["string", "null"]}"#, r#"{"type": "union", "union": ["string", "null"]}"#),
        (r#"{"a": "string"}"#, r#"{"$root": {"a": "string"}}"#),
        (
            r#"{"a": {"type": "date", "default": 0}}"#,
            r#"{"a": {"type": "date", "default": "1970-01-01T00:00:00.000Z"}}"#,
        ),
    ] {
        assert_eq!(document(one), document(other), "{one} and {other}");
    }
}

#[test]
fn the_first_key_decides() {
    // `type` with a string is the long form, with anything else it is a field.
    let Type::Record(record) = document(r#"{"type": {"enum": ["call"]}, "id": "int32"}"#).root else { panic!() };
    assert_eq!(record.fields.len(), 2);
    assert_eq!(field(r#"{"type": "string", "id": "int32"}"#).options.meta.len(), 1);
    // A capitalised key with an object is the kind, with anything else it is a field.
    let Type::Record(record) =
        document(r#"{"Entity": {"scope": "system"}, "Id": "number", "Sub": {"a": "date"}}"#).root
    else {
        panic!()
    };
    assert_eq!(record.kind.unwrap().0, "Entity");
    assert_eq!(record.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>(), ["Id", "Sub"]);
    let Type::Record(record) = document(r#"{"Entity?": {"a": "date"}}"#).root else { panic!() };
    assert_eq!((record.kind, record.fields[0].name.as_str()), (None, "Entity"));
    // Behind the first key every name is a field's, and so it is under `fields`.
    let Type::Record(record) = document(r#"{"id": "date", "array": "date", "type": "string", "$x": "null"}"#).root
    else {
        panic!()
    };
    assert_eq!(record.fields.len(), 4);
    let definition = r#"{"type": "record", "fields": {"date": "date", "Sub": {"a?": "null"}, "ok?": "boolean"}}"#;
    let Type::Record(record) = document(definition).root else { panic!() };
    assert_eq!(record.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>(), ["date", "Sub", "ok?"]);
    assert!(record.fields[2].slot.required);
}

#[test]
fn options_and_rules() {
    let slot = field(
        r#"{"type": "int64", "required": false, "default": -5, "aliases": ["g", "h"], "delta": true, "nulls": "write",
            "js": "bigint", "min": -10, "max": 10, "proto": {"id": 7}, "avro": {}, "label": "x"}"#,
    );
    assert_eq!(slot.default, Some(Value::Int(-5)));
    let options = slot.options;
    assert_eq!(options.aliases, ["g", "h"]);
    assert!(options.delta && options.write_null && !options.intern);
    assert_eq!(options.js, Some(JsInteger::BigInt));
    assert_eq!((options.rules.min, options.rules.max), (Some(-10.0), Some(10.0)));
    assert_eq!(options.wires.iter().map(|(wire, _)| wire.as_str()).collect::<Vec<_>>(), ["proto", "avro"]);
    assert_eq!(options.meta, [("label".to_string(), Value::text("x"))]);

    let length = |rule: &str| {
        let rules = field(&format!("{{\"type\": \"string\", \"length\": {rule}, \"pattern\": \"^a\"}}")).options.rules;
        assert_eq!(rules.pattern.as_deref(), Some("^a"));
        (rules.min_length, rules.max_length)
    };
    assert_eq!(length("4"), (Some(4), Some(4)));
    assert_eq!(length("[3, 32]"), (Some(3), Some(32)));
    assert_eq!(length(r#"{"min": 3}"#), (Some(3), None));
    assert_eq!(length(r#"{"max": 3}"#), (None, Some(3)));
    assert_eq!(length(r#"{"max": 3, "unit": "characters"}"#), (None, Some(3)));
    assert!(matches!(field(r#"{"enum": ["a"], "open": true}"#).ty, Type::Enum(it) if it.open));
    assert!(field(r#"{"array": {"array": {"type": "string", "intern": true}}}"#).required);
}

#[test]
fn defaults_take_the_form_of_their_type() {
    for (ty, written, default) in [
        ("number", "0", Value::Float(0.0)),
        ("float32", "0.1", Value::Float(f64::from(0.1f32))),
        ("integer", "3.0", Value::Int(3)),
        ("int64", "-9223372036854775808", Value::Int(i64::MIN)),
        ("uint64", "18446744073709551615", Value::Uint(u64::MAX)),
        ("uint32", "4294967295", Value::Int(u32::MAX.into())),
        ("bigint", "\"-123456789012345678901\"", Value::BigInt("-123456789012345678901".into())),
        ("bigint", "12", Value::BigInt("12".into())),
        ("date", "\"2000-02-29\"", Value::Date(951_782_400_000)),
        ("date", "8640000000000000", Value::Date(8_640_000_000_000_000)),
        ("bytes", "\"aGk=\"", Value::Bytes(Box::from(*b"hi"))),
        ("string", "\"\"", Value::text("")),
        ("boolean", "false", Value::Bool(false)),
        ("null", "null", Value::Null),
        ("json", "{\"a\": [1.0]}", Value::map([("a".into(), Value::list([Value::Int(1)].into()))].into())),
    ] {
        let slot = field(&format!("{{\"type\": \"{ty}\", \"default\": {written}}}"));
        assert_eq!(slot.default, Some(default), "{ty} {written}");
    }
    assert_eq!(field(r#"{"enum": ["a", 7], "default": 7.0}"#).default, Some(Value::Int(7)));
    assert_eq!(field(r#"{"enum": ["a"], "open": true, "default": "z"}"#).default, Some(Value::text("z")));
    let document = document(
        r#"{"$types": {"R": {"enum": ["a"]}, "D": "date", "E": "D"}, "$root":
        {"r": {"type": "R", "default": "a"}, "d": {"type": "E", "default": 7}}}"#,
    );
    let Type::Record(root) = document.root else { panic!() };
    assert_eq!(root.fields[1].slot.default, Some(Value::Date(7)));
}

#[test]
fn documents() {
    let text = r#"{"$name": "User", "$types": {"Address": {"city": "string"}, "Alias": "Address"},
        "$root": {"array": {"home": "Alias", "friend": "?Address", "all": {"array": "User"}}}, "$layout": "columns", "$note": 1}"#;
    let document = document(text);
    assert_eq!(document.name.as_deref(), Some("User"));
    assert_eq!(document.types.len(), 2);
    assert_eq!(document.layout, Layout::Columns);
    assert_eq!(document.meta, [("$note".to_string(), Value::Int(1))]);
    for (text, sparse) in [
        (r#"{"$root": {"array": {"a": "?string"}}, "$sparse": true}"#, true),
        (r#"{"$types": {"R": {"a": "string"}}, "$root": "R", "$sparse": true, "$layout": "rows"}"#, true),
        (r#"{"$name": "R", "$types": {"R": {"a": "string"}}, "$root": "R", "$sparse": false}"#, false),
    ] {
        assert_eq!(self::document(text).sparse, sparse);
    }
}

#[test]
fn every_error_has_a_code_and_a_place() {
    let cases = [
        // The shape of types.
        ("", "ERR_INVALID_DEFINITION", ""),
        ("{", "ERR_INVALID_DEFINITION", ""),
        ("7", "ERR_INVALID_DEFINITION", ""),
        ("null", "ERR_INVALID_DEFINITION", ""),
        ("\"?string\"", "ERR_INVALID_DEFINITION", ""),
        ("{}", "ERR_INVALID_DEFINITION", ""),
        (r#"{"a": {}}"#, "ERR_INVALID_DEFINITION", "a"),
        (r#"{"Entity": {}}"#, "ERR_INVALID_DEFINITION", ""),
        (r#"{"a": "date", "b": true}"#, "ERR_INVALID_DEFINITION", "b"),
        (r#"{"a": "date", "a": "date"}"#, "ERR_INVALID_DEFINITION", "a"),
        (r#"{"a": "date", "a?": "date"}"#, "ERR_INVALID_DEFINITION", "a"),
        (r#"{"a": {"type": "date", "required": true, "required": true}}"#, "ERR_INVALID_DEFINITION", "a.required"),
        (r#"{"string": "date"}"#, "ERR_INVALID_DEFINITION", "string"),
        (r#"{"json?": "date", "b": "date"}"#, "ERR_INVALID_DEFINITION", "json"),
        (r#"{"record": {"date": "date"}}"#, "ERR_INVALID_DEFINITION", "record.date"),
        (r#"{"record": {"array": "date"}}"#, "ERR_INVALID_DEFINITION", "record"),
        (r#"{"record": "Address"}"#, "ERR_INVALID_DEFINITION", "record"),
        (r#"{"type": "array"}"#, "ERR_INVALID_DEFINITION", ""),
        (r#"{"type": "array", "array": "date", "map": "date"}"#, "ERR_INVALID_DEFINITION", "map"),
        (r#"{"object": {"number": "date"}}"#, "ERR_INVALID_DEFINITION", "object"),
        (r#"{"object": {"string": "dat"}}"#, "ERR_UNKNOWN_TYPE", "object.string"),
        (r#"{"array": {"a": ["number", "dat"]}}"#, "ERR_UNKNOWN_TYPE", "array.a[1]"),
        ("[]", "ERR_INVALID_DEFINITION", ""),
        (r#"["number", {"array": "date"}]"#, "ERR_INVALID_DEFINITION", "[1].array"),
        (r#"["Address"]"#, "ERR_INVALID_DEFINITION", "[0]"),
        (r#"[{"x": "number"}, "number"]"#, "ERR_INVALID_DEFINITION", "[1]"),
        (r#"[{"x": "number"}, {"x": "number"}]"#, "ERR_INVALID_DEFINITION", "[1].x"),
        (r#"[{"x": "number", "y": "number"}]"#, "ERR_INVALID_DEFINITION", "[0]"),
        (r#"{"tuple": "number"}"#, "ERR_INVALID_DEFINITION", "tuple"),
        // Names.
        ("\"strng\"", "ERR_UNKNOWN_TYPE", ""),
        ("\"array\"", "ERR_UNKNOWN_TYPE", ""),
        ("\"\"", "ERR_UNKNOWN_TYPE", ""),
        (r#"{"a": {"type": "strng"}}"#, "ERR_UNKNOWN_TYPE", "a.type"),
        ("\"Address\"", "ERR_UNKNOWN_REFERENCE", ""),
        (r#"{"a": {"array": "?Address"}}"#, "ERR_UNKNOWN_REFERENCE", "a.array"),
        (r#"{"$types": {"A": "B"}, "$root": "A"}"#, "ERR_UNKNOWN_REFERENCE", "$types.A"),
        (r#"{"a": "date", "__proto__": "date"}"#, "ERR_RESERVED_KEY", "__proto__"),
        (r#"{"__proto__?": "date"}"#, "ERR_RESERVED_KEY", "__proto__"),
        (r#"{"a": {"type": "date", "__proto__": 1}}"#, "ERR_RESERVED_KEY", "a.__proto__"),
        (r#"{"a": {"type": "date", "aliases": ["__proto__"]}}"#, "ERR_RESERVED_KEY", "a.aliases[0]"),
        (r#"{"flags": ["__proto__"]}"#, "ERR_RESERVED_KEY", "flags[0]"),
        (r#"{"a": {"1": "date"}}"#, "ERR_INTEGER_KEY", "a[\"1\"]"),
        (r#"{"007": "date"}"#, "ERR_INTEGER_KEY", "[\"007\"]"),
        (r#"{"flags": ["a", "7"]}"#, "ERR_INTEGER_KEY", "flags[1]"),
        // Enums, flags, unions.
        (r#"{"enum": "a"}"#, "ERR_INVALID_ENUM", "enum"),
        (r#"{"enum": []}"#, "ERR_INVALID_ENUM", "enum"),
        (r#"{"enum": ["a", null]}"#, "ERR_INVALID_ENUM", "enum[1]"),
        (r#"{"enum": ["a", "b", "a"]}"#, "ERR_INVALID_ENUM", "enum[2]"),
        (r#"{"enum": [0, -0]}"#, "ERR_INVALID_ENUM", "enum[1]"),
        (r#"{"enum": [9007199254740993]}"#, "ERR_INVALID_ENUM", "enum[0]"),
        (r#"{"flags": {}}"#, "ERR_INVALID_FLAGS", "flags"),
        (r#"{"flags": []}"#, "ERR_INVALID_FLAGS", "flags"),
        (r#"{"flags": [1]}"#, "ERR_INVALID_FLAGS", "flags[0]"),
        (r#"{"flags": ["a", "a"]}"#, "ERR_INVALID_FLAGS", "flags[1]"),
        (r#"{"union": "string"}"#, "ERR_INVALID_UNION", "union"),
        (r#"{"union": []}"#, "ERR_INVALID_UNION", "union"),
        (r#"{"union": ["?string"]}"#, "ERR_INVALID_DEFINITION", "union[0]"),
        (r#"{"union": ["string"], "discriminator": 1}"#, "ERR_INVALID_UNION", "discriminator"),
        (r#"{"union": ["string"], "discriminator": "k"}"#, "ERR_INVALID_UNION", "union[0]"),
        (r#"{"union": [{"a": "date"}], "discriminator": "k"}"#, "ERR_INVALID_UNION", "union[0]"),
        (r#"{"union": [{"k": "string"}], "discriminator": "k"}"#, "ERR_INVALID_UNION", "union[0]"),
        (r#"{"union": [{"k?": {"enum": ["a"]}}], "discriminator": "k"}"#, "ERR_INVALID_UNION", "union[0]"),
        (r#"{"union": [{"k": {"enum": ["a"], "open": true}}], "discriminator": "k"}"#, "ERR_INVALID_UNION", "union[0]"),
        (
            r#"{"u": {"union": [{"k": {"enum": ["a", "b"]}}, {"k": {"enum": ["b"]}}], "discriminator": "k"}}"#,
            "ERR_INVALID_UNION",
            "u.union[1]",
        ),
        (
            r#"{"$types": {"L": {"array": "date"}}, "$root": {"union": ["L"], "discriminator": "k"}}"#,
            "ERR_INVALID_UNION",
            "$root.union[0]",
        ),
        // Options and rules.
        (r#"{"a": {"type": "string", "required": "no"}}"#, "ERR_INVALID_OPTIONS", "a.required"),
        (r#"{"a?": {"type": "string", "required": true}}"#, "ERR_INVALID_OPTIONS", "a"),
        (r#"{"a": {"type": "?string", "required": true}}"#, "ERR_INVALID_OPTIONS", "a.required"),
        (r#"{"a": {"array": "string", "type": "map"}}"#, "ERR_INVALID_OPTIONS", "a.type"),
        (r#"{"a": {"type": "string", "delta": 1}}"#, "ERR_INVALID_OPTIONS", "a.delta"),
        (r#"{"a": {"type": "string", "delta": true}}"#, "ERR_INVALID_OPTIONS", "a.delta"),
        (r#"{"a": {"type": "int32", "intern": true}}"#, "ERR_INVALID_OPTIONS", "a.intern"),
        (r#"{"a": {"map": {"type": "string", "intern": true}}}"#, "ERR_INVALID_OPTIONS", "a.map.intern"),
        (r#"{"array": {"type": "string", "intern": true}}"#, "ERR_INVALID_OPTIONS", "array.intern"),
        (r#"{"array": {"type": "int32", "default": 1}}"#, "ERR_INVALID_OPTIONS", "array.default"),
        (r#"{"array": {"type": "int32", "aliases": ["x"]}}"#, "ERR_INVALID_OPTIONS", "array.aliases"),
        (r#"{"a": {"type": "string", "nulls": "write"}}"#, "ERR_INVALID_OPTIONS", "a.nulls"),
        (r#"{"a": {"type": "?string", "nulls": true}}"#, "ERR_INVALID_OPTIONS", "a.nulls"),
        (r#"{"a": {"type": "string", "aliases": "x"}}"#, "ERR_INVALID_OPTIONS", "a.aliases"),
        (r#"{"a": {"type": "string", "aliases": ["x", "b"]}, "b": "date"}"#, "ERR_INVALID_OPTIONS", "a.aliases[1]"),
        (r#"{"a": {"type": "int32", "js": "bigint"}}"#, "ERR_INVALID_OPTIONS", "a.js"),
        (r#"{"a": {"type": "int64", "js": "float"}}"#, "ERR_INVALID_OPTIONS", "a.js"),
        (r#"{"a": {"type": "int64", "open": true}}"#, "ERR_INVALID_OPTIONS", "a.open"),
        (r#"{"a": {"type": "int64", "discriminator": "k"}}"#, "ERR_INVALID_OPTIONS", "a.discriminator"),
        (r#"{"a": {"type": "int64", "proto": 7}}"#, "ERR_INVALID_OPTIONS", "a.proto"),
        (r#"{"a": {"type": "int64", "note": {"x": 1, "x": 2}}}"#, "ERR_INVALID_OPTIONS", "a.note"),
        (r#"{"array": "string", "length": 3}"#, "ERR_INVALID_OPTIONS", ""),
        (r#"{"a": {"type": "string", "min": 3}}"#, "ERR_INVALID_RULE", "a.min"),
        (r#"{"a": {"type": "number", "min": "3"}}"#, "ERR_INVALID_RULE", "a.min"),
        (r#"{"a": {"type": "number", "min": 3, "max": 2}}"#, "ERR_INVALID_RULE", "a.max"),
        (r#"{"a": {"type": "number", "length": 3}}"#, "ERR_INVALID_RULE", "a.length"),
        (r#"{"a": {"type": "string", "length": {"min": 3, "unit": "bytes"}}}"#, "ERR_INVALID_RULE", "a.length"),
        (r#"{"a": {"type": "string", "length": {"unit": "characters"}}}"#, "ERR_INVALID_RULE", "a.length"),
        (r#"{"a": {"type": "bytes", "length": {"min": 3, "unit": "characters"}}}"#, "ERR_INVALID_RULE", "a.length"),
        (r#"{"a": {"type": "string", "length": -1}}"#, "ERR_INVALID_RULE", "a.length"),
        (r#"{"a": {"type": "string", "length": [4, 3]}}"#, "ERR_INVALID_RULE", "a.length"),
        (r#"{"a": {"type": "string", "length": {"least": 3}}}"#, "ERR_INVALID_RULE", "a.length"),
        (r#"{"a": {"type": "number", "pattern": "x"}}"#, "ERR_INVALID_RULE", "a.pattern"),
        (r#"{"a": {"type": "string", "pattern": 1}}"#, "ERR_INVALID_RULE", "a.pattern"),
        // Documents.
        (r#"{"$name": "A"}"#, "ERR_INVALID_DEFINITION", ""),
        (r#"{"$root": "string", "name": "A"}"#, "ERR_INVALID_DEFINITION", "name"),
        (r#"{"$name": 1, "$root": "date"}"#, "ERR_INVALID_DEFINITION", "$name"),
        (r#"{"$types": [], "$root": "date"}"#, "ERR_INVALID_DEFINITION", "$types"),
        (r#"{"$types": {"a": "date"}, "$root": "date"}"#, "ERR_INVALID_DEFINITION", "$types.a"),
        (r#"{"$types": {"A": {"b": {"c": "dat"}}}, "$root": "date"}"#, "ERR_UNKNOWN_TYPE", "$types.A.b.c"),
        (r#"{"$types": {"A": "date", "A": "date"}, "$root": "date"}"#, "ERR_INVALID_DEFINITION", "$types.A"),
        (r#"{"$name": "A", "$types": {"A": "date"}, "$root": "date"}"#, "ERR_INVALID_DEFINITION", "$name"),
        (r#"{"$root": {"a": "dat"}}"#, "ERR_UNKNOWN_TYPE", "$root.a"),
        (r#"{"$root": "date", "$layout": "column"}"#, "ERR_INVALID_OPTIONS", "$layout"),
        (r#"{"$root": {"a": "date"}, "$layout": "columns"}"#, "ERR_INVALID_OPTIONS", "$layout"),
        (r#"{"$root": {"array": "date"}, "$layout": "flat"}"#, "ERR_INVALID_OPTIONS", "$layout"),
        (
            r#"{"$root": {"array": {"a": "date"}}, "$layout": "flat", "$sparse": true}"#,
            "ERR_INVALID_OPTIONS",
            "$layout",
        ),
        (r#"{"$root": {"map": "date"}, "$sparse": true}"#, "ERR_INVALID_OPTIONS", "$sparse"),
        (r#"{"$root": {"a": "date"}, "$sparse": 1}"#, "ERR_INVALID_OPTIONS", "$sparse"),
        // Cycles.
        (r#"{"$types": {"A": "B", "B": "A"}, "$root": "A"}"#, "ERR_INVALID_DEFINITION", "$types.A"),
        (r#"{"$name": "A", "$root": {"a": "A"}}"#, "ERR_INVALID_DEFINITION", "$root"),
        (
            r#"{"$types": {"A": {"x": {"b": "B"}}, "B": {"a": "A"}}, "$root": "null"}"#,
            "ERR_INVALID_DEFINITION",
            "$types.A",
        ),
        (r#"{"$types": {"A": {"union": ["date", "A"]}}, "$root": "A"}"#, "ERR_INVALID_DEFINITION", "$types.A"),
    ];
    for (text, code, place) in cases {
        assert_eq!(refused(text), (code.to_string(), place.to_string()), "{text}");
    }
}

#[test]
fn wrong_defaults() {
    for (ty, default) in [
        ("number", "\"1\""),
        ("float32", "1e300"),
        ("integer", "1.5"),
        ("int32", "2147483648"),
        ("uint32", "-1"),
        ("uint64", "-1"),
        ("int64", "9223372036854775808"),
        ("bigint", "\"007\""),
        ("bigint", "1e30"),
        ("date", "\"yesterday\""),
        ("date", "8640000000000001"),
        ("bytes", "\"aGk\""),
        ("boolean", "0"),
        ("string", "null"),
        ("null", "0"),
        ("json", "{\"a\": 1, \"a\": 1}"),
    ] {
        let text = format!("{{\"a\": {{\"type\": \"{ty}\", \"default\": {default}}}}}");
        assert_eq!(refused(&text), ("ERR_INVALID_DEFINITION".into(), "a.default".into()), "{text}");
    }
    for text in [
        r#"{"a": {"enum": ["x"], "default": "y"}}"#,
        r#"{"a": {"array": "string", "default": []}}"#,
        r#"{"a": {"record": {"b": "date"}, "default": {}}}"#,
    ] {
        assert_eq!(refused(text), ("ERR_INVALID_DEFINITION".into(), "a.default".into()), "{text}");
    }
}

#[test]
fn cycles_that_can_end() {
    for text in [
        r#"{"$name": "A", "$root": {"a": "?A"}}"#,
        r#"{"$name": "A", "$root": {"a": {"array": "A"}}}"#,
        r#"{"$name": "A", "$root": {"a": {"map": "A"}}}"#,
        r#"{"$name": "A", "$root": {"a": {"union": ["A", "null"]}}}"#,
        r#"{"$types": {"A": {"array": "A"}}, "$root": "A"}"#,
        r#"{"$types": {"A": {"x": {"b?": "B"}}, "B": {"a": "A"}}, "$root": "B"}"#,
    ] {
        document(text);
    }
}

#[test]
fn depth_is_limited() {
    let nested = |levels: usize| format!("{}\"date\"{}", "{\"array\":".repeat(levels), "}".repeat(levels));
    document(&nested(127));
    assert_eq!(refused(&nested(128)).0, "ERR_INVALID_DEFINITION");
    assert_eq!(refused(&nested(100_000)).0, "ERR_INVALID_DEFINITION");
    assert_eq!(refused(&"[".repeat(1_000_000)).0, "ERR_INVALID_DEFINITION");
    let value = format!("{{\"a\": {{\"type\": \"json\", \"default\": {}1{}}}}}", "[".repeat(200), "]".repeat(200));
    assert_eq!(refused(&value).1, "a.default");
}

#[test]
fn size_is_limited() {
    let fields: Vec<String> = (0..65_536).map(|at| format!("\"f{at}\":\"date\"")).collect();
    assert_eq!(refused(&format!("{{{}}}", fields.join(","))).0, "ERR_INVALID_DEFINITION");
    document(&format!("{{{}}}", fields[1..].join(",")));
    assert_eq!(refused(&" ".repeat((16 << 20) + 1)).0, "ERR_INVALID_DEFINITION");
}

/// Definitions that are built to take long: each is done in a moment or refused in one.
#[test]
fn time_is_linear() {
    let count = 20_000;
    // A long chain of references, each also used; a chain of records, each in the next.
    let chain: Vec<String> = (0..count).map(|at| format!("\"T{at}\":\"T{}\"", at + 1)).collect();
    let uses: Vec<String> = (0..count).map(|at| format!("\"f{at}\":\"T{at}\"")).collect();
    document(&format!("{{\"$types\":{{{},\"T{count}\":\"date\"}},\"$root\":{{{}}}}}", chain.join(","), uses.join(",")));
    let chain: Vec<String> =
        (0..count).map(|at| format!("\"T{at}\":{{\"a\":\"T{0}\",\"b\":\"T{0}\"}}", at + 1)).collect();
    let text = format!("{{\"$types\":{{{},\"T{count}\":\"date\"}},\"$root\":\"T0\"}}", chain.join(","));
    let schema = Schema::parse(&text).unwrap();
    assert!(schema.canonical().len() < 2 * text.len());
    // Unions of two unions of two unions: a reader would have to try 2^20000 types.
    let chain: Vec<String> =
        (0..count).map(|at| format!("\"T{at}\":{{\"union\":[\"T{0}\",\"T{0}\"]}}", at + 1)).collect();
    let text = format!("{{\"$types\":{{{},\"T{count}\":\"date\"}},\"$root\":\"T0\"}}", chain.join(","));
    assert_eq!(refused(&text).0, "ERR_INVALID_UNION");
    // Many unions of one record with a large enum.
    let values: Vec<String> = (0..count).map(|at| at.to_string()).collect();
    let unions: Vec<String> =
        (0..count).map(|at| format!("\"f{at}\":{{\"union\":[\"R\"],\"discriminator\":\"k\"}}")).collect();
    let text = format!(
        "{{\"$types\":{{\"R\":{{\"k\":{{\"enum\":[{}]}}}}}},\"$root\":{{{}}}}}",
        values.join(","),
        unions.join(",")
    );
    assert_eq!(refused(&text).0, "ERR_INVALID_UNION");
    // Many defaults of one large enum.
    let defaults: Vec<String> = (0..count).map(|at| format!("\"f{at}\":{{\"type\":\"E\",\"default\":{at}}}")).collect();
    document(&format!(
        "{{\"$types\":{{\"E\":{{\"enum\":[{}]}}}},\"$root\":{{{}}}}}",
        values.join(","),
        defaults.join(",")
    ));
}
