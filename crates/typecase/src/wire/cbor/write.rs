//! Writes the events of a message as CBOR.
//!
//! What has a length gets a head in front of it. Where the number of entries is not known when it opens, the
//! head is written for a guess and put right at the end; such values wait in `open`. Derived code always
//! knows.

use super::form::{Chosen, Form, RecordForm};
use super::heads::{self, ARRAY, FALSE, MAP, NEGATIVE, NULL, TAG, TRUE, UINT, tag};
use super::shapes::Lifetime;
use super::{Options, Records, Session, floats};
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::value::Value;
use crate::wire::buffer::Buffer;
use crate::wire::integral::{has_fraction, integer};
use crate::wire::{Sink, Write, bignum};
use alloc::vec::Vec;

/// Writes the events of one message as CBOR behind what is in the buffer.
pub struct Writer<'o, F = Chosen> {
    pub(super) out: Buffer<'o>,
    pub(super) depth: Depth,
    pub(super) form: F,
    open: Vec<Open>,
    /// What records with ids need; with none of them they are maps or lists.
    session: Option<&'o mut Session>,
}

/// A value whose number of entries was not known when it was opened.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Where its head is.
    at: usize,
    /// How many bytes the head has.
    width: usize,
    major: u8,
    /// The entries so far; of a record, how many there are if none of the fields to come is absent.
    count: usize,
    /// The level of nesting inside it, by which a record is known for the one at hand.
    level: u32,
}

impl<'o> Writer<'o> {
    /// Writes behind what `out` holds. Records with ids take them from `session`, or else from a table that ends
    /// with the message, which [`Records::Shared`] cannot do.
    ///
    /// # Errors
    /// `unsupported` for shared records without a session.
    #[inline(always)]
    pub fn new(
        out: &'o mut Vec<u8>,
        options: &Options,
        limits: &Limits,
        session: Option<&'o mut Session>,
    ) -> Result<Writer<'o>> {
        let mut writer = Writer { session, ..Writer::with_form(out, Chosen::new(options), limits) };
        if writer.has_ids() || options.deterministic || options.self_described {
            writer.begin(options)?;
        }
        Ok(writer)
    }

    /// What a message needs before its value, with options that are seldom used.
    #[cold]
    #[inline(never)]
    fn begin(&mut self, options: &Options) -> Result<()> {
        if options.deterministic && (self.form.cbor_x() || self.has_ids()) {
            return Err(super::not_deterministic());
        }
        if options.self_described {
            heads::head(&mut self.out, TAG, tag::SELF_DESCRIBED);
        }
        if self.has_ids() {
            let lifetime = match options.records {
                Records::Shared => Lifetime::Table,
                Records::Stream => Lifetime::Stream,
                _ => Lifetime::Message,
            };
            let Some(session) = &mut self.session else {
                return Err(Error::new(Code::Unsupported, "records with ids need a session"));
            };
            session.shapes.begin(lifetime);
        }
        Ok(())
    }
}

impl<'o, F: Form> Writer<'o, F> {
    /// A writer for which nothing is kept.
    #[inline(always)]
    pub(super) fn with_form(out: &'o mut Vec<u8>, form: F, limits: &Limits) -> Writer<'o, F> {
        Writer { out: Buffer::new(out), depth: limits.depth(), form, open: Vec::new(), session: None }
    }

    /// Ends the message; after an error the buffer is as it was.
    #[inline(always)]
    pub(crate) fn end(self, start: usize, result: Result<()>) -> Result<()> {
        if let Some(session) = self.session
            && self.form.records() == RecordForm::Ids
        {
            session.shapes.end(result.is_err());
        }
        if result.is_ok() {
            let out = self.out.finish();
            if self.form.deterministic() {
                super::deterministic::sort(out, start);
            }
        }
        result
    }

    #[inline(always)]
    fn head(&mut self, major: u8, argument: usize) {
        heads::head(&mut self.out, major, argument as u64);
    }

    /// Opens a value whose number of entries is not known, with a head for `guess` of them.
    #[inline(never)]
    fn open_unknown(&mut self, major: u8, guess: usize, count: usize) {
        let at = self.out.len();
        if major == MAP && self.form.wide_maps() && self.form.records() == RecordForm::Maps {
            self.wide_map(guess);
        } else {
            self.head(major, guess);
        }
        self.open.push(Open { at, width: self.out.len() - at, major, count, level: self.depth.left() });
    }

    /// Puts the head of the innermost open value right.
    #[inline(never)]
    fn close_unknown(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if open.width == 1 && open.count < 24 {
            return self.out.set(open.at, open.major | open.count as u8);
        }
        let mut bytes = Vec::with_capacity(64);
        let mut head = Buffer::new(&mut bytes);
        if open.major == MAP && self.form.wide_maps() && self.form.records() == RecordForm::Maps {
            wide_map(&mut head, open.count);
        } else {
            heads::head(&mut head, open.major, open.count as u64);
        }
        head.finish();
        self.out.replace(open.at, open.width, &bytes);
    }

    /// Whether the innermost value without a number of entries is the one at hand.
    #[inline(always)]
    fn is_unknown(&self) -> bool {
        self.open.last().is_some_and(|open| open.level == self.depth.left())
    }

    /// The head of a map of an object as cbor-x writes it.
    pub(super) fn wide_map(&mut self, count: usize) {
        wide_map(&mut self.out, count);
    }

    /// Whether a missing field is written as null.
    #[inline(always)]
    fn writes_null(&self, meta: &RecordMeta<'_>, index: usize) -> bool {
        let field = &meta.fields[index];
        (field.write_null || self.form.nulls()) && !field.null_is_value
    }

    /// The fields that will be written of those that are present, as bits, and how many they are.
    #[inline(always)]
    fn written(&self, meta: &RecordMeta<'_>, present: u64) -> (u64, usize) {
        let all = u64::MAX >> (64 - meta.fields.len().clamp(1, 64));
        if present == all {
            return (present, meta.fields.len());
        }
        let mut written = present;
        if !meta.writes_null && !self.form.nulls() {
            return (present, present.count_ones() as usize);
        }
        for index in 0..meta.fields.len().min(64) {
            if self.writes_null(meta, index) {
                written |= 1 << index;
            }
        }
        (written, written.count_ones() as usize)
    }

    /// Opens a record that is none of the commonest kind.
    #[inline(never)]
    fn other_record(&mut self, meta: &RecordMeta<'_>, presence: Presence) {
        let fields = meta.fields.len();
        match self.form.records() {
            RecordForm::Lists => self.head(ARRAY, fields),
            RecordForm::Ids => {
                // What is not known to be present is written as undefined if it is not.
                let present = match presence.bits() {
                    Some(present) if fields <= 64 => self.written(meta, present).0,
                    _ => {
                        self.open.push(Open { at: 0, width: 0, major: 0, count: 0, level: self.depth.left() });
                        u64::MAX >> (64 - fields.clamp(1, 64))
                    }
                };
                if let Some(session) = &mut self.session {
                    let present = if fields == 0 { 0 } else { present };
                    session.shapes.open_record(&mut self.out, meta, present);
                }
            }
            RecordForm::Maps => match presence.bits() {
                Some(present) if fields > 0 => {
                    let (_, count) = self.written(meta, present);
                    if self.form.wide_maps() { self.wide_map(count) } else { self.head(MAP, count) }
                }
                Some(_) => self.open_unknown(MAP, 0, 0),
                None => self.open_unknown(MAP, fields, fields),
            },
        }
    }

    /// Opens a record whose keys are given, as schema-less objects and flags are.
    pub(super) fn keyed<'k>(&mut self, keys: impl Iterator<Item = &'k str> + Clone, count: usize) {
        match (&mut self.session, self.form.records()) {
            (Some(session), RecordForm::Ids) => session.shapes.open(&mut self.out, keys, count),
            _ if self.form.wide_maps() => self.wide_map(count),
            _ => self.head(MAP, count),
        }
    }

    /// Whether objects are records with ids, which have no keys at their values.
    pub(super) fn has_ids(&self) -> bool {
        self.form.records() == RecordForm::Ids
    }

    /// A float that stays one.
    #[inline(always)]
    pub(super) fn float(&mut self, value: f64) {
        if self.form.shortest() && !self.form.cbor_x() {
            return floats::shortest(&mut self.out, value);
        }
        if self.form.cbor_x() && value.is_nan() {
            return floats::double(&mut self.out, f64::NAN);
        }
        floats::double(&mut self.out, value);
    }

    /// An integer in its shortest form, -1 - n if it is negative.
    #[inline(always)]
    pub(super) fn integer(&mut self, value: i64) {
        let sign = value >> 63;
        heads::head(&mut self.out, UINT | sign as u8 & NEGATIVE, (value ^ sign) as u64);
    }

    /// The integer that a number is written as.
    #[inline(always)]
    fn integral(&self, value: f64) -> Option<i64> {
        let in_range = |integer: &i64| match self.form.cbor_x() {
            true => (-(1 << 32)..1 << 32).contains(integer),
            false => *integer != 0 || value.is_sign_positive(),
        };
        integer(value).filter(in_range)
    }

    /// An integer beyond 32 bits as cbor-x has it: a double if that is exact, or else a big integer.
    #[cold]
    #[inline(never)]
    fn large_number(&mut self, value: i128) {
        if value as f64 as i128 == value {
            return floats::double(&mut self.out, value as f64);
        }
        let (major, n) = if value < 0 { (NEGATIVE, -1 - value) } else { (UINT, value) };
        self.out.byte_and_array(major | 27, (n as u64).to_be_bytes());
    }

    /// An integer of any size by its digits.
    pub(super) fn big_integer(&mut self, digits: &str) -> Result<()> {
        match bignum::parse(digits)? {
            // cbor-x has no integer for -2^64.
            bignum::Integer::Small { negative: true, n: u64::MAX } if self.form.cbor_x() => {
                heads::head(&mut self.out, TAG, tag::BIG_NEGATIVE);
                heads::bytes(&mut self.out, &[0xff; 8]);
            }
            bignum::Integer::Small { negative, n } => {
                let major = if negative { NEGATIVE } else { UINT };
                match self.form.cbor_x() {
                    true => self.out.byte_and_array(major | 27, n.to_be_bytes()),
                    false => heads::head(&mut self.out, major, n),
                }
            }
            bignum::Integer::Large { negative, n } => {
                let tag = if negative { tag::BIG_NEGATIVE } else { tag::BIG_POSITIVE };
                heads::head(&mut self.out, TAG, tag);
                heads::bytes(&mut self.out, &n);
            }
        }
        Ok(())
    }
}

fn wide_map(out: &mut Buffer<'_>, count: usize) {
    match u16::try_from(count) {
        Ok(count) => out.byte_and_array(MAP | 25, count.to_be_bytes()),
        Err(_) => heads::head(out, MAP, count as u64),
    }
}

impl<F: Form> Write for Writer<'_, F> {
    const WANTS_PRESENCE: bool = F::WANTS_PRESENCE;

    #[inline(always)]
    fn record(&mut self, meta: &RecordMeta<'_>, presence: Presence) -> Result<()> {
        self.depth.enter()?;
        match presence.bits() {
            Some(present)
                if self.form.records() == RecordForm::Maps && !self.form.wide_maps() && !meta.fields.is_empty() =>
            {
                let (_, count) = self.written(meta, present);
                self.head(MAP, count);
            }
            _ => self.other_record(meta, presence),
        }
        Ok(())
    }

    #[inline(always)]
    fn field(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        if self.form.records() == RecordForm::Maps {
            heads::text(&mut self.out, meta.fields[index].name);
        }
        Ok(())
    }

    #[inline(always)]
    fn absent(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        if self.form.records() != RecordForm::Maps {
            return self.absent_value(meta, index);
        }
        if self.writes_null(meta, index) {
            self.field(meta, index)?;
            self.out.byte(NULL);
        } else if self.is_unknown()
            && let Some(open) = self.open.last_mut()
        {
            open.count -= 1;
        }
        Ok(())
    }

    fn discriminator(&mut self, meta: &RecordMeta<'_>, index: usize, value: &EnumValue<'_>) -> Result<()> {
        self.field(meta, index)?;
        self.enum_value(value)
    }

    #[inline(always)]
    fn end_record(&mut self, _meta: &RecordMeta<'_>) -> Result<()> {
        if self.is_unknown() {
            match self.form.records() {
                RecordForm::Maps => self.close_unknown(),
                _ => drop(self.open.pop()),
            }
        }
        self.depth.leave();
        Ok(())
    }

    #[inline(always)]
    fn list(&mut self, length: Option<usize>) -> Result<()> {
        self.depth.enter()?;
        match length {
            Some(length) => self.head(ARRAY, length),
            None => self.open_unknown(ARRAY, 0, 0),
        }
        Ok(())
    }

    #[inline(always)]
    fn end_list(&mut self) -> Result<()> {
        if self.is_unknown() {
            self.close_unknown();
        }
        self.depth.leave();
        Ok(())
    }

    fn counted(&mut self, count: usize) -> Result<()> {
        if let Some(open) = self.open.last_mut().filter(|open| open.level == self.depth.left()) {
            open.count = count;
        }
        Ok(())
    }

    fn tuple(&mut self, length: usize) -> Result<()> {
        self.depth.enter()?;
        self.head(ARRAY, length);
        Ok(())
    }

    fn end_tuple(&mut self) -> Result<()> {
        self.depth.leave();
        Ok(())
    }

    fn map(&mut self, length: Option<usize>) -> Result<()> {
        self.depth.enter()?;
        self.open_unknown(MAP, length.unwrap_or(0), length.unwrap_or(0));
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<()> {
        heads::text(&mut self.out, key);
        Ok(())
    }

    fn end_map(&mut self) -> Result<()> {
        self.close_unknown();
        self.depth.leave();
        Ok(())
    }

    fn case(&mut self, meta: &UnionMeta<'_>, _tag: u32) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.enter()?;
        } else if self.form.records() == RecordForm::Lists {
            return Err(super::needs_keys());
        }
        Ok(())
    }

    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.leave();
        }
        Ok(())
    }

    #[inline(always)]
    fn null(&mut self) -> Result<()> {
        self.out.byte(NULL);
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<()> {
        self.out.byte(if value { TRUE } else { FALSE });
        Ok(())
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Result<()> {
        if self.form.cbor_x() && !(-(1 << 32)..1 << 32).contains(&value) {
            self.large_number(value.into());
        } else {
            self.integer(value);
        }
        Ok(())
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) -> Result<()> {
        if self.form.cbor_x() && value >= 1 << 32 {
            self.large_number(value.into());
        } else {
            heads::head(&mut self.out, UINT, value);
        }
        Ok(())
    }

    #[inline(always)]
    fn number(&mut self, value: f64) -> Result<()> {
        if has_fraction(value) {
            self.float(value);
        } else if let Some(integer) = self.integral(value) {
            self.integer(integer);
        } else {
            self.float(value);
        }
        Ok(())
    }

    #[inline(always)]
    fn float64(&mut self, value: f64) -> Result<()> {
        if self.form.cbor_x() {
            return self.number(value);
        }
        self.float(value);
        Ok(())
    }

    fn float32(&mut self, value: f32) -> Result<()> {
        if self.form.cbor_x() {
            return self.number(value.into());
        }
        match floats::to_half(value.to_bits()).filter(|_| self.form.shortest()) {
            Some(half) => self.out.byte_and_array(heads::HALF, half.to_be_bytes()),
            None => self.out.byte_and_array(heads::SINGLE, value.to_bits().to_be_bytes()),
        }
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, value: &str) -> Result<()> {
        heads::text(&mut self.out, value);
        Ok(())
    }

    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        heads::bytes(&mut self.out, value);
        Ok(())
    }

    #[inline(always)]
    fn date(&mut self, millis: i64) -> Result<()> {
        if !crate::text::date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range"));
        }
        self.out.byte(TAG | tag::EPOCH as u8);
        let seconds = millis.div_euclid(1000);
        if millis.rem_euclid(1000) != 0 {
            self.float(millis as f64 / 1000.0);
        } else if !self.form.cbor_x() {
            self.integer(seconds);
        } else if let Ok(seconds) = u32::try_from(seconds) {
            self.out.byte_and_array(UINT | 26, seconds.to_be_bytes());
        } else {
            floats::double(&mut self.out, seconds as f64);
        }
        Ok(())
    }

    fn bigint(&mut self, digits: &str) -> Result<()> {
        self.big_integer(digits)
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        match meta.values.get(index as usize) {
            Some(value) => self.enum_value(value),
            None => Err(Error::new(Code::Enum, "the value is not one of the enum's")),
        }
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()> {
        self.depth.enter()?;
        self.keyed(meta.names.iter().copied(), meta.names.len());
        for (index, name) in meta.names.iter().enumerate() {
            if !self.has_ids() {
                heads::text(&mut self.out, name);
            }
            let set = words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0);
            self.bool(set)?;
        }
        self.depth.leave();
        Ok(())
    }

    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        self.value(value)
    }
}

impl<F: Form> Writer<'_, F> {
    /// A missing field among values that have no keys.
    #[inline(never)]
    fn absent_value(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        if self.form.records() == RecordForm::Lists || self.writes_null(meta, index) {
            self.out.byte(NULL);
        } else if self.is_unknown() {
            self.out.byte(heads::UNDEFINED);
        }
        Ok(())
    }

    #[inline(always)]
    fn enum_value(&mut self, value: &EnumValue<'_>) -> Result<()> {
        match value.number {
            None => self.text(value.text),
            Some(number) => self.number(number),
        }
    }
}

impl<'de, F: Form> Sink<'de> for Writer<'_, F> {
    type Mark = (usize, Depth, usize);

    fn mark(&self) -> Self::Mark {
        (self.out.len(), self.depth, self.open.len())
    }

    fn rollback(&mut self, mark: Self::Mark) {
        self.out.truncate(mark.0);
        self.depth = mark.1;
        self.open.truncate(mark.2);
    }

    /// What has been written has given ids to records.
    fn can_roll_back(&self) -> bool {
        self.form.records() != RecordForm::Ids
    }
}
