//! `typecase row`: one row of a columnar file.

use super::column::open;
use crate::failure::{Failure, Result};
use crate::output::Output;
use clap::Args;
use std::path::PathBuf;

/// Print one row of a columnar file
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Row {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The number of the row, from 0
    #[arg(value_name = "N")]
    row: usize,
}

const EXAMPLES: &str = "\
The row is printed as JSON. Only the group that it is in is read.

Example:
  typecase row users.col 1000000";

impl Row {
    pub fn run(self) -> Result<()> {
        let name = self.file.display().to_string();
        let mut file = open(&self.file)?;
        if self.row >= file.len() {
            return Err(Failure::Data(format!("{name}: there is no row {}; the file has {}", self.row, file.len())));
        }
        let mut line = Vec::new();
        file.json_lines(self.row..self.row + 1, None, &mut line).map_err(|error| Failure::stream(&name, &error))?;
        let mut output = Output::open(None)?;
        output.write(&line)?;
        output.finish()
    }
}
