//! The options of a slot: each must make sense on its type and in its place.

use super::leaf::Leaf;
use super::{Place, Result, defaults, invalid};
use crate::schema::error::{DefinitionCode, DefinitionError};
use crate::schema::model::{Rules, Scalar, Slot, Type};
use crate::schema::words;
use alloc::collections::BTreeSet;

/// Checks the options of a slot and brings its default and its metadata into their normal form.
pub(super) fn check(slot: &mut Slot, leaf: &Leaf, place: Place) -> Result<()> {
    if place != Place::Field {
        fields_only(slot)?;
    }
    if let Some(value) = &slot.default {
        let normal = defaults::default_value(leaf, value);
        let message = "the default is not a value of the type";
        slot.default = Some(normal.ok_or_else(|| invalid(message).in_key("default"))?);
    }
    let options = &slot.options;
    if options.write_null && is_required(slot, leaf) {
        return Err(wrong("nulls", "a required field is never missing"));
    }
    if options.refuse_null {
        if slot.required || matches!(leaf, Leaf::Scalar(Scalar::Json | Scalar::Null)) {
            return Err(wrong("nulls", "only an optional field refuses nulls, and one whose type is not null"));
        }
        if options.write_null {
            return Err(wrong("nulls", "a field that refuses nulls does not write them"));
        }
    }
    if options.delta && !is_integer_or_date(leaf) {
        return Err(wrong("delta", "only an integer or a date is written as differences"));
    }
    let is_string = matches!(leaf, Leaf::Scalar(Scalar::String));
    if options.intern && !(is_string && matches!(place, Place::Field | Place::ItemOfField)) {
        return Err(wrong("intern", "only a string that is a field or an item of one goes into the table"));
    }
    if options.js.is_some() && !matches!(leaf, Leaf::Scalar(Scalar::Integer | Scalar::Int64 | Scalar::Uint64)) {
        return Err(wrong("js", "only a 64-bit integer has this option"));
    }
    rules(&options.rules, leaf)?;
    metadata(slot, place)
}

/// What is said of fields alone, because only a field has a key and can be missing.
fn fields_only(slot: &Slot) -> Result<()> {
    let message = "only a field has this option";
    if slot.default.is_some() {
        return Err(wrong("default", message));
    }
    if !slot.options.aliases.is_empty() {
        return Err(wrong("aliases", message));
    }
    if slot.options.delta {
        return Err(wrong("delta", message));
    }
    if slot.options.write_null || slot.options.refuse_null {
        return Err(wrong("nulls", message));
    }
    Ok(())
}

fn wrong(option: &str, message: &'static str) -> DefinitionError {
    DefinitionError::new(DefinitionCode::InvalidOptions, message).in_key(option)
}

fn is_required(slot: &Slot, leaf: &Leaf) -> bool {
    slot.required && slot.default.is_none() && !matches!(leaf, Leaf::Scalar(Scalar::Json | Scalar::Null))
}

fn is_integer_or_date(leaf: &Leaf) -> bool {
    matches!(
        leaf,
        Leaf::Scalar(Scalar::Integer | Scalar::Int32 | Scalar::Int64 | Scalar::Uint32 | Scalar::Uint64 | Scalar::Date)
    )
}

fn rules(rules: &Rules, leaf: &Leaf) -> Result<()> {
    let wrong = |rule: &str, message| Err(DefinitionError::new(DefinitionCode::InvalidRule, message).in_key(rule));
    let is_number = matches!(leaf, Leaf::Scalar(Scalar::Number | Scalar::Float64 | Scalar::Float32 | Scalar::BigInt))
        || is_integer_or_date(leaf);
    for (rule, bound) in [("min", rules.min), ("max", rules.max)] {
        match bound {
            Some(_) if !is_number => return wrong(rule, "the rule is for numbers and dates"),
            Some(bound) if !bound.is_finite() => return wrong(rule, "the bound is not finite"),
            _ => {}
        }
    }
    if let (Some(min), Some(max)) = (rules.min, rules.max)
        && min > max
    {
        return wrong("max", "the greatest number is less than the least");
    }
    if rules.min_length.is_some() || rules.max_length.is_some() {
        if !matches!(leaf, Leaf::Scalar(Scalar::String | Scalar::Bytes) | Leaf::Many) {
            return wrong("length", "the rule is for strings, bytes, lists and maps");
        }
        if rules.min_length > rules.max_length.or(Some(u64::MAX)) {
            return wrong("length", "the greatest length is less than the least");
        }
    }
    if rules.characters && !matches!(leaf, Leaf::Scalar(Scalar::String)) {
        return wrong("length", "only the length of a string is counted in characters");
    }
    if rules.characters && rules.min_length.is_none() && rules.max_length.is_none() {
        return wrong("length", "a unit without a length");
    }
    if rules.pattern.is_some() && !matches!(leaf, Leaf::Scalar(Scalar::String)) {
        return wrong("pattern", "the rule is for strings");
    }
    Ok(())
}

/// Checks the settings of wires and the metadata, which share the keys of the long form.
fn metadata(slot: &mut Slot, place: Place) -> Result<()> {
    if let Err((wire, message)) = crate::schema::freeze::settings(&slot.options) {
        return Err(wrong(wire, message));
    }
    let is_record = matches!(slot.ty, Type::Record(_));
    let mut keys = BTreeSet::new();
    for (key, value) in &mut slot.options.wires {
        if !words::WIRES.contains(&key.as_str()) || value.as_map().is_none() {
            return Err(wrong(key, "the settings of a wire are an object under its name"));
        }
        defaults::plain(value).map_err(|message| wrong(key, message))?;
        if !keys.insert(&*key) {
            return Err(wrong(key, "the option occurs twice"));
        }
    }
    for (key, value) in &mut slot.options.meta {
        let taken = words::is_option(key)
            || (is_record && words::RECORD_OPTIONS.contains(&key.as_str()))
            || (place == Place::TupleItem && key == words::ITEM_OPTION);
        if taken {
            return Err(wrong(key, "the key has a meaning, so it cannot be metadata"));
        }
        if key == "__proto__" {
            return Err(DefinitionError::new(DefinitionCode::ReservedKey, "the key is reserved").in_key(key));
        }
        defaults::plain(value).map_err(|message| wrong(key, message))?;
        if !keys.insert(&*key) {
            return Err(wrong(key, "the option occurs twice"));
        }
    }
    Ok(())
}
