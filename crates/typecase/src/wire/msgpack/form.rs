//! How records are written: as maps, as arrays, or as the id of a shape and values.

/// The form of records on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Maps of keys to values.
    Maps,
    /// Arrays of the values in schema order.
    Arrays,
    /// The id of a list of keys, then the values (msgpackr's records).
    Shapes,
}

/// A form that is known when a reader or a writer is compiled, or a [`Kind`], which is known when it runs.
pub trait Form: Copy {
    /// The form.
    fn kind(self) -> Kind;
}

impl Form for Kind {
    #[inline(always)]
    fn kind(self) -> Kind {
        self
    }
}

/// [`Kind::Maps`] at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Maps;
/// [`Kind::Arrays`] at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Arrays;
/// [`Kind::Shapes`] at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Shapes;

impl Form for Maps {
    #[inline(always)]
    fn kind(self) -> Kind {
        Kind::Maps
    }
}

impl Form for Arrays {
    #[inline(always)]
    fn kind(self) -> Kind {
        Kind::Arrays
    }
}

impl Form for Shapes {
    #[inline(always)]
    fn kind(self) -> Kind {
        Kind::Shapes
    }
}
