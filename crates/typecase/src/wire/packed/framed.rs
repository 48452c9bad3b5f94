//! Framed messages: a message behind the fingerprint of its schema, for storage and for sides of different versions.
//!
//! ```
//! use typecase::codec::{Codec, Options};
//! use typecase::schema::Schema;
//! use typecase::value::Value;
//! use typecase::wire::{Wire, packed::framed};
//!
//! let old = Schema::parse(r#"{"id": "int32", "mail": "string"}"#)?;
//! let new = Schema::parse(r#"{"id": "int64", "name?": "string", "email": {"type": "string", "aliases": ["mail"]}}"#)?;
//! let mut options = Options::default();
//! options.packed.framed = true;
//!
//! let message = Codec::new(&old, Wire::Packed, &options)?.encode(&Value::Record([Value::Int(7), Value::text("a@b.c")].into()))?;
//! let registry = framed::Schemas::from_iter([old]);
//! let mut reader = framed::Reader::new(&new, registry, &options)?;
//! let expected = Value::Record([Value::Int(7), Value::Null, Value::text("a@b.c")].into());
//! assert_eq!(reader.decode(&message)?, expected);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::codec::{Codec, Options};
use crate::error::{Code, Error, Result};
use crate::schema::resolve::Resolver;
use crate::schema::{DefinitionError, Schema};
use crate::value::Value;
use crate::wire::Wire;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use sha2::{Digest, Sha256};
use std::io;
use std::path::Path;

/// The four bytes that a framed message begins with: a name, and the version of the wire.
const MAGIC: [u8; 4] = *b"tcp\x01";

/// The length of what comes before the message.
pub const HEAD: usize = 12;

/// The fingerprint of a schema: the first eight bytes of SHA-256 of its canonical form, as a little-endian integer.
pub fn fingerprint(schema: &Schema) -> u64 {
    let hash = Sha256::digest(schema.canonical().as_bytes());
    hash.iter().take(8).rev().fold(0, |fingerprint, byte| fingerprint << 8 | u64::from(*byte))
}

/// A fingerprint as it is shown: its eight bytes, as SHA-256 has them.
pub fn hexadecimal(fingerprint: u64) -> String {
    format!("{:016x}", fingerprint.swap_bytes())
}

/// What comes before the message: the magic bytes and the fingerprint of the schema.
pub fn head(fingerprint: u64) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..4].copy_from_slice(&MAGIC);
    head[4..].copy_from_slice(&fingerprint.to_le_bytes());
    head
}

/// The fingerprint of a framed message's schema, and the message.
///
/// # Errors
/// `structure` for what is no framed message.
pub fn parse(framed: &[u8]) -> Result<(u64, &[u8])> {
    let Some((head, message)) = framed.split_first_chunk::<HEAD>() else {
        return Err(Error::new(Code::Structure, "the message ends within its head").at(framed.len()));
    };
    let [a, b, c, d, fingerprint @ ..] = *head;
    if [a, b, c, d] != MAGIC {
        return Err(Error::new(Code::Structure, "the message does not begin with \"tcp\" and the version 1").at(0));
    }
    Ok((u64::from_le_bytes(fingerprint), message))
}

/// Checks that a framed message is of the schema with this fingerprint.
pub(crate) fn check(framed: &[u8], fingerprint: u64) -> Result<()> {
    let (found, _) = parse(framed)?;
    if found != fingerprint {
        let message =
            format!("the message has the schema {}, and not {}", hexadecimal(found), hexadecimal(fingerprint));
        return Err(Error::new(Code::Structure, message).at(MAGIC.len()));
    }
    Ok(())
}

/// Knows schemas by their fingerprints.
pub trait Registry {
    /// The schema with this [`fingerprint`], if it is known.
    fn schema(&self, fingerprint: u64) -> Option<Schema>;
}

/// A registry in memory.
#[derive(Clone, Debug, Default)]
pub struct Schemas(BTreeMap<u64, Schema>);

impl Schemas {
    /// The schemas of a folder: those of its files `*.json`, each a schema document.
    ///
    /// # Errors
    /// What reading the folder or a file gives, with the path; `InvalidData` for a file that is no schema document.
    pub fn from_folder(folder: &Path) -> io::Result<Schemas> {
        let mut schemas = Schemas::default();
        for entry in folder.read_dir()? {
            let path = entry?.path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
            let text = std::fs::read_to_string(&path).map_err(named)?;
            let invalid = |error: DefinitionError| named(io::Error::new(io::ErrorKind::InvalidData, error.to_string()));
            schemas.add(Schema::parse(&text).map_err(invalid)?);
        }
        Ok(schemas)
    }

    /// Adds a schema.
    pub fn add(&mut self, schema: Schema) {
        self.0.insert(fingerprint(&schema), schema);
    }
}

impl FromIterator<Schema> for Schemas {
    fn from_iter<I: IntoIterator<Item = Schema>>(schemas: I) -> Schemas {
        Schemas(schemas.into_iter().map(|schema| (fingerprint(&schema), schema)).collect())
    }
}

impl Registry for Schemas {
    fn schema(&self, fingerprint: u64) -> Option<Schema> {
        self.0.get(&fingerprint).cloned()
    }
}

/// Reads framed messages of any schema that a registry knows, as values of one.
#[derive(Debug)]
pub struct Reader<R> {
    codec: Codec,
    fingerprint: u64,
    options: Options,
    registry: R,
    /// The writers' schemas that have been met: their codecs, and how their values become the reader's.
    met: BTreeMap<u64, (Codec, Resolver)>,
}

impl<R: Registry> Reader<R> {
    /// Reads messages as values of this schema. Whatever `options` say, the messages are framed.
    ///
    /// # Errors
    /// `unsupported` if the schema cannot go on the wire.
    pub fn new(schema: &Schema, registry: R, options: &Options) -> Result<Reader<R>> {
        let mut options = *options;
        options.packed.framed = true;
        let codec = Codec::new(schema, Wire::Packed, &options)?;
        Ok(Reader { codec, fingerprint: fingerprint(schema), options, registry, met: BTreeMap::new() })
    }

    /// Decodes a framed message.
    ///
    /// # Errors
    /// `structure` for what is no framed message, and for a schema that the registry does not know; `unsupported` for
    /// one whose values cannot become the reader's; and those of [`Codec::decode`] and [`Resolver::resolve`].
    pub fn decode<'de>(&mut self, framed: &'de [u8]) -> Result<Value<'de>> {
        let (fingerprint, _) = parse(framed)?;
        if fingerprint == self.fingerprint {
            return self.codec.decode(framed);
        }
        if !self.met.contains_key(&fingerprint) {
            let met = self.meet(fingerprint).map_err(|error| error.at(MAGIC.len()))?;
            self.met.insert(fingerprint, met);
        }
        let (codec, resolver) = &self.met[&fingerprint];
        resolver.resolve(codec.decode(framed)?)
    }

    fn meet(&self, fingerprint: u64) -> Result<(Codec, Resolver)> {
        let Some(schema) = self.registry.schema(fingerprint) else {
            return Err(Error::new(
                Code::Structure,
                format!("no schema is known by the fingerprint {fingerprint:016x}"),
            ));
        };
        let codec = Codec::new(&schema, Wire::Packed, &self.options)?;
        match Resolver::new(&schema, self.codec.schema()) {
            Ok(resolver) => Ok((codec, resolver)),
            Err(error) => Err(Error::new(Code::Unsupported, error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn options() -> Options {
        let mut options = Options::default();
        options.packed.framed = true;
        options
    }

    #[test]
    fn a_frame_names_its_schema() {
        let schema = Schema::parse(r#"{"id": "int32"}"#).unwrap();
        let codec = Codec::new(&schema, Wire::Packed, &options()).unwrap();
        let mut out = b"before".to_vec();
        codec.encode_into(&Value::Record([Value::Int(7)].into()), &mut out).unwrap();
        let framed = &out[6..];
        assert_eq!(framed[..4], *b"tcp\x01");
        assert_eq!(framed[4..12], Sha256::digest(schema.canonical())[..8]);
        assert_eq!(framed[12..], [14, 0]);
        assert_eq!(parse(framed).unwrap(), (fingerprint(&schema), &[14, 0][..]));
        assert_eq!(codec.decode(framed).unwrap(), Value::Record([Value::Int(7)].into()));
        for end in 0..framed.len() {
            assert!(codec.decode(&framed[..end]).unwrap_err().offset().is_some_and(|offset| offset <= end), "{end}");
        }
        for at in 0..12 {
            let mut other = framed.to_vec();
            other[at] ^= 1;
            let error = codec.decode(&other).unwrap_err();
            assert_eq!((error.code(), error.offset()), (Code::Structure, Some(if at < 4 { 0 } else { 4 })));
        }
        // Places are those of the whole.
        assert_eq!(codec.decode(&[&framed[..12], b"\x80\x00"].concat()).unwrap_err().offset(), Some(13));
    }

    #[test]
    fn a_reader_takes_what_its_registry_knows() {
        let schemas =
            [r#"{"a": "int32"}"#, r#"{"a": "int32", "b?": "string"}"#, r#"{"a": "string"}"#, r#"{"c": "int32"}"#];
        let schemas: Vec<Schema> = schemas.iter().map(|text| Schema::parse(text).unwrap()).collect();
        let message = |schema: &Schema, text: &str| {
            let json = Codec::new(schema, Wire::Json, &Options::default()).unwrap();
            let packed = Codec::new(schema, Wire::Packed, &options()).unwrap();
            packed.encode(&json.decode(text.as_bytes()).unwrap()).unwrap()
        };
        let registry = Schemas::from_iter(schemas[..3].iter().cloned());
        let mut reader = Reader::new(&schemas[1], registry, &Options::default()).unwrap();
        let expected = Value::Record([Value::Int(1), Value::Null].into());
        for _ in 0..2 {
            assert_eq!(reader.decode(&message(&schemas[0], r#"{"a":1}"#)).unwrap(), expected);
            assert_eq!(reader.decode(&message(&schemas[1], r#"{"a":1}"#)).unwrap(), expected);
        }
        assert_eq!(reader.decode(&message(&schemas[2], r#"{"a":""}"#)).unwrap_err().code(), Code::Unsupported);
        assert_eq!(reader.decode(&message(&schemas[3], r#"{"c":1}"#)).unwrap_err().code(), Code::Structure);
    }

    #[test]
    fn a_folder_of_schemas_is_a_registry() {
        let folder = std::env::temp_dir().join(format!("typecase-framed-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.json"), r#"{"a": "int32"}"#).unwrap();
        std::fs::write(folder.join("notes.txt"), "no schema").unwrap();
        let schemas = Schemas::from_folder(&folder);
        std::fs::write(folder.join("b.json"), r#"{"a": "no type"}"#).unwrap();
        let error = Schemas::from_folder(&folder).unwrap_err();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(schemas.unwrap().schema(fingerprint(&Schema::parse(r#"{"a": "int32"}"#).unwrap())).is_some());
        assert!(error.to_string().contains("b.json"), "{error}");
    }
}
