//! buffa: messages that own their strings, and views that borrow them.

use buffa::{Message, MessageView, SizeCache, ViewEncode};

use super::{Borrowed, Peer, Typed, Wire, as_json};
use crate::cases::Builder;
use crate::messages::{self, Messages};
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Buffa>();
    cases.borrowed::<Buffa>();
}

#[derive(Default)]
struct Buffa {
    sizes: SizeCache,
}

impl<P: Payload> Peer<P> for Buffa {
    const NAME: &'static str = "buffa";
    const WIRE: Wire = Wire::Protobuf;

    fn open() -> Self {
        Buffa::default()
    }
}

impl<P: Payload> Typed<P> for Buffa {
    type Value = <P::Messages as Messages>::Buffa;

    fn value(owned: &P::Owned) -> Self::Value {
        Message::decode_from_slice(&messages::bytes::<P>(owned)).unwrap()
    }

    fn encode(&mut self, value: &Self::Value, out: &mut Vec<u8>) {
        value.encode_with_cache(&mut self.sizes, out);
    }

    fn decode(&mut self, bytes: &[u8]) -> Self::Value {
        Message::decode_from_slice(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Buffa {
    type View<'a> = <P::Messages as Messages>::BuffaView<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> Self::View<'a> {
        MessageView::decode_view(bytes).unwrap()
    }

    fn json(view: &Self::View<'_>) -> Vec<u8> {
        as_json::<P>(Wire::Protobuf, &view.encode_to_vec())
    }
}
