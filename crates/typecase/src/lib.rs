//! One schema, every wire: codecs for structured records.
//!
//! A schema says what the records are. It is a Rust type, a definition in JSON, an imported JSON Schema, or
//! inferred from samples. A *wire* is a way to write records down: [`json`](wire::json) has objects with
//! keys, [`positional`](wire::positional) has arrays of the values alone, which is about half as long. What goes
//! in and comes out is a Rust type of your own, a dynamic [`Value`](value::Value), or another wire.
//!
//! | You have | You want | Use |
//! | --- | --- | --- |
//! | a Rust type | bytes, and back | [`Record`](macro@Record), and `encode` and `decode` of [`wire::json`] or [`wire::positional`] |
//! | a schema at run time | values, and back | [`Schema`](schema::Schema) and [`Codec`](codec::Codec) |
//! | bytes of one wire | bytes of another | [`Codec::convert`](codec::Codec::convert) |
//! | a stream of records | one record at a time | [`json::items`](wire::json::items), [`json::lines`](wire::json::lines), or [`stream`] |
//! | JSON without a schema | a value, and back | [`json::parse`](wire::json::parse) and [`json::print`](wire::json::print) |
//! | samples | a schema | [`schema::infer`] |
//! | an old schema and a new one | what breaks; old values as new ones | [`schema::diff`], [`schema::resolve`] |
//!
//! # Rust types
//!
//! `#[derive(Record)]` makes a struct or an enum a type of the schema. [`Record`](macro@Record) describes the
//! attributes, [`typed`] the Rust types that a field may have.
//!
//! ```
//! use typecase::Record;
//! use typecase::wire::{json, positional};
//!
//! #[derive(Record, Debug, PartialEq)]
//! struct User<'a> {
//!     id: u32,
//!     name: &'a str,
//!     email: Option<String>,
//!     #[record(default)]
//!     tags: Vec<String>,
//! }
//!
//! let text = br#"{"name": "Ada", "id": 7, "tags": ["vip"]}"#;
//! let user: User = json::decode(text)?; // `name` points into `text`
//! assert_eq!(json::encode(&user)?, br#"{"id":7,"name":"Ada","tags":["vip"]}"#);
//!
//! let bytes = positional::encode(&user)?;
//! assert_eq!(bytes, br#"[7,"Ada",null,["vip"]]"#);
//! assert_eq!(positional::decode::<User>(&bytes)?, user);
//! # Ok::<(), typecase::error::Error>(())
//! ```
//!
//! # Schemas at run time
//!
//! A [`Schema`](schema::Schema) is parsed once, and a [`Codec`](codec::Codec) is made once for each wire that it
//! goes on. A decoded record has its values in schema order and no keys; what is missing is
//! [`Value::Null`](value::Value::Null).
//!
//! ```
//! use typecase::codec::{Codec, Options};
//! use typecase::schema::Schema;
//! use typecase::value::Value;
//! use typecase::wire::Wire;
//!
//! let schema = Schema::parse(r#"{"id": "integer", "name": "string", "email": "?string"}"#)?;
//! let json = Codec::new(&schema, Wire::Json, &Options::default())?;
//! let positional = Codec::new(&schema, Wire::Positional, &Options::default())?;
//!
//! let value = json.decode(br#"{"name": "Ada", "id": 7}"#)?;
//! assert_eq!(value, Value::Record([Value::Int(7), Value::text("Ada"), Value::Null].into()));
//! assert_eq!(positional.encode(&value)?, br#"[7,"Ada"]"#);
//!
//! // From wire to wire without building a value.
//! let mut out = Vec::new();
//! positional.convert(&json, br#"[7,"Ada"]"#, &mut out)?;
//! assert_eq!(out, br#"{"id":7,"name":"Ada"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A Rust type has a schema too: [`Type::schema`].
//!
//! # Streams
//!
//! A list, or one record a line, is read from any `io::Read` with memory for one record.
//!
//! ```
//! use typecase::Record;
//! use typecase::wire::json;
//!
//! #[derive(Record)]
//! struct Order {
//!     sku: String,
//!     qty: u32,
//! }
//!
//! let lines = "{\"sku\":\"TEA\",\"qty\":2}\n{\"sku\":\"CUP\",\"qty\":4}\n";
//! let mut total = 0;
//! for order in json::lines::<Order, _>(lines.as_bytes()) {
//!     total += order?.qty;
//! }
//! assert_eq!(total, 6);
//! # Ok::<(), typecase::stream::Error>(())
//! ```
//!
//! # Errors
//!
//! There is one [`Error`](error::Error) for all wires: a [`Code`](error::Code) that programs can match, a message,
//! the byte offset, and the path.
//!
//! ```
//! use typecase::error::Code;
//! use typecase::wire::json;
//!
//! let error = json::decode::<Vec<(u8, u8)>>(b"[[1,2],\n [3,300]]").unwrap_err();
//! assert_eq!(error.code(), Code::Type);
//! assert_eq!(error.path(), "[1][1]");
//! assert_eq!(error.offset(), Some(12));
//! assert_eq!(error.line_column(b"[[1,2],\n [3,300]]"), Some((2, 5)));
//! ```
//!
//! Decoding stops at the first error; [`Codec::issues`](codec::Codec::issues) goes on and lists them all. The rules
//! of a schema (`min`, `max`, `length`, `pattern`) are checked by [`schema::check`], not by decoding.
//!
//! # Limits
//!
//! Input may come from anywhere. Nothing is allocated because a message says so, nesting is bounded
//! ([`Limits`](limits::Limits), 128 levels unless set otherwise), and no input makes a reader take more than
//! time in proportion to its length. Writers keep to the same limits, so that what is written can be read.
//!
//! # Features
//!
//! | Feature | Default | What it adds |
//! | --- | --- | --- |
//! | `std` | yes | [`stream`], `io::Read`, `HashMap` and `HashSet` as fields, faster search in strings |
//! | `derive` | yes | [`#[derive(Record)]`](macro@Record) |
//! | `pattern` | no | the rule `pattern` in [`schema::check`] |
//! | `chrono`, `time`, `jiff` | no | the instants of these crates as fields |
//! | `uuid` | no | `Uuid` as a field |
//! | `avro` | no | container files of Avro, and MD5 and SHA-256 of its schemas |
//! | `avro-snappy`, `avro-zstandard`, `avro-bzip2`, `avro-xz` | no | their codecs beyond null and deflate |
//! | `arrow` | no | columnar documents as record batches of Apache Arrow, and the other way |
//! | `serde` | no | serde's traits for [`Value`](value::Value) |
//!
//! Without `std` the crate needs `alloc` alone. No feature changes what another one does.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod codec;
pub mod drive;
pub mod error;
pub mod limits;
pub mod meta;
pub mod schema;
mod seen;
#[cfg(feature = "std")]
pub mod stream;
mod text;
pub mod typed;
pub mod value;
pub mod wire;

#[cfg(feature = "derive")]
#[doc = include_str!("typed/derive.md")]
pub use typecase_derive::Record;
pub use typed::{BigInt, Bytes, Date, Decode, Encode, OwnedValue, Record, Type};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
