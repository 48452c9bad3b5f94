//! Schemas as a whole: random ones come back from every form they can be put in, and the examples of
//! `docs/schema.md` are what the text says they are.

#[path = "support/arbitrary/mod.rs"]
mod arbitrary;

use proptest::prelude::*;
use typecase::error::Code;
use typecase::schema::Schema;
use typecase::schema::check::Checker;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn documents_come_back(document in arbitrary::documents()) {
        let schema = document.build().unwrap();
        let document = schema.document();
        for text in [document.to_json(), document.to_json_line()] {
            let parsed = Schema::parse(&text).unwrap();
            prop_assert_eq!(parsed.document(), document, "{}", text);
        }
        let again = [
            Schema::from_value(&document.to_value()).unwrap(),
            Schema::from_snapshot(&schema.to_snapshot()).unwrap(),
            document.clone().build().unwrap(),
        ];
        for schema in again {
            prop_assert_eq!(schema.document(), document);
        }
    }

    #[test]
    fn values_are_of_their_schema(sample in arbitrary::samples()) {
        let checker = match Checker::new(&sample.schema) {
            Err(error) if error.code() == Code::Unsupported && !cfg!(feature = "pattern") => return Ok(()),
            checker => checker.unwrap(),
        };
        let issues = checker.check(&sample.value, 10);
        prop_assert!(issues.is_empty(), "{:?}", issues);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in ".{0,60}", cut in 0usize..400, sample in arbitrary::documents()) {
        let _ = Schema::parse(&text);
        let json = sample.to_json();
        let cut = (0..=cut.min(json.len())).rev().find(|&at| json.is_char_boundary(at)).unwrap();
        let _ = Schema::parse(&format!("{}{text}{}", &json[..cut], &json[cut..]));
        let _ = Schema::parse(&json[..cut]);
    }
}

/// The blocks of `docs/schema.md`: a definition is good, or has the code of the error behind its fence;
/// a canonical form, with its id behind the fence, is that of the definition before it.
#[test]
fn the_examples_of_the_documentation_are_true() {
    let text = include_str!("../../../docs/schema.md");
    let mut counts = [0; 3];
    let mut latest = None;
    for block in text.split("\n```").skip(1).step_by(2) {
        let (fence, body) = block.split_once('\n').unwrap();
        match fence.split_once(' ').unwrap_or((fence, "")) {
            ("json", "") => {
                let schema = Schema::parse(body).unwrap_or_else(|error| panic!("{error}\n{body}"));
                assert_eq!(Schema::parse(&schema.to_json()).unwrap().document(), schema.document());
                latest = Some(schema);
                counts[0] += 1;
            }
            ("json", code) => {
                let error = Schema::parse(body).expect_err(body);
                assert_eq!(error.code().as_str(), code, "{error}\n{body}");
                counts[1] += 1;
            }
            ("canonical", id) => {
                let schema = latest.take().unwrap();
                assert_eq!((schema.canonical().as_str(), schema.id().as_str()), (body, id));
                counts[2] += 1;
            }
            _ => panic!("what is a block of {fence}?"),
        }
    }
    assert_eq!(counts, [9, 6, 2], "the blocks are all found");
}

/// The random samples leave nothing out.
#[test]
fn every_construct_occurs_in_random_samples() {
    let mut kinds = std::collections::BTreeSet::new();
    let mut words = std::collections::BTreeSet::new();
    let mut state = 1u64;
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..1000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        let sample = arbitrary::sample(&bytes);
        let value = format!("{:?}", sample.value);
        for kind in
            ["Null", "Bool", "Int", "Uint", "Float", "BigInt", "Text", "Bytes", "Date", "List", "Map", "Record", "Case"]
        {
            if value.contains(&format!("{kind}(")) || kind == "Null" && value.contains("Null") {
                kinds.insert(kind);
            }
        }
        let json = sample.schema.to_json();
        for word in WORDS {
            if json.contains(&format!("\"{word}\"")) {
                words.insert(word);
            }
        }
    }
    assert_eq!(kinds.len(), 13, "{kinds:?}");
    let missing: Vec<_> = WORDS.iter().filter(|word| !words.contains(*word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

const WORDS: [&str; 46] = [
    "$name",
    "$types",
    "$root",
    "$sparse",
    "$layout",
    "flat",
    "columns",
    "$note",
    "null",
    "boolean",
    "number",
    "integer",
    "int32",
    "int64",
    "uint32",
    "uint64",
    "float32",
    "float64",
    "bigint",
    "date",
    "string",
    "bytes",
    "json",
    "?string",
    "array",
    "map",
    "enum",
    "open",
    "flags",
    "union",
    "discriminator",
    "fields",
    "Entity",
    "Type0",
    "?Type0",
    "required",
    "default",
    "aliases",
    "delta",
    "intern",
    "nulls",
    "js",
    "min",
    "length",
    "pattern",
    "proto",
];
