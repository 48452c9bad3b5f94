//! Objects whose keys are data: maps rather than records.

use super::super::naming::is_field_name;
use super::shape::{Content, Items, Object, ObjectId, ShapeId, Shapes};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// This many keys whose values are records of one kind make a map.
const MANY_RECORDS: usize = 20;
/// This many keys, each in few of the objects, make a map.
const MANY_RARE_KEYS: usize = 10;
/// How often the search is repeated: values that have become one may be maps themselves.
const ROUNDS: usize = 4;

/// Turns objects into maps where their keys are data, from the leaves up.
pub(super) fn find(shapes: &mut Shapes, root: ShapeId) {
    for _ in 0..ROUNDS {
        let order = leaves_first(shapes, root);
        let mut changed = false;
        for object in order {
            let object = shapes.living(object);
            if is_map(shapes, shapes.object(object)) {
                shapes.make_map(object);
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Every object below a shape, those it contains before it.
fn leaves_first(shapes: &Shapes, root: ShapeId) -> Vec<ObjectId> {
    let mut roots = Vec::new();
    shapes.objects_below(root, None, &mut roots);
    let mut open: Vec<(ObjectId, bool)> = roots.into_iter().map(|(_, object)| (object, false)).collect();
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    while let Some((object, done)) = open.pop() {
        if done {
            order.push(object);
        } else if seen.insert(object) {
            open.push((object, true));
            open.extend(shapes.children(object).into_iter().map(|(_, child)| (child, false)));
        }
    }
    order
}

fn is_map(shapes: &Shapes, object: &Object) -> bool {
    let keys = &object.keys;
    if keys.is_empty() {
        // Only empty objects: a record has at least one field.
        return !matches!(object.content, Content::Map(_));
    }
    if keys.keys().any(|key| !is_field_name(key)) {
        return true;
    }
    if keys.len() < 2 || !is_uniform(shapes, object) {
        return false;
    }
    let data = keys.keys().filter(|key| looks_like_data(key)).count();
    let present: u64 = keys.values().sum();
    let rare = keys.len() >= MANY_RARE_KEYS && present * 4 <= object.objects * keys.len() as u64;
    data * 2 >= keys.len() || rare || (keys.len() >= MANY_RECORDS && holds_records(shapes, object))
}

/// Whether a key is no identifier, or has so many digits that it must be a number, a date or a hash.
fn looks_like_data(key: &str) -> bool {
    let identifier = key.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$' | '@'))
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '@' | '.'));
    !identifier || key.bytes().filter(u8::is_ascii_digit).count() >= 4
}

/// Whether all values are of one kind, and if they are records, of alike ones.
fn is_uniform(shapes: &Shapes, object: &Object) -> bool {
    let mut kinds = 0;
    let mut all_keys: BTreeMap<Box<str>, u64> = BTreeMap::new();
    for shape in values(object) {
        kinds |= shapes.shape(shape).kinds();
        if kinds.count_ones() > 1 {
            return false;
        }
        let Some(value) = record_below(shapes, shape) else { continue };
        let keys = &shapes.object(value).keys;
        let common = overlap(keys.keys(), &all_keys);
        if !all_keys.is_empty() && common * 2 < keys.len().min(all_keys.len()) {
            return false;
        }
        for key in keys.keys() {
            all_keys.entry(key.clone()).or_insert(0);
        }
    }
    kinds != 0
}

fn holds_records(shapes: &Shapes, object: &Object) -> bool {
    values(object).any(|shape| record_below(shapes, shape).is_some())
}

/// The object at a place or in the lists at it.
fn record_below(shapes: &Shapes, mut shape: ShapeId) -> Option<ObjectId> {
    loop {
        let seen = shapes.shape(shape);
        match (&seen.object, &seen.list) {
            (Some(object), _) => return Some(*object),
            (None, Some(Items::Any(items))) => shape = *items,
            _ => return None,
        }
    }
}

fn values(object: &Object) -> impl Iterator<Item = ShapeId> {
    let fields: Vec<ShapeId> = match &object.content {
        Content::Fields(fields) => fields.list.iter().map(|field| field.shape).collect(),
        Content::Tagged { variants, .. } => {
            variants.iter().flat_map(|variant| &variant.fields.list).map(|field| field.shape).collect()
        }
        Content::Empty | Content::Map(_) => Vec::new(),
    };
    fields.into_iter()
}

/// How many of the keys are in the set.
pub(super) fn overlap<'k>(keys: impl Iterator<Item = &'k Box<str>>, set: &BTreeMap<Box<str>, u64>) -> usize {
    keys.filter(|key| set.contains_key(*key)).count()
}
