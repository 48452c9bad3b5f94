//! Lists, sets and maps of Rust as typecase types.

use super::{Decode, Definer, Encode, Shape, Type};
use crate::error::{Code, Result};
use crate::meta::Closed;
use crate::schema::model::{Slot, Type as SchemaType};
use crate::value::Text;
use crate::wire::{Read, TextRef, Write};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

/// How many items to reserve memory for: what the wire announces, within so many bytes; longer lists grow as their items
/// arrive.
///
/// A reader announces at most as many items as the bytes that are left can hold, but an item may be
/// many times larger in memory than on the wire.
#[inline(always)]
fn reservation<T>(announced: usize, bytes: usize) -> usize {
    announced.min(bytes / size_of::<T>().max(1))
}

/// The schema of a list of `T`.
fn list_slot<T: Type>(definer: &mut Definer) -> Slot {
    Slot::required(SchemaType::List(Box::new(T::slot(definer))))
}

/// Sends a list whose items lie side by side.
#[inline(always)]
fn encode_slice<T: Encode, W: Write>(items: &[T], writer: &mut W) -> Result<()> {
    writer.list(Some(items.len()))?;
    T::encode_items(items, writer)?;
    writer.end_list()
}

/// Sends a list; an error says in which item it happened.
#[inline(always)]
fn encode_list<'a, T: Encode + 'a, W: Write>(
    items: impl ExactSizeIterator<Item = &'a T>,
    writer: &mut W,
) -> Result<()> {
    writer.list(Some(items.len()))?;
    for (index, item) in items.enumerate() {
        if let Err(error) = item.encode(writer) {
            return Err(error.in_item(index));
        }
    }
    writer.end_list()
}

/// Takes the items of a list one by one; `reserve` is told how many to expect.
#[inline(always)]
fn decode_list<'de, C, T: Decode<'de>, R: Read<'de>>(
    reader: &mut R,
    reserve: impl FnOnce(usize) -> C,
    mut push: impl FnMut(&mut C, T),
) -> Result<C> {
    let mut state = reader.list_of(T::PACKS)?;
    let mut items = reserve(reservation::<T>(reader.size_hint(&state), reader.reservable(&state)));
    let mut index = 0;
    while reader.item(&mut state)? {
        match T::decode(reader) {
            Ok(item) => push(&mut items, item),
            Err(error) => return Err(error.in_item(index)),
        }
        index += 1;
    }
    Ok(items)
}

macro_rules! list {
    ($ty:ty, [$($generics:tt)*], [$($decode_bounds:tt)*], $reserve:expr, $push:expr) => {
        impl<T: Type, $($generics)*> Type for $ty {
            const SHAPE: Shape = Shape::LIST;
            const CLOSED: Option<Closed<'static>> = Closed::in_list(T::CLOSED);
            fn slot(definer: &mut Definer) -> Slot {
                list_slot::<T>(definer)
            }
        }
        impl<T: Encode, $($generics)*> Encode for $ty {
            #[inline]
            fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
                encode_list(self.iter(), writer)
            }
        }
        impl<'de, T: Decode<'de> $($decode_bounds)*> Decode<'de> for $ty {
            #[inline]
            fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
                decode_list(reader, $reserve, $push)
            }
        }
    };
}

impl<T: Type> Type for Vec<T> {
    const SHAPE: Shape = Shape::LIST;
    const CLOSED: Option<Closed<'static>> = Closed::in_list(T::CLOSED);
    fn slot(definer: &mut Definer) -> Slot {
        list_slot::<T>(definer)
    }
}

impl<T: Encode> Encode for Vec<T> {
    #[inline]
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        encode_slice(self, writer)
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Vec<T> {
    #[inline]
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let state = reader.list_of(T::PACKS)?;
        let mut items = Vec::with_capacity(reservation::<T>(reader.size_hint(&state), reader.reservable(&state)));
        T::decode_items(&mut items, state, reader)?;
        Ok(items)
    }
}

list!(VecDeque<T>, [], [], VecDeque::with_capacity, VecDeque::push_back);
list!(BTreeSet<T>, [], [+ Ord], |_| BTreeSet::new(), |set, item| {
    set.insert(item);
});
#[cfg(feature = "std")]
list!(
    HashSet<T, S>,
    [S],
    [+ Eq + Hash, S: BuildHasher + Default],
    |length| HashSet::with_capacity_and_hasher(length, S::default()),
    |set, item| {
        set.insert(item);
    }
);

impl<T: Type> Type for Box<[T]> {
    const SHAPE: Shape = Shape::LIST;
    const CLOSED: Option<Closed<'static>> = Closed::in_list(T::CLOSED);
    fn slot(definer: &mut Definer) -> Slot {
        list_slot::<T>(definer)
    }
}

impl<T: Encode> Encode for Box<[T]> {
    #[inline]
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        encode_slice(self, writer)
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Box<[T]> {
    #[inline]
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        Vec::decode(reader).map(Vec::into_boxed_slice)
    }
}

impl<T: Type, const N: usize> Type for [T; N] {
    const SHAPE: Shape = Shape::LIST;
    const CLOSED: Option<Closed<'static>> = Closed::in_list(T::CLOSED);
    fn slot(definer: &mut Definer) -> Slot {
        list_slot::<T>(definer)
    }
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    #[inline]
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        encode_slice(self, writer)
    }
}

/// A list of exactly `N` items; another length is an error with [`Code::Structure`].
impl<'de, T: Decode<'de>, const N: usize> Decode<'de> for [T; N] {
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let mut state = reader.list_of(T::PACKS)?;
        let mut items = [const { None::<T> }; N];
        for (index, place) in items.iter_mut().enumerate() {
            if !reader.item(&mut state)? {
                return Err(reader.error(Code::Structure, "the list is too short"));
            }
            match T::decode(reader) {
                Ok(item) => *place = Some(item),
                Err(error) => return Err(error.in_item(index)),
            }
        }
        if reader.item(&mut state)? {
            return Err(reader.error(Code::Structure, "the list is too long"));
        }
        // Every place has been filled above.
        Ok(items.map(|item| item.unwrap_or_else(|| unreachable!())))
    }
}

/// A type of string that can be the key of a map.
pub trait MapKey<'de>: AsRef<str> + Sized {
    /// Makes the key; `None` if the type borrows and the text had to be unescaped.
    fn from_text(text: TextRef<'de, '_>) -> Option<Self>;
}

macro_rules! owned_key {
    ($($ty:ty),+) => {$(
        impl<'de> MapKey<'de> for $ty {
            #[inline(always)]
            fn from_text(text: TextRef<'de, '_>) -> Option<Self> {
                Some(<$ty>::from(text.as_str()))
            }
        }
    )+};
}

owned_key!(String, Box<str>, Arc<str>, Rc<str>);

impl<'de: 'a, 'a> MapKey<'de> for &'a str {
    #[inline(always)]
    fn from_text(text: TextRef<'de, '_>) -> Option<Self> {
        match text {
            TextRef::Borrowed(text) => Some(text),
            TextRef::Scratch(_) => None,
        }
    }
}

impl<'de: 'a, 'a> MapKey<'de> for Cow<'a, str> {
    #[inline(always)]
    fn from_text(text: TextRef<'de, '_>) -> Option<Self> {
        Some(match text {
            TextRef::Borrowed(text) => Cow::Borrowed(text),
            TextRef::Scratch(text) => Cow::Owned(String::from(text)),
        })
    }
}

impl AsRef<str> for Text<'_> {
    fn as_ref(&self) -> &str {
        self
    }
}

/// Sends a map; an error says under which key it happened.
#[inline(always)]
fn encode_map<'a, K: AsRef<str> + 'a, T: Encode + 'a, W: Write>(
    entries: impl ExactSizeIterator<Item = (&'a K, &'a T)>,
    writer: &mut W,
) -> Result<()> {
    writer.map(Some(entries.len()))?;
    for (key, value) in entries {
        writer.key(key.as_ref())?;
        if let Err(error) = value.encode(writer) {
            return Err(error.in_field(key.as_ref()));
        }
    }
    writer.end_map()
}

/// Takes the entries of a map one by one. Of several with one key the last is kept.
#[inline(always)]
fn decode_map<'de, K: MapKey<'de>, T: Decode<'de>, R: Read<'de>>(
    reader: &mut R,
    mut insert: impl FnMut(K, T),
) -> Result<()> {
    let mut state = reader.map()?;
    loop {
        let offset = reader.offset();
        let Some(key) = reader.key(&mut state)? else { return Ok(()) };
        let Some(key) = K::from_text(key) else { return Err(super::scalar::cannot_borrow(offset)) };
        match T::decode(reader) {
            Ok(value) => insert(key, value),
            Err(error) => return Err(error.in_field(key.as_ref())),
        }
    }
}

/// In the order of the keys.
impl<K, T: Type> Type for BTreeMap<K, T> {
    const SHAPE: Shape = Shape::MAP;
    const CLOSED: Option<Closed<'static>> = Closed::in_map(T::CLOSED);
    fn slot(definer: &mut Definer) -> Slot {
        Slot::required(SchemaType::Map(Box::new(T::slot(definer))))
    }
}

impl<K: AsRef<str>, T: Encode> Encode for BTreeMap<K, T> {
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        encode_map(self.iter(), writer)
    }
}

impl<'de, K: MapKey<'de> + Ord, T: Decode<'de>> Decode<'de> for BTreeMap<K, T> {
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let mut map = BTreeMap::new();
        decode_map(reader, |key, value| drop(map.insert(key, value)))?;
        Ok(map)
    }
}

#[cfg(feature = "std")]
impl<K, T: Type, S> Type for HashMap<K, T, S> {
    const SHAPE: Shape = Shape::MAP;
    const CLOSED: Option<Closed<'static>> = Closed::in_map(T::CLOSED);
    fn slot(definer: &mut Definer) -> Slot {
        BTreeMap::<K, T>::slot(definer)
    }
}

/// In no particular order.
#[cfg(feature = "std")]
impl<K: AsRef<str>, T: Encode, S> Encode for HashMap<K, T, S> {
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        encode_map(self.iter(), writer)
    }
}

#[cfg(feature = "std")]
impl<'de, K, T, S> Decode<'de> for HashMap<K, T, S>
where
    K: MapKey<'de> + Eq + Hash,
    T: Decode<'de>,
    S: BuildHasher + Default,
{
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        let mut map = HashMap::default();
        decode_map(reader, |key, value| drop(map.insert(key, value)))?;
        Ok(map)
    }
}
