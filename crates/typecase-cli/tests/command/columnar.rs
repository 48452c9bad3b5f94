//! Columnar files: to the wire and back, and single columns and rows of a file.

use crate::support::{Directory, failure, reference, stdout};
use std::fs;

#[test]
fn a_file_goes_there_and_back_and_gives_its_parts() {
    let directory = Directory::new();
    let (schema, records) = (reference("records.schema.json"), reference("records.json"));
    let (schema, records) = (schema.to_str().unwrap(), records.to_str().unwrap());
    for option in ["readable=no", "readable=yes"] {
        let encode = ["encode", "--schema", schema, "--to", "columnar", "-w", option, records, "--out", "records.col"];
        stdout(&directory, &encode, b"");
        let decoded = stdout(&directory, &["decode", "--schema", schema, "--from", "columnar", "records.col"], b"");
        assert_eq!(decoded.trim_ascii_end(), fs::read(records).unwrap().trim_ascii_end());

        let all = typecase::wire::json::parse(std::str::from_utf8(&decoded).unwrap()).unwrap();
        let rows = all.as_list().unwrap();
        let row = stdout(&directory, &["row", "records.col", "700"], b"");
        let print = |value: &typecase::value::Value<'_>| typecase::wire::json::print(value).unwrap();
        assert_eq!(String::from_utf8(row).unwrap().trim_end(), print(&rows[700]));
        for name in ["name", "address.city", "orders", "balance"] {
            let lines = String::from_utf8(stdout(&directory, &["column", "records.col", name], b"")).unwrap();
            let field = |row: &_| {
                name.split('.').fold(typecase::value::Value::clone(row), |at, key| at.get(key).unwrap().clone())
            };
            let expected: Vec<String> = rows.iter().map(|row| print(&field(row))).collect();
            assert_eq!(lines.lines().collect::<Vec<_>>(), expected, "{name}");
        }
    }
}

#[test]
fn what_is_not_in_a_file_is_reported() {
    let directory = Directory::new();
    directory.file("schema.json", r#"{"array": {"a": "?int64"}}"#);
    stdout(&directory, &["encode", "-s", "schema.json", "--to", "columnar", "--out", "a.col"], br#"[{"a":7},{}]"#);
    assert_eq!(stdout(&directory, &["column", "a.col", "a"], b""), b"7\nnull\n");
    for (arguments, expected) in [
        (["row", "a.col", "2"], "a.col: there is no row 2; the file has 2"),
        (["column", "a.col", "b"], "a.col: the rows have no field \"b\" (structure)"),
    ] {
        let (status, message) = failure(&directory, &arguments, b"");
        assert_eq!((status, message.trim_end()), (1, &format!("typecase: {expected}")[..]));
    }
    // A file that has been cut has no index.
    let whole = fs::read(directory.path().join("a.col")).unwrap();
    directory.file("cut.col", &whole[..whole.len() - 3]);
    let (status, message) = failure(&directory, &["row", "cut.col", "0"], b"");
    assert!(status == 1 && message.contains("structure"), "{message}");
}
