//! What a wire must answer: whether what a writer's schema wrote can be read with a reader's.

use super::Verdict;
use crate::schema::choice::Choice;
use crate::schema::model::{Enum, Options, Record, Scalar, Slot, Type};
use crate::schema::names::Names;
use crate::value::Value;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// The rules of one wire. Every question is from a writer's schema to a reader's.
pub(super) trait Rules: Sync {
    /// A scalar, read as another one.
    fn scalar(&self, writer: Scalar, reader: Scalar) -> Verdict;
    /// Bytes of a fixed length, or of any length (`None`), read as bytes of another.
    fn length(&self, writer: Option<u32>, reader: Option<u32>) -> Verdict {
        if reader.is_none() || writer == reader { Verdict::Safe } else { Verdict::Breaking }
    }
    /// A value of an enum, read as a scalar.
    fn enum_as_scalar(&self, writer: &Enum, reader: Scalar) -> Verdict;
    /// A value of an enum, read as one of another.
    fn enumeration(&self, writer: Numbered<'_>, reader: Numbered<'_>) -> Verdict;
    /// Flags with other names.
    fn flags(&self, writer: &[String], reader: &[String]) -> Verdict;
    /// A field that the reader's schema has not.
    fn unread_field(&self, records: &Records<'_>, writer: usize) -> Verdict;
    /// A field that the writer's schema has not.
    fn unwritten_field(&self, records: &Records<'_>, reader: usize) -> Verdict;
    /// A field at another place or with another name.
    fn moved_field(&self, records: &Records<'_>, writer: usize, reader: usize) -> Verdict;
    /// A field with another number in Protocol Buffers.
    fn renumbered_field(&self, _records: &Records<'_>, _writer: usize, _reader: usize) -> Verdict {
        Verdict::Safe
    }
    /// A slot with other settings of wires.
    fn settings(&self, _writer: &Options, _reader: &Options) -> Verdict {
        Verdict::Safe
    }
    /// A slot that may or may not be empty.
    fn presence(&self, writer: Presence<'_>, reader: Presence<'_>, shape: Shape) -> Verdict;
    /// A value of the null type, read as an empty slot, on which the rule is this where the two are the same.
    fn null_as_empty(&self, rule: Verdict) -> Verdict {
        rule
    }
    /// The values of a union's discriminator over all branches.
    fn cases(&self, writer: &[Choice<&str>], reader: &[Choice<&str>]) -> Verdict;
    /// The branches of a plain union, of which some may have changed inside.
    fn branches(&self, branches: &Branches<'_>) -> Verdict;
    /// A value that becomes a branch of a plain union: what is paired is that branch alone.
    fn wrapped(&self, branches: &Branches<'_>) -> Verdict;
    /// Another layout of the root list, another `$sparse`, or a table of strings that only one has.
    fn layout(&self) -> Verdict;
    /// A reference to a named type under another name, or to a type that only one schema has a name for.
    fn type_name(&self) -> Verdict {
        Verdict::Safe
    }
    /// Another value of `delta` or `intern`.
    fn column_option(&self, columns: bool) -> Verdict;
}

/// An enum and the numbers of its values in Protocol Buffers.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Numbered<'s> {
    pub(super) it: &'s Enum,
    /// One a value; empty where it is the index.
    pub(super) numbers: &'s [i32],
}

impl Numbered<'_> {
    /// The number of a value.
    pub(super) fn number(&self, index: usize) -> i32 {
        self.numbers.get(index).copied().unwrap_or(index as i32)
    }

    /// The first value with a number.
    pub(super) fn find(&self, number: i32) -> Option<usize> {
        (0..self.it.values.len()).find(|&index| self.number(index) == number)
    }
}

/// Two records that are compared.
pub(super) struct Records<'s> {
    pub(super) writer: &'s Record,
    pub(super) reader: &'s Record,
    /// For each field of the writer the reader's that a keyed wire finds for its key.
    pub(super) found: Vec<Option<usize>>,
    /// Whether the fields of the reader may be empty.
    pub(super) presences: Vec<Presence<'s>>,
    /// How the positional wire lays the record out.
    pub(super) shape: Shape,
}

impl<'s> Records<'s> {
    pub(super) fn new(writer: &'s Record, reader: &'s Record, reader_names: &Names<'s>, shape: Shape) -> Records<'s> {
        let mut keys = BTreeMap::new();
        for (at, field) in reader.fields.iter().enumerate() {
            keys.insert(field.name.as_str(), at);
        }
        // A name comes before an alias, and of two equal aliases the first counts.
        for (at, field) in reader.fields.iter().enumerate() {
            for alias in &field.slot.options.aliases {
                keys.entry(alias.as_str()).or_insert(at);
            }
        }
        let found = writer.fields.iter().map(|field| keys.get(field.name.as_str()).copied()).collect();
        let presences = reader.fields.iter().map(|field| Presence::of(&field.slot, reader_names)).collect();
        Records { writer, reader, found, presences, shape }
    }
}

/// How the positional wire lays out a record, or the items of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// An array of values.
    Row,
    /// A mask and the present values.
    Sparse,
    /// A run of values in the array of the whole list.
    Flat,
    /// A value in each of the columns.
    Columns,
}

/// Two plain unions, and which branch of one is which of the other.
pub(super) struct Branches<'s> {
    /// For each branch of the writer that of the reader.
    pub(super) targets: &'s [Option<usize>],
    /// For each branch of the writer what JSON values it writes.
    pub(super) writes: &'s [Kinds],
    /// What JSON values the branches of the reader take.
    pub(super) takes: &'s Takers,
}

/// What JSON values each branch of a union may take, and which are taken by several.
pub(super) struct Takers {
    branches: Vec<Kinds>,
    some: Kinds,
    several: Kinds,
}

impl Takers {
    pub(super) fn new(branches: Vec<Kinds>) -> Takers {
        let (mut some, mut several) = (Kinds::NONE, Kinds::NONE);
        for kinds in &branches {
            several = several.or(Kinds(some.0 & kinds.0));
            some = some.or(*kinds);
        }
        Takers { branches, some, several }
    }

    /// For each branch what it may take.
    pub(super) fn branches(&self) -> &[Kinds] {
        &self.branches
    }

    /// What branches other than this one may take.
    pub(super) fn others(&self, branch: usize) -> Kinds {
        Kinds(self.several.0 | (self.some.0 & !self.branches[branch].0))
    }
}

/// A set of kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const NONE: Kinds = Kinds(0);
    pub(super) const NULL: Kinds = Kinds(1);
    pub(super) const BOOLEAN: Kinds = Kinds(2);
    pub(super) const NUMBER: Kinds = Kinds(4);
    pub(super) const STRING: Kinds = Kinds(8);
    pub(super) const LIST: Kinds = Kinds(16);
    pub(super) const OBJECT: Kinds = Kinds(32);
    pub(super) const ALL: Kinds = Kinds(63);

    pub(super) fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub(super) fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// What a reader of a type that is no union may take.
    pub(super) fn of(ty: &Type) -> Kinds {
        match ty {
            Type::Scalar(scalar) => match scalar {
                Scalar::Null => Kinds::NULL,
                Scalar::Boolean => Kinds::BOOLEAN,
                Scalar::String | Scalar::Bytes => Kinds::STRING,
                Scalar::BigInt | Scalar::Date => Kinds::STRING.or(Kinds::NUMBER),
                Scalar::Json => Kinds::ALL,
                _ => Kinds::NUMBER,
            },
            Type::Enum(enumeration) if enumeration.open => Kinds::STRING.or(Kinds::NUMBER),
            Type::Enum(enumeration) => enumeration.values.iter().fold(Kinds::NONE, |kinds, value| {
                kinds.or(if value.as_str().is_some() { Kinds::STRING } else { Kinds::NUMBER })
            }),
            Type::List(_) | Type::Tuple(_) => Kinds::LIST,
            Type::Record(_) | Type::Flags(_) | Type::Map(_) => Kinds::OBJECT,
            Type::Union(_) | Type::Reference(_) => Kinds::ALL,
        }
    }
}

/// Whether a slot may be empty, and what is read then.
#[derive(Clone, Copy)]
pub(super) struct Presence<'s> {
    /// Whether the value may be missing or null.
    pub(super) optional: bool,
    /// Whether the schema calls the slot optional.
    pub(super) marked: bool,
    /// What is read instead of nothing.
    pub(super) default: Option<&'s Value<'static>>,
}

impl<'s> Presence<'s> {
    pub(super) fn of(slot: &'s Slot, names: &Names<'s>) -> Presence<'s> {
        // A slot of these types is never required.
        let null = matches!(names.follow(&slot.ty), Type::Scalar(Scalar::Json | Scalar::Null));
        Presence { optional: !slot.required || null, marked: !slot.required, default: slot.default.as_ref() }
    }

    /// Whether the slot may be written empty, and is read when it is.
    pub(super) fn takes_empty(self) -> bool {
        self.optional || self.default.is_some()
    }

    /// The rule on a field that the writer does not have.
    pub(super) fn unwritten(self) -> Verdict {
        if self.takes_empty() { Verdict::Safe } else { Verdict::Breaking }
    }
}

/// The rule on empty slots that holds on every wire where an empty slot is told from a full one.
pub(super) fn presence(writer: Presence<'_>, reader: Presence<'_>) -> Verdict {
    match (writer.takes_empty(), reader.takes_empty()) {
        (true, false) => Verdict::Breaking,
        // What is missing is read as another value than the one that its writer means.
        (true, true) if writer.default != reader.default => Verdict::Lossy,
        _ => Verdict::Safe,
    }
}

/// The rule on scalars whose text is the same on the JSON and the positional wire.
pub(super) fn text_scalar(writer: Scalar, reader: Scalar) -> Verdict {
    use crate::schema::promotion::Promotion;
    use Scalar::*;
    match Promotion::of(writer, reader) {
        // Base64 text is not the string.
        None | Some(Promotion::ToBytes | Promotion::ToText) => Verdict::Breaking,
        // Readers of a bigint take an integer as well as digits in a string (docs/json.md, section 1).
        Some(Promotion::ToBigInt) => Verdict::Safe,
        Some(Promotion::ToDouble) if matches!(writer, Int32 | Uint32) => Verdict::Safe,
        Some(Promotion::ToDouble | Promotion::ToSingle) => Verdict::Lossy,
        Some(Promotion::Same) => Verdict::Safe,
    }
}
