//! `.proto` files: parsed as `protoc` parses them, imported and exported.

#[path = "../support/shared.rs"]
mod shared;

mod compare;
mod real;
mod snippets;
