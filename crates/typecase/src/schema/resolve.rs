//! Turns values that were read with one schema into values of another.
//!
//! A [`Resolver`] works out once which field, value and branch becomes which, so that each value costs
//! one walk. It never misreads: a value becomes what it was written as, or an error. What is filled in,
//! dropped and promoted is listed in `docs/evolution.md`.

use super::Schema;
use super::choice::Choices;
use super::model::{Document, Enum, Record, Scalar, Slot, TupleItem, Type, Union};
use super::names::{Names, identity};
use super::pairing::{PairBudget, branch_for, invert, pair_branches, pair_fields, same_item};
use super::paths;
use super::promotion::Promotion;
use crate::error::{Code, Error, Result};
use crate::limits::DEEPEST;
use crate::value::{Items, Value};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::mem;

/// Why values of one schema cannot become values of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolveError {
    /// Where, as in [`Change::path`](super::diff::Change::path).
    pub path: String,
    /// What cannot be resolved.
    pub message: String,
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "the root" } else { &self.path };
        write!(f, "{} at {path}", self.message)
    }
}

impl core::error::Error for ResolveError {}

/// Reads values of an old schema as values of a new one; or the other way round, since neither needs
/// to be the older one.
///
/// ```
/// use typecase::schema::{Schema, resolve::Resolver};
/// use typecase::value::Value;
/// let old = Schema::parse(r#"{"id": "int32", "mail": "string"}"#)?;
/// let new = Schema::parse(r#"{"email": {"type": "string", "aliases": ["mail"]}, "id": "int64", "tag?": "string"}"#)?;
/// let resolver = Resolver::new(&old, &new)?;
/// let value = Value::Record([Value::Int(7), Value::text("a@b.c")].into());
/// let expected = Value::Record([Value::text("a@b.c"), Value::Int(7), Value::Null].into());
/// assert_eq!(resolver.resolve(value)?, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Resolver {
    /// The root comes first.
    steps: Vec<Step>,
}

/// How a value of one type becomes a value of another; numbers lead into [`Resolver::steps`].
#[derive(Debug)]
enum Step {
    Scalar(Promotion),
    Record {
        fields: Box<[FieldStep]>,
        writer: usize,
    },
    List(Place),
    Map(Place),
    Tuple(Box<[Place]>),
    /// A value of an enum that the new one may not have.
    Enum(Choices),
    /// For each flag the old one.
    Flags {
        sources: Box<[Option<usize>]>,
        writer: usize,
    },
    /// For each case the new one.
    Cases(Box<[Option<Case>]>),
    /// The case of a plain union that the value becomes.
    Wrapped {
        case: u32,
        step: usize,
    },
}

#[derive(Debug)]
struct FieldStep {
    name: Box<str>,
    /// The index of the old field, if there is one.
    source: Option<usize>,
    place: Place,
}

/// How the value of a slot becomes that of another.
#[derive(Debug)]
struct Place {
    /// `None` where the old slot is always empty.
    step: Option<usize>,
    nullable: bool,
    default: Option<Value<'static>>,
}

#[derive(Clone, Debug)]
struct Case {
    case: u32,
    step: usize,
    /// In a union with a discriminator: its place among the new fields, and its value.
    discriminator: Option<(usize, Value<'static>)>,
}

impl Resolver {
    /// Works out how values of `old` become values of `new`, in time that is linear in the sizes of the
    /// schemas.
    ///
    /// # Errors
    /// Types that have nothing to do with each other, and a required field that the old schema does not
    /// have, with the path. What depends on the value (an optional field that became required, a value
    /// of an enum that was removed) is left to [`resolve`](Resolver::resolve).
    pub fn new(old: &Schema, new: &Schema) -> Result<Resolver, ResolveError> {
        Resolver::of_documents(old.document(), new.document())
    }

    pub(crate) fn of_documents(old: &Document, new: &Document) -> Result<Resolver, ResolveError> {
        let mut planner = Planner {
            old: Names::new(old),
            new: Names::new(new),
            known: BTreeMap::new(),
            waiting: Vec::new(),
            steps: Vec::new(),
            budget: PairBudget::new(),
        };
        planner.step(&old.root, &new.root, String::new());
        while let Some(task) = planner.waiting.pop() {
            let affordable = planner.budget.pay(&planner.old, task.old, &planner.new, task.new);
            let step = if affordable { Some(planner.plan(&task)?) } else { None };
            match step.filter(|_| !planner.budget.is_exhausted()) {
                Some(step) => planner.steps[task.step] = step,
                None => return Err(error(&task.path, "the schemas differ too much")),
            }
        }
        Ok(Resolver { steps: planner.steps })
    }

    /// Turns a value of the old schema into one of the new.
    ///
    /// # Errors
    /// A value that the new schema has no place for, with its path: `required` for a missing value,
    /// `enum` and `union` for values and cases that were removed, `type` for a number that would have to
    /// be rounded; and `structure` or `type` for a value that is not one of the old schema at all.
    pub fn resolve<'a>(&self, value: Value<'a>) -> Result<Value<'a>> {
        self.value(0, value, DEEPEST)
    }

    fn value<'a>(&self, step: usize, value: Value<'a>, depth: u32) -> Result<Value<'a>> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Error::new(Code::Limit, "nesting is deeper than the limit"));
        };
        match &self.steps[step] {
            Step::Scalar(promotion) => promotion.apply(value),
            Step::Record { fields, writer } => self.record(fields, *writer, None, value, depth),
            Step::List(place) => match value {
                Value::List(items) => self.items(items, |_| place, depth),
                _ => Err(mismatch("a list")),
            },
            Step::Map(place) => self.map(place, value, depth),
            Step::Tuple(places) => match value {
                Value::List(items) if items.len() == places.len() => self.items(items, |index| &places[index], depth),
                _ => Err(mismatch("a tuple of the same length")),
            },
            Step::Enum(choices) => match choices.contain(&value) {
                Some(true) => Ok(value),
                Some(false) => Err(Error::new(Code::Enum, "the new enum does not have this value")),
                None => Err(mismatch("a value of an enum")),
            },
            Step::Flags { sources, writer } => {
                let old = take_record(value, *writer)?;
                let flag = |source: &Option<usize>| source.map_or(Value::Bool(false), |at| old[at].clone());
                Ok(Value::Record(sources.iter().map(flag).collect()))
            }
            Step::Cases(cases) => self.case(cases, value, depth),
            Step::Wrapped { case, step } => Ok(Value::Case(Box::new((*case, self.value(*step, value, depth)?)))),
        }
    }

    fn record<'a>(
        &self,
        fields: &[FieldStep],
        writer: usize,
        case: Option<&(usize, Value<'static>)>,
        value: Value<'a>,
        depth: u32,
    ) -> Result<Value<'a>> {
        let mut old = take_record(value, writer)?;
        let mut values = Vec::with_capacity(fields.len());
        for (index, field) in fields.iter().enumerate() {
            if let Some((_, value)) = case.filter(|(at, _)| *at == index) {
                values.push(value.clone());
                continue;
            }
            let old = field.source.map_or(Value::Null, |at| mem::take(&mut old[at]));
            let value = self.place(&field.place, old, Code::Required, depth);
            values.push(value.map_err(|error| error.in_field(&field.name))?);
        }
        Ok(Value::Record(values.into()))
    }

    fn items<'a, 's>(
        &'s self,
        items: Items<Value<'a>>,
        place: impl Fn(usize) -> &'s Place,
        depth: u32,
    ) -> Result<Value<'a>> {
        let mut items = items;
        for (index, item) in items.iter_mut().enumerate() {
            let value = self.place(place(index), mem::take(item), Code::Type, depth);
            *item = value.map_err(|error| error.in_item(index))?;
        }
        Ok(Value::List(items))
    }

    fn map<'a>(&self, place: &Place, value: Value<'a>, depth: u32) -> Result<Value<'a>> {
        let Value::Map(mut entries) = value else { return Err(mismatch("a map")) };
        for (key, value) in &mut entries {
            *value = self
                .place(place, mem::take(value), Code::Type, depth)
                .map_err(|error| error.in_field(key.as_str().unwrap_or_default()))?;
        }
        Ok(Value::Map(entries))
    }

    /// A value of a slot; `null_code` is the code of a null that may not be there.
    fn place<'a>(&self, place: &Place, value: Value<'a>, null_code: Code, depth: u32) -> Result<Value<'a>> {
        match (value, place) {
            (Value::Null, Place { default: Some(default), .. }) => Ok(default.clone()),
            (Value::Null, Place { nullable: true, .. }) => Ok(Value::Null),
            (Value::Null, _) => Err(Error::new(null_code, "a value that the new schema requires is missing")),
            (value, Place { step: Some(step), .. }) => self.value(*step, value, depth),
            (_, Place { step: None, .. }) => Err(mismatch("null")),
        }
    }

    fn case<'a>(&self, cases: &[Option<Case>], value: Value<'a>, depth: u32) -> Result<Value<'a>> {
        let Value::Case(case) = value else { return Err(mismatch("a case of a union")) };
        let (old, value) = *case;
        match cases.get(old as usize) {
            Some(Some(case)) => {
                let value = match (&self.steps[case.step], &case.discriminator) {
                    (Step::Record { fields, writer }, Some(discriminator)) => {
                        self.record(fields, *writer, Some(discriminator), value, depth)?
                    }
                    _ => self.value(case.step, value, depth)?,
                };
                Ok(Value::Case(Box::new((case.case, value))))
            }
            Some(None) => Err(Error::new(Code::Union, "the new union does not have this case")),
            None => Err(Error::new(Code::Union, "no such case of the union")),
        }
    }
}

fn take_record(value: Value<'_>, length: usize) -> Result<Items<Value<'_>>> {
    match value {
        Value::Record(values) if values.len() == length => Ok(values),
        Value::Record(_) => Err(Error::new(Code::Structure, "the record has not as many values as the old schema")),
        _ => Err(mismatch("a record")),
    }
}

#[cold]
fn mismatch(expected: &str) -> Error {
    Error::new(Code::Type, format!("the old schema has {expected} here"))
}

/// A pair of types that is waiting for its step.
struct Task<'s> {
    step: usize,
    old: &'s Type,
    new: &'s Type,
    path: String,
}

struct Planner<'s> {
    old: Names<'s>,
    new: Names<'s>,
    known: BTreeMap<(usize, usize), usize>,
    waiting: Vec<Task<'s>>,
    steps: Vec<Step>,
    budget: PairBudget,
}

impl<'s> Planner<'s> {
    /// The number of the step for a pair of types, which is planned later if it is new.
    fn step(&mut self, old: &'s Type, new: &'s Type, path: String) -> usize {
        let path = paths::within(&path, old, new);
        let (old, new) = (self.old.follow(old), self.new.follow(new));
        let next = self.steps.len();
        let step = *self.known.entry((identity(old), identity(new))).or_insert(next);
        if step == next {
            self.steps.push(Step::Scalar(Promotion::Same));
            self.waiting.push(Task { step, old, new, path });
        }
        step
    }

    fn plan(&mut self, task: &Task<'s>) -> Result<Step, ResolveError> {
        let path = &task.path;
        match (task.old, task.new) {
            (Type::Record(old), Type::Record(new)) => self.records(old, new, path),
            (Type::List(old), Type::List(new)) => self.item(old, new, format!("{path}[]")).map(Step::List),
            (Type::Map(old), Type::Map(new)) => self.item(old, new, format!("{path}{{}}")).map(Step::Map),
            (Type::Tuple(old), Type::Tuple(new)) if old.len() == new.len() => self.tuples(old, new, path),
            (Type::Enum(old), Type::Enum(new)) => Ok(enums(old, new)),
            (Type::Flags(old), Type::Flags(new)) => Ok(flags(old, new)),
            (Type::Union(old), Type::Union(new)) if old.discriminator == new.discriminator => {
                Ok(Step::Cases(match &old.discriminator {
                    Some(discriminator) => self.discriminated_unions(old, new, discriminator, path),
                    None => self.plain_unions(old, new, path),
                }))
            }
            (old, Type::Union(union)) if union.discriminator.is_none() && !matches!(old, Type::Union(_)) => {
                match branch_for(&self.old, old, &self.new, union) {
                    Some(branch) => {
                        let step = self.step(old, &union.branches[branch], path.clone());
                        Ok(Step::Wrapped { case: branch as u32, step })
                    }
                    None => Err(error(path, "no single branch of the new union takes the old type")),
                }
            }
            (Type::Scalar(old), Type::Scalar(new)) => match Promotion::of(*old, *new) {
                Some(promotion) => Ok(Step::Scalar(promotion)),
                None => Err(error(path, &format!("{} cannot be read as {}", old.name(), new.name()))),
            },
            (Type::Enum(old), Type::Scalar(Scalar::String)) if only_texts(old) => Ok(Step::Scalar(Promotion::Same)),
            _ => Err(error(path, "the old type cannot be read as the new one")),
        }
    }

    fn records(&mut self, old: &'s Record, new: &'s Record, path: &str) -> Result<Step, ResolveError> {
        let sources = invert(&pair_fields(old, new), new.fields.len());
        let mut fields = Vec::with_capacity(new.fields.len());
        for (field, source) in new.fields.iter().zip(sources) {
            let path = paths::field(path, &field.name);
            let place = match source {
                Some(at) => self.place(&old.fields[at].slot, &field.slot, path)?,
                None if self.takes_empty(&field.slot) => {
                    Place { step: None, nullable: true, default: field.slot.default.clone() }
                }
                None => return Err(error(&path, "the old schema does not have this required field")),
            };
            fields.push(FieldStep { name: field.name.as_str().into(), source, place });
        }
        Ok(Step::Record { fields: fields.into_boxed_slice(), writer: old.fields.len() })
    }

    /// Whether the slot may be empty, or is filled with a default.
    fn takes_empty(&self, slot: &'s Slot) -> bool {
        let empty = matches!(self.new.follow(&slot.ty), Type::Scalar(Scalar::Json | Scalar::Null));
        !slot.required || slot.default.is_some() || empty
    }

    fn place(&mut self, old: &'s Slot, new: &'s Slot, path: String) -> Result<Place, ResolveError> {
        let nullable = self.takes_empty(new);
        let is_null = |ty: &Type| *ty == Type::Scalar(Scalar::Null);
        let step = match (is_null(self.old.follow(&old.ty)), is_null(self.new.follow(&new.ty))) {
            (true, false) if nullable => None,
            (true, false) => return Err(error(&path, "the old field is always null, the new one never")),
            (false, true) => return Err(error(&path, "the new field is always null")),
            _ => Some(self.step(&old.ty, &new.ty, path)),
        };
        Ok(Place { step, nullable, default: new.default.clone() })
    }

    /// An item of a list, tuple or map: defaults are for fields alone.
    fn item(&mut self, old: &'s Slot, new: &'s Slot, path: String) -> Result<Place, ResolveError> {
        Ok(Place { default: None, ..self.place(old, new, path)? })
    }

    fn tuples(&mut self, old: &'s [TupleItem], new: &'s [TupleItem], path: &str) -> Result<Step, ResolveError> {
        let mut places = Vec::with_capacity(new.len());
        for (index, (old, new)) in old.iter().zip(new).enumerate() {
            let path = format!("{path}[{index}]");
            if !same_item(old, new) {
                return Err(error(&path, "the item has another name, and no alias ties it to the old one"));
            }
            places.push(self.item(&old.slot, &new.slot, path)?);
        }
        Ok(Step::Tuple(places.into_boxed_slice()))
    }

    fn discriminated_unions(
        &mut self,
        old: &'s Union,
        new: &'s Union,
        discriminator: &str,
        path: &str,
    ) -> Box<[Option<Case>]> {
        let mut targets = BTreeMap::new();
        for (case, (value, branch)) in self.new.cases(new).into_iter().enumerate() {
            targets.insert(value, (case as u32, branch));
        }
        let fields: Vec<Option<usize>> = new
            .branches
            .iter()
            .map(|branch| match self.new.follow(branch) {
                Type::Record(record) => self.new.field(record, discriminator),
                _ => None,
            })
            .collect();
        let mut cases = Vec::new();
        for (value, branch) in self.old.cases(old) {
            cases.push(targets.get(&value).map(|&(case, target)| {
                let path = format!("{path}({value})");
                let step = self.step(&old.branches[branch], &new.branches[target], path);
                Case { case, step, discriminator: fields[target].map(|at| (at, value.to_value())) }
            }));
        }
        cases.into_boxed_slice()
    }

    fn plain_unions(&mut self, old: &'s Union, new: &'s Union, path: &str) -> Box<[Option<Case>]> {
        let targets = pair_branches(&mut self.budget, &self.old, old, &self.new, new);
        let mut cases = Vec::with_capacity(targets.len());
        for (branch, target) in targets.into_iter().enumerate() {
            cases.push(target.map(|target| {
                let step = self.step(&old.branches[branch], &new.branches[target], format!("{path}({branch})"));
                Case { case: target as u32, step, discriminator: None }
            }));
        }
        cases.into_boxed_slice()
    }
}

fn enums(old: &Enum, new: &Enum) -> Step {
    let choices = Choices::new(new);
    let kept = !old.open && old.values.iter().all(|value| choices.contain(value) == Some(true));
    if new.open || kept { Step::Scalar(Promotion::Same) } else { Step::Enum(choices) }
}

fn only_texts(enumeration: &Enum) -> bool {
    !enumeration.open && enumeration.values.iter().all(|value| value.as_str().is_some())
}

fn flags(old: &[String], new: &[String]) -> Step {
    let places: BTreeMap<&str, usize> = old.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let sources = new.iter().map(|name| places.get(name.as_str()).copied()).collect();
    Step::Flags { sources, writer: old.len() }
}

fn error(path: &str, message: &str) -> ResolveError {
    ResolveError { path: path.to_owned(), message: message.to_owned() }
}

#[cfg(test)]
mod tests;
