//! Schemas as `.proto` files: what came from one comes back as it was, and whatever the schema, the file's messages
//! have its bytes.

#[path = "../support/arbitrary/mod.rs"]
mod arbitrary;

use super::compile_one;
use proptest::prelude::*;
use typecase::codec::{Codec, Options};
use typecase::schema::import::ProtoOptions;
use typecase::schema::{Schema, export, import};
use typecase::wire::Wire;

/// The schema of the file that a schema is exported to.
#[track_caller]
fn again(schema: &Schema, options: &ProtoOptions<'_>) -> Schema {
    let file = export::proto(schema).unwrap_or_else(|error| panic!("{error}\n{}", schema.to_json()));
    let document = import::proto(&compile_one(&file.text), &file.message, options);
    document.unwrap_or_else(|error| panic!("{error}\n{}", file.text)).build().unwrap()
}

#[track_caller]
fn comes_back(source: &str, message: &str, options: &ProtoOptions<'_>) -> String {
    let schema = import::proto(&compile_one(source), message, options).unwrap().build().unwrap();
    assert_eq!(again(&schema, options).to_json(), schema.to_json(), "{}", export::proto(&schema).unwrap().text);
    export::proto(&schema).unwrap().text
}

#[test]
fn proto3_comes_back() {
    let text = comes_back(
        r#"syntax = "proto3"; package a.b;
           import "google/protobuf/timestamp.proto"; import "google/protobuf/struct.proto";
           message M {
             int32 id = 1; optional string name = 5; repeated sint64 many = 3 [packed = false]; map<fixed32, N> map = 4;
             oneof which { string text = 6; N n = 7; } google.protobuf.Timestamp at = 8; google.protobuf.Value any = 9;
             Outer.Inner inner = 10 [json_name = "@in"]; E e = 11; message N { M m = 1; Empty none = 2; int32 M = 3; } int32 fooBar = 12;
           }
           message Outer { message Inner { repeated double x = 1; } }
           enum E { option allow_alias = true; ZERO = 0; TWO = 2; ZWEI = 2; }
           message Empty {}"#,
        "a.b.M",
        &ProtoOptions::default(),
    );
    assert_eq!(
        text,
        r#"syntax = "proto3";

package a.b;

import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";

message M {
  int32 id = 1;
  optional string name = 5;
  repeated sint64 many = 3 [packed = false];
  map<fixed32, .a.b.M.N> map = 4;
  oneof which {
    string text = 6;
    .a.b.M.N n = 7;
  }
  google.protobuf.Timestamp at = 8;
  google.protobuf.Value any = 9;
  Outer.Inner inner = 10 [json_name = "@in"];
  E e = 11;
  int32 fooBar = 12;
  message N {
    .a.b.M m = 1;
    Empty none = 2;
    int32 M = 3;
  }
}

message Outer {
  message Inner {
    repeated double x = 1;
  }
}

enum E {
  option allow_alias = true;
  ZERO = 0;
  TWO = 2;
  ZWEI = 2;
}

message Empty {
}
"#
        .replace(".a.b.M", "M")
    );
}

#[test]
fn proto2_comes_back_as_an_edition() {
    for keep_unknown in [false, true] {
        let text = comes_back(
            r#"syntax = "proto2";
               message M {
                 required int32 a = 1; optional bytes b = 2 [default = "\0\xff'x\""]; optional string c = 3 [default = "\"é"];
                 optional group G = 4 { optional float f = 1 [default = -inf]; optional double d = 2 [default = 1e22]; }
                 repeated E e = 5 [packed = true]; optional E e2 = 6 [default = B]; map<int32, string> m = 7; repeated bool h = 8;
                 oneof o { E one = 9; string two = 10; } optional uint64 i = 11 [default = 18446744073709551615]; required M.G r = 12;
                 optional bool j = 13 [default = true]; optional int32 foo_bar = 14; optional int32 fooBar = 15;
               }
               enum E { A = 5; B = -1; }"#,
            "M",
            &ProtoOptions { keep_unknown, ..ProtoOptions::default() },
        );
        assert!(text.starts_with("edition = \"2023\";"), "{text}");
    }
}

#[test]
fn names_that_no_file_has_are_changed() {
    let schema = Schema::parse(
        r#"{"a b": "string", "aB": "number", "é": {"enum": ["x y", "x-y", 7, -7]}, "message": {"union": ["string", {"array": {"array": "json"}}, "null"]},
            "pair": ["number", "?string"], "all": {"map": {"map": "?date"}}, "r": {"type": "record", "fields": {"type": {"enum": ["message"]}}}}"#,
    )
    .unwrap();
    let file = export::proto(&schema).unwrap();
    assert_eq!(
        file.text,
        r#"syntax = "proto3";

import "google/protobuf/struct.proto";

message Root {
  option deprecated_legacy_json_field_conflicts = true;
  string a_b = 1 [json_name = "a b"];
  double aB = 2;
  RootType _ = 3 [json_name = "\303\251"];
  RootMessage message = 4;
  RootPair pair = 5;
  map<string, RootAllMap> all = 6;
  RootR r = 7;
}

enum RootType {
  ROOT_TYPE_X_Y = 0;
  ROOT_TYPE_X_Y2 = 1;
  ROOT_TYPE__7 = 2;
  ROOT_TYPE_MINUS_7 = 3;
}

message RootMessage {
  oneof value {
    string string_value = 1;
    RootMessageListList list = 2;
    google.protobuf.NullValue null_value = 3;
  }
}

message RootPair {
  double item1 = 1;
  optional string item2 = 2;
}

message RootAllMap {
  repeated RootAllMapValueEntry value = 1;
}

message RootR {
  RootRType type = 1;
}

message RootMessageListList {
  repeated RootMessageListListValueList value = 1;
}

message RootAllMapValueEntry {
  optional string key = 1;
  optional int64 value = 2;
}

enum RootRType {
  ROOT_RTYPE_MESSAGE = 0;
}

message RootMessageListListValueList {
  repeated string value = 1;
}
"#
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_schema_has_the_bytes_of_its_file(sample in arbitrary::samples()) {
        let Ok(codec) = Codec::new(&sample.schema, Wire::Protobuf, &Options::default()) else {
            prop_assert!(export::proto(&sample.schema).is_err());
            return Ok(());
        };
        let Ok(bytes) = codec.encode(&sample.value) else { return Ok(()) };
        let other = again(&sample.schema, &ProtoOptions::default());
        let other_codec = Codec::new(&other, Wire::Protobuf, &Options::default()).unwrap();
        let value = other_codec.decode(&bytes);
        let value = value.unwrap_or_else(|error| panic!("{error}\n{}", export::proto(&sample.schema).unwrap().text));
        let written = other_codec.encode(&value).unwrap();
        prop_assert_eq!(written.escape_ascii().to_string(), bytes.escape_ascii().to_string(), "{}", export::proto(&sample.schema).unwrap().text);
    }
}
