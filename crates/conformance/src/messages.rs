//! The messages that the tests use, as schemas that are imported from the runner's `.proto` files.

use std::error::Error;
use std::path::Path;
use typecase::schema::import::{self, ProtoOptions};
use typecase::schema::model::Document;
use typecase::schema::proto;

/// The files with the messages.
const FILES: [&str; 5] = [
    "google/protobuf/test_messages_proto2.proto",
    "google/protobuf/test_messages_proto3.proto",
    "google/protobuf/test_messages_proto2_editions.proto",
    "google/protobuf/test_messages_proto3_editions.proto",
    "google/protobuf/test_messages_edition2023.proto",
];

/// The messages by their full names, and the module that the Rust types of each are in.
pub const MESSAGES: [(&str, &str); 5] = [
    ("protobuf_test_messages.proto2.TestAllTypesProto2", "proto2"),
    ("protobuf_test_messages.proto3.TestAllTypesProto3", "proto3"),
    ("protobuf_test_messages.editions.proto2.TestAllTypesProto2", "editions_proto2"),
    ("protobuf_test_messages.editions.proto3.TestAllTypesProto3", "editions_proto3"),
    ("protobuf_test_messages.editions.TestAllTypesEdition2023", "edition2023"),
];

/// What an `Any` of the tests holds, beside the messages themselves.
const IN_ANY: [&str; 8] = [
    "google.protobuf.Any",
    "google.protobuf.Duration",
    "google.protobuf.Empty",
    "google.protobuf.FieldMask",
    "google.protobuf.Int32Value",
    "google.protobuf.Struct",
    "google.protobuf.Timestamp",
    "google.protobuf.Value",
];

/// The document of each message, in the order of [`MESSAGES`]. Extensions are fields, and unknown fields are kept.
pub fn documents(protos: &Path) -> Result<Vec<Document>, Box<dyn Error>> {
    let names = [&FILES[..], &["google/protobuf/empty.proto"]].concat();
    let files = proto::compile(&names, |name| std::fs::read_to_string(protos.join(name)).ok())?;
    let options = ProtoOptions { keep_unknown: true, extensions: true, also: &IN_ANY };
    let documents = MESSAGES.iter().map(|(name, _)| Ok(import::proto(&files, name, &options)?));
    documents.collect()
}
