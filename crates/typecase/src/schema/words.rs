//! The words of the definition language, which its parser, its printer and the checks share.

use super::model::Scalar;

/// The first keys that make an object the short or long form of a construct.
pub(super) const CONSTRUCTS: [&str; 9] =
    ["array", "enum", "flags", "tuple", "map", "object", "union", "record", "schema"];

/// The wires that have settings of their own in the options of a field.
pub(super) const WIRES: [&str; 5] = ["proto", "avro", "cbor", "msgpack", "bson"];

/// The options that the language knows, apart from the settings of wires.
const OPTIONS: [&str; 14] = [
    "type",
    "required",
    "default",
    "aliases",
    "delta",
    "intern",
    "nulls",
    "js",
    "min",
    "max",
    "length",
    "pattern",
    "open",
    "discriminator",
];

/// What the long form of a record has beside the options: fields by name alone, and the kind.
pub(super) const RECORD_OPTIONS: [&str; 2] = ["fields", "kind"];

/// What the long form of a tuple's item has beside the options.
pub(super) const ITEM_OPTION: &str = "name";

/// The keys of a document.
pub(super) const DOCUMENT: [&str; 5] = ["$name", "$types", "$root", "$sparse", "$layout"];

/// The keyword of JSON Schema by which an export says what has no keyword, and an import reads it.
pub(super) const EXTENSION: &str = "x-typecase";

/// The annotations of JSON Schema that are metadata of a slot, and the other way round.
pub(super) const ANNOTATIONS: [&str; 10] = [
    "title",
    "description",
    "format",
    "contentEncoding",
    "contentMediaType",
    "deprecated",
    "readOnly",
    "writeOnly",
    "examples",
    "$comment",
];

/// The most fields of a record, values of an enum, and so on.
pub(super) const MOST_PARTS: usize = 65_535;

/// The deepest that types may nest in each other.
pub(super) const DEEPEST: u32 = 128;

/// Whether a name is one of a type of the document: it starts with a capital letter.
pub(super) fn is_capitalised(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

/// Whether a name means a type when it is the first key of an object.
pub(super) fn is_type_word(name: &str) -> bool {
    CONSTRUCTS.contains(&name) || Scalar::from_name(name).is_some()
}

/// Whether the language gives this key of a long form a meaning, so that it cannot be metadata.
pub(super) fn is_option(name: &str) -> bool {
    OPTIONS.contains(&name) || WIRES.contains(&name) || CONSTRUCTS.contains(&name)
}
