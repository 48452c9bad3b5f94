//! ProtoJSON: messages of Protocol Buffers as JSON text, as protobuf.dev ("ProtoJSON Format") maps them.
//!
//! It is another JSON than that of the [JSON wire](crate::wire::json): names in lower camel case, integers of 64
//! bits as strings, well-known types such as `google.protobuf.Timestamp` in forms of their own. What the
//! mapping needs beyond the schema is in the document: `$proto` with the names and the numbers, and the settings
//! `proto` of fields (`docs/protobuf.md`). The import of `.proto` files makes such documents.
//!
//! ```
//! use typecase::schema::Schema;
//! use typecase::value::Value;
//! use typecase::wire::protobuf::json::{Options, ProtoJson};
//!
//! let schema = Schema::parse(r#"{"user_id": "int64", "full_name": "string", "data": "?bytes"}"#)?;
//! let mapping = ProtoJson::new(&schema)?;
//! let value = mapping.parse(br#"{"userId": "7", "full_name": "Ada", "data": null}"#, &Options::default())?;
//! assert_eq!(value, Value::Record([Value::Int(7), Value::text("Ada"), Value::Null].into()));
//! assert_eq!(mapping.print(&value, &Options::default())?, r#"{"userId":"7","fullName":"Ada"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod names;
mod plan;
mod read;
mod scalars;
mod time;
mod write;

use crate::error::{Code, Error, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::text::lexer::{self, Lexer};
use crate::value::Value;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use any::Registry;
use plan::Plan;

/// What printers and parsers of ProtoJSON may be told ("JSON Options" of the specification). The default is none
/// of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Printers: fields have the names of the schema, not those in lower camel case. (Parsers take both.)
    pub original_names: bool,
    /// Printers: fields without presence are printed also when they are zero or empty.
    pub implicit: bool,
    /// Printers: values of enums are printed as numbers.
    pub enum_numbers: bool,
    /// Parsers: fields that the schema does not know, and names that an enum does not know, are ignored rather than
    /// errors.
    pub ignore_unknown: bool,
    /// What one message may ask for. The depth counts the records, lists and maps of the value.
    pub limits: Limits,
}

/// The mapping of a schema to ProtoJSON. Make it once and use it for every message.
#[derive(Clone, Debug)]
pub struct ProtoJson(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    plan: Plan,
    registry: Option<Registry>,
}

impl ProtoJson {
    /// Plans a schema. An `Any` may then hold each message of the document's `$types` that has a name in
    /// `$proto`.
    ///
    /// # Errors
    /// `unsupported` where the schema is not one of Protocol Buffers: for a root that is no record, for unions,
    /// tuples, flags, `json`, `null`, lists of lists, optional items, and enums with numbers for values; also for two
    /// fields of one name in JSON, and a message with the name of a well-known type that lacks its fields.
    pub fn new(schema: &Schema) -> Result<ProtoJson> {
        super::check(schema.graph())?;
        let plan = Plan::new(schema.document())?;
        let registry = if plan.has_any { Some(Registry::new(schema.document(), &plan)?) } else { None };
        Ok(ProtoJson(Arc::new(Inner { plan, registry })))
    }

    /// Prints a value of the schema.
    ///
    /// # Errors
    /// `unsupported` for what has no form in JSON (a `Timestamp` or `Duration` out of range, a path of a
    /// `FieldMask` that could not be read back, an `Any` of an unknown type, a `Value` that is not set or not finite);
    /// a code and the path where the value does not fit the schema, and where the bytes in an `Any` are no message.
    pub fn print(&self, value: &Value<'_>, options: &Options) -> Result<String> {
        let mut out = Vec::new();
        self.print_into(value, &mut out, options)?;
        String::from_utf8(out).map_err(|_| Error::new(Code::Utf8, "the text is not UTF-8"))
    }

    /// Prints a value behind what `out` holds. After an error `out` is as it was.
    ///
    /// # Errors
    /// As for [`print`](ProtoJson::print).
    pub fn print_into(&self, value: &Value<'_>, out: &mut Vec<u8>, options: &Options) -> Result<()> {
        let Inner { plan, registry } = &*self.0;
        let start = out.len();
        let depth = options.limits.depth();
        let mut printer = write::Printer { plan, registry: registry.as_ref(), options, depth, out };
        let result = printer.message(plan.root, value);
        // The printer ends every value with a comma.
        out.truncate(if result.is_ok() { out.len() - 1 } else { start });
        result
    }

    /// Reads a value of the schema from JSON text; it borrows strings from `input`.
    ///
    /// ```
    /// use typecase::schema::Schema;
    /// use typecase::wire::protobuf::json::{Options, ProtoJson};
    ///
    /// let mapping = ProtoJson::new(&Schema::parse(r#"{"user_id": "int32"}"#)?)?;
    /// let error = mapping.parse(br#"{"userId": 1, "user_id": 1}"#, &Options::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "duplicate: the field occurs twice at userId (byte 25)");
    /// let options = Options { ignore_unknown: true, ..Options::default() };
    /// assert!(mapping.parse(br#"{"userId": 1e3, "more": [1, 2]}"#, &options).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `json`, `utf8` and `limit` as on the JSON wire; `type` for a value of another type or out of range, `enum`,
    /// `extra` for a field that the schema does not know, `duplicate` for a field, a key or a member of a oneof
    /// that comes twice, `required` for a field that must be there; with the path and the byte offset.
    pub fn parse<'de>(&self, input: &'de [u8], options: &Options) -> Result<Value<'de>> {
        let Inner { plan, registry } = &*self.0;
        options.limits.check_bytes(input.len())?;
        let lexer = Lexer::new(lexer::utf8(input)?, &options.limits)?;
        let mut reader = read::Reader { plan, registry: registry.as_ref(), options, lexer };
        let value = reader.message(plan.root)?;
        reader.lexer.finish()?;
        Ok(value)
    }
}

#[cfg(test)]
mod tests;
