//! What is read: a file or standard input, with a progress bar for long work.

use crate::failure::{Failure, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// An open input.
pub struct Input {
    name: String,
    reader: Box<dyn Read + Send>,
    bar: ProgressBar,
}

impl Input {
    /// Opens a file, or standard input for `-`.
    pub fn open(path: &Path) -> Result<Input> {
        if path == Path::new("-") {
            let bar = progress_bar(None);
            return Ok(Input { name: "standard input".to_owned(), reader: Box::new(io::stdin()), bar });
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Failure::read(&name, &error))?;
        let length = match file.metadata() {
            Ok(metadata) if metadata.is_dir() => {
                return Err(Failure::read(&name, &io::ErrorKind::IsADirectory.into()));
            }
            Ok(metadata) if metadata.is_file() => Some(metadata.len()),
            _ => None,
        };
        Ok(Input { name, reader: Box::new(file), bar: progress_bar(length) })
    }

    /// The name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it begins with, up to the end of so many lines at least, or all of it; it is read again afterwards.
    pub fn peek_lines(&mut self, lines: usize, max_bytes: usize) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut block = vec![0; 64 * 1024];
        let mut seen = 0;
        while bytes.len() < max_bytes && seen < lines {
            match self.reader.read(&mut block) {
                Ok(0) => break,
                Ok(count) => {
                    bytes.extend_from_slice(&block[..count]);
                    seen += block[..count].iter().filter(|&&byte| byte == b'\n').count();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::read(&self.name, &error)),
            }
        }
        let rest = std::mem::replace(&mut self.reader, Box::new(io::empty()));
        self.reader = Box::new(io::Cursor::new(bytes.clone()).chain(rest));
        Ok(bytes)
    }

    /// Reads all of it, or little more than the limit, which then says that it is too long.
    pub fn read_all(&mut self, max_bytes: usize) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let most = (max_bytes as u64).saturating_add(1);
        self.take(most).read_to_end(&mut bytes).map_err(|error| Failure::read(&self.name, &error))?;
        Ok(bytes)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.bar.inc(count as u64);
        Ok(count)
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A bar on standard error; it draws nothing unless that is a terminal, and only work that takes longer
/// than a blink is worth one.
fn progress_bar(length: Option<u64>) -> ProgressBar {
    const WORTH_A_BAR: u64 = 32 << 20;
    if length.is_some_and(|length| length < WORTH_A_BAR) {
        return ProgressBar::hidden();
    }
    let template = match length {
        Some(_) => "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {bytes_per_sec}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let target = ProgressDrawTarget::stderr_with_hz(10);
    ProgressBar::with_draw_target(length, target).with_style(style)
}
