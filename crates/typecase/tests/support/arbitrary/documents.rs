//! Random documents.

use super::Source;
use typecase::schema::model::{
    Document, Enum, Field, JsInteger, Layout, Options, Record, Rules, Scalar, Slot, TupleItem, Type, Union,
};
use typecase::value::Value;

/// The names of fields: plain ones first, then those that a definition or a wire could stumble over.
const NAMES: [&str; 24] = [
    "id",
    "name",
    "email",
    "tags",
    "createdAt",
    "zip_code",
    "x",
    "y",
    "type",
    "date",
    "array",
    "Address",
    "User",
    "ok?",
    "a\"b",
    "é",
    "",
    "$x",
    "x y",
    "fields",
    "kind",
    "default",
    "constructor",
    "a:b,c|d",
];

/// A random document, which can be built.
pub fn document(source: &mut Source<'_>) -> Document {
    let count = source.below(4);
    let mut maker = Maker { source, count, at: count, in_union: 0 };
    let root_kind = maker.source.below(8);
    let root = match root_kind {
        0..=3 => Type::Record(maker.record(0)),
        4 | 5 => Type::List(Box::new(Slot::required(Type::Record(maker.record(0))))),
        _ => maker.ty(0),
    };
    let is_list = matches!(&root, Type::List(item) if matches!(item.ty, Type::Record(_)));
    let is_record = is_list || matches!(root, Type::Record(_));
    let mut types = Vec::new();
    for number in 0..count {
        maker.at = number;
        types.push((type_name(number), maker.named_type()));
    }
    let layout = if is_list { source.pick(&[Layout::Rows, Layout::Flat, Layout::Columns]) } else { Layout::Rows };
    let sparse = is_record && layout == Layout::Rows && source.once_in(4);
    let name = source.once_in(2).then(|| "Root".to_string());
    let meta = if source.once_in(5) { vec![("$note".to_string(), source.json(2))] } else { Vec::new() };
    Document { name, types, sparse, layout, meta, ..Document::new(root) }
}

fn type_name(number: usize) -> String {
    format!("Type{number}")
}

struct Maker<'s, 'b> {
    source: &'s mut Source<'b>,
    /// How many named types there are.
    count: usize,
    /// The number of the type that is being made; the root comes last.
    at: usize,
    /// Counts the values of discriminators, so that they differ.
    in_union: usize,
}

impl Maker<'_, '_> {
    /// A named type: mostly a record.
    fn named_type(&mut self) -> Type {
        match self.source.below(3) {
            0 | 1 => Type::Record(self.record(1)),
            _ => self.ty(1),
        }
    }

    /// A type of any construct that may stand anywhere.
    fn ty(&mut self, depth: u32) -> Type {
        if depth > 4 {
            return self.scalar();
        }
        match self.source.below(14) {
            0..=3 => self.scalar(),
            4 | 5 => Type::Record(self.record(depth + 1)),
            6 => Type::List(Box::new(self.item(depth + 1))),
            7 => Type::Map(Box::new(self.item(depth + 1))),
            8 => Type::Enum(self.enumeration()),
            9 => Type::Flags(self.names(8)),
            10 => Type::Tuple(self.tuple()),
            11 => self.plain_union(depth + 1),
            12 => self.discriminated_union(depth + 1),
            // Only to types before this one, so that no type contains itself.
            _ if self.at > 0 => Type::Reference(type_name(self.source.below(self.at))),
            _ => self.scalar(),
        }
    }

    fn scalar(&mut self) -> Type {
        Type::Scalar(Scalar::ALL[(self.source.below(15) + 12) % 15].1)
    }

    /// Distinct names, at least one.
    fn names(&mut self, most: usize) -> Vec<String> {
        let (start, step) = (self.source.below(NAMES.len()), self.source.pick(&[1, 5, 7, 11]));
        let count = 1 + self.source.below(most);
        (0..count).map(|at| NAMES[(start + at * step) % NAMES.len()].to_string()).collect()
    }

    fn record(&mut self, depth: u32) -> Record {
        let names = self.names(7);
        let fields = names.into_iter().map(|name| Field { slot: self.field(&name, depth), name }).collect();
        let kind =
            self.source.once_in(8).then(|| ("Entity".to_string(), Value::map(vec![("a".into(), Value::Int(1))])));
        Record { kind, fields }
    }

    fn field(&mut self, name: &str, depth: u32) -> Slot {
        // A reference to any type, itself too, may be missing.
        if self.count > 0 && self.source.once_in(10) {
            return Slot::optional(Type::Reference(type_name(self.source.below(self.count))));
        }
        let ty = self.ty(depth);
        let mut slot = Slot { required: !self.source.once_in(3), ..Slot::required(ty) };
        if self.source.once_in(4) {
            self.field_options(name, &mut slot);
        }
        slot
    }

    fn field_options(&mut self, name: &str, slot: &mut Slot) {
        let source = &mut *self.source;
        let options = &mut slot.options;
        if source.once_in(2) {
            options.aliases = vec![format!("old {name}")];
        }
        match &slot.ty {
            Type::Scalar(scalar) => {
                if source.once_in(2) {
                    slot.default = Some(scalar_value(*scalar, source));
                }
                let is_integer = matches!(scalar, Scalar::Integer | Scalar::Int64 | Scalar::Uint64);
                let is_short = matches!(scalar, Scalar::Int32 | Scalar::Uint32 | Scalar::Date);
                options.delta = (is_integer || is_short) && source.once_in(2);
                options.intern = *scalar == Scalar::String && source.once_in(2);
                if is_integer {
                    options.js =
                        source.pick(&[None, Some(JsInteger::Number), Some(JsInteger::BigInt), Some(JsInteger::String)]);
                }
            }
            Type::Enum(it) if source.once_in(2) => slot.default = Some(source.pick(&it.values)),
            _ => {}
        }
        options.write_null = !slot.required && source.once_in(3);
        any_options(source, &slot.ty, options);
    }

    /// An item of a list or the value of a map.
    fn item(&mut self, depth: u32) -> Slot {
        if self.count > 0 && self.source.once_in(8) {
            return Slot::required(Type::Reference(type_name(self.source.below(self.count))));
        }
        let ty = self.ty(depth);
        let mut slot = Slot { required: !self.source.once_in(4), ..Slot::required(ty) };
        if self.source.once_in(6) {
            any_options(self.source, &slot.ty, &mut slot.options);
        }
        slot
    }

    fn enumeration(&mut self) -> Enum {
        let open = self.source.once_in(4);
        let mut values = vec![Value::text("admin"), Value::text("7"), Value::Int(7), Value::Float(1.5)];
        values.extend([Value::text("a b"), Value::Int(-1), Value::text("")]);
        values.truncate(1 + self.source.below(7));
        if self.source.once_in(2) {
            values.reverse();
        }
        Enum { values, open }
    }

    fn tuple(&mut self) -> Vec<TupleItem> {
        let names = self.names(4);
        let named = self.source.once_in(2);
        names
            .into_iter()
            .map(|name| {
                let slot = Slot { required: !self.source.once_in(3), ..Slot::required(self.scalar()) };
                TupleItem { name: named.then_some(name), slot }
            })
            .collect()
    }

    /// A union whose branches JSON tells apart: at most one of each kind of JSON value.
    fn plain_union(&mut self, depth: u32) -> Type {
        let text = match self.source.below(2) {
            0 => Type::Scalar(Scalar::String),
            _ => Type::Enum(Enum { values: vec![Value::text("on"), Value::text("off")], open: false }),
        };
        let list = match self.source.below(2) {
            0 => Type::List(Box::new(Slot::required(self.ty(depth)))),
            _ => Type::Tuple(self.tuple()),
        };
        let object = match self.source.below(3) {
            0 => Type::Record(self.record(depth)),
            1 => Type::Map(Box::new(Slot::required(self.ty(depth)))),
            _ => self.discriminated_union(depth),
        };
        let number =
            self.source.pick(&[Scalar::Number, Scalar::Int32, Scalar::Float64, Scalar::Uint64, Scalar::Integer]);
        let mut branches =
            vec![text, Type::Scalar(number), Type::Scalar(Scalar::Boolean), list, object, Type::Scalar(Scalar::Null)];
        let first = self.source.below(branches.len());
        branches.rotate_left(first);
        branches.truncate(1 + self.source.below(branches.len()));
        Type::Union(Union { branches, discriminator: None })
    }

    fn discriminated_union(&mut self, depth: u32) -> Type {
        let discriminator = self.source.pick(&["sort", "t\"", "Is"]);
        let count = 1 + self.source.below(3);
        let branches = (0..count)
            .map(|_| {
                let mut record = self.record(depth);
                let values = (0..=self.source.below(2)).map(|at| match self.in_union % 3 {
                    2 => Value::Int((self.in_union * 2 + at) as i64),
                    _ => Value::Text(format!("v{}.{at}", self.in_union).into()),
                });
                let ty = Type::Enum(Enum { values: values.collect(), open: false });
                self.in_union += 1;
                let field = Field { name: discriminator.to_string(), slot: Slot::required(ty) };
                let at = self.source.below(record.fields.len() + 1);
                record.fields.insert(at, field);
                Type::Record(record)
            })
            .collect();
        Type::Union(Union { branches, discriminator: Some(discriminator.to_string()) })
    }
}

/// The options that any slot may have; the rules allow every value.
fn any_options(source: &mut Source<'_>, ty: &Type, options: &mut Options) {
    let wires = ["proto", "avro", "cbor", "msgpack", "bson"];
    if source.once_in(3) {
        options.wires = vec![(source.pick(&wires).to_string(), Value::map(vec![("note".into(), source.json(1))]))];
    }
    if source.once_in(3) {
        options.meta = vec![("label".to_string(), source.json(2)), ("unit".to_string(), Value::Null)];
    }
    if source.once_in(2) {
        options.rules = match ty {
            Type::Scalar(Scalar::String) => {
                let characters = source.once_in(2);
                Rules { min_length: Some(0), pattern: Some(String::new()), characters, ..Rules::default() }
            }
            Type::Scalar(Scalar::Bytes) | Type::List(_) | Type::Map(_) => {
                Rules { min_length: source.pick(&[None, Some(0)]), max_length: Some(1 << 40), ..Rules::default() }
            }
            Type::Scalar(Scalar::Number | Scalar::Int32 | Scalar::Date) => {
                Rules { min: source.pick(&[None, Some(f64::MIN)]), max: Some(f64::MAX), ..Rules::default() }
            }
            _ => Rules::default(),
        };
    }
}

/// A value of a scalar in the form that values of a schema have.
pub(super) fn scalar_value(scalar: Scalar, source: &mut Source<'_>) -> Value<'static> {
    match scalar {
        Scalar::Null => Value::Null,
        Scalar::Boolean => Value::Bool(source.once_in(2)),
        Scalar::Number | Scalar::Float64 => Value::Float(source.double()),
        Scalar::Float32 => {
            let single = source.double() as f32;
            Value::Float(f64::from(if single.is_finite() { single } else { 0.1 }))
        }
        Scalar::Integer | Scalar::Int64 => Value::Int(source.int()),
        Scalar::Int32 => Value::Int(i64::from(source.int() as i32)),
        Scalar::Uint32 => Value::Int(i64::from(source.int() as u32)),
        Scalar::Uint64 => Value::uint(source.int() as u64),
        Scalar::BigInt => Value::BigInt(source.digits()),
        Scalar::Date => Value::Date(source.millis()),
        Scalar::String => Value::Text(source.text().into()),
        Scalar::Bytes => Value::Bytes(source.bytes()),
        Scalar::Json => source.json(3),
    }
}
