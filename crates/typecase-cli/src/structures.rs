//! `structures=FILE`: the table of records whose keys are not in the messages, a JSON list with a list of keys for
//! each shape.

use crate::failure::{Failure, Result};
use crate::output::Output;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use typecase::wire::json;

/// The keys of each shape.
pub type Structures = Vec<Vec<String>>;

/// Reads the table.
pub fn load(path: &Path) -> Result<Structures> {
    let name = path.display().to_string();
    let text = fs::read(path).map_err(|error| Failure::read(&name, &error))?;
    json::decode(&text).map_err(|error| Failure::in_text(&name, &text, &error))
}

/// The table of what is written.
pub struct Table {
    path: PathBuf,
    /// What the file holds, if there is one.
    pub known: Option<Structures>,
}

impl Table {
    /// Reads the table that encoding goes on with, if there is a file.
    pub fn open(path: &Path) -> Result<Table> {
        let known = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            _ => Some(load(path)?),
        };
        Ok(Table { path: path.to_owned(), known })
    }

    /// Writes the table if there is none or it has grown, whole or not at all. This comes before the messages are
    /// handed over: a table that knows more than they need does no harm.
    pub fn save(&self, structures: &Structures) -> Result<()> {
        if self.known.as_ref() == Some(structures) {
            return Ok(());
        }
        let name = self.path.display().to_string();
        let text = json::encode(structures).map_err(|error| Failure::Data(format!("{name}: {}", error.message())))?;
        let mut output = Output::open(Some(&self.path))?;
        output.write(&text)?;
        output.write(b"\n")?;
        output.finish()
    }
}
