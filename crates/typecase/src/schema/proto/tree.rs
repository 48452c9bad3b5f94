//! A message of Protocol Buffers as a tree of numbered fields, which is what options are made of.

use alloc::vec::Vec;

/// A message: its fields in the order in which they were set.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tree(pub Vec<(u32, Content)>);

/// The content of a field, by wire type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    Varint(u64),
    Fixed64(u64),
    Bytes(Vec<u8>),
    Message(Tree),
    Group(Tree),
    Fixed32(u32),
}

impl Tree {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The last value of a field.
    pub(super) fn get(&self, number: u32) -> Option<&Content> {
        self.0.iter().rev().find(|(at, _)| *at == number).map(|(_, content)| content)
    }

    /// All values of a field.
    pub(super) fn all(&self, number: u32) -> impl Iterator<Item = &Content> {
        self.0.iter().filter(move |(at, _)| *at == number).map(|(_, content)| content)
    }

    /// The number that a field holds.
    pub(super) fn number(&self, number: u32) -> Option<u64> {
        match self.get(number)? {
            Content::Varint(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether a field is true.
    pub(super) fn flag(&self, number: u32) -> bool {
        self.number(number).is_some_and(|value| value != 0)
    }

    /// The message that a field holds.
    pub(super) fn message(&self, number: u32) -> Option<&Tree> {
        match self.get(number)? {
            Content::Message(tree) | Content::Group(tree) => Some(tree),
            _ => None,
        }
    }

    pub(super) fn push(&mut self, number: u32, content: Content) {
        self.0.push((number, content));
    }

    /// The message that a singular field holds, made if it is not there.
    pub(super) fn message_mut(&mut self, number: u32, group: bool) -> &mut Tree {
        let known = self
            .0
            .iter()
            .position(|(at, content)| *at == number && matches!(content, Content::Message(_) | Content::Group(_)));
        let at = known.unwrap_or_else(|| {
            let tree = Tree::default();
            self.push(number, if group { Content::Group(tree) } else { Content::Message(tree) });
            self.0.len() - 1
        });
        match &mut self.0[at].1 {
            Content::Message(tree) | Content::Group(tree) => tree,
            _ => unreachable!("the field was found, or made, as a message"),
        }
    }

    /// Puts the fields in the order of their numbers; of one number, the order stays.
    pub(super) fn sort(&mut self) {
        self.0.sort_by_key(|(number, _)| *number);
    }
}

/// Writes messages.
pub(super) mod put {
    use super::{Content, Tree};
    use alloc::vec::Vec;

    pub(in super::super) fn varint(out: &mut Vec<u8>, mut value: u64) {
        while value >= 0x80 {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
    }

    pub(in super::super) fn tag(out: &mut Vec<u8>, number: u32, wire_type: u32) {
        varint(out, u64::from(number) << 3 | u64::from(wire_type));
    }

    pub(in super::super) fn number(out: &mut Vec<u8>, number: u32, value: i64) {
        tag(out, number, 0);
        varint(out, value as u64);
    }

    pub(in super::super) fn bytes(out: &mut Vec<u8>, number: u32, value: &[u8]) {
        tag(out, number, 2);
        varint(out, value.len() as u64);
        out.extend_from_slice(value);
    }

    /// A field that is a message, which `write` writes.
    pub(in super::super) fn message(out: &mut Vec<u8>, number: u32, write: impl FnOnce(&mut Vec<u8>)) {
        let mut inner = Vec::new();
        write(&mut inner);
        bytes(out, number, &inner);
    }

    pub(in super::super) fn content(out: &mut Vec<u8>, number: u32, value: &Content) {
        match value {
            Content::Varint(value) => self::number(out, number, *value as i64),
            Content::Fixed64(value) => {
                tag(out, number, 1);
                out.extend_from_slice(&value.to_le_bytes());
            }
            Content::Bytes(value) => bytes(out, number, value),
            Content::Message(value) => message(out, number, |out| tree(out, value)),
            Content::Group(value) => {
                tag(out, number, 3);
                tree(out, value);
                tag(out, number, 4);
            }
            Content::Fixed32(value) => {
                tag(out, number, 5);
                out.extend_from_slice(&value.to_le_bytes());
            }
        }
    }

    pub(in super::super) fn tree(out: &mut Vec<u8>, tree: &Tree) {
        for (number, value) in &tree.0 {
            content(out, *number, value);
        }
    }
}
