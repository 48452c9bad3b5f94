//! What the code of `#[derive(Record)]` calls. Not for people: it changes without notice.
//!
//! The always inlined functions here are one line of a straight line each; what fails or comes out of
//! order goes to a cold function that is shared by all fields.
#![doc(hidden)]

mod choice;
mod fields;

pub use super::tuple::{end_items, get_item, item, put_item};
pub use super::{As, Decode, DecodeAs, DecodeRecord, Definer, Encode, EncodeAs, Record, Shape, Type, stand_in};
pub use crate::error::{Code, Error, Result};
pub use crate::meta::{
    CaseMeta, Closed, EnumMeta, EnumValue, FieldMeta, FlagsMeta, Nullity, Presence, RecordMeta, UnionMeta,
};
pub use crate::meta::{by_number, by_value, unknown, writes_null};
pub use crate::schema::model::{
    Enum, JsInteger, Record as SchemaRecord, Scalar, Slot, TupleItem, Type as SchemaType, Union,
};
pub use crate::value::{Text, Value};
use crate::wire::settings::same;
pub use crate::wire::settings::{Setting, Settings};
pub use crate::wire::{Read, ValueKind, Write};
pub use alloc::{boxed::Box, string::String, vec, vec::Vec};
pub use choice::Choice;
pub use fields::{Fields, SlotOptions};

/// Sends one field.
#[inline(always)]
pub fn put<T: Encode, W: Write>(value: &T, meta: &RecordMeta<'_>, index: usize, writer: &mut W) -> Result<()> {
    if value.is_absent() {
        return writer.absent(meta, index);
    }
    writer.field(meta, index)?;
    match value.encode_present(writer) {
        Ok(()) => Ok(()),
        Err(error) => Err(in_field(error, meta, index)),
    }
}

/// [`put`] for a field with `ty`.
#[inline(always)]
pub fn put_as<S, T: EncodeAs<S>, W: Write>(
    value: &T,
    meta: &RecordMeta<'_>,
    index: usize,
    writer: &mut W,
) -> Result<()> {
    if value.is_absent_as() {
        return writer.absent(meta, index);
    }
    writer.field(meta, index)?;
    match value.encode_present_as(writer) {
        Ok(()) => Ok(()),
        Err(error) => Err(in_field(error, meta, index)),
    }
}

/// Sends a value that an open enum does not know.
#[cold]
#[inline(never)]
pub fn put_unknown<T: Encode, W: Write>(value: &T, meta: &EnumMeta<'_>, writer: &mut W) -> Result<()> {
    match super::default_value::of(value) {
        Some(value) => writer.unknown(meta, &value),
        None => value.encode(writer),
    }
}

/// Takes the value of one field, whose key has been taken.
#[inline(always)]
pub fn get<'de, T: Decode<'de>, R: Read<'de>>(meta: &RecordMeta<'_>, index: usize, reader: &mut R) -> Result<T> {
    match T::decode_present(reader) {
        Ok(value) => Ok(value),
        Err(error) => Err(in_field(error, meta, index)),
    }
}

/// [`get`] for a field with `ty`.
#[inline(always)]
pub fn get_as<'de, S, T: DecodeAs<'de, S>, R: Read<'de>>(
    meta: &RecordMeta<'_>,
    index: usize,
    reader: &mut R,
) -> Result<T> {
    match T::decode_present_as(reader) {
        Ok(value) => Ok(value),
        Err(error) => Err(in_field(error, meta, index)),
    }
}

/// [`get`] for a field out of order: one function for all fields of a type, not a part of each record.
#[inline(never)]
pub fn get_late<'de, T: Decode<'de>, R: Read<'de>>(meta: &RecordMeta<'_>, index: usize, reader: &mut R) -> Result<T> {
    get(meta, index, reader)
}

/// [`get_late`] for a field with `ty`.
#[inline(never)]
pub fn get_late_as<'de, S, T: DecodeAs<'de, S>, R: Read<'de>>(
    meta: &RecordMeta<'_>,
    index: usize,
    reader: &mut R,
) -> Result<T> {
    get_as(meta, index, reader)
}

/// Takes one field if it comes next. Where fields come in order, one that does not is missing for good.
#[inline(always)]
pub fn next<'de, T: Decode<'de>, R: Read<'de>>(
    meta: &RecordMeta<'_>,
    index: usize,
    state: &mut R::Record,
    reader: &mut R,
) -> Result<Option<T>> {
    if reader.field_is(state, meta, index)? {
        return get(meta, index, reader).map(Some);
    }
    Ok(if R::ORDERED { T::absent() } else { None })
}

/// [`next`] for a field with a default of its own.
#[inline(always)]
pub fn next_or_default<'de, T: Decode<'de>, R: Read<'de>>(
    meta: &RecordMeta<'_>,
    index: usize,
    state: &mut R::Record,
    reader: &mut R,
) -> Result<Option<T>> {
    if reader.field_is(state, meta, index)? { get(meta, index, reader).map(Some) } else { Ok(None) }
}

/// [`next`] for a field with `ty`.
#[inline(always)]
pub fn next_as<'de, S, T: DecodeAs<'de, S>, R: Read<'de>>(
    meta: &RecordMeta<'_>,
    index: usize,
    state: &mut R::Record,
    reader: &mut R,
) -> Result<Option<T>> {
    if reader.field_is(state, meta, index)? {
        return get_as(meta, index, reader).map(Some);
    }
    Ok(if R::ORDERED { T::absent_as() } else { None })
}

/// [`next_or_default`] for a field with `ty`.
#[inline(always)]
pub fn next_or_default_as<'de, S, T: DecodeAs<'de, S>, R: Read<'de>>(
    meta: &RecordMeta<'_>,
    index: usize,
    state: &mut R::Record,
    reader: &mut R,
) -> Result<Option<T>> {
    if reader.field_is(state, meta, index)? { get_as(meta, index, reader).map(Some) } else { Ok(None) }
}

/// Skips the discriminator if it comes next, on wires where it travels as a field.
#[inline(always)]
pub fn skip_discriminator<'de, R: Read<'de>>(
    meta: &RecordMeta<'_>,
    state: &mut R::Record,
    reader: &mut R,
) -> Result<()> {
    if R::CARRIES_DISCRIMINATOR && reader.field_is(state, meta, 0)? {
        reader.skip_discriminator(meta, 0)?;
    }
    Ok(())
}

/// The value of a field, or what stands for it when it is missing.
#[inline(always)]
pub fn take<'de, T: Decode<'de>, R: Read<'de>>(
    slot: Option<T>,
    meta: &RecordMeta<'_>,
    index: usize,
    reader: &R,
) -> Result<T> {
    match slot {
        Some(value) => Ok(value),
        None => T::absent().or_else(|| R::zero(meta, index, T::decode)).ok_or_else(|| reader.missing(meta, index)),
    }
}

/// [`take`] for a field with `ty`.
#[inline(always)]
pub fn take_as<'de, S, T: DecodeAs<'de, S>, R: Read<'de>>(
    slot: Option<T>,
    meta: &RecordMeta<'_>,
    index: usize,
    reader: &R,
) -> Result<T> {
    match slot {
        Some(value) => Ok(value),
        None => {
            T::absent_as().or_else(|| R::zero(meta, index, T::decode_as)).ok_or_else(|| reader.missing(meta, index))
        }
    }
}

/// The rest of a record whose fields do not come in order, or that has more than the schema knows.
#[cold]
#[inline(never)]
pub fn rest<'de, T: DecodeRecord<'de>, R: Read<'de>>(
    mut slots: T::Slots,
    mut state: R::Record,
    reader: &mut R,
) -> Result<T> {
    while let Some(index) = reader.next_field(&mut state, T::META)? {
        if T::is_taken(&slots, index) && !reader.duplicate(&mut state, T::META, index)? {
            reader.skip()?;
        } else {
            T::decode_field(&mut slots, index, reader)?;
        }
    }
    T::finish(slots, reader)
}

/// Adds the name of a field to the path of an error.
#[cold]
#[inline(never)]
pub fn in_field(error: Error, meta: &RecordMeta<'_>, index: usize) -> Error {
    error.in_field(meta.fields[index].name)
}

/// The error for an index that no field, enum value or case of a type has.
#[cold]
#[inline(never)]
pub fn no_such(code: Code, offset: usize) -> Error {
    Error::new(code, "an index beyond those of the type").at(offset)
}

/// The error for an unknown value of an open enum that was not kept.
#[cold]
#[inline(never)]
pub fn not_kept() -> Error {
    Error::new(Code::Enum, "the unknown value of this enum was not kept, so it cannot be written")
}

/// The fields of several records in one; `N` is their number in all.
pub const fn concat<const N: usize>(parts: &[&[FieldMeta<'static>]]) -> [FieldMeta<'static>; N] {
    let mut fields = [FieldMeta::new("", ""); N];
    let (mut to, mut part) = (0, 0);
    while part < parts.len() {
        let mut from = 0;
        while from < parts[part].len() {
            fields[to] = parts[part][from];
            to += 1;
            from += 1;
        }
        part += 1;
    }
    fields
}

/// [`by_name`](crate::meta::by_name), for fields that were flattened together.
///
/// # Panics
/// If two fields have one name; the compiler calls this, so it is an error of compilation.
pub const fn by_name<const N: usize>(fields: &[FieldMeta<'static>; N]) -> [u16; N] {
    let order = crate::meta::by_name::<N>(fields);
    let mut at = 1;
    while at < N {
        assert!(
            !same(fields[order[at - 1] as usize].name, fields[order[at] as usize].name),
            "two fields of the record have the same name, one of them through `flatten`"
        );
        at += 1;
    }
    order
}
