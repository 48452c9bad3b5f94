//! `numeric`: 32 doubles of 15 to 17 digits; no strings, so nothing to borrow.

use msgpacker::{MsgPacker, MsgUnpackerBorrowed};
use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};
use zerompk::{FromMessagePack, ToMessagePack};

use super::{Payload, compact, maps, reference};
use crate::messages::NumericMessages;

/// The payload `numeric`.
pub struct NumericPayload;

impl Payload for NumericPayload {
    const NAME: &'static str = "numeric";
    const FILE: &'static str = reference!("numeric.json");
    const BORROWS: bool = false;
    type Messages = NumericMessages;
    type Owned = Numeric;
    type Borrowed<'a> = Numeric;
    type Avro = Numeric;
    type AvroRef<'a> = Numeric;
    type Maps = maps::Numeric;
    type MapsRef<'a> = maps::Numeric;
    type Compact = compact::Numeric;
    type CompactRef<'a> = compact::Numeric;
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
pub struct Numeric {
    #[n(0)]
    pub v0: f64,
    #[n(1)]
    pub v1: f64,
    #[n(2)]
    pub v2: f64,
    #[n(3)]
    pub v3: f64,
    #[n(4)]
    pub v4: f64,
    #[n(5)]
    pub v5: f64,
    #[n(6)]
    pub v6: f64,
    #[n(7)]
    pub v7: f64,
    #[n(8)]
    pub v8: f64,
    #[n(9)]
    pub v9: f64,
    #[n(10)]
    pub v10: f64,
    #[n(11)]
    pub v11: f64,
    #[n(12)]
    pub v12: f64,
    #[n(13)]
    pub v13: f64,
    #[n(14)]
    pub v14: f64,
    #[n(15)]
    pub v15: f64,
    #[n(16)]
    pub v16: f64,
    #[n(17)]
    pub v17: f64,
    #[n(18)]
    pub v18: f64,
    #[n(19)]
    pub v19: f64,
    #[n(20)]
    pub v20: f64,
    #[n(21)]
    pub v21: f64,
    #[n(22)]
    pub v22: f64,
    #[n(23)]
    pub v23: f64,
    #[n(24)]
    pub v24: f64,
    #[n(25)]
    pub v25: f64,
    #[n(26)]
    pub v26: f64,
    #[n(27)]
    pub v27: f64,
    #[n(28)]
    pub v28: f64,
    #[n(29)]
    pub v29: f64,
    #[n(30)]
    pub v30: f64,
    #[n(31)]
    pub v31: f64,
}
