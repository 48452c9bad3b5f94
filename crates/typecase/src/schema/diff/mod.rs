//! What changed between two schemas, and what that means for data on each wire.
//!
//! [`diff`] lists every change with its path and says for each wire whether new readers can read old
//! data (backward) and old readers new data (forward). The rules of a wire are in a file of its own
//! behind `WireKind::rules`; each is written once, from a writer's schema to a reader's, and asked in
//! both directions.
//!
//! A verdict is about readers with default options: not strict, and without a schema of the writer, but for Avro,
//! whose readers always have it.
//! With the writer's schema at hand a [`Resolver`](super::resolve::Resolver) reads more.

mod avro;
mod columnar;
mod keyed;
mod packed;
mod positional;
mod protobuf;
mod report;
mod walk;
mod wire;

use super::Schema;
use super::model::Document;
use alloc::string::String;
use alloc::vec::Vec;

/// Whether data written with one schema can be read with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Every valid value is read, as what it was written as. Fields that the reader does not know are
    /// skipped, and defaults filled in where it knows more than the writer.
    Safe,
    /// Every valid value is read, but some lose something: a number its last digits, a renamed field
    /// its value, a missing value its being missing.
    Lossy,
    /// Some valid values are refused, or taken for something else.
    Breaking,
}

impl Verdict {
    /// `safe`, `lossy` or `breaking`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Lossy => "lossy",
            Verdict::Breaking => "breaking",
        }
    }
}

/// A wire that has rules of evolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WireKind {
    /// Records as objects.
    Json,
    /// Records as arrays of their values.
    Positional,
    /// Fields by their numbers.
    Protobuf,
    /// Avro, whose readers have the writer's schema.
    Avro,
    /// Records as maps.
    Msgpack,
    /// Records as maps.
    Cbor,
    /// Records as documents.
    Bson,
    /// Bare messages of the packed wire.
    Packed,
    /// Documents that are refused by readers of another canonical form.
    Columnar,
}

impl WireKind {
    /// Every wire with rules, in the order in which reports show them.
    pub const ALL: [WireKind; 9] = [
        WireKind::Json,
        WireKind::Positional,
        WireKind::Protobuf,
        WireKind::Avro,
        WireKind::Msgpack,
        WireKind::Cbor,
        WireKind::Bson,
        WireKind::Packed,
        WireKind::Columnar,
    ];

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            WireKind::Json => "json",
            WireKind::Positional => "positional",
            WireKind::Protobuf => "protobuf",
            WireKind::Avro => "avro",
            WireKind::Msgpack => "msgpack",
            WireKind::Cbor => "cbor",
            WireKind::Bson => "bson",
            WireKind::Packed => "packed",
            WireKind::Columnar => "columnar",
        }
    }

    /// The wire's rules.
    fn rules(self) -> &'static dyn wire::Rules {
        match self {
            WireKind::Json => &keyed::JSON,
            WireKind::Positional => &positional::Positional,
            WireKind::Protobuf => &protobuf::Protobuf,
            WireKind::Avro => &avro::Avro,
            WireKind::Packed => &packed::Packed,
            WireKind::Columnar => &columnar::Columnar,
            WireKind::Msgpack | WireKind::Cbor | WireKind::Bson => &keyed::BINARY,
        }
    }
}

/// What a change means on one wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    /// Whether old readers can read new data.
    pub forward: Verdict,
    /// Whether new readers can read old data.
    pub backward: Verdict,
}

impl Effect {
    const SAFE: Effect = Effect { forward: Verdict::Safe, backward: Verdict::Safe };
    const BREAKING: Effect = Effect { forward: Verdict::Breaking, backward: Verdict::Breaking };

    /// The worse of both in each direction.
    fn and(self, other: Effect) -> Effect {
        Effect { forward: self.forward.max(other.forward), backward: self.backward.max(other.backward) }
    }
}

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// A field that the old schema has not.
    FieldAdded,
    /// A field that the new schema has not.
    FieldRemoved,
    /// A field under another name, tied to the old one by an alias.
    FieldRenamed,
    /// Fields in another order.
    FieldsReordered,
    /// A field with another number in Protocol Buffers.
    FieldNumber,
    /// A value may now be missing.
    MadeOptional,
    /// A value may no longer be missing.
    MadeRequired,
    /// The default was added, removed or replaced.
    Default,
    /// Null became a value of the type, or ceased to be one.
    NullMeaning,
    /// Another type.
    Type,
    /// A type under another name, or one that has a name in one schema alone.
    TypeName,
    /// A tuple of another length.
    TupleLength,
    /// An item of a tuple under another name.
    TupleItemRenamed,
    /// Values of an enum, or whether it is open.
    Enum,
    /// Names of flags.
    Flags,
    /// Values of a union's discriminator.
    UnionCases,
    /// Branches of a plain union.
    UnionBranches,
    /// Something inside a plain union whose branches a wire tells apart by trying.
    UnionAmbiguous,
    /// The layout of the root list.
    Layout,
    /// Whether the root record is sparse.
    Sparse,
    /// Whether messages in the columns layout have a table of strings.
    InternTable,
    /// Other keys for a field.
    Aliases,
    /// The option `delta`.
    Delta,
    /// The option `intern`.
    Intern,
    /// The option `nulls`.
    Nulls,
    /// The option `js`.
    Js,
    /// Rules, which `check` checks and decoding does not.
    Rules,
    /// Settings of a wire (`proto`, `avro`, …) that are meant for that wire alone.
    WireSettings,
    /// Metadata.
    Metadata,
    /// The schemas differ too much to be compared in time that is linear in their sizes.
    Incomparable,
}

impl ChangeKind {
    /// The kind as reports print it: stable, lower case, words joined by dashes.
    pub const fn as_str(self) -> &'static str {
        match self {
            ChangeKind::FieldAdded => "field-added",
            ChangeKind::FieldRemoved => "field-removed",
            ChangeKind::FieldRenamed => "field-renamed",
            ChangeKind::FieldsReordered => "fields-reordered",
            ChangeKind::FieldNumber => "field-number",
            ChangeKind::MadeOptional => "made-optional",
            ChangeKind::MadeRequired => "made-required",
            ChangeKind::Default => "default",
            ChangeKind::NullMeaning => "null-meaning",
            ChangeKind::Type => "type",
            ChangeKind::TypeName => "type-name",
            ChangeKind::TupleLength => "tuple-length",
            ChangeKind::TupleItemRenamed => "tuple-item-renamed",
            ChangeKind::Enum => "enum",
            ChangeKind::Flags => "flags",
            ChangeKind::UnionCases => "union-cases",
            ChangeKind::UnionBranches => "union-branches",
            ChangeKind::UnionAmbiguous => "union-ambiguous",
            ChangeKind::Layout => "layout",
            ChangeKind::Sparse => "sparse",
            ChangeKind::InternTable => "intern-table",
            ChangeKind::Aliases => "aliases",
            ChangeKind::Delta => "delta",
            ChangeKind::Intern => "intern",
            ChangeKind::Nulls => "nulls",
            ChangeKind::Js => "js",
            ChangeKind::Rules => "rules",
            ChangeKind::WireSettings => "wire-settings",
            ChangeKind::Metadata => "metadata",
            ChangeKind::Incomparable => "incomparable",
        }
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where: `orders[].qty`, `prices{}`, `shape(circle).r`, empty for the root. What lies in a named
    /// type is listed once, under its name: `@Address.zip`.
    pub path: String,
    /// What kind of change.
    pub kind: ChangeKind,
    /// What exactly, for people: `int32 -> int64`.
    pub detail: String,
    /// By the index of the wire in [`WireKind::ALL`].
    effects: [Effect; WireKind::ALL.len()],
}

impl Change {
    /// What the change means on a wire.
    pub fn effect(&self, wire: WireKind) -> Effect {
        self.effects[wire as usize]
    }
}

/// The changes between two schemas; printed as a table with one row a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    changes: Vec<Change>,
}

impl Diff {
    /// Every change, outer ones first.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// What all changes together mean on a wire.
    pub fn effect(&self, wire: WireKind) -> Effect {
        self.changes.iter().fold(Effect::SAFE, |all, change| all.and(change.effect(wire)))
    }
}

/// Compares two schemas, in time that is linear in their sizes.
///
/// Types are compared pair by pair, each pair once, so recursive schemas end. Two recursive schemas
/// that run out of step can have more pairs than that; then the list ends with
/// [`ChangeKind::Incomparable`], which is breaking.
///
/// ```
/// use typecase::schema::{Schema, diff::{Verdict, WireKind, diff}};
/// let old = Schema::parse(r#"{"id": "int32", "name": "string"}"#)?;
/// let new = Schema::parse(r#"{"name": "string", "id": "int32", "tag?": "string"}"#)?;
/// let diff = diff(&old, &new);
/// assert_eq!(diff.changes().len(), 2);
/// assert_eq!(diff.changes()[0].path, "tag");
/// assert_eq!(diff.effect(WireKind::Json).backward, Verdict::Safe);
/// assert_eq!(diff.effect(WireKind::Positional).backward, Verdict::Breaking);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diff(old: &Schema, new: &Schema) -> Diff {
    diff_documents(old.document(), new.document())
}

pub(crate) fn diff_documents(old: &Document, new: &Document) -> Diff {
    Diff { changes: walk::changes(old, new) }
}

#[cfg(test)]
mod tests;
