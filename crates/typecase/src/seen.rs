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

    /// Whether all have been added, which are so many.
    #[inline(always)]
    pub(crate) fn all(&self, fields: usize) -> bool {
        match self {
            Seen::Few(bits) => bits.count_ones() as usize == fields,
            Seen::Many(bits) => bits.iter().all(|&bit| bit),
        }
    }
}
