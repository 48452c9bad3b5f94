//! Streams in pieces of every size must give the same items and the same errors.

use super::{Batch, Batches, Error, Framing, Items, Messages};
use crate::codec::{Codec, Options, Session};
use crate::error::Code;
use crate::limits::Limits;
use crate::schema::Schema;
use crate::value::Value;
use crate::wire::{Wire, cbor, msgpack, protobuf};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use std::io::{self, Read};

/// Gives at most `piece` bytes at once, and now and then is interrupted.
struct Pieces<'a> {
    bytes: &'a [u8],
    piece: usize,
    interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = self.piece.min(buffer.len()).min(self.bytes.len());
        buffer[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

/// An item as it came: index, offset, line, text.
type Seen = (usize, usize, usize, String);

/// The items, and the error behind them as `code offset path`.
fn split(text: &str, piece: usize, framing: Framing, limits: Limits) -> (Vec<Seen>, Option<String>) {
    let reader = Pieces { bytes: text.as_bytes(), piece, interrupted: false };
    let mut items = Items::with_limits(reader, framing, limits);
    let mut seen = Vec::new();
    loop {
        match items.next_item() {
            Ok(Some(item)) => {
                let bytes = core::str::from_utf8(item.bytes()).unwrap();
                seen.push((item.index(), item.offset(), item.line(), bytes.to_string()));
            }
            Ok(None) => return (seen, None),
            Err(Error::Data(error)) => {
                let offset = error.offset().unwrap();
                assert!(matches!(items.next_item(), Ok(None)), "nothing comes after an error");
                return (seen, Some(format!("{} {offset} {}", error.code(), error.path())));
            }
            Err(Error::Read(error)) => panic!("{error}"),
        }
    }
}

/// The same for every size of piece.
fn split_all(text: &str, framing: Framing) -> (Vec<Seen>, Option<String>) {
    let whole = split(text, usize::MAX, framing, Limits::default());
    for piece in (1..=80).chain([127, 128, 129]) {
        assert_eq!(split(text, piece, framing, Limits::default()), whole, "pieces of {piece} of {text}");
    }
    whole
}

/// The items of a good list.
fn items(text: &str) -> Vec<String> {
    let (seen, error) = split_all(text, Framing::List);
    assert_eq!(error, None, "{text}");
    for (index, (at, offset, line, item)) in seen.iter().enumerate() {
        assert_eq!(*at, index);
        assert_eq!(&text[*offset..*offset + item.len()], item);
        assert_eq!(*line, 1 + text[..*offset].matches('\n').count());
    }
    seen.into_iter().map(|(.., item)| item).collect()
}

#[test]
fn lists_are_cut_into_their_items() {
    assert_eq!(items("[]"), [""; 0]);
    assert_eq!(items(" \n[ \n ] \n"), [""; 0]);
    assert_eq!(items("[1]"), ["1"]);
    assert_eq!(items("[[1,2],[3,[4]],[]]"), ["[1,2]", "[3,[4]]", "[]"]);
    assert_eq!(items("[1,\"a,]\",null]"), ["1", "\"a,]\"", "null"]);
    assert_eq!(items("[ {\"a\":[1]} ,\n\t[2] , 3.5 ]\n"), ["{\"a\":[1]}", "[2]", "3.5 "]);
    let escapes = r#"[["\"],[\\"],["\\\\\"]"],["]\\","\\\"[,"]]"#;
    assert_eq!(items(escapes), [r#"["\"],[\\"]"#, r#"["\\\\\"]"]"#, r#"["]\\","\\\"[,"]"#]);
}

#[test]
fn escapes_and_strings_go_on_from_block_to_block() {
    for before in 0..70 {
        for backslashes in 1..6 {
            let item = format!("[\"{}{}\\\"],[\"]", "x".repeat(before), "\\\\".repeat(backslashes));
            assert_eq!(items(&format!("[{item},{item}]")), [item.clone(), item]);
        }
    }
}

#[test]
fn many_items_come_in_many_batches() {
    let expected: Vec<String> = (0..40_000).map(|at| format!("[{at},\"item, [{at}]\"]")).collect();
    let list = format!("[{}]", expected.join(","));
    let lines = expected.join("\n");
    for (text, framing) in [(list, Framing::List), (lines, Framing::Lines)] {
        for piece in [1000, 65_536, usize::MAX] {
            let (seen, error) = split(&text, piece, framing, Limits::default());
            assert_eq!(error, None);
            assert!(seen.iter().map(|(.., item)| item).eq(&expected));
            assert!(seen.iter().all(|(_, offset, _, item)| text[*offset..].starts_with(item)));
            assert!(framing == Framing::List || seen.iter().all(|(index, _, line, _)| *line == index + 1));
        }
    }
}

#[test]
fn an_item_may_be_longer_than_a_chunk() {
    let long = format!("[\"{}\"]", "x".repeat(1_000_000));
    for (text, framing) in
        [(format!("[{long},[1],{long}]"), Framing::List), (format!("{long}\n[1]\n{long}"), Framing::Lines)]
    {
        let (seen, error) = split(&text, 100_000, framing, Limits::default());
        assert_eq!(error, None);
        assert_eq!(seen.iter().map(|(.., item)| item.as_str()).collect::<Vec<_>>(), [&long, "[1]", &long]);
    }
}

#[test]
fn what_is_wrong_comes_after_the_items_before_it() {
    let error = |text: &str, whole: usize| {
        let (seen, error) = split_all(text, Framing::List);
        assert_eq!(seen.len(), whole, "{text}");
        error.unwrap()
    };
    assert_eq!(error("", 0), "json 0 ");
    assert_eq!(error("  ", 0), "json 2 ");
    assert_eq!(error("{\"a\":1}", 0), "structure 0 ");
    assert_eq!(error("x", 0), "json 0 ");
    assert_eq!(error("[", 0), "json 1 [0]");
    assert_eq!(error("[1", 0), "json 2 [0]");
    assert_eq!(error("[[1],[2]", 2), "json 8 [2]");
    assert_eq!(error("[[1],[2],", 2), "json 9 [2]");
    assert_eq!(error("[[1],[\"2", 1), "json 8 [1]");
    assert_eq!(error("[1,]", 1), "json 3 [1]");
    assert_eq!(error("[,1]", 0), "json 1 [0]");
    assert_eq!(error("[1,,2]", 1), "json 3 [1]");
    assert_eq!(error("[[1] [2]]", 1), "json 5 [1]");
    assert_eq!(error("[[1]x,[2]]", 1), "json 4 [1]");
    assert_eq!(error("[[1]}", 1), "json 4 [1]");
    assert_eq!(error("[[1]] x", 1), "json 6 ");
    assert_eq!(error("[[1]][2]", 1), "json 5 ");
}

#[test]
fn lines_are_cut_at_newlines_and_blank_ones_skipped() {
    let (seen, error) = split_all("[1]\r\n\n  \n{\"a\":\"\\n\"}\n3", Framing::Lines);
    assert_eq!(error, None);
    let expected = [(0, 0, 1, "[1]\r"), (1, 9, 4, "{\"a\":\"\\n\"}"), (2, 20, 5, "3")];
    assert_eq!(seen, expected.map(|(index, offset, line, text)| (index, offset, line, text.to_string())));
    assert_eq!(split_all("", Framing::Lines), (vec![], None));
    assert_eq!(split_all("\n\n", Framing::Lines), (vec![], None));
}

#[test]
fn items_are_limited() {
    let limits = Limits { max_bytes: 100, ..Limits::default() };
    let long = format!("[[1],[\"{}\"]]", "x".repeat(1000));
    for piece in [1, 64, 1 << 20] {
        let (seen, error) = split(&long, piece, Framing::List, limits);
        assert_eq!((seen.len(), error.as_deref()), (1, Some("limit 105 [1]")), "{piece}");
    }
    let long = format!("1\n{}", "2".repeat(1000));
    let (seen, error) = split(&long, 64, Framing::Lines, limits);
    assert_eq!((seen.len(), error.as_deref()), (1, Some("limit 102 [1]")));
}

#[test]
fn white_space_between_items_takes_no_memory() {
    let space = " ".repeat(10_000_000);
    for (text, framing) in
        [(format!("{space}[{space}[1]{space}]"), Framing::List), (format!("{space}\n"), Framing::Lines)]
    {
        let mut batches = Batches::new(text.as_bytes(), framing, Limits::default());
        let mut batch = Batch::default();
        while batches.fill(&mut batch).unwrap() {}
        assert!(batch.capacity() < 2_000_000, "{}", batch.capacity());
    }
    let lines = "\n".repeat(10_000_000);
    let mut batches = Batches::new(lines.as_bytes(), Framing::Lines, Limits::default());
    let mut batch = Batch::default();
    assert!(!batches.fill(&mut batch).unwrap());
    assert!(batch.capacity() < 2_000_000, "{}", batch.capacity());
}

#[test]
fn a_reader_that_fails_is_reported_once() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let mut items = Items::new((&b"[[1],"[..]).chain(Broken), Framing::List);
    assert!(items.next_item().unwrap().is_some());
    assert!(matches!(items.next_item(), Err(Error::Read(_))));
    assert!(matches!(items.next_item(), Ok(None)));
}

#[test]
fn typed_items_are_placed_in_the_stream() {
    let mut items = crate::wire::positional::items::<u32, _>(&b"[1, 2,\n -3, 4"[..]);
    assert_eq!(items.next().unwrap().unwrap(), 1);
    assert_eq!(items.next().unwrap().unwrap(), 2);
    let Some(Err(Error::Data(error))) = items.next() else { panic!("-3 is no u32") };
    assert_eq!((error.code(), error.path().as_str(), error.offset()), (Code::Type, "[2]", Some(8)));
    let Some(Err(Error::Data(error))) = items.next() else { panic!("the list does not end") };
    assert_eq!((error.code(), error.path().as_str(), error.offset()), (Code::Json, "[3]", Some(13)));
    assert!(items.next().is_none());

    let lines = crate::wire::json::lines::<bool, _>(&b"true\nfalse\n"[..]);
    assert_eq!(lines.map(Result::unwrap).collect::<Vec<_>>(), [true, false]);
}

/// The messages that a stream in pieces of this size is cut into, and the error behind them.
fn cut(bytes: &[u8], piece: usize, messages: Messages, limits: Limits) -> (Vec<Vec<u8>>, Option<String>) {
    let mut batches = Batches::messages(Pieces { bytes, piece, interrupted: false }, messages, limits);
    let (mut batch, mut seen) = (Batch::default(), Vec::new());
    loop {
        match batches.fill(&mut batch) {
            Ok(true) => {
                for item in batch.items() {
                    assert_eq!(item.index(), seen.len());
                    assert_eq!(&bytes[item.offset()..item.offset() + item.bytes().len()], item.bytes());
                    seen.push(item.bytes().to_vec());
                }
            }
            Ok(false) => return (seen, None),
            Err(Error::Data(error)) => {
                let offset = error.offset().unwrap();
                return (seen, Some(format!("{} {offset} {}", error.code(), error.path())));
            }
            Err(Error::Read(error)) => panic!("{error}"),
        }
    }
}

/// A codec of records of several shapes for every way in which messages stand end to end.
fn codecs() -> Vec<Codec> {
    let schema = r#"{"id": "integer", "name?": "string", "tags": {"array": "string"}, "more?": {"a?": "integer", "b?": "bytes"}}"#;
    let schema = Schema::parse(schema).unwrap();
    let codec = |wire, set: fn(&mut Options)| {
        let mut options = Options::default();
        set(&mut options);
        Codec::new(&schema, wire, &options).unwrap()
    };
    [
        codec(Wire::Protobuf, |_| ()),
        codec(Wire::Avro, |_| ()),
        codec(Wire::Avro, |options| options.avro.single_object = true),
        codec(Wire::Bson, |_| ()),
        codec(Wire::Packed, |_| ()),
        #[cfg(feature = "framed")]
        codec(Wire::Packed, |options| options.packed.framed = true),
        codec(Wire::Cbor, |_| ()),
        codec(Wire::Cbor, |options| options.cbor.records = cbor::Records::Stream),
        codec(Wire::Msgpack, |_| ()),
        codec(Wire::Msgpack, |options| options.msgpack.records = msgpack::Records::Inline),
        codec(Wire::Msgpack, |options| options.msgpack.records = msgpack::Records::Stream),
        codec(Wire::Msgpack, |options| {
            options.msgpack.records = msgpack::Records::Shared;
            options.msgpack.style = msgpack::Style::MSGPACKR;
        }),
    ]
    .into()
}

/// Values of the schema of [`codecs`], of more shapes than MessagePack has ids of one byte for.
fn values() -> Vec<Value<'static>> {
    let text = |length: usize| Value::Text("é".repeat(length / 2).into());
    (0..200)
        .map(|at: usize| {
            let inner = Value::Record([Value::Int(at as i64), Value::Bytes(vec![0x60; at].into())].into());
            let name = if at.is_multiple_of(2) { Value::Null } else { text(at * 3 % 70) };
            let tags = Value::list((0..at % 5).map(text).collect());
            let more = if at.is_multiple_of(3) { Value::Null } else { inner };
            Value::Record([Value::Int(at as i64 - 90), name, tags, more].into())
        })
        .collect()
}

/// Adds the next message of a session to a stream, and gives the message.
fn send(codec: &Codec, session: &mut Session, value: &Value<'_>, stream: &mut Vec<u8>) -> Vec<u8> {
    let start = stream.len();
    codec.encode_with(session, value, stream).unwrap();
    let message = stream[start..].to_vec();
    if matches!(codec.wire(), Wire::Protobuf | Wire::Packed) {
        protobuf::delimit(stream, start);
    }
    message
}

#[test]
fn messages_end_to_end_are_cut_where_each_ends() {
    let values = values();
    for codec in codecs() {
        let mut sender = codec.session();
        let (mut stream, mut expected, mut ends) = (Vec::new(), Vec::new(), vec![0]);
        for value in &values {
            expected.push(send(&codec, &mut sender, value, &mut stream));
            ends.push(stream.len());
        }
        let receiver = codec.session().with_structures(&sender.structures()).unwrap();
        let messages = codec.messages(&receiver).unwrap();
        for piece in [1, 2, 3, 7, 30, 127, 1000, usize::MAX] {
            let (seen, error) = cut(&stream, piece, messages.clone(), Limits::default());
            assert_eq!(error, None, "{} in pieces of {piece}", codec.wire());
            assert!(seen == expected, "{} in pieces of {piece}", codec.wire());
        }
        // What is cut off is an error at its end, behind all messages that are whole.
        for end in (0..stream.len()).step_by(101) {
            let whole = ends.iter().filter(|&&start| start <= end).count() - 1;
            let (seen, error) = cut(&stream[..end], 64, messages.clone(), Limits::default());
            assert_eq!(seen.len(), whole, "{} up to {end}", codec.wire());
            let expected = (ends[whole] < end).then(|| format!("structure {end} [{whole}]"));
            assert_eq!(error, expected, "{} up to {end}", codec.wire());
        }
        // Each decodes in its turn.
        let (mut receiver, (seen, _)) = (receiver, cut(&stream, 100, messages, Limits::default()));
        for (message, value) in seen.iter().zip(&values) {
            assert_eq!(&codec.decode_with(&mut receiver, message).unwrap(), value);
        }
    }
}

#[test]
fn messages_of_protocol_buffers_have_their_length_before_them() {
    let codec = &codecs()[0];
    let messages = codec.messages(&codec.session()).unwrap();
    let stream = b"\x00\x02\x08\x07\x00";
    for piece in 1..6 {
        let (seen, error) = cut(stream, piece, messages.clone(), Limits::default());
        assert_eq!((seen, error), (vec![vec![], b"\x08\x07".to_vec(), vec![]], None));
    }
    let (seen, error) = cut(b"\x00\x80\x80\x80\x80\x08\x00", 1, messages.clone(), Limits::default());
    assert_eq!((seen.len(), error), (1, Some("structure 1 [1]".to_string())));
    // A length is believed only as far as bytes come.
    let (seen, error) = cut(b"\xff\xff\xff\xff\x07\x08", usize::MAX, messages, Limits::default());
    assert_eq!((seen.len(), error), (0, Some("structure 6 [0]".to_string())));
}

#[test]
fn messages_are_held_to_the_limit_whatever_the_pieces() {
    let limits = Limits { max_bytes: 40, ..Limits::default() };
    for codec in &codecs() {
        let (short, long) = (&values()[1], &values()[190]);
        let mut session = codec.session();
        let mut stream = Vec::new();
        if send(codec, &mut session, short, &mut stream).len() > 40 {
            continue;
        }
        send(codec, &mut session, long, &mut stream);
        let receiver = codec.session().with_structures(&session.structures()).unwrap();
        for piece in [1, 3, 50, usize::MAX] {
            let (seen, error) = cut(&stream, piece, codec.messages(&receiver).unwrap(), limits);
            assert_eq!(seen.len(), 1, "{} in pieces of {piece}", codec.wire());
            assert_eq!(error.map(|error| error.starts_with("limit")), Some(true), "{}", codec.wire());
        }
    }
}

#[test]
fn messages_that_cannot_be_are_refused_at_once() {
    let codecs = codecs();
    let find = |wire| codecs.iter().find(|codec| codec.wire() == wire).unwrap();
    let filler = [0; 300_000];
    for (wire, bad) in [
        (Wire::Cbor, &b"\xff"[..]),
        (Wire::Msgpack, b"\xc1"),
        (Wire::Bson, b"\x04\x00\x00\x00"),
        (Wire::Avro, b"\x02\x05"),
    ] {
        let codec = find(wire);
        let stream = [bad, &filler[..]].concat();
        let (seen, error) = cut(&stream, 100, codec.messages(&codec.session()).unwrap(), Limits::default());
        assert!(seen.is_empty());
        let error = error.unwrap();
        assert!(error == "structure 0 [0]" || error == "union 1 [0].name" || error == "union 1 [0]", "{wire}: {error}");
    }
    // A message that takes no bytes could be there any number of times.
    let schema = Schema::parse("\"null\"").unwrap();
    let codec = Codec::new(&schema, Wire::Avro, &Options::default()).unwrap();
    let (_, error) = cut(b"x", 1, codec.messages(&codec.session()).unwrap(), Limits::default());
    assert_eq!(error, Some("structure 0 [0]".to_string()));
}

/// A long message in small pieces is not looked at from its start for each of them.
#[test]
fn a_long_message_takes_time_in_proportion_to_its_length() {
    let schema = Schema::parse(r#"{"array": "integer"}"#).unwrap();
    let value = Value::list((0..400_000).map(|at| Value::Int(at % 3)).collect());
    for wire in [Wire::Avro, Wire::Msgpack, Wire::Cbor] {
        let codec = Codec::new(&schema, wire, &Options::default()).unwrap();
        let mut stream = codec.encode(&value).unwrap();
        let length = stream.len();
        stream.extend_from_within(..);
        let (seen, error) = cut(&stream, 1000, codec.messages(&codec.session()).unwrap(), Limits::default());
        assert_eq!((seen.len(), seen[1].len(), error), (2, length, None));
    }
}
