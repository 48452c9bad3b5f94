//! [`Text`]: a string that is borrowed, held in place when it is short, or owned.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

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
#[derive(Clone)]
pub struct Text<'a>(Repr<'a>);

#[derive(Clone)]
enum Repr<'a> {
    /// The first `.0` bytes of `.1` are valid UTF-8.
    Inline(u8, [u8; INLINE]),
    Borrowed(&'a str),
    Owned(Box<str>),
}

impl<'a> Text<'a> {
    /// Borrows a string.
    #[inline]
    pub const fn borrowed(text: &'a str) -> Text<'a> {
        Text(Repr::Borrowed(text))
    }

    /// Copies a string: in place when it is short.
    #[inline]
    pub fn owned(text: &str) -> Text<'static> {
        if text.len() <= INLINE {
            let mut bytes = [0; INLINE];
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            Text(Repr::Inline(text.len() as u8, bytes))
        } else {
            Text(Repr::Owned(Box::from(text)))
        }
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
        }
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
