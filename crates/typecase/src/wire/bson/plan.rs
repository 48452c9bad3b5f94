//! Whether a schema can go on the wire: said once, when a codec is made.

use super::element;
use super::settings::{Encoding, Field};
use crate::error::{Code, Error, Result};
use crate::schema::graph::{Graph, Kind, NodeId};
use alloc::format;
use alloc::vec;
use hashbrown::HashSet;

/// Checks that messages are documents, that keys have no zero byte, and that settings fit their fields.
pub(crate) fn check(graph: &Graph, root: NodeId) -> Result<()> {
    let is_list = matches!(graph.node(root).kind, Kind::List(_));
    if !is_list && !is_document(graph, root) {
        return Err(Error::new(
            Code::Unsupported,
            "a BSON message is a record, a map, a list, or a union of records and maps",
        ));
    }
    for record in &graph.records {
        for (field, &node) in record.meta().fields.iter().zip(&record.nodes) {
            let wrong = if element::has_zero(field.name, field.key) {
                Some("BSON has no keys with a zero byte")
            } else if fits(graph, field.settings.bson, node) {
                None
            } else {
                Some("the settings for BSON do not fit the type of the field")
            };
            if let Some(message) = wrong {
                return Err(Error::new(Code::Unsupported, message).in_field(field.name));
            }
        }
    }
    for flags in &graph.flags {
        if let Some(name) = flags.names.iter().find(|name| element::zero(name.as_bytes(), 0).is_some()) {
            return Err(Error::new(Code::Unsupported, format!("BSON has no keys with a zero byte: {name:?}")));
        }
    }
    Ok(())
}

/// Whether every value of a node is a document.
pub(crate) fn is_document(graph: &Graph, node: NodeId) -> bool {
    let (mut seen, mut nodes) = (HashSet::new(), vec![node]);
    while let Some(node) = nodes.pop() {
        match graph.node(node).kind {
            _ if !seen.insert(node) => {}
            Kind::Record(_) | Kind::Map(_) => {}
            Kind::Union(id) => nodes.extend(&graph.union(id).branches),
            _ => return false,
        }
    }
    true
}

/// Whether the settings of a field fit its values, or the items of the lists, tuples and maps in it.
fn fits(graph: &Graph, settings: Field, node: NodeId) -> bool {
    if settings == Field::NONE {
        return true;
    }
    let (mut seen, mut nodes) = (HashSet::new(), vec![node]);
    while let Some(node) = nodes.pop() {
        if !seen.insert(node) {
            continue;
        }
        match graph.node(node).kind {
            Kind::List(item) | Kind::Map(item) => nodes.push(item),
            Kind::Tuple(id) => nodes.extend(graph.tuple(id)),
            Kind::Union(id) => nodes.extend(&graph.union(id).branches),
            kind if has_type(settings, kind) => {}
            _ => return false,
        }
    }
    true
}

fn has_type(settings: Field, kind: Kind) -> bool {
    let is_integer = matches!(kind, Kind::Int32 | Kind::Int64 | Kind::Uint32 | Kind::Uint64);
    let is_number = is_integer || matches!(kind, Kind::Number | Kind::Float64 | Kind::Float32);
    let is_bytes = kind == Kind::Bytes;
    let encoding = match settings.encoding {
        Encoding::Default => is_bytes,
        Encoding::Int32 => is_number,
        Encoding::Int64 => is_number || matches!(kind, Kind::Date | Kind::BigInt),
        Encoding::Double => is_number || kind == Kind::Date,
        Encoding::Decimal128 => is_number || matches!(kind, Kind::BigInt | Kind::Text),
        Encoding::Timestamp => is_integer,
        Encoding::String => kind == Kind::BigInt,
        Encoding::ObjectId | Encoding::Uuid => kind == Kind::Text || is_bytes,
    };
    kind == Kind::Null || encoding && (settings.subtype == 0 || is_bytes)
}
