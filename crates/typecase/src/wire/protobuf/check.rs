//! Whether a schema can go on the Protocol Buffers wire.

use super::Presence;
use crate::error::{Code, Error, Result};
use crate::meta::RecordMeta;
use crate::schema::graph::{Graph, Kind, Node, NodeId, RecordNode};

/// Checks a schema once, before its first message.
///
/// # Errors
/// `unsupported` for a list whose items may be null, two fields of one number, a branch of a union with several
/// discriminator values, unknown fields in anything but one field of optional bytes, a member of a oneof that is
/// not optional, and an enum whose number 0 is not that of its first value where a zero is not written.
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
        check_fields(graph, record)?;
    }
    for tuple in &graph.tuples {
        if tuple.iter().any(|&item| has_late_zero(graph, item)) {
            return wrong(LATE_ZERO);
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

const LATE_ZERO: &str = "the value with the number 0 must be the first of its enum where a zero is not written";

/// Checks what the settings of each field ask for.
fn check_fields(graph: &Graph, record: &RecordNode) -> Result<()> {
    let meta = record.meta();
    for (index, field) in meta.fields.iter().enumerate() {
        let proto = &field.settings.proto;
        let node = graph.node(record.nodes[index]);
        let message = if proto.unknown && (!matches!(node.kind, Kind::Bytes) || !field.optional) {
            "unknown fields are held in optional bytes"
        } else if proto.unknown && meta.unknown != Some(index as u16) {
            "unknown fields are held in one field"
        } else if proto.oneof != 0 && (!field.optional || matches!(node.kind, Kind::List(_) | Kind::Map(_))) {
            "a member of a oneof is optional, and no list or map"
        } else if field.required && proto.presence == Presence::Implicit && has_late_zero(graph, record.nodes[index]) {
            LATE_ZERO
        } else {
            continue;
        };
        return Err(Error::new(Code::Unsupported, message).in_field(field.name));
    }
    Ok(())
}

/// Whether a value of an enum that is not its first has the number 0.
fn has_late_zero(graph: &Graph, node: NodeId) -> bool {
    match graph.node(node).kind {
        Kind::Enum(id) => graph.enumeration(id).find_proto_number(0).is_some_and(|index| index != 0),
        _ => false,
    }
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
