//! Decimal128 (IEEE 754-2008, binary integer decimal encoding): to text and back as the BSON Decimal128
//! specification has it, which is exact or an error, never rounded.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The most digits of a coefficient.
const DIGITS: usize = 34;
/// Every coefficient is below this.
const LIMIT: u128 = 10u128.pow(DIGITS as u32);
const BIAS: i32 = 6176;
const LEAST: i64 = -6176;
const GREATEST: i64 = 6111;

/// What sixteen bytes stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decimal {
    /// A sign, a coefficient and a power of ten.
    Finite(bool, u128, i32),
    Infinity(bool),
    NaN,
}

fn read(bytes: [u8; 16]) -> Decimal {
    let bits = u128::from_le_bytes(bytes);
    let negative = bits >> 127 != 0;
    match bits >> 122 & 0x1f {
        0x1f => Decimal::NaN,
        0x1e => Decimal::Infinity(negative),
        // The coefficient would have more digits than there are, and then counts as zero.
        combination if combination >> 3 == 3 => Decimal::Finite(negative, 0, (bits >> 111 & 0x3fff) as i32 - BIAS),
        _ => {
            let coefficient = bits & ((1 << 113) - 1);
            let coefficient = if coefficient < LIMIT { coefficient } else { 0 };
            Decimal::Finite(negative, coefficient, (bits >> 113 & 0x3fff) as i32 - BIAS)
        }
    }
}

fn write(negative: bool, coefficient: u128, exponent: i32) -> [u8; 16] {
    (u128::from(negative) << 127 | u128::from((exponent + BIAS) as u32) << 113 | coefficient).to_le_bytes()
}

/// The bytes of a number that is `coefficient` times ten to the power of `exponent`, if they can hold it.
fn fit(negative: bool, mut coefficient: u128, mut exponent: i64) -> Option<[u8; 16]> {
    if coefficient == 0 {
        return Some(write(negative, 0, exponent.clamp(LEAST, GREATEST) as i32));
    }
    while exponent > GREATEST && coefficient < LIMIT / 10 {
        (coefficient, exponent) = (coefficient * 10, exponent - 1);
    }
    while exponent < LEAST && coefficient.is_multiple_of(10) {
        (coefficient, exponent) = (coefficient / 10, exponent + 1);
    }
    (LEAST..=GREATEST).contains(&exponent).then(|| write(negative, coefficient, exponent as i32))
}

/// The decimal128 of a text; `None` if it is none, or would have to be rounded.
pub(super) fn parse(text: &str) -> Option<[u8; 16]> {
    let (negative, rest) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if rest.eq_ignore_ascii_case(b"nan") {
        return Some((0x1f_u128 << 122).to_le_bytes());
    }
    if rest.eq_ignore_ascii_case(b"inf") || rest.eq_ignore_ascii_case(b"infinity") {
        return Some((u128::from(negative) << 127 | 0x1e << 122).to_le_bytes());
    }
    let (mantissa, mut exponent) = match rest.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (&rest[..at], parse_exponent(&rest[at + 1..])?),
        None => (rest, 0),
    };
    let point = mantissa.iter().position(|&byte| byte == b'.');
    let (whole, fraction) = match point {
        Some(at) => (&mantissa[..at], &mantissa[at + 1..]),
        None => (mantissa, &[][..]),
    };
    if whole.len() + fraction.len() == 0 {
        return None;
    }
    exponent -= fraction.len() as i64;
    let (mut coefficient, mut digits) = (0, 0);
    for &byte in whole.iter().chain(fraction) {
        if !byte.is_ascii_digit() {
            return None;
        }
        if digits == DIGITS {
            // What is beyond the last digit that can be held must be nothing.
            if byte != b'0' {
                return None;
            }
            exponent += 1;
            continue;
        }
        coefficient = coefficient * 10 + u128::from(byte - b'0');
        digits += usize::from(coefficient != 0);
    }
    fit(negative, coefficient, exponent)
}

/// The power of ten after the letter; far out of range if it has very many digits.
fn parse_exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if digits.is_empty() {
        return None;
    }
    let mut power = 0i64;
    for &byte in digits {
        if !byte.is_ascii_digit() {
            return None;
        }
        // As many digits of a mantissa would not fit into memory.
        power = (power * 10 + i64::from(byte - b'0')).min(1 << 50);
    }
    Some(if negative { -power } else { power })
}

/// Appends a decimal128 as text, in the canonical form of the specification ("To String Representation").
pub(super) fn print(out: &mut String, bytes: [u8; 16]) {
    let (negative, coefficient, exponent) = match read(bytes) {
        Decimal::NaN => return out.push_str("NaN"),
        Decimal::Infinity(negative) => return out.push_str(if negative { "-Infinity" } else { "Infinity" }),
        Decimal::Finite(negative, coefficient, exponent) => (negative, coefficient, exponent),
    };
    if negative {
        out.push('-');
    }
    let digits = coefficient.to_string();
    let adjusted = exponent + digits.len() as i32 - 1;
    if exponent > 0 || adjusted < -6 {
        out.push_str(&digits[..1]);
        if digits.len() > 1 {
            out.push('.');
            out.push_str(&digits[1..]);
        }
        out.push_str(if adjusted < 0 { "E-" } else { "E+" });
        out.push_str(&adjusted.unsigned_abs().to_string());
        return;
    }
    // A fraction has at most 39 digits here.
    let fraction = exponent.unsigned_abs() as usize;
    match digits.len().checked_sub(fraction) {
        _ if fraction == 0 => out.push_str(&digits),
        Some(whole) if whole > 0 => {
            out.push_str(&digits[..whole]);
            out.push('.');
            out.push_str(&digits[whole..]);
        }
        _ => {
            out.push_str("0.");
            out.extend(core::iter::repeat_n('0', fraction - digits.len()));
            out.push_str(&digits);
        }
    }
}

/// The digits of a decimal128 that is an integer, in the canonical form of a bigint.
pub(super) fn to_integer(bytes: [u8; 16]) -> Option<String> {
    let Decimal::Finite(negative, mut coefficient, mut exponent) = read(bytes) else { return None };
    if coefficient == 0 {
        return Some(String::from("0"));
    }
    while exponent < 0 {
        if !coefficient.is_multiple_of(10) {
            return None;
        }
        (coefficient, exponent) = (coefficient / 10, exponent + 1);
    }
    let mut digits = String::from(if negative { "-" } else { "" });
    digits.push_str(&coefficient.to_string());
    // At most 6111 zeros.
    digits.extend(core::iter::repeat_n('0', exponent as usize));
    Some(digits)
}

/// The double of a decimal128 that has no more digits than doubles tell apart; `None` for one that has.
pub(super) fn to_double(bytes: [u8; 16]) -> Option<f64> {
    match read(bytes) {
        Decimal::NaN => Some(f64::NAN),
        Decimal::Infinity(negative) => Some(if negative { f64::NEG_INFINITY } else { f64::INFINITY }),
        Decimal::Finite(_, coefficient, _) => {
            let mut significant = coefficient;
            while significant != 0 && significant.is_multiple_of(10) {
                significant /= 10;
            }
            if significant >= 10u128.pow(17) {
                return None;
            }
            let mut text = String::new();
            print(&mut text, bytes);
            let value = fast_float2::parse::<f64, _>(&text).ok()?;
            // Too large or too small.
            if value.is_infinite() || (value == 0.0 && coefficient != 0) { None } else { Some(value) }
        }
    }
}

/// The decimal128 of a double: that of the shortest digits that read back as the same double.
pub(super) fn from_double(value: f64) -> Option<[u8; 16]> {
    if value.is_nan() {
        return parse("NaN");
    }
    if value.is_infinite() {
        return parse(if value < 0.0 { "-Infinity" } else { "Infinity" });
    }
    if value == 0.0 {
        return Some(write(value.is_sign_negative(), 0, 0));
    }
    let mut text = Vec::new();
    crate::text::print::double(&mut text, value);
    // The printer ends every number with a comma.
    text.pop();
    parse(core::str::from_utf8(&text).ok()?)
}

/// The decimal128 of an integer.
pub(super) fn from_integer(value: i128) -> [u8; 16] {
    // Integers of 64 bits have at most twenty digits.
    write(value < 0, value.unsigned_abs() % LIMIT, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(bytes: [u8; 16]) -> String {
        let mut text = String::new();
        print(&mut text, bytes);
        text
    }

    #[test]
    fn text_is_canonical_or_refused() {
        let cases = [
            ("0", "0"),
            ("-0", "-0"),
            ("1", "1"),
            ("+1.50", "1.50"),
            (".5", "0.5"),
            ("1.", "1"),
            ("1e3", "1E+3"),
            ("0.000001", "0.000001"),
            ("0.0000001", "1E-7"),
            ("0001234567890123456789012345678901234000", "1.234567890123456789012345678901234E+36"),
            ("inf", "Infinity"),
            ("-iNFinity", "-Infinity"),
            ("nan", "NaN"),
            ("1e6112", "1.0E+6112"),
            ("0e99999999999999999999999", "0E+6111"),
            ("10e-6177", "1E-6176"),
        ];
        for (text, expected) in cases {
            assert_eq!(parse(text).map(printed).as_deref(), Some(expected), "{text}");
        }
        for wrong in [
            "",
            "-",
            ".",
            "e1",
            "1e",
            "1e+",
            "1.2.3",
            "1 ",
            "0x1",
            "1e-6177",
            "1e6145",
            "infin",
            "12345678901234567890123456789012345",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_exact_or_refused() {
        for value in [0.0, -0.0, 1.0, 0.1, -2.5e-300, 1e300, f64::MAX, 5e-324, f64::INFINITY] {
            let back = from_double(value).and_then(to_double).unwrap();
            assert_eq!(back.to_bits(), value.to_bits());
        }
        assert!(from_double(f64::NAN).and_then(to_double).unwrap().is_nan());
        assert_eq!(parse("1e400").and_then(to_double), None);
        assert_eq!(parse("1e-400").and_then(to_double), None);
        assert_eq!(parse("0.123456789012345678").and_then(to_double), None);
        assert_eq!(to_integer(from_integer(i64::MIN.into())).as_deref(), Some("-9223372036854775808"));
        assert_eq!(to_integer(parse("-1.200e3").unwrap()).as_deref(), Some("-1200"));
        assert_eq!(to_integer(parse("1.5").unwrap()), None);
        assert_eq!(to_integer(parse("NaN").unwrap()), None);
    }
}
