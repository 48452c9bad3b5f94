//! The short form of a number: an integer, or a decimal fraction of up to six digits that divides back to the same double.
//!
//! One product, one rounding and one division decide, in operations that every language with IEEE 754 doubles has, so that
//! all writers agree (`docs/packed.md`, section 4).

use crate::wire::varint::zigzag;

/// 10^6, as many times which a number is tried as an integer.
const MILLION: f64 = 1e6;

/// Below this magnitude the product of a fraction with a million is tried.
const FRACTIONS: f64 = (1u64 << 50) as f64;

/// Below this magnitude integers are short.
const INTEGERS: f64 = (1u64 << 48) as f64;

/// What brings a double of magnitude below 2^51 to the nearest integer when it is added and subtracted again.
const ROUNDER: f64 = (3u64 << 51) as f64;

/// How far the product of a short number with a million is from an integer at most, as a part of it. The division that
/// makes the number and the product round by 2^-53 of their result each; this is twice as much as both.
const NEAR: f64 = 1.0 / (1u64 << 51) as f64;

/// Whether all of some numbers are raw for certain, which is found out without a division. Numbers of which it is not
/// certain may be raw too.
#[inline(always)]
pub(super) fn are_raw<const N: usize>(values: &[f64; N]) -> bool {
    // Masks rather than conditions, so that the compiler tests several at once. Of products from 2^50 on none is far enough
    // from an integer, or none at all where they are so large that the rounding is not one to integers.
    let mut all = u64::MAX;
    for value in values {
        let product = value * MILLION;
        let distance = (product - ((product + ROUNDER) - ROUNDER)).abs();
        all &= u64::from(distance > product.abs() * NEAR).wrapping_neg();
    }
    all != 0
}

/// The short form of a number: its mantissa in zigzag, and which of 0, 2, 4 and 6 places it has; `None` if it has none.
#[inline(always)]
pub(super) fn shorten(value: f64) -> Option<(u64, u32)> {
    let product = value * MILLION;
    if product.abs() < FRACTIONS {
        let millionths = (product + ROUNDER) - ROUNDER;
        if millionths / MILLION != value {
            return None;
        }
        // SAFETY: its magnitude is at most 2^50.
        let millionths: i64 = unsafe { millionths.to_int_unchecked() };
        let (magnitude, places) = fewest_places(millionths.unsigned_abs());
        // -0 is none.
        let is_short = magnitude != 0 || value.to_bits() == 0;
        return is_short.then_some(((magnitude << 1).wrapping_sub(u64::from(millionths < 0)), places));
    }
    large_integer(value)
}

/// A large integer, whose product with a million is beyond what is tried.
#[inline(never)]
fn large_integer(value: f64) -> Option<(u64, u32)> {
    if value.abs() < INTEGERS && value as i64 as f64 == value {
        return Some((zigzag(value as i64), 0));
    }
    None
}

/// A number of millionths with the fewest places that say the same.
#[inline(always)]
fn fewest_places(millionths: u64) -> (u64, u32) {
    match exact_ten_thousandth(millionths) {
        Some(hundredths) => match exact_hundredth(hundredths) {
            Some(integer) => (integer, 0),
            None => (hundredths, 1),
        },
        None => match exact_hundredth(millionths) {
            Some(ten_thousandths) => (ten_thousandths, 2),
            None => (millionths, 3),
        },
    }
}

/// A number divided by 100, if that leaves nothing: the product with the inverse of 25 modulo 2^64, turned by the two bits
/// of 4, is the quotient then, and otherwise more than any quotient (Granlund and Montgomery, "Division by Invariant
/// Integers using Multiplication", section 9).
#[inline(always)]
fn exact_hundredth(number: u64) -> Option<u64> {
    const INVERSE: u64 = inverse(25);
    let quotient = number.wrapping_mul(INVERSE).rotate_right(2);
    (quotient <= u64::MAX / 100).then_some(quotient)
}

/// The same for 10,000, which is 625 times 16.
#[inline(always)]
fn exact_ten_thousandth(number: u64) -> Option<u64> {
    const INVERSE: u64 = inverse(625);
    let quotient = number.wrapping_mul(INVERSE).rotate_right(4);
    (quotient <= u64::MAX / 10_000).then_some(quotient)
}

/// What an odd number is multiplied with to make 1 modulo 2^64.
const fn inverse(odd: u64) -> u64 {
    // Of three bits the number is its own inverse; each step doubles how many are right.
    let (mut inverse, mut bits) = (odd, 3);
    while bits < 64 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        bits *= 2;
    }
    inverse
}

/// The number that a short form stands for.
#[inline(always)]
pub(super) fn lengthen(mantissa: i64, places: u32) -> f64 {
    const SCALES: [f64; 4] = [1.0, 1e2, 1e4, 1e6];
    mantissa as f64 / SCALES[(places & 3) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::varint::unzigzag;

    #[test]
    fn decimals_are_short_and_come_back() {
        for (value, expected) in [
            (0.0, (0, 0)),
            (1.0, (1, 0)),
            (-57.0, (-57, 0)),
            (8354.69, (835_469, 1)),
            (0.5, (50, 1)),
            (-0.125, (-1250, 2)),
            (48.858_222, (48_858_222, 3)),
            (0.000_001, (1, 3)),
            (1e15, (0, 0)),
            (1_700_000_001_000.0, (1_700_000_001_000, 0)),
            (281_474_976_710_655.0, (281_474_976_710_655, 0)),
        ] {
            let (mantissa, places) = expected;
            let expected = if value == 1e15 { None } else { Some((zigzag(mantissa), places)) };
            assert_eq!(shorten(value), expected, "{value}");
        }
        for other in [-0.0, 0.1 + 0.2, 1e-7, f64::NAN, f64::INFINITY, 1e300, 5e-324, 281_474_976_710_656.0, 1e10 + 0.5]
        {
            assert_eq!(shorten(other), None, "{other}");
        }
    }

    /// Whatever places a decimal is written with, its short form is the one with the fewest.
    #[test]
    fn one_value_has_one_form() {
        for mantissa in (0..3000i64).chain([99_999_999, 123_456_789_012, (1 << 50) - 1, (1 << 50) + 1]) {
            for (index, places) in [0, 2, 4, 6].iter().enumerate() {
                for sign in [1, -1] {
                    let value = lengthen(sign * mantissa, index as u32);
                    if mantissa == 0 && sign < 0 {
                        continue;
                    }
                    let Some((short, bits)) = shorten(value) else {
                        assert!(mantissa >= 1 << 48 || (mantissa as f64) * 10f64.powi(6 - places) >= FRACTIONS);
                        continue;
                    };
                    let short = unzigzag(short);
                    assert_eq!(lengthen(short, bits).to_bits(), value.to_bits());
                    assert!(bits as usize <= index && (bits == 0 || short % 100 != 0), "{value}");
                }
            }
        }
    }

    #[test]
    fn exact_quotients_are_those_of_a_division() {
        for number in (0..30_000).chain([1 << 50, (1 << 50) - 10_000, u64::MAX, u64::MAX / 10_000 * 10_000]) {
            assert_eq!(exact_hundredth(number), number.is_multiple_of(100).then_some(number / 100), "{number}");
            let expected = number.is_multiple_of(10_000).then_some(number / 10_000);
            assert_eq!(exact_ten_thousandth(number), expected, "{number}");
        }
    }

    /// No short number is taken for a raw one, wherever the rounding falls; and of random doubles almost all are known to be
    /// raw.
    #[test]
    fn what_is_raw_for_certain_has_no_short_form() {
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let mut known = 0;
        for round in 0..200_000 {
            let mantissa = (next() >> (14 + round % 50)) as i64;
            let value = lengthen(mantissa, (round % 4) as u32);
            if shorten(value).is_some() {
                for near in
                    [value, -value, f64::from_bits(value.to_bits() + 1), f64::from_bits(value.to_bits().max(1) - 1)]
                {
                    assert!(shorten(near).is_none() || !are_raw(&[near]), "{near}");
                }
            }
            let random = (next() >> 11) as f64 / (1u64 << 43) as f64;
            assert!(shorten(random).is_none() || !are_raw(&[random]), "{random}");
            known += u32::from(are_raw(&[random]));
        }
        assert!(known > 199_000, "{known}");
        for other in [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, 5e-324, 1e15] {
            assert!(shorten(other).is_none() || !are_raw(&[other]), "{other}");
        }
        assert!(are_raw(&[1.0 / 3.0; 8]) && !are_raw(&[1.0 / 3.0, 0.5]));
    }
}
