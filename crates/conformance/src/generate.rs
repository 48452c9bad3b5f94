//! Rust types from schemas that are imported from `.proto` files: the text of `generated.rs`.

use crate::messages::MESSAGES;
use std::fmt::Write as _;
use typecase::schema::model::{Document, Enum, Field, Record, Scalar, Type};
use typecase::value::Value;

const HEAD: &str = "\
//! Rust types for the messages of the conformance tests, a module for each message and what it refers to.
//! `typecase-conformance generate` prints this file.
#![allow(missing_docs, non_snake_case, non_camel_case_types, dead_code, clippy::upper_case_acronyms, clippy::vec_box)]
";

/// The modules of all messages.
pub fn modules(documents: &[Document]) -> String {
    let mut out = HEAD.to_owned();
    for (document, (_, module)) in documents.iter().zip(MESSAGES) {
        _ = write!(out, "\n#[rustfmt::skip]\npub mod {module} {{\n");
        let root = document.name.as_ref().map(|name| (name, &document.root));
        for (name, ty) in root.into_iter().chain(document.types.iter().map(|(name, ty)| (name, ty))) {
            match ty {
                Type::Record(it) => record(&mut out, name, it, document),
                Type::Enum(it) => enumeration(&mut out, name, it, document),
                _ => panic!("the import makes records and enums"),
            }
        }
        out.push_str("}\n");
    }
    out
}

fn record(out: &mut String, name: &str, record: &Record, document: &Document) {
    _ = writeln!(out, "    #[derive(typecase::Record)]\n    pub struct {name} {{");
    for Field { name, slot } in &record.fields {
        let settings =
            slot.options.wires.iter().find(|(wire, _)| wire == "proto").and_then(|(_, value)| value.as_map());
        let settings = settings.unwrap_or_default().iter().filter_map(|(key, value)| setting(key.as_str()?, value));
        let settings = settings.collect::<Vec<_>>().join(", ");
        let identifier = identifier(name);
        let rename = if identifier.trim_start_matches("r#") == name { "" } else { &format!("rename = {name:?}, ") };
        _ = writeln!(out, "        #[record({rename}proto({settings}))]");
        let ty = rust_type(&slot.ty, document);
        let ty = if slot.required { ty } else { format!("Option<{ty}>") };
        _ = writeln!(out, "        pub {identifier}: {ty},");
    }
    out.push_str("    }\n");
}

/// A setting that matters to the wire.
fn setting(key: &str, value: &Value<'_>) -> Option<String> {
    match (key, value) {
        ("json" | "default", _) => None,
        (key, Value::Text(text)) => Some(format!("{key} = {:?}", text.as_str())),
        (key, Value::Int(number)) => Some(format!("{key} = {number}")),
        (key, Value::Bool(set)) => Some(format!("{key} = {set}")),
        _ => panic!("the setting {key} is a string, an integer or a boolean"),
    }
}

fn enumeration(out: &mut String, name: &str, it: &Enum, document: &Document) {
    let notes = document.meta.iter().find(|(key, _)| key == "$proto").and_then(|(_, notes)| notes.get(name));
    let numbers = notes.and_then(|notes| notes.get("numbers")).and_then(Value::as_list).unwrap_or_default();
    _ = writeln!(out, "    #[derive(typecase::Record)]\n    pub enum {name} {{");
    for (value, number) in it.values.iter().zip(numbers) {
        let (value, number) = (value.as_str().unwrap_or_default(), number.as_int().unwrap_or_default());
        _ = writeln!(out, "        #[record(proto(id = {number}))]\n        {value},");
    }
    if it.open {
        _ = writeln!(out, "        #[record(other)]\n        Unrecognized(typecase::OwnedValue),");
    }
    out.push_str("    }\n");
}

fn rust_type(ty: &Type, document: &Document) -> String {
    match ty {
        Type::Scalar(scalar) => match scalar {
            Scalar::Boolean => "bool",
            Scalar::Int32 => "i32",
            Scalar::Int64 => "i64",
            Scalar::Uint32 => "u32",
            Scalar::Uint64 => "u64",
            Scalar::Float32 => "f32",
            Scalar::Float64 => "f64",
            Scalar::String => "String",
            Scalar::Bytes => "typecase::Bytes",
            other => panic!("the import makes no {}", other.name()),
        }
        .to_owned(),
        Type::Reference(name) => {
            let is_enum = document.types.iter().any(|(known, ty)| known == name && matches!(ty, Type::Enum(_)));
            // Messages contain themselves.
            if is_enum { name.clone() } else { format!("Box<{name}>") }
        }
        Type::List(item) => format!("Vec<{}>", rust_type(&item.ty, document)),
        Type::Map(value) => format!("std::collections::BTreeMap<String, {}>", rust_type(&value.ty, document)),
        _ => panic!("the import makes types, lists and maps of them"),
    }
}

/// A name as an identifier: with `r#` if it is a word of the language, and without brackets and dots.
fn identifier(name: &str) -> String {
    const WORDS: [&str; 9] = ["type", "enum", "struct", "fn", "match", "ref", "self", "use", "where"];
    match name {
        name if WORDS.contains(&name) => format!("r#{name}"),
        name => name.replace(['[', ']'], "").replace('.', "_"),
    }
}
