//! The values of options that are messages: the text format of Protocol Buffers, as far as `.proto` files have it
//! (the documentation's "Text Format Language Specification").

use super::descriptor::{Field, Kind, Label, MessageId, Target};
use super::lexer::{Fault, Lexer, Outcome, Token, TokenKind, quoted};
use super::literals::{append_string, double, integer};
use super::symbols::{Symbol, Visible};
use super::tree::{Content, Tree, put};
use super::{FileSet, options};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How deep messages may nest.
const DEEPEST: u32 = 100;

/// What names in the text mean.
pub(super) struct Scope<'s> {
    pub set: &'s FileSet,
    pub visible: &'s Visible,
}

/// Reads the text of a message from one place of the file to another.
pub(super) fn parse(scope: &Scope<'_>, text: &str, start: u32, end: u32, ty: MessageId) -> Outcome<Tree> {
    let mut lexer = Lexer::part(text, start, end);
    let token = lexer.next()?;
    let mut parser = Parser { scope, lexer, token, depth: 0 };
    parser.message(ty, "")
}

struct Parser<'s, 't> {
    scope: &'s Scope<'s>,
    lexer: Lexer<'t>,
    token: Token,
    depth: u32,
}

impl<'s, 't> Parser<'s, 't> {
    fn text(&self) -> &'t str {
        match self.token.kind {
            TokenKind::End => "",
            _ => self.lexer.text(self.token),
        }
    }

    fn advance(&mut self) -> Outcome<()> {
        self.token = self.lexer.next()?;
        Ok(())
    }

    fn take(&mut self, text: &str) -> Outcome<bool> {
        let found = self.text() == text;
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, text: &str) -> Outcome<()> {
        match self.take(text)? {
            true => Ok(()),
            false => self.fault(format!("expected {}", quoted(text))),
        }
    }

    #[cold]
    fn fault<T>(&self, message: impl Into<String>) -> Outcome<T> {
        Err(Fault::new(self.token.start, message))
    }

    /// The fields of a message up to a bracket, which is taken; up to the end of the text for none.
    fn message(&mut self, ty: MessageId, close: &str) -> Outcome<Tree> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fault("the value nests too deep");
        }
        let set = self.scope.set;
        let mut tree = Tree::default();
        let mut seen = Seen::default();
        loop {
            if self.token.kind == TokenKind::End {
                if close.is_empty() {
                    break;
                }
                return self.fault(format!("expected {}", quoted(close)));
            }
            if !close.is_empty() && self.take(close)? {
                break;
            }
            if self.text() == "[" && set.message_name(ty) == "google.protobuf.Any" && self.is_url()? {
                self.any(&mut tree)?;
            } else {
                self.field(ty, &mut tree, &mut seen)?;
            }
            if !self.take(",")? {
                self.take(";")?;
            }
        }
        self.depth -= 1;
        for at in &set.message(ty).required {
            let field = &set.message(ty).fields[*at as usize];
            if !seen.fields.contains(&(field.number as u32)) {
                return self.fault(format!("the required field {} is missing", quoted(&field.name)));
            }
        }
        Ok(self.finish(ty, tree))
    }

    /// Whether the brackets at hand hold the URL of a type and not the name of an extension.
    fn is_url(&self) -> Outcome<bool> {
        let mut ahead = self.lexer.clone();
        loop {
            let token = ahead.next()?;
            match (token.kind, ahead.text(token)) {
                (_, "/") => return Ok(true),
                (TokenKind::Identifier, _) | (_, "." | "-") => {}
                _ => return Ok(false),
            }
        }
    }

    /// `[type.googleapis.com/pkg.Name] { … }` in a `google.protobuf.Any`.
    fn any(&mut self, tree: &mut Tree) -> Outcome<()> {
        self.expect("[")?;
        let mut url = String::new();
        while self.text() != "]" && self.token.kind != TokenKind::End {
            url.push_str(self.text());
            self.advance()?;
        }
        self.expect("]")?;
        let (prefix, name) = url.split_once('/').unwrap_or_default();
        let found = self.scope.set.symbols.resolve(&format!(".{name}"), 0, self.scope.visible, false);
        let Some(Symbol::Message(ty)) = found.map(|entry| entry.symbol) else {
            return self.fault(format!("{} is not the URL of a known type", quoted(&url)));
        };
        if !matches!(prefix, "type.googleapis.com" | "type.googleprod.com") || !tree.is_empty() {
            return self.fault("the type stands where it cannot");
        }
        self.take(":")?;
        let close = self.open_message()?;
        let value = self.message(ty, close)?;
        let mut bytes = Vec::new();
        put::tree(&mut bytes, &value);
        tree.push(1, Content::Bytes(url.into_bytes()));
        tree.push(2, Content::Bytes(bytes));
        Ok(())
    }

    /// Takes the bracket that a message begins with, and says which one ends it.
    fn open_message(&mut self) -> Outcome<&'static str> {
        if self.take("<")? {
            return Ok(">");
        }
        self.expect("{")?;
        Ok("}")
    }

    fn field(&mut self, ty: MessageId, tree: &mut Tree, seen: &mut Seen) -> Outcome<()> {
        let at = self.token.start;
        let field = self.field_name(ty)?;
        let number = field.number as u32;
        if field.label != Label::Repeated {
            if !seen.fields.insert(number) {
                return Err(Fault::new(at, format!("the field {} is set twice", quoted(&field.name))));
            }
            if let Some(oneof) = field.oneof
                && field.extendee.is_none()
                && !seen.oneofs.insert(oneof)
            {
                return Err(Fault::new(at, format!("another field of the oneof of {} is set", quoted(&field.name))));
            }
        }
        let has_colon = self.take(":")?;
        if !has_colon && !field.kind.is_message() {
            return self.fault("expected \":\"");
        }
        if field.label == Label::Repeated && self.text() == "[" {
            self.advance()?;
            if self.take("]")? {
                return Ok(());
            }
            loop {
                let content = self.value(field)?;
                tree.push(number, content);
                if !self.take(",")? {
                    return self.expect("]");
                }
            }
        }
        let content = self.value(field)?;
        tree.push(number, content);
        Ok(())
    }

    /// A field by its name, or an extension in brackets.
    fn field_name(&mut self, ty: MessageId) -> Outcome<&'s Field> {
        let set = self.scope.set;
        if self.take("[")? {
            let mut name = String::new();
            while self.token.kind == TokenKind::Identifier || self.text() == "." {
                name.push_str(self.text());
                self.advance()?;
            }
            let around = set.symbols.parent(set.message(ty).scope);
            let found = set.symbols.resolve(&name, around, self.scope.visible, false).map(|entry| entry.symbol);
            let field = match found {
                Some(Symbol::Extension(id)) => Some(&set.extension(id).field),
                Some(Symbol::Message(id)) => message_set_item(set, ty, id),
                _ => None,
            };
            return match field.filter(|field| field.extendee == Some(ty)) {
                Some(field) => {
                    self.expect("]")?;
                    Ok(field)
                }
                None => self.fault(format!("{} is no extension of the message", quoted(&name))),
            };
        }
        let name = self.text();
        if self.token.kind != TokenKind::Identifier {
            return self.fault("expected the name of a field");
        }
        let found = set.field_by_name(ty, name).or_else(|| {
            let group = set.field_by_name(ty, &name.to_ascii_lowercase())?;
            let is_named = matches!(group.target, Target::Message(id) if set.message(id).name == name);
            (is_named && set.is_group_like(group)).then_some(group)
        });
        let Some(field) = found else { return self.fault(format!("there is no field {}", quoted(name))) };
        self.advance()?;
        Ok(field)
    }

    fn value(&mut self, field: &'s Field) -> Outcome<Content> {
        let at = self.token.start;
        let wrong = || Err(Fault::new(at, format!("not a value of the field {}", quoted(&field.name))));
        if let Target::Message(ty) = field.target {
            let close = self.open_message()?;
            let tree = self.message(ty, close)?;
            return Ok(if field.kind == Kind::Group { Content::Group(tree) } else { Content::Message(tree) });
        }
        if self.token.kind == TokenKind::String {
            let mut value = Vec::new();
            while self.token.kind == TokenKind::String {
                append_string(self.text(), &mut value);
                self.advance()?;
            }
            return match field.kind {
                Kind::String | Kind::Bytes => Ok(Content::Bytes(value)),
                _ => wrong(),
            };
        }
        let negative = self.take("-")?;
        let text = self.text();
        let kind = self.token.kind;
        self.advance()?;
        match scalar(self.scope.set, field, kind, text, negative) {
            Some(content) => Ok(content),
            None => wrong(),
        }
    }

    /// A message as it would be serialized: in the order of numbers, packed where it is, the zeros of fields without
    /// presence left out, and the entries of maps whole.
    fn finish(&self, ty: MessageId, mut tree: Tree) -> Tree {
        let set = self.scope.set;
        let is_entry = set.message(ty).is_map_entry;
        tree.sort();
        let mut out = Tree::default();
        for (number, content) in tree.0 {
            let Some(field) = set.field_by_number(ty, number) else {
                out.push(number, content);
                continue;
            };
            if set.is_packed(field) {
                pack(&mut out, number, &content);
            } else if is_entry || set.has_presence(field) || field.label == Label::Repeated || !is_zero(&content) {
                out.push(number, content);
            }
        }
        if is_entry {
            for field in &set.message(ty).fields {
                if out.get(field.number as u32).is_none() {
                    out.push(field.number as u32, zero(field.kind));
                }
            }
            out.sort();
        }
        out
    }
}

/// What has been set in a message.
#[derive(Default)]
struct Seen {
    fields: BTreeSet<u32>,
    oneofs: BTreeSet<u32>,
}

/// The extension of a message set that is named by its message.
fn message_set_item(set: &FileSet, ty: MessageId, item: MessageId) -> Option<&Field> {
    let extensions = set.message(item).extensions.iter().map(|id| &set.extension(*id).field);
    let mut found = extensions.filter(|field| {
        field.extendee == Some(ty) && field.label == Label::Optional && field.target == Target::Message(item)
    });
    set.message(ty).options.tree.flag(1).then(|| found.next())?
}

/// A scalar or an enum's value from one token.
fn scalar(set: &FileSet, field: &Field, kind: TokenKind, text: &str, negative: bool) -> Option<Content> {
    let number = || match kind {
        TokenKind::Integer => integer(text).map(|value| if negative { -i128::from(value) } else { value.into() }),
        _ => None,
    };
    match field.kind {
        Kind::Float | Kind::Double => {
            let value = match (kind, text.to_ascii_lowercase().as_str()) {
                (TokenKind::Identifier, "inf" | "infinity") => f64::INFINITY,
                (TokenKind::Identifier, "nan") => f64::NAN,
                (TokenKind::Integer, _) if text.len() > 1 && text.starts_with('0') => return None,
                (TokenKind::Integer | TokenKind::Float, _) => double(text)?,
                _ => return None,
            };
            let value = if negative { -value } else { value };
            Some(match field.kind {
                Kind::Float => Content::Fixed32((value as f32).to_bits()),
                _ => Content::Fixed64(value.to_bits()),
            })
        }
        Kind::Bool => match (kind, text) {
            (TokenKind::Identifier, "true" | "True" | "t") if !negative => Some(Content::Varint(1)),
            (TokenKind::Identifier, "false" | "False" | "f") if !negative => Some(Content::Varint(0)),
            _ => match number()? {
                value @ 0..=1 if !negative => Some(Content::Varint(value as u64)),
                _ => None,
            },
        },
        Kind::Enum => {
            let Target::Enum(id) = field.target else { return None };
            let value = match kind {
                TokenKind::Identifier if !negative => set.value_by_name(id, text)?.number,
                _ => {
                    let value = i32::try_from(number()?).ok()?;
                    if set.is_closed(id) && set.value_by_number(id, value).is_none() {
                        return None;
                    }
                    value
                }
            };
            options::integer(Kind::Enum, value.into())
        }
        kind => options::integer(kind, number()?),
    }
}

fn is_zero(content: &Content) -> bool {
    match content {
        Content::Varint(value) | Content::Fixed64(value) => *value == 0,
        Content::Fixed32(value) => *value == 0,
        Content::Bytes(value) => value.is_empty(),
        Content::Message(_) | Content::Group(_) => false,
    }
}

fn zero(kind: Kind) -> Content {
    match kind {
        Kind::Double | Kind::Fixed64 | Kind::Sfixed64 => Content::Fixed64(0),
        Kind::Float | Kind::Fixed32 | Kind::Sfixed32 => Content::Fixed32(0),
        Kind::String | Kind::Bytes => Content::Bytes(Vec::new()),
        Kind::Message | Kind::Group => Content::Message(Tree::default()),
        _ => Content::Varint(0),
    }
}

/// Adds an item to a packed field.
fn pack(out: &mut Tree, number: u32, item: &Content) {
    if !matches!(out.0.last(), Some((last, Content::Bytes(_))) if *last == number) {
        out.push(number, Content::Bytes(Vec::new()));
    }
    let Some((_, Content::Bytes(bytes))) = out.0.last_mut() else { return };
    match item {
        Content::Varint(value) => put::varint(bytes, *value),
        Content::Fixed64(value) => bytes.extend_from_slice(&value.to_le_bytes()),
        Content::Fixed32(value) => bytes.extend_from_slice(&value.to_le_bytes()),
        _ => {}
    }
}
