//! Links a file: enters its names into the symbol table, resolves those that it uses, and calls what comes behind:
//! options, features and checks.

use super::descriptor::{Edition, EnumId, ExtensionId, Field, Kind, MessageId, Target};
use super::lexer::{Fault, Outcome, is_identifier, quoted};
use super::place::Place;
use super::symbols::{Symbol, Visible};
use super::{FileSet, features::Features, load, options, validate};
use alloc::format;

/// Links a file whose imports are linked.
pub(super) fn file(set: &mut FileSet, file: usize, text: &str) -> Outcome<()> {
    define(set, file)?;
    if set.files[file].name == load::DESCRIPTOR {
        set.find_option_types();
    }
    let seen = set.seen_from(&set.files[file], file);
    let packages: alloc::vec::Vec<u32> = seen.iter().map(|file| set.files[*file].scope).collect();
    let visible = set.symbols.visible(seen, packages.into_iter());
    validate::numbers::file(set, file)?;
    resolve(set, file, &visible)?;
    let places = set.places(file);
    for place in &places {
        // What options of the file's own option messages are written with, until their features are known.
        *set.parts_mut(*place).1 = Features::of_edition(set.edition(file));
    }
    options::interpret(set, &places, &visible, text, options::Pass::Plain)?;
    resolve_features(set, &places)?;
    options::interpret(set, &places, &visible, text, options::Pass::Extensions)?;
    validate::file(set, file, &places)
}

/// Enters the names that a file declares.
fn define(set: &mut FileSet, index: usize) -> Outcome<()> {
    let file = &set.files[index];
    let at = file.package_at;
    let package = file.package.clone();
    let scope = set.symbols.open_package(&package, index).map_err(|part| {
        Fault::new(at, format!("{} in the name of the package is something else already", quoted(&part)))
    })?;
    set.files[index].scope = scope;
    let ranges = set.files[index].ranges.clone();
    for id in ranges.messages.map(MessageId) {
        let message = &set.messages[id.0 as usize];
        let outer = message.parent.map_or(scope, |parent| set.messages[parent.0 as usize].scope);
        let inner = enter(&mut set.symbols, outer, &message.name, Symbol::Message(id), index, message.at)?;
        set.messages[id.0 as usize].scope = inner;
        let message = &set.messages[id.0 as usize];
        for oneof in &message.oneofs {
            enter(&mut set.symbols, inner, &oneof.name, Symbol::Other, index, oneof.at)?;
        }
        for (at, field) in (0..).zip(&message.fields) {
            enter(&mut set.symbols, inner, &field.name, Symbol::Field(at), index, field.at)?;
        }
    }
    for id in ranges.enums.map(EnumId) {
        let it = &set.enums[id.0 as usize];
        let outer = it.parent.map_or(scope, |parent| set.messages[parent.0 as usize].scope);
        let inner = enter(&mut set.symbols, outer, &it.name, Symbol::Enum(id), index, it.at)?;
        // The values of an enum stand beside it, not in it.
        for (at, value) in (0..).zip(&it.values) {
            enter(&mut set.symbols, outer, &value.name, Symbol::Value(id, at), index, value.at)?;
        }
        set.enums[id.0 as usize].scope = inner;
    }
    for id in ranges.extensions.map(ExtensionId) {
        let extension = &set.extensions[id.0 as usize];
        let outer = extension.inside.map_or(scope, |parent| set.messages[parent.0 as usize].scope);
        let field = &extension.field;
        enter(&mut set.symbols, outer, &field.name, Symbol::Extension(id), index, field.at)?;
    }
    for service in &mut set.files[index].services {
        let inner = enter(&mut set.symbols, scope, &service.name, Symbol::Service, index, service.at)?;
        service.scope = inner;
        for method in &service.methods {
            enter(&mut set.symbols, inner, &method.name, Symbol::Other, index, method.at)?;
        }
    }
    Ok(())
}

fn enter(
    symbols: &mut super::symbols::Symbols,
    scope: u32,
    name: &str,
    symbol: Symbol,
    file: usize,
    at: u32,
) -> Outcome<u32> {
    symbols
        .define(scope, name, symbol, file)
        .map_err(|()| Fault::new(at, format!("{} is defined already", quoted(name))))
}

/// Resolves the names of types.
fn resolve(set: &mut FileSet, index: usize, visible: &Visible) -> Outcome<()> {
    let ranges = set.files[index].ranges.clone();
    for id in ranges.messages.map(MessageId) {
        for at in 0..set.message(id).fields.len() {
            let place = Place::Field(id, at);
            let (kind, target) = field_type(set, place, visible)?;
            let field = &mut set.messages[id.0 as usize].fields[at];
            (field.kind, field.target) = (kind, target);
        }
    }
    for id in ranges.extensions.map(ExtensionId) {
        let place = Place::Extension(id);
        let extendee = extendee(set, place, visible)?;
        let (kind, target) = field_type(set, place, visible)?;
        let field = &mut set.extensions[id.0 as usize].field;
        (field.extendee, field.kind, field.target) = (Some(extendee), kind, target);
        let number = field.number;
        let known = set.extension_numbers.get(&(extendee, number)).copied();
        match known {
            Some(other) if set.extension(other).file == index => {
                let message = format!("extension number {number} is used by another extension of the message");
                return Err(Fault::new(set.extension(id).field.at, message));
            }
            Some(_) => {}
            None => {
                set.extension_numbers.insert((extendee, number), id);
            }
        }
    }
    for service in 0..set.files[index].services.len() {
        let scope = set.files[index].services[service].scope;
        for method in 0..set.files[index].services[service].methods.len() {
            let it = &set.files[index].services[service].methods[method];
            let input = message_type(set, &it.input.name, it.input.at, scope, visible)?;
            let output = message_type(set, &it.output.name, it.output.at, scope, visible)?;
            let it = &mut set.files[index].services[service].methods[method];
            (it.input.message, it.output.message) = (Some(input), Some(output));
        }
    }
    Ok(())
}

fn unknown<T>(name: &str, at: u32) -> Outcome<T> {
    Err(Fault::new(at, format!("{} is not defined", quoted(name))))
}

fn message_type(set: &FileSet, name: &str, at: u32, scope: u32, visible: &Visible) -> Outcome<MessageId> {
    match set.symbols.resolve(name, scope, visible, false).map(|entry| entry.symbol) {
        Some(Symbol::Message(id)) => Ok(id),
        Some(_) => Err(Fault::new(at, format!("{} is not a message", quoted(name)))),
        None => unknown(name, at),
    }
}

/// The message that an extension extends, which must have a range for it.
fn extendee(set: &FileSet, place: Place, visible: &Visible) -> Outcome<MessageId> {
    let field = set.field_at(place);
    let id = message_type(set, &field.extendee_name, field.extendee_at, set.scope_around(place), visible)?;
    if set.extension_range(id, field.number).is_some() {
        return Ok(id);
    }
    let (name, number) = (set.message_name(id), field.number);
    Err(Fault::new(field.at, format!("{name} does not declare {number} as an extension number")))
}

/// The kind of a field and what it holds.
fn field_type(set: &FileSet, place: Place, visible: &Visible) -> Outcome<(Kind, Target)> {
    let field = set.field_at(place);
    if field.type_name.is_empty() {
        return Ok((field.kind, Target::None));
    }
    let found = set.symbols.resolve(&field.type_name, set.scope_around(place), visible, true);
    match found.map(|entry| entry.symbol) {
        Some(Symbol::Message(_)) if field.default.is_some() => Err(Fault::new(field.at, "a message has no default")),
        Some(Symbol::Message(id)) => Ok((field.kind, Target::Message(id))),
        Some(Symbol::Enum(id)) if field.kind != Kind::Group => {
            check_enum_default(set, field, id)?;
            Ok((Kind::Enum, Target::Enum(id)))
        }
        Some(_) => Err(Fault::new(field.type_at, format!("{} is not a type", quoted(&field.type_name)))),
        None => unknown(&field.type_name, field.type_at),
    }
}

fn check_enum_default(set: &FileSet, field: &Field, id: EnumId) -> Outcome<()> {
    let Some(default) = &field.default else { return Ok(()) };
    let name = core::str::from_utf8(default).unwrap_or_default();
    if is_identifier(name) && set.value_by_name(id, name).is_some() {
        return Ok(());
    }
    Err(Fault::new(field.at, format!("the enum has no value {}", quoted(name))))
}

/// Resolves the features of declarations, each behind those around it, and what they make of fields.
fn resolve_features(set: &mut FileSet, places: &[Place]) -> Outcome<()> {
    for place in places {
        let (options, _, at) = set.parts(*place);
        let own = options.tree.message(place.options_type().1);
        let file = places.first().map_or(0, |first| if let Place::File(file) = first { *file } else { 0 });
        let edition = set.edition(file);
        if own.is_some() && edition < Edition::Edition2023 {
            return Err(Fault::new(at, "features are of editions"));
        }
        let around = set.features_around(*place);
        let merged = around
            .with(own)
            .map_err(|name: &str| Fault::new(at, format!("the feature {name} is not set to a known value")))?;
        let merged = match place {
            Place::Field(..) | Place::Extension(_) if edition < Edition::Edition2023 => {
                legacy(merged, set.field_at(*place), edition)
            }
            _ => merged,
        };
        *set.parts_mut(*place).1 = merged;
        delimit(set, *place);
        if let Place::Field(id, at) = *place
            && set.is_required(&set.message(id).fields[at])
        {
            set.messages[id.0 as usize].required.push(at as u32);
        }
    }
    Ok(())
}

/// The features that the words of proto2 and proto3 stand for.
fn legacy(features: Features, field: &Field, edition: Edition) -> Features {
    let required = field.label == super::Label::Required;
    let packed = field.options.tree.number(2).map(|packed| packed != 0);
    let packed = packed.filter(|packed| *packed || edition == Edition::Proto3);
    features.legacy(required, field.kind == Kind::Group, packed)
}

/// Makes a group of a message field whose encoding is `DELIMITED`.
fn delimit(set: &mut FileSet, place: Place) {
    let (Place::Field(..) | Place::Extension(_)) = place else { return };
    let field = set.field_at(place);
    if field.kind != Kind::Message || !field.features.is_delimited() {
        return;
    }
    let in_entry = matches!(place, Place::Field(id, _) if set.message(id).is_map_entry);
    let is_map = matches!(field.target, Target::Message(id) if set.message(id).is_map_entry);
    if !in_entry && !is_map {
        match place {
            Place::Field(id, at) => set.messages[id.0 as usize].fields[at].kind = Kind::Group,
            Place::Extension(id) => set.extensions[id.0 as usize].field.kind = Kind::Group,
            _ => {}
        }
    }
}
