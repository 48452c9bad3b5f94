//! The `typecase` command.
fn main() {}
