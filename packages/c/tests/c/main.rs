//! The library through its header: C programs that the C compiler builds, with the sanitizers for addresses and for
//! undefined behaviour, and that must end well.
//!
//! They say so loudly and are skipped where there is no C compiler, except where CI=true, where they fail.

mod hostile;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::wire::Wire;

/// The folder of the package.
const HERE: &str = env!("CARGO_MANIFEST_DIR");
/// What is asked of all C here.
const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"];

/// Runs a command to its end, which must be a good one, and gives what it printed.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
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

/// Builds a C program of the package, runs it with arguments, and gives what it printed; `None` without a compiler.
fn program(source: &str, arguments: &[&str]) -> Option<String> {
    if !there_is("cc") {
        return None;
    }
    let binary = place("c").join(source.replace(['/', '.'], "-"));
    let mut compiler = Command::new("cc");
    compiler.arg("-std=c99").args(WARNINGS).args(["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    compiler.arg("-I").arg(Path::new(HERE).join("include")).arg(Path::new(HERE).join(source)).arg(library());
    run(compiler.args(["-lpthread", "-ldl", "-lm", "-o"]).arg(&binary));
    Some(run(Command::new(&binary).args(arguments)))
}

#[test]
fn columns() {
    program("tests/columns.c", &[]);
}

#[test]
fn rows() {
    program("tests/rows.c", &[]);
}

#[test]
fn records() {
    program("tests/records.c", &[]);
}

#[test]
fn nulls() {
    program("tests/nulls.c", &[]);
}

#[test]
fn hostile() {
    let cases = place("c").join("cases");
    std::fs::write(&cases, hostile::cases()).unwrap();
    program("tests/hostile.c", &[cases.to_str().unwrap()]);
}

#[test]
fn examples() {
    let printed = program("examples/records.c", &[]);
    assert!(printed.is_none_or(|printed| printed == "7 bytes\nAda\n{\"id\":7,\"name\":\"Ada\",\"active\":true}\n"));
    let schema = Schema::parse(r#"{"array": {"name": "string", "score": "number"}}"#).unwrap();
    let codec = |wire| Codec::new(&schema, wire, &Options::default()).unwrap();
    let json = br#"[{"name": "Ada", "score": 1.5}, {"name": "Bob", "score": 40}, {"name": "Cy", "score": 2}]"#;
    let mut columnar = Vec::new();
    codec(Wire::Json).convert(&codec(Wire::Columnar), json, &mut columnar).unwrap();
    let document = place("c").join("example.columnar");
    std::fs::write(&document, columnar).unwrap();
    let printed = program("examples/columns.c", &[document.to_str().unwrap(), "score", "name"]);
    assert!(printed.is_none_or(|printed| printed == "3 rows, 3 values, sum 43.50\ngreatest: 40.00, Bob\n"));
    let printed = program("examples/structs.c", &[]);
    assert!(printed.is_none_or(|printed| {
        let view = typecase::wire::columnar::View::new(printed.as_bytes()).unwrap();
        view.len() == 3 && view.column("items[].price").unwrap().numbers().unwrap() == [0.25, 0.5, 19.5]
    }));
}

/// What `make install` puts into a folder is found with pkg-config, linked and run.
#[test]
fn what_is_installed_is_found() {
    if !["make", "cc", "pkg-config"].iter().all(|program| there_is(program)) {
        return;
    }
    let root = place("installed");
    std::fs::remove_dir_all(&root).unwrap();
    // A target folder of its own, so that the library of the other tests stays as it is.
    let mut make = Command::new("make");
    make.arg("-C").arg(HERE).args(["install", "PREFIX=/opt/typecase", "PROFILE=dev"]);
    make.arg(format!("DESTDIR={}", root.display())).arg(format!("CARGO={}", env!("CARGO")));
    run(make.env("CARGO_TARGET_DIR", place("install-target")));

    let prefix = root.join("opt/typecase");
    let library = prefix.join("lib");
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs", "typecase"])
        .env("PKG_CONFIG_SYSROOT_DIR", &root)
        .env("PKG_CONFIG_LIBDIR", library.join("pkgconfig"))
        .output()
        .unwrap();
    let flags = String::from_utf8(flags.stdout).unwrap();
    assert!(flags.contains(prefix.join("include").to_str().unwrap()), "{flags}");
    let version = format!("{}{}", "libtypecase.so.", env!("CARGO_PKG_VERSION"));
    assert!(library.join(version).exists() && prefix.join("include/typecase.h").exists());

    let build = |name: &str, flags: &[&str]| {
        let program = root.join(name);
        let example = Path::new(HERE).join("examples/records.c");
        run(Command::new("cc").arg("-std=c99").args(WARNINGS).arg(example).args(flags).arg("-o").arg(&program));
        program
    };
    let flags: Vec<&str> = flags.split_whitespace().collect();
    let shared = build("shared", &flags);
    let archive = library.join("libtypecase.a");
    let alone = build("static", &[flags[0], archive.to_str().unwrap(), "-lpthread", "-ldl", "-lm"]);
    // The name without a version is for the linker alone.
    std::fs::remove_file(library.join("libtypecase.so")).unwrap();
    let printed = run(Command::new(shared).env("LD_LIBRARY_PATH", &library));
    assert!(printed.starts_with("7 bytes\n"), "{printed}");
    assert_eq!(run(&mut Command::new(alone)), printed);
}

/// Every function of the header is one of the library, and the other way about, but for those that are written out there.
#[test]
fn the_header_has_every_function() {
    let names = |text: &str, before: &str| -> BTreeSet<String> {
        let start = format!("{before}tc_");
        let found = text.match_indices(&start).map(|(at, _)| &text[at + before.len()..]);
        let words = found.map(|rest| rest.split_once(|letter: char| !letter.is_alphanumeric() && letter != '_'));
        words.flatten().map(|(name, _)| name.to_owned()).collect()
    };
    let header = std::fs::read_to_string(Path::new(HERE).join("include/typecase.h")).unwrap();
    // What is behind a comment's beginning is none of it.
    let code: String = header.split("/*").map(|part| part.rsplit_once("*/").map_or(part, |(_, code)| code)).collect();
    let declared: BTreeSet<String> =
        names(&code, "").into_iter().filter(|name| code.contains(&format!("{name}("))).collect();
    let inline = names(&code, "static inline size_t ");
    assert_eq!(inline.len(), code.matches("static inline").count());
    let declared: BTreeSet<String> = declared.difference(&inline).cloned().collect();
    let mut defined = BTreeSet::new();
    for file in std::fs::read_dir(Path::new(HERE).join("src")).unwrap() {
        defined.extend(names(&std::fs::read_to_string(file.unwrap().path()).unwrap(), "extern \"C\" fn "));
    }
    assert!(defined.len() > 60);
    assert_eq!(declared, defined);
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
