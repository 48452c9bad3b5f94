//! The JSON wire.
