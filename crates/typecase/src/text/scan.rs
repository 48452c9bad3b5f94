//! Finds the bytes that matter in JSON strings: quotes, backslashes and control characters.
//!
//! Sixteen bytes at a time with SSE2, which every x86-64 processor has, and eight at a time in a
//! plain register elsewhere. The byte-by-byte version is the tests' oracle.

/// Whether a byte ends a run of plain string bytes: a quote, a backslash or a control character.
#[inline(always)]
pub(crate) const fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The high bit of each byte that is special; bytes above the lowest such byte may be wrong.
#[inline(always)]
const fn special_bits(word: u64) -> u64 {
    let control = word.wrapping_sub(ONES * 0x20);
    let quote = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
    let backslash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    (control | quote | backslash) & !word & HIGH
}

#[inline(always)]
fn word(bytes: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*bytes)
}

/// The index of the first special byte at or after `from`, or the length of `bytes`.
#[inline(always)]
pub(crate) fn special(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk::<16>) {
        let mask = special_mask(block);
        if mask != 0 {
            return at + mask.trailing_zeros() as usize;
        }
        at += 16;
    }
    special_tail(bytes, at)
}

fn special_tail(bytes: &[u8], mut at: usize) -> usize {
    if let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let bits = special_bits(word(block));
        if bits != 0 {
            return at + bits.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while at < bytes.len() && !is_special(bytes[at]) {
        at += 1;
    }
    at
}

/// Bit *i* is set if byte *i* is special.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn special_mask(block: &[u8; 16]) -> u32 {
    use core::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    };
    // SAFETY: SSE2 is part of x86-64, and the load reads the 16 bytes of `block` at any alignment.
    unsafe {
        let bytes = _mm_loadu_si128(block.as_ptr().cast::<__m128i>());
        let control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
        let quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"' as i8));
        let backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\\' as i8));
        _mm_movemask_epi8(_mm_or_si128(control, _mm_or_si128(quote, backslash))) as u32
    }
}

/// Bit *i* is set if byte *i* is the first special one of its half; later bits may be wrong.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn special_mask(block: &[u8; 16]) -> u32 {
    let (low, high) = block.split_at(8);
    let first = |half: &[u8]| half.first_chunk::<8>().map_or(0, |half| special_bits(word(half)));
    let (low, high) = (first(low), first(high));
    match (low, high) {
        (0, 0) => 0,
        (0, _) => 1 << (8 + high.trailing_zeros() / 8),
        _ => 1 << (low.trailing_zeros() / 8),
    }
}

/// Whether any of 16 bytes is special.
#[inline(always)]
pub(crate) fn has_special_16(block: &[u8; 16]) -> bool {
    special_mask(block) != 0
}

/// Whether any of 8 to 16 bytes, seen as their first and last 8, is special.
#[inline(always)]
pub(crate) fn has_special_8(first: &[u8; 8], last: &[u8; 8]) -> bool {
    let mut both = [0; 16];
    both[..8].copy_from_slice(first);
    both[8..].copy_from_slice(last);
    has_special_16(&both)
}

/// Whether any of 4 to 8 bytes, seen as their first and last 4, is special.
#[inline(always)]
pub(crate) fn has_special_4(first: &[u8; 4], last: &[u8; 4]) -> bool {
    let both = u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
    special_bits(both) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn every_byte_at_every_place_is_judged_as_alone() {
        for length in 0..40 {
            for at in 0..length {
                for byte in 0..=255u8 {
                    let mut bytes = vec![0xc3; length];
                    bytes[at] = byte;
                    let expected = if is_special(byte) { at } else { length };
                    assert_eq!(special(&bytes, 0), expected, "{byte} at {at} of {length}");
                }
            }
        }
    }

    #[test]
    fn the_first_of_several_is_found() {
        for first in 0..20 {
            for second in first..20 {
                let mut bytes = vec![b'x'; 24];
                bytes[second] = 0x1f;
                bytes[first] = b'"';
                assert_eq!(special(&bytes, 0), first);
                assert_eq!(special(&bytes, first + 1), if second > first { second } else { 24 });
            }
        }
    }
}
