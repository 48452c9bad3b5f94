//! `.proto` files, read as `protoc` reads them: proto2, proto3 and edition 2023.
//!
//! [`compile`] parses files and what they import, resolves names, understands options (custom ones too) and checks
//! what `protoc` checks. What comes out is a [`FileSet`] of plain descriptors, each of which can be written as a
//! `google.protobuf.FileDescriptorProto`. The files come from a function of the caller's; those under
//! `google/protobuf/` that everybody imports are built in.
//!
//! ```
//! use typecase::schema::proto;
//!
//! let text = r#"
//!     syntax = "proto3";
//!     package shop;
//!     import "google/protobuf/timestamp.proto";
//!     message Order { string sku = 1; repeated int32 sizes = 2; google.protobuf.Timestamp at = 3; }
//! "#;
//! let files = proto::compile(&["shop.proto"], |name| (name == "shop.proto").then(|| text.into()))?;
//! let order = files.message(files.find_message("shop.Order").unwrap());
//! assert_eq!(order.fields[1].name, "sizes");
//! assert!(files.is_packed(&order.fields[1]));
//! # Ok::<(), proto::ProtoError>(())
//! ```
//!
//! An error has the file, the line and the column, and is the first one; `protoc` lists several. Input may be
//! hostile: sizes, nesting and counts are bounded.

mod aggregate;
mod descriptor;
mod encode;
mod features;
mod lexer;
mod link;
mod literals;
mod load;
mod options;
mod parser;
mod place;
mod queries;
mod symbols;
mod tree;
mod validate;
mod well_known;

pub use descriptor::{
    Edition, Enum, EnumId, EnumValue, Extension, ExtensionId, ExtensionRange, Field, File, Import, Kind, Label,
    Message, MessageId, MessageType, Method, Oneof, Range, Service, Target,
};
pub(super) use literals::{c_escape, double_text};
pub use load::compile;
pub(super) use queries::json_name;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use symbols::Symbols;

/// The scope of a declaration that has not got one yet.
const NO_SCOPE: u32 = u32::MAX;

/// Files that have been compiled, with all that they import.
#[derive(Clone, Debug, Default)]
pub struct FileSet {
    files: Vec<File>,
    /// The indexes of the files, each behind those that it imports.
    order: Vec<usize>,
    messages: Vec<Message>,
    enums: Vec<Enum>,
    extensions: Vec<Extension>,
    symbols: Symbols,
    /// The indexes of the fields of messages by number.
    field_numbers: BTreeMap<(MessageId, i32), u32>,
    /// The index of the first value of enums with a number.
    value_numbers: BTreeMap<(EnumId, i32), u32>,
    /// The extensions of messages by number; of several files that use one, the first.
    extension_numbers: BTreeMap<(MessageId, i32), ExtensionId>,
    /// The messages of options, in the order of [`place::OPTIONS`].
    option_types: [Option<MessageId>; place::OPTIONS.len()],
    /// Whether the options of descriptors were compiled for the options' sake, and nobody asked for them.
    descriptor_is_hidden: bool,
}

/// What is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtoError {
    file: String,
    line: u32,
    column: u32,
    message: String,
}

impl ProtoError {
    /// The name of the file, as it is imported.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Line and column, from 1. A file that does not exist is line 0.
    pub fn line_column(&self) -> (u32, u32) {
        (self.line, self.column)
    }

    /// The message: in lower case and without a full stop.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ProtoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            _ => write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message),
        }
    }
}

impl core::error::Error for ProtoError {}
