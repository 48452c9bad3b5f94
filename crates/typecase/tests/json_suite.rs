//! The outside suites of JSON texts: what must be taken is taken, what must be refused is refused with
//! an offset, numbers come out as the right double and print with the fewest digits.

#[path = "support/shared.rs"]
mod shared;

use serde_json::Value as Json;
use shared::shared;
use std::fs;
use std::path::Path;
use typecase::error::{Code, Error};
use typecase::limits::Limits;
use typecase::value::Value;
use typecase::wire::json::{self, Duplicates};

fn cases(path: &Path) -> Vec<Json> {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn input(case: &Json) -> Vec<u8> {
    match (case["hex"].as_str(), case["repeat"].as_array()) {
        (Some(hex), _) => unhex(hex),
        (None, Some(parts)) => parts
            .iter()
            .flat_map(|part| unhex(part[0].as_str().unwrap()).repeat(part[1].as_u64().unwrap() as usize))
            .collect(),
        _ => panic!("a case without input: {case}"),
    }
}

fn parse(input: &[u8]) -> Result<Value<'_>, Error> {
    // The suites' deepest text that must be taken nests 500 levels or fewer.
    let limits = Limits { max_depth: 512, ..Limits::default() };
    json::parse_bytes(input, Duplicates::Last, &limits)
}

/// What the suites leave open, and is taken: numbers that a double is near to, keys that occur twice or
/// differ in normalization, a NUL, nesting within the limit.
const TAKEN: [&str; 13] = [
    "i_number_double_huge_neg_exp",
    "i_number_real_underflow",
    "i_number_too_big_neg_int",
    "i_number_very_big_negative_int",
    "i_structure_500_nested_arrays",
    "transform/number_1.000000000000000005",
    "transform/number_10000000000000000999",
    "transform/number_1e-999",
    "transform/object_key_nfc_nfd",
    "transform/object_key_nfd_nfc",
    "transform/object_same_key_same_value",
    "transform/object_same_key_unclear_values",
    "transform/string_with_escaped_NULL",
];

fn judge(file: &str) {
    let Some(path) = shared(&format!("suites/json/{file}")) else { return };
    let cases = cases(&path);
    let mut counts = [0; 3];
    for case in &cases {
        let (name, input) = (case["name"].as_str().unwrap(), input(case));
        let result = parse(&input);
        if let Err(error) = &result {
            assert!(error.offset().is_some_and(|offset| offset <= input.len()), "{name}: {error}");
        }
        match case["expect"].as_str().unwrap() {
            "accept" => {
                counts[0] += 1;
                let value = result.unwrap_or_else(|error| panic!("{name}: {error}"));
                let text = json::print(&value).unwrap_or_else(|error| panic!("{name}: {error}"));
                let again = parse(text.as_bytes()).unwrap();
                assert!(same(&again, &value), "{name}: {text}");
            }
            "reject" => {
                counts[1] += 1;
                assert!(result.is_err(), "{name} was taken");
            }
            _ => {
                counts[2] += 1;
                // docs/json.md, section 9, says what becomes of each kind.
                match result {
                    Ok(_) => assert!(TAKEN.contains(&name), "{name} was taken"),
                    Err(error) => {
                        assert!(!TAKEN.contains(&name), "{name}: {error}");
                        let expected = if name.contains("exp") || name.contains("overflow") || name.contains("num_") {
                            &[Code::Type][..]
                        } else {
                            &[Code::Json, Code::Utf8]
                        };
                        assert!(expected.contains(&error.code()), "{name}: {error}");
                    }
                }
            }
        }
    }
    println!("{file}: {} accepted, {} rejected, {} either", counts[0], counts[1], counts[2]);
    assert!(counts[0] > 10 && counts[1] > 100, "the suite is smaller than it should be");
}

/// Equal, with numbers compared as doubles: -0 prints as 0, 1.0 as 1.
fn same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1))
        }
        (Value::Int(_) | Value::Uint(_) | Value::Float(_), Value::Int(_) | Value::Uint(_) | Value::Float(_)) => {
            a.as_f64() == b.as_f64()
        }
        _ => a == b,
    }
}

#[test]
fn parsing() {
    judge("parsing.json");
}

#[test]
fn strictness() {
    judge("strict.json");
}

#[test]
fn round_trips_keep_the_text() {
    let Some(path) = shared("suites/json/roundtrip.json") else { return };
    for case in cases(&path) {
        let text = case["json"].as_str().unwrap();
        // Repeated keys are kept, as they are by the suite's own parser.
        let value = json::parse(text).unwrap();
        let printed = json::print(&value).unwrap();
        // A number in another spelling of the same double is as good.
        assert!(printed == text || same(&json::parse(&printed).unwrap(), &value), "{text} became {printed}");
        let has_number_spelling = text.contains(['e', 'E']) || text.contains(".0") || text.contains("-0");
        assert!(printed == text || has_number_spelling, "{text} became {printed}");
    }
}

#[test]
fn canonical_pairs_have_one_value() {
    let Some(path) = shared("suites/json/jcs.json") else { return };
    for case in cases(&path) {
        let (input, output) = (case["input"].as_str().unwrap(), case["output"].as_str().unwrap());
        let sorted = |text: &str| sort(parse(text.as_bytes()).unwrap().into_owned());
        assert!(same(&sorted(input), &sorted(output)), "{}", case["name"]);
    }
}

fn sort(value: Value<'static>) -> Value<'static> {
    match value {
        Value::List(items) => Value::list(items.into_iter().map(sort).collect()),
        Value::Map(entries) => {
            let mut entries: Vec<_> = entries.into_iter().map(|(key, value)| (key, sort(value))).collect();
            entries.sort_by(|a, b| a.0.as_str().cmp(&b.0.as_str()));
            Value::Map(entries.into())
        }
        other => other,
    }
}

#[test]
fn hard_numbers() {
    let Some(path) = shared("suites/json/numbers.tsv") else { return };
    let table = fs::read_to_string(path).unwrap();
    let mut lines = 0;
    for line in table.lines() {
        let [bits, shortest, text] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let expected = f64::from_bits(u64::from_str_radix(bits, 16).unwrap());
        let parsed = parse(text.as_bytes());
        lines += 1;
        if expected.is_infinite() {
            assert_eq!(parsed.unwrap_err().code(), Code::Type, "{text}");
            continue;
        }
        let parsed = parsed.unwrap_or_else(|error| panic!("{text}: {error}"));
        let double = match parsed {
            Value::Float(value) => value,
            ref integer => integer.as_f64().unwrap(),
        };
        assert_eq!(double.to_bits(), expected.to_bits(), "{text}");
        let printed = json::print(&Value::Float(expected)).unwrap();
        let shortest = if shortest == "-0" { "0" } else { shortest };
        assert_eq!(printed, shortest, "{text}");
    }
    println!("{lines} numbers");
    assert!(lines > 10_000);
}
