//! Enums of strings and of numbers, closed and open.

use super::{agree, defines, json_error, positional_error};
use typecase::value::Value;
use typecase::wire::{json, positional};
use typecase::{OwnedValue, Record};

#[derive(Record, Debug, PartialEq)]
#[record(rename_all = "SCREAMING_SNAKE_CASE")]
enum Level {
    VeryLow,
    #[record(rename = "mid\"dle")]
    Middle,
    High,
}

#[test]
fn strings() {
    agree(&Level::VeryLow, r#""VERY_LOW""#, "0");
    agree(&Level::Middle, r#""mid\"dle""#, "1");
    agree(&vec![Level::High, Level::VeryLow], r#"["HIGH","VERY_LOW"]"#, "[2,0]");
    defines::<Level>(r#"{"$name":"Level","$root":{"enum":["VERY_LOW","mid\"dle","HIGH"]}}"#);
    assert_eq!(json_error::<Level>(r#""LOW""#), "enum: the value is not one of the enum's (byte 0)");
    assert_eq!(json_error::<Vec<Level>>(r#"["HIGH", 2]"#), "enum: the value is not one of the enum's at [1] (byte 9)");
    assert!(positional_error::<Level>("3").starts_with("enum: "));
}

#[derive(Record, Debug, PartialEq)]
#[record(number)]
enum Status {
    Unknown = -1,
    Active = 5,
    Paused,
}

#[test]
fn numbers() {
    agree(&Status::Unknown, "-1", "0");
    agree(&Status::Paused, "6", "2");
    assert_eq!(json::decode::<Status>(b"5.0").unwrap(), Status::Active);
    defines::<Status>(r#"{"$name":"Status","$root":{"enum":[-1,5,6]}}"#);
    assert!(json_error::<Status>("7").starts_with("enum: "));
    assert!(json_error::<Status>("\"5\"").starts_with("enum: "));
}

#[derive(Record, Debug, PartialEq)]
enum Open<'a> {
    Red,
    #[record(other)]
    Other(Value<'a>),
}

#[derive(Record, Debug, PartialEq)]
#[record(open)]
enum OwnedOpen {
    Red,
    Green,
    #[record(other)]
    Other(OwnedValue),
}

#[derive(Record, Debug, PartialEq)]
enum Dropped {
    Red,
    #[record(other)]
    Unknown,
}

#[test]
fn open_enums_keep_what_they_do_not_know() {
    defines::<Open>(r#"{"$name":"Open","$root":{"enum":["Red"],"open":true}}"#);
    assert_eq!(json::decode::<Open>(br#""Red""#).unwrap(), Open::Red);
    let other: Open = json::decode(br#""Blue""#).unwrap();
    assert_eq!(other, Open::Other(Value::text("Blue")));
    assert_eq!(json::encode(&other).unwrap(), br#""Blue""#);
    agree(&OwnedOpen::Green, r#""Green""#, "1");
    assert_eq!(positional::decode::<OwnedOpen>(b"9").unwrap(), OwnedOpen::Other(Value::Int(9).into()));
    assert_eq!(json::decode::<Vec<Dropped>>(br#"["x","Red"]"#).unwrap(), [Dropped::Unknown, Dropped::Red]);
    assert!(json::encode(&Dropped::Unknown).unwrap_err().to_string().starts_with("enum: "));
}
