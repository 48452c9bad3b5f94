//! Scalars in strings: numbers, the keys of maps, and bytes.

use super::plan::Key;
use crate::text::number;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// An integer in any spelling of a JSON number, and nothing else.
pub(super) fn integer(text: &str) -> Option<i128> {
    match number::integer(text.as_bytes(), 0) {
        Ok((value, end)) if end == text.len() => value,
        _ => None,
    }
}

/// A double as a JSON number, or one of the names of those that JSON has not.
pub(super) fn double(text: &str) -> Option<f64> {
    match text {
        "NaN" => Some(f64::NAN),
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        _ => match number::double(text.as_bytes(), 0) {
            Ok((value, end)) if end == text.len() => Some(value),
            _ => None,
        },
    }
}

impl Key {
    /// The key as a value of the schema has it; `None` if the text is none of the map's type.
    pub(super) fn canonical(self, text: &str) -> Option<String> {
        match self {
            Key::Text => Some(String::from(text)),
            Key::Bool => matches!(text, "true" | "false").then(|| String::from(text)),
            Key::Integer(range) => integer(text).filter(|value| range.contains(*value)).map(|value| value.to_string()),
        }
    }
}

/// What a byte of base64 stands for that is no digit of it.
const NONE: u8 = 0xff;

/// The values of the digits of base64, of the standard alphabet and of that for URLs (RFC 4648, sections 4 and 5).
static DIGITS: [u8; 256] = {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut digits = [NONE; 256];
    let mut value = 0;
    while value < 64 {
        digits[ALPHABET[value] as usize] = value as u8;
        value += 1;
    }
    digits[b'-' as usize] = 62;
    digits[b'_' as usize] = 63;
    digits
};

/// Bytes from base64 of either alphabet, with padding or without. Bits behind the last byte are not looked at.
pub(super) fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').as_bytes();
    let padding = text.len() - digits.len();
    let whole = digits.len() % 4;
    if whole == 1 || padding != 0 && (padding > 2 || (whole + padding) != 4) {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for group in digits.chunks(4) {
        let mut bits = 0u32;
        for (place, digit) in group.iter().enumerate() {
            let value = DIGITS[usize::from(*digit)];
            if value == NONE {
                return None;
            }
            bits |= u32::from(value) << (18 - 6 * place);
        }
        let [_, decoded @ ..] = bits.to_be_bytes();
        bytes.extend_from_slice(&decoded[..group.len() - 1]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::plan::Range;
    use super::*;

    #[test]
    fn base64_of_both_alphabets_with_padding_or_without() {
        for (text, expected) in [
            ("", &b""[..]),
            ("AQI=", b"\x01\x02"),
            ("AQI", b"\x01\x02"),
            ("AQ==", b"\x01"),
            ("AQ", b"\x01"),
            ("AQID", b"\x01\x02\x03"),
            ("-_", b"\xfb"),
            ("+/", b"\xfb"),
            ("-_+/", b"\xfb\xff\xbf"),
        ] {
            assert_eq!(bytes(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["A", "AQI==", "AQ=", "=", "====", "AQID=", "A Q=", "AQ\n=", "AQ=I", "ÄQ"] {
            assert_eq!(bytes(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_in_strings() {
        for (text, value) in [("1", Some(1)), ("-1e3", Some(-1000)), ("1.0", Some(1)), ("1.5", None), ("", None)] {
            assert_eq!(integer(text), value, "{text}");
        }
        for text in [" 1", "1 ", "+1", "0x1", "01", "1a", "-"] {
            assert_eq!((integer(text), double(text)), (None, None), "{text}");
        }
        assert_eq!(double("-Infinity"), Some(f64::NEG_INFINITY));
        assert_eq!(double("1e999"), None);
        assert_eq!(double("infinity"), None);
    }

    #[test]
    fn keys_are_canonical() {
        let range = Range { min: -10, max: 10, quoted: false };
        assert_eq!(Key::Integer(range).canonical("1.0").as_deref(), Some("1"));
        assert_eq!(Key::Integer(range).canonical("11"), None);
        assert_eq!(Key::Bool.canonical("true").as_deref(), Some("true"));
        assert_eq!(Key::Bool.canonical("True"), None);
    }
}
