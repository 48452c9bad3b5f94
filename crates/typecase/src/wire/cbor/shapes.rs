//! Which id the writer of cbor-x gives a record: [`Shapes`], a trie over sequences of keys.
//!
//! The rules are those of cbor-x 1.6.9, bit by bit, because what one of its encoders writes after a thousand
//! messages depends on every id that it gave before. A shape is an exact list of keys in order.

use super::heads::{self, ARRAY, tag};
use super::keys::Keys;
use crate::meta::RecordMeta;
use crate::wire::buffer::Buffer;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use hashbrown::{Equivalent, HashMap};

/// How many records may have an id at one time.
const IDS: u32 = 256;
/// How many of them a shared table may hold: the ids from here on are defined in the messages.
pub(super) const MAX_SHARED: u32 = 128;
/// After so many new nodes, weighed by how long they took to come, a stream forgets all shapes.
const FORGET_AFTER: u64 = 10_000;
/// A trie of so many nodes is made anew between messages, where that changes nothing in what is written.
const MOST_NODES: usize = 10_000;

/// No id.
const NONE: u32 = u32::MAX;
const ROOT: usize = 0;

/// What becomes of ids when a message ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Lifetime {
    /// They end with it.
    #[default]
    Message,
    /// The first [`MAX_SHARED`] are in a table that both sides hold; the others end with the message.
    Table,
    /// They stay for the stream.
    Stream,
}

/// How a record goes on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Its values behind the tag of its id.
    Reference,
    /// Its id and keys, and then its values.
    Definition,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    id: u32,
    /// The shape that ends here is the whole entry of its id in the shared table, which a longer shape may
    /// take over.
    terminal: bool,
}

/// The key of a node's child.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Edge(u32, Box<str>);

struct EdgeRef<'k>(u32, &'k str);

impl Hash for EdgeRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
        self.1.hash(state);
    }
}

impl Equivalent<Edge> for EdgeRef<'_> {
    fn equivalent(&self, edge: &Edge) -> bool {
        self.0 == edge.0 && *self.1 == *edge.1
    }
}

/// A record of the schema that this message has had, with some of its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    /// The description by its address, which stays while a message is written.
    fields: usize,
    names: (usize, usize),
    present: u64,
    node: u32,
}

/// The ids of the shapes that have been written, and the rules by which the next one gets its own.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    nodes: Vec<Node>,
    children: HashMap<Edge, u32>,
    /// The shared table.
    table: Vec<Keys>,
    lifetime: Lifetime,
    next: u32,
    /// The nodes with an id that was defined in a message, the oldest first.
    own: VecDeque<u32>,
    /// Messages since all shapes were forgotten, at most ten.
    messages: u64,
    /// New nodes since then, each as often as there had been messages.
    created: u64,
    /// The nodes on the way to the latest shape.
    path: Vec<u32>,
    known: Vec<Known>,
}

impl Shapes {
    /// The table of a shared session.
    pub(super) fn table(&self) -> &[Keys] {
        &self.table
    }

    /// Replaces the table of a shared session.
    pub(super) fn set_table(&mut self, table: Vec<Keys>) {
        *self = Shapes { table, ..Shapes::default() };
        self.load();
    }

    /// Makes the trie of the shared table alone.
    fn load(&mut self) {
        self.nodes.clear();
        self.children.clear();
        self.own.clear();
        self.nodes.push(Node { id: NONE, terminal: false });
        for id in 0..self.table.len().min(MAX_SHARED as usize) {
            let keys = self.table[id].clone();
            let (node, _, _) = self.walk(keys.iter());
            for &before in &self.path {
                if self.nodes[before as usize].id == NONE {
                    self.nodes[before as usize].id = id as u32;
                }
            }
            self.nodes[node as usize] = Node { id: id as u32, terminal: true };
        }
    }

    fn max_shared(&self) -> u32 {
        if self.lifetime == Lifetime::Table { MAX_SHARED } else { 0 }
    }

    /// Begins a message.
    pub(super) fn begin(&mut self, lifetime: Lifetime) {
        self.lifetime = lifetime;
        if self.nodes.is_empty() {
            self.load();
        }
        if lifetime != Lifetime::Stream {
            self.next = (self.table.len() as u32).min(self.max_shared());
        }
    }

    /// Ends a message. One that failed never reached the reader, who then knows none of its definitions.
    pub(super) fn end(&mut self, failed: bool) {
        self.known.clear();
        self.messages = (self.messages + 1).min(10);
        if self.lifetime == Lifetime::Stream {
            if self.created > FORGET_AFTER || failed {
                self.load();
                (self.messages, self.created) = (0, 0);
            }
            return;
        }
        if self.nodes.len() > MOST_NODES {
            return self.load();
        }
        for node in self.own.drain(..) {
            self.nodes[node as usize].id = NONE;
        }
    }

    /// The node that a list of keys leads to, the id of the shape that it extends, and how many nodes are new.
    /// The nodes before the last one are in `path`.
    fn walk<'k>(&mut self, keys: impl Iterator<Item = &'k str>) -> (u32, Option<u32>, u64) {
        self.path.clear();
        let (mut node, mut extended, mut created) = (ROOT as u32, None, 0);
        for key in keys {
            self.path.push(node);
            let child = match self.children.get(&EdgeRef(node, key)) {
                Some(child) => *child,
                None => {
                    let Node { id, terminal } = self.nodes[node as usize];
                    if terminal {
                        extended = Some(id);
                    }
                    let child = self.nodes.len() as u32;
                    self.nodes.push(Node { id: NONE, terminal: false });
                    self.children.insert(Edge(node, Box::from(key)), child);
                    created += 1;
                    child
                }
            };
            node = child;
        }
        (node, extended, created)
    }

    /// The id of a shape, and whether it is defined now.
    fn id<'k>(&mut self, keys: impl Iterator<Item = &'k str> + Clone) -> (u32, u32, Form) {
        let (node, extended, created) = self.walk(keys.clone());
        let id = self.nodes[node as usize].id;
        if id != NONE {
            return (node, id, Form::Reference);
        }
        let id = extended.unwrap_or_else(|| {
            let id = if self.next >= IDS { self.max_shared() } else { self.next };
            self.next = id + 1;
            id
        });
        if id < self.max_shared() {
            for &before in &self.path {
                let before = &mut self.nodes[before as usize];
                if before.id == NONE || before.terminal {
                    *before = Node { id, terminal: false };
                }
            }
            self.nodes[node as usize] = Node { id, terminal: true };
            let keys = Keys::new(keys);
            match self.table.get_mut(id as usize) {
                Some(entry) => *entry = keys,
                None => self.table.push(keys),
            }
            return (node, id, Form::Reference);
        }
        if self.own.len() >= (IDS - self.max_shared()) as usize
            && let Some(oldest) = self.own.pop_front()
        {
            self.nodes[oldest as usize].id = NONE;
        }
        self.nodes[node as usize] = Node { id, terminal: false };
        self.own.push_back(node);
        self.created += self.messages * created;
        (node, id, Form::Definition)
    }

    /// Opens a record with these keys, of which there are so many: writes all that comes before its values.
    pub(super) fn open<'k>(&mut self, out: &mut Buffer<'_>, keys: impl Iterator<Item = &'k str> + Clone, count: usize) {
        let (_, id, form) = self.id(keys.clone());
        write(out, id, form, keys, count);
    }

    /// Opens a record of the schema with the fields of which bit *i* is set; of all, if there are more than 64.
    pub(super) fn open_record(&mut self, out: &mut Buffer<'_>, meta: &RecordMeta<'_>, present: u64) {
        let address = |at: usize| meta.fields.get(at).map_or(0, |field| field.name.as_ptr() as usize);
        let place = Known {
            fields: meta.fields.as_ptr() as usize,
            names: (address(0), address(meta.fields.len().wrapping_sub(1))),
            present,
            node: 0,
        };
        let all = meta.fields.len() > 64;
        let count = if all { meta.fields.len() } else { present.count_ones() as usize };
        if let Some(known) = self.known.iter().find(|known| Known { node: 0, ..**known } == place) {
            let id = self.nodes[known.node as usize].id;
            if id != NONE {
                reference(out, id, count);
                return;
            }
        }
        let fields = meta.fields.iter().enumerate();
        let keys = fields.filter(|(index, _)| all || present >> index & 1 != 0).map(|(_, field)| field.name);
        let (node, id, form) = self.id(keys.clone());
        write(out, id, form, keys, count);
        // More shapes than this are quicker to find by their keys.
        if self.known.len() < 64 {
            self.known.push(Known { node, ..place });
        }
    }
}

#[inline(always)]
fn reference(out: &mut Buffer<'_>, id: u32, count: usize) {
    out.byte_and_array(heads::TAG | 25, ((tag::FIRST_RECORD + u64::from(id)) as u16).to_be_bytes());
    heads::head(out, ARRAY, count as u64);
}

fn write<'k>(out: &mut Buffer<'_>, id: u32, form: Form, keys: impl Iterator<Item = &'k str>, count: usize) {
    if form == Form::Reference {
        return reference(out, id, count);
    }
    heads::head(out, heads::TAG, tag::RECORD_DEFINITION);
    heads::head(out, ARRAY, count as u64 + 2);
    heads::head(out, heads::UINT, tag::FIRST_RECORD + u64::from(id));
    heads::head(out, ARRAY, count as u64);
    for key in keys {
        heads::text(out, key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn ids(shapes: &mut Shapes, lists: &[&[&str]]) -> Vec<(u32, Form)> {
        lists
            .iter()
            .map(|keys| {
                let (_, id, form) = shapes.id(keys.iter().copied());
                (id, form)
            })
            .collect()
    }

    #[test]
    fn shared_shapes_take_over_prefixes_and_are_extended() {
        use Form::Reference as R;
        let mut shapes = Shapes::default();
        shapes.begin(Lifetime::Table);
        let given = ids(&mut shapes, &[&["a", "b"], &["a", "c"], &["a"], &["a", "b", "d"], &[], &["a", "c"]]);
        assert_eq!(given, [(0, R), (1, R), (0, R), (0, R), (0, R), (1, R)]);
        let table = |shapes: &Shapes| {
            shapes
                .table()
                .iter()
                .map(|keys| keys.iter().collect())
                .collect::<Vec<Vec<_>>>()
                .iter()
                .map(|keys| keys.join(","))
                .collect::<Vec<_>>()
        };
        assert_eq!(table(&shapes), ["a,b,d", "a,c"]);
        shapes.end(false);
        let mut again = Shapes::default();
        again.set_table(shapes.table().to_vec());
        again.begin(Lifetime::Table);
        assert_eq!(ids(&mut again, &[&["a", "b"], &["a", "c"], &["x"]]), [(0, R), (1, R), (2, R)]);
    }

    #[test]
    fn ids_of_a_message_wrap_around() {
        let keys: Vec<alloc::string::String> = (0..260).map(|at| alloc::format!("k{at}")).collect();
        let mut shapes = Shapes::default();
        shapes.begin(Lifetime::Message);
        for (at, key) in keys.iter().enumerate() {
            let list: &[&str] = &[key];
            assert_eq!(ids(&mut shapes, &[list]), vec![(at as u32 % 256, Form::Definition)]);
        }
        assert_eq!(ids(&mut shapes, &[&["k0"], &["k100"]]), [(4, Form::Definition), (100, Form::Reference)]);
        shapes.end(false);
        shapes.begin(Lifetime::Message);
        assert_eq!(ids(&mut shapes, &[&["k0"]]), [(0, Form::Definition)]);
    }

    #[test]
    fn a_failed_message_of_a_stream_defines_nothing() {
        let mut shapes = Shapes::default();
        shapes.begin(Lifetime::Stream);
        assert_eq!(ids(&mut shapes, &[&["a"]]), [(0, Form::Definition)]);
        shapes.end(true);
        shapes.begin(Lifetime::Stream);
        assert_eq!(ids(&mut shapes, &[&["a"]]), [(1, Form::Definition)]);
        shapes.end(false);
        shapes.begin(Lifetime::Stream);
        assert_eq!(ids(&mut shapes, &[&["a"]]), [(1, Form::Reference)]);
    }
}
