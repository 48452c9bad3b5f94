//! The payloads as structs for the libraries that write values without names, in formats of their own: enums are their
//! numbers and dates their milliseconds, as on the packed wire. (The structs beside these have enums as strings for
//! MessagePack and CBOR, which is more to write and to read.)

use musli::alloc::Global;
use musli::de::DecodeOwned;
use musli::mode::Binary;
use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor;
use rkyv::ser::allocator::ArenaHandle;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wincode::config::DefaultConfig;

/// What the owned structs derive.
pub trait Compact:
    PartialEq
    + typecase::typed::Encode
    + for<'de> typecase::typed::Decode<'de>
    + Serialize
    + DeserializeOwned
    + bitcode::Encode
    + for<'a> bitcode::Decode<'a>
    + bincode::Encode
    + bincode::Decode<()>
    + musli::Encode<Binary>
    + DecodeOwned<Binary, Global>
    + zerompk::ToMessagePack
    + for<'de> zerompk::FromMessagePack<'de>
    + minicbor::Encode<()>
    + for<'de> minicbor::Decode<'de, ()>
    + msgpacker::Packable
    + msgpacker::Unpackable<Error = msgpacker::Error>
    + wincode::SchemaWrite<DefaultConfig, Src = Self>
    + for<'de> wincode::SchemaRead<'de, DefaultConfig, Dst = Self>
    + speedy::Writable<speedy::LittleEndian>
    + for<'a> speedy::Readable<'a, speedy::LittleEndian>
    + borsh::BorshSerialize
    + borsh::BorshDeserialize
    + rkyv::Archive<
        Archived: for<'a> CheckBytes<HighValidator<'a, rancor::Error>>
                      + rkyv::Deserialize<Self, HighDeserializer<rancor::Error>>
                      + 'static,
    > + for<'a> rkyv::Serialize<HighSerializer<Vec<u8>, ArenaHandle<'a>, rancor::Error>>
{
}

/// What the structs derive whose strings point into the input.
pub trait CompactRef<'a>:
    typecase::typed::Encode
    + Deserialize<'a>
    + bitcode::Decode<'a>
    + bincode::BorrowDecode<'a, ()>
    + musli::Decode<'a, Binary, Global>
    + zerompk::FromMessagePack<'a>
    + minicbor::Decode<'a, ()>
    + msgpacker::UnpackableBorrowed<'a, Error = msgpacker::Error>
    + wincode::SchemaRead<'a, DefaultConfig, Dst = Self>
    + speedy::Readable<'a, speedy::LittleEndian>
{
}

/// Gives a type the derives of [`Compact`], and its list the trait too. Where a variant of an enum has names, `bincode::Encode`
/// must be derived where these are written, and so it always is.
macro_rules! owned {
    ($name:ident: $item:item) => {
        #[derive(PartialEq, typecase::Record, serde::Serialize, serde::Deserialize)]
        #[derive(bitcode::Encode, bitcode::Decode, bincode::Decode, musli::Encode, musli::Decode)]
        #[derive(zerompk::ToMessagePack, zerompk::FromMessagePack, minicbor::Encode, minicbor::Decode)]
        #[derive(msgpacker::MsgPacker, wincode::SchemaWrite, wincode::SchemaRead, speedy::Writable, speedy::Readable)]
        #[derive(borsh::BorshSerialize, borsh::BorshDeserialize, rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]
        $item

        impl Compact for $name {}
        impl Compact for Vec<$name> {}
    };
}

/// Gives a type the derives of [`CompactRef`], and its list the trait too.
macro_rules! borrowed {
    ($name:ident: $item:item) => {
        #[derive(typecase::Record, serde::Serialize, serde::Deserialize, bitcode::Decode, bincode::BorrowDecode)]
        #[derive(musli::Decode, zerompk::ToMessagePack, zerompk::FromMessagePack, minicbor::Encode, minicbor::Decode)]
        #[derive(msgpacker::MsgPackerBorrowed, wincode::SchemaRead, speedy::Readable)]
        #[serde(bound(deserialize = "'de: 'a"))]
        $item

        impl<'a> CompactRef<'a> for $name<'a> {}
        impl<'a> CompactRef<'a> for Vec<$name<'a>> {}
    };
}

/// A struct with its own strings and the same struct with borrowed ones: each field with both types.
macro_rules! record {
    (
        $(#[$meta:meta])* $owned:ident, $borrowed:ident {
            $($number:literal $field:ident: $owned_type:ty, $borrowed_type:ty;)*
        }
    ) => {
        owned! {
            $owned:
            #[derive(bincode::Encode)]
            $(#[$meta])*
            #[msgpack(array)]
            pub struct $owned {
                $(#[n($number)] pub $field: $owned_type,)*
            }
        }
        borrowed! {
            $borrowed:
            $(#[$meta])*
            #[msgpack(array)]
            pub struct $borrowed<'a> {
                $(#[b($number)] pub $field: $borrowed_type,)*
            }
        }
    };
}

owned! {
    Role:
    #[derive(Clone, Copy, bincode::Encode, msgpacker::MsgUnpackerBorrowed)]
    #[record(rename_all = "lowercase")]
    #[msgpack(c_enum)]
    #[cbor(index_only)]
    pub enum Role {
        #[n(0)]
        Admin,
        #[n(1)]
        Editor,
        #[n(2)]
        Viewer,
        #[n(3)]
        Owner,
    }
}

record! {
    User, UserRef {
        0 id: i32, i32;
        1 name: String, &'a str;
        2 email: String, &'a str;
        3 age: i32, i32;
        4 active: bool, bool;
        5 balance: f64, f64;
        6 role: Role, Role;
        7 address: Address, AddressRef<'a>;
        8 tags: Vec<String>, Vec<&'a str>;
        9 orders: Vec<Order>, Vec<OrderRef<'a>>;
    }
}

record! {
    Address, AddressRef {
        0 city: String, &'a str;
        1 street: String, &'a str;
        2 zip: String, &'a str;
    }
}

record! {
    Order, OrderRef {
        0 sku: String, &'a str;
        1 qty: i32, i32;
    }
}

record! {
    #[record(sparse)]
    Sparse, SparseRef {
        0 f0: Option<String>, Option<&'a str>;
        1 f1: Option<i32>, Option<i32>;
        2 f2: Option<bool>, Option<bool>;
        3 f3: Option<String>, Option<&'a str>;
        4 f4: Option<i32>, Option<i32>;
        5 f5: Option<bool>, Option<bool>;
        6 f6: Option<String>, Option<&'a str>;
        7 f7: Option<i32>, Option<i32>;
        8 f8: Option<bool>, Option<bool>;
        9 f9: Option<String>, Option<&'a str>;
        10 f10: Option<i32>, Option<i32>;
        11 f11: Option<bool>, Option<bool>;
        12 f12: Option<String>, Option<&'a str>;
        13 f13: Option<i32>, Option<i32>;
        14 f14: Option<bool>, Option<bool>;
        15 f15: Option<String>, Option<&'a str>;
        16 f16: Option<i32>, Option<i32>;
        17 f17: Option<bool>, Option<bool>;
        18 f18: Option<String>, Option<&'a str>;
        19 f19: Option<i32>, Option<i32>;
    }
}

record! {
    Strings, StringsRef {
        0 title: String, &'a str;
        1 body: String, &'a str;
        2 author: String, &'a str;
        3 tags: Vec<String>, Vec<&'a str>;
    }
}

record! {
    Args, ArgsRef {
        0 room: String, &'a str;
        1 text: String, &'a str;
        2 limit: i32, i32;
    }
}

owned! {
    Packet:
    #[derive(bincode::Encode)]
    #[record(tag = "type", rename_all = "lowercase")]
    #[msgpack(array)]
    pub enum Packet {
        #[n(0)]
        #[msgpack(key = 0)]
        Call {
            #[n(0)]
            id: i32,
            #[n(1)]
            method: String,
            #[n(2)]
            args: Args,
        },
        #[n(1)]
        #[msgpack(key = 1)]
        Callback {
            #[n(0)]
            id: i32,
            #[n(1)]
            ok: bool,
            #[n(2)]
            count: i32,
        },
        #[n(2)]
        #[msgpack(key = 2)]
        Event {
            #[n(0)]
            name: String,
            #[n(1)]
            room: String,
            #[n(2)]
            #[record(ty = "date")]
            at: i64,
        },
    }
}

borrowed! {
    PacketRef:
    #[record(tag = "type", rename_all = "lowercase")]
    #[msgpack(array)]
    pub enum PacketRef<'a> {
        #[n(0)]
        #[msgpack(key = 0)]
        Call {
            #[n(0)]
            id: i32,
            #[b(1)]
            method: &'a str,
            #[b(2)]
            args: ArgsRef<'a>,
        },
        #[n(1)]
        #[msgpack(key = 1)]
        Callback {
            #[n(0)]
            id: i32,
            #[n(1)]
            ok: bool,
            #[n(2)]
            count: i32,
        },
        #[n(2)]
        #[msgpack(key = 2)]
        Event {
            #[b(0)]
            name: &'a str,
            #[b(1)]
            room: &'a str,
            #[n(2)]
            #[record(ty = "date")]
            at: i64,
        },
    }
}

owned! {
    Typed:
    #[derive(bincode::Encode, msgpacker::MsgUnpackerBorrowed)]
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
        #[n(5)]
        #[record(rename = "createdAt", ty = "date")]
        pub created_at: i64,
        #[n(6)]
        pub level: i32,
    }
}

/// The 32 doubles.
macro_rules! numeric {
    ($($number:literal $field:ident)*) => {
        owned! {
            Numeric:
            #[derive(bincode::Encode, msgpacker::MsgUnpackerBorrowed)]
            #[msgpack(array)]
            pub struct Numeric {
                $(#[n($number)] pub $field: f64,)*
            }
        }
    };
}

numeric! {
    0 v0 1 v1 2 v2 3 v3 4 v4 5 v5 6 v6 7 v7 8 v8 9 v9 10 v10 11 v11 12 v12 13 v13 14 v14 15 v15 16 v16 17 v17 18 v18 19 v19
    20 v20 21 v21 22 v22 23 v23 24 v24 25 v25 26 v26 27 v27 28 v28 29 v29 30 v30 31 v31
}

// They have no strings, so that a struct that borrows is the owned one.
impl CompactRef<'_> for Typed {}
impl CompactRef<'_> for Numeric {}
