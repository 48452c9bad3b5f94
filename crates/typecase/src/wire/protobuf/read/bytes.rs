//! The bytes of a message: varints, tags, fixed sizes and lengths, and skipping a value.

use super::super::varint::{END, FIXED32, FIXED64, LEN, START, VARINT};
use super::Reader;
use crate::error::{Code, Error, Result};
use crate::wire::Read;
use alloc::vec::Vec;

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

    #[inline(never)]
    pub(super) fn long_varint(&mut self) -> Result<u64> {
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
        let length = self.length()?;
        let bytes = &self.input[self.pos..self.pos + length];
        self.pos += length;
        Ok(bytes)
    }

    /// Skips a value of this wire type; of a group, to its end.
    pub(in super::super) fn skip_value(&mut self, wire: u8) -> Result<()> {
        match wire {
            VARINT => self.varint().map(|_| ()),
            FIXED64 => self.fixed::<8>().map(|_| ()),
            FIXED32 => self.fixed::<4>().map(|_| ()),
            LEN => self.slice().map(|_| ()),
            START => self.skip_group(),
            _ => Err(self.error(Code::Structure, "the end of a group that has not begun")),
        }
    }

    /// Skips to the end of a group whose start has been taken, through groups inside it.
    pub(super) fn skip_group(&mut self) -> Result<()> {
        // The number of the group itself is not at hand where its occurrences are gathered, but its end has
        // the number of its start in every message that is well-formed, so what is nested is checked.
        let mut depth = self.depth;
        let mut open: Vec<u32> = Vec::new();
        loop {
            let (number, wire) = self.tag()?;
            match wire {
                START => {
                    depth.enter().map_err(|error| error.at(self.pos))?;
                    open.push(number);
                }
                END => match open.pop() {
                    None => return Ok(()),
                    Some(expected) if expected == number => depth.leave(),
                    Some(_) => return Err(self.error(Code::Structure, "the end of another group")),
                },
                wire => self.skip_value(wire)?,
            }
        }
    }

    /// Takes the tag that comes next if it is that of this field.
    #[inline(always)]
    pub(super) fn tag_is(&mut self, number: u32) -> bool {
        let wire = match number {
            1..16 => {
                let Some(&byte) = self.input.get(self.pos) else { return false };
                let wire = byte ^ (number << 3) as u8;
                if wire >= 8 || wire == END {
                    return false;
                }
                self.pos += 1;
                wire
            }
            16..2048 => {
                let Some(&low) = self.input.get(self.pos) else { return false };
                let wire = low ^ ((number << 3) as u8 | 0x80);
                if wire >= 8 || wire == END || self.input.get(self.pos + 1) != Some(&((number >> 4) as u8)) {
                    return false;
                }
                self.pos += 2;
                wire
            }
            _ => return self.long_tag_is(number),
        };
        self.wire = wire;
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
