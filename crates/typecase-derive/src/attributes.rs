//! Reads `#[record(…)]` of the type, of its variants and of their fields.
//!
//! Every mistake is reported at its place, all of them at once.

use crate::case::Case;
use crate::setting::Setting;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, LitInt, LitStr, Path, Token, token};

/// Collects errors so that all are reported.
#[derive(Default)]
pub struct Errors(Option<syn::Error>);

impl Errors {
    /// Adds an error.
    pub fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Adds an error at a place.
    pub fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Fails if there was any.
    pub fn check(self) -> syn::Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

const CONTAINER: &[&str] =
    &["name", "rename_all", "rename_all_fields", "sparse", "tag", "untagged", "number", "open", "flags", "crate"];
const VARIANT: &[&str] = &["rename", "rename_all", "other", "proto"];
const FIELD: &[&str] = &[
    "rename", "alias", "default", "skip", "flatten", "nulls", "delta", "intern", "ty", "min", "max", "length",
    "pattern", "js", "proto", "avro", "cbor", "msgpack", "bson", "meta",
];
/// Attributes of `serde` under another name here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("with", "ty"),
    ("skip_serializing", "skip"),
    ("skip_deserializing", "skip"),
    ("deny_unknown_fields", "the option `strict` of the codec"),
    ("transparent", "nothing: a struct with one unnamed field is transparent"),
    ("content", "a struct variant: the fields are beside the tag"),
];

/// The attributes of the type.
#[derive(Default)]
pub struct Container {
    pub name: Option<LitStr>,
    pub rename_all: Option<Case>,
    pub rename_all_fields: Option<Case>,
    pub sparse: Option<Span>,
    pub tag: Option<LitStr>,
    pub untagged: Option<Span>,
    pub number: Option<Span>,
    pub open: Option<Span>,
    pub flags: Option<Span>,
    pub krate: Option<Path>,
}

impl Container {
    pub fn parse(attributes: &[Attribute], errors: &mut Errors) -> Container {
        let mut found = Container::default();
        each(attributes, CONTAINER, "type", errors, |name, meta| {
            match name {
                "name" => found.name = Some(text(&meta)?),
                "rename_all" => found.rename_all = Some(Case::parse(&text(&meta)?)?),
                "rename_all_fields" => found.rename_all_fields = Some(Case::parse(&text(&meta)?)?),
                "sparse" => found.sparse = Some(meta.path.span()),
                "tag" => found.tag = Some(text(&meta)?),
                "untagged" => found.untagged = Some(meta.path.span()),
                "number" => found.number = Some(meta.path.span()),
                "open" => found.open = Some(meta.path.span()),
                "flags" => found.flags = Some(meta.path.span()),
                _ => found.krate = Some(meta.value()?.call(Path::parse_mod_style)?),
            }
            Ok(())
        });
        if let Some(name) = &found.name {
            let value = name.value();
            if !value.starts_with(char::is_uppercase) || !value.chars().all(|c| c.is_alphanumeric() || c == '_') {
                errors.at(name.span(), "a type's name is letters, digits and `_`, and begins with a capital letter");
            }
        }
        found
    }
}

/// The attributes of a variant.
#[derive(Default)]
pub struct Variant {
    pub rename: Option<LitStr>,
    pub rename_all: Option<Case>,
    pub other: Option<Span>,
    /// `proto(id = …)`
    pub number: Option<(i32, Span)>,
}

impl Variant {
    pub fn parse(attributes: &[Attribute], errors: &mut Errors) -> Variant {
        let mut found = Variant::default();
        each(attributes, VARIANT, "variant", errors, |name, meta| {
            match name {
                "rename" => found.rename = Some(text(&meta)?),
                "rename_all" => found.rename_all = Some(Case::parse(&text(&meta)?)?),
                "proto" => found.number = Some((enum_number(&meta)?, meta.path.span())),
                _ => found.other = Some(meta.path.span()),
            }
            Ok(())
        });
        found
    }
}

/// What stands for a field that is missing.
pub enum Fallback {
    /// `Default::default()`
    Default,
    /// An expression.
    Value(Box<Expr>),
}

/// The attributes of a field.
#[derive(Default)]
pub struct Field {
    pub rename: Option<LitStr>,
    pub aliases: Vec<LitStr>,
    pub fallback: Option<Fallback>,
    pub skip: Option<Span>,
    pub flatten: Option<Span>,
    pub write_null: bool,
    pub delta: bool,
    pub intern: bool,
    /// The name of a type in the module `stand_in`.
    pub ty: Option<Ident>,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub length: Option<(Option<u64>, Option<u64>)>,
    pub pattern: Option<LitStr>,
    pub js: Option<Ident>,
    pub wires: Vec<(String, Setting)>,
    pub meta: Vec<(String, Setting)>,
    /// Where any attribute is, for errors where none may be.
    pub any: Option<Span>,
}

impl Field {
    pub fn parse(attributes: &[Attribute], errors: &mut Errors) -> Field {
        let mut found = Field::default();
        each(attributes, FIELD, "field", errors, |name, meta| {
            found.any.get_or_insert(meta.path.span());
            match name {
                "rename" => found.rename = Some(text(&meta)?),
                "alias" => found.aliases.push(text(&meta)?),
                "default" if meta.input.peek(Token![=]) => {
                    found.fallback = Some(Fallback::Value(Box::new(meta.value()?.parse()?)));
                }
                "default" => found.fallback = Some(Fallback::Default),
                "skip" => found.skip = Some(meta.path.span()),
                "flatten" => found.flatten = Some(meta.path.span()),
                "nulls" => match text(&meta)? {
                    literal if literal.value() == "write" => found.write_null = true,
                    literal => return Err(syn::Error::new(literal.span(), "the one value of `nulls` is \"write\"")),
                },
                "delta" => found.delta = true,
                "intern" => found.intern = true,
                "ty" => found.ty = Some(stand_in(&text(&meta)?)?),
                "min" => found.min = Some(number(&meta)?),
                "max" => found.max = Some(number(&meta)?),
                "length" => found.length = Some(length(&meta)?),
                "pattern" => found.pattern = Some(text(&meta)?),
                "js" => found.js = Some(js_integer(&text(&meta)?)?),
                "meta" => match Setting::entries(meta.input)? {
                    Setting::Map(entries) => found.meta.extend(entries),
                    _ => unreachable!("entries are a map"),
                },
                wire => found.wires.push((wire.to_string(), Setting::entries(meta.input)?)),
            }
            Ok(())
        });
        found
    }
}

/// Calls `take` for each attribute that is one of `known`; reports the others.
fn each(
    attributes: &[Attribute],
    known: &[&str],
    place: &str,
    errors: &mut Errors,
    mut take: impl FnMut(&str, ParseNestedMeta) -> syn::Result<()>,
) {
    let mut seen: Vec<String> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("record")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(|ident| ident.unraw().to_string()).unwrap_or_default();
            if !known.contains(&name.as_str()) {
                return Err(meta.error(unknown(&name, known, place)));
            }
            if seen.contains(&name) && name != "alias" && name != "meta" {
                return Err(meta.error(format!("`{name}` is given twice")));
            }
            seen.push(name.clone());
            take(&name, meta)
        });
        if let Err(error) = parsed {
            errors.push(error);
        }
    }
}

/// The number of a value of an enum in Protocol Buffers: `proto(id = 7)`.
fn enum_number(meta: &ParseNestedMeta) -> syn::Result<i32> {
    let settings = Setting::entries(meta.input)?;
    match settings.as_entries() {
        [(key, Setting::Integer(number))] if key == "id" && i32::try_from(*number).is_ok() => Ok(*number as i32),
        _ => Err(meta.error("a variant takes `proto(id = …)`, a 32-bit integer")),
    }
}

/// The message for an attribute that is not known in this place.
fn unknown(name: &str, known: &[&str], place: &str) -> String {
    if let Some((_, instead)) = ELSEWHERE.iter().find(|(other, _)| *other == name) {
        return match *instead {
            "ty" | "skip" => format!("unknown attribute `{name}`; use `{instead}`"),
            _ => format!("unknown attribute `{name}`; use {instead}"),
        };
    }
    for (list, owner) in [(CONTAINER, "type"), (VARIANT, "variant"), (FIELD, "field")] {
        if list.contains(&name) {
            return format!("`{name}` is an attribute of a {owner}, not of a {place}");
        }
    }
    let near = known.iter().map(|candidate| (distance(name, candidate), candidate)).min();
    match near {
        Some((steps, candidate)) if steps <= 2 || steps * 3 <= candidate.len() => {
            format!("unknown attribute `{name}`; did you mean `{candidate}`?")
        }
        _ => format!("unknown attribute `{name}`; a {place} has {}", known.join(", ")),
    }
}

/// How many letters to insert, remove or replace to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

/// `name = "text"`
fn text(meta: &ParseNestedMeta) -> syn::Result<LitStr> {
    meta.value()?.parse()
}

/// `name = 1.5`
fn number(meta: &ParseNestedMeta) -> syn::Result<f64> {
    let value = meta.value()?;
    let span = value.span();
    match value.parse()? {
        Setting::Integer(number) => Ok(number as f64),
        Setting::Float(number) => Ok(number),
        _ => Err(syn::Error::new(span, "expected a number")),
    }
}

/// `length = 4` or `length(min = 3, max = 32)`
fn length(meta: &ParseNestedMeta) -> syn::Result<(Option<u64>, Option<u64>)> {
    if !meta.input.peek(token::Paren) {
        let exact = meta.value()?.parse::<LitInt>()?.base10_parse()?;
        return Ok((Some(exact), Some(exact)));
    }
    let (mut least, mut greatest) = (None, None);
    meta.parse_nested_meta(|bound| {
        let place = if bound.path.is_ident("min") {
            &mut least
        } else if bound.path.is_ident("max") {
            &mut greatest
        } else {
            return Err(bound.error("a length has `min` and `max`"));
        };
        *place = Some(bound.value()?.parse::<LitInt>()?.base10_parse()?);
        Ok(())
    })?;
    Ok((least, greatest))
}

/// The scalars of docs/schema.md, Types, as `ty` names them, and the types of the module `stand_in`.
fn stand_in(literal: &LitStr) -> syn::Result<Ident> {
    let name = match literal.value().as_str() {
        "integer" => "Integer",
        "int32" => "Int32",
        "int64" => "Int64",
        "uint32" => "Uint32",
        "uint64" => "Uint64",
        "number" => "Number",
        "float32" => "Float32",
        "float64" => "Float64",
        "bigint" => "BigInt",
        "date" => "Date",
        "bytes" => "Bytes",
        _ => {
            return Err(syn::Error::new(
                literal.span(),
                "`ty` is one of \"integer\", \"int32\", \"int64\", \"uint32\", \"uint64\", \"number\", \"float32\", \
                 \"float64\", \"bigint\", \"date\", \"bytes\"; any other type is that of a Rust type",
            ));
        }
    };
    Ok(Ident::new(name, literal.span()))
}

/// `js = "number" | "bigint" | "string"`
fn js_integer(literal: &LitStr) -> syn::Result<Ident> {
    let name = match literal.value().as_str() {
        "number" => "Number",
        "bigint" => "BigInt",
        "string" => "String",
        _ => return Err(syn::Error::new(literal.span(), "`js` is \"number\", \"bigint\" or \"string\"")),
    };
    Ok(Ident::new(name, literal.span()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_attributes_are_explained() {
        assert_eq!(distance("renam", "rename"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(unknown("renam", FIELD, "field"), "unknown attribute `renam`; did you mean `rename`?");
        assert_eq!(unknown("tag", FIELD, "field"), "`tag` is an attribute of a type, not of a field");
        assert_eq!(unknown("with", FIELD, "field"), "unknown attribute `with`; use `ty`");
        assert!(unknown("zzzzzzz", VARIANT, "variant").ends_with("a variant has rename, rename_all, other, proto"));
    }
}
