//! The `typecase` command: one schema, every wire, from the command line.
//!
//! `args` says what may be typed, `command` has one file a command, and the other modules are what
//! commands share: reading and writing files, loading schemas, converting item by item.

mod args;
mod bench;
mod columnar;
mod command;
mod container;
mod convert;
mod failure;
mod input;
mod inspect;
mod link;
mod output;
mod pipeline;
mod proto;
mod samples;
mod schema;
mod structures;
mod untyped;
mod wire_options;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match args::Cli::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
