//! `strings`: long Cyrillic strings, two bytes a letter and nothing escaped.

use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::{Payload, reference};

/// The payload `strings`.
pub struct StringsPayload;

impl Payload for StringsPayload {
    const NAME: &'static str = "strings";
    const FILE: &'static str = reference!("strings.json");
    type Owned = Strings;
    type Borrowed<'a> = StringsRef<'a>;
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode, typecase::Record)]
pub struct Strings {
    pub title: String,
    pub body: String,
    pub author: String,
    pub tags: Vec<String>,
}

#[derive(Serialize, Deserialize, Encode, Decode, typecase::Record)]
pub struct StringsRef<'a> {
    pub title: &'a str,
    pub body: &'a str,
    pub author: &'a str,
    #[serde(borrow)]
    pub tags: Vec<&'a str>,
}
