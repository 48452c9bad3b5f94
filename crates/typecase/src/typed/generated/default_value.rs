//! The default of a field as a schema writes it: taken from the Rust value by encoding it.

use crate::error::{Code, Error, Result};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, RecordMeta, UnionMeta};
use crate::typed::{Encode, EncodeAs};
use crate::value::Value;
use crate::wire::Write;
use alloc::string::ToString;

/// The value, if it is a scalar, an enum's or JSON, which is what a schema can have as a default.
pub fn default_value<T: Encode + ?Sized>(value: &T) -> Option<Value<'static>> {
    if value.is_absent() {
        return None;
    }
    let mut writer = OneValue(None);
    value.encode(&mut writer).ok()?;
    writer.0
}

/// [`default_value`] for a field with `ty`.
pub fn default_value_as<S, T: EncodeAs<S>>(value: &T) -> Option<Value<'static>> {
    if value.is_absent_as() {
        return None;
    }
    let mut writer = OneValue(None);
    value.encode_as(&mut writer).ok()?;
    writer.0
}

/// A writer that keeps one scalar.
struct OneValue(Option<Value<'static>>);

impl OneValue {
    fn keep(&mut self, value: Value<'static>) -> Result<()> {
        self.0 = Some(value);
        Ok(())
    }
}

/// What a default cannot hold.
fn refuse() -> Result<()> {
    Err(Error::new(Code::Unsupported, "a default is a scalar, an enum's value or JSON"))
}

impl Write for OneValue {
    fn record(&mut self, _: &RecordMeta<'_>) -> Result<()> {
        refuse()
    }
    fn field(&mut self, _: &RecordMeta<'_>, _: usize) -> Result<()> {
        refuse()
    }
    fn absent(&mut self, _: &RecordMeta<'_>, _: usize) -> Result<()> {
        refuse()
    }
    fn discriminator(&mut self, _: &RecordMeta<'_>, _: usize, _: &EnumValue<'_>) -> Result<()> {
        refuse()
    }
    fn end_record(&mut self, _: &RecordMeta<'_>) -> Result<()> {
        refuse()
    }
    fn list(&mut self, _: Option<usize>) -> Result<()> {
        refuse()
    }
    fn end_list(&mut self) -> Result<()> {
        refuse()
    }
    fn tuple(&mut self, _: usize) -> Result<()> {
        refuse()
    }
    fn end_tuple(&mut self) -> Result<()> {
        refuse()
    }
    fn map(&mut self, _: Option<usize>) -> Result<()> {
        refuse()
    }
    fn key(&mut self, _: &str) -> Result<()> {
        refuse()
    }
    fn end_map(&mut self) -> Result<()> {
        refuse()
    }
    fn case(&mut self, _: &UnionMeta<'_>, _: u32) -> Result<()> {
        refuse()
    }
    fn end_case(&mut self, _: &UnionMeta<'_>) -> Result<()> {
        refuse()
    }
    fn flags(&mut self, _: &FlagsMeta<'_>, _: &[u64]) -> Result<()> {
        refuse()
    }

    fn null(&mut self) -> Result<()> {
        refuse()
    }
    fn bool(&mut self, value: bool) -> Result<()> {
        self.keep(Value::Bool(value))
    }
    fn int(&mut self, value: i64) -> Result<()> {
        self.keep(Value::Int(value))
    }
    fn uint(&mut self, value: u64) -> Result<()> {
        self.keep(Value::uint(value))
    }
    fn number(&mut self, value: f64) -> Result<()> {
        // As a definition's reader takes a number: without a fraction it is an integer.
        let integer = value as i64;
        let whole = integer as f64 == value && integer.unsigned_abs() <= 1 << 53;
        self.keep(if whole { Value::Int(integer) } else { Value::Float(value) })
    }
    fn text(&mut self, value: &str) -> Result<()> {
        self.keep(Value::Text(value.to_string().into()))
    }
    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        self.keep(Value::Bytes(value.into()))
    }
    fn date(&mut self, millis: i64) -> Result<()> {
        self.keep(Value::Date(millis))
    }
    fn bigint(&mut self, digits: &str) -> Result<()> {
        self.keep(Value::BigInt(digits.into()))
    }
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        let value = &meta.values[index as usize];
        match value.number {
            Some(number) => self.number(number),
            None => self.text(value.text),
        }
    }
    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        self.keep(value.clone().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn scalars_can_be_defaults_and_lists_cannot() {
        assert_eq!(default_value(&7u8), Some(Value::Int(7)));
        assert_eq!(default_value(&0.0), Some(Value::Int(0)));
        assert_eq!(default_value(&0.5), Some(Value::Float(0.5)));
        assert_eq!(default_value("x"), Some(Value::text("x")));
        assert_eq!(default_value(&None::<i32>), None);
        assert_eq!(default_value(&vec![1]), None);
    }
}
