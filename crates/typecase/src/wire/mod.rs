//! The wires: what each must offer ([`Read`] and [`Write`]), and one folder for each.
//!
//! Events carry descriptions of the schema ([`crate::meta`]) and indexes of fields, never names, so
//! that one set of events serves keyed, positional, columnar and tagged wires alike. Two drivers send
//! them: the code of `#[derive(Record)]` for typed values, and [`crate::drive`] for everything else.

pub mod avro;
mod bignum;
pub mod bson;
mod buffer;
pub mod cbor;
pub mod columnar;
mod integral;
pub mod json;
pub mod msgpack;
pub mod packed;
pub mod positional;
pub mod protobuf;
mod registry;
pub mod settings;
mod varint;
mod zero;

pub use registry::{UnknownWire, Wire};
pub use zero::Zero;

use crate::error::{Code, Error, Result};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::typed::Decode;
use crate::value::Value;
use alloc::borrow::Cow;

/// Text from a reader: borrowed from the input where the wire allows it.
#[derive(Clone, Copy, Debug)]
pub enum TextRef<'de, 's> {
    /// A part of the input.
    Borrowed(&'de str),
    /// Text that had to be unescaped, in the reader's scratch buffer until the next call.
    Scratch(&'s str),
}

impl<'s> TextRef<'_, 's> {
    /// The text itself.
    #[inline(always)]
    pub fn as_str<'a>(&'a self) -> &'a str
    where
        's: 'a,
    {
        match self {
            TextRef::Borrowed(text) => text,
            TextRef::Scratch(text) => text,
        }
    }
}

/// The kind of a value that starts at a reader's position, on wires that tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Null.
    Null,
    /// True or false.
    Bool,
    /// Any number.
    Number,
    /// A string.
    Text,
    /// A byte string, on wires that tell it from a string.
    Bytes,
    /// An instant, on wires that tell it from a number or a string.
    Date,
    /// A list.
    List,
    /// A map or a record.
    Map,
    /// What the wire does not tell without the schema.
    Other,
}

/// Writes the events of one message onto a wire.
///
/// A value is one of: a scalar call; [`record`](Write::record), then for each field in schema order
/// either [`field`](Write::field) and its value or [`absent`](Write::absent), then
/// [`end_record`](Write::end_record); a list, tuple or map in the same manner; or
/// [`case`](Write::case), the value of the branch, [`end_case`](Write::end_case).
pub trait Write {
    /// Whether the fields of a record may come in any order.
    const ANY_ORDER: bool = false;

    /// Whether [`record`](Write::record) makes use of what is present, so that a caller that would have to
    /// find it out first should.
    const WANTS_PRESENCE: bool = false;

    /// Whether it does so for sparse records alone, and manages at little cost without: then only a caller that
    /// knows the fields when it is compiled should find out what is present.
    const PRESENCE_IF_CHEAP: bool = false;

    /// Whether the value of an enum is a number there, so that writing it in place takes no more code than a call.
    const NUMBERS_ENUMS: bool = false;

    /// Whether several fields or items that are numbers are quicker to write together.
    const NUMBERS_IN_RUNS: bool = false;

    /// Opens a record; `presence` says which of its fields will be present, if that is known.
    fn record(&mut self, meta: &RecordMeta<'_>, presence: Presence) -> Result<()>;
    /// Says that the value of field `index` comes next.
    fn field(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()>;
    /// Says that field `index` is missing or null.
    fn absent(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()>;
    /// Says that field `index` is the discriminator of the union case just opened, with its value.
    fn discriminator(&mut self, meta: &RecordMeta<'_>, index: usize, value: &EnumValue<'_>) -> Result<()>;
    /// Closes a record.
    fn end_record(&mut self, meta: &RecordMeta<'_>) -> Result<()>;

    /// Opens a list; `length` when it is known.
    fn list(&mut self, length: Option<usize>) -> Result<()>;
    /// Closes a list.
    fn end_list(&mut self) -> Result<()>;
    /// Opens a tuple of `length` values, each of which may be [`null`](Write::null).
    fn tuple(&mut self, length: usize) -> Result<()>;
    /// Closes a tuple.
    fn end_tuple(&mut self) -> Result<()>;
    /// Opens a map; `length` when it is known.
    fn map(&mut self, length: Option<usize>) -> Result<()>;
    /// The key of the map entry whose value comes next.
    fn key(&mut self, key: &str) -> Result<()>;
    /// Closes a map.
    fn end_map(&mut self) -> Result<()>;
    /// Says how many items the list or entries the map has that is closed next, where its length was not
    /// given when it was opened.
    #[inline(always)]
    fn counted(&mut self, _count: usize) -> Result<()> {
        Ok(())
    }
    /// Opens a case of a union: `tag` is its index in [`UnionMeta::cases`].
    fn case(&mut self, meta: &UnionMeta<'_>, tag: u32) -> Result<()>;
    /// Closes a case.
    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()>;

    /// Null, as a value of the null type.
    fn null(&mut self) -> Result<()>;
    /// Says that an optional item of a list, tuple or map is null.
    #[inline(always)]
    fn absent_item(&mut self) -> Result<()> {
        self.null()
    }
    /// Says that the value of an optional item of a list, tuple or map comes next.
    #[inline(always)]
    fn present_item(&mut self) -> Result<()> {
        Ok(())
    }
    /// A boolean.
    fn bool(&mut self, value: bool) -> Result<()>;
    /// A signed integer of any width.
    fn int(&mut self, value: i64) -> Result<()>;
    /// An unsigned integer of any width.
    fn uint(&mut self, value: u64) -> Result<()>;
    /// A JavaScript number.
    fn number(&mut self, value: f64) -> Result<()>;
    /// Fields from index `first` on that are numbers and not optional, one after the other; only called of writers with
    /// [`NUMBERS_IN_RUNS`](Write::NUMBERS_IN_RUNS).
    #[inline(always)]
    fn number_fields<const N: usize>(&mut self, meta: &RecordMeta<'_>, first: usize, values: [f64; N]) -> Result<()> {
        for (at, value) in values.into_iter().enumerate() {
            self.field(meta, first + at)?;
            self.number(value)?;
        }
        Ok(())
    }
    /// Items of a list that are numbers, one after the other; an error says in which item it happened.
    #[inline(always)]
    fn number_items(&mut self, values: &[f64]) -> Result<()> {
        for (index, value) in values.iter().enumerate() {
            if let Err(error) = self.number(*value) {
                return Err(error.in_item(index));
            }
        }
        Ok(())
    }
    /// A double that stays a double on wires that tell integers apart.
    fn float64(&mut self, value: f64) -> Result<()> {
        self.number(value)
    }
    /// A single-precision float.
    fn float32(&mut self, value: f32) -> Result<()> {
        self.number(f64::from(value))
    }
    /// A string.
    fn text(&mut self, value: &str) -> Result<()>;
    /// A byte string.
    fn bytes(&mut self, value: &[u8]) -> Result<()>;
    /// A byte string whose length the schema gives, and which has that length.
    fn fixed(&mut self, value: &[u8]) -> Result<()> {
        self.bytes(value)
    }
    /// An instant in milliseconds since 1970-01-01T00:00Z.
    fn date(&mut self, millis: i64) -> Result<()>;
    /// An integer of any size, as decimal digits with an optional minus sign.
    fn bigint(&mut self, digits: &str) -> Result<()>;
    /// The value of an enum with this index.
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()>;
    /// A value that an open enum does not know: the string or number that it is.
    ///
    /// An error where the wire would read it back as a value that the enum does know.
    #[inline(always)]
    fn unknown(&mut self, _meta: &EnumMeta<'_>, value: &Value<'_>) -> Result<()> {
        self.json(value)
    }
    /// Flags: bit *i* of word *i / 64* is name *i*.
    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()>;
    /// A value of the `json` type.
    fn json(&mut self, value: &Value<'_>) -> Result<()>;
}

/// What [`crate::drive`] asks of a writer beyond [`Write`]: to keep what is borrowed from the input,
/// and to take back what it wrote.
pub trait Sink<'de>: Write {
    /// A place in the output.
    type Mark: Copy;
    /// The place after what has been written.
    fn mark(&self) -> Self::Mark;
    /// Takes back all that was written after the mark, in the same record or inside it.
    fn rollback(&mut self, mark: Self::Mark);
    /// Whether [`rollback`](Sink::rollback) works in the layout that is being written.
    fn can_roll_back(&self) -> bool {
        true
    }
    /// A string that may be borrowed from the input.
    #[inline(always)]
    fn text_from(&mut self, text: TextRef<'de, '_>) -> Result<()> {
        self.text(text.as_str())
    }
    /// A value of the `json` type that may borrow from the input.
    fn json_from(&mut self, value: Value<'de>) -> Result<()> {
        self.json(&value)
    }
}

/// The most bytes of memory that are reserved for items on the word of a wire that has not shown them; see
/// [`Read::reservable`].
pub(crate) const RESERVABLE: usize = 1 << 20;

/// Reads the events of one message from a wire.
///
/// A record is read in one of two ways. In order: [`field_is`](Read::field_is) for each index, which
/// says whether that field comes next (and takes its key), then [`end_record`](Read::end_record); if
/// that is false, fields in another order follow and [`next_field`](Read::next_field) gives them. Or by
/// `next_field` alone until it gives `None`, which closes the record. A null field counts as missing.
pub trait Read<'de> {
    /// The state of a record that is being read.
    type Record;
    /// The state of a list that is being read.
    type List;
    /// The state of a map that is being read.
    type Map: Clone;
    /// A place in the input.
    type Mark: Copy;
    /// Whether the discriminator of a union travels as a field of the branch's record, which the
    /// caller then meets among the fields and skips.
    const CARRIES_DISCRIMINATOR: bool;
    /// Whether fields always come in schema order.
    const ORDERED: bool;
    /// Whether a required field that is missing reads as the zero of its type, which the wire does not
    /// carry.
    const IMPLICIT_PRESENCE: bool = false;
    /// Whether [`skip`](Read::skip) works: the wire tells where a value ends without its schema.
    const CAN_SKIP: bool = true;
    /// Whether the value of an enum is a number there, so that reading it in place takes no more code than a call.
    const NUMBERS_ENUMS: bool = false;
    /// Whether fields come in order, and several that are numbers are quicker to read together.
    const NUMBERS_IN_RUNS: bool = false;
    /// The value of a required field that is missing, for readers with
    /// [`IMPLICIT_PRESENCE`](Read::IMPLICIT_PRESENCE): what `decode` makes of the zero of its type.
    #[inline(always)]
    fn zero<T>(_meta: &RecordMeta<'_>, _index: usize, _decode: impl FnOnce(&mut Zero) -> Result<T>) -> Option<T> {
        None
    }

    /// Opens a record.
    fn record(&mut self, meta: &RecordMeta<'_>) -> Result<Self::Record>;
    /// Whether field `index` comes next and is not null; then its key is taken and its value is next.
    fn field_is(&mut self, state: &mut Self::Record, meta: &RecordMeta<'_>, index: usize) -> Result<bool>;
    /// The index of whatever known field comes next and is not null; `None` closes the record.
    fn next_field(&mut self, state: &mut Self::Record, meta: &RecordMeta<'_>) -> Result<Option<usize>>;
    /// The same when the fields before `next` have come in order, others than that are missing or null, and
    /// [`field_is`](Read::field_is) has just been false for `next`. A key for one of them comes late.
    ///
    /// Readers that find out from the order of the keys whether one may occur twice must note that.
    #[inline(always)]
    fn next_after(&mut self, state: &mut Self::Record, meta: &RecordMeta<'_>, _next: usize) -> Result<Option<usize>> {
        self.next_field(state, meta)
    }
    /// Closes the record if nothing is left in it.
    fn end_record(&mut self, state: &mut Self::Record, meta: &RecordMeta<'_>) -> Result<bool>;
    /// What to do with a second value of one field: `Ok(true)` takes it, `Ok(false)` skips it.
    fn duplicate(&mut self, state: &mut Self::Record, meta: &RecordMeta<'_>, index: usize) -> Result<bool>;
    /// Skips the value of field `index`, which is the discriminator of a union's case.
    fn skip_discriminator(&mut self, _meta: &RecordMeta<'_>, _index: usize) -> Result<()> {
        self.skip()
    }

    /// Opens a list.
    fn list(&mut self) -> Result<Self::List>;
    /// Opens a list whose items are numbers, booleans, dates or values of an enum, or are not, as `scalars`
    /// says: some wires pack those.
    #[inline(always)]
    fn list_of(&mut self, _scalars: bool) -> Result<Self::List> {
        self.list()
    }
    /// Opens a tuple of `length` values, whose items come as those of a list do.
    #[inline(always)]
    fn tuple(&mut self, _length: usize) -> Result<Self::List> {
        self.list()
    }
    /// Whether an item comes next; `false` closes the list.
    fn item(&mut self, state: &mut Self::List) -> Result<bool>;
    /// How many items are left, where the wire tells and the input is long enough for them.
    fn size_hint(&self, _state: &Self::List) -> usize {
        0
    }
    /// The most bytes of memory to reserve for these items before they have arrived.
    #[inline(always)]
    fn reservable(&self, _state: &Self::List) -> usize {
        RESERVABLE
    }
    /// How many items the list has that has just been opened, where that is known for certain.
    fn length(&self, _state: &Self::List) -> Option<usize> {
        None
    }
    /// Opens a map.
    fn map(&mut self) -> Result<Self::Map>;
    /// The key of the next entry; `None` closes the map.
    fn key<'s>(&'s mut self, state: &mut Self::Map) -> Result<Option<TextRef<'de, 's>>>;
    /// Opens a case of a union with a discriminator: its index in [`UnionMeta::cases`].
    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32>;
    /// Opens a case of a plain union: the index of the branch, or `None` on wires that do not carry
    /// it, where the caller tries the branches in order from a [`mark`](Read::mark).
    fn plain_case(&mut self, meta: &UnionMeta<'_>) -> Result<Option<u32>>;
    /// Closes a case.
    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()>;

    /// Takes a null if one comes next.
    fn null(&mut self) -> Result<bool>;
    /// Whether an optional item of a list, tuple or map is null, which is then taken.
    #[inline(always)]
    fn absent_item(&mut self) -> Result<bool> {
        self.null()
    }
    /// Which fields of the record that has just been opened are present, where the reader can say so without
    /// reading them.
    fn presence(&self, _state: &Self::Record, _meta: &RecordMeta<'_>) -> Presence {
        Presence::UNKNOWN
    }
    /// The kind of the value that comes next.
    fn kind(&mut self) -> Result<ValueKind>;
    /// A boolean.
    fn bool(&mut self) -> Result<bool>;
    /// A signed integer.
    fn int(&mut self) -> Result<i64>;
    /// An unsigned integer.
    fn uint(&mut self) -> Result<u64>;
    /// A signed integer of 32 bits.
    #[inline(always)]
    fn int32(&mut self) -> Result<i32> {
        let offset = self.offset();
        let value = self.int()?;
        i32::try_from(value).map_err(|_| out_of_range(offset))
    }
    /// An unsigned integer of 32 bits.
    #[inline(always)]
    fn uint32(&mut self) -> Result<u32> {
        let offset = self.offset();
        let value = self.uint()?;
        u32::try_from(value).map_err(|_| out_of_range(offset))
    }
    /// A JavaScript number.
    fn number(&mut self) -> Result<f64>;
    /// So many numbers, if the reader has them at once.
    #[inline(always)]
    fn numbers_at_once<const N: usize>(&mut self) -> Option<[f64; N]> {
        None
    }
    /// The next eight items of a list, which are numbers, if there are so many and the reader has them at once.
    #[inline(always)]
    fn eight_numbers(&mut self, _state: &mut Self::List) -> Option<[f64; 8]> {
        None
    }
    /// The next fields of a record, which are numbers and not optional, from index `first` on; only called of readers with
    /// [`NUMBERS_IN_RUNS`](Read::NUMBERS_IN_RUNS).
    #[inline(always)]
    fn number_fields<const N: usize>(&mut self, meta: &RecordMeta<'_>, first: usize) -> Result<[f64; N]> {
        if let Some(values) = self.numbers_at_once() {
            return Ok(values);
        }
        let mut values = [0.0; N];
        for (at, value) in values.iter_mut().enumerate() {
            *value = self.number().map_err(|error| error.in_field(meta.fields[first + at].name))?;
        }
        Ok(values)
    }
    /// A double.
    fn float64(&mut self) -> Result<f64> {
        self.number()
    }
    /// A single-precision float; a double in between is rounded to the nearest.
    fn float32(&mut self) -> Result<f32> {
        let mark = self.mark();
        let value = self.number()?;
        let single = value as f32;
        if single.is_infinite() && value.is_finite() {
            self.seek(mark);
            return Err(self.error(Code::Type, "the number is out of the range of its type"));
        }
        Ok(single)
    }
    /// A string.
    fn text<'s>(&'s mut self) -> Result<TextRef<'de, 's>>;
    /// A byte string.
    fn bytes(&mut self) -> Result<Cow<'de, [u8]>>;
    /// A byte string whose length the schema gives.
    fn fixed(&mut self, length: usize) -> Result<Cow<'de, [u8]>> {
        let mark = self.mark();
        let bytes = self.bytes()?;
        if bytes.len() != length {
            self.seek(mark);
            return Err(self.error(Code::Type, "the bytes are not as many as the type has"));
        }
        Ok(bytes)
    }
    /// An instant in milliseconds since 1970-01-01T00:00Z.
    fn date(&mut self) -> Result<i64>;
    /// An integer of any size as canonical decimal digits.
    fn bigint(&mut self) -> Result<Cow<'de, str>>;
    /// The index of an enum's value. `None`: an open enum has another value, which is not taken yet
    /// and can be read with [`json`](Read::json).
    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>>;
    /// Flags into `words`, which the caller has zeroed: bit *i* of word *i / 64* is name *i*.
    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()>;
    /// A value of the `json` type.
    fn json(&mut self) -> Result<Value<'de>>;
    /// Skips one value, whatever it is; not called of readers that cannot ([`CAN_SKIP`](Read::CAN_SKIP)).
    fn skip(&mut self) -> Result<()>;

    /// Sets whether unknown fields are an error, and gives what was set before.
    fn set_strict(&mut self, strict: bool) -> bool;

    /// The place before the next value.
    fn mark(&self) -> Self::Mark;
    /// Goes to a place that [`mark`](Read::mark) gave.
    fn seek(&mut self, mark: Self::Mark);
    /// Goes back to try another branch of a union. The bytes read in vain are counted, and too many
    /// of them for the input's length are an error.
    fn retry(&mut self, mark: Self::Mark) -> Result<()>;
    /// The byte offset of what comes next, for messages.
    fn offset(&self) -> usize;

    /// The error for a required field that is missing.
    #[inline(always)]
    fn missing(&self, meta: &RecordMeta<'_>, index: usize) -> Error {
        missing(self.offset(), meta, index)
    }

    /// An error at the current offset.
    #[inline(always)]
    fn error(&self, code: Code, message: &'static str) -> Error {
        error_at(self.offset(), code, message)
    }
}

/// The error for a required field that is missing, at this offset. What is cold takes the offset rather than the reader:
/// a reader whose address is given away has to lie in memory wherever else it is used.
#[cold]
#[inline(never)]
fn missing(offset: usize, meta: &RecordMeta<'_>, index: usize) -> Error {
    Error::new(Code::Required, "required field is missing or null").at(offset).in_field(meta.fields[index].name)
}

/// An error at this offset.
#[cold]
#[inline(never)]
fn error_at(offset: usize, code: Code, message: &'static str) -> Error {
    Error::new(code, message).at(offset)
}

/// The error for a number, read at this offset, that its type cannot hold.
#[cold]
#[inline(never)]
pub(crate) fn out_of_range(offset: usize) -> Error {
    Error::new(Code::Type, "the number is out of the range of its type").at(offset)
}

/// Decodes a value and checks with `finish` that the message ends behind it.
///
/// The value stays where decoding made it. To take it out of its `Result` and put it into another copied it twice.
#[inline(always)]
pub(crate) fn decode_whole<'de, T: Decode<'de>, R: Read<'de>>(
    reader: &mut R,
    finish: impl FnOnce(&mut R) -> Result<()>,
) -> Result<T> {
    let mut result = T::decode(reader);
    if result.is_ok()
        && let Err(error) = finish(reader)
    {
        result = Err(error);
    }
    result
}
