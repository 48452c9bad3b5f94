//! The columnar wire: a list of records as text, column by column (`docs/columnar.md`).
//!
//! A document is much smaller than JSON and describes itself; one column or one row of it is read without looking at
//! the others. For Rust types: [`encode`] and [`decode`], with a [`Plan`] and options [`encode_into`] and
//! [`decode_with`]. For values of a schema at run time: [`Codec`](crate::codec::Codec). The schema of a document:
//! [`schema_of`]. Single columns and rows: [`View`], and `File` for documents that are not in memory. `RowWriter` writes
//! row by row, `RowReader` reads group by group from a stream, and `GroupWriter` is for several threads.

#[cfg(feature = "arrow")]
pub mod arrow;
mod coding;
mod column;
#[cfg(feature = "std")]
mod column_source;
mod digits;
mod document;
#[cfg(feature = "std")]
mod file;
mod group;
mod group_columns;
mod integers;
mod lines;
#[cfg(feature = "std")]
mod measured;
#[cfg(feature = "std")]
mod parallel;
mod plan;
mod read;
#[cfg(feature = "std")]
mod row_group;
#[cfg(feature = "std")]
mod row_reader;
#[cfg(feature = "std")]
mod row_writer;
mod strict;
mod strings;
mod values;
mod view;
mod write;

#[cfg(feature = "std")]
pub use column_source::ColumnSource;
pub use document::MOST_ROWS;
#[cfg(feature = "std")]
pub use file::File;
pub use group_columns::{GroupColumns, Step};
#[cfg(feature = "std")]
pub use measured::MeasuredGroup;
#[cfg(feature = "std")]
pub use parallel::{decode_on_threads, decode_values_on_threads, encode_on_threads, encode_values_on_threads};
pub use plan::{LeafKind, Plan};
pub use read::Reader;
#[cfg(feature = "std")]
pub use row_group::{RowGroup, Rows};
#[cfg(feature = "std")]
pub use row_reader::RowReader;
#[cfg(feature = "std")]
pub use row_writer::{GroupWriter, RowWriter};
pub use view::{Column, LeafColumn, View};
pub use write::Writer;

use crate::error::Result;
use crate::limits::Limits;
use crate::schema::Schema;
use crate::typed::{Decode, Encode, Type};
use alloc::format;
use alloc::vec::Vec;

/// What the columnar wire offers. The default is groups of 8192 rows and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Readers: a document that is not the one that a writer makes of its values is an error `structure`.
    pub strict: bool,
    /// Writers: numbers and dates as people write them, and never base-64.
    pub readable: bool,
    /// Writers: the rows of a group, from 1 to [`MOST_ROWS`].
    pub group_rows: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { strict: false, readable: false, group_rows: MOST_ROWS }
    }
}

/// Encodes a list of records as a document.
///
/// ```
/// use typecase::Record;
/// use typecase::wire::columnar;
///
/// #[derive(Record, Debug, PartialEq)]
/// struct Reading<'a> {
///     at: i64,
///     place: &'a str,
///     heat: Option<f64>,
/// }
///
/// let places = ["Tromsø", "Bergen"];
/// let reading = |at: i64| Reading { at: 1000 + 10 * at, place: places[at as usize % 2], heat: (at != 2).then_some(0.5) };
/// let readings: Vec<Reading> = (0..40).map(reading).collect();
/// let text = columnar::encode(&readings)?;
/// assert_eq!(columnar::decode::<Vec<Reading>>(&text)?, readings);
/// assert_eq!(
///     String::from_utf8_lossy(&text),
///     r#"typecase-columnar 1
/// {"array":{"at":"int64","place":"string","heat":"?number"}}
/// [40,"seq 1000 10",0,"dict 2 15 plain",56,"bits",8,"decimal 1 seq 5 0",0]
/// Tromsø
/// Bergen
/// ABABABABABABABABABABABABABABABABABABABAB
/// 3/////8
/// {"rows":40,"groups":[79,40]}
/// "#
/// );
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `unsupported` for what is no list of records, or whose type contains itself; `limit` for nesting that no reader
/// would take.
pub fn encode<T: Encode + Type>(value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    encode_into(value, &mut out, &plan_of::<T>()?, &Options::default(), &Limits::default())?;
    Ok(out)
}

/// Encodes a list of records behind what `out` holds. After an error `out` is as it was.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::wire::columnar::{self, Options, Plan};
/// use typecase::{Record, Type};
///
/// #[derive(Record, Debug, PartialEq)]
/// struct Reading {
///     at: i64,
///     heat: f64,
/// }
///
/// let readings = vec![Reading { at: 1000, heat: 20.5 }, Reading { at: 1017, heat: 21.0 }, Reading { at: 1020, heat: 0.0 }];
/// let plan = Plan::new(&Vec::<Reading>::schema())?;
/// let (options, limits) = (Options { readable: true, ..Options::default() }, Limits::default());
/// let mut out = Vec::new();
/// columnar::encode_into(&readings, &mut out, &plan, &options, &limits)?;
/// assert!(out.ends_with(b"\n[3,\"plain\",15,\"plain\",10]\n1000\n1017\n1020\n20.5\n21\n0\n{\"rows\":3,\"groups\":[61,3]}\n"));
/// assert_eq!(columnar::decode_with::<Vec<Reading>>(&out, &plan, &options, &limits)?, readings);
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// As for [`encode`].
pub fn encode_into<T: Encode + ?Sized>(
    value: &T,
    out: &mut Vec<u8>,
    plan: &Plan,
    options: &Options,
    limits: &Limits,
) -> Result<()> {
    let mut writer = Writer::new(plan, options, limits);
    let result = value.encode(&mut writer);
    writer.end(out, result)
}

/// Decodes a list of records from a document; what borrows does so from `input`. [`encode`] has an example.
///
/// # Errors
/// A code, the path and the byte offset: see [`Code`](crate::error::Code). A document of another schema is an error
/// `structure`.
pub fn decode<'de, T: Decode<'de> + Type>(input: &'de [u8]) -> Result<T> {
    decode_with(input, &plan_of::<T>()?, &Options::default(), &Limits::default())
}

/// Decodes a list of records with a plan, options and limits; [`encode_into`] has an example.
///
/// # Errors
/// As for [`decode`].
pub fn decode_with<'de, T: Decode<'de>>(
    input: &'de [u8],
    plan: &Plan,
    options: &Options,
    limits: &Limits,
) -> Result<T> {
    limits.check_bytes(input.len())?;
    let mut reader = Reader::new(input, plan, options, limits)?;
    super::decode_whole(&mut reader, Reader::finish)
}

/// The schema of a document.
///
/// ```
/// use typecase::wire::columnar;
/// let text = b"typecase-columnar 1\n{\"array\":{\"id\":\"int64\"}}\n{\"rows\":0,\"groups\":[]}\n";
/// assert_eq!(columnar::schema_of(text)?.canonical(), "[{id:int64}]");
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `structure` for what does not begin as a document, `utf8` for a schema line that is not UTF-8.
pub fn schema_of(input: &[u8]) -> Result<Schema> {
    document::parse_schema(document::head(input)?.0)
}

/// The plan of a type.
fn plan_of<T: Type>() -> Result<Plan> {
    let schema = T::try_schema().map_err(|error| {
        crate::error::Error::new(crate::error::Code::Unsupported, format!("the type has no schema: {error}"))
    })?;
    Plan::new(&schema)
}
