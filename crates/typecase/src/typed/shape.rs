//! [`Shape`]: what the compiler needs to know of a type to lay out the records and unions it is in.

use crate::meta::Nullity;
use crate::wire::ValueKind;

/// What is known of the values of a [`Type`](super::Type) while the compiler runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whether a field of this type may be missing or null, and so is not required.
    pub optional: bool,
    /// Whether the schema calls a field of this type optional: it is an `Option`.
    pub option: bool,
    /// Whether the schema is a scalar, which is what a tuple may hold.
    pub scalar: bool,
    /// Whether the schema can say a default: of a scalar, and of an enum.
    pub defaults: bool,
    /// Whether null is one of the values, as it is of a union with a branch for null, so that a field of
    /// this type that is null is not missing.
    pub null_is_value: bool,
    /// Bit *k*: whether a value may be of the [`ValueKind`] number *k*.
    kinds: u16,
}

impl Shape {
    /// A value that must be there, is no scalar, and may be of any kind.
    pub const ANY: Shape =
        Shape { optional: false, option: false, scalar: false, defaults: false, null_is_value: false, kinds: u16::MAX };
    /// Any JSON value, or none.
    pub const JSON: Shape = Shape { optional: true, scalar: true, defaults: true, ..Shape::ANY };
    /// Null and nothing else.
    pub const NULL: Shape = Shape { optional: true, ..Shape::scalar(&[ValueKind::Null]) };
    /// A record.
    pub const RECORD: Shape = Shape::of(&[ValueKind::Map]);
    /// A list or a tuple.
    pub const LIST: Shape = Shape::of(&[ValueKind::List]);
    /// A map.
    pub const MAP: Shape = Shape::of(&[ValueKind::Map]);

    /// A value that must be there, is no scalar, and is of one of these kinds where the wire tells.
    pub const fn of(kinds: &[ValueKind]) -> Shape {
        let mut bits = 1 << ValueKind::Other as u16;
        let mut at = 0;
        while at < kinds.len() {
            bits |= 1 << kinds[at] as u16;
            at += 1;
        }
        Shape { kinds: bits, ..Shape::ANY }
    }

    /// A scalar that must be there and is of one of these kinds where the wire tells.
    pub const fn scalar(kinds: &[ValueKind]) -> Shape {
        Shape { scalar: true, defaults: true, ..Shape::of(kinds) }
    }

    /// An enum, open or not.
    pub const fn enumeration(open: bool) -> Shape {
        let shape = if open { Shape::ANY } else { Shape::of(&[ValueKind::Text, ValueKind::Number]) };
        Shape { defaults: true, ..shape }
    }

    /// The same, or null.
    #[must_use]
    pub const fn or_null(self) -> Shape {
        Shape { optional: true, option: true, kinds: self.kinds | 1 << ValueKind::Null as u16, ..self }
    }

    /// A union: any value; `null_branch` says whether null is one.
    pub const fn union(null_branch: bool) -> Shape {
        Shape { null_is_value: null_branch, ..Shape::ANY }
    }

    /// Whether a union that has this for a branch has null for a value.
    pub const fn takes_null(self) -> bool {
        self.optional || self.null_is_value
    }

    /// Whether this can be a branch of a union: anything but an `Option`, for the union itself may be
    /// optional but its branches may not.
    pub const fn can_be_branch(self) -> bool {
        !self.optional || (self.scalar && (self.kinds == Shape::JSON.kinds || self.kinds == Shape::NULL.kinds))
    }

    /// What a missing value of a field of this type is, unless the field has another fallback.
    pub const fn nullity(self) -> Nullity {
        let (null, json) = (self.kinds == Shape::NULL.kinds, self.scalar && self.kinds == Shape::JSON.kinds);
        match (self.option, self.optional) {
            (true, _) if null => Nullity::OptionalNull,
            (true, _) if json => Nullity::OptionalJson,
            (true, _) => Nullity::Optional,
            (false, true) if null => Nullity::Null,
            (false, true) => Nullity::Json,
            (false, false) => Nullity::Never,
        }
    }

    /// Whether a value of this kind may be of this type; a union tries only the branches for which it is.
    #[inline(always)]
    pub const fn may_be(self, kind: ValueKind) -> bool {
        self.kinds & 1 << kind as u16 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart() {
        let text = Shape::scalar(&[ValueKind::Text]);
        assert!(text.may_be(ValueKind::Text) && text.may_be(ValueKind::Other));
        assert!(!text.may_be(ValueKind::Number) && !text.may_be(ValueKind::Null));
        assert!(text.or_null().may_be(ValueKind::Null) && text.or_null().optional && text.or_null().scalar);
        assert!(Shape::ANY.may_be(ValueKind::List) && !Shape::ANY.optional);
    }
}
