//! The dump of a Protocol Buffers message: every field with its tag. What the schema does not know, or all if there is
//! no schema, is shown by number and wire type, and taken for a message, a string or bytes as it fits.

use super::{Row, instant, type_name};
use typecase::limits::DEEPEST;
use typecase::schema::graph::{Graph, Kind, NodeId};
use typecase::wire::protobuf::Encoding;

/// Gives the rows of a message in the order of its bytes; where it cannot go on, if it does not get to the end.
pub fn rows<'t>(bytes: &'t [u8], graph: Option<&Graph>, row: &mut dyn FnMut(Row<'t>)) -> Option<usize> {
    let mut dump = Dump { graph, bytes, at: 0, row, path: String::new(), depth: 0 };
    let fields = graph.map_or(Fields::Unknown, Fields::of_root);
    match dump.message(fields, bytes.len(), None) {
        Some(()) => None,
        None => Some(dump.at),
    }
}

/// What a message has for fields.
#[derive(Clone, Copy)]
enum Fields {
    /// Those of a record.
    Record(u32),
    /// The items of a tuple, by their places.
    Tuple(u32),
    /// The branches of a union, by theirs.
    Union(u32),
    /// The key and the value of an entry of a map.
    Entry(Encoding, Value),
    /// One field that is a list, a map or a scalar.
    Single(NodeId),
    /// None that are known.
    Unknown,
}

/// A value that a field may have.
#[derive(Clone, Copy)]
struct Value {
    node: NodeId,
    encoding: Encoding,
    key: Encoding,
    /// Whether a list or a map is the field itself, once an item or entry.
    is_field: bool,
}

impl Value {
    fn of(node: NodeId, is_field: bool) -> Value {
        Value { node, encoding: Encoding::Default, key: Encoding::String, is_field }
    }
}

impl Fields {
    /// The fields of the root message.
    fn of_root(graph: &Graph) -> Fields {
        match Fields::of(graph, graph.root()) {
            Fields::Unknown => Fields::Single(graph.root()),
            fields => fields,
        }
    }

    /// The fields of a type that is a message.
    fn of(graph: &Graph, node: NodeId) -> Fields {
        match graph.node(node).kind {
            Kind::Record(id) => Fields::Record(id),
            Kind::Tuple(id) => Fields::Tuple(id),
            Kind::Union(id) => Fields::Union(id),
            Kind::List(_) | Kind::Map(_) => Fields::Single(node),
            _ => Fields::Unknown,
        }
    }

    /// The name and the value of a field.
    fn find(self, graph: &Graph, number: u32) -> Option<(String, Value)> {
        let place = (number as usize).checked_sub(1)?;
        match self {
            Fields::Record(id) => {
                let record = graph.record(id);
                let index = record.meta().find_number(number)?;
                let field = &record.meta().fields[index];
                let (encoding, key) = (field.settings.proto.encoding, field.settings.proto.key);
                Some((field.name.to_owned(), Value { node: record.nodes[index], encoding, key, is_field: true }))
            }
            Fields::Tuple(id) => Some((format!("[{place}]"), Value::of(*graph.tuple(id).get(place)?, false))),
            Fields::Union(id) => Some((format!("({place})"), Value::of(*graph.union(id).branches.get(place)?, false))),
            Fields::Entry(_, value) if number == 2 => Some((String::new(), value)),
            Fields::Single(node) if number == 1 => Some((String::new(), Value::of(node, true))),
            Fields::Entry(..) | Fields::Single(_) | Fields::Unknown => None,
        }
    }
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

impl<'g, 't> Dump<'g, 't, '_> {
    fn row(&mut self, start: usize, ty: &str, meaning: String) {
        let bytes = &self.bytes[start..self.at];
        (self.row)(Row { offset: start, bytes, path: self.path.clone(), ty: ty.to_owned(), meaning });
    }

    fn take(&mut self, length: usize, end: usize) -> Option<&'t [u8]> {
        let bytes = self.bytes.get(self.at..end)?.get(..length)?;
        self.at += length;
        Some(bytes)
    }

    fn varint(&mut self, end: usize) -> Option<u64> {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let [byte] = *self.take(1, end)? else { return None };
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte < 0x80 {
                return Some(value);
            }
        }
    }

    fn inside(&mut self, step: &str, walk: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        if self.depth == DEEPEST {
            return None;
        }
        let length = self.path.len();
        if !self.path.is_empty() && !step.is_empty() && !step.starts_with(['[', '(']) {
            self.path.push('.');
        }
        self.path.push_str(step);
        self.depth += 1;
        walk(self)?;
        self.depth -= 1;
        self.path.truncate(length);
        Some(())
    }

    /// The fields of a message up to its end, or to the end of the group with this number.
    fn message(&mut self, fields: Fields, end: usize, group: Option<u32>) -> Option<()> {
        while self.at < end {
            let start = self.at;
            let tag = self.varint(end)?;
            let (number, wire) = (u32::try_from(tag >> 3).ok().filter(|number| *number > 0)?, (tag & 7) as u8);
            if wire == 4 {
                self.row(start, "", format!("end of group {number}"));
                return (group == Some(number)).then_some(());
            }
            match (self.graph.and_then(|graph| fields.find(graph, number)), fields) {
                (Some((name, value)), _) => {
                    self.inside(&name, |dump| dump.field(value, start, number, wire, end))?;
                }
                (None, Fields::Entry(key, _)) if number == 1 => {
                    self.inside("", |dump| dump.key(key, start, wire, end))?;
                }
                (None, _) => {
                    self.inside(&format!("#{number}"), |dump| dump.unknown(start, number, wire, end))?;
                }
            }
        }
        group.is_none().then_some(())
    }

    /// The key of an entry.
    fn key(&mut self, encoding: Encoding, start: usize, wire: u8, end: usize) -> Option<()> {
        let meaning = match wire {
            2 => {
                let length = usize::try_from(self.varint(end)?).ok()?;
                format!("{:?}", String::from_utf8_lossy(self.take(length, end)?))
            }
            wire => self.number(encoding, wire, end)?,
        };
        self.row(start, "key", meaning);
        Some(())
    }

    /// A field that the schema knows, whose tag has been taken.
    fn field(&mut self, value: Value, start: usize, number: u32, wire: u8, end: usize) -> Option<()> {
        let graph = self.graph?;
        match graph.node(value.node).kind {
            Kind::List(item) if value.is_field => self.item(Value { node: item, ..value }, start, number, wire, end),
            Kind::Map(item) if value.is_field => {
                let of = Value { node: item, key: Encoding::String, is_field: false, ..value };
                self.nested(Fields::Entry(value.key, of), "entry", start, number, wire, end)
            }
            _ => self.value(Value { is_field: false, ..value }, start, number, wire, end),
        }
    }

    /// An item of a repeated field, or several that are packed.
    fn item(&mut self, value: Value, start: usize, number: u32, wire: u8, end: usize) -> Option<()> {
        let graph = self.graph?;
        let value = Value { is_field: false, ..value };
        let kind = graph.node(value.node).kind;
        let packs = !matches!(kind, Kind::Text | Kind::Bytes | Kind::BigInt | Kind::Json | Kind::Fixed(_))
            && matches!(Fields::of(graph, value.node), Fields::Unknown);
        if wire != 2 || !packs {
            return self.value(value, start, number, wire, end);
        }
        let length = usize::try_from(self.varint(end)?).ok()?;
        let end = self.at.checked_add(length).filter(|within| *within <= end)?;
        self.row(start, "packed", format!("{length} bytes"));
        let form = match (kind, value.encoding) {
            (_, Encoding::Double | Encoding::Fixed64 | Encoding::Sfixed64) => 1,
            (_, Encoding::Float | Encoding::Fixed32 | Encoding::Sfixed32) => 5,
            (Kind::Number | Kind::Float64, Encoding::Default) => 1,
            (Kind::Float32, Encoding::Default) => 5,
            _ => 0,
        };
        while self.at < end {
            let start = self.at;
            self.value(value, start, number, form, end)?;
        }
        Some(())
    }

    /// A value that is no list or map of its own field.
    fn value(&mut self, value: Value, start: usize, number: u32, wire: u8, end: usize) -> Option<()> {
        let graph = self.graph?;
        let ty = type_name(graph, value.node);
        let fields = Fields::of(graph, value.node);
        if !matches!(fields, Fields::Unknown) {
            return self.nested(fields, &ty, start, number, wire, end);
        }
        let kind = graph.node(value.node).kind;
        let meaning = match (kind, wire) {
            (Kind::Text | Kind::BigInt | Kind::Json | Kind::Bytes | Kind::Fixed(_) | Kind::Flags(_), 2) => {
                let length = usize::try_from(self.varint(end)?).ok()?;
                let bytes = self.take(length, end)?;
                match kind {
                    Kind::Text | Kind::BigInt | Kind::Json => format!("{:?}", String::from_utf8_lossy(bytes)),
                    _ => format!("{length} bytes"),
                }
            }
            (Kind::Bool, 0) => (self.varint(end)? != 0).to_string(),
            (Kind::Date, 0) if value.encoding == Encoding::Default => instant(self.varint(end)? as i64),
            (Kind::Enum(id), 0) => {
                let (meta, number) = (graph.enumeration(id), self.varint(end)? as i32);
                match meta.find_proto_number(number) {
                    Some(index) => meta.values[index as usize].text.to_owned(),
                    None => format!("{number}, unknown"),
                }
            }
            (Kind::Flags(id), 0) => {
                let mask = self.varint(end)?;
                let names = graph.flags(id).names.iter().take(64).enumerate();
                let set: Vec<&str> = names.filter(|(at, _)| mask >> at & 1 != 0).map(|(_, name)| *name).collect();
                set.join(", ")
            }
            (Kind::Uint32 | Kind::Uint64, 0) if value.encoding == Encoding::Default => self.varint(end)?.to_string(),
            (Kind::Number | Kind::Float64 | Kind::Float32, 1 | 5) if value.encoding == Encoding::Default => {
                let encoding = if wire == 1 { Encoding::Double } else { Encoding::Float };
                self.number(encoding, wire, end)?
            }
            (_, wire @ (0 | 1 | 5)) => self.number(value.encoding, wire, end)?,
            // Of another wire type than its field's: the error says so.
            _ => return None,
        };
        self.row(start, &ty, meaning);
        Some(())
    }

    /// A number in an encoding.
    fn number(&mut self, encoding: Encoding, wire: u8, end: usize) -> Option<String> {
        Some(match wire {
            0 => {
                let value = self.varint(end)?;
                match encoding {
                    Encoding::Sint32 | Encoding::Sint64 => ((value >> 1) as i64 ^ -((value & 1) as i64)).to_string(),
                    Encoding::Uint32 | Encoding::Uint64 => value.to_string(),
                    Encoding::Bool => (value != 0).to_string(),
                    _ => (value as i64).to_string(),
                }
            }
            1 => {
                let bytes = self.take(8, end)?.try_into().ok()?;
                match encoding {
                    Encoding::Fixed64 => u64::from_le_bytes(bytes).to_string(),
                    Encoding::Sfixed64 => i64::from_le_bytes(bytes).to_string(),
                    _ => f64::from_le_bytes(bytes).to_string(),
                }
            }
            5 => {
                let bytes = self.take(4, end)?.try_into().ok()?;
                match encoding {
                    Encoding::Fixed32 => u32::from_le_bytes(bytes).to_string(),
                    Encoding::Sfixed32 => i32::from_le_bytes(bytes).to_string(),
                    _ => f32::from_le_bytes(bytes).to_string(),
                }
            }
            _ => return None,
        })
    }

    /// A message within, which has a length or is a group.
    fn nested(&mut self, fields: Fields, ty: &str, start: usize, number: u32, wire: u8, end: usize) -> Option<()> {
        match wire {
            2 => {
                let length = usize::try_from(self.varint(end)?).ok()?;
                let end = self.at.checked_add(length).filter(|within| *within <= end)?;
                self.row(start, ty, format!("message of {length} bytes"));
                self.inside("", |dump| dump.message(fields, end, None))
            }
            3 => {
                self.row(start, ty, format!("group {number}"));
                self.inside("", |dump| dump.message(fields, end, Some(number)))
            }
            _ => None,
        }
    }

    /// A field that no schema knows.
    fn unknown(&mut self, start: usize, number: u32, wire: u8, end: usize) -> Option<()> {
        match wire {
            0 => {
                let value = self.varint(end)?;
                self.row(start, "varint", value.to_string());
            }
            1 => {
                let bytes = self.take(8, end)?.try_into().ok()?;
                let meaning = format!("{}, as a double {}", u64::from_le_bytes(bytes), f64::from_le_bytes(bytes));
                self.row(start, "64 bits", meaning);
            }
            5 => {
                let bytes = self.take(4, end)?.try_into().ok()?;
                let meaning = format!("{}, as a float {}", u32::from_le_bytes(bytes), f32::from_le_bytes(bytes));
                self.row(start, "32 bits", meaning);
            }
            2 => {
                let length = usize::try_from(self.varint(end)?).ok()?;
                let bytes = self.bytes.get(self.at..end)?.get(..length)?;
                if is_message(bytes) {
                    let end = self.at + length;
                    self.row(start, "length", format!("a message of {length} bytes?"));
                    return self.inside("", |dump| dump.message(Fields::Unknown, end, None));
                }
                self.at += length;
                let meaning = match std::str::from_utf8(bytes) {
                    Ok(text) => format!("{text:?}"),
                    Err(_) => format!("{length} bytes"),
                };
                self.row(start, "length", meaning);
            }
            3 => return self.nested(Fields::Unknown, "group", start, number, wire, end),
            _ => return None,
        }
        Some(())
    }
}

/// Whether bytes may be a message: fields to the end, none of them inside of another looked at.
fn is_message(bytes: &[u8]) -> bool {
    let mut dump = Dump { graph: None, bytes, at: 0, row: &mut |_| {}, path: String::new(), depth: 0 };
    while dump.at < bytes.len() {
        let Some(tag) = dump.varint(bytes.len()) else { return false };
        let skipped = match tag & 7 {
            _ if tag >> 3 == 0 || tag > u64::from(u32::MAX) => None,
            0 => dump.varint(bytes.len()).map(|_| ()),
            1 => dump.take(8, bytes.len()).map(|_| ()),
            5 => dump.take(4, bytes.len()).map(|_| ()),
            2 => dump.varint(bytes.len()).and_then(|length| dump.take(length as usize, bytes.len())).map(|_| ()),
            _ => None,
        };
        if skipped.is_none() {
            return false;
        }
    }
    !bytes.is_empty()
}
