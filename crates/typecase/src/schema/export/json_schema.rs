//! A document as a JSON Schema (2020-12) of its JSON form (`docs/json.md`, section 1).
//!
//! What JSON Schema has no keyword for is said in the annotation `x-typecase`, which the import reads, so
//! that a schema comes back as it was; other tools ignore it (`docs/json-schema.md`).

use super::super::model::{Document, Enum, Record, Rules, Scalar, Slot, TupleItem, Type, Union};
use super::super::names::Names;
use super::super::words::{ANNOTATIONS, EXTENSION};
use crate::value::{Text, Value};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The range of a sized integer, which an export writes and an import recognises.
pub(in super::super) fn range(scalar: Scalar) -> Option<(f64, f64)> {
    match scalar {
        Scalar::Int32 => Some((f64::from(i32::MIN), f64::from(i32::MAX))),
        Scalar::Uint32 => Some((0.0, f64::from(u32::MAX))),
        Scalar::Uint64 => Some((0.0, f64::INFINITY)),
        _ => None,
    }
}

/// The digits of an integer of any size.
const BIGINT: &str = "^(0|-?[1-9][0-9]*)$";

type Keywords = Vec<(Text<'static>, Value<'static>)>;

/// Writes a document as a JSON Schema.
///
/// ```
/// use typecase::schema::{Schema, export::json_schema};
/// let schema = Schema::parse(r#"{"id": "integer", "tags?": {"array": "string"}}"#)?;
/// assert_eq!(typecase::wire::json::print(&json_schema(schema.document()))?, concat!(
///     r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"#,
///     r#""id":{"type":"integer"},"tags":{"type":["array","null"],"items":{"type":"string"}}},"#,
///     r#""required":["id"]}"#,
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn json_schema(document: &Document) -> Value<'static> {
    let writer = Writer { document, names: Names::new(document), closed: document.is_strict() };
    let mut keywords = vec![entry("$schema", text("https://json-schema.org/draft/2020-12/schema"))];
    let meta = |key: &str| document.meta.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone());
    let title = meta("$title").or_else(|| document.name.as_deref().map(text));
    keywords.extend(title.map(|title| entry("title", title)));
    keywords.extend(meta("$description").map(|description| entry("description", description)));
    let root = writer.ty(&document.root);
    keywords.retain(|(key, _)| !has_text(&root, key));
    keywords.extend(root);
    if !document.types.is_empty() {
        let types = document.types.iter().map(|(name, ty)| entry(name, Value::map(writer.ty(ty)))).collect();
        keywords.push(entry("$defs", Value::map(types)));
    }
    Value::map(keywords)
}

struct Writer<'d> {
    document: &'d Document,
    names: Names<'d>,
    /// Whether records forbid other properties.
    closed: bool,
}

impl<'d> Writer<'d> {
    /// The keywords of a type.
    fn ty(&self, ty: &'d Type) -> Keywords {
        match ty {
            Type::Scalar(scalar) => self.scalar(*scalar),
            Type::Record(record) => self.record(record),
            Type::List(item) => {
                let mut keywords = vec![entry("type", text("array"))];
                keywords.extend(self.part("items", item));
                keywords
            }
            Type::Map(value) => {
                let mut keywords = vec![entry("type", text("object"))];
                keywords.extend(self.part("additionalProperties", value));
                keywords
            }
            Type::Tuple(items) => self.tuple(items),
            Type::Enum(it) => enumeration(it),
            Type::Flags(names) => {
                let flag = || Value::map(nullable(vec![entry("type", text("boolean"))]));
                let flags = names.iter().map(|name| entry(name, flag())).collect();
                let mut keywords = vec![entry("type", text("object")), entry("properties", Value::map(flags))];
                if self.closed {
                    keywords.push(entry("additionalProperties", Value::Bool(false)));
                }
                keywords.push(entry(EXTENSION, text("flags")));
                keywords
            }
            Type::Union(union) => self.union(union),
            Type::Reference(name) => vec![entry("$ref", text(&self.reference(name)))],
        }
    }

    fn reference(&self, name: &str) -> String {
        if self.document.types.iter().any(|(known, _)| known == name) {
            return format!("#/$defs/{}", escaped(name));
        }
        String::from("#")
    }

    fn scalar(&self, scalar: Scalar) -> Keywords {
        let name = match scalar {
            Scalar::Json => return Vec::new(),
            Scalar::Null => "null",
            Scalar::Boolean => "boolean",
            Scalar::Number | Scalar::Float32 | Scalar::Float64 => "number",
            Scalar::Integer | Scalar::Int32 | Scalar::Int64 | Scalar::Uint32 | Scalar::Uint64 => "integer",
            Scalar::BigInt | Scalar::Date | Scalar::String | Scalar::Bytes => "string",
        };
        let mut keywords = vec![entry("type", text(name))];
        match scalar {
            Scalar::BigInt => keywords.push(entry("pattern", text(BIGINT))),
            Scalar::Date => keywords.push(entry("format", text("date-time"))),
            Scalar::Bytes => keywords.push(entry("contentEncoding", text("base64"))),
            _ => {}
        }
        if let Some((min, max)) = range(scalar) {
            keywords.push(entry("minimum", number(min)));
            if max.is_finite() {
                keywords.push(entry("maximum", number(max)));
            }
        }
        if scalar.name() != name {
            keywords.push(entry(EXTENSION, text(scalar.name())));
        }
        keywords
    }

    fn record(&self, record: &'d Record) -> Keywords {
        let mut keywords = vec![entry("type", text("object"))];
        if let Some((kind, _)) = &record.kind {
            keywords.insert(0, entry("title", text(kind)));
        }
        let properties = record.fields.iter().map(|field| entry(&field.name, self.slot(&field.slot, true))).collect();
        keywords.push(entry("properties", Value::map(properties)));
        let required = record.fields.iter().filter(|field| !self.may_be_missing(&field.slot));
        let required: Vec<_> = required.map(|field| text(&field.name)).collect();
        if !required.is_empty() {
            keywords.push(entry("required", Value::list(required)));
        }
        if self.closed {
            keywords.push(entry("additionalProperties", Value::Bool(false)));
        }
        keywords
    }

    fn tuple(&self, items: &'d [TupleItem]) -> Keywords {
        let schemas = items.iter().map(|item| match (&item.name, self.slot(&item.slot, false)) {
            (Some(name), Value::Map(keywords)) => {
                let title = Some(entry("title", text(name))).filter(|_| !has(&keywords, "title"));
                Value::Map(title.map(|(key, value)| (Value::Text(key), value)).into_iter().chain(keywords).collect())
            }
            (_, schema) => schema,
        });
        vec![
            entry("type", text("array")),
            entry("prefixItems", Value::list(schemas.collect())),
            entry("items", Value::Bool(false)),
            entry("minItems", Value::uint(items.len() as u64)),
        ]
    }

    fn union(&self, union: &'d Union) -> Keywords {
        let branches = Value::list(union.branches.iter().map(|branch| Value::map(self.ty(branch))).collect());
        match &union.discriminator {
            None => vec![entry("anyOf", branches)],
            Some(key) => vec![
                entry("oneOf", branches),
                // The annotation of OpenAPI.
                entry("discriminator", Value::map(vec![entry("propertyName", text(key))])),
            ],
        }
    }

    /// The keyword with the schema of items or values, unless they may be anything.
    fn part(&self, keyword: &str, slot: &'d Slot) -> Option<(Text<'static>, Value<'static>)> {
        let schema = self.slot(slot, false);
        (schema.as_map() != Some(&[])).then(|| entry(keyword, schema))
    }

    /// Whether a field may be missing: `json` and `null` are never required.
    fn may_be_missing(&self, slot: &'d Slot) -> bool {
        let takes_null = matches!(self.names.follow(&slot.ty), Type::Scalar(Scalar::Json | Scalar::Null));
        !slot.required || slot.default.is_some() || takes_null
    }

    /// The schema of a slot.
    fn slot(&self, slot: &'d Slot, is_field: bool) -> Value<'static> {
        let mut keywords = self.ty(&slot.ty);
        rules(&mut keywords, self.names.follow(&slot.ty), &slot.options.rules);
        let takes_null = if is_field { self.may_be_missing(slot) && !slot.options.refuse_null } else { !slot.required };
        if takes_null {
            keywords = nullable(keywords);
        }
        if let Some(default) = &slot.default {
            keywords.push(entry("default", plain(default)));
        }
        for (key, value) in &slot.options.meta {
            if ANNOTATIONS.contains(&key.as_str()) && !has_text(&keywords, key) {
                keywords.push(entry(key, value.clone()));
            }
        }
        Value::map(keywords)
    }
}

fn enumeration(it: &Enum) -> Keywords {
    let listed = vec![entry("enum", Value::list(it.values.clone()))];
    if !it.open {
        return listed;
    }
    let any = Value::list(vec![text("string"), text("number")]);
    vec![entry("anyOf", Value::list(vec![Value::map(listed), Value::map(vec![entry("type", any)])]))]
}

/// Keywords that take null too.
fn nullable(mut keywords: Keywords) -> Keywords {
    if keywords.is_empty() {
        return keywords;
    }
    let null = || Value::map(vec![entry("type", text("null"))]);
    if keywords.len() == 1
        && let [(key, Value::List(branches))] = keywords.as_mut_slice()
        && matches!(key.as_str(), "anyOf" | "enum")
    {
        let more = if key.as_str() == "enum" { Value::Null } else { null() };
        let known = core::mem::take(branches).into_vec();
        if !known.contains(&more) {
            *branches = known.into_iter().chain([more]).collect();
        } else {
            *branches = known.into();
        }
        return keywords;
    }
    match keywords.iter_mut().find(|(key, _)| key.as_str() == "type") {
        Some((_, name @ Value::Text(_))) if name.as_str() != Some("null") => {
            *name = Value::list(vec![name.clone(), text("null")]);
            keywords
        }
        Some(_) => keywords,
        None => vec![entry("anyOf", Value::list(vec![Value::map(keywords), null()]))],
    }
}

/// Adds the rules of a slot, as far as JSON Schema can say them of the JSON form.
fn rules(keywords: &mut Keywords, ty: &Type, rules: &Rules) {
    let (least, greatest) = match ty {
        Type::Scalar(Scalar::String) => ("minLength", "maxLength"),
        Type::List(_) => ("minItems", "maxItems"),
        Type::Map(_) => ("minProperties", "maxProperties"),
        Type::Scalar(Scalar::Date | Scalar::BigInt | Scalar::Bytes) => return,
        _ => ("", ""),
    };
    for (keyword, bound) in [("minimum", rules.min), ("maximum", rules.max)] {
        let Some(bound) = bound else { continue };
        match keywords.iter_mut().find(|(key, _)| key.as_str() == keyword) {
            // The range of the type itself.
            Some((_, known)) => {
                let narrower = |known: f64| if keyword == "minimum" { bound > known } else { bound < known };
                if known.as_f64().is_some_and(narrower) {
                    *known = number(bound);
                }
            }
            None => keywords.push(entry(keyword, number(bound))),
        }
    }
    if least.is_empty() {
        return;
    }
    for (keyword, bound) in [(least, rules.min_length), (greatest, rules.max_length)] {
        keywords.extend(bound.map(|bound| entry(keyword, Value::uint(bound))));
    }
    keywords.extend(rules.pattern.as_ref().map(|pattern| entry("pattern", text(pattern))));
    let bounded = rules.min_length.is_some_and(|least| least > 1) || rules.max_length.is_some_and(|most| most > 0);
    if bounded && !rules.characters && *ty == Type::Scalar(Scalar::String) {
        // JSON Schema counts characters.
        keywords.push(entry(EXTENSION, text("utf16")));
    }
}

/// A default in its JSON form.
fn plain(value: &Value<'static>) -> Value<'static> {
    match value {
        Value::Float(float) => number(*float),
        Value::BigInt(digits) => text(digits),
        Value::Bytes(bytes) => {
            let mut out = Vec::new();
            crate::text::print::base64(&mut out, bytes);
            unquoted(&out)
        }
        Value::Date(millis) => {
            let mut out = Vec::new();
            crate::text::print::date(&mut out, *millis);
            unquoted(&out)
        }
        other => other.clone(),
    }
}

/// JSON text of a string without escapes as a value.
fn unquoted(json: &[u8]) -> Value<'static> {
    let inner = core::str::from_utf8(json).unwrap_or_default().trim_matches('"');
    text(inner)
}

/// A number, as an integer where it is one within 2^53.
fn number(number: f64) -> Value<'static> {
    let whole = number as i64;
    if whole as f64 == number && whole.unsigned_abs() <= 1 << 53 { Value::Int(whole) } else { Value::Float(number) }
}

/// A name as a segment of a JSON pointer in a reference.
fn escaped(name: &str) -> String {
    let mut out = String::new();
    for c in name.replace('~', "~0").replace('/', "~1").chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~') {
            out.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    out
}

fn entry(key: &str, value: Value<'static>) -> (Text<'static>, Value<'static>) {
    (Text::owned(key), value)
}

fn text(text: &str) -> Value<'static> {
    Value::Text(Text::owned(text))
}

fn has(keywords: &[(Value<'static>, Value<'static>)], keyword: &str) -> bool {
    keywords.iter().any(|(key, _)| key.as_str() == Some(keyword))
}

fn has_text(keywords: &Keywords, keyword: &str) -> bool {
    keywords.iter().any(|(key, _)| key.as_str() == keyword)
}
