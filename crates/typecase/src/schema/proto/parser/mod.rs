//! Parses a `.proto` file into descriptors whose names are not resolved yet.
//!
//! The grammar is that of the language specifications of proto2, proto3 and editions, read as `protoc` reads it:
//! a keyword counts where a statement may begin, and is a name anywhere else. Parsing stops at the first error.

mod field;
mod message;
mod option;
mod outside;

pub(super) use field::entry_name;

use super::descriptor::{Edition, File, Message, MessageId, Options, Ranges};
use super::features::Features;
use super::lexer::{Fault, Lexer, Outcome, Token, TokenKind, quoted};
use super::literals::{append_string, integer};
use super::{FileSet, NO_SCOPE};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// How deep messages may nest, as in `protoc`.
const DEEPEST: u32 = 32;
/// The most parts of a package's name, as in `protoc`.
const MOST_PACKAGE_PARTS: usize = 101;

/// Parses a file, which will have this index, and whose messages, enums and extensions are added to the set.
pub(super) fn parse(text: &str, name: String, index: usize, set: &mut FileSet) -> Outcome<File> {
    if text.contains('\0') {
        return Err(Fault::new(text.find('\0').unwrap_or(0) as u32, "a control character"));
    }
    let mut lexer = Lexer::new(text);
    let token = lexer.next()?;
    let file = File {
        name,
        package: String::new(),
        says_edition: false,
        edition: Edition::Proto2,
        imports: Vec::new(),
        messages: Vec::new(),
        enums: Vec::new(),
        extensions: Vec::new(),
        services: Vec::new(),
        options: Options::default(),
        features: Features::default(),
        scope: NO_SCOPE,
        package_at: 0,
        ranges: Ranges::default(),
    };
    let (messages, enums, extensions) = (set.messages.len(), set.enums.len(), set.extensions.len());
    let mut parser = Parser { lexer, token, index, set, file, depth: 0 };
    parser.parse_file()?;
    let mut file = parser.file;
    let range = |from: usize, to: usize| from as u32..to as u32;
    file.ranges.messages = range(messages, set.messages.len());
    file.ranges.enums = range(enums, set.enums.len());
    file.ranges.extensions = range(extensions, set.extensions.len());
    Ok(file)
}

struct Parser<'t, 's> {
    lexer: Lexer<'t>,
    /// The token at hand.
    token: Token,
    set: &'s mut FileSet,
    file: File,
    /// The number that the file will have.
    index: usize,
    depth: u32,
}

/// What a declaration is in: a message, or the file.
type Inside = Option<MessageId>;

impl<'t> Parser<'t, '_> {
    fn text(&self) -> &'t str {
        match self.token.kind {
            TokenKind::End => "",
            _ => self.lexer.text(self.token),
        }
    }

    fn at(&self) -> u32 {
        self.token.start
    }

    fn looking_at(&self, text: &str) -> bool {
        self.text() == text && self.token.kind != TokenKind::End
    }

    fn advance(&mut self) -> Outcome<Token> {
        let token = self.token;
        self.token = self.lexer.next()?;
        Ok(token)
    }

    #[cold]
    fn fault<T>(&self, message: impl Into<String>) -> Outcome<T> {
        Err(Fault::new(self.at(), message))
    }

    fn take(&mut self, text: &str) -> Outcome<bool> {
        if !self.looking_at(text) {
            return Ok(false);
        }
        self.advance()?;
        Ok(true)
    }

    fn expect(&mut self, text: &str) -> Outcome<()> {
        if self.take(text)? {
            return Ok(());
        }
        self.fault(format!("expected {}", quoted(text)))
    }

    fn identifier(&mut self, what: &str) -> Outcome<String> {
        if self.token.kind != TokenKind::Identifier {
            return self.fault(format!("expected {what}"));
        }
        let name = self.text().to_string();
        self.advance()?;
        Ok(name)
    }

    /// An integer that is not above `most`.
    fn integer(&mut self, most: u64, what: &str) -> Outcome<u64> {
        if self.token.kind != TokenKind::Integer {
            return self.fault(format!("expected {what}"));
        }
        match integer(self.text()) {
            Some(value) if value <= most => {
                self.advance()?;
                Ok(value)
            }
            _ => self.fault("the integer is out of range"),
        }
    }

    /// A number of a field.
    fn field_number(&mut self, what: &str) -> Outcome<i32> {
        Ok(self.integer(i32::MAX as u64, what)? as i32)
    }

    /// An integer of 32 bits with an optional sign.
    fn signed(&mut self, what: &str) -> Outcome<i32> {
        let negative = self.take("-")?;
        let value = self.integer(i32::MAX as u64 + u64::from(negative), what)? as i64;
        Ok(if negative { -value } else { value } as i32)
    }

    /// String literals, which are joined.
    fn string(&mut self, what: &str) -> Outcome<Vec<u8>> {
        if self.token.kind != TokenKind::String {
            return self.fault(format!("expected {what}"));
        }
        let mut value = Vec::new();
        while self.token.kind == TokenKind::String {
            append_string(self.text(), &mut value);
            self.advance()?;
        }
        Ok(value)
    }

    /// A string that must be text.
    fn text_string(&mut self, what: &str) -> Outcome<String> {
        let at = self.at();
        String::from_utf8(self.string(what)?).map_err(|_| Fault::new(at, "the string is not UTF-8"))
    }

    /// A name with dots, and one in front of it perhaps.
    fn type_name(&mut self) -> Outcome<String> {
        let mut name = String::new();
        if self.take(".")? {
            name.push('.');
        }
        name.push_str(&self.identifier("the name of a type")?);
        while self.take(".")? {
            name.push('.');
            name.push_str(&self.identifier("a name")?);
        }
        Ok(name)
    }

    fn message(&mut self, id: MessageId) -> &mut Message {
        &mut self.set.messages[id.0 as usize]
    }

    /// Adds a message without content.
    fn new_message(&mut self, name: String, at: u32, parent: Inside) -> MessageId {
        let id = MessageId(self.set.messages.len() as u32);
        self.set.messages.push(Message {
            name,
            file: self.index,
            parent,
            fields: Vec::new(),
            oneofs: Vec::new(),
            messages: Vec::new(),
            enums: Vec::new(),
            extensions: Vec::new(),
            extension_ranges: Vec::new(),
            reserved: Vec::new(),
            reserved_names: Vec::new(),
            is_map_entry: false,
            options: Options::default(),
            features: Features::default(),
            scope: NO_SCOPE,
            at,
            required: Vec::new(),
            sorted_ranges: Vec::new(),
        });
        match parent {
            Some(parent) => self.message(parent).messages.push(id),
            None => self.file.messages.push(id),
        }
        id
    }
}
