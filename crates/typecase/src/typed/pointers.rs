//! `Option`, and the pointers that change nothing on the wire: `Box`, `Arc`, `Rc` and `&`.

use super::{Decode, Definer, Encode, Shape, Type};
use crate::error::Result;
use crate::meta::Closed;
use crate::schema::model::{Scalar, Slot};
use crate::value::Value;
use crate::wire::{Read, ValueKind, Write};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;

impl<T: Type> Type for Option<T> {
    const SHAPE: Shape = T::SHAPE.or_null();
    const CLOSED: Option<Closed<'static>> = T::CLOSED;

    fn slot(definer: &mut Definer) -> Slot {
        Slot { required: false, ..T::slot(definer) }
    }

    fn default_value(&self) -> Option<Value<'static>> {
        self.as_ref()?.default_value()
    }
}

impl<T: Encode> Encode for Option<T> {
    #[inline(always)]
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
        match self {
            Some(value) => {
                writer.present_item()?;
                value.encode(writer)
            }
            None => writer.absent_item(),
        }
    }

    #[inline(always)]
    fn encode_present<W: Write>(&self, writer: &mut W) -> Result<()> {
        match self {
            Some(value) => value.encode_present(writer),
            None => writer.null(),
        }
    }

    #[inline(always)]
    fn is_absent(&self) -> bool {
        match self {
            Some(value) => value.is_absent(),
            None => true,
        }
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Option<T> {
    const NULL_IS_VALUE: bool = T::NULL_IS_VALUE;

    #[inline(always)]
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        if !T::NULL_IS_VALUE && reader.absent_item()? { Ok(None) } else { T::decode_present(reader).map(Some) }
    }

    #[inline(always)]
    fn decode_present<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        T::decode_present(reader).map(Some)
    }

    #[inline(always)]
    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// Encodes and describes what it points to.
macro_rules! pointer {
    ($($ty:ty),+) => {$(
        impl<T: Type> Type for $ty {
            const NAME: Option<&'static str> = T::NAME;
            const SHAPE: Shape = T::SHAPE;
            const CLOSED: Option<Closed<'static>> = T::CLOSED;
            fn slot(definer: &mut Definer) -> Slot {
                T::slot(definer)
            }
            fn default_value(&self) -> Option<Value<'static>> {
                T::default_value(self)
            }
        }
        impl<T: Encode> Encode for $ty {
            #[inline(always)]
            fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
                T::encode(self, writer)
            }
            #[inline(always)]
            fn encode_present<W: Write>(&self, writer: &mut W) -> Result<()> {
                T::encode_present(self, writer)
            }
            #[inline(always)]
            fn is_absent(&self) -> bool {
                T::is_absent(self)
            }
        }
    )+};
}

pointer!(Box<T>, Arc<T>, Rc<T>, &T);

/// Decodes into a new pointer.
macro_rules! owning_pointer {
    ($($pointer:ident),+) => {$(
        impl<'de, T: Decode<'de>> Decode<'de> for $pointer<T> {
            const NULL_IS_VALUE: bool = T::NULL_IS_VALUE;
            const PACKS: bool = T::PACKS;
            #[inline(always)]
            fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
                T::decode(reader).map($pointer::new)
            }
            #[inline(always)]
            fn decode_present<R: Read<'de>>(reader: &mut R) -> Result<Self> {
                T::decode_present(reader).map($pointer::new)
            }
            #[inline(always)]
            fn absent() -> Option<Self> {
                T::absent().map($pointer::new)
            }
        }
    )+};
}

owning_pointer!(Box, Arc, Rc);

/// Strings with a count of owners.
macro_rules! shared_text {
    ($($pointer:ident),+) => {$(
        impl Type for $pointer<str> {
            const SHAPE: Shape = Shape::scalar(&[ValueKind::Text]);
            fn slot(_: &mut Definer) -> Slot {
                Slot::required(Scalar::String.into())
            }
            fn default_value(&self) -> Option<Value<'static>> {
                super::default_value::of(self)
            }
        }
        impl Encode for $pointer<str> {
            #[inline(always)]
            fn encode<W: Write>(&self, writer: &mut W) -> Result<()> {
                writer.text(self)
            }
        }
        impl<'de> Decode<'de> for $pointer<str> {
            #[inline(always)]
            fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self> {
                Ok($pointer::from(reader.text()?.as_str()))
            }
        }
    )+};
}

shared_text!(Arc, Rc);
