//! JSON text out: numbers as ECMAScript prints them, strings with as few escapes as may be.

use super::{scan, spare};
use alloc::vec::Vec;

/// Appends an integer and a comma.
#[inline(always)]
pub(crate) fn int(out: &mut Vec<u8>, value: i64) {
    spare::int_then(out, value < 0, value.unsigned_abs(), b',');
}

/// Appends an unsigned integer and a comma.
#[inline(always)]
pub(crate) fn uint(out: &mut Vec<u8>, value: u64) {
    spare::int_then(out, false, value, b',');
}

/// Appends a finite double and a comma: as `Number::toString` prints it (ECMA-262, section
/// 6.1.6.1.20), the shortest digits that read back as the same double, plain from 1e-6 up to below
/// 1e21; -0 is `0`.
#[inline(always)]
pub(crate) fn double(out: &mut Vec<u8>, value: f64) {
    let whole = value as i64;
    if whole as f64 == value && whole.unsigned_abs() < 1 << 53 {
        return int(out, whole);
    }
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value).as_bytes();
    // In this range the crate prints the same plain form, and what has no fraction went above.
    if (1e-4..1e15).contains(&value.abs()) {
        spare::bytes_then(out, text, b',');
    } else {
        lay_out(out, text);
    }
}

/// Lays out the digits and the exponent of a printed number as ECMAScript does.
#[cold]
#[inline(never)]
fn lay_out(out: &mut Vec<u8>, printed: &[u8]) {
    let (negative, printed) = match printed.strip_prefix(b"-") {
        Some(rest) => (true, rest),
        None => (false, printed),
    };
    let (mantissa, power) = match printed.iter().position(|&byte| byte == b'e') {
        Some(at) => (&printed[..at], parse_power(&printed[at + 1..])),
        None => (printed, 0),
    };
    let point = mantissa.iter().position(|&byte| byte == b'.').unwrap_or(mantissa.len());
    let mut digits: Vec<u8> = mantissa.iter().copied().filter(|&byte| byte != b'.').collect();
    let leading = digits.iter().take_while(|&&byte| byte == b'0').count();
    digits.drain(..leading);
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    // The value is 0.d1d2d3... times ten to the power of n.
    let n = point as i32 - leading as i32 + power;
    let k = digits.len() as i32;
    if negative {
        out.push(b'-');
    }
    if k <= n && n <= 21 {
        out.extend_from_slice(&digits);
        out.resize(out.len() + (n - k) as usize, b'0');
    } else if 0 < n && n <= 21 {
        out.extend_from_slice(&digits[..n as usize]);
        out.push(b'.');
        out.extend_from_slice(&digits[n as usize..]);
    } else if -6 < n && n <= 0 {
        out.extend_from_slice(b"0.");
        out.resize(out.len() + -n as usize, b'0');
        out.extend_from_slice(&digits);
    } else {
        out.push(digits[0]);
        if k > 1 {
            out.push(b'.');
            out.extend_from_slice(&digits[1..]);
        }
        out.extend_from_slice(if n > 0 { b"e+" } else { b"e-" });
        int(out, i64::from((n - 1).abs()));
        return;
    }
    out.push(b',');
}

fn parse_power(text: &[u8]) -> i32 {
    core::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Appends a string in quotes, escaping what JSON must have escaped and nothing else, and one more
/// byte.
#[inline(always)]
pub(crate) fn string(out: &mut Vec<u8>, text: &str, last: u8) {
    if !spare::plain_string_then(out, text.as_bytes(), last) {
        escaped(out, text.as_bytes(), last);
    }
}

#[cold]
#[inline(never)]
fn escaped(out: &mut Vec<u8>, bytes: &[u8], last: u8) {
    out.push(b'"');
    let mut start = 0;
    loop {
        let at = scan::special(bytes, start);
        out.extend_from_slice(&bytes[start..at]);
        let Some(&byte) = bytes.get(at) else { break };
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            0x08 => out.extend_from_slice(b"\\b"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            0x0c => out.extend_from_slice(b"\\f"),
            b'\r' => out.extend_from_slice(b"\\r"),
            _ => {
                out.extend_from_slice(b"\\u00");
                out.push(b"0123456789abcdef"[usize::from(byte >> 4)]);
                out.push(b"0123456789abcdef"[usize::from(byte & 15)]);
            }
        }
        start = at + 1;
    }
    out.push(b'"');
    out.push(last);
}

/// Puts a closing bracket in the place of the last comma, if a value came before it, and a comma.
#[inline(always)]
pub(crate) fn close(out: &mut Vec<u8>, bracket: u8) {
    match out.last_mut() {
        Some(last) if *last == b',' => {
            *last = bracket;
            out.push(b',');
        }
        _ => out.extend_from_slice(&[bracket, b',']),
    }
}

/// Appends bytes as a base64 string in quotes (RFC 4648, section 4, padded) and a comma.
pub(crate) fn base64(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    base64_simd::STANDARD.encode_append(bytes, out);
    out.extend_from_slice(b"\",");
}

/// Appends an instant as an ISO 8601 string in quotes and a comma.
pub(crate) fn date(out: &mut Vec<u8>, millis: i64) {
    let (buffer, length) = super::date::print(millis);
    out.push(b'"');
    out.extend_from_slice(&buffer[..length]);
    out.extend_from_slice(b"\",");
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn printed(value: f64) -> String {
        let mut out = Vec::new();
        double(&mut out, value);
        assert_eq!(out.pop(), Some(b','));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_laid_out_as_ecmascript_does() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (1e15, "1000000000000000"),
            (123456789012345680000.0, "123456789012345680000"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.5e21, "1.5e+21"),
            (1.2345e300, "1.2345e+300"),
            (0.001, "0.001"),
            (0.00001, "0.00001"),
            (0.000001, "0.000001"),
            (0.0000012345, "0.0000012345"),
            (1e-7, "1e-7"),
            (1.25e-9, "1.25e-9"),
            (5e-324, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (9007199254740993.0, "9007199254740992"),
            (0.1 + 0.2, "0.30000000000000004"),
        ] {
            assert_eq!(printed(value), text);
        }
    }

    #[test]
    fn strings_escape_no_more_than_they_must() {
        let mut out = Vec::new();
        string(&mut out, "a\"b\\c\u{8}\t\n\u{c}\r\u{1}\u{1f}\u{7f}é\u{2028}/", b':');
        assert_eq!(out, "\"a\\\"b\\\\c\\b\\t\\n\\f\\r\\u0001\\u001f\u{7f}é\u{2028}/\":".as_bytes());
    }
}
