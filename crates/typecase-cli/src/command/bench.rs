//! `typecase bench`: every wire on the user's own data.

use crate::args::SchemaArgs;
use crate::bench::{self, Contender, Data, Plan};
use crate::failure::{Failure, Result};
use crate::input::Input;
use crate::output::Output;
use crate::samples;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use typecase::codec::Options;
use typecase::schema::Schema;
use typecase::schema::graph::Kind;
use typecase::schema::model::{Document, Slot, Type};
use typecase::stream::{Framing, Items};

/// Measure every wire on your own data: bytes, compressed bytes, and speeds
///
/// Without --schema one is inferred. Before anything is measured, the data goes over every wire and has to
/// come back as it was.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Bench {
    /// Each line is a record (NDJSON); so it is in a file whose name ends in .ndjson or .jsonl
    #[arg(long)]
    lines: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
    /// Write the results as one HTML page as well
    #[arg(long, value_name = "REPORT")]
    html: Option<PathBuf>,
    /// How many rounds to measure
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// How many milliseconds each operation of a wire takes in a round
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    slice: u64,
    #[command(flatten)]
    schema: SchemaArgs,
    /// The data: JSON, or NDJSON
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  typecase bench users.json
  typecase bench --schema user.schema.json --html report.html users.ndjson
  typecase bench --json users.json";

impl Bench {
    pub fn run(self) -> Result<()> {
        let options = Options::default();
        let mut input = Input::open(&self.file)?;
        let name = input.name().to_owned();
        let lines = self.lines || samples::has_lines(&self.file);
        let bytes = if lines { list_of_lines(input)? } else { input.read_all(usize::MAX)? };
        let schema = match self.schema.load()? {
            Some(schema) if lines => list_of(&schema, &name)?,
            Some(schema) => schema,
            None => samples::infer_text(&name, &bytes, &options.limits)?,
        };
        let data = Data::read(&name, &bytes, &schema, &options)?;
        let contenders = Contender::all(&data, &schema, &options)?;
        let plan = Plan { rounds: self.rounds, slice: Duration::from_millis(self.slice) };
        let results = bench::measure(&data, &contenders, plan)?;
        if let Some(path) = &self.html {
            let mut report = Output::open(Some(path))?;
            report.write(bench::page(&results).as_bytes())?;
            report.finish()?;
        }
        let mut output = Output::open(None)?;
        output.write(&if self.json { bench::to_json(&results)? } else { bench::table(&results).into_bytes() })?;
        output.finish()?;
        if cfg!(debug_assertions) {
            eprintln!("note: this is a debug build; the speeds of a release build are many times as high");
        }
        Ok(())
    }
}

/// The lines of a stream as the items of one list.
fn list_of_lines(input: Input) -> Result<Vec<u8>> {
    let name = input.name().to_owned();
    let mut items = Items::new(input, Framing::Lines);
    let mut list = vec![b'['];
    while let Some(item) = items.next_item().map_err(|error| Failure::stream(&name, &error))? {
        if item.index() > 0 {
            list.push(b',');
        }
        list.extend_from_slice(item.bytes().trim_ascii());
    }
    list.push(b']');
    Ok(list)
}

/// The schema of a list of what this schema describes, unless it describes a list itself.
fn list_of(schema: &Schema, name: &str) -> Result<Schema> {
    let graph = schema.graph();
    if matches!(graph.node(graph.root()).kind, Kind::List(_)) {
        return Ok(schema.clone());
    }
    let mut document = schema.document().clone();
    let item = match document.name.take() {
        Some(name) => {
            document.types.push((name.clone(), document.root));
            Type::Reference(name)
        }
        None => document.root,
    };
    let document = Document { root: Type::List(Box::new(Slot::required(item))), ..document };
    document.build().map_err(|error| Failure::definition(name, &error))
}
