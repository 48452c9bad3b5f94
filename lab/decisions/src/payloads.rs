//! The typed payloads: the structs of the reference payloads `single`, `records` and `sparse`.

use typecase::Record;

#[derive(Debug, PartialEq, Record)]
pub struct User {
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

#[derive(Debug, PartialEq, Record)]
#[record(rename_all = "lowercase")]
enum Role {
    Admin,
    Editor,
    Viewer,
    Owner,
}

#[derive(Debug, PartialEq, Record)]
struct Address {
    city: String,
    street: String,
    zip: String,
}

#[derive(Debug, PartialEq, Record)]
struct Order {
    sku: String,
    qty: i32,
}

/// A record whose fields are all optional.
macro_rules! sparse {
    ($($field:ident: $ty:ident),*) => {
        #[derive(Debug, PartialEq, Record)]
        #[record(sparse)]
        pub struct Sparse {
            $($field: Option<$ty>),*
        }
    };
}

sparse! {
    f0: String, f1: i32, f2: bool, f3: String, f4: i32, f5: bool, f6: String, f7: i32, f8: bool, f9: String,
    f10: i32, f11: bool, f12: String, f13: i32, f14: bool, f15: String, f16: i32, f17: bool, f18: String, f19: i32
}

/// `single.json`
pub const SINGLE: &str = include_str!("../../../payloads/reference/single.json");
/// `records.json`
pub const RECORDS: &str = include_str!("../../../payloads/reference/records.json");
/// `sparse.json`
pub const SPARSE: &str = include_str!("../../../payloads/reference/sparse.json");
