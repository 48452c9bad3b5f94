//! MongoDB's Extended JSON, version 2: BSON without a schema as JSON text.
//!
//! The canonical form keeps the type of every value, the relaxed form has plain JSON numbers and dates for
//! people. Values are those of [`bson::parse`](super::parse) and [`bson::print`](fn@super::print). (The
//! extended form of [`value::extended`](crate::value::extended) is another notation, for all wires.)
//!
//! ```
//! use typecase::wire::bson;
//! use typecase::wire::bson::extended_json::{self, Form};
//!
//! let text = r#"{"n":{"$numberLong":"7"},"at":{"$date":{"$numberLong":"0"}}}"#;
//! let value = extended_json::parse(text)?;
//! assert_eq!(bson::print(&value)?, b"\x1c\0\0\0\x12n\0\x07\0\0\0\0\0\0\0\x09at\0\0\0\0\0\0\0\0\0\0");
//! assert_eq!(extended_json::print(&value, Form::Canonical)?, text);
//! assert_eq!(extended_json::print(&value, Form::Relaxed)?, r#"{"n":7,"at":{"$date":"1970-01-01T00:00:00Z"}}"#);
//! # Ok::<(), typecase::error::Error>(())
//! ```

mod read;
mod write;

use crate::error::{Code, Error, Result};
use crate::limits::{DEEPEST, Depth, Limits};
use crate::value::Value;
use alloc::string::String;
use alloc::vec::Vec;

/// Which of the two forms is written. Both are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Numbers are JSON numbers, and dates from 1970 to 9999 are ISO 8601.
    #[default]
    Relaxed,
    /// Every type is kept.
    Canonical,
}

/// Reads a value from Extended JSON text of either form.
///
/// # Errors
/// `json` where the text is not JSON, `type`, with the path, where a `$` key does not have what it should,
/// `limit` for nesting deeper than [`Limits::default`] allows.
pub fn parse(text: &str) -> Result<Value<'_>> {
    from_json(crate::wire::json::parse(text)?)
}

/// The value that a JSON tree stands for.
///
/// # Errors
/// As for [`parse`], with [`DEEPEST`] as the limit.
pub fn from_json(tree: Value<'_>) -> Result<Value<'_>> {
    read::value(tree, &mut deepest())
}

/// Prints a value as Extended JSON text.
///
/// # Errors
/// `unsupported` for what BSON does not hold (see [`bson::print`](fn@super::print)), `limit` for nesting deeper
/// than [`DEEPEST`].
pub fn print(value: &Value<'_>, form: Form) -> Result<String> {
    let mut out = Vec::new();
    print_into(value, &mut out, form)?;
    String::from_utf8(out).map_err(|_| Error::new(Code::Utf8, "the text is not UTF-8"))
}

/// Prints a value behind what `out` holds. After an error `out` is as it was.
///
/// # Errors
/// As for [`print`].
pub fn print_into(value: &Value<'_>, out: &mut Vec<u8>, form: Form) -> Result<()> {
    let start = out.len();
    let result = write::value(out, value, form, &mut deepest());
    // The printer ends every value with a comma.
    out.truncate(if result.is_ok() { out.len() - 1 } else { start });
    result
}

fn deepest() -> Depth {
    Limits { max_depth: DEEPEST, ..Limits::default() }.depth()
}
