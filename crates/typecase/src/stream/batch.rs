//! Fills buffers with whole items, and gives the items of a buffer.

use super::lines::Lines;
use super::list::{List, blanks};
use super::messages::Messages;
use super::{Error, Framing};
use crate::error::{Code, Error as DataError};
use crate::limits::Limits;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use std::io::{self, Read};

/// How many bytes are asked of the reader at once: a few hundred records of common size, and little
/// enough that a batch stays in the cache of one core while it is converted.
const CHUNK: usize = 256 * 1024;

/// Whole items in one buffer, with their places in the stream.
#[derive(Default)]
pub struct Batch {
    /// The bytes read, up to `filled`, and spare room behind them that is not zeroed for every use.
    bytes: Vec<u8>,
    filled: usize,
    /// Where each item starts and ends in `bytes`.
    spans: Vec<(usize, usize)>,
    /// The offset in the stream of the first byte.
    offset: usize,
    /// The index of the first item.
    index: usize,
    /// The line of the first byte, from 1.
    line: usize,
}

impl Batch {
    /// How many items there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The item at this place in the batch.
    #[inline]
    pub fn get(&self, at: usize) -> Option<Item<'_>> {
        self.spans.get(at).map(|&(start, end)| Item { batch: self, start, end, index: self.index + at })
    }

    /// The items in order.
    pub fn items(&self) -> impl ExactSizeIterator<Item = Item<'_>> {
        self.spans.iter().enumerate().map(|(at, &(start, end))| Item {
            batch: self,
            start,
            end,
            index: self.index + at,
        })
    }

    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.bytes.len()
    }

    /// The offset in the stream after the last byte of the batch.
    pub fn end(&self) -> usize {
        self.offset + self.filled
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("items", &self.len()).field("offset", &self.offset).finish_non_exhaustive()
    }
}

/// One item: its bytes, and where they are in the stream.
#[derive(Clone, Copy, Debug)]
pub struct Item<'b> {
    batch: &'b Batch,
    start: usize,
    end: usize,
    index: usize,
}

impl<'b> Item<'b> {
    /// The bytes of the item, and in text white space around them perhaps.
    #[inline]
    pub fn bytes(&self) -> &'b [u8] {
        &self.batch.bytes[self.start..self.end]
    }

    /// The index of the item in the stream, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The offset in the stream of the first byte.
    pub fn offset(&self) -> usize {
        self.batch.offset + self.start
    }

    /// The line on which the item starts, from 1. It is counted when it is asked for, in streams of text.
    pub fn line(&self) -> usize {
        self.line_at(self.offset())
    }

    /// The line of a byte of the item, given by its offset in the stream.
    pub fn line_at(&self, offset: usize) -> usize {
        let before = offset.saturating_sub(self.batch.offset).min(self.end);
        self.batch.line + memchr::memchr_iter(b'\n', &self.batch.bytes[..before]).count()
    }

    /// An error in the bytes of this item as an error in the stream: its offset counts from the start
    /// of the stream, and its path begins with the index of the item.
    #[cold]
    #[must_use]
    pub fn place(&self, error: DataError) -> DataError {
        error.shifted(self.offset()).in_item(self.index)
    }
}

/// What looks for the ends of items in the bytes of a buffer.
///
/// Every offset that it holds or gives counts in the buffer.
#[derive(Debug)]
enum Splitter {
    List(List),
    Lines(Lines),
    Messages(Box<Messages>),
}

/// Reads a stream in batches of whole items.
///
/// A batch is given out as soon as there is one whole item, with all that were read along with it. It may go
/// to another thread while the next one is filled.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::stream::{Batch, Batches, Framing};
///
/// let mut batches = Batches::new(&b"[1, 2, 3]"[..], Framing::List, Limits::default());
/// let mut batch = Batch::default();
/// let mut items = Vec::new();
/// while batches.fill(&mut batch)? {
///     items.extend(batch.items().map(|item| item.bytes().to_vec()));
/// }
/// assert_eq!(items, [b"1", b"2", b"3"]);
/// # Ok::<(), typecase::stream::Error>(())
/// ```
#[derive(Debug)]
pub struct Batches<R> {
    reader: R,
    limits: Limits,
    splitter: Splitter,
    /// What was read behind the last whole item, for the next batch.
    rest: Vec<u8>,
    /// Where `rest` begins in the stream.
    offset: usize,
    index: usize,
    line: usize,
    ended: bool,
    /// What is to be reported after the items before it.
    failed: Option<DataError>,
}

impl<R: Read> Batches<R> {
    /// The batches of what the reader gives; no item may be longer than the limits say.
    pub fn new(reader: R, framing: Framing, limits: Limits) -> Batches<R> {
        let splitter = match framing {
            Framing::List => Splitter::List(List::default()),
            Framing::Lines => Splitter::Lines(Lines::default()),
        };
        Batches::split_by(reader, splitter, limits)
    }

    /// The batches of messages of a binary wire that stand end to end; none may be longer than the limits say.
    pub fn messages(reader: R, messages: Messages, limits: Limits) -> Batches<R> {
        Batches::split_by(reader, Splitter::Messages(Box::new(messages)), limits)
    }

    fn split_by(reader: R, splitter: Splitter, limits: Limits) -> Batches<R> {
        let rest = Vec::new();
        Batches { reader, limits, splitter, rest, offset: 0, index: 0, line: 1, ended: false, failed: None }
    }

    /// The reader.
    pub fn reader(&self) -> &R {
        &self.reader
    }

    /// Fills the batch, whose buffers are used again; `false` after the last item.
    ///
    /// # Errors
    /// As for [`Items::next_item`](super::Items::next_item). Nothing more comes after an error.
    pub fn fill(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.spans.clear();
        (batch.offset, batch.index, batch.line) = (self.offset, self.index, self.line);
        if batch.bytes.len() < self.rest.len() + CHUNK {
            batch.bytes.resize(self.rest.len() + CHUNK, 0);
        }
        batch.bytes[..self.rest.len()].copy_from_slice(&self.rest);
        batch.filled = self.rest.len();
        self.rest.clear();
        while batch.spans.is_empty() {
            if let Some(error) = self.failed.take() {
                self.ended = true;
                return Err(error.into());
            }
            if self.ended {
                return Ok(false);
            }
            self.read(batch)?;
        }
        self.keep_rest(batch);
        Ok(true)
    }

    /// Reads once and finds the items that have become whole.
    fn read(&mut self, batch: &mut Batch) -> Result<(), Error> {
        if batch.filled == batch.bytes.len() {
            self.make_room(batch);
        }
        let count = loop {
            match self.reader.read(&mut batch.bytes[batch.filled..]) {
                Ok(count) => break count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    return Err(error.into());
                }
            }
        };
        batch.filled += count;
        self.ended = count == 0;
        let bytes = &batch.bytes[..batch.filled];
        let (found, start) = match &mut self.splitter {
            Splitter::List(list) => (list.split(bytes, self.ended, &mut batch.spans), list.start()),
            Splitter::Lines(lines) => {
                lines.split(bytes, self.ended, &mut batch.spans);
                (Ok(()), lines.start())
            }
            Splitter::Messages(messages) => (messages.split(bytes, self.ended, &mut batch.spans), messages.start()),
        };
        let between = matches!(&self.splitter, Splitter::List(list) if !list.is_inside());
        let most = self.limits.max_bytes;
        let too_long = |&(start, end): &(usize, usize)| end - start > most;
        let whole = batch.spans.iter().position(too_long).map(|at| batch.spans.drain(at..).next().unwrap_or_default());
        // Of what is not whole, only what came before whatever is wrong in it.
        let part_end = match &found {
            Ok(()) if self.ended => start,
            Ok(()) => bytes.len(),
            Err(_) if between => start,
            Err(error) => error.offset().unwrap_or(start),
        };
        let before = match &self.splitter {
            Splitter::Messages(_) => 0,
            Splitter::List(_) | Splitter::Lines(_) => blanks(&bytes[start..part_end]),
        };
        let part = Some((start + before, part_end)).filter(too_long);
        let failed = match whole.or(part) {
            Some((start, _)) => {
                let message = alloc::format!("the item is longer than the limit of {most} bytes");
                Some(DataError::new(Code::Limit, message).at(start + most))
            }
            None => found.err(),
        };
        if let Some(error) = failed {
            let error = error.shifted(self.offset);
            let outside = whole.is_none() && between;
            self.failed = Some(if outside { error } else { error.in_item(self.index + batch.spans.len()) });
            self.ended = true;
        }
        Ok(())
    }

    /// Drops white space before the item at hand, or else grows the buffer.
    fn make_room(&mut self, batch: &mut Batch) {
        let start = self.pass(batch);
        if start == 0 {
            batch.bytes.resize(batch.bytes.len() * 2, 0);
        } else {
            batch.bytes.copy_within(start..batch.filled, 0);
            batch.filled -= start;
            (batch.offset, batch.line) = (self.offset, self.line);
        }
    }

    /// Puts what follows the last whole item aside.
    fn keep_rest(&mut self, batch: &mut Batch) {
        let start = self.pass(batch);
        self.index += batch.spans.len();
        self.rest.extend_from_slice(&batch.bytes[start..batch.filled]);
        batch.filled = start;
    }

    /// Counts the bytes and lines up to the item that is not whole yet, and gives its place.
    fn pass(&mut self, batch: &Batch) -> usize {
        let (start, newlines) = match &mut self.splitter {
            Splitter::List(list) => {
                let start = list.restart();
                (start, memchr::memchr_iter(b'\n', &batch.bytes[..start]).count())
            }
            Splitter::Lines(lines) => lines.restart(),
            Splitter::Messages(messages) => (messages.restart(), 0),
        };
        self.offset += start;
        self.line += newlines;
        start
    }
}
