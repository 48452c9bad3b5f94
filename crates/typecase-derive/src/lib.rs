//! `#[derive(Record)]`: makes a Rust type a typecase record.
