//! Finds brackets, commas, quotes and backslashes 64 bytes at a time.
//!
//! With SSE2, which every x86-64 processor has; byte by byte elsewhere and as the oracle of the tests.

/// Bytes of a block: one for each bit of a mask.
pub(super) const BLOCK: usize = 64;

/// Bit *i* says what byte *i* of a block is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Masks {
    /// `"`
    pub quote: u64,
    /// `\`
    pub backslash: u64,
    /// `[` and `{`
    pub open: u64,
    /// `]` and `}`
    pub close: u64,
    /// `,`
    pub comma: u64,
}

/// Brackets and braces differ in one bit, which is the same for both pairs.
const BRACE_BIT: u8 = b'[' ^ b'{';

/// The masks of a block.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn masks(block: &[u8; BLOCK]) -> Masks {
    use core::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    };
    let mut masks = Masks::default();
    for (part, bytes) in block.as_chunks::<16>().0.iter().enumerate() {
        // SAFETY: SSE2 is part of x86-64, and the load reads the 16 bytes of `bytes` at any alignment.
        let [quote, backslash, open, close, comma] = unsafe {
            let bytes = _mm_loadu_si128(bytes.as_ptr().cast::<__m128i>());
            let braced = _mm_or_si128(bytes, _mm_set1_epi8(BRACE_BIT as i8));
            let equal = |bytes, byte: u8| {
                let equal = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8));
                u64::from(_mm_movemask_epi8(equal) as u32)
            };
            [equal(bytes, b'"'), equal(bytes, b'\\'), equal(braced, b'{'), equal(braced, b'}'), equal(bytes, b',')]
        };
        let shift = part * 16;
        masks.quote |= quote << shift;
        masks.backslash |= backslash << shift;
        masks.open |= open << shift;
        masks.close |= close << shift;
        masks.comma |= comma << shift;
    }
    masks
}

/// The masks of a block.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn masks(block: &[u8; BLOCK]) -> Masks {
    masks_by_byte(block)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn masks_by_byte(block: &[u8; BLOCK]) -> Masks {
    let mut masks = Masks::default();
    for (at, &byte) in block.iter().enumerate() {
        let bit = 1 << at;
        match byte {
            b'"' => masks.quote |= bit,
            b'\\' => masks.backslash |= bit,
            b'[' | b'{' => masks.open |= bit,
            b']' | b'}' => masks.close |= bit,
            b',' => masks.comma |= bit,
            _ => {}
        }
    }
    masks
}

/// Bit *i* is the parity of bits 0 to *i*: between a quote and the next, all bits are set.
#[inline(always)]
pub(super) fn parity(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_at_every_place_is_judged_as_alone() {
        for at in 0..BLOCK {
            for byte in 0..=255u8 {
                let mut block = [b'x'; BLOCK];
                block[at] = byte;
                assert_eq!(masks(&block), masks_by_byte(&block), "{byte} at {at}");
            }
        }
    }

    #[test]
    fn parity_is_set_from_one_quote_to_the_next() {
        assert_eq!(parity(0b0100_0100), 0b0011_1100);
        assert_eq!(parity(1 << 63), 1 << 63);
        assert_eq!(parity(1), !0);
    }
}
