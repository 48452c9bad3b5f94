//! Finds the messages of a binary wire that stand end to end.
//!
//! Most wires say where a message ends. On the Avro wire the schema says it, and where the records of MessagePack have
//! their keys in earlier messages, those do. A message of Protocol Buffers has its length in front of it.

use crate::codec::Options;
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::schema::graph::NodeId;
use crate::wire::{Wire, avro, bson, cbor, msgpack, protobuf};
use alloc::vec::Vec;

/// How the messages of a binary wire that stand end to end are told apart; for
/// [`Batches::messages`](super::Batches::messages).
///
/// ```
/// use typecase::codec::{Codec, Options};
/// use typecase::limits::Limits;
/// use typecase::schema::Schema;
/// use typecase::stream::{Batch, Batches};
/// use typecase::wire::Wire;
///
/// let schema = Schema::parse(r#"{"id": "integer", "name": "string"}"#)?;
/// let codec = Codec::new(&schema, Wire::Avro, &Options::default())?;
/// let messages = codec.messages(&codec.session()).expect("a binary wire");
///
/// let mut batches = Batches::messages(&b"\x02\x06Ada\x04\x08Alan"[..], messages, Limits::default());
/// let mut batch = Batch::default();
/// let mut names = Vec::new();
/// while batches.fill(&mut batch)? {
///     for item in batch.items() {
///         names.push(codec.decode(item.bytes())?.as_record().unwrap()[1].as_str().unwrap().to_owned());
///     }
/// }
/// assert_eq!(names, ["Ada", "Alan"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Messages {
    ends: Ends,
    limits: Limits,
    /// Where the message that is not whole yet begins.
    start: usize,
    /// How many bytes must be there before it is looked at again.
    wanted: usize,
}

/// What says where a message ends.
#[derive(Clone, Debug)]
pub(crate) enum Ends {
    Delimited,
    Avro { schema: Schema, item: Option<NodeId>, options: avro::Options },
    Msgpack(msgpack::Session),
    Cbor,
    Bson,
}

/// A message that is not whole is looked at again whenever more of it comes, up to this many bytes, and above when half
/// as much again has come: the time for a message stays in proportion to its length.
const LOOKED_AT_OFTEN: usize = 64 * 1024;

impl Messages {
    pub(crate) fn new(ends: Ends, limits: Limits) -> Messages {
        Messages { ends, limits, start: 0, wanted: 0 }
    }

    /// The messages of a wire that needs no schema; `None` on other wires and on JSON.
    pub fn without_schema(wire: Wire, options: &Options) -> Option<Messages> {
        let ends = match wire {
            Wire::Msgpack => return Some(Messages::msgpack(msgpack::Session::new(&options.msgpack), options.limits)),
            Wire::Cbor => Ends::Cbor,
            Wire::Bson => Ends::Bson,
            Wire::Json | Wire::Positional | Wire::Protobuf | Wire::Avro | Wire::Packed | Wire::Columnar => return None,
        };
        Some(Messages::new(ends, options.limits))
    }

    /// The messages of MessagePack that follow in a session, as it is before the next one is read.
    pub fn msgpack(session: msgpack::Session, limits: Limits) -> Messages {
        Messages::new(Ends::Msgpack(session), limits)
    }

    /// Where what belongs to no whole message yet begins.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// What begins at [`start`](Messages::start) is about to move to the front of a buffer; gives the start.
    pub(super) fn restart(&mut self) -> usize {
        self.wanted -= self.start;
        core::mem::take(&mut self.start)
    }

    /// Adds the messages that have become whole.
    ///
    /// # Errors
    /// Those of the wire for what cannot become a message, and `structure` for an end within one.
    pub(super) fn split(&mut self, bytes: &[u8], ended: bool, spans: &mut Vec<(usize, usize)>) -> Result<()> {
        while self.start < bytes.len() && (ended || bytes.len() >= self.wanted) {
            let rest = &bytes[self.start..];
            let found = self.find(rest).map_err(|error| error.shifted(self.start))?;
            match found {
                Some((_, 0)) => {
                    return Err(Error::new(Code::Structure, "a message without a byte has no end").at(self.start));
                }
                Some((from, end)) if end <= rest.len() => {
                    spans.push((self.start + from, self.start + end));
                    self.start += end;
                    self.wanted = self.start;
                }
                Some((from, end)) => {
                    self.limits.check_bytes(end - from).map_err(|error| error.shifted(self.start))?;
                    self.wanted = self.start.saturating_add(end);
                    break;
                }
                None => {
                    let more = if rest.len() < LOOKED_AT_OFTEN { 1 } else { rest.len() / 2 };
                    self.wanted = bytes.len() + more;
                    break;
                }
            }
        }
        if ended && self.start < bytes.len() {
            return Err(Error::new(Code::Structure, "the stream ends within a message").at(bytes.len()));
        }
        Ok(())
    }

    /// Where the first message begins and ends, which may be beyond the input; `None` if that is not known yet.
    fn find(&mut self, input: &[u8]) -> Result<Option<(usize, usize)>> {
        let limits = &self.limits;
        let length = match &mut self.ends {
            Ends::Delimited => return protobuf::delimited(input),
            Ends::Avro { schema, item, options } => {
                avro::message_length(input, schema.graph(), *item, options, limits)?
            }
            Ends::Msgpack(session) => session.next_length(input, limits)?,
            Ends::Cbor => cbor::item_length(input, limits)?,
            Ends::Bson => bson::document_length(input, limits)?,
        };
        Ok(length.map(|length| (0, length)))
    }
}
