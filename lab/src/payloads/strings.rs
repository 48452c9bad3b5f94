//! `strings`: long Cyrillic strings, two bytes a letter and nothing escaped.

use msgpacker::{MsgPacker, MsgPackerBorrowed};
use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};
use zerompk::{FromMessagePack, ToMessagePack};

use super::{Payload, compact, maps, reference};
use crate::messages::StringsMessages;

/// The payload `strings`.
pub struct StringsPayload;

impl Payload for StringsPayload {
    const NAME: &'static str = "strings";
    const FILE: &'static str = reference!("strings.json");
    type Messages = StringsMessages;
    type Owned = Strings;
    type Borrowed<'a> = StringsRef<'a>;
    type Avro = Strings;
    type AvroRef<'a> = StringsRef<'a>;
    type Maps = maps::Strings;
    type MapsRef<'a> = maps::StringsRef<'a>;
    type Compact = compact::Strings;
    type CompactRef<'a> = compact::StringsRef<'a>;
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
pub struct Strings {
    #[n(0)]
    pub title: String,
    #[n(1)]
    pub body: String,
    #[n(2)]
    pub author: String,
    #[n(3)]
    pub tags: Vec<String>,
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
pub struct StringsRef<'a> {
    #[b(0)]
    pub title: &'a str,
    #[b(1)]
    pub body: &'a str,
    #[b(2)]
    pub author: &'a str,
    #[serde(borrow)]
    #[b(3)]
    pub tags: Vec<&'a str>,
}
