//! Rust's tuples of scalars as schema tuples, up to 12 items, and what a tuple struct shares with them.

use super::{Decode, Definer, Encode, Shape, Type};
use crate::error::{Code, Result};
use crate::schema::model::{Slot, TupleItem, Type as SchemaType};
use crate::wire::{Read, Write};
use alloc::vec;

/// The tuple item that a Rust type makes. A type that is no scalar does not compile.
#[doc(hidden)]
pub fn item<T: Type>(definer: &mut Definer, name: Option<&str>) -> TupleItem {
    const { assert!(T::SHAPE.scalar, "a tuple holds scalars only; make it a struct with named fields") };
    TupleItem { name: name.map(Into::into), slot: T::slot(definer) }
}

/// Sends one item of a tuple.
#[doc(hidden)]
#[inline(always)]
pub fn put_item<T: Encode, W: Write>(item: &T, index: usize, writer: &mut W) -> Result<()> {
    item.encode(writer).map_err(|error| error.in_item(index))
}

/// Takes one item of a tuple.
#[doc(hidden)]
#[inline(always)]
pub fn get_item<'de, T: Decode<'de>, R: Read<'de>>(index: usize, state: &mut R::List, reader: &mut R) -> Result<T> {
    if !reader.item(state)? {
        return Err(reader.error(Code::Structure, "the tuple is too short"));
    }
    T::decode(reader).map_err(|error| error.in_item(index))
}

/// Closes a tuple.
#[doc(hidden)]
#[inline(always)]
pub fn end_items<'de, R: Read<'de>>(state: &mut R::List, reader: &mut R) -> Result<()> {
    if reader.item(state)? {
        return Err(reader.error(Code::Structure, "the tuple is too long"));
    }
    Ok(())
}

macro_rules! tuple {
    ($length:literal: $($ty:ident $index:tt),+) => {
        impl<$($ty: Type),+> Type for ($($ty,)+) {
            const SHAPE: Shape = Shape::LIST;
            fn slot(definer: &mut Definer) -> Slot {
                Slot::required(SchemaType::Tuple(vec![$(item::<$ty>(definer, None)),+]))
            }
        }
        impl<$($ty: Encode),+> Encode for ($($ty,)+) {
            #[inline]
            fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
                writer.tuple($length)?;
                $(put_item(&self.$index, $index, writer)?;)+
                writer.end_tuple()
            }
        }
        impl<'de, $($ty: Decode<'de>),+> Decode<'de> for ($($ty,)+) {
            #[inline]
            fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
                let mut state = reader.tuple($length)?;
                let items = ($(get_item::<$ty, R>($index, &mut state, reader)?,)+);
                end_items(&mut state, reader)?;
                Ok(items)
            }
        }
    };
}

tuple!(1: A 0);
tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, C 2);
tuple!(4: A 0, B 1, C 2, D 3);
tuple!(5: A 0, B 1, C 2, D 3, E 4);
tuple!(6: A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(7: A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(9: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(10: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(11: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(12: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
