//! postcard: serde, in a format of its own.

use super::compact::{self, Room};
use super::{Borrowed, Peer, Typed, Wire};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Postcard>();
    cases.borrowed::<Postcard>();
}

// It writes faster into a slice than to a vector.
compact::keeping!(
    Postcard(Room),
    "postcard",
    Own,
    |room, value| room.fill(|room| match postcard::to_slice(value, room) {
        Ok(written) => Some(written.len()),
        Err(postcard::Error::SerializeBufferFull) => None,
        Err(error) => panic!("{error}"),
    }),
    |_room, bytes| postcard::from_bytes(bytes)
);
compact::borrowing!(Postcard, |_, bytes| postcard::from_bytes(bytes));
