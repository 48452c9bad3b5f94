//! bson: typed through serde, and its tree. It has no list for a document.

use bson::Document;

use super::{Borrowed, Dynamic, Peer, Transcoding, Typed, Wire, json, tree};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Bson>();
    cases.borrowed::<Bson>();
    cases.dynamic::<Tree>();
    cases.transcoding::<WithJson>();
}

struct Bson;
struct Tree;
struct WithJson;

impl<P: Payload> Peer<P> for Bson {
    const NAME: &'static str = "bson";
    const WIRE: Wire = Wire::Bson;

    fn open() -> Self {
        Bson
    }

    fn fits() -> bool {
        !P::IS_LIST
    }
}

impl<P: Payload> Peer<P> for Tree {
    const NAME: &'static str = "bson::Document";
    const WIRE: Wire = Wire::Bson;

    fn open() -> Self {
        Tree
    }
}

impl<P: Payload> Typed<P> for Bson {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        bson::serialize_to_buffer(value, out).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        bson::deserialize_from_slice(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Bson {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        bson::deserialize_from_slice(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}

impl<P: Payload> Dynamic<P> for Tree {
    type Tree<'a> = Document;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Self::Tree<'a> {
        Document::from_reader(bytes).unwrap()
    }

    fn write(&mut self, tree: &Self::Tree<'_>, out: &mut Vec<u8>) {
        tree.to_writer(out).unwrap();
    }
}

impl<P: Payload> Peer<P> for WithJson {
    const NAME: &'static str = "serde_json::Value + bson";
    const WIRE: Wire = Wire::Bson;

    fn open() -> Self {
        WithJson
    }

    fn fits() -> bool {
        !P::IS_LIST
    }
}

impl<P: Payload> Transcoding<P> for WithJson {
    fn json_to_wire(&mut self, json: &[u8], out: &mut Vec<u8>) {
        bson::serialize_to_buffer(&tree::read::<P>(json), out).unwrap();
    }

    fn wire_to_json(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        tree::write::<P>(bson::deserialize_from_slice(bytes).unwrap(), out);
    }
}
