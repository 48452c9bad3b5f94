//! Freezes a checked document into the [`Graph`] that codecs walk.
//!
//! Every named type that the root leads to gets its number before its content is looked at, so that
//! recursion needs no pointers; types wait in a queue, so that a long chain of references needs no stack.

use super::arena::Arena;
use super::graph::{Graph, Kind, Node, NodeId, RecordNode, UnionNode};
use super::model::{Document, Enum, Field, Options, Record, Scalar, Slot, Type, Union};
use super::validate::references::{TypeNumbers, numbered};
use crate::meta::{self, CaseMeta, Closed, EnumMeta, EnumValue, FieldMeta, FlagsMeta, Nullity, RecordMeta, UnionMeta};
use crate::text::print;
use crate::value::Value;
use crate::wire::settings::{Setting, Settings};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Freezes a document that has been checked.
pub(super) fn freeze(document: &Document, names: &TypeNumbers) -> Graph {
    let root = document.types.len();
    let mut freezer = Freezer {
        document,
        names,
        arena: Arena::default(),
        nodes: Vec::new(),
        records: Vec::new(),
        tuples: Vec::new(),
        enums: Vec::new(),
        flags: Vec::new(),
        unions: Vec::new(),
        kinds: vec![None; root + 1],
        queue: Vec::new(),
        filled: Vec::new(),
        discriminated: Vec::new(),
    };
    let kind = freezer.numbered(names.resolve(root));
    let root = freezer.push(Node { kind, nullable: takes_null(kind) });
    while let Some((number, kind)) = freezer.queue.pop() {
        freezer.fill(kind, numbered(document, number));
    }
    freezer.null_branches();
    for (id, record) in core::mem::take(&mut freezer.filled) {
        freezer.record_meta(id, record);
    }
    for (id, union) in core::mem::take(&mut freezer.discriminated) {
        freezer.discriminators(id, union);
    }
    if document.sparse {
        freezer.set_sparse(kind);
    }
    Graph {
        nodes: freezer.nodes,
        records: freezer.records,
        tuples: freezer.tuples,
        enums: freezer.enums,
        flags: freezer.flags,
        unions: freezer.unions,
        root,
        _arena: freezer.arena,
    }
}

struct Freezer<'d> {
    document: &'d Document,
    names: &'d TypeNumbers,
    arena: Arena,
    nodes: Vec<Node>,
    records: Vec<RecordNode>,
    tuples: Vec<Box<[NodeId]>>,
    enums: Vec<EnumMeta<'static>>,
    flags: Vec<FlagsMeta<'static>>,
    unions: Vec<UnionNode>,
    /// The kind of each named type that has been met.
    kinds: Vec<Option<Kind>>,
    /// Named types that have been met and not been looked into.
    queue: Vec<(usize, Kind)>,
    /// The records that have their nodes and are to be described when all unions are there.
    filled: Vec<(u32, &'d Record)>,
    /// The unions whose discriminators are to be found when all records are there.
    discriminated: Vec<(u32, &'d Union)>,
}

impl<'d> Freezer<'d> {
    fn text(&mut self, text: &str) -> &'static str {
        // SAFETY: all that is kept goes into the graph together with the arena, and `Graph` lets it out
        // only behind a borrow of itself.
        unsafe { self.arena.text(text) }
    }

    fn slice<T: Send + Sync + 'static>(&mut self, items: Vec<T>) -> &'static [T] {
        // SAFETY: as in `text`.
        unsafe { self.arena.slice(items) }
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        number(self.nodes.len() - 1)
    }

    /// The node of a slot, which is yet to be pushed.
    fn node(&mut self, slot: &'d Slot) -> Node {
        let kind = self.kind(&slot.ty);
        Node { kind, nullable: !slot.required || slot.default.is_some() || takes_null(kind) }
    }

    /// Pushes the node of a slot.
    fn slot(&mut self, slot: &'d Slot) -> NodeId {
        let node = self.node(slot);
        self.push(node)
    }

    /// The kind of a named type, which is not a reference.
    fn numbered(&mut self, number: usize) -> Kind {
        if let Some(kind) = self.kinds[number] {
            return kind;
        }
        let name = match self.document.types.get(number) {
            Some((name, _)) => name,
            None => self.document.name.as_deref().unwrap_or_default(),
        };
        let kind = match self.reserve(numbered(self.document, number), name) {
            Kind::Bytes => self.document.fixed_size(name).map_or(Kind::Bytes, Kind::Fixed),
            kind => kind,
        };
        self.kinds[number] = Some(kind);
        self.queue.push((number, kind));
        kind
    }

    /// The kind of a type.
    fn kind(&mut self, ty: &'d Type) -> Kind {
        if let Type::Reference(name) = ty {
            let number = self.names.target(name).expect("the check found every reference");
            return self.numbered(number);
        }
        let kind = self.reserve(ty, "");
        self.fill(kind, ty);
        kind
    }

    /// Gives a type its number, without looking at what it contains.
    fn reserve(&mut self, ty: &Type, name: &str) -> Kind {
        match ty {
            Type::Scalar(scalar) => scalar_kind(*scalar),
            Type::Record(record) => {
                let kind = record.kind.as_ref().map_or("", |(kind, _)| kind);
                let name = self.text(if name.is_empty() { kind } else { name });
                let meta = RecordMeta { name, ..RecordMeta::EMPTY };
                self.records.push(RecordNode { meta, nodes: Box::default(), defaults: Box::default(), filled: 0 });
                Kind::Record(number(self.records.len() - 1))
            }
            // The node is there to be pointed at; `fill` says what it is.
            Type::List(_) => Kind::List(self.push(Node { kind: Kind::Null, nullable: true })),
            Type::Map(_) => Kind::Map(self.push(Node { kind: Kind::Null, nullable: true })),
            Type::Tuple(_) => {
                self.tuples.push(Box::default());
                Kind::Tuple(number(self.tuples.len() - 1))
            }
            Type::Enum(it) => {
                let meta = self.enumeration(it, name);
                self.enums.push(meta);
                Kind::Enum(number(self.enums.len() - 1))
            }
            Type::Flags(names) => {
                let meta = self.flags_meta(names);
                self.flags.push(meta);
                Kind::Flags(number(self.flags.len() - 1))
            }
            Type::Union(union) => {
                let name = self.text(name);
                let discriminator = union.discriminator.as_deref().map(|key| self.text(key));
                let meta = UnionMeta { name, discriminator, cases: &[] };
                self.unions.push(UnionNode {
                    meta,
                    branches: Box::default(),
                    null_branch: None,
                    discriminators: Box::default(),
                });
                Kind::Union(number(self.unions.len() - 1))
            }
            Type::Reference(_) => unreachable!("references have been followed"),
        }
    }

    /// Looks at what a type contains, when it has its number.
    fn fill(&mut self, kind: Kind, ty: &'d Type) {
        match (kind, ty) {
            (Kind::Record(id), Type::Record(record)) => self.record(id, record),
            (Kind::List(node), Type::List(slot)) | (Kind::Map(node), Type::Map(slot)) => {
                self.nodes[node as usize] = self.node(slot);
            }
            (Kind::Tuple(id), Type::Tuple(items)) => {
                self.tuples[id as usize] = items.iter().map(|item| self.slot(&item.slot)).collect();
            }
            (Kind::Union(id), Type::Union(union)) => self.union(id, union),
            _ => {}
        }
    }

    fn record(&mut self, id: u32, record: &'d Record) {
        let nodes = record.fields.iter().map(|field| self.slot(&field.slot)).collect();
        let node = &mut self.records[id as usize];
        node.nodes = nodes;
        // A default that is null is what a missing value is anyway.
        let default = |field: &Field| field.slot.default.clone().filter(|value| !value.is_null());
        node.defaults = record.fields.iter().map(default).collect();
        node.filled =
            node.defaults.iter().take(64).enumerate().map(|(at, value)| u64::from(value.is_some()) << at).sum();
        self.filled.push((id, record));
    }

    /// Describes a record to wires.
    fn record_meta(&mut self, id: u32, record: &Record) {
        let mut metas = Vec::with_capacity(record.fields.len());
        for (index, field) in record.fields.iter().enumerate() {
            let options = &field.slot.options;
            let aliases = options.aliases.iter().map(|alias| self.text(alias)).collect();
            let node = self.nodes[self.records[id as usize].nodes[index] as usize];
            let closed = self.closed(node.kind);
            metas.push(FieldMeta {
                name: self.text(&field.name),
                key: self.key(&field.name),
                aliases: self.slice(aliases),
                required: !node.nullable,
                optional: !field.slot.required,
                nullity: match (node.kind, field.slot.required) {
                    (Kind::Null, true) => Nullity::Null,
                    (Kind::Null, false) => Nullity::OptionalNull,
                    (Kind::Json, true) => Nullity::Json,
                    (Kind::Json, false) => Nullity::OptionalJson,
                    (_, true) => Nullity::Never,
                    (_, false) => Nullity::Optional,
                },
                write_null: options.write_null,
                // A null that is refused is read as a value, which the type does not have.
                null_is_value: options.refuse_null
                    || matches!(node.kind, Kind::Union(id) if self.unions[id as usize].null_branch.is_some()),
                delta: options.delta,
                intern: interns(&field.slot),
                closed,
                settings: settings(&field.slot.options).expect("the check found every setting right"),
            });
        }
        let mut by_name: Vec<u16> = (0..=u16::MAX).take(metas.len()).collect();
        by_name.sort_unstable_by_key(|&index| metas[usize::from(index)].name);
        let has_aliases = metas.iter().any(|field| !field.aliases.is_empty());
        let (writes_null, unknown) = (meta::writes_null(&metas), meta::unknown(&metas));
        let (fields, by_name) = (self.slice(metas), self.slice(by_name));
        let meta = RecordMeta { fields, by_name, has_aliases, writes_null, unknown, ..self.records[id as usize].meta };
        let mut by_number: Vec<u16> = by_name.to_vec();
        by_number.sort_unstable_by_key(|&index| meta.number(index.into()));
        self.records[id as usize].meta = RecordMeta { by_number: self.slice(by_number), ..meta };
    }

    /// The closed enum that a field of this kind holds, or a list or map of.
    fn closed(&mut self, kind: Kind) -> Option<Closed<'static>> {
        let enumeration = |kind: Kind| match kind {
            Kind::Enum(id) if !self.enums[id as usize].open => Some(self.enums[id as usize]),
            _ => None,
        };
        let of_items = |node: NodeId| enumeration(self.nodes[node as usize].kind);
        let (meta, wrap): (_, fn(&'static EnumMeta<'static>) -> Closed<'static>) = match kind {
            Kind::List(node) => (of_items(node)?, Closed::List),
            Kind::Map(node) => (of_items(node)?, Closed::Map),
            kind => (enumeration(kind)?, Closed::Single),
        };
        Some(wrap(&self.slice(vec![meta])[0]))
    }

    fn union(&mut self, id: u32, union: &'d Union) {
        let mut branches = Vec::with_capacity(union.branches.len());
        for branch in &union.branches {
            let kind = self.kind(branch);
            branches.push(self.push(Node { kind, nullable: takes_null(kind) }));
        }
        self.unions[id as usize].branches = branches.into_boxed_slice();
        if union.discriminator.is_some() {
            self.discriminated.push((id, union));
            return;
        }
        let mut cases = Vec::with_capacity(union.branches.len());
        for (branch, ty) in union.branches.iter().enumerate() {
            let value = self.text_value(branch_name(ty));
            cases.push(CaseMeta { value, branch: number(branch) });
        }
        self.unions[id as usize].meta.cases = self.slice(cases);
    }

    /// Finds the first branch of each plain union that takes null: the null type, `json`, or a union
    /// that has such a branch in turn.
    fn null_branches(&mut self) {
        let mut within: Vec<Vec<u32>> = vec![Vec::new(); self.unions.len()];
        let mut takers = Vec::new();
        for (id, union) in self.unions.iter().enumerate().filter(|(_, union)| union.meta.discriminator.is_none()) {
            for &branch in &union.branches {
                match self.nodes[branch as usize] {
                    Node { kind: Kind::Union(inner), .. } => within[inner as usize].push(number(id)),
                    Node { nullable: true, .. } => takers.push(number(id)),
                    _ => {}
                }
            }
        }
        let mut takes_null = vec![false; self.unions.len()];
        while let Some(id) = takers.pop() {
            if !core::mem::replace(&mut takes_null[id as usize], true) {
                takers.append(&mut within[id as usize]);
            }
        }
        for union in self.unions.iter_mut().filter(|union| union.meta.discriminator.is_none()) {
            let first = union.branches.iter().position(|&branch| match self.nodes[branch as usize] {
                Node { kind: Kind::Union(inner), .. } => takes_null[inner as usize],
                node => node.nullable,
            });
            union.null_branch = first.map(number);
        }
    }

    /// Finds the discriminator of each branch, and makes its values the cases of the union.
    fn discriminators(&mut self, id: u32, union: &Union) {
        let discriminator = union.discriminator.as_deref().unwrap_or_default();
        let node = &self.unions[id as usize];
        let mut indexes = Vec::with_capacity(node.branches.len());
        let mut cases = Vec::new();
        for (branch, &branch_node) in node.branches.iter().enumerate() {
            let Kind::Record(record) = self.nodes[branch_node as usize].kind else {
                unreachable!("the check found a record in every branch")
            };
            let record = &self.records[record as usize];
            let index = record.meta.find(discriminator, 0).expect("the check found every discriminator");
            let Kind::Enum(values) = self.nodes[record.nodes[index] as usize].kind else {
                unreachable!("the check found an enum in every discriminator")
            };
            // A record has fewer than 65,536 fields.
            indexes.push(index as u16);
            let values = self.enums[values as usize].values;
            cases.extend(values.iter().map(|&value| CaseMeta { value, branch: number(branch) }));
        }
        let cases = self.slice(cases);
        let node = &mut self.unions[id as usize];
        node.discriminators = indexes.into_boxed_slice();
        node.meta.cases = cases;
    }

    fn set_sparse(&mut self, root: Kind) {
        let record = match root {
            Kind::List(item) => self.nodes[item as usize].kind,
            other => other,
        };
        if let Kind::Record(id) = record {
            self.records[id as usize].meta.sparse = true;
        }
    }

    fn enumeration(&mut self, it: &Enum, name: &str) -> EnumMeta<'static> {
        let mut values = Vec::with_capacity(it.values.len());
        for value in &it.values {
            values.push(match value {
                Value::Text(text) => self.text_value(text),
                number => self.number_value(number.as_f64().unwrap_or_default()),
            });
        }
        let numbers = self.document.enum_numbers(name).filter(|numbers| numbers.len() == values.len());
        let numbers = numbers.filter(|numbers| !numbers.iter().copied().eq(0..values.len() as i32)).unwrap_or_default();
        let mut by_number: Vec<u16> = (0..=u16::MAX).take(numbers.len()).collect();
        by_number.sort_by_key(|&index| numbers[usize::from(index)]);
        EnumMeta {
            name: self.text(name),
            values: self.slice(values),
            open: it.open,
            numbers: self.slice(numbers),
            by_number: self.slice(by_number),
        }
    }

    fn text_value(&mut self, text: &str) -> EnumValue<'static> {
        let json = self.json(text, "", b',');
        let json = &json[..json.len() - 1];
        EnumValue::text(self.text(text), json)
    }

    fn number_value(&mut self, number: f64) -> EnumValue<'static> {
        let mut out = Vec::new();
        print::double(&mut out, number);
        out.pop();
        let text = self.text(&String::from_utf8(out).unwrap_or_default());
        EnumValue { text, json: text, number: Some(number) }
    }

    fn flags_meta(&mut self, names: &[String]) -> FlagsMeta<'static> {
        let keys = names.iter().map(|name| self.key(name)).collect();
        let names = names.iter().map(|name| self.text(name)).collect();
        FlagsMeta { names: self.slice(names), keys: self.slice(keys) }
    }

    /// A name as JSON text between a comma and a colon.
    fn key(&mut self, name: &str) -> &'static str {
        self.json(name, ",", b':')
    }

    /// A string as JSON text with something before and a byte behind it.
    fn json(&mut self, text: &str, before: &str, last: u8) -> &'static str {
        let mut out = Vec::from(before);
        print::string(&mut out, text, last);
        self.text(&String::from_utf8(out).unwrap_or_default())
    }
}

/// A count as the 32-bit number that the graph uses: no document has as many parts as that.
fn number(count: usize) -> u32 {
    u32::try_from(count).expect("a document has fewer than 2^32 parts")
}

/// Whether null is a value of the type, so that no place of it is ever required.
fn takes_null(kind: Kind) -> bool {
    matches!(kind, Kind::Json | Kind::Null)
}

fn scalar_kind(scalar: Scalar) -> Kind {
    match scalar {
        Scalar::Null => Kind::Null,
        Scalar::Boolean => Kind::Bool,
        Scalar::Number => Kind::Number,
        Scalar::Integer | Scalar::Int64 => Kind::Int64,
        Scalar::Int32 => Kind::Int32,
        Scalar::Uint32 => Kind::Uint32,
        Scalar::Uint64 => Kind::Uint64,
        Scalar::Float32 => Kind::Float32,
        Scalar::Float64 => Kind::Float64,
        Scalar::BigInt => Kind::BigInt,
        Scalar::Date => Kind::Date,
        Scalar::String => Kind::Text,
        Scalar::Bytes => Kind::Bytes,
        Scalar::Json => Kind::Json,
    }
}

/// Whether the strings of a field go into the message's table: it says so, or its items do.
fn interns(slot: &Slot) -> bool {
    match &slot.ty {
        Type::List(item) => interns(item),
        _ => slot.options.intern,
    }
}

/// What the settings of a field say to each wire.
///
/// # Errors
/// The wire whose settings are wrong, and what is wrong.
pub(super) fn settings(options: &Options) -> Result<Settings, (&str, &'static str)> {
    let mut settings = Settings::NONE;
    for (wire, entries) in &options.wires {
        for (key, value) in entries.as_map().unwrap_or_default() {
            let value = match value {
                Value::Bool(value) => Setting::Bool(*value),
                Value::Int(value) => Setting::Int(*value),
                Value::Text(text) => Setting::Text(text),
                _ => Setting::Other,
            };
            settings =
                settings.with(wire, key.as_str().unwrap_or_default(), value).map_err(|error| (&**wire, error))?;
        }
    }
    Ok(settings)
}

/// What messages call a branch of a plain union.
fn branch_name(ty: &Type) -> &str {
    match ty {
        Type::Scalar(scalar) => scalar.name(),
        Type::Reference(name) => name,
        Type::Record(record) => record.kind.as_ref().map_or("record", |(kind, _)| kind),
        Type::List(_) => "array",
        Type::Enum(_) => "enum",
        Type::Flags(_) => "flags",
        Type::Tuple(_) => "tuple",
        Type::Map(_) => "map",
        Type::Union(_) => "union",
    }
}

#[cfg(test)]
mod tests;
