//! `typed`: enums, booleans and a date; no strings, so nothing to borrow.

use msgpacker::{MsgPacker, MsgUnpackerBorrowed};
use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};
use zerompk::{FromMessagePack, ToMessagePack};

use super::date::Date;
use super::role::Role;
use super::{Payload, compact, maps, reference};
use crate::messages::TypedMessages;

/// The payload `typed`.
pub struct TypedPayload;

impl Payload for TypedPayload {
    const NAME: &'static str = "typed";
    const FILE: &'static str = reference!("typed.json");
    const BORROWS: bool = false;
    const DATES: &'static [&'static str] = &["createdAt"];
    type Messages = TypedMessages;
    type Owned = Typed;
    type Borrowed<'a> = Typed;
    type Avro = Numbers;
    type AvroRef<'a> = Numbers;
    type Maps = maps::Typed;
    type MapsRef<'a> = maps::Typed;
    type Compact = compact::Typed;
    type CompactRef<'a> = compact::Typed;
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
    MsgUnpackerBorrowed,
)]
#[msgpack(array)]
pub struct Typed {
    #[n(0)]
    pub id: i32,
    #[n(1)]
    pub active: bool,
    #[n(2)]
    pub verified: bool,
    #[n(3)]
    pub role: Role,
    #[n(4)]
    pub status: Role,
    #[serde(rename = "createdAt")]
    #[musli(Text, name = "createdAt")]
    #[record(rename = "createdAt")]
    #[n(5)]
    pub created_at: Date,
    #[n(6)]
    pub level: i32,
}

/// The same for libraries of Avro, to whose serde a date must be its number.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(rename = "Typed")]
pub struct Numbers {
    pub id: i32,
    pub active: bool,
    pub verified: bool,
    pub role: Role,
    pub status: Role,
    #[serde(rename = "createdAt")]
    pub created_at: i64,
    pub level: i32,
}
