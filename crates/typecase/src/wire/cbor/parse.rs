//! Reads CBOR as a [`Value`] without a schema.
//!
//! Tags that have a type here become that: dates, big integers, sets, maps, typed arrays, expressions, records of
//! cbor-x, references to strings. All others are kept with their numbers.

use super::Options;
use super::heads::{
    ARRAY, BYTES, DOUBLE, FALSE, MAP, NEGATIVE, NULL, SIMPLE_BYTE, TAG, TEXT, TRUE, UINT, UNDEFINED, tag,
};
use super::print::{TYPED, is_object};
use super::read::{Reader, seldom};
use crate::error::{Code, Error, Result};
use crate::limits::{DEEPEST, Limits};
use crate::text::tree;
use crate::text::{date, utf8};
use crate::value::builder::Builder;
use crate::value::{Items, Special, Text, Value};
use crate::wire::bignum;
use crate::wire::json::Duplicates;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The strings that may be referred to, in the order of the message: the innermost namespace of tag 256.
pub(super) type Strings<'de> = Vec<(&'de [u8], bool)>;

impl<'de: 's, 's> Reader<'de, 's> {
    /// One value without a schema, as a message of its own or as a part of one.
    pub(super) fn value(&mut self) -> Result<Value<'de>> {
        let whole = if self.cursor.pos == 0 { self.cursor.input.len() } else { 0 };
        let mut builder = Builder::for_input(whole);
        self.put(&mut builder)?;
        Ok(builder.finish())
    }

    /// A value in a tag or the like, one level deeper.
    fn inner(&mut self) -> Result<Value<'de>> {
        self.depth.enter().map_err(|error| error.at(self.cursor.pos))?;
        let mut builder = Builder::for_input(0);
        self.put(&mut builder)?;
        self.depth.leave();
        Ok(builder.finish())
    }

    /// Puts the value that comes next, if it is one of the commonest without others inside.
    #[inline(always)]
    fn put_common(&mut self, builder: &mut Builder<'de>) -> bool {
        let Some((&first, behind)) = self.cursor.input.get(self.cursor.pos..).and_then(<[u8]>::split_first) else {
            return false;
        };
        match first {
            // A namespace of strings must know of each of them.
            TEXT..0x78 if self.seldom.is_none() => {
                let length = usize::from(first & 31);
                let Some(text) = behind.get(..length).and_then(|bytes| utf8::validate(bytes).ok()) else {
                    return false;
                };
                self.cursor.pos += 1 + length;
                builder.put(Value::Text(Text::borrowed(text)));
            }
            0..24 => {
                self.cursor.pos += 1;
                builder.put(Value::Int(first.into()));
            }
            DOUBLE => {
                let Some(bytes) = behind.first_chunk() else { return false };
                self.cursor.pos += 9;
                builder.put(Value::Float(f64::from_be_bytes(*bytes)));
            }
            FALSE | TRUE => {
                self.cursor.pos += 1;
                builder.put(Value::Bool(first == TRUE));
            }
            _ => return false,
        }
        true
    }

    /// Puts one value. Recursion is bounded by the depth limit.
    fn put(&mut self, builder: &mut Builder<'de>) -> Result<()> {
        let first = self.cursor.peek()?;
        match first & 0xe0 {
            UINT => {
                let (n, behind) = self.cursor.argument(first)?;
                self.cursor.pos = behind;
                // cbor-x writes a BigInt, and nothing else, in eight bytes.
                match self.cbor_x && first == UINT | 27 {
                    true => builder.put_heavy(Value::BigInt(n.to_string().into())),
                    false => builder.put(Value::uint(n)),
                }
            }
            NEGATIVE => {
                let (n, behind) = self.cursor.argument(first)?;
                self.cursor.pos = behind;
                match i64::try_from(n) {
                    Ok(n) if !self.cbor_x || first != NEGATIVE | 27 => builder.put(Value::Int(-1 - n)),
                    _ => builder.put_heavy(Value::BigInt((-1 - i128::from(n)).to_string().into())),
                }
            }
            TEXT => self.put_text(builder, first)?,
            BYTES => {
                let bytes = self.byte_string()?;
                if let Cow::Borrowed(bytes) = bytes {
                    self.note_string(bytes, false);
                }
                builder.put_heavy(Value::Bytes(bytes.into_owned().into_boxed_slice()));
            }
            ARRAY => self.put_list(builder, first)?,
            // Where objects are records, a map is not one.
            MAP if self.has_ids => {
                let entries = self.entries(first)?;
                builder.put_heavy(match is_object(&entries) {
                    true => special(Special::Map(entries)),
                    false => Value::Map(entries),
                });
            }
            MAP => self.put_map(builder, first)?,
            TAG => self.put_tagged(builder, first)?,
            _ => self.put_simple(builder, first)?,
        }
        Ok(())
    }

    fn put_simple(&mut self, builder: &mut Builder<'de>, first: u8) -> Result<()> {
        if let Some(value) = self.cursor.float()? {
            builder.put(Value::Float(value));
            return Ok(());
        }
        let (number, behind) = self.cursor.argument(first)?;
        if first == SIMPLE_BYTE && number < 32 {
            return Err(self.cursor.error(Code::Structure, "a simple value below 32 has one byte"));
        }
        self.cursor.pos = behind;
        match first {
            FALSE => builder.put(Value::Bool(false)),
            TRUE => builder.put(Value::Bool(true)),
            NULL => builder.put(Value::Null),
            UNDEFINED => builder.put_heavy(special(Special::Undefined)),
            _ => builder.put_heavy(special(Special::Simple(number as u8))),
        }
        Ok(())
    }

    fn put_text(&mut self, builder: &mut Builder<'de>, first: u8) -> Result<()> {
        if let Some(bytes) = self.cursor.whole(first)? {
            let text = super::text_at(bytes, self.cursor.pos - bytes.len())?;
            if self.seldom.is_some() {
                self.note_string(bytes, true);
            }
            builder.put(Value::Text(Text::borrowed(text)));
            return Ok(());
        }
        let mut all = String::new();
        self.cursor.pieces(|bytes, at| {
            all.push_str(super::text_at(bytes, at)?);
            Ok(())
        })?;
        builder.put_text(&all);
        Ok(())
    }

    fn put_list(&mut self, builder: &mut Builder<'de>, first: u8) -> Result<()> {
        self.depth.enter().map_err(|error| error.at(self.cursor.pos))?;
        let mut left = self.cursor.count(first, 1)?;
        builder.open_list();
        while self.cursor.more(&mut left)? {
            if !self.put_common(builder) {
                self.put(builder)?;
            }
        }
        self.depth.leave();
        builder.close_list()
    }

    /// Puts a map; of a key that occurs twice, the last value in the first place.
    fn put_map(&mut self, builder: &mut Builder<'de>, first: u8) -> Result<()> {
        self.depth.enter().map_err(|error| error.at(self.cursor.pos))?;
        let mut left = self.cursor.count(first, 2)?;
        builder.open_list();
        while self.cursor.more(&mut left)? {
            for _ in 0..2 {
                if !self.put_common(builder) {
                    self.put(builder)?;
                }
            }
        }
        self.depth.leave();
        builder.close_map_with(settle)
    }

    /// Takes a map as one by itself.
    fn entries(&mut self, first: u8) -> Result<Items<(Value<'de>, Value<'de>)>> {
        let mut builder = Builder::for_input(0);
        self.put_map(&mut builder, first)?;
        match builder.finish() {
            Value::Map(entries) => Ok(entries),
            _ => Ok(Items::default()),
        }
    }

    /// Takes a list as one by itself.
    fn items(&mut self, first: u8) -> Result<Items<Value<'de>>> {
        let mut builder = Builder::for_input(0);
        self.put_list(&mut builder, first)?;
        match builder.finish() {
            Value::List(items) => Ok(items),
            _ => Ok(Items::default()),
        }
    }

    fn put_tagged(&mut self, builder: &mut Builder<'de>, first: u8) -> Result<()> {
        let start = self.cursor.pos;
        let number = self.cursor.take_tag(first)?;
        let behind = self.cursor.pos;
        let first = self.cursor.peek()?;
        let value = match (number, first & 0xe0) {
            (tag::EPOCH, _) => self.date_value()?,
            (tag::DATE_TEXT, TEXT) if self.cbor_x => self.date_text(first)?,
            (tag::BIG_POSITIVE | tag::BIG_NEGATIVE, BYTES) => self.integer_value(number == tag::BIG_NEGATIVE)?,
            (tag::SET, ARRAY) => Some(special(Special::Set(self.items(first)?))),
            (tag::MAP, MAP) => Some(special(Special::Map(self.entries(first)?))),
            (64..=87, BYTES) => self.typed_array(number)?,
            (tag::OBJECT, ARRAY) => Some(self.named_object(first)?),
            (tag::RECORD_DEFINITION | tag::FIRST_RECORD..=tag::LAST_RECORD, _) => {
                if self.put_record(builder, start)? {
                    return Ok(());
                }
                if self.has_ids {
                    // It could not be written again without being taken for a record.
                    return Err(Error::new(Code::Structure, "no record has this id").at(start));
                }
                None
            }
            (tag::OLD_RECORD_DEFINITION, _) if self.cbor_x => {
                self.put_record(builder, start)?;
                return Ok(());
            }
            (tag::RECORD_DEFINITIONS, _) => {
                seldom(&mut self.seldom).definitions.several(&mut self.cursor)?;
                Some(self.inner()?)
            }
            (tag::STRING_NAMESPACE, _) => {
                let around = seldom(&mut self.seldom).strings.replace(Vec::new());
                let value = self.inner()?;
                seldom(&mut self.seldom).strings = around;
                Some(value)
            }
            (tag::STRING_REFERENCE, UINT) => self.referred_string(first)?,
            _ => None,
        };
        let value = match value {
            Some(value) => value,
            None => {
                self.cursor.pos = behind;
                special(Special::Tag(number, self.inner()?))
            }
        };
        match value {
            date @ Value::Date(_) => builder.put(date),
            value => builder.put_heavy(value),
        }
        Ok(())
    }

    /// A date as text, if it is one that JavaScript reads.
    fn date_text(&mut self, first: u8) -> Result<Option<Value<'de>>> {
        let Some(bytes) = self.cursor.whole(first)? else { return Ok(None) };
        let text = super::text_at(bytes, self.cursor.pos - bytes.len())?;
        Ok(date::parse(text).map(Value::Date))
    }

    /// A date in seconds, if it is one that a [`Value::Date`] holds without loss; cbor-x rounds it.
    fn date_value(&mut self) -> Result<Option<Value<'de>>> {
        let start = self.cursor.pos;
        let float = self.cursor.float()?;
        if float.is_some_and(f64::is_nan) {
            return Ok(Some(special(Special::InvalidDate)));
        }
        self.cursor.pos = start;
        let Some(millis) = self.epoch()? else { return Ok(None) };
        let exact = float.is_none_or(|seconds| millis as f64 / 1000.0 == seconds);
        Ok((exact || self.cbor_x).then_some(Value::Date(millis)))
    }

    /// A big integer; one that is too long for its digits to be made stays what it is.
    fn integer_value(&mut self, negative: bool) -> Result<Option<Value<'de>>> {
        let bytes = self.byte_string()?;
        if bytes.len() > bignum::LONGEST {
            return Ok(None);
        }
        if !self.cbor_x
            && let Some(n) = bignum::small(&bytes)
        {
            if !negative {
                return Ok(Some(Value::uint(n)));
            }
            if let Ok(n) = i64::try_from(n) {
                return Ok(Some(Value::Int(-1 - n)));
            }
        }
        bignum::print(negative, &bytes).map(|digits| Some(Value::BigInt(digits.into())))
    }

    /// A typed array; those of types that JavaScript has not stay what they are.
    fn typed_array(&mut self, number: u64) -> Result<Option<Value<'de>>> {
        // The bits of the number are f, s, e, ll: float, signed, little-endian, length (RFC 8746, section 2.1).
        let tag = match number {
            65..=67 | 73..=75 | 81 | 82 => number | 4,
            _ => number,
        };
        let Some((_, ty)) = TYPED.iter().find(|(known, _)| *known == tag) else { return Ok(None) };
        let mut bytes = self.byte_string()?.into_owned();
        if !bytes.len().is_multiple_of(ty.width()) {
            return Ok(None);
        }
        if tag != number {
            bytes.chunks_exact_mut(ty.width()).for_each(<[u8]>::reverse);
        }
        Ok(Some(special(Special::Typed(*ty, bytes.into_boxed_slice()))))
    }

    /// An object by name and arguments: a regular expression, or else what it is.
    fn named_object(&mut self, first: u8) -> Result<Value<'de>> {
        self.depth.enter().map_err(|error| error.at(self.cursor.pos))?;
        let items = self.items(first)?;
        self.depth.leave();
        Ok(match &*items {
            [Value::Text(name), Value::Text(source), Value::Text(flags)] if &**name == "RegExp" => {
                special(Special::Regexp { source: source.clone(), flags: flags.clone() })
            }
            _ => special(Special::Tag(tag::OBJECT, Value::List(items))),
        })
    }

    /// Puts a record of cbor-x as a map, if its id is known.
    fn put_record(&mut self, builder: &mut Builder<'de>, start: usize) -> Result<bool> {
        self.cursor.pos = start;
        let Some(mut shape) = self.open_record()? else { return Ok(false) };
        self.depth.enter().map_err(|error| error.at(start))?;
        builder.open_list();
        for _ in 0..shape.count {
            let Some(key) = shape.keys.next() else { return Err(self.more_values()) };
            match self.in_message(key) {
                Some(key) => builder.put(Value::Text(Text::borrowed(key))),
                None => builder.put_text(key),
            }
            self.put(builder)?;
        }
        self.depth.leave();
        builder.close_map_with(settle)?;
        Ok(true)
    }

    /// A key of a definition where it is in the message, unless it is in the session.
    fn in_message(&self, key: &'s str) -> Option<&'de str> {
        let input = self.cursor.input;
        let offset = (key.as_ptr() as usize).wrapping_sub(input.as_ptr() as usize);
        let bytes = input.get(offset..)?.get(..key.len())?;
        utf8::validate(bytes).ok().filter(|found| *found == key)
    }

    /// Notes a string that may be referred to, if it is long enough for a reference to be shorter.
    fn note_string(&mut self, bytes: &'de [u8], is_text: bool) {
        if let Some(strings) = self.seldom.as_deref_mut().and_then(|seldom| seldom.strings.as_mut()) {
            let least = match strings.len() {
                0..24 => 3,
                24..256 => 4,
                256..65_536 => 5,
                65_536..4_294_967_296 => 7,
                _ => 11,
            };
            if bytes.len() >= least {
                strings.push((bytes, is_text));
            }
        }
    }

    /// A string that has occurred.
    fn referred_string(&mut self, first: u8) -> Result<Option<Value<'de>>> {
        let Some(strings) = self.seldom.as_deref().and_then(|seldom| seldom.strings.as_ref()) else { return Ok(None) };
        let (number, behind) = self.cursor.argument(first)?;
        let Some((bytes, is_text)) = usize::try_from(number).ok().and_then(|number| strings.get(number)).copied()
        else {
            return Err(self.cursor.error(Code::Structure, "there is no string with this number"));
        };
        self.cursor.pos = behind;
        if is_text {
            return super::text_at(bytes, behind).map(|text| Some(Value::text(text)));
        }
        // Each copy takes memory that the message does not have to fill.
        let left = self.spare.checked_sub(bytes.len());
        self.spare = left.ok_or_else(|| {
            Error::new(Code::Limit, "references to byte strings take too much memory").at(self.cursor.pos)
        })?;
        Ok(Some(Value::Bytes(bytes.into())))
    }
}

fn special(special: Special<'_>) -> Value<'_> {
    Value::Special(Box::new(special))
}

/// Leaves each key once among the keys and values above `base`, with its last value in its first place.
fn settle(stack: &mut Vec<Value<'_>>, base: usize) -> Result<()> {
    if stack[base..].iter().step_by(2).all(|key| key.as_str().is_some()) {
        return tree::settle(stack, base, Duplicates::Last);
    }
    settle_any(stack, base)
}

/// The same where keys may be of any type: they are the same if they are written the same.
#[inline(never)]
fn settle_any(stack: &mut Vec<Value<'_>>, base: usize) -> Result<()> {
    let limits = Limits { max_depth: DEEPEST, ..Limits::default() };
    let mut keys = Vec::with_capacity((stack.len() - base) / 2);
    for (index, key) in stack[base..].iter().step_by(2).enumerate() {
        let mut bytes = Vec::new();
        super::encode_into(key, &mut bytes, &Options::default(), &limits)?;
        keys.push((bytes, 2 * index));
    }
    keys.sort_unstable();
    if keys.windows(2).all(|pair| pair[0].0 != pair[1].0) {
        return Ok(());
    }
    let mut values = stack.split_off(base);
    let mut repeated = vec![false; values.len()];
    for at in 1..keys.len() {
        if keys[at].0 == keys[at - 1].0 {
            let (first, later) = (keys[at - 1].1, keys[at].1);
            values[first + 1] = core::mem::take(&mut values[later + 1]);
            repeated[later..later + 2].fill(true);
            keys[at].1 = first;
        }
    }
    stack.extend(values.into_iter().zip(repeated).filter(|(_, repeated)| !repeated).map(|(value, _)| value));
    Ok(())
}
