//! musli's JSON and its binary formats, typed through its own derives.

use super::{Borrowed, Peer, Typed, Wire, compact, json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<MusliJson>();
    cases.borrowed::<MusliJson>();
    cases.typed::<MusliStorage>();
    cases.borrowed::<MusliStorage>();
    cases.typed::<MusliWire>();
    cases.borrowed::<MusliWire>();
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

compact::appending!(MusliStorage, "musli-storage", Own, |value, out| musli::storage::encode(out, value), |bytes| {
    musli::storage::from_slice(bytes)
});
compact::borrowing!(MusliStorage, |_, bytes| musli::storage::from_slice(bytes));

compact::appending!(MusliWire, "musli-wire", Own, |value, out| musli::wire::encode(out, value), |bytes| {
    musli::wire::from_slice(bytes)
});
compact::borrowing!(MusliWire, |_, bytes| musli::wire::from_slice(bytes));
