//! Records as `#[derive(Record)]` makes them: [`Record`] for sending, [`DecodeRecord`] for taking.

use super::{Decode, Encode};
use crate::error::Result;
use crate::meta::RecordMeta;
use crate::wire::{Read, Write};

/// A record whose fields can be sent one by one.
///
/// `#[derive(Record)]` implements it; so the derive is documented under the same name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a record",
    label = "not a record",
    note = "a record is a struct with named fields that derives `typecase::Record`"
)]
pub trait Record: Encode {
    /// The record as wires see it.
    const META: &'static RecordMeta<'static>;

    /// Which fields are present: bit *i* is field *i*, for a record of at most 64 fields.
    fn presence(&self) -> u64;

    /// Sends field `index`: [`Write::absent`], or [`Write::field`] and the value.
    #[inline(always)]
    fn encode_field<W: Write>(&self, index: usize, writer: &mut W) -> Result<()> {
        self.encode_field_as(index, Self::META, index, writer)
    }

    /// Sends field `index` as the field `place` of `meta`, into which this record is flattened.
    fn encode_field_as<W: Write>(
        &self,
        index: usize,
        meta: &RecordMeta<'_>,
        place: usize,
        writer: &mut W,
    ) -> Result<()>;

    /// Sends all fields, as those of `meta` from the index `base` on: the record's own, or one that
    /// these are flattened into.
    fn encode_fields<W: Write>(&self, meta: &RecordMeta<'_>, base: usize, writer: &mut W) -> Result<()>;
}

/// A record whose fields can be taken one by one, in any order.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a record",
    label = "not a record",
    note = "a record is a struct with named fields that derives `typecase::Record`"
)]
pub trait DecodeRecord<'de>: Decode<'de> {
    /// The record as wires see it.
    const META: &'static RecordMeta<'static>;

    /// The fields taken so far.
    type Slots: Default;

    /// Takes the value of field `index`, whose key has been taken already and which is not null.
    fn decode_field<R: Read<'de>>(slots: &mut Self::Slots, index: usize, reader: &mut R) -> Result<()>;

    /// Takes, of all fields, those that come next in order, as fields of `meta` from the index `base` on.
    fn decode_fields<R: Read<'de>>(
        slots: &mut Self::Slots,
        meta: &RecordMeta<'_>,
        base: usize,
        state: &mut R::Record,
        reader: &mut R,
    ) -> Result<()>;

    /// Whether field `index` has been taken.
    fn is_taken(slots: &Self::Slots, index: usize) -> bool;

    /// Makes the record, with defaults for what is missing.
    fn finish<R: Read<'de>>(slots: Self::Slots, reader: &R) -> Result<Self>;
}
