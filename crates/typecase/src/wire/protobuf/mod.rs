//! The Protocol Buffers wire: records are messages, fields have numbers (`docs/protobuf.md`).
//!
//! For Rust types: [`encode`] and [`decode`], with options [`encode_into`] and [`decode_with`]. For values
//! of a schema at run time: [`Codec`](crate::codec::Codec).

mod check;
mod delimited;
mod gather;
pub mod json;
mod key;
mod read;
mod settings;
mod varint;
mod write;

pub(crate) use check::check;
pub use delimited::{delimit, delimited};
pub use read::Reader;
pub use settings::{Encoding, Field, Presence};
pub use write::Writer;

use crate::error::Result;
use crate::limits::Limits;
use crate::typed::{Decode, Encode};
use alloc::vec::Vec;

/// What the Protocol Buffers wire offers. The default is none of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Readers: a field that the schema does not know is an error `extra`; otherwise it is skipped.
    pub strict: bool,
    /// What a program that converts messages has on the JSON side: ProtoJSON, or the JSON wire. The command looks at
    /// it; the functions here and [`Codec`](crate::codec::Codec) do not.
    pub json: Option<json::Options>,
}

/// Encodes a value as a message.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::protobuf;
///
/// #[derive(Record)]
/// struct Point {
///     x: i32,
///     #[record(proto(id = 7, type = "sint32"))]
///     y: i32,
/// }
///
/// assert_eq!(protobuf::encode(&Point { x: 150, y: -1 })?, [0x08, 0x96, 0x01, 0x38, 0x01]);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `unsupported` for nulls in lists, `type` for a number that its Protocol Buffers type cannot hold,
/// `limit` for nesting that no reader would take.
pub fn encode<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(128);
    encode_into(value, &mut out, &Limits::default())?;
    Ok(out)
}

/// Encodes a value behind what `out` holds. After an error `out` is as it was.
///
/// # Errors
/// As for [`encode`].
#[inline]
pub fn encode_into<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>, limits: &Limits) -> Result<()> {
    let mut writer = Writer::new(out, limits);
    let result = value.encode(&mut writer);
    writer.end(result)
}

/// Decodes a value from a message; what borrows does so from `input`.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::protobuf;
///
/// #[derive(Record)]
/// struct User<'a> {
///     id: u32,
///     name: &'a str,
///     tags: Vec<&'a str>,
/// }
///
/// let user: User = protobuf::decode(b"\x12\x03Ada\x08\x07")?;
/// assert_eq!((user.id, user.name, user.tags.len()), (7, "Ada", 0));
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
/// # Errors
/// As for [`decode`].
#[inline]
pub fn decode_with<'de, T: Decode<'de>>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<T> {
    limits.check_bytes(input.len())?;
    let mut reader = Reader::new(input, options, limits);
    super::decode_whole(&mut reader, Reader::finish)
}
