//! JSON Schema (2020-12, 2019-09, draft-07, draft-06, draft-04) as a document.
//!
//! A place in the schema is a conjunction: the schemas that a value there must satisfy together, from
//! `allOf`, `$ref` and what stands beside them. Of a conjunction [`Importer::spec`] makes the types that
//! the values may have: one for each kind of JSON value, or those of the branches of `anyOf` and `oneOf`.
//! What comes out accepts the same values as the original (`docs/json-schema.md` says how, and what is not
//! supported); where the model cannot do that, the import fails and names the keyword.

mod arrays;
mod kinds;
mod objects;
mod scalars;
mod slots;
mod source;
#[cfg(test)]
mod tests;
mod unions;

use super::super::check::Checker;
use super::super::model::{Document, Record, Rules, Scalar, Slot, Type};
use super::super::naming::{type_name, unique};
use super::ImportError;
use crate::value::Value;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use kinds::Kinds;
use source::{ALL_OF, ANY_OF, Node, ONE_OF, Result, Source};

/// How deep places may nest in each other.
const MAX_DEPTH: u32 = 100;
/// How many schemas may be looked at, each as often as it is used: branches multiply.
const MAX_WORK: usize = 200_000;

/// Imports a JSON Schema.
///
/// Where records forbid other properties (`additionalProperties: false`), the document has the metadata
/// `$strict: true`, and codecs of it are strict on keyed wires.
///
/// ```
/// use typecase::schema::import::json_schema;
/// use typecase::wire::json;
///
/// let schema = json::parse(r#"{
///     "type": "object",
///     "properties": {"id": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}}},
///     "required": ["id", "tags"]
/// }"#)?;
/// let document = json_schema(&schema).unwrap();
/// assert_eq!(document.to_json_line(), r#"{"id":"integer","tags":{"array":"string"}}"#);
///
/// let schema = json::parse(r#"{"type": "array", "uniqueItems": true}"#)?;
/// let error = json_schema(&schema).unwrap_err();
/// assert_eq!(error.place(), "#/uniqueItems");
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// A constraint that the model cannot carry, with its JSON pointer; or a schema that is malformed.
pub fn json_schema(schema: &Value<'_>) -> Result<Document> {
    import(schema, None)
}

/// Imports a JSON Schema of this edition, unless its `$schema` names another.
///
/// # Errors
/// As for [`json_schema`].
pub fn json_schema_draft(schema: &Value<'_>, draft: Draft) -> Result<Document> {
    import(schema, Some(draft))
}

/// The editions of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Draft {
    /// Draft 4: exclusive bounds are booleans.
    Draft4,
    /// Draft 6.
    Draft6,
    /// Draft 7: the last in which what stands beside `$ref` is ignored.
    Draft7,
    /// 2019-09: the last in which `items` may be a list.
    Draft2019,
    /// 2020-12.
    Draft2020,
}

fn import(schema: &Value<'_>, draft_unless_named: Option<Draft>) -> Result<Document> {
    let source = Source::new(schema, draft_unless_named)?;
    let root = source.root.clone();
    let mut importer = Importer {
        source,
        places: BTreeMap::new(),
        types: Vec::new(),
        names: BTreeSet::new(),
        work: 0,
        closed: None,
        open: None,
        overlaps: Vec::new(),
    };
    let document = importer.document(&root)?;
    check(&document)?;
    Ok(document)
}

/// Checks that the document makes a schema, and its patterns one that can check values.
fn check(document: &Document) -> Result<()> {
    let schema = document.clone().build().map_err(|error| ImportError::new("#", error.to_string()))?;
    if cfg!(feature = "pattern") {
        Checker::new(&schema).map_err(|error| ImportError::new("#", error.to_string()))?;
    }
    Ok(())
}

/// The types that the values at a place may have.
#[derive(Clone, Debug, Default)]
struct Spec {
    /// Empty, without null, where no value is possible.
    branches: Vec<Branch>,
    null: bool,
}

/// One of the types at a place.
#[derive(Clone, Debug)]
struct Branch {
    ty: Type,
    rules: Rules,
    /// The kinds of JSON values that may be of the type.
    kinds: Kinds,
    /// For a record: whether other properties are forbidden.
    closed: bool,
}

impl Branch {
    fn new(ty: impl Into<Type>, kinds: Kinds) -> Branch {
        Branch { ty: ty.into(), rules: Rules::default(), kinds, closed: false }
    }
}

impl Spec {
    /// A place where any value may be.
    fn any() -> Spec {
        Spec { branches: alloc::vec![Branch::new(Scalar::Json, Kinds::ALL)], null: true }
    }

    fn is_any(&self) -> bool {
        matches!(self.branches.as_slice(), [Branch { ty: Type::Scalar(Scalar::Json), .. }])
    }

    fn is_never(&self) -> bool {
        self.branches.is_empty() && !self.null
    }
}

/// What identifies a place: the schemas that hold there.
type Key = Vec<(usize, u8)>;

/// What is known of a place that has been met.
enum Place {
    /// It is being worked on; the name and whether it may be null if it has been referred to meanwhile.
    Open(Option<(String, bool)>),
    Done(Spec),
}

struct Importer<'v> {
    source: Source<'v>,
    places: BTreeMap<Key, Place>,
    types: Vec<(String, Type)>,
    names: BTreeSet<String>,
    work: usize,
    /// A record that forbids other properties, by its pointer, and one that allows them.
    closed: Option<String>,
    open: Option<String>,
    /// The unions of which a value may fit several branches.
    overlaps: Vec<(String, Vec<Type>)>,
}

impl<'v> Importer<'v> {
    fn document(&mut self, root: &Node<'v>) -> Result<Document> {
        let spec = self.spec(alloc::vec![root.clone()], 0)?;
        let mut meta = Vec::new();
        for keyword in ["title", "description"] {
            if let Some(text) = root.get(keyword).filter(|text| text.as_str().is_some()) {
                meta.push((format!("${keyword}"), text.clone().into_owned()));
            }
        }
        let ty = self.root_type(root, spec)?;
        self.check_overlaps()?;
        if let (Some(closed), Some(open)) = (&self.closed, &self.open) {
            let message = format!("a record that allows other properties, while the one at {closed} forbids them");
            return Err(ImportError::new(open.clone(), message));
        }
        if self.closed.is_some() {
            meta.push(("$strict".to_string(), Value::Bool(true)));
        }
        let types = core::mem::take(&mut self.types);
        // A root that is a named type and refers to itself is that type under the document's name.
        let mut document = Document { types, meta, ..Document::new(ty) };
        if let Type::Reference(name) = &document.root
            && let Some(at) = document.types.iter().position(|(known, _)| known == name)
        {
            let (name, ty) = document.types.remove(at);
            document.root = ty;
            document.meta.retain(|(key, value)| key != "$title" || value.as_str() != Some(&name));
            document.name = Some(name);
        }
        Ok(document)
    }

    /// The type of the root, which has no slot to hold rules.
    fn root_type(&mut self, root: &Node<'v>, mut spec: Spec) -> Result<Type> {
        if spec.is_any() {
            return Ok(Scalar::Json.into());
        }
        if spec.is_never() {
            return Err(root.error_here("no value satisfies the schema"));
        }
        if let [branch] = spec.branches.as_mut_slice()
            && !branch.rules.is_empty()
        {
            return Err(root.error_here(format!("{} for the root itself", rules_text(&branch.rules))));
        }
        self.type_with_null(root, spec)
    }

    /// The types that the values at a place may have.
    fn spec(&mut self, conjunction: Vec<Node<'v>>, depth: u32) -> Result<Spec> {
        let first = conjunction.first().cloned();
        let Some(first) = first else { return Ok(Spec::any()) };
        if depth > MAX_DEPTH {
            return Err(first.error_here("the schema is nested too deep"));
        }
        let Some(nodes) = self.flatten(conjunction)? else { return Ok(Spec::default()) };
        if nodes.is_empty() {
            return Ok(Spec::any());
        }
        let name = match nodes.as_slice() {
            [node] => node.definition_name().and_then(type_name),
            _ => None,
        };
        let mut key: Key = nodes.iter().map(Node::identity).collect();
        key.sort_unstable();
        match self.places.get(&key) {
            Some(Place::Done(spec)) => {
                self.work += spec.branches.iter().map(|branch| size(&branch.ty)).sum::<usize>();
                return Ok(spec.clone());
            }
            Some(Place::Open(_)) => return self.refer_to_open(&first, &nodes, key, name),
            None => {}
        }
        self.places.insert(key.clone(), Place::Open(None));
        let spec = self.alternatives(&nodes, depth)?;
        let open = self.places.remove(&key);
        let spec = match open {
            Some(Place::Open(Some((name, null)))) => {
                if null != spec.null {
                    return Err(first.error_here("a schema that contains itself, and may be null in part"));
                }
                self.define(&first, name, spec)?
            }
            _ => match name {
                Some(name) if deserves_name(&spec) => {
                    let name = self.new_name(&name);
                    self.define(&first, name, spec)?
                }
                _ => spec,
            },
        };
        self.places.insert(key, Place::Done(spec.clone()));
        Ok(spec)
    }

    /// A reference to a place that is being worked on, which gets a name by that.
    fn refer_to_open(&mut self, first: &Node<'v>, nodes: &[Node<'v>], key: Key, name: Option<String>) -> Result<Spec> {
        let kinds = self.kinds(nodes, 0)?;
        let known = match self.places.get(&key) {
            Some(Place::Open(Some((name, _)))) => Some(name.clone()),
            _ => None,
        };
        let name = match known {
            Some(name) => name,
            None => {
                let title = nodes.iter().find_map(|node| node.get("title")?.as_str().and_then(type_name));
                let wanted = name.or(title).or_else(|| first.name().and_then(type_name));
                self.new_name(&wanted.unwrap_or_else(|| "Root".to_string()))
            }
        };
        let null = kinds.contains(Kinds::NULL);
        self.places.insert(key, Place::Open(Some((name.clone(), null))));
        let branch = Branch::new(Type::Reference(name), kinds.without(Kinds::NULL));
        Ok(Spec { branches: alloc::vec![branch], null })
    }

    fn new_name(&mut self, wanted: &str) -> String {
        let mut wanted = String::from(wanted);
        if let Some(first) = wanted.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let name = unique(&wanted, |name| self.names.contains(name));
        self.names.insert(name.clone());
        name
    }

    /// Makes a named type of a spec; whether it may be null stays with the places that refer to it.
    fn define(&mut self, at: &Node<'v>, name: String, spec: Spec) -> Result<Spec> {
        let kinds = spec.branches.iter().fold(Kinds::NONE, |kinds, branch| kinds.or(branch.kinds));
        let closed = spec.branches.iter().all(|branch| branch.closed);
        let null = spec.null;
        if let [Branch { rules, .. }] = spec.branches.as_slice()
            && !rules.is_empty()
        {
            return Err(at.error_here(format!("{} in a schema that contains itself", rules_text(rules))));
        }
        let ty = self.type_without_null(at, spec)?;
        self.types.push((name.clone(), ty));
        let mut branch = Branch::new(Type::Reference(name), kinds);
        branch.closed = closed;
        Ok(Spec { branches: alloc::vec![branch], null })
    }

    /// Takes a conjunction apart into the schemas that say something beside `$ref` and `allOf`; `None` if
    /// one of them is `false`.
    fn flatten(&mut self, conjunction: Vec<Node<'v>>) -> Result<Option<Vec<Node<'v>>>> {
        let mut open = conjunction;
        open.reverse();
        let mut seen = BTreeSet::new();
        let mut nodes = Vec::new();
        while let Some(mut node) = open.pop() {
            self.work += 1;
            if self.work > MAX_WORK {
                return Err(node.error_here("the schema is too large when its branches are combined"));
            }
            if node.is_false() {
                return Ok(None);
            }
            if node.is_true() || !seen.insert(node.identity().0) {
                continue;
            }
            if node.schema.as_map().is_none() {
                return Err(node.error_here("expected a schema"));
            }
            if node.done & ALL_OF != 0 {
                nodes.push(node);
                continue;
            }
            self.refuse_later_keywords(&node)?;
            let mut more = Vec::new();
            if let Some(reference) = node.get("$ref") {
                let reference = reference.as_str().ok_or_else(|| node.error("$ref", "expected a reference"))?;
                more.push(self.source.resolve(&node, reference)?);
                match self.source.draft {
                    Some(draft) if draft <= Draft::Draft7 => {
                        open.extend(more);
                        continue;
                    }
                    // Whether they count depends on the edition.
                    None if node.has_constraints() || node.get("allOf").is_some() => {
                        return Err(
                            node.error("$ref", "keywords beside a reference, without $schema, are not supported")
                        );
                    }
                    _ => {}
                }
            }
            more.extend(node.children("allOf")?);
            node.done |= ALL_OF;
            nodes.push(node);
            open.extend(more.into_iter().rev());
        }
        nodes.retain(Node::has_constraints);
        Ok(Some(nodes))
    }

    /// The types of a conjunction of schemas without `$ref` and `allOf`.
    fn alternatives(&mut self, nodes: &[Node<'v>], depth: u32) -> Result<Spec> {
        for (bit, keyword) in [(ANY_OF, "anyOf"), (ONE_OF, "oneOf")] {
            if let Some(index) = nodes.iter().position(|node| node.done & bit == 0 && node.get(keyword).is_some()) {
                return self.combine(nodes, index, bit, keyword, depth);
            }
        }
        let kinds = self.kinds(nodes, 0)?;
        self.refuse_unsupported(nodes, kinds)?;
        if let Some(values) = self.listed_values(nodes, kinds)? {
            return self.values(nodes, values);
        }
        let mut spec = Spec { branches: Vec::new(), null: kinds.contains(Kinds::NULL) };
        if kinds.contains(Kinds::BOOLEAN) {
            spec.branches.push(Branch::new(Scalar::Boolean, Kinds::BOOLEAN));
        }
        spec.branches.extend(self.number(nodes, kinds)?);
        if kinds.contains(Kinds::STRING) {
            spec.branches.extend(self.string(nodes)?);
        }
        if kinds.contains(Kinds::ARRAY) {
            spec.branches.extend(self.array(nodes, depth)?);
        }
        if kinds.contains(Kinds::OBJECT) {
            spec.branches.extend(self.object(nodes, depth)?);
        }
        if kinds == Kinds::ALL && is_unconstrained(&spec) {
            return Ok(Spec::any());
        }
        Ok(spec)
    }
}

/// Whether the branches, one for each kind, allow every value of it.
fn is_unconstrained(spec: &Spec) -> bool {
    spec.branches.len() == 5
        && spec.branches.iter().all(|branch| {
            branch.rules.is_empty()
                && match &branch.ty {
                    Type::List(item) | Type::Map(item) => **item == any_slot(),
                    Type::Scalar(scalar) => matches!(scalar, Scalar::Boolean | Scalar::Number | Scalar::String),
                    _ => false,
                }
        })
}

/// A slot for any value.
fn any_slot() -> Slot {
    Slot::required(Scalar::Json.into())
}

/// The type of any value, as a union: unlike `json` it can be required.
fn any_union() -> Vec<Branch> {
    alloc::vec![
        Branch::new(Scalar::Boolean, Kinds::BOOLEAN),
        Branch::new(Scalar::Integer, Kinds::INTEGER),
        Branch::new(Scalar::Number, Kinds::NUMBER),
        Branch::new(Scalar::String, Kinds::STRING),
        Branch::new(Type::List(Box::new(any_slot())), Kinds::ARRAY),
        Branch::new(Type::Map(Box::new(any_slot())), Kinds::OBJECT),
    ]
}

/// Whether a definition becomes a type with a name: not if it is as short as a name, or has rules, which
/// belong to the places where it is used.
fn deserves_name(spec: &Spec) -> bool {
    match spec.branches.as_slice() {
        [] => false,
        [branch] => branch.rules.is_empty() && !matches!(branch.ty, Type::Scalar(_) | Type::Reference(_)),
        _ => true,
    }
}

/// The keywords that decide about values; all others are annotations, or hold definitions.
const CONSTRAINTS: [&str; 42] = [
    "$dynamicRef",
    "$recursiveRef",
    "$ref",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "then",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Whether a keyword decides about values.
fn is_constraint(keyword: &str) -> bool {
    CONSTRAINTS.binary_search(&keyword).is_ok()
}

/// The rules by name, for messages.
fn rules_text(rules: &Rules) -> String {
    let names = [
        (rules.min.is_some(), "minimum"),
        (rules.max.is_some(), "maximum"),
        (rules.min_length.is_some(), "least length"),
        (rules.max_length.is_some(), "greatest length"),
        (rules.pattern.is_some(), "pattern"),
    ];
    let names: Vec<&str> = names.into_iter().filter(|(set, _)| *set).map(|(_, name)| name).collect();
    format!("a {} is not supported", names.join(" and a "))
}

/// The record that a type is, behind a reference.
fn record_of<'a>(ty: &'a Type, types: &'a [(String, Type)]) -> Option<&'a Record> {
    match ty {
        Type::Record(record) => Some(record),
        Type::Reference(name) => match types.iter().find(|(known, _)| known == name) {
            Some((_, Type::Record(record))) => Some(record),
            _ => None,
        },
        _ => None,
    }
}

/// How many types a type is made of.
fn size(ty: &Type) -> usize {
    match ty {
        Type::Record(record) => record.fields.iter().map(|field| 1 + size(&field.slot.ty)).sum(),
        Type::List(slot) | Type::Map(slot) => 1 + size(&slot.ty),
        Type::Union(union) => union.branches.iter().map(|branch| 1 + size(branch)).sum(),
        Type::Enum(it) => it.values.len(),
        Type::Tuple(items) => items.len(),
        Type::Scalar(_) | Type::Flags(_) | Type::Reference(_) => 1,
    }
}
