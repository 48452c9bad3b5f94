//! The results for programs: JSON.

use super::Results;
use crate::failure::{Failure, Lines, Result};
use typecase::value::{Text, Value};
use typecase::wire::json;

/// The results as JSON: sizes in bytes, `_ns` in nanoseconds for the whole data, `_mb_s` in megabytes of
/// JSON a second.
pub fn to_json(results: &Results) -> Result<Vec<u8>> {
    let wires = results.results.iter().map(|result| {
        let (sizes, speeds) = (&result.sizes, &result.speeds);
        let mut entries = vec![
            ("wire", Value::Text(Text::owned(&result.name))),
            ("bytes", count(sizes.plain)),
            ("gzip_6", count(sizes.gzip)),
            ("brotli_5", count(sizes.brotli)),
            ("zstd_3", count(sizes.zstd)),
        ];
        let times = [
            ("encode_ns", "encode_mb_s", Some(speeds.encode)),
            ("decode_ns", "decode_mb_s", Some(speeds.decode)),
            ("from_json_ns", "from_json_mb_s", speeds.from_json),
            ("to_json_ns", "to_json_mb_s", speeds.to_json),
        ];
        for (ns, mb_s, time) in times {
            if let Some(time) = time {
                entries.push((ns, Value::Float(time.round())));
                entries.push((mb_s, Value::Float(results.rate(time).round())));
            }
        }
        object(entries)
    });
    let report = object(vec![
        ("file", Value::Text(Text::owned(&results.name))),
        ("records", count(results.records)),
        ("identical", Value::Bool(results.identical)),
        ("wires", Value::list(wires.collect())),
    ]);
    let text = json::print(&report).map_err(|error| Failure::data("report", &error, Lines::default()))?;
    let mut text = json::pretty(text.as_bytes(), 2);
    text.push(b'\n');
    Ok(text)
}

fn object(entries: Vec<(&'static str, Value<'static>)>) -> Value<'static> {
    Value::map(entries.into_iter().map(|(key, value)| (Text::borrowed(key), value)).collect())
}

fn count(count: usize) -> Value<'static> {
    Value::uint(count as u64)
}
