//! Numbers from JSON text.
//!
//! Up to 19 significant digits are gathered in one word. What a double can hold exactly goes straight
//! (Clinger's fast path); the rest of the common numbers, up to 19 digits and a point, by one or two
//! multiplications with an inverse; whatever is left by the `fast-float2` crate.

use crate::error::{Code, Error, Result};

/// A number as its text says: an integer where it is written as one and fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Int(i64),
    Uint(u64),
    Float(f64),
}

/// The parts of a number's text.
struct Parts {
    negative: bool,
    /// The significant digits, valid if there are no more than 19 of them.
    digits: u64,
    /// How many digits there are without leading zeros.
    count: usize,
    /// The power of ten that the digits are multiplied by, clamped to what matters.
    exponent: i64,
    /// Whether there is neither a fraction nor an exponent.
    integer: bool,
    /// The offset after the number.
    end: usize,
}

const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

#[inline(always)]
fn digit(bytes: &[u8], at: usize) -> Option<u64> {
    match bytes.get(at) {
        Some(&byte) if byte.wrapping_sub(b'0') < 10 => Some(u64::from(byte - b'0')),
        _ => None,
    }
}

/// The value of eight digits, given as numbers from 0 to 9, the first in the lowest byte.
#[inline(always)]
fn eight_digits(digits: u64) -> u64 {
    let pairs = (digits * 10) + (digits >> 8);
    let low = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
    let high = ((pairs >> 16) & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
    low.wrapping_add(high) >> 32
}

/// Ten to the power of the index.
const SMALL_POWERS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// Gathers digits from `at`, eight at a time; wraps beyond 19 of them.
#[inline(always)]
fn gather(bytes: &[u8], mut at: usize, mut digits: u64) -> (u64, usize) {
    while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let block = u64::from_le_bytes(*block) ^ 0x3030_3030_3030_3030;
        // A byte is a digit if neither it nor it plus 6 reaches the upper half.
        let others = (block | block.wrapping_add(0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0;
        if others == 0 {
            digits = digits.wrapping_mul(100_000_000).wrapping_add(eight_digits(block));
            at += 8;
            continue;
        }
        let count = others.trailing_zeros() as usize / 8;
        if count > 0 {
            // Shifted up, the digits stand behind zeros.
            let few = eight_digits(block << (64 - 8 * count));
            digits = digits.wrapping_mul(SMALL_POWERS[count]).wrapping_add(few);
        }
        return (digits, at + count);
    }
    while let Some(next) = digit(bytes, at) {
        digits = digits.wrapping_mul(10).wrapping_add(next);
        at += 1;
    }
    (digits, at)
}

/// A signed integer of up to 18 digits without fraction or exponent, and the offset after it.
#[inline(always)]
pub(crate) fn short_int(bytes: &[u8], start: usize) -> Option<(i64, usize)> {
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let mut value = digit(bytes, first)?;
    let mut at = first + 1;
    while let Some(next) = digit(bytes, at) {
        value = value.wrapping_mul(10).wrapping_add(next);
        at += 1;
    }
    let length = at - first;
    let leading_zero = bytes[first] == b'0' && length > 1;
    if length > 18 || leading_zero || matches!(bytes.get(at), Some(b'.' | b'e' | b'E')) {
        return None;
    }
    let value = value as i64;
    Some((if negative { -value } else { value }, at))
}

/// Reads the parts of a number by the grammar of RFC 8259, section 6.
#[inline(always)]
fn parts(bytes: &[u8], start: usize) -> Result<Parts> {
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let (mut digits, mut at) = gather(bytes, first, 0);
    let whole = at - first;
    if whole == 0 {
        return Err(malformed(bytes, at, "expected a digit"));
    }
    if bytes[first] == b'0' && whole > 1 {
        return Err(malformed(bytes, first + 1, "a number cannot start with a zero"));
    }
    let mut count = whole;
    let mut exponent = 0i64;
    let mut integer = true;
    if bytes.get(at) == Some(&b'.') {
        integer = false;
        let point = at + 1;
        (digits, at) = gather(bytes, point, digits);
        let fraction = at - point;
        if fraction == 0 {
            return Err(malformed(bytes, at, "expected a digit after the point"));
        }
        exponent = -(fraction as i64);
        count = whole + fraction;
    }
    if bytes[first] == b'0' {
        // The zeros that lead are not significant: 0.000123.
        let zeros = bytes[first..at].iter().take_while(|&&byte| byte == b'0' || byte == b'.').count();
        count = count.saturating_sub(zeros - usize::from(zeros > 1));
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        integer = false;
        let (power, end) = self::exponent(bytes, at + 1)?;
        exponent += power;
        at = end;
    }
    Ok(Parts { negative, digits, count, exponent, integer, end: at })
}

fn exponent(bytes: &[u8], mut at: usize) -> Result<(i64, usize)> {
    let negative = bytes.get(at) == Some(&b'-');
    at += usize::from(matches!(bytes.get(at), Some(b'-' | b'+')));
    let start = at;
    let mut power = 0i64;
    while let Some(next) = digit(bytes, at) {
        power = (power * 10 + next as i64).min(1 << 40);
        at += 1;
    }
    if at == start {
        return Err(malformed(bytes, at, "expected a digit in the exponent"));
    }
    Ok((if negative { -power } else { power }, at))
}

#[cold]
#[inline(never)]
fn malformed(bytes: &[u8], at: usize, message: &'static str) -> Error {
    let message = if at >= bytes.len() { "the text ends inside a number" } else { message };
    Error::new(Code::Json, message).at(at)
}

/// Reads a number as a double, rounded to nearest even, and gives the offset after it.
#[inline(always)]
pub(crate) fn double(bytes: &[u8], start: usize) -> Result<(f64, usize)> {
    let parts = parts(bytes, start)?;
    Ok((parts.double(bytes, start)?, parts.end))
}

/// Reads a number, as an integer where it is one that fits, and gives the offset after it.
pub(crate) fn any(bytes: &[u8], start: usize) -> Result<(Number, usize)> {
    let parts = parts(bytes, start)?;
    let number = match (parts.integer, parts.negative) {
        (true, false) if parts.count <= 19 => {
            i64::try_from(parts.digits).map_or(Number::Uint(parts.digits), Number::Int)
        }
        (true, false) => match core::str::from_utf8(&bytes[start..parts.end]).map(str::parse) {
            Ok(Ok(value)) => Number::Uint(value),
            _ => Number::Float(parts.double(bytes, start)?),
        },
        (true, true) if parts.count <= 19 && parts.digits != 0 && parts.digits <= i64::MIN.unsigned_abs() => {
            Number::Int((parts.digits as i64).wrapping_neg())
        }
        _ => Number::Float(parts.double(bytes, start)?),
    };
    Ok((number, parts.end))
}

/// Reads a number and gives its exact value if it is an integer, in whatever spelling (`1`, `1.0`, `10e-1`),
/// and the offset after it. No double comes in between, which would round integers beyond 2^53.
pub(crate) fn integer(bytes: &[u8], start: usize) -> Result<(Option<i128>, usize)> {
    let parts = parts(bytes, start)?;
    Ok((parts.integer(&bytes[start..parts.end]), parts.end))
}

/// The offset after the number at `start`.
pub(crate) fn end(bytes: &[u8], start: usize) -> Result<usize> {
    parts(bytes, start).map(|parts| parts.end)
}

impl Parts {
    #[cold]
    #[inline(never)]
    fn integer(&self, text: &[u8]) -> Option<i128> {
        let mantissa = text.split(|byte| matches!(byte, b'e' | b'E')).next().unwrap_or_default();
        let digits = || mantissa.iter().filter(|byte| byte.is_ascii_digit());
        // The zeros at the end are moved to the exponent; then a fraction shows as a negative one.
        let zeros = digits().rev().take_while(|&&byte| byte == b'0').count();
        let significant = digits().count() - zeros;
        if significant == 0 {
            return Some(0);
        }
        let power = u32::try_from(self.exponent + zeros as i64).ok()?;
        let mut value = 0i128;
        for byte in digits().take(significant) {
            value = value.checked_mul(10)?.checked_add((byte - b'0').into())?;
        }
        value = value.checked_mul(10i128.checked_pow(power)?)?;
        Some(if self.negative { -value } else { value })
    }

    #[inline(always)]
    fn double(&self, bytes: &[u8], start: usize) -> Result<f64> {
        let magnitude = if self.count <= 19 {
            match self.exponent {
                0 => self.digits as f64,
                -22..=22 if self.digits <= 1 << 53 => {
                    let power = POWERS[self.exponent.unsigned_abs() as usize];
                    if self.exponent < 0 { self.digits as f64 / power } else { self.digits as f64 * power }
                }
                -27..=-1 if self.digits != 0 => divide(self.digits, self.exponent.unsigned_abs() as usize),
                _ => return self.library(bytes, start),
            }
        } else {
            return self.library(bytes, start);
        };
        Ok(if self.negative { -magnitude } else { magnitude })
    }

    #[cold]
    #[inline(never)]
    fn library(&self, bytes: &[u8], start: usize) -> Result<f64> {
        match fast_float2::parse::<f64, _>(&bytes[start..self.end]) {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(Error::new(Code::Type, "the number is too large for a double").at(start)),
        }
    }
}

/// The first 128 bits of 1/10^n for n from 1 to 27, rounded up, with the top bit set.
static INVERSES: [(u64, u64); 28] = {
    let mut inverses = [(0, 0); 28];
    let mut power = 1;
    let mut five = 1u128;
    while power < 28 {
        five *= 5;
        // 2^bits divided by 5^power has exactly 128 bits.
        let bits = (128 - five.leading_zeros()) + 127;
        let (mut quotient, mut remainder, mut bit) = (0u128, 1u128, 0);
        while bit < bits {
            remainder <<= 1;
            quotient <<= 1;
            if remainder >= five {
                remainder -= five;
                quotient |= 1;
            }
            bit += 1;
        }
        quotient += 1;
        inverses[power] = ((quotient >> 64) as u64, quotient as u64);
        power += 1;
    }
    inverses
};

/// `digits / 10^power`, rounded to nearest even, for `digits` > 0 and `power` from 1 to 27.
///
/// This is the method of D. Lemire, "Number Parsing at a Gigabyte per Second" (Software: Practice and
/// Experience, 2021), for the powers in which it always succeeds: the product with the first 64 bits of
/// the inverse, with the next 64 where the first do not settle the bits that matter.
#[inline(always)]
fn divide(digits: u64, power: usize) -> f64 {
    let shift = digits.leading_zeros();
    let digits = digits << shift;
    let (high, low) = INVERSES[power];
    let product = u128::from(digits) * u128::from(high);
    let (mut upper, mut lower) = ((product >> 64) as u64, product as u64);
    if upper & 0x1ff == 0x1ff {
        let (sum, carry) = lower.overflowing_add(((u128::from(digits) * u128::from(low)) >> 64) as u64);
        lower = sum;
        upper += u64::from(carry);
    }
    // 53 bits and one to round by are above these.
    let top = (upper >> 63) as u32;
    let below = top + 9;
    let mut mantissa = upper >> below;
    let mut exponent = BINARY_EXPONENTS[power] + top as i32 - shift as i32;
    // Halfway between two doubles, exactly: only then does the even one count.
    if lower <= 1 && power <= 4 && mantissa & 3 == 1 && mantissa << below == upper {
        mantissa &= !1;
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    if mantissa >= 1 << 53 {
        mantissa >>= 1;
        exponent += 1;
    }
    f64::from_bits((mantissa & !(1 << 52)) | (exponent as u64) << 52)
}

/// The biased exponent of a double that is 1/10^n times a number with its top bit at place 63.
static BINARY_EXPONENTS: [i32; 28] = {
    let mut exponents = [0; 28];
    let mut power = 1;
    while power < 28 {
        // The power of two below 10^-n, from log2(10) as a fraction of 2^16.
        exponents[power] = ((-(power as i32) * 217_706) >> 16) + 63 + 1023;
        power += 1;
    }
    exponents
};

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    fn check(text: &str) {
        let (value, end) = double(text.as_bytes(), 0).unwrap();
        assert_eq!(end, text.len(), "{text}");
        assert_eq!(value.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
    }

    #[test]
    fn doubles_equal_the_standard_library() {
        for text in ["0", "-0", "0.0", "1e0", "1E+2", "299.26478876698053", "5e-324", "1.7976931348623157e308"] {
            check(text);
        }
        for text in [
            "0.00012345678901234567",
            "18446744073709551615.5",
            "9007199254740993",
            "0.1e-30",
            "123456789012345678901234567890",
        ] {
            check(text);
        }
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for round in 0..200_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mantissa = state >> (state & 63);
            let places = (state >> 40) as usize % 20;
            let digits = format!("{mantissa:0>width$}", width = places + 1);
            let (whole, fraction) = digits.split_at(digits.len() - places);
            if fraction.is_empty() {
                check(whole);
            } else {
                check(&format!("{whole}.{fraction}"));
            }
            if round % 4 == 0 {
                check(&format!("{mantissa}e{}", places as i64 * 3 - 30));
            }
        }
    }

    #[test]
    fn integers_stay_integers_while_they_fit() {
        let read = |text: &str| any(text.as_bytes(), 0).unwrap().0;
        assert_eq!(read("9223372036854775807"), Number::Int(i64::MAX));
        assert_eq!(read("-9223372036854775808"), Number::Int(i64::MIN));
        assert_eq!(read("9223372036854775808"), Number::Uint(1 << 63));
        assert_eq!(read("18446744073709551615"), Number::Uint(u64::MAX));
        assert_eq!(read("18446744073709551616"), Number::Float(18446744073709551616.0));
        assert_eq!(read("-9223372036854775809"), Number::Float(-9223372036854775808.0));
        assert_eq!(read("1.0"), Number::Float(1.0));
        assert!(matches!(read("-0"), Number::Float(zero) if zero.is_sign_negative()));
    }

    #[test]
    fn integers_in_any_spelling_are_exact() {
        let read = |text: &str| integer(text.as_bytes(), 0).unwrap().0;
        for text in ["1", "1.0", "1e0", "10e-1", "0.1E1", "0.001e3", "1.000000000000000000000000000", "100000e-5"] {
            assert_eq!(read(text), Some(1), "{text}");
        }
        for text in ["0", "-0", "0.0", "0e999999999999999999999", "-0.000e-5"] {
            assert_eq!(read(text), Some(0), "{text}");
        }
        for text in ["1.5", "1e-1", "0.1", "1.00000000000000000000000000001", "123e-400", "1e-999999999999999999999"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("9007199254740993.0"), Some((1 << 53) + 1));
        assert_eq!(read("-9223372036854775809"), Some(i128::from(i64::MIN) - 1));
        assert_eq!(read("922337203685477580700e-2"), Some(i64::MAX.into()));
        assert_eq!(read("1e30"), Some(10i128.pow(30)));
        for text in ["1e39", "1e999999999999999999999", &"9".repeat(50)] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn malformed_numbers_say_where() {
        for (text, at) in
            [("-", 1), ("01", 1), ("-01", 2), ("1.", 2), ("1.e1", 2), ("1e", 2), ("1e+", 3), (".5", 0), ("+1", 0)]
        {
            let error = any(text.as_bytes(), 0).unwrap_err();
            assert_eq!((error.code(), error.offset()), (Code::Json, Some(at)), "{text}");
        }
        assert_eq!(any(b"1e999", 0).unwrap_err().code(), Code::Type);
    }

    #[test]
    fn short_integers_leave_the_rest_to_others() {
        assert_eq!(short_int(b"-12,", 0), Some((-12, 3)));
        assert_eq!(short_int(b"0", 0), Some((0, 1)));
        for text in ["01", "1.5", "1e3", "1234567890123456789", "x", "-", ""] {
            assert_eq!(short_int(text.as_bytes(), 0), None, "{text}");
        }
        let most = 999_999_999_999_999_999i64;
        assert_eq!(short_int(most.to_string().as_bytes(), 0), Some((most, 18)));
    }
}
