//! The testee of the official conformance tests of Protocol Buffers, which `tests/conformance.sh` runs.
//!
//! `typecase-conformance dynamic PROTOS` answers the runner with codecs of schemas that are imported from the `.proto`
//! files under PROTOS, `typecase-conformance typed PROTOS` with Rust types. The types are generated: `generate PROTOS`
//! prints them, and `check PROTOS` holds the schemas of the types to the imported ones.

mod compare;
mod dynamic;
mod generate;
mod generated;
mod messages;
mod protocol;
mod typed;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: typecase-conformance dynamic|typed|generate|check PROTOS";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [command, protos] = &arguments[..] else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(command, &PathBuf::from(protos)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("typecase-conformance: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, protos: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let documents = messages::documents(protos)?;
    match command {
        "dynamic" => {
            let testee = dynamic::Testee::new(&documents)?;
            protocol::serve(|request| testee.answer(request))
        }
        "typed" => {
            let testee = typed::Testee::new(&documents)?;
            protocol::serve(|request| testee.answer(request))
        }
        "generate" => {
            print!("{}", generate::modules(&documents));
            Ok(())
        }
        "check" => compare::check(&documents),
        _ => Err(USAGE.into()),
    }
}
