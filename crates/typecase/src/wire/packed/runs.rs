//! [`Runs`]: the two parts of a message that grow at once, its values and its text, in the spare capacity of one `Vec`.
//!
//! The text follows the values, whose length is not known before the last of them. It is therefore collected some way
//! behind them and moved up when the message ends, which is one copy of the text: a buffer of its own would be that copy
//! too, and an allocation for each message. All unsafe code of the packed writer is here.

use super::bits::BitWriter;
use crate::text::spare;
use crate::wire::varint;
use alloc::vec::Vec;

/// How many bytes there is room for in each part before each piece.
const SLACK: usize = 64;
/// The longest text that is copied in place rather than by a call.
const SHORT: usize = 32;

/// The message that is being written behind the contents of a `Vec<u8>`, which is as it was until
/// [`finish`](Runs::finish), after which nothing is written.
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

/// The places of a message. They go by value to what moves the message, so that they can stay in registers.
struct Places {
    pos: *mut u8,
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
        let values = room_of_values(room);
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
        // SAFETY: there is room for at least `SLACK` bytes, and a varint has at most ten.
        self.pos = unsafe { varint::write_behind(self.pos, value) };
        if self.pos > self.limit {
            self.grow(0, 0);
        }
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

    /// Appends doubles, at most eight, to the values.
    #[inline(always)]
    pub(super) fn doubles<const N: usize>(&mut self, values: &[f64; N]) {
        const { assert!(8 * N <= SLACK) };
        // SAFETY: writes eight bytes for each.
        unsafe {
            self.append(|to| {
                to.cast::<[[u8; 8]; N]>().write_unaligned(values.map(f64::to_le_bytes));
                8 * N
            });
        }
    }

    /// Appends bytes to the values.
    #[inline(always)]
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

    /// Appends a string: its length to the values, its bytes to the text.
    #[inline(always)]
    pub(super) fn string(&mut self, bytes: &[u8]) {
        const { assert!(SHORT < 0x80 && SHORT <= SLACK) };
        if bytes.len() > SHORT {
            // Not a function of its own: it would need the writer in memory, where others are quicker in registers.
            self.varint(bytes.len() as u64);
            if self.text_limit as usize - (self.text_pos as usize) < bytes.len() {
                self.grow(0, bytes.len());
            }
            // SAFETY: there is room for the bytes before `text_limit`.
            unsafe {
                core::ptr::copy_nonoverlapping(bytes.as_ptr(), self.text_pos, bytes.len());
                self.text_pos = self.text_pos.add(bytes.len());
            }
            return;
        }
        // SAFETY: in each part there is room for `SLACK` bytes, and the length is one.
        unsafe {
            self.pos.write(bytes.len() as u8);
            self.pos = self.pos.add(1);
            spare::copy(bytes, self.text_pos);
            self.text_pos = self.text_pos.add(bytes.len());
        }
        if self.pos > self.limit {
            self.grow(0, 0);
        }
        if self.text_pos > self.text_limit {
            self.grow(0, 0);
        }
    }

    /// Makes room for so many more bytes of values and of text.
    #[inline(always)]
    fn grow(&mut self, values: usize, text: usize) {
        let Places { pos, limit, text, text_pos, text_limit } =
            grow(self.out, self.pos, self.text, self.text_pos, [values, text]);
        (self.pos, self.limit) = (pos, limit);
        (self.text, self.text_pos, self.text_limit) = (text, text_pos, text_limit);
    }

    /// Ends the message, whose bits stand between values and text, and gives it to the `Vec`.
    #[inline(always)]
    pub(super) fn finish(&mut self, bits: &BitWriter, words: &[u64]) {
        let (first, length) = bits.first();
        // SAFETY: writes eight bytes, of which the first `length`, at most eight, count.
        unsafe {
            self.append(|to| {
                let shift = 64 - 8 * length as u32;
                let word = first.swap_bytes().checked_shr(shift).unwrap_or(0);
                to.cast::<[u8; 8]>().write_unaligned(word.to_le_bytes());
                length
            });
        }
        for word in words.iter().rev() {
            self.fixed(word.to_be_bytes());
        }
        let (values, length) = (self.values(), self.text());
        if length == 0 {
            // SAFETY: there is room for `SLACK` bytes, and all before it is initialized.
            unsafe {
                self.pos.write(0);
                return self.out.set_len(self.out.len() + values + 1);
            }
        }
        let is_ascii = match length {
            // SAFETY: the text is initialized, and begins at least `SLACK` bytes behind the values.
            ..=SHORT => unsafe { spare::copy_ascii(core::slice::from_raw_parts(self.text, length), self.pos) },
            // SAFETY: the same.
            _ => unsafe { move_text(self.text, self.pos, length) },
        };
        let tail = (length as u64) << 1 | u64::from(!is_ascii);
        // SAFETY: behind the text are at least `SLACK` bytes of room, and its length has at most ten. All before it is
        // initialized.
        unsafe {
            let end = self.pos.add(length);
            let tail = if tail < 0x80 {
                end.write(tail as u8);
                1
            } else if tail < 0x4000 {
                end.cast::<[u8; 2]>().write_unaligned([(tail >> 7) as u8, tail as u8 | 0x80]);
                2
            } else {
                long_tail(end, tail)
            };
            let length = self.out.len() + values + length + tail;
            self.out.set_len(length);
        }
    }
}

/// Moves a text towards the front, and says whether all of it is ASCII.
///
/// # Safety
/// The text must be initialized, and there must be room for it where it goes, which is at least [`SLACK`] bytes before it.
#[inline(never)]
unsafe fn move_text(text: *mut u8, to: *mut u8, length: usize) -> bool {
    const BLOCK: usize = 32;
    const { assert!(BLOCK <= SLACK) };
    const HIGH: [u64; 4] = [0x8080_8080_8080_8080; 4];
    if length > 8 * BLOCK {
        // SAFETY: what the caller promises.
        return unsafe {
            core::ptr::copy(text, to, length);
            core::slice::from_raw_parts(to, length).is_ascii()
        };
    }
    let mut all = [0; 4];
    let mut at = 0;
    // SAFETY: all blocks are within the text, and what they overwrite of it has been read before, since they are shorter
    // than the way that they go. So is the rest.
    unsafe {
        while at + BLOCK <= length {
            let block = text.add(at).cast::<[u64; 4]>().read_unaligned();
            to.add(at).cast::<[u64; 4]>().write_unaligned(block);
            (0..4).for_each(|word| all[word] |= block[word]);
            at += BLOCK;
        }
        let is_ascii = (0..4).all(|word| all[word] & HIGH[word] == 0);
        is_ascii & spare::copy_ascii(core::slice::from_raw_parts(text.add(at), length - at), to.add(at))
    }
}

/// How much of the room for a message is for its values: most messages have more text.
#[inline(always)]
fn room_of_values(room: usize) -> usize {
    room / 8 * 3
}

/// Moves a message to a larger allocation, in which there is room for so many more bytes of values and of text.
#[cold]
#[inline(never)]
fn grow(out: &mut Vec<u8>, pos: *mut u8, text: *mut u8, text_pos: *mut u8, more: [usize; 2]) -> Places {
    let before = out.len();
    let have = [pos as usize - out.as_ptr() as usize - before, text_pos as usize - text as usize];
    let [values, length] = [0, 1].map(|part| (have[part] + more[part]) / 2 * 3 + 2 * SLACK);
    // So much that the next message of this size has room for each part from the start.
    let room = (values / 3 + 1).max(length / 5 + 1).saturating_mul(8);
    let mut larger = Vec::with_capacity(room.saturating_add(before));
    larger.extend_from_slice(out);
    let room = larger.capacity() - before;
    debug_assert!(room_of_values(room) >= values && room - room_of_values(room) >= length);
    // SAFETY: the new allocation has room for the contents of `out` and both parts: at least 3/8 of `room`, which is more than
    // `values`, and 5/8 of it, more than `length`; and these are `SLACK` more than what is copied there and asked for. What is
    // copied is initialized, and is of another allocation.
    let places = unsafe {
        let start = larger.as_mut_ptr().add(before);
        let end = start.add(room_of_values(room));
        core::ptr::copy_nonoverlapping(pos.sub(have[0]), start, have[0]);
        core::ptr::copy_nonoverlapping(text, end, have[1]);
        Places {
            pos: start.add(have[0]),
            limit: end.sub(SLACK),
            text: end,
            text_pos: end.add(have[1]),
            text_limit: start.add(room - SLACK),
        }
    };
    *out = larger;
    places
}

/// Writes a number of 128 and more that is read from its last byte towards the front, and returns how many bytes it has.
///
/// # Safety
/// There must be room for ten bytes at `to`.
#[inline(never)]
unsafe fn long_tail(to: *mut u8, value: u64) -> usize {
    let groups = (value.ilog2() / 7 + 1) as usize;
    for at in 0..groups {
        let group = (value >> (7 * (groups - 1 - at))) as u8 & 0x7f;
        // SAFETY: there are at most ten groups.
        unsafe { to.add(at).write(if at == 0 { group } else { group | 0x80 }) }
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
    fn message(capacity: usize, values: &[u64], bits: &[bool], texts: &[&str]) -> Vec<u8> {
        let mut out = Vec::with_capacity(capacity);
        out.extend_from_slice(b"before");
        let mut runs = Runs::new(&mut out);
        for (value, text) in values.iter().zip(texts) {
            runs.varint(*value);
            runs.string(text.as_bytes());
        }
        let (mut run, mut words) = (BitWriter::new(), Vec::new());
        bits.iter().for_each(|bit| words.extend(run.push((*bit).into(), 1)));
        runs.finish(&run, &words);
        out
    }

    #[test]
    fn the_parts_stand_one_behind_the_other() {
        let long = String::from("text ").repeat(40);
        for capacity in [0, 6, 100, 300, 5000] {
            for count in [0, 1, 5, 40, 300] {
                for bits in [0, 1, 7, 8, 9, 63, 64, 65, 128, 800] {
                    let values: Vec<u64> = (0..count as u64).map(|at| at % 100).collect();
                    let texts: Vec<&str> = (0..count).map(|at| &long[..at % 90]).collect();
                    let bits: Vec<bool> = (0..bits).map(|at| at % 3 == 0).collect();
                    let out = message(capacity, &values, &bits, &texts);
                    let text = texts.concat();
                    let mut expected = b"before".to_vec();
                    expected
                        .extend(values.iter().zip(&texts).flat_map(|(value, text)| [*value as u8, text.len() as u8]));
                    let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
                    expected.extend(bits.chunks(8).rev().map(byte));
                    expected.extend(text.as_bytes());
                    assert_eq!(out[..expected.len()], expected, "{capacity} {count} {}", bits.len());
                    let end = &out[expected.len()..];
                    assert_eq!(
                        end.iter().fold(0, |length, byte| length << 7 | usize::from(byte & 0x7f)),
                        text.len() << 1
                    );
                }
            }
        }
    }

    /// A buffer that is used again has grown with the first message, whatever part of it was the long one.
    #[test]
    fn a_buffer_grows_once_for_messages_of_a_size() {
        for (values, text) in [(0, 3000), (3000, 0), (300, 1), (1, 300), (700, 700), (100_000, 50_000)] {
            let mut out = Vec::new();
            let mut write = || {
                out.clear();
                let mut runs = Runs::new(&mut out);
                (0..values).for_each(|_| runs.fixed([7]));
                (0..text).for_each(|_| runs.string(b"x"));
                runs.finish(&BitWriter::new(), &[]);
                (out.as_ptr(), out.capacity())
            };
            let first = write();
            assert_eq!(write(), first, "{values} {text}");
        }
    }

    #[test]
    fn tails_are_read_backwards() {
        for value in [128, 16383, 16384, 1 << 35, u64::MAX] {
            let mut bytes = [0; varint::MAX];
            // SAFETY: there is room for ten bytes.
            let length = unsafe { long_tail(bytes.as_mut_ptr(), value) };
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
        runs.string(b"kept");
        let mark = (runs.values(), runs.text());
        runs.varint(1 << 40);
        runs.string("gone é".as_bytes());
        runs.truncate(mark.0, mark.1);
        runs.bytes(&[5; 3]);
        runs.fixed([6; 2]);
        runs.patch(0, 300);
        runs.finish(&BitWriter::new(), &[]);
        assert_eq!(out, b"\x07\xac\x02\x04\x05\x05\x05\x06\x06kept\x08");
    }

    #[test]
    fn what_is_given_up_leaves_the_contents() {
        let mut out = vec![7];
        let mut runs = Runs::new(&mut out);
        for _ in 0..1000 {
            runs.varint(u64::MAX);
            runs.string(b"some text that needs room");
        }
        assert_eq!(runs.text(), 25_000);
        assert_eq!(out, [7]);
    }
}
