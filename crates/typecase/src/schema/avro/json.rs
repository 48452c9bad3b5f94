//! Avro's JSON encoding of values ("JSON Encoding"): bytes are strings of the code points 0 to 255, and the value of
//! a union is null or an object with the branch as its only key.
//!
//! The values are those of codecs for the schema as [`import::avro`](crate::schema::import::avro) gives it.

use super::{AvroSchema, Kind, Node};
use crate::error::{Code, Error, Result};
use crate::limits::DEEPEST;
use crate::value::{Text, Value};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

impl AvroSchema {
    /// Reads a value from Avro's JSON encoding.
    ///
    /// ```
    /// use typecase::schema::avro::AvroSchema;
    /// use typecase::value::Value;
    /// use typecase::wire::json;
    ///
    /// let schema = AvroSchema::parse(r#"{"type": "array", "items": ["int", "bytes"]}"#)?;
    /// let encoded = json::parse(r#"[{"int":7},{"bytes":"\u00ff"}]"#)?;
    /// let value = schema.value_from_json(&encoded)?;
    /// assert_eq!(value.as_list().unwrap()[0], Value::Case(Box::new((0, Value::Int(7)))));
    /// assert_eq!(schema.value_to_json(&value)?, encoded);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `type` for what is not a value of the schema, with its path.
    pub fn value_from_json(&self, json: &Value<'_>) -> Result<Value<'static>> {
        self.value_of(self.root, json, false, DEEPEST)
    }

    /// Writes a value in Avro's JSON encoding.
    ///
    /// # Errors
    /// `type` for what is not a value of the schema, with its path.
    pub fn value_to_json(&self, value: &Value<'_>) -> Result<Value<'static>> {
        self.to_json_value(self.root, value, false, DEEPEST)
    }

    /// `slot` says whether `["null", T]` is an optional T at this place.
    fn value_of(&self, id: u32, json: &Value<'_>, slot: bool, depth: u32) -> Result<Value<'static>> {
        let depth = depth.checked_sub(1).ok_or_else(too_deep)?;
        let Node { kind, logical } = self.node(id);
        let instant = logical.as_ref().is_some_and(|logical| logical.name == "timestamp-millis");
        Ok(match (kind, json) {
            (Kind::Null, Value::Null) => Value::Null,
            (Kind::Boolean, Value::Bool(value)) => Value::Bool(*value),
            (Kind::Long, Value::Int(value)) if instant => Value::Date(*value),
            (Kind::Int | Kind::Long, Value::Int(value)) => Value::Int(*value),
            (Kind::Int | Kind::Long, Value::Float(value)) if *value as i64 as f64 == *value => {
                Value::Int(*value as i64)
            }
            (Kind::Float, number) => Value::Float(f64::from(number.as_f64().ok_or_else(|| wrong(kind))? as f32)),
            (Kind::Double, number) => Value::Float(number.as_f64().ok_or_else(|| wrong(kind))?),
            (Kind::String, Value::Text(text)) => Value::Text(Text::owned(text)),
            (Kind::Enum(it), Value::Text(text)) if it.symbols.iter().any(|symbol| symbol == text.as_str()) => {
                Value::Text(Text::owned(text))
            }
            (Kind::Bytes | Kind::Fixed(..), Value::Text(text)) => {
                let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
                Value::Bytes(bytes.ok_or_else(|| wrong(kind))?.into())
            }
            (Kind::Array(item), Value::List(items)) => {
                let items = items.iter().enumerate().map(|(index, value)| {
                    self.value_of(*item, value, true, depth).map_err(|error| error.in_item(index))
                });
                Value::list(items.collect::<Result<_>>()?)
            }
            (Kind::Map(item), Value::Map(entries)) => {
                let entries = entries.iter().map(|(key, value)| {
                    let key = key.as_str().ok_or_else(|| wrong(kind))?;
                    let value = self.value_of(*item, value, true, depth).map_err(|error| error.in_field(key))?;
                    Ok((Text::owned(key), value))
                });
                Value::map(entries.collect::<Result<_>>()?)
            }
            (Kind::Record(record), Value::Map(_)) => {
                let fields = record.fields.iter().map(|field| {
                    let value = match json.get(&field.name) {
                        Some(value) => self.value_of(field.ty, value, true, depth),
                        None => self
                            .default_of(field, super::resolve::DEEPEST_DEFAULT)
                            .ok_or_else(|| Error::new(Code::Required, "the field is missing")),
                    };
                    value.map_err(|error| error.in_field(&field.name))
                });
                let mut values: Vec<_> = fields.collect::<Result<_>>()?;
                if values.is_empty() {
                    values.push(Value::Null);
                }
                Value::Record(values.into())
            }
            (Kind::Union(branches), _) => {
                let (name, inner) = match json {
                    Value::Null => ("null", &Value::Null),
                    Value::Map(entries) if entries.len() == 1 => {
                        (entries[0].0.as_str().ok_or_else(|| wrong(kind))?, &entries[0].1)
                    }
                    _ => return Err(wrong(kind)),
                };
                let case = branches.iter().position(|branch| self.branch_name(*branch) == name);
                let case = case.ok_or_else(|| Error::new(Code::Union, "the union does not have this branch"))?;
                let value = self.value_of(branches[case], inner, false, depth)?;
                if slot && self.optional(id).is_some() { value } else { Value::Case(Box::new((case as u32, value))) }
            }
            (kind, _) => return Err(wrong(kind)),
        })
    }

    fn to_json_value(&self, id: u32, value: &Value<'_>, slot: bool, depth: u32) -> Result<Value<'static>> {
        let depth = depth.checked_sub(1).ok_or_else(too_deep)?;
        let kind = &self.node(id).kind;
        Ok(match (kind, value) {
            (Kind::Null, Value::Null) => Value::Null,
            (Kind::Boolean, Value::Bool(value)) => Value::Bool(*value),
            (Kind::Int | Kind::Long, Value::Int(value) | Value::Date(value)) => Value::Int(*value),
            (Kind::Float | Kind::Double, Value::Float(value)) => Value::Float(*value),
            (Kind::String | Kind::Enum(_), Value::Text(text)) => Value::Text(Text::owned(text)),
            (Kind::Bytes | Kind::Fixed(..), Value::Bytes(bytes)) => {
                let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
                Value::Text(Text::owned(&text))
            }
            (Kind::Array(item), Value::List(items)) => {
                let items = items.iter().enumerate().map(|(index, value)| {
                    self.to_json_value(*item, value, true, depth).map_err(|error| error.in_item(index))
                });
                Value::list(items.collect::<Result<_>>()?)
            }
            (Kind::Map(item), Value::Map(entries)) => {
                let entries = entries.iter().map(|(key, value)| {
                    let key = key.as_str().ok_or_else(|| wrong(kind))?;
                    let value = self.to_json_value(*item, value, true, depth).map_err(|error| error.in_field(key))?;
                    Ok((Text::owned(key), value))
                });
                Value::map(entries.collect::<Result<_>>()?)
            }
            (Kind::Record(record), Value::Record(values)) => {
                let fields = record.fields.iter().zip(values.iter()).map(|(field, value)| {
                    let value = self.to_json_value(field.ty, value, true, depth);
                    Ok((Text::owned(&field.name), value.map_err(|error| error.in_field(&field.name))?))
                });
                Value::map(fields.collect::<Result<_>>()?)
            }
            (Kind::Union(branches), value) => {
                let (case, value) = match value {
                    Value::Null if slot && self.optional(id).is_some() => return Ok(Value::Null),
                    value if slot && self.optional(id).is_some() => (1, value),
                    Value::Case(case) => (case.0 as usize, &case.1),
                    _ => return Err(wrong(kind)),
                };
                let branch = *branches.get(case).ok_or_else(|| wrong(kind))?;
                match self.to_json_value(branch, value, false, depth)? {
                    Value::Null => Value::Null,
                    value => Value::map(alloc::vec![(Text::owned(self.branch_name(branch)), value)]),
                }
            }
            (kind, _) => return Err(wrong(kind)),
        })
    }

    /// What a branch of a union is called: the full name of a named type, the kind of any other.
    fn branch_name(&self, id: u32) -> &str {
        let kind = &self.node(id).kind;
        kind.named().map_or(kind.name(), |named| &named.name)
    }
}

#[cold]
fn wrong(kind: &Kind) -> Error {
    Error::new(Code::Type, alloc::format!("expected a value of the type {}", kind.name()))
}

#[cold]
fn too_deep() -> Error {
    Error::new(Code::Limit, "nesting is deeper than the limit")
}
