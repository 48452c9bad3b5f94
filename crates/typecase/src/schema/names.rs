//! Follows the references of a document, for whoever walks it as people wrote it.
//!
//! The checker, the diff and the resolver need what the frozen graph leaves out (rules, options, the
//! names of types), so they walk the [`Document`]. References of a checked document are followed here;
//! `validate::references` follows those of one that is yet to be checked, and says where they go wrong.

use super::choice::Choice;
use super::model::{Document, Record, Type, Union};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::RefCell;

/// The named types of a document, each led to the type behind it.
pub(crate) struct Names<'d> {
    types: BTreeMap<&'d str, &'d Type>,
    /// The fields by name of the records in which one has been looked for.
    fields: RefCell<BTreeMap<usize, BTreeMap<&'d str, usize>>>,
}

impl<'d> Names<'d> {
    /// Collects the named types of a document and its named root.
    pub(crate) fn new(document: &'d Document) -> Names<'d> {
        let mut types: BTreeMap<&str, &Type> = document.types.iter().map(|(name, ty)| (name.as_str(), ty)).collect();
        if let Some(name) = &document.name {
            types.entry(name).or_insert(&document.root);
        }
        let names: Vec<&str> = types.keys().copied().collect();
        for name in names {
            shorten(&mut types, name);
        }
        Names { types, fields: RefCell::default() }
    }

    /// The type behind a reference; any other type as it is. A reference to nothing, which no checked
    /// schema has, stays a reference.
    pub(crate) fn follow(&self, ty: &'d Type) -> &'d Type {
        match ty {
            Type::Reference(name) => self.types.get(name.as_str()).copied().unwrap_or(ty),
            _ => ty,
        }
    }

    /// The index of the field with this name. Many unions may share a record, so it is indexed once.
    pub(crate) fn field(&self, record: &'d Record, name: &str) -> Option<usize> {
        let mut indexes = self.fields.borrow_mut();
        let index = indexes
            .entry(core::ptr::from_ref(record) as usize)
            .or_insert_with(|| record.fields.iter().enumerate().map(|(at, field)| (field.name.as_str(), at)).collect());
        index.get(name).copied()
    }

    /// The values of a union's discriminator over all branches in order, each with the index of its
    /// branch; none for a plain union.
    pub(crate) fn cases(&self, union: &'d Union) -> Vec<(Choice<&'d str>, usize)> {
        let Some(discriminator) = &union.discriminator else { return Vec::new() };
        let mut cases = Vec::new();
        for (branch, ty) in union.branches.iter().enumerate() {
            let Type::Record(record) = self.follow(ty) else { continue };
            let Some(at) = self.field(record, discriminator) else { continue };
            if let Type::Enum(enumeration) = self.follow(&record.fields[at].slot.ty) {
                cases.extend(Choice::all(enumeration).into_iter().map(|value| (value, branch)));
            }
        }
        cases
    }

    /// For each case of a union, as [`Value::Case`](crate::value::Value::Case) counts them, its branch:
    /// a value of the discriminator is a case, and a branch of a plain union.
    pub(crate) fn case_branches(&self, union: &'d Union) -> Vec<usize> {
        match union.discriminator {
            Some(_) => self.cases(union).into_iter().map(|(_, branch)| branch).collect(),
            None => (0..union.branches.len()).collect(),
        }
    }
}

/// Points `name`, and every name on the way, at the type at the end of its chain of references.
fn shorten<'d>(types: &mut BTreeMap<&'d str, &'d Type>, name: &'d str) {
    let mut chain = Vec::new();
    let mut at = name;
    let end = loop {
        let Some(&ty) = types.get(at) else { return };
        let Type::Reference(next) = ty else { break ty };
        chain.push(at);
        // A circle of names stands for nothing; no checked schema has one.
        if chain.len() > types.len() {
            return;
        }
        at = next;
    };
    for name in chain {
        types.insert(name, end);
    }
}

/// What tells one type of a document from another: its place in memory, which is fixed while the
/// document is borrowed.
pub(crate) fn identity(ty: &Type) -> usize {
    core::ptr::from_ref(ty) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::model::Scalar;
    use alloc::string::{String, ToString};

    fn reference(name: &str) -> Type {
        Type::Reference(String::from(name))
    }

    #[test]
    fn chains_of_names_lead_to_one_type() {
        let mut document = Document::new(Type::Scalar(Scalar::Boolean));
        document.name = Some("Root".to_string());
        document.types = alloc::vec![
            ("A".to_string(), reference("B")),
            ("B".to_string(), reference("C")),
            ("C".to_string(), Type::Scalar(Scalar::String)),
            ("Loop".to_string(), reference("Loop")),
        ];
        let references = ["A", "B", "C", "Root", "Unknown", "Loop"].map(reference);
        let names = Names::new(&document);
        let [a, b, c, root, unknown, circle] = &references;
        for reference in [a, b, c] {
            assert_eq!(names.follow(reference), &Type::Scalar(Scalar::String));
        }
        assert_eq!(names.follow(root), &document.root);
        assert_eq!(names.follow(unknown), unknown);
        assert_eq!(names.follow(circle), circle);
    }
}
