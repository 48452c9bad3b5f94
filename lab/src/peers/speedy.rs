//! speedy: derives of its own, integers of fixed length.

use speedy::{LittleEndian, Readable, Writable};

use super::compact::{self, Room};
use super::{Borrowed, Peer, Typed, Wire};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Speedy>();
    cases.borrowed::<Speedy>();
}

// Asked for a vector, it counts first and allocates; a slice that is kept takes what it writes.
compact::keeping!(
    Speedy(Room),
    "speedy",
    Fixed,
    |room, value| {
        let length = value.bytes_needed().unwrap();
        room.fill(|room| value.write_to_buffer_with_ctx(LittleEndian {}, room.get_mut(..length)?).ok().map(|()| length))
    },
    |_room, bytes| Readable::read_from_buffer_copying_data_with_ctx(LittleEndian {}, bytes)
);
compact::borrowing!(Speedy, |_, bytes| Readable::read_from_buffer_with_ctx(LittleEndian {}, bytes));
