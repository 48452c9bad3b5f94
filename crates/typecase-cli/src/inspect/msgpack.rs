//! The dump of a MessagePack message: every value says what it is, and the schema gives the type of its place.

use super::{Row, instant, type_name};
use typecase::limits::DEEPEST;
use typecase::schema::graph::{Graph, Kind, NodeId};

/// Gives the rows of a message in the order of its bytes, as far as it goes. Records of msgpackr are shown as the
/// integers and extensions that they are made of.
pub fn rows<'t>(bytes: &'t [u8], graph: Option<&Graph>, row: &mut dyn FnMut(Row<'t>)) {
    let mut dump = Dump { graph, bytes, at: 0, row, path: String::new(), depth: 0 };
    let _ = dump.value(graph.map(Graph::root));
}

/// The walk. Its functions give `None` where it cannot go on.
struct Dump<'g, 't, 'r> {
    graph: Option<&'g Graph>,
    bytes: &'t [u8],
    at: usize,
    row: &'r mut dyn FnMut(Row<'t>),
    path: String,
    depth: u32,
}

impl<'t> Dump<'_, 't, '_> {
    fn row(&mut self, start: usize, node: Option<NodeId>, meaning: String) {
        let bytes = &self.bytes[start..self.at];
        let ty = self.graph.zip(node).map_or(String::new(), |(graph, node)| type_name(graph, node));
        (self.row)(Row { offset: start, bytes, path: self.path.clone(), ty, meaning });
    }

    fn take(&mut self, length: usize) -> Option<&'t [u8]> {
        let bytes = self.bytes.get(self.at..)?.get(..length)?;
        self.at += length;
        Some(bytes)
    }

    /// An unsigned number of 1, 2, 4 or 8 bytes.
    fn number(&mut self, width: usize) -> Option<u64> {
        Some(self.take(width)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn length(&mut self, width: usize) -> Option<usize> {
        usize::try_from(self.number(width)?).ok()
    }

    fn inside(&mut self, step: &str, node: Option<NodeId>) -> Option<()> {
        if self.depth == DEEPEST {
            return None;
        }
        let length = self.path.len();
        if !self.path.is_empty() && !step.starts_with('[') {
            self.path.push('.');
        }
        self.path.push_str(step);
        self.depth += 1;
        self.value(node)?;
        self.depth -= 1;
        self.path.truncate(length);
        Some(())
    }

    /// The next value, which the schema places at this node.
    fn value(&mut self, node: Option<NodeId>) -> Option<()> {
        let start = self.at;
        let [head] = *self.take(1)? else { return None };
        let meaning = match head {
            0..0x80 => head.to_string(),
            0x80..0x90 => return self.map(start, usize::from(head & 0xf), node),
            0x90..0xa0 => return self.list(start, usize::from(head & 0xf), node),
            0xa0..0xc0 => self.text(usize::from(head & 0x1f))?,
            0xc0 => "null".to_owned(),
            0xc1 => return None,
            0xc2 => "false".to_owned(),
            0xc3 => "true".to_owned(),
            0xc4..=0xc6 => {
                let length = self.length(1 << (head - 0xc4))?;
                self.take(length)?;
                format!("{length} bytes")
            }
            0xc7..=0xc9 => {
                let length = self.length(1 << (head - 0xc7))?;
                self.extension(length)?
            }
            0xca => f32::from_bits(self.number(4)? as u32).to_string(),
            0xcb => f64::from_bits(self.number(8)?).to_string(),
            0xcc..=0xcf => self.number(1 << (head - 0xcc))?.to_string(),
            0xd0 => (self.number(1)? as i8).to_string(),
            0xd1 => (self.number(2)? as i16).to_string(),
            0xd2 => (self.number(4)? as i32).to_string(),
            0xd3 => (self.number(8)? as i64).to_string(),
            0xd4..=0xd8 => self.extension(1 << (head - 0xd4))?,
            0xd9..=0xdb => {
                let length = self.length(1 << (head - 0xd9))?;
                self.text(length)?
            }
            0xdc | 0xdd => {
                let length = self.length(2 << (head - 0xdc))?;
                return self.list(start, length, node);
            }
            0xde | 0xdf => {
                let length = self.length(2 << (head - 0xde))?;
                return self.map(start, length, node);
            }
            0xe0.. => (head as i8).to_string(),
        };
        self.row(start, node, meaning);
        Some(())
    }

    fn text(&mut self, length: usize) -> Option<String> {
        Some(format!("{:?}", String::from_utf8_lossy(self.take(length)?)))
    }

    fn extension(&mut self, length: usize) -> Option<String> {
        let [ty] = *self.take(1)? else { return None };
        let bytes = self.take(length)?;
        let seconds = match (ty as i8, bytes) {
            (-1, &[a, b, c, d]) => Some((i64::from(u32::from_be_bytes([a, b, c, d])), 0)),
            (-1, _) if bytes.len() == 8 => {
                let both = u64::from_be_bytes(bytes.try_into().ok()?);
                Some(((both & ((1 << 34) - 1)) as i64, (both >> 34) as i64))
            }
            (-1, _) if bytes.len() == 12 => {
                let (nanos, seconds) = bytes.split_first_chunk::<4>()?;
                Some((i64::from_be_bytes(seconds.try_into().ok()?), i64::from(u32::from_be_bytes(*nanos))))
            }
            _ => None,
        };
        let millis = seconds.and_then(|(seconds, nanos)| seconds.checked_mul(1000)?.checked_add(nanos / 1_000_000));
        Some(millis.map_or_else(|| format!("extension {}, {length} bytes", ty as i8), instant))
    }

    fn list(&mut self, start: usize, length: usize, node: Option<NodeId>) -> Option<()> {
        self.row(start, node, format!("array of {length}"));
        for index in 0..length {
            let (mut name, mut item) = (None, None);
            if let Some((graph, node)) = self.graph.zip(node) {
                match graph.node(node).kind {
                    Kind::List(of) => item = Some(of),
                    Kind::Tuple(id) => item = graph.tuple(id).get(index).copied(),
                    Kind::Record(id) => {
                        let record = graph.record(id);
                        item = record.nodes.get(index).copied();
                        name = record.meta().fields.get(index).map(|field| field.name.to_owned());
                    }
                    _ => {}
                }
            }
            self.inside(&name.unwrap_or_else(|| format!("[{index}]")), item)?;
        }
        Some(())
    }

    fn map(&mut self, start: usize, length: usize, node: Option<NodeId>) -> Option<()> {
        self.row(start, node, format!("map of {length}"));
        for index in 0..length {
            let Some(key) = self.key() else {
                self.inside(&format!("[key {index}]"), None)?;
                self.inside(&format!("[value {index}]"), None)?;
                continue;
            };
            let value = self.graph.zip(node).and_then(|(graph, node)| match graph.node(node).kind {
                Kind::Record(id) => {
                    let record = graph.record(id);
                    record.meta().find(&key, index).map(|field| record.nodes[field])
                }
                Kind::Map(value) => Some(value),
                _ => None,
            });
            self.inside(&key, value)?;
        }
        Some(())
    }

    /// Takes the key of an entry, if it is a string.
    fn key(&mut self) -> Option<String> {
        let start = self.at;
        let length = match *self.take(1)? {
            [head @ 0xa0..0xc0] => Some(usize::from(head & 0x1f)),
            [head @ 0xd9..=0xdb] => self.length(1 << (head - 0xd9)),
            _ => None,
        };
        match length.and_then(|length| self.take(length)) {
            Some(key) => Some(String::from_utf8_lossy(key).into_owned()),
            None => {
                self.at = start;
                None
            }
        }
    }
}
