//! A cursor over JSON text that an annotated dump walks along.
//!
//! Whether the text is good has been found out by decoding it; here `None` says that a walk cannot go
//! on, and the dump ends.

/// A place in a text.
pub struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t [u8]) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    /// The offset of the next byte that is not white space.
    pub fn offset(&mut self) -> usize {
        while matches!(self.text.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
        self.at
    }

    pub fn peek(&mut self) -> Option<u8> {
        let at = self.offset();
        self.text.get(at).copied()
    }

    /// Takes this byte if it comes next.
    pub fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Whether an entry follows, in a list or an object that has just been opened (`first`) or after an
    /// entry; if not, `close` is taken.
    pub fn entry(&mut self, first: &mut bool, close: u8) -> Option<bool> {
        if self.take(close) {
            return Some(false);
        }
        if std::mem::replace(first, false) || self.take(b',') { Some(true) } else { None }
    }

    /// Takes a string, a number or a word.
    pub fn scalar(&mut self) -> Option<&'t [u8]> {
        let start = self.offset();
        if self.peek()? == b'"' {
            let mut end = start + 1;
            loop {
                match self.text.get(end)? {
                    b'"' => break,
                    b'\\' => end += 2,
                    _ => end += 1,
                }
            }
            self.at = end + 1;
        } else {
            let word =
                self.text[start..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
            self.at += word.count();
        }
        Some(&self.text[start..self.at]).filter(|token| !token.is_empty())
    }

    /// Takes any value.
    pub fn value(&mut self) -> Option<&'t [u8]> {
        let start = self.offset();
        let mut open = 0usize;
        loop {
            match self.peek()? {
                b'[' | b'{' => {
                    open += 1;
                    self.at += 1;
                    continue;
                }
                b']' | b'}' => {
                    open = open.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' if open > 0 => {
                    self.at += 1;
                    continue;
                }
                _ => {
                    self.scalar()?;
                }
            }
            if open == 0 {
                return Some(&self.text[start..self.at]);
            }
        }
    }

    /// What comes next, without taking it.
    pub fn look<T>(&mut self, read: impl FnOnce(&mut Cursor<'t>) -> T) -> T {
        read(&mut Cursor { text: self.text, at: self.at })
    }
}

/// The text of a JSON string token.
pub fn string(token: &[u8]) -> Option<String> {
    let text = str::from_utf8(token).ok()?;
    Some(typecase::wire::json::parse(text).ok()?.as_str()?.to_owned())
}

/// The integer of a JSON number token.
pub fn integer(token: &[u8]) -> Option<i64> {
    str::from_utf8(token).ok()?.parse().ok()
}
