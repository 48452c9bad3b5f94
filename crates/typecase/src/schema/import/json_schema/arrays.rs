//! Arrays: lists and tuples.

use super::super::super::model::{Rules, Slot, TupleItem, Type};
use super::kinds::Kinds;
use super::source::{Node, Result};
use super::{Branch, Importer, any_slot};
use crate::value::Value;
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<'v> Importer<'v> {
    /// The branch for arrays; `None` if no array is possible.
    pub(super) fn array(&mut self, nodes: &[Node<'v>], depth: u32) -> Result<Option<Branch>> {
        let mut rules = Rules::default();
        for node in nodes {
            rules.min_length = rules.min_length.max(node.count("minItems")?.filter(|count| *count > 0));
            if let Some(most) = node.count("maxItems")? {
                rules.max_length = Some(rules.max_length.map_or(most, |known| known.min(most)));
            }
        }
        if let Some(tuple) = self.tuple(nodes, &rules, depth)? {
            return Ok(Some(tuple));
        }
        let mut items = Vec::new();
        for node in nodes {
            items.extend(rest_of_items(node)?);
        }
        let (item, none) = match self.element(items, depth)? {
            Some(slot) => (slot, false),
            None => (any_slot(), true),
        };
        if none {
            // No item is possible.
            rules.max_length = Some(0);
        }
        if rules.min_length > rules.max_length.or(Some(u64::MAX)) {
            return Ok(None);
        }
        Ok(Some(Branch { rules, ..Branch::new(Type::List(Box::new(item)), Kinds::ARRAY) }))
    }

    /// The branch for arrays whose first items have schemas of their own.
    fn tuple(&mut self, nodes: &[Node<'v>], rules: &Rules, depth: u32) -> Result<Option<Branch>> {
        let mut prefixes = Vec::new();
        for node in nodes {
            let keyword = prefix_keyword(node);
            let prefix = node.children(keyword)?;
            // Without any schema of its own an item is one of the rest only if the rest may be anything.
            let rest_is_any = rest_of_items(node)?.is_none_or(|rest| rest.is_true());
            let says_nothing = prefix.is_empty() || (rest_is_any && prefix.iter().all(Node::is_true));
            if !says_nothing {
                prefixes.push((node, keyword, prefix));
            }
        }
        let Some((node, keyword, prefix)) = prefixes.pop() else { return Ok(None) };
        let length = prefix.len() as u64;
        let closed = rest_of_items(node)?.is_some_and(|rest| rest.is_false());
        let fixed = rules.min_length == Some(length) && (closed || rules.max_length == Some(length));
        let alone = prefixes.is_empty()
            && nodes.iter().all(|other| other.get("items").is_none() || other.identity() == node.identity());
        if !fixed || !alone || rules.max_length.is_some_and(|most| most < length) {
            let message = "items with schemas of their own are supported only in arrays of exactly that length";
            return Err(node.error(keyword, message));
        }
        let mut items = Vec::new();
        for item in prefix {
            let slot = self.element(alloc::vec![item.clone()], depth)?;
            let Some(slot @ Slot { ty: Type::Scalar(_), .. }) = slot else {
                return Err(item.error_here("an item of a tuple that is no scalar is not supported"));
            };
            items.push(TupleItem { name: None, slot });
        }
        Ok(Some(Branch::new(Type::Tuple(items), Kinds::ARRAY)))
    }
}

/// The keyword of the schemas of the first items.
fn prefix_keyword(node: &Node<'_>) -> &'static str {
    if node.get("items").and_then(Value::as_list).is_some() { "items" } else { "prefixItems" }
}

/// The schema of the items after those with schemas of their own.
fn rest_of_items<'v>(node: &Node<'v>) -> Result<Option<Node<'v>>> {
    let keyword = if node.get("items").and_then(Value::as_list).is_some() { "additionalItems" } else { "items" };
    Ok(node.child(keyword).or_else(|| node.child("unevaluatedItems")))
}
