//! The Protocol Buffers wire (`docs/protobuf.md`).

mod settings;

pub use settings::{Encoding, Field, Presence};
