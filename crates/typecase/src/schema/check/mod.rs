//! Checks values against everything a schema says, rules included, and reports every issue.
//!
//! Decoding checks types and stops at the first error. A [`Checker`] checks a value that is there
//! already, from whatever source, also checks the rules `min`, `max`, `length` and `pattern`
//! (`docs/schema.md`, The long form and its options), and goes on after an issue.

mod pattern;
mod rules;

use super::Schema;
use super::choice::Choices;
use super::model::{Document, Scalar, Slot, Type};
use super::names::{Names, identity};
use crate::error::{Code, Error, Result};
use crate::limits::DEEPEST;
use crate::value::Value;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rules::Rules;

/// A schema made ready to check values: its rules are compiled once.
///
/// ```
/// use typecase::error::Code;
/// use typecase::schema::{Schema, check::Checker};
/// use typecase::value::Value;
/// let schema = Schema::parse(r#"{"name": {"type": "string", "length": [1, 4]}, "age": {"type": "int32", "min": 0}}"#)?;
/// let checker = Checker::new(&schema)?;
/// let value = Value::Record([Value::text("Brunhilde"), Value::Int(-1)].into());
/// let issues = checker.check(&value, 10);
/// assert_eq!(issues.len(), 2);
/// assert_eq!((issues[0].code(), issues[0].path()), (Code::Rule, "name".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Checker {
    /// The root comes first.
    types: Vec<Test>,
}

/// What a type asks of a value; numbers lead into [`Checker::types`].
#[derive(Debug)]
enum Test {
    Scalar(Scalar),
    Record(Box<[(Box<str>, Place)]>),
    List(Place),
    Map(Place),
    Tuple(Box<[Place]>),
    Enum(Choices),
    Flags(Box<[Box<str>]>),
    Union {
        discriminator: Option<Box<str>>,
        /// For each case the type of its branch.
        cases: Box<[u32]>,
    },
}

/// What a slot asks of a value.
#[derive(Debug)]
struct Place {
    ty: u32,
    nullable: bool,
    rules: Option<Box<Rules>>,
}

impl Checker {
    /// Makes the checker of a schema.
    ///
    /// Fails with [`Code::Unsupported`], naming the place, where a `pattern` cannot be compiled: the
    /// crate was built without the feature `pattern`, or the expression looks around or back.
    pub fn new(schema: &Schema) -> Result<Checker> {
        Checker::of_document(schema.document())
    }

    pub(crate) fn of_document(document: &Document) -> Result<Checker> {
        let mut compiler =
            Compiler { names: Names::new(document), known: BTreeMap::new(), waiting: Vec::new(), types: Vec::new() };
        compiler.type_id(&document.root);
        // Types are compiled from a list of those that are waiting, so no document causes recursion.
        while let Some((id, ty)) = compiler.waiting.pop() {
            compiler.types[id as usize] = compiler.compile(ty)?;
        }
        Ok(Checker { types: compiler.types })
    }

    /// Checks a value in the dynamic representation of the schema, and gives the issues in the order
    /// of the value, at most `max_issues` of them; none means that the value is valid.
    ///
    /// Each issue has a code and a path: [`Code::Rule`] for a rule, and for everything else the code
    /// that decoding gives (docs/positional.md, section 3).
    pub fn check(&self, value: &Value<'_>, max_issues: usize) -> Vec<Error> {
        let mut walk = Walk { checker: self, issues: Vec::new(), max_issues, path: Vec::new(), depth: 0 };
        walk.value(0, value, None);
        walk.issues
    }

    /// Checks one item of a list at the root, for lists that are read item by item; the paths start in
    /// the item. A root that is not a list has no items, and its own type is asked for.
    pub fn check_item(&self, value: &Value<'_>, max_issues: usize) -> Vec<Error> {
        let Test::List(item) = &self.types[0] else { return self.check(value, max_issues) };
        let mut walk = Walk { checker: self, issues: Vec::new(), max_issues, path: Vec::new(), depth: 1 };
        walk.place(item, value, Code::Type);
        walk.issues
    }
}

struct Compiler<'d> {
    names: Names<'d>,
    known: BTreeMap<usize, u32>,
    waiting: Vec<(u32, &'d Type)>,
    types: Vec<Test>,
}

impl<'d> Compiler<'d> {
    /// The number of a type, which is compiled later if it is new.
    fn type_id(&mut self, ty: &'d Type) -> u32 {
        let ty = self.names.follow(ty);
        let next = self.types.len() as u32;
        let id = *self.known.entry(identity(ty)).or_insert(next);
        if id == next {
            self.types.push(Test::Scalar(Scalar::Json));
            self.waiting.push((id, ty));
        }
        id
    }

    fn compile(&mut self, ty: &'d Type) -> Result<Test> {
        Ok(match ty {
            Type::Scalar(scalar) => Test::Scalar(*scalar),
            Type::Record(record) => {
                let mut fields = Vec::with_capacity(record.fields.len());
                for field in &record.fields {
                    let place = self.place(&field.slot).map_err(|error| error.in_field(&field.name))?;
                    fields.push((field.name.as_str().into(), place));
                }
                Test::Record(fields.into())
            }
            Type::List(slot) => Test::List(self.place(slot)?),
            Type::Map(slot) => Test::Map(self.place(slot)?),
            Type::Tuple(items) => {
                Test::Tuple(items.iter().map(|item| self.place(&item.slot)).collect::<Result<Box<[Place]>>>()?)
            }
            Type::Enum(enumeration) => Test::Enum(Choices::new(enumeration)),
            Type::Flags(names) => Test::Flags(names.iter().map(|name| name.as_str().into()).collect()),
            Type::Union(union) => Test::Union {
                discriminator: union.discriminator.as_deref().map(Into::into),
                cases: {
                    let branches = self.names.case_branches(union);
                    branches.into_iter().map(|at| self.type_id(&union.branches[at])).collect()
                },
            },
            Type::Reference(name) => return Err(Error::new(Code::Unsupported, format!("no type is named {name:?}"))),
        })
    }

    fn place(&mut self, slot: &'d Slot) -> Result<Place> {
        let rules = &slot.options.rules;
        let rules = if rules.is_empty() { None } else { Some(Box::new(Rules::compile(rules)?)) };
        let ty = self.type_id(&slot.ty);
        let empty = matches!(self.names.follow(&slot.ty), Type::Scalar(Scalar::Null | Scalar::Json));
        Ok(Place { ty, nullable: !slot.required || slot.default.is_some() || empty, rules })
    }
}

/// One step from the root to the value that is being checked.
#[derive(Clone, Copy)]
enum Step<'v> {
    Field(&'v str),
    Item(usize),
}

struct Walk<'c> {
    checker: &'c Checker,
    issues: Vec<Error>,
    max_issues: usize,
    path: Vec<Step<'c>>,
    /// Levels that are open; cases of unions are levels that no path shows.
    depth: u32,
}

impl<'c> Walk<'c> {
    fn is_full(&self) -> bool {
        self.issues.len() >= self.max_issues
    }

    #[cold]
    fn report(&mut self, error: Error) {
        if !self.is_full() {
            let located = self.path.iter().rev().fold(error, |error, step| match step {
                Step::Field(name) => error.in_field(name),
                Step::Item(index) => error.in_item(*index),
            });
            self.issues.push(located);
        }
    }

    #[cold]
    fn report_type(&mut self, expected: &str, found: &Value<'_>) {
        self.report(Error::new(Code::Type, format!("expected {expected}, found {}", describe(found))));
    }

    /// Checks a value of a slot; `null_code` is the code of a null that may not be there.
    fn place(&mut self, place: &'c Place, value: &'c Value<'_>, null_code: Code) {
        if value.is_null() {
            if !place.nullable {
                let message = match null_code {
                    Code::Required => "required field is missing or null",
                    _ => "null where a value is required",
                };
                self.report(Error::new(null_code, message));
            }
            return;
        }
        let issues = self.issues.len();
        self.value(place.ty, value, None);
        if let Some(rules) = &place.rules
            && self.issues.len() == issues
        {
            rules.check(value, &mut |error| self.report(error));
        }
    }

    /// Checks a value of a type; `case` is the discriminator's key where the value is a case of a union.
    fn value(&mut self, ty: u32, value: &'c Value<'_>, case: Option<&str>) {
        if self.is_full() {
            return;
        }
        if self.depth >= DEEPEST {
            return self.report(Error::new(Code::Limit, "nesting is deeper than the limit"));
        }
        self.depth += 1;
        self.value_of(ty, value, case);
        self.depth -= 1;
    }

    fn value_of(&mut self, ty: u32, value: &'c Value<'_>, case: Option<&str>) {
        match &self.checker.types[ty as usize] {
            Test::Scalar(scalar) => {
                if !is_of(*scalar, value) {
                    self.report_type(scalar.name(), value);
                }
            }
            Test::Record(fields) => self.record(fields, value, case),
            Test::List(place) => match value {
                Value::List(items) => self.items(items.iter().map(|item| (place, item))),
                _ => self.report_type("a list", value),
            },
            Test::Map(place) => self.map(place, value),
            Test::Tuple(places) => match value {
                Value::List(items) if items.len() == places.len() => self.items(places.iter().zip(items)),
                Value::List(items) => self.report(Error::new(
                    Code::Structure,
                    format!("expected a tuple of {}, found {} items", places.len(), items.len()),
                )),
                _ => self.report_type("a tuple", value),
            },
            Test::Enum(choices) => match choices.contain(value) {
                Some(true) => {}
                Some(false) => self.report(Error::new(Code::Enum, "not a value of the enum")),
                None => self.report_type("a value of an enum", value),
            },
            Test::Flags(names) => self.flags(names, value),
            Test::Union { discriminator, cases } => match value {
                Value::Case(case) => match cases.get(case.0 as usize) {
                    Some(&branch) => self.value(branch, &case.1, discriminator.as_deref()),
                    None => self.report(Error::new(Code::Union, "no such case of the union")),
                },
                _ => self.report_type("a case of a union", value),
            },
        }
    }

    fn record(&mut self, fields: &'c [(Box<str>, Place)], value: &'c Value<'_>, case: Option<&str>) {
        let Value::Record(values) = value else { return self.report_type("a record", value) };
        if values.len() != fields.len() {
            let message = format!("expected a record of {} fields, found {}", fields.len(), values.len());
            return self.report(Error::new(Code::Structure, message));
        }
        for ((name, place), value) in fields.iter().zip(values) {
            // The case says the discriminator already; its field may be empty.
            if case == Some(name) && value.is_null() {
                continue;
            }
            self.path.push(Step::Field(name));
            self.place(place, value, Code::Required);
            self.path.pop();
        }
    }

    fn items<'v: 'c>(&mut self, items: impl Iterator<Item = (&'c Place, &'c Value<'v>)>) {
        for (index, (place, value)) in items.enumerate() {
            if self.is_full() {
                return;
            }
            self.path.push(Step::Item(index));
            self.place(place, value, Code::Type);
            self.path.pop();
        }
    }

    fn map(&mut self, place: &'c Place, value: &'c Value<'_>) {
        let Value::Map(entries) = value else { return self.report_type("a map", value) };
        for (key, value) in entries {
            if self.is_full() {
                return;
            }
            let Value::Text(key) = key else {
                self.report_type("a string as key", key);
                continue;
            };
            self.path.push(Step::Field(key));
            self.place(place, value, Code::Type);
            self.path.pop();
        }
    }

    fn flags(&mut self, names: &'c [Box<str>], value: &'c Value<'_>) {
        let Value::Record(values) = value else { return self.report_type("flags", value) };
        if values.len() != names.len() {
            let message = format!("expected {} flags, found {}", names.len(), values.len());
            return self.report(Error::new(Code::Structure, message));
        }
        for (name, value) in names.iter().zip(values) {
            if value.as_bool().is_none() {
                self.path.push(Step::Field(name));
                self.report_type("boolean", value);
                self.path.pop();
            }
        }
    }
}

/// Whether a value that is not null is one of the scalar's.
fn is_of(scalar: Scalar, value: &Value<'_>) -> bool {
    match (scalar, value) {
        (Scalar::Null, Value::Null)
        | (Scalar::Boolean, Value::Bool(_))
        | (Scalar::Number | Scalar::Float64, Value::Int(_) | Value::Uint(_) | Value::Float(_))
        | (Scalar::Integer | Scalar::Int64, Value::Int(_))
        | (Scalar::Uint64, Value::Uint(_))
        | (Scalar::BigInt, Value::Int(_) | Value::Uint(_))
        | (Scalar::String, Value::Text(_))
        | (Scalar::Bytes, Value::Bytes(_))
        | (Scalar::Json, _) => true,
        (Scalar::Int32, Value::Int(value)) => i32::try_from(*value).is_ok(),
        (Scalar::Uint32, Value::Int(value)) => u32::try_from(*value).is_ok(),
        (Scalar::Uint64, Value::Int(value)) => *value >= 0,
        (Scalar::Float32, Value::Float(value)) => value.is_nan() || f64::from(*value as f32) == *value,
        (Scalar::Float32, Value::Int(value)) => *value as f32 as i128 == i128::from(*value),
        (Scalar::BigInt, Value::BigInt(digits)) => is_decimal(digits),
        (Scalar::Date, Value::Date(millis)) => (-MAX_DATE..=MAX_DATE).contains(millis),
        _ => false,
    }
}

/// The last instant of a date (docs/schema.md, Types).
const MAX_DATE: i64 = 8_640_000_000_000_000;

fn is_decimal(digits: &str) -> bool {
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A value's kind, for messages.
fn describe(value: &Value<'_>) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "a boolean".into(),
        Value::Int(value) => format!("{value}"),
        Value::Uint(value) => format!("{value}"),
        Value::Float(value) => format!("{value}"),
        Value::BigInt(_) => "a big integer".into(),
        Value::Text(_) => "a string".into(),
        Value::Bytes(_) => "bytes".into(),
        Value::Date(_) => "a date".into(),
        Value::List(_) => "a list".into(),
        Value::Map(_) => "a map".into(),
        Value::Record(_) => "a record".into(),
        Value::Case(_) => "a case of a union".into(),
        Value::Special(_) => "a value of another type".into(),
    }
}

#[cfg(test)]
mod tests;
