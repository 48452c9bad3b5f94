//! Writes a [`Value`] without a schema.

use super::element::{
    ARRAY, CODE, DATE, DB_POINTER, DECIMAL128, DOCUMENT, DOUBLE, INT32, INT64, MAX_KEY, MIN_KEY, OBJECT_ID, REGEXP,
    STRING, SYMBOL, TIMESTAMP, UNDEFINED, zero,
};
use super::write::{Writer, above_int64};
use super::{Style, decimal128};
use crate::error::{Code, Error, Result};
use crate::value::{Special, TypedArray, Value};
use crate::wire::Write;
use alloc::string::ToString;

impl Writer<'_> {
    /// Writes one value, as a message of its own or as a part of one. Recursion is bounded by the depth limit.
    pub(super) fn tree(&mut self, value: &Value<'_>) -> Result<()> {
        let javascript = self.style == Style::JavaScript;
        match value {
            Value::Null => self.null(),
            Value::Bool(value) => self.bool(*value),
            Value::Int(value) => match i32::try_from(*value) {
                Ok(value) => self.put(INT32, value.to_le_bytes()),
                Err(_) if javascript => self.put(DOUBLE, (*value as f64).to_le_bytes()),
                Err(_) => self.put(INT64, value.to_le_bytes()),
            },
            Value::Uint(value) if javascript => self.put(DOUBLE, (*value as f64).to_le_bytes()),
            Value::Uint(_) => Err(above_int64()),
            Value::Float(value) => {
                let whole = *value as i32;
                if javascript && f64::from(whole) == *value && (whole != 0 || value.is_sign_positive()) {
                    return self.put(INT32, whole.to_le_bytes());
                }
                self.put(DOUBLE, value.to_le_bytes())
            }
            Value::BigInt(digits) => match (digits.parse::<i64>(), decimal128::parse(digits)) {
                (Ok(value), _) => self.put(INT64, value.to_le_bytes()),
                (Err(_), Some(decimal)) if !javascript => self.put(DECIMAL128, decimal),
                _ => Err(Error::new(Code::Unsupported, "BSON has no integers of this size")),
            },
            Value::Text(text) => self.put_string(STRING, text),
            Value::Bytes(bytes) => self.put_binary(0, bytes),
            Value::Date(millis) => self.put(DATE, millis.to_le_bytes()),
            Value::List(items) => self.list_tree(items),
            Value::Map(entries) => self.map_tree(entries),
            Value::Record(_) | Value::Case(_) => {
                Err(Error::new(Code::Unsupported, "a record can be written only with its schema"))
            }
            Value::Special(special) => self.special(special),
        }
    }

    fn list_tree(&mut self, items: &[Value<'_>]) -> Result<()> {
        if self.is_root() {
            return Err(Error::new(Code::Unsupported, "without a schema a BSON message is a map"));
        }
        self.open(ARRAY)?;
        for (index, item) in items.iter().enumerate() {
            self.tree(item).map_err(|error| error.in_item(index))?;
        }
        self.close()
    }

    fn map_tree(&mut self, entries: &[(Value<'_>, Value<'_>)]) -> Result<()> {
        let javascript = self.style == Style::JavaScript;
        self.open(DOCUMENT)?;
        for (key, value) in entries {
            let text;
            let key = match key {
                Value::Text(key) => key.as_str(),
                Value::Int(key) if javascript => {
                    text = key.to_string();
                    &text
                }
                _ => return Err(Error::new(Code::Unsupported, "BSON has only strings as keys")),
            };
            if javascript && is_undefined(value) {
                continue;
            }
            self.key(key).and_then(|()| self.tree(value)).map_err(|error| error.in_field(key))?;
        }
        self.close()
    }

    fn special(&mut self, special: &Special<'_>) -> Result<()> {
        match special {
            Special::Int64(value) => self.put(INT64, value.to_le_bytes()),
            Special::ObjectId(id) => self.put(OBJECT_ID, *id),
            Special::Decimal128(decimal) => self.put(DECIMAL128, *decimal),
            Special::Binary(subtype, bytes) => self.put_binary(*subtype, bytes),
            Special::Timestamp(value) => self.put(TIMESTAMP, value.to_le_bytes()),
            Special::Regexp { source, flags } => self.regexp(source, flags),
            Special::Code(code, None) => self.put_string(CODE, code),
            Special::Code(code, Some(scope @ Value::Map(_))) => self.code_with_scope(code, scope),
            Special::Code(_, Some(_)) => Err(Error::new(Code::Unsupported, "the scope of code is a map")),
            Special::Symbol(text) => self.put_string(SYMBOL, text),
            Special::DbPointer(name, id) => {
                self.put_string(DB_POINTER, name)?;
                self.out.extend_from_slice(id);
                Ok(())
            }
            Special::MinKey => self.put(MIN_KEY, []),
            Special::MaxKey => self.put(MAX_KEY, []),
            Special::Undefined if self.style == Style::Exact => self.put(UNDEFINED, []),
            special if self.style == Style::JavaScript => self.of_javascript(special),
            _ => Err(Error::new(Code::Unsupported, "BSON has no such type")),
        }
    }

    /// What the JavaScript library makes of types that BSON has not.
    fn of_javascript(&mut self, special: &Special<'_>) -> Result<()> {
        match special {
            Special::Undefined => self.null(),
            Special::InvalidDate => self.put(DATE, [0; 8]),
            Special::Map(entries) => self.map_tree(entries),
            Special::Typed(TypedArray::Uint8, bytes) => self.put_binary(0, bytes),
            // An object without fields of its own.
            Special::Set(_) | Special::Typed(TypedArray::ArrayBuffer | TypedArray::DataView, _) => self.map_tree(&[]),
            Special::Typed(ty, bytes) => self.typed_array(*ty, bytes),
            _ => Err(Error::new(Code::Unsupported, "BSON has no such type")),
        }
    }

    /// A document with the indexes as keys.
    fn typed_array(&mut self, ty: TypedArray, bytes: &[u8]) -> Result<()> {
        self.open(DOCUMENT)?;
        for (index, element) in bytes.chunks_exact(ty.width()).enumerate() {
            self.head(&index.to_string());
            // In eight bytes, with copies of the sign.
            let signed = matches!(ty, TypedArray::Int8 | TypedArray::Int16 | TypedArray::Int32);
            let sign = signed && element.last().is_some_and(|byte| *byte >= 0x80);
            let mut wide = [if sign { 0xff } else { 0 }; 8];
            wide[..element.len()].copy_from_slice(element);
            let whole = i64::from_le_bytes(wide);
            match ty {
                TypedArray::Float32 => self.tree(&Value::Float(f32::from_bits(whole as u32).into()))?,
                TypedArray::Float64 => self.tree(&Value::Float(f64::from_le_bytes(wide)))?,
                TypedArray::BigInt64 | TypedArray::BigUint64 => self.put(INT64, wide)?,
                _ => self.tree(&Value::Int(whole))?,
            }
        }
        self.close()
    }

    fn regexp(&mut self, source: &str, flags: &str) -> Result<()> {
        if zero(source.as_bytes(), 0).or(zero(flags.as_bytes(), 0)).is_some() {
            return Err(Error::new(Code::Unsupported, "BSON has no regular expressions with a zero byte"));
        }
        self.put(REGEXP, [])?;
        self.out.extend_from_slice(source.as_bytes());
        self.out.push(0);
        if self.style == Style::JavaScript {
            // In this order, with an s for g; other flags are lost.
            let known = [('i', b'i'), ('g', b's'), ('m', b'm')];
            self.out.extend(known.into_iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, letter)| letter));
        } else {
            self.out.extend_from_slice(flags.as_bytes());
        }
        self.out.push(0);
        Ok(())
    }
}

/// Whether the JavaScript library leaves a value out of a document.
fn is_undefined(value: &Value<'_>) -> bool {
    matches!(value, Value::Special(special) if matches!(**special, Special::Undefined))
}
