//! `packets`: a hundred packets of a chat's protocol, each a call, a callback or an event: a union with a discriminator.

use msgpacker::{MsgPacker, MsgPackerBorrowed};
use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};
use zerompk::{FromMessagePack, ToMessagePack};

use super::date::{self, Date};
use super::{Payload, compact, maps, reference};
use crate::messages::PacketsMessages;

/// The payload `packets`.
pub struct Packets;

impl Payload for Packets {
    const NAME: &'static str = "packets";
    const FILE: &'static str = reference!("packets.json");
    const IS_LIST: bool = true;
    const IS_UNION: bool = true;
    const DATES: &'static [&'static str] = &["at"];
    type Messages = PacketsMessages;
    type Owned = Vec<Packet>;
    type Borrowed<'a> = Vec<PacketRef<'a>>;
    type Avro = Vec<avro::Packet>;
    type AvroRef<'a> = Vec<avro::PacketRef<'a>>;
    type Maps = Vec<maps::Packet>;
    type MapsRef<'a> = Vec<maps::PacketRef<'a>>;
    type Compact = Vec<compact::Packet>;
    type CompactRef<'a> = Vec<compact::PacketRef<'a>>;
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
#[serde(tag = "type", rename_all = "kebab-case")]
#[musli(Text, tag = "type", name_all = "kebab-case")]
#[record(tag = "type", rename_all = "kebab-case")]
#[msgpack(array)]
pub enum Packet {
    #[n(0)]
    Call {
        #[n(0)]
        id: i32,
        #[n(1)]
        method: String,
        #[n(2)]
        args: Args,
    },
    #[n(1)]
    Callback {
        #[n(0)]
        id: i32,
        #[n(1)]
        ok: bool,
        #[n(2)]
        count: i32,
    },
    #[n(2)]
    Event {
        #[n(0)]
        name: String,
        #[n(1)]
        room: String,
        #[n(2)]
        #[serde(deserialize_with = "date::of_tagged")]
        at: Date,
    },
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
pub struct Args {
    #[n(0)]
    pub room: String,
    #[n(1)]
    pub text: String,
    #[n(2)]
    pub limit: i32,
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
#[serde(tag = "type", rename_all = "kebab-case")]
#[musli(Text, tag = "type", name_all = "kebab-case")]
#[record(tag = "type", rename_all = "kebab-case")]
#[msgpack(array)]
pub enum PacketRef<'a> {
    #[n(0)]
    Call {
        #[n(0)]
        id: i32,
        #[b(1)]
        method: &'a str,
        #[serde(borrow)]
        #[b(2)]
        args: ArgsRef<'a>,
    },
    #[n(1)]
    Callback {
        #[n(0)]
        id: i32,
        #[n(1)]
        ok: bool,
        #[n(2)]
        count: i32,
    },
    #[n(2)]
    Event {
        #[b(0)]
        name: &'a str,
        #[b(1)]
        room: &'a str,
        #[n(2)]
        #[serde(deserialize_with = "date::of_tagged")]
        at: Date,
    },
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
pub struct ArgsRef<'a> {
    #[b(0)]
    pub room: &'a str,
    #[b(1)]
    pub text: &'a str,
    #[n(2)]
    pub limit: i32,
}

/// The packets for libraries of Avro: a union is a serde enum with the names of its records, in which the discriminator
/// is a field, and a date is its number.
pub mod avro {
    use serde::{Deserialize, Serialize};

    #[derive(PartialEq, Serialize, Deserialize)]
    pub enum Packet {
        #[serde(rename = "RootItemCase")]
        Call(Call),
        #[serde(rename = "RootItemCase2")]
        Callback(Callback),
        #[serde(rename = "RootItemCase3")]
        Event(Event),
    }

    #[derive(PartialEq, Serialize, Deserialize)]
    #[serde(rename = "RootItemCase")]
    pub struct Call {
        r#type: CallType,
        id: i32,
        method: String,
        args: Args,
    }

    #[derive(PartialEq, Serialize, Deserialize)]
    #[serde(rename = "RootItemCaseArgs")]
    pub struct Args {
        room: String,
        text: String,
        limit: i32,
    }

    #[derive(PartialEq, Serialize, Deserialize)]
    #[serde(rename = "RootItemCase2")]
    pub struct Callback {
        r#type: CallbackType,
        id: i32,
        ok: bool,
        count: i32,
    }

    #[derive(PartialEq, Serialize, Deserialize)]
    #[serde(rename = "RootItemCase3")]
    pub struct Event {
        r#type: EventType,
        name: String,
        room: String,
        at: i64,
    }

    #[derive(Serialize, Deserialize)]
    pub enum PacketRef<'a> {
        #[serde(rename = "RootItemCase", borrow)]
        Call(CallRef<'a>),
        #[serde(rename = "RootItemCase2")]
        Callback(Callback),
        #[serde(rename = "RootItemCase3")]
        Event(EventRef<'a>),
    }

    #[derive(Serialize, Deserialize)]
    pub struct CallRef<'a> {
        r#type: CallType,
        id: i32,
        method: &'a str,
        #[serde(borrow)]
        args: ArgsRef<'a>,
    }

    #[derive(Serialize, Deserialize)]
    pub struct ArgsRef<'a> {
        room: &'a str,
        text: &'a str,
        limit: i32,
    }

    #[derive(Serialize, Deserialize)]
    pub struct EventRef<'a> {
        r#type: EventType,
        name: &'a str,
        room: &'a str,
        at: i64,
    }

    /// A discriminator, which has one value in each record.
    macro_rules! discriminator {
        ($($name:ident $value:ident)*) => {
            $(
                #[derive(PartialEq, Serialize, Deserialize)]
                #[serde(rename_all = "kebab-case")]
                enum $name {
                    $value,
                }
            )*
        };
    }

    discriminator!(CallType Call CallbackType Callback EventType Event);
}
