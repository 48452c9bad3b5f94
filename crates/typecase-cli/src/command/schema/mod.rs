//! `typecase schema`: the schema tools, one file each.

mod diff;
mod export;
mod id;
mod import;
mod show;

use crate::failure::Result;
use clap::{Args, Subcommand};

/// Show, compare, import and export schemas
#[derive(Args)]
pub struct Schema {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Show(show::Show),
    Id(id::Id),
    Diff(diff::Diff),
    Import(import::Import),
    Export(export::Export),
}

impl Schema {
    pub fn run(self) -> Result<()> {
        match self.command {
            Command::Show(command) => command.run(),
            Command::Id(command) => command.run(),
            Command::Diff(command) => command.run(),
            Command::Import(command) => command.run(),
            Command::Export(command) => command.run(),
        }
    }
}
