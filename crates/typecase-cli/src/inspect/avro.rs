//! The dump of an Avro datum: the walk goes by the schema alone, since nothing on the wire says what it is.

use super::{Row, contents, instant, type_name};
use typecase::limits::DEEPEST;
use typecase::schema::graph::{Graph, Kind, NodeId};

/// Gives the rows of a datum in the order of its bytes, as far as it goes.
pub fn rows<'t>(bytes: &'t [u8], graph: &Graph, row: &mut dyn FnMut(Row<'t>)) {
    let mut dump = Dump { graph, bytes, at: 0, row, path: String::new(), depth: 0, present: None };
    let _ = dump.value(graph.root());
}

/// The walk. Its functions give `None` where it cannot go on.
struct Dump<'g, 't, 'r> {
    graph: &'g Graph,
    bytes: &'t [u8],
    at: usize,
    row: &'r mut dyn FnMut(Row<'t>),
    path: String,
    depth: u32,
    /// The place of an index in a union with null that may be one of a union behind the null.
    present: Option<usize>,
}

impl<'t> Dump<'_, 't, '_> {
    fn row(&mut self, start: usize, ty: String, meaning: String) {
        let bytes = &self.bytes[start..self.at];
        (self.row)(Row { offset: start, bytes, path: self.path.clone(), ty, meaning });
    }

    fn take(&mut self, length: usize) -> Option<&'t [u8]> {
        let bytes = self.bytes.get(self.at..)?.get(..length)?;
        self.at += length;
        Some(bytes)
    }

    fn long(&mut self) -> Option<i64> {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let [byte] = *self.take(1)? else { return None };
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte < 0x80 {
                return Some((value >> 1) as i64 ^ -((value & 1) as i64));
            }
        }
    }

    fn inside(&mut self, step: &str, walk: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        if self.depth == DEEPEST {
            return None;
        }
        let length = self.path.len();
        if !self.path.is_empty() && !step.is_empty() && !step.starts_with('[') {
            self.path.push('.');
        }
        self.path.push_str(step);
        self.depth += 1;
        walk(self)?;
        self.depth -= 1;
        self.path.truncate(length);
        Some(())
    }

    /// Whether a value that may be missing is there.
    fn is_present(&mut self, node: NodeId) -> Option<bool> {
        let start = self.at;
        let index = self.long()?;
        let ty = type_name(self.graph, node);
        match index {
            0 => self.row(start, ty, "missing".to_owned()),
            1 => {
                self.row(start, ty, "present".to_owned());
                self.present = Some(self.at);
            }
            _ => {
                self.at = start;
                self.present = Some(start);
            }
        }
        Some(index != 0)
    }

    fn item(&mut self, node: NodeId) -> Option<()> {
        let place = self.graph.node(node);
        let takes_null = match place.kind {
            Kind::Null | Kind::Json => true,
            Kind::Union(id) => self.graph.union(id).null_branch.is_some(),
            _ => false,
        };
        if place.nullable && !takes_null && !self.is_present(node)? {
            return Some(());
        }
        self.value(node)
    }

    fn value(&mut self, node: NodeId) -> Option<()> {
        let (start, kind) = (self.at, self.graph.node(node).kind);
        let present = self.present.take();
        let meaning = match kind {
            Kind::Null => "null".to_owned(),
            Kind::Bool => match self.take(1)? {
                [0] => "false".to_owned(),
                _ => "true".to_owned(),
            },
            Kind::Number | Kind::Float64 => f64::from_le_bytes(self.take(8)?.try_into().ok()?).to_string(),
            Kind::Float32 => f32::from_le_bytes(self.take(4)?.try_into().ok()?).to_string(),
            Kind::Int64 | Kind::Int32 | Kind::Uint32 | Kind::Uint64 => self.long()?.to_string(),
            Kind::Date => instant(self.long()?),
            Kind::Text | Kind::BigInt | Kind::Json | Kind::Bytes => {
                let length = usize::try_from(self.long()?).ok()?;
                let bytes = self.take(length)?;
                match kind {
                    Kind::Bytes => format!("{length} bytes"),
                    _ => format!("{:?}", String::from_utf8_lossy(bytes)),
                }
            }
            Kind::Fixed(length) => {
                self.take(length as usize)?;
                format!("{length} bytes")
            }
            Kind::Enum(id) => {
                let index = usize::try_from(self.long()?).ok()?;
                self.graph.enumeration(id).values.get(index).map_or("unknown", |value| value.text).to_owned()
            }
            Kind::Flags(id) if self.graph.flags(id).names.len() < 64 => {
                let mask = self.long()?;
                let names = self.graph.flags(id).names.iter().enumerate();
                let set: Vec<&str> = names.filter(|(at, _)| mask >> at & 1 != 0).map(|(_, name)| *name).collect();
                set.join(", ")
            }
            Kind::Flags(_) => {
                let length = usize::try_from(self.long()?).ok()?;
                self.take(length)?;
                format!("a mask of {length} bytes")
            }
            Kind::Record(id) => return self.record(id, node),
            Kind::Tuple(id) => {
                self.row(start, type_name(self.graph, node), contents(self.graph, node));
                let graph = self.graph;
                for (index, &item) in graph.tuple(id).iter().enumerate() {
                    self.inside(&format!("[{index}]"), |dump| dump.item(item))?;
                }
                return Some(());
            }
            Kind::List(item) => {
                return self.blocks(node, |dump, index| dump.inside(&format!("[{index}]"), |dump| dump.item(item)));
            }
            Kind::Map(item) => {
                return self.blocks(node, |dump, _| {
                    let start = dump.at;
                    let length = usize::try_from(dump.long()?).ok()?;
                    let key = String::from_utf8_lossy(dump.take(length)?).into_owned();
                    dump.inside(&format!("[{key:?}]"), |dump| {
                        dump.row(start, "key".to_owned(), String::new());
                        dump.item(item)
                    })
                });
            }
            Kind::Union(id) => {
                let union = self.graph.union(id);
                let index = match present {
                    Some(at) if at == start && self.bytes.get(start.wrapping_sub(1)) == Some(&2) => 0,
                    Some(at) if at == start => self.long()? - 1,
                    _ => self.long()?,
                };
                let branch = *union.branches.get(usize::try_from(index).ok()?)?;
                self.row(
                    start,
                    type_name(self.graph, node),
                    format!("branch {index}: {}", type_name(self.graph, branch)),
                );
                return self.inside("", |dump| dump.item(branch));
            }
        };
        self.row(start, type_name(self.graph, node), meaning);
        Some(())
    }

    fn record(&mut self, id: u32, node: NodeId) -> Option<()> {
        self.row(self.at, type_name(self.graph, node), contents(self.graph, node));
        let graph = self.graph;
        let record = graph.record(id);
        for (index, &node) in record.nodes.iter().enumerate() {
            let field = &record.meta().fields[index];
            self.inside(field.name, |dump| {
                if field.nullity.is_optional() && !dump.is_present(node)? {
                    return Some(());
                }
                dump.value(node)
            })?;
        }
        Some(())
    }

    /// The blocks of a list or a map.
    fn blocks(&mut self, node: NodeId, mut item: impl FnMut(&mut Self, usize) -> Option<()>) -> Option<()> {
        let mut index = 0;
        loop {
            let start = self.at;
            let count = self.long()?;
            if count < 0 {
                self.long()?;
            }
            let meaning = match count.unsigned_abs() {
                0 => "end".to_owned(),
                count => format!("{count} in a block; {}", contents(self.graph, node)),
            };
            self.row(start, type_name(self.graph, node), meaning);
            if count == 0 {
                return Some(());
            }
            for _ in 0..count.unsigned_abs() {
                if self.at >= self.bytes.len() {
                    return None;
                }
                item(self, index)?;
                index += 1;
            }
        }
    }
}
