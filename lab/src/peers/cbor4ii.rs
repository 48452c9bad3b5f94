//! cbor4ii: typed through serde.

use std::mem;

use super::{Borrowed, Peer, Typed, Wire, json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Cbor4ii>();
    cases.borrowed::<Cbor4ii>();
}

struct Cbor4ii;

impl<P: Payload> Peer<P> for Cbor4ii {
    const NAME: &'static str = "cbor4ii";
    const WIRE: Wire = Wire::Cbor;

    fn open() -> Self {
        Cbor4ii
    }

    fn is_read_by_typecase() -> bool {
        // Through serde a date is an integer of milliseconds, which is no date in CBOR.
        P::DATES.is_empty()
    }
}

impl<P: Payload> Typed<P> for Cbor4ii {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        *out = cbor4ii::serde::to_vec(mem::take(out), value).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        cbor4ii::serde::from_slice(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Cbor4ii {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        cbor4ii::serde::from_slice(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}
