//! Bytes appended to a `Vec<u8>` with one check of its capacity and one change of its length each.
//!
//! Encoders append thousands of short pieces; going through `push` and `extend_from_slice` for each
//! quote, digit and comma made the length a chain of stores and loads that took two thirds of the time
//! of encoding a small record. All unsafe code of the text writers is here.

use super::scan;
use alloc::vec::Vec;

/// Appends what `write` puts at the pointer it is given; `write` returns how many bytes that was.
///
/// # Safety
/// `write` must initialize exactly as many bytes as it returns, at most `room` of them.
#[inline(always)]
pub(crate) unsafe fn append(out: &mut Vec<u8>, room: usize, write: impl FnOnce(*mut u8) -> usize) {
    out.reserve(room);
    let length = out.len();
    // SAFETY: `reserve` made room for `room` bytes behind `length`, and the caller promises that
    // `write` initializes what it returns.
    unsafe {
        let written = write(out.as_mut_ptr().add(length));
        debug_assert!(written <= room);
        out.set_len(length + written);
    }
}

/// Appends bytes and one more.
#[inline(always)]
pub(crate) fn bytes_then(out: &mut Vec<u8>, bytes: &[u8], last: u8) {
    // SAFETY: writes `bytes.len()` and one byte.
    unsafe {
        append(out, bytes.len() + 1, |to| {
            copy(bytes, to);
            to.add(bytes.len()).write(last);
            bytes.len() + 1
        });
    }
}

/// Appends a string in quotes and one more byte, if JSON need not escape anything in it; otherwise
/// appends nothing and says so.
#[inline(always)]
pub(crate) fn plain_string_then(out: &mut Vec<u8>, text: &[u8], last: u8) -> bool {
    let mut plain = true;
    // SAFETY: writes a quote, `text.len()` bytes, a quote and a byte, or says that it wrote none.
    unsafe {
        append(out, text.len() + 3, |to| {
            plain = copy_plain(text, to.add(1));
            to.write(b'"');
            to.add(text.len() + 1).write(b'"');
            to.add(text.len() + 2).write(last);
            if plain { text.len() + 3 } else { 0 }
        });
    }
    plain
}

/// Two digits each for the numbers below 100.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// Appends an integer in decimal and one more byte.
#[inline(always)]
pub(crate) fn int_then(out: &mut Vec<u8>, negative: bool, magnitude: u64, last: u8) {
    // SAFETY: a sign, at most 20 digits and a byte.
    unsafe {
        append(out, 22, |to| {
            to.write(b'-');
            let digits = to.add(usize::from(negative));
            let length = decimal(magnitude, digits);
            digits.add(length).write(last);
            usize::from(negative) + length + 1
        });
    }
}

/// Writes a number in decimal and returns how many digits it has.
///
/// # Safety
/// There must be room for 20 bytes at `to`.
#[inline(always)]
pub(crate) unsafe fn decimal(mut number: u64, to: *mut u8) -> usize {
    // SAFETY: a number has at most 20 digits, and indexes of `PAIRS` are below 100.
    unsafe {
        if number < 10 {
            to.write(b'0' + number as u8);
            return 1;
        }
        if number < 100 {
            to.cast::<[u8; 2]>().write_unaligned(PAIRS[number as usize]);
            return 2;
        }
        let length = number.ilog10() as usize + 1;
        let mut at = length;
        while number >= 100 {
            at -= 2;
            to.add(at).cast::<[u8; 2]>().write_unaligned(PAIRS[(number % 100) as usize]);
            number /= 100;
        }
        if number >= 10 {
            to.cast::<[u8; 2]>().write_unaligned(PAIRS[number as usize]);
        } else {
            to.write(b'0' + number as u8);
        }
        length
    }
}

/// Copies bytes; short ones in place rather than by a call.
///
/// # Safety
/// There must be room for `from.len()` bytes at `to`.
#[inline(always)]
pub(crate) unsafe fn copy(from: &[u8], to: *mut u8) {
    let length = from.len();
    // SAFETY: every block lies within the slice, at its beginning or its end, and so within the room.
    unsafe {
        if length > 32 {
            core::ptr::copy_nonoverlapping(from.as_ptr(), to, length);
        } else if let (Some(first), Some(last)) = (from.first_chunk::<16>(), from.last_chunk::<16>()) {
            to.cast::<[u8; 16]>().write_unaligned(*first);
            to.add(length - 16).cast::<[u8; 16]>().write_unaligned(*last);
        } else if let (Some(first), Some(last)) = (from.first_chunk::<8>(), from.last_chunk::<8>()) {
            to.cast::<[u8; 8]>().write_unaligned(*first);
            to.add(length - 8).cast::<[u8; 8]>().write_unaligned(*last);
        } else if let (Some(first), Some(last)) = (from.first_chunk::<4>(), from.last_chunk::<4>()) {
            to.cast::<[u8; 4]>().write_unaligned(*first);
            to.add(length - 4).cast::<[u8; 4]>().write_unaligned(*last);
        } else if let (Some(&first), Some(&last)) = (from.first(), from.last()) {
            // One to three bytes: the first, the middle and the last are all of them.
            to.write(first);
            to.add(length / 2).write(from[length / 2]);
            to.add(length - 1).write(last);
        }
    }
}

/// Copies at most 32 bytes and says whether all of them are ASCII.
///
/// # Safety
/// There must be room for `from.len()` bytes at `to`.
#[inline(always)]
pub(crate) unsafe fn copy_ascii(from: &[u8], to: *mut u8) -> bool {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    const WIDE: u128 = (HIGH as u128) << 64 | HIGH as u128;
    let length = from.len();
    debug_assert!(length <= 32);
    // SAFETY: as in `copy`.
    unsafe {
        if let (Some(first), Some(last)) = (from.first_chunk::<16>(), from.last_chunk::<16>()) {
            to.cast::<[u8; 16]>().write_unaligned(*first);
            to.add(length - 16).cast::<[u8; 16]>().write_unaligned(*last);
            (u128::from_ne_bytes(*first) | u128::from_ne_bytes(*last)) & WIDE == 0
        } else if let (Some(first), Some(last)) = (from.first_chunk::<8>(), from.last_chunk::<8>()) {
            to.cast::<[u8; 8]>().write_unaligned(*first);
            to.add(length - 8).cast::<[u8; 8]>().write_unaligned(*last);
            (u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last)) & HIGH == 0
        } else if let (Some(first), Some(last)) = (from.first_chunk::<4>(), from.last_chunk::<4>()) {
            to.cast::<[u8; 4]>().write_unaligned(*first);
            to.add(length - 4).cast::<[u8; 4]>().write_unaligned(*last);
            u64::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last)) & HIGH == 0
        } else if let (Some(&first), Some(&last)) = (from.first(), from.last()) {
            // One to three bytes: the first, the middle and the last are all of them.
            let middle = from[length / 2];
            to.write(first);
            to.add(length / 2).write(middle);
            to.add(length - 1).write(last);
            first | middle | last < 0x80
        } else {
            true
        }
    }
}

/// Copies bytes and says whether JSON need escape none of them; if it must, what was copied is useless.
///
/// # Safety
/// There must be room for `from.len()` bytes at `to`.
#[inline(always)]
unsafe fn copy_plain(from: &[u8], to: *mut u8) -> bool {
    let length = from.len();
    // SAFETY: as in `copy`.
    unsafe {
        if let Some(last) = from.last_chunk::<16>() {
            let mut at = 0;
            while at + 16 < length {
                let block = &*from.as_ptr().add(at).cast::<[u8; 16]>();
                if scan::has_special_16(block) {
                    return false;
                }
                to.add(at).cast::<[u8; 16]>().write_unaligned(*block);
                at += 16;
            }
            to.add(length - 16).cast::<[u8; 16]>().write_unaligned(*last);
            return !scan::has_special_16(last);
        }
        if let (Some(first), Some(last)) = (from.first_chunk::<8>(), from.last_chunk::<8>()) {
            to.cast::<[u8; 8]>().write_unaligned(*first);
            to.add(length - 8).cast::<[u8; 8]>().write_unaligned(*last);
            return !scan::has_special_8(first, last);
        }
        if let (Some(first), Some(last)) = (from.first_chunk::<4>(), from.last_chunk::<4>()) {
            to.cast::<[u8; 4]>().write_unaligned(*first);
            to.add(length - 4).cast::<[u8; 4]>().write_unaligned(*last);
            return !scan::has_special_4(first, last);
        }
        // One to three bytes: the first, the middle and the last are all of them.
        let (Some(&first), Some(&last)) = (from.first(), from.last()) else { return true };
        let middle = from[length / 2];
        to.write(first);
        to.add(length / 2).write(middle);
        to.add(length - 1).write(last);
        !(scan::is_special(first) | scan::is_special(middle) | scan::is_special(last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec;

    #[test]
    fn pieces_of_every_length() {
        let source: Vec<u8> = (0..100u8).map(|byte| b'A' + byte % 26).collect();
        for length in 0..=100 {
            let mut out = vec![b'<'];
            bytes_then(&mut out, &source[..length], b'>');
            assert_eq!(out, [b"<", &source[..length], b">"].concat());
            let mut out = vec![b'<'];
            assert!(plain_string_then(&mut out, &source[..length], b'>'));
            assert_eq!(out, [b"<\"", &source[..length], b"\">"].concat());
        }
    }

    #[test]
    fn a_byte_to_escape_is_seen_at_every_place() {
        for length in 1..70 {
            for at in 0..length {
                for byte in [b'"', b'\\', 0, 0x1f] {
                    let mut text = vec![b'x'; length];
                    text[at] = byte;
                    let mut out = vec![b'<'];
                    assert!(!plain_string_then(&mut out, &text, b'>'), "{byte} at {at} of {length}");
                    assert_eq!(out, b"<");
                }
            }
        }
    }

    #[test]
    fn bytes_beyond_ascii_are_seen_at_every_place() {
        for length in 0..=32 {
            let mut text = vec![b'x'; length];
            let mut out = [0; 32];
            // SAFETY: there is room for 32 bytes.
            assert!(unsafe { copy_ascii(&text, out.as_mut_ptr()) });
            assert_eq!(out[..length], text);
            for at in 0..length {
                text[at] = 0x80;
                // SAFETY: there is room for 32 bytes.
                assert!(!unsafe { copy_ascii(&text, out.as_mut_ptr()) }, "{at} of {length}");
                assert_eq!(out[..length], text);
                text[at] = b'x';
            }
        }
    }

    #[test]
    fn integers_of_every_length() {
        let mut number = 0u64;
        for digit in 0..=20u64 {
            for near in [number.wrapping_sub(1), number, number.wrapping_add(1), number.wrapping_mul(7)] {
                for negative in [false, true] {
                    let mut out = Vec::new();
                    int_then(&mut out, negative, near, b',');
                    let sign = if negative { "-" } else { "" };
                    assert_eq!(out, format!("{sign}{near},").into_bytes());
                }
            }
            number = number.wrapping_mul(10).wrapping_add(digit % 10);
        }
    }
}
