//! What comes back of a value from the Protocol Buffers wire, which has not all that a schema can say.

use typecase::schema::graph::{Graph, Kind, NodeId};
use typecase::value::Value;

/// The value as it comes back: an optional list or map that is empty is not there.
pub fn as_read(graph: &Graph, node: NodeId, value: &Value<'_>) -> Value<'static> {
    match (graph.node(node).kind, value) {
        (Kind::Record(id), Value::Record(values)) => {
            let record = graph.record(id);
            let values = values.iter().enumerate().map(|(index, value)| {
                let value = as_read(graph, record.nodes[index], value);
                let empty = match &value {
                    Value::List(items) => items.is_empty(),
                    Value::Map(entries) => entries.is_empty(),
                    _ => false,
                };
                // A tuple is a message, and so is there.
                let repeated = matches!(graph.node(record.nodes[index]).kind, Kind::List(_) | Kind::Map(_));
                if empty && repeated && !record.meta().fields[index].required { Value::Null } else { value }
            });
            Value::Record(values.collect())
        }
        (Kind::List(item), Value::List(items)) => {
            Value::List(items.iter().map(|value| as_read(graph, item, value)).collect())
        }
        (Kind::Map(item), Value::Map(entries)) => {
            let entry = |(key, value): &(Value<'_>, Value<'_>)| (key.clone().into_owned(), as_read(graph, item, value));
            Value::Map(entries.iter().map(entry).collect())
        }
        (Kind::Union(id), Value::Case(case)) => {
            let union = graph.union(id);
            let branch = union.branches[union.meta().cases[case.0 as usize].branch as usize];
            Value::Case(Box::new((case.0, as_read(graph, branch, &case.1))))
        }
        (_, other) => other.clone().into_owned(),
    }
}
