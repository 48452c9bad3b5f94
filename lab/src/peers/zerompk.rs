//! zerompk: derives of its own, records as arrays (with enums as strings or as numbers) or as maps, and its tree.

use zerompk::{FromMessagePack, ToMessagePack, Value};

use super::{Borrowed, Dynamic, Peer, Typed, Wire, compact, json, through_json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Arrays>();
    cases.borrowed::<Arrays>();
    cases.typed::<Compact>();
    cases.borrowed::<Compact>();
    cases.typed::<Maps>();
    cases.borrowed::<Maps>();
    cases.dynamic::<Tree>();
}

struct Arrays;
struct Maps;
struct Tree;

impl<P: Payload> Peer<P> for Arrays {
    const NAME: &'static str = "zerompk";
    const WIRE: Wire = Wire::MsgpackArray;

    fn open() -> Self {
        Arrays
    }

    fn is_read_by_typecase() -> bool {
        !P::IS_UNION
    }
}

impl<P: Payload> Peer<P> for Maps {
    const NAME: &'static str = "zerompk";
    const WIRE: Wire = Wire::Msgpack;

    fn open() -> Self {
        Maps
    }

    fn is_read_by_typecase() -> bool {
        !P::IS_UNION
    }
}

impl<P: Payload> Peer<P> for Tree {
    const NAME: &'static str = "zerompk::Value";
    const WIRE: Wire = Wire::Msgpack;

    fn open() -> Self {
        Tree
    }
}

impl<P: Payload> Typed<P> for Arrays {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        write(value, out);
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        zerompk::from_msgpack(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Arrays {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        zerompk::from_msgpack(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}

impl<P: Payload> Typed<P> for Maps {
    type Value = P::Maps;

    fn value(owned: &P::Owned) -> P::Maps {
        through_json(owned)
    }

    fn encode(&mut self, value: &P::Maps, out: &mut Vec<u8>) {
        write(value, out);
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Maps {
        zerompk::from_msgpack(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Maps {
    type View<'a> = P::MapsRef<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::MapsRef<'a> {
        zerompk::from_msgpack(bytes).unwrap()
    }

    fn json(view: &P::MapsRef<'_>) -> Vec<u8> {
        json(view)
    }
}

compact::appending!(Compact, "zerompk", Own, |value, out| zerompk::write_msgpack(out, value), |bytes| {
    zerompk::from_msgpack(bytes)
});
compact::borrowing!(Compact, |_, bytes| zerompk::from_msgpack(bytes));

impl<P: Payload> Dynamic<P> for Tree {
    type Tree<'a> = Value<'a>;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Value<'a> {
        Value::read(&mut zerompk::SliceReader::new(bytes)).unwrap()
    }

    fn write(&mut self, tree: &Value<'_>, out: &mut Vec<u8>) {
        write(tree, out);
    }
}

/// Of what zerompk offers to write into a buffer that is reused, the fastest.
fn write(value: &impl ToMessagePack, out: &mut Vec<u8>) {
    zerompk::write_msgpack(out, value).unwrap();
}
