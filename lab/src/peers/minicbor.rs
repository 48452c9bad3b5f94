//! minicbor: derives of its own, records as arrays, with enums as strings or as numbers.

use super::{Borrowed, Peer, Typed, Wire, compact, json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Minicbor>();
    cases.borrowed::<Minicbor>();
    cases.typed::<Compact>();
    cases.borrowed::<Compact>();
}

struct Minicbor;

impl<P: Payload> Peer<P> for Minicbor {
    const NAME: &'static str = "minicbor";
    const WIRE: Wire = Wire::CborArray;

    fn open() -> Self {
        Minicbor
    }

    fn is_read_by_typecase() -> bool {
        !P::IS_UNION
    }
}

impl<P: Payload> Typed<P> for Minicbor {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        minicbor::encode(value, out).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        minicbor::decode(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Minicbor {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        minicbor::decode(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}

compact::appending!(Compact, "minicbor", Own, |value, out| minicbor::encode(value, out), |bytes| minicbor::decode(
    bytes
));
compact::borrowing!(Compact, |_, bytes| minicbor::decode(bytes));
