//! What the positional wire works out once for a schema: the layout of the root list.

use crate::error::{Code, Error, Result};
use crate::schema::graph::{Graph, Kind, NodeId};
use crate::schema::model::Layout;
use alloc::vec;

/// The layout of a root list (docs/positional.md, section 2), and what it takes to write one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How the root list is laid out.
    pub(super) layout: Layout,
    /// The number of fields of a row.
    pub(super) stride: usize,
    /// Whether the message has a table of interned strings.
    pub(super) table: bool,
}

impl Plan {
    /// The plan of every schema whose root list, if it is one, is laid out in rows.
    pub const ROWS: Plan = Plan { layout: Layout::Rows, stride: 0, table: false };

    /// The plan for a schema with this layout.
    ///
    /// # Errors
    /// `unsupported` for a layout other than rows if the root is not a list of records.
    pub fn new(graph: &Graph, layout: Layout) -> Result<Plan> {
        if layout == Layout::Rows {
            return Ok(Plan::ROWS);
        }
        let Kind::List(item) = graph.node(graph.root()).kind else { return Err(not_a_list()) };
        let Kind::Record(row) = graph.node(item).kind else { return Err(not_a_list()) };
        let row = graph.record(row);
        if row.meta().sparse {
            return Err(Error::new(Code::Unsupported, "rows cannot be both sparse and in a flat or columns layout"));
        }
        let table = layout == Layout::Columns && any_interned(graph, item);
        Ok(Plan { layout, stride: row.meta().fields.len(), table })
    }
}

#[cold]
fn not_a_list() -> Error {
    Error::new(Code::Unsupported, "the flat and columns layouts need a list of records at the root")
}

/// Whether any field that can be reached from the node interns its texts.
fn any_interned(graph: &Graph, from: NodeId) -> bool {
    let mut seen = vec![false; graph.nodes.len()];
    let mut todo = vec![from];
    while let Some(id) = todo.pop() {
        if core::mem::replace(&mut seen[id as usize], true) {
            continue;
        }
        match graph.node(id).kind {
            Kind::Record(record) => {
                let record = graph.record(record);
                if record.meta().fields.iter().any(|field| field.intern) {
                    return true;
                }
                todo.extend_from_slice(&record.nodes);
            }
            Kind::List(item) | Kind::Map(item) => todo.push(item),
            Kind::Tuple(tuple) => todo.extend_from_slice(graph.tuple(tuple)),
            Kind::Union(union) => todo.extend_from_slice(&graph.union(union).branches),
            _ => {}
        }
    }
    false
}
