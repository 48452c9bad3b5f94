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
use typecase::error::{Code, Error};
use typecase::limits::Limits;
use typecase::wire::{Wire, avro, bson, cbor, columnar, json, msgpack, packed, positional, protobuf};
use typecase::{Decode, Encode, Type};

/// Checks that the value is these two texts on the wires, comes back from both, and that the driver,
/// which knows nothing but the schema, turns each text into the other; and what holds [`on_every_wire`].
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
    on_every_wire(value);
}

/// Encodes with the typed code of a wire.
fn encoded<T: Encode + Type>(wire: Wire, value: &T) -> Result<Vec<u8>, Error> {
    match wire {
        Wire::Json => json::encode(value),
        Wire::Positional => positional::encode(value),
        Wire::Protobuf => protobuf::encode(value),
        Wire::Avro => avro::encode(value),
        Wire::Msgpack => msgpack::encode(value),
        Wire::Cbor => cbor::encode(value),
        Wire::Bson => bson::encode(value),
        Wire::Packed => packed::encode(value),
        Wire::Columnar => columnar::encode(value),
        other => panic!("{other} has no typed code here"),
    }
}

/// Decodes with the typed code of a wire.
fn decoded<T: for<'de> Decode<'de> + Type>(wire: Wire, input: &[u8]) -> Result<T, Error> {
    match wire {
        Wire::Json => json::decode(input),
        Wire::Positional => positional::decode(input),
        Wire::Protobuf => protobuf::decode_with(input, &protobuf::Options::default(), &Limits::default()),
        Wire::Avro => avro::decode(input),
        Wire::Msgpack => msgpack::decode(input),
        Wire::Cbor => cbor::decode(input),
        Wire::Bson => bson::decode(input),
        Wire::Packed => packed::decode_with(
            input,
            &packed::Options { strict: true, ..packed::Options::default() },
            &Limits::default(),
        ),
        Wire::Columnar => columnar::decode(input),
        other => panic!("{other} has no typed code here"),
    }
}

/// Checks that the value comes back from every wire that its type can go on, that typed code, the dynamic driver and
/// transcoding from JSON write the same bytes there, and that all of them read the value.
#[track_caller]
fn on_every_wire<T>(value: &T)
where
    T: Type + Encode + for<'de> Decode<'de> + PartialEq + Debug,
{
    let schema = T::schema();
    let json_text = json::encode(value).unwrap();
    let from = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let dynamic = from.decode(&json_text).unwrap();
    for (wire, name, _) in Wire::ALL {
        let Ok(codec) = Codec::new(&schema, wire, &Options::default()) else { continue };
        let mut transcoded = Vec::new();
        let result = from.convert(&codec, &json_text, &mut transcoded);
        let bytes = match encoded(wire, value) {
            Ok(bytes) => bytes,
            // What the wire has no form for, it has none for on every path.
            Err(error) => {
                assert_eq!(error.code(), Code::Unsupported, "{name}: {error}");
                assert_eq!(result.unwrap_err().code(), Code::Unsupported, "{name}");
                assert_eq!(codec.encode(&dynamic).unwrap_err().code(), Code::Unsupported, "{name}");
                continue;
            }
        };
        result.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(transcoded.escape_ascii().to_string(), bytes.escape_ascii().to_string(), "{name}");
        assert_eq!(codec.encode(&dynamic).unwrap(), bytes, "{name}");
        assert_eq!(&decoded::<T>(wire, &bytes).unwrap(), value, "{name}");
        let mut back = Vec::new();
        codec.convert(&from, &bytes, &mut back).unwrap();
        assert_eq!(back.escape_ascii().to_string(), json_text.escape_ascii().to_string(), "{name}");
        assert_eq!(codec.decode(&bytes).unwrap(), dynamic, "{name}");
    }
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
