//! The one driver: sends the events of any reader to any writer under a runtime schema.
//!
//! Decoding to a [`Value`](crate::value::Value) is a drive from a wire to the value's writer, encoding is a drive the other
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

use crate::error::{Code, Result};
use crate::schema::graph::{Graph, Kind, NodeId};
use crate::wire::{Read, Sink};
use alloc::vec::Vec;
use hashbrown::HashSet;

mod collect;
mod discard;
mod erased;
mod map;
mod missing;
mod record;
mod union;

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
    settled(&mut Driver::new(graph, true), reader, writer, |driver, reader, writer| {
        driver.value(graph.root(), reader, writer)
    })
}

/// The same without the check that required fields are there: a missing one becomes null.
///
/// # Errors
/// As for [`drive`], less `required`.
pub fn drive_unchecked<'de, R: Read<'de>, W: Sink<'de>>(graph: &Graph, reader: &mut R, writer: &mut W) -> Result<()> {
    settled(&mut Driver::new(graph, false), reader, writer, |driver, reader, writer| {
        driver.value(graph.root(), reader, writer)
    })
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
    settled(&mut Driver::new(graph, required), reader, writer, |driver, reader, writer| {
        driver.item(item, reader, writer)
    })
}

/// Sends one of many messages whose values go to one writer: an item of this node, or without one the root.
/// `unordered` says whether a record of those before has been out of order, which lets this one be looked at before
/// anything of it is sent: to take back a row costs a writer of columns more than to read one twice.
#[cfg(feature = "std")]
pub(crate) fn drive_next<'de, R: Read<'de>, W: Sink<'de>>(
    graph: &Graph,
    item: Option<NodeId>,
    required: bool,
    unordered: &mut bool,
    reader: &mut R,
    writer: &mut W,
) -> Result<()> {
    let mut driver = Driver { unordered: *unordered, ..Driver::new(graph, required) };
    let result = settled(&mut driver, reader, writer, |driver, reader, writer| match item {
        Some(item) => driver.item(item, reader, writer),
        None => driver.value(graph.root(), reader, writer),
    });
    *unordered = driver.unordered;
    result
}

/// Sends a message. Where the last of several occurrences of a field counts, an earlier one may be what a writer
/// cannot write; then the message is sent once more, with the occurrences looked at before any is sent.
#[cfg_attr(not(debug_assertions), inline(always))]
fn settled<'de, R: Read<'de>, W: Sink<'de>>(
    driver: &mut Driver<'_>,
    reader: &mut R,
    writer: &mut W,
    send: impl Fn(&mut Driver<'_>, &mut R, &mut W) -> Result<()>,
) -> Result<()> {
    if !R::IMPLICIT_PRESENCE || W::ANY_ORDER || !writer.can_roll_back() {
        return send(driver, reader, writer);
    }
    let (start, output) = (reader.mark(), writer.mark());
    match send(driver, reader, writer) {
        Err(error) if error.code() == Code::Unsupported && !driver.unordered => {
            driver.unordered = true;
            reader.seek(start);
            writer.rollback(output);
            send(driver, reader, writer)
        }
        result => result,
    }
}

/// Sends one value of this node, which is there: whoever asks has seen to it.
#[cfg(feature = "std")]
pub(crate) fn drive_present<'de, R: Read<'de>, W: Sink<'de>>(
    graph: &Graph,
    node: NodeId,
    reader: &mut R,
    writer: &mut W,
) -> Result<()> {
    Driver::new(graph, true).value(node, reader, writer)
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
            Kind::Int32 => writer.int(reader.int32()?.into()),
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
            Kind::Uint32 => writer.uint(reader.uint32()?.into()),
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
}
