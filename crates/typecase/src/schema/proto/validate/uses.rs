//! Whether options may be used where they are: on such a declaration, and in such an edition.

use crate::schema::proto::FileSet;
use crate::schema::proto::descriptor::{Edition, Field, MessageId, Target};
use crate::schema::proto::lexer::{Fault, Outcome, quoted};
use crate::schema::proto::place::Place;
use crate::schema::proto::tree::{Content, Tree};
use alloc::format;

/// `FieldOptions.targets` and `FieldOptions.feature_support`, and the latter in `EnumValueOptions`.
const TARGETS: u32 = 19;
const SUPPORT: u32 = 22;
const VALUE_SUPPORT: u32 = 4;

/// Checks the options of a declaration.
pub(super) fn options(set: &FileSet, place: Place, edition: Edition) -> Outcome<()> {
    let (options, _, at) = set.parts(place);
    let (index, _) = place.options_type();
    let Some(ty) = set.option_types[index] else { return Ok(()) };
    let check = Check { set, at, edition: number_of(edition), target: index as u64 + 1 };
    check.message(&options.tree, ty)
}

/// The number of an edition in `google.protobuf.Edition`.
fn number_of(edition: Edition) -> u64 {
    match edition {
        Edition::Proto2 => 998,
        Edition::Proto3 => 999,
        Edition::Edition2023 => 1000,
    }
}

struct Check<'s> {
    set: &'s FileSet,
    at: u32,
    edition: u64,
    target: u64,
}

impl Check<'_> {
    fn message(&self, tree: &Tree, ty: MessageId) -> Outcome<()> {
        for (number, content) in &tree.0 {
            let Some(field) = self.set.field_by_number(ty, *number) else { continue };
            self.field(field)?;
            match (field.target, content) {
                (Target::Message(inner), Content::Message(tree) | Content::Group(tree)) => self.message(tree, inner)?,
                (Target::Enum(id), Content::Varint(value)) => {
                    if let Some(value) = self.set.value_by_number(id, *value as i32) {
                        self.support(value.options.tree.message(VALUE_SUPPORT), &value.name)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn field(&self, field: &Field) -> Outcome<()> {
        let mut targets = field.options.tree.all(TARGETS).peekable();
        if targets.peek().is_some() && !targets.any(|target| *target == Content::Varint(self.target)) {
            let message = format!("the option {} is not for such a declaration", quoted(&field.name));
            return Err(Fault::new(self.at, message));
        }
        self.support(field.options.tree.message(SUPPORT), &field.name)
    }

    /// An option or a value is there from one edition on, and up to another.
    fn support(&self, support: Option<&Tree>, name: &str) -> Outcome<()> {
        let Some(support) = support else { return Ok(()) };
        let introduced = support.number(1).is_some_and(|edition| self.edition < edition);
        let removed = support.number(4).is_some_and(|edition| self.edition >= edition);
        match introduced || removed {
            true => Err(Fault::new(self.at, format!("{} is not of this edition", quoted(name)))),
            false => Ok(()),
        }
    }
}
