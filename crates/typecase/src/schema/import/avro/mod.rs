//! Avro schemas as documents (docs/avro.md, section 3).
//!
//! What an Avro schema says that a document has no place for is kept beside it, so that
//! [`export::avro`](crate::schema::export::avro) gives a schema of the same canonical form: `$avro` holds the
//! full names, aliases and sizes of named types, and the option `avro` of a field what else is said of it.

use super::ImportError;
use crate::schema::avro::{AvroSchema, Field, Kind, Logical, Named, Node, simple};
use crate::schema::model::{self, Document, Enum, Options, Scalar, Slot, Type, Union};
use crate::schema::naming::{type_name, unique};
use crate::value::{Text, Value};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The field of a record that has none in Avro: null, which takes no bytes.
const NO_FIELD: &str = "_";

/// Imports an Avro schema.
///
/// ```
/// use typecase::schema::avro::AvroSchema;
/// use typecase::schema::import;
///
/// let schema = AvroSchema::parse(r#"{"type": "record", "name": "user", "fields": [
///     {"name": "id", "type": "long"},
///     {"name": "email", "type": ["null", "string"], "default": null},
///     {"name": "seen", "type": {"type": "long", "logicalType": "timestamp-millis"}}
/// ]}"#)?;
/// let document = import::avro(&schema)?;
/// assert_eq!(
///     document.to_json_line(),
///     r#"{"$name":"User","$root":{"id":"int64","email":"?string","seen":"date"},"$avro":{"User":{"name":"user"}}}"#
/// );
/// # Ok::<(), typecase::schema::import::ImportError>(())
/// ```
///
/// # Errors
/// What the model cannot carry, with the name of the type it is in: an enum without symbols, a record that
/// contains itself, a default of another type than its field's.
pub fn avro(schema: &AvroSchema) -> Result<Document, ImportError> {
    let mut importer = Importer { schema, names: BTreeMap::new(), notes: Vec::new() };
    importer.name_types();
    let mut document = Document::new(Type::Scalar(Scalar::Null));
    for (id, name) in importer.names.clone() {
        let ty = importer.definition(id);
        if id == schema.root {
            (document.name, document.root) = (Some(name), ty);
        } else {
            document.types.push((name, ty));
        }
    }
    if document.name.is_none() {
        document.root = importer.ty(schema.root);
    }
    if !importer.notes.is_empty() {
        document.meta.push(("$avro".to_string(), Value::map(importer.notes)));
    }
    document.clone().build().map_err(|error| ImportError::new("#", error.to_string()))?;
    Ok(document)
}

type Entries = Vec<(Text<'static>, Value<'static>)>;

struct Importer<'s> {
    schema: &'s AvroSchema,
    /// The names of the named types in the document.
    names: BTreeMap<u32, String>,
    /// `$avro`.
    notes: Entries,
}

fn text(text: &str) -> Value<'static> {
    Value::Text(Text::owned(text))
}

fn texts(all: &[String]) -> Value<'static> {
    Value::list(all.iter().map(|one| text(one)).collect())
}

impl Importer<'_> {
    fn name_types(&mut self) {
        let mut taken = BTreeSet::new();
        for (id, node) in (0..).zip(&self.schema.nodes) {
            let Some(named) = node.kind.named() else { continue };
            let wanted = type_name(simple(&named.name)).unwrap_or_else(|| "Type".to_string());
            let name = unique(&wanted, |name| taken.contains(name));
            taken.insert(name.clone());
            self.note(&name, named, node);
            self.names.insert(id, name);
        }
    }

    /// Keeps what Avro says of a named type.
    fn note(&mut self, name: &str, named: &Named, node: &Node) {
        let mut notes: Entries = Vec::new();
        if named.name != name {
            notes.push(("name".into(), text(&named.name)));
        }
        if !named.aliases.is_empty() {
            notes.push(("aliases".into(), texts(&named.aliases)));
        }
        notes.extend(named.doc.iter().map(|doc| ("doc".into(), text(doc))));
        match &node.kind {
            Kind::Fixed(_, size) => notes.push(("size".into(), Value::Int((*size).into()))),
            Kind::Enum(it) => notes.extend(it.default.iter().map(|symbol| ("default".into(), text(symbol)))),
            _ => {}
        }
        logical_type(node.logical.as_ref(), &mut notes);
        if !notes.is_empty() {
            self.notes.push((Text::owned(name), Value::map(notes)));
        }
    }

    /// A named type as the document defines it.
    fn definition(&self, id: u32) -> Type {
        match &self.schema.node(id).kind {
            Kind::Record(record) if record.fields.is_empty() => {
                let mut slot = Slot::required(Scalar::Null.into());
                set(&mut slot.options, vec![("omit".into(), Value::Bool(true))]);
                let field = model::Field { name: NO_FIELD.to_string(), slot };
                Type::Record(model::Record { kind: None, fields: vec![field] })
            }
            Kind::Record(record) => {
                let fields = record.fields.iter().map(|field| self.field(field)).collect();
                Type::Record(model::Record { kind: None, fields })
            }
            Kind::Enum(it) => {
                Type::Enum(Enum { values: it.symbols.iter().map(|symbol| text(symbol)).collect(), open: false })
            }
            _ => Type::Scalar(Scalar::Bytes),
        }
    }

    /// A type where it is used.
    fn ty(&self, id: u32) -> Type {
        if let Some(name) = self.names.get(&id) {
            return Type::Reference(name.clone());
        }
        let node = self.schema.node(id);
        let scalar = match &node.kind {
            Kind::Null => Scalar::Null,
            Kind::Boolean => Scalar::Boolean,
            Kind::Int => Scalar::Int32,
            Kind::Long if is_instant(node) => Scalar::Date,
            Kind::Long => Scalar::Int64,
            Kind::Float => Scalar::Float32,
            Kind::Double => Scalar::Float64,
            Kind::String => Scalar::String,
            Kind::Array(item) => return Type::List(Box::new(self.slot(*item))),
            Kind::Map(value) => return Type::Map(Box::new(self.slot(*value))),
            Kind::Union(branches) => {
                let branches = branches.iter().map(|branch| self.ty(*branch)).collect();
                return Type::Union(Union { branches, discriminator: None });
            }
            Kind::Bytes | Kind::Record(_) | Kind::Enum(_) | Kind::Fixed(..) => Scalar::Bytes,
        };
        Type::Scalar(scalar)
    }

    /// A place: `["null", T]` is an optional T there.
    fn slot(&self, id: u32) -> Slot {
        let inner = self.schema.optional(id);
        let mut slot = Slot { required: inner.is_none(), ..Slot::required(self.ty(inner.unwrap_or(id))) };
        set(&mut slot.options, self.slot_notes(inner.unwrap_or(id)));
        slot
    }

    /// The logical type of a type without a name, where the document has no type for it.
    fn slot_notes(&self, id: u32) -> Entries {
        let mut notes = Vec::new();
        let node = self.schema.node(id);
        if node.kind.named().is_none() && !is_instant(node) {
            logical_type(node.logical.as_ref(), &mut notes);
        }
        notes
    }

    fn field(&self, field: &Field) -> model::Field {
        let mut slot = self.slot(field.ty);
        slot.options.aliases.clone_from(&field.aliases);
        let inner = self.schema.optional(field.ty).unwrap_or(field.ty);
        let mut notes = self.slot_notes(inner);
        match &field.default {
            None if !slot.required => notes.push(("default".into(), Value::Bool(false))),
            Some(Value::Null) if !slot.required => {}
            None => {}
            Some(default) => match self.scalar_default(inner, default) {
                Some(default) if slot.required => slot.default = Some(default),
                _ => notes.push(("defaultValue".into(), default.clone())),
            },
        }
        notes.extend(field.order.iter().map(|order| ("order".into(), text(order))));
        notes.extend(field.doc.iter().map(|doc| ("doc".into(), text(doc))));
        slot.options.wires.clear();
        set(&mut slot.options, notes);
        model::Field { name: field.name.clone(), slot }
    }

    /// A default that a field of the document can have.
    fn scalar_default(&self, id: u32, default: &Value<'static>) -> Option<Value<'static>> {
        match &self.schema.node(id).kind {
            Kind::Boolean | Kind::Int | Kind::Long | Kind::Float | Kind::Double | Kind::String | Kind::Enum(_) => {
                Some(default.clone())
            }
            Kind::Bytes | Kind::Fixed(..) => {
                let bytes: Option<Vec<u8>> = default.as_str()?.chars().map(|c| u8::try_from(c).ok()).collect();
                bytes.map(|bytes| Value::Bytes(bytes.into_boxed_slice()))
            }
            _ => None,
        }
    }
}

/// Whether a `long` is an instant in milliseconds, which the model has a type for.
fn is_instant(node: &Node) -> bool {
    node.logical.as_ref().is_some_and(|logical| logical.name == "timestamp-millis")
}

fn logical_type(logical: Option<&Logical>, notes: &mut Entries) {
    let Some(logical) = logical else { return };
    notes.push(("logicalType".into(), text(&logical.name)));
    if let Some((precision, scale)) = logical.decimal {
        notes.push(("precision".into(), Value::uint(precision)));
        notes.push(("scale".into(), Value::uint(scale)));
    }
}

/// Sets the option `avro`.
fn set(options: &mut Options, notes: Entries) {
    if !notes.is_empty() {
        options.wires.push(("avro".to_string(), Value::map(notes)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(text: &str) -> Document {
        avro(&AvroSchema::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn what_the_model_has_no_place_for_is_kept_beside_it() {
        let document = import(
            r#"{"type": "record", "name": "a.b.row", "aliases": ["old"], "fields": [
                {"name": "day", "type": {"type": "int", "logicalType": "date"}, "default": 3, "doc": "d"},
                {"name": "sum", "type": ["null", {"type": "fixed", "name": "md5", "size": 2}]},
                {"name": "none", "type": {"type": "record", "name": "None", "fields": []}},
                {"name": "list", "type": {"type": "array", "items": ["null", "row"]}, "default": []},
                {"name": "either", "type": ["string", "null", "md5"], "default": ""}]}"#,
        );
        assert_eq!(
            document.to_json_line(),
            concat!(
                r#"{"$name":"Row","$types":{"Md5":"bytes","None":{"_":{"type":"null","avro":{"omit":true}}}},"#,
                r#""$root":{"day":{"type":"int32","default":3,"avro":{"logicalType":"date","doc":"d"}},"#,
                r#""sum":{"type":"Md5","required":false,"avro":{"default":false}},"none":"None","#,
                r#""list":{"array":"?Row","avro":{"defaultValue":[]}},"#,
                r#""either":{"union":["string","null","Md5"],"avro":{"defaultValue":""}}},"#,
                r#""$avro":{"Row":{"name":"a.b.row","aliases":["a.b.old"]},"Md5":{"name":"a.b.md5","size":2},"None":{"name":"a.b.None"}}}"#,
            )
        );
    }

    #[test]
    fn some_schemas_have_no_values() {
        for text in [
            r#"{"type": "record", "name": "R", "fields": [{"name": "r", "type": "R"}]}"#,
            r#"{"type": "enum", "name": "E", "symbols": []}"#,
            "[]",
        ] {
            assert!(avro(&AvroSchema::parse(text).unwrap()).is_err(), "{text}");
        }
    }
}
