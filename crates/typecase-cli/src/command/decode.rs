//! `typecase decode`: a wire to JSON.

use crate::args::{CodecArgs, InputArgs, OutputArgs, SchemaArgs, StreamArgs, wire_parser};
use crate::convert::Conversion;
use crate::failure::Result;
use crate::wire_options::Side;
use clap::Args;
use typecase::wire::Wire;

/// Turn a wire into JSON, or NDJSON with --lines
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Decode {
    /// The wire to read
    #[arg(long, value_name = "WIRE", value_parser = wire_parser(), hide_possible_values = true)]
    from: Wire,
    /// Lay the JSON out over several lines
    #[arg(long)]
    pretty: bool,
    /// Without a schema: write the extended JSON form, as in {"$date": 0}
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
  typecase decode --schema users.schema.json --from positional users.pos --pretty
  typecase decode --schema users.schema.json --from positional --lines users.pos --out users.ndjson";

impl Decode {
    pub fn run(self) -> Result<()> {
        let extended: &[Side] = if self.extended { &[Side::To] } else { &[] };
        Conversion {
            from: self.from,
            to: Wire::Json,
            input: &self.input,
            output: &self.output,
            schema: &self.schema,
            codec: &self.codec,
            stream: &self.stream,
            extended,
            pretty: self.pretty,
        }
        .run()
    }
}
