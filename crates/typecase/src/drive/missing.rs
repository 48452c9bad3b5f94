//! What stands for a field that is missing: a default, the zero of its type, or nothing.

use super::{Discriminator, Driver};
use crate::error::{Code, Error, Result};
use crate::schema::graph::{Kind, NodeId, RecordNode};
use crate::value::{Value, ValueReader};
use crate::wire::protobuf::Presence;
use crate::wire::{Read, Sink};
use alloc::vec;

impl Driver<'_> {
    /// Sends what stands for a field that is missing, which may be the discriminator on a wire that says the
    /// branch in another way.
    #[inline(never)]
    pub(super) fn missing_in_case<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        index: usize,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        match case {
            Some((at, union, tag)) if at == index => {
                writer.discriminator(record.meta(), index, &self.graph.union(union).meta().cases[tag as usize].value)
            }
            _ => self.missing(record, index, reader, writer),
        }
    }

    /// Sends what stands for a field that is missing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn missing<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        index: usize,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        if record.defaults[index].is_none() && !record.meta().fields[index].required {
            return writer.absent(record.meta(), index);
        }
        self.stand_in(record, index, reader, writer)
    }

    /// Sends what stands for a field that is missing and has a default, or is required.
    #[inline(never)]
    pub(super) fn stand_in<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        index: usize,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let meta = record.meta();
        if let Some(default) = &record.defaults[index] {
            writer.field(meta, index)?;
            return self.default(record.nodes[index], default, writer);
        }
        if meta.fields[index].required {
            if self.has_zero::<R>(record, index) {
                writer.field(meta, index)?;
                return self.zero(record.nodes[index], writer);
            }
            if self.required {
                return Err(reader.missing(meta, index));
            }
        }
        writer.absent(meta, index)
    }

    /// The required fields that are sent as zeros if they are missing, of a record of at most 64 fields.
    pub(super) fn zeros<'de, R: Read<'de>>(&self, record: &RecordNode) -> u64 {
        if !R::IMPLICIT_PRESENCE {
            return 0;
        }
        let is_zero = |index: usize| record.meta().fields[index].required && self.has_zero::<R>(record, index);
        (0..record.nodes.len()).filter(|&index| is_zero(index)).fold(0, |bits, index| bits | 1 << index)
    }

    /// Whether a required field that is missing is the zero of its type on this wire.
    pub(super) fn has_zero<'de, R: Read<'de>>(&self, record: &RecordNode, index: usize) -> bool {
        R::IMPLICIT_PRESENCE
            && record.meta().fields[index].settings.proto.presence != Presence::Required
            && !matches!(
                self.graph.node(record.nodes[index]).kind,
                Kind::Fixed(_) | Kind::Record(_) | Kind::Tuple(_) | Kind::Union(_)
            )
    }

    /// Sends the zero of a type, which has one.
    #[inline(never)]
    pub(super) fn zero<'de, W: Sink<'de>>(&mut self, node: NodeId, writer: &mut W) -> Result<()> {
        match self.graph.node(node).kind {
            Kind::Null | Kind::Json => writer.null(),
            Kind::Bool => writer.bool(false),
            Kind::Number => writer.number(0.0),
            Kind::Float64 => writer.float64(0.0),
            Kind::Float32 => writer.float32(0.0),
            Kind::Int32 | Kind::Int64 => writer.int(0),
            Kind::Uint32 | Kind::Uint64 => writer.uint(0),
            Kind::BigInt => writer.bigint("0"),
            Kind::Date => writer.date(0),
            Kind::Text => writer.text(""),
            Kind::Bytes => writer.bytes(&[]),
            Kind::Enum(id) => writer.enumeration(self.graph.enumeration(id), 0),
            Kind::Flags(id) => {
                let meta = self.graph.flags(id);
                writer.flags(meta, &vec![0; meta.names.len().div_ceil(64)])
            }
            Kind::List(_) => {
                writer.list(Some(0))?;
                writer.end_list()
            }
            Kind::Map(_) => {
                writer.map(Some(0))?;
                writer.end_map()
            }
            Kind::Fixed(_) | Kind::Record(_) | Kind::Tuple(_) | Kind::Union(_) => Ok(()),
        }
    }

    /// Sends a default: a scalar, a value of an enum, or JSON.
    #[cold]
    #[inline(never)]
    pub(super) fn default<'de, W: Sink<'de>>(&mut self, node: NodeId, value: &Value<'_>, writer: &mut W) -> Result<()> {
        let wrong = || Error::new(Code::Type, "the default does not fit its type");
        let mut reader = ValueReader::new(value);
        match self.graph.node(node).kind {
            Kind::Bool => writer.bool(reader.bool()?),
            Kind::Number => writer.number(reader.number()?),
            Kind::Float64 => writer.float64(reader.number()?),
            Kind::Float32 => writer.float32(reader.float32()?),
            Kind::Int32 | Kind::Int64 => writer.int(reader.int()?),
            Kind::Uint32 | Kind::Uint64 => writer.uint(reader.uint()?),
            Kind::BigInt => writer.bigint(&reader.bigint()?),
            Kind::Date => writer.date(reader.date()?),
            Kind::Text => writer.text(reader.text()?.as_str()),
            Kind::Bytes => writer.bytes(&reader.bytes()?),
            Kind::Fixed(length) => writer.fixed(&reader.fixed(length as usize)?),
            Kind::Json => writer.json(value),
            Kind::Null => writer.null(),
            Kind::Enum(id) => {
                let meta = self.graph.enumeration(id);
                writer.enumeration(meta, reader.enumeration(meta)?.ok_or_else(wrong)?)
            }
            _ => Err(wrong()),
        }
    }
}
