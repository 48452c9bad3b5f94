//! The packed wire: values, bits and text in a run each, for two sides that hold the schema (`docs/packed.md`).
//!
//! Strings travel as lengths among the values and as bytes in one run of text at the end, so that a reader checks or
//! decodes all of it at once; booleans, presence and the forms of numbers are single bits. For Rust types: [`encode`] and
//! [`decode`], with options [`encode_into`] and [`decode_with`]. For values of a schema at run time:
//! [`Codec`](crate::codec::Codec).

mod bits;
#[cfg(feature = "framed")]
pub mod framed;
mod number;
mod read;
mod runs;
mod write;

pub use read::Reader;
pub use write::{Spill, Writer};

use crate::error::Result;
use crate::limits::Limits;
use crate::meta::EnumMeta;
use crate::schema::Schema;
use crate::typed::{Decode, Encode};
use crate::value::Value;
use alloc::vec::Vec;

/// What the packed wire offers. The default is none of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Readers: a message that is not the one that its value is written as is an error `structure` or `json`. Otherwise
    /// numbers may be in a longer form than their own, ASCII text marked as if it were not, and JSON text printed in
    /// another manner.
    pub strict: bool,
    /// For [`Codec`](crate::codec::Codec): messages are behind the [`framed::head`] of their schema; one of another
    /// schema is an error `structure`.
    #[cfg(feature = "framed")]
    pub framed: bool,
}

/// Encodes a value.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::packed;
///
/// #[derive(Record)]
/// struct User<'a> {
///     id: i64,
///     name: &'a str,
///     email: Option<&'a str>,
///     active: bool,
/// }
///
/// // The values: -1 in zigzag, and a name of three ASCII characters. Then the bits, from the lowest on: no e-mail, and
/// // active. Then the text, and its length.
/// let user = User { id: -1, name: "Ada", email: None, active: true };
/// assert_eq!(packed::encode(&user)?, b"\x01\x03\x02Ada\x06");
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `limit` for nesting that no reader would take.
pub fn encode<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(512);
    encode_into(value, &mut out, &Options::default(), &Limits::default())?;
    Ok(out)
}

/// Encodes a value behind what `out` holds. After an error `out` is as it was.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::wire::packed::{self, Options};
///
/// let mut out = b"head ".to_vec();
/// packed::encode_into(&[true, false, true], &mut out, &Options::default(), &Limits::default())?;
/// // Three items, which are bits, and no text.
/// assert_eq!(out, b"head \x03\x05\x00");
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// As for [`encode`].
#[inline]
pub fn encode_into<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>, options: &Options, limits: &Limits) -> Result<()> {
    let mut spill = Spill::default();
    let mut writer = Writer::new(out, &mut spill, options, limits);
    let result = value.encode(&mut writer);
    writer.end(result)
}

/// Decodes a value; what borrows does so from `input`.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::packed;
///
/// #[derive(Record, Debug, PartialEq)]
/// struct Price<'a> {
///     currency: &'a str,
///     amount: f64,
/// }
///
/// // 19.9 is 1990 hundredths: that it is short, and has two places, is said by three bits.
/// let price: Price = packed::decode(b"\x03\x8c\x1f\x03EUR\x06")?;
/// assert_eq!(price, Price { currency: "EUR", amount: 19.9 });
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
/// use typecase::wire::packed::{self, Options};
///
/// let limits = Limits { max_bytes: 3, ..Limits::default() };
/// let error = packed::decode_with::<Vec<i32>>(b"\x02\x02\x04\x00", &Options::default(), &limits).unwrap_err();
/// assert_eq!(error.code(), Code::Limit);
/// ```
///
/// # Errors
/// As for [`decode`].
#[inline]
pub fn decode_with<'de, T: Decode<'de>>(input: &'de [u8], options: &Options, limits: &Limits) -> Result<T> {
    limits.check_bytes(input.len())?;
    let mut reader = Reader::new(input, options, limits)?;
    super::decode_whole(&mut reader, Reader::finish)
}

/// The index of a value that an open enum may turn out to know.
fn known(meta: &EnumMeta<'_>, value: &Value<'_>) -> Option<u32> {
    match value.as_str() {
        Some(text) => meta.find_text(text),
        None => value.as_f64().and_then(|number| meta.find_number(number)),
    }
}

/// The fingerprint in front of messages, if they are framed.
#[cfg(feature = "framed")]
pub(crate) fn fingerprint(schema: &Schema, options: &Options) -> Option<u64> {
    options.framed.then(|| framed::fingerprint(schema))
}

/// Without that feature no message is framed.
#[cfg(not(feature = "framed"))]
pub(crate) fn fingerprint(_schema: &Schema, _options: &Options) -> Option<u64> {
    None
}

/// Writes the head of a framed message.
pub(crate) fn write_head(out: &mut Vec<u8>, fingerprint: Option<u64>) {
    #[cfg(feature = "framed")]
    if let Some(fingerprint) = fingerprint {
        out.extend_from_slice(&framed::head(fingerprint));
    }
    #[cfg(not(feature = "framed"))]
    let _ = (out, fingerprint);
}

/// Checks the head of a framed message, and gives its length; 0 of a bare one.
pub(crate) fn check_head(input: &[u8], fingerprint: Option<u64>) -> Result<usize> {
    #[cfg(feature = "framed")]
    if let Some(fingerprint) = fingerprint {
        return framed::check(input, fingerprint).map(|()| framed::HEAD);
    }
    #[cfg(not(feature = "framed"))]
    let _ = (input, fingerprint);
    Ok(0)
}
