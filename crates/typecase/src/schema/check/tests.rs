use super::*;
use crate::schema::model::{Document, Enum, Field, Options, Record, Rules, TupleItem, Union};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec;

fn field(name: &str, slot: Slot) -> Field {
    Field { name: String::from(name), slot }
}

fn record(fields: Vec<Field>) -> Type {
    Type::Record(Record { kind: None, fields })
}

fn required(scalar: Scalar) -> Slot {
    Slot::required(Type::Scalar(scalar))
}

fn with_rules(slot: Slot, rules: Rules) -> Slot {
    Slot { options: Options { rules, ..Options::default() }, ..slot }
}

fn record_value(values: Vec<Value<'_>>) -> Value<'_> {
    Value::Record(values.into())
}

/// The issues as `path code`.
fn issues(root: Type, value: &Value<'_>) -> Vec<String> {
    issues_of(&Document::new(root), value)
}

fn issues_of(document: &Document, value: &Value<'_>) -> Vec<String> {
    let checker = Checker::of_document(document).unwrap();
    checker.check(value, 100).iter().map(|issue| format!("{} {}", issue.path(), issue.code())).collect()
}

#[test]
fn every_issue_has_its_path_and_code() {
    let order = record(vec![
        field("qty", required(Scalar::Int32)),
        field("tags", Slot::optional(Type::List(Box::new(required(Scalar::String))))),
        field("at", Slot::required(Type::Map(Box::new(required(Scalar::Date))))),
    ]);
    let root = record(vec![
        field("id", required(Scalar::Uint64)),
        field("orders", Slot::required(Type::List(Box::new(Slot::required(order))))),
        field("role", Slot::optional(Type::Enum(Enum { values: vec![Value::text("a"), Value::Int(7)], open: false }))),
    ]);
    let value = record_value(vec![
        Value::Null,
        Value::list(vec![
            record_value(vec![Value::Int(1 << 31), Value::list(vec![Value::Null, Value::Int(1)]), Value::map(vec![])]),
            Value::Null,
            record_value(vec![
                Value::Int(1),
                Value::Null,
                Value::map(vec![("k".into(), Value::Date(8_640_000_000_000_001))]),
            ]),
            record_value(vec![]),
        ]),
        Value::text("c"),
    ]);
    let expected = [
        "id required",
        "orders[0].qty type",
        "orders[0].tags[0] type",
        "orders[0].tags[1] type",
        "orders[1] type",
        "orders[2].at.k type",
        "orders[3] structure",
        "role enum",
    ];
    assert_eq!(issues(root.clone(), &value), expected);

    let checker = Checker::of_document(&Document::new(root)).unwrap();
    assert_eq!(checker.check(&value, 3).len(), 3);
    assert_eq!(checker.check(&value, 0).len(), 0);
    assert_eq!(checker.check(&value, 1)[0].to_string(), "required: required field is missing or null at id");
}

#[test]
fn scalars_keep_their_ranges() {
    let valid = [
        (Scalar::Int32, Value::Int(i64::from(i32::MIN))),
        (Scalar::Uint32, Value::Int(i64::from(u32::MAX))),
        (Scalar::Int64, Value::Int(i64::MIN)),
        (Scalar::Uint64, Value::Uint(u64::MAX)),
        (Scalar::Number, Value::Float(0.5)),
        (Scalar::Number, Value::Int(3)),
        (Scalar::Float32, Value::Float(0.5)),
        (Scalar::Float32, Value::Float(f64::INFINITY)),
        (Scalar::Float32, Value::Int(1 << 25)),
        (Scalar::BigInt, Value::BigInt("-12345678901234567890".into())),
        (Scalar::BigInt, Value::Int(3)),
        (Scalar::Date, Value::Date(-8_640_000_000_000_000)),
        (Scalar::Json, Value::map(vec![])),
        (Scalar::Null, Value::Null),
        (Scalar::Bytes, Value::Bytes(Box::from(*b"x"))),
    ];
    for (scalar, value) in valid {
        assert_eq!(issues(scalar.into(), &value), [""; 0], "{scalar:?} {value:?}");
    }
    let invalid = [
        (Scalar::Int32, Value::Int(i64::from(i32::MIN) - 1)),
        (Scalar::Uint32, Value::Int(-1)),
        (Scalar::Uint32, Value::Int(i64::from(u32::MAX) + 1)),
        (Scalar::Int64, Value::Uint(u64::MAX)),
        (Scalar::Uint64, Value::Int(-1)),
        (Scalar::Int64, Value::Float(1.0)),
        (Scalar::Float32, Value::Float(0.1)),
        (Scalar::Float32, Value::Int((1 << 24) + 1)),
        (Scalar::BigInt, Value::BigInt("-".into())),
        (Scalar::BigInt, Value::BigInt("1e5".into())),
        (Scalar::Date, Value::Int(0)),
        (Scalar::String, Value::Bytes(Box::from(*b"x"))),
        (Scalar::Boolean, Value::Null),
    ];
    for (scalar, value) in invalid {
        assert_eq!(issues(scalar.into(), &value), [" type"], "{scalar:?} {value:?}");
    }
}

#[test]
fn rules_are_reported_once_the_type_is_right() {
    let range = Rules { min: Some(1.0), max: Some(2.5), ..Rules::default() };
    let lengths = Rules { min_length: Some(2), max_length: Some(3), ..Rules::default() };
    let root = record(vec![
        field("n", with_rules(required(Scalar::Number), range)),
        field("s", with_rules(Slot::optional(Scalar::String.into()), lengths.clone())),
        field("l", with_rules(Slot::optional(Type::List(Box::new(required(Scalar::Json)))), lengths)),
    ]);
    let check = |n: Value<'_>, s: Value<'_>, l: usize| {
        issues(root.clone(), &record_value(vec![n, s, Value::list(vec![Value::Null; l])]))
    };
    assert_eq!(check(Value::Float(2.5), Value::text("😀"), 3), [""; 0]);
    assert_eq!(check(Value::Int(0), Value::text("a"), 4), ["n rule", "s rule", "l rule"]);
    assert_eq!(check(Value::Int(3), Value::Null, 2), ["n rule"]);
    assert_eq!(check(Value::text("x"), Value::text("😀😀"), 2), ["n type", "s rule"]);

    let characters = Rules { min_length: Some(2), max_length: Some(3), characters: true, ..Rules::default() };
    let slot = with_rules(required(Scalar::String), characters);
    for (text, valid) in [("a", false), ("😀", false), ("😀😀😀", true), ("😀😀😀😀", false)] {
        let found = issues(record(vec![field("s", slot.clone())]), &record_value(vec![Value::text(text)]));
        assert_eq!(found.is_empty(), valid, "{text}");
    }
}

#[cfg(feature = "pattern")]
#[test]
fn patterns_match_somewhere() {
    let rules = Rules { pattern: Some("b+$".into()), ..Rules::default() };
    let root = record(vec![field("s", with_rules(required(Scalar::String), rules))]);
    assert_eq!(issues(root.clone(), &record_value(vec![Value::text("abb")])), [""; 0]);
    assert_eq!(issues(root, &record_value(vec![Value::text("ba")])), ["s rule"]);
}

#[test]
fn a_pattern_that_cannot_be_checked_is_an_error() {
    let rules = Rules { pattern: Some("(?=a)".into()), ..Rules::default() };
    let root = record(vec![field("s", with_rules(required(Scalar::String), rules))]);
    let error = Checker::of_document(&Document::new(root)).unwrap_err();
    assert_eq!((error.code(), error.path()), (Code::Unsupported, "s".to_string()));
}

#[test]
fn tuples_flags_and_open_enums() {
    let item = |slot| TupleItem { name: None, slot };
    let tuple = Type::Tuple(vec![item(required(Scalar::Number)), item(Slot::optional(Scalar::String.into()))]);
    assert_eq!(issues(tuple.clone(), &Value::list(vec![Value::Int(1), Value::Null])), [""; 0]);
    assert_eq!(issues(tuple.clone(), &Value::list(vec![Value::Null, Value::Int(1)])), ["[0] type", "[1] type"]);
    assert_eq!(issues(tuple, &Value::list(vec![Value::Int(1)])), [" structure"]);

    let flags = Type::Flags(vec!["read".into(), "write".into()]);
    assert_eq!(issues(flags.clone(), &record_value(vec![Value::Bool(true), Value::Bool(false)])), [""; 0]);
    assert_eq!(issues(flags.clone(), &record_value(vec![Value::Bool(true), Value::Null])), ["write type"]);
    assert_eq!(issues(flags, &record_value(vec![])), [" structure"]);

    let open = Type::Enum(Enum { values: vec![Value::text("a")], open: true });
    assert_eq!(issues(open.clone(), &Value::text("later")), [""; 0]);
    assert_eq!(issues(open.clone(), &Value::Int(9)), [""; 0]);
    assert_eq!(issues(open, &Value::Bool(true)), [" type"]);
    let numbers = Type::Enum(Enum { values: vec![Value::Int(0), Value::Float(0.5)], open: false });
    assert_eq!(issues(numbers.clone(), &Value::Float(-0.0)), [""; 0]);
    assert_eq!(issues(numbers, &Value::Int(1)), [" enum"]);
}

#[test]
fn unions_and_recursion() {
    let kind = |value| Slot::required(Type::Enum(Enum { values: vec![Value::text(value)], open: false }));
    let leaf = record(vec![field("kind", kind("leaf")), field("n", required(Scalar::Int32))]);
    let pair = record(vec![
        field("kind", kind("pair")),
        field("left", Slot::required(Type::Reference("Tree".into()))),
        field("right", Slot::required(Type::Reference("Tree".into()))),
    ]);
    let union = Type::Union(Union { branches: vec![leaf, pair], discriminator: Some("kind".into()) });
    let document = Document {
        types: vec![("Tree".into(), union)],
        ..Document::new(Type::List(Box::new(Slot::required(Type::Reference("Tree".into())))))
    };
    let leaf = |n| Value::Case(Box::new((0, record_value(vec![Value::Null, Value::Int(n)]))));
    let pair = |l, r| Value::Case(Box::new((1, record_value(vec![Value::text("pair"), l, r]))));
    let value = Value::list(vec![pair(leaf(1), pair(leaf(1 << 40), leaf(2))), Value::Case(Box::new((2, Value::Null)))]);
    assert_eq!(issues_of(&document, &value), ["[0].right.left.n type", "[1] union"]);

    let within = Document {
        types: vec![(
            "U".into(),
            Type::Union(Union {
                branches: vec![Type::Reference("U".into()), Scalar::Null.into()],
                discriminator: None,
            }),
        )],
        ..Document::new(Type::Reference("U".into()))
    };
    let nested = (0..1100).fold(Value::Null, |value, _| Value::Case(Box::new((0, value))));
    assert_eq!(issues_of(&within, &nested), [" limit"]);

    let mut deep = leaf(1);
    for _ in 0..2000 {
        deep = pair(leaf(1), deep);
    }
    let issues = issues_of(&document, &Value::list(vec![deep]));
    assert!(!issues.is_empty() && issues.iter().all(|issue| issue.ends_with(" limit")), "{issues:?}");
}

#[test]
fn items_of_a_root_list_are_checked_alone() {
    let row =
        record(vec![field("n", with_rules(required(Scalar::Integer), Rules { max: Some(9.0), ..Rules::default() }))]);
    let checker = Checker::of_document(&Document::new(Type::List(Box::new(Slot::required(row))))).unwrap();
    assert!(checker.check_item(&record_value(vec![Value::Int(9)]), 10).is_empty());
    let issues = checker.check_item(&record_value(vec![Value::Int(10)]), 10);
    assert_eq!((issues.len(), issues[0].path().as_str(), issues[0].code()), (1, "n", Code::Rule));
    let issues = checker.check_item(&Value::Null, 10);
    assert_eq!((issues.len(), issues[0].path().as_str(), issues[0].code()), (1, "", Code::Type));
}
