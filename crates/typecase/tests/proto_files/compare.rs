//! Compares two descriptors as messages: whatever order fields come in, whether packed or not, and with custom options
//! as the fields that they are.

use std::collections::BTreeMap;
use typecase::schema::proto::{Field, FileSet, Kind, Label, MessageId, Target};

/// The fields and extensions of messages by number.
pub struct Types<'s> {
    set: &'s FileSet,
    extensions: BTreeMap<(MessageId, i32), &'s Field>,
}

#[derive(Debug, PartialEq, PartialOrd)]
pub enum Content {
    Number(u64),
    Bytes(String),
    Message(BTreeMap<u64, Vec<Content>>),
}

impl<'s> Types<'s> {
    pub fn new(set: &'s FileSet) -> Types<'s> {
        let mut ids: Vec<_> = set.files().flat_map(|file| file.extensions.clone()).collect();
        ids.extend(set.messages().flat_map(|id| set.message(id).extensions.clone()));
        let extensions = ids.into_iter().map(|id| &set.extension(id).field);
        let extensions = extensions.map(|field| ((field.extendee.unwrap(), field.number), field)).collect();
        Types { set, extensions }
    }

    /// A `FileDescriptorProto`.
    pub fn file(&self, bytes: &[u8]) -> Content {
        let ty =
            self.set.find_message("google.protobuf.FileDescriptorProto").expect("descriptor.proto is in every set");
        let mut at = 0;
        self.message(bytes, &mut at, Some(ty), None)
    }

    fn field(&self, ty: Option<MessageId>, number: u64) -> Option<&Field> {
        let number = number as i32;
        let own = self.set.message(ty?).fields.iter().find(|field| field.number == number);
        own.or_else(|| self.extensions.get(&(ty?, number)).copied())
    }

    /// Fields up to the end, or to the tag that ends a group.
    fn message(&self, bytes: &[u8], at: &mut usize, ty: Option<MessageId>, end: Option<u64>) -> Content {
        let mut fields: BTreeMap<u64, Vec<Content>> = BTreeMap::new();
        while *at < bytes.len() {
            let tag = varint(bytes, at);
            if Some(tag) == end {
                break;
            }
            let field = self.field(ty, tag >> 3);
            let inner = field.and_then(|field| match field.target {
                Target::Message(id) => Some(id),
                _ => None,
            });
            let values = fields.entry(tag >> 3).or_default();
            match tag & 7 {
                0 => values.push(Content::Number(varint(bytes, at))),
                1 => values.push(Content::Number(fixed(bytes, at, 8))),
                5 => values.push(Content::Number(fixed(bytes, at, 4))),
                3 => values.push(self.message(bytes, at, inner, Some(tag + 1))),
                _ => {
                    let length = varint(bytes, at) as usize;
                    let part = &bytes[*at..*at + length];
                    *at += length;
                    match field {
                        Some(_) if inner.is_some() => values.push(self.message(part, &mut 0, inner, None)),
                        Some(field) if field.label == Label::Repeated && field.kind.packs() => {
                            let mut at = 0;
                            while at < part.len() {
                                values.push(Content::Number(match field.kind {
                                    Kind::Double | Kind::Fixed64 | Kind::Sfixed64 => fixed(part, &mut at, 8),
                                    Kind::Float | Kind::Fixed32 | Kind::Sfixed32 => fixed(part, &mut at, 4),
                                    _ => varint(part, &mut at),
                                }));
                            }
                        }
                        _ => values.push(Content::Bytes(part.escape_ascii().to_string())),
                    }
                }
            }
            let singular = field.is_some_and(|field| field.label != Label::Repeated);
            if singular && values.len() == 2 {
                merge(values);
            }
        }
        Content::Message(fields)
    }
}

/// Merges the two values of a singular field.
fn merge(values: &mut Vec<Content>) {
    let last = values.pop().unwrap();
    match (&mut values[0], last) {
        (Content::Message(first), Content::Message(last)) => {
            for (number, more) in last {
                first.entry(number).or_default().extend(more);
            }
        }
        (first, last) => *first = last,
    }
}

fn varint(bytes: &[u8], at: &mut usize) -> u64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = bytes[*at];
        *at += 1;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    value
}

fn fixed(bytes: &[u8], at: &mut usize, width: usize) -> u64 {
    let mut all = [0; 8];
    all[..width].copy_from_slice(&bytes[*at..*at + width]);
    *at += width;
    u64::from_le_bytes(all)
}

/// Holds a file's descriptor to the expected one.
pub fn same(set: &FileSet, file: &str, expected: &[u8]) -> Result<(), String> {
    let types = Types::new(set);
    let (got, expected) = (types.file(&set.descriptor(set.file(file).unwrap())), types.file(expected));
    if got == expected {
        return Ok(());
    }
    let mut path = String::new();
    Err(difference(&got, &expected, &mut path))
}

/// The first place in which two messages differ.
fn difference(got: &Content, expected: &Content, path: &mut String) -> String {
    if let (Content::Message(left), Content::Message(right)) = (got, expected) {
        for (number, one) in left {
            let Some(other) = right.get(number) else { return format!("{path}.{number} is not expected: {one:?}") };
            if let Some(at) = one.iter().zip(other).position(|(one, other)| one != other) {
                path.push_str(&format!(".{number}[{at}]"));
                return difference(&one[at], &other[at], path);
            }
            if one.len() != other.len() {
                return format!("{path}.{number} has {} values, not {}", one.len(), other.len());
            }
        }
        if let Some((number, one)) = right.iter().find(|(number, _)| !left.contains_key(number)) {
            return format!("{path}.{number} is missing: {one:?}");
        }
    }
    format!("{path} is {got:?}, not {expected:?}")
}

/// The files of a `FileDescriptorSet` by name: each is its field 1, and begins with its name as field 1.
pub fn files_of(set: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut at = 0;
    while at < set.len() {
        assert_eq!(set[at], 0x0a);
        at += 1;
        let length = varint(set, &mut at) as usize;
        let file = &set[at..at + length];
        assert_eq!(file[0], 0x0a);
        let mut inner = 1;
        let name = varint(file, &mut inner) as usize;
        files.push((String::from_utf8(file[inner..inner + name].to_vec()).unwrap(), file.to_vec()));
        at += length;
    }
    files
}
