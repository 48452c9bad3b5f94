//! The bytes of elements and values, of which none is taken beyond the document that it is in.

use super::element::{
    self, ARRAY, BINARY, BOOLEAN, CODE, CODE_WITH_SCOPE, DATE, DB_POINTER, DECIMAL128, DOCUMENT, DOUBLE, INT32, INT64,
    MAX_KEY, MIN_KEY, NULL, OBJECT_ID, OLD_BINARY, REGEXP, SMALLEST, STRING, SYMBOL, TIMESTAMP, UNDEFINED,
};
use super::read::{ROOT, Reader};
use crate::error::{Code, Error, Result};
use crate::text::utf8;
use crate::wire::Read;
use alloc::format;

impl<'de> Reader<'de> {
    /// The next bytes of the value, so many.
    #[inline(always)]
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        if self.end.saturating_sub(self.pos) >= N
            && let Some(bytes) = self.input.get(self.pos..).and_then(<[u8]>::first_chunk::<N>)
        {
            self.pos += N;
            return Ok(*bytes);
        }
        Err(self.cut_off())
    }

    /// The next bytes of the value, so many.
    #[inline(always)]
    pub(super) fn take_slice(&mut self, length: usize) -> Result<&'de [u8]> {
        if self.end.saturating_sub(self.pos) >= length
            && let Some(bytes) = self.input.get(self.pos..self.pos + length)
        {
            self.pos += length;
            return Ok(bytes);
        }
        Err(self.cut_off())
    }

    #[cold]
    #[inline(never)]
    fn cut_off(&self) -> Error {
        self.error(Code::Structure, "the value ends beyond its document")
    }

    /// A length of four bytes that is at least `least`.
    #[inline(always)]
    pub(super) fn length(&mut self, least: usize) -> Result<usize> {
        let start = self.pos;
        match usize::try_from(i32::from_le_bytes(self.take()?)) {
            Ok(length) if length >= least => Ok(length),
            _ => Err(Error::new(Code::Structure, "the length is too small").at(start)),
        }
    }

    /// A string behind its length.
    #[inline(always)]
    pub(super) fn string(&mut self) -> Result<&'de str> {
        let length = self.length(1)?;
        let start = self.pos;
        let bytes = self.take_slice(length)?;
        match bytes.split_last() {
            Some((0, text)) => match utf8::validate(text) {
                Ok(text) => Ok(text),
                Err(at) => Err(not_utf8(start + at)),
            },
            _ => Err(Error::new(Code::Structure, "the string does not end with a zero byte").at(start)),
        }
    }

    /// Text up to a zero byte.
    #[inline(always)]
    pub(super) fn zero_ended(&mut self) -> Result<&'de str> {
        let start = self.pos;
        let end = element::zero(&self.input[..self.end], start);
        let Some(end) = end else { return Err(self.error(Code::Structure, "the text does not end")) };
        self.pos = end + 1;
        match utf8::validate(&self.input[start..end]) {
            Ok(text) => Ok(text),
            Err(at) => Err(not_utf8(start + at)),
        }
    }

    /// The bytes and subtype of a binary.
    pub(super) fn binary(&mut self) -> Result<(u8, &'de [u8])> {
        let length = self.length(0)?;
        let [subtype] = self.take()?;
        let start = self.pos;
        let bytes = self.take_slice(length)?;
        if subtype != OLD_BINARY {
            return Ok((subtype, bytes));
        }
        match bytes.split_first_chunk::<4>() {
            Some((inner, bytes)) if usize::try_from(i32::from_le_bytes(*inner)) == Ok(bytes.len()) => {
                Ok((subtype, bytes))
            }
            _ => Err(Error::new(Code::Structure, "the lengths of the binary do not match").at(start)),
        }
    }

    /// Opens the document or array whose length comes next; gives where the one around it ends.
    #[inline(always)]
    pub(super) fn open(&mut self) -> Result<usize> {
        let start = self.pos;
        if let Err(error) = self.depth.enter() {
            return Err(error.at(start));
        }
        let length = self.length(SMALLEST)?;
        let around = self.end;
        let end = start + length - 1;
        if end >= around {
            return Err(Error::new(Code::Structure, "the document ends beyond what it is in").at(start));
        }
        match self.input.get(end) {
            Some(0) => {
                self.end = end;
                Ok(around)
            }
            Some(_) => Err(Error::new(Code::Structure, "the document does not end with a zero byte").at(end)),
            None => Err(self.cut_off()),
        }
    }

    /// Closes the document, of which nothing is left.
    #[inline(always)]
    pub(super) fn close(&mut self, around: usize) {
        self.pos = self.end + 1;
        self.end = around;
        self.depth.leave();
    }

    /// The type of the next element, whose key comes next; `None` at the end of the document.
    #[inline(always)]
    pub(super) fn element(&mut self) -> Result<Option<u8>> {
        if self.pos >= self.end {
            return Ok(None);
        }
        match self.input.get(self.pos) {
            Some(&ty) if ty != 0 => {
                self.pos += 1;
                Ok(Some(ty))
            }
            _ => Err(self.error(Code::Structure, "the document ends before its length")),
        }
    }

    /// Takes the key of an item, whatever it is.
    #[inline(always)]
    pub(super) fn skip_key(&mut self) -> Result<()> {
        // Most indexes have one or two digits.
        let rest = self.input.get(self.pos..self.end).unwrap_or_default();
        let length = match rest {
            [0, ..] => 0,
            [_, 0, ..] => 1,
            [_, _, 0, ..] => 2,
            _ => match element::zero(rest, 0) {
                Some(length) => length,
                None => return Err(self.error(Code::Structure, "the text does not end")),
            },
        };
        self.pos += length + 1;
        Ok(())
    }

    /// Skips the value that comes next by its length; what is in it is not looked at.
    pub(super) fn skip_value(&mut self) -> Result<()> {
        let length = match self.ty {
            UNDEFINED | NULL | MIN_KEY | MAX_KEY => 0,
            BOOLEAN => 1,
            INT32 => 4,
            DOUBLE | DATE | TIMESTAMP | INT64 => 8,
            OBJECT_ID => 12,
            DECIMAL128 => 16,
            STRING | CODE | SYMBOL => self.length(1)?,
            DB_POINTER => self.length(1)? + 12,
            BINARY => self.length(0)? + 1,
            DOCUMENT | ARRAY | CODE_WITH_SCOPE => self.length(SMALLEST)? - 4,
            REGEXP => {
                self.zero_ended()?;
                self.zero_ended()?;
                0
            }
            ROOT => {
                let around = self.open()?;
                self.close(around);
                0
            }
            _ => return Err(self.unknown_type()),
        };
        self.take_slice(length).map(|_| ())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn unknown_type(&self) -> Error {
        Error::new(Code::Structure, format!("no element has the type {:#04x}", self.ty)).at(self.pos)
    }
}

#[cold]
#[inline(never)]
fn not_utf8(at: usize) -> Error {
    Error::new(Code::Utf8, "the text is not UTF-8").at(at)
}
