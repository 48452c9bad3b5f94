//! What has been seen at every place of the samples: counts and small sets, never the samples.
//!
//! Shapes and objects live in two arenas and are known by number. A [`Shape`] belongs to one place (a
//! field, the items of a list, the values of a map); an [`Object`] may belong to many, which is how a
//! tree of any depth has a shape of finite size. When two shapes turn out to be one, the second forwards
//! to the first.

use super::super::model::Scalar;
use crate::text::date;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The number of a [`Shape`].
pub(super) type ShapeId = u32;
/// The number of an [`Object`].
pub(super) type ObjectId = u32;
/// An object in another, with the key that leads to it unless it is the key of a map.
pub(super) type Child = (Option<Box<str>>, ObjectId);

/// An enum has at most this many values, and so has a tag.
pub(super) const MAX_VALUES: usize = 16;
/// The longest string, in bytes, that an enum or a tag may have.
pub(super) const MAX_VALUE_BYTES: usize = 40;

/// How many lists it takes to believe in a tuple.
const MIN_TUPLES: u64 = 3;

/// What has been seen at one place.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) nulls: u64,
    pub(super) bools: u64,
    pub(super) numbers: Numbers,
    pub(super) strings: Strings,
    pub(super) bigints: u64,
    pub(super) bytes: u64,
    pub(super) dates: u64,
    pub(super) list: Option<Items>,
    pub(super) object: Option<ObjectId>,
    /// Something that only `json` describes: beyond a limit, or a map with keys that are not strings.
    pub(super) opaque: bool,
}

impl Shape {
    /// A bit for each kind of value seen, for comparing places; null counts for nothing.
    pub(super) fn kinds(&self) -> u8 {
        u8::from(self.bools > 0)
            | u8::from(self.numbers.count() + self.bigints > 0) << 1
            | u8::from(self.strings.count + self.bytes + self.dates > 0) << 2
            | u8::from(self.list.is_some()) << 3
            | u8::from(self.object.is_some()) << 4
            | u8::from(self.opaque) << 5
    }

    /// The scalar types of the values, in the order in which a reader should try them; a string is
    /// [`Scalar::String`]. As few as keep every number exact.
    pub(super) fn scalars(&self) -> Vec<Scalar> {
        let numbers = &self.numbers;
        // Doubles can stand for all numbers if no integer has digits that a double loses.
        let whole = numbers.ints + numbers.uints > 0 && (numbers.floats == 0 || numbers.large);
        let signed = numbers.uints == 0 || numbers.negative;
        let seen = [
            (self.bools > 0, Scalar::Boolean),
            (self.bigints > 0, Scalar::BigInt),
            (self.bigints == 0 && whole && signed, Scalar::Integer),
            (self.bigints == 0 && whole && numbers.uints > 0, Scalar::Uint64),
            (numbers.floats > 0, Scalar::Number),
            (self.dates > 0, Scalar::Date),
            (self.bytes > 0, Scalar::Bytes),
            (self.strings.count > 0, Scalar::String),
        ];
        seen.into_iter().filter(|(seen, _)| *seen).map(|(_, scalar)| scalar).collect()
    }

    /// Adds the counts of another shape; its list and its object are for the caller to merge.
    fn add_counts(&mut self, other: &mut Shape) {
        self.nulls += other.nulls;
        self.bools += other.bools;
        self.numbers.merge(&other.numbers);
        self.strings.merge(core::mem::take(&mut other.strings));
        self.bigints += other.bigints;
        self.bytes += other.bytes;
        self.dates += other.dates;
        self.opaque |= other.opaque;
    }
}

/// The numbers seen at one place.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Integers of 64 bits signed.
    pub(super) ints: u64,
    /// Integers above them, within 64 bits unsigned.
    pub(super) uints: u64,
    /// All other numbers.
    pub(super) floats: u64,
    pub(super) negative: bool,
    /// Whether some integer is beyond 2^53, so that a double would not print all of its digits.
    pub(super) large: bool,
}

impl Numbers {
    pub(super) fn int(&mut self, value: i64) {
        self.ints += 1;
        self.negative |= value < 0;
        self.large |= value.unsigned_abs() > 1 << 53;
    }

    pub(super) fn uint(&mut self) {
        self.uints += 1;
        self.large = true;
    }

    pub(super) fn count(&self) -> u64 {
        self.ints + self.uints + self.floats
    }

    fn merge(&mut self, other: &Numbers) {
        self.ints += other.ints;
        self.uints += other.uints;
        self.floats += other.floats;
        self.negative |= other.negative;
        self.large |= other.large;
    }
}

/// The strings seen at one place.
#[derive(Debug, Default)]
pub(super) struct Strings {
    pub(super) count: u64,
    /// The distinct strings, as long as there are few and all are short.
    pub(super) distinct: Vec<Box<str>>,
    /// Whether `distinct` has been given up.
    pub(super) many: bool,
    /// Whether some string is not what `Date.prototype.toISOString` prints.
    pub(super) not_dates: bool,
}

impl Strings {
    pub(super) fn add(&mut self, text: &str) {
        self.count += 1;
        self.not_dates = self.not_dates || !is_instant(text);
        if !self.many {
            self.add_distinct(text);
        }
    }

    fn add_distinct(&mut self, text: &str) {
        if self.distinct.iter().any(|known| **known == *text) {
            return;
        }
        if self.distinct.len() == MAX_VALUES || text.len() > MAX_VALUE_BYTES {
            self.many = true;
            self.distinct = Vec::new();
        } else {
            self.distinct.push(text.into());
        }
    }

    fn merge(&mut self, other: Strings) {
        self.count += other.count;
        self.not_dates |= other.not_dates;
        if other.many {
            self.many = true;
            self.distinct = Vec::new();
        }
        for text in other.distinct {
            if !self.many {
                self.add_distinct(&text);
            }
        }
    }
}

/// Whether the text is exactly what `Date.prototype.toISOString` prints, so that it comes back the same.
fn is_instant(text: &str) -> bool {
    date::parse(text).is_some_and(|millis| {
        let (buffer, length) = date::print(millis);
        buffer[..length] == *text.as_bytes()
    })
}

/// The items of the lists seen at one place.
#[derive(Debug, Default)]
pub(super) enum Items {
    /// All lists were empty.
    #[default]
    None,
    /// All lists were as long as this and held scalars: perhaps tuples. How many lists there were.
    Positions(Vec<ShapeId>, u64),
    /// Lists.
    Any(ShapeId),
}

/// The objects of one kind.
#[derive(Debug, Default)]
pub(super) struct Object {
    /// How many objects have been seen.
    pub(super) objects: u64,
    /// Every key, and how many objects had it; empty for a map.
    pub(super) keys: BTreeMap<Box<str>, u64>,
    pub(super) content: Content,
    /// How deep in the schema it stands.
    pub(super) depth: u32,
}

/// What is in the objects of one kind.
#[derive(Debug, Default)]
pub(super) enum Content {
    /// Nothing yet.
    #[default]
    Empty,
    Fields(Fields),
    /// Fields by the value of a field that may be the discriminator of a union.
    Tagged {
        tag: Box<str>,
        variants: Vec<Variant>,
    },
    /// Keys that are data, and the shape of all values.
    Map(ShapeId),
}

/// The fields of the records that have one of these values in the field that is the tag.
#[derive(Debug)]
pub(super) struct Variant {
    pub(super) values: Vec<Box<str>>,
    pub(super) fields: Fields,
}

/// The fields of records.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub(super) objects: u64,
    /// In the order in which they were met.
    pub(super) list: Vec<FieldShape>,
    by_name: BTreeMap<Box<str>, u32>,
}

/// One field.
#[derive(Debug)]
pub(super) struct FieldShape {
    pub(super) name: Box<str>,
    pub(super) shape: ShapeId,
    /// How many objects had it.
    pub(super) seen: u64,
    /// The number of the last object that had it: a key that occurs twice counts once.
    last: u64,
}

impl Fields {
    pub(super) fn find(&self, name: &str) -> Option<&FieldShape> {
        self.by_name.get(name).map(|&index| &self.list[index as usize])
    }

    /// Counts a field of the object with number `objects`; `None` if it is new. `expected` is the index
    /// it has if the keys come in the same order as before.
    pub(super) fn count(&mut self, name: &str, expected: usize) -> Option<ShapeId> {
        let index = match self.list.get(expected) {
            Some(field) if *field.name == *name => expected,
            _ => *self.by_name.get(name)? as usize,
        };
        let field = &mut self.list[index];
        field.seen += u64::from(field.last != self.objects);
        field.last = self.objects;
        Some(field.shape)
    }

    pub(super) fn push(&mut self, name: &str, shape: ShapeId) {
        self.add(FieldShape { name: name.into(), shape, seen: 1, last: self.objects });
    }

    fn add(&mut self, field: FieldShape) {
        self.by_name.insert(field.name.clone(), self.list.len() as u32);
        self.list.push(field);
    }

    /// Takes the fields of another set; what is in both is left to be merged as `pairs`.
    pub(super) fn merge(&mut self, other: Fields, pairs: &mut Vec<(ShapeId, ShapeId)>) {
        self.objects += other.objects;
        for field in other.list {
            match self.by_name.get(&field.name) {
                Some(&index) => {
                    let known = &mut self.list[index as usize];
                    known.seen += field.seen;
                    pairs.push((known.shape, field.shape));
                }
                None => self.add(FieldShape { last: 0, ..field }),
            }
        }
    }
}

/// The arenas.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    shapes: Vec<Shape>,
    objects: Vec<Object>,
    shape_forward: Vec<ShapeId>,
    object_forward: Vec<ObjectId>,
}

impl Shapes {
    pub(super) fn new_shape(&mut self) -> ShapeId {
        let id = self.shapes.len() as u32;
        self.shapes.push(Shape::default());
        self.shape_forward.push(id);
        id
    }

    pub(super) fn new_object(&mut self, depth: u32) -> ObjectId {
        let id = self.objects.len() as u32;
        self.objects.push(Object { depth, ..Object::default() });
        self.object_forward.push(id);
        id
    }

    /// How many shapes have been made.
    pub(super) fn len(&self) -> usize {
        self.shapes.len()
    }

    pub(super) fn shape(&self, id: ShapeId) -> &Shape {
        &self.shapes[follow(&self.shape_forward, id) as usize]
    }

    pub(super) fn shape_mut(&mut self, id: ShapeId) -> &mut Shape {
        &mut self.shapes[follow_and_shorten(&mut self.shape_forward, id) as usize]
    }

    /// The object that this one has become.
    pub(super) fn living(&self, id: ObjectId) -> ObjectId {
        follow(&self.object_forward, id)
    }

    pub(super) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[self.living(id) as usize]
    }

    pub(super) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.objects[follow_and_shorten(&mut self.object_forward, id) as usize]
    }

    /// Makes two objects one.
    pub(super) fn merge_objects(&mut self, into: ObjectId, from: ObjectId) {
        let mut pairs = Vec::new();
        self.merge_two_objects(into, from, &mut pairs);
        self.merge_pairs(pairs);
    }

    /// Makes the shapes of each pair one. A list of what is left to do takes the place of recursion:
    /// shapes may be cyclic. Every step ends the life of a shape, so it is linear in all.
    pub(super) fn merge_pairs(&mut self, mut pairs: Vec<(ShapeId, ShapeId)>) {
        while let Some((into, from)) = pairs.pop() {
            let into = follow_and_shorten(&mut self.shape_forward, into);
            let from = follow_and_shorten(&mut self.shape_forward, from);
            if into == from {
                continue;
            }
            self.shape_forward[from as usize] = into;
            let mut other = core::mem::take(&mut self.shapes[from as usize]);
            let shape = &mut self.shapes[into as usize];
            shape.add_counts(&mut other);
            shape.list = match (shape.list.take(), other.list) {
                (Some(a), Some(b)) => Some(merge_items(a, b, &mut pairs)),
                (a, b) => a.or(b),
            };
            match (shape.object, other.object) {
                (Some(a), Some(b)) => self.merge_two_objects(a, b, &mut pairs),
                (a, b) => shape.object = a.or(b),
            }
        }
    }

    fn merge_two_objects(&mut self, into: ObjectId, from: ObjectId, pairs: &mut Vec<(ShapeId, ShapeId)>) {
        let into = follow_and_shorten(&mut self.object_forward, into);
        let from = follow_and_shorten(&mut self.object_forward, from);
        if into == from {
            return;
        }
        self.object_forward[from as usize] = into;
        let other = core::mem::take(&mut self.objects[from as usize]);
        let object = &mut self.objects[into as usize];
        object.objects += other.objects;
        object.depth = object.depth.min(other.depth);
        object.content = match (core::mem::take(&mut object.content), other.content) {
            (Content::Map(values), content) | (content, Content::Map(values)) => {
                gather_values(content, values, pairs);
                object.keys = BTreeMap::new();
                object.content = Content::Map(values);
                return;
            }
            (a, b) => merge_content(a, b, pairs),
        };
        for (key, count) in other.keys {
            *object.keys.entry(key).or_insert(0) += count;
        }
    }

    /// Gives up the tag of an object: its fields become one set.
    pub(super) fn untag(&mut self, id: ObjectId) {
        let mut pairs = Vec::new();
        let object = self.object_mut(id);
        object.content = Content::Fields(untagged(core::mem::take(&mut object.content), &mut pairs));
        self.merge_pairs(pairs);
    }

    /// Makes a map of an object: its values become one shape.
    pub(super) fn make_map(&mut self, id: ObjectId) -> ShapeId {
        let values = self.new_shape();
        let mut pairs = Vec::new();
        let object = self.object_mut(id);
        gather_values(core::mem::take(&mut object.content), values, &mut pairs);
        object.content = Content::Map(values);
        object.keys = BTreeMap::new();
        self.merge_pairs(pairs);
        values
    }

    /// Makes plain lists of the lists that could be tuples but are not.
    pub(super) fn settle_lists(&mut self) {
        for id in 0..self.shapes.len() as u32 {
            if self.shape_forward[id as usize] != id {
                continue;
            }
            if let Some(Items::Positions(positions, seen)) = &self.shapes[id as usize].list
                && !self.is_tuple(positions, *seen)
                && let Some(items) = self.shapes[id as usize].list.take()
            {
                self.shapes[id as usize].list = Some(Items::Any(self.make_list(items)));
            }
        }
    }

    /// Whether lists are tuples: each position has one type, and not all have the same.
    fn is_tuple(&self, positions: &[ShapeId], seen: u64) -> bool {
        let scalars: Vec<Vec<Scalar>> = positions.iter().map(|position| self.shape(*position).scalars()).collect();
        let kinds = positions.iter().fold(0, |all, position| all | self.shape(*position).kinds());
        seen >= MIN_TUPLES && kinds.count_ones() > 1 && scalars.iter().all(|types| types.len() == 1)
    }

    /// Makes a plain list of what could have been a tuple, and gives the shape of the items.
    pub(super) fn make_list(&mut self, items: Items) -> ShapeId {
        match items {
            Items::Any(shape) => shape,
            Items::None => self.new_shape(),
            Items::Positions(positions, _) => {
                let shape = self.new_shape();
                // The last pair is merged first.
                self.merge_pairs(positions.into_iter().rev().map(|position| (shape, position)).collect());
                shape
            }
        }
    }

    /// The objects that the values of an object, or the items of lists in it, are; with the key and in
    /// the order of the fields.
    pub(super) fn children(&self, id: ObjectId) -> Vec<Child> {
        let mut found = Vec::new();
        let mut visit = |key: Option<&str>, shape| self.objects_below(shape, key, &mut found);
        match &self.object(id).content {
            Content::Empty => {}
            Content::Map(values) => visit(None, *values),
            Content::Fields(fields) => fields.list.iter().for_each(|field| visit(Some(&field.name), field.shape)),
            Content::Tagged { variants, .. } => {
                for field in variants.iter().flat_map(|variant| &variant.fields.list) {
                    visit(Some(&field.name), field.shape);
                }
            }
        }
        found
    }

    /// The objects at a place or inside the lists at it.
    pub(super) fn objects_below(&self, mut shape: ShapeId, key: Option<&str>, found: &mut Vec<Child>) {
        loop {
            let seen = self.shape(shape);
            if let Some(object) = seen.object {
                found.push((key.map(Box::from), self.living(object)));
            }
            match seen.list {
                Some(Items::Any(items)) => shape = items,
                _ => return,
            }
        }
    }
}

/// The end of a chain of forwards.
fn follow(forward: &[u32], mut id: u32) -> u32 {
    while forward[id as usize] != id {
        id = forward[id as usize];
    }
    id
}

/// The same, halving the chain on the way, which keeps chains short.
fn follow_and_shorten(forward: &mut [u32], mut id: u32) -> u32 {
    while forward[id as usize] != id {
        forward[id as usize] = forward[forward[id as usize] as usize];
        id = forward[id as usize];
    }
    id
}

fn merge_items(a: Items, b: Items, pairs: &mut Vec<(ShapeId, ShapeId)>) -> Items {
    match (a, b) {
        (Items::None, Items::None) => Items::None,
        (Items::Positions(a, seen), Items::Positions(b, more)) if a.len() == b.len() => {
            pairs.extend(a.iter().copied().zip(b));
            Items::Positions(a, seen + more)
        }
        (a, b) => {
            let shapes = [a, b].into_iter().flat_map(|items| match items {
                Items::None => Vec::new(),
                Items::Positions(positions, _) => positions,
                Items::Any(shape) => alloc::vec![shape],
            });
            let shapes: Vec<ShapeId> = shapes.collect();
            let first = shapes[0];
            pairs.extend(shapes[1..].iter().map(|&shape| (first, shape)));
            Items::Any(first)
        }
    }
}

fn merge_content(a: Content, b: Content, pairs: &mut Vec<(ShapeId, ShapeId)>) -> Content {
    match (a, b) {
        (Content::Empty, content) | (content, Content::Empty) => content,
        (Content::Tagged { tag, mut variants }, Content::Tagged { tag: other, variants: more }) if tag == other => {
            for variant in more {
                match variants.iter_mut().find(|known| known.values == variant.values) {
                    Some(known) => known.fields.merge(variant.fields, pairs),
                    None => variants.push(variant),
                }
            }
            let content = Content::Tagged { tag, variants };
            match &content {
                Content::Tagged { variants, .. } if variants.len() > MAX_VALUES => {
                    Content::Fields(untagged(content, pairs))
                }
                _ => content,
            }
        }
        (a, b) => {
            let mut fields = untagged(a, pairs);
            fields.merge(untagged(b, pairs), pairs);
            Content::Fields(fields)
        }
    }
}

/// The fields of an object that is not a map as one set.
fn untagged(content: Content, pairs: &mut Vec<(ShapeId, ShapeId)>) -> Fields {
    match content {
        Content::Fields(fields) => fields,
        Content::Tagged { variants, .. } => {
            let mut all = Fields::default();
            for variant in variants {
                all.merge(variant.fields, pairs);
            }
            all
        }
        Content::Empty | Content::Map(_) => Fields::default(),
    }
}

/// Sends every value of `content` to the one shape `values`.
fn gather_values(content: Content, values: ShapeId, pairs: &mut Vec<(ShapeId, ShapeId)>) {
    match content {
        Content::Empty => {}
        Content::Map(shape) => pairs.push((values, shape)),
        Content::Fields(fields) => pairs.extend(fields.list.iter().map(|field| (values, field.shape))),
        Content::Tagged { variants, .. } => {
            let fields = variants.iter().flat_map(|variant| &variant.fields.list);
            pairs.extend(fields.map(|field| (values, field.shape)));
        }
    }
}
