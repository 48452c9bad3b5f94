//! The files that the streaming programs read; they are removed when dropped.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::payloads;

/// A file that goes away with its value.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(dir: &Path, name: &str) -> Self {
        TemporaryFile(dir.join(format!("typecase-lab-{}-{name}", process::id())))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// NDJSON: the users of `records`, over and over.
pub struct Input(TemporaryFile);

impl Input {
    /// Writes whole copies of `records` until the file has at least `bytes`.
    pub fn create(dir: &Path, name: &str, bytes: u64) -> io::Result<Self> {
        let lines = payloads::record_lines();
        let file = TemporaryFile::new(dir, &format!("{name}.ndjson"));
        let mut writer = BufWriter::new(File::create(&file.0)?);
        let mut written = 0;
        while written < bytes {
            writer.write_all(lines.as_bytes())?;
            written += lines.len() as u64;
        }
        writer.flush()?;
        Ok(Input(file))
    }

    /// Writes these bytes.
    pub fn from_bytes(dir: &Path, name: &str, bytes: &[u8]) -> io::Result<Self> {
        let file = TemporaryFile::new(dir, name);
        fs::write(&file.0, bytes)?;
        Ok(Input(file))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0.0
    }
}

/// The schema document of one line.
pub struct Schema(TemporaryFile);

impl Schema {
    /// Writes the schema of `single`.
    pub fn create(dir: &Path) -> io::Result<Self> {
        let file = TemporaryFile::new(dir, "user.schema.json");
        fs::write(&file.0, payloads::USER_SCHEMA)?;
        Ok(Schema(file))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0.0
    }
}
