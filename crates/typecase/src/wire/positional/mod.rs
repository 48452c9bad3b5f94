//! The positional wire.
