//! `typecase infer`: a schema from samples.

use crate::args::OutputArgs;
use crate::failure::{Failure, Result};
use crate::input::Input;
use crate::output::Output;
use crate::samples;
use clap::Args;
use std::path::PathBuf;
use typecase::limits::Limits;
use typecase::schema::infer::{Inferrer, Options};

/// Print a schema document that describes the samples
///
/// Each file is a sample, or each line of it with --lines or a name that ends in .ndjson or .jsonl. Every
/// sample decodes under the schema and comes back as it was.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Infer {
    /// Each line is a sample (NDJSON)
    #[arg(long)]
    lines: bool,
    /// The name of the root type
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Look at this many samples only
    #[arg(long, value_name = "N")]
    max_samples: Option<u64>,
    /// Do not make enums of strings that repeat
    #[arg(long)]
    no_enums: bool,
    /// Do not make dates of strings in ISO 8601
    #[arg(long)]
    no_dates: bool,
    /// How deep lists and objects may nest
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=1024))]
    max_depth: u32,
    #[command(flatten)]
    output: OutputArgs,
    /// The samples; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  typecase infer users.json --name Users --out users.schema.json
  typecase infer --lines --max-samples 10000 events.ndjson
  typecase infer responses/*.json";

impl Infer {
    pub fn run(self) -> Result<()> {
        let defaults = Options::default();
        let mut inferrer = Inferrer::new(Options {
            name: self.name,
            max_samples: self.max_samples.unwrap_or(defaults.max_samples),
            enums: !self.no_enums,
            dates: !self.no_dates,
            ..defaults
        });
        let limits = Limits { max_depth: self.max_depth, ..Limits::default() };
        for file in &self.files {
            let lines = self.lines || samples::has_lines(file);
            samples::infer_from(&mut inferrer, Input::open(file)?, lines, &limits)?;
        }
        // A name that is none is the only thing that a person can get wrong here.
        let schema = inferrer.finish().build().map_err(|error| Failure::definition("--name", &error))?;
        let mut output = Output::open(self.output.out.as_deref())?;
        output.write(format!("{}\n", schema.to_json().trim_end()).as_bytes())?;
        output.finish()
    }
}
