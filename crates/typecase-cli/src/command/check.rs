//! `typecase check`: everything that is wrong with the data.

use crate::args::{CodecArgs, InputArgs, LinesArg, SchemaArgs, wire_parser};
use crate::columnar;
use crate::convert::{is_text, plan};
use crate::failure::{Failure, Issue, Lines, Result};
use crate::input::Input;
use crate::link;
use crate::output::Output;
use crate::schema;
use crate::wire_options::{Settings, Side};
use clap::Args;
use typecase::codec::{Codec, Session};
use typecase::error::Error;
use typecase::schema::Schema;
use typecase::schema::check::Checker;
use typecase::schema::graph::Kind;
use typecase::stream::{Framing, Item, Items, Messages};
use typecase::value::Value;
use typecase::wire::Wire;
use typecase::wire::columnar::{RowGroup, RowReader};

/// Check data against a schema and its rules, and list everything that is wrong
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    /// The wire of the data
    #[arg(long, value_name = "WIRE", default_value = "json", value_parser = wire_parser(), hide_possible_values = true)]
    from: Wire,
    /// One value a line (NDJSON), on binary wires messages end to end; where the schema describes a list, its items
    #[arg(long, value_name = "WHERE", num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    lines: Option<LinesArg>,
    /// Stop after this many issues
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one)]
    max_errors: usize,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    codec: CodecArgs,
    #[command(flatten)]
    input: InputArgs,
}

const EXAMPLES: &str = "\
Issues go to standard output, one a line: file, byte offset, line, path, message and code.

Examples:
  typecase check --schema users.schema.json users.json
  typecase check --schema user.schema.json --lines --max-errors 1000 users.ndjson
  typecase check --schema users.schema.json --from positional users.pos";

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&count| count > 0).ok_or_else(|| "expected a number above 0".to_owned())
}

impl Check {
    pub fn run(self) -> Result<()> {
        let settings = &self.codec.settings(&[(Side::From, self.from)])?[0];
        let mut input = Input::open(&self.input.file)?;
        let schema = match self.schema.load()? {
            None if self.from == Wire::Columnar => columnar::schema_of(&mut input, &settings.options)?,
            None => return Err(schema::missing()),
            Some(schema) => schema,
        };
        let codec = plan(&schema, self.from, &settings.options)?;
        let checker = Checker::new(&schema).map_err(|error| Failure::plan("check", &error))?;
        let mut report = Report {
            name: input.name().to_owned(),
            output: Output::open(None)?,
            issues: 0,
            max_issues: self.max_errors,
        };
        let is_list = matches!(schema.graph().node(schema.graph().root()).kind, Kind::List(_));
        let by_item = is_list && self.lines != Some(LinesArg::Both) && (self.lines.is_some() || is_text(self.from));
        let items = if by_item { codec.for_items() } else { None };
        let session = link::reading_session(&codec, settings)?;
        match items {
            Some(items) => self.stream(input, Decoder { codec: items, session }, &checker, true, &mut report)?,
            None if self.lines.is_some() => {
                self.stream(input, Decoder { codec, session }, &checker, false, &mut report)?;
            }
            None if self.from == Wire::Columnar => self.groups(input, &schema, settings, &checker, &mut report)?,
            None => {
                let bytes = input.read_all(self.codec.limits().max_bytes)?;
                let mut decoder = Decoder { codec, session };
                let issues = match decoder.decode(&bytes) {
                    Ok(value) => checker.check(&value, self.max_errors),
                    Err(error) => decoder.issues(&bytes, error, self.max_errors),
                };
                for issue in issues {
                    let place = issue.line_column(&bytes);
                    let lines = Lines { line: place.map(|place| place.0), column: place.map(|place| place.1) };
                    report.add(&issue, lines)?;
                }
            }
        }
        report.finish()
    }

    /// Checks a columnar document row by row, so that memory is bound by one group.
    fn groups(
        &self,
        input: Input,
        schema: &Schema,
        settings: &Settings,
        checker: &Checker,
        report: &mut Report,
    ) -> Result<()> {
        let (plan, limits) = (columnar::columns(schema)?, self.codec.limits());
        let mut document = match RowReader::with_plan(input, &plan, &settings.options.columnar, &limits) {
            Ok(document) => document,
            Err(error) => return report.stop(error),
        };
        let mut group = RowGroup::default();
        while !report.is_full() {
            match document.fill(&mut group) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => return report.stop(error),
            }
            let mut rows = match group.rows() {
                Ok(rows) => rows,
                Err(error) => return report.stop(error.into()),
            };
            while !report.is_full() {
                let (row, left) = (group.range().end - rows.len(), report.max_issues - report.issues);
                let issues = match rows.check_next(left) {
                    Ok(Some(Ok(value))) => {
                        checker.check_item(&value, left).into_iter().map(|issue| issue.in_item(row)).collect()
                    }
                    Ok(Some(Err(issues))) => issues,
                    Ok(None) => break,
                    Err(error) => return report.stop(error.into()),
                };
                for issue in issues {
                    report.add(&issue, Lines::default())?;
                }
            }
        }
        Ok(())
    }

    /// Checks item by item, so that memory is bound by one item.
    fn stream(
        &self,
        input: Input,
        mut decoder: Decoder,
        checker: &Checker,
        are_items: bool,
        report: &mut Report,
    ) -> Result<()> {
        let limits = self.codec.limits();
        let mut stream = match decoder.messages() {
            Some(messages) => Items::messages(input, messages, limits),
            None if self.lines.is_some() => Items::with_limits(input, Framing::Lines, limits),
            None => Items::with_limits(input, Framing::List, limits),
        };
        while !report.is_full() {
            let item = match stream.next_item() {
                Ok(Some(item)) => item,
                Ok(None) => break,
                Err(error) => return report.stop(error),
            };
            let left = report.max_issues - report.issues;
            let issues = match decoder.decode(item.bytes()) {
                Ok(value) if are_items => checker.check_item(&value, left),
                Ok(value) => checker.check(&value, left),
                Err(error) => decoder.issues(item.bytes(), error, left),
            };
            for issue in issues {
                report.add_in(&item, issue, is_text(self.from))?;
            }
        }
        Ok(())
    }
}

/// Decodes messages one after the other.
struct Decoder {
    codec: Codec,
    /// What is kept from message to message, if anything is.
    session: Option<Session>,
}

impl Decoder {
    fn messages(&self) -> Option<Messages> {
        match &self.session {
            Some(session) => self.codec.messages(session),
            None => self.codec.messages(&self.codec.session()),
        }
    }

    fn decode<'de>(&mut self, bytes: &'de [u8]) -> Result<Value<'de>, Error> {
        match &mut self.session {
            Some(session) => self.codec.decode_with(session, bytes),
            None => self.codec.decode(bytes),
        }
    }

    /// Everything that is wrong with a message that does not decode; where it depends on others, the first such thing.
    fn issues(&self, bytes: &[u8], error: Error, most: usize) -> Vec<Error> {
        match &self.session {
            Some(_) => vec![error],
            None => self.codec.issues(bytes, most),
        }
    }
}

/// The issues, printed as they are found.
struct Report {
    name: String,
    output: Output,
    issues: usize,
    max_issues: usize,
}

impl Report {
    fn is_full(&self) -> bool {
        self.issues >= self.max_issues
    }

    fn add(&mut self, error: &Error, lines: Lines) -> Result<()> {
        self.issues += 1;
        self.output.write(format!("{}: {}\n", self.name, Issue { error, lines }).as_bytes())
    }

    /// The last issue: what nothing can be read behind.
    fn stop(&mut self, error: typecase::stream::Error) -> Result<()> {
        match error {
            typecase::stream::Error::Data(error) => self.add(&error, Lines::default()),
            error => Err(Failure::stream(&self.name, &error)),
        }
    }

    /// An issue in an item; one without an offset is at the item's start.
    fn add_in(&mut self, item: &Item<'_>, issue: Error, has_lines: bool) -> Result<()> {
        let issue = item.place(issue.at(0));
        let line = issue.offset().filter(|_| has_lines).map(|offset| item.line_at(offset));
        self.add(&issue, Lines { line, column: None })
    }

    fn finish(mut self) -> Result<()> {
        let name = self.name.clone();
        let message = match self.issues {
            0 => {
                self.output.write(format!("{name}: valid\n").as_bytes())?;
                return self.output.finish();
            }
            1 => format!("{name}: 1 issue"),
            issues if issues == self.max_issues => {
                format!("{name}: {issues} issues, and perhaps more (--max-errors)")
            }
            issues => format!("{name}: {issues} issues"),
        };
        self.output.finish()?;
        Err(Failure::Data(message))
    }
}
