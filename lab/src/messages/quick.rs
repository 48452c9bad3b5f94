// Written by pb-rs 0.10.0 from generate/messages.proto; see generate/src/main.rs.


use std::borrow::Cow;
use quick_protobuf::{MessageInfo, MessageRead, MessageWrite, BytesReader, Writer, WriterBackend, Result};
use quick_protobuf::sizeofs::*;
use super::*;

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub enum Role {
    admin = 0,
    editor = 1,
    viewer = 2,
    owner = 3,
}

impl Default for Role {
    fn default() -> Self {
        Role::admin
    }
}

impl From<i32> for Role {
    fn from(i: i32) -> Self {
        match i {
            0 => Role::admin,
            1 => Role::editor,
            2 => Role::viewer,
            3 => Role::owner,
            _ => Self::default(),
        }
    }
}

impl<'a> From<&'a str> for Role {
    fn from(s: &'a str) -> Self {
        match s {
            "admin" => Role::admin,
            "editor" => Role::editor,
            "viewer" => Role::viewer,
            "owner" => Role::owner,
            _ => Self::default(),
        }
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct User<'a> {
    pub id: i32,
    pub name: Cow<'a, str>,
    pub email: Cow<'a, str>,
    pub age: i32,
    pub active: bool,
    pub balance: f64,
    pub role: Role,
    pub address: Option<Address<'a>>,
    pub tags: Vec<Cow<'a, str>>,
    pub orders: Vec<Order<'a>>,
}

impl<'a> MessageRead<'a> for User<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(8) => msg.id = r.read_int32(bytes)?,
                Ok(18) => msg.name = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(26) => msg.email = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(32) => msg.age = r.read_int32(bytes)?,
                Ok(40) => msg.active = r.read_bool(bytes)?,
                Ok(49) => msg.balance = r.read_double(bytes)?,
                Ok(56) => msg.role = r.read_enum(bytes)?,
                Ok(66) => msg.address = Some(r.read_message::<Address>(bytes)?),
                Ok(74) => msg.tags.push(r.read_string(bytes).map(Cow::Borrowed)?),
                Ok(82) => msg.orders.push(r.read_message::<Order>(bytes)?),
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for User<'a> {
    fn get_size(&self) -> usize {
        0
        + if self.id == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.id) as u64) }
        + if self.name == "" { 0 } else { 1 + sizeof_len((&self.name).len()) }
        + if self.email == "" { 0 } else { 1 + sizeof_len((&self.email).len()) }
        + if self.age == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.age) as u64) }
        + if self.active == false { 0 } else { 1 + sizeof_varint(*(&self.active) as u64) }
        + if self.balance == 0f64 { 0 } else { 1 + 8 }
        + if self.role == Role::admin { 0 } else { 1 + sizeof_varint(*(&self.role) as u64) }
        + self.address.as_ref().map_or(0, |m| 1 + sizeof_len((m).get_size()))
        + self.tags.iter().map(|s| 1 + sizeof_len((s).len())).sum::<usize>()
        + self.orders.iter().map(|s| 1 + sizeof_len((s).get_size())).sum::<usize>()
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.id != 0i32 { w.write_with_tag(8, |w| w.write_int32(*&self.id))?; }
        if self.name != "" { w.write_with_tag(18, |w| w.write_string(&**&self.name))?; }
        if self.email != "" { w.write_with_tag(26, |w| w.write_string(&**&self.email))?; }
        if self.age != 0i32 { w.write_with_tag(32, |w| w.write_int32(*&self.age))?; }
        if self.active != false { w.write_with_tag(40, |w| w.write_bool(*&self.active))?; }
        if self.balance != 0f64 { w.write_with_tag(49, |w| w.write_double(*&self.balance))?; }
        if self.role != Role::admin { w.write_with_tag(56, |w| w.write_enum(*&self.role as i32))?; }
        if let Some(ref s) = self.address { w.write_with_tag(66, |w| w.write_message(s))?; }
        for s in &self.tags { w.write_with_tag(74, |w| w.write_string(&**s))?; }
        for s in &self.orders { w.write_with_tag(82, |w| w.write_message(s))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Address<'a> {
    pub city: Cow<'a, str>,
    pub street: Cow<'a, str>,
    pub zip: Cow<'a, str>,
}

impl<'a> MessageRead<'a> for Address<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(10) => msg.city = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(18) => msg.street = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(26) => msg.zip = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for Address<'a> {
    fn get_size(&self) -> usize {
        0
        + if self.city == "" { 0 } else { 1 + sizeof_len((&self.city).len()) }
        + if self.street == "" { 0 } else { 1 + sizeof_len((&self.street).len()) }
        + if self.zip == "" { 0 } else { 1 + sizeof_len((&self.zip).len()) }
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.city != "" { w.write_with_tag(10, |w| w.write_string(&**&self.city))?; }
        if self.street != "" { w.write_with_tag(18, |w| w.write_string(&**&self.street))?; }
        if self.zip != "" { w.write_with_tag(26, |w| w.write_string(&**&self.zip))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Order<'a> {
    pub sku: Cow<'a, str>,
    pub qty: i32,
}

impl<'a> MessageRead<'a> for Order<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(10) => msg.sku = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(16) => msg.qty = r.read_int32(bytes)?,
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for Order<'a> {
    fn get_size(&self) -> usize {
        0
        + if self.sku == "" { 0 } else { 1 + sizeof_len((&self.sku).len()) }
        + if self.qty == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.qty) as u64) }
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.sku != "" { w.write_with_tag(10, |w| w.write_string(&**&self.sku))?; }
        if self.qty != 0i32 { w.write_with_tag(16, |w| w.write_int32(*&self.qty))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Users<'a> {
    pub items: Vec<User<'a>>,
}

impl<'a> MessageRead<'a> for Users<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(10) => msg.items.push(r.read_message::<User>(bytes)?),
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for Users<'a> {
    fn get_size(&self) -> usize {
        0
        + self.items.iter().map(|s| 1 + sizeof_len((s).get_size())).sum::<usize>()
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        for s in &self.items { w.write_with_tag(10, |w| w.write_message(s))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Sparse<'a> {
    pub f0: Cow<'a, str>,
    pub f1: i32,
    pub f2: bool,
    pub f3: Cow<'a, str>,
    pub f4: i32,
    pub f5: bool,
    pub f6: Cow<'a, str>,
    pub f7: i32,
    pub f8: bool,
    pub f9: Cow<'a, str>,
    pub f10: i32,
    pub f11: bool,
    pub f12: Cow<'a, str>,
    pub f13: i32,
    pub f14: bool,
    pub f15: Cow<'a, str>,
    pub f16: i32,
    pub f17: bool,
    pub f18: Cow<'a, str>,
    pub f19: i32,
}

impl<'a> MessageRead<'a> for Sparse<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(10) => msg.f0 = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(16) => msg.f1 = r.read_int32(bytes)?,
                Ok(24) => msg.f2 = r.read_bool(bytes)?,
                Ok(34) => msg.f3 = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(40) => msg.f4 = r.read_int32(bytes)?,
                Ok(48) => msg.f5 = r.read_bool(bytes)?,
                Ok(58) => msg.f6 = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(64) => msg.f7 = r.read_int32(bytes)?,
                Ok(72) => msg.f8 = r.read_bool(bytes)?,
                Ok(82) => msg.f9 = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(88) => msg.f10 = r.read_int32(bytes)?,
                Ok(96) => msg.f11 = r.read_bool(bytes)?,
                Ok(106) => msg.f12 = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(112) => msg.f13 = r.read_int32(bytes)?,
                Ok(120) => msg.f14 = r.read_bool(bytes)?,
                Ok(130) => msg.f15 = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(136) => msg.f16 = r.read_int32(bytes)?,
                Ok(144) => msg.f17 = r.read_bool(bytes)?,
                Ok(154) => msg.f18 = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(160) => msg.f19 = r.read_int32(bytes)?,
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for Sparse<'a> {
    fn get_size(&self) -> usize {
        0
        + if self.f0 == "" { 0 } else { 1 + sizeof_len((&self.f0).len()) }
        + if self.f1 == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.f1) as u64) }
        + if self.f2 == false { 0 } else { 1 + sizeof_varint(*(&self.f2) as u64) }
        + if self.f3 == "" { 0 } else { 1 + sizeof_len((&self.f3).len()) }
        + if self.f4 == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.f4) as u64) }
        + if self.f5 == false { 0 } else { 1 + sizeof_varint(*(&self.f5) as u64) }
        + if self.f6 == "" { 0 } else { 1 + sizeof_len((&self.f6).len()) }
        + if self.f7 == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.f7) as u64) }
        + if self.f8 == false { 0 } else { 1 + sizeof_varint(*(&self.f8) as u64) }
        + if self.f9 == "" { 0 } else { 1 + sizeof_len((&self.f9).len()) }
        + if self.f10 == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.f10) as u64) }
        + if self.f11 == false { 0 } else { 1 + sizeof_varint(*(&self.f11) as u64) }
        + if self.f12 == "" { 0 } else { 1 + sizeof_len((&self.f12).len()) }
        + if self.f13 == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.f13) as u64) }
        + if self.f14 == false { 0 } else { 1 + sizeof_varint(*(&self.f14) as u64) }
        + if self.f15 == "" { 0 } else { 2 + sizeof_len((&self.f15).len()) }
        + if self.f16 == 0i32 { 0 } else { 2 + sizeof_varint(*(&self.f16) as u64) }
        + if self.f17 == false { 0 } else { 2 + sizeof_varint(*(&self.f17) as u64) }
        + if self.f18 == "" { 0 } else { 2 + sizeof_len((&self.f18).len()) }
        + if self.f19 == 0i32 { 0 } else { 2 + sizeof_varint(*(&self.f19) as u64) }
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.f0 != "" { w.write_with_tag(10, |w| w.write_string(&**&self.f0))?; }
        if self.f1 != 0i32 { w.write_with_tag(16, |w| w.write_int32(*&self.f1))?; }
        if self.f2 != false { w.write_with_tag(24, |w| w.write_bool(*&self.f2))?; }
        if self.f3 != "" { w.write_with_tag(34, |w| w.write_string(&**&self.f3))?; }
        if self.f4 != 0i32 { w.write_with_tag(40, |w| w.write_int32(*&self.f4))?; }
        if self.f5 != false { w.write_with_tag(48, |w| w.write_bool(*&self.f5))?; }
        if self.f6 != "" { w.write_with_tag(58, |w| w.write_string(&**&self.f6))?; }
        if self.f7 != 0i32 { w.write_with_tag(64, |w| w.write_int32(*&self.f7))?; }
        if self.f8 != false { w.write_with_tag(72, |w| w.write_bool(*&self.f8))?; }
        if self.f9 != "" { w.write_with_tag(82, |w| w.write_string(&**&self.f9))?; }
        if self.f10 != 0i32 { w.write_with_tag(88, |w| w.write_int32(*&self.f10))?; }
        if self.f11 != false { w.write_with_tag(96, |w| w.write_bool(*&self.f11))?; }
        if self.f12 != "" { w.write_with_tag(106, |w| w.write_string(&**&self.f12))?; }
        if self.f13 != 0i32 { w.write_with_tag(112, |w| w.write_int32(*&self.f13))?; }
        if self.f14 != false { w.write_with_tag(120, |w| w.write_bool(*&self.f14))?; }
        if self.f15 != "" { w.write_with_tag(130, |w| w.write_string(&**&self.f15))?; }
        if self.f16 != 0i32 { w.write_with_tag(136, |w| w.write_int32(*&self.f16))?; }
        if self.f17 != false { w.write_with_tag(144, |w| w.write_bool(*&self.f17))?; }
        if self.f18 != "" { w.write_with_tag(154, |w| w.write_string(&**&self.f18))?; }
        if self.f19 != 0i32 { w.write_with_tag(160, |w| w.write_int32(*&self.f19))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Typed {
    pub id: i32,
    pub active: bool,
    pub verified: bool,
    pub role: Role,
    pub status: Role,
    pub createdAt: i64,
    pub level: i32,
}

impl<'a> MessageRead<'a> for Typed {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(8) => msg.id = r.read_int32(bytes)?,
                Ok(16) => msg.active = r.read_bool(bytes)?,
                Ok(24) => msg.verified = r.read_bool(bytes)?,
                Ok(32) => msg.role = r.read_enum(bytes)?,
                Ok(40) => msg.status = r.read_enum(bytes)?,
                Ok(48) => msg.createdAt = r.read_int64(bytes)?,
                Ok(56) => msg.level = r.read_int32(bytes)?,
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl MessageWrite for Typed {
    fn get_size(&self) -> usize {
        0
        + if self.id == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.id) as u64) }
        + if self.active == false { 0 } else { 1 + sizeof_varint(*(&self.active) as u64) }
        + if self.verified == false { 0 } else { 1 + sizeof_varint(*(&self.verified) as u64) }
        + if self.role == Role::admin { 0 } else { 1 + sizeof_varint(*(&self.role) as u64) }
        + if self.status == Role::admin { 0 } else { 1 + sizeof_varint(*(&self.status) as u64) }
        + if self.createdAt == 0i64 { 0 } else { 1 + sizeof_varint(*(&self.createdAt) as u64) }
        + if self.level == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.level) as u64) }
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.id != 0i32 { w.write_with_tag(8, |w| w.write_int32(*&self.id))?; }
        if self.active != false { w.write_with_tag(16, |w| w.write_bool(*&self.active))?; }
        if self.verified != false { w.write_with_tag(24, |w| w.write_bool(*&self.verified))?; }
        if self.role != Role::admin { w.write_with_tag(32, |w| w.write_enum(*&self.role as i32))?; }
        if self.status != Role::admin { w.write_with_tag(40, |w| w.write_enum(*&self.status as i32))?; }
        if self.createdAt != 0i64 { w.write_with_tag(48, |w| w.write_int64(*&self.createdAt))?; }
        if self.level != 0i32 { w.write_with_tag(56, |w| w.write_int32(*&self.level))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Strings<'a> {
    pub title: Cow<'a, str>,
    pub body: Cow<'a, str>,
    pub author: Cow<'a, str>,
    pub tags: Vec<Cow<'a, str>>,
}

impl<'a> MessageRead<'a> for Strings<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(10) => msg.title = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(18) => msg.body = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(26) => msg.author = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(34) => msg.tags.push(r.read_string(bytes).map(Cow::Borrowed)?),
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for Strings<'a> {
    fn get_size(&self) -> usize {
        0
        + if self.title == "" { 0 } else { 1 + sizeof_len((&self.title).len()) }
        + if self.body == "" { 0 } else { 1 + sizeof_len((&self.body).len()) }
        + if self.author == "" { 0 } else { 1 + sizeof_len((&self.author).len()) }
        + self.tags.iter().map(|s| 1 + sizeof_len((s).len())).sum::<usize>()
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.title != "" { w.write_with_tag(10, |w| w.write_string(&**&self.title))?; }
        if self.body != "" { w.write_with_tag(18, |w| w.write_string(&**&self.body))?; }
        if self.author != "" { w.write_with_tag(26, |w| w.write_string(&**&self.author))?; }
        for s in &self.tags { w.write_with_tag(34, |w| w.write_string(&**s))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Packets<'a> {
    pub items: Vec<Packet<'a>>,
}

impl<'a> MessageRead<'a> for Packets<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(10) => msg.items.push(r.read_message::<Packet>(bytes)?),
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for Packets<'a> {
    fn get_size(&self) -> usize {
        0
        + self.items.iter().map(|s| 1 + sizeof_len((s).get_size())).sum::<usize>()
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        for s in &self.items { w.write_with_tag(10, |w| w.write_message(s))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Packet<'a> {
    pub packet: mod_Packet::OneOfpacket<'a>,
}

impl<'a> MessageRead<'a> for Packet<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(10) => msg.packet = mod_Packet::OneOfpacket::call(r.read_message::<Call>(bytes)?),
                Ok(18) => msg.packet = mod_Packet::OneOfpacket::callback(r.read_message::<Callback>(bytes)?),
                Ok(26) => msg.packet = mod_Packet::OneOfpacket::event(r.read_message::<Event>(bytes)?),
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for Packet<'a> {
    fn get_size(&self) -> usize {
        0
        + match self.packet {
            mod_Packet::OneOfpacket::call(ref m) => 1 + sizeof_len((m).get_size()),
            mod_Packet::OneOfpacket::callback(ref m) => 1 + sizeof_len((m).get_size()),
            mod_Packet::OneOfpacket::event(ref m) => 1 + sizeof_len((m).get_size()),
            mod_Packet::OneOfpacket::None => 0,
    }    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        match self.packet {            mod_Packet::OneOfpacket::call(ref m) => { w.write_with_tag(10, |w| w.write_message(m))? },
            mod_Packet::OneOfpacket::callback(ref m) => { w.write_with_tag(18, |w| w.write_message(m))? },
            mod_Packet::OneOfpacket::event(ref m) => { w.write_with_tag(26, |w| w.write_message(m))? },
            mod_Packet::OneOfpacket::None => {},
    }        Ok(())
    }
}

pub mod mod_Packet {

use super::*;

#[derive(Debug, PartialEq, Clone)]
pub enum OneOfpacket<'a> {
    call(Call<'a>),
    callback(Callback),
    event(Event<'a>),
    None,
}

impl<'a> Default for OneOfpacket<'a> {
    fn default() -> Self {
        OneOfpacket::None
    }
}

}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Call<'a> {
    pub id: i32,
    pub method: Cow<'a, str>,
    pub args: Option<Args<'a>>,
}

impl<'a> MessageRead<'a> for Call<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(16) => msg.id = r.read_int32(bytes)?,
                Ok(26) => msg.method = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(34) => msg.args = Some(r.read_message::<Args>(bytes)?),
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for Call<'a> {
    fn get_size(&self) -> usize {
        0
        + if self.id == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.id) as u64) }
        + if self.method == "" { 0 } else { 1 + sizeof_len((&self.method).len()) }
        + self.args.as_ref().map_or(0, |m| 1 + sizeof_len((m).get_size()))
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.id != 0i32 { w.write_with_tag(16, |w| w.write_int32(*&self.id))?; }
        if self.method != "" { w.write_with_tag(26, |w| w.write_string(&**&self.method))?; }
        if let Some(ref s) = self.args { w.write_with_tag(34, |w| w.write_message(s))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Args<'a> {
    pub room: Cow<'a, str>,
    pub text: Cow<'a, str>,
    pub limit: i32,
}

impl<'a> MessageRead<'a> for Args<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(10) => msg.room = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(18) => msg.text = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(24) => msg.limit = r.read_int32(bytes)?,
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for Args<'a> {
    fn get_size(&self) -> usize {
        0
        + if self.room == "" { 0 } else { 1 + sizeof_len((&self.room).len()) }
        + if self.text == "" { 0 } else { 1 + sizeof_len((&self.text).len()) }
        + if self.limit == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.limit) as u64) }
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.room != "" { w.write_with_tag(10, |w| w.write_string(&**&self.room))?; }
        if self.text != "" { w.write_with_tag(18, |w| w.write_string(&**&self.text))?; }
        if self.limit != 0i32 { w.write_with_tag(24, |w| w.write_int32(*&self.limit))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Callback {
    pub id: i32,
    pub ok: bool,
    pub count: i32,
}

impl<'a> MessageRead<'a> for Callback {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(16) => msg.id = r.read_int32(bytes)?,
                Ok(24) => msg.ok = r.read_bool(bytes)?,
                Ok(32) => msg.count = r.read_int32(bytes)?,
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl MessageWrite for Callback {
    fn get_size(&self) -> usize {
        0
        + if self.id == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.id) as u64) }
        + if self.ok == false { 0 } else { 1 + sizeof_varint(*(&self.ok) as u64) }
        + if self.count == 0i32 { 0 } else { 1 + sizeof_varint(*(&self.count) as u64) }
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.id != 0i32 { w.write_with_tag(16, |w| w.write_int32(*&self.id))?; }
        if self.ok != false { w.write_with_tag(24, |w| w.write_bool(*&self.ok))?; }
        if self.count != 0i32 { w.write_with_tag(32, |w| w.write_int32(*&self.count))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Event<'a> {
    pub name: Cow<'a, str>,
    pub room: Cow<'a, str>,
    pub at: i64,
}

impl<'a> MessageRead<'a> for Event<'a> {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(18) => msg.name = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(26) => msg.room = r.read_string(bytes).map(Cow::Borrowed)?,
                Ok(32) => msg.at = r.read_int64(bytes)?,
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl<'a> MessageWrite for Event<'a> {
    fn get_size(&self) -> usize {
        0
        + if self.name == "" { 0 } else { 1 + sizeof_len((&self.name).len()) }
        + if self.room == "" { 0 } else { 1 + sizeof_len((&self.room).len()) }
        + if self.at == 0i64 { 0 } else { 1 + sizeof_varint(*(&self.at) as u64) }
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.name != "" { w.write_with_tag(18, |w| w.write_string(&**&self.name))?; }
        if self.room != "" { w.write_with_tag(26, |w| w.write_string(&**&self.room))?; }
        if self.at != 0i64 { w.write_with_tag(32, |w| w.write_int64(*&self.at))?; }
        Ok(())
    }
}

#[allow(clippy::derive_partial_eq_without_eq)]
#[derive(Debug, Default, PartialEq, Clone)]
pub struct Numeric {
    pub v0: f64,
    pub v1: f64,
    pub v2: f64,
    pub v3: f64,
    pub v4: f64,
    pub v5: f64,
    pub v6: f64,
    pub v7: f64,
    pub v8: f64,
    pub v9: f64,
    pub v10: f64,
    pub v11: f64,
    pub v12: f64,
    pub v13: f64,
    pub v14: f64,
    pub v15: f64,
    pub v16: f64,
    pub v17: f64,
    pub v18: f64,
    pub v19: f64,
    pub v20: f64,
    pub v21: f64,
    pub v22: f64,
    pub v23: f64,
    pub v24: f64,
    pub v25: f64,
    pub v26: f64,
    pub v27: f64,
    pub v28: f64,
    pub v29: f64,
    pub v30: f64,
    pub v31: f64,
}

impl<'a> MessageRead<'a> for Numeric {
    fn from_reader(r: &mut BytesReader, bytes: &'a [u8]) -> Result<Self> {
        let mut msg = Self::default();
        while !r.is_eof() {
            match r.next_tag(bytes) {
                Ok(9) => msg.v0 = r.read_double(bytes)?,
                Ok(17) => msg.v1 = r.read_double(bytes)?,
                Ok(25) => msg.v2 = r.read_double(bytes)?,
                Ok(33) => msg.v3 = r.read_double(bytes)?,
                Ok(41) => msg.v4 = r.read_double(bytes)?,
                Ok(49) => msg.v5 = r.read_double(bytes)?,
                Ok(57) => msg.v6 = r.read_double(bytes)?,
                Ok(65) => msg.v7 = r.read_double(bytes)?,
                Ok(73) => msg.v8 = r.read_double(bytes)?,
                Ok(81) => msg.v9 = r.read_double(bytes)?,
                Ok(89) => msg.v10 = r.read_double(bytes)?,
                Ok(97) => msg.v11 = r.read_double(bytes)?,
                Ok(105) => msg.v12 = r.read_double(bytes)?,
                Ok(113) => msg.v13 = r.read_double(bytes)?,
                Ok(121) => msg.v14 = r.read_double(bytes)?,
                Ok(129) => msg.v15 = r.read_double(bytes)?,
                Ok(137) => msg.v16 = r.read_double(bytes)?,
                Ok(145) => msg.v17 = r.read_double(bytes)?,
                Ok(153) => msg.v18 = r.read_double(bytes)?,
                Ok(161) => msg.v19 = r.read_double(bytes)?,
                Ok(169) => msg.v20 = r.read_double(bytes)?,
                Ok(177) => msg.v21 = r.read_double(bytes)?,
                Ok(185) => msg.v22 = r.read_double(bytes)?,
                Ok(193) => msg.v23 = r.read_double(bytes)?,
                Ok(201) => msg.v24 = r.read_double(bytes)?,
                Ok(209) => msg.v25 = r.read_double(bytes)?,
                Ok(217) => msg.v26 = r.read_double(bytes)?,
                Ok(225) => msg.v27 = r.read_double(bytes)?,
                Ok(233) => msg.v28 = r.read_double(bytes)?,
                Ok(241) => msg.v29 = r.read_double(bytes)?,
                Ok(249) => msg.v30 = r.read_double(bytes)?,
                Ok(257) => msg.v31 = r.read_double(bytes)?,
                Ok(t) => { r.read_unknown(bytes, t)?; }
                Err(e) => return Err(e),
            }
        }
        Ok(msg)
    }
}

impl MessageWrite for Numeric {
    fn get_size(&self) -> usize {
        0
        + if self.v0 == 0f64 { 0 } else { 1 + 8 }
        + if self.v1 == 0f64 { 0 } else { 1 + 8 }
        + if self.v2 == 0f64 { 0 } else { 1 + 8 }
        + if self.v3 == 0f64 { 0 } else { 1 + 8 }
        + if self.v4 == 0f64 { 0 } else { 1 + 8 }
        + if self.v5 == 0f64 { 0 } else { 1 + 8 }
        + if self.v6 == 0f64 { 0 } else { 1 + 8 }
        + if self.v7 == 0f64 { 0 } else { 1 + 8 }
        + if self.v8 == 0f64 { 0 } else { 1 + 8 }
        + if self.v9 == 0f64 { 0 } else { 1 + 8 }
        + if self.v10 == 0f64 { 0 } else { 1 + 8 }
        + if self.v11 == 0f64 { 0 } else { 1 + 8 }
        + if self.v12 == 0f64 { 0 } else { 1 + 8 }
        + if self.v13 == 0f64 { 0 } else { 1 + 8 }
        + if self.v14 == 0f64 { 0 } else { 1 + 8 }
        + if self.v15 == 0f64 { 0 } else { 2 + 8 }
        + if self.v16 == 0f64 { 0 } else { 2 + 8 }
        + if self.v17 == 0f64 { 0 } else { 2 + 8 }
        + if self.v18 == 0f64 { 0 } else { 2 + 8 }
        + if self.v19 == 0f64 { 0 } else { 2 + 8 }
        + if self.v20 == 0f64 { 0 } else { 2 + 8 }
        + if self.v21 == 0f64 { 0 } else { 2 + 8 }
        + if self.v22 == 0f64 { 0 } else { 2 + 8 }
        + if self.v23 == 0f64 { 0 } else { 2 + 8 }
        + if self.v24 == 0f64 { 0 } else { 2 + 8 }
        + if self.v25 == 0f64 { 0 } else { 2 + 8 }
        + if self.v26 == 0f64 { 0 } else { 2 + 8 }
        + if self.v27 == 0f64 { 0 } else { 2 + 8 }
        + if self.v28 == 0f64 { 0 } else { 2 + 8 }
        + if self.v29 == 0f64 { 0 } else { 2 + 8 }
        + if self.v30 == 0f64 { 0 } else { 2 + 8 }
        + if self.v31 == 0f64 { 0 } else { 2 + 8 }
    }

    fn write_message<W: WriterBackend>(&self, w: &mut Writer<W>) -> Result<()> {
        if self.v0 != 0f64 { w.write_with_tag(9, |w| w.write_double(*&self.v0))?; }
        if self.v1 != 0f64 { w.write_with_tag(17, |w| w.write_double(*&self.v1))?; }
        if self.v2 != 0f64 { w.write_with_tag(25, |w| w.write_double(*&self.v2))?; }
        if self.v3 != 0f64 { w.write_with_tag(33, |w| w.write_double(*&self.v3))?; }
        if self.v4 != 0f64 { w.write_with_tag(41, |w| w.write_double(*&self.v4))?; }
        if self.v5 != 0f64 { w.write_with_tag(49, |w| w.write_double(*&self.v5))?; }
        if self.v6 != 0f64 { w.write_with_tag(57, |w| w.write_double(*&self.v6))?; }
        if self.v7 != 0f64 { w.write_with_tag(65, |w| w.write_double(*&self.v7))?; }
        if self.v8 != 0f64 { w.write_with_tag(73, |w| w.write_double(*&self.v8))?; }
        if self.v9 != 0f64 { w.write_with_tag(81, |w| w.write_double(*&self.v9))?; }
        if self.v10 != 0f64 { w.write_with_tag(89, |w| w.write_double(*&self.v10))?; }
        if self.v11 != 0f64 { w.write_with_tag(97, |w| w.write_double(*&self.v11))?; }
        if self.v12 != 0f64 { w.write_with_tag(105, |w| w.write_double(*&self.v12))?; }
        if self.v13 != 0f64 { w.write_with_tag(113, |w| w.write_double(*&self.v13))?; }
        if self.v14 != 0f64 { w.write_with_tag(121, |w| w.write_double(*&self.v14))?; }
        if self.v15 != 0f64 { w.write_with_tag(129, |w| w.write_double(*&self.v15))?; }
        if self.v16 != 0f64 { w.write_with_tag(137, |w| w.write_double(*&self.v16))?; }
        if self.v17 != 0f64 { w.write_with_tag(145, |w| w.write_double(*&self.v17))?; }
        if self.v18 != 0f64 { w.write_with_tag(153, |w| w.write_double(*&self.v18))?; }
        if self.v19 != 0f64 { w.write_with_tag(161, |w| w.write_double(*&self.v19))?; }
        if self.v20 != 0f64 { w.write_with_tag(169, |w| w.write_double(*&self.v20))?; }
        if self.v21 != 0f64 { w.write_with_tag(177, |w| w.write_double(*&self.v21))?; }
        if self.v22 != 0f64 { w.write_with_tag(185, |w| w.write_double(*&self.v22))?; }
        if self.v23 != 0f64 { w.write_with_tag(193, |w| w.write_double(*&self.v23))?; }
        if self.v24 != 0f64 { w.write_with_tag(201, |w| w.write_double(*&self.v24))?; }
        if self.v25 != 0f64 { w.write_with_tag(209, |w| w.write_double(*&self.v25))?; }
        if self.v26 != 0f64 { w.write_with_tag(217, |w| w.write_double(*&self.v26))?; }
        if self.v27 != 0f64 { w.write_with_tag(225, |w| w.write_double(*&self.v27))?; }
        if self.v28 != 0f64 { w.write_with_tag(233, |w| w.write_double(*&self.v28))?; }
        if self.v29 != 0f64 { w.write_with_tag(241, |w| w.write_double(*&self.v29))?; }
        if self.v30 != 0f64 { w.write_with_tag(249, |w| w.write_double(*&self.v30))?; }
        if self.v31 != 0f64 { w.write_with_tag(257, |w| w.write_double(*&self.v31))?; }
        Ok(())
    }
}

