//! The packages that `tests/node/package-lock.json` pins, Node 24 among them.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// Where the packages and the script are.
pub fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/node")
}

/// Installs the packages if they are not what the lock file says, and gives the path of node; `None` if that cannot
/// be done, which is a failure where `CI=true`.
pub fn installed() -> Option<PathBuf> {
    let (directory, done) = (directory(), directory().join("node_modules/.installed"));
    let lock = fs::read(directory.join("package-lock.json")).unwrap();
    if fs::read(&done).ok().as_ref() != Some(&lock) {
        // Nothing has to be built, so that no script of a package runs.
        let mut npm = Command::new("npm");
        npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&directory);
        let problem = match npm.output() {
            Ok(output) if output.status.success() => None,
            Ok(output) => Some(String::from_utf8_lossy(&output.stderr).into_owned()),
            Err(error) => Some(format!("npm cannot be run: {error}")),
        };
        if let Some(problem) = problem {
            assert!(env::var_os("CI").is_none_or(|value| value != "true"), "npm ci: {problem}");
            eprintln!("SKIPPED: the packages of node, since they cannot be installed: {problem}");
            return None;
        }
        fs::write(done, lock).unwrap();
    }
    let pinned = directory.join("node_modules/.bin/node");
    Some(if pinned.exists() { pinned.canonicalize().unwrap() } else { PathBuf::from("node") })
}
