//! What makes a Rust type a typecase type: [`Type`] says its schema, [`Encode`] and [`Decode`] send
//! and take its events. `#[derive(Record)]` implements them; this module does for Rust's own types.
//!
//! # Rust's own types
//!
//! | Rust | Schema |
//! | --- | --- |
//! | `bool` | `boolean` |
//! | `i8`, `i16`, `i32` | `int32` |
//! | `u8`, `u16`, `u32` | `uint32` |
//! | `i64`, `isize` / `u64`, `usize` | `int64` / `uint64` |
//! | `i128`, `u128`, [`BigInt`] | `bigint` |
//! | `f64` / `f32` | `number` / `float32` |
//! | `String`, `&str`, `Cow<str>`, `Box<str>`, `Arc<str>`, `Rc<str>`, [`Text`](crate::value::Text), `char` | `string` |
//! | [`Bytes`], `&[u8]`, `Cow<[u8]>` | `bytes` |
//! | [`Date`]; with the features `chrono`, `time` and `jiff` their instants in UTC | `date` |
//! | `Uuid` with the feature `uuid` | `string` |
//! | [`Value`], [`OwnedValue`] | `json` |
//! | `()` | `null` |
//! | `Option<T>` | `T`, optional |
//! | `Box<T>`, `Arc<T>`, `Rc<T>`, `&T` | `T` |
//! | `Vec<T>`, `Box<[T]>`, `[T; N]`, `VecDeque<T>`, `BTreeSet<T>`, `HashSet<T>` | a list of `T` |
//! | `BTreeMap<K, T>`, `HashMap<K, T>`, where `K` is a kind of string | a map to `T` |
//! | `(A, B, ..)` up to 12 scalars | a tuple |
//!
//! `Vec<u8>` is a list of integers, as every `Vec<T>` is a list of `T`. For a byte string use [`Bytes`],
//! `&[u8]`, or `#[record(ty = "bytes")]` on the field.
//!
//! A type that borrows (`&str`, `&[u8]`) points into the input. A text wire may have had to unescape a
//! string, which then cannot be borrowed: decoding a `&str` reports that as an error with the code
//! `type`, and `Cow<str>` takes both.
//!
//! # What the derive writes
//!
//! For a struct with fields `f0 .. fn` the derive writes, inside a `const _: () = { … }` block:
//!
//! - `META`: a constant [`RecordMeta`](crate::meta::RecordMeta);
//! - [`Record::encode_fields`]: one call of the always inlined `put` for each field, in one straight
//!   line: [`Write::absent`], or [`Write::field`] and the value;
//! - [`Encode::encode`]: `record`, `encode_fields`, `end_record`;
//! - [`Decode::decode`]: `record`, then for each field in one straight line a local variable with what
//!   the always inlined `next` gives (the value if [`Read::field_is`], else `None`), then
//!   `if !end_record { return rest(…) }` where `rest`, a cold function, loops over `next_field` and minds
//!   duplicates, then the record from what `take` makes of each local: the value, or the default, or
//!   [`Decode::absent`], or the error of [`Read::missing`];
//! - [`DecodeRecord`], by which `rest` and the columns layout reach single fields, and a record takes
//!   those of another that is flattened into it.
//!
//! `put`, `next` and `take` are generic functions of the hidden module `generated`, one of each for
//! all fields of a type, and add the field's name to the path of an error in a cold function; so the
//! code that is generated and compiled is linear in the number of fields.

mod collections;
mod dates;
mod default_value;
mod definer;
pub mod generated;
mod identifiers;
mod other_scalar;
mod pointers;
mod record;
mod scalar;
mod shape;
mod tuple;
mod values;

pub use collections::MapKey;
pub use definer::Definer;
pub use other_scalar::{As, DecodeAs, EncodeAs, stand_in};
pub use record::{DecodeRecord, Record};
pub use shape::Shape;
pub use values::{BigInt, Bytes, Date, OwnedValue};

use crate::error::Result;
use crate::meta::Closed;
use crate::schema::model::Slot;
use crate::schema::{DefinitionError, Schema};
use crate::value::Value;
use crate::wire::{Read, Write};
use alloc::vec::Vec;

/// A type that has a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema",
    label = "not a typecase type",
    note = "derive `typecase::Record` for it, or use one of the types listed in `typecase::typed`"
)]
pub trait Type {
    /// The name that a schema document gets when this is its root.
    const NAME: Option<&'static str> = None;

    /// What is known of its values while the compiler runs.
    const SHAPE: Shape;

    /// The closed enum that a field of this type holds, or holds a list of or a map to.
    const CLOSED: Option<Closed<'static>> = None;

    /// The schema of a place that holds a value of this type.
    fn slot(definer: &mut Definer) -> Slot;

    /// The value as a schema writes the default of a field: a scalar, a value of an enum, or JSON. `None`
    /// for what cannot be a default, such as a list, and for the missing value.
    fn default_value(&self) -> Option<Value<'static>> {
        None
    }

    /// The schema of which this type is the root. Make it once: it is built anew on each call.
    ///
    /// ```
    /// use typecase::{Record, Type};
    ///
    /// #[derive(Record)]
    /// struct User {
    ///     id: u32,
    ///     name: String,
    ///     email: Option<String>,
    /// }
    ///
    /// assert_eq!(User::schema().canonical(), "{id:uint32,name:string,email:?string}");
    /// ```
    ///
    /// # Panics
    /// If the type has no schema, which is a mistake in its attributes: a rule that does not fit its
    /// field, say. [`try_schema`](Type::try_schema) reports it.
    fn schema() -> Schema {
        Self::try_schema().unwrap_or_else(|error| panic!("{} has no schema: {error}", core::any::type_name::<Self>()))
    }

    /// The schema of which this type is the root.
    ///
    /// # Errors
    /// What a definition with the same mistake reports.
    fn try_schema() -> Result<Schema, DefinitionError> {
        Definer::document::<Self>(Self::NAME)?.build()
    }
}

/// A type that can be sent to any wire.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded",
    label = "not a type that can be encoded",
    note = "derive `typecase::Record` for it, or use one of the types listed in `typecase::typed`"
)]
pub trait Encode {
    /// Sends the value.
    fn encode<W: Write>(&self, writer: &mut W) -> Result<()>;

    /// Sends a value that is not the missing one, as that of a field.
    #[inline(always)]
    fn encode_present<W: Write>(&self, writer: &mut W) -> Result<()> {
        self.encode(writer)
    }

    /// Whether this is the missing value, for which a field sends [`Write::absent`].
    #[inline(always)]
    fn is_absent(&self) -> bool {
        false
    }

    /// Sends the items of a list that has been opened; an error says in which item it happened.
    #[inline(always)]
    fn encode_items<W: Write>(items: &[Self], writer: &mut W) -> Result<()>
    where
        Self: Sized,
    {
        for (index, item) in items.iter().enumerate() {
            if let Err(error) = item.encode(writer) {
                return Err(error.in_item(index));
            }
        }
        Ok(())
    }
}

/// A type that can be taken from any wire.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded",
    label = "not a type that can be decoded",
    note = "derive `typecase::Record` for it, or use one of the types listed in `typecase::typed`"
)]
pub trait Decode<'de>: Sized {
    /// Whether null is one of the values, as in [`Shape::null_is_value`].
    const NULL_IS_VALUE: bool = false;
    /// Whether the values are numbers, booleans, dates or values of an enum, which some wires pack in lists.
    const PACKS: bool = false;

    /// Takes the value.
    fn decode<R: Read<'de>>(reader: &mut R) -> Result<Self>;

    /// Takes a value that is known not to be null, as that of a field is.
    #[inline(always)]
    fn decode_present<R: Read<'de>>(reader: &mut R) -> Result<Self> {
        Self::decode(reader)
    }

    /// The value of a field that is missing; `None` where a value is required.
    #[inline(always)]
    fn absent() -> Option<Self> {
        None
    }

    /// Takes the items of a list that has been opened; an error says in which item it happened.
    #[inline(always)]
    fn decode_items<R: Read<'de>>(items: &mut Vec<Self>, mut state: R::List, reader: &mut R) -> Result<()> {
        while reader.item(&mut state)? {
            match Self::decode(reader) {
                Ok(item) => items.push(item),
                Err(error) => return Err(error.in_item(items.len())),
            }
        }
        Ok(())
    }
}
