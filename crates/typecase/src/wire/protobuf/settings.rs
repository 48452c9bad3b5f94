//! What the settings `proto` of a field say.

use crate::wire::settings::{Setting, same};

/// The settings of a field for Protocol Buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// `id`: the field's number; 0 for its position plus 1.
    pub number: u32,
    /// `type`: how a number, or each item of a list or value of a map, is encoded.
    pub encoding: Encoding,
    /// `key`: how the keys of a map are encoded.
    pub key: Encoding,
    /// `packed`: whether a list of numbers is one field with all of them. The default is yes.
    pub packed: bool,
    /// `presence`: whether a value that is zero is written.
    pub presence: Presence,
    /// `delimited`: whether a record is written between the tags of a group.
    pub delimited: bool,
    /// `oneof`: a number that stands for the name of the oneof that the field is a member of; 0 for none.
    pub oneof: u64,
    /// `unknown`: whether the field, which is optional bytes, holds what the message has beyond the schema.
    pub unknown: bool,
}

/// How a value is encoded: a type of the language of `.proto` files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Encoding {
    /// As the schema's type says.
    Default,
    Int32,
    Int64,
    Uint32,
    Uint64,
    Sint32,
    Sint64,
    Fixed32,
    Fixed64,
    Sfixed32,
    Sfixed64,
    Bool,
    Enum,
    Double,
    Float,
    String,
    Bytes,
    Message,
}

/// When a required field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// `implicit`: when its value is not zero (the default of proto3).
    Implicit,
    /// `explicit`: always; when it is missing it reads as zero.
    Explicit,
    /// `required`: always, and it is an error when it is missing (`required` of proto2).
    Required,
}

impl Encoding {
    /// The encoding of a type of the language of `.proto` files.
    pub const fn of_type(name: &str) -> Option<Encoding> {
        const NAMES: [(&str, Encoding); 17] = [
            ("int32", Encoding::Int32),
            ("int64", Encoding::Int64),
            ("uint32", Encoding::Uint32),
            ("uint64", Encoding::Uint64),
            ("sint32", Encoding::Sint32),
            ("sint64", Encoding::Sint64),
            ("fixed32", Encoding::Fixed32),
            ("fixed64", Encoding::Fixed64),
            ("sfixed32", Encoding::Sfixed32),
            ("sfixed64", Encoding::Sfixed64),
            ("bool", Encoding::Bool),
            ("enum", Encoding::Enum),
            ("double", Encoding::Double),
            ("float", Encoding::Float),
            ("string", Encoding::String),
            ("bytes", Encoding::Bytes),
            ("message", Encoding::Message),
        ];
        let mut at = 0;
        while at < NAMES.len() {
            if same(NAMES[at].0, name) {
                return Some(NAMES[at].1);
            }
            at += 1;
        }
        None
    }
}

impl Field {
    /// No settings.
    pub const NONE: Field = Field {
        number: 0,
        encoding: Encoding::Default,
        key: Encoding::String,
        packed: true,
        presence: Presence::Implicit,
        delimited: false,
        oneof: 0,
        unknown: false,
    };

    /// These settings and one more.
    pub(crate) const fn with(mut self, key: &str, value: Setting<'_>) -> Result<Field, &'static str> {
        if same(key, "id") {
            match value {
                Setting::Int(number) if number >= 1 && number <= MAX_NUMBER && !is_reserved(number) => {
                    self.number = number as u32;
                }
                _ => return Err("a field number is from 1 to 536870911, without those from 19000 to 19999"),
            }
        } else if same(key, "type") || same(key, "key") {
            let encoding = match value {
                Setting::Text(name) => Encoding::of_type(name),
                _ => None,
            };
            let Some(encoding) = encoding else { return Err("not a type of Protocol Buffers") };
            if same(key, "key") {
                self.key = encoding;
            } else {
                self.encoding = encoding;
            }
        } else if same(key, "presence") {
            self.presence = match value {
                Setting::Text(name) if same(name, "implicit") => Presence::Implicit,
                Setting::Text(name) if same(name, "explicit") => Presence::Explicit,
                Setting::Text(name) if same(name, "required") => Presence::Required,
                _ => return Err("the presence is implicit, explicit or required"),
            };
        } else if same(key, "oneof") {
            let Setting::Text(name) = value else { return Err("expected the name of a oneof") };
            self.oneof = hash(name);
        } else if same(key, "packed") || same(key, "delimited") || same(key, "unknown") {
            let Setting::Bool(set) = value else { return Err("expected true or false") };
            if same(key, "packed") {
                self.packed = set;
            } else if same(key, "delimited") {
                self.delimited = set;
            } else {
                self.unknown = set;
            }
        }
        Ok(self)
    }
}

/// A number for the name of a oneof: 64-bit FNV-1a, so that the few oneofs of one message do not meet.
const fn hash(name: &str) -> u64 {
    let name = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < name.len() {
        hash = (hash ^ name[at] as u64).wrapping_mul(0x100_0000_01b3);
        at += 1;
    }
    hash | 1
}

/// The largest field number (the Protocol Buffers language guide, "Assigning Field Numbers").
const MAX_NUMBER: i64 = (1 << 29) - 1;

/// Whether the number is one of those that implementations keep for themselves.
const fn is_reserved(number: i64) -> bool {
    number >= 19000 && number <= 19999
}
