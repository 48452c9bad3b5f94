//! The first bytes of MessagePack values, as the specification names them.

pub(super) const FIXMAP: u8 = 0x80;
pub(super) const FIXARRAY: u8 = 0x90;
pub(super) const FIXSTR: u8 = 0xa0;
pub(super) const NIL: u8 = 0xc0;
pub(super) const NEVER_USED: u8 = 0xc1;
pub(super) const FALSE: u8 = 0xc2;
pub(super) const TRUE: u8 = 0xc3;
pub(super) const BIN8: u8 = 0xc4;
pub(super) const BIN16: u8 = 0xc5;
pub(super) const BIN32: u8 = 0xc6;
pub(super) const EXT8: u8 = 0xc7;
pub(super) const EXT16: u8 = 0xc8;
pub(super) const EXT32: u8 = 0xc9;
pub(super) const FLOAT32: u8 = 0xca;
pub(super) const FLOAT64: u8 = 0xcb;
pub(super) const UINT8: u8 = 0xcc;
pub(super) const UINT16: u8 = 0xcd;
pub(super) const UINT32: u8 = 0xce;
pub(super) const UINT64: u8 = 0xcf;
pub(super) const INT8: u8 = 0xd0;
pub(super) const INT16: u8 = 0xd1;
pub(super) const INT32: u8 = 0xd2;
pub(super) const INT64: u8 = 0xd3;
pub(super) const FIXEXT1: u8 = 0xd4;
pub(super) const FIXEXT2: u8 = 0xd5;
pub(super) const FIXEXT4: u8 = 0xd6;
pub(super) const FIXEXT8: u8 = 0xd7;
pub(super) const FIXEXT16: u8 = 0xd8;
pub(super) const STR8: u8 = 0xd9;
pub(super) const STR16: u8 = 0xda;
pub(super) const STR32: u8 = 0xdb;
pub(super) const ARRAY16: u8 = 0xdc;
pub(super) const ARRAY32: u8 = 0xdd;
pub(super) const MAP16: u8 = 0xde;
pub(super) const MAP32: u8 = 0xdf;

/// The extension types that have a meaning here.
pub(super) mod ext {
    /// An instant; the only type that the specification defines.
    pub const TIMESTAMP: i8 = -1;
    /// msgpackr: `undefined`, with one byte 0.
    pub const UNDEFINED: i8 = 0;
    /// msgpackr: an integer of any size in two's complement, big-endian.
    pub const BIGINT: i8 = b'B' as i8;
    /// msgpackr: the type and the memory of a typed array.
    pub const TYPED: i8 = b't' as i8;
    /// msgpackr: a set; the items follow as a list.
    pub const SET: i8 = b's' as i8;
    /// msgpackr: a regular expression; source and flags follow as a list.
    pub const REGEXP: i8 = b'x' as i8;
    /// msgpackr: an error; name, message and cause follow as a list.
    pub const ERROR: i8 = b'e' as i8;
    /// msgpackr: the definition of a record's keys.
    pub const RECORD: i8 = b'r' as i8;
    /// msgpackr: the number of a value that occurs again; the value follows.
    pub const SHARED: i8 = b'i' as i8;
    /// msgpackr: the number of a value that has occurred.
    pub const REFERENCE: i8 = b'p' as i8;
    /// msgpackr: where the texts of strings are that have been put together.
    pub const BUNDLE: i8 = b'b' as i8;
}

/// The first record id of msgpackr; it and the 63 that follow are single bytes.
pub(super) const FIRST_RECORD: u8 = 0x40;
/// The last byte that may begin a record id.
pub(super) const LAST_RECORD: u8 = 0x7f;
