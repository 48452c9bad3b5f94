//! Line feeds: where the next one is, where all of them are, and where a line begins.

/// The place of the first line feed.
#[inline(always)]
pub(super) fn first(bytes: &[u8]) -> Option<usize> {
    #[cfg(feature = "std")]
    return memchr::memchr(b'\n', bytes);
    #[cfg(not(feature = "std"))]
    return bytes.iter().position(|&byte| byte == b'\n');
}

/// Gives `take` the places of all line feeds in order.
///
/// Lines are short, so that a search that begins anew for each of them takes most of its time to begin: line feeds are
/// looked for 64 bytes at a time, as bits of a word.
#[inline(always)]
pub(super) fn each(bytes: &[u8], mut take: impl FnMut(usize)) {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    for (at, block) in blocks.iter().chain([&last]).enumerate() {
        let mut left = mask(block);
        while left != 0 {
            take(at * BLOCK + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// Bytes of a block: one for each bit of a word.
const BLOCK: usize = 64;

/// Bit *i* says whether byte *i* of a block is a line feed.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn mask(block: &[u8; BLOCK]) -> u64 {
    use core::arch::x86_64::{__m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};
    let part = |bytes: &[u8; 16]| {
        // SAFETY: SSE2 is part of x86-64, and the load reads the 16 bytes of `bytes` at any alignment.
        let equal = unsafe {
            let bytes = _mm_loadu_si128(bytes.as_ptr().cast::<__m128i>());
            _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\n' as i8)))
        };
        u64::from(equal as u32)
    };
    block.as_chunks::<16>().0.iter().rev().fold(0, |mask, bytes| mask << 16 | part(bytes))
}

/// Bit *i* says whether byte *i* of a block is a line feed.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn mask(block: &[u8; BLOCK]) -> u64 {
    block.iter().rev().fold(0, |mask, &byte| mask << 1 | u64::from(byte == b'\n'))
}

/// Where the line with this number begins, and so where the one before ends; `None` if there are fewer lines.
pub(super) fn start(bytes: &[u8], line: usize) -> Option<usize> {
    let mut before = line;
    let mut at = 0;
    // Whole blocks are only counted.
    for block in bytes.chunks(128) {
        // A sum of bytes, which the block is too short for to overflow, takes all lanes of a vector.
        let here = usize::from(block.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>());
        if here >= before {
            break;
        }
        before -= here;
        at += block.len();
    }
    for _ in 0..before {
        at += first(&bytes[at..])? + 1;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn lines_begin_where_they_do() {
        let text: Vec<u8> = (0..2000).flat_map(|at| alloc::format!("{}\n", "x".repeat(at % 5)).into_bytes()).collect();
        let mut at = 0;
        for line in 0..2000 {
            assert_eq!(start(&text, line), Some(at));
            at += line % 5 + 1;
        }
        assert_eq!(start(&text, 2000), Some(text.len()));
        assert_eq!(start(&text, 2001), None);
        for length in [text.len(), 2048, 65, 64, 63, 1, 0] {
            let mut found = Vec::new();
            each(&text[..length], |at| found.push(at));
            let expected: Vec<usize> = (0..length).filter(|&at| text[at] == b'\n').collect();
            assert_eq!(found, expected);
        }
    }
}
