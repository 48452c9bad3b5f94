//! simd-json: typed through serde, `OwnedValue` and `BorrowedValue`.
//!
//! It parses in place, so every read begins with a copy of the immutable input
//! into a reused buffer, and that copy is in its time. Its own buffers are
//! reused too, which its documentation recommends.

use simd_json::prelude::Writable;
use simd_json::{BorrowedValue, Buffers, OwnedValue};

use super::{Borrowed, Dynamic, Peer, Typed, Wire, json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<SimdJson>();
    cases.borrowed::<SimdJson>();
    cases.dynamic::<SimdJsonOwned>();
    cases.dynamic::<SimdJsonBorrowed>();
}

/// The reused buffers of a reader.
#[derive(Default)]
struct Scratch {
    input: Vec<u8>,
    buffers: Buffers,
}

impl Scratch {
    /// Copies the input, since parsing overwrites it.
    fn load(&mut self, bytes: &[u8]) -> (&mut [u8], &mut Buffers) {
        self.input.clear();
        self.input.extend_from_slice(bytes);
        (&mut self.input, &mut self.buffers)
    }
}

struct SimdJson(Scratch);

impl<P: Payload> Peer<P> for SimdJson {
    const NAME: &'static str = "simd-json";
    const WIRE: Wire = Wire::Json;

    fn open() -> Self {
        SimdJson(Scratch::default())
    }
}

impl<P: Payload> Typed<P> for SimdJson {
    type Value = P::Owned;

    fn value(owned: &P::Owned) -> P::Owned {
        owned.clone()
    }

    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>) {
        simd_json::to_writer(out, value).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Owned {
        let (input, buffers) = self.0.load(bytes);
        simd_json::serde::from_slice_with_buffers(input, buffers).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for SimdJson {
    type View<'a> = P::Borrowed<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a> {
        let (input, buffers) = self.0.load(bytes);
        simd_json::serde::from_slice_with_buffers(input, buffers).unwrap()
    }

    fn json(view: &P::Borrowed<'_>) -> Vec<u8> {
        json(view)
    }
}

struct SimdJsonOwned(Scratch);

impl<P: Payload> Peer<P> for SimdJsonOwned {
    const NAME: &'static str = "simd_json::OwnedValue";
    const WIRE: Wire = Wire::Json;

    fn open() -> Self {
        SimdJsonOwned(Scratch::default())
    }
}

impl<P: Payload> Dynamic<P> for SimdJsonOwned {
    type Tree<'a> = OwnedValue;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> OwnedValue {
        let (input, buffers) = self.0.load(bytes);
        simd_json::value::owned::to_value_with_buffers(input, buffers).unwrap()
    }

    fn write(&mut self, tree: &OwnedValue, out: &mut Vec<u8>) {
        tree.write(out).unwrap();
    }
}

struct SimdJsonBorrowed(Scratch);

impl<P: Payload> Peer<P> for SimdJsonBorrowed {
    const NAME: &'static str = "simd_json::BorrowedValue";
    const WIRE: Wire = Wire::Json;

    fn open() -> Self {
        SimdJsonBorrowed(Scratch::default())
    }
}

impl<P: Payload> Dynamic<P> for SimdJsonBorrowed {
    type Tree<'a> = BorrowedValue<'a>;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> BorrowedValue<'a> {
        let (input, buffers) = self.0.load(bytes);
        simd_json::value::borrowed::to_value_with_buffers(input, buffers).unwrap()
    }

    fn write(&mut self, tree: &BorrowedValue<'_>, out: &mut Vec<u8>) {
        tree.write(out).unwrap();
    }
}
