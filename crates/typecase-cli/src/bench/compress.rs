//! The sizes of data that is compressed as web servers and stores compress it.

use super::{Sizes, gzip};
use std::io::{self, Write};

/// The sizes of these bytes, plain and compressed.
pub fn sizes(bytes: &[u8]) -> io::Result<Sizes> {
    Ok(Sizes {
        plain: bytes.len(),
        gzip: gzip::size(bytes),
        brotli: brotli(bytes)?,
        zstd: zstd::bulk::compress(bytes, 3)?.len(),
    })
}

fn brotli(bytes: &[u8]) -> io::Result<usize> {
    // The window that servers use, 4 MiB.
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 5, lgwin: 22, size_hint: bytes.len(), ..Default::default() };
    let mut counter = Counter::default();
    brotli::BrotliCompress(&mut &bytes[..], &mut counter, &parameters)?;
    Ok(counter.0)
}

/// Counts what is written to it.
#[derive(Default)]
struct Counter(usize);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
