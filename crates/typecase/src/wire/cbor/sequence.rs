//! Sequences of items (RFC 8742): where one ends.

use super::cursor::Cursor;
use crate::error::Result;
use crate::limits::Limits;

/// How many bytes the first item has; `None` if it goes on beyond the input.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::wire::cbor::item_length;
///
/// assert_eq!(item_length(&[0x82, 1, 2, 3], &Limits::default())?, Some(3));
/// assert_eq!(item_length(&[0x82, 1], &Limits::default())?, None);
/// assert!(item_length(&[0x82, 1, 0xff], &Limits::default()).is_err());
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// What is wrong with the bytes that are there, with the offset.
pub fn item_length(input: &[u8], limits: &Limits) -> Result<Option<usize>> {
    let mut cursor = Cursor { input, pos: 0 };
    match cursor.skip(&mut limits.depth(), &mut |_, _| Ok(())) {
        Ok(()) => {
            limits.check_bytes(cursor.pos)?;
            Ok(Some(cursor.pos))
        }
        // That is where the error for an end that comes too early is, and no other.
        Err(error) if error.offset() == Some(input.len()) => {
            limits.check_bytes(input.len())?;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// The items of a sequence, each a message of its own.
///
/// ```
/// use typecase::wire::cbor;
///
/// let sequence = [0x82, 1, 2, 0x61, b'a', 0xf6];
/// let items: Vec<&[u8]> = cbor::sequence(&sequence).collect::<Result<_, _>>()?;
/// assert_eq!(items, [&sequence[..3], &sequence[3..5], &sequence[5..]]);
/// # Ok::<(), typecase::error::Error>(())
/// ```
pub fn sequence(input: &[u8]) -> Sequence<'_> {
    Sequence { cursor: Cursor { input, pos: 0 }, limits: Limits::default() }
}

/// See [`sequence`]. It ends after an error.
#[derive(Clone, Debug)]
pub struct Sequence<'de> {
    cursor: Cursor<'de>,
    limits: Limits,
}

impl<'de> Iterator for Sequence<'de> {
    type Item = Result<&'de [u8]>;

    fn next(&mut self) -> Option<Result<&'de [u8]>> {
        let start = self.cursor.pos;
        if start >= self.cursor.input.len() {
            return None;
        }
        match self.cursor.skip(&mut self.limits.depth(), &mut |_, _| Ok(())) {
            Ok(()) => Some(Ok(&self.cursor.input[start..self.cursor.pos])),
            Err(error) => {
                self.cursor.pos = self.cursor.input.len();
                Some(Err(error))
            }
        }
    }
}
