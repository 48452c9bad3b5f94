//! `typecase schema import`: a definition from a schema in another language.

use crate::args::{OutputArgs, TypeArgs};
use crate::failure::Result;
use crate::output::Output;
use crate::schema;
use clap::Args;
use std::path::PathBuf;

/// Turn a JSON Schema, an Avro schema, a .proto file or a snapshot into a definition
///
/// Nothing is dropped in silence: a construct that a definition cannot carry is an error with its place.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Import {
    #[command(flatten)]
    output: OutputArgs,
    /// The schema: a JSON Schema (2020-12 or draft-07), an Avro schema (.avsc), a .proto file, a snapshot, or a definition
    #[arg(value_name = "SCHEMA")]
    schema: PathBuf,
    #[command(flatten)]
    ty: TypeArgs,
}

const EXAMPLES: &str = "\
Examples:
  typecase schema import order.json-schema.json --out order.schema.json
  typecase schema import -I include shop/order.proto --type Order --out order.schema.json";

impl Import {
    pub fn run(self) -> Result<()> {
        let schema = schema::load(&self.schema, &self.ty)?;
        let mut output = Output::open(self.output.out.as_deref())?;
        output.write(format!("{}\n", schema.to_json().trim_end()).as_bytes())?;
        output.finish()
    }
}
