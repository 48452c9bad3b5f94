//! Reads a definition: JSON in the language of `docs/schema.md` becomes a [`Document`].
//!
//! This part minds the shape alone: what may stand where. What the parts mean together (references,
//! defaults, options on a type that cannot have them) is checked by `validate`, because documents also
//! come from elsewhere.

mod constructs;
mod options;

use super::error::{DefinitionCode, DefinitionError};
use super::model::{Document, Field, Layout, Record, Scalar, Slot, Type};
use super::words;
use crate::limits::Limits;
use crate::text::lexer::Lexer;
use crate::value::Value;
use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

type Result<T> = core::result::Result<T, DefinitionError>;

/// The entries of a JSON object in order.
type Entries<'v, 'a> = &'v [(Value<'a>, Value<'a>)];

/// The longest definition in bytes.
const LONGEST: usize = 16 << 20;

/// The deepest that the JSON of a definition may nest: a type may take two levels, and values of
/// defaults and metadata come on top.
const DEEPEST_JSON: u32 = 4 * words::DEEPEST;

fn invalid(message: &'static str) -> DefinitionError {
    DefinitionError::new(DefinitionCode::InvalidDefinition, message)
}

/// Reads a document from JSON text.
pub(super) fn parse(text: &str) -> Result<Document> {
    let limits = Limits { max_depth: DEEPEST_JSON, max_bytes: LONGEST };
    let not_json = |error: crate::error::Error| {
        DefinitionError::new(
            DefinitionCode::InvalidDefinition,
            match error.line_column(text.as_bytes()) {
                Some((line, column)) => format!("{} (line {line}, column {column})", error.message()),
                None => error.message().to_owned(),
            },
        )
    };
    let mut lexer = Lexer::new(text, &limits).map_err(not_json)?;
    let value = lexer.tree(None).map_err(not_json)?;
    lexer.finish().map_err(not_json)?;
    document(&value)
}

/// Reads a document from a JSON value.
pub(super) fn document(value: &Value<'_>) -> Result<Document> {
    match value.as_map() {
        Some(entries) if first_key(entries).is_some_and(|key| key.starts_with('$')) => with_keys(entries),
        _ => Ok(Document::new(lone_type(value, 0)?)),
    }
}

fn first_key<'v>(entries: Entries<'v, '_>) -> Option<&'v str> {
    entries.first()?.0.as_str()
}

/// Reads a document that is written with `$` keys.
fn with_keys(entries: Entries<'_, '_>) -> Result<Document> {
    unique_keys(entries)?;
    let mut document = Document::new(Type::Scalar(Scalar::Null));
    let mut has_root = false;
    for (key, value) in entries {
        let key = key.as_str().unwrap_or_default();
        let wrong = |message| invalid(message).in_key(key);
        match key {
            "$name" => document.name = Some(value.as_str().ok_or_else(|| wrong("expected a string"))?.to_owned()),
            "$types" => {
                let types = value.as_map().ok_or_else(|| wrong("expected an object of named types"))?;
                document.types = named_types(types).map_err(|error| error.in_key(key))?;
            }
            "$root" => {
                document.root = lone_type(value, 0).map_err(|error| error.in_key(key))?;
                has_root = true;
            }
            "$sparse" => document.sparse = options::bool_of(value).map_err(|error| error.in_key(key))?,
            "$layout" => {
                document.layout = match value.as_str() {
                    Some("rows") => Layout::Rows,
                    Some("flat") => Layout::Flat,
                    Some("columns") => Layout::Columns,
                    _ => {
                        let message = "expected `rows`, `flat` or `columns`";
                        return Err(DefinitionError::new(DefinitionCode::InvalidOptions, message).in_key(key));
                    }
                };
            }
            _ if key.starts_with('$') => document.meta.push((key.to_owned(), value.clone().into_owned())),
            _ => return Err(wrong("a document has keys that begin with `$`, and no others")),
        }
    }
    if !has_root {
        return Err(invalid("the document has no `$root`"));
    }
    Ok(document)
}

fn named_types(entries: Entries<'_, '_>) -> Result<Vec<(String, Type)>> {
    unique_keys(entries)?;
    entries
        .iter()
        .map(|(key, value)| {
            let name = key.as_str().unwrap_or_default();
            let ty = lone_type(value, 0).map_err(|error| error.in_key(name))?;
            Ok((name.to_owned(), ty))
        })
        .collect()
}

/// Reads a type that stands by itself (a root, a named type, a branch of a union), where there is
/// nothing that options could belong to.
fn lone_type(value: &Value<'_>, depth: u32) -> Result<Type> {
    let slot = slot(value, depth)?;
    if !slot.required {
        return Err(invalid("only a field, an item or a map's value can be optional"));
    }
    if slot.default.is_some() || slot.options != Default::default() {
        let message = "options belong to a field, an item or a map's value, not to a type by itself";
        return Err(DefinitionError::new(DefinitionCode::InvalidOptions, message));
    }
    Ok(slot.ty)
}

/// Reads a type with what may come with it.
fn slot(value: &Value<'_>, depth: u32) -> Result<Slot> {
    if depth >= words::DEEPEST {
        return Err(invalid("the definition is nested too deep"));
    }
    match value {
        Value::Text(name) => named(name),
        Value::List(items) => Ok(Slot::required(Type::Tuple(constructs::tuple(items, depth)?))),
        Value::Map(entries) => object(entries, depth),
        _ => Err(invalid("expected a type: a name, a list or an object")),
    }
}

/// Reads the name of a scalar or of a type of the document, with an optional `?` before it.
fn named(text: &str) -> Result<Slot> {
    let (name, required) = match text.strip_prefix('?') {
        Some(name) => (name, false),
        None => (text, true),
    };
    let ty = match Scalar::from_name(name) {
        Some(scalar) => Type::Scalar(scalar),
        None if words::is_capitalised(name) => Type::Reference(name.to_owned()),
        None => return Err(DefinitionError::new(DefinitionCode::UnknownType, format!("there is no type `{name}`"))),
    };
    Ok(Slot { required, ..Slot::required(ty) })
}

/// Reads an object, whose first key says what it is.
fn object(entries: Entries<'_, '_>, depth: u32) -> Result<Slot> {
    unique_keys(entries)?;
    match first_key(entries) {
        None => Err(invalid("a record has at least one field")),
        Some("type") if entries[0].1.as_str().is_some() => options::long_form(entries, depth),
        Some(key) if words::CONSTRUCTS.contains(&key) => options::long_form(entries, depth),
        Some(_) => Ok(Slot::required(Type::Record(record(entries, depth)?))),
    }
}

/// Reads a record in its short form: kind key, then fields, with `?` after the names of optional ones.
fn record(entries: Entries<'_, '_>, depth: u32) -> Result<Record> {
    let mut record = Record::default();
    for (index, (key, value)) in entries.iter().enumerate() {
        let key = key.as_str().unwrap_or_default();
        if index == 0 && words::is_capitalised(key) && !key.ends_with('?') && value.as_map().is_some() {
            record.kind = Some((key.to_owned(), value.clone().into_owned()));
            continue;
        }
        let (name, optional) = match key.strip_suffix('?') {
            Some(name) => (name, true),
            None => (key, false),
        };
        if index == 0 && words::is_type_word(name) {
            let message = "a record may not start with a field named like a type, unless it is written \
                           `{\"type\": \"record\", \"fields\": {...}}`";
            return Err(invalid(message).in_key(name));
        }
        let mut slot = slot(value, depth + 1).map_err(|error| error.in_key(name))?;
        if optional {
            if slot.required && options::says_required(value) {
                let message = "the key says that the field is optional, the option that it is required";
                return Err(DefinitionError::new(DefinitionCode::InvalidOptions, message).in_key(name));
            }
            slot.required = false;
        }
        record.fields.push(Field { name: name.to_owned(), slot });
    }
    Ok(record)
}

/// Checks that the keys of an object are strings and that none occurs twice.
fn unique_keys(entries: Entries<'_, '_>) -> Result<()> {
    let mut seen = BTreeSet::new();
    for (key, _) in entries {
        let key = key.as_str().ok_or_else(|| invalid("a key is not a string"))?;
        if !seen.insert(key) {
            return Err(invalid("the key occurs twice").in_key(key));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
