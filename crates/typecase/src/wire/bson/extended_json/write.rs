//! Prints a value as Extended JSON. Every value is followed by a comma, as in [`crate::text::print`].

use super::super::{decimal128, identifier, write::above_int64};
use super::Form;
use crate::error::{Code, Error, Result};
use crate::limits::Depth;
use crate::text::{date, print};
use crate::value::{Special, Value};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The last millisecond of the year 9999, up to which the relaxed form has dates for people.
const LAST_OF_9999: i64 = 253_402_300_799_999;

pub(super) fn value(out: &mut Vec<u8>, value: &Value<'_>, form: Form, depth: &mut Depth) -> Result<()> {
    match value {
        Value::Null => out.extend_from_slice(b"null,"),
        Value::Bool(value) => out.extend_from_slice(if *value { b"true," } else { b"false," }),
        Value::Int(value) if form == Form::Relaxed => print::int(out, *value),
        Value::Int(value) if i32::try_from(*value).is_ok() => wrapped(out, "$numberInt", &value.to_string()),
        Value::Int(value) => wrapped(out, "$numberLong", &value.to_string()),
        Value::Uint(_) => return Err(above_int64()),
        Value::Float(value) if form == Form::Relaxed && value.is_finite() => {
            out.extend_from_slice(double(*value).as_bytes());
            out.push(b',');
        }
        Value::Float(value) => wrapped(out, "$numberDouble", &double(*value)),
        Value::BigInt(digits) => match (digits.parse::<i64>(), decimal128::parse(digits)) {
            (Ok(value), _) if form == Form::Relaxed => print::int(out, value),
            (Ok(_), _) => wrapped(out, "$numberLong", digits),
            (Err(_), Some(decimal)) => wrapped(out, "$numberDecimal", &decimal_text(decimal)),
            _ => return Err(Error::new(Code::Unsupported, "BSON has no integers of this size")),
        },
        Value::Text(text) => print::string(out, text, b','),
        Value::Bytes(bytes) => binary(out, 0, bytes),
        Value::Date(millis) => instant(out, *millis, form),
        Value::List(items) => {
            depth.enter()?;
            out.push(b'[');
            for (index, item) in items.iter().enumerate() {
                self::value(out, item, form, depth).map_err(|error| error.in_item(index))?;
            }
            print::close(out, b']');
            depth.leave();
        }
        Value::Map(entries) => {
            depth.enter()?;
            out.push(b'{');
            for (key, value) in entries {
                let Some(key) = key.as_str() else {
                    return Err(Error::new(Code::Unsupported, "BSON has only strings as keys"));
                };
                print::string(out, key, b':');
                self::value(out, value, form, depth).map_err(|error| error.in_field(key))?;
            }
            print::close(out, b'}');
            depth.leave();
        }
        Value::Record(_) | Value::Case(_) => {
            return Err(Error::new(Code::Unsupported, "a record can be written only with its schema"));
        }
        Value::Special(special) => return self::special(out, special, form, depth),
    }
    Ok(())
}

fn special(out: &mut Vec<u8>, special: &Special<'_>, form: Form, depth: &mut Depth) -> Result<()> {
    match special {
        Special::Int64(value) if form == Form::Relaxed => print::int(out, *value),
        Special::Int64(value) => wrapped(out, "$numberLong", &value.to_string()),
        Special::Undefined => out.extend_from_slice(b"{\"$undefined\":true},"),
        Special::MinKey => out.extend_from_slice(b"{\"$minKey\":1},"),
        Special::MaxKey => out.extend_from_slice(b"{\"$maxKey\":1},"),
        Special::ObjectId(id) => object_id(out, id),
        Special::Decimal128(decimal) => wrapped(out, "$numberDecimal", &decimal_text(*decimal)),
        Special::Binary(subtype, bytes) => binary(out, *subtype, bytes),
        Special::Timestamp(value) => {
            let (seconds, increment) = (value >> 32, value & 0xffff_ffff);
            out.extend_from_slice(format!("{{\"$timestamp\":{{\"t\":{seconds},\"i\":{increment}}}}},").as_bytes());
        }
        Special::Regexp { source, flags } => {
            out.extend_from_slice(b"{\"$regularExpression\":{\"pattern\":");
            print::string(out, source, b',');
            out.extend_from_slice(b"\"options\":");
            print::string(out, flags, b'}');
            out.extend_from_slice(b"},");
        }
        Special::Symbol(text) => wrapped(out, "$symbol", text),
        Special::Code(code, None) => wrapped(out, "$code", code),
        Special::Code(code, Some(scope)) => {
            out.extend_from_slice(b"{\"$code\":");
            print::string(out, code, b',');
            out.extend_from_slice(b"\"$scope\":");
            depth.enter()?;
            value(out, scope, form, depth)?;
            depth.leave();
            print::close(out, b'}');
        }
        Special::DbPointer(name, id) => {
            out.extend_from_slice(b"{\"$dbPointer\":{\"$ref\":");
            print::string(out, name, b',');
            out.extend_from_slice(b"\"$id\":");
            object_id(out, id);
            print::close(out, b'}');
            print::close(out, b'}');
        }
        _ => return Err(Error::new(Code::Unsupported, "BSON has no such type")),
    }
    Ok(())
}

/// Appends `{"$key":"text"}`.
fn wrapped(out: &mut Vec<u8>, key: &str, text: &str) {
    out.push(b'{');
    print::string(out, key, b':');
    print::string(out, text, b'}');
    out.push(b',');
}

fn object_id(out: &mut Vec<u8>, id: &[u8; 12]) {
    let mut text = String::new();
    identifier::print_hex(&mut text, id);
    wrapped(out, "$oid", &text);
}

fn binary(out: &mut Vec<u8>, subtype: u8, bytes: &[u8]) {
    out.extend_from_slice(b"{\"$binary\":{\"base64\":");
    print::base64(out, bytes);
    out.extend_from_slice(format!("\"subType\":\"{subtype:02x}\"}}}},").as_bytes());
}

fn instant(out: &mut Vec<u8>, millis: i64, form: Form) {
    if form == Form::Canonical || !(0..=LAST_OF_9999).contains(&millis) {
        out.extend_from_slice(format!("{{\"$date\":{{\"$numberLong\":\"{millis}\"}}}},").as_bytes());
        return;
    }
    let (buffer, length) = date::print(millis);
    let text = core::str::from_utf8(&buffer[..length]).unwrap_or_default();
    // Milliseconds are left out if there are none.
    match text.strip_suffix(".000Z") {
        Some(seconds) => wrapped(out, "$date", &format!("{seconds}Z")),
        None => wrapped(out, "$date", text),
    }
}

fn decimal_text(decimal: [u8; 16]) -> String {
    let mut text = String::new();
    decimal128::print(&mut text, decimal);
    text
}

/// A double as text that is read back as a double: with a fraction or an exponent.
fn double(value: f64) -> String {
    if !value.is_finite() {
        return String::from(if value.is_nan() {
            "NaN"
        } else if value > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        });
    }
    let mut text = String::from(if value == 0.0 && value.is_sign_negative() { "-" } else { "" });
    let mut digits = Vec::new();
    print::double(&mut digits, value);
    digits.pop();
    text.push_str(core::str::from_utf8(&digits).unwrap_or_default());
    if !text.contains(['.', 'e']) {
        text.push_str(".0");
    }
    text
}
