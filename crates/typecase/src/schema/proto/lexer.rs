//! The tokens of a `.proto` file, as the language specification has them and `protoc` reads them.

use alloc::string::String;

/// What is wrong at a place of the file at hand.
#[derive(Debug)]
pub(super) struct Fault {
    pub at: u32,
    pub message: String,
}

impl Fault {
    #[cold]
    pub(super) fn new(at: u32, message: impl Into<String>) -> Fault {
        Fault { at, message: message.into() }
    }
}

pub(super) type Outcome<T> = core::result::Result<T, Fault>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Identifier,
    Integer,
    Float,
    String,
    Symbol,
    End,
}

/// A token: its kind and its bytes in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
}

/// Reads one token after the other.
#[derive(Clone)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// In the text format, `#` begins a comment.
    hash_comments: bool,
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

impl<'t> Lexer<'t> {
    /// A lexer of a file, behind its byte order mark.
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: if text.starts_with('\u{feff}') { 3 } else { 0 }, hash_comments: false }
    }

    /// A lexer of a part of the text, in the text format.
    pub(super) fn part(text: &'t str, start: u32, end: u32) -> Lexer<'t> {
        Lexer { text: &text[..end as usize], at: start as usize, hash_comments: true }
    }

    fn peek(&self) -> u8 {
        self.byte(self.at)
    }

    /// The byte there, or 0 behind the end; a zero in the text is an error wherever it is.
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, test: impl Fn(u8) -> bool) {
        while self.at < self.text.len() && test(self.peek()) {
            self.at += 1;
        }
    }

    fn fault<T>(&self, message: &str) -> Outcome<T> {
        Err(Fault::new(self.at as u32, message))
    }

    /// Skips white space and comments.
    fn skip(&mut self) -> Outcome<()> {
        loop {
            self.skip_while(is_space);
            match (self.peek(), self.byte(self.at + 1)) {
                (b'/', b'/') => self.skip_while(|byte| byte != b'\n' && byte != 0),
                (b'#', _) if self.hash_comments => self.skip_while(|byte| byte != b'\n' && byte != 0),
                (b'/', b'*') => self.block_comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn block_comment(&mut self) -> Outcome<()> {
        let start = self.at as u32;
        self.at += 2;
        loop {
            match (self.peek(), self.byte(self.at + 1)) {
                (b'*', b'/') => {
                    self.at += 2;
                    return Ok(());
                }
                (b'/', b'*') => return self.fault("a block comment inside a block comment"),
                (0, _) => return Err(Fault::new(start, "the block comment does not end")),
                _ => self.at += 1,
            }
        }
    }

    /// The next token; an empty one at the end.
    pub(super) fn next(&mut self) -> Outcome<Token> {
        let before = self.at;
        self.skip()?;
        let start = self.at;
        let kind = match self.peek() {
            _ if start >= self.text.len() => TokenKind::End,
            byte if byte < b' ' => return self.fault("a control character"),
            byte if is_letter(byte) => {
                self.skip_while(|byte| is_letter(byte) || byte.is_ascii_digit());
                TokenKind::Identifier
            }
            b'.' if self.byte(start + 1).is_ascii_digit() => {
                let follows = start.checked_sub(1).map(|at| self.byte(at));
                if before == start && follows.is_some_and(|byte| is_letter(byte) || byte.is_ascii_digit()) {
                    return self.fault("a space is needed between a name and a decimal point");
                }
                self.number()?
            }
            byte if byte.is_ascii_digit() => self.number()?,
            quote @ (b'"' | b'\'') => {
                self.string(quote)?;
                TokenKind::String
            }
            byte if !byte.is_ascii() => return self.fault("a character outside of ASCII"),
            _ => {
                self.at += 1;
                TokenKind::Symbol
            }
        };
        Ok(Token { kind, start: start as u32, end: self.at as u32 })
    }

    fn number(&mut self) -> Outcome<TokenKind> {
        let digit = |byte: u8| byte.is_ascii_digit();
        let mut kind = TokenKind::Integer;
        if self.peek() == b'0' && matches!(self.byte(self.at + 1), b'x' | b'X') {
            self.at += 2;
            if !self.peek().is_ascii_hexdigit() {
                return self.fault("\"0x\" must be followed by hexadecimal digits");
            }
            self.skip_while(|byte| byte.is_ascii_hexdigit());
        } else if self.peek() == b'0' && digit(self.byte(self.at + 1)) {
            self.skip_while(|byte| (b'0'..=b'7').contains(&byte));
            if digit(self.peek()) {
                return self.fault("a number that begins with a zero is octal");
            }
        } else {
            self.skip_while(digit);
            if self.peek() == b'.' {
                kind = TokenKind::Float;
                self.at += 1;
                self.skip_while(digit);
            }
            if matches!(self.peek(), b'e' | b'E') {
                kind = TokenKind::Float;
                self.at += 1;
                if matches!(self.peek(), b'-' | b'+') {
                    self.at += 1;
                }
                if !digit(self.peek()) {
                    return self.fault("\"e\" must be followed by an exponent");
                }
                self.skip_while(digit);
            }
        }
        if is_letter(self.peek()) {
            return self.fault("a space is needed between a number and a name");
        }
        if self.peek() == b'.' {
            return self.fault("a second point, or one in an integer that is not decimal");
        }
        Ok(kind)
    }

    fn string(&mut self, quote: u8) -> Outcome<()> {
        let start = self.at as u32;
        self.at += 1;
        loop {
            match self.peek() {
                0 => return Err(Fault::new(start, "the string does not end")),
                b'\n' => return self.fault("a line break in a string"),
                b'\\' => self.escape()?,
                byte => {
                    self.at += 1;
                    if byte == quote {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn escape(&mut self) -> Outcome<()> {
        let hexadecimal = |lexer: &Lexer<'_>, from: usize, count: usize| {
            (from..from + count).all(|at| lexer.byte(at).is_ascii_hexdigit())
        };
        let at = self.at + 2;
        self.at = match self.byte(self.at + 1) {
            b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'\\' | b'?' | b'\'' | b'"' | b'0'..=b'7' => at,
            b'x' | b'X' if hexadecimal(self, at, 1) => at + 1,
            b'u' if hexadecimal(self, at, 4) => at + 4,
            b'U' if self.text.as_bytes()[at..].starts_with(b"00")
                && matches!(self.byte(at + 2), b'0' | b'1')
                && hexadecimal(self, at + 3, 5) =>
            {
                at + 8
            }
            _ => return self.fault("not an escape sequence"),
        };
        Ok(())
    }

    /// The text of a token.
    pub(super) fn text(&self, token: Token) -> &'t str {
        &self.text[token.start as usize..token.end as usize]
    }
}

/// Line and column of a place in a text, from 1; a tab ends at the next multiple of eight, as `protoc` counts.
pub(super) fn line_column(text: &str, at: u32) -> (u32, u32) {
    let before = &text.as_bytes()[..(at as usize).min(text.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|byte| **byte == b'\n').count() as u32;
    let column = before[line_start..].iter().fold(0, |column, byte| match byte {
        b'\t' => column + 8 - column % 8,
        _ => column + 1,
    });
    (line + 1, column + 1)
}

/// Whether a text is an identifier.
pub(super) fn is_identifier(text: &str) -> bool {
    text.bytes().enumerate().all(|(at, byte)| is_letter(byte) || at > 0 && byte.is_ascii_digit()) && !text.is_empty()
}

/// A text in quotes, for a message.
pub(super) fn quoted(text: &str) -> String {
    alloc::format!("\"{}\"", text.chars().take(200).collect::<String>().escape_debug())
}
