//! Writes a schema as a `.proto` file, whose messages are what the Protocol Buffers wire writes (docs/protobuf.md).
//!
//! The file is proto3 where that says it all, and edition 2023 where the schema has required fields, groups, defaults
//! or closed enums of its own. What Protocol Buffers has no type for becomes a message: a tuple, a union, and a list or
//! a map that is not a field itself.

mod names;
mod print;

use crate::error::{Code, Error, Result};
use crate::schema::Schema;
use crate::schema::model::{Document, Enum, Record, Scalar, Slot, TupleItem, Type, Union};
use crate::schema::names::{Names, identity};
use crate::schema::proto;
use crate::value::Value;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use names::{Scope, pascal};

/// A `.proto` file, and which of its messages is the schema's root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtoFile {
    /// The text of the file.
    pub text: String,
    /// The full name of the message.
    pub message: String,
}

/// Exports a schema.
///
/// A schema that [`import::proto`](fn@crate::schema::import::proto) made comes back as it was, if its types are of one
/// package and of those in `google/protobuf/`; a type of another package gets the root's.
///
/// ```
/// use typecase::schema::{Schema, export};
/// let schema = Schema::parse(
///     r#"{"$name": "User", "$root": {"id": "integer", "role": {"enum": ["admin", "user"]}, "tags?": {"map": "number"}}}"#,
/// )?;
/// let file = export::proto(&schema)?;
/// assert_eq!(file.message, "User");
/// assert_eq!(
///     file.text,
///     r#"syntax = "proto3";
///
/// message User {
///   int64 id = 1;
///   UserRole role = 2;
///   map<string, double> tags = 3;
/// }
///
/// enum UserRole {
///   USER_ROLE_ADMIN = 0;
///   USER_ROLE_USER = 1;
/// }
/// "#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `unsupported` for a schema that cannot go on the Protocol Buffers wire, or that no file can say: more than `protoc`
/// takes.
pub fn proto(schema: &Schema) -> Result<ProtoFile> {
    crate::wire::protobuf::check(schema.graph())?;
    let mut refused = None;
    // The names that `$proto` gives may be ones that no file can have, when people write them.
    for with_notes in [true, false] {
        let file = export(schema.document(), with_notes)?;
        let name = "schema.proto";
        match proto::compile(&[name], |asked| (asked == name).then(|| file.text.clone())) {
            Ok(_) => return Ok(file),
            Err(error) => refused = Some(error),
        }
    }
    let message = refused.map(|error| error.to_string()).unwrap_or_default();
    Err(Error::new(Code::Unsupported, format!("no .proto file says this schema: {message}")))
}

fn export(document: &Document, with_notes: bool) -> Result<ProtoFile> {
    let mut exporter = Exporter {
        document,
        names: Names::new(document),
        named: BTreeMap::new(),
        with_notes,
        package: String::new(),
        declared: Vec::new(),
        known: BTreeMap::new(),
        wrapped: BTreeMap::new(),
        scope: Scope::default(),
        tasks: Vec::new(),
        imports: BTreeSet::new(),
        implicit_enums: BTreeSet::new(),
    };
    exporter.name_types();
    let root = exporter.root()?;
    let mut at = 0;
    while at < exporter.tasks.len() {
        let (index, content) = exporter.tasks[at];
        exporter.fill(index, content)?;
        at += 1;
    }
    let message = match &root {
        TypeName::Word(word) => word.clone(),
        TypeName::Declared(index) => {
            let path = exporter.declared[*index].path.join(".");
            if exporter.package.is_empty() { path } else { format!("{}.{path}", exporter.package) }
        }
    };
    Ok(ProtoFile { text: print::file(&exporter), message })
}

/// A type of a field as it is written.
#[derive(Clone, Debug)]
enum TypeName {
    /// A scalar, or a type of an imported file.
    Word(String),
    /// A declaration of this file.
    Declared(usize),
}

/// A message or an enum of the file.
struct Declared<'d> {
    /// Its name behind those of the messages that it is in.
    path: Vec<String>,
    body: Body<'d>,
}

enum Body<'d> {
    Message(Message),
    Enum { it: &'d Enum, numbers: Vec<i32>, names: Vec<String>, closed: bool },
}

#[derive(Default)]
struct Message {
    members: Vec<Member>,
    /// Whether two fields have one name in JSON.
    conflicts: bool,
}

enum Member {
    Field(Field),
    Oneof(String, Vec<Field>),
}

struct Field {
    name: String,
    number: u32,
    ty: TypeName,
    /// The key of a map, whose values are of the type.
    key: Option<String>,
    presence: Presence,
    packed: bool,
    delimited: bool,
    json: Option<String>,
    default: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    /// A zero is not written.
    Implicit,
    /// A scalar or an enum that is written when it is there.
    Explicit,
    /// A message, or a member of a oneof: always explicit, and nothing is written to say so.
    Own,
    Required,
    Repeated,
}

/// What a message is made of.
#[derive(Clone, Copy)]
enum Content<'d> {
    Record(&'d Record),
    Tuple(&'d [TupleItem]),
    Union(&'d Union),
    /// A type that needs a message around it, as field 1; its zero is written or not.
    Wrapped(&'d Type, Presence),
    /// The entry of a map whose values may be missing, or may not be the values of a map.
    Entry(&'d Slot, Option<&'d Value<'static>>),
}

struct Exporter<'d> {
    document: &'d Document,
    names: Names<'d>,
    /// The names of the document's types by the place of the type.
    named: BTreeMap<usize, &'d str>,
    /// Whether `$proto` is heeded.
    with_notes: bool,
    package: String,
    declared: Vec<Declared<'d>>,
    /// What has been made of types.
    known: BTreeMap<usize, TypeName>,
    /// The messages around lists and maps that are no fields.
    wrapped: BTreeMap<usize, usize>,
    scope: Scope,
    /// Messages that are declared and wait for their fields.
    tasks: Vec<(usize, Content<'d>)>,
    /// The files of `google/protobuf/` that are used.
    imports: BTreeSet<&'static str>,
    /// The enums that a field holds whose zero is not written; none of them is closed.
    implicit_enums: BTreeSet<usize>,
}

impl<'d> Exporter<'d> {
    fn name_types(&mut self) {
        let document = self.document;
        let root = document.name.iter().map(|name| (name, &document.root));
        for (name, ty) in document.types.iter().map(|(name, ty)| (name, ty)).chain(root) {
            if !matches!(ty, Type::Reference(_)) {
                self.named.insert(identity(ty), name);
            }
        }
        if let Some((package, _)) = self.full_name(self.names.follow(&document.root)) {
            self.package = package.to_string();
        }
    }

    /// What the document calls a type.
    fn name_of(&self, ty: &Type) -> Option<&'d str> {
        self.named.get(&identity(ty)).copied()
    }

    /// What `$proto` says of a type.
    fn note(&self, ty: &Type) -> Option<&'d Value<'static>> {
        if self.with_notes { self.document.proto(self.name_of(ty)?) } else { None }
    }

    /// The package and the full name that `$proto` gives a type, which is no reference.
    fn full_name(&self, ty: &Type) -> Option<(&'d str, &'d str)> {
        let note = self.note(ty)?;
        let full = note.get("name").and_then(Value::as_str).filter(|name| name.split('.').all(names::is_identifier))?;
        let package = note.get("package").and_then(Value::as_str).filter(|package| {
            package.is_empty() || full.strip_prefix(package).is_some_and(|rest| rest.starts_with('.'))
        });
        Some((package.unwrap_or(full.rsplit_once('.').map_or("", |(package, _)| package)), full))
    }

    /// The root, which is a message of its own or is put in one.
    fn root(&mut self) -> Result<TypeName> {
        let root = &self.document.root;
        let hint = self.document.name.as_deref().unwrap_or("Root");
        match self.names.follow(root) {
            Type::Record(_) | Type::Tuple(_) | Type::Union(_) => self.value_type(root, None, hint),
            _ => {
                let path = self.path(None, hint);
                Ok(TypeName::Declared(self.message(path, Content::Wrapped(root, Presence::Implicit))))
            }
        }
    }

    /// Declares a message that is filled later.
    fn message(&mut self, path: Vec<String>, content: Content<'d>) -> usize {
        let index = self.declared.len();
        self.declared.push(Declared { path, body: Body::Message(Message::default()) });
        self.tasks.push((index, content));
        index
    }

    /// The path of a declaration: that of `$proto` if it is in the package, or a free name at the top of the file.
    fn path(&mut self, ty: Option<&Type>, hint: &str) -> Vec<String> {
        let full = ty.and_then(|ty| self.full_name(ty)).filter(|(package, _)| *package == self.package);
        if let Some((package, full)) = full {
            let inside = full.strip_prefix(package).unwrap_or(full).trim_start_matches('.');
            if self.scope.take(inside) {
                return inside.split('.').map(String::from).collect();
            }
        }
        let wanted = ty.and_then(|ty| self.name_of(ty)).unwrap_or(hint);
        alloc::vec![self.scope.unique(&pascal(wanted))]
    }

    /// The type of a value that is not a list or a map in a field: what it is called. `hint` names what has no name.
    fn value_type(&mut self, ty: &'d Type, settings: Option<&'d Value<'static>>, hint: &str) -> Result<TypeName> {
        let ty = self.names.follow(ty);
        let place = identity(ty);
        if let Some(known) = self.known.get(&place) {
            return Ok(known.clone());
        }
        let content = match ty {
            Type::Scalar(Scalar::Null) => {
                self.imports.insert("google/protobuf/struct.proto");
                return Ok(TypeName::Word("google.protobuf.NullValue".to_string()));
            }
            Type::Scalar(scalar) => return Ok(TypeName::Word(scalar_type(*scalar, settings).to_string())),
            Type::Flags(names) => {
                return Ok(TypeName::Word(if names.len() > 64 { "bytes" } else { "uint64" }.to_string()));
            }
            Type::List(_) | Type::Map(_) => return Ok(TypeName::Declared(self.wrapper(ty, hint))),
            Type::Reference(_) => return Err(Error::new(Code::Unsupported, "the reference leads nowhere")),
            Type::Enum(_) | Type::Record(_) | Type::Tuple(_) | Type::Union(_) if self.is_well_known(ty) => {
                let name = self.full_name(ty).map_or("", |(_, full)| full);
                let known = TypeName::Word(name.to_string());
                self.known.insert(place, known.clone());
                return Ok(known);
            }
            Type::Enum(it) => {
                let path = self.path(Some(ty), hint);
                let index = self.enumeration(ty, it, path);
                self.known.insert(place, TypeName::Declared(index));
                return Ok(TypeName::Declared(index));
            }
            Type::Record(record) => Content::Record(record),
            Type::Tuple(items) => Content::Tuple(items),
            Type::Union(union) => Content::Union(union),
        };
        let path = self.path(Some(ty), hint);
        let known = TypeName::Declared(self.message(path, content));
        self.known.insert(place, known.clone());
        Ok(known)
    }

    /// The message around a list or a map.
    fn wrapper(&mut self, ty: &'d Type, hint: &str) -> usize {
        if let Some(&index) = self.wrapped.get(&identity(ty)) {
            return index;
        }
        let suffix = if matches!(ty, Type::List(_)) { "List" } else { "Map" };
        let hint = self.name_of(ty).map_or_else(|| format!("{hint}{suffix}"), String::from);
        let path = alloc::vec![self.scope.unique(&pascal(&hint))];
        let index = self.message(path, Content::Wrapped(ty, Presence::Explicit));
        self.wrapped.insert(identity(ty), index);
        index
    }

    /// Whether a type is one of `google/protobuf/`, as far as its fields or values tell; its file is imported then.
    fn is_well_known(&mut self, ty: &Type) -> bool {
        let Some((_, full)) = self.full_name(ty) else { return false };
        if self.package == "google.protobuf" {
            return false;
        }
        let file = names::well_known(full, ty);
        self.imports.extend(file);
        file.is_some()
    }

    fn enumeration(&mut self, ty: &'d Type, it: &'d Enum, path: Vec<String>) -> usize {
        let given = self.name_of(ty).and_then(|name| self.document.enum_numbers(name));
        let numbers = given.unwrap_or_else(|| (0..it.values.len() as i32).collect());
        let is_ours = self.full_name(ty).is_some();
        let names = self.scope.values(it, &path, is_ours);
        let closed = !it.open && self.note(ty).is_some();
        self.declared.push(Declared { path, body: Body::Enum { it, numbers, names, closed } });
        self.declared.len() - 1
    }

    /// Makes the fields of a message.
    fn fill(&mut self, index: usize, content: Content<'d>) -> Result<()> {
        let hint = self.declared[index].path.concat();
        let mut fields: Vec<(Field, Option<&'d str>)> = Vec::new();
        match content {
            Content::Record(record) => {
                for (number, field) in (1..).zip(&record.fields) {
                    let settings = settings(&field.slot);
                    if settings.and_then(|settings| settings.get("unknown")) == Some(&Value::Bool(true)) {
                        continue;
                    }
                    let made = self.field(&field.name, number, &field.slot, settings, &hint)?;
                    let oneof = settings.and_then(|settings| settings.get("oneof")).and_then(Value::as_str);
                    fields.push((made, oneof));
                }
            }
            Content::Tuple(items) => {
                for (number, item) in (1..).zip(items) {
                    let name = item.name.clone().unwrap_or_else(|| format!("item{number}"));
                    fields.push((self.field(&name, number, &item.slot, None, &hint)?, None));
                }
            }
            Content::Union(union) => {
                for (number, branch) in (1..).zip(&union.branches) {
                    let name = names::branch_name(branch);
                    let ty = self.value_type(branch, None, &format!("{hint}{}", pascal(&name)))?;
                    let field = Field { presence: Presence::Own, ..plain(name, number, ty) };
                    fields.push((field, Some("value")));
                }
            }
            Content::Wrapped(ty, presence) => {
                let mut field = self.field_type("value", ty, None, &hint)?;
                if field.presence == Presence::Explicit && presence == Presence::Implicit {
                    field.presence = self.implicit(&field.ty);
                }
                fields.push((field, None));
            }
            Content::Entry(slot, settings) => {
                let key = plain("key".to_string(), 1, TypeName::Word(key_type(settings).to_string()));
                let ty = self.value_type(&slot.ty, settings, &hint)?;
                let presence = self.explicit(&ty);
                fields.push((key, None));
                fields.push((Field { presence, ..plain("value".to_string(), 2, ty) }, None));
            }
        }
        let message = names::members(fields);
        self.declared[index].body = Body::Message(message);
        Ok(())
    }

    /// A field of a record or an item of a tuple.
    fn field(
        &mut self,
        name: &str,
        position: u32,
        slot: &'d Slot,
        settings: Option<&'d Value<'static>>,
        hint: &str,
    ) -> Result<Field> {
        let setting = |key: &str| settings.and_then(|settings| settings.get(key));
        let text = |key: &str| setting(key).and_then(Value::as_str);
        let mut field = self.field_type(name, &slot.ty, settings, hint)?;
        let id = setting("id").and_then(Value::as_int).and_then(|id| id.try_into().ok());
        field.number = id.unwrap_or(position);
        if text("presence") == Some("required") && slot.required && field.presence != Presence::Repeated {
            field.presence = Presence::Required;
        } else if field.presence == Presence::Explicit
            && slot.required
            && !matches!(self.names.follow(&slot.ty), Type::Scalar(Scalar::Json | Scalar::Null))
            && slot.default.is_none()
            && text("presence") != Some("explicit")
        {
            field.presence = self.implicit(&field.ty);
        }
        field.packed = setting("packed") != Some(&Value::Bool(false)) || field.presence != Presence::Repeated;
        field.delimited =
            setting("delimited") == Some(&Value::Bool(true)) && field.key.is_none() && self.is_message(&field.ty);
        field.json = text("json").map(String::from);
        if matches!(field.presence, Presence::Explicit | Presence::Required) {
            field.default = setting("default").and_then(|default| self.default(&field.ty, default));
        }
        Ok(field)
    }

    /// A field by its type alone, with explicit presence if it can have one.
    fn field_type(
        &mut self,
        name: &str,
        ty: &'d Type,
        settings: Option<&'d Value<'static>>,
        hint: &str,
    ) -> Result<Field> {
        let hint = format!("{hint}{}", pascal(name));
        let repeated = |field: Field| Field { presence: Presence::Repeated, ..field };
        Ok(match self.names.follow(ty) {
            Type::List(item) => {
                let ty = self.value_type(&item.ty, settings, &hint)?;
                repeated(plain(name.to_string(), 1, ty))
            }
            Type::Map(value) if !value.required || self.has_late_zero(&value.ty) => {
                let path = alloc::vec![self.scope.unique(&format!("{}Entry", pascal(&hint)))];
                let entry = self.message(path, Content::Entry(value, settings));
                repeated(plain(name.to_string(), 1, TypeName::Declared(entry)))
            }
            Type::Map(value) => {
                let ty = self.value_type(&value.ty, settings, &hint)?;
                let key = Some(key_type(settings).to_string());
                repeated(Field { key, ..plain(name.to_string(), 1, ty) })
            }
            other => {
                let ty = self.value_type(other, settings, &hint)?;
                let presence = self.explicit(&ty);
                Field { presence, ..plain(name.to_string(), 1, ty) }
            }
        })
    }

    fn is_message(&self, ty: &TypeName) -> bool {
        match ty {
            TypeName::Word(word) => word.starts_with("google.protobuf.") && word != "google.protobuf.NullValue",
            TypeName::Declared(index) => matches!(self.declared[*index].body, Body::Message(_)),
        }
    }

    /// Explicit presence, as the type has it.
    fn explicit(&self, ty: &TypeName) -> Presence {
        if self.is_message(ty) { Presence::Own } else { Presence::Explicit }
    }

    /// Implicit presence, if the type has a zero that is not written.
    fn implicit(&mut self, ty: &TypeName) -> Presence {
        if let TypeName::Declared(index) = ty
            && let Body::Enum { numbers, .. } = &self.declared[*index].body
        {
            if !numbers.contains(&0) {
                return Presence::Explicit;
            }
            self.implicit_enums.insert(*index);
        }
        Presence::Implicit
    }

    /// Whether a type is a closed enum that does not begin with 0, which no map may hold.
    fn has_late_zero(&self, ty: &'d Type) -> bool {
        let ty = self.names.follow(ty);
        let Type::Enum(it) = ty else { return false };
        let numbers = self.name_of(ty).and_then(|name| self.document.enum_numbers(name));
        !it.open && self.note(ty).is_some() && numbers.is_some_and(|numbers| numbers.first() != Some(&0))
    }

    /// A default as it is written.
    fn default(&self, ty: &TypeName, default: &Value<'static>) -> Option<String> {
        if let TypeName::Declared(index) = ty {
            let Body::Enum { it, names, .. } = &self.declared[*index].body else { return None };
            let at = it.values.iter().position(|value| value == default)?;
            return names.get(at).cloned();
        }
        let TypeName::Word(word) = ty else { return None };
        match (word.as_str(), default) {
            ("string", Value::Text(text)) => Some(format!("\"{}\"", proto::c_escape(text.as_bytes()))),
            ("bytes", Value::Text(text)) => Some(format!("\"{text}\"")),
            ("bool", Value::Bool(value)) => Some(value.to_string()),
            ("float" | "double", Value::Text(text)) if matches!(&**text, "inf" | "-inf" | "nan") => {
                Some(text.to_string())
            }
            (_, Value::Text(_)) => None,
            ("string" | "bytes" | "bool", _) => None,
            (_, Value::Float(value)) => Some(proto::double_text(*value)),
            (_, Value::Int(value)) => Some(value.to_string()),
            (_, Value::Uint(value)) => Some(value.to_string()),
            _ => None,
        }
    }
}

fn plain(name: String, number: u32, ty: TypeName) -> Field {
    Field {
        name,
        number,
        ty,
        key: None,
        presence: Presence::Explicit,
        packed: true,
        delimited: false,
        json: None,
        default: None,
    }
}

/// The option `proto` of a slot.
fn settings(slot: &Slot) -> Option<&Value<'static>> {
    slot.options.wires.iter().find(|(wire, _)| wire == "proto").map(|(_, settings)| settings)
}

/// The type of a map's keys.
fn key_type<'v>(settings: Option<&'v Value<'static>>) -> &'v str {
    settings.and_then(|settings| settings.get("key")).and_then(Value::as_str).unwrap_or("string")
}

/// The type of a scalar: what the setting `type` says of numbers, or the scalar's own.
fn scalar_type<'v>(scalar: Scalar, settings: Option<&'v Value<'static>>) -> &'v str {
    let set = settings.and_then(|settings| settings.get("type")).and_then(Value::as_str);
    match (scalar, set) {
        (Scalar::String | Scalar::BigInt | Scalar::Json, _) => "string",
        (Scalar::Bytes, _) => "bytes",
        (_, Some(set)) if !matches!(set, "string" | "bytes" | "message" | "enum") => set,
        (Scalar::Boolean, _) => "bool",
        (Scalar::Number | Scalar::Float64, _) => "double",
        (Scalar::Float32, _) => "float",
        (Scalar::Int32, _) => "int32",
        (Scalar::Uint32, _) => "uint32",
        (Scalar::Uint64, _) => "uint64",
        (Scalar::Integer | Scalar::Int64 | Scalar::Date | Scalar::Null, _) => "int64",
    }
}
