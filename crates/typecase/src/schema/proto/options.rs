//! Understands options: finds the field that an option's name means and sets it in the options message.
//!
//! As in `protoc` this takes two passes. Options whose name begins with a plain word come first, because features are
//! among them, which say how the messages of custom options are written.

use super::FileSet;
use super::aggregate::{self, Scope};
use super::descriptor::{Constant, Field, Kind, Label, MessageId, Target, Written};
use super::lexer::{Fault, Outcome, quoted};
use super::place::Place;
use super::symbols::{Symbol, Visible};
use super::tree::{Content, Tree};
use alloc::format;
use alloc::vec::Vec;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// Options that begin with a plain word.
    Plain,
    /// Options that begin with an extension.
    Extensions,
}

/// The most option statements of a declaration: each is compared with those before it.
const MOST_OPTIONS: usize = 2000;
/// `FieldOptions.retention`, and its value `RETENTION_SOURCE`.
const RETENTION: (u32, u64) = (17, 2);

/// Understands the options of a file's declarations, in one of the two passes.
pub(super) fn interpret(set: &mut FileSet, places: &[Place], visible: &Visible, text: &str, pass: Pass) -> Outcome<()> {
    for place in places {
        if set.parts(*place).0.written.is_empty() {
            continue;
        }
        let written = core::mem::take(&mut set.parts_mut(*place).0.written);
        if let Some(option) = written.get(MOST_OPTIONS) {
            return Err(Fault::new(option.at, "too many options of one declaration"));
        }
        let mut tree = core::mem::take(&mut set.parts_mut(*place).0.tree);
        let mut left = Vec::new();
        let interpreter = Interpreter { set, place: *place, visible, text };
        for option in written {
            if option.name[0].1 == (pass == Pass::Extensions) {
                interpreter.option(&option, &mut tree)?;
            } else {
                left.push(option);
            }
        }
        let options = set.parts_mut(*place).0;
        (options.written, options.tree) = (left, tree);
    }
    Ok(())
}

struct Interpreter<'s> {
    set: &'s FileSet,
    place: Place,
    visible: &'s Visible,
    text: &'s str,
}

impl Interpreter<'_> {
    fn option(&self, option: &Written, tree: &mut Tree) -> Outcome<()> {
        let fault = |message: &str| Err(Fault::new(option.at, message));
        let Some(mut ty) = self.set.option_types[self.place.options_type().0] else {
            return fault("there is no message of options for it");
        };
        let mut tree = tree;
        for (index, (name, is_extension)) in option.name.iter().enumerate() {
            if index == 0 && !is_extension && name == "uninterpreted_option" {
                return fault("the name \"uninterpreted_option\" is reserved");
            }
            let Some((field, file)) = self.field(ty, name, *is_extension) else {
                return Err(Fault::new(option.at, format!("the option {} is not known", quoted(name))));
            };
            if option.name[0] == ("features".into(), false) && file == Some(self.file()) && index > 0 {
                return fault("a feature is not used in the file that it is defined in");
            }
            let number = field.number as u32;
            if index + 1 == option.name.len() {
                if field.label != Label::Repeated && tree.get(number).is_some() {
                    return Err(Fault::new(option.at, format!("the option {} is set already", quoted(name))));
                }
                let content = self.value(field, option)?;
                tree.push(number, content);
                return Ok(());
            }
            let Target::Message(inner) = field.target else { return fault("the option is no message with fields") };
            if field.label == Label::Repeated {
                return fault("fields of a repeated option are set by a message in braces");
            }
            ty = inner;
            tree = tree.message_mut(number, field.kind == Kind::Group);
        }
        Ok(())
    }

    /// The file whose options are understood.
    fn file(&self) -> usize {
        match self.place {
            Place::File(file) | Place::Service(file, _) | Place::Method(file, ..) => file,
            Place::Range(id, _) | Place::Message(id) | Place::Field(id, _) | Place::Oneof(id, _) => {
                self.set.message(id).file
            }
            Place::Extension(id) => self.set.extension(id).file,
            Place::Enum(id) | Place::Value(id, _) => self.set.enumeration(id).file,
        }
    }

    /// A field of a message, or an extension of it, and the file that declares it.
    fn field(&self, ty: MessageId, name: &str, is_extension: bool) -> Option<(&Field, Option<usize>)> {
        if !is_extension {
            return Some((self.set.field_by_name(ty, name)?, Some(self.set.message(ty).file)));
        }
        let scope = self.set.scope_around(self.place);
        match self.set.symbols.resolve(name, scope, self.visible, false)?.symbol {
            Symbol::Extension(id) => {
                let extension = self.set.extension(id);
                (extension.field.extendee == Some(ty)).then_some((&extension.field, Some(extension.file)))
            }
            _ => None,
        }
    }

    /// The value of an option as the content of its field.
    fn value(&self, field: &Field, option: &Written) -> Outcome<Content> {
        let at = option.value_at;
        let expected = |what: &str| Err(Fault::new(at, format!("the value of the option must be {what}")));
        match (&option.value, field.target) {
            (Constant::Aggregate(start, end), Target::Message(ty)) => {
                let scope = Scope { set: self.set, visible: self.visible };
                let tree = aggregate::parse(&scope, self.text, *start, *end, ty)?;
                Ok(if field.kind == Kind::Group { Content::Group(tree) } else { Content::Message(tree) })
            }
            (_, Target::Message(_)) => expected("a message in braces"),
            (Constant::Identifier(name), Target::Enum(id)) => match self.set.value_by_name(id, name) {
                Some(value) => Ok(Content::Varint(i64::from(value.number) as u64)),
                None => Err(Fault::new(at, format!("the enum has no value {}", quoted(name)))),
            },
            (_, Target::Enum(_)) => expected("the name of an enum's value"),
            (constant, Target::None) => match scalar(field.kind, constant) {
                Some(content) => Ok(content),
                None => expected(&format!("of type {}", field.kind.name())),
            },
        }
    }
}

/// A constant as a value of a scalar type.
fn scalar(kind: Kind, constant: &Constant) -> Option<Content> {
    let double = || match constant {
        Constant::Double(value) => Some(*value),
        Constant::Positive(value) => Some(*value as f64),
        Constant::Negative(value) => Some(*value as f64),
        Constant::Identifier(name) if name == "inf" => Some(f64::INFINITY),
        Constant::Identifier(name) if name == "nan" => Some(f64::NAN),
        _ => None,
    };
    match (kind, constant) {
        (Kind::Double, _) => Some(Content::Fixed64(double()?.to_bits())),
        (Kind::Float, Constant::Positive(value)) => Some(Content::Fixed32((*value as f32).to_bits())),
        (Kind::Float, Constant::Negative(value)) => Some(Content::Fixed32((*value as f32).to_bits())),
        (Kind::Float, _) => Some(Content::Fixed32((double()? as f32).to_bits())),
        (Kind::Bool, Constant::Identifier(name)) => match name.as_str() {
            "true" => Some(Content::Varint(1)),
            "false" => Some(Content::Varint(0)),
            _ => None,
        },
        (Kind::String | Kind::Bytes, Constant::Text(value)) => Some(Content::Bytes(value.clone())),
        (_, Constant::Positive(value)) => integer(kind, (*value).into()),
        (_, Constant::Negative(value)) => integer(kind, (*value).into()),
        _ => None,
    }
}

/// An integer as a value of an integer type, if it is in its range.
pub(super) fn integer(kind: Kind, value: i128) -> Option<Content> {
    let signed = |bits: u32| (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value);
    let unsigned = |bits: u32| (0..1i128 << bits).contains(&value);
    let zigzag = |value: i64| (value << 1 ^ value >> 63) as u64;
    let fits = match kind {
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 | Kind::Enum => signed(32),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => signed(64),
        Kind::Uint32 | Kind::Fixed32 => unsigned(32),
        Kind::Uint64 | Kind::Fixed64 => unsigned(64),
        _ => false,
    };
    fits.then(|| match kind {
        Kind::Sint32 | Kind::Sint64 => Content::Varint(zigzag(value as i64)),
        Kind::Fixed32 | Kind::Sfixed32 => Content::Fixed32(value as u32),
        Kind::Fixed64 | Kind::Sfixed64 => Content::Fixed64(value as u64),
        _ => Content::Varint(value as u64),
    })
}

/// Options without those that only matter in the source (`retention = RETENTION_SOURCE`).
pub(super) fn without_source_only(set: &FileSet, tree: &Tree, ty: MessageId) -> Tree {
    let mut kept = Tree::default();
    for (number, content) in &tree.0 {
        let field = set.field_by_number(ty, *number);
        if field.is_some_and(|field| field.options.tree.number(RETENTION.0) == Some(RETENTION.1)) {
            continue;
        }
        let content = match (field.map(|field| field.target), content) {
            (Some(Target::Message(inner)), Content::Message(tree)) => {
                Content::Message(without_source_only(set, tree, inner))
            }
            _ => content.clone(),
        };
        kept.push(*number, content);
    }
    kept
}
