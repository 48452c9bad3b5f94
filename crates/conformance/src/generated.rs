//! Rust types for the messages of the conformance tests, a module for each message and what it refers to.
//! `typecase-conformance generate` prints this file.
#![allow(missing_docs, non_snake_case, non_camel_case_types, dead_code, clippy::upper_case_acronyms, clippy::vec_box)]

#[rustfmt::skip]
pub mod proto2 {
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto2 {
        #[record(proto(id = 1))]
        pub optional_int32: Option<i32>,
        #[record(proto(id = 2))]
        pub optional_int64: Option<i64>,
        #[record(proto(id = 3))]
        pub optional_uint32: Option<u32>,
        #[record(proto(id = 4))]
        pub optional_uint64: Option<u64>,
        #[record(proto(id = 5, type = "sint32"))]
        pub optional_sint32: Option<i32>,
        #[record(proto(id = 6, type = "sint64"))]
        pub optional_sint64: Option<i64>,
        #[record(proto(id = 7, type = "fixed32"))]
        pub optional_fixed32: Option<u32>,
        #[record(proto(id = 8, type = "fixed64"))]
        pub optional_fixed64: Option<u64>,
        #[record(proto(id = 9, type = "sfixed32"))]
        pub optional_sfixed32: Option<i32>,
        #[record(proto(id = 10, type = "sfixed64"))]
        pub optional_sfixed64: Option<i64>,
        #[record(proto(id = 11))]
        pub optional_float: Option<f32>,
        #[record(proto(id = 12))]
        pub optional_double: Option<f64>,
        #[record(proto(id = 13))]
        pub optional_bool: Option<bool>,
        #[record(proto(id = 14))]
        pub optional_string: Option<String>,
        #[record(proto(id = 15))]
        pub optional_bytes: Option<typecase::Bytes>,
        #[record(proto(id = 18))]
        pub optional_nested_message: Option<Box<TestAllTypesProto2NestedMessage>>,
        #[record(proto(id = 19))]
        pub optional_foreign_message: Option<Box<ForeignMessageProto2>>,
        #[record(proto(id = 21))]
        pub optional_nested_enum: Option<TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 22))]
        pub optional_foreign_enum: Option<ForeignEnumProto2>,
        #[record(proto(id = 24))]
        pub optional_string_piece: Option<String>,
        #[record(proto(id = 25))]
        pub optional_cord: Option<String>,
        #[record(proto(id = 27))]
        pub recursive_message: Option<Box<TestAllTypesProto2>>,
        #[record(proto(id = 31, packed = false))]
        pub repeated_int32: Vec<i32>,
        #[record(proto(id = 32, packed = false))]
        pub repeated_int64: Vec<i64>,
        #[record(proto(id = 33, packed = false))]
        pub repeated_uint32: Vec<u32>,
        #[record(proto(id = 34, packed = false))]
        pub repeated_uint64: Vec<u64>,
        #[record(proto(id = 35, type = "sint32", packed = false))]
        pub repeated_sint32: Vec<i32>,
        #[record(proto(id = 36, type = "sint64", packed = false))]
        pub repeated_sint64: Vec<i64>,
        #[record(proto(id = 37, type = "fixed32", packed = false))]
        pub repeated_fixed32: Vec<u32>,
        #[record(proto(id = 38, type = "fixed64", packed = false))]
        pub repeated_fixed64: Vec<u64>,
        #[record(proto(id = 39, type = "sfixed32", packed = false))]
        pub repeated_sfixed32: Vec<i32>,
        #[record(proto(id = 40, type = "sfixed64", packed = false))]
        pub repeated_sfixed64: Vec<i64>,
        #[record(proto(id = 41, packed = false))]
        pub repeated_float: Vec<f32>,
        #[record(proto(id = 42, packed = false))]
        pub repeated_double: Vec<f64>,
        #[record(proto(id = 43, packed = false))]
        pub repeated_bool: Vec<bool>,
        #[record(proto(id = 44))]
        pub repeated_string: Vec<String>,
        #[record(proto(id = 45))]
        pub repeated_bytes: Vec<typecase::Bytes>,
        #[record(proto(id = 48))]
        pub repeated_nested_message: Vec<Box<TestAllTypesProto2NestedMessage>>,
        #[record(proto(id = 49))]
        pub repeated_foreign_message: Vec<Box<ForeignMessageProto2>>,
        #[record(proto(id = 51, packed = false))]
        pub repeated_nested_enum: Vec<TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 52, packed = false))]
        pub repeated_foreign_enum: Vec<ForeignEnumProto2>,
        #[record(proto(id = 54))]
        pub repeated_string_piece: Vec<String>,
        #[record(proto(id = 55))]
        pub repeated_cord: Vec<String>,
        #[record(proto(id = 75))]
        pub packed_int32: Vec<i32>,
        #[record(proto(id = 76))]
        pub packed_int64: Vec<i64>,
        #[record(proto(id = 77))]
        pub packed_uint32: Vec<u32>,
        #[record(proto(id = 78))]
        pub packed_uint64: Vec<u64>,
        #[record(proto(id = 79, type = "sint32"))]
        pub packed_sint32: Vec<i32>,
        #[record(proto(id = 80, type = "sint64"))]
        pub packed_sint64: Vec<i64>,
        #[record(proto(id = 81, type = "fixed32"))]
        pub packed_fixed32: Vec<u32>,
        #[record(proto(id = 82, type = "fixed64"))]
        pub packed_fixed64: Vec<u64>,
        #[record(proto(id = 83, type = "sfixed32"))]
        pub packed_sfixed32: Vec<i32>,
        #[record(proto(id = 84, type = "sfixed64"))]
        pub packed_sfixed64: Vec<i64>,
        #[record(proto(id = 85))]
        pub packed_float: Vec<f32>,
        #[record(proto(id = 86))]
        pub packed_double: Vec<f64>,
        #[record(proto(id = 87))]
        pub packed_bool: Vec<bool>,
        #[record(proto(id = 88))]
        pub packed_nested_enum: Vec<TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 89, packed = false))]
        pub unpacked_int32: Vec<i32>,
        #[record(proto(id = 90, packed = false))]
        pub unpacked_int64: Vec<i64>,
        #[record(proto(id = 91, packed = false))]
        pub unpacked_uint32: Vec<u32>,
        #[record(proto(id = 92, packed = false))]
        pub unpacked_uint64: Vec<u64>,
        #[record(proto(id = 93, type = "sint32", packed = false))]
        pub unpacked_sint32: Vec<i32>,
        #[record(proto(id = 94, type = "sint64", packed = false))]
        pub unpacked_sint64: Vec<i64>,
        #[record(proto(id = 95, type = "fixed32", packed = false))]
        pub unpacked_fixed32: Vec<u32>,
        #[record(proto(id = 96, type = "fixed64", packed = false))]
        pub unpacked_fixed64: Vec<u64>,
        #[record(proto(id = 97, type = "sfixed32", packed = false))]
        pub unpacked_sfixed32: Vec<i32>,
        #[record(proto(id = 98, type = "sfixed64", packed = false))]
        pub unpacked_sfixed64: Vec<i64>,
        #[record(proto(id = 99, packed = false))]
        pub unpacked_float: Vec<f32>,
        #[record(proto(id = 100, packed = false))]
        pub unpacked_double: Vec<f64>,
        #[record(proto(id = 101, packed = false))]
        pub unpacked_bool: Vec<bool>,
        #[record(proto(id = 102, packed = false))]
        pub unpacked_nested_enum: Vec<TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 56, key = "int32"))]
        pub map_int32_int32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 57, key = "int64"))]
        pub map_int64_int64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 58, key = "uint32"))]
        pub map_uint32_uint32: std::collections::BTreeMap<String, u32>,
        #[record(proto(id = 59, key = "uint64"))]
        pub map_uint64_uint64: std::collections::BTreeMap<String, u64>,
        #[record(proto(id = 60, type = "sint32", key = "sint32"))]
        pub map_sint32_sint32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 61, type = "sint64", key = "sint64"))]
        pub map_sint64_sint64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 62, type = "fixed32", key = "fixed32"))]
        pub map_fixed32_fixed32: std::collections::BTreeMap<String, u32>,
        #[record(proto(id = 63, type = "fixed64", key = "fixed64"))]
        pub map_fixed64_fixed64: std::collections::BTreeMap<String, u64>,
        #[record(proto(id = 64, type = "sfixed32", key = "sfixed32"))]
        pub map_sfixed32_sfixed32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 65, type = "sfixed64", key = "sfixed64"))]
        pub map_sfixed64_sfixed64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 104, key = "int32"))]
        pub map_int32_bool: std::collections::BTreeMap<String, bool>,
        #[record(proto(id = 66, key = "int32"))]
        pub map_int32_float: std::collections::BTreeMap<String, f32>,
        #[record(proto(id = 67, key = "int32"))]
        pub map_int32_double: std::collections::BTreeMap<String, f64>,
        #[record(proto(id = 103, key = "int32"))]
        pub map_int32_nested_message: std::collections::BTreeMap<String, Box<TestAllTypesProto2NestedMessage>>,
        #[record(proto(id = 68, key = "bool"))]
        pub map_bool_bool: std::collections::BTreeMap<String, bool>,
        #[record(proto(id = 69))]
        pub map_string_string: std::collections::BTreeMap<String, String>,
        #[record(proto(id = 70))]
        pub map_string_bytes: std::collections::BTreeMap<String, typecase::Bytes>,
        #[record(proto(id = 71))]
        pub map_string_nested_message: std::collections::BTreeMap<String, Box<TestAllTypesProto2NestedMessage>>,
        #[record(proto(id = 72))]
        pub map_string_foreign_message: std::collections::BTreeMap<String, Box<ForeignMessageProto2>>,
        #[record(proto(id = 73))]
        pub map_string_nested_enum: std::collections::BTreeMap<String, TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 74))]
        pub map_string_foreign_enum: std::collections::BTreeMap<String, ForeignEnumProto2>,
        #[record(proto(id = 111, oneof = "oneof_field"))]
        pub oneof_uint32: Option<u32>,
        #[record(proto(id = 112, oneof = "oneof_field"))]
        pub oneof_nested_message: Option<Box<TestAllTypesProto2NestedMessage>>,
        #[record(proto(id = 113, oneof = "oneof_field"))]
        pub oneof_string: Option<String>,
        #[record(proto(id = 114, oneof = "oneof_field"))]
        pub oneof_bytes: Option<typecase::Bytes>,
        #[record(proto(id = 115, oneof = "oneof_field"))]
        pub oneof_bool: Option<bool>,
        #[record(proto(id = 116, oneof = "oneof_field"))]
        pub oneof_uint64: Option<u64>,
        #[record(proto(id = 117, oneof = "oneof_field"))]
        pub oneof_float: Option<f32>,
        #[record(proto(id = 118, oneof = "oneof_field"))]
        pub oneof_double: Option<f64>,
        #[record(proto(id = 119, oneof = "oneof_field"))]
        pub oneof_enum: Option<TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 201, delimited = true))]
        pub data: Option<Box<TestAllTypesProto2Data>>,
        #[record(proto(id = 204, delimited = true))]
        pub multiwordgroupfield: Option<Box<TestAllTypesProto2MultiWordGroupField>>,
        #[record(proto(id = 241))]
        pub default_int32: Option<i32>,
        #[record(proto(id = 242))]
        pub default_int64: Option<i64>,
        #[record(proto(id = 243))]
        pub default_uint32: Option<u32>,
        #[record(proto(id = 244))]
        pub default_uint64: Option<u64>,
        #[record(proto(id = 245, type = "sint32"))]
        pub default_sint32: Option<i32>,
        #[record(proto(id = 246, type = "sint64"))]
        pub default_sint64: Option<i64>,
        #[record(proto(id = 247, type = "fixed32"))]
        pub default_fixed32: Option<u32>,
        #[record(proto(id = 248, type = "fixed64"))]
        pub default_fixed64: Option<u64>,
        #[record(proto(id = 249, type = "sfixed32"))]
        pub default_sfixed32: Option<i32>,
        #[record(proto(id = 250, type = "sfixed64"))]
        pub default_sfixed64: Option<i64>,
        #[record(proto(id = 251))]
        pub default_float: Option<f32>,
        #[record(proto(id = 252))]
        pub default_double: Option<f64>,
        #[record(proto(id = 253))]
        pub default_bool: Option<bool>,
        #[record(proto(id = 254))]
        pub default_string: Option<String>,
        #[record(proto(id = 255))]
        pub default_bytes: Option<typecase::Bytes>,
        #[record(proto(id = 401))]
        pub fieldname1: Option<i32>,
        #[record(proto(id = 402))]
        pub field_name2: Option<i32>,
        #[record(proto(id = 403))]
        pub _field_name3: Option<i32>,
        #[record(proto(id = 404))]
        pub field__name4_: Option<i32>,
        #[record(proto(id = 405))]
        pub field0name5: Option<i32>,
        #[record(proto(id = 406))]
        pub field_0_name6: Option<i32>,
        #[record(proto(id = 407))]
        pub fieldName7: Option<i32>,
        #[record(proto(id = 408))]
        pub FieldName8: Option<i32>,
        #[record(proto(id = 409))]
        pub field_Name9: Option<i32>,
        #[record(proto(id = 410))]
        pub Field_Name10: Option<i32>,
        #[record(proto(id = 411))]
        pub FIELD_NAME11: Option<i32>,
        #[record(proto(id = 412))]
        pub FIELD_name12: Option<i32>,
        #[record(proto(id = 413))]
        pub __field_name13: Option<i32>,
        #[record(proto(id = 414))]
        pub __Field_name14: Option<i32>,
        #[record(proto(id = 415))]
        pub field__name15: Option<i32>,
        #[record(proto(id = 416))]
        pub field__Name16: Option<i32>,
        #[record(proto(id = 417))]
        pub field_name17__: Option<i32>,
        #[record(proto(id = 418))]
        pub Field_name18__: Option<i32>,
        #[record(proto(id = 500))]
        pub message_set_correct: Option<Box<TestAllTypesProto2MessageSetCorrect>>,
        #[record(rename = "[protobuf_test_messages.proto2.extension_int32]", proto(id = 120))]
        pub protobuf_test_messages_proto2_extension_int32: Option<i32>,
        #[record(rename = "[protobuf_test_messages.proto2.groupfield]", proto(id = 121, delimited = true))]
        pub protobuf_test_messages_proto2_groupfield: Option<Box<GroupField>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Any {
        #[record(proto(id = 1))]
        pub type_url: String,
        #[record(proto(id = 2))]
        pub value: typecase::Bytes,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Duration {
        #[record(proto(id = 1))]
        pub seconds: i64,
        #[record(proto(id = 2))]
        pub nanos: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Empty {
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct FieldMask {
        #[record(proto(id = 1))]
        pub paths: Vec<String>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Int32Value {
        #[record(proto(id = 1))]
        pub value: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Struct {
        #[record(proto(id = 1))]
        pub fields: std::collections::BTreeMap<String, Box<Value>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Timestamp {
        #[record(proto(id = 1))]
        pub seconds: i64,
        #[record(proto(id = 2))]
        pub nanos: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Value {
        #[record(proto(id = 1, oneof = "kind"))]
        pub null_value: Option<NullValue>,
        #[record(proto(id = 2, oneof = "kind"))]
        pub number_value: Option<f64>,
        #[record(proto(id = 3, oneof = "kind"))]
        pub string_value: Option<String>,
        #[record(proto(id = 4, oneof = "kind"))]
        pub bool_value: Option<bool>,
        #[record(proto(id = 5, oneof = "kind"))]
        pub struct_value: Option<Box<Struct>>,
        #[record(proto(id = 6, oneof = "kind"))]
        pub list_value: Option<Box<ListValue>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto2NestedMessage {
        #[record(proto(id = 1))]
        pub a: Option<i32>,
        #[record(proto(id = 2))]
        pub corecursive: Option<Box<TestAllTypesProto2>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct ForeignMessageProto2 {
        #[record(proto(id = 1))]
        pub c: Option<i32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub enum TestAllTypesProto2NestedEnum {
        #[record(proto(id = 0))]
        FOO,
        #[record(proto(id = 1))]
        BAR,
        #[record(proto(id = 2))]
        BAZ,
        #[record(proto(id = -1))]
        NEG,
    }
    #[derive(typecase::Record)]
    pub enum ForeignEnumProto2 {
        #[record(proto(id = 0))]
        FOREIGN_FOO,
        #[record(proto(id = 1))]
        FOREIGN_BAR,
        #[record(proto(id = 2))]
        FOREIGN_BAZ,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto2Data {
        #[record(proto(id = 202))]
        pub group_int32: Option<i32>,
        #[record(proto(id = 203))]
        pub group_uint32: Option<u32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto2MultiWordGroupField {
        #[record(proto(id = 205))]
        pub group_int32: Option<i32>,
        #[record(proto(id = 206))]
        pub group_uint32: Option<u32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto2MessageSetCorrect {
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct GroupField {
        #[record(proto(id = 122))]
        pub group_int32: Option<i32>,
        #[record(proto(id = 123))]
        pub group_uint32: Option<u32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub enum NullValue {
        #[record(proto(id = 0))]
        NULL_VALUE,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub struct ListValue {
        #[record(proto(id = 1))]
        pub values: Vec<Box<Value>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
}

#[rustfmt::skip]
pub mod proto3 {
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto3 {
        #[record(proto(id = 1))]
        pub optional_int32: i32,
        #[record(proto(id = 2))]
        pub optional_int64: i64,
        #[record(proto(id = 3))]
        pub optional_uint32: u32,
        #[record(proto(id = 4))]
        pub optional_uint64: u64,
        #[record(proto(id = 5, type = "sint32"))]
        pub optional_sint32: i32,
        #[record(proto(id = 6, type = "sint64"))]
        pub optional_sint64: i64,
        #[record(proto(id = 7, type = "fixed32"))]
        pub optional_fixed32: u32,
        #[record(proto(id = 8, type = "fixed64"))]
        pub optional_fixed64: u64,
        #[record(proto(id = 9, type = "sfixed32"))]
        pub optional_sfixed32: i32,
        #[record(proto(id = 10, type = "sfixed64"))]
        pub optional_sfixed64: i64,
        #[record(proto(id = 11))]
        pub optional_float: f32,
        #[record(proto(id = 12))]
        pub optional_double: f64,
        #[record(proto(id = 13))]
        pub optional_bool: bool,
        #[record(proto(id = 14))]
        pub optional_string: String,
        #[record(proto(id = 15))]
        pub optional_bytes: typecase::Bytes,
        #[record(proto(id = 18))]
        pub optional_nested_message: Option<Box<TestAllTypesProto3NestedMessage>>,
        #[record(proto(id = 19))]
        pub optional_foreign_message: Option<Box<ForeignMessage>>,
        #[record(proto(id = 21))]
        pub optional_nested_enum: TestAllTypesProto3NestedEnum,
        #[record(proto(id = 22))]
        pub optional_foreign_enum: ForeignEnum,
        #[record(proto(id = 23))]
        pub optional_aliased_enum: TestAllTypesProto3AliasedEnum,
        #[record(proto(id = 24))]
        pub optional_string_piece: String,
        #[record(proto(id = 25))]
        pub optional_cord: String,
        #[record(proto(id = 27))]
        pub recursive_message: Option<Box<TestAllTypesProto3>>,
        #[record(proto(id = 31))]
        pub repeated_int32: Vec<i32>,
        #[record(proto(id = 32))]
        pub repeated_int64: Vec<i64>,
        #[record(proto(id = 33))]
        pub repeated_uint32: Vec<u32>,
        #[record(proto(id = 34))]
        pub repeated_uint64: Vec<u64>,
        #[record(proto(id = 35, type = "sint32"))]
        pub repeated_sint32: Vec<i32>,
        #[record(proto(id = 36, type = "sint64"))]
        pub repeated_sint64: Vec<i64>,
        #[record(proto(id = 37, type = "fixed32"))]
        pub repeated_fixed32: Vec<u32>,
        #[record(proto(id = 38, type = "fixed64"))]
        pub repeated_fixed64: Vec<u64>,
        #[record(proto(id = 39, type = "sfixed32"))]
        pub repeated_sfixed32: Vec<i32>,
        #[record(proto(id = 40, type = "sfixed64"))]
        pub repeated_sfixed64: Vec<i64>,
        #[record(proto(id = 41))]
        pub repeated_float: Vec<f32>,
        #[record(proto(id = 42))]
        pub repeated_double: Vec<f64>,
        #[record(proto(id = 43))]
        pub repeated_bool: Vec<bool>,
        #[record(proto(id = 44))]
        pub repeated_string: Vec<String>,
        #[record(proto(id = 45))]
        pub repeated_bytes: Vec<typecase::Bytes>,
        #[record(proto(id = 48))]
        pub repeated_nested_message: Vec<Box<TestAllTypesProto3NestedMessage>>,
        #[record(proto(id = 49))]
        pub repeated_foreign_message: Vec<Box<ForeignMessage>>,
        #[record(proto(id = 51))]
        pub repeated_nested_enum: Vec<TestAllTypesProto3NestedEnum>,
        #[record(proto(id = 52))]
        pub repeated_foreign_enum: Vec<ForeignEnum>,
        #[record(proto(id = 54))]
        pub repeated_string_piece: Vec<String>,
        #[record(proto(id = 55))]
        pub repeated_cord: Vec<String>,
        #[record(proto(id = 75))]
        pub packed_int32: Vec<i32>,
        #[record(proto(id = 76))]
        pub packed_int64: Vec<i64>,
        #[record(proto(id = 77))]
        pub packed_uint32: Vec<u32>,
        #[record(proto(id = 78))]
        pub packed_uint64: Vec<u64>,
        #[record(proto(id = 79, type = "sint32"))]
        pub packed_sint32: Vec<i32>,
        #[record(proto(id = 80, type = "sint64"))]
        pub packed_sint64: Vec<i64>,
        #[record(proto(id = 81, type = "fixed32"))]
        pub packed_fixed32: Vec<u32>,
        #[record(proto(id = 82, type = "fixed64"))]
        pub packed_fixed64: Vec<u64>,
        #[record(proto(id = 83, type = "sfixed32"))]
        pub packed_sfixed32: Vec<i32>,
        #[record(proto(id = 84, type = "sfixed64"))]
        pub packed_sfixed64: Vec<i64>,
        #[record(proto(id = 85))]
        pub packed_float: Vec<f32>,
        #[record(proto(id = 86))]
        pub packed_double: Vec<f64>,
        #[record(proto(id = 87))]
        pub packed_bool: Vec<bool>,
        #[record(proto(id = 88))]
        pub packed_nested_enum: Vec<TestAllTypesProto3NestedEnum>,
        #[record(proto(id = 89, packed = false))]
        pub unpacked_int32: Vec<i32>,
        #[record(proto(id = 90, packed = false))]
        pub unpacked_int64: Vec<i64>,
        #[record(proto(id = 91, packed = false))]
        pub unpacked_uint32: Vec<u32>,
        #[record(proto(id = 92, packed = false))]
        pub unpacked_uint64: Vec<u64>,
        #[record(proto(id = 93, type = "sint32", packed = false))]
        pub unpacked_sint32: Vec<i32>,
        #[record(proto(id = 94, type = "sint64", packed = false))]
        pub unpacked_sint64: Vec<i64>,
        #[record(proto(id = 95, type = "fixed32", packed = false))]
        pub unpacked_fixed32: Vec<u32>,
        #[record(proto(id = 96, type = "fixed64", packed = false))]
        pub unpacked_fixed64: Vec<u64>,
        #[record(proto(id = 97, type = "sfixed32", packed = false))]
        pub unpacked_sfixed32: Vec<i32>,
        #[record(proto(id = 98, type = "sfixed64", packed = false))]
        pub unpacked_sfixed64: Vec<i64>,
        #[record(proto(id = 99, packed = false))]
        pub unpacked_float: Vec<f32>,
        #[record(proto(id = 100, packed = false))]
        pub unpacked_double: Vec<f64>,
        #[record(proto(id = 101, packed = false))]
        pub unpacked_bool: Vec<bool>,
        #[record(proto(id = 102, packed = false))]
        pub unpacked_nested_enum: Vec<TestAllTypesProto3NestedEnum>,
        #[record(proto(id = 56, key = "int32"))]
        pub map_int32_int32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 57, key = "int64"))]
        pub map_int64_int64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 58, key = "uint32"))]
        pub map_uint32_uint32: std::collections::BTreeMap<String, u32>,
        #[record(proto(id = 59, key = "uint64"))]
        pub map_uint64_uint64: std::collections::BTreeMap<String, u64>,
        #[record(proto(id = 60, type = "sint32", key = "sint32"))]
        pub map_sint32_sint32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 61, type = "sint64", key = "sint64"))]
        pub map_sint64_sint64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 62, type = "fixed32", key = "fixed32"))]
        pub map_fixed32_fixed32: std::collections::BTreeMap<String, u32>,
        #[record(proto(id = 63, type = "fixed64", key = "fixed64"))]
        pub map_fixed64_fixed64: std::collections::BTreeMap<String, u64>,
        #[record(proto(id = 64, type = "sfixed32", key = "sfixed32"))]
        pub map_sfixed32_sfixed32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 65, type = "sfixed64", key = "sfixed64"))]
        pub map_sfixed64_sfixed64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 66, key = "int32"))]
        pub map_int32_float: std::collections::BTreeMap<String, f32>,
        #[record(proto(id = 67, key = "int32"))]
        pub map_int32_double: std::collections::BTreeMap<String, f64>,
        #[record(proto(id = 68, key = "bool"))]
        pub map_bool_bool: std::collections::BTreeMap<String, bool>,
        #[record(proto(id = 69))]
        pub map_string_string: std::collections::BTreeMap<String, String>,
        #[record(proto(id = 70))]
        pub map_string_bytes: std::collections::BTreeMap<String, typecase::Bytes>,
        #[record(proto(id = 71))]
        pub map_string_nested_message: std::collections::BTreeMap<String, Box<TestAllTypesProto3NestedMessage>>,
        #[record(proto(id = 72))]
        pub map_string_foreign_message: std::collections::BTreeMap<String, Box<ForeignMessage>>,
        #[record(proto(id = 73))]
        pub map_string_nested_enum: std::collections::BTreeMap<String, TestAllTypesProto3NestedEnum>,
        #[record(proto(id = 74))]
        pub map_string_foreign_enum: std::collections::BTreeMap<String, ForeignEnum>,
        #[record(proto(id = 111, oneof = "oneof_field"))]
        pub oneof_uint32: Option<u32>,
        #[record(proto(id = 112, oneof = "oneof_field"))]
        pub oneof_nested_message: Option<Box<TestAllTypesProto3NestedMessage>>,
        #[record(proto(id = 113, oneof = "oneof_field"))]
        pub oneof_string: Option<String>,
        #[record(proto(id = 114, oneof = "oneof_field"))]
        pub oneof_bytes: Option<typecase::Bytes>,
        #[record(proto(id = 115, oneof = "oneof_field"))]
        pub oneof_bool: Option<bool>,
        #[record(proto(id = 116, oneof = "oneof_field"))]
        pub oneof_uint64: Option<u64>,
        #[record(proto(id = 117, oneof = "oneof_field"))]
        pub oneof_float: Option<f32>,
        #[record(proto(id = 118, oneof = "oneof_field"))]
        pub oneof_double: Option<f64>,
        #[record(proto(id = 119, oneof = "oneof_field"))]
        pub oneof_enum: Option<TestAllTypesProto3NestedEnum>,
        #[record(proto(id = 120, oneof = "oneof_field"))]
        pub oneof_null_value: Option<NullValue>,
        #[record(proto(id = 201))]
        pub optional_bool_wrapper: Option<Box<BoolValue>>,
        #[record(proto(id = 202))]
        pub optional_int32_wrapper: Option<Box<Int32Value>>,
        #[record(proto(id = 203))]
        pub optional_int64_wrapper: Option<Box<Int64Value>>,
        #[record(proto(id = 204))]
        pub optional_uint32_wrapper: Option<Box<UInt32Value>>,
        #[record(proto(id = 205))]
        pub optional_uint64_wrapper: Option<Box<UInt64Value>>,
        #[record(proto(id = 206))]
        pub optional_float_wrapper: Option<Box<FloatValue>>,
        #[record(proto(id = 207))]
        pub optional_double_wrapper: Option<Box<DoubleValue>>,
        #[record(proto(id = 208))]
        pub optional_string_wrapper: Option<Box<StringValue>>,
        #[record(proto(id = 209))]
        pub optional_bytes_wrapper: Option<Box<BytesValue>>,
        #[record(proto(id = 211))]
        pub repeated_bool_wrapper: Vec<Box<BoolValue>>,
        #[record(proto(id = 212))]
        pub repeated_int32_wrapper: Vec<Box<Int32Value>>,
        #[record(proto(id = 213))]
        pub repeated_int64_wrapper: Vec<Box<Int64Value>>,
        #[record(proto(id = 214))]
        pub repeated_uint32_wrapper: Vec<Box<UInt32Value>>,
        #[record(proto(id = 215))]
        pub repeated_uint64_wrapper: Vec<Box<UInt64Value>>,
        #[record(proto(id = 216))]
        pub repeated_float_wrapper: Vec<Box<FloatValue>>,
        #[record(proto(id = 217))]
        pub repeated_double_wrapper: Vec<Box<DoubleValue>>,
        #[record(proto(id = 218))]
        pub repeated_string_wrapper: Vec<Box<StringValue>>,
        #[record(proto(id = 219))]
        pub repeated_bytes_wrapper: Vec<Box<BytesValue>>,
        #[record(proto(id = 301))]
        pub optional_duration: Option<Box<Duration>>,
        #[record(proto(id = 302))]
        pub optional_timestamp: Option<Box<Timestamp>>,
        #[record(proto(id = 303))]
        pub optional_field_mask: Option<Box<FieldMask>>,
        #[record(proto(id = 304))]
        pub optional_struct: Option<Box<Struct>>,
        #[record(proto(id = 305))]
        pub optional_any: Option<Box<Any>>,
        #[record(proto(id = 306))]
        pub optional_value: Option<Box<Value>>,
        #[record(proto(id = 307))]
        pub optional_null_value: NullValue,
        #[record(proto(id = 311))]
        pub repeated_duration: Vec<Box<Duration>>,
        #[record(proto(id = 312))]
        pub repeated_timestamp: Vec<Box<Timestamp>>,
        #[record(proto(id = 313))]
        pub repeated_fieldmask: Vec<Box<FieldMask>>,
        #[record(proto(id = 324))]
        pub repeated_struct: Vec<Box<Struct>>,
        #[record(proto(id = 315))]
        pub repeated_any: Vec<Box<Any>>,
        #[record(proto(id = 316))]
        pub repeated_value: Vec<Box<Value>>,
        #[record(proto(id = 317))]
        pub repeated_list_value: Vec<Box<ListValue>>,
        #[record(proto(id = 401))]
        pub fieldname1: i32,
        #[record(proto(id = 402))]
        pub field_name2: i32,
        #[record(proto(id = 403))]
        pub _field_name3: i32,
        #[record(proto(id = 404))]
        pub field__name4_: i32,
        #[record(proto(id = 405))]
        pub field0name5: i32,
        #[record(proto(id = 406))]
        pub field_0_name6: i32,
        #[record(proto(id = 407))]
        pub fieldName7: i32,
        #[record(proto(id = 408))]
        pub FieldName8: i32,
        #[record(proto(id = 409))]
        pub field_Name9: i32,
        #[record(proto(id = 410))]
        pub Field_Name10: i32,
        #[record(proto(id = 411))]
        pub FIELD_NAME11: i32,
        #[record(proto(id = 412))]
        pub FIELD_name12: i32,
        #[record(proto(id = 413))]
        pub __field_name13: i32,
        #[record(proto(id = 414))]
        pub __Field_name14: i32,
        #[record(proto(id = 415))]
        pub field__name15: i32,
        #[record(proto(id = 416))]
        pub field__Name16: i32,
        #[record(proto(id = 417))]
        pub field_name17__: i32,
        #[record(proto(id = 418))]
        pub Field_name18__: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Any {
        #[record(proto(id = 1))]
        pub type_url: String,
        #[record(proto(id = 2))]
        pub value: typecase::Bytes,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Duration {
        #[record(proto(id = 1))]
        pub seconds: i64,
        #[record(proto(id = 2))]
        pub nanos: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Empty {
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct FieldMask {
        #[record(proto(id = 1))]
        pub paths: Vec<String>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Int32Value {
        #[record(proto(id = 1))]
        pub value: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Struct {
        #[record(proto(id = 1))]
        pub fields: std::collections::BTreeMap<String, Box<Value>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Timestamp {
        #[record(proto(id = 1))]
        pub seconds: i64,
        #[record(proto(id = 2))]
        pub nanos: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Value {
        #[record(proto(id = 1, oneof = "kind"))]
        pub null_value: Option<NullValue>,
        #[record(proto(id = 2, oneof = "kind"))]
        pub number_value: Option<f64>,
        #[record(proto(id = 3, oneof = "kind"))]
        pub string_value: Option<String>,
        #[record(proto(id = 4, oneof = "kind"))]
        pub bool_value: Option<bool>,
        #[record(proto(id = 5, oneof = "kind"))]
        pub struct_value: Option<Box<Struct>>,
        #[record(proto(id = 6, oneof = "kind"))]
        pub list_value: Option<Box<ListValue>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto3NestedMessage {
        #[record(proto(id = 1))]
        pub a: i32,
        #[record(proto(id = 2))]
        pub corecursive: Option<Box<TestAllTypesProto3>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct ForeignMessage {
        #[record(proto(id = 1))]
        pub c: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub enum TestAllTypesProto3NestedEnum {
        #[record(proto(id = 0))]
        FOO,
        #[record(proto(id = 1))]
        BAR,
        #[record(proto(id = 2))]
        BAZ,
        #[record(proto(id = -1))]
        NEG,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub enum ForeignEnum {
        #[record(proto(id = 0))]
        FOREIGN_FOO,
        #[record(proto(id = 1))]
        FOREIGN_BAR,
        #[record(proto(id = 2))]
        FOREIGN_BAZ,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub enum TestAllTypesProto3AliasedEnum {
        #[record(proto(id = 0))]
        ALIAS_FOO,
        #[record(proto(id = 1))]
        ALIAS_BAR,
        #[record(proto(id = 2))]
        ALIAS_BAZ,
        #[record(proto(id = 2))]
        MOO,
        #[record(proto(id = 2))]
        moo,
        #[record(proto(id = 2))]
        bAz,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub enum NullValue {
        #[record(proto(id = 0))]
        NULL_VALUE,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub struct BoolValue {
        #[record(proto(id = 1))]
        pub value: bool,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Int64Value {
        #[record(proto(id = 1))]
        pub value: i64,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct UInt32Value {
        #[record(proto(id = 1))]
        pub value: u32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct UInt64Value {
        #[record(proto(id = 1))]
        pub value: u64,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct FloatValue {
        #[record(proto(id = 1))]
        pub value: f32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct DoubleValue {
        #[record(proto(id = 1))]
        pub value: f64,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct StringValue {
        #[record(proto(id = 1))]
        pub value: String,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct BytesValue {
        #[record(proto(id = 1))]
        pub value: typecase::Bytes,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct ListValue {
        #[record(proto(id = 1))]
        pub values: Vec<Box<Value>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
}

#[rustfmt::skip]
pub mod editions_proto2 {
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto2 {
        #[record(proto(id = 1))]
        pub optional_int32: Option<i32>,
        #[record(proto(id = 2))]
        pub optional_int64: Option<i64>,
        #[record(proto(id = 3))]
        pub optional_uint32: Option<u32>,
        #[record(proto(id = 4))]
        pub optional_uint64: Option<u64>,
        #[record(proto(id = 5, type = "sint32"))]
        pub optional_sint32: Option<i32>,
        #[record(proto(id = 6, type = "sint64"))]
        pub optional_sint64: Option<i64>,
        #[record(proto(id = 7, type = "fixed32"))]
        pub optional_fixed32: Option<u32>,
        #[record(proto(id = 8, type = "fixed64"))]
        pub optional_fixed64: Option<u64>,
        #[record(proto(id = 9, type = "sfixed32"))]
        pub optional_sfixed32: Option<i32>,
        #[record(proto(id = 10, type = "sfixed64"))]
        pub optional_sfixed64: Option<i64>,
        #[record(proto(id = 11))]
        pub optional_float: Option<f32>,
        #[record(proto(id = 12))]
        pub optional_double: Option<f64>,
        #[record(proto(id = 13))]
        pub optional_bool: Option<bool>,
        #[record(proto(id = 14))]
        pub optional_string: Option<String>,
        #[record(proto(id = 15))]
        pub optional_bytes: Option<typecase::Bytes>,
        #[record(proto(id = 18))]
        pub optional_nested_message: Option<Box<TestAllTypesProto2NestedMessage>>,
        #[record(proto(id = 19))]
        pub optional_foreign_message: Option<Box<ForeignMessageProto2>>,
        #[record(proto(id = 21))]
        pub optional_nested_enum: Option<TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 22))]
        pub optional_foreign_enum: Option<ForeignEnumProto2>,
        #[record(proto(id = 24))]
        pub optional_string_piece: Option<String>,
        #[record(proto(id = 25))]
        pub optional_cord: Option<String>,
        #[record(proto(id = 27))]
        pub recursive_message: Option<Box<TestAllTypesProto2>>,
        #[record(proto(id = 31, packed = false))]
        pub repeated_int32: Vec<i32>,
        #[record(proto(id = 32, packed = false))]
        pub repeated_int64: Vec<i64>,
        #[record(proto(id = 33, packed = false))]
        pub repeated_uint32: Vec<u32>,
        #[record(proto(id = 34, packed = false))]
        pub repeated_uint64: Vec<u64>,
        #[record(proto(id = 35, type = "sint32", packed = false))]
        pub repeated_sint32: Vec<i32>,
        #[record(proto(id = 36, type = "sint64", packed = false))]
        pub repeated_sint64: Vec<i64>,
        #[record(proto(id = 37, type = "fixed32", packed = false))]
        pub repeated_fixed32: Vec<u32>,
        #[record(proto(id = 38, type = "fixed64", packed = false))]
        pub repeated_fixed64: Vec<u64>,
        #[record(proto(id = 39, type = "sfixed32", packed = false))]
        pub repeated_sfixed32: Vec<i32>,
        #[record(proto(id = 40, type = "sfixed64", packed = false))]
        pub repeated_sfixed64: Vec<i64>,
        #[record(proto(id = 41, packed = false))]
        pub repeated_float: Vec<f32>,
        #[record(proto(id = 42, packed = false))]
        pub repeated_double: Vec<f64>,
        #[record(proto(id = 43, packed = false))]
        pub repeated_bool: Vec<bool>,
        #[record(proto(id = 44))]
        pub repeated_string: Vec<String>,
        #[record(proto(id = 45))]
        pub repeated_bytes: Vec<typecase::Bytes>,
        #[record(proto(id = 48))]
        pub repeated_nested_message: Vec<Box<TestAllTypesProto2NestedMessage>>,
        #[record(proto(id = 49))]
        pub repeated_foreign_message: Vec<Box<ForeignMessageProto2>>,
        #[record(proto(id = 51, packed = false))]
        pub repeated_nested_enum: Vec<TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 52, packed = false))]
        pub repeated_foreign_enum: Vec<ForeignEnumProto2>,
        #[record(proto(id = 54))]
        pub repeated_string_piece: Vec<String>,
        #[record(proto(id = 55))]
        pub repeated_cord: Vec<String>,
        #[record(proto(id = 75))]
        pub packed_int32: Vec<i32>,
        #[record(proto(id = 76))]
        pub packed_int64: Vec<i64>,
        #[record(proto(id = 77))]
        pub packed_uint32: Vec<u32>,
        #[record(proto(id = 78))]
        pub packed_uint64: Vec<u64>,
        #[record(proto(id = 79, type = "sint32"))]
        pub packed_sint32: Vec<i32>,
        #[record(proto(id = 80, type = "sint64"))]
        pub packed_sint64: Vec<i64>,
        #[record(proto(id = 81, type = "fixed32"))]
        pub packed_fixed32: Vec<u32>,
        #[record(proto(id = 82, type = "fixed64"))]
        pub packed_fixed64: Vec<u64>,
        #[record(proto(id = 83, type = "sfixed32"))]
        pub packed_sfixed32: Vec<i32>,
        #[record(proto(id = 84, type = "sfixed64"))]
        pub packed_sfixed64: Vec<i64>,
        #[record(proto(id = 85))]
        pub packed_float: Vec<f32>,
        #[record(proto(id = 86))]
        pub packed_double: Vec<f64>,
        #[record(proto(id = 87))]
        pub packed_bool: Vec<bool>,
        #[record(proto(id = 88))]
        pub packed_nested_enum: Vec<TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 89, packed = false))]
        pub unpacked_int32: Vec<i32>,
        #[record(proto(id = 90, packed = false))]
        pub unpacked_int64: Vec<i64>,
        #[record(proto(id = 91, packed = false))]
        pub unpacked_uint32: Vec<u32>,
        #[record(proto(id = 92, packed = false))]
        pub unpacked_uint64: Vec<u64>,
        #[record(proto(id = 93, type = "sint32", packed = false))]
        pub unpacked_sint32: Vec<i32>,
        #[record(proto(id = 94, type = "sint64", packed = false))]
        pub unpacked_sint64: Vec<i64>,
        #[record(proto(id = 95, type = "fixed32", packed = false))]
        pub unpacked_fixed32: Vec<u32>,
        #[record(proto(id = 96, type = "fixed64", packed = false))]
        pub unpacked_fixed64: Vec<u64>,
        #[record(proto(id = 97, type = "sfixed32", packed = false))]
        pub unpacked_sfixed32: Vec<i32>,
        #[record(proto(id = 98, type = "sfixed64", packed = false))]
        pub unpacked_sfixed64: Vec<i64>,
        #[record(proto(id = 99, packed = false))]
        pub unpacked_float: Vec<f32>,
        #[record(proto(id = 100, packed = false))]
        pub unpacked_double: Vec<f64>,
        #[record(proto(id = 101, packed = false))]
        pub unpacked_bool: Vec<bool>,
        #[record(proto(id = 102, packed = false))]
        pub unpacked_nested_enum: Vec<TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 56, key = "int32"))]
        pub map_int32_int32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 57, key = "int64"))]
        pub map_int64_int64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 58, key = "uint32"))]
        pub map_uint32_uint32: std::collections::BTreeMap<String, u32>,
        #[record(proto(id = 59, key = "uint64"))]
        pub map_uint64_uint64: std::collections::BTreeMap<String, u64>,
        #[record(proto(id = 60, type = "sint32", key = "sint32"))]
        pub map_sint32_sint32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 61, type = "sint64", key = "sint64"))]
        pub map_sint64_sint64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 62, type = "fixed32", key = "fixed32"))]
        pub map_fixed32_fixed32: std::collections::BTreeMap<String, u32>,
        #[record(proto(id = 63, type = "fixed64", key = "fixed64"))]
        pub map_fixed64_fixed64: std::collections::BTreeMap<String, u64>,
        #[record(proto(id = 64, type = "sfixed32", key = "sfixed32"))]
        pub map_sfixed32_sfixed32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 65, type = "sfixed64", key = "sfixed64"))]
        pub map_sfixed64_sfixed64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 104, key = "int32"))]
        pub map_int32_bool: std::collections::BTreeMap<String, bool>,
        #[record(proto(id = 66, key = "int32"))]
        pub map_int32_float: std::collections::BTreeMap<String, f32>,
        #[record(proto(id = 67, key = "int32"))]
        pub map_int32_double: std::collections::BTreeMap<String, f64>,
        #[record(proto(id = 103, key = "int32"))]
        pub map_int32_nested_message: std::collections::BTreeMap<String, Box<TestAllTypesProto2NestedMessage>>,
        #[record(proto(id = 68, key = "bool"))]
        pub map_bool_bool: std::collections::BTreeMap<String, bool>,
        #[record(proto(id = 69))]
        pub map_string_string: std::collections::BTreeMap<String, String>,
        #[record(proto(id = 70))]
        pub map_string_bytes: std::collections::BTreeMap<String, typecase::Bytes>,
        #[record(proto(id = 71))]
        pub map_string_nested_message: std::collections::BTreeMap<String, Box<TestAllTypesProto2NestedMessage>>,
        #[record(proto(id = 72))]
        pub map_string_foreign_message: std::collections::BTreeMap<String, Box<ForeignMessageProto2>>,
        #[record(proto(id = 73))]
        pub map_string_nested_enum: std::collections::BTreeMap<String, TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 74))]
        pub map_string_foreign_enum: std::collections::BTreeMap<String, ForeignEnumProto2>,
        #[record(proto(id = 111, oneof = "oneof_field"))]
        pub oneof_uint32: Option<u32>,
        #[record(proto(id = 112, oneof = "oneof_field"))]
        pub oneof_nested_message: Option<Box<TestAllTypesProto2NestedMessage>>,
        #[record(proto(id = 113, oneof = "oneof_field"))]
        pub oneof_string: Option<String>,
        #[record(proto(id = 114, oneof = "oneof_field"))]
        pub oneof_bytes: Option<typecase::Bytes>,
        #[record(proto(id = 115, oneof = "oneof_field"))]
        pub oneof_bool: Option<bool>,
        #[record(proto(id = 116, oneof = "oneof_field"))]
        pub oneof_uint64: Option<u64>,
        #[record(proto(id = 117, oneof = "oneof_field"))]
        pub oneof_float: Option<f32>,
        #[record(proto(id = 118, oneof = "oneof_field"))]
        pub oneof_double: Option<f64>,
        #[record(proto(id = 119, oneof = "oneof_field"))]
        pub oneof_enum: Option<TestAllTypesProto2NestedEnum>,
        #[record(proto(id = 201, delimited = true))]
        pub data: Option<Box<TestAllTypesProto2Data>>,
        #[record(proto(id = 204, delimited = true))]
        pub multiwordgroupfield: Option<Box<TestAllTypesProto2MultiWordGroupField>>,
        #[record(proto(id = 241))]
        pub default_int32: Option<i32>,
        #[record(proto(id = 242))]
        pub default_int64: Option<i64>,
        #[record(proto(id = 243))]
        pub default_uint32: Option<u32>,
        #[record(proto(id = 244))]
        pub default_uint64: Option<u64>,
        #[record(proto(id = 245, type = "sint32"))]
        pub default_sint32: Option<i32>,
        #[record(proto(id = 246, type = "sint64"))]
        pub default_sint64: Option<i64>,
        #[record(proto(id = 247, type = "fixed32"))]
        pub default_fixed32: Option<u32>,
        #[record(proto(id = 248, type = "fixed64"))]
        pub default_fixed64: Option<u64>,
        #[record(proto(id = 249, type = "sfixed32"))]
        pub default_sfixed32: Option<i32>,
        #[record(proto(id = 250, type = "sfixed64"))]
        pub default_sfixed64: Option<i64>,
        #[record(proto(id = 251))]
        pub default_float: Option<f32>,
        #[record(proto(id = 252))]
        pub default_double: Option<f64>,
        #[record(proto(id = 253))]
        pub default_bool: Option<bool>,
        #[record(proto(id = 254))]
        pub default_string: Option<String>,
        #[record(proto(id = 255))]
        pub default_bytes: Option<typecase::Bytes>,
        #[record(proto(id = 401))]
        pub fieldname1: Option<i32>,
        #[record(proto(id = 402))]
        pub field_name2: Option<i32>,
        #[record(proto(id = 403))]
        pub _field_name3: Option<i32>,
        #[record(proto(id = 404))]
        pub field__name4_: Option<i32>,
        #[record(proto(id = 405))]
        pub field0name5: Option<i32>,
        #[record(proto(id = 406))]
        pub field_0_name6: Option<i32>,
        #[record(proto(id = 407))]
        pub fieldName7: Option<i32>,
        #[record(proto(id = 408))]
        pub FieldName8: Option<i32>,
        #[record(proto(id = 409))]
        pub field_Name9: Option<i32>,
        #[record(proto(id = 410))]
        pub Field_Name10: Option<i32>,
        #[record(proto(id = 411))]
        pub FIELD_NAME11: Option<i32>,
        #[record(proto(id = 412))]
        pub FIELD_name12: Option<i32>,
        #[record(proto(id = 413))]
        pub __field_name13: Option<i32>,
        #[record(proto(id = 414))]
        pub __Field_name14: Option<i32>,
        #[record(proto(id = 415))]
        pub field__name15: Option<i32>,
        #[record(proto(id = 416))]
        pub field__Name16: Option<i32>,
        #[record(proto(id = 417))]
        pub field_name17__: Option<i32>,
        #[record(proto(id = 418))]
        pub Field_name18__: Option<i32>,
        #[record(proto(id = 500))]
        pub message_set_correct: Option<Box<TestAllTypesProto2MessageSetCorrect>>,
        #[record(rename = "[protobuf_test_messages.editions.proto2.extension_int32]", proto(id = 120))]
        pub protobuf_test_messages_editions_proto2_extension_int32: Option<i32>,
        #[record(rename = "[protobuf_test_messages.editions.proto2.groupfield]", proto(id = 121, delimited = true))]
        pub protobuf_test_messages_editions_proto2_groupfield: Option<Box<GroupField>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Any {
        #[record(proto(id = 1))]
        pub type_url: String,
        #[record(proto(id = 2))]
        pub value: typecase::Bytes,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Duration {
        #[record(proto(id = 1))]
        pub seconds: i64,
        #[record(proto(id = 2))]
        pub nanos: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Empty {
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct FieldMask {
        #[record(proto(id = 1))]
        pub paths: Vec<String>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Int32Value {
        #[record(proto(id = 1))]
        pub value: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Struct {
        #[record(proto(id = 1))]
        pub fields: std::collections::BTreeMap<String, Box<Value>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Timestamp {
        #[record(proto(id = 1))]
        pub seconds: i64,
        #[record(proto(id = 2))]
        pub nanos: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Value {
        #[record(proto(id = 1, oneof = "kind"))]
        pub null_value: Option<NullValue>,
        #[record(proto(id = 2, oneof = "kind"))]
        pub number_value: Option<f64>,
        #[record(proto(id = 3, oneof = "kind"))]
        pub string_value: Option<String>,
        #[record(proto(id = 4, oneof = "kind"))]
        pub bool_value: Option<bool>,
        #[record(proto(id = 5, oneof = "kind"))]
        pub struct_value: Option<Box<Struct>>,
        #[record(proto(id = 6, oneof = "kind"))]
        pub list_value: Option<Box<ListValue>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto2NestedMessage {
        #[record(proto(id = 1))]
        pub a: Option<i32>,
        #[record(proto(id = 2))]
        pub corecursive: Option<Box<TestAllTypesProto2>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct ForeignMessageProto2 {
        #[record(proto(id = 1))]
        pub c: Option<i32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub enum TestAllTypesProto2NestedEnum {
        #[record(proto(id = 0))]
        FOO,
        #[record(proto(id = 1))]
        BAR,
        #[record(proto(id = 2))]
        BAZ,
        #[record(proto(id = -1))]
        NEG,
    }
    #[derive(typecase::Record)]
    pub enum ForeignEnumProto2 {
        #[record(proto(id = 0))]
        FOREIGN_FOO,
        #[record(proto(id = 1))]
        FOREIGN_BAR,
        #[record(proto(id = 2))]
        FOREIGN_BAZ,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto2Data {
        #[record(proto(id = 202))]
        pub group_int32: Option<i32>,
        #[record(proto(id = 203))]
        pub group_uint32: Option<u32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto2MultiWordGroupField {
        #[record(proto(id = 205))]
        pub group_int32: Option<i32>,
        #[record(proto(id = 206))]
        pub group_uint32: Option<u32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto2MessageSetCorrect {
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct GroupField {
        #[record(proto(id = 122))]
        pub group_int32: Option<i32>,
        #[record(proto(id = 123))]
        pub group_uint32: Option<u32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub enum NullValue {
        #[record(proto(id = 0))]
        NULL_VALUE,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub struct ListValue {
        #[record(proto(id = 1))]
        pub values: Vec<Box<Value>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
}

#[rustfmt::skip]
pub mod editions_proto3 {
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto3 {
        #[record(proto(id = 1))]
        pub optional_int32: i32,
        #[record(proto(id = 2))]
        pub optional_int64: i64,
        #[record(proto(id = 3))]
        pub optional_uint32: u32,
        #[record(proto(id = 4))]
        pub optional_uint64: u64,
        #[record(proto(id = 5, type = "sint32"))]
        pub optional_sint32: i32,
        #[record(proto(id = 6, type = "sint64"))]
        pub optional_sint64: i64,
        #[record(proto(id = 7, type = "fixed32"))]
        pub optional_fixed32: u32,
        #[record(proto(id = 8, type = "fixed64"))]
        pub optional_fixed64: u64,
        #[record(proto(id = 9, type = "sfixed32"))]
        pub optional_sfixed32: i32,
        #[record(proto(id = 10, type = "sfixed64"))]
        pub optional_sfixed64: i64,
        #[record(proto(id = 11))]
        pub optional_float: f32,
        #[record(proto(id = 12))]
        pub optional_double: f64,
        #[record(proto(id = 13))]
        pub optional_bool: bool,
        #[record(proto(id = 14))]
        pub optional_string: String,
        #[record(proto(id = 15))]
        pub optional_bytes: typecase::Bytes,
        #[record(proto(id = 18))]
        pub optional_nested_message: Option<Box<TestAllTypesProto3NestedMessage>>,
        #[record(proto(id = 19))]
        pub optional_foreign_message: Option<Box<ForeignMessage>>,
        #[record(proto(id = 21))]
        pub optional_nested_enum: TestAllTypesProto3NestedEnum,
        #[record(proto(id = 22))]
        pub optional_foreign_enum: ForeignEnum,
        #[record(proto(id = 23))]
        pub optional_aliased_enum: TestAllTypesProto3AliasedEnum,
        #[record(proto(id = 24))]
        pub optional_string_piece: String,
        #[record(proto(id = 25))]
        pub optional_cord: String,
        #[record(proto(id = 27))]
        pub recursive_message: Option<Box<TestAllTypesProto3>>,
        #[record(proto(id = 31))]
        pub repeated_int32: Vec<i32>,
        #[record(proto(id = 32))]
        pub repeated_int64: Vec<i64>,
        #[record(proto(id = 33))]
        pub repeated_uint32: Vec<u32>,
        #[record(proto(id = 34))]
        pub repeated_uint64: Vec<u64>,
        #[record(proto(id = 35, type = "sint32"))]
        pub repeated_sint32: Vec<i32>,
        #[record(proto(id = 36, type = "sint64"))]
        pub repeated_sint64: Vec<i64>,
        #[record(proto(id = 37, type = "fixed32"))]
        pub repeated_fixed32: Vec<u32>,
        #[record(proto(id = 38, type = "fixed64"))]
        pub repeated_fixed64: Vec<u64>,
        #[record(proto(id = 39, type = "sfixed32"))]
        pub repeated_sfixed32: Vec<i32>,
        #[record(proto(id = 40, type = "sfixed64"))]
        pub repeated_sfixed64: Vec<i64>,
        #[record(proto(id = 41))]
        pub repeated_float: Vec<f32>,
        #[record(proto(id = 42))]
        pub repeated_double: Vec<f64>,
        #[record(proto(id = 43))]
        pub repeated_bool: Vec<bool>,
        #[record(proto(id = 44))]
        pub repeated_string: Vec<String>,
        #[record(proto(id = 45))]
        pub repeated_bytes: Vec<typecase::Bytes>,
        #[record(proto(id = 48))]
        pub repeated_nested_message: Vec<Box<TestAllTypesProto3NestedMessage>>,
        #[record(proto(id = 49))]
        pub repeated_foreign_message: Vec<Box<ForeignMessage>>,
        #[record(proto(id = 51))]
        pub repeated_nested_enum: Vec<TestAllTypesProto3NestedEnum>,
        #[record(proto(id = 52))]
        pub repeated_foreign_enum: Vec<ForeignEnum>,
        #[record(proto(id = 54))]
        pub repeated_string_piece: Vec<String>,
        #[record(proto(id = 55))]
        pub repeated_cord: Vec<String>,
        #[record(proto(id = 75))]
        pub packed_int32: Vec<i32>,
        #[record(proto(id = 76))]
        pub packed_int64: Vec<i64>,
        #[record(proto(id = 77))]
        pub packed_uint32: Vec<u32>,
        #[record(proto(id = 78))]
        pub packed_uint64: Vec<u64>,
        #[record(proto(id = 79, type = "sint32"))]
        pub packed_sint32: Vec<i32>,
        #[record(proto(id = 80, type = "sint64"))]
        pub packed_sint64: Vec<i64>,
        #[record(proto(id = 81, type = "fixed32"))]
        pub packed_fixed32: Vec<u32>,
        #[record(proto(id = 82, type = "fixed64"))]
        pub packed_fixed64: Vec<u64>,
        #[record(proto(id = 83, type = "sfixed32"))]
        pub packed_sfixed32: Vec<i32>,
        #[record(proto(id = 84, type = "sfixed64"))]
        pub packed_sfixed64: Vec<i64>,
        #[record(proto(id = 85))]
        pub packed_float: Vec<f32>,
        #[record(proto(id = 86))]
        pub packed_double: Vec<f64>,
        #[record(proto(id = 87))]
        pub packed_bool: Vec<bool>,
        #[record(proto(id = 88))]
        pub packed_nested_enum: Vec<TestAllTypesProto3NestedEnum>,
        #[record(proto(id = 89, packed = false))]
        pub unpacked_int32: Vec<i32>,
        #[record(proto(id = 90, packed = false))]
        pub unpacked_int64: Vec<i64>,
        #[record(proto(id = 91, packed = false))]
        pub unpacked_uint32: Vec<u32>,
        #[record(proto(id = 92, packed = false))]
        pub unpacked_uint64: Vec<u64>,
        #[record(proto(id = 93, type = "sint32", packed = false))]
        pub unpacked_sint32: Vec<i32>,
        #[record(proto(id = 94, type = "sint64", packed = false))]
        pub unpacked_sint64: Vec<i64>,
        #[record(proto(id = 95, type = "fixed32", packed = false))]
        pub unpacked_fixed32: Vec<u32>,
        #[record(proto(id = 96, type = "fixed64", packed = false))]
        pub unpacked_fixed64: Vec<u64>,
        #[record(proto(id = 97, type = "sfixed32", packed = false))]
        pub unpacked_sfixed32: Vec<i32>,
        #[record(proto(id = 98, type = "sfixed64", packed = false))]
        pub unpacked_sfixed64: Vec<i64>,
        #[record(proto(id = 99, packed = false))]
        pub unpacked_float: Vec<f32>,
        #[record(proto(id = 100, packed = false))]
        pub unpacked_double: Vec<f64>,
        #[record(proto(id = 101, packed = false))]
        pub unpacked_bool: Vec<bool>,
        #[record(proto(id = 102, packed = false))]
        pub unpacked_nested_enum: Vec<TestAllTypesProto3NestedEnum>,
        #[record(proto(id = 56, key = "int32"))]
        pub map_int32_int32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 57, key = "int64"))]
        pub map_int64_int64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 58, key = "uint32"))]
        pub map_uint32_uint32: std::collections::BTreeMap<String, u32>,
        #[record(proto(id = 59, key = "uint64"))]
        pub map_uint64_uint64: std::collections::BTreeMap<String, u64>,
        #[record(proto(id = 60, type = "sint32", key = "sint32"))]
        pub map_sint32_sint32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 61, type = "sint64", key = "sint64"))]
        pub map_sint64_sint64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 62, type = "fixed32", key = "fixed32"))]
        pub map_fixed32_fixed32: std::collections::BTreeMap<String, u32>,
        #[record(proto(id = 63, type = "fixed64", key = "fixed64"))]
        pub map_fixed64_fixed64: std::collections::BTreeMap<String, u64>,
        #[record(proto(id = 64, type = "sfixed32", key = "sfixed32"))]
        pub map_sfixed32_sfixed32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 65, type = "sfixed64", key = "sfixed64"))]
        pub map_sfixed64_sfixed64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 66, key = "int32"))]
        pub map_int32_float: std::collections::BTreeMap<String, f32>,
        #[record(proto(id = 67, key = "int32"))]
        pub map_int32_double: std::collections::BTreeMap<String, f64>,
        #[record(proto(id = 68, key = "bool"))]
        pub map_bool_bool: std::collections::BTreeMap<String, bool>,
        #[record(proto(id = 69))]
        pub map_string_string: std::collections::BTreeMap<String, String>,
        #[record(proto(id = 70))]
        pub map_string_bytes: std::collections::BTreeMap<String, typecase::Bytes>,
        #[record(proto(id = 71))]
        pub map_string_nested_message: std::collections::BTreeMap<String, Box<TestAllTypesProto3NestedMessage>>,
        #[record(proto(id = 72))]
        pub map_string_foreign_message: std::collections::BTreeMap<String, Box<ForeignMessage>>,
        #[record(proto(id = 73))]
        pub map_string_nested_enum: std::collections::BTreeMap<String, TestAllTypesProto3NestedEnum>,
        #[record(proto(id = 74))]
        pub map_string_foreign_enum: std::collections::BTreeMap<String, ForeignEnum>,
        #[record(proto(id = 111, oneof = "oneof_field"))]
        pub oneof_uint32: Option<u32>,
        #[record(proto(id = 112, oneof = "oneof_field"))]
        pub oneof_nested_message: Option<Box<TestAllTypesProto3NestedMessage>>,
        #[record(proto(id = 113, oneof = "oneof_field"))]
        pub oneof_string: Option<String>,
        #[record(proto(id = 114, oneof = "oneof_field"))]
        pub oneof_bytes: Option<typecase::Bytes>,
        #[record(proto(id = 115, oneof = "oneof_field"))]
        pub oneof_bool: Option<bool>,
        #[record(proto(id = 116, oneof = "oneof_field"))]
        pub oneof_uint64: Option<u64>,
        #[record(proto(id = 117, oneof = "oneof_field"))]
        pub oneof_float: Option<f32>,
        #[record(proto(id = 118, oneof = "oneof_field"))]
        pub oneof_double: Option<f64>,
        #[record(proto(id = 119, oneof = "oneof_field"))]
        pub oneof_enum: Option<TestAllTypesProto3NestedEnum>,
        #[record(proto(id = 120, oneof = "oneof_field"))]
        pub oneof_null_value: Option<NullValue>,
        #[record(proto(id = 201))]
        pub optional_bool_wrapper: Option<Box<BoolValue>>,
        #[record(proto(id = 202))]
        pub optional_int32_wrapper: Option<Box<Int32Value>>,
        #[record(proto(id = 203))]
        pub optional_int64_wrapper: Option<Box<Int64Value>>,
        #[record(proto(id = 204))]
        pub optional_uint32_wrapper: Option<Box<UInt32Value>>,
        #[record(proto(id = 205))]
        pub optional_uint64_wrapper: Option<Box<UInt64Value>>,
        #[record(proto(id = 206))]
        pub optional_float_wrapper: Option<Box<FloatValue>>,
        #[record(proto(id = 207))]
        pub optional_double_wrapper: Option<Box<DoubleValue>>,
        #[record(proto(id = 208))]
        pub optional_string_wrapper: Option<Box<StringValue>>,
        #[record(proto(id = 209))]
        pub optional_bytes_wrapper: Option<Box<BytesValue>>,
        #[record(proto(id = 211))]
        pub repeated_bool_wrapper: Vec<Box<BoolValue>>,
        #[record(proto(id = 212))]
        pub repeated_int32_wrapper: Vec<Box<Int32Value>>,
        #[record(proto(id = 213))]
        pub repeated_int64_wrapper: Vec<Box<Int64Value>>,
        #[record(proto(id = 214))]
        pub repeated_uint32_wrapper: Vec<Box<UInt32Value>>,
        #[record(proto(id = 215))]
        pub repeated_uint64_wrapper: Vec<Box<UInt64Value>>,
        #[record(proto(id = 216))]
        pub repeated_float_wrapper: Vec<Box<FloatValue>>,
        #[record(proto(id = 217))]
        pub repeated_double_wrapper: Vec<Box<DoubleValue>>,
        #[record(proto(id = 218))]
        pub repeated_string_wrapper: Vec<Box<StringValue>>,
        #[record(proto(id = 219))]
        pub repeated_bytes_wrapper: Vec<Box<BytesValue>>,
        #[record(proto(id = 301))]
        pub optional_duration: Option<Box<Duration>>,
        #[record(proto(id = 302))]
        pub optional_timestamp: Option<Box<Timestamp>>,
        #[record(proto(id = 303))]
        pub optional_field_mask: Option<Box<FieldMask>>,
        #[record(proto(id = 304))]
        pub optional_struct: Option<Box<Struct>>,
        #[record(proto(id = 305))]
        pub optional_any: Option<Box<Any>>,
        #[record(proto(id = 306))]
        pub optional_value: Option<Box<Value>>,
        #[record(proto(id = 307))]
        pub optional_null_value: NullValue,
        #[record(proto(id = 311))]
        pub repeated_duration: Vec<Box<Duration>>,
        #[record(proto(id = 312))]
        pub repeated_timestamp: Vec<Box<Timestamp>>,
        #[record(proto(id = 313))]
        pub repeated_fieldmask: Vec<Box<FieldMask>>,
        #[record(proto(id = 324))]
        pub repeated_struct: Vec<Box<Struct>>,
        #[record(proto(id = 315))]
        pub repeated_any: Vec<Box<Any>>,
        #[record(proto(id = 316))]
        pub repeated_value: Vec<Box<Value>>,
        #[record(proto(id = 317))]
        pub repeated_list_value: Vec<Box<ListValue>>,
        #[record(proto(id = 401))]
        pub fieldname1: i32,
        #[record(proto(id = 402))]
        pub field_name2: i32,
        #[record(proto(id = 403))]
        pub _field_name3: i32,
        #[record(proto(id = 404))]
        pub field__name4_: i32,
        #[record(proto(id = 405))]
        pub field0name5: i32,
        #[record(proto(id = 406))]
        pub field_0_name6: i32,
        #[record(proto(id = 407))]
        pub fieldName7: i32,
        #[record(proto(id = 408))]
        pub FieldName8: i32,
        #[record(proto(id = 409))]
        pub field_Name9: i32,
        #[record(proto(id = 410))]
        pub Field_Name10: i32,
        #[record(proto(id = 411))]
        pub FIELD_NAME11: i32,
        #[record(proto(id = 412))]
        pub FIELD_name12: i32,
        #[record(proto(id = 413))]
        pub __field_name13: i32,
        #[record(proto(id = 414))]
        pub __Field_name14: i32,
        #[record(proto(id = 415))]
        pub field__name15: i32,
        #[record(proto(id = 416))]
        pub field__Name16: i32,
        #[record(proto(id = 417))]
        pub field_name17__: i32,
        #[record(proto(id = 418))]
        pub Field_name18__: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Any {
        #[record(proto(id = 1))]
        pub type_url: String,
        #[record(proto(id = 2))]
        pub value: typecase::Bytes,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Duration {
        #[record(proto(id = 1))]
        pub seconds: i64,
        #[record(proto(id = 2))]
        pub nanos: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Empty {
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct FieldMask {
        #[record(proto(id = 1))]
        pub paths: Vec<String>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Int32Value {
        #[record(proto(id = 1))]
        pub value: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Struct {
        #[record(proto(id = 1))]
        pub fields: std::collections::BTreeMap<String, Box<Value>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Timestamp {
        #[record(proto(id = 1))]
        pub seconds: i64,
        #[record(proto(id = 2))]
        pub nanos: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Value {
        #[record(proto(id = 1, oneof = "kind"))]
        pub null_value: Option<NullValue>,
        #[record(proto(id = 2, oneof = "kind"))]
        pub number_value: Option<f64>,
        #[record(proto(id = 3, oneof = "kind"))]
        pub string_value: Option<String>,
        #[record(proto(id = 4, oneof = "kind"))]
        pub bool_value: Option<bool>,
        #[record(proto(id = 5, oneof = "kind"))]
        pub struct_value: Option<Box<Struct>>,
        #[record(proto(id = 6, oneof = "kind"))]
        pub list_value: Option<Box<ListValue>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesProto3NestedMessage {
        #[record(proto(id = 1))]
        pub a: i32,
        #[record(proto(id = 2))]
        pub corecursive: Option<Box<TestAllTypesProto3>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct ForeignMessage {
        #[record(proto(id = 1))]
        pub c: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub enum TestAllTypesProto3NestedEnum {
        #[record(proto(id = 0))]
        FOO,
        #[record(proto(id = 1))]
        BAR,
        #[record(proto(id = 2))]
        BAZ,
        #[record(proto(id = -1))]
        NEG,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub enum ForeignEnum {
        #[record(proto(id = 0))]
        FOREIGN_FOO,
        #[record(proto(id = 1))]
        FOREIGN_BAR,
        #[record(proto(id = 2))]
        FOREIGN_BAZ,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub enum TestAllTypesProto3AliasedEnum {
        #[record(proto(id = 0))]
        ALIAS_FOO,
        #[record(proto(id = 1))]
        ALIAS_BAR,
        #[record(proto(id = 2))]
        ALIAS_BAZ,
        #[record(proto(id = 2))]
        MOO,
        #[record(proto(id = 2))]
        moo,
        #[record(proto(id = 2))]
        bAz,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub enum NullValue {
        #[record(proto(id = 0))]
        NULL_VALUE,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub struct BoolValue {
        #[record(proto(id = 1))]
        pub value: bool,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Int64Value {
        #[record(proto(id = 1))]
        pub value: i64,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct UInt32Value {
        #[record(proto(id = 1))]
        pub value: u32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct UInt64Value {
        #[record(proto(id = 1))]
        pub value: u64,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct FloatValue {
        #[record(proto(id = 1))]
        pub value: f32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct DoubleValue {
        #[record(proto(id = 1))]
        pub value: f64,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct StringValue {
        #[record(proto(id = 1))]
        pub value: String,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct BytesValue {
        #[record(proto(id = 1))]
        pub value: typecase::Bytes,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct ListValue {
        #[record(proto(id = 1))]
        pub values: Vec<Box<Value>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
}

#[rustfmt::skip]
pub mod edition2023 {
    #[derive(typecase::Record)]
    pub struct TestAllTypesEdition2023 {
        #[record(proto(id = 1))]
        pub optional_int32: Option<i32>,
        #[record(proto(id = 2))]
        pub optional_int64: Option<i64>,
        #[record(proto(id = 3))]
        pub optional_uint32: Option<u32>,
        #[record(proto(id = 4))]
        pub optional_uint64: Option<u64>,
        #[record(proto(id = 5, type = "sint32"))]
        pub optional_sint32: Option<i32>,
        #[record(proto(id = 6, type = "sint64"))]
        pub optional_sint64: Option<i64>,
        #[record(proto(id = 7, type = "fixed32"))]
        pub optional_fixed32: Option<u32>,
        #[record(proto(id = 8, type = "fixed64"))]
        pub optional_fixed64: Option<u64>,
        #[record(proto(id = 9, type = "sfixed32"))]
        pub optional_sfixed32: Option<i32>,
        #[record(proto(id = 10, type = "sfixed64"))]
        pub optional_sfixed64: Option<i64>,
        #[record(proto(id = 11))]
        pub optional_float: Option<f32>,
        #[record(proto(id = 12))]
        pub optional_double: Option<f64>,
        #[record(proto(id = 13))]
        pub optional_bool: Option<bool>,
        #[record(proto(id = 14))]
        pub optional_string: Option<String>,
        #[record(proto(id = 15))]
        pub optional_bytes: Option<typecase::Bytes>,
        #[record(proto(id = 18))]
        pub optional_nested_message: Option<Box<TestAllTypesEdition2023NestedMessage>>,
        #[record(proto(id = 19))]
        pub optional_foreign_message: Option<Box<ForeignMessageEdition2023>>,
        #[record(proto(id = 21))]
        pub optional_nested_enum: Option<TestAllTypesEdition2023NestedEnum>,
        #[record(proto(id = 22))]
        pub optional_foreign_enum: Option<ForeignEnumEdition2023>,
        #[record(proto(id = 24))]
        pub optional_string_piece: Option<String>,
        #[record(proto(id = 25))]
        pub optional_cord: Option<String>,
        #[record(proto(id = 27))]
        pub recursive_message: Option<Box<TestAllTypesEdition2023>>,
        #[record(proto(id = 31))]
        pub repeated_int32: Vec<i32>,
        #[record(proto(id = 32))]
        pub repeated_int64: Vec<i64>,
        #[record(proto(id = 33))]
        pub repeated_uint32: Vec<u32>,
        #[record(proto(id = 34))]
        pub repeated_uint64: Vec<u64>,
        #[record(proto(id = 35, type = "sint32"))]
        pub repeated_sint32: Vec<i32>,
        #[record(proto(id = 36, type = "sint64"))]
        pub repeated_sint64: Vec<i64>,
        #[record(proto(id = 37, type = "fixed32"))]
        pub repeated_fixed32: Vec<u32>,
        #[record(proto(id = 38, type = "fixed64"))]
        pub repeated_fixed64: Vec<u64>,
        #[record(proto(id = 39, type = "sfixed32"))]
        pub repeated_sfixed32: Vec<i32>,
        #[record(proto(id = 40, type = "sfixed64"))]
        pub repeated_sfixed64: Vec<i64>,
        #[record(proto(id = 41))]
        pub repeated_float: Vec<f32>,
        #[record(proto(id = 42))]
        pub repeated_double: Vec<f64>,
        #[record(proto(id = 43))]
        pub repeated_bool: Vec<bool>,
        #[record(proto(id = 44))]
        pub repeated_string: Vec<String>,
        #[record(proto(id = 45))]
        pub repeated_bytes: Vec<typecase::Bytes>,
        #[record(proto(id = 48))]
        pub repeated_nested_message: Vec<Box<TestAllTypesEdition2023NestedMessage>>,
        #[record(proto(id = 49))]
        pub repeated_foreign_message: Vec<Box<ForeignMessageEdition2023>>,
        #[record(proto(id = 51))]
        pub repeated_nested_enum: Vec<TestAllTypesEdition2023NestedEnum>,
        #[record(proto(id = 52))]
        pub repeated_foreign_enum: Vec<ForeignEnumEdition2023>,
        #[record(proto(id = 54))]
        pub repeated_string_piece: Vec<String>,
        #[record(proto(id = 55))]
        pub repeated_cord: Vec<String>,
        #[record(proto(id = 75))]
        pub packed_int32: Vec<i32>,
        #[record(proto(id = 76))]
        pub packed_int64: Vec<i64>,
        #[record(proto(id = 77))]
        pub packed_uint32: Vec<u32>,
        #[record(proto(id = 78))]
        pub packed_uint64: Vec<u64>,
        #[record(proto(id = 79, type = "sint32"))]
        pub packed_sint32: Vec<i32>,
        #[record(proto(id = 80, type = "sint64"))]
        pub packed_sint64: Vec<i64>,
        #[record(proto(id = 81, type = "fixed32"))]
        pub packed_fixed32: Vec<u32>,
        #[record(proto(id = 82, type = "fixed64"))]
        pub packed_fixed64: Vec<u64>,
        #[record(proto(id = 83, type = "sfixed32"))]
        pub packed_sfixed32: Vec<i32>,
        #[record(proto(id = 84, type = "sfixed64"))]
        pub packed_sfixed64: Vec<i64>,
        #[record(proto(id = 85))]
        pub packed_float: Vec<f32>,
        #[record(proto(id = 86))]
        pub packed_double: Vec<f64>,
        #[record(proto(id = 87))]
        pub packed_bool: Vec<bool>,
        #[record(proto(id = 88))]
        pub packed_nested_enum: Vec<TestAllTypesEdition2023NestedEnum>,
        #[record(proto(id = 89, packed = false))]
        pub unpacked_int32: Vec<i32>,
        #[record(proto(id = 90, packed = false))]
        pub unpacked_int64: Vec<i64>,
        #[record(proto(id = 91, packed = false))]
        pub unpacked_uint32: Vec<u32>,
        #[record(proto(id = 92, packed = false))]
        pub unpacked_uint64: Vec<u64>,
        #[record(proto(id = 93, type = "sint32", packed = false))]
        pub unpacked_sint32: Vec<i32>,
        #[record(proto(id = 94, type = "sint64", packed = false))]
        pub unpacked_sint64: Vec<i64>,
        #[record(proto(id = 95, type = "fixed32", packed = false))]
        pub unpacked_fixed32: Vec<u32>,
        #[record(proto(id = 96, type = "fixed64", packed = false))]
        pub unpacked_fixed64: Vec<u64>,
        #[record(proto(id = 97, type = "sfixed32", packed = false))]
        pub unpacked_sfixed32: Vec<i32>,
        #[record(proto(id = 98, type = "sfixed64", packed = false))]
        pub unpacked_sfixed64: Vec<i64>,
        #[record(proto(id = 99, packed = false))]
        pub unpacked_float: Vec<f32>,
        #[record(proto(id = 100, packed = false))]
        pub unpacked_double: Vec<f64>,
        #[record(proto(id = 101, packed = false))]
        pub unpacked_bool: Vec<bool>,
        #[record(proto(id = 102, packed = false))]
        pub unpacked_nested_enum: Vec<TestAllTypesEdition2023NestedEnum>,
        #[record(proto(id = 56, key = "int32"))]
        pub map_int32_int32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 57, key = "int64"))]
        pub map_int64_int64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 58, key = "uint32"))]
        pub map_uint32_uint32: std::collections::BTreeMap<String, u32>,
        #[record(proto(id = 59, key = "uint64"))]
        pub map_uint64_uint64: std::collections::BTreeMap<String, u64>,
        #[record(proto(id = 60, type = "sint32", key = "sint32"))]
        pub map_sint32_sint32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 61, type = "sint64", key = "sint64"))]
        pub map_sint64_sint64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 62, type = "fixed32", key = "fixed32"))]
        pub map_fixed32_fixed32: std::collections::BTreeMap<String, u32>,
        #[record(proto(id = 63, type = "fixed64", key = "fixed64"))]
        pub map_fixed64_fixed64: std::collections::BTreeMap<String, u64>,
        #[record(proto(id = 64, type = "sfixed32", key = "sfixed32"))]
        pub map_sfixed32_sfixed32: std::collections::BTreeMap<String, i32>,
        #[record(proto(id = 65, type = "sfixed64", key = "sfixed64"))]
        pub map_sfixed64_sfixed64: std::collections::BTreeMap<String, i64>,
        #[record(proto(id = 66, key = "int32"))]
        pub map_int32_float: std::collections::BTreeMap<String, f32>,
        #[record(proto(id = 67, key = "int32"))]
        pub map_int32_double: std::collections::BTreeMap<String, f64>,
        #[record(proto(id = 68, key = "bool"))]
        pub map_bool_bool: std::collections::BTreeMap<String, bool>,
        #[record(proto(id = 69))]
        pub map_string_string: std::collections::BTreeMap<String, String>,
        #[record(proto(id = 70))]
        pub map_string_bytes: std::collections::BTreeMap<String, typecase::Bytes>,
        #[record(proto(id = 71))]
        pub map_string_nested_message: std::collections::BTreeMap<String, Box<TestAllTypesEdition2023NestedMessage>>,
        #[record(proto(id = 72))]
        pub map_string_foreign_message: std::collections::BTreeMap<String, Box<ForeignMessageEdition2023>>,
        #[record(proto(id = 73))]
        pub map_string_nested_enum: std::collections::BTreeMap<String, TestAllTypesEdition2023NestedEnum>,
        #[record(proto(id = 74))]
        pub map_string_foreign_enum: std::collections::BTreeMap<String, ForeignEnumEdition2023>,
        #[record(proto(id = 111, oneof = "oneof_field"))]
        pub oneof_uint32: Option<u32>,
        #[record(proto(id = 112, oneof = "oneof_field"))]
        pub oneof_nested_message: Option<Box<TestAllTypesEdition2023NestedMessage>>,
        #[record(proto(id = 113, oneof = "oneof_field"))]
        pub oneof_string: Option<String>,
        #[record(proto(id = 114, oneof = "oneof_field"))]
        pub oneof_bytes: Option<typecase::Bytes>,
        #[record(proto(id = 115, oneof = "oneof_field"))]
        pub oneof_bool: Option<bool>,
        #[record(proto(id = 116, oneof = "oneof_field"))]
        pub oneof_uint64: Option<u64>,
        #[record(proto(id = 117, oneof = "oneof_field"))]
        pub oneof_float: Option<f32>,
        #[record(proto(id = 118, oneof = "oneof_field"))]
        pub oneof_double: Option<f64>,
        #[record(proto(id = 119, oneof = "oneof_field"))]
        pub oneof_enum: Option<TestAllTypesEdition2023NestedEnum>,
        #[record(proto(id = 201, delimited = true))]
        pub groupliketype: Option<Box<TestAllTypesEdition2023GroupLikeType>>,
        #[record(proto(id = 202, delimited = true))]
        pub delimited_field: Option<Box<TestAllTypesEdition2023GroupLikeType>>,
        #[record(rename = "[protobuf_test_messages.editions.extension_int32]", proto(id = 120))]
        pub protobuf_test_messages_editions_extension_int32: Option<i32>,
        #[record(rename = "[protobuf_test_messages.editions.groupliketype]", proto(id = 121, delimited = true))]
        pub protobuf_test_messages_editions_groupliketype: Option<Box<GroupLikeType>>,
        #[record(rename = "[protobuf_test_messages.editions.delimited_ext]", proto(id = 122, delimited = true))]
        pub protobuf_test_messages_editions_delimited_ext: Option<Box<GroupLikeType>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Any {
        #[record(proto(id = 1))]
        pub type_url: String,
        #[record(proto(id = 2))]
        pub value: typecase::Bytes,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Duration {
        #[record(proto(id = 1))]
        pub seconds: i64,
        #[record(proto(id = 2))]
        pub nanos: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Empty {
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct FieldMask {
        #[record(proto(id = 1))]
        pub paths: Vec<String>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Int32Value {
        #[record(proto(id = 1))]
        pub value: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Struct {
        #[record(proto(id = 1))]
        pub fields: std::collections::BTreeMap<String, Box<Value>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Timestamp {
        #[record(proto(id = 1))]
        pub seconds: i64,
        #[record(proto(id = 2))]
        pub nanos: i32,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct Value {
        #[record(proto(id = 1, oneof = "kind"))]
        pub null_value: Option<NullValue>,
        #[record(proto(id = 2, oneof = "kind"))]
        pub number_value: Option<f64>,
        #[record(proto(id = 3, oneof = "kind"))]
        pub string_value: Option<String>,
        #[record(proto(id = 4, oneof = "kind"))]
        pub bool_value: Option<bool>,
        #[record(proto(id = 5, oneof = "kind"))]
        pub struct_value: Option<Box<Struct>>,
        #[record(proto(id = 6, oneof = "kind"))]
        pub list_value: Option<Box<ListValue>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesEdition2023NestedMessage {
        #[record(proto(id = 1))]
        pub a: Option<i32>,
        #[record(proto(id = 2))]
        pub corecursive: Option<Box<TestAllTypesEdition2023>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct ForeignMessageEdition2023 {
        #[record(proto(id = 1))]
        pub c: Option<i32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub enum TestAllTypesEdition2023NestedEnum {
        #[record(proto(id = 0))]
        FOO,
        #[record(proto(id = 1))]
        BAR,
        #[record(proto(id = 2))]
        BAZ,
        #[record(proto(id = -1))]
        NEG,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub enum ForeignEnumEdition2023 {
        #[record(proto(id = 0))]
        FOREIGN_FOO,
        #[record(proto(id = 1))]
        FOREIGN_BAR,
        #[record(proto(id = 2))]
        FOREIGN_BAZ,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub struct TestAllTypesEdition2023GroupLikeType {
        #[record(proto(id = 202))]
        pub group_int32: Option<i32>,
        #[record(proto(id = 203))]
        pub group_uint32: Option<u32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub struct GroupLikeType {
        #[record(proto(id = 1))]
        pub c: Option<i32>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
    #[derive(typecase::Record)]
    pub enum NullValue {
        #[record(proto(id = 0))]
        NULL_VALUE,
        #[record(other)]
        Unrecognized(typecase::OwnedValue),
    }
    #[derive(typecase::Record)]
    pub struct ListValue {
        #[record(proto(id = 1))]
        pub values: Vec<Box<Value>>,
        #[record(proto(unknown = true))]
        pub unknown_fields: Option<typecase::Bytes>,
    }
}
