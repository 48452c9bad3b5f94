//! The check that bytes are UTF-8, quick for the short strings that most strings are.

/// The bytes as a string, or how many of them are valid.
#[inline(always)]
pub(crate) fn validate(bytes: &[u8]) -> Result<&str, usize> {
    if is_short_ascii(bytes) {
        // SAFETY: ASCII is UTF-8.
        return Ok(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    crate::error::afresh(validate_long(bytes))
}

/// The bytes as a string, if all of them are ASCII.
#[inline(always)]
pub(crate) fn as_ascii(bytes: &[u8]) -> Option<&str> {
    // SAFETY: ASCII is UTF-8.
    (is_short_ascii(bytes) || bytes.is_ascii()).then(|| unsafe { core::str::from_utf8_unchecked(bytes) })
}

#[inline(never)]
fn validate_long(bytes: &[u8]) -> Result<&str, usize> {
    match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => Ok(text),
        // The quick check does not say where.
        Err(_) => core::str::from_utf8(bytes).map_err(|error| error.valid_up_to()),
    }
}

/// Whether there are at most 32 bytes, and all of them are ASCII: a few words that may overlap.
#[inline(always)]
fn is_short_ascii(bytes: &[u8]) -> bool {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let length = bytes.len();
    let word = |at: usize| match bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        Some(word) => u64::from_ne_bytes(*word),
        None => HIGH,
    };
    let all = match length {
        0 => 0,
        1..4 => u64::from(bytes[0] | bytes[length / 2] | bytes[length - 1]),
        4..8 => match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
            (Some(first), Some(last)) => u64::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last)),
            _ => HIGH,
        },
        8..=16 => word(0) | word(length - 8),
        17..=32 => word(0) | word(8) | word(length - 16) | word(length - 8),
        _ => HIGH,
    };
    all & HIGH == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn every_place_is_looked_at() {
        for length in 0..80 {
            let ascii = vec![b'x'; length];
            assert_eq!(validate(&ascii).map(str::len), Ok(length));
            for at in 0..length {
                let mut bytes = ascii.clone();
                bytes[at] = 0xff;
                assert_eq!(validate(&bytes), Err(at));
            }
            let text = "é".repeat(length);
            assert_eq!(validate(text.as_bytes()), Ok(&*text));
        }
    }
}
