//! Variable-length integers of seven bits a byte, the lowest first (Protocol Buffers encoding guide, "Base 128 Varints"),
//! and zigzag, for the wires that have them so.

use super::buffer::Buffer;
use alloc::vec::Vec;

/// The most bytes of a varint of 64 bits.
pub(super) const MAX: usize = 10;

/// A signed integer in zigzag: small magnitudes become small numbers.
#[inline(always)]
pub(super) const fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// The integer that a zigzag stands for.
#[inline(always)]
pub(super) const fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// Writes a varint and returns its length.
///
/// # Safety
/// There must be room for ten bytes at `to`.
#[inline(always)]
pub(super) unsafe fn write(to: *mut u8, value: u64) -> usize {
    // SAFETY: what the caller promises; the place is within the room.
    unsafe { write_behind(to, value).offset_from_unsigned(to) }
}

/// Writes a varint and returns the place behind it, which is less work than to add its length.
///
/// # Safety
/// There must be room for ten bytes at `to`.
#[inline(always)]
pub(super) unsafe fn write_behind(to: *mut u8, value: u64) -> *mut u8 {
    // SAFETY: at most four bytes, or what the caller promises.
    unsafe {
        if value < 0x80 {
            to.write(value as u8);
            to.add(1)
        } else if value < 0x4000 {
            let bytes = (value & 0x7f | 0x80) as u16 | (value << 1) as u16 & 0x7f00;
            to.cast::<[u8; 2]>().write_unaligned(bytes.to_le_bytes());
            to.add(2)
        } else if value < 1 << 21 {
            to.cast::<[u8; 4]>().write_unaligned(three(value));
            to.add(3)
        } else {
            to.add(write_long(to, value))
        }
    }
}

/// The three bytes of a varint that has so many, and a zero.
#[inline(always)]
fn three(value: u64) -> [u8; 4] {
    let bytes = value & 0x7f | (value & 0x3f80) << 1 | value << 2 & 0x7f_0000 | 0x8080;
    (bytes as u32).to_le_bytes()
}

/// Writes a varint of more than three bytes, eight at once, and returns its length.
///
/// # Safety
/// There must be room for ten bytes at `to`.
#[inline(never)]
unsafe fn write_long(to: *mut u8, value: u64) -> usize {
    // Groups of seven bits, each in a byte of its own.
    let x = value & 0x0000_0000_0fff_ffff | (value & 0x00ff_ffff_f000_0000) << 4;
    let x = x & 0x0000_3fff_0000_3fff | (x & 0x0fff_c000_0fff_c000) << 2;
    let x = x & 0x007f_007f_007f_007f | (x & 0x3f80_3f80_3f80_3f80) << 1;
    // SAFETY: eight bytes, and two more.
    unsafe {
        if value < 1 << 56 {
            let length = (value.ilog2() / 7 + 1) as usize;
            // All but the last byte have the high bit.
            let high = 0x8080_8080_8080_8080 & ((1 << (8 * (length - 1))) - 1);
            to.cast::<[u8; 8]>().write_unaligned((x | high).to_le_bytes());
            return length;
        }
        to.cast::<[u8; 8]>().write_unaligned((x | 0x8080_8080_8080_8080).to_le_bytes());
        let rest = value >> 56;
        to.add(8).write(rest as u8 | if rest < 0x80 { 0 } else { 0x80 });
        to.add(9).write((rest >> 7) as u8);
        if rest < 0x80 { 9 } else { 10 }
    }
}

/// The highest bit of each byte of a word.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The bits of the up to eight bytes of a varint, without the highest of each, side by side.
#[inline(always)]
fn joined(bytes: u64) -> u64 {
    let x = bytes & !HIGH;
    let x = x & 0x007f_007f_007f_007f | (x & 0x7f00_7f00_7f00_7f00) >> 1;
    let x = x & 0x0000_3fff_0000_3fff | (x & 0x3fff_0000_3fff_0000) >> 2;
    x & 0x0000_0000_0fff_ffff | (x & 0x0fff_ffff_0000_0000) >> 4
}

/// The varint at the front of eight bytes and its length, if it ends within them.
#[inline(always)]
pub(super) fn within(bytes: [u8; 8]) -> Option<(u64, usize)> {
    let word = u64::from_le_bytes(bytes);
    let stops = !word & HIGH;
    if stops == 0 {
        return None;
    }
    Some((joined(word & (stops ^ (stops - 1))), stops.trailing_zeros() as usize / 8 + 1))
}

/// Appends a varint.
#[inline(always)]
pub(super) fn varint(out: &mut Buffer<'_>, value: u64) {
    // SAFETY: a varint has at most ten bytes.
    unsafe { out.append(MAX, |to| write(to, value)) }
}

/// Appends a varint to bytes that are no message yet.
pub(super) fn push(out: &mut Vec<u8>, value: u64) {
    let mut buffer = Buffer::new(out);
    varint(&mut buffer, value);
    buffer.finish();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_have_their_bytes() {
        for (value, bytes) in [(0, &[0][..]), (127, &[127]), (128, &[0x80, 1]), (300, &[0xac, 2])] {
            let mut out = Vec::new();
            push(&mut out, value);
            assert_eq!(out, bytes);
        }
        let mut out = Vec::new();
        push(&mut out, u64::MAX);
        assert_eq!(out, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]);
        for bits in 0..64 {
            for value in [1 << bits, (1u64 << bits) - 1, u64::MAX >> bits] {
                let (mut expected, mut rest) = (Vec::new(), value);
                while rest >= 0x80 {
                    expected.push(rest as u8 | 0x80);
                    rest >>= 7;
                }
                expected.push(rest as u8);
                out.clear();
                push(&mut out, value);
                assert_eq!(out, expected, "{value:x}");
            }
        }
        for value in [0, -1, 1, i64::MIN, i64::MAX] {
            assert_eq!(unzigzag(zigzag(value)), value);
        }
    }
}
