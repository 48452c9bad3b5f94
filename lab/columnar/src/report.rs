//! The tables: microseconds, and how many times as long each peer takes as typecase.

use crate::measure::Measured;
use crate::{CONTENDERS, Task, c};
use std::fmt::Write;

/// The medians of one contender at one task, in nanoseconds.
#[derive(Clone, Copy)]
pub struct Times {
    first: u64,
    warm: u64,
}

/// A line of the table.
pub struct Line {
    pub table: &'static str,
    pub task: Task,
    pub name: &'static str,
    /// In the order of the contenders.
    pub times: Vec<Times>,
}

/// The medians over the processes of each contender.
pub fn medians(measured: &[Vec<Measured>]) -> Vec<Times> {
    let median = |mut times: Vec<u64>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let of = |runs: &Vec<Measured>, time: fn(&Measured) -> u64| median(runs.iter().map(time).collect());
    measured.iter().map(|runs| Times { first: of(runs, |run| run.first), warm: of(runs, |run| run.warm) }).collect()
}

/// Everything as Markdown.
pub fn text(lines: &[Line], rows: usize, rounds: usize) -> String {
    let [yyjson, cjson] = c::versions();
    let mut out = format!(
        "{rows} rows; yyjson {yyjson}, cJSON {cjson}, serde_json typed. Microseconds, the median of {rounds} processes; × is \
         how many times as long.\n"
    );
    section(&mut out, "Warm: the median of the calls after the first", lines, |times| times.warm);
    section(&mut out, "The first call in a process", lines, |times| times.first);
    let missed = missed(lines);
    if !missed.is_empty() {
        let _ = write!(out, "\nBelow their bounds:\n\n{missed}");
    }
    out
}

fn section(out: &mut String, title: &str, lines: &[Line], time: fn(&Times) -> u64) {
    let _ = writeln!(out, "\n{title}:\n");
    out.push_str("| | Rust | C | yyjson | × Rust | × C | cJSON | × C | serde_json | × Rust |\n");
    out.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for line in lines {
        let times: Vec<f64> = line.times.iter().map(|times| time(times) as f64 / 1000.0).collect();
        let [rust, c, yyjson, cjson, serde] = times[..] else { unreachable!("as many as {}", CONTENDERS.len()) };
        let _ = writeln!(
            out,
            "| {}: {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            line.table,
            line.name,
            digits(rust),
            digits(c),
            digits(yyjson),
            ratio(yyjson / rust),
            ratio(yyjson / c),
            digits(cjson),
            ratio(cjson / c),
            digits(serde),
            ratio(serde / rust)
        );
    }
}

/// Microseconds to three digits or a whole number, with commas.
fn digits(microseconds: f64) -> String {
    if microseconds < 100.0 {
        return format!("{microseconds:.1}");
    }
    let whole = format!("{microseconds:.0}");
    let groups: Vec<&str> =
        whole.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

fn ratio(ratio: f64) -> String {
    if ratio < 10.0 { format!("{ratio:.1}") } else { format!("{ratio:.0}") }
}

/// What is slower than it should be: how many times as long yyjson must take, and for encoding serde_json.
fn missed(lines: &[Line]) -> String {
    let mut out = String::new();
    for line in lines {
        let warm: Vec<f64> = line.times.iter().map(|times| times.warm as f64).collect();
        let (bound, peer) = match line.task {
            Task::RowByRow | Task::EveryValue => (3.0, warm[2]),
            Task::Numbers | Task::Dates | Task::Texts => (50.0, warm[2]),
            Task::OneRow => (100.0, warm[2]),
            Task::Encode => (1.0, warm[4]),
        };
        for at in [0, 1] {
            if peer / warm[at] < bound {
                let (found, who) = (ratio(peer / warm[at]), CONTENDERS[at].1);
                let _ = writeln!(out, "- {}: {}: {who} {found}, bound {bound}", line.table, line.name);
            }
        }
    }
    out
}
