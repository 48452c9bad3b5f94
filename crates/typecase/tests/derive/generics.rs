//! Types with lifetimes, type parameters, constants and conditions.

use super::{agree, defines, text};
use std::borrow::Cow;
use std::collections::HashMap;
use std::marker::PhantomData;
use typecase::value::{Text, Value};
use typecase::wire::{json, positional};
use typecase::{Record, Type};

#[derive(Record, Debug, PartialEq)]
struct Page<T> {
    items: Vec<T>,
    next: Option<T>,
}

#[derive(Record, Debug, PartialEq)]
struct Pair<A, const N: usize, B = u8>
where
    A: Clone,
    B: PartialEq,
{
    a: [A; N],
    b: B,
    #[record(skip)]
    marker: PhantomData<fn() -> A>,
}

#[test]
fn type_parameters() {
    let page = Page { items: vec![1u8, 2], next: None };
    agree(&page, r#"{"items":[1,2]}"#, "[[1,2]]");
    agree(&Page { items: vec![page], next: None }, r#"{"items":[{"items":[1,2]}]}"#, "[[[[1,2]]]]");
    agree(
        &Pair { a: [true, false], b: 1.5, marker: PhantomData },
        r#"{"a":[true,false],"b":1.5}"#,
        "[[true,false],1.5]",
    );
    // `next` may be missing twice over, and stays a field that is not required.
    defines::<Page<Option<u8>>>(r#"{"$name":"Page","$root":{"items":{"array":"?uint32"},"next":"?uint32"}}"#);
    assert!(json::decode::<Pair<bool, 2>>(br#"{"a":[true],"b":1}"#).unwrap_err().to_string().starts_with("structure"));
}

#[derive(Record, Debug, PartialEq)]
struct Borrowed<'a> {
    name: &'a str,
    note: Cow<'a, str>,
    text: Text<'a>,
    any: Value<'a>,
    map: HashMap<&'a str, Vec<&'a str>>,
    inner: Option<Box<Inner<'a>>>,
}

#[derive(Record, Debug, PartialEq)]
struct Inner<'b> {
    id: &'b str,
}

#[derive(Record, Debug, PartialEq)]
struct Outer<'a, T: Default> {
    #[record(flatten)]
    inner: Inner<'a>,
    value: T,
}

#[test]
fn lifetimes() {
    let input = br#"{"name":"n","note":"\n","text":"t","any":["j"],"map":{"k":["v"]},"inner":{"id":"i"}}"#;
    let value: Borrowed = json::decode(input).unwrap();
    assert_eq!(value.name, "n");
    assert!(matches!(&value.note, Cow::Owned(note) if note == "\n"));
    assert_eq!(value.map["k"], ["v"]);
    assert_eq!(value.inner.as_ref().unwrap().id, "i");
    assert_eq!(json::encode(&value).unwrap(), input);
    let encoded = positional::encode(&value).unwrap();
    assert_eq!(positional::decode::<Borrowed>(&encoded).unwrap(), value);

    let error = json::decode::<Borrowed>(br#"{"name":"\n"}"#).unwrap_err();
    assert_eq!((error.code().as_str(), error.path().as_str(), error.offset()), ("type", "name", Some(8)));
    assert!(json::decode::<HashMap<&str, u8>>(br#"{"\n":1}"#).unwrap_err().to_string().starts_with("type: "));

    let outer: Outer<Vec<u8>> = json::decode(br#"{"value":[1],"id":"i"}"#).unwrap();
    assert_eq!(outer, Outer { inner: Inner { id: "i" }, value: vec![1] });
    assert_eq!(text(positional::encode(&outer)), r#"["i",[1]]"#);
}

#[derive(Record, Debug, PartialEq)]
#[record(tag = "t")]
enum Tagged<'a, T> {
    Borrowed { text: &'a str },
    Generic { items: Vec<T> },
    Record(Inner<'a>),
}

#[derive(Record, Debug, PartialEq)]
#[record(untagged)]
enum Plain<'a, T>
where
    T: Clone,
{
    Text(&'a str),
    Generic(Vec<T>),
    Record { id: T },
}

#[test]
fn unions() {
    let values: Vec<Tagged<u8>> =
        json::decode(br#"[{"t":"Borrowed","text":"x"},{"t":"Generic","items":[1]},{"t":"Record","id":"i"}]"#).unwrap();
    let expected =
        [Tagged::Borrowed { text: "x" }, Tagged::Generic { items: vec![1] }, Tagged::Record(Inner { id: "i" })];
    assert_eq!(values, expected);
    assert_eq!(text(positional::encode(&values)), r#"[[0,"x"],[1,[1]],[2,"i"]]"#);
    let values: Vec<Plain<bool>> = json::decode(br#"["x",[true],{"id":false}]"#).unwrap();
    assert_eq!(values, [Plain::Text("x"), Plain::Generic(vec![true]), Plain::Record { id: false }]);
    assert_eq!(text(positional::encode(&values)), r#"[[0,"x"],[1,[true]],[2,[false]]]"#);
}

/// A name that hides what the generated code might have used.
#[allow(dead_code)]
mod hygiene {
    use typecase::Record;

    struct Some;
    struct None;
    struct Ok;
    struct Err;
    struct Result;
    struct Option;
    struct Vec;
    struct String;
    struct Box;
    trait Encode {}
    trait Decode {}
    trait Type {}
    trait Default {}
    fn meta() {}

    const BASE: u8 = 3;

    #[derive(Record, Debug, PartialEq)]
    pub struct Hidden {
        pub meta: u8,
        pub reader: u8,
        pub writer: u8,
        pub slots: u8,
        pub state: u8,
        #[record(default = BASE)]
        pub index: u8,
        pub self_: u8,
        pub base: u8,
    }
}

#[test]
fn generated_code_depends_on_no_name_in_scope() {
    let value = hygiene::Hidden { meta: 0, reader: 1, writer: 2, slots: 3, state: 4, index: 5, self_: 6, base: 7 };
    agree(
        &value,
        r#"{"meta":0,"reader":1,"writer":2,"slots":3,"state":4,"index":5,"self_":6,"base":7}"#,
        "[0,1,2,3,4,5,6,7]",
    );
    assert_eq!(hygiene::Hidden::schema().document().name.as_deref(), Some("Hidden"));
}

#[derive(Record, Debug, PartialEq)]
#[record(untagged)]
enum WithDefault<T: Default> {
    Record {
        #[record(default)]
        value: T,
    },
    Null,
}

#[derive(Record, Debug, PartialEq)]
struct Holder<T: Default> {
    #[record(default)]
    value: T,
    inner: WithDefault<T>,
}

#[test]
fn defaults_of_a_type_parameter() {
    let value: Holder<u8> = json::decode(br#"{"inner":{}}"#).unwrap();
    assert_eq!(value, Holder { value: 0, inner: WithDefault::Record { value: 0 } });
    defines::<Holder<u8>>(
        r#"{"$name":"Holder","$root":{"value":{"type":"uint32","default":0},
            "inner":{"union":[{"value":{"type":"uint32","default":0}},"null"]}}}"#,
    );
}
