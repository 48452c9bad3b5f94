//! Loads the schema that `--schema` names: a definition, a JSON Schema or a snapshot, told apart by
//! what is in the file; an Avro schema and a `.proto` file by their names in `.avsc` and `.proto`.

use crate::args::{SchemaArgs, TypeArgs};
use crate::failure::{Failure, Result};
use crate::input::Input;
use crate::proto;
use std::path::Path;
use typecase::error::{Code, Error};
use typecase::schema::avro::AvroSchema;
use typecase::schema::model::{Document, Type};
use typecase::schema::{Schema, import};
use typecase::value::Value;

/// The most bytes of a schema file.
const MAX_BYTES: usize = 64 << 20;

impl SchemaArgs {
    /// The schema, if one was given.
    pub fn load(&self) -> Result<Option<Schema>> {
        let Some(path) = &self.schema else { return Ok(None) };
        load(path, &self.ty).map(Some)
    }
}

/// What is said where a schema is needed.
pub fn missing() -> Failure {
    Failure::Usage("a schema is needed: --schema FILE (`typecase infer` makes one from samples)".to_owned())
}

/// Loads a schema from a file of any kind, with the type that is asked for as its root.
pub fn load(path: &Path, ty: &TypeArgs) -> Result<Schema> {
    if path.extension().is_some_and(|extension| extension == "proto") {
        return proto::load(path, ty);
    }
    let schema = read(path)?;
    match &ty.type_name {
        Some(name) => with_root(path, &schema, name),
        None => Ok(schema),
    }
}

/// Loads a schema from a file of any kind that holds one.
fn read(path: &Path) -> Result<Schema> {
    let mut input = Input::open(path)?;
    let name = input.name().to_owned();
    let bytes = input.read_all(MAX_BYTES)?;
    if bytes.starts_with(b"tcs") {
        return Schema::from_snapshot(&bytes).map_err(|error| Failure::data(&name, &error, Default::default()));
    }
    let Ok(text) = str::from_utf8(&bytes) else {
        let error = Error::new(Code::Utf8, "the schema is neither text nor a snapshot");
        return Err(Failure::data(&name, &error, Default::default()));
    };
    let value = typecase::wire::json::parse(text).map_err(|error| Failure::in_text(&name, &bytes, &error))?;
    if path.extension().is_some_and(|extension| extension == "avsc") {
        let document = AvroSchema::from_value(&value).and_then(|schema| import::avro(&schema));
        let document = document.map_err(|error| crate::container::wrong_schema(&name, &error))?;
        return document.build().map_err(|error| Failure::definition(&name, &error));
    }
    if is_json_schema(&value) {
        let document = import::json_schema(&value)
            .map_err(|error| Failure::Data(format!("{name}: {}: {}", error.place(), error.message())))?;
        return document.build().map_err(|error| Failure::definition(&name, &error));
    }
    Schema::from_value(&value).map_err(|error| Failure::definition(&name, &error))
}

/// Whether a document is a JSON Schema and not a definition: it says so, or it has one of the keywords
/// that no definition has in that place.
pub fn is_json_schema(value: &Value<'_>) -> bool {
    let Some(entries) = value.as_map() else { return false };
    let is_map = |key: &str| value.get(key).is_some_and(|value| value.as_map().is_some());
    entries.iter().any(|(key, _)| matches!(key.as_str(), Some("$schema" | "$ref" | "$defs" | "$id")))
        || value.get("type").and_then(Value::as_str) == Some("object") && is_map("properties")
        || value.get("type").and_then(Value::as_str) == Some("array") && is_map("items")
        || ["anyOf", "oneOf", "allOf"].iter().any(|key| value.get(key).is_some_and(|value| value.as_list().is_some()))
}

/// The schema with a named type of its document as the root.
fn with_root(path: &Path, schema: &Schema, name: &str) -> Result<Schema> {
    let document = schema.document();
    if document.name.as_deref() == Some(name) {
        return Ok(schema.clone());
    }
    let names: Vec<&str> = document.types.iter().map(|(name, _)| name.as_str()).collect();
    if !names.contains(&name) {
        let names = if names.is_empty() { "no named types".to_owned() } else { names.join(", ") };
        return Err(Failure::Usage(format!("{}: there is no type {name}; there are {names}", path.display())));
    }
    let mut types = document.types.clone();
    if let Some(root) = &document.name {
        types.push((root.clone(), document.root.clone()));
    }
    let meta = document.meta.clone();
    let document = Document { types, meta, ..Document::new(Type::Reference(name.to_owned())) };
    document.build().map_err(|error| Failure::definition(&path.display().to_string(), &error))
}
