//! The results as one HTML page with nothing outside it: tables whose bars are plain CSS.

use super::table::{records, summary};
use super::{Result, Results};
use std::fmt::Write;

const STYLE: &str = "\
:root { color-scheme: light dark; --bar: #4a7dbd; --track: #8883; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; width: 6rem; }
td.bar { width: 100%; padding-right: 0; }
td.bar div { background: var(--bar); height: .9rem; border-radius: 2px; min-width: 1px; }
tr { border-bottom: 1px solid var(--track); }
footer { margin-top: 2rem; font-size: .85rem; opacity: .75; }";

/// What one chart shows: a heading, whether more is better, the unit, and the number of each wire.
struct Chart {
    heading: &'static str,
    note: &'static str,
    number: fn(&Results, &Result) -> Option<f64>,
}

const CHARTS: &[Chart] = &[
    Chart { heading: "Bytes", note: "less is better", number: |_, it| Some(it.sizes.plain as f64) },
    Chart { heading: "Bytes with gzip -6", note: "less is better", number: |_, it| Some(it.sizes.gzip as f64) },
    Chart { heading: "Bytes with brotli 5", note: "less is better", number: |_, it| Some(it.sizes.brotli as f64) },
    Chart { heading: "Bytes with zstd 3", note: "less is better", number: |_, it| Some(it.sizes.zstd as f64) },
    Chart {
        heading: "Encoding a value, MB/s",
        note: "more is better",
        number: |all, it| Some(all.rate(it.speeds.encode)),
    },
    Chart {
        heading: "Decoding to a value, MB/s",
        note: "more is better",
        number: |all, it| Some(all.rate(it.speeds.decode)),
    },
    Chart {
        heading: "From JSON text to the wire, MB/s",
        note: "more is better",
        number: |all, it| it.speeds.from_json.map(|time| all.rate(time)),
    },
    Chart {
        heading: "From the wire to JSON text, MB/s",
        note: "more is better",
        number: |all, it| it.speeds.to_json.map(|time| all.rate(time)),
    },
];

/// The page.
pub fn page(results: &Results) -> String {
    let name = escape(&results.name);
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>typecase bench: {name}</title>\n\
         <style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{name}</h1>\n<p>{}</p>\n<ul>\n",
        records(results.records)
    );
    for line in summary(results) {
        let _ = writeln!(page, "<li>{}</li>", escape(&line));
    }
    page.push_str("</ul>\n");
    for chart in CHARTS {
        draw(&mut page, results, chart);
    }
    let _ = write!(
        page,
        "<footer>MB/s count the data as JSON on every wire, so that wires can be compared. Made by \
         typecase {}.</footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    page
}

/// One chart: a row with a bar for each wire that has the number.
fn draw(page: &mut String, results: &Results, chart: &Chart) {
    let numbers: Vec<(&Result, f64)> =
        results.results.iter().filter_map(|result| Some((result, (chart.number)(results, result)?))).collect();
    if numbers.is_empty() {
        return;
    }
    let most = numbers.iter().map(|(_, number)| *number).fold(f64::MIN_POSITIVE, f64::max);
    let _ = writeln!(page, "<h2>{} <small>({})</small></h2>\n<table>", chart.heading, chart.note);
    for (result, number) in numbers {
        let _ = writeln!(
            page,
            "<tr><th>{}</th><td class=\"number\">{number:.0}</td><td class=\"bar\"><div style=\"width:{:.1}%\"></div></td></tr>",
            escape(&result.name),
            100.0 * number / most,
        );
    }
    page.push_str("</table>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
