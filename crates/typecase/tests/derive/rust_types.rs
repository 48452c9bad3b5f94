//! Rust's own types on the wires.

use super::{agree, defines, json_error, positional_error, text};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use typecase::wire::{json, positional};
use typecase::{BigInt, Bytes, Date, Decode, Encode, Record};

#[derive(Record, Debug, PartialEq)]
struct Numbers {
    a: i8,
    b: i16,
    c: i32,
    d: i64,
    e: isize,
    f: u8,
    g: u16,
    h: u32,
    i: u64,
    j: usize,
    k: i128,
    l: u128,
    m: f32,
    n: f64,
    o: bool,
    p: char,
}

#[test]
fn numbers() {
    let value = Numbers {
        a: i8::MIN,
        b: i16::MAX,
        c: i32::MIN,
        d: i64::MIN,
        e: -1,
        f: u8::MAX,
        g: u16::MAX,
        h: u32::MAX,
        i: u64::MAX,
        j: 9,
        k: i128::MIN,
        l: u128::MAX,
        m: 0.1,
        n: 1e21,
        o: true,
        p: 'ї',
    };
    agree(
        &value,
        r#"{"a":-128,"b":32767,"c":-2147483648,"d":-9223372036854775808,"e":-1,"f":255,"g":65535,"h":4294967295,"i":18446744073709551615,"j":9,"k":"-170141183460469231731687303715884105728","l":"340282366920938463463374607431768211455","m":0.10000000149011612,"n":1e+21,"o":true,"p":"ї"}"#,
        r#"[-128,32767,-2147483648,-9223372036854775808,-1,255,65535,4294967295,18446744073709551615,9,"-170141183460469231731687303715884105728","340282366920938463463374607431768211455",0.10000000149011612,1e+21,true,"ї"]"#,
    );
    defines::<Numbers>(
        r#"{"$name":"Numbers","$root":{"a":"int32","b":"int32","c":"int32","d":"int64","e":"int64","f":"uint32","g":"uint32",
            "h":"uint32","i":"uint64","j":"uint64","k":"bigint","l":"bigint","m":"float32","n":"number","o":"boolean",
            "p":"string"}}"#,
    );
}

#[test]
fn numbers_out_of_range() {
    assert_eq!(json_error::<Vec<u8>>("[1, 256]"), "type: the number is out of the range of its type at [1] (byte 4)");
    assert_eq!(json_error::<i8>("-129"), "type: the number is out of the range of its type (byte 0)");
    assert_eq!(
        json_error::<i128>("\"999999999999999999999999999999999999999999\""),
        "type: the number is out of the range of its type (byte 0)"
    );
    for input in ["-1", "1.5", "true", "\"1\"", "null", "18446744073709551616"] {
        assert!(json_error::<u32>(input).starts_with("type: "), "{input}");
    }
    assert!(json_error::<char>("\"ab\"").starts_with("type: "));
    assert!(json_error::<char>("\"\"").starts_with("type: "));
    assert!(json::encode(&f64::NAN).is_err());
}

#[test]
fn lists() {
    agree(&vec![Some(1), None], "[1,null]", "[1,null]");
    agree(&VecDeque::from([1, 2]), "[1,2]", "[1,2]");
    agree(&BTreeSet::from([2, 1]), "[1,2]", "[1,2]");
    agree(&HashSet::from([1]), "[1]", "[1]");
    agree(&Box::<[u8]>::from([1, 2]), "[1,2]", "[1,2]");
    agree(&[[1u8, 2], [3, 4]], "[[1,2],[3,4]]", "[[1,2],[3,4]]");
    agree(&Vec::<String>::new(), "[]", "[]");
    defines::<Vec<Option<[u8; 2]>>>(r#"{"array":{"array":"uint32","required":false}}"#);
    assert!(json_error::<[u8; 2]>("[1]").starts_with("structure: the list is too short"));
    assert!(json_error::<[u8; 2]>("[1,2,3]").starts_with("structure: the list is too long"));
    assert!(positional_error::<Vec<u8>>("[1,null]").starts_with("type: "));
    assert!(json_error::<Vec<Vec<u8>>>("[[],[1,-1]]").contains(" at [1][1] "));
}

#[test]
fn maps() {
    agree(&BTreeMap::from([("b".to_string(), 1), ("a b".to_string(), 2)]), r#"{"a b":2,"b":1}"#, r#"{"a b":2,"b":1}"#);
    agree(&HashMap::from([(Box::<str>::from("k"), Some(false))]), r#"{"k":false}"#, r#"{"k":false}"#);
    defines::<HashMap<String, Option<u8>>>(r#"{"map":"?uint32"}"#);
    assert_eq!(json::decode::<BTreeMap<Cow<str>, u8>>(br#"{"a":1,"a":2}"#).unwrap()["a"], 2);
    assert!(json_error::<BTreeMap<String, Vec<u8>>>(r#"{"a b":[0,-1]}"#).contains(r#" at ["a b"][1] "#));
}

#[test]
fn tuples() {
    agree(&(1u8, "x".to_string(), None::<bool>), r#"[1,"x",null]"#, r#"[1,"x",null]"#);
    agree(
        &(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.5),
        "[1,2,3,4,5,6,7,8,9,10,11,12.5]",
        "[1,2,3,4,5,6,7,8,9,10,11,12.5]",
    );
    defines::<(u8, Option<String>)>(r#"["uint32","?string"]"#);
    assert_eq!(json_error::<(u8, u8)>("[1]"), "structure: the tuple is too short (byte 3)");
    assert!(json_error::<(u8, u8)>("[1,2,3]").starts_with("structure: the tuple is too long"));
    assert!(json_error::<(u8, u8)>("[1,300]").contains(" at [1] "));
}

#[derive(Record, Debug, PartialEq)]
struct Point(#[record(rename = "x")] f64, #[record(rename = "y")] f64);

#[derive(Record, Debug, PartialEq, Clone, Copy)]
struct UserId(u32);

#[derive(Record, Debug, PartialEq)]
struct At(#[record(ty = "date")] i64);

#[derive(Record, Debug, PartialEq)]
struct Maybe<T>(Option<T>);

#[derive(Record, Debug, PartialEq)]
struct Wrapped {
    id: UserId,
    at: At,
    maybe: Maybe<UserId>,
    point: Point,
}

#[test]
fn tuple_structs() {
    agree(&Point(1.0, -0.5), "[1,-0.5]", "[1,-0.5]");
    defines::<Point>(r#"{"$name":"Point","$root":[{"x":"number"},{"y":"number"}]}"#);
    let value = Wrapped { id: UserId(1), at: At(0), maybe: Maybe(None), point: Point(1.0, 2.0) };
    agree(&value, r#"{"id":1,"at":"1970-01-01T00:00:00.000Z","point":[1,2]}"#, "[1,0,null,[1,2]]");
    defines::<Wrapped>(
        r#"{"$name":"Wrapped","$root":{"id":"uint32","at":"date","maybe":"?uint32","point":[{"x":"number"},{"y":"number"}]}}"#,
    );
}

#[test]
fn pointers() {
    agree(&Box::new(Rc::new(Arc::new(7u8))), "7", "7");
    agree(
        &(Arc::<str>::from("a"), Rc::<str>::from("b"), Box::<str>::from("c")),
        r#"["a","b","c"]"#,
        r#"["a","b","c"]"#,
    );
    assert_eq!(text(json::encode(&(&1u8, "x"))), r#"[1,"x"]"#);
    assert_eq!(text(json::encode("x")), r#""x""#);
}

#[test]
fn scalars_of_ours() {
    agree(&Bytes::from(vec![1, 2, 3]), r#""AQID""#, r#""AQID""#);
    agree(&Date(-1), r#""1969-12-31T23:59:59.999Z""#, "-1");
    agree(
        &BigInt::from(i128::MAX),
        r#""170141183460469231731687303715884105727""#,
        r#""170141183460469231731687303715884105727""#,
    );
    assert_eq!(json::decode::<Date>(b"5").unwrap(), Date(5));
    assert!(json::encode(&Date(i64::MAX)).unwrap_err().to_string().starts_with("type: "));
    assert!(positional_error::<Date>("8640000000000001").starts_with("type: "));
    // A byte string borrows where the wire has it as it is, and JSON never has.
    assert_eq!(text(json::encode(&&b"abc"[..])), r#""YWJj""#);
    assert_eq!(json::decode::<Cow<[u8]>>(br#""YWJj""#).unwrap(), &b"abc"[..]);
    assert!(json::decode::<&[u8]>(br#""YWJj""#).unwrap_err().to_string().starts_with("type: "));
}

#[test]
fn a_short_input_reserves_little() {
    // 2^20 items of 4 KiB would take 4 GiB: whatever a wire announces, the list grows as items arrive.
    let input = format!("[{}]", vec!["[]"; 2000].join(","));
    let lists: Vec<Vec<[u64; 512]>> = json::decode(input.as_bytes()).unwrap();
    assert_eq!(lists.len(), 2000);
    assert!(lists.iter().all(|list| list.capacity() == 0));
}

/// Types of other crates, each behind a feature.
#[cfg(feature = "uuid")]
#[test]
fn uuids() {
    let id = uuid::Uuid::from_u128(0x67e5504410b1426f9247bb680e5fe0c8);
    agree(&id, r#""67e55044-10b1-426f-9247-bb680e5fe0c8""#, r#""67e55044-10b1-426f-9247-bb680e5fe0c8""#);
    assert!(json_error::<uuid::Uuid>("\"67e5\"").starts_with("type: expected a UUID"));
}

/// An instant at 0.001 s before 1970, one between two milliseconds, and the range.
#[allow(dead_code)]
fn check_dates<T>(before: T, between: T)
where
    T: typecase::Type + Encode + for<'de> Decode<'de> + PartialEq + std::fmt::Debug,
{
    agree(&before, r#""1969-12-31T23:59:59.999Z""#, "-1");
    assert!(json::encode(&between).unwrap_err().to_string().starts_with("unsupported: "));
    defines::<T>(r#""date""#);
}

#[cfg(feature = "chrono")]
#[test]
fn chrono_dates() {
    use chrono::DateTime;
    check_dates(DateTime::from_timestamp_millis(-1).unwrap(), DateTime::from_timestamp_nanos(-1));
    assert!(positional_error::<DateTime<chrono::Utc>>("8640000000000000").starts_with("type: "));
}

#[cfg(feature = "time")]
#[test]
fn time_dates() {
    use time::OffsetDateTime;
    let at = |nanos| OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap();
    check_dates(at(-1_000_000), at(-1));
    assert!(positional_error::<OffsetDateTime>("8640000000000000").starts_with("type: "));
}

#[cfg(feature = "jiff")]
#[test]
fn jiff_dates() {
    use jiff::Timestamp;
    check_dates(Timestamp::from_millisecond(-1).unwrap(), Timestamp::from_nanosecond(-1).unwrap());
    assert!(positional_error::<Timestamp>("8640000000000000").starts_with("type: "));
}

#[test]
fn both_wires_decode_what_the_other_wrote_of_a_reference() {
    let borrowed = [&7u8, &8];
    assert_eq!(positional::decode::<[u8; 2]>(&positional::encode(&borrowed).unwrap()).unwrap(), [7, 8]);
}
