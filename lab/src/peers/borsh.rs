//! borsh: derives of its own, integers of fixed length; owned only.

use super::compact;
use super::{Peer, Typed, Wire};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Borsh>();
}

compact::appending!(Borsh, "borsh", Fixed, |value, out| borsh::to_writer(out, value), |bytes| borsh::from_slice(bytes));
