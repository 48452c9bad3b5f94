//! The keys of fields and the values of enums: how Rust's names become them, and which are allowed.

use crate::attributes::{self, Errors};
use crate::case::Case;
use proc_macro2::Span;
use std::collections::HashMap;
use syn::ext::IdentExt;
use syn::{Ident, LitStr};

/// The name in the schema: as `rename` says, or the Rust name as `rename_all` says.
pub fn schema_name(ident: &Ident, rename: Option<&LitStr>, rename_all: Option<Case>) -> String {
    match (rename, rename_all) {
        (Some(literal), _) => literal.value(),
        (None, Some(case)) => case.apply(&ident.unraw().to_string()),
        (None, None) => ident.unraw().to_string(),
    }
}

/// Checks the key of a field as docs/schema.md, Errors, says.
pub fn check_key(key: &str, span: Span, errors: &mut Errors) {
    check_alias(key, span, errors);
    if !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit()) {
        errors.at(span, format!("the key `{key}` is an integer, which JavaScript would order first"));
    }
}

/// Checks another key of a field.
pub fn check_alias(key: &str, span: Span, errors: &mut Errors) {
    if key == "__proto__" {
        errors.at(span, "the key `__proto__` is reserved");
    }
}

/// The name of an enum's value, checked; shared by enums and unions.
pub fn variant_name(
    ident: &Ident,
    attributes: &attributes::Variant,
    rename_all: Option<Case>,
    unique: &mut Unique,
    errors: &mut Errors,
) -> String {
    let name = schema_name(ident, attributes.rename.as_ref(), rename_all);
    let span = attributes.rename.as_ref().map_or_else(|| ident.span(), |literal| literal.span());
    unique.add(&name, span, "variants", errors);
    name
}

/// Finds names that occur twice.
#[derive(Default)]
pub struct Unique(HashMap<String, Span>);

impl Unique {
    /// Adds a name, or reports both of its places.
    pub fn add(&mut self, name: &str, span: Span, what: &str, errors: &mut Errors) {
        if let Some(first) = self.0.insert(name.to_string(), span) {
            errors.at(span, format!("two {what} are named `{name}`"));
            errors.at(first, format!("`{name}` is first used here"));
        }
    }
}

/// The text as a JSON string.
pub fn json_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The key of a field as wires of JSON text write it: `,"name":`.
pub fn json_key(name: &str) -> String {
    format!(",{}:", json_string(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_json() {
        assert_eq!(json_key("a\"\\\n\u{1}é"), ",\"a\\\"\\\\\\n\\u0001é\":");
    }
}
