//! The annotated dump of a text: every value with its place, its path and its meaning.
//!
//! The walk goes through the text and the schema side by side. `json` and `positional` say how the parts
//! of a record are found on each wire; this file does what is the same on both.

mod avro;
mod bson;
mod cbor;
mod columnar;
mod json;
mod msgpack;
mod packed;
mod positional;
mod protobuf;
mod text;

pub use bson::rows as bson_rows;
pub use cbor::rows as cbor_rows;
pub use columnar::dump as columnar_dump;
pub use packed::rows as packed_rows;
pub use protobuf::rows as protobuf_rows;
use text::Cursor;
use typecase::limits::DEEPEST;
use typecase::schema::Schema;
use typecase::schema::graph::{Graph, Kind, NodeId};
use typecase::schema::model::Layout;
use typecase::value::Value;
use typecase::wire::Wire;

/// One line of the dump.
pub struct Row<'t> {
    pub offset: usize,
    /// The bytes of a scalar, or the bracket that opens a list or a record.
    pub bytes: &'t [u8],
    pub path: String,
    /// The type that the schema gives the place; empty without a schema.
    pub ty: String,
    pub meaning: String,
}

/// Gives the rows of a MessagePack message in the order of its bytes.
pub fn msgpack_rows<'t>(bytes: &'t [u8], schema: Option<&Schema>, row: &mut dyn FnMut(Row<'t>)) {
    msgpack::rows(bytes, schema.map(Schema::graph), row);
}

/// Gives the rows of a text in the order of its bytes, as far as it is JSON.
pub fn rows<'t>(text: &'t [u8], schema: Option<(&Schema, Wire, Layout)>, row: &mut dyn FnMut(Row<'t>)) {
    if let Some((schema, Wire::Avro, _)) = schema {
        return avro::rows(text, schema.graph(), row);
    }
    let mut dump = Dump {
        graph: schema.map(|(schema, ..)| schema.graph()),
        cursor: Cursor::new(text),
        row,
        path: String::new(),
        depth: 0,
        table: Vec::new(),
    };
    // A text that ends too early has said all that it can.
    let _ = match schema {
        Some((schema, Wire::Positional, layout)) => dump.positional_root(schema.graph().root(), layout),
        Some((schema, ..)) => dump.json(schema.graph().root()),
        None => dump.plain("", ""),
    };
}

/// The walk. Its functions give `None` where it cannot go on.
struct Dump<'g, 't, 'r> {
    graph: Option<&'g Graph>,
    cursor: Cursor<'t>,
    row: &'r mut dyn FnMut(Row<'t>),
    path: String,
    depth: u32,
    /// The strings of a columns message, for what stands for them.
    table: Vec<String>,
}

impl<'g, 't> Dump<'g, 't, '_> {
    fn row(&mut self, offset: usize, bytes: &'t [u8], ty: &str, meaning: impl Into<String>) {
        let (path, ty, meaning) = (self.path.clone(), ty.to_owned(), meaning.into());
        (self.row)(Row { offset, bytes, path, ty, meaning });
    }

    /// A row for the bracket that comes next, which is taken.
    fn open(&mut self, bracket: &'static [u8; 1], ty: &str, meaning: impl Into<String>) -> Option<()> {
        let offset = self.cursor.offset();
        if !self.cursor.take(bracket[0]) {
            return None;
        }
        self.row(offset, bracket, ty, meaning);
        Some(())
    }

    /// A row for the scalar that comes next.
    fn scalar(&mut self, ty: &str, meaning: impl FnOnce(&'t [u8]) -> String) -> Option<()> {
        let offset = self.cursor.offset();
        let token = self.cursor.scalar()?;
        self.row(offset, token, ty, meaning(token));
        Some(())
    }

    fn in_key(&mut self, key: &str, walk: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let plain = key.chars().all(|char| char.is_alphanumeric() || "_$-".contains(char)) && !key.is_empty();
        let step = match plain {
            true if self.path.is_empty() => key.to_owned(),
            true => format!(".{key}"),
            false => format!("[{key:?}]"),
        };
        self.inside(&step, walk)
    }

    fn in_item(&mut self, index: usize, walk: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.inside(&format!("[{index}]"), walk)
    }

    fn inside(&mut self, step: &str, walk: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        if self.depth == DEEPEST {
            return None;
        }
        let length = self.path.len();
        self.path.push_str(step);
        self.depth += 1;
        walk(self)?;
        self.depth -= 1;
        self.path.truncate(length);
        Some(())
    }

    /// The items of a list whose bracket has been taken.
    fn items(&mut self, mut item: impl FnMut(&mut Self, usize) -> Option<()>) -> Option<()> {
        let mut first = true;
        let mut index = 0;
        while self.cursor.entry(&mut first, b']')? {
            self.in_item(index, |dump| item(dump, index))?;
            index += 1;
        }
        Some(())
    }

    /// The entries of an object whose brace has been taken.
    fn entries(&mut self, mut entry: impl FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        let mut first = true;
        while self.cursor.entry(&mut first, b'}')? {
            let key = text::string(self.cursor.scalar()?)?;
            if !self.cursor.take(b':') {
                return None;
            }
            self.in_key(&key, |dump| entry(dump, &key))?;
        }
        Some(())
    }

    /// A value about which no schema says anything.
    fn plain(&mut self, ty: &str, meaning: &str) -> Option<()> {
        let or = |kind: &str| if meaning.is_empty() { kind.to_owned() } else { meaning.to_owned() };
        match self.cursor.peek()? {
            b'[' => {
                self.open(b"[", ty, or("list"))?;
                self.items(|dump, _| dump.plain("", ""))
            }
            b'{' => {
                self.open(b"{", ty, or("object"))?;
                self.entries(|dump, _| dump.plain("", ""))
            }
            first => self.scalar(ty, |token| {
                or(match first {
                    b'"' => return or(&characters(token)),
                    b't' | b'f' => "boolean",
                    b'n' => "null",
                    _ => "number",
                })
            }),
        }
    }

    fn graph(&self) -> Option<&'g Graph> {
        self.graph
    }
}

/// What a string token is.
fn characters(token: &[u8]) -> String {
    match text::string(token).map(|text| text.chars().count()) {
        Some(1) => "string of 1 character".to_owned(),
        Some(count) => format!("string of {count} characters"),
        None => "not a string".to_owned(),
    }
}

/// The type of a place, as definitions spell it.
fn type_name(graph: &Graph, node: NodeId) -> String {
    let node = graph.node(node);
    let named = |kind: &str, name: &str| if name.is_empty() { kind.to_owned() } else { format!("{kind} {name}") };
    let name = match node.kind {
        Kind::Null => "null".to_owned(),
        Kind::Bool => "boolean".to_owned(),
        Kind::Number => "number".to_owned(),
        Kind::Float64 => "float64".to_owned(),
        Kind::Float32 => "float32".to_owned(),
        Kind::Int64 => "integer".to_owned(),
        Kind::Int32 => "int32".to_owned(),
        Kind::Uint32 => "uint32".to_owned(),
        Kind::Uint64 => "uint64".to_owned(),
        Kind::BigInt => "bigint".to_owned(),
        Kind::Date => "date".to_owned(),
        Kind::Text => "string".to_owned(),
        Kind::Bytes => "bytes".to_owned(),
        Kind::Fixed(length) => format!("bytes of {length}"),
        Kind::Json => "json".to_owned(),
        Kind::Record(id) => named("record", graph.record(id).meta().name),
        Kind::List(_) => "array".to_owned(),
        Kind::Map(_) => "map".to_owned(),
        Kind::Tuple(_) => "tuple".to_owned(),
        Kind::Enum(id) => named("enum", graph.enumeration(id).name),
        Kind::Flags(_) => "flags".to_owned(),
        Kind::Union(id) => named("union", graph.union(id).meta().name),
    };
    if node.nullable { format!("?{name}") } else { name }
}

/// What a record, a list or another type with parts is, in a few words.
fn contents(graph: &Graph, node: NodeId) -> String {
    match graph.node(node).kind {
        Kind::Record(id) => match graph.record(id).meta().fields.len() {
            1 => "1 field".to_owned(),
            fields => format!("{fields} fields"),
        },
        Kind::List(item) => format!("items: {}", type_name(graph, item)),
        Kind::Map(value) => format!("values: {}", type_name(graph, value)),
        Kind::Tuple(id) => format!("{} items", graph.tuple(id).len()),
        _ => String::new(),
    }
}

/// An instant as people read it.
fn instant(millis: i64) -> String {
    typecase::wire::json::print(&Value::Date(millis)).unwrap_or_default().replace('"', "")
}

/// The meaning of a scalar that is spelled the same on both wires.
fn scalar_meaning(kind: Kind, token: &[u8]) -> String {
    match kind {
        _ if token == b"null" => "missing".to_owned(),
        Kind::Text => characters(token),
        Kind::Bytes => text::string(token).map_or(String::new(), |text| {
            let padding = text.bytes().rev().take_while(|&byte| byte == b'=').count();
            format!("{} bytes in base64", (text.len() / 4 * 3).saturating_sub(padding))
        }),
        Kind::Date => match text::integer(token) {
            Some(millis) => instant(millis),
            None => "instant".to_owned(),
        },
        _ => String::new(),
    }
}
