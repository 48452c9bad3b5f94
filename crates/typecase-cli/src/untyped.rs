//! Converts messages without a schema, between wires that tell what their values are.

use crate::failure::{Failure, Result};
use crate::link::{keeps_state, table_file};
use crate::structures::{self, Structures, Table};
use crate::wire_options::{Settings, Side};
use typecase::codec::Options;
use typecase::error::Error;
use typecase::value::{Value, extended};
use typecase::wire::bson::extended_json::{self, Form};
use typecase::wire::{Wire, bson, cbor, json, msgpack};

/// The two sides.
pub struct Untyped<'a> {
    from: Wire,
    to: Wire,
    settings: [&'a Settings; 2],
    /// Which side JSON has in its extended form.
    extended: &'a [Side],
    /// The form of MongoDB's Extended JSON on the JSON side.
    form: Option<Form>,
    /// Whether types that other wires have not, such as an int64 with a small value, are kept for those that have.
    keeps_types: bool,
}

/// What one side keeps from message to message.
pub enum Kept {
    Nothing,
    Msgpack(Box<msgpack::Session>),
    Cbor(Box<cbor::Session>),
}

impl<'a> Untyped<'a> {
    pub fn new(from: Wire, to: Wire, settings: [&'a Settings; 2], extended: &'a [Side]) -> Result<Untyped<'a>> {
        for wire in [from, to] {
            if !matches!(wire, Wire::Json | Wire::Bson | Wire::Cbor | Wire::Msgpack) {
                return Err(Failure::Usage(format!("the wire {wire} needs a schema: --schema FILE")));
            }
        }
        let [read, written] = settings.map(|settings| &settings.options);
        let form = match (from, to) {
            (Wire::Bson, Wire::Json) => read.bson.json,
            (Wire::Json, Wire::Bson) => written.bson.json,
            _ => None,
        };
        let keeps_types = to == Wire::Bson || form.is_some() || read.bson.style != bson::Style::Exact;
        Ok(Untyped { from, to, settings, extended, form, keeps_types })
    }

    /// What both sides keep, and the table of what is written.
    pub fn sessions(&self) -> Result<([Kept; 2], Option<Table>)> {
        let [read, written] = self.settings;
        let known = match table_file((self.from, read))? {
            Some(path) => structures::load(path)?,
            None => Structures::new(),
        };
        let from = Kept::new(self.from, &read.options, &known)?;
        let table = table_file((self.to, written))?.map(|path| Table::open(path)).transpose()?;
        let known = table.as_ref().and_then(|table| table.known.as_deref()).unwrap_or_default();
        let to = Kept::new(self.to, &written.options, known)?;
        Ok(([from, to], table))
    }

    /// Converts the next message, behind what `out` holds.
    pub fn convert(&self, kept: &mut [Kept; 2], bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let [from, to] = kept;
        let mut value = self.parse(from, bytes)?;
        if self.form.is_some() && self.from == Wire::Json {
            value = extended_json::from_json(value)?;
        }
        if self.extended.contains(&Side::From) {
            value = extended::from_json(value)?;
        }
        if self.extended.contains(&Side::To) {
            value = extended::to_json(value)?;
        }
        self.print(to, &value, out)
    }

    fn parse<'de>(&self, kept: &mut Kept, bytes: &'de [u8]) -> Result<Value<'de>, Error> {
        let Options { limits, bson, cbor, msgpack, json, .. } = &self.settings[0].options;
        match (self.from, kept) {
            (_, Kept::Msgpack(session)) => session.parse(bytes, limits),
            (_, Kept::Cbor(session)) => session.decode(bytes, limits),
            (Wire::Bson, _) if self.keeps_types => bson::parse_with(bytes, bson, limits),
            (Wire::Bson, _) => bson::decode_with(bytes, bson, limits),
            (Wire::Cbor, _) => cbor::parse_with(bytes, cbor, limits),
            (Wire::Msgpack, _) => msgpack::parse_with(bytes, msgpack, limits),
            _ => json::parse_bytes(bytes, json.duplicates, limits),
        }
    }

    fn print(&self, kept: &mut Kept, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        let Options { limits, bson, cbor, msgpack, .. } = &self.settings[1].options;
        match (self.to, kept) {
            (_, Kept::Msgpack(session)) => session.print_into(value, out, limits),
            (_, Kept::Cbor(session)) => session.encode_into(value, out, limits),
            (Wire::Bson, _) => bson::print_into(value, out, bson, limits),
            (Wire::Cbor, _) => cbor::encode_into(value, out, cbor, limits),
            (Wire::Msgpack, _) => msgpack::print_into(value, out, msgpack, limits),
            _ => match self.form {
                Some(form) => extended_json::print_into(value, out, form),
                None => json::print_into(value, out),
            },
        }
    }
}

impl Kept {
    fn new(wire: Wire, options: &Options, table: &[Vec<String>]) -> Result<Kept> {
        let wrong =
            |error: Error| Failure::Data(format!("the table of {wire}: {} ({})", error.message(), error.code()));
        Ok(match wire {
            _ if !keeps_state(wire, options) => Kept::Nothing,
            Wire::Msgpack => {
                let session = msgpack::Session::new(&options.msgpack).with_structures(table).map_err(wrong)?;
                Kept::Msgpack(Box::new(session))
            }
            _ => Kept::Cbor(Box::new(cbor::Session::new(&options.cbor).with_structures(table).map_err(wrong)?)),
        })
    }

    /// Whether messages depend on others.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Kept::Nothing)
    }

    /// The table that messages may have added to.
    pub fn structures(&self) -> Structures {
        match self {
            Kept::Nothing => Structures::new(),
            Kept::Msgpack(session) => session.structures(),
            Kept::Cbor(session) => session.structures(),
        }
    }
}
