//! Makes arrays of the columns of a group.
//!
//! Columns have only the values that are there, and arrays a slot for each, so that values spread out where some are
//! missing: in a column of their own, or because a record around them is.

use super::super::group::Loaded;
use super::super::plan::{FLAGS_A_WORD, Inner, NONE, Node, Plan, ROW};
use super::super::read::{Reader, unescape_into};
use super::of_arrow;
use super::types::{entries_of, field_of, fields_of, is_json, labels};
use crate::drive::drive_present;
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::schema::graph::Kind;
use crate::text::lexer;
use crate::wire::json;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use arrow_array::builder::{BinaryBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int32Type, Int64Type, TimestampMillisecondType, UInt32Type,
    UInt64Type,
};
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, FixedSizeBinaryArray, ListArray, MapArray, NullArray, PrimitiveArray,
    StringArray, StructArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use hashbrown::HashSet;

/// The arrays of one group after the other.
pub(super) struct Arrays<'de, 'p> {
    reader: Reader<'de, 'p>,
    plan: &'p Inner,
}

/// The slots of an array.
#[derive(Clone, Copy)]
struct Slots<'a> {
    count: usize,
    /// Which of them have a value; `None` if all do.
    there: Option<&'a [bool]>,
}

impl Slots<'_> {
    /// Puts each value into its slot, and something into those that have none.
    fn spread<T: Default>(self, values: Vec<T>) -> Vec<T> {
        let Some(there) = self.there else { return values };
        let mut values = values.into_iter();
        there.iter().map(|&there| if there { values.next().unwrap_or_default() } else { T::default() }).collect()
    }

    /// The place of the value of each slot; `None` for those that have none.
    fn places(self) -> impl Iterator<Item = Option<usize>> {
        let mut next = 0;
        (0..self.count).map(move |slot| {
            let is_there = self.there.is_none_or(|there| there[slot]);
            is_there.then(|| {
                next += 1;
                next - 1
            })
        })
    }
}

impl<'de, 'p> Arrays<'de, 'p> {
    pub(super) fn new(reader: Reader<'de, 'p>, plan: &'p Plan) -> Arrays<'de, 'p> {
        Arrays { reader, plan: plan.inner() }
    }

    /// The columns of the next group, and its rows; `None` if there is none.
    pub(super) fn next_group(&mut self) -> Result<Option<(Vec<ArrayRef>, usize)>> {
        let Some(rows) = self.reader.load_group()? else { return Ok(None) };
        let columns = self.inside(&self.plan.nodes[ROW as usize], Slots { count: rows, there: None })?;
        Ok(Some((columns, rows)))
    }

    fn column(&mut self, leaf: u32) -> &mut Loaded<'de> {
        self.reader.column(leaf)
    }

    /// The arrays of the nodes inside a record or a tuple.
    fn inside(&mut self, node: &Node, slots: Slots<'_>) -> Result<Vec<ArrayRef>> {
        (node.first..node.first + node.count).map(|at| self.array(at, slots)).collect()
    }

    /// The array of a node, of which the values around it leave some slots empty.
    fn array(&mut self, at: u32, outer: Slots<'_>) -> Result<ArrayRef> {
        let node = self.plan.nodes[at as usize];
        let mut own = Vec::new();
        if node.presence != NONE {
            let presence = core::mem::take(&mut self.column(node.presence).ints);
            own = outer.spread(presence.into_iter().map(|there| there != 0).collect());
        }
        let (nulls, slots) = match own.contains(&false) {
            true => (Some(NullBuffer::from(&own[..])), Slots { there: Some(&own), ..outer }),
            false => (None, outer),
        };
        let kind = self.plan.schema.graph().node(node.graph).kind;
        Ok(match kind {
            _ if is_json(self.plan, at) => Arc::new(self.json(at, slots, nulls.is_some())?),
            Kind::Record(_) | Kind::Tuple(_) => {
                let fields = fields_of(self.plan, at)?;
                let columns = self.inside(&node, slots)?;
                Arc::new(StructArray::try_new_with_length(fields, columns, nulls, slots.count).map_err(of_arrow)?)
            }
            Kind::Flags(_) => self.flags(at, &node, slots, nulls)?,
            Kind::List(_) => {
                let (offsets, count) = self.offsets(&node, slots)?;
                let items = self.array(node.first, Slots { count, there: None })?;
                let field = Arc::new(field_of(self.plan, node.first, "item")?);
                Arc::new(ListArray::try_new(field, offsets, items, nulls).map_err(of_arrow)?)
            }
            Kind::Map(_) => self.map(at, &node, slots, nulls)?,
            Kind::Null => Arc::new(NullArray::new(slots.count)),
            Kind::Number | Kind::Float64 => {
                let numbers = slots.spread(core::mem::take(&mut self.column(node.leaf).floats));
                primitive::<Float64Type>(numbers, nulls)
            }
            Kind::Float32 => {
                let numbers = core::mem::take(&mut self.column(node.leaf).floats);
                primitive::<Float32Type>(slots.spread(numbers.into_iter().map(|number| number as f32).collect()), nulls)
            }
            Kind::Text | Kind::BigInt | Kind::Bytes | Kind::Fixed(_) => self.texts(&node, kind, slots, nulls)?,
            // What is held as integers.
            _ => {
                let integers = slots.spread(core::mem::take(&mut self.column(node.leaf).ints));
                self.integers(kind, integers, nulls)?
            }
        })
    }

    fn integers(&self, kind: Kind, values: Vec<i64>, nulls: Option<NullBuffer>) -> Result<ArrayRef> {
        let narrow = |values: Vec<i64>| values.into_iter().map(|value| value as i32).collect();
        Ok(match kind {
            Kind::Bool => {
                let bits = BooleanBuffer::collect_bool(values.len(), |at| values[at] != 0);
                Arc::new(BooleanArray::new(bits, nulls))
            }
            Kind::Int32 => primitive::<Int32Type>(narrow(values), nulls),
            Kind::Uint32 => primitive::<UInt32Type>(values.into_iter().map(|value| value as u32).collect(), nulls),
            Kind::Uint64 => {
                // The same bits.
                let count = values.len();
                let values = ScalarBuffer::new(Buffer::from_vec(values), 0, count);
                Arc::new(PrimitiveArray::<UInt64Type>::new(values, nulls))
            }
            Kind::Date => {
                let dates = PrimitiveArray::<TimestampMillisecondType>::new(values.into(), nulls);
                Arc::new(dates.with_timezone("UTC"))
            }
            Kind::Enum(id) => {
                let labels = StringArray::from_iter_values(labels(self.plan.schema.graph().enumeration(id)));
                let keys = PrimitiveArray::<Int32Type>::new(narrow(values).into(), nulls);
                Arc::new(DictionaryArray::try_new(keys, Arc::new(labels)).map_err(of_arrow)?)
            }
            _ => primitive::<Int64Type>(values, nulls),
        })
    }

    /// Strings, and what is made from some.
    fn texts(&mut self, node: &Node, kind: Kind, slots: Slots<'_>, nulls: Option<NullBuffer>) -> Result<ArrayRef> {
        let has_nulls = nulls.is_some();
        let column = self.reader.column(node.leaf);
        let offset = column.offset;
        let texts = column.texts.as_slice();
        let wrong = |message: &'static str| Error::new(Code::Type, message).at(offset);
        let bytes_of = |at: usize| {
            let bytes = base64_simd::STANDARD.decode_to_vec(texts[at]);
            bytes.map_err(|_| wrong("expected canonical base64"))
        };
        match kind {
            Kind::Bytes => {
                let mut out = BinaryBuilder::with_capacity(slots.count, 0);
                let mut total = 0;
                for slot in slots.places() {
                    match slot {
                        Some(at) => {
                            let bytes = bytes_of(at)?;
                            total = add(total, bytes.len())?;
                            out.append_value(bytes);
                        }
                        None if has_nulls => out.append_null(),
                        None => out.append_value([]),
                    }
                }
                Ok(Arc::new(out.finish()))
            }
            Kind::Fixed(size) => {
                let mut bytes = Vec::new();
                for slot in slots.places() {
                    let start = bytes.len();
                    if let Some(at) = slot {
                        bytes.extend(bytes_of(at)?);
                        if bytes.len() - start != size as usize {
                            return Err(wrong("expected as many bytes as the type has"));
                        }
                    }
                    bytes.resize(start + size as usize, 0);
                }
                let array = FixedSizeBinaryArray::try_new_with_len(size as i32, bytes.into(), nulls, slots.count);
                Ok(Arc::new(array.map_err(of_arrow)?))
            }
            _ => {
                let (escaped, is_bigint) = (column.escaped, kind == Kind::BigInt);
                let mut out = StringBuilder::with_capacity(slots.count, texts.iter().map(|text| text.len()).sum());
                let (mut scratch, mut total) = (String::new(), 0);
                for slot in slots.places() {
                    let text = match slot {
                        Some(at) if escaped => unescape_into(texts[at], offset, &mut scratch)?,
                        Some(at) => texts[at],
                        None if has_nulls => {
                            out.append_null();
                            continue;
                        }
                        None => "",
                    };
                    if is_bigint && slot.is_some() && !lexer::is_bigint(text) {
                        return Err(wrong("expected the digits of an integer"));
                    }
                    total = add(total, text.len())?;
                    out.append_value(text);
                }
                Ok(Arc::new(out.finish()))
            }
        }
    }

    /// Values as JSON, which says what Arrow cannot.
    fn json(&mut self, at: u32, slots: Slots<'_>, has_nulls: bool) -> Result<StringArray> {
        let graph = self.plan.schema.graph();
        let node = self.plan.nodes[at as usize].graph;
        let mut out = StringBuilder::with_capacity(slots.count, 0);
        let (mut text, mut total) = (Vec::new(), 0);
        for slot in slots.places() {
            match slot {
                Some(place) => {
                    text.clear();
                    self.reader.go_to(at, place);
                    let mut writer = json::Writer::new(&mut text, &json::Options::default(), &Limits::default());
                    drive_present(graph, node, &mut self.reader, &mut writer)?;
                    // A comma follows every value.
                    text.pop();
                    total = add(total, text.len())?;
                    out.append_value(core::str::from_utf8(&text).map_err(|_| too_long())?);
                }
                None if has_nulls => out.append_null(),
                None => out.append_value("null"),
            }
        }
        Ok(out.finish())
    }

    /// A boolean for each flag.
    fn flags(&mut self, at: u32, node: &Node, slots: Slots<'_>, nulls: Option<NullBuffer>) -> Result<ArrayRef> {
        let fields = fields_of(self.plan, at)?;
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(fields.len());
        for flag in 0..fields.len() {
            let (word, bit) = (flag / FLAGS_A_WORD, flag % FLAGS_A_WORD);
            let words = &self.reader.column(node.leaf + word as u32).ints;
            let bits = slots.places().map(|place| place.is_some_and(|place| words[place] >> bit & 1 != 0));
            columns.push(Arc::new(BooleanArray::new(bits.collect(), None)));
        }
        Ok(Arc::new(StructArray::try_new_with_length(fields, columns, nulls, slots.count).map_err(of_arrow)?))
    }

    /// Where the items of each list begin and end, and how many there are in all.
    fn offsets(&mut self, node: &Node, slots: Slots<'_>) -> Result<(OffsetBuffer<i32>, usize)> {
        let lengths = &self.reader.column(node.leaf).ints;
        let mut offsets = Vec::with_capacity(slots.count + 1);
        let mut end = 0;
        offsets.push(0);
        for place in slots.places() {
            end = add(end, place.map_or(0, |place| lengths[place] as usize))?;
            offsets.push(end as i32);
        }
        Ok((OffsetBuffer::new(offsets.into()), end))
    }

    fn map(&mut self, at: u32, node: &Node, slots: Slots<'_>, nulls: Option<NullBuffer>) -> Result<ArrayRef> {
        let (offsets, count) = self.offsets(node, slots)?;
        let dense = Slots { count, there: None };
        let key_column = Node { leaf: node.leaf + 1, ..*node };
        let keys = self.texts(&key_column, Kind::Text, dense, None)?;
        check_keys(keys.as_string::<i32>(), &offsets)
            .map_err(|error| error.at(self.reader.column(key_column.leaf).offset))?;
        let values = self.array(node.first, dense)?;
        let entries = entries_of(self.plan, at)?;
        let DataType::Struct(fields) = entries.data_type().clone() else { return Err(too_long()) };
        let columns = StructArray::try_new_with_length(fields, alloc::vec![keys, values], None, count);
        let map = MapArray::try_new(Arc::new(entries), offsets, columns.map_err(of_arrow)?, nulls, false);
        Ok(Arc::new(map.map_err(of_arrow)?))
    }
}

/// Checks that the keys of each map differ.
pub(super) fn check_keys(keys: &StringArray, offsets: &[i32]) -> Result<()> {
    let mut seen = HashSet::new();
    for pair in offsets.windows(2) {
        seen.clear();
        for at in pair[0]..pair[1] {
            if !seen.insert(keys.value(at as usize)) {
                return Err(Error::new(Code::Duplicate, "a key occurs twice in a map"));
            }
        }
    }
    Ok(())
}

fn primitive<T: ArrowPrimitiveType>(values: Vec<T::Native>, nulls: Option<NullBuffer>) -> ArrayRef {
    Arc::new(PrimitiveArray::<T>::new(values.into(), nulls))
}

/// A sum that an array can have as an offset.
fn add(total: usize, more: usize) -> Result<usize> {
    total.checked_add(more).filter(|&total| total <= i32::MAX as usize).ok_or_else(too_long)
}

#[cold]
fn too_long() -> Error {
    Error::new(Code::Limit, "a group has more items or bytes than an array may have")
}
