//! The columns of a group, or of some rows of it, as they are in memory: values by their place, and for what says how
//! the columns go together (presence, lengths, cases) where the values of each row are.
//!
//! Everything is found by its place alone, without a cursor: a place in a column of lengths gives the places of the
//! items, one in a column of presence the place of the value. So a row can be read by itself, and read again.

use super::coding::Coding;
use super::document::{Entry, Frame, Group, wrong};
use super::plan::{Inner, LeafKind, NONE, Node, ROW, Shape};
use super::values::{Dictionary, each_strings, integers, numbers, read_dictionary, strings};
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
    /// What is left to be loaded.
    todo: Vec<Todo>,
    /// For each branch of a union, the places of its values: those of the range, and how many there are.
    branches: Vec<(Range<usize>, usize)>,
    /// For each node whether it is loaded; empty if all are.
    wanted: Vec<bool>,
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

    /// A loader of the nodes that are wanted, which are none at first.
    pub(super) fn of_wanted(leaves: usize, nodes: usize) -> Loader<'de> {
        Loader { wanted: alloc::vec![false; nodes], ..Loader::new(leaves) }
    }

    /// Wants the last of these nodes, which lead to it from the row on.
    pub(super) fn want(&mut self, way: &[u32]) {
        way.iter().for_each(|&node| self.wanted[node as usize] = true);
    }

    /// Takes the dictionaries of earlier groups, which are not in the frame, for these leaves.
    #[cfg(feature = "std")]
    pub(super) fn build_on(&mut self, bases: impl Iterator<Item = (usize, Dictionary<'de>)>) {
        for (leaf, base) in bases {
            self.columns[leaf].dictionary = base;
        }
    }

    /// Loads rows of a group.
    ///
    /// # Errors
    /// Where a column is not what its words say.
    pub(super) fn load(&mut self, source: Source<'de, '_>, rows: Range<usize>) -> Result<()> {
        self.todo.clear();
        self.todo.push(Todo { node: ROW, range: rows, count: source.group().rows });
        self.load_rest(source)
    }

    fn load_rest(&mut self, source: Source<'de, '_>) -> Result<()> {
        while let Some(todo) = self.todo.pop() {
            if self.wanted.get(todo.node as usize) == Some(&false) {
                continue;
            }
            let (range, count) = self.presence(source, &todo)?;
            self.node(source, &source.plan.nodes[todo.node as usize], range, count)?;
        }
        Ok(())
    }

    /// Loads the value of one field in rows of a group, and what says where it is: `way` has the nodes down to it, all
    /// but the last records.
    ///
    /// # Errors
    /// As for [`load`](Loader::load).
    #[cfg(feature = "std")]
    pub(super) fn load_field(&mut self, source: Source<'de, '_>, rows: Range<usize>, way: &[u32]) -> Result<()> {
        let mut todo = Todo { node: ROW, range: rows, count: source.group().rows };
        let Some((field, records)) = way.split_last() else { return Ok(()) };
        for &node in records {
            todo.node = node;
            (todo.range, todo.count) = self.presence(source, &todo)?;
        }
        todo.node = *field;
        self.todo.clear();
        self.todo.push(todo);
        self.load_rest(source)
    }

    /// Loads the presence of the values of a node, and says which of those that are there are in the range, and how
    /// many there are.
    fn presence(&mut self, source: Source<'de, '_>, todo: &Todo) -> Result<(Range<usize>, usize)> {
        let (leaf, range, count) = (source.plan.nodes[todo.node as usize].presence, todo.range.clone(), todo.count);
        if leaf == NONE {
            return Ok((range, count));
        }
        self.leaf(source, leaf, 0..count, count)?;
        let column = &mut self.columns[leaf as usize];
        let there = places(&column.ints, &mut column.places, |value| value as usize)?;
        Ok((column.places[range.start]..column.places[range.end], there))
    }

    /// Loads the values of a range of a node, and notes the nodes inside it.
    fn node(&mut self, source: Source<'de, '_>, node: &Node, range: Range<usize>, count: usize) -> Result<()> {
        let leaf = node.leaf;
        match node.shape {
            Shape::Root | Shape::Discriminator => {}
            Shape::Record | Shape::Tuple => {
                let inside = node.first..node.first + node.count;
                self.todo.extend(inside.rev().map(|node| Todo { node, range: range.clone(), count }));
            }
            Shape::List | Shape::Map => {
                self.leaf(source, leaf, 0..count, count)?;
                let column = &mut self.columns[leaf as usize];
                let inside = places(&column.ints, &mut column.places, |length| length as usize)
                    .map_err(|error| error.at(column.offset))?;
                let range = column.places[range.start]..column.places[range.end];
                if node.shape == Shape::Map {
                    self.leaf(source, leaf + 1, range.clone(), inside)?;
                }
                self.todo.push(Todo { node: node.first, range, count: inside });
            }
            Shape::Union { id, .. } => {
                self.leaf(source, leaf, 0..count, count)?;
                let cases = source.plan.schema.graph().union(id).meta().cases;
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
                self.leaf(source, leaf, 0..count, count)?;
                let column = &mut self.columns[leaf as usize];
                let is_other = |index: i64| usize::from(index == i64::from(values));
                let others = places(&column.ints, &mut column.places, is_other)?;
                let range = column.places[range.start]..column.places[range.end];
                self.leaf(source, leaf + 1, range, others)?;
            }
            Shape::Flags { words } => {
                for word in 0..words {
                    self.leaf(source, leaf + word, range.clone(), count)?;
                }
            }
            Shape::Scalar | Shape::Null | Shape::Json => {
                self.leaf(source, leaf, range, count)?;
            }
        }
        Ok(())
    }

    /// Loads the values of a range of a leaf column that has `count` of them.
    fn leaf(&mut self, source: Source<'de, '_>, leaf: u32, range: Range<usize>, count: usize) -> Result<()> {
        let (index, leaf) = (leaf as usize, &source.plan.leaves[leaf as usize]);
        let column = &mut self.columns[index];
        column.first = range.start;
        column.offset = source.entry(index).offset;
        let result = match leaf.kind {
            kind if kind.is_integer() => {
                column.ints.clear();
                source.integers(index, count, range, &mut column.ints)
            }
            kind if kind.is_number() => {
                column.floats.clear();
                source.numbers(index, count, range, &mut column.floats)
            }
            _ => {
                column.texts.clear();
                let escaped = source.strings(index, count, range, &mut column.dictionary, &mut column.texts);
                escaped.map(|escaped| column.escaped = escaped)
            }
        };
        result.map_err(|error| in_column(error, &leaf.name))
    }
}

/// A group, and what it takes to read it.
#[derive(Clone, Copy)]
pub(super) struct Source<'de, 's> {
    pub(super) input: &'de [u8],
    pub(super) plan: &'s Inner,
    pub(super) frame: &'s Frame,
    /// The place of the group in the frame.
    pub(super) group: usize,
}

impl<'de, 's> Source<'de, 's> {
    pub(super) fn group(&self) -> &'s Group {
        &self.frame.groups[self.group]
    }

    pub(super) fn entry(&self, leaf: usize) -> &'s Entry {
        &self.group().columns[leaf]
    }

    /// How many values there are of the last of these nodes, which lead to it from the row on; those that are missing
    /// are none. `ints` then has the presence of that node's values, if they may be missing.
    ///
    /// # Errors
    /// Where a column is not what its words say.
    pub(super) fn count(&self, way: &[u32], ints: &mut Vec<i64>) -> Result<usize> {
        let mut count = self.group().rows;
        for (at, &node) in way.iter().enumerate() {
            let node = &self.plan.nodes[node as usize];
            if node.presence != NONE {
                self.structure(node.presence, count, ints)?;
                // Zeros and ones.
                count = ints.iter().sum::<i64>() as usize;
            }
            let Some(&inside) = way.get(at + 1) else { break };
            match node.shape {
                Shape::List | Shape::Map => {
                    self.structure(node.leaf, count, ints)?;
                    let sum = |sum: i64, length: &i64| sum.checked_add(*length);
                    let items = ints.iter().try_fold(0, sum).and_then(|items| usize::try_from(items).ok());
                    count = items.ok_or_else(|| too_long().at(self.entry(node.leaf as usize).offset))?;
                }
                Shape::Union { id, .. } => {
                    self.structure(node.leaf, count, ints)?;
                    let cases = self.plan.schema.graph().union(id).meta().cases;
                    let branch = inside - node.first;
                    count = ints.iter().filter(|&&case| cases[case as usize].branch == branch).count();
                }
                _ => {}
            }
        }
        Ok(count)
    }

    /// Reads the integers of a leaf that says how others go together.
    fn structure(&self, leaf: u32, count: usize, ints: &mut Vec<i64>) -> Result<()> {
        ints.clear();
        let result = self.integers(leaf as usize, count, 0..count, ints);
        result.map_err(|error| in_column(error, &self.plan.leaves[leaf as usize].name))
    }

    /// Reads integers of a leaf that has `count` of them.
    pub(super) fn integers(&self, leaf: usize, count: usize, range: Range<usize>, out: &mut Vec<i64>) -> Result<()> {
        let entry = self.entry(leaf);
        integers(entry.part(self.input), count, range, &entry.encoding, self.plan.leaves[leaf].kind, out)
    }

    /// Reads numbers of a leaf that has `count` of them.
    pub(super) fn numbers(&self, leaf: usize, count: usize, range: Range<usize>, out: &mut Vec<f64>) -> Result<()> {
        let entry = self.entry(leaf);
        numbers(entry.part(self.input), count, range, &entry.encoding, self.plan.leaves[leaf].kind, out)
    }

    /// Reads strings of a leaf that has `count` of them; says whether they are escaped.
    pub(super) fn strings(
        &self,
        leaf: usize,
        count: usize,
        range: Range<usize>,
        dictionary: &mut Dictionary<'de>,
        out: &mut Vec<&'de str>,
    ) -> Result<bool> {
        let (entry, number) = (self.entry(leaf), self.group().number);
        self.read_base(leaf, dictionary)?;
        let escaped = strings(entry.part(self.input), count, range, &entry.encoding, number, dictionary, out)?;
        self.check_escapes(leaf, escaped)?;
        Ok(escaped)
    }

    /// Gives `take` the strings of a leaf that has `count` of them, some at a time, with whether they are escaped.
    #[inline(always)]
    pub(super) fn each_strings(
        &self,
        leaf: usize,
        count: usize,
        dictionary: &mut Dictionary<'de>,
        some: &mut Vec<&'de str>,
        mut take: impl FnMut(&[&'de str], bool) -> Result<()>,
    ) -> Result<()> {
        let (entry, number) = (self.entry(leaf), self.group().number);
        self.read_base(leaf, dictionary)?;
        each_strings(entry.part(self.input), count, &entry.encoding, number, dictionary, some, |some, escaped| {
            self.check_escapes(leaf, escaped)?;
            take(some, escaped)
        })
    }

    /// Reads the dictionary of an earlier group that a leaf builds on, if it does and another one is at hand.
    fn read_base(&self, leaf: usize, dictionary: &mut Dictionary<'de>) -> Result<()> {
        let entry = self.entry(leaf);
        if let Coding::More { group: base, .. } = entry.encoding.coding
            && dictionary.base.is_none_or(|(of, _)| of != base)
        {
            let earlier = self.frame.groups[..self.group].binary_search_by_key(&base, |group| group.number);
            let Ok(earlier) = earlier.map(|at| &self.frame.groups[at].columns[leaf]) else {
                return Err(wrong("a column builds on a group that is not before it", entry.offset));
            };
            read_dictionary(earlier.part(self.input), &earlier.encoding, base, dictionary)?;
        }
        Ok(())
    }

    fn check_escapes(&self, leaf: usize, escaped: bool) -> Result<()> {
        if escaped && self.plan.leaves[leaf].kind != LeafKind::Text {
            return Err(wrong("only strings are escaped", self.entry(leaf).offset));
        }
        Ok(())
    }
}

impl<'de> Loaded<'de> {
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
    let (mut end, mut overflows) = (0usize, false);
    places.push(0);
    places.extend(ints.iter().map(|&value| {
        let (next, overflow) = end.overflowing_add(length(value));
        overflows |= overflow;
        end = next;
        end
    }));
    if overflows { Err(too_long()) } else { Ok(end) }
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
