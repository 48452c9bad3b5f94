//! The columns of a group, or of some rows of it, as they are in memory: values by their place, and for what says how
//! the columns go together (presence, lengths, cases) where the values of each row are.
//!
//! Everything is found by its place alone, without a cursor: a place in a column of lengths gives the places of the
//! items, one in a column of presence the place of the value. So a row can be read by itself, and read again.

use super::document::Frame;
use super::plan::{Inner, LeafKind, NONE, ROW, Shape};
use super::values::{Dictionary, integers, numbers, read_dictionary, strings};
use crate::error::{Code, Error, Result};
use alloc::vec::Vec;
use core::ops::Range;

/// The values of a leaf column, in the one of these that is for its kind.
#[derive(Default)]
pub(super) struct Loaded<'de> {
    /// The place of the first value that is here.
    pub(super) first: usize,
    pub(super) ints: Vec<i64>,
    pub(super) floats: Vec<f64>,
    pub(super) texts: Vec<&'de str>,
    /// Whether the strings are escaped.
    pub(super) escaped: bool,
    /// For presence, the places of the values; for lengths, where the items begin, and where the last ones end; for
    /// cases, the places within the branch. Always of the whole column.
    pub(super) places: Vec<usize>,
    /// Where the column is in the document.
    pub(super) offset: usize,
    dictionary: Dictionary<'de>,
}

/// The columns of the group at hand.
#[derive(Default)]
pub(super) struct Loader<'de> {
    pub(super) columns: Vec<Loaded<'de>>,
    scratch: Vec<i64>,
    /// What is left to be loaded.
    todo: Vec<Todo>,
    /// For each branch of a union, the places of its values: those of the range, and how many there are.
    branches: Vec<(Range<usize>, usize)>,
}

/// A node whose values in a range, of so many, are to be loaded.
struct Todo {
    node: u32,
    range: Range<usize>,
    count: usize,
}

impl<'de> Loader<'de> {
    pub(super) fn new(leaves: usize) -> Loader<'de> {
        Loader { columns: core::iter::repeat_with(Loaded::default).take(leaves).collect(), ..Loader::default() }
    }

    /// Loads rows of a group: all of their columns, or those alone that lead to one node and that node's.
    ///
    /// # Errors
    /// Where a column is not what its words say.
    pub(super) fn load(
        &mut self,
        input: &'de [u8],
        frame: &Frame,
        plan: &Inner,
        group: usize,
        rows: Range<usize>,
        only: Option<u32>,
    ) -> Result<()> {
        self.todo.clear();
        self.todo.push(Todo { node: ROW, range: rows, count: frame.groups[group].rows });
        // The nodes from the row to the one that is wanted, innermost first.
        let mut way = Vec::new();
        let mut next = only;
        while let Some(node) = next {
            way.push(node);
            next = (node != ROW).then(|| plan.nodes[node as usize].parent);
        }
        while let Some(todo) = self.todo.pop() {
            let start = self.todo.len();
            self.node(input, frame, plan, group, todo)?;
            if only.is_some() {
                let mut at = start;
                while at < self.todo.len() {
                    if way.contains(&self.todo[at].node) {
                        at += 1;
                    } else {
                        self.todo.swap_remove(at);
                    }
                }
            }
        }
        Ok(())
    }

    fn node(&mut self, input: &'de [u8], frame: &Frame, plan: &Inner, group: usize, todo: Todo) -> Result<()> {
        let Todo { node, mut range, mut count } = todo;
        let node = plan.nodes[node as usize];
        if node.presence != NONE {
            self.leaf(input, frame, plan, group, node.presence, 0..count, count)?;
            let column = &mut self.columns[node.presence as usize];
            let there = places(&column.ints, &mut column.places, |value| value as usize)?;
            (range, count) = (column.places[range.start]..column.places[range.end], there);
        }
        let leaf = node.leaf;
        match node.shape {
            Shape::Root | Shape::Discriminator => {}
            Shape::Record | Shape::Tuple => {
                let inside = node.first..node.first + node.count;
                self.todo.extend(inside.rev().map(|node| Todo { node, range: range.clone(), count }));
            }
            Shape::List | Shape::Map => {
                self.leaf(input, frame, plan, group, leaf, 0..count, count)?;
                let column = &mut self.columns[leaf as usize];
                let inside = places(&column.ints, &mut column.places, |length| length as usize)
                    .map_err(|error| error.at(column.offset))?;
                let range = column.places[range.start]..column.places[range.end];
                if node.shape == Shape::Map {
                    self.leaf(input, frame, plan, group, leaf + 1, range.clone(), inside)?;
                }
                self.todo.push(Todo { node: node.first, range, count: inside });
            }
            Shape::Union { id, .. } => {
                self.leaf(input, frame, plan, group, leaf, 0..count, count)?;
                let cases = plan.schema.graph().union(id).meta().cases;
                self.branches.clear();
                self.branches.resize(node.count as usize, (0..0, 0));
                let column = &mut self.columns[leaf as usize];
                column.places.clear();
                for (at, &case) in column.ints.iter().enumerate() {
                    let branch = &mut self.branches[cases[case as usize].branch as usize];
                    column.places.push(branch.1);
                    branch.1 += 1;
                    if at < range.start {
                        branch.0.start += 1;
                    }
                    if at < range.end {
                        branch.0.end += 1;
                    }
                }
                for (branch, (range, count)) in self.branches.iter().enumerate().rev() {
                    self.todo.push(Todo { node: node.first + branch as u32, range: range.clone(), count: *count });
                }
            }
            Shape::OpenEnum { values } => {
                self.leaf(input, frame, plan, group, leaf, 0..count, count)?;
                let column = &mut self.columns[leaf as usize];
                let is_other = |index: i64| usize::from(index == i64::from(values));
                let others = places(&column.ints, &mut column.places, is_other)?;
                let range = column.places[range.start]..column.places[range.end];
                self.leaf(input, frame, plan, group, leaf + 1, range, others)?;
            }
            Shape::Flags { words } => {
                for word in 0..words {
                    self.leaf(input, frame, plan, group, leaf + word, range.clone(), count)?;
                }
            }
            Shape::Scalar | Shape::Null | Shape::Json => {
                self.leaf(input, frame, plan, group, leaf, range, count)?;
            }
        }
        Ok(())
    }

    /// Loads the values of a range of a leaf column that has `count` of them.
    fn leaf(
        &mut self,
        input: &'de [u8],
        frame: &Frame,
        plan: &Inner,
        group: usize,
        leaf: u32,
        range: Range<usize>,
        count: usize,
    ) -> Result<()> {
        let (index, leaf) = (leaf as usize, &plan.leaves[leaf as usize]);
        let entry = &frame.groups[group].columns[index];
        let column = &mut self.columns[index];
        let part = entry.part(input);
        column.first = range.start;
        column.offset = entry.start;
        let encoding = &entry.encoding;
        let result = if leaf.kind.is_integer() {
            column.ints.clear();
            integers(part, count, range, encoding, leaf.kind, &mut column.ints)
        } else if leaf.kind.is_number() {
            column.floats.clear();
            numbers(part, count, range, encoding, leaf.kind, &mut self.scratch, &mut column.floats)
        } else {
            column.texts.clear();
            column.dictionary_for(input, frame, group, index).and_then(|()| {
                let (dictionary, out) = (&mut column.dictionary, &mut column.texts);
                column.escaped = strings(part, count, range, encoding, group, dictionary, out)?;
                match column.escaped && leaf.kind != LeafKind::Text {
                    true => Err(Error::new(Code::Structure, "only strings are escaped").at(entry.start)),
                    false => Ok(()),
                }
            })
        };
        result.map_err(|error| in_column(error, &leaf.name))
    }
}

impl<'de> Loaded<'de> {
    /// Has the dictionary of an earlier group at hand, if this group's column builds on one.
    fn dictionary_for(&mut self, input: &'de [u8], frame: &Frame, group: usize, leaf: usize) -> Result<()> {
        let entry = &frame.groups[group].columns[leaf];
        let super::coding::Coding::More { group: base, .. } = entry.encoding.coding else { return Ok(()) };
        if self.dictionary.base.is_some_and(|(of, _)| of == base) {
            return Ok(());
        }
        if base >= group {
            return Err(Error::new(Code::Structure, "a column builds on a group that is not before it").at(entry.start));
        }
        let earlier = &frame.groups[base].columns[leaf];
        read_dictionary(earlier.part(input), &earlier.encoding, base, &mut self.dictionary)
    }

    /// The integer at a place.
    #[inline(always)]
    pub(super) fn int(&self, place: usize) -> Option<i64> {
        self.ints.get(place.wrapping_sub(self.first)).copied()
    }

    /// The number at a place.
    #[inline(always)]
    pub(super) fn float(&self, place: usize) -> Option<f64> {
        self.floats.get(place.wrapping_sub(self.first)).copied()
    }

    /// The string at a place, as it is written.
    #[inline(always)]
    pub(super) fn text(&self, place: usize) -> Option<&'de str> {
        self.texts.get(place.wrapping_sub(self.first)).copied()
    }
}

/// Where the values begin that each of these integers stands for, and where the last ones end.
fn places(ints: &[i64], places: &mut Vec<usize>, length: impl Fn(i64) -> usize) -> Result<usize> {
    places.clear();
    places.reserve(ints.len() + 1);
    let mut end = 0usize;
    places.push(0);
    for &value in ints {
        end = end.checked_add(length(value)).ok_or_else(too_long)?;
        places.push(end);
    }
    Ok(end)
}

#[cold]
fn too_long() -> Error {
    Error::new(Code::Limit, "the lists have more items than the input could hold")
}

#[cold]
fn in_column(error: Error, name: &str) -> Error {
    error.in_field(name)
}

/// Whether values of this kind are strings, or made from some.
pub(super) fn is_text(kind: LeafKind) -> bool {
    !kind.is_integer() && !kind.is_number()
}
