//! Whether a schema can go on the Protocol Buffers wire.

use crate::error::{Code, Error, Result};
use crate::meta::RecordMeta;
use crate::schema::graph::{Graph, Kind, Node, NodeId};

/// Checks a schema once, before its first message.
///
/// # Errors
/// `unsupported` for a list whose items may be null, two fields of one number, and a branch of a union with
/// several discriminator values.
pub(crate) fn check(graph: &Graph) -> Result<()> {
    let wrong = |message: &'static str| Err(Error::new(Code::Unsupported, message));
    for node in &graph.nodes {
        if let Kind::List(item) = node.kind
            && has_absent_items(graph, item)
        {
            return wrong("a list of Protocol Buffers holds no nulls");
        }
    }
    for record in &graph.records {
        if let Some(index) = repeated_number(record.meta()) {
            let name = record.meta().fields[index].name;
            return Err(Error::new(Code::Unsupported, "the field has the number of another field").in_field(name));
        }
    }
    for union in &graph.unions {
        let meta = union.meta();
        if meta.discriminator.is_some() && meta.cases.len() != union.branches.len() {
            return wrong("a branch of a union has several discriminator values, of which a oneof carries none");
        }
    }
    Ok(())
}

/// Whether items of a list may be null other than by their type.
fn has_absent_items(graph: &Graph, item: NodeId) -> bool {
    match graph.node(item) {
        Node { kind: Kind::Null | Kind::Json, .. } => false,
        Node { kind: Kind::Union(id), nullable } => nullable && graph.union(id).null_branch.is_none(),
        node => node.nullable,
    }
}

/// The index of a field that has the number of another one.
fn repeated_number(meta: &RecordMeta<'_>) -> Option<usize> {
    let same = |pair: &&[u16]| meta.number(pair[0].into()) == meta.number(pair[1].into());
    meta.by_number.windows(2).find(same).map(|pair| pair[1].into())
}
