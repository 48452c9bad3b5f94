//! The Parsing Canonical Form ("Parsing Canonical Form for Schemas"): one text for all schemas that read the
//! same data. Names are full, only what parsing needs is left, and there is no white space.

use super::{AvroSchema, Kind};
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};

impl AvroSchema {
    /// The Parsing Canonical Form.
    ///
    /// ```
    /// use typecase::schema::avro::AvroSchema;
    /// let schema = AvroSchema::parse(r#"{"type": "array", "items": {"type": "long", "logicalType": "timestamp-millis"}}"#)?;
    /// assert_eq!(schema.canonical(), r#"{"type":"array","items":"long"}"#);
    /// # Ok::<(), typecase::schema::import::ImportError>(())
    /// ```
    pub fn canonical(&self) -> String {
        let mut canonical = Canonical { schema: self, out: String::new(), defined: BTreeSet::new() };
        canonical.node(self.root);
        canonical.out
    }
}

struct Canonical<'s> {
    schema: &'s AvroSchema,
    out: String,
    /// The named types that have been written; after that their name stands for them.
    defined: BTreeSet<u32>,
}

impl Canonical<'_> {
    fn node(&mut self, id: u32) {
        let kind = &self.schema.node(id).kind;
        if let Some(named) = kind.named() {
            if !self.defined.insert(id) {
                return self.text(&named.name);
            }
            self.out.push_str("{\"name\":");
            self.text(&named.name);
            self.out.push_str(",\"type\":");
            self.text(kind.name());
        }
        match kind {
            Kind::Record(record) => {
                self.out.push_str(",\"fields\":[");
                for (at, field) in record.fields.iter().enumerate() {
                    self.comma(at);
                    self.out.push_str("{\"name\":");
                    self.text(&field.name);
                    self.out.push_str(",\"type\":");
                    self.node(field.ty);
                    self.out.push('}');
                }
                self.out.push_str("]}");
            }
            Kind::Enum(it) => {
                self.out.push_str(",\"symbols\":[");
                for (at, symbol) in it.symbols.iter().enumerate() {
                    self.comma(at);
                    self.text(symbol);
                }
                self.out.push_str("]}");
            }
            Kind::Fixed(_, size) => {
                self.out.push_str(",\"size\":");
                self.out.push_str(&size.to_string());
                self.out.push('}');
            }
            Kind::Array(item) => {
                self.out.push_str("{\"type\":\"array\",\"items\":");
                self.node(*item);
                self.out.push('}');
            }
            Kind::Map(value) => {
                self.out.push_str("{\"type\":\"map\",\"values\":");
                self.node(*value);
                self.out.push('}');
            }
            Kind::Union(branches) => {
                self.out.push('[');
                for (at, branch) in branches.iter().enumerate() {
                    self.comma(at);
                    self.node(*branch);
                }
                self.out.push(']');
            }
            primitive => self.text(primitive.name()),
        }
    }

    fn comma(&mut self, at: usize) {
        if at > 0 {
            self.out.push(',');
        }
    }

    /// A name in quotes, which has nothing to escape.
    fn text(&mut self, name: &str) {
        self.out.push('"');
        self.out.push_str(name);
        self.out.push('"');
    }
}
