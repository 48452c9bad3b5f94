//! `typecase schema export`: a schema in another form.

use crate::args::OutputArgs;
use crate::failure::Result;
use crate::output::Output;
use crate::schema;
use clap::Args;
use std::path::PathBuf;

/// Write a schema as a definition or as a snapshot
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    /// Write a snapshot: a few bytes that programs load without parsing a definition
    #[arg(long)]
    snapshot: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// The schema
    #[arg(value_name = "SCHEMA")]
    schema: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  typecase schema export --snapshot users.schema.json --out users.tcs
  typecase decode --schema users.tcs --from positional users.pos";

impl Export {
    pub fn run(self) -> Result<()> {
        let schema = schema::load(&self.schema)?;
        let bytes = if self.snapshot {
            schema.to_snapshot()
        } else {
            format!("{}\n", schema.to_json().trim_end()).into_bytes()
        };
        let mut output = Output::open(self.output.out.as_deref())?;
        output.write(&bytes)?;
        output.finish()
    }
}
