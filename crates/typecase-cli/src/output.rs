//! What is written: standard output, or a file that appears only when all of it is there.

use crate::failure::{Failure, Result};
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// An open output. A file is written under another name beside it, which [`finish`](Output::finish)
/// changes to its own; without that, the file is as it was before.
pub struct Output {
    name: String,
    target: Target,
    /// Whether the last line has been ended.
    line_ended: bool,
}

enum Target {
    Stdout(io::Stdout),
    /// A device or a pipe, which cannot be replaced.
    Direct(File),
    Replace {
        file: File,
        temporary: PathBuf,
        path: PathBuf,
    },
    /// A file that has got its own name, or has failed to.
    Done,
}

impl Output {
    /// Opens standard output, or a file.
    pub fn open(path: Option<&Path>) -> Result<Output> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            let name = "standard output".to_owned();
            return Ok(Output { name, target: Target::Stdout(io::stdout()), line_ended: true });
        };
        let name = path.display().to_string();
        let target = open_file(path).map_err(|error| Failure::write(&name, &error))?;
        Ok(Output { name, target, line_ended: true })
    }

    /// Writes all of the bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        if let Some(&last) = bytes.last() {
            self.line_ended = last == b'\n';
        }
        let written = match &mut self.target {
            Target::Stdout(stdout) => stdout.write_all(bytes),
            Target::Direct(file) | Target::Replace { file, .. } => file.write_all(bytes),
            Target::Done => Ok(()),
        };
        written.map_err(|error| Failure::write(&self.name, &error))
    }

    /// Hands over what has been written so far to whoever reads it.
    pub fn flush(&mut self) -> Result<()> {
        match &mut self.target {
            Target::Stdout(stdout) => stdout.flush().map_err(|error| Failure::write(&self.name, &error)),
            _ => Ok(()),
        }
    }

    /// Ends the output: a file gets its name, and a person who is looking a whole last line.
    pub fn finish(mut self) -> Result<()> {
        if !self.line_ended && matches!(&self.target, Target::Stdout(stdout) if stdout.is_terminal()) {
            self.write(b"\n")?;
        }
        self.flush()?;
        if let Target::Replace { temporary, path, .. } = &self.target {
            fs::rename(temporary, path).map_err(|error| Failure::write(&self.name, &error))?;
            self.target = Target::Done;
        }
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Target::Replace { temporary, .. } = &self.target {
            // There is nothing better to do with an error here: the run has failed already.
            let _ = fs::remove_file(temporary);
        }
    }
}

fn open_file(path: &Path) -> io::Result<Target> {
    // A link keeps pointing to the file that is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => {
            return Ok(Target::Direct(OpenOptions::new().write(true).open(&path)?));
        }
        Ok(metadata) => Some(metadata.permissions()),
        Err(_) => None,
    };
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
    if let Some(permissions) = permissions
        && let Err(error) = file.set_permissions(permissions)
    {
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    Ok(Target::Replace { file, temporary, path })
}
