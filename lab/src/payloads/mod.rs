//! The payloads: one file each, with the structs that the typed peers fill.
//!
//! A payload is a reference file (`payloads/reference/NAME.json`), an owned struct
//! (`String`) and a borrowed one (`&str`). The two are written out rather than
//! made generic over the string, because that is what users write and what the
//! derives of most peers accept.

use std::fmt::Debug;

use musli::alloc::Global;
use musli::de::DecodeOwned;
use musli::mode::Text;
use musli::{Decode, Encode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zerompk::{FromMessagePack, ToMessagePack};

use self::compact::{Compact, CompactRef};
use self::date::Date;
use self::text::AsText;
use crate::cases::Cases;
use crate::messages::Messages;
use crate::peers::Wire;

pub mod compact;
pub mod date;
mod maps;
mod numeric;
mod packets;
mod records;
pub mod role;
mod single;
mod sparse;
mod strings;
pub mod text;
mod typed;

/// The text of a file of `payloads/reference/`.
macro_rules! reference {
    ($file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../payloads/reference/", $file))
    };
}
use reference;

/// The registry: the payloads with these names (all if there are none), with the cases of every peer, checked.
///
/// # Errors
/// The names that there are, if one of those asked for is not among them.
pub fn cases(wanted: &[String]) -> Result<Vec<Cases>, String> {
    let all: [Named; 7] = [
        named::<single::Single>(),
        named::<records::Records>(),
        named::<sparse::SparsePayload>(),
        named::<typed::TypedPayload>(),
        named::<strings::StringsPayload>(),
        named::<numeric::NumericPayload>(),
        named::<packets::Packets>(),
    ];
    if let Some(name) = wanted.iter().find(|name| all.iter().all(|(payload, _)| payload != name)) {
        let names = all.map(|(payload, _)| payload).join(", ");
        return Err(format!("no payload {name:?}; there are: {names}"));
    }
    let chosen = all.iter().filter(|(payload, _)| wanted.is_empty() || wanted.iter().any(|name| name == payload));
    Ok(chosen.map(|(_, cases)| cases()).collect())
}

/// A payload's name, and what checks its cases.
type Named = (&'static str, fn() -> Cases);

fn named<P: Payload>() -> Named {
    (P::NAME, Cases::of::<P>)
}

/// One payload, as a type that the peers are generic over.
///
/// A peer that needs another derive adds it to the structs and its bound here.
pub trait Payload: 'static {
    /// The name in `payloads/reference/`, in filters and in reports.
    const NAME: &'static str;
    /// The reference file: JSON, dates as epoch milliseconds.
    const FILE: &'static str;
    /// Whether the borrowed struct borrows anything; without strings it is the
    /// owned one, and timing it twice would say nothing.
    const BORROWS: bool = true;
    /// Whether the value is a list, which is no document of its own in BSON.
    const IS_LIST: bool = false;
    /// Whether fields may be missing, for peers whose records have all of them.
    const IS_SPARSE: bool = false;
    /// Whether it has a union, which most libraries write in a form of their own.
    const IS_UNION: bool = false;
    /// The fields of the records that are dates, which are strings in JSON and numbers to the peers elsewhere.
    const DATES: &'static [&'static str] = &[];
    /// The value as a message of each library of Protocol Buffers.
    type Messages: Messages;
    /// The value with its own strings.
    type Owned: Serialize
        + DeserializeOwned
        + Encode<Text>
        + DecodeOwned<Text, Global>
        + typecase::typed::Type
        + typecase::typed::Encode
        + for<'de> typecase::typed::Decode<'de>
        + ToMessagePack
        + for<'de> FromMessagePack<'de>
        + minicbor::Encode<()>
        + for<'de> minicbor::Decode<'de, ()>
        + msgpacker::Packable
        + msgpacker::Unpackable<Error = msgpacker::Error>
        + Clone
        + PartialEq
        + Debug;
    /// The value with strings that point into the input.
    type Borrowed<'a>: Serialize
        + Deserialize<'a>
        + Decode<'a, Text, Global>
        + FromMessagePack<'a>
        + minicbor::Decode<'a, ()>
        + msgpacker::UnpackableBorrowed<'a, Error = msgpacker::Error>
        + typecase::typed::Decode<'a>;
    /// The owned value for the libraries of Avro.
    type Avro: Serialize + DeserializeOwned + PartialEq;
    /// The same with strings that point into the input.
    type AvroRef<'a>: Serialize + Deserialize<'a>;
    /// The owned value as zerompk writes it with keys.
    type Maps: Serialize + DeserializeOwned + PartialEq + ToMessagePack + for<'de> FromMessagePack<'de>;
    /// The same with strings that point into the input.
    type MapsRef<'a>: Serialize + FromMessagePack<'a>;
    /// The owned value for the libraries that write it without names.
    type Compact: Compact;
    /// The same with strings that point into the input.
    type CompactRef<'a>: CompactRef<'a>;

    /// The document on the JSON wire, which every JSON peer reads: the
    /// reference file, except that a date is an ISO string there.
    fn document() -> String {
        let mut document = Self::FILE.to_owned();
        for field in Self::DATES {
            document = dates_as_text(&document, field);
        }
        document
    }
}

/// A document whose fields of a name are milliseconds, as the one whose fields are ISO strings.
fn dates_as_text(document: &str, field: &str) -> String {
    let key = format!("\"{field}\":");
    let mut parts = document.split(&key);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.find(|c: char| !c.is_ascii_digit()).expect("an object ends");
        let date = Date(part[..digits].parse().expect("milliseconds"));
        date.with_text(|date| text += &format!("{key}\"{date}\"{}", &part[digits..]));
    }
    text
}

/// The schema document of one user of `records`.
pub const USER_SCHEMA: &str = reference!("single.schema.json");

/// The users of `records`, one a line.
pub fn record_lines() -> String {
    let list = records::Records::FILE.trim();
    let users = list.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let users = users.expect("records is a list");
    users.replace("},{\"id\":", "}\n{\"id\":") + "\n"
}

/// The size of a payload on a wire as the established libraries write it, if `sizes.json` has it. (cbor-x, which it
/// has for CBOR, writes no plain maps.)
pub fn reference_size(wire: Wire, payload: &str) -> Option<usize> {
    let sizes: serde_json::Value = serde_json::from_str(reference!("sizes.json")).expect("sizes.json is JSON");
    let name = if wire == Wire::Msgpack { "msgpack records=off" } else { wire.name() };
    let size = sizes[name][payload][0].as_u64()?;
    Some(size as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn record_lines_are_the_records() {
        let lines: Vec<single::User> =
            record_lines().lines().map(|line| serde_json::from_str(line).expect("a line is a user")).collect();
        let list: Vec<single::User> =
            serde_json::from_str(records::Records::FILE).expect("the file is a list of users");
        assert_eq!(lines, list);
    }

    #[test]
    fn every_peer_passes_the_checks() {
        assert_eq!(cases(&[]).unwrap().len(), 7);
    }

    #[test]
    fn an_unknown_payload_is_an_error() {
        assert!(cases(&["sinlge".to_owned()]).is_err());
    }
}
