//! [`Session`]: what the two ends of a conversation keep from message to message.

use super::form::{Chosen, Form, Kind, Shapes as ShapesForm};
use super::ids::{Encoder, Space};
use super::read::Reader;
use super::shapes::{IDS, Shapes, Table};
use super::write::Writer;
use super::{Options, Records, Style};
use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::typed::{Decode, Encode};
use crate::value::{Text, Value};
use crate::wire::Read;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Writes and reads messages one after the other, with the state that msgpackr's records need.
///
/// Messages must be read in the order in which they were written. One session serves both directions only where
/// there is nothing to keep, or a shared table: a stream needs one session for each of its ends.
///
/// ```
/// use typecase::Record;
/// use typecase::limits::Limits;
/// use typecase::wire::msgpack::{Options, Records, Session};
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
/// assert_eq!(first, b"\xd4\x72\x40\x92\xa1x\xa1y\x01\x02");
/// assert_eq!(second, b"\x40\x03\x04");
/// assert_eq!(receiver.decode::<Point>(&first, &Limits::default())?, Point { x: 1, y: 2 });
/// assert_eq!(receiver.decode::<Point>(&second, &Limits::default())?, Point { x: 3, y: 4 });
/// # Ok::<(), typecase::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    options: Options,
    /// Which shapes have ids, where records have any.
    encoder: Option<Encoder>,
    /// The shapes that a message may refer to without defining them.
    table: Option<Arc<Table>>,
}

impl Session {
    /// A session in which nothing has been sent.
    pub fn new(options: &Options) -> Session {
        let encoder = match options.records {
            Records::Off | Records::Array => None,
            Records::Inline => Some(Space { shared: 0, own: 64, stream: false }),
            Records::Shared => Some(Space { shared: 32, own: 32, stream: false }),
            Records::Stream => Some(Space { shared: 0, own: 32, stream: true }),
        };
        Session { options: *options, encoder: encoder.map(Encoder::new), table: None }
    }

    /// A session for a single message.
    pub(crate) fn once(options: &Options) -> Result<Session> {
        if options.records == Records::Shared {
            return Err(Error::new(Code::Unsupported, "the table of shared records is kept in a session"));
        }
        Ok(Session::new(options))
    }

    /// The same session with room for other numbers of shapes than msgpackr has by default: its options
    /// `maxSharedStructures` and `maxOwnStructures`. Both ends must agree, since ids take two bytes above 64
    /// shapes.
    ///
    /// # Errors
    /// `limit` for more shapes than there are ids, or none at all.
    pub fn with_shapes(mut self, max_shared: u16, max_own: u16) -> Result<Session> {
        let count = usize::from(max_shared) + usize::from(max_own);
        if max_own == 0 || count > IDS {
            return Err(Error::new(Code::Limit, "there are between 1 and 8224 ids for shapes of records"));
        }
        let shared = if self.options.records == Records::Shared { max_shared } else { 0 };
        let stream = self.options.records == Records::Stream;
        self.encoder = self.encoder.map(|_| Encoder::new(Space { shared, own: max_own, stream }));
        self.table = None;
        Ok(self)
    }

    /// The same session with a shared table: for each shape its keys in order, as [`structures`](Session::structures)
    /// gives them.
    ///
    /// # Errors
    /// `limit` for more shapes than the table has room for.
    pub fn with_structures<K: AsRef<str>>(mut self, structures: &[Vec<K>]) -> Result<Session> {
        let room = self.encoder.as_ref().map_or(0, Encoder::max_shared);
        if structures.len() > room.into() {
            return Err(Error::new(Code::Limit, "the table has more shapes than it has room for"));
        }
        for keys in structures {
            let keys: Vec<&str> = keys.iter().map(AsRef::as_ref).collect();
            self.share(&keys);
        }
        Ok(self)
    }

    /// Adds a shape to the shared table.
    fn share(&mut self, keys: &[&str]) {
        let Some(encoder) = &mut self.encoder else { return };
        encoder.share(keys.iter().copied());
        let table = Arc::make_mut(self.table.get_or_insert_default());
        table.push(keys.iter().map(|key| Text::owned(key)).collect(), encoder.is_wide());
    }

    /// The keys of every shape of the shared table, which messages may have added to. A reader must have
    /// those that there were after the message that it reads was written.
    pub fn structures(&self) -> Vec<Vec<String>> {
        let shared = self.encoder.as_ref().map_or(0, Encoder::shared);
        let keys = |keys: &[Text<'static>]| keys.iter().map(|key| String::from(&**key)).collect();
        let Some(table) = &self.table else { return Vec::new() };
        (0..usize::from(shared)).filter_map(|id| table.keys(id).map(keys)).collect()
    }

    /// Encodes a value as the next message.
    ///
    /// # Errors
    /// As for [`encode`](super::encode); the session is then as it was.
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
        let form = self.form();
        match form.kind() {
            Kind::Shapes => self.write(ShapesForm(form), out, limits, |writer| value.encode(writer)),
            _ => self.write(form, out, limits, |writer| value.encode(writer)),
        }
    }

    /// Decodes the next message.
    ///
    /// # Errors
    /// As for [`decode`](super::decode). A message of a stream that is MessagePack, but not of this type, still
    /// counts for those that follow.
    pub fn decode<'de, T: Decode<'de>>(&mut self, input: &'de [u8], limits: &Limits) -> Result<T> {
        let form = self.form();
        match form.kind() {
            Kind::Shapes => self.read(ShapesForm(form), input, limits, |reader| T::decode(reader)),
            _ => self.read(form, input, limits, |reader| T::decode(reader)),
        }
    }

    /// Reads the next message without a schema.
    ///
    /// # Errors
    /// As for [`parse`](super::parse).
    pub fn parse<'de>(&mut self, input: &'de [u8], limits: &Limits) -> Result<Value<'de>> {
        self.read(self.form(), input, limits, |reader| reader.tree(None))
    }

    /// Prints a value without a schema as the next message behind what `out` holds; maps whose keys are all strings
    /// are records. After an error `out` is as it was.
    ///
    /// # Errors
    /// As for [`print`](fn@super::print).
    pub fn print_into(&mut self, value: &Value<'_>, out: &mut Vec<u8>, limits: &Limits) -> Result<()> {
        let style = self.options.style;
        self.write(self.form(), out, limits, |writer| {
            if let Style::Msgpackr { more_types: true, .. } = style {
                super::tree::references(value, &mut writer.rare().references, &mut limits.depth())?;
            }
            writer.tree(value)
        })
    }

    /// Writes the next message by what `body` sends.
    pub(crate) fn write<F: Form>(
        &mut self,
        form: F,
        out: &mut Vec<u8>,
        limits: &Limits,
        body: impl FnOnce(&mut Writer<'_, F>) -> Result<()>,
    ) -> Result<()> {
        let known = self.encoder.as_ref().map_or(0, Encoder::shared);
        let mut writer = self.writer(form, out, limits);
        let result = body(&mut writer);
        writer.end(result)?;
        if let Some(encoder) = &self.encoder
            && encoder.shared() > known
        {
            let table = Arc::make_mut(self.table.get_or_insert_default());
            for keys in encoder.shared_shapes(known) {
                table.push(keys.into_iter().map(|key| Text::owned(&key)).collect(), encoder.is_wide());
            }
        }
        Ok(())
    }

    /// Reads the next message with `body`.
    pub(crate) fn read<'de, F: Form, T>(
        &mut self,
        form: F,
        input: &'de [u8],
        limits: &Limits,
        body: impl FnOnce(&mut Reader<'de, F>) -> Result<T>,
    ) -> Result<T> {
        limits.check_bytes(input.len())?;
        let mut reader = self.reader(form, input, limits);
        let result = body(&mut reader).and_then(|value| reader.finish().map(|()| value));
        if self.options.records == Records::Stream {
            if result.is_err() {
                self.definitions(input, limits);
            } else if let Some(shapes) = reader.shapes.take() {
                self.keep(*shapes);
            }
        }
        result
    }

    /// How many bytes the next message has, of which `input` may hold the beginning only, or more than it; `None`
    /// if it goes on beyond the input. The definitions of a stream are kept as they are when it is read.
    #[cfg(feature = "std")]
    pub(crate) fn next_length(&mut self, input: &[u8], limits: &Limits) -> Result<Option<usize>> {
        let mut reader = self.reader(self.form(), input, limits);
        match reader.skip() {
            // That an id has two bytes is not seen without the second one, so this comes first.
            _ if reader.input.short => return Ok(None),
            Err(error) if error.offset() == Some(input.len()) => return Ok(None),
            Err(error) => return Err(error),
            Ok(()) => {}
        }
        let length = reader.input.pos;
        if self.options.records == Records::Stream
            && let Some(shapes) = reader.shapes.take()
        {
            self.keep(*shapes);
        }
        Ok(Some(length))
    }

    /// A writer for the next message.
    pub(crate) fn writer<'o, F: Form>(&'o mut self, form: F, out: &'o mut Vec<u8>, limits: &Limits) -> Writer<'o, F> {
        if let Some(encoder) = &mut self.encoder {
            encoder.begin_message();
        }
        Writer::with_form(out, form, limits, self.encoder.as_mut())
    }

    /// A reader for the next message.
    pub(crate) fn reader<'de, F: Form>(&self, form: F, input: &'de [u8], limits: &Limits) -> Reader<'de, F> {
        // In JavaScript any message may have records.
        let has_shapes = form.kind() == Kind::Shapes || self.options.style != Style::Smallest;
        let shapes = has_shapes.then(|| Box::new(Shapes::new(self.table.clone())));
        Reader::with_form(input, form, &self.options, limits, shapes)
    }

    /// The form of messages.
    pub(crate) fn form(&self) -> Chosen {
        let kind = match self.options.records {
            Records::Off => Kind::Maps,
            Records::Array => Kind::Arrays,
            _ => Kind::Shapes,
        };
        Chosen::new(kind, &self.options)
    }

    /// Keeps the shapes that a message has defined.
    fn keep(&mut self, shapes: Shapes<'_>) {
        if shapes.has_definitions() {
            self.table = None;
            self.table = Some(Arc::new(shapes.into_table()));
        }
    }

    /// Keeps the shapes of a message that could not be decoded, if it can be read to its end.
    #[cold]
    fn definitions(&mut self, input: &[u8], limits: &Limits) {
        let mut reader = self.reader(self.form(), input, limits);
        if reader.skip().is_ok()
            && let Some(shapes) = reader.shapes.take()
        {
            self.keep(*shapes);
        }
    }
}
