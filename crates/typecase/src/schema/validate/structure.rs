//! What only shows when references are followed: cycles that no value could end, unions that nothing
//! tells apart, and what `$sparse` and `$layout` need of the root.

use super::references::{TypeNumbers, in_type, numbered, order};
use super::{EnumSet, Result, invalid};
use crate::schema::error::{DefinitionCode, DefinitionError};
use crate::schema::model::{Document, Layout, Record, Slot, Type, Union};
use crate::schema::words;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// The most cases of all unions with a discriminator together: a named enum counts for each union.
const MOST_CASES: usize = 1 << 18;

/// Checks a document whose parts have been checked already.
pub(super) fn check(document: &Document, names: &TypeNumbers) -> Result<()> {
    root_options(document, names)?;
    let edges = |follow: fn(&Type, &TypeNumbers, &mut Vec<usize>)| -> Vec<Vec<usize>> {
        let of = |number| {
            let mut edges = Vec::new();
            follow(numbered(document, number), names, &mut edges);
            edges
        };
        (0..=document.types.len()).map(of).collect()
    };
    if let Err(number) = order(&edges(needed)) {
        return Err(in_type(document, number, invalid("the type contains itself, so that no value of it is finite")));
    }
    let alternatives = match order(&edges(tried)) {
        Ok(order) => order,
        Err(number) => return Err(in_type(document, number, invalid("the union is a branch of itself"))),
    };
    let mut unions =
        Unions { document, names, tries: vec![1; document.types.len() + 1], cases: 0, fields: BTreeMap::new() };
    for number in alternatives {
        let tries = unions.ty(numbered(document, number)).map_err(|error| in_type(document, number, error))?;
        unions.tries[number] = tries;
    }
    Ok(())
}

fn root_options(document: &Document, names: &TypeNumbers) -> Result<()> {
    let wrong = |key: &str, message| Err(DefinitionError::new(DefinitionCode::InvalidOptions, message).in_key(key));
    let root = resolved(document, names, &document.root)?;
    let (is_list, record) = match root {
        Type::List(item) => (true, resolved(document, names, &item.ty)?),
        other => (false, other),
    };
    let is_record = matches!(record, Type::Record(_));
    if document.sparse && !is_record {
        return wrong("$sparse", "the root is neither a record nor a list of records");
    }
    if document.layout != Layout::Rows {
        if !is_list || !is_record {
            return wrong("$layout", "the root is not a list of records");
        }
        if document.sparse {
            return wrong("$layout", "sparse records are laid out in rows");
        }
    }
    Ok(())
}

/// The type itself, behind any references.
fn resolved<'d>(document: &'d Document, names: &TypeNumbers, ty: &'d Type) -> Result<&'d Type> {
    match ty {
        Type::Reference(name) => Ok(numbered(document, names.target(name)?)),
        _ => Ok(ty),
    }
}

/// The named types that every value of a type contains. Where something may be missing, a list or map
/// be empty, or a union have another branch, a cycle can end.
fn needed(ty: &Type, names: &TypeNumbers, edges: &mut Vec<usize>) {
    match ty {
        Type::Reference(name) => edges.extend(names.number(name)),
        Type::Record(record) => {
            for field in record.fields.iter().filter(|field| field.slot.required && field.slot.default.is_none()) {
                needed(&field.slot.ty, names, edges);
            }
        }
        _ => {}
    }
}

/// The named types that a reader may try at the place of this one without having read anything.
fn tried(ty: &Type, names: &TypeNumbers, edges: &mut Vec<usize>) {
    match ty {
        Type::Reference(name) => edges.extend(names.number(name)),
        Type::Union(union) => union.branches.iter().for_each(|branch| tried(branch, names, edges)),
        _ => {}
    }
}

struct Unions<'a> {
    document: &'a Document,
    names: &'a TypeNumbers,
    /// How many types each named type makes a reader try.
    tries: Vec<usize>,
    /// The cases of all unions with discriminators so far.
    cases: usize,
    /// The fields by name of the named records that have been branches so far.
    fields: BTreeMap<usize, BTreeMap<&'a str, usize>>,
}

impl<'a> Unions<'a> {
    /// Checks the unions in a type; gives how many types a reader may have to try.
    fn ty(&mut self, ty: &'a Type) -> Result<usize> {
        match ty {
            Type::Record(record) => {
                for field in &record.fields {
                    self.ty(&field.slot.ty).map_err(|error| error.in_key(&field.name))?;
                }
            }
            Type::List(item) => self.ty(&item.ty).map(|_| ()).map_err(|error| error.in_key("array"))?,
            Type::Map(value) => self.ty(&value.ty).map(|_| ()).map_err(|error| error.in_key("map"))?,
            Type::Union(union) => return self.union(union),
            Type::Reference(name) => return Ok(self.tries[self.names.number(name)?]),
            Type::Scalar(_) | Type::Enum(_) | Type::Flags(_) | Type::Tuple(_) => {}
        }
        Ok(1)
    }

    fn union(&mut self, union: &'a Union) -> Result<usize> {
        let wrong = |message| DefinitionError::new(DefinitionCode::InvalidUnion, message);
        let mut tries = 0usize;
        for (index, branch) in union.branches.iter().enumerate() {
            tries += self.ty(branch).map_err(|error| error.in_item(index).in_key("union"))?;
        }
        if tries > words::MOST_PARTS {
            return Err(wrong("a union and the unions in it have at most 65,535 branches").in_key("union"));
        }
        let Some(discriminator) = &union.discriminator else { return Ok(tries) };
        let mut values = EnumSet::default();
        for (index, branch) in union.branches.iter().enumerate() {
            self.discriminate(branch, discriminator, &mut values)
                .map_err(|message| wrong(message).in_item(index).in_key("union"))?;
        }
        Ok(1)
    }

    /// Checks that the discriminator in a branch is an enum, and takes its values, all new, into `values`.
    fn discriminate(
        &mut self,
        branch: &'a Type,
        discriminator: &str,
        values: &mut EnumSet,
    ) -> core::result::Result<(), &'static str> {
        let slot = self.discriminator(branch, discriminator)?;
        let Ok(Type::Enum(it)) = resolved(self.document, self.names, &slot.ty) else {
            return Err("the discriminator is not an enum");
        };
        if it.open || !slot.required || slot.default.is_some() {
            return Err("the discriminator is a closed enum, required and without a default");
        }
        for value in &it.values {
            if !values.insert(value) {
                return Err("a value of the discriminator is also another branch's");
            }
            self.cases += 1;
        }
        if self.cases > MOST_CASES {
            return Err("the discriminators of all unions have at most 262,144 values");
        }
        Ok(())
    }

    /// The slot of the discriminator in a branch.
    fn discriminator(&mut self, branch: &'a Type, name: &str) -> core::result::Result<&'a Slot, &'static str> {
        let (record, index) = match branch {
            Type::Record(record) => (record, record.fields.iter().position(|field| field.name == name)),
            Type::Reference(reference) => {
                let number = self.names.target(reference).map_err(|_| "the branch is not defined")?;
                let Type::Record(record) = numbered(self.document, number) else {
                    return Err("a branch of a union with a discriminator is a record");
                };
                // Many unions may refer to one large record.
                let fields = self.fields.entry(number).or_insert_with(|| by_name(record));
                (record, fields.get(name).copied())
            }
            _ => return Err("a branch of a union with a discriminator is a record"),
        };
        index.map(|index| &record.fields[index].slot).ok_or("the branch does not have the discriminator's field")
    }
}

fn by_name(record: &Record) -> BTreeMap<&str, usize> {
    record.fields.iter().enumerate().map(|(index, field)| (field.name.as_str(), index)).collect()
}
