//! The peers: one file each, and what a peer implements.
//!
//! A peer is any type with [`Peer`] and the traits of what it can do. It may
//! keep buffers between calls, as its careful user would; it gets the input as
//! `&[u8]`, because that is what the users of typecase hold, and a copy it
//! needs is part of its time.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cases::Builder;
use crate::payloads::Payload;

mod apache_avro;
mod bincode;
mod bitcode;
mod borsh;
mod bson;
mod buffa;
mod cbor4ii;
mod ciborium;
mod compact;
mod micropb;
mod minicbor;
mod msgpacker;
mod musli;
mod postcard;
mod prost;
mod prost_reflect;
mod quick_protobuf;
mod rkyv;
mod rmp_serde;
mod rmpv;
mod serde_avro_fast;
mod serde_json;
mod simd_json;
mod sonic_rs;
mod speedy;
mod tree;
mod typecase;
mod typecase_binary;
mod wincode;
mod zerompk;

pub use typecase_binary::{as_json, codec};

/// The registry: adds what every peer can do with the payload `P`.
pub fn register<P: Payload>(cases: &mut Builder<P>) {
    typecase::register(cases);
    serde_json::register(cases);
    simd_json::register(cases);
    sonic_rs::register(cases);
    musli::register(cases);
    typecase_binary::register(cases);
    prost::register(cases);
    buffa::register(cases);
    quick_protobuf::register(cases);
    micropb::register(cases);
    prost_reflect::register(cases);
    serde_avro_fast::register(cases);
    apache_avro::register(cases);
    zerompk::register(cases);
    msgpacker::register(cases);
    rmp_serde::register(cases);
    rmpv::register(cases);
    minicbor::register(cases);
    cbor4ii::register(cases);
    ciborium::register(cases);
    bson::register(cases);
    postcard::register(cases);
    bincode::register(cases);
    bitcode::register(cases);
    wincode::register(cases);
    speedy::register(cases);
    borsh::register(cases);
    rkyv::register(cases);
}

/// What the names of typecase's own peers begin with.
pub const OURS: &str = "typecase";

/// The bytes that a peer reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wire {
    /// JSON text with keys.
    Json,
    /// JSON arrays in schema order.
    Positional,
    /// Protocol Buffers.
    Protobuf,
    /// Avro's binary encoding.
    Avro,
    /// MessagePack, records as maps.
    Msgpack,
    /// MessagePack, records as arrays.
    MsgpackArray,
    /// CBOR, records as maps.
    Cbor,
    /// CBOR, records as arrays.
    CborArray,
    /// BSON.
    Bson,
    /// typecase's packed wire.
    Packed,
    /// A format of the library's own; MessagePack and CBOR with enums as numbers, too.
    Own,
    /// A format of the library's own whose integers have fixed widths, so that they can be copied.
    Fixed,
}

impl Wire {
    /// Every wire that typecase has, in the order of the reports.
    pub const ALL: [Wire; 10] = [
        Wire::Json,
        Wire::Positional,
        Wire::Protobuf,
        Wire::Avro,
        Wire::Msgpack,
        Wire::MsgpackArray,
        Wire::Cbor,
        Wire::CborArray,
        Wire::Bson,
        Wire::Packed,
    ];

    /// The name in filters and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Wire::Json => "json",
            Wire::Positional => "positional",
            Wire::Protobuf => "protobuf",
            Wire::Avro => "avro",
            Wire::Msgpack => "msgpack",
            Wire::MsgpackArray => "msgpack-array",
            Wire::Cbor => "cbor",
            Wire::CborArray => "cbor-array",
            Wire::Bson => "bson",
            Wire::Packed => "packed",
            Wire::Own => "own",
            Wire::Fixed => "fixed-layout",
        }
    }

    /// Whether its documents are text, which is the same for all peers.
    pub fn is_text(self) -> bool {
        matches!(self, Wire::Json | Wire::Positional)
    }

    /// Whether only libraries with formats of their own have it, so that typecase cannot read what they write.
    pub fn is_foreign(self) -> bool {
        matches!(self, Wire::Own | Wire::Fixed)
    }

    /// The wires that this one is compared with. Nobody else has the positional wire, which goes with JSON, nor the packed
    /// one, which goes with all formats without names.
    pub fn rivals(self) -> &'static [Wire] {
        match self {
            Wire::Json | Wire::Positional => &[Wire::Json, Wire::Positional],
            Wire::Protobuf => &[Wire::Protobuf],
            Wire::Avro => &[Wire::Avro],
            Wire::Msgpack => &[Wire::Msgpack],
            Wire::MsgpackArray => &[Wire::MsgpackArray],
            Wire::Cbor => &[Wire::Cbor],
            Wire::CborArray => &[Wire::CborArray],
            Wire::Bson => &[Wire::Bson],
            Wire::Packed => &[Wire::Packed, Wire::Own, Wire::Fixed, Wire::Protobuf, Wire::Avro],
            Wire::Own | Wire::Fixed => Wire::Packed.rivals(),
        }
    }

    /// The wire in whose tables this one is.
    pub fn table(self) -> Wire {
        self.rivals()[0]
    }
}

/// What every peer has.
pub trait Peer<P: Payload>: Sized + 'static {
    /// The name in filters and in reports.
    const NAME: &'static str;
    /// What it reads and writes.
    const WIRE: Wire;

    /// Makes one, with whatever it prepares once per payload; not timed.
    fn open() -> Self;

    /// Whether it can do the payload; if not, the report has a `-` for it.
    fn fits() -> bool {
        true
    }

    /// Whether what it writes is the payload to typecase too, which is then checked.
    fn is_read_by_typecase() -> bool {
        !Self::WIRE.is_foreign()
    }
}

/// A peer that writes and reads a struct with its own strings.
///
/// The methods panic on an error: every peer passes the checks before it is timed.
pub trait Typed<P: Payload>: Peer<P> {
    /// What it writes and reads; libraries that ask for structs of another shape have their own.
    type Value: PartialEq;

    /// The value as the peer has it; not timed.
    fn value(owned: &P::Owned) -> Self::Value;

    /// Appends the value to an empty buffer that is reused between calls.
    fn encode(&mut self, value: &Self::Value, out: &mut Vec<u8>);

    /// Encodes the value: what is timed. The bytes are in the buffer, or in one that the peer keeps itself.
    fn written<'a>(&'a mut self, value: &Self::Value, out: &'a mut Vec<u8>) -> &'a [u8] {
        out.clear();
        self.encode(value, out);
        out
    }

    /// Reads the struct.
    fn decode(&mut self, bytes: &[u8]) -> Self::Value;
}

/// A peer that reads the struct whose strings point into the input.
pub trait Borrowed<P: Payload>: Typed<P> {
    /// What it reads.
    type View<'a>;

    /// Reads the borrowed struct; it may borrow from the peer's own buffers too.
    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> Self::View<'a>;

    /// The JSON of what was read; not timed.
    fn json(view: &Self::View<'_>) -> Vec<u8>;
}

/// A peer that reads a tree without knowing the struct, and writes it again.
pub trait Dynamic<P: Payload>: Peer<P> {
    /// The tree.
    type Tree<'a>;

    /// Reads a tree; it may borrow from the input and from the peer's own buffers.
    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Self::Tree<'a>;

    /// Appends the tree to an empty buffer that is reused between calls.
    fn write(&mut self, tree: &Self::Tree<'_>, out: &mut Vec<u8>);
}

/// A peer, or two libraries together, that turns JSON into its wire and back.
pub trait Transcoding<P: Payload>: Peer<P> {
    /// Appends the document on the wire to an empty buffer that is reused between calls.
    fn json_to_wire(&mut self, json: &[u8], out: &mut Vec<u8>);

    /// Appends the JSON document to an empty buffer that is reused between calls.
    fn wire_to_json(&mut self, bytes: &[u8], out: &mut Vec<u8>);
}

/// The JSON of a value, by serde.
fn json(value: &impl Serialize) -> Vec<u8> {
    ::serde_json::to_vec(value).expect("a payload is JSON")
}

/// A value as another struct with the same JSON.
fn through_json<V: DeserializeOwned>(value: &impl Serialize) -> V {
    ::serde_json::from_slice(&json(value)).expect("a payload is JSON")
}
