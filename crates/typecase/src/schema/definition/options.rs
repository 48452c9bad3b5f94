//! The long form: a type, and the options of the place that holds it.

use super::{Entries, Result, constructs, invalid, named};
use crate::schema::error::{DefinitionCode, DefinitionError};
use crate::schema::model::{JsInteger, Rules, Slot, Type};
use crate::schema::words;
use crate::value::Value;
use alloc::borrow::ToOwned;
use alloc::vec::Vec;

fn wrong(message: &'static str) -> DefinitionError {
    DefinitionError::new(DefinitionCode::InvalidOptions, message)
}

/// Reads an object whose first key is `type` with a name, or a construct's.
pub(super) fn long_form(entries: Entries<'_, '_>, depth: u32) -> Result<Slot> {
    let (first, value) = (entries[0].0.as_str().unwrap_or_default(), &entries[0].1);
    let word = if first == "type" { value.as_str().unwrap_or_default() } else { first };
    let mut content_key = "type";
    let mut slot = if words::CONSTRUCTS.contains(&word) {
        let (key, content) = content(word, entries)?;
        content_key = key;
        constructs::construct(key, content, entries, depth).map(Slot::required).map_err(|error| error.in_key(key))?
    } else {
        named(word).map_err(|error| error.in_key("type"))?
    };
    for (key, value) in entries {
        let key = key.as_str().unwrap_or_default();
        match key {
            _ if key == content_key => {}
            "type" if value.as_str() == Some(word) => {}
            "kind" if content_key == "fields" => {}
            _ => set(&mut slot, key, value).map_err(|error| error.in_key(key))?,
        }
    }
    Ok(slot)
}

/// The content of a construct, and the key it is under: `word`, or for a record also the others.
fn content<'v, 'a>(word: &str, entries: Entries<'v, 'a>) -> Result<(&'v str, &'v Value<'a>)> {
    let is_record = word == "record" || word == "schema";
    let explicit = entries[0].0.as_str() == Some("type");
    let is_content =
        |key: &str| key == word || is_record && (key == "record" || key == "schema" || explicit && key == "fields");
    entries
        .iter()
        .find_map(|(key, value)| key.as_str().filter(|key| is_content(key)).map(|key| (key, value)))
        .ok_or_else(|| invalid("the construct that `type` names has no content under its own key"))
}

/// Whether a definition has the option `"required": true`.
pub(super) fn says_required(definition: &Value<'_>) -> bool {
    definition.get("required") == Some(&Value::Bool(true))
}

/// Sets one option.
fn set(slot: &mut Slot, key: &str, value: &Value<'_>) -> Result<()> {
    match key {
        "required" => {
            let required = bool_of(value)?;
            if required && !slot.required {
                return Err(wrong("the type says that the place is optional, the option that it is required"));
            }
            slot.required = required;
        }
        "default" => slot.default = Some(value.clone().into_owned()),
        "delta" => slot.options.delta = bool_of(value)?,
        "intern" => slot.options.intern = bool_of(value)?,
        "nulls" => match value.as_str() {
            Some("write") => slot.options.write_null = true,
            Some("refuse") => slot.options.refuse_null = true,
            _ => return Err(wrong("expected `write` or `refuse`")),
        },
        "aliases" => {
            let names = value.as_list().ok_or_else(|| wrong("expected a list of keys"))?;
            let names: Option<Vec<_>> = names.iter().map(|name| name.as_str().map(ToOwned::to_owned)).collect();
            slot.options.aliases = names.ok_or_else(|| wrong("expected a list of keys"))?;
        }
        "js" => {
            slot.options.js = Some(match value.as_str() {
                Some("number") => JsInteger::Number,
                Some("bigint") => JsInteger::BigInt,
                Some("string") => JsInteger::String,
                _ => return Err(wrong("expected `number`, `bigint` or `string`")),
            });
        }
        "min" | "max" | "length" | "pattern" => set_rule(&mut slot.options.rules, key, value)?,
        "open" => match &mut slot.ty {
            Type::Enum(it) => it.open = bool_of(value)?,
            _ => return Err(wrong("only an enum can be open")),
        },
        "discriminator" => match &mut slot.ty {
            Type::Union(it) => {
                let message = "expected the key of a field";
                let key = value.as_str().ok_or_else(|| DefinitionError::new(DefinitionCode::InvalidUnion, message))?;
                it.discriminator = Some(key.to_owned());
            }
            _ => return Err(wrong("only a union has a discriminator")),
        },
        "type" => return Err(wrong("the first key says another type")),
        _ if words::RECORD_OPTIONS.contains(&key) && matches!(slot.ty, Type::Record(_)) => {
            return Err(wrong("only `{\"type\": \"record\", \"fields\": {...}}` has this option"));
        }
        "__proto__" => return Err(DefinitionError::new(DefinitionCode::ReservedKey, "the key is reserved")),
        _ if words::CONSTRUCTS.contains(&key) => return Err(invalid("the first key says another type")),
        _ if words::WIRES.contains(&key) => {
            if value.as_map().is_none() {
                return Err(wrong("expected an object of settings"));
            }
            slot.options.wires.push((key.to_owned(), value.clone().into_owned()));
        }
        _ => slot.options.meta.push((key.to_owned(), value.clone().into_owned())),
    }
    Ok(())
}

pub(super) fn bool_of(value: &Value<'_>) -> Result<bool> {
    value.as_bool().ok_or_else(|| wrong("expected true or false"))
}

fn set_rule(rules: &mut Rules, key: &str, value: &Value<'_>) -> Result<()> {
    let wrong = |message| DefinitionError::new(DefinitionCode::InvalidRule, message);
    match key {
        "min" => rules.min = Some(value.as_f64().ok_or_else(|| wrong("expected a number"))?),
        "max" => rules.max = Some(value.as_f64().ok_or_else(|| wrong("expected a number"))?),
        "pattern" => rules.pattern = Some(value.as_str().ok_or_else(|| wrong("expected a string"))?.to_owned()),
        _ => {
            let message = "expected a length, `[least, greatest]`, or an object with `min`, `max` or both";
            (rules.min_length, rules.max_length, rules.characters) = length(value).ok_or_else(|| wrong(message))?;
        }
    }
    Ok(())
}

/// The rule `length`: `4`, `[3, 32]`, `{"min": 3}`, `{"max": 3, "unit": "characters"}`; the last part says
/// whether characters are counted.
fn length(value: &Value<'_>) -> Option<(Option<u64>, Option<u64>, bool)> {
    match value {
        Value::List(bounds) => match &**bounds {
            [least, greatest] => Some((Some(count(least)?), Some(count(greatest)?), false)),
            _ => None,
        },
        Value::Map(entries) => {
            let mut bounds = (None, None);
            let mut characters = false;
            for (key, value) in entries {
                let bound = match key.as_str()? {
                    "min" => &mut bounds.0,
                    "max" => &mut bounds.1,
                    "unit" if value.as_str()? == "characters" && !characters => {
                        characters = true;
                        continue;
                    }
                    _ => return None,
                };
                // A bound that is there already is a duplicate key.
                if bound.replace(count(value)?).is_some() {
                    return None;
                }
            }
            (bounds != (None, None)).then_some((bounds.0, bounds.1, characters))
        }
        exact => count(exact).map(|exact| (Some(exact), Some(exact), false)),
    }
}

fn count(value: &Value<'_>) -> Option<u64> {
    match value {
        Value::Int(count) => u64::try_from(*count).ok(),
        Value::Uint(count) => Some(*count),
        _ => None,
    }
}
