//! A writer that throws everything away: trying a branch of a union writes nothing.

use crate::error::Result;
use crate::meta::{EnumMeta, EnumValue, FlagsMeta, Presence, RecordMeta, UnionMeta};
use crate::value::Value;
use crate::wire::{Sink, Write};

/// Takes every event and keeps nothing. Fields may come in any order, so that trying a record does not
/// look for the order of its fields.
pub(super) struct Discard;

macro_rules! discard {
    ($($name:ident($($type:ty),*);)*) => {
        $(fn $name(&mut self, $(_: $type),*) -> Result<()> {
            Ok(())
        })*
    };
}

impl Write for Discard {
    const ANY_ORDER: bool = true;

    discard! {
        record(&RecordMeta<'_>, Presence);
        field(&RecordMeta<'_>, usize);
        absent(&RecordMeta<'_>, usize);
        discriminator(&RecordMeta<'_>, usize, &EnumValue<'_>);
        end_record(&RecordMeta<'_>);
        list(Option<usize>);
        end_list();
        tuple(usize);
        end_tuple();
        map(Option<usize>);
        key(&str);
        end_map();
        case(&UnionMeta<'_>, u32);
        end_case(&UnionMeta<'_>);
        null();
        bool(bool);
        int(i64);
        uint(u64);
        number(f64);
        text(&str);
        bytes(&[u8]);
        date(i64);
        bigint(&str);
        enumeration(&EnumMeta<'_>, u32);
        flags(&FlagsMeta<'_>, &[u64]);
        json(&Value<'_>);
    }
}

impl<'de> Sink<'de> for Discard {
    type Mark = ();

    fn mark(&self) {}

    fn rollback(&mut self, (): ()) {}
}
