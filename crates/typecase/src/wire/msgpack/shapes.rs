//! [`Shapes`]: the lists of keys that records refer to, as the reader of a message meets them.
//!
//! A definition holds for what follows it. Readers go back and forth in a message (to find a field that is
//! out of order, say), so a definition is kept with the place where it was found, and a reference means the
//! last definition before it, wherever the reader has been.

use super::heads::*;
use super::input::{Input, Token};
use crate::error::{Code, Error, Result};
use crate::value::Text;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use hashbrown::HashMap;

/// The keys of a record in order.
type Keys<'a> = Box<[Text<'a>]>;

/// The shapes that both sides know before a message.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The keys by id.
    shapes: Vec<Option<Keys<'static>>>,
    /// For each first byte of two-byte ids, whether a second one follows it.
    wide: u32,
}

/// The shapes that are known in a message.
#[derive(Debug, Default)]
pub(super) struct Shapes<'de> {
    table: Option<Arc<Table>>,
    definitions: Vec<Definition<'de>>,
    /// The definitions of each id, in the order of their places.
    by_id: HashMap<u16, Vec<u32>>,
    by_place: HashMap<usize, u32>,
    /// First bytes of two-byte ids that definitions have, and the place of the earliest.
    wide: Vec<(u8, usize)>,
}

#[derive(Debug)]
struct Definition<'de> {
    /// Where it begins, and where its first value does.
    start: usize,
    end: usize,
    keys: Keys<'de>,
}

/// A shape that is known, by number: of the table, or of the definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape(u32);

/// Set in the numbers of definitions.
const DEFINED: u32 = 1 << 31;
/// The first id that may take two bytes.
const TWO_BYTES: u16 = 0x20;
/// One more than the highest id.
pub(super) const IDS: usize = 0x20 + 0x20 * 0x100;

/// Which of 32 first bytes of two-byte ids this is.
fn slot(first: u8) -> u8 {
    first & 0x1f
}

/// The id of a first byte and of the second one, if that is a part of it.
fn id(first: u8, second: Option<u8>) -> u16 {
    let first = u16::from(first & 0x3f);
    match second {
        None => first,
        Some(second) if first >= TWO_BYTES => first + (u16::from(second) << 5),
        Some(second) => (u16::from(second) << 5) + first + TWO_BYTES,
    }
}

impl Table {
    /// Adds a shape of the table outside the messages; two-byte ids have a second byte where `wide` is true.
    pub(super) fn push(&mut self, keys: Keys<'static>, wide: bool) {
        let at = self.shapes.len();
        self.set(at, keys, wide && at >= TWO_BYTES.into());
    }

    fn set(&mut self, id: usize, keys: Keys<'static>, wide: bool) {
        if id >= self.shapes.len() {
            self.shapes.resize_with(id + 1, || None);
        }
        self.shapes[id] = Some(keys);
        if wide {
            self.wide |= 1 << (id % 32);
        }
    }

    /// The keys of the shape with this id.
    pub(super) fn keys(&self, id: usize) -> Option<&[Text<'static>]> {
        self.shapes.get(id)?.as_deref()
    }
}

impl<'de> Shapes<'de> {
    pub(super) fn new(table: Option<Arc<Table>>) -> Shapes<'de> {
        Shapes { table, ..Shapes::default() }
    }

    /// The keys of a shape.
    #[inline]
    pub(super) fn keys(&self, shape: Shape) -> &[Text<'de>] {
        if shape.0 & DEFINED != 0 {
            return self.definitions.get((shape.0 ^ DEFINED) as usize).map_or(&[], |definition| &definition.keys);
        }
        self.known(shape.0 as usize).unwrap_or_default()
    }

    /// The keys of a shape that was known before this message.
    #[inline]
    fn known(&self, id: usize) -> Option<&[Text<'static>]> {
        self.table.as_ref()?.keys(id)
    }

    /// Takes the id or the definition of a shape, if one comes next.
    #[inline]
    pub(super) fn take(&mut self, input: &mut Input<'de>) -> Result<Option<Shape>> {
        match input.peek() {
            Some(first @ FIRST_RECORD..=LAST_RECORD) => Ok(self.reference(first, input)),
            Some(FIXEXT1 | FIXEXT2) if input.bytes.get(input.pos + 1) == Some(&(ext::RECORD as u8)) => {
                self.definition(input).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn reference(&self, first: u8, input: &mut Input<'de>) -> Option<Shape> {
        let is_wide = first & 0x20 != 0
            && (self.table.as_ref().is_some_and(|table| table.wide >> slot(first) & 1 != 0)
                || self.wide.iter().any(|&(wide, start)| wide == slot(first) && start < input.pos));
        let second = match input.bytes.get(input.pos + 1) {
            _ if !is_wide => None,
            None => {
                input.short = true;
                return None;
            }
            second => second.copied(),
        };
        let id = id(first, second);
        let defined = self.by_id.get(&id).and_then(|all| {
            let before = all.partition_point(|&at| self.definitions[at as usize].start < input.pos);
            Some(Shape(all.get(before.checked_sub(1)?)? | DEFINED))
        });
        let shape = defined.or_else(|| self.known(id.into()).map(|_| Shape(id.into())))?;
        input.pos += 1 + usize::from(is_wide);
        Some(shape)
    }

    #[inline(never)]
    fn definition(&mut self, input: &mut Input<'de>) -> Result<Shape> {
        let start = input.pos;
        if let Some(&known) = self.by_place.get(&start) {
            input.pos = self.definitions[known as usize].end;
            return Ok(Shape(known | DEFINED));
        }
        let Some((_, bytes)) = input.extension()? else { return Err(input.unexpected("")) };
        let (first, second) = (bytes[0], bytes.get(1).copied());
        let id = id(first, second);
        let keys = keys(input)?;
        let number = self.definitions.len() as u32;
        self.definitions.push(Definition { start, end: input.pos, keys });
        self.by_place.insert(start, number);
        let all = self.by_id.entry(id).or_default();
        let at = all.partition_point(|&at| self.definitions[at as usize].start < start);
        all.insert(at, number);
        if second.is_some() {
            match self.wide.iter_mut().find(|(wide, _)| *wide == slot(first)) {
                Some((_, earliest)) => *earliest = start.min(*earliest),
                None => self.wide.push((slot(first), start)),
            }
        }
        Ok(Shape(number | DEFINED))
    }

    /// Whether this message has defined any.
    pub(super) fn has_definitions(&self) -> bool {
        !self.definitions.is_empty()
    }

    /// The table for the next message: with what this one has defined.
    pub(super) fn into_table(self) -> Table {
        let Shapes { table, mut definitions, by_id, wide, .. } = self;
        let mut table = table.map_or_else(Table::default, Arc::unwrap_or_clone);
        for (id, all) in by_id {
            let Some(last) = all.last().and_then(|&at| definitions.get_mut(at as usize)) else { continue };
            let keys = core::mem::take(&mut last.keys).into_vec().into_iter().map(Text::into_owned).collect();
            table.set(id.into(), keys, false);
        }
        for (slot, _) in wide {
            table.wide |= 1 << slot;
        }
        table
    }
}

/// Takes the list of keys of a definition. Keys that are not strings count as what they are as strings.
fn keys<'de>(input: &mut Input<'de>) -> Result<Keys<'de>> {
    let count = input.array()?;
    let mut keys = Vec::with_capacity(count);
    for _ in 0..count {
        let start = input.pos;
        keys.push(match input.token()? {
            Token::Text(text) => Text::borrowed(text),
            Token::Int(value) => Text::owned(itoa::Buffer::new().format(value)),
            Token::Uint(value) => Text::owned(itoa::Buffer::new().format(value)),
            Token::Bool(value) => Text::borrowed(if value { "true" } else { "false" }),
            Token::Nil => Text::borrowed("null"),
            _ => return Err(Error::new(Code::Structure, "expected the key of a record").at(start)),
        });
    }
    Ok(keys.into_boxed_slice())
}
