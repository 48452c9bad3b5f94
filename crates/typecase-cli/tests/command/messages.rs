//! Messages of binary wires end to end: every pair of wires, tables of shared records, and streams that break off.

use crate::support::{Directory, USER, failure, list, run, stdout, users};
use std::fs;
use typecase::limits::Limits;
use typecase::value::Value;
use typecase::wire::{cbor, msgpack};

/// The wires with what may be set for them; records that are shared have a table of their own each.
const SIDES: &[(&str, &[&str])] = &[
    ("json", &[]),
    ("positional", &[]),
    ("protobuf", &[]),
    ("avro", &[]),
    ("avro", &["single-object=yes"]),
    ("avro", &["container=deflate"]),
    ("msgpack", &[]),
    ("msgpack", &["records=array"]),
    ("msgpack", &["records=inline", "style=msgpackr"]),
    ("msgpack", &["records=stream"]),
    ("msgpack", &["records=shared", "structures=msgpack.json"]),
    ("cbor", &[]),
    ("cbor", &["records=array"]),
    ("cbor", &["records=stream"]),
    ("cbor", &["records=shared", "structures=cbor.json"]),
    ("bson", &[]),
    ("packed", &[]),
    ("packed", &["framed=yes"]),
];

fn with_schemas() -> Directory {
    let directory = Directory::new();
    directory.file("user.json", USER);
    directory.file("users.json", format!("{{\"array\": {USER}}}"));
    directory
}

/// Converts from one side to another.
fn convert(
    directory: &Directory,
    arguments: &[&str],
    from: (&str, &[&str]),
    to: (&str, &[&str]),
    input: &[u8],
) -> Vec<u8> {
    let options = [("from", from.1), ("to", to.1)];
    let options: Vec<String> = options
        .iter()
        .flat_map(|(side, options)| options.iter().map(move |option| format!("--wire-option={side}.{option}")))
        .collect();
    let mut all = vec!["convert", "--from", from.0, "--to", to.0];
    all.extend(options.iter().map(String::as_str));
    all.extend(arguments);
    stdout(directory, &all, input)
}

/// Goes from JSON to the first side, from there to the second and back to JSON, which must be what it was, for every
/// pair.
fn all_pairs(directory: &Directory, arguments: &[&str], input: &str, sides: &[(&str, &[&str])]) {
    let json = ("json", &[][..]);
    let expected = convert(directory, arguments, json, json, input.as_bytes());
    assert_eq!(expected.len(), input.len(), "all of it, in another order of keys perhaps");
    let first: Vec<Vec<u8>> =
        sides.iter().map(|side| convert(directory, arguments, json, *side, input.as_bytes())).collect();
    for (&from, message) in sides.iter().zip(&first) {
        for (&to, known) in sides.iter().zip(&first) {
            let second = convert(directory, arguments, from, to, message);
            // Those that are as from JSON come back as JSON once, and not for every pair.
            if &second != known || from == to {
                let back = convert(directory, arguments, to, json, &second);
                assert!(back == expected, "{from:?} to {to:?} with {arguments:?}");
            }
        }
    }
}

#[test]
fn lines_go_over_every_pair_of_wires() {
    all_pairs(&with_schemas(), &["--schema", "user.json", "--lines"], &users(40), SIDES);
}

#[test]
fn items_of_a_list_go_over_every_pair_of_wires_one_by_one() {
    let sides: Vec<_> = SIDES.iter().copied().filter(|(_, options)| options.len() != 2).collect();
    all_pairs(&with_schemas(), &["--schema", "users.json", "--lines"], &users(40), &sides);
}

#[test]
fn lists_go_over_every_pair_of_wires_whole() {
    // A container holds messages, and a list is one on the other binary wires.
    let sides: Vec<_> = SIDES.iter().copied().filter(|(_, options)| options.is_empty()).collect();
    all_pairs(&with_schemas(), &["--schema", "users.json"], &list(&users(40)), &sides);
}

#[test]
fn values_go_over_the_wires_without_a_schema() {
    let known = ["json", "msgpack", "cbor", "bson"];
    let takes = |options: &[&str]| !options.contains(&"records=array");
    let sides: Vec<_> =
        SIDES.iter().copied().filter(|(wire, options)| known.contains(wire) && takes(options)).collect();
    all_pairs(&with_schemas(), &["--lines"], &users(20), &sides);
}

#[test]
fn lists_become_messages_and_messages_lists() {
    let directory = with_schemas();
    let (lines, list) = (users(30), list(&users(30)));
    let json = ("json", &[][..]);
    let expected = convert(&directory, &["--schema", "users.json"], json, json, list.as_bytes());
    for wire in ["protobuf", "avro", "msgpack", "cbor", "bson", "packed"] {
        let schema = ["--schema", "users.json"];
        let whole = convert(&directory, &schema, json, (wire, &[]), list.as_bytes());
        let items = convert(&directory, &[&schema[..], &["--lines"]].concat(), json, (wire, &[]), lines.as_bytes());
        assert_ne!(whole, items, "{wire}");
        let out = ["--schema", "users.json", "--lines=out"];
        assert_eq!(convert(&directory, &out, (wire, &[]), (wire, &[]), &whole), items, "{wire}");
        let back = ["--schema", "users.json", "--lines=in"];
        assert_eq!(convert(&directory, &back, (wire, &[]), (wire, &[]), &items), whole, "{wire}");
        assert_eq!(convert(&directory, &back, (wire, &[]), json, &items), expected, "{wire}");
        // Each message a whole list.
        let both = ["--schema", "users.json", "--lines=both"];
        let twice = convert(&directory, &both, json, (wire, &[]), format!("{list}\n{list}\n").as_bytes());
        let twice = convert(&directory, &both, (wire, &[]), json, &twice);
        assert_eq!(twice, [&expected[..], b"\n", &expected[..], b"\n"].concat(), "{wire}");
    }
}

#[test]
fn threads_do_not_change_the_messages() {
    let directory = with_schemas();
    let lines = users(20_000);
    for (wire, options) in [("protobuf", &[][..]), ("cbor", &["records=inline"]), ("cbor", &["records=stream"])] {
        let arguments = ["--schema", "user.json", "--lines"];
        let threads = [&arguments[..], &["--threads", "3"]].concat();
        let one = convert(&directory, &arguments, ("json", &[]), (wire, options), lines.as_bytes());
        assert!(convert(&directory, &threads, ("json", &[]), (wire, options), lines.as_bytes()) == one, "{wire}");
        let back = convert(&directory, &arguments, (wire, options), ("avro", &[]), &one);
        assert!(convert(&directory, &threads, (wire, options), ("avro", &[]), &one) == back, "{wire}");
    }
}

/// The structures in a file.
fn structures(directory: &Directory, name: &str) -> Vec<Vec<String>> {
    typecase::wire::json::decode(&fs::read(directory.path().join(name)).unwrap()).unwrap()
}

#[test]
fn a_table_of_shared_records_is_created_and_extended() {
    let directory = with_schemas();
    for wire in ["cbor", "msgpack"] {
        let table = format!("{wire}-table.json");
        let shared = format!("structures={table}");
        let encode =
            ["encode", "--schema", "user.json", "--lines", "--to", wire, "-w", "records=shared", "-w", &shared];
        let decode =
            ["decode", "--schema", "user.json", "--lines", "--from", wire, "-w", "records=shared", "-w", &shared];
        let short = "{\"id\":1,\"name\":\"a\",\"tags\":[]}\n";
        let long = "{\"id\":2,\"name\":\"b\",\"email\":\"c\",\"tags\":[\"d\"]}\n";
        let first = stdout(&directory, &encode, short.as_bytes());
        assert_eq!(structures(&directory, &table), [["id", "name", "tags"]]);
        // The same again: the keys are in no message, and the table is as it was.
        assert_eq!(stdout(&directory, &encode, short.repeat(2).as_bytes()), first.repeat(2));
        assert!(!first.windows(4).any(|bytes| bytes == b"name"));
        let second = stdout(&directory, &encode, long.as_bytes());
        let known = [vec!["id", "name", "tags"], vec!["id", "name", "email", "tags"]];
        assert_eq!(structures(&directory, &table), known);
        let both = [&first[..], &second].concat();
        assert_eq!(stdout(&directory, &decode, &both), format!("{short}{long}").as_bytes());

        // The library reads the same with the same table.
        let limits = Limits::default();
        let value: Value<'_> = if wire == "cbor" {
            let options = cbor::Options { records: cbor::Records::Shared, ..cbor::Options::default() };
            cbor::Session::new(&options).with_structures(&known).unwrap().decode(&second, &limits).unwrap()
        } else {
            let options = msgpack::Options { records: msgpack::Records::Shared, ..msgpack::Options::default() };
            msgpack::Session::new(&options).with_structures(&known).unwrap().parse(&second, &limits).unwrap()
        };
        assert_eq!(typecase::wire::json::print(&value).unwrap(), long.trim_end());

        // A single message has a table too.
        let single: Vec<&str> = encode.iter().copied().filter(|argument| *argument != "--lines").collect();
        assert_eq!(stdout(&directory, &single, long.as_bytes()), second);

        // A run that fails leaves the table as it was, and no other file.
        let names = directory.names();
        let wrong = "{\"id\":3,\"name\":\"b\",\"email\":\"c\",\"tags\":[],\"x\":1}\n{\"id\":\"\"}\n";
        let (status, _) = failure(&directory, &encode, wrong.as_bytes());
        assert_eq!((status, structures(&directory, &table).len()), (1, 2));
        assert_eq!(directory.names(), names);

        // A table is a table, and has to be there for reading.
        let missing = ["decode", "--lines", "--from", wire, "-w", "records=shared", "-w", "structures=nowhere.json"];
        assert_eq!(failure(&directory, &missing, &first).0, 3);
        directory.file(&table, "[[\"id\", 7]]");
        let (status, message) = failure(&directory, &decode, &first);
        assert_eq!(status, 1);
        assert!(message.contains(&table) && message.contains("[0][1]: expected a string (type)"), "{message}");
        let none = ["encode", "--schema", "user.json", "--to", wire, "-w", "records=shared"];
        let (status, message) = failure(&directory, &none, short.as_bytes());
        assert_eq!(status, 2);
        assert!(message.contains("structures=FILE"), "{message}");
    }
}

#[test]
fn streams_that_break_off_are_told_at_their_end() {
    let directory = with_schemas();
    for (wire, options) in SIDES.iter().copied().filter(|(wire, _)| !["json", "positional"].contains(wire)) {
        let lines = ["--schema", "user.json", "--lines"];
        let stream = convert(&directory, &lines, ("json", &[]), (wire, options), users(50).as_bytes());
        let cut = &stream[..stream.len() - 3];
        let options: Vec<String> = options.iter().map(|option| format!("--wire-option={option}")).collect();
        let mut arguments = vec!["decode", "--from", wire];
        arguments.extend(options.iter().map(String::as_str));
        arguments.extend(lines);
        let names = directory.names();
        let output = run(&directory, &arguments, cut);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{wire}: {message}");
        let place = format!("byte {}: [49]: the stream ends within a message (structure)", cut.len());
        let in_container = arguments.contains(&"--wire-option=container=deflate");
        assert!(message.contains(&place) || in_container && message.contains("byte "), "{wire}: {message}");
        // On standard output are the values before, in a file nothing.
        let whole = output.stdout.iter().filter(|&&byte| byte == b'\n').count();
        assert!(whole == 49 || in_container, "{wire}: {whole}");
        arguments.extend(["--out", "out.ndjson"]);
        assert_eq!(failure(&directory, &arguments, cut).0, 1);
        assert_eq!(directory.names(), names, "{wire}");
    }
}

#[test]
fn messages_that_are_wrong_are_placed_in_the_stream() {
    let directory = with_schemas();
    directory
        .file("other.json", r#"{"id": "int32", "name": "int32", "email": "?string", "tags": {"array": "string"}}"#);
    let lines = ["--schema", "user.json", "--lines"];
    let good = convert(&directory, &lines, ("json", &[]), ("msgpack", &[]), users(5).as_bytes());
    let bad = ["--schema", "other.json", "--lines"];
    let wrong = "{\"id\":1,\"name\":2,\"tags\":[]}\n";
    let bad = convert(&directory, &bad, ("json", &[]), ("msgpack", &[]), wrong.as_bytes());
    let arguments = ["decode", "--schema", "user.json", "--lines", "--from", "msgpack"];
    let (status, message) = failure(&directory, &arguments, &[&good[..], &bad].concat());
    let offset = good.len() + 10;
    assert_eq!(status, 1);
    assert_eq!(message, format!("typecase: standard input: byte {offset}: [5].name: expected a string (type)\n"));

    let check = ["check", "--schema", "user.json", "--lines", "--from", "msgpack"];
    let output = run(&directory, &check, &[&bad[..], &good, &bad].concat());
    assert_eq!(output.status.code(), Some(1));
    let second = bad.len() + good.len() + 10;
    let expected = format!(
        "standard input: byte 10: [0].name: expected a string (type)\n\
         standard input: byte {second}: [6].name: expected a string (type)\n"
    );
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    assert!(run(&directory, &check, &good).status.success());
}

#[test]
fn what_cannot_be_a_stream_is_wrong_usage() {
    let directory = with_schemas();
    directory.file("texts.json", r#"{"array": "string"}"#);
    directory.file("null.json", "\"null\"");
    let usage = |arguments: &[&str], input: &str| {
        let (status, message) = failure(&directory, arguments, input.as_bytes());
        assert_eq!(status, 2, "{message}");
        message
    };
    // BSON has documents only.
    let message = usage(&["encode", "--schema", "texts.json", "--lines", "--to", "bson"], "\"a\"\n");
    assert!(message.contains("no messages of their own on the wire bson"), "{message}");
    // A list is a message only under a schema that is one.
    let message = usage(&["encode", "--schema", "user.json", "--lines=in", "--to", "cbor"], &users(1));
    assert!(message.contains("use --lines"), "{message}");
    let message = usage(&["encode", "--to", "avro", "--lines"], "{}\n");
    assert!(message.contains("--schema"), "{message}");
    let both = ["-w", "container=null", "-w", "single-object=yes"];
    usage(&[&["encode", "--schema", "user.json", "--to", "avro"], &both[..]].concat(), "[]");
    // Values that take no bytes cannot be counted.
    let (status, message) =
        failure(&directory, &["encode", "--schema", "null.json", "--to", "avro", "--lines"], b"null\n");
    assert_eq!(status, 1);
    assert!(message.contains("[0]: messages without a byte cannot stand end to end"), "{message}");
    let message = usage(&["encode", "--schema", "user.json", "--to", "cbor", "-w", "structures=x"], &users(1));
    assert!(message.contains("records=shared"), "{message}");
}
