//! Lines and lists go item by item, on any number of threads, with the same result.

use crate::support::{Directory, USER, failure, list, run, stdout, typecase, users};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

fn with_schemas() -> Directory {
    let directory = Directory::new();
    directory.file("user.json", USER);
    directory.file("users.json", format!("{{\"array\": {USER}}}"));
    directory.file("columns.json", format!("{{\"$layout\": \"columns\", \"$root\": {{\"array\": {USER}}}}}"));
    directory
}

#[test]
fn threads_do_not_change_the_output() {
    let directory = with_schemas();
    let lines = users(30_000);
    let list = list(&lines);
    for (schema, input, more) in [("user.json", &lines, "--lines"), ("users.json", &list, "--threads=1")] {
        let arguments = ["convert", "--schema", schema, "--from", "json", "--to", "positional", more];
        let one = stdout(&directory, &arguments, input.as_bytes());
        for threads in ["2", "3", "0"] {
            let mut arguments = arguments.to_vec();
            arguments.retain(|argument| !argument.starts_with("--threads"));
            arguments.extend(["--threads", threads]);
            assert!(stdout(&directory, &arguments, input.as_bytes()) == one, "{threads} threads on {schema}");
        }
    }
}

#[test]
fn threads_do_not_change_the_errors() {
    let directory = with_schemas();
    let lines = users(20_000).replacen("\"User 15001\"", "7", 1) + "{\n";
    let arguments = ["encode", "--schema", "user.json", "--to", "positional", "--lines", "--threads"];
    let one = run(&directory, &[&arguments[..], &["1"]].concat(), lines.as_bytes());
    let three = run(&directory, &[&arguments[..], &["3"]].concat(), lines.as_bytes());
    assert_eq!(one.status.code(), Some(1));
    assert_eq!(one, three);
    // All lines before the wrong one are there, and nothing of it.
    assert_eq!(one.stdout.iter().filter(|&&byte| byte == b'\n').count(), 15_001);
    let message = String::from_utf8(one.stderr).unwrap();
    let offset = lines.find("\"name\":7").unwrap() + 7;
    let expected = format!("standard input: byte {offset}, line 15002: [15001].name: expected a string (type)");
    assert_eq!(message, format!("typecase: {expected}\n"));
}

#[test]
fn lines_and_lists_turn_into_each_other() {
    let directory = with_schemas();
    let lines = users(100);
    let list = list(&lines);
    let convert = |schema: &str, from: &str, to: &str, more: &[&str], input: &[u8]| {
        let arguments = ["convert", "--schema", schema, "--from", from, "--to", to];
        stdout(&directory, &[&arguments[..], more].concat(), input)
    };
    let positional = convert("users.json", "json", "positional", &[], list.as_bytes());
    let json = convert("users.json", "json", "json", &[], list.as_bytes());

    // A list schema: the JSON side has the lines.
    assert_eq!(convert("users.json", "json", "positional", &["--lines"], lines.as_bytes()), positional);
    let json_lines = convert("users.json", "positional", "json", &["--lines"], &positional);
    assert_eq!(json_lines.iter().filter(|&&byte| byte == b'\n').count(), 100);
    // A record schema: said outright.
    assert_eq!(convert("user.json", "json", "positional", &["--lines=in"], lines.as_bytes()), positional);
    assert_eq!(convert("user.json", "positional", "json", &["--lines=out"], &positional), json_lines);
    assert_eq!(convert("users.json", "json", "json", &["--lines=in"], &json_lines), json);
    // A value of the schema a line, whatever it is.
    let two = [&positional[..], b"\n", &positional[..], b"\n"].concat();
    let both = convert("users.json", "positional", "json", &["--lines=both"], &two);
    assert_eq!(both, [&json[..], b"\n", &json[..], b"\n"].concat());

    // Columns mix the items, so they are gathered and scattered.
    let columns = convert("columns.json", "json", "positional", &[], list.as_bytes());
    assert_ne!(columns, positional);
    assert_eq!(convert("columns.json", "json", "positional", &["--lines"], lines.as_bytes()), columns);
    assert_eq!(convert("columns.json", "positional", "json", &["--lines"], &columns), json_lines);
    assert_eq!(convert("columns.json", "positional", "json", &[], &columns), json);
}

#[test]
fn pretty_lists_are_those_of_json_stringify() {
    let directory = with_schemas();
    let pretty = |input: &str| {
        let arguments = ["convert", "--schema", "users.json", "--from", "json", "--to", "json", "--pretty"];
        String::from_utf8(stdout(&directory, &arguments, input.as_bytes())).unwrap()
    };
    assert_eq!(pretty("[]"), "[]");
    let user = r#"{"id":1,"name":"a\nb","tags":["x"]}"#;
    let expected = "[\n  {\n    \"id\": 1,\n    \"name\": \"a\\nb\",\n    \"tags\": [\n      \"x\"\n    ]\n  }\n]";
    assert_eq!(pretty(&format!("[{user}]")), expected);
    let whole = typecase::wire::json::pretty(list(&users(50)).as_bytes(), 2);
    let sorted = pretty(&list(&users(50)));
    assert_eq!(sorted.lines().count(), whole.split(|&byte| byte == b'\n').count());
}

#[test]
fn an_item_is_written_as_soon_as_it_has_come() {
    let directory = with_schemas();
    let arguments = ["encode", "--schema", "user.json", "--to", "positional", "--lines"];
    for threads in ["1", "2"] {
        let mut command = typecase(&directory, &[&arguments[..], &["--threads", threads]].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for id in 0..3 {
            writeln!(stdin, "{{\"id\":{id},\"name\":\"n\",\"tags\":[]}}").unwrap();
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            assert_eq!(line, format!("[{id},\"n\",null,[]]\n"));
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn a_list_that_ends_too_early_is_reported_after_its_items() {
    let directory = with_schemas();
    let whole = list(&users(10));
    let cut = &whole.as_bytes()[..whole.len() - 20];
    let arguments = ["decode", "--schema", "users.json", "--from", "json"];
    let output = run(&directory, &arguments, cut);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stdout).unwrap().matches("\"id\"").count(), 9);
    let (_, message) = failure(&directory, &arguments, cut);
    assert_eq!(
        message,
        format!("typecase: standard input: byte {}: [9]: the text ends before the list does (json)\n", cut.len())
    );
}
