//! Whether a number is an integer, as wires ask that write integers in fewer bytes.

/// The integer up to which every integer is a double.
const SAFE: f64 = 9_007_199_254_740_992.0;

/// Whether a number has a fraction, at a glance: two comparisons in place of conversions there and back. `false`
/// says nothing.
#[inline(always)]
pub(super) fn has_fraction(value: f64) -> bool {
    let bits = value.to_bits();
    // Below 2^33 the lowest 20 bits of the mantissa stand for parts of one, and a fraction that is not a short sum
    // of powers of two has some of them set.
    bits & 0xf_ffff != 0 && bits << 1 < (1023 + 33) << 53
}

/// The integer that a number is, if it has no fraction and is within 2^53; -0 is 0.
#[inline(always)]
pub(super) fn integer(value: f64) -> Option<i64> {
    if value.abs() <= SAFE {
        // SAFETY: the number is in the range of the type.
        let integer = unsafe { value.to_int_unchecked::<i64>() };
        if integer as f64 == value {
            return Some(integer);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_told_from_all_else() {
        for exponent in 0..=53 {
            for offset in -3i64..=3 {
                for sign in [1, -1] {
                    let value = ((1i64 << exponent) + offset) * sign;
                    if value.abs() <= 1 << 53 {
                        assert_eq!(integer(value as f64), Some(value));
                    }
                }
            }
            let power = (1u64 << exponent) as f64;
            for beside in [power.next_up(), power.next_down(), power + 0.5, power + 0.25, power * 1.000_000_1] {
                let expected = (beside.trunc() == beside && beside <= SAFE).then_some(beside as i64);
                assert_eq!(integer(beside), expected, "{beside}");
                assert_eq!(integer(-beside), expected.map(|value| -value), "-{beside}");
                assert!(!has_fraction(beside) || beside.fract() != 0.0, "{beside}");
                assert!(!has_fraction(-beside) || beside.fract() != 0.0, "-{beside}");
            }
        }
        assert_eq!((integer(0.0), integer(-0.0)), (Some(0), Some(0)));
        for other in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e300, SAFE.next_up(), 0.1, 5e-324, f64::MIN_POSITIVE] {
            assert_eq!(integer(other), None, "{other}");
        }
        for tenths in 0..100_000 {
            let value = f64::from(tenths) / 10.0;
            assert_eq!(has_fraction(value), tenths % 10 != 0 && tenths % 5 != 0, "{value}");
            assert!(!has_fraction(f64::from(tenths) * 1e7));
        }
    }
}
