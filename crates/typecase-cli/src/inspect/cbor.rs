//! The dump of CBOR: a row for each item, with what its bytes say by themselves.

use super::Row;
use typecase::limits::{DEEPEST, Limits};
use typecase::wire::cbor;

/// Gives the rows of all items, as far as they are CBOR.
pub fn rows<'t>(bytes: &'t [u8], row: &mut dyn FnMut(Row<'t>)) {
    let mut dump = Dump { bytes, pos: 0, path: String::new(), depth: 0, row };
    while dump.pos < bytes.len() && dump.item("").is_some() {}
}

/// The walk. Its functions give `None` where it cannot go on.
struct Dump<'t, 'r> {
    bytes: &'t [u8],
    pos: usize,
    path: String,
    depth: u32,
    row: &'r mut dyn FnMut(Row<'t>),
}

impl<'t> Dump<'t, '_> {
    /// One item, which is at `step` in what is around it.
    fn item(&mut self, step: &str) -> Option<()> {
        if self.depth == DEEPEST {
            return None;
        }
        let length = self.path.len();
        self.path.push_str(step);
        self.depth += 1;
        self.value()?;
        self.depth -= 1;
        self.path.truncate(length);
        Some(())
    }

    fn value(&mut self) -> Option<()> {
        let first = *self.bytes.get(self.pos)?;
        let (major, info) = (first >> 5, first & 31);
        match major {
            4 => {
                let left = self.head("list", "items")?;
                for index in 0.. {
                    if self.ends(left, index)? {
                        break;
                    }
                    self.item(&format!("[{index}]"))?;
                }
            }
            5 => {
                let left = self.head("map", "entries")?;
                for index in 0.. {
                    if self.ends(left, index)? {
                        break;
                    }
                    let key = self.next_item()?;
                    let key = cbor::diagnose(key).ok()?;
                    let name = key.trim_matches('"');
                    let plain =
                        !name.is_empty() && name.chars().all(|char| char.is_alphanumeric() || "_$-".contains(char));
                    let step = match plain && name.len() + 2 == key.len() {
                        true if self.path.is_empty() => name.to_owned(),
                        true => format!(".{name}"),
                        false => format!("[{key}]"),
                    };
                    self.item(&step)?;
                }
            }
            6 => {
                self.head("tag", "")?;
                self.item("")?;
            }
            _ => {
                let offset = self.pos;
                let bytes = self.next_item()?;
                let ty = match (major, info) {
                    (0 | 1, _) => "integer",
                    (2, _) => "bytes",
                    (3, _) => "string",
                    (_, 20 | 21) => "boolean",
                    (_, 22) => "null",
                    (_, 25..=27) => "float",
                    _ => "simple",
                };
                let mut meaning = cbor::diagnose(bytes).ok()?;
                if let Some((at, _)) = meaning.char_indices().nth(60) {
                    meaning.truncate(at);
                    meaning.push('…');
                }
                self.add(offset, bytes, ty, meaning);
            }
        }
        Some(())
    }

    /// The bytes of the next item, which are taken.
    fn next_item(&mut self) -> Option<&'t [u8]> {
        let rest = &self.bytes[self.pos..];
        let length = cbor::item_length(rest, &Limits { max_depth: DEEPEST, ..Limits::default() }).ok()??;
        self.pos += length;
        Some(&rest[..length])
    }

    /// A row for the head that comes next; gives its argument, or `None` inside if a break ends what it opens.
    fn head(&mut self, ty: &str, of: &str) -> Option<Option<u64>> {
        let offset = self.pos;
        let info = self.bytes[offset] & 31;
        let width = match info {
            0..24 | 31 => 0,
            24..28 => 1 << (info - 24),
            _ => return None,
        };
        let argument = self.bytes.get(offset + 1..offset + 1 + width)?;
        self.pos += 1 + width;
        let number = match info {
            0..24 => Some(u64::from(info)),
            31 => None,
            _ => Some(argument.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))),
        };
        let meaning = match number {
            Some(number) if of.is_empty() => number.to_string(),
            Some(number) => format!("{number} {of}"),
            None => format!("{of} up to a break"),
        };
        self.add(offset, &self.bytes[offset..self.pos], ty, meaning);
        Some(number)
    }

    /// Whether a list or map with so many entries is complete after `index` of them; a break is taken.
    fn ends(&mut self, count: Option<u64>, index: u64) -> Option<bool> {
        match count {
            Some(count) => Some(index == count),
            None => {
                let ends = *self.bytes.get(self.pos)? == 0xff;
                self.pos += usize::from(ends);
                Some(ends)
            }
        }
    }

    fn add(&mut self, offset: usize, bytes: &'t [u8], ty: &str, meaning: String) {
        (self.row)(Row { offset, bytes, path: self.path.clone(), ty: ty.to_owned(), meaning });
    }
}
