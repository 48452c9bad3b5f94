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
            // The bits that were pushed last may lie across the end of the word.
            self.words = with(core::mem::take(&mut self.words), self.word);
            self.count -= 64;
            self.word = bits >> (count - self.count);
        }
    }

    /// Appends a 0.
    #[inline(always)]
    pub(super) fn push_zero(&mut self) {
        self.count += 1;
        if self.count == 64 {
            self.words = with(core::mem::take(&mut self.words), self.word);
            (self.word, self.count) = (0, 0);
        }
    }

    /// The bits that fill no word, and how many bytes they take: those at the front of the run.
    #[inline(always)]
    pub(super) fn first(&self) -> (u64, usize) {
        (self.word, (self.count as usize).div_ceil(8))
    }

    /// The words behind them, from the first to the last in the message; each is big-endian there.
    #[inline(always)]
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.words.iter().rev().copied()
    }

    pub(super) fn mark(&self) -> BitMark {
        BitMark { word: self.word, count: self.count, words: self.words.len() }
    }

    pub(super) fn rollback(&mut self, mark: BitMark) {
        (self.word, self.count) = (mark.word, mark.count);
        self.words.truncate(mark.words);
    }
}

/// The words and one more. They are passed by value, so that the rest of the writer can stay in registers.
#[cold]
#[inline(never)]
fn with(mut words: Vec<u64>, word: u64) -> Vec<u64> {
    words.push(word);
    words
}

/// Takes bits from the end of a part of a message towards its front.
#[derive(Clone, Copy)]
pub(super) struct BitReader {
    /// Those that have been loaded and not taken, the next one lowest, and a 1 above them.
    word: u64,
    /// Where the bytes end that have not been loaded.
    end: usize,
}

/// How many bits of a word are loaded at once: one byte is for the 1 above them.
const LOADED: u32 = 56;

impl BitReader {
    /// Reads the bits of the run that ends at `end`.
    #[inline(always)]
    pub(super) fn new(end: usize) -> BitReader {
        BitReader { word: 1, end }
    }

    /// How many bits have been loaded and not taken.
    #[inline(always)]
    fn count(&self) -> u32 {
        self.word.ilog2()
    }

    /// Takes one bit; `None` if there is none.
    #[inline(always)]
    pub(super) fn bit(&mut self, message: &[u8]) -> Option<bool> {
        if self.word == 1 {
            *self = self.loaded(message);
            if self.word == 1 {
                return None;
            }
        }
        let bit = self.word & 1 != 0;
        self.word >>= 1;
        Some(bit)
    }

    /// Takes a bit if it is a 0, and has been loaded.
    #[inline(always)]
    pub(super) fn zero(&mut self) -> bool {
        let is_zero = self.word & 1 == 0;
        if is_zero {
            self.word >>= 1;
        }
        is_zero
    }

    /// Takes so many bits, at most 32, the first one lowest; `None` if there are not so many.
    #[inline(always)]
    pub(super) fn bits(&mut self, message: &[u8], count: u32) -> Option<u64> {
        if self.word >> count == 0 {
            let (bits, reader) = self.bits_of_two(message, count)?;
            *self = reader;
            return Some(bits);
        }
        let bits = self.word & ((1 << count) - 1);
        self.word >>= count;
        Some(bits)
    }

    /// Takes more bits than there are in the word. The reader goes by value, so that it can stay in registers.
    #[cold]
    #[inline(never)]
    fn bits_of_two(self, message: &[u8], count: u32) -> Option<(u64, BitReader)> {
        let have = self.count();
        let mut reader = self.loaded(message);
        if reader.count() < count - have {
            return None;
        }
        let bits = self.word ^ 1 << have | (reader.word & ((1 << (count - have)) - 1)) << have;
        reader.word >>= count - have;
        Some((bits, reader))
    }

    /// The reader with what comes next, when it has no bits.
    #[inline(never)]
    fn loaded(self, message: &[u8]) -> BitReader {
        let left = message.get(..self.end).unwrap_or_default();
        let (bits, count) = match left.last_chunk::<8>() {
            Some(last) => (u64::from_be_bytes(*last) & ((1 << LOADED) - 1), LOADED),
            None => {
                let last = &left[left.len().saturating_sub(LOADED as usize / 8)..];
                (last.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)), 8 * last.len() as u32)
            }
        };
        BitReader { word: bits | 1 << count, end: self.end - count as usize / 8 }
    }

    /// Where the bytes begin of which bits have been taken, and the bits that are left of the first of them.
    #[inline(always)]
    pub(super) fn rest(&self) -> (usize, u64) {
        let count = self.count();
        (self.end + (count / 8) as usize, self.word & ((1 << (count % 8)) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The run of a writer as bytes.
    fn run(writer: &BitWriter) -> Vec<u8> {
        let (first, length) = writer.first();
        let mut run = first.to_be_bytes()[8 - length..].to_vec();
        run.extend(writer.words().flat_map(u64::to_be_bytes));
        run
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
                match at % 3 {
                    0 => writer.push(1, 1),
                    1 => writer.push(0, 1),
                    _ => writer.push_zero(),
                }
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
