//! `records`: a thousand of the users of `single`.

use super::single::{User, UserRef};
use super::{Payload, reference};

/// The payload `records`.
pub struct Records;

impl Payload for Records {
    const NAME: &'static str = "records";
    const FILE: &'static str = reference!("records.json");
    type Owned = Vec<User>;
    type Borrowed<'a> = Vec<UserRef<'a>>;
}
