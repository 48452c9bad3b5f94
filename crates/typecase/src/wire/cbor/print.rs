//! Writes a [`Value`] without a schema as CBOR.

use super::form::Form;
use super::heads::{self, ARRAY, MAP, NULL, SIMPLE, SIMPLE_BYTE, TAG, UNDEFINED, tag};
use super::write::Writer;
use crate::error::{Code, Error, Result};
use crate::value::{Special, TypedArray, Value};
use crate::wire::Write;
use alloc::vec::Vec;

/// The CBOR tag of each typed array of JavaScript (RFC 8746, section 2.1; all little-endian).
pub(super) const TYPED: [(u64, TypedArray); 11] = [
    (tag::UINT8_ARRAY, TypedArray::Uint8),
    (68, TypedArray::Uint8Clamped),
    (69, TypedArray::Uint16),
    (70, TypedArray::Uint32),
    (71, TypedArray::BigUint64),
    (72, TypedArray::Int8),
    (77, TypedArray::Int16),
    (78, TypedArray::Int32),
    (79, TypedArray::BigInt64),
    (85, TypedArray::Float32),
    (86, TypedArray::Float64),
];

impl<F: Form> Writer<'_, F> {
    /// A value without a schema.
    pub(super) fn value(&mut self, value: &Value<'_>) -> Result<()> {
        match value {
            Value::Null => self.out.byte(NULL),
            Value::Bool(value) => self.bool(*value)?,
            Value::Int(value) => self.int(*value)?,
            Value::Uint(value) => self.uint(*value)?,
            // What has been read as a float goes back as one; JavaScript does not tell.
            Value::Float(value) if self.form.cbor_x() => self.number(*value)?,
            Value::Float(value) => self.float(*value),
            Value::BigInt(digits) => self.big_integer(digits)?,
            Value::Text(text) => heads::text(&mut self.out, text),
            Value::Bytes(bytes) => heads::bytes(&mut self.out, bytes),
            Value::Date(millis) => self.date(*millis)?,
            Value::List(items) => self.items(items)?,
            Value::Map(entries) if (self.form.cbor_x() || self.has_ids()) && is_object(entries) => {
                self.object(entries)?
            }
            Value::Map(entries) => self.entries(entries, self.form.cbor_x() && !self.has_ids())?,
            Value::Record(_) | Value::Case(_) => {
                return Err(Error::new(Code::Unsupported, "a record can be written only with its schema"));
            }
            Value::Special(special) => self.special(special)?,
        }
        Ok(())
    }

    fn items(&mut self, items: &[Value<'_>]) -> Result<()> {
        self.depth.enter()?;
        heads::head(&mut self.out, ARRAY, items.len() as u64);
        for (index, item) in items.iter().enumerate() {
            self.value(item).map_err(|error| error.in_item(index))?;
        }
        self.depth.leave();
        Ok(())
    }

    /// A map whose keys are strings, in the order of a JavaScript object: integers come first.
    fn object(&mut self, entries: &[(Value<'_>, Value<'_>)]) -> Result<()> {
        self.depth.enter()?;
        let key = |entry: &'_ (Value<'_>, Value<'_>)| integer_key(entry.0.as_str().unwrap_or_default());
        if entries.iter().any(|entry| key(entry).is_some()) {
            let mut order: Vec<&(Value<'_>, Value<'_>)> = entries.iter().collect();
            order.sort_by_key(|entry| key(entry).map_or(u64::MAX, u64::from));
            self.object_entries(order.into_iter())?;
        } else {
            self.object_entries(entries.iter())?;
        }
        self.depth.leave();
        Ok(())
    }

    fn object_entries<'v>(
        &mut self,
        entries: impl ExactSizeIterator<Item = &'v (Value<'v>, Value<'v>)> + Clone,
    ) -> Result<()> {
        let count = entries.len();
        self.keyed(entries.clone().filter_map(|(key, _)| key.as_str()), count);
        for (key, value) in entries {
            let key = key.as_str().unwrap_or_default();
            if !self.has_ids() {
                heads::text(&mut self.out, key);
            }
            self.value(value).map_err(|error| error.in_field(key))?;
        }
        Ok(())
    }

    /// A map with keys of any type, behind the tag that says that it is no object if `tagged`.
    fn entries(&mut self, entries: &[(Value<'_>, Value<'_>)], tagged: bool) -> Result<()> {
        self.depth.enter()?;
        if tagged {
            heads::head(&mut self.out, TAG, tag::MAP);
        }
        heads::head(&mut self.out, MAP, entries.len() as u64);
        for (index, (key, value)) in entries.iter().enumerate() {
            self.value(key).map_err(|error| error.in_item(index))?;
            self.value(value).map_err(|error| match key.as_str() {
                Some(key) => error.in_field(key),
                None => error.in_item(index),
            })?;
        }
        self.depth.leave();
        Ok(())
    }

    fn special(&mut self, special: &Special<'_>) -> Result<()> {
        match special {
            Special::Undefined => self.out.byte(UNDEFINED),
            Special::InvalidDate => {
                heads::head(&mut self.out, TAG, tag::EPOCH);
                self.float(f64::NAN);
            }
            Special::Map(entries) => self.entries(entries, !self.has_ids())?,
            Special::Set(items) => {
                heads::head(&mut self.out, TAG, tag::SET);
                self.items(items)?;
            }
            Special::Typed(ty, bytes) => {
                if let Some((tag, _)) = TYPED.iter().find(|(_, typed)| typed == ty) {
                    heads::head(&mut self.out, TAG, *tag);
                }
                heads::bytes(&mut self.out, bytes);
            }
            Special::Regexp { source, flags } => {
                // As deep as the tag and the list are without a type of their own.
                self.depth.enter()?;
                self.depth.enter()?;
                heads::head(&mut self.out, TAG, tag::OBJECT);
                heads::head(&mut self.out, ARRAY, 3);
                for text in ["RegExp", source, flags] {
                    heads::text(&mut self.out, text);
                }
                self.depth.leave();
                self.depth.leave();
            }
            Special::Tag(tag::RECORD_DEFINITIONS..=tag::LAST_RECORD, _) if self.has_ids() => {
                return Err(Error::new(Code::Unsupported, "the tag is one of those that records have"));
            }
            Special::Tag(number, value) => {
                self.depth.enter()?;
                heads::head(&mut self.out, TAG, *number);
                match (*number, value) {
                    // The number of a value that is repeated has two bytes in cbor-x.
                    (tag::SHARED_REFERENCE, Value::Int(id @ 0..=0xffff)) if self.form.cbor_x() => {
                        self.out.byte_and_array(heads::UINT | 25, (*id as u16).to_be_bytes());
                    }
                    _ => self.value(value)?,
                }
                self.depth.leave();
            }
            Special::Simple(number @ (0..=19)) => self.out.byte(SIMPLE | number),
            Special::Simple(number @ (32..)) => self.out.byte_and_array(SIMPLE_BYTE, [*number]),
            Special::Int64(value) => self.int(*value)?,
            _ => return Err(Error::new(Code::Unsupported, "CBOR has no such type")),
        }
        Ok(())
    }
}

/// Whether all keys are strings.
pub(super) fn is_object(entries: &[(Value<'_>, Value<'_>)]) -> bool {
    entries.iter().all(|(key, _)| key.as_str().is_some())
}

/// The number of a key that JavaScript takes for an index, and puts before all others.
fn integer_key(key: &str) -> Option<u32> {
    let canonical = key == "0" || key.starts_with(|first: char| ('1'..='9').contains(&first));
    if !canonical || key.len() > 10 || !key.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    key.parse().ok().filter(|number| *number < u32::MAX)
}
