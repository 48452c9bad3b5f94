//! The enum of the payloads `single`, `records` and `typed`.

use minicbor::encode::Write as CborWrite;
use minicbor::{Decoder, Encoder};
use msgpacker::{Packable, Unpackable, UnpackableBorrowed};
use serde::{Deserialize, Serialize};

use super::text::{AsText, musli_as_text};

/// A closed enum of strings: its string on every wire but Protocol Buffers and Avro, where it is an index.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, typecase::Record)]
#[serde(rename_all = "lowercase")]
#[record(rename_all = "lowercase")]
pub enum Role {
    Admin,
    Editor,
    Viewer,
    Owner,
}

impl AsText for Role {
    const EXPECTED: &'static str = "a role";

    #[inline]
    fn with_text<R>(&self, f: impl FnOnce(&str) -> R) -> R {
        f(match self {
            Role::Admin => "admin",
            Role::Editor => "editor",
            Role::Viewer => "viewer",
            Role::Owner => "owner",
        })
    }

    #[inline]
    fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "admin" => Role::Admin,
            "editor" => Role::Editor,
            "viewer" => Role::Viewer,
            "owner" => Role::Owner,
            _ => return None,
        })
    }
}

musli_as_text!(Role);

// Derives of the MessagePack and CBOR libraries would write numbers, which is less than the others do.

impl zerompk::ToMessagePack for Role {
    #[inline]
    fn write<W: zerompk::Write>(&self, writer: &mut W) -> zerompk::Result<()> {
        self.with_text(|text| writer.write_string(text))
    }
}

impl<'de> zerompk::FromMessagePack<'de> for Role {
    #[inline]
    fn read<R: zerompk::Read<'de>>(reader: &mut R) -> zerompk::Result<Role> {
        let text = reader.read_string()?;
        Role::from_text(&text).ok_or_else(|| zerompk::Error::UnknownKey(text.into_owned()))
    }
}

impl<C> minicbor::Encode<C> for Role {
    #[inline]
    fn encode<W: CborWrite>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), minicbor::encode::Error<W::Error>> {
        self.with_text(|text| e.str(text).map(|_| ()))
    }
}

impl<'b, C> minicbor::Decode<'b, C> for Role {
    #[inline]
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Role, minicbor::decode::Error> {
        Role::from_text(d.str()?).ok_or_else(|| minicbor::decode::Error::message(Role::EXPECTED))
    }
}

impl Packable for Role {
    #[inline]
    fn pack<T: msgpacker::BufMut>(&self, buf: &mut T) -> usize {
        self.with_text(|text| text.pack(buf))
    }
}

impl Unpackable for Role {
    type Error = msgpacker::Error;

    #[inline]
    fn unpack_with_ofs(buf: &[u8]) -> Result<(usize, Role), Self::Error> {
        <Role as UnpackableBorrowed>::unpack_with_ofs(buf)
    }

    fn unpack_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Result<(usize, Role), Self::Error> {
        let (read, text) = String::unpack_iter(bytes)?;
        Ok((read, Role::from_text(&text).ok_or(msgpacker::Error::InvalidEnumVariant)?))
    }
}

impl<'a> UnpackableBorrowed<'a> for Role {
    type Error = msgpacker::Error;

    #[inline]
    fn unpack_with_ofs(buf: &'a [u8]) -> Result<(usize, Role), Self::Error> {
        let (read, text) = <&str>::unpack_with_ofs(buf)?;
        Ok((read, Role::from_text(text).ok_or(msgpacker::Error::InvalidEnumVariant)?))
    }
}

/// The enum as its number, for the messages of prost.
pub mod number {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

    use super::Role;

    const ROLES: [Role; 4] = [Role::Admin, Role::Editor, Role::Viewer, Role::Owner];

    pub fn serialize<S: Serializer>(number: &i32, serializer: S) -> Result<S::Ok, S::Error> {
        let role = usize::try_from(*number).ok().and_then(|index| ROLES.get(index));
        role.ok_or_else(|| ser::Error::custom("no role has this number"))?.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
        Role::deserialize(deserializer).map(|role| role as i32)
    }
}
