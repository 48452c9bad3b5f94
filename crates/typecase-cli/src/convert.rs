//! From wire to wire: what `encode`, `decode` and `convert` share.
//!
//! Lines and lists in rows go item by item through the [`crate::pipeline`], in bounded memory.
//! Everything else is read whole: single messages, and layouts that mix the items of a list.

use crate::args::{CodecArgs, InputArgs, LinesArg, OutputArgs, SchemaArgs, StreamArgs};
use crate::container;
use crate::failure::{Failure, Lines, Result};
use crate::input::Input;
use crate::output::Output;
use crate::pipeline::{self, Shape};
use crate::wire_options::Side;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::schema::graph::Kind;
use typecase::stream::{Framing, Items};
use typecase::value::Value;
use typecase::wire::protobuf::json::ProtoJson;
use typecase::wire::{Wire, bson, cbor, json, msgpack, protobuf};

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
    /// Where lines are when the schema describes a list and nothing else is said.
    pub lines_of_list: LinesArg,
}

impl Conversion<'_> {
    /// Converts the input.
    pub fn run(self) -> Result<()> {
        let options = self.codec.options(&[(Side::From, self.from), (Side::To, self.to)])?;
        let [from, to] = [options[0], options[1]];
        let schema = self.schema.load()?;
        let input = Input::open(&self.input.file)?;
        let mut output = Output::open(self.output.out.as_deref())?;
        let both = [&from, &to];
        if self.from == Wire::Avro && from.avro.container.is_some() {
            let shape = self.shape(Framing::List, container::framing(self.stream.lines.is_some()));
            container::read(input, &mut output, schema.as_ref(), self.to, both, shape)?;
            return output.finish();
        }
        match schema {
            Some(schema) if self.to == Wire::Avro && to.avro.container.is_some() => {
                let shape = self.shape(container::framing(self.stream.lines.is_some()), Framing::List);
                container::write(input, &mut output, &schema, self.from, both, shape)?;
            }
            Some(schema) => self.with_schema(&schema, from, to, input, &mut output)?,
            None => self.without_schema(from, to, input, &mut output)?,
        }
        output.finish()
    }

    fn shape(&self, read: Framing, write: Framing) -> Shape {
        let (pretty, limits, threads) = (self.pretty, self.codec.limits(), self.stream.threads());
        Shape { read, write, pretty, limits, threads }
    }

    fn with_schema(
        &self,
        schema: &Schema,
        from: Options,
        to: Options,
        mut input: Input,
        output: &mut Output,
    ) -> Result<()> {
        let proto_json = match (self.from, self.to) {
            (Wire::Protobuf, Wire::Json) => from.protobuf.json,
            (Wire::Json, Wire::Protobuf) => to.protobuf.json,
            _ => None,
        };
        let from = plan(schema, self.from, &from)?;
        let to = plan(schema, self.to, &to)?;
        if let Some(options) = proto_json {
            return self.with_proto_json(&from, &to, options, input, output);
        }
        if ![self.from, self.to].iter().all(|wire| is_text(*wire)) {
            if self.stream.lines.is_some() {
                return Err(Failure::Usage("--lines is for wires of text".to_owned()));
            }
            return self.whole(input, output, |bytes, out| from.convert(&to, bytes, out));
        }
        let is_list = matches!(schema.graph().node(schema.graph().root()).kind, Kind::List(_));
        let items = |codec: &Codec| if is_list { codec.for_items() } else { Some(codec.clone()) };
        let (read, write) = match self.stream.lines {
            None if is_list => (Framing::List, Framing::List),
            None => return self.whole(input, output, |bytes, out| from.convert(&to, bytes, out)),
            Some(LinesArg::Auto) if is_list && self.lines_of_list != LinesArg::Both => framings(self.lines_of_list),
            Some(LinesArg::Auto | LinesArg::Both) => {
                let shape = self.shape(Framing::Lines, Framing::Lines);
                return pipeline::run(input, output, shape, |bytes, out| from.convert(&to, bytes, out));
            }
            Some(lines) => framings(lines),
        };
        match (items(&from), items(&to)) {
            (Some(from), Some(to)) => {
                pipeline::run(input, output, self.shape(read, write), |bytes, out| from.convert(&to, bytes, out))
            }
            (Some(from), None) if read == Framing::Lines => {
                let name = input.name().to_owned();
                let list = self.gather(input, &from)?;
                let text = to.encode(&list).map_err(|error| Failure::data(&name, &error, Lines::default()))?;
                self.write(output, text)
            }
            (None, Some(to)) if write == Framing::Lines => {
                let bytes = input.read_all(self.codec.limits().max_bytes)?;
                let list = from.decode(&bytes).map_err(|error| Failure::in_text(input.name(), &bytes, &error))?;
                scatter(input.name(), &list, &to, output)
            }
            _ => self.whole(input, output, |bytes, out| from.convert(&to, bytes, out)),
        }
    }

    /// From messages of Protocol Buffers to ProtoJSON, or back.
    fn with_proto_json(
        &self,
        from: &Codec,
        to: &Codec,
        options: protobuf::json::Options,
        input: Input,
        output: &mut Output,
    ) -> Result<()> {
        if self.stream.lines.is_some() {
            return Err(Failure::Usage("--lines is for wires of text".to_owned()));
        }
        let mapping = ProtoJson::new(from.schema()).map_err(|error| Failure::plan("ProtoJSON", &error))?;
        let options = protobuf::json::Options { limits: self.codec.limits(), ..options };
        self.whole(input, output, |bytes, out| match self.to {
            Wire::Json => mapping.print_into(&from.decode(bytes)?, out, &options),
            _ => to.encode_into(&mapping.parse(bytes, &options)?, out),
        })
    }

    /// From and to wires that tell what their values are.
    fn without_schema(&self, from: Options, to: Options, input: Input, output: &mut Output) -> Result<()> {
        for wire in [self.from, self.to] {
            if !matches!(wire, Wire::Json | Wire::Bson | Wire::Cbor | Wire::Msgpack) {
                return Err(Failure::Usage(format!("the wire {wire} needs a schema: --schema FILE")));
            }
            if self.stream.lines.is_some() && !is_text(wire) {
                return Err(Failure::Usage("--lines is for wires of text".to_owned()));
            }
        }
        let form = match (self.from, self.to) {
            (Wire::Bson, Wire::Json) => from.bson.json,
            (Wire::Json, Wire::Bson) => to.bson.json,
            _ => None,
        };
        // Types that other wires have not, such as an int64 with a small value, are kept for those that have.
        let keeps_types = self.to == Wire::Bson || form.is_some() || from.bson.style != bson::Style::Exact;
        let convert = |bytes: &[u8], out: &mut Vec<u8>| {
            let mut value = match self.from {
                Wire::Bson if keeps_types => bson::parse_with(bytes, &from.bson, &from.limits)?,
                Wire::Bson => bson::decode_with::<Value<'_>>(bytes, &from.bson, &from.limits)?,
                Wire::Cbor => cbor::parse_with(bytes, &from.cbor, &from.limits)?,
                Wire::Msgpack => msgpack::parse_with(bytes, &from.msgpack, &from.limits)?,
                _ => json::parse_bytes(bytes, from.json.duplicates, &from.limits)?,
            };
            if form.is_some() && self.from == Wire::Json {
                value = bson::extended_json::from_json(value)?;
            }
            if self.extended.contains(&Side::From) {
                value = typecase::value::extended::from_json(value)?;
            }
            if self.extended.contains(&Side::To) {
                value = typecase::value::extended::to_json(value)?;
            }
            match self.to {
                Wire::Bson => bson::print_into(&value, out, &to.bson, &to.limits)?,
                Wire::Cbor => cbor::encode_into(&value, out, &to.cbor, &to.limits)?,
                Wire::Msgpack => msgpack::print_into(&value, out, &to.msgpack, &to.limits)?,
                _ => match form {
                    Some(form) => bson::extended_json::print_into(&value, out, form)?,
                    None => json::print_into(&value, out)?,
                },
            }
            Ok(())
        };
        match self.stream.lines {
            None => self.whole(input, output, convert),
            Some(LinesArg::Auto | LinesArg::Both) => {
                pipeline::run(input, output, self.shape(Framing::Lines, Framing::Lines), convert)
            }
            Some(lines) => {
                let (read, write) = framings(lines);
                pipeline::run(input, output, self.shape(read, write), convert)
            }
        }
    }

    /// Converts the whole input as one message.
    fn whole(
        &self,
        mut input: Input,
        output: &mut Output,
        convert: impl Fn(&[u8], &mut Vec<u8>) -> Result<(), typecase::error::Error>,
    ) -> Result<()> {
        let bytes = input.read_all(self.codec.limits().max_bytes)?;
        let mut text = Vec::new();
        convert(&bytes, &mut text).map_err(|error| match is_text(self.from) {
            true => Failure::in_text(input.name(), &bytes, &error),
            false => Failure::data(input.name(), &error, Lines::default()),
        })?;
        self.write(output, text)
    }

    /// Reads a stream into one list, for a layout that has to see all of it.
    fn gather(&self, input: Input, items: &Codec) -> Result<Value<'static>> {
        let name = input.name().to_owned();
        let mut stream = Items::with_limits(input, Framing::Lines, self.codec.limits());
        let mut values = Vec::new();
        while let Some(item) = stream.next_item().map_err(|error| Failure::stream(&name, &error))? {
            let value = items.decode_owned(item.bytes()).map_err(|error| pipeline::failure(&name, &item, error))?;
            values.push(value);
        }
        Ok(Value::list(values))
    }

    fn write(&self, output: &mut Output, text: Vec<u8>) -> Result<()> {
        let text = if self.pretty { json::pretty(&text, 2) } else { text };
        output.write(&text)
    }
}

/// Whether the messages of a wire are text, which a stream can be cut into.
fn is_text(wire: Wire) -> bool {
    matches!(wire, Wire::Json | Wire::Positional)
}

/// Where a list and where its items as lines are.
fn framings(lines: LinesArg) -> (Framing, Framing) {
    if lines == LinesArg::In { (Framing::Lines, Framing::List) } else { (Framing::List, Framing::Lines) }
}

/// Writes the items of a list one a line.
fn scatter(name: &str, list: &Value<'_>, items: &Codec, output: &mut Output) -> Result<()> {
    let mut text = Vec::new();
    for (index, item) in list.as_list().unwrap_or_default().iter().enumerate() {
        text.clear();
        items
            .encode_into(item, &mut text)
            .map_err(|error| Failure::data(name, &error.in_item(index), Lines::default()))?;
        text.push(b'\n');
        output.write(&text)?;
    }
    Ok(())
}

/// The codec of a schema on a wire.
pub fn plan(schema: &Schema, wire: Wire, options: &Options) -> Result<Codec> {
    Codec::new(schema, wire, options).map_err(|error| Failure::plan(wire.name(), &error))
}
