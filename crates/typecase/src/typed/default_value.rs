//! The default of a field as a schema writes it: taken from the Rust value by encoding it.

use crate::error::{Code, Error, Result};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::typed::Encode;
use crate::value::Value;
use crate::wire::Write;
use alloc::string::ToString;

/// The value of a scalar type.
pub(super) fn of<T: Encode + ?Sized>(value: &T) -> Option<Value<'static>> {
    if value.is_absent() {
        return None;
    }
    sent(|writer| value.encode(writer))
}

/// The one scalar that `send` sends.
pub(super) fn sent(send: impl FnOnce(&mut OneValue) -> Result<()>) -> Option<Value<'static>> {
    let mut writer = OneValue(None);
    send(&mut writer).ok()?;
    writer.0
}

/// A writer that keeps one scalar.
pub(super) struct OneValue(Option<Value<'static>>);

impl OneValue {
    fn keep(&mut self, value: Value<'static>) -> Result<()> {
        self.0 = Some(value);
        Ok(())
    }
}

/// What is no scalar.
fn refuse() -> Result<()> {
    Err(Error::new(Code::Unsupported, "not a scalar"))
}

impl Write for OneValue {
    fn record(&mut self, _: &RecordMeta<'_>, _: Presence) -> Result<()> {
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
        self.keep(Value::Float(value))
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
    fn enumeration(&mut self, _: &EnumMeta<'_>, _: u32) -> Result<()> {
        refuse()
    }
    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        self.keep(value.clone().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use crate::typed::Type;
    use crate::value::Value;
    use alloc::boxed::Box;
    use alloc::vec;

    #[test]
    fn scalars_can_be_defaults_and_lists_cannot() {
        assert_eq!(7u8.default_value(), Some(Value::Int(7)));
        assert_eq!((-0.0).default_value(), Some(Value::Float(-0.0)));
        assert_eq!(0.5.default_value(), Some(Value::Float(0.5)));
        assert_eq!("x".default_value(), Some(Value::text("x")));
        assert_eq!(Some(Box::new(true)).default_value(), Some(Value::Bool(true)));
        assert_eq!(None::<i32>.default_value(), None);
        assert_eq!(vec![1].default_value(), None);
        assert_eq!((1, 2).default_value(), None);
    }
}
