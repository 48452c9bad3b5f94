//! [`RowWriter`]: a document that is written row by row, to wherever bytes go; and [`GroupWriter`], with which several
//! threads write one document.

use super::measured::MeasuredGroup;
use super::plan::ROW;
use super::row_group::Rows;
use super::{Options, Plan, Writer};
use crate::codec::Codec;
use crate::drive::{Erased, drive_item};
use crate::error::{Code, Error as DataError, Result as DataResult};
use crate::limits::{Depth, Limits};
use crate::stream::Error;
use crate::typed::Encode;
use crate::value::{Value, ValueReader};
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
/// It does not buffer what it writes, which comes in large pieces. [`RowReader`](super::RowReader) is its other end.
pub struct RowWriter<'p, W> {
    pub(super) rows: GroupWriter<'p>,
    to: W,
}

impl<'p, W: Write> RowWriter<'p, W> {
    /// A writer of a document of the plan's schema.
    ///
    /// # Errors
    /// `limit` if the limits do not even allow a list.
    pub fn new(plan: &'p Plan, options: &Options, limits: &Limits, to: W) -> Result<RowWriter<'p, W>, Error> {
        Ok(RowWriter { rows: GroupWriter::of_writer(plan, options, limits)?, to })
    }

    /// Adds a row of a type that has the schema of the rows. After an error of the row itself the document is as it was.
    ///
    /// # Errors
    /// As for [`encode`](super::encode), and those of writing.
    pub fn push<T: Encode + ?Sized>(&mut self, row: &T) -> Result<(), Error> {
        self.rows.push(row)?;
        self.send()
    }

    /// Adds a row as a value of the schema of the rows.
    ///
    /// # Errors
    /// As for [`push`](RowWriter::push).
    pub fn push_value(&mut self, row: &Value<'_>) -> Result<(), Error> {
        self.rows.push_value(row)?;
        self.send()
    }

    /// Adds a row that is a message of another wire, without building a value: one of the schema of the rows, or of the
    /// items of the list ([`Codec::for_items`]).
    ///
    /// ```
    /// use typecase::codec::{Codec, Options};
    /// use typecase::limits::Limits;
    /// use typecase::schema::Schema;
    /// use typecase::wire::Wire;
    /// use typecase::wire::columnar::{self, Plan, RowWriter, View};
    ///
    /// let schema = Schema::parse(r#"{"array": {"id": "int64", "name": "string"}}"#)?;
    /// let json = Codec::new(&schema, Wire::Json, &Options::default())?.for_items().expect("a list");
    /// let plan = Plan::new(&schema)?;
    /// let mut writer = RowWriter::new(&plan, &columnar::Options::default(), &Limits::default(), Vec::new())?;
    /// for line in [r#"{"id": 1, "name": "Ada"}"#, r#"{"name": "Alan", "id": 2}"#] {
    ///     writer.push_message(&json, line.as_bytes())?;
    /// }
    /// assert_eq!(View::new(&writer.finish()?)?.column("name")?.borrowed_strings()?, ["Ada", "Alan"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`push`](RowWriter::push), and as for [`Codec::convert`]; offsets count in the message.
    pub fn push_message(&mut self, from: &Codec, message: &[u8]) -> Result<(), Error> {
        self.rows.push_message(from, message)?;
        self.send()
    }

    /// Adds the next row of another document of the same schema; `false` if there is none.
    ///
    /// # Errors
    /// As for [`push`](RowWriter::push), and as for [`Rows::next_value`].
    pub fn push_next(&mut self, rows: &mut Rows<'_>) -> Result<bool, Error> {
        let pushed = self.rows.push_next(rows)?;
        self.send()?;
        Ok(pushed)
    }

    /// Adds the rows that a [`GroupWriter`] has gathered as the next group, which the last one before it must have
    /// completed: all groups but the last have as many rows as the options say.
    ///
    /// # Errors
    /// `structure` for a group that has no place here, and those of writing.
    pub fn push_group(&mut self, group: MeasuredGroup) -> Result<(), Error> {
        self.rows.writer.put_measured(group)?;
        self.send()
    }

    /// Writes what is complete.
    pub(super) fn send(&mut self) -> Result<(), Error> {
        let writer = &mut self.rows.writer;
        if !writer.text().is_empty() {
            self.to.write_all(writer.text())?;
            writer.clear_text();
        }
        Ok(())
    }

    /// Where the groups go.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.to
    }

    /// Writes the last group and the index, and gives back where they went.
    ///
    /// # Errors
    /// Those of writing.
    pub fn finish(mut self) -> Result<W, Error> {
        self.rows.writer.finish();
        self.send()?;
        self.to.flush()?;
        Ok(self.to)
    }
}

/// Gathers and encodes the rows of one group at a time. Each thread has one, and a [`RowWriter`] takes the groups in
/// their order; so most of the work of a document is shared. The document is the same as without threads.
///
/// ```
/// use std::thread;
/// use typecase::limits::Limits;
/// use typecase::wire::columnar::{self, GroupWriter, Options, Plan, RowWriter};
/// use typecase::{Record, Type};
///
/// #[derive(Record, Clone)]
/// struct Place {
///     name: String,
/// }
///
/// let (plan, options, limits) = (Plan::new(&Vec::<Place>::schema())?, Options::default(), Limits::default());
/// let places: Vec<Place> = (0..20_000).map(|at| Place { name: format!("place {}", at % 700) }).collect();
/// let group = |rows: &[Place]| {
///     let mut group = GroupWriter::new(&plan, &options, &limits)?;
///     rows.iter().try_for_each(|row| group.push(row))?;
///     Ok::<_, typecase::error::Error>(group.take())
/// };
/// let mut writer = RowWriter::new(&plan, &options, &limits, Vec::new())?;
/// thread::scope(|scope| {
///     let groups: Vec<_> = places.chunks(options.group_rows).map(|rows| scope.spawn(move || group(rows))).collect();
///     groups.into_iter().try_for_each(|group| writer.push_group(group.join().unwrap()?))
/// })?;
/// assert_eq!(writer.finish()?, columnar::encode(&places)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GroupWriter<'p> {
    pub(super) writer: Writer<'p>,
    plan: &'p Plan,
    /// How deep a row is.
    pub(super) depth: Depth,
    /// Whether a message of another wire has had fields out of order.
    unordered: bool,
}

impl<'p> GroupWriter<'p> {
    /// A writer of groups of the plan's schema.
    ///
    /// # Errors
    /// `limit` if the limits do not even allow a list.
    pub fn new(plan: &'p Plan, options: &Options, limits: &Limits) -> DataResult<GroupWriter<'p>> {
        let mut rows = GroupWriter::of_writer(plan, options, limits)?;
        rows.writer.hold();
        Ok(rows)
    }

    fn of_writer(plan: &'p Plan, options: &Options, limits: &Limits) -> DataResult<GroupWriter<'p>> {
        let mut writer = Writer::new(plan, options, limits);
        writer.start_rows()?;
        Ok(GroupWriter { depth: writer.depth(), writer, plan, unordered: false })
    }

    /// As [`RowWriter::push`].
    ///
    /// # Errors
    /// As for [`encode`](super::encode).
    pub fn push<T: Encode + ?Sized>(&mut self, row: &T) -> DataResult<()> {
        let result = row.encode(&mut self.writer);
        self.end_row(result)
    }

    /// As [`RowWriter::push_value`].
    ///
    /// # Errors
    /// As for [`push`](GroupWriter::push).
    pub fn push_value(&mut self, row: &Value<'_>) -> DataResult<()> {
        let graph = self.plan.schema().graph();
        let item = self.plan.inner().nodes[ROW as usize].graph;
        let result = drive_item(graph, item, true, &mut ValueReader::new(row), &mut self.writer);
        self.end_row(result)
    }

    /// As [`RowWriter::push_message`].
    ///
    /// # Errors
    /// As for [`push`](GroupWriter::push), and as for [`Codec::convert`].
    pub fn push_message(&mut self, from: &Codec, message: &[u8]) -> DataResult<()> {
        let result = from.send(message, &mut self.unordered, &mut self.writer);
        self.end_row(result)
    }

    /// As [`RowWriter::push_next`].
    ///
    /// # Errors
    /// As for [`push`](GroupWriter::push), and as for [`Rows::next_value`].
    pub fn push_next(&mut self, rows: &mut Rows<'_>) -> DataResult<bool> {
        if !rows.plan().is_of(self.plan.inner()) {
            return Err(DataError::new(Code::Structure, "the rows are of another schema"));
        }
        let result = rows.send_next(&mut Erased::new(&mut self.writer));
        let pushed = *result.as_ref().unwrap_or(&false);
        self.end_row(result.map(drop))?;
        Ok(pushed)
    }

    /// How many rows are gathered.
    pub fn len(&self) -> usize {
        self.writer.rows
    }

    /// Whether none are.
    pub fn is_empty(&self) -> bool {
        self.writer.rows == 0
    }

    /// The rows that are gathered, encoded as far as that does not depend on the groups before. What is pushed next
    /// begins another group.
    pub fn take(&mut self) -> MeasuredGroup {
        self.writer.take_measured(self.plan)
    }

    fn end_row(&mut self, result: DataResult<()>) -> DataResult<()> {
        if result.is_err() {
            self.writer.abandon_row(self.depth);
        }
        result
    }
}
