//! `typecase schema show`: a schema as the others see it.

use crate::args::TypeArgs;
use crate::failure::Result;
use crate::output::Output;
use crate::schema;
use clap::Args;
use std::path::PathBuf;
use typecase::schema::model::{Document, Slot, Type};

/// Print a schema as a definition, and report options that nothing knows
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Show {
    /// Print the canonical form instead: one line with what counts for the id
    #[arg(long)]
    canonical: bool,
    /// The schema
    #[arg(value_name = "SCHEMA")]
    schema: PathBuf,
    #[command(flatten)]
    ty: TypeArgs,
}

const EXAMPLES: &str = "\
Options that are unknown are kept as metadata and listed on standard error.

Examples:
  typecase schema show users.schema.json
  typecase schema show --canonical users.schema.json";

impl Show {
    pub fn run(self) -> Result<()> {
        let schema = schema::load(&self.schema, &self.ty)?;
        let text = if self.canonical { schema.canonical() } else { schema.to_json() };
        let mut output = Output::open(None)?;
        output.write(text.trim_end().as_bytes())?;
        output.write(b"\n")?;
        output.finish()?;
        for (place, key) in metadata(schema.document()) {
            let place = if place.is_empty() { place } else { format!("{place}: ") };
            eprintln!("note: {place}the option `{key}` is unknown and kept as metadata");
        }
        Ok(())
    }
}

/// The unknown options of a document: the place, and the key.
fn metadata(document: &Document) -> Vec<(String, String)> {
    let mut walk = Walk::default();
    let known = ["$avro", "$proto", "$strict"];
    let unknown = document.meta.iter().filter(|(key, _)| !known.contains(&key.as_str()));
    walk.found.extend(unknown.map(|(key, _)| (String::new(), key.clone())));
    for (name, ty) in &document.types {
        walk.inside(&format!("$types.{name}"), |walk| walk.of_type(ty));
    }
    walk.of_type(&document.root);
    walk.found
}

/// A walk through a document, which nests only as deep as definitions may.
#[derive(Default)]
struct Walk {
    place: String,
    found: Vec<(String, String)>,
}

impl Walk {
    fn inside(&mut self, step: &str, walk: impl FnOnce(&mut Walk)) {
        let length = self.place.len();
        if length > 0 && !step.starts_with('[') && !step.starts_with('{') {
            self.place.push('.');
        }
        self.place.push_str(step);
        walk(self);
        self.place.truncate(length);
    }

    fn of_slot(&mut self, slot: &Slot) {
        self.found.extend(slot.options.meta.iter().map(|(key, _)| (self.place.clone(), key.clone())));
        self.of_type(&slot.ty);
    }

    fn of_type(&mut self, ty: &Type) {
        match ty {
            Type::Record(record) => {
                for field in &record.fields {
                    self.inside(&field.name, |walk| walk.of_slot(&field.slot));
                }
            }
            Type::List(slot) => self.inside("[]", |walk| walk.of_slot(slot)),
            Type::Map(slot) => self.inside("{}", |walk| walk.of_slot(slot)),
            Type::Tuple(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.inside(&format!("[{index}]"), |walk| walk.of_slot(&item.slot));
                }
            }
            Type::Union(union) => {
                for (index, branch) in union.branches.iter().enumerate() {
                    self.inside(&format!("[branch {index}]"), |walk| walk.of_type(branch));
                }
            }
            Type::Scalar(_) | Type::Enum(_) | Type::Flags(_) | Type::Reference(_) => {}
        }
    }
}
