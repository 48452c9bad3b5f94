//! Random values of one rich type: every wire brings them back, the driver agrees, and the order of keys
//! in JSON makes no difference.

use super::{convert, on_every_wire, text};
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use std::collections::BTreeMap;
use typecase::value::Value;
use typecase::wire::{Wire, json, positional};
use typecase::{Bytes, Date, Record};

#[derive(Record, Debug, PartialEq, Clone)]
struct Rich {
    id: i64,
    #[record(alias = "nombre")]
    name: String,
    #[record(flatten)]
    inner: Inner,
    ratio: Option<f64>,
    #[record(default = 7)]
    level: u8,
    events: Vec<Event>,
    map: BTreeMap<String, Option<Inner>>,
    pair: (bool, Option<String>),
    any: Option<Any>,
    at: Date,
    bytes: Bytes,
}

#[derive(Record, Debug, PartialEq, Clone)]
struct Inner {
    x: Option<i8>,
    y: u64,
}

#[derive(Record, Debug, PartialEq, Clone)]
#[record(tag = "t")]
enum Event {
    Empty,
    Full { text: String, more: Option<u8> },
    Inner(Inner),
}

#[derive(Record, Debug, PartialEq, Clone)]
#[record(untagged)]
enum Any {
    Number(i32),
    Text(String),
    List(Vec<Any>),
    Record { y: bool },
    Inner(Inner),
}

fn inner() -> impl Strategy<Value = Inner> {
    (of(any::<i8>()), any::<u64>()).prop_map(|(x, y)| Inner { x, y })
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        Just(Event::Empty),
        (any::<String>(), of(any::<u8>())).prop_map(|(text, more)| Event::Full { text, more }),
        inner().prop_map(Event::Inner),
    ]
}

fn any_value() -> impl Strategy<Value = Any> {
    let leaf = prop_oneof![
        any::<i32>().prop_map(Any::Number),
        any::<String>().prop_map(Any::Text),
        any::<bool>().prop_map(|y| Any::Record { y }),
        inner().prop_map(Any::Inner),
    ];
    leaf.prop_recursive(3, 12, 4, |item| vec(item, 0..4).prop_map(Any::List))
}

fn rich() -> impl Strategy<Value = Rich> {
    let first = (any::<i64>(), any::<String>(), inner(), of(-1e300..1e300), any::<u8>(), vec(event(), 0..4));
    let second = (
        btree_map("[a-z\"]{0,3}", of(inner()), 0..3),
        (any::<bool>(), of(any::<String>())),
        of(any_value()),
        -8_640_000_000_000_000i64..8_640_000_000_000_000,
        vec(any::<u8>(), 0..5),
    );
    (first, second).prop_map(|((id, name, inner, ratio, level, events), (map, pair, any, at, bytes))| Rich {
        id,
        name,
        inner,
        ratio,
        level,
        events,
        map,
        pair,
        any,
        at: Date(at),
        bytes: Bytes(bytes),
    })
}

/// The keys of every object in another order.
fn shuffled(value: &Value<'_>, seed: usize) -> Value<'static> {
    match value {
        Value::List(items) => Value::list(items.iter().map(|item| shuffled(item, seed)).collect()),
        Value::Map(entries) => {
            let mut entries: Vec<_> =
                entries.iter().map(|(key, value)| (key.clone().into_owned(), shuffled(value, seed))).collect();
            let length = entries.len().max(1);
            entries.rotate_left(seed % length);
            if seed % 2 == 1 {
                entries.reverse();
            }
            Value::Map(entries.into())
        }
        other => other.clone().into_owned(),
    }
}

proptest! {
    #[test]
    fn values_come_back(value in rich(), seed in 0usize..100) {
        let json_text = text(json::encode(&value));
        let positional_text = text(positional::encode(&value));
        prop_assert_eq!(&json::decode::<Rich>(json_text.as_bytes()).unwrap(), &value);
        prop_assert_eq!(&positional::decode::<Rich>(positional_text.as_bytes()).unwrap(), &value);
        prop_assert_eq!(&convert::<Rich>(Wire::Json, Wire::Positional, &json_text), &positional_text);
        prop_assert_eq!(&convert::<Rich>(Wire::Positional, Wire::Json, &positional_text), &json_text);
        on_every_wire(&value);

        let other = json::print(&shuffled(&json::parse(&json_text).unwrap(), seed)).unwrap();
        prop_assert_eq!(&json::decode::<Rich>(other.as_bytes()).unwrap(), &value);
    }

    /// Whatever the bytes, decoding ends, and with a value or an error, on both wires alike.
    #[test]
    fn damaged_input_is_an_error_or_a_value(value in rich(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        for wire in [json::encode(&value).unwrap(), positional::encode(&value).unwrap()] {
            let mut damaged = wire;
            let at = at.index(damaged.len());
            damaged[at] = byte;
            let _ = json::decode::<Rich>(&damaged);
            let _ = positional::decode::<Rich>(&damaged);
            let _ = positional::decode::<Rich>(&damaged[..at]);
            let _ = json::decode::<Rich>(&damaged[..at]);
        }
    }
}
