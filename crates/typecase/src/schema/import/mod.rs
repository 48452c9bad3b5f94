//! Schemas written in other languages, read into a [`Document`](super::model::Document).
//!
//! An import ends either in a document that takes and refuses the same values as the original, or in an
//! [`ImportError`] that names the construct which typecase cannot carry. Nothing is dropped in silence but
//! annotations, which by definition decide about no value.

mod avro;
mod json_schema;
#[cfg(feature = "proto")]
mod proto;

pub use avro::avro;
pub use json_schema::{Draft, json_schema, json_schema_draft};
#[cfg(feature = "proto")]
pub use proto::{ProtoOptions, proto};

use alloc::string::String;
use core::fmt;

/// What cannot be imported, and where it stands in the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    place: String,
    message: String,
}

impl ImportError {
    /// An error at a place, with a message that starts in lower case and has no full stop.
    #[cold]
    pub(crate) fn new(place: impl Into<String>, message: impl Into<String>) -> ImportError {
        ImportError { place: place.into(), message: message.into() }
    }

    /// Where: a JSON pointer (RFC 6901) in a JSON document, with `#` before it; line and column in a text;
    /// the full name of a message or a field for `.proto` files.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The message without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.message, self.place)
    }
}

impl core::error::Error for ImportError {}
