//! `#[derive(Record)]`: round trips, schemas, and what happens to fields that are missing, null,
//! repeated or unknown.

use std::borrow::Cow;
use std::fmt::Debug;
use typecase::wire::json;
use typecase::{Decode, Encode, Record};

/// Encodes as JSON, compares, and decodes again.
fn json_round_trip<T: Encode + for<'de> Decode<'de> + PartialEq + Debug>(value: &T, text: &str) {
    let encoded = String::from_utf8(json::encode(value).unwrap()).unwrap();
    assert_eq!(encoded, text);
    assert_eq!(&json::decode::<T>(text.as_bytes()).unwrap(), value);
}

#[derive(Record, Debug, PartialEq, Clone)]
struct Address {
    city: String,
    street: String,
    zip: String,
}

#[derive(Record, Debug, PartialEq, Clone, Copy)]
#[record(rename_all = "lowercase")]
enum Role {
    Admin,
    Editor,
}

#[derive(Record, Debug, PartialEq, Clone)]
struct Order {
    sku: String,
    qty: i32,
}

#[derive(Record, Debug, PartialEq, Clone)]
struct User {
    id: i32,
    email: Option<String>,
    role: Role,
    address: Address,
    tags: Vec<String>,
    orders: Vec<Order>,
}

#[derive(Record, Debug, PartialEq)]
struct Borrowed<'a> {
    name: &'a str,
    note: Cow<'a, str>,
}

#[derive(Record, Debug, PartialEq)]
struct Page<T> {
    items: Vec<T>,
    next: Option<u64>,
}

#[derive(Record, Debug, PartialEq)]
#[record(tag = "type", rename_all = "lowercase")]
enum Packet<'a> {
    Call { id: i32, method: Cow<'a, str> },
    Moved(Address),
    Ping,
}

#[derive(Record, Debug, PartialEq)]
#[record(untagged)]
enum Any<T> {
    Nothing,
    Number(f64),
    One { one: T },
    Many(Vec<Any<T>>),
}

#[derive(Record, Debug, PartialEq)]
struct Outer {
    id: u8,
    #[record(flatten)]
    address: Address,
    last: bool,
}

#[test]
fn smoke() {
    let user = User {
        id: 7,
        email: None,
        role: Role::Editor,
        address: Address { city: "Lviv".into(), street: "Virmenska".into(), zip: "79000".into() },
        tags: vec!["a".into()],
        orders: vec![Order { sku: "s".into(), qty: 2 }],
    };
    json_round_trip(
        &user,
        r#"{"id":7,"role":"editor","address":{"city":"Lviv","street":"Virmenska","zip":"79000"},"tags":["a"],"orders":[{"sku":"s","qty":2}]}"#,
    );
}
