//! Inputs that mean harm: broken at every byte, nested without end, claiming more than they hold,
//! asking for exponential work. Every one ends in a value or in an error that says where.

#[path = "../support/judge.rs"]
mod judge;

mod allocation;
mod claims;
mod damage;
mod duplicates;
mod nesting;
mod scalars;
mod unions;

use typecase::codec::{Codec, Options};
use typecase::error::{Code, Error};
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::Wire;

/// The codecs of a schema on both wires.
struct Wires {
    json: Codec,
    positional: Codec,
}

impl Wires {
    fn new(definition: &str) -> Wires {
        Wires::with(definition, &Options::default())
    }

    fn with(definition: &str, options: &Options) -> Wires {
        let schema = Schema::parse(definition).unwrap_or_else(|error| panic!("{error}: {definition}"));
        let codec = |wire| Codec::new(&schema, wire, options).unwrap();
        Wires { json: codec(Wire::Json), positional: codec(Wire::Positional) }
    }

    /// Reads a JSON message on every path, all of which agree.
    #[track_caller]
    fn json<'i>(&self, input: &'i (impl AsRef<[u8]> + ?Sized)) -> Result<Value<'i>, Error> {
        judge::message(&self.json, &self.positional, input.as_ref())
    }

    /// Reads a positional message on every path, all of which agree.
    #[track_caller]
    fn positional<'i>(&self, input: &'i (impl AsRef<[u8]> + ?Sized)) -> Result<Value<'i>, Error> {
        judge::message(&self.positional, &self.json, input.as_ref())
    }

    /// A JSON message as a positional one.
    #[track_caller]
    fn to_positional(&self, input: &str) -> String {
        String::from_utf8(self.positional.encode(&self.json(input).unwrap()).unwrap()).unwrap()
    }
}

/// Options with this depth.
fn deep(max_depth: u32) -> Options {
    Options { limits: Limits { max_depth, ..Limits::default() }, ..Options::default() }
}

/// The code and the offset of what must be an error.
#[track_caller]
fn error<T: std::fmt::Debug>(result: Result<T, Error>) -> (Code, usize) {
    let error = result.unwrap_err();
    (error.code(), error.offset().unwrap())
}
