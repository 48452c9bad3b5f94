//! The reference payloads as Rust types: their schemas are those a person wrote, and every value comes
//! back from both wires in the same bytes as from the driver.

use super::{convert, text};
use std::borrow::Cow;
use std::path::PathBuf;
use typecase::codec::Codec;
use typecase::schema::Schema;
use typecase::schema::model::Layout;
use typecase::wire::{Wire, avro, json, positional, protobuf};
use typecase::{Date, Decode, Encode, Record, Type};

#[derive(Record, Debug, PartialEq)]
struct User {
    id: i32,
    name: String,
    email: String,
    age: i32,
    active: bool,
    balance: f64,
    role: Role,
    address: Address,
    tags: Vec<String>,
    orders: Vec<Order>,
}

#[derive(Record, Debug, PartialEq)]
#[record(rename_all = "lowercase")]
enum Role {
    Admin,
    Editor,
    Viewer,
    Owner,
}

#[derive(Record, Debug, PartialEq)]
struct Address {
    city: String,
    street: String,
    zip: String,
}

#[derive(Record, Debug, PartialEq)]
struct Order {
    sku: String,
    qty: i32,
}

#[derive(Record, Debug, PartialEq)]
struct Users(Vec<User>);

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

#[derive(Record, Debug, PartialEq, Default)]
#[record(sparse)]
struct Sparse {
    f0: Option<String>,
    f1: Option<i32>,
    f2: Option<bool>,
    f3: Option<String>,
    f4: Option<i32>,
    f5: Option<bool>,
    f6: Option<String>,
    f7: Option<i32>,
    f8: Option<bool>,
    f9: Option<String>,
    f10: Option<i32>,
    f11: Option<bool>,
    f12: Option<String>,
    f13: Option<i32>,
    f14: Option<bool>,
    f15: Option<String>,
    f16: Option<i32>,
    f17: Option<bool>,
    f18: Option<String>,
    f19: Option<i32>,
}

#[derive(Record, Debug, PartialEq)]
#[record(rename_all = "camelCase")]
struct Typed {
    id: i32,
    active: bool,
    verified: bool,
    role: Role,
    status: Role,
    created_at: Date,
    level: i32,
}

#[derive(Record, Debug, PartialEq)]
struct Strings<'a> {
    title: Cow<'a, str>,
    body: Cow<'a, str>,
    author: Cow<'a, str>,
    tags: Vec<Cow<'a, str>>,
}

macro_rules! numeric {
    ($($field:ident)+) => {
        #[derive(Record, Debug, PartialEq)]
        struct Numeric {
            $($field: f64),+
        }
    };
}

numeric!(v0 v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16 v17 v18 v19 v20 v21 v22 v23 v24 v25 v26 v27 v28 v29
    v30 v31);

#[derive(Record, Debug, PartialEq)]
#[record(tag = "type", rename_all = "lowercase")]
enum Packet {
    Call { id: i32, method: String, args: Args },
    Callback { id: i32, ok: bool, count: i32 },
    Event { name: String, room: String, at: Date },
}

#[derive(Record, Debug, PartialEq)]
struct Args {
    room: String,
    text: String,
    limit: i32,
}

#[derive(Record, Debug, PartialEq)]
struct Packets(Vec<Packet>);

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
    let data = avro::encode(&value).unwrap();
    let codec = |wire| typecase::codec::Codec::new(&T::schema(), wire, &Default::default()).unwrap();
    let mut converted = Vec::new();
    codec(Wire::Json).convert(&codec(Wire::Avro), source.as_bytes(), &mut converted).unwrap();
    assert!(data == converted, "{name}: typed data on the Avro wire differ from those of the driver");
    assert_eq!(avro::decode::<T>(&data).unwrap(), value);
    let message = protobuf::encode(&value).unwrap();
    let codec = |wire| Codec::new(&T::schema(), wire, &Default::default()).unwrap();
    let mut converted = Vec::new();
    codec(Wire::Json).convert(&codec(Wire::Protobuf), source.as_bytes(), &mut converted).unwrap();
    assert_eq!(message, converted);
    assert_eq!(protobuf::decode::<T>(&message).unwrap(), value);
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
