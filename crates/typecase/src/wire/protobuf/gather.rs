//! Fields that occur more than once in a message: where each occurrence is.

use super::read::Reader;
use super::varint::END;
use crate::error::{Code, Result};
use alloc::vec::Vec;

/// One occurrence of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub number: u32,
    pub wire: u8,
    /// Where its value begins, behind the tag.
    pub pos: usize,
    /// Where the message ends that it is in.
    pub end: usize,
}

/// All occurrences of one field, as its value.
#[derive(Clone, Debug, Default)]
pub(super) struct Gathered {
    pub occurrences: Vec<Occurrence>,
    /// Where to go on after the value.
    pub resume: usize,
}

/// All occurrences of all fields of a message, in the order of their numbers; those of one field in the
/// order in which they are in the message.
#[derive(Debug)]
pub(super) struct Index {
    occurrences: Vec<Occurrence>,
    /// The numbers of fields whose occurrences have all been read, in order.
    done: Vec<u32>,
}

impl Index {
    /// Looks through a message, given by its parts. The reader is then at the end of the last part; if it
    /// is a group, behind the tag that ends it.
    pub fn of(reader: &mut Reader<'_>, parts: &[(usize, usize)], is_group: bool) -> Result<Index> {
        let mut occurrences = Index::in_order(reader, parts, is_group)?;
        occurrences.sort_by_key(|occurrence| occurrence.number);
        Ok(Index { occurrences, done: Vec::new() })
    }

    /// The occurrences in the order in which they are in the message.
    pub fn in_order(reader: &mut Reader<'_>, parts: &[(usize, usize)], is_group: bool) -> Result<Vec<Occurrence>> {
        let mut occurrences = Vec::new();
        for &(start, end) in parts {
            reader.pos = start;
            reader.set_end(end);
            while reader.pos < end {
                let (number, wire) = reader.tag()?;
                if wire == END && is_group {
                    break;
                }
                if wire == END {
                    return Err(crate::wire::Read::error(reader, Code::Structure, "the end of another group"));
                }
                occurrences.push(Occurrence { number, wire, pos: reader.pos, end });
                reader.skip_value(number, wire)?;
            }
        }
        Ok(occurrences)
    }

    /// The occurrences of one field.
    pub fn of_field(&self, number: u32) -> &[Occurrence] {
        let start = self.occurrences.partition_point(|occurrence| occurrence.number < number);
        let end = self.occurrences.partition_point(|occurrence| occurrence.number <= number);
        &self.occurrences[start..end]
    }

    /// Says that all occurrences of a field have been read.
    pub fn done(&mut self, number: u32) {
        if let Err(at) = self.done.binary_search(&number) {
            self.done.insert(at, number);
        }
    }

    /// Whether all occurrences of a field have been read.
    pub fn is_done(&self, number: u32) -> bool {
        self.done.binary_search(&number).is_ok()
    }
}
