//! The extended JSON form, which carries types without a schema (`docs/json.md`, section 6).
//!
//! Plain JSON stands for itself, and an object with exactly one key of this list for a value of a type
//! that JSON has not:
//!
//! | notation | value |
//! | --- | --- |
//! | `{"$date": 0}` | [`Value::Date`] in milliseconds; `null` is [`Special::InvalidDate`] |
//! | `{"$bigint": "123"}` | [`Value::BigInt`] |
//! | `{"$bytes": "00ff"}` | [`Value::Bytes`] in hexadecimal |
//! | `{"$float": "NaN"}` | [`Value::Float`]; also `Infinity`, `-Infinity`, `-0` |
//! | `{"$map": [[key, value]]}` | [`Value::Map`] with keys of any type; [`Special::Map`] if all are strings |
//! | `{"$set": [value]}` | [`Special::Set`] |
//! | `{"$typed": ["Int16Array", "0100"]}` | [`Special::Typed`]; the bytes are those of memory, little-endian |
//! | `{"$undefined": true}` | [`Special::Undefined`] |
//! | `{"$regexp": [source, flags]}` | [`Special::Regexp`] |
//! | `{"$tag": [n, value]}` | [`Special::Tag`] of CBOR |
//! | `{"$ext": [n, "00ff"]}` | [`Special::Ext`] of MessagePack |
//!
//! A [`Value::Map`] whose only key is a string that begins with `$` is always written as a `$map`, and that is
//! read back as such a map, so that everything written comes back as what it was.
//!
//! ```
//! use typecase::value::{Value, extended};
//! use typecase::wire::json;
//!
//! let value = extended::from_json(json::parse(r#"{"at": {"$date": 0}, "n": {"$bigint": "12"}}"#)?)?;
//! assert_eq!(value.get("at"), Some(&Value::Date(0)));
//! assert_eq!(json::print(&extended::to_json(value)?)?, r#"{"at":{"$date":0},"n":{"$bigint":"12"}}"#);
//! # Ok::<(), typecase::error::Error>(())
//! ```

use super::{Items, Special, Text, TypedArray, Value};
use crate::error::{Code, Error, Result};
use crate::limits::{DEEPEST, Depth, Limits};
use crate::text::{date, lexer};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Keys of the notation that stand for a [`Special`].
const SPECIAL: [&str; 6] = ["$typed", "$set", "$undefined", "$regexp", "$tag", "$ext"];

/// The value that a JSON tree in the extended form stands for.
///
/// # Errors
/// `type`, with the path, for notation that is wrong; `limit` for nesting deeper than [`DEEPEST`].
pub fn from_json(tree: Value<'_>) -> Result<Value<'_>> {
    read(tree, &mut deepest())
}

/// The JSON tree of a value in the extended form.
///
/// # Errors
/// `unsupported` for records and cases of unions, which need a schema, and for what has no notation (see the
/// [module](self)); `limit` for nesting deeper than [`DEEPEST`].
pub fn to_json(value: Value<'_>) -> Result<Value<'_>> {
    write(value, &mut deepest())
}

fn deepest() -> Depth {
    Limits { max_depth: DEEPEST, ..Limits::default() }.depth()
}

fn read<'a>(tree: Value<'a>, depth: &mut Depth) -> Result<Value<'a>> {
    match tree {
        Value::List(items) => each(items, depth, read).map(Value::List),
        Value::Map(entries) => {
            let mut entries = entries.into_vec();
            match entries.pop() {
                Some((key, value)) if entries.is_empty() && is_notation(&key) => typed(&key, value, depth),
                last => {
                    entries.extend(last);
                    values(entries, depth, read).map(Value::Map)
                }
            }
        }
        plain => Ok(plain),
    }
}

fn is_notation(key: &Value<'_>) -> bool {
    key.as_str()
        .is_some_and(|key| matches!(key, "$date" | "$bigint" | "$bytes" | "$float" | "$map") || SPECIAL.contains(&key))
}

/// The value of `{"$key": value}`.
fn typed<'a>(key: &Value<'_>, value: Value<'a>, depth: &mut Depth) -> Result<Value<'a>> {
    let key = key.as_str().unwrap_or_default();
    let wrong = |message: &'static str| Err(Error::new(Code::Type, message).in_field(key));
    match (key, value) {
        ("$date", Value::Null) => Ok(boxed(Special::InvalidDate)),
        ("$date", Value::Int(millis)) if date::in_range(millis) => Ok(Value::Date(millis)),
        ("$date", _) => wrong("expected milliseconds in the range of dates"),
        ("$bigint", Value::Text(digits)) if lexer::is_bigint(&digits) => Ok(Value::BigInt(Box::from(&*digits))),
        ("$bigint", _) => wrong("expected decimal digits in a string"),
        ("$bytes", Value::Text(text)) => match from_hex(&text) {
            Some(bytes) => Ok(Value::Bytes(bytes)),
            None => wrong("expected hexadecimal digits, two a byte"),
        },
        ("$bytes", _) => wrong("expected hexadecimal digits in a string"),
        ("$float", Value::Text(text)) => match &*text {
            "NaN" => Ok(Value::Float(f64::NAN)),
            "Infinity" => Ok(Value::Float(f64::INFINITY)),
            "-Infinity" => Ok(Value::Float(f64::NEG_INFINITY)),
            "-0" => Ok(Value::Float(-0.0)),
            _ => wrong("expected NaN, Infinity, -Infinity or -0"),
        },
        ("$float", _) => wrong("expected NaN, Infinity, -Infinity or -0 in a string"),
        ("$map", Value::List(pairs)) => {
            let pairs = each(pairs, depth, pair).map_err(|error| error.in_field(key))?;
            let entries: Items<_> = pairs
                .into_vec()
                .into_iter()
                .filter_map(|pair| match pair {
                    Value::List(pair) => <[Value<'a>; 2]>::try_from(pair.into_vec()).ok(),
                    _ => None,
                })
                .map(|[key, value]| (key, value))
                .collect();
            Ok(if is_object(&entries) { boxed(Special::Map(entries)) } else { Value::Map(entries) })
        }
        ("$map", _) => wrong("expected a list of pairs"),
        (_, value) => special(key, value, depth).map(boxed).map_err(|error| error.in_field(key)),
    }
}

fn boxed(special: Special<'_>) -> Value<'_> {
    Value::Special(Box::new(special))
}

/// The value of `{"$key": value}` where that is one of [`SPECIAL`].
fn special<'a>(key: &str, value: Value<'a>, depth: &mut Depth) -> Result<Special<'a>> {
    let wrong = |message: &'static str| Err(Error::new(Code::Type, message));
    match (key, value) {
        ("$undefined", Value::Bool(true)) => Ok(Special::Undefined),
        ("$undefined", _) => wrong("expected true"),
        ("$set", Value::List(items)) => each(items, depth, read).map(Special::Set),
        ("$set", _) => wrong("expected a list"),
        (_, Value::List(items)) => match (key, <[Value<'a>; 2]>::try_from(items.into_vec())) {
            ("$typed", Ok([Value::Text(name), Value::Text(text)])) => {
                let Some(ty) = TypedArray::from_name(&name) else { return wrong("no such typed array") };
                match from_hex(&text).filter(|bytes| bytes.len().is_multiple_of(ty.width())) {
                    Some(bytes) => Ok(Special::Typed(ty, bytes)),
                    None => wrong("expected hexadecimal digits of whole elements"),
                }
            }
            ("$regexp", Ok([Value::Text(source), Value::Text(flags)])) => Ok(Special::Regexp { source, flags }),
            ("$tag", Ok([number, value])) => {
                let number = match number {
                    Value::Int(number) => u64::try_from(number).ok(),
                    Value::Uint(number) => Some(number),
                    _ => None,
                };
                let Some(number) = number else { return wrong("expected the number of a tag") };
                depth.enter()?;
                let value = read(value, depth).map_err(|error| error.in_item(1))?;
                depth.leave();
                Ok(Special::Tag(number, value))
            }
            ("$ext", Ok([Value::Int(ty), Value::Text(text)])) => match (i8::try_from(ty), from_hex(&text)) {
                (Ok(ty), Some(bytes)) => Ok(Special::Ext(ty, bytes)),
                (Err(_), _) => wrong("expected the type of an extension, -128 to 127"),
                (_, None) => wrong("expected hexadecimal digits, two a byte"),
            },
            ("$typed" | "$ext", _) => wrong("expected a type and hexadecimal digits"),
            ("$regexp", _) => wrong("expected a source and flags"),
            _ => wrong("expected the number of a tag and a value"),
        },
        _ => wrong("expected a list of two"),
    }
}

/// A pair of a `$map`, still as a list.
fn pair<'a>(tree: Value<'a>, depth: &mut Depth) -> Result<Value<'a>> {
    match tree {
        Value::List(items) if items.len() == 2 => each(items, depth, read).map(Value::List),
        _ => Err(Error::new(Code::Type, "expected a key and a value")),
    }
}

fn write<'a>(value: Value<'a>, depth: &mut Depth) -> Result<Value<'a>> {
    match value {
        Value::Float(float) => Ok(match not_in_json(float) {
            Some(text) => notation("$float", Value::text(text)),
            None => Value::Float(float),
        }),
        Value::BigInt(digits) => Ok(notation("$bigint", Value::Text(String::from(digits).into()))),
        Value::Date(millis) => Ok(notation("$date", Value::Int(millis))),
        Value::Bytes(bytes) => Ok(notation("$bytes", Value::Text(to_hex(&bytes).into()))),
        Value::List(items) => each(items, depth, write).map(Value::List),
        Value::Map(entries) if is_object(&entries) => values(entries.into_vec(), depth, write).map(Value::Map),
        Value::Map(entries) => write_map(entries, depth),
        Value::Record(_) | Value::Case(_) => {
            Err(Error::new(Code::Unsupported, "a record can be written only with its schema"))
        }
        Value::Special(special) => write_special(*special, depth),
        plain => Ok(plain),
    }
}

fn write_map<'a>(entries: Items<(Value<'a>, Value<'a>)>, depth: &mut Depth) -> Result<Value<'a>> {
    let pairs = entries.into_vec().into_iter().map(|(key, value)| Value::list(vec![key, value])).collect();
    each(pairs, depth, write).map(|pairs| notation("$map", Value::List(pairs)))
}

fn write_special<'a>(special: Special<'a>, depth: &mut Depth) -> Result<Value<'a>> {
    let hex = |bytes: &[u8]| Value::Text(to_hex(bytes).into());
    Ok(match special {
        Special::Undefined => notation("$undefined", Value::Bool(true)),
        Special::InvalidDate => notation("$date", Value::Null),
        Special::Map(entries) => write_map(entries, depth)?,
        Special::Set(items) => notation("$set", Value::List(each(items, depth, write)?)),
        Special::Typed(ty, bytes) => notation("$typed", Value::list(vec![Value::text(ty.name()), hex(&bytes)])),
        Special::Regexp { source, flags } => {
            notation("$regexp", Value::list(vec![Value::Text(source), Value::Text(flags)]))
        }
        Special::Tag(number, value) => {
            depth.enter()?;
            let value = write(value, depth)?;
            depth.leave();
            notation("$tag", Value::list(vec![Value::uint(number), value]))
        }
        Special::Ext(ty, bytes) => notation("$ext", Value::list(vec![Value::Int(ty.into()), hex(&bytes)])),
        _ => return Err(Error::new(Code::Unsupported, "the extended form has no such type")),
    })
}

fn notation<'a>(key: &'static str, value: Value<'a>) -> Value<'a> {
    Value::map(vec![(Text::borrowed(key), value)])
}

/// The text for a double that JSON cannot carry.
fn not_in_json(float: f64) -> Option<&'static str> {
    match float {
        _ if float.is_nan() => Some("NaN"),
        f64::INFINITY => Some("Infinity"),
        f64::NEG_INFINITY => Some("-Infinity"),
        _ if float == 0.0 && float.is_sign_negative() => Some("-0"),
        _ => None,
    }
}

/// Whether a map can be written as a plain object.
fn is_object(entries: &[(Value<'_>, Value<'_>)]) -> bool {
    match entries {
        [(key, _)] => key.as_str().is_some_and(|key| !key.starts_with('$')),
        _ => entries.iter().all(|(key, _)| key.as_str().is_some()),
    }
}

/// Turns every item of a list, one level deeper.
fn each<'a>(
    items: Items<Value<'a>>,
    depth: &mut Depth,
    turn: fn(Value<'a>, &mut Depth) -> Result<Value<'a>>,
) -> Result<Items<Value<'a>>> {
    depth.enter()?;
    let turned = items.into_vec().into_iter().enumerate();
    let turned = turned.map(|(index, item)| turn(item, depth).map_err(|error| error.in_item(index))).collect();
    depth.leave();
    turned
}

/// Turns every value of an object, one level deeper.
fn values<'a>(
    entries: Vec<(Value<'a>, Value<'a>)>,
    depth: &mut Depth,
    turn: fn(Value<'a>, &mut Depth) -> Result<Value<'a>>,
) -> Result<Items<(Value<'a>, Value<'a>)>> {
    depth.enter()?;
    let turned = entries.into_iter().map(|(key, value)| match turn(value, depth) {
        Ok(value) => Ok((key, value)),
        Err(error) => Err(error.in_field(key.as_str().unwrap_or_default())),
    });
    let turned = turned.collect();
    depth.leave();
    turned
}

fn from_hex(text: &str) -> Option<Box<[u8]>> {
    let digits: Option<Vec<u8>> = text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    Some(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

fn to_hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::json;
    use alloc::format;
    use alloc::string::ToString;

    fn parse(text: &str) -> Result<Value<'_>> {
        from_json(json::parse(text).unwrap())
    }

    fn print(value: Value<'_>) -> String {
        json::print(&to_json(value).unwrap()).unwrap()
    }

    #[test]
    fn the_notation_is_read_and_written() {
        let cases = [
            (r#"{"$date":-5}"#, Value::Date(-5)),
            (r#"{"$bigint":"-12345678901234567890"}"#, Value::BigInt("-12345678901234567890".into())),
            (r#"{"$bytes":"00ff10"}"#, Value::Bytes([0, 255, 16].into())),
            (r#"{"$bytes":""}"#, Value::Bytes([].into())),
            (r#"{"$float":"Infinity"}"#, Value::Float(f64::INFINITY)),
            (r#"{"$float":"-Infinity"}"#, Value::Float(f64::NEG_INFINITY)),
            (r#"{"$map":[[1,{"$date":0}],["a",[]]]}"#, {
                let entries = [(Value::Int(1), Value::Date(0)), (Value::text("a"), Value::list(vec![]))];
                Value::Map(entries.into())
            }),
            (r#"{"$map":[["$date",1]]}"#, Value::map(vec![("$date".into(), Value::Int(1))])),
            (r#"{"$map":[["$other",1]]}"#, Value::map(vec![("$other".into(), Value::Int(1))])),
            (r#"{"$date":1,"b":2}"#, Value::map(vec![("$date".into(), Value::Int(1)), ("b".into(), Value::Int(2))])),
            (r#"{"$date":null}"#, boxed(Special::InvalidDate)),
            (r#"{"$map":[]}"#, boxed(Special::Map([].into()))),
            (r#"{"$map":[["a",1],["b",null]]}"#, {
                boxed(Special::Map([(Value::text("a"), Value::Int(1)), (Value::text("b"), Value::Null)].into()))
            }),
            (r#"{"$set":[1,{"$date":0}]}"#, boxed(Special::Set([Value::Int(1), Value::Date(0)].into()))),
            (r#"{"$typed":["Uint16Array","01000200"]}"#, {
                boxed(Special::Typed(TypedArray::Uint16, [1, 0, 2, 0].into()))
            }),
            (r#"{"$undefined":true}"#, boxed(Special::Undefined)),
            (r#"{"$regexp":["a+","gi"]}"#, boxed(Special::Regexp { source: "a+".into(), flags: "gi".into() })),
            (r#"{"$tag":[18446744073709551615,{"$date":1}]}"#, boxed(Special::Tag(u64::MAX, Value::Date(1)))),
            (r#"{"$ext":[-128,"00ff"]}"#, boxed(Special::Ext(-128, [0, 255].into()))),
            (r#"{}"#, Value::map(vec![])),
            (r#"[1,-2.5,"x",null,true]"#, {
                Value::list(vec![Value::Int(1), Value::Float(-2.5), Value::text("x"), Value::Null, Value::Bool(true)])
            }),
        ];
        for (text, value) in cases {
            assert_eq!(parse(text).unwrap(), value, "{text}");
            assert_eq!(print(value), text);
        }
        assert!(matches!(parse(r#"{"$float":"NaN"}"#).unwrap(), Value::Float(nan) if nan.is_nan()));
        assert_eq!(print(Value::Float(f64::NAN)), r#"{"$float":"NaN"}"#);
        assert!(matches!(parse(r#"{"$float":"-0"}"#).unwrap(), Value::Float(zero) if zero.is_sign_negative()));
        assert_eq!(print(Value::Float(-0.0)), r#"{"$float":"-0"}"#);
        assert_eq!(parse(r#"{"$unknown":1}"#).unwrap().get("$unknown"), Some(&Value::Int(1)));
    }

    #[test]
    fn wrong_notation_is_reported_with_its_path() {
        let error = |text: &str| {
            let error = parse(text).unwrap_err();
            format!("{} {}", error.code(), error.path())
        };
        assert_eq!(error(r#"{"a":[{"$date":"x"}]}"#), "type a[0].$date");
        assert_eq!(error(r#"{"$date":8640000000000001}"#), "type $date");
        assert_eq!(error(r#"{"$bigint":"01"}"#), "type $bigint");
        assert_eq!(error(r#"{"$bytes":"abc"}"#), "type $bytes");
        assert_eq!(error(r#"{"$bytes":"é"}"#), "type $bytes");
        assert_eq!(error(r#"{"$float":"1"}"#), "type $float");
        assert_eq!(error(r#"{"$map":[[1]]}"#), "type $map[0]");
        assert_eq!(error(r#"{"$map":[[1,{"$date":true}]]}"#), "type $map[0][1].$date");
        for key in SPECIAL {
            for wrong in ["1", "[]", "[1,2,3]", "{}", "[{},{}]"] {
                if key != "$set" || !wrong.starts_with('[') {
                    assert_eq!(error(&format!("{{\"{key}\":{wrong}}}")), format!("type {key}"), "{wrong}");
                }
            }
        }
        assert_eq!(error(r#"{"$typed":["Int16Array","000000"]}"#), "type $typed");
        assert_eq!(error(r#"{"$typed":["Int128Array",""]}"#), "type $typed");
        assert_eq!(error(r#"{"$ext":[128,""]}"#), "type $ext");
        assert_eq!(error(r#"{"$tag":[-1,null]}"#), "type $tag");
        assert_eq!(error(r#"{"$tag":[1,{"$set":[{"$bytes":"x"}]}]}"#), "type $tag[1].$set[0].$bytes");
        let record = to_json(Value::list(vec![Value::Record([].into())])).unwrap_err();
        assert_eq!((record.code(), record.path().to_string()), (Code::Unsupported, "[0]".to_string()));
    }

    #[test]
    fn nesting_is_limited() {
        let nested = |levels: u32| (0..levels).fold(Value::Null, |inner, _| Value::list(vec![inner]));
        assert!(to_json(nested(DEEPEST)).is_ok());
        assert_eq!(to_json(nested(DEEPEST + 1)).unwrap_err().code(), Code::Limit);
        assert_eq!(from_json(nested(DEEPEST + 1)).unwrap_err().code(), Code::Limit);
    }
}
