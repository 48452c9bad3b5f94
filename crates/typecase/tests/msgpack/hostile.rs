//! Inputs that mean harm: cut, changed at every byte, nested without end, claiming more than they hold.

use crate::allocation::most_held;
use crate::judge;
use std::fs;
use std::path::PathBuf;
use typecase::codec::{Codec, Options};
use typecase::error::Code;
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::wire::Wire;
use typecase::wire::msgpack::{self, Records, Session, Style};

/// What an input that is refused may make a reader hold.
const LITTLE: usize = 1 << 20;

const STRUCTURED_CLONE: Style = Style::Msgpackr { variable_map_size: false, more_types: true };

fn options(records: Records, style: Style, strict: bool) -> Options {
    let mut options = Options::default().strict(strict);
    (options.msgpack.records, options.msgpack.style) = (records, style);
    options
}

fn payload(name: &str) -> Vec<u8> {
    fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../payloads/reference").join(name)).unwrap()
}

#[test]
fn payloads_cut_short_or_with_one_byte_changed() {
    for name in ["single", "sparse", "typed", "strings", "numeric", "packets"] {
        let schema = Schema::parse(std::str::from_utf8(&payload(&format!("{name}.schema.json"))).unwrap()).unwrap();
        for (records, style, strict) in [
            (Records::Off, Style::Smallest, false),
            (Records::Off, STRUCTURED_CLONE, true),
            (Records::Array, Style::Smallest, true),
            (Records::Inline, STRUCTURED_CLONE, false),
        ] {
            let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
            let codec = Codec::new(&schema, Wire::Msgpack, &options(records, style, strict)).unwrap();
            let value = json.decode(&payload(&format!("{name}.json"))).unwrap().into_owned();
            let message = codec.encode(&value).unwrap();
            let end = message.len().min(420);
            let mut broken = message.clone();
            for place in 0..end {
                assert!(judge::message(&codec, &json, &message[..place]).is_err(), "{name} cut at {place}");
                for byte in
                    [0x00, 0x41, 0x7f, 0x80, 0x91, 0xa3, 0xc0, 0xc1, 0xc6, 0xcf, 0xd4, 0xd7, 0xdb, 0xdd, 0xdf, 0xff]
                {
                    broken[place] = byte;
                    let _ = judge::message(&codec, &json, &broken);
                    let _ = msgpack::parse_with(
                        &broken,
                        &msgpack::Options { records, style, ..Default::default() },
                        &Limits::default(),
                    );
                }
                broken[place] = message[place];
            }
        }
    }
}

#[test]
fn claims_are_not_believed() {
    let mut inputs: Vec<Vec<u8>> = vec![];
    for head in [0xc6, 0xc9, 0xdb, 0xdd, 0xdf] {
        inputs.push([&[head], &[0xff; 4][..]].concat());
        inputs.push([&[head, 0x7f, 0xff, 0xff, 0xff], &[0; 64][..]].concat());
        // Each level claims all that is left.
        let mut nested = Vec::new();
        for level in 0..100u32 {
            nested.extend([head]);
            nested.extend((600 - 5 * level).to_be_bytes());
        }
        nested.resize(700, 0);
        inputs.push(nested);
    }
    // A definition of a record whose keys are not there, and one of no keys that is used without end.
    inputs.push(b"\xd4\x72\x40\xdd\xff\xff\xff\xff".to_vec());
    inputs.push([b"\xd4\x72\x40\x9f", &[0xa0; 15][..]].concat());
    for ty in
        [r#""json""#, r#"{"array": "integer"}"#, r#"{"map": "json"}"#, r#""string""#, r#""bytes""#, r#"{"a": "?json"}"#]
    {
        let schema = Schema::parse(ty).unwrap();
        for records in [Records::Off, Records::Array, Records::Inline] {
            for style in [Style::Smallest, STRUCTURED_CLONE] {
                let codec = Codec::new(&schema, Wire::Msgpack, &options(records, style, false)).unwrap();
                for input in &inputs {
                    let (result, most) = most_held(|| codec.decode(input).map(|_| ()));
                    assert!(result.is_err() && most < LITTLE, "{ty}: {most} bytes for {input:x?}");
                }
            }
        }
    }
    let (result, most) =
        most_held(|| msgpack::decode::<Vec<[u64; 1000]>>(&[0xdd, 0, 0xff, 0xff, 0xff, 0xdd]).map(|_| ()));
    assert!(result.is_err() && most < LITTLE, "{most}");
}

#[test]
fn long_keys_of_records_do_not_multiply() {
    // A stream defines a key of 50,000 bytes; a later message uses it once a byte or two.
    let options = msgpack::Options { records: Records::Stream, ..msgpack::Options::default() };
    let mut session = Session::new(&options);
    let definition = [b"\xd4\x72\x40\x91\xda\xc3\x50", &[b'k'; 50_000][..], b"\x01"].concat();
    session.parse(&definition, &Limits::default()).unwrap();
    let uses = [b"\xdc\x27\x10", &b"\x40\x01".repeat(10_000)[..]].concat();
    let (result, most) = most_held(|| session.parse(&uses, &Limits::default()).map(|_| ()));
    assert_eq!(result.unwrap_err().code(), Code::Limit);
    assert!(most < 8 * LITTLE, "{most}");
    // In the message itself the key is borrowed, as often as it likes.
    let both = [b"\xdc\x27\x11", &definition[..], &b"\x40\x01".repeat(10_000)[..]].concat();
    let inline = msgpack::Options { records: Records::Inline, ..msgpack::Options::default() };
    let value = msgpack::parse_with(&both, &inline, &Limits::default()).unwrap();
    assert_eq!(value.as_list().unwrap().len(), 10_001);
}

#[test]
fn nesting_is_limited_everywhere() {
    let arrays = |levels: usize| [&vec![0x91; levels][..], &[0xc0]].concat();
    let maps = |levels: usize| [&b"\x81\xa0".repeat(levels)[..], &[0xc0]].concat();
    let sets = |levels: usize| [&b"\xd4\x73\x00\x91".repeat(levels)[..], &[0xc0]].concat();
    let shared = |levels: u32| {
        let mut out: Vec<u8> =
            (0..levels).flat_map(|level| [&[0xd6, 0x69][..], &level.to_be_bytes()].concat()).collect();
        out.push(0xc0);
        out
    };
    let records = |levels: usize| [b"\xd4\x72\x40\x91\xa0", &vec![0x40; levels - 1][..], &[0xc0]].concat();
    let limits = Limits::default();
    for records_form in [Records::Off, Records::Inline] {
        let options = msgpack::Options { records: records_form, style: STRUCTURED_CLONE, ..Default::default() };
        let parse = |input: &[u8]| msgpack::parse_with(input, &options, &limits).map(|_| ());
        for input in [arrays(128), maps(128), sets(128), shared(128), records(128)] {
            parse(&input).unwrap();
        }
        for input in [arrays(129), maps(129), sets(129), shared(129), records(129), arrays(100_000), shared(100_000)] {
            assert_eq!(parse(&input).unwrap_err().code(), Code::Limit);
        }
    }
    // What is skipped is counted too.
    let schema = Schema::parse(r#"{"a": "?integer"}"#).unwrap();
    let codec = Codec::new(&schema, Wire::Msgpack, &Options::default()).unwrap();
    codec.decode(&[b"\x81\xa1b", &arrays(127)[..]].concat()).unwrap();
    let error = codec.decode(&[b"\x81\xa1b", &arrays(128)[..]].concat()).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    assert!(codec.decode(&[b"\x81\xa1b", &arrays(1_000_000)[..]].concat()).is_err());
    // So is what is written.
    let deep = (0..129).fold(typecase::value::Value::Null, |inner, _| typecase::value::Value::list(vec![inner]));
    assert_eq!(msgpack::print(&deep).unwrap_err().code(), Code::Limit);
}

#[test]
fn repeated_keys_and_unknown_fields() {
    let schema = Schema::parse(r#"{"a": "integer", "b": "?integer"}"#).unwrap();
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let with = |strict, duplicates| {
        let mut options = Options::default().strict(strict);
        options.msgpack.duplicates = duplicates;
        Codec::new(&schema, Wire::Msgpack, &options).unwrap()
    };
    let twice = b"\x83\xa1a\x01\xa1b\x02\xa1a\x03";
    let error = judge::message(&with(false, msgpack::Duplicates::Error), &json, twice).unwrap_err();
    assert_eq!((error.code(), error.path().as_str()), (Code::Duplicate, "a"));
    for (duplicates, expected) in [(msgpack::Duplicates::First, 1), (msgpack::Duplicates::Last, 3)] {
        let value = judge::message(&with(false, duplicates), &json, twice).unwrap();
        assert_eq!(value.as_record().unwrap()[0].as_int(), Some(expected));
    }
    // A null that comes first hides a second value only where it must not.
    let nulls = b"\x83\xa1b\xc0\xa1a\x01\xa1b\x02";
    assert_eq!(
        judge::message(&with(false, msgpack::Duplicates::Error), &json, nulls).unwrap_err().code(),
        Code::Duplicate
    );
    // Keys that are no strings, and a key in a longer form than it needs.
    let odd = b"\x84\x01\x02\xd9\x01a\x05\xc0\x91\xc0\x90\xc0";
    let value = judge::message(&with(false, msgpack::Duplicates::Error), &json, odd).unwrap();
    assert_eq!(value.as_record().unwrap()[0].as_int(), Some(5));
    let error = judge::message(&with(true, msgpack::Duplicates::Error), &json, odd).unwrap_err();
    assert_eq!((error.code(), error.offset()), (Code::Extra, Some(1)));
    // The array form: more values than fields, and fewer.
    let array = |strict| Codec::new(&schema, Wire::Msgpack, &options(Records::Array, Style::Smallest, strict)).unwrap();
    assert_eq!(
        judge::message(&array(false), &json, b"\x93\x01\xc0\x90").unwrap().as_record().unwrap()[0].as_int(),
        Some(1)
    );
    assert_eq!(judge::message(&array(true), &json, b"\x93\x01\xc0\x90").unwrap_err().code(), Code::Extra);
    assert!(judge::message(&array(true), &json, b"\x91\x01").is_ok());
    assert_eq!(judge::message(&array(true), &json, b"\x90").unwrap_err().code(), Code::Required);
}

#[test]
fn many_definitions_take_no_more_than_linear_time() {
    // Every reference is read again after all definitions of its id, since the fields are out of order.
    let count = 50_000u32;
    let schema = Schema::parse(r#"{"z": {"array": {"a": "integer"}}, "y": {"array": {"a": "integer"}}}"#).unwrap();
    let codec = Codec::new(&schema, Wire::Msgpack, &options(Records::Inline, Style::Smallest, false)).unwrap();
    let head = |count: u32| [&[0xdd][..], &count.to_be_bytes()].concat();
    let message = [
        b"\x82\xa1y",
        &head(count + 1)[..],
        b"\xd4\x72\x40\x91\xa1a\x01",
        &b"\x40\x02".repeat(count as usize),
        b"\xa1z",
        &head(count),
        &b"\xd4\x72\x40\x91\xa1a\x03".repeat(count as usize),
    ]
    .concat();
    let started = std::time::Instant::now();
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let mut out = Vec::new();
    codec.convert(&json, &message, &mut out).unwrap();
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
