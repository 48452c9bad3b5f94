//! Columnar documents as record batches of Apache Arrow, and record batches as documents (docs/columnar.md, section 9).
//!
//! Columns become arrays without going through rows. Integers of 64 bits, dates and doubles move where no value is
//! missing; the other types are of another form in Arrow, and are copied once.

mod arrays;
mod columns;
mod types;

pub use columns::from_record_batches;
pub use types::schema_of;

use super::View;
use crate::error::{Code, Error, Result};
use alloc::format;
use alloc::vec::Vec;
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};

impl View<'_> {
    /// The schema of the record batches. Its metadata has the schema of the document, so that
    /// [`from_record_batches`] gives the same document again.
    ///
    /// # Errors
    /// `unsupported` for bytes of a fixed size that is beyond Arrow's.
    pub fn arrow_schema(&self) -> Result<SchemaRef> {
        types::arrow_schema(self.plan())
    }

    /// The document as record batches, one a group.
    ///
    /// ```
    /// use arrow_array::cast::AsArray;
    /// use arrow_array::types::Int64Type;
    /// use typecase::Record;
    /// use typecase::wire::columnar::{self, View, arrow};
    ///
    /// #[derive(Record)]
    /// struct Reading {
    ///     at: i64,
    ///     place: String,
    ///     heat: Option<f64>,
    /// }
    ///
    /// let reading = |at| Reading { at, place: "Bergen".into(), heat: (at > 2).then_some(4.5) };
    /// let text = columnar::encode(&(0..10_000).map(reading).collect::<Vec<_>>())?;
    /// let view = View::new(&text)?;
    ///
    /// let batches = view.to_record_batches()?;
    /// assert_eq!((batches.len(), batches[1].num_rows()), (2, 1_808));
    /// assert_eq!(batches[0]["at"].as_primitive::<Int64Type>().value(7), 7);
    /// assert_eq!(batches[0]["place"].as_string::<i32>().value(7), "Bergen");
    /// assert_eq!(batches[0]["heat"].null_count(), 3);
    ///
    /// let again = arrow::from_record_batches(&*view.arrow_schema()?, &batches, &Default::default())?;
    /// assert_eq!(again, text);
    /// # Ok::<(), typecase::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`arrow_schema`](View::arrow_schema); what is wrong with a column; `limit` for lists and text beyond the
    /// 2³¹ items and bytes that an array may have.
    pub fn to_record_batches(&self) -> Result<Vec<RecordBatch>> {
        let schema = self.arrow_schema()?;
        let mut arrays = arrays::Arrays::new(self.reader(), self.plan());
        let mut batches = Vec::with_capacity(self.groups().len());
        while let Some((columns, rows)) = arrays.next_group()? {
            let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows));
            batches.push(RecordBatch::try_new_with_options(schema.clone(), columns, &options).map_err(of_arrow)?);
        }
        Ok(batches)
    }
}

/// What Arrow has against an array.
#[cold]
fn of_arrow(error: ArrowError) -> Error {
    Error::new(Code::Unsupported, format!("{error}"))
}
