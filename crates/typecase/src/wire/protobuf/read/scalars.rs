//! Numbers, strings and bytes in every encoding, at hand or elsewhere.

use super::super::settings::Encoding;
use super::super::varint::{FIXED32, FIXED64, LEN, VARINT, unzigzag};
use super::{EXPECTED_INTEGER, GATHERED, PACKED, ROOT, Reader, UNKNOWN, ZERO};
use crate::error::{Code, Error, Result};

impl<'de> Reader<'de> {
    /// Reads a scalar that is not at hand: the zero, or the last of several.
    #[cold]
    #[inline(never)]
    pub(super) fn elsewhere<T>(
        &mut self,
        zero: T,
        expected: &'static str,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        match self.wire {
            ZERO => Ok(zero),
            GATHERED => {
                let gathered = self.gathered();
                let Some(last) = gathered.occurrences.last() else { return Ok(zero) };
                let end = self.end();
                self.set_end(last.end);
                (self.pos, self.wire) = (last.pos, last.wire);
                let value = read(self)?;
                self.pos = gathered.resume;
                self.set_end(end);
                Ok(value)
            }
            ROOT => {
                // A scalar root is field 1 of the message; the last occurrence counts.
                let mut found = None;
                while self.pos < self.end() {
                    let (number, wire) = self.tag()?;
                    if number == 1 {
                        found = Some((self.pos, wire));
                    }
                    self.skip_value(number, wire)?;
                }
                let Some((pos, wire)) = found else {
                    self.wire = ZERO;
                    return Ok(zero);
                };
                (self.pos, self.wire) = (pos, wire);
                let value = read(self)?;
                self.pos = self.end();
                Ok(value)
            }
            _ => self.mismatch(expected),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn integer_elsewhere(&mut self) -> Result<i64> {
        if self.wire == UNKNOWN { Ok(self.rare().unknown) } else { self.elsewhere(0, EXPECTED_INTEGER, Self::integer) }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn double_elsewhere(&mut self) -> Result<f64> {
        if self.wire == UNKNOWN {
            Ok(self.rare().unknown as f64)
        } else {
            self.elsewhere(0.0, "expected a double", Self::double)
        }
    }

    #[inline(always)]
    pub(super) fn integer(&mut self) -> Result<i64> {
        let expected = match self.encoding {
            Encoding::Fixed32 | Encoding::Sfixed32 | Encoding::Float => FIXED32,
            Encoding::Fixed64 | Encoding::Sfixed64 | Encoding::Double => FIXED64,
            _ => VARINT,
        };
        if self.wire != expected && self.wire != PACKED {
            return self.integer_elsewhere();
        }
        Ok(match self.encoding {
            Encoding::Int32 | Encoding::Enum => i64::from(self.varint()? as i32),
            Encoding::Uint32 => i64::from(self.varint()? as u32),
            Encoding::Sint32 => i64::from(unzigzag(u64::from(self.varint()? as u32)) as i32),
            Encoding::Sint64 => unzigzag(self.varint()?),
            Encoding::Bool => i64::from(self.varint()? != 0),
            Encoding::Fixed32 => u32::from_le_bytes(self.fixed()?).into(),
            Encoding::Sfixed32 => i32::from_le_bytes(self.fixed()?).into(),
            Encoding::Fixed64 | Encoding::Sfixed64 => i64::from_le_bytes(self.fixed()?),
            Encoding::Double | Encoding::Float => {
                let start = self.pos;
                let value = self.double()?;
                if value as i64 as f64 != value {
                    self.pos = start;
                    return self.mismatch(EXPECTED_INTEGER);
                }
                value as i64
            }
            _ => self.varint()? as i64,
        })
    }

    #[inline(always)]
    pub(super) fn double(&mut self) -> Result<f64> {
        match self.encoding {
            Encoding::Default | Encoding::Double => {
                if self.wire != FIXED64 && self.wire != PACKED {
                    return self.double_elsewhere();
                }
                Ok(f64::from_le_bytes(self.fixed()?))
            }
            Encoding::Float => {
                if self.wire != FIXED32 && self.wire != PACKED {
                    return self.elsewhere(0.0, "expected a float", Self::double);
                }
                Ok(f32::from_le_bytes(self.fixed()?).into())
            }
            Encoding::Uint64 | Encoding::Fixed64 => self.integer().map(|value| value as u64 as f64),
            _ => self.integer().map(|value| value as f64),
        }
    }

    pub(super) fn single(&mut self) -> Result<f32> {
        if self.wire != FIXED32 && self.wire != PACKED {
            return self.elsewhere(0.0, "expected a float", Self::single);
        }
        Ok(f32::from_le_bytes(self.fixed()?))
    }

    #[inline(always)]
    pub(super) fn octets(&mut self) -> Result<&'de [u8]> {
        if self.wire != LEN {
            return self.elsewhere(&[][..], "expected a string or bytes", Self::octets);
        }
        self.slice()
    }

    #[inline(always)]
    pub(super) fn string(&mut self) -> Result<&'de str> {
        let bytes = self.octets()?;
        match crate::text::utf8::validate(bytes) {
            Ok(text) => Ok(text),
            Err(valid) => {
                let start = bytes.as_ptr() as usize - self.input.as_ptr() as usize;
                Err(not_utf8(start + valid))
            }
        }
    }
}

#[cold]
#[inline(never)]
fn not_utf8(offset: usize) -> Error {
    Error::new(Code::Utf8, "the string is not UTF-8").at(offset)
}
