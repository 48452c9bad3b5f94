//! A [`Document`](super::model::Document) written in other schema languages.

mod avro;
mod json_schema;

pub use avro::avro;
pub use json_schema::json_schema;
pub(super) use json_schema::range;
