//! What makes a Rust type a typecase type: [`Type`] says its schema, [`Encode`] and [`Decode`] send
//! and take its events. `#[derive(Record)]` implements them; this module does for Rust's own types.
//!
//! # What the derive writes
//!
//! For a struct with fields `f0 .. fn` the derive writes, inside a `const _: () = { … }` block:
//!
//! - `META`: a constant [`RecordMeta`];
//! - for each field *i*, an `#[inline(always)]` function `put_i(&T, &mut W)` that sends either
//!   `absent(META, i)` or `field(META, i)` and the value, and `get_i(&mut Slots, &mut R)` that decodes
//!   the value into its slot, both adding the field's name to the path of an error;
//! - [`Encode::encode`]: `record`, every `put_i`, `end_record`, in one straight line;
//! - [`Decode::decode`]: `record`, then for each *i* in one straight line `if field_is(i) { get_i }`, then
//!   `if !end_record { rest(...) }` where `rest`, a cold function, loops over `next_field` and minds
//!   duplicates, then `finish`, which takes each slot, or [`Decode::absent`], or the default, or fails
//!   with [`Read::missing`];
//! - [`Record`] and [`DecodeRecord`], by which the columns layout reaches single fields.

use crate::error::Result;
use crate::meta::RecordMeta;
use crate::schema::model::{Document, Slot, Type as SchemaType};
use crate::wire::{Read, Write};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A type that has a schema.
pub trait Type {
    /// The schema of a place that holds a value of this type.
    fn slot(definer: &mut Definer) -> Slot;
}

/// A type that can be sent to any wire.
pub trait Encode {
    /// Sends the value.
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()>;

    /// Whether this is the missing value, for which a field sends [`Write::absent`].
    #[inline(always)]
    fn is_absent(&self) -> bool {
        false
    }
}

/// A type that can be taken from any wire.
pub trait Decode<'de>: Sized {
    /// Takes the value.
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self>;

    /// The value of a field that is missing; `None` where a value is required.
    #[inline(always)]
    fn absent() -> Option<Self> {
        None
    }
}

/// A record whose fields can be sent one by one.
pub trait Record: Encode {
    /// The record as wires see it.
    const META: &'static RecordMeta<'static>;

    /// Sends field `index`: [`Write::absent`], or [`Write::field`] and the value.
    fn encode_field<W: Write>(&self, index: usize, writer: &mut W) -> Result<()>;
}

/// A record whose fields can be taken one by one, in any order.
pub trait DecodeRecord<'de>: Decode<'de> {
    /// The record as wires see it.
    const META: &'static RecordMeta<'static>;

    /// The fields taken so far.
    type Slots: Default;

    /// Takes the value of field `index` (whose key has been taken already).
    fn decode_field<R: Read<'de>>(slots: &mut Self::Slots, index: usize, reader: &mut R) -> Result<()>;

    /// Makes the record, with defaults for what is missing.
    fn finish<R: Read<'de>>(slots: Self::Slots, reader: &R) -> Result<Self>;
}

/// Collects the named types of a schema while [`Type::slot`] walks a Rust type.
///
/// A type that contains itself becomes a named type, or the root by its name; any other is spelled in
/// place, as a person would write it.
#[derive(Default)]
pub struct Definer {
    /// The types that are being defined, outermost first: Rust's name, the schema's, and whether a
    /// reference has been made to it.
    open: Vec<(&'static str, String, bool)>,
    named: Vec<(&'static str, String, SchemaType)>,
}

impl Definer {
    /// Defines the named type `T`, calling `define` unless `T` is being defined already.
    pub fn named<T: ?Sized>(&mut self, name: &str, define: impl FnOnce(&mut Definer) -> SchemaType) -> SchemaType {
        let rust_name = core::any::type_name::<T>();
        if let Some(open) = self.open.iter_mut().find(|(known, ..)| *known == rust_name) {
            open.2 = true;
            return SchemaType::Reference(open.1.clone());
        }
        if let Some((_, name, _)) = self.named.iter().find(|(known, ..)| *known == rust_name) {
            return SchemaType::Reference(name.clone());
        }
        self.open.push((rust_name, self.unique(name), false));
        let ty = define(self);
        match self.open.pop() {
            Some((_, name, true)) if !self.open.is_empty() => {
                self.named.push((rust_name, name.clone(), ty));
                SchemaType::Reference(name)
            }
            _ => ty,
        }
    }

    /// The name, with a number behind it if another type has taken it.
    fn unique(&self, name: &str) -> String {
        let taken = |candidate: &str| {
            self.open
                .iter()
                .map(|(_, name, _)| name)
                .chain(self.named.iter().map(|(_, name, _)| name))
                .any(|n| n == candidate)
        };
        if !taken(name) {
            return name.to_string();
        }
        let mut number = 2;
        loop {
            let candidate = alloc::format!("{name}{number}");
            if !taken(&candidate) {
                return candidate;
            }
            number += 1;
        }
    }

    /// The document whose root is the type `T`, named `name` if it has a name.
    pub fn document<T: Type + ?Sized>(name: Option<&str>) -> Document {
        let mut definer = Definer::default();
        let root = T::slot(&mut definer).ty;
        Document {
            name: name.map(ToString::to_string),
            types: definer.named.into_iter().map(|(_, name, ty)| (name, ty)).collect(),
            ..Document::new(root)
        }
    }
}
