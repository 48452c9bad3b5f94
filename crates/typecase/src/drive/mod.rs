//! The one driver: sends the events of any reader to any writer under a runtime schema.
//!
//! Decoding to a [`Value`] is a drive from a wire to the value's writer, encoding is a drive the other
//! way, and transcoding is a drive from wire to wire in which no tree is built.
//!
//! A keyed reader may deliver the fields of a record in any order, while most writers need them in
//! schema order. The driver first expects schema order, in which nothing is looked up or remembered.
//! When a field turns out to be out of order it takes back what it wrote of the record, notes where
//! each field is, and reads them in schema order; from then on it does so for all records of the
//! message at once, so that no input makes it write a record more than twice. Maps whose keys occur
//! twice are treated in the same manner.
//!
//! Builds without optimization give every inlined function room of its own on the stack, at each level of
//! nesting; so that the deepest nesting fits there too, nothing is inlined in them.

use crate::error::{Code, Error, Result};
use crate::meta::Presence;
use crate::schema::graph::{Graph, Kind, NodeId, RecordNode};
use crate::seen::Seen;
use crate::value::{Value, ValueReader};
use crate::wire::protobuf::Presence as FieldPresence;
use crate::wire::{Read, Sink, ValueKind};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::hash::BuildHasher;
use hashbrown::{HashMap, HashSet};

mod collect;
mod discard;
mod erased;

pub(crate) use collect::collect;
use discard::Discard;
pub(crate) use erased::Erased;

/// Sends one value of the root type from the reader to the writer. The caller then asks the reader whether
/// anything follows the value. [`Codec`](crate::codec::Codec) does all that for the wires that there are.
///
/// ```
/// use typecase::drive::drive;
/// use typecase::limits::Limits;
/// use typecase::schema::Schema;
/// use typecase::value::{Value, ValueWriter};
/// use typecase::wire::json::{Options, Reader};
///
/// let schema = Schema::parse(r#"{"id": "integer", "name": "?string"}"#)?;
/// let mut reader = Reader::new(r#"{"id": 7}"#, &Options::default(), &Limits::default())?;
/// let mut writer = ValueWriter::new();
/// drive(schema.graph(), &mut reader, &mut writer)?;
/// reader.finish()?;
/// assert_eq!(writer.finish(), Value::Record([Value::Int(7), Value::Null].into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What the reader or the writer reports, with the path; and `required` for a missing field.
pub fn drive<'de, R: Read<'de>, W: Sink<'de>>(graph: &Graph, reader: &mut R, writer: &mut W) -> Result<()> {
    Driver::new(graph, true).value(graph.root(), reader, writer)
}

/// The same without the check that required fields are there: a missing one becomes null.
///
/// # Errors
/// As for [`drive`], less `required`.
pub fn drive_unchecked<'de, R: Read<'de>, W: Sink<'de>>(graph: &Graph, reader: &mut R, writer: &mut W) -> Result<()> {
    Driver::new(graph, false).value(graph.root(), reader, writer)
}

/// Sends one value as an item of this node, which may be null if the node is nullable. `required` says
/// whether a required field that is missing is an error, or becomes null.
///
/// # Errors
/// As for [`drive`].
pub fn drive_item<'de, R: Read<'de>, W: Sink<'de>>(
    graph: &Graph,
    item: NodeId,
    required: bool,
    reader: &mut R,
    writer: &mut W,
) -> Result<()> {
    Driver::new(graph, required).item(item, reader, writer)
}

/// The discriminator of a case that is being sent: its index among the fields, and the case.
type Discriminator = Option<(usize, u32, u32)>;

struct Driver<'g> {
    graph: &'g Graph,
    /// Whether missing required fields are reported.
    required: bool,
    /// Whether a record of this message has been out of order.
    unordered: bool,
    /// Whether a map of this message has had a key twice.
    repeated: bool,
    /// The keys of the open maps: the number of the map and the hash of the key.
    keys: HashSet<(u32, u64)>,
    maps: u32,
}

impl<'g> Driver<'g> {
    fn new(graph: &'g Graph, required: bool) -> Driver<'g> {
        Driver { graph, required, unordered: false, repeated: false, keys: HashSet::new(), maps: 0 }
    }

    /// Sends a value that is there. The commonest types are sent on the spot.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value<'de, R: Read<'de>, W: Sink<'de>>(&mut self, node: NodeId, reader: &mut R, writer: &mut W) -> Result<()> {
        match self.graph.node(node).kind {
            kind @ (Kind::Text | Kind::Number | Kind::Int32 | Kind::Int64 | Kind::Bool) => {
                self.common_scalar(kind, reader, writer)
            }
            kind => self.other_value(kind, reader, writer),
        }
    }

    /// The same off the fast path.
    #[inline(never)]
    fn value_apart<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        node: NodeId,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        self.value(node, reader, writer)
    }

    /// Sends a value of one of the commonest types.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn common_scalar<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        kind: Kind,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        match kind {
            Kind::Text => writer.text_from(reader.text()?),
            Kind::Number => writer.number(reader.number()?),
            Kind::Int32 => narrow(reader, writer),
            Kind::Int64 => writer.int(reader.int()?),
            _ => writer.bool(reader.bool()?),
        }
    }

    /// Sends a value of any other type.
    #[inline(never)]
    fn other_value<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        kind: Kind,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        match kind {
            Kind::Record(id) => self.record(id, None, reader, writer),
            Kind::List(item) => self.list(item, reader, writer),
            Kind::Map(value) => self.map(value, reader, writer),
            Kind::Tuple(id) => self.tuple(id, reader, writer),
            Kind::Union(id) => self.union(id, reader, writer),
            _ => self.scalar(kind, reader, writer),
        }
    }

    /// Sends a value of one of the rarer types that contain no others.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scalar<'de, R: Read<'de>, W: Sink<'de>>(&mut self, kind: Kind, reader: &mut R, writer: &mut W) -> Result<()> {
        match kind {
            // These have been sent.
            Kind::Text | Kind::Number | Kind::Int32 | Kind::Int64 | Kind::Bool => Ok(()),
            Kind::Record(_) | Kind::List(_) | Kind::Map(_) | Kind::Tuple(_) | Kind::Union(_) => Ok(()),
            Kind::Enum(id) => {
                let meta = self.graph.enumeration(id);
                match reader.enumeration(meta)? {
                    Some(index) => writer.enumeration(meta, index),
                    None => writer.unknown(meta, &reader.json()?),
                }
            }
            Kind::Date => writer.date(reader.date()?),
            Kind::Float64 => writer.float64(reader.float64()?),
            Kind::Float32 => writer.float32(reader.float32()?),
            Kind::Uint32 => {
                let mark = reader.mark();
                let value = reader.uint()?;
                if value > u32::MAX.into() {
                    reader.seek(mark);
                    return Err(reader.error(Code::Type, "the number is not an unsigned integer of 32 bits"));
                }
                writer.uint(value)
            }
            Kind::Uint64 => writer.uint(reader.uint()?),
            Kind::BigInt => writer.bigint(&reader.bigint()?),
            Kind::Bytes => writer.bytes(&reader.bytes()?),
            Kind::Fixed(length) => writer.fixed(&reader.fixed(length as usize)?),
            Kind::Json => writer.json_from(reader.json()?),
            Kind::Null => match reader.null()? {
                true => writer.null(),
                false => Err(reader.error(Code::Type, "expected null")),
            },
            Kind::Flags(id) => {
                let meta = self.graph.flags(id);
                let mut few = [0; 4];
                let mut many = Vec::new();
                let words = match meta.names.len().div_ceil(64) {
                    count @ ..=4 => &mut few[..count],
                    count => {
                        many.resize(count, 0);
                        &mut many[..]
                    }
                };
                reader.flags(meta, words)?;
                writer.flags(meta, words)
            }
        }
    }

    /// Sends an item of a list, a tuple or a map, which may be null if its node is nullable.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn item<'de, R: Read<'de>, W: Sink<'de>>(&mut self, node: NodeId, reader: &mut R, writer: &mut W) -> Result<()> {
        let place = self.graph.node(node);
        if place.nullable && !self.takes_null(place.kind) {
            if reader.absent_item()? {
                return writer.absent_item();
            }
            writer.present_item()?;
        }
        self.value(node, reader, writer)
    }

    /// The same off the fast path.
    fn item_apart<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        node: NodeId,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let place = self.graph.node(node);
        if place.nullable && !self.takes_null(place.kind) {
            if reader.absent_item()? {
                return writer.absent_item();
            }
            writer.present_item()?;
        }
        self.value_apart(node, reader, writer)
    }

    /// Whether values of this node are of the types that some wires pack in lists.
    fn packs(&self, node: NodeId) -> bool {
        let place = self.graph.node(node);
        if let Kind::Flags(id) = place.kind {
            return !place.nullable && self.graph.flags(id).names.len() <= 64;
        }
        place.kind == Kind::Null
            || !place.nullable
                && matches!(
                    place.kind,
                    Kind::Bool
                        | Kind::Number
                        | Kind::Float64
                        | Kind::Float32
                        | Kind::Int64
                        | Kind::Int32
                        | Kind::Uint32
                        | Kind::Uint64
                        | Kind::Date
                        | Kind::Enum(_)
                )
    }

    /// Whether null is a value of this type.
    fn takes_null(&self, kind: Kind) -> bool {
        match kind {
            Kind::Null | Kind::Json => true,
            Kind::Union(id) => self.graph.union(id).null_branch.is_some(),
            _ => false,
        }
    }

    fn list<'de, R: Read<'de>, W: Sink<'de>>(&mut self, item: NodeId, reader: &mut R, writer: &mut W) -> Result<()> {
        let mut state = reader.list_of(self.packs(item))?;
        let length = reader.length(&state);
        writer.list(length)?;
        let mut index = 0;
        while reader.item(&mut state)? {
            self.item(item, reader, writer).map_err(|error| error.in_item(index))?;
            index += 1;
        }
        if length.is_none() {
            writer.counted(index)?;
        }
        writer.end_list()
    }

    fn tuple<'de, R: Read<'de>, W: Sink<'de>>(&mut self, id: u32, reader: &mut R, writer: &mut W) -> Result<()> {
        let items = self.graph.tuple(id);
        let mut state = reader.tuple(items.len())?;
        writer.tuple(items.len())?;
        for (index, &item) in items.iter().enumerate() {
            if !reader.item(&mut state)? {
                return Err(reader.error(Code::Structure, "the tuple is too short"));
            }
            self.item_apart(item, reader, writer).map_err(|error| error.in_item(index))?;
        }
        if reader.item(&mut state)? {
            return Err(reader.error(Code::Structure, "the tuple is too long"));
        }
        writer.end_tuple()
    }

    fn record<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        id: u32,
        case: Discriminator,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let record = self.graph.record(id);
        if R::ORDERED {
            return self.ordered_record(record, case, reader, writer);
        }
        if W::ANY_ORDER {
            return self.any_order_record(record, case, reader, writer);
        }
        if !self.unordered && writer.can_roll_back() {
            let (start, output) = (reader.mark(), writer.mark());
            if self.expect_order(record, case, reader, writer)? {
                return Ok(());
            }
            self.unordered = true;
            reader.seek(start);
            writer.rollback(output);
        }
        self.spans_record(record, case, reader, writer)
    }

    /// A record whose fields come in schema order on this wire.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ordered_record<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let meta = record.meta();
        let mut state = reader.record(meta)?;
        let there =
            if W::WANTS_PRESENCE && !W::PRESENCE_IF_CHEAP { reader.presence(&state, meta).bits() } else { None };
        let presence = there.map_or(Presence::UNKNOWN, |there| sent(record, case, there));
        writer.record(meta, presence)?;
        for index in 0..meta.fields.len() {
            if let Some((at, union, tag)) = case
                && at == index
            {
                if R::CARRIES_DISCRIMINATOR && reader.field_is(&mut state, meta, index)? {
                    reader.skip_discriminator(meta, index)?;
                }
                writer.discriminator(meta, index, &self.graph.union(union).meta().cases[tag as usize].value)?;
            } else if reader.field_is(&mut state, meta, index)? {
                self.field(record, index, reader, writer)?;
            } else {
                self.missing(record, index, reader, writer)?;
            }
        }
        reader.end_record(&mut state, meta)?;
        writer.end_record(meta)
    }

    /// A record for a writer that takes the fields in any order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn any_order_record<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let meta = record.meta();
        let count = meta.fields.len();
        let mut state = reader.record(meta)?;
        writer.record(meta, Presence::UNKNOWN)?;
        // As long as fields come one after the other, only where they began is noted.
        let mut seen = Seen::new(count);
        let (mut first, mut next) = (0, 0);
        let (mut gaps, mut late) = (false, false);
        loop {
            if !late && next < count && reader.field_is(&mut state, meta, next)? {
                self.case_or_field(record, case, next, reader, writer)?;
                next += 1;
                continue;
            }
            if !gaps && next == count && reader.end_record(&mut state, meta)? {
                break;
            }
            gaps = true;
            seen.set_all(first..next);
            let Some(index) = reader.next_after(&mut state, meta, next)? else {
                first = next;
                break;
            };
            late |= index < next;
            (first, next) = (index, index + 1);
            if seen.get(index) && !reader.duplicate(&mut state, meta, index)? {
                reader.skip()?;
                continue;
            }
            self.late_field(record, case, index, reader, writer)?;
        }
        if first > 0 || next < count {
            seen.set_all(first..next);
            for index in (0..count).filter(|&index| !seen.get(index)) {
                self.missing_in_case(record, case, index, reader, writer)?;
            }
        }
        writer.end_record(meta)
    }

    /// Sends a record whose fields come in schema order, missing ones aside; `false` if they do not, or
    /// if it takes a closer look to say so.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn expect_order<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<bool> {
        let meta = record.meta();
        let mut state = reader.record(meta)?;
        writer.record(meta, Presence::UNKNOWN)?;
        for index in 0..meta.fields.len() {
            let present = reader.field_is(&mut state, meta, index)?;
            if let Some((at, union, tag)) = case
                && at == index
            {
                if present {
                    reader.skip_discriminator(meta, index)?;
                }
                writer.discriminator(meta, index, &self.graph.union(union).meta().cases[tag as usize].value)?;
            } else if present {
                self.field(record, index, reader, writer)?;
            } else if self.required && meta.fields[index].required && !R::IMPLICIT_PRESENCE {
                return Ok(false);
            } else {
                self.missing(record, index, reader, writer)?;
            }
        }
        if !reader.end_record(&mut state, meta)? {
            return Ok(false);
        }
        writer.end_record(meta)?;
        Ok(true)
    }

    /// A record in any order for a writer that needs schema order: first where each field is, then the
    /// fields.
    #[cold]
    #[inline(never)]
    fn spans_record<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let meta = record.meta();
        let mut state = reader.record(meta)?;
        let mut spans: Vec<Option<R::Mark>> = vec![None; meta.fields.len()];
        while let Some(index) = reader.next_field(&mut state, meta)? {
            let mark = reader.mark();
            match spans[index] {
                None => spans[index] = Some(mark),
                // What does not count must be right all the same, as it must when fields are in order.
                Some(earlier) if reader.duplicate(&mut state, meta, index)? => {
                    let mark = reader.mark();
                    reader.seek(earlier);
                    self.late_field(record, case, index, reader, &mut Discard)?;
                    reader.seek(mark);
                    spans[index] = Some(mark);
                }
                Some(_) => {}
            }
            reader.skip().map_err(|error| error.in_field(meta.fields[index].name))?;
        }
        let end = reader.mark();
        let there = |(index, span): (usize, &Option<R::Mark>)| u64::from(span.is_some()) << index;
        let presence = match meta.fields.len() {
            ..=64 if W::WANTS_PRESENCE => {
                let there: u64 = spans.iter().enumerate().map(there).sum();
                sent(record, case, there | self.zeros::<R>(record))
            }
            _ => Presence::UNKNOWN,
        };
        writer.record(meta, presence)?;
        for (index, span) in spans.into_iter().enumerate() {
            match span {
                Some(span) => {
                    reader.seek(span);
                    self.late_field(record, case, index, reader, writer)?;
                }
                None => self.missing_in_case(record, case, index, reader, writer)?,
            }
        }
        reader.seek(end);
        writer.end_record(meta)
    }

    /// The same off the fast path: one function for a pair of wires, where the other is a part of each loop.
    #[inline(never)]
    fn late_field<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        index: usize,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        match case {
            Some((at, ..)) if at == index => self.case_or_field(record, case, index, reader, writer),
            _ => {
                writer.field(record.meta(), index)?;
                self.value_apart(record.nodes[index], reader, writer)
                    .map_err(|error| error.in_field(record.meta().fields[index].name))
            }
        }
    }

    /// Sends a field whose key has been taken, which may be the discriminator.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case_or_field<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        case: Discriminator,
        index: usize,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        match case {
            Some((at, union, tag)) if at == index => {
                reader.skip_discriminator(record.meta(), index)?;
                writer.discriminator(record.meta(), index, &self.graph.union(union).meta().cases[tag as usize].value)
            }
            _ => self.field(record, index, reader, writer),
        }
    }

    /// Sends a field whose key has been taken.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn field<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        record: &RecordNode,
        index: usize,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        writer.field(record.meta(), index)?;
        self.value(record.nodes[index], reader, writer)
            .map_err(|error| error.in_field(record.meta().fields[index].name))
    }

    /// Sends what stands for a field that is missing, which may be the discriminator on a wire that says the
    /// branch in another way.
    #[inline(never)]
    fn missing_in_case<'de, R: Read<'de>, W: Sink<'de>>(
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
    fn missing<'de, R: Read<'de>, W: Sink<'de>>(
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
    fn stand_in<'de, R: Read<'de>, W: Sink<'de>>(
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
    fn zeros<'de, R: Read<'de>>(&self, record: &RecordNode) -> u64 {
        if !R::IMPLICIT_PRESENCE {
            return 0;
        }
        let is_zero = |index: usize| record.meta().fields[index].required && self.has_zero::<R>(record, index);
        (0..record.nodes.len()).filter(|&index| is_zero(index)).fold(0, |bits, index| bits | 1 << index)
    }

    /// Whether a required field that is missing is the zero of its type on this wire.
    fn has_zero<'de, R: Read<'de>>(&self, record: &RecordNode, index: usize) -> bool {
        R::IMPLICIT_PRESENCE
            && record.meta().fields[index].settings.proto.presence != FieldPresence::Required
            && !matches!(
                self.graph.node(record.nodes[index]).kind,
                Kind::Fixed(_) | Kind::Record(_) | Kind::Tuple(_) | Kind::Union(_)
            )
    }

    /// Sends the zero of a type, which has one.
    #[inline(never)]
    fn zero<'de, W: Sink<'de>>(&mut self, node: NodeId, writer: &mut W) -> Result<()> {
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
    fn default<'de, W: Sink<'de>>(&mut self, node: NodeId, value: &Value<'_>, writer: &mut W) -> Result<()> {
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

    /// A map. A key may occur twice, and then the last value counts, in the place of the first.
    fn map<'de, R: Read<'de>, W: Sink<'de>>(&mut self, value: NodeId, reader: &mut R, writer: &mut W) -> Result<()> {
        if W::ANY_ORDER {
            // Such a writer sees to repeated keys by itself.
            return self.map_entries(value, reader, writer, |_| true).map(|_| ());
        }
        if !self.repeated && writer.can_roll_back() {
            let (start, output) = (reader.mark(), writer.mark());
            let map = self.maps;
            self.maps += 1;
            let mut keys = core::mem::take(&mut self.keys);
            let unique = self.map_entries(value, reader, writer, |key| {
                let hash = keys.hasher().hash_one(key);
                keys.insert((map, hash))
            });
            self.keys = keys;
            if unique? {
                return Ok(());
            }
            self.repeated = true;
            reader.seek(start);
            writer.rollback(output);
        }
        self.spans_map(value, reader, writer)
    }

    /// Sends the entries of a map; stops with `false` at a key that `take` refuses.
    fn map_entries<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        value: NodeId,
        reader: &mut R,
        writer: &mut W,
        mut take: impl FnMut(&str) -> bool,
    ) -> Result<bool> {
        let mut state = reader.map()?;
        writer.map(None)?;
        let mut count = 0;
        loop {
            let (mark, before) = (reader.mark(), state.clone());
            let Some(key) = reader.key(&mut state)? else { break };
            if !take(key.as_str()) {
                return Ok(false);
            }
            writer.key(key.as_str())?;
            self.item_apart(value, reader, writer).map_err(|error| in_entry(error, reader, mark, before))?;
            count += 1;
        }
        writer.counted(count)?;
        writer.end_map()?;
        Ok(true)
    }

    /// A map in which a key may occur twice: first where each value is, then the values.
    #[cold]
    #[inline(never)]
    fn spans_map<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        value: NodeId,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let mut state = reader.map()?;
        let mut entries: Vec<(String, R::Mark)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        while let Some(key) = reader.key(&mut state)? {
            let key = String::from(key.as_str());
            let mark = reader.mark();
            let place = match places.get(&key) {
                // What does not count must be right all the same, as it must when a value is decoded.
                Some(&place) => {
                    reader.seek(core::mem::replace(&mut entries[place].1, mark));
                    self.item_apart(value, reader, &mut Discard).map_err(|error| error.in_field(&key))?;
                    reader.seek(mark);
                    place
                }
                None => {
                    places.insert(key.clone(), entries.len());
                    entries.push((key, mark));
                    entries.len() - 1
                }
            };
            if R::CAN_SKIP {
                reader.skip()?;
            } else {
                self.item(value, reader, &mut Discard).map_err(|error| error.in_field(&entries[place].0))?;
            }
        }
        let end = reader.mark();
        writer.map(Some(entries.len()))?;
        for (key, mark) in entries {
            writer.key(&key)?;
            reader.seek(mark);
            self.item_apart(value, reader, writer).map_err(|error| error.in_field(&key))?;
        }
        reader.seek(end);
        writer.end_map()
    }

    fn union<'de, R: Read<'de>, W: Sink<'de>>(&mut self, id: u32, reader: &mut R, writer: &mut W) -> Result<()> {
        let union = self.graph.union(id);
        let meta = union.meta();
        if meta.discriminator.is_some() {
            let tag = reader.case(meta)?;
            let branch = meta.cases[tag as usize].branch as usize;
            let Kind::Record(record) = self.graph.node(union.branches[branch]).kind else {
                return Err(reader.error(Code::Union, "the branch is not a record"));
            };
            writer.case(meta, tag)?;
            self.record(record, Some((union.discriminators[branch].into(), id, tag)), reader, writer)?;
            reader.end_case(meta)?;
            return writer.end_case(meta);
        }
        let tag = match reader.plain_case(meta)? {
            Some(tag) => tag,
            None => self.matching_branch(id, reader)?,
        };
        writer.case(meta, tag)?;
        self.item_apart(union.branches[tag as usize], reader, writer)?;
        reader.end_case(meta)?;
        writer.end_case(meta)
    }

    /// The first branch of a plain union that takes the value that comes next: the first of those that
    /// know all of its fields, or else the first that takes it with fields left over.
    fn matching_branch<'de, R: Read<'de>>(&mut self, id: u32, reader: &mut R) -> Result<u32> {
        let branches = &self.graph.union(id).branches;
        let kind = reader.kind()?;
        let mut possible = (0..branches.len() as u32).filter(|&tag| self.may_begin(branches[tag as usize], kind));
        let Some(first) = possible.next() else {
            return Err(reader.error(Code::Union, "no branch of the union takes this value"));
        };
        let Some(second) = possible.next() else { return Ok(first) };
        let candidates: Vec<u32> = [first, second].into_iter().chain(possible).collect();
        let was_strict = reader.set_strict(true);
        let mut found = self.first_match(&candidates, branches, reader);
        reader.set_strict(was_strict);
        if matches!(found, Ok(None)) && !was_strict {
            found = self.first_match(&candidates, branches, reader);
        }
        found?.ok_or_else(|| reader.error(Code::Union, "no branch of the union takes this value"))
    }

    fn first_match<'de, R: Read<'de>>(
        &mut self,
        candidates: &[u32],
        branches: &[NodeId],
        reader: &mut R,
    ) -> Result<Option<u32>> {
        let start = reader.mark();
        for &tag in candidates {
            let result = self.item_apart(branches[tag as usize], reader, &mut Discard);
            reader.retry(start)?;
            match result {
                Ok(()) => return Ok(Some(tag)),
                Err(error) if error.code() == Code::Limit || error.code() == Code::Json => return Err(error),
                Err(_) => {}
            }
        }
        Ok(None)
    }

    /// Whether a value of this type may begin as a value of this kind.
    fn may_begin(&self, node: NodeId, kind: ValueKind) -> bool {
        let place = self.graph.node(node);
        match (place.kind, kind) {
            (Kind::Json | Kind::Union(_), _) | (_, ValueKind::Other) => true,
            (_, ValueKind::Null) => place.nullable || place.kind == Kind::Null,
            (_, ValueKind::Bool) => place.kind == Kind::Bool,
            (_, ValueKind::Number) => matches!(
                place.kind,
                Kind::Number
                    | Kind::Float64
                    | Kind::Float32
                    | Kind::Int64
                    | Kind::Int32
                    | Kind::Uint32
                    | Kind::Uint64
                    | Kind::BigInt
                    | Kind::Date
                    | Kind::Enum(_)
            ),
            (_, ValueKind::Text) => {
                matches!(
                    place.kind,
                    Kind::Text | Kind::Bytes | Kind::Fixed(_) | Kind::Date | Kind::BigInt | Kind::Enum(_)
                )
            }
            (_, ValueKind::Bytes) => matches!(place.kind, Kind::Bytes | Kind::Fixed(_)),
            (_, ValueKind::Date) => place.kind == Kind::Date,
            (_, ValueKind::List) => matches!(place.kind, Kind::List(_) | Kind::Tuple(_)),
            (_, ValueKind::Map) => matches!(place.kind, Kind::Record(_) | Kind::Map(_) | Kind::Flags(_)),
        }
    }
}

/// Which fields of a record will be sent if these are there: they, those with a default, and the discriminator.
fn sent(record: &RecordNode, case: Discriminator, there: u64) -> Presence {
    let discriminator = case.map_or(0, |(index, ..)| 1 << index);
    Presence::known(there | record.filled | discriminator)
}

/// Sends a signed integer that must fit a narrower type.
#[cfg_attr(not(debug_assertions), inline(always))]
fn narrow<'de, R: Read<'de>, W: Sink<'de>>(reader: &mut R, writer: &mut W) -> Result<()> {
    let mark = reader.mark();
    let value = reader.int()?;
    if i32::try_from(value).is_err() {
        reader.seek(mark);
        return Err(reader.error(Code::Type, "the number is out of the range of its type"));
    }
    writer.int(value)
}

/// Adds the key of the entry at `mark` to the path, by reading it once more.
#[cold]
#[inline(never)]
fn in_entry<'de, R: Read<'de>>(error: Error, reader: &mut R, mark: R::Mark, mut state: R::Map) -> Error {
    reader.seek(mark);
    match reader.key(&mut state) {
        Ok(Some(key)) => error.in_field(key.as_str()),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use crate::codec::{Codec, Options};
    use crate::error::Code;
    use crate::schema::Schema;
    use crate::wire::Wire;

    /// Null is the same as missing, and still a key that may not come again.
    #[test]
    fn a_key_that_was_null_may_not_come_again_on_any_keyed_wire() {
        let schema = Schema::parse(r#"{"a": "?int32", "b": "?int32"}"#).unwrap();
        let messages: [(Wire, &[u8], &[u8]); 4] = [
            (Wire::Json, br#"{"a":null,"a":1}"#, br#"{"b":null,"a":1,"b":2}"#),
            (Wire::Msgpack, b"\x82\xa1a\xc0\xa1a\x01", b"\x83\xa1b\xc0\xa1a\x01\xa1b\x02"),
            (Wire::Cbor, b"\xa2\x61a\xf6\x61a\x01", b"\xa3\x61b\xf6\x61a\x01\x61b\x02"),
            (
                Wire::Bson,
                b"\x0f\0\0\0\x0aa\0\x10a\0\x01\0\0\0\0",
                b"\x16\0\0\0\x0ab\0\x10a\0\x01\0\0\0\x10b\0\x02\0\0\0\0",
            ),
        ];
        for (wire, again, late) in messages {
            let codec = Codec::new(&schema, wire, &Options::default()).unwrap();
            for message in [again, late] {
                let code = codec.decode(message).map_err(|error| error.code());
                assert_eq!(code, Err(Code::Duplicate), "{wire:?} {message:?}");
            }
        }
    }
}
