//! The positional wire: records are JSON arrays of their values in schema order (`docs/positional.md`).

mod plan;
mod read;
mod write;

pub use plan::Plan;
pub use read::Reader;
pub use write::Writer;

use crate::error::Result;
use crate::limits::Limits;
use crate::text::lexer;
use crate::typed::{Decode, Encode};
use alloc::vec::Vec;

/// What the positional wire offers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Reject elements beyond the schema.
    pub strict: bool,
    /// Write null for a number that is not finite or a value outside its enum, as JavaScript does.
    pub lenient: bool,
}

/// Encodes a value as positional text, a list in rows.
///
/// # Errors
/// `unsupported` for a number that is not finite, `limit` for nesting that no reader would take.
pub fn encode<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(128);
    encode_into(value, &mut out, &Plan::ROWS, &Options::default(), &Limits::default())?;
    Ok(out)
}

/// Encodes a value behind what `out` holds. After an error `out` is as it was.
///
/// # Errors
/// As for [`encode`].
#[inline]
pub fn encode_into<T: Encode + ?Sized>(
    value: &T,
    out: &mut Vec<u8>,
    plan: &Plan,
    options: &Options,
    limits: &Limits,
) -> Result<()> {
    let start = out.len();
    let mut writer = Writer::new(out, plan, options, limits);
    let result = value.encode(&mut writer);
    writer.end(start, result)
}

/// Decodes a value from positional text, a list in rows; what borrows does so from `input`.
///
/// # Errors
/// A code, the path and the byte offset: see [`Code`](crate::error::Code).
#[inline]
pub fn decode<'de, T: Decode<'de>>(input: &'de [u8]) -> Result<T> {
    decode_with(input, &Plan::ROWS, &Options::default(), &Limits::default())
}

/// Decodes a value with a plan, options and limits.
///
/// # Errors
/// As for [`decode`].
#[inline]
pub fn decode_with<'de, T: Decode<'de>>(
    input: &'de [u8],
    plan: &Plan,
    options: &Options,
    limits: &Limits,
) -> Result<T> {
    limits.check_bytes(input.len())?;
    let mut reader = Reader::new(lexer::utf8(input)?, plan, options, limits)?;
    let value = T::decode(&mut reader)?;
    reader.finish()?;
    Ok(value)
}

/// The items of a list in positional text, each as soon as all of it has been read; memory is bound by one item.
///
/// ```
/// let items: Vec<f64> = typecase::wire::positional::items(&b"[1,2.5]"[..]).collect::<Result<_, _>>()?;
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

/// The values of a stream in which each line is a value in positional text (NDJSON).
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
    let decode = |bytes: &[u8], limits: &Limits| decode_with(bytes, &Plan::ROWS, &Options::default(), limits);
    crate::stream::Records::new(reader, framing, Limits::default(), decode)
}
