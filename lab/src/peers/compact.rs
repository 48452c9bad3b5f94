//! What the libraries with formats of their own have in common: the structs of `payloads/compact.rs`, whose values come
//! from typecase and whose JSON is that of typecase.

use typecase::typed::Encode;
use typecase::wire::{json, packed};

use crate::payloads::Payload;

/// The value of a payload as the struct without names.
pub fn value<P: Payload>(owned: &P::Owned) -> P::Compact {
    packed::decode(&packed::encode(owned).unwrap()).unwrap()
}

/// The JSON of a struct.
pub fn json(value: &impl Encode) -> Vec<u8> {
    json::encode(value).unwrap()
}

/// Room for libraries that write into a slice, as much as the largest value so far took.
pub struct Room(Vec<u8>);

impl Room {
    /// Some room.
    pub fn new() -> Self {
        Room(vec![0; 1024])
    }

    /// What `write` wrote, given room enough; it returns `None` until then.
    pub fn fill(&mut self, mut write: impl FnMut(&mut [u8]) -> Option<usize>) -> &[u8] {
        loop {
            if let Some(length) = write(&mut self.0) {
                return &self.0[..length];
            }
            self.0.resize(self.0.len() * 2, 0);
        }
    }
}

/// Defines a peer that appends to a vector.
macro_rules! appending {
    ($peer:ident, $name:literal, $wire:ident, |$value:ident, $out:ident| $encode:expr, |$bytes:ident| $decode:expr) => {
        struct $peer;

        impl<P: Payload> Peer<P> for $peer {
            const NAME: &'static str = $name;
            const WIRE: Wire = Wire::$wire;

            fn open() -> Self {
                $peer
            }
        }

        impl<P: Payload> Typed<P> for $peer {
            type Value = P::Compact;

            fn value(owned: &P::Owned) -> P::Compact {
                compact::value::<P>(owned)
            }

            fn encode(&mut self, $value: &P::Compact, $out: &mut Vec<u8>) {
                $encode.unwrap();
            }

            fn decode(&mut self, $bytes: &[u8]) -> P::Compact {
                $decode.unwrap()
            }
        }
    };
}
pub(super) use appending;

/// Defines a peer that writes into a buffer of its own, which it keeps.
macro_rules! keeping {
    (
        $peer:ident($buffer:ty), $name:literal, $wire:ident,
        |$writer:ident, $value:ident| $encode:expr,
        |$reader:ident, $bytes:ident| $decode:expr
    ) => {
        struct $peer($buffer);

        impl<P: Payload> Peer<P> for $peer {
            const NAME: &'static str = $name;
            const WIRE: Wire = Wire::$wire;

            fn open() -> Self {
                $peer(<$buffer>::new())
            }
        }

        impl<P: Payload> Typed<P> for $peer {
            type Value = P::Compact;

            fn value(owned: &P::Owned) -> P::Compact {
                compact::value::<P>(owned)
            }

            fn encode(&mut self, value: &P::Compact, out: &mut Vec<u8>) {
                out.extend_from_slice(Typed::<P>::written(self, value, &mut Vec::new()));
            }

            fn written<'a>(&'a mut self, $value: &P::Compact, _: &'a mut Vec<u8>) -> &'a [u8] {
                let $writer = &mut self.0;
                $encode
            }

            fn decode(&mut self, $bytes: &[u8]) -> P::Compact {
                let $reader = &mut self.0;
                $decode.unwrap()
            }
        }
    };
}
pub(super) use keeping;

/// Implements [`Borrowed`](super::Borrowed) with the structs that borrow.
macro_rules! borrowing {
    ($peer:ident, |$reader:pat_param, $bytes:ident| $borrow:expr) => {
        impl<P: Payload> Borrowed<P> for $peer {
            type View<'a> = P::CompactRef<'a>;

            fn borrow<'a>(&'a mut self, $bytes: &'a [u8]) -> P::CompactRef<'a> {
                let $reader = self;
                $borrow.unwrap()
            }

            fn json(view: &P::CompactRef<'_>) -> Vec<u8> {
                compact::json(view)
            }
        }
    };
}
pub(super) use borrowing;
