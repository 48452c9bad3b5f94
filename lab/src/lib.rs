//! The comparison lab: typecase and its peers on the same payloads, on the
//! same machine, in the same minutes. `README.md` has the method.

#![forbid(unsafe_code)]

mod cases;
mod check;
mod cli;
mod messages;
mod payloads;
mod peers;
mod report;
mod run;
mod stream;

pub use cli::main;

/// The allocator of the runs that are for information only.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The name of the allocator this program was built with, for the reports.
const ALLOCATOR_NAME: &str = if cfg!(feature = "mimalloc") { "mimalloc" } else { "system" };
