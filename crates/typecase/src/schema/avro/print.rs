//! Prints an Avro schema as the JSON document that it is written as, with all that it says.

use super::{AvroSchema, Field, Kind, Named, Node};
use crate::value::{Text, Value};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

impl AvroSchema {
    /// The schema as a JSON value. Names are full, so that a namespace is given only where a name without one
    /// stands inside a type that has one.
    pub fn to_value(&self) -> Value<'static> {
        Printer { schema: self, defined: BTreeSet::new(), in_namespace: false }.node(self.root)
    }

    /// The schema as JSON text in one line.
    pub fn to_json(&self) -> String {
        // A schema has neither floats that are not finite nor keys that are not strings.
        crate::wire::json::print(&self.to_value()).unwrap_or_default()
    }
}

type Entries = Vec<(Text<'static>, Value<'static>)>;

struct Printer<'s> {
    schema: &'s AvroSchema,
    defined: BTreeSet<u32>,
    /// Whether the record around has a namespace.
    in_namespace: bool,
}

fn text(text: &str) -> Value<'static> {
    Value::Text(Text::owned(text))
}

fn texts(all: &[String]) -> Value<'static> {
    Value::list(all.iter().map(|one| text(one)).collect())
}

impl Printer<'_> {
    fn node(&mut self, id: u32) -> Value<'static> {
        let Node { kind, logical } = self.schema.node(id);
        let mut entries: Entries = Vec::new();
        if let Some(named) = kind.named() {
            if !self.defined.insert(id) {
                return text(&named.name);
            }
            entries.push(("type".into(), text(kind.name())));
            self.describe(named, &mut entries);
        } else if let Kind::Union(branches) = kind {
            return Value::list(branches.iter().map(|branch| self.node(*branch)).collect());
        } else {
            entries.push(("type".into(), text(kind.name())));
        }
        match kind {
            Kind::Record(record) => {
                let around = core::mem::replace(&mut self.in_namespace, record.named.name.contains('.'));
                let fields = record.fields.iter().map(|field| self.field(field)).collect();
                self.in_namespace = around;
                entries.push(("fields".into(), Value::list(fields)));
            }
            Kind::Enum(it) => {
                entries.push(("symbols".into(), texts(&it.symbols)));
                entries.extend(it.default.iter().map(|symbol| ("default".into(), text(symbol))));
            }
            Kind::Fixed(_, size) => entries.push(("size".into(), Value::Int((*size).into()))),
            Kind::Array(item) => entries.push(("items".into(), self.node(*item))),
            Kind::Map(value) => entries.push(("values".into(), self.node(*value))),
            _ => {}
        }
        if let Some(logical) = logical {
            entries.push(("logicalType".into(), text(&logical.name)));
            if let Some((precision, scale)) = logical.decimal {
                entries.push(("precision".into(), Value::uint(precision)));
                entries.push(("scale".into(), Value::uint(scale)));
            }
        }
        if let [(_, name)] = &mut entries[..] { core::mem::take(name) } else { Value::map(entries) }
    }

    fn field(&mut self, field: &Field) -> Value<'static> {
        let mut entries: Entries = Vec::new();
        entries.push(("name".into(), text(&field.name)));
        entries.push(("type".into(), self.node(field.ty)));
        entries.extend(field.default.iter().map(|default| ("default".into(), default.clone())));
        if !field.aliases.is_empty() {
            entries.push(("aliases".into(), texts(&field.aliases)));
        }
        entries.extend(field.order.iter().map(|order| ("order".into(), text(order))));
        entries.extend(field.doc.iter().map(|doc| ("doc".into(), text(doc))));
        Value::map(entries)
    }

    fn describe(&self, named: &Named, entries: &mut Entries) {
        entries.push(("name".into(), text(&named.name)));
        if self.in_namespace && !named.name.contains('.') {
            entries.push(("namespace".into(), text("")));
        }
        if !named.aliases.is_empty() {
            entries.push(("aliases".into(), texts(&named.aliases)));
        }
        entries.extend(named.doc.iter().map(|doc| ("doc".into(), text(doc))));
    }
}
