//! Every command that the documentation shows prints what the documentation says.
//!
//! A block of ```` ```console ```` in the README, in `docs/cli.md` and in `snapshots/*.md` is a session: each line that
//! starts with `$ ` is run by a shell in a directory that has `examples/`, one directory for a file, and
//! what follows is what it prints. `...` stands for any lines and `[..]` for any characters of a line. With
//! `SNAPSHOTS=overwrite` in the environment, the sessions are written anew.

use crate::support::{BINARY, Directory, repository};
use snapbox::assert::DEFAULT_ACTION_ENV;
use snapbox::{Assert, Data};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn sessions_of_the_readme_are_real() {
    check(&repository().join("README.md"));
}

#[test]
fn documented_sessions_are_real() {
    check(&repository().join("docs/cli.md"));
}

#[test]
fn help_is_as_it_was() {
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/snapshots/help.md"));
}

#[test]
fn dumps_are_as_they_were() {
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/snapshots/inspect.md"));
}

fn check(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let actual = replay(&text);
    assert!(text.contains("```console"), "{} has sessions", path.display());
    Assert::new().action_env(DEFAULT_ACTION_ENV).eq(actual, Data::read_from(path, None));
}

/// The document with the sessions as they go now.
fn replay(text: &str) -> String {
    let directory = Directory::new();
    for entry in fs::read_dir(repository().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            directory
                .file(&format!("examples/{}", path.file_name().unwrap().to_string_lossy()), fs::read(&path).unwrap());
        }
    }
    let mut out = String::new();
    let mut in_session = false;
    for line in text.lines() {
        match line {
            "```console" => in_session = true,
            "```" => in_session = false,
            _ => {}
        }
        let command = line.strip_prefix("$ ").filter(|_| in_session);
        if !in_session || command.is_some() || line == "```console" {
            out.push_str(line);
            out.push('\n');
        }
        if let Some(command) = command {
            out.push_str(&shell(&directory, command));
        }
    }
    out
}

/// What a shell prints for a command, errors included.
fn shell(directory: &Directory, command: &str) -> String {
    let path = format!("{}:{}", Path::new(BINARY).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(directory.path())
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
