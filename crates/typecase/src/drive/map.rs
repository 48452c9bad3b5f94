//! Maps, in which a key may occur twice.

use super::{Discard, Driver};
use crate::error::{Error, Result};
use crate::schema::graph::NodeId;
use crate::wire::{Read, Sink};
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::BuildHasher;
use hashbrown::HashMap;

impl Driver<'_> {
    /// A map. A key may occur twice, and then the last value counts, in the place of the first.
    pub(super) fn map<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        value: NodeId,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        if W::ANY_ORDER {
            // Such a writer sees to repeated keys by itself.
            return self.map_entries(value, reader, writer, |_| true).map(|_| ());
        }
        if !self.repeated && writer.can_roll_back() {
            let (start, output) = (reader.mark(), writer.mark());
            let map = self.maps;
            self.maps += 1;
            let mut keys = core::mem::take(&mut self.keys);
            let unique = self.map_entries(value, reader, writer, |key| {
                let hash = keys.hasher().hash_one(key);
                keys.insert((map, hash))
            });
            self.keys = keys;
            if unique? {
                return Ok(());
            }
            self.repeated = true;
            reader.seek(start);
            writer.rollback(output);
        }
        self.spans_map(value, reader, writer)
    }

    /// Sends the entries of a map; stops with `false` at a key that `take` refuses.
    pub(super) fn map_entries<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        value: NodeId,
        reader: &mut R,
        writer: &mut W,
        mut take: impl FnMut(&str) -> bool,
    ) -> Result<bool> {
        let mut state = reader.map()?;
        writer.map(None)?;
        let mut count = 0;
        loop {
            let (mark, before) = (reader.mark(), state.clone());
            let Some(key) = reader.key(&mut state)? else { break };
            if !take(key.as_str()) {
                return Ok(false);
            }
            writer.key(key.as_str())?;
            self.item_apart(value, reader, writer).map_err(|error| in_entry(error, reader, mark, before))?;
            count += 1;
        }
        writer.counted(count)?;
        writer.end_map()?;
        Ok(true)
    }

    /// A map in which a key may occur twice: first where each value is, then the values.
    #[cold]
    #[inline(never)]
    pub(super) fn spans_map<'de, R: Read<'de>, W: Sink<'de>>(
        &mut self,
        value: NodeId,
        reader: &mut R,
        writer: &mut W,
    ) -> Result<()> {
        let mut state = reader.map()?;
        let mut entries: Vec<(String, R::Mark)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        while let Some(key) = reader.key(&mut state)? {
            let key = String::from(key.as_str());
            let mark = reader.mark();
            let place = match places.get(&key) {
                // What does not count must be right all the same, as it must when a value is decoded.
                Some(&place) => {
                    reader.seek(core::mem::replace(&mut entries[place].1, mark));
                    self.item_apart(value, reader, &mut Discard).map_err(|error| error.in_field(&key))?;
                    reader.seek(mark);
                    place
                }
                None => {
                    places.insert(key.clone(), entries.len());
                    entries.push((key, mark));
                    entries.len() - 1
                }
            };
            if R::CAN_SKIP {
                reader.skip()?;
            } else {
                self.item(value, reader, &mut Discard).map_err(|error| error.in_field(&entries[place].0))?;
            }
        }
        let end = reader.mark();
        writer.map(Some(entries.len()))?;
        for (key, mark) in entries {
            writer.key(&key)?;
            reader.seek(mark);
            self.item_apart(value, reader, writer).map_err(|error| error.in_field(&key))?;
        }
        reader.seek(end);
        writer.end_map()
    }
}

/// Adds the key of the entry at `mark` to the path, by reading it once more.
#[cold]
#[inline(never)]
fn in_entry<'de, R: Read<'de>>(error: Error, reader: &mut R, mark: R::Mark, mut state: R::Map) -> Error {
    reader.seek(mark);
    match reader.key(&mut state) {
        Ok(Some(key)) => error.in_field(key.as_str()),
        _ => error,
    }
}
