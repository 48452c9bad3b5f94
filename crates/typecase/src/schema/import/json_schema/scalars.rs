//! Numbers, strings and listed values.

use super::super::super::export::range;
use super::super::super::model::{Enum, Rules, Scalar, Type};
use super::super::super::words::EXTENSION;
use super::kinds::{Kinds, is_whole};
use super::source::{Node, Result};
use super::{Branch, Draft, Importer, Spec};
use crate::value::Value;
use alloc::string::ToString;
use alloc::vec::Vec;

impl<'v> Importer<'v> {
    /// The branch for numbers, if there are any.
    pub(super) fn number(&self, nodes: &[Node<'v>], kinds: Kinds) -> Result<Option<Branch>> {
        let kinds = kinds.and(Kinds::NUMBER);
        if kinds == Kinds::NONE {
            return Ok(None);
        }
        let whole = !kinds.contains(Kinds::NUMBER.without(Kinds::INTEGER)) || nodes.iter().any(is_multiple_of_one);
        let Some(mut rules) = self.bounds(nodes)? else { return Ok(None) };
        let (scalar, kinds) = if whole { (Scalar::Integer, Kinds::INTEGER) } else { (Scalar::Number, Kinds::NUMBER) };
        let scalar = extension(nodes).filter(|it| is_refinement(*it, scalar)).unwrap_or(scalar);
        if let Some((min, max)) = range(scalar) {
            rules.min = rules.min.filter(|bound| *bound > min);
            rules.max = rules.max.filter(|bound| *bound < max);
        }
        Ok(Some(Branch { rules, ..Branch::new(scalar, kinds) }))
    }

    /// The bounds of numbers; `None` if no number is within them.
    fn bounds(&self, nodes: &[Node<'v>]) -> Result<Option<Rules>> {
        let mut rules = Rules::default();
        let mut at_least = |bound: f64| rules.min = Some(rules.min.map_or(bound, |min| min.max(bound)));
        let mut most: Option<f64> = None;
        let mut at_most = |bound: f64| most = Some(most.map_or(bound, |max| max.min(bound)));
        for node in nodes {
            let (minimum, maximum) = (bound(node, "minimum")?, bound(node, "maximum")?);
            if self.source.draft == Some(Draft::Draft4) {
                let (above, below) = (is_exclusive(node, "exclusiveMinimum")?, is_exclusive(node, "exclusiveMaximum")?);
                minimum.into_iter().for_each(|b| at_least(if above { b.next_up() } else { b }));
                maximum.into_iter().for_each(|b| at_most(if below { b.next_down() } else { b }));
            } else {
                minimum.into_iter().for_each(&mut at_least);
                maximum.into_iter().for_each(&mut at_most);
                // All numbers are doubles, so the next one is the least that is greater.
                bound(node, "exclusiveMinimum")?.into_iter().for_each(|b| at_least(b.next_up()));
                bound(node, "exclusiveMaximum")?.into_iter().for_each(|b| at_most(b.next_down()));
            }
        }
        rules.max = most;
        let possible = rules.min.unwrap_or(f64::NEG_INFINITY) <= rules.max.unwrap_or(f64::INFINITY);
        Ok(possible.then_some(rules))
    }

    /// The branch for strings; `None` if no string is possible.
    pub(super) fn string(&self, nodes: &[Node<'v>]) -> Result<Option<Branch>> {
        let mut rules = Rules::default();
        for node in nodes {
            rules.min_length = rules.min_length.max(node.count("minLength")?.filter(|least| *least > 0));
            if let Some(most) = node.count("maxLength")? {
                rules.max_length = Some(rules.max_length.map_or(most, |known| known.min(most)));
            }
            if let Some(pattern) = node.get("pattern") {
                let pattern = pattern.as_str().ok_or_else(|| node.error("pattern", "expected a string"))?;
                if rules.pattern.as_deref().is_some_and(|known| known != pattern) {
                    return Err(node.error("pattern", "a second pattern for the same strings is not supported"));
                }
                rules.pattern = Some(pattern.to_string());
            }
        }
        if rules.min_length > rules.max_length.or(Some(u64::MAX)) {
            return Ok(None);
        }
        // UTF-16 units and characters differ, but not in whether there are any.
        let bounded = rules.min_length.is_some_and(|least| least > 1) || rules.max_length.is_some_and(|most| most > 0);
        rules.characters = bounded && !is_extended(nodes, "utf16");
        let scalar = extension(nodes).filter(|it| matches!(it, Scalar::Date | Scalar::Bytes | Scalar::BigInt));
        if scalar == Some(Scalar::BigInt) {
            rules.pattern = None;
        }
        Ok(Some(Branch { rules, ..Branch::new(scalar.unwrap_or(Scalar::String), Kinds::STRING) }))
    }

    /// The values that `enum` and `const` leave, if there is one: those that all lists have.
    pub(super) fn listed_values(&self, nodes: &[Node<'v>], kinds: Kinds) -> Result<Option<Vec<&'v Value<'v>>>> {
        let mut left: Option<Vec<&'v Value<'v>>> = None;
        for node in nodes {
            let mut take = |listed: Vec<&'v Value<'v>>, keyword: &str| -> Result<()> {
                if let Some(value) = listed.iter().find(|value| {
                    let kind = Kinds::of(value);
                    kinds.contains(kind) && kind.and(Kinds::ARRAY.or(Kinds::OBJECT)) != Kinds::NONE
                }) {
                    let kind = if value.as_list().is_some() { "an array" } else { "an object" };
                    return Err(node.error(keyword, alloc::format!("{kind} as a listed value is not supported")));
                }
                left = Some(match left.take() {
                    None => listed,
                    Some(known) => {
                        known.into_iter().filter(|value| listed.iter().any(|other| same(value, other))).collect()
                    }
                });
                Ok(())
            };
            if let Some(value) = node.get("const") {
                take(alloc::vec![value], "const")?;
            }
            if let Some(values) = node.get("enum").and_then(Value::as_list) {
                take(values.iter().collect(), "enum")?;
            }
        }
        Ok(left.map(|values| values.into_iter().filter(|value| kinds.contains(Kinds::of(value))).collect()))
    }

    /// The types of listed values, of which those are left that satisfy the other keywords.
    pub(super) fn values(&self, nodes: &[Node<'v>], values: Vec<&'v Value<'v>>) -> Result<Spec> {
        let mut spec = Spec::default();
        let (mut truths, mut listed) = (Vec::new(), Vec::new());
        let mut kinds = Kinds::NONE;
        for value in values {
            match value {
                Value::Null => spec.null = true,
                Value::Bool(truth) => truths.push(*truth),
                Value::Text(_) => {
                    if let Some(node) = nodes.iter().find(|node| {
                        ["pattern", "minLength", "maxLength"].iter().any(|keyword| node.get(keyword).is_some())
                    }) {
                        return Err(node.error_here("rules for strings beside listed strings are not supported"));
                    }
                }
                number => {
                    let Some(rules) = self.bounds(nodes)? else { continue };
                    let number = number.as_f64().unwrap_or(f64::NAN);
                    if rules.min.is_some_and(|min| number < min) || rules.max.is_some_and(|max| number > max) {
                        continue;
                    }
                }
            }
            if !matches!(value, Value::Null | Value::Bool(_)) && !listed.iter().any(|known| same(known, value)) {
                if !is_exact(value) {
                    return Err(nodes[0].error_here("a listed integer beyond 2^53 is not supported"));
                }
                kinds = kinds.or(Kinds::of(value));
                listed.push(value.clone().into_owned());
            }
        }
        if truths.contains(&true) && truths.contains(&false) {
            spec.branches.push(Branch::new(Scalar::Boolean, Kinds::BOOLEAN));
        } else if !truths.is_empty() {
            return Err(nodes[0].error_here("one of the booleans as the only value is not supported"));
        }
        if !listed.is_empty() {
            spec.branches.push(Branch::new(Type::Enum(Enum { values: listed, open: false }), kinds));
        }
        Ok(spec)
    }
}

/// A number in a keyword, if a double holds it exactly.
fn bound(node: &Node<'_>, keyword: &str) -> Result<Option<f64>> {
    match node.get(keyword) {
        None => Ok(None),
        Some(value) => match value.as_f64() {
            Some(number) if is_exact(value) && number.is_finite() => Ok(Some(number)),
            Some(_) => Err(node.error(keyword, "a bound that is no double is not supported")),
            None => Err(node.error(keyword, "expected a number")),
        },
    }
}

/// The boolean of draft 4 that makes the bound beside it exclusive.
fn is_exclusive(node: &Node<'_>, keyword: &str) -> Result<bool> {
    match node.get(keyword) {
        None => Ok(false),
        Some(Value::Bool(exclusive)) => Ok(*exclusive),
        Some(_) => Err(node.error(keyword, "expected true or false, as draft 4 has it")),
    }
}

/// Whether a number is exactly a double.
fn is_exact(value: &Value<'_>) -> bool {
    match value {
        Value::Int(number) => *number as f64 as i128 == i128::from(*number),
        Value::Uint(number) => *number as f64 as u128 == u128::from(*number),
        _ => true,
    }
}

/// Whether two scalars are the same JSON value: numbers by their value.
fn same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a == b,
        _ => a == b,
    }
}

/// Whether `multipleOf` says that numbers have no fraction, and nothing more.
pub(super) fn is_multiple_of_one(node: &Node<'_>) -> bool {
    node.get("multipleOf").and_then(Value::as_f64) == Some(1.0)
}

/// The scalar that an export has written beside the keywords.
fn extension(nodes: &[Node<'_>]) -> Option<Scalar> {
    match nodes {
        [node] => node.get(EXTENSION).and_then(Value::as_str).and_then(Scalar::from_name),
        _ => None,
    }
}

/// Whether an export has written this word beside the keywords.
fn is_extended(nodes: &[Node<'_>], word: &str) -> bool {
    matches!(nodes, [node] if node.get(EXTENSION).and_then(Value::as_str) == Some(word))
}

/// Whether a sized number may stand for a number or integer.
fn is_refinement(sized: Scalar, general: Scalar) -> bool {
    let integers = [Scalar::Int32, Scalar::Int64, Scalar::Uint32, Scalar::Uint64];
    match general {
        Scalar::Integer => integers.contains(&sized),
        _ => matches!(sized, Scalar::Float32 | Scalar::Float64),
    }
}

/// Whether a value is one of the type, as far as defaults are imported.
pub(super) fn fits(ty: &Type, value: &Value<'_>) -> bool {
    match ty {
        Type::Scalar(Scalar::String) => value.as_str().is_some(),
        Type::Scalar(Scalar::Boolean) => value.as_bool().is_some(),
        Type::Scalar(Scalar::Number | Scalar::Float64) => value.as_f64().is_some(),
        Type::Scalar(Scalar::Integer | Scalar::Int64) => match value {
            Value::Int(_) => true,
            Value::Float(number) => is_whole(*number) && number.abs() < 9e18,
            _ => false,
        },
        Type::Enum(it) => it.values.iter().any(|known| same(known, value)),
        _ => false,
    }
}
