//! Answers one request: writes the values, and reads the messages that a package wrote.
//!
//! A request has a `wire`, a `form` (how values are told and what describes them), the `records` of wires that have
//! them, the `values`, the `messages` of the package as hexadecimal text, `structures` where a table is shared, and the
//! `stream`, all messages end to end. The answer has the `messages` of the values, the `values` of the messages, the
//! `structures`, and the same `stream` cut into its messages.

#[allow(dead_code)]
#[path = "../msgpack/notation.rs"]
mod notation;

use notation::{bytes, hex};
use typecase::codec::{Codec, Options, Session};
use typecase::limits::Limits;
use typecase::schema::avro::AvroSchema;
use typecase::schema::{Schema, import, proto};
use typecase::stream::{Batch, Batches, Messages};
use typecase::value::{Special, Value, extended};
use typecase::wire::protobuf::json::ProtoJson;
use typecase::wire::{Wire, bson, cbor, json, msgpack};

/// What went wrong, for the judge to see.
type Outcome<T> = Result<T, String>;

/// The answer to a line.
pub fn to(line: &str) -> String {
    let request = json::parse(line).unwrap();
    let answer = answer(&request).unwrap_or_else(|error| Value::map(vec![("error".into(), Value::Text(error.into()))]));
    json::print(&answer).unwrap()
}

fn answer(request: &Value<'_>) -> Outcome<Value<'static>> {
    let wire: Wire = text(request, "wire").parse().map_err(said)?;
    let options = options(request);
    let mut ends: Box<dyn Both> = match text(request, "form") {
        "free" => Box::new(Free::new(wire, options, request)?),
        form => Box::new(Described::new(wire, options, form, request)?),
    };
    let messages: Vec<Value<'static>> = list(request, "values")
        .iter()
        .map(|value| ends.write(value).map(|bytes| hexadecimal(&bytes)))
        .collect::<Outcome<_>>()?;
    let structures: Vec<Value<'static>> = ends.structures().into_iter().map(keys).collect();
    let mut values = Vec::new();
    let cut = cut(ends.messages(), &bytes(text(request, "stream")))?;
    for message in list(request, "messages") {
        values.push(ends.read(&bytes(message.as_str().unwrap()))?);
    }
    Ok(Value::map(vec![
        ("messages".into(), Value::list(messages)),
        ("values".into(), Value::list(values)),
        ("structures".into(), Value::list(structures)),
        ("stream".into(), Value::list(cut.iter().map(|message| hexadecimal(message)).collect())),
    ]))
}

/// Cuts messages end to end into each.
fn cut(messages: Option<Messages>, stream: &[u8]) -> Outcome<Vec<Vec<u8>>> {
    let Some(messages) = messages else { return Ok(Vec::new()) };
    let mut batches = Batches::messages(stream, messages, Limits::default());
    let (mut batch, mut all) = (Batch::default(), Vec::new());
    while batches.fill(&mut batch).map_err(said)? {
        all.extend(batch.items().map(|item| item.bytes().to_vec()));
    }
    Ok(all)
}

/// Both ends of a wire.
trait Both {
    /// Writes the next value.
    fn write(&mut self, value: &Value<'_>) -> Outcome<Vec<u8>>;
    /// Reads the next message of the package.
    fn read(&mut self, message: &[u8]) -> Outcome<Value<'static>>;
    /// The table that writing has made.
    fn structures(&self) -> Vec<Vec<String>>;
    /// How the messages of the package end, before any has been read.
    fn messages(&self) -> Option<Messages>;
}

/// Values without a schema, in the extended JSON form.
struct Free {
    wire: Wire,
    options: Options,
    msgpack: [msgpack::Session; 2],
    cbor: [cbor::Session; 2],
}

impl Free {
    fn new(wire: Wire, options: Options, request: &Value<'_>) -> Outcome<Free> {
        let structures = structures(request);
        let mut sessions = [msgpack::Session::new(&options.msgpack), msgpack::Session::new(&options.msgpack)];
        if let Some([shared, own]) = request.get("shapes").and_then(Value::as_list) {
            let shapes = (shared.as_int().unwrap() as u16, own.as_int().unwrap() as u16);
            sessions = sessions.map(|session| session.with_shapes(shapes.0, shapes.1).unwrap());
        }
        let [sender, receiver] = sessions;
        let receiver = match wire {
            Wire::Msgpack => receiver.with_structures(&structures).map_err(said)?,
            _ => receiver,
        };
        let table = cbor::Session::new(&options.cbor).with_structures(&structures).map_err(said)?;
        let cbor = [cbor::Session::new(&options.cbor), table];
        Ok(Free { wire, options, msgpack: [sender, receiver], cbor })
    }
}

impl Both for Free {
    fn write(&mut self, value: &Value<'_>) -> Outcome<Vec<u8>> {
        let value = notation::value(value);
        let (mut out, limits) = (Vec::new(), self.options.limits);
        match self.wire {
            Wire::Msgpack => self.msgpack[0].print_into(&value, &mut out, &limits),
            Wire::Cbor => self.cbor[0].encode_into(&tagged(value), &mut out, &limits),
            _ => bson::print_into(&value, &mut out, &self.options.bson, &limits),
        }
        .map_err(said)?;
        Ok(out)
    }

    fn read(&mut self, message: &[u8]) -> Outcome<Value<'static>> {
        let limits = self.options.limits;
        let value = match self.wire {
            Wire::Msgpack => self.msgpack[1].parse(message, &limits),
            Wire::Cbor => self.cbor[1].decode(message, &limits),
            _ => bson::parse_with(message, &self.options.bson, &limits),
        };
        let value = value.map_err(said)?.into_owned();
        // What has no notation is for the vectors' own tests.
        Ok(extended::to_json(value).unwrap_or_else(|_| Value::text("no notation")))
    }

    fn structures(&self) -> Vec<Vec<String>> {
        match self.wire {
            Wire::Msgpack => self.msgpack[0].structures(),
            Wire::Cbor => self.cbor[0].structures(),
            _ => Vec::new(),
        }
    }

    fn messages(&self) -> Option<Messages> {
        match self.wire {
            Wire::Msgpack => Some(Messages::msgpack(self.msgpack[1].clone(), self.options.limits)),
            wire => Messages::without_schema(wire, &self.options),
        }
    }
}

/// Values that occur again, and errors, as cbor-x has them: tags.
fn tagged(value: Value<'static>) -> Value<'static> {
    let tag = |number, value| Value::Special(Box::new(Special::Tag(number, value)));
    match value {
        Value::List(items) => Value::list(items.into_vec().into_iter().map(tagged).collect()),
        Value::Map(entries) => {
            Value::Map(entries.into_vec().into_iter().map(|(key, value)| (key, tagged(value))).collect())
        }
        Value::Special(special) => match *special {
            Special::Shared(_, value) => tag(28, tagged(value)),
            Special::Reference(number) => tag(29, Value::Int(number.into())),
            // The name and the message.
            Special::Error(parts) => tag(27, Value::list(parts.into_vec().into_iter().take(2).collect())),
            special => Value::Special(Box::new(special)),
        },
        plain => plain,
    }
}

/// Values of a schema.
struct Described {
    codec: Codec,
    told: Told,
    sender: Session,
    receiver: Session,
}

/// How the values of a schema are told.
enum Told {
    /// As they are on the JSON wire.
    Json(Box<Codec>),
    /// In Avro's JSON encoding.
    Avro(Box<AvroSchema>),
    /// In ProtoJSON.
    Proto(Box<ProtoJson>),
}

impl Described {
    fn new(wire: Wire, options: Options, form: &str, request: &Value<'_>) -> Outcome<Described> {
        let source = request.get("schema").unwrap();
        let (schema, told) = match form {
            "avro" => {
                let avro = AvroSchema::from_value(source).map_err(said)?;
                let schema = import::avro(&avro).map_err(said)?.build().map_err(said)?;
                (schema, Told::Avro(Box::new(avro)))
            }
            "proto" => {
                let source = text(request, "schema");
                let load = |name: &str| (name == "file.proto").then(|| source.to_owned());
                let files = proto::compile(&["file.proto"], load).map_err(said)?;
                let document = import::proto(&files, text(request, "type"), &Default::default()).map_err(said)?;
                let schema = document.build().map_err(said)?;
                let told = Told::Proto(Box::new(ProtoJson::new(&schema).map_err(said)?));
                (schema, told)
            }
            _ => {
                let schema = Schema::parse(&json::print(source).unwrap()).map_err(said)?;
                let json = Codec::new(&schema, Wire::Json, &options).map_err(said)?;
                (schema, Told::Json(Box::new(json)))
            }
        };
        let codec = Codec::new(&schema, wire, &options).map_err(said)?;
        let receiver = codec.session().with_structures(&structures(request)).map_err(said)?;
        Ok(Described { sender: codec.session(), receiver, codec, told })
    }
}

impl Both for Described {
    fn write(&mut self, value: &Value<'_>) -> Outcome<Vec<u8>> {
        let text = json::print(value).unwrap();
        let value = match &self.told {
            Told::Avro(avro) => avro.value_from_json(value),
            Told::Proto(mapping) => mapping.parse(text.as_bytes(), &Default::default()).map(Value::into_owned),
            Told::Json(json) => json.decode_owned(text.as_bytes()),
        };
        let mut out = Vec::new();
        self.codec.encode_with(&mut self.sender, &value.map_err(said)?, &mut out).map_err(said)?;
        Ok(out)
    }

    fn read(&mut self, message: &[u8]) -> Outcome<Value<'static>> {
        let value = self.codec.decode_with(&mut self.receiver, message).map_err(said)?;
        let text = match &self.told {
            Told::Avro(avro) => return avro.value_to_json(&value).map_err(said),
            // As text, since a tree of JSON has no -0.
            Told::Proto(mapping) => {
                return mapping.print(&value, &Default::default()).map(|text| Value::Text(text.into())).map_err(said);
            }
            Told::Json(json) => String::from_utf8(json.encode(&value).map_err(said)?).unwrap(),
        };
        Ok(json::parse(&text).map_err(said)?.into_owned())
    }

    fn structures(&self) -> Vec<Vec<String>> {
        self.sender.structures()
    }

    fn messages(&self) -> Option<Messages> {
        self.codec.messages(&self.receiver)
    }
}

/// The options that make the wires write as the packages do.
fn options(request: &Value<'_>) -> Options {
    let mut options = Options { limits: Limits { max_depth: 512, ..Limits::default() }, ..Options::default() };
    let records = request.get("records").and_then(Value::as_str).unwrap_or("off");
    (options.msgpack.records, options.cbor.records) = match records {
        "inline" => (msgpack::Records::Inline, cbor::Records::Inline),
        "shared" => (msgpack::Records::Shared, cbor::Records::Shared),
        "stream" => (msgpack::Records::Stream, cbor::Records::Stream),
        _ => (msgpack::Records::Off, cbor::Records::Maps),
    };
    let more_types = records == "clone";
    if more_types {
        options.msgpack.records = msgpack::Records::Inline;
        options.cbor.records = cbor::Records::Inline;
    }
    options.msgpack.style = msgpack::Style::Msgpackr { variable_map_size: false, more_types };
    options.cbor.style = Some(cbor::Style::CborX);
    options.bson.style = bson::Style::JavaScript;
    options
}

fn text<'a>(request: &'a Value<'_>, key: &str) -> &'a str {
    request.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn list<'a, 'v>(request: &'a Value<'v>, key: &str) -> &'a [Value<'v>] {
    request.get(key).and_then(Value::as_list).unwrap_or_default()
}

fn structures(request: &Value<'_>) -> Vec<Vec<String>> {
    let keys = |keys: &Value<'_>| keys.as_list().unwrap().iter().map(|key| key.as_str().unwrap().to_owned()).collect();
    list(request, "structures").iter().map(keys).collect()
}

fn keys(keys: Vec<String>) -> Value<'static> {
    Value::list(keys.into_iter().map(|key| Value::Text(key.into())).collect())
}

fn hexadecimal(bytes: &[u8]) -> Value<'static> {
    Value::Text(hex(bytes).into())
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}
