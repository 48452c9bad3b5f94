//! Reads the events of a message from MessagePack.
//!
//! The fast path compares the bytes at hand with the key that should come next and looks nothing up. Keys
//! in another order, unknown keys, and records in another form than the usual one take the slow path, which
//! finds the field of whatever comes and remembers it until it is asked for.

use super::form::{Form, Kind};
use super::heads::*;
use super::input::{Input, Mark, Token};
use super::object::{Keys, Object};
use super::shapes::{Shape, Shapes};
use super::{Options, Style};
use crate::error::{Code, Error, Result, afresh};
use crate::limits::Limits;
use crate::meta::{EnumMeta, FlagsMeta, RecordMeta, UnionMeta};
use crate::seen::Seen;
use crate::text::tree::Duplicates;
use crate::value::Value;
use crate::wire::{Read, TextRef, ValueKind};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// The state of a map that is being read.
#[derive(Clone)]
pub struct Entries {
    left: usize,
    length: usize,
    shape: Option<Shape>,
}

/// Reads the events of one message from MessagePack.
pub struct Reader<'de, F = Kind> {
    pub(super) input: Input<'de>,
    pub(super) form: F,
    pub(super) strict: bool,
    pub(super) duplicates: Duplicates,
    pub(super) style: Style,
    /// The shapes of records, where records are ids and values.
    pub(super) shapes: Option<Box<Shapes<'de>>>,
    /// What few messages need.
    pub(super) rare: Option<Box<Rare>>,
}

/// What few messages need.
#[derive(Default)]
pub(super) struct Rare {
    /// Holds the latest key that was not a string in the input.
    scratch: String,
    /// The numbers of the values that occur again, by their numbers on the wire.
    pub shared: BTreeMap<u32, u32>,
    /// How many bytes of keys have been copied out of the table of shapes.
    pub copied: usize,
}

impl<'de, F: Form> Reader<'de, F> {
    #[inline(always)]
    pub(super) fn with_form(
        input: &'de [u8],
        form: F,
        options: &Options,
        limits: &Limits,
        shapes: Option<Box<Shapes<'de>>>,
    ) -> Reader<'de, F> {
        Reader {
            input: Input::new(input, limits),
            form,
            strict: options.strict,
            duplicates: options.duplicates,
            style: options.style,
            shapes,
            rare: None,
        }
    }

    /// Whether all has been read.
    #[inline(always)]
    pub(super) fn is_at_end(&self) -> bool {
        self.input.left() == 0
    }

    /// Checks that nothing follows.
    #[inline(always)]
    pub fn finish(&mut self) -> Result<()> {
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.input.error(Code::Structure, "the message goes on after the value"))
        }
    }

    /// What few messages need.
    pub(super) fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// Takes the id or the definition of a shape, if one comes next.
    #[inline(always)]
    pub(super) fn shape(&mut self) -> Result<Option<Shape>> {
        match &mut self.shapes {
            Some(shapes) => shapes.take(&mut self.input),
            None => Ok(None),
        }
    }

    /// Whether the integer that was just taken could be the id of a shape.
    #[inline(always)]
    pub(super) fn may_be_shape(&self, value: i64) -> bool {
        F::MAY_HAVE_SHAPES && value & !0x3f == i64::from(FIRST_RECORD) && self.shapes.is_some()
    }

    /// Whether the byte that comes next, an integer from 64 to 127 where there are no records, is the id of a shape
    /// that is known here. Then it is no integer, whatever the schema wants.
    #[cold]
    #[inline(never)]
    pub(super) fn is_shape(&mut self) -> bool {
        let start = self.input.pos;
        let is_id = matches!(self.input.peek(), Some(FIRST_RECORD..=LAST_RECORD));
        let shape = if is_id { self.shape() } else { Ok(None) };
        self.input.pos = start;
        matches!(shape, Ok(Some(_)))
    }

    /// How many values a shape has.
    pub(super) fn shape_length(&self, shape: Shape) -> usize {
        self.shapes.as_ref().map_or(0, |shapes| shapes.keys(shape).len())
    }

    /// Opens a level, of what began at `start`.
    #[inline(always)]
    pub(super) fn enter(&mut self, start: usize) -> Result<()> {
        match self.input.depth.enter() {
            Ok(()) => Ok(()),
            Err(error) => {
                self.input.pos = start;
                Err(error.at(start))
            }
        }
    }

    /// Opens a map, which may have come as a record.
    fn entries(&mut self) -> Result<Entries> {
        let start = self.input.pos;
        let shape = self.shape()?;
        let length = match shape {
            Some(shape) => self.shape_length(shape),
            None => self.input.map()?,
        };
        self.enter(start)?;
        Ok(Entries { left: length, length, shape })
    }

    /// The discriminator's value, searched for among the keys of the record that comes next: that of the
    /// first occurrence, or of the last one if that is what counts.
    fn discriminator(&mut self, key: &str, meta: &UnionMeta<'_>) -> Result<u32> {
        let start = self.input.pos;
        let mut state = self.entries()?;
        let mut latest = None;
        while let Some(found) = self.key(&mut state)? {
            if found.as_str() != key {
                self.skip()?;
                continue;
            }
            let at = self.input.pos;
            let case = match self.input.peek() {
                Some(FIXSTR..NIL | STR8..=STR32) => {
                    let text = self.input.text("")?;
                    meta.cases.iter().position(|case| case.value.number.is_none() && case.value.text == text)
                }
                Some(_) if self.is_shape() => None,
                Some(_) => match self.input.token()? {
                    Token::Uint(value) => meta.cases.iter().position(|case| case.value.number == Some(value as f64)),
                    Token::Int(value) => meta.cases.iter().position(|case| case.value.number == Some(value as f64)),
                    Token::Float64(value) => meta.cases.iter().position(|case| case.value.number == Some(value)),
                    Token::Float32(value) => meta.cases.iter().position(|case| case.value.number == Some(value.into())),
                    _ => None,
                },
                None => return Err(self.input.unexpected("")),
            };
            let Some(case) = case else {
                self.input.pos = at;
                return Err(self.input.error(Code::Union, "no branch has this discriminator").in_field(key));
            };
            latest = Some(case as u32);
            if self.duplicates != Duplicates::Last {
                break;
            }
        }
        latest.ok_or_else(|| Error::new(Code::Union, "the discriminator is missing").at(start).in_field(key))
    }

    /// The index of a case, where it travels before the value.
    fn tag(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        let start = self.input.pos;
        if self.input.array()? != 2 {
            self.input.pos = start;
            return Err(self.input.error(Code::Structure, "expected the index of the case and the value"));
        }
        self.enter(start)?;
        let at = self.input.pos;
        let tag = self.uint()?;
        if tag >= meta.cases.len() as u64 {
            return Err(Error::new(Code::Union, "no branch has this index").at(at));
        }
        Ok(tag as u32)
    }
}

impl<'de, F: Form> Read<'de> for Reader<'de, F> {
    type Record = Object;
    type List = usize;
    type Map = Entries;
    type Mark = Mark;
    const CARRIES_DISCRIMINATOR: bool = true;
    const ORDERED: bool = false;

    #[inline(always)]
    fn record(&mut self, meta: &RecordMeta<'_>) -> Result<Object> {
        let start = self.input.pos;
        let (few, many, keys, least) = match self.form.kind() {
            Kind::Arrays => (FIXARRAY, ARRAY16, Keys::None, 1),
            _ => (FIXMAP, MAP16, Keys::Here, 2),
        };
        if self.form.kind() != Kind::Shapes {
            match self.input.bytes.get(start..) {
                Some(&[head, ..]) if meta.fields.len() < 16 && head & 0xf0 == few => {
                    self.input.enter()?;
                    self.input.pos += 1;
                    return Ok(Object::new(keys, usize::from(head & 0xf), start));
                }
                Some(&[head, high, low, ref rest @ ..]) if meta.fields.len() >= 16 && head == many => {
                    let length = usize::from(u16::from_be_bytes([high, low]));
                    if length <= rest.len() / least {
                        self.input.enter()?;
                        self.input.pos += 3;
                        return Ok(Object::new(keys, length, start));
                    }
                }
                _ => {}
            }
        }
        afresh(self.any_record())
    }

    #[inline(always)]
    fn field_is(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        if !state.goes_on() {
            return if state.pending() == Some(index) { self.field_is_late(state, meta, index) } else { Ok(false) };
        }
        let name = meta.fields[index].name;
        match self.form.kind() {
            // A record that came in another form than the usual one.
            Kind::Arrays if F::MAY_HAVE_SHAPES && state.keys != Keys::None => {}
            Kind::Maps if F::MAY_HAVE_SHAPES && state.keys != Keys::Here => {}
            Kind::Arrays => {
                state.take_one();
                return Ok(self.present(state, meta, index));
            }
            Kind::Shapes => {
                if let Keys::Shape(shape) = state.keys
                    && let Some(key) = self.shapes.as_ref().and_then(|shapes| shapes.keys(shape).get(state.place()))
                {
                    if same(key.as_bytes(), name.as_bytes()) {
                        state.take_one();
                        return Ok(self.present(state, meta, index));
                    }
                    if !meta.fields[index].required {
                        return Ok(false);
                    }
                }
            }
            Kind::Maps => {
                if let Some(&[head, ref rest @ ..]) = self.input.bytes.get(self.input.pos..)
                    && head & 0xe0 == FIXSTR
                {
                    if name.len() < 32
                        && head == FIXSTR | name.len() as u8
                        && rest.get(..name.len()).is_some_and(|key| same(key, name.as_bytes()))
                    {
                        self.input.pos += 1 + name.len();
                        state.take_one();
                        return Ok(self.present(state, meta, index));
                    }
                    if !meta.fields[index].required {
                        // Another key, and this field may be missing: a later field will take the key, or else
                        // the end of the record will look at it.
                        return Ok(false);
                    }
                }
            }
        }
        self.field_is_late(state, meta, index)
    }

    fn next_field(&mut self, state: &mut Object, meta: &RecordMeta<'_>) -> Result<Option<usize>> {
        loop {
            let index = match state.pending() {
                _ if state.is_closed() => return Ok(None),
                Some(index) => index,
                None => match self.next_key(state, meta, state.next as usize)? {
                    Some(index) => index,
                    None => return Ok(None),
                },
            };
            state.clear_pending();
            state.next = index as u32 + 1;
            if self.present(state, meta, index) {
                return Ok(Some(index));
            }
        }
    }

    fn next_after(&mut self, state: &mut Object, meta: &RecordMeta<'_>, next: usize) -> Result<Option<usize>> {
        state.next = state.next.max(next as u32 + 1);
        self.next_field(state, meta)
    }

    #[inline(always)]
    fn end_record(&mut self, state: &mut Object, meta: &RecordMeta<'_>) -> Result<bool> {
        if state.is_done() {
            self.input.depth.leave();
            return Ok(true);
        }
        let mut copy = *state;
        let closed = afresh(self.end_record_slow(&mut copy, meta));
        state.update(copy);
        closed
    }

    fn duplicate(&mut self, _state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        match self.duplicates {
            Duplicates::Error => Err(self.twice(meta.fields[index].name, self.input.pos)),
            Duplicates::First => Ok(false),
            Duplicates::Last => Ok(true),
        }
    }

    #[inline(always)]
    fn list(&mut self) -> Result<usize> {
        let start = self.input.pos;
        let length = self.input.array()?;
        self.enter(start)?;
        Ok(length)
    }

    #[inline(always)]
    fn item(&mut self, left: &mut usize) -> Result<bool> {
        match left.checked_sub(1) {
            Some(fewer) => {
                *left = fewer;
                Ok(true)
            }
            None => {
                self.input.depth.leave();
                Ok(false)
            }
        }
    }

    #[inline(always)]
    fn size_hint(&self, left: &usize) -> usize {
        *left
    }

    fn length(&self, left: &usize) -> Option<usize> {
        Some(*left)
    }

    fn map(&mut self) -> Result<Entries> {
        self.entries()
    }

    fn key<'s>(&'s mut self, state: &mut Entries) -> Result<Option<TextRef<'de, 's>>> {
        let Some(left) = state.left.checked_sub(1) else {
            self.input.depth.leave();
            return Ok(None);
        };
        let place = state.length - state.left;
        state.left = left;
        if let Some(shape) = state.shape {
            let key = self.shapes.as_ref().and_then(|shapes| shapes.keys(shape).get(place));
            return Ok(Some(TextRef::Scratch(key.map_or("", |key| key))));
        }
        match self.input.peek() {
            // Maps of JavaScript may have numbers as keys.
            Some(0..FIXMAP | UINT8..=INT64 | 0xe0..) => {
                let mut buffer = itoa::Buffer::new();
                let text = match self.number_token("expected a string as the key")? {
                    Token::Int(value) => buffer.format(value),
                    Token::Uint(value) => buffer.format(value),
                    _ => "",
                };
                let scratch = &mut self.rare.get_or_insert_default().scratch;
                scratch.clear();
                scratch.push_str(text);
                Ok(Some(TextRef::Scratch(scratch)))
            }
            _ => self.input.text("expected a string as the key").map(|key| Some(TextRef::Borrowed(key))),
        }
    }

    fn case(&mut self, meta: &UnionMeta<'_>) -> Result<u32> {
        if self.form.kind() == Kind::Arrays {
            return self.tag(meta);
        }
        let Some(key) = meta.discriminator else {
            return Err(self.error(Code::Union, "the union has no discriminator"));
        };
        let mark = self.input.mark();
        let case = self.discriminator(key, meta)?;
        self.input.seek(mark);
        Ok(case)
    }

    fn plain_case(&mut self, meta: &UnionMeta<'_>) -> Result<Option<u32>> {
        if self.form.kind() == Kind::Arrays {
            return self.tag(meta).map(Some);
        }
        self.input.enter()?;
        Ok(None)
    }

    fn end_case(&mut self, meta: &UnionMeta<'_>) -> Result<()> {
        if self.form.kind() == Kind::Arrays || meta.discriminator.is_none() {
            self.input.depth.leave();
        }
        Ok(())
    }

    #[inline(always)]
    fn null(&mut self) -> Result<bool> {
        match self.input.peek() {
            Some(NIL) => {
                self.input.pos += 1;
                Ok(true)
            }
            Some(FIXEXT1) => Ok(self.undefined()),
            _ => Ok(false),
        }
    }

    fn kind(&mut self) -> Result<ValueKind> {
        let mark = self.input.mark();
        if self.shape()?.is_some() {
            self.input.seek(mark);
            return Ok(ValueKind::Map);
        }
        Ok(match self.input.peek() {
            None | Some(NEVER_USED) => return Err(self.input.unexpected("")),
            Some(NIL) => ValueKind::Null,
            Some(FALSE | TRUE) => ValueKind::Bool,
            Some(0..FIXMAP | FLOAT32..=INT64 | 0xe0..) => ValueKind::Number,
            Some(FIXMAP..FIXARRAY | MAP16..=MAP32) => ValueKind::Map,
            Some(FIXARRAY..FIXSTR | ARRAY16..=ARRAY32) => ValueKind::List,
            Some(FIXSTR..NIL | STR8..=STR32) => ValueKind::Text,
            Some(BIN8..=BIN32) => ValueKind::Bytes,
            Some(EXT8..=EXT32 | FIXEXT1..=FIXEXT16) => {
                let extension = self.input.extension()?;
                self.input.seek(mark);
                match extension {
                    Some((ext::TIMESTAMP, _)) => ValueKind::Date,
                    Some((ext::UNDEFINED, [0])) => ValueKind::Null,
                    _ => ValueKind::Other,
                }
            }
        })
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool> {
        match self.input.peek() {
            Some(head @ (FALSE | TRUE)) => {
                self.input.pos += 1;
                Ok(head == TRUE)
            }
            _ => Err(self.input.unexpected("expected a boolean")),
        }
    }

    #[inline(always)]
    fn int(&mut self) -> Result<i64> {
        let start = self.input.pos;
        match self.input.small_int() {
            Some(value) if !self.may_be_shape(value) => Ok(value),
            _ => {
                self.input.pos = start;
                afresh(self.wide_int())
            }
        }
    }

    #[inline(always)]
    fn uint(&mut self) -> Result<u64> {
        if let Some(value @ 0..) = self.input.peek().map(|head| head as i8)
            && !self.may_be_shape(value.into())
        {
            self.input.pos += 1;
            return Ok(value as u64);
        }
        afresh(self.wide_uint())
    }

    #[inline(always)]
    fn number(&mut self) -> Result<f64> {
        if let Some([FLOAT64, number @ ..]) = self.input.bytes.get(self.input.pos..).and_then(<[u8]>::first_chunk::<9>)
        {
            self.input.pos += 9;
            return Ok(f64::from_be_bytes(*number));
        }
        afresh(self.any_number())
    }

    fn float32(&mut self) -> Result<f32> {
        let start = self.input.pos;
        if let Some(&[FLOAT32, a, b, c, d, ..]) = self.input.bytes.get(start..) {
            self.input.pos += 5;
            return Ok(f32::from_be_bytes([a, b, c, d]));
        }
        let value = self.number()?;
        let single = value as f32;
        if single.is_infinite() && value.is_finite() {
            return Err(Error::new(Code::Type, "the number is out of the range of its type").at(start));
        }
        Ok(single)
    }

    #[inline(always)]
    fn text<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        self.input.text("expected a string").map(TextRef::Borrowed)
    }

    fn bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        self.read_bytes()
    }

    #[inline(always)]
    fn date(&mut self) -> Result<i64> {
        const TYPE: u8 = ext::TIMESTAMP as u8;
        if let Some(&[FIXEXT4, TYPE, a, b, c, d, ..]) = self.input.bytes.get(self.input.pos..) {
            self.input.pos += 6;
            return Ok(i64::from(u32::from_be_bytes([a, b, c, d])) * 1000);
        }
        afresh(self.read_date())
    }

    fn bigint(&mut self) -> Result<Cow<'de, str>> {
        self.read_bigint()
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        if let Some(&[head @ FIXSTR..NIL, ref rest @ ..]) = self.input.bytes.get(self.input.pos..)
            && let Some(text) = rest.get(..usize::from(head & 0x1f))
            && let Some(index) = find(meta, text)
        {
            self.input.pos += 1 + text.len();
            return Ok(Some(index));
        }
        afresh(self.any_enum(meta))
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        if self.form.kind() == Kind::Arrays {
            return self.flags_in_order(meta, words);
        }
        let mut state = self.entries()?;
        let mut seen = Seen::new(meta.names.len());
        loop {
            let (start, strict, duplicates) = (self.input.pos, self.strict, self.duplicates);
            let Some(key) = self.key(&mut state)? else { return Ok(()) };
            match meta.names.iter().position(|name| *name == key.as_str()) {
                Some(index) if seen.get(index) && duplicates == Duplicates::Error => {
                    return Err(self.twice(meta.names[index], start));
                }
                Some(index) if seen.get(index) && duplicates == Duplicates::First => self.skip()?,
                Some(index) => {
                    seen.set(index);
                    let set = !self.null()? && self.bool()?;
                    let bit = 1 << (index % 64);
                    words[index / 64] = words[index / 64] & !bit | if set { bit } else { 0 };
                }
                None if strict => {
                    return Err(Error::new(Code::Extra, "the flag is not in the schema")
                        .at(start)
                        .in_field(key.as_str()));
                }
                None => self.skip()?,
            }
        }
    }

    fn json(&mut self) -> Result<Value<'de>> {
        self.tree(Some(Duplicates::Last))
    }

    fn skip(&mut self) -> Result<()> {
        let mut left = self.skip_one()?;
        if left == 0 {
            return Ok(());
        }
        // How many values are left at each level around the innermost one.
        let mut around = Vec::new();
        let deepest = self.input.depth.left() as usize;
        loop {
            if around.len() >= deepest {
                return Err(self.input.error(Code::Limit, "nesting is deeper than the limit"));
            }
            while left == 0 {
                match around.pop() {
                    Some(rest) => left = rest,
                    None => return Ok(()),
                }
            }
            left -= 1;
            let within = self.skip_one()?;
            if within > 0 {
                around.push(left);
                left = within;
            }
        }
    }

    fn set_strict(&mut self, strict: bool) -> bool {
        core::mem::replace(&mut self.strict, strict)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        self.input.mark()
    }

    #[inline(always)]
    fn seek(&mut self, mark: Mark) {
        self.input.seek(mark);
    }

    fn retry(&mut self, mark: Mark) -> Result<()> {
        self.input.retry(mark)
    }

    #[inline(always)]
    fn offset(&self) -> usize {
        self.input.pos
    }
}

/// The index of the string that an enum has among its values.
#[inline(always)]
fn find(meta: &EnumMeta<'_>, text: &[u8]) -> Option<u32> {
    let is_it = |value: &crate::meta::EnumValue<'_>| value.number.is_none() && same(value.text.as_bytes(), text);
    meta.values.iter().position(is_it).map(|at| at as u32)
}

/// How msgpackr writes `undefined`.
pub(super) const UNDEFINED: [u8; 3] = [FIXEXT1, ext::UNDEFINED as u8, 0];

impl<'de, F: Form> Reader<'de, F> {
    /// A field that is not the next in order, or whose key has been taken. The state is lent as a copy, so that what
    /// comes in order has it in registers.
    #[inline(always)]
    fn field_is_late(&mut self, state: &mut Object, meta: &RecordMeta<'_>, index: usize) -> Result<bool> {
        let mut copy = *state;
        let found = afresh(self.field_is_slow(&mut copy, meta, index));
        state.update(copy);
        found
    }

    /// The value of an enum in any form.
    #[inline(never)]
    fn any_enum(&mut self, meta: &EnumMeta<'_>) -> Result<Option<u32>> {
        let start = self.input.pos;
        let found = match self.input.peek() {
            Some(FIXSTR..NIL | STR8..=STR32) => find(meta, self.input.text_bytes("")?),
            _ => self.numeric_enum(meta)?,
        };
        if found.is_none() {
            self.input.pos = start;
            if !meta.open {
                return Err(self.error(Code::Enum, "the value is not one of the enum's"));
            }
        }
        Ok(found)
    }

    /// Flags without names, as a list of booleans.
    fn flags_in_order(&mut self, meta: &FlagsMeta<'_>, words: &mut [u64]) -> Result<()> {
        let mut left = self.list()?;
        let mut index = 0;
        while self.item(&mut left)? {
            if index < meta.names.len() {
                let set = !self.null()? && self.bool()?;
                words[index / 64] |= u64::from(set) << (index % 64);
            } else if self.strict {
                return Err(self.input.error(Code::Extra, "there are more flags than in the schema"));
            } else {
                self.skip()?;
            }
            index += 1;
        }
        Ok(())
    }

    /// Skips a value, but for the values within; how many of those there are.
    #[inline(always)]
    fn skip_one(&mut self) -> Result<usize> {
        if let Some(shape) = self.shape()? {
            return Ok(self.shape_length(shape));
        }
        let follows = match self.input.peek() {
            Some(FIXEXT1 | FIXEXT4) => self.a_value_follows(),
            _ => false,
        };
        Ok(self.input.skip_head()? + usize::from(follows))
    }

    /// Whether the extension that comes next says what the value behind it is.
    fn a_value_follows(&self) -> bool {
        let [head, ty, ..] = self.input.bytes[self.input.pos..] else { return false };
        self.style != Style::Smallest
            && matches!((head, ty as i8), (FIXEXT1, ext::SET | ext::REGEXP | ext::ERROR) | (FIXEXT4, ext::SHARED))
    }
}

/// Whether two keys are the same. For the keys of derived code, which are constants, a few loads and
/// comparisons are left of this; for those of a schema it saves a call.
#[inline(always)]
pub(super) fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    match b.len() {
        8..=16 => a.first_chunk::<8>() == b.first_chunk::<8>() && a.last_chunk::<8>() == b.last_chunk::<8>(),
        4..8 => a.first_chunk::<4>() == b.first_chunk::<4>() && a.last_chunk::<4>() == b.last_chunk::<4>(),
        0 => true,
        1..4 => a[0] == b[0] && a[b.len() / 2] == b[b.len() / 2] && a[b.len() - 1] == b[b.len() - 1],
        _ => a == b,
    }
}
