//! Reads values of a writer's schema as values of a reader's ("Schema Resolution").
//!
//! The values are those of codecs for the two schemas as [`import::avro`](crate::schema::import::avro) gives
//! them: the writer's codec decodes, this turns the value into one of the reader's.

use super::{AvroSchema, Enum, Field, Kind, Named, Node, Record, simple};
use crate::error::{Code, Error, Result};
use crate::limits::DEEPEST;
use crate::text::date;
use crate::value::{Text, Value};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The most parts of types that are compared: recursive types that run out of step make many pairs.
const MOST_PARTS: usize = 1 << 20;
/// How deep the default of a field may nest.
pub(super) const DEEPEST_DEFAULT: u32 = 64;

/// How values of a writer's schema become values of a reader's; worked out once.
///
/// ```
/// use typecase::codec::{Codec, Options};
/// use typecase::schema::avro::{AvroSchema, Resolution};
/// use typecase::schema::import;
/// use typecase::value::Value;
/// use typecase::wire::Wire;
///
/// let writer = AvroSchema::parse(r#"{"type": "record", "name": "R", "fields": [
///     {"name": "id", "type": "int"}, {"name": "old", "type": "string"}]}"#)?;
/// let reader = AvroSchema::parse(r#"{"type": "record", "name": "R", "fields": [
///     {"name": "new", "type": "boolean", "default": true}, {"name": "id", "type": "double"}]}"#)?;
///
/// let codec = Codec::new(&import::avro(&writer)?.build()?, Wire::Avro, &Options::default())?;
/// let resolution = Resolution::new(&writer, &reader);
/// assert!(resolution.is_complete());
/// let value = resolution.resolve(codec.decode(b"\x0e\x02x")?)?;
/// assert_eq!(value, Value::Record([Value::Bool(true), Value::Float(7.0)].into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Resolution {
    /// The root comes first.
    steps: Vec<Step>,
}

/// How a value of one type becomes a value of another; numbers lead into [`Resolution::steps`].
#[derive(Debug)]
enum Step {
    /// It cannot.
    Fail(String),
    Same,
    /// An integer, or an instant, to one of the reader's numbers.
    Number(Target),
    TextToBytes,
    BytesToText,
    /// The symbols that the reader knows, and its default.
    Enum(Vec<String>, Option<String>),
    Record(Vec<FieldStep>),
    List(usize),
    Map(usize),
    /// A union of the writer: a step for each branch. `optional`: null is the first branch, and the value
    /// of the second as it is.
    Union {
        optional: bool,
        branches: Vec<usize>,
    },
    /// A branch of a union of the reader.
    Wrap(u32, usize),
    /// The branch of an optional type of the reader: its value as it is.
    Then(usize),
}

/// A number of the reader's.
#[derive(Clone, Copy, Debug)]
enum Target {
    Integer,
    Instant,
    Single,
    Double,
}

#[derive(Debug)]
struct FieldStep {
    name: String,
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// The writer's field of this index.
    Field(usize, usize),
    Default(Value<'static>),
    None,
}

impl Resolution {
    /// Works out how values of `writer` become values of `reader`. What cannot become one is an error when
    /// such a value is met.
    pub fn new(writer: &AvroSchema, reader: &AvroSchema) -> Resolution {
        let mut planner = Planner { writer, reader, known: BTreeMap::new(), tasks: Vec::new(), steps: Vec::new() };
        planner.step(Pair { writer: writer.root, reader: reader.root, writer_slot: false, reader_slot: false });
        let mut parts = 0;
        while let Some((step, pair)) = planner.tasks.pop() {
            parts += super::parts(&writer.node(pair.writer).kind) + super::parts(&reader.node(pair.reader).kind);
            planner.steps[step] = if parts > MOST_PARTS {
                Step::Fail("the schemas differ too much".to_string())
            } else {
                planner.plan(pair)
            };
        }
        Resolution { steps: planner.steps }
    }

    /// Whether every value of the writer's schema can be read with the reader's.
    pub fn is_complete(&self) -> bool {
        self.problem().is_none()
    }

    /// One reason why not every value of the writer's schema can be read with the reader's.
    pub fn problem(&self) -> Option<&str> {
        self.steps.iter().find_map(|step| match step {
            Step::Fail(message) => Some(message.as_str()),
            Step::Enum(_, None) => Some("the reader's enum does not have every symbol of the writer's, and no default"),
            _ => None,
        })
    }

    /// Turns a value of the writer's schema into one of the reader's.
    ///
    /// # Errors
    /// `type` with the path where the schemas do not resolve for this value; `structure` for a value that is not
    /// one of the writer's schema.
    pub fn resolve<'a>(&self, value: Value<'a>) -> Result<Value<'a>> {
        self.value(0, value, DEEPEST)
    }

    fn value<'a>(&self, step: usize, value: Value<'a>, depth: u32) -> Result<Value<'a>> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Error::new(Code::Limit, "nesting is deeper than the limit"));
        };
        match &self.steps[step] {
            Step::Fail(message) => Err(Error::new(Code::Type, message.clone())),
            Step::Same => Ok(value),
            Step::Number(target) => number(value, *target),
            Step::TextToBytes => match value {
                Value::Text(text) => Ok(Value::Bytes(Box::from(text.as_bytes()))),
                _ => Err(mismatch()),
            },
            Step::BytesToText => match value {
                Value::Bytes(bytes) => String::from_utf8(bytes.into_vec())
                    .map(|text| Value::Text(text.into()))
                    .map_err(|_| Error::new(Code::Utf8, "the bytes are not the UTF-8 of a string")),
                _ => Err(mismatch()),
            },
            Step::Enum(symbols, default) => match (&value, default) {
                (Value::Text(symbol), _) if symbols.iter().any(|known| known == symbol.as_str()) => Ok(value),
                (Value::Text(_), Some(default)) => Ok(Value::Text(Text::owned(default))),
                (Value::Text(_), None) => Err(Error::new(Code::Enum, "the reader's enum does not have this symbol")),
                _ => Err(mismatch()),
            },
            Step::Record(fields) => self.record(fields, value, depth),
            Step::List(item) => {
                let Value::List(mut items) = value else { return Err(mismatch()) };
                for (index, place) in items.iter_mut().enumerate() {
                    let value = self.value(*item, core::mem::take(place), depth);
                    *place = value.map_err(|error| error.in_item(index))?;
                }
                Ok(Value::List(items))
            }
            Step::Map(item) => {
                let Value::Map(mut entries) = value else { return Err(mismatch()) };
                for (key, place) in &mut entries {
                    let value = self.value(*item, core::mem::take(place), depth);
                    *place = value.map_err(|error| error.in_field(key.as_str().unwrap_or_default()))?;
                }
                Ok(Value::Map(entries))
            }
            Step::Union { optional, branches } => {
                let (branch, value) = match value {
                    Value::Null if *optional => (0, Value::Null),
                    value if *optional => (1, value),
                    Value::Case(case) => *case,
                    _ => return Err(mismatch()),
                };
                match branches.get(branch as usize) {
                    Some(step) => self.value(*step, value, depth),
                    None => Err(mismatch()),
                }
            }
            Step::Then(step) => self.value(*step, value, depth),
            Step::Wrap(case, step) => Ok(Value::Case(Box::new((*case, self.value(*step, value, depth)?)))),
        }
    }

    fn record<'a>(&self, fields: &[FieldStep], value: Value<'a>, depth: u32) -> Result<Value<'a>> {
        let Value::Record(mut written) = value else { return Err(mismatch()) };
        let mut values = Vec::with_capacity(fields.len().max(1));
        for field in fields {
            values.push(match &field.source {
                Source::Field(at, step) => {
                    let value = core::mem::take(written.get_mut(*at).ok_or_else(mismatch)?);
                    self.value(*step, value, depth).map_err(|error| error.in_field(&field.name))?
                }
                Source::Default(value) => value.clone(),
                Source::None => {
                    let error =
                        Error::new(Code::Required, "the writer does not have this field, and it has no default");
                    return Err(error.in_field(&field.name));
                }
            });
        }
        if values.is_empty() {
            // A record without fields has one that is null.
            values.push(Value::Null);
        }
        Ok(Value::Record(values.into()))
    }
}

fn number(value: Value<'_>, target: Target) -> Result<Value<'_>> {
    let integer = match value {
        Value::Int(integer) | Value::Date(integer) => integer,
        Value::Float(float) if matches!(target, Target::Double) => return Ok(Value::Float(float)),
        _ => return Err(mismatch()),
    };
    Ok(match target {
        Target::Integer => Value::Int(integer),
        Target::Instant if date::in_range(integer) => Value::Date(integer),
        Target::Instant => return Err(Error::new(Code::Type, "the date is out of range")),
        Target::Single => Value::Float(f64::from(integer as f32)),
        Target::Double => Value::Float(integer as f64),
    })
}

#[cold]
fn mismatch() -> Error {
    Error::new(Code::Structure, "the value is not one of the writer's schema")
}

/// Two types that meet, and whether each is at a place where `["null", T]` is an optional T.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    writer: u32,
    reader: u32,
    writer_slot: bool,
    reader_slot: bool,
}

struct Planner<'s> {
    writer: &'s AvroSchema,
    reader: &'s AvroSchema,
    known: BTreeMap<Pair, usize>,
    tasks: Vec<(usize, Pair)>,
    steps: Vec<Step>,
}

impl Planner<'_> {
    /// The number of the step for a pair of types, which is planned later if it is new.
    fn step(&mut self, pair: Pair) -> usize {
        let next = self.steps.len();
        let step = *self.known.entry(pair).or_insert(next);
        if step == next {
            self.steps.push(Step::Same);
            self.tasks.push((step, pair));
        }
        step
    }

    /// The step for the types inside two others.
    fn inner(&mut self, writer: u32, reader: u32) -> usize {
        self.step(Pair { writer, reader, writer_slot: true, reader_slot: true })
    }

    fn plan(&mut self, pair: Pair) -> Step {
        let (writer, reader) = (self.writer.node(pair.writer), self.reader.node(pair.reader));
        if let Kind::Union(branches) = &writer.kind {
            let optional = pair.writer_slot && self.writer.optional(pair.writer).is_some();
            let steps = branches.iter().map(|branch| self.step(Pair { writer: *branch, writer_slot: false, ..pair }));
            return Step::Union { optional, branches: steps.collect() };
        }
        if let Kind::Union(branches) = &reader.kind {
            let found = branches.iter().position(|branch| self.matches(writer, self.reader.node(*branch)));
            let Some(case) = found else {
                return Step::Fail(format!("no branch of the reader's union takes {}", describe(writer)));
            };
            let step = self.step(Pair { reader: branches[case], reader_slot: false, ..pair });
            let optional = pair.reader_slot && self.reader.optional(pair.reader).is_some();
            return if optional { Step::Then(step) } else { Step::Wrap(case as u32, step) };
        }
        if !self.matches(writer, reader) {
            return Step::Fail(format!("{} cannot be read as {}", describe(writer), describe(reader)));
        }
        match (&writer.kind, &reader.kind) {
            (Kind::Record(writer), Kind::Record(reader)) => self.records(writer, reader),
            (Kind::Enum(writer), Kind::Enum(reader)) => enums(writer, reader),
            (Kind::Array(writer), Kind::Array(reader)) => Step::List(self.inner(*writer, *reader)),
            (Kind::Map(writer), Kind::Map(reader)) => Step::Map(self.inner(*writer, *reader)),
            (Kind::String, Kind::Bytes) => Step::TextToBytes,
            (Kind::Bytes, Kind::String) => Step::BytesToText,
            (Kind::Int | Kind::Long, Kind::Int) => Step::Number(Target::Integer),
            (Kind::Int | Kind::Long, Kind::Long) if is_instant(reader) => Step::Number(Target::Instant),
            (Kind::Int | Kind::Long, Kind::Long) => Step::Number(Target::Integer),
            (Kind::Int | Kind::Long, Kind::Float) => Step::Number(Target::Single),
            (Kind::Int | Kind::Long, Kind::Double) => Step::Number(Target::Double),
            _ => Step::Same,
        }
    }

    /// Whether the kinds and names of two types go together; what is inside may not resolve all the same.
    fn matches(&self, writer: &Node, reader: &Node) -> bool {
        match (&writer.kind, &reader.kind) {
            (Kind::Record(a), Kind::Record(b)) => same_name(&a.named, &b.named),
            (Kind::Enum(a), Kind::Enum(b)) => same_name(&a.named, &b.named),
            (Kind::Fixed(a, size), Kind::Fixed(b, other)) => size == other && same_name(a, b),
            (Kind::Array(_), Kind::Array(_)) | (Kind::Map(_), Kind::Map(_)) => true,
            (Kind::Int, Kind::Long | Kind::Float | Kind::Double)
            | (Kind::Long, Kind::Float | Kind::Double)
            | (Kind::Float, Kind::Double)
            | (Kind::String, Kind::Bytes)
            | (Kind::Bytes, Kind::String) => true,
            (writer, reader) => writer.named().is_none() && writer == reader,
        }
    }

    fn records(&mut self, writer: &Record, reader: &Record) -> Step {
        let places: BTreeMap<&str, usize> =
            writer.fields.iter().enumerate().map(|(at, field)| (field.name.as_str(), at)).collect();
        let mut fields = Vec::with_capacity(reader.fields.len());
        for field in &reader.fields {
            let names = core::iter::once(&field.name).chain(&field.aliases);
            let found = names.filter_map(|name| places.get(name.as_str())).next();
            let source = match found {
                Some(&at) => Source::Field(at, self.inner(writer.fields[at].ty, field.ty)),
                None => match self.reader.default_of(field, DEEPEST_DEFAULT) {
                    Some(value) => Source::Default(value),
                    None => {
                        let message =
                            format!("the writer does not have the field {}, and it has no default", field.name);
                        self.steps.push(Step::Fail(message));
                        Source::None
                    }
                },
            };
            fields.push(FieldStep { name: field.name.clone(), source });
        }
        Step::Record(fields)
    }
}

fn enums(writer: &Enum, reader: &Enum) -> Step {
    let known: BTreeSet<&String> = reader.symbols.iter().collect();
    match writer.symbols.iter().find(|symbol| !known.contains(symbol)) {
        None => Step::Same,
        Some(_) => Step::Enum(reader.symbols.clone(), reader.default.clone()),
    }
}

/// The names go together: the same without their namespaces, or tied by an alias of the reader's.
fn same_name(writer: &Named, reader: &Named) -> bool {
    simple(&writer.name) == simple(&reader.name)
        || reader.aliases.iter().any(|alias| *alias == writer.name || simple(alias) == simple(&writer.name))
}

fn is_instant(node: &Node) -> bool {
    node.logical.as_ref().is_some_and(|logical| logical.name == "timestamp-millis")
}

fn describe(node: &Node) -> String {
    match node.kind.named() {
        Some(named) => format!("{} {}", node.kind.name(), named.name),
        None => node.kind.name().to_string(),
    }
}

impl AvroSchema {
    /// The default of a field as a value of its type.
    pub(super) fn default_of(&self, field: &Field, depth: u32) -> Option<Value<'static>> {
        self.default_value(field.ty, field.default.as_ref()?, true, depth)
    }

    /// A default in JSON as a value of a type; `slot` says whether `["null", T]` is an optional T here.
    fn default_value(&self, id: u32, json: &Value<'static>, slot: bool, depth: u32) -> Option<Value<'static>> {
        let depth = depth.checked_sub(1)?;
        let node = self.node(id);
        let bytes = |text: &str| text.chars().map(|c| u8::try_from(c).ok()).collect::<Option<Vec<u8>>>();
        match (&node.kind, json) {
            (Kind::Null, Value::Null) => Some(Value::Null),
            (Kind::Boolean, Value::Bool(_)) => Some(json.clone()),
            (Kind::Int, Value::Int(number)) => i32::try_from(*number).ok().map(|number| Value::Int(number.into())),
            (Kind::Long, Value::Int(number)) if is_instant(node) => {
                date::in_range(*number).then_some(Value::Date(*number))
            }
            (Kind::Long, Value::Int(_)) => Some(json.clone()),
            (Kind::Float, number) => number.as_f64().map(|number| Value::Float(f64::from(number as f32))),
            (Kind::Double, number) => number.as_f64().map(Value::Float),
            (Kind::String, Value::Text(_)) => Some(json.clone()),
            (Kind::Bytes, Value::Text(text)) => Some(Value::Bytes(bytes(text)?.into())),
            (Kind::Fixed(_, size), Value::Text(text)) => {
                bytes(text).filter(|bytes| bytes.len() == *size as usize).map(|bytes| Value::Bytes(bytes.into()))
            }
            (Kind::Enum(it), Value::Text(symbol)) => {
                it.symbols.iter().any(|known| known == symbol.as_str()).then(|| json.clone())
            }
            (Kind::Array(item), Value::List(items)) => {
                let items = items.iter().map(|value| self.default_value(*item, value, true, depth));
                items.collect::<Option<Vec<_>>>().map(Value::list)
            }
            (Kind::Map(item), Value::Map(entries)) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| Some((key.clone(), self.default_value(*item, value, true, depth)?)));
                entries.collect::<Option<Vec<_>>>().map(|entries| Value::Map(entries.into()))
            }
            (Kind::Record(record), Value::Map(_)) => {
                let fields = record.fields.iter().map(|field| match json.get(&field.name) {
                    Some(value) => self.default_value(field.ty, value, true, depth),
                    None => self.default_of(field, depth),
                });
                let mut values = fields.collect::<Option<Vec<_>>>()?;
                if values.is_empty() {
                    values.push(Value::Null);
                }
                Some(Value::Record(values.into()))
            }
            (Kind::Union(branches), _) => {
                let found = (0..).zip(branches).find_map(|(case, branch)| {
                    self.default_value(*branch, json, false, depth).map(|value| (case, value))
                });
                let (case, value) = found?;
                let optional = slot && self.optional(id).is_some();
                Some(if optional { value } else { Value::Case(Box::new((case, value))) })
            }
            _ => None,
        }
    }
}
