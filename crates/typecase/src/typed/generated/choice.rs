//! [`Choice`]: finds the branch of a plain union on a wire that does not say which it is.
//!
//! As [`crate::drive`] does it for dynamic values: the only branch that may begin as the value does; or
//! the first that takes it and knows all of its fields; or the first that takes it with fields left over.

use crate::error::{Code, Error, Result};
use crate::wire::{Read, ValueKind};

/// A search among `N` branches for the one that takes the value that comes next.
pub struct Choice<M, const N: usize> {
    possible: [bool; N],
    /// The branch to look at next.
    next: usize,
    start: M,
    round: Round,
}

enum Round {
    /// There is one branch, and its error is the union's.
    Only,
    /// Unknown fields are errors, though the reader was not asked for that.
    Strict,
    /// Unknown fields are what the reader was asked for.
    Last,
}

impl<M: Copy, const N: usize> Choice<M, N> {
    /// Begins with the branches for which `may_be` says that the value may be theirs.
    pub fn new<'de, R: Read<'de, Mark = M>>(
        reader: &mut R,
        may_be: impl FnOnce(ValueKind) -> [bool; N],
    ) -> Result<Choice<M, N>> {
        let possible = may_be(reader.kind()?);
        let round = match possible.iter().filter(|possible| **possible).count() {
            0 => return Err(no_branch(reader)),
            1 => Round::Only,
            _ if reader.set_strict(true) => Round::Last,
            _ => Round::Strict,
        };
        Ok(Choice { possible, next: 0, start: reader.mark(), round })
    }

    /// The branch to try next.
    pub fn next<'de, R: Read<'de, Mark = M>>(&mut self, reader: &mut R) -> Result<usize> {
        loop {
            if let Some(found) = (self.next..N).find(|&branch| self.possible[branch]) {
                self.next = found + 1;
                return Ok(found);
            }
            if !matches!(self.round, Round::Strict) {
                return Err(no_branch(reader));
            }
            reader.set_strict(false);
            (self.round, self.next) = (Round::Last, 0);
        }
    }

    /// The value if the branch took it; `None` to try another.
    pub fn judge<'de, T, R: Read<'de, Mark = M>>(&mut self, tried: Result<T>, reader: &mut R) -> Result<Option<T>> {
        match tried {
            Ok(value) => {
                if matches!(self.round, Round::Strict) {
                    reader.set_strict(false);
                }
                Ok(Some(value))
            }
            Err(error) if matches!(self.round, Round::Only) => Err(error),
            // No other branch would fare better.
            Err(error) if matches!(error.code(), Code::Limit | Code::Json) => Err(error),
            Err(_) => reader.retry(self.start).map(|()| None),
        }
    }
}

#[cold]
#[inline(never)]
fn no_branch<'de, R: Read<'de>>(reader: &R) -> Error {
    reader.error(Code::Union, "no branch of the union takes this value")
}
