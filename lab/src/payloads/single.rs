//! `single`: one user with a nested address, tags and two orders.

use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::role::Role;
use super::{Payload, reference};

/// The payload `single`.
pub struct Single;

impl Payload for Single {
    const NAME: &'static str = "single";
    const FILE: &'static str = reference!("single.json");
    type Owned = User;
    type Borrowed<'a> = UserRef<'a>;
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode, typecase::Record)]
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

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode, typecase::Record)]
pub struct Address {
    pub city: String,
    pub street: String,
    pub zip: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode, typecase::Record)]
pub struct Order {
    pub sku: String,
    pub qty: i32,
}

#[derive(Serialize, Deserialize, Encode, Decode, typecase::Record)]
pub struct UserRef<'a> {
    pub id: i32,
    pub name: &'a str,
    pub email: &'a str,
    pub age: i32,
    pub active: bool,
    pub balance: f64,
    pub role: Role,
    #[serde(borrow)]
    pub address: AddressRef<'a>,
    #[serde(borrow)]
    pub tags: Vec<&'a str>,
    #[serde(borrow)]
    pub orders: Vec<OrderRef<'a>>,
}

#[derive(Serialize, Deserialize, Encode, Decode, typecase::Record)]
pub struct AddressRef<'a> {
    pub city: &'a str,
    pub street: &'a str,
    pub zip: &'a str,
}

#[derive(Serialize, Deserialize, Encode, Decode, typecase::Record)]
pub struct OrderRef<'a> {
    pub sku: &'a str,
    pub qty: i32,
}
