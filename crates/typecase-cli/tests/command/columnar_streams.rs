//! Columnar documents in streams: the same as whole ones, on any number of threads, from and to every wire that streams,
//! and without a schema where the document has one.

use crate::support::{Directory, USER, failure, list, run, stdout, users};
use std::fs;

/// Rows enough for two whole groups and a part of one.
const ROWS: usize = 17_000;

/// The schema of a user and of users, and a document of so many users with and without lines.
fn with_document() -> (Directory, String, Vec<u8>) {
    let directory = Directory::new();
    directory.file("user.json", USER);
    directory.file("users.json", format!("{{\"array\": {USER}}}"));
    let lines = users(ROWS);
    directory.file("users.ndjson", &lines);
    let whole = typecase(&lines);
    directory.file("users.col", &whole);
    (directory, lines, whole)
}

/// The document as the library writes it from the whole list.
fn typecase(lines: &str) -> Vec<u8> {
    use typecase::codec::{Codec, Options};
    let schema = typecase::schema::Schema::parse(&format!("{{\"array\": {USER}}}")).unwrap();
    let codec = |wire| Codec::new(&schema, wire, &Options::default()).unwrap();
    let mut document = Vec::new();
    let (json, columnar) = (codec(typecase::wire::Wire::Json), codec(typecase::wire::Wire::Columnar));
    json.convert(&columnar, list(lines).as_bytes(), &mut document).unwrap();
    document
}

#[test]
fn every_way_to_a_document_gives_the_same_bytes() {
    let (directory, lines, whole) = with_document();
    for threads in ["1", "3"] {
        let encode = ["encode", "--to", "columnar", "--threads", threads, "--schema"];
        let of = |more: &[&str], input: &[u8]| stdout(&directory, &[&encode[..], more].concat(), input);
        assert!(of(&["users.json"], list(&lines).as_bytes()) == whole, "a list");
        assert!(of(&["users.json", "--lines"], lines.as_bytes()) == whole, "lines");
        assert!(of(&["user.json", "--lines"], lines.as_bytes()) == whole, "lines of the items' schema");
        assert!(of(&["users.json", "--lines=in"], lines.as_bytes()) == whole, "lines to a list");
    }
}

#[test]
fn every_wire_that_streams_goes_there_and_back() {
    let (directory, lines, whole) = with_document();
    let json = stdout(&directory, &["decode", "--from", "columnar", "--lines", "users.col"], b"");
    // Users come with their fields in any order.
    assert_eq!(json.iter().filter(|&&byte| byte == b'\n').count(), ROWS);
    for (wire, option) in [
        ("json", None),
        ("positional", None),
        ("protobuf", None),
        ("packed", None),
        ("packed", Some("framed=yes")),
        ("avro", None),
        ("avro", Some("single-object=yes")),
        ("avro", Some("container=deflate")),
        ("msgpack", None),
        ("msgpack", Some("records=stream")),
        ("cbor", Some("records=stream")),
        ("bson", None),
    ] {
        let of = |side: &str| option.map(|option| format!("{side}.{option}"));
        let (to_option, from_option) = (of("to"), of("from"));
        let with =
            |option: &Option<String>| option.iter().flat_map(|option| ["-w".to_owned(), option.clone()]).collect();
        let (to_options, from_options): (Vec<String>, Vec<String>) = (with(&to_option), with(&from_option));
        for threads in ["1", "2"] {
            let mut there = vec!["convert", "--from", "columnar", "--to", wire, "--lines", "--threads", threads];
            there.extend(to_options.iter().map(String::as_str));
            there.extend(["users.col", "--out", "users.bin"]);
            stdout(&directory, &there, b"");
            // The same as from lines of JSON.
            let mut direct = vec!["convert", "--from", "json", "--to", wire, "--lines", "--schema", "users.json"];
            direct.extend(to_options.iter().map(String::as_str));
            let streamed = fs::read(directory.path().join("users.bin")).unwrap();
            if option.is_none_or(|option| !option.starts_with("container")) {
                assert!(stdout(&directory, &direct, &json) == streamed, "{there:?}");
            }
            let mut back = vec!["convert", "--to", "columnar", "--from", wire, "--lines", "--threads", threads];
            back.extend(["--schema", "users.json"]);
            back.extend(from_options.iter().map(String::as_str));
            assert!(stdout(&directory, &back, &streamed) == whole, "{back:?}");
        }
    }
    let list = stdout(&directory, &["decode", "--from", "columnar", "users.col"], b"");
    assert_eq!(list, crate::support::list(std::str::from_utf8(&json).unwrap()).into_bytes());
    // A container file has a schema of its own, and so has a document.
    let container = ["convert", "--from", "columnar", "--to", "avro", "-w", "container=null", "users.col"];
    let container = stdout(&directory, &container, b"");
    let back = ["convert", "--from", "avro", "-w", "from.container=null", "--to", "columnar"];
    let back = stdout(&directory, &back, &container);
    assert_eq!(stdout(&directory, &["decode", "--from", "columnar", "--lines"], &back), json);
    assert!(lines.len() > back.len());
}

#[test]
fn one_message_has_all_rows() {
    let (directory, _, whole) = with_document();
    for wire in ["msgpack", "cbor", "avro", "positional"] {
        let mut there = vec!["convert", "--from", "columnar", "--to", wire, "users.col", "--out", "users.bin"];
        if wire == "positional" {
            there.extend(["-w", "layout=columns"]);
        }
        stdout(&directory, &there, b"");
        let mut back = vec!["convert", "--from", wire, "--to", "columnar", "--schema", "users.json", "users.bin"];
        if wire == "positional" {
            back.extend(["-w", "layout=columns"]);
        }
        assert!(stdout(&directory, &back, b"") == whole, "{wire}");
    }
    let copy = ["convert", "--from", "columnar", "--to", "columnar"];
    assert!(stdout(&directory, &[&copy[..], &["users.col"]].concat(), b"") == whole);
    let readable = stdout(&directory, &[&copy[..], &["-w", "to.readable=yes", "users.col"]].concat(), b"");
    assert!(readable.len() > whole.len());
    assert!(stdout(&directory, &[&copy[..], &["--strict"]].concat(), &readable) == whole);
}

#[test]
fn a_document_needs_no_schema() {
    let (directory, _, whole) = with_document();
    let printed = |arguments: &[&str]| String::from_utf8(stdout(&directory, arguments, b"")).unwrap();
    assert_eq!(printed(&["check", "--from", "columnar", "users.col"]), "users.col: valid\n");
    let with = printed(&["inspect", "--from", "columnar", "--schema", "users.json", "users.col"]);
    assert_eq!(printed(&["inspect", "--from", "columnar", "users.col"]), with);
    // One that is given must be that of the document.
    directory.file("other.json", r#"{"array": {"id": "int32"}}"#);
    for arguments in [
        vec!["decode", "--from", "columnar", "--schema", "other.json", "users.col"],
        vec!["decode", "--from", "columnar", "--schema", "other.json", "--lines", "users.col"],
        vec!["convert", "--from", "columnar", "--to", "msgpack", "--schema", "other.json", "users.col"],
        vec!["check", "--from", "columnar", "--schema", "other.json", "users.col"],
    ] {
        let output = run(&directory, &arguments, b"");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let all = [output.stdout, output.stderr].concat();
        let message = String::from_utf8(all).unwrap();
        assert!(message.contains("the document has another schema"), "{arguments:?}: {message}");
    }
    for (arguments, expected) in [
        (vec!["decode", "--from", "columnar", "user.json"], "expected the line \"typecase-columnar 1\""),
        (vec!["decode", "--from", "columnar", "--lines=both", "users.col"], "a columnar document is one list of rows"),
    ] {
        let (_, message) = failure(&directory, &arguments, b"");
        assert!(message.contains(expected), "{message}");
    }
    // What is wrong is inside: the schema is read, and then the values.
    let at = whole.iter().rposition(|&byte| byte == b'{').unwrap() - 2;
    let mut wrong = whole.clone();
    wrong[at] = 0xff;
    directory.file("wrong.col", &wrong);
    for command in ["inspect", "check"] {
        let output = run(&directory, &[command, "--from", "columnar", "wrong.col"], b"");
        assert_eq!(output.status.code(), Some(1), "{command}");
    }
}

#[test]
fn a_document_is_checked_behind_rows_that_are_wrong() {
    let directory = Directory::new();
    directory.file("numbers.json", r#"{"n": "bigint"}"#);
    let lines: String = (0..9000).map(|at| format!("{{\"n\":\"{at}\"}}\n")).collect();
    let encode = ["encode", "--schema", "numbers.json", "--lines", "--to", "columnar"];
    let document = String::from_utf8(stdout(&directory, &encode, lines.as_bytes())).unwrap();
    let wrong = document.replace("\n17\n", "\n1x\n").replace("\n8500\n", "\n85o0\n");
    let check = |most: &str, document: &str| {
        let output = run(&directory, &["check", "--from", "columnar", "--max-errors", most], document.as_bytes());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, issues) = check("20", &wrong);
    let places: Vec<&str> = issues.lines().filter_map(|line| line.split(": ").nth(2)).collect();
    assert_eq!((status, &places[..]), (Some(1), &["[17].n", "[8500].n"][..]), "{issues}");
    assert_eq!(check("1", &wrong).1.lines().count(), 1);
    // One that is cut ends with that.
    let (_, issues) = check("20", &wrong[..wrong.len() - 9]);
    assert_eq!(issues.lines().count(), 3, "{issues}");
    assert_eq!(check("20", &document), (Some(0), "standard input: valid\n".to_owned()));
}

#[test]
fn what_is_whole_of_a_document_is_dumped() {
    let (directory, _, whole) = with_document();
    let inspect = |document: &[u8]| {
        let output = run(&directory, &["inspect", "--from", "columnar"], document);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, dump) = inspect(&whole);
    assert_eq!(status, Some(0));
    for expected in ["rows 0 to 8191", "rows 16384 to ", "{\"rows\":", "in all groups: "] {
        assert!(dump.contains(expected), "{expected}: {dump}");
    }
    let (status, cut) = inspect(&whole[..whole.len() - 500]);
    assert_eq!(status, Some(1));
    assert!(cut.contains("rows 8192 to 16383") && !cut.contains("rows 16384 to "), "{cut}");
}

#[test]
fn threads_do_not_change_what_is_wrong() {
    let (directory, lines, whole) = with_document();
    let wrong = lines.replacen("\"User 16001\"", "7", 1);
    let encode = ["encode", "--schema", "user.json", "--to", "columnar", "--lines", "--threads"];
    let one = run(&directory, &[&encode[..], &["1"]].concat(), wrong.as_bytes());
    let three = run(&directory, &[&encode[..], &["3"]].concat(), wrong.as_bytes());
    assert_eq!((one.status.code(), &one), (Some(1), &three));
    let message = String::from_utf8(one.stderr).unwrap();
    assert!(message.contains("line 16002: [16001].name: expected a string (type)"), "{message}");
    // The groups before are there.
    assert!(whole.starts_with(&one.stdout) && one.stdout.len() > whole.len() / 3);

    let cut = &whole[..whole.len() - 500];
    let decode = ["decode", "--from", "columnar", "--lines", "--threads"];
    let one = run(&directory, &[&decode[..], &["1"]].concat(), cut);
    let three = run(&directory, &[&decode[..], &["3"]].concat(), cut);
    assert_eq!((one.status.code(), &one), (Some(1), &three));
    assert_eq!(one.stdout.iter().filter(|&&byte| byte == b'\n').count(), 16_384);
}
