//! The JSON wire: records are objects, keys in any order (`docs/json.md`).

mod pretty;
mod read;
mod tree;
mod write;

pub use crate::text::tree::Duplicates;
pub use pretty::pretty;
pub use read::Reader;
pub(crate) use tree::print as print_tree;
pub use write::Writer;
pub(crate) use write::not_finite;

use crate::error::{Code, Result};
use crate::limits::Limits;
use crate::text::lexer::{self, Lexer};
use crate::typed::{Decode, Encode};
use crate::value::Value;
use crate::wire::TextRef;
use alloc::string::String;
use alloc::vec::Vec;

/// What the JSON wire offers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Reject fields that the schema does not know.
    pub strict: bool,
    /// What to do with a key that occurs twice in a record.
    pub duplicates: Duplicates,
    /// Write missing optional fields as null.
    pub nulls: bool,
}

/// Encodes a value as JSON text.
///
/// # Errors
/// `unsupported` for a number that is not finite, `limit` for nesting that no reader would take.
pub fn encode<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(128);
    encode_into(value, &mut out, &Options::default(), &Limits::default())?;
    Ok(out)
}

/// Encodes a value behind what `out` holds. After an error `out` is as it was.
///
/// # Errors
/// As for [`encode`].
#[inline]
pub fn encode_into<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>, options: &Options, limits: &Limits) -> Result<()> {
    let start = out.len();
    let mut writer = Writer::new(out, options, limits);
    let result = value.encode(&mut writer);
    writer.end(start, result)
}

/// Decodes a value from JSON text; what borrows does so from `input`.
///
/// # Errors
/// A code, the path and the byte offset: see [`Code`].
#[inline]
pub fn decode<'de, T: Decode<'de>>(input: &'de [u8]) -> Result<T> {
    decode_with(input, &Options::default(), &Limits::default())
}

/// Decodes a value with options and limits.
///
/// # Errors
/// As for [`decode`].
#[inline]
pub fn decode_with<'de, T: Decode<'de>>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<T> {
    limits.check_bytes(input.len())?;
    let mut reader = Reader::new(lexer::utf8(input)?, options, limits)?;
    let value = T::decode(&mut reader)?;
    reader.finish()?;
    Ok(value)
}

/// The items of a list in JSON text, each as soon as all of it has been read; memory is bound by one item.
///
/// ```
/// let items: Vec<f64> = typecase::wire::json::items(&b"[1,2.5]"[..]).collect::<Result<_, _>>()?;
/// assert_eq!(items, [1.0, 2.5]);
/// # Ok::<(), typecase::stream::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn items<T, R>(reader: R) -> crate::stream::Records<T, R>
where
    T: for<'de> Decode<'de>,
    R: std::io::Read,
{
    stream(reader, crate::stream::Framing::List)
}

/// The values of a stream in which each line is a value in JSON text (NDJSON).
#[cfg(feature = "std")]
pub fn lines<T, R>(reader: R) -> crate::stream::Records<T, R>
where
    T: for<'de> Decode<'de>,
    R: std::io::Read,
{
    stream(reader, crate::stream::Framing::Lines)
}

#[cfg(feature = "std")]
fn stream<T, R>(reader: R, framing: crate::stream::Framing) -> crate::stream::Records<T, R>
where
    T: for<'de> Decode<'de>,
    R: std::io::Read,
{
    let decode = |bytes: &[u8], limits: &Limits| decode_with(bytes, &Options::default(), limits);
    crate::stream::Records::new(reader, framing, Limits::default(), decode)
}

/// Reads JSON text without a schema, keeping every entry of an object in order, even repeated keys.
///
/// ```
/// use typecase::value::Value;
/// let value = typecase::wire::json::parse(r#"{"id": 7}"#)?;
/// assert_eq!(value.get("id"), Some(&Value::Int(7)));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `json` with the byte offset where the text is not JSON, `limit` where it nests too deep.
pub fn parse(text: &str) -> Result<Value<'_>> {
    parse_tree(text, None, &Limits::default())
}

/// Reads JSON text without a schema; a key that occurs twice is treated as `duplicates` says.
///
/// # Errors
/// As for [`parse`], and `utf8` with the offset of the first byte that is not, and `duplicate`.
pub fn parse_bytes<'de>(input: &'de [u8], duplicates: Duplicates, limits: &Limits) -> Result<Value<'de>> {
    limits.check_bytes(input.len())?;
    parse_tree(lexer::utf8(input)?, Some(duplicates), limits)
}

fn parse_tree<'de>(text: &'de str, duplicates: Option<Duplicates>, limits: &Limits) -> Result<Value<'de>> {
    let mut lexer = Lexer::new(text, limits)?;
    let value = lexer.tree(duplicates)?;
    lexer.finish()?;
    Ok(value)
}

/// Prints a value without a schema as JSON text.
///
/// # Errors
/// `unsupported` for what JSON cannot carry without a schema: numbers that are not finite, keys that
/// are not strings, records.
pub fn print(value: &Value<'_>) -> Result<String> {
    let mut out = Vec::new();
    print_into(value, &mut out)?;
    String::from_utf8(out).map_err(|_| crate::error::Error::new(Code::Utf8, "the text is not UTF-8"))
}

/// Prints a value without a schema behind what `out` holds. After an error `out` is as it was.
///
/// # Errors
/// As for [`print`].
pub fn print_into(value: &Value<'_>, out: &mut Vec<u8>) -> Result<()> {
    let start = out.len();
    let result = tree::print(out, value, &mut Limits::default().depth());
    match result {
        Ok(()) => out.truncate(out.len() - 1),
        Err(_) => out.truncate(start),
    }
    result
}

/// The key of the next entry of a map; `None` closes it.
pub(crate) fn map_key<'de, 's>(lexer: &'s mut Lexer<'de>, first: &mut bool) -> Result<Option<TextRef<'de, 's>>> {
    if !lexer.entry(core::mem::replace(first, false))? {
        return Ok(None);
    }
    // The colon is taken before the key is given out, since the key may lie in the lexer's scratch.
    let start = lexer.mark();
    lexer.skip_string()?;
    lexer.colon()?;
    let after = lexer.mark();
    lexer.seek(start);
    lexer.string_then(after).map(Some)
}
