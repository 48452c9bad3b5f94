//! `typecase man`: the manual pages.

use crate::args::Cli;
use crate::failure::{Failure, Result};
use clap::{Args, CommandFactory};
use std::fs;
use std::path::PathBuf;

/// Write the manual pages into a directory
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Man {
    /// The directory; it is made if it is not there
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  typecase man ~/.local/share/man/man1";

impl Man {
    pub fn run(self) -> Result<()> {
        let failure = |error| Failure::write(&self.directory.display().to_string(), &error);
        fs::create_dir_all(&self.directory).map_err(failure)?;
        clap_mangen::generate_to(Cli::command(), &self.directory).map_err(failure)
    }
}
