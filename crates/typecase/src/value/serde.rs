//! serde's `Serialize` and `Deserialize` for [`Value`] (feature `serde`), and with them the way to and from
//! any serde format's own tree, `serde_json::Value` among them.

use super::{Special, Text, Value};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// Dates, bytes and big integers take the forms that they have as JSON in formats for people; records,
/// which have no keys without their schema, are sequences, and a case of a union is its value.
impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Int(value) => serializer.serialize_i64(*value),
            Value::Uint(value) => serializer.serialize_u64(*value),
            Value::Float(value) => serializer.serialize_f64(*value),
            Value::BigInt(digits) => serializer.serialize_str(digits),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Bytes(bytes) if serializer.is_human_readable() => {
                serializer.serialize_str(&base64_simd::STANDARD.encode_to_string(bytes))
            }
            Value::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Value::Date(millis) if serializer.is_human_readable() && crate::text::date::in_range(*millis) => {
                let (buffer, length) = crate::text::date::print(*millis);
                serializer.serialize_str(core::str::from_utf8(&buffer[..length]).unwrap_or_default())
            }
            Value::Date(millis) => serializer.serialize_i64(*millis),
            Value::List(items) | Value::Record(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    sequence.serialize_element(item)?;
                }
                sequence.end()
            }
            Value::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
            Value::Case(case) => case.1.serialize(serializer),
            Value::Special(special) => match &**special {
                Special::Undefined => serializer.serialize_unit(),
                Special::Set(items) => items.serialize(serializer),
                Special::Tag(_, value) => value.serialize(serializer),
                Special::Int64(value) => serializer.serialize_i64(*value),
                Special::Typed(_, bytes) | Special::Ext(_, bytes) | Special::Binary(_, bytes) => {
                    serializer.serialize_bytes(bytes)
                }
                Special::ObjectId(bytes) => serializer.serialize_bytes(bytes),
                Special::Decimal128(bytes) => serializer.serialize_bytes(bytes),
                Special::Code(text, None) | Special::Symbol(text) => serializer.serialize_str(text),
                _ => Err(serde::ser::Error::custom("serde has no such type")),
            },
        }
    }
}

/// Whatever a self-describing format holds; strings are borrowed where the format lends them.
impl<'de: 'a, 'a> Deserialize<'de> for Value<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value<'a>, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'de>, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value<'de>, E> {
        Ok(Value::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value<'de>, E> {
        Ok(Value::uint(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value<'de>, E> {
        Ok(Value::Float(value))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Text::borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Text::owned(text)))
    }

    fn visit_string<E>(self, text: String) -> Result<Value<'de>, E> {
        Ok(Value::Text(Text::from(text)))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Value<'de>, E> {
        Ok(Value::Bytes(Box::from(bytes)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value<'de>, A::Error> {
        // The length that a format claims is not believed: items are taken as they come.
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element()? {
            items.push(item);
        }
        Ok(Value::list(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'de>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::Map(entries.into()))
    }
}

#[cfg(test)]
mod tests {
    use crate::value::Value;
    use crate::wire::json;
    use serde::Deserialize;

    const TEXT: &str = r#"{"b":[1,-2,18446744073709551615,1.5,"x\n",null,true],"a":{"k":{}}}"#;

    #[test]
    fn serde_json_reads_and_writes_the_same_value() {
        let value: Value<'_> = serde_json::from_str(TEXT).unwrap();
        assert_eq!(value, json::parse(TEXT).unwrap());
        assert_eq!(serde_json::to_string(&value).unwrap(), TEXT);
    }

    #[test]
    fn trees_of_serde_json_convert_both_ways() {
        let tree: serde_json::Value = serde_json::from_str(TEXT).unwrap();
        let value = Value::deserialize(&tree).unwrap();
        assert_eq!(serde_json::to_value(&value).unwrap(), tree);
    }

    #[test]
    fn what_json_has_no_kind_for_takes_its_json_form() {
        let value = Value::list(alloc::vec![Value::Date(0), Value::Bytes(alloc::boxed::Box::from(&b"\xff"[..]))]);
        assert_eq!(serde_json::to_string(&value).unwrap(), r#"["1970-01-01T00:00:00.000Z","/w=="]"#);
    }
}
