//! Floats of 16, 32 and 64 bits (RFC 8949, section 3.3, and IEEE 754): all are doubles here, bit by bit, so
//! that the payload of a NaN stays what it is.

use super::heads::{DOUBLE, HALF, SINGLE};
use crate::wire::buffer::Buffer;

const EXPONENT: u64 = 0x7ff << 52;

/// The double of a half.
pub(super) fn from_half(half: u16) -> f64 {
    let (exponent, mantissa) = (half >> 10 & 0x1f, half & 0x3ff);
    let magnitude = match exponent {
        // 2^-24 for each unit; such small integers have exact doubles.
        0 => f64::from(mantissa) / f64::from(1 << 24),
        31 => f64::from_bits(EXPONENT | u64::from(mantissa) << 42),
        _ => f64::from_bits((u64::from(exponent) + 1023 - 15) << 52 | u64::from(mantissa) << 42),
    };
    f64::from_bits(magnitude.to_bits() | u64::from(half >> 15) << 63)
}

/// The double of a single.
pub(super) fn from_single(single: u32) -> f64 {
    let value = f32::from_bits(single);
    if value.is_nan() {
        let mantissa = u64::from(single & 0x7f_ffff) << 29;
        return f64::from_bits(u64::from(single >> 31) << 63 | EXPONENT | mantissa);
    }
    f64::from(value)
}

/// The single with the same value and, for a NaN, the same payload, if there is one.
pub(super) fn to_single(value: f64) -> Option<u32> {
    let bits = value.to_bits();
    if value.is_nan() {
        let single = (bits >> 32 & 0x8000_0000) as u32 | 0xff << 23 | (bits >> 29 & 0x7f_ffff) as u32;
        return (bits & 0x1fff_ffff == 0).then_some(single);
    }
    let single = value as f32;
    (f64::from(single) == value).then_some(single.to_bits())
}

/// The half with the same value and, for a NaN, the same payload, if there is one.
pub(super) fn to_half(single: u32) -> Option<u16> {
    let sign = (single >> 16 & 0x8000) as u16;
    let (exponent, mantissa) = ((single >> 23 & 0xff) as i32 - 127, single & 0x7f_ffff);
    let (bits, lost) = match exponent {
        128 => (0x7c00 | (mantissa >> 13) as u16, mantissa & 0x1fff),
        -14..=15 => (((exponent + 15) as u16) << 10 | (mantissa >> 13) as u16, mantissa & 0x1fff),
        // Below the normal halves: the leading one joins the mantissa, and all of it moves right.
        -24..=-15 => {
            let (full, shift) = (mantissa | 0x80_0000, (-1 - exponent) as u32);
            ((full >> shift) as u16, full & ((1 << shift) - 1))
        }
        -127 if mantissa == 0 => (0, 0),
        _ => return None,
    };
    (lost == 0).then_some(sign | bits)
}

/// Writes a double with all of its bits.
#[inline(always)]
pub(super) fn double(out: &mut Buffer<'_>, value: f64) {
    out.byte_and_array(DOUBLE, value.to_bits().to_be_bytes());
}

/// Writes a float in the fewest bytes that hold its value.
pub(super) fn shortest(out: &mut Buffer<'_>, value: f64) {
    match to_single(value) {
        None => double(out, value),
        Some(single) => match to_half(single) {
            Some(half) => out.byte_and_array(HALF, half.to_be_bytes()),
            None => out.byte_and_array(SINGLE, single.to_be_bytes()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_comes_back() {
        for half in 0..=u16::MAX {
            let value = from_half(half);
            assert_eq!(to_single(value).and_then(to_half), Some(half), "{half:04x} {value}");
        }
        assert_eq!(from_half(0x3c00), 1.0);
        assert_eq!(from_half(0x7bff), 65504.0);
        assert_eq!(from_half(0x0001), 5.960464477539063e-8);
        assert_eq!(from_half(0xfc00), f64::NEG_INFINITY);
    }

    #[test]
    fn only_what_fits_is_shortened() {
        assert_eq!(to_single(1.1), None);
        assert_eq!(to_single(100_000.0).and_then(to_half), None);
        assert_eq!(to_single(65_520.0).and_then(to_half), None);
        assert_eq!(to_single(2f64.powi(-25)).and_then(to_half), None);
        assert_eq!(to_single(f64::from_bits(0x7ff8_0000_0000_0001)), None);
        for bits in [0x7fa0_0000u32, 0xffc0_0001, 0x7f80_0001, 1, 0x8000_0000, 0x3f80_0001] {
            assert_eq!(to_single(from_single(bits)), Some(bits), "{bits:08x}");
        }
    }
}
