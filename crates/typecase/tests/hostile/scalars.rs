//! Scalars at and beyond their ranges, and text that is not what it should be.

use super::{Wires, error};
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::value::Value;
use typecase::wire::{Wire, json};

/// Reads the literal as this type, on both wires, which agree; gives the code of an error.
#[track_caller]
fn reads(ty: &str, literal: &str) -> Result<Value<'static>, Code> {
    let wires = Wires::new(&format!(r#"{{"a": "{ty}", "b": {{"array": "{ty}"}}}}"#));
    let object = format!(r#"{{"a":{literal},"b":[{literal}]}}"#);
    let array = format!("[{literal},[{literal}]]");
    let (json, positional) = (wires.json(&object), wires.positional(&array));
    match (json, positional) {
        (Ok(json), Ok(positional)) => {
            assert_eq!(json, positional, "{ty} {literal}");
            let fields = json.as_record().unwrap();
            assert_eq!(fields[1].as_list().unwrap()[0], fields[0]);
            Ok(fields[0].clone().into_owned())
        }
        (Err(json), Err(positional)) => {
            assert_eq!(json.code(), positional.code(), "{ty} {literal}");
            assert_eq!((json.offset(), positional.offset()), (Some(5), Some(1)), "{ty} {literal}");
            Err(json.code())
        }
        (json, positional) => panic!("{ty} {literal}: {json:?} but {positional:?}"),
    }
}

#[test]
fn integers_at_their_limits() {
    let max = |ty: &str| match ty {
        "int32" => (i128::from(i32::MIN), i128::from(i32::MAX)),
        "uint32" => (0, u32::MAX.into()),
        "uint64" => (0, u64::MAX.into()),
        _ => (i64::MIN.into(), i64::MAX.into()),
    };
    for ty in ["int32", "uint32", "int64", "integer", "uint64"] {
        let (least, most) = max(ty);
        for value in [least, least + 1, most - 1, most, 0, 1] {
            let expected = match i64::try_from(value) {
                Ok(value) => Value::Int(value),
                Err(_) => Value::Uint(value as u64),
            };
            assert_eq!(reads(ty, &value.to_string()), Ok(expected), "{ty} {value}");
        }
        for value in [least - 1, most + 1, i128::MAX, i128::MIN] {
            assert_eq!(reads(ty, &value.to_string()), Err(Code::Type), "{ty} {value}");
        }
        for other in ["0.5", "1e400", "-1e400", "1e30", "\"1\"", "true", "[]", "{}"] {
            assert_eq!(reads(ty, other), Err(Code::Type), "{ty} {other}");
        }
        // Other spellings of an integer.
        for spelling in ["1.0", "10e-1", "0.1e1", "1E0"] {
            assert_eq!(reads(ty, spelling), Ok(Value::Int(1)), "{ty} {spelling}");
        }
        assert_eq!(reads(ty, "-0"), Ok(Value::Int(0)));
        assert_eq!(reads(ty, "-0.0"), Ok(Value::Int(0)));
    }
    // Other spellings are exact too: no double comes in between.
    assert_eq!(reads("int64", "9223372036854775807.0"), Ok(Value::Int(i64::MAX)));
    assert_eq!(reads("int64", "-9223372036854775808.0"), Ok(Value::Int(i64::MIN)));
    assert_eq!(reads("int64", "-9223372036854775809.0"), Err(Code::Type));
    assert_eq!(reads("int64", "9007199254740993.0"), Ok(Value::Int(9_007_199_254_740_993)));
    assert_eq!(reads("uint64", "18446744073709551615.0"), Ok(Value::Uint(u64::MAX)));
    assert_eq!(reads("uint64", "18446744073709551616.0"), Err(Code::Type));
    assert_eq!(reads("uint64", "1e19"), Ok(Value::Uint(10_000_000_000_000_000_000)));
}

#[test]
fn numbers_at_their_limits() {
    for ty in ["number", "float64"] {
        assert_eq!(reads(ty, "1.7976931348623157e308"), Ok(Value::Float(f64::MAX)));
        assert_eq!(reads(ty, "5e-324"), Ok(Value::Float(5e-324)));
        assert_eq!(reads(ty, "1e-999"), Ok(Value::Float(0.0)));
        for too_large in ["1e309", "-1e309", "1e999999999999999999999", &"9".repeat(400)] {
            assert_eq!(reads(ty, too_large), Err(Code::Type));
        }
    }
    assert_eq!(reads("float32", "3.4028234663852886e38"), Ok(Value::Float(f32::MAX.into())));
    assert_eq!(reads("float32", "1e-60"), Ok(Value::Float(0.0)));
    for too_large in ["3.5e38", "-1e300", "1e400"] {
        assert_eq!(reads("float32", too_large), Err(Code::Type), "{too_large}");
    }
    assert_eq!(json::decode::<f32>(b"1e300").unwrap_err().code(), Code::Type);
}

#[test]
fn numbers_that_are_not_finite_are_not_written() {
    let wires = Wires::new(r#"{"array": "number"}"#);
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let list = Value::list(vec![Value::Float(value)]);
        for codec in [&wires.json, &wires.positional] {
            let mut out = b"before".to_vec();
            let error = codec.encode_into(&list, &mut out).unwrap_err();
            assert_eq!((error.code(), error.path().as_str(), error.offset()), (Code::Unsupported, "[0]", None));
            assert_eq!(out, b"before");
        }
        assert_eq!(json::encode(&value).unwrap_err().code(), Code::Unsupported);
        assert_eq!(json::encode(&(value as f32)).unwrap_err().code(), Code::Unsupported);
    }
    for text in ["NaN", "Infinity", "-Infinity", "nan", "-", "+1", ".5", "1.", "0x1", "1_0", "01", "1e", "٣"] {
        let code = error(wires.json(&format!("[{text}]"))).0;
        assert_eq!(code, Code::Json, "{text}");
        assert_eq!(error(wires.positional(&format!("[{text}]"))).0, Code::Json, "{text}");
    }
}

#[test]
fn dates_at_their_limits() {
    for good in ["8640000000000000", "-8640000000000000", "0", "-1"] {
        assert_eq!(reads("date", good), Ok(Value::Date(good.parse().unwrap())));
    }
    for bad in ["8640000000000001", "-8640000000000001", "9223372036854775807", "-9223372036854775808", "0.5", "1e300"]
    {
        assert_eq!(reads("date", bad), Err(Code::Type), "{bad}");
    }
    let wires = Wires::new(r#"{"array": "date"}"#);
    for good in ["1970-01-01T00:00:00.000Z", "+275760-09-13T00:00:00.000Z", "-271821-04-20T00:00:00.000Z"] {
        wires.json(&format!("[\"{good}\"]")).unwrap();
    }
    for bad in [
        "+275760-09-13T00:00:00.001Z",
        "-271821-04-19T23:59:59.999Z",
        "+999999-01-01T00:00:00.000Z",
        "1970-13-01T00:00:00.000Z",
        "1970-02-30T00:00:00.000Z",
        "1970-01-01T24:00:01.000Z",
        "1970-01-01T00:60:00.000Z",
        "1970-01-01T00:00:00.000+24:00",
        "1970-1-1",
        "",
        "Z",
        "1970-01-01T00:00:00.000Zé",
        "\\u0000970-01-01T00:00:00.000Z",
    ] {
        assert_eq!(error(wires.json(&format!("[\"{bad}\"]"))), (Code::Type, 1), "{bad}");
    }
    for millis in [8_640_000_000_000_001, i64::MAX, i64::MIN] {
        let list = Value::list(vec![Value::Date(millis)]);
        assert_eq!(wires.json.encode(&list).unwrap_err().code(), Code::Type);
        assert_eq!(wires.positional.encode(&list).unwrap_err().code(), Code::Type);
    }
}

#[test]
fn a_date_without_a_schema_is_in_range_too() {
    for millis in [8_640_000_000_000_001, i64::MAX, i64::MIN] {
        assert!(json::print(&Value::Date(millis)).is_err());
        let codec = Codec::new(&typecase::schema::Schema::parse("\"json\"").unwrap(), Wire::Json, &Options::default());
        assert!(codec.unwrap().encode(&Value::Date(millis)).is_err());
    }
}

#[test]
fn bytes_that_are_not_utf_8() {
    let wires = Wires::new(r#"{"s": "?string", "j": "json", "é": "?integer"}"#);
    let good = "{\"s\":\"a\u{e9}\u{20ac}\u{1f980}\",\"j\":[\"\u{7ff}\"],\"é\":1,\"\u{10ffff}\":0}";
    wires.json(good).unwrap();
    let bad: [&[u8]; 10] = [
        b"\x80",
        b"\xc3",
        b"\xc0\x80",
        b"\xe2\x82",
        b"\xed\xa0\x80",
        b"\xed\xbf\xbf",
        b"\xf0\x9f\xa6",
        b"\xf4\x90\x80\x80",
        b"\xff",
        b"\xfe",
    ];
    for place in 0..=good.len() {
        if !good.is_char_boundary(place) {
            continue;
        }
        for bad in bad {
            let text = [&good.as_bytes()[..place], bad, &good.as_bytes()[place..]].concat();
            assert_eq!(error(wires.json(&text)), (Code::Utf8, place), "{bad:x?} at {place}");
            assert_eq!(error(wires.positional(&text)), (Code::Utf8, place), "{bad:x?} at {place}");
            let tree = json::parse_bytes(&text, json::Duplicates::Last, &Default::default());
            assert_eq!(error(tree), (Code::Utf8, place));
            assert_eq!(error(json::decode::<Vec<String>>(&text)), (Code::Utf8, place));
        }
    }
}

#[test]
fn strings_and_their_escapes() {
    for (bad, at) in [
        (r#""\ud800""#, 1),
        (r#""\udc00""#, 1),
        (r#""\ud800\ud800""#, 1),
        (r#""\ud800x""#, 1),
        (r#""a\udbff\n""#, 2),
        (r#""\u12""#, 5),
        (r#""\u12g4""#, 5),
        (r#""\u{41}""#, 3),
        (r#""\x41""#, 1),
        (r#""\ ""#, 1),
        (r#""\'""#, 1),
        ("\"\\\n\"", 1),
        ("\"a\tb\"", 2),
        ("\"\u{0}\"", 1),
        ("\"\u{1f}\"", 1),
    ] {
        for wires in [Wires::new(r#""string""#), Wires::new(r#""json""#)] {
            assert_eq!(error(wires.json(bad)), (Code::Json, at), "{bad}");
            assert_eq!(error(wires.positional(bad)), (Code::Json, at), "{bad}");
        }
        // Where the value is skipped, and in a key.
        let skipping = Wires::new(r#"{"a": "?integer"}"#);
        assert_eq!(error(skipping.json(&format!(r#"{{"b":{bad}}}"#))), (Code::Json, at + 5), "{bad}");
        assert_eq!(error(skipping.json(&format!(r#"{{{bad}:1}}"#))), (Code::Json, at + 1), "{bad}");
        assert_eq!(error(skipping.positional(&format!("[1,{bad}]"))), (Code::Json, at + 3), "{bad}");
    }
    let wires = Wires::new(r#""string""#);
    let every = r#""\"\\\/\b\f\n\r\t\u0000\u00e9\ud83e\udd80\uFFFF""#;
    let expected = "\"\\/\u{8}\u{c}\n\r\t\u{0}\u{e9}\u{1f980}\u{ffff}";
    assert_eq!(wires.json(every).unwrap().as_str(), Some(expected));
}

#[test]
fn a_byte_order_mark_is_not_white_space() {
    // RFC 8259, section 8.1: parsers may ignore one; here it is an error, the same on every path.
    let wires = Wires::new(r#"{"array": "integer"}"#);
    for text in ["\u{feff}[]", "[\u{feff}1]", "[]\u{feff}"] {
        let at = text.find('\u{feff}').unwrap();
        assert_eq!(error(wires.json(text)), (Code::Json, at));
        assert_eq!(error(wires.positional(text)), (Code::Json, at));
        assert_eq!(error(json::decode::<Vec<u8>>(text.as_bytes())), (Code::Json, at));
        assert_eq!(error(json::parse(text)), (Code::Json, at));
    }
    // Nor is any other space than the four of JSON.
    for space in ["\u{a0}", "\u{2028}", "\u{b}", "\u{c}", "\u{85}", "\u{0}"] {
        assert_eq!(error(wires.json(&format!("[1{space}]"))), (Code::Json, 2));
    }
}

#[test]
fn base64_has_one_spelling() {
    for good in ["", "AA==", "AAA=", "AAAA", "/+8="] {
        assert!(matches!(reads("bytes", &format!("\"{good}\"")), Ok(Value::Bytes(_))), "{good}");
    }
    for bad in [
        "A", "AA", "AAA", "AA=", "A===", "====", "=", "AB==", "AAB=", "AA==AA==", "AA-_", " AA==", "AA==\\n", "A A=",
        "AA=é", "AAAA=",
    ] {
        assert_eq!(reads("bytes", &format!("\"{bad}\"")), Err(Code::Type), "{bad}");
    }
    assert_eq!(reads("bytes", "1"), Err(Code::Type));
}

#[test]
fn big_integers_have_one_spelling() {
    let long = format!("-{}", "9".repeat(10_000));
    for good in ["0", "-1", "123456789012345678901234567890", &long] {
        let expected = Ok(Value::BigInt(good.into()));
        assert_eq!(reads("bigint", &format!("\"{good}\"")), expected);
        assert_eq!(reads("bigint", good), expected);
    }
    assert_eq!(reads("bigint", "-0"), Ok(Value::BigInt("0".into())));
    for bad in
        ["\"\"", "\"-\"", "\"-0\"", "\"01\"", "\"+1\"", "\"1.0\"", "\"1e3\"", "\" 1\"", "\"١\"", "1.0", "1e3", "true"]
    {
        assert_eq!(reads("bigint", bad), Err(Code::Type), "{bad}");
    }
}

#[test]
fn a_value_that_is_not_of_its_type_is_an_error() {
    // A value made by hand may hold anything; encoding says what is wrong, and where.
    let wires = Wires::new(r#"{"a": {"array": {"b": "bigint"}}}"#);
    for wrong in ["x", "", "1\",\"", "\u{1f}"] {
        let row = Value::Record(vec![Value::BigInt(wrong.into())].into());
        let value = Value::Record(vec![Value::list(vec![row])].into());
        for codec in [&wires.json, &wires.positional] {
            match codec.encode(&value) {
                Err(error) => assert_eq!((error.code(), error.path().as_str()), (Code::Type, "a[0].b")),
                Ok(out) => panic!("{wrong:?} was written: {}", String::from_utf8_lossy(&out)),
            }
        }
    }
}

#[test]
fn numbers_of_an_open_enum() {
    let wires = Wires::new(r#"{"array": {"enum": ["a", "b", 7], "open": true}}"#);
    assert_eq!(wires.to_positional(r#"["b",7,"c",3,1.5,-1]"#), r#"[1,2,"c",3,1.5,-1]"#);
    // As the index of a value these would come back as that value.
    for text in ["[0]", "[1]", "[2]", "[1.0]", "[-0]", "[\"a\",0]"] {
        let value = wires.json(text).unwrap();
        assert_eq!(wires.positional.encode(&value).unwrap_err().code(), Code::Unsupported, "{text}");
    }
    let index = wires.positional("[0,1]").unwrap();
    assert_eq!(wires.positional("[-0,1.0]").unwrap(), index);
    assert_eq!(wires.positional("[0e5,0.1e1]").unwrap(), index);
    for bad in ["[null]", "[true]", "[[]]", "[{}]"] {
        assert!(wires.json(bad).is_err() && wires.positional(bad).is_err(), "{bad}");
    }
}

/// What docs/json.md, section 9, says of inputs about which the RFC lets implementations differ.
#[test]
fn what_the_rfc_leaves_open() {
    assert_eq!(reads("number", "1.000000000000000005"), Ok(Value::Float(1.0)));
    assert_eq!(reads("number", "9007199254740993"), Ok(Value::Float(9_007_199_254_740_992.0)));
    assert_eq!(reads("number", "-123123123123123123123"), Ok(Value::Float(-123_123_123_123_123_120_000.0)));
    assert_eq!(reads("bigint", "-123123123123123123123"), Ok(Value::BigInt("-123123123123123123123".into())));
    assert_eq!(reads("integer", "-123123123123123123123"), Err(Code::Type));
    assert_eq!(reads("json", "-123123123123123123123"), Ok(Value::Float(-123_123_123_123_123_120_000.0)));
    for ty in ["number", "json"] {
        let Ok(Value::Float(zero)) = reads(ty, "-0") else { panic!("not a double") };
        assert!(zero == 0.0 && zero.is_sign_negative());
        assert_eq!(json::print(&Value::Float(zero)).unwrap(), "0");
    }
    assert_eq!(reads("json", "1e400"), Err(Code::Type));
    let skipping = Wires::new(r#"{"a": "?integer"}"#);
    skipping.json(r#"{"new":1e400}"#).unwrap();
    assert_eq!(reads("string", r#""\u0000""#), Ok(Value::text("\0")));
    let keys = Wires::new(r#"{"map": "integer"}"#);
    assert_eq!(keys.json("{\"\u{e9}\":1,\"e\u{301}\":2}").unwrap().as_map().unwrap().len(), 2);
    let scalar = Wires::new(r#""integer""#);
    assert_eq!(scalar.json(" 7\r\n\t").unwrap(), Value::Int(7));
    assert_eq!(json::parse("7").unwrap(), Value::Int(7));
    for (text, at) in [("", 0), ("  ", 2), ("7 7", 2), ("7,", 1), (",7", 0)] {
        assert_eq!(error(scalar.json(text)), (Code::Json, at), "{text:?}");
        assert_eq!(error(scalar.positional(text)), (Code::Json, at), "{text:?}");
        assert_eq!(error(json::parse(text)), (Code::Json, at), "{text:?}");
    }
}
