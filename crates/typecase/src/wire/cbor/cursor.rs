//! [`Cursor`]: a place in CBOR bytes, and the heads that are read there (RFC 8949, section 3).

use super::floats;
use super::heads::{ARRAY, BREAK, BYTES, DOUBLE, HALF, INDEFINITE, MAP, SINGLE, TAG, TEXT};
use crate::error::{Code, Error, Result};
use crate::limits::Depth;

/// A count of items or bytes that is not in the head: a break ends them. It is so large that no input counts it
/// down to less than half.
pub(super) const UNTIL_BREAK: usize = usize::MAX;

/// Whether a count that may have been counted down began as [`UNTIL_BREAK`].
#[inline(always)]
pub(super) fn is_until_break(left: usize) -> bool {
    left > usize::MAX / 2
}

/// Reads heads from bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'de> {
    pub(super) input: &'de [u8],
    /// The offset of the next byte.
    pub(super) pos: usize,
}

impl<'de> Cursor<'de> {
    #[inline(always)]
    pub(super) fn rest(&self) -> &'de [u8] {
        self.input.get(self.pos..).unwrap_or_default()
    }

    /// The next byte, without taking it.
    #[inline(always)]
    pub(super) fn peek(&self) -> Result<u8> {
        match self.input.get(self.pos) {
            Some(&byte) => Ok(byte),
            None => Err(self.end()),
        }
    }

    /// The error for an input that ends too early. Its offset is always the length of the input, and that of no
    /// other error is.
    #[cold]
    #[inline(never)]
    pub(super) fn end(&self) -> Error {
        Error::new(Code::Structure, "the message ends too early").at(self.input.len())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn error(&self, code: Code, message: &'static str) -> Error {
        Error::new(code, message).at(self.pos)
    }

    /// The argument of the head at hand, which begins with `first`, and the offset behind the head.
    #[inline(always)]
    pub(super) fn argument(&self, first: u8) -> Result<(u64, usize)> {
        let info = first & 31;
        if info < 24 {
            return Ok((u64::from(info), self.pos + 1));
        }
        self.long_argument(info)
    }

    /// The argument in the 1, 2, 4 or 8 bytes behind the first.
    #[inline(always)]
    fn long_argument(&self, info: u8) -> Result<(u64, usize)> {
        let width = 1usize << (info & 3);
        if info > 27 {
            return Err(self.no_argument());
        }
        let behind = self.input.get(self.pos + 1..).unwrap_or_default();
        if let Some(bytes) = behind.first_chunk::<8>() {
            return Ok((u64::from_be_bytes(*bytes) >> (64 - 8 * width), self.pos + 1 + width));
        }
        match behind.get(..width) {
            Some(bytes) => {
                Ok((bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)), self.pos + 1 + width))
            }
            None => Err(self.end()),
        }
    }

    #[cold]
    #[inline(never)]
    fn no_argument(&self) -> Error {
        match self.peek() {
            Ok(BREAK) => self.error(Code::Structure, "a break where a value should be"),
            Ok(_) => self.error(Code::Structure, "no value begins with this byte"),
            Err(end) => end,
        }
    }

    /// A number of bytes that must be there.
    #[inline(always)]
    pub(super) fn bytes(&self, at: usize, length: u64) -> Result<&'de [u8]> {
        let behind = self.input.get(at..).unwrap_or_default();
        match usize::try_from(length).ok().and_then(|length| behind.get(..length)) {
            Some(bytes) => Ok(bytes),
            None => Err(self.end()),
        }
    }

    /// Takes the head of a list or a map, which begins with `first`: how many items it has, each of at least
    /// `size` bytes, or [`UNTIL_BREAK`].
    #[inline(always)]
    pub(super) fn count(&mut self, first: u8, size: usize) -> Result<usize> {
        if first & 31 == INDEFINITE {
            self.pos += 1;
            return Ok(UNTIL_BREAK);
        }
        let (count, behind) = self.argument(first)?;
        let left = (self.input.len() - behind.min(self.input.len())) / size;
        if count > left as u64 {
            return Err(self.end());
        }
        self.pos = behind;
        Ok(count as usize)
    }

    /// Takes a break if one comes next.
    #[inline(always)]
    pub(super) fn take_break(&mut self) -> Result<bool> {
        let found = self.peek()? == BREAK;
        self.pos += usize::from(found);
        Ok(found)
    }

    /// Whether an item comes next of those that are left; the count is lowered, or the break taken.
    #[inline(always)]
    pub(super) fn more(&mut self, left: &mut usize) -> Result<bool> {
        if *left == 0 || is_until_break(*left) && self.take_break()? {
            return Ok(false);
        }
        *left -= 1;
        Ok(true)
    }

    /// Takes a tag, whose first byte is at hand.
    #[inline(always)]
    pub(super) fn take_tag(&mut self, first: u8) -> Result<u64> {
        let (tag, behind) = self.argument(first)?;
        self.pos = behind;
        Ok(tag)
    }

    /// Takes a float, if one comes next.
    #[inline(always)]
    pub(super) fn float(&mut self) -> Result<Option<f64>> {
        let behind = self.input.get(self.pos + 1..).unwrap_or_default();
        let value = match self.peek()? {
            DOUBLE => match behind.first_chunk::<8>() {
                Some(bytes) => {
                    self.pos += 9;
                    f64::from_bits(u64::from_be_bytes(*bytes))
                }
                None => return Err(self.end()),
            },
            SINGLE => match behind.first_chunk::<4>() {
                Some(bytes) => {
                    self.pos += 5;
                    floats::from_single(u32::from_be_bytes(*bytes))
                }
                None => return Err(self.end()),
            },
            HALF => match behind.first_chunk::<2>() {
                Some(bytes) => {
                    self.pos += 3;
                    floats::from_half(u16::from_be_bytes(*bytes))
                }
                None => return Err(self.end()),
            },
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// The bytes of the string at hand, whose head begins with `first`, if it is in one piece.
    #[inline(always)]
    pub(super) fn whole(&mut self, first: u8) -> Result<Option<&'de [u8]>> {
        if first & 31 == INDEFINITE {
            return Ok(None);
        }
        let (length, behind) = self.argument(first)?;
        let bytes = self.bytes(behind, length)?;
        self.pos = behind + bytes.len();
        Ok(Some(bytes))
    }

    /// Takes a string in pieces, whose first byte is at hand, and gives each of them to `take` with its offset.
    pub(super) fn pieces(&mut self, mut take: impl FnMut(&'de [u8], usize) -> Result<()>) -> Result<()> {
        let major = self.peek()? & 0xe0;
        self.pos += 1;
        while !self.take_break()? {
            let first = self.peek()?;
            if first & 0xe0 != major || first & 31 == INDEFINITE {
                return Err(match self.argument(first) {
                    Err(error) if first & 31 != INDEFINITE => error,
                    _ => self.error(Code::Structure, "a string in pieces has a piece of another type"),
                });
            }
            if let Some(bytes) = self.whole(first)? {
                take(bytes, self.pos - bytes.len())?;
            }
        }
        Ok(())
    }

    /// Skips one item, whatever it is; `tagged` is called at each tag before it is taken.
    pub(super) fn skip(
        &mut self,
        depth: &mut Depth,
        tagged: &mut impl FnMut(&mut Cursor<'de>, u64) -> Result<()>,
    ) -> Result<()> {
        loop {
            let first = self.peek()?;
            match first & 0xe0 {
                BYTES | TEXT => match self.whole(first)? {
                    Some(bytes) if first & 0xe0 == TEXT => {
                        let start = self.pos - bytes.len();
                        super::text_at(bytes, start)?;
                    }
                    Some(_) => {}
                    None if first & 0xe0 == TEXT => {
                        self.pieces(|bytes, start| super::text_at(bytes, start).map(|_| ()))?;
                    }
                    None => self.pieces(|_, _| Ok(()))?,
                },
                ARRAY => self.skip_items(first, 1, depth, tagged)?,
                MAP => self.skip_items(first, 2, depth, tagged)?,
                TAG => {
                    let at = self.pos;
                    let tag = self.take_tag(first)?;
                    tagged(&mut Cursor { pos: at, ..*self }, tag)?;
                    continue;
                }
                _ => self.skip_scalar(first)?,
            }
            return Ok(());
        }
    }

    /// Skips the items of a list, or the keys and values of a map. The depth limit bounds the recursion.
    fn skip_items(
        &mut self,
        first: u8,
        each: usize,
        depth: &mut Depth,
        tagged: &mut impl FnMut(&mut Cursor<'de>, u64) -> Result<()>,
    ) -> Result<()> {
        depth.enter().map_err(|error| error.at(self.pos))?;
        let mut left = self.count(first, each)?;
        while self.more(&mut left)? {
            for _ in 0..each {
                self.skip(depth, tagged)?;
            }
        }
        depth.leave();
        Ok(())
    }

    /// Skips an integer, a simple value or a float.
    #[inline(always)]
    fn skip_scalar(&mut self, first: u8) -> Result<()> {
        let (argument, behind) = self.argument(first)?;
        if first == super::heads::SIMPLE_BYTE && argument < 32 {
            return Err(self.error(Code::Structure, "a simple value below 32 has one byte"));
        }
        self.pos = behind;
        Ok(())
    }
}
