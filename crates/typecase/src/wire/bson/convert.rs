//! Values that are of another type than the schema's would be written as, and stand for the same.

use super::element::{BINARY, DECIMAL128, DOUBLE, INT32, INT64, OBJECT_ID, SYMBOL, TIMESTAMP, UUID};
use super::read::Reader;
use super::{decimal128, identifier};
use crate::error::{Code, Error, Result};
use crate::wire::TextRef;

impl<'de> Reader<'de> {
    /// An integer that is not an int32 or an int64.
    #[cold]
    #[inline(never)]
    pub(super) fn other_integer(&mut self, expected: &'static str) -> Result<i128> {
        let start = self.pos;
        let value = match self.ty {
            INT32 => Some(i32::from_le_bytes(self.take()?).into()),
            INT64 => Some(i64::from_le_bytes(self.take()?).into()),
            TIMESTAMP => Some(u64::from_le_bytes(self.take()?).into()),
            DOUBLE => {
                let value = f64::from_le_bytes(self.take()?);
                // Beyond 2^64 it fits no integer of the schema anyway.
                Some(value as i128).filter(|whole| *whole as f64 == value)
            }
            DECIMAL128 => decimal128::to_integer(self.take()?).and_then(|digits| digits.parse().ok()),
            _ => None,
        };
        value.ok_or_else(|| Error::new(Code::Type, expected).at(start))
    }

    /// A number that is not a double or an int32.
    #[cold]
    #[inline(never)]
    pub(super) fn other_number(&mut self) -> Result<f64> {
        let start = self.pos;
        let value = match self.ty {
            INT64 => {
                let value = i64::from_le_bytes(self.take()?);
                Some(value as f64).filter(|double| *double as i128 == i128::from(value))
            }
            DECIMAL128 => decimal128::to_double(self.take()?),
            _ => return self.mismatch("expected a number"),
        };
        value.ok_or_else(|| Error::new(Code::Type, "a double cannot hold the number").at(start))
    }

    /// Text that is not a string.
    #[cold]
    #[inline(never)]
    pub(super) fn other_text<'s>(&'s mut self) -> Result<TextRef<'de, 's>> {
        let start = self.pos;
        self.scratch.clear();
        match self.ty {
            SYMBOL => return self.string().map(TextRef::Borrowed),
            OBJECT_ID => {
                let id = self.take::<12>()?;
                identifier::print_hex(&mut self.scratch, &id);
            }
            DECIMAL128 => {
                let decimal = self.take()?;
                decimal128::print(&mut self.scratch, decimal);
            }
            BINARY => match self.binary()? {
                (UUID, bytes) if bytes.len() == 16 => {
                    let mut uuid = [0; 16];
                    uuid.copy_from_slice(bytes);
                    identifier::print_uuid(&mut self.scratch, &uuid);
                }
                _ => return Err(Error::new(Code::Type, "expected a string").at(start)),
            },
            _ => return self.mismatch("expected a string"),
        }
        Ok(TextRef::Scratch(&self.scratch))
    }
}
