//! The symbol table: what stands in which scope, and how a name is looked up from a place.
//!
//! A scope is a package, a message, an enum or a service. Full names are never stored, so that long names that nest
//! cost no more than their text.

use super::descriptor::{EnumId, ExtensionId, MessageId};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The scope that everything is in.
pub(super) const ROOT: u32 = 0;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Package,
    Message(MessageId),
    Enum(EnumId),
    Extension(ExtensionId),
    Service,
    /// A field of the message whose scope it is in, by its index.
    Field(u32),
    /// A value of an enum, by its index.
    Value(EnumId, u32),
    /// A oneof, a method: nothing that a name elsewhere may mean.
    Other,
}

/// What stands in a scope under a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub symbol: Symbol,
    /// The file; of a package, the first.
    pub file: usize,
    /// The scope that it is, if it is one.
    scope: Option<u32>,
}

#[derive(Clone, Debug)]
struct Scope {
    parent: u32,
    name: u32,
}

/// The files and packages that can be seen from a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Visible {
    files: BTreeSet<usize>,
    packages: BTreeSet<u32>,
}

impl Visible {
    fn sees(&self, entry: &Entry) -> bool {
        match (entry.symbol, entry.scope) {
            (Symbol::Package, Some(inner)) => self.packages.contains(&inner),
            _ => self.files.contains(&entry.file),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Symbols {
    names: BTreeMap<String, u32>,
    texts: Vec<String>,
    entries: BTreeMap<(u32, u32), Entry>,
    scopes: Vec<Scope>,
}

impl Default for Symbols {
    fn default() -> Symbols {
        let root = Scope { parent: ROOT, name: 0 };
        Symbols { names: BTreeMap::new(), texts: vec![String::new()], entries: BTreeMap::new(), scopes: vec![root] }
    }
}

impl Symbols {
    fn intern(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.names.get(name) {
            return id;
        }
        let id = self.texts.len() as u32;
        self.names.insert(name.to_string(), id);
        self.texts.push(name.to_string());
        id
    }

    fn new_scope(&mut self, parent: u32, name: u32) -> u32 {
        self.scopes.push(Scope { parent, name });
        self.scopes.len() as u32 - 1
    }

    /// Opens the package of a file; `Err` with a name that is something else.
    pub(super) fn open_package(&mut self, package: &str, file: usize) -> Result<u32, String> {
        let mut scope = ROOT;
        for part in package.split('.').filter(|part| !part.is_empty()) {
            let name = self.intern(part);
            scope = match self.entries.get(&(scope, name)) {
                Some(Entry { symbol: Symbol::Package, scope: Some(inner), .. }) => *inner,
                Some(_) => return Err(part.to_string()),
                None => {
                    let inner = self.new_scope(scope, name);
                    self.entries.insert((scope, name), Entry { symbol: Symbol::Package, file, scope: Some(inner) });
                    inner
                }
            };
        }
        Ok(scope)
    }

    /// Adds a name to a scope; `Err` if it is there already. Returns the scope that it opens, if it does.
    pub(super) fn define(&mut self, scope: u32, name: &str, symbol: Symbol, file: usize) -> Result<u32, ()> {
        let name = self.intern(name);
        if self.entries.contains_key(&(scope, name)) {
            return Err(());
        }
        let opens = matches!(symbol, Symbol::Message(_) | Symbol::Enum(_) | Symbol::Service);
        let inner = opens.then(|| self.new_scope(scope, name));
        self.entries.insert((scope, name), Entry { symbol, file, scope: inner });
        Ok(inner.unwrap_or(scope))
    }

    /// What can be seen when these files can be.
    pub(super) fn visible(&self, files: BTreeSet<usize>, packages: impl Iterator<Item = u32>) -> Visible {
        let mut visible = Visible { files, packages: BTreeSet::new() };
        for mut scope in packages {
            while scope != ROOT && visible.packages.insert(scope) {
                scope = self.scopes[scope as usize].parent;
            }
        }
        visible
    }

    /// What stands under a name in a scope itself.
    pub(super) fn inside(&self, scope: u32, name: &str) -> Option<Symbol> {
        self.find(scope, name, None).map(|entry| entry.symbol)
    }

    fn find(&self, scope: u32, name: &str, visible: Option<&Visible>) -> Option<Entry> {
        let entry = *self.entries.get(&(scope, *self.names.get(name)?))?;
        visible.is_none_or(|visible| visible.sees(&entry)).then_some(entry)
    }

    /// What a path leads to from a scope.
    fn path(&self, scope: u32, path: &str, visible: Option<&Visible>) -> Option<Entry> {
        let mut scope = Some(scope);
        let mut entry = None;
        for part in path.split('.') {
            // What is on the way need not be visible itself: a package, say, that only other files are in.
            entry = Some(self.find(scope?, part, None)?);
            scope = entry?.scope;
        }
        entry.filter(|entry| visible.is_none_or(|visible| visible.sees(entry)))
    }

    /// What a full name stands for, wherever it is.
    pub(super) fn full(&self, name: &str) -> Option<Entry> {
        self.path(ROOT, name, None)
    }

    /// What a name stands for in a scope: the first part is looked for there, then in the scopes around it, and where
    /// it is found the rest must be. With `types`, a last part that is no type is passed by.
    pub(super) fn resolve(&self, name: &str, from: u32, visible: &Visible, types: bool) -> Option<Entry> {
        if let Some(full) = name.strip_prefix('.') {
            return self.path(ROOT, full, Some(visible));
        }
        let first = name.split('.').next()?;
        let mut scope = from;
        loop {
            if let Some(entry) = self.find(scope, first, Some(visible)) {
                if first.len() < name.len() {
                    if let Some(inner) = entry.scope {
                        return self.path(inner, &name[first.len() + 1..], Some(visible));
                    }
                } else if !types || matches!(entry.symbol, Symbol::Message(_) | Symbol::Enum(_)) {
                    return Some(entry);
                }
            }
            if scope == ROOT {
                return None;
            }
            scope = self.scopes[scope as usize].parent;
        }
    }

    /// The scope around a scope.
    pub(super) fn parent(&self, scope: u32) -> u32 {
        self.scopes[scope as usize].parent
    }

    /// The full name of what opens a scope.
    pub(super) fn name_of(&self, mut scope: u32) -> String {
        let mut parts = Vec::new();
        while scope != ROOT {
            let Scope { parent, name } = &self.scopes[scope as usize];
            parts.push(self.texts[*name as usize].as_str());
            scope = *parent;
        }
        parts.reverse();
        parts.join(".")
    }
}
