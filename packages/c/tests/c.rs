//! The library through its header: C programs that the C compiler builds, with the sanitizers for addresses and for
//! undefined behaviour, and that must end well.
//!
//! They say so loudly and are skipped where there is no C compiler, except where CI=true, where they fail.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the package.
const HERE: &str = env!("CARGO_MANIFEST_DIR");
/// What is asked of all C here.
const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"];

/// Runs a command to its end, which must be a good one.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    );
}

/// Whether there is this compiler; if not, that is said, and is an error where CI=true.
fn there_is(compiler: &str) -> bool {
    let found = Command::new(compiler).arg("--version").output().is_ok();
    assert!(found || std::env::var_os("CI").is_none_or(|ci| ci != "true"), "there is no {compiler}");
    if !found {
        eprintln!("SKIPPED: there is no {compiler}");
    }
    found
}

/// The library, which Cargo has built beside this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libtypecase_c") && name.ends_with(".a")
    };
    let files = std::fs::read_dir(test.parent().unwrap()).unwrap().map(|file| file.unwrap().path());
    // An older one may have been left there.
    let built = files.filter(is_library).max_by_key(|path| path.metadata().unwrap().modified().unwrap());
    built.expect("Cargo builds the static library for the tests of its package")
}

/// A folder for what the tests make.
fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&place).unwrap();
    place
}

/// Builds a C program of the package and runs it with arguments.
fn program(source: &str, arguments: &[&str]) {
    if !there_is("cc") {
        return;
    }
    let binary = place("c").join(source.replace(['/', '.'], "-"));
    let mut compiler = Command::new("cc");
    compiler.arg("-std=c99").args(WARNINGS).args(["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    compiler.arg("-I").arg(Path::new(HERE).join("include")).arg(Path::new(HERE).join(source)).arg(library());
    run(compiler.args(["-lpthread", "-ldl", "-lm", "-o"]).arg(&binary));
    run(Command::new(&binary).args(arguments));
}

#[test]
fn columns() {
    program("tests/columns.c", &[]);
}

#[test]
fn the_header_is_c_and_cpp() {
    for (compiler, language, standard) in
        [("cc", "c", "c99"), ("cc", "c", "c17"), ("c++", "c++", "c++11"), ("c++", "c++", "c++20")]
    {
        if !there_is(compiler) {
            continue;
        }
        let header = Path::new(HERE).join("include/typecase.h");
        let mut command = Command::new(compiler);
        command.args(["-x", language, &format!("-std={standard}"), "-fsyntax-only"]).args(WARNINGS);
        // A header by itself is the main file, in which `#pragma once` and the like would be warned about.
        run(command.arg("-include").arg(header).arg("/dev/null"));
    }
}
