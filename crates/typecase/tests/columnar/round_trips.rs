//! Random lists of random records.

use super::arbitrary::{self, Source, Values};
use super::{columnar, groups_of};
use proptest::prelude::*;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::schema::Schema;
use typecase::schema::model::{Document, Field, Layout, Record, Slot, Type};
use typecase::value::Value;
use typecase::wire::{Wire, columnar as wire};

/// A document whose rows have a value of another's root, and may have a second one.
fn rows_of(mut inner: Document) -> Document {
    let root = match inner.name.take() {
        Some(name) => {
            inner.types.push((name.clone(), inner.root));
            Type::Reference(name)
        }
        None => inner.root,
    };
    let fields = vec![
        Field { name: "first".into(), slot: Slot::required(root.clone()) },
        Field { name: "second".into(), slot: Slot::optional(root) },
    ];
    let row = Slot::required(Type::Record(Record { kind: None, fields }));
    Document { root: Type::List(Box::new(row)), sparse: false, layout: Layout::Rows, meta: Vec::new(), ..inner }
}

/// A schema for the wire and some rows of it; `None` if a type contains itself.
pub fn rows(bytes: &[u8]) -> Option<(Schema, Value<'static>)> {
    let source = &mut Source::new(bytes);
    let inner = arbitrary::document(source);
    let schema = inner.clone().build().unwrap();
    let Ok(list) = rows_of(inner).build() else { panic!("{}", schema.canonical()) };
    match wire::Plan::new(&list) {
        Err(error) if error.code() == Code::Unsupported => return None,
        plan => plan.unwrap(),
    };
    let values = Values::new(&schema);
    let count = usize::from(bytes.first().copied().unwrap_or(0) % 12);
    let mut row = |at: usize| {
        let second = if at % 3 == 1 { Value::Null } else { values.root(source) };
        Value::Record([values.root(source), second].into())
    };
    Some((list, Value::List((0..count).map(&mut row).collect())))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_come_back(
        bytes in proptest::collection::vec(any::<u8>(), 0..3000),
        group_rows in prop_oneof![Just(8192usize), 1usize..5],
        readable in any::<bool>(),
    ) {
        let Some((schema, value)) = rows(&bytes) else { return Ok(()) };
        let codec = columnar(&schema, &groups_of(group_rows, readable));
        let document = codec.encode(&value).unwrap();
        let shown = String::from_utf8(document.clone()).unwrap();
        match codec.decode(&document) {
            Ok(read) => prop_assert_eq!(&read, &value, "{}", shown),
            Err(error) => return Err(TestCaseError::fail(format!("{error}: {shown}"))),
        }
        // A strict reader takes what a writer writes.
        if let Err(error) = columnar(&schema, &Options::default().strict(true)).decode(&document) {
            return Err(TestCaseError::fail(format!("strict: {error}: {shown}")));
        }
        prop_assert_eq!(wire::schema_of(&document).unwrap().canonical(), schema.canonical());
        // By way of JSON, which has the fields in any order and does not say how many items follow.
        let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
        let (mut text, mut back) = (Vec::new(), Vec::new());
        codec.convert(&json, &document, &mut text).unwrap();
        prop_assert_eq!(text.escape_ascii().to_string(), json.encode(&value).unwrap().escape_ascii().to_string());
        json.convert(&codec, &text, &mut back).unwrap();
        // JSON has no -0.
        let expected = codec.encode(&json.decode(&text).unwrap()).unwrap();
        let columns = |document: &[u8]| String::from_utf8_lossy(document).lines().skip(2).collect::<Vec<_>>().join("\n");
        prop_assert_eq!(columns(&back), columns(&expected));
    }

    /// Fields in any order and repeated keys make the writer take back what it has written.
    #[test]
    fn every_other_wire_goes_to_columns(bytes in proptest::collection::vec(any::<u8>(), 0..3000)) {
        let Some((schema, value)) = rows(&bytes) else { return Ok(()) };
        let to = columnar(&schema, &groups_of(3, false));
        for (wire, ..) in Wire::ALL {
            let Ok(from) = Codec::new(&schema, wire, &Options::default()) else { continue };
            let Ok(message) = from.encode(&value) else { continue };
            // What comes back may not be what was written: an empty list that is optional, for one.
            let read = from.decode(&message).unwrap_or_else(|error| panic!("{wire}: {error}: {}", schema.canonical()));
            let expected = to.encode(&read).unwrap();
            let mut converted = Vec::new();
            from.convert(&to, &message, &mut converted).unwrap();
            prop_assert_eq!(String::from_utf8_lossy(&converted), String::from_utf8_lossy(&expected), "{}", wire);
        }
    }
}

#[test]
fn rows_with_fields_in_any_order_are_taken_back() {
    let definition =
        r#"{"array": {"a": {"b": "int64", "c": {"array": {"d": "?string"}}}, "e": {"map": "int64"}, "f": "?bytes"}}"#;
    let schema = Schema::parse(definition).unwrap();
    let (json, codec) =
        (Codec::new(&schema, Wire::Json, &Options::default()).unwrap(), columnar(&schema, &groups_of(2, false)));
    let rows = [
        r#"{"a":{"b":1,"c":[{"d":"x"},{}]},"e":{"k":1},"f":"AA=="}"#,
        r#"{"a":{"b":2,"c":[]},"e":{"k":1,"l":2,"k":3}}"#,
        r#"{"e":{},"a":{"c":[{"d":"y"}],"b":3},"f":null}"#,
        r#"{"f":"AAAA","e":{"m":4,"m":5},"a":{"c":[{}],"b":4}}"#,
    ];
    for skip in 0..rows.len() {
        let text = format!("[{}]", [&rows[skip..], &rows[..skip]].concat().join(","));
        let mut converted = Vec::new();
        json.convert(&codec, text.as_bytes(), &mut converted).unwrap();
        let expected = codec.encode(&json.decode(text.as_bytes()).unwrap()).unwrap();
        assert_eq!(String::from_utf8_lossy(&converted), String::from_utf8_lossy(&expected));
    }
}

#[test]
fn only_lists_of_records_without_end_go_on_the_wire() {
    for definition in [
        r#"{"a": "int64"}"#,
        r#"{"array": "int64"}"#,
        r#"{"map": {"a": "int64"}}"#,
        r#"{"$name": "Tree", "$types": {"Node": {"label": "string", "children": {"array": "Node"}}}, "$root": {"array": "Node"}}"#,
    ] {
        let schema = Schema::parse(definition).unwrap();
        let error = Codec::new(&schema, Wire::Columnar, &Options::default()).unwrap_err();
        assert_eq!(error.code(), Code::Unsupported, "{definition}");
    }
}
