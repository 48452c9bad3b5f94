//! Plain messages, whose writer and reader are compiled for themselves, are what those for any options make of them.

use crate::forms;
use std::fmt::Debug;
use typecase::limits::Limits;
use typecase::typed::{Decode, Encode};
use typecase::wire::msgpack::{self, Options, Records, Session};

fn check<T: Encode + for<'de> Decode<'de> + PartialEq + Debug>(value: &T) {
    let limits = Limits::default();
    for records in [Records::Off, Records::Array] {
        let options = Options { records, ..Options::default() };
        let mut plain = b"before".to_vec();
        msgpack::encode_into(value, &mut plain, &options, &limits).unwrap();
        let plain = &plain[6..];
        let mut session = Session::new(&options);
        assert_eq!(session.encode(value).unwrap(), plain, "{value:?}");
        assert_eq!(msgpack::decode_with::<T>(plain, &options, &limits).unwrap(), *value);
        assert_eq!(session.decode::<T>(plain, &limits).unwrap(), *value);
        for cut in (0..plain.len()).rev().take(100) {
            let one = msgpack::decode_with::<T>(&plain[..cut], &options, &limits);
            let other = session.decode::<T>(&plain[..cut], &limits);
            assert_eq!(one, other, "{cut} bytes of {value:?}");
        }
    }
}

#[test]
fn at_the_limits_of_all_forms() {
    forms::records().iter().for_each(check);
    forms::wide().iter().for_each(check);
    forms::integers().iter().for_each(check);
    forms::integers().iter().map(|integer| *integer as u64).for_each(|integer| check(&integer));
    forms::numbers().iter().for_each(check);
}
