//! Runs the built command as a person would: what it prints, writes, and exits with.

mod bench;
mod columnar;
mod columnar_streams;
mod failures;
mod memory;
mod messages;
mod output;
mod sizes;
mod snapshots;
mod streaming;
mod support;
