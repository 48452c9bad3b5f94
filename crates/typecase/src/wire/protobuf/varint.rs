//! Tags and length prefixes, appended with one check of the capacity each (Protocol Buffers encoding guide, "Message
//! Structure").

use crate::text::spare;
use crate::wire::buffer::Buffer;
pub(super) use crate::wire::varint::{MAX, push, unzigzag, varint, write, zigzag};

/// Wire type 0.
pub(super) const VARINT: u8 = 0;
/// Wire type 1: eight bytes.
pub(super) const FIXED64: u8 = 1;
/// Wire type 2: a length and as many bytes.
pub(super) const LEN: u8 = 2;
/// Wire type 3: the start of a group.
pub(super) const START: u8 = 3;
/// Wire type 4: the end of a group.
pub(super) const END: u8 = 4;
/// Wire type 5: four bytes.
pub(super) const FIXED32: u8 = 5;

/// A tag: the number of a field and a wire type.
#[inline(always)]
pub(super) const fn tag(number: u32, wire: u8) -> u32 {
    number << 3 | wire as u32
}

/// Appends a tag and a varint.
#[inline(always)]
pub(super) fn tag_varint(out: &mut Buffer<'_>, tag: u32, value: u64) {
    // SAFETY: two varints have at most twenty bytes.
    unsafe {
        out.append(2 * MAX, |to| {
            let length = write(to, tag.into());
            length + write(to.add(length), value)
        });
    }
}

/// Appends a tag and bytes.
#[inline(always)]
pub(super) fn tag_fixed<const N: usize>(out: &mut Buffer<'_>, tag: u32, bytes: [u8; N]) {
    // SAFETY: a varint of at most ten bytes, and `N` bytes.
    unsafe {
        out.append(MAX + N, |to| {
            let length = write(to, tag.into());
            to.add(length).cast::<[u8; N]>().write_unaligned(bytes);
            length + N
        });
    }
}

/// Appends a tag, a length, and as many bytes.
#[inline(always)]
pub(super) fn tag_bytes(out: &mut Buffer<'_>, tag: u32, bytes: &[u8]) {
    if tag < 0x80 && bytes.len() < 0x80 {
        return out.two_and_bytes([tag as u8, bytes.len() as u8], bytes);
    }
    long_tag_bytes(out, tag, bytes);
}

/// The same where the tag or the length has more than one byte.
#[inline(never)]
fn long_tag_bytes(out: &mut Buffer<'_>, tag: u32, bytes: &[u8]) {
    // SAFETY: two varints of at most ten bytes each, and the bytes.
    unsafe {
        out.append(2 * MAX + bytes.len(), |to| {
            let mut length = write(to, tag.into());
            length += write(to.add(length), bytes.len() as u64);
            spare::copy(bytes, to.add(length));
            length + bytes.len()
        });
    }
}

/// Appends a tag and a byte for a length that is not known yet, and returns where the content begins.
#[inline(always)]
pub(super) fn tag_length(out: &mut Buffer<'_>, tag: u32) -> usize {
    tag_varint(out, tag, 0);
    out.len()
}

/// Sets the length before what has been appended from `start` on, for which there is one byte so far. Content
/// of 128 bytes and more is moved to make room.
#[inline(always)]
pub(super) fn close_length(out: &mut Buffer<'_>, start: usize) {
    let length = out.len() - start;
    if length < 0x80 {
        out.set(start - 1, length as u8);
    } else {
        long_length(out, start, length);
    }
}

#[inline(never)]
fn long_length(out: &mut Buffer<'_>, start: usize, length: usize) {
    let mut bytes = [0; MAX];
    // SAFETY: there is room for ten bytes.
    let count = unsafe { write(bytes.as_mut_ptr(), length as u64) };
    out.replace(start - 1, 1, &bytes[..count]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn lengths_of_any_size_get_in_front() {
        for length in [0, 1, 127, 128, 129, 16383, 16384, 2_097_151, 2_097_152] {
            let mut out = vec![9];
            let mut buffer = Buffer::new(&mut out);
            let start = tag_length(&mut buffer, 10);
            buffer.bytes(&vec![7; length]);
            close_length(&mut buffer, start);
            buffer.finish();
            let mut expected = vec![9, 10];
            push(&mut expected, length as u64);
            expected.resize(expected.len() + length, 7);
            assert_eq!(out, expected);
        }
    }
}
