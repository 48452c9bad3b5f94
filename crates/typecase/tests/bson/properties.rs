//! Random values of random schemas come back, typed, dynamic and through other wires.

use crate::{arbitrary, hex, judge};
use proptest::prelude::*;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::wire::Wire;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_come_back(sample in arbitrary::samples(), strict in any::<bool>()) {
        let options = Options::default().strict(strict);
        let json = Codec::new(&sample.schema, Wire::Json, &options).unwrap();
        let bson = match Codec::new(&sample.schema, Wire::Bson, &options) {
            Ok(bson) => bson,
            // A root that is no document.
            Err(error) => {
                prop_assert_eq!(error.code(), Code::Unsupported);
                return Ok(());
            }
        };
        let message = match bson.encode(&sample.value) {
            Ok(message) => message,
            // A large integer, a key with a zero byte, a message that is null.
            Err(error) => {
                prop_assert_eq!(error.code(), Code::Unsupported, "{}", error);
                return Ok(());
            }
        };
        match judge::message(&bson, &json, &message) {
            Ok(value) => prop_assert_eq!(&value, &sample.value, "{}", hex(&message)),
            Err(error) => return Err(TestCaseError::fail(format!("{error}: {}", hex(&message)))),
        }
        let mut converted = Vec::new();
        let text = json.encode(&sample.value).unwrap();
        json.convert(&bson, &text, &mut converted).unwrap();
        // JSON has no -0.
        prop_assert_eq!(hex(&converted), hex(&bson.encode(&json.decode(&text).unwrap()).unwrap()));
    }

    #[test]
    fn damage_is_noticed_alike_on_every_path(sample in arbitrary::samples(), places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let json = Codec::new(&sample.schema, Wire::Json, &Options::default()).unwrap();
        let Ok(bson) = Codec::new(&sample.schema, Wire::Bson, &Options::default()) else { return Ok(()) };
        let Ok(mut message) = bson.encode(&sample.value) else { return Ok(()) };
        for (place, byte) in places {
            let place = place.index(message.len());
            message[place] = byte;
            let _ = judge::message(&bson, &json, &message);
            let _ = judge::message(&bson, &json, &message[..place]);
        }
    }
}
