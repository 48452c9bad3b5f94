//! [`Session`]: what one message leaves behind for the next, where records have their keys outside of it.

use super::keys::{KeyIter, Keys};
use super::read::Reader;
use super::shapes::Shapes;
use super::write::Writer;
use super::{Options, Records};
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::typed::{Decode, Encode};
use alloc::string::String;
use alloc::vec::Vec;

/// The most shapes that have ids in cbor-x, whatever its options.
const MOST_SHAPES: usize = 8190;

/// Writes and reads messages one after the other, with the state that the records of cbor-x need.
///
/// With [`Records::Shared`] that is a table of the keys of records, which both sides hold outside of the messages;
/// with [`Records::Stream`] it is the definitions that were sent, and each end of the stream needs a session of
/// its own. Messages must be read in the order in which they were written.
///
/// ```
/// use typecase::Record;
/// use typecase::limits::Limits;
/// use typecase::wire::cbor::{Options, Records, Session};
///
/// #[derive(Record, Debug, PartialEq)]
/// struct Point {
///     x: i32,
///     y: i32,
/// }
///
/// let options = Options { records: Records::Stream, ..Options::default() };
/// let (mut sender, mut receiver) = (Session::new(&options), Session::new(&options));
/// let first = sender.encode(&Point { x: 1, y: 2 })?;
/// let second = sender.encode(&Point { x: 3, y: 4 })?;
/// assert_eq!(first, b"\xd9\xdf\xff\x84\x19\xe0\x00\x82\x61x\x61y\x01\x02");
/// assert_eq!(second, b"\xd9\xe0\x00\x82\x03\x04"); // the keys were in the first message
/// assert_eq!(receiver.decode::<Point>(&first, &Limits::default())?, Point { x: 1, y: 2 });
/// assert_eq!(receiver.decode::<Point>(&second, &Limits::default())?, Point { x: 3, y: 4 });
/// # Ok::<(), typecase::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    options: Options,
    pub(super) shapes: Shapes,
    /// What the messages of a stream have defined, by id.
    read: Vec<Option<Keys>>,
}

impl Session {
    /// A session in which nothing has been sent.
    pub fn new(options: &Options) -> Session {
        Session { options: *options, shapes: Shapes::default(), read: Vec::new() }
    }

    /// A session for a single message, if records have ids.
    pub(crate) fn once(options: &Options) -> Result<Option<Session>> {
        match options.records {
            Records::Maps | Records::Lists => Ok(None),
            Records::Inline | Records::Stream => Ok(Some(Session::new(options))),
            Records::Shared => Err(super::no_session()),
        }
    }

    /// The same session with a shared table: for each shape of records its keys in order, as
    /// [`structures`](Session::structures) gives them.
    ///
    /// # Errors
    /// `limit` for more shapes than there are ids.
    pub fn with_structures<K: AsRef<str>>(mut self, structures: &[Vec<K>]) -> Result<Session> {
        if structures.len() > MOST_SHAPES {
            return Err(Error::new(Code::Limit, "the table has more shapes than there are ids"));
        }
        let keys = |list: &Vec<K>| Keys::new(list.iter().map(AsRef::as_ref));
        self.shapes.set_table(structures.iter().map(keys).collect());
        Ok(self)
    }

    /// The keys of every shape of the shared table, which messages may have added to. A reader must have those
    /// that there were after the message that it reads was written.
    pub fn structures(&self) -> Vec<Vec<String>> {
        self.shapes.table().iter().map(|keys| keys.iter().map(String::from).collect()).collect()
    }

    /// Encodes a value as the next message.
    ///
    /// # Errors
    /// As for [`encode`](super::encode).
    pub fn encode<T: Encode + ?Sized>(&mut self, value: &T) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(128);
        self.encode_into(value, &mut out, &Limits::default())?;
        Ok(out)
    }

    /// Encodes a value as the next message behind what `out` holds. After an error `out` is as it was.
    ///
    /// # Errors
    /// As for [`encode`](Session::encode).
    pub fn encode_into<T: Encode + ?Sized>(&mut self, value: &T, out: &mut Vec<u8>, limits: &Limits) -> Result<()> {
        self.write(out, limits, |writer| value.encode(writer))
    }

    /// Decodes the next message.
    ///
    /// # Errors
    /// As for [`decode`](super::decode). A message that cannot be decoded defines nothing for those that follow.
    pub fn decode<'de, T: Decode<'de>>(&mut self, input: &'de [u8], limits: &Limits) -> Result<T> {
        self.read(input, limits, |reader| T::decode(reader))
    }

    /// Writes the next message by what `body` sends.
    pub(crate) fn write(
        &mut self,
        out: &mut Vec<u8>,
        limits: &Limits,
        body: impl FnOnce(&mut Writer<'_>) -> Result<()>,
    ) -> Result<()> {
        let (start, options) = (out.len(), self.options);
        let mut writer = Writer::new(out, &options, limits, Some(self))?;
        let result = body(&mut writer);
        writer.end(start, result)
    }

    /// Reads the next message by what `body` takes.
    pub(crate) fn read<'de, T>(
        &mut self,
        input: &'de [u8],
        limits: &Limits,
        body: impl FnOnce(&mut Reader<'de, '_>) -> Result<T>,
    ) -> Result<T> {
        let mut reader = Reader::new(input, &self.options, limits, Some(self))?;
        let value = body(&mut reader)?;
        reader.finish()?;
        let defined = reader.defined();
        if self.options.records == Records::Stream {
            for (id, keys) in defined {
                self.define(id.into(), Keys::new(keys));
            }
        }
        Ok(value)
    }

    fn define(&mut self, id: usize, keys: Keys) {
        if id >= self.read.len() {
            self.read.resize_with(id + 1, || None);
        }
        self.read[id] = Some(keys);
    }

    /// The keys of a record by its id, as text strings on the wire.
    pub(super) fn keys(&self, id: u16) -> Option<KeyIter<'_>> {
        let shared = self.shapes.table().get(usize::from(id));
        let streamed = || self.read.get(usize::from(id)).and_then(Option::as_ref);
        shared.or_else(streamed).map(Keys::iter)
    }
}
