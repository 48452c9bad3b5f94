//! Snapshots: a schema as a few bytes, to store beside data or to load without parsing a definition.
//!
//! ```text
//! snapshot = "tcs" version document checksum      version = 1, checksum = FNV-1a of all before it, little-endian
//! ```
//!
//! A document is its parts in the order of [`model`](super::model): a count and the items for a list,
//! a byte that tells the variant of an enum, bits for what is there and what is not. Numbers are LEB128
//! varints, strings their length and bytes. What is read is checked and frozen like a definition, so
//! that no snapshot can make a schema that a definition could not.

use super::canonical::fnv1a;
use super::model::{
    Document, Enum, Field, JsInteger, Layout, Options, Record, Rules, Scalar, Slot, TupleItem, Type, Union,
};
use crate::error::{Code, Error, Result};
use crate::value::{Text, Value};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

const MAGIC: &[u8] = b"tcs\x01";
const CHECKSUM: usize = 4;

/// The deepest that types and values may nest in a snapshot, as in a definition's JSON.
const DEEPEST: u32 = 4 * super::words::DEEPEST;

/// Writes a document that has been checked.
pub(super) fn write(document: &Document) -> Vec<u8> {
    let mut writer = Writer(MAGIC.to_vec());
    writer.document(document);
    let checksum = fnv1a(&writer.0).to_le_bytes();
    writer.0.extend_from_slice(&checksum);
    writer.0
}

/// Reads a document, which is yet to be checked.
pub(super) fn read(bytes: &[u8]) -> Result<Document> {
    let wrong = |message| Error::new(Code::Structure, message);
    if !bytes.starts_with(&MAGIC[..3]) {
        return Err(wrong("this is not a snapshot of a schema").at(0));
    }
    if !bytes.starts_with(MAGIC) {
        return Err(wrong("the snapshot is of another version").at(3));
    }
    let end = bytes.len() - CHECKSUM;
    let (content, checksum) = bytes.split_at(end.max(MAGIC.len()));
    if checksum != fnv1a(content).to_le_bytes() {
        return Err(wrong("the checksum of the snapshot is wrong").at(content.len()));
    }
    let mut reader = Reader { bytes: content, pos: MAGIC.len(), depth: 0 };
    let document = reader.document()?;
    if reader.pos != content.len() {
        return Err(reader.wrong("the snapshot goes on after its end"));
    }
    Ok(document)
}

// What is there, in the flags of a document, a slot, and the rules of a slot.
const NAME: u64 = 1;
const SPARSE: u64 = 2;
const LAYOUT_SHIFT: u32 = 2;

const REQUIRED: u64 = 1;
const DEFAULT: u64 = 2;
const DELTA: u64 = 4;
const INTERN: u64 = 8;
const WRITE_NULL: u64 = 16;
const ALIASES: u64 = 32;
const RULES: u64 = 64;
const SETTINGS: u64 = 128;
const JS_SHIFT: u32 = 8;
const JS_MASK: u64 = 3;
const REFUSE_NULL: u64 = 1024;
const SLOT_FLAGS: u64 = 2047;

const MIN: u64 = 1;
const MAX: u64 = 2;
const MIN_LENGTH: u64 = 4;
const MAX_LENGTH: u64 = 8;
const PATTERN: u64 = 16;
const CHARACTERS: u64 = 32;

struct Writer(Vec<u8>);

impl Writer {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Writer, &T)) {
        self.varint(items.len() as u64);
        for item in items {
            write(self, item);
        }
    }

    fn document(&mut self, document: &Document) {
        let layout = match document.layout {
            Layout::Rows => 0,
            Layout::Flat => 1,
            Layout::Columns => 2,
        };
        let name = document.name.as_deref();
        self.varint(bit(NAME, name.is_some()) | bit(SPARSE, document.sparse) | layout << LAYOUT_SHIFT);
        if let Some(name) = name {
            self.bytes(name.as_bytes());
        }
        self.list(&document.types, |writer, (name, ty)| {
            writer.bytes(name.as_bytes());
            writer.ty(ty);
        });
        self.ty(&document.root);
        self.entries(&document.meta);
    }

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Scalar(scalar) => {
                self.0.push(0);
                let number = Scalar::ALL.iter().position(|(_, known)| known == scalar).unwrap_or_default();
                self.varint(number as u64);
            }
            Type::Record(record) => {
                self.0.push(1);
                self.list(record.kind.as_slice(), |writer, (name, meta)| writer.entry(name, meta));
                self.list(&record.fields, |writer, field| {
                    writer.bytes(field.name.as_bytes());
                    writer.slot(&field.slot);
                });
            }
            Type::List(item) => {
                self.0.push(2);
                self.slot(item);
            }
            Type::Map(value) => {
                self.0.push(3);
                self.slot(value);
            }
            Type::Enum(it) => {
                self.0.push(if it.open { 5 } else { 4 });
                self.list(&it.values, Writer::value);
            }
            Type::Flags(names) => {
                self.0.push(6);
                self.list(names, |writer, name| writer.bytes(name.as_bytes()));
            }
            Type::Tuple(items) => {
                self.0.push(7);
                self.list(items, |writer, item| {
                    writer.list(item.name.as_slice(), |writer, name| writer.bytes(name.as_bytes()));
                    writer.slot(&item.slot);
                });
            }
            Type::Union(union) => {
                self.0.push(8);
                self.list(union.discriminator.as_slice(), |writer, name| writer.bytes(name.as_bytes()));
                self.list(&union.branches, Writer::ty);
            }
            Type::Reference(name) => {
                self.0.push(9);
                self.bytes(name.as_bytes());
            }
        }
    }

    fn slot(&mut self, slot: &Slot) {
        let options = &slot.options;
        let js = match options.js {
            None => 0,
            Some(JsInteger::Number) => 1,
            Some(JsInteger::BigInt) => 2,
            Some(JsInteger::String) => 3,
        };
        let has_settings = !options.wires.is_empty() || !options.meta.is_empty();
        self.varint(
            bit(REQUIRED, slot.required)
                | bit(DEFAULT, slot.default.is_some())
                | bit(DELTA, options.delta)
                | bit(INTERN, options.intern)
                | bit(WRITE_NULL, options.write_null)
                | bit(REFUSE_NULL, options.refuse_null)
                | bit(ALIASES, !options.aliases.is_empty())
                | bit(RULES, !options.rules.is_empty())
                | bit(SETTINGS, has_settings)
                | js << JS_SHIFT,
        );
        self.ty(&slot.ty);
        if let Some(default) = &slot.default {
            self.value(default);
        }
        if !options.aliases.is_empty() {
            self.list(&options.aliases, |writer, alias| writer.bytes(alias.as_bytes()));
        }
        if !options.rules.is_empty() {
            self.rules(&options.rules);
        }
        if has_settings {
            self.entries(&options.wires);
            self.entries(&options.meta);
        }
    }

    fn rules(&mut self, rules: &Rules) {
        self.varint(
            bit(MIN, rules.min.is_some())
                | bit(MAX, rules.max.is_some())
                | bit(MIN_LENGTH, rules.min_length.is_some())
                | bit(MAX_LENGTH, rules.max_length.is_some())
                | bit(PATTERN, rules.pattern.is_some())
                | bit(CHARACTERS, rules.characters),
        );
        for bound in [rules.min, rules.max].into_iter().flatten() {
            self.0.extend_from_slice(&bound.to_le_bytes());
        }
        for bound in [rules.min_length, rules.max_length].into_iter().flatten() {
            self.varint(bound);
        }
        if let Some(pattern) = &rules.pattern {
            self.bytes(pattern.as_bytes());
        }
    }

    fn entries(&mut self, entries: &[(String, Value<'static>)]) {
        self.list(entries, |writer, (key, value)| writer.entry(key, value));
    }

    fn entry(&mut self, key: &str, value: &Value<'_>) {
        self.bytes(key.as_bytes());
        self.value(value);
    }

    fn value(&mut self, value: &Value<'_>) {
        match value {
            Value::Bool(value) => self.0.push(if *value { 2 } else { 1 }),
            Value::Int(value) => {
                self.0.push(3);
                self.varint(zigzag(*value));
            }
            Value::Uint(value) => {
                self.0.push(4);
                self.varint(*value);
            }
            Value::Float(value) => {
                self.0.push(5);
                self.0.extend_from_slice(&value.to_le_bytes());
            }
            Value::BigInt(digits) => {
                self.0.push(6);
                self.bytes(digits.as_bytes());
            }
            Value::Text(text) => {
                self.0.push(7);
                self.bytes(text.as_bytes());
            }
            Value::Bytes(bytes) => {
                self.0.push(8);
                self.bytes(bytes);
            }
            Value::Date(millis) => {
                self.0.push(9);
                self.varint(zigzag(*millis));
            }
            Value::List(items) => {
                self.0.push(10);
                self.list(items, Writer::value);
            }
            Value::Map(entries) => {
                self.0.push(11);
                self.list(entries, |writer, (key, value)| writer.entry(key.as_str().unwrap_or_default(), value));
            }
            // Records and cases have no schema here; a document that has been checked holds none.
            Value::Null | Value::Record(_) | Value::Case(_) | Value::Special(_) => self.0.push(0),
        }
    }
}

fn bit(mask: u64, is_set: bool) -> u64 {
    if is_set { mask } else { 0 }
}

fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

struct Reader<'b> {
    bytes: &'b [u8],
    pos: usize,
    depth: u32,
}

impl<'b> Reader<'b> {
    fn wrong(&self, message: &'static str) -> Error {
        Error::new(Code::Structure, message).at(self.pos)
    }

    fn take(&mut self, length: usize) -> Result<&'b [u8]> {
        let taken = self.bytes.get(self.pos..).and_then(|rest| rest.get(..length));
        let taken = taken.ok_or_else(|| self.wrong("the snapshot ends too early"))?;
        self.pos += length;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    fn varint(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.wrong("the number has more than 64 bits"))
    }

    fn float(&mut self) -> Result<f64> {
        let bytes = self.take(8)?;
        Ok(f64::from_le_bytes(bytes.try_into().unwrap_or_default()))
    }

    fn run(&mut self) -> Result<&'b [u8]> {
        let length = self.varint()?;
        // A length beyond the address space is beyond the bytes that are left as well.
        self.take(usize::try_from(length).unwrap_or(usize::MAX))
    }

    fn text(&mut self) -> Result<&'b str> {
        let run = self.run()?;
        core::str::from_utf8(run)
            .map_err(|_| Error::new(Code::Utf8, "the string is not UTF-8").at(self.pos - run.len()))
    }

    fn string(&mut self) -> Result<String> {
        self.text().map(ToOwned::to_owned)
    }

    /// A list; every item takes a byte at least, so a wrong count meets the end soon.
    fn list<T>(&mut self, mut read: impl FnMut(&mut Reader<'b>) -> Result<T>) -> Result<Vec<T>> {
        let count = self.varint()?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(read(self)?);
        }
        Ok(items)
    }

    /// Something that may be missing.
    fn option<T>(&mut self, mut read: impl FnMut(&mut Reader<'b>) -> Result<T>) -> Result<Option<T>> {
        match self.varint()? {
            0 => Ok(None),
            1 => read(self).map(Some),
            _ => Err(self.wrong("expected one item or none")),
        }
    }

    fn document(&mut self) -> Result<Document> {
        let flags = self.varint()?;
        let layout = match flags >> LAYOUT_SHIFT {
            0 => Layout::Rows,
            1 => Layout::Flat,
            2 => Layout::Columns,
            _ => return Err(self.wrong("the layout is not known")),
        };
        let name = if flags & NAME != 0 { Some(self.string()?) } else { None };
        let types = self.list(|reader| Ok((reader.string()?, reader.ty()?)))?;
        let root = self.ty()?;
        let meta = self.list(Reader::entry)?;
        Ok(Document { name, types, root, sparse: flags & SPARSE != 0, layout, meta })
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Reader<'b>) -> Result<T>) -> Result<T> {
        if self.depth >= DEEPEST {
            return Err(Error::new(Code::Limit, "nesting is deeper than the limit").at(self.pos));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn ty(&mut self) -> Result<Type> {
        self.nested(|reader| {
            Ok(match reader.byte()? {
                0 => {
                    let number = usize::try_from(reader.varint()?).unwrap_or(usize::MAX);
                    let scalar = Scalar::ALL.get(number).ok_or_else(|| reader.wrong("the scalar is not known"))?;
                    Type::Scalar(scalar.1)
                }
                1 => Type::Record(Record {
                    kind: reader.option(Reader::entry)?,
                    fields: reader.list(|reader| Ok(Field { name: reader.string()?, slot: reader.slot()? }))?,
                }),
                2 => Type::List(Box::new(reader.slot()?)),
                3 => Type::Map(Box::new(reader.slot()?)),
                tag @ (4 | 5) => Type::Enum(Enum { values: reader.list(Reader::value)?, open: tag == 5 }),
                6 => Type::Flags(reader.list(Reader::string)?),
                7 => Type::Tuple(
                    reader
                        .list(|reader| Ok(TupleItem { name: reader.option(Reader::string)?, slot: reader.slot()? }))?,
                ),
                8 => Type::Union(Union {
                    discriminator: reader.option(Reader::string)?,
                    branches: reader.list(Reader::ty)?,
                }),
                9 => Type::Reference(reader.string()?),
                _ => return Err(reader.wrong("the type is not known")),
            })
        })
    }

    fn slot(&mut self) -> Result<Slot> {
        let flags = self.varint()?;
        if flags > SLOT_FLAGS {
            return Err(self.wrong("the options are not known"));
        }
        let js = match flags >> JS_SHIFT & JS_MASK {
            0 => None,
            1 => Some(JsInteger::Number),
            2 => Some(JsInteger::BigInt),
            _ => Some(JsInteger::String),
        };
        let ty = self.ty()?;
        let default = if flags & DEFAULT != 0 { Some(self.value()?) } else { None };
        let mut options = Options {
            delta: flags & DELTA != 0,
            intern: flags & INTERN != 0,
            write_null: flags & WRITE_NULL != 0,
            refuse_null: flags & REFUSE_NULL != 0,
            js,
            ..Options::default()
        };
        if flags & ALIASES != 0 {
            options.aliases = self.list(Reader::string)?;
        }
        if flags & RULES != 0 {
            options.rules = self.rules()?;
        }
        if flags & SETTINGS != 0 {
            options.wires = self.list(Reader::entry)?;
            options.meta = self.list(Reader::entry)?;
        }
        Ok(Slot { ty, required: flags & REQUIRED != 0, default, options })
    }

    fn rules(&mut self) -> Result<Rules> {
        let flags = self.varint()?;
        Ok(Rules {
            min: if flags & MIN != 0 { Some(self.float()?) } else { None },
            max: if flags & MAX != 0 { Some(self.float()?) } else { None },
            min_length: if flags & MIN_LENGTH != 0 { Some(self.varint()?) } else { None },
            max_length: if flags & MAX_LENGTH != 0 { Some(self.varint()?) } else { None },
            pattern: if flags & PATTERN != 0 { Some(self.string()?) } else { None },
            characters: flags & CHARACTERS != 0,
        })
    }

    fn entry(&mut self) -> Result<(String, Value<'static>)> {
        Ok((self.string()?, self.value()?))
    }

    fn value(&mut self) -> Result<Value<'static>> {
        self.nested(|reader| {
            Ok(match reader.byte()? {
                0 => Value::Null,
                tag @ (1 | 2) => Value::Bool(tag == 2),
                3 => Value::Int(reader.signed()?),
                4 => Value::Uint(reader.varint()?),
                5 => Value::Float(reader.float()?),
                6 => Value::BigInt(Box::from(reader.text()?)),
                7 => Value::Text(Text::owned(reader.text()?)),
                8 => Value::Bytes(Box::from(reader.run()?)),
                9 => Value::Date(reader.signed()?),
                10 => Value::list(reader.list(Reader::value)?),
                11 => {
                    let entries = reader.list(|reader| Ok((Text::owned(reader.text()?), reader.value()?)))?;
                    Value::map(entries)
                }
                _ => return Err(reader.wrong("the value is not known")),
            })
        })
    }

    fn signed(&mut self) -> Result<i64> {
        let value = self.varint()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Schema;

    const DEFINITION: &str = r#"{
        "$name": "User", "$types": {"Role": {"enum": ["admin", 7, 1.5], "open": true}}, "$note": [null, true, -3],
        "$root": {"Entity": {"scope": "x"}, "id": {"type": "int64", "delta": true, "js": "bigint", "min": -1.5, "max": 7},
            "born": {"type": "date", "default": "2000-02-29"}, "friends": {"array": "?User"}, "m?": {"map": "bytes"},
            "pair": [{"x": "number"}, {"y?": "string"}], "f": {"flags": ["r", "w"]}, "role": "Role",
            "u": {"union": ["string", {"k": {"enum": ["a"]}}]}, "zip": {"type": "string", "required": false,
            "nulls": "write", "aliases": ["plz"], "length": [3, 9], "pattern": "^[0-9]+$", "proto": {"id": 7}, "say": "hi"}}}"#;

    #[test]
    fn a_snapshot_is_the_document() {
        let schema = Schema::parse(DEFINITION).unwrap();
        let snapshot = schema.to_snapshot();
        let again = Schema::from_snapshot(&snapshot).unwrap();
        assert_eq!(again.document(), schema.document());
        assert_eq!(again.id(), schema.id());
        assert!(snapshot.len() < schema.document().to_json_line().len(), "{} bytes", snapshot.len());
    }

    #[test]
    fn damage_is_noticed() {
        let snapshot = Schema::parse(DEFINITION).unwrap().to_snapshot();
        for length in 0..snapshot.len() {
            assert!(Schema::from_snapshot(&snapshot[..length]).is_err(), "{length} bytes");
        }
        for at in 0..snapshot.len() {
            let mut damaged = snapshot.clone();
            damaged[at] ^= 0x11;
            assert_eq!(Schema::from_snapshot(&damaged).unwrap_err().code(), Code::Structure, "byte {at}");
        }
    }

    /// With the right checksum every damage is found by what it says, or makes another sound schema.
    #[test]
    fn forgery_gives_a_sound_schema_or_an_error() {
        let snapshot = Schema::parse(DEFINITION).unwrap().to_snapshot();
        let content = &snapshot[..snapshot.len() - CHECKSUM];
        for at in MAGIC.len()..content.len() {
            for byte in [0, 1, 0x7f, 0x80, 0xff, content[at] ^ 1, content[at].wrapping_add(1)] {
                let mut forged = content.to_vec();
                forged[at] = byte;
                forged.extend_from_slice(&fnv1a(&forged).to_le_bytes());
                if let Ok(schema) = Schema::from_snapshot(&forged) {
                    assert_eq!(Schema::parse(&schema.to_json()).unwrap().document(), schema.document());
                }
            }
        }
    }

    #[test]
    fn deep_nesting_is_refused() {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&[0, 0]);
        for _ in 0..100_000 {
            bytes.extend_from_slice(&[2, 1]);
        }
        bytes.extend_from_slice(&fnv1a(&bytes).to_le_bytes());
        assert_eq!(Schema::from_snapshot(&bytes).unwrap_err().code(), Code::Limit);
    }
}
