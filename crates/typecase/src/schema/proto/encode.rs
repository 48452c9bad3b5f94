//! Descriptors as messages of `google/protobuf/descriptor.proto`.

use super::descriptor::{
    Edition, Enum, EnumId, ExtensionId, Field, File, Kind, Message, MessageId, MessageType, Options, Range, Service,
    Target,
};
use super::place::Place;
use super::queries::json_name;
use super::tree::{Content, put};
use super::{FileSet, options};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// `EDITION_2023`.
const EDITION_2023: i64 = 1000;

/// A `FileDescriptorProto`.
pub(super) fn file(set: &FileSet, file: &File) -> Vec<u8> {
    let edition = file.edition;
    let mut bytes = Vec::new();
    let out = &mut bytes;
    put::bytes(out, 1, file.name.as_bytes());
    if !file.package.is_empty() {
        put::bytes(out, 2, file.package.as_bytes());
    }
    for import in &file.imports {
        put::bytes(out, 3, import.name.as_bytes());
    }
    for id in &file.messages {
        put::message(out, 4, |out| message(set, edition, *id, out));
    }
    for id in &file.enums {
        put::message(out, 5, |out| enumeration(set, *id, out));
    }
    for it in &file.services {
        put::message(out, 6, |out| service(set, it, out));
    }
    for id in &file.extensions {
        put::message(out, 7, |out| extension(set, edition, *id, out));
    }
    put_options(set, &file.options, Place::File(0), 8, out);
    for (index, import) in (0..).zip(&file.imports) {
        if import.public {
            put::number(out, 10, index);
        }
        if import.weak {
            put::number(out, 11, index);
        }
    }
    match file.edition {
        Edition::Proto2 => {}
        Edition::Proto3 => put::bytes(out, 12, b"proto3"),
        Edition::Edition2023 => {
            put::bytes(out, 12, b"editions");
            put::number(out, 14, EDITION_2023);
        }
    }
    bytes
}

fn message(set: &FileSet, edition: Edition, id: MessageId, out: &mut Vec<u8>) {
    let it: &Message = set.message(id);
    put::bytes(out, 1, it.name.as_bytes());
    for one in &it.fields {
        put::message(out, 2, |out| field(set, edition, one, out));
    }
    for id in &it.messages {
        put::message(out, 3, |out| message(set, edition, *id, out));
    }
    for id in &it.enums {
        put::message(out, 4, |out| enumeration(set, *id, out));
    }
    for one in &it.extension_ranges {
        put::message(out, 5, |out| {
            range(&one.range, out);
            put_options(set, &one.options, Place::Range(id, 0), 3, out);
        });
    }
    for id in &it.extensions {
        put::message(out, 6, |out| extension(set, edition, *id, out));
    }
    if it.is_map_entry {
        put::message(out, 7, |out| {
            put::number(out, 7, 1);
            put::tree(out, &it.options.tree);
        });
    } else {
        put_options(set, &it.options, Place::Message(id), 7, out);
    }
    for one in &it.oneofs {
        put::message(out, 8, |out| {
            put::bytes(out, 1, one.name.as_bytes());
            put_options(set, &one.options, Place::Oneof(id, 0), 2, out);
        });
    }
    for one in &it.reserved {
        put::message(out, 9, |out| range(one, out));
    }
    for name in &it.reserved_names {
        put::bytes(out, 10, name.as_bytes());
    }
}

fn range(range: &Range, out: &mut Vec<u8>) {
    put::number(out, 1, range.start.into());
    put::number(out, 2, range.end.into());
}

fn extension(set: &FileSet, edition: Edition, id: ExtensionId, out: &mut Vec<u8>) {
    field(set, edition, &set.extension(id).field, out);
}

fn field(set: &FileSet, edition: Edition, it: &Field, out: &mut Vec<u8>) {
    put::bytes(out, 1, it.name.as_bytes());
    if let Some(extendee) = it.extendee {
        put::bytes(out, 2, full_name(set, extendee).as_bytes());
    }
    put::number(out, 3, it.number.into());
    put::number(out, 4, it.label as i64);
    // In editions it is a feature that makes a group of a message.
    let is_feature = it.kind == Kind::Group && edition >= Edition::Edition2023;
    put::number(out, 5, if is_feature { Kind::Message } else { it.kind } as i64);
    match it.target {
        Target::None => {}
        Target::Message(id) => put::bytes(out, 6, full_name(set, id).as_bytes()),
        Target::Enum(id) => put::bytes(out, 6, format!(".{}", set.enum_name(id)).as_bytes()),
    }
    if let Some(default) = &it.default {
        put::bytes(out, 7, default);
    }
    put_options(set, &it.options, Place::Field(MessageId(0), 0), 8, out);
    if let Some(oneof) = it.oneof {
        put::number(out, 9, oneof.into());
    }
    match &it.json_name {
        Some(name) => put::bytes(out, 10, name.as_bytes()),
        None => put::bytes(out, 10, json_name(&it.name).as_bytes()),
    }
    if it.proto3_optional {
        put::number(out, 17, 1);
    }
}

fn full_name(set: &FileSet, id: MessageId) -> String {
    format!(".{}", set.message_name(id))
}

fn enumeration(set: &FileSet, id: EnumId, out: &mut Vec<u8>) {
    let it: &Enum = set.enumeration(id);
    put::bytes(out, 1, it.name.as_bytes());
    for value in &it.values {
        put::message(out, 2, |out| {
            put::bytes(out, 1, value.name.as_bytes());
            put::number(out, 2, value.number.into());
            put_options(set, &value.options, Place::Value(id, 0), 3, out);
        });
    }
    put_options(set, &it.options, Place::Enum(id), 3, out);
    for one in &it.reserved {
        put::message(out, 4, |out| range(one, out));
    }
    for name in &it.reserved_names {
        put::bytes(out, 5, name.as_bytes());
    }
}

fn service(set: &FileSet, it: &Service, out: &mut Vec<u8>) {
    put::bytes(out, 1, it.name.as_bytes());
    for method in &it.methods {
        put::message(out, 2, |out| {
            put::bytes(out, 1, method.name.as_bytes());
            let name = |it: &MessageType| it.message.map(|id| full_name(set, id)).unwrap_or_default();
            put::bytes(out, 2, name(&method.input).as_bytes());
            put::bytes(out, 3, name(&method.output).as_bytes());
            put_options(set, &method.options, Place::Method(0, 0, 0), 4, out);
            if method.input.stream {
                put::number(out, 5, 1);
            }
            if method.output.stream {
                put::number(out, 6, 1);
            }
        });
    }
    put_options(set, &it.options, Place::Service(0, 0), 3, out);
}

/// Writes options but those that only matter in the source; none if none are left.
fn put_options(set: &FileSet, options: &Options, place: Place, number: u32, out: &mut Vec<u8>) {
    let mut tree = match set.option_types[place.options_type().0] {
        Some(ty) => options::without_source_only(set, &options.tree, ty),
        None => options.tree.clone(),
    };
    if !tree.is_empty() || options.has_braces && options.tree.is_empty() {
        tree.sort();
        put::content(out, number, &Content::Message(tree));
    }
}
