//! [`Keys`]: the keys of a record of cbor-x as they are in its definition.

use super::heads::{self, TEXT};
use crate::wire::buffer::Buffer;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A list of keys, as CBOR text strings with the shortest heads, one behind the other: one allocation for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys(Box<[u8]>);

impl Keys {
    pub(super) fn new<'k>(keys: impl Iterator<Item = &'k str>) -> Keys {
        let mut bytes = Vec::new();
        let mut out = Buffer::new(&mut bytes);
        for key in keys {
            heads::text(&mut out, key);
        }
        out.finish();
        Keys(bytes.into_boxed_slice())
    }

    pub(super) fn iter(&self) -> KeyIter<'_> {
        KeyIter(&self.0)
    }
}

/// Goes through text strings that have been checked: of [`Keys`], or of a definition in a message.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeyIter<'k>(pub(super) &'k [u8]);

impl<'k> Iterator for KeyIter<'k> {
    type Item = &'k str;

    #[inline]
    fn next(&mut self) -> Option<&'k str> {
        let (&first, rest) = self.0.split_first()?;
        let info = first.wrapping_sub(TEXT);
        let (length, rest) = if info < 24 {
            (usize::from(info), rest)
        } else {
            // 1, 2, 4 or 8 bytes of length.
            let (length, rest) = rest.split_at_checked(1 << info.wrapping_sub(24).min(3))?;
            (length.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
        };
        let (key, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        crate::text::utf8::validate(key).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec;

    #[test]
    fn keys_of_every_length_come_back() {
        let long: Vec<String> = [0, 1, 23, 24, 255, 256, 70_000].iter().map(|length| "x".repeat(*length)).collect();
        let keys = Keys::new(long.iter().map(String::as_str));
        assert_eq!(keys.iter().collect::<Vec<_>>(), long);
        // Heads need not be the shortest ones in a message.
        assert_eq!(KeyIter(b"\x78\x01a\x79\x00\x01b\x7b\0\0\0\0\0\0\0\x01c").collect::<Vec<_>>(), vec!["a", "b", "c"]);
    }
}
