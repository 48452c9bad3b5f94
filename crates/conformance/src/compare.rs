//! Holds the schemas of the Rust types to the imported ones: on the wire they are the same.

use crate::generated::{edition2023, editions_proto2, editions_proto3, proto2, proto3};
use std::collections::HashSet;
use std::error::Error;
use typecase::Type;
use typecase::meta::EnumMeta;
use typecase::schema::Schema;
use typecase::schema::graph::{Graph, Kind, NodeId};
use typecase::schema::model::Document;

/// Compares each message with its Rust type.
pub fn check(documents: &[Document]) -> Result<(), Box<dyn Error>> {
    let typed = [
        proto2::TestAllTypesProto2::schema(),
        proto3::TestAllTypesProto3::schema(),
        editions_proto2::TestAllTypesProto2::schema(),
        editions_proto3::TestAllTypesProto3::schema(),
        edition2023::TestAllTypesEdition2023::schema(),
    ];
    for (document, typed) in documents.iter().zip(typed) {
        let imported: Schema = document.clone().build()?;
        let (a, b) = (imported.graph(), typed.graph());
        let mut pairs = Pairs { a, b, met: HashSet::new(), left: vec![(a.root(), b.root(), String::new())] };
        while let Some((a, b, path)) = pairs.left.pop() {
            if !pairs.are_same(a, b, &path) {
                return Err(format!("the Rust type has another schema than the message at `{path}`").into());
            }
        }
        let name = document.name.as_deref().unwrap_or_default();
        println!("{name}: the Rust types have the schemas of {} messages", pairs.met.len());
    }
    Ok(())
}

/// Nodes of two graphs that have to be the same.
struct Pairs<'g> {
    a: &'g Graph,
    b: &'g Graph,
    /// The records that have been compared.
    met: HashSet<(u32, u32)>,
    left: Vec<(NodeId, NodeId, String)>,
}

impl Pairs<'_> {
    /// Whether two nodes are the same, but for what they contain, which is left to be compared.
    fn are_same(&mut self, a: NodeId, b: NodeId, path: &str) -> bool {
        let (a, b) = (self.a.node(a), self.b.node(b));
        a.nullable == b.nullable
            && match (a.kind, b.kind) {
                (Kind::Record(a), Kind::Record(b)) => self.are_same_records(a, b, path),
                (Kind::Enum(a), Kind::Enum(b)) => {
                    let (a, b) = (self.a.enumeration(a), self.b.enumeration(b));
                    let values = |it: &EnumMeta<'_>| -> Vec<(String, Option<i32>)> {
                        let values = it.values.iter().enumerate();
                        values.map(|(at, value)| (value.text.to_owned(), it.proto_number(at as u32))).collect()
                    };
                    a.open == b.open && values(a) == values(b)
                }
                (Kind::List(a), Kind::List(b)) | (Kind::Map(a), Kind::Map(b)) => {
                    self.left.push((a, b, path.to_owned()));
                    true
                }
                // Two names of a double.
                (Kind::Float64, Kind::Number) => true,
                (a, b) => a == b,
            }
    }

    fn are_same_records(&mut self, a: u32, b: u32, path: &str) -> bool {
        if !self.met.insert((a, b)) {
            return true;
        }
        let (a, b) = (self.a.record(a), self.b.record(b));
        let fields = a.meta().fields.iter().zip(b.meta().fields).enumerate();
        for (index, (field, other)) in fields {
            let same = field.name == other.name
                && field.settings == other.settings
                && field.required == other.required
                && field.optional == other.optional;
            if !same {
                return false;
            }
            self.left.push((a.nodes[index], b.nodes[index], format!("{path}.{}", field.name)));
        }
        a.nodes.len() == b.nodes.len()
    }
}
