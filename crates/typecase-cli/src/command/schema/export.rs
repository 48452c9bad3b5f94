//! `typecase schema export`: a schema in another form.

use crate::args::{OutputArgs, TypeArgs};
use crate::failure::{Failure, Lines, Result};
use crate::output::Output;
use crate::schema;
use clap::Args;
use std::path::PathBuf;
use typecase::schema::{Schema, export};
use typecase::wire::json;

/// Write a schema as a definition, a snapshot, a JSON Schema, an Avro schema or a .proto file
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    /// Write a snapshot: a few bytes that programs load without parsing a definition
    #[arg(long)]
    snapshot: bool,
    /// Write a JSON Schema (2020-12) of the data on the JSON wire
    #[arg(long, conflicts_with = "snapshot")]
    json_schema: bool,
    /// Write an Avro schema of the data on the Avro wire
    #[arg(long, conflicts_with_all = ["snapshot", "json_schema"])]
    avro: bool,
    /// Write a .proto file of the data on the Protocol Buffers wire
    #[arg(long, conflicts_with_all = ["snapshot", "json_schema", "avro"])]
    proto: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// The schema
    #[arg(value_name = "SCHEMA")]
    schema: PathBuf,
    #[command(flatten)]
    ty: TypeArgs,
}

const EXAMPLES: &str = "\
Examples:
  typecase schema export --json-schema users.schema.json
  typecase schema export --avro users.schema.json --out users.avsc
  typecase schema export --proto users.schema.json --out users.proto
  typecase schema export --snapshot users.schema.json --out users.tcs
  typecase decode --schema users.tcs --from positional users.pos";

impl Export {
    pub fn run(self) -> Result<()> {
        let schema = schema::load(&self.schema, &self.ty)?;
        let bytes = match (self.snapshot, self.json_schema) {
            (true, _) => schema.to_snapshot(),
            (_, true) => self.to_json_schema(&schema)?,
            _ if self.avro => {
                let exported = export::avro(&schema).map_err(|error| Failure::plan("avro", &error))?;
                crate::container::printed(&exported)
            }
            _ if self.proto => {
                export::proto(&schema).map_err(|error| Failure::plan("protobuf", &error))?.text.into_bytes()
            }
            _ => format!("{}\n", schema.to_json().trim_end()).into_bytes(),
        };
        let mut output = Output::open(self.output.out.as_deref())?;
        output.write(&bytes)?;
        output.finish()
    }

    fn to_json_schema(&self, schema: &Schema) -> Result<Vec<u8>> {
        let name = self.schema.display().to_string();
        let text = json::print(&export::json_schema(schema.document()))
            .map_err(|error| Failure::data(&name, &error, Lines::default()))?;
        let mut text = json::pretty(text.as_bytes(), 2);
        text.push(b'\n');
        Ok(text)
    }
}
