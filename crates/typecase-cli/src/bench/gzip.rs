//! The size of `gzip -6` as the zlib of Node.js and Chromium writes it, to the byte.
//!
//! That zlib is the one behind most servers that send JSON, and the published figures of this project's
//! wires are its. No library in Rust makes the same choices: others find other matches, and their sizes
//! differ by up to 6% either way. So this file makes the choices, and only counts the bits.
//!
//! They are those of zlib's `deflate` at level 6 with its default window and memory: lazy matching along
//! hash chains, and blocks of 16,383 symbols, each stored, with fixed codes or with codes of its own,
//! whatever is shortest (RFC 1951). What is particular to that zlib is that the chains are by four bytes
//! instead of three. `huffman` has the codes.

use super::huffman::Block;

/// The least and the greatest length of a match.
const MIN_MATCH: usize = 3;
const MAX_MATCH: usize = 258;
/// How much must be known ahead to find a match, and how far back one may lie.
const MIN_LOOKAHEAD: usize = MAX_MATCH + MIN_MATCH + 1;
const MAX_DISTANCE: usize = WINDOW - MIN_LOOKAHEAD;
const WINDOW: usize = 1 << 15;
/// A match of three bytes from farther away than this is not worth its distance.
const TOO_FAR: usize = 4096;
const HASH_MASK: u32 = (1 << 15) - 1;
/// The symbols of a block.
const BLOCK: usize = (1 << 14) - 1;

// Level 6: a good previous match cuts the search to a quarter, one of LAZY is taken without looking
// further, NICE ends a search, and CHAIN candidates are looked at.
const GOOD: usize = 8;
const LAZY: usize = 16;
const NICE: usize = 128;
const CHAIN: usize = 128;

/// The header and the trailer of a gzip member (RFC 1952).
const HEADER_AND_TRAILER: usize = 10 + 8;

/// The number of bytes that `gzip -6` makes of these.
pub fn size(bytes: &[u8]) -> usize {
    HEADER_AND_TRAILER + Matcher::new(bytes).bits().div_ceil(8)
}

/// The search for matches.
struct Matcher<'b> {
    bytes: &'b [u8],
    /// The latest place of each hash, and for each place in the window the one before it with its hash.
    head: Vec<usize>,
    previous: Vec<usize>,
    /// Where the window, which zlib moves by half, starts; the place at its start counts as none.
    base: usize,
    /// What has been read into the window ends here.
    end: usize,
}

/// No place.
const NONE: usize = usize::MAX;

impl<'b> Matcher<'b> {
    fn new(bytes: &'b [u8]) -> Matcher<'b> {
        let (head, previous) = (vec![NONE; HASH_MASK as usize + 1], vec![NONE; WINDOW]);
        Matcher { bytes, head, previous, base: 0, end: 0 }
    }

    /// The bits of all blocks.
    fn bits(mut self) -> usize {
        let mut blocks = Blocks::default();
        let (mut at, mut length, mut start) = (0, MIN_MATCH - 1, 0);
        let mut literal_waits = false;
        loop {
            if self.end - at < MIN_LOOKAHEAD {
                self.read(at);
                if self.end == at {
                    break;
                }
            }
            let candidate = if self.end - at >= MIN_MATCH { self.insert(at) } else { NONE };
            let (previous_length, previous_start) = (length, start);
            length = MIN_MATCH - 1;
            if self.is_place(candidate) && previous_length < LAZY && at - candidate <= MAX_DISTANCE {
                (length, start) = self.longest_match(at, candidate, previous_length, start);
                if length == MIN_MATCH && at - start > TOO_FAR {
                    length = MIN_MATCH - 1;
                }
            }
            if previous_length >= MIN_MATCH && length <= previous_length {
                blocks.matched(previous_length, at - 1 - previous_start, at - 1 + previous_length);
                let last = self.end - MIN_MATCH;
                for place in at + 1..at + previous_length - 1 {
                    if place <= last {
                        self.insert(place);
                    }
                }
                at += previous_length - 1;
                literal_waits = false;
                length = MIN_MATCH - 1;
            } else {
                if literal_waits {
                    blocks.literal(self.bytes[at - 1], at);
                }
                literal_waits = true;
                at += 1;
            }
        }
        if literal_waits {
            blocks.literal(self.bytes[at - 1], at);
        }
        blocks.finish(at)
    }

    /// Moves the window when it is used up, and reads what goes into it.
    fn read(&mut self, at: usize) {
        if at - self.base >= WINDOW + MAX_DISTANCE {
            self.base += WINDOW;
        }
        self.end = self.bytes.len().min(self.base + 2 * WINDOW);
    }

    /// Whether a place is in the window.
    fn is_place(&self, place: usize) -> bool {
        place != NONE && place > self.base
    }

    /// Adds a place to the chain of its hash, and gives the place before it.
    fn insert(&mut self, at: usize) -> usize {
        let four = std::array::from_fn(|next| self.bytes.get(at + next).copied().unwrap_or(0));
        let hash = u32::from_le_bytes(four).wrapping_mul(66521).wrapping_add(66521) >> 16;
        let head = &mut self.head[(hash & HASH_MASK) as usize];
        let before = std::mem::replace(head, at);
        self.previous[at % WINDOW] = before;
        before
    }

    /// The longest match along a chain that is longer than `best`, and where it starts.
    fn longest_match(&self, at: usize, mut candidate: usize, mut best: usize, mut start: usize) -> (usize, usize) {
        let lookahead = self.end - at;
        let nice = NICE.min(lookahead);
        let most = MAX_MATCH.min(lookahead);
        let limit = if at - self.base > MAX_DISTANCE { at - MAX_DISTANCE } else { self.base };
        let mut chain = if best >= GOOD { CHAIN / 4 } else { CHAIN };
        let here = &self.bytes[at..at + most];
        loop {
            let there = &self.bytes[candidate..candidate + most];
            if best >= most || there[best] == here[best] {
                let length = here.iter().zip(there).take_while(|(a, b)| a == b).count();
                if length > best {
                    (best, start) = (length, candidate);
                    if length >= nice {
                        break;
                    }
                }
            }
            candidate = self.previous[candidate % WINDOW];
            chain -= 1;
            if chain == 0 || candidate == NONE || candidate <= limit {
                break;
            }
        }
        (best.min(lookahead), start)
    }
}

/// The blocks so far, and the one that is being filled.
#[derive(Default)]
struct Blocks {
    bits: usize,
    block: Block,
    /// Where the block starts in the input.
    start: usize,
}

impl Blocks {
    fn literal(&mut self, byte: u8, end: usize) {
        self.block.literal(byte);
        self.full(end);
    }

    fn matched(&mut self, length: usize, distance: usize, end: usize) {
        self.block.matched(length, distance);
        self.full(end);
    }

    /// Ends the block if it is full; the input that it stands for ends at `end`.
    fn full(&mut self, end: usize) {
        if self.block.symbols() == BLOCK {
            self.end_block(end);
        }
    }

    fn end_block(&mut self, end: usize) {
        let block = std::mem::take(&mut self.block);
        self.bits = block.end(self.bits, end - self.start);
        self.start = end;
    }

    fn finish(mut self, end: usize) -> usize {
        self.end_block(end);
        self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::size;
    use typecase::codec::{Codec, Options};
    use typecase::schema::Schema;
    use typecase::value::Value;
    use typecase::wire::{Wire, cbor, json, msgpack};

    /// A little random data that is the same everywhere.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1u32;
        let next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        std::iter::repeat_with(next).take(length).collect()
    }

    /// The figures are what `zlib.gzipSync(data, {level: 6}).length` gives in Node.js 20.
    #[test]
    fn sizes_are_those_of_node() {
        assert_eq!(size(b""), 20);
        assert_eq!(size(b"a"), 21);
        assert_eq!(size(&noise(1000)), 1023);
        assert_eq!(size(&noise(70_000)), 70_043);
        assert_eq!(size(&[b'a'; 400_000]), 424);
        let words: Vec<u8> = noise(60_000).iter().flat_map(|byte| format!("{},", byte % 50).into_bytes()).collect();
        assert_eq!(size(&words), 55_168);
        let two: Vec<u8> = noise(200_000).iter().map(|byte| b'a' + byte % 2).collect();
        assert_eq!(size(&two), 31_465);
    }

    /// The published sizes of the reference payloads on the binary wires, plain and with gzip; the second message of
    /// one encoder where the row says so.
    #[test]
    fn reference_payloads_have_their_sizes_on_the_binary_wires() {
        let read = |name: &str| {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../payloads/reference");
            std::fs::read_to_string(format!("{folder}/{name}")).unwrap()
        };
        let mut shared = Options::default();
        shared.msgpack.records = msgpack::Records::Shared;
        shared.cbor.records = cbor::Records::Shared;
        let mut inline = Options::default();
        inline.cbor.records = cbor::Records::Inline;
        let rows = [
            ("protobuf", Wire::Protobuf, Options::default(), 1),
            ("avro", Wire::Avro, Options::default(), 1),
            ("bson", Wire::Bson, Options::default(), 1),
            ("msgpack records=off", Wire::Msgpack, Options::default(), 1),
            ("msgpack records=shared, second message", Wire::Msgpack, shared, 2),
            ("cbor records=inline", Wire::Cbor, inline, 1),
            ("cbor records=shared, second message", Wire::Cbor, shared, 2),
        ];
        let sizes = read("sizes.json");
        let sizes = json::parse(&sizes).unwrap();
        for (row, wire, options, messages) in rows {
            let expected = sizes.get(row).and_then(Value::as_map).unwrap();
            assert_eq!(expected.len(), 6, "{row}");
            for (payload, expected) in expected {
                let payload = payload.as_str().unwrap();
                let schema = Schema::parse(&read(&format!("{payload}.schema.json"))).unwrap();
                let document = read(&format!("{payload}.json"));
                let from = Codec::new(&schema, Wire::Json, &options).unwrap();
                let value = from.decode(document.as_bytes()).unwrap();
                let codec = Codec::new(&schema, wire, &options).unwrap();
                let mut session = codec.session();
                let mut bytes = Vec::new();
                for _ in 0..messages {
                    bytes.clear();
                    codec.encode_with(&mut session, &value, &mut bytes).unwrap();
                }
                let expected: Vec<i64> = expected.as_list().unwrap().iter().filter_map(Value::as_int).collect();
                assert_eq!([bytes.len() as i64, size(&bytes) as i64].to_vec(), expected, "{payload}, {row}");
            }
        }
    }
}
