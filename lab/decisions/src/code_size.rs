//! How large the machine code of the drives is, by the symbols of this program.

use std::collections::BTreeMap;
use std::process::Command;

/// What is added up: a title, and parts that the name of a function must have.
const SUMS: [(&str, &[&str]); 6] = [
    ("drive, json to positional, compiled", &["drive::Driver", "positional::write::Writer"]),
    ("drive, positional to json, compiled", &["drive::Driver", "json::write::Writer"]),
    ("drive, json to any, table", &["drive::Driver", "DynWriter<typecase::wire::positional::write::Mark>"]),
    ("drive, positional to any, table", &["drive::Driver", "DynWriter<(usize, typecase::limits::Depth)>"]),
    (
        "methods of positional in the table",
        &["<typecase::wire::positional::write::Writer as decisions::dynamic::DynSink>"],
    ),
    ("methods of json in the table", &["<typecase::wire::json::write::Writer as decisions::dynamic::DynSink>"]),
];

/// Prints the sums; nothing where there is no `nm`.
pub fn report() {
    let Some(symbols) = symbols() else { return };
    println!("\nMachine code of the drives\n");
    println!("| {:<35} | {:>6} |\n| {:-<35} | {:->6} |", "functions", "bytes", "", ":");
    for (title, parts) in SUMS {
        let functions = symbols.iter().filter(|(name, _)| parts.iter().all(|part| name.contains(part)));
        println!("| {title:<35} | {:>6} |", functions.map(|(_, size)| size).sum::<u64>());
    }
}

/// The functions of this program with their sizes. The same drive may have been compiled once more in
/// typecase itself, where codecs call it; such a function counts once.
fn symbols() -> Option<BTreeMap<String, u64>> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new("nm").args(["--print-size", "--demangle"]).arg(program).output().ok()?;
    let lines = String::from_utf8(output.stdout).ok()?;
    let symbol = |line: &str| {
        // Address, size, kind, name.
        let mut words = line.splitn(4, ' ');
        let size = u64::from_str_radix(words.nth(1)?, 16).ok()?;
        Some((words.nth(1)?.to_owned(), size))
    };
    Some(lines.lines().filter_map(symbol).collect())
}
