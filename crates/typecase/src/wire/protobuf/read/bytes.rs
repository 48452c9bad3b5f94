//! The bytes of a message: varints, tags, fixed sizes and lengths, and skipping a value.

use super::super::varint::{END, FIXED32, FIXED64, LEN, START, VARINT};
use super::Reader;
use crate::error::{Code, Error, Result};
use crate::wire::{Read, varint};

impl<'de> Reader<'de> {
    #[cold]
    #[inline(never)]
    pub(super) fn truncated(&self) -> Error {
        Error::new(Code::Structure, "the message ends in the middle of a value").at(self.pos)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn mismatch<T>(&self, message: &'static str) -> Result<T> {
        Err(Error::new(Code::Type, message).at(self.pos))
    }

    #[inline(always)]
    pub(in super::super) fn varint(&mut self) -> Result<u64> {
        match self.input.get(self.pos) {
            Some(&byte) if byte < 0x80 => {
                self.pos += 1;
                Ok(byte.into())
            }
            _ => self.long_varint(),
        }
    }

    /// A varint of two bytes or more.
    #[inline(never)]
    pub(super) fn long_varint(&mut self) -> Result<u64> {
        // Eight bytes at once, which may be more than the message has: the length is checked below.
        if let Some(bytes) = self.whole.get(self.pos..).and_then(<[u8]>::first_chunk::<8>)
            && let Some((value, length)) = varint::within(*bytes)
            && length <= self.end().saturating_sub(self.pos)
        {
            self.pos += length;
            return Ok(value);
        }
        self.odd_varint()
    }

    /// A varint at the end of the input, of nine or ten bytes, or none.
    #[inline(never)]
    fn odd_varint(&mut self) -> Result<u64> {
        let mut value = 0;
        let bytes = &self.input[self.pos..];
        for (at, &byte) in bytes.iter().enumerate().take(10) {
            value |= u64::from(byte & 0x7f) << (7 * at);
            if byte < 0x80 {
                if at == 9 && byte > 1 {
                    return Err(self.error(Code::Structure, "a varint has more than 64 bits"));
                }
                self.pos += at + 1;
                return Ok(value);
            }
        }
        if bytes.len() >= 10 {
            return Err(self.error(Code::Structure, "a varint has more than ten bytes"));
        }
        Err(self.truncated())
    }

    /// The number and the wire type of the field that comes next.
    pub(in super::super) fn tag(&mut self) -> Result<(u32, u8)> {
        let start = self.pos;
        let tag = self.varint()?;
        let wire = (tag & 7) as u8;
        match u32::try_from(tag) {
            Ok(tag) if tag >> 3 != 0 && wire <= FIXED32 => Ok((tag >> 3, wire)),
            _ => Err(Error::new(Code::Structure, "a tag that no field has").at(start)),
        }
    }

    #[inline(always)]
    pub(super) fn fixed<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.input[self.pos..].first_chunk::<N>() {
            Some(bytes) => {
                self.pos += N;
                Ok(*bytes)
            }
            None => Err(self.truncated()),
        }
    }

    /// A length, and the bytes that it counts, of which the position is then the first.
    #[inline(always)]
    pub(in super::super) fn length(&mut self) -> Result<usize> {
        let length = self.varint()?;
        if length > (self.end() - self.pos) as u64 {
            return Err(self.truncated());
        }
        Ok(length as usize)
    }

    #[inline(always)]
    pub(super) fn slice(&mut self) -> Result<&'de [u8]> {
        let length = self.varint()?;
        let rest = &self.input[self.pos..];
        if length > rest.len() as u64 {
            return Err(self.truncated());
        }
        let length = length as usize;
        self.pos += length;
        Ok(&rest[..length])
    }

    /// Skips a value of the field with this number, of this wire type; of a group, to its end.
    pub(in super::super) fn skip_value(&mut self, number: u32, wire: u8) -> Result<()> {
        match wire {
            VARINT => self.varint().map(|_| ()),
            FIXED64 => self.fixed::<8>().map(|_| ()),
            FIXED32 => self.fixed::<4>().map(|_| ()),
            LEN => self.slice().map(|_| ()),
            START => self.skip_group(number),
            _ => Err(self.error(Code::Structure, "the end of a group that has not begun")),
        }
    }

    /// Skips to the end of the group with this number, whose start has been taken, through groups inside it.
    pub(super) fn skip_group(&mut self, number: u32) -> Result<()> {
        let mut depth = self.depth;
        let mut open = alloc::vec![number];
        while let Some(&innermost) = open.last() {
            let (number, wire) = self.tag()?;
            match wire {
                START => {
                    depth.enter().map_err(|error| error.at(self.pos))?;
                    open.push(number);
                }
                END if number == innermost => {
                    open.pop();
                    depth.leave();
                }
                END => return Err(self.error(Code::Structure, "the end of another group")),
                wire => self.skip_value(number, wire)?,
            }
        }
        Ok(())
    }

    /// Takes the tag that comes next if it is that of this field.
    #[inline(always)]
    pub(super) fn tag_is(&mut self, number: u32) -> bool {
        let (wire, length) = match number {
            1..16 => {
                let Some(&byte) = self.input.get(self.pos) else { return false };
                (u16::from(byte) ^ (number << 3) as u16, 1)
            }
            16..2048 => {
                let Some(bytes) = self.input.get(self.pos..).and_then(<[u8]>::first_chunk::<2>) else { return false };
                let low = (number << 3 & 0x7f | 0x80) as u16;
                (u16::from_le_bytes(*bytes) ^ (low | (number >> 4 << 8) as u16), 2)
            }
            _ => return self.long_tag_is(number),
        };
        if wire >= 8 {
            return false;
        }
        if wire == u16::from(END) {
            return end_of_group();
        }
        self.pos += length;
        self.wire = wire as u8;
        true
    }

    #[cold]
    #[inline(never)]
    pub(super) fn long_tag_is(&mut self, number: u32) -> bool {
        let start = self.pos;
        match self.tag() {
            Ok((found, wire)) if found == number && wire != END => {
                self.wire = wire;
                true
            }
            _ => {
                self.pos = start;
                false
            }
        }
    }
}

/// The end of the group with a field's number is not the field. The compiler does not see the answer, so that it
/// asks the commoner question alone, and this one only where that is answered.
#[cold]
fn end_of_group() -> bool {
    core::hint::black_box(false)
}
