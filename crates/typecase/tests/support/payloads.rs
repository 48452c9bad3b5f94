//! The reference payloads as Rust types. Their schemas are those of `payloads/reference`.
#![allow(dead_code, reason = "each test has a use for some of them")]

use typecase::{Date, Record};

#[derive(Record, Debug, PartialEq)]
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

#[derive(Record, Debug, PartialEq)]
#[record(rename_all = "lowercase")]
pub enum Role {
    Admin,
    Editor,
    Viewer,
    Owner,
}

#[derive(Record, Debug, PartialEq)]
pub struct Address {
    pub city: String,
    pub street: String,
    pub zip: String,
}

#[derive(Record, Debug, PartialEq)]
pub struct Order {
    pub sku: String,
    pub qty: i32,
}

#[derive(Record, Debug, PartialEq)]
pub struct Users(pub Vec<User>);

macro_rules! sparse {
    ($($text:ident $number:ident $flag:ident),+) => {
        #[derive(Record, Debug, PartialEq, Default)]
        #[record(sparse)]
        pub struct Sparse {
            $(pub $text: Option<String>, pub $number: Option<i32>, pub $flag: Option<bool>,)+
            pub f18: Option<String>,
            pub f19: Option<i32>,
        }
    };
}

sparse!(f0 f1 f2, f3 f4 f5, f6 f7 f8, f9 f10 f11, f12 f13 f14, f15 f16 f17);

#[derive(Record, Debug, PartialEq)]
#[record(rename_all = "camelCase")]
pub struct Typed {
    pub id: i32,
    pub active: bool,
    pub verified: bool,
    pub role: Role,
    pub status: Role,
    pub created_at: Date,
    pub level: i32,
}

#[derive(Record, Debug, PartialEq)]
pub struct Strings {
    pub title: String,
    pub body: String,
    pub author: String,
    pub tags: Vec<String>,
}

macro_rules! numeric {
    ($($field:ident)+) => {
        #[derive(Record, Debug, PartialEq)]
        pub struct Numeric {
            $(pub $field: f64),+
        }
    };
}

numeric!(v0 v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16 v17 v18 v19 v20 v21 v22 v23 v24 v25 v26 v27 v28 v29
    v30 v31);

#[derive(Record, Debug, PartialEq)]
#[record(tag = "type", rename_all = "lowercase")]
pub enum Packet {
    Call { id: i32, method: String, args: Args },
    Callback { id: i32, ok: bool, count: i32 },
    Event { name: String, room: String, at: Date },
}

#[derive(Record, Debug, PartialEq)]
pub struct Args {
    pub room: String,
    pub text: String,
    pub limit: i32,
}

#[derive(Record, Debug, PartialEq)]
pub struct Packets(pub Vec<Packet>);
