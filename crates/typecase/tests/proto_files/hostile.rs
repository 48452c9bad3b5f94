//! Files that are made to hurt: they are refused, or taken in a time that grows with their length.

use super::shared;
use std::time::{Duration, Instant};
use typecase::schema::import::{ProtoOptions, proto};
use typecase::schema::proto::{FileSet, ProtoError, compile};
use typecase::value::Value;
use typecase::wire::json;

/// What a byte is changed to.
const BYTES: &[u8] = b"\0 \n{}[]()<>=;:,.-+\"'/*#aM019_eExX\\";

fn one(source: &str) -> Result<FileSet, ProtoError> {
    compile(&["t.proto"], |name| (name == "t.proto").then(|| source.into()))
}

/// What is done within a generous time for a few megabytes, in plain builds too.
#[track_caller]
fn in_time<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
    result
}

#[test]
fn deep_nesting_is_refused() {
    let deep = |open: &str, close: &str, times: usize| open.repeat(times) + &close.repeat(times);
    for source in [
        deep("message M {", "}", 100_000),
        "message M {".repeat(100_000),
        format!("message M {{ option (a) = {{ {} }}; }}", deep("b {", "}", 100_000)),
        format!("message M {{ option a{} = 1; }}", ".a".repeat(100_000)),
        format!("package a{};", ".a".repeat(100_000)),
        format!("message M {{ {} }}", deep("optional group G = 1 {", "}", 100_000)),
        format!("message M {{ optional M m = 1 [default = {}; }}", "-".repeat(100_000)),
        format!("{}message M {{}}", "/*".repeat(100_000)),
        format!(
            "import \"google/protobuf/descriptor.proto\"; message N {{ optional N n = 1; }}
             extend google.protobuf.FileOptions {{ optional N n = 50000; }} option (n) = {{ {} }};",
            deep("n {", "}", 10_000)
        ),
    ] {
        assert!(one(&source).is_err(), "{}", &source[..60]);
    }
    assert!(one(&deep("message M {", "}", 31)).is_ok());
    assert!(one(&deep("message M {", "}", 32)).is_err());
}

#[test]
fn imports_in_a_circle_are_refused() {
    let circle = |name: &str| {
        let number: usize = name.strip_suffix(".proto")?.parse().ok()?;
        Some(format!("import \"{}.proto\";", (number + 1) % 1000))
    };
    let error = compile(&["0.proto"], circle).unwrap_err();
    assert!(error.message().contains("imports itself"), "{error}");
    let endless = |name: &str| {
        let number: usize = name.strip_suffix(".proto")?.parse().ok()?;
        Some(format!("import \"{}.proto\";", number + 1))
    };
    assert!(in_time(|| compile(&["0.proto"], endless)).is_err());
    for name in ["", "..", "a/../b.proto", "/etc/passwd", "a//b", "./a", "a\\b"] {
        assert!(compile(&[name], |_| Some(String::new())).is_err(), "{name}");
    }
}

#[test]
fn long_files_take_little_more_than_their_length() {
    let many = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    let long = "x".repeat(100_000);
    for (source, right) in [
        (
            format!(
                "message M {{ {} }}",
                many(20_000, &|at| format!("optional int32 f{at} = {};", 20_001 - at + 20_000))
            ),
            true,
        ),
        (format!("enum E {{ {} }}", many(20_000, &|at| format!("V{at} = {at};"))), true),
        (format!("message M {{ {} }}", many(20_000, &|at| format!("reserved {};", 2 * at + 1))), true),
        (format!("message M {{ {} }}", many(20_000, &|at| format!("extensions {};", 2 * at + 1))), true),
        (many(20_000, &|at| format!("message M{at} {{}}")), true),
        (format!("message {long} {{ {} }}", many(20_000, &|at| format!("message M{at} {{}}"))), true),
        (
            format!(
                "message M {{ extensions 1 to max; }} {}",
                many(20_000, &|at| format!("extend M {{ optional int32 e{at} = {}; }}", 40_000 + at))
            ),
            true,
        ),
        (
            format!(
                "message M {{ extensions {} [{}]; }}",
                many(20_000, &|at| format!("{},", 2 * at + 1)) + "60000",
                many(1000, &|_| "verification = UNVERIFIED,".into()) + "verification = UNVERIFIED"
            ),
            false,
        ),
        (many(100_000, &|_| "option java_package = \"a\";".into()), false),
        (many(50_000, &|at| format!("import \"a{at}\";")), false),
        (format!("message M {{ optional string s = 1 [default = {}]; }}", "\"ab\" ".repeat(200_000)), true),
    ] {
        assert_eq!(in_time(|| one(&source)).is_ok(), right, "{}", &source[..60]);
    }
}

/// Every third byte of every snippet changed in some way: the result may be anything but a panic.
#[test]
fn changed_bytes_do_not_matter() {
    let Some(path) = shared::shared("suites/proto-files/snippets.json") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let cases = json::parse(&text).unwrap();
    let mut seed = 1u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    };
    let (mut taken, mut refused) = (0, 0);
    for case in cases.as_list().unwrap() {
        let source = case.get("source").and_then(Value::as_str).unwrap().as_bytes();
        for at in (random() % 3..source.len()).step_by(3) {
            let mut changed = source.to_vec();
            match random() % 3 {
                0 => changed[at] = BYTES[random() % BYTES.len()],
                1 => drop(changed.drain(at..(at + 1 + random() % 8).min(source.len()))),
                _ => changed.splice(at..at, source[random() % source.len()..].iter().take(12).copied()).for_each(drop),
            }
            let Ok(changed) = String::from_utf8(changed) else { continue };
            match one(&changed) {
                Ok(set) => {
                    taken += 1;
                    for file in set.files() {
                        set.descriptor(file);
                    }
                    for id in set.messages().take(3) {
                        let _ = proto(&set, &set.message_name(id), &ProtoOptions::default());
                    }
                }
                Err(error) => {
                    assert!(!error.message().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(taken > 30 && refused > 1500, "{taken} taken, {refused} refused");
}
