//! Finds the items of a JSON list whose bytes come in pieces.
//!
//! Only strings, brackets and commas are looked at, a block of 64 bytes at a time: a block in which no
//! item can end costs a few instructions. Whether an item is good JSON is left to whoever decodes it;
//! here it is checked that there is a list, that commas stand between its items, and that it ends.

use super::blocks::{BLOCK, masks, parity};
use crate::error::{Code, Error};
use alloc::vec::Vec;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Phase {
    /// The opening bracket of the list has not been met.
    #[default]
    Before,
    /// Inside the list.
    Inside,
    /// The closing bracket has been met.
    After,
}

/// What is known of the list in a buffer.
#[derive(Debug, Default)]
pub(super) struct List {
    phase: Phase,
    /// How far the bytes have been looked at.
    scanned: usize,
    /// Where what belongs to no item yet begins.
    start: usize,
    /// Whether an item has been given out since the last comma.
    given: bool,
    /// Whether a comma has been met.
    comma: bool,
    /// Open brackets, that of the list included.
    depth: usize,
    /// All bits set inside a string.
    in_string: u64,
    /// Whether the next byte is escaped.
    escaped: bool,
}

impl List {
    /// Where what belongs to no item yet begins.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Whether the list has been opened and not been closed.
    pub(super) fn is_inside(&self) -> bool {
        self.phase == Phase::Inside
    }

    /// What begins at [`start`](List::start) is about to move to the front of a buffer; gives the start.
    pub(super) fn restart(&mut self) -> usize {
        self.scanned -= self.start;
        core::mem::take(&mut self.start)
    }

    /// Adds the items that end in what has been read since the last call.
    ///
    /// # Errors
    /// `structure` if there is no list; `json` for what is wrong between the items, or at the end.
    pub(super) fn split(&mut self, bytes: &[u8], ended: bool, spans: &mut Vec<(usize, usize)>) -> Result<(), Error> {
        if self.phase == Phase::Before {
            self.open(bytes)?;
        }
        while self.phase == Phase::Inside && self.scanned < bytes.len() {
            self.block(bytes, spans)?;
        }
        if self.phase == Phase::Inside {
            self.start += blanks(&bytes[self.start..]);
            if self.given {
                // A comma or a bracket would have been taken.
                self.blank(bytes, bytes.len(), "expected a comma or a closing bracket")?;
            }
        }
        if self.phase == Phase::After {
            self.blank(bytes, bytes.len(), "the text goes on after the list")?;
            self.scanned = bytes.len();
            self.start = bytes.len();
        } else if ended {
            let message = match self.phase {
                Phase::Before => "the text ends where a list should be",
                _ if self.in_string != 0 => "the text ends inside a string",
                _ => "the text ends before the list does",
            };
            return Err(Error::new(Code::Json, message).at(bytes.len()));
        }
        Ok(())
    }

    /// Takes the opening bracket.
    fn open(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.scanned += blanks(&bytes[self.scanned..]);
        self.start = self.scanned;
        match bytes.get(self.scanned) {
            None => {}
            Some(b'[') => {
                self.scanned += 1;
                self.start = self.scanned;
                self.depth = 1;
                self.phase = Phase::Inside;
            }
            Some(b'{' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                return Err(Error::new(Code::Structure, "expected an array").at(self.scanned));
            }
            Some(_) => return Err(Error::new(Code::Json, "expected a value").at(self.scanned)),
        }
        Ok(())
    }

    /// Looks at up to 64 bytes.
    #[inline(always)]
    fn block(&mut self, bytes: &[u8], spans: &mut Vec<(usize, usize)>) -> Result<(), Error> {
        let from = self.scanned;
        let (masks, length) = match bytes[from..].first_chunk::<BLOCK>() {
            Some(block) => (masks(block), BLOCK),
            None => {
                let mut block = [b' '; BLOCK];
                let length = bytes.len() - from;
                block[..length].copy_from_slice(&bytes[from..]);
                (masks(&block), length)
            }
        };
        let escaped = self.escapes(masks.backslash, length);
        let in_string = parity(masks.quote & !escaped) ^ self.in_string;
        self.in_string = 0u64.wrapping_sub(in_string >> 63);
        self.scanned = from + length;
        let (open, close) = (masks.open & !in_string, masks.close & !in_string);
        let (opened, closed) = (open.count_ones() as usize, close.count_ones() as usize);
        if self.depth > closed + 1 {
            // No item can end here, and no comma can stand between items.
            self.depth = self.depth + opened - closed;
            return Ok(());
        }
        let mut rest = open | close | masks.comma & !in_string;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            let at = from + rest.trailing_zeros() as usize;
            rest ^= bit;
            if open & bit != 0 {
                if self.depth == 1 {
                    self.no_item_before(bytes, at)?;
                }
                self.depth += 1;
            } else if close & bit == 0 {
                if self.depth == 1 {
                    self.end_of_item(bytes, at, spans)?;
                    self.start = at + 1;
                    (self.given, self.comma) = (false, true);
                }
            } else if self.depth == 1 {
                return self.close(bytes, at, spans);
            } else {
                self.depth -= 1;
                if self.depth == 1 {
                    self.give(bytes, at + 1, spans);
                }
            }
        }
        Ok(())
    }

    /// Bit *i* is set if byte *i* of a block is escaped.
    #[inline(always)]
    fn escapes(&mut self, backslash: u64, length: usize) -> u64 {
        let mut escaped = u64::from(core::mem::take(&mut self.escaped));
        let mut rest = backslash & !escaped;
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            if at + 1 == length {
                self.escaped = true;
                break;
            }
            escaped |= 2 << at;
            rest &= !(3 << at);
        }
        escaped
    }

    /// Takes the bracket that closes the list, which may close an empty one.
    fn close(&mut self, bytes: &[u8], at: usize, spans: &mut Vec<(usize, usize)>) -> Result<(), Error> {
        self.no_item_before(bytes, at)?;
        if bytes[at] != b']' {
            return Err(Error::new(Code::Json, "expected a comma or a closing bracket").at(at));
        }
        let empty = !self.comma && !self.given && blanks(&bytes[self.start..at]) == at - self.start;
        if !empty {
            self.end_of_item(bytes, at, spans)?;
        }
        self.phase = Phase::After;
        self.start = at + 1;
        self.scanned = at + 1;
        Ok(())
    }

    /// The comma or bracket after an item is at `at`.
    #[inline(always)]
    fn end_of_item(&mut self, bytes: &[u8], at: usize, spans: &mut Vec<(usize, usize)>) -> Result<(), Error> {
        if self.given {
            return self.no_item_before(bytes, at);
        }
        self.start += blanks(&bytes[self.start..at]);
        if self.start == at {
            return Err(Error::new(Code::Json, "expected a value").at(at));
        }
        self.give(bytes, at, spans);
        Ok(())
    }

    /// Adds an item that ends before `end`.
    #[inline(always)]
    fn give(&mut self, bytes: &[u8], end: usize, spans: &mut Vec<(usize, usize)>) {
        self.start += blanks(&bytes[self.start..end]);
        spans.push((self.start, end));
        self.start = end;
        self.given = true;
    }

    /// Checks that nothing but white space stands between an item that has been given out and `at`.
    fn no_item_before(&self, bytes: &[u8], at: usize) -> Result<(), Error> {
        if !self.given {
            return Ok(());
        }
        self.blank(bytes, at, "expected a comma or a closing bracket")?;
        match bytes[at] {
            b'[' | b'{' => Err(Error::new(Code::Json, "expected a comma or a closing bracket").at(at)),
            _ => Ok(()),
        }
    }

    /// Checks that there is nothing but white space from the start up to `end`.
    fn blank(&self, bytes: &[u8], end: usize, message: &'static str) -> Result<(), Error> {
        let at = self.start + blanks(&bytes[self.start..end]);
        if at < end { Err(Error::new(Code::Json, message).at(at)) } else { Ok(()) }
    }
}

/// The number of bytes of white space at the start.
#[inline(always)]
pub(super) fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count()
}
