//! What cbor-x 1.6.9 writes, byte for byte, and that it is read back (`vectors/README.md`).

use crate::{hex, unhex};
use std::fs;
use typecase::limits::Limits;
use typecase::value::{Items, Special, Value, extended};
use typecase::wire::cbor::{self, Options, Records, Session, Style};
use typecase::wire::json;

fn cases(file: &str) -> Vec<Value<'static>> {
    let path = format!("{}/../../vectors/cbor-x-{file}.json", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    match json::parse(&text).unwrap().into_owned() {
        Value::List(cases) => cases.into_vec(),
        _ => panic!("{path} is not a list"),
    }
}

/// The value that the notation of the vectors stands for: the extended form, and what only vectors have.
fn value(tree: &Value<'static>) -> Value<'static> {
    extended::from_json(translated(tree.clone())).unwrap()
}

/// The notation that the extended form has not, in that form.
fn translated(tree: Value<'static>) -> Value<'static> {
    match tree {
        Value::List(items) => Value::list(items.into_vec().into_iter().map(translated).collect()),
        Value::Map(entries) => {
            if let [(key, value)] = &*entries {
                let tag = |number: i64, value: Value<'static>| {
                    Value::map(vec![("$tag".into(), Value::list(vec![Value::Int(number), value]))])
                };
                match (key.as_str().unwrap(), value) {
                    ("$def", Value::List(parts)) => return tag(28, translated(parts[1].clone())),
                    ("$ref", number) => return tag(29, number.clone()),
                    ("$error", error) => {
                        let part = |key| error.get(key).unwrap().clone();
                        return tag(27, Value::list(vec![part("name"), part("message")]));
                    }
                    _ => {}
                }
            }
            Value::Map(entries.into_vec().into_iter().map(|(key, value)| (key, translated(value))).collect())
        }
        plain => plain,
    }
}

/// A value as far as JavaScript can tell: it has no integers but BigInts, and no order of equal numbers.
fn seen_by_javascript(value: Value<'static>) -> Value<'static> {
    let all = |values: Items<Value<'static>>| values.into_vec().into_iter().map(seen_by_javascript).collect();
    let entries = |entries: Items<(Value<'static>, Value<'static>)>| {
        let each = |(key, value)| (seen_by_javascript(key), seen_by_javascript(value));
        entries.into_vec().into_iter().map(each).collect()
    };
    match value {
        Value::Int(number) => Value::Float(number as f64),
        Value::Uint(number) => Value::Float(number as f64),
        // NaN is equal to itself here.
        Value::Float(number) if number.is_nan() => Value::text("NaN"),
        Value::List(items) => Value::List(all(items)),
        Value::Map(pairs) => Value::Map(entries(pairs)),
        Value::Special(special) => match *special {
            Special::Set(items) => Value::Special(Box::new(Special::Set(all(items)))),
            Special::Tag(number, value) => Value::Special(Box::new(Special::Tag(number, seen_by_javascript(value)))),
            // A map with other keys than strings is one without saying so.
            Special::Map(pairs) if pairs.iter().any(|(key, _)| key.as_str().is_none()) => Value::Map(entries(pairs)),
            Special::Map(pairs) => Value::Special(Box::new(Special::Map(entries(pairs)))),
            special => Value::Special(Box::new(special)),
        },
        plain => plain,
    }
}

/// Checks one message in both directions.
fn message(name: &str, case: &Value<'static>, sender: &mut Session, receiver: &mut Session) {
    let limits = Limits { max_depth: 512, ..Limits::default() };
    let encoded = case.get("encoded").and_then(Value::as_str).unwrap();
    let given = value(case.get("value").unwrap());
    let mut bytes = Vec::new();
    sender.encode_into(&given, &mut bytes, &limits).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(hex(&bytes), encoded, "{name}");

    let read: Value = receiver.decode(&bytes, &limits).unwrap_or_else(|error| panic!("{name}: {error}"));
    let expected = case.get("decoded").map_or(given, value);
    assert_eq!(seen_by_javascript(read.into_owned()), seen_by_javascript(expected), "{name}");
}

fn file(name: &str, records: Records) -> usize {
    let options = Options { records, style: Some(Style::CborX), ..Options::default() };
    let mut messages = 0;
    for case in cases(name) {
        let title = format!("{name}: {}", case.get("name").unwrap().as_str().unwrap());
        let (mut sender, mut receiver) = (Session::new(&options), Session::new(&options));
        let Some(sequence) = case.get("messages").and_then(Value::as_list) else {
            message(&title, &case, &mut sender, &mut receiver);
            messages += 1;
            continue;
        };
        for (index, case) in sequence.iter().enumerate() {
            let title = format!("{title}, message {index}");
            // The reader of a shared table has it before the message.
            if let Some(table) = case.get("structures") {
                let table: Vec<Vec<String>> = lists(table);
                receiver = Session::new(&options).with_structures(&table).unwrap();
                message(&title, case, &mut sender, &mut receiver);
                // cbor-x shows the shapes beyond the table too, and forgets them at its next message.
                assert_eq!(sender.structures(), table[..table.len().min(128)], "{title}");
            } else {
                message(&title, case, &mut sender, &mut receiver);
            }
            messages += 1;
        }
    }
    messages
}

fn lists(table: &Value<'_>) -> Vec<Vec<String>> {
    let keys = |list: &Value<'_>| list.as_list().unwrap().iter().map(|key| key.as_str().unwrap().to_owned()).collect();
    table.as_list().unwrap().iter().map(keys).collect()
}

#[test]
fn records_in_the_message() {
    assert_eq!(file("inline", Records::Inline), 60);
}

#[test]
fn objects_as_maps() {
    assert_eq!(file("plain", Records::Maps), 22);
}

#[test]
fn records_in_a_shared_table() {
    assert!(file("shared", Records::Shared) > 100);
}

#[test]
fn records_in_a_stream() {
    assert!(file("stream", Records::Stream) > 100);
}

#[test]
fn references_to_shared_objects_are_kept() {
    assert_eq!(file("structured-clone", Records::Inline), 3);
}

#[test]
fn a_stored_table_goes_on_where_it_was() {
    let options = Options { records: Records::Shared, ..Options::default() };
    let limits = Limits { max_depth: 512, ..Limits::default() };
    for case in cases("shared") {
        let mut table: Vec<Vec<String>> = Vec::new();
        for message in case.get("messages").unwrap().as_list().unwrap() {
            // A new session for each message, from what the one before has left.
            let mut session = Session::new(&options).with_structures(&table).unwrap();
            let mut bytes = Vec::new();
            let value = value(message.get("value").unwrap());
            session.encode_into(&value, &mut bytes, &limits).unwrap();
            assert_eq!(hex(&bytes), message.get("encoded").unwrap().as_str().unwrap(), "{:?}", case.get("name"));
            table = session.structures();
        }
    }
}

#[test]
fn other_forms_of_definitions_are_read() {
    let limits = Limits::default();
    let options = Options { style: Some(Style::CborX), ..Options::default() };
    let expected = json::parse(r#"[{"a":1,"b":2},{"c":3},{"a":4}]"#).unwrap();
    for bytes in [
        // Each record after its definition, the last one a prefix.
        "83d9dfff8419e00082616161620102d9dfff8319e001816163 03d9e0008104",
        // An older tag for definitions.
        "83d8698419e00082616161620102d8698319e001816163 03d9e0008104",
        // All definitions first.
        "d9dffe8419e0008261616162816163 83d9e000820102d9e0018103d9e0008104",
        // Behind the tag that says that this is CBOR.
        "d9d9f7d9dffe8419e0008261616162816163 83d9e000820102d9e0018103d9e0008104",
    ] {
        let bytes = unhex(&bytes.replace(' ', ""));
        assert_eq!(cbor::parse_with(&bytes, &options, &limits).unwrap(), expected);
    }
}
