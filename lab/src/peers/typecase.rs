//! typecase itself: typed and dynamic, on JSON and on the positional wire.

use typecase::codec::Codec;
use typecase::limits::Limits;
use typecase::value::Value;
use typecase::wire::{json, positional};

use super::{Borrowed, Dynamic, Peer, Typed, Wire, codec};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Json>();
    cases.borrowed::<Json>();
    cases.typed::<Positional>();
    cases.borrowed::<Positional>();
    cases.dynamic::<JsonValue>();
    cases.dynamic::<JsonOwnedValue>();
    cases.dynamic::<JsonFreeValue>();
    cases.dynamic::<PositionalValue>();
}

/// Implements [`Peer`] for a codec that is planned when the peer is opened, or for none.
macro_rules! peer {
    ($peer:ident, $name:literal, $wire:ident, $open:expr) => {
        impl<P: Payload> Peer<P> for $peer {
            const NAME: &'static str = $name;
            const WIRE: Wire = Wire::$wire;

            fn open() -> Self {
                $open
            }
        }
    };
}

struct Json;
struct Positional;
/// Strings borrowed from the input.
struct JsonValue(Codec);
/// Strings copied, as the other trees do.
struct JsonOwnedValue(Codec);
/// Without a schema.
struct JsonFreeValue;
struct PositionalValue(Codec);

peer!(Json, "typecase", Json, Json);
peer!(Positional, "typecase positional", Positional, Positional);
peer!(JsonValue, "typecase Value", Json, JsonValue(codec::<P>(Wire::Json)));
peer!(JsonOwnedValue, "typecase Value (owned)", Json, JsonOwnedValue(codec::<P>(Wire::Json)));
peer!(JsonFreeValue, "typecase Value (no schema)", Json, JsonFreeValue);
peer!(PositionalValue, "typecase Value positional", Positional, PositionalValue(codec::<P>(Wire::Positional)));

impl<P: Payload> Typed<P> for Json {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        json::encode_into(value, out, &json::Options::default(), &Limits::default()).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        json::decode(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Json {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        json::decode(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        super::json(view)
    }
}

impl<P: Payload> Typed<P> for Positional {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        let (options, limits) = (positional::Options::default(), Limits::default());
        positional::encode_into(value, out, &positional::Plan::ROWS, &options, &limits).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        positional::decode(bytes).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Positional {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        positional::decode(bytes).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        super::json(view)
    }
}

impl<P: Payload> Dynamic<P> for JsonValue {
    type Tree<'a> = Value<'a>;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Value<'a> {
        self.0.decode(bytes).unwrap()
    }

    fn write(&mut self, tree: &Value<'_>, out: &mut Vec<u8>) {
        self.0.encode_into(tree, out).unwrap();
    }
}

impl<P: Payload> Dynamic<P> for JsonOwnedValue {
    type Tree<'a> = Value<'static>;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Value<'static> {
        self.0.decode_owned(bytes).unwrap()
    }

    fn write(&mut self, tree: &Value<'static>, out: &mut Vec<u8>) {
        self.0.encode_into(tree, out).unwrap();
    }
}

impl<P: Payload> Dynamic<P> for JsonFreeValue {
    type Tree<'a> = Value<'a>;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Value<'a> {
        json::parse_bytes(bytes, json::Duplicates::Last, &Limits::default()).unwrap()
    }

    fn write(&mut self, tree: &Value<'_>, out: &mut Vec<u8>) {
        json::print_into(tree, out).unwrap();
    }
}

impl<P: Payload> Dynamic<P> for PositionalValue {
    type Tree<'a> = Value<'a>;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Value<'a> {
        self.0.decode(bytes).unwrap()
    }

    fn write(&mut self, tree: &Value<'_>, out: &mut Vec<u8>) {
        self.0.encode_into(tree, out).unwrap();
    }
}
