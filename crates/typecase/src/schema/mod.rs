//! The schema: one model that every source builds and every wire reads.
//!
//! A [`Document`] is the schema as people write it; [`Document::build`] checks it and freezes it into a
//! [`Schema`], whose [`Graph`] codecs walk. The definition language is described in `docs/schema.md`.
//!
//! Documents come from [`Document::parse`], from [`Type::schema`](crate::Type::schema) of a Rust type, from
//! [`import`] and from [`infer`]. What is done with schemas: [`Codec`](crate::codec::Codec) reads and
//! writes, [`check`] lists what is wrong in a value, [`diff`] says what a change breaks, [`resolve`] turns
//! old values into new ones, and [`export`] writes them in other schema languages.

mod arena;
pub mod avro;
mod canonical;
pub mod check;
mod choice;
mod definition;
pub mod diff;
mod error;
pub mod export;
mod freeze;
pub mod graph;
pub mod import;
pub mod infer;
pub mod model;
mod names;
mod naming;
mod pairing;
mod paths;
mod print;
mod promotion;
#[cfg(feature = "proto")]
pub mod proto;
pub mod resolve;
mod snapshot;
mod validate;
mod words;

pub use error::{DefinitionCode, DefinitionError};

use crate::error::{Code, Error, Result};
use crate::value::Value;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use graph::Graph;
use model::Document;
use validate::references::TypeNumbers;

/// A schema, checked and frozen; cheap to clone.
///
/// ```
/// use typecase::schema::Schema;
/// let schema = Schema::parse(r#"{"id": "number", "name": "string"}"#)?;
/// assert_eq!(schema.canonical(), "{id:number,name:string}");
/// assert_eq!(schema.id(), "030d98ef");
/// # Ok::<(), typecase::schema::DefinitionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schema(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    document: Document,
    names: TypeNumbers,
    graph: Graph,
}

impl Document {
    /// Reads a definition from JSON text. The shape is checked, not what the parts mean together: that
    /// is done by [`build`](Document::build).
    ///
    /// # Errors
    /// The code and the place in the definition; see [`DefinitionCode`].
    pub fn parse(text: &str) -> Result<Document, DefinitionError> {
        definition::parse(text)
    }

    /// Reads a definition from a JSON value, whose maps must be in the order of the text.
    ///
    /// # Errors
    /// As for [`parse`](Document::parse).
    pub fn from_value(value: &Value<'_>) -> Result<Document, DefinitionError> {
        definition::document(value)
    }

    /// Checks the document, brings its defaults into the form of their types, and freezes it.
    ///
    /// # Errors
    /// The code and the place in the definition; see [`DefinitionCode`].
    pub fn build(mut self) -> Result<Schema, DefinitionError> {
        let names = validate::validate(&mut self)?;
        let graph = freeze::freeze(&self, &names);
        Ok(Schema(Arc::new(Inner { document: self, names, graph })))
    }
}

impl Schema {
    /// Reads a definition from JSON text, checks and freezes it.
    ///
    /// # Errors
    /// The code and the place in the definition; see [`DefinitionCode`].
    pub fn parse(text: &str) -> Result<Schema, DefinitionError> {
        Document::parse(text)?.build()
    }

    /// Reads a definition from a JSON value, whose maps must be in the order of the text.
    ///
    /// # Errors
    /// The code and the place in the definition; see [`DefinitionCode`].
    pub fn from_value(value: &Value<'_>) -> Result<Schema, DefinitionError> {
        Document::from_value(value)?.build()
    }

    /// The schema as people write it.
    pub fn document(&self) -> &Document {
        &self.0.document
    }

    /// The schema as codecs walk it.
    pub fn graph(&self) -> &Graph {
        &self.0.graph
    }

    /// The definition as JSON text, broken into lines for people.
    pub fn to_json(&self) -> String {
        self.0.document.to_json()
    }

    /// The canonical form: one line that is the same for all schemas with the same names, types and
    /// order of fields. Metadata, rules, aliases and settings of wires are not part of it.
    pub fn canonical(&self) -> String {
        canonical::canonical(&self.0.document, &self.0.names)
    }

    /// The id: the 32-bit FNV-1a hash of the canonical form as eight lower-case hexadecimal digits.
    pub fn id(&self) -> String {
        canonical::id(&self.canonical())
    }

    /// The schema as a few bytes that [`from_snapshot`](Schema::from_snapshot) reads without parsing
    /// a definition.
    ///
    /// ```
    /// use typecase::schema::Schema;
    /// let schema = Schema::parse(r#"{"id": "number", "name": "string"}"#)?;
    /// let snapshot = schema.to_snapshot();
    /// assert_eq!(Schema::from_snapshot(&snapshot)?.document(), schema.document());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_snapshot(&self) -> Vec<u8> {
        snapshot::write(&self.0.document)
    }

    /// Reads a snapshot. It may come from anywhere: whatever it holds is checked as a definition is.
    ///
    /// # Errors
    /// `structure` or `utf8` with the byte offset for bytes that are no snapshot, `limit` for one that
    /// nests too deep.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Schema> {
        snapshot::read(bytes)?
            .build()
            .map_err(|error| Error::new(Code::Structure, format!("the snapshot does not hold a schema: {error}")))
    }
}
