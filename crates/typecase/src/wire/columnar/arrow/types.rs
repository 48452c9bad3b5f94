//! Which type of Arrow a place of the schema has, and the other way.

use super::super::plan::{Inner, NONE, Plan, ROW, Shape};
use crate::error::{Code, Error, Result};
use crate::limits::DEEPEST;
use crate::meta::EnumMeta;
use crate::schema::Schema;
use crate::schema::graph::Kind;
use crate::schema::model::{Document, Field as ModelField, Record, Scalar, Slot, Type};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use arrow_schema::{DataType, Field, Fields, SchemaRef, TimeUnit};
use std::collections::HashMap;

/// The key of the metadata of Arrow's schema under which that of the document is.
const SCHEMA: &str = "typecase.schema";
/// The key under which Arrow has the name of an extension type.
const EXTENSION: &str = "ARROW:extension:name";
/// Arrow's canonical extension type for strings that are JSON.
const JSON: &str = "arrow.json";
/// The key of the metadata of a field whose type is told by more than Arrow's: the name of the type in the schema.
const TYPE: &str = "typecase.type";

/// The schema of the batches of a plan.
pub(super) fn arrow_schema(plan: &Plan) -> Result<SchemaRef> {
    let inner = plan.inner();
    let fields = fields_of(inner, ROW)?;
    let metadata = HashMap::from([(SCHEMA.to_owned(), inner.line.clone())]);
    Ok(Arc::new(arrow_schema::Schema::new_with_metadata(fields, metadata)))
}

/// The fields of a record, a tuple or the flags at a node.
pub(super) fn fields_of(plan: &Inner, at: u32) -> Result<Fields> {
    let (node, graph) = (&plan.nodes[at as usize], plan.schema.graph());
    let mut fields = Vec::new();
    match graph.node(node.graph).kind {
        Kind::Record(id) => {
            for (index, field) in graph.record(id).meta().fields.iter().enumerate() {
                fields.push(field_of(plan, node.first + index as u32, field.name)?);
            }
        }
        Kind::Tuple(_) => {
            for index in 0..node.count {
                fields.push(field_of(plan, node.first + index, &index.to_string())?);
            }
        }
        Kind::Flags(id) => {
            let names = graph.flags(id).names.iter();
            fields.extend(names.map(|name| Field::new(*name, DataType::Boolean, false)));
        }
        _ => {}
    }
    Ok(fields.into())
}

/// A node as a field with a name.
pub(super) fn field_of(plan: &Inner, at: u32, name: &str) -> Result<Field> {
    let node = &plan.nodes[at as usize];
    let data_type = data_type(plan, at)?;
    let nullable = node.presence != NONE || data_type == DataType::Null;
    let kind = plan.schema.graph().node(node.graph).kind;
    let mut metadata = HashMap::new();
    if let Some(name) = kind_name(kind) {
        metadata.insert(TYPE.to_owned(), name.to_owned());
    }
    if is_json(plan, at) {
        metadata.insert(EXTENSION.to_owned(), JSON.to_owned());
    }
    Ok(Field::new(name, data_type, nullable).with_metadata(metadata))
}

/// The name of a type that does not show in Arrow's.
fn kind_name(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::BigInt => "bigint",
        Kind::Json => "json",
        Kind::Union(_) => "union",
        Kind::Enum(_) => "enum",
        Kind::Flags(_) => "flags",
        Kind::Tuple(_) => "tuple",
        _ => return None,
    })
}

/// Whether the values of a node are JSON texts to Arrow.
pub(super) fn is_json(plan: &Inner, at: u32) -> bool {
    let node = &plan.nodes[at as usize];
    matches!(node.shape, Shape::Union { .. } | Shape::OpenEnum { .. } | Shape::Json)
}

/// The texts of a closed enum: its strings, or JSON if any value is a number.
pub(super) fn labels<'a>(meta: &EnumMeta<'a>) -> impl Iterator<Item = &'a str> {
    let all_texts = meta.values.iter().all(|value| value.number.is_none());
    meta.values.iter().map(move |value| if all_texts { value.text } else { value.json })
}

fn data_type(plan: &Inner, at: u32) -> Result<DataType> {
    let (node, graph) = (&plan.nodes[at as usize], plan.schema.graph());
    if is_json(plan, at) {
        return Ok(DataType::Utf8);
    }
    Ok(match graph.node(node.graph).kind {
        Kind::Record(_) | Kind::Tuple(_) | Kind::Flags(_) => DataType::Struct(fields_of(plan, at)?),
        Kind::List(_) => DataType::List(Arc::new(field_of(plan, node.first, "item")?)),
        Kind::Map(_) => DataType::Map(Arc::new(entries_of(plan, at)?), false),
        Kind::Null => DataType::Null,
        Kind::Bool => DataType::Boolean,
        Kind::Int32 => DataType::Int32,
        Kind::Uint32 => DataType::UInt32,
        Kind::Int64 => DataType::Int64,
        Kind::Uint64 => DataType::UInt64,
        Kind::Number | Kind::Float64 => DataType::Float64,
        Kind::Float32 => DataType::Float32,
        Kind::Date => DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into())),
        Kind::Enum(_) => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        Kind::Bytes => DataType::Binary,
        Kind::Fixed(size) => DataType::FixedSizeBinary(i32::try_from(size).map_err(|_| {
            Error::new(Code::Unsupported, "bytes of so great a fixed size")
                .in_field(&plan.leaves[node.leaf as usize].name)
        })?),
        Kind::Text | Kind::BigInt | Kind::Json | Kind::Union(_) => DataType::Utf8,
    })
}

/// The field of the entries of a map.
pub(super) fn entries_of(plan: &Inner, at: u32) -> Result<Field> {
    let value = field_of(plan, plan.nodes[at as usize].first, "value")?;
    let fields = Fields::from(alloc::vec![Field::new("key", DataType::Utf8, false), value]);
    Ok(Field::new("entries", DataType::Struct(fields), false))
}

/// The schema of the document that record batches of this schema become: the one in its metadata, if it is that of a
/// document, and otherwise what Arrow's types are in a schema.
///
/// ```
/// use arrow_schema::{DataType, Field, Schema};
/// use typecase::wire::columnar::arrow::schema_of;
///
/// let fields = vec![Field::new("id", DataType::UInt16, false), Field::new("name", DataType::LargeUtf8, true)];
/// assert_eq!(schema_of(&Schema::new(fields))?.canonical(), "[{id:uint32,name:?string}]");
///
/// let error = schema_of(&Schema::new(vec![Field::new("cost", DataType::Decimal128(12, 2), false)])).unwrap_err();
/// assert_eq!(error.to_string(), "unsupported: the schema has nothing for Arrow's type Decimal128(12, 2) at cost");
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `unsupported` for types that there is nothing for, which are named, for batches without columns, and for names that
/// no schema may have.
pub fn schema_of(schema: &arrow_schema::Schema) -> Result<Schema> {
    if let Some(line) = schema.metadata().get(SCHEMA) {
        return Schema::parse(line).map_err(|error| Error::new(Code::Structure, format!("{SCHEMA}: {error}")));
    }
    let row = record(schema.fields(), 1)?;
    let list = Document::new(Type::List(Box::new(Slot::required(row))));
    list.build().map_err(|error| Error::new(Code::Unsupported, format!("{error}")))
}

fn record(fields: &Fields, depth: u32) -> Result<Type> {
    let fields = fields.iter().map(|field| {
        let slot = slot(field, depth).map_err(|error| error.in_field(field.name()))?;
        Ok(ModelField { name: field.name().clone(), slot })
    });
    Ok(Type::Record(Record { kind: None, fields: fields.collect::<Result<_>>()? }))
}

fn slot(field: &Field, depth: u32) -> Result<Slot> {
    let ty = match field.metadata().get(EXTENSION).map(String::as_str) {
        Some(JSON) => Type::Scalar(Scalar::Json),
        _ => type_of(field.data_type(), depth)?,
    };
    Ok(if field.is_nullable() { Slot::optional(ty) } else { Slot::required(ty) })
}

fn type_of(data_type: &DataType, depth: u32) -> Result<Type> {
    if depth > DEEPEST {
        return Err(Error::new(Code::Limit, "the types are nested too deep"));
    }
    Ok(match data_type {
        DataType::Struct(fields) => record(fields, depth + 1)?,
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            Type::List(Box::new(slot(item, depth + 1)?))
        }
        DataType::Map(entries, _) => match entries.data_type() {
            DataType::Struct(fields) if fields.len() == 2 && is_text(fields[0].data_type()) => {
                Type::Map(Box::new(slot(&fields[1], depth + 1)?))
            }
            _ => return Err(unsupported(data_type)),
        },
        DataType::Dictionary(_, value) => type_of(value, depth + 1)?,
        scalar => Type::Scalar(match scalar {
            DataType::Null => Scalar::Null,
            DataType::Boolean => Scalar::Boolean,
            DataType::Int8 | DataType::Int16 | DataType::Int32 => Scalar::Int32,
            DataType::Int64 => Scalar::Int64,
            DataType::UInt8 | DataType::UInt16 | DataType::UInt32 => Scalar::Uint32,
            DataType::UInt64 => Scalar::Uint64,
            DataType::Float32 => Scalar::Float32,
            DataType::Float64 => Scalar::Float64,
            DataType::Timestamp(..) | DataType::Date32 | DataType::Date64 => Scalar::Date,
            text if is_text(text) => Scalar::String,
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => {
                Scalar::Bytes
            }
            other => return Err(unsupported(other)),
        }),
    })
}

fn is_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

#[cold]
fn unsupported(data_type: &DataType) -> Error {
    Error::new(Code::Unsupported, format!("the schema has nothing for Arrow's type {data_type}"))
}
