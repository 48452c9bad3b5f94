//! rmpv: trees, owned and borrowed.

use rmpv::{Value, ValueRef};

use super::{Dynamic, Peer, Wire};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.dynamic::<Owned>();
    cases.dynamic::<Ref>();
}

struct Owned;
struct Ref;

impl<P: Payload> Peer<P> for Owned {
    const NAME: &'static str = "rmpv::Value";
    const WIRE: Wire = Wire::Msgpack;

    fn open() -> Self {
        Owned
    }
}

impl<P: Payload> Peer<P> for Ref {
    const NAME: &'static str = "rmpv::ValueRef";
    const WIRE: Wire = Wire::Msgpack;

    fn open() -> Self {
        Ref
    }
}

impl<P: Payload> Dynamic<P> for Owned {
    type Tree<'a> = Value;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Self::Tree<'a> {
        rmpv::decode::read_value(&mut &bytes[..]).unwrap()
    }

    fn write(&mut self, tree: &Self::Tree<'_>, out: &mut Vec<u8>) {
        rmpv::encode::write_value(out, tree).unwrap();
    }
}

impl<P: Payload> Dynamic<P> for Ref {
    type Tree<'a> = ValueRef<'a>;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Self::Tree<'a> {
        rmpv::decode::read_value_ref(&mut &bytes[..]).unwrap()
    }

    fn write(&mut self, tree: &Self::Tree<'_>, out: &mut Vec<u8>) {
        rmpv::encode::write_value_ref(out, tree).unwrap();
    }
}
