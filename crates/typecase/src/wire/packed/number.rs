//! The short form of a number: an integer, or a decimal fraction of up to six digits that divides back to the same double.
//!
//! One product, one rounding and one division decide, in operations that every language with IEEE 754 doubles has, so that
//! all writers agree (`docs/packed.md`, section 4).

/// 10^6, as many times which a number is tried as an integer.
const MILLION: f64 = 1e6;

/// Below this magnitude the product of a fraction with a million is tried.
const FRACTIONS: f64 = (1u64 << 50) as f64;

/// Below this magnitude integers are short.
const INTEGERS: f64 = (1u64 << 48) as f64;

/// What brings a double of magnitude below 2^51 to the nearest integer when it is added and subtracted again.
const ROUNDER: f64 = (3u64 << 51) as f64;

/// The short form of a number: its mantissa, and which of 0, 2, 4 and 6 places it has; `None` if it has none.
#[inline(always)]
pub(super) fn shorten(value: f64) -> Option<(i64, u32)> {
    let product = value * MILLION;
    if product.abs() < FRACTIONS {
        let millionths = (product + ROUNDER) - ROUNDER;
        if millionths / MILLION != value {
            return None;
        }
        // SAFETY: its magnitude is at most 2^50.
        let millionths: i64 = unsafe { millionths.to_int_unchecked() };
        // -0 is none.
        return (millionths != 0 || value.to_bits() == 0).then(|| fewest_places(millionths));
    }
    large_integer(value)
}

/// A large integer, whose product with a million is beyond what is tried.
#[inline(never)]
fn large_integer(value: f64) -> Option<(i64, u32)> {
    if value.abs() < INTEGERS && value as i64 as f64 == value {
        return Some((value as i64, 0));
    }
    None
}

/// A number of millionths with the fewest places that say the same.
#[inline(always)]
fn fewest_places(millionths: i64) -> (i64, u32) {
    if millionths % 10_000 == 0 {
        let hundredths = millionths / 10_000;
        return if hundredths % 100 == 0 { (hundredths / 100, 0) } else { (hundredths, 1) };
    }
    if millionths % 100 == 0 { (millionths / 100, 2) } else { (millionths, 3) }
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
            let expected = if value == 1e15 { None } else { Some(expected) };
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
                    assert_eq!(lengthen(short, bits).to_bits(), value.to_bits());
                    assert!(bits as usize <= index && (bits == 0 || short % 100 != 0), "{value}");
                }
            }
        }
    }
}
