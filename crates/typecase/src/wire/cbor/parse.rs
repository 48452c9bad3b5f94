//! Reads CBOR as a [`Value`] without a schema.
//!
//! Tags that have a type here become that: dates, big integers, sets, maps, typed arrays, expressions, records of
//! cbor-x, references to strings. All others are kept with their numbers.

use super::Options;
use super::bignum;
use super::heads::{ARRAY, BYTES, FALSE, MAP, NEGATIVE, NULL, SIMPLE_BYTE, TAG, TEXT, TRUE, UINT, UNDEFINED, tag};
use super::print::{TYPED, is_object};
use super::read::Reader;
use crate::error::{Code, Error, Result};
use crate::limits::{DEEPEST, Limits};
use crate::text::date;
use crate::text::tree;
use crate::value::{Special, Text, Value};
use crate::wire::json::Duplicates;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The entries of a map.
type Entries<'de> = Box<[(Value<'de>, Value<'de>)]>;

/// The strings that may be referred to, in the order of the message: the innermost namespace of tag 256.
pub(super) type Strings<'de> = Vec<(&'de [u8], bool)>;

impl<'de: 's, 's> Reader<'de, 's> {
    /// One value without a schema.
    pub(super) fn value(&mut self) -> Result<Value<'de>> {
        let mut stack = Vec::new();
        self.push(&mut stack)?;
        Ok(stack.pop().unwrap_or_default())
    }

    /// Pushes one value. The values of open lists and maps wait on the one stack, so that each list is allocated
    /// once with its exact length. Recursion is bounded by the depth limit.
    fn push(&mut self, stack: &mut Vec<Value<'de>>) -> Result<()> {
        let first = self.cursor.peek()?;
        let value = match first & 0xe0 {
            UINT => {
                let (n, behind) = self.cursor.argument(first)?;
                self.cursor.pos = behind;
                // cbor-x writes a BigInt, and nothing else, in eight bytes.
                if self.cbor_x && first == UINT | 27 { Value::BigInt(n.to_string().into()) } else { Value::uint(n) }
            }
            NEGATIVE => {
                let (n, behind) = self.cursor.argument(first)?;
                self.cursor.pos = behind;
                match i64::try_from(n) {
                    Ok(n) if !self.cbor_x || first != NEGATIVE | 27 => Value::Int(-1 - n),
                    _ => Value::BigInt((-1 - i128::from(n)).to_string().into()),
                }
            }
            TEXT => Value::Text(self.string()?),
            BYTES => self.bytes_value()?,
            ARRAY => Value::List(self.items(first, stack)?),
            MAP => self.map_value(first, stack)?,
            TAG => self.tagged(first, stack)?,
            _ => self.simple(first)?,
        };
        stack.push(value);
        Ok(())
    }

    fn simple(&mut self, first: u8) -> Result<Value<'de>> {
        if let Some(value) = self.cursor.float()? {
            return Ok(Value::Float(value));
        }
        let (number, behind) = self.cursor.argument(first)?;
        if first == SIMPLE_BYTE && number < 32 {
            return Err(self.cursor.error(Code::Structure, "a simple value below 32 has one byte"));
        }
        self.cursor.pos = behind;
        Ok(match first {
            FALSE => Value::Bool(false),
            TRUE => Value::Bool(true),
            NULL => Value::Null,
            UNDEFINED => special(Special::Undefined),
            _ => special(Special::Simple(number as u8)),
        })
    }

    /// Takes a text string.
    fn string(&mut self) -> Result<Text<'de>> {
        let first = self.cursor.peek()?;
        if let Some(bytes) = self.cursor.whole(first)? {
            let text = super::text_at(bytes, self.cursor.pos - bytes.len())?;
            self.note_string(bytes, true);
            return Ok(Text::borrowed(text));
        }
        let mut all = String::new();
        self.cursor.pieces(|bytes, at| {
            all.push_str(super::text_at(bytes, at)?);
            Ok(())
        })?;
        Ok(all.into())
    }

    fn bytes_value(&mut self) -> Result<Value<'de>> {
        let bytes = self.byte_string()?;
        if let alloc::borrow::Cow::Borrowed(bytes) = bytes {
            self.note_string(bytes, false);
        }
        Ok(Value::Bytes(bytes.into_owned().into_boxed_slice()))
    }

    /// Takes a list and gives its items.
    fn items(&mut self, first: u8, stack: &mut Vec<Value<'de>>) -> Result<Box<[Value<'de>]>> {
        self.depth.enter().map_err(|error| error.at(self.cursor.pos))?;
        let mut left = self.cursor.count(first, 1)?;
        let base = stack.len();
        while self.cursor.more(&mut left)? {
            self.push(stack)?;
        }
        self.depth.leave();
        Ok(stack.split_off(base).into_boxed_slice())
    }

    fn map_value(&mut self, first: u8, stack: &mut Vec<Value<'de>>) -> Result<Value<'de>> {
        let entries = self.entries(first, stack)?;
        // Where objects are records, a map is not one.
        Ok(if self.has_ids && is_object(&entries) { special(Special::Map(entries)) } else { Value::Map(entries) })
    }

    /// Takes a map and gives its entries; of a key that occurs twice, the last value in the first place.
    fn entries(&mut self, first: u8, stack: &mut Vec<Value<'de>>) -> Result<Entries<'de>> {
        self.depth.enter().map_err(|error| error.at(self.cursor.pos))?;
        let mut left = self.cursor.count(first, 2)?;
        let base = stack.len();
        while self.cursor.more(&mut left)? {
            self.push(stack)?;
            self.push(stack)?;
        }
        self.depth.leave();
        unique(stack, base)
    }

    fn tagged(&mut self, first: u8, stack: &mut Vec<Value<'de>>) -> Result<Value<'de>> {
        let start = self.cursor.pos;
        let number = self.cursor.take_tag(first)?;
        let behind = self.cursor.pos;
        let first = self.cursor.peek()?;
        let value = match (number, first & 0xe0) {
            (tag::EPOCH, _) => self.date_value()?,
            (tag::DATE_TEXT, TEXT) if self.cbor_x => date::parse(&self.string()?).map(Value::Date),
            (tag::BIG_POSITIVE | tag::BIG_NEGATIVE, BYTES) => self.integer_value(number == tag::BIG_NEGATIVE)?,
            (tag::SET, ARRAY) => Some(special(Special::Set(self.items(first, stack)?))),
            (tag::MAP, MAP) => Some(special(Special::Map(self.entries(first, stack)?))),
            (64..=87, BYTES) => self.typed_array(number)?,
            (tag::OBJECT, ARRAY) => self.named_object(first, stack).map(Some)?,
            (tag::RECORD_DEFINITION | tag::FIRST_RECORD..=tag::LAST_RECORD, _) => self.record_value(start, stack)?,
            (tag::OLD_RECORD_DEFINITION, _) if self.cbor_x => self.record_value(start, stack)?,
            (tag::RECORD_DEFINITIONS, _) => {
                self.definitions.several(&mut self.cursor)?;
                self.depth.enter().map_err(|error| error.at(start))?;
                self.push(stack)?;
                self.depth.leave();
                stack.pop()
            }
            (tag::STRING_NAMESPACE, _) => {
                let around = self.strings.replace(Vec::new());
                self.depth.enter().map_err(|error| error.at(start))?;
                self.push(stack)?;
                self.depth.leave();
                self.strings = around;
                stack.pop()
            }
            (tag::STRING_REFERENCE, UINT) => self.referred_string(first)?,
            _ => None,
        };
        if let Some(value) = value {
            return Ok(value);
        }
        self.cursor.pos = behind;
        self.depth.enter().map_err(|error| error.at(start))?;
        self.push(stack)?;
        self.depth.leave();
        Ok(special(Special::Tag(number, stack.pop().unwrap_or_default())))
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
    fn named_object(&mut self, first: u8, stack: &mut Vec<Value<'de>>) -> Result<Value<'de>> {
        let items = self.items(first, stack)?;
        Ok(match <Box<[Value<'de>; 3]>>::try_from(items).map(|items| *items) {
            Ok([Value::Text(name), Value::Text(source), Value::Text(flags)]) if &*name == "RegExp" => {
                special(Special::Regexp { source, flags })
            }
            Ok(items) => special(Special::Tag(tag::OBJECT, Value::List(Box::new(items)))),
            Err(items) => special(Special::Tag(tag::OBJECT, Value::List(items))),
        })
    }

    /// A record of cbor-x as a map, if its id is known.
    fn record_value(&mut self, start: usize, stack: &mut Vec<Value<'de>>) -> Result<Option<Value<'de>>> {
        self.cursor.pos = start;
        let Some(mut shape) = self.open_record()? else { return Ok(None) };
        self.depth.enter().map_err(|error| error.at(start))?;
        let base = stack.len();
        for _ in 0..shape.count {
            let Some(key) = shape.keys.next() else { return Err(self.more_values()) };
            let key = self.own_key(key);
            stack.push(Value::Text(key));
            self.push(stack)?;
        }
        self.depth.leave();
        unique(stack, base).map(|entries| Some(Value::Map(entries)))
    }

    /// A key as it is kept in a value: borrowed, if it is in the message.
    fn own_key(&self, key: &'s str) -> Text<'de> {
        let input = self.cursor.input;
        let offset = (key.as_ptr() as usize).wrapping_sub(input.as_ptr() as usize);
        match input
            .get(offset..)
            .and_then(|rest| rest.get(..key.len()))
            .and_then(|bytes| crate::text::utf8::validate(bytes).ok())
        {
            Some(found) if found == key => Text::borrowed(found),
            _ => Text::owned(key),
        }
    }

    /// Notes a string that may be referred to, if it is long enough for a reference to be shorter.
    fn note_string(&mut self, bytes: &'de [u8], is_text: bool) {
        if let Some(strings) = &mut self.strings {
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
        let Some(strings) = &self.strings else { return Ok(None) };
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

/// Takes the keys and values above `base` from the stack as the entries of a map without repeated keys.
fn unique<'de>(stack: &mut Vec<Value<'de>>, base: usize) -> Result<Entries<'de>> {
    if stack[base..].iter().step_by(2).all(|key| key.as_str().is_some()) {
        return tree::entries(stack, base, Some(Duplicates::Last), 0);
    }
    let mut entries = tree::entries(stack, base, None, 0)?.into_vec();
    // Keys of any type are the same if they are written the same.
    let mut keys = Vec::with_capacity(entries.len());
    let limits = Limits { max_depth: DEEPEST, ..Limits::default() };
    for (index, (key, _)) in entries.iter().enumerate() {
        let mut bytes = Vec::new();
        super::encode_into(key, &mut bytes, &Options::default(), &limits)?;
        keys.push((bytes, index));
    }
    keys.sort_unstable();
    let mut repeated = vec![false; entries.len()];
    for at in 1..keys.len() {
        if keys[at].0 == keys[at - 1].0 {
            let later = keys[at].1;
            let first = keys[at - 1].1;
            entries[first].1 = core::mem::take(&mut entries[later].1);
            repeated[later] = true;
            keys[at].1 = first;
        }
    }
    let mut at = 0;
    entries.retain(|_| {
        at += 1;
        !repeated[at - 1]
    });
    Ok(entries.into_boxed_slice())
}
