//! Reads NDJSON from the file named on the command line and prints every line
//! again through `serde_json::Value`: the program that `lab stream` measures
//! `typecase convert` against, written as a careful user would write it (one
//! line buffer, buffered output).

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: value_lines FILE")?;
    let mut input = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let value: serde_json::Value = serde_json::from_slice(&line)?;
        serde_json::to_writer(&mut output, &value)?;
        output.write_all(b"\n")?;
        line.clear();
    }
    output.flush()?;
    Ok(())
}
