//! [`Session`]: what one message leaves behind for the next, where records have their keys outside of it.

use super::keys::{KeyIter, Keys};
use super::shapes::Shapes;
use super::{Options, Records};
use alloc::string::String;
use alloc::vec::Vec;

/// What the writer and the reader of a series of messages know from the messages before.
///
/// With [`Records::Shared`](super::Records::Shared) that is a table of key lists, which both sides hold outside of
/// the messages; with [`Records::Stream`](super::Records::Stream) it is the definitions that were sent. The other
/// forms of records need no session. Keep one for each direction of a stream, with the same options for all of
/// its messages.
///
/// ```
/// use typecase::Record;
/// use typecase::limits::Limits;
/// use typecase::wire::cbor::{self, Options, Records, Session};
///
/// #[derive(Record, Debug, PartialEq)]
/// struct Point {
///     x: i32,
///     y: i32,
/// }
///
/// let options = Options { records: Records::Shared, ..Options::default() };
/// let limits = Limits::default();
/// let mut sender = Session::new();
/// let mut bytes = Vec::new();
/// cbor::encode_in(&Point { x: 1, y: 2 }, &mut bytes, &options, &limits, &mut sender)?;
/// assert_eq!(bytes, [0xd9, 0xe0, 0x00, 0x82, 1, 2]); // the keys do not travel
///
/// let mut receiver = Session::with_structures(sender.structures());
/// let point: Point = cbor::decode_in(&bytes, &options, &limits, &mut receiver)?;
/// assert_eq!(point, Point { x: 1, y: 2 });
/// # Ok::<(), typecase::error::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Session {
    pub(super) shapes: Shapes,
    /// What the messages of a stream have defined, by id.
    read: Vec<Option<Keys>>,
}

impl Session {
    /// A session that knows nothing yet.
    pub fn new() -> Session {
        Session::default()
    }

    /// A session with a table: the keys of the record with id 0, of that with id 1, and so on.
    pub fn with_structures<L, K>(structures: L) -> Session
    where
        L: IntoIterator,
        L::Item: IntoIterator<Item = K>,
        K: AsRef<str>,
    {
        let mut session = Session::new();
        session.set_structures(structures);
        session
    }

    /// Replaces the table.
    pub fn set_structures<L, K>(&mut self, structures: L)
    where
        L: IntoIterator,
        L::Item: IntoIterator<Item = K>,
        K: AsRef<str>,
    {
        let keys = |list: L::Item| {
            let list: Vec<K> = list.into_iter().collect();
            Keys::new(list.iter().map(AsRef::as_ref))
        };
        self.shapes.set_table(structures.into_iter().map(keys).collect());
    }

    /// The table as it is now: to be kept, or given to the other side.
    pub fn structures(&self) -> Vec<Vec<String>> {
        self.shapes.table().iter().map(|keys| keys.iter().map(String::from).collect()).collect()
    }

    /// The keys of a record by its id, as text strings on the wire.
    pub(super) fn keys(&self, id: u16) -> Option<KeyIter<'_>> {
        let shared = self.shapes.table().get(usize::from(id));
        let streamed = || self.read.get(usize::from(id)).and_then(Option::as_ref);
        shared.or_else(streamed).map(Keys::iter)
    }

    /// Keeps what a message has defined, if it belongs to a stream.
    pub(crate) fn keep(&mut self, options: &Options, defined: Defined<'_>) {
        if options.records != Records::Stream {
            return;
        }
        for (id, keys) in defined.0 {
            let id = usize::from(id);
            if id >= self.read.len() {
                self.read.resize_with(id + 1, || None);
            }
            self.read[id] = Some(Keys::new(keys));
        }
    }
}

/// What a message has defined: ids and keys, in the order of the message.
pub(crate) struct Defined<'de>(pub(super) Vec<(u16, KeyIter<'de>)>);
