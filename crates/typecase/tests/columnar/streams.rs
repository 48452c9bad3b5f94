//! Documents that are read group by group and written row by row: the same as whole ones, with the memory of a group.

use super::allocation::most_held;
use super::round_trips::rows;
use super::{columnar, groups_of, tables};
use proptest::prelude::*;
use std::io::{self, Read, Write};
use typecase::codec::{Codec, Options};
use typecase::error::{Code, Error};
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::stream;
use typecase::value::Value;
use typecase::wire::columnar::{self as wire, GroupWriter, Plan, RowGroup, RowReader, RowWriter};
use typecase::wire::{Wire, json};
use typecase::{Encode, Type};

/// Gives few bytes at a time.
struct Trickle<'i>(&'i [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(buffer.len());
        (&mut self.0).take(count as u64).read(buffer)
    }
}

fn data(error: stream::Error) -> Error {
    match error {
        stream::Error::Data(error) => error,
        stream::Error::Read(error) => panic!("{error}"),
    }
}

/// The rows of a document that is read so many bytes at a time, and what is wrong behind them.
fn read(document: &[u8], bytes: usize, options: &Options) -> (Vec<Value<'static>>, Option<Error>) {
    let mut seen = Vec::new();
    let mut all = || {
        let mut reader = RowReader::with_options(Trickle(document, bytes), &options.columnar, &options.limits)?;
        let mut group = RowGroup::default();
        while reader.fill(&mut group)? {
            let mut rows = group.rows()?;
            while let Some(row) = rows.next_value()? {
                seen.push(row.into_owned());
            }
        }
        assert!(!reader.fill(&mut group)? && group.is_empty());
        Ok(())
    };
    let result: Result<(), stream::Error> = all();
    (seen, result.err().map(data))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_of_a_stream_are_those_of_the_whole(
        bytes in proptest::collection::vec(any::<u8>(), 0..3000),
        group_rows in 1usize..5,
        at_once in prop_oneof![Just(usize::MAX), 1usize..100],
    ) {
        let Some((schema, value)) = rows(&bytes) else { return Ok(()) };
        let options = groups_of(group_rows, false).strict(true);
        let codec = columnar(&schema, &options);
        let document = codec.encode(&value).unwrap();
        let rows = value.as_list().unwrap();
        let (read, error) = read(&document, at_once, &options);
        prop_assert!(error.is_none(), "{}: {}", error.unwrap(), String::from_utf8_lossy(&document));
        prop_assert_eq!(&read[..], rows);

        // Row by row to every wire and from it, as the items of a list are.
        let plan = Plan::new(&schema).unwrap();
        for (wire, ..) in Wire::ALL {
            let Some(items) = Codec::new(&schema, wire, &Options::default()).ok().and_then(|codec| codec.for_items()) else {
                continue;
            };
            let mut reader = RowReader::open(&document[..]).unwrap();
            let mut writer = RowWriter::new(&plan, &options.columnar, &Limits::default(), Vec::new()).unwrap();
            let (mut group, mut at) = (RowGroup::default(), 0);
            while reader.fill(&mut group).unwrap() {
                let mut rows_here = group.rows().unwrap();
                loop {
                    let mut message = Vec::new();
                    match rows_here.convert_next(&items, &mut message) {
                        Ok(false) => break,
                        Ok(true) => prop_assert_eq!(&message, &items.encode(&rows[at]).unwrap(), "{:?}", wire),
                        Err(error) => {
                            // The wire cannot carry it.
                            prop_assert_eq!(error.code(), items.encode(&rows[at]).unwrap_err().code());
                            at += 1;
                            continue;
                        }
                    }
                    at += 1;
                    writer.push_message(&items, &message).unwrap();
                }
            }
            let written = writer.finish().unwrap();
            let back = columnar(&schema, &options).decode_owned(&written).unwrap();
            let expected: Vec<Value<'_>> = rows
                .iter()
                .filter_map(|row| items.encode(row).ok())
                .map(|message| items.decode_owned(&message).unwrap())
                .collect();
            prop_assert_eq!(back.as_list().unwrap(), &expected[..], "{:?}", wire);
        }
    }
}

/// Small groups of the first rows of each table: names in them come again and again.
fn documents() -> Vec<(Schema, Vec<u8>, Options)> {
    let options = groups_of(100, false);
    let document = |schema: Schema, text: Vec<u8>| {
        let value = Codec::new(&schema, Wire::Json, &options).unwrap().decode_owned(&text).unwrap();
        let document = columnar(&schema, &options).encode(&value).unwrap();
        (schema, document, options)
    };
    vec![
        document(Vec::<tables::Account>::schema(), json::encode(&tables::repetitive(950)).unwrap()),
        document(Vec::<tables::Order>::schema(), json::encode(&tables::nested(950)).unwrap()),
    ]
}

#[test]
fn what_is_wrong_with_a_stream_is_what_is_wrong_with_the_whole() {
    for (schema, document, options) in documents() {
        let lax = columnar(&schema, &options);
        assert!(document.windows(6).any(|window| window == b"\"more "));
        let (whole, _) = read(&document, usize::MAX, &options);
        for at in (0..document.len()).step_by(409).chain([document.len() - 1]) {
            let mut changed = document.clone();
            changed[at] = if document[at] == b'\n' { b'7' } else { document[at] ^ 1 };
            for document in [&document[..at], &changed] {
                let (rows, error) = read(document, 1 << 10, &options);
                match lax.decode_owned(document) {
                    Ok(value) => assert!(error.is_none() && value.as_list().unwrap() == rows, "{at}"),
                    Err(expected) => {
                        // The whole is looked at from the front, and so is a stream: but columns are read before the
                        // groups behind them.
                        let error = error.expect("an error of the whole");
                        let earlier = error.offset().unwrap() <= expected.offset().unwrap();
                        // Where a stream ends is known when it has ended.
                        assert!(earlier || error.message() == expected.message(), "{error} {expected}");
                        let same = rows.iter().zip(&whole).take_while(|(one, other)| one == other).count();
                        assert!(same >= rows.len().saturating_sub(100), "{same} of {}", rows.len());
                    }
                }
            }
        }
        for cut in document.len() - 40..document.len() {
            let (rows, error) = read(&document[..cut], 7, &options);
            assert_eq!((rows.len(), error.unwrap().code()), (950, Code::Structure));
        }
        let (rows, error) = read(&[&document[..], b"\n"].concat(), 50, &options);
        assert_eq!((rows.len(), error.unwrap().message()), (950, "something follows the index"));
    }
}

#[test]
fn strict_streams_refuse_what_strict_readers_refuse() {
    for (schema, document, options) in documents() {
        let strict = options.strict(true);
        assert!(read(&document, 333, &strict).1.is_none());
        // Groups of which one that is not the last has fewer rows.
        let plan = Plan::new(&schema).unwrap();
        let value = columnar(&schema, &options).decode_owned(&document).unwrap();
        let mut groups = GroupWriter::new(&plan, &options.columnar, &options.limits).unwrap();
        let mut writer = RowWriter::new(&plan, &options.columnar, &options.limits, Vec::new()).unwrap();
        for row in &value.as_list().unwrap()[..99] {
            groups.push_value(row).unwrap();
        }
        writer.push_group(groups.take()).unwrap();
        groups.push_value(&value.as_list().unwrap()[0]).unwrap();
        assert_eq!(data(writer.push_group(groups.take()).unwrap_err()).code(), Code::Structure);
        // The same integers in another coding, and an index that is wrong because of it.
        let spelled = String::from_utf8(document.clone()).unwrap().replacen("\"seq 1 1\"", "\"delta 1 seq 1 0\"", 1);
        let (rows, error) = read(spelled.as_bytes(), 1000, &options);
        assert_eq!((rows.len(), error.unwrap().message()), (950, "the index is not that of the groups"));
        let (rows, error) = read(spelled.as_bytes(), 1000, &strict);
        let expected = "the column is not in the encoding that a writer chooses";
        assert_eq!((rows.len(), error.unwrap().message()), (0, expected));
    }
}

#[test]
fn a_stream_of_another_schema_is_refused() {
    let (_, document, options) = documents().remove(0);
    let other = Plan::new(&Schema::parse(r#"{"array": {"id": "int64"}}"#).unwrap()).unwrap();
    let result = RowReader::with_plan(&document[..], &other, &options.columnar, &options.limits);
    assert_eq!(data(result.unwrap_err()).message(), "the document has another schema");
    for wrong in [&b""[..], b"typecase", b"[1,2]\n", b"typecase-columnar 1\n", b"typecase-columnar 1\n{\"array\""] {
        let whole = wire::schema_of(wrong).unwrap_err();
        let error = data(RowReader::open(wrong).unwrap_err());
        assert_eq!((error.code(), error.offset()), (whole.code(), whole.offset()));
    }
    let limits = Limits { max_bytes: 1000, ..Limits::default() };
    let mut reader = RowReader::with_options(&document[..], &options.columnar, &limits).unwrap();
    let error = data(reader.fill(&mut RowGroup::default()).unwrap_err());
    assert_eq!(error.code(), Code::Limit, "{error}");
    let limits = Limits { max_bytes: 30, ..Limits::default() };
    let error = data(RowReader::with_options(&document[..], &options.columnar, &limits).unwrap_err());
    assert_eq!((error.code(), error.offset()), (Code::Limit, Some(30)));
}

/// Rows of JSON whose fields are in another order than the schema's, and rows that are refused between them.
#[test]
fn messages_in_any_order_are_rows_like_others() {
    let schema = Schema::parse(r#"{"array": {"a": "int64", "b": {"x": "?string"}, "c": {"map": "int32"}}}"#).unwrap();
    let items = Codec::new(&schema, Wire::Json, &Options::default()).unwrap().for_items().unwrap();
    let plan = Plan::new(&schema).unwrap();
    let options = groups_of(3, false).columnar;
    let lines = [
        r#"{"a":1,"b":{"x":"s"},"c":{"k":1}}"#,
        r#"{"c":{"k":1,"k":2},"b":{},"a":2}"#,
        r#"{"b":{"x":null},"a":3,"c":{}}"#,
        r#"{"a":4,"c":{"q":7},"b":{"x":"t"}}"#,
    ];
    let mut writer = RowWriter::new(&plan, &options, &Limits::default(), Vec::new()).unwrap();
    for line in lines {
        writer.push_message(&items, line.as_bytes()).unwrap();
        for wrong in [r#"{"a":1,"b":{"x":"s"},"c":{"k":1.5}}"#, r#"{"c":{"k":1},"b":{"x":"s"}}"#, "{", "{} 1"] {
            assert!(writer.push_message(&items, wrong.as_bytes()).is_err());
        }
    }
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let mut expected = Vec::new();
    let list = format!("[{}]", lines.join(","));
    json.convert(&columnar(&schema, &groups_of(3, false)), list.as_bytes(), &mut expected).unwrap();
    assert_eq!(writer.finish().unwrap().escape_ascii().to_string(), expected.escape_ascii().to_string());
}

/// Counts the bytes and forgets them.
struct Sink(usize);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A document that goes on and on: its groups are made as they are read.
struct Endless<'p> {
    plan: &'p Plan,
    writer: Option<RowWriter<'p, Vec<u8>>>,
    left: usize,
    ready: Vec<u8>,
    at: usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.ready.len() {
            let Some(writer) = &mut self.writer else { return Ok(0) };
            if self.left == 0 {
                self.ready = self.writer.take().unwrap().finish().unwrap();
            } else {
                for row in tables::nested(1000) {
                    writer.push(&row).unwrap();
                }
                self.left -= 1;
                self.ready = core::mem::take(writer.get_mut());
            }
            self.at = 0;
        }
        let count = (&self.ready[self.at..]).read(buffer)?;
        self.at += count;
        Ok(count)
    }
}

#[test]
fn a_stream_takes_the_memory_of_a_group() {
    let plan = Plan::new(&Vec::<tables::Order>::schema()).unwrap();
    let options = groups_of(1000, false).columnar;
    let json = Codec::new(plan.schema(), Wire::Json, &Options::default()).unwrap().for_items().unwrap();
    let peak = |groups: usize| {
        let ((rows, bytes), peak) = most_held(|| {
            let writer = RowWriter::new(&plan, &options, &Limits::default(), Vec::new()).unwrap();
            let source = Endless { plan: &plan, writer: Some(writer), left: groups, ready: Vec::new(), at: 0 };
            assert!(source.plan.columns().count() > 3);
            let mut reader = RowReader::open(source).unwrap();
            let mut back = RowWriter::new(&plan, &options, &Limits::default(), Sink(0)).unwrap();
            let (mut group, mut line) = (RowGroup::default(), Vec::new());
            while reader.fill(&mut group).unwrap() {
                let mut rows = group.rows().unwrap();
                line.clear();
                while rows.convert_next(&json, &mut line).unwrap() {
                    back.push_message(&json, &line).unwrap();
                    line.clear();
                }
            }
            (reader.rows(), back.finish().unwrap().0)
        });
        assert_eq!(rows, groups * 1000);
        assert!(bytes > groups * 10_000, "{bytes} bytes");
        peak
    };
    let (short, long) = (peak(6), peak(60));
    // What grows is the index alone.
    assert!(long < short + 20_000, "{short} bytes, {long} bytes");
}

/// Any number of threads gives the bytes of one, and reads the same.
#[test]
fn threads_do_not_change_a_document() {
    fn check<T>(rows: &[T])
    where
        T: Encode + Type + Sync + Send + Clone + PartialEq + for<'de> typecase::Decode<'de>,
    {
        let plan = Plan::new(&Vec::<T>::schema()).unwrap();
        for readable in [false, true] {
            let options = groups_of(1000, readable).columnar;
            let mut one = Vec::new();
            wire::encode_into(&rows.to_vec(), &mut one, &plan, &options, &Limits::default()).unwrap();
            let values = columnar(plan.schema(), &Options::default()).decode(&one).unwrap();
            let values = values.as_list().unwrap();
            for threads in [1, 2, 5] {
                let threads = threads.try_into().unwrap();
                let limits = Limits::default();
                let text = wire::encode_on_threads(rows, &plan, &options, &limits, threads).unwrap();
                assert!(text == one, "{threads} threads");
                let text = wire::encode_values_on_threads(values, &plan, &options, &limits, threads).unwrap();
                assert!(text == one, "values on {threads} threads");
                assert!(wire::decode_on_threads::<T>(&one, &plan, &options, &limits, threads).unwrap() == rows);
                let read = wire::decode_values_on_threads(&one, &plan, &options, &limits, threads).unwrap();
                assert!(read == values);
            }
            let strict = wire::Options { strict: true, ..options };
            let two = 2.try_into().unwrap();
            assert!(wire::decode_on_threads::<T>(&one, &plan, &strict, &Limits::default(), two).unwrap() == rows);
            // The first error counts, whichever thread meets another one first.
            let mut broken = one.clone();
            for part in [one.len() / 3, 2 * one.len() / 3] {
                let digits = b"0\n1\n2\n3\nABCDEFGHIJKLM";
                let at = part + one[part..].iter().position(|byte| digits.contains(byte) && *byte != b'\n').unwrap();
                broken[at] = 0xff;
            }
            let whole = wire::decode_with::<Vec<T>>(&broken, &plan, &options, &Limits::default()).err().unwrap();
            for threads in [1, 3] {
                let threads = threads.try_into().unwrap();
                let error = wire::decode_on_threads::<T>(&broken, &plan, &options, &Limits::default(), threads);
                assert_eq!(error.err().unwrap(), whole);
            }
        }
    }
    check(&tables::repetitive(5300));
    check(&tables::nested(3300));
    check(&tables::high_entropy(3300));
}
