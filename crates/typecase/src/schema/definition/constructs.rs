//! The constructs of the language: what stands under `array`, `enum`, `flags`, `tuple`, `map`,
//! `object`, `union`, `record` and `fields`.

use super::{Entries, Result, invalid, lone_type, named, object, options, slot, unique_keys};
use crate::schema::error::{DefinitionCode, DefinitionError};
use crate::schema::model::{Enum, Field, Record, Slot, TupleItem, Type, Union};
use crate::schema::words;
use crate::value::Value;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads the content of a construct from under the key `word`, and what else of the construct there
/// is in `entries`.
pub(super) fn construct(word: &str, content: &Value<'_>, entries: Entries<'_, '_>, depth: u32) -> Result<Type> {
    let inside = depth + 1;
    Ok(match word {
        "array" => Type::List(Box::new(slot(content, inside)?)),
        "enum" => Type::Enum(Enum { values: enum_values(content)?, open: false }),
        "flags" => Type::Flags(flag_names(content)?),
        "tuple" => Type::Tuple(tuple(content.as_list().ok_or_else(|| invalid("expected a list of types"))?, depth)?),
        "map" => Type::Map(Box::new(slot(content, inside)?)),
        "object" => Type::Map(Box::new(object_of_strings(content, inside)?)),
        "union" => Type::Union(Union { branches: branches(content, inside)?, discriminator: None }),
        "fields" => Type::Record(Record { kind: kind(entries)?, fields: fields(content, inside)? }),
        _ => Type::Record(explicit_record(content, depth)?),
    })
}

fn enum_values(content: &Value<'_>) -> Result<Vec<Value<'static>>> {
    let wrong = |message| DefinitionError::new(DefinitionCode::InvalidEnum, message);
    let values = content.as_list().ok_or_else(|| wrong("expected a list of strings and numbers"))?;
    for (index, value) in values.iter().enumerate() {
        if !matches!(value, Value::Text(_) | Value::Int(_) | Value::Uint(_) | Value::Float(_)) {
            return Err(wrong("expected a string or a number").in_item(index));
        }
    }
    Ok(values.iter().map(|value| value.clone().into_owned()).collect())
}

fn flag_names(content: &Value<'_>) -> Result<Vec<String>> {
    let wrong = |message| DefinitionError::new(DefinitionCode::InvalidFlags, message);
    let names = content.as_list().ok_or_else(|| wrong("expected a list of names"))?;
    names
        .iter()
        .enumerate()
        .map(|(index, name)| match name.as_str() {
            Some(name) => Ok(name.to_owned()),
            None => Err(wrong("expected a string").in_item(index)),
        })
        .collect()
}

/// `{"string": T}`, the other spelling of a map.
fn object_of_strings(content: &Value<'_>, depth: u32) -> Result<Slot> {
    match content.as_map() {
        Some([(key, value)]) if key.as_str() == Some("string") => {
            slot(value, depth).map_err(|error| error.in_key("string"))
        }
        _ => Err(invalid("expected `{\"string\": type}`: the keys of a map are strings")),
    }
}

fn branches(content: &Value<'_>, depth: u32) -> Result<Vec<Type>> {
    let wrong = "expected a list of types";
    let branches = content.as_list().ok_or_else(|| DefinitionError::new(DefinitionCode::InvalidUnion, wrong))?;
    branches
        .iter()
        .enumerate()
        .map(|(index, branch)| lone_type(branch, depth).map_err(|error| error.in_item(index)))
        .collect()
}

/// A record under `record` or `schema`: written as it would be in place.
fn explicit_record(content: &Value<'_>, depth: u32) -> Result<Record> {
    match content.as_map().map(|entries| object(entries, depth)).transpose()? {
        Some(Slot { ty: Type::Record(record), required: true, default: None, options })
            if options == Default::default() =>
        {
            Ok(record)
        }
        _ => Err(invalid("expected a record and nothing else")),
    }
}

/// The fields of a record under `fields`, where a key is a name and nothing more: no first key means
/// anything else, and no `?` is taken off.
fn fields(content: &Value<'_>, depth: u32) -> Result<Vec<Field>> {
    let entries = content.as_map().ok_or_else(|| invalid("expected an object of fields"))?;
    unique_keys(entries)?;
    entries
        .iter()
        .map(|(key, value)| {
            let name = key.as_str().unwrap_or_default();
            let slot = slot(value, depth).map_err(|error| error.in_key(name))?;
            Ok(Field { name: name.to_owned(), slot })
        })
        .collect()
}

/// The kind of a record whose fields are under `fields`: `"kind": {"Entity": {}}`.
fn kind(entries: Entries<'_, '_>) -> Result<Option<(String, Value<'static>)>> {
    let Some((_, value)) = entries.iter().find(|(key, _)| key.as_str() == Some("kind")) else { return Ok(None) };
    match value.as_map() {
        Some([(name, meta)]) if meta.as_map().is_some() => {
            Ok(Some((name.as_str().unwrap_or_default().to_owned(), meta.clone().into_owned())))
        }
        _ => Err(invalid("expected an object with one object in it: `{\"Entity\": {}}`").in_key("kind")),
    }
}

/// Reads the items of a tuple, each a type, `{"name": type}`, or a long form with the option `name`.
pub(super) fn tuple(items: &[Value<'_>], depth: u32) -> Result<Vec<TupleItem>> {
    items
        .iter()
        .enumerate()
        .map(|(index, item)| tuple_item(item, depth + 1).map_err(|error| error.in_item(index)))
        .collect()
}

fn tuple_item(item: &Value<'_>, depth: u32) -> Result<TupleItem> {
    match item {
        Value::Text(name) => Ok(TupleItem { name: None, slot: named(name)? }),
        Value::Map(entries) => {
            unique_keys(entries)?;
            match &**entries {
                [(key, Value::Text(_)), ..] if key.as_str() == Some("type") => long_tuple_item(entries, depth),
                [(key, value)] => named_tuple_item(key.as_str().unwrap_or_default(), value, depth),
                _ => Err(invalid("expected an object with the item's name as its only key")),
            }
        }
        _ => Err(invalid("expected a scalar, or an object with the item's name as its only key")),
    }
}

fn named_tuple_item(key: &str, value: &Value<'_>, depth: u32) -> Result<TupleItem> {
    let name = key.strip_suffix('?').unwrap_or(key);
    if words::is_type_word(name) {
        let message = "the name of an item may not be a type's, unless it is written as the option `name`";
        return Err(invalid(message).in_key(name));
    }
    let mut slot = slot(value, depth).map_err(|error| error.in_key(name))?;
    slot.required &= name.len() == key.len();
    Ok(TupleItem { name: Some(name.to_owned()), slot })
}

fn long_tuple_item(entries: Entries<'_, '_>, depth: u32) -> Result<TupleItem> {
    let mut slot = options::long_form(entries, depth)?;
    let at = slot.options.meta.iter().position(|(key, _)| key == words::ITEM_OPTION);
    let name = match at.map(|at| slot.options.meta.remove(at).1) {
        None => None,
        Some(Value::Text(name)) => Some(name.as_str().to_owned()),
        Some(_) => {
            return Err(
                DefinitionError::new(DefinitionCode::InvalidOptions, "expected a string").in_key(words::ITEM_OPTION)
            );
        }
    };
    Ok(TupleItem { name, slot })
}
