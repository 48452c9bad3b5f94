//! musli's JSON, typed through its own derives.

use super::{Borrowed, Peer, Typed, Wire, json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<MusliJson>();
    cases.borrowed::<MusliJson>();
}

struct MusliJson;

impl<P: Payload> Peer<P> for MusliJson {
    const NAME: &'static str = "musli-json";
    const WIRE: Wire = Wire::Json;

    fn open() -> Self {
        MusliJson
    }
}

impl<P: Payload> Typed<P> for MusliJson {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        musli::json::encode(out, value).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        musli::json::from_slice(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for MusliJson {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        musli::json::from_slice(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}
