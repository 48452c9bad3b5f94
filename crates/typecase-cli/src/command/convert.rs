//! `typecase convert`: any wire to any wire.

use crate::args::{CodecArgs, InputArgs, OutputArgs, SchemaArgs, StreamArgs, wire_parser};
use crate::convert::Conversion;
use crate::failure::{Failure, Result};
use crate::wire_options::Side;
use clap::Args;
use typecase::wire::Wire;

/// Turn any wire into any other, item by item where the data is a list or lines
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Convert {
    /// The wire to read
    #[arg(long, value_name = "WIRE", value_parser = wire_parser(), hide_possible_values = true)]
    from: Wire,
    /// The wire to write
    #[arg(long, value_name = "WIRE", value_parser = wire_parser(), hide_possible_values = true)]
    to: Wire,
    /// Lay the JSON out over several lines
    #[arg(long)]
    pretty: bool,
    /// Without a schema: read and write the extended JSON form, as in {"$date": 0}
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
  typecase convert --schema user.schema.json --from json --to positional --lines --threads 4 users.ndjson
  typecase convert --schema users.schema.json --from positional --to positional \\
      -w from.layout=rows -w to.layout=columns users.pos";

impl Convert {
    pub fn run(self) -> Result<()> {
        if self.pretty && self.to != Wire::Json {
            return Err(Failure::Usage("--pretty lays out JSON; use it with --to json".to_owned()));
        }
        let extended: &[Side] = if self.extended { &[Side::From, Side::To] } else { &[] };
        Conversion {
            from: self.from,
            to: self.to,
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
