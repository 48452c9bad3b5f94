//! The list of wires: the one line that a new wire adds outside its folder.

use core::fmt;
use core::str::FromStr;

/// A wire by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wire {
    /// JSON objects.
    Json,
    /// Positional JSON arrays.
    Positional,
    /// Protocol Buffers.
    Protobuf,
    /// Avro's binary encoding.
    Avro,
    /// MessagePack maps, arrays or records.
    Msgpack,
    /// BSON.
    Bson,
    /// CBOR.
    Cbor,
    /// The columnar document.
    Columnar,
    /// Values, bits and text in a run each.
    Packed,
}

impl Wire {
    /// Every wire, with its name and what it is in a few words.
    pub const ALL: [(Wire, &'static str, &'static str); 9] = [
        (Wire::Json, "json", "JSON objects; the keys travel"),
        (Wire::Positional, "positional", "JSON arrays; the schema holds the keys"),
        (Wire::Protobuf, "protobuf", "Protocol Buffers; fields have numbers"),
        (Wire::Avro, "avro", "Avro's binary encoding"),
        (Wire::Msgpack, "msgpack", "MessagePack; maps, arrays, or records as the JavaScript library msgpackr has them"),
        (Wire::Bson, "bson", "BSON; the keys travel, and MongoDB stores it"),
        (Wire::Cbor, "cbor", "CBOR; the keys travel, or once for all records of a kind"),
        (Wire::Columnar, "columnar", "text, column by column, with its schema; for lists of records"),
        (Wire::Packed, "packed", "the smallest: values, bits and text in a run each; the schema holds the rest"),
    ];

    /// The name on the command line and in documents.
    pub fn name(self) -> &'static str {
        Wire::ALL.iter().find(|(wire, ..)| *wire == self).map_or("", |(_, name, _)| name)
    }
}

impl fmt::Display for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no wire has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownWire;

impl fmt::Display for UnknownWire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such wire; the wires are")?;
        for (at, (_, name, _)) in Wire::ALL.iter().enumerate() {
            write!(f, "{}{name}", if at == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownWire {}

impl FromStr for Wire {
    type Err = UnknownWire;

    fn from_str(name: &str) -> Result<Wire, UnknownWire> {
        Wire::ALL.iter().find(|(_, known, _)| *known == name).map(|(wire, ..)| *wire).ok_or(UnknownWire)
    }
}
