//! The one error type of every wire and of every path through it.
//!
//! An [`Error`] is one word wide so that `Result<u32, Error>` and the like stay in registers, and it
//! is made on a cold path only. It says what went wrong ([`Code`]), where in the bytes (an offset)
//! and where in the record (a path such as `orders[1].qty`). The path costs nothing until an error
//! is made: each caller adds its own segment while the error travels up.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The result of everything that reads or writes a wire.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// The same result, in a place of its own.
///
/// What a function that is not inlined gives is in memory. Where such a call is the slow way out of code that is inlined,
/// all that the fast way gives would have to go through that memory too.
#[inline(always)]
#[allow(clippy::needless_match, reason = "the copy is what it is for")]
pub(crate) fn afresh<T, E>(result: Result<T, E>) -> Result<T, E> {
    match result {
        Ok(value) => Ok(value),
        Err(error) => Err(error),
    }
}

/// What went wrong, in one word: stable, and the same on every wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// A required field is missing or null.
    Required,
    /// A value of the wrong type, or out of the range of its type.
    Type,
    /// A value that is not one of the enum's.
    Enum,
    /// The shape is wrong: not an array where one is expected, a wrong tuple length, a bad mask.
    Structure,
    /// An element or a field beyond the schema, in strict mode.
    Extra,
    /// A key that occurs twice in one record.
    Duplicate,
    /// No branch of a union takes the value.
    Union,
    /// The text is not JSON.
    Json,
    /// The text is not UTF-8.
    Utf8,
    /// Nesting deeper than the limit, an input longer than the limit, or a length that no input could fill.
    Limit,
    /// A value that the wire cannot carry (a non-finite number in JSON, say).
    Unsupported,
    /// A rule of the schema (`min`, `max`, `length`, `pattern`) that the value breaks.
    Rule,
}

impl Code {
    /// The code as it is printed: `required`, `type`, `enum`, …
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::Required => "required",
            Code::Type => "type",
            Code::Enum => "enum",
            Code::Structure => "structure",
            Code::Extra => "extra",
            Code::Duplicate => "duplicate",
            Code::Union => "union",
            Code::Json => "json",
            Code::Utf8 => "utf8",
            Code::Limit => "limit",
            Code::Unsupported => "unsupported",
            Code::Rule => "rule",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One step of a path: a field or key, or an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    Key(Cow<'static, str>),
    Index(usize),
}

/// The text of a path whose innermost segment comes first: `orders[1].qty`, `["a b"].c`.
pub(crate) fn path_text(innermost_first: &[Segment]) -> String {
    let mut out = String::new();
    for segment in innermost_first.iter().rev() {
        match segment {
            Segment::Index(index) => out.push_str(&alloc::format!("[{index}]")),
            Segment::Key(key) if is_identifier(key) => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(key);
            }
            Segment::Key(key) => out.push_str(&alloc::format!("[{key:?}]")),
        }
    }
    out
}

/// An error of decoding, encoding or checking. See the [module](self) documentation.
///
/// ```
/// use typecase::error::{Code, Error};
/// let error = Error::new(Code::Type, "expected a string").at(17).in_field("qty").in_item(1).in_field("orders");
/// assert_eq!(error.path(), "orders[1].qty");
/// assert_eq!(error.to_string(), "type: expected a string at orders[1].qty (byte 17)");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    code: Code,
    offset: Option<usize>,
    message: Cow<'static, str>,
    /// Innermost segment first: callers push while the error travels up.
    path: Vec<Segment>,
}

impl Error {
    /// An error with a code and a message that starts in lower case and has no full stop.
    #[cold]
    #[inline(never)]
    pub fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Error {
        Error(Box::new(Inner { code, offset: None, message: message.into(), path: Vec::new() }))
    }

    /// Sets the byte offset, unless one is set already.
    #[cold]
    #[must_use]
    pub fn at(mut self, offset: usize) -> Error {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// Moves the offset by the bytes that came before the part of the input it counts from.
    #[cold]
    #[must_use]
    pub fn shifted(mut self, bytes: usize) -> Error {
        self.0.offset = self.0.offset.map(|offset| offset + bytes);
        self
    }

    /// Says that the error happened inside this field or key.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn in_field(mut self, name: &str) -> Error {
        self.0.path.push(Segment::Key(Cow::Owned(String::from(name))));
        self
    }

    /// Says that the error happened inside the item with this index.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn in_item(mut self, index: usize) -> Error {
        self.0.path.push(Segment::Index(index));
        self
    }

    /// What went wrong.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The byte offset in the input at which it went wrong; `None` when there is no input (encoding).
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The message without code, path and offset.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where in the record: `orders[1].qty`, `[2].name`; empty for the root.
    ///
    /// A key that is not a plain identifier is quoted: `["a b"].c`.
    pub fn path(&self) -> String {
        path_text(&self.0.path)
    }

    /// Line and column of the offset in the text it counts in, both from 1; columns count bytes.
    pub fn line_column(&self, text: &[u8]) -> Option<(usize, usize)> {
        let before = text.get(..self.0.offset?)?;
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Some((line, before.len() - line_start + 1))
    }
}

fn is_identifier(key: &str) -> bool {
    let mut bytes = key.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_' || b == b'$' || b >= 0x80)
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b == b'-' || b >= 0x80)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.code, self.0.message)?;
        if !self.0.path.is_empty() {
            write!(f, " at {}", self.path())?;
        }
        if let Some(offset) = self.0.offset {
            write!(f, " (byte {offset})")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl core::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_word() {
        assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
    }

    #[test]
    fn paths_read_from_the_root() {
        let error = Error::new(Code::Type, "m").in_field("name").in_item(2);
        assert_eq!(error.path(), "[2].name");
        let error = Error::new(Code::Type, "m").in_field("c").in_field("a b");
        assert_eq!(error.path(), "[\"a b\"].c");
        assert_eq!(Error::new(Code::Type, "m").path(), "");
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        let error = Error::new(Code::Json, "m").at(5);
        assert_eq!(error.line_column(b"ab\ncdef"), Some((2, 3)));
        assert_eq!(Error::new(Code::Json, "m").at(0).line_column(b""), Some((1, 1)));
    }
}
