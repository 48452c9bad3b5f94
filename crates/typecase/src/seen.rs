//! Which fields of a record, or which names of flags, have been met: one word for up to 64 of them.

use alloc::vec;
use alloc::vec::Vec;

/// A set of indexes.
pub(crate) enum Seen {
    Few(u64),
    Many(Vec<bool>),
}

impl Seen {
    /// None of so many.
    #[inline(always)]
    pub(crate) fn new(fields: usize) -> Seen {
        if fields <= 64 { Seen::Few(0) } else { Seen::Many(vec![false; fields]) }
    }

    /// Adds an index.
    #[inline(always)]
    pub(crate) fn set(&mut self, index: usize) {
        match self {
            Seen::Few(bits) => *bits |= 1 << index,
            Seen::Many(bits) => bits[index] = true,
        }
    }

    /// Whether an index has been added.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> bool {
        match self {
            Seen::Few(bits) => bits >> index & 1 != 0,
            Seen::Many(bits) => bits[index],
        }
    }

    /// Adds a range of indexes.
    #[inline(always)]
    pub(crate) fn set_all(&mut self, indexes: core::ops::Range<usize>) {
        match self {
            Seen::Few(bits) => {
                let below = |end: usize| if end < 64 { (1 << end) - 1 } else { u64::MAX };
                *bits |= below(indexes.end) & !below(indexes.start);
            }
            Seen::Many(bits) => bits[indexes].fill(true),
        }
    }
}
