//! The attributes of fields, and fields that are missing, null, repeated, renamed or unknown.

use super::{agree, convert, defines, json_error, positional_error, text};
use std::collections::BTreeMap;
use typecase::typed::Bytes;
use typecase::value::Value;
use typecase::wire::{Wire, json, positional};
use typecase::{OwnedValue, Record, Type};

#[derive(Record, Debug, PartialEq)]
struct Simple {
    id: u32,
    name: String,
    email: Option<String>,
}

fn simple(email: Option<&str>) -> Simple {
    Simple { id: 7, name: "Ada".into(), email: email.map(Into::into) }
}

#[test]
fn optional_fields() {
    agree(&simple(Some("a@b.c")), r#"{"id":7,"name":"Ada","email":"a@b.c"}"#, r#"[7,"Ada","a@b.c"]"#);
    agree(&simple(None), r#"{"id":7,"name":"Ada"}"#, r#"[7,"Ada"]"#);
    defines::<Simple>(r#"{"$name":"Simple","$root":{"id":"uint32","name":"string","email":"?string"}}"#);
    for input in [
        r#"{"id":7,"name":"Ada","email":null}"#,
        r#"{"email":null,"name":"Ada","id":7}"#,
        r#" { "unknown" : [1, {}] , "id" : 7 , "more": 1, "name" : "Ada" } "#,
        r#"{"name":"\u0041da","id":7,"\u0069d2":0}"#,
    ] {
        assert_eq!(json::decode::<Simple>(input.as_bytes()).unwrap(), simple(None), "{input}");
    }
    for input in ["[7,\"Ada\",null]", "[7,\"Ada\",null,9,{}]", " [ 7 , \"\\u0041da\" ] "] {
        assert_eq!(positional::decode::<Simple>(input.as_bytes()).unwrap(), simple(None), "{input}");
    }
}

#[test]
fn required_fields() {
    let missing = "required: required field is missing or null at name";
    assert!(json_error::<Simple>(r#"{"id":7}"#).starts_with(missing));
    assert!(json_error::<Simple>(r#"{"id":7,"name":null}"#).starts_with(missing));
    assert!(json_error::<Simple>(r#"{"x":1,"id":7}"#).starts_with(missing));
    assert!(positional_error::<Simple>("[7]").starts_with(missing));
    assert!(positional_error::<Simple>("[7,null]").starts_with(missing));
}

#[test]
fn duplicate_and_unknown_fields() {
    let input = br#"{"id":1,"name":"x","id":7,"name":"Ada"}"#;
    let with = |strict, duplicates| {
        let options = json::Options { strict, duplicates, ..Default::default() };
        json::decode_with::<Simple>(input, &options, &Default::default())
    };
    let error = with(false, json::Duplicates::Error).unwrap_err();
    assert_eq!((error.code().as_str(), error.path().as_str()), ("duplicate", "id"));
    assert_eq!(with(false, json::Duplicates::Last).unwrap(), simple(None));
    assert_eq!(with(false, json::Duplicates::First).unwrap(), Simple { id: 1, name: "x".into(), email: None });

    let options = json::Options { strict: true, ..Default::default() };
    let error = json::decode_with::<Simple>(br#"{"id":1,"zzz":0}"#, &options, &Default::default()).unwrap_err();
    assert_eq!((error.code().as_str(), error.path().as_str()), ("extra", "zzz"));
}

#[derive(Record, Debug, PartialEq)]
#[record(rename_all = "camelCase")]
struct Named {
    created_at: i64,
    #[record(rename = "type")]
    kind: String,
    r#for: u8,
    #[record(alias = "old", alias = "older")]
    new_name: bool,
}

#[test]
fn names() {
    let value = Named { created_at: -5, kind: "k\"".into(), r#for: 255, new_name: true };
    agree(&value, r#"{"createdAt":-5,"type":"k\"","for":255,"newName":true}"#, r#"[-5,"k\"",255,true]"#);
    for alias in ["old", "older"] {
        let input = format!(r#"{{"createdAt":-5,"type":"k\"","for":255,"{alias}":true}}"#);
        assert_eq!(json::decode::<Named>(input.as_bytes()).unwrap(), value);
    }
    let repeated = r#"{"createdAt":-5,"type":"k","for":255,"newName":true,"old":false}"#;
    assert!(json_error::<Named>(repeated).starts_with("duplicate: "));
    defines::<Named>(
        r#"{"$name":"Named","$root":{"createdAt":"int64","type":"string","for":"uint32",
            "newName":{"type":"boolean","aliases":["old","older"]}}}"#,
    );
}

#[derive(Record, Debug, PartialEq)]
struct Defaults {
    id: u8,
    #[record(default)]
    score: f64,
    #[record(default = "anonymous")]
    name: String,
    #[record(default = 3 + 4)]
    level: i64,
    #[record(default = Shade::Dark)]
    shade: Shade,
    #[record(default)]
    tags: Vec<String>,
    #[record(default = BTreeMap::from([("a".to_string(), 1)]))]
    counts: BTreeMap<String, u8>,
    #[record(default = Some(5))]
    limit: Option<u8>,
    #[record(default = 86_400_000, ty = "date")]
    since: i64,
    #[record(skip, default = 42)]
    cached: u64,
    #[record(skip)]
    note: String,
}

#[derive(Record, Debug, PartialEq)]
enum Shade {
    Light,
    Dark,
}

#[test]
fn defaults() {
    let value: Defaults = json::decode(br#"{"id":1}"#).unwrap();
    let expected = Defaults {
        id: 1,
        score: 0.0,
        name: "anonymous".into(),
        level: 7,
        shade: Shade::Dark,
        tags: vec![],
        counts: BTreeMap::from([("a".to_string(), 1)]),
        limit: Some(5),
        since: 86_400_000,
        cached: 42,
        note: String::new(),
    };
    assert_eq!(value, expected);
    assert_eq!(json::decode::<Defaults>(br#"{"score":null,"id":1,"limit":null}"#).unwrap(), expected);
    assert_eq!(positional::decode::<Defaults>(b"[1,null,null]").unwrap(), expected);
    // An empty list that may be missing is missing in Protocol Buffers.
    let expected = Defaults { tags: vec!["x".to_string()], ..expected };
    agree(
        &expected,
        r#"{"id":1,"score":0,"name":"anonymous","level":7,"shade":"Dark","tags":["x"],"counts":{"a":1},"limit":5,"since":"1970-01-02T00:00:00.000Z"}"#,
        r#"[1,0,"anonymous",7,1,["x"],{"a":1},5,86400000]"#,
    );
    defines::<Defaults>(
        r#"{"$name":"Defaults","$root":{"id":"uint32","score":{"type":"number","default":0},
            "name":{"type":"string","default":"anonymous"},"level":{"type":"int64","default":7},
            "shade":{"enum":["Light","Dark"],"default":"Dark"},"tags":{"array":"string","required":false},
            "counts":{"map":"uint32","required":false},"limit":{"type":"uint32","required":false,"default":5},
            "since":{"type":"date","default":"1970-01-02T00:00:00.000Z"}}}"#,
    );
    // The driver fills in what the schema can hold.
    assert_eq!(
        convert::<Defaults>(Wire::Positional, Wire::Json, "[1]"),
        r#"{"id":1,"score":0,"name":"anonymous","level":7,"shade":"Dark","limit":5,"since":"1970-01-02T00:00:00.000Z"}"#
    );
}

#[derive(Record, Debug, PartialEq)]
struct Place {
    city: String,
    #[record(alias = "postcode")]
    zip: Option<String>,
}

#[derive(Record, Debug, PartialEq)]
struct Range {
    low: u8,
    #[record(flatten)]
    high: High,
}

#[derive(Record, Debug, PartialEq)]
struct High {
    high: u8,
}

#[derive(Record, Debug, PartialEq)]
struct Flat {
    id: u8,
    #[record(flatten)]
    place: Place,
    #[record(flatten)]
    range: Range,
    last: bool,
}

#[test]
fn flattened_records() {
    let value = Flat {
        id: 1,
        place: Place { city: "Lviv".into(), zip: None },
        range: Range { low: 2, high: High { high: 3 } },
        last: true,
    };
    agree(&value, r#"{"id":1,"city":"Lviv","low":2,"high":3,"last":true}"#, r#"[1,"Lviv",null,2,3,true]"#);
    for input in [
        r#"{"last":true,"high":3,"low":2,"city":"Lviv","id":1}"#,
        r#"{"high":3,"x":0,"id":1,"city":"Lviv","postcode":null,"low":2,"last":true}"#,
    ] {
        assert_eq!(json::decode::<Flat>(input.as_bytes()).unwrap(), value, "{input}");
    }
    let postcode: Flat =
        json::decode(br#"{"id":1,"city":"Lviv","postcode":"79000","low":2,"high":3,"last":true}"#).unwrap();
    assert_eq!(postcode.place.zip.as_deref(), Some("79000"));
    defines::<Flat>(
        r#"{"$name":"Flat","$root":{"id":"uint32","city":"string","zip":{"type":"?string","aliases":["postcode"]},
            "low":"uint32","high":"uint32","last":"boolean"}}"#,
    );
    assert!(json_error::<Flat>(r#"{"id":1,"city":"Lviv","low":2,"last":true}"#).contains(" at high"));
    assert!(json_error::<Flat>(r#"{"id":1,"city":"Lviv","low":2,"high":300}"#).contains(" at high"));
    assert!(json_error::<Flat>(r#"{"high":3,"high":3}"#).starts_with("duplicate: "));
    for index in 0..6 {
        let mut out = Vec::new();
        let mut writer = json::Writer::new(&mut out, &Default::default(), &Default::default());
        value.encode_field(index, &mut writer).unwrap();
        let expected = ["\"id\":1,", "\"city\":\"Lviv\",", "", "\"low\":2,", "\"high\":3,", "\"last\":true,"][index];
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

#[derive(Record, Debug, PartialEq)]
struct Scalars {
    #[record(ty = "integer")]
    whole: u16,
    #[record(ty = "int32")]
    narrow: i64,
    #[record(ty = "number")]
    number: u32,
    #[record(ty = "float64")]
    double: f64,
    #[record(ty = "float32")]
    single: f64,
    #[record(ty = "bigint")]
    big: u64,
    #[record(ty = "date")]
    at: Option<i64>,
    #[record(ty = "bytes")]
    bytes: Vec<u8>,
    #[record(ty = "bytes")]
    hash: [u8; 2],
    #[record(ty = "date")]
    dates: Vec<u64>,
    #[record(ty = "bytes")]
    chunks: Option<Vec<Vec<u8>>>,
}

#[test]
fn other_scalars() {
    let value = Scalars {
        whole: 1,
        narrow: -2,
        number: 3,
        double: 0.5,
        single: 0.25,
        big: u64::MAX,
        at: Some(0),
        bytes: vec![1, 2, 3],
        hash: [255, 254],
        dates: vec![1],
        chunks: Some(vec![vec![0]]),
    };
    agree(
        &value,
        r#"{"whole":1,"narrow":-2,"number":3,"double":0.5,"single":0.25,"big":"18446744073709551615","at":"1970-01-01T00:00:00.000Z","bytes":"AQID","hash":"//4=","dates":["1970-01-01T00:00:00.001Z"],"chunks":["AA=="]}"#,
        r#"[1,-2,3,0.5,0.25,"18446744073709551615",0,"AQID","//4=",[1],["AA=="]]"#,
    );
    defines::<Scalars>(
        r#"{"$name":"Scalars","$root":{"whole":"integer","narrow":"int32","number":"number","double":"float64",
            "single":"float32","big":"bigint","at":"?date","bytes":"bytes","hash":"bytes","dates":{"array":"date"},
            "chunks":{"array":"bytes","required":false}}}"#,
    );
    let error = json::encode(&Scalars { narrow: 1 << 40, ..value }).unwrap_err();
    assert_eq!(error.to_string(), "type: the number is out of the range of its schema type at narrow");
    assert!(json_error::<Scalars>(r#"{"whole":65536}"#).starts_with("type: the number is out of the range"));
    let input = r#"{"whole":1,"narrow":1,"number":1.5}"#;
    assert!(json_error::<Scalars>(input).ends_with(" at number (byte 31)"), "{}", json_error::<Scalars>(input));
    let input = r#"[1,1,1,1,1,"1",null,"AQID","AQID"]"#;
    assert!(positional_error::<Scalars>(input).contains("another length"));
}

#[derive(Record, Debug, PartialEq)]
struct Settings {
    #[record(delta, js = "bigint", proto(id = 7, type = "sint32"))]
    id: i64,
    #[record(min = 0, max = 10.5, avro(logical = "x", list = [1, -2, "a"], nested(on, level = 1.5)))]
    score: f64,
    #[record(length(min = 3, max = 32), pattern = "^[a-z]+$", intern)]
    name: String,
    #[record(length = 4, cbor(tag = 5), msgpack(ext = 1), bson(type = "double"), meta(title = "Codes", rank = 1))]
    codes: Vec<u8>,
    #[record(nulls = "write")]
    note: Option<String>,
}

#[test]
fn settings() {
    defines::<Settings>(
        r#"{"$name":"Settings","$root":{
            "id":{"type":"int64","delta":true,"js":"bigint","proto":{"id":7,"type":"sint32"}},
            "score":{"type":"number","min":0,"max":10.5,
                "avro":{"logical":"x","list":[1,-2,"a"],"nested":{"on":true,"level":1.5}}},
            "name":{"type":"string","intern":true,"length":[3,32],"pattern":"^[a-z]+$"},
            "codes":{"array":"uint32","length":4,"cbor":{"tag":5},"msgpack":{"ext":1},"bson":{"type":"double"},
                "title":"Codes","rank":1},
            "note":{"type":"string","required":false,"nulls":"write"}}}"#,
    );
    let value = Settings { id: 1, score: 1.0, name: "abc".into(), codes: vec![1; 4], note: None };
    agree(&value, r#"{"id":1,"score":1,"name":"abc","codes":[1,1,1,1],"note":null}"#, r#"[1,1,"abc",[1,1,1,1]]"#);
}

#[test]
fn a_setting_that_does_not_fit_is_an_error_of_the_schema() {
    #[derive(Record)]
    struct Wrong {
        #[record(intern)]
        id: u8,
    }
    assert!(Wrong::try_schema().unwrap_err().to_string().contains("intern"));
}

#[derive(Record, Debug, PartialEq, Default)]
struct Loose {
    any: OwnedValue,
    bytes: Bytes,
    nothing: (),
    last: u8,
}

#[test]
fn json_bytes_and_null() {
    let mut value =
        Loose { any: OwnedValue(json::parse(r#"{"a":[1,null,"é"]}"#).unwrap().into_owned()), ..Loose::default() };
    value.bytes.push(7);
    agree(&value, r#"{"any":{"a":[1,null,"é"]},"bytes":"Bw==","last":0}"#, r#"[{"a":[1,null,"é"]},"Bw==",null,0]"#);
    value.any = OwnedValue(Value::Null);
    agree(&value, r#"{"bytes":"Bw==","last":0}"#, r#"[null,"Bw==",null,0]"#);
    assert_eq!(json::decode::<Loose>(br#"{"nothing":null,"bytes":"Bw==","any":null,"last":0}"#).unwrap(), value);
    defines::<Loose>(r#"{"$name":"Loose","$root":{"any":"json","bytes":"bytes","nothing":"null","last":"uint32"}}"#);
}

#[derive(Record, Debug, PartialEq)]
#[record(flags, rename_all = "kebab-case")]
struct Rights {
    read: bool,
    write_all: bool,
    #[record(rename = "x")]
    execute: bool,
}

#[test]
fn flags() {
    let value = Rights { read: true, write_all: false, execute: true };
    agree(&value, r#"{"read":true,"write-all":false,"x":true}"#, "5");
    defines::<Rights>(r#"{"$name":"Rights","$root":{"flags":["read","write-all","x"]}}"#);
    assert_eq!(json::decode::<Rights>(b"{}").unwrap(), Rights { read: false, write_all: false, execute: false });
    assert!(positional_error::<Rights>("8").starts_with("type: "));
}

#[test]
fn missing_fields_are_written_as_null_on_request() {
    let options = json::Options { nulls: true, ..Default::default() };
    let mut out = Vec::new();
    json::encode_into(&simple(None), &mut out, &options, &Default::default()).unwrap();
    assert_eq!(text(Ok(out)), r#"{"id":7,"name":"Ada","email":null}"#);
}
