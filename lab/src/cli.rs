//! The command line of the lab.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::{Long, Short, Value, ValueExt};

use crate::cases::{Cases, Op};
use crate::peers::Wire;
use crate::run::{Plan, run};
use crate::stream::{self, StreamPlan};
use crate::{payloads, report};

const HELP: &str = "\
Compares typecase with other libraries on the reference payloads.

lab [OPTIONS]
    --payload NAME   only this payload (repeatable, as are --op, --peer and --wire)
    --op NAME        only this operation: encode, decode, borrow, tree-read, tree-write, from-json, to-json
    --peer NAME      only this peer
    --wire NAME      only this wire: json, positional, protobuf, avro, msgpack, msgpack-array, cbor, cbor-array, bson,
                     packed (with the peers that it is compared with)
    --rounds N       interleaved batches of 10 ms a peer (20)
    --times N        batches of N operations instead, for counting instructions
    --core N         the core to stay on (the last one)
    --json FILE      also write every measurement as JSON
    --markdown FILE  also write the tables of the wires and the means as Markdown

lab stream [OPTIONS]
    --bytes SIZE     size of the NDJSON file: 1GB, 200MB, 5000 (1GB)
    --typecase PATH  the typecase binary; without it only the peer runs
    --rounds N       runs of each program (3)
    --dir DIR        where the file goes (the system's temporary directory)
";

/// Runs the command and says what went wrong on standard error.
pub fn main() -> ExitCode {
    match dispatch() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lab: {error}");
            ExitCode::FAILURE
        }
    }
}

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn dispatch() -> Outcome {
    let mut args = lexopt::Parser::from_env();
    let mut comparison = Comparison::default();
    while let Some(arg) = args.next()? {
        match arg {
            Value(command) if command == "stream" => return stream_command(args),
            Long("payload") => comparison.payloads.push(args.value()?.string()?),
            Long("op") => comparison.plan.ops.push(args.value()?.string()?),
            Long("peer") => comparison.plan.peers.push(args.value()?.string()?),
            Long("wire") => comparison.plan.wires.push(args.value()?.string()?),
            Long("rounds") => comparison.plan.rounds = rounds(&mut args)?,
            Long("times") => comparison.plan.times = Some(args.value()?.parse()?),
            Long("core") => comparison.core = Some(args.value()?.parse()?),
            Long("json") => comparison.json = Some(args.value()?.into()),
            Long("markdown") => comparison.markdown = Some(args.value()?.into()),
            Long("bench") => {} // what `cargo bench` adds
            Long("help") | Short('h') => {
                print!("{HELP}");
                return Ok(());
            }
            _ => return Err(arg.unexpected().into()),
        }
    }
    comparison.run()
}

/// Reads the rest of `lab stream` and runs it.
fn stream_command(mut args: lexopt::Parser) -> Outcome {
    let mut plan = StreamPlan::default();
    while let Some(arg) = args.next()? {
        match arg {
            Long("bytes") => plan.bytes = size(&args.value()?.string()?)?,
            Long("typecase") => plan.typecase = Some(args.value()?.into()),
            Long("rounds") => plan.rounds = rounds(&mut args)?,
            Long("dir") => plan.dir = args.value()?.into(),
            _ => return Err(arg.unexpected().into()),
        }
    }
    print!("{}", stream::run(&plan)?);
    Ok(())
}

/// The options of the comparison.
struct Comparison {
    payloads: Vec<String>,
    plan: Plan,
    core: Option<usize>,
    json: Option<PathBuf>,
    markdown: Option<PathBuf>,
}

impl Default for Comparison {
    fn default() -> Self {
        Comparison {
            payloads: Vec::new(),
            plan: Plan { rounds: 20, times: None, ops: Vec::new(), peers: Vec::new(), wires: Vec::new() },
            core: None,
            json: None,
            markdown: None,
        }
    }
}

impl Comparison {
    /// Checks, times and reports.
    fn run(&self) -> Outcome {
        pin(self.core)?;
        let cases = payloads::cases(&self.payloads)?;
        self.check_filters(&cases)?;
        let rounds = self.plan.rounds;
        let groups = run(cases, &self.plan);
        let summary = report::summary(&groups, rounds);
        print!("{}\n{summary}", report::details(&groups));
        if let Some(file) = &self.markdown {
            fs::write(file, &summary)?;
        }
        if let Some(file) = &self.json {
            fs::write(file, format!("{:#}\n", report::json(&groups, rounds)))?;
        }
        Ok(())
    }

    /// A filter that matches nothing is a typing mistake.
    fn check_filters(&self, all: &[Cases]) -> Outcome {
        let mut peers: Vec<&str> = Vec::new();
        for case in all.iter().flat_map(|all| &all.cases) {
            if !peers.contains(&case.peer) {
                peers.push(case.peer);
            }
        }
        let ops = Op::ALL.iter().map(|op| op.name()).collect();
        known("peer", &self.plan.peers, peers)?;
        known("wire", &self.plan.wires, Wire::ALL.iter().map(|wire| wire.name()).collect())?;
        known("op", &self.plan.ops, ops)
    }
}

/// Fails with the names there are if one that was asked for is not among them.
fn known(what: &str, wanted: &[String], names: Vec<&str>) -> Outcome {
    match wanted.iter().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(format!("no {what} {name:?}; there are: {}", names.join(", ")).into()),
        None => Ok(()),
    }
}

/// Keeps this thread on one core, the last one unless told otherwise.
fn pin(core: Option<usize>) -> Outcome {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    let chosen = match core {
        Some(id) => match cores.iter().find(|core| core.id == id) {
            Some(core) => Some(core),
            None => return Err(format!("no core {id}").into()),
        },
        None => cores.last(),
    };
    if !chosen.is_some_and(|&core| core_affinity::set_for_current(core)) {
        eprintln!("lab: cannot stay on one core here; times will vary more");
    }
    Ok(())
}

/// The number of rounds: at least one.
fn rounds(args: &mut lexopt::Parser) -> Outcome<usize> {
    match args.value()?.parse()? {
        0 => Err("--rounds must be at least 1".into()),
        rounds => Ok(rounds),
    }
}

/// A size such as `1GB`, `200MB` or `5000` (powers of ten).
fn size(text: &str) -> Outcome<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "B" => 1,
        "kB" | "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        unit => return Err(format!("unknown unit {unit:?} in {text:?}").into()),
    };
    let number: u64 = digits.parse().map_err(|_| format!("{text:?} is not a size such as 1GB"))?;
    number.checked_mul(unit).ok_or_else(|| format!("{text:?} is too large").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("1GB").unwrap(), 1_000_000_000);
        assert_eq!(size("5000").unwrap(), 5_000);
        assert!(size("1XB").is_err());
        assert!(size("GB").is_err());
    }
}
