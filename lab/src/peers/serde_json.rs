//! serde_json: typed through serde, and `serde_json::Value`.

use serde_json::Value;

use super::{Borrowed, Dynamic, Peer, Typed, Wire, json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<SerdeJson>();
    cases.borrowed::<SerdeJson>();
    cases.dynamic::<SerdeJsonValue>();
}

struct SerdeJson;

impl<P: Payload> Peer<P> for SerdeJson {
    const NAME: &'static str = "serde_json";
    const WIRE: Wire = Wire::Json;

    fn open() -> Self {
        SerdeJson
    }
}

impl<P: Payload> Typed<P> for SerdeJson {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        serde_json::to_writer(out, value).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        serde_json::from_slice(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for SerdeJson {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        serde_json::from_slice(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}

struct SerdeJsonValue;

impl<P: Payload> Peer<P> for SerdeJsonValue {
    const NAME: &'static str = "serde_json::Value";
    const WIRE: Wire = Wire::Json;

    fn open() -> Self {
        SerdeJsonValue
    }
}

impl<P: Payload> Dynamic<P> for SerdeJsonValue {
    type Tree<'a> = Value;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Value {
        serde_json::from_slice(bytes).unwrap()
    }

    fn write(&mut self, tree: &Value, out: &mut Vec<u8>) {
        serde_json::to_writer(out, tree).unwrap();
    }
}
