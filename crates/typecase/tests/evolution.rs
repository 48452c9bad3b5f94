//! Properties of the diff and the resolver over random schemas, random edits and random values:
//!
//! - a resolved value is a value of the new schema and says what the old one said, by names;
//! - where the diff says `safe` for a wire, the other schema reads the bytes, as the resolver would;
//! - where it says `lossy`, it reads them at least.
//!
//! A case is made from its number, so a failure is found again by it. `TYPECASE_CASES` sets how many.

#[path = "support/arbitrary/mod.rs"]
mod arbitrary;
#[path = "support/edits.rs"]
mod edits;

use arbitrary::{Source, Values};
use edits::Random;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::schema::check::Checker;
use typecase::schema::diff::{Diff, Verdict, WireKind, diff};
use typecase::schema::graph::{Graph, Kind, NodeId};
use typecase::schema::resolve::Resolver;
use typecase::value::Value;
use typecase::wire::Wire;

/// The wires whose readers have no schema of the writer.
const WIRES: [(Wire, WireKind); 7] = [
    (Wire::Json, WireKind::Json),
    (Wire::Positional, WireKind::Positional),
    (Wire::Protobuf, WireKind::Protobuf),
    (Wire::Msgpack, WireKind::Msgpack),
    (Wire::Cbor, WireKind::Cbor),
    (Wire::Bson, WireKind::Bson),
    (Wire::Packed, WireKind::Packed),
];

/// A schema, and the same after some edits.
struct Pair {
    old: Schema,
    new: Schema,
    random: Random,
}

/// The pairs of schemas, made from the numbers of the cases.
fn pairs() -> impl Iterator<Item = (u64, Pair)> {
    let cases = std::env::var("TYPECASE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(4000);
    (0..cases).filter_map(|case| {
        let mut random = Random(case);
        let length = random.below(400);
        let document = arbitrary::document(&mut Source::new(&random.bytes(length)));
        let mut edited = document.clone();
        for _ in 0..=random.below(3) {
            let before = edited.clone();
            edits::edit(&mut edited, &mut random);
            if edited.clone().build().is_err() {
                edited = before;
            }
        }
        let (old, new) = (document.build().ok()?, edited.build().ok()?);
        Some((case, Pair { old, new, random }))
    })
}

/// Random values of a schema.
fn values<'s>(schema: &'s Schema, random: &'s mut Random) -> impl Iterator<Item = Value<'static>> + 's {
    let values = Values::new(schema);
    (0..4).map(move |_| {
        let length = random.below(300);
        values.root(&mut Source::new(&random.bytes(length)))
    })
}

fn describe(case: u64, old: &Schema, new: &Schema) -> String {
    format!("case {case}\nold {:?}\nnew {:?}\n{}", old.document(), new.document(), diff(old, new))
}

#[test]
fn a_resolved_value_says_what_the_old_one_said() {
    let (mut resolved, mut refused, mut impossible) = (0, 0, 0);
    for (case, Pair { old, new, mut random }) in pairs() {
        let resolver = match Resolver::new(&old, &new) {
            Ok(resolver) => resolver,
            Err(_) => {
                impossible += 1;
                continue;
            }
        };
        // Patterns are compiled with the feature `pattern` alone.
        let checker = Checker::new(&new).ok();
        for value in values(&old, &mut random) {
            let Ok(result) = resolver.resolve(value.clone()) else {
                refused += 1;
                continue;
            };
            resolved += 1;
            let context = || format!("{}\n{value:?}\n{result:?}", describe(case, &old, &new));
            if let Some(checker) = &checker {
                assert_eq!(checker.check(&result, 5), [], "{}", context());
            }
            let meaning = Meaning { old: old.graph(), new: new.graph() };
            if let Err(place) = meaning.same(old.graph().root(), &value, new.graph().root(), &result) {
                panic!("{place}: {}", context());
            }
        }
    }
    eprintln!("{resolved} values resolved, {refused} refused; {impossible} pairs of schemas cannot be resolved");
    assert!(resolved > 5 * refused && resolved > 5 * impossible, "too little was tested");
}

#[test]
fn what_the_diff_calls_safe_is_read_as_resolved() {
    let mut counts = [[0usize; 2]; 2 * WIRES.len()];
    for (case, Pair { old, new, mut random }) in pairs() {
        let diff = diff(&old, &new);
        for (at, (wire, kind)) in WIRES.into_iter().enumerate() {
            let effect = diff.effect(kind);
            for (direction, verdict, writer, reader) in
                [(0, effect.backward, &old, &new), (1, effect.forward, &new, &old)]
            {
                if verdict != Verdict::Breaking && !diff.is_empty() {
                    let values: Vec<_> = values(writer, &mut random).collect();
                    let read = check_wire(wire, verdict, writer, reader, &values);
                    let read = read.unwrap_or_else(|error| {
                        panic!("{wire}: {error}\n{}", describe_from(case, direction, writer, reader, &diff))
                    });
                    counts[at * 2 + usize::from(verdict == Verdict::Lossy)][direction] += read;
                }
            }
        }
    }
    eprintln!("values read on each wire, safe and lossy, backward and forward: {counts:?}");
    // Little is lossy on the packed wire.
    assert!(counts.iter().flatten().all(|count| *count > 2), "too little was tested");
    assert!(counts[..counts.len() - 1].iter().flatten().all(|count| *count > 10), "too little was tested");
}

/// Columnar documents go by the canonical form.
#[test]
fn columnar_is_safe_where_the_canonical_form_is_the_same() {
    use typecase::schema::diff::ChangeKind::*;
    let mut counts = [0; 2];
    for (case, Pair { old, new, .. }) in pairs() {
        let diff = diff(&old, &new);
        let effect = diff.effect(WireKind::Columnar);
        let same = old.canonical() == new.canonical();
        counts[usize::from(same)] += 1;
        let safe = effect.forward == Verdict::Safe && effect.backward == Verdict::Safe;
        assert!(!safe || same, "{}\n{}\n{}", describe(case, &old, &new), old.canonical(), new.canonical());
        // What is not in the form: nulls that are refused, the length of bytes, JSON that is called optional.
        let beyond = |kind| matches!(kind, Nulls | Type | MadeOptional | MadeRequired);
        let is_beyond = diff.changes().iter().any(|change| beyond(change.kind));
        assert!(safe || !same || is_beyond, "{}", describe(case, &old, &new));
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

fn describe_from(case: u64, direction: usize, writer: &Schema, reader: &Schema, diff: &Diff) -> String {
    let direction = ["backward", "forward"][direction];
    format!("case {case} {direction}\nwriter {:?}\nreader {:?}\n{diff}", writer.document(), reader.document())
}

/// Reads the values with another schema than the one they were written with: how many were, or what
/// went wrong. A value that its own schema does not read back on the wire is passed over.
fn check_wire(
    wire: Wire,
    verdict: Verdict,
    writer: &Schema,
    reader: &Schema,
    values: &[Value<'static>],
) -> Result<usize, String> {
    let codec = |schema| Codec::new(schema, wire, &Options::default());
    let (Ok(write), Ok(read)) = (codec(writer), codec(reader)) else { return Ok(0) };
    let resolver = Resolver::new(writer, reader).map_err(|error| error.to_string())?;
    let mut count = 0;
    for value in values {
        let Ok(bytes) = write.encode(value) else { continue };
        if !write.decode(&bytes).is_ok_and(|back| same(&back, value)) {
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        let decoded = read.decode(&bytes).map_err(|error| format!("{error}\n{text}"))?;
        if verdict == Verdict::Safe {
            let resolved = resolver.resolve(value.clone()).map_err(|error| format!("{error}\n{value:?}"))?;
            if !same(&decoded, &resolved) {
                return Err(format!("{text}\nread     {decoded:?}\nresolved {resolved:?}"));
            }
        }
        count += 1;
    }
    Ok(count)
}

/// Equality of values, where a number of the `json` type may be an integer or a double.
fn same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) | (Value::Record(a), Value::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1))
        }
        (Value::Case(a), Value::Case(b)) => a.0 == b.0 && same(&a.1, &b.1),
        (Value::Float(float), Value::Int(int)) | (Value::Int(int), Value::Float(float)) => *float == *int as f64,
        (Value::Float(float), Value::Uint(int)) | (Value::Uint(int), Value::Float(float)) => *float == *int as f64,
        _ => a == b,
    }
}

/// Compares what values of two schemas say, by the names of fields, flags, cases and types alone. It
/// knows nothing of how the resolver finds its way.
struct Meaning<'g> {
    old: &'g Graph,
    new: &'g Graph,
}

impl Meaning<'_> {
    fn same(&self, old: NodeId, a: &Value<'_>, new: NodeId, b: &Value<'_>) -> Result<(), String> {
        let differ = || Err(format!("{a:?} became {b:?}"));
        match (self.old.node(old).kind, self.new.node(new).kind) {
            (Kind::Record(old), Kind::Record(new)) => self.records(old, a, new, b),
            (Kind::List(old), Kind::List(new)) => match (a, b) {
                (Value::List(a), Value::List(b)) if a.len() == b.len() => {
                    a.iter().zip(b).try_for_each(|(a, b)| self.items(old, a, new, b))
                }
                _ => differ(),
            },
            (Kind::Tuple(old), Kind::Tuple(new)) => match (a, b) {
                (Value::List(a), Value::List(b)) if a.len() == b.len() => {
                    let nodes = self.old.tuple(old).iter().zip(self.new.tuple(new));
                    a.iter().zip(b).zip(nodes).try_for_each(|((a, b), (old, new))| self.items(*old, a, *new, b))
                }
                _ => differ(),
            },
            (Kind::Map(old), Kind::Map(new)) => match (a, b) {
                (Value::Map(a), Value::Map(b)) if a.len() == b.len() => a.iter().zip(b).try_for_each(|(a, b)| {
                    if a.0 == b.0 { self.items(old, &a.1, new, &b.1) } else { Err(format!("key {:?}", a.0)) }
                }),
                _ => differ(),
            },
            (Kind::Flags(old), Kind::Flags(new)) => {
                let set = |names: &[&str], value: &Value<'_>| -> Vec<String> {
                    let values = value.as_record().unwrap_or_default();
                    names
                        .iter()
                        .zip(values)
                        .filter(|(_, set)| set.as_bool() == Some(true))
                        .map(|(name, _)| name.to_string())
                        .collect()
                };
                let known = self.new.flags(new).names;
                let mut a = set(self.old.flags(old).names, a);
                let mut b = set(known, b);
                a.retain(|name| known.contains(&name.as_str()));
                a.sort();
                b.sort();
                if a == b { Ok(()) } else { differ() }
            }
            (Kind::Union(old), Kind::Union(new)) => match (a, b) {
                (Value::Case(a), Value::Case(b)) => {
                    let (old, new) = (self.old.union(old), self.new.union(new));
                    let (old_case, new_case) = (old.meta().cases[a.0 as usize], new.meta().cases[b.0 as usize]);
                    if old.meta().discriminator.is_some() && old_case.value != new_case.value {
                        return differ();
                    }
                    self.same(
                        old.branches[old_case.branch as usize],
                        &a.1,
                        new.branches[new_case.branch as usize],
                        &b.1,
                    )
                }
                _ => differ(),
            },
            (_, Kind::Union(new)) => match b {
                Value::Case(b) => self.same(old, a, self.new.union(new).branches[b.0 as usize], &b.1),
                _ => differ(),
            },
            (old, new) => scalar(old, a, new, b).then_some(()).map_or_else(differ, Ok),
        }
    }

    /// Items of lists, tuples and maps: null for null, unless null is a value.
    fn items(&self, old: NodeId, a: &Value<'_>, new: NodeId, b: &Value<'_>) -> Result<(), String> {
        match (a, b) {
            (Value::Null, Value::Null) => Ok(()),
            (Value::Null, _) | (_, Value::Null) => Err(format!("{a:?} became {b:?}")),
            _ => self.same(old, a, new, b),
        }
    }

    fn records(&self, old: u32, a: &Value<'_>, new: u32, b: &Value<'_>) -> Result<(), String> {
        let (Some(a), Some(b)) = (a.as_record(), b.as_record()) else { return Err("not a record".into()) };
        let (old, new) = (self.old.record(old), self.new.record(new));
        let (old_fields, new_fields) = (old.meta().fields, new.meta().fields);
        for (index, field) in new_fields.iter().enumerate() {
            let source = old_fields.iter().position(|old| old.name == field.name).or_else(|| {
                old_fields.iter().position(|old| {
                    let tied = field.aliases.contains(&old.name) || old.aliases.contains(&field.name);
                    tied && !new_fields.iter().any(|new| new.name == old.name)
                })
            });
            let value = &b[index];
            let result = match source.map(|at| (at, &a[at])) {
                None | Some((_, Value::Null)) => {
                    let default = new.defaults[index].clone().unwrap_or_default();
                    if *value == default { Ok(()) } else { Err(format!("{value:?} from nowhere")) }
                }
                Some((at, old_value)) => self.same(old.nodes[at], old_value, new.nodes[index], value),
            };
            result.map_err(|place| format!("{}: {place}", field.name))?;
        }
        Ok(())
    }
}

/// Whether a scalar or a value of an enum says the same under another type.
fn scalar(old: Kind, a: &Value<'_>, new: Kind, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::Int(int), Value::BigInt(digits)) => int.to_string() == **digits,
        (Value::Uint(int), Value::BigInt(digits)) => int.to_string() == **digits,
        (Value::Int(int), Value::Float(float)) => *float as i128 == i128::from(*int),
        (Value::Uint(int), Value::Float(float)) => *float as i128 == i128::from(*int),
        (Value::Text(text), Value::Bytes(bytes)) => text.as_bytes() == &**bytes,
        (Value::Bytes(bytes), Value::Text(text)) => text.as_bytes() == &**bytes,
        // An instant, say, is never taken for a number, nor bytes for another string.
        _ => a == b && (matches!(old, Kind::Date) == matches!(new, Kind::Date)),
    }
}
