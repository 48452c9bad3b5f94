//! Line feeds: where the next one is, and where a line begins.

/// The place of the first line feed.
#[inline(always)]
pub(super) fn first(bytes: &[u8]) -> Option<usize> {
    #[cfg(feature = "std")]
    return memchr::memchr(b'\n', bytes);
    #[cfg(not(feature = "std"))]
    return bytes.iter().position(|&byte| byte == b'\n');
}

/// The places of all line feeds.
#[inline(always)]
pub(super) fn all(bytes: &[u8]) -> impl Iterator<Item = usize> {
    #[cfg(feature = "std")]
    return memchr::memchr_iter(b'\n', bytes);
    #[cfg(not(feature = "std"))]
    return bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
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
        assert_eq!(all(&text).count(), 2000);
    }
}
