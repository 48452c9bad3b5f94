//! Small files that `protoc` takes, with the descriptor that it makes, and others that it refuses.

use super::{compare, shared};
use typecase::schema::proto::compile;
use typecase::value::Value;
use typecase::wire::json;

fn cases() -> Option<String> {
    Some(std::fs::read_to_string(shared::shared("suites/proto-files/snippets.json")?).unwrap())
}

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn snippets_are_taken_and_refused_as_protoc_does() {
    let Some(text) = cases() else { return };
    let cases = json::parse(&text).unwrap();
    let (mut taken, mut refused, mut wrong) = (0, 0, Vec::new());
    for case in cases.as_list().unwrap() {
        let text = |key: &str| case.get(key).and_then(Value::as_str).unwrap_or_default();
        let (name, source, expect) = (text("name"), text("source"), text("expect"));
        let result = compile(&["t.proto"], |name| (name == "t.proto").then(|| source.into()));
        match (expect, result) {
            ("accept", Ok(set)) => match compare::same(&set, "t.proto", &bytes_of(text("descriptor_hex"))) {
                Ok(()) => taken += 1,
                Err(difference) => wrong.push(format!("{name}: {difference}")),
            },
            ("reject", Err(error)) => {
                assert_eq!(error.file(), "t.proto", "{name}: {error}");
                refused += 1;
            }
            ("accept", Err(error)) => wrong.push(format!("{name}: refused: {error}")),
            ("reject", Ok(_)) => wrong.push(format!("{name}: taken, but protoc says {}", text("protoc"))),
            (expect, _) => assert_eq!(expect, "either", "{name}"),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), taken + refused + wrong.len(), wrong.join("\n"));
    assert_eq!((taken, refused), (27, 71));
}
