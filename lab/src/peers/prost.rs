//! prost: messages that own their strings; JSON through the same structs and serde.

use prost::Message;

use super::{Peer, Transcoding, Typed, Wire};
use crate::cases::Builder;
use crate::messages::{self, Messages};
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Prost>();
    cases.transcoding::<WithJson>();
}

struct Prost;
struct WithJson;

impl<P: Payload> Peer<P> for Prost {
    const NAME: &'static str = "prost";
    const WIRE: Wire = Wire::Protobuf;

    fn open() -> Self {
        Prost
    }
}

impl<P: Payload> Peer<P> for WithJson {
    const NAME: &'static str = "prost + serde_json";
    const WIRE: Wire = Wire::Protobuf;

    fn open() -> Self {
        WithJson
    }
}

impl<P: Payload> Typed<P> for Prost {
    type Value = <P::Messages as Messages>::Prost;

    fn value(owned: &P::Owned) -> Self::Value {
        Message::decode(&*messages::bytes::<P>(owned)).unwrap()
    }

    fn encode(&mut self, value: &Self::Value, out: &mut Vec<u8>) {
        value.encode(out).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> Self::Value {
        Message::decode(bytes).unwrap()
    }
}

impl<P: Payload> Transcoding<P> for WithJson {
    fn json_to_wire(&mut self, json: &[u8], out: &mut Vec<u8>) {
        let message: <P::Messages as Messages>::Prost = serde_json::from_slice(json).unwrap();
        message.encode(out).unwrap();
    }

    fn wire_to_json(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let message = <P::Messages as Messages>::Prost::decode(bytes).unwrap();
        serde_json::to_writer(out, &message).unwrap();
    }
}
