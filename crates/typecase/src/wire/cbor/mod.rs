//! The CBOR wire (RFC 8949): records are maps, lists, or the records of the JavaScript library cbor-x
//! (`docs/cbor.md`).
//!
//! For Rust types: [`encode`] and [`decode`], with options [`encode_into`] and [`decode_with`], and a [`Session`]
//! for a series of messages. For CBOR without a schema: [`parse`] and [`print`](fn@print), or the same functions as
//! for Rust types with [`Value`] for the type. For sequences (RFC 8742): [`decode_first`] and [`sequence`]. For
//! people: [`diagnose`]. For values of a schema at run time: [`Codec`](crate::codec::Codec).

mod cursor;
mod deterministic;
mod diagnostic;
mod floats;
mod form;
mod heads;
mod keys;
mod object;
mod parse;
mod print;
mod read;
mod records;
mod scalars;
mod sequence;
mod session;
mod shapes;
mod write;

pub use diagnostic::diagnose;
pub use read::Reader;
pub use sequence::{Sequence, item_length, sequence};
pub use session::Session;
pub use write::Writer;

use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::schema::graph::Graph;
use crate::text::utf8;
use crate::typed::{Decode, Encode};
use crate::value::Value;
use crate::wire::json::Duplicates;
use alloc::vec::Vec;

/// What the CBOR wire offers. The default is the preferred serialization of RFC 8949 (section 4.1), except that
/// floats keep their 64 bits; records are maps; and repeated keys are errors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// What records are. Both sides must agree on it, except that readers always take maps, and records that a
    /// message defines.
    pub records: Records,
    /// How values are written; `None` for [`Style::CborX`] if records have ids, or else [`Style::Preferred`].
    pub style: Option<Style>,
    /// Writers: floats take the fewest bytes that hold their value, as the preferred serialization has it. (The
    /// style of cbor-x knows only 64 bits.)
    pub shortest_floats: bool,
    /// The core deterministic encoding (RFC 8949, section 4.2.1), for records that are maps or lists in the
    /// preferred style. Writers keep to it, readers refuse all else.
    pub deterministic: bool,
    /// Writers in the style of cbor-x: maps of objects have the shortest head, as with its option
    /// `variableMapSize`. If not, the number of keys always takes two bytes.
    pub variable_map_size: bool,
    /// Writers: the message begins with tag 55799, which says that it is CBOR. Readers always take it.
    pub self_described: bool,
    /// Readers: a key that the schema does not know is an error `extra`; otherwise it is skipped.
    pub strict: bool,
    /// Readers: what to do with a key that occurs twice in a record.
    pub duplicates: Duplicates,
    /// Writers: missing optional fields are written as null, unless null is a value of their type or they
    /// refuse it (`"nulls": "refuse"`).
    pub nulls: bool,
}

impl Options {
    fn is_cbor_x(&self) -> bool {
        match self.style {
            Some(style) => style == Style::CborX,
            None => self.has_ids(),
        }
    }

    /// Whether writers keep to the preferred encoding and do nothing else.
    fn is_plain(&self) -> bool {
        !self.is_cbor_x() && !(self.shortest_floats | self.deterministic | self.nulls | self.self_described)
    }

    fn has_ids(&self) -> bool {
        matches!(self.records, Records::Inline | Records::Shared | Records::Stream)
    }
}

/// What records are on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Records {
    /// Maps; the keys travel.
    #[default]
    Maps,
    /// Lists of the values in schema order, null for a missing one: both sides need the schema.
    Lists,
    /// Records of cbor-x: the first of a kind in a message brings its keys, and the others refer to them.
    Inline,
    /// Records of cbor-x whose keys are in a table that both sides hold outside of the messages: see [`Session`].
    Shared,
    /// Records of cbor-x that refer to keys in earlier messages of a stream too: see [`Session`].
    Stream,
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As RFC 8949 prefers: integers in their shortest form whatever their size, -0 a float.
    Preferred,
    /// Bit for bit as cbor-x 1.6.9 writes them: numbers beyond 32 bits as doubles, big integers in eight bytes,
    /// dates in four or nine, -0 as 0.
    CborX,
}

/// Encodes a value as CBOR.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::cbor;
///
/// #[derive(Record)]
/// struct Point {
///     x: i32,
///     y: Option<i32>,
/// }
///
/// assert_eq!(cbor::encode(&Point { x: 500, y: None })?, [0xa1, 0x61, b'x', 0x19, 0x01, 0xf4]);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `limit` for nesting that no reader would take, or for an integer of more than 2048 bytes.
#[inline]
pub fn encode<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(128);
    encode_into(value, &mut out, &Options::default(), &Limits::default())?;
    Ok(out)
}

/// Encodes a value behind what `out` holds. After an error `out` is as it was.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::wire::cbor::{self, Options, Records};
///
/// #[derive(typecase::Record)]
/// struct Point {
///     x: i32,
///     y: i32,
/// }
///
/// let mut out = Vec::new();
/// let options = Options { records: Records::Lists, ..Options::default() };
/// cbor::encode_into(&Point { x: 1, y: 2 }, &mut out, &options, &Limits::default())?;
/// assert_eq!(out, [0x82, 1, 2]);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// As for [`encode`]; `unsupported` for shared records, which need a [`Session`].
#[inline]
pub fn encode_into<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>, options: &Options, limits: &Limits) -> Result<()> {
    match options.records {
        Records::Maps if options.is_plain() => write(value, out, form::Maps, limits),
        Records::Lists if options.is_plain() => write(value, out, form::Lists, limits),
        _ => encode_other(value, out, options, limits),
    }
}

/// Writes a message in a form that is known when this is compiled.
#[inline(always)]
fn write<T: Encode + ?Sized, F: form::Form>(value: &T, out: &mut Vec<u8>, form: F, limits: &Limits) -> Result<()> {
    let start = out.len();
    let mut writer = Writer::with_form(out, form, limits);
    let result = value.encode(&mut writer);
    writer.end(start, result)
}

/// Writes a message in any form.
#[inline(never)]
fn encode_other<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>, options: &Options, limits: &Limits) -> Result<()> {
    match Session::once(options)? {
        Some(mut session) => session.encode_into(value, out, limits),
        None => {
            let start = out.len();
            let mut writer = Writer::new(out, options, limits, None)?;
            let result = value.encode(&mut writer);
            writer.end(start, result)
        }
    }
}

/// Decodes a value from CBOR; what borrows does so from `input`.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::cbor;
///
/// #[derive(Record)]
/// struct User<'a> {
///     id: u32,
///     name: &'a str,
/// }
///
/// // {"name": "Ada", "id": 7}, the lengths left open
/// let input = [b"\xbf\x64name\x63Ada\x62id".as_slice(), &[7, 0xff]].concat();
/// let user: User = cbor::decode(&input)?;
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
/// use typecase::error::Code;
/// use typecase::limits::Limits;
/// use typecase::wire::cbor::{self, Options};
///
/// let options = Options { deterministic: true, ..Options::default() };
/// assert_eq!(cbor::decode_with::<u32>(&[0x18, 0x18], &options, &Limits::default())?, 24);
/// let error = cbor::decode_with::<u32>(&[0x18, 0x17], &options, &Limits::default()).unwrap_err();
/// assert_eq!((error.code(), error.offset()), (Code::Structure, Some(0)));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// As for [`decode`].
#[inline]
pub fn decode_with<'de, T: Decode<'de>>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<T> {
    let mut reader = Reader::new(input, options, limits, None)?;
    super::decode_whole(&mut reader, Reader::finish)
}

/// Decodes the first item of a sequence (RFC 8742), and says how many bytes it has.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::wire::cbor::{self, Options};
///
/// let (first, length) = cbor::decode_first::<u32>(&[0x18, 0x18, 7], &Options::default(), &Limits::default())?;
/// assert_eq!((first, length), (24, 2));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// As for [`decode`].
pub fn decode_first<'de, T: Decode<'de>>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<(T, usize)> {
    let length = match options.deterministic {
        // What follows is another message.
        true => item_length(input, limits)?.unwrap_or(input.len()),
        false => input.len(),
    };
    let mut reader = Reader::new(&input[..length], options, limits, None)?;
    let value = T::decode(&mut reader)?;
    Ok((value, crate::wire::Read::offset(&reader)))
}

/// Reads CBOR without a schema.
///
/// ```
/// use typecase::value::Value;
/// let value = typecase::wire::cbor::parse(&[0xa1, 0x62, b'i', b'd', 7])?;
/// assert_eq!(value.get("id"), Some(&Value::Int(7)));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `structure` with the byte offset where the bytes are not CBOR, `utf8` where a text is not, `limit` where it
/// nests too deep.
pub fn parse(input: &[u8]) -> Result<Value<'_>> {
    parse_with(input, &Options::default(), &Limits::default())
}

/// Reads CBOR without a schema, with options and limits.
///
/// # Errors
/// As for [`parse`].
pub fn parse_with<'de>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<Value<'de>> {
    let mut reader = Reader::new(input, options, limits, None)?;
    let value = reader.value()?;
    reader.finish()?;
    Ok(value)
}

/// Writes a value without a schema as CBOR.
///
/// ```
/// use typecase::value::Value;
/// use typecase::wire::cbor;
///
/// let value = Value::map(vec![("at".into(), Value::Date(0)), ("n".into(), Value::Float(1.5))]);
/// assert_eq!(cbor::diagnose(&cbor::print(&value)?)?, r#"{"at": 1(0), "n": 1.5}"#);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `unsupported` for what CBOR cannot carry without a schema: records and cases of unions; `limit` for nesting
/// deeper than [`Limits::default`] allows.
pub fn print(value: &Value<'_>) -> Result<Vec<u8>> {
    encode(value)
}

/// Checks that the values of a schema can be written with these options.
pub(crate) fn check(graph: &Graph, options: &Options) -> Result<()> {
    if options.deterministic && (options.has_ids() || options.is_cbor_x()) {
        return Err(not_deterministic());
    }
    if options.records == Records::Lists && graph.unions.iter().any(|union| union.meta().discriminator.is_some()) {
        return Err(needs_keys());
    }
    Ok(())
}

#[cold]
#[inline(never)]
fn not_deterministic() -> Error {
    Error::new(Code::Unsupported, "what cbor-x writes is not the deterministic encoding")
}

#[cold]
#[inline(never)]
fn needs_keys() -> Error {
    Error::new(Code::Unsupported, "a union that is told apart by a key needs records with keys")
}

#[cold]
#[inline(never)]
fn no_session() -> Error {
    Error::new(Code::Unsupported, "shared records need a session, which holds their keys")
}

/// The text of a string whose bytes are at this offset.
#[inline(always)]
fn text_at(bytes: &[u8], at: usize) -> Result<&str> {
    utf8::validate(bytes).map_err(|valid| not_utf8(at + valid))
}

#[cold]
#[inline(never)]
fn not_utf8(at: usize) -> Error {
    Error::new(Code::Utf8, "the text is not UTF-8").at(at)
}
