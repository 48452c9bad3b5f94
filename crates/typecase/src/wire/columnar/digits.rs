//! Integers as base-64 digits of a fixed number (RFC 4648, section 4, gives the alphabet), the first digit the
//! highest, and booleans as six bits a digit, the first in the highest bit.
//!
//! A column is read with one table lookup a digit. What is wrong is only noted then, in one byte for the whole
//! column, and looked for afterwards.

use alloc::vec::Vec;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What is no digit.
const WRONG: u8 = 0xff;

const VALUES: [u8; 256] = {
    let mut values = [WRONG; 256];
    let mut at = 0;
    while at < 64 {
        values[DIGITS[at] as usize] = at as u8;
        at += 1;
    }
    values
};

/// The most digits of an integer of 64 bits.
pub(super) const MOST: usize = 11;

/// How many digits hold every integer up to `greatest`; at least one.
pub(super) fn width(greatest: u64) -> usize {
    (64 - greatest.leading_zeros() as usize).div_ceil(6).max(1)
}

/// Appends integers, none of which needs more than `width` digits.
pub(super) fn write(out: &mut Vec<u8>, values: impl ExactSizeIterator<Item = u64>, width: usize) {
    match width {
        0 => {}
        1 => out.extend(values.map(|value| DIGITS[value as usize & 63])),
        2 => write_width::<2>(out, values),
        3 => write_width::<3>(out, values),
        4 => write_width::<4>(out, values),
        5 => write_width::<5>(out, values),
        6 => write_width::<6>(out, values),
        7 => write_width::<7>(out, values),
        8 => write_width::<8>(out, values),
        9 => write_width::<9>(out, values),
        10 => write_width::<10>(out, values),
        _ => write_width::<11>(out, values),
    }
}

fn write_width<const W: usize>(out: &mut Vec<u8>, values: impl ExactSizeIterator<Item = u64>) {
    let start = out.len();
    out.resize(start + values.len() * W, 0);
    for (digits, value) in out[start..].as_chunks_mut::<W>().0.iter_mut().zip(values) {
        for (at, digit) in digits.iter_mut().rev().enumerate() {
            *digit = DIGITS[(value >> (6 * at)) as usize & 63];
        }
    }
}

/// Gives the integers of a column, whose bytes are a multiple of `width`, to `take`.
///
/// # Errors
/// The place of a byte that is no digit, or of the first digit of an integer beyond 64 bits.
pub(super) fn read(digits: &[u8], width: usize, take: impl FnMut(u64)) -> Result<(), usize> {
    match width {
        1 => read_width::<1>(digits, take),
        2 => read_width::<2>(digits, take),
        3 => read_width::<3>(digits, take),
        4 => read_width::<4>(digits, take),
        5 => read_width::<5>(digits, take),
        6 => read_width::<6>(digits, take),
        7 => read_width::<7>(digits, take),
        8 => read_width::<8>(digits, take),
        9 => read_width::<9>(digits, take),
        10 => read_width::<10>(digits, take),
        _ => read_width::<11>(digits, take),
    }
}

#[inline]
fn read_width<const W: usize>(digits: &[u8], mut take: impl FnMut(u64)) -> Result<(), usize> {
    let mut seen = 0;
    for digits in digits.as_chunks::<W>().0 {
        let mut value = 0;
        for &digit in digits {
            let digit = VALUES[usize::from(digit)];
            seen |= digit;
            value = value << 6 | u64::from(digit);
        }
        if W == MOST && VALUES[usize::from(digits[0])] > 15 {
            seen = WRONG;
        }
        take(value);
    }
    if seen > 63 { Err(wrong(digits, W)) } else { Ok(()) }
}

#[cold]
fn wrong(digits: &[u8], width: usize) -> usize {
    let is_wrong = |(at, &digit): (usize, &u8)| match VALUES[usize::from(digit)] {
        WRONG => true,
        value => width == MOST && at % MOST == 0 && value > 15,
    };
    digits.iter().enumerate().position(|(at, digit)| is_wrong((at, digit))).unwrap_or(0)
}

/// How many digits so many booleans take.
pub(super) fn of_bits(count: usize) -> usize {
    count.div_ceil(6)
}

/// Appends booleans, given as 0 and 1.
pub(super) fn write_bits(out: &mut Vec<u8>, values: &[i64]) {
    out.extend(values.chunks(6).map(|six| {
        let bits = six.iter().enumerate().fold(0, |bits, (at, &value)| bits | (value as usize & 1) << (5 - at));
        DIGITS[bits]
    }));
}

/// Gives so many booleans as 0 and 1 to `take`.
///
/// # Errors
/// The place of a byte that is no digit, or of bits beyond the last boolean.
pub(super) fn read_bits(digits: &[u8], count: usize, mut take: impl FnMut(i64)) -> Result<(), usize> {
    let mut left = count;
    for (at, &digit) in digits.iter().enumerate() {
        let bits = VALUES[usize::from(digit)];
        let here = left.min(6);
        if bits == WRONG || bits & ((1 << (6 - here)) - 1) != 0 {
            return Err(at);
        }
        for bit in 0..here {
            take(i64::from(bits >> (5 - bit) & 1));
        }
        left -= here;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_width_come_back() {
        for width in 1..=MOST {
            let greatest = if width == MOST { u64::MAX } else { (1 << (6 * width)) - 1 };
            let values = [0, 1, greatest / 3, greatest - 1, greatest];
            let mut out = Vec::new();
            write(&mut out, values.iter().copied(), width);
            assert_eq!(out.len(), values.len() * width);
            let mut back = Vec::new();
            assert_eq!(read(&out, width, |value| back.push(value)), Ok(()));
            assert_eq!(back, values);
            assert_eq!(self::width(greatest), width);
            for place in [0, out.len() - 1] {
                let mut wrong = out.clone();
                wrong[place] = b'=';
                assert_eq!(read(&wrong, width, |_| {}), Err(place));
            }
        }
        assert_eq!(width(0), 1);
        assert_eq!(read(b"QAAAAAAAAAA", MOST, |_| {}), Err(0));
    }

    #[test]
    fn booleans_come_back_and_nothing_follows_them() {
        for count in 0..20 {
            let values: Vec<i64> = (0..count).map(|at| i64::from(at % 3 == 0)).collect();
            let mut out = Vec::new();
            write_bits(&mut out, &values);
            assert_eq!(out.len(), of_bits(values.len()));
            let mut back = Vec::new();
            assert_eq!(read_bits(&out, values.len(), |value| back.push(value)), Ok(()));
            assert_eq!(back, values);
        }
        assert_eq!(read_bits(b"B", 5, |_| {}), Err(0));
        assert_eq!(read_bits(b"A=", 7, |_| {}), Err(1));
    }
}
