//! Prints a [`Value`] without a schema as JSON text.

use crate::error::{Code, Error, Result};
use crate::limits::Depth;
use crate::text::print;
use crate::value::Value;
use alloc::vec::Vec;

/// Appends a value and a comma. Dates, bytes and big integers take the forms that they have under a
/// schema; records and cases have no keys of their own and need a schema.
pub(crate) fn print(out: &mut Vec<u8>, value: &Value<'_>, depth: &mut Depth) -> Result<()> {
    match value {
        Value::Null => out.extend_from_slice(b"null,"),
        Value::Bool(true) => out.extend_from_slice(b"true,"),
        Value::Bool(false) => out.extend_from_slice(b"false,"),
        Value::Int(value) => print::int(out, *value),
        Value::Uint(value) => print::uint(out, *value),
        Value::Float(value) if value.is_finite() => print::double(out, *value),
        Value::Float(_) => return Err(super::write::not_finite()),
        Value::BigInt(digits) => print::string(out, digits, b','),
        Value::Text(text) => print::string(out, text, b','),
        Value::Bytes(bytes) => print::base64(out, bytes),
        Value::Date(millis) if crate::text::date::in_range(*millis) => print::date(out, *millis),
        Value::Date(_) => return Err(Error::new(Code::Type, "the date is out of range")),
        Value::List(items) => {
            depth.enter()?;
            out.push(b'[');
            for (index, item) in items.iter().enumerate() {
                print(out, item, depth).map_err(|error| error.in_item(index))?;
            }
            print::close(out, b']');
            depth.leave();
        }
        Value::Map(entries) => {
            depth.enter()?;
            out.push(b'{');
            for (key, value) in entries {
                let Some(key) = key.as_str() else {
                    return Err(Error::new(Code::Unsupported, "JSON has only strings as keys"));
                };
                print::string(out, key, b':');
                print(out, value, depth).map_err(|error| error.in_field(key))?;
            }
            print::close(out, b'}');
            depth.leave();
        }
        Value::Record(_) | Value::Case(_) => {
            return Err(Error::new(Code::Unsupported, "a record can be written only with its schema"));
        }
        Value::Special(_) => return Err(Error::new(Code::Unsupported, "JSON has no such type")),
    }
    Ok(())
}
