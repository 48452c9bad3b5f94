//! Messages as schemas: what is read from the wire, and written back.

use super::compile_one;
use typecase::codec::{Codec, Options};
use typecase::schema::import::{ProtoOptions, proto};
use typecase::wire::Wire;
use typecase::wire::protobuf::json::ProtoJson;

/// Decodes a message to JSON and back, and holds both to what is expected.
#[track_caller]
fn carries(source: &str, options: &ProtoOptions<'_>, bytes: &[u8], json: &str) {
    let schema = proto(&compile_one(source), "t.M", options).unwrap().build().unwrap();
    let wire = Codec::new(&schema, Wire::Protobuf, &Options::default()).unwrap();
    let text = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let value = wire.decode(bytes).unwrap();
    assert_eq!(String::from_utf8(text.encode(&value).unwrap()).unwrap(), json, "{}", schema.to_json());
    assert_eq!(wire.encode(&value).unwrap().escape_ascii().to_string(), bytes.escape_ascii().to_string());
}

#[test]
fn fields_are_on_the_wire_as_their_types_say() {
    carries(
        r#"syntax = "proto3"; package t;
           message M {
             sint32 a = 1; fixed64 b = 2; repeated sfixed32 c = 3; repeated int32 d = 4 [packed = false];
             map<sint64, fixed32> e = 5; map<bool, M> f = 6; optional string g = 7; E h = 8; double i = 20; float j = 9;
           }
           enum E { Z = 0; ONE = -1; }"#,
        &ProtoOptions::default(),
        b"\x08\x01\x11\x02\0\0\0\0\0\0\0\x1a\x04\x03\0\0\0\x20\x04\x20\x05\x2a\x07\x08\x03\x15\x05\0\0\0\
          \x32\x06\x08\x01\x12\x02\x08\x02\x3a\0\x40\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\xa1\x01\0\0\0\0\0\0\xf8\x3f\x4d\0\0\x20\xc0",
        r#"{"a":-1,"b":2,"c":[3],"d":[4,5],"e":{"-2":5},"f":{"true":{"a":1,"b":0,"c":[],"d":[],"e":{},"f":{},"h":"Z","i":0,"j":0}},"g":"","h":"ONE","i":1.5,"j":-2.5}"#,
    );
}

#[test]
fn proto2_has_groups_and_unknown_fields() {
    carries(
        r#"syntax = "proto2"; package t;
           message M {
             required int32 a = 1 [default = 7]; optional group G = 2 { optional bool x = 1; } repeated group R = 3 { optional bool x = 1; }
             optional E e = 4; oneof o { int32 p = 5; string q = 6; } optional Empty n = 7; extensions 100 to 200;
           }
           message Empty {} enum E { ONE = 1; }
           extend M { optional int32 ext = 100; }"#,
        &ProtoOptions { keep_unknown: true, also: &["t.Empty"], ..ProtoOptions::default() },
        b"\x08\0\x13\x08\0\x14\x1b\x1c\x1b\x08\x01\x1c\x20\x01\x32\x01x\x3a\0\xa0\x06\x05",
        r#"{"a":0,"g":{"x":false},"r":[{},{"x":true}],"e":"ONE","q":"x","n":{},"unknown_fields":"oAYF"}"#,
    );
}

#[test]
fn editions_say_by_features_what_words_said() {
    carries(
        r#"edition = "2023"; package t; option features.field_presence = IMPLICIT;
           message M {
             int32 a = 1; int32 b = 2 [features.field_presence = EXPLICIT]; int32 c = 3 [features.field_presence = LEGACY_REQUIRED];
             M d = 4 [features.message_encoding = DELIMITED]; repeated int32 e = 5 [features.repeated_field_encoding = EXPANDED];
             repeated int32 f = 6;
           }"#,
        &ProtoOptions::default(),
        b"\x10\0\x18\0\x23\x18\x01\x24\x28\x01\x32\x01\x02",
        r#"{"a":0,"b":0,"c":0,"d":{"a":0,"c":1,"e":[],"f":[]},"e":[1],"f":[2]}"#,
    );
}

#[test]
fn names_of_types_differ() {
    let files = compile_one(
        r#"syntax = "proto3"; package t;
           message M { A.B a = 1; AB b = 2; a_b c = 3; Outer.M d = 4; int32 json = 5 [json_name = "@type"]; int32 __proto__ = 6; }
           message A { message B { int32 x = 1; } } message AB { int32 x = 1; } message a_b { int32 x = 1; }
           message Outer { message M { int32 x = 1; } }"#,
    );
    let document = proto(&files, "t.M", &ProtoOptions::default()).unwrap();
    assert_eq!(
        document.to_json_line(),
        concat!(
            r#"{"$name":"M","$types":{"AB":{"x":{"type":"int32","proto":{"id":1}}},"TAB":{"x":{"type":"int32","proto":{"id":1}}},"#,
            r#""TAB2":{"x":{"type":"int32","proto":{"id":1}}},"OuterM":{"x":{"type":"int32","proto":{"id":1}}}},"#,
            r#""$root":{"a":{"type":"AB","required":false,"proto":{"id":1}},"b":{"type":"TAB","required":false,"proto":{"id":2}},"#,
            r#""c":{"type":"TAB2","required":false,"proto":{"id":3}},"d":{"type":"OuterM","required":false,"proto":{"id":4}},"#,
            r#""json":{"type":"int32","proto":{"id":5,"json":"@type"}},"__proto___":{"type":"int32","proto":{"id":6}}},"#,
            r#""$proto":{"M":{"name":"t.M"},"AB":{"name":"t.A.B","package":"t"},"TAB":{"name":"t.AB"},"TAB2":{"name":"t.a_b"},"OuterM":{"name":"t.Outer.M","package":"t"}}}"#,
        )
    );
    assert_eq!(
        proto(&files, "t.N", &ProtoOptions::default()).unwrap_err().to_string(),
        "there is no message of this name at t.N"
    );
}

#[test]
fn what_has_no_value_is_refused() {
    let files = compile_one(r#"syntax = "proto2"; package t; message M { required M m = 1; }"#);
    assert!(proto(&files, "t.M", &ProtoOptions::default()).is_err());
}

#[test]
fn extensions_are_fields_when_asked() {
    let source = r#"syntax = "proto2"; package t;
        message M { optional int32 a = 1; extensions 100 to 200; optional Set set = 2; }
        message Set { option message_set_wire_format = true; extensions 4 to max; }
        message Item { extend Set { optional Item item = 7; } extend M { repeated sint32 far = 102 [packed = true]; } }
        extend M { optional string near = 100; }"#;
    let options = ProtoOptions { extensions: true, ..ProtoOptions::default() };
    carries(
        source,
        &options,
        b"\x08\x01\xa2\x06\x01x\xb2\x06\x01\x01",
        r#"{"a":1,"[t.near]":"x","[t.Item.far]":[-1]}"#,
    );
    let schema = proto(&compile_one(source), "t.M", &options).unwrap().build().unwrap();
    let mapping = ProtoJson::new(&schema).unwrap();
    let text = r#"{"a":1,"set":{},"[t.near]":"x","[t.Item.far]":[-1]}"#;
    let value = mapping.parse(text.as_bytes(), &Default::default()).unwrap();
    assert_eq!(mapping.print(&value, &Default::default()).unwrap(), text);
}
