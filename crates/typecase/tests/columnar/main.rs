//! The columnar wire: that every list of records comes back from it, in one group or many, that a value has one
//! document, what bad documents give, how long the documents are, and that they can be streamed.

#[path = "../support/arbitrary/mod.rs"]
mod arbitrary;
#[path = "../support/tables.rs"]
mod tables;

#[path = "../hostile/allocation.rs"]
mod allocation;

#[cfg(feature = "arrow")]
mod arrow;
mod claims;
mod columns;
mod hostile;
mod round_trips;
mod sizes;
mod streams;
mod vectors;
mod views;

use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::wire::Wire;

/// A codec of the wire.
fn columnar(schema: &Schema, options: &Options) -> Codec {
    Codec::new(schema, Wire::Columnar, options).unwrap()
}

/// Options with so many rows a group.
fn groups_of(rows: usize, readable: bool) -> Options {
    let mut options = Options::default();
    (options.columnar.group_rows, options.columnar.readable) = (rows, readable);
    options
}
