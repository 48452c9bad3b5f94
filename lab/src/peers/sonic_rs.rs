//! sonic-rs: typed through serde, and `sonic_rs::Value` (one arena a document).

use sonic_rs::Value;

use super::{Borrowed, Dynamic, Peer, Typed, Wire, json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<SonicRs>();
    cases.borrowed::<SonicRs>();
    cases.dynamic::<SonicRsValue>();
}

struct SonicRs;

impl<P: Payload> Peer<P> for SonicRs {
    const NAME: &'static str = "sonic-rs";
    const WIRE: Wire = Wire::Json;

    fn open() -> Self {
        SonicRs
    }
}

impl<P: Payload> Typed<P> for SonicRs {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        sonic_rs::to_writer(out, value).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        sonic_rs::from_slice(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for SonicRs {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        sonic_rs::from_slice(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}

struct SonicRsValue;

impl<P: Payload> Peer<P> for SonicRsValue {
    const NAME: &'static str = "sonic_rs::Value";
    const WIRE: Wire = Wire::Json;

    fn open() -> Self {
        SonicRsValue
    }
}

impl<P: Payload> Dynamic<P> for SonicRsValue {
    type Tree<'a> = Value;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Value {
        sonic_rs::from_slice(bytes).unwrap()
    }

    fn write(&mut self, tree: &Value, out: &mut Vec<u8>) {
        sonic_rs::to_writer(out, tree).unwrap();
    }
}
