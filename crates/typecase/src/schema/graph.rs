//! The frozen schema that codecs walk: nodes, records, enums and unions by number, no pointers to chase.
//!
//! A definition nests at most 128 deep, but its named types may refer to each other in chains of any
//! length: what walks a graph without a message must keep a list of its own rather than recurse.

use crate::meta::{EnumMeta, FlagsMeta, RecordMeta, UnionMeta};
use crate::value::Value;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The number of a [`Node`] in its [`Graph`].
pub type NodeId = u32;

/// A place that holds a value: its type, and whether it may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The type.
    pub kind: Kind,
    /// Whether the value may be missing or null.
    pub nullable: bool,
}

/// The type of a node; numbers lead into the tables of the [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Null,
    Bool,
    Number,
    Float64,
    Float32,
    /// `integer` and `int64`.
    Int64,
    Int32,
    Uint32,
    Uint64,
    BigInt,
    Date,
    Text,
    Bytes,
    /// Bytes of this number, which `$avro` says of a named type (docs/avro.md, section 3).
    Fixed(u32),
    Json,
    Record(u32),
    List(NodeId),
    Map(NodeId),
    Tuple(u32),
    Enum(u32),
    Flags(u32),
    Union(u32),
}

/// A record of the graph.
#[derive(Debug)]
pub struct RecordNode {
    /// What wires need to know.
    pub(crate) meta: RecordMeta<'static>,
    /// The node of each field.
    pub nodes: Box<[NodeId]>,
    /// What to fill in for each field that is missing.
    pub defaults: Box<[Option<Value<'static>>]>,
    /// Which of the first 64 fields have a default, as bits.
    pub(crate) filled: u64,
}

/// A union of the graph.
#[derive(Debug)]
pub struct UnionNode {
    /// What wires need to know.
    pub(crate) meta: UnionMeta<'static>,
    /// The node of each branch.
    pub branches: Box<[NodeId]>,
    /// The first branch that is the null type, or may be empty, if there is one.
    pub null_branch: Option<u32>,
    /// For each branch, the index of the discriminator among the fields of its record; empty for a
    /// plain union.
    pub discriminators: Box<[u16]>,
}

/// The frozen schema. Made by [`Document::build`](super::Document::build).
#[derive(Debug)]
pub struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) records: Vec<RecordNode>,
    pub(crate) tuples: Vec<Box<[NodeId]>>,
    pub(crate) enums: Vec<EnumMeta<'static>>,
    pub(crate) flags: Vec<FlagsMeta<'static>>,
    pub(crate) unions: Vec<UnionNode>,
    pub(crate) root: NodeId,
    /// Keeps alive what the `'static` descriptions above really borrow from; see `arena.rs`.
    pub(crate) _arena: super::arena::Arena,
}

impl Graph {
    /// The root node.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// A node by its number.
    #[inline(always)]
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id as usize]
    }

    /// A node by a number that may come from anywhere, if there is one.
    pub fn get(&self, id: NodeId) -> Option<Node> {
        self.nodes.get(id as usize).copied()
    }

    /// A record by its number.
    #[inline(always)]
    pub fn record(&self, id: u32) -> &RecordNode {
        &self.records[id as usize]
    }

    /// The nodes of a tuple.
    #[inline(always)]
    pub fn tuple(&self, id: u32) -> &[NodeId] {
        &self.tuples[id as usize]
    }

    /// An enum by its number.
    #[inline(always)]
    pub fn enumeration(&self, id: u32) -> &EnumMeta<'_> {
        &self.enums[id as usize]
    }

    /// Flags by their number.
    #[inline(always)]
    pub fn flags(&self, id: u32) -> &FlagsMeta<'_> {
        &self.flags[id as usize]
    }

    /// A union by its number.
    #[inline(always)]
    pub fn union(&self, id: u32) -> &UnionNode {
        &self.unions[id as usize]
    }
}

impl RecordNode {
    /// What wires need to know.
    #[inline(always)]
    pub fn meta(&self) -> &RecordMeta<'_> {
        &self.meta
    }
}

impl UnionNode {
    /// What wires need to know.
    #[inline(always)]
    pub fn meta(&self) -> &UnionMeta<'_> {
        &self.meta
    }
}
