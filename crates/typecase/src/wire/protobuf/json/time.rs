//! `google.protobuf.Timestamp` and `google.protobuf.Duration` as text.
//!
//! The ranges are those of their `.proto` files: instants of the years 1 to 9999, and durations of about 10,000
//! years either way.

use crate::text::date;
use alloc::format;
use alloc::string::String;

/// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
const INSTANTS: core::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;
/// The longest duration in seconds.
const LONGEST: u64 = 315_576_000_000;
/// Nanoseconds in a second.
const SECOND: u32 = 1_000_000_000;

/// An instant in RFC 3339, in UTC; `None` if it is out of range.
pub(super) fn print_instant(seconds: i64, nanos: i64) -> Option<String> {
    let nanos = u32::try_from(nanos).ok().filter(|nanos| *nanos < SECOND)?;
    if !INSTANTS.contains(&seconds) {
        return None;
    }
    let (buffer, length) = date::print(seconds * 1000);
    let text = core::str::from_utf8(&buffer[..length]).ok()?;
    Some(format!("{}{}Z", text.strip_suffix(".000Z")?, fraction(nanos)))
}

/// The seconds and nanoseconds of an instant in RFC 3339 with any offset; `None` if it is none, or out of range.
pub(super) fn parse_instant(text: &str) -> Option<(i64, i64)> {
    // Of the forms that ECMAScript knows only `YYYY-MM-DDTHH:MM:SS` is allowed, and the day has no hour 24.
    let (clock, rest) = text.split_at_checked(19)?;
    if clock.as_bytes()[10] != b'T' || clock.as_bytes()[11..13] == *b"24" || clock.starts_with(['+', '-']) {
        return None;
    }
    let seconds = date::parse(&format!("{clock}Z"))? / 1000;
    let digits = rest.bytes().position(|byte| byte != b'.' && !byte.is_ascii_digit())?;
    let (decimals, zone) = rest.split_at(digits);
    let nanos = if decimals.is_empty() { 0 } else { parse_fraction(decimals.strip_prefix('.')?)? };
    let seconds = seconds - offset(zone)?;
    INSTANTS.contains(&seconds).then_some((seconds, nanos.into()))
}

/// The seconds that a time zone is ahead of UTC: `Z`, or `+HH:MM`.
fn offset(zone: &str) -> Option<i64> {
    if zone == "Z" {
        return Some(0);
    }
    let (sign, [h1, h2, b':', m1, m2]) = zone.as_bytes().split_first()? else { return None };
    let digits = [h1, h2, m1, m2].map(|byte| char::from(*byte).to_digit(10).map(i64::from));
    let (hours, minutes) = (digits[0]? * 10 + digits[1]?, digits[2]? * 10 + digits[3]?);
    if hours > 23 || minutes > 59 {
        return None;
    }
    let ahead = hours * 3600 + minutes * 60;
    match sign {
        b'+' => Some(ahead),
        b'-' => Some(-ahead),
        _ => None,
    }
}

/// A duration such as `-1.5s`; `None` if it is out of range or its parts have different signs.
pub(super) fn print_duration(seconds: i64, nanos: i64) -> Option<String> {
    let below = u32::try_from(nanos.unsigned_abs()).ok().filter(|nanos| *nanos < SECOND)?;
    let same_sign = seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0);
    if seconds.unsigned_abs() > LONGEST || !same_sign {
        return None;
    }
    let sign = if seconds < 0 || nanos < 0 { "-" } else { "" };
    Some(format!("{sign}{}{}s", seconds.unsigned_abs(), fraction(below)))
}

/// The seconds and nanoseconds of a duration; `None` if it is none, or out of range.
pub(super) fn parse_duration(text: &str) -> Option<(i64, i64)> {
    let number = text.strip_suffix('s')?;
    let (sign, number) = number.strip_prefix('-').map_or((1, number), |number| (-1, number));
    let (whole, nanos) = match number.split_once('.') {
        Some((whole, decimals)) => (whole, parse_fraction(decimals)?),
        None => (number, 0),
    };
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let seconds = whole.parse::<u64>().ok().filter(|seconds| *seconds <= LONGEST)?;
    Some((sign * i64::try_from(seconds).ok()?, sign * i64::from(nanos)))
}

/// Nanoseconds behind a point, in 3, 6 or 9 digits; nothing if there are none.
fn fraction(nanos: u32) -> String {
    match nanos {
        0 => String::new(),
        nanos if nanos % 1_000_000 == 0 => format!(".{:03}", nanos / 1_000_000),
        nanos if nanos % 1000 == 0 => format!(".{:06}", nanos / 1000),
        nanos => format!(".{nanos:09}"),
    }
}

/// Nanoseconds from one to nine decimals.
fn parse_fraction(decimals: &str) -> Option<u32> {
    if !matches!(decimals.len(), 1..=9) || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(decimals.parse::<u32>().ok()? * 10u32.pow(9 - decimals.len() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants() {
        for (text, seconds, nanos) in [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("1972-01-01T10:00:20.021Z", 63_108_020, 21_000_000),
            ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
            ("9999-12-31T23:59:59.000001Z", 253_402_300_799, 1000),
        ] {
            assert_eq!(print_instant(seconds, nanos).as_deref(), Some(text));
            assert_eq!(parse_instant(text), Some((seconds, nanos)), "{text}");
        }
        assert_eq!(parse_instant("1970-01-01T08:00:00.1+08:00"), Some((0, 100_000_000)));
        assert_eq!(parse_instant("1969-12-31T16:00:00-08:00"), Some((0, 0)));
        for text in [
            "",
            "1970-01-01",
            "1970-01-01T00:00:00",
            "1970-01-01t00:00:00Z",
            "1970-01-01T00:00:00z",
            "1970-01-01 00:00:00Z",
            "1970-01-01T24:00:00Z",
            "1970-01-01T00:00:60Z",
            "1970-02-29T00:00:00Z",
            "1970-01-01T00:00:00.Z",
            "1970-01-01T00:00:00.1234567890Z",
            "1970-01-01T00:00:00.1.2Z",
            "1970-01-01T00:00:00+24:00",
            "1970-01-01T00:00:00+1:00",
            "0001-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01",
            "0000-01-01T00:00:00Z",
            "+10000-01-01T00:00Z",
            "1970-01-01T00:00:0éZ",
        ] {
            assert_eq!(parse_instant(text), None, "{text}");
        }
        for (seconds, nanos) in [(-62_135_596_801, 0), (253_402_300_800, 0), (0, -1), (0, 1_000_000_000)] {
            assert_eq!(print_instant(seconds, nanos), None);
        }
    }

    #[test]
    fn durations() {
        for (text, seconds, nanos) in [
            ("0s", 0, 0),
            ("1.500s", 1, 500_000_000),
            ("-0.000001s", 0, -1000),
            ("-315576000000.999999999s", -315_576_000_000, -999_999_999),
        ] {
            assert_eq!(print_duration(seconds, nanos).as_deref(), Some(text));
            assert_eq!(parse_duration(text), Some((seconds, nanos)), "{text}");
        }
        assert_eq!(parse_duration("1.5s"), Some((1, 500_000_000)));
        for text in
            ["", "s", "1", "1.s", ".5s", "+1s", "--1s", "1.0000000000s", "315576000001s", "1e3s", " 1s", "1.-5s"]
        {
            assert_eq!(parse_duration(text), None, "{text}");
        }
        for (seconds, nanos) in [(1, -1), (-1, 1), (315_576_000_001, 0), (0, 1_000_000_000), (0, i64::MIN)] {
            assert_eq!(print_duration(seconds, nanos), None);
        }
    }
}
