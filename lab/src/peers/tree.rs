//! JSON through a `serde_json::Value`, as somebody transcodes who has a library for each wire and nothing for both.

use serde_json::Value;

use crate::payloads::Payload;
use crate::payloads::date::Date;
use crate::payloads::text::AsText;

/// Reads a document; its dates become milliseconds.
pub fn read<P: Payload>(json: &[u8]) -> Value {
    let mut value: Value = serde_json::from_slice(json).unwrap();
    each_date::<P>(&mut value, |date| date.as_str().and_then(Date::from_text).expect("a date").0.into());
    value
}

/// Writes a document; milliseconds become dates again.
pub fn write<P: Payload>(mut value: Value, out: &mut Vec<u8>) {
    each_date::<P>(&mut value, |date| Date(date.as_i64().expect("milliseconds")).with_text(str::to_owned).into());
    serde_json::to_writer(out, &value).unwrap();
}

/// Changes the dates of a document; not every record of a union has them.
fn each_date<P: Payload>(value: &mut Value, change: impl Fn(&Value) -> Value) {
    if P::DATES.is_empty() {
        return;
    }
    let records = if P::IS_LIST { value.as_array_mut().expect("a list") } else { std::slice::from_mut(value) };
    for record in records {
        for field in P::DATES {
            if let Some(date) = record.get_mut(field) {
                *date = change(date);
            }
        }
    }
}
