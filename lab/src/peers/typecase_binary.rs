//! typecase on its binary wires: typed, borrowed, dynamic under the schema, and from and to JSON. Nobody has trees of
//! records without keys to compare with, so the array forms are typed only.

use typecase::codec::{Codec, Options};
use typecase::limits::Limits;
use typecase::typed::Type;
use typecase::value::Value;
use typecase::wire::{self, avro, bson, cbor, msgpack, packed, protobuf};

use super::{Borrowed, Dynamic, Peer, Transcoding, Typed, Wire, json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    macro_rules! structs {
        ($($structs:ident)*) => {
            $(
                cases.typed::<$structs>();
                cases.borrowed::<$structs>();
            )*
        };
    }
    structs!(Protobuf Avro Msgpack MsgpackArrays Cbor CborArrays Bson Packed);
    macro_rules! trees {
        ($($trees:ident)*) => {
            $(cases.dynamic::<$trees>();)*
        };
    }
    trees!(ProtobufValue AvroValue MsgpackValue CborValue BsonValue PackedValue FreeMsgpack FreeCbor FreeBson);
    macro_rules! converters {
        ($($converter:ident)*) => {
            $(cases.transcoding::<$converter>();)*
        };
    }
    converters!(ProtobufConverter AvroConverter MsgpackConverter CborConverter BsonConverter PackedConverter);
}

/// The codec of the payload's schema on a wire.
pub fn codec<P: Payload>(wire: Wire) -> Codec {
    let mut options = Options::default();
    let wire = match wire {
        Wire::Json => wire::Wire::Json,
        Wire::Positional => wire::Wire::Positional,
        Wire::Protobuf => wire::Wire::Protobuf,
        Wire::Avro => wire::Wire::Avro,
        Wire::Msgpack => wire::Wire::Msgpack,
        Wire::MsgpackArray => {
            options.msgpack = msgpack_arrays();
            wire::Wire::Msgpack
        }
        Wire::Cbor => wire::Wire::Cbor,
        Wire::CborArray => {
            options.cbor = cbor_lists();
            wire::Wire::Cbor
        }
        Wire::Bson => wire::Wire::Bson,
        Wire::Packed => wire::Wire::Packed,
        Wire::Own | Wire::Fixed => unreachable!("a wire of other libraries"),
    };
    Codec::new(&P::Owned::schema(), wire, &options).expect("a payload goes on every wire")
}

/// A document on a wire as JSON text.
pub fn as_json<P: Payload>(wire: Wire, document: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    codec::<P>(wire).convert(&codec::<P>(Wire::Json), document, &mut text).expect("what a peer writes can be read");
    text
}

/// Defines the peer that has the payloads as structs, with the functions of the wire's module.
macro_rules! structs {
    ($peer:ident, $wire:ident, |$value:ident, $out:ident| $encode:expr, |$bytes:ident| $decode:expr) => {
        struct $peer;

        impl<P: Payload> Peer<P> for $peer {
            const NAME: &'static str = "typecase";
            const WIRE: Wire = Wire::$wire;

            fn open() -> Self {
                $peer
            }

            fn fits() -> bool {
                // A union has the name of its case among its keys, which lists of CBOR do not have.
                Wire::$wire != Wire::CborArray || !P::IS_UNION
            }
        }

        impl<P: Payload> Typed<P> for $peer {
            type Value = P::Owned;

            fn value(owned: &P::Owned) -> P::Owned {
                owned.clone()
            }

            fn encode(&mut self, $value: &P::Owned, $out: &mut Vec<u8>) {
                $encode.unwrap();
            }

            fn decode(&mut self, $bytes: &[u8]) -> P::Owned {
                $decode.unwrap()
            }
        }

        impl<P: Payload> Borrowed<P> for $peer {
            type View<'a> = P::Borrowed<'a>;

            fn borrow<'a>(&'a mut self, $bytes: &'a [u8]) -> P::Borrowed<'a> {
                $decode.unwrap()
            }

            fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
                json(view)
            }
        }
    };
}

structs!(Protobuf, Protobuf, |value, out| protobuf::encode_into(value, out, &Limits::default()), |bytes| {
    protobuf::decode(bytes)
});
structs!(
    Avro,
    Avro,
    |value, out| avro::encode_into(value, out, &avro::Options::default(), &Limits::default()),
    |bytes| avro::decode(bytes)
);
structs!(
    Msgpack,
    Msgpack,
    |value, out| msgpack::encode_into(value, out, &msgpack::Options::default(), &Limits::default()),
    |bytes| msgpack::decode(bytes)
);
structs!(
    MsgpackArrays,
    MsgpackArray,
    |value, out| msgpack::encode_into(value, out, &msgpack_arrays(), &Limits::default()),
    |bytes| msgpack::decode_with(bytes, &msgpack_arrays(), &Limits::default())
);
structs!(
    Cbor,
    Cbor,
    |value, out| cbor::encode_into(value, out, &cbor::Options::default(), &Limits::default()),
    |bytes| cbor::decode(bytes)
);
structs!(
    CborArrays,
    CborArray,
    |value, out| cbor::encode_into(value, out, &cbor_lists(), &Limits::default()),
    |bytes| cbor::decode_with(bytes, &cbor_lists(), &Limits::default())
);
structs!(
    Bson,
    Bson,
    |value, out| bson::encode_into(value, out, &bson::Options::default(), &Limits::default()),
    |bytes| bson::decode(bytes)
);
structs!(
    Packed,
    Packed,
    |value, out| packed::encode_into(value, out, &packed::Options::default(), &Limits::default()),
    |bytes| packed::decode(bytes)
);

fn msgpack_arrays() -> msgpack::Options {
    msgpack::Options { records: msgpack::Records::Array, ..msgpack::Options::default() }
}

fn cbor_lists() -> cbor::Options {
    cbor::Options { records: cbor::Records::Lists, ..cbor::Options::default() }
}

/// Defines the peer that has trees under the schema, and the one that converts from and to JSON.
macro_rules! codecs {
    ($trees:ident $converter:ident $wire:ident) => {
        struct $trees(Codec);

        impl<P: Payload> Peer<P> for $trees {
            const NAME: &'static str = "typecase Value";
            const WIRE: Wire = Wire::$wire;

            fn open() -> Self {
                $trees(codec::<P>(Wire::$wire))
            }
        }

        impl<P: Payload> Dynamic<P> for $trees {
            type Tree<'a> = Value<'a>;

            fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Value<'a> {
                self.0.decode(bytes).unwrap()
            }

            fn write(&mut self, tree: &Value<'_>, out: &mut Vec<u8>) {
                self.0.encode_into(tree, out).unwrap();
            }
        }

        struct $converter {
            json: Codec,
            binary: Codec,
        }

        impl<P: Payload> Peer<P> for $converter {
            const NAME: &'static str = "typecase";
            const WIRE: Wire = Wire::$wire;

            fn open() -> Self {
                $converter { json: codec::<P>(Wire::Json), binary: codec::<P>(Wire::$wire) }
            }
        }

        impl<P: Payload> Transcoding<P> for $converter {
            fn json_to_wire(&mut self, json: &[u8], out: &mut Vec<u8>) {
                self.json.convert(&self.binary, json, out).unwrap();
            }

            fn wire_to_json(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
                self.binary.convert(&self.json, bytes, out).unwrap();
            }
        }
    };
}

codecs!(ProtobufValue ProtobufConverter Protobuf);
codecs!(AvroValue AvroConverter Avro);
codecs!(MsgpackValue MsgpackConverter Msgpack);
codecs!(CborValue CborConverter Cbor);
codecs!(BsonValue BsonConverter Bson);
codecs!(PackedValue PackedConverter Packed);

/// Defines the trees that typecase reads without a schema on a wire.
macro_rules! free_trees {
    ($trees:ident, $wire:ident, |$bytes:ident| $parse:expr, |$tree:ident, $out:ident| $print:expr) => {
        struct $trees;

        impl<P: Payload> Peer<P> for $trees {
            const NAME: &'static str = "typecase Value (no schema)";
            const WIRE: Wire = Wire::$wire;

            fn open() -> Self {
                $trees
            }
        }

        impl<P: Payload> Dynamic<P> for $trees {
            type Tree<'a> = Value<'a>;

            fn read<'a>(&'a mut self, $bytes: &'a [u8]) -> Value<'a> {
                $parse.unwrap()
            }

            fn write(&mut self, $tree: &Value<'_>, $out: &mut Vec<u8>) {
                $print.unwrap();
            }
        }
    };
}

free_trees!(FreeMsgpack, Msgpack, |bytes| msgpack::parse(bytes), |tree, out| msgpack::print_into(
    tree,
    out,
    &msgpack::Options::default(),
    &Limits::default()
));
free_trees!(FreeCbor, Cbor, |bytes| cbor::parse(bytes), |tree, out| cbor::encode_into(
    tree,
    out,
    &cbor::Options::default(),
    &Limits::default()
));
free_trees!(FreeBson, Bson, |bytes| bson::parse(bytes), |tree, out| bson::print_into(
    tree,
    out,
    &bson::Options::default(),
    &Limits::default()
));
