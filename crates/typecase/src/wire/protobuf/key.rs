//! The keys of maps, which are strings in the schema and may be numbers on the wire.

use super::settings::Encoding;
use super::varint::{self, FIXED32, FIXED64, LEN, VARINT, tag};
use crate::error::{Code, Error, Result};
use crate::wire::buffer::Buffer;

/// Writes a key as field 1 of its entry.
pub(super) fn write(out: &mut Buffer<'_>, key: &str, encoding: Encoding) -> Result<()> {
    if matches!(encoding, Encoding::String | Encoding::Default | Encoding::Bytes | Encoding::Message) {
        varint::tag_bytes(out, tag(1, LEN), key.as_bytes());
        return Ok(());
    }
    let value = parse(key).ok_or_else(|| Error::new(Code::Type, "the key is not a number of its type"))?;
    match encoding {
        Encoding::Sint32 | Encoding::Sint64 => varint::tag_varint(out, tag(1, VARINT), varint::zigzag(value)),
        Encoding::Fixed32 | Encoding::Sfixed32 => varint::tag_fixed(out, tag(1, FIXED32), (value as u32).to_le_bytes()),
        Encoding::Fixed64 | Encoding::Sfixed64 => varint::tag_fixed(out, tag(1, FIXED64), value.to_le_bytes()),
        _ => varint::tag_varint(out, tag(1, VARINT), value as u64),
    }
    Ok(())
}

/// The bits of an integer of 64 bits, signed or not, or of a boolean.
fn parse(key: &str) -> Option<i64> {
    match key {
        "true" => Some(1),
        "false" => Some(0),
        _ => key.parse().ok().or_else(|| key.parse::<u64>().ok().map(|value| value as i64)),
    }
}
