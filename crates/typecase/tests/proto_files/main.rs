//! `.proto` files: parsed as `protoc` parses them, imported and exported.

#[path = "../support/shared.rs"]
mod shared;

mod compare;
mod export;
mod hostile;
mod import;
mod real;
mod samples;
mod snippets;

use typecase::schema::proto::{FileSet, compile};

/// Compiles one file, which is right.
#[track_caller]
fn compile_one(source: &str) -> FileSet {
    compile(&["t.proto"], |name| (name == "t.proto").then(|| source.into())).unwrap_or_else(|error| panic!("{error}"))
}
