//! `typecase inspect`: what each byte of a message says.

use crate::args::{CodecArgs, InputArgs, SchemaArgs, wire_parser};
use crate::columnar;
use crate::convert::plan;
use crate::failure::{Failure, Result};
use crate::input::Input;
use crate::inspect::{self, Row};
use crate::output::Output;
use crate::wire_options::Side;
use clap::Args;
use typecase::codec::Options;
use typecase::error::{Code, Error};
use typecase::schema::Schema;
use typecase::wire::columnar::RowReader;
use typecase::wire::{Wire, bson, cbor, json, msgpack};

/// Print an annotated dump: offset, bytes, path, type and meaning of every value
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Inspect {
    /// The wire of the data
    #[arg(long, value_name = "WIRE", default_value = "json", value_parser = wire_parser(), hide_possible_values = true)]
    from: Wire,
    /// Stop after this many rows
    #[arg(long, value_name = "N")]
    max_rows: Option<usize>,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    codec: CodecArgs,
    #[command(flatten)]
    input: InputArgs,
}

const EXAMPLES: &str = "\
A text that is wrong is dumped as far as it goes, and the error comes last.

Examples:
  typecase inspect --schema users.schema.json --from positional users.pos
  typecase inspect --max-rows 20 users.json";

impl Inspect {
    pub fn run(self) -> Result<()> {
        let options = self.codec.settings(&[(Side::From, self.from)])?[0].options;
        let mut input = Input::open(&self.input.file)?;
        let schema = match self.schema.load()? {
            None if self.from == Wire::Columnar => columnar::schema_of(&mut input, &options).ok(),
            schema => schema,
        };
        let codec = schema.as_ref().map(|schema| plan(schema, self.from, &options)).transpose()?;
        if self.from == Wire::Columnar {
            return self.columnar(input, schema.as_ref(), &options);
        }
        let bytes = input.read_all(self.codec.limits().max_bytes)?;
        let mut decoded = match &codec {
            Some(codec) => codec.decode(&bytes).map(|_| ()),
            None if self.from == Wire::Cbor => cbor::parse_with(&bytes, &options.cbor, &options.limits).map(|_| ()),
            None if self.from == Wire::Msgpack => {
                msgpack::parse_with(&bytes, &options.msgpack, &options.limits).map(|_| ())
            }
            None if self.from == Wire::Bson => bson::parse_with(&bytes, &options.bson, &options.limits).map(|_| ()),
            // The walk says whether it is one.
            None if self.from == Wire::Protobuf => Ok(()),
            None if self.from == Wire::Packed => {
                return Err(Failure::Usage("a packed message says nothing without its schema".to_owned()));
            }
            // Positional text is JSON: without a schema it is shown as that.
            None => json::parse_bytes(&bytes, options.json.duplicates, &options.limits).map(|_| ()),
        };
        let mut output = Output::open(None)?;
        let mut table = self.table();
        let layout = |schema: &Schema| options.layout.unwrap_or(schema.document().layout);
        let with_schema = schema.as_ref().map(|schema| (schema, self.from, layout(schema)));
        match self.from {
            Wire::Cbor => inspect::cbor_rows(&bytes, &mut |row| table.add(&row)),
            Wire::Msgpack => inspect::msgpack_rows(&bytes, schema.as_ref(), &mut |row| table.add(&row)),
            Wire::Bson => inspect::bson_rows(&bytes, &mut |row| table.add(&row)),
            Wire::Packed => {
                if let Some(schema) = &schema {
                    inspect::packed_rows(&bytes, schema.graph(), &options, &mut |row| table.add(&row));
                }
            }
            Wire::Protobuf => {
                let graph = schema.as_ref().map(Schema::graph);
                let stopped = inspect::protobuf_rows(&bytes, graph, &mut |row| table.add(&row));
                if let (None, Some(offset)) = (&codec, stopped) {
                    decoded = Err(Error::new(Code::Structure, "this is no message of Protocol Buffers").at(offset));
                }
            }
            _ => inspect::rows(&bytes, with_schema, &mut |row| table.add(&row)),
        }
        output.write(table.text.as_bytes())?;
        output.finish()?;
        decoded.map_err(|error| Failure::in_text(input.name(), &bytes, &error))
    }

    /// Dumps a columnar document, which is read group by group; a schema that is given must be that of the document.
    fn columnar(&self, mut input: Input, schema: Option<&Schema>, options: &Options) -> Result<()> {
        let name = input.name().to_owned();
        let head = input.peek_lines(2, options.limits.max_bytes)?;
        let dump = inspect::columnar_dump(RowReader::with_options(input, &options.columnar, &options.limits), &head);
        let mut table = self.table();
        dump.rows(&mut |row| table.add(&row));
        let mut output = Output::open(None)?;
        output.write(table.text.as_bytes())?;
        output.finish()?;
        if let Some(schema) = schema {
            let plan = columnar::columns(schema)?;
            let same = RowReader::with_plan(&head[..], &plan, &options.columnar, &options.limits);
            same.map_err(|error| Failure::stream(&name, &error))?;
        }
        dump.error.map_or(Ok(()), |error| Err(Failure::stream(&name, &error)))
    }

    fn table(&self) -> Table {
        let is_text = matches!(self.from, Wire::Json | Wire::Positional | Wire::Columnar);
        Table { text: String::new(), rows: 0, max_rows: self.max_rows.unwrap_or(usize::MAX), is_text }
    }
}

/// The rows as text: columns of fixed width, so that a dump of any size can be printed as it is made.
struct Table {
    text: String,
    rows: usize,
    max_rows: usize,
    is_text: bool,
}

impl Table {
    fn add(&mut self, row: &Row<'_>) {
        self.rows += 1;
        if self.rows > self.max_rows {
            return;
        }
        if self.rows == 1 {
            self.line(["offset", "bytes", "path", "type", "meaning"]);
        }
        let path = if row.path.is_empty() { "(root)" } else { &row.path };
        let bytes = if self.is_text { shortened(row.bytes) } else { hexadecimal(row.bytes) };
        self.line([&row.offset.to_string(), &bytes, path, &row.ty, &row.meaning]);
    }

    fn line(&mut self, [offset, bytes, path, ty, meaning]: [&str; 5]) {
        let line = format!("{offset:>8}  {bytes:<24}  {path:<24}  {ty:<12}  {meaning}");
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}

/// The first characters of a token.
fn shortened(bytes: &[u8]) -> String {
    const MOST: usize = 24;
    let text = String::from_utf8_lossy(bytes);
    if text.chars().count() <= MOST {
        return text.into_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}

/// The first bytes of a binary value.
fn hexadecimal(bytes: &[u8]) -> String {
    const MOST: usize = 8;
    let mut text: Vec<String> = bytes.iter().take(MOST).map(|byte| format!("{byte:02x}")).collect();
    if bytes.len() > MOST {
        text[MOST - 1] = "\u{2026}".to_owned();
    }
    text.join(" ")
}
