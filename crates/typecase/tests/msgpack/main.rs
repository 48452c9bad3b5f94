//! The MessagePack wire: the bytes of msgpackr, the suite of the specification, and records under a schema.

#[path = "../support/shared.rs"]
mod shared;

mod notation;
mod records;
mod suite;
mod vectors;
