//! `tc_schema`, and the types in it, which C has as numbers: those of the nodes of the schema's graph.

use crate::failure::{Report, guard};
use crate::memory::{Out, Span, hand_over, name, place, text};
use core::ffi::{c_char, c_int};
use typecase::schema;
use typecase::schema::graph::{Graph, Kind};

/// `TC_NO_TYPE`.
const NO_TYPE: u32 = u32::MAX;
/// `TC_NO_INDEX`.
const NO_INDEX: usize = usize::MAX;

/// `tc_schema`.
pub(crate) struct Schema {
    pub(crate) schema: schema::Schema,
    /// The definition, the canonical form and the id, which C is given parts of.
    definition: String,
    canonical: String,
    id: String,
}

impl Schema {
    pub(crate) fn new(schema: schema::Schema) -> Schema {
        let (definition, canonical, id) = (schema.to_json(), schema.canonical(), schema.id());
        Schema { schema, definition, canonical, id }
    }

    fn graph(&self) -> &Graph {
        self.schema.graph()
    }

    /// The kind of a type, if there is such a type.
    fn kind(&self, ty: u32) -> Option<Kind> {
        Some(self.graph().get(ty)?.kind)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_schema_new(
    definition: *const c_char,
    length: usize,
    out: Out<'_, *mut Schema>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let out = place(out)?;
        // SAFETY: the header asks for so many bytes.
        let definition = unsafe { text(definition, length)? };
        hand_over(out, Schema::new(schema::Schema::parse(definition)?));
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_schema_free(schema: Option<Box<Schema>>) {
    drop(schema);
}

#[unsafe(no_mangle)]
extern "C" fn tc_schema_definition(schema: Option<&Schema>) -> Span {
    schema.map_or(Span::NONE, |schema| Span::of(schema.definition.as_bytes()))
}

#[unsafe(no_mangle)]
extern "C" fn tc_schema_canonical(schema: Option<&Schema>) -> Span {
    schema.map_or(Span::NONE, |schema| Span::of(schema.canonical.as_bytes()))
}

#[unsafe(no_mangle)]
extern "C" fn tc_schema_id(schema: Option<&Schema>) -> Span {
    schema.map_or(Span::NONE, |schema| Span::of(schema.id.as_bytes()))
}

#[unsafe(no_mangle)]
extern "C" fn tc_schema_root(schema: Option<&Schema>) -> u32 {
    schema.map_or(NO_TYPE, |schema| schema.graph().root())
}

#[unsafe(no_mangle)]
extern "C" fn tc_type_kind(schema: Option<&Schema>, ty: u32) -> c_int {
    match schema.and_then(|schema| schema.kind(ty)) {
        None => 0,
        Some(Kind::Null) => 1,
        Some(Kind::Bool) => 2,
        Some(Kind::Number) => 3,
        Some(Kind::Float64) => 4,
        Some(Kind::Float32) => 5,
        Some(Kind::Int64) => 6,
        Some(Kind::Int32) => 7,
        Some(Kind::Uint32) => 8,
        Some(Kind::Uint64) => 9,
        Some(Kind::BigInt) => 10,
        Some(Kind::Date) => 11,
        Some(Kind::Text) => 12,
        Some(Kind::Bytes | Kind::Fixed(_)) => 13,
        Some(Kind::Json) => 14,
        Some(Kind::Record(_)) => 15,
        Some(Kind::List(_)) => 16,
        Some(Kind::Map(_)) => 17,
        Some(Kind::Tuple(_)) => 18,
        Some(Kind::Enum(_)) => 19,
        Some(Kind::Flags(_)) => 20,
        Some(Kind::Union(_)) => 21,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_type_is_optional(schema: Option<&Schema>, ty: u32) -> bool {
    schema.and_then(|schema| schema.graph().get(ty)).is_some_and(|node| node.nullable)
}

#[unsafe(no_mangle)]
extern "C" fn tc_type_count(schema: Option<&Schema>, ty: u32) -> usize {
    let Some((schema, kind)) = schema.and_then(|schema| Some((schema.graph(), schema.kind(ty)?))) else { return 0 };
    match kind {
        Kind::Record(id) => schema.record(id).nodes.len(),
        Kind::List(_) | Kind::Map(_) => 1,
        Kind::Tuple(id) => schema.tuple(id).len(),
        Kind::Enum(id) => schema.enumeration(id).values.len(),
        Kind::Flags(id) => schema.flags(id).names.len(),
        Kind::Union(id) => schema.union(id).meta().cases.len(),
        _ => 0,
    }
}

#[unsafe(no_mangle)]
extern "C" fn tc_type_part(schema: Option<&Schema>, ty: u32, index: usize) -> u32 {
    let Some((schema, kind)) = schema.and_then(|schema| Some((schema.graph(), schema.kind(ty)?))) else {
        return NO_TYPE;
    };
    let part = match kind {
        Kind::Record(id) => schema.record(id).nodes.get(index).copied(),
        Kind::List(item) | Kind::Map(item) => (index == 0).then_some(item),
        Kind::Tuple(id) => schema.tuple(id).get(index).copied(),
        Kind::Union(id) => {
            let union = schema.union(id);
            let case = union.meta().cases.get(index);
            case.and_then(|case| union.branches.get(case.branch as usize).copied())
        }
        _ => None,
    };
    part.unwrap_or(NO_TYPE)
}

#[unsafe(no_mangle)]
extern "C" fn tc_type_name(schema: Option<&Schema>, ty: u32, index: usize) -> Span {
    let Some((schema, kind)) = schema.and_then(|schema| Some((schema.graph(), schema.kind(ty)?))) else {
        return Span::NONE;
    };
    let name = match kind {
        Kind::Record(id) => schema.record(id).meta().fields.get(index).map(|field| field.name),
        Kind::Enum(id) => schema.enumeration(id).values.get(index).map(|value| value.text),
        Kind::Flags(id) => schema.flags(id).names.get(index).copied(),
        Kind::Union(id) => schema.union(id).meta().cases.get(index).map(|case| case.value.text),
        _ => None,
    };
    name.map_or(Span::NONE, |name| Span::of(name.as_bytes()))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_field_index(schema: Option<&Schema>, ty: u32, field: *const c_char) -> usize {
    // SAFETY: the header asks for a name that ends with a zero, or null.
    let field = unsafe { name(field) };
    let (Some(schema), Ok(field)) = (schema, field) else { return NO_INDEX };
    let Some(Kind::Record(id)) = schema.kind(ty) else { return NO_INDEX };
    schema.graph().record(id).meta().find(field, 0).unwrap_or(NO_INDEX)
}
