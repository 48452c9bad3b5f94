//! What holds of every value of every schema: it comes back from each wire in each layout, goes from
//! each to each, and the same JSON in another spelling is the same value.

#[path = "support/arbitrary/mod.rs"]
mod arbitrary;
#[path = "support/judge.rs"]
mod judge;
#[path = "support/null_rows.rs"]
mod null_rows;

use arbitrary::Sample;
use null_rows::as_read_by_position;
use proptest::prelude::*;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::schema::Schema;
use typecase::schema::check::Checker;
use typecase::schema::graph::{Graph, Kind, NodeId};
use typecase::schema::model::Layout;
use typecase::schema::resolve::Resolver;
use typecase::value::Value;
use typecase::wire::{Wire, json};

const LAYOUTS: [Layout; 3] = [Layout::Rows, Layout::Flat, Layout::Columns];

/// The schema laid out in every manner that it allows, and as sparse records where it may be.
fn laid_out(schema: &Schema) -> Vec<Schema> {
    let document = schema.document();
    let mut all = Vec::new();
    for layout in LAYOUTS {
        for sparse in [false, true] {
            let mut document = document.clone();
            (document.layout, document.sparse) = (layout, sparse);
            all.extend(document.build());
        }
    }
    assert!(!all.is_empty(), "the schema as it is can be built");
    all
}

fn codec(schema: &Schema, wire: Wire, strict: bool) -> Codec {
    Codec::new(schema, wire, &Options::default().strict(strict)).unwrap()
}

/// A source of choices for the respelling of a text.
struct Choices(u64);

impl Choices {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// Prints a JSON tree with blanks and escapes where they may be, in which a schema says what a node is:
/// the keys of records in another order and unknown ones among them.
struct Respeller<'g> {
    graph: &'g Graph,
    choices: Choices,
    out: String,
}

impl Respeller<'_> {
    fn blank(&mut self) {
        for _ in 0..self.choices.below(3) {
            self.out.push([' ', '\n', '\t', '\r'][self.choices.below(4)]);
        }
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        for character in text.chars() {
            if character < ' ' || matches!(character, '"' | '\\') || self.choices.once_in(8) {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let escape =
                        if self.choices.once_in(2) { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") };
                    self.out.push_str(&escape);
                }
            } else if character == '/' {
                self.out.push_str("\\/");
            } else {
                self.out.push(character);
            }
        }
        self.out.push('"');
    }

    /// The items between brackets, each printed by `print`.
    fn list(&mut self, brackets: [char; 2], count: usize, mut print: impl FnMut(&mut Self, usize)) {
        self.out.push(brackets[0]);
        for at in 0..count {
            if at > 0 {
                self.out.push(',');
            }
            self.blank();
            print(self, at);
            self.blank();
        }
        self.blank();
        self.out.push(brackets[1]);
    }

    fn entry(&mut self, key: &str, node: Option<NodeId>, value: &Value<'_>) {
        self.string(key);
        self.blank();
        self.out.push(':');
        self.blank();
        self.value(node, value);
    }

    fn value(&mut self, node: Option<NodeId>, value: &Value<'_>) {
        let kind = node.map(|node| self.graph.node(node).kind);
        match value {
            Value::Text(text) => self.string(text),
            Value::List(items) => {
                let graph = self.graph;
                let item = |at: usize| match kind {
                    Some(Kind::List(item)) => Some(item),
                    Some(Kind::Tuple(id)) => Some(graph.tuple(id)[at]),
                    _ => None,
                };
                self.list(['[', ']'], items.len(), |this, at| this.value(item(at), &items[at]));
            }
            Value::Map(entries) => self.object(kind, entries),
            scalar => self.out.push_str(&json::print(scalar).unwrap()),
        }
    }

    fn object(&mut self, kind: Option<Kind>, entries: &[(Value<'_>, Value<'_>)]) {
        let mut keys: Vec<(String, Option<NodeId>, Value<'_>)> = Vec::new();
        let is_record = matches!(kind, Some(Kind::Record(_) | Kind::Flags(_)));
        for (key, value) in entries {
            let key = key.as_str().unwrap();
            let node = match kind {
                Some(Kind::Map(node)) => Some(node),
                Some(Kind::Record(id)) => {
                    let record = self.graph.record(id);
                    record.meta().fields.iter().position(|field| field.name == key).map(|at| record.nodes[at])
                }
                _ => None,
            };
            keys.push((key.to_string(), node, value.clone()));
        }
        if is_record {
            for at in (1..keys.len()).rev() {
                let other = self.choices.below(at + 1);
                keys.swap(at, other);
            }
            while self.choices.once_in(3) {
                let unknown = [Value::Null, Value::Int(7), Value::list(vec![Value::map(vec![]), Value::text("]}")])];
                let unknown = unknown[self.choices.below(3)].clone();
                let at = self.choices.below(keys.len() + 1);
                keys.insert(at, ("\u{1f980} unknown".into(), None, unknown));
            }
        }
        self.list(['{', '}'], keys.len(), |this, at| {
            let (key, node, value) = &keys[at];
            this.entry(key, *node, value);
        });
    }
}

/// The text in another spelling: of the same value, unless the reader is strict about unknown keys.
fn respelled(schema: &Schema, text: &[u8], seed: u64) -> String {
    let tree = json::parse(std::str::from_utf8(text).unwrap()).unwrap();
    let graph = schema.graph();
    let mut respeller = Respeller { graph, choices: Choices(seed), out: String::new() };
    respeller.blank();
    respeller.value(Some(graph.root()), &tree);
    respeller.blank();
    respeller.out
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 4000, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn every_layout_brings_a_value_back(sample in arbitrary::samples()) {
        for schema in laid_out(&sample.schema) {
            if as_read_by_position(&schema, &sample.value) != sample.value {
                continue;
            }
            let (json, positional) = (codec(&schema, Wire::Json, false), codec(&schema, Wire::Positional, false));
            let json_text = json.encode(&sample.value).unwrap();
            let positional_text = positional.encode(&sample.value).unwrap();
            let from_json = judge::message(&json, &positional, &json_text).unwrap();
            prop_assert_eq!(&from_json, &sample.value);
            let from_positional = judge::message(&positional, &json, &positional_text).unwrap();
            prop_assert_eq!(&from_positional, &sample.value, "{}", judge::shown(&positional_text));
            // There and back again are the same bytes, without a value in between.
            let (mut there, mut back) = (Vec::new(), Vec::new());
            json.convert(&positional, &json_text, &mut there).unwrap();
            positional.convert(&json, &there, &mut back).unwrap();
            prop_assert_eq!(judge::shown(&there), judge::shown(&positional_text));
            prop_assert_eq!(judge::shown(&back), judge::shown(&json_text));
            // What was written is nothing that strict readers refuse.
            prop_assert_eq!(&codec(&schema, Wire::Json, true).decode(&json_text).unwrap(), &sample.value);
            prop_assert_eq!(&codec(&schema, Wire::Positional, true).decode(&positional_text).unwrap(), &sample.value);
        }
    }

    #[test]
    fn another_spelling_is_the_same_value(sample in arbitrary::samples(), seed in any::<u64>()) {
        let Sample { schema, value } = &sample;
        let (json, positional) = (codec(schema, Wire::Json, false), codec(schema, Wire::Positional, false));
        let text = respelled(schema, &json.encode(value).unwrap(), seed);
        match judge::message(&json, &positional, text.as_bytes()) {
            Ok(read) => prop_assert_eq!(&read, value, "{}", text),
            Err(error) => return Err(TestCaseError::fail(format!("{error}: {text}"))),
        }
        let mut converted = Vec::new();
        json.convert(&positional, text.as_bytes(), &mut converted).unwrap();
        prop_assert_eq!(judge::shown(&converted), judge::shown(&positional.encode(value).unwrap()));
        // Blanks and escapes alone, on the wire that has no keys.
        let text = positional.encode(value).unwrap();
        let tree = json::parse(std::str::from_utf8(&text).unwrap()).unwrap();
        let mut respeller = Respeller { graph: schema.graph(), choices: Choices(seed), out: String::new() };
        respeller.value(None, &tree);
        let read = judge::message(&positional, &json, respeller.out.as_bytes()).unwrap();
        prop_assert_eq!(read, as_read_by_position(schema, value), "{}", respeller.out);
    }

    #[test]
    fn a_value_of_the_schema_is_without_issue_and_resolves_to_itself(sample in arbitrary::samples()) {
        let Sample { schema, value } = &sample;
        match Checker::new(schema) {
            Ok(checker) => prop_assert_eq!(checker.check(value, 9), vec![]),
            // A rule that only the feature `pattern` can check.
            Err(error) => prop_assert!(!cfg!(feature = "pattern") && error.code() == Code::Unsupported),
        }
        let resolver = Resolver::new(schema, schema).unwrap();
        prop_assert_eq!(&resolver.resolve(value.clone()).unwrap(), value);
    }

    #[test]
    fn damage_is_noticed_alike_on_every_path(sample in arbitrary::samples(), seed in any::<u64>(), strict in any::<bool>()) {
        let mut choices = Choices(seed);
        for schema in laid_out(&sample.schema) {
            let (json, positional) = (codec(&schema, Wire::Json, strict), codec(&schema, Wire::Positional, strict));
            for (from, to) in [(&json, &positional), (&positional, &json)] {
                let mut text = from.encode(&sample.value).unwrap();
                for _ in 0..8 {
                    let (at, end) = (choices.below(text.len() + 1), choices.below(text.len() + 1));
                    match choices.below(4) {
                        // Cut, repeat, replace by a telling byte, or insert one.
                        0 if text.len() > 1 => drop(text.drain(at.min(end)..at.min(end) + 1.min(text.len() - at.min(end)))),
                        1 => {
                            let piece = text[at.min(end)..at.max(end)].to_vec();
                            text.splice(at..at, piece.into_iter().take(40));
                        }
                        2 if at < text.len() => text[at] = b"[]{},:\"\\0n-.e 9"[choices.below(15)],
                        _ => text.insert(at, b"[]{},:\"\\0n-.e 9"[choices.below(15)]),
                    }
                    let _ = judge::message(from, to, &text);
                }
            }
        }
    }
}
