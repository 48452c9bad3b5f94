//! The commands: one file each, with its arguments, its help and what it does.

pub mod completions;
pub mod convert;
pub mod decode;
pub mod encode;
pub mod man;
pub mod wires;
