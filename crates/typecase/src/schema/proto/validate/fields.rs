//! Rules of single fields that options and features decide about.

use super::ranges::{DECLARATION, VERIFICATION, as_message, text};
use crate::schema::proto::descriptor::{Edition, Field, MessageId, Target};
use crate::schema::proto::features::{IMPLICIT, LEGACY_REQUIRED};
use crate::schema::proto::lexer::{Fault, Outcome};
use crate::schema::proto::parser::entry_name;
use crate::schema::proto::place::Place;
use crate::schema::proto::queries::MESSAGE_SET;
use crate::schema::proto::tree::Tree;
use crate::schema::proto::{FileSet, Kind, Label, json_name};

/// Fields of `google.protobuf.FieldOptions`.
const PACKED: u32 = 2;
const LAZY: u32 = 5;
const JSTYPE: u32 = 6;
const UNVERIFIED_LAZY: u32 = 15;
const FEATURES: u32 = 21;

pub(super) fn field(set: &FileSet, place: Place) -> Outcome<()> {
    let field = set.field_at(place);
    let fault = |message: &str| Err(Fault::new(field.at, message));
    let (file, container) = match place {
        Place::Extension(id) => (set.extension(id).file, field.extendee),
        Place::Field(id, _) => (set.message(id).file, Some(id)),
        _ => return Ok(()),
    };
    if set.edition(file) >= Edition::Edition2023 {
        in_edition(set, field, container)?;
    }
    let options = &field.options.tree;
    let is_extension = field.extendee.is_some();
    if (options.flag(LAZY) || options.flag(UNVERIFIED_LAZY)) && field.kind != Kind::Message {
        return fault("only messages are lazy");
    }
    if options.flag(UNVERIFIED_LAZY) && is_extension {
        return fault("an extension is not lazy without being verified");
    }
    if options.flag(PACKED) && !(field.label == Label::Repeated && field.kind.packs()) {
        return fault("only repeated numbers are packed");
    }
    if let Some(id) = container
        && set.message(id).options.tree.flag(MESSAGE_SET)
    {
        if !is_extension {
            return fault("a message set has extensions and no fields");
        }
        if field.label != Label::Optional || field.kind != Kind::Message {
            return fault("an extension of a message set is an optional message");
        }
    }
    if let Some(id) = field.extendee
        && super::is_lite(set, file)
        && !super::is_lite(set, set.message(id).file)
    {
        return fault("a file for the lite runtime extends a message of one that is not");
    }
    map(set, field, container)?;
    js_type(field)?;
    if let Some(name) = &field.json_name {
        if is_extension && *name != json_name(&field.name) {
            return fault("an extension has no json_name");
        }
        if name.contains('\0') {
            return fault("a json_name holds a zero");
        }
    }
    match place {
        Place::Extension(_) => declared(set, place),
        _ => Ok(()),
    }
}

/// Rules of editions.
fn in_edition(set: &FileSet, field: &Field, container: Option<MessageId>) -> Outcome<()> {
    let fault = |message: &str| Err(Fault::new(field.at, message));
    let options = &field.options.tree;
    let is_repeated = field.label == Label::Repeated;
    let is_extension = field.extendee.is_some();
    if options.get(PACKED).is_some() {
        return fault("editions have no option packed, but features.repeated_field_encoding");
    }
    if !is_repeated && !set.has_presence(field) {
        if field.default.is_some() {
            return fault("a field of implicit presence has no default");
        }
        if matches!(field.target, Target::Enum(id) if set.is_closed(id)) {
            return fault("a field of implicit presence holds no closed enum");
        }
    }
    if is_extension && set.is_required(field) {
        return fault("an extension is not required");
    }
    if container.is_some_and(|id| set.message(id).is_map_entry) {
        return Ok(());
    }
    let none = Tree::default();
    let own = options.message(FEATURES).unwrap_or(&none);
    let feature = |number: u32| own.number(number).map(|value| value as i32);
    if let Some(presence) = feature(1) {
        if field.oneof.is_some() {
            return fault("a field of a oneof has no field presence of its own");
        }
        if is_repeated {
            return fault("a repeated field has no field presence");
        }
        if is_extension && presence != LEGACY_REQUIRED {
            return fault("an extension has no field presence of its own");
        }
        if field.kind.is_message() && presence == IMPLICIT {
            return fault("the presence of a message is not implicit");
        }
    }
    if feature(3).is_some() && !is_repeated {
        return fault("only repeated fields have a repeated field encoding");
    }
    let map = set.map_entry(field);
    let holds_text = field.kind == Kind::String
        || map.is_some_and(|(key, value)| key.kind == Kind::String || value.kind == Kind::String);
    if feature(4).is_some() && !holds_text {
        return fault("only strings have a validation of UTF-8");
    }
    if feature(3) == Some(1) && !(is_repeated && field.kind.packs()) {
        return fault("only repeated numbers are packed");
    }
    if feature(5).is_some() && (!field.kind.is_message() || map.is_some()) {
        return fault("only messages have a message encoding");
    }
    Ok(())
}

/// The entry of a map is of its own field alone; what keys and values may be.
fn map(set: &FileSet, field: &Field, container: Option<MessageId>) -> Outcome<()> {
    let fault = |message: &str| Err(Fault::new(field.at, message));
    let Target::Message(id) = field.target else { return Ok(()) };
    let entry = set.message(id);
    if !entry.is_map_entry {
        return Ok(());
    }
    let is_own = entry.parent == container && field.extendee.is_none() && entry.name == entry_name(&field.name);
    let Some((key, value)) = set.map_entry(field).filter(|_| is_own) else {
        return fault("the entry of a map is no type of a field");
    };
    match key.kind {
        Kind::Enum => return fault("the key of a map is no enum"),
        Kind::Float | Kind::Double | Kind::Bytes | Kind::Message | Kind::Group => {
            return fault("the key of a map is an integer, a boolean or a string");
        }
        _ => {}
    }
    match value.target {
        Target::Enum(id) if set.enumeration(id).values.first().is_some_and(|first| first.number != 0) => {
            fault("the first value of an enum that is the value of a map is zero")
        }
        _ if value.kind == Kind::Group => fault("the value of a map is no group"),
        _ => Ok(()),
    }
}

/// `jstype` is of integers of 64 bits.
fn js_type(field: &Field) -> Outcome<()> {
    let is_long = matches!(field.kind, Kind::Uint64 | Kind::Int64 | Kind::Sint64 | Kind::Fixed64 | Kind::Sfixed64);
    match field.options.tree.number(JSTYPE) {
        Some(jstype) if jstype != 0 && !is_long => Err(Fault::new(field.at, "jstype is of integers of 64 bits")),
        _ => Ok(()),
    }
}

/// An extension in a range with declarations is as one of them declares it.
fn declared(set: &FileSet, place: Place) -> Outcome<()> {
    let field = set.field_at(place);
    let fault = |message: &str| Err(Fault::new(field.at, message));
    let Some(extendee) = field.extendee else { return Ok(()) };
    let message = set.message(extendee);
    if set.files[message.file].name == crate::schema::proto::load::DESCRIPTOR {
        return Ok(());
    }
    let Some(range) = set.extension_range(extendee, field.number) else { return Ok(()) };
    let options = &message.extension_ranges[range].options.tree;
    let declarations = || options.all(DECLARATION).filter_map(as_message);
    let Some(declaration) = declarations().find(|tree| tree.number(1) == Some(field.number as u64)) else {
        return match declarations().next().is_some() || options.number(VERIFICATION) == Some(0) {
            true => fault("the range of the extension declares others only"),
            false => Ok(()),
        };
    };
    let text = |number: u32| text(declaration, number).unwrap_or_default();
    if declaration.flag(5) {
        return fault("the number of the extension is reserved where it is declared");
    }
    let name = set.extension_name(place);
    let ty = match field.target {
        Target::None => field.kind.name().into(),
        Target::Message(id) => alloc::format!(".{}", set.message_name(id)),
        Target::Enum(id) => alloc::format!(".{}", set.enum_name(id)),
    };
    let same = |declared: &str, actual: &str| declared.is_empty() || declared == actual;
    let is_type = same(text(3), &ty) || ty.strip_prefix('.') == Some(text(3));
    if !same(text(2), &name) || !is_type || declaration.flag(6) != (field.label == Label::Repeated) {
        return fault("the extension is declared as another one");
    }
    Ok(())
}
