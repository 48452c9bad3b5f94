//! `anyOf` and `oneOf`, and the keywords that no type carries.

use super::super::super::model::{Rules, Slot, Type, Union};
use super::kinds::Kinds;
use super::source::{ALL_OF, Node, Result};
use super::{Branch, Draft, Importer, Spec, record_of, scalars};
use crate::value::Value;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The most branches of one union.
const MAX_BRANCHES: usize = 500;

impl<'v> Importer<'v> {
    /// The types of a conjunction with an `anyOf` or `oneOf`: all else together with each branch.
    pub(super) fn combine(
        &mut self,
        nodes: &[Node<'v>],
        index: usize,
        bit: u8,
        keyword: &str,
        depth: u32,
    ) -> Result<Spec> {
        let mut rest = nodes.to_vec();
        rest[index].done |= bit;
        let mut combined = Spec::default();
        for branch in nodes[index].children(keyword)? {
            let mut conjunction = rest.clone();
            conjunction.push(branch.clone());
            let mut spec = self.spec(conjunction, depth + 1)?;
            if spec.is_any() {
                spec.branches = super::any_union();
            }
            if keyword == "oneOf" {
                if combined.null && spec.null {
                    return Err(branch.error_here("null would satisfy two branches of oneOf, which is not supported"));
                }
                for known in &combined.branches {
                    if spec.branches.iter().any(|new| !self.is_exclusive(known, new)) {
                        let message = "a branch of oneOf that may overlap with another is not supported";
                        return Err(branch.error_here(message));
                    }
                }
            }
            combined.null |= spec.null;
            for new in spec.branches {
                self.add_branch(&branch, &mut combined.branches, new)?;
            }
        }
        Ok(combined)
    }

    /// Adds a branch to a union; one that is there already, or takes no more values than one, says nothing.
    fn add_branch(&mut self, at: &Node<'v>, branches: &mut Vec<Branch>, new: Branch) -> Result<()> {
        if branches.iter().any(|known| known.ty == new.ty && (known.rules == new.rules || known.rules.is_empty())) {
            return Ok(());
        }
        if new.rules.is_empty() {
            branches.retain(|known| known.ty != new.ty);
        }
        let mut overlapping: Vec<Type> = Vec::new();
        for known in branches.iter().filter(|known| !self.is_exclusive(known, &new)) {
            // A reader takes the first branch of the right shape, and rules are checked after that.
            if !known.rules.is_empty() || !new.rules.is_empty() {
                return Err(at.error_here("rules in a branch that may overlap with another are not supported"));
            }
            overlapping.push(known.ty.clone());
        }
        if !overlapping.is_empty() {
            overlapping.push(new.ty.clone());
            self.overlaps.push((at.pointer(), overlapping));
        }
        if branches.len() == MAX_BRANCHES {
            return Err(at.error_here("more than 500 branches are not supported"));
        }
        branches.push(new);
        Ok(())
    }

    /// Whether no value can be of both types.
    fn is_exclusive(&self, a: &Branch, b: &Branch) -> bool {
        if !a.kinds.contains(b.kinds) {
            return true;
        }
        match (&a.ty, &b.ty) {
            (Type::Enum(a), Type::Enum(b)) => !a.values.iter().any(|value| b.values.contains(value)),
            (ty, other) => match (record_of(ty, &self.types), record_of(other, &self.types)) {
                (Some(x), Some(y)) => {
                    let told_apart = x.fields.iter().filter(|field| is_tag(&field.slot)).any(|field| {
                        y.fields.iter().any(|other| {
                            other.name == field.name && is_tag(&other.slot) && are_disjoint(&field.slot, &other.slot)
                        })
                    });
                    let lacks = |closed: bool, has: &super::Record, other: &super::Record| {
                        closed
                            && has.fields.iter().any(|field| {
                                field.slot.required && !other.fields.iter().any(|known| known.name == field.name)
                            })
                    };
                    told_apart || lacks(b.closed, x, y) || lacks(a.closed, y, x)
                }
                _ => false,
            },
        }
    }

    /// The union of branches: records with a common tag are told apart by it.
    pub(super) fn union(&self, branches: Vec<Branch>) -> Type {
        let (records, mut others): (Vec<Type>, Vec<Type>) =
            branches.into_iter().map(|branch| branch.ty).partition(|ty| record_of(ty, &self.types).is_some());
        match self.discriminator(&records) {
            Some(discriminator) => {
                let union = Type::Union(Union { branches: records, discriminator: Some(discriminator) });
                if others.is_empty() {
                    return union;
                }
                others.push(union);
            }
            None => others.extend(records),
        }
        Type::Union(Union { branches: others, discriminator: None })
    }

    /// The field that tells all of the records apart.
    fn discriminator(&self, records: &[Type]) -> Option<String> {
        let records: Vec<_> = records.iter().map(|ty| record_of(ty, &self.types)).collect::<Option<_>>()?;
        let (first, rest) = records.split_first()?;
        if rest.is_empty() {
            return None;
        }
        let tells_apart = |name: &str| {
            let mut seen = BTreeSet::new();
            records.iter().all(|record| {
                let tag = record.fields.iter().find(|field| field.name == name && is_tag(&field.slot));
                let Some(Type::Enum(it)) = tag.map(|field| &field.slot.ty) else { return false };
                it.values.iter().all(|value| seen.insert(format!("{value:?}")))
            })
        };
        first.fields.iter().find(|field| tells_apart(&field.name)).map(|field| field.name.clone())
    }

    /// Checks that no type of a union whose branches overlap has rules inside.
    pub(super) fn check_overlaps(&self) -> Result<()> {
        for (place, branches) in &self.overlaps {
            let mut open: Vec<&Type> = branches.iter().collect();
            let mut seen = BTreeSet::new();
            while let Some(ty) = open.pop() {
                let slots: Vec<&Slot> = match ty {
                    Type::Record(record) => record.fields.iter().map(|field| &field.slot).collect(),
                    Type::List(slot) | Type::Map(slot) => alloc::vec![&**slot],
                    Type::Tuple(items) => items.iter().map(|item| &item.slot).collect(),
                    Type::Union(union) => {
                        open.extend(&union.branches);
                        Vec::new()
                    }
                    Type::Reference(name) => {
                        if seen.insert(name) {
                            open.extend(self.types.iter().filter(|(known, _)| known == name).map(|(_, ty)| ty));
                        }
                        Vec::new()
                    }
                    Type::Scalar(_) | Type::Enum(_) | Type::Flags(_) => Vec::new(),
                };
                if slots.iter().any(|slot| !slot.options.rules.is_empty()) {
                    let message = "rules inside a branch that may overlap with another are not supported";
                    return Err(super::ImportError::new(place.clone(), message.to_string()));
                }
                open.extend(slots.into_iter().map(|slot| &slot.ty));
            }
        }
        Ok(())
    }

    /// Refuses the keywords of later editions: tools for the schema's own edition ignore them, which
    /// whoever wrote them did not mean.
    pub(super) fn refuse_later_keywords(&self, node: &Node<'v>) -> Result<()> {
        const SINCE: [(&str, Draft); 13] = [
            ("const", Draft::Draft6),
            ("contains", Draft::Draft6),
            ("propertyNames", Draft::Draft6),
            ("if", Draft::Draft7),
            ("dependentRequired", Draft::Draft2019),
            ("dependentSchemas", Draft::Draft2019),
            ("maxContains", Draft::Draft2019),
            ("minContains", Draft::Draft2019),
            ("unevaluatedItems", Draft::Draft2019),
            ("unevaluatedProperties", Draft::Draft2019),
            ("$recursiveRef", Draft::Draft2019),
            ("$dynamicRef", Draft::Draft2020),
            ("prefixItems", Draft::Draft2020),
        ];
        let Some(draft) = self.source.draft else { return Ok(()) };
        for (keyword, since) in SINCE {
            if draft < since && node.get(keyword).is_some() {
                return Err(node.error(keyword, "the keyword is not one of the schema's edition"));
            }
        }
        if draft == Draft::Draft2020 && node.get("items").and_then(Value::as_list).is_some() {
            return Err(node.error("items", "a list of schemas is not in the schema's edition"));
        }
        Ok(())
    }

    /// Refuses the keywords that no type carries, where they decide about values of the kinds that are
    /// possible.
    pub(super) fn refuse_unsupported(&self, nodes: &[Node<'v>], kinds: Kinds) -> Result<()> {
        const KEYWORDS: [(&str, Kinds); 15] = [
            ("$dynamicRef", Kinds::ALL),
            ("$recursiveRef", Kinds::ALL),
            ("not", Kinds::ALL),
            ("if", Kinds::ALL),
            ("dependencies", Kinds::OBJECT),
            ("dependentRequired", Kinds::OBJECT),
            ("dependentSchemas", Kinds::OBJECT),
            ("propertyNames", Kinds::OBJECT),
            ("unevaluatedProperties", Kinds::OBJECT),
            ("contains", Kinds::ARRAY),
            ("uniqueItems", Kinds::ARRAY),
            ("unevaluatedItems", Kinds::ARRAY),
            ("prefixItems", Kinds::ARRAY),
            ("additionalItems", Kinds::ARRAY),
            ("multipleOf", Kinds::NUMBER),
        ];
        for node in nodes {
            for (keyword, decides_about) in KEYWORDS {
                let Some(value) = node.get(keyword).filter(|_| kinds.contains(decides_about)) else { continue };
                if !self.says_nothing(node, keyword, value, nodes.len() == 1) {
                    return Err(node.error(keyword, "the keyword is not supported"));
                }
            }
        }
        Ok(())
    }

    /// Whether one of the unsupported keywords is written in a form that is supported.
    fn says_nothing(&self, node: &Node<'v>, keyword: &str, value: &Value<'v>, alone: bool) -> bool {
        let empty = || value.as_map().is_some_and(<[_]>::is_empty);
        let holds = || empty() || value.as_bool() == Some(true);
        match keyword {
            "not" => value.as_bool() == Some(false),
            "if" => node.get("then").is_none() && node.get("else").is_none(),
            "dependencies" | "dependentRequired" | "dependentSchemas" => empty(),
            "propertyNames" => {
                holds()
                    || value.as_map().is_some_and(|entries| {
                        entries.len() == 1 && value.get("type").and_then(Value::as_str) == Some("string")
                    })
            }
            "contains" => {
                self.source.draft >= Some(Draft::Draft2019)
                    && node.get("minContains").and_then(Value::as_f64) == Some(0.0)
                    && node.get("maxContains").is_none()
            }
            "uniqueItems" => value.as_bool() == Some(false),
            // What a schema alone does not list is what it does not evaluate.
            "unevaluatedProperties" => {
                holds() || (alone && lists_all(node, &["additionalProperties", "patternProperties", "if"]))
            }
            "unevaluatedItems" => holds() || (alone && lists_all(node, &["items", "contains", "if"])),
            "prefixItems" => true,
            // It counts only beside a list of schemas.
            "additionalItems" => true,
            "multipleOf" => scalars::is_multiple_of_one(node),
            _ => false,
        }
    }
}

/// Whether what a schema does not list is what it does not evaluate: it has no other way to.
fn lists_all(node: &Node<'_>, other_ways: &[&str]) -> bool {
    node.done == ALL_OF && other_ways.iter().all(|keyword| node.get(keyword).is_none())
}

/// Whether a slot is a closed enum that is always there.
fn is_tag(slot: &Slot) -> bool {
    matches!(&slot.ty, Type::Enum(it) if !it.open)
        && slot.required
        && slot.default.is_none()
        && slot.options.rules == Rules::default()
}

fn are_disjoint(a: &Slot, b: &Slot) -> bool {
    match (&a.ty, &b.ty) {
        (Type::Enum(a), Type::Enum(b)) => !a.values.iter().any(|value| b.values.contains(value)),
        _ => false,
    }
}
