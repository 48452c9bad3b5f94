//! Reads a stream item by item: a JSON list, one value a line (docs/positional.md, section 4), or the messages of a
//! binary wire end to end.
//!
//! A stream is cut into the bytes of its items before anything is decoded. That takes no schema on the wires of text,
//! which it serves alike, and needs memory for one item only, however long the stream is. Items come in [`Batch`]es, each in a buffer of its own that may be sent to another thread;
//! [`Items`] gives them one by one, and [`Records`] decodes them.
//!
//! ```
//! use typecase::stream::{Framing, Items};
//!
//! let mut items = Items::new(&b"[[1,\"Ada\"],\n [2,\"Alan\"]]"[..], Framing::List);
//! let mut seen = Vec::new();
//! while let Some(item) = items.next_item()? {
//!     seen.push((item.offset(), item.line(), item.bytes().to_vec()));
//! }
//! assert_eq!(seen, [(1, 1, b"[1,\"Ada\"]".to_vec()), (13, 2, b"[2,\"Alan\"]".to_vec())]);
//! # Ok::<(), typecase::stream::Error>(())
//! ```

mod batch;
mod blocks;
mod lines;
mod list;
mod messages;
#[cfg(test)]
mod tests;
mod typed;

pub use batch::{Batch, Batches, Item};
pub(crate) use messages::Ends;
pub use messages::Messages;
pub use typed::Records;

use crate::limits::Limits;
use core::fmt;
use std::io::{self, Read};

/// How items follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// The items of one JSON list: `[item,item]`.
    List,
    /// One item a line (NDJSON); lines of white space are skipped.
    Lines,
}

/// Why a stream could not be read on.
#[derive(Debug)]
pub enum Error {
    /// The bytes could not be read.
    Read(io::Error),
    /// The bytes are wrong. The offset counts from the start of the stream, and the path begins with
    /// the index of the item.
    Data(crate::error::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read(error) => write!(f, "the stream could not be read: {error}"),
            Error::Data(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Error::Read(error) => Some(error),
            Error::Data(error) => Some(error),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Read(error)
    }
}

impl From<crate::error::Error> for Error {
    fn from(error: crate::error::Error) -> Error {
        Error::Data(error)
    }
}

/// The items of a stream one by one.
#[derive(Debug)]
pub struct Items<R> {
    batches: Batches<R>,
    batch: Batch,
    /// The place in the batch of the item that comes next.
    next: usize,
}

impl<R: Read> Items<R> {
    /// The items of what the reader gives. The reader needs no buffer of its own.
    pub fn new(reader: R, framing: Framing) -> Items<R> {
        Items::with_limits(reader, framing, Limits::default())
    }

    /// The items, none of them longer than the limits say.
    pub fn with_limits(reader: R, framing: Framing, limits: Limits) -> Items<R> {
        Items { batches: Batches::new(reader, framing, limits), batch: Batch::default(), next: 0 }
    }

    /// The messages of a binary wire that stand end to end, none of them longer than the limits say.
    pub fn messages(reader: R, messages: Messages, limits: Limits) -> Items<R> {
        Items { batches: Batches::messages(reader, messages, limits), batch: Batch::default(), next: 0 }
    }

    /// The next item, as soon as all of it has been read; `None` after the last.
    ///
    /// # Errors
    /// [`Error::Read`] if the reader fails; [`Error::Data`] where the stream is not a list, or a list
    /// that does not end, or an item is longer than the limit. The items before come first.
    pub fn next_item(&mut self) -> Result<Option<Item<'_>>, Error> {
        if self.next == self.batch.len() {
            self.next = 0;
            if !self.batches.fill(&mut self.batch)? {
                return Ok(None);
            }
        }
        self.next += 1;
        Ok(self.batch.get(self.next - 1))
    }
}
