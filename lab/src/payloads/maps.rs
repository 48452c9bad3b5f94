//! The payloads as structs that zerompk writes as maps: its derive decides per struct, and those of the payloads are
//! arrays to it.

use serde::{Deserialize, Serialize};
use zerompk::{FromMessagePack, ToMessagePack};

use super::date::Date;
use super::role::Role;

#[derive(PartialEq, Serialize, Deserialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct User {
    pub id: i32,
    pub name: String,
    pub email: String,
    pub age: i32,
    pub active: bool,
    pub balance: f64,
    pub role: Role,
    pub address: Address,
    pub tags: Vec<String>,
    pub orders: Vec<Order>,
}

#[derive(Serialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct UserRef<'a> {
    pub id: i32,
    pub name: &'a str,
    pub email: &'a str,
    pub age: i32,
    pub active: bool,
    pub balance: f64,
    pub role: Role,
    pub address: AddressRef<'a>,
    pub tags: Vec<&'a str>,
    pub orders: Vec<OrderRef<'a>>,
}

#[derive(PartialEq, Serialize, Deserialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct Address {
    pub city: String,
    pub street: String,
    pub zip: String,
}

#[derive(Serialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct AddressRef<'a> {
    pub city: &'a str,
    pub street: &'a str,
    pub zip: &'a str,
}

#[derive(PartialEq, Serialize, Deserialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct Order {
    pub sku: String,
    pub qty: i32,
}

#[derive(Serialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct OrderRef<'a> {
    pub sku: &'a str,
    pub qty: i32,
}

#[derive(PartialEq, Serialize, Deserialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct Strings {
    pub title: String,
    pub body: String,
    pub author: String,
    pub tags: Vec<String>,
}

#[derive(Serialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct StringsRef<'a> {
    pub title: &'a str,
    pub body: &'a str,
    pub author: &'a str,
    pub tags: Vec<&'a str>,
}

#[derive(PartialEq, Serialize, Deserialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct Typed {
    pub id: i32,
    pub active: bool,
    pub verified: bool,
    pub role: Role,
    pub status: Role,
    #[serde(rename = "createdAt")]
    #[msgpack(key = "createdAt")]
    pub created_at: Date,
    pub level: i32,
}

#[derive(PartialEq, Serialize, Deserialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct Numeric {
    pub v0: f64,
    pub v1: f64,
    pub v2: f64,
    pub v3: f64,
    pub v4: f64,
    pub v5: f64,
    pub v6: f64,
    pub v7: f64,
    pub v8: f64,
    pub v9: f64,
    pub v10: f64,
    pub v11: f64,
    pub v12: f64,
    pub v13: f64,
    pub v14: f64,
    pub v15: f64,
    pub v16: f64,
    pub v17: f64,
    pub v18: f64,
    pub v19: f64,
    pub v20: f64,
    pub v21: f64,
    pub v22: f64,
    pub v23: f64,
    pub v24: f64,
    pub v25: f64,
    pub v26: f64,
    pub v27: f64,
    pub v28: f64,
    pub v29: f64,
    pub v30: f64,
    pub v31: f64,
}

/// A struct whose fields are all optional, with text of the type that is given.
macro_rules! sparse {
    ($(#[$meta:meta])* $name:ident [$($lifetime:tt)*] $text:ty) => {
        sparse! { @fields $(#[$meta])* $name [$($lifetime)*] {
            f0: $text, f1: i32, f2: bool,
            f3: $text, f4: i32, f5: bool,
            f6: $text, f7: i32, f8: bool,
            f9: $text, f10: i32, f11: bool,
            f12: $text, f13: i32, f14: bool,
            f15: $text, f16: i32, f17: bool,
            f18: $text, f19: i32,
        } }
    };
    (@fields $(#[$meta:meta])* $name:ident [$($lifetime:tt)*] { $($field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[msgpack(map)]
        pub struct $name $($lifetime)* {
            $(
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<$type>,
            )*
        }
    };
}

sparse! {
    #[derive(PartialEq, Serialize, Deserialize, ToMessagePack, FromMessagePack)]
    Sparse [] String
}

sparse! {
    #[derive(Serialize, ToMessagePack, FromMessagePack)]
    SparseRef [<'a>] &'a str
}

#[derive(PartialEq, Serialize, Deserialize, ToMessagePack, FromMessagePack)]
#[serde(tag = "type", rename_all = "lowercase")]
#[msgpack(map)]
pub enum Packet {
    Call { id: i32, method: String, args: Args },
    Callback { id: i32, ok: bool, count: i32 },
    Event { name: String, room: String, at: Date },
}

#[derive(Serialize, ToMessagePack, FromMessagePack)]
#[serde(tag = "type", rename_all = "lowercase")]
#[msgpack(map)]
pub enum PacketRef<'a> {
    Call { id: i32, method: &'a str, args: ArgsRef<'a> },
    Callback { id: i32, ok: bool, count: i32 },
    Event { name: &'a str, room: &'a str, at: Date },
}

#[derive(PartialEq, Serialize, Deserialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct Args {
    pub room: String,
    pub text: String,
    pub limit: i32,
}

#[derive(Serialize, ToMessagePack, FromMessagePack)]
#[msgpack(map)]
pub struct ArgsRef<'a> {
    pub room: &'a str,
    pub text: &'a str,
    pub limit: i32,
}
