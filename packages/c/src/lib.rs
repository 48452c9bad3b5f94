//! typecase for C. `include/typecase.h` documents what each function does and what it asks of its caller; here is how it
//! is done.
//!
//! Three things hold of every function:
//!
//! - **No panic crosses.** What does more than look at a value runs in `failure::guard`, which turns a panic into the
//!   code `TC_PANIC`; the others have nothing in them that could panic.
//! - **Null is refused.** Handles come as `Option<&T>` and are freed as `Option<Box<T>>`, which have the layout of a
//!   pointer that may be null, so that what C hands over is looked at before it is used, and no cast is needed.
//! - **Lifetimes are the caller's.** What borrows from bytes of the caller is held as `'static` here; the header says
//!   how long the bytes must stay. `memory` is where such references are made.

mod builder;
mod codec;
mod column;
mod failure;
mod group_reader;
mod member;
mod memory;
mod row_writer;
mod schema;
mod value;
mod view;

/// The version of the library.
#[unsafe(no_mangle)]
extern "C" fn tc_version() -> *const core::ffi::c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
