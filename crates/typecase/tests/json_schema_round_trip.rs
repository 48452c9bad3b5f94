//! From a document to JSON Schema and back: the same document where both languages can say the same, and
//! the same values always.

#[path = "support/arbitrary/mod.rs"]
mod arbitrary;

use proptest::prelude::*;
use typecase::codec::{Codec, Options};
use typecase::schema::check::Checker;
use typecase::schema::model::{Document, Enum, Field, Record, Rules, Scalar, Slot, TupleItem, Type, Union};
use typecase::schema::{Schema, export, import};
use typecase::value::Value;
use typecase::wire::{Wire, json};

/// What both languages say.
fn slot(depth: u32) -> BoxedStrategy<Slot> {
    let scalar = prop::sample::select(vec![
        Scalar::Boolean,
        Scalar::Number,
        Scalar::Integer,
        Scalar::Int32,
        Scalar::Int64,
        Scalar::Uint32,
        Scalar::Uint64,
        Scalar::Float32,
        Scalar::Float64,
        Scalar::BigInt,
        Scalar::Date,
        Scalar::String,
        Scalar::Bytes,
    ]);
    let bounds = (prop::option::of(-9i32..0), prop::option::of(0i32..9));
    let number = (prop::sample::select(vec![Scalar::Number, Scalar::Integer, Scalar::Int32]), bounds).prop_map(
        |(scalar, (min, max))| {
            let mut slot = Slot::required(scalar.into());
            (slot.options.rules.min, slot.options.rules.max) = (min.map(f64::from), max.map(f64::from));
            slot
        },
    );
    let lengths = || (prop::option::of(1u64..3), prop::option::of(3u64..9));
    let text =
        (lengths(), any::<bool>(), prop::option::of("[a-z]{1,3}")).prop_map(|((least, most), characters, pattern)| {
            let mut slot = Slot::required(Scalar::String.into());
            let bounded = least.is_some_and(|least| least > 1) || most.is_some();
            slot.options.rules = Rules {
                min_length: least,
                max_length: most,
                characters: characters && bounded,
                pattern,
                ..Rules::default()
            };
            slot
        });
    let words = prop::sample::subsequence(vec!["a", "b", "c"], 1..4).prop_map(|values| {
        let values = values.into_iter().map(Value::text).collect();
        Slot::required(Type::Enum(Enum { values, open: false }))
    });
    let tuple = prop::collection::vec((scalar.clone(), any::<bool>()), 1..4).prop_map(|items| {
        let item = |(scalar, required): (Scalar, bool)| TupleItem {
            name: None,
            slot: Slot { required, ..Slot::required(scalar.into()) },
        };
        Slot::required(Type::Tuple(items.into_iter().map(item).collect()))
    });
    let flags = Just(Slot::required(Type::Flags(vec!["f".into(), "g".into()])));
    let leaf = prop_oneof![scalar.prop_map(|scalar| Slot::required(scalar.into())), number, text, words, tuple, flags];
    if depth == 0 {
        return leaf.boxed();
    }
    let part = move || (slot(depth - 1), any::<bool>()).prop_map(|(slot, required)| Slot { required, ..slot });
    let list = (part(), lengths(), any::<bool>()).prop_map(|(part, (least, most), map)| {
        let part = Box::new(part);
        let mut slot = Slot::required(if map { Type::Map(part) } else { Type::List(part) });
        (slot.options.rules.min_length, slot.options.rules.max_length) = (least, most);
        slot
    });
    let tagged = (record(depth - 1), record(depth - 1)).prop_map(|(a, b)| {
        let tagged = |mut record: Record, tag: &'static str| {
            let values = vec![Value::text(tag)];
            let slot = Slot::required(Type::Enum(Enum { values, open: false }));
            record.fields.insert(0, Field { name: "tag".into(), slot });
            Type::Record(record)
        };
        let branches = vec![tagged(a, "one"), tagged(b, "two")];
        Slot::required(Type::Union(Union { branches, discriminator: Some("tag".into()) }))
    });
    let plain = record(depth - 1).prop_map(|record| {
        let branches =
            vec![Scalar::Boolean.into(), Scalar::Integer.into(), Scalar::String.into(), Type::Record(record)];
        Slot::required(Type::Union(Union { branches, discriminator: None }))
    });
    prop_oneof![2 => leaf, 2 => list, 2 => record(depth - 1).prop_map(|it| Slot::required(Type::Record(it))), 1 => tagged, 1 => plain].boxed()
}

fn record(depth: u32) -> BoxedStrategy<Record> {
    let presence = prop::sample::select(vec!["required", "optional", "refuse"]);
    prop::collection::vec((slot(depth), presence), 1..5)
        .prop_map(|slots| {
            let field = |(index, (mut slot, presence)): (usize, (Slot, &str))| {
                slot.required = presence == "required";
                slot.options.refuse_null = presence == "refuse";
                Field { name: format!("f{index}"), slot }
            };
            Record { kind: None, fields: slots.into_iter().enumerate().map(field).collect() }
        })
        .boxed()
}

fn there_and_back(document: &Document) -> Result<Document, import::ImportError> {
    let text = json::print(&export::json_schema(document)).unwrap();
    import::json_schema(&json::parse(&text).unwrap())
}

/// What decoding or the rules say against a JSON text.
fn refusal(schema: &Schema, text: &[u8]) -> Option<String> {
    let codec = Codec::new(schema, Wire::Json, &Options::default()).unwrap();
    let checker = Checker::new(schema).unwrap();
    match codec.decode(text) {
        Ok(value) => checker.check(&value, 1).first().map(ToString::to_string),
        Err(error) => Some(error.to_string()),
    }
}

#[test]
fn a_recursive_document_comes_back() {
    let definition = concat!(
        r#"{"$name":"Node","$types":{"Leaf":{"v":"integer","kind":{"enum":["x","y"]}}},"#,
        r#""$root":{"children":{"array":"Node"},"leaf":{"type":"Leaf","required":false,"nulls":"refuse"}}}"#
    );
    let document = Document::parse(definition).unwrap();
    let back = there_and_back(&document).unwrap();
    assert_eq!(back.to_json_line(), definition);
}

#[test]
fn a_strict_document_comes_back() {
    let definition = r#"{"$root":{"a":"integer"},"$strict":true}"#;
    let back = there_and_back(&Document::parse(definition).unwrap()).unwrap();
    assert_eq!(back.to_json_line(), definition);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_both_languages_say_comes_back(record in record(3)) {
        let document = Document::new(Type::Record(record));
        let schema = document.clone().build().unwrap();
        let back = there_and_back(schema.document()).unwrap_or_else(|error| panic!("{error}\n{}", schema.to_json()));
        prop_assert_eq!(back.to_json(), schema.to_json());
    }

    #[test]
    fn values_of_any_document_are_values_of_its_export(sample in arbitrary::samples()) {
        let back = match there_and_back(sample.schema.document()) {
            Ok(back) => back.build().unwrap(),
            // Rules on a type that contains itself, or where other types may be.
            Err(error) if error.message().contains("not supported") => return Ok(()),
            Err(error) => panic!("{error}"),
        };
        let codec = Codec::new(&sample.schema, Wire::Json, &Options::default()).unwrap();
        let text = codec.encode(&sample.value).unwrap();
        if refusal(&sample.schema, &text).is_none() {
            let refused = refusal(&back, &text);
            prop_assert!(
                refused.is_none(),
                "{refused:?}\n{}\n{}\n{}", String::from_utf8_lossy(&text), sample.schema.to_json(), back.to_json()
            );
        }
    }
}
