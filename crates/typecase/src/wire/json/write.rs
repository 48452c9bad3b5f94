//! Writes the events of a message as JSON text.
//!
//! Every value is followed by a comma at once, and a closing bracket takes the place of the last
//! comma: so no state says whether a value is the first.

use super::Options;
use crate::error::{Code, Error, Result};
use crate::limits::{Depth, Limits};
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::text::{print, spare};
use crate::value::Value;
use crate::wire::{Sink, Write};
use alloc::vec::Vec;

/// Writes the events of messages as JSON text behind what is in the buffer.
pub struct Writer<'o> {
    out: &'o mut Vec<u8>,
    depth: Depth,
    nulls: bool,
}

impl<'o> Writer<'o> {
    /// Writes behind what `out` holds.
    #[inline]
    pub fn new(out: &'o mut Vec<u8>, options: &Options, limits: &Limits) -> Writer<'o> {
        Writer { out, depth: limits.depth(), nulls: options.nulls }
    }

    /// Ends the message; after an error the buffer ends at `start` again.
    #[inline]
    pub(crate) fn end(self, start: usize, result: Result<()>) -> Result<()> {
        match result {
            Ok(()) => {
                self.out.pop();
                Ok(())
            }
            Err(error) => {
                self.out.truncate(start);
                Err(error)
            }
        }
    }

    #[inline(always)]
    fn open(&mut self, bracket: u8) -> Result<()> {
        self.depth.enter()?;
        self.out.push(bracket);
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self, bracket: u8) -> Result<()> {
        self.depth.leave();
        print::close(self.out, bracket);
        Ok(())
    }
}

impl Write for Writer<'_> {
    #[inline(always)]
    fn record(&mut self, _meta: &RecordMeta<'_>, _presence: Presence) -> Result<()> {
        self.open(b'{')
    }

    #[inline(always)]
    fn field(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        self.out.extend_from_slice(&meta.fields[index].key.as_bytes()[1..]);
        Ok(())
    }

    #[inline(always)]
    fn absent(&mut self, meta: &RecordMeta<'_>, index: usize) -> Result<()> {
        let field = &meta.fields[index];
        // Where null is a value, or an error, it does not stand for a missing one.
        if (field.write_null || self.nulls) && !field.null_is_value {
            self.field(meta, index)?;
            self.null()?;
        }
        Ok(())
    }

    fn discriminator(&mut self, meta: &RecordMeta<'_>, index: usize, value: &EnumValue<'_>) -> Result<()> {
        self.field(meta, index)?;
        spare::bytes_then(self.out, value.json.as_bytes(), b',');
        Ok(())
    }

    #[inline(always)]
    fn end_record(&mut self, _meta: &RecordMeta<'_>) -> Result<()> {
        self.close(b'}')
    }

    #[inline(always)]
    fn list(&mut self, _length: Option<usize>) -> Result<()> {
        self.open(b'[')
    }

    #[inline(always)]
    fn end_list(&mut self) -> Result<()> {
        self.close(b']')
    }

    fn tuple(&mut self, _length: usize) -> Result<()> {
        self.open(b'[')
    }

    fn end_tuple(&mut self) -> Result<()> {
        self.close(b']')
    }

    fn map(&mut self, _length: Option<usize>) -> Result<()> {
        self.open(b'{')
    }

    fn key(&mut self, key: &str) -> Result<()> {
        print::string(self.out, key, b':');
        Ok(())
    }

    fn end_map(&mut self) -> Result<()> {
        self.close(b'}')
    }

    fn case(&mut self, meta: &UnionMeta<'_>, _tag: u32) -> Result<()> {
        if meta.discriminator.is_none() {
            self.depth.enter()?;
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
        self.out.extend_from_slice(b"null,");
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<()> {
        self.out.extend_from_slice(if value { b"true," } else { b"false," });
        Ok(())
    }

    #[inline(always)]
    fn int(&mut self, value: i64) -> Result<()> {
        print::int(self.out, value);
        Ok(())
    }

    #[inline(always)]
    fn uint(&mut self, value: u64) -> Result<()> {
        print::uint(self.out, value);
        Ok(())
    }

    #[inline(always)]
    fn number(&mut self, value: f64) -> Result<()> {
        if !value.is_finite() {
            return Err(not_finite());
        }
        print::double(self.out, value);
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, value: &str) -> Result<()> {
        print::string(self.out, value, b',');
        Ok(())
    }

    fn bytes(&mut self, value: &[u8]) -> Result<()> {
        print::base64(self.out, value);
        Ok(())
    }

    fn date(&mut self, millis: i64) -> Result<()> {
        if !crate::text::date::in_range(millis) {
            return Err(Error::new(Code::Type, "the date is out of range"));
        }
        print::date(self.out, millis);
        Ok(())
    }

    fn bigint(&mut self, digits: &str) -> Result<()> {
        print::string(self.out, digits, b',');
        Ok(())
    }

    #[inline(always)]
    fn enumeration(&mut self, meta: &EnumMeta<'_>, index: u32) -> Result<()> {
        match meta.values.get(index as usize) {
            Some(value) => spare::bytes_then(self.out, value.json.as_bytes(), b','),
            None => return Err(Error::new(Code::Enum, "the value is not one of the enum's")),
        }
        Ok(())
    }

    fn flags(&mut self, meta: &FlagsMeta<'_>, words: &[u64]) -> Result<()> {
        self.open(b'{')?;
        for (index, key) in meta.keys.iter().enumerate() {
            self.out.extend_from_slice(&key.as_bytes()[1..]);
            let set = words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0);
            self.bool(set)?;
        }
        self.close(b'}')
    }

    fn json(&mut self, value: &Value<'_>) -> Result<()> {
        super::tree::print(self.out, value, &mut self.depth)
    }
}

impl<'de> Sink<'de> for Writer<'_> {
    type Mark = (usize, Depth);

    fn mark(&self) -> (usize, Depth) {
        (self.out.len(), self.depth)
    }

    fn rollback(&mut self, mark: (usize, Depth)) {
        self.out.truncate(mark.0);
        self.depth = mark.1;
    }
}

#[cold]
#[inline(never)]
pub(crate) fn not_finite() -> Error {
    Error::new(Code::Unsupported, "JSON has no NaN and no infinities")
}
