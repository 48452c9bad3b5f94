//! Names that a `.proto` file can have for what a schema calls anything.

use super::{Field, Member, Message};
use crate::schema::model::{Enum, Type};
use crate::schema::naming::{type_name, unique};
use crate::schema::proto::{self, json_name};
use crate::value::Value;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The names that are taken: paths of declarations in the package, and of the values of enums beside them.
#[derive(Default)]
pub(super) struct Scope(BTreeSet<String>);

impl Scope {
    /// Takes a path, if it is free.
    pub(super) fn take(&mut self, path: &str) -> bool {
        self.0.insert(path.to_string())
    }

    /// A free name at the top of the file.
    pub(super) fn unique(&mut self, wanted: &str) -> String {
        let name = unique(wanted, |name| self.0.contains(name));
        self.0.insert(name.clone());
        name
    }

    /// The names of an enum's values. They stand beside the enum, so they begin with its name, unless `as_they_are` and
    /// they can be as they are.
    pub(super) fn values(&mut self, it: &Enum, path: &[String], as_they_are: bool) -> Vec<String> {
        let (name, outer) = path.split_last().map_or(("", &[][..]), |(name, outer)| (name.as_str(), outer));
        let beside = |value: &str| match outer {
            [] => value.to_string(),
            _ => format!("{}.{value}", outer.join(".")),
        };
        let texts: Vec<String> = it.values.iter().map(value_text).collect();
        let can_stand = |text: &String| {
            is_identifier(text) && text != "option" && text != "reserved" && !self.0.contains(&beside(text))
        };
        if as_they_are && texts.iter().all(can_stand) {
            self.0.extend(texts.iter().map(|text| beside(text)));
            return texts;
        }
        let prefix = upper(name);
        let mut alike = BTreeSet::new();
        let mut names = Vec::with_capacity(texts.len());
        for text in texts {
            let wanted = format!("{prefix}_{}", upper(&identifier(&text)));
            // Names that differ in case and underscores alone are one name in many languages.
            let same = |name: &str| name.replace('_', "");
            let value = unique(&wanted, |name| self.0.contains(&beside(name)) || alike.contains(&same(name)));
            alike.insert(same(&value));
            self.0.insert(beside(&value));
            names.push(value);
        }
        names
    }
}

/// A value of an enum as a text.
fn value_text(value: &Value<'static>) -> String {
    match value.as_str() {
        Some(text) => text.to_string(),
        None => crate::wire::json::print(value).unwrap_or_default().replace('-', "MINUS_"),
    }
}

pub(super) fn is_identifier(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.starts_with(is_letter) && text.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// The text with underscores where a name has no such character.
pub(super) fn identifier(text: &str) -> String {
    let mut name: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !is_identifier(&name) {
        name.insert(0, '_');
    }
    name
}

/// A name in Pascal case.
pub(super) fn pascal(name: &str) -> String {
    type_name(name).unwrap_or_else(|| "Type".to_string())
}

/// A name in upper case, with an underscore before each capital that follows another letter.
fn upper(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && lower {
            out.push('_');
        }
        lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        out.push(c.to_ascii_uppercase());
    }
    out
}

/// What the field of a branch is called: after its type.
pub(super) fn branch_name(branch: &Type) -> String {
    match branch {
        Type::Scalar(scalar) => format!("{}_value", scalar.name()),
        Type::Reference(name) => upper(name).to_ascii_lowercase(),
        Type::Record(record) => {
            record.kind.as_ref().map_or("record".to_string(), |(kind, _)| upper(kind).to_ascii_lowercase())
        }
        Type::List(_) => "list".to_string(),
        Type::Enum(_) => "enum".to_string(),
        Type::Flags(_) => "flags".to_string(),
        Type::Tuple(_) => "tuple".to_string(),
        Type::Map(_) => "map".to_string(),
        Type::Union(_) => "union".to_string(),
    }
}

/// The fields of a message under names of their own, the members of oneofs together.
pub(super) fn members(fields: Vec<(Field, Option<&str>)>) -> Message {
    let mut message = Message::default();
    let mut taken: BTreeSet<String> =
        fields.iter().map(|(field, _)| field.name.clone()).filter(|name| is_identifier(name)).collect();
    let mut kept = BTreeSet::new();
    let mut keys = BTreeSet::new();
    let mut oneofs: BTreeMap<&str, usize> = BTreeMap::new();
    for (mut field, oneof) in fields {
        if !is_identifier(&field.name) || !kept.insert(field.name.clone()) {
            let name = unique(&identifier(&field.name), |name| taken.contains(name));
            let key = core::mem::replace(&mut field.name, name);
            taken.insert(field.name.clone());
            field.json = field.json.or(Some(key).filter(|key| !key.contains('\0')));
        }
        let default = json_name(&field.name);
        field.json = field.json.filter(|key| *key != default);
        if let Some(key) = &field.json {
            message.conflicts |= key.starts_with('[') && key.ends_with(']') || !keys.insert(key.clone());
        }
        message.conflicts |= !keys.insert(default);
        let Some(oneof) = oneof else {
            message.members.push(Member::Field(field));
            continue;
        };
        field.presence = super::Presence::Own;
        let at = *oneofs.entry(oneof).or_insert_with(|| {
            message.members.push(Member::Oneof(oneof.to_string(), Vec::new()));
            message.members.len() - 1
        });
        if let Member::Oneof(_, members) = &mut message.members[at] {
            members.push(field);
        }
    }
    for member in &mut message.members {
        if let Member::Oneof(name, _) = member {
            *name = unique(&identifier(name), |name| taken.contains(name));
            taken.insert(name.clone());
        }
    }
    message
}

/// The file of `google/protobuf/` that declares a type, if a type of this name there has these fields or values.
pub(super) fn well_known(full: &str, ty: &Type) -> Option<&'static str> {
    let short = full.strip_prefix("google.protobuf.")?;
    let file = match short {
        "Any" => "google/protobuf/any.proto",
        "Duration" => "google/protobuf/duration.proto",
        "Empty" => "google/protobuf/empty.proto",
        "FieldMask" => "google/protobuf/field_mask.proto",
        "Struct" | "Value" | "ListValue" | "NullValue" => "google/protobuf/struct.proto",
        "Timestamp" => "google/protobuf/timestamp.proto",
        "DoubleValue" | "FloatValue" | "Int64Value" | "UInt64Value" | "Int32Value" | "UInt32Value" | "BoolValue"
        | "StringValue" | "BytesValue" => "google/protobuf/wrappers.proto",
        _ => return None,
    };
    let files = proto::compile(&[file], |_| None).ok()?;
    let same = match ty {
        Type::Enum(it) => it.values == [Value::text("NULL_VALUE")],
        Type::Record(record) => {
            let options = crate::schema::import::ProtoOptions::default();
            let known = crate::schema::import::proto(&files, full, &options).ok()?;
            let Type::Record(known) = known.root else { return None };
            let is_unknown = |field: &&crate::schema::model::Field| {
                super::settings(&field.slot).and_then(|settings| settings.get("unknown")).is_some()
            };
            let ours: Vec<_> = record.fields.iter().filter(|field| !is_unknown(field)).collect();
            let theirs: Vec<_> = known.fields.iter().filter(|field| !is_unknown(field)).collect();
            ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|(one, other)| {
                    one.name == other.name
                        && one.slot.required == other.slot.required
                        && one.slot.options.wires == other.slot.options.wires
                        && match (&one.slot.ty, &other.slot.ty) {
                            (Type::Scalar(one), Type::Scalar(other)) => one == other,
                            (one, other) => core::mem::discriminant(one) == core::mem::discriminant(other),
                        }
                })
        }
        _ => false,
    };
    same.then_some(file)
}
