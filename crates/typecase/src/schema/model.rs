//! The schema as people write it: a tree of types with names, options and rules.
//!
//! Definitions, `#[derive(Record)]`, imports and inference all build a [`Document`]; [`Document::build`]
//! checks it and freezes it into a [`Schema`](super::Schema) that codecs walk.

use crate::value::Value;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A schema document: a root type, and the named types it refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// `$name`: the name of the root type; the root can be referred to by it.
    pub name: Option<String>,
    /// `$types` in order.
    pub types: Vec<(String, Type)>,
    /// The root.
    pub root: Type,
    /// `$sparse`: the root record, or the records of the root list, are written as mask and present
    /// values on the positional wire.
    pub sparse: bool,
    /// `$layout`: how the positional wire lays out a root list.
    pub layout: Layout,
    /// Other `$` keys, kept as they are.
    pub meta: Vec<(String, Value<'static>)>,
}

/// How the positional wire lays out a root list (docs/positional.md, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Layout {
    /// A list of rows.
    #[default]
    Rows,
    /// One list for all values.
    Flat,
    /// One list for each field.
    Columns,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A scalar.
    Scalar(Scalar),
    /// A record: its fields in order.
    Record(Record),
    /// A list of items.
    List(Box<Slot>),
    /// One of the listed values.
    Enum(Enum),
    /// A set of named booleans.
    Flags(Vec<String>),
    /// A list of fixed length, with names or without.
    Tuple(Vec<TupleItem>),
    /// String keys to values.
    Map(Box<Slot>),
    /// One of several types.
    Union(Union),
    /// A type of the document by its name, or the document's root.
    Reference(String),
}

/// The scalars, as `docs/schema.md` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Scalar {
    Null,
    Boolean,
    /// A JavaScript double.
    Number,
    /// A number without a fraction, 64-bit signed.
    Integer,
    Int32,
    Int64,
    Uint32,
    Uint64,
    Float32,
    Float64,
    /// An integer of any size.
    BigInt,
    /// An instant in milliseconds.
    Date,
    String,
    Bytes,
    /// Any JSON value.
    Json,
}

impl Scalar {
    /// Every scalar with its name in definitions.
    pub const ALL: [(&'static str, Scalar); 15] = [
        ("null", Scalar::Null),
        ("boolean", Scalar::Boolean),
        ("number", Scalar::Number),
        ("integer", Scalar::Integer),
        ("int32", Scalar::Int32),
        ("int64", Scalar::Int64),
        ("uint32", Scalar::Uint32),
        ("uint64", Scalar::Uint64),
        ("float32", Scalar::Float32),
        ("float64", Scalar::Float64),
        ("bigint", Scalar::BigInt),
        ("date", Scalar::Date),
        ("string", Scalar::String),
        ("bytes", Scalar::Bytes),
        ("json", Scalar::Json),
    ];

    /// Whether it is a number, a boolean or a date, which some wires pack in lists.
    pub(crate) const fn packs(self) -> bool {
        !matches!(self, Scalar::Null | Scalar::BigInt | Scalar::String | Scalar::Bytes | Scalar::Json)
    }

    /// The name in definitions.
    pub fn name(self) -> &'static str {
        Scalar::ALL.iter().find(|(_, scalar)| *scalar == self).map_or("", |(name, _)| name)
    }

    /// The scalar with this name.
    pub fn from_name(name: &str) -> Option<Scalar> {
        Scalar::ALL.iter().find(|(known, _)| *known == name).map(|(_, scalar)| *scalar)
    }
}

/// A record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The kind key (`{"Entity": {}, ...}`): metadata without a position.
    pub kind: Option<(String, Value<'static>)>,
    /// The fields in order.
    pub fields: Vec<Field>,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key.
    pub name: String,
    /// What it holds.
    pub slot: Slot,
}

/// A place that holds a value: a field, an item of a list, a value of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The type.
    pub ty: Type,
    /// Whether a value must be there and not be null.
    pub required: bool,
    /// What a reader fills in when none is there.
    pub default: Option<Value<'static>>,
    /// The other options.
    pub options: Options,
}

/// The options of a slot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Other keys that readers accept for the field (`aliases`).
    pub aliases: Vec<String>,
    /// Columns layout: written as differences (docs/positional.md, section 2).
    pub delta: bool,
    /// Columns layout: texts are written as indexes into a table of the message.
    pub intern: bool,
    /// `"nulls": "write"`: keyed wires write a missing value as an explicit null.
    pub write_null: bool,
    /// `"nulls": "refuse"`: an optional field may be missing, but an explicit null on a keyed wire is an
    /// error.
    pub refuse_null: bool,
    /// How generated JavaScript holds a 64-bit integer.
    pub js: Option<JsInteger>,
    /// Rules that `check` checks.
    pub rules: Rules,
    /// The per-wire settings (`proto`, `avro`, `cbor`, `msgpack`, `bson`) by wire, as written.
    pub wires: Vec<(String, Value<'static>)>,
    /// Unknown options, kept as metadata.
    pub meta: Vec<(String, Value<'static>)>,
}

/// How generated JavaScript holds a 64-bit integer (`js`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum JsInteger {
    Number,
    BigInt,
    String,
}

/// The rules `min`, `max`, `length` and `pattern`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// The least number.
    pub min: Option<f64>,
    /// The greatest number.
    pub max: Option<f64>,
    /// The least length: of a string in UTF-16 units, of bytes in bytes, of a list or map in items.
    pub min_length: Option<u64>,
    /// The greatest length.
    pub max_length: Option<u64>,
    /// `"unit": "characters"` in the rule `length`: the length of a string is counted in characters
    /// (Unicode code points), as JSON Schema counts it.
    pub characters: bool,
    /// A regular expression that must match somewhere in the string.
    pub pattern: Option<String>,
}

impl Rules {
    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        *self == Rules::default()
    }
}

/// An enum.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// Strings or numbers, in order.
    pub values: Vec<Value<'static>>,
    /// Whether unknown values are kept rather than reported.
    pub open: bool,
}

/// An item of a tuple.
#[derive(Clone, Debug, PartialEq)]
pub struct TupleItem {
    /// The name, where the tuple has names.
    pub name: Option<String>,
    /// What it holds: a scalar, optional or not.
    pub slot: Slot,
}

/// A union.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// The branches in order.
    pub branches: Vec<Type>,
    /// The key of the field that tells the branches, all records, apart.
    pub discriminator: Option<String>,
}

impl Slot {
    /// A slot that must hold a value.
    pub fn required(ty: Type) -> Slot {
        Slot { ty, required: true, default: None, options: Options::default() }
    }

    /// A slot that may be empty.
    pub fn optional(ty: Type) -> Slot {
        Slot { required: false, ..Slot::required(ty) }
    }
}

impl From<Scalar> for Type {
    fn from(scalar: Scalar) -> Type {
        Type::Scalar(scalar)
    }
}

impl Document {
    /// A document with a root and nothing else.
    pub fn new(root: Type) -> Document {
        Document { name: None, types: Vec::new(), root, sparse: false, layout: Layout::Rows, meta: Vec::new() }
    }

    /// What `$avro` says of a named type: its name and aliases in Avro, its size, and so on.
    pub(crate) fn avro(&self, name: &str) -> Option<&Value<'static>> {
        self.meta.iter().find(|(key, _)| key == "$avro")?.1.get(name)
    }

    /// The `size` that `$avro` gives a named type of bytes, all of whose values then have that many.
    pub(crate) fn fixed_size(&self, name: &str) -> Option<u32> {
        self.avro(name)?.get("size")?.as_int()?.try_into().ok()
    }

    /// What `$proto` says of a named type: its name in Protocol Buffers, and the numbers of an enum's values.
    pub(crate) fn proto(&self, name: &str) -> Option<&Value<'static>> {
        self.meta.iter().find(|(key, _)| key == "$proto")?.1.get(name)
    }

    /// The numbers that `$proto` gives the values of a named enum.
    pub(crate) fn enum_numbers(&self, name: &str) -> Option<Vec<i32>> {
        let numbers = self.proto(name)?.get("numbers")?.as_list()?;
        numbers.iter().map(|number| number.as_int()?.try_into().ok()).collect()
    }

    /// Whether `$strict` is true among the metadata: records forbid fields that they do not list, so that
    /// keyed wires are always read in strict mode. The import of JSON Schema sets it.
    pub fn is_strict(&self) -> bool {
        self.meta.iter().any(|(key, value)| key == "$strict" && *value == Value::Bool(true))
    }
}
