//! The pieces of an Avro message, appended with one check of the capacity and one change of its length each.

use crate::text::spare::{append, copy};
use alloc::vec::Vec;

/// The most bytes of a variable-length integer.
const VARINT: usize = 10;

/// The zigzag form of an integer: small numbers of either sign are small (Avro specification, "Binary Encoding").
#[inline(always)]
pub(super) fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

/// Writes a variable-length integer and returns how many bytes that was.
///
/// # Safety
/// There must be room for [`VARINT`] bytes at `to`.
#[inline(always)]
unsafe fn varint_at(mut value: u64, to: *mut u8) -> usize {
    // SAFETY: a value has at most ten groups of seven bits.
    unsafe {
        if value < 0x80 {
            to.write(value as u8);
            return 1;
        }
        if value < 0x4000 {
            to.cast::<[u8; 2]>().write_unaligned([value as u8 | 0x80, (value >> 7) as u8]);
            return 2;
        }
        let mut length = 0;
        while value >= 0x80 {
            to.add(length).write(value as u8 | 0x80);
            value >>= 7;
            length += 1;
        }
        to.add(length).write(value as u8);
        length + 1
    }
}

/// Appends a variable-length integer.
#[inline(always)]
pub(super) fn varint(out: &mut Vec<u8>, value: u64) {
    // SAFETY: writes at most ten bytes.
    unsafe { append(out, VARINT, |to| varint_at(value, to)) }
}

/// Appends bytes behind their length.
#[inline(always)]
pub(super) fn counted_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    // SAFETY: at most ten bytes of length, and the bytes.
    unsafe {
        append(out, VARINT + bytes.len(), |to| {
            // A length of bytes in memory is less than 2^63.
            let head = varint_at((bytes.len() as u64) << 1, to);
            copy(bytes, to.add(head));
            head + bytes.len()
        });
    }
}

/// Appends bytes of a known number.
#[inline(always)]
pub(super) fn array<const N: usize>(out: &mut Vec<u8>, bytes: [u8; N]) {
    // SAFETY: writes `N` bytes.
    unsafe {
        append(out, N, |to| {
            to.cast::<[u8; N]>().write_unaligned(bytes);
            N
        });
    }
}

/// Puts a variable-length integer into the place of the byte at `at`, moving what is behind it if it has to.
pub(super) fn patch(out: &mut Vec<u8>, at: usize, value: u64) {
    let mut bytes = Vec::with_capacity(VARINT);
    varint(&mut bytes, value);
    if let [byte] = bytes[..] {
        out[at] = byte;
    } else {
        out.splice(at..=at, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_length() {
        for (value, bytes) in [
            (0, &[0][..]),
            (-1, &[1]),
            (1, &[2]),
            (-64, &[0x7f]),
            (64, &[0x80, 1]),
            (8191, &[0xfe, 0x7f]),
            (-8192, &[0xff, 0x7f]),
            (8192, &[0x80, 0x80, 1]),
            (i64::MAX, &[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
            (i64::MIN, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
        ] {
            let mut out = alloc::vec![7];
            varint(&mut out, zigzag(value));
            assert_eq!(&out[1..], bytes, "{value}");
        }
    }

    #[test]
    fn patches_move_what_follows() {
        for value in [0u64, 127, 128, 1 << 40] {
            let mut expected = alloc::vec![1, 2];
            varint(&mut expected, value);
            expected.extend([3, 4]);
            let mut out = alloc::vec![1, 2, 0, 3, 4];
            patch(&mut out, 2, value);
            assert_eq!(out, expected);
        }
    }
}
