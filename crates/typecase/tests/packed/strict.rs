//! Messages that are not the one that their value is written as.

use crate::codec;
use typecase::error::Code;
use typecase::schema::Schema;
use typecase::wire::Wire;

/// What is read of a message by all readers, and why strict ones refuse it.
fn lax_only(schema: &str, message: &[u8], json: &str, code: Code) {
    let schema = Schema::parse(schema).unwrap();
    let text = codec(&schema, Wire::Json, false);
    let value = codec(&schema, Wire::Packed, false).decode(message).unwrap();
    assert_eq!(String::from_utf8(text.encode(&value).unwrap()).unwrap(), json);
    let error = codec(&schema, Wire::Packed, true).decode(message).unwrap_err();
    assert_eq!(error.code(), code, "{error}");
    assert!(error.offset().is_some());
}

/// The code with which all readers refuse a message.
fn refused(schema: &str, message: &[u8]) -> Code {
    let schema = Schema::parse(schema).unwrap();
    let [lax, strict] = [false, true].map(|strict| codec(&schema, Wire::Packed, strict).decode(message).unwrap_err());
    assert_eq!((lax.code(), lax.offset()), (strict.code(), strict.offset()));
    assert!(lax.offset().is_some());
    lax.code()
}

#[test]
fn longer_forms_of_numbers() {
    let raw = |value: f64| [&value.to_le_bytes()[..], &[0, 0]].concat();
    lax_only(r#""number""#, &raw(1.0), "1", Code::Structure);
    lax_only(r#""number""#, &raw(12.25), "12.25", Code::Structure);
    // 7 as 700 hundredths, and 0.5 as 500000 millionths.
    lax_only(r#""number""#, b"\xf8\x0a\x03\x00", "7", Code::Structure);
    lax_only(r#""number""#, b"\xc0\x84\x3d\x07\x00", "0.5", Code::Structure);
}

#[test]
fn text_marked_as_what_it_is_not() {
    lax_only(r#""string""#, b"\x02ab\x05", r#""ab""#, Code::Structure);
    assert_eq!(refused(r#""string""#, "\u{2}\u{e9}\u{4}".as_bytes()), Code::Structure);
    // A cut within a character, and bytes that are none.
    assert_eq!(refused(r#"["string", "string"]"#, "\u{1}\u{1}\u{e9}\u{5}".as_bytes()), Code::Structure);
    assert_eq!(refused(r#""string""#, b"\x02\xff\xff\x05"), Code::Utf8);
}

#[test]
fn json_text_in_another_spelling() {
    lax_only(r#""json""#, b"\x07[1, 2] \x0e", "[1,2]", Code::Json);
    lax_only(r#""json""#, b"\x031.0\x06", "1", Code::Json);
    assert_eq!(refused(r#""json""#, b"\x02[1\x04"), Code::Json);
}

#[test]
fn values_of_an_open_enum_that_it_knows() {
    let schema = r#"{"enum": ["a", "b"], "open": true}"#;
    lax_only(schema, b"\x02\x03\"a\"\x06", r#""a""#, Code::Structure);
    let open = codec(&Schema::parse(schema).unwrap(), Wire::Packed, true);
    assert!(open.decode(b"\x02\x03\"c\"\x06").is_ok());
    assert_eq!(refused(schema, b"\x03\x00"), Code::Enum);
    assert_eq!(refused(r#"{"enum": ["a", "b"]}"#, b"\x02\x00"), Code::Enum);
}

#[test]
fn keys_that_occur_twice() {
    lax_only(r#"{"map": "int32"}"#, b"\x02\x01\x02\x01\x04aa\x04", r#"{"a":2}"#, Code::Structure);
    // In another map it is another key.
    let maps = codec(&Schema::parse(r#"{"map": {"map": "int32"}}"#).unwrap(), Wire::Packed, true);
    maps.decode(b"\x02\x01\x01\x01\x02\x01\x01\x01\x04abba\x08").unwrap();
}

#[test]
fn bytes_that_say_nothing() {
    // An integer of two bytes that fits one, bits that fill the last byte, a longer run of bits, bytes behind the value,
    // text that is no string's, and a longer length of the text.
    for (schema, message) in [
        (r#""integer""#, &b"\x81\x00\x00"[..]),
        (r#""bigint""#, b"\x81\x00\x00"),
        (r#""boolean""#, b"\x03\x00"),
        (r#""boolean""#, b"\x00\x01\x00"),
        (r#""integer""#, b"\x02\x02\x00"),
        (r#""integer""#, b"\x02a\x02"),
        (r#""integer""#, b"\x02\x00\x80"),
        (r#""integer""#, b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02\x00"),
        (r#""integer""#, b"\x02\x80"),
    ] {
        assert_eq!(refused(schema, message), Code::Structure, "{schema} {}", message.escape_ascii());
    }
    // The bits lie in the values.
    assert_eq!(refused(r#"["boolean", "integer"]"#, b"\x01\x00"), Code::Structure);
    // A member of a closed union that is not there.
    let union = r#"{"union": ["integer", "string"]}"#;
    assert_eq!(refused(union, b"\x02\x00"), Code::Union);
}
