//! Skips values, which takes the graph of the schema, since nothing on the wire says where one ends: to find the end
//! of a datum that others follow, and the discriminator in the record of a branch that has several.

use super::read::Reader;
use crate::error::{Code, Result};
use crate::meta::UnionMeta;
use crate::schema::graph::{Graph, Kind, NodeId, UnionNode};
use crate::wire::Read;

/// Skips a datum of the graph's root, or of the items of a root list.
#[cfg(feature = "std")]
pub(super) fn datum(reader: &mut Reader<'_, '_>, graph: &Graph, item_of_list: Option<NodeId>) -> Result<()> {
    match item_of_list {
        Some(node) => item(reader, graph, node),
        None => value(reader, graph, graph.root()),
    }
}

/// Takes the fields of the branch's record up to its discriminator, and the index of its value.
pub(super) fn discriminator(reader: &mut Reader<'_, '_>, meta: &UnionMeta<'_>, branch: usize) -> Result<i64> {
    let found = reader.graph.and_then(|graph| Some((graph, union_of(graph, meta)?)));
    let Some((graph, union)) = found else {
        return Err(reader.error(Code::Unsupported, "a branch with several discriminators needs the schema"));
    };
    let Kind::Record(record) = graph.node(union.branches[branch]).kind else {
        return Err(reader.error(Code::Union, "the branch is not a record"));
    };
    reader.record(graph.record(record).meta())?;
    for index in 0..union.discriminators[branch] {
        field(reader, graph, record, index.into())?;
    }
    reader.long()
}

/// The union of the graph that has this description.
fn union_of<'g>(graph: &'g Graph, meta: &UnionMeta<'_>) -> Option<&'g UnionNode> {
    let at = |meta: *const UnionMeta<'_>| meta.cast::<()>().addr();
    let first = graph.unions.first()?;
    let index = at(meta).checked_sub(at(first.meta()))? / size_of::<UnionNode>();
    graph.unions.get(index).filter(|union| at(union.meta()) == at(meta))
}

fn field(reader: &mut Reader<'_, '_>, graph: &Graph, record: u32, index: usize) -> Result<()> {
    let record = graph.record(record);
    if !reader.field_is(&mut (), record.meta(), index)? {
        return Ok(());
    }
    value(reader, graph, record.nodes[index]).map_err(|error| error.in_field(record.meta().fields[index].name))
}

/// Skips an item of a list, a tuple or a map.
fn item(reader: &mut Reader<'_, '_>, graph: &Graph, node: NodeId) -> Result<()> {
    let place = graph.node(node);
    let takes_null = match place.kind {
        Kind::Null | Kind::Json => true,
        Kind::Union(id) => graph.union(id).null_branch.is_some(),
        _ => false,
    };
    if place.nullable && !takes_null && reader.absent_item()? {
        return Ok(());
    }
    value(reader, graph, node)
}

/// Skips a value that is there. Nesting is limited as it is when values are read.
fn value(reader: &mut Reader<'_, '_>, graph: &Graph, node: NodeId) -> Result<()> {
    match graph.node(node).kind {
        Kind::Null => reader.no_union(),
        Kind::Bool => reader.take(1).map(drop),
        Kind::Fixed(length) => reader.fixed(length as usize).map(drop),
        Kind::Float32 => reader.take(4).map(drop),
        Kind::Number | Kind::Float64 => reader.take(8).map(drop),
        Kind::Int64 | Kind::Int32 | Kind::Uint32 | Kind::Uint64 | Kind::Date | Kind::Enum(_) => reader.long().map(drop),
        Kind::BigInt | Kind::Text | Kind::Bytes | Kind::Json => reader.counted_bytes().map(drop),
        Kind::Flags(id) => match super::flag_bytes(graph.flags(id).names.len()) {
            0 => reader.long().map(drop),
            _ => reader.counted_bytes().map(drop),
        },
        Kind::Record(id) => {
            reader.record(graph.record(id).meta())?;
            for index in 0..graph.record(id).nodes.len() {
                field(reader, graph, id, index)?;
            }
            reader.depth.leave();
            Ok(())
        }
        Kind::Tuple(id) => {
            reader.tuple(0)?;
            for &node in graph.tuple(id) {
                item(reader, graph, node)?;
            }
            reader.depth.leave();
            Ok(())
        }
        Kind::List(node) => {
            let mut state = reader.open()?;
            while reader.next_item(&mut state)? {
                item(reader, graph, node)?;
            }
            Ok(())
        }
        Kind::Map(node) => {
            let mut state = reader.open()?;
            while reader.next_item(&mut state)? {
                reader.counted_bytes()?;
                item(reader, graph, node)?;
            }
            Ok(())
        }
        Kind::Union(id) => {
            let union = graph.union(id);
            let branch = reader.branch(union.branches.len())?;
            if union.meta().discriminator.is_some() {
                return value(reader, graph, union.branches[branch]);
            }
            reader.enter()?;
            item(reader, graph, union.branches[branch])?;
            reader.depth.leave();
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::codec::{Codec, Options};
    use crate::schema::Schema;
    use crate::wire::Wire;
    use alloc::vec::Vec;

    #[test]
    fn a_discriminator_is_found_behind_every_type() {
        let schema = r#"{"$name": "U", "$root": {"union": [
            {"n": "null", "b": "boolean", "f": "float32", "d": "number", "i": "integer", "s": "?string", "j": "json",
             "g": {"flags": ["x", "y"]}, "r": {"p": "?int32"}, "t": ["int32", "?string"], "l": {"array": "?U"},
             "m": {"map": "bigint"}, "u": {"union": ["null", "bytes"]}, "v": "?U", "k": {"enum": ["a", "b"]}},
            {"k": {"enum": ["c"]}, "z": "?int32"}], "discriminator": "k"}}"#;
        let schema = Schema::parse(schema).unwrap();
        let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
        let avro = Codec::new(&schema, Wire::Avro, &Options::default()).unwrap();
        let inner = r#"{"n":null,"b":true,"f":0.5,"d":2,"i":-3,"j":[null,{"k":"z"}],"g":{"x":false,"y":true},"r":{"p":7},
            "t":[1,"é"],"l":[null,{"k":"c","z":4}],"m":{"q":"12"},"u":null,"k":"a"}"#;
        let text = inner.replacen(r#""k":"a""#, &alloc::format!(r#""v":{inner},"k":"b""#), 1);
        for text in [inner, &text, r#"{"k":"c"}"#] {
            let value = json.decode(text.as_bytes()).unwrap();
            let bytes = avro.encode(&value).unwrap();
            assert_eq!(avro.decode(&bytes).unwrap(), value);
            let mut converted = Vec::new();
            json.convert(&avro, text.as_bytes(), &mut converted).unwrap();
            assert_eq!(converted, bytes);
            for end in 0..bytes.len() {
                assert!(avro.decode(&bytes[..end]).unwrap_err().offset().is_some(), "{end}");
            }
        }
    }
}
