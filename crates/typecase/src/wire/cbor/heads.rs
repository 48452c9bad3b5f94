//! The first bytes of CBOR items (RFC 8949, section 3), and how they are written in their shortest form.

use crate::wire::buffer::Buffer;

/// Major types, as they stand in the upper three bits of the first byte.
pub(super) const UINT: u8 = 0x00;
pub(super) const NEGATIVE: u8 = 0x20;
pub(super) const BYTES: u8 = 0x40;
pub(super) const TEXT: u8 = 0x60;
pub(super) const ARRAY: u8 = 0x80;
pub(super) const MAP: u8 = 0xa0;
pub(super) const TAG: u8 = 0xc0;
pub(super) const SIMPLE: u8 = 0xe0;

pub(super) const FALSE: u8 = 0xf4;
pub(super) const TRUE: u8 = 0xf5;
pub(super) const NULL: u8 = 0xf6;
pub(super) const UNDEFINED: u8 = 0xf7;
/// A simple value whose number is in the next byte.
pub(super) const SIMPLE_BYTE: u8 = 0xf8;
pub(super) const HALF: u8 = 0xf9;
pub(super) const SINGLE: u8 = 0xfa;
pub(super) const DOUBLE: u8 = 0xfb;
/// Ends what has no length.
pub(super) const BREAK: u8 = 0xff;

/// The lower five bits of a first byte whose argument is not in a head of its own.
pub(super) const INDEFINITE: u8 = 31;

/// The tags that have a meaning here.
pub(super) mod tag {
    /// A date as text (RFC 3339).
    pub const DATE_TEXT: u64 = 0;
    /// Seconds since 1970-01-01T00:00Z.
    pub const EPOCH: u64 = 1;
    /// An integer that is not negative, as bytes.
    pub const BIG_POSITIVE: u64 = 2;
    /// A negative integer, as the bytes of -1 - n.
    pub const BIG_NEGATIVE: u64 = 3;
    /// A string that has occurred, by its number (<http://cbor.schmorp.de/stringref>).
    pub const STRING_REFERENCE: u64 = 25;
    /// An object of a class, `[name, arguments…]`: cbor-x writes expressions and errors so.
    pub const OBJECT: u64 = 27;
    /// cbor-x: a value that has been marked, by its number.
    pub const SHARED_REFERENCE: u64 = 29;
    /// A typed array of bytes; 64 to 87 are all typed arrays (RFC 8746).
    pub const UINT8_ARRAY: u64 = 64;
    /// cbor-x: an older form of [`RECORD_DEFINITION`].
    pub const OLD_RECORD_DEFINITION: u64 = 105;
    /// The strings in the value may be referred to.
    pub const STRING_NAMESPACE: u64 = 256;
    /// A set (the registration of the IANA).
    pub const SET: u64 = 258;
    /// A map with keys of any type, which is not an object.
    pub const MAP: u64 = 259;
    /// This is CBOR (RFC 8949, section 3.4.6).
    pub const SELF_DESCRIBED: u64 = 55_799;
    /// cbor-x: definitions of several records, and a value.
    pub const RECORD_DEFINITIONS: u64 = 0xdffe;
    /// cbor-x: the definition of a record, and its values.
    pub const RECORD_DEFINITION: u64 = 0xdfff;
    /// cbor-x: the values of the record with id 0; the tags that follow are those of the other ids.
    pub const FIRST_RECORD: u64 = 0xe000;
    /// cbor-x: the values of the last possible record.
    pub const LAST_RECORD: u64 = 0xffff;
}

/// The lower five bits of a head, and how many bytes of argument follow, by the number of significant bits of
/// an argument above 23.
static ARGUMENT: [(u8, u8); 65] = {
    let mut table = [(27, 8); 65];
    let mut bits = 0;
    while bits <= 32 {
        table[bits] = match bits {
            0..=8 => (24, 1),
            9..=16 => (25, 2),
            _ => (26, 4),
        };
        bits += 1;
    }
    table
};

/// Writes a head in its shortest form.
#[inline(always)]
pub(super) fn head(out: &mut Buffer<'_>, major: u8, argument: u64) {
    if argument < 24 {
        return out.byte(major | argument as u8);
    }
    let (info, width) = ARGUMENT[64 - argument.leading_zeros() as usize];
    out.byte_and_number(major | info, argument, width);
}

/// How many bytes a head takes in its shortest form.
pub(super) fn head_length(argument: u64) -> usize {
    if argument < 24 { 1 } else { 1 + usize::from(ARGUMENT[64 - argument.leading_zeros() as usize].1) }
}

/// Writes a text string.
#[inline(always)]
pub(super) fn text(out: &mut Buffer<'_>, text: &str) {
    if text.len() < 24 {
        return out.byte_and_bytes(TEXT | text.len() as u8, text.as_bytes());
    }
    long_text(out, text);
}

#[inline(always)]
fn long_text(out: &mut Buffer<'_>, text: &str) {
    head(out, TEXT, text.len() as u64);
    out.many_bytes(text.as_bytes());
}

/// Writes a byte string.
pub(super) fn bytes(out: &mut Buffer<'_>, bytes: &[u8]) {
    head(out, BYTES, bytes.len() as u64);
    out.bytes(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn heads_are_as_short_as_they_can_be() {
        let cases: [(u64, &[u8]); 9] = [
            (0, &[0x40]),
            (23, &[0x57]),
            (24, &[0x58, 24]),
            (255, &[0x58, 255]),
            (256, &[0x59, 1, 0]),
            (65_535, &[0x59, 255, 255]),
            (65_536, &[0x5a, 0, 1, 0, 0]),
            (u64::from(u32::MAX), &[0x5a, 255, 255, 255, 255]),
            (1 << 32, &[0x5b, 0, 0, 0, 1, 0, 0, 0, 0]),
        ];
        for (argument, expected) in cases {
            let mut out = Vec::new();
            let mut buffer = Buffer::new(&mut out);
            head(&mut buffer, BYTES, argument);
            assert_eq!(buffer.finish(), expected);
            assert_eq!(head_length(argument), expected.len());
        }
    }
}
