//! Documents that mean harm: broken at every byte, claiming more than they hold, nested too deep, in another encoding
//! than a writer's.

use super::{columnar, groups_of};
use typecase::codec::{Codec, Options};
use typecase::error::{Code, Error};
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::Wire;
use typecase::wire::columnar::{Plan, View};

const DEFINITION: &str = r#"{"array": {"id": "int64", "big": "?uint64", "name": "string", "at": "date", "x": "number", "y": "float32", "tags": {"array": "?string"}, "by": {"map": "boolean"}, "is": {"union": ["int32", "string"]}, "role": {"enum": ["a", "b"], "open": true}, "any": "json", "raw": "bytes", "wide": "bigint", "may": {"flags": ["r", "w"]}}}"#;

fn sample() -> String {
    let row = |at: usize| {
        format!(
            r#"{{"id":{at},"big":{},"name":"n{}","at":{},"x":{},"y":{},"tags":["t{}",null],"by":{{"k":{}}},"is":{},"role":{},"any":[{at}],"raw":"AAE=","wide":"1234567890123456789{at}","may":{{"r":{}}}}}"#,
            if at.is_multiple_of(3) { "null".into() } else { format!("1844674407370955161{}", at % 6) },
            ["a\\n", "b", "c"][at % 3],
            at * 86_400_000 * (at % 2),
            at as f64 / 4.0,
            1e30 * (at * at) as f64,
            at % 2,
            at.is_multiple_of(2),
            if at.is_multiple_of(2) { "7" } else { "\"seven\"" },
            ["\"a\"", "\"b\"", "\"c\"", "9"][at % 4],
            at % 2 == 1
        )
    };
    format!("[{}]", (0..26).map(row).collect::<Vec<_>>().join(","))
}

/// The sample in groups of ten rows.
fn document(readable: bool) -> (Schema, Vec<u8>) {
    let schema = Schema::parse(DEFINITION).unwrap();
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let mut out = Vec::new();
    json.convert(&columnar(&schema, &groups_of(10, readable)), sample().as_bytes(), &mut out).unwrap();
    (schema, out)
}

/// Reads a document on every path; an error has a place in it.
fn read(codec: &Codec, document: &[u8]) -> Result<Value<'static>, Error> {
    let result = codec.decode_owned(document);
    if let Err(error) = &result {
        assert!(error.offset().is_some_and(|offset| offset <= document.len()), "{error}");
    }
    if let Ok((view, _)) = View::of_whole_groups(document) {
        for row in (0..view.len()).step_by(7) {
            drop(view.row(row));
        }
        for name in view.plan().columns() {
            let Ok(column) = view.column(name) else { continue };
            drop((column.integers(), column.numbers(), column.strings(), column.presence()));
        }
    }
    result
}

#[test]
fn every_change_of_a_byte_gives_a_value_or_an_error_with_its_place() {
    for readable in [false, true] {
        let (schema, document) = document(readable);
        let lax = columnar(&schema, &Options::default());
        let strict = columnar(&schema, &Options::default().strict(true));
        let value = strict.decode_owned(&document).unwrap();
        let groups = document.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
        for at in (0..document.len()).filter(|at| *at > groups || at % 16 == 0) {
            let mut changed = document.clone();
            let byte = [document[at] ^ 1, b'\n', b'9', 0xff][(at + at / 64) % 4];
            changed[at] = byte;
            if byte == document[at] {
                continue;
            }
            drop(read(&lax, &changed));
            // A strict reader gives another value, or none.
            if at > groups
                && let Ok(other) = strict.decode_owned(&changed)
            {
                assert!(other != value, "byte {at} as {byte}");
            }
        }
    }
}

/// A document of one group with this directory and these columns.
pub fn made(definition: &str, directory: &str, columns: &str) -> (Codec, Vec<u8>) {
    let schema = Schema::parse(definition).unwrap();
    let head = format!("typecase-columnar 1\n{}\n", schema.document().to_json_line());
    let rows: usize = directory[1..].split(',').next().unwrap().parse().unwrap();
    let index = format!("{{\"rows\":{rows},\"groups\":[{},{rows}]}}\n", head.len());
    (columnar(&schema, &Options::default()), format!("{head}{directory}\n{columns}{index}").into_bytes())
}

#[test]
fn what_is_claimed_must_be_there() {
    let (ints, texts) = (r#"{"array": {"a": "int64"}}"#, r#"{"array": {"a": "string"}}"#);
    let lists = r#"{"array": {"a": {"array": "int64"}}}"#;
    for (definition, directory, columns, code) in [
        (ints, r#"[0,"none",0]"#, "", Code::Limit),
        (ints, r#"[8193,"seq 0 1",0]"#, "", Code::Limit),
        (ints, r#"[8192,"int 0 1 11",9]"#, "AAAAAAAA\n", Code::Structure),
        (ints, r#"[2,"int 0 1 1",99]"#, "AB\n", Code::Structure),
        (ints, r#"[2,"int 0 1 1",2]"#, "A\n", Code::Structure),
        (ints, r#"[2,"int 9223372036854775807 1 1",3]"#, "AB\n", Code::Type),
        (ints, r#"[2,"int 0 18446744073709551615 11",23]"#, "AAAAAAAAAABP//////////\n", Code::Type),
        (ints, r#"[2,"seq 9223372036854775807 1",0]"#, "", Code::Type),
        (ints, r#"[2,"delta 9223372036854775807 seq 1 0",0]"#, "", Code::Structure),
        (ints, r#"[2,"run 1 0 seq 1 0 seq 3 0",0]"#, "", Code::Structure),
        (ints, r#"[2,"run 3 0 seq 1 0 seq 1 0",0]"#, "", Code::Structure),
        (ints, r#"[2,"dict 9999999999 0 seq 1 0",0]"#, "", Code::Structure),
        (ints, r#"[2,"dict 0 0 none",3]"#, "AA\n", Code::Structure),
        (ints, r#"[2,"dict 2 0 seq 1 1",3]"#, "AC\n", Code::Structure),
        (ints, r#"[2,"bits",2]"#, "B\n", Code::Structure),
        (ints, r#"[2,"bits",2]"#, "=\n", Code::Structure),
        (ints, r#"[2,"decimal 1 bits",2]"#, "w\n", Code::Structure),
        (texts, r#"[2,"plain",4]"#, "aaa\n", Code::Structure),
        (texts, r#"[2,"plain",6]"#, "a\nb\nc\n", Code::Structure),
        (texts, r#"[2,"more 0 0 0 none",3]"#, "AA\n", Code::Structure),
        (texts, r#"[2,"delta 0 seq 0 0",0]"#, "", Code::Structure),
        (texts, r#"[1,"escaped",3]"#, "\\x\n", Code::Structure),
        (r#"{"array": {"a": "date"}}"#, r#"[1,"seq 8640000000000001 0",0]"#, "", Code::Type),
        (r#"{"array": {"a": "boolean"}}"#, r#"[1,"seq 2 0",0]"#, "", Code::Type),
        (r#"{"array": {"a": "bytes"}}"#, r#"[1,"plain",3]"#, "A=\n", Code::Type),
        // A list of more items than the document has room for, and lists that are too many together.
        (lists, r#"[1,"seq 9223372036854775807 0",0,"seq 0 0",0]"#, "", Code::Structure),
        (lists, r#"[2,"seq 9223372036854775807 0",0,"int 0 1 1",3]"#, "AA\n", Code::Structure),
        (lists, r#"[3,"seq 9223372036854775807 0",0,"int 0 1 1",3]"#, "AA\n", Code::Limit),
        (lists, r#"[1,"seq 9000 0",0,"seq 0 0",0]"#, "", Code::Structure),
    ] {
        let (codec, document) = made(definition, directory, columns);
        let error = read(&codec, &document).expect_err(directory);
        assert_eq!(error.code(), code, "{directory}: {error}");
    }
    let (codec, document) = made(lists, r#"[2,"seq 1 0",0,"int 7 1 1",3]"#, "AB\n");
    assert_eq!(read(&codec, &document).unwrap().as_list().map(<[_]>::len), Some(2));
}

#[test]
fn other_encodings_of_a_value_are_refused_by_strict_readers() {
    let definition = r#"{"array": {"a": "int64", "b": "?json"}}"#;
    for (directory, columns) in [
        (r#"[3,"int 0 1 1",4,"seq 0 0",0,"none",0]"#, "ABC\n"),
        (r#"[3,"delta 0 seq 1 0",0,"seq 0 0",0,"none",0]"#, ""),
        (r#"[3,"plain",6,"bits",2,"none",0]"#, "0\n1\n2\nA\n"),
        (r#"[3,"seq 0 1",0,"seq 1 0",0,"plain",15]"#, "null\nnull\nnull\n"),
    ] {
        let (lax, document) = made(definition, directory, columns);
        let strict = columnar(lax.schema(), &Options::default().strict(true));
        let value = lax.decode_owned(&document).unwrap_or_else(|error| panic!("{directory}: {error}"));
        assert_eq!(strict.decode(&document).expect_err(directory).code(), Code::Structure);
        // What a writer makes of it is taken.
        assert_eq!(strict.decode(&lax.encode(&value).unwrap()).unwrap(), value);
    }
}

#[test]
fn nesting_is_limited() {
    let definition = r#"{"array": {"a": {"b": {"array": "json"}}}}"#;
    let schema = Schema::parse(definition).unwrap();
    let (json, codec) =
        (Codec::new(&schema, Wire::Json, &Options::default()).unwrap(), columnar(&schema, &Options::default()));
    let value = json.decode(br#"[{"a":{"b":[[[1]]]}}]"#).unwrap();
    let document = codec.encode(&value).unwrap();
    for max_depth in 0..8 {
        let limited = Options { limits: Limits { max_depth, ..Limits::default() }, ..Options::default() };
        let limited = columnar(&schema, &limited);
        let (written, read) = (limited.encode(&value), limited.decode(&document));
        if max_depth >= 6 {
            assert_eq!((written.unwrap(), read.unwrap()), (document.clone(), value.clone()));
        } else {
            assert_eq!(
                (written.unwrap_err().code(), read.unwrap_err().code()),
                (Code::Limit, Code::Limit),
                "{max_depth}"
            );
        }
    }
}

#[test]
fn another_schema_is_refused() {
    let (schema, document) = document(false);
    let other = Schema::parse(r#"{"array": {"id": "int64"}}"#).unwrap();
    assert_eq!(columnar(&other, &Options::default()).decode(&document).unwrap_err().code(), Code::Structure);
    // An optional field of JSON has a column more than one that is not, in one canonical form.
    let (required, optional) =
        (r#"{"array": {"a": "json", "b": "?json"}}"#, r#"{"array": {"a": "?json", "b": "json"}}"#);
    let schemas = [required, optional].map(|definition| Schema::parse(definition).unwrap());
    assert_eq!(schemas[0].canonical(), schemas[1].canonical());
    let row = Value::Record([Value::Int(1), Value::Int(1)].into());
    let document =
        |schema| columnar(schema, &groups_of(8192, true)).encode(&Value::List([row.clone()].into())).unwrap();
    let error = columnar(&schemas[0], &Options::default()).decode(&document(&schemas[1])).unwrap_err().to_string();
    assert!(error.contains("the document has another schema"), "{error}");
    // Metadata is no part of it, unless a reader is strict.
    let described = DEFINITION.replace(r#""id": "int64""#, r#""id": {"type": "int64", "label": "number"}"#);
    let described = Schema::parse(&described).unwrap();
    let (_, document) = self::document(false);
    let value = columnar(&schema, &Options::default()).decode(&document).unwrap();
    assert_eq!(columnar(&described, &Options::default()).decode(&document).unwrap(), value);
}

/// Only the last dictionary of a column may be built on, so that a reader of a stream keeps one for each.
#[test]
fn a_dictionary_before_the_last_is_refused() {
    let schema = Schema::parse(r#"{"array": {"a": "string"}}"#).unwrap();
    let codec = columnar(&schema, &Options::default());
    let of = |base: usize| {
        let groups = [
            "[1,\"dict 1 2 plain\",2]\na\n".to_owned(),
            "[1,\"dict 1 2 plain\",2]\nb\n".to_owned(),
            format!("[1,\"more {base} 0 0 none\",0]\n"),
        ];
        let mut text = format!("typecase-columnar 1\n{}\n", schema.document().to_json_line());
        let mut index = Vec::new();
        for group in groups {
            index.push(format!("{},1", text.len()));
            text += &group;
        }
        text += &format!("{{\"rows\":3,\"groups\":[{}]}}\n", index.join(","));
        codec.decode_owned(text.as_bytes())
    };
    assert_eq!(of(1).unwrap().as_list().unwrap()[2], Value::Record([Value::text("b")].into()));
    for base in [0, 2, 3] {
        assert_eq!(of(base).unwrap_err().code(), Code::Structure, "{base}");
    }
}

/// Records around a single column, one in another: a group of 8192 such rows would take a hundred bytes, and a reader a
/// step for each record in each of them.
#[test]
fn places_without_columns_are_few() {
    let plan = |depth: usize| {
        let types: Vec<String> = (1..=depth).map(|at| format!(r#""T{at}": {{"a": "T{}"}}"#, at - 1)).collect();
        let types = format!(r#""T0": {{"a": "int64"}}, {}"#, types.join(", "));
        let text = format!(r#"{{"$types": {{{types}}}, "$root": {{"array": "T{depth}"}}}}"#);
        Plan::new(&Schema::parse(&text).unwrap_or_else(|error| panic!("{error}")))
    };
    plan(77).unwrap();
    assert_eq!(plan(78).unwrap_err().code(), Code::Unsupported);
}
