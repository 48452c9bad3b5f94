//! Memory is bound by a few batches, whatever the size of the input.
#![cfg(target_os = "linux")]

use crate::support::{Directory, USER, typecase, users};
use std::fs;
use std::io::Write;
use std::process::Stdio;

const MEGABYTE: usize = 1 << 20;

/// The peak of the resident set, in bytes, of the command while it converts this much in this framing.
fn peak(bytes: usize, lines: bool, threads: &str) -> usize {
    let directory = Directory::new();
    directory.file("user.json", USER);
    directory.file("users.json", format!("{{\"array\": {USER}}}"));
    let arguments: &[&str] = if lines { &["--schema", "user.json", "--lines"] } else { &["--schema", "users.json"] };
    let convert = ["convert", "--from", "json", "--to", "positional", "--threads", threads];
    let mut command = typecase(&directory, &[&convert[..], arguments].concat());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();

    let block = users(1000);
    let block = if lines { block } else { block.replace('\n', ",") };
    let mut written = 0;
    stdin.write_all(if lines { b"" } else { b"[" }).unwrap();
    while written < bytes {
        stdin.write_all(block.as_bytes()).unwrap();
        written += block.len();
    }
    stdin.write_all(b"{\"id\":1,\"name\":\"\",\"tags\":[]}").unwrap();
    stdin.write_all(if lines { b"\n" } else { b"]" }).unwrap();
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

/// The bound that is promised for a gigabyte; takes a while in a debug build.
#[test]
#[ignore = "converts a gigabyte"]
fn a_gigabyte_takes_less_than_64_megabytes() {
    for (lines, threads) in [(true, "1"), (true, "4"), (false, "1")] {
        let peak = peak(1000 * MEGABYTE, lines, threads);
        assert!(peak < 64 * MEGABYTE, "{peak} bytes with lines {lines} on {threads} threads");
    }
}
