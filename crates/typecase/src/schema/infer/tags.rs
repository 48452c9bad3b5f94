//! Records told apart by a tag: `{"type": "call", …}` and `{"type": "event", …}`.
//!
//! While samples come in, the fields of an object are kept apart by the value of one field that may be a
//! tag. In the end that is either a union by a discriminator, or given up.

use super::maps::overlap;
use super::shape::{
    Content, FieldShape, Fields, Items, MAX_VALUE_BYTES, MAX_VALUES, ObjectId, ShapeId, Shapes, Variant,
};
use crate::value::Value;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Keys that by custom tell records apart; two records are proof enough.
const CUSTOMARY: [&str; 14] = [
    "type",
    "kind",
    "event",
    "op",
    "action",
    "tag",
    "variant",
    "@type",
    "_type",
    "__typename",
    "event_type",
    "eventType",
    "message_type",
    "messageType",
];
/// How many records it takes to believe in a tag with any other key.
const MIN_RECORDS: u64 = 20;

/// The key of the field of a record that may be its tag.
pub(super) fn choose<'v>(entries: &'v [(Value<'_>, Value<'_>)]) -> Option<&'v str> {
    let texts = || {
        entries.iter().filter_map(|(key, value)| {
            let (key, value) = (key.as_str()?, value.as_str()?);
            (value.len() <= MAX_VALUE_BYTES).then_some((key, value))
        })
    };
    let customary = texts().filter(|(key, _)| is_customary(key)).map(|(key, _)| key).next();
    customary.or_else(|| {
        texts().find(|(key, value)| !is_identity(key) && !is_code(key) && is_word(value)).map(|(key, _)| key)
    })
}

fn is_customary(key: &str) -> bool {
    CUSTOMARY.contains(&key)
}

/// Whether the key says that the value is a name or a key of one thing, and so neither a tag nor an enum.
pub(super) fn is_identity(key: &str) -> bool {
    const WHOLE: [&str; 12] =
        ["id", "uid", "uuid", "guid", "key", "name", "title", "label", "text", "description", "token", "hash"];
    const ENDS: [&str; 10] = ["_id", "Id", "ID", "-id", "_name", "Name", "_key", "Key", "_token", "Token"];
    let lower = key.to_ascii_lowercase();
    WHOLE.contains(&&*lower) || ENDS.iter().any(|end| key.ends_with(end))
}

/// Whether the key says that the value is one of a list that is kept elsewhere: languages, countries.
pub(super) fn is_code(key: &str) -> bool {
    const PARTS: [&str; 8] = ["lang", "locale", "country", "currency", "region", "zone", "code", "version"];
    let lower = key.to_ascii_lowercase();
    PARTS.iter().any(|part| lower.contains(part))
}

/// Whether the string looks like the name of a choice rather than like data.
pub(super) fn is_word(value: &str) -> bool {
    let bytes = value.as_bytes();
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'/' | b' ' | b':');
    let hex = bytes.len() >= 6 && bytes.iter().all(u8::is_ascii_hexdigit) && bytes.iter().any(u8::is_ascii_digit);
    bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes.iter().all(plain) && !hex && !value.contains("://")
}

/// The index of the variant that an object belongs to; `None` if it has none and the tag must be given up.
pub(super) fn variant(tag: &str, variants: &mut Vec<Variant>, entries: &[(Value<'_>, Value<'_>)]) -> Option<usize> {
    let (_, value) = entries.iter().find(|(key, _)| key.as_str() == Some(tag))?;
    let value = value.as_str().filter(|value| value.len() <= MAX_VALUE_BYTES)?;
    if let Some(known) = variants.iter().position(|known| *known.values[0] == *value) {
        return Some(known);
    }
    if variants.len() == MAX_VALUES {
        return None;
    }
    variants.push(Variant { values: alloc::vec![value.into()], fields: Fields::default() });
    Some(variants.len() - 1)
}

/// Decides about every tag, from the root down: what is given up joins the objects below.
pub(super) fn settle(shapes: &mut Shapes, root: ShapeId) {
    let mut found = Vec::new();
    shapes.objects_below(root, None, &mut found);
    let mut seen = BTreeSet::new();
    let mut open: Vec<ObjectId> = found.into_iter().map(|(_, object)| object).collect();
    while let Some(object) = open.pop() {
        let object = shapes.living(object);
        if !seen.insert(object) {
            continue;
        }
        if let Content::Tagged { tag, variants } = &shapes.object(object).content {
            if is_union(shapes, tag, variants) {
                join_alike(shapes, object);
            } else {
                shapes.untag(object);
            }
        }
        open.extend(shapes.children(object).into_iter().map(|(_, child)| child));
    }
}

/// Whether records with these variants are better described by a union than by one record: if the tag
/// decides about most fields, or a field has another type with another tag.
fn is_union(shapes: &Shapes, tag: &str, variants: &[Variant]) -> bool {
    let records: u64 = variants.iter().map(|variant| variant.fields.objects).sum();
    let customary = is_customary(tag);
    if variants.len() < 2 || (!customary && records < MIN_RECORDS) {
        return false;
    }
    let names: BTreeSet<&str> = variants
        .iter()
        .flat_map(|variant| variant.fields.list.iter().map(|field| &*field.name))
        .filter(|name| *name != tag)
        .collect();
    let decided = names.iter().filter(|name| decides(variants, name, customary)).count();
    let mostly = decided >= 2 && decided * 2 >= names.len();
    mostly || (customary && names.iter().any(|name| differs(shapes, variants, name)))
}

/// Whether the tag decides if a record has the field.
fn decides(variants: &[Variant], name: &str, customary: bool) -> bool {
    let mut absent = false;
    for Variant { fields, .. } in variants {
        match fields.find(name) {
            None => absent = true,
            Some(field) if field.seen == fields.objects || (customary && field.seen * 2 >= fields.objects) => {}
            Some(_) => return false,
        }
    }
    absent
}

/// Whether the field has one type in one variant and another type in another.
fn differs(shapes: &Shapes, variants: &[Variant], name: &str) -> bool {
    let mut found: Option<&FieldShape> = None;
    for field in variants.iter().filter_map(|variant| variant.fields.find(name)) {
        match found {
            Some(first) if !agree(shapes, first.shape, field.shape) => return true,
            Some(_) => {}
            None => found = Some(field),
        }
    }
    false
}

/// Whether two places have a kind of value in common, or one of them holds nothing.
fn agree(shapes: &Shapes, mut a: ShapeId, mut b: ShapeId) -> bool {
    loop {
        let (one, other) = (shapes.shape(a), shapes.shape(b));
        if one.kinds() & other.kinds() == 0 {
            return one.kinds() == 0 || other.kinds() == 0;
        }
        if let (Some(x), Some(y)) = (one.object, other.object) {
            let (x, y) = (shapes.object(x), shapes.object(y));
            let known = !x.keys.is_empty() && !y.keys.is_empty();
            return !known || overlap(x.keys.keys(), &y.keys) * 3 >= x.keys.len().max(y.keys.len());
        }
        match (&one.list, &other.list) {
            (Some(Items::Any(x)), Some(Items::Any(y))) => (a, b) = (*x, *y),
            (Some(Items::Positions(x, _)), Some(Items::Any(y))) => (a, b) = (x[0], *y),
            (Some(Items::Any(x)), Some(Items::Positions(y, _))) => (a, b) = (*x, y[0]),
            _ => return true,
        }
    }
}

/// Makes one of variants with the same fields of the same types: one branch of the union.
fn join_alike(shapes: &mut Shapes, object: ObjectId) {
    let Content::Tagged { tag, variants } = core::mem::take(&mut shapes.object_mut(object).content) else { return };
    let mut joined: Vec<Variant> = Vec::new();
    let mut pairs = Vec::new();
    for variant in variants {
        match joined.iter_mut().find(|known| alike(shapes, &known.fields, &variant.fields)) {
            Some(known) => {
                known.values.extend(variant.values);
                known.fields.merge(variant.fields, &mut pairs);
            }
            None => joined.push(variant),
        }
    }
    shapes.object_mut(object).content = Content::Tagged { tag, variants: joined };
    shapes.merge_pairs(pairs);
}

fn alike(shapes: &Shapes, a: &Fields, b: &Fields) -> bool {
    a.list.len() == b.list.len()
        && b.list.iter().all(|field| a.find(&field.name).is_some_and(|known| agree(shapes, known.shape, field.shape)))
}
