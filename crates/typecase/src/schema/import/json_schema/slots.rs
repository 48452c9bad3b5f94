//! From the types at a place to its slot or its type.

use super::super::super::model::{Options, Scalar, Slot, Type, Union};
use super::super::super::words::{ANNOTATIONS, EXTENSION};
use super::source::{Node, Result};
use super::{Branch, Importer, Spec, any_union, rules_text, scalars};
use crate::value::Value;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

impl<'v> Importer<'v> {
    /// The slot of the items of a list or tuple, or of the values of a map; `None` if none is possible.
    pub(super) fn element(&mut self, schemas: Vec<Node<'v>>, depth: u32) -> Result<Option<Slot>> {
        let meta = annotations(&schemas);
        let at = schemas.first().cloned();
        let spec = self.spec(schemas, depth + 1)?;
        let Some(at) = at.filter(|_| !spec.is_any()) else {
            return Ok(Some(Slot { options: Options { meta, ..Options::default() }, ..super::any_slot() }));
        };
        if spec.is_never() {
            return Ok(None);
        }
        let null = spec.null && !spec.branches.is_empty();
        let mut slot = self.filled(&at, spec)?;
        slot.required = !null;
        slot.options.meta = meta;
        Ok(Some(slot))
    }

    /// The slot of a property; `None` if no value is possible.
    pub(super) fn field_slot(
        &mut self,
        at: &Node<'v>,
        schemas: Vec<Node<'v>>,
        required: bool,
        depth: u32,
    ) -> Result<Option<Slot>> {
        let meta = annotations(&schemas);
        let default = schemas.iter().find_map(|node| node.get("default"));
        let mut spec = self.spec(schemas, depth + 1)?;
        if spec.is_never() {
            return Ok(None);
        }
        let mut slot = if spec.is_any() && !required {
            super::any_slot()
        } else if required && spec.null {
            // An optional field may be missing: what must be there and may be null is a union.
            if spec.is_any() {
                spec.branches = any_union();
            }
            Slot::required(self.type_with_null(at, spec)?)
        } else {
            let null = spec.null;
            let mut slot = self.filled(at, spec)?;
            slot.required = required;
            slot.options.refuse_null = !required && !null;
            slot
        };
        // A default fills what is missing; it is checked against the rules, which an annotation is not.
        let fill = default.filter(|value| slot.options.rules.is_empty() && scalars::fits(&slot.ty, value));
        if let (false, Some(value)) = (required, fill) {
            slot.default = Some(value.clone().into_owned());
        }
        slot.options.meta = meta;
        Ok(Some(slot))
    }

    /// A slot with the type and the rules of a spec, leaving null aside.
    fn filled(&mut self, at: &Node<'v>, mut spec: Spec) -> Result<Slot> {
        let rules = match spec.branches.as_mut_slice() {
            [branch] => core::mem::take(&mut branch.rules),
            _ => super::Rules::default(),
        };
        let mut slot = Slot::required(self.type_without_null(at, spec)?);
        slot.options.rules = rules;
        Ok(slot)
    }

    /// The type of a spec, with null as a branch of a union where it is possible.
    pub(super) fn type_with_null(&mut self, at: &Node<'v>, spec: Spec) -> Result<Type> {
        if !spec.null {
            return self.type_without_null(at, spec);
        }
        let mut branches = alloc::vec![Type::Scalar(Scalar::Null)];
        if !spec.branches.is_empty() {
            no_rules(at, &spec.branches)?;
            match self.type_without_null(at, spec)? {
                Type::Union(Union { branches: more, discriminator: None }) => branches.extend(more),
                ty => branches.push(ty),
            }
        }
        Ok(Type::Union(Union { branches, discriminator: None }))
    }

    /// The type of a spec that is not null.
    pub(super) fn type_without_null(&mut self, at: &Node<'v>, spec: Spec) -> Result<Type> {
        let mut branches = spec.branches;
        match branches.len() {
            0 => Ok(Scalar::Null.into()),
            1 => Ok(branches.remove(0).ty),
            _ => {
                no_rules(at, &branches)?;
                Ok(self.union(branches))
            }
        }
    }
}

/// Checks that no branch has rules, which belong to slots.
fn no_rules(at: &Node<'_>, branches: &[Branch]) -> Result<()> {
    match branches.iter().find(|branch| !branch.rules.is_empty()) {
        None => Ok(()),
        Some(branch) => {
            Err(at.error_here(format!("{} where there may be values of other types", rules_text(&branch.rules))))
        }
    }
}

/// The annotations of a place: of several, the first.
fn annotations(schemas: &[Node<'_>]) -> Vec<(alloc::string::String, Value<'static>)> {
    let found = |keyword: &str| {
        let node = schemas.iter().find(|node| node.get(keyword).is_some())?;
        // What an export has said of a scalar is in the type.
        if matches!(keyword, "format" | "contentEncoding") && node.get(EXTENSION).is_some() {
            return None;
        }
        let value = node.get(keyword)?;
        Some((keyword.to_string(), value.clone().into_owned()))
    };
    ANNOTATIONS.iter().filter_map(|keyword| found(keyword)).collect()
}
