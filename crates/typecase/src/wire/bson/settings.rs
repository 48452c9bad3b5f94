//! What the settings `bson` of a field say.

use crate::wire::settings::{Setting, same};

/// The settings of a field for BSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// `type`: the type that a value, or each item of a list or value of a map, is written as.
    pub encoding: Encoding,
    /// `subtype`: the subtype of a byte string.
    pub subtype: u8,
}

/// The type that a value is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// As the schema's type says (`docs/bson.md`).
    Default,
    /// `int32`, for numbers: an error where the value does not fit.
    Int32,
    /// `int64`, for numbers, dates and bigints.
    Int64,
    /// `double`, for numbers.
    Double,
    /// `decimal128`, for numbers, bigints and strings.
    Decimal128,
    /// `timestamp`, for unsigned integers of 64 bits: seconds in the upper half, an increment in the lower.
    Timestamp,
    /// `string`, for bigints.
    String,
    /// `objectId`, for strings of 24 hexadecimal digits and for 12 bytes.
    ObjectId,
    /// `uuid`, for strings such as `73ffd264-44b3-4c69-90e8-e7d1dfc035d4` and for 16 bytes: binary of subtype 4.
    Uuid,
}

impl Encoding {
    const NAMES: [(&str, Encoding); 8] = [
        ("int32", Encoding::Int32),
        ("int64", Encoding::Int64),
        ("double", Encoding::Double),
        ("decimal128", Encoding::Decimal128),
        ("timestamp", Encoding::Timestamp),
        ("string", Encoding::String),
        ("objectId", Encoding::ObjectId),
        ("uuid", Encoding::Uuid),
    ];

    /// The encoding of a name in a schema.
    const fn of_name(name: &str) -> Option<Encoding> {
        let mut at = 0;
        while at < Encoding::NAMES.len() {
            if same(Encoding::NAMES[at].0, name) {
                return Some(Encoding::NAMES[at].1);
            }
            at += 1;
        }
        None
    }

    /// The name in a schema; empty for the default.
    pub fn name(self) -> &'static str {
        Encoding::NAMES.iter().find(|(_, encoding)| *encoding == self).map_or("", |(name, _)| name)
    }
}

impl Field {
    /// No settings.
    pub const NONE: Field = Field { encoding: Encoding::Default, subtype: 0 };

    /// These settings and one more.
    pub(crate) const fn with(mut self, key: &str, value: Setting<'_>) -> Result<Field, &'static str> {
        if same(key, "type") {
            let encoding = match value {
                Setting::Text(name) => Encoding::of_name(name),
                _ => None,
            };
            match encoding {
                Some(encoding) => self.encoding = encoding,
                None => {
                    return Err("the type is int32, int64, double, decimal128, timestamp, string, objectId or uuid");
                }
            }
        } else if same(key, "subtype") {
            match value {
                Setting::Int(subtype) if subtype >= 0 && subtype <= 255 => self.subtype = subtype as u8,
                _ => return Err("a binary subtype is from 0 to 255"),
            }
        }
        Ok(self)
    }
}
