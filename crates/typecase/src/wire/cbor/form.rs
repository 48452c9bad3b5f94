//! What a writer knows of the form of its message.
//!
//! What most messages are, maps and lists in the preferred encoding, is known when their writer is compiled, so that
//! it does not ask for the rest at every value.

use super::{Options, Records};

/// What records are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordForm {
    /// Maps of keys to values.
    Maps,
    /// Lists of the values in schema order.
    Lists,
    /// The id of a list of keys, and the values (the records of cbor-x).
    Ids,
}

/// What a writer knows of the form of its message, when it is compiled or when it runs.
pub trait Form: Copy {
    /// Whether a record is opened otherwise if it is known what is present in it.
    const WANTS_PRESENCE: bool = true;
    /// What records are.
    fn records(self) -> RecordForm;
    /// As cbor-x writes it, rather than in the preferred serialization.
    fn cbor_x(self) -> bool;
    /// Floats in as few bytes as hold them.
    fn shortest(self) -> bool;
    /// Missing fields are null.
    fn nulls(self) -> bool;
    /// Maps of records have two bytes of count, whatever it is.
    fn wide_maps(self) -> bool;
    /// The message is brought into the deterministic encoding at its end.
    fn deterministic(self) -> bool;
}

/// A form that is known when the program runs.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    records: RecordForm,
    cbor_x: bool,
    shortest: bool,
    nulls: bool,
    wide_maps: bool,
    deterministic: bool,
}

impl Chosen {
    pub(super) fn new(options: &Options) -> Chosen {
        Chosen {
            records: match options.records {
                Records::Maps => RecordForm::Maps,
                Records::Lists => RecordForm::Lists,
                Records::Inline | Records::Shared | Records::Stream => RecordForm::Ids,
            },
            cbor_x: options.is_cbor_x(),
            shortest: options.shortest_floats || options.deterministic,
            nulls: options.nulls,
            wide_maps: options.is_cbor_x() && !options.variable_map_size,
            deterministic: options.deterministic,
        }
    }
}

impl Form for Chosen {
    #[inline(always)]
    fn records(self) -> RecordForm {
        self.records
    }
    #[inline(always)]
    fn cbor_x(self) -> bool {
        self.cbor_x
    }
    #[inline(always)]
    fn shortest(self) -> bool {
        self.shortest
    }
    #[inline(always)]
    fn nulls(self) -> bool {
        self.nulls
    }
    #[inline(always)]
    fn wide_maps(self) -> bool {
        self.wide_maps
    }
    #[inline(always)]
    fn deterministic(self) -> bool {
        self.deterministic
    }
}

/// A form that is known when the program is compiled: the preferred encoding, with no option set but the form of
/// records.
macro_rules! plain {
    ($(#[$doc:meta] $form:ident, $wants_presence:literal;)+) => {$(
        #[$doc]
        #[derive(Clone, Copy, Debug)]
        pub struct $form;

        impl Form for $form {
            const WANTS_PRESENCE: bool = $wants_presence;
            #[inline(always)]
            fn records(self) -> RecordForm {
                RecordForm::$form
            }
            #[inline(always)]
            fn cbor_x(self) -> bool {
                false
            }
            #[inline(always)]
            fn shortest(self) -> bool {
                false
            }
            #[inline(always)]
            fn nulls(self) -> bool {
                false
            }
            #[inline(always)]
            fn wide_maps(self) -> bool {
                false
            }
            #[inline(always)]
            fn deterministic(self) -> bool {
                false
            }
        }
    )+};
}

plain! {
    /// [`RecordForm::Maps`] in the preferred encoding.
    Maps, true;
    /// [`RecordForm::Lists`] in the preferred encoding.
    Lists, false;
}
