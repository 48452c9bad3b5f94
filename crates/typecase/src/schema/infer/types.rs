//! From shapes to types.

use super::super::model::{Document, Enum, Field, Record, Scalar, Slot, TupleItem, Type, Union};
use super::super::naming::{singular, type_name, unique};
use super::shape::{Child, Content, Fields, Items, ObjectId, Shape, ShapeId, Shapes, Strings};
use super::{Options, tags};
use crate::value::{Text, Value};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::{IntoIter, Vec};

/// How many strings it takes to believe in an enum.
const MIN_ENUM_STRINGS: u64 = 20;
/// How many strings there must be for each value of an enum.
const STRINGS_AN_ENUM_VALUE: u64 = 10;

/// The schema of what has been seen at `root`.
pub(super) fn document(shapes: &Shapes, root: ShapeId, options: &Options) -> Document {
    let recursive = recursive_objects(shapes, root);
    let mut writer = Writer { shapes, options, names: BTreeMap::new() };
    let root_object = sole_object(shapes, root);
    let mut name = options.name.clone();
    let mut types: Vec<(String, ObjectId)> = Vec::new();
    for (object, key) in recursive {
        let wanted = key.as_deref().and_then(type_name).map_or_else(|| "Node".to_string(), |name| singular(&name));
        if root_object == Some(object) {
            let name = name.get_or_insert(wanted);
            writer.names.insert(object, name.clone());
        } else {
            let taken = |candidate: &str| {
                name.as_deref() == Some(candidate) || types.iter().any(|(known, _)| known == candidate)
            };
            let chosen = unique(&wanted, taken);
            writer.names.insert(object, chosen.clone());
            types.push((chosen, object));
        }
    }
    let root_type = match root_object {
        Some(object) => writer.object_type(object),
        None => writer.root_type(root),
    };
    Document {
        name,
        types: types.into_iter().map(|(name, object)| (name, writer.object_type(object))).collect(),
        ..Document::new(root_type)
    }
}

/// The object that all values at a place are, if they all are.
fn sole_object(shapes: &Shapes, place: ShapeId) -> Option<ObjectId> {
    let shape = shapes.shape(place);
    let sole = shape.nulls == 0 && shape.kinds().count_ones() == 1;
    shape.object.filter(|_| sole).map(|object| shapes.living(object))
}

/// The objects that contain their like, in the order in which they are met from the root, each with the
/// key by which it is reached: the first, or for the root the one that leads back to it.
fn recursive_objects(shapes: &Shapes, root: ShapeId) -> Vec<(ObjectId, Option<Box<str>>)> {
    let mut met: BTreeMap<ObjectId, (usize, Option<Box<str>>)> = BTreeMap::new();
    let mut recursive: BTreeMap<usize, (ObjectId, Option<Box<str>>)> = BTreeMap::new();
    // The way to where the walk is: objects, each with those of its children that are to be visited.
    let mut open: Vec<(ObjectId, IntoIter<Child>)> = Vec::new();
    let mut open_now = BTreeSet::new();
    let mut roots = Vec::new();
    shapes.objects_below(root, None, &mut roots);
    let mut roots = roots.into_iter();
    loop {
        let next = match open.last_mut() {
            Some((_, children)) => children.next(),
            None => match roots.next() {
                Some(root) => Some(root),
                None => return recursive.into_values().collect(),
            },
        };
        match next {
            Some((key, object)) => match met.get(&object) {
                None => {
                    met.insert(object, (met.len(), key));
                    open_now.insert(object);
                    open.push((object, shapes.children(object).into_iter()));
                }
                Some((order, first)) if open_now.contains(&object) => {
                    recursive.entry(*order).or_insert_with(|| (object, first.clone().or(key)));
                }
                Some(_) => {}
            },
            None => {
                if let Some((object, _)) = open.pop() {
                    open_now.remove(&object);
                }
            }
        }
    }
}

struct Writer<'s> {
    shapes: &'s Shapes,
    options: &'s Options,
    /// The objects that are types of the document.
    names: BTreeMap<ObjectId, String>,
}

impl Writer<'_> {
    fn root_type(&self, root: ShapeId) -> Type {
        let shape = self.shapes.shape(root);
        match self.type_of(shape, "") {
            Some(ty) if shape.nulls > 0 => with_null(ty),
            Some(ty) => ty,
            None if shape.nulls > 0 => Scalar::Null.into(),
            None => Scalar::Json.into(),
        }
    }

    /// The slot of a place where a value is always there, though it may be null.
    fn slot(&self, place: ShapeId, key: &str) -> Slot {
        let shape = self.shapes.shape(place);
        match self.type_of(shape, key) {
            Some(ty) if shape.nulls > 0 => Slot::optional(ty),
            Some(ty) => Slot::required(ty),
            None if shape.nulls > 0 => Slot::required(Scalar::Null.into()),
            None => Slot::required(Scalar::Json.into()),
        }
    }

    /// The slot of a field: missing and null stay distinct.
    fn field_slot(&self, place: ShapeId, key: &str, missing: bool) -> Slot {
        let nulls = self.shapes.shape(place).nulls > 0;
        let mut slot = self.slot(place, key);
        if missing {
            slot.required = false;
            if nulls {
                slot.ty = match slot.ty {
                    // There is no other value to tell from.
                    Type::Scalar(Scalar::Null) => with_null(Scalar::Json.into()),
                    ty => with_null(ty),
                };
            }
        } else {
            slot.options.write_null = nulls;
        }
        slot
    }

    /// The type of all values of a shape that are not null; `None` if there are none.
    fn type_of(&self, shape: &Shape, key: &str) -> Option<Type> {
        if shape.opaque {
            return Some(Scalar::Json.into());
        }
        // A reader takes the first branch that fits.
        let mut branches: Vec<Type> = shape
            .scalars()
            .into_iter()
            .map(|scalar| match scalar {
                Scalar::String => self.string_type(&shape.strings, key),
                scalar => scalar.into(),
            })
            .collect();
        if let Some(items) = &shape.list {
            branches.push(self.list_type(items, key));
        }
        if let Some(object) = shape.object {
            branches.push(self.object_reference(object));
        }
        if branches.len() > 1 {
            return Some(Type::Union(Union { branches, discriminator: None }));
        }
        branches.pop()
    }

    fn string_type(&self, strings: &Strings, key: &str) -> Type {
        if self.options.dates && !strings.not_dates {
            return Scalar::Date.into();
        }
        let values = &strings.distinct;
        let few = values.len() >= 2
            && strings.count >= MIN_ENUM_STRINGS
            && values.len() as u64 * STRINGS_AN_ENUM_VALUE <= strings.count;
        let named =
            few && !tags::is_identity(key) && !tags::is_code(key) && values.iter().all(|value| tags::is_word(value));
        if !(self.options.enums && named) {
            return Scalar::String.into();
        }
        enumeration(values)
    }

    fn list_type(&self, items: &Items, key: &str) -> Type {
        match items {
            Items::None => Type::List(Box::new(Slot::required(Scalar::Json.into()))),
            Items::Any(items) => Type::List(Box::new(self.slot(*items, key))),
            Items::Positions(positions, _) => {
                Type::Tuple(positions.iter().map(|place| self.tuple_item(*place)).collect())
            }
        }
    }

    fn tuple_item(&self, place: ShapeId) -> TupleItem {
        let shape = self.shapes.shape(place);
        let scalar = shape.scalars().first().copied().unwrap_or(Scalar::Json);
        let slot = Slot { required: shape.nulls == 0, ..Slot::required(scalar.into()) };
        TupleItem { name: None, slot }
    }

    fn object_reference(&self, object: ObjectId) -> Type {
        let object = self.shapes.living(object);
        match self.names.get(&object) {
            Some(name) => Type::Reference(name.clone()),
            None => self.object_type(object),
        }
    }

    fn object_type(&self, object: ObjectId) -> Type {
        match &self.shapes.object(object).content {
            Content::Empty => Type::Map(Box::new(Slot::required(Scalar::Json.into()))),
            Content::Map(values) => Type::Map(Box::new(self.slot(*values, ""))),
            Content::Fields(fields) => Type::Record(self.record(fields, None)),
            Content::Tagged { tag, variants } => Type::Union(Union {
                branches: variants
                    .iter()
                    .map(|variant| Type::Record(self.record(&variant.fields, Some((tag, &variant.values)))))
                    .collect(),
                discriminator: Some(tag.to_string()),
            }),
        }
    }

    fn record(&self, fields: &Fields, tag: Option<(&str, &[Box<str>])>) -> Record {
        let fields = fields.list.iter().map(|field| {
            let slot = match tag {
                Some((tag, values)) if *field.name == *tag => Slot::required(enumeration(values)),
                _ => self.field_slot(field.shape, &field.name, field.seen < fields.objects),
            };
            Field { name: field.name.to_string(), slot }
        });
        Record { kind: None, fields: fields.collect() }
    }
}

fn enumeration(values: &[Box<str>]) -> Type {
    let values = values.iter().map(|value| Value::Text(Text::owned(value))).collect();
    Type::Enum(Enum { values, open: false })
}

/// The union of null and a type.
fn with_null(ty: Type) -> Type {
    let null = Type::Scalar(Scalar::Null);
    let branches = match ty {
        Type::Union(Union { mut branches, discriminator: None }) => {
            branches.insert(0, null);
            branches
        }
        ty => alloc::vec![null, ty],
    };
    Type::Union(Union { branches, discriminator: None })
}
