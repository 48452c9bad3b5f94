//! Objects: records and maps.

use super::super::super::model::{Field, Record, Rules, Scalar, Slot, Type};
use super::super::super::naming::is_field_name;
use super::super::super::words::EXTENSION;
use super::kinds::Kinds;
use super::source::{Node, Result};
use super::{Branch, Importer, any_slot};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Patterns that every property matches.
const ANY_PROPERTY: [&str; 4] = ["", ".*", "^", "^.*"];

/// What the schemas of a place say about the properties of objects.
#[derive(Default)]
struct Properties<'v> {
    /// The schemas of each property, in the order in which they are met.
    listed: Vec<(&'v str, Vec<Node<'v>>)>,
    index: BTreeMap<&'v str, usize>,
    required: BTreeSet<&'v str>,
    /// For each schema that forbids other properties, the ones it allows.
    allowed: Vec<BTreeSet<&'v str>>,
    /// The schemas of all other properties, and where they stand.
    others: Vec<Node<'v>>,
}

impl<'v> Properties<'v> {
    fn add(&mut self, name: &'v str, node: Option<Node<'v>>) {
        let index = *self.index.entry(name).or_insert_with(|| {
            self.listed.push((name, Vec::new()));
            self.listed.len() - 1
        });
        self.listed[index].1.extend(node);
    }

    fn is_allowed(&self, name: &str) -> bool {
        self.allowed.iter().all(|names| names.contains(name))
    }
}

impl<'v> Importer<'v> {
    /// The branch for objects; `None` if no object is possible.
    pub(super) fn object(&mut self, nodes: &[Node<'v>], depth: u32) -> Result<Option<Branch>> {
        let mut properties = Properties::default();
        for node in nodes {
            gather(node, &mut properties)?;
        }
        for name in properties.required.clone() {
            properties.add(name, None);
        }
        let closed = !properties.allowed.is_empty();
        if properties.required.iter().any(|name| !properties.is_allowed(name)) {
            return Ok(None);
        }
        let listed = core::mem::take(&mut properties.listed);
        let listed: Vec<_> = listed.into_iter().filter(|(name, _)| properties.is_allowed(name)).collect();
        if listed.is_empty() {
            return self.map(nodes, properties, closed, depth);
        }
        if let Some(other) = properties.others.first() {
            return Err(other.error_here("a schema for other properties beside listed ones is not supported"));
        }
        let mut fields = Vec::new();
        for (name, schemas) in listed {
            let required = properties.required.contains(name);
            let at = schemas.first().unwrap_or(&nodes[0]).clone();
            if !is_field_name(name) {
                return Err(at.error_here(format!("a property named {name:?} is not supported")));
            }
            match self.field_slot(&at, schemas, required, depth)? {
                Some(slot) => fields.push(Field { name: name.to_string(), slot }),
                None if required => return Ok(None),
                None if closed => {}
                None => return Err(at.error_here("a forbidden property is not supported")),
            }
        }
        count_properties(nodes, fields.len(), properties.required.len(), closed)?;
        if fields.is_empty() {
            return self.map(nodes, properties, true, depth);
        }
        let side = if closed { &mut self.closed } else { &mut self.open };
        side.get_or_insert_with(|| nodes[0].pointer());
        let ty = flags(nodes, &fields).unwrap_or(Type::Record(Record { kind: None, fields }));
        Ok(Some(Branch { closed, ..Branch::new(ty, Kinds::OBJECT) }))
    }

    /// The branch for objects without listed properties.
    fn map(
        &mut self,
        nodes: &[Node<'v>],
        properties: Properties<'v>,
        closed: bool,
        depth: u32,
    ) -> Result<Option<Branch>> {
        let mut rules = Rules::default();
        for node in nodes {
            rules.min_length = rules.min_length.max(node.count("minProperties")?.filter(|count| *count > 0));
            if let Some(most) = node.count("maxProperties")? {
                rules.max_length = Some(rules.max_length.map_or(most, |known| known.min(most)));
            }
        }
        let value = if closed { None } else { self.element(properties.others, depth)? };
        if value.is_none() {
            // No property is possible.
            rules.max_length = Some(0);
        }
        if rules.min_length > rules.max_length.or(Some(u64::MAX)) {
            return Ok(None);
        }
        let ty = Type::Map(Box::new(value.unwrap_or_else(any_slot)));
        Ok(Some(Branch { rules, closed, ..Branch::new(ty, Kinds::OBJECT) }))
    }
}

/// Adds what one schema says.
fn gather<'v>(node: &Node<'v>, properties: &mut Properties<'v>) -> Result<()> {
    let listed = node.entries("properties")?;
    let names: BTreeSet<&str> = listed.iter().map(|(name, _)| *name).collect();
    for (name, schema) in listed {
        properties.add(name, Some(schema));
    }
    match node.get("required") {
        None => {}
        Some(required) => {
            let list = required.as_list().ok_or_else(|| node.error("required", "expected a list of names"))?;
            for name in list {
                let name = name.as_str().ok_or_else(|| node.error("required", "expected a list of names"))?;
                properties.required.insert(name);
            }
        }
    }
    let mut others = Vec::new();
    for (pattern, schema) in node.entries("patternProperties")? {
        if !ANY_PROPERTY.contains(&pattern) && !schema.is_true() {
            return Err(schema.error_here("properties by a pattern are not supported"));
        }
        others.push(schema);
    }
    let by_pattern = others.iter().any(|schema| ANY_PROPERTY.contains(&schema.name().unwrap_or("x")));
    if !others.is_empty()
        && !by_pattern
        && node.get("additionalProperties").is_some_and(|other| other.as_bool() != Some(true))
    {
        return Err(others[0].error_here("properties by a pattern are not supported"));
    }
    if by_pattern {
        // It holds for listed properties too.
        if let Some(name) = names.first() {
            return Err(others[0].error_here(format!("properties by a pattern beside {name:?} are not supported")));
        }
        properties.others.extend(others.into_iter().filter(|schema| !schema.is_true()));
        return Ok(());
    }
    let keyword = ["additionalProperties", "unevaluatedProperties"].into_iter().find(|name| node.get(name).is_some());
    if let Some(other) = keyword.and_then(|keyword| node.child(keyword)) {
        if other.is_false() {
            properties.allowed.push(names);
        } else if !other.is_true() && !names.is_empty() {
            return Err(other.error_here("a schema for other properties beside listed ones is not supported"));
        } else if !other.is_true() {
            properties.others.push(other);
        }
    }
    Ok(())
}

/// Checks that `minProperties` and `maxProperties` follow from the listed properties of a record.
fn count_properties(nodes: &[Node<'_>], fields: usize, required: usize, closed: bool) -> Result<()> {
    for node in nodes {
        if node.count("minProperties")?.is_some_and(|least| least > required as u64) {
            return Err(node.error("minProperties", "a count of properties is supported only for maps"));
        }
        if node.count("maxProperties")?.is_some_and(|most| !closed || most < fields as u64) {
            return Err(node.error("maxProperties", "a count of properties is supported only for maps"));
        }
    }
    Ok(())
}

/// Flags, where an export says so.
fn flags(nodes: &[Node<'_>], fields: &[Field]) -> Option<Type> {
    let [node] = nodes else { return None };
    let boolean = |field: &Field| field.slot == Slot::optional(Scalar::Boolean.into());
    let wanted = node.get(EXTENSION)?.as_str()? == "flags";
    (wanted && fields.iter().all(boolean)).then(|| Type::Flags(fields.iter().map(|field| field.name.clone()).collect()))
}
