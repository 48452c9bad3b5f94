//! msgpacker: derives of its own. Its records are their values without the head of an array, so that no other library
//! reads them; enums are strings or numbers.

use msgpacker::{Packable, Unpackable, UnpackableBorrowed};

use super::{Borrowed, Peer, Typed, Wire, compact, json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Msgpacker>();
    cases.borrowed::<Msgpacker>();
    cases.typed::<Compact>();
    cases.borrowed::<Compact>();
}

struct Msgpacker;

impl<P: Payload> Peer<P> for Msgpacker {
    const NAME: &'static str = "msgpacker";
    const WIRE: Wire = Wire::MsgpackArray;

    fn open() -> Self {
        Msgpacker
    }

    fn is_read_by_typecase() -> bool {
        false
    }
}

impl<P: Payload> Typed<P> for Msgpacker {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        value.pack(out);
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        <P::Owned as Unpackable>::unpack(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Msgpacker {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        <P::Borrowed<'a> as UnpackableBorrowed<'a>>::unpack(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}

compact::appending!(Compact, "msgpacker", Own, |value, out| Ok::<_, msgpacker::Error>(value.pack(out)), |bytes| {
    <P::Compact as Unpackable>::unpack(bytes)
});
compact::borrowing!(Compact, |_, bytes| UnpackableBorrowed::unpack(bytes));
