//! The commands: one file each, with its arguments, its help and what it does.

pub mod bench;
pub mod check;
pub mod column;
pub mod completions;
pub mod convert;
pub mod decode;
pub mod encode;
pub mod infer;
pub mod inspect;
pub mod man;
pub mod row;
pub mod schema;
pub mod wires;
