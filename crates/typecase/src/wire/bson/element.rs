//! What an element is made of (bsonspec.org, version 1.1): the codes of the types, and heads of elements
//! appended with one check of the capacity each.

use crate::text::spare;
use alloc::vec::Vec;

pub(super) const DOUBLE: u8 = 0x01;
pub(super) const STRING: u8 = 0x02;
pub(super) const DOCUMENT: u8 = 0x03;
pub(super) const ARRAY: u8 = 0x04;
pub(super) const BINARY: u8 = 0x05;
/// Deprecated.
pub(super) const UNDEFINED: u8 = 0x06;
pub(super) const OBJECT_ID: u8 = 0x07;
pub(super) const BOOLEAN: u8 = 0x08;
pub(super) const DATE: u8 = 0x09;
pub(super) const NULL: u8 = 0x0a;
pub(super) const REGEXP: u8 = 0x0b;
/// Deprecated.
pub(super) const DB_POINTER: u8 = 0x0c;
pub(super) const CODE: u8 = 0x0d;
/// Deprecated.
pub(super) const SYMBOL: u8 = 0x0e;
/// Deprecated.
pub(super) const CODE_WITH_SCOPE: u8 = 0x0f;
pub(super) const INT32: u8 = 0x10;
pub(super) const TIMESTAMP: u8 = 0x11;
pub(super) const INT64: u8 = 0x12;
pub(super) const DECIMAL128: u8 = 0x13;
pub(super) const MIN_KEY: u8 = 0xff;
pub(super) const MAX_KEY: u8 = 0x7f;

/// The binary subtype that repeats its length inside (deprecated).
pub(super) const OLD_BINARY: u8 = 0x02;
/// The binary subtype of a UUID.
pub(super) const UUID: u8 = 0x04;

/// The bytes of the smallest document: its length and the terminator.
pub(super) const SMALLEST: usize = 5;

/// Appends a type, a key and its terminator.
#[inline(always)]
pub(super) fn head(out: &mut Vec<u8>, ty: u8, key: &[u8]) {
    // SAFETY: writes the type, as many bytes as the key has, and the terminator.
    unsafe {
        spare::append(out, key.len() + 2, |to| {
            to.write(ty);
            spare::copy(key, to.add(1));
            to.add(key.len() + 1).write(0);
            key.len() + 2
        });
    }
}

/// Appends a type, the index of an item as its key and the terminator, and bytes of the value.
#[inline(always)]
pub(super) fn item<const N: usize>(out: &mut Vec<u8>, ty: u8, index: u32, value: [u8; N]) {
    // SAFETY: writes the type, an index of at most ten digits, the terminator, and N bytes.
    unsafe {
        spare::append(out, 12 + N, |to| {
            to.write(ty);
            let head = 2 + spare::decimal(index.into(), to.add(1));
            to.add(head - 1).write(0);
            to.add(head).cast::<[u8; N]>().write_unaligned(value);
            head + N
        });
    }
}

/// Appends a length of four bytes, bytes and a terminator: a string. The length fits 31 bits.
#[inline(always)]
pub(super) fn string(out: &mut Vec<u8>, text: &[u8]) {
    // SAFETY: writes four bytes, as many as the text has, and one.
    unsafe {
        spare::append(out, text.len() + 5, |to| {
            to.cast::<[u8; 4]>().write_unaligned((text.len() as u32 + 1).to_le_bytes());
            spare::copy(text, to.add(4));
            to.add(text.len() + 4).write(0);
            text.len() + 5
        });
    }
}

/// The offset of the first zero byte at or after `from`.
#[inline(always)]
pub(super) fn zero(bytes: &[u8], from: usize) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let mut at = from;
    while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*block);
        let zeros = word.wrapping_sub(ONES) & !word & HIGH;
        if zeros != 0 {
            return Some(at + zeros.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    bytes.get(at..)?.iter().position(|&byte| byte == 0).map(|place| at + place)
}

/// Whether a key has a byte that would end it early. `json` is the key as JSON text with three more characters
/// and the quotes, which is longer only if something in it is escaped: nothing is looked at in most keys.
#[inline(always)]
pub(super) fn has_zero(key: &str, json: &str) -> bool {
    json.len() != key.len() + 4 && zero(key.as_bytes(), 0).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec;

    #[test]
    fn zeros_are_found_at_every_place() {
        for length in 0..40 {
            assert_eq!(zero(&vec![0x80; length], 0), None);
            for at in 0..length {
                let mut bytes = vec![0x01; length];
                bytes[at] = 0;
                bytes[length - 1] = 0;
                for from in 0..=at {
                    assert_eq!(zero(&bytes, from), Some(at));
                }
            }
        }
    }

    #[test]
    fn heads_hold_keys_and_indexes() {
        for index in [0, 9, 10, 99, 100, 12345, u32::MAX] {
            let mut out = vec![7];
            item(&mut out, INT32, index, [1, 2, 3, 4]);
            assert_eq!(out, [b"\x07\x10", format!("{index}").as_bytes(), b"\0\x01\x02\x03\x04"].concat());
        }
        let mut out = Vec::new();
        head(&mut out, NULL, b"key");
        string(&mut out, b"text");
        assert_eq!(out, b"\x0akey\0\x05\0\0\0text\0");
        assert!(has_zero("a\0", ",\"a\\u0000\":"));
        assert!(!has_zero("a\"", ",\"a\\\"\":"));
        assert!(!has_zero("a", ",\"a\":"));
    }
}
