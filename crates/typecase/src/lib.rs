//! One schema, every wire: the fastest codecs for structured records.
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
