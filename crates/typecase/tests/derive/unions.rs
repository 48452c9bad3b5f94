//! Unions with a tag, and unions without.

use super::{agree, defines, json_error, positional_error};
use std::collections::BTreeMap;
use typecase::wire::{json, positional};
use typecase::{OwnedValue, Record};

#[derive(Record, Debug, PartialEq)]
struct Moved {
    from: u8,
    #[record(alias = "into")]
    to: Option<u8>,
}

#[derive(Record, Debug, PartialEq)]
#[record(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Event {
    UserAdded {
        user_id: u32,
        nick: Option<String>,
    },
    /// The fields of a record of its own.
    Moved(Moved),
    Ping,
    #[record(rename = "x", rename_all = "UPPERCASE")]
    Other {
        a: Vec<Event>,
        #[record(skip)]
        cache: u8,
    },
}

#[test]
fn tagged() {
    let added = Event::UserAdded { user_id: 7, nick: None };
    agree(&added, r#"{"kind":"user_added","userId":7}"#, "[0,7]");
    agree(&Event::Moved(Moved { from: 1, to: None }), r#"{"kind":"moved","from":1}"#, "[1,1]");
    agree(&Event::Moved(Moved { from: 1, to: Some(2) }), r#"{"kind":"moved","from":1,"to":2}"#, "[1,1,2]");
    agree(&Event::Ping, r#"{"kind":"ping"}"#, "[2]");
    agree(
        &Event::Other { a: vec![Event::Ping, added], cache: 0 },
        r#"{"kind":"x","A":[{"kind":"ping"},{"kind":"user_added","userId":7}]}"#,
        "[3,[[2],[0,7]]]",
    );
    defines::<Event>(
        r#"{"$name":"Event","$root":{"union":[
            {"kind":{"enum":["user_added"]},"userId":"uint32","nick":"?string"},
            {"kind":{"enum":["moved"]},"from":"uint32","to":{"type":"?uint32","aliases":["into"]}},
            {"kind":{"enum":["ping"]}},
            {"kind":{"enum":["x"]},"A":{"array":"Event"}}],"discriminator":"kind"}}"#,
    );
}

#[test]
fn the_tag_may_come_anywhere() {
    for input in [
        r#"{"userId":7,"kind":"user_added","nick":"n"}"#,
        r#"{"nick":"n","unknown":{"kind":"ping"},"userId":7,"kind":"user_added"}"#,
    ] {
        let expected = Event::UserAdded { user_id: 7, nick: Some("n".into()) };
        assert_eq!(json::decode::<Event>(input.as_bytes()).unwrap(), expected, "{input}");
    }
    let moved: Event = json::decode(br#"{"into":2,"from":1,"kind":"moved"}"#).unwrap();
    assert_eq!(moved, Event::Moved(Moved { from: 1, to: Some(2) }));
    assert!(json_error::<Event>(r#"{"kind":"moved"}"#).contains("missing or null at from"));
    assert!(json_error::<Event>(r#"{"kind":"none"}"#).starts_with("union: "));
    assert!(json_error::<Event>(r#"{"from":1}"#).starts_with("union: "));
    assert!(
        json_error::<Vec<Event>>(r#"[{"kind":"x","A":[{"kind":"moved","from":-1}]}]"#).contains(" at [0].A[0].from")
    );
    assert!(positional_error::<Event>("[9]").starts_with("union: "));
}

#[derive(Record, Debug, PartialEq)]
#[record(untagged)]
enum Any {
    Nothing,
    Flag(bool),
    Number(f64),
    Text(String),
    Many(Vec<Any>),
    Point { x: f64, y: Option<f64> },
    Named { x: f64, name: String },
    Map(BTreeMap<String, u8>),
}

#[test]
fn untagged() {
    agree(&Any::Nothing, "null", "[0,null]");
    agree(&Any::Flag(true), "true", "[1,true]");
    agree(&Any::Number(1.5), "1.5", "[2,1.5]");
    agree(&Any::Text("t".into()), r#""t""#, r#"[3,"t"]"#);
    agree(&Any::Many(vec![Any::Nothing, Any::Flag(false)]), "[null,false]", "[4,[[0,null],[1,false]]]");
    agree(&Any::Point { x: 1.0, y: None }, r#"{"x":1}"#, "[5,[1]]");
    agree(&Any::Named { x: 1.0, name: "n".into() }, r#"{"x":1,"name":"n"}"#, r#"[6,[1,"n"]]"#);
    agree(&Any::Map(BTreeMap::from([("k".into(), 1)])), r#"{"k":1}"#, r#"[7,{"k":1}]"#);
    defines::<Any>(
        r#"{"$name":"Any","$root":{"union":["null","boolean","number","string",{"array":"Any"},
            {"x":"number","y":"?number"},{"x":"number","name":"string"},{"map":"uint32"}]}}"#,
    );
}

#[test]
fn the_branch_that_knows_all_fields_is_taken_first() {
    // No branch knows `z`, so the first that takes the rest does.
    assert_eq!(json::decode::<Any>(br#"{"x":1,"z":[]}"#).unwrap(), Any::Point { x: 1.0, y: None });
    assert_eq!(json::decode::<Any>(br#"{"name":"n","x":1,"z":0}"#).unwrap(), Any::Point { x: 1.0, y: None });
    // What is unknown is accepted again after the union.
    #[derive(Record, Debug, PartialEq)]
    struct Holder {
        any: Any,
        id: u8,
    }
    let holder: Holder = json::decode(br#"{"any":{"x":1,"name":"n"},"new":0,"id":1}"#).unwrap();
    assert_eq!(holder.any, Any::Named { x: 1.0, name: "n".into() });
    assert!(json_error::<Holder>(r#"{"any":{"a":"b"},"id":1}"#).starts_with("union: no branch"));
    // The only branch that may take a list says what is wrong with it.
    assert!(json_error::<Any>(r#"[{"a":-1}]"#).starts_with("union: "));
    assert!(positional_error::<Any>("[8,1]").starts_with("union: "));
}

#[derive(Record, Debug, PartialEq)]
struct Nullable {
    any: Any,
    maybe: Option<Any>,
    list: Vec<Any>,
}

#[test]
fn null_as_a_value() {
    let value = Nullable { any: Any::Nothing, maybe: None, list: vec![Any::Nothing] };
    agree(&value, r#"{"any":null,"list":[null]}"#, "[[0,null],null,[[0,null]]]");
    let value = Nullable { any: Any::Nothing, maybe: Some(Any::Nothing), list: vec![] };
    agree(&value, r#"{"any":null,"maybe":null,"list":[]}"#, "[[0,null],[0,null],[]]");
    assert!(json_error::<Nullable>(r#"{"list":[]}"#).contains("missing or null at any"));
}

#[derive(Record, Debug, PartialEq)]
#[record(untagged)]
enum OrJson {
    Number(u8),
    Json(OwnedValue),
}

#[test]
fn json_as_a_branch() {
    agree(&OrJson::Number(1), "1", "[0,1]");
    agree(&OrJson::Json(json::parse("{\"a\":1}").unwrap().into()), "{\"a\":1}", "[1,{\"a\":1}]");
    assert_eq!(positional::decode::<OrJson>(b"[1,null]").unwrap(), OrJson::Json(OwnedValue::default()));
}
