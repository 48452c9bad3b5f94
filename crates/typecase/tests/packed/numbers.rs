//! Numbers side by side, which the typed drive writes and reads together: the bytes are those of one after the other.

use crate::codec;
use proptest::prelude::*;
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::wire::{Wire, packed};
use typecase::{Record, Type};

/// Runs of one, two, three and ten numbers, and of one more than are taken together.
#[derive(Record, Clone, Debug, PartialEq)]
struct Runs {
    a0: f64,
    flag: bool,
    b0: f64,
    b1: f64,
    note: Option<String>,
    c0: f64,
    #[record(rename = "second")]
    c1: f64,
    c2: f64,
    #[record(ty = "float64")]
    fixed: f64,
    d0: f64,
    d1: f64,
    d2: f64,
    d3: f64,
    d4: f64,
    d5: f64,
    d6: f64,
    d7: f64,
    d8: f64,
    #[record(default = 1.5)]
    d9: f64,
    maybe: Option<f64>,
    list: Vec<f64>,
}

/// Numbers of which most are raw, and others as they come.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => any::<u64>().prop_map(|bits| (bits >> 11) as f64 / (1u64 << 43) as f64),
        1 => (any::<i32>(), 0..7i32).prop_map(|(mantissa, places)| f64::from(mantissa) / 10f64.powi(places)),
        1 => prop::num::f64::ANY.prop_filter("a number of JSON", |value| value.is_finite()),
        1 => prop::sample::select(vec![0.0, -0.0, 1.0, 1e15, 281_474_976_710_656.0, 5e-324, 0.1 + 0.2]),
    ]
}

fn runs() -> impl Strategy<Value = Runs> {
    let numbers = prop::collection::vec(number(), 17);
    let list = prop::collection::vec(number(), 0..40);
    (numbers, list, prop::option::of(number()), any::<bool>(), prop::option::of("[a-zé]{0,40}")).prop_map(
        |(n, list, maybe, flag, note)| Runs {
            a0: n[0],
            flag,
            b0: n[1],
            b1: n[2],
            note,
            c0: n[3],
            c1: n[4],
            c2: n[5],
            fixed: n[6],
            d0: n[7],
            d1: n[8],
            d2: n[9],
            d3: n[10],
            d4: n[11],
            d5: n[12],
            d6: n[13],
            d7: n[14],
            d8: n[15],
            d9: n[16],
            maybe,
            list,
        },
    )
}

proptest! {
    /// What is written together is what the dynamic drive writes one by one, and comes back on both, strict or not.
    #[test]
    fn runs_are_written_as_one_after_the_other(value in runs()) {
        let schema = Runs::schema();
        let packed = packed::encode(&value).unwrap();
        let dynamic = codec(&schema, Wire::Packed, true);
        let tree = dynamic.decode(&packed).unwrap();
        prop_assert_eq!(&dynamic.encode(&tree).unwrap(), &packed);
        for strict in [false, true] {
            let options = packed::Options { strict, ..packed::Options::default() };
            let back: Runs = packed::decode_with(&packed, &options, &Limits::default()).unwrap();
            prop_assert_eq!(bits(&back), bits(&value));
            prop_assert_eq!((back.note, back.flag), (value.note.clone(), value.flag));
        }
    }

    /// Wherever a message ends, both drives refuse it alike or read the same.
    #[test]
    fn cut_runs_are_refused_alike(value in runs(), at in any::<prop::sample::Index>()) {
        let packed = packed::encode(&value).unwrap();
        let cut = &packed[..at.index(packed.len())];
        let dynamic = codec(&Runs::schema(), Wire::Packed, false).decode(cut);
        match (packed::decode::<Runs>(cut), dynamic) {
            (Ok(typed), Ok(_)) => prop_assert!(packed::encode(&typed).is_ok()),
            (Err(typed), Err(dynamic)) => prop_assert_eq!(typed.to_string(), dynamic.to_string()),
            (typed, dynamic) => prop_assert!(false, "{:?} and {:?}", typed, dynamic),
        }
    }
}

/// The bits of all numbers.
fn bits(value: &Runs) -> Vec<u64> {
    let Runs { a0, b0, b1, c0, c1, c2, fixed, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, maybe, .. } = value;
    let fields = [a0, b0, b1, c0, c1, c2, fixed, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9];
    let lists = value.list.iter().chain(maybe);
    fields.into_iter().chain(lists).map(|number| number.to_bits()).collect()
}

/// An error in a run names the field that it is in.
#[test]
fn an_error_names_the_number_it_is_in() {
    let schema = Schema::parse(r#"{"x": "number", "y": "number", "z": "number"}"#).unwrap();

    #[derive(Record, Debug)]
    struct Point {
        x: f64,
        y: f64,
        z: f64,
    }
    let message = packed::encode(&Point { x: 0.1 + 0.2, y: 1e300, z: 1.0 / 3.0 }).unwrap();
    // Three raw numbers, a byte of bits, no text. A number may be read into the bits, which the end of the message tells.
    assert_eq!(message.len(), 26);
    for (length, field) in [(6, "x"), (12, "y"), (20, "z")] {
        let cut = [&message[..length], &[0, 0]].concat();
        let typed = packed::decode::<Point>(&cut).unwrap_err();
        assert_eq!(typed.path(), field);
        assert_eq!(typed.to_string(), codec(&schema, Wire::Packed, false).decode(&cut).unwrap_err().to_string());
    }
}

/// A list is the same bytes whatever holds its items.
#[test]
fn lists_of_every_kind_are_the_same() {
    let array: [f64; 20] = std::array::from_fn(|at| if at % 11 == 10 { at as f64 } else { 1.0 / (at + 3) as f64 });
    let expected = packed::encode(&array.to_vec()).unwrap();
    assert_eq!(packed::encode(&array).unwrap(), expected);
    assert_eq!(packed::encode(&Box::<[f64]>::from(array)).unwrap(), expected);
    assert_eq!(packed::encode(&std::collections::VecDeque::from(array)).unwrap(), expected);
    assert_eq!(packed::decode::<[f64; 20]>(&expected).unwrap(), array);
    assert_eq!(packed::decode::<Box<[f64]>>(&expected).unwrap()[..], array);
    assert_eq!(packed::decode::<std::collections::VecDeque<f64>>(&expected).unwrap(), array);
}
