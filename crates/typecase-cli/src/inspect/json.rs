//! The dump of the JSON wire: records are objects.

use super::{Dump, contents, scalar_meaning, text, type_name};
use typecase::schema::graph::{Kind, NodeId};

impl Dump<'_, '_, '_> {
    /// A value of a node.
    pub(super) fn json(&mut self, node: NodeId) -> Option<()> {
        let graph = self.graph()?;
        let kind = graph.node(node).kind;
        let ty = type_name(graph, node);
        match (kind, self.cursor.peek()?) {
            (Kind::Record(id), b'{') => {
                self.open(b"{", &ty, contents(graph, node))?;
                self.json_fields(id)
            }
            (Kind::List(item), b'[') => {
                self.open(b"[", &ty, contents(graph, node))?;
                self.items(|dump, _| dump.json(item))
            }
            (Kind::Map(value), b'{') => {
                self.open(b"{", &ty, contents(graph, node))?;
                self.entries(|dump, _| dump.json(value))
            }
            (Kind::Tuple(id), b'[') => {
                self.open(b"[", &ty, contents(graph, node))?;
                self.items(|dump, index| match graph.tuple(id).get(index) {
                    Some(&item) => dump.json(item),
                    None => dump.plain("", "beyond the tuple"),
                })
            }
            (Kind::Flags(id), b'{') => {
                self.open(b"{", &ty, format!("{} names", graph.flags(id).names.len()))?;
                self.entries(|dump, _| dump.scalar("boolean", |_| "flag".to_owned()))
            }
            (Kind::Union(id), b'{') if graph.union(id).meta().discriminator.is_some() => self.json_case(node, id),
            (Kind::Union(_) | Kind::Json, _) => self.plain(&ty, ""),
            (Kind::Enum(id), _) => self.scalar(&ty, |token| {
                let values = graph.enumeration(id).values;
                match values.iter().position(|value| value.json.as_bytes() == token) {
                    Some(index) => format!("value {index} of {}", values.len()),
                    None => scalar_meaning(kind, token),
                }
            }),
            (_, b'[' | b'{') => self.plain(&ty, "not of this type"),
            _ => self.scalar(&ty, |token| scalar_meaning(kind, token)),
        }
    }

    /// The fields of a record whose brace has been taken.
    fn json_fields(&mut self, id: u32) -> Option<()> {
        let record = self.graph()?.record(id);
        self.entries(|dump, key| match record.meta().find(key, 0) {
            Some(index) => dump.json(record.nodes[index]),
            None => dump.plain("", "unknown field"),
        })
    }

    /// The object of a union with a discriminator, wherever that is in it.
    fn json_case(&mut self, node: NodeId, id: u32) -> Option<()> {
        let graph = self.graph()?;
        let union = graph.union(id);
        let ty = type_name(graph, node);
        let key = union.meta().discriminator?;
        let value = self.cursor.look(|cursor| {
            let mut first = true;
            cursor.take(b'{');
            while cursor.entry(&mut first, b'}')? {
                let found = text::string(cursor.scalar()?)? == key;
                cursor.take(b':');
                let value = cursor.value()?;
                if found {
                    return Some(value);
                }
            }
            None
        });
        let case = union.meta().cases.iter().find(|case| Some(case.value.json.as_bytes()) == value);
        let branch = case.map(|case| (case.value.text, union.branches[case.branch as usize]));
        let Some((tag, branch)) = branch else { return self.plain(&ty, "no case of the union") };
        let Kind::Record(record) = graph.node(branch).kind else { return self.plain(&ty, "") };
        self.open(b"{", &ty, format!("case {tag}, {}", contents(graph, branch)))?;
        self.json_fields(record)
    }
}
