//! Why a run failed: the exit status and the message.

use std::fmt;
use std::io;
use std::process::ExitCode;
use typecase::error::Error;
use typecase::schema::DefinitionError;
use typecase::stream;

/// A failed run.
#[derive(Debug)]
pub enum Failure {
    /// The data is wrong: exit status 1.
    Data(String),
    /// The command was used in a wrong way: exit status 2.
    Usage(String),
    /// Reading or writing failed: exit status 3.
    Io(String),
    /// Whoever reads our output has had enough: nothing to say.
    Closed,
}

/// The result of everything that may end a run.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// The place of an error in lines, both from 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines {
    pub line: Option<usize>,
    pub column: Option<usize>,
}

impl Failure {
    /// Wrong data in a text that is at hand.
    pub fn in_text(name: &str, text: &[u8], error: &Error) -> Failure {
        let place = error.line_column(text);
        let lines = Lines { line: place.map(|(line, _)| line), column: place.map(|(_, column)| column) };
        Failure::data(name, error, lines)
    }

    /// Wrong data.
    pub fn data(name: &str, error: &Error, lines: Lines) -> Failure {
        Failure::Data(format!("{name}: {}", Issue { error, lines }))
    }

    /// A stream that cannot be read on.
    pub fn stream(name: &str, error: &stream::Error) -> Failure {
        match error {
            stream::Error::Data(error) => Failure::data(name, error, Lines::default()),
            stream::Error::Read(error) => Failure::read(name, error),
        }
    }

    /// What a library function that reads and writes says of data that are at hand.
    pub fn stream_data(error: stream::Error) -> Error {
        match error {
            stream::Error::Data(error) => error,
            stream::Error::Read(error) => Error::new(typecase::error::Code::Structure, error.to_string()),
        }
    }

    /// A definition that makes no schema.
    pub fn definition(name: &str, error: &DefinitionError) -> Failure {
        let place = error.place();
        let place = if place.is_empty() { place } else { format!("{place}: ") };
        Failure::Data(format!("{name}: {place}{} ({})", error.message(), error.code()))
    }

    /// A schema that cannot go on a wire.
    pub fn plan(wire: &str, error: &Error) -> Failure {
        let path = error.path();
        let path = if path.is_empty() { path } else { format!(" at {path}") };
        Failure::Usage(format!("the schema cannot go on the wire {wire}: {}{path}", error.message()))
    }

    /// A file that cannot be read.
    pub fn read(name: &str, error: &io::Error) -> Failure {
        Failure::Io(format!("{name}: cannot be read: {error}"))
    }

    /// A file that cannot be written.
    pub fn write(name: &str, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::Closed;
        }
        Failure::Io(format!("{name}: cannot be written: {error}"))
    }

    /// Prints the message, and gives the exit status.
    pub fn report(self) -> ExitCode {
        let (message, status) = match self {
            Failure::Data(message) => (message, 1),
            Failure::Usage(message) => (message, 2),
            Failure::Io(message) => (message, 3),
            Failure::Closed => return ExitCode::SUCCESS,
        };
        eprintln!("typecase: {message}");
        ExitCode::from(status)
    }
}

/// An error in data as it is printed: `byte 41, line 2, column 7: orders[1].qty: expected an integer (type)`.
pub struct Issue<'e> {
    pub error: &'e Error,
    pub lines: Lines,
}

impl fmt::Display for Issue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = [
            self.error.offset().map(|offset| format!("byte {offset}")),
            self.lines.line.map(|line| format!("line {line}")),
            self.lines.column.map(|column| format!("column {column}")),
        ];
        let place = place.into_iter().flatten().collect::<Vec<_>>().join(", ");
        for part in [place, self.error.path()] {
            if !part.is_empty() {
                write!(f, "{part}: ")?;
            }
        }
        write!(f, "{} ({})", self.error.message(), self.error.code())
    }
}
