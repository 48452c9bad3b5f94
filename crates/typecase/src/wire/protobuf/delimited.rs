//! Messages end to end, each after its length as a varint, as the `writeDelimitedTo` and `parseDelimitedFrom` of
//! Protocol Buffers' libraries have them.

use super::varint::MAX;
use crate::error::{Code, Error, Result};
use alloc::vec::Vec;

/// Puts the length of the message that `out` holds from `start` on in front of it.
///
/// ```
/// use typecase::wire::protobuf;
///
/// let mut out = Vec::new();
/// for name in ["Ada", ""] {
///     let start = out.len();
///     protobuf::encode_into(name, &mut out, &Default::default())?;
///     protobuf::delimit(&mut out, start);
/// }
/// assert_eq!(out, b"\x05\x0a\x03Ada\x00");
/// # Ok::<(), typecase::error::Error>(())
/// ```
pub fn delimit(out: &mut Vec<u8>, start: usize) {
    let length = out.len() - start;
    let (mut varint, mut count, mut left) = ([0; MAX], 0, length);
    while left >= 0x80 {
        varint[count] = left as u8 | 0x80;
        left >>= 7;
        count += 1;
    }
    varint[count] = left as u8;
    out.extend_from_slice(&varint[..=count]);
    // The message makes room for it.
    out[start..].rotate_right(count + 1);
}

/// Where the first of several messages end to end begins and ends, which may be beyond the input; `None` if its
/// length goes on there.
///
/// ```
/// use typecase::wire::protobuf::delimited;
///
/// assert_eq!(delimited(b"\x05\x0a\x03Ad")?, Some((1, 6)));
/// assert_eq!(delimited(b"\x85")?, None);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `structure` for a length that no message has.
pub fn delimited(input: &[u8]) -> Result<Option<(usize, usize)>> {
    let mut length = 0;
    for (at, &byte) in input.iter().take(MAX).enumerate() {
        length |= u64::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            // Protocol Buffers has no message of 2 GiB or more.
            let end =
                i32::try_from(length).ok().filter(|_| at < 5).and_then(|length| (at + 1).checked_add(length as usize));
            return match end {
                Some(end) => Ok(Some((at + 1, end))),
                None => Err(Error::new(Code::Structure, "no message has this length").at(0)),
            };
        }
    }
    match input.len() {
        0..MAX => Ok(None),
        _ => Err(Error::new(Code::Structure, "no message has this length").at(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_every_size_come_back() {
        for length in [0, 1, 127, 128, 16383, 16384, 70_000] {
            let mut out = alloc::vec![9];
            out.resize(1 + length, 7);
            delimit(&mut out, 1);
            let (start, end) = delimited(&out[1..]).unwrap().unwrap();
            assert_eq!((out[0], end - start, end), (9, length, out.len() - 1));
            assert!(out[1 + start..].iter().all(|&byte| byte == 7));
        }
    }

    #[test]
    fn lengths_that_no_message_has_are_refused() {
        assert_eq!(delimited(b"\xff\xff\xff\xff\x07").unwrap(), Some((5, 5 + i32::MAX as usize)));
        for input in [&b"\x80\x80\x80\x80\x08"[..], &[0x80; 10], b"\x80\x80\x80\x80\x80\x00"] {
            assert_eq!(delimited(input).unwrap_err().code(), Code::Structure);
        }
        assert_eq!(delimited(&[0x80; 9]).unwrap(), None);
        assert_eq!(delimited(b"").unwrap(), None);
    }
}
