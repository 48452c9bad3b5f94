//! Random schemas, and random values of them, that cover every construct.
//!
//! All choices are taken from a string of bytes, and where it ends every choice is the simplest one.
//! proptest makes the bytes, so a failing case shrinks by losing bytes; a fuzzer's input serves as well.
//!
//! ```ignore
//! #[path = "support/arbitrary/mod.rs"]
//! mod arbitrary;
//! proptest! {
//!     #[test]
//!     fn comes_back(sample in arbitrary::samples()) { … sample.schema … sample.value … }
//! }
//! ```
#![allow(dead_code, reason = "each test that includes this uses a part of it")]

mod documents;
mod values;

use proptest::prelude::*;
use std::fmt;
use typecase::schema::Schema;
use typecase::schema::model::Document;
use typecase::value::Value;

pub use documents::document;
pub use values::Values;

/// A schema and a value of it.
pub struct Sample {
    pub schema: Schema,
    pub value: Value<'static>,
}

impl fmt::Debug for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "schema {}\nvalue {:?}", self.schema.document().to_json_line(), self.value)
    }
}

/// Random documents; each can be built.
pub fn documents() -> impl Strategy<Value = Document> {
    bytes().prop_map(|bytes| document(&mut Source::new(&bytes)))
}

/// Random schemas, each with a random value of it.
pub fn samples() -> impl Strategy<Value = Sample> {
    bytes().prop_map(|bytes| sample(&bytes))
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..1500)
}

/// The schema and the value that a string of bytes stands for.
pub fn sample(bytes: &[u8]) -> Sample {
    let mut source = Source::new(bytes);
    let document = document(&mut source);
    let schema = match document.clone().build() {
        Ok(schema) => schema,
        Err(error) => panic!("{error}\n{}", document.to_json()),
    };
    let value = Values::new(&schema).root(&mut source);
    Sample { schema, value }
}

/// Choices, taken from bytes.
pub struct Source<'b> {
    bytes: &'b [u8],
}

impl<'b> Source<'b> {
    pub fn new(bytes: &'b [u8]) -> Source<'b> {
        Source { bytes }
    }

    /// A number below `count`; 0 when the bytes have run out.
    fn below(&mut self, count: usize) -> usize {
        self.word(if count <= 256 { 1 } else { 4 }) as usize % count
    }

    /// True once in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// So many bytes as a number.
    fn word(&mut self, bytes: usize) -> u64 {
        let (taken, rest) = self.bytes.split_at(bytes.min(self.bytes.len()));
        self.bytes = rest;
        taken.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }

    /// An integer that is small most of the time.
    fn int(&mut self) -> i64 {
        let shift = self.pick(&[56, 60, 48, 32, 11, 0]);
        (self.word(8) as i64) >> shift
    }

    /// A finite double: often a whole number or a short decimal, sometimes any.
    fn double(&mut self) -> f64 {
        match self.below(4) {
            0 => self.int() as f64,
            1 => self.int() as f64 / 100.0,
            2 => self.pick(&[0.0, 0.1, 1e21, -1e-7, 5e-324, f64::MAX, 9_007_199_254_740_993.0, 1e300]),
            _ => Some(f64::from_bits(self.word(8))).filter(|double| double.is_finite()).unwrap_or(0.5),
        }
    }

    /// A string, short most of the time, with all kinds of characters.
    fn text(&mut self) -> String {
        const PARTS: [&str; 12] = [
            "a",
            "Zürich",
            "",
            " ",
            "\"",
            "\\",
            "\n\u{1}",
            "日本",
            "🦀",
            "\u{2028}",
            "long enough not to be held in place",
            "7",
        ];
        (0..self.below(5)).map(|_| self.pick(&PARTS)).collect()
    }

    fn bytes(&mut self) -> Box<[u8]> {
        (0..self.below(6)).map(|_| self.word(1) as u8).collect()
    }

    /// The digits of an integer of any size.
    fn digits(&mut self) -> Box<str> {
        let words = self.below(3);
        let mut digits = self.int().to_string();
        if digits != "0" {
            digits.extend((0..words).map(|_| format!("{:020}", self.word(8))));
        }
        digits.into()
    }

    fn millis(&mut self) -> i64 {
        self.int() % 8_640_000_000_000_001
    }

    /// A value of the `json` type, as it is when it has been read from text.
    fn json(&mut self, depth: u32) -> Value<'static> {
        match self.below(if depth == 0 { 5 } else { 7 }) {
            0 => Value::Null,
            1 => Value::Bool(self.once_in(2)),
            2 => Value::Int(self.int()),
            3 => Value::Float((self.int() % 1_000_000_000) as f64 / 4.0 + 0.125),
            4 => Value::Text(self.text().into()),
            5 => Value::List((0..self.below(4)).map(|_| self.json(depth - 1)).collect()),
            _ => {
                let count = self.below(4);
                Value::map((0..count).map(|at| (format!("{at}{}", self.text()).into(), self.json(depth - 1))).collect())
            }
        }
    }
}
