//! quick-protobuf: one set of structs owns its strings, another one borrows them.

use quick_protobuf::{BytesReader, MessageRead, MessageWrite, Writer};

use super::{Borrowed, Peer, Typed, Wire, as_json};
use crate::cases::Builder;
use crate::messages::{self, Messages};
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<QuickProtobuf>();
    cases.borrowed::<QuickProtobuf>();
}

struct QuickProtobuf;

impl<P: Payload> Peer<P> for QuickProtobuf {
    const NAME: &'static str = "quick-protobuf";
    const WIRE: Wire = Wire::Protobuf;

    fn open() -> Self {
        QuickProtobuf
    }
}

impl<P: Payload> Typed<P> for QuickProtobuf {
    type Value = <P::Messages as Messages>::QuickOwned;

    fn value(owned: &P::Owned) -> Self::Value {
        read(&messages::bytes::<P>(owned))
    }

    fn encode(&mut self, value: &Self::Value, out: &mut Vec<u8>) {
        value.write_message(&mut Writer::new(out)).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> Self::Value {
        read(bytes)
    }
}

impl<P: Payload> Borrowed<P> for QuickProtobuf {
    type View<'a> = <P::Messages as Messages>::Quick<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> Self::View<'a> {
        read(bytes)
    }

    fn json(view: &Self::View<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        view.write_message(&mut Writer::new(&mut bytes)).unwrap();
        as_json::<P>(Wire::Protobuf, &bytes)
    }
}

fn read<'a, M: MessageRead<'a>>(bytes: &'a [u8]) -> M {
    M::from_reader(&mut BytesReader::from_bytes(bytes), bytes).unwrap()
}
