//! Tokens of JSON text (RFC 8259): what the readers of the JSON and the positional wire are built on.

use super::number::{self, Number};
use super::{date, scan};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::wire::{TextRef, ValueKind};
use alloc::borrow::Cow;
use alloc::string::String;

/// A place in the text, with the depth of nesting there.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pos: usize,
    depth: Depth,
    /// How many bytes had been gone back over.
    rewound: usize,
}

/// Reads tokens from JSON text.
pub(crate) struct Lexer<'de> {
    text: &'de str,
    /// The offset of the next byte.
    pub(crate) pos: usize,
    pub(crate) depth: Depth,
    /// Holds the latest string that had escapes.
    scratch: String,
    /// How many more bytes may be read in vain while branches of unions are tried.
    spare: usize,
    /// How many bytes have been gone back over so far, other than to try another branch.
    rewound: usize,
}

impl<'de> Lexer<'de> {
    /// Reads a text that is known to be UTF-8.
    pub(crate) fn new(text: &'de str, limits: &Limits) -> Result<Lexer<'de>> {
        limits.check_bytes(text.len())?;
        // Each level of unions may try a few branches; more than this is an attack, not data.
        let spare = text.len().saturating_mul(16).saturating_add(4096);
        Ok(Lexer { text, pos: 0, depth: limits.depth(), scratch: String::new(), spare, rewound: 0 })
    }

    #[inline(always)]
    pub(crate) fn bytes(&self) -> &'de [u8] {
        self.text.as_bytes()
    }

    /// The next byte that is not white space, without taking it; 0 at the end.
    #[inline(always)]
    pub(crate) fn peek(&mut self) -> u8 {
        match self.bytes().get(self.pos) {
            Some(&byte) if byte > b' ' => byte,
            _ => self.skip_space(),
        }
    }

    #[inline(never)]
    fn skip_space(&mut self) -> u8 {
        let bytes = self.bytes();
        while let Some(&byte) = bytes.get(self.pos) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return byte;
            }
            self.pos += 1;
        }
        0
    }

    /// Takes this byte if it comes next.
    #[inline(always)]
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.pos += usize::from(found);
        found
    }

    /// Checks that nothing but white space is left.
    pub(crate) fn finish(&mut self) -> Result<()> {
        match self.peek() {
            0 if self.pos == self.text.len() => Ok(()),
            _ => Err(self.error(Code::Json, "the text goes on after the value")),
        }
    }

    /// An error at the next byte.
    #[cold]
    #[inline(never)]
    pub(crate) fn error(&self, code: Code, message: &'static str) -> Error {
        Error::new(code, message).at(self.pos)
    }

    /// The error for a value that is not of the kind that is wanted, or not JSON at all.
    #[cold]
    #[inline(never)]
    pub(crate) fn unexpected(&mut self, code: Code, message: &'static str) -> Error {
        match self.peek() {
            0 if self.pos == self.text.len() => self.error(Code::Json, "the text ends where a value should be"),
            b'"' | b'[' | b'{' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => {
                // What begins like a value may still not be one: then that is the error.
                let start = self.pos;
                match self.skip_value() {
                    Err(error) if matches!(error.code(), Code::Json | Code::Limit) => error,
                    _ => Error::new(code, message).at(start),
                }
            }
            _ => self.error(Code::Json, "expected a value"),
        }
    }

    /// The kind of the value that comes next.
    pub(crate) fn kind(&mut self) -> Result<ValueKind> {
        Ok(match self.peek() {
            b'"' => ValueKind::Text,
            b'{' => ValueKind::Map,
            b'[' => ValueKind::List,
            b't' | b'f' => ValueKind::Bool,
            b'n' => ValueKind::Null,
            b'-' | b'0'..=b'9' => ValueKind::Number,
            _ => return Err(self.unexpected(Code::Json, "expected a value")),
        })
    }

    /// Takes `null` if it comes next.
    #[inline(always)]
    pub(crate) fn null(&mut self) -> Result<bool> {
        if self.peek() != b'n' {
            return Ok(false);
        }
        self.word("null").map(|()| true)
    }

    pub(crate) fn bool(&mut self) -> Result<bool> {
        match self.peek() {
            b't' => self.word("true").map(|()| true),
            b'f' => self.word("false").map(|()| false),
            _ => Err(self.unexpected(Code::Type, "expected a boolean")),
        }
    }

    #[inline(always)]
    fn word(&mut self, word: &'static str) -> Result<()> {
        if self.bytes()[self.pos..].starts_with(word.as_bytes()) {
            self.pos += word.len();
            return Ok(());
        }
        Err(self.error(Code::Json, "expected a value"))
    }

    /// A signed integer; a number without a fraction in another spelling (`1.0`, `1e3`) is one too.
    #[inline(always)]
    pub(crate) fn int(&mut self) -> Result<i64> {
        self.peek();
        match number::short_int(self.bytes(), self.pos) {
            Some((value, end)) => {
                self.pos = end;
                Ok(value)
            }
            None => self.long_int(),
        }
    }

    #[cold]
    #[inline(never)]
    fn long_int(&mut self) -> Result<i64> {
        let start = self.pos;
        let value = self.integer("expected an integer")?.and_then(|value| i64::try_from(value).ok());
        value.ok_or_else(|| Error::new(Code::Type, "the number is not an integer of 64 bits").at(start))
    }

    /// An unsigned integer.
    #[inline(always)]
    pub(crate) fn uint(&mut self) -> Result<u64> {
        self.peek();
        match number::short_int(self.bytes(), self.pos) {
            Some((value @ 0.., end)) => {
                self.pos = end;
                Ok(value as u64)
            }
            _ => self.long_uint(),
        }
    }

    #[cold]
    #[inline(never)]
    fn long_uint(&mut self) -> Result<u64> {
        let start = self.pos;
        let value = self.integer("expected an unsigned integer")?.and_then(|value| u64::try_from(value).ok());
        value.ok_or_else(|| Error::new(Code::Type, "the number is not an unsigned integer of 64 bits").at(start))
    }

    /// The integer that a number is in whatever spelling; `None` if it has a fraction, or is far too large.
    pub(crate) fn integer(&mut self, expected: &'static str) -> Result<Option<i128>> {
        if !matches!(self.peek(), b'-' | b'0'..=b'9') {
            return Err(self.unexpected(Code::Type, expected));
        }
        let (value, end) = number::integer(self.bytes(), self.pos)?;
        self.pos = end;
        Ok(value)
    }

    /// A number as a double.
    #[inline(always)]
    pub(crate) fn double(&mut self) -> Result<f64> {
        if !matches!(self.peek(), b'-' | b'0'..=b'9') {
            return Err(self.unexpected(Code::Type, "expected a number"));
        }
        let (value, end) = number::double(self.bytes(), self.pos)?;
        self.pos = end;
        Ok(value)
    }

    /// A number as its text says.
    pub(crate) fn number(&mut self, expected: &'static str) -> Result<Number> {
        if !matches!(self.peek(), b'-' | b'0'..=b'9') {
            return Err(self.unexpected(Code::Type, expected));
        }
        let (value, end) = number::any(self.bytes(), self.pos)?;
        self.pos = end;
        Ok(value)
    }

    /// A string.
    #[inline(always)]
    pub(crate) fn string<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        if self.peek() != b'"' {
            return Err(self.unexpected(Code::Type, "expected a string"));
        }
        let start = self.pos + 1;
        let end = scan::special(self.bytes(), start);
        if self.bytes().get(end) == Some(&b'"') {
            self.pos = end + 1;
            return Ok(TextRef::Borrowed(&self.text[start..end]));
        }
        self.escaped(start, end).map(TextRef::Scratch)
    }

    /// A string that is known to be good, and then on from `after`.
    pub(crate) fn string_then<'s>(&'s mut self, after: Mark) -> Result<TextRef<'de, 's>> {
        let start = self.pos + 1;
        let end = scan::special(self.bytes(), start);
        if self.bytes().get(end) == Some(&b'"') {
            self.seek(after);
            return Ok(TextRef::Borrowed(&self.text[start..end]));
        }
        self.escaped(start, end)?;
        self.seek(after);
        Ok(TextRef::Scratch(&self.scratch))
    }

    /// A string with escapes: plain up to `end`, into the scratch buffer.
    #[cold]
    #[inline(never)]
    fn escaped(&mut self, mut start: usize, mut end: usize) -> Result<&str> {
        self.scratch.clear();
        loop {
            self.scratch.push_str(&self.text[start..end]);
            start = match self.bytes().get(end) {
                Some(b'"') => {
                    self.pos = end + 1;
                    return Ok(&self.scratch);
                }
                Some(b'\\') => {
                    let (unescaped, after) = escape(self.bytes(), end + 1)?;
                    self.scratch.push(unescaped);
                    after
                }
                Some(_) => {
                    return Err(Error::new(Code::Json, "a control character in a string must be escaped").at(end));
                }
                None => return Err(Error::new(Code::Json, "the text ends inside a string").at(end)),
            };
            end = scan::special(self.bytes(), start);
        }
    }

    /// Skips a string that starts here, checking its escapes.
    #[inline(always)]
    pub(crate) fn skip_string(&mut self) -> Result<()> {
        let mut end = scan::special(self.bytes(), self.pos + 1);
        loop {
            match self.bytes().get(end) {
                Some(b'"') => {
                    self.pos = end + 1;
                    return Ok(());
                }
                Some(b'\\') => end = scan::special(self.bytes(), escape(self.bytes(), end + 1)?.1),
                _ => {
                    self.escaped(end, end)?;
                }
            }
        }
    }

    /// Base64 in a string: the standard alphabet, padded, canonical (RFC 4648, section 4).
    pub(crate) fn base64(&mut self) -> Result<Cow<'de, [u8]>> {
        let start = {
            self.peek();
            self.pos
        };
        let text = self.string()?;
        match base64_simd::STANDARD.decode_to_vec(text.as_str()) {
            Ok(bytes) => Ok(Cow::Owned(bytes)),
            Err(_) => Err(Error::new(Code::Type, "expected canonical base64").at(start)),
        }
    }

    /// An instant as an ISO 8601 string, or as a number of milliseconds.
    pub(crate) fn date(&mut self) -> Result<i64> {
        if self.peek() != b'"' {
            return self.date_millis();
        }
        let start = self.pos;
        let text = self.string()?;
        date::parse(text.as_str()).ok_or_else(|| Error::new(Code::Type, "expected a date in ISO 8601").at(start))
    }

    /// An instant as a number of milliseconds.
    #[inline(always)]
    pub(crate) fn date_millis(&mut self) -> Result<i64> {
        self.peek();
        let start = self.pos;
        let millis = self.int()?;
        if !date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range").at(start));
        }
        Ok(millis)
    }

    /// A big integer as a decimal string, or as an integer; canonical digits come out.
    pub(crate) fn bigint(&mut self) -> Result<Cow<'de, str>> {
        let start = match self.peek() {
            b'-' | b'0'..=b'9' => {
                let start = self.pos;
                self.pos = number::end(self.bytes(), start)?;
                let digits = &self.text[start..self.pos];
                if digits.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
                    return Err(Error::new(Code::Type, "expected an integer").at(start));
                }
                return Ok(Cow::Borrowed(if digits == "-0" { "0" } else { digits }));
            }
            _ => self.pos,
        };
        let digits = match self.string()? {
            TextRef::Borrowed(digits) => Cow::Borrowed(digits),
            TextRef::Scratch(digits) => Cow::Owned(String::from(digits)),
        };
        if is_bigint(&digits) { Ok(digits) } else { Err(Error::new(Code::Type, "expected decimal digits").at(start)) }
    }

    /// Opens a list or a map with this bracket.
    #[inline(always)]
    pub(crate) fn open(&mut self, bracket: u8, code: Code, expected: &'static str) -> Result<()> {
        if self.peek() != bracket {
            return Err(self.unexpected(code, expected));
        }
        self.depth.enter().map_err(|error| error.at(self.pos))?;
        self.pos += 1;
        Ok(())
    }

    /// Whether an item follows in a list that has just been opened (`first`) or after an item; if not,
    /// the list is closed.
    #[inline(always)]
    pub(crate) fn item(&mut self, first: bool) -> Result<bool> {
        self.next(first, b']', "expected a comma or a closing bracket")
    }

    /// The same for the entries of a map; a key must follow.
    #[inline(always)]
    pub(crate) fn entry(&mut self, first: bool) -> Result<bool> {
        if !self.next(first, b'}', "expected a comma or a closing brace")? {
            return Ok(false);
        }
        if self.peek() != b'"' {
            return Err(self.error(Code::Json, "expected a key"));
        }
        Ok(true)
    }

    #[inline(always)]
    fn next(&mut self, first: bool, close: u8, expected: &'static str) -> Result<bool> {
        let byte = self.peek();
        if byte == close {
            self.pos += 1;
            self.depth.leave();
            return Ok(false);
        }
        if first {
            return Ok(true);
        }
        if byte != b',' {
            return Err(self.error(Code::Json, expected));
        }
        self.pos += 1;
        if self.peek() == close {
            return Err(self.error(Code::Json, "expected a value after the comma"));
        }
        Ok(true)
    }

    /// The colon between a key and its value.
    #[inline(always)]
    pub(crate) fn colon(&mut self) -> Result<()> {
        if !self.take(b':') {
            return Err(self.error(Code::Json, "expected a colon"));
        }
        Ok(())
    }

    /// Skips one value, checking that it is JSON.
    ///
    /// A loop, not a recursion: a bit for each open level says whether it is a map.
    pub(crate) fn skip_value(&mut self) -> Result<()> {
        let mut maps = crate::limits::LevelBits::default();
        let mut level = 0;
        loop {
            // One value, or the opening of one.
            let opened = match self.peek() {
                b'"' => {
                    self.skip_string()?;
                    false
                }
                b'{' => {
                    self.open(b'{', Code::Json, "expected a value")?;
                    maps.set(level, true);
                    level += 1;
                    true
                }
                b'[' => {
                    self.open(b'[', Code::Json, "expected a value")?;
                    maps.set(level, false);
                    level += 1;
                    true
                }
                b'-' | b'0'..=b'9' => {
                    self.pos = number::end(self.bytes(), self.pos)?;
                    false
                }
                b't' | b'f' => self.bool().map(|_| false)?,
                b'n' => self.null().map(|_| false)?,
                0 if self.pos == self.text.len() => {
                    return Err(self.error(Code::Json, "the text ends where a value should be"));
                }
                _ => return Err(self.error(Code::Json, "expected a value")),
            };
            // Whatever closes after it, up to the next value.
            let mut first = opened;
            loop {
                if level == 0 {
                    return Ok(());
                }
                let more = if maps.get(level - 1) {
                    let more = self.entry(first)?;
                    if more {
                        self.skip_string()?;
                        self.colon()?;
                    }
                    more
                } else {
                    self.item(first)?
                };
                if more {
                    break;
                }
                level -= 1;
                first = false;
            }
        }
    }

    #[inline(always)]
    pub(crate) fn mark(&self) -> Mark {
        Mark { pos: self.pos, depth: self.depth, rewound: self.rewound }
    }

    #[inline(always)]
    pub(crate) fn seek(&mut self, mark: Mark) {
        self.rewound = self.rewound.wrapping_add(self.pos.saturating_sub(mark.pos));
        self.pos = mark.pos;
        self.depth = mark.depth;
    }

    /// Goes back and pays for what was read in vain: up to here, and further ahead to find a
    /// discriminator, for instance.
    pub(crate) fn retry(&mut self, mark: Mark) -> Result<()> {
        let ahead = self.rewound.wrapping_sub(mark.rewound);
        match self.spare.checked_sub(self.pos.saturating_sub(mark.pos).saturating_add(ahead).max(1)) {
            Some(left) => {
                self.spare = left;
                (self.pos, self.depth, self.rewound) = (mark.pos, mark.depth, mark.rewound);
                Ok(())
            }
            None => Err(self.error(Code::Limit, "the branches of unions were tried too often")),
        }
    }
}

/// Whether a text is a canonical decimal integer: no plus, no leading zeros, no -0.
pub(crate) fn is_bigint(digits: &str) -> bool {
    let magnitude = digits.strip_prefix('-').unwrap_or(digits);
    match magnitude.as_bytes() {
        [b'0'] => magnitude.len() == digits.len(),
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// The character of the escape whose letter is at `at`, and the offset after it.
fn escape(bytes: &[u8], at: usize) -> Result<(char, usize)> {
    let plain = match bytes.get(at) {
        Some(byte @ (b'"' | b'\\' | b'/')) => char::from(*byte),
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode_escape(bytes, at + 1),
        Some(_) => return Err(Error::new(Code::Json, "there is no such escape").at(at - 1)),
        None => return Err(Error::new(Code::Json, "the text ends inside a string").at(at)),
    };
    Ok((plain, at + 1))
}

fn unicode_escape(bytes: &[u8], at: usize) -> Result<(char, usize)> {
    let unit = four_hex(bytes, at)?;
    let lone = || Error::new(Code::Json, "a lone surrogate is not a character").at(at - 2);
    match unit {
        0xd800..=0xdbff => {
            if bytes.get(at + 4..at + 6) != Some(b"\\u") {
                return Err(lone());
            }
            let low = four_hex(bytes, at + 6)?;
            if !(0xdc00..=0xdfff).contains(&low) {
                return Err(lone());
            }
            let character = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
            Ok((char::from_u32(character).ok_or_else(lone)?, at + 10))
        }
        _ => Ok((char::from_u32(unit).ok_or_else(lone)?, at + 4)),
    }
}

fn four_hex(bytes: &[u8], at: usize) -> Result<u32> {
    let mut value = 0;
    for place in at..at + 4 {
        let digit = bytes.get(place).and_then(|&byte| char::from(byte).to_digit(16));
        let Some(digit) = digit else {
            let message =
                if place < bytes.len() { "expected four hexadecimal digits" } else { "the text ends inside a string" };
            return Err(Error::new(Code::Json, message).at(place));
        };
        value = value * 16 + digit;
    }
    Ok(value)
}

/// The text of an input of bytes, checked once: JSON is UTF-8 (RFC 8259, section 8.1).
#[inline(always)]
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str> {
    simdutf8::basic::from_utf8(bytes).map_err(|_| utf8_error(bytes))
}

#[cold]
#[inline(never)]
fn utf8_error(bytes: &[u8]) -> Error {
    let at = core::str::from_utf8(bytes).err().map_or(0, |error| error.valid_up_to());
    Error::new(Code::Utf8, "the text is not UTF-8").at(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skip(text: &str) -> Result<()> {
        let mut lexer = Lexer::new(text, &Limits::default())?;
        lexer.skip_value()?;
        lexer.finish()
    }

    #[test]
    fn skipping_checks_the_grammar() {
        for text in ["1", "[]", "{}", " [1, {\"a\": [true, null]}, \"\\u00e9\"] ", "{\"a\":{},\"b\":[[]]}", "-0.5e-3"] {
            skip(text).unwrap();
        }
        for (text, at) in [
            ("", 0),
            ("[1,]", 3),
            ("{\"a\":1,}", 7),
            ("[1 2]", 3),
            ("{\"a\" 1}", 5),
            ("[", 1),
            ("{\"a\":1]", 6),
            ("tru", 0),
            ("\"\\x\"", 1),
            ("\"\n\"", 1),
            ("1 1", 2),
            ("{a:1}", 1),
            ("\"\\ud800\"", 1),
            ("[1}", 2),
        ] {
            let error = skip(text).unwrap_err();
            assert_eq!((error.code(), error.offset()), (Code::Json, Some(at)), "{text}");
        }
    }

    #[test]
    fn nesting_is_limited() {
        let deep = "[".repeat(100_000);
        let error = skip(&deep).unwrap_err();
        assert_eq!((error.code(), error.offset()), (Code::Limit, Some(128)));
    }

    #[test]
    fn big_integers_are_canonical() {
        for text in ["0", "7", "-7", "123456789012345678901234567890"] {
            assert!(is_bigint(text), "{text}");
        }
        for text in ["", "-", "-0", "00", "+1", "1.0", "1e3", "a"] {
            assert!(!is_bigint(text), "{text}");
        }
    }
}
