//! The positional wire: records are JSON arrays of their values in schema order (`docs/positional.md`).
//!
//! For Rust types: [`encode`] and [`decode`] for rows, [`encode_into`] and [`decode_with`] with a [`Plan`] for
//! the other layouts of a list, and [`items`] and [`lines`] for streams. For values of a schema at run time:
//! [`Codec`](crate::codec::Codec).

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

/// What the positional wire offers. The default is none of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Readers: values and columns beyond the schema are an error `extra`; otherwise they are skipped.
    pub strict: bool,
    /// Writers: null for a number that is not finite, or an index that the enum has not, as JavaScript does.
    /// (A string that is not one of the enum's is an error of the reader that it comes from all the same.)
    pub lenient: bool,
}

/// Encodes a value as positional text, a list in rows.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::positional;
///
/// #[derive(Record)]
/// struct User {
///     id: u32,
///     email: Option<String>,
///     active: bool,
///     note: Option<String>,
/// }
///
/// let user = User { id: 7, email: None, active: true, note: None };
/// assert_eq!(positional::encode(&user)?, b"[7,null,true]");
/// assert_eq!(positional::encode(&[user])?, b"[[7,null,true]]");
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `unsupported` for a number that is not finite, `limit` for nesting that no reader would take.
pub fn encode<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(128);
    encode_into(value, &mut out, &Plan::ROWS, &Options::default(), &Limits::default())?;
    Ok(out)
}

/// Encodes a value behind what `out` holds, in the layout of the plan. After an error `out` is as it was.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::schema::model::Layout;
/// use typecase::wire::positional::{self, Options, Plan};
/// use typecase::{Record, Type};
///
/// #[derive(Record, Debug, PartialEq)]
/// struct Reading {
///     #[record(delta)]
///     at: i64,
///     heat: f64,
/// }
///
/// let readings = vec![Reading { at: 1000, heat: 20.5 }, Reading { at: 1010, heat: 21.0 }];
/// let plan = Plan::new(Vec::<Reading>::schema().graph(), Layout::Columns)?;
/// let (options, limits) = (Options::default(), Limits::default());
/// let mut out = Vec::new();
/// positional::encode_into(&readings, &mut out, &plan, &options, &limits)?;
/// assert_eq!(out, b"[[1000,10],[20.5,21]]");
/// assert_eq!(positional::decode_with::<Vec<Reading>>(&out, &plan, &options, &limits)?, readings);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// As for [`encode`]; and `unsupported` for a difference that does not fit 64 bits.
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
/// ```
/// use typecase::Record;
/// use typecase::wire::positional;
///
/// #[derive(Record, Debug, PartialEq)]
/// struct User<'a> {
///     id: u32,
///     name: &'a str,
///     email: Option<&'a str>,
/// }
///
/// // What a newer writer has appended is skipped, what an older one did not know is missing.
/// let user = User { id: 7, name: "Ada", email: None };
/// assert_eq!(positional::decode::<User>(br#"[7,"Ada",null,"new"]"#)?, user);
/// assert_eq!(positional::decode::<User>(br#"[7,"Ada"]"#)?, user);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// A code, the path and the byte offset: see [`Code`](crate::error::Code).
#[inline]
pub fn decode<'de, T: Decode<'de>>(input: &'de [u8]) -> Result<T> {
    decode_with(input, &Plan::ROWS, &Options::default(), &Limits::default())
}

/// Decodes a value in the layout of the plan, with options and limits; [`encode_into`] has an example.
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
    super::decode_whole(&mut reader, Reader::finish)
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

/// The values of a stream in which each line is a value in positional text (NDJSON). Blank lines are
/// skipped.
///
/// ```
/// let lines: Vec<(u8, u8)> = typecase::wire::positional::lines(&b"[1,2]\n[3,4]"[..]).collect::<Result<_, _>>()?;
/// assert_eq!(lines, [(1, 2), (3, 4)]);
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
    let decode = |bytes: &[u8], limits: &Limits| decode_with(bytes, &Plan::ROWS, &Options::default(), limits);
    crate::stream::Records::new(reader, framing, Limits::default(), decode)
}
