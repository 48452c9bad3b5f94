//! The JSON Schema as it is written: its draft, its nodes, where references lead.

use super::super::ImportError;
use super::{Draft, is_constraint};
use crate::value::Value;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

pub(super) type Result<T> = core::result::Result<T, ImportError>;

/// A JSON pointer, as the steps back to the root.
pub(super) type Pointer = Option<Rc<PointerStep>>;

/// The last step of a pointer, and what comes before it.
#[derive(Debug)]
pub(super) struct PointerStep {
    before: Pointer,
    segment: String,
}

/// A schema in the document.
#[derive(Clone, Debug)]
pub(super) struct Node<'v> {
    pub(super) schema: &'v Value<'v>,
    at: Pointer,
    /// The combinators that have been taken care of: bits of [`ANY_OF`], [`ONE_OF`] and [`ALL_OF`].
    pub(super) done: u8,
}

/// The branches of `anyOf` have been combined with the rest.
pub(super) const ANY_OF: u8 = 1;
/// The branches of `oneOf` have been combined with the rest.
pub(super) const ONE_OF: u8 = 2;
/// What `$ref` and `allOf` add stands beside the schema.
pub(super) const ALL_OF: u8 = 4;

impl<'v> Node<'v> {
    /// The value of a keyword.
    pub(super) fn get(&self, keyword: &str) -> Option<&'v Value<'v>> {
        self.schema.get(keyword)
    }

    /// The schema in a keyword.
    pub(super) fn child(&self, keyword: &str) -> Option<Node<'v>> {
        self.get(keyword).map(|schema| self.below(&[keyword], schema))
    }

    /// A schema inside this one, by the steps that lead to it.
    pub(super) fn below(&self, steps: &[&str], schema: &'v Value<'v>) -> Node<'v> {
        let at = steps.iter().fold(self.at.clone(), |before, segment| {
            Some(Rc::new(PointerStep { before, segment: String::from(*segment) }))
        });
        Node { schema, at, done: 0 }
    }

    /// The schemas in a list.
    pub(super) fn children(&self, keyword: &str) -> Result<Vec<Node<'v>>> {
        match self.get(keyword) {
            None => Ok(Vec::new()),
            Some(Value::List(items)) => Ok(items
                .iter()
                .enumerate()
                .map(|(index, schema)| self.below(&[keyword, &format!("{index}")], schema))
                .collect()),
            Some(_) => Err(self.error(keyword, "expected a list of schemas")),
        }
    }

    /// The schemas in an object, by their keys.
    pub(super) fn entries(&self, keyword: &str) -> Result<Vec<(&'v str, Node<'v>)>> {
        match self.get(keyword) {
            None => Ok(Vec::new()),
            Some(Value::Map(entries)) => Ok(entries
                .iter()
                .filter_map(|(key, schema)| Some((key.as_str()?, schema)))
                .map(|(key, schema)| (key, self.below(&[keyword, key], schema)))
                .collect()),
            Some(_) => Err(self.error(keyword, "expected an object of schemas")),
        }
    }

    /// A count (of items, of characters) in a keyword.
    pub(super) fn count(&self, keyword: &str) -> Result<Option<u64>> {
        match self.get(keyword) {
            None => Ok(None),
            Some(Value::Int(count @ 0..)) => Ok(Some(*count as u64)),
            Some(Value::Float(count)) if *count as u64 as f64 == *count => Ok(Some(*count as u64)),
            Some(_) => Err(self.error(keyword, "expected a count")),
        }
    }

    /// Whether this schema is one to which everything conforms.
    pub(super) fn is_true(&self) -> bool {
        match self.schema {
            Value::Bool(holds) => *holds,
            Value::Map(entries) => entries.is_empty(),
            _ => false,
        }
    }

    /// Whether this schema is one to which nothing conforms.
    pub(super) fn is_false(&self) -> bool {
        self.schema.as_bool() == Some(false)
    }

    /// The address, which identifies the schema.
    pub(super) fn identity(&self) -> (usize, u8) {
        (core::ptr::from_ref(self.schema) as usize, self.done)
    }

    /// The pointer as text: `#/properties/name`.
    pub(super) fn pointer(&self) -> String {
        let mut segments = Vec::new();
        let mut at = &self.at;
        while let Some(step) = at {
            segments.push(step.segment.replace('~', "~0").replace('/', "~1"));
            at = &step.before;
        }
        let mut text = String::from("#");
        for segment in segments.iter().rev() {
            text.push('/');
            text.push_str(segment);
        }
        text
    }

    /// Whether a keyword decides about values, apart from `$ref`, `allOf` and what has been taken care of.
    pub(super) fn has_constraints(&self) -> bool {
        let decides = |keyword: &str| match keyword {
            "$ref" | "allOf" => false,
            "anyOf" => self.done & ANY_OF == 0,
            "oneOf" => self.done & ONE_OF == 0,
            _ => is_constraint(keyword),
        };
        self.schema.as_map().is_some_and(|entries| entries.iter().any(|(key, _)| key.as_str().is_some_and(decides)))
    }

    /// The key of the schema, if it is one of the definitions.
    pub(super) fn definition_name(&self) -> Option<&str> {
        let step = self.at.as_ref()?;
        let before = step.before.as_ref()?;
        matches!(&*before.segment, "$defs" | "definitions").then_some(&*step.segment)
    }

    /// The last segment of the pointer.
    pub(super) fn name(&self) -> Option<&str> {
        self.at.as_ref().map(|step| &*step.segment)
    }

    /// An error at a keyword of this schema.
    #[cold]
    pub(super) fn error(&self, keyword: &str, message: impl Into<String>) -> ImportError {
        ImportError::new(self.below(&[keyword], self.schema).pointer(), message)
    }

    /// An error at this schema.
    #[cold]
    pub(super) fn error_here(&self, message: impl Into<String>) -> ImportError {
        ImportError::new(self.pointer(), message)
    }
}

/// The document: finds what references mean.
pub(super) struct Source<'v> {
    pub(super) root: Node<'v>,
    /// The edition, if it is known.
    pub(super) draft: Option<Draft>,
    /// The root's `$id` without a fragment.
    id: Option<&'v str>,
    anchors: BTreeMap<&'v str, Node<'v>>,
    /// The entries of objects that pointers have passed through, so that every step is quick.
    indexes: RefCell<BTreeMap<usize, BTreeMap<&'v str, &'v Value<'v>>>>,
}

impl<'v> Source<'v> {
    pub(super) fn new(schema: &'v Value<'v>, draft_unless_named: Option<Draft>) -> Result<Source<'v>> {
        let root = Node { schema, at: None, done: 0 };
        let draft = draft(&root)?.or(draft_unless_named);
        let id_keyword = if draft == Some(Draft::Draft4) { "id" } else { "$id" };
        let id = root.get(id_keyword).and_then(Value::as_str).map(|id| id.trim_end_matches('#'));
        let mut anchors = BTreeMap::new();
        find_anchors(&root, id_keyword, &mut anchors)?;
        Ok(Source { root, draft, id, anchors, indexes: RefCell::default() })
    }

    /// The schema that a reference in `from` means.
    pub(super) fn resolve(&self, from: &Node<'v>, reference: &str) -> Result<Node<'v>> {
        let unknown = |message: &str| from.error("$ref", format!("{message}: {reference}"));
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        if !base.is_empty() && Some(base) != self.id {
            return Err(unknown("a reference to another document is not supported"));
        }
        let fragment = percent_decoded(fragment).ok_or_else(|| unknown("the reference is malformed"))?;
        if fragment.is_empty() {
            return Ok(self.root.clone());
        }
        let Some(pointer) = fragment.strip_prefix('/') else {
            return self.anchors.get(&*fragment).cloned().ok_or_else(|| unknown("there is no such anchor"));
        };
        let mut node = self.root.clone();
        for segment in pointer.split('/') {
            let segment = segment.replace("~1", "/").replace("~0", "~");
            let next = match node.schema {
                Value::Map(entries) => self.entry(node.schema, entries, &segment),
                Value::List(items) => segment.parse().ok().and_then(|index: usize| items.get(index)),
                _ => None,
            };
            node = node.below(&[&segment], next.ok_or_else(|| unknown("the reference leads nowhere"))?);
        }
        Ok(node)
    }

    fn entry(&self, object: &'v Value<'v>, entries: &'v [(Value<'v>, Value<'v>)], key: &str) -> Option<&'v Value<'v>> {
        let mut indexes = self.indexes.borrow_mut();
        let index = indexes
            .entry(core::ptr::from_ref(object) as usize)
            .or_insert_with(|| entries.iter().filter_map(|(key, value)| Some((key.as_str()?, value))).collect());
        index.get(key).copied()
    }
}

/// The edition that `$schema` names.
fn draft(root: &Node<'_>) -> Result<Option<Draft>> {
    const DRAFTS: [(&str, Draft); 5] = [
        ("json-schema.org/draft-04/schema", Draft::Draft4),
        ("json-schema.org/draft-06/schema", Draft::Draft6),
        ("json-schema.org/draft-07/schema", Draft::Draft7),
        ("json-schema.org/draft/2019-09/schema", Draft::Draft2019),
        ("json-schema.org/draft/2020-12/schema", Draft::Draft2020),
    ];
    let Some(value) = root.get("$schema") else { return Ok(None) };
    let name = value.as_str().unwrap_or_default().trim_end_matches('#');
    let name = name.strip_prefix("http://").or_else(|| name.strip_prefix("https://")).unwrap_or(name);
    match DRAFTS.iter().find(|(known, _)| *known == name) {
        Some((_, draft)) => Ok(Some(*draft)),
        None => Err(root.error("$schema", format!("the dialect is not supported: {name}"))),
    }
}

/// Collects the anchors. A schema inside with an identifier of its own would change what references mean
/// there, which is not supported.
fn find_anchors<'v>(root: &Node<'v>, id_keyword: &str, anchors: &mut BTreeMap<&'v str, Node<'v>>) -> Result<()> {
    let mut open = alloc::vec![root.clone()];
    let mut first = true;
    while let Some(node) = open.pop() {
        match node.schema {
            Value::Map(entries) => {
                let mut keys = BTreeSet::new();
                for (key, value) in entries {
                    let key = key.as_str().unwrap_or_default();
                    if !keys.insert(key) {
                        return Err(node.error(key, "the key occurs twice"));
                    }
                    match value.as_str() {
                        Some(anchor) if key == "$anchor" => drop(anchors.insert(anchor, node.clone())),
                        Some(id) if key == id_keyword && !first => match id.strip_prefix('#') {
                            Some(anchor) => drop(anchors.insert(anchor, node.clone())),
                            None => return Err(node.error(key, "an identifier inside the schema is not supported")),
                        },
                        _ => open.push(node.below(&[key], value)),
                    }
                }
            }
            Value::List(items) => {
                for (index, value) in items.iter().enumerate() {
                    open.push(node.below(&[&format!("{index}")], value));
                }
            }
            _ => {}
        }
        first = false;
    }
    Ok(())
}

/// The text without percent escapes (RFC 3986, section 2.1).
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes().iter();
    while let Some(&byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(*rest.next()?).to_digit(16);
            bytes.push((digit()? * 16 + digit()?) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
