//! What the mapping knows of a schema: its messages, fields and enums, compiled once from the document.

use super::super::settings::Encoding;
use super::names;
use crate::error::{Code, Error, Result};
use crate::schema::model::{Document, Enum, Field as SchemaField, Record, Scalar, Slot, Type};
use crate::text::date::FARTHEST;
use crate::value::Value;
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// A schema as the mapping sees it.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) messages: Vec<Message>,
    pub(super) enums: Vec<Enumeration>,
    pub(super) root: u32,
    /// The messages that the document names, by their names in Protocol Buffers: what an `Any` may hold.
    pub(super) named: BTreeMap<String, u32>,
    /// Whether there is a `google.protobuf.Any`.
    pub(super) has_any: bool,
}

/// A message.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// The name of its type in the schema; none for a record that is written in place.
    pub(super) type_name: Option<String>,
    pub(super) form: Form,
    /// The fields in the order of the schema.
    pub(super) fields: Vec<Field>,
    /// The number of its oneofs.
    pub(super) oneofs: usize,
    /// The index of each field by the keys that it may have.
    keys: BTreeMap<String, usize>,
}

/// What a message is in JSON. The numbers are the indexes of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// An object.
    Object,
    /// What its one field is: wrappers, `Struct` and `ListValue`.
    Only(usize),
    /// `google.protobuf.Value`, with a member for each kind of JSON value.
    Dynamic { null: usize, number: usize, text: usize, boolean: usize, object: usize, list: usize },
    /// `google.protobuf.Timestamp`.
    Timestamp { seconds: usize, nanos: usize },
    /// `google.protobuf.Duration`.
    Duration { seconds: usize, nanos: usize },
    /// `google.protobuf.FieldMask`.
    FieldMask(usize),
    /// `google.protobuf.Any`.
    Any { url: usize, payload: usize },
}

/// A field of a message.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// The name in the schema, which is that in the `.proto` file.
    pub(super) name: String,
    /// The name in JSON.
    pub(super) json: String,
    pub(super) shape: Shape,
    pub(super) kind: Kind,
    pub(super) presence: Presence,
    /// What is read when the field is not there.
    pub(super) default: Option<Value<'static>>,
    /// The number of the oneof that it is a member of.
    pub(super) oneof: Option<usize>,
    /// Whether it collects unknown fields, which JSON does not have.
    pub(super) unknown: bool,
}

/// How many values a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    One,
    List,
    Map(Key),
}

/// The keys of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Text,
    Bool,
    Integer(Range),
}

/// What a missing field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// Missing.
    Optional,
    /// Its zero, and a zero is not printed.
    Implicit,
    /// Its zero, and a zero is printed.
    Explicit,
    /// An error.
    Required,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Text,
    Bytes,
    /// A bigint of the schema, which is a string.
    BigInt,
    Integer(Range, Held),
    Double(Held),
    Float(Held),
    Enum(u32),
    Message(u32),
}

/// The range of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) min: i128,
    pub(super) max: i128,
    /// Whether it has 64 bits, which JSON has as a string.
    pub(super) quoted: bool,
}

/// What a number is in a value of the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Int,
    Float,
    Date,
}

/// An enum.
#[derive(Clone, Debug)]
pub(super) struct Enumeration {
    /// The names and numbers in order.
    pub(super) values: Vec<(String, i32)>,
    by_name: BTreeMap<String, usize>,
    /// The first value with each number.
    by_number: BTreeMap<i32, usize>,
    /// Whether unknown numbers are kept.
    pub(super) open: bool,
    /// Whether it is `google.protobuf.NullValue`, which is null in JSON.
    pub(super) is_null: bool,
}

impl Range {
    const fn new(min: i128, max: i128, quoted: bool) -> Range {
        Range { min, max, quoted }
    }

    pub(super) const INT32: Range = Range::new(i32::MIN as i128, i32::MAX as i128, false);
    const UINT32: Range = Range::new(0, u32::MAX as i128, false);
    const INT64: Range = Range::new(i64::MIN as i128, i64::MAX as i128, true);
    const UINT64: Range = Range::new(0, u64::MAX as i128, true);

    pub(super) fn contains(&self, value: i128) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// The numbers that are in both, in the form of this one.
    fn within(self, other: Range) -> Range {
        Range { min: self.min.max(other.min), max: self.max.min(other.max), ..self }
    }

    /// The range of an encoding that is one of integers.
    const fn of(encoding: Encoding) -> Option<Range> {
        match encoding {
            Encoding::Int32 | Encoding::Sint32 | Encoding::Sfixed32 | Encoding::Enum => Some(Range::INT32),
            Encoding::Uint32 | Encoding::Fixed32 => Some(Range::UINT32),
            Encoding::Int64 | Encoding::Sint64 | Encoding::Sfixed64 => Some(Range::INT64),
            Encoding::Uint64 | Encoding::Fixed64 => Some(Range::UINT64),
            _ => None,
        }
    }
}

impl Message {
    /// The index of the field with this name, in JSON or in the schema.
    pub(super) fn find(&self, key: &str) -> Option<usize> {
        self.keys.get(key).copied()
    }
}

impl Enumeration {
    /// The value with this name.
    pub(super) fn find(&self, name: &str) -> Option<&(String, i32)> {
        self.by_name.get(name).map(|index| &self.values[*index])
    }

    /// The first value with this number, which readers give.
    pub(super) fn of_number(&self, number: i32) -> Option<&(String, i32)> {
        self.by_number.get(&number).map(|index| &self.values[*index])
    }
}

impl Plan {
    /// Compiles what the root leads to, and what an `Any` may hold if there is one.
    pub(super) fn new(document: &Document) -> Result<Plan> {
        let mut types: BTreeMap<&str, &Type> = document.types.iter().map(|(name, ty)| (name.as_str(), ty)).collect();
        if let Some(name) = &document.name {
            types.insert(name, &document.root);
        }
        let plan = Plan { messages: Vec::new(), enums: Vec::new(), root: 0, named: BTreeMap::new(), has_any: false };
        let mut compiler = Compiler { document, types, kinds: BTreeMap::new(), queue: Vec::new(), plan };
        let root = (document.name.as_deref(), &document.root);
        let Type::Record(_) = compiler.resolve(root).1 else {
            return Err(unsupported("ProtoJSON has records as messages, and nothing else at the root"));
        };
        if let Kind::Message(id) = compiler.kind(root, Encoding::Default)? {
            compiler.plan.root = id;
        }
        compiler.fill()?;
        if compiler.plan.has_any {
            let names: Vec<&str> = compiler.types.keys().copied().collect();
            for name in names {
                let ty = (Some(name), compiler.types[name]);
                if let (Some(full_name), Type::Record(_)) = (compiler.full_name(name), compiler.resolve(ty).1)
                    && let Kind::Message(id) = compiler.kind(ty, Encoding::Default)?
                {
                    compiler.plan.named.insert(full_name.to_owned(), id);
                }
            }
            compiler.fill()?;
        }
        Ok(compiler.plan)
    }
}

fn unsupported(message: &'static str) -> Error {
    Error::new(Code::Unsupported, message)
}

/// A type and the name that it has in the document, if it has one.
type Named<'d> = (Option<&'d str>, &'d Type);

struct Compiler<'d> {
    document: &'d Document,
    /// The types of the document by name, the root among them.
    types: BTreeMap<&'d str, &'d Type>,
    /// The named types that have been met.
    kinds: BTreeMap<&'d str, Kind>,
    /// The messages that have been met and not been looked into.
    queue: Vec<(u32, Option<&'d str>, &'d Record)>,
    plan: Plan,
}

impl<'d> Compiler<'d> {
    /// The type behind references. (The schema has been checked: they lead somewhere.)
    fn resolve(&self, mut ty: Named<'d>) -> Named<'d> {
        while let Type::Reference(name) = ty.1
            && let Some((name, target)) = self.types.get_key_value(name.as_str())
        {
            ty = (Some(*name), *target);
        }
        ty
    }

    /// What `$proto` says of a type.
    fn meta(&self, name: &str, key: &str) -> Option<&'d Value<'static>> {
        self.document.proto(name)?.get(key)
    }

    fn full_name(&self, name: &str) -> Option<&'d str> {
        self.meta(name, "name")?.as_str()
    }

    /// The kind of a value that is neither a list nor a map.
    fn kind(&mut self, ty: Named<'d>, encoding: Encoding) -> Result<Kind> {
        let (name, ty) = self.resolve(ty);
        if let Some(kind) = name.and_then(|name| self.kinds.get(name)) {
            return Ok(*kind);
        }
        let kind = match ty {
            Type::Scalar(scalar) => return scalar_kind(*scalar, encoding),
            Type::Record(record) => {
                let id = self.plan.messages.len() as u32;
                let type_name = name.map(String::from);
                let (fields, keys) = (Vec::new(), BTreeMap::new());
                self.plan.messages.push(Message { type_name, form: Form::Object, fields, oneofs: 0, keys });
                self.queue.push((id, name, record));
                Kind::Message(id)
            }
            Type::Enum(it) => {
                let enumeration = self.enumeration(name, it)?;
                self.plan.enums.push(enumeration);
                Kind::Enum(self.plan.enums.len() as u32 - 1)
            }
            Type::List(_) | Type::Map(_) => {
                return Err(unsupported("ProtoJSON has lists and maps only as fields of a record"));
            }
            _ => return Err(unsupported("ProtoJSON has no unions, tuples and flags")),
        };
        if let Some(name) = name {
            self.kinds.insert(name, kind);
        }
        Ok(kind)
    }

    fn enumeration(&self, name: Option<&str>, it: &Enum) -> Result<Enumeration> {
        let numbers = name.and_then(|name| self.meta(name, "numbers")).and_then(Value::as_list);
        let mut values = Vec::with_capacity(it.values.len());
        let (mut by_name, mut by_number) = (BTreeMap::new(), BTreeMap::new());
        for (index, value) in it.values.iter().enumerate() {
            let Some(text) = value.as_str() else { return Err(unsupported("an enum of ProtoJSON has names")) };
            let number = match numbers {
                Some(numbers) => numbers.get(index).and_then(Value::as_int),
                None => i64::try_from(index).ok(),
            };
            let Some(number) = number.and_then(|number| i32::try_from(number).ok()) else {
                return Err(unsupported("a value of an enum has no number of 32 bits"));
            };
            values.push((text.to_owned(), number));
            by_name.insert(text.to_owned(), index);
            by_number.entry(number).or_insert(index);
        }
        let is_null = name.and_then(|name| self.full_name(name)) == Some("google.protobuf.NullValue");
        Ok(Enumeration { values, by_name, by_number, open: it.open, is_null })
    }

    /// Looks into the messages that have been met.
    fn fill(&mut self) -> Result<()> {
        while let Some((id, name, record)) = self.queue.pop() {
            self.message(id, name, record).map_err(|error| match name {
                Some(name) => error.in_field(name),
                None => error,
            })?;
        }
        Ok(())
    }

    fn message(&mut self, id: u32, name: Option<&'d str>, record: &'d Record) -> Result<()> {
        let mut oneofs = BTreeMap::new();
        let mut fields = Vec::with_capacity(record.fields.len());
        for field in &record.fields {
            fields.push(self.field(field, &mut oneofs).map_err(|error| error.in_field(&field.name))?);
        }
        let mut keys = BTreeMap::new();
        for (index, field) in fields.iter().enumerate().filter(|(_, field)| !field.unknown) {
            if keys.insert(field.json.clone(), index).is_some() {
                return Err(unsupported("another field has its name in JSON").in_field(&field.name));
            }
        }
        for (index, field) in fields.iter().enumerate().filter(|(_, field)| !field.unknown) {
            keys.entry(field.name.clone()).or_insert(index);
        }
        let form = match name.and_then(|name| self.full_name(name)) {
            Some(full_name) => form_of(full_name, &fields)?,
            None => Form::Object,
        };
        self.plan.has_any |= matches!(form, Form::Any { .. });
        let message = &mut self.plan.messages[id as usize];
        (message.form, message.fields, message.oneofs, message.keys) = (form, fields, oneofs.len(), keys);
        Ok(())
    }

    fn field(&mut self, field: &'d SchemaField, oneofs: &mut BTreeMap<&'d str, usize>) -> Result<Field> {
        let slot = &field.slot;
        let settings = slot.options.wires.iter().find(|(wire, _)| wire == "proto").map(|(_, value)| value);
        let setting = |key: &str| settings.and_then(|settings| settings.get(key));
        let text = |key: &str| setting(key).and_then(Value::as_str);
        let encoding = text("type").and_then(Encoding::of_type).unwrap_or(Encoding::Default);
        let (shape, kind) = match self.resolve((None, &slot.ty)) {
            (_, Type::List(item)) => (Shape::List, self.item(item, encoding)?),
            (_, Type::Map(value)) => (Shape::Map(key_of(text("key"))), self.item(value, encoding)?),
            ty => (Shape::One, self.kind(ty, encoding)?),
        };
        let presence = match text("presence") {
            _ if !slot.required || slot.default.is_some() => Presence::Optional,
            Some("required") => Presence::Required,
            Some("explicit") => Presence::Explicit,
            _ if shape == Shape::One && matches!(kind, Kind::Message(_)) => Presence::Required,
            _ => Presence::Implicit,
        };
        let oneof = text("oneof").map(|name| {
            let next = oneofs.len();
            *oneofs.entry(name).or_insert(next)
        });
        Ok(Field {
            name: field.name.clone(),
            json: text("json").map_or_else(|| names::lower_camel(&field.name), String::from),
            shape,
            kind,
            presence,
            default: slot.default.clone(),
            oneof,
            unknown: setting("unknown") == Some(&Value::Bool(true)),
        })
    }

    /// The kind of an item of a list or a value of a map.
    fn item(&mut self, slot: &'d Slot, encoding: Encoding) -> Result<Kind> {
        if !slot.required {
            return Err(unsupported("lists and maps of Protocol Buffers hold no nulls"));
        }
        self.kind((None, &slot.ty), encoding)
    }
}

fn scalar_kind(scalar: Scalar, encoding: Encoding) -> Result<Kind> {
    let held = match scalar {
        Scalar::Number | Scalar::Float32 | Scalar::Float64 => Held::Float,
        Scalar::Date => Held::Date,
        _ => Held::Int,
    };
    // What the schema's type can hold.
    let range = match scalar {
        Scalar::Int32 => Range::INT32,
        Scalar::Uint32 => Range::UINT32,
        Scalar::Uint64 => Range::UINT64,
        Scalar::Date => Range::new(-FARTHEST as i128, FARTHEST as i128, true),
        _ => Range::INT64,
    };
    Ok(match scalar {
        Scalar::Boolean => Kind::Bool,
        Scalar::String => Kind::Text,
        Scalar::Bytes => Kind::Bytes,
        Scalar::BigInt => Kind::BigInt,
        Scalar::Null | Scalar::Json => return Err(unsupported("ProtoJSON has no fields of the types null and json")),
        _ => match (encoding, Range::of(encoding)) {
            (_, Some(encoded)) if held == Held::Float => Kind::Integer(encoded, held),
            (_, Some(encoded)) => Kind::Integer(encoded.within(range), held),
            (Encoding::Double, None) => Kind::Double(held),
            (Encoding::Float, None) => Kind::Float(held),
            _ if scalar == Scalar::Float32 => Kind::Float(held),
            _ if held == Held::Float => Kind::Double(held),
            _ => Kind::Integer(range, held),
        },
    })
}

/// The keys of a map with this setting.
fn key_of(encoding: Option<&str>) -> Key {
    match encoding.and_then(Encoding::of_type) {
        Some(Encoding::Bool) => Key::Bool,
        Some(encoding) => Range::of(encoding).map_or(Key::Text, Key::Integer),
        None => Key::Text,
    }
}

/// The form of a message with this name in Protocol Buffers.
fn form_of(full_name: &str, fields: &[Field]) -> Result<Form> {
    let Some(name) = full_name.strip_prefix("google.protobuf.") else { return Ok(Form::Object) };
    let at = |field: &str| match fields.iter().position(|known| known.name == field) {
        Some(index) => Ok(index),
        None => Err(Error::new(Code::Unsupported, "the well-known type lacks a field").in_field(field)),
    };
    Ok(match name {
        "BoolValue" | "Int32Value" | "Int64Value" | "UInt32Value" | "UInt64Value" | "FloatValue" | "DoubleValue"
        | "StringValue" | "BytesValue" => Form::Only(at("value")?),
        "Struct" => Form::Only(at("fields")?),
        "ListValue" => Form::Only(at("values")?),
        "Value" => Form::Dynamic {
            null: at("null_value")?,
            number: at("number_value")?,
            text: at("string_value")?,
            boolean: at("bool_value")?,
            object: at("struct_value")?,
            list: at("list_value")?,
        },
        "Timestamp" => Form::Timestamp { seconds: at("seconds")?, nanos: at("nanos")? },
        "Duration" => Form::Duration { seconds: at("seconds")?, nanos: at("nanos")? },
        "FieldMask" => Form::FieldMask(at("paths")?),
        "Any" => Form::Any { url: at("type_url")?, payload: at("value")? },
        _ => Form::Object,
    })
}
