//! The Avro wire: the binary encoding of Apache Avro 1.12 (`docs/avro.md`).
//!
//! Nothing but values travels: fields in schema order, the branch of a union and the value of an enum by
//! index. For Rust types: [`encode`] and [`decode`], with options [`encode_into`] and [`decode_with`]. For values
//! of a schema at run time: [`Codec`](crate::codec::Codec).

#[cfg(feature = "avro")]
pub mod container;
pub mod object;
mod put;
mod read;
mod skip;
mod write;

pub use read::Reader;
pub use write::Writer;

use crate::error::Result;
use crate::limits::Limits;
#[cfg(feature = "std")]
use crate::schema::graph::{Graph, NodeId};
use crate::typed::{Decode, Encode};
use alloc::vec::Vec;

/// What the Avro wire offers. The default is none of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Readers: flags beyond the names of the schema are an error `extra`; otherwise they are ignored.
    pub strict: bool,
    /// For [`Codec`](crate::codec::Codec): messages are in single-object encoding, behind the [`object::head`] of
    /// their schema; one of another schema is an error `structure`.
    pub single_object: bool,
    /// For programs that read and write files: whether the data are in a container file, and its codec when one is
    /// written. [`Codec`](crate::codec::Codec) has to do with data alone and does not look at it.
    #[cfg(feature = "avro")]
    pub container: Option<container::Compression>,
}

/// How many bytes the first of several messages end to end has; `None` if it goes on beyond the input. With
/// `item_of_list` the messages are items of a root list.
#[cfg(feature = "std")]
pub(crate) fn message_length(
    input: &[u8],
    graph: &Graph,
    item_of_list: Option<NodeId>,
    options: &Options,
    limits: &Limits,
) -> Result<Option<usize>> {
    let mut reader = Reader::new(input, Some(graph), options, limits);
    let head = if options.single_object { object::HEAD } else { 0 };
    match reader.take(head).and_then(|_| skip::datum(&mut reader, graph, item_of_list)) {
        Ok(()) => Ok(Some(reader.position())),
        // That is where the error for an end that comes too early is.
        Err(error) if reader.short || error.offset() == Some(input.len()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Encodes a value.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::avro;
///
/// #[derive(Record)]
/// struct User<'a> {
///     id: i64,
///     name: &'a str,
///     email: Option<&'a str>,
/// }
///
/// // Integers are zigzag variable-length, strings begin with their length, and what is optional with
/// // the index of its branch in `["null", "string"]`.
/// let user = User { id: -1, name: "Ada", email: None };
/// assert_eq!(avro::encode(&user)?, b"\x01\x06Ada\x00");
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `unsupported` for an unsigned integer above 2^63 - 1 and for an unknown value of an open enum that is no
/// index, `limit` for nesting that no reader would take.
pub fn encode<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(128);
    encode_into(value, &mut out, &Options::default(), &Limits::default())?;
    Ok(out)
}

/// Encodes a value behind what `out` holds. After an error `out` is as it was.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::wire::avro::{self, Options};
///
/// let mut out = b"head ".to_vec();
/// avro::encode_into(&[1u32, 2], &mut out, &Options::default(), &Limits::default())?;
/// // A block of two items, and the end of the array.
/// assert_eq!(out, b"head \x04\x02\x04\x00");
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

/// Decodes a value; what borrows does so from `input`.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::avro;
///
/// #[derive(Record, Debug, PartialEq)]
/// struct User<'a> {
///     id: i64,
///     name: &'a str,
///     email: Option<&'a str>,
/// }
///
/// let user: User = avro::decode(b"\x01\x06Ada\x00")?;
/// assert_eq!(user, User { id: -1, name: "Ada", email: None });
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
/// use typecase::error::Code;
/// use typecase::limits::Limits;
/// use typecase::wire::avro::{self, Options};
///
/// let limits = Limits { max_bytes: 3, ..Limits::default() };
/// let error = avro::decode_with::<Vec<i32>>(b"\x04\x02\x04\x00", &Options::default(), &limits).unwrap_err();
/// assert_eq!(error.code(), Code::Limit);
/// ```
///
/// # Errors
/// As for [`decode`].
#[inline]
pub fn decode_with<'de, T: Decode<'de>>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<T> {
    limits.check_bytes(input.len())?;
    let mut reader = Reader::new(input, None, options, limits);
    super::decode_whole(&mut reader, Reader::finish)
}

/// How many bytes flags take as a byte string, where there are too many of them for a `long`; 0 if there are not.
pub(crate) fn flag_bytes(names: usize) -> usize {
    if names > 63 { names.div_ceil(8) } else { 0 }
}
