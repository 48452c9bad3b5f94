//! Random values of random schemas come back from every wire, and go from every wire to every other.

#[path = "support/arbitrary/mod.rs"]
mod arbitrary;

use proptest::prelude::*;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::wire::Wire;

const WIRES: [Wire; 5] = [Wire::Json, Wire::Positional, Wire::Avro, Wire::Msgpack, Wire::Cbor];

/// The value on a wire; `None` if it is one that the wire cannot carry: on the Avro wire an unsigned integer
/// that no `long` holds, or a value of an open enum that has no index.
fn encoded(codec: &Codec, sample: &arbitrary::Sample) -> Option<Vec<u8>> {
    match codec.encode(&sample.value) {
        Err(error) if codec.wire() == Wire::Avro && error.code() == Code::Unsupported => None,
        result => Some(result.unwrap()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_come_back(sample in arbitrary::samples(), strict in any::<bool>()) {
        let options = Options::default().strict(strict);
        for wire in WIRES {
            let codec = Codec::new(&sample.schema, wire, &options).unwrap();
            let Some(bytes) = encoded(&codec, &sample) else { continue };
            let text = String::from_utf8_lossy(&bytes);
            match codec.decode(&bytes) {
                Ok(value) => prop_assert_eq!(&value, &sample.value, "{:?}: {}", wire, text),
                Err(error) => return Err(TestCaseError::fail(format!("{wire:?}: {error}: {text}"))),
            }
        }
    }

    #[test]
    fn wires_say_the_same(sample in arbitrary::samples()) {
        let codecs = WIRES.map(|wire| Codec::new(&sample.schema, wire, &Options::default()).unwrap());
        for from in &codecs {
            let Some(bytes) = encoded(from, &sample) else { continue };
            for to in &codecs {
                let Some(expected) = encoded(to, &sample) else { continue };
                let mut out = Vec::new();
                from.convert(to, &bytes, &mut out).unwrap();
                // Text has no negative zero, so that a binary wire may have other bytes for the same value.
                if matches!(to.wire(), Wire::Avro | Wire::Msgpack | Wire::Cbor) {
                    prop_assert_eq!(to.decode(&out).unwrap(), to.decode(&expected).unwrap());
                } else {
                    prop_assert_eq!(out.escape_ascii().to_string(), expected.escape_ascii().to_string());
                }
            }
        }
    }
}
