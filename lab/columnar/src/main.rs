//! Measures the columnar wire against JSON libraries: whole documents, single columns, single rows, and encoding.
//!
//! ```sh
//! cargo run --release                        # everything; --rounds 1 for a look
//! cargo run --release -- --markdown out.md   # the table for docs/columnar.md
//! ```
//!
//! `README.md` says what is measured and how it is made sure that all contenders do the same.

mod c;
mod digest;
mod json;
mod measure;
mod report;
mod rows;
#[path = "../../../crates/typecase/tests/support/tables.rs"]
mod tables;
mod typecase;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A table of the generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
enum Table {
    Repetitive,
    HighEntropy,
    Nested,
}

/// What is asked of a contender; `contender.h` has the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
enum Task {
    RowByRow,
    EveryValue,
    Numbers,
    Dates,
    Texts,
    OneRow,
    Encode,
}

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contender {
    Rust,
    C,
    Yyjson,
    Cjson,
    Serde,
}

const TABLES: [(Table, &str); 3] =
    [(Table::Repetitive, "repetitive"), (Table::HighEntropy, "high-entropy"), (Table::Nested, "nested")];
const TASKS: [(Task, &str); 7] = [
    (Task::RowByRow, "every value, row by row"),
    (Task::EveryValue, "every value, column by column"),
    (Task::Numbers, "one column of numbers"),
    (Task::Dates, "one column of dates"),
    (Task::Texts, "one column of strings"),
    (Task::OneRow, "one row"),
    (Task::Encode, "encode"),
];
const CONTENDERS: [(Contender, &str); 5] = [
    (Contender::Rust, "typecase in Rust"),
    (Contender::C, "typecase in C"),
    (Contender::Yyjson, "yyjson"),
    (Contender::Cjson, "cJSON"),
    (Contender::Serde, "serde_json"),
];

/// What the command line asks for.
struct Arguments {
    rows: usize,
    rounds: usize,
    markdown: Option<PathBuf>,
    /// Only the tables and tasks whose names contain this.
    only: String,
}

fn arguments() -> Option<Arguments> {
    let mut arguments = Arguments { rows: 50_000, rounds: 5, markdown: None, only: String::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match (&word[..], words.next()) {
            ("--rows", Some(rows)) => arguments.rows = rows.parse().ok()?,
            ("--rounds", Some(rounds)) => arguments.rounds = rounds.parse().ok()?,
            ("--markdown", Some(path)) => arguments.markdown = Some(path.into()),
            ("--only", Some(only)) => arguments.only = only,
            _ => return None,
        }
    }
    (arguments.rows > 0 && arguments.rounds > 0).then_some(arguments)
}

fn main() -> ExitCode {
    // A process that measures: it has been started by the one below, with numbers of the lists above.
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, table, task, contender, rows, folder] = &words[..]
        && word == "measure"
    {
        let number = |word: &String| word.parse::<usize>().expect("a number");
        let (table, task) = (TABLES[number(table)].0, TASKS[number(task)].0);
        println!("{}", measure::measure(table, task, CONTENDERS[number(contender)].0, number(rows), Path::new(folder)));
        return ExitCode::SUCCESS;
    }
    let Some(arguments) = arguments() else {
        eprintln!("usage: columnar-lab [--rows N] [--rounds N] [--only PART-OF-A-NAME] [--markdown FILE]");
        return ExitCode::from(2);
    };
    let folder = std::env::temp_dir().join(format!("columnar-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the inputs");
    let outcome = run(&arguments, &folder);
    std::fs::remove_dir_all(&folder).expect("the folder is there");
    match outcome {
        Ok(text) => {
            print!("{text}");
            if let Some(path) = arguments.markdown {
                std::fs::write(path, text).expect("the table can be written");
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Measures everything that is asked for, in processes of their own that take turns.
fn run(arguments: &Arguments, folder: &Path) -> Result<String, String> {
    let mut lines = Vec::new();
    for (table_at, (table, table_name)) in TABLES.iter().enumerate() {
        rows::write_inputs(*table, arguments.rows, folder);
        for (task_at, (task, task_name)) in TASKS.iter().enumerate() {
            if !format!("{table_name}: {task_name}").contains(&arguments.only) {
                continue;
            }
            let mut measured = vec![Vec::new(); CONTENDERS.len()];
            for _ in 0..arguments.rounds {
                for (contender_at, measured) in measured.iter_mut().enumerate() {
                    let numbers = [table_at, task_at, contender_at, arguments.rows].map(|number| number.to_string());
                    measured.push(in_a_process(&numbers, folder)?);
                }
            }
            // All have read the same, or written what is read as the same.
            let expected = &measured[0][0];
            for (runs, (_, contender)) in measured.iter().zip(CONTENDERS) {
                for run in runs {
                    if run.columns != expected.columns || run.fold != expected.fold {
                        return Err(format!("{table_name}: {task_name}: {contender} has not come to the same"));
                    }
                }
            }
            eprintln!("{table_name}: {task_name}: done");
            lines.push(report::Line {
                table: table_name,
                task: *task,
                name: task_name,
                times: report::medians(&measured),
            });
            let _ = table;
        }
    }
    Ok(report::text(&lines, arguments.rows, arguments.rounds))
}

/// Starts this program again for one measurement.
fn in_a_process(numbers: &[String; 4], folder: &Path) -> Result<measure::Measured, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program).arg("measure").args(numbers).arg(folder).output();
    let output = output.map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("measure {numbers:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    measure::Measured::parse(printed.trim()).ok_or_else(|| format!("measure {numbers:?}: {printed}"))
}
