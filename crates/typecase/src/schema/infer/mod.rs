//! Schemas from samples: [`Inferrer`] looks at values and says which schema describes them.
//!
//! Every value that was looked at decodes under the schema, and comes back equal: missing fields stay
//! missing, nulls stay null, integers keep all of their digits. Memory grows with the number of distinct
//! places in the samples, not with their size, and time is linear.
//!
//! ```
//! use typecase::schema::infer::{Inferrer, Options};
//! use typecase::wire::json;
//!
//! let mut inferrer = Inferrer::new(Options::default());
//! for line in ["{\"id\":1,\"tags\":[\"a\"]}", "{\"id\":2,\"note\":null,\"tags\":[]}"] {
//!     inferrer.sample(&json::parse(line)?);
//! }
//! let document = inferrer.finish();
//! assert_eq!(
//!     document.to_json_line(),
//!     r#"{"id":"integer","tags":{"array":"string"},"note?":{"union":["null","json"]}}"#
//! );
//! # Ok::<(), typecase::error::Error>(())
//! ```
//!
//! The rules, and what a person may want to change afterwards, are in `docs/infer.md`. The samples are
//! gathered into shapes here (`shape.rs` holds them); `Inferrer::finish` then decides which objects are
//! maps (`maps.rs`), which repeat themselves at depth (`fold.rs`), which are told apart by a tag
//! (`tags.rs`), and writes the types (`types.rs`).

mod fold;
mod maps;
mod shape;
mod tags;
#[cfg(test)]
mod tests;
mod types;

use super::model::Document;
use crate::limits::DEEPEST;
use crate::value::Value;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use shape::{Content, Fields, Items, ObjectId, ShapeId, Shapes};

/// The longest list that may be a tuple.
const MAX_TUPLE: usize = 8;
/// The deepest that an inferred type nests; what lies below is `json`. A definition may nest 128 levels,
/// and a union at every level of the samples takes as many again.
const MAX_DEPTH: u32 = 60;

/// What inference may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The name of the root type (`$name`); the default is none, unless the root refers to itself.
    pub name: Option<String>,
    /// How many samples to look at; the schema is not promised to fit those that come after. The default
    /// is no limit.
    pub max_samples: u64,
    /// The most fields of one record; an object with more keys is a map. The default is 1000.
    pub max_fields: usize,
    /// The most places that are told apart; beyond them new lists and objects are `json`, and an object
    /// with a new key is a map. The default is 100,000.
    pub max_places: usize,
    /// Whether strings with few distinct values become enums. The default is yes.
    pub enums: bool,
    /// Whether strings that are all instants in the form of ECMAScript become dates. The default is yes.
    pub dates: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { name: None, max_samples: u64::MAX, max_fields: 1000, max_places: 100_000, enums: true, dates: true }
    }
}

/// Looks at samples and says which schema describes them.
///
/// ```
/// use typecase::schema::infer::{Inferrer, Options};
/// use typecase::schema::model::{Scalar, Type};
/// use typecase::value::Value;
///
/// let mut inferrer = Inferrer::new(Options::default());
/// for id in [1, 2] {
///     inferrer.sample(&Value::map(vec![("id".into(), Value::Int(id))]));
/// }
/// let Type::Record(record) = inferrer.finish().root else { panic!() };
/// assert_eq!(record.fields[0].name, "id");
/// assert_eq!(record.fields[0].slot.ty, Type::Scalar(Scalar::Integer));
/// ```
#[derive(Debug)]
pub struct Inferrer {
    options: Options,
    shapes: Shapes,
    root: ShapeId,
    samples: u64,
}

/// The step from an object to a value in it, on the way to the value that is being looked at.
#[derive(Clone, Copy)]
struct Step<'v> {
    object: ObjectId,
    key: &'v str,
}

impl Inferrer {
    /// An inferrer that has seen nothing.
    pub fn new(options: Options) -> Inferrer {
        let mut shapes = Shapes::default();
        let root = shapes.new_shape();
        Inferrer { options, shapes, root, samples: 0 }
    }

    /// Looks at a sample: a whole document, or one of many (a line of NDJSON). `false` says that the limit
    /// of [`Options::max_samples`] was reached before it and it was not looked at.
    ///
    /// A sample comes from a self-describing wire: objects are [`Value::Map`].
    pub fn sample(&mut self, value: &Value<'_>) -> bool {
        if self.samples >= self.options.max_samples {
            return false;
        }
        self.samples += 1;
        self.look(self.root, value, &mut Vec::new(), 0);
        true
    }

    /// The schema of the samples so far. Without samples, or if there were only nulls, it is `json` or
    /// `null`.
    pub fn finish(mut self) -> Document {
        maps::find(&mut self.shapes, self.root);
        fold::fold(&mut self.shapes, self.root);
        tags::settle(&mut self.shapes, self.root);
        self.shapes.settle_lists();
        types::document(&self.shapes, self.root, &self.options)
    }

    /// Adds a value to a shape that stands `depth` levels deep in the schema.
    fn look<'v>(&mut self, at: ShapeId, value: &'v Value<'_>, path: &mut Vec<Step<'v>>, depth: u32) {
        let shape = self.shapes.shape_mut(at);
        match value {
            Value::Null => shape.nulls += 1,
            Value::Bool(_) => shape.bools += 1,
            Value::Int(value) => shape.numbers.int(*value),
            Value::Uint(_) => shape.numbers.uint(),
            Value::Float(_) => shape.numbers.floats += 1,
            Value::BigInt(_) => shape.bigints += 1,
            Value::Text(text) => shape.strings.add(text),
            Value::Bytes(_) => shape.bytes += 1,
            Value::Date(_) => shape.dates += 1,
            Value::List(items) => self.look_at_list(at, items, path, depth),
            Value::Map(entries) => self.look_at_object(at, entries, path, depth),
            // Values with a schema of their own are not samples, and types of a single wire are in no schema.
            Value::Record(_) | Value::Case(_) | Value::Special(_) => shape.opaque = true,
        }
    }

    fn look_at_list<'v>(&mut self, at: ShapeId, items: &'v [Value<'_>], path: &mut Vec<Step<'v>>, depth: u32) {
        if self.shapes.shape(at).list.is_none() && self.is_full(depth) {
            self.shapes.shape_mut(at).opaque = true;
            return;
        }
        let scalars = items.len() <= MAX_TUPLE && !items.iter().any(|v| matches!(v, Value::List(_) | Value::Map(_)));
        let before = self.shapes.shape_mut(at).list.take();
        let after = match before {
            Some(Items::Positions(positions, seen)) if scalars && positions.len() == items.len() => {
                Items::Positions(positions, seen + 1)
            }
            None if scalars && !items.is_empty() => {
                Items::Positions(items.iter().map(|_| self.shapes.new_shape()).collect(), 1)
            }
            None | Some(Items::None) if items.is_empty() => Items::None,
            Some(known) => Items::Any(self.shapes.make_list(known)),
            None => Items::Any(self.shapes.new_shape()),
        };
        let positions = match &after {
            Items::Positions(positions, _) => positions.clone(),
            _ => Vec::new(),
        };
        let any = match after {
            Items::Any(shape) => Some(shape),
            _ => None,
        };
        self.shapes.shape_mut(at).list = Some(after);
        for (index, item) in items.iter().enumerate() {
            if let Some(shape) = any.or_else(|| positions.get(index).copied()) {
                self.look(shape, item, path, depth + 1);
            }
        }
    }

    fn look_at_object<'v>(
        &mut self,
        at: ShapeId,
        entries: &'v [(Value<'_>, Value<'_>)],
        path: &mut Vec<Step<'v>>,
        depth: u32,
    ) {
        let keys: Option<Vec<&str>> = entries.iter().map(|(key, _)| key.as_str()).collect();
        let Some(keys) = keys.filter(|_| path.len() < DEEPEST as usize) else {
            self.shapes.shape_mut(at).opaque = true;
            return;
        };
        let object = match self.shapes.shape(at).object {
            Some(object) => object,
            None => match fold::ancestor(&self.shapes, path, &keys, entries) {
                Some(ancestor) => ancestor,
                None if self.is_full(depth) => {
                    self.shapes.shape_mut(at).opaque = true;
                    return;
                }
                None => self.shapes.new_object(depth),
            },
        };
        self.shapes.shape_mut(at).object = Some(object);
        let depth = self.shapes.object(object).depth;
        let places = self.register(object, &keys, entries);
        for ((place, key), (_, value)) in places.into_iter().zip(keys).zip(entries) {
            path.push(Step { object, key });
            self.look(place, value, path, depth + 1);
            path.pop();
        }
    }

    /// Whether a new list or object is too deep, or one too many.
    fn is_full(&self, depth: u32) -> bool {
        depth >= MAX_DEPTH || self.shapes.len() >= self.options.max_places
    }

    /// Counts an object and its keys, and gives the shape of each value.
    fn register(&mut self, id: ObjectId, keys: &[&str], entries: &[(Value<'_>, Value<'_>)]) -> Vec<ShapeId> {
        let full = self.shapes.len() >= self.options.max_places;
        let object = self.shapes.object_mut(id);
        object.objects += 1;
        if let Content::Map(values) = object.content {
            return keys.iter().map(|_| values).collect();
        }
        let known = object.keys.len();
        for key in keys {
            match object.keys.get_mut(*key) {
                Some(count) => *count += 1,
                None => {
                    object.keys.insert(Box::from(*key), 1);
                }
            }
        }
        let total = object.keys.len();
        if total > self.options.max_fields || (full && total > known) {
            let values = self.shapes.make_map(id);
            return keys.iter().map(|_| values).collect();
        }
        if let Content::Empty = object.content {
            object.content = match tags::choose(entries) {
                Some(tag) => Content::Tagged { tag: tag.into(), variants: Vec::new() },
                None => Content::Fields(Fields::default()),
            };
        }
        let variant = match &mut object.content {
            Content::Tagged { tag, variants } => tags::variant(tag, variants, entries),
            _ => None,
        };
        if let (None, Content::Tagged { .. }) = (variant, &object.content) {
            self.shapes.untag(id);
        }
        self.fields(id, variant).objects += 1;
        let mut places = Vec::with_capacity(keys.len());
        for (index, key) in keys.iter().enumerate() {
            let known = self.fields(id, variant).count(key, index);
            places.push(known.unwrap_or_else(|| {
                let shape = self.shapes.new_shape();
                self.fields(id, variant).push(key, shape);
                shape
            }));
        }
        places
    }

    /// The fields of a record, of one of its variants if it has a tag.
    fn fields(&mut self, id: ObjectId, variant: Option<usize>) -> &mut Fields {
        let content = &mut self.shapes.object_mut(id).content;
        match (content, variant) {
            (Content::Tagged { variants, .. }, Some(index)) => &mut variants[index].fields,
            (Content::Fields(fields), _) => fields,
            (content, _) => {
                *content = Content::Fields(Fields::default());
                match content {
                    Content::Fields(fields) => fields,
                    _ => unreachable!("it has just been set"),
                }
            }
        }
    }
}
