//! `sparse`: twenty optional fields, three of them present.

use msgpacker::{MsgPacker, MsgPackerBorrowed};
use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};
use zerompk::{FromMessagePack, ToMessagePack};

use super::{Payload, compact, maps, reference};
use crate::messages::SparseMessages;

/// The payload `sparse`.
pub struct SparsePayload;

impl Payload for SparsePayload {
    const NAME: &'static str = "sparse";
    const FILE: &'static str = reference!("sparse.json");
    const IS_SPARSE: bool = true;
    type Messages = SparseMessages;
    type Owned = Sparse;
    type Borrowed<'a> = SparseRef<'a>;
    type Avro = Sparse;
    type AvroRef<'a> = SparseRef<'a>;
    type Maps = maps::Sparse;
    type MapsRef<'a> = maps::SparseRef<'a>;
    type Compact = compact::Sparse;
    type CompactRef<'a> = compact::SparseRef<'a>;
}

/// A struct whose fields are all optional and left out when they are `None`.
macro_rules! sparse_struct {
    ($(#[$meta:meta])* $name:ident $index:ident [$($lifetime:tt)*] { $($number:literal $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[record(sparse)]
        pub struct $name $($lifetime)* {
            $(
                #[serde(skip_serializing_if = "Option::is_none")]
                #[musli(default, skip_encoding_if = Option::is_none)]
                #[$index($number)]
                pub $field: Option<$type>,
            )*
        }
    };
}

/// The fields, numbered for minicbor by `n`, or by `b` if it borrows from the input: string, integer and boolean in turn.
macro_rules! sparse_fields {
    ($(#[$meta:meta])* $name:ident $index:ident [$($lifetime:tt)*] $text:ty) => {
        sparse_struct! {
            $(#[$meta])* $name $index [$($lifetime)*] {
                0 f0: $text, 1 f1: i32, 2 f2: bool,
                3 f3: $text, 4 f4: i32, 5 f5: bool,
                6 f6: $text, 7 f7: i32, 8 f8: bool,
                9 f9: $text, 10 f10: i32, 11 f11: bool,
                12 f12: $text, 13 f13: i32, 14 f14: bool,
                15 f15: $text, 16 f16: i32, 17 f17: bool,
                18 f18: $text, 19 f19: i32,
            }
        }
    };
}

sparse_fields! {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Encode, Decode, typecase::Record)]
    #[derive(ToMessagePack, FromMessagePack, minicbor::Encode, minicbor::Decode, MsgPacker)]
    #[msgpack(array)]
    Sparse n [] String
}

sparse_fields! {
    #[derive(Serialize, Deserialize, Encode, Decode, typecase::Record)]
    #[derive(ToMessagePack, FromMessagePack, minicbor::Encode, minicbor::Decode, MsgPackerBorrowed)]
    #[msgpack(array)]
    SparseRef b [<'a>] &'a str
}
