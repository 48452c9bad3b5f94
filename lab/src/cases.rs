//! The cases: what one peer does with one payload, checked and ready to time.
//!
//! Building a case checks its round trip, so that nothing wrong is ever timed.
//! Every timed loop is monomorphised and hides its input and its result from
//! the optimiser; a decoded value is dropped inside the loop.

use std::hint::black_box;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use crate::check::assert_same_json;
use crate::payloads::{Payload, reference_size};
use crate::peers::{self, Borrowed, Dynamic, OURS, Peer, Transcoding, Typed, Wire, as_json, codec};

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
    /// JSON text to bytes.
    FromJson,
    /// Bytes to JSON text.
    ToJson,
}

impl Op {
    /// Every operation, in the order of the reports.
    pub const ALL: [Op; 7] = [Op::Encode, Op::Decode, Op::Borrow, Op::Read, Op::Write, Op::FromJson, Op::ToJson];

    /// The name in filters and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Op::Encode => "encode",
            Op::Decode => "decode",
            Op::Borrow => "borrow",
            Op::Read => "tree-read",
            Op::Write => "tree-write",
            Op::FromJson => "from-json",
            Op::ToJson => "to-json",
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
            Op::FromJson => "convert from JSON",
            Op::ToJson => "convert to JSON",
        }
    }
}

/// One peer, one payload, one operation.
pub struct Case {
    /// The peer's name.
    pub peer: &'static str,
    /// What it reads or writes.
    pub wire: Wire,
    /// What is timed.
    pub op: Op,
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

/// The cases of one payload.
pub struct Cases {
    /// The payload's name.
    pub payload: &'static str,
    /// What the peers can do.
    pub cases: Vec<Case>,
    /// What they cannot.
    pub absent: Vec<Absent>,
}

/// A peer that cannot do a payload.
pub struct Absent {
    /// The peer's name.
    pub peer: &'static str,
    /// What it reads or writes.
    pub wire: Wire,
    /// What it cannot do.
    pub op: Op,
}

impl Cases {
    /// Checks every peer on the payload `P` and collects what they can do.
    pub fn of<P: Payload>() -> Self {
        let document = P::document().into_bytes();
        if let Some(size) = reference_size(Wire::Json, P::NAME) {
            assert_eq!(document.len(), size, "the document of {}", P::NAME);
        }
        let value =
            serde_json::from_slice(&document).unwrap_or_else(|error| panic!("the document of {}: {error}", P::NAME));
        let mut builder = Builder::<P> {
            document: document.leak(),
            value: Box::leak(Box::new(value)),
            cases: Vec::new(),
            absent: Vec::new(),
            payload: PhantomData,
        };
        peers::register(&mut builder);
        Cases { payload: P::NAME, cases: builder.cases, absent: builder.absent }
    }
}

/// Takes the peers of one payload. The inputs live as long as the program.
pub struct Builder<P: Payload> {
    document: &'static [u8],
    value: &'static P::Owned,
    cases: Vec<Case>,
    absent: Vec<Absent>,
    payload: PhantomData<P>,
}

impl<P: Payload> Builder<P> {
    /// Adds encoding and owned decoding.
    pub fn typed<T: Typed<P>>(&mut self) {
        if !T::fits() {
            return self.cannot::<T>(&[Op::Encode, Op::Decode]);
        }
        let who = describe::<P, T>();
        let value: &'static T::Value = Box::leak(Box::new(T::value(self.value)));
        let written = T::open().written(value, &mut Vec::new()).to_vec();
        self.check_document::<T>(&written);
        if let Some(size) = reference_size(T::WIRE, P::NAME)
            && T::NAME.starts_with(OURS)
        {
            assert_eq!(written.len(), size, "{who}");
        }
        assert!(T::open().decode(&written) == *value, "{who}: its own bytes are another value to it");
        let input = self.input_of::<T>();
        assert!(T::open().decode(input) == *value, "{who}: the document is another value to it");

        let mut peer = T::open();
        let mut out = Vec::new();
        self.add::<T>(Op::Encode, written.len(), move || {
            black_box(peer.written(black_box(value), &mut out));
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
        if !T::fits() {
            return self.cannot::<T>(&[Op::Borrow]);
        }
        let input = self.input_of::<T>();
        let mut peer = T::open();
        assert_same_json(&describe::<P, T>(), self.document, &T::json(&peer.borrow(input)));

        self.add::<T>(Op::Borrow, input.len(), move || {
            black_box(&peer.borrow(black_box(input)));
        });
    }

    /// Adds reading and writing a tree.
    pub fn dynamic<T: Dynamic<P>>(&mut self) {
        if !T::fits() {
            return self.cannot::<T>(&[Op::Read, Op::Write]);
        }
        let input = self.input(T::WIRE);
        let reader: &'static mut T = Box::leak(Box::new(T::open()));
        let tree: &'static T::Tree<'static> = Box::leak(Box::new(reader.read(input)));
        let mut peer = T::open();
        let mut out = Vec::new();
        peer.write(tree, &mut out);
        self.check_document::<T>(&out);

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

    /// Adds conversion from and to JSON.
    pub fn transcoding<T: Transcoding<P>>(&mut self) {
        if !T::fits() {
            return self.cannot::<T>(&[Op::FromJson, Op::ToJson]);
        }
        let document = self.document;
        let mut peer = T::open();
        let mut written = Vec::new();
        peer.json_to_wire(document, &mut written);
        self.check_document::<T>(&written);
        let input: &'static [u8] = written.leak();
        let mut text = Vec::new();
        peer.wire_to_json(input, &mut text);
        assert_same_json(&describe::<P, T>(), document, &text);

        let mut peer = T::open();
        let mut out = Vec::new();
        self.add::<T>(Op::FromJson, input.len(), move || {
            out.clear();
            peer.json_to_wire(black_box(document), &mut out);
            black_box(&out);
        });
        let mut peer = T::open();
        self.add::<T>(Op::ToJson, input.len(), move || {
            text.clear();
            peer.wire_to_json(black_box(input), &mut text);
            black_box(&text);
        });
    }

    /// Checks that what a peer wrote is the payload: as JSON text, or to typecase.
    fn check_document<T: Peer<P>>(&self, written: &[u8]) {
        let who = describe::<P, T>();
        match T::WIRE {
            Wire::Json => assert_same_json(&who, self.document, written),
            wire if T::is_read_by_typecase() => assert_same_json(&who, self.document, &as_json::<P>(wire, written)),
            _ => {}
        }
    }

    /// What a peer decodes: text is the same document for all of them; on the binary wires, where one value has
    /// several forms, it is what the peer writes itself.
    fn input_of<T: Typed<P>>(&self) -> &'static [u8] {
        if T::WIRE.is_text() {
            return self.input(T::WIRE);
        }
        T::open().written(&T::value(self.value), &mut Vec::new()).to_vec().leak()
    }

    /// The document on a wire, as typecase writes it.
    fn input(&self, wire: Wire) -> &'static [u8] {
        match wire {
            Wire::Json => self.document,
            wire => {
                let mut bytes = Vec::new();
                codec::<P>(Wire::Json).convert(&codec::<P>(wire), self.document, &mut bytes).expect("a payload");
                bytes.leak()
            }
        }
    }

    /// Says that a peer cannot do the payload.
    fn cannot<T: Peer<P>>(&mut self, ops: &[Op]) {
        self.absent.extend(ops.iter().map(|&op| Absent { peer: T::NAME, wire: T::WIRE, op }));
    }

    /// Adds a case that does `once` over and over.
    fn add<T: Peer<P>>(&mut self, op: Op, bytes: usize, mut once: impl FnMut() + 'static) {
        self.cases.push(Case {
            peer: T::NAME,
            wire: T::WIRE,
            op,
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
fn describe<P: Payload, T: Peer<P>>() -> String {
    format!("{} on {} ({})", T::NAME, P::NAME, T::WIRE.name())
}
