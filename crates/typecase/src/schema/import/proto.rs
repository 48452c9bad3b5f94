//! Messages of `.proto` files as documents (docs/protobuf.md, section 6).
//!
//! What a file says that a document has no place for is kept beside it, so that
//! [`export::proto`](fn@crate::schema::export::proto) gives the same messages again: `$proto` holds the full names of types
//! and the numbers of enums' values, the option `proto` of a field its number, its encoding, its oneof and its default.

use super::ImportError;
use crate::schema::model::{self, Document, Enum, Record, Scalar, Slot, Type};
use crate::schema::naming::{is_field_name, type_name, unique};
use crate::schema::proto::{EnumId, Field, FileSet, Kind, Label, MessageId, Target, json_name};
use crate::value::{Text, Value};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What the import of a message does beyond its fields. The default is none of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProtoOptions<'o> {
    /// Every record gets an optional field of bytes that holds what a message has beyond the schema: extensions and
    /// fields that are not known. (A message without fields gets it anyway, since a record has at least one.)
    pub keep_unknown: bool,
    /// Records get an optional field for each extension of their message that the files declare (message sets apart,
    /// whose encoding is another). Its name is the full name in brackets, as ProtoJSON has it.
    pub extensions: bool,
    /// The full names of messages that become types although nothing refers to them: those that
    /// `google.protobuf.Any` may hold.
    pub also: &'o [&'o str],
}

/// Imports a message with all that it refers to.
///
/// ```
/// use typecase::schema::{import, proto};
///
/// let text = r#"
///     syntax = "proto3";
///     package shop;
///     enum Size { SMALL = 0; LARGE = 5; }
///     message Order { string sku = 1; sint32 qty = 3; optional Size size = 4; repeated Order parts = 5; }
/// "#;
/// let files = proto::compile(&["shop.proto"], |name| (name == "shop.proto").then(|| text.into()))?;
/// let document = import::proto(&files, "shop.Order", &import::ProtoOptions::default())?;
/// assert_eq!(
///     document.to_json_line(),
///     concat!(
///         r#"{"$name":"Order","$types":{"Size":{"enum":["SMALL","LARGE"],"open":true}},"#,
///         r#""$root":{"sku":{"type":"string","proto":{"id":1}},"qty":{"type":"int32","proto":{"id":3,"type":"sint32"}},"#,
///         r#""size":{"type":"Size","required":false,"proto":{"id":4}},"parts":{"array":"Order","proto":{"id":5}}},"#,
///         r#""$proto":{"Order":{"name":"shop.Order"},"Size":{"name":"shop.Size","numbers":[0,5]}}}"#,
///     )
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A name that no message has; and what a document cannot carry: a message that requires itself, more than 65,535
/// fields, a default that is not UTF-8.
pub fn proto(files: &FileSet, message: &str, options: &ProtoOptions<'_>) -> Result<Document, ImportError> {
    let mut importer =
        Importer { files, options, names: BTreeMap::new(), taken: BTreeSet::new(), todo: VecDeque::new() };
    let find =
        |name: &str| files.find_message(name).ok_or_else(|| ImportError::new(name, "there is no message of this name"));
    let root = find(message)?;
    let name = importer.name(Id::Message(root));
    for name in options.also {
        importer.name(Id::Message(find(name)?));
    }
    let mut document = Document::new(Type::Scalar(Scalar::Null));
    document.name = Some(name);
    let mut notes: Entries = Vec::new();
    while let Some(id) = importer.todo.pop_front() {
        let name = importer.names[&id].clone();
        let (ty, note) = match id {
            Id::Message(message) => importer.message(message)?,
            Id::Enum(it) => importer.enumeration(it),
        };
        notes.push((Text::owned(&name), Value::map(note)));
        match id {
            Id::Message(message) if message == root => document.root = ty,
            _ => document.types.push((name, ty)),
        }
    }
    document.meta.push(("$proto".to_string(), Value::map(notes)));
    document.clone().build().map_err(|error| ImportError::new(message, error.to_string()))?;
    Ok(document)
}

type Entries = Vec<(Text<'static>, Value<'static>)>;

/// A type of the files that becomes one of the document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Id {
    Message(MessageId),
    Enum(EnumId),
}

struct Importer<'f> {
    files: &'f FileSet,
    options: &'f ProtoOptions<'f>,
    /// The names of the types in the document.
    names: BTreeMap<Id, String>,
    taken: BTreeSet<String>,
    /// The types that have a name, and no definition yet.
    todo: VecDeque<Id>,
}

impl Importer<'_> {
    /// The name of a type in the document: that in its package without dots, or with the package if that is taken.
    fn name(&mut self, id: Id) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let (full, file) = match id {
            Id::Message(id) => (self.files.message_name(id), self.files.message(id).file),
            Id::Enum(id) => (self.files.enum_name(id), self.files.enumeration(id).file),
        };
        let package = &self.files.file_at(file).package;
        let short = full.strip_prefix(package.as_str()).unwrap_or(&full);
        let pascal = |name: &str| type_name(name).unwrap_or_else(|| "Type".to_string());
        let mut name = pascal(short);
        if self.taken.contains(&name) {
            name = unique(&pascal(&full), |name| self.taken.contains(name));
        }
        self.taken.insert(name.clone());
        self.names.insert(id, name.clone());
        self.todo.push_back(id);
        name
    }

    fn enumeration(&self, id: EnumId) -> (Type, Entries) {
        let it = self.files.enumeration(id);
        let values = it.values.iter().map(|value| text(&value.name)).collect();
        let numbers = it.values.iter().map(|value| Value::Int(value.number.into())).collect();
        let mut note = self.note(&self.files.enum_name(id), it.file);
        note.push(("numbers".into(), Value::list(numbers)));
        (Type::Enum(Enum { values, open: !self.files.is_closed(id) }), note)
    }

    fn message(&mut self, id: MessageId) -> Result<(Type, Entries), ImportError> {
        let files = self.files;
        let message = files.message(id);
        let mut fields = Vec::with_capacity(message.fields.len() + 1);
        let mut names = BTreeSet::new();
        for field in &message.fields {
            let json = field.json_name.as_deref().filter(|name| *name != json_name(&field.name));
            let slot = self.field(id, field, json)?;
            // The one name that no field of a document may have.
            let name = if is_field_name(&field.name) { field.name.clone() } else { format!("{}_", field.name) };
            names.insert(name.clone());
            fields.push(model::Field { name, slot });
        }
        if self.options.extensions {
            for (name, extension) in files.extensions_of(id) {
                let name = format!("[{name}]");
                let slot = self.field(id, extension, Some(&name))?;
                fields.push(model::Field { name, slot });
            }
        }
        if self.options.keep_unknown || fields.is_empty() {
            let mut slot = Slot::optional(Scalar::Bytes.into());
            slot.options.wires = settings([("unknown".into(), Value::Bool(true))].into());
            fields.push(model::Field { name: unique("unknown_fields", |name| names.contains(name)), slot });
        }
        let note = self.note(&files.message_name(id), message.file);
        Ok((Type::Record(Record { kind: None, fields }), note))
    }

    /// The full name of a type, and its package if that is not all in front of the last dot.
    fn note(&self, full: &str, file: usize) -> Entries {
        let package = &self.files.file_at(file).package;
        let mut note: Entries = [("name".into(), text(full))].into();
        if full.rsplit_once('.').map_or("", |(before, _)| before) != package {
            note.push(("package".into(), text(package)));
        }
        note
    }

    /// The place of a field's value; `json` is its name in JSON, if that is not the usual one.
    fn field(&mut self, message: MessageId, field: &Field, json: Option<&str>) -> Result<Slot, ImportError> {
        let files = self.files;
        let wrong = |what: &str| Err(ImportError::new(format!("{}.{}", files.message_name(message), field.name), what));
        let mut notes: Entries = [("id".into(), Value::Int(field.number.into()))].into();
        let ty = match files.map_entry(field) {
            Some((key, value)) => {
                let ty = self.ty(value, &mut notes);
                if key.kind != Kind::String {
                    notes.push(("key".into(), text(key.kind.name())));
                }
                Type::Map(Box::new(Slot::required(ty)))
            }
            None => {
                let ty = self.ty(field, &mut notes);
                match field.label {
                    Label::Repeated => Type::List(Box::new(Slot::required(ty))),
                    _ => ty,
                }
            }
        };
        if field.label == Label::Repeated && field.kind.packs() && !files.is_packed(field) {
            notes.push(("packed".into(), Value::Bool(false)));
        }
        let is_required = files.is_required(field);
        if is_required {
            notes.push(("presence".into(), text("required")));
        }
        if field.kind == Kind::Group {
            notes.push(("delimited".into(), Value::Bool(true)));
        }
        if let Some(oneof) = field.oneof
            && !field.proto3_optional
        {
            notes.push(("oneof".into(), text(&files.message(message).oneofs[oneof as usize].name)));
        }
        if let Some(name) = json {
            notes.push(("json".into(), text(name)));
        }
        if let Some(default) = &field.default {
            let Some(default) = default_value(field.kind, default) else { return wrong("the default is not UTF-8") };
            notes.push(("default".into(), default));
        }
        let mut slot = if is_required || !files.has_presence(field) { Slot::required(ty) } else { Slot::optional(ty) };
        slot.options.wires = settings(notes);
        Ok(slot)
    }

    /// The type of a field's value, of each of its items, or of its map's values; a note says how it is encoded, if
    /// not as its type is.
    fn ty(&mut self, field: &Field, notes: &mut Entries) -> Type {
        match field.target {
            Target::Message(id) => return Type::Reference(self.name(Id::Message(id))),
            Target::Enum(id) => return Type::Reference(self.name(Id::Enum(id))),
            Target::None => {}
        }
        let (scalar, is_plain) = match field.kind {
            Kind::Double => (Scalar::Float64, true),
            Kind::Float => (Scalar::Float32, true),
            Kind::Bool => (Scalar::Boolean, true),
            Kind::String => (Scalar::String, true),
            Kind::Int32 => (Scalar::Int32, true),
            Kind::Int64 => (Scalar::Int64, true),
            Kind::Uint32 => (Scalar::Uint32, true),
            Kind::Uint64 => (Scalar::Uint64, true),
            Kind::Sint32 | Kind::Sfixed32 => (Scalar::Int32, false),
            Kind::Sint64 | Kind::Sfixed64 => (Scalar::Int64, false),
            Kind::Fixed32 => (Scalar::Uint32, false),
            Kind::Fixed64 => (Scalar::Uint64, false),
            Kind::Bytes | Kind::Group | Kind::Message | Kind::Enum => (Scalar::Bytes, true),
        };
        if !is_plain {
            notes.push(("type".into(), text(field.kind.name())));
        }
        scalar.into()
    }
}

/// A default as JSON has it: a number, a boolean, a text; bytes with C escapes, and numbers that JSON does not have,
/// as texts too.
fn default_value(kind: Kind, default: &[u8]) -> Option<Value<'static>> {
    let written = core::str::from_utf8(default).ok()?;
    let number = match kind {
        Kind::String | Kind::Bytes | Kind::Enum | Kind::Message | Kind::Group => None,
        Kind::Bool => return Some(Value::Bool(written == "true")),
        Kind::Double | Kind::Float => written.parse().ok().filter(|value: &f64| value.is_finite()).map(Value::Float),
        _ => match written.parse::<i64>() {
            Ok(value) => Some(Value::Int(value)),
            Err(_) => written.parse().ok().map(Value::uint),
        },
    };
    Some(number.unwrap_or_else(|| text(written)))
}

fn text(text: &str) -> Value<'static> {
    Value::Text(Text::owned(text))
}

/// The option `proto`.
fn settings(notes: Entries) -> Vec<(String, Value<'static>)> {
    [("proto".to_string(), Value::map(notes))].into()
}
