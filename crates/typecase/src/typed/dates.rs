//! Instants of the crates `chrono`, `time` and `jiff` as `date`.
//!
//! A schema's date has milliseconds. An instant between two of them would not come back as it was, so
//! that is an error with the code `unsupported`; round it first. A date that the crate's type cannot
//! hold is an error with the code `type`.

#![cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]

use super::scalar::scalar_type;
use super::values::{date_out_of_range, put_date};
use super::{Decode, Definer, Encode, Shape, Type};
use crate::error::{Code, Error, Result};
use crate::schema::model::{Scalar, Slot};
use crate::wire::{Read, ValueKind, Write};

/// Sends an instant given as milliseconds and the nanoseconds beyond them.
fn put_instant<W: Write>(millis: i64, nanos: u32, writer: &mut W) -> Result<()> {
    if nanos != 0 {
        return Err(Error::new(Code::Unsupported, "a date has milliseconds, and this instant is between two of them"));
    }
    put_date(millis, writer)
}

/// Takes an instant that `make` makes from milliseconds.
fn get_instant<'de, T, R: Read<'de>>(make: impl FnOnce(i64) -> Option<T>, reader: &mut R) -> Result<T> {
    let offset = reader.offset();
    make(reader.date()?).ok_or_else(|| date_out_of_range().at(offset))
}

#[cfg(feature = "chrono")]
mod chrono_dates {
    use super::*;
    use chrono::{DateTime, Utc};

    scalar_type! { Date, [ValueKind::Text, ValueKind::Number, ValueKind::Date] => DateTime<Utc>; }

    impl Encode for DateTime<Utc> {
        fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
            put_instant(self.timestamp_millis(), self.timestamp_subsec_nanos() % 1_000_000, writer)
        }
    }

    impl<'de> Decode<'de> for DateTime<Utc> {
        const PACKS: bool = true;

        fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
            get_instant(DateTime::from_timestamp_millis, reader)
        }
    }
}

#[cfg(feature = "time")]
mod time_dates {
    use super::*;
    use time::OffsetDateTime;

    scalar_type! { Date, [ValueKind::Text, ValueKind::Number, ValueKind::Date] => OffsetDateTime; }

    /// The instant; the offset from UTC does not travel.
    impl Encode for OffsetDateTime {
        fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
            let nanos = self.unix_timestamp_nanos();
            // `time` spans at most a million years, which is far within 64 bits of milliseconds.
            put_instant(nanos.div_euclid(1_000_000) as i64, nanos.rem_euclid(1_000_000) as u32, writer)
        }
    }

    /// In UTC.
    impl<'de> Decode<'de> for OffsetDateTime {
        const PACKS: bool = true;

        fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
            let make = |millis| OffsetDateTime::from_unix_timestamp_nanos(i128::from(millis) * 1_000_000).ok();
            get_instant(make, reader)
        }
    }
}

#[cfg(feature = "jiff")]
mod jiff_dates {
    use super::*;
    use jiff::Timestamp;

    scalar_type! { Date, [ValueKind::Text, ValueKind::Number, ValueKind::Date] => Timestamp; }

    impl Encode for Timestamp {
        fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
            let nanos = self.as_nanosecond();
            // `jiff` spans the years -9999 to 9999, which is far within 64 bits of milliseconds.
            put_instant(nanos.div_euclid(1_000_000) as i64, nanos.rem_euclid(1_000_000) as u32, writer)
        }
    }

    impl<'de> Decode<'de> for Timestamp {
        const PACKS: bool = true;

        fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
            get_instant(|millis| Timestamp::from_millisecond(millis).ok(), reader)
        }
    }
}
