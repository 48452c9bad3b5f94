//! The run of bits of a message: presence, booleans, flags and the forms of numbers, in the order in which they are met.
//!
//! The first bit is the lowest of the run's last byte, and the run is read from there towards the front of the message
//! (`docs/packed.md`, section 2): its end is known before any of it has been read, and its length need not travel.

/// Collects the bits of a message that is being written.
///
/// A word that is full is given to the caller: a writer that owned memory would have to be freed when something panics, and
/// so could not be in registers.
#[derive(Clone, Copy)]
pub(super) struct BitWriter {
    /// Those that fill no word yet, the first one lowest.
    word: u64,
    /// How many those are, fewer than 64.
    count: u32,
}

impl BitWriter {
    #[inline(always)]
    pub(super) fn new() -> BitWriter {
        BitWriter { word: 0, count: 0 }
    }

    /// Appends the lowest `count` bits of a word that has no others; at most 32. Gives the word that they fill, if they do.
    #[inline(always)]
    #[must_use]
    pub(super) fn push(&mut self, bits: u64, count: u32) -> Option<u64> {
        debug_assert!(count <= 32 && bits >> count == 0);
        self.word |= bits << self.count;
        self.count += count;
        if self.count < 64 {
            return None;
        }
        // The bits that were pushed last may lie across the end of the word.
        let full = self.word;
        self.count -= 64;
        self.word = bits >> (count - self.count);
        Some(full)
    }

    /// Appends a 0, as [`push`](BitWriter::push) does.
    #[inline(always)]
    #[must_use]
    pub(super) fn push_zero(&mut self) -> Option<u64> {
        self.count += 1;
        if self.count < 64 {
            return None;
        }
        let full = self.word;
        (self.word, self.count) = (0, 0);
        Some(full)
    }

    /// The bits that fill no word, and how many bytes they take: those at the front of the run.
    #[inline(always)]
    pub(super) fn first(&self) -> (u64, usize) {
        (self.word, (self.count as usize).div_ceil(8))
    }
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
    pub(super) fn new(message: &[u8], end: usize) -> BitReader {
        let none = BitReader { word: 1, end };
        if let Some(last) = message.get(..end).and_then(<[u8]>::last_chunk::<8>) {
            return none.with(*last);
        }
        match message.first_chunk::<8>() {
            // All there are, and behind them what is no bit.
            Some(first) if (1..8).contains(&end) => {
                BitReader { word: u64::from_be_bytes(*first) >> (64 - 8 * end) | 1 << (8 * end), end: 0 }
            }
            _ => none,
        }
    }

    /// The reader with those of the eight bytes that end where the ones end that have not been loaded.
    #[inline(always)]
    fn with(self, last: [u8; 8]) -> BitReader {
        BitReader {
            word: u64::from_be_bytes(last) & ((1 << LOADED) - 1) | 1 << LOADED,
            end: self.end - LOADED as usize / 8,
        }
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

    /// Takes so many zeros, at most 32, if they come next and have been loaded.
    #[inline(always)]
    pub(super) fn zeros(&mut self, count: u32) -> bool {
        // What is above the lowest bits is 0 if they are the last of the word and the 1 above all bits is among them.
        let are_zeros = self.word & ((1 << count) - 1) == 0;
        if are_zeros {
            self.word >>= count;
        }
        are_zeros
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
        if let Some(last) = left.last_chunk::<8>() {
            return self.with(*last);
        }
        let last = &left[left.len().saturating_sub(LOADED as usize / 8)..];
        let bits = last.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        BitReader { word: bits | 1 << (8 * last.len()), end: self.end - last.len() }
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
    use alloc::vec::Vec;

    /// The run of a writer as bytes.
    fn run(writer: &BitWriter, words: &[u64]) -> Vec<u8> {
        let (first, length) = writer.first();
        let mut run = first.to_be_bytes()[8 - length..].to_vec();
        run.extend(words.iter().rev().flat_map(|word| word.to_be_bytes()));
        run
    }

    #[test]
    fn bits_come_back_in_their_order() {
        let piece = |at: u64| (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7, (at * 7 % 33) as u32);
        for pieces in 0..60 {
            let (mut writer, mut words) = (BitWriter::new(), Vec::new());
            for at in 0..pieces {
                let (bits, count) = piece(at);
                words.extend(writer.push(bits & ((1 << count) - 1), count));
            }
            let run = run(&writer, &words);
            let mut reader = BitReader::new(&run, run.len());
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
            let (mut writer, mut words) = (BitWriter::new(), Vec::new());
            for at in 0..length {
                words.extend(match at % 3 {
                    0 => writer.push(1, 1),
                    1 => writer.push(0, 1),
                    _ => writer.push_zero(),
                });
            }
            let run = run(&writer, &words);
            assert_eq!(run.len(), length.div_ceil(8));
            let mut reader = BitReader::new(&run, run.len());
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
}
