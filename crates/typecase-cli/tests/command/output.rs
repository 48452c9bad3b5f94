//! Output is there whole or not at all.

use crate::support::{Directory, USER, run, typecase, users};
use std::fs;
use std::io::Read;
use std::process::Stdio;

const ENCODE: [&str; 6] = ["encode", "--schema", "user.json", "--to", "positional", "--lines"];

fn with_schema() -> Directory {
    let directory = Directory::new();
    directory.file("user.json", USER);
    directory
}

#[test]
fn a_file_appears_when_it_is_whole() {
    let directory = with_schema();
    directory.file("out", "old");
    let output = run(&directory, &[&ENCODE[..], &["--out", "out"]].concat(), users(10_000).as_bytes());
    assert!(output.status.success() && output.stdout.is_empty());
    let text = fs::read_to_string(directory.path().join("out")).unwrap();
    assert_eq!(text.lines().count(), 10_000);
    assert_eq!(text.lines().nth(1), Some(r#"[1,"User 1","user1@example.com",[]]"#));
    assert_eq!(directory.names(), ["out", "user.json"]);
}

#[test]
fn a_failed_run_leaves_no_file_and_the_old_one_as_it_was() {
    let directory = with_schema();
    let wrong = users(10_000) + "{\"id\":\"x\"}\n";
    for threads in ["1", "3"] {
        let arguments = [&ENCODE[..], &["--threads", threads, "--out", "out"]].concat();
        assert_eq!(run(&directory, &arguments, wrong.as_bytes()).status.code(), Some(1));
        assert_eq!(directory.names(), ["user.json"]);
    }
    directory.file("out", "old");
    let output = run(&directory, &[&ENCODE[..], &["--out", "out"]].concat(), wrong.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_to_string(directory.path().join("out")).unwrap(), "old");
    assert_eq!(directory.names(), ["out", "user.json"]);
}

#[test]
fn the_input_may_be_the_output() {
    let directory = with_schema();
    directory.file("data", users(3));
    let output = run(&directory, &[&ENCODE[..], &["data", "--out", "data"]].concat(), b"");
    assert!(output.status.success());
    assert!(fs::read_to_string(directory.path().join("data")).unwrap().starts_with("[0,"));
}

#[test]
fn a_device_is_written_to_and_not_replaced() {
    let directory = with_schema();
    let output = run(&directory, &[&ENCODE[..], &["--out", "/dev/null"]].concat(), users(3).as_bytes());
    assert!(output.status.success());
    assert!(fs::metadata("/dev/null").unwrap().len() == 0 && !fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_reader_that_has_had_enough_is_no_failure() {
    let directory = with_schema();
    directory.file("data", users(50_000));
    for threads in ["1", "2"] {
        let mut command = typecase(&directory, &[&ENCODE[..], &["--threads", threads, "data"]].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut start = [0; 10];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut start).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}
