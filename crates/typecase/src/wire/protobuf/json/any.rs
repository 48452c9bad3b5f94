//! What a `google.protobuf.Any` may hold: the messages that the document names, and their bytes.

use super::plan::Plan;
use crate::drive::drive_item;
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::schema::graph::{Kind, NodeId};
use crate::schema::model::{Document, Field, Record, Slot, Type};
use crate::value::{Value, ValueReader, ValueWriter};
use crate::wire::protobuf;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The messages that an `Any` may hold, on the Protocol Buffers wire.
#[derive(Clone, Debug)]
pub(super) struct Registry {
    /// A record with a list of each message.
    schema: Schema,
    /// The nodes of the messages by their numbers in the plan.
    nodes: BTreeMap<u32, NodeId>,
}

impl Registry {
    pub(super) fn new(document: &Document, plan: &Plan) -> Result<Registry> {
        let mut document = document.clone();
        if let Some(name) = document.name.take() {
            let root = core::mem::replace(&mut document.root, Type::Record(Record::default()));
            document.types.push((name, root));
        }
        let messages =
            plan.named.values().filter_map(|id| Some((*id, plan.messages[*id as usize].type_name.as_ref()?)));
        let messages: Vec<(u32, &_)> = messages.collect();
        let fields = messages.iter().map(|(_, name)| {
            let list = Type::List(Box::new(Slot::required(Type::Reference(String::from(*name)))));
            Field { name: String::from(*name), slot: Slot::required(list) }
        });
        document.root = Type::Record(Record { kind: None, fields: fields.collect() });
        document.sparse = false;
        document.layout = Default::default();
        let refused = |error| Error::new(Code::Unsupported, format!("the messages that an Any may hold: {error}"));
        let schema = document.build().map_err(refused)?;
        let graph = schema.graph();
        protobuf::check(graph)?;
        let Kind::Record(root) = graph.node(graph.root()).kind else { unreachable!("the root has been set") };
        let lists = graph.record(root).nodes.iter().map(|node| graph.node(*node).kind);
        let nodes = messages.iter().zip(lists).filter_map(|((id, _), list)| match list {
            Kind::List(item) => Some((*id, item)),
            _ => None,
        });
        let nodes = nodes.collect();
        Ok(Registry { schema, nodes })
    }

    /// The bytes of a message.
    pub(super) fn encode(&self, message: u32, value: &Value<'_>, limits: &Limits) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        let mut writer = protobuf::Writer::new(&mut out, limits);
        let mut reader = ValueReader::new(value);
        let result = drive_item(self.schema.graph(), self.node(message)?, true, &mut reader, &mut writer);
        writer.end(result)?;
        Ok(out)
    }

    /// The message that these bytes are.
    pub(super) fn decode(&self, message: u32, bytes: &[u8], limits: &Limits) -> Result<Value<'static>> {
        let mut reader = protobuf::Reader::new(bytes, &protobuf::Options::default(), limits);
        let mut writer = ValueWriter::owned();
        drive_item(self.schema.graph(), self.node(message)?, true, &mut reader, &mut writer)?;
        reader.finish()?;
        Ok(writer.finish_owned())
    }

    fn node(&self, message: u32) -> Result<NodeId> {
        self.nodes.get(&message).copied().ok_or_else(super::read::no_any)
    }
}

impl Plan {
    /// The message that the URL of a type names: what is behind the last slash.
    pub(super) fn of_url(&self, url: &str) -> Result<u32> {
        let Some((_, name)) = url.rsplit_once('/') else {
            return Err(Error::new(Code::Type, "the URL of a type has a slash before the name"));
        };
        match self.named.get(name) {
            Some(id) => Ok(*id),
            None => Err(Error::new(Code::Unsupported, format!("the schema has no message `{name}`"))),
        }
    }
}
