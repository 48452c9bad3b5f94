//! Integers as base-64 digits of a fixed number (RFC 4648, section 4, gives the alphabet), the first digit the
//! highest, and booleans as six bits a digit, the first in the highest bit.
//!
//! A column is read with one table lookup a digit. What is wrong is only noted then, in one bit for the whole column,
//! and looked for afterwards.

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

/// How many digits are put together without a shift: those of an integer of 32 bits that leave one for what is wrong.
const TOGETHER: usize = 5;

/// Set in what is no digit, at every place.
const WRONG_BIT: u32 = 1 << 31;

/// What a digit is worth at each of the last places of an integer, the last one first.
const WORTH: [[u32; 256]; TOGETHER] = {
    let mut worth = [[WRONG_BIT; 256]; TOGETHER];
    let mut place = 0;
    while place < TOGETHER {
        let mut at = 0;
        while at < 64 {
            worth[place][DIGITS[at] as usize] = (at as u32) << (6 * place);
            at += 1;
        }
        place += 1;
    }
    worth
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

/// Appends what `map` makes of the integers of a column, whose bytes are a multiple of `width`, and gives the greatest
/// of them.
///
/// # Errors
/// The place of a byte that is no digit, or of the first digit of an integer beyond 64 bits.
pub(super) fn read<T>(digits: &[u8], width: usize, out: &mut Vec<T>, map: impl FnMut(u64) -> T) -> Result<u64, usize> {
    match width {
        1 => read_width::<1, T>(digits, out, map),
        2 => read_width::<2, T>(digits, out, map),
        3 => read_width::<3, T>(digits, out, map),
        4 => read_width::<4, T>(digits, out, map),
        5 => read_width::<5, T>(digits, out, map),
        6 => read_width::<6, T>(digits, out, map),
        7 => read_width::<7, T>(digits, out, map),
        8 => read_width::<8, T>(digits, out, map),
        9 => read_width::<9, T>(digits, out, map),
        10 => read_width::<10, T>(digits, out, map),
        _ => read_width::<11, T>(digits, out, map),
    }
}

#[inline(always)]
fn read_width<const W: usize, T>(digits: &[u8], out: &mut Vec<T>, mut map: impl FnMut(u64) -> T) -> Result<u64, usize> {
    let (mut seen, mut greatest) = (0, 0);
    // The length is known, so that the room for all of them is made once.
    out.extend(digits.as_chunks::<W>().0.iter().map(|digits| {
        let mut value = 0;
        for some in digits.rchunks(TOGETHER).rev() {
            let worth = some.iter().rev().zip(&WORTH).fold(0, |worth, (&digit, at)| worth | at[usize::from(digit)]);
            seen |= worth;
            value = value << (6 * TOGETHER) | u64::from(worth);
        }
        if W == MOST && WORTH[0][usize::from(digits[0])] > 15 {
            seen = WRONG_BIT;
        }
        greatest = greatest.max(value);
        map(value)
    }));
    if seen & WRONG_BIT != 0 { Err(wrong(digits, W)) } else { Ok(greatest) }
}

/// Appends the values of a table that have the indexes of a column, each of one or two digits, and gives the greatest
/// index; in place of what the table has no value for there is its last one.
///
/// # Errors
/// The place of a byte that is no digit; 0 if the table is empty.
pub(super) fn look_up<T: Copy>(digits: &[u8], width: usize, table: &[T], out: &mut Vec<T>) -> Result<usize, usize> {
    let Some(last) = table.len().checked_sub(1) else { return Err(0) };
    // What is no digit is greater than all indexes.
    let mut greatest = 0;
    let mut value = |index: u32| {
        greatest = greatest.max(index);
        table[(index as usize).min(last)]
    };
    match width {
        1 => out.extend(digits.iter().map(|&digit| value(WORTH[0][usize::from(digit)]))),
        _ => out.extend(
            digits
                .as_chunks::<2>()
                .0
                .iter()
                .map(|&[high, low]| value(WORTH[1][usize::from(high)] | WORTH[0][usize::from(low)])),
        ),
    }
    if greatest & WRONG_BIT != 0 { Err(wrong(digits, width)) } else { Ok(greatest as usize) }
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
            assert_eq!(read(&out, width, &mut back, |value| value), Ok(greatest));
            assert_eq!(back, values);
            assert_eq!(self::width(greatest), width);
            for place in [0, out.len() - 1] {
                let mut wrong = out.clone();
                wrong[place] = b'=';
                assert_eq!(read(&wrong, width, &mut Vec::new(), |value| value), Err(place));
            }
        }
        assert_eq!(width(0), 1);
        assert_eq!(read(b"QAAAAAAAAAA", MOST, &mut Vec::new(), |value| value), Err(0));
    }

    #[test]
    fn indexes_give_the_values_of_a_table() {
        for (width, count) in [(1, 64), (2, 4096)] {
            let table: Vec<u64> = (0..count).map(|at| at * 7).collect();
            let (mut out, mut back) = (Vec::new(), Vec::new());
            write(&mut out, [0, 5, count - 1, 3].into_iter(), width);
            assert_eq!(look_up(&out, width, &table, &mut back), Ok(count as usize - 1));
            assert_eq!(back, [0, 35, (count - 1) * 7, 21]);
            // The greatest index tells that there was none of these.
            back.clear();
            assert_eq!(look_up(&out, width, &table[..5], &mut back), Ok(count as usize - 1));
            assert_eq!(back, [0, 28, 28, 21]);
            assert_eq!(look_up(&out, width, &table[..0], &mut back), Err(0));
            out[width] = b' ';
            assert_eq!(look_up(&out, width, &table, &mut back), Err(width));
        }
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
