//! The `lab` command; everything is in the library, so that `cargo bench` is the same program.

use std::process::ExitCode;

fn main() -> ExitCode {
    lab::main()
}
