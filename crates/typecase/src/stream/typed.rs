//! The typed items of a stream.

use super::{Error, Framing, Items};
use crate::error::Result as DataResult;
use crate::limits::Limits;
use core::fmt;
use core::marker::PhantomData;
use std::io::Read;

/// How one item is decoded.
type DecodeItem<T> = fn(&[u8], &Limits) -> DataResult<T>;

/// The typed items of a stream, decoded one by one as they arrive.
///
/// Made by `items` and `lines` of [`json`](crate::wire::json) and [`positional`](crate::wire::positional).
/// Nothing more comes after an error of the stream itself; after one of an item the next item follows.
///
/// ```
/// use typecase::wire::positional;
///
/// let mut records = positional::items::<(u8, String), _>(&br#"[[1,"a"],[300,"b"],[3,"c"],[4"#[..]);
/// assert_eq!(records.next().unwrap()?, (1, "a".to_string()));
/// let error = records.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "type: the number is out of the range of its type at [1][0] (byte 10)");
/// assert_eq!(records.next().unwrap()?, (3, "c".to_string()));
/// assert!(records.next().unwrap().is_err()); // The list breaks off.
/// assert!(records.next().is_none());
/// # Ok::<(), typecase::stream::Error>(())
/// ```
pub struct Records<T, R> {
    items: Items<R>,
    decode: DecodeItem<T>,
    limits: Limits,
    ended: bool,
    types: PhantomData<fn() -> T>,
}

impl<T, R: Read> Records<T, R> {
    /// The items of what the reader gives, each read by `decode`.
    pub(crate) fn new(reader: R, framing: Framing, limits: Limits, decode: DecodeItem<T>) -> Records<T, R> {
        let items = Items::with_limits(reader, framing, limits);
        // The list itself is one level of nesting.
        let outside = u32::from(framing == Framing::List);
        let limits = Limits { max_depth: limits.max_depth.saturating_sub(outside), ..limits };
        Records { items, decode, limits, ended: false, types: PhantomData }
    }
}

impl<T, R: Read> Iterator for Records<T, R> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Result<T, Error>> {
        if self.ended {
            return None;
        }
        match self.items.next_item() {
            Ok(Some(item)) => {
                let decoded = (self.decode)(item.bytes(), &self.limits);
                Some(decoded.map_err(|error| Error::Data(item.place(error))))
            }
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
        }
    }
}

impl<T, R> fmt::Debug for Records<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("ended", &self.ended).finish_non_exhaustive()
    }
}
