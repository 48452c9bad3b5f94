//! Fields that may be missing but not be null: `"nulls": "refuse"`.

use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::schema::{DefinitionCode, Schema};
use typecase::value::Value;
use typecase::wire::Wire;

const DEFINITION: &str = concat!(
    r#"{"a":{"type":"integer","required":false,"nulls":"refuse"},"#,
    r#""b":{"array":"string","required":false,"nulls":"refuse"},"c":"?integer"}"#
);

fn schema() -> Schema {
    Schema::parse(DEFINITION).unwrap()
}

#[test]
fn a_null_is_an_error_and_a_missing_field_is_not() {
    let mut options = Options::default();
    let codec = Codec::new(&schema(), Wire::Json, &options).unwrap();
    let missing = codec.decode(b"{}").unwrap();
    assert_eq!(missing, Value::Record(vec![Value::Null, Value::Null, Value::Null].into()));
    assert_eq!(codec.encode(&missing).unwrap(), b"{}");
    for (text, path) in [(r#"{"a":null}"#, "a"), (r#"{"c":null,"b":null}"#, "b")] {
        let error = codec.decode(text.as_bytes()).unwrap_err();
        assert_eq!((error.code(), error.path().as_str()), (Code::Type, path));
    }
    // Writing nulls for what is missing leaves these fields out, so that the text can be read again.
    options.json.nulls = true;
    let codec = Codec::new(&schema(), Wire::Json, &options).unwrap();
    assert_eq!(codec.encode(&missing).unwrap(), br#"{"c":null}"#);
}

#[test]
fn other_wires_know_no_difference() {
    let codec = Codec::new(&schema(), Wire::Positional, &Options::default()).unwrap();
    assert_eq!(
        codec.decode(b"[null,null,7]").unwrap(),
        Value::Record(vec![Value::Null, Value::Null, Value::Int(7)].into())
    );
    assert_eq!(codec.encode(&codec.decode(b"[]").unwrap()).unwrap(), b"[]");
}

#[test]
fn a_default_still_fills_what_is_missing() {
    let schema = Schema::parse(r#"{"a":{"type":"integer","required":false,"default":3,"nulls":"refuse"}}"#).unwrap();
    let codec = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    assert_eq!(codec.decode(b"{}").unwrap(), Value::Record(vec![Value::Int(3)].into()));
    assert_eq!(codec.decode(br#"{"a":null}"#).unwrap_err().code(), Code::Type);
}

#[test]
fn the_option_is_kept_and_checked() {
    let text = schema().document().to_json_line();
    assert_eq!(Schema::parse(&text).unwrap().document(), schema().document());
    assert_eq!(Schema::from_snapshot(&schema().to_snapshot()).unwrap().document(), schema().document());
    for wrong in [
        r#"{"a":{"type":"integer","nulls":"refuse"}}"#,
        r#"{"a":{"type":"json","required":false,"nulls":"refuse"}}"#,
        r#"{"array":{"type":"integer","required":false,"nulls":"refuse"}}"#,
        r#"{"a":{"type":"integer","required":false,"nulls":"keep"}}"#,
    ] {
        assert_eq!(Schema::parse(wrong).unwrap_err().code(), DefinitionCode::InvalidOptions, "{wrong}");
    }
}

#[test]
fn a_null_that_is_a_value_does_not_stand_for_a_missing_one() {
    let schema = Schema::parse(r#"{"a":{"union":["string","null"],"required":false,"nulls":"write"}}"#).unwrap();
    let mut options = Options::default();
    options.json.nulls = true;
    let codec = Codec::new(&schema, Wire::Json, &options).unwrap();
    for text in [&b"{}"[..], br#"{"a":null}"#] {
        let value = codec.decode(text).unwrap();
        assert_eq!(codec.encode(&value).unwrap(), text);
    }
}
