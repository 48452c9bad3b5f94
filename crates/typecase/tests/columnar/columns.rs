//! The columns of groups as arrays, and rows that are written from columns: each is the other's source here.

use super::{columnar, groups_of, round_trips, tables};
use proptest::prelude::*;
use typecase::codec::Options;
use typecase::error::{Code, Error, Result};
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::stream;
use typecase::typed::{Encode, Type};
use typecase::wire::columnar::{self as wire, ColumnSource, GroupColumns, LeafKind, Plan, RowWriter, View};

/// The columns of a group, for a writer. A place is that of a row or an item, not yet of a value.
struct Group<'v>(GroupColumns<'v>);

impl Group<'_> {
    fn place(&self, leaf: usize, slot: usize) -> usize {
        self.0.place(leaf, slot).expect("what is asked for is there")
    }
}

impl ColumnSource for Group<'_> {
    fn has(&self, _leaf: usize) -> bool {
        true
    }

    fn integers(&self, leaf: usize, places: &[usize], out: &mut Vec<i64>) -> Result<()> {
        out.extend(places.iter().map(|&slot| self.0.integers(leaf)[self.place(leaf, slot)]));
        Ok(())
    }

    fn numbers(&self, leaf: usize, places: &[usize], out: &mut Vec<f64>) -> Result<()> {
        out.extend(places.iter().map(|&slot| self.0.numbers(leaf)[self.place(leaf, slot)]));
        Ok(())
    }

    fn texts(&self, leaf: usize, places: &[usize], mut take: impl FnMut(&[u8])) -> Result<()> {
        let mut texts = Vec::new();
        self.0.each_string(leaf, |text| texts.push(text))?;
        for &slot in places {
            let text = &texts[self.place(leaf, slot)];
            match self.0.kind(leaf) {
                LeafKind::Bytes => take(&base64_simd::STANDARD.decode_to_vec(text.as_bytes()).unwrap()),
                _ => take(text.as_bytes()),
            }
        }
        Ok(())
    }

    fn items(&self, leaf: usize, places: &[usize], lengths: &mut Vec<i64>, items: &mut Vec<usize>) -> Result<()> {
        for &slot in places {
            let place = self.place(leaf, slot);
            lengths.push(self.0.integers(leaf)[place]);
            items.extend(self.0.places(leaf)[place]..self.0.places(leaf)[place + 1]);
        }
        Ok(())
    }
}

/// A document by its columns and back.
fn there_and_back(document: &[u8], options: &wire::Options) -> Result<Vec<u8>, stream::Error> {
    let view = View::new(document)?;
    let mut columns = GroupColumns::new(&view);
    for (leaf, name) in view.plan().columns().enumerate() {
        assert_eq!(columns.want(name)?, leaf, "{name}");
    }
    let mut group = Group(columns);
    let mut writer = RowWriter::new(view.plan(), options, &Limits::default(), Vec::new())?;
    for (at, rows) in view.groups().enumerate() {
        assert_eq!(group.0.load(&view, at)?, rows.len());
        let mut taken = 0;
        writer.push_columns(0..rows.len(), &group, &mut taken)?;
        assert_eq!(taken, rows.len());
    }
    writer.finish()
}

#[test]
fn tables_come_back() {
    fn check<T: Encode + Type>(rows: &Vec<T>) {
        let document = wire::encode(rows).unwrap();
        assert!(there_and_back(&document, &wire::Options::default()).unwrap() == document);
    }
    check(&tables::repetitive(20_000));
    check(&tables::high_entropy(9_000));
    check(&tables::nested(9_000));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_rows_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..3000), group_rows in 1usize..6) {
        let Some((schema, value)) = round_trips::rows(&bytes) else { return Ok(()) };
        let mut names: Vec<String> = Plan::new(&schema).unwrap().columns().map(String::from).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        if names.len() < count {
            // A name leads to the first of two columns alone.
            return Ok(());
        }
        let options = groups_of(group_rows, false);
        let document = columnar(&schema, &options).encode(&value).unwrap();
        let again = there_and_back(&document, &options.columnar).unwrap();
        prop_assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&document));
    }
}

/// Only what is wanted is loaded, and what says where it is.
#[test]
fn other_columns_are_not_looked_at() {
    let document = "typecase-columnar 1\n{\"array\":{\"bad\":\"int64\",\"tags\":{\"array\":\"?string\"}}}\n\
         [2,\"plain\",2,\"int 0 1 1\",3,\"bits\",2,\"plain\",4]\nx\nCA\ng\nab\nc\n{\"rows\":2,\"groups\":[81,2]}\n";
    let offset = document.find("[2,").unwrap();
    let document =
        document.replace("[81,", &format!("[{offset},")).replace("\nc\n{", "\n{").replace("\"plain\",4", "\"plain\",3");
    let view = View::new(document.as_bytes()).unwrap();
    let mut columns = GroupColumns::new(&view);
    let tags = columns.want("tags[]").unwrap();
    assert_eq!(columns.want("tags").unwrap_err().code(), Code::Structure);
    assert_eq!(columns.load(&view, 0).unwrap(), 2);
    assert_eq!((columns.place(tags, 0), columns.place(tags, 1)), (Some(0), None));
    assert_eq!(columns.load(&view, 1).unwrap_err().code(), Code::Structure);
    columns.want("bad").unwrap();
    assert_eq!(columns.load(&view, 0).unwrap_err().path(), "bad");
}

/// Columns of one kind each, in which nothing is as it should be.
struct Given {
    /// A column that there is nothing of.
    without: Option<usize>,
    integer: i64,
    number: f64,
    text: &'static [u8],
    /// How many values are missing.
    missing: usize,
}

impl ColumnSource for Given {
    fn has(&self, leaf: usize) -> bool {
        self.without != Some(leaf)
    }

    fn integers(&self, _leaf: usize, places: &[usize], out: &mut Vec<i64>) -> Result<()> {
        out.extend(places.iter().skip(self.missing).map(|_| self.integer));
        Ok(())
    }

    fn numbers(&self, _leaf: usize, places: &[usize], out: &mut Vec<f64>) -> Result<()> {
        out.extend(places.iter().skip(self.missing).map(|_| self.number));
        Ok(())
    }

    fn texts(&self, _leaf: usize, places: &[usize], mut take: impl FnMut(&[u8])) -> Result<()> {
        places.iter().skip(self.missing).for_each(|_| take(self.text));
        Ok(())
    }

    fn items(&self, _leaf: usize, places: &[usize], lengths: &mut Vec<i64>, items: &mut Vec<usize>) -> Result<()> {
        lengths.extend(places.iter().map(|_| self.integer));
        items.extend(places.iter().flat_map(|_| 0..2));
        Ok(())
    }
}

#[test]
fn what_has_no_place_is_refused_and_the_document_is_as_it_was() {
    let good = || Given { without: None, integer: 1, number: 1.5, text: b"x", missing: 0 };
    let definition = |ty: &str| format!(r#"{{"array": {{"id": "int64", "a": {ty}}}}}"#);
    for (ty, given, code, path) in [
        (r#""int32""#, Given { integer: 1 << 40, ..good() }, Code::Type, "a"),
        (r#""?boolean""#, Given { integer: 2, ..good() }, Code::Type, "a?"),
        (r#"{"enum": ["x"]}"#, good(), Code::Type, "a"),
        (r#""float32""#, Given { number: 1e300, ..good() }, Code::Type, "a"),
        (r#""string""#, Given { text: b"\xc3", ..good() }, Code::Utf8, "a"),
        (r#""bigint""#, good(), Code::Type, "a"),
        (r#""json""#, good(), Code::Json, "a"),
        (r#"{"array": "string"}"#, good(), Code::Structure, "a#"),
        (r#"{"map": "string"}"#, Given { integer: 2, ..good() }, Code::Duplicate, "a{key}"),
        (r#"{"array": "string"}"#, Given { integer: -1, ..good() }, Code::Structure, "a#"),
        (r#""string""#, Given { without: Some(1), ..good() }, Code::Required, "a"),
        (r#""string""#, Given { without: Some(0), ..good() }, Code::Required, "id"),
        (r#""string""#, Given { missing: 1, ..good() }, Code::Structure, "id"),
    ] {
        let Ok(schema) = Schema::parse(&definition(ty)) else { panic!("{ty}") };
        let plan = Plan::new(&schema).unwrap();
        let options = wire::Options { group_rows: 4, ..wire::Options::default() };
        let mut writer = RowWriter::new(&plan, &options, &Limits::default(), Vec::new()).unwrap();
        let mut taken = 0;
        let error: Error = match writer.push_columns(0..3, &given, &mut taken) {
            Err(stream::Error::Data(error)) => error,
            other => panic!("{ty}: {other:?}"),
        };
        let expected = Error::new(code, "").in_field(path).path();
        assert_eq!((error.code(), error.path(), taken), (code, expected, 0), "{ty}");
        let empty = columnar(&schema, &Options::default()).encode(&typecase::value::Value::List([].into())).unwrap();
        assert_eq!(writer.finish().unwrap(), empty, "{ty}");
    }
}

/// Two bytes that are half a character each are none, though they are one together.
#[test]
fn a_text_does_not_end_within_a_character() {
    struct Halves;
    impl ColumnSource for Halves {
        fn has(&self, _leaf: usize) -> bool {
            true
        }
        fn integers(&self, _: usize, _: &[usize], _: &mut Vec<i64>) -> Result<()> {
            Ok(())
        }
        fn numbers(&self, _: usize, _: &[usize], _: &mut Vec<f64>) -> Result<()> {
            Ok(())
        }
        fn texts(&self, _: usize, _: &[usize], mut take: impl FnMut(&[u8])) -> Result<()> {
            [&b"\xc3"[..], b"\xb8"].into_iter().for_each(&mut take);
            Ok(())
        }
        fn items(&self, _: usize, _: &[usize], _: &mut Vec<i64>, _: &mut Vec<usize>) -> Result<()> {
            Ok(())
        }
    }
    let plan = Plan::new(&Schema::parse(r#"{"array": {"a": "string"}}"#).unwrap()).unwrap();
    let mut writer = RowWriter::new(&plan, &wire::Options::default(), &Limits::default(), Vec::new()).unwrap();
    let error = writer.push_columns(0..2, &Halves, &mut 0).unwrap_err();
    assert!(matches!(error, stream::Error::Data(error) if error.code() == Code::Utf8));
}
