//! The heads of MessagePack values: what begins a value on the wire, in its smallest form.

use super::Style;
use super::heads::*;
use super::write::is_narrow;
use crate::wire::buffer::Buffer;
use crate::wire::integral::integer;

/// The head and the number of bytes behind it for a number above 127, by the number of its significant bits.
static UINT: [(u8, u8); 65] = {
    let mut table = [(UINT64, 8); 65];
    let mut bits = 0;
    while bits <= 32 {
        table[bits] = match bits {
            0..=8 => (UINT8, 1),
            9..=16 => (UINT16, 2),
            _ => (UINT32, 4),
        };
        bits += 1;
    }
    table
};

/// Appends MessagePack values, or their heads.
pub(super) trait Put {
    /// An unsigned integer above 127.
    fn large_uint(&mut self, value: u64);
    /// A negative integer.
    fn negative(&mut self, value: i64);
    /// A double.
    fn double(&mut self, value: f64);
    /// A string.
    fn text(&mut self, text: &str);
    /// The head of a list of so many items.
    fn array(&mut self, length: usize);
    /// The head of a map of so many entries.
    fn map(&mut self, length: usize);
    /// A head with 16 bits of length, or the next one with 32.
    fn large(&mut self, head: u8, length: usize);
    /// A byte string.
    fn binary(&mut self, bytes: &[u8]);
    /// The head of an extension with so many bytes; `fix` allows the forms without a length.
    fn extension(&mut self, ty: i8, length: usize, fix: bool);
}

impl Put for Buffer<'_> {
    #[inline(always)]
    fn large_uint(&mut self, value: u64) {
        let (head, width) = UINT[64 - value.leading_zeros() as usize];
        self.byte_and_number(head, value, width);
    }

    #[inline(always)]
    fn negative(&mut self, value: i64) {
        if value >= -32 {
            return self.byte(value as u8);
        }
        let (head, width) = large_negative(value);
        self.byte_and_number(head, value as u64, width);
    }

    #[inline(always)]
    fn double(&mut self, value: f64) {
        self.byte_and_array(FLOAT64, value.to_be_bytes());
    }

    #[inline(always)]
    fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        if bytes.len() < 32 {
            self.byte_and_bytes(FIXSTR | bytes.len() as u8, bytes);
        } else {
            long_text(self, bytes);
        }
    }

    #[inline(always)]
    fn array(&mut self, length: usize) {
        if length < 16 { self.byte(FIXARRAY | length as u8) } else { self.large(ARRAY16, length) }
    }

    #[inline(always)]
    fn map(&mut self, length: usize) {
        if length < 16 { self.byte(FIXMAP | length as u8) } else { self.large(MAP16, length) }
    }

    #[inline(always)]
    fn large(&mut self, head: u8, length: usize) {
        match u16::try_from(length) {
            Ok(length) => self.byte_and_array(head, length.to_be_bytes()),
            Err(_) => self.byte_and_array(head + 1, (length as u32).to_be_bytes()),
        }
    }

    fn binary(&mut self, bytes: &[u8]) {
        match bytes.len() {
            0..=0xff => self.byte_and_array(BIN8, [bytes.len() as u8]),
            length => self.large(BIN16, length),
        }
        self.bytes(bytes);
    }

    fn extension(&mut self, ty: i8, length: usize, fix: bool) {
        let fixed = match length {
            1 => FIXEXT1,
            2 => FIXEXT2,
            4 => FIXEXT4,
            8 => FIXEXT8,
            16 => FIXEXT16,
            _ => 0,
        };
        match length {
            _ if fix && fixed != 0 => self.byte(fixed),
            0..=0xff => self.byte_and_array(EXT8, [length as u8]),
            _ => self.large(EXT16, length),
        }
        self.byte(ty as u8);
    }
}

/// The head and the number of bytes behind it for an integer below -32.
#[inline(always)]
fn large_negative(value: i64) -> (u8, u8) {
    match value {
        -0x80.. => (INT8, 1),
        -0x8000.. => (INT16, 2),
        -0x8000_0000.. => (INT32, 4),
        _ => (INT64, 8),
    }
}

/// A number that may be without a fraction, as a byte and the number of bytes behind it, which are the lowest of the
/// last one.
///
/// It gives what is to be written rather than write it, so that the end of the buffer can stay in registers.
#[inline(never)]
pub(super) fn number(value: f64, style: Style, small: u64) -> (u8, u8, u64) {
    let integer = match (integer(value), style) {
        (Some(0), Style::Smallest) if value.is_sign_negative() => None,
        (Some(integer), Style::Msgpackr { .. }) if !is_narrow(integer) => None,
        (integer, _) => integer,
    };
    let Some(integer) = integer else { return (FLOAT64, 8, value.to_bits()) };
    let bits = integer as u64;
    let (head, width) = match integer {
        -32..0 => (integer as u8, 0),
        ..-32 => large_negative(integer),
        _ if bits < small => (integer as u8, 0),
        _ => UINT[64 - bits.leading_zeros() as usize],
    };
    (head, width, bits)
}

#[inline(always)]
fn long_text(out: &mut Buffer<'_>, bytes: &[u8]) {
    match bytes.len() {
        0..=0xff => out.byte_and_array(STR8, [bytes.len() as u8]),
        length => out.large(STR16, length),
    }
    out.many_bytes(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn written(write: impl FnOnce(&mut Buffer<'_>)) -> Vec<u8> {
        let mut out = Vec::new();
        let mut buffer = Buffer::new(&mut out);
        write(&mut buffer);
        buffer.finish();
        out
    }

    #[test]
    fn integers_take_their_smallest_form() {
        for shift in 7..64 {
            for value in [1u64 << shift, (1 << shift) + 1, (1u64 << shift).wrapping_mul(2).wrapping_sub(1)] {
                let (head, bytes) = match value {
                    0..=0xff => (0xcc, 1),
                    0x100..=0xffff => (0xcd, 2),
                    0x1_0000..=0xffff_ffff => (0xce, 4),
                    _ => (0xcf, 8),
                };
                let out = written(|out| out.large_uint(value));
                assert_eq!(out[0], head, "{value}");
                assert_eq!(out[1..], value.to_be_bytes()[8 - bytes..]);
            }
        }
        let negative = |value: i64| written(|out| out.negative(value));
        assert_eq!(negative(-1), [0xff]);
        assert_eq!(negative(-32), [0xe0]);
        assert_eq!(negative(-33), [0xd0, 0xdf]);
        assert_eq!(negative(-129), [0xd1, 0xff, 0x7f]);
        assert_eq!(negative(-32_769), [0xd2, 0xff, 0xff, 0x7f, 0xff]);
        assert_eq!(negative(i64::MIN), [0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn lengths_take_their_smallest_form() {
        assert_eq!(written(|out| out.array(15)), [0x9f]);
        assert_eq!(written(|out| out.array(16)), [0xdc, 0, 16]);
        assert_eq!(written(|out| out.map(0x1_0000)), [0xdf, 0, 1, 0, 0]);
        assert_eq!(written(|out| out.text(&"x".repeat(31)))[0], 0xbf);
        assert_eq!(written(|out| out.text(&"x".repeat(32)))[..2], [0xd9, 32]);
        assert_eq!(written(|out| out.text(&"x".repeat(256)))[..3], [0xda, 1, 0]);
        assert_eq!(written(|out| out.text(&"x".repeat(0x1_0000)))[..5], [0xdb, 0, 1, 0, 0]);
        assert_eq!(written(|out| out.binary(&[0; 256]))[..3], [0xc5, 1, 0]);
        assert_eq!(written(|out| out.extension(5, 16, true)), [0xd8, 5]);
        assert_eq!(written(|out| out.extension(5, 16, false)), [0xc7, 16, 5]);
        assert_eq!(written(|out| out.extension(-5, 0x1_0000, true)), [0xc9, 0, 1, 0, 0, 0xfb]);
    }
}
