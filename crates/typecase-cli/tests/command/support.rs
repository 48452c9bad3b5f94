//! Runs the command, in a directory of its own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// The built command.
pub const BINARY: &str = env!("CARGO_BIN_EXE_typecase");

/// The top of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A reference payload, its schema, or the list of their sizes.
pub fn reference(name: &str) -> PathBuf {
    repository().join("payloads/reference").join(name)
}

/// A directory that is there for one test, and gone after it.
pub struct Directory(PathBuf);

impl Directory {
    pub fn new() -> Directory {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and gives its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// The names of the files.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The command in this directory.
pub fn typecase(directory: &Directory, arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.current_dir(directory.path()).args(arguments).stdin(Stdio::null());
    command
}

/// Runs the command on this input.
pub fn run(directory: &Directory, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = typecase(directory, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // The command may stop reading when it has found an error.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    })
}

/// What a run that must succeed prints.
pub fn stdout(directory: &Directory, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = run(directory, arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The exit status and the messages of a run that must fail.
pub fn failure(directory: &Directory, arguments: &[&str], input: &[u8]) -> (i32, String) {
    let output = run(directory, arguments, input);
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A schema document of a user, and NDJSON of `count` users.
pub const USER: &str = r#"{"id": "int32", "name": "string", "email": "?string", "tags": {"array": "string"}}"#;

pub fn users(count: usize) -> String {
    (0..count)
        .map(|id| match id % 3 {
            0 => format!("{{\"id\":{id},\"name\":\"User \\\"{id}\\\"\",\"tags\":[\"a]\",\"é\"]}}\n"),
            1 => format!("{{\"id\":{id},\"name\":\"User {id}\",\"email\":\"user{id}@example.com\",\"tags\":[]}}\n"),
            _ => format!("{{\"name\":\"User {id}\",\"tags\":[\"x\"],\"id\":{id}}}\n"),
        })
        .collect()
}

/// The same as one list.
pub fn list(lines: &str) -> String {
    format!("[{}]", lines.trim_end().replace('\n', ","))
}
