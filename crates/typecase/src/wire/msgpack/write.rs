//! Writes the events of a message as MessagePack.
//!
//! A map or a list begins with its length. Where the length is known before the values come, nothing is
//! left to do at the end; otherwise the head that seems likeliest is written, remembered, and put right at
//! the end.

use super::form::{Chosen, Form, Kind};
use super::heads::*;
use super::ids::{Assigned, Encoder};
use super::put::{Put, number};
use super::read::Reader;
use super::{Options, Style, bigint, timestamp};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FieldMeta, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::text::lexer;
use crate::value::Value;
use crate::wire::buffer::Buffer;
use crate::wire::integral::has_fraction;
use crate::wire::{Read, Sink, Write};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Writes the events of messages as MessagePack behind what is in the buffer.
pub struct Writer<'o, F = Chosen> {
    pub(super) out: Buffer<'o>,
    pub(super) depth: Depth,
    pub(super) form: F,
    /// What few messages need.
    rare: Option<Box<Rare>>,
    /// Which shapes of records have ids, where records are ids and values.
    pub(super) shapes: Option<&'o mut Encoder>,
}

/// What few messages need.
#[derive(Default)]
pub(super) struct Rare {
    /// The maps and lists that are open whose length was not known.
    open: Vec<Open>,
    /// The numbers of the references in a value without a schema, and their numbers on the wire.
    pub references: BTreeMap<u32, u32>,
}

/// A map or a list whose length was not known when it was opened.
#[derive(Clone, Copy)]
struct Open {
    /// The level of nesting inside it.
    level: u32,
    /// Where its head is.
    at: usize,
    /// The length that the head says.
    guess: usize,
    /// How many values or entries it has, as far as is known.
    count: Option<usize>,
}

impl<'o, F: Form> Writer<'o, F> {
    #[inline(always)]
    pub(super) fn with_form(
        out: &'o mut Vec<u8>,
        form: F,
        limits: &Limits,
        shapes: Option<&'o mut Encoder>,
    ) -> Writer<'o, F> {
        Writer { out: Buffer::new(out), depth: limits.depth(), form, rare: None, shapes }
    }

    /// Ends the message; after an error the buffer is as it was.
    #[inline]
    pub(crate) fn end(self, result: Result<()>) -> Result<()> {
        if let Some(shapes) = self.shapes {
            shapes.end_message(result.is_ok());
        }
        if result.is_ok() {
            self.out.finish();
        }
        result
    }

    /// The smallest integer of a form that the reader does not take for a record's id.
    #[inline(always)]
    fn small(&self) -> u64 {
        if self.form.kind() == Kind::Shapes { FIRST_RECORD as u64 } else { 0x80 }
    }

    /// An unsigned integer in its smallest form.
    #[inline(always)]
    pub(super) fn smallest_uint(&mut self, value: u64) {
        if value < self.small() { self.out.byte(value as u8) } else { self.out.large_uint(value) }
    }

    /// The same for an integer that may be negative.
    #[inline(always)]
    pub(super) fn smallest_int(&mut self, value: i64) {
        if self.form.kind() != Kind::Shapes && (-32..0x80).contains(&value) {
            return self.out.byte(value as u8);
        }
        match u64::try_from(value) {
            Ok(value) => self.smallest_uint(value),
            Err(_) => self.out.negative(value),
        }
    }

    /// An integer beyond 32 bits in msgpackr's style: a double where it is one, else a BigInt.
    #[cold]
    #[inline(never)]
    pub(super) fn wide_int(&mut self, value: i128) {
        match i64::try_from(value) {
            _ if value.unsigned_abs() <= SAFE => self.out.double(value as f64),
            Ok(value) => self.out.byte_and_array(INT64, value.to_be_bytes()),
            Err(_) => self.out.byte_and_array(UINT64, (value as u64).to_be_bytes()),
        }
    }

    /// A number that is an integer where it is one of at most 53 bits, in msgpackr's style of 32.
    #[inline(always)]
    pub(super) fn any_number(&mut self, value: f64) {
        if has_fraction(value) {
            return self.out.double(value);
        }
        let (head, width, bits) = number(value, self.form.style(), self.small());
        self.out.byte_and_number(head, bits, width);
    }

    /// An integer of any size.
    pub(super) fn any_bigint(&mut self, digits: &str) -> Result<()> {
        if !lexer::is_bigint(digits) {
            return Err(Error::new(Code::Type, "expected an integer in decimal digits"));
        }
        match (digits.parse::<i64>(), digits.parse::<u64>()) {
            (Ok(value), _) if self.form.style() == Style::Smallest => self.smallest_int(value),
            (Ok(value), _) => self.out.byte_and_array(INT64, value.to_be_bytes()),
            (_, Ok(value)) => self.out.byte_and_array(UINT64, value.to_be_bytes()),
            _ if matches!(self.form.style(), Style::Msgpackr { more_types: false, .. }) => {
                return Err(Error::new(
                    Code::Unsupported,
                    "msgpackr writes integers beyond 64 bits with `moreTypes` only",
                ));
            }
            _ => {
                let Some(bytes) = bigint::to_bytes(digits) else {
                    return Err(Error::new(Code::Limit, "the integer is too long"));
                };
                self.out.extension(ext::BIGINT, bytes.len(), true);
                self.out.bytes(&bytes);
            }
        }
        Ok(())
    }

    /// The head of a map that is an object in JavaScript.
    #[inline(always)]
    pub(super) fn object(&mut self, length: usize) {
        match self.form.style() {
            Style::Msgpackr { variable_map_size: false, .. } => self.out.large(MAP16, length),
            _ => self.out.map(length),
        }
    }

    /// The id of a record's shape, with its definition if it is needed here.
    pub(super) fn shape<'k>(&mut self, keys: impl Iterator<Item = &'k str> + Clone) {
        let Some(shapes) = &mut self.shapes else { return };
        let Assigned { id, defined } = shapes.assign(keys.clone());
        let (first, second) = shapes.bytes(id);
        if !defined {
            self.out.byte(first);
            second.into_iter().for_each(|second| self.out.byte(second));
            return;
        }
        match second {
            None => self.out.bytes(&[FIXEXT1, ext::RECORD as u8, first]),
            Some(second) => self.out.bytes(&[FIXEXT2, ext::RECORD as u8, first, second]),
        }
        self.out.array(keys.clone().count());
        keys.for_each(|key| self.out.text(key));
    }

    /// What few messages need.
    pub(super) fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// Opens a map or a list of unknown length.
    #[cold]
    #[inline(never)]
    fn open_unknown(&mut self, guess: usize, count: Option<usize>) {
        let open = Open { level: self.depth.left(), at: self.out.len(), guess, count };
        self.rare().open.push(open);
    }

    /// The map or list of unknown length that is the innermost of all that are open.
    #[inline(always)]
    fn innermost(&mut self) -> Option<&mut Open> {
        let level = self.depth.left();
        self.rare.as_mut()?.open.last_mut().filter(|open| open.level == level)
    }

    /// Closes the innermost map or list.
    #[inline(always)]
    fn close(&mut self, is_map: bool) -> Result<()> {
        if self.innermost().is_some() {
            self.close_unknown(is_map)?;
        }
        self.depth.leave();
        Ok(())
    }

    /// Puts the head of the innermost map or list right, whose length was not known.
    #[cold]
    #[inline(never)]
    fn close_unknown(&mut self, is_map: bool) -> Result<()> {
        let Some(open) = self.rare().open.pop() else { return Ok(()) };
        let style = self.form.style();
        let wide = is_map && matches!(style, Style::Msgpackr { variable_map_size: false, .. });
        if let (0..16, Some(length @ 0..16), false) = (open.guess, open.count, wide) {
            self.out.set(open.at, if is_map { FIXMAP } else { FIXARRAY } | length as u8);
            return Ok(());
        }
        let head = |length: usize, style: Style| {
            let mut bytes = Vec::with_capacity(64);
            let mut out = Buffer::new(&mut bytes);
            match (is_map, style) {
                (false, _) => out.array(length),
                (true, Style::Msgpackr { variable_map_size: false, .. }) => out.large(MAP16, length),
                (true, _) => out.map(length),
            }
            out.finish();
            bytes
        };
        let before = head(open.guess, style).len();
        let length = match open.count {
            Some(length) => length,
            None => {
                let values = self.count_values(open.at + before)?;
                if is_map { values / 2 } else { values }
            }
        };
        self.out.replace(open.at, before, &head(length, style));
        Ok(())
    }

    /// How many values have been written from an offset on.
    fn count_values(&self, from: usize) -> Result<usize> {
        if self.form.kind() == Kind::Shapes {
            return Err(Error::new(
                Code::Unsupported,
                "with records the length of a list must be known before it comes",
            ));
        }
        let options = Options { style: self.form.style(), ..Options::default() };
        let limits = Limits { max_depth: self.depth.left(), ..Limits::default() };
        let mut reader = Reader::with_form(self.out.written(from), self.form, &options, &limits, None);
        let mut count = 0;
        while !reader.is_at_end() {
            reader.skip()?;
            count += 1;
        }
        Ok(count)
    }

    /// A record as a map of which it is not known how many fields it has.
    #[cold]
    #[inline(never)]
    fn unknown_record(&mut self, meta: &RecordMeta<'_>) {
        let fields = meta.fields.len();
        self.open_unknown(fields, Some(fields));
        self.object(fields);
    }

    /// The head of a record as a shape: all of its fields, if it is not known which are there.
    #[inline(never)]
    fn record_shape(&mut self, meta: &RecordMeta<'_>, presence: Presence) {
        let fields = meta.fields.iter();
        let Some(mut bits) = presence.bits() else {
            self.open_unknown(fields.len(), None);
            return self.shape(fields.map(|field| field.name));
        };
        for (index, field) in fields.clone().enumerate() {
            bits |= u64::from(self.writes_null(field)) << index;
        }
        self.shape(fields.enumerate().filter(|(index, _)| bits >> index & 1 != 0).map(|(_, field)| field.name));
    }

    /// Whether null is written for a field that is missing.
    #[inline(always)]
    fn writes_null(&self, field: &FieldMeta<'_>) -> bool {
        (field.write_null || self.form.nulls()) && !field.null_is_value
    }
}

/// The largest integer up to which every integer is a double.
const SAFE: u128 = 1 << 53;

/// Whether msgpackr writes an integer as one.
#[inline(always)]
pub(super) fn is_narrow(value: i64) -> bool {
    (-(1 << 31)..1 << 32).contains(&value)
}

impl<F: Form> Write for Writer<'_, F> {
    const WANTS_PRESENCE: bool = F::WANTS_PRESENCE;

    #[inline(always)]
    fn record(&mut self, meta: &RecordMeta<'_>, presence: Presence) -> Result<()> {
        self.depth.enter()?;
        match self.form.kind() {
            Kind::Maps => match presence.bits() {
                Some(bits) => {
                    let mut length = bits.count_ones() as usize;
                    if meta.writes_null || self.form.nulls() {
                        for (index, field) in meta.fields.iter().enumerate() {
                            length += usize::from(self.writes_null(field) && bits >> index & 1 == 0);
                        }
                    }
                    self.object(length);
                }
                None => self.unknown_record(meta),
            },
            Kind::Arrays => self.out.array(meta.fields.len()),
            Kind::Shapes => self.record_shape(meta, presence),
        }
        Ok(())
    }

    #[inline(always)]
    fn field(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        if self.form.kind() == Kind::Maps {
            self.out.text(meta.fields[index].name);
        }
        Ok(())
    }

    #[inline(always)]
    fn absent(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        match self.form.kind() {
            Kind::Maps => {
                if self.writes_null(&meta.fields[index]) {
                    self.out.text(meta.fields[index].name);
                    self.out.byte(NIL);
                } else if let Some(open) = self.innermost() {
                    open.count = open.count.map(|count| count.saturating_sub(1));
                }
            }
            Kind::Arrays => self.out.byte(NIL),
            Kind::Shapes => {
                if self.writes_null(&meta.fields[index]) || self.innermost().is_some() {
                    self.out.byte(NIL);
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn discriminator(&mut self, meta: &RecordMeta<'_>, index: usize, value: &EnumValue<'_>) -> Result<()> {
        self.field(meta, index)?;
        self.enum_value(value);
        Ok(())
    }

    #[inline(always)]
    fn end_record(&mut self, _meta: &RecordMeta<'_>) -> Result<()> {
        if self.innermost().is_some() {
            match self.form.kind() {
                Kind::Maps => self.close_unknown(true)?,
                _ => drop(self.rare().open.pop()),
            }
        }
        self.depth.leave();
        Ok(())
    }

    #[inline(always)]
    fn list(&mut self, length: Option<usize>) -> Result<()> {
        self.depth.enter()?;
        if length.is_none() {
            self.open_unknown(0, None);
        }
        self.out.array(length.unwrap_or(0));
        Ok(())
    }

    #[inline(always)]
    fn end_list(&mut self) -> Result<()> {
        self.close(false)
    }

    #[inline(always)]
    fn tuple(&mut self, length: usize) -> Result<()> {
        self.depth.enter()?;
        self.out.array(length);
        Ok(())
    }

    #[inline(always)]
    fn end_tuple(&mut self) -> Result<()> {
        self.depth.leave();
        Ok(())
    }

    fn map(&mut self, length: Option<usize>) -> Result<()> {
        self.depth.enter()?;
        if length.is_none() {
            self.open_unknown(0, None);
        }
        match self.form.kind() {
            Kind::Shapes => self.out.map(length.unwrap_or(0)),
            _ => self.object(length.unwrap_or(0)),
        }
        Ok(())
    }

    #[inline(always)]
    fn key(&mut self, key: &str) -> Result<()> {
        self.out.text(key);
        Ok(())
    }

    fn end_map(&mut self) -> Result<()> {
        self.close(true)
    }

    fn counted(&mut self, count: usize) -> Result<()> {
        if let Some(open) = self.innermost() {
            open.count = Some(count);
        }
        Ok(())
    }

    #[inline(always)]
    fn case(&mut self, meta: &UnionMeta<'_>, tag: u32) -> Result<()> {
        if self.form.kind() == Kind::Arrays {
            self.depth.enter()?;
            self.out.array(2);
            self.smallest_uint(tag.into());
        } else if meta.discriminator.is_none() {
            self.depth.enter()?;
        }
        Ok(())
    }

    #[inline(always)]
    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if self.form.kind() == Kind::Arrays || meta.discriminator.is_none() {
            self.depth.leave();
        }
        Ok(())
    }

    #[inline(always)]
    fn null(&mut self) -> Result<()> {
        self.out.byte(NIL);
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<()> {
        self.out.byte(FALSE | u8::from(value));
        Ok(())
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Result<()> {
        if self.form.style() != Style::Smallest && !is_narrow(value) {
            self.wide_int(value.into());
        } else {
            self.smallest_int(value);
        }
        Ok(())
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) -> Result<()> {
        if self.form.style() != Style::Smallest && value >> 32 != 0 {
            self.wide_int(value.into());
        } else {
            self.smallest_uint(value);
        }
        Ok(())
    }

    #[inline(always)]
    fn number(&mut self, value: f64) -> Result<()> {
        self.any_number(value);
        Ok(())
    }

    #[inline(always)]
    fn float64(&mut self, value: f64) -> Result<()> {
        match self.form.style() {
            Style::Smallest => self.out.double(value),
            Style::Msgpackr { .. } => self.any_number(value),
        }
        Ok(())
    }

    #[inline(always)]
    fn float32(&mut self, value: f32) -> Result<()> {
        match self.form.style() {
            Style::Smallest => self.out.byte_and_array(FLOAT32, value.to_be_bytes()),
            Style::Msgpackr { .. } => self.any_number(value.into()),
        }
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, value: &str) -> Result<()> {
        self.out.text(value);
        Ok(())
    }

    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        self.out.binary(value);
        Ok(())
    }

    #[inline(always)]
    fn date(&mut self, millis: i64) -> Result<()> {
        if !crate::text::date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range"));
        }
        timestamp::write(&mut self.out, millis);
        Ok(())
    }

    fn bigint(&mut self, digits: &str) -> Result<()> {
        self.any_bigint(digits)
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        match meta.values.get(index as usize) {
            Some(value) => {
                self.enum_value(value);
                Ok(())
            }
            None => Err(Error::new(Code::Enum, "the value is not one of the enum's")),
        }
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()> {
        self.depth.enter()?;
        match self.form.kind() {
            Kind::Maps => self.object(meta.names.len()),
            Kind::Arrays => self.out.array(meta.names.len()),
            Kind::Shapes => self.shape(meta.names.iter().copied()),
        }
        for (index, name) in meta.names.iter().enumerate() {
            if self.form.kind() == Kind::Maps {
                self.out.text(name);
            }
            let set = words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0);
            self.out.byte(FALSE | u8::from(set));
        }
        self.depth.leave();
        Ok(())
    }

    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        self.tree(value)
    }
}

impl<F: Form> Writer<'_, F> {
    /// The value of an enum: its string or its number.
    #[inline(always)]
    fn enum_value(&mut self, value: &EnumValue<'_>) {
        match value.number {
            None => self.out.text(value.text),
            Some(number) => self.any_number(number),
        }
    }
}

/// A place in the output.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    length: usize,
    depth: Depth,
    open: usize,
    shapes: super::ids::Mark,
}

impl<'de, F: Form> Sink<'de> for Writer<'_, F> {
    type Mark = Mark;

    fn mark(&self) -> Mark {
        Mark {
            length: self.out.len(),
            depth: self.depth,
            open: self.rare.as_ref().map_or(0, |rare| rare.open.len()),
            shapes: self.shapes.as_ref().map_or_else(Default::default, |shapes| shapes.mark()),
        }
    }

    fn rollback(&mut self, mark: Mark) {
        self.out.truncate(mark.length);
        self.depth = mark.depth;
        if let Some(rare) = &mut self.rare {
            rare.open.truncate(mark.open);
        }
        if let Some(shapes) = &mut self.shapes {
            shapes.rollback(mark.shapes);
        }
    }

    /// The id of a record's shape comes before its values, so it must be known which fields there are.
    fn can_roll_back(&self) -> bool {
        self.form.kind() != Kind::Shapes
    }
}
