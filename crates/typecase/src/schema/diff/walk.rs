//! Walks two schemas side by side and lists what differs.
//!
//! Types are paired and each pair is looked at once, from a queue, so that neither recursion in the
//! schemas nor deep chains of names cause recursion here.

use super::wire::{Branches, Kinds, Numbered, Presence, Records, Rules, Shape, Takers};
use super::{Change, ChangeKind, Effect, Verdict, WireKind, protobuf};
use crate::schema::choice::Choice;
use crate::schema::model::{Document, Enum, Layout, Options, Record, Scalar, Slot, TupleItem, Type, Union};
use crate::schema::names::{Names, identity};
use crate::schema::pairing::{PairBudget, branch_for, invert, pair_branches, pair_fields, same_item};
use crate::schema::paths;
use crate::value::Value;
use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

type Effects = [Effect; WireKind::ALL.len()];

/// The changes from one document to another.
pub(super) fn changes(old: &Document, new: &Document) -> Vec<Change> {
    let columns = old.layout == Layout::Columns && new.layout == Layout::Columns;
    let mut walk = Walk {
        old: Side::new(old),
        new: Side::new(new),
        columns,
        pairs: Vec::new(),
        known: BTreeMap::new(),
        queue: VecDeque::new(),
        changes: Vec::new(),
        trials: Vec::new(),
        budget: PairBudget::new(),
    };
    walk.documents(old, new);
    while let Some(task) = walk.queue.pop_front() {
        if walk.budget.pay(&walk.old.names, task.old, &walk.new.names, task.new) {
            walk.types(&task);
        }
        if walk.budget.is_exhausted() {
            let detail = "the schemas differ too much".to_owned();
            walk.change(&task.at, ChangeKind::Incomparable, detail, always(Effect::BREAKING));
            return walk.changes;
        }
    }
    walk.tell_ambiguous();
    if columns {
        walk.intern_table(old, new);
    }
    walk.changes
}

/// One of the two schemas.
struct Side<'s> {
    names: Names<'s>,
    kinds: BTreeMap<usize, Kinds>,
    /// The lengths of the types that are bytes of a fixed length.
    lengths: BTreeMap<usize, u32>,
    /// The numbers of the values of enums that have their own in Protocol Buffers.
    numbers: BTreeMap<usize, Vec<i32>>,
}

impl<'s> Side<'s> {
    fn new(document: &'s Document) -> Side<'s> {
        let root = document.name.iter().map(|name| (name, &document.root));
        let named = document.types.iter().map(|(name, ty)| (name, ty)).chain(root);
        let fixed = named.filter(|(_, ty)| **ty == Type::Scalar(Scalar::Bytes));
        let lengths = fixed.filter_map(|(name, ty)| Some((identity(ty), document.fixed_size(name)?))).collect();
        let is_index = |numbers: &[i32]| numbers.iter().copied().eq(0..numbers.len() as i32);
        let numbers = document.types.iter().filter_map(|(name, ty)| {
            let numbers = document.enum_numbers(name).filter(|numbers| !is_index(numbers))?;
            Some((identity(ty), numbers))
        });
        let numbers = numbers.collect();
        Side { names: Names::new(document), kinds: BTreeMap::new(), lengths, numbers }
    }

    /// An enum with the numbers of its values.
    fn numbered<'n>(&'n self, ty: &Type, it: &'n Enum) -> Numbered<'n> {
        Numbered { it, numbers: self.numbers.get(&identity(ty)).map_or(&[], Vec::as_slice) }
    }

    /// The kinds of JSON values that a reader of the type may take.
    fn kinds(&mut self, ty: &'s Type, depth: usize) -> Kinds {
        let ty = self.names.follow(ty);
        if let Some(known) = self.kinds.get(&identity(ty)) {
            return *known;
        }
        let union = match ty {
            Type::Union(Union { discriminator: Some(_), .. }) => return Kinds::OBJECT,
            Type::Union(union) => union,
            _ => {
                let kinds = Kinds::of(ty);
                self.kinds.insert(identity(ty), kinds);
                return kinds;
            }
        };
        // Unions within themselves, and towers of unions, may take anything.
        self.kinds.insert(identity(ty), Kinds::ALL);
        if depth > 0 {
            let kinds =
                union.branches.iter().fold(Kinds::NONE, |kinds, branch| kinds.or(self.kinds(branch, depth - 1)));
            self.kinds.insert(identity(ty), kinds);
        }
        self.kinds[&identity(ty)]
    }

    /// Whether any field within the type interns.
    fn interns(&self, ty: &'s Type) -> bool {
        let (mut met, mut waiting) = (BTreeSet::new(), alloc::vec![ty]);
        while let Some(ty) = waiting.pop() {
            let ty = self.names.follow(ty);
            if !met.insert(identity(ty)) {
                continue;
            }
            let slots: Vec<&Slot> = match ty {
                Type::Record(record) => record.fields.iter().map(|field| &field.slot).collect(),
                Type::List(slot) | Type::Map(slot) => alloc::vec![&**slot],
                Type::Tuple(items) => items.iter().map(|item| &item.slot).collect(),
                Type::Union(union) => {
                    waiting.extend(&union.branches);
                    continue;
                }
                _ => continue,
            };
            if slots.iter().any(|slot| slot.options.intern) {
                return true;
            }
            waiting.extend(slots.into_iter().map(|slot| &slot.ty));
        }
        false
    }

    /// Whether null is a value of the type, rather than the lack of one.
    fn null_is_value(&mut self, ty: &'s Type) -> bool {
        matches!(self.names.follow(ty), Type::Union(_)) && self.kinds(ty, NESTED_UNIONS).meets(Kinds::NULL)
    }
}

/// How deep unions within unions are looked at.
const NESTED_UNIONS: usize = 32;

/// A pair of types that has been met.
#[derive(Default)]
struct Pair {
    /// The pairs that contain it.
    parents: Vec<usize>,
    /// Whether something that decoding minds changed in the types themselves.
    changed: bool,
}

/// Where a change is found.
#[derive(Clone)]
struct Place {
    path: String,
    pair: usize,
}

impl Place {
    fn step(&self, step: &str) -> Place {
        Place { path: format!("{}{step}", self.path), pair: self.pair }
    }

    fn field(&self, name: &str) -> Place {
        Place { path: paths::field(&self.path, name), pair: self.pair }
    }
}

/// A pair of types that is waiting to be compared.
struct Task<'s> {
    old: &'s Type,
    new: &'s Type,
    at: Place,
    shape: Shape,
}

/// A plain union: what a wire that tries its branches makes of changes inside them.
struct Trial {
    at: Place,
    effects: Effects,
}

struct Walk<'s> {
    old: Side<'s>,
    new: Side<'s>,
    /// Whether both root lists are laid out in columns.
    columns: bool,
    pairs: Vec<Pair>,
    known: BTreeMap<(usize, usize), usize>,
    queue: VecDeque<Task<'s>>,
    changes: Vec<Change>,
    trials: Vec<Trial>,
    budget: PairBudget,
}

impl<'s> Walk<'s> {
    fn change(&mut self, at: &Place, kind: ChangeKind, detail: String, effects: Effects) {
        if minded_by_decoding(kind) {
            self.pairs[at.pair].changed = true;
        }
        self.changes.push(Change { path: at.path.clone(), kind, detail, effects });
    }

    fn documents(&mut self, old: &'s Document, new: &'s Document) {
        self.pairs.push(Pair::default());
        let root = Place { path: String::new(), pair: 0 };
        if old.name != new.name {
            let name = |document: &Document| document.name.clone().unwrap_or_else(|| "none".to_owned());
            self.change(&root, ChangeKind::TypeName, arrow(name(old), name(new)), always(Effect::SAFE));
        }
        let layout = both_ways(|rules| (rules.layout(), rules.layout()));
        if old.layout != new.layout {
            let detail = arrow(layout_name(old.layout), layout_name(new.layout));
            self.change(&root, ChangeKind::Layout, detail, layout);
        }
        if old.sparse != new.sparse {
            self.change(&root, ChangeKind::Sparse, arrow(old.sparse, new.sparse), layout);
        }
        if old.meta != new.meta {
            self.change(&root, ChangeKind::Metadata, "of the document".to_owned(), always(Effect::SAFE));
        }
        let shape = match (old.layout, new.layout) {
            (Layout::Flat, _) | (_, Layout::Flat) => Shape::Flat,
            (Layout::Columns, _) | (_, Layout::Columns) => Shape::Columns,
            _ if old.sparse || new.sparse => Shape::Sparse,
            _ => Shape::Row,
        };
        self.known.insert((identity(self.old.names.follow(&old.root)), identity(self.new.names.follow(&new.root))), 0);
        let (old, new) = (self.old.names.follow(&old.root), self.new.names.follow(&new.root));
        self.queue.push_back(Task { old, new, at: root, shape });
    }

    /// Puts a pair of types on the queue, unless it has been there.
    fn pair(&mut self, old: &'s Type, new: &'s Type, at: Place, shape: Shape) {
        let name = |ty: &'s Type| if let Type::Reference(name) = ty { Some(name.as_str()) } else { None };
        let (old_name, new_name) = (name(old), name(new));
        if old_name != new_name {
            let effects = both_ways(|rules| (rules.type_name(), rules.type_name()));
            let detail = arrow(old_name.unwrap_or("none"), new_name.unwrap_or("none"));
            self.change(&at, ChangeKind::TypeName, detail, effects);
        }
        let path = paths::within(&at.path, old, new);
        let (old, new) = (self.old.names.follow(old), self.new.names.follow(new));
        let next = self.pairs.len();
        let pair = *self.known.entry((identity(old), identity(new))).or_insert(next);
        if pair == next {
            self.pairs.push(Pair::default());
            self.queue.push_back(Task { old, new, at: Place { path, pair }, shape });
        }
        self.pairs[pair].parents.push(at.pair);
    }

    fn types(&mut self, task: &Task<'s>) {
        let at = &task.at;
        let length = |side: &Side<'_>, ty| side.lengths.get(&identity(ty)).copied();
        let (old_length, new_length) = (length(&self.old, task.old), length(&self.new, task.new));
        if old_length != new_length {
            let spelled =
                |length: Option<u32>| length.map_or("any length".to_owned(), |length| format!("{length} bytes"));
            let effects =
                both_ways(|rules| (rules.length(new_length, old_length), rules.length(old_length, new_length)));
            self.change(at, ChangeKind::Type, arrow(spelled(old_length), spelled(new_length)), effects);
        }
        match (task.old, task.new) {
            (Type::Record(old), Type::Record(new)) => self.records(old, new, at, task.shape),
            (Type::List(old), Type::List(new)) => self.slots(old, new, at.step("[]"), task.shape),
            (Type::Map(old), Type::Map(new)) => self.slots(old, new, at.step("{}"), Shape::Row),
            (Type::Tuple(old), Type::Tuple(new)) => self.tuples(old, new, at),
            (Type::Enum(old), Type::Enum(new)) => self.enums((task.old, old), (task.new, new), at),
            (Type::Flags(old), Type::Flags(new)) if old != new => {
                let detail = list_changes(&names_of(old), &names_of(new));
                let effects = both_ways(|rules| (rules.flags(new, old), rules.flags(old, new)));
                self.change(at, ChangeKind::Flags, detail, effects);
            }
            (Type::Flags(_), Type::Flags(_)) => {}
            (Type::Union(old), Type::Union(new)) if old.discriminator == new.discriminator => match old.discriminator {
                Some(_) => self.discriminated_unions(old, new, at),
                None => self.plain_unions(old, new, at),
            },
            (Type::Scalar(old), Type::Scalar(new)) if old == new => {}
            (old, new) => self.other_type(old, new, at),
        }
    }

    fn records(&mut self, old: &'s Record, new: &'s Record, at: &Place, shape: Shape) {
        if old.kind != new.kind {
            self.change(at, ChangeKind::Metadata, "the kind key".to_owned(), always(Effect::SAFE));
        }
        let to_new = pair_fields(old, new);
        let to_old = invert(&to_new, new.fields.len());
        let backward = Records::new(old, new, &self.new.names, shape);
        let forward = Records::new(new, old, &self.old.names, shape);

        for (index, field) in old.fields.iter().enumerate().filter(|(index, _)| to_new[*index].is_none()) {
            let effects =
                both_ways(|rules| (rules.unwritten_field(&forward, index), rules.unread_field(&backward, index)));
            self.change(&at.field(&field.name), ChangeKind::FieldRemoved, spell(&field.slot), effects);
        }
        for (index, field) in new.fields.iter().enumerate().filter(|(index, _)| to_old[*index].is_none()) {
            let effects =
                both_ways(|rules| (rules.unread_field(&forward, index), rules.unwritten_field(&backward, index)));
            self.change(&at.field(&field.name), ChangeKind::FieldAdded, spell(&field.slot), effects);
        }
        let paired = || to_new.iter().enumerate().filter_map(|(index, other)| other.map(|other| (index, other)));
        let moved = |index, other| {
            both_ways(|rules| (rules.moved_field(&forward, other, index), rules.moved_field(&backward, index, other)))
        };
        // Without numbers of their own fields that shift are behind one that was added or removed, which says so.
        let numbered = protobuf::has_numbers(old) || protobuf::has_numbers(new);
        let reordered = paired().zip(paired().skip(1)).any(|((_, first), (_, second))| first > second);
        if reordered {
            let effects = paired()
                .filter(|&(index, other)| old.fields[index].name == new.fields[other].name)
                .fold(always(Effect::SAFE), |all, (index, other)| worse(all, moved(index, other)));
            self.change(at, ChangeKind::FieldsReordered, String::new(), effects);
        }
        for (index, other) in paired() {
            let (old, new) = (&old.fields[index], &new.fields[other]);
            if old.name != new.name {
                let detail = arrow(&old.name, &new.name);
                self.change(&at.field(&new.name), ChangeKind::FieldRenamed, detail, moved(index, other));
            } else if numbered && !reordered {
                self.number((&backward, index), (&forward, other), at);
            }
            self.slots(&old.slot, &new.slot, at.field(&new.name), Shape::Row);
        }
    }

    /// Compares the numbers of a field in Protocol Buffers.
    fn number(&mut self, old: (&Records<'s>, usize), new: (&Records<'s>, usize), at: &Place) {
        let ((backward, index), (forward, other)) = (old, new);
        let (old, new) = (protobuf::number(backward.writer, index), protobuf::number(forward.writer, other));
        if old != new {
            let effects = both_ways(|rules| {
                (rules.renumbered_field(forward, other, index), rules.renumbered_field(backward, index, other))
            });
            let at = at.field(&backward.writer.fields[index].name);
            self.change(&at, ChangeKind::FieldNumber, arrow(old, new), effects);
        }
    }

    /// Compares two slots; `shape` is how their values are laid out.
    fn slots(&mut self, old: &'s Slot, new: &'s Slot, at: Place, shape: Shape) {
        let (in_old, in_new) = (Presence::of(old, &self.old.names), Presence::of(new, &self.new.names));
        let presence =
            both_ways(|rules| (rules.presence(in_new, in_old, shape), rules.presence(in_old, in_new, shape)));
        let takes_null = |ty: &Type| matches!(ty, Type::Scalar(Scalar::Json | Scalar::Null));
        let null_in_both = takes_null(self.old.names.follow(&old.ty)) && takes_null(self.new.names.follow(&new.ty));
        if in_old.optional != in_new.optional || null_in_both && in_old.marked != in_new.marked {
            let kind = if in_old.marked { ChangeKind::MadeRequired } else { ChangeKind::MadeOptional };
            self.change(&at, kind, String::new(), presence);
        }
        if old.default != new.default {
            self.change(&at, ChangeKind::Default, arrow(spell_default(old), spell_default(new)), presence);
        }
        self.options(&old.options, &new.options, &at);

        let (old_null, new_null) = (self.old.null_is_value(&old.ty), self.new.null_is_value(&new.ty));
        if old_null != new_null {
            let detail = if new_null { "null is now a value" } else { "null is no longer a value" };
            self.change(&at, ChangeKind::NullMeaning, detail.to_owned(), always(Effect::BREAKING));
        }
        let is_null = |ty: &Type| *ty == Type::Scalar(Scalar::Null);
        let (old_type, new_type) = (self.old.names.follow(&old.ty), self.new.names.follow(&new.ty));
        if is_null(old_type) != is_null(new_type) {
            // Nothing but empty slots is written with the one, and nothing else read with it.
            let read_empty = |writer: &Type, reader: Presence<'_>, null_is_value: bool| match is_null(writer) {
                true if !null_is_value => reader.unwritten(),
                _ => Verdict::Breaking,
            };
            let forward = read_empty(new_type, in_old, old_null);
            let backward = read_empty(old_type, in_new, new_null);
            let effects = both_ways(|rules| (rules.null_as_empty(forward), rules.null_as_empty(backward)));
            self.change(&at, ChangeKind::Type, arrow(spell(old), spell(new)), effects);
            return;
        }
        self.pair(&old.ty, &new.ty, at, shape);
    }

    fn options(&mut self, old: &Options, new: &Options, at: &Place) {
        if old.aliases != new.aliases {
            let detail = list_changes(&names_of(&old.aliases), &names_of(&new.aliases));
            self.change(at, ChangeKind::Aliases, detail, always(Effect::SAFE));
        }
        let columns = self.columns;
        let column_option = both_ways(|rules| (rules.column_option(columns), rules.column_option(columns)));
        if old.delta != new.delta {
            self.change(at, ChangeKind::Delta, arrow(old.delta, new.delta), column_option);
        }
        if old.intern != new.intern {
            self.change(at, ChangeKind::Intern, arrow(old.intern, new.intern), column_option);
        }
        if (old.write_null, old.refuse_null) != (new.write_null, new.refuse_null) {
            let read = |writer: &Options, reader: &Options| match writer.write_null && reader.refuse_null {
                true => Verdict::Breaking,
                false => Verdict::Safe,
            };
            let effect = Effect { forward: read(new, old), backward: read(old, new) };
            self.change(at, ChangeKind::Nulls, String::new(), always(effect));
        }
        if old.wires != new.wires {
            let effects = both_ways(|rules| (rules.settings(new, old), rules.settings(old, new)));
            self.change(at, ChangeKind::WireSettings, String::new(), effects);
        }
        let harmless = [
            (ChangeKind::Js, old.js != new.js),
            (ChangeKind::Rules, old.rules != new.rules),
            (ChangeKind::Metadata, old.meta != new.meta),
        ];
        for (kind, _) in harmless.into_iter().filter(|(_, changed)| *changed) {
            self.change(at, kind, String::new(), always(Effect::SAFE));
        }
    }

    fn tuples(&mut self, old: &'s [TupleItem], new: &'s [TupleItem], at: &Place) {
        if old.len() != new.len() {
            self.change(at, ChangeKind::TupleLength, arrow(old.len(), new.len()), always(Effect::BREAKING));
        }
        for (index, (old, new)) in old.iter().zip(new).enumerate() {
            let at = at.step(&format!("[{index}]"));
            if old.name != new.name {
                let name = |item: &TupleItem| item.name.clone().unwrap_or_else(|| "none".to_owned());
                // Without an alias it may be another item that took the place.
                let effect = if same_item(old, new) { Effect::SAFE } else { Effect::BREAKING };
                self.change(&at, ChangeKind::TupleItemRenamed, arrow(name(old), name(new)), always(effect));
            }
            self.slots(&old.slot, &new.slot, at, Shape::Row);
        }
    }

    fn enums(&mut self, old: (&'s Type, &'s Enum), new: (&'s Type, &'s Enum), at: &Place) {
        let (old, new) = (self.old.numbered(old.0, old.1), self.new.numbered(new.0, new.1));
        if old == new {
            return;
        }
        let mut parts = Vec::from([list_changes(&Choice::all(old.it), &Choice::all(new.it))]);
        if old.it.open != new.it.open {
            parts.push((if new.it.open { "now open" } else { "no longer open" }).to_owned());
        }
        if old.numbers != new.numbers {
            parts.push("other numbers".to_owned());
        }
        parts.retain(|part| !part.is_empty());
        let effects = both_ways(|rules| (rules.enumeration(new, old), rules.enumeration(old, new)));
        self.change(at, ChangeKind::Enum, parts.join(", "), effects);
    }

    fn discriminated_unions(&mut self, old: &'s Union, new: &'s Union, at: &Place) {
        let (old_cases, new_cases) = (self.old.names.cases(old), self.new.names.cases(new));
        let values = |cases: &[(Choice<&'s str>, usize)]| cases.iter().map(|(value, _)| *value).collect::<Vec<_>>();
        let (old_values, new_values) = (values(&old_cases), values(&new_cases));
        if old_values != new_values {
            let effects =
                both_ways(|rules| (rules.cases(&new_values, &old_values), rules.cases(&old_values, &new_values)));
            self.change(at, ChangeKind::UnionCases, list_changes(&old_values, &new_values), effects);
        }
        let branches: BTreeMap<_, _> = new_cases.into_iter().collect();
        let mut done = BTreeSet::new();
        for (value, branch) in old_cases {
            if let Some(&other) = branches.get(&value)
                && done.insert((branch, other))
            {
                let at = at.step(&format!("({value})"));
                self.pair(&old.branches[branch], &new.branches[other], at, Shape::Row);
            }
        }
    }

    fn plain_unions(&mut self, old: &'s Union, new: &'s Union, at: &Place) {
        let to_new = pair_branches(&mut self.budget, &self.old.names, old, &self.new.names, new);
        let to_old = invert(&to_new, new.branches.len());
        let old_kinds = Takers::new(old.branches.iter().map(|ty| self.old.kinds(ty, NESTED_UNIONS)).collect());
        let new_kinds = Takers::new(new.branches.iter().map(|ty| self.new.kinds(ty, NESTED_UNIONS)).collect());
        let backward = Branches { targets: &to_new, writes: old_kinds.branches(), takes: &new_kinds };
        let forward = Branches { targets: &to_old, writes: new_kinds.branches(), takes: &old_kinds };
        let effects = both_ways(|rules| (rules.branches(&forward), rules.branches(&backward)));

        let same = old.branches.len() == new.branches.len()
            && to_new.iter().enumerate().all(|(index, other)| *other == Some(index));
        if same {
            self.trials.push(Trial { at: at.clone(), effects });
        } else {
            let spelled = |union: &'s Union| union.branches.iter().map(spell_type).collect::<Vec<String>>();
            let (old, new) = (spelled(old), spelled(new));
            self.change(at, ChangeKind::UnionBranches, list_changes(&names_of(&old), &names_of(&new)), effects);
        }
        for (index, other) in to_new.iter().enumerate() {
            if let Some(other) = other {
                let at = at.step(&format!("({index})"));
                self.pair(&old.branches[index], &new.branches[*other], at, Shape::Row);
            }
        }
    }

    /// Compares types that are not of one kind.
    fn other_type(&mut self, old: &'s Type, new: &'s Type, at: &Place) {
        let (old_types, new_types) = (as_branches(old), as_branches(new));
        let to_new = match (old, new) {
            (Type::Union(old), Type::Union(_)) => alloc::vec![None; old.branches.len()],
            (_, Type::Union(union)) => alloc::vec![branch_for(&self.old.names, old, &self.new.names, union)],
            (Type::Union(union), _) => {
                let branch = branch_for(&self.new.names, new, &self.old.names, union);
                (0..old_types.len()).map(|at| (branch == Some(at)).then_some(0)).collect()
            }
            _ => alloc::vec![None],
        };
        let to_old = invert(&to_new, new_types.len());
        let old_kinds = Takers::new(old_types.iter().map(|ty| self.old.kinds(ty, NESTED_UNIONS)).collect());
        let new_kinds = Takers::new(new_types.iter().map(|ty| self.new.kinds(ty, NESTED_UNIONS)).collect());
        let backward = Branches { targets: &to_new, writes: old_kinds.branches(), takes: &new_kinds };
        let forward = Branches { targets: &to_old, writes: new_kinds.branches(), takes: &old_kinds };
        let effects = both_ways(|rules| (retyped(rules, new, old, &forward), retyped(rules, old, new, &backward)));
        self.change(at, ChangeKind::Type, arrow(spell_type(old), spell_type(new)), effects);
        for (index, other) in to_new.iter().enumerate() {
            if let Some(other) = other {
                self.pair(old_types[index], new_types[*other], at.clone(), Shape::Row);
            }
        }
    }

    /// Whether messages in columns have a table of strings is decided by all fields together.
    fn intern_table(&mut self, old: &'s Document, new: &'s Document) {
        let (old, new) = (self.old.interns(&old.root), self.new.interns(&new.root));
        if old != new {
            let effects = both_ways(|rules| (rules.layout(), rules.layout()));
            let root = Place { path: String::new(), pair: 0 };
            self.change(&root, ChangeKind::InternTable, arrow(old, new), effects);
        }
    }

    /// Reports the plain unions whose branches a wire tells apart by trying, where what is tried changed.
    fn tell_ambiguous(&mut self) {
        let mut affected: Vec<bool> = self.pairs.iter().map(|pair| pair.changed).collect();
        let mut waiting: Vec<usize> = (0..self.pairs.len()).filter(|&pair| affected[pair]).collect();
        while let Some(pair) = waiting.pop() {
            for &parent in &self.pairs[pair].parents {
                if !core::mem::replace(&mut affected[parent], true) {
                    waiting.push(parent);
                }
            }
        }
        for trial in core::mem::take(&mut self.trials) {
            if affected[trial.at.pair] && trial.effects != always(Effect::SAFE) {
                let detail = "another branch may take the value".to_owned();
                self.change(&trial.at, ChangeKind::UnionAmbiguous, detail, trial.effects);
            }
        }
    }
}

/// The verdict of a wire on a value of one type that is read as another kind of type.
fn retyped(rules: &dyn Rules, writer: &Type, reader: &Type, branches: &Branches<'_>) -> Verdict {
    match (writer, reader) {
        (Type::Scalar(writer), Type::Scalar(reader)) => rules.scalar(*writer, *reader),
        (Type::Enum(writer), Type::Scalar(reader)) => rules.enum_as_scalar(writer, *reader),
        (Type::Union(_), Type::Union(_)) => Verdict::Breaking,
        (_, Type::Union(_)) => rules.wrapped(branches),
        _ => Verdict::Breaking,
    }
}

/// The branches of a plain union, or the type itself.
fn as_branches(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Union(union) => union.branches.iter().collect(),
        _ => alloc::vec![ty],
    }
}

/// Whether decoding minds a change of this kind, so that it can make a reader try another branch.
fn minded_by_decoding(kind: ChangeKind) -> bool {
    use ChangeKind::*;
    !matches!(
        kind,
        TypeName
            | FieldNumber
            | Nulls
            | Js
            | Rules
            | WireSettings
            | Metadata
            | Delta
            | Intern
            | InternTable
            | Layout
            | Sparse
    )
}

/// Asks every wire for its verdicts, forward and backward.
fn both_ways(verdicts: impl Fn(&dyn Rules) -> (Verdict, Verdict)) -> Effects {
    WireKind::ALL.map(|wire| {
        let (forward, backward) = verdicts(wire.rules());
        Effect { forward, backward }
    })
}

fn always(effect: Effect) -> Effects {
    [effect; WireKind::ALL.len()]
}

fn worse(mut a: Effects, b: Effects) -> Effects {
    for (a, b) in a.iter_mut().zip(b) {
        *a = a.and(b);
    }
    a
}

fn arrow(old: impl ToString, new: impl ToString) -> String {
    format!("{} -> {}", old.to_string(), new.to_string())
}

fn names_of(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

/// What was added and removed, or that the order is another: `+c, -d`.
fn list_changes<T: Ord + ToString>(old: &[T], new: &[T]) -> String {
    let (in_old, in_new): (BTreeSet<&T>, BTreeSet<&T>) = (old.iter().collect(), new.iter().collect());
    let added = new.iter().filter(|value| !in_old.contains(value)).map(|value| format!("+{}", value.to_string()));
    let removed = old.iter().filter(|value| !in_new.contains(value)).map(|value| format!("-{}", value.to_string()));
    let mut parts: Vec<String> = added.chain(removed).collect();
    let kept = |all: &[T], other: &BTreeSet<&T>| {
        all.iter().filter(|value| other.contains(value)).map(ToString::to_string).collect::<Vec<_>>()
    };
    if kept(old, &in_new) != kept(new, &in_old) {
        parts.push("reordered".to_owned());
    }
    parts.join(", ")
}

fn layout_name(layout: Layout) -> &'static str {
    match layout {
        Layout::Rows => "rows",
        Layout::Flat => "flat",
        Layout::Columns => "columns",
    }
}

fn spell(slot: &Slot) -> String {
    format!("{}{}", if slot.required { "" } else { "?" }, spell_type(&slot.ty))
}

/// A default, if it is short.
fn spell_default(slot: &Slot) -> String {
    const LONGEST: usize = 40;
    match &slot.default {
        None => "none".to_owned(),
        Some(Value::Bool(value)) => value.to_string(),
        Some(Value::Int(value)) => value.to_string(),
        Some(Value::Uint(value)) => value.to_string(),
        Some(Value::Float(value)) => value.to_string(),
        Some(Value::Text(text)) if text.len() <= LONGEST => format!("{:?}", text.as_str()),
        Some(Value::BigInt(digits)) if digits.len() <= LONGEST => digits.to_string(),
        Some(_) => "another value".to_owned(),
    }
}

/// A type in a word, as definitions name it.
fn spell_type(ty: &Type) -> String {
    match ty {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Reference(name) => name.clone(),
        Type::Record(_) => "record".to_owned(),
        Type::List(_) => "array".to_owned(),
        Type::Enum(_) => "enum".to_owned(),
        Type::Flags(_) => "flags".to_owned(),
        Type::Tuple(_) => "tuple".to_owned(),
        Type::Map(_) => "map".to_owned(),
        Type::Union(_) => "union".to_owned(),
    }
}
