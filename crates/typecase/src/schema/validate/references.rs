//! The named types of a document by number, and where references lead.

use super::{Result, invalid};
use crate::schema::error::{DefinitionCode, DefinitionError};
use crate::schema::model::{Document, Type};
use crate::schema::words;
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The named types of a document: `$types` in order, and the root after them.
#[derive(Debug)]
pub(in crate::schema) struct TypeNumbers {
    numbers: BTreeMap<String, usize>,
    /// For each type the type it really is, when references have been followed to the end.
    targets: Vec<usize>,
}

impl TypeNumbers {
    /// Numbers the named types and follows references between them.
    pub(super) fn new(document: &Document) -> Result<TypeNumbers> {
        let root = document.types.len();
        let mut numbers = BTreeMap::new();
        for (number, (name, _)) in document.types.iter().enumerate() {
            let wrong = |message| Err(invalid(message).in_key(name).in_key("$types"));
            if !words::is_capitalised(name) {
                return wrong("the name of a type starts with a capital letter");
            }
            if name.ends_with('?') {
                return wrong("the name of a type does not end in `?`");
            }
            if numbers.insert(name.to_owned(), number).is_some() {
                return wrong("the key occurs twice");
            }
        }
        if let Some(name) = &document.name
            && !numbers.contains_key(name)
        {
            numbers.insert(name.to_owned(), root);
        } else if let Some(name) = &document.name
            && document.root != Type::Reference(name.to_owned())
        {
            return Err(invalid("the name is also that of another type").in_key("$name"));
        }
        let mut names = TypeNumbers { numbers, targets: Vec::new() };
        names.targets = names.follow(document)?;
        Ok(names)
    }

    /// The number of the type with this name.
    pub(in crate::schema) fn number(&self, name: &str) -> Result<usize> {
        self.numbers.get(name).copied().ok_or_else(|| {
            DefinitionError::new(DefinitionCode::UnknownReference, format!("the document has no type `{name}`"))
        })
    }

    /// The number of the type, not a reference, that this name leads to.
    pub(in crate::schema) fn target(&self, name: &str) -> Result<usize> {
        Ok(self.targets[self.number(name)?])
    }

    /// The number of the type, not a reference, that the type with this number leads to.
    pub(in crate::schema) fn resolve(&self, number: usize) -> usize {
        self.targets[number]
    }

    /// Follows the references of types that are nothing but references, each step once.
    fn follow(&self, document: &Document) -> Result<Vec<usize>> {
        const UNKNOWN: usize = usize::MAX;
        let count = document.types.len() + 1;
        let mut targets = vec![UNKNOWN; count];
        for start in 0..count {
            let mut path = Vec::new();
            let mut at = start;
            while targets[at] == UNKNOWN {
                let Type::Reference(name) = numbered(document, at) else {
                    targets[at] = at;
                    break;
                };
                path.push(at);
                if path.len() > count {
                    return Err(in_type(document, start, invalid("the reference leads to itself, never to a type")));
                }
                at = self.number(name).map_err(|error| in_type(document, at, error))?;
            }
            for passed in path {
                targets[passed] = targets[at];
            }
        }
        Ok(targets)
    }
}

/// The type with this number.
pub(in crate::schema) fn numbered(document: &Document, number: usize) -> &Type {
    document.types.get(number).map_or(&document.root, |(_, ty)| ty)
}

/// Adds the place of the type with this number to an error.
pub(in crate::schema) fn in_type(document: &Document, number: usize, error: DefinitionError) -> DefinitionError {
    match document.types.get(number) {
        Some((name, _)) => error.in_key(name).in_key("$types"),
        None if document.has_keys() => error.in_key("$root"),
        None => error,
    }
}

/// Finds a cycle in a graph given as the edges of each vertex: a vertex of one, or else an order in
/// which every vertex comes after all that it leads to.
pub(super) fn order(edges: &[Vec<usize>]) -> core::result::Result<Vec<usize>, usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; edges.len()];
    let mut done = Vec::with_capacity(edges.len());
    // A vertex, and how many of its edges have been followed.
    let mut path: Vec<(usize, usize)> = Vec::new();
    for start in 0..edges.len() {
        if states[start] != State::New {
            continue;
        }
        states[start] = State::Open;
        path.push((start, 0));
        while let Some((vertex, followed)) = path.last_mut() {
            match edges[*vertex].get(*followed) {
                Some(&next) => {
                    *followed += 1;
                    match states[next] {
                        State::New => {
                            states[next] = State::Open;
                            path.push((next, 0));
                        }
                        State::Open => return Err(next),
                        State::Done => {}
                    }
                }
                None => {
                    states[*vertex] = State::Done;
                    done.push(*vertex);
                    path.pop();
                }
            }
        }
    }
    Ok(done)
}
