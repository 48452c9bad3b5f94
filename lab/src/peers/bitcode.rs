//! bitcode: derives of its own, values in columns.

use super::compact;
use super::{Borrowed, Peer, Typed, Wire};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Bitcode>();
    cases.borrowed::<Bitcode>();
}

compact::keeping!(Bitcode(bitcode::Buffer), "bitcode", Own, |buffer, value| buffer.encode(value), |buffer, bytes| {
    buffer.decode(bytes)
});
compact::borrowing!(Bitcode, |peer, bytes| peer.0.decode(bytes));
