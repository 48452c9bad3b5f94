//! [`Codec`]: a schema on a wire, planned once, for dynamic values and for transcoding.

mod session;

pub use session::Session;

#[cfg(feature = "std")]
use crate::drive::drive_next;
use crate::drive::{Erased, collect, drive, drive_item, drive_unchecked};
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::schema::graph::{Kind, NodeId};
use crate::schema::model::Layout;
use crate::schema::{Schema, export};
use crate::text::lexer;
use crate::value::{Value, ValueReader, ValueWriter};
use crate::wire::{Read, Sink, Wire, avro, bson, cbor, columnar, json, msgpack, packed, positional, protobuf};
use alloc::vec::Vec;

/// Runs `$body`, which gives a `Result`, with a reader of one message on the codec's wire.
macro_rules! with_reader {
    ($codec:expr, $input:expr, |$reader:ident| $body:expr) => {{
        let (options, limits) = (&$codec.options, &$codec.options.limits);
        limits.check_bytes($input.len())?;
        match $codec.wire {
            Wire::Json => {
                let mut $reader = json::Reader::new(lexer::utf8($input)?, &options.json, limits)?;
                $body
            }
            Wire::Positional => {
                let text = lexer::utf8($input)?;
                let mut $reader = positional::Reader::new(text, &$codec.positional, &options.positional, limits)?;
                $body
            }
            Wire::Protobuf => {
                let mut $reader = protobuf::Reader::new($input, &options.protobuf, limits);
                $body
            }
            Wire::Avro => {
                let graph = Some($codec.schema.graph());
                let mut $reader = avro::Reader::new($input, graph, &options.avro, limits);
                if let Some(schema) = $codec.fingerprint {
                    avro::object::take(&mut $reader, schema)?;
                }
                $body
            }
            Wire::Msgpack => {
                let session = msgpack::Session::once(&options.msgpack)?;
                let mut $reader = session.reader(session.form(), $input, limits);
                $body
            }
            Wire::Cbor => {
                let mut $reader = cbor::Reader::new($input, &options.cbor, limits, None)?;
                $body
            }
            Wire::Bson => {
                let mut $reader = bson::Reader::new($input, &options.bson, limits);
                $body
            }
            Wire::Columnar => {
                let mut $reader = columnar::Reader::new($input, $codec.columnar()?, &options.columnar, limits)?;
                $body
            }
            Wire::Packed => {
                let head = packed::check_head($input, $codec.fingerprint)?;
                let mut $reader = packed::Reader::behind(head, $input, &options.packed, limits)?;
                $body
            }
        }
    }};
}

/// Runs `$body`, which gives a `Result<()>`, with a writer of one message on the codec's wire, and ends the
/// message; after an error `$out` is as it was.
macro_rules! with_writer {
    ($codec:expr, $out:expr, |$writer:ident| $body:expr) => {{
        let (options, start) = (&$codec.options, $out.len());
        match $codec.wire {
            Wire::Json => {
                let mut $writer = json::Writer::new($out, &options.json, &options.limits);
                let result = $body;
                $writer.end(start, result)
            }
            Wire::Positional => {
                let plan = &$codec.positional;
                let mut $writer = positional::Writer::new($out, plan, &options.positional, &options.limits);
                let result = $body;
                $writer.end(start, result)
            }
            Wire::Protobuf => {
                let mut $writer = protobuf::Writer::new($out, &options.limits);
                let result = $body;
                $writer.end(result)
            }
            Wire::Avro => {
                if let Some(schema) = $codec.fingerprint {
                    $out.extend_from_slice(&avro::object::head(schema));
                }
                let mut $writer = avro::Writer::new($out, &options.avro, &options.limits);
                let result = $body;
                $writer.end(start, result)
            }
            Wire::Msgpack => {
                let mut session = msgpack::Session::once(&options.msgpack)?;
                let mut $writer = session.writer(session.form(), $out, &options.limits);
                let result = $body;
                $writer.end(result)
            }
            Wire::Cbor => {
                let mut session = cbor::Session::once(&options.cbor)?;
                let mut $writer = cbor::Writer::new($out, &options.cbor, &options.limits, session.as_mut())?;
                let result = $body;
                $writer.end(start, result)
            }
            Wire::Bson => {
                let mut $writer = bson::Writer::new($out, &options.bson, &options.limits);
                let result = $body;
                $writer.end(start, result)
            }
            Wire::Columnar => {
                let mut $writer = columnar::Writer::new($codec.columnar()?, &options.columnar, &options.limits);
                let result = $body;
                $writer.end($out, result)
            }
            Wire::Packed => {
                packed::write_head($out, $codec.fingerprint);
                let mut spill = packed::Spill::default();
                let mut $writer = packed::Writer::new($out, &mut spill, &options.packed, &options.limits);
                let result = $body;
                let result = $writer.end(result);
                if result.is_err() {
                    $out.truncate(start);
                }
                result
            }
        }
    }};
}

/// What a codec may be told beyond its schema and wire.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What the JSON wire offers.
    pub json: json::Options,
    /// What the positional wire offers.
    pub positional: positional::Options,
    /// What the Protocol Buffers wire offers.
    pub protobuf: protobuf::Options,
    /// What the Avro wire offers.
    pub avro: avro::Options,
    /// What the MessagePack wire offers.
    pub msgpack: msgpack::Options,
    /// What the CBOR wire offers.
    pub cbor: cbor::Options,
    /// What the BSON wire offers.
    pub bson: bson::Options,
    /// What the columnar wire offers.
    pub columnar: columnar::Options,
    /// What the packed wire offers.
    pub packed: packed::Options,
    /// The layout of a root list on the positional wire; `None` for that of the schema.
    pub layout: Option<Layout>,
    /// Whether a missing required field is an error; if not it becomes null. The default is yes.
    pub validate: bool,
    /// What one message may ask for.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            json: json::Options::default(),
            positional: positional::Options::default(),
            protobuf: protobuf::Options::default(),
            avro: avro::Options::default(),
            msgpack: msgpack::Options::default(),
            cbor: cbor::Options::default(),
            bson: bson::Options::default(),
            columnar: columnar::Options::default(),
            packed: packed::Options::default(),
            layout: None,
            validate: true,
            limits: Limits::default(),
        }
    }
}

impl Options {
    /// These options, strict on every wire or not.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Options {
        self.json.strict = strict;
        self.positional.strict = strict;
        self.protobuf.strict = strict;
        self.avro.strict = strict;
        self.msgpack.strict = strict;
        self.cbor.strict = strict;
        self.bson.strict = strict;
        self.columnar.strict = strict;
        self.packed.strict = strict;
        self
    }
}

/// A schema on a wire. Make it once and use it for every message.
///
/// ```
/// use typecase::codec::{Codec, Options};
/// use typecase::schema::Schema;
/// use typecase::wire::Wire;
///
/// let schema = Schema::parse(r#"{"id": "integer", "name": "string", "email": "?string"}"#)?;
/// let json = Codec::new(&schema, Wire::Json, &Options::default())?;
/// let positional = Codec::new(&schema, Wire::Positional, &Options::default())?;
///
/// let value = json.decode(br#"{"name": "Ada", "id": 7}"#)?;
/// assert_eq!(positional.encode(&value)?, br#"[7,"Ada"]"#);
///
/// let mut out = Vec::new();
/// positional.convert(&json, br#"[7,"Ada"]"#, &mut out)?;
/// assert_eq!(out, br#"{"id":7,"name":"Ada"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Codec {
    schema: Schema,
    wire: Wire,
    options: Options,
    positional: positional::Plan,
    /// The plan of the columnar wire, for codecs of that wire.
    columnar: Option<columnar::Plan>,
    /// The node of one item, in a codec for the items of the root list.
    item: Option<NodeId>,
    /// That of the schema, in Avro's single-object encoding.
    fingerprint: Option<u64>,
}

impl Codec {
    /// Plans a schema for a wire.
    ///
    /// # Errors
    /// `unsupported` if the schema cannot go on the wire.
    pub fn new(schema: &Schema, wire: Wire, options: &Options) -> Result<Codec> {
        let positional = match wire {
            Wire::Positional => {
                positional::Plan::new(schema.graph(), options.layout.unwrap_or(schema.document().layout))?
            }
            Wire::Protobuf => {
                protobuf::check(schema.graph())?;
                positional::Plan::ROWS
            }
            Wire::Bson => {
                bson::check(schema.graph(), schema.graph().root())?;
                positional::Plan::ROWS
            }
            Wire::Cbor => {
                cbor::check(schema.graph(), &options.cbor)?;
                positional::Plan::ROWS
            }
            Wire::Json | Wire::Avro | Wire::Msgpack | Wire::Packed | Wire::Columnar => positional::Plan::ROWS,
        };
        let fingerprint = match wire {
            Wire::Avro if options.avro.single_object => Some(export::avro(schema)?.crc64()),
            Wire::Packed => packed::fingerprint(schema, &options.packed),
            _ => None,
        };
        let columnar = if wire == Wire::Columnar { Some(columnar::Plan::new(schema)?) } else { None };
        let mut options = *options;
        options.json.strict |= schema.document().is_strict();
        options.cbor.strict |= schema.document().is_strict();
        options.msgpack.strict |= schema.document().is_strict();
        options.bson.strict |= schema.document().is_strict();
        Ok(Codec { schema: schema.clone(), wire, options, positional, columnar, item: None, fingerprint })
    }

    /// The codec of single items of the root list, each a message of its own, for streams that are read
    /// or written item by item; `None` if the root is not a list, its layout mixes the items, or the messages name
    /// their schema, which is that of the list.
    ///
    /// The depth limit is one less, for the list around the items.
    ///
    /// ```
    /// # use typecase::{codec::{Codec, Options}, schema::Schema, wire::Wire};
    /// let users = Schema::parse(r#"{"array": {"id": "integer", "name": "string"}}"#)?;
    /// let codec = Codec::new(&users, Wire::Positional, &Options::default())?;
    /// let user = codec.for_items().expect("a list in rows");
    /// assert_eq!(user.encode(&user.decode(br#"[7,"Ada"]"#)?)?, br#"[7,"Ada"]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_items(&self) -> Option<Codec> {
        let graph = self.schema.graph();
        let Kind::List(item) = graph.node(graph.root()).kind else { return None };
        if self.item.is_some() || self.fingerprint.is_some() || self.positional != positional::Plan::ROWS {
            return None;
        }
        // Its items have no document of their own.
        if self.wire == Wire::Columnar || self.wire == Wire::Bson && !bson::is_document(graph, item) {
            return None;
        }
        let mut codec = self.clone();
        codec.item = Some(item);
        codec.options.limits.max_depth = self.options.limits.max_depth.saturating_sub(1);
        Some(codec)
    }

    /// The wire.
    pub fn wire(&self) -> Wire {
        self.wire
    }

    /// The schema.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Decodes one message; the value borrows strings from `input`.
    ///
    /// # Errors
    /// A code, the path and the byte offset: see [`Code`].
    pub fn decode<'de>(&self, input: &'de [u8]) -> Result<Value<'de>> {
        let mut writer = ValueWriter::for_input(input.len());
        self.read_into(input, &mut writer)?;
        Ok(writer.finish())
    }

    /// Decodes one message to a value that borrows nothing.
    ///
    /// # Errors
    /// As for [`decode`](Codec::decode).
    pub fn decode_owned(&self, input: &[u8]) -> Result<Value<'static>> {
        let mut writer = ValueWriter::owned();
        self.read_into(input, &mut writer)?;
        Ok(writer.finish_owned())
    }

    /// Decodes the first of several Avro data that stand end to end, and says how many bytes it has.
    ///
    /// # Errors
    /// As for [`decode`](Codec::decode); `unsupported` on other wires.
    pub fn decode_first<'de>(&self, input: &'de [u8]) -> Result<(Value<'de>, usize)> {
        let mut reader = self.avro_reader(input)?;
        let mut writer = ValueWriter::new();
        self.drive(&mut reader, &mut writer, self.options.validate)?;
        Ok((writer.finish(), reader.position()))
    }

    /// Turns the first of several Avro data that stand end to end into a message of another wire, and says how many
    /// bytes it has. After an error `out` is as it was.
    ///
    /// # Errors
    /// As for [`convert`](Codec::convert); `unsupported` on other wires.
    pub fn convert_first(&self, to: &Codec, input: &[u8], out: &mut Vec<u8>) -> Result<usize> {
        let mut reader = self.avro_reader(input)?;
        to.write_next(&mut reader, out, self.options.validate)?;
        Ok(reader.position())
    }

    /// Writes the value that comes next in a reader as a message, behind what `out` holds.
    pub(crate) fn write_next<'de, R: Read<'de>>(
        &self,
        reader: &mut R,
        out: &mut Vec<u8>,
        validate: bool,
    ) -> Result<()> {
        let result = match self.wire {
            Wire::Json => {
                let start = out.len();
                let mut writer = json::Writer::new(out, &self.options.json, &self.options.limits);
                let result = self.drive(reader, &mut writer, validate);
                writer.end(start, result)
            }
            _ => with_writer!(self, out, |writer| self.drive(reader, &mut Erased::new(&mut writer), validate)),
        };
        result.map_err(|error| error.at(reader.offset()))
    }

    /// Sends one message of many to a writer of another wire; `unordered` is what
    /// [`drive_next`](crate::drive::drive_next) keeps from message to message.
    #[cfg(feature = "std")]
    pub(crate) fn send<'de, W: Sink<'de>>(&self, input: &'de [u8], unordered: &mut bool, writer: &mut W) -> Result<()> {
        let (graph, item, validate) = (self.schema.graph(), self.item, self.options.validate);
        if self.wire == Wire::Json {
            // As in `convert`, JSON is compiled for itself.
            let limits = &self.options.limits;
            limits.check_bytes(input.len())?;
            let mut reader = json::Reader::new(lexer::utf8(input)?, &self.options.json, limits)?;
            let result = drive_next(graph, item, validate, unordered, &mut reader, writer);
            return result.and_then(|()| reader.finish()).map_err(|error| error.at(reader.offset()));
        }
        with_reader!(self, input, |reader| {
            let result = drive_next(graph, item, validate, unordered, &mut reader, &mut Erased::new(writer));
            result.and_then(|()| reader.finish()).map_err(|error| error.at(reader.offset()))
        })
    }

    /// The plan of a codec of the columnar wire.
    fn columnar(&self) -> Result<&columnar::Plan> {
        self.columnar.as_ref().ok_or_else(|| Error::new(Code::Unsupported, "the codec is not of the columnar wire"))
    }

    fn avro_reader<'de>(&self, input: &'de [u8]) -> Result<avro::Reader<'de, '_>> {
        if self.wire != Wire::Avro {
            return Err(Error::new(Code::Unsupported, "only Avro data can be read end to end"));
        }
        Ok(avro::Reader::new(input, Some(self.schema.graph()), &self.options.avro, &self.options.limits))
    }

    /// Everything that is wrong in one message, at most `max_issues` errors; none if it decodes.
    ///
    /// Where [`decode`](Codec::decode) stops, this goes on behind the value that is wrong. In the flat
    /// and columns layouts, and behind text that is not JSON, it cannot, and gives that one error.
    ///
    /// ```
    /// # use typecase::{codec::{Codec, Options}, schema::Schema, wire::Wire};
    /// let schema = Schema::parse(r#"{"id": "integer", "name": "string", "tags": {"array": "string"}}"#)?;
    /// let codec = Codec::new(&schema, Wire::Json, &Options::default())?;
    /// let issues = codec.issues(br#"{"id": "7", "tags": ["a", 1, 2]}"#, 10);
    /// let issues: Vec<String> = issues.iter().map(|error| format!("{} {}", error.path(), error.code())).collect();
    /// assert_eq!(issues, ["id type", "tags[1] type", "tags[2] type", "name required"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn issues(&self, input: &[u8], max_issues: usize) -> Vec<Error> {
        let Err(error) = self.decode(input) else { return Vec::new() };
        let issues = self.collect(input, max_issues).unwrap_or_default();
        if issues.is_empty() && max_issues > 0 { [error].into() } else { issues }
    }

    /// The issues of a message that can be walked.
    fn collect(&self, input: &[u8], max_issues: usize) -> Result<Vec<Error>> {
        // Without its schema no value can be skipped on these wires.
        if matches!(self.wire, Wire::Avro | Wire::Packed)
            || self.wire == Wire::Positional && self.positional != positional::Plan::ROWS
        {
            return Ok(Vec::new());
        }
        let graph = self.schema.graph();
        let (node, validate) = (self.item.unwrap_or(graph.root()), self.options.validate);
        with_reader!(self, input, |reader| Ok(collect(graph, node, validate, max_issues, &mut reader)))
    }

    /// Encodes one value of the schema.
    ///
    /// # Errors
    /// A code and the path, where the value does not fit the schema or the wire.
    pub fn encode(&self, value: &Value<'_>) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        self.encode_into(value, &mut out)?;
        Ok(out)
    }

    /// Encodes one value behind what `out` holds. After an error `out` is as it was.
    ///
    /// # Errors
    /// As for [`encode`](Codec::encode).
    pub fn encode_into(&self, value: &Value<'_>, out: &mut Vec<u8>) -> Result<()> {
        self.write_from(&mut ValueReader::new(value), out, self.options.validate)
    }

    /// Turns one message of this codec's wire into one of another's, behind what `out` holds, without
    /// building a tree. Both must have the same schema. After an error `out` is as it was.
    ///
    /// # Errors
    /// As for [`decode`](Codec::decode) and [`encode`](Codec::encode).
    pub fn convert(&self, to: &Codec, input: &[u8], out: &mut Vec<u8>) -> Result<()> {
        let start = out.len();
        let result = match (self.wire, to.wire) {
            // JSON is at one end of most links, so these pairs are compiled one by one.
            (Wire::Json, _) => {
                let limits = &self.options.limits;
                limits.check_bytes(input.len())?;
                let mut reader = json::Reader::new(lexer::utf8(input)?, &self.options.json, limits)?;
                let result = to.write_from(&mut reader, out, self.options.validate).and_then(|()| reader.finish());
                result.map_err(|error| error.at(reader.offset()))
            }
            (_, Wire::Json) => with_reader!(self, input, |reader| {
                let mut writer = json::Writer::new(out, &to.options.json, &to.options.limits);
                let result = to.drive(&mut reader, &mut writer, self.options.validate);
                let result = writer.end(start, result).and_then(|()| reader.finish());
                result.map_err(|error| error.at(reader.offset()))
            }),
            // Any other pair meets behind one virtual call an event, or there would be as many drives as pairs.
            _ => with_reader!(self, input, |reader| {
                let result = with_writer!(to, out, |writer| {
                    to.drive(&mut reader, &mut Erased::new(&mut writer), self.options.validate)
                });
                result.and_then(|()| reader.finish()).map_err(|error| error.at(reader.offset()))
            }),
        };
        if result.is_err() {
            out.truncate(start);
        }
        result
    }

    /// Reads one message into any writer.
    fn read_into<'de, W: Sink<'de>>(&self, input: &'de [u8], writer: &mut W) -> Result<()> {
        with_reader!(self, input, |reader| {
            self.drive(&mut reader, writer, self.options.validate)?;
            reader.finish()
        })
    }

    /// Writes one message from any reader.
    fn write_from<'de, R: Read<'de>>(&self, reader: &mut R, out: &mut Vec<u8>, validate: bool) -> Result<()> {
        with_writer!(self, out, |writer| self.drive(reader, &mut writer, validate))
    }

    fn drive<'de, R: Read<'de>, W: Sink<'de>>(&self, reader: &mut R, writer: &mut W, validate: bool) -> Result<()> {
        let graph = self.schema.graph();
        match self.item {
            Some(item) => drive_item(graph, item, validate, reader, writer),
            None if validate => drive(graph, reader, writer),
            None => drive_unchecked(graph, reader, writer),
        }
    }
}
