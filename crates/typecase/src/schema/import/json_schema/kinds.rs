//! The kinds of JSON values, and which of them a conjunction of schemas allows at all.

use super::source::{ANY_OF, Node, ONE_OF, Result};
use super::{Importer, MAX_DEPTH};
use crate::value::Value;
use alloc::format;

/// A set of kinds of JSON values. Numbers with and without a fraction are two kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const NONE: Kinds = Kinds(0);
    pub(super) const NULL: Kinds = Kinds(1);
    pub(super) const BOOLEAN: Kinds = Kinds(2);
    pub(super) const INTEGER: Kinds = Kinds(4);
    pub(super) const NUMBER: Kinds = Kinds(12);
    pub(super) const STRING: Kinds = Kinds(16);
    pub(super) const ARRAY: Kinds = Kinds(32);
    pub(super) const OBJECT: Kinds = Kinds(64);
    pub(super) const ALL: Kinds = Kinds(127);

    /// The kind of a value.
    pub(super) fn of(value: &Value<'_>) -> Kinds {
        match value {
            Value::Null => Kinds::NULL,
            Value::Bool(_) => Kinds::BOOLEAN,
            Value::Int(_) | Value::Uint(_) => Kinds::INTEGER,
            Value::Float(number) if is_whole(*number) => Kinds::INTEGER,
            Value::Float(_) => Kinds(8),
            Value::Text(_) => Kinds::STRING,
            Value::List(_) => Kinds::ARRAY,
            _ => Kinds::OBJECT,
        }
    }

    pub(super) fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub(super) fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    pub(super) fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    /// Whether any of the other kinds is here.
    pub(super) fn contains(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    fn from_name(name: &str) -> Option<Kinds> {
        Some(match name {
            "null" => Kinds::NULL,
            "boolean" => Kinds::BOOLEAN,
            "integer" => Kinds::INTEGER,
            "number" => Kinds::NUMBER,
            "string" => Kinds::STRING,
            "array" => Kinds::ARRAY,
            "object" => Kinds::OBJECT,
            _ => return None,
        })
    }
}

/// Whether a double has no fraction. From 2^53 on none has.
pub(super) fn is_whole(number: f64) -> bool {
    number.abs() >= 9_007_199_254_740_992.0 || number as i64 as f64 == number
}

impl<'v> Importer<'v> {
    /// The kinds that `type`, `enum`, `const`, `anyOf` and `oneOf` leave, without looking into values.
    pub(super) fn kinds(&mut self, nodes: &[Node<'v>], depth: u32) -> Result<Kinds> {
        let mut kinds = Kinds::ALL;
        for node in nodes {
            kinds = kinds.and(own_kinds(node)?);
            if depth >= MAX_DEPTH {
                return Err(node.error_here("the schema is nested too deep"));
            }
            for (bit, keyword) in [(ANY_OF, "anyOf"), (ONE_OF, "oneOf")] {
                if node.done & bit != 0 || node.get(keyword).is_none() {
                    continue;
                }
                let mut any = Kinds::NONE;
                for branch in node.children(keyword)? {
                    if let Some(nodes) = self.flatten(alloc::vec![branch])? {
                        any = any.or(self.kinds(&nodes, depth + 1)?);
                    }
                }
                kinds = kinds.and(any);
            }
        }
        Ok(kinds)
    }
}

/// The kinds that a schema's own `type`, `enum` and `const` leave.
fn own_kinds(node: &Node<'_>) -> Result<Kinds> {
    let mut kinds = Kinds::ALL;
    let named = |name: &Value<'_>| {
        let name = name.as_str().unwrap_or_default();
        Kinds::from_name(name).ok_or_else(|| node.error("type", format!("there is no type {name:?}")))
    };
    match node.get("type") {
        None => {}
        Some(Value::List(names)) => {
            let mut any = Kinds::NONE;
            for name in names {
                any = any.or(named(name)?);
            }
            kinds = any;
        }
        Some(name) => kinds = named(name)?,
    }
    if let Some(value) = node.get("const") {
        kinds = kinds.and(Kinds::of(value));
    }
    match node.get("enum") {
        None => {}
        Some(Value::List(values)) => {
            kinds = kinds.and(values.iter().fold(Kinds::NONE, |any, value| any.or(Kinds::of(value))));
        }
        Some(_) => return Err(node.error("enum", "expected a list of values")),
    }
    Ok(kinds)
}
