//! From wire to wire: what `encode`, `decode` and `convert` share.
//!
//! Lines, messages end to end, and lists in rows go one by one through the [`crate::pipeline`], in bounded memory; so do
//! columnar documents by their groups ([`crate::columnar`]).
//! Everything else is read whole: single messages, and layouts that mix the items of a list.

use crate::args::{CodecArgs, InputArgs, LinesArg, OutputArgs, SchemaArgs, StreamArgs};
use crate::columnar;
use crate::container;
use crate::failure::{Failure, Lines, Result};
use crate::input::Input;
use crate::link::Link;
use crate::output::Output;
use crate::pipeline::{self, Frame, Shape};
use crate::untyped::{Kept, Untyped};
use crate::wire_options::{Settings, Side};
use typecase::codec::{Codec, Options};
use typecase::error::Error;
use typecase::schema::Schema;
use typecase::schema::graph::Kind;
use typecase::stream::{Batch, Batches, Framing, Messages};
use typecase::value::Value;
use typecase::wire::{Wire, json, protobuf};

/// A conversion as it was asked for.
pub struct Conversion<'a> {
    pub from: Wire,
    pub to: Wire,
    pub input: &'a InputArgs,
    pub output: &'a OutputArgs,
    pub schema: &'a SchemaArgs,
    pub codec: &'a CodecArgs,
    pub stream: &'a StreamArgs,
    /// Which side JSON without a schema has in its extended form.
    pub extended: &'a [Side],
    pub pretty: bool,
}

/// How one side holds its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One after the other: one a line in text, messages end to end on binary wires.
    Each,
    /// As the items of one list in text.
    List,
    /// All of it is one message.
    Whole,
}

impl Conversion<'_> {
    /// Converts the input.
    pub fn run(self) -> Result<()> {
        let settings = self.codec.settings(&[(Side::From, self.from), (Side::To, self.to)])?;
        let settings = [&settings[0], &settings[1]];
        let in_container = |wire, settings: &Settings| wire == Wire::Avro && settings.options.avro.container.is_some();
        let (read, write) = (in_container(self.from, settings[0]), in_container(self.to, settings[1]));
        if [(read, settings[0]), (write, settings[1])].iter().any(|(is, side)| *is && side.options.avro.single_object) {
            return Err(Failure::Usage("the data of a container file do not name their schema".to_owned()));
        }
        let mut schema = self.schema.load()?;
        let mut input = Input::open(&self.input.file)?;
        if schema.is_none() && self.from == Wire::Columnar {
            schema = Some(columnar::schema_of(&mut input, &settings[0].options)?);
        }
        let mut output = Output::open(self.output.out.as_deref())?;
        // Without --lines, the other side of a container file is a list.
        let form = |side: usize| match (self.stream.lines, self.forms(schema.as_ref().is_some_and(is_list)).1[side]) {
            (None, _) => Form::List,
            (Some(_), form) => form,
        };
        if let Some(schema) = &schema
            && [self.from, self.to].contains(&Wire::Columnar)
            && !read
        {
            let mut unread = Some(input);
            if columnar::convert(&self, schema, settings, &mut unread, &mut output)? {
                return output.finish();
            }
            let Some(rest) = unread else { return output.finish() };
            input = rest;
        }
        match schema {
            ref schema if read => {
                let shape = self.shape(self.to, form(1));
                container::read(input, &mut output, schema.as_ref(), self.to, settings, shape)?;
            }
            Some(ref schema) if write => {
                let form = form(0);
                if form == Form::List && !is_text(self.from) {
                    return Err(Failure::Usage(format!(
                        "a list of {} is one message: a container file is written from text, or with --lines",
                        self.from
                    )));
                }
                let read = |input, link: &Link| self.batches(input, form, link.from.messages(&link.reading()));
                container::write(input, &mut output, schema, self.from, settings, read)?;
            }
            Some(schema) => self.with_schema(schema, settings, input, &mut output)?,
            None => self.without_schema(settings, input, &mut output)?,
        }
        output.finish()
    }

    /// How a stream is written in this form.
    pub fn shape(&self, to: Wire, write: Form) -> Shape {
        let write = if write == Form::List { Frame::List } else { Frame::of_messages(to) };
        Shape { has_lines: is_text(self.from), write, pretty: self.pretty, threads: self.stream.threads() }
    }

    /// The input in batches of values in this form, or of these messages.
    pub fn batches(&self, input: Input, form: Form, messages: Option<Messages>) -> Batches<Input> {
        let limits = self.codec.limits();
        match messages {
            Some(messages) => Batches::messages(input, messages, limits),
            None if form == Form::List => Batches::new(input, Framing::List, limits),
            None => Batches::new(input, Framing::Lines, limits),
        }
    }

    /// Whether the values are the items of the schema's list, and how each side holds them.
    fn forms(&self, is_list: bool) -> (bool, [Form; 2]) {
        let in_list = |wire| if wire == Wire::Positional { Form::List } else { Form::Each };
        match self.stream.lines {
            None if is_list && is_text(self.from) && is_text(self.to) => (true, [Form::List, Form::List]),
            None => (false, [Form::Whole, Form::Whole]),
            Some(LinesArg::Auto) if is_list => (true, [in_list(self.from), in_list(self.to)]),
            Some(LinesArg::Auto | LinesArg::Both) => (false, [Form::Each, Form::Each]),
            Some(LinesArg::In) => (is_list, [Form::Each, Form::List]),
            Some(LinesArg::Out) => (is_list, [Form::List, Form::Each]),
        }
    }

    fn with_schema(
        &self,
        mut schema: Schema,
        settings: [&Settings; 2],
        input: Input,
        output: &mut Output,
    ) -> Result<()> {
        let (mut are_items, forms) = self.forms(is_list(&schema));
        let proto_json = self.proto_json(settings);
        let sides = [(self.from, settings[0]), (self.to, settings[1])];
        if are_items && (proto_json.is_some() || sides.iter().any(|(wire, side)| names_its_schema(*wire, side))) {
            // What such a message names, or is mapped by, is the schema of the items.
            schema = container::datum_schema(&schema)?;
            are_items = false;
        }
        let (mut from, mut read) = side(&schema, self.from, &settings[0].options, are_items, forms[0])?;
        let (mut to, mut write) = side(&schema, self.to, &settings[1].options, are_items, forms[1])?;
        if are_items && matches!((read, write), (Form::Whole, Form::List) | (Form::List, Form::Whole)) {
            // A list on both sides, and one of them in one piece.
            (read, write) = (Form::Whole, Form::Whole);
            from = plan(&schema, self.from, &settings[0].options)?;
            to = plan(&schema, self.to, &settings[1].options)?;
        }
        let mut link = Link::new(from, to, settings)?;
        if let Some(options) = proto_json {
            link.map_json(options)?;
        }
        match (read, write) {
            (Form::Whole, Form::Whole) => self.whole(input, output, |bytes, out| link.convert(bytes, out))?,
            (Form::Whole, _) => self.scatter(input, &mut link, output)?,
            (_, Form::Whole) => {
                let text = self.gather(input, &mut link, read)?;
                self.write(output, text)?;
            }
            _ => {
                let batches = self.batches(input, read, link.from.messages(&link.reading()));
                let shape = self.shape(self.to, write);
                if link.is_in_order() {
                    pipeline::run_in_order(batches, output, shape, |bytes, out| link.convert(bytes, out))?;
                } else {
                    pipeline::run(batches, output, shape, |bytes, out| link.convert_alone(bytes, out))?;
                }
            }
        }
        link.finish()
    }

    /// How the JSON on one side is ProtoJSON, if it is.
    fn proto_json(&self, settings: [&Settings; 2]) -> Option<protobuf::json::Options> {
        let options = match (self.from, self.to) {
            (Wire::Protobuf, Wire::Json) => settings[0].options.protobuf.json,
            (Wire::Json, Wire::Protobuf) => settings[1].options.protobuf.json,
            _ => None,
        };
        options.map(|options| protobuf::json::Options { limits: self.codec.limits(), ..options })
    }

    /// From and to wires that tell what their values are.
    fn without_schema(&self, settings: [&Settings; 2], input: Input, output: &mut Output) -> Result<()> {
        let untyped = Untyped::new(self.from, self.to, settings, self.extended)?;
        let (mut kept, table) = untyped.sessions()?;
        let (_, [read, write]) = self.forms(false);
        if read == Form::Whole {
            self.whole(input, output, |bytes, out| untyped.convert(&mut kept, bytes, out))?;
        } else {
            if [(self.from, read), (self.to, write)].iter().any(|(wire, form)| *form == Form::List && !is_text(*wire)) {
                return Err(Failure::Usage("without a schema only JSON has lists in a stream".to_owned()));
            }
            let messages = match &kept[0] {
                Kept::Msgpack(session) => Some(Messages::msgpack((**session).clone(), self.codec.limits())),
                _ => Messages::without_schema(self.from, &settings[0].options),
            };
            let batches = self.batches(input, read, messages);
            let shape = self.shape(self.to, write);
            if kept.iter().all(Kept::is_nothing) {
                pipeline::run(batches, output, shape, |bytes, out| {
                    untyped.convert(&mut [Kept::Nothing, Kept::Nothing], bytes, out)
                })?;
            } else {
                pipeline::run_in_order(batches, output, shape, |bytes, out| untyped.convert(&mut kept, bytes, out))?;
            }
        }
        match table {
            Some(table) => table.save(&kept[1].structures()),
            None => Ok(()),
        }
    }

    /// Converts the whole input as one message.
    fn whole(
        &self,
        mut input: Input,
        output: &mut Output,
        mut convert: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(), Error>,
    ) -> Result<()> {
        let bytes = input.read_all(self.codec.limits().max_bytes)?;
        let mut text = Vec::new();
        convert(&bytes, &mut text).map_err(|error| self.wrong(&input, &bytes, &error))?;
        self.write(output, text)
    }

    /// Reads a stream into one list, for a layout or a wire that has to see all of it.
    fn gather(&self, input: Input, link: &mut Link, read: Form) -> Result<Vec<u8>> {
        let name = input.name().to_owned();
        let mut batches = self.batches(input, read, link.from.messages(&link.reading()));
        let (mut batch, mut values) = (Batch::default(), Vec::new());
        while batches.fill(&mut batch).map_err(|error| Failure::stream(&name, &error))? {
            for item in batch.items() {
                let value = link.decode(item.bytes());
                values.push(value.map_err(|error| pipeline::failure(&name, &item, is_text(self.from), error))?);
            }
        }
        let mut text = Vec::new();
        let encoded = link.encode(&Value::list(values), &mut text);
        encoded.map_err(|error| Failure::data(&name, &error, Lines::default()))?;
        Ok(text)
    }

    /// Writes the items of one list one by one.
    fn scatter(&self, mut input: Input, link: &mut Link, output: &mut Output) -> Result<()> {
        let bytes = input.read_all(self.codec.limits().max_bytes)?;
        let list = link.decode(&bytes).map_err(|error| self.wrong(&input, &bytes, &error))?;
        let frame = Frame::of_messages(self.to);
        let mut text = Vec::new();
        for (index, item) in list.as_list().unwrap_or_default().iter().enumerate() {
            text.clear();
            let encoded = link.encode(item, &mut text).and_then(|()| frame.close(&mut text, 0));
            encoded.map_err(|error| Failure::data(input.name(), &error.in_item(index), Lines::default()))?;
            output.write(&text)?;
        }
        Ok(())
    }

    /// What is wrong with an input that is at hand.
    fn wrong(&self, input: &Input, bytes: &[u8], error: &Error) -> Failure {
        match is_text(self.from) {
            true => Failure::in_text(input.name(), bytes, error),
            false => Failure::data(input.name(), error, Lines::default()),
        }
    }

    fn write(&self, output: &mut Output, text: Vec<u8>) -> Result<()> {
        let text = if self.pretty { json::pretty(&text, 2) } else { text };
        output.write(&text)
    }
}

/// Whether the messages of a wire are text.
pub fn is_text(wire: Wire) -> bool {
    matches!(wire, Wire::Json | Wire::Positional)
}

/// Whether the schema is that of a list.
fn is_list(schema: &Schema) -> bool {
    matches!(schema.graph().node(schema.graph().root()).kind, Kind::List(_))
}

/// Whether messages are behind the fingerprint of their schema.
pub fn names_its_schema(wire: Wire, settings: &Settings) -> bool {
    match wire {
        Wire::Avro => settings.options.avro.single_object,
        Wire::Packed => settings.options.packed.framed,
        _ => false,
    }
}

/// The codec of one side, and how it holds its values: a list that cannot be taken apart on this wire or in this
/// layout is one message.
pub fn side(schema: &Schema, wire: Wire, options: &Options, are_items: bool, form: Form) -> Result<(Codec, Form)> {
    let codec = plan(schema, wire, options)?;
    let items = if are_items { codec.for_items() } else { Some(codec.clone()) };
    match (form, items) {
        (Form::Whole, _) => Ok((codec, Form::Whole)),
        (Form::List, Some(items)) if is_text(wire) => Ok((items, Form::List)),
        (Form::List, _) if are_items => Ok((codec, Form::Whole)),
        (Form::List, _) => Err(Failure::Usage(format!(
            "on the wire {wire} a list is one message, and the schema is not that of a list: use --lines"
        ))),
        (Form::Each, Some(items)) => Ok((items, Form::Each)),
        (Form::Each, None) => {
            Err(Failure::Usage(format!("the items of the list are no messages of their own on the wire {wire}")))
        }
    }
}

/// The codec of a schema on a wire.
pub fn plan(schema: &Schema, wire: Wire, options: &Options) -> Result<Codec> {
    Codec::new(schema, wire, options).map_err(|error| Failure::plan(wire.name(), &error))
}
