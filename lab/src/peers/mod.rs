//! The peers: one file each, and what a peer implements.
//!
//! A peer is any type with [`Peer`] and the traits of what it can do. It may
//! keep buffers between calls, as its careful user would; it gets the input as
//! `&[u8]`, because that is what the users of typecase hold, and a copy it
//! needs is part of its time.

use crate::cases::Builder;
use crate::payloads::Payload;

mod musli;
mod serde_json;
mod simd_json;
mod sonic_rs;
mod typecase;

/// The registry: adds what every peer can do with the payload `P`.
pub fn register<P: Payload>(cases: &mut Builder<P>) {
    serde_json::register(cases);
    simd_json::register(cases);
    sonic_rs::register(cases);
    musli::register(cases);
    typecase::register(cases);
}

/// The bytes that a peer reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wire {
    /// JSON text with keys.
    Json,
    /// JSON arrays in schema order.
    Positional,
}

impl Wire {
    /// The name in reports and in `sizes.json`.
    pub fn name(self) -> &'static str {
        match self {
            Wire::Json => "json",
            Wire::Positional => "positional",
        }
    }
}

/// What every peer has.
pub trait Peer<P: Payload>: Sized + 'static {
    /// The name in filters and in reports.
    const NAME: &'static str;
    /// What it reads and writes.
    const WIRE: Wire;

    /// Makes one, with whatever it prepares once per payload; not timed.
    fn open() -> Self;
}

/// A peer that writes and reads the owned struct.
///
/// The methods panic on an error: every peer passes the checks before it is timed.
pub trait Typed<P: Payload>: Peer<P> {
    /// Appends the value to an empty buffer that is reused between calls.
    fn encode(&mut self, value: &P::Owned, out: &mut Vec<u8>);

    /// Reads the owned struct.
    fn decode(&mut self, bytes: &[u8]) -> P::Owned;
}

/// A peer that reads the struct whose strings point into the input.
pub trait Borrowed<P: Payload>: Peer<P> {
    /// Reads the borrowed struct; it may borrow from the peer's own buffers too.
    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::Borrowed<'a>;
}

/// A peer that reads a tree without knowing the struct, and writes it again.
pub trait Dynamic<P: Payload>: Peer<P> {
    /// The tree.
    type Tree<'a>;

    /// Reads a tree; it may borrow from the input and from the peer's own buffers.
    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Self::Tree<'a>;

    /// Appends the tree to an empty buffer that is reused between calls.
    fn write(&mut self, tree: &Self::Tree<'_>, out: &mut Vec<u8>);
}
