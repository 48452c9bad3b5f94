//! The reference payloads as Rust types and by their schemas: the bytes are those of cbor-x where it has some,
//! and typed, dynamic and transcoded messages are the same.

use crate::payloads::{Numeric, Packets, Sparse, Strings, Typed, User, Users};
use std::fs;
use std::path::PathBuf;
use typecase::codec::{self, Codec};
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::wire::cbor::{self, Options, Records, Session};
use typecase::wire::{Wire, json};
use typecase::{Decode, Encode};

fn payload(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../payloads/reference");
    fs::read(folder.join(name)).unwrap()
}

fn size(wire: &str, name: &str) -> usize {
    let all = String::from_utf8(payload("sizes.json")).unwrap();
    let all = json::parse(&all).unwrap();
    all.get(wire).unwrap().get(name).unwrap().as_list().unwrap()[0].as_int().unwrap() as usize
}

/// The bytes of the first and the second message of a series: typed, dynamic and transcoded ones are the same.
fn messages<T>(name: &str, options: &Options) -> [Vec<u8>; 2]
where
    T: Encode + for<'de> Decode<'de> + PartialEq + std::fmt::Debug,
{
    let limits = Limits::default();
    let document = payload(&format!("{name}.json"));
    let schema = Schema::parse(std::str::from_utf8(&payload(&format!("{name}.schema.json"))).unwrap()).unwrap();
    let all = codec::Options { cbor: *options, ..codec::Options::default() };
    let codec = Codec::new(&schema, Wire::Cbor, &all).unwrap();
    let json = Codec::new(&schema, Wire::Json, &all).unwrap();
    let typed: T = json::decode(&document).unwrap();
    let dynamic = json.decode(&document).unwrap();

    let mut session = Session::new(options);
    let mut receiver = session.clone();
    let (mut driven, mut transcoded, mut driven_receiver) = (codec.session(), codec.session(), codec.session());
    let mut back_session = codec.session();
    [1, 2].map(|number| {
        let bytes = session.encode(&typed).unwrap();
        if options.records == Records::Shared {
            let table = session.structures();
            receiver = Session::new(options).with_structures(&table).unwrap();
            driven_receiver = codec.session().with_structures(&table).unwrap();
            back_session = driven_receiver.clone();
        }
        assert_eq!(receiver.decode::<T>(&bytes, &limits).unwrap(), typed, "{name} {number}");

        let mut out = Vec::new();
        codec.encode_with(&mut driven, &dynamic, &mut out).unwrap();
        assert!(out == bytes, "{name} {number}: the driver writes other bytes");
        assert_eq!(codec.decode_with(&mut driven_receiver, &bytes).unwrap(), dynamic, "{name} {number}");

        let mut out = Vec::new();
        json.convert_with(&mut json.session(), (&codec, &mut transcoded), &document, &mut out).unwrap();
        assert!(out == bytes, "{name} {number}: transcoding gives other bytes");
        let mut back = Vec::new();
        codec.convert_with(&mut back_session, (&json, &mut json.session()), &bytes, &mut back).unwrap();
        assert_eq!(json::decode::<T>(&back).unwrap(), typed, "{name} {number}");

        // A message that needs no session is the same without one.
        if number == 1 && options.records != Records::Shared {
            assert!(codec.encode(&dynamic).unwrap() == bytes, "{name}");
            assert_eq!(codec.decode(&bytes).unwrap(), dynamic, "{name}");
            let mut out = Vec::new();
            json.convert(&codec, &document, &mut out).unwrap();
            assert!(out == bytes, "{name}: transcoding gives other bytes");
        }
        bytes
    })
}

/// Calls a macro for each payload with its type.
macro_rules! each_payload {
    ($check:ident) => {
        $check!("single", User);
        $check!("records", Users);
        $check!("sparse", Sparse);
        $check!("typed", Typed);
        $check!("strings", Strings);
        $check!("numeric", Numeric);
    };
}

#[test]
fn sizes_are_those_of_cbor_x() {
    macro_rules! check {
        ($name:literal, $type:ident) => {
            let inline = Options { records: Records::Inline, ..Options::default() };
            let [first, second] = messages::<$type>($name, &inline);
            assert_eq!(first.len(), size("cbor records=inline", $name), $name);
            assert_eq!(first, second);
            let shared = Options { records: Records::Shared, ..Options::default() };
            let [_, second] = messages::<$type>($name, &shared);
            assert_eq!(second.len(), size("cbor records=shared, second message", $name), $name);
            let stream = Options { records: Records::Stream, ..Options::default() };
            let [first, _] = messages::<$type>($name, &stream);
            assert_eq!(first, messages::<$type>($name, &inline)[0], $name);
        };
    }
    each_payload!(check);
}

#[test]
fn every_option_comes_back() {
    let base = Options::default();
    for options in [
        base,
        Options { records: Records::Lists, ..base },
        Options { shortest_floats: true, nulls: true, ..base },
        Options { deterministic: true, ..base },
        Options { deterministic: true, records: Records::Lists, ..base },
        Options { style: Some(cbor::Style::CborX), ..base },
        Options { style: Some(cbor::Style::CborX), variable_map_size: true, self_described: true, ..base },
        Options { style: Some(cbor::Style::Preferred), records: Records::Inline, nulls: true, ..base },
    ] {
        macro_rules! check {
            ($name:literal, $type:ident) => {
                messages::<$type>($name, &options);
            };
        }
        each_payload!(check);
        if options.records != Records::Lists {
            messages::<Packets>("packets", &options);
        }
    }
}

#[test]
fn messages_of_maps_are_in_the_preferred_serialization() {
    macro_rules! check {
        ($name:literal, $type:ident) => {
            let [bytes, _] = messages::<$type>($name, &Options::default());
            let value = cbor::parse(&bytes).unwrap();
            assert!(cbor::print(&value).unwrap() == bytes, $name);
        };
    }
    each_payload!(check);
}
