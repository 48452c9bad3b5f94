//! Single columns and rows, and documents that have been cut.

use super::arbitrary::{self, Source, Values};
use super::{columnar, groups_of, round_trips};
use proptest::prelude::*;
use typecase::error::Code;
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::columnar::{self as wire, LeafKind, View};

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_are_those_of_the_whole(
        bytes in proptest::collection::vec(any::<u8>(), 0..3000),
        group_rows in 1usize..6,
        readable in any::<bool>(),
    ) {
        let Some((schema, value)) = round_trips::rows(&bytes) else { return Ok(()) };
        let document = columnar(&schema, &groups_of(group_rows, readable)).encode(&value).unwrap();
        let view = View::new(&document).unwrap();
        let rows = value.as_list().unwrap();
        prop_assert_eq!(view.len(), rows.len());
        for (at, row) in rows.iter().enumerate() {
            prop_assert_eq!(&view.row(at).unwrap(), row);
        }
        let middle = rows.len() / 3..rows.len() - rows.len() / 4;
        prop_assert_eq!(&view.rows(middle.clone()).unwrap()[..], &rows[middle.clone()]);
        prop_assert_eq!(view.list(middle.clone()).unwrap(), Value::List(rows[middle].into()));
        prop_assert!(view.list(0..rows.len() + 1).is_err());
        prop_assert!(view.row(rows.len()).is_err());
        // Every column can be read for what it says it is.
        for name in view.plan().columns() {
            let Ok(column) = view.column(name) else { continue };
            let count = match column.kind() {
                LeafKind::Number | LeafKind::Single => {
                    let (numbers, mut pieces) = (column.numbers().unwrap(), Vec::new());
                    column.each_numbers(|piece| { pieces.extend_from_slice(piece); Ok(()) }).unwrap();
                    let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
                    prop_assert_eq!(bits(&numbers), bits(&pieces));
                    numbers.len()
                }
                LeafKind::Text | LeafKind::Bytes | LeafKind::BigInt | LeafKind::Json => column.strings().unwrap().len(),
                _ => {
                    let (integers, mut pieces) = (column.integers().unwrap(), Vec::new());
                    column.each_integers(|piece| { pieces.extend_from_slice(piece); Ok(()) }).unwrap();
                    prop_assert_eq!(&integers, &pieces);
                    integers.len()
                }
            };
            prop_assert_eq!(column.count().unwrap(), count);
            column.presence().unwrap();
        }
    }
}

#[test]
fn columns_are_those_of_the_rows() {
    let schema = Schema::parse(
        r#"{"array": {"id": "uint64", "who": {"name": "?string", "at": "date"}, "tags": {"array": {"tag": "string", "n": "?number"}}, "by": {"map": "boolean"}}}"#,
    );
    let schema = schema.unwrap();
    let text = |text: &str| Value::Text(text.to_owned().into());
    let row = |at: i64| {
        let name = if at % 5 == 0 { Value::Null } else { text(&format!("n\n{}", at % 7)) };
        let tag = |n: i64| {
            let number = if n == 1 { Value::Null } else { Value::Float(at as f64 / 4.0) };
            Value::Record([text(&format!("{at}/{n}")), number].into())
        };
        Value::Record(
            [
                Value::uint(u64::MAX - at as u64),
                Value::Record([name, Value::Date(at * 1000)].into()),
                Value::List((0..at % 3).map(tag).collect()),
                Value::map(vec![("on".to_owned().into(), Value::Bool(at % 2 == 0))]),
            ]
            .into(),
        )
    };
    let value = Value::List((0..40).map(row).collect());
    let document = columnar(&schema, &groups_of(16, false)).encode(&value).unwrap();
    let view = View::new(&document).unwrap();
    assert_eq!(view.groups().collect::<Vec<_>>(), [0..16, 16..32, 32..40]);
    let integers = |name| view.column(name).unwrap().integers().unwrap();
    assert_eq!(integers("id"), (0..40).map(|at| (u64::MAX - at) as i64).collect::<Vec<_>>());
    assert_eq!(integers("who.at"), (0..40).map(|at| at * 1000).collect::<Vec<_>>());
    assert_eq!(integers("tags#"), (0..40).map(|at| at % 3).collect::<Vec<_>>());
    assert_eq!(integers("by{}"), (0..40).map(|at| i64::from(at % 2 == 0)).collect::<Vec<_>>());
    let names = view.column("who.name").unwrap();
    let there = |at: &i64| at % 5 != 0;
    let expected: Vec<String> = (0..40).filter(there).map(|at| format!("n\n{}", at % 7)).collect();
    assert_eq!(names.strings().unwrap(), expected);
    assert_eq!(names.presence().unwrap().unwrap(), (0..40).map(|at| there(&at)).collect::<Vec<_>>());
    let numbers = view.column("tags[].n").unwrap();
    assert_eq!(numbers.numbers().unwrap().len(), integers("tags#").iter().filter(|&&length| length > 0).count());
    assert_eq!(view.column("tags[].tag").unwrap().strings().unwrap().last().unwrap(), "38/1");
    assert_eq!(view.column("tags[].tag").unwrap().presence().unwrap(), None);
    assert_eq!(names.integers().unwrap_err().code(), Code::Type);
    assert_eq!(view.column("who").unwrap_err().code(), Code::Structure);
}

#[test]
fn a_document_cut_anywhere_gives_the_groups_before_the_cut_and_an_error() {
    let bytes: Vec<u8> = (0..2000u32).map(|at| ((at * at) >> 3) as u8).collect();
    let source = &mut Source::new(&bytes);
    let schema =
        Schema::parse(r#"{"array": {"id": "int64", "name": "string", "tags": {"array": "?string"}, "x": "number"}}"#)
            .unwrap();
    let values = Values::new(&schema);
    let rows: Vec<Value<'_>> = (0..9)
        .flat_map(|_| values.root(source).as_list().unwrap().to_vec())
        .chain((0..4).map(|_| first(&schema)))
        .collect();
    let document = columnar(&schema, &groups_of(2, false)).encode(&Value::List(rows.clone().into())).unwrap();
    let whole = View::new(&document).unwrap();
    let ends: Vec<usize> = {
        let line = document.iter().rposition(|&byte| byte == b'{').unwrap();
        let index = typecase::wire::json::parse(std::str::from_utf8(&document[line..]).unwrap()).unwrap();
        let starts = index.get("groups").unwrap().as_list().unwrap().iter().step_by(2);
        starts.skip(1).map(|at| at.as_int().unwrap() as usize).chain([line]).collect()
    };
    assert_eq!(ends.len(), whole.groups().len());
    for cut in 0..document.len() {
        let cut_off = &document[..cut];
        assert!(columnar(&schema, &Default::default()).decode(cut_off).is_err(), "{cut}");
        let Ok((view, error)) = View::of_whole_groups(cut_off) else {
            assert!(cut < ends[0]);
            continue;
        };
        let groups = ends.iter().filter(|&&end| end <= cut).count();
        assert_eq!(view.groups().len(), groups, "{cut}");
        assert_eq!(view.rows(0..view.len()).unwrap()[..], rows[..view.len()]);
        assert!(error.unwrap().offset().unwrap() <= cut);
    }
}

/// The simplest row.
fn first(schema: &Schema) -> Value<'static> {
    let empty = arbitrary::Values::new(schema);
    let list = empty.root(&mut Source::new(&[1; 64]));
    list.as_list().and_then(<[_]>::first).cloned().unwrap_or_else(|| {
        Value::Record([Value::Int(0), Value::text(""), Value::List([].into()), Value::Float(0.0)].into())
    })
}

#[test]
fn rows_one_by_one_give_the_same_document_whatever_is_refused_between_them() {
    let definition = r#"{"array": {"id": "int64", "tags": {"array": "?string"}, "at": "date"}}"#;
    let schema = Schema::parse(definition).unwrap();
    let row = |at: i64| {
        let tag = if at % 2 == 0 { Value::Null } else { Value::Text(format!("t{at}").into()) };
        Value::Record([Value::Int(at), Value::List([tag, Value::text("x")].into()), Value::Date(at * at)].into())
    };
    let rows: Vec<Value<'_>> = (0..25).map(row).collect();
    let options = groups_of(7, false).columnar;
    let plan = wire::Plan::new(&schema).unwrap();
    let mut writer = wire::RowWriter::new(&plan, &options, &Limits::default(), Vec::new()).unwrap();
    for row in &rows {
        // The second tag is wrong, and so is the date.
        for (tag, date) in [(Value::Int(1), Value::Date(0)), (Value::Null, Value::text("no date"))] {
            let wrong = Value::Record([Value::Int(0), Value::List([Value::text("y"), tag].into()), date].into());
            writer.push_value(&wrong).unwrap_err();
        }
        writer.push_value(row).unwrap();
    }
    let document = writer.finish().unwrap();
    let whole = columnar(&schema, &groups_of(7, false)).encode(&Value::List(rows.into())).unwrap();
    assert_eq!(String::from_utf8(document).unwrap(), String::from_utf8(whole).unwrap());
}
