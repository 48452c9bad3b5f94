//! The run of bits of a message: presence, booleans, flags and the forms of numbers, in the order in which they are met.
//!
//! The first bit is the lowest of the run's last byte, and the run is read from there towards the front of the message
//! (`docs/packed.md`, section 2): its end is known before any of it has been read, and its length need not travel.

use alloc::vec::Vec;

/// Collects the bits of a message that is being written.
pub(super) struct BitWriter {
    /// Those that fill no word yet, the first one lowest.
    word: u64,
    /// How many those are, fewer than 64.
    count: u32,
    words: Vec<u64>,
}

/// A place in the run.
#[derive(Clone, Copy)]
pub struct BitMark {
    word: u64,
    count: u32,
    words: usize,
}

impl BitWriter {
    #[inline(always)]
    pub(super) fn new() -> BitWriter {
        BitWriter { word: 0, count: 0, words: Vec::new() }
    }

    /// Appends the lowest `count` bits of a word that has no others; at most 32.
    #[inline(always)]
    pub(super) fn push(&mut self, bits: u64, count: u32) {
        debug_assert!(count <= 32 && bits >> count == 0);
        self.word |= bits << self.count;
        self.count += count;
        if self.count >= 64 {
            self.spill(bits, count);
        }
    }

    /// Puts a full word aside; the bits that were pushed last may lie across its end.
    #[cold]
    #[inline(never)]
    fn spill(&mut self, bits: u64, count: u32) {
        self.words.push(self.word);
        self.count -= 64;
        self.word = bits >> (count - self.count);
    }

    /// How many bytes the run takes.
    #[inline(always)]
    pub(super) fn bytes(&self) -> usize {
        8 * self.words.len() + (self.count as usize).div_ceil(8)
    }

    /// The run, as it stands in the message: eight bytes each, of which those at the front that no bit is in do not
    /// count.
    #[inline(always)]
    pub(super) fn words(&self) -> impl Iterator<Item = [u8; 8]> {
        let last = (self.count != 0).then(|| self.word.to_be_bytes());
        last.into_iter().chain(self.words.iter().rev().map(|word| word.to_be_bytes()))
    }

    pub(super) fn mark(&self) -> BitMark {
        BitMark { word: self.word, count: self.count, words: self.words.len() }
    }

    pub(super) fn rollback(&mut self, mark: BitMark) {
        (self.word, self.count) = (mark.word, mark.count);
        self.words.truncate(mark.words);
    }
}

/// Takes bits from the end of a part of a message towards its front.
#[derive(Clone, Copy)]
pub(super) struct BitReader {
    /// Those that have been loaded and not taken, the next one lowest.
    word: u64,
    /// How many those are.
    count: u32,
    /// Where the bytes end that have not been loaded.
    end: usize,
}

impl BitReader {
    /// Reads the bits of the run that ends at `end`.
    #[inline(always)]
    pub(super) fn new(end: usize) -> BitReader {
        BitReader { word: 0, count: 0, end }
    }

    /// Takes one bit; `None` if there is none.
    #[inline(always)]
    pub(super) fn bit(&mut self, message: &[u8]) -> Option<bool> {
        if self.count == 0 && !self.load(message) {
            return None;
        }
        let bit = self.word & 1 != 0;
        self.word >>= 1;
        self.count -= 1;
        Some(bit)
    }

    /// Takes so many bits, at most 32, the first one lowest; `None` if there are not so many.
    #[inline(always)]
    pub(super) fn bits(&mut self, message: &[u8], count: u32) -> Option<u64> {
        if self.count < count {
            return self.across(message, count);
        }
        let bits = self.word & ((1 << count) - 1);
        self.word >>= count;
        self.count -= count;
        Some(bits)
    }

    /// The same across the end of what has been loaded.
    #[cold]
    #[inline(never)]
    fn across(&mut self, message: &[u8], count: u32) -> Option<u64> {
        let (low, have) = (self.word, self.count);
        if !self.load(message) || self.count < count - have {
            return None;
        }
        let high = self.bits(message, count - have)?;
        Some(low | high << have)
    }

    /// Loads what comes next, eight bytes or what there is; says whether there is anything.
    #[inline(never)]
    fn load(&mut self, message: &[u8]) -> bool {
        let left = message.get(..self.end).unwrap_or_default();
        if let Some(last) = left.last_chunk::<8>() {
            (self.word, self.count) = (u64::from_be_bytes(*last), 64);
        } else {
            self.word = left.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.count = 8 * left.len() as u32;
        }
        self.end -= (self.count / 8) as usize;
        self.count != 0
    }

    /// Where the bytes begin of which bits have been taken, and the bits that are left of the first of them.
    #[inline(always)]
    pub(super) fn rest(&self) -> (usize, u64) {
        (self.end + (self.count / 8) as usize, self.word & ((1 << (self.count % 8)) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The run of a writer as bytes.
    fn run(writer: &BitWriter) -> Vec<u8> {
        let all: Vec<u8> = writer.words().flatten().collect();
        all[all.len() - writer.bytes()..].to_vec()
    }

    #[test]
    fn bits_come_back_in_their_order() {
        let piece = |at: u64| (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7, (at * 7 % 33) as u32);
        for pieces in 0..60 {
            let mut writer = BitWriter::new();
            for at in 0..pieces {
                let (bits, count) = piece(at);
                writer.push(bits & ((1 << count) - 1), count);
            }
            let run = run(&writer);
            let mut reader = BitReader::new(run.len());
            for at in 0..pieces {
                let (bits, count) = piece(at);
                assert_eq!(reader.bits(&run, count), Some(bits & ((1 << count) - 1)), "piece {at} of {pieces}");
            }
            assert_eq!(reader.rest(), (0, 0));
        }
    }

    #[test]
    fn single_bits_go_into_the_last_byte_first() {
        for length in 0..200usize {
            let mut writer = BitWriter::new();
            for at in 0..length {
                writer.push(u64::from(at % 3 == 0), 1);
            }
            let run = run(&writer);
            assert_eq!(run.len(), length.div_ceil(8));
            let mut reader = BitReader::new(run.len());
            for at in 0..length {
                assert_eq!(run[run.len() - 1 - at / 8] >> (at % 8) & 1 != 0, at % 3 == 0);
                assert_eq!(reader.bit(&run), Some(at % 3 == 0));
            }
            for _ in length..8 * run.len() {
                assert_eq!(reader.bit(&run), Some(false));
            }
            assert_eq!((reader.bit(&run), reader.bits(&run, 3)), (None, None));
        }
    }

    #[test]
    fn a_mark_takes_back_what_came_after_it() {
        for before in [0, 5, 63, 64, 65, 130] {
            for after in [0, 1, 60, 64, 200] {
                let mut writer = BitWriter::new();
                (0..before).for_each(|_| writer.push(1, 1));
                let expected = run(&writer);
                let mark = writer.mark();
                (0..after).for_each(|_| writer.push(1, 1));
                writer.rollback(mark);
                assert_eq!(run(&writer), expected);
            }
        }
    }
}
