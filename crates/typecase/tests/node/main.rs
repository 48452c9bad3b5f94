//! The JavaScript packages themselves: they read what is written here, and what they write is read here.
//!
//! `tests/node/interop.mjs` makes the values, has them written and read by the packages, and judges. This end answers
//! it, one JSON object a line: what the values are on a wire, and what the messages of a package are.

mod answer;
mod packages;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

#[test]
fn packages_of_node_read_and_are_read() {
    let Some(node) = packages::installed() else { return };
    let mut command = Command::new(node);
    command.arg("interop.mjs").current_dir(packages::directory()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut requests, mut answers) = (BufReader::new(child.stdout.take().unwrap()), child.stdin.take().unwrap());
    let mut line = String::new();
    let mut count = 0;
    while requests.read_line(&mut line).unwrap() > 0 {
        match line.strip_prefix('#') {
            // What it has to say to people.
            Some(text) => eprintln!("{}", text.trim()),
            None => {
                count += 1;
                answers.write_all(answer::to(&line).as_bytes()).unwrap();
                answers.write_all(b"\n").unwrap();
            }
        }
        line.clear();
    }
    drop(answers);
    assert!(child.wait().unwrap().success(), "see above for what differs");
    assert!(count > 3000, "{count} cases");
}
