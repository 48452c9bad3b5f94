//! [`RowWriter`]: a document that is written row by row, to wherever bytes go.

use super::{Options, Plan, Writer};
use crate::limits::{Depth, Limits};
use crate::stream::Error;
use crate::typed::Encode;
use crate::value::Value;
use std::io::Write;

/// Writes a document row by row. What it holds is the group that is being gathered; each that is complete goes out.
///
/// ```
/// use typecase::limits::Limits;
/// use typecase::wire::columnar::{self, Options, Plan, RowWriter};
/// use typecase::{Record, Type};
///
/// #[derive(Record, Debug, PartialEq)]
/// struct Point {
///     x: f64,
/// }
///
/// let plan = Plan::new(&Vec::<Point>::schema())?;
/// let mut writer = RowWriter::new(&plan, &Options::default(), &Limits::default(), Vec::new())?;
/// for at in 0..10_000 {
///     writer.push(&Point { x: f64::from(at) / 8.0 })?;
/// }
/// let document = writer.finish()?;
/// assert_eq!(columnar::decode::<Vec<Point>>(&document)?[9_999], Point { x: 1249.875 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It does not buffer what it writes, which comes in large pieces.
pub struct RowWriter<'p, W> {
    writer: Writer<'p>,
    plan: &'p Plan,
    /// How deep a row is.
    depth: Depth,
    to: W,
}

impl<'p, W: Write> RowWriter<'p, W> {
    /// A writer of a document of the plan's schema.
    ///
    /// # Errors
    /// `limit` if the limits do not even allow a list.
    pub fn new(plan: &'p Plan, options: &Options, limits: &Limits, to: W) -> Result<RowWriter<'p, W>, Error> {
        let mut writer = Writer::new(plan, options, limits);
        writer.start_rows()?;
        Ok(RowWriter { depth: writer.depth(), writer, plan, to })
    }

    /// Adds a row of a type that has the schema of the rows. After an error of the row itself the document is as it was.
    ///
    /// # Errors
    /// As for [`encode`](super::encode), and those of writing.
    pub fn push<T: Encode + ?Sized>(&mut self, row: &T) -> Result<(), Error> {
        let result = row.encode(&mut self.writer);
        self.end_row(result)
    }

    /// Adds a row as a value of the schema of the rows.
    ///
    /// # Errors
    /// As for [`push`](RowWriter::push).
    pub fn push_value(&mut self, row: &Value<'_>) -> Result<(), Error> {
        let graph = self.plan.schema().graph();
        let item = self.plan.inner().nodes[super::plan::ROW as usize].graph;
        let mut reader = crate::value::ValueReader::new(row);
        let result = crate::drive::drive_item(graph, item, true, &mut reader, &mut self.writer);
        self.end_row(result)
    }

    fn end_row(&mut self, result: crate::error::Result<()>) -> Result<(), Error> {
        if let Err(error) = result {
            self.writer.abandon_row(self.depth);
            return Err(error.into());
        }
        self.send()
    }

    fn send(&mut self) -> Result<(), Error> {
        if !self.writer.text().is_empty() {
            self.to.write_all(self.writer.text())?;
            self.writer.clear_text();
        }
        Ok(())
    }

    /// Writes the last group and the index, and gives back where they went.
    ///
    /// # Errors
    /// Those of writing.
    pub fn finish(mut self) -> Result<W, Error> {
        self.writer.finish();
        self.send()?;
        self.to.flush()?;
        Ok(self.to)
    }
}
