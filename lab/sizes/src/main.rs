//! How many bytes the reference tables take in each format, as they are and compressed: a table for people, or with
//! `--markdown` the same for a page. Everything written is read again before it counts.

#[path = "../../../crates/typecase/tests/support/tables.rs"]
mod tables;

use std::error::Error;
use std::fmt::Debug;
use std::io::Write;

use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use typecase::limits::Limits;
use typecase::typed::{Decode, Encode, Type};
use typecase::wire::columnar::{self, Options, Plan, View};
use typecase::wire::{json, packed};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// How many rows the tables have.
const ROWS: [usize; 2] = [1_000, 50_000];

fn main() -> Outcome {
    let is_markdown = match std::env::args().nth(1).as_deref() {
        None => false,
        Some("--markdown") => true,
        Some(_) => return Err("the only option is --markdown".into()),
    };
    let mut lines = Vec::new();
    for rows in ROWS {
        lines.extend(table("repetitive", &tables::repetitive(rows))?);
        lines.extend(table("high-entropy", &tables::high_entropy(rows))?);
        lines.extend(table("nested", &tables::nested(rows))?);
    }
    print!("{}", if is_markdown { markdown(&lines) } else { text(&lines) });
    Ok(())
}

/// A table in a format: its bytes as they are, by gzip 6, brotli 5 and brotli 11, each with its part of what JSON takes.
struct Line {
    data: &'static str,
    rows: usize,
    format: &'static str,
    sizes: [usize; 4],
    parts: [f64; 4],
}

const HEADINGS: [&str; 7] = ["data", "rows", "format", "as it is", "gzip 6", "brotli 5", "brotli 11"];

impl Line {
    fn cells(&self) -> [String; 7] {
        let [raw, gzip, brotli_5, brotli_11] =
            std::array::from_fn(|at| format!("{} ({:.3})", thousands(self.sizes[at]), self.parts[at]));
        [self.data.into(), thousands(self.rows), self.format.into(), raw, gzip, brotli_5, brotli_11]
    }
}

/// The lines of one table.
fn table<T>(data: &'static str, rows: &Vec<T>) -> Outcome<Vec<Line>>
where
    T: Type + Encode + for<'de> Decode<'de> + PartialEq + Debug,
    Vec<T>: Type + Encode + for<'de> Decode<'de>,
{
    let plan = Plan::new(&<Vec<T>>::schema())?;
    let columns = |readable: bool| -> Outcome<Vec<u8>> {
        let (options, limits) = (Options { readable, ..Options::default() }, Limits::default());
        let mut out = Vec::new();
        columnar::encode_into(rows, &mut out, &plan, &options, &limits)?;
        check(data, columnar::decode_with::<Vec<T>>(&out, &plan, &options, &limits)? == *rows)?;
        Ok(out)
    };
    let (text, message) = (json::encode(rows)?, packed::encode(rows)?);
    check(data, json::decode::<Vec<T>>(&text)? == *rows && packed::decode::<Vec<T>>(&message)? == *rows)?;
    let document = columns(false)?;
    let formats = [
        ("JSON", text),
        ("columnar", document.clone()),
        ("columnar, readable", columns(true)?),
        ("packed", message),
        ("Parquet, zstd", parquet(data, &document)?),
    ];

    let mut lines: Vec<Line> = Vec::new();
    for (format, bytes) in formats {
        eprintln!("{data}, {} rows: {format}", rows.len());
        let sizes = [bytes.len(), gzip(&bytes)?, brotli(&bytes, 5)?, brotli(&bytes, 11)?];
        let of_json = lines.first().map_or(sizes, |json| json.sizes);
        let parts = std::array::from_fn(|at| sizes[at] as f64 / of_json[at] as f64);
        lines.push(Line { data, rows: rows.len(), format, sizes, parts });
    }
    Ok(lines)
}

fn check(data: &str, is_right: bool) -> Outcome {
    if is_right { Ok(()) } else { Err(format!("{data}: what was read is not what was written").into()) }
}

/// A Parquet file of a document: dictionaries and pages as the library has them by default, zstd at its default level.
fn parquet(data: &str, document: &[u8]) -> Outcome<Vec<u8>> {
    let view = View::new(document)?;
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build();
    let mut file = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut file, view.arrow_schema()?, Some(properties))?;
    for batch in view.to_record_batches()? {
        writer.write(&batch)?;
    }
    writer.close()?;

    let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file.clone()))?;
    let schema = reader.schema().clone();
    let batches = reader.build()?.collect::<Result<Vec<_>, _>>()?;
    check(data, columnar::arrow::from_record_batches(&schema, &batches, &Options::default())? == document)?;
    Ok(file)
}

fn gzip(bytes: &[u8]) -> Outcome<usize> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

/// Of the quality, with the library's own window of 4 MB.
fn brotli(bytes: &[u8], quality: i32) -> Outcome<usize> {
    let parameters = brotli::enc::BrotliEncoderParams { quality, ..Default::default() };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &parameters)?;
    Ok(out.len())
}

/// A number with a comma for each thousand.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn markdown(lines: &[Line]) -> String {
    let row = |cells: [String; 7]| format!("| {} |\n", cells.join(" | "));
    let mut out = row(HEADINGS.map(str::to_owned)) + "| --- | ---: | --- | ---: | ---: | ---: | ---: |\n";
    lines.iter().for_each(|line| out += &row(line.cells()));
    out
}

fn text(lines: &[Line]) -> String {
    let rows: Vec<[String; 7]> =
        [HEADINGS.map(str::to_owned)].into_iter().chain(lines.iter().map(Line::cells)).collect();
    let widths: [usize; 7] = std::array::from_fn(|at| rows.iter().map(|row| row[at].len()).max().unwrap_or(0));
    let mut out = String::new();
    for row in &rows {
        for (at, (cell, width)) in row.iter().zip(widths).enumerate() {
            // The first and the third column are words.
            out += &if at == 0 || at == 2 { format!("{cell:<width$}  ") } else { format!("{cell:>width$}  ") };
        }
        out = out.trim_end().to_owned() + "\n";
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_comes_back_and_json_is_the_measure() {
        let lines = table("nested", &tables::nested(50)).unwrap();
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[0].parts, [1.0; 4]);
        assert!(lines[1].sizes[0] < lines[0].sizes[0]);
        assert!(markdown(&lines).lines().all(|line| line.matches('|').count() == 8));
    }

    #[test]
    fn thousands_have_commas() {
        assert_eq!([7, 1_000, 12_345_678].map(thousands), ["7", "1,000", "12,345,678"]);
    }
}
