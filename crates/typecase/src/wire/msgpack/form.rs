//! How records are written: as maps, as arrays, or as the id of a shape and values; and in which style.
//!
//! What most messages are, maps and arrays without any other option, is known when their reader or writer is
//! compiled, so that they do not ask for the rest at every value.

use super::{Options, Style};

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

/// What a reader or a writer knows of the form of its messages, when it is compiled or when it runs.
pub trait Form: Copy {
    /// Whether a record is opened otherwise if it is known what is present in it.
    const WANTS_PRESENCE: bool = true;
    /// Whether records may come as shapes, also where others are written: in JavaScript any message may have them.
    const MAY_HAVE_SHAPES: bool = true;
    /// The form of records.
    fn kind(self) -> Kind;
    /// Writers: the style.
    fn style(self) -> Style;
    /// Writers: whether missing fields are nil.
    fn nulls(self) -> bool;
}

/// A form that is known when the program runs.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    kind: Kind,
    style: Style,
    nulls: bool,
}

impl Chosen {
    pub(super) fn new(kind: Kind, options: &Options) -> Chosen {
        Chosen { kind, style: options.style, nulls: options.nulls }
    }
}

impl Form for Chosen {
    #[inline(always)]
    fn kind(self) -> Kind {
        self.kind
    }
    #[inline(always)]
    fn style(self) -> Style {
        self.style
    }
    #[inline(always)]
    fn nulls(self) -> bool {
        self.nulls
    }
}

/// [`Kind::Shapes`] at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Shapes(pub Chosen);

impl Form for Shapes {
    #[inline(always)]
    fn kind(self) -> Kind {
        Kind::Shapes
    }
    #[inline(always)]
    fn style(self) -> Style {
        self.0.style
    }
    #[inline(always)]
    fn nulls(self) -> bool {
        self.0.nulls
    }
}

/// [`Kind::Maps`] at compile time, in the style of the specification, without nil for what is missing.
#[derive(Clone, Copy, Debug)]
pub struct Maps;

impl Form for Maps {
    const MAY_HAVE_SHAPES: bool = false;
    #[inline(always)]
    fn kind(self) -> Kind {
        Kind::Maps
    }
    #[inline(always)]
    fn style(self) -> Style {
        Style::Smallest
    }
    #[inline(always)]
    fn nulls(self) -> bool {
        false
    }
}

/// [`Kind::Arrays`] at compile time, in the style of the specification.
#[derive(Clone, Copy, Debug)]
pub struct Arrays;

impl Form for Arrays {
    const WANTS_PRESENCE: bool = false;
    const MAY_HAVE_SHAPES: bool = false;
    #[inline(always)]
    fn kind(self) -> Kind {
        Kind::Arrays
    }
    #[inline(always)]
    fn style(self) -> Style {
        Style::Smallest
    }
    #[inline(always)]
    fn nulls(self) -> bool {
        false
    }
}
