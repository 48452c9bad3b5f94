//! The two sides of a conversion under a schema: a codec each, and what they keep from message to message.

use crate::failure::{Failure, Result};
use crate::structures::{self, Table};
use crate::wire_options::Settings;
use std::path::{Path, PathBuf};
use typecase::codec::{Codec, Options, Session};
use typecase::error::Error;
use typecase::value::Value;
use typecase::wire::protobuf::json::ProtoJson;
use typecase::wire::{Wire, cbor, msgpack, protobuf};

/// Two codecs of one schema, or of a list and of its items.
pub struct Link {
    pub from: Codec,
    pub to: Codec,
    /// What is kept, if either side keeps something.
    sessions: Option<Box<Sessions>>,
    /// How messages of Protocol Buffers are ProtoJSON on the other side, if they are.
    proto_json: Option<(ProtoJson, protobuf::json::Options)>,
}

struct Sessions {
    from: Session,
    to: Session,
    table: Option<Table>,
}

impl Link {
    /// Links two codecs; the settings are those of both sides.
    pub fn new(from: Codec, to: Codec, settings: [&Settings; 2]) -> Result<Link> {
        let sides = [(from.wire(), settings[0]), (to.wire(), settings[1])];
        for side in sides {
            table_file(side)?;
        }
        if !sides.iter().any(|(wire, settings)| keeps_state(*wire, &settings.options)) {
            return Ok(Link { from, to, sessions: None, proto_json: None });
        }
        let reading = reading_session(&from, settings[0])?.unwrap_or_else(|| from.session());
        let mut sessions = Sessions { from: reading, to: to.session(), table: None };
        if let Some(path) = table_file(sides[1])? {
            let table = Table::open(path)?;
            sessions.to = with_table(sessions.to, path, table.known.as_deref().unwrap_or_default())?;
            sessions.table = Some(table);
        }
        Ok(Link { from, to, sessions: Some(Box::new(sessions)), proto_json: None })
    }

    /// Whether messages must be converted one after the other.
    pub fn is_in_order(&self) -> bool {
        self.sessions.is_some()
    }

    /// The session in which the next message is read.
    pub fn reading(&self) -> Session {
        self.sessions.as_ref().map_or_else(|| self.from.session(), |sessions| sessions.from.clone())
    }

    /// Takes the JSON on one side for ProtoJSON, and the other for Protocol Buffers.
    pub fn map_json(&mut self, options: protobuf::json::Options) -> Result<()> {
        let mapping = ProtoJson::new(self.from.schema()).map_err(|error| Failure::plan("ProtoJSON", &error))?;
        self.proto_json = Some((mapping, options));
        Ok(())
    }

    /// Converts a message that depends on no other, behind what `out` holds.
    pub fn convert_alone(&self, input: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        match &self.proto_json {
            None => self.from.convert(&self.to, input, out),
            Some((mapping, options)) if self.to.wire() == Wire::Json => {
                mapping.print_into(&self.from.decode(input)?, out, options)
            }
            Some((mapping, options)) => self.to.encode_into(&mapping.parse(input, options)?, out),
        }
    }

    /// Converts the next message, behind what `out` holds.
    pub fn convert(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        match &mut self.sessions {
            None => self.convert_alone(input, out),
            Some(sessions) => self.from.convert_with(&mut sessions.from, (&self.to, &mut sessions.to), input, out),
        }
    }

    /// Decodes the next message.
    pub fn decode(&mut self, input: &[u8]) -> Result<Value<'static>, Error> {
        match &mut self.sessions {
            None => self.from.decode_owned(input),
            Some(sessions) => self.from.decode_with(&mut sessions.from, input).map(Value::into_owned),
        }
    }

    /// Encodes the next message.
    pub fn encode(&mut self, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        match &mut self.sessions {
            None => self.to.encode_into(value, out),
            Some(sessions) => self.to.encode_with(&mut sessions.to, value, out),
        }
    }

    /// Writes the table of what has been written, if there is one.
    pub fn finish(self) -> Result<()> {
        match self.sessions.as_deref() {
            Some(Sessions { to, table: Some(table), .. }) => table.save(&to.structures()),
            _ => Ok(()),
        }
    }
}

/// A session in which the next message is the first, with the table that it needs; `None` if messages depend on
/// nothing.
pub fn reading_session(codec: &Codec, settings: &Settings) -> Result<Option<Session>> {
    let table = table_file((codec.wire(), settings))?;
    if !keeps_state(codec.wire(), &settings.options) {
        return Ok(None);
    }
    let session = codec.session();
    match table {
        Some(path) => with_table(session, path, &structures::load(path)?).map(Some),
        None => Ok(Some(session)),
    }
}

/// Whether messages depend on those before them, or on a table.
pub fn keeps_state(wire: Wire, options: &Options) -> bool {
    match wire {
        Wire::Cbor => matches!(options.cbor.records, cbor::Records::Shared | cbor::Records::Stream),
        Wire::Msgpack => matches!(options.msgpack.records, msgpack::Records::Shared | msgpack::Records::Stream),
        _ => false,
    }
}

/// The file of the table of one side, which has one only where records are shared.
pub fn table_file((wire, settings): (Wire, &Settings)) -> Result<Option<&PathBuf>> {
    let options = &settings.options;
    let is_shared = match wire {
        Wire::Cbor => options.cbor.records == cbor::Records::Shared,
        Wire::Msgpack => options.msgpack.records == msgpack::Records::Shared,
        _ => false,
    };
    match &settings.structures {
        None if is_shared => Err(Failure::Usage(format!(
            "with records=shared the keys of {wire} are in a file: add --wire-option structures=FILE"
        ))),
        Some(_) if !is_shared => Err(Failure::Usage("the option structures goes with records=shared".to_owned())),
        file => Ok(file.as_ref()),
    }
}

/// The session with a table that came from this file.
fn with_table(session: Session, path: &Path, structures: &[Vec<String>]) -> Result<Session> {
    session
        .with_structures(structures)
        .map_err(|error| Failure::Data(format!("{}: {} ({})", path.display(), error.message(), error.code())))
}
