//! The MessagePack wire: the bytes of msgpackr, the suite of the specification, and records under a schema.

#[path = "../hostile/allocation.rs"]
mod allocation;
#[path = "../support/arbitrary/mod.rs"]
mod arbitrary;
#[path = "../support/forms.rs"]
mod forms;
#[path = "../support/judge.rs"]
mod judge;
#[path = "../support/shared.rs"]
mod shared;

mod hostile;
mod notation;
mod plain;
mod properties;
mod records;
mod suite;
mod vectors;
