//! `typed`: enums, booleans and a date; no strings, so nothing to borrow.

use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::date::Date;
use super::role::Role;
use super::{Payload, reference};

/// The payload `typed`.
pub struct TypedPayload;

impl Payload for TypedPayload {
    const NAME: &'static str = "typed";
    const FILE: &'static str = reference!("typed.json");
    const BORROWS: bool = false;
    type Owned = Typed;
    type Borrowed<'a> = Typed;

    fn document() -> String {
        Self::FILE.replace("1700000001000", "\"2023-11-14T22:13:21.000Z\"")
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode, typecase::Record)]
pub struct Typed {
    pub id: i32,
    pub active: bool,
    pub verified: bool,
    pub role: Role,
    pub status: Role,
    #[serde(rename = "createdAt")]
    #[musli(Text, name = "createdAt")]
    #[record(rename = "createdAt")]
    pub created_at: Date,
    pub level: i32,
}
