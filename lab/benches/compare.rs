//! `cargo bench`: the `lab` command under the name Cargo expects.

use std::process::ExitCode;

fn main() -> ExitCode {
    lab::main()
}
