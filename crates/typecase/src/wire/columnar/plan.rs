//! What the columnar wire works out once for a schema: the tree of its types, and the leaf columns under it.
//!
//! Every place of the schema is a node, and every node is reached from its parent by number, so that a reader or a
//! writer that knows where it is needs no stack. A type that is used in two places is two nodes. So a type that
//! contains itself would be a tree without end, and cannot go on this wire.

use crate::error::{Code, Error, Result};
use crate::limits::DEEPEST;
use crate::meta::Nullity;
use crate::schema::Schema;
use crate::schema::graph::{Graph, Kind, NodeId};
use crate::text::date;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// No leaf.
pub(super) const NONE: u32 = u32::MAX;
/// The node of the root list.
pub(super) const ROOT: u32 = 0;
/// The node of a row.
pub(super) const ROW: u32 = 1;
/// How many flags one integer of a column holds.
pub(super) const FLAGS_A_WORD: usize = 52;
/// The most leaf columns of a schema.
const MOST_LEAVES: usize = 1 << 17;
/// The most places of a schema for each leaf column, and how many more. A row takes a reader a step for each of them,
/// so that many records around each column would make much work of few bytes.
const NODES_A_LEAF: usize = 16;
const FEW_NODES: usize = 64;
/// The most bytes of their names in all.
const MOST_NAME_BYTES: usize = 1 << 24;

/// A schema of the columnar wire: its leaf columns, and how they make up the rows. Cheap to clone.
///
/// ```
/// use typecase::schema::Schema;
/// use typecase::wire::columnar::Plan;
///
/// let text = r#"{"array": {"id": "int64", "home": {"city": "?string"}, "tags": {"array": "string"}}}"#;
/// let plan = Plan::new(&Schema::parse(text)?)?;
/// let columns: Vec<&str> = plan.columns().collect();
/// assert_eq!(columns, ["id", "home.city?", "home.city", "tags#", "tags[]"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan(Arc<Inner>);

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) schema: Schema,
    /// The schema as one line of JSON.
    pub(super) line: String,
    /// The nodes that have values of their own, in the order of the names of these.
    by_name: Vec<u32>,
}

impl Inner {
    /// The nodes from a row down to this one.
    pub(super) fn way_of(&self, node: u32) -> Vec<u32> {
        let outer = |node: &u32| Some(self.nodes[*node as usize].parent).filter(|_| *node != ROW);
        let mut way: Vec<u32> = core::iter::successors(Some(node), outer).collect();
        way.reverse();
        way
    }

    /// The node that each leaf is one of.
    pub(super) fn nodes_of_leaves(&self) -> Vec<u32> {
        let mut nodes = alloc::vec![ROOT; self.leaves.len()];
        for (at, node) in (0..).zip(&self.nodes) {
            if node.presence != NONE {
                nodes[node.presence as usize] = at;
            }
            if node.leaf != NONE {
                let count = match node.shape {
                    Shape::Map | Shape::OpenEnum { .. } => 2,
                    Shape::Flags { words } => words as usize,
                    _ => 1,
                };
                nodes[node.leaf as usize..][..count].fill(at);
            }
        }
        nodes
    }
}

/// A place of the schema.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) shape: Shape,
    /// The leaf that says which values are there; [`NONE`] if all are.
    pub(super) presence: u32,
    /// The leaf of the values, or of what the shape says.
    pub(super) leaf: u32,
    /// The first of the nodes inside; the others follow it.
    pub(super) first: u32,
    /// How many there are.
    pub(super) count: u32,
    pub(super) parent: u32,
    /// The node of the schema's graph.
    pub(super) graph: NodeId,
    /// The innermost record that this node is inside of, itself not included.
    pub(super) owner: u32,
    /// The node whose value comes after one of this node, where the order says so: the next item of a tuple.
    pub(super) after: u32,
}

/// What a node is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The list that is the document.
    Root,
    Record,
    /// The leaf holds the lengths.
    List,
    /// The leaf holds the numbers of entries, the next one the keys.
    Map,
    Tuple,
    /// The leaf holds the index of the case; the nodes inside are the branches. `null` is the case that is null.
    Union {
        id: u32,
        null: Option<u32>,
    },
    /// The leaf holds the values.
    Scalar,
    /// The leaf holds the indexes; the next one, as JSON, the values that are not among them (index = `values`).
    OpenEnum {
        values: u32,
    },
    /// So many leaves hold integers of [`FLAGS_A_WORD`] flags each.
    Flags {
        words: u32,
    },
    /// The discriminator of a case, which the union's leaf says.
    Discriminator,
    /// Null and nothing else; the leaf counts the values.
    Null,
    /// JSON, in which null is a value.
    Json,
}

/// A leaf column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Leaf {
    pub(super) kind: LeafKind,
    /// Its name: `address.city`, and `?` behind it for presence, `#` for lengths and so on.
    pub(super) name: String,
}

/// What the values of a leaf are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafKind {
    /// Integers between these two.
    Int(i64, i64),
    /// Unsigned integers of 64 bits, held as the signed ones with the same bits.
    Uint64,
    /// False and true as 0 and 1.
    Bool,
    /// Milliseconds since 1970.
    Date,
    /// Doubles.
    Number,
    /// Single-precision floats.
    Single,
    /// Strings.
    Text,
    /// Base64 of bytes.
    Bytes,
    /// Decimal digits.
    BigInt,
    /// JSON on one line.
    Json,
}

impl LeafKind {
    /// Whether the values are held as integers.
    pub(super) fn is_integer(self) -> bool {
        matches!(self, LeafKind::Int(..) | LeafKind::Uint64 | LeafKind::Bool | LeafKind::Date)
    }

    /// Whether the values are held as doubles.
    pub(super) fn is_number(self) -> bool {
        matches!(self, LeafKind::Number | LeafKind::Single)
    }

    /// The least and the greatest integer, as it is held.
    pub(super) fn bounds(self) -> (i64, i64) {
        match self {
            LeafKind::Int(least, greatest) => (least, greatest),
            LeafKind::Bool => (0, 1),
            LeafKind::Date => (-date::FARTHEST, date::FARTHEST),
            _ => (i64::MIN, i64::MAX),
        }
    }

    /// What it is in a word.
    pub fn name(self) -> &'static str {
        match self {
            LeafKind::Int(..) => "integers",
            LeafKind::Uint64 => "unsigned integers",
            LeafKind::Bool => "booleans",
            LeafKind::Date => "dates",
            LeafKind::Number => "numbers",
            LeafKind::Single => "floats",
            LeafKind::Text => "strings",
            LeafKind::Bytes => "bytes",
            LeafKind::BigInt => "big integers",
            LeafKind::Json => "JSON",
        }
    }
}

impl Plan {
    /// The plan of a schema.
    ///
    /// # Errors
    /// `unsupported` if the root is not a list of records, if a type contains itself, or if there are more columns, or
    /// more places for each, than docs/columnar.md allows (section 6).
    pub fn new(schema: &Schema) -> Result<Plan> {
        let graph = schema.graph();
        let Kind::List(item) = graph.node(graph.root()).kind else { return Err(not_a_list()) };
        let Kind::Record(_) = graph.node(item).kind else { return Err(not_a_list()) };
        let mut builder = Builder { graph, nodes: Vec::new(), sources: Vec::new(), leaves: Vec::new(), name_bytes: 0 };
        builder.nodes(item)?;
        builder.leaves()?;
        let Builder { nodes, leaves, .. } = builder;
        if nodes.len() > NODES_A_LEAF * leaves.len() + FEW_NODES {
            return Err(Error::new(Code::Unsupported, "the schema has too many records around too few columns"));
        }
        let line = schema.document().to_json_line();
        let has_values = |node: &Node| node.leaf != NONE;
        let mut by_name: Vec<u32> = (0..nodes.len() as u32).filter(|&at| has_values(&nodes[at as usize])).collect();
        by_name.sort_by_key(|&node| &leaves[nodes[node as usize].leaf as usize].name[..]);
        Ok(Plan(Arc::new(Inner { nodes, leaves, schema: schema.clone(), line, by_name })))
    }

    /// The names of the leaf columns in order, as docs/columnar.md says them.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.0.leaves.iter().map(|leaf| leaf.name.as_str())
    }

    /// What the values of each leaf column are.
    pub fn kinds(&self) -> impl Iterator<Item = LeafKind> {
        self.0.leaves.iter().map(|leaf| leaf.kind)
    }

    /// For each leaf column, the number of that with the lengths of the innermost list or map around its values, if
    /// there is one.
    ///
    /// ```
    /// use typecase::schema::Schema;
    /// use typecase::wire::columnar::Plan;
    ///
    /// let schema = Schema::parse(r#"{"array": {"id": "int64", "tags": {"array": "string"}}}"#)?;
    /// assert_eq!(Plan::new(&schema)?.lists_around(), [None, None, Some(1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lists_around(&self) -> Vec<Option<usize>> {
        let inner = self.inner();
        // Outer nodes come before those inside them.
        let mut around: Vec<u32> = alloc::vec![NONE; inner.nodes.len()];
        for (at, node) in inner.nodes.iter().enumerate().skip(ROW as usize + 1) {
            let outer = &inner.nodes[node.parent as usize];
            let is_list = matches!(outer.shape, Shape::List | Shape::Map);
            around[at] = if is_list { outer.leaf } else { around[node.parent as usize] };
        }
        let list_of = |(leaf, node): (usize, u32)| {
            let map = &inner.nodes[node as usize];
            let is_key = map.shape == Shape::Map && leaf == map.leaf as usize + 1;
            Some(if is_key { map.leaf } else { around[node as usize] }).filter(|&list| list != NONE)
        };
        let leaves = inner.nodes_of_leaves().into_iter().enumerate();
        leaves.map(|leaf| list_of(leaf).map(|list| list as usize)).collect()
    }

    /// The schema that this is the plan of.
    pub fn schema(&self) -> &Schema {
        &self.0.schema
    }

    #[inline(always)]
    pub(super) fn inner(&self) -> &Inner {
        &self.0
    }

    /// Whether this is the plan of a schema with the same canonical form and the same leaves.
    #[cfg(feature = "std")]
    pub(super) fn is_of(&self, inner: &Inner) -> bool {
        core::ptr::eq(self.inner(), inner)
            || self.inner().leaves == inner.leaves && self.schema().canonical() == inner.schema.canonical()
    }

    /// The nodes from a row down to the field that this name leads to, through the names of records: `address.city`.
    #[cfg(feature = "std")]
    pub(super) fn way_to(&self, name: &str) -> Option<Vec<u32>> {
        let nodes = &self.inner().nodes;
        let graph = self.schema().graph();
        let mut way = alloc::vec![ROW];
        let mut rest = Some(name);
        while let Some(name) = rest {
            let record = nodes[*way.last()? as usize];
            let Kind::Record(id) = graph.node(record.graph).kind else { return None };
            // A name may have a dot in it: the longest that fits is meant.
            let fields = graph.record(id).meta().fields.iter().enumerate();
            let fits = fields.filter(|(_, field)| {
                name.strip_prefix(field.name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            });
            let (index, field) = fits.max_by_key(|(_, field)| field.name.len())?;
            way.push(record.first + index as u32);
            rest = name[field.name.len()..].strip_prefix('.');
        }
        Some(way)
    }

    /// The node of the values with this name, which has no suffix for what they are: `address.city`, `tags[]`. Of
    /// several it is the first.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let inner = self.inner();
        let name_of = |node: u32| &inner.leaves[inner.nodes[node as usize].leaf as usize].name[..];
        let at = inner.by_name.partition_point(|&node| name_of(node) < name);
        inner.by_name.get(at).copied().filter(|&node| name_of(node) == name)
    }
}

#[cold]
fn not_a_list() -> Error {
    Error::new(Code::Unsupported, "the columnar wire needs a list of records at the root")
}

/// What a node was made from.
struct Source {
    node: NodeId,
    /// The name of its values.
    name: String,
    depth: u32,
    /// What a missing field is, if it is one.
    nullity: Option<Nullity>,
    discriminator: bool,
}

struct Builder<'g> {
    graph: &'g Graph,
    nodes: Vec<Node>,
    sources: Vec<Source>,
    leaves: Vec<Leaf>,
    /// The bytes of all names so far.
    name_bytes: usize,
}

impl Builder<'_> {
    /// Makes the nodes, those inside of a node next to each other.
    fn nodes(&mut self, item: NodeId) -> Result<()> {
        let root = self.graph.root();
        self.push(
            ROOT,
            NONE,
            Source { node: root, name: String::new(), depth: 0, nullity: None, discriminator: false },
        )?;
        self.nodes[0].shape = Shape::Root;
        self.push(
            ROOT,
            NONE,
            Source { node: item, name: String::new(), depth: 1, nullity: None, discriminator: false },
        )?;
        (self.nodes[0].first, self.nodes[0].count) = (ROW, 1);
        let mut at = ROW;
        while (at as usize) < self.nodes.len() {
            self.open(at)?;
            at += 1;
        }
        Ok(())
    }

    fn push(&mut self, parent: u32, owner: u32, source: Source) -> Result<()> {
        if source.depth > DEEPEST {
            return Err(Error::new(Code::Unsupported, "a type contains itself, which columns cannot hold")
                .in_field(&source.name));
        }
        self.name_bytes += source.name.len();
        if self.nodes.len() >= MOST_LEAVES || self.name_bytes > MOST_NAME_BYTES {
            return Err(Error::new(
                Code::Unsupported,
                "the schema has too many columns, or a type that contains itself",
            ));
        }
        let at = self.nodes.len() as u32;
        self.nodes.push(Node {
            shape: Shape::Null,
            presence: NONE,
            leaf: NONE,
            first: 0,
            count: 0,
            parent,
            graph: source.node,
            owner,
            after: at,
        });
        self.sources.push(source);
        Ok(())
    }

    /// Says what a node is and makes those inside it.
    fn open(&mut self, at: u32) -> Result<()> {
        let graph = self.graph;
        let source = &self.sources[at as usize];
        let (name, depth) = (source.name.clone(), source.depth + 1);
        let kind = graph.node(source.node).kind;
        let first = self.nodes.len() as u32;
        let is_record = matches!(kind, Kind::Record(_));
        let owner = if is_record { at } else { self.nodes[at as usize].owner };
        let item = |node: NodeId, name: String| Source { node, name, depth, nullity: None, discriminator: false };
        let shape = match kind {
            _ if source.discriminator => Shape::Discriminator,
            Kind::Record(id) => {
                let record = graph.record(id);
                let of_case = self.case_discriminator(at);
                for (index, field) in record.meta().fields.iter().enumerate() {
                    let name = if name.is_empty() { field.name.to_string() } else { format!("{name}.{}", field.name) };
                    let discriminator = of_case == Some(index);
                    let nullity = Some(field.nullity);
                    self.push(at, owner, Source { node: record.nodes[index], name, depth, nullity, discriminator })?;
                }
                Shape::Record
            }
            Kind::List(node) => {
                self.push(at, owner, item(node, format!("{name}[]")))?;
                Shape::List
            }
            Kind::Map(node) => {
                self.push(at, owner, item(node, format!("{name}{{}}")))?;
                Shape::Map
            }
            Kind::Tuple(id) => {
                for (index, &node) in graph.tuple(id).iter().enumerate() {
                    self.push(at, owner, item(node, format!("{name}[{index}]")))?;
                }
                for inside in first..(self.nodes.len() as u32).saturating_sub(1) {
                    self.nodes[inside as usize].after = inside + 1;
                }
                Shape::Tuple
            }
            Kind::Union(id) => {
                let union = graph.union(id);
                for (index, &node) in union.branches.iter().enumerate() {
                    self.push(at, owner, item(node, format!("{name}|{index}")))?;
                }
                Shape::Union { id, null: union.null_branch }
            }
            Kind::Enum(id) if graph.enumeration(id).open => {
                Shape::OpenEnum { values: graph.enumeration(id).values.len() as u32 }
            }
            Kind::Flags(id) => Shape::Flags { words: graph.flags(id).names.len().div_ceil(FLAGS_A_WORD) as u32 },
            Kind::Null => Shape::Null,
            Kind::Json => Shape::Json,
            _ => Shape::Scalar,
        };
        let node = &mut self.nodes[at as usize];
        (node.shape, node.first) = (shape, first);
        let count = self.nodes.len() as u32 - first;
        self.nodes[at as usize].count = count;
        Ok(())
    }

    /// The index of the discriminator among the fields of a record that is a branch of a union.
    fn case_discriminator(&self, at: u32) -> Option<usize> {
        let parent = self.nodes[at as usize].parent;
        let Shape::Union { id, .. } = self.nodes[parent as usize].shape else { return None };
        let branch = (at - self.nodes[parent as usize].first) as usize;
        self.graph.union(id).discriminators.get(branch).map(|&index| index.into())
    }

    /// Gives each node its leaves: those of a node before those of the nodes inside it, and these in order.
    fn leaves(&mut self) -> Result<()> {
        let mut todo = alloc::vec![ROW];
        while let Some(at) = todo.pop() {
            let (source, node) = (&self.sources[at as usize], self.nodes[at as usize]);
            let place = self.graph.node(source.node);
            let name = source.name.clone();
            let optional = match source.nullity {
                Some(nullity) => {
                    !matches!(nullity, Nullity::Never | Nullity::Null | Nullity::Json) && !source.discriminator
                }
                None => place.nullable && !takes_null(self.graph, place.kind),
            };
            if optional {
                self.nodes[at as usize].presence = self.leaf(LeafKind::Int(0, 1), format!("{name}?"));
            }
            let leaf = match (node.shape, place.kind) {
                (Shape::Root | Shape::Record | Shape::Tuple | Shape::Discriminator, _) => NONE,
                (Shape::List, _) => self.leaf(LeafKind::Int(0, i64::MAX), format!("{name}#")),
                (Shape::Map, _) => {
                    let lengths = self.leaf(LeafKind::Int(0, i64::MAX), format!("{name}#"));
                    self.leaf(LeafKind::Text, format!("{name}{{key}}"));
                    lengths
                }
                (Shape::Union { id, .. }, _) => {
                    let cases = self.graph.union(id).meta().cases.len() as i64;
                    self.leaf(LeafKind::Int(0, cases - 1), format!("{name}|"))
                }
                (Shape::OpenEnum { values }, _) => {
                    let indexes = self.leaf(LeafKind::Int(0, values.into()), name.clone());
                    self.leaf(LeafKind::Json, format!("{name}{{other}}"));
                    indexes
                }
                (Shape::Flags { words }, Kind::Flags(id)) => {
                    let count = self.graph.flags(id).names.len();
                    let first = self.leaves.len() as u32;
                    for word in 0..words as usize {
                        let bits = (count - word * FLAGS_A_WORD).min(FLAGS_A_WORD);
                        let name = if word == 0 { name.clone() } else { format!("{name}^{word}") };
                        self.leaf(LeafKind::Int(0, (1 << bits) - 1), name);
                    }
                    first
                }
                (Shape::Null, _) => self.leaf(LeafKind::Int(0, 0), name),
                (_, Kind::Enum(id)) => {
                    let values = self.graph.enumeration(id).values.len() as i64;
                    self.leaf(LeafKind::Int(0, values - 1), name)
                }
                (_, kind) => self.leaf(scalar_kind(kind), name),
            };
            self.nodes[at as usize].leaf = leaf;
            if self.leaves.len() > MOST_LEAVES {
                return Err(Error::new(Code::Unsupported, "the schema has too many columns"));
            }
            todo.extend((node.first..node.first + node.count).rev());
        }
        Ok(())
    }

    fn leaf(&mut self, kind: LeafKind, name: String) -> u32 {
        self.leaves.push(Leaf { kind, name });
        self.leaves.len() as u32 - 1
    }
}

/// Whether null is a value of this type, so that an item of it needs nothing else to be null.
fn takes_null(graph: &Graph, kind: Kind) -> bool {
    match kind {
        Kind::Null | Kind::Json => true,
        Kind::Union(id) => graph.union(id).null_branch.is_some(),
        _ => false,
    }
}

fn scalar_kind(kind: Kind) -> LeafKind {
    match kind {
        Kind::Bool => LeafKind::Bool,
        Kind::Number | Kind::Float64 => LeafKind::Number,
        Kind::Float32 => LeafKind::Single,
        Kind::Int32 => LeafKind::Int(i32::MIN.into(), i32::MAX.into()),
        Kind::Uint32 => LeafKind::Int(0, u32::MAX.into()),
        Kind::Uint64 => LeafKind::Uint64,
        Kind::Int64 => LeafKind::Int(i64::MIN, i64::MAX),
        Kind::Date => LeafKind::Date,
        Kind::Bytes | Kind::Fixed(_) => LeafKind::Bytes,
        Kind::BigInt => LeafKind::BigInt,
        Kind::Json => LeafKind::Json,
        _ => LeafKind::Text,
    }
}
