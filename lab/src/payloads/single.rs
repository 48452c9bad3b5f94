//! `single`: one user with a nested address, tags and two orders.

use msgpacker::{MsgPacker, MsgPackerBorrowed};
use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};
use zerompk::{FromMessagePack, ToMessagePack};

use super::role::Role;
use super::{Payload, compact, maps, reference};
use crate::messages::UserMessages;

/// The payload `single`.
pub struct Single;

impl Payload for Single {
    const NAME: &'static str = "single";
    const FILE: &'static str = reference!("single.json");
    type Messages = UserMessages;
    type Owned = User;
    type Borrowed<'a> = UserRef<'a>;
    type Avro = User;
    type AvroRef<'a> = UserRef<'a>;
    type Maps = maps::User;
    type MapsRef<'a> = maps::UserRef<'a>;
    type Compact = compact::User;
    type CompactRef<'a> = compact::UserRef<'a>;
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    Encode,
    Decode,
    typecase::Record,
    ToMessagePack,
    FromMessagePack,
    minicbor::Encode,
    minicbor::Decode,
    MsgPacker,
)]
#[msgpack(array)]
pub struct User {
    #[n(0)]
    pub id: i32,
    #[n(1)]
    pub name: String,
    #[n(2)]
    pub email: String,
    #[n(3)]
    pub age: i32,
    #[n(4)]
    pub active: bool,
    #[n(5)]
    pub balance: f64,
    #[n(6)]
    pub role: Role,
    #[n(7)]
    pub address: Address,
    #[n(8)]
    pub tags: Vec<String>,
    #[n(9)]
    pub orders: Vec<Order>,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    Encode,
    Decode,
    typecase::Record,
    ToMessagePack,
    FromMessagePack,
    minicbor::Encode,
    minicbor::Decode,
    MsgPacker,
)]
#[msgpack(array)]
pub struct Address {
    #[n(0)]
    pub city: String,
    #[n(1)]
    pub street: String,
    #[n(2)]
    pub zip: String,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Serialize,
    Deserialize,
    Encode,
    Decode,
    typecase::Record,
    ToMessagePack,
    FromMessagePack,
    minicbor::Encode,
    minicbor::Decode,
    MsgPacker,
)]
#[msgpack(array)]
pub struct Order {
    #[n(0)]
    pub sku: String,
    #[n(1)]
    pub qty: i32,
}

#[derive(
    Serialize,
    Deserialize,
    Encode,
    Decode,
    typecase::Record,
    ToMessagePack,
    FromMessagePack,
    minicbor::Encode,
    minicbor::Decode,
    MsgPackerBorrowed,
)]
#[msgpack(array)]
pub struct UserRef<'a> {
    #[n(0)]
    pub id: i32,
    #[b(1)]
    pub name: &'a str,
    #[b(2)]
    pub email: &'a str,
    #[n(3)]
    pub age: i32,
    #[n(4)]
    pub active: bool,
    #[n(5)]
    pub balance: f64,
    #[n(6)]
    pub role: Role,
    #[serde(borrow)]
    #[b(7)]
    pub address: AddressRef<'a>,
    #[serde(borrow)]
    #[b(8)]
    pub tags: Vec<&'a str>,
    #[serde(borrow)]
    #[b(9)]
    pub orders: Vec<OrderRef<'a>>,
}

#[derive(
    Serialize,
    Deserialize,
    Encode,
    Decode,
    typecase::Record,
    ToMessagePack,
    FromMessagePack,
    minicbor::Encode,
    minicbor::Decode,
    MsgPackerBorrowed,
)]
#[msgpack(array)]
pub struct AddressRef<'a> {
    #[b(0)]
    pub city: &'a str,
    #[b(1)]
    pub street: &'a str,
    #[b(2)]
    pub zip: &'a str,
}

#[derive(
    Serialize,
    Deserialize,
    Encode,
    Decode,
    typecase::Record,
    ToMessagePack,
    FromMessagePack,
    minicbor::Encode,
    minicbor::Decode,
    MsgPackerBorrowed,
)]
#[msgpack(array)]
pub struct OrderRef<'a> {
    #[b(0)]
    pub sku: &'a str,
    #[n(1)]
    pub qty: i32,
}
