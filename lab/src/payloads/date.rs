//! An instant in milliseconds, an ISO 8601 string on the wires of text and an integer on the others.
//!
//! The peers have no date of their own, so they all get this one (typecase has one): no date
//! crate, no `fmt`, no allocation, and every field checked on the way in.

use std::fmt;

use minicbor::data::{IanaTag, Type};
use minicbor::encode::Write as CborWrite;
use minicbor::{Decoder, Encoder};
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use super::text::{AsText, musli_as_text};

/// Milliseconds since 1970-01-01T00:00Z, within the years 0 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, typecase::Record)]
pub struct Date(#[record(ty = "date")] pub i64);

/// Tag 1 with seconds, whole or not (RFC 8949, section 3.4.2).
impl<C> minicbor::Encode<C> for Date {
    #[inline]
    fn encode<W: CborWrite>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), minicbor::encode::Error<W::Error>> {
        e.tag(IanaTag::Timestamp)?;
        match self.0 % 1_000 {
            0 => e.i64(self.0 / 1_000)?,
            _ => e.f64(self.0 as f64 / 1_000.0)?,
        };
        Ok(())
    }
}

impl<'b, C> minicbor::Decode<'b, C> for Date {
    #[inline]
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Date, minicbor::decode::Error> {
        if d.tag()? != IanaTag::Timestamp.tag() {
            return Err(minicbor::decode::Error::message(Date::EXPECTED));
        }
        Ok(Date(match d.datatype()? {
            Type::F64 => (d.f64()? * 1_000.0).round() as i64,
            _ => d.i64()? * 1_000,
        }))
    }
}

impl zerompk::ToMessagePack for Date {
    #[inline]
    fn write<W: zerompk::Write>(&self, writer: &mut W) -> zerompk::Result<()> {
        writer.write_timestamp(self.0.div_euclid(1_000), self.0.rem_euclid(1_000) as u32 * 1_000_000)
    }
}

impl<'de> zerompk::FromMessagePack<'de> for Date {
    #[inline]
    fn read<R: zerompk::Read<'de>>(reader: &mut R) -> zerompk::Result<Date> {
        let (seconds, nanoseconds) = reader.read_timestamp()?;
        Ok(Date(seconds * 1_000 + i64::from(nanoseconds / 1_000_000)))
    }
}

impl msgpacker::Packable for Date {
    #[inline]
    fn pack<T: msgpacker::BufMut>(&self, buf: &mut T) -> usize {
        self.0.pack(buf)
    }
}

impl msgpacker::Unpackable for Date {
    type Error = msgpacker::Error;

    #[inline]
    fn unpack_with_ofs(buf: &[u8]) -> Result<(usize, Date), Self::Error> {
        i64::unpack_with_ofs(buf).map(|(read, ms)| (read, Date(ms)))
    }

    fn unpack_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Result<(usize, Date), Self::Error> {
        i64::unpack_iter(bytes).map(|(read, ms)| (read, Date(ms)))
    }
}

impl<'a> msgpacker::UnpackableBorrowed<'a> for Date {
    type Error = msgpacker::Error;

    #[inline]
    fn unpack_with_ofs(buf: &'a [u8]) -> Result<(usize, Date), Self::Error> {
        <Date as msgpacker::Unpackable>::unpack_with_ofs(buf)
    }
}

/// A date as its milliseconds, for the messages of prost.
pub mod milliseconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Date;

    pub fn serialize<S: Serializer>(ms: &i64, serializer: S) -> Result<S::Ok, S::Error> {
        Date(*ms).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
        Date::deserialize(deserializer).map(|date| date.0)
    }
}

/// Reads a date that is in a record with a tag: serde has kept the fields until it knew the tag, and does not know any more
/// whether they came from text.
pub fn of_tagged<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    deserializer.deserialize_any(DateVisitor)
}

/// Bytes of `2023-11-14T22:13:21.000Z`.
const ISO_LEN: usize = 24;
/// Where the punctuation stands in it.
const PUNCTUATION: [(usize, u8); 7] =
    [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':'), (19, b'.'), (23, b'Z')];
const DAY_MS: i64 = 86_400_000;

impl AsText for Date {
    const EXPECTED: &'static str = "an ISO 8601 date with milliseconds and Z";

    #[inline]
    fn with_text<R>(&self, f: impl FnOnce(&str) -> R) -> R {
        let (days, ms) = (self.0.div_euclid(DAY_MS), self.0.rem_euclid(DAY_MS));
        let (year, month, day) = civil_from_days(days);
        assert!((0..10_000).contains(&year), "a year of four digits");
        let mut text = [0; ISO_LEN];
        for (at, byte) in PUNCTUATION {
            text[at] = byte;
        }
        write_digits(&mut text[0..4], year);
        write_digits(&mut text[5..7], month);
        write_digits(&mut text[8..10], day);
        write_digits(&mut text[11..13], ms / 3_600_000);
        write_digits(&mut text[14..16], ms / 60_000 % 60);
        write_digits(&mut text[17..19], ms / 1_000 % 60);
        write_digits(&mut text[20..23], ms % 1_000);
        f(str::from_utf8(&text).expect("only ASCII was written"))
    }

    #[inline]
    fn from_text(text: &str) -> Option<Self> {
        let text: &[u8; ISO_LEN] = text.as_bytes().try_into().ok()?;
        if PUNCTUATION.iter().any(|&(at, byte)| text[at] != byte) {
            return None;
        }
        let year = read_digits(&text[0..4], 0, 9999)?;
        let month = read_digits(&text[5..7], 1, 12)?;
        let day = read_digits(&text[8..10], 1, 31)?;
        let hour = read_digits(&text[11..13], 0, 23)?;
        let minute = read_digits(&text[14..16], 0, 59)?;
        let second = read_digits(&text[17..19], 0, 59)?;
        let ms = read_digits(&text[20..23], 0, 999)?;
        let days = days_from_civil(year, month, day);
        if day > 28 && civil_from_days(days).2 != day {
            return None; // the 30th of February
        }
        Some(Date(days * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1_000 + ms))
    }
}

/// Fills `out` with the decimal digits of `number`.
#[inline]
fn write_digits(out: &mut [u8], mut number: i64) {
    for digit in out.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
    }
}

/// The number that all of `digits` spell, if it is within the bounds.
#[inline]
fn read_digits(digits: &[u8], least: i64, most: i64) -> Option<i64> {
    let mut number = 0;
    for digit in digits {
        let value = digit.wrapping_sub(b'0');
        if value > 9 {
            return None;
        }
        number = number * 10 + i64::from(value);
    }
    (least..=most).contains(&number).then_some(number)
}

/// The proleptic Gregorian date of a day number; days and years are counted
/// from 1 March in eras of 400 years, so that the leap day comes last.
#[inline]
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

/// The day number of a proleptic Gregorian date.
#[inline]
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

impl Serialize for Date {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.serialize_i64(self.0);
        }
        self.with_text(|text| serializer.serialize_str(text))
    }
}

impl<'de> Deserialize<'de> for Date {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return i64::deserialize(deserializer).map(Date);
        }
        deserializer.deserialize_str(DateVisitor)
    }
}

/// Takes the text, and the milliseconds from where there is no text.
struct DateVisitor;

impl Visitor<'_> for DateVisitor {
    type Value = Date;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Date::EXPECTED)
    }

    #[inline]
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Date, E> {
        Date::from_text(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }

    #[inline]
    fn visit_i64<E: de::Error>(self, ms: i64) -> Result<Date, E> {
        Ok(Date(ms))
    }

    #[inline]
    fn visit_u64<E: de::Error>(self, ms: u64) -> Result<Date, E> {
        i64::try_from(ms).map(Date).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(ms), &self))
    }
}

musli_as_text!(Date);

#[cfg(test)]
mod tests {
    use super::*;

    fn text(ms: i64) -> String {
        Date(ms).with_text(str::to_owned)
    }

    #[test]
    fn known_instants() {
        assert_eq!(text(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(text(-1), "1969-12-31T23:59:59.999Z");
        assert_eq!(text(1_700_000_001_000), "2023-11-14T22:13:21.000Z");
        assert_eq!(text(951_782_400_000), "2000-02-29T00:00:00.000Z");
        assert_eq!(text(253_402_300_799_999), "9999-12-31T23:59:59.999Z");
    }

    #[test]
    fn every_day_comes_back() {
        let first = days_from_civil(0, 1, 1);
        let last = days_from_civil(9999, 12, 31);
        for day in first..=last {
            let date = Date(day * DAY_MS + 3_723_004);
            assert_eq!(date.with_text(Date::from_text), Some(date));
        }
    }

    #[test]
    fn what_is_not_a_date_is_refused() {
        for text in [
            "",
            "2023-11-14",
            "2023-02-29T00:00:00.000Z",
            "2023-13-01T00:00:00.000Z",
            "2023-11-14T24:00:00.000Z",
            "2023-11-14 22:13:21.000Z",
            "2023-11-14T22:13:2x.000Z",
        ] {
            assert_eq!(Date::from_text(text), None, "{text}");
        }
    }
}
