//! The cases: what one peer does with one payload, checked and ready to time.
//!
//! Building a case checks its round trip, so that nothing wrong is ever timed.
//! Every timed loop is monomorphised and hides its input and its result from
//! the optimiser; a decoded value is dropped inside the loop.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use crate::check::assert_same_json;
use crate::payloads::{Payload, reference_size};
use crate::peers::{self, Borrowed, Dynamic, Typed, Wire};

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// Struct to bytes.
    Encode,
    /// Bytes to the struct with its own strings.
    Decode,
    /// Bytes to the struct whose strings point into the bytes.
    Borrow,
    /// Bytes to a tree, without the struct.
    Read,
    /// Tree to bytes.
    Write,
}

impl Op {
    /// Every operation, in the order of the reports.
    pub const ALL: [Op; 5] = [Op::Encode, Op::Decode, Op::Borrow, Op::Read, Op::Write];

    /// The name in filters and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Op::Encode => "encode",
            Op::Decode => "decode",
            Op::Borrow => "borrow",
            Op::Read => "tree-read",
            Op::Write => "tree-write",
        }
    }

    /// What the operation is, for the heading of its table.
    pub fn title(self) -> &'static str {
        match self {
            Op::Encode => "encode a struct",
            Op::Decode => "decode to an owned struct",
            Op::Borrow => "decode to a borrowed struct",
            Op::Read => "decode to a dynamic tree",
            Op::Write => "encode a dynamic tree",
        }
    }
}

/// One peer, one payload, one operation.
pub struct Case {
    /// The peer's name.
    pub peer: &'static str,
    /// What it reads or writes.
    pub wire: Wire,
    /// The size of one document as it reads or writes it.
    pub bytes: usize,
    batch: Box<dyn FnMut(u64) -> Duration>,
}

impl Case {
    /// Does the operation so many times and says how long that took.
    pub fn time(&mut self, times: u64) -> Duration {
        (self.batch)(times)
    }
}

/// The cases of one payload, by operation.
pub struct Cases {
    /// The payload's name.
    pub payload: &'static str,
    /// What the peers do with it.
    pub by_op: BTreeMap<Op, Vec<Case>>,
}

impl Cases {
    /// Checks every peer on the payload `P` and collects what they can do.
    pub fn of<P: Payload>() -> Self {
        let document = P::document().into_bytes();
        if let Some(size) = reference_size("json", P::NAME) {
            assert_eq!(document.len(), size, "the document of {}", P::NAME);
        }
        let value =
            serde_json::from_slice(&document).unwrap_or_else(|error| panic!("the document of {}: {error}", P::NAME));
        let mut builder = Builder::<P> {
            document: document.leak(),
            value: Box::leak(Box::new(value)),
            by_op: BTreeMap::new(),
            payload: PhantomData,
        };
        peers::register(&mut builder);
        Cases { payload: P::NAME, by_op: builder.by_op }
    }
}

/// Takes the peers of one payload. The inputs live as long as the program.
pub struct Builder<P: Payload> {
    document: &'static [u8],
    value: &'static P::Owned,
    by_op: BTreeMap<Op, Vec<Case>>,
    payload: PhantomData<P>,
}

impl<P: Payload> Builder<P> {
    /// Adds encoding and owned decoding.
    pub fn typed<T: Typed<P>>(&mut self) {
        let value = self.value;
        let who = describe::<P>(T::NAME);
        let mut written = Vec::new();
        T::open().encode(value, &mut written);
        if T::WIRE == Wire::Json {
            assert_same_json(&who, self.document, &written);
        }
        if let Some(size) = reference_size(T::WIRE.name(), P::NAME)
            && T::NAME.starts_with("typecase")
        {
            assert_eq!(written.len(), size, "{who}");
        }
        assert!(T::open().decode(&written) == *value, "{who}: its own bytes are another value to it");
        let input = self.input(T::WIRE);
        assert!(T::open().decode(input) == *value, "{who}: the document is another value to it");

        let mut peer = T::open();
        let mut out = Vec::new();
        self.add::<T>(Op::Encode, written.len(), move || {
            out.clear();
            peer.encode(black_box(value), &mut out);
            black_box(&out);
        });
        let mut peer = T::open();
        self.add::<T>(Op::Decode, input.len(), move || {
            black_box(&peer.decode(black_box(input)));
        });
    }

    /// Adds borrowed decoding, if the payload has anything to borrow.
    pub fn borrowed<T: Borrowed<P>>(&mut self) {
        if !P::BORROWS {
            return;
        }
        let input = self.input(T::WIRE);
        let who = describe::<P>(T::NAME);
        let json = |value: serde_json::Result<Vec<u8>>| value.expect("a payload is JSON");
        let mut peer = T::open();
        assert_same_json(&who, &json(serde_json::to_vec(self.value)), &json(serde_json::to_vec(&peer.borrow(input))));

        self.add::<T>(Op::Borrow, input.len(), move || {
            black_box(&peer.borrow(black_box(input)));
        });
    }

    /// Adds reading and writing a tree.
    pub fn dynamic<T: Dynamic<P>>(&mut self) {
        let input = self.input(T::WIRE);
        let reader: &'static mut T = Box::leak(Box::new(T::open()));
        let tree: &'static T::Tree<'static> = Box::leak(Box::new(reader.read(input)));
        let mut peer = T::open();
        let mut out = Vec::new();
        peer.write(tree, &mut out);
        match T::WIRE {
            Wire::Json => assert_same_json(&describe::<P>(T::NAME), self.document, &out),
            Wire::Positional => assert_eq!(out, input, "{}", describe::<P>(T::NAME)),
        }

        self.add::<T>(Op::Write, out.len(), move || {
            out.clear();
            peer.write(black_box(tree), &mut out);
            black_box(&out);
        });
        let mut peer = T::open();
        self.add::<T>(Op::Read, input.len(), move || {
            black_box(&peer.read(black_box(input)));
        });
    }

    /// What the peers of a wire decode: the same document for all of them.
    fn input(&self, wire: Wire) -> &'static [u8] {
        match wire {
            Wire::Json => self.document,
            Wire::Positional => {
                typecase::wire::positional::encode(self.value).expect("a payload can be encoded").leak()
            }
        }
    }

    /// Adds a case that does `once` over and over.
    fn add<T: peers::Peer<P>>(&mut self, op: Op, bytes: usize, mut once: impl FnMut() + 'static) {
        self.by_op.entry(op).or_default().push(Case {
            peer: T::NAME,
            wire: T::WIRE,
            bytes,
            batch: Box::new(move |times| {
                let start = Instant::now();
                for _ in 0..times {
                    once();
                }
                start.elapsed()
            }),
        });
    }
}

/// A peer on a payload, for messages.
fn describe<P: Payload>(peer: &str) -> String {
    format!("{peer} on {}", P::NAME)
}
