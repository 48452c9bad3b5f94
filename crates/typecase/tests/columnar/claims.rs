//! Documents that claim more than they hold, and documents in which little text could make much work: what a reader
//! holds, and what it asks for, stays in proportion to the document.

use super::allocation::{asked, most_held};
use super::{columnar, groups_of, hostile::made};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use typecase::codec::Options;
use typecase::schema::Schema;
use typecase::stream;
use typecase::value::Value;
use typecase::wire::columnar::{File, RowGroup, RowReader, View};

/// What a document that is refused may make a reader hold.
const LITTLE: usize = 1 << 20;

/// Reads all rows of a stream.
fn read_stream(document: &[u8]) -> Result<usize, stream::Error> {
    let mut reader = RowReader::open(document)?;
    let (mut group, mut count) = (RowGroup::default(), 0);
    while reader.fill(&mut group)? {
        let mut rows = group.rows()?;
        while rows.next_value()?.is_some() {
            count += 1;
        }
    }
    Ok(count)
}

/// Reads all rows of a file, a group at a time.
fn read_file(source: impl Read + Seek) -> Result<usize, stream::Error> {
    let mut file = File::open(source)?;
    let mut out = Vec::new();
    for rows in file.groups() {
        out.clear();
        file.json_lines(rows, None, &mut out)?;
    }
    Ok(file.len())
}

/// Reads each column by itself.
fn read_columns(document: &[u8]) -> usize {
    let view = View::new(document).unwrap();
    let columns = view.plan().columns().filter_map(|name| view.column(name).ok());
    columns
        .map(|column| column.integers().map_or_else(|_| column.strings().map_or(0, |all| all.len()), |all| all.len()))
        .sum()
}

#[test]
fn what_is_refused_holds_little() {
    let (ints, texts) = (r#"{"array": {"a": "int64"}}"#, r#"{"array": {"a": "string"}}"#);
    let lists = r#"{"array": {"a": {"array": "int64"}}}"#;
    let most = usize::MAX / 2;
    for (definition, directory, columns) in [
        (ints, format!(r#"[8192,"int 0 1 11",{most}]"#), "AAAA"),
        (ints, r#"[8192,"int 0 1 11",90112]"#.to_owned(), "AAAA"),
        (ints, r#"[8192,"run 8192 4096 int 0 1 1 int 0 1 1",4097]"#.to_owned(), "AAAA"),
        (ints, format!(r#"[8192,"dict 4096 {most} int 0 1 2",3]"#), "AA\n"),
        (texts, format!(r#"[8192,"plain",{most}]"#), "a\n"),
        (texts, r#"[8192,"plain",3]"#.to_owned(), "a\n\n"),
        (texts, r#"[8192,"dict 4096 3 plain",3]"#.to_owned(), "a\n\n"),
        (texts, format!(r#"[8192,"more 0 4096 {most} plain",3]"#), "a\n\n"),
        (lists, format!(r#"[1,"seq {} 0",0,"int 0 1 1",2]"#, i64::MAX), "A\n"),
        (lists, format!(r#"[8192,"seq {} 0",0,"bits",2]"#, i64::MAX / 8192), "A\n"),
        (lists, r#"[8192,"seq 8192 0",0,"bits",2]"#.to_owned(), "A\n"),
        (lists, r#"[8192,"seq 8192 0",0,"dict 1 0 seq 1 0",0]"#.to_owned(), ""),
        (lists, r#"[8192,"seq 1 1",0,"plain",2]"#.to_owned(), "1\n"),
    ] {
        let (codec, document) = made(definition, &directory, columns);
        for (what, (refused, held)) in [
            ("decode", most_held(|| codec.decode(&document).is_err())),
            ("stream", most_held(|| read_stream(&document).is_err())),
            ("file", most_held(|| read_file(Cursor::new(&document)).is_err())),
            ("column", most_held(|| View::new(&document).is_ok_and(|_| read_columns(&document) > 0))),
        ] {
            assert!(refused || what == "column", "{what} {directory}");
            assert!(held < LITTLE, "{what} {directory}: {held} bytes");
        }
    }
}

/// A document whose groups have one row each.
fn of_rows(definition: &str, rows: Vec<Value<'_>>, at_once: usize) -> Vec<u8> {
    let schema = Schema::parse(definition).unwrap();
    columnar(&schema, &groups_of(at_once, false)).encode(&Value::List(rows.into())).unwrap()
}

fn row(values: impl Into<Vec<Value<'static>>>) -> Value<'static> {
    Value::Record(values.into().into())
}

/// Documents of so many groups in which each group could make a reader look at everything before it, or at all of a wide
/// schema.
fn of_many_groups(groups: usize) -> Vec<(&'static str, Vec<u8>)> {
    let text = |at: usize| Value::Text(format!("a text that is not short {at}").into());
    let branches: Vec<String> = (0..60).map(|at| format!(r#"{{"f{at}": "int32", "g": "?string"}}"#)).collect();
    let union = format!(r#"{{"array": {{"u": {{"union": [{}]}}}}}}"#, branches.join(","));
    let case = |at: usize| {
        let branch = row([Value::Int(at as i64), text(at)]);
        row([Value::Case(Box::new(((at % 60) as u32, branch)))])
    };
    let wide: Vec<String> = (0..80).map(|at| format!(r#""f{at}": "string""#)).collect();
    let wide = format!(r#"{{"array": {{{}}}}}"#, wide.join(","));
    vec![
        ("union", of_rows(&union, (0..groups).map(case).collect(), 1)),
        // Each group has a dictionary in one column of many, on which the next of them build.
        (
            "wide",
            of_rows(
                &wide,
                (0..groups * 8)
                    .map(|at| {
                        row((0..80).map(|leaf| text(if leaf == at / 8 % 80 { at } else { leaf })).collect::<Vec<_>>())
                    })
                    .collect(),
                8,
            ),
        ),
        // A great dictionary, and groups that have one value of it each.
        ("dictionary", {
            let mut rows: Vec<_> = (0..groups).map(|at| row([text(at % 3000)])).collect();
            let first: Vec<_> = (0..8192).map(|at| row([text(at % 3000)])).collect();
            rows.splice(0..0, first);
            small_groups(r#"{"array": {"t": "string"}}"#, rows)
        }),
    ]
}

/// One group of 8192 rows, and then groups of one.
fn small_groups(definition: &str, rows: Vec<Value<'static>>) -> Vec<u8> {
    let schema = Schema::parse(definition).unwrap();
    let (first, rest) = rows.split_at(8192);
    let codec = columnar(&schema, &Options::default());
    let mut document = codec.encode(&Value::List(first.to_vec().into())).unwrap();
    let index = document.iter().rposition(|&byte| byte == b'{').unwrap();
    document.truncate(index);
    let head = document.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1;
    let mut groups = vec![format!("{head},8192")];
    for at in 0..rest.len() {
        groups.push(format!("{},1", document.len()));
        let digits = b"ABCDEFGH";
        document.extend_from_slice(b"[1,\"more 0 0 0 none\",3]\n");
        document.extend_from_slice(&[digits[at % 8], digits[at / 8 % 8], b'\n']);
    }
    document.extend_from_slice(format!("{{\"rows\":{},\"groups\":[{}]}}\n", rows.len(), groups.join(",")).as_bytes());
    document
}

/// Counts what is read.
struct Counted<'d> {
    document: Cursor<&'d [u8]>,
    read: &'d std::cell::Cell<usize>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.document.read(buffer)?;
        self.read.set(self.read.get() + count);
        Ok(count)
    }
}

impl Seek for Counted<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.document.seek(to)
    }
}

/// A way to read a document, by its name, that gives the number of values.
type Reader<'r> = (&'r str, &'r dyn Fn(&[u8]) -> usize);

#[test]
fn work_grows_with_the_document() {
    let (short, long) = (of_many_groups(100), of_many_groups(400));
    for ((name, short), (_, long)) in short.iter().zip(&long) {
        let schema = typecase::wire::columnar::schema_of(short).unwrap();
        let strict = columnar(&schema, &Options::default().strict(*name != "dictionary"));
        let readers: [Reader<'_>; 4] = [
            ("decode", &|document| strict.decode(document).unwrap().as_list().unwrap().len()),
            ("stream", &|document| read_stream(document).unwrap()),
            ("file", &|document| read_file(Cursor::new(document)).unwrap()),
            ("columns", &read_columns),
        ];
        for (reader, read) in readers {
            let ((rows, few), (more_rows, many)) = (asked(|| read(short)), asked(|| read(long)));
            assert!(rows > 0 && more_rows > rows);
            // Linear in the number of groups: four times as many, and what does not depend on them.
            assert!(many < 5 * few, "{name}, {reader}: {few} bytes, {many} bytes");
        }
        for document in [short, long] {
            let read = std::cell::Cell::new(0);
            read_file(Counted { document: Cursor::new(document), read: &read }).unwrap();
            // Ends of lines are looked for in blocks of a kilobyte at least.
            let groups = View::new(document).unwrap().groups().len();
            let most = 3 * document.len() + groups * 2048 + 3 * 65536;
            assert!(read.get() < most, "{name}: {} bytes of {}", read.get(), document.len());
        }
    }
}
