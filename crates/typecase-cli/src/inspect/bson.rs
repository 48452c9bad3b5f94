//! The dump of BSON: a row for each element, with what its bytes say by themselves.

use super::{Row, instant};
use typecase::limits::DEEPEST;

/// The types by their codes, with the bytes of those that have a fixed length.
const TYPES: [(u8, &str, Option<usize>); 21] = [
    (0x01, "double", Some(8)),
    (0x02, "string", None),
    (0x03, "document", None),
    (0x04, "array", None),
    (0x05, "binary", None),
    (0x06, "undefined", Some(0)),
    (0x07, "objectId", Some(12)),
    (0x08, "boolean", Some(1)),
    (0x09, "date", Some(8)),
    (0x0a, "null", Some(0)),
    (0x0b, "regexp", None),
    (0x0c, "dbPointer", None),
    (0x0d, "code", None),
    (0x0e, "symbol", None),
    (0x0f, "code+scope", None),
    (0x10, "int32", Some(4)),
    (0x11, "timestamp", Some(8)),
    (0x12, "int64", Some(8)),
    (0x13, "decimal128", Some(16)),
    (0xff, "minKey", Some(0)),
    (0x7f, "maxKey", Some(0)),
];

/// Gives the rows of all documents, as far as they are BSON.
pub fn rows<'t>(bytes: &'t [u8], row: &mut dyn FnMut(Row<'t>)) {
    let mut dump = Dump { bytes, pos: 0, path: String::new(), depth: 0, row };
    while dump.pos < bytes.len() && dump.document(0, "document").is_some() {}
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
    /// The document whose length comes next; the row shows the bytes from `start` to the end of the length.
    fn document(&mut self, start: usize, ty: &str) -> Option<()> {
        let start = if self.depth == 0 { self.pos } else { start };
        let length = self.length(self.pos)?;
        let end = self.pos.checked_add(length)?.checked_sub(1)?;
        if self.depth == DEEPEST || end >= self.bytes.len() || length < 5 {
            return None;
        }
        self.pos += 4;
        self.row(start, ty, format!("{length} bytes"));
        self.depth += 1;
        while self.pos < end {
            self.element(ty == "array", end)?;
        }
        self.depth -= 1;
        self.pos = end + 1;
        Some(())
    }

    fn element(&mut self, is_item: bool, end: usize) -> Option<()> {
        let start = self.pos;
        let code = *self.bytes.get(start)?;
        let key_end = self.zero(start + 1, end)?;
        let key = String::from_utf8_lossy(&self.bytes[start + 1..key_end]).into_owned();
        let around = self.path.len();
        let plain = !key.is_empty() && key.chars().all(|char| char.is_alphanumeric() || "_$-".contains(char));
        match plain {
            _ if is_item => self.path.push_str(&format!("[{key}]")),
            true if around == 0 => self.path.push_str(&key),
            true => self.path.push_str(&format!(".{key}")),
            false => self.path.push_str(&format!("[{key:?}]")),
        }
        self.pos = key_end + 1;
        self.value(start, code, end)?;
        self.path.truncate(around);
        Some(())
    }

    fn value(&mut self, start: usize, code: u8, end: usize) -> Option<()> {
        let (_, ty, fixed) = *TYPES.iter().find(|(known, ..)| *known == code)?;
        let at = self.pos;
        let length = match (code, fixed) {
            (_, Some(length)) => length,
            (0x03 | 0x04, _) => return self.document(start, ty),
            (0x0b, _) => self.zero(self.zero(at, end)? + 1, end)? + 1 - at,
            (0x05, _) => self.length(at)?.checked_add(5)?,
            (0x0f, _) => self.length(at)?,
            (0x0c, _) => self.length(at)?.checked_add(16)?,
            _ => self.length(at)?.checked_add(4)?,
        };
        let value = self.bytes.get(at..at.checked_add(length)?.min(end)).filter(|value| value.len() == length)?;
        self.pos += length;
        let eight = || value.first_chunk::<8>().copied().unwrap_or_default();
        let meaning = match code {
            0x01 => f64::from_le_bytes(eight()).to_string(),
            0x02 | 0x0d | 0x0e => {
                let text = String::from_utf8_lossy(value.get(4..length.checked_sub(1)?)?);
                format!("{:?}", text.chars().take(40).collect::<String>())
            }
            0x05 => format!("{} bytes of subtype {}", length - 5, value.get(4)?),
            0x08 => (value == [1]).to_string(),
            0x09 => instant(i64::from_le_bytes(eight())),
            0x0b => value.split(|byte| *byte == 0).map(String::from_utf8_lossy).collect::<Vec<_>>().join("/"),
            0x10 => i32::from_le_bytes(*value.first_chunk()?).to_string(),
            0x12 => i64::from_le_bytes(eight()).to_string(),
            0x11 => format!("{} s, {}", u64::from_le_bytes(eight()) >> 32, u64::from_le_bytes(eight()) as u32),
            0x07 => value.iter().map(|byte| format!("{byte:02x}")).collect(),
            _ => String::new(),
        };
        self.row(start, ty, meaning);
        Some(())
    }

    fn row(&mut self, start: usize, ty: &str, meaning: String) {
        let bytes = &self.bytes[start..self.pos];
        (self.row)(Row { offset: start, bytes, path: self.path.clone(), ty: ty.to_owned(), meaning });
    }

    fn length(&self, at: usize) -> Option<usize> {
        usize::try_from(i32::from_le_bytes(*self.bytes.get(at..)?.first_chunk()?)).ok()
    }

    fn zero(&self, from: usize, end: usize) -> Option<usize> {
        self.bytes.get(from..end)?.iter().position(|byte| *byte == 0).map(|place| from + place)
    }
}
