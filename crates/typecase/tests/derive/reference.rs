//! The reference payloads as Rust types: their schemas are those a person wrote, and every value comes
//! back from both wires in the same bytes as from the driver.

use super::{convert, on_every_wire, text};
use crate::payloads::{Numeric, Order, Packets, Role, Sparse, Typed, User, Users};
use std::borrow::Cow;
use std::path::PathBuf;

use typecase::schema::Schema;
use typecase::schema::model::Layout;
use typecase::wire::{Wire, json, positional};
use typecase::{Decode, Encode, Record, Type};

/// The options of the columns layout on a few of the fields of [`User`].
#[derive(Record, Debug, PartialEq)]
#[record(name = "User")]
struct InternedUser {
    #[record(delta)]
    id: i32,
    name: String,
    email: String,
    age: i32,
    active: bool,
    balance: f64,
    role: Role,
    address: InternedAddress,
    #[record(intern)]
    tags: Vec<String>,
    orders: Vec<Order>,
}

#[derive(Record, Debug, PartialEq)]
struct InternedAddress {
    #[record(intern)]
    city: String,
    street: String,
    zip: String,
}

#[derive(Record, Debug, PartialEq)]
#[record(name = "Users")]
struct InternedUsers(Vec<InternedUser>);

#[derive(Record, Debug, PartialEq)]
struct Strings<'a> {
    title: Cow<'a, str>,
    body: Cow<'a, str>,
    author: Cow<'a, str>,
    tags: Vec<Cow<'a, str>>,
}

fn payload(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../payloads/reference").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The payload on both wires, each way, as the driver has it.
#[track_caller]
fn comes_back<T>(name: &str, size: usize)
where
    T: Type + Encode + for<'de> Decode<'de> + PartialEq + std::fmt::Debug,
{
    assert_eq!(T::schema().document(), Schema::parse(&payload(&format!("{name}.schema.json"))).unwrap().document());
    let source = payload(&format!("{name}.json"));
    let value: T = json::decode(source.as_bytes()).unwrap();
    let positional_text = text(positional::encode(&value));
    assert_eq!(positional_text.len(), size);
    assert_eq!(positional_text, convert::<T>(Wire::Json, Wire::Positional, &source));
    assert_eq!(positional::decode::<T>(positional_text.as_bytes()).unwrap(), value);
    let json_text = text(json::encode(&value));
    assert_eq!(json_text, convert::<T>(Wire::Positional, Wire::Json, &positional_text));
    assert_eq!(json::decode::<T>(json_text.as_bytes()).unwrap(), value);
    on_every_wire(&value);
}

#[test]
fn payloads_come_back() {
    // The sizes are those of docs/positional.md, section 6.
    comes_back::<User>("single", 135);
    comes_back::<Users>("records", 140_738);
    comes_back::<Sparse>("sparse", 23);
    comes_back::<Typed>("typed", 36);
    comes_back::<Numeric>("numeric", 582);
    comes_back::<Packets>("packets", positional::encode(&packets()).unwrap().len());
}

fn packets() -> Packets {
    json::decode(payload("packets.json").as_bytes()).unwrap()
}

#[test]
fn borrowed_strings_come_back() {
    let schema = Schema::parse(&payload("strings.schema.json")).unwrap();
    assert_eq!(Strings::schema().document(), schema.document());
    let source = payload("strings.json");
    let value: Strings = json::decode(source.as_bytes()).unwrap();
    assert!(matches!(value.title, Cow::Borrowed(_)));
    let encoded = positional::encode(&value).unwrap();
    assert_eq!(encoded.len(), 785);
    assert_eq!(positional::decode::<Strings>(&encoded).unwrap(), value);
}

#[track_caller]
fn columns<T>(schema: &str, size: usize)
where
    T: Type + Encode + for<'de> Decode<'de> + PartialEq + std::fmt::Debug,
{
    let written = Schema::parse(&payload(schema)).unwrap();
    let mut document = T::schema().document().clone();
    document.layout = Layout::Columns;
    assert_eq!(&document, written.document());
    let value: T = json::decode(payload("records.json").as_bytes()).unwrap();
    let plan = positional::Plan::new(T::schema().graph(), Layout::Columns).unwrap();
    let (options, limits) = Default::default();
    let mut out = Vec::new();
    positional::encode_into(&value, &mut out, &plan, &options, &limits).unwrap();
    assert_eq!(out.len(), size);
    assert_eq!(positional::decode_with::<T>(&out, &plan, &options, &limits).unwrap(), value);
}

#[test]
fn columns_come_back() {
    columns::<Users>("records-columns.schema.json", 138_758);
    columns::<InternedUsers>("records-columns-interned.schema.json", 114_965);
}

#[test]
fn only_a_root_is_sparse() {
    #[derive(Record)]
    struct Outer {
        inner: Vec<Sparse>,
    }
    assert!(Vec::<Sparse>::schema().document().sparse);
    let error = Outer::try_schema().unwrap_err().to_string();
    assert!(error.contains("Sparse is sparse"), "{error}");
}
