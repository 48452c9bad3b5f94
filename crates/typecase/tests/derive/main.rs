//! `#[derive(Record)]` and the typed traits: what goes onto the wires, what comes back, and that the
//! derived schema, the typed code and the dynamic driver agree.

mod enums;
mod errors;
mod fields;
mod generics;
mod properties;
mod recursion;
mod reference;
mod rust_types;
mod unions;

#[path = "../support/payloads.rs"]
mod payloads;

use std::fmt::Debug;
use typecase::codec::{Codec, Options};
use typecase::error::Error;
use typecase::wire::{Wire, json, positional};
use typecase::{Decode, Encode, Type};

/// Checks that the value is these two texts on the wires, comes back from both, and that the driver,
/// which knows nothing but the schema, turns each text into the other.
#[track_caller]
fn agree<T>(value: &T, json_text: &str, positional_text: &str)
where
    T: Type + Encode + for<'de> Decode<'de> + PartialEq + Debug,
{
    assert_eq!(text(json::encode(value)), json_text);
    assert_eq!(text(positional::encode(value)), positional_text);
    assert_eq!(&json::decode::<T>(json_text.as_bytes()).unwrap(), value);
    assert_eq!(&positional::decode::<T>(positional_text.as_bytes()).unwrap(), value);
    assert_eq!(convert::<T>(Wire::Json, Wire::Positional, json_text), positional_text);
    assert_eq!(convert::<T>(Wire::Positional, Wire::Json, positional_text), json_text);
}

/// One text as the other, by the schema alone.
#[track_caller]
fn convert<T: Type>(from: Wire, to: Wire, input: &str) -> String {
    let schema = T::schema();
    let from = Codec::new(&schema, from, &Options::default()).unwrap();
    let to = Codec::new(&schema, to, &Options::default()).unwrap();
    let mut out = Vec::new();
    from.convert(&to, input.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[track_caller]
fn text(encoded: Result<Vec<u8>, Error>) -> String {
    String::from_utf8(encoded.unwrap()).unwrap()
}

/// The definition of the type's schema is this one.
#[track_caller]
fn defines<T: Type>(definition: &str) {
    let expected = typecase::schema::Schema::parse(definition).unwrap();
    assert_eq!(T::schema().document(), expected.document());
}

/// Decoding this JSON text fails; the message with path and offset.
#[track_caller]
fn json_error<T: for<'de> Decode<'de> + Debug>(input: &str) -> String {
    json::decode::<T>(input.as_bytes()).unwrap_err().to_string()
}

/// Decoding this positional text fails; the message with path and offset.
#[track_caller]
fn positional_error<T: for<'de> Decode<'de> + Debug>(input: &str) -> String {
    positional::decode::<T>(input.as_bytes()).unwrap_err().to_string()
}
