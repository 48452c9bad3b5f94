//! Prints a document as a definition, in the shortest form that a person would write.
//!
//! First comes the definition as a JSON value, then its text: what fits on a line stays on one line.

use super::model::{Document, Field, JsInteger, Layout, Options, Record, Rules, Slot, TupleItem, Type, Union};
use super::words;
use crate::text::{date, print};
use crate::value::{Text, Value};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

type Entry = (Text<'static>, Value<'static>);

/// How wide a line may be before an object or a list is broken over several.
const WIDTH: usize = 100;

impl Document {
    /// Whether the document is written with `$` keys rather than as its root alone.
    pub(super) fn has_keys(&self) -> bool {
        self.name.is_some()
            || !self.types.is_empty()
            || self.sparse
            || self.layout != Layout::Rows
            || !self.meta.is_empty()
            || matches!(&self.root, Type::Record(Record { kind: None, fields })
                if fields.first().is_some_and(|field| field.name.starts_with('$')))
    }

    /// The definition as a JSON value: what [`parse`](Document::parse) reads.
    pub fn to_value(&self) -> Value<'static> {
        let root = type_value(&self.root);
        if !self.has_keys() {
            return root;
        }
        let mut entries = Vec::new();
        if let Some(name) = &self.name {
            entries.push(entry("$name", text(name)));
        }
        if !self.types.is_empty() {
            let types = self.types.iter().map(|(name, ty)| entry(name, type_value(ty))).collect();
            entries.push(entry("$types", Value::map(types)));
        }
        entries.push(entry("$root", root));
        if self.sparse {
            entries.push(entry("$sparse", Value::Bool(true)));
        }
        match self.layout {
            Layout::Rows => {}
            Layout::Flat => entries.push(entry("$layout", text("flat"))),
            Layout::Columns => entries.push(entry("$layout", text("columns"))),
        }
        entries.extend(self.meta.iter().map(|(key, value)| entry(key, value.clone())));
        Value::map(entries)
    }

    /// The definition as JSON text, broken into lines for people.
    ///
    /// ```
    /// use typecase::schema::model::Document;
    /// let document = Document::parse(r#"{"id":"number","tags":{"type":"array","array":"string"}}"#)?;
    /// assert_eq!(document.to_json(), r#"{ "id": "number", "tags": { "array": "string" } }"#);
    /// # Ok::<(), typecase::schema::DefinitionError>(())
    /// ```
    pub fn to_json(&self) -> String {
        let mut out = Vec::new();
        broken(&mut out, &self.to_value(), 0, 0);
        String::from_utf8(out).unwrap_or_default()
    }

    /// The definition as JSON text on one line without spaces.
    pub fn to_json_line(&self) -> String {
        let mut out = Vec::new();
        json(&mut out, &self.to_value(), "");
        String::from_utf8(out).unwrap_or_default()
    }
}

fn entry(key: &str, value: Value<'static>) -> Entry {
    (Text::owned(key), value)
}

fn text(text: &str) -> Value<'static> {
    Value::Text(Text::owned(text))
}

/// A type by itself.
fn type_value(ty: &Type) -> Value<'static> {
    match ty {
        Type::Scalar(scalar) => text(scalar.name()),
        Type::Reference(name) => text(name),
        Type::Record(record) if !fits_short_form(record) => Value::map(content(ty)),
        Type::Record(record) => short_record(record),
        Type::Tuple(items) => tuple(items),
        _ => Value::map(content(ty)),
    }
}

/// A type as the entries that a long form starts with.
fn content(ty: &Type) -> Vec<Entry> {
    match ty {
        Type::Scalar(_) | Type::Reference(_) => vec![entry("type", type_value(ty))],
        Type::Record(record) if !fits_short_form(record) => general_record(record),
        Type::Record(record) => vec![entry("record", short_record(record))],
        Type::List(item) => vec![entry("array", slot_value(item))],
        Type::Map(value) => vec![entry("map", slot_value(value))],
        Type::Enum(it) => {
            let mut entries = vec![entry("enum", Value::list(it.values.clone()))];
            if it.open {
                entries.push(entry("open", Value::Bool(true)));
            }
            entries
        }
        Type::Flags(names) => vec![entry("flags", Value::list(names.iter().map(|name| text(name)).collect()))],
        Type::Tuple(items) => vec![entry("tuple", tuple(items))],
        Type::Union(union) => union_content(union),
    }
}

fn union_content(union: &Union) -> Vec<Entry> {
    let mut entries = vec![entry("union", Value::list(union.branches.iter().map(type_value).collect()))];
    if let Some(discriminator) = &union.discriminator {
        entries.push(entry("discriminator", text(discriminator)));
    }
    entries
}

/// A slot: short if nothing needs the long form.
fn slot_value(slot: &Slot) -> Value<'static> {
    if slot.default.is_none() && slot.options == Options::default() {
        match &slot.ty {
            Type::Scalar(_) | Type::Reference(_) if !slot.required => return optional_name(&slot.ty),
            _ if slot.required => return type_value(&slot.ty),
            _ => {}
        }
    }
    long_form(slot, None)
}

/// `?string`, `?User`.
fn optional_name(ty: &Type) -> Value<'static> {
    match ty {
        Type::Reference(name) => text(&format!("?{name}")),
        Type::Scalar(scalar) => text(&format!("?{}", scalar.name())),
        _ => type_value(ty),
    }
}

/// The long form of a slot, or of a tuple's item with a name.
fn long_form(slot: &Slot, name: Option<&str>) -> Value<'static> {
    let mut entries = content(&slot.ty);
    if let Some(name) = name {
        entries.push(entry(words::ITEM_OPTION, text(name)));
    }
    if !slot.required {
        entries.push(entry("required", Value::Bool(false)));
    }
    if let Some(default) = &slot.default {
        entries.push(entry("default", default.clone()));
    }
    let options = &slot.options;
    if !options.aliases.is_empty() {
        let aliases = options.aliases.iter().map(|alias| text(alias)).collect();
        entries.push(entry("aliases", Value::list(aliases)));
    }
    for (option, is_set) in [("delta", options.delta), ("intern", options.intern)] {
        if is_set {
            entries.push(entry(option, Value::Bool(true)));
        }
    }
    if options.write_null {
        entries.push(entry("nulls", text("write")));
    }
    if options.refuse_null {
        entries.push(entry("nulls", text("refuse")));
    }
    if let Some(js) = options.js {
        let js = match js {
            JsInteger::Number => "number",
            JsInteger::BigInt => "bigint",
            JsInteger::String => "string",
        };
        entries.push(entry("js", text(js)));
    }
    rules(&mut entries, &options.rules);
    entries.extend(options.wires.iter().chain(&options.meta).map(|(key, value)| entry(key, value.clone())));
    Value::map(entries)
}

fn rules(entries: &mut Vec<Entry>, rules: &Rules) {
    for (rule, bound) in [("min", rules.min), ("max", rules.max)] {
        if let Some(bound) = bound {
            entries.push(entry(rule, Value::Float(bound)));
        }
    }
    let length = match (rules.min_length, rules.max_length) {
        (None, None) => None,
        (min, max) if rules.characters => {
            let bounds = [("min", min), ("max", max)];
            let bounds = bounds.into_iter().filter_map(|(key, bound)| Some(entry(key, Value::uint(bound?))));
            Some(Value::map(bounds.chain([entry("unit", text("characters"))]).collect()))
        }
        (Some(min), Some(max)) if min == max => Some(Value::uint(min)),
        (Some(min), Some(max)) => Some(Value::list(vec![Value::uint(min), Value::uint(max)])),
        (Some(min), None) => Some(Value::map(vec![entry("min", Value::uint(min))])),
        (None, Some(max)) => Some(Value::map(vec![entry("max", Value::uint(max))])),
    };
    if let Some(length) = length {
        entries.push(entry("length", length));
    }
    if let Some(pattern) = &rules.pattern {
        entries.push(entry("pattern", text(pattern)));
    }
}

/// Whether the keys of a record in its short form would be read as what they are.
fn fits_short_form(record: &Record) -> bool {
    let first_fits = match (&record.kind, record.fields.first()) {
        (None, Some(first)) => {
            let like_kind = words::is_capitalised(&first.name) && !has_optional_key(first) && is_object(&first.slot);
            !words::is_type_word(&first.name) && !like_kind
        }
        _ => true,
    };
    first_fits && !record.fields.iter().any(|field| field.name.ends_with('?'))
}

/// Whether [`slot_value`] gives an object.
fn is_object(slot: &Slot) -> bool {
    let bare = slot.default.is_none() && slot.options == Options::default();
    match slot.ty {
        Type::Scalar(_) | Type::Reference(_) => !bare,
        Type::Tuple(_) => !bare || !slot.required,
        _ => true,
    }
}

/// Whether a field that may be missing says so with a `?` after its key: `"tags?": {...}`.
fn has_optional_key(field: &Field) -> bool {
    let slot = &field.slot;
    let named = matches!(slot.ty, Type::Scalar(_) | Type::Reference(_));
    !slot.required && !named && slot.default.is_none() && slot.options == Options::default()
}

fn short_record(record: &Record) -> Value<'static> {
    let mut entries = Vec::with_capacity(record.fields.len() + 1);
    if let Some((kind, meta)) = &record.kind {
        entries.push(entry(kind, meta.clone()));
    }
    for (index, field) in record.fields.iter().enumerate() {
        if has_optional_key(field) {
            entries.push((Text::from(format!("{}?", field.name)), type_value(&field.slot.ty)));
            continue;
        }
        let mut value = slot_value(&field.slot);
        // A first key `type` with a string would be the long form.
        if index == 0 && record.kind.is_none() && field.name == "type" && value.as_str().is_some() {
            value = long_form(&field.slot, None);
        }
        entries.push(entry(&field.name, value));
    }
    Value::map(entries)
}

/// The form in which a key is a name and nothing more.
fn general_record(record: &Record) -> Vec<Entry> {
    let fields = record.fields.iter().map(|field| entry(&field.name, slot_value(&field.slot))).collect();
    let mut entries = vec![entry("type", text("record")), entry("fields", Value::map(fields))];
    if let Some((kind, meta)) = &record.kind {
        entries.push(entry("kind", Value::map(vec![entry(kind, meta.clone())])));
    }
    entries
}

fn tuple(items: &[TupleItem]) -> Value<'static> {
    let item = |item: &TupleItem| match &item.name {
        None => slot_value(&item.slot),
        Some(name) if words::is_type_word(name) || name.ends_with('?') => long_form(&item.slot, Some(name)),
        Some(name) => {
            let mut value = slot_value(&item.slot);
            if name == "type" && value.as_str().is_some() {
                value = long_form(&item.slot, None);
            }
            Value::map(vec![entry(name, value)])
        }
    };
    Value::list(items.iter().map(item).collect())
}

/// Prints a value with what follows it on its line, broken over lines where it would be too wide.
fn broken(out: &mut Vec<u8>, value: &Value<'_>, indent: usize, after: usize) {
    let line_start = out.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let start = out.len();
    let room = (WIDTH + line_start).saturating_sub(start + after);
    if fits(value, room).is_some() {
        return json(out, value, " ");
    }
    match value {
        Value::List(items) if !items.is_empty() => {
            out.push(b'[');
            for (index, item) in items.iter().enumerate() {
                new_line(out, index, indent + 2);
                broken(out, item, indent + 2, 1);
            }
            new_line(out, 0, indent);
            out.push(b']');
        }
        Value::Map(entries) if !entries.is_empty() => {
            out.push(b'{');
            for (index, (key, item)) in entries.iter().enumerate() {
                new_line(out, index, indent + 2);
                json(out, key, " ");
                out.extend_from_slice(b": ");
                broken(out, item, indent + 2, 1);
            }
            new_line(out, 0, indent);
            out.push(b'}');
        }
        _ => json(out, value, " "),
    }
}

fn new_line(out: &mut Vec<u8>, index: usize, indent: usize) {
    if index > 0 {
        out.push(b',');
    }
    out.push(b'\n');
    out.resize(out.len() + indent, b' ');
}

/// What is left of `room` after a value on one line; `None` if it does not fit. Takes no longer than
/// it takes to fill the room.
fn fits(value: &Value<'_>, room: usize) -> Option<usize> {
    match value {
        Value::List(items) => {
            items.iter().try_fold(room.checked_sub(2)?, |room, item| fits(item, room)?.checked_sub(2))
        }
        Value::Map(entries) => entries.iter().try_fold(room.checked_sub(4)?, |room, (key, item)| {
            fits(item, fits(key, room)?.checked_sub(2)?)?.checked_sub(2)
        }),
        Value::Text(text) => room.checked_sub(text.chars().take(room + 1).count() + 2),
        Value::Bytes(bytes) => room.checked_sub(bytes.len().div_ceil(3) * 4 + 2),
        Value::BigInt(digits) => room.checked_sub(digits.len() + 2),
        Value::Date(_) => room.checked_sub(26),
        _ => room.checked_sub(4),
    }
}

/// Prints a value on one line, with `space` where a person puts one.
pub(super) fn json(out: &mut Vec<u8>, value: &Value<'_>, space: &str) {
    match value {
        Value::List(items) => {
            out.push(b'[');
            for (index, item) in items.iter().enumerate() {
                separator(out, index, space);
                json(out, item, space);
            }
            out.push(b']');
        }
        Value::Map(entries) => {
            let space = if entries.is_empty() { "" } else { space };
            out.push(b'{');
            out.extend_from_slice(space.as_bytes());
            for (index, (key, item)) in entries.iter().enumerate() {
                separator(out, index, space);
                json(out, key, space);
                out.push(b':');
                out.extend_from_slice(space.as_bytes());
                json(out, item, space);
            }
            out.extend_from_slice(space.as_bytes());
            out.push(b'}');
        }
        scalar => {
            json_scalar(out, scalar);
            // The printers of scalars add the comma that wires need.
            out.pop();
        }
    }
}

/// A scalar as JSON text, and a comma.
fn json_scalar(out: &mut Vec<u8>, value: &Value<'_>) {
    match value {
        Value::Bool(true) => out.extend_from_slice(b"true,"),
        Value::Bool(false) => out.extend_from_slice(b"false,"),
        Value::Int(value) => print::int(out, *value),
        Value::Uint(value) => print::uint(out, *value),
        // What reads it back keeps the sign.
        Value::Float(value) if *value == 0.0 && value.is_sign_negative() => out.extend_from_slice(b"-0,"),
        Value::Float(value) if value.is_finite() => print::double(out, *value),
        Value::BigInt(digits) => print::string(out, digits, b','),
        Value::Text(text) => print::string(out, text, b','),
        Value::Bytes(bytes) => print::base64(out, bytes),
        Value::Date(millis) if date::in_range(*millis) => print::date(out, *millis),
        // Nothing else is in a document that has been built.
        _ => out.extend_from_slice(b"null,"),
    }
}

fn separator(out: &mut Vec<u8>, index: usize, space: &str) {
    if index > 0 {
        out.push(b',');
        out.extend_from_slice(space.as_bytes());
    }
}
