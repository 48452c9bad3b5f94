//! [`Session`]: what a codec keeps from message to message, on wires where the keys of records are sent once.

use super::Codec;
use crate::drive::Erased;
use crate::error::Result;
use crate::limits::Limits;
#[cfg(feature = "std")]
use crate::stream::{Ends, Messages};
use crate::value::{Value, ValueReader, ValueWriter};
use crate::wire::{Read, Wire, cbor, msgpack};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The state of one end of a conversation. [`Codec::session`] makes one; the codec itself stays as it is, and may
/// have any number of them.
///
/// Messages are read in the order in which they were written. On wires that keep nothing a session does nothing.
///
/// ```
/// use typecase::codec::{Codec, Options};
/// use typecase::schema::Schema;
/// use typecase::value::Value;
/// use typecase::wire::Wire;
/// use typecase::wire::msgpack::Records;
///
/// let schema = Schema::parse(r#"{"x": "integer", "y": "?integer"}"#)?;
/// let mut options = Options::default();
/// options.msgpack.records = Records::Stream;
/// let codec = Codec::new(&schema, Wire::Msgpack, &options)?;
/// let (mut sender, mut receiver) = (codec.session(), codec.session());
/// for _ in 0..2 {
///     let value = Value::Record([Value::Int(1), Value::Int(2)].into());
///     let mut message = Vec::new();
///     codec.encode_with(&mut sender, &value, &mut message)?;
///     assert_eq!(codec.decode_with(&mut receiver, &message)?, value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session(State);

#[derive(Clone, Debug)]
enum State {
    /// Every message stands for itself.
    Nothing,
    Msgpack(msgpack::Session),
    Cbor(Box<cbor::Session>),
}

impl Session {
    /// The same session with a shared table: for each shape of records its keys in order, as
    /// [`structures`](Session::structures) gives them. Wires without a table ignore it.
    ///
    /// # Errors
    /// `limit` for more shapes than the table has room for.
    pub fn with_structures<K: AsRef<str>>(self, structures: &[Vec<K>]) -> Result<Session> {
        Ok(Session(match self.0 {
            State::Nothing => State::Nothing,
            State::Msgpack(session) => State::Msgpack(session.with_structures(structures)?),
            State::Cbor(session) => State::Cbor(Box::new(session.with_structures(structures)?)),
        }))
    }

    /// The keys of every shape of the shared table, which messages may have added to; none on wires without one.
    pub fn structures(&self) -> Vec<Vec<String>> {
        match &self.0 {
            State::Nothing => Vec::new(),
            State::Msgpack(session) => session.structures(),
            State::Cbor(session) => session.structures(),
        }
    }
}

/// A session of the MessagePack wire, which has more to set.
impl From<msgpack::Session> for Session {
    fn from(session: msgpack::Session) -> Session {
        Session(State::Msgpack(session))
    }
}

impl Codec {
    /// A session in which nothing has been sent.
    pub fn session(&self) -> Session {
        Session(match self.wire {
            Wire::Msgpack => State::Msgpack(msgpack::Session::new(&self.options.msgpack)),
            Wire::Cbor => State::Cbor(Box::new(cbor::Session::new(&self.options.cbor))),
            _ => State::Nothing,
        })
    }

    /// Encodes one value as the next message of a session, behind what `out` holds. After an error `out` and the
    /// session are as they were.
    ///
    /// # Errors
    /// As for [`encode`](Codec::encode).
    pub fn encode_with(&self, session: &mut Session, value: &Value<'_>, out: &mut Vec<u8>) -> Result<()> {
        let limits = self.limits();
        match &mut session.0 {
            State::Nothing => self.encode_into(value, out),
            State::Msgpack(session) => session.write(session.form(), out, limits, |writer| {
                self.drive(&mut ValueReader::new(value), writer, self.options.validate)
            }),
            State::Cbor(session) => session
                .write(out, limits, |writer| self.drive(&mut ValueReader::new(value), writer, self.options.validate)),
        }
    }

    /// Decodes the next message of a session; the value borrows strings from `input`.
    ///
    /// # Errors
    /// As for [`decode`](Codec::decode). A message that is of the wire but not of the schema still counts for those
    /// that follow.
    pub fn decode_with<'de>(&self, session: &mut Session, input: &'de [u8]) -> Result<Value<'de>> {
        let mut writer = ValueWriter::new();
        match &mut session.0 {
            State::Nothing => return self.decode(input),
            State::Msgpack(session) => session.read(session.form(), input, self.limits(), |reader| {
                self.drive(reader, &mut writer, self.options.validate)
            })?,
            State::Cbor(session) => {
                session.read(input, self.limits(), |reader| self.drive(reader, &mut writer, self.options.validate))?
            }
        }
        Ok(writer.finish())
    }

    /// Turns the next message of a session on this codec's wire into the next one of a session on another's, behind
    /// what `out` holds, without building a tree. Both must have the same schema. After an error `out` is as it
    /// was.
    ///
    /// # Errors
    /// As for [`convert`](Codec::convert).
    pub fn convert_with(
        &self,
        session: &mut Session,
        to: (&Codec, &mut Session),
        input: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<()> {
        match (&mut session.0, &to.1.0) {
            (State::Nothing, State::Nothing) => self.convert(to.0, input, out),
            (State::Nothing, _) => {
                // Such a message is decoded first: its reader would be another one for each wire.
                let value = self.decode(input)?;
                to.0.encode_with(to.1, &value, out)
            }
            (State::Msgpack(session), _) => session.read(session.form(), input, self.limits(), |reader| {
                to.0.write_with(to.1, reader, out, self.options.validate).map_err(|error| error.at(reader.offset()))
            }),
            (State::Cbor(session), _) => {
                let start = out.len();
                let result = session.read(input, self.limits(), |reader| {
                    to.0.write_with(to.1, reader, out, self.options.validate).map_err(|error| error.at(reader.offset()))
                });
                if result.is_err() {
                    out.truncate(start);
                }
                result
            }
        }
    }

    /// Writes the next message of a session from any reader.
    fn write_with<'de, R: Read<'de>>(
        &self,
        session: &mut Session,
        reader: &mut R,
        out: &mut Vec<u8>,
        validate: bool,
    ) -> Result<()> {
        match &mut session.0 {
            State::Nothing => self.write_from(reader, out, validate),
            State::Msgpack(session) => session.write(session.form(), out, self.limits(), |writer| {
                self.drive(reader, &mut Erased::new(writer), validate)
            }),
            State::Cbor(session) => {
                session.write(out, self.limits(), |writer| self.drive(reader, &mut Erased::new(writer), validate))
            }
        }
    }

    /// How messages of this codec that stand end to end are told apart, from the next one of the session on; `None` on
    /// wires of text. See [`stream`](crate::stream).
    #[cfg(feature = "std")]
    pub fn messages(&self, session: &Session) -> Option<Messages> {
        let schema = self.schema.clone();
        let how = match (&session.0, self.wire) {
            (State::Msgpack(session), _) => Ends::Msgpack(session.clone()),
            (_, Wire::Avro) => Ends::Avro { schema, item: self.item, options: self.options.avro },
            (_, Wire::Protobuf | Wire::Packed) => Ends::Delimited,
            (_, Wire::Cbor) => Ends::Cbor,
            (_, Wire::Bson) => Ends::Bson,
            (_, Wire::Json | Wire::Positional | Wire::Msgpack | Wire::Columnar) => return None,
        };
        Some(Messages::new(how, self.options.limits))
    }

    fn limits(&self) -> &Limits {
        &self.options.limits
    }
}
