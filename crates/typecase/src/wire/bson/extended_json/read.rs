//! The value that a tree of Extended JSON stands for.

use super::super::{decimal128, element, identifier};
use crate::error::{Code, Error, Result};
use crate::limits::Depth;
use crate::text::date;
use crate::value::{Items, Special, Text, Value};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Keys that stand for a type, wherever in an object they are.
const KEYS: [&str; 16] = [
    "$oid",
    "$symbol",
    "$numberInt",
    "$numberLong",
    "$numberDouble",
    "$numberDecimal",
    "$binary",
    "$uuid",
    "$code",
    "$timestamp",
    "$regularExpression",
    "$dbPointer",
    "$date",
    "$minKey",
    "$maxKey",
    "$undefined",
];

pub(super) fn value<'a>(tree: Value<'a>, depth: &mut Depth) -> Result<Value<'a>> {
    match tree {
        Value::Uint(value) => Ok(Value::Float(value as f64)),
        Value::List(items) => {
            depth.enter()?;
            let items = items.into_vec().into_iter().enumerate();
            let items = items.map(|(index, item)| value(item, depth).map_err(|error| error.in_item(index)));
            let items = items.collect::<Result<Items<_>>>()?;
            depth.leave();
            Ok(Value::List(items))
        }
        Value::Map(entries) => match entries.iter().find_map(|(key, _)| type_key(key)) {
            Some(key) => typed(key, entries.into_vec(), depth).map_err(|error| error.in_field(key)),
            None => map(entries, depth),
        },
        plain => Ok(plain),
    }
}

fn type_key(key: &Value<'_>) -> Option<&'static str> {
    let key = key.as_str().filter(|key| key.starts_with('$'))?;
    KEYS.into_iter().find(|known| *known == key)
}

fn map<'a>(entries: Items<(Value<'a>, Value<'a>)>, depth: &mut Depth) -> Result<Value<'a>> {
    depth.enter()?;
    let entries = entries.into_vec().into_iter().map(|(key, inner)| {
        let name = key.as_str().unwrap_or_default();
        if element::zero(name.as_bytes(), 0).is_some() {
            return wrong("BSON has no keys with a zero byte");
        }
        match value(inner, depth) {
            Ok(value) => Ok((key, value)),
            Err(error) => Err(error.in_field(name)),
        }
    });
    let entries = entries.collect::<Result<Items<_>>>()?;
    depth.leave();
    Ok(Value::Map(entries))
}

fn wrong<T>(message: &'static str) -> Result<T> {
    Err(Error::new(Code::Type, message))
}

/// The values under exactly these keys, which may be in any order.
fn fields<'a, const N: usize>(entries: Vec<(Value<'a>, Value<'a>)>, keys: [&str; N]) -> Option<[Value<'a>; N]> {
    let mut found: [Option<Value<'a>>; N] = [const { None }; N];
    for (key, value) in entries {
        let place = keys.iter().position(|known| key.as_str() == Some(known))?;
        if found[place].replace(value).is_some() {
            return None;
        }
    }
    let mut values = [const { Value::Null }; N];
    for (to, from) in values.iter_mut().zip(found) {
        *to = from?;
    }
    Some(values)
}

/// The values under exactly these keys of an object in an object.
fn inner<'a, const N: usize>(value: Value<'a>, keys: [&str; N]) -> Option<[Value<'a>; N]> {
    match value {
        Value::Map(entries) => fields(entries.into_vec(), keys),
        _ => None,
    }
}

/// The value of an object that has this key, and no other but those that belong to it.
fn typed<'a>(key: &'static str, mut entries: Vec<(Value<'a>, Value<'a>)>, depth: &mut Depth) -> Result<Value<'a>> {
    let mut scope = None;
    if key == "$code"
        && let Some(at) = entries.iter().position(|(key, _)| key.as_str() == Some("$scope"))
    {
        scope = Some(entries.remove(at).1);
    }
    let Some([inner]) = fields(entries, [key]) else { return wrong("the object has other keys") };
    match (key, inner) {
        ("$numberInt", Value::Text(text)) => match text.parse::<i32>() {
            Ok(value) => Ok(Value::Int(value.into())),
            Err(_) => wrong("expected an integer of 32 bits"),
        },
        ("$numberLong", Value::Text(text)) => match text.parse::<i64>() {
            Ok(value) => Ok(long(value)),
            Err(_) => wrong("expected an integer of 64 bits"),
        },
        ("$numberDouble", Value::Text(text)) => double(&text).map(Value::Float),
        ("$date", inner) => instant(inner).map(Value::Date),
        ("$binary", inner) => binary(inner),
        (_, inner) => special(key, inner, scope, depth).map(|special| Value::Special(Box::new(special))),
    }
}

/// An int64, which is told from an int32 of the same value.
fn long(value: i64) -> Value<'static> {
    match i32::try_from(value) {
        Ok(_) => Value::Special(Box::new(Special::Int64(value))),
        Err(_) => Value::Int(value),
    }
}

fn special<'a>(key: &str, inner: Value<'a>, scope: Option<Value<'a>>, depth: &mut Depth) -> Result<Special<'a>> {
    match (key, inner) {
        ("$oid", inner) => object_id(&inner).map(Special::ObjectId),
        ("$symbol", Value::Text(text)) => Ok(Special::Symbol(text)),
        ("$numberDecimal", Value::Text(text)) => match decimal128::parse(&text) {
            Some(decimal) => Ok(Special::Decimal128(decimal)),
            None => wrong("not a decimal of 34 digits"),
        },
        ("$uuid", Value::Text(text)) => match identifier::parse_uuid(&text) {
            Some(uuid) => Ok(Special::Binary(element::UUID, Box::from(uuid))),
            None => wrong("a UUID has 32 hexadecimal digits and four hyphens"),
        },
        ("$code", Value::Text(code)) => match scope {
            Some(scope @ Value::Map(_)) => {
                depth.enter()?;
                let scope = value(scope, depth).map_err(|error| error.in_field("$scope"))?;
                depth.leave();
                match scope {
                    Value::Map(_) => Ok(Special::Code(code, Some(scope))),
                    _ => wrong("the scope of code is a document"),
                }
            }
            Some(_) => wrong("the scope of code is a document"),
            None => Ok(Special::Code(code, None)),
        },
        ("$timestamp", value) => match self::inner(value, ["t", "i"]) {
            Some([Value::Int(seconds), Value::Int(increment)]) => {
                match (u32::try_from(seconds), u32::try_from(increment)) {
                    (Ok(seconds), Ok(increment)) => {
                        Ok(Special::Timestamp(u64::from(seconds) << 32 | u64::from(increment)))
                    }
                    _ => wrong("the parts of a timestamp have 32 bits"),
                }
            }
            _ => wrong("expected the numbers `t` and `i`"),
        },
        ("$regularExpression", value) => match self::inner(value, ["pattern", "options"]) {
            Some([Value::Text(source), Value::Text(flags)]) => regexp(source, flags),
            _ => wrong("expected the strings `pattern` and `options`"),
        },
        ("$dbPointer", value) => match self::inner(value, ["$ref", "$id"]) {
            Some([Value::Text(name), Value::Map(id)]) => match fields(id.into_vec(), ["$oid"]) {
                Some([id]) => Ok(Special::DbPointer(name, object_id(&id)?)),
                None => wrong("expected an ObjectId in `$id`"),
            },
            _ => wrong("expected `$ref` and `$id`"),
        },
        ("$minKey", Value::Int(1)) => Ok(Special::MinKey),
        ("$maxKey", Value::Int(1)) => Ok(Special::MaxKey),
        ("$minKey" | "$maxKey", _) => wrong("expected 1"),
        ("$undefined", Value::Bool(true)) => Ok(Special::Undefined),
        ("$undefined", _) => wrong("expected true"),
        _ => wrong("expected a string"),
    }
}

fn regexp<'a>(source: Text<'a>, flags: Text<'a>) -> Result<Special<'a>> {
    if element::zero(source.as_bytes(), 0).or(element::zero(flags.as_bytes(), 0)).is_some() {
        return wrong("BSON has no regular expressions with a zero byte");
    }
    Ok(Special::Regexp { source, flags })
}

fn object_id(text: &Value<'_>) -> Result<[u8; 12]> {
    match text.as_str().and_then(identifier::parse_object_id) {
        Some(id) => Ok(id),
        None => wrong("an ObjectId has 24 hexadecimal digits"),
    }
}

fn double(text: &str) -> Result<f64> {
    match text {
        "NaN" => return Ok(f64::NAN),
        "Infinity" => return Ok(f64::INFINITY),
        "-Infinity" => return Ok(f64::NEG_INFINITY),
        _ => {}
    }
    // Words, which the parser takes too, have been dealt with.
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    match fast_float2::parse::<f64, _>(text) {
        Ok(value) if is_number => Ok(value),
        _ => wrong("expected a number"),
    }
}

fn instant(value: Value<'_>) -> Result<i64> {
    match value {
        Value::Text(text) => date::parse(&text).map_or_else(|| wrong("expected an instant in ISO 8601"), Ok),
        value => match inner(value, ["$numberLong"]) {
            Some([Value::Text(text)]) => text.parse().or_else(|_| wrong("expected an integer of 64 bits")),
            _ => wrong("expected a string or `$numberLong`"),
        },
    }
}

fn binary(value: Value<'_>) -> Result<Value<'static>> {
    let Some([Value::Text(base64), Value::Text(subtype)]) = inner(value, ["base64", "subType"]) else {
        return wrong("expected the strings `base64` and `subType`");
    };
    let digits = subtype.as_str();
    let is_hex = matches!(digits.len(), 1 | 2) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let Some(subtype) = u8::from_str_radix(digits, 16).ok().filter(|_| is_hex) else {
        return wrong("a binary subtype has two hexadecimal digits");
    };
    match base64_simd::STANDARD.decode_to_vec(base64.as_str()) {
        Ok(bytes) if subtype == 0 => Ok(Value::Bytes(bytes.into())),
        Ok(bytes) => Ok(Value::Special(Box::new(Special::Binary(subtype, bytes.into())))),
        Err(_) => wrong("expected canonical base64"),
    }
}
