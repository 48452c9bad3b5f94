//! [`View`]: single columns and rows of a document that is in memory.

use super::document::{Entry, Frame, check_head, head, parse_schema};
use super::group::Source;
use super::plan::{Leaf, LeafKind, NONE, Plan, ROW, Shape};
use super::read::{Reader, unescape_into};
use super::values::Dictionary;
use crate::drive::drive_item;
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::typed::Decode;
use crate::value::{Value, ValueWriter};
use crate::wire::Write;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A document of which single columns and rows are read without looking at the others.
///
/// ```
/// use typecase::Record;
/// use typecase::value::Value;
/// use typecase::wire::columnar::{self, View};
///
/// #[derive(Record, Debug, PartialEq)]
/// struct Reading<'a> {
///     at: i64,
///     place: &'a str,
///     heat: Option<f64>,
/// }
///
/// let place = ["Tromsø", "Bergen"];
/// let reading = |at: i64| Reading { at, place: place[at as usize % 2], heat: (at % 3 > 0).then_some(at as f64 / 2.0) };
/// let text = columnar::encode(&(0..50_000).map(reading).collect::<Vec<_>>())?;
///
/// let view = View::new(&text)?;
/// assert_eq!(view.len(), 50_000);
/// assert_eq!(view.column("at")?.integers()?[40_000], 40_000);
/// assert_eq!(view.column("place")?.strings()?[7], "Bergen");
/// let heat = view.column("heat")?;
/// assert_eq!((heat.numbers()?.len(), heat.presence()?.unwrap()[3]), (33_333, false));
///
/// let row = Value::Record([Value::Int(49_999), Value::text("Bergen"), Value::Float(24999.5)].into());
/// assert_eq!(view.row(49_999)?, row);
/// assert_eq!(view.rows_as::<Reading>(8190..8194)?, (8190..8194).map(reading).collect::<Vec<_>>());
/// # Ok::<(), typecase::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct View<'de> {
    pub(super) input: &'de [u8],
    plan: Plan,
    pub(super) frame: Frame,
    limits: Limits,
}

impl<'de> View<'de> {
    /// Looks at the structure of a document, and at no value.
    ///
    /// # Errors
    /// `structure` for what is no whole document, `unsupported` for a schema that has no columns.
    pub fn new(input: &'de [u8]) -> Result<View<'de>> {
        let (view, error) = View::of_whole_groups(input)?;
        error.map_or(Ok(view), Err)
    }

    /// The same for a document whose schema is known, which is not read then.
    ///
    /// # Errors
    /// As for [`new`](View::new); `structure` for a document of another schema.
    pub fn with_plan(input: &'de [u8], plan: &Plan) -> Result<View<'de>> {
        let start = check_head(input, plan.inner(), false)?;
        let (frame, error) = Frame::read(input, start, plan.inner());
        let view = View { input, plan: plan.clone(), frame, limits: Limits::default() };
        error.map_or(Ok(view), Err)
    }

    /// The groups that are whole in a document that may have been cut, and what is wrong behind them.
    ///
    /// ```
    /// use typecase::wire::columnar::{self, View};
    /// use typecase::{Record, error::Code};
    ///
    /// #[derive(Record)]
    /// struct Point {
    ///     x: f64,
    /// }
    ///
    /// let points: Vec<Point> = (0..20_000).map(|at| Point { x: f64::from(at).sqrt() }).collect();
    /// let text = columnar::encode(&points)?;
    /// let (view, error) = View::of_whole_groups(&text[..text.len() - 100])?;
    /// assert_eq!(view.len(), 16_384);
    /// assert_eq!(error.unwrap().code(), Code::Structure);
    /// # Ok::<(), typecase::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// `structure` if not even the schema is there.
    pub fn of_whole_groups(input: &'de [u8]) -> Result<(View<'de>, Option<Error>)> {
        let (line, start) = head(input)?;
        let plan = Plan::new(&parse_schema(line)?)?;
        let (frame, error) = Frame::read(input, start, plan.inner());
        Ok((View { input, plan, frame, limits: Limits::default() }, error))
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.frame.rows
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.frame.rows == 0
    }

    /// The schema of the document.
    pub fn schema(&self) -> &Schema {
        self.plan.schema()
    }

    /// The plan of the schema.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Where the directory line of each group begins.
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = usize> {
        self.frame.groups.iter().map(|group| group.offset)
    }

    /// The rows of each group.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        self.frame.groups.iter().map(|group| group.first_row..group.first_row + group.rows)
    }

    /// A column by the name of its leaf: `address.city`, `items[].sku`; with `#` behind it, the lengths of a list.
    /// (docs/columnar.md, section 2, has all names.)
    ///
    /// # Errors
    /// `structure` if there is no such column.
    pub fn column(&self, name: &str) -> Result<Column<'_, 'de>> {
        match self.plan.find(name) {
            Some(node) => Ok(Column { view: self, node }),
            None => Err(Error::new(Code::Structure, alloc::format!("there is no column {name:?}"))),
        }
    }

    /// One row.
    ///
    /// # Errors
    /// `structure` if there is none with this number; otherwise as for
    /// [`Codec::decode`](crate::codec::Codec::decode).
    pub fn row(&self, row: usize) -> Result<Value<'de>> {
        let mut values = self.rows(row..row.saturating_add(1))?;
        Ok(values.pop().unwrap_or_default())
    }

    /// Some rows.
    ///
    /// # Errors
    /// As for [`row`](View::row).
    pub fn rows(&self, rows: Range<usize>) -> Result<Vec<Value<'de>>> {
        let graph = self.schema().graph();
        let item = self.plan.inner().nodes[ROW as usize].graph;
        self.each(rows, |reader| {
            let mut writer = ValueWriter::new();
            drive_item(graph, item, true, reader, &mut writer)?;
            Ok(writer.finish())
        })
    }

    /// Some rows as one list, which is in a few blocks of memory where [`rows`](View::rows) has some for each row.
    ///
    /// ```
    /// use typecase::value::Value;
    /// use typecase::wire::columnar::{self, View};
    /// use typecase::{Record, error::Error};
    ///
    /// #[derive(Record)]
    /// struct Point {
    ///     x: i32,
    /// }
    ///
    /// let text = columnar::encode(&(0..9).map(|x| Point { x }).collect::<Vec<_>>())?;
    /// let row = |x| Value::Record([Value::Int(x)].into());
    /// assert_eq!(View::new(&text)?.list(3..5)?, Value::list(vec![row(3), row(4)]));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`row`](View::row).
    pub fn list(&self, rows: Range<usize>) -> Result<Value<'de>> {
        let graph = self.schema().graph();
        let item = self.plan.inner().nodes[ROW as usize].graph;
        let mut writer = ValueWriter::new();
        writer.list(Some(rows.len()))?;
        self.each(rows, |reader| drive_item(graph, item, true, reader, &mut writer))?;
        writer.end_list()?;
        Ok(writer.finish())
    }

    /// One row as a type, which has the schema of the rows.
    ///
    /// # Errors
    /// As for [`row`](View::row); `type` for a type of another schema.
    pub fn row_as<T: Decode<'de>>(&self, row: usize) -> Result<T> {
        let mut values = self.each(row..row.saturating_add(1), |reader| T::decode(reader))?;
        values.pop().ok_or_else(no_such_row)
    }

    /// Some rows as a type.
    ///
    /// # Errors
    /// As for [`row_as`](View::row_as).
    pub fn rows_as<T: Decode<'de>>(&self, rows: Range<usize>) -> Result<Vec<T>> {
        self.each(rows, |reader| T::decode(reader))
    }

    fn each<T>(&self, rows: Range<usize>, mut decode: impl FnMut(&mut Reader<'de, '_>) -> Result<T>) -> Result<Vec<T>> {
        if rows.start > rows.end || rows.end > self.len() {
            return Err(no_such_row());
        }
        let frame = Cow::Borrowed(&self.frame);
        let mut reader = Reader::of_rows(self.input, &self.plan, frame, rows.clone(), &self.limits);
        let mut values = Vec::with_capacity(rows.len());
        while reader.next_row()? {
            values.push(decode(&mut reader).map_err(|error| error.in_item(rows.start + values.len()))?);
        }
        Ok(values)
    }

    /// A reader of all rows.
    #[cfg(feature = "arrow")]
    pub(super) fn reader(&self) -> Reader<'de, '_> {
        Reader::of_rows(self.input, &self.plan, Cow::Borrowed(&self.frame), 0..self.len(), &self.limits)
    }

    /// How each leaf column of a group is written.
    pub fn leaf_columns(&self, group: usize) -> impl Iterator<Item = LeafColumn<'_>> {
        let columns = self.frame.groups.get(group).map_or(&[][..], |group| &group.columns);
        self.plan.inner().leaves.iter().zip(columns).map(|(leaf, entry)| LeafColumn::of(leaf, entry))
    }
}

/// A leaf column of a group.
#[derive(Clone, Debug)]
pub struct LeafColumn<'v> {
    /// Its name: docs/columnar.md, section 2.
    pub name: &'v str,
    /// What its values are.
    pub kind: LeafKind,
    /// The words of its encoding: docs/columnar.md, section 3.
    pub encoding: String,
    /// Where its bytes are in the document.
    pub bytes: Range<usize>,
}

impl<'p> LeafColumn<'p> {
    pub(super) fn of(leaf: &'p Leaf, entry: &Entry) -> LeafColumn<'p> {
        let mut words = Vec::new();
        entry.encoding.print(&mut words);
        let encoding = String::from_utf8(words).unwrap_or_default();
        let bytes = entry.offset..entry.offset + (entry.end - entry.start);
        LeafColumn { name: &leaf.name, kind: leaf.kind, encoding, bytes }
    }
}

#[cold]
fn no_such_row() -> Error {
    Error::new(Code::Structure, "the document has no such rows")
}

/// A column of a [`View`]: the values that are there, in order.
#[derive(Clone, Copy, Debug)]
pub struct Column<'v, 'de> {
    view: &'v View<'de>,
    node: u32,
}

impl<'de> Column<'_, 'de> {
    /// What the values are.
    pub fn kind(&self) -> LeafKind {
        self.view.plan.inner().leaves[self.leaf()].kind
    }

    fn leaf(&self) -> usize {
        self.view.plan.inner().nodes[self.node as usize].leaf as usize
    }

    /// Goes through the groups with the number of values in each.
    fn each_group(&self, mut take: impl FnMut(Source<'de, '_>, usize, usize) -> Result<()>) -> Result<()> {
        let plan = self.view.plan.inner();
        let (way, mut structure) = (plan.way_of(self.node), Vec::new());
        for group in 0..self.view.frame.groups.len() {
            let source = Source { input: self.view.input, plan, frame: &self.view.frame, group };
            let count = source.count(&way, &mut structure)?;
            take(source, self.leaf(), count).map_err(|error| error.in_field(&plan.leaves[self.leaf()].name))?;
        }
        Ok(())
    }

    /// How many values there are; those that are missing are none.
    ///
    /// # Errors
    /// What is wrong with the columns that say so.
    pub fn count(&self) -> Result<usize> {
        let mut total = 0;
        self.each_group(|_, _, count| {
            total += count;
            Ok(())
        })?;
        Ok(total)
    }

    /// Gives the integers of each group in turn to `take`, which need not keep them, as [`integers`](Column::integers)
    /// has them.
    ///
    /// ```
    /// use typecase::Record;
    /// use typecase::wire::columnar::{self, View};
    ///
    /// #[derive(Record)]
    /// struct Sale {
    ///     units: i64,
    /// }
    ///
    /// let text = columnar::encode(&(0..20_000).map(|units| Sale { units }).collect::<Vec<_>>())?;
    /// let mut sum = 0;
    /// View::new(&text)?.column("units")?.each_integers(|units| {
    ///     sum += units.iter().sum::<i64>();
    ///     Ok(())
    /// })?;
    /// assert_eq!(sum, 199_990_000);
    /// # Ok::<(), typecase::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`integers`](Column::integers), and those of `take`.
    pub fn each_integers(&self, mut take: impl FnMut(&[i64]) -> Result<()>) -> Result<()> {
        self.check(self.kind().is_integer(), "the column is not of integers")?;
        let mut integers = Vec::new();
        self.each_group(|source, leaf, count| {
            integers.clear();
            source.integers(leaf, count, 0..count, &mut integers)?;
            take(&integers)
        })
    }

    /// The same for [`numbers`](Column::numbers).
    ///
    /// # Errors
    /// As for [`integers`](Column::integers), and those of `take`.
    pub fn each_numbers(&self, mut take: impl FnMut(&[f64]) -> Result<()>) -> Result<()> {
        self.check(self.kind().is_number(), "the column is not of numbers")?;
        let mut numbers = Vec::new();
        self.each_group(|source, leaf, count| {
            numbers.clear();
            source.numbers(leaf, count, 0..count, &mut numbers)?;
            take(&numbers)
        })
    }

    /// Integers; also booleans as 0 and 1, dates as milliseconds, and enums as indexes. What is unsigned has the same
    /// bits.
    ///
    /// # Errors
    /// `type` if they are something else; otherwise what is wrong with the column.
    pub fn integers(&self) -> Result<Vec<i64>> {
        self.check(self.kind().is_integer(), "the column is not of integers")?;
        let mut out = Vec::with_capacity(self.view.len());
        self.each_group(|source, leaf, count| source.integers(leaf, count, 0..count, &mut out))?;
        Ok(out)
    }

    /// Numbers.
    ///
    /// # Errors
    /// As for [`integers`](Column::integers).
    pub fn numbers(&self) -> Result<Vec<f64>> {
        self.check(self.kind().is_number(), "the column is not of numbers")?;
        let mut out = Vec::with_capacity(self.view.len());
        self.each_group(|source, leaf, count| source.numbers(leaf, count, 0..count, &mut out))?;
        Ok(out)
    }

    /// Strings; also bytes as base64, big integers as digits, and JSON as it is written.
    ///
    /// # Errors
    /// As for [`integers`](Column::integers).
    pub fn strings(&self) -> Result<Vec<Cow<'de, str>>> {
        let mut out = Vec::with_capacity(self.view.len());
        self.each_string(|text| {
            out.push(text);
            Ok(())
        })?;
        Ok(out)
    }

    /// Strings that are parts of the document.
    ///
    /// # Errors
    /// As for [`integers`](Column::integers); `type` if a group has strings with escapes, because one of them has a line
    /// feed.
    pub fn borrowed_strings(&self) -> Result<Vec<&'de str>> {
        self.check(super::group::is_text(self.kind()), "the column is not of strings")?;
        let (mut dictionary, mut out) = (Dictionary::default(), Vec::with_capacity(self.view.len()));
        self.each_group(|source, leaf, count| {
            let escaped = source.strings(leaf, count, 0..count, &mut dictionary, &mut out)?;
            self.check(!escaped, "the strings have escapes, so that they cannot be borrowed")
        })?;
        Ok(out)
    }

    /// Gives each string to `take`, as [`strings`](Column::strings) has them.
    ///
    /// # Errors
    /// As for [`integers`](Column::integers), and those of `take`.
    pub fn each_string(&self, mut take: impl FnMut(Cow<'de, str>) -> Result<()>) -> Result<()> {
        self.check(super::group::is_text(self.kind()), "the column is not of strings")?;
        let (mut dictionary, mut texts, mut scratch) = (Dictionary::default(), Vec::new(), String::new());
        self.each_group(|source, leaf, count| {
            source.each_strings(leaf, count, &mut dictionary, &mut texts, |texts, escaped| {
                for &text in texts {
                    if escaped && text.contains('\\') {
                        let offset = source.entry(leaf).offset;
                        take(Cow::Owned(unescape_into(text, offset, &mut scratch)?.into()))?;
                    } else {
                        take(Cow::Borrowed(text))?;
                    }
                }
                Ok(())
            })
        })
    }

    /// Which of the values are there, of a column whose values may be missing; `None` if all are.
    ///
    /// # Errors
    /// What is wrong with the column.
    pub fn presence(&self) -> Result<Option<Vec<bool>>> {
        let plan = self.view.plan.inner();
        if plan.nodes[self.node as usize].presence == NONE {
            return Ok(None);
        }
        let mut all = true;
        let mut out = Vec::new();
        let (way, mut there) = (plan.way_of(self.node), Vec::new());
        for group in 0..self.view.frame.groups.len() {
            let source = Source { input: self.view.input, plan, frame: &self.view.frame, group };
            source.count(&way, &mut there)?;
            out.extend(there.iter().map(|&there| there != 0));
            all &= there.iter().all(|&there| there != 0);
        }
        Ok((!all).then_some(out))
    }

    /// Whether the values are the lengths of lists or maps, the cases of unions and the like, and no values of the
    /// schema.
    pub fn is_structure(&self) -> bool {
        let shape = self.view.plan.inner().nodes[self.node as usize].shape;
        matches!(shape, Shape::List | Shape::Map | Shape::Union { .. })
    }

    fn check(&self, right: bool, message: &'static str) -> Result<()> {
        if right { Ok(()) } else { Err(Error::new(Code::Type, message)) }
    }
}
