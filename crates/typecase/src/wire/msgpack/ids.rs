//! [`Encoder`]: which list of keys has which record id, exactly as msgpackr hands them out
//! (`docs/msgpack.md`).
//!
//! Ids count from 0 here; on the wire the first is 0x40. The lists of keys are paths in a trie, because the
//! number of nodes that a list adds to the trie decides when a stream forgets all shapes.

use super::heads::*;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::hash::BuildHasher;
use hashbrown::{DefaultHashBuilder, HashTable};

/// Above this a stream forgets all shapes at the end of a message.
const RESET: u64 = 10_000;
/// So many messages count towards [`RESET`] at most.
const MOST_MESSAGES: u64 = 10;
/// The ids from here on take two bytes, where any do.
const TWO_BYTES: u16 = 0x20;

/// How many shapes there may be, and which ids they take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space {
    /// The ids below are those of the table outside the messages.
    pub shared: u16,
    /// So many more are for shapes that messages define.
    pub own: u16,
    /// Whether those last from message to message.
    pub stream: bool,
}

/// The shapes that the writer of a session has given ids.
#[derive(Clone, Debug)]
pub(super) struct Encoder {
    space: Space,
    /// The first node is the root.
    nodes: Vec<Node>,
    /// The nodes by parent and key.
    children: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// How many shapes the shared table has.
    shared: u16,
    next: u16,
    /// The nodes that have an id beyond the shared ones, the oldest first.
    own: VecDeque<u32>,
    /// How many messages were finished since the last reset, and what the definitions have added up to.
    messages: u64,
    created: u64,
    /// What this message has changed, the latest last.
    changes: Vec<Change>,
    /// How many nodes there were before this message.
    before: usize,
}

#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    key: Box<str>,
    id: Option<u16>,
}

/// A change that can be taken back.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// The node got an id; `next` and `created` were these before.
    Defined { node: u32, next: u16, created: u64 },
    /// The node lost its id.
    Evicted { node: u32, id: u16 },
}

/// A point in a message.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    changes: usize,
    nodes: usize,
}

/// The id of a shape.
pub(super) struct Assigned {
    pub id: u16,
    /// Whether its keys must be written here.
    pub defined: bool,
}

const ROOT: u32 = 0;

impl Encoder {
    pub(super) fn new(space: Space) -> Encoder {
        let root = Node { parent: ROOT, key: Box::from(""), id: None };
        Encoder {
            space,
            nodes: [root].into(),
            children: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            shared: 0,
            next: 0,
            own: VecDeque::new(),
            messages: 0,
            created: 0,
            changes: Vec::new(),
            before: 1,
        }
    }

    /// Whether some ids take two bytes.
    pub(super) fn is_wide(&self) -> bool {
        self.space.shared > 32 || self.space.shared + self.space.own > 64
    }

    /// The bytes of an id: one, or two.
    #[inline]
    pub(super) fn bytes(&self, id: u16) -> (u8, Option<u8>) {
        match id.checked_sub(TWO_BYTES) {
            Some(rest) if self.is_wide() => {
                (FIRST_RECORD + TWO_BYTES as u8 + (rest % 32) as u8, Some((rest / 32) as u8))
            }
            _ => (FIRST_RECORD + id as u8, None),
        }
    }

    /// Adds a shape to the shared table, as one that is known on both sides.
    pub(super) fn share<'k>(&mut self, keys: impl Iterator<Item = &'k str>) {
        let (node, _) = self.walk(keys);
        self.nodes[node as usize].id = Some(self.shared);
        self.shared += 1;
    }

    /// Begins a message.
    pub(super) fn begin_message(&mut self) {
        self.changes.clear();
        self.before = self.nodes.len();
        if !self.space.stream {
            self.next = self.shared;
        }
    }

    /// Ends a message; if it failed, it is as if it had not begun.
    pub(super) fn end_message(&mut self, done: bool) {
        if !done {
            return self.rollback(Mark { changes: 0, nodes: self.before });
        }
        self.changes.clear();
        if !self.space.stream {
            for node in self.own.drain(..) {
                self.nodes[node as usize].id = None;
            }
        }
        self.messages = (self.messages + 1).min(MOST_MESSAGES);
        if self.created > RESET {
            self.reset();
        }
    }

    /// Forgets all shapes but the shared ones; the ids go on.
    #[cold]
    fn reset(&mut self) {
        let shared: Vec<Vec<Box<str>>> = self.shared_shapes(0);
        (self.messages, self.created, self.shared) = (0, 0, 0);
        self.own.clear();
        self.nodes.truncate(1);
        self.nodes[ROOT as usize].id = None;
        self.children.clear();
        for keys in &shared {
            self.share(keys.iter().map(|key| &**key));
        }
    }

    /// The keys of the shared shapes from an id on.
    pub(super) fn shared_shapes(&self, from: u16) -> Vec<Vec<Box<str>>> {
        let mut shapes: Vec<Vec<Box<str>>> = (from..self.shared).map(|_| Vec::new()).collect();
        for (index, node) in self.nodes.iter().enumerate() {
            let Some(id) = node.id.filter(|id| (from..self.shared).contains(id)) else { continue };
            let mut at = index as u32;
            while at != ROOT {
                shapes[usize::from(id - from)].push(self.nodes[at as usize].key.clone());
                at = self.nodes[at as usize].parent;
            }
            shapes[usize::from(id - from)].reverse();
        }
        shapes
    }

    /// How many shapes the shared table has room for.
    pub(super) fn max_shared(&self) -> u16 {
        self.space.shared
    }

    /// How many shapes the shared table has.
    pub(super) fn shared(&self) -> u16 {
        self.shared
    }

    /// The id of a shape, which it gets if it has none.
    pub(super) fn assign<'k>(&mut self, keys: impl Iterator<Item = &'k str>) -> Assigned {
        let (node, created) = self.walk(keys);
        if let Some(id) = self.nodes[node as usize].id {
            return Assigned { id, defined: false };
        }
        self.changes.push(Change::Defined { node, next: self.next, created: self.created });
        let id = if self.next < self.space.shared + self.space.own { self.next } else { self.space.shared };
        self.next = id + 1;
        let defined = id >= self.space.shared;
        if defined {
            self.created += self.messages * created;
            if self.own.len() >= self.space.own.into()
                && let Some(oldest) = self.own.pop_front()
                && let Some(id) = self.nodes[oldest as usize].id.take()
            {
                self.changes.push(Change::Evicted { node: oldest, id });
            }
            self.own.push_back(node);
        } else {
            self.shared = id + 1;
        }
        self.nodes[node as usize].id = Some(id);
        Assigned { id, defined }
    }

    /// The node of a list of keys, and how many nodes had to be made for it.
    fn walk<'k>(&mut self, keys: impl Iterator<Item = &'k str>) -> (u32, u64) {
        let (mut node, mut created) = (ROOT, 0);
        for key in keys {
            let hash = self.hasher.hash_one((node, key));
            let nodes = &self.nodes;
            let same = |child: &u32| {
                let child = &nodes[*child as usize];
                child.parent == node && &*child.key == key
            };
            node = match self.children.find(hash, same) {
                Some(child) => *child,
                None => {
                    let child = self.nodes.len() as u32;
                    self.nodes.push(Node { parent: node, key: Box::from(key), id: None });
                    let (nodes, hasher) = (&self.nodes, &self.hasher);
                    self.children.insert_unique(hash, child, |child| {
                        let child = &nodes[*child as usize];
                        hasher.hash_one((child.parent, &*child.key))
                    });
                    created += 1;
                    child
                }
            };
        }
        (node, created)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { changes: self.changes.len(), nodes: self.nodes.len() }
    }

    /// Takes back what was changed after a mark in the same message.
    pub(super) fn rollback(&mut self, mark: Mark) {
        while self.changes.len() > mark.changes
            && let Some(change) = self.changes.pop()
        {
            match change {
                Change::Defined { node, next, created } => {
                    let id = self.nodes[node as usize].id.take();
                    if id.is_some_and(|id| id < self.space.shared) {
                        self.shared -= 1;
                    } else {
                        self.own.pop_back();
                    }
                    (self.next, self.created) = (next, created);
                }
                Change::Evicted { node, id } => {
                    self.nodes[node as usize].id = Some(id);
                    self.own.push_front(node);
                }
            }
        }
        while self.nodes.len() > mark.nodes.max(1)
            && let Some(node) = self.nodes.pop()
        {
            let (index, hash) = (self.nodes.len() as u32, self.hasher.hash_one((node.parent, &*node.key)));
            if let Ok(entry) = self.children.find_entry(hash, |child| *child == index) {
                entry.remove();
            }
        }
    }
}
