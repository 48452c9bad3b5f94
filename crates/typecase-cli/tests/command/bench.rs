//! `bench` measures what it is given, in every form of report.

use crate::support::{Directory, USER, list, run, stdout, users};
use std::fs;
use typecase::value::Value;
use typecase::wire::json;

const QUICK: [&str; 5] = ["bench", "--rounds", "1", "--slice", "1"];

/// The report of a run, as `wire bytes` of each row, and the number of records.
fn report(directory: &Directory, arguments: &[&str]) -> (Vec<String>, i64) {
    let text = String::from_utf8(stdout(directory, &[&QUICK[..], &["--json"], arguments].concat(), b"")).unwrap();
    let report = json::parse(&text).unwrap();
    let rows = report.get("wires").and_then(Value::as_list).unwrap().iter();
    let rows = rows.map(|row| {
        let wire = row.get("wire").and_then(Value::as_str).unwrap();
        format!("{wire} {}", row.get("bytes").and_then(Value::as_int).unwrap())
    });
    (rows.collect(), report.get("records").and_then(Value::as_int).unwrap())
}

#[test]
fn lines_are_measured_as_the_list_that_they_make() {
    let directory = Directory::new();
    directory.file("user.json", USER);
    directory.file("users.json", format!("{{\"array\": {USER}}}"));
    directory.file("data.ndjson", users(50));
    directory.file("data.json", list(&users(50)));
    let expected = report(&directory, &["--schema", "users.json", "data.json"]);
    assert_eq!(expected.1, 50);
    let wires: Vec<&str> = expected.0.iter().filter_map(|row| row.rsplit_once(' ')).map(|(wire, _)| wire).collect();
    assert_eq!(wires[..4], ["json", "positional", "positional flat", "positional columns"]);
    let binary = ["protobuf", "avro", "msgpack", "bson", "cbor"];
    assert!(binary.iter().all(|wire| wires.contains(wire)), "{wires:?}");
    assert_eq!(report(&directory, &["--schema", "user.json", "data.ndjson"]), expected);
    assert_eq!(report(&directory, &["--schema", "users.json", "data.ndjson"]), expected);
    // Without a schema one is inferred, from lines as from a list.
    assert_eq!(report(&directory, &["data.ndjson"]), report(&directory, &["data.json"]));
}

#[test]
fn a_record_alone_is_measured() {
    let directory = Directory::new();
    directory.file("one.json", r#"{"id": 1, "name": "a"}"#);
    let sizes = ["json 19", "positional 7", "protobuf 5", "avro 3", "msgpack 12", "bson 25", "cbor 12", "packed 4"];
    assert_eq!(report(&directory, &["one.json"]), (sizes.map(str::to_owned).to_vec(), 1));
}

#[test]
fn the_page_has_every_wire_and_needs_nothing_else() {
    let directory = Directory::new();
    directory.file("a<b>.json", list(&users(20)));
    let output = run(&directory, &[&QUICK[..], &["--html", "report.html", "a<b>.json"]].concat(), b"");
    assert!(output.status.success());
    let page = fs::read_to_string(directory.path().join("report.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for text in ["<h1>a&lt;b&gt;.json</h1>", "<th>json</th>", "<th>positional columns</th>", "width:100.0%"] {
        assert!(page.contains(text), "{text}");
    }
    for outside in ["http:", "https:", "src=", "<script", "a<b>"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn data_that_does_not_fit_is_not_measured() {
    let directory = Directory::new();
    directory.file("user.json", USER);
    directory.file("wrong.json", r#"{"id": "x"}"#);
    let output = run(&directory, &["bench", "--schema", "user.json", "wrong.json"], b"");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
}
