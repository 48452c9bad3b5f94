//! The reference payloads as Rust types and by their schemas: the bytes are those of cbor-x where it has some,
//! and typed, dynamic and transcoded messages are the same.

use std::fs;
use std::path::PathBuf;
use typecase::codec::{self, Codec};
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::wire::cbor::{self, Options, Records, Session};
use typecase::wire::{Wire, json};
use typecase::{Date, Decode, Encode, Record};

#[derive(Record, Debug, PartialEq)]
struct User {
    id: i32,
    name: String,
    email: String,
    age: i32,
    active: bool,
    balance: f64,
    role: Role,
    address: Address,
    tags: Vec<String>,
    orders: Vec<Order>,
}

#[derive(Record, Debug, PartialEq)]
#[record(rename_all = "lowercase")]
enum Role {
    Admin,
    Editor,
    Viewer,
    Owner,
}

#[derive(Record, Debug, PartialEq)]
struct Address {
    city: String,
    street: String,
    zip: String,
}

#[derive(Record, Debug, PartialEq)]
struct Order {
    sku: String,
    qty: i32,
}

#[derive(Record, Debug, PartialEq)]
struct Users(Vec<User>);

macro_rules! sparse {
    ($($text:ident $number:ident $flag:ident),+) => {
        #[derive(Record, Debug, PartialEq)]
        #[record(sparse)]
        struct Sparse {
            $($text: Option<String>, $number: Option<i32>, $flag: Option<bool>,)+
            f18: Option<String>,
            f19: Option<i32>,
        }
    };
}

sparse!(f0 f1 f2, f3 f4 f5, f6 f7 f8, f9 f10 f11, f12 f13 f14, f15 f16 f17);

#[derive(Record, Debug, PartialEq)]
#[record(rename_all = "camelCase")]
struct Typed {
    id: i32,
    active: bool,
    verified: bool,
    role: Role,
    status: Role,
    created_at: Date,
    level: i32,
}

#[derive(Record, Debug, PartialEq)]
struct Strings {
    title: String,
    body: String,
    author: String,
    tags: Vec<String>,
}

macro_rules! numeric {
    ($($field:ident)+) => {
        #[derive(Record, Debug, PartialEq)]
        struct Numeric {
            $($field: f64),+
        }
    };
}

numeric!(v0 v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12 v13 v14 v15 v16 v17 v18 v19 v20 v21 v22 v23 v24 v25 v26 v27 v28 v29
    v30 v31);

#[derive(Record, Debug, PartialEq)]
#[record(tag = "type", rename_all = "lowercase")]
enum Packet {
    Call { id: i32, method: String, args: Args },
    Callback { id: i32, ok: bool, count: i32 },
    Event { name: String, room: String, at: Date },
}

#[derive(Record, Debug, PartialEq)]
struct Args {
    room: String,
    text: String,
    limit: i32,
}

#[derive(Record, Debug, PartialEq)]
struct Packets(Vec<Packet>);

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
