//! bincode: derives of its own, integers of variable length.

use bincode::error::EncodeError;

use super::compact::{self, Room};
use super::{Borrowed, Peer, Typed, Wire};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Bincode>();
    cases.borrowed::<Bincode>();
}

// It writes faster into a slice than to a vector.
compact::keeping!(
    Bincode(Room),
    "bincode",
    Own,
    |room, value| room.fill(|room| match bincode::encode_into_slice(value, room, bincode::config::standard()) {
        Ok(length) => Some(length),
        Err(EncodeError::UnexpectedEnd) => None,
        Err(error) => panic!("{error}"),
    }),
    |_room, bytes| bincode::decode_from_slice(bytes, bincode::config::standard()).map(|(value, _)| value)
);
compact::borrowing!(Bincode, |_, bytes| {
    bincode::borrow_decode_from_slice(bytes, bincode::config::standard()).map(|(value, _)| value)
});
