//! micropb, with `String` and `Vec`: owned only.

use micropb::{MessageDecode, MessageEncode, PbEncoder};

use super::{Peer, Typed, Wire};
use crate::cases::Builder;
use crate::messages::{self, Messages};
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Micropb>();
}

struct Micropb;

impl<P: Payload> Peer<P> for Micropb {
    const NAME: &'static str = "micropb";
    const WIRE: Wire = Wire::Protobuf;

    fn open() -> Self {
        Micropb
    }
}

impl<P: Payload> Typed<P> for Micropb {
    type Value = <P::Messages as Messages>::Micropb;

    fn value(owned: &P::Owned) -> Self::Value {
        decode(&messages::bytes::<P>(owned))
    }

    fn encode(&mut self, value: &Self::Value, out: &mut Vec<u8>) {
        value.encode(&mut PbEncoder::new(out)).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> Self::Value {
        decode(bytes)
    }
}

fn decode<M: MessageDecode + Default>(bytes: &[u8]) -> M {
    let mut message = M::default();
    message.decode_from_bytes(bytes).unwrap();
    message
}
