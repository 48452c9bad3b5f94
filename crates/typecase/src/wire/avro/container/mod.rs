//! Object container files ("Object Container Files"): the schema, and blocks of data that may be compressed.
//!
//! [`Container`] reads a file from any [`Read`](std::io::Read) with memory for one block, [`ContainerWriter`] writes
//! one to any [`Write`](std::io::Write).
//!
//! ```
//! use typecase::codec::{Codec, Options};
//! use typecase::limits::Limits;
//! use typecase::schema::avro::AvroSchema;
//! use typecase::schema::import;
//! use typecase::value::Value;
//! use typecase::wire::Wire;
//! use typecase::wire::avro::container::{Compression, Container, ContainerWriter};
//!
//! let schema = AvroSchema::parse("\"long\"")?;
//! let codec = Codec::new(&import::avro(&schema)?.build()?, Wire::Avro, &Options::default())?;
//!
//! let mut writer = ContainerWriter::new(Vec::new(), &schema, Compression::Deflate)?;
//! for number in 0..3 {
//!     writer.append(|out| codec.encode_into(&Value::Int(number), out))?;
//! }
//! let file = writer.finish()?;
//!
//! let mut container = Container::open(&file[..], &Limits::default())?;
//! assert_eq!(container.schema(), &schema);
//! let mut numbers = Vec::new();
//! while let Some(block) = container.next_block()? {
//!     block.each(|datum| {
//!         let (value, length) = codec.decode_first(datum)?;
//!         numbers.push(value.into_owned());
//!         Ok(length)
//!     })?;
//! }
//! assert_eq!(numbers, [Value::Int(0), Value::Int(1), Value::Int(2)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compression;
mod read;
mod write;

pub use compression::Compression;
pub use read::{Block, Container};
pub use write::ContainerWriter;

/// What a file begins with.
const MAGIC: [u8; 4] = *b"Obj\x01";
/// The keys of the metadata that the specification reserves.
const SCHEMA: &str = "avro.schema";
const CODEC: &str = "avro.codec";
/// The length of the marker between blocks.
const SYNC: usize = 16;
