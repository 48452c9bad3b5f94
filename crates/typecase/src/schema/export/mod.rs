//! A [`Document`](super::model::Document) written in other schema languages.

mod avro;
mod json_schema;
#[cfg(feature = "proto")]
mod proto;

pub use avro::avro;
pub use json_schema::json_schema;
pub(super) use json_schema::range;
#[cfg(feature = "proto")]
pub use proto::{ProtoFile, proto};
