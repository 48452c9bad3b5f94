//! The values of literals in `.proto` files, and the forms that values take in descriptors.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The value of an integer token, decimal, octal or hexadecimal; `None` beyond 64 bits.
pub(super) fn integer(text: &str) -> Option<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    u64::from_str_radix(digits, radix).ok()
}

/// The value of a number token as a double.
pub(super) fn double(text: &str) -> Option<f64> {
    match integer(text) {
        Some(value) if !text.contains(['.', 'e', 'E']) || text.starts_with("0x") || text.starts_with("0X") => {
            Some(value as f64)
        }
        _ if text.len() > 1 && text.starts_with('0') && !text.contains(['.', 'e', 'E']) => None,
        _ => text.parse().ok(),
    }
}

/// Appends the value of a string token, quotes and all; its escapes are well formed.
pub(super) fn append_string(token: &str, out: &mut Vec<u8>) {
    let bytes = &token.as_bytes()[1..token.len() - 1];
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            out.push(bytes[at]);
            at += 1;
            continue;
        }
        let escape = bytes[at + 1];
        at += 2;
        match escape {
            b'0'..=b'7' => {
                let (value, length) = digits(&bytes[at - 1..], 8, 3);
                out.push(value as u8);
                at += length - 1;
            }
            b'x' | b'X' => {
                let (value, length) = digits(&bytes[at..], 16, 2);
                out.push(value as u8);
                at += length;
            }
            b'u' | b'U' => at += code_point(escape, &bytes[at..], out),
            _ => out.push(match escape {
                b'a' => 0x07,
                b'b' => 0x08,
                b'f' => 0x0c,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'v' => 0x0b,
                other => other,
            }),
        }
    }
}

/// The number that up to `most` digits give, and how many there are.
fn digits(bytes: &[u8], radix: u32, most: usize) -> (u32, usize) {
    let mut value = 0;
    let mut length = 0;
    while let Some(digit) = bytes.get(length).and_then(|byte| char::from(*byte).to_digit(radix)) {
        if length == most {
            break;
        }
        value = value * radix + digit;
        length += 1;
    }
    (value, length)
}

/// Appends the character of a `\u` or `\U`, with the second half of a surrogate pair if it follows. Returns how many
/// bytes that took behind the letter.
fn code_point(letter: u8, bytes: &[u8], out: &mut Vec<u8>) -> usize {
    let width = if letter == b'u' { 4 } else { 8 };
    let (mut value, mut length) = digits(bytes, 16, width);
    if (0xd800..0xdc00).contains(&value) && bytes.get(length..length + 2) == Some(b"\\u") {
        let (tail, more) = digits(&bytes[length + 2..], 16, 4);
        if (0xdc00..0xe000).contains(&tail) {
            value = 0x10000 + ((value - 0xd800) << 10 | (tail - 0xdc00));
            length += 2 + more;
        }
    }
    match char::from_u32(value) {
        Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        // Half of a surrogate pair, as UTF-8 would have it.
        None if value < 0x10000 => {
            out.extend([0xe0 | (value >> 12) as u8, 0x80 | (value >> 6 & 0x3f) as u8, 0x80 | (value & 0x3f) as u8]);
        }
        None => out.extend_from_slice(format!("\\U{value:08x}").as_bytes()),
    }
    length
}

/// Bytes with C escapes, as descriptors hold the defaults of bytes fields.
pub(in crate::schema) fn c_escape(bytes: &[u8]) -> String {
    let mut out = String::new();
    for byte in bytes {
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            b'"' => out.push_str("\\\""),
            b'\'' => out.push_str("\\'"),
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out
}

/// A double in the shorter of 15 and 17 digits that reads back, in the form of C's `%g`.
pub(in crate::schema) fn double_text(value: f64) -> String {
    let short = general(value, 15);
    if short.parse() == Ok(value) || !value.is_finite() { short } else { general(value, 17) }
}

/// A float in the shorter of 6 and 9 digits that reads back.
pub(super) fn float_text(value: f32) -> String {
    let short = general(value.into(), 6);
    if short.parse() == Ok(value) || !value.is_finite() { short } else { general(value.into(), 9) }
}

/// C's `%.{digits}g`.
fn general(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "nan".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_string();
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trim(mantissa), exponent.unsigned_abs())
    } else {
        trim(&format!("{value:.*}", (digits as i32 - 1 - exponent) as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_written_as_descriptors_have_them() {
        for (value, text) in [
            (0.1, "0.1"),
            (0.300_000_000_000_000_04, "0.30000000000000004"),
            (1e22, "1e+22"),
            (1e-7, "1e-07"),
            (123_456_789_012_345_678.0, "1.2345678901234568e+17"),
            (-0.0, "-0"),
            (5.0, "5"),
            (100_000.0, "100000"),
            (0.0001, "0.0001"),
            (1e300, "1e+300"),
        ] {
            assert_eq!(double_text(value), text);
        }
        for (value, text) in [(0.123_456_78, "0.123456784"), (9e9, "9e+09"), (16_777_216.0, "16777216"), (0.1, "0.1")] {
            assert_eq!(float_text(value), text);
        }
    }

    #[test]
    fn integers_have_three_bases() {
        assert_eq!(integer("0x1F"), Some(31));
        assert_eq!(integer("017"), Some(15));
        assert_eq!(integer("0"), Some(0));
        assert_eq!(integer("18446744073709551615"), Some(u64::MAX));
        assert_eq!(integer("18446744073709551616"), None);
        assert_eq!(double("18446744073709551616"), Some(18_446_744_073_709_551_616.0));
        assert_eq!(double("0x10"), Some(16.0));
        assert_eq!(double("1."), Some(1.0));
        assert_eq!(double(".5"), Some(0.5));
    }

    #[test]
    fn strings_have_escapes() {
        let mut out = Vec::new();
        append_string(r#""\x41\101\u00e9\U0001F600\ud83d\ude00\n\?\0""#, &mut out);
        assert_eq!(out, "AA\u{e9}\u{1f600}\u{1f600}\n?\0".as_bytes());
        let bytes: Vec<u8> = (0..=255).collect();
        out.clear();
        append_string(&format!("\"{}\"", c_escape(&bytes)), &mut out);
        assert_eq!(out, bytes);
    }
}
