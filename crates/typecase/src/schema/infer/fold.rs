//! Records that contain records of their own kind: trees, threads, replies.
//!
//! An object that is like one of those around it is taken to be of the same kind. Most are found while the
//! samples come in, so that a tree of any depth takes no more memory than one node; the rest at the end.

use super::maps::overlap;
use super::shape::{Child, Content, Object, ObjectId, ShapeId, Shapes};
use super::{Step, tags};
use crate::value::Value;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::{IntoIter, Vec};

/// How often the search at the end is repeated: objects that have become one may be like others.
const ROUNDS: usize = 8;

/// The innermost object around a new one that is of the same kind.
pub(super) fn ancestor(
    shapes: &Shapes,
    path: &[Step<'_>],
    keys: &[&str],
    entries: &[(Value<'_>, Value<'_>)],
) -> Option<ObjectId> {
    let mut seen = BTreeSet::new();
    for step in path.iter().rev() {
        let object = shapes.living(step.object);
        // A deep sample passes through the same object again and again.
        if seen.len() == crate::limits::Limits::default().max_depth as usize {
            return None;
        }
        if !seen.insert(object) {
            continue;
        }
        let known = shapes.object(object);
        let common = keys.iter().filter(|key| known.keys.contains_key(**key)).count();
        let linked = keys.contains(&step.key);
        if is_alike(common, keys.len(), known.keys.len(), linked) || has_variant(known, keys, entries) {
            return Some(object);
        }
    }
    None
}

/// Whether objects with this many keys in common are of one kind. `linked` says that the key which leads
/// from the outer one to the inner is in the inner one too, so that it could go on.
fn is_alike(common: usize, inner: usize, outer: usize, linked: bool) -> bool {
    let all = inner + outer - common;
    (linked && common >= 2 && common * 2 >= all) || (common >= 8 && common * 4 >= all * 3)
}

/// Whether an object has seen another with the same tag and much the same fields.
fn has_variant(known: &Object, keys: &[&str], entries: &[(Value<'_>, Value<'_>)]) -> bool {
    let Content::Tagged { tag, variants } = &known.content else { return false };
    if tags::choose(entries) != Some(tag) {
        return false;
    }
    let value = entries.iter().find(|(key, _)| key.as_str() == Some(tag)).and_then(|(_, value)| value.as_str());
    let variant = variants.iter().find(|variant| value.is_some_and(|value| *variant.values[0] == *value));
    variant.is_some_and(|variant| {
        let common = keys.iter().filter(|key| variant.fields.find(key).is_some()).count();
        common >= 2 && common * 2 >= keys.len() + variant.fields.list.len() - common
    })
}

/// Makes one of objects that contain their like, as far as that was not seen at first sight.
pub(super) fn fold(shapes: &mut Shapes, root: ShapeId) {
    for _ in 0..ROUNDS {
        if !fold_once(shapes, root) {
            return;
        }
    }
}

/// An object on the way to where the walk is.
struct Open {
    object: ObjectId,
    /// The key in the object before it that leads to it.
    key: Option<Box<str>>,
    /// The children that are to be visited.
    children: IntoIter<Child>,
}

fn fold_once(shapes: &mut Shapes, root: ShapeId) -> bool {
    let mut changed = false;
    let mut seen = BTreeSet::new();
    let mut path: Vec<Open> = Vec::new();
    let mut roots = Vec::new();
    shapes.objects_below(root, None, &mut roots);
    let mut roots = roots.into_iter();
    loop {
        let next = match path.last_mut() {
            Some(open) => open.children.next(),
            None => match roots.next() {
                Some(root) => Some(root),
                None => return changed,
            },
        };
        let Some((key, object)) = next else {
            path.pop();
            continue;
        };
        let object = shapes.living(object);
        if seen.contains(&object) {
            continue;
        }
        match outer_like(shapes, &path, object, key.as_deref()) {
            Some(outer) => {
                shapes.merge_objects(outer, object);
                changed = true;
            }
            None => {
                seen.insert(object);
                path.push(Open { object, key, children: shapes.children(object).into_iter() });
            }
        }
    }
}

/// The innermost object around `object` that is of the same kind.
fn outer_like(shapes: &Shapes, path: &[Open], object: ObjectId, key: Option<&str>) -> Option<ObjectId> {
    let inner = shapes.object(object);
    let mut link = key;
    for open in path.iter().rev() {
        let outer = shapes.living(open.object);
        let known = shapes.object(outer);
        if outer != object && !matches!(known.content, Content::Map(_)) && !matches!(inner.content, Content::Map(_)) {
            let common = overlap(inner.keys.keys(), &known.keys);
            let linked = link.is_some_and(|key| inner.keys.contains_key(key));
            if is_alike(common, inner.keys.len(), known.keys.len(), linked) || shares_variant(inner, known) {
                return Some(outer);
            }
        }
        link = open.key.as_deref();
    }
    None
}

/// Whether both have seen objects with the same tag and much the same fields.
fn shares_variant(inner: &Object, outer: &Object) -> bool {
    let (Content::Tagged { tag, variants }, Content::Tagged { tag: other, variants: known }) =
        (&inner.content, &outer.content)
    else {
        return false;
    };
    tag == other
        && variants.iter().any(|a| {
            known.iter().any(|b| {
                let common = a.fields.list.iter().filter(|field| b.fields.find(&field.name).is_some()).count();
                a.values == b.values && common >= 2 && common * 2 >= a.fields.list.len() + b.fields.list.len() - common
            })
        })
}
