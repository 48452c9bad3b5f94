//! The MessagePack wire: records are maps, arrays, or msgpackr's records (`docs/msgpack.md`).
//!
//! For Rust types: [`encode`] and [`decode`], with options [`encode_into`] and [`decode_with`], and [`Session`]
//! where records have their keys sent once. For MessagePack without a schema: [`parse`] and [`print`](fn@print), with
//! options [`parse_with`] and [`print_into`]. For values of a schema at run time:
//! [`Codec`](crate::codec::Codec).

mod bigint;
mod form;
mod heads;
mod ids;
mod input;
mod object;
mod put;
mod read;
mod scalars;
mod session;
mod shapes;
mod timestamp;
mod tree;
mod write;

pub use crate::text::tree::Duplicates;
pub use read::Reader;
pub use session::Session;
pub use write::Writer;

use crate::error::Result;
use crate::limits::Limits;
use crate::typed::{Decode, Encode};
use crate::value::Value;
use alloc::vec::Vec;

/// What the MessagePack wire offers. The default is none of it: maps, the smallest forms of the specification,
/// and repeated keys are errors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// How records are written, and read.
    pub records: Records,
    /// Which of several forms values take.
    pub style: Style,
    /// Readers: a key that the schema does not know is an error `extra`; otherwise it is skipped.
    pub strict: bool,
    /// Readers: what to do with a key that occurs twice in a record.
    pub duplicates: Duplicates,
    /// Writers: missing optional fields are written as nil, unless null is a value of their type or they
    /// refuse it (`"nulls": "refuse"`).
    pub nulls: bool,
}

impl Options {
    /// Whether writers do as the specification says and nothing else.
    fn is_plain(&self) -> bool {
        self.style == Style::Smallest && !self.nulls
    }
}

/// How records are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Records {
    /// As maps with the keys in schema order. Readers take the keys in any order.
    #[default]
    Off,
    /// As arrays of the values in schema order, with nil for what is missing.
    Array,
    /// As msgpackr's records; each message defines the keys that it needs.
    Inline,
    /// As msgpackr's records, whose keys are in a table outside the messages: see [`Session`].
    Shared,
    /// As msgpackr's records, whose keys are defined once in a stream of messages: see [`Session`].
    Stream,
}

/// Which of several forms values take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// The smallest of the specification that keeps the value and its type.
    #[default]
    Smallest,
    /// That of the JavaScript library msgpackr, byte for byte: integers beyond 32 bits are doubles, a
    /// [`Value::BigInt`] has 8 bytes, maps that are objects have a head of 3 bytes. Readers take 8-byte integers
    /// for a [`Value::BigInt`], and know the library's extensions.
    Msgpackr {
        /// Objects have the smallest head, as with the library's option `variableMapSize`.
        variable_map_size: bool,
        /// Sets, errors, regular expressions and typed arrays are marked as such, and values that occur again are
        /// references, as with the library's option `structuredClone`.
        more_types: bool,
    },
}

impl Style {
    /// What msgpackr writes without any options.
    pub const MSGPACKR: Style = Style::Msgpackr { variable_map_size: false, more_types: false };
}

/// Encodes a value as MessagePack.
///
/// ```
/// use typecase::wire::msgpack;
/// assert_eq!(msgpack::encode(&vec![Some("Zoë"), None])?, b"\x92\xa4Zo\xc3\xab\xc0");
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `limit` for nesting that no reader would take.
#[inline]
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
/// use typecase::wire::msgpack::{self, Options, Records};
///
/// #[derive(Record)]
/// struct Point {
///     x: i32,
///     y: Option<i32>,
/// }
///
/// let mut out = Vec::new();
/// msgpack::encode_into(&Point { x: 1, y: None }, &mut out, &Options::default(), &Limits::default())?;
/// assert_eq!(out, b"\x81\xa1x\x01");
///
/// out.clear();
/// let options = Options { records: Records::Array, ..Options::default() };
/// msgpack::encode_into(&Point { x: 1, y: None }, &mut out, &options, &Limits::default())?;
/// assert_eq!(out, b"\x92\x01\xc0");
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// As for [`encode`]; `unsupported` for [`Records::Shared`], which needs a [`Session`].
#[inline]
pub fn encode_into<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>, options: &Options, limits: &Limits) -> Result<()> {
    match options.records {
        Records::Off if options.is_plain() => write(value, out, form::Maps, limits),
        Records::Array if options.is_plain() => write(value, out, form::Arrays, limits),
        _ => Session::once(options)?.encode_into(value, out, limits),
    }
}

/// Writes a message for which nothing is kept.
#[inline(always)]
fn write<T: Encode + ?Sized, F: form::Form>(value: &T, out: &mut Vec<u8>, form: F, limits: &Limits) -> Result<()> {
    let mut writer = Writer::with_form(out, form, limits, None);
    let result = value.encode(&mut writer);
    writer.end(result)
}

/// Decodes a value from MessagePack; what borrows does so from `input`.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::msgpack;
///
/// #[derive(Record)]
/// struct User<'a> {
///     id: u32,
///     name: &'a str,
/// }
///
/// let user: User = msgpack::decode(b"\x82\xa4name\xa3Ada\xa2id\x07")?;
/// assert_eq!((user.id, user.name), (7, "Ada"));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// A code, the path and the byte offset: see [`Code`](crate::error::Code).
#[inline]
pub fn decode<'de, T: Decode<'de>>(input: &'de [u8]) -> Result<T> {
    decode_with(input, &Options::default(), &Limits::default())
}

/// Decodes a value with options and limits.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::wire::msgpack::{self, Options, Records};
/// use typecase::Record;
///
/// #[derive(Record, Debug, PartialEq)]
/// struct Point {
///     x: i32,
///     y: Option<i32>,
/// }
///
/// let options = Options { records: Records::Array, ..Options::default() };
/// let point: Point = msgpack::decode_with(b"\x91\x05", &options, &Limits::default())?;
/// assert_eq!(point, Point { x: 5, y: None });
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// As for [`decode`].
#[inline]
pub fn decode_with<'de, T: Decode<'de>>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<T> {
    limits.check_bytes(input.len())?;
    match options.records {
        Records::Off => read(Reader::with_form(input, form::Maps, options, limits, None)),
        Records::Array => read(Reader::with_form(input, form::Arrays, options, limits, None)),
        _ => Session::once(options)?.decode(input, limits),
    }
}

/// Reads a message for which nothing is kept.
#[inline(always)]
fn read<'de, T: Decode<'de>, F: form::Form>(mut reader: Reader<'de, F>) -> Result<T> {
    super::decode_whole(&mut reader, Reader::finish)
}

/// Reads MessagePack without a schema, keeping every entry of a map in order, even repeated keys.
///
/// ```
/// use typecase::value::Value;
/// let value = typecase::wire::msgpack::parse(b"\x81\xa2id\x07")?;
/// assert_eq!(value.get("id"), Some(&Value::Int(7)));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `structure` with the byte offset where the bytes are not MessagePack, `utf8` for a string that is not, `limit`
/// where it nests too deep.
pub fn parse(input: &[u8]) -> Result<Value<'_>> {
    parse_with(input, &Options::default(), &Limits::default())
}

/// Reads MessagePack without a schema, with options and limits.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::value::{Special, Value};
/// use typecase::wire::msgpack::{self, Options, Style};
///
/// let options = Options { style: Style::MSGPACKR, ..Options::default() };
/// let set = msgpack::parse_with(b"\xd4\x73\x00\x91\x07", &options, &Limits::default())?;
/// assert_eq!(set, Value::Special(Box::new(Special::Set([Value::Int(7)].into()))));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// As for [`parse`].
pub fn parse_with<'de>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<Value<'de>> {
    Session::once(options)?.parse(input, limits)
}

/// Prints a value without a schema as MessagePack.
///
/// ```
/// use typecase::value::Value;
/// use typecase::wire::msgpack;
///
/// let value = Value::map(vec![("at".into(), Value::Date(0)), ("n".into(), Value::Float(0.5))]);
/// let bytes = msgpack::print(&value)?;
/// assert_eq!(bytes, b"\x82\xa2at\xd6\xff\0\0\0\0\xa1n\xcb\x3f\xe0\0\0\0\0\0\0");
/// assert_eq!(msgpack::parse(&bytes)?, value);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `unsupported` for what MessagePack has not, or not in this [`Style`]: records and cases of unions, which need a
/// schema, and some of [`Special`](crate::value::Special); `limit` for nesting deeper than [`Limits::default`]
/// allows.
pub fn print(value: &Value<'_>) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    print_into(value, &mut out, &Options::default(), &Limits::default())?;
    Ok(out)
}

/// Prints a value without a schema behind what `out` holds. After an error `out` is as it was.
///
/// # Errors
/// As for [`print`](fn@print).
pub fn print_into(value: &Value<'_>, out: &mut Vec<u8>, options: &Options, limits: &Limits) -> Result<()> {
    Session::once(options)?.print_into(value, out, limits)
}
