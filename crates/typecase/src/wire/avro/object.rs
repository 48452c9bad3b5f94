//! Single-object encoding ("Single-object encoding"): a message that names its schema by its fingerprint.
//!
//! ```
//! use typecase::schema::avro::AvroSchema;
//! use typecase::wire::avro::{self, object};
//!
//! let schema = AvroSchema::parse("\"string\"")?;
//! let mut message = object::head(schema.crc64()).to_vec();
//! message.extend(avro::encode("Ada")?);
//!
//! let (fingerprint, datum) = object::parse(&message)?;
//! object::check(fingerprint, schema.crc64())?;
//! assert_eq!(avro::decode::<&str>(datum)?, "Ada");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::read::Reader;
use crate::error::{Code, Error, Result};

/// The two bytes that a message begins with.
const MARKER: [u8; 2] = [0xc3, 0x01];

/// The length of what comes before the datum.
pub(super) const HEAD: usize = 10;

/// What comes before the datum: the marker, and the CRC-64-AVRO fingerprint of the schema.
pub fn head(fingerprint: u64) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..2].copy_from_slice(&MARKER);
    head[2..].copy_from_slice(&fingerprint.to_le_bytes());
    head
}

/// The fingerprint of a message's schema, and the datum.
///
/// # Errors
/// `structure` for what is no such message.
pub fn parse(message: &[u8]) -> Result<(u64, &[u8])> {
    let Some((head, datum)) = message.split_first_chunk::<HEAD>() else {
        return Err(Error::new(Code::Structure, "the message ends within its marker and fingerprint").at(message.len()));
    };
    let [first, second, fingerprint @ ..] = *head;
    if [first, second] != MARKER {
        return Err(Error::new(Code::Structure, "the message does not begin with the marker c3 01").at(0));
    }
    Ok((u64::from_le_bytes(fingerprint), datum))
}

/// Takes what comes before the datum, which must name this schema.
pub(crate) fn take(reader: &mut Reader<'_, '_>, schema: u64) -> Result<()> {
    let left = reader.left();
    let (fingerprint, _) = parse(left)?;
    check(fingerprint, schema)?;
    reader.take(HEAD).map(drop)
}

/// Checks that a message is of this schema.
///
/// # Errors
/// `structure` if it has another fingerprint.
pub fn check(fingerprint: u64, schema: u64) -> Result<()> {
    if fingerprint != schema {
        return Err(Error::new(Code::Structure, "the message is of another schema").at(MARKER.len()));
    }
    Ok(())
}
