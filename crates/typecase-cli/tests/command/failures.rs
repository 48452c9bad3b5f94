//! Exit statuses, and messages that say where.

use crate::support::{Directory, USER, failure, run, users};

fn with_schema() -> Directory {
    let directory = Directory::new();
    directory.file("user.json", USER);
    directory.file("users.json", format!("{{\"array\": {USER}}}"));
    directory
}

#[track_caller]
fn fails(arguments: &[&str], input: &str, status: i32, message: &str) {
    let (found, text) = failure(&with_schema(), arguments, input.as_bytes());
    assert_eq!((found, text.trim_end()), (status, message));
}

#[test]
fn wrong_data_is_placed() {
    let user = ["encode", "--schema", "user.json", "--to", "positional"];
    fails(
        &user,
        "{\"id\":1,\n \"name\":2}",
        1,
        "typecase: standard input: byte 17, line 2, column 9: name: expected a string (type)",
    );
    fails(
        &user,
        "",
        1,
        "typecase: standard input: byte 0, line 1, column 1: the text ends where a value should be (json)",
    );
    fails(
        &["decode", "--schema", "users.json", "--from", "positional"],
        "[[1,\"a\",null,[]],\n[2,\"b\",null,[3]]]",
        1,
        "typecase: standard input: byte 31, line 2: [1].tags[0]: expected a string (type)",
    );
    let strict = [&user[..], &["--strict"]].concat();
    let (status, message) = failure(&with_schema(), &strict, b"{\"id\":1,\"name\":\"\",\"tags\":[],\"more\":1}");
    assert!(status == 1 && message.contains("(extra)"), "{message}");
}

#[test]
fn limits_are_kept() {
    let user = ["encode", "--schema", "user.json", "--to", "positional"];
    for more in [["--max-bytes", "20"], ["--max-depth", "1"]] {
        let one = r#"{"id":1,"name":"a","tags":["b"]}"#;
        let (status, message) = failure(&with_schema(), &[&user[..], &more].concat(), one.as_bytes());
        assert!(status == 1 && message.contains("(limit)"), "{message}");
        let lines = [&user[..], &more, &["--lines"]].concat();
        let (status, message) = failure(&with_schema(), &lines, one.as_bytes());
        assert!(status == 1 && message.contains("(limit)"), "{message}");
    }
}

#[test]
fn validation_can_be_left_out() {
    let arguments = ["encode", "--schema", "user.json", "--to", "positional", "--no-validate"];
    let output = run(&with_schema(), &arguments, b"{\"name\":\"a\"}");
    assert!(output.status.success());
    assert_eq!(output.stdout, b"[null,\"a\"]");
}

#[test]
fn wrong_usage_has_status_2() {
    fails(&["encode", "--to", "positional"], "1", 2, "typecase: the wire positional needs a schema: --schema FILE");
    fails(
        &["encode", "--schema", "user.json", "--to", "positional", "-w", "layout=columns"],
        "{}",
        2,
        "typecase: the schema cannot go on the wire positional: the flat and columns layouts need a list of records at the root",
    );
    fails(
        &["encode", "--schema", "users.json", "--to", "positional", "-w", "layout=heap"],
        "[]",
        2,
        "typecase: the option layout of the wire positional is one of rows, flat, columns, not `heap`",
    );
    fails(
        &["encode", "--schema", "users.json", "--to", "positional", "-w", "indent=2"],
        "[]",
        2,
        "typecase: json or positional has no option `indent`; see `typecase wires`",
    );
    for arguments in
        [&["encode"][..], &["frob"], &[], &["encode", "--to", "xml"], &["encode", "--to", "json", "--threads", "x"]]
    {
        let (status, message) = failure(&with_schema(), arguments, b"");
        assert!(status == 2 && message.contains("Usage: typecase") || message.contains("--help"), "{message}");
    }
}

#[test]
fn files_that_cannot_be_read_or_written_have_status_3() {
    let missing = "No such file or directory (os error 2)";
    fails(
        &["encode", "--schema", "user.json", "--to", "positional", "none.json"],
        "",
        3,
        &format!("typecase: none.json: cannot be read: {missing}"),
    );
    fails(
        &["encode", "--schema", "none.json", "--to", "positional"],
        "",
        3,
        &format!("typecase: none.json: cannot be read: {missing}"),
    );
    fails(
        &["encode", "--schema", "user.json", "--to", "positional", "--out", "none/out"],
        "{}",
        3,
        &format!("typecase: none/out: cannot be written: {missing}"),
    );
    let (status, message) = failure(&with_schema(), &["encode", "--to", "json", "."], b"");
    assert!(status == 3 && message.starts_with("typecase: .: cannot be read: "), "{message}");
}

#[test]
fn wrong_schemas_say_what_and_where() {
    let directory = with_schema();
    directory.file("bad.json", r#"{"id": "int32", "address": {"zip": "strng"}}"#);
    directory.file("text.json", "{\"id\": }");
    directory.file("user.proto", "syntax = \"proto3\";\nmessage User { strng name = 1; }\nmessage Other {}");
    directory.file("schema.json", r#"{"type": "object", "properties": {"a": {"not": {}}}}"#);
    let show = |name: &str| failure(&directory, &["schema", "show", name], b"");
    let (status, message) = show("bad.json");
    assert_eq!(
        (status, message.as_str()),
        (1, "typecase: bad.json: address.zip: there is no type `strng` (ERR_UNKNOWN_TYPE)\n")
    );
    let (status, message) = show("text.json");
    assert_eq!(
        (status, message.as_str()),
        (1, "typecase: text.json: byte 7, line 1, column 8: expected a value (json)\n")
    );
    let (status, message) = show("user.proto");
    assert_eq!((status, message.as_str()), (1, "typecase: user.proto:2:16: \"strng\" is not defined\n"));
    let (status, message) = show("schema.json");
    assert!(status == 1 && message.contains("#/properties/a"), "{message}");
}

#[test]
fn check_lists_every_issue_up_to_the_maximum() {
    let directory = with_schema();
    directory.file("rules.json", r#"{"array": {"n": {"type": "int32", "max": 9}, "s": "string"}}"#);
    let data = "[{\"n\":10,\"s\":\"\"},\n{\"n\":\"x\",\"s\":1},\n{\"n\":1}]";
    let check = |more: &[&str], input: &str| {
        let output = run(&directory, &[&["check", "--schema", "rules.json"], more].concat(), input.as_bytes());
        let lines: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
        (output.status.code().unwrap(), lines, String::from_utf8(output.stderr).unwrap())
    };
    let (status, issues, summary) = check(&[], data);
    assert_eq!(status, 1);
    assert_eq!(
        issues,
        [
            "standard input: byte 1, line 1: [0].n: greater than the maximum of 9 (rule)",
            "standard input: byte 23, line 2: [1].n: expected an integer (type)",
            "standard input: byte 31, line 2: [1].s: expected a string (type)",
            "standard input: byte 42, line 3: [2].s: required field is missing or null (required)",
        ]
    );
    assert_eq!(summary, "typecase: standard input: 4 issues\n");
    let (status, first, summary) = check(&["--max-errors", "2"], data);
    assert_eq!((status, &first[..]), (1, &issues[..2]));
    assert_eq!(summary, "typecase: standard input: 2 issues, and perhaps more (--max-errors)\n");
    let lines = data.trim_matches(['[', ']']).replace(",\n", "\n");
    let (status, from_lines, _) = check(&["--lines"], &lines);
    assert_eq!((status, from_lines.len()), (1, 4));
    assert_eq!(check(&[], "[]"), (0, vec!["standard input: valid".to_owned()], String::new()));
    let (status, issues, _) = check(&[], "[{\"n\":1,\"s\":\"\"}");
    assert_eq!((status, issues.len()), (1, 1));

    let user = run(&directory, &["check", "--schema", "user.json", "--lines"], users(100).as_bytes());
    assert!(user.status.success());
}

#[test]
fn json_without_a_schema_is_rewritten() {
    let directory = with_schema();
    let run = |arguments: &[&str], input: &str| {
        String::from_utf8(crate::support::stdout(&directory, arguments, input.as_bytes())).unwrap()
    };
    assert_eq!(run(&["encode", "--to", "json"], " { \"b\" : [ 1.0 , true ] } "), "{\"b\":[1,true]}");
    let extended = r#"{"at":{"$date":0},"n":{"$bigint":"12"},"raw":{"$bytes":"00ff"}}"#;
    assert_eq!(run(&["convert", "--from", "json", "--to", "json", "--extended"], extended), extended);
    let plain = r#"{"at":"1970-01-01T00:00:00.000Z","n":"12","raw":"AP8="}"#;
    assert_eq!(run(&["encode", "--to", "json", "--extended"], extended), plain);
    assert_eq!(run(&["decode", "--from", "json", "--lines"], "[1]\n\n{ }\n"), "[1]\n{}\n");
}
