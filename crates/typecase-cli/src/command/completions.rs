//! `typecase completions`: scripts by which shells complete commands and flags.

use crate::args::Cli;
use crate::failure::Result;
use crate::output::Output;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print the script by which a shell completes commands and flags
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  typecase completions bash > ~/.local/share/bash-completion/completions/typecase
  typecase completions zsh > ~/.zfunc/_typecase
  typecase completions fish > ~/.config/fish/completions/typecase.fish";

impl Completions {
    pub fn run(self) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "typecase", &mut script);
        let mut output = Output::open(None)?;
        output.write(&script)?;
        output.finish()
    }
}
