//! Any writer behind virtual calls.
//!
//! Compiling a drive for every pair of wires would take some forty of them, at tens of kilobytes each.
//! Pairs with JSON or a [`Value`] at one end are compiled; all others meet here, with one drive a reader.

use crate::error::Result;
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::value::Value;
use crate::wire::{Sink, Write};

/// Makes the events of [`Write`] virtual: a trait with all of them, its implementation for every writer,
/// and that of `Write` for [`Erased`].
macro_rules! events {
    ($($name:ident($($argument:ident: $ty:ty),*);)*) => {
        /// The events of a writer, and what else a drive asks of one.
        pub(crate) trait Events<'de> {
            $(fn $name(&mut self, $($argument: $ty),*) -> Result<()>;)*
            fn json_from(&mut self, value: Value<'de>) -> Result<()>;
        }

        impl<'de, W: Sink<'de>> Events<'de> for W {
            $(fn $name(&mut self, $($argument: $ty),*) -> Result<()> {
                Write::$name(self, $($argument),*)
            })*
            fn json_from(&mut self, value: Value<'de>) -> Result<()> {
                Sink::json_from(self, value)
            }
        }

        impl Write for Erased<'_, '_> {
            const WANTS_PRESENCE: bool = true;
            $(fn $name(&mut self, $($argument: $ty),*) -> Result<()> {
                self.0.$name($($argument),*)
            })*
        }
    };
}

events! {
    record(meta: &RecordMeta<'_>, presence: Presence);
    field(meta: &RecordMeta<'_>, index: usize);
    absent(meta: &RecordMeta<'_>, index: usize);
    discriminator(meta: &RecordMeta<'_>, index: usize, value: &EnumValue<'_>);
    end_record(meta: &RecordMeta<'_>);
    list(length: Option<usize>);
    end_list();
    tuple(length: usize);
    end_tuple();
    map(length: Option<usize>);
    key(key: &str);
    end_map();
    counted(count: usize);
    case(meta: &UnionMeta<'_>, tag: u32);
    end_case(meta: &UnionMeta<'_>);
    null();
    absent_item();
    present_item();
    bool(value: bool);
    int(value: i64);
    uint(value: u64);
    number(value: f64);
    float64(value: f64);
    float32(value: f32);
    text(value: &str);
    bytes(value: &[u8]);
    fixed(value: &[u8]);
    date(millis: i64);
    bigint(digits: &str);
    enumeration(meta: &EnumMeta<'_>, index: u32);
    unknown(meta: &EnumMeta<'_>, value: &Value<'_>);
    flags(meta: &FlagsMeta<'_>, words: &[u64]);
    json(value: &Value<'_>);
}

/// A writer of any wire.
pub(crate) struct Erased<'w, 'de>(&'w mut dyn Events<'de>);

impl<'w, 'de> Erased<'w, 'de> {
    /// Hides the type of the writer.
    pub(crate) fn new<W: Sink<'de>>(writer: &'w mut W) -> Erased<'w, 'de> {
        Erased(writer)
    }
}

/// Places in the output differ from writer to writer, so nothing is taken back: records of readers that
/// take the fields in any order are looked over once before they are sent.
impl<'de> Sink<'de> for Erased<'_, 'de> {
    type Mark = ();

    fn mark(&self) {}

    fn rollback(&mut self, (): ()) {}

    fn can_roll_back(&self) -> bool {
        false
    }

    fn json_from(&mut self, value: Value<'de>) -> Result<()> {
        self.0.json_from(value)
    }
}
