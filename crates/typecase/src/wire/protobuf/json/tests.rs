//! The mapping on schemas of the form that the import of `.proto` files gives.

use super::*;
use crate::codec::{self, Codec};
use crate::limits::DEEPEST;
use crate::wire::Wire;
use alloc::format;
use alloc::string::ToString;

/// Every kind of field, and the well-known types.
const ALL: &str = r#"{
  "$name": "All",
  "$types": {
    "Color": {"enum": ["RED", "CRIMSON", "BLUE"], "open": true},
    "Closed": {"enum": ["ON", "OFF"]},
    "NullValue": {"enum": ["NULL_VALUE"], "open": true},
    "Inner": {"id": {"type": "int32", "proto": {"id": 1}}},
    "Timestamp": {"seconds": {"type": "int64", "proto": {"id": 1}}, "nanos": {"type": "int32", "proto": {"id": 2}}},
    "Duration": {"seconds": {"type": "int64", "proto": {"id": 1}}, "nanos": {"type": "int32", "proto": {"id": 2}}},
    "FieldMask": {"paths": {"array": "string", "proto": {"id": 1}}},
    "Struct": {"fields": {"map": "Value", "proto": {"id": 1}}},
    "ListValue": {"values": {"array": "Value", "proto": {"id": 1}}},
    "Value": {
      "null_value": {"type": "?NullValue", "proto": {"id": 1, "oneof": "kind"}},
      "number_value": {"type": "?float64", "proto": {"id": 2, "oneof": "kind"}},
      "string_value": {"type": "?string", "proto": {"id": 3, "oneof": "kind"}},
      "bool_value": {"type": "?boolean", "proto": {"id": 4, "oneof": "kind"}},
      "struct_value": {"type": "?Struct", "proto": {"id": 5, "oneof": "kind"}},
      "list_value": {"type": "?ListValue", "proto": {"id": 6, "oneof": "kind"}}
    },
    "Int64Value": {"value": {"type": "int64", "proto": {"id": 1}}},
    "Any": {"type_url": {"type": "string", "proto": {"id": 1}}, "value": {"type": "bytes", "proto": {"id": 2}}},
    "Empty": {"unknown_fields": {"type": "?bytes", "proto": {"unknown": true}}},
    "Elsewhere": {"count": {"type": "uint32", "proto": {"id": 3}}, "any": {"type": "?Any", "proto": {"id": 4}}}
  },
  "$root": {
    "plain_int": "int32",
    "big_int": "int64",
    "small_uint": {"type": "?uint32", "proto": {"type": "fixed32"}},
    "big_uint": "?uint64",
    "real": "float64",
    "single": "?float32",
    "flag": "boolean",
    "text": "string",
    "data": "?bytes",
    "color": "Color",
    "maybe_color": "?Color",
    "closed": "?Closed",
    "nothing": "?NullValue",
    "inner": "?Inner",
    "list": {"array": "int64"},
    "colors": {"array": "Color"},
    "inners": {"array": "Inner"},
    "by_number": {"map": "string", "proto": {"key": "int32"}},
    "by_flag": {"map": "Color", "proto": {"key": "bool"}},
    "by_text": {"map": "Inner"},
    "first_case": {"type": "?string", "proto": {"oneof": "case"}},
    "second_case": {"type": "?Inner", "proto": {"oneof": "case"}},
    "third_case": {"type": "?NullValue", "proto": {"oneof": "case"}},
    "renamed": {"type": "?string", "proto": {"json": "otherName"}},
    "at": "?Timestamp",
    "takes": "?Duration",
    "mask": "?FieldMask",
    "object": "?Struct",
    "dynamic": "?Value",
    "dynamics": {"array": "Value"},
    "wrapped": "?Int64Value",
    "any": "?Any",
    "empty": "?Empty",
    "must": {"type": "?int32", "proto": {"id": 100}},
    "more": {"type": "?bytes", "proto": {"id": 101, "unknown": true}}
  },
  "$proto": {
    "All": {"name": "test.All"},
    "Color": {"name": "test.Color", "numbers": [0, 0, 7]},
    "Closed": {"name": "test.Closed", "numbers": [1, -1]},
    "NullValue": {"name": "google.protobuf.NullValue", "numbers": [0]},
    "Inner": {"name": "test.Inner"},
    "Timestamp": {"name": "google.protobuf.Timestamp"},
    "Duration": {"name": "google.protobuf.Duration"},
    "FieldMask": {"name": "google.protobuf.FieldMask"},
    "Struct": {"name": "google.protobuf.Struct"},
    "ListValue": {"name": "google.protobuf.ListValue"},
    "Value": {"name": "google.protobuf.Value"},
    "Int64Value": {"name": "google.protobuf.Int64Value"},
    "Any": {"name": "google.protobuf.Any"},
    "Empty": {"name": "google.protobuf.Empty"},
    "Elsewhere": {"name": "test.Elsewhere"}
  }
}"#;

fn all() -> ProtoJson {
    ProtoJson::new(&Schema::parse(ALL).unwrap()).unwrap()
}

fn reprinted(mapping: &ProtoJson, text: &str, options: &Options) -> Result<String> {
    let value = mapping.parse(text.as_bytes(), options)?;
    mapping.print(&value, options)
}

/// Checks that a text is read, and printed as `expected`.
#[track_caller]
fn check(text: &str, expected: &str) {
    match reprinted(&all(), text, &Options::default()) {
        Ok(printed) => assert_eq!(printed, expected),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Checks that a text is refused with this code, at this path.
#[track_caller]
fn refused(text: &str, code: Code, path: &str) {
    let error = all().parse(text.as_bytes(), &Options::default()).expect_err(text);
    assert_eq!((error.code(), error.path().as_str()), (code, path), "{text}: {error}");
    assert!(error.offset().is_some(), "{text}: {error}");
}

#[test]
fn numbers_come_in_any_spelling_and_go_out_in_one() {
    check(r#"{"plainInt": "1e2", "bigInt": 9007199254740993.0}"#, r#"{"plainInt":100,"bigInt":"9007199254740993"}"#);
    check(r#"{"bigUint": 18446744073709551615}"#, r#"{"bigUint":"18446744073709551615"}"#);
    check(
        r#"{"bigInt": "-9223372036854775808", "smallUint": 4294967295}"#,
        r#"{"bigInt":"-9223372036854775808","smallUint":4294967295}"#,
    );
    check(r#"{"real": "-Infinity", "single": "NaN"}"#, r#"{"real":"-Infinity","single":"NaN"}"#);
    check(r#"{"real": "1.5e3", "single": 0.1}"#, r#"{"real":1500,"single":0.1}"#);
    check(r#"{"real": -0.0, "single": 3.4028235e38}"#, r#"{"real":-0,"single":3.4028235e+38}"#);
    check(r#"{"plainInt": 0, "bigInt": "0", "real": 0.0, "smallUint": 0}"#, r#"{"smallUint":0}"#);
    for text in [
        r#"{"plainInt": 2147483648}"#,
        r#"{"plainInt": 0.5}"#,
        r#"{"plainInt": " 1"}"#,
        r#"{"plainInt": ""}"#,
        r#"{"plainInt": true}"#,
    ] {
        refused(text, Code::Type, "plainInt");
    }
    refused(r#"{"smallUint": -1}"#, Code::Type, "smallUint");
    refused(r#"{"bigUint": 18446744073709551616}"#, Code::Type, "bigUint");
    refused(r#"{"bigInt": "12abc"}"#, Code::Type, "bigInt");
    refused(r#"{"single": 3.5e38}"#, Code::Type, "single");
    refused(r#"{"real": 1e999}"#, Code::Type, "real");
    refused(r#"{"real": "nan"}"#, Code::Type, "real");
    refused(r#"{"real": NaN}"#, Code::Json, "real");
}

#[test]
fn other_scalars() {
    check(
        r#"{"flag": true, "text": "Zo\u00eb \ud83d\ude00", "data": "-_"}"#,
        r#"{"flag":true,"text":"Zoë 😀","data":"+w=="}"#,
    );
    check(r#"{"flag": false, "text": "", "data": ""}"#, r#"{"data":""}"#);
    refused(r#"{"flag": "true"}"#, Code::Type, "flag");
    refused(r#"{"text": 1}"#, Code::Type, "text");
    refused(r#"{"text": "\ud800"}"#, Code::Json, "text");
    refused(r#"{"data": "?"}"#, Code::Type, "data");
    let error = all().parse(b"{\"text\": \"\xff\"}", &Options::default()).unwrap_err();
    assert_eq!((error.code(), error.offset()), (Code::Utf8, Some(10)));
}

#[test]
fn enums_by_name_and_number() {
    check(r#"{"color": "BLUE", "maybeColor": "CRIMSON"}"#, r#"{"color":"BLUE","maybeColor":"RED"}"#);
    check(r#"{"color": 7, "maybeColor": 8, "closed": -1.0}"#, r#"{"color":"BLUE","maybeColor":8,"closed":"OFF"}"#);
    check(r#"{"color": "CRIMSON"}"#, "{}");
    refused(r#"{"color": "GREEN"}"#, Code::Enum, "color");
    refused(r#"{"closed": 5}"#, Code::Enum, "closed");
    refused(r#"{"color": 2147483648}"#, Code::Type, "color");
    refused(r#"{"color": null, "colors": [null]}"#, Code::Type, "colors[0]");
    let numbers = Options { enum_numbers: true, ..Options::default() };
    assert_eq!(
        reprinted(&all(), r#"{"color": "BLUE", "nothing": null}"#, &numbers).unwrap(),
        r#"{"color":7,"nothing":null}"#
    );
    // Unknown names are ignored together with unknown fields.
    let ignoring = Options { ignore_unknown: true, ..Options::default() };
    let text =
        r#"{"color": "GREEN", "colors": ["BLUE", "GREEN"], "byFlag": {"true": "BLUE", "false": "GREEN"}, "x": [{}]}"#;
    assert_eq!(reprinted(&all(), text, &ignoring).unwrap(), r#"{"colors":["BLUE"],"byFlag":{"true":"BLUE"}}"#);
}

#[test]
fn names_of_fields() {
    check(r#"{"plain_int": 1, "otherName": "a"}"#, r#"{"plainInt":1,"otherName":"a"}"#);
    check(r#"{"renamed": "a"}"#, r#"{"otherName":"a"}"#);
    let original = Options { original_names: true, ..Options::default() };
    let text = r#"{"plainInt": 1, "otherName": "a"}"#;
    assert_eq!(reprinted(&all(), text, &original).unwrap(), r#"{"plain_int":1,"renamed":"a"}"#);
    refused(r#"{"plainInt": 1, "plain_int": 1}"#, Code::Duplicate, "plainInt");
    refused(r#"{"text": "a", "text": "a"}"#, Code::Duplicate, "text");
    refused(r#"{"text": null, "text": "a"}"#, Code::Duplicate, "text");
    refused(r#"{"unknown": 1}"#, Code::Extra, "unknown");
    refused(r#"{"more": "AA=="}"#, Code::Extra, "more");
    refused(r#"{"[test.extension]": 1}"#, Code::Extra, r#"["[test.extension]"]"#);
    let error = ProtoJson::new(&Schema::parse(r#"{"a_b": "string", "aB": "string"}"#).unwrap()).unwrap_err();
    assert_eq!((error.code(), error.path().as_str()), (Code::Unsupported, "aB"));
}

#[test]
fn null_is_a_missing_field() {
    check(
        r#"{"plainInt": null, "text": null, "inner": null, "list": null, "byText": null, "at": null, "wrapped": null}"#,
        "{}",
    );
    check(r#"{"nothing": null, "dynamic": null}"#, r#"{"nothing":null,"dynamic":null}"#);
    check(r#"{"nothing": "NULL_VALUE"}"#, r#"{"nothing":null}"#);
    check(r#"{"dynamics": [null, 1]}"#, r#"{"dynamics":[null,1]}"#);
    refused(r#"{"list": [null]}"#, Code::Type, "list[0]");
    refused(r#"{"inners": [{}, null]}"#, Code::Type, "inners[1]");
    refused(r#"{"byText": {"a": null}}"#, Code::Type, "byText.a");
    refused("null", Code::Type, "");
}

#[test]
fn lists_and_maps() {
    check(r#"{"list": [1, "2"], "inners": [{}, {"id": 1}]}"#, r#"{"list":["1","2"],"inners":[{},{"id":1}]}"#);
    check(r#"{"list": [], "byText": {}}"#, "{}");
    check(
        r#"{"byNumber": {"-1": "a", "1e1": "b"}, "byFlag": {"true": 7}, "byText": {"": {}}}"#,
        r#"{"byNumber":{"-1":"a","10":"b"},"byFlag":{"true":"BLUE"},"byText":{"":{}}}"#,
    );
    refused(r#"{"byNumber": {"a": "a"}}"#, Code::Type, "byNumber.a");
    refused(r#"{"byFlag": {"1": 7}}"#, Code::Type, r#"byFlag["1"]"#);
    refused(r#"{"byNumber": {"1": "a", "1.0": "b"}}"#, Code::Duplicate, r#"byNumber["1"]"#);
    refused(r#"{"list": [1,]}"#, Code::Json, "list");
    refused(r#"{"list": 1}"#, Code::Structure, "list");
    refused(r#"{"byText": []}"#, Code::Type, "byText");
    let wrong = Schema::parse(r#"{"a": {"map": "string", "proto": {"key": "int32"}}}"#).unwrap();
    let value = Value::Record([Value::map([("x".into(), Value::text(""))].into())].into());
    let error = ProtoJson::new(&wrong).unwrap().print(&value, &Options::default()).unwrap_err();
    assert_eq!((error.code(), error.path().as_str()), (Code::Type, "a.x"));
}

#[test]
fn one_member_of_a_oneof() {
    check(r#"{"firstCase": "", "secondCase": null}"#, r#"{"firstCase":""}"#);
    check(r#"{"secondCase": {}}"#, r#"{"secondCase":{}}"#);
    check(r#"{"thirdCase": null}"#, r#"{"thirdCase":null}"#);
    refused(r#"{"firstCase": "a", "secondCase": {}}"#, Code::Duplicate, "secondCase");
    refused(r#"{"firstCase": "a", "thirdCase": null}"#, Code::Duplicate, "thirdCase");
}

#[test]
fn presence() {
    let implicit = Options { implicit: true, ..Options::default() };
    let schema = r#"{"a": "int64", "b": "?string", "c": {"array": "string"}, "d": {"map": "string"}, "e": "float64"}"#;
    let mapping = ProtoJson::new(&Schema::parse(schema).unwrap()).unwrap();
    assert_eq!(reprinted(&mapping, "{}", &Options::default()).unwrap(), "{}");
    assert_eq!(reprinted(&mapping, "{}", &implicit).unwrap(), r#"{"a":"0","c":[],"d":{},"e":0}"#);
    let schema = r#"{
      "a": {"type": "int32", "proto": {"presence": "required"}},
      "b": {"type": "int32", "proto": {"presence": "explicit"}},
      "c": {"type": "int32", "default": 5}
    }"#;
    let mapping = ProtoJson::new(&Schema::parse(schema).unwrap()).unwrap();
    assert_eq!(reprinted(&mapping, r#"{"a": 0}"#, &Options::default()).unwrap(), r#"{"a":0,"b":0,"c":5}"#);
    let error = mapping.parse(b"{}", &Options::default()).unwrap_err();
    assert_eq!((error.code(), error.path().as_str()), (Code::Required, "a"));
}

#[test]
fn well_known_types() {
    check(r#"{"at": "1970-01-01T01:00:00.5+01:00"}"#, r#"{"at":"1970-01-01T00:00:00.500Z"}"#);
    check(r#"{"takes": "-3.000000001s"}"#, r#"{"takes":"-3.000000001s"}"#);
    check(r#"{"mask": "fooBar,baz.quxQuux"}"#, r#"{"mask":"fooBar,baz.quxQuux"}"#);
    check(r#"{"mask": ""}"#, r#"{"mask":""}"#);
    check(r#"{"wrapped": 0}"#, r#"{"wrapped":"0"}"#);
    check(r#"{"empty": {}}"#, r#"{"empty":{}}"#);
    let object = r#"{"object":{"a":1.5,"b":"x","c":[true,null,{}],"d":{"e":[]}}}"#;
    check(object, object);
    refused(r#"{"at": "1970-01-01"}"#, Code::Type, "at");
    refused(r#"{"takes": "1"}"#, Code::Type, "takes");
    refused(r#"{"mask": "foo_bar"}"#, Code::Type, "mask");
    refused(r#"{"object": []}"#, Code::Type, "object");
    refused(r#"{"empty": {"unknown_fields": "AA=="}}"#, Code::Extra, "empty.unknown_fields");

    // What the wire can hold and JSON cannot.
    let field = |name: &str, value: Value<'static>| {
        let schema = Schema::parse(ALL).unwrap();
        let root = schema.graph().record(0).meta().fields;
        let mut values = alloc::vec![Value::Null; root.len()];
        values[root.iter().position(|field| field.name == name).unwrap()] = value;
        all().print(&Value::Record(values.into()), &Options::default()).map_err(|error| (error.code(), error.path()))
    };
    let seconds = |seconds: i64| Value::Record([Value::Int(seconds), Value::Int(0)].into());
    let unsupported = |path: &str| Err((Code::Unsupported, path.to_string()));
    assert_eq!(field("at", seconds(-1)).unwrap(), r#"{"at":"1969-12-31T23:59:59Z"}"#);
    assert_eq!(field("at", seconds(253_402_300_800)), unsupported("at"));
    assert_eq!(field("takes", seconds(-315_576_000_001)), unsupported("takes"));
    let paths = Value::Record([Value::list([Value::text("fooBar")].into())].into());
    assert_eq!(field("mask", paths), unsupported("mask"));
    assert_eq!(field("dynamic", Value::Record(Default::default())), unsupported("dynamic"));
    let nan = Value::Record([Value::Null, Value::Float(f64::NAN)].into());
    assert_eq!(field("dynamic", nan), unsupported("dynamic"));
}

#[test]
fn any_holds_what_the_schema_names() {
    let inner = r#"{"any":{"@type":"type.googleapis.com/test.Inner","id":7}}"#;
    check(inner, inner);
    check(r#"{"any": {"id": 7, "@type": "type.googleapis.com/test.Inner"}}"#, inner);
    let boxed = r#"{"any":{"@type":"x/google.protobuf.Duration","value":"1s"}}"#;
    check(boxed, boxed);
    let nested = r#"{"any":{"@type":"x/google.protobuf.Any","value":{"@type":"x/test.Elsewhere","count":1,"any":{}}}}"#;
    check(nested, nested);
    check(r#"{"any": {}}"#, r#"{"any":{}}"#);
    check(r#"{"any": {"@type": "x/test.All", "text": "a"}}"#, r#"{"any":{"@type":"x/test.All","text":"a"}}"#);
    refused(r#"{"any": {"id": 7}}"#, Code::Required, r#"any["@type"]"#);
    refused(r#"{"any": {"@type": "x/test.None"}}"#, Code::Unsupported, r#"any["@type"]"#);
    refused(r#"{"any": {"@type": "test.Inner"}}"#, Code::Type, r#"any["@type"]"#);
    refused(r#"{"any": {"@type": "x/test.Inner", "@type": "x/test.Inner"}}"#, Code::Duplicate, "any");
    refused(r#"{"any": {"@type": "x/test.Inner", "value": {}}}"#, Code::Extra, "any.value");
    refused(r#"{"any": {"@type": "x/google.protobuf.Duration", "seconds": 1}}"#, Code::Extra, "any.seconds");
    refused(r#"{"any": {"@type": 1}}"#, Code::Type, r#"any["@type"]"#);

    // The payload is a message of the Protocol Buffers wire.
    let schema = Schema::parse(ALL).unwrap();
    let index = schema.graph().record(0).meta().fields.iter().position(|field| field.name == "any").unwrap();
    let value = all().parse(inner.as_bytes(), &Options::default()).unwrap();
    let any = &value.as_record().unwrap()[index].as_record().unwrap();
    assert_eq!(any[1], Value::Bytes([0x08, 0x07].into()));
    let mut values = alloc::vec![Value::Null; index + 1];
    values[index] = Value::Record([Value::text("x/test.Inner"), Value::Bytes([0x08].into())].into());
    let error = all().print(&Value::Record(values.into()), &Options::default()).unwrap_err();
    assert_eq!((error.code(), error.path().as_str()), (Code::Structure, "any.id"));
}

#[test]
fn what_is_read_goes_on_the_wire_and_comes_back() {
    let codec = Codec::new(&Schema::parse(ALL).unwrap(), Wire::Protobuf, &codec::Options::default()).unwrap();
    let text = concat!(
        r#"{"plainInt":-1,"bigInt":"-2","smallUint":3,"bigUint":"4","real":0.5,"single":1.5,"flag":true,"text":"a","#,
        r#""data":"AQ==","inner":{"id":5},"list":["6"],"inners":[{"id":7},{}],"byNumber":{"8":"b"},"byText":{"c":{}},"#,
        r#""firstCase":"d","at":"2000-01-01T00:00:00Z","takes":"9s","mask":"e","object":{"f":[1,"g",{"h":false}]},"#,
        r#""wrapped":"10","any":{"@type":"x/test.Inner","id":11},"must":12}"#
    );
    let value = all().parse(text.as_bytes(), &Options::default()).unwrap();
    let bytes = codec.encode(&value).unwrap();
    assert_eq!(all().print(&codec.decode(&bytes).unwrap(), &Options::default()).unwrap(), text);
}

#[test]
fn nesting_is_limited_by_the_levels_of_the_value() {
    let deepest = Options { limits: Limits { max_depth: DEEPEST, ..Limits::default() }, ..Options::default() };
    // A list in a list is a message of Value, one of ListValue and a list.
    let nested = |levels: usize| format!(r#"{{"dynamic":{}{}}}"#, "[".repeat(levels), "]".repeat(levels));
    for (levels, options) in [(42, Options::default()), (170, deepest)] {
        assert_eq!(reprinted(&all(), &nested(levels), &options).unwrap(), nested(levels));
        let error = all().parse(nested(levels + 1).as_bytes(), &options).unwrap_err();
        assert_eq!(error.code(), Code::Limit);
    }
    let error = all().parse(nested(1_000_000).as_bytes(), &deepest).unwrap_err();
    assert_eq!(error.code(), Code::Limit);

    let chain =
        Schema::parse(r#"{"$name": "Chain", "$root": {"next": "?Chain", "more": {"array": "Chain"}}}"#).unwrap();
    let chain = ProtoJson::new(&chain).unwrap();
    let nested = |levels: usize| format!("{}{{}}{}", r#"{"next":"#.repeat(levels), "}".repeat(levels));
    assert_eq!(reprinted(&chain, &nested(511), &deepest).unwrap(), nested(511));
    assert_eq!(chain.parse(nested(512).as_bytes(), &deepest).unwrap_err().code(), Code::Limit);

    // An Any in an Any has its bytes inside the other's.
    let nested = |levels: usize| {
        let open = r#"{"@type":"x/google.protobuf.Any","value":"#.repeat(levels);
        format!(r#"{{"any":{open}{{}}{}}}"#, "}".repeat(levels))
    };
    for (levels, options) in [(50, Options::default()), (200, deepest)] {
        assert_eq!(reprinted(&all(), &nested(levels), &options).unwrap(), nested(levels));
        assert_eq!(all().parse(nested(levels * 3).as_bytes(), &options).unwrap_err().code(), Code::Limit);
    }
}

#[test]
fn types_that_come_last_are_looked_for_within_a_budget() {
    let levels = 40;
    let text = format!(
        r#"{{"any":{}{{}}{}}}"#,
        r#"{"value":"#.repeat(levels),
        format!(r#","pad":"{}","@type":"x/google.protobuf.Any"}}"#, "x".repeat(10_000)).repeat(levels)
    );
    let ignoring = Options { ignore_unknown: true, ..Options::default() };
    assert_eq!(all().parse(text.as_bytes(), &ignoring).unwrap_err().code(), Code::Limit);
}

#[test]
fn schemas_of_other_kinds_are_refused() {
    for (schema, path) in [
        (r#"{"array": "string"}"#, ""),
        (r#"{"a": "json"}"#, "a"),
        (r#"{"a": ["number", "number"]}"#, "a"),
        (r#"{"a": {"flags": ["x"]}}"#, "a"),
        (r#"{"a": {"union": ["string", "number"]}}"#, "a"),
        (r#"{"a": {"array": {"array": "string"}}}"#, "a"),
        (r#"{"a": {"enum": [1, 2]}}"#, "a"),
        (r#"{"a": {"map": "?string"}}"#, "a"),
        (
            r#"{"$name": "T", "$root": {"at": "int64"}, "$proto": {"T": {"name": "google.protobuf.Timestamp"}}}"#,
            "T.seconds",
        ),
    ] {
        let error = ProtoJson::new(&Schema::parse(schema).unwrap()).expect_err(schema);
        assert_eq!((error.code(), error.path().as_str()), (Code::Unsupported, path), "{schema}");
    }
}
