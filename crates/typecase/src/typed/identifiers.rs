//! `Uuid` of the crate `uuid` as a string with hyphens.

#![cfg(feature = "uuid")]

use super::scalar::scalar_type;
use super::{Decode, Definer, Encode, Shape, Type};
use crate::error::{Code, Error, Result};
use crate::schema::model::{Scalar, Slot};
use crate::wire::{Read, ValueKind, Write};
use uuid::Uuid;

scalar_type! { String, [ValueKind::Text] => Uuid; }

impl Encode for Uuid {
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.text(self.hyphenated().encode_lower(&mut Uuid::encode_buffer()))
    }
}

/// Takes every spelling that `uuid` parses.
impl<'de> Decode<'de> for Uuid {
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let offset = reader.offset();
        Uuid::try_parse(reader.text()?.as_str()).map_err(|_| Error::new(Code::Type, "expected a UUID").at(offset))
    }
}
