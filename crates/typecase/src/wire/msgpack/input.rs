//! Tokens of MessagePack: what the reader is built on.

use super::heads::*;
use crate::error::{Code, Error, Result, afresh};
use crate::limits::{Depth, Limits};
use crate::text::utf8;

/// A place in the input, with the depth of nesting there.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pos: usize,
    depth: Depth,
    /// How many bytes had been gone back over.
    rewound: usize,
}

/// One value, or the head of one that contains others.
pub(super) enum Token<'de> {
    Nil,
    Bool(bool),
    Int(i64),
    /// An integer in a form for unsigned ones.
    Uint(u64),
    Float32(f32),
    Float64(f64),
    Text(&'de str),
    Bytes(&'de [u8]),
    Array(usize),
    Map(usize),
    Ext(i8, &'de [u8]),
}

/// Reads tokens.
pub(super) struct Input<'de> {
    pub bytes: &'de [u8],
    /// The offset of the next byte.
    pub pos: usize,
    pub depth: Depth,
    /// How many bytes have been read in vain while branches of unions were tried.
    in_vain: usize,
    /// How many bytes have been gone back over so far, other than to try another branch.
    rewound: usize,
    /// Whether something was wrong that more bytes could mend.
    pub short: bool,
}

impl<'de> Input<'de> {
    #[inline(always)]
    pub(super) fn new(bytes: &'de [u8], limits: &Limits) -> Input<'de> {
        Input { bytes, pos: 0, depth: limits.depth(), in_vain: 0, rewound: 0, short: false }
    }

    /// The next byte, without taking it.
    #[inline(always)]
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.pos).copied()
    }

    /// Takes an integer, if one comes next whose form and place are common: with a head, it must not be among the last
    /// bytes of the message, nor beyond the range.
    #[inline(always)]
    pub(super) fn small_int(&mut self) -> Option<i64> {
        let (&head, rest) = self.bytes.get(self.pos..)?.split_first()?;
        if head as i8 >= -32 {
            self.pos += 1;
            return Some((head as i8).into());
        }
        // The heads of unsigned integers of 1, 2, 4 and 8 bytes, then those of signed ones.
        if !matches!(head, UINT8..=INT64) {
            return None;
        }
        let width = 1 << (head & 3);
        let bytes = i64::from_be_bytes(*rest.first_chunk()?);
        let shift = 64 - 8 * width;
        let value = if head < INT8 { (bytes as u64 >> shift) as i64 } else { bytes >> shift };
        if head == UINT64 && value < 0 {
            return None;
        }
        self.pos += 1 + width as usize;
        Some(value)
    }

    /// How many bytes are left.
    #[inline(always)]
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.pos
    }

    /// Opens a level.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> Result<()> {
        match self.depth.enter() {
            Ok(()) => Ok(()),
            Err(error) => Err(error.at(self.pos)),
        }
    }

    /// An error at the next byte.
    #[cold]
    #[inline(never)]
    pub(super) fn error(&self, code: Code, message: &'static str) -> Error {
        Error::new(code, message).at(self.pos)
    }

    /// The error for a value of another type than the one that is wanted, or for what is no value at all.
    #[cold]
    #[inline(never)]
    pub(super) fn unexpected(&self, message: &'static str) -> Error {
        match self.peek() {
            None => self.error(Code::Structure, "the message ends where a value should be"),
            Some(NEVER_USED) => self.error(Code::Structure, "the byte c1 begins no value"),
            Some(_) => self.error(Code::Type, message),
        }
    }

    /// The error for a message that ends within a value that began at `start`.
    #[cold]
    #[inline(never)]
    pub(super) fn cut(&mut self, start: usize) -> Error {
        (self.pos, self.short) = (start, true);
        self.error(Code::Structure, "the message ends within this value")
    }

    /// Takes so many bytes of the value that began at `start`.
    #[inline(always)]
    pub(super) fn take(&mut self, count: usize, start: usize) -> Result<&'de [u8]> {
        let end = self.pos.checked_add(count);
        match end.and_then(|end| self.bytes.get(self.pos..end)) {
            Some(bytes) => {
                self.pos += count;
                Ok(bytes)
            }
            None => Err(self.cut(start)),
        }
    }

    /// Takes the bytes of a number of the value that began at `start`.
    #[inline(always)]
    fn fixed<const N: usize>(&mut self, start: usize) -> Result<[u8; N]> {
        match self.bytes.get(self.pos..).and_then(<[u8]>::first_chunk::<N>) {
            Some(bytes) => {
                self.pos += N;
                Ok(*bytes)
            }
            None => Err(self.cut(start)),
        }
    }

    /// Takes a length of 1, 2 or 4 bytes; `size` is 0 to 2.
    fn length(&mut self, size: u8, start: usize) -> Result<usize> {
        Ok(match size {
            0 => self.fixed::<1>(start)?[0].into(),
            1 => u16::from_be_bytes(self.fixed(start)?).into(),
            _ => u32::from_be_bytes(self.fixed(start)?) as usize,
        })
    }

    /// Takes a length of values, of which each takes `least` bytes at least.
    fn count(&mut self, size: u8, least: usize, start: usize) -> Result<usize> {
        let count = self.length(size, start)?;
        self.plausible(count, least, start)
    }

    /// Checks that so many values may follow.
    #[inline(always)]
    pub(super) fn plausible(&mut self, count: usize, least: usize, start: usize) -> Result<usize> {
        if count > self.left() / least {
            (self.pos, self.short) = (start, true);
            return Err(self.error(Code::Structure, "the message is too short for what is announced"));
        }
        Ok(count)
    }

    /// Takes a string.
    #[inline(always)]
    pub(super) fn text(&mut self, expected: &'static str) -> Result<&'de str> {
        let start = self.pos;
        if let Some(&head) = self.bytes.get(start)
            && head & 0xe0 == FIXSTR
        {
            let end = start + 1 + usize::from(head & 0x1f);
            if let Some(text) = self.bytes.get(start + 1..end).and_then(|bytes| utf8::validate(bytes).ok()) {
                self.pos = end;
                return Ok(text);
            }
        }
        afresh(self.long_text(expected))
    }

    #[inline(never)]
    fn long_text(&mut self, expected: &'static str) -> Result<&'de str> {
        let start = self.pos;
        let bytes = self.text_bytes(expected)?;
        utf8::validate(bytes).map_err(|valid| {
            let wrong = self.pos - bytes.len() + valid;
            self.pos = start;
            Error::new(Code::Utf8, "the string is not UTF-8").at(wrong)
        })
    }

    /// Takes the bytes of a string, which may not be UTF-8.
    #[inline(always)]
    pub(super) fn text_bytes(&mut self, expected: &'static str) -> Result<&'de [u8]> {
        let start = self.pos;
        let length = match self.peek() {
            Some(head @ FIXSTR..NIL) => {
                self.pos += 1;
                usize::from(head & 0x1f)
            }
            Some(head @ STR8..=STR32) => {
                self.pos += 1;
                self.length(head - STR8, start)?
            }
            _ => return Err(self.unexpected(expected)),
        };
        self.take(length, start)
    }

    /// Takes the head of a list; its length.
    #[inline(always)]
    pub(super) fn array(&mut self) -> Result<usize> {
        if let Some(&head @ FIXARRAY..FIXSTR) = self.bytes.get(self.pos)
            && usize::from(head & 0xf) < self.left()
        {
            self.pos += 1;
            return Ok(usize::from(head & 0xf));
        }
        afresh(self.any_array())
    }

    #[inline(never)]
    fn any_array(&mut self) -> Result<usize> {
        let start = self.pos;
        match self.peek() {
            Some(head @ FIXARRAY..FIXSTR) => {
                self.pos += 1;
                self.plausible(usize::from(head & 0xf), 1, start)
            }
            Some(head @ ARRAY16..=ARRAY32) => {
                self.pos += 1;
                self.count(head - ARRAY16 + 1, 1, start)
            }
            _ => Err(self.unexpected("expected an array")),
        }
    }

    /// Takes the head of a map; its number of entries.
    #[inline(always)]
    pub(super) fn map(&mut self) -> Result<usize> {
        let start = self.pos;
        match self.peek() {
            Some(head @ FIXMAP..FIXARRAY) => {
                self.pos += 1;
                self.plausible(usize::from(head & 0xf), 2, start)
            }
            Some(head @ MAP16..=MAP32) => {
                self.pos += 1;
                self.count(head - MAP16 + 1, 2, start)
            }
            _ => Err(self.unexpected("expected a map")),
        }
    }

    /// Takes an extension, if one comes next: its type and its bytes.
    pub(super) fn extension(&mut self) -> Result<Option<(i8, &'de [u8])>> {
        let start = self.pos;
        let length = match self.peek() {
            Some(head @ FIXEXT1..=FIXEXT16) => {
                self.pos += 1;
                1 << (head - FIXEXT1)
            }
            Some(head @ EXT8..=EXT32) => {
                self.pos += 1;
                self.length(head - EXT8, start)?
            }
            _ => return Ok(None),
        };
        let [ty] = self.fixed(start)?;
        Ok(Some((ty as i8, self.take(length, start)?)))
    }

    /// Takes a value, or the head of one that contains others.
    pub(super) fn token(&mut self) -> Result<Token<'de>> {
        let start = self.pos;
        let Some(head) = self.peek() else { return Err(self.unexpected("")) };
        match head {
            FIXSTR..NIL | STR8..=STR32 => return self.text("").map(Token::Text),
            FIXMAP..FIXARRAY | MAP16.. if head < 0xe0 => return self.map().map(Token::Map),
            FIXARRAY..FIXSTR | ARRAY16..=ARRAY32 => return self.array().map(Token::Array),
            _ => {}
        }
        if let Some((ty, bytes)) = self.extension()? {
            return Ok(Token::Ext(ty, bytes));
        }
        self.pos += 1;
        Ok(match head {
            0..FIXMAP => Token::Uint(head.into()),
            NIL => Token::Nil,
            FALSE | TRUE => Token::Bool(head == TRUE),
            BIN8..=BIN32 => {
                let length = self.length(head - BIN8, start)?;
                Token::Bytes(self.take(length, start)?)
            }
            FLOAT32 => Token::Float32(f32::from_be_bytes(self.fixed(start)?)),
            FLOAT64 => Token::Float64(f64::from_be_bytes(self.fixed(start)?)),
            UINT8 => Token::Uint(self.fixed::<1>(start)?[0].into()),
            UINT16 => Token::Uint(u16::from_be_bytes(self.fixed(start)?).into()),
            UINT32 => Token::Uint(u32::from_be_bytes(self.fixed(start)?).into()),
            UINT64 => Token::Uint(u64::from_be_bytes(self.fixed(start)?)),
            INT8 => Token::Int(i8::from_be_bytes(self.fixed(start)?).into()),
            INT16 => Token::Int(i16::from_be_bytes(self.fixed(start)?).into()),
            INT32 => Token::Int(i32::from_be_bytes(self.fixed(start)?).into()),
            INT64 => Token::Int(i64::from_be_bytes(self.fixed(start)?)),
            0xe0.. => Token::Int((head as i8).into()),
            _ => {
                self.pos = start;
                return Err(self.unexpected(""));
            }
        })
    }

    /// Takes a value without looking at its contents; how many values follow that belong to it.
    #[inline(always)]
    pub(super) fn skip_head(&mut self) -> Result<usize> {
        let start = self.pos;
        let Some(head) = self.peek() else { return Err(self.unexpected("")) };
        match head {
            0..FIXMAP | 0xe0.. | NIL | FALSE | TRUE => self.pos += 1,
            FIXSTR..NIL | STR8..=STR32 => drop(self.text_bytes("")?),
            FIXMAP..FIXARRAY | MAP16..=MAP32 => return self.map().map(|entries| 2 * entries),
            FIXARRAY..FIXSTR | ARRAY16..=ARRAY32 => return self.array(),
            FLOAT32 | UINT32 | INT32 => drop(self.take(5, start)?),
            FLOAT64 | UINT64 | INT64 => drop(self.take(9, start)?),
            UINT8 | INT8 => drop(self.take(2, start)?),
            UINT16 | INT16 => drop(self.take(3, start)?),
            BIN8..=BIN32 => {
                self.pos += 1;
                let length = self.length(head - BIN8, start)?;
                self.take(length, start)?;
            }
            FIXEXT1..=FIXEXT16 | EXT8..=EXT32 => drop(self.extension()?),
            NEVER_USED => return Err(self.unexpected("")),
        }
        Ok(0)
    }

    #[inline(always)]
    pub(super) fn mark(&self) -> Mark {
        Mark { pos: self.pos, depth: self.depth, rewound: self.rewound }
    }

    #[inline(always)]
    pub(super) fn seek(&mut self, mark: Mark) {
        self.rewound = self.rewound.wrapping_add(self.pos.saturating_sub(mark.pos));
        self.pos = mark.pos;
        self.depth = mark.depth;
    }

    /// Goes back and pays for what was read in vain: up to here, and further ahead to find a
    /// discriminator, for instance.
    pub(super) fn retry(&mut self, mark: Mark) -> Result<()> {
        let ahead = self.rewound.wrapping_sub(mark.rewound);
        let spent = self.pos.saturating_sub(mark.pos).saturating_add(ahead).max(1);
        self.in_vain = self.in_vain.saturating_add(spent);
        // Each level of unions may try a few branches; more than this is an attack, not data.
        if self.in_vain > self.bytes.len().saturating_mul(16).saturating_add(4096) {
            return Err(self.error(Code::Limit, "the branches of unions were tried too often"));
        }
        (self.pos, self.depth, self.rewound) = (mark.pos, mark.depth, mark.rewound);
        Ok(())
    }
}
