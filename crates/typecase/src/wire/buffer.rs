//! [`Buffer`]: appends the pieces of a binary message to a `Vec<u8>` whose end it keeps in registers.
//!
//! A `Vec` behind a reference must store its length after every piece and load it for the next, because
//! the bytes that are written might be that length for all the compiler knows: a chain through memory that
//! takes longer than the work itself. Here the end is a field of a local value, and the `Vec` learns of it
//! once a message.
//!
//! There is room for a short piece at all times, so that a piece is written first and the room for the next one
//! looked after then: one comparison with a pointer that stays the same. All unsafe code of the writers that use
//! it is here.

use crate::text::spare;
use alloc::vec::Vec;

/// How many bytes there is room for before each piece.
const SLACK: usize = 64;
/// The longest piece that is copied in place rather than by a call.
const SHORT: usize = 32;

/// What is written behind the contents of a `Vec<u8>`, which has it when [`finish`](Buffer::finish) is called
/// and is as it was if that is not called.
pub(crate) struct Buffer<'o> {
    out: &'o mut Vec<u8>,
    /// Where the next byte goes. From here on are at least [`SLACK`] bytes of spare capacity of `out`, and all
    /// before is initialized.
    pos: *mut u8,
    /// The last place at which there are so many.
    limit: *mut u8,
}

impl<'o> Buffer<'o> {
    #[inline(always)]
    pub(crate) fn new(out: &'o mut Vec<u8>) -> Buffer<'o> {
        if out.capacity() - out.len() < SLACK {
            reserve_cold(out);
        }
        let (length, capacity) = (out.len(), out.capacity());
        let start = out.as_mut_ptr();
        // SAFETY: both are within the allocation, whose spare capacity is `SLACK` at least.
        let (pos, limit) = unsafe { (start.add(length), start.add(capacity - SLACK)) };
        Buffer { out, pos, limit }
    }

    /// Gives what was written to the `Vec`, which comes back.
    #[inline(always)]
    pub(crate) fn finish(self) -> &'o mut Vec<u8> {
        let length = self.len();
        // SAFETY: all bytes before `pos` are initialized and within the capacity.
        unsafe { self.out.set_len(length) }
        self.out
    }

    /// How many bytes there are, with those that the `Vec` had.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.pos as usize - self.out.as_ptr() as usize
    }

    /// Takes back all that was written after there were so many bytes.
    pub(crate) fn truncate(&mut self, length: usize) {
        assert!(self.out.len() <= length && length <= self.len(), "a mark of this buffer");
        // SAFETY: the length is at most that of what has been written.
        self.pos = unsafe { self.out.as_mut_ptr().add(length) };
    }

    /// The bytes from an offset on.
    pub(crate) fn written(&self, from: usize) -> &[u8] {
        let length = self.len();
        assert!(from <= length, "an offset in this buffer");
        // SAFETY: all bytes before `pos` are initialized.
        unsafe { core::slice::from_raw_parts(self.out.as_ptr().add(from), length - from) }
    }

    /// Replaces the `before` bytes at an offset by others, moving what follows.
    pub(crate) fn replace(&mut self, at: usize, before: usize, bytes: &[u8]) {
        let length = self.len();
        assert!(at + before <= length, "a part of this buffer");
        self.reserve(bytes.len());
        // SAFETY: `reserve` made room for what follows to move by up to `bytes.len()`; all is initialized.
        unsafe {
            let start = self.out.as_mut_ptr().add(at);
            core::ptr::copy(start.add(before), start.add(bytes.len()), length - at - before);
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), start, bytes.len());
            self.pos = self.out.as_mut_ptr().add(length - before + bytes.len());
        }
    }

    /// Sets a byte that has been written.
    #[inline(always)]
    pub(crate) fn set(&mut self, at: usize, byte: u8) {
        assert!(at < self.len(), "an offset in this buffer");
        // SAFETY: the offset is that of a byte that has been written.
        unsafe { self.out.as_mut_ptr().add(at).write(byte) }
    }

    /// Makes room for so many bytes and a short piece behind them.
    #[inline(always)]
    fn reserve(&mut self, room: usize) {
        if (self.limit as usize) - (self.pos as usize) < room {
            (self.pos, self.limit) = grow(self.out, self.pos, room);
        }
    }

    /// Appends what `write` puts at the pointer it is given; `write` returns how many bytes that was.
    ///
    /// # Safety
    /// `write` must initialize exactly as many bytes as it returns, at most `room` of them.
    #[inline(always)]
    pub(crate) unsafe fn append(&mut self, room: usize, write: impl FnOnce(*mut u8) -> usize) {
        if room > SLACK {
            self.reserve(room);
        }
        let written = write(self.pos);
        debug_assert!(written <= room);
        // SAFETY: there is so much room, of which the caller promises to have written so many bytes.
        let pos = unsafe { self.pos.add(written) };
        if pos > self.limit {
            (self.pos, self.limit) = grow(self.out, pos, 0);
        } else {
            self.pos = pos;
        }
    }

    #[inline(always)]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.fixed([byte]);
    }

    /// Appends bytes of a number that is known when the program is compiled.
    #[inline(always)]
    pub(crate) fn fixed<const N: usize>(&mut self, bytes: [u8; N]) {
        const { assert!(N <= SLACK) };
        // SAFETY: writes `N` bytes.
        unsafe {
            self.append(SLACK, |to| {
                to.cast::<[u8; N]>().write_unaligned(bytes);
                N
            });
        }
    }

    /// Appends bytes; short ones in place rather than by a call.
    #[inline(always)]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        if bytes.len() > SHORT {
            return self.many_bytes(bytes);
        }
        // SAFETY: writes `bytes.len()` bytes, which are `SHORT` at most.
        unsafe {
            self.append(SLACK, |to| {
                spare::copy(bytes, to);
                bytes.len()
            });
        }
    }

    /// Appends bytes that may be many.
    #[inline(always)]
    pub(crate) fn many_bytes(&mut self, bytes: &[u8]) {
        (self.pos, self.limit) = append_many(self.out, self.pos, self.limit, bytes);
    }

    /// Appends a byte and bytes behind it.
    #[inline(always)]
    pub(crate) fn byte_and_bytes(&mut self, byte: u8, bytes: &[u8]) {
        if bytes.len() > SHORT {
            self.byte(byte);
            return self.many_bytes(bytes);
        }
        // SAFETY: writes one byte and `bytes.len()`, which are `SHORT` at most.
        unsafe {
            self.append(SLACK, |to| {
                to.write(byte);
                spare::copy(bytes, to.add(1));
                1 + bytes.len()
            });
        }
    }

    /// Appends two bytes and bytes behind them.
    ///
    /// (Not by way of `append`, whose closure the compiler leaves out of line here, with the two bytes in memory.)
    #[inline(always)]
    pub(crate) fn two_and_bytes(&mut self, two: [u8; 2], bytes: &[u8]) {
        if bytes.len() > SHORT {
            self.fixed(two);
            return self.many_bytes(bytes);
        }
        // SAFETY: there is room for `SLACK` bytes, which are more than two and `SHORT`; all up to the new end are written.
        unsafe {
            self.pos.cast::<[u8; 2]>().write_unaligned(two);
            spare::copy(bytes, self.pos.add(2));
            let pos = self.pos.add(2 + bytes.len());
            if pos > self.limit {
                (self.pos, self.limit) = grow(self.out, pos, 0);
            } else {
                self.pos = pos;
            }
        }
    }

    /// Appends a byte and the bytes of a big-endian number.
    #[inline(always)]
    pub(crate) fn byte_and_array<const N: usize>(&mut self, byte: u8, number: [u8; N]) {
        const { assert!(N < SLACK) };
        // SAFETY: writes one byte and `N`.
        unsafe {
            self.append(SLACK, |to| {
                to.write(byte);
                to.add(1).cast::<[u8; N]>().write_unaligned(number);
                1 + N
            });
        }
    }

    /// Appends a byte and the lowest bytes of a number, big-endian: 0 to 8 of them.
    #[inline(always)]
    pub(crate) fn byte_and_number(&mut self, byte: u8, number: u64, width: u8) {
        let width = width.min(8);
        // SAFETY: writes nine bytes, of which those that count are initialized.
        unsafe {
            self.append(SLACK, |to| {
                to.write(byte);
                let shifted = number.wrapping_shl(64 - 8 * u32::from(width));
                to.add(1).cast::<[u8; 8]>().write_unaligned(shifted.to_be_bytes());
                1 + usize::from(width)
            });
        }
    }
}

#[cold]
#[inline(never)]
fn reserve_cold(out: &mut Vec<u8>) {
    out.reserve(SLACK);
}

/// Appends bytes that may be many, at `pos`. Gives the new end and limit, as [`grow`] does: a function that got the buffer
/// by reference would have the compiler keep its end in memory.
#[inline(never)]
fn append_many(out: &mut Vec<u8>, mut pos: *mut u8, mut limit: *mut u8, bytes: &[u8]) -> (*mut u8, *mut u8) {
    if limit as usize - (pos as usize) < bytes.len() {
        (pos, limit) = grow(out, pos, bytes.len());
    }
    // SAFETY: there is room for the bytes, and for a short piece behind them.
    unsafe {
        core::ptr::copy_nonoverlapping(bytes.as_ptr(), pos, bytes.len());
        (pos.add(bytes.len()), limit)
    }
}

/// Makes room for so many bytes and a short piece behind them; `pos` is the end of what has been written behind the
/// contents of `out`. Gives that end and the limit.
#[cold]
#[inline(never)]
fn grow(out: &mut Vec<u8>, pos: *mut u8, room: usize) -> (*mut u8, *mut u8) {
    let (before, length) = (out.len(), pos as usize - out.as_ptr() as usize);
    // SAFETY: all bytes before `pos` are initialized. The length is put back at once, so that the `Vec` is
    // as it was whatever happens later; `reserve` is the only thing in between, and if it panics the
    // `Vec` just ends later.
    unsafe {
        out.set_len(length);
        out.reserve(room + SLACK);
        out.truncate(before);
        let start = out.as_mut_ptr();
        (start.add(length), start.add(out.capacity() - SLACK))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn what_was_there_stays_until_the_end() {
        let mut out = vec![7];
        let mut buffer = Buffer::new(&mut out);
        for _ in 0..1000 {
            buffer.bytes(b"some text that needs room");
        }
        assert_eq!(out, [7]);
        let mut buffer = Buffer::new(&mut out);
        buffer.byte(1);
        let mark = buffer.len();
        buffer.byte_and_bytes(5, b"abc");
        buffer.truncate(mark);
        buffer.byte_and_array(2, [3, 4]);
        buffer.replace(1, 1, &[8, 9]);
        buffer.replace(3, 2, &[]);
        assert_eq!(buffer.len(), 4);
        assert_eq!(buffer.finish(), &[7, 8, 9, 4]);
    }

    #[test]
    fn there_is_always_room_for_a_piece() {
        for capacity in 0..3 * SLACK {
            for length in [1, SHORT, SHORT + 1, 200] {
                let mut out = Vec::with_capacity(capacity);
                let piece: Vec<u8> = (0..length).map(|byte| byte as u8).collect();
                let mut buffer = Buffer::new(&mut out);
                let mut expected = vec![];
                for _ in 0..9 {
                    buffer.bytes(&piece);
                    buffer.byte_and_bytes(7, &piece);
                    buffer.two_and_bytes([8, 9], &piece);
                    buffer.fixed([1; SLACK]);
                    expected.extend_from_slice(&piece);
                    expected.push(7);
                    expected.extend_from_slice(&piece);
                    expected.extend([8, 9]);
                    expected.extend_from_slice(&piece);
                    expected.extend([1; SLACK]);
                    assert_eq!(buffer.written(0), expected);
                }
                assert_eq!(*buffer.finish(), expected);
            }
        }
    }

    #[test]
    fn numbers_of_every_width() {
        for width in 0..=8u8 {
            let mut out = vec![];
            let mut buffer = Buffer::new(&mut out);
            buffer.byte_and_number(0xaa, 0x0102_0304_0506_0708, width);
            let written = buffer.finish();
            assert_eq!(written[0], 0xaa);
            assert_eq!(written[1..], [1, 2, 3, 4, 5, 6, 7, 8][8 - usize::from(width)..]);
        }
    }
}
