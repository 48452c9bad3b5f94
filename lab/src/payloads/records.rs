//! `records`: a thousand of the users of `single`.

use super::single::{User, UserRef};
use super::{Payload, compact, maps, reference};
use crate::messages::UsersMessages;

/// The payload `records`.
pub struct Records;

impl Payload for Records {
    const NAME: &'static str = "records";
    const FILE: &'static str = reference!("records.json");
    const IS_LIST: bool = true;
    type Messages = UsersMessages;
    type Owned = Vec<User>;
    type Borrowed<'a> = Vec<UserRef<'a>>;
    type Avro = Vec<User>;
    type AvroRef<'a> = Vec<UserRef<'a>>;
    type Maps = Vec<maps::User>;
    type MapsRef<'a> = Vec<maps::UserRef<'a>>;
    type Compact = Vec<compact::User>;
    type CompactRef<'a> = Vec<compact::UserRef<'a>>;
}
