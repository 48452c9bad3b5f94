//! The results as a table for a terminal, and what they come to in words.

use super::{Result, Results};
use comfy_table::{CellAlignment, Table, presets::ASCII_MARKDOWN};

/// The results as text.
pub fn table(results: &Results) -> String {
    let mut table = Table::new();
    *table.style_mut() = ASCII_MARKDOWN;
    table.set_header([
        "wire",
        "bytes",
        "of JSON",
        "gzip",
        "brotli",
        "zstd",
        "encode",
        "ns/record",
        "decode",
        "ns/record",
        "from JSON",
        "to JSON",
    ]);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for result in &results.results {
        let (sizes, speeds) = (&result.sizes, &result.speeds);
        let rate =
            |nanoseconds: Option<f64>| nanoseconds.map_or(String::new(), |it| format!("{:.0}", results.rate(it)));
        table.add_row([
            result.name.clone(),
            sizes.plain.to_string(),
            percent(sizes.plain, results.json_bytes()),
            sizes.gzip.to_string(),
            sizes.brotli.to_string(),
            sizes.zstd.to_string(),
            rate(Some(speeds.encode)),
            format!("{:.0}", results.per_record(speeds.encode)),
            rate(Some(speeds.decode)),
            format!("{:.0}", results.per_record(speeds.decode)),
            rate(speeds.from_json),
            rate(speeds.to_json),
        ]);
    }
    let mut text = format!("{}: {}\n{table}\n", results.name, records(results.records));
    text.push_str(
        "gzip -6, brotli 5, zstd 3. Speeds are MB/s, counting the data as JSON on every wire so that rows compare.\n\n",
    );
    for line in summary(results) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// What the results come to, in sentences.
pub fn summary(results: &Results) -> Vec<String> {
    let mut lines = vec![if results.identical {
        "Every wire gives the input back byte for byte.".to_owned()
    } else {
        "Every wire gives the same values back. (The input spells something in another way: spacing, numbers, nulls.)"
            .to_owned()
    }];
    let Some((json, others)) = results.results.split_first() else { return lines };
    lines.extend(others.iter().map(|result| comparison(json, result)));
    lines
}

/// One wire against JSON.
fn comparison(json: &Result, result: &Result) -> String {
    let saved = |of: fn(&Result) -> usize| {
        let (json, wire) = (of(json) as f64, of(result) as f64);
        let percent = 100.0 - 100.0 * wire / json;
        if percent >= 0.0 { format!("{percent:.0}% smaller") } else { format!("{:.0}% larger", -percent) }
    };
    let faster = |of: fn(&Result) -> f64| {
        let ratio = of(json) / of(result);
        if ratio >= 1.0 { format!("{ratio:.2} times as fast") } else { format!("{:.2} times as slow", 1.0 / ratio) }
    };
    format!(
        "{} against JSON: {}, {} with gzip; encodes {}, decodes {}.",
        result.name,
        saved(|result| result.sizes.plain),
        saved(|result| result.sizes.gzip),
        faster(|result| result.speeds.encode),
        faster(|result| result.speeds.decode),
    )
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.0}%", 100.0 * part as f64 / whole.max(1) as f64)
}

/// A number of records.
pub fn records(count: usize) -> String {
    if count == 1 { "1 record".to_owned() } else { format!("{count} records") }
}
