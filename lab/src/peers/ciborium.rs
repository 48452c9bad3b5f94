//! ciborium: typed through serde, owned only, and its tree.

use ciborium::Value;

use super::{Dynamic, Peer, Transcoding, Typed, Wire, tree};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Ciborium>();
    cases.dynamic::<Tree>();
    cases.transcoding::<WithJson>();
}

struct Ciborium;
struct Tree;
struct WithJson;

impl<P: Payload> Peer<P> for Ciborium {
    const NAME: &'static str = "ciborium";
    const WIRE: Wire = Wire::Cbor;

    fn open() -> Self {
        Ciborium
    }

    fn is_read_by_typecase() -> bool {
        // Through serde a date is an integer of milliseconds, which is no date in CBOR.
        P::DATES.is_empty()
    }
}

impl<P: Payload> Peer<P> for Tree {
    const NAME: &'static str = "ciborium::Value";
    const WIRE: Wire = Wire::Cbor;

    fn open() -> Self {
        Tree
    }
}

impl<P: Payload> Typed<P> for Ciborium {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        ciborium::into_writer(value, out).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        ciborium::from_reader(bytes).unwrap()
    }
}

impl<P: Payload> Dynamic<P> for Tree {
    type Tree<'a> = Value;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Self::Tree<'a> {
        ciborium::from_reader(bytes).unwrap()
    }

    fn write(&mut self, tree: &Self::Tree<'_>, out: &mut Vec<u8>) {
        ciborium::into_writer(tree, out).unwrap();
    }
}

impl<P: Payload> Peer<P> for WithJson {
    const NAME: &'static str = "serde_json::Value + ciborium";
    const WIRE: Wire = Wire::Cbor;

    fn open() -> Self {
        WithJson
    }

    fn is_read_by_typecase() -> bool {
        // Through serde a date is an integer of milliseconds, which is no date in CBOR.
        P::DATES.is_empty()
    }
}

impl<P: Payload> Transcoding<P> for WithJson {
    fn json_to_wire(&mut self, json: &[u8], out: &mut Vec<u8>) {
        ciborium::into_writer(&tree::read::<P>(json), out).unwrap();
    }

    fn wire_to_json(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        tree::write::<P>(ciborium::from_reader(bytes).unwrap(), out);
    }
}
