//! Memory is bound by a few batches, whatever the size of the input.
#![cfg(target_os = "linux")]

use crate::support::{Directory, USER, stdout, typecase, users};
use std::fs;
use std::io::Write;
use std::process::Stdio;

const MEGABYTE: usize = 1 << 20;

/// The peak of the resident set, in bytes, of the command while it converts this much in this framing.
fn peak(bytes: usize, lines: bool, threads: &str) -> usize {
    let block = users(1000);
    let block = if lines { block } else { block.replace('\n', ",") };
    let arguments: &[&str] = if lines { &["--schema", "user.json", "--lines"] } else { &["--schema", "users.json"] };
    let convert = ["convert", "--from", "json", "--to", "positional", "--threads", threads];
    let user = "{\"id\":1,\"name\":\"\",\"tags\":[]}";
    let (start, end) = if lines { ("", format!("{user}\n")) } else { ("[", format!("{user}]")) };
    peak_of(&[&convert[..], arguments].concat(), bytes, start.as_bytes(), block.as_bytes(), end.as_bytes())
}

/// The peak of the command with these arguments while it reads `start`, so many bytes of the block over and over, and
/// `end`.
fn peak_of(arguments: &[&str], bytes: usize, start: &[u8], block: &[u8], end: &[u8]) -> usize {
    let directory = Directory::new();
    directory.file("user.json", USER);
    directory.file("users.json", format!("{{\"array\": {USER}}}"));
    let mut command = typecase(&directory, arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut written = 0;
    stdin.write_all(start).unwrap();
    while written < bytes {
        stdin.write_all(block).unwrap();
        written += block.len();
    }
    stdin.write_all(end).unwrap();
    // All but what a pipe holds has been read, and the process is still there to ask.
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
}

#[test]
fn streams_take_little_memory() {
    for (lines, threads) in [(true, "1"), (false, "1"), (true, "3"), (false, "3")] {
        let peak = peak(24 * MEGABYTE, lines, threads);
        assert!(peak < 20 * MEGABYTE, "{peak} bytes with lines {lines} on {threads} threads");
    }
}

#[test]
fn streams_of_messages_take_little_memory() {
    let directory = Directory::new();
    directory.file("user.json", USER);
    for (wire, option) in [
        ("protobuf", None),
        ("avro", Some("single-object=yes")),
        ("msgpack", Some("records=stream")),
        ("cbor", Some("records=inline")),
        ("bson", Some("nulls=write")),
    ] {
        let options: Vec<&str> = option.into_iter().flat_map(|option| ["-w", option]).collect();
        let write = ["convert", "--schema", "user.json", "--lines", "--from", "json", "--to", wire];
        let peak = peak_of(&[&write[..], &options].concat(), 12 * MEGABYTE, b"", users(1000).as_bytes(), b"");
        assert!(peak < 20 * MEGABYTE, "{peak} bytes to {wire}");
        // A stream may be read from its start only, so that its messages are sent over and over without state.
        let block = stdout(&directory, &write, users(1000).as_bytes());
        let read = ["convert", "--schema", "user.json", "--lines", "--from", wire, "--to", "avro"];
        let peak = peak_of(&read, 12 * MEGABYTE, b"", &block, b"");
        assert!(peak < 20 * MEGABYTE, "{peak} bytes from {wire}");
    }
}

#[test]
fn columnar_documents_take_the_memory_of_a_few_groups() {
    let directory = Directory::new();
    directory.file("user.json", USER);
    for threads in ["1", "2"] {
        let write = ["encode", "--schema", "user.json", "--lines", "--to", "columnar", "--threads", threads];
        let few = peak_of(&write, 2 * MEGABYTE, b"", users(1000).as_bytes(), b"");
        let many = peak_of(&write, 16 * MEGABYTE, b"", users(1000).as_bytes(), b"");
        assert!(many < few + 8 * MEGABYTE, "{few} bytes, {many} bytes on {threads} threads");
    }
    // A document that is as long is read as it comes: a pipe cannot be gone back in.
    let mut document = stdout(&directory, &["encode", "--schema", "user.json", "--lines", "--to", "columnar"], b"");
    let head = document.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1;
    document.truncate(head);
    let group =
        stdout(&directory, &["encode", "--schema", "user.json", "--lines", "--to", "columnar"], users(8192).as_bytes());
    let end = group.iter().rposition(|&byte| byte == b'{').unwrap();
    for read in [
        &["decode", "--from", "columnar", "--lines", "--threads", "1"][..],
        &["decode", "--from", "columnar", "--lines", "--threads", "2"],
        &["check", "--from", "columnar"],
        &["inspect", "--from", "columnar"],
    ] {
        let peak = |bytes: usize| {
            let groups = bytes.div_ceil(end - head);
            let place = |at: usize| format!("{},8192", head + at * (end - head));
            let places: Vec<String> = (0..groups).map(place).collect();
            let index = format!("{{\"rows\":{},\"groups\":[{}]}}\n", groups * 8192, places.join(","));
            peak_of(read, bytes, &document, &group[head..end], index.as_bytes())
        };
        let (few, many) = (peak(MEGABYTE), peak(8 * MEGABYTE));
        assert!(many < few + 8 * MEGABYTE, "{few} bytes, {many} bytes: {read:?}");
    }
}

/// The bound that is promised for a gigabyte; takes a while in a debug build.
#[test]
#[ignore = "converts a gigabyte"]
fn a_gigabyte_takes_less_than_64_megabytes() {
    for (lines, threads) in [(true, "1"), (true, "4"), (false, "1")] {
        let peak = peak(1000 * MEGABYTE, lines, threads);
        assert!(peak < 64 * MEGABYTE, "{peak} bytes with lines {lines} on {threads} threads");
    }
}
