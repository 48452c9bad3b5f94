//! `typecase schema id`: eight digits that tell schemas apart.

use crate::args::TypeArgs;
use crate::failure::Result;
use crate::output::Output;
use crate::schema;
use clap::Args;
use std::path::PathBuf;

/// Print the id of a schema: the hash of its canonical form
///
/// Names, types, order and defaults count; metadata, rules and the settings of wires do not.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Id {
    /// The schema
    #[arg(value_name = "SCHEMA")]
    schema: PathBuf,
    #[command(flatten)]
    ty: TypeArgs,
}

const EXAMPLES: &str = "\
Examples:
  typecase schema id users.schema.json
  test \"$(typecase schema id old.json)\" = \"$(typecase schema id new.json)\"";

impl Id {
    pub fn run(self) -> Result<()> {
        let schema = schema::load(&self.schema, &self.ty)?;
        let mut output = Output::open(None)?;
        output.write(format!("{}\n", schema.id()).as_bytes())?;
        output.finish()
    }
}
