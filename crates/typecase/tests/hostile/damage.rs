//! The reference payloads with one byte changed, or cut short.

use super::Wires;
use super::judge;
use std::fs;
use std::path::PathBuf;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::schema::model::Layout;
use typecase::value::Value;
use typecase::wire::Wire;

fn payload(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../payloads/reference");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Bytes that mean something somewhere in JSON text, and some that never do.
const TELLING: &[u8] = b"[]{},:\"\\019-+.eEntfu \n\x00\x1f\x7f\x80\xc3\xed\xff";

/// Every prefix of the message, and the message with each byte at these places put in place of its own.
fn damage(from: &Codec, to: &Codec, message: &[u8], bytes: &[u8], places: impl Iterator<Item = usize>) {
    judge::message(from, to, message).unwrap();
    let mut broken = message.to_vec();
    let mut refused = 0;
    for place in places.filter(|&place| place < message.len()) {
        refused += usize::from(judge::message(from, to, &message[..place]).is_err());
        for &byte in bytes {
            broken[place] = byte;
            let _ = judge::message(from, to, &broken);
        }
        broken[place] = message[place];
    }
    assert!(refused > 0, "no prefix is a message");
}

/// Damages the message of a value on both wires, in strict mode and not.
fn damage_all(schema: &Schema, value: &Value<'_>, layout: Option<Layout>, bytes: &[u8], step: usize) {
    for strict in [false, true] {
        let options = Options { layout, ..Options::default().strict(strict) };
        let codec = |wire| Codec::new(schema, wire, &options).unwrap();
        let wires = Wires { json: codec(Wire::Json), positional: codec(Wire::Positional) };
        for (from, to) in [(&wires.positional, &wires.json), (&wires.json, &wires.positional)] {
            let message = from.encode(value).unwrap();
            // A step that is coprime to the length of a row comes by every place of one sooner or later.
            damage(from, to, &message, bytes, (0..message.len()).step_by(step));
        }
    }
}

fn schema(name: &str) -> Schema {
    Schema::parse(&payload(&format!("{name}.schema.json"))).unwrap()
}

/// The value of a payload, no more than the first items of a list.
fn value(schema: &Schema, name: &str, items: usize) -> Value<'static> {
    let codec = Codec::new(schema, Wire::Json, &Options::default()).unwrap();
    match codec.decode(payload(name).as_bytes()).unwrap().into_owned() {
        Value::List(all) => Value::list(all.into_iter().take(items).collect()),
        other => other,
    }
}

#[test]
fn small_payloads_with_any_byte() {
    let all: Vec<u8> = (0..=255).collect();
    for name in ["sparse", "typed"] {
        let schema = schema(name);
        damage_all(&schema, &value(&schema, &format!("{name}.json"), 9), None, &all, 1);
    }
    let schema = schema("single");
    damage_all(&schema, &value(&schema, "single.json", 9), None, &all, 3);
}

#[test]
fn payloads_with_telling_bytes() {
    for (name, items, step) in [("single", 1, 1), ("packets", 4, 1), ("strings", 1, 7), ("numeric", 1, 5)] {
        let schema = schema(name);
        damage_all(&schema, &value(&schema, &format!("{name}.json"), items), None, TELLING, step);
    }
}

#[test]
fn records_in_every_layout() {
    for (name, layout, items, step) in [
        ("records", Layout::Rows, 2, 1),
        ("records", Layout::Columns, 3, 1),
        ("records", Layout::Flat, 2, 1),
        ("records-columns-interned", Layout::Columns, 3, 1),
        ("records-columns-interned", Layout::Columns, 200, 997),
    ] {
        let schema = schema(name);
        damage_all(&schema, &value(&schema, "records.json", items), Some(layout), TELLING, step);
    }
}
