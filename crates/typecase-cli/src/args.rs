//! What may be typed: the commands, and the flags that several of them share.

use crate::command;
use crate::failure::Result;
use crate::wire_options::{Given, Settings, Side};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use typecase::codec::Options;
use typecase::limits::{DEEPEST, Limits};
use typecase::wire::Wire;

/// One schema, every wire: turn records from any format into any other.
///
/// A schema describes the records once; each wire is a way to write them down. Without a schema, start
/// with `typecase infer`.
#[derive(Parser)]
#[command(name = "typecase", version, max_term_width = 100, after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  typecase infer users.json --out users.schema.json
  typecase encode --schema users.schema.json --to positional users.json --out users.pos
  typecase decode --schema users.schema.json --from positional users.pos
  typecase bench users.json

Exit status: 0 done; 1 the data is wrong; 2 wrong usage; 3 a file cannot be read or written.";

#[derive(Subcommand)]
pub enum Command {
    Encode(command::encode::Encode),
    Decode(command::decode::Decode),
    Convert(command::convert::Convert),
    Check(command::check::Check),
    Infer(command::infer::Infer),
    Inspect(command::inspect::Inspect),
    Column(command::column::Column),
    Row(command::row::Row),
    Schema(command::schema::Schema),
    Bench(command::bench::Bench),
    Wires(command::wires::Wires),
    Completions(command::completions::Completions),
    Man(command::man::Man),
}

impl Command {
    /// Does what was asked for.
    pub fn run(self) -> Result<()> {
        match self {
            Command::Encode(command) => command.run(),
            Command::Decode(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Infer(command) => command.run(),
            Command::Inspect(command) => command.run(),
            Command::Column(command) => command.run(),
            Command::Row(command) => command.run(),
            Command::Schema(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Wires(command) => command.run(),
            Command::Completions(command) => command.run(),
            Command::Man(command) => command.run(),
        }
    }
}

/// The input.
#[derive(Args)]
pub struct InputArgs {
    /// The input; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
}

/// The output.
#[derive(Args)]
pub struct OutputArgs {
    /// Where the output goes, whole or not at all; standard output if left out
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// The schema.
#[derive(Args)]
pub struct SchemaArgs {
    /// The schema: a definition, a JSON Schema, an Avro schema, a snapshot or a .proto file; a columnar document has its
    /// own
    #[arg(long, short, value_name = "SCHEMA")]
    pub schema: Option<PathBuf>,

    #[command(flatten)]
    pub ty: TypeArgs,
}

/// Which type of a schema is meant.
#[derive(Args, Default)]
pub struct TypeArgs {
    /// The type of the schema document that describes the data, if not its root; the message of a .proto file
    #[arg(long = "type", value_name = "NAME")]
    pub type_name: Option<String>,

    /// A folder for the files that a .proto file imports, and for itself; its own folder if left out. Several may be
    /// given
    #[arg(long, short = 'I', value_name = "DIR")]
    pub proto_path: Vec<PathBuf>,
}

/// What readers and writers are told.
#[derive(Args)]
pub struct CodecArgs {
    /// Reject unknown fields and elements beyond the schema
    #[arg(long)]
    pub strict: bool,

    /// Take a missing required field as null instead of reporting it
    #[arg(long)]
    pub no_validate: bool,

    /// How deep lists, records and maps may nest
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    pub max_depth: u32,

    /// How many bytes a message may have: the whole input, or one item of a stream
    #[arg(long, value_name = "N")]
    pub max_bytes: Option<usize>,

    /// Set what a wire offers; `typecase wires` lists it
    #[arg(long = "wire-option", short = 'w', value_name = "KEY=VALUE")]
    pub wire_options: Vec<Given>,
}

impl CodecArgs {
    /// What one message may ask for.
    pub fn limits(&self) -> Limits {
        Limits { max_depth: self.max_depth, max_bytes: self.max_bytes.unwrap_or(usize::MAX) }
    }

    /// What was set for the wires that are read and written.
    pub fn settings(&self, wires: &[(Side, Wire)]) -> Result<Vec<Settings>> {
        let base = Options { validate: !self.no_validate, limits: self.limits(), ..Options::default() };
        crate::wire_options::apply(base.strict(self.strict), &self.wire_options, wires)
    }
}

/// How a stream of values is read and written.
#[derive(Args)]
pub struct StreamArgs {
    /// Read and write one value a line (NDJSON), on binary wires messages end to end; see the long help for lists
    ///
    /// The schema then describes the value of one line or message. Where it describes a list, they are
    /// the items of the list: `in` reads them one by one and writes a list, `out` reads a list and
    /// writes them one by one, and without either all sides but the positional one have them one by
    /// one. `both` has a line or message for each value of the schema whatever it is.
    #[arg(long, value_name = "WHERE", num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    pub lines: Option<LinesArg>,

    /// Convert lines, the items of a list in rows, or the groups of a columnar document on N cores; 0 for all of them
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
}

impl StreamArgs {
    /// The number of workers.
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads.min(256),
        }
    }
}

/// Where lines are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LinesArg {
    /// On both sides; for a list, not on the positional side
    Auto,
    /// On both sides
    Both,
    /// The input has lines, the output is a list
    In,
    /// The input is a list, the output has lines
    Out,
}

/// A wire by its name, with the names of all wires in the help.
pub fn wire_parser() -> impl clap::builder::TypedValueParser<Value = Wire> {
    use clap::builder::TypedValueParser;
    let names = Wire::ALL.map(|(_, name, about)| clap::builder::PossibleValue::new(name).help(about));
    clap::builder::PossibleValuesParser::new(names).try_map(|name| name.parse::<Wire>())
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_defined() {
        Cli::command().debug_assert();
    }
}
