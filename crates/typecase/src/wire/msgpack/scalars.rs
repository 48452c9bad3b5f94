//! Numbers, dates, bytes and big integers that are read, in all the forms in which they may come.

use super::form::Form;
use super::heads::*;
use super::input::Token;
use super::read::Reader;
use super::{bigint, timestamp};
use crate::error::{Code, Error, Result};
use crate::meta::EnumMeta;
use crate::text::{date, lexer};
use crate::wire::Read;
use alloc::borrow::Cow;
use alloc::string::ToString;

impl<'de, F: Form> Reader<'de, F> {
    /// A number that is not a small integer.
    #[inline(never)]
    pub(super) fn wide_int(&mut self) -> Result<i64> {
        let start = self.input.pos;
        let value = match self.number_token("expected an integer")? {
            Token::Int(value) => Some(value),
            Token::Uint(value) => i64::try_from(value).ok(),
            Token::Float64(value) if value as i64 as f64 == value && value < 9_223_372_036_854_775_808.0 => {
                Some(value as i64)
            }
            Token::Float32(value) if value as i64 as f32 == value && value < 9_223_372_036_854_775_808.0 => {
                Some(value as i64)
            }
            _ => None,
        };
        value.ok_or_else(|| Error::new(Code::Type, "expected an integer of 64 bits").at(start))
    }

    #[inline(never)]
    pub(super) fn wide_uint(&mut self) -> Result<u64> {
        let mark = self.input.pos;
        match self.input.small_int() {
            Some(value @ 0..) if !self.may_be_shape(value) => return Ok(value as u64),
            _ => self.input.pos = mark,
        }
        let start = self.input.pos;
        let value = match self.number_token("expected an integer")? {
            Token::Int(value) => u64::try_from(value).ok(),
            Token::Uint(value) => Some(value),
            Token::Float64(value) if value as u64 as f64 == value && value < 18_446_744_073_709_551_616.0 => {
                Some(value as u64)
            }
            Token::Float32(value) if value as u64 as f32 == value && value < 18_446_744_073_709_551_616.0 => {
                Some(value as u64)
            }
            _ => None,
        };
        value.ok_or_else(|| Error::new(Code::Type, "expected an unsigned integer of 64 bits").at(start))
    }

    #[inline(never)]
    pub(super) fn any_number(&mut self) -> Result<f64> {
        let start = self.input.pos;
        match self.input.small_int() {
            Some(value) if !self.may_be_shape(value) => return Ok(value as f64),
            _ => self.input.pos = start,
        }
        Ok(match self.number_token("expected a number")? {
            Token::Int(value) => value as f64,
            Token::Uint(value) => value as f64,
            Token::Float32(value) => value.into(),
            Token::Float64(value) => value,
            // `number_token` gives nothing else.
            _ => 0.0,
        })
    }

    /// Takes a number; an error at any other value, the id of a shape among them.
    pub(super) fn number_token(&mut self, expected: &'static str) -> Result<Token<'de>> {
        match self.input.peek() {
            Some(head) if self.may_be_shape(head.into()) && self.is_shape() => Err(self.input.unexpected(expected)),
            Some(0..FIXMAP | FLOAT32..=INT64 | 0xe0..) => self.input.token(),
            _ => Err(self.input.unexpected(expected)),
        }
    }

    pub(super) fn read_bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        let start = self.input.pos;
        match self.input.peek() {
            Some(BIN8..=BIN32) => match self.input.token()? {
                Token::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
                _ => Err(self.input.unexpected("expected bytes")),
            },
            _ => match self.input.extension()? {
                // The memory of a typed array of JavaScript.
                Some((ext::TYPED, [_, bytes @ ..])) => Ok(Cow::Borrowed(bytes)),
                _ => {
                    self.input.pos = start;
                    Err(self.input.unexpected("expected bytes"))
                }
            },
        }
    }

    #[inline(never)]
    pub(super) fn read_date(&mut self) -> Result<i64> {
        let start = self.input.pos;
        let millis = match self.input.peek() {
            Some(0..FIXMAP | FLOAT32..=INT64 | 0xe0..) => Some(self.int()?),
            Some(FIXSTR..NIL | STR8..=STR32) => date::parse(self.input.text("")?),
            _ => match self.input.extension()? {
                Some((ext::TIMESTAMP, bytes)) => timestamp::read(bytes).and_then(timestamp::millis),
                Some(_) => None,
                None => return Err(self.input.unexpected("expected a date")),
            },
        };
        millis
            .filter(|millis| date::in_range(*millis))
            .ok_or_else(|| Error::new(Code::Type, "expected a date").at(start))
    }

    pub(super) fn read_bigint(&mut self) -> Result<Cow<'de, str>> {
        let start = self.input.pos;
        let wrong = || Error::new(Code::Type, "expected an integer of any size").at(start);
        match self.input.peek() {
            Some(FIXSTR..NIL | STR8..=STR32) => {
                let digits = self.input.text("")?;
                if lexer::is_bigint(digits) { Ok(Cow::Borrowed(digits)) } else { Err(wrong()) }
            }
            Some(EXT8..=EXT32 | FIXEXT1..=FIXEXT16) => match self.input.extension()? {
                Some((ext::BIGINT, bytes)) => bigint::from_bytes(bytes)
                    .map(Cow::Owned)
                    .ok_or_else(|| Error::new(Code::Limit, "the integer is too long").at(start)),
                _ => Err(wrong()),
            },
            _ => Ok(Cow::Owned(match self.number_token("expected an integer of any size")? {
                Token::Int(value) => value.to_string(),
                Token::Uint(value) => value.to_string(),
                Token::Float64(value) if value as i64 as f64 == value && value.abs() <= 9_007_199_254_740_992.0 => {
                    (value as i64).to_string()
                }
                _ => return Err(wrong()),
            })),
        }
    }

    #[inline(never)]
    pub(super) fn numeric_enum(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        Ok(match self.number_token("expected a value of the enum")? {
            Token::Int(value) => meta.find_number(value as f64),
            Token::Uint(value) => meta.find_number(value as f64),
            Token::Float32(value) => meta.find_number(value.into()),
            Token::Float64(value) => meta.find_number(value),
            _ => None,
        })
    }
}
