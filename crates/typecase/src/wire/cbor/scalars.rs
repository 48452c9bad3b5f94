//! Scalars that are not in their commonest form: behind tags, in pieces, or of another type that holds the same
//! value.

use super::heads::{BYTES, NEGATIVE, SIMPLE, TAG, TEXT, UINT, tag};
use super::read::{Reader, seldom};
use crate::error::{Code, Error, Result};
use crate::meta::EnumMeta;
use crate::text::date;
use crate::wire::bignum;
use crate::wire::{Read, ValueKind};
use alloc::borrow::Cow;
use alloc::vec::Vec;

impl<'de: 's, 's> Reader<'de, 's> {
    /// An integer that is neither in the first byte nor of 64 bits at most: a float without a fraction, or
    /// behind tags.
    #[cold]
    #[inline(never)]
    pub(super) fn other_int(&mut self) -> Result<i128> {
        const EXPECTED: &str = "expected an integer of 64 bits";
        let start = self.cursor.pos;
        let first = self.untagged()?;
        let value = match first & 0xe0 {
            UINT | NEGATIVE => {
                let (n, behind) = self.cursor.argument(first)?;
                self.cursor.pos = behind;
                Some(if first & 0xe0 == NEGATIVE { -1 - i128::from(n) } else { n.into() })
            }
            SIMPLE => match self.cursor.float()? {
                Some(value) if value as i128 as f64 == value && value.abs() < 1e20 => Some(value as i128),
                _ => None,
            },
            TAG => match self.big_integer()? {
                Some((negative, n)) => bignum::small(&n).map(|n| if negative { -1 - i128::from(n) } else { n.into() }),
                None => None,
            },
            _ => None,
        };
        value.ok_or_else(|| {
            self.cursor.pos = start;
            self.unexpected(Code::Type, EXPECTED)
        })
    }

    /// Takes a big integer, if one comes next: whether it is negative, and its bytes.
    pub(super) fn big_integer(&mut self) -> Result<Option<(bool, Cow<'de, [u8]>)>> {
        let start = self.cursor.pos;
        let first = self.cursor.peek()?;
        if first & 0xe0 == TAG
            && let negative @ (tag::BIG_POSITIVE | tag::BIG_NEGATIVE) = self.cursor.take_tag(first)?
            && self.cursor.peek()? & 0xe0 == BYTES
        {
            return Ok(Some((negative == tag::BIG_NEGATIVE, self.byte_string()?)));
        }
        self.cursor.pos = start;
        Ok(None)
    }

    /// Takes a byte string, whose first byte has been looked at.
    pub(super) fn byte_string(&mut self) -> Result<Cow<'de, [u8]>> {
        let first = self.cursor.peek()?;
        match self.cursor.whole(first)? {
            Some(bytes) => Ok(Cow::Borrowed(bytes)),
            None => {
                let mut all = Vec::new();
                self.cursor.pieces(|bytes, _| {
                    all.extend_from_slice(bytes);
                    Ok(())
                })?;
                Ok(Cow::Owned(all))
            }
        }
    }

    /// A number that is not an integer in the first byte or a double.
    #[inline(never)]
    pub(super) fn other_number(&mut self) -> Result<f64> {
        let start = self.cursor.pos;
        if let Some(value) = self.cursor.float()? {
            return Ok(value);
        }
        let first = self.untagged()?;
        if self.cursor.pos != start
            && let Some(value) = self.cursor.float()?
        {
            return Ok(value);
        }
        if first & 0xe0 > NEGATIVE {
            if let Some((negative, n)) = self.big_integer()?
                && let Some(n) = bignum::small(&n)
            {
                return Ok(if negative { -1.0 - n as f64 } else { n as f64 });
            }
            self.cursor.pos = start;
            return Err(self.unexpected(Code::Type, "expected a number"));
        }
        let (n, behind) = self.cursor.argument(first)?;
        self.cursor.pos = behind;
        Ok(if first & 0xe0 == NEGATIVE { (-1 - i128::from(n)) as f64 } else { n as f64 })
    }

    /// A string in pieces, or behind tags.
    #[cold]
    #[inline(never)]
    pub(super) fn other_text(&mut self) -> Result<Option<&'de str>> {
        let start = self.cursor.pos;
        let first = self.untagged()?;
        if first & 0xe0 != TEXT {
            self.cursor.pos = start;
            return Err(self.unexpected(Code::Type, "expected a string"));
        }
        if let Some(bytes) = self.cursor.whole(first)? {
            return super::text_at(bytes, self.cursor.pos - bytes.len()).map(Some);
        }
        let scratch = &mut seldom(&mut self.seldom).scratch;
        scratch.clear();
        // Each piece is a string by itself (RFC 8949, section 3.2.3).
        let result = self.cursor.pieces(|bytes, at| {
            scratch.push_str(super::text_at(bytes, at)?);
            Ok(())
        });
        result.map(|()| None)
    }

    /// A date as seconds, in milliseconds.
    pub(super) fn epoch(&mut self) -> Result<Option<i64>> {
        let first = self.cursor.peek()?;
        let millis = match first & 0xe0 {
            UINT | NEGATIVE => {
                let (n, behind) = self.cursor.argument(first)?;
                self.cursor.pos = behind;
                let seconds = if first & 0xe0 == NEGATIVE { -1 - i128::from(n) } else { n.into() };
                i64::try_from(seconds * 1000).ok()
            }
            _ => self.cursor.float()?.and_then(millis),
        };
        Ok(millis.filter(|millis| date::in_range(*millis)))
    }

    /// A date that is neither seconds in four bytes nor a double, or behind other tags.
    #[inline(never)]
    pub(super) fn other_date(&mut self) -> Result<i64> {
        let start = self.cursor.pos;
        let first = self.untagged()?;
        let millis = match first & 0xe0 {
            TAG => match self.cursor.take_tag(first)? {
                tag::EPOCH => self.epoch()?,
                tag::DATE_TEXT if self.cursor.peek()? & 0xe0 == TEXT => date::parse(self.text()?.as_str()),
                _ => None,
            },
            _ => None,
        };
        millis.ok_or_else(|| {
            self.cursor.pos = start;
            self.unexpected(Code::Type, "expected a date")
        })
    }

    /// [`other_int`](Reader::other_int) in 64 bits.
    #[cold]
    #[inline(never)]
    pub(super) fn other_int64(&mut self) -> Result<i64> {
        let start = self.cursor.pos;
        let value = self.other_int()?;
        i64::try_from(value).map_err(|_| Error::new(Code::Type, "expected an integer of 64 bits").at(start))
    }

    /// [`other_int`](Reader::other_int) in 64 bits without a sign.
    #[cold]
    #[inline(never)]
    pub(super) fn other_uint64(&mut self) -> Result<u64> {
        let start = self.cursor.pos;
        let value = self.other_int()?;
        u64::try_from(value).map_err(|_| Error::new(Code::Type, "expected an unsigned integer of 64 bits").at(start))
    }

    /// The value of an enum in any form.
    #[inline(never)]
    pub(super) fn any_enum(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        let mark = self.mark();
        let found = match self.kind()? {
            ValueKind::Text => meta.find_text(self.text()?.as_str()),
            ValueKind::Number => meta.find_number(self.number()?),
            _ => return Err(self.unexpected(Code::Type, "expected a value of the enum")),
        };
        if found.is_none() {
            self.seek(mark);
            if !meta.open {
                return Err(self.error(Code::Enum, "the value is not one of the enum's"));
            }
        }
        Ok(found)
    }
}

/// The milliseconds of seconds, to the nearest, if they may be those of a date.
#[inline(always)]
pub(super) fn millis(seconds: f64) -> Option<i64> {
    if seconds.is_nan() || seconds.abs() > 8.64e12 {
        return None;
    }
    // By parts, so that no rounding of the product can move it to the next millisecond.
    let whole = seconds as i64;
    let millis = whole * 1000 + round((seconds - whole as f64) * 1000.0);
    date::in_range(millis).then_some(millis)
}

/// To the nearest integer, halves away from zero.
fn round(value: f64) -> i64 {
    (value + if value < 0.0 { -0.5 } else { 0.5 }) as i64
}
