//! Fields, in messages, oneofs and extensions; groups and maps.

use super::{Inside, Parser};
use crate::schema::proto::descriptor::{
    Edition, Extension, ExtensionId, Field, Kind, Label, MessageId, Options, Target, Written,
};
use crate::schema::proto::features::Features;
use crate::schema::proto::lexer::{Fault, Outcome, TokenKind};
use crate::schema::proto::literals::{c_escape, double, double_text, float_text};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A type as it is written: a scalar or `group`, or a name.
type WrittenType = (Kind, String);

impl Parser<'_, '_> {
    pub(super) fn message_field(&mut self, id: MessageId) -> Outcome<()> {
        let label = self.label()?;
        let proto3_optional = label == Some(Label::Optional) && self.file.edition == Edition::Proto3;
        let field = Field { proto3_optional, ..blank() };
        let (field, group) = self.field(field, label, Some(id))?;
        self.message(id).fields.push(field);
        self.group_block(group)
    }

    pub(super) fn oneof_field(&mut self, id: MessageId, oneof: u32) -> Outcome<()> {
        if ["required", "optional", "repeated"].iter().any(|label| self.looking_at(label)) {
            return self.fault("a field of a oneof has no label");
        }
        let field = Field { oneof: Some(oneof), ..blank() };
        let (field, group) = self.field(field, Some(Label::Optional), Some(id))?;
        self.message(id).fields.push(field);
        self.group_block(group)
    }

    pub(super) fn extend(&mut self, inside: Inside) -> Outcome<()> {
        self.advance()?;
        let extendee_at = self.at();
        if Kind::NAMES.iter().any(|(name, _)| self.looking_at(name)) {
            return self.fault("expected the name of a message");
        }
        let extendee_name = self.type_name()?;
        self.expect("{")?;
        loop {
            let label = self.label()?;
            let proto3_optional = label == Some(Label::Optional) && self.file.edition == Edition::Proto3;
            let field = Field { proto3_optional, extendee_name: extendee_name.clone(), extendee_at, ..blank() };
            let (field, group) = self.field(field, label, inside)?;
            let id = ExtensionId(self.set.extensions.len() as u32);
            self.set.extensions.push(Extension { field, inside, file: self.index });
            match inside {
                Some(message) => self.message(message).extensions.push(id),
                None => self.file.extensions.push(id),
            }
            self.group_block(group)?;
            if self.take("}")? {
                return Ok(());
            }
        }
    }

    fn label(&mut self) -> Outcome<Option<Label>> {
        let label = match self.text() {
            "optional" => Label::Optional,
            "required" => Label::Required,
            "repeated" => Label::Repeated,
            _ => return Ok(None),
        };
        if self.file.edition >= Edition::Edition2023 && label != Label::Repeated {
            return self.fault("editions have no such label, but features.field_presence");
        }
        self.advance()?;
        Ok(Some(label))
    }

    /// A field without its label. The message of a group is made, and its block is yet to be read.
    fn field(&mut self, mut field: Field, label: Option<Label>, inside: Inside) -> Outcome<(Field, Option<MessageId>)> {
        field.type_at = self.at();
        let mut map = None;
        if self.looking_at("map") {
            self.advance()?;
            match self.looking_at("<") {
                true => map = Some(self.map_types(&field, label)?),
                false => field.type_name = "map".to_string(),
            }
        } else {
            (field.kind, field.type_name) = self.field_type()?;
        }
        field.label = match label {
            _ if map.is_some() => Label::Repeated,
            Some(label) => label,
            None if self.file.edition >= Edition::Proto3 => Label::Optional,
            None => return self.fault("expected \"required\", \"optional\" or \"repeated\""),
        };
        field.at = self.at();
        field.name = self.identifier("the name of a field")?;
        if !self.take("=")? {
            return self.fault("the field number is missing");
        }
        field.number = self.field_number("a field number")?;
        let is_scalar = map.is_none() && field.type_name.is_empty();
        if self.looking_at("[") {
            self.field_options(&mut field, is_scalar)?;
        }
        if is_scalar && field.kind == Kind::Group {
            let group = self.group(&mut field, inside)?;
            return Ok((field, Some(group)));
        }
        self.expect(";")?;
        if let (Some(types), Some(id)) = (map, inside) {
            self.map_entry(types, &mut field, id);
        }
        Ok((field, None))
    }

    fn field_type(&mut self) -> Outcome<WrittenType> {
        let known = Kind::NAMES.iter().find(|(name, _)| self.looking_at(name));
        let Some((_, kind)) = known else { return Ok((Kind::Message, self.type_name()?)) };
        if *kind == Kind::Group && self.file.edition >= Edition::Edition2023 {
            return self.fault("editions have no groups, but features.message_encoding = DELIMITED");
        }
        self.advance()?;
        Ok((*kind, String::new()))
    }

    fn map_types(&mut self, field: &Field, label: Option<Label>) -> Outcome<(WrittenType, WrittenType)> {
        if field.oneof.is_some() {
            return self.fault("a map is no field of a oneof");
        }
        if label.is_some() {
            return self.fault("a map has no label");
        }
        if !field.extendee_name.is_empty() {
            return self.fault("a map is no extension");
        }
        self.expect("<")?;
        let key = self.field_type()?;
        self.expect(",")?;
        let value = self.field_type()?;
        self.expect(">")?;
        Ok((key, value))
    }

    /// The message of a group, which has the name that is written; the field's is in lower case.
    fn group(&mut self, field: &mut Field, inside: Inside) -> Outcome<MessageId> {
        let name = field.name.clone();
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Err(Fault::new(field.at, "the name of a group starts with a capital letter"));
        }
        field.name = name.to_ascii_lowercase();
        field.type_name = name.clone();
        if !self.looking_at("{") {
            return self.fault("the body of the group is missing");
        }
        Ok(self.new_message(name, field.at, inside))
    }

    fn group_block(&mut self, group: Option<MessageId>) -> Outcome<()> {
        match group {
            Some(id) => self.message_block(id),
            None => Ok(()),
        }
    }

    /// Makes the message of a map's entries.
    fn map_entry(&mut self, (key, value): (WrittenType, WrittenType), field: &mut Field, inside: MessageId) {
        let name = entry_name(&field.name);
        field.type_name.clone_from(&name);
        let entry = self.new_message(name, field.at, Some(inside));
        let shared = |option: &&Written| matches!(&option.name[0], (name, false) if name == "features");
        let written: Vec<Written> = field.options.written.iter().filter(shared).cloned().collect();
        let part = |name: &str, number, (kind, type_name): WrittenType| Field {
            name: name.to_string(),
            number,
            kind,
            type_name,
            options: Options { written: written.clone(), ..Options::default() },
            at: field.at,
            type_at: field.type_at,
            ..blank()
        };
        let fields = [part("key", 1, key), part("value", 2, value)];
        let entry = self.message(entry);
        entry.fields.extend(fields);
        entry.is_map_entry = true;
    }

    /// Options in brackets, among them `default` and `json_name`, which are none of the options message.
    fn field_options(&mut self, field: &mut Field, is_scalar: bool) -> Outcome<()> {
        self.expect("[")?;
        loop {
            match self.text() {
                "default" if field.default.is_some() => return self.fault("the default is set already"),
                "default" => {
                    self.advance()?;
                    self.expect("=")?;
                    field.default = Some(self.default_value(is_scalar.then_some(field.kind))?);
                }
                "json_name" if field.json_name.is_some() => return self.fault("json_name is set already"),
                "json_name" => {
                    self.advance()?;
                    self.expect("=")?;
                    field.json_name = Some(self.text_string("a string")?);
                }
                _ => {
                    let option = self.option()?;
                    field.options.written.push(option);
                }
            }
            if !self.take(",")? {
                return self.expect("]");
            }
        }
    }

    /// A default in the form that descriptors have it. Of a type that is a name, whatever token there is.
    fn default_value(&mut self, kind: Option<Kind>) -> Outcome<Vec<u8>> {
        let Some(kind) = kind else {
            let text = self.text().as_bytes().to_vec();
            self.advance()?;
            return Ok(text);
        };
        let most = match kind {
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => i32::MAX as u64,
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => i64::MAX as u64,
            Kind::Uint32 | Kind::Fixed32 => u32::MAX.into(),
            _ => u64::MAX,
        };
        let text = match kind {
            Kind::Uint32 | Kind::Fixed32 | Kind::Uint64 | Kind::Fixed64 => {
                if self.looking_at("-") {
                    return self.fault("the default of an unsigned field is not negative");
                }
                self.integer(most, "an integer")?.to_string()
            }
            Kind::Float | Kind::Double => {
                let sign = if self.take("-")? { "-" } else { "" };
                let value = self.number()?;
                let text = if kind == Kind::Float { float_text(value as f32) } else { double_text(value) };
                format!("{sign}{text}")
            }
            Kind::Bool if self.looking_at("true") || self.looking_at("false") => self.identifier("true or false")?,
            Kind::Bool => return self.fault("expected true or false"),
            Kind::String => return self.string("a string"),
            Kind::Bytes => c_escape(&self.string("a string")?),
            Kind::Group | Kind::Message | Kind::Enum => return self.fault("a message has no default"),
            _ => {
                let negative = self.take("-")?;
                let value = self.integer(most + u64::from(negative), "an integer")?;
                format!("{}{value}", if negative { "-" } else { "" })
            }
        };
        Ok(text.into_bytes())
    }

    /// A number of any form, or `inf` or `nan`.
    pub(super) fn number(&mut self) -> Outcome<f64> {
        let value = match (self.token.kind, self.text()) {
            (TokenKind::Integer | TokenKind::Float, text) => double(text),
            (_, "inf") => Some(f64::INFINITY),
            (_, "nan") => Some(f64::NAN),
            _ => return self.fault("expected a number"),
        };
        let Some(value) = value else { return self.fault("the integer is out of range") };
        self.advance()?;
        Ok(value)
    }
}

/// A field without anything.
fn blank() -> Field {
    Field {
        name: String::new(),
        number: 0,
        label: Label::Optional,
        kind: Kind::Message,
        target: Target::None,
        extendee: None,
        default: None,
        json_name: None,
        oneof: None,
        proto3_optional: false,
        options: Options::default(),
        features: Features::default(),
        type_name: String::new(),
        extendee_name: String::new(),
        at: 0,
        type_at: 0,
        extendee_at: 0,
    }
}

/// The name of the message that a map's entries are.
pub(in crate::schema::proto) fn entry_name(field: &str) -> String {
    let mut name = String::with_capacity(field.len() + 5);
    let mut capital = true;
    for c in field.chars() {
        if c == '_' {
            capital = true;
        } else {
            name.push(if capital { c.to_ascii_uppercase() } else { c });
            capital = false;
        }
    }
    name.push_str("Entry");
    name
}
