//! The dump of a packed message: the walk goes by the schema alone and has the wire's reader take each value, so that a
//! row shows the bytes that it took. Booleans and presence are bits of a run behind the values, and take none.

use super::{Row, contents, instant, type_name};
use typecase::codec::Options;
use typecase::error::Result;
use typecase::schema::graph::{Graph, Kind, NodeId};
use typecase::wire::Read;
use typecase::wire::json;
use typecase::wire::packed::{Reader, framed};

/// Gives the rows of a message in the order of its values, as far as it can be read, and those of its other parts.
pub fn rows<'t>(bytes: &'t [u8], graph: &Graph, options: &Options, row: &mut dyn FnMut(Row<'t>)) {
    let head = if options.packed.framed { framed::HEAD.min(bytes.len()) } else { 0 };
    let Ok(mut reader) = Reader::behind(head, bytes, &options.packed, &options.limits) else { return };
    if head != 0 {
        let meaning = match framed::parse(bytes) {
            Ok((fingerprint, _)) => format!("the schema {}", framed::hexadecimal(fingerprint)),
            Err(error) => error.message().to_owned(),
        };
        row(Row { offset: 0, bytes: &bytes[..head], path: "(head)".to_owned(), ty: String::new(), meaning });
    }
    let text = reader.text_start();
    let mut dump = Dump { graph, bytes, reader: &mut reader, row, path: String::new() };
    if dump.value(graph.root()).is_err() {
        return;
    }
    let values = reader.offset();
    let tail = bytes.len() - bytes.iter().rev().position(|byte| *byte < 0x80).map_or(0, |at| at + 1);
    for (name, start, end) in [("bits", values, text), ("text", text, tail), ("tail", tail, bytes.len())] {
        if start < end {
            let meaning = match end - start {
                1 => "1 byte".to_owned(),
                length => format!("{length} bytes"),
            };
            let (path, ty) = (format!("({name})"), String::new());
            row(Row { offset: start, bytes: &bytes[start..end], path, ty, meaning });
        }
    }
}

struct Dump<'g, 't, 'r> {
    graph: &'g Graph,
    bytes: &'t [u8],
    reader: &'r mut Reader<'t>,
    row: &'r mut dyn FnMut(Row<'t>),
    path: String,
}

impl<'t> Dump<'_, 't, '_> {
    /// A row for the bytes from `start` on.
    fn row(&mut self, start: usize, node: NodeId, meaning: String) {
        let bytes = &self.bytes[start..self.reader.offset()];
        let ty = type_name(self.graph, node);
        (self.row)(Row { offset: start, bytes, path: self.path.clone(), ty, meaning });
    }

    fn inside(&mut self, step: &str, walk: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let length = self.path.len();
        if !self.path.is_empty() && !step.starts_with('[') {
            self.path.push('.');
        }
        self.path.push_str(step);
        walk(self)?;
        self.path.truncate(length);
        Ok(())
    }

    fn item(&mut self, index: usize, node: NodeId) -> Result<()> {
        self.inside(&format!("[{index}]"), |dump| dump.slot(node))
    }

    /// A value that may be null.
    fn slot(&mut self, node: NodeId) -> Result<()> {
        let place = self.graph.node(node);
        let takes_null = match place.kind {
            Kind::Null | Kind::Json => true,
            Kind::Union(id) => self.graph.union(id).null_branch.is_some(),
            _ => false,
        };
        if place.nullable && !takes_null && self.reader.absent_item()? {
            self.row(self.reader.offset(), node, "missing".to_owned());
            return Ok(());
        }
        self.value(node)
    }

    fn value(&mut self, node: NodeId) -> Result<()> {
        let (start, graph) = (self.reader.offset(), self.graph);
        let meaning = match graph.node(node).kind {
            Kind::Null => "null".to_owned(),
            Kind::Bool => self.reader.bool()?.to_string(),
            Kind::Number => self.reader.number()?.to_string(),
            Kind::Float64 => self.reader.float64()?.to_string(),
            Kind::Float32 => self.reader.float32()?.to_string(),
            Kind::Int64 | Kind::Int32 => self.reader.int()?.to_string(),
            Kind::Uint64 | Kind::Uint32 => self.reader.uint()?.to_string(),
            Kind::BigInt => self.reader.bigint()?.into_owned(),
            Kind::Date => instant(self.reader.date()?),
            Kind::Text => format!("{:?}", self.reader.text()?.as_str()),
            Kind::Bytes => format!("{} bytes", self.reader.bytes()?.len()),
            Kind::Fixed(length) => format!("{} bytes", self.reader.fixed(length as usize)?.len()),
            Kind::Json => json::print(&self.reader.json()?).unwrap_or_default(),
            Kind::Enum(id) => {
                let meta = graph.enumeration(id);
                match self.reader.enumeration(meta)? {
                    Some(index) => meta.values[index as usize].text.to_owned(),
                    None => format!("{} (unknown)", json::print(&self.reader.json()?).unwrap_or_default()),
                }
            }
            Kind::Flags(id) => {
                let meta = graph.flags(id);
                let mut words = vec![0; meta.names.len().div_ceil(64)];
                self.reader.flags(meta, &mut words)?;
                let names = meta.names.iter().enumerate();
                let set: Vec<&str> =
                    names.filter(|(at, _)| words[at / 64] >> (at % 64) & 1 != 0).map(|(_, name)| *name).collect();
                set.join(", ")
            }
            Kind::Record(id) => {
                let record = graph.record(id);
                self.reader.record(record.meta())?;
                self.row(start, node, contents(graph, node));
                return self.fields(id, None);
            }
            Kind::Tuple(id) => {
                let items = graph.tuple(id);
                let mut state = self.reader.tuple(items.len())?;
                self.row(start, node, contents(graph, node));
                for (index, item) in items.iter().enumerate() {
                    self.reader.item(&mut state)?;
                    self.item(index, *item)?;
                }
                return self.reader.item(&mut state).map(drop);
            }
            Kind::List(item) => {
                let mut state = self.reader.list()?;
                let count = self.reader.length(&state).unwrap_or(0);
                self.row(start, node, format!("{count} {}", contents(graph, node)));
                let mut index = 0;
                while self.reader.item(&mut state)? {
                    self.item(index, item)?;
                    index += 1;
                }
                return Ok(());
            }
            Kind::Map(value) => {
                let mut state = self.reader.map()?;
                self.row(start, node, contents(graph, node));
                loop {
                    let start = self.reader.offset();
                    let Some(key) = self.reader.key(&mut state)? else { return Ok(()) };
                    let step = format!("[{:?}]", key.as_str());
                    self.inside(&step, |dump| {
                        dump.row(start, value, "the key".to_owned());
                        dump.slot(value)
                    })?;
                }
            }
            Kind::Union(id) => {
                let union = graph.union(id);
                let meta = union.meta();
                let case = &meta.cases[self.reader.case(meta)? as usize];
                self.row(start, node, format!("case {}", case.value.text));
                let branch = union.branches[case.branch as usize];
                match (meta.discriminator, graph.node(branch).kind) {
                    (Some(_), Kind::Record(id)) => {
                        self.reader.record(graph.record(id).meta())?;
                        self.fields(id, Some(union.discriminators[case.branch as usize].into()))?;
                    }
                    _ => self.slot(branch)?,
                }
                return self.reader.end_case(meta);
            }
        };
        self.row(start, node, meaning);
        Ok(())
    }

    /// The fields of a record that has been opened; a discriminator is no value of its own.
    fn fields(&mut self, id: u32, discriminator: Option<usize>) -> Result<()> {
        let record = self.graph.record(id);
        let meta = record.meta();
        for (index, &node) in record.nodes.iter().enumerate() {
            if discriminator == Some(index) {
                continue;
            }
            let start = self.reader.offset();
            let is_there = self.reader.field_is(&mut (), meta, index)?;
            self.inside(meta.fields[index].name, |dump| match is_there {
                true => dump.value(node),
                false => {
                    dump.row(start, node, "missing".to_owned());
                    Ok(())
                }
            })?;
        }
        self.reader.end_record(&mut (), meta).map(drop)
    }
}
