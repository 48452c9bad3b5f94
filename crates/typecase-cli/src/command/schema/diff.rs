//! `typecase schema diff`: what changed, and who can still read what.

use crate::args::TypeArgs;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::schema;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use typecase::schema::diff::{Verdict, WireKind, diff};
use typecase::wire::json;

/// List the changes between two schemas, and what each means on each wire
///
/// Forward says whether old readers can read new data, backward whether new readers can read old data:
/// safe; lossy, when something is lost on the way; or breaking.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Diff {
    /// Print the changes as JSON
    #[arg(long)]
    json: bool,
    /// Exit with status 1 if any change is this bad, or worse, on any wire
    #[arg(long, value_name = "VERDICT")]
    fail_on: Option<FailOn>,
    /// The schema that data was written with
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The schema that it is to be read with
    #[arg(value_name = "NEW")]
    new: PathBuf,
    #[command(flatten)]
    ty: TypeArgs,
}

const EXAMPLES: &str = "\
Examples:
  typecase schema diff old.schema.json new.schema.json
  typecase schema diff --fail-on breaking old.schema.json new.schema.json";

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    Lossy,
    Breaking,
}

impl Diff {
    pub fn run(self) -> Result<()> {
        let diff = diff(&schema::load(&self.old, &self.ty)?, &schema::load(&self.new, &self.ty)?);
        let text = if self.json {
            let text =
                json::print(&diff.to_value()).map_err(|error| Failure::data("diff", &error, Default::default()))?;
            json::pretty(text.as_bytes(), 2)
        } else if diff.is_empty() {
            b"no changes".to_vec()
        } else {
            diff.to_string().trim_end().as_bytes().to_vec()
        };
        let mut output = Output::open(None)?;
        output.write(&text)?;
        output.write(b"\n")?;
        output.finish()?;
        let worst =
            WireKind::ALL.into_iter().map(|wire| diff.effect(wire)).map(|effect| effect.forward.max(effect.backward));
        let worst = worst.max().unwrap_or(Verdict::Safe);
        let bad = match self.fail_on {
            None => false,
            Some(FailOn::Lossy) => worst >= Verdict::Lossy,
            Some(FailOn::Breaking) => worst >= Verdict::Breaking,
        };
        if bad {
            return Err(Failure::Data(format!("{}: the changes are {worst}", self.new.display())));
        }
        Ok(())
    }
}
