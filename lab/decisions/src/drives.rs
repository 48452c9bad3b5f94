//! Drives from wire to wire, compiled for both wires, and with the writer behind a table of methods.

use crate::dynamic::DynWriter;
use crate::measure::{Comparison, Variant};
use crate::payloads::{RECORDS, SINGLE, SPARSE, Sparse, User};
use std::hint::black_box;
use typecase::Type;
use typecase::drive::drive;
use typecase::error::Result;
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::schema::graph::Graph;
use typecase::wire::positional::Plan;
use typecase::wire::{Read, Sink, json, positional};

/// Turns the text of one wire into that of another.
type Convert = fn(&Graph, &str, &mut Vec<u8>) -> Result<()>;

pub fn comparisons() -> Vec<Comparison> {
    let mut all = Vec::new();
    add(&mut all, "single", SINGLE, User::schema());
    add(&mut all, "records", RECORDS, Vec::<User>::schema());
    add(&mut all, "sparse", SPARSE, Sparse::schema());
    all
}

fn add(all: &mut Vec<Comparison>, payload: &str, text: &str, schema: Schema) {
    let mut positional = Vec::new();
    to_positional::<false>(schema.graph(), text, &mut positional).unwrap();
    let (json, positional) = (text.trim_end().to_owned(), String::from_utf8(positional).unwrap());
    let there = |name, convert| conversion(name, convert, &schema, &json, &positional);
    let back = |name, convert| conversion(name, convert, &schema, &positional, &json);
    all.push(Comparison::new(
        format!("{payload}: json to positional"),
        [there("compiled", to_positional::<false>), there("table", to_positional::<true>)],
    ));
    all.push(Comparison::new(
        format!("{payload}: positional to json"),
        [back("compiled", to_json::<false>), back("table", to_json::<true>)],
    ));
}

fn conversion(name: &'static str, convert: Convert, schema: &Schema, from: &str, to: &str) -> Variant {
    let (schema, from, mut out) = (schema.clone(), from.to_owned(), Vec::new());
    convert(schema.graph(), &from, &mut out).unwrap();
    assert_eq!(out, to.as_bytes(), "{name}: other text");
    Variant::new(name, move || {
        out.clear();
        convert(schema.graph(), black_box(&from), &mut out).unwrap();
        black_box(&out);
    })
}

fn to_positional<const TABLE: bool>(graph: &Graph, text: &str, out: &mut Vec<u8>) -> Result<()> {
    let limits = Limits::default();
    let reader = json::Reader::new(text, &json::Options::default(), &limits)?;
    let writer = positional::Writer::new(out, &Plan::ROWS, &positional::Options::default(), &limits);
    convert::<TABLE, _, _>(graph, reader, writer)?;
    // The comma after the last value.
    out.pop();
    Ok(())
}

fn to_json<const TABLE: bool>(graph: &Graph, text: &str, out: &mut Vec<u8>) -> Result<()> {
    let limits = Limits::default();
    let reader = positional::Reader::new(text, &Plan::ROWS, &positional::Options::default(), &limits)?;
    let writer = json::Writer::new(out, &json::Options::default(), &limits);
    convert::<TABLE, _, _>(graph, reader, writer)?;
    out.pop();
    Ok(())
}

fn convert<'de, const TABLE: bool, R: Read<'de>, W: Sink<'de>>(
    graph: &Graph,
    mut reader: R,
    mut writer: W,
) -> Result<()> {
    if TABLE {
        drive(graph, &mut reader, &mut DynWriter::new(&mut writer))
    } else {
        drive(graph, &mut reader, &mut writer)
    }
}
