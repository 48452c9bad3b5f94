//! Random values of random schemas come back from every wire, and go from every wire to every other.

#[path = "support/arbitrary/mod.rs"]
mod arbitrary;
#[path = "support/null_rows.rs"]
mod null_rows;
#[path = "support/read_back.rs"]
mod read_back;

use proptest::prelude::*;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::Wire;

/// The codecs of every wire that the schema can go on: BSON has documents only, Protocol Buffers no lists of nulls, and
/// columns are of lists of records.
fn codecs(schema: &Schema, options: &Options) -> Vec<Codec> {
    let codecs = Wire::ALL.iter().filter_map(|(wire, ..)| match Codec::new(schema, *wire, options) {
        Err(error)
            if matches!(wire, Wire::Bson | Wire::Protobuf | Wire::Columnar) && error.code() == Code::Unsupported =>
        {
            None
        }
        codec => Some(codec.unwrap()),
    });
    codecs.collect()
}

/// The value on a wire; `None` if it is one that the wire cannot carry: an unsigned integer that no `long` of Avro or
/// int64 of BSON holds, a value of an open enum that has no index, a key of BSON with a zero byte.
fn encoded(codec: &Codec, value: &Value<'_>) -> Option<Vec<u8>> {
    match codec.encode(value) {
        Err(error)
            if matches!(codec.wire(), Wire::Avro | Wire::Bson | Wire::Protobuf)
                && error.code() == Code::Unsupported =>
        {
            None
        }
        result => Some(result.unwrap()),
    }
}

/// The value as it comes back from a wire.
fn expected(codec: &Codec, value: &Value<'_>) -> Value<'static> {
    let graph = codec.schema().graph();
    match codec.wire() {
        Wire::Positional => null_rows::as_read_by_position(codec.schema(), value),
        Wire::Protobuf => read_back::as_read(graph, graph.root(), value),
        _ => value.clone().into_owned(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_come_back(sample in arbitrary::samples(), strict in any::<bool>()) {
        for codec in codecs(&sample.schema, &Options::default().strict(strict)) {
            let wire = codec.wire();
            let Some(bytes) = encoded(&codec, &sample.value) else { continue };
            match codec.decode(&bytes) {
                Ok(value) => prop_assert_eq!(value, expected(&codec, &sample.value), "{}: {}", wire, bytes.escape_ascii()),
                Err(error) => return Err(TestCaseError::fail(format!("{wire}: {error}: {}", bytes.escape_ascii()))),
            }
        }
    }

    /// Transcoding is decoding and encoding, and both are there or neither.
    #[test]
    fn wires_say_the_same(sample in arbitrary::samples()) {
        let codecs = codecs(&sample.schema, &Options::default());
        for from in &codecs {
            let Some(bytes) = encoded(from, &sample.value) else { continue };
            let value = from.decode(&bytes).unwrap();
            for to in &codecs {
                let mut out = Vec::new();
                let converted = from.convert(to, &bytes, &mut out);
                match encoded(to, &value) {
                    Some(through_a_value) => {
                        prop_assert!(converted.is_ok(), "{} to {}: {:?}", from.wire(), to.wire(), converted);
                        let (out, through_a_value) = (out.escape_ascii(), through_a_value.escape_ascii());
                        prop_assert_eq!(out.to_string(), through_a_value.to_string(), "{} to {}", from.wire(), to.wire());
                    }
                    None => prop_assert_eq!(converted.map_err(|error| error.code()), Err(Code::Unsupported)),
                }
            }
        }
    }
}
