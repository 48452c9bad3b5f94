//! [`Zero`]: the reader of a value that the wire leaves out because it is the zero of its type.

use super::{Read, TextRef, ValueKind};
use crate::error::{Code, Error, Result};
use crate::meta::{EnumMeta, FlagsMeta, RecordMeta, UnionMeta};
use crate::value::Value;
use alloc::borrow::Cow;

/// Gives the zero of every type: 0, false, the empty string, list or map, and the first value of an enum.
/// Records, tuples and unions have none.
pub struct Zero;

/// What has no zero.
#[cold]
fn none<T>() -> Result<T> {
    Err(Error::new(Code::Required, "the type has no zero"))
}

impl<'de> Read<'de> for Zero {
    type Record = ();
    type List = ();
    type Map = ();
    type Mark = ();
    const CARRIES_DISCRIMINATOR: bool = false;
    const ORDERED: bool = true;

    fn record(&mut self, _: &RecordMeta<'_>) -> Result<()> {
        none()
    }
    fn field_is(&mut self, (): &mut (), _: &RecordMeta<'_>, _: usize) -> Result<bool> {
        none()
    }
    fn next_field(&mut self, (): &mut (), _: &RecordMeta<'_>) -> Result<Option<usize>> {
        none()
    }
    fn end_record(&mut self, (): &mut (), _: &RecordMeta<'_>) -> Result<bool> {
        none()
    }
    fn duplicate(&mut self, (): &mut (), _: &RecordMeta<'_>, _: usize) -> Result<bool> {
        none()
    }
    fn list(&mut self) -> Result<()> {
        Ok(())
    }
    fn tuple(&mut self, _: usize) -> Result<()> {
        none()
    }
    fn item(&mut self, (): &mut ()) -> Result<bool> {
        Ok(false)
    }
    fn map(&mut self) -> Result<()> {
        Ok(())
    }
    fn key<'s>(&'s mut self, (): &mut ()) -> Result<Option<TextRef<'de, 's>>> {
        Ok(None)
    }
    fn case(&mut self, _: &UnionMeta<'_>) -> Result<u32> {
        none()
    }
    fn plain_case(&mut self, _: &UnionMeta<'_>) -> Result<Option<u32>> {
        none()
    }
    fn end_case(&mut self, _: &UnionMeta<'_>) -> Result<()> {
        none()
    }
    fn null(&mut self) -> Result<bool> {
        Ok(true)
    }
    fn kind(&mut self) -> Result<ValueKind> {
        Ok(ValueKind::Other)
    }
    fn bool(&mut self) -> Result<bool> {
        Ok(false)
    }
    fn int(&mut self) -> Result<i64> {
        Ok(0)
    }
    fn uint(&mut self) -> Result<u64> {
        Ok(0)
    }
    fn number(&mut self) -> Result<f64> {
        Ok(0.0)
    }
    fn text<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        Ok(TextRef::Borrowed(""))
    }
    fn bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        Ok(Cow::Borrowed(&[]))
    }
    fn date(&mut self) -> Result<i64> {
        Ok(0)
    }
    fn bigint(&mut self) -> Result<Cow<'de, str>> {
        Ok(Cow::Borrowed("0"))
    }
    fn enumeration(&mut self, _: &EnumMeta<'_>) -> Result<Option<u32>> {
        Ok(Some(0))
    }
    fn flags(&mut self, _: &FlagsMeta<'_>, _: &mut [u64]) -> Result<()> {
        Ok(())
    }
    fn json(&mut self) -> Result<Value<'de>> {
        Ok(Value::Null)
    }
    fn skip(&mut self) -> Result<()> {
        Ok(())
    }
    fn set_strict(&mut self, strict: bool) -> bool {
        strict
    }
    fn mark(&self) {}
    fn seek(&mut self, (): ()) {}
    fn retry(&mut self, (): ()) -> Result<()> {
        Ok(())
    }
    fn offset(&self) -> usize {
        0
    }
}
