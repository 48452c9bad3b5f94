//! Extension ranges, and what they declare of their extensions.

use crate::schema::proto::descriptor::MessageId;
use crate::schema::proto::lexer::{Fault, Outcome, is_identifier, quoted};
use crate::schema::proto::queries::MESSAGE_SET;
use crate::schema::proto::tree::{Content, Tree};
use crate::schema::proto::{FileSet, Kind};
use alloc::collections::BTreeSet;

/// Behind the largest field number.
const BEHIND_NUMBERS: i32 = 1 << 29;
/// Fields of `google.protobuf.ExtensionRangeOptions`, and `UNVERIFIED`.
pub(super) const DECLARATION: u32 = 2;
pub(super) const VERIFICATION: u32 = 3;
const UNVERIFIED: u64 = 1;

/// Checks the extension ranges of a message.
pub(super) fn message(set: &FileSet, id: MessageId) -> Outcome<()> {
    let message = set.message(id);
    let is_set = message.options.tree.flag(MESSAGE_SET);
    let mut names = BTreeSet::new();
    for range in &message.extension_ranges {
        let (start, end, at) = (range.range.start, range.range.end, range.range.at);
        let fault = |message: &str| Err(Fault::new(at, message));
        if end > BEHIND_NUMBERS && !is_set {
            return fault("an extension number is at most 536870911");
        }
        let options = &range.options.tree;
        let declarations = || options.all(DECLARATION).filter_map(as_message);
        if options.number(VERIFICATION) == Some(UNVERIFIED) && declarations().next().is_some() {
            return fault("a range that declares extensions is not UNVERIFIED");
        }
        let mut numbers = BTreeSet::new();
        for declaration in declarations() {
            let Some(number) = declaration.number(1).map(|number| number as i32) else {
                return fault("the number of the declared extension is missing");
            };
            if number < start || number >= end || !numbers.insert(number) {
                return fault("the number of the declared extension is not in the range, or declared twice");
            }
            let (name, ty) = (text(declaration, 2), text(declaration, 3));
            if name.is_some() != ty.is_some() || name.is_none() && !declaration.flag(5) {
                return fault("a declared extension has a name and a type, or is reserved");
            }
            if let (Some(name), Some(ty)) = (name, ty) {
                if !names.insert(name) {
                    return Err(Fault::new(at, alloc::format!("the extension {} is declared twice", quoted(name))));
                }
                let is_scalar = Kind::NAMES.iter().any(|(known, kind)| *known == ty && *kind != Kind::Group);
                if !is_full_name(name) || !is_scalar && !is_full_name(ty) {
                    return fault("the names in a declaration begin with a dot");
                }
            }
        }
    }
    Ok(())
}

/// The message that a field holds.
pub(super) fn as_message(content: &Content) -> Option<&Tree> {
    match content {
        Content::Message(tree) | Content::Group(tree) => Some(tree),
        _ => None,
    }
}

/// The text that a field holds.
pub(super) fn text(tree: &Tree, number: u32) -> Option<&str> {
    match tree.get(number)? {
        Content::Bytes(text) => core::str::from_utf8(text).ok(),
        _ => None,
    }
}

fn is_full_name(name: &str) -> bool {
    name.strip_prefix('.').is_some_and(|name| name.split('.').all(is_identifier))
}
