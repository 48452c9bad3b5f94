//! What a `.proto` file declares, as plain structs: the descriptors.
//!
//! They mirror `google/protobuf/descriptor.proto`. Messages, enums and extensions of all files stand in one list
//! each, in a [`FileSet`](super::FileSet), and refer to each other by number.

use super::features::Features;
use super::tree::Tree;
use alloc::string::String;
use alloc::vec::Vec;

/// The place of a message in its [`FileSet`](super::FileSet).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub(super) u32);

/// The place of an enum in its [`FileSet`](super::FileSet).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnumId(pub(super) u32);

/// The place of an extension in its [`FileSet`](super::FileSet).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExtensionId(pub(super) u32);

/// Which language a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// `syntax = "proto2"`, or no such statement.
    Proto2,
    /// `syntax = "proto3"`.
    Proto3,
    /// `edition = "2023"`.
    Edition2023,
}

/// A file.
#[derive(Clone, Debug)]
pub struct File {
    /// The name that it is imported by.
    pub name: String,
    /// The package; empty for none.
    pub package: String,
    /// Whether the file says what it is written in.
    pub(super) says_edition: bool,
    /// What it is written in.
    pub edition: Edition,
    /// The imports in order.
    pub imports: Vec<Import>,
    /// The messages that are in no other.
    pub messages: Vec<MessageId>,
    /// The enums that are in no message.
    pub enums: Vec<EnumId>,
    /// The extensions that are in no message.
    pub extensions: Vec<ExtensionId>,
    /// The services.
    pub services: Vec<Service>,
    pub(super) options: Options,
    pub(super) features: Features,
    /// The symbol table's number of the package.
    pub(super) scope: u32,
    pub(super) package_at: u32,
    /// All messages, enums and extensions of the file, which stand together in the set.
    pub(super) ranges: Ranges,
}

/// Where the declarations of a file are in the lists of the set.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranges {
    pub messages: core::ops::Range<u32>,
    pub enums: core::ops::Range<u32>,
    pub extensions: core::ops::Range<u32>,
}

/// An import statement.
#[derive(Clone, Debug)]
pub struct Import {
    /// The name of the file.
    pub name: String,
    /// The index of the file in the set.
    pub file: usize,
    /// `import public`: who imports this file sees that one too.
    pub public: bool,
    /// `import weak`.
    pub weak: bool,
    pub(super) at: u32,
}

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// The name without what it is in.
    pub name: String,
    /// The index of its file in the set.
    pub file: usize,
    /// The message that it is in.
    pub parent: Option<MessageId>,
    /// The fields in order.
    pub fields: Vec<Field>,
    /// The oneofs: those that are written first, then one for each `optional` field of proto3.
    pub oneofs: Vec<Oneof>,
    /// The messages in it, the entries of its maps among them.
    pub messages: Vec<MessageId>,
    /// The enums in it.
    pub enums: Vec<EnumId>,
    /// The extensions that are declared in it.
    pub extensions: Vec<ExtensionId>,
    /// The numbers that others may use for extensions.
    pub extension_ranges: Vec<ExtensionRange>,
    /// The numbers that no field may have: from, up to and without.
    pub reserved: Vec<Range>,
    /// The names that no field may have.
    pub reserved_names: Vec<String>,
    /// Whether it is the entry of a map field.
    pub is_map_entry: bool,
    pub(super) options: Options,
    pub(super) features: Features,
    pub(super) scope: u32,
    pub(super) at: u32,
    /// The indexes of the required fields.
    pub(super) required: Vec<u32>,
    /// The indexes of the extension ranges in the order of their numbers.
    pub(super) sorted_ranges: Vec<u32>,
}

/// Numbers from `start` up to `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first number.
    pub start: i32,
    /// The end: behind the last number for messages, the last number for enums.
    pub end: i32,
    pub(super) at: u32,
}

/// A range of numbers for extensions.
#[derive(Clone, Debug)]
pub struct ExtensionRange {
    /// The numbers, without the end.
    pub range: Range,
    pub(super) options: Options,
    pub(super) features: Features,
}

/// A oneof.
#[derive(Clone, Debug)]
pub struct Oneof {
    /// The name.
    pub name: String,
    pub(super) options: Options,
    pub(super) features: Features,
    pub(super) at: u32,
}

/// How often a field occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Label {
    Optional = 1,
    Required = 2,
    Repeated = 3,
}

/// The type of a field, with the numbers of `FieldDescriptorProto.Type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Double = 1,
    Float = 2,
    Int64 = 3,
    Uint64 = 4,
    Int32 = 5,
    Fixed64 = 6,
    Fixed32 = 7,
    Bool = 8,
    String = 9,
    Group = 10,
    Message = 11,
    Bytes = 12,
    Uint32 = 13,
    Enum = 14,
    Sfixed32 = 15,
    Sfixed64 = 16,
    Sint32 = 17,
    Sint64 = 18,
}

impl Kind {
    /// The scalar types and `group` by their names in the language.
    pub(super) const NAMES: [(&'static str, Kind); 16] = [
        ("double", Kind::Double),
        ("float", Kind::Float),
        ("int64", Kind::Int64),
        ("uint64", Kind::Uint64),
        ("int32", Kind::Int32),
        ("fixed64", Kind::Fixed64),
        ("fixed32", Kind::Fixed32),
        ("bool", Kind::Bool),
        ("string", Kind::String),
        ("group", Kind::Group),
        ("bytes", Kind::Bytes),
        ("uint32", Kind::Uint32),
        ("sfixed32", Kind::Sfixed32),
        ("sfixed64", Kind::Sfixed64),
        ("sint32", Kind::Sint32),
        ("sint64", Kind::Sint64),
    ];

    /// The name of a scalar type in the language; empty for messages and enums.
    pub fn name(self) -> &'static str {
        Kind::NAMES.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// Whether lists of it can be one field with all items.
    pub fn packs(self) -> bool {
        !matches!(self, Kind::String | Kind::Bytes | Kind::Message | Kind::Group)
    }

    /// Whether its values are messages.
    pub fn is_message(self) -> bool {
        matches!(self, Kind::Message | Kind::Group)
    }
}

/// The message or enum that a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The field is of a scalar type.
    None,
    /// A message.
    Message(MessageId),
    /// An enum.
    Enum(EnumId),
}

/// A field, or an extension.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The number.
    pub number: i32,
    /// How often it occurs, as written; [`FileSet::is_required`](super::FileSet::is_required) knows of features.
    pub label: Label,
    /// The type. A message that is written between the tags of a group is [`Kind::Group`].
    pub kind: Kind,
    /// The message or enum that it holds.
    pub target: Target,
    /// Of an extension, the message that it extends.
    pub extendee: Option<MessageId>,
    /// The default as `FieldDescriptorProto` has it: numbers in decimal, bytes with C escapes.
    pub default: Option<Vec<u8>>,
    /// `json_name`, if it is written.
    pub json_name: Option<String>,
    /// The index of its oneof in the message.
    pub oneof: Option<u32>,
    /// `optional` in proto3.
    pub proto3_optional: bool,
    pub(super) options: Options,
    pub(super) features: Features,
    /// The type as it is written, if it is a name.
    pub(super) type_name: String,
    pub(super) extendee_name: String,
    pub(super) at: u32,
    pub(super) type_at: u32,
    pub(super) extendee_at: u32,
}

/// An extension: a field that is declared outside of its message.
#[derive(Clone, Debug)]
pub struct Extension {
    /// The field; its `extendee` is the message.
    pub field: Field,
    /// The message that it is declared in, which only its full name shows.
    pub inside: Option<MessageId>,
    /// The index of its file in the set.
    pub file: usize,
}

/// An enum.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The name without what it is in.
    pub name: String,
    /// The index of its file in the set.
    pub file: usize,
    /// The message that it is in.
    pub parent: Option<MessageId>,
    /// The values in order.
    pub values: Vec<EnumValue>,
    /// The numbers that no value may have: from and up to, both included.
    pub reserved: Vec<Range>,
    /// The names that no value may have.
    pub reserved_names: Vec<String>,
    pub(super) options: Options,
    pub(super) features: Features,
    pub(super) scope: u32,
    pub(super) at: u32,
}

/// A value of an enum.
#[derive(Clone, Debug)]
pub struct EnumValue {
    /// The name.
    pub name: String,
    /// The number.
    pub number: i32,
    pub(super) options: Options,
    pub(super) features: Features,
    pub(super) at: u32,
}

/// A service.
#[derive(Clone, Debug)]
pub struct Service {
    /// The name.
    pub name: String,
    /// The methods in order.
    pub methods: Vec<Method>,
    pub(super) options: Options,
    pub(super) features: Features,
    pub(super) scope: u32,
    pub(super) at: u32,
}

/// A method of a service.
#[derive(Clone, Debug)]
pub struct Method {
    /// The name.
    pub name: String,
    /// What is sent.
    pub input: MessageType,
    /// What comes back.
    pub output: MessageType,
    pub(super) options: Options,
    pub(super) features: Features,
    pub(super) at: u32,
}

/// The message that goes one way in a method.
#[derive(Clone, Debug)]
pub struct MessageType {
    /// The message; always there in a set.
    pub message: Option<MessageId>,
    /// Whether it is a stream of them.
    pub stream: bool,
    pub(super) name: String,
    pub(super) at: u32,
}

/// The options of a declaration: as written, and once they are understood, as a message.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// As written; empty when they are understood.
    pub written: Vec<Written>,
    /// The options message: `google.protobuf.FieldOptions` and so on.
    pub tree: Tree,
    /// Whether there is a place for them although none is written: the braces of a method.
    pub has_braces: bool,
}

/// An option as it is written (`google.protobuf.UninterpretedOption`).
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// The parts of the name, and whether each is in parentheses.
    pub name: Vec<(String, bool)>,
    pub value: Constant,
    /// Where the name is.
    pub at: u32,
    /// Where the value is.
    pub value_at: u32,
}

/// The value of an option as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    Identifier(String),
    Positive(u64),
    Negative(i64),
    Double(f64),
    Text(Vec<u8>),
    /// A message in the text format: from behind its `{` to its `}` in the file.
    Aggregate(u32, u32),
}

impl Written {
    /// Whether the name is this one word.
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(&self.name[..], [(name, false)] if name == word)
    }

    /// Whether the value is this identifier.
    pub(super) fn is_identifier(&self, word: &str) -> bool {
        matches!(&self.value, Constant::Identifier(name) if name == word)
    }
}
