//! Puts the values of arrays into the columns of a document, a group at a time.
//!
//! A type of the schema takes every type of Arrow that has its values: strings of any of Arrow's forms, integers of any
//! width that are in range, instants of any unit that are whole milliseconds, and all of these in a dictionary.

use super::super::Options;
use super::super::plan::{FLAGS_A_WORD, Inner, LeafKind, NONE, Node, Plan, ROW};
use super::super::write::Writer;
use super::types::{is_json, labels, schema_of};
use crate::drive::drive_present;
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::schema::graph::Kind;
use crate::text::lexer;
use crate::wire::{Write, json};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch, StructArray};
use arrow_schema::{DataType, TimeUnit};
use hashbrown::{HashMap, HashSet};

/// Writes record batches as a document, whose schema [`schema_of`] gives.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, Int64Array, LargeStringArray, RecordBatch};
/// use typecase::wire::columnar::{View, arrow};
///
/// let ids: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3]));
/// let names: ArrayRef = Arc::new(LargeStringArray::from(vec![Some("Ada"), None, Some("Alan")]));
/// let batch = RecordBatch::try_from_iter([("id", ids), ("name", names)])?;
///
/// let text = arrow::from_record_batches(&batch.schema(), &[batch], &Default::default())?;
/// let view = View::new(&text)?;
/// assert_eq!(view.schema().canonical(), "[{id:int64,name:?string}]");
/// assert_eq!(view.column("name")?.strings()?, ["Ada", "Alan"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`schema_of`]. For values: `required` for a null where the schema has none, `type` for what is out of range,
/// or of a type that has not the values of the schema's, `extra` for columns that the schema has not, and what else
/// may be wrong with a value: `enum`, `json`, `union`, `duplicate`.
pub fn from_record_batches(
    schema: &arrow_schema::Schema,
    batches: &[RecordBatch],
    options: &Options,
) -> Result<Vec<u8>> {
    let plan = Plan::new(&schema_of(schema)?)?;
    let mut writer = Writer::new(&plan, options, &Limits::default());
    writer.start_rows()?;
    let mut columns = Columns { writer, plan: plan.inner() };
    let mut first_row = 0;
    for batch in batches {
        let rows = StructArray::from(batch.clone());
        let mut next = 0;
        while next < rows.len() {
            let end = rows.len().min(next + columns.writer.rows_left());
            let places: Vec<usize> = (next..end).collect();
            columns.put(ROW, &rows, &places).map_err(|error| error.in_item(first_row + next))?;
            columns.writer.end_rows(places.len());
            next = end;
        }
        first_row += rows.len();
    }
    columns.writer.finish();
    Ok(columns.writer.into_text())
}

/// The writer whose columns are filled.
struct Columns<'p> {
    writer: Writer<'p>,
    plan: &'p Inner,
}

impl Columns<'_> {
    /// Appends the values of an array at some places to the columns of a node.
    fn put(&mut self, at: u32, array: &dyn Array, places: &[usize]) -> Result<()> {
        let node = self.plan.nodes[at as usize];
        let kind = self.plan.schema.graph().node(node.graph).kind;
        if kind == Kind::Null {
            return self.nulls(at, &node, places.len());
        }
        let mut there = self.presence(at, &node, array, places)?;
        if there.is_empty() {
            return Ok(());
        }
        if is_json(self.plan, at) {
            return self.json(at, array, &there);
        }
        // The values of a dictionary are the values from here on.
        let mut array = array;
        while let Some(dictionary) = array.as_any_dictionary_opt() {
            let keys = dictionary.normalized_keys();
            there.iter_mut().for_each(|place| *place = keys[*place]);
            array = &**dictionary.values();
        }
        match kind {
            Kind::Record(_) | Kind::Tuple(_) => self.record(&node, kind, array, &there),
            Kind::Flags(id) => self.flags(&node, self.plan.schema.graph().flags(id).names, array, &there),
            Kind::List(_) => self.list(&node, array, &there),
            Kind::Map(_) => self.map(&node, array, &there),
            Kind::Enum(_) => self.enumeration(&node, kind, array, &there),
            Kind::Bytes | Kind::Fixed(_) => self.bytes(&node, kind, array, &there),
            Kind::Text | Kind::BigInt => self.text(&node, kind, array, &there),
            Kind::Number | Kind::Float64 | Kind::Float32 => self.numbers(&node, kind, array, &there),
            _ => self.integers(&node, array, &there),
        }
    }

    /// Writes which values are there, and gives their places.
    fn presence(&mut self, at: u32, node: &Node, array: &dyn Array, places: &[usize]) -> Result<Vec<usize>> {
        let Some(nulls) = array.logical_nulls().filter(|nulls| nulls.null_count() > 0) else {
            if node.presence != NONE {
                self.writer.columns[node.presence as usize].ints.extend(places.iter().map(|_| 1));
            }
            return Ok(places.into());
        };
        if node.presence != NONE {
            let ints = &mut self.writer.columns[node.presence as usize].ints;
            ints.extend(places.iter().map(|&place| i64::from(nulls.is_valid(place))));
            return Ok(places.iter().copied().filter(|&place| nulls.is_valid(place)).collect());
        }
        // Null may be a value of JSON.
        if !is_json(self.plan, at) && places.iter().any(|&place| nulls.is_null(place)) {
            return Err(Error::new(Code::Required, "the schema has no place for a null"));
        }
        Ok(places.into())
    }

    /// Values of the type null, which have nothing to say.
    fn nulls(&mut self, at: u32, node: &Node, count: usize) -> Result<()> {
        for _ in 0..count {
            if node.presence != NONE {
                self.writer.columns[node.presence as usize].ints.push(0);
            } else {
                self.writer.go_to(at);
                self.writer.null()?;
            }
        }
        Ok(())
    }

    /// Values that are JSON to Arrow: each is read as on the wire JSON.
    fn json(&mut self, at: u32, array: &dyn Array, places: &[usize]) -> Result<()> {
        let (texts, nulls) = (texts(array)?, array.logical_nulls());
        let (graph, node) = (self.plan.schema.graph(), self.plan.nodes[at as usize].graph);
        let options = json::Options::default();
        for &place in places {
            let is_null = nulls.as_ref().is_some_and(|nulls| nulls.is_null(place));
            let text = if is_null { "null" } else { texts(place) };
            self.writer.go_to(at);
            let mut reader = json::Reader::new(text, &options, &Limits::default())?;
            drive_present(graph, node, &mut reader, &mut self.writer)?;
            reader.finish()?;
        }
        Ok(())
    }

    /// The fields of records by their names, and the items of tuples by their order.
    fn record(&mut self, node: &Node, kind: Kind, array: &dyn Array, places: &[usize]) -> Result<()> {
        let rows = array.as_struct_opt().ok_or_else(|| not_of_type(array))?;
        let Kind::Record(id) = kind else {
            if rows.num_columns() != node.count as usize {
                return Err(Error::new(Code::Structure, "the tuple has another number of items"));
            }
            let items = (node.first..).zip(rows.columns());
            return items.into_iter().try_for_each(|(at, items)| self.put(at, items, places));
        };
        let fields = self.plan.schema.graph().record(id).meta().fields;
        let mut found = 0;
        for (at, field) in (node.first..).zip(fields) {
            let put = match rows.column_by_name(field.name) {
                Some(column) => {
                    found += 1;
                    self.put(at, column, places)
                }
                None => self.put(at, &arrow_array::NullArray::new(rows.len()), places),
            };
            put.map_err(|error| error.in_field(field.name))?;
        }
        if found != rows.num_columns() {
            let is_extra = |name: &&str| fields.iter().all(|field| field.name != *name);
            let name = rows.column_names().into_iter().find(is_extra).unwrap_or("a column twice");
            return Err(Error::new(Code::Extra, format!("the schema has no place for {name}")));
        }
        Ok(())
    }

    fn flags(&mut self, node: &Node, names: &[&str], array: &dyn Array, places: &[usize]) -> Result<()> {
        let rows = array.as_struct_opt().ok_or_else(|| not_of_type(array))?;
        for (word, names) in (node.leaf..).zip(names.chunks(FLAGS_A_WORD)) {
            let ints = &mut self.writer.columns[word as usize].ints;
            let start = ints.len();
            ints.resize(start + places.len(), 0);
            for (bit, name) in names.iter().enumerate() {
                let Some(column) = rows.column_by_name(name) else { continue };
                let flags = column.as_boolean_opt().ok_or_else(|| not_of_type(column))?;
                for (word, &place) in ints[start..].iter_mut().zip(places) {
                    *word |= i64::from(flags.is_valid(place) && flags.value(place)) << bit;
                }
            }
        }
        Ok(())
    }

    fn list(&mut self, node: &Node, array: &dyn Array, places: &[usize]) -> Result<()> {
        let lengths = &mut self.writer.columns[node.leaf as usize].ints;
        let mut inside = Vec::new();
        let mut list = |start: usize, end: usize| {
            lengths.push((end - start) as i64);
            inside.extend(start..end);
        };
        let items = match array.data_type() {
            DataType::List(_) => {
                let (offsets, items) = (array.as_list::<i32>().offsets(), array.as_list::<i32>().values());
                places.iter().for_each(|&at| list(offsets[at] as usize, offsets[at + 1] as usize));
                items
            }
            DataType::LargeList(_) => {
                let (offsets, items) = (array.as_list::<i64>().offsets(), array.as_list::<i64>().values());
                places.iter().for_each(|&at| list(offsets[at] as usize, offsets[at + 1] as usize));
                items
            }
            DataType::FixedSizeList(_, length) => {
                let length = *length as usize;
                places.iter().for_each(|&at| list(at * length, (at + 1) * length));
                array.as_fixed_size_list().values()
            }
            _ => return Err(not_of_type(array)),
        };
        self.put(node.first, items, &inside)
    }

    fn map(&mut self, node: &Node, array: &dyn Array, places: &[usize]) -> Result<()> {
        let maps = array.as_map_opt().ok_or_else(|| not_of_type(array))?;
        let (offsets, keys) = (maps.offsets(), texts(maps.keys())?);
        let mut inside = Vec::new();
        let mut seen = HashSet::new();
        for &at in places {
            let entries = offsets[at] as usize..offsets[at + 1] as usize;
            self.writer.columns[node.leaf as usize].ints.push(entries.len() as i64);
            seen.clear();
            for entry in entries {
                let key = keys(entry);
                if !seen.insert(key) {
                    return Err(Error::new(Code::Duplicate, "a key occurs twice in a map"));
                }
                self.writer.columns[node.leaf as usize + 1].strings.push(key.as_bytes());
                inside.push(entry);
            }
        }
        self.put(node.first, maps.values(), &inside)
    }

    fn enumeration(&mut self, node: &Node, kind: Kind, array: &dyn Array, places: &[usize]) -> Result<()> {
        let Kind::Enum(id) = kind else { return Ok(()) };
        let texts = texts(array)?;
        let indexes: HashMap<&str, i64> = labels(self.plan.schema.graph().enumeration(id)).zip(0..).collect();
        for &place in places {
            let index = indexes.get(texts(place)).copied();
            let index = index.ok_or_else(|| Error::new(Code::Enum, "the value is not one of the enum's"))?;
            self.writer.columns[node.leaf as usize].ints.push(index);
        }
        Ok(())
    }

    fn text(&mut self, node: &Node, kind: Kind, array: &dyn Array, places: &[usize]) -> Result<()> {
        let texts = texts(array)?;
        let strings = &mut self.writer.columns[node.leaf as usize].strings;
        for &place in places {
            let text = texts(place);
            if kind == Kind::BigInt && !lexer::is_bigint(text) {
                return Err(Error::new(Code::Type, "expected the digits of an integer"));
            }
            strings.push(text.as_bytes());
        }
        Ok(())
    }

    fn bytes<'a>(&mut self, node: &Node, kind: Kind, array: &'a dyn Array, places: &[usize]) -> Result<()> {
        let bytes: Box<dyn Fn(usize) -> &'a [u8] + 'a> = match array.data_type() {
            DataType::Binary => Box::new(|at| array.as_binary::<i32>().value(at)),
            DataType::LargeBinary => Box::new(|at| array.as_binary::<i64>().value(at)),
            DataType::BinaryView => Box::new(|at| array.as_binary_view().value(at)),
            DataType::FixedSizeBinary(_) => Box::new(|at| array.as_fixed_size_binary().value(at)),
            _ => return Err(not_of_type(array)),
        };
        let strings = &mut self.writer.columns[node.leaf as usize].strings;
        for &place in places {
            let bytes = bytes(place);
            if matches!(kind, Kind::Fixed(size) if size as usize != bytes.len()) {
                return Err(Error::new(Code::Type, "expected as many bytes as the type has"));
            }
            strings.push_base64(bytes);
        }
        Ok(())
    }

    fn numbers(&mut self, node: &Node, kind: Kind, array: &dyn Array, places: &[usize]) -> Result<()> {
        let numbers = &mut self.writer.columns[node.leaf as usize].floats;
        match array.data_type() {
            DataType::Float64 if kind != Kind::Float32 => {
                let values = array.as_primitive::<Float64Type>().values();
                numbers.extend(places.iter().map(|&place| values[place]));
            }
            DataType::Float32 => {
                let values = array.as_primitive::<Float32Type>().values();
                numbers.extend(places.iter().map(|&place| f64::from(values[place])));
            }
            _ => return Err(not_of_type(array)),
        }
        Ok(())
    }

    /// Integers, booleans and dates.
    fn integers(&mut self, node: &Node, array: &dyn Array, places: &[usize]) -> Result<()> {
        let kind = self.plan.leaves[node.leaf as usize].kind;
        let out = &mut self.writer.columns[node.leaf as usize].ints;
        let start = out.len();
        match (kind, array.data_type()) {
            (LeafKind::Bool, DataType::Boolean) => {
                let values = array.as_boolean();
                out.extend(places.iter().map(|&place| i64::from(values.value(place))));
            }
            (LeafKind::Bool, _) => return Err(not_of_type(array)),
            (LeafKind::Date, data_type) => match data_type {
                DataType::Timestamp(TimeUnit::Second, _) => {
                    take::<TimestampSecondType>(array, places, out, |seconds| seconds.checked_mul(1000))?;
                }
                DataType::Timestamp(TimeUnit::Millisecond, _) => {
                    take::<TimestampMillisecondType>(array, places, out, Some)?;
                }
                DataType::Timestamp(TimeUnit::Microsecond, _) => {
                    take::<TimestampMicrosecondType>(array, places, out, |time| whole(time, 1000))?;
                }
                DataType::Timestamp(TimeUnit::Nanosecond, _) => {
                    take::<TimestampNanosecondType>(array, places, out, |time| whole(time, 1_000_000))?;
                }
                DataType::Date32 => {
                    take::<Date32Type>(array, places, out, |days| Some(i64::from(days) * 86_400_000))?;
                }
                DataType::Date64 => take::<Date64Type>(array, places, out, Some)?,
                _ => return Err(not_of_type(array)),
            },
            (LeafKind::Uint64, data_type) => match data_type {
                DataType::UInt64 => take::<UInt64Type>(array, places, out, |value| Some(value as i64))?,
                _ => {
                    integers(array, places, out)?;
                    if out[start..].iter().any(|&value| value < 0) {
                        return Err(out_of_range());
                    }
                }
            },
            _ => integers(array, places, out)?,
        }
        let (least, greatest) = kind.bounds();
        if out[start..].iter().any(|&value| value < least || value > greatest) {
            return Err(out_of_range());
        }
        Ok(())
    }
}

/// Appends the integers of an array of any width.
fn integers(array: &dyn Array, places: &[usize], out: &mut Vec<i64>) -> Result<()> {
    match array.data_type() {
        DataType::Int8 => take::<Int8Type>(array, places, out, |value| Some(value.into())),
        DataType::Int16 => take::<Int16Type>(array, places, out, |value| Some(value.into())),
        DataType::Int32 => take::<Int32Type>(array, places, out, |value| Some(value.into())),
        DataType::Int64 => take::<Int64Type>(array, places, out, Some),
        DataType::UInt8 => take::<UInt8Type>(array, places, out, |value| Some(value.into())),
        DataType::UInt16 => take::<UInt16Type>(array, places, out, |value| Some(value.into())),
        DataType::UInt32 => take::<UInt32Type>(array, places, out, |value| Some(value.into())),
        DataType::UInt64 => take::<UInt64Type>(array, places, out, |value| value.try_into().ok()),
        _ => Err(not_of_type(array)),
    }
}

fn take<T: ArrowPrimitiveType>(
    array: &dyn Array,
    places: &[usize],
    out: &mut Vec<i64>,
    value: impl Fn(T::Native) -> Option<i64>,
) -> Result<()> {
    let values = array.as_primitive::<T>().values();
    out.reserve(places.len());
    for &place in places {
        out.push(value(values[place]).ok_or_else(out_of_range)?);
    }
    Ok(())
}

/// A time in milliseconds, if it is so many.
fn whole(time: i64, of_millisecond: i64) -> Option<i64> {
    (time % of_millisecond == 0).then_some(time / of_millisecond)
}

/// The strings of an array by their places.
fn texts<'a>(array: &'a dyn Array) -> Result<Box<dyn Fn(usize) -> &'a str + 'a>> {
    Ok(match array.data_type() {
        DataType::Utf8 => Box::new(|at| array.as_string::<i32>().value(at)),
        DataType::LargeUtf8 => Box::new(|at| array.as_string::<i64>().value(at)),
        DataType::Utf8View => Box::new(|at| array.as_string_view().value(at)),
        // Nothing will be asked of it.
        _ if array.logical_null_count() == array.len() => Box::new(|_| ""),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let (keys, values) = (dictionary.normalized_keys(), texts(&**dictionary.values())?);
            Box::new(move |at| values(keys[at]))
        }
        _ => return Err(not_of_type(array)),
    })
}

#[cold]
fn not_of_type(array: &dyn Array) -> Error {
    Error::new(Code::Type, format!("Arrow's type {} has not the values of the schema's", array.data_type()))
}

#[cold]
fn out_of_range() -> Error {
    Error::new(Code::Type, "a value is out of the range of its type, or is no whole millisecond")
}
