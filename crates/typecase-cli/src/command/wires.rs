//! `typecase wires`: the wires and their options.

use crate::failure::Result;
use crate::output::Output;
use crate::wire_options;
use clap::Args;
use std::fmt::Write;
use typecase::wire::Wire;

/// List the wires and their options
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Wires {}

const EXAMPLES: &str = "\
Examples:
  typecase wires
  typecase encode --schema users.schema.json --to positional -w layout=columns users.json
  typecase convert --schema users.schema.json --from positional --to positional -w to.layout=flat users.pos";

impl Wires {
    pub fn run(self) -> Result<()> {
        let mut text = String::new();
        for (wire, name, about) in Wire::ALL {
            let _ = writeln!(text, "{name:<12}{about}");
            for option in wire_options::ALL.iter().filter(|option| option.wire == wire) {
                let values: Vec<&str> = option.values.iter().map(|(value, _)| *value).collect();
                let values = if values.is_empty() { "FILE".to_owned() } else { values.join("|") };
                let _ = writeln!(text, "    {}={values}", option.key);
                let _ = writeln!(text, "            {}", option.about);
            }
        }
        let mut output = Output::open(None)?;
        output.write(text.as_bytes())?;
        output.finish()
    }
}
