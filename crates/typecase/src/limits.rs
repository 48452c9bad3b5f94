//! Limits on what an input may ask for. They live in the core so that no wire can forget them.

use crate::error::{Code, Error, Result};

/// The deepest nesting that any limit may allow: codecs recurse, and so do dropping and cloning values, so
/// the stack sets a bound.
///
/// Values this deep need less than 2 MiB of stack, which is what Rust gives a thread, in builds without
/// optimization too. (What a typed record needs at each level depends on its fields.)
pub const DEEPEST: u32 = 512;

/// What one message may ask for, whatever the wire.
///
/// Every length on a wire is also checked against the bytes that are left, so a short input never
/// causes a large allocation. (A record takes memory for each field of its schema, even if none is there:
/// `{}` under a schema of a thousand optional fields is 24,000 bytes of [`Value`](crate::value::Value)s.) Writers keep to the depth as well: what can be written can be read.
///
/// ```
/// use typecase::error::Code;
/// use typecase::limits::Limits;
/// use typecase::wire::json::{self, Duplicates};
///
/// let limits = Limits { max_depth: 2, max_bytes: 100 };
/// assert!(json::parse_bytes(b"[[1]]", Duplicates::Error, &limits).is_ok());
/// let error = json::parse_bytes(b"[[[1]]]", Duplicates::Error, &limits).unwrap_err();
/// assert_eq!((error.code(), error.offset()), (Code::Limit, Some(2)));
/// assert!(json::parse_bytes(&[b' '; 101], Duplicates::Error, &limits).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Levels of nested records, lists, maps and plain unions; at most [`DEEPEST`]. The default is 128.
    ///
    /// Unions without a discriminator count on every wire, whether or not they have brackets there:
    /// one may be a branch of the next with no byte of input in between.
    pub max_depth: u32,
    /// Bytes of one message. The default is no limit.
    pub max_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_depth: 128, max_bytes: usize::MAX }
    }
}

impl Limits {
    /// Checks the length of an input.
    ///
    /// # Errors
    /// `limit`, at the first byte that is too much.
    #[inline]
    pub fn check_bytes(&self, length: usize) -> Result<()> {
        if length > self.max_bytes {
            return Err(Error::new(
                Code::Limit,
                alloc::format!("{length} bytes of input are more than the limit of {}", self.max_bytes),
            )
            .at(self.max_bytes));
        }
        Ok(())
    }

    /// A counter of nesting that starts at zero.
    #[inline]
    pub fn depth(&self) -> Depth {
        Depth { left: self.max_depth.min(DEEPEST) }
    }
}

/// Counts the levels that are open, for readers and writers alike: what can be written can be read.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    left: u32,
}

impl Depth {
    /// Opens a level.
    ///
    /// # Errors
    /// `limit`, without an offset, if there are as many open levels as may be.
    #[inline(always)]
    pub fn enter(&mut self) -> Result<()> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(too_deep()),
        }
    }

    /// How many more levels may be opened: a name for the level at hand.
    #[inline(always)]
    pub(crate) fn left(self) -> u32 {
        self.left
    }

    /// Closes a level.
    #[inline(always)]
    pub fn leave(&mut self) {
        self.left += 1;
    }
}

#[cold]
#[inline(never)]
fn too_deep() -> Error {
    Error::new(Code::Limit, "nesting is deeper than the limit")
}

/// One bit for each level that may be open, for readers that loop instead of recursing.
#[derive(Clone, Default)]
pub(crate) struct LevelBits([u64; DEEPEST as usize / 64]);

impl LevelBits {
    /// Sets the bit of a level, which is below [`DEEPEST`].
    #[inline(always)]
    pub(crate) fn set(&mut self, level: usize, bit: bool) {
        let word = &mut self.0[level / 64];
        *word = *word & !(1 << (level % 64)) | u64::from(bit) << (level % 64);
    }

    /// The bit of a level.
    #[inline(always)]
    pub(crate) fn get(&self, level: usize) -> bool {
        self.0[level / 64] >> (level % 64) & 1 != 0
    }
}
