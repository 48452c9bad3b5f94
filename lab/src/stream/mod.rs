//! `lab stream`: NDJSON through a `serde_json::Value` program and through
//! `typecase convert`, to JSON and to positional rows, on one thread and on
//! two, as whole processes.

mod input;
mod process;

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::check::assert_same_json;
use crate::report::Table;
use input::{Input, Schema};
use process::{Usage, run_to_end};

/// What to stream and how often.
pub struct StreamPlan {
    /// Bytes of NDJSON.
    pub bytes: u64,
    /// The typecase binary.
    pub typecase: Option<PathBuf>,
    /// Runs of each program.
    pub rounds: usize,
    /// Where the input goes.
    pub dir: PathBuf,
}

impl Default for StreamPlan {
    fn default() -> Self {
        StreamPlan { bytes: 1_000_000_000, typecase: None, rounds: 3, dir: env::temp_dir() }
    }
}

/// One of the programs that are compared.
struct Program {
    name: &'static str,
    path: PathBuf,
    args: Vec<OsString>,
    /// What turns the output into JSON lines again, if it is none.
    back: Option<Vec<OsString>>,
}

/// Makes the input, compares the outputs on its first lines, then takes turns.
pub fn run(plan: &StreamPlan) -> Result<String, Box<dyn Error>> {
    let schema = Schema::create(&plan.dir)?;
    let mut programs =
        vec![Program { name: "serde_json::Value, line by line", path: value_lines()?, args: Vec::new(), back: None }];
    if let Some(path) = &plan.typecase {
        let convert = |from, to, threads| convert_arguments(schema.path(), from, to, threads);
        let program = |name, to, threads| Program {
            name,
            path: path.clone(),
            args: convert("json", to, threads),
            back: (to != "json").then(|| convert(to, "json", "1")),
        };
        programs.push(program("typecase convert, to JSON", "json", "1"));
        programs.push(program("typecase convert, to positional", "positional", "1"));
        programs.push(program("the same with --threads 2", "positional", "2"));
    }

    eprintln!("comparing the outputs on a small file");
    let sample = Input::create(&plan.dir, "sample", 1)?;
    for program in &programs {
        check(program, &sample, &plan.dir)?;
    }

    eprintln!("writing {} bytes", plan.bytes);
    let input = Input::create(&plan.dir, "input", plan.bytes)?;
    let mut usages: Vec<Vec<Usage>> = vec![Vec::new(); programs.len()];
    for round in 1..=plan.rounds {
        for (program, usages) in programs.iter().zip(&mut usages) {
            eprintln!("round {round}: {}", program.name);
            usages.push(run_to_end(&program.path, &program.args, input.path())?);
        }
    }
    Ok(report(&programs, &usages, fs::metadata(input.path())?.len()))
}

/// `typecase convert` from lines to lines.
fn convert_arguments(schema: &Path, from: &str, to: &str, threads: &str) -> Vec<OsString> {
    let options = ["convert", "--lines", "--from", from, "--to", to, "--threads", threads, "--schema"];
    let mut args: Vec<OsString> = options.map(OsString::from).into();
    args.push(schema.into());
    args
}

/// The peer's program, which Cargo puts beside this one.
fn value_lines() -> Result<PathBuf, Box<dyn Error>> {
    let name = format!("value_lines{}", env::consts::EXE_SUFFIX);
    let path = env::current_exe()?.with_file_name(name);
    if !path.exists() {
        return Err("value_lines is not built: run `cargo build --release --bins` first".into());
    }
    Ok(path)
}

/// Panics unless the program gives every line as the same value.
fn check(program: &Program, sample: &Input, dir: &Path) -> io::Result<()> {
    let mut output = process::output(&program.path, &program.args, sample.path())?;
    if let Some(back) = &program.back {
        let converted = Input::from_bytes(dir, "converted", &output)?;
        output = process::output(&program.path, back, converted.path())?;
    }
    let expected = fs::read(sample.path())?;
    let lines = |text: &[u8]| text.split(|&byte| byte == b'\n').count();
    assert_eq!(lines(&expected), lines(&output), "lines of {}", program.name);
    for (expected, actual) in expected
        .split(|&byte| byte == b'\n')
        .zip(output.split(|&byte| byte == b'\n'))
        .filter(|(expected, _)| !expected.is_empty())
    {
        assert_same_json(program.name, expected, actual);
    }
    Ok(())
}

/// The fastest and the median run of each program, and its largest peak.
fn report(programs: &[Program], usages: &[Vec<Usage>], bytes: u64) -> String {
    let mut table = Table::new(["program", "min s", "median s", "MB/s", "peak MB", "ratio"]);
    let seconds: Vec<Vec<f64>> = usages
        .iter()
        .map(|runs| {
            let mut seconds: Vec<f64> = runs.iter().map(|run| run.wall.as_secs_f64()).collect();
            seconds.sort_by(f64::total_cmp);
            seconds
        })
        .collect();
    let fastest = seconds.iter().map(|runs| runs[0]).fold(f64::MAX, f64::min);
    for ((program, runs), usages) in programs.iter().zip(&seconds).zip(usages) {
        let peak = usages.iter().filter_map(|usage| usage.peak_bytes).max();
        table.row([
            program.name.to_owned(),
            format!("{:.2}", runs[0]),
            format!("{:.2}", runs[runs.len() / 2]),
            format!("{:.0}", bytes as f64 / 1e6 / runs[0]),
            peak.map_or("?".to_owned(), |peak| format!("{:.1}", peak as f64 / 1e6)),
            format!("{:.2}", runs[0] / fastest),
        ]);
    }
    format!("{bytes} bytes of NDJSON, output discarded.\n\n{table}")
}
