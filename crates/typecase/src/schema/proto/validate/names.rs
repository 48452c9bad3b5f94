//! Names that must differ although they are written differently: in JSON, and of enums' values in many languages.

use crate::schema::proto::descriptor::{Edition, EnumId, Field, MessageId};
use crate::schema::proto::lexer::{Fault, Outcome, quoted};
use crate::schema::proto::{FileSet, json_name};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

/// `MessageOptions.deprecated_legacy_json_field_conflicts`, and that of `EnumOptions`.
const MESSAGE_CONFLICTS: u32 = 11;
const ENUM_CONFLICTS: u32 = 6;
/// `EnumOptions.allow_alias`.
const ALLOW_ALIAS: u32 = 2;

/// The keys of the fields in JSON differ.
pub(super) fn message(set: &FileSet, id: MessageId) -> Outcome<()> {
    let message = set.message(id);
    if message.options.tree.flag(MESSAGE_CONFLICTS) {
        return Ok(());
    }
    let best_effort = message.features.is_json_best_effort();
    for custom in [false, true] {
        let mut known: BTreeMap<String, bool> = BTreeMap::new();
        for field in &message.fields {
            let (name, is_custom) = key(field, custom);
            if is_custom && name.starts_with('[') && name.ends_with(']') {
                return Err(Fault::new(field.at, format!("the JSON name {} is in brackets", quoted(&name))));
            }
            let Some(&other) = known.get(name.as_ref()) else {
                known.insert(name.into_owned(), is_custom);
                continue;
            };
            if custom && !is_custom && !other || best_effort && !(is_custom && other) {
                continue;
            }
            return Err(Fault::new(field.at, format!("another field has the JSON name {}", quoted(&name))));
        }
    }
    Ok(())
}

/// The key of a field in JSON, and whether it is one that is written and no other than the default.
fn key(field: &Field, custom: bool) -> (Cow<'_, str>, bool) {
    let default = json_name(&field.name);
    match &field.json_name {
        Some(name) if custom && *name != default => (Cow::Borrowed(name), true),
        _ => (Cow::Owned(default), false),
    }
}

/// The numbers of the values differ, unless aliases are allowed; and so do the names without the name of the enum.
pub(super) fn enumeration(set: &FileSet, id: EnumId) -> Outcome<()> {
    let it = set.enumeration(id);
    if let Some(first) = it.values.first()
        && !set.is_closed(id)
        && first.number != 0
    {
        return Err(Fault::new(first.at, "the first value of an open enum is zero"));
    }
    let allows_alias = it.options.tree.flag(ALLOW_ALIAS);
    let allows_conflicts = it.options.tree.flag(ENUM_CONFLICTS) && set.edition(it.file) == Edition::Proto2;
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for (at, value) in it.values.iter().enumerate() {
        let first = set.value_by_number(id, value.number).map(|first| &first.name);
        if !allows_alias && first != Some(&value.name) {
            let message = format!("the value {} has the number of another one", quoted(&value.name));
            return Err(Fault::new(value.at, message));
        }
        let other = &it.values[*names.entry(pascal(without_prefix(&it.name, &value.name))).or_insert(at)];
        if other.name != value.name && other.number != value.number && !allows_conflicts {
            let message = format!(
                "{} is {} but for upper and lower case and the name of the enum",
                quoted(&value.name),
                quoted(&other.name)
            );
            return Err(Fault::new(value.at, message));
        }
    }
    Ok(())
}

/// The name of a value without that of its enum in front, whatever its case and underscores.
fn without_prefix<'n>(prefix: &str, name: &'n str) -> &'n str {
    let mut prefix = prefix.bytes().filter(|byte| *byte != b'_').map(|byte| byte.to_ascii_lowercase()).peekable();
    let mut at = 0;
    while prefix.peek().is_some() {
        let Some(byte) = name.as_bytes().get(at) else { return name };
        at += 1;
        if *byte == b'_' {
            continue;
        }
        if prefix.next() != Some(byte.to_ascii_lowercase()) {
            return name;
        }
    }
    let rest = name[at..].trim_start_matches('_');
    if rest.is_empty() { name } else { rest }
}

fn pascal(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut capital = true;
    for c in name.chars() {
        if c == '_' {
            capital = true;
        } else {
            out.push(if capital { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() });
            capital = false;
        }
    }
    out
}
