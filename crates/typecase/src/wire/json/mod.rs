//! The JSON wire: records are objects, keys in any order (`docs/json.md`).
//!
//! For Rust types: [`encode`] and [`decode`], with options [`encode_into`] and [`decode_with`], and
//! [`items`] and [`lines`] for streams. For JSON without a schema: [`parse`], [`parse_bytes`], [`print`](fn@print) and
//! [`pretty`](fn@pretty). For values of a schema at run time: [`Codec`](crate::codec::Codec).

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

/// What the JSON wire offers. The default is none of it, and repeated keys are errors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Readers: a key that the schema does not know is an error `extra`; otherwise it is skipped.
    pub strict: bool,
    /// Readers: what to do with a key that occurs twice in a record.
    pub duplicates: Duplicates,
    /// Writers: missing optional fields are written as null, unless null is a value of their type or
    /// they refuse it (`"nulls": "refuse"`).
    pub nulls: bool,
}

/// Encodes a value as JSON text.
///
/// ```
/// use typecase::wire::json;
/// assert_eq!(json::encode(&vec![Some("Zoë\n"), None])?, "[\"Zoë\\n\",null]".as_bytes());
/// assert_eq!(json::encode(&f64::NAN).unwrap_err().code(), typecase::error::Code::Unsupported);
/// # Ok::<(), typecase::error::Error>(())
/// ```
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
/// ```
/// use typecase::Record;
/// use typecase::limits::Limits;
/// use typecase::wire::json::{self, Options};
///
/// #[derive(Record)]
/// struct Note {
///     text: Option<String>,
/// }
///
/// let mut out = b"data: ".to_vec();
/// let options = Options { nulls: true, ..Options::default() };
/// json::encode_into(&Note { text: None }, &mut out, &options, &Limits::default())?;
/// assert_eq!(out, br#"data: {"text":null}"#);
/// # Ok::<(), typecase::error::Error>(())
/// ```
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
/// ```
/// use typecase::Record;
/// use typecase::wire::json;
///
/// #[derive(Record)]
/// struct User<'a> {
///     id: u32,
///     name: &'a str,
/// }
///
/// let user: User = json::decode(br#"{ "name": "Ada", "unknown": [], "id": 7 }"#)?;
/// assert_eq!((user.id, user.name), (7, "Ada"));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// A code, the path and the byte offset: see [`Code`].
#[inline]
pub fn decode<'de, T: Decode<'de>>(input: &'de [u8]) -> Result<T> {
    decode_with(input, &Options::default(), &Limits::default())
}

/// Decodes a value with options and limits.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::wire::json::{self, Options};
/// use typecase::{Record, error::Code};
///
/// #[derive(Record, Debug)]
/// struct Point {
///     x: f64,
///     y: f64,
/// }
///
/// let options = Options { strict: true, ..Options::default() };
/// let limits = Limits { max_bytes: 1 << 20, ..Limits::default() };
/// let error = json::decode_with::<Point>(br#"{"x":1,"y":2,"z":3}"#, &options, &limits).unwrap_err();
/// assert_eq!((error.code(), error.path().as_str()), (Code::Extra, "z"));
/// ```
///
/// # Errors
/// As for [`decode`].
#[inline]
pub fn decode_with<'de, T: Decode<'de>>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<T> {
    limits.check_bytes(input.len())?;
    let mut reader = Reader::new(lexer::utf8(input)?, options, limits)?;
    super::decode_whole(&mut reader, Reader::finish)
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

/// The values of a stream in which each line is a value in JSON text (NDJSON). Blank lines are skipped.
///
/// ```
/// let lines: Vec<i32> = typecase::wire::json::lines(&b"1\n\n2\n"[..]).collect::<Result<_, _>>()?;
/// assert_eq!(lines, [1, 2]);
/// # Ok::<(), typecase::stream::Error>(())
/// ```
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
/// ```
/// use typecase::limits::Limits;
/// use typecase::wire::json::{self, Duplicates};
///
/// let text = br#"{"a":1,"b":2,"a":3}"#;
/// let value = json::parse_bytes(text, Duplicates::Last, &Limits::default())?;
/// assert_eq!(json::print(&value)?, r#"{"a":3,"b":2}"#);
/// assert!(json::parse_bytes(text, Duplicates::Error, &Limits::default()).is_err());
/// # Ok::<(), typecase::error::Error>(())
/// ```
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

/// Prints a value without a schema as JSON text. Dates, bytes and big integers are printed as strings.
///
/// ```
/// use typecase::value::Value;
/// use typecase::wire::json;
///
/// let value = Value::map(vec![("at".into(), Value::Date(0)), ("n".into(), Value::Float(1e21))]);
/// assert_eq!(json::print(&value)?, r#"{"at":"1970-01-01T00:00:00.000Z","n":1e+21}"#);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `unsupported` for what JSON cannot carry without a schema: numbers that are not finite, keys that
/// are not strings, records and cases of unions; `limit` for nesting deeper than [`Limits::default`]
/// allows.
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
