//! [`GroupColumns`]: the columns of one group as arrays, for those who go through rows without a value for each.
//!
//! Arrays have only the values that are there, so that the memory of a group is in proportion to its bytes. [`Step`]s
//! lead from a row, or from an item of a list, to the place of its value.

use super::group::{Loader, Source};
use super::plan::{LeafKind, NONE, Node, Plan, Shape};
use super::read::unescape_into;
use super::view::View;
use crate::error::{Code, Error, Result};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// The columns of one group of a [`View`], those that are wanted, as arrays. It is used for one group after the other,
/// and keeps its memory.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::columnar::{self, GroupColumns, View};
///
/// #[derive(Record)]
/// struct Order {
///     id: i64,
///     note: Option<String>,
///     prices: Vec<f64>,
/// }
///
/// let order = |id: i64| Order {
///     id,
///     note: (id % 2 == 0).then(|| format!("note {id}")),
///     prices: (0..id % 4).map(|at| at as f64).collect(),
/// };
/// let text = columnar::encode(&(0..10_000).map(order).collect::<Vec<_>>())?;
/// let view = View::new(&text)?;
/// let mut columns = GroupColumns::new(&view);
/// let [id, note, prices] = ["id", "note", "prices[]"].map(|name| columns.want(name).unwrap());
/// let lengths = columns.want("prices#")?;
///
/// // The second group begins with row 8192.
/// assert_eq!(columns.load(&view, 1)?, 1808);
/// assert_eq!(columns.integers(id)[3], 8195);
/// // Its prices are those between two places.
/// let items = columns.places(lengths)[3]..columns.places(lengths)[4];
/// assert_eq!(columns.numbers(prices)[items], [0.0, 1.0, 2.0]);
/// // Row 3 has no note, and row 4 has the third one.
/// assert_eq!((columns.place(note, 3), columns.place(note, 4)), (None, Some(2)));
/// # Ok::<(), typecase::error::Error>(())
/// ```
pub struct GroupColumns<'de> {
    plan: Plan,
    loader: Loader<'de>,
    /// The node of each leaf.
    nodes: Vec<u32>,
    /// The leaves in the order of their names.
    by_name: Vec<u32>,
    /// The steps to each leaf that is wanted.
    steps: Vec<Vec<Step>>,
}

/// A step from a row, or from an item of the innermost list around a column, towards the place of a value: what may be
/// missing, or is one branch of a union, is only where the integer of `leaf` says so. The place is then that in the
/// [`places`](GroupColumns::places) of that leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The leaf column that says where values are.
    pub leaf: usize,
    /// The least and the greatest integer that says that one is there.
    pub there: (i64, i64),
}

impl<'de> GroupColumns<'de> {
    /// No columns of a document yet.
    pub fn new(view: &View<'de>) -> GroupColumns<'de> {
        let plan = view.plan().clone();
        let inner = plan.inner();
        let leaves = inner.leaves.len();
        let mut by_name: Vec<u32> = (0..leaves as u32).collect();
        by_name.sort_by_key(|&leaf| &inner.leaves[leaf as usize].name[..]);
        let loader = Loader::of_wanted(leaves, inner.nodes.len());
        let steps = alloc::vec![Vec::new(); leaves];
        GroupColumns { nodes: inner.nodes_of_leaves(), by_name, loader, steps, plan }
    }

    /// Asks for a leaf column by its name (docs/columnar.md, section 2), from the next group on that is loaded, and gives
    /// the number of the leaf. What says where its values are is loaded as well.
    ///
    /// # Errors
    /// `structure` if there is no such column.
    pub fn want(&mut self, name: &str) -> Result<usize> {
        let inner = self.plan.inner();
        let name_of = |leaf: u32| &inner.leaves[leaf as usize].name[..];
        let at = self.by_name.partition_point(|&leaf| name_of(leaf) < name);
        let found = self.by_name.get(at).copied().filter(|&leaf| name_of(leaf) == name);
        let leaf = found.ok_or_else(|| Error::new(Code::Structure, alloc::format!("there is no column {name:?}")))?;
        let way = inner.way_of(self.nodes[leaf as usize]);
        self.loader.want(&way);
        self.steps[leaf as usize] = self.steps_to(leaf, &way);
        Ok(leaf as usize)
    }

    /// The steps to a leaf whose node is at the end of a way.
    fn steps_to(&self, leaf: u32, way: &[u32]) -> Vec<Step> {
        let inner = self.plan.inner();
        let node_at = |at: usize| &inner.nodes[way[at] as usize];
        let is_list = |node: &Node| matches!(node.shape, Shape::List | Shape::Map);
        let last = way.len() - 1;
        if node_at(last).shape == Shape::Map && leaf == node_at(last).leaf + 1 {
            // The keys are where the entries are.
            return Vec::new();
        }
        let first = (0..last).rev().find(|&at| is_list(node_at(at))).map_or(0, |at| at + 1);
        let mut steps = Vec::new();
        for at in first..=last {
            let node = node_at(at);
            if node.presence != NONE && node.presence != leaf {
                steps.push(Step { leaf: node.presence as usize, there: (1, 1) });
            }
            let there = match (node.shape, way.get(at + 1)) {
                (Shape::Union { id, .. }, Some(&branch)) => {
                    // The cases of a branch are next to each other.
                    let cases = inner.schema.graph().union(id).meta().cases;
                    let of_branch = |case: &crate::meta::CaseMeta<'_>| case.branch == branch - node.first;
                    let first = cases.iter().position(of_branch).unwrap_or(cases.len()) as i64;
                    (first, first + cases.iter().filter(|case| of_branch(case)).count() as i64 - 1)
                }
                (Shape::OpenEnum { values }, None) if leaf == node.leaf + 1 => (values.into(), values.into()),
                _ => continue,
            };
            steps.push(Step { leaf: node.leaf as usize, there });
        }
        steps
    }

    /// Loads the columns that are wanted of a group of the view that this was made for, or of one with the same schema,
    /// and says how many rows it has. [`View::groups`] has the rows of each.
    ///
    /// # Errors
    /// `structure` if there is no such group or the view is of another schema; otherwise what is wrong with a column.
    /// Then the arrays hold nothing of use.
    pub fn load(&mut self, view: &View<'de>, group: usize) -> Result<usize> {
        if !core::ptr::eq(view.plan().inner(), self.plan.inner()) {
            return Err(Error::new(Code::Structure, "the columns are those of another view"));
        }
        let source = Source { input: view.input, plan: self.plan.inner(), frame: &view.frame, group };
        let Some(rows) = view.frame.groups.get(group).map(|group| group.rows) else {
            return Err(Error::new(Code::Structure, "the document has no such group"));
        };
        self.loader.load(source, 0..rows)?;
        Ok(rows)
    }

    /// What the values of a leaf are.
    pub fn kind(&self, leaf: usize) -> LeafKind {
        self.plan.inner().leaves[leaf].kind
    }

    /// The integers of a leaf; booleans, dates and the like as [`Column::integers`](super::Column::integers) has them.
    /// None for a leaf of another kind, or that is not wanted.
    pub fn integers(&self, leaf: usize) -> &[i64] {
        &self.loader.columns[leaf].ints
    }

    /// The numbers of a leaf.
    pub fn numbers(&self, leaf: usize) -> &[f64] {
        &self.loader.columns[leaf].floats
    }

    /// Gives the strings of a leaf to `take`, as [`Column::strings`](super::Column::strings) has them.
    ///
    /// # Errors
    /// `structure` for an escape that there is not.
    pub fn each_string(&self, leaf: usize, mut take: impl FnMut(Cow<'de, str>)) -> Result<()> {
        let column = &self.loader.columns[leaf];
        if !column.escaped {
            column.texts.iter().for_each(|&text| take(Cow::Borrowed(text)));
            return Ok(());
        }
        let mut scratch = String::new();
        for &text in &column.texts {
            take(if text.contains('\\') {
                Cow::Owned(unescape_into(text, column.offset, &mut scratch)?.into())
            } else {
                Cow::Borrowed(text)
            });
        }
        Ok(())
    }

    /// For lengths, where the items of each list begin, and where those of the last one end. For what a [`Step`] looks
    /// at, the place of each value.
    pub fn places(&self, leaf: usize) -> &[usize] {
        &self.loader.columns[leaf].places
    }

    /// The steps to a leaf that is wanted, from the outermost one on: none if it has a value for each row, or for each
    /// item of the innermost list around it.
    pub fn steps(&self, leaf: usize) -> &[Step] {
        &self.steps[leaf]
    }

    /// The place of the value for a row, or for an item of the innermost list around the leaf; `None` if there is none.
    #[inline]
    pub fn place(&self, leaf: usize, slot: usize) -> Option<usize> {
        self.steps(leaf).iter().try_fold(slot, |slot, step| {
            let there = self.integers(step.leaf).get(slot)?;
            let is_there = (step.there.0..=step.there.1).contains(there);
            self.places(step.leaf).get(slot).copied().filter(|_| is_there)
        })
    }
}

impl core::fmt::Debug for GroupColumns<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("GroupColumns").finish_non_exhaustive()
    }
}
