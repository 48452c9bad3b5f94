//! rkyv: derives of its own; structs that are used where they lie in the input, which is checked.

use rkyv::Archived;
use rkyv::rancor::Error;

use super::{Borrowed, Peer, Typed, Wire, compact};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Rkyv>();
    cases.borrowed::<Rkyv>();
}

compact::appending!(
    Rkyv,
    "rkyv",
    Fixed,
    |value, out| rkyv::api::high::to_bytes_in(value, std::mem::take(out)).map(|written: Vec<u8>| *out = written),
    |bytes| rkyv::from_bytes::<P::Compact, Error>(bytes)
);

impl<P: Payload> Borrowed<P> for Rkyv {
    type View<'a> = &'a Archived<P::Compact>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> Self::View<'a> {
        rkyv::access::<Archived<P::Compact>, Error>(bytes).unwrap()
    }

    fn json(view: &Self::View<'_>) -> Vec<u8> {
        let value: P::Compact = rkyv::deserialize::<P::Compact, Error>(*view).unwrap();
        compact::json(&value)
    }
}
