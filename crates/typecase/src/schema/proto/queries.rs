//! What can be asked of a set of files.

use super::descriptor::{
    Enum, EnumId, EnumValue, Extension, ExtensionId, Field, File, Kind, Label, Message, MessageId, Target,
};
use super::features::{IMPLICIT, LEGACY_REQUIRED};
use super::place::Place;
use super::symbols::Symbol;
use super::{FileSet, encode};
use alloc::string::String;
use alloc::vec::Vec;

/// `MessageOptions.message_set_wire_format`.
pub(super) const MESSAGE_SET: u32 = 1;

impl FileSet {
    /// The files with all that they import, each behind those that it imports.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        let hidden = self.descriptor_is_hidden as usize;
        self.order.iter().skip(hidden).map(|index| &self.files[*index])
    }

    /// The file of this name.
    pub fn file(&self, name: &str) -> Option<&File> {
        self.files().find(|file| file.name == name)
    }

    /// The file with an index, as [`Message::file`] has it.
    pub fn file_at(&self, index: usize) -> &File {
        &self.files[index]
    }

    /// A message.
    pub fn message(&self, id: MessageId) -> &Message {
        &self.messages[id.0 as usize]
    }

    /// An enum.
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    /// An extension.
    pub fn extension(&self, id: ExtensionId) -> &Extension {
        &self.extensions[id.0 as usize]
    }

    /// The message with a full name, such as `google.protobuf.Any`.
    pub fn find_message(&self, name: &str) -> Option<MessageId> {
        match self.symbols.full(name)?.symbol {
            Symbol::Message(id) => Some(id),
            _ => None,
        }
    }

    /// All messages but the entries of maps, by file and in the order in which they are declared.
    pub fn messages(&self) -> impl Iterator<Item = MessageId> {
        let of_file = |file: &File| file.ranges.messages.clone().map(MessageId);
        self.files().flat_map(of_file).filter(|id| !self.message(*id).is_map_entry)
    }

    /// The full name of a message, without a dot in front.
    pub fn message_name(&self, id: MessageId) -> String {
        self.symbols.name_of(self.message(id).scope)
    }

    /// The full name of an enum, without a dot in front.
    pub fn enum_name(&self, id: EnumId) -> String {
        self.symbols.name_of(self.enumeration(id).scope)
    }

    /// The extensions of a message by number, each with its full name; none of a message set, whose extensions are
    /// items of a group.
    pub(in crate::schema) fn extensions_of(&self, id: MessageId) -> impl Iterator<Item = (String, &Field)> {
        let is_set = self.message(id).options.tree.flag(MESSAGE_SET);
        let extensions = self.extension_numbers.range((id, i32::MIN)..=(id, i32::MAX)).filter(move |_| !is_set);
        extensions.map(|(_, id)| {
            let name = self.extension_name(Place::Extension(*id));
            (String::from(name.trim_start_matches('.')), &self.extension(*id).field)
        })
    }

    /// The full name of an extension, with a dot in front.
    pub(super) fn extension_name(&self, place: Place) -> String {
        let scope = self.symbols.name_of(self.scope_around(place));
        let dot = if scope.is_empty() { "" } else { "." };
        alloc::format!(".{scope}{dot}{}", self.field_at(place).name)
    }

    /// Whether an enum knows its values only: others are unknown fields.
    pub fn is_closed(&self, id: EnumId) -> bool {
        self.enumeration(id).features.is_closed()
    }

    /// Whether a field must be there: `required`, or the feature that stands for it.
    pub fn is_required(&self, field: &Field) -> bool {
        field.label == Label::Required
            || field.label == Label::Optional && field.oneof.is_none() && field.features.presence() == LEGACY_REQUIRED
    }

    /// Whether a field that is zero differs from one that is not there.
    pub fn has_presence(&self, field: &Field) -> bool {
        field.label != Label::Repeated
            && (field.kind.is_message()
                || field.oneof.is_some()
                || field.extendee.is_some()
                || field.features.presence() != IMPLICIT)
    }

    /// Whether a repeated field is written as one field with all items.
    pub fn is_packed(&self, field: &Field) -> bool {
        field.label == Label::Repeated && field.kind.packs() && field.features.is_packed()
    }

    /// The key and the value of a map field; `None` for any other.
    pub fn map_entry(&self, field: &Field) -> Option<(&Field, &Field)> {
        match field.target {
            Target::Message(id) if field.label == Label::Repeated && self.message(id).is_map_entry => {
                let [key, value] = &self.message(id).fields[..] else { return None };
                Some((key, value))
            }
            _ => None,
        }
    }

    /// The key of a field in ProtoJSON: `json_name`, or the name in lowerCamelCase.
    pub fn json_name(&self, field: &Field) -> String {
        field.json_name.clone().unwrap_or_else(|| json_name(&field.name))
    }

    /// The `google.protobuf.FileDescriptorProto` of a file, as `protoc --descriptor_set_out` has it: without the
    /// options that only matter in the source, and without comments and places.
    pub fn descriptor(&self, file: &File) -> Vec<u8> {
        encode::file(self, file)
    }

    /// The field of a message with a name.
    pub(super) fn field_by_name(&self, id: MessageId, name: &str) -> Option<&Field> {
        let message = self.message(id);
        match self.symbols.inside(message.scope, name)? {
            Symbol::Field(at) => message.fields.get(at as usize),
            _ => None,
        }
    }

    /// The field or extension of a message with a number.
    pub(super) fn field_by_number(&self, id: MessageId, number: u32) -> Option<&Field> {
        let number = number as i32;
        match self.field_numbers.get(&(id, number)) {
            Some(at) => self.message(id).fields.get(*at as usize),
            None => Some(&self.extension(*self.extension_numbers.get(&(id, number))?).field),
        }
    }

    /// The value of an enum with a name.
    pub(super) fn value_by_name(&self, id: EnumId, name: &str) -> Option<&EnumValue> {
        let it = self.enumeration(id);
        match self.symbols.inside(self.symbols.parent(it.scope), name)? {
            Symbol::Value(of, at) if of == id => it.values.get(at as usize),
            _ => None,
        }
    }

    /// The first value of an enum with a number.
    pub(super) fn value_by_number(&self, id: EnumId, number: i32) -> Option<&EnumValue> {
        self.enumeration(id).values.get(*self.value_numbers.get(&(id, number))? as usize)
    }

    /// The index of the extension range of a message that has a number.
    pub(super) fn extension_range(&self, id: MessageId, number: i32) -> Option<usize> {
        let message = self.message(id);
        let range = |at: &u32| message.extension_ranges[*at as usize].range;
        let behind = message.sorted_ranges.partition_point(|at| range(at).start <= number);
        let at = message.sorted_ranges.get(behind.checked_sub(1)?)?;
        (number < range(at).end).then_some(*at as usize)
    }

    /// Whether a field is a group of proto2 as far as its name tells.
    pub(super) fn is_group_like(&self, field: &Field) -> bool {
        match field.target {
            Target::Message(id) => {
                field.kind == Kind::Group && field.name == self.message(id).name.to_ascii_lowercase()
            }
            _ => false,
        }
    }
}

/// The name of a field in lowerCamelCase, as Protocol Buffers makes it: letters behind underscores in upper case.
pub(in crate::schema) fn json_name(name: &str) -> String {
    let mut capital = false;
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c == '_' {
            capital = true;
        } else {
            out.push(if capital { c.to_ascii_uppercase() } else { c });
            capital = false;
        }
    }
    out
}
