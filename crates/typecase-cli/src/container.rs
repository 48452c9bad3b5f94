//! Avro container files as the input or the output of a conversion.
//!
//! A file holds its schema, so that reading one needs none. With `--schema` its data are read as those of that
//! schema, as Avro resolves schemas. The data of a file are the items of a list, or the lines or messages of a stream.

use crate::convert::{is_text, plan};
use crate::failure::{Failure, Result};
use crate::input::Input;
use crate::link::Link;
use crate::output::Output;
use crate::pipeline::{self, Frame, Shape};
use crate::wire_options::Settings;
use typecase::error::Error;
use typecase::schema::avro::{AvroSchema, Resolution};
use typecase::schema::model::{Document, Slot, Type};
use typecase::schema::{Schema, export, import};
use typecase::stream::{Batch, Batches};
use typecase::value::Value;
use typecase::wire::avro::container::{Container, ContainerWriter};
use typecase::wire::columnar::{Plan, RowGroup, RowReader, RowWriter};
use typecase::wire::{Wire, json};

/// Writes so many bytes at a time.
const CHUNK: usize = 1 << 16;

/// How the data of a file become messages of another wire.
struct Reading {
    link: Link,
    /// Where the reader's schema differs from the file's.
    resolution: Option<Resolution>,
}

impl Reading {
    fn new(written: &AvroSchema, schema: Option<&Schema>, to: Wire, settings: [&Settings; 2]) -> Result<Reading> {
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
        let from = plan(&from, Wire::Avro, &settings[0].options)?;
        let to_schema = if to == Wire::Columnar { list_schema(&to_schema)? } else { to_schema };
        let link = Link::new(from, plan(&to_schema, to, &settings[1].options)?, settings)?;
        Ok(Reading { link, resolution })
    }

    /// Converts the first of the data; gives its length.
    fn convert(&mut self, datum: &[u8], out: &mut Vec<u8>) -> Result<usize, Error> {
        if self.resolution.is_none() && !self.link.is_in_order() {
            return self.link.from.convert_first(&self.link.to, datum, out);
        }
        let (value, length) = self.value(datum)?;
        self.link.encode(&value, out)?;
        Ok(length)
    }

    /// The first of the data as a value, and its length.
    fn value<'d>(&self, datum: &'d [u8]) -> Result<(Value<'d>, usize), Error> {
        let (value, length) = self.link.from.decode_first(datum)?;
        Ok(match &self.resolution {
            Some(resolution) => (resolution.resolve(value)?, length),
            None => (value, length),
        })
    }

    /// Writes the data as the rows of a columnar document.
    fn to_columns(
        &self,
        name: &str,
        container: &mut Container<Input>,
        output: &mut Output,
        settings: &Settings,
    ) -> Result<()> {
        let failed = |error: typecase::stream::Error| Failure::stream(name, &error);
        let to_plan = Plan::new(self.link.to.schema()).map_err(|error| Failure::plan("columnar", &error))?;
        let options = &settings.options;
        let mut writer = RowWriter::new(&to_plan, &options.columnar, &options.limits, Vec::new()).map_err(failed)?;
        while let Some(block) = container.next_block().map_err(failed)? {
            let each = |datum: &[u8]| {
                let (value, length) = self.value(datum)?;
                writer.push_value(&value).map_err(Failure::stream_data)?;
                Ok(length)
            };
            block.each(each).map_err(failed)?;
            crate::columnar::drain(&mut writer, output)?;
        }
        output.write(&writer.finish().map_err(failed)?)
    }
}

/// The schema of the data: of the items, if the schema is a list of them.
pub fn datum_schema(schema: &Schema) -> Result<Schema> {
    let document = schema.document();
    let Type::List(item) = &document.root else { return Ok(schema.clone()) };
    if !item.required {
        return Err(Failure::Usage("a list has no data of its own in Avro if its items may be null".to_owned()));
    }
    with_root(document, item.ty.clone())
}

/// The schema of a list of the data, unless the schema is that of a list.
pub fn list_schema(schema: &Schema) -> Result<Schema> {
    let document = schema.document();
    if let Type::List(_) = document.root {
        return Ok(schema.clone());
    }
    let item = match &document.name {
        Some(name) => Type::Reference(name.clone()),
        None => document.root.clone(),
    };
    with_root(document, Type::List(Box::new(Slot::required(item))))
}

fn with_root(document: &Document, root: Type) -> Result<Schema> {
    let mut types = document.types.clone();
    types.extend(document.name.iter().map(|name| (name.clone(), document.root.clone())));
    let document = Document { types, meta: document.meta.clone(), ..Document::new(root) };
    document.build().map_err(|error| Failure::definition("the schema", &error))
}

/// Reads a container file and writes its data as a list, as lines or as messages, or as another container file.
pub fn read(
    input: Input,
    output: &mut Output,
    schema: Option<&Schema>,
    to: Wire,
    settings: [&Settings; 2],
    shape: Shape,
) -> Result<()> {
    let name = input.name().to_owned();
    let failed = |error: typecase::stream::Error| Failure::stream(&name, &error);
    let mut container = Container::open(input, &settings[0].options.limits).map_err(failed)?;
    let schema = schema.map(datum_schema).transpose()?;
    let mut reading = Reading::new(container.schema(), schema.as_ref(), to, settings)?;
    if let (Wire::Avro, Some(compression)) = (to, settings[1].options.avro.container) {
        let written = match &schema {
            Some(schema) => export::avro(schema).map_err(|error| Failure::plan("avro", &error))?,
            None => container.schema().clone(),
        };
        let mut writer = ContainerWriter::new(Vec::new(), &written, compression).map_err(failed)?;
        while let Some(block) = container.next_block().map_err(failed)? {
            let each = |datum: &[u8]| {
                let mut length = 0;
                let appended = writer.append(|out| reading.convert(datum, out).map(|read| length = read));
                appended.map(|()| length).map_err(Failure::stream_data)
            };
            block.each(each).map_err(failed)?;
            drain(&mut writer, output, 0)?;
        }
        return output.write(&writer.finish().map_err(failed)?);
    }
    if to == Wire::Columnar {
        return reading.to_columns(&name, &mut container, output, settings[1]);
    }
    if shape.write == Frame::List && !is_text(to) {
        return Err(Failure::Usage(format!("a container file holds many messages, and {to} is one: use --lines")));
    }
    pipeline::in_list(output, shape, |output| {
        let (mut out, mut any) = (Vec::new(), false);
        while let Some(block) = container.next_block().map_err(failed)? {
            let result = block.each(|datum| {
                shape.write.open(&mut out, !any);
                any = true;
                let start = out.len();
                let length = reading.convert(datum, &mut out)?;
                if shape.pretty {
                    pipeline::lay_out(&mut out, start, shape.write);
                }
                shape.write.close(&mut out, start)?;
                Ok(length)
            });
            output.write(&out)?;
            out.clear();
            result.map_err(failed)?;
        }
        Ok(any)
    })?;
    reading.link.finish()
}

/// Writes the values of a stream, which `read` opens, as the data of a container file.
pub fn write(
    input: Input,
    output: &mut Output,
    schema: &Schema,
    from: Wire,
    settings: [&Settings; 2],
    read: impl FnOnce(Input, &Link) -> Batches<Input>,
) -> Result<()> {
    let schema = datum_schema(schema)?;
    let exported = export::avro(&schema).map_err(|error| Failure::plan("avro", &error))?;
    let has_lines = is_text(from);
    let to = plan(&schema, Wire::Avro, &settings[1].options)?;
    let mut link = Link::new(plan(&schema, from, &settings[0].options)?, to, settings)?;
    let name = input.name().to_owned();
    let failed = |error: typecase::stream::Error| Failure::stream(&name, &error);
    let compression = settings[1].options.avro.container.unwrap_or_default();
    let mut writer = ContainerWriter::new(Vec::new(), &exported, compression).map_err(failed)?;
    let (mut batches, mut batch) = (read(input, &link), Batch::default());
    while batches.fill(&mut batch).map_err(failed)? {
        for item in batch.items() {
            let appended = writer.append(|out| link.convert(item.bytes(), out));
            appended.map_err(|error| pipeline::failure(&name, &item, has_lines, Failure::stream_data(error)))?;
            drain(&mut writer, output, CHUNK)?;
        }
    }
    output.write(&writer.finish().map_err(failed)?)
}

/// Writes the rows of a columnar document as the data of a container file.
pub fn write_rows(mut document: RowReader<Input>, output: &mut Output, settings: &Settings) -> Result<()> {
    let name = document.get_ref().name().to_owned();
    let failed = |error: typecase::stream::Error| Failure::stream(&name, &error);
    let schema = datum_schema(document.schema())?;
    let exported = export::avro(&schema).map_err(|error| Failure::plan("avro", &error))?;
    let to = plan(&schema, Wire::Avro, &settings.options)?;
    let compression = settings.options.avro.container.unwrap_or_default();
    let mut writer = ContainerWriter::new(Vec::new(), &exported, compression).map_err(failed)?;
    let mut group = RowGroup::default();
    while document.fill(&mut group).map_err(failed)? {
        let mut rows = group.rows().map_err(|error| failed(error.into()))?;
        while !rows.is_empty() {
            writer.append(|out| rows.convert_next(&to, out).map(drop)).map_err(failed)?;
            drain(&mut writer, output, CHUNK)?;
        }
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
