//! Checks a [`Document`], wherever it came from, and brings its values into their normal form.
//!
//! After this a document is sound: names are unique, references lead somewhere, every option makes
//! sense where it is, every default is a value of its type, and some value of the schema is finite.
//! Every check takes time in proportion to the document, up to a logarithm.

mod defaults;
mod leaf;
mod options;
pub(super) mod references;
mod structure;

use super::error::{DefinitionCode, DefinitionError};
use super::model::{Document, Enum, Record, Slot, TupleItem, Type, Union};
use super::words;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use leaf::{EnumSet, Leaf};
use references::{TypeNumbers, in_type, numbered};

type Result<T> = core::result::Result<T, DefinitionError>;

fn invalid(message: &'static str) -> DefinitionError {
    DefinitionError::new(DefinitionCode::InvalidDefinition, message)
}

/// Checks and normalises a document; gives its named types by number.
pub(super) fn validate(document: &mut Document) -> Result<TypeNumbers> {
    for (key, value) in &mut document.meta {
        let known = words::DOCUMENT.contains(&key.as_str());
        if known || !key.starts_with('$') {
            return Err(
                invalid("the key of a document's metadata begins with `$` and has no other meaning").in_key(key)
            );
        }
        defaults::plain(value).map_err(|message| invalid(message).in_key(key))?;
    }
    let mut keys = BTreeSet::new();
    if let Some((key, _)) = document.meta.iter().find(|(key, _)| !keys.insert(key)) {
        return Err(invalid("the key occurs twice").in_key(key));
    }
    let names = TypeNumbers::new(document)?;
    let leaves = (0..=document.types.len()).map(|number| Leaf::of(numbered(document, number))).collect();
    let check = Check { names: &names, leaves };
    for number in 0..=document.types.len() {
        let ty = match document.types.get_mut(number) {
            Some((_, ty)) => ty,
            None => &mut document.root,
        };
        check.ty(ty, Place::Elsewhere, 0).map_err(|error| in_type(document, number, error))?;
    }
    structure::check(document, &names)?;
    enum_numbers(document)?;
    Ok(names)
}

/// The numbers that `$proto` gives enums: one 32-bit integer a value.
fn enum_numbers(document: &Document) -> Result<()> {
    for (name, ty) in &document.types {
        let given = document.proto(name).and_then(|notes| notes.get("numbers"));
        let fits = match ty {
            Type::Enum(it) => document.enum_numbers(name).is_some_and(|numbers| numbers.len() == it.values.len()),
            _ => false,
        };
        if given.is_some() && !fits {
            let message = "the numbers are those of an enum, one 32-bit integer a value";
            let error = DefinitionError::new(DefinitionCode::InvalidOptions, message);
            return Err(error.in_key("numbers").in_key(name).in_key("$proto"));
        }
    }
    Ok(())
}

/// Where a slot is, which decides about its options.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// A field of a record.
    Field,
    /// An item of a list that is a field, or an item of such an item.
    ItemOfField,
    /// An item of a tuple.
    TupleItem,
    /// The value of a map, or an item of some other list.
    Elsewhere,
}

struct Check<'a> {
    names: &'a TypeNumbers,
    /// For each named type what options need to know of it.
    leaves: Vec<Leaf>,
}

impl Check<'_> {
    fn ty(&self, ty: &mut Type, place: Place, depth: u32) -> Result<()> {
        if depth >= words::DEEPEST {
            return Err(invalid("the definition is nested too deep"));
        }
        match ty {
            Type::Scalar(_) => Ok(()),
            Type::Record(record) => self.record(record, depth + 1),
            Type::List(item) => {
                let inside = match place {
                    Place::Field | Place::ItemOfField => Place::ItemOfField,
                    Place::TupleItem | Place::Elsewhere => Place::Elsewhere,
                };
                self.slot(item, inside, depth + 1).map_err(|error| error.in_key("array"))
            }
            Type::Map(value) => self.slot(value, Place::Elsewhere, depth + 1).map_err(|error| error.in_key("map")),
            Type::Enum(it) => enumeration(it).map_err(|error| error.in_key("enum")),
            Type::Flags(names) => flags(names).map_err(|error| error.in_key("flags")),
            Type::Tuple(items) => self.tuple(items, depth + 1),
            Type::Union(union) => self.union(union, depth + 1).map_err(|error| error.in_key("union")),
            Type::Reference(name) => self.names.number(name).map(|_| ()),
        }
    }

    fn slot(&self, slot: &mut Slot, place: Place, depth: u32) -> Result<()> {
        self.ty(&mut slot.ty, place, depth)?;
        let direct;
        let leaf = match &slot.ty {
            Type::Reference(name) => &self.leaves[self.names.target(name)?],
            ty => {
                direct = Leaf::of(ty);
                &direct
            }
        };
        options::check(slot, leaf, place)
    }

    fn record(&self, record: &mut Record, depth: u32) -> Result<()> {
        if let Some((kind, meta)) = &mut record.kind {
            if !words::is_capitalised(kind) || kind.ends_with('?') || meta.as_map().is_none() {
                return Err(invalid("a kind is a capitalised name with an object").in_key(kind));
            }
            defaults::plain(meta).map_err(|message| invalid(message).in_key(kind))?;
        }
        if record.fields.is_empty() {
            return Err(invalid("a record has at least one field"));
        }
        if record.fields.len() > words::MOST_PARTS {
            return Err(invalid("a record has at most 65,535 fields"));
        }
        let mut keys = BTreeSet::new();
        for field in &record.fields {
            key(&field.name).map_err(|error| error.in_key(&field.name))?;
            if !keys.insert(field.name.as_str()) {
                return Err(invalid("the key occurs twice").in_key(&field.name));
            }
        }
        for field in &record.fields {
            for (index, alias) in field.slot.options.aliases.iter().enumerate() {
                let wrong = |code, message| {
                    let error = DefinitionError::new(code, message);
                    Err(error.in_item(index).in_key("aliases").in_key(&field.name))
                };
                if alias == PROTO {
                    return wrong(DefinitionCode::ReservedKey, RESERVED);
                }
                if !keys.insert(alias) {
                    return wrong(DefinitionCode::InvalidOptions, "the record has that key already");
                }
            }
        }
        for field in &mut record.fields {
            self.slot(&mut field.slot, Place::Field, depth).map_err(|error| error.in_key(&field.name))?;
        }
        Ok(())
    }

    fn tuple(&self, items: &mut [TupleItem], depth: u32) -> Result<()> {
        if items.is_empty() || items.len() > words::MOST_PARTS {
            return Err(invalid("a tuple has from 1 to 65,535 items"));
        }
        let named = items[0].name.is_some();
        let mut keys = BTreeSet::new();
        for (index, item) in items.iter().enumerate() {
            if item.name.is_some() != named {
                return Err(invalid("either all items of a tuple have names or none has").in_item(index));
            }
            if let Some(name) = &item.name {
                key(name).map_err(|error| error.in_key(name).in_item(index))?;
                if !keys.insert(name) {
                    return Err(invalid("the key occurs twice").in_key(name).in_item(index));
                }
            }
        }
        for (index, item) in items.iter_mut().enumerate() {
            let checked = match item.slot.ty {
                Type::Scalar(_) => self.slot(&mut item.slot, Place::TupleItem, depth),
                _ => Err(invalid("the items of a tuple are scalars")),
            };
            checked.map_err(|error| match &item.name {
                Some(name) => error.in_key(name).in_item(index),
                None => error.in_item(index),
            })?;
        }
        Ok(())
    }

    fn union(&self, union: &mut Union, depth: u32) -> Result<()> {
        if union.branches.is_empty() || union.branches.len() > words::MOST_PARTS {
            return Err(DefinitionError::new(DefinitionCode::InvalidUnion, "a union has from 1 to 65,535 branches"));
        }
        for (index, branch) in union.branches.iter_mut().enumerate() {
            self.ty(branch, Place::Elsewhere, depth).map_err(|error| error.in_item(index))?;
        }
        Ok(())
    }
}

/// The key that means the prototype of a JavaScript object.
const PROTO: &str = "__proto__";
const RESERVED: &str = "the key is reserved";

/// Checks a name that becomes a key of JavaScript objects.
fn key(name: &str) -> Result<()> {
    if name == PROTO {
        return Err(DefinitionError::new(DefinitionCode::ReservedKey, RESERVED));
    }
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = "JavaScript puts a key that is a number before the others";
        return Err(DefinitionError::new(DefinitionCode::IntegerKey, message));
    }
    Ok(())
}

fn enumeration(it: &mut Enum) -> Result<()> {
    let wrong = |message| DefinitionError::new(DefinitionCode::InvalidEnum, message);
    if it.values.is_empty() {
        return Err(wrong("an enum has at least one value"));
    }
    let mut seen = EnumSet::default();
    for (index, value) in it.values.iter_mut().enumerate() {
        let normal = leaf::enum_value(value)
            .ok_or_else(|| wrong("expected a string, or a number that is exactly a double").in_item(index))?;
        *value = normal;
        if !seen.insert(value) {
            return Err(wrong("the value occurs twice").in_item(index));
        }
    }
    Ok(())
}

fn flags(names: &[String]) -> Result<()> {
    let wrong = |message| DefinitionError::new(DefinitionCode::InvalidFlags, message);
    if names.is_empty() || names.len() > words::MOST_PARTS {
        return Err(wrong("there are from 1 to 65,535 flags"));
    }
    let mut seen = BTreeSet::new();
    for (index, name) in names.iter().enumerate() {
        key(name).map_err(|error| error.in_item(index))?;
        if !seen.insert(name) {
            return Err(wrong("the name occurs twice").in_item(index));
        }
    }
    Ok(())
}
