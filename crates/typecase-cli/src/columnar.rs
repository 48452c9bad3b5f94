//! Columnar documents as the input or the output of a conversion, group by group: memory is bound by a few groups, and
//! each thread works on one.

use crate::args::LinesArg;
use crate::container::{self, datum_schema, list_schema};
use crate::convert::{Conversion, Form, is_text, names_its_schema, plan, side};
use crate::failure::{Failure, Lines, Result};
use crate::input::Input;
use crate::link::Link;
use crate::output::Output;
use crate::pipeline::{self, Shape, Source};
use crate::wire_options::Settings;
use std::ops::Range;
use std::sync::Arc;
use typecase::codec::Options;
use typecase::error::Error;
use typecase::schema::Schema;
use typecase::stream::{Batch, Batches};
use typecase::wire::Wire;
use typecase::wire::columnar::{
    self, GroupWriter, MOST_ROWS, MeasuredGroup, Plan, RowGroup, RowReader, RowWriter, Rows,
};

/// The schema of the document that an input begins with, which is read from its start afterwards.
pub fn schema_of(input: &mut Input, options: &Options) -> Result<Schema> {
    let head = input.peek_lines(2, options.limits.max_bytes)?;
    columnar::schema_of(&head).map_err(|error| Failure::data(input.name(), &error, Lines::default()))
}

/// Converts from or to columns without all of it in memory; `false` where the other side is one message, or a layout that
/// mixes the items. Then nothing has been read.
pub fn convert(
    conversion: &Conversion<'_>,
    schema: &Schema,
    settings: [&Settings; 2],
    input: &mut Option<Input>,
    output: &mut Output,
) -> Result<bool> {
    let schema = match conversion.stream.lines {
        Some(_) => list_schema(schema)?,
        None => schema.clone(),
    };
    // A container file that is read has its own way: `container::read`.
    if settings[1].options.avro.container.is_some() && conversion.to == Wire::Avro {
        let document = open(conversion, &schema, settings[0], input)?;
        return container::write_rows(document, output, settings[1]).map(|()| true);
    }
    let Some((wire, form)) = other_side(conversion)? else { return Ok(false) };
    if wire == Wire::Columnar {
        let document = open(conversion, &schema, settings[0], input)?;
        return copy(document, output, settings[1]).map(|()| true);
    }
    let of = if conversion.from == Wire::Columnar { 1 } else { 0 };
    let options = &settings[of].options;
    let (codec, form) = match names_its_schema(wire, settings[of]) {
        // What such a message names is the schema of the items.
        true => side(&datum_schema(&schema)?, wire, options, false, form)?,
        false => side(&schema, wire, options, true, form)?,
    };
    if form == Form::Whole {
        return Ok(false);
    }
    let columns = plan(&schema, Wire::Columnar, &settings[1 - of].options)?;
    if conversion.from == Wire::Columnar {
        let document = open(conversion, &schema, settings[0], input)?;
        read(document, Link::new(columns, codec, settings)?, output, conversion.shape(wire, form))?;
    } else {
        let Some(input) = input.take() else { return Ok(false) };
        let link = Link::new(codec, columns, settings)?;
        let batches = conversion.batches(input, form, link.from.messages(&link.reading()));
        write(batches, link, output, settings[1], conversion.stream.threads())?;
    }
    Ok(true)
}

/// The wire on the other side of the columns, and how it holds the rows; `None` if they are one message.
fn other_side(conversion: &Conversion<'_>) -> Result<Option<(Wire, Form)>> {
    let in_list = |wire| if wire == Wire::Positional { Form::List } else { Form::Each };
    let (from, to) = (conversion.from, conversion.to);
    let is_input = from == Wire::Columnar;
    let wire = if is_input { to } else { from };
    let form = match conversion.stream.lines {
        _ if from == to => Form::List,
        None if is_text(wire) => Form::List,
        None => return Ok(None),
        Some(LinesArg::Auto) => in_list(wire),
        Some(LinesArg::Out) if is_input => Form::Each,
        Some(LinesArg::In) => {
            if is_input {
                Form::List
            } else {
                Form::Each
            }
        }
        Some(LinesArg::Out | LinesArg::Both) => {
            return Err(Failure::Usage(
                "a columnar document is one list of rows: use --lines, or --lines=in to write it and --lines=out to \
                 read it"
                    .to_owned(),
            ));
        }
    };
    Ok(Some((wire, form)))
}

/// Opens the document, which must have this schema.
fn open(
    conversion: &Conversion<'_>,
    schema: &Schema,
    settings: &Settings,
    input: &mut Option<Input>,
) -> Result<RowReader<Input>> {
    let plan = columns(schema)?;
    let Some(input) = input.take() else { return Err(Failure::Usage("the input has been read".to_owned())) };
    let name = input.name().to_owned();
    let limits = conversion.codec.limits();
    RowReader::with_plan(input, &plan, &settings.options.columnar, &limits)
        .map_err(|error| Failure::stream(&name, &error))
}

/// The groups of a document.
struct Groups {
    document: RowReader<Input>,
    name: String,
}

impl Source for Groups {
    type Piece = RowGroup;

    fn fill(&mut self, group: &mut RowGroup) -> Result<bool> {
        self.document.fill(group).map_err(|error| Failure::stream(&self.name, &error))
    }
}

/// Writes the rows of a document as a list, as lines or as messages.
fn read(document: RowReader<Input>, mut link: Link, output: &mut Output, shape: Shape) -> Result<()> {
    let name = document.get_ref().name().to_owned();
    let groups = Groups { document, name: name.clone() };
    pipeline::in_list(output, shape, |output| {
        let take = |text: &mut Vec<u8>| pipeline::written(output, text);
        if link.is_in_order() {
            let work = |group: &mut RowGroup, out: &mut Vec<u8>| {
                convert_rows(&name, group, out, shape, |rows, out| match rows.next_value()? {
                    Some(value) => link.encode(&value, out).map(|()| true),
                    None => Ok(false),
                })
            };
            return pipeline::one_by_one(groups, work, take);
        }
        let work = |group: &mut RowGroup, out: &mut Vec<u8>| {
            convert_rows(&name, group, out, shape, |rows, out| rows.convert_next(&link.to, out))
        };
        pipeline::on_threads(groups, shape.threads, work, take)
    })?;
    link.finish()
}

/// Converts the rows of a group, which `convert` says are over. After an error `out` has those before it.
fn convert_rows<'g>(
    name: &str,
    group: &'g RowGroup,
    out: &mut Vec<u8>,
    shape: Shape,
    mut convert: impl FnMut(&mut Rows<'g>, &mut Vec<u8>) -> Result<bool, Error>,
) -> Result<()> {
    let failed = |error: Error| Failure::data(name, &error, Lines::default());
    let mut rows = group.rows().map_err(failed)?;
    let mut is_first = group.range().start == 0;
    while shape.item(is_first, out, |out| convert(&mut rows, out)).map_err(failed)? {
        is_first = false;
    }
    Ok(())
}

/// Writes the rows of a document as those of another.
fn copy(mut document: RowReader<Input>, output: &mut Output, settings: &Settings) -> Result<()> {
    let name = document.get_ref().name().to_owned();
    let failed = |error: typecase::stream::Error| Failure::stream(&name, &error);
    let plan = document.plan().clone();
    let options = &settings.options;
    let mut writer = RowWriter::new(&plan, &options.columnar, &options.limits, Vec::new()).map_err(failed)?;
    let mut group = RowGroup::default();
    while document.fill(&mut group).map_err(failed)? {
        let mut rows = group.rows().map_err(|error| failed(error.into()))?;
        while writer.push_next(&mut rows).map_err(failed)? {}
        drain(&mut writer, output)?;
    }
    output.write(&writer.finish().map_err(failed)?)
}

/// The items of a group, in the batches in which they came.
type Items = Vec<(Arc<Batch>, Range<usize>)>;

/// Gathers items to groups.
struct Gather {
    batches: Batches<Input>,
    /// The batch of which some items are left, and the first of these.
    batch: Arc<Batch>,
    next: usize,
}

impl Source for Gather {
    type Piece = Items;

    fn fill(&mut self, items: &mut Items) -> Result<bool> {
        items.clear();
        let mut missing = MOST_ROWS;
        while missing > 0 {
            if self.next == self.batch.len() {
                // Other threads may still look at the one before.
                let mut batch = Arc::try_unwrap(std::mem::take(&mut self.batch)).unwrap_or_default();
                let filled = Source::fill(&mut self.batches, &mut batch)?;
                (self.batch, self.next) = (Arc::new(batch), 0);
                if !filled {
                    break;
                }
            }
            let end = self.batch.len().min(self.next + missing);
            items.push((self.batch.clone(), self.next..end));
            missing -= end - self.next;
            self.next = end;
        }
        Ok(!items.is_empty())
    }
}

/// Writes the values of a stream as the rows of a document.
fn write(
    batches: Batches<Input>,
    mut link: Link,
    output: &mut Output,
    settings: &Settings,
    threads: usize,
) -> Result<()> {
    let name = batches.reader().name().to_owned();
    let failed = |error: typecase::stream::Error| Failure::stream(&name, &error);
    let has_lines = is_text(link.from.wire());
    let (plan, options) = (columns(link.to.schema())?, &settings.options);
    let mut writer = RowWriter::new(&plan, &options.columnar, &options.limits, Vec::new()).map_err(failed)?;
    let gather = Gather { batches, batch: Arc::default(), next: 0 };
    let group = || GroupWriter::new(&plan, &options.columnar, &options.limits).map_err(|error| failed(error.into()));
    let gathered = |items: &Items, push: &mut dyn FnMut(&[u8]) -> Result<(), Error>| {
        for (batch, range) in items {
            for item in range.clone().filter_map(|at| batch.get(at)) {
                push(item.bytes()).map_err(|error| pipeline::failure(&name, &item, has_lines, error))?;
            }
        }
        Ok(())
    };
    let take = |group: &mut Option<MeasuredGroup>| {
        if let Some(group) = group.take() {
            writer.push_group(group).map_err(failed)?;
        }
        drain(&mut writer, output)
    };
    if link.is_in_order() {
        let work = |items: &mut Items, out: &mut Option<MeasuredGroup>| {
            let mut group = group()?;
            gathered(items, &mut |message| group.push_value(&link.decode(message)?))?;
            *out = Some(group.take());
            Ok(())
        };
        pipeline::one_by_one(gather, work, take)?;
    } else {
        let work = |items: &mut Items, out: &mut Option<MeasuredGroup>| {
            let mut group = group()?;
            gathered(items, &mut |message| group.push_message(&link.from, message))?;
            *out = Some(group.take());
            Ok(())
        };
        pipeline::on_threads(gather, threads, work, take)?;
    }
    output.write(&writer.finish().map_err(failed)?)?;
    link.finish()
}

/// The plan of a schema.
pub fn columns(schema: &Schema) -> Result<Plan> {
    Plan::new(schema).map_err(|error| Failure::plan("columnar", &error))
}

/// Hands over what has been written.
pub fn drain(writer: &mut RowWriter<'_, Vec<u8>>, output: &mut Output) -> Result<()> {
    let written = writer.get_mut();
    if !written.is_empty() {
        output.write(written)?;
        written.clear();
        output.flush()?;
    }
    Ok(())
}
