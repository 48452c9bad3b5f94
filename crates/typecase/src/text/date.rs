//! Instants as text: ISO 8601 as ECMAScript prints and reads it (ECMA-262, section 21.4.1.32).

/// The farthest instant from 1970, in milliseconds, that ECMAScript and typecase know.
pub(crate) const FARTHEST: i64 = 8_640_000_000_000_000;

const DAY: i64 = 86_400_000;

/// Whether an instant is within the range of a date.
#[inline]
pub(crate) const fn in_range(millis: i64) -> bool {
    millis >= -FARTHEST && millis <= FARTHEST
}

/// Prints an instant as `Date.prototype.toISOString` does; gives the buffer and how much of it is used.
pub(crate) fn print(millis: i64) -> ([u8; 27], usize) {
    let (year, month, day) = civil(millis.div_euclid(DAY));
    let time = millis.rem_euclid(DAY) as u32;
    let mut buffer = [0; 27];
    let mut at = 0;
    if (0..=9999).contains(&year) {
        digits(&mut buffer, &mut at, year as u32, 4);
    } else {
        buffer[0] = if year < 0 { b'-' } else { b'+' };
        at = 1;
        digits(&mut buffer, &mut at, year.unsigned_abs() as u32, 6);
    }
    for (mark, value, width) in [
        (b'-', month, 2),
        (b'-', day, 2),
        (b'T', time / 3_600_000, 2),
        (b':', time / 60_000 % 60, 2),
        (b':', time / 1000 % 60, 2),
        (b'.', time % 1000, 3),
    ] {
        buffer[at] = mark;
        at += 1;
        digits(&mut buffer, &mut at, value, width);
    }
    buffer[at] = b'Z';
    (buffer, at + 1)
}

#[inline(always)]
fn digits(buffer: &mut [u8; 27], at: &mut usize, mut value: u32, width: usize) {
    for place in (*at..*at + width).rev() {
        buffer[place] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    *at += width;
}

/// Reads an instant: a date, and optionally `T`, a time to minutes, seconds or any fraction of a
/// second (cut to milliseconds, as ECMAScript does), and `Z` or an offset. `None` if it is not one, or
/// is out of range.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let mut rest = text.as_bytes();
    let year = match rest.first()? {
        sign @ (b'+' | b'-') => {
            rest = &rest[1..];
            let year = i64::from(take(&mut rest, 6)?);
            if *sign == b'-' {
                // ECMA-262: -000000 is not a year.
                (year != 0).then_some(-year)?
            } else {
                year
            }
        }
        _ => i64::from(take(&mut rest, 4)?),
    };
    let month = marked(&mut rest, b'-')?;
    let day = marked(&mut rest, b'-')?;
    if !(1..=12).contains(&month) || day < 1 || day > month_length(year, month) {
        return None;
    }
    let midnight = days(year, month, day) * DAY;
    if rest.is_empty() {
        return in_range(midnight).then_some(midnight);
    }
    if !(mark(&mut rest, b'T') || mark(&mut rest, b't')) {
        return None;
    }
    let hour = take(&mut rest, 2)?;
    let minute = marked(&mut rest, b':')?;
    let (mut second, mut milli) = (0, 0);
    if mark(&mut rest, b':') {
        second = take(&mut rest, 2)?;
        if mark(&mut rest, b'.') {
            milli = fraction(&mut rest)?;
        }
    }
    let whole_day = hour == 24 && (minute, second, milli) == (0, 0, 0);
    if (hour > 23 && !whole_day) || minute > 59 || second > 59 {
        return None;
    }
    let time = i64::from(hour) * 3_600_000 + i64::from(minute) * 60_000 + i64::from(second) * 1000 + i64::from(milli);
    let instant = midnight + time - offset(rest)?;
    in_range(instant).then_some(instant)
}

fn mark(rest: &mut &[u8], byte: u8) -> bool {
    match rest.split_first() {
        Some((&first, after)) if first == byte => {
            *rest = after;
            true
        }
        _ => false,
    }
}

/// Two digits behind a mark.
fn marked(rest: &mut &[u8], byte: u8) -> Option<u32> {
    if mark(rest, byte) { take(rest, 2) } else { None }
}

fn take(rest: &mut &[u8], width: usize) -> Option<u32> {
    let (number, after) = rest.split_at_checked(width)?;
    *rest = after;
    number.iter().try_fold(0, |value, &byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit < 10).then(|| value * 10 + u32::from(digit))
    })
}

fn fraction(rest: &mut &[u8]) -> Option<u32> {
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length == 0 {
        return None;
    }
    let (digits, after) = rest.split_at(length);
    *rest = after;
    Some((0..3).fold(0, |value, place| value * 10 + digits.get(place).map_or(0, |&byte| u32::from(byte - b'0'))))
}

/// The offset from UTC in milliseconds.
fn offset(mut rest: &[u8]) -> Option<i64> {
    let sign = match rest.split_first()? {
        (b'Z' | b'z', []) => return Some(0),
        (b'+', after) => {
            rest = after;
            1
        }
        (b'-', after) => {
            rest = after;
            -1
        }
        _ => return None,
    };
    let hours = take(&mut rest, 2)?;
    let minutes = marked(&mut rest, b':')?;
    (rest.is_empty() && hours <= 23 && minutes <= 59)
        .then(|| sign * (i64::from(hours) * 60 + i64::from(minutes)) * 60_000)
}

const fn is_leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

const fn month_length(year: i64, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar. Years are counted from March,
/// so that the leap day is the last of its year, in cycles of 400 years of 146,097 days.
const fn days(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (cycle, year) = (year.div_euclid(400), year.rem_euclid(400));
    let month = (month as i64 + 9) % 12;
    let day_of_year = (153 * month + 2) / 5 + day as i64 - 1;
    cycle * 146_097 + year * 365 + year / 4 - year / 100 + day_of_year - 719_468
}

/// The date that is so many days after 1970-01-01: the inverse of [`days`].
const fn civil(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (cycle * 400 + year + (month <= 2) as i64, month as u32, day as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn text(millis: i64) -> String {
        let (buffer, length) = print(millis);
        String::from_utf8(buffer[..length].to_vec()).unwrap()
    }

    #[test]
    fn known_instants() {
        for (millis, iso) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_700_000_001_000, "2023-11-14T22:13:21.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (FARTHEST, "+275760-09-13T00:00:00.000Z"),
            (-FARTHEST, "-271821-04-20T00:00:00.000Z"),
            (-62_198_755_200_000, "-000001-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(text(millis), iso);
            assert_eq!(parse(iso), Some(millis), "{iso}");
        }
    }

    #[test]
    fn every_day_comes_back() {
        let mut day = -FARTHEST / DAY;
        while day <= FARTHEST / DAY {
            let (year, month, date) = civil(day);
            assert_eq!(days(year, month, date), day);
            day += 17;
        }
    }

    #[test]
    fn other_spellings() {
        assert_eq!(parse("2023-11-14"), Some(1_699_920_000_000));
        assert_eq!(parse("2023-11-14T22:13Z"), Some(1_699_999_980_000));
        assert_eq!(parse("2023-11-14T22:13:21.1239Z"), Some(1_700_000_001_123));
        assert_eq!(parse("2023-11-15T00:13:21+02:00"), Some(1_700_000_001_000));
        assert_eq!(parse("2023-11-14T24:00:00Z"), Some(1_700_006_400_000));
    }

    #[test]
    fn what_is_not_a_date() {
        for text in [
            "",
            "2023",
            "2023-13-01T00:00Z",
            "2023-02-29T00:00Z",
            "2023-01-01T25:00Z",
            "2023-01-01T00:60Z",
            "2023-01-01T00:00",
            "2023-01-01T00:00:00.Z",
            "2023-01-01T00:00Zx",
            "-000000-01-01T00:00Z",
            "+275760-09-13T00:00:00.001Z",
            "2023-01-01T00:00+1:00",
            "२०२३-01-01",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
