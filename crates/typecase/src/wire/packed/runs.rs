//! [`Runs`]: the two parts of a message that grow at once, its values and its text, in the spare capacity of one `Vec`.
//!
//! The text follows the values, whose length is not known before the last of them. It is therefore collected some way
//! behind them and moved up when the message ends, which is one copy of the text: a buffer of its own would be that copy
//! too, and an allocation for each message. All unsafe code of the packed writer is here.

use crate::text::spare;
use crate::wire::varint;
use alloc::vec::Vec;

/// How many bytes there is room for in each part before each piece.
const SLACK: usize = 64;
/// The longest text that is copied in place rather than by a call.
const SHORT: usize = 32;

/// The message that is being written behind the contents of a `Vec<u8>`, which is as it was until
/// [`finish`](Runs::finish).
///
/// From `out.len()` on to `pos` are the values, all initialized; from `text` to `text_pos` the text, all initialized;
/// behind each there are at least [`SLACK`] bytes of the spare capacity that are of no other part.
pub(super) struct Runs<'o> {
    out: &'o mut Vec<u8>,
    pos: *mut u8,
    /// The last place at which there is room for a piece of the values.
    limit: *mut u8,
    text: *mut u8,
    text_pos: *mut u8,
    text_limit: *mut u8,
}

impl<'o> Runs<'o> {
    #[inline(always)]
    pub(super) fn new(out: &'o mut Vec<u8>) -> Runs<'o> {
        if out.capacity() - out.len() < 4 * SLACK {
            reserve_cold(out);
        }
        let room = out.capacity() - out.len();
        // Most messages have more text than values.
        let values = (room / 8 * 3).max(SLACK + 1);
        let length = out.len();
        // SAFETY: all places are within the allocation, whose spare capacity is `room`, at least `4 * SLACK`.
        unsafe {
            let pos = out.as_mut_ptr().add(length);
            let text = pos.add(values);
            Runs { out, pos, limit: text.sub(SLACK), text, text_pos: text, text_limit: pos.add(room - SLACK) }
        }
    }

    /// How many bytes of values there are.
    #[inline(always)]
    pub(super) fn values(&self) -> usize {
        self.pos as usize - self.out.as_ptr() as usize - self.out.len()
    }

    /// How many bytes of text there are.
    #[inline(always)]
    pub(super) fn text(&self) -> usize {
        self.text_pos as usize - self.text as usize
    }

    /// Takes back all but so many bytes of values and of text.
    pub(super) fn truncate(&mut self, values: usize, text: usize) {
        assert!(values <= self.values() && text <= self.text(), "a mark of this message");
        // SAFETY: both are at most what has been written.
        unsafe {
            self.pos = self.pos.sub(self.values() - values);
            self.text_pos = self.text.add(text);
        }
    }

    /// Appends to the values what `write` puts at the pointer it is given; `write` returns how many bytes that was.
    ///
    /// # Safety
    /// `write` must initialize exactly as many bytes as it returns, at most [`SLACK`].
    #[inline(always)]
    unsafe fn append(&mut self, write: impl FnOnce(*mut u8) -> usize) {
        let written = write(self.pos);
        debug_assert!(written <= SLACK);
        // SAFETY: there is so much room, of which the caller promises to have written so many bytes.
        self.pos = unsafe { self.pos.add(written) };
        if self.pos > self.limit {
            self.grow(0, 0);
        }
    }

    /// Appends a varint to the values.
    #[inline(always)]
    pub(super) fn varint(&mut self, value: u64) {
        // SAFETY: writes at most ten bytes.
        unsafe { self.append(|to| varint::write(to, value)) }
    }

    /// Appends bytes of a number that is known when the program is compiled to the values.
    #[inline(always)]
    pub(super) fn fixed<const N: usize>(&mut self, bytes: [u8; N]) {
        const { assert!(N <= SLACK) };
        // SAFETY: writes `N` bytes.
        unsafe {
            self.append(|to| {
                to.cast::<[u8; N]>().write_unaligned(bytes);
                N
            });
        }
    }

    /// Appends bytes to the values.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        if self.limit as usize - (self.pos as usize) < bytes.len() {
            self.grow(bytes.len(), 0);
        }
        // SAFETY: there is room for the bytes before `limit`.
        unsafe {
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), self.pos, bytes.len());
            self.pos = self.pos.add(bytes.len());
        }
    }

    /// Puts a varint into the place of the one byte of the values at `at`.
    pub(super) fn patch(&mut self, at: usize, value: u64) {
        let values = self.values();
        assert!(at < values, "a place in the values");
        let mut bytes = [0; varint::MAX];
        // SAFETY: a varint has at most so many bytes. Then what is behind the byte at `at` moves by fewer than
        // `SLACK` bytes, for which there is room.
        unsafe {
            let length = varint::write(bytes.as_mut_ptr(), value);
            let place = self.pos.sub(values - at);
            core::ptr::copy(place.add(1), place.add(length), values - at - 1);
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), place, length);
            self.pos = self.pos.add(length - 1);
        }
        if self.pos > self.limit {
            self.grow(0, 0);
        }
    }

    /// Appends to the text.
    #[inline(always)]
    pub(super) fn text_bytes(&mut self, bytes: &[u8]) {
        if bytes.len() > SHORT {
            return self.long_text(bytes);
        }
        // SAFETY: there is room for `SLACK` bytes.
        unsafe {
            spare::copy(bytes, self.text_pos);
            self.text_pos = self.text_pos.add(bytes.len());
        }
        if self.text_pos > self.text_limit {
            self.grow(0, 0);
        }
    }

    #[inline(never)]
    fn long_text(&mut self, bytes: &[u8]) {
        if self.text_limit as usize - (self.text_pos as usize) < bytes.len() {
            self.grow(0, bytes.len());
        }
        // SAFETY: there is room for the bytes before `text_limit`.
        unsafe {
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), self.text_pos, bytes.len());
            self.text_pos = self.text_pos.add(bytes.len());
        }
    }

    /// Moves the message to a larger allocation, in which there is room for so many more bytes of values and of text.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, values: usize, text: usize) {
        let (before, have) = (self.out.len(), (self.values(), self.text()));
        let values = 2 * (have.0 + values) + 2 * SLACK;
        let text = 2 * (have.1 + text) + 2 * SLACK;
        let mut larger = Vec::with_capacity(before + values + text);
        larger.extend_from_slice(self.out);
        // SAFETY: the new allocation has room for the contents of `out`, `values` and `text` bytes, which are more than
        // what is copied; what is copied is initialized, and is of another allocation.
        unsafe {
            let start = larger.as_mut_ptr().add(before);
            core::ptr::copy_nonoverlapping(self.pos.sub(have.0), start, have.0);
            core::ptr::copy_nonoverlapping(self.text, start.add(values), have.1);
            self.pos = start.add(have.0);
            self.text = start.add(values);
            self.limit = self.text.sub(SLACK);
            self.text_pos = self.text.add(have.1);
            self.text_limit = self.text.add(text - SLACK);
        }
        *self.out = larger;
    }

    /// Ends the message, with `length` bytes of bits between values and text, which are the last of `bits`, and gives
    /// it to the `Vec`.
    #[inline(always)]
    pub(super) fn finish(mut self, length: usize, mut bits: impl Iterator<Item = [u8; 8]>) {
        // The first word of the run may be filled in part.
        if let Some(first) = bits.next() {
            let empty = length.wrapping_neg() % 8;
            self.bytes(&first[empty..]);
            for word in bits {
                self.fixed(word);
            }
        }
        let (values, text) = (self.values(), self.text());
        // SAFETY: the text moves to the end of what is before it, over nothing but itself; behind it are at least
        // `SLACK` bytes of room, and the length below has at most ten.
        unsafe {
            core::ptr::copy(self.text, self.pos, text);
            let is_wide = !core::slice::from_raw_parts(self.pos, text).is_ascii();
            let tail = tail(self.pos.add(text), (text as u64) << 1 | u64::from(is_wide));
            let length = self.out.len() + values + text + tail;
            self.out.set_len(length);
        }
    }
}

/// Writes a number that is read from its last byte towards the front, and returns how many bytes it has.
///
/// # Safety
/// There must be room for ten bytes at `to`.
#[inline(always)]
unsafe fn tail(to: *mut u8, value: u64) -> usize {
    let groups = if value < 0x80 { 1 } else { (value.ilog2() / 7 + 1) as usize };
    let mut rest = value;
    for at in (0..groups).rev() {
        let more = if at == 0 { 0 } else { 0x80 };
        // SAFETY: there are at most ten groups.
        unsafe { to.add(at).write(rest as u8 & 0x7f | more) }
        rest >>= 7;
    }
    groups
}

#[cold]
#[inline(never)]
fn reserve_cold(out: &mut Vec<u8>) {
    out.reserve(8 * SLACK);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec;

    /// A message of these values, bits and texts behind what there was.
    fn message(capacity: usize, values: &[u64], bits: &[u8], texts: &[&str]) -> Vec<u8> {
        let mut out = Vec::with_capacity(capacity);
        out.extend_from_slice(b"before");
        let mut runs = Runs::new(&mut out);
        for (at, value) in values.iter().enumerate() {
            runs.varint(*value);
            if let Some(text) = texts.get(at) {
                runs.text_bytes(text.as_bytes());
            }
        }
        for text in texts.iter().skip(values.len()) {
            runs.text_bytes(text.as_bytes());
        }
        let first = bits.len() % 8;
        let mut words = vec![];
        if first != 0 {
            let mut word = [0; 8];
            word[8 - first..].copy_from_slice(&bits[..first]);
            words.push(word);
        }
        words.extend(bits[first..].chunks(8).map(|chunk| <[u8; 8]>::try_from(chunk).unwrap()));
        runs.finish(bits.len(), words.into_iter());
        out
    }

    #[test]
    fn the_parts_stand_one_behind_the_other() {
        let long = String::from("text ").repeat(40);
        for capacity in [0, 6, 100, 300, 5000] {
            for count in [0, 1, 5, 40, 300] {
                for bits in [0, 1, 7, 8, 9, 16, 100] {
                    let values: Vec<u64> = (0..count as u64).map(|at| at % 100).collect();
                    let texts: Vec<&str> = (0..count).map(|at| &long[..at % 90]).collect();
                    let bits: Vec<u8> = (0..bits).map(|at| at + 1).collect();
                    let out = message(capacity, &values, &bits, &texts);
                    let text = texts.concat();
                    let mut expected = b"before".to_vec();
                    expected.extend(values.iter().map(|value| *value as u8));
                    expected.extend(&bits);
                    expected.extend(text.as_bytes());
                    assert_eq!(out[..expected.len()], expected, "{capacity} {count}");
                    let length =
                        out[expected.len()..].iter().fold(0, |length, byte| length << 7 | usize::from(byte & 0x7f));
                    assert_eq!(length, text.len() << 1);
                }
            }
        }
    }

    #[test]
    fn tails_are_read_backwards() {
        for value in [0, 1, 127, 128, 16383, 16384, 1 << 35, u64::MAX] {
            let mut bytes = [0; varint::MAX];
            // SAFETY: there is room for ten bytes.
            let length = unsafe { tail(bytes.as_mut_ptr(), value) };
            let (mut read, mut shift, mut at) = (0u64, 0, length);
            loop {
                at -= 1;
                read |= u64::from(bytes[at] & 0x7f) << shift;
                shift += 7;
                if bytes[at] < 0x80 {
                    break;
                }
            }
            assert_eq!((read, at), (value, 0));
        }
    }

    #[test]
    fn what_is_taken_back_is_gone_and_a_patch_moves_what_follows() {
        let mut out = vec![7];
        let mut runs = Runs::new(&mut out);
        runs.varint(0);
        runs.text_bytes(b"kept");
        let mark = (runs.values(), runs.text());
        runs.varint(1 << 40);
        runs.text_bytes("gone é".as_bytes());
        runs.truncate(mark.0, mark.1);
        runs.bytes(&[5; 3]);
        runs.fixed([6; 2]);
        runs.patch(0, 300);
        runs.finish(0, core::iter::empty());
        assert_eq!(out, b"\x07\xac\x02\x05\x05\x05\x06\x06kept\x08");
    }

    #[test]
    fn what_is_given_up_leaves_the_contents() {
        let mut out = vec![7];
        let mut runs = Runs::new(&mut out);
        for _ in 0..1000 {
            runs.varint(u64::MAX);
            runs.text_bytes(b"some text that needs room");
        }
        drop(runs);
        assert_eq!(out, [7]);
    }
}
