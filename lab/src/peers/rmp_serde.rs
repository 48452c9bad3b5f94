//! rmp-serde: typed through serde, records as arrays or as maps.

use rmp_serde::Serializer;
use serde::Serialize;

use super::{Borrowed, Peer, Transcoding, Typed, Wire, json, tree};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Arrays>();
    cases.borrowed::<Arrays>();
    cases.typed::<Maps>();
    cases.borrowed::<Maps>();
    cases.transcoding::<WithJson>();
}

struct Arrays;
struct Maps;
struct WithJson;

impl<P: Payload> Peer<P> for Arrays {
    const NAME: &'static str = "rmp-serde";
    const WIRE: Wire = Wire::MsgpackArray;

    fn open() -> Self {
        Arrays
    }

    fn fits() -> bool {
        // Its arrays have no place for a field that serde leaves out.
        !P::IS_SPARSE
    }

    fn is_read_by_typecase() -> bool {
        // The tag of a union is one of the fields to it.
        !P::IS_UNION
    }
}

impl<P: Payload> Peer<P> for Maps {
    const NAME: &'static str = "rmp-serde";
    const WIRE: Wire = Wire::Msgpack;

    fn open() -> Self {
        Maps
    }
}

impl<P: Payload> Typed<P> for Arrays {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        value.serialize(&mut Serializer::new(out)).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        rmp_serde::from_slice(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Arrays {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        rmp_serde::from_slice(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}

impl<P: Payload> Typed<P> for Maps {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        value.serialize(&mut Serializer::new(out).with_struct_map()).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        rmp_serde::from_slice(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Maps {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        rmp_serde::from_slice(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}

impl<P: Payload> Peer<P> for WithJson {
    const NAME: &'static str = "serde_json::Value + rmp-serde";
    const WIRE: Wire = Wire::Msgpack;

    fn open() -> Self {
        WithJson
    }
}

impl<P: Payload> Transcoding<P> for WithJson {
    fn json_to_wire(&mut self, json: &[u8], out: &mut Vec<u8>) {
        tree::read::<P>(json).serialize(&mut Serializer::new(out)).unwrap();
    }

    fn wire_to_json(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        tree::write::<P>(rmp_serde::from_slice(bytes).unwrap(), out);
    }
}
