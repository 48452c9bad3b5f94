//! [`Text`]: a string that is borrowed, held in place when it is short, or owned.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use core::ptr::NonNull;

/// How many bytes fit in place.
const INLINE: usize = 22;

/// A string of three words that borrows from the input, is held in place when it is short (22 bytes
/// or fewer), or owns its bytes. It is used as a `&str`.
///
/// ```
/// use typecase::value::Text;
/// let text = Text::from("Ada");
/// assert_eq!(text.as_borrowed(), Some("Ada"));
/// assert_eq!(text.into_owned().len(), 3);
/// ```
pub struct Text<'a>(Repr<'a>);

enum Repr<'a> {
    /// The first `.0` bytes of `.1` are valid UTF-8.
    Inline(u8, [u8; INLINE]),
    Borrowed(&'a str),
    Owned(Box<str>),
    /// In a block of [`Items`](super::Items) that this is a part of: nobody has it other than by a shared
    /// reference.
    Inside(NonNull<str>),
}

// SAFETY: a string that belongs to the value that this is a part of, and is only read.
unsafe impl Send for Text<'_> {}
// SAFETY: as above.
unsafe impl Sync for Text<'_> {}

impl<'a> Text<'a> {
    /// How many bytes are held in place.
    pub(crate) const INLINE: usize = INLINE;

    /// Borrows a string.
    #[inline]
    pub const fn borrowed(text: &'a str) -> Text<'a> {
        Text(Repr::Borrowed(text))
    }

    /// Copies a string: in place when it is short.
    #[inline]
    pub fn owned(text: &str) -> Text<'static> {
        Text::in_place(text).unwrap_or_else(|| Text(Repr::Owned(Box::from(text))))
    }

    /// Copies a string in place, if it is short.
    #[inline(always)]
    pub(super) fn in_place(text: &str) -> Option<Text<'static>> {
        if text.len() > INLINE {
            return None;
        }
        let mut bytes = [0; INLINE];
        copy(text.as_bytes(), &mut bytes);
        Some(Text(Repr::Inline(text.len() as u8, bytes)))
    }

    /// A string that lies inside a block.
    ///
    /// # Safety
    /// So many bytes of UTF-8 are there. The result must be put into the `Items` that the block belongs to,
    /// and nobody may have it by value or by mutable reference after that.
    #[inline]
    pub(super) unsafe fn inside(first: NonNull<u8>, length: usize) -> Text<'a> {
        let text = NonNull::slice_from_raw_parts(first, length);
        // SAFETY: a `str` is laid out as its bytes, which the caller says are UTF-8.
        Text(Repr::Inside(unsafe { NonNull::new_unchecked(text.as_ptr() as *mut str) }))
    }

    /// The string.
    #[inline]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            // SAFETY: `owned` is the only place that makes this variant, from a whole `str` of that length.
            Repr::Inline(length, bytes) => unsafe {
                core::str::from_utf8_unchecked(bytes.get_unchecked(..*length as usize))
            },
            Repr::Borrowed(text) => text,
            Repr::Owned(text) => text,
            // SAFETY: the block lives as long as what this is a part of.
            Repr::Inside(text) => unsafe { text.as_ref() },
        }
    }

    /// The string as it lies in the input, if it is borrowed.
    pub fn as_borrowed(&self) -> Option<&'a str> {
        match self.0 {
            Repr::Borrowed(text) => Some(text),
            _ => None,
        }
    }

    /// The same string, owned.
    pub fn into_owned(self) -> Text<'static> {
        match self.0 {
            Repr::Inline(length, bytes) => Text(Repr::Inline(length, bytes)),
            Repr::Borrowed(text) => Text::owned(text),
            Repr::Owned(text) => Text(Repr::Owned(text)),
            // SAFETY: as in `as_str`.
            Repr::Inside(text) => Text::owned(unsafe { text.as_ref() }),
        }
    }
}

/// Copies bytes to the beginning of an array, which they fit in, without a call.
#[inline(always)]
fn copy(from: &[u8], to: &mut [u8; INLINE]) {
    let length = from.len();
    if let (Some(first), Some(last)) = (from.first_chunk::<8>(), from.last_chunk::<8>()) {
        if let Some(second) = from.get(8..16) {
            to[8..16].copy_from_slice(second);
        }
        to[..8].copy_from_slice(first);
        to[length - 8..length].copy_from_slice(last);
    } else if let (Some(first), Some(last)) = (from.first_chunk::<4>(), from.last_chunk::<4>()) {
        to[..4].copy_from_slice(first);
        to[length - 4..length].copy_from_slice(last);
    } else {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
    }
}

impl<'a> Clone for Text<'a> {
    fn clone(&self) -> Text<'a> {
        Text(match &self.0 {
            Repr::Inline(length, bytes) => Repr::Inline(*length, *bytes),
            Repr::Borrowed(text) => Repr::Borrowed(text),
            Repr::Owned(text) => Repr::Owned(text.clone()),
            Repr::Inside(_) => return Text::owned(self.as_str()),
        })
    }
}

impl Deref for Text<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Text<'a> {
        Text::borrowed(text)
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Text(Repr::Owned(text.into_boxed_str()))
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text<'_> {}

impl Hash for Text<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_length_comes_back() {
        for length in 0..64 {
            let text = "é".repeat(length / 2) + &"x".repeat(length % 2);
            assert_eq!(Text::owned(&text).as_str(), text);
            assert_eq!(Text::borrowed(&text).into_owned().to_string(), text);
            assert_eq!(Text::from(text.clone()).as_str(), text);
        }
    }
}
