//! Avro schemas as the specification has them: parsed, printed, in canonical form, and resolved against each
//! other (Apache Avro 1.12, "Schema Declaration", "Schema Resolution", "Parsing Canonical Form for Schemas").
//!
//! [`AvroSchema`] is the schema of Avro itself, with everything that it says. Codecs want typecase's own model:
//! [`import::avro`](super::import::avro) makes a document of an Avro schema, and
//! [`export::avro`](super::export::avro) an Avro schema of a document.

mod canonical;
mod fingerprint;
mod json;
mod parse;
mod print;
mod resolve;

pub(crate) use parse::logical;
pub use resolve::Resolution;

use crate::value::Value;
use alloc::string::String;
use alloc::vec::Vec;

/// An Avro schema. Types are reached by number, so that a recursive type is a number that occurs again.
///
/// ```
/// use typecase::schema::avro::AvroSchema;
/// let schema = AvroSchema::parse(r#"{"type": "fixed", "name": "md5", "namespace": "x.y", "size": 16, "doc": "A sum"}"#)?;
/// assert_eq!(schema.canonical(), r#"{"name":"x.y.md5","type":"fixed","size":16}"#);
/// # Ok::<(), typecase::schema::import::ImportError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AvroSchema {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: u32,
}

/// A type with what is said of it beside its kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// The logical type, if it is one that fits the type.
    pub(crate) logical: Option<Logical>,
}

/// The kind of a type; numbers lead into [`AvroSchema::nodes`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    Record(Record),
    Enum(Enum),
    Array(u32),
    Map(u32),
    Union(Vec<u32>),
    Fixed(Named, u32),
}

/// What all named types have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Named {
    /// The full name.
    pub(crate) name: String,
    /// Full names of writers' types that are this type.
    pub(crate) aliases: Vec<String>,
    pub(crate) doc: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) named: Named,
    pub(crate) fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: u32,
    /// The default in Avro's JSON encoding, in which a union has the value of its first branch as it is.
    pub(crate) default: Option<Value<'static>>,
    pub(crate) aliases: Vec<String>,
    pub(crate) doc: Option<String>,
    /// `ascending` is not kept.
    pub(crate) order: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Enum {
    pub(crate) named: Named,
    pub(crate) symbols: Vec<String>,
    pub(crate) default: Option<String>,
}

/// A logical type that fits its type ("Logical Types"); one that does not counts as absent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Logical {
    /// `date`, `decimal`, …
    pub(crate) name: String,
    /// The precision and the scale of a decimal.
    pub(crate) decimal: Option<(u64, u64)>,
}

/// The primitive types by name.
pub(crate) const PRIMITIVES: [(&str, Kind); 8] = [
    ("null", Kind::Null),
    ("boolean", Kind::Boolean),
    ("int", Kind::Int),
    ("long", Kind::Long),
    ("float", Kind::Float),
    ("double", Kind::Double),
    ("bytes", Kind::Bytes),
    ("string", Kind::String),
];

impl AvroSchema {
    /// A type by its number.
    pub(crate) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    /// The other type of `["null", T]`.
    pub(crate) fn optional(&self, id: u32) -> Option<u32> {
        match &self.node(id).kind {
            Kind::Union(branches) => match branches[..] {
                [first, second] if self.node(first).kind == Kind::Null => Some(second),
                _ => None,
            },
            _ => None,
        }
    }

    /// Adds a type without a logical type.
    pub(crate) fn push(&mut self, kind: Kind) -> u32 {
        self.nodes.push(Node { kind, logical: None });
        self.nodes.len() as u32 - 1
    }
}

impl Kind {
    /// What all named types have, if this is one.
    pub(crate) fn named(&self) -> Option<&Named> {
        match self {
            Kind::Record(record) => Some(&record.named),
            Kind::Enum(it) => Some(&it.named),
            Kind::Fixed(named, _) => Some(named),
            _ => None,
        }
    }

    /// The name of the kind, as `type` has it.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Kind::Record(_) => "record",
            Kind::Enum(_) => "enum",
            Kind::Array(_) => "array",
            Kind::Map(_) => "map",
            Kind::Union(_) => "union",
            Kind::Fixed(..) => "fixed",
            primitive => PRIMITIVES.iter().find(|(_, kind)| kind == primitive).map_or("", |(name, _)| name),
        }
    }
}

/// How many parts a type has, itself included.
fn parts(kind: &Kind) -> usize {
    1 + match kind {
        Kind::Record(record) => record.fields.iter().map(|field| 1 + field.aliases.len()).sum(),
        Kind::Enum(it) => it.symbols.len(),
        Kind::Union(branches) => branches.len(),
        _ => 0,
    }
}

/// Whether this is a name ("Names"): letters, digits and underscores, not beginning with a digit.
pub(crate) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A full name without its namespace.
pub(crate) fn simple(full: &str) -> &str {
    full.rsplit_once('.').map_or(full, |(_, name)| name)
}
