//! `typecase encode`: JSON to a wire.

use crate::args::{CodecArgs, InputArgs, OutputArgs, SchemaArgs, StreamArgs, wire_parser};
use crate::convert::Conversion;
use crate::failure::Result;
use crate::wire_options::Side;
use clap::Args;
use typecase::wire::Wire;

/// Turn JSON, or NDJSON with --lines, into a wire
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Encode {
    /// The wire to write
    #[arg(long, value_name = "WIRE", value_parser = wire_parser(), hide_possible_values = true)]
    to: Wire,
    /// Without a schema: read the extended JSON form, as in {"$date": 0}
    #[arg(long, conflicts_with = "schema")]
    extended: bool,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    stream: StreamArgs,
    #[command(flatten)]
    codec: CodecArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    input: InputArgs,
}

const EXAMPLES: &str = "\
Examples:
  typecase encode --schema users.schema.json --to positional users.json --out users.pos
  typecase encode --schema users.schema.json --to positional -w layout=columns users.json
  typecase encode --schema user.schema.json --to positional --lines users.ndjson | gzip > users.gz";

impl Encode {
    pub fn run(self) -> Result<()> {
        let extended: &[Side] = if self.extended { &[Side::From] } else { &[] };
        Conversion {
            from: Wire::Json,
            to: self.to,
            input: &self.input,
            output: &self.output,
            schema: &self.schema,
            codec: &self.codec,
            stream: &self.stream,
            extended,
            pretty: false,
        }
        .run()
    }
}
