//! JSON through a `serde_json::Value`, as somebody transcodes who has a library for each wire and nothing for both.

use serde_json::Value;

use crate::payloads::Payload;
use crate::payloads::date::Date;
use crate::payloads::text::AsText;

/// Reads a document; its dates become milliseconds.
pub fn read<P: Payload>(json: &[u8]) -> Value {
    let mut value: Value = serde_json::from_slice(json).unwrap();
    for field in P::DATES {
        let date = value[field].as_str().and_then(Date::from_text).expect("a date");
        value[field] = date.0.into();
    }
    value
}

/// Writes a document; milliseconds become dates again.
pub fn write<P: Payload>(mut value: Value, out: &mut Vec<u8>) {
    for field in P::DATES {
        let date = Date(value[field].as_i64().expect("milliseconds"));
        value[field] = date.with_text(str::to_owned).into();
    }
    serde_json::to_writer(out, &value).unwrap();
}
