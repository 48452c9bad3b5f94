//! Finds the lines of NDJSON.

use super::list::blanks;
use alloc::vec::Vec;

/// What is known of the lines in a buffer.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Where the line that is not whole yet begins.
    start: usize,
    /// How far newlines have been looked for.
    scanned: usize,
    /// How many newlines there are before the start.
    newlines: usize,
}

impl Lines {
    /// Where what belongs to no item yet begins.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// What begins at [`start`](Lines::start) is about to move to the front of a buffer; gives the start,
    /// and the newlines before it.
    pub(super) fn restart(&mut self) -> (usize, usize) {
        self.scanned -= self.start;
        (core::mem::take(&mut self.start), core::mem::take(&mut self.newlines))
    }

    /// Adds the lines that end in what has been read since the last call, and the last one at the end.
    pub(super) fn split(&mut self, bytes: &[u8], ended: bool, spans: &mut Vec<(usize, usize)>) {
        for newline in memchr::memchr_iter(b'\n', &bytes[self.scanned..]) {
            let end = self.scanned + newline;
            self.push(bytes, end, spans);
            self.start = end + 1;
            self.newlines += 1;
        }
        self.scanned = bytes.len();
        if ended {
            self.push(bytes, bytes.len(), spans);
            self.start = bytes.len();
        }
        self.start += blanks(&bytes[self.start..]);
    }

    /// Adds the line that ends here unless it is blank.
    #[inline(always)]
    fn push(&self, bytes: &[u8], end: usize, spans: &mut Vec<(usize, usize)>) {
        let start = self.start + blanks(&bytes[self.start..end]);
        if start < end {
            spans.push((start, end));
        }
    }
}
