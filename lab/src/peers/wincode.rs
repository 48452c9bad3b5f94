//! wincode: derives of its own, integers of fixed length.

use super::compact;
use super::{Borrowed, Peer, Typed, Wire};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Wincode>();
    cases.borrowed::<Wincode>();
}

compact::appending!(Wincode, "wincode", Fixed, |value, out| wincode::serialize_into(out, value), |bytes| {
    wincode::deserialize(bytes)
});
compact::borrowing!(Wincode, |_, bytes| wincode::deserialize(bytes));
