//! Random values of random schemas, in every form of records and every style.

use crate::arbitrary;
use proptest::prelude::*;
use typecase::codec::{Codec, Options};
use typecase::limits::Limits;
use typecase::value::Value;
use typecase::wire::Wire;
use typecase::wire::msgpack::{self, Records, Style};

const STYLES: [Style; 3] =
    [Style::Smallest, Style::MSGPACKR, Style::Msgpackr { variable_map_size: true, more_types: true }];
const RECORDS: [Records; 4] = [Records::Off, Records::Array, Records::Inline, Records::Stream];

/// A value without a schema of the types that every wire of JavaScript tells apart.
fn tree() -> impl Strategy<Value = Value<'static>> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        (1u64 << 63..).prop_map(Value::Uint),
        any::<f64>().prop_map(Value::Float),
        any::<i128>().prop_filter_map("fits 64 bits", |number| {
            (i64::try_from(number).is_err() && u64::try_from(number).is_err())
                .then(|| Value::BigInt(number.to_string().into()))
        }),
        any::<String>().prop_map(|text| Value::Text(text.into())),
        proptest::collection::vec(any::<u8>(), 0..300).prop_map(|bytes| Value::Bytes(bytes.into())),
        (-8_640_000_000_000_000i64..=8_640_000_000_000_000).prop_map(Value::Date),
    ];
    leaf.prop_recursive(4, 40, 20, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..20).prop_map(Value::list),
            proptest::collection::vec((any::<String>().prop_map(|key| Value::Text(key.into())), inner.clone()), 0..20)
                .prop_map(|entries| Value::Map(entries.into())),
            proptest::collection::vec((inner.clone(), inner), 0..4).prop_map(|entries| Value::Map(entries.into())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_come_back(sample in arbitrary::samples(), strict in any::<bool>()) {
        let json = Codec::new(&sample.schema, Wire::Json, &Options::default()).unwrap();
        let text = json.encode(&sample.value).unwrap();
        for style in STYLES {
            for records in RECORDS {
                let mut options = Options::default().strict(strict);
                (options.msgpack.records, options.msgpack.style) = (records, style);
                let codec = Codec::new(&sample.schema, Wire::Msgpack, &options).unwrap();
                let Ok(bytes) = codec.encode(&sample.value) else {
                    // Integers beyond 64 bits.
                    prop_assert!(style == Style::MSGPACKR);
                    continue;
                };
                match codec.decode(&bytes) {
                    Ok(value) => prop_assert!(judge_same(&value, &sample.value), "{:?}: {:?}", records, value),
                    Err(error) => return Err(TestCaseError::fail(format!("{records:?} {style:?}: {error}"))),
                }
                // Text has no negative zero, so that the bytes may be others for the same value.
                let mut converted = Vec::new();
                json.convert(&codec, &text, &mut converted).unwrap();
                prop_assert!(judge_same(&codec.decode(&converted).unwrap(), &sample.value), "{:?}", records);
                let mut back = Vec::new();
                codec.convert(&json, &bytes, &mut back).unwrap();
                prop_assert_eq!(String::from_utf8(back).unwrap(), String::from_utf8(text.clone()).unwrap());
            }
        }
    }

    #[test]
    fn trees_come_back(tree in tree()) {
        let bytes = msgpack::print(&tree).unwrap();
        let back = msgpack::parse(&bytes).unwrap();
        prop_assert_eq!(bit_exact(&back), bit_exact(&tree));
        let options = msgpack::Options { records: Records::Inline, ..msgpack::Options::default() };
        let mut bytes = Vec::new();
        msgpack::print_into(&tree, &mut bytes, &options, &Limits::default()).unwrap();
        let back = msgpack::parse_with(&bytes, &options, &Limits::default()).unwrap();
        prop_assert_eq!(bit_exact(&back), bit_exact(&tree));
    }
}

/// NaN is not equal to itself, nor is -0 told from 0 by `==`.
fn bit_exact(value: &Value<'_>) -> String {
    format!("{value:?}")
}

fn judge_same(a: &Value<'_>, b: &Value<'_>) -> bool {
    crate::judge::same(a, b)
}
