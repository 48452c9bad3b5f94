//! `typecase column`: one field of all rows of a columnar file.

use crate::failure::{Failure, Result};
use crate::output::Output;
use clap::Args;
use std::path::{Path, PathBuf};
use typecase::wire::columnar::File;

/// Print one field of every row of a columnar file
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Column {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The field; one of a record inside is `address.city`
    #[arg(value_name = "NAME")]
    name: String,
}

const EXAMPLES: &str = "\
The values are printed as JSON, one a line, with null for those that are missing. Only the column is read.

Examples:
  typecase column users.col name
  typecase column users.col address.city";

impl Column {
    pub fn run(self) -> Result<()> {
        let name = self.file.display().to_string();
        let mut file = open(&self.file)?;
        let mut output = Output::open(None)?;
        let mut lines = Vec::new();
        for rows in file.groups() {
            lines.clear();
            file.json_lines(rows, Some(&self.name), &mut lines).map_err(|error| Failure::stream(&name, &error))?;
            output.write(&lines)?;
        }
        output.finish()
    }
}

/// A columnar file that single columns and rows are read from.
pub fn open(path: &Path) -> Result<File<std::fs::File>> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|error| Failure::read(&name, &error))?;
    File::open(file).map_err(|error| Failure::stream(&name, &error))
}
