//! Random values of random schemas come back from every wire, and go from every wire to every other.

#[path = "support/arbitrary/mod.rs"]
mod arbitrary;

use proptest::prelude::*;
use typecase::codec::{Codec, Options};
use typecase::wire::Wire;

const WIRES: [Wire; 2] = [Wire::Json, Wire::Positional];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_come_back(sample in arbitrary::samples(), strict in any::<bool>()) {
        let options = Options::default().strict(strict);
        for wire in WIRES {
            let codec = Codec::new(&sample.schema, wire, &options).unwrap();
            let bytes = codec.encode(&sample.value).unwrap();
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
            let bytes = from.encode(&sample.value).unwrap();
            for to in &codecs {
                let mut out = Vec::new();
                from.convert(to, &bytes, &mut out).unwrap();
                let expected = to.encode(&sample.value).unwrap();
                prop_assert_eq!(String::from_utf8_lossy(&out), String::from_utf8_lossy(&expected));
            }
        }
    }
}
