//! Avro container files as the input or the output of a conversion.
//!
//! A file holds its schema, so that reading one needs none. With `--schema` its data are read as those of that
//! schema, as Avro resolves schemas. The data of a file are the items of a list, or the lines of a stream.

use crate::convert::plan;
use crate::failure::{Failure, Result};
use crate::input::Input;
use crate::output::Output;
use crate::pipeline::{self, Shape};
use typecase::codec::{Codec, Options};
use typecase::error::Error;
use typecase::schema::avro::{AvroSchema, Resolution};
use typecase::schema::model::{Document, Type};
use typecase::schema::{Schema, export, import};
use typecase::stream::{Framing, Items};
use typecase::wire::avro::container::{Container, ContainerWriter};
use typecase::wire::{Wire, json};

/// Writes so many bytes at a time.
const CHUNK: usize = 1 << 16;

/// How the data of a file become messages of another wire.
struct Reading {
    from: Codec,
    to: Codec,
    /// Where the reader's schema differs from the file's.
    resolution: Option<Resolution>,
}

impl Reading {
    fn new(written: &AvroSchema, schema: Option<&Schema>, to: Wire, options: [&Options; 2]) -> Result<Reading> {
        let model = |schema: &AvroSchema| {
            let document = import::avro(schema).map_err(|error| Failure::Data(error.to_string()))?;
            document.build().map_err(|error| Failure::Data(error.to_string()))
        };
        let wanted = schema.map(|schema| export::avro(schema).map_err(|error| Failure::plan("avro", &error)));
        let (from, to_schema, resolution) = match (wanted.transpose()?, schema) {
            (Some(wanted), Some(schema)) if wanted.canonical() == written.canonical() => {
                (schema.clone(), schema.clone(), None)
            }
            (Some(wanted), _) => (model(written)?, model(&wanted)?, Some(Resolution::new(written, &wanted))),
            (None, _) => (model(written)?, model(written)?, None),
        };
        let from = plan(&from, Wire::Avro, options[0])?;
        Ok(Reading { from, to: plan(&to_schema, to, options[1])?, resolution })
    }

    /// Converts the first of the data; gives its length.
    fn convert(&self, datum: &[u8], out: &mut Vec<u8>) -> Result<usize, Error> {
        match &self.resolution {
            None => self.from.convert_first(&self.to, datum, out),
            Some(resolution) => {
                let (value, length) = self.from.decode_first(datum)?;
                self.to.encode_into(&resolution.resolve(value)?, out)?;
                Ok(length)
            }
        }
    }
}

/// The schema of the data: of the items, if the schema is a list of them.
fn datum_schema(schema: &Schema) -> Result<Schema> {
    let document = schema.document();
    let Type::List(item) = &document.root else { return Ok(schema.clone()) };
    if !item.required {
        return Err(Failure::Usage("a container file needs a list whose items are not optional".to_owned()));
    }
    let mut types = document.types.clone();
    types.extend(document.name.iter().map(|name| (name.clone(), document.root.clone())));
    let document = Document { types, meta: document.meta.clone(), ..Document::new(item.ty.clone()) };
    document.build().map_err(|error| Failure::definition("the schema", &error))
}

/// Reads a container file and writes its data as a list or as lines, or as another container file.
pub fn read(
    input: Input,
    output: &mut Output,
    schema: Option<&Schema>,
    to: Wire,
    options: [&Options; 2],
    shape: Shape,
) -> Result<()> {
    let name = input.name().to_owned();
    let failed = |error: typecase::stream::Error| Failure::stream(&name, &error);
    let mut container = Container::open(input, &shape.limits).map_err(failed)?;
    let schema = schema.map(datum_schema).transpose()?;
    let reading = Reading::new(container.schema(), schema.as_ref(), to, options)?;
    if let (Wire::Avro, Some(compression)) = (to, options[1].avro.container) {
        let written = match &schema {
            Some(schema) => export::avro(schema).map_err(|error| Failure::plan("avro", &error))?,
            None => container.schema().clone(),
        };
        let mut writer = ContainerWriter::new(Vec::new(), &written, compression).map_err(failed)?;
        while let Some(block) = container.next_block().map_err(failed)? {
            let each = |datum: &[u8]| {
                let mut length = 0;
                let appended = writer.append(|out| reading.convert(datum, out).map(|read| length = read));
                appended.map(|()| length).map_err(data_error)
            };
            block.each(each).map_err(failed)?;
            drain(&mut writer, output, 0)?;
        }
        return output.write(&writer.finish().map_err(failed)?);
    }
    if !matches!(to, Wire::Json | Wire::Positional) {
        return Err(Failure::Usage(format!(
            "a container file holds many messages, and {to} is one: use json or positional"
        )));
    }
    let as_list = shape.write == Framing::List;
    let mut out = Vec::from(if as_list { &b"["[..] } else { b"" });
    let mut any = false;
    while let Some(block) = container.next_block().map_err(failed)? {
        let result = block.each(|datum| {
            if as_list && any {
                out.push(b',');
            }
            any = true;
            let start = out.len();
            let length = reading.convert(datum, &mut out)?;
            if shape.pretty {
                pipeline::lay_out(&mut out, start, shape.write);
            }
            if !as_list {
                out.push(b'\n');
            }
            Ok(length)
        });
        output.write(&out)?;
        out.clear();
        result.map_err(failed)?;
    }
    output.write(&out)?;
    if as_list {
        output.write(if shape.pretty && any { b"\n]" } else { b"]" })?;
    }
    Ok(())
}

/// Writes the items of a stream as the data of a container file.
pub fn write(
    input: Input,
    output: &mut Output,
    schema: &Schema,
    from: Wire,
    options: [&Options; 2],
    shape: Shape,
) -> Result<()> {
    if !matches!(from, Wire::Json | Wire::Positional) {
        return Err(Failure::Usage(format!(
            "{from} is one message: a container file is written from json or positional"
        )));
    }
    let schema = datum_schema(schema)?;
    let exported = export::avro(&schema).map_err(|error| Failure::plan("avro", &error))?;
    let (from, to) = (plan(&schema, from, options[0])?, plan(&schema, Wire::Avro, options[1])?);
    let name = input.name().to_owned();
    let failed = |error: typecase::stream::Error| Failure::stream(&name, &error);
    let compression = options[1].avro.container.unwrap_or_default();
    let mut writer = ContainerWriter::new(Vec::new(), &exported, compression).map_err(failed)?;
    let mut items = Items::with_limits(input, shape.read, shape.limits);
    while let Some(item) = items.next_item().map_err(failed)? {
        let appended = writer.append(|out| from.convert(&to, item.bytes(), out));
        appended.map_err(|error| pipeline::failure(&name, &item, data_error(error)))?;
        drain(&mut writer, output, CHUNK)?;
    }
    output.write(&writer.finish().map_err(failed)?)
}

/// Hands over what has been written, if it is more than `least`.
fn drain(writer: &mut ContainerWriter<Vec<u8>>, output: &mut Output, least: usize) -> Result<()> {
    let written = writer.get_mut();
    if written.len() > least {
        output.write(written)?;
        written.clear();
    }
    Ok(())
}

fn data_error(error: typecase::stream::Error) -> Error {
    match error {
        typecase::stream::Error::Data(error) => error,
        typecase::stream::Error::Read(error) => Error::new(typecase::error::Code::Structure, error.to_string()),
    }
}

/// Whether the data of a file are written one a line.
pub fn framing(lines: bool) -> Framing {
    if lines { Framing::Lines } else { Framing::List }
}

/// The schema of Avro as JSON laid out for people.
pub fn printed(schema: &AvroSchema) -> Vec<u8> {
    let mut text = json::pretty(schema.to_json().as_bytes(), 2);
    text.push(b'\n');
    text
}

/// The error of a schema file that is no Avro schema.
pub fn wrong_schema(name: &str, error: &import::ImportError) -> Failure {
    Failure::Data(format!("{name}: {}: {}", error.place(), error.message()))
}
