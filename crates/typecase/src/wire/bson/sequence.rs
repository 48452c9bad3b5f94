//! Documents end to end, as `mongodump` writes them.

use super::element::SMALLEST;
use crate::error::{Code, Error, Result};
use crate::limits::Limits;

/// The length in bytes of the document that `input` begins with, which may be longer than what there is of it;
/// `None` if fewer than four bytes are there to say so.
///
/// ```
/// use typecase::wire::bson::document_length;
/// assert_eq!(document_length(b"\x0c\0\0\0\x10i", &Default::default())?, Some(12));
/// assert_eq!(document_length(b"\x0c\0\0", &Default::default())?, None);
/// assert!(document_length(b"\x04\0\0\0", &Default::default()).is_err());
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `structure` for a length that no document has, `limit` for one beyond `limits`.
pub fn document_length(input: &[u8], limits: &Limits) -> Result<Option<usize>> {
    let Some(length) = input.first_chunk::<4>() else { return Ok(None) };
    match usize::try_from(i32::from_le_bytes(*length)) {
        Ok(length) if length >= SMALLEST => {
            limits.check_bytes(length)?;
            Ok(Some(length))
        }
        _ => Err(Error::new(Code::Structure, "no document has this length").at(0)),
    }
}

/// The documents of an input that holds one after the other; see [`documents`].
#[derive(Clone, Debug)]
pub struct Documents<'de> {
    input: &'de [u8],
    pos: usize,
}

/// The documents of an input that holds one after the other, each as its bytes. What is in them is not looked at.
///
/// ```
/// use typecase::wire::bson;
///
/// let input = [bson::encode(&vec![1, 2])?, bson::encode(&vec![3])?].concat();
/// let lists: Vec<Vec<i32>> = bson::documents(&input).map(|bytes| bson::decode(bytes?)).collect::<Result<_, _>>()?;
/// assert_eq!(lists, [vec![1, 2], vec![3]]);
/// # Ok::<(), typecase::error::Error>(())
/// ```
pub fn documents(input: &[u8]) -> Documents<'_> {
    Documents { input, pos: 0 }
}

impl<'de> Iterator for Documents<'de> {
    type Item = Result<&'de [u8]>;

    fn next(&mut self) -> Option<Result<&'de [u8]>> {
        let rest = self.input.get(self.pos..).filter(|rest| !rest.is_empty())?;
        let start = self.pos;
        let document = match document_length(rest, &Limits::default()) {
            Ok(length) => length.and_then(|length| rest.get(..length)),
            Err(error) => {
                self.pos = self.input.len();
                return Some(Err(error.shifted(start)));
            }
        };
        self.pos = document.map_or(self.input.len(), |document| start + document.len());
        Some(document.ok_or_else(|| Error::new(Code::Structure, "the document is cut off").at(start)))
    }
}
