//! Reads JSON and NDJSON without a schema, for `infer` and `bench`.

use crate::failure::{Failure, Result};
use crate::input::Input;
use crate::pipeline;
use std::path::Path;
use typecase::error::Error;
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::schema::infer::{Inferrer, Options};
use typecase::stream::{Framing, Items};
use typecase::value::Value;
use typecase::wire::json::{self, Duplicates};

/// Whether a file holds one value a line, by its name.
pub fn has_lines(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ndjson" || extension == "jsonl")
}

/// Shows the values of a file to an inferrer: each line, or the whole.
pub fn infer_from(inferrer: &mut Inferrer, mut input: Input, lines: bool, limits: &Limits) -> Result<()> {
    if !lines {
        let bytes = input.read_all(limits.max_bytes)?;
        let value = parse(&bytes, limits).map_err(|error| Failure::in_text(input.name(), &bytes, &error))?;
        inferrer.sample(&value);
        return Ok(());
    }
    let name = input.name().to_owned();
    let mut items = Items::with_limits(input, Framing::Lines, *limits);
    while let Some(item) = items.next_item().map_err(|error| Failure::stream(&name, &error))? {
        let value = parse(item.bytes(), limits).map_err(|error| pipeline::failure(&name, &item, true, error))?;
        if !inferrer.sample(&value) {
            break;
        }
    }
    Ok(())
}

/// The schema of one text.
pub fn infer_text(name: &str, bytes: &[u8], limits: &Limits) -> Result<Schema> {
    let value = parse(bytes, limits).map_err(|error| Failure::in_text(name, bytes, &error))?;
    let mut inferrer = Inferrer::new(Options::default());
    inferrer.sample(&value);
    inferrer.finish().build().map_err(|error| Failure::definition(name, &error))
}

fn parse<'b>(bytes: &'b [u8], limits: &Limits) -> Result<Value<'b>, Error> {
    json::parse_bytes(bytes, Duplicates::Last, limits)
}
