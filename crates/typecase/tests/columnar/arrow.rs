//! Documents as record batches of Arrow, and back.

use super::{columnar, groups_of, round_trips, tables};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, TimestampMillisecondType};
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, Date32Array, DictionaryArray, FixedSizeListArray, Int64Array, LargeListArray,
    LargeStringArray, RecordBatch, StringArray, StringViewArray, TimestampMicrosecondArray, TimestampSecondArray,
    UInt8Array, UInt64Array,
};
use arrow_schema::{DataType, Field, Fields, Schema as ArrowSchema, TimeUnit};
use proptest::prelude::*;
use std::sync::Arc;
use typecase::codec::{Codec, Options};
use typecase::error::{Code, Error};
use typecase::schema::Schema;
use typecase::typed::{Encode, Type};
use typecase::wire::Wire;
use typecase::wire::columnar::{self as wire, View, arrow};

fn there_and_back(document: &[u8]) -> Result<Vec<u8>, Error> {
    let view = View::new(document)?;
    let batches = view.to_record_batches()?;
    let rows: Vec<usize> = view.groups().map(|group| group.len()).collect();
    assert_eq!(batches.iter().map(RecordBatch::num_rows).collect::<Vec<_>>(), rows);
    let options = wire::Options { group_rows: rows.first().copied().unwrap_or(8192), ..Default::default() };
    arrow::from_record_batches(&*view.arrow_schema()?, &batches, &options)
}

#[test]
fn tables_come_back() {
    fn check<T: Encode + Type>(rows: &Vec<T>) {
        let document = wire::encode(rows).unwrap();
        assert!(there_and_back(&document).unwrap() == document);
    }
    check(&tables::repetitive(20_000));
    check(&tables::high_entropy(9_000));
    check(&tables::nested(9_000));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_rows_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..3000), group_rows in 1usize..6) {
        let Some((schema, value)) = round_trips::rows(&bytes) else { return Ok(()) };
        let codec = columnar(&schema, &groups_of(group_rows, false));
        let document = codec.encode(&value).unwrap();
        if !has_union(&schema) {
            let again = there_and_back(&document).unwrap();
            prop_assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&document));
            return Ok(());
        }
        // Unions are JSON, which neither says which branch it is nor has every double.
        let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
        let (mut text, mut text_again) = (Vec::new(), Vec::new());
        let Ok(()) = codec.convert(&json, &document, &mut text) else { return Ok(()) };
        let again = there_and_back(&document).unwrap();
        codec.convert(&json, &again, &mut text_again).unwrap();
        prop_assert_eq!(String::from_utf8_lossy(&text_again), String::from_utf8_lossy(&text));
    }
}

fn has_union(schema: &Schema) -> bool {
    schema.document().to_json_line().contains("\"union\"")
}

/// A document from rows as JSON.
fn document(definition: &str, rows: &str) -> Vec<u8> {
    let schema = Schema::parse(definition).unwrap();
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let mut out = Vec::new();
    json.convert(&columnar(&schema, &Options::default()), rows.as_bytes(), &mut out).unwrap();
    out
}

#[test]
fn every_type_has_its_array() {
    let definition = r#"{"array": {"id": "uint64", "role": "?Role", "seven": {"enum": [7, "x"]}, "at": "date", "raw": "bytes",
        "any": "json", "big": "?bigint", "may": {"flags": ["r", "w"]}, "tags": {"array": "?string"}, "by": {"map": "boolean"},
        "pair": ["number", "int32"], "is": {"union": ["int32", "string"]}, "home?": {"city": "string", "zip": "?string"}}}"#;
    let definition =
        format!(r#"{{"$name": "Rows", "$types": {{"Role": {{"enum": ["admin", "editor"]}}}}, "$root": {definition}}}"#);
    let rows = r#"[{"id":18446744073709551615,"role":"editor","seven":7,"at":"2021-12-05T00:00:00.000Z","raw":"AAE=","any":{"a":[1]},"big":"-12345678901234567890","may":{"r":true,"w":false},"tags":["x",null],"by":{"a":true,"b":false},"pair":[0.5,7],"is":"seven","home":{"city":"Lviv"}},{"id":0,"seven":"x","at":"1969-12-31T23:59:59.999Z","raw":"","any":null,"may":{"r":false,"w":true},"tags":[],"by":{},"pair":[-1,8],"is":7}]"#;
    let document = document(&definition, rows);
    let view = View::new(&document).unwrap();
    let [batch] = &view.to_record_batches().unwrap()[..] else { panic!("one group") };

    assert_eq!(batch["id"].as_primitive::<arrow_array::types::UInt64Type>().values()[..], [u64::MAX, 0]);
    let roles = batch["role"].as_dictionary::<Int32Type>();
    assert_eq!((roles.keys().value(0), roles.is_null(1)), (1, true));
    assert_eq!(roles.values().as_string::<i32>().iter().flatten().collect::<Vec<_>>(), ["admin", "editor"]);
    let mixed = batch["seven"].as_dictionary::<Int32Type>();
    assert_eq!(mixed.values().as_string::<i32>().iter().flatten().collect::<Vec<_>>(), ["7", "\"x\""]);
    assert_eq!(batch["at"].as_primitive::<TimestampMillisecondType>().values()[..], [1_638_662_400_000, -1]);
    assert_eq!(batch["at"].data_type(), &DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into())));
    assert_eq!(batch["raw"].as_binary::<i32>().value(0), [0, 1]);
    assert_eq!(batch["any"].as_string::<i32>().iter().flatten().collect::<Vec<_>>(), [r#"{"a":[1]}"#, "null"]);
    assert_eq!(batch["big"].as_string::<i32>().iter().collect::<Vec<_>>(), [Some("-12345678901234567890"), None]);
    let flags = batch["may"].as_struct();
    assert_eq!(flags.column_names(), ["r", "w"]);
    assert!(flags.column(0).as_boolean().value(0) && flags.column(1).as_boolean().value(1));
    let tags = batch["tags"].as_list::<i32>();
    assert_eq!(tags.value(0).as_string::<i32>().iter().collect::<Vec<_>>(), [Some("x"), None]);
    assert_eq!(tags.value_offsets(), [0, 2, 2]);
    assert_eq!(batch["by"].as_map().keys().as_string::<i32>().value(1), "b");
    assert_eq!(batch["pair"].as_struct().column(1).as_primitive::<Int32Type>().values()[..], [7, 8]);
    assert_eq!(batch["is"].as_string::<i32>().iter().flatten().collect::<Vec<_>>(), [r#""seven""#, "7"]);
    let home = batch["home"].as_struct();
    assert_eq!((home.is_null(1), home.column(0).null_count(), home.column(1).null_count()), (true, 0, 2));
    let schema = view.arrow_schema().unwrap();
    assert_eq!(schema.field_with_name("any").unwrap().metadata()["ARROW:extension:name"], "arrow.json");
    assert_eq!(schema.field_with_name("is").unwrap().metadata()["typecase.type"], "union");

    assert_eq!(String::from_utf8(there_and_back(&document).unwrap()).unwrap(), String::from_utf8(document).unwrap());
}

/// A document from columns that typecase did not make, as JSON.
fn from_foreign(fields: Vec<(&str, bool, ArrayRef)>) -> Result<(String, String), Error> {
    let of = |(name, nullable, array): &(&str, bool, ArrayRef)| Field::new(*name, array.data_type().clone(), *nullable);
    let schema = Arc::new(ArrowSchema::new(fields.iter().map(of).collect::<Vec<_>>()));
    let batch = RecordBatch::try_new(schema.clone(), fields.into_iter().map(|(_, _, array)| array).collect()).unwrap();
    let document = arrow::from_record_batches(
        &schema,
        &[batch.slice(0, 1), batch.slice(1, batch.num_rows() - 1)],
        &Default::default(),
    )?;
    let schema = wire::schema_of(&document)?;
    let mut text = Vec::new();
    let json = Codec::new(&schema, Wire::Json, &Options::default())?;
    columnar(&schema, &Options::default()).convert(&json, &document, &mut text)?;
    Ok((schema.canonical().to_owned(), String::from_utf8(text).unwrap()))
}

#[test]
fn batches_of_others_become_documents() {
    let point = Fields::from(vec![Field::new("v", DataType::Int64, true)]);
    let points = arrow_array::StructArray::new(point, vec![Arc::new(Int64Array::from(vec![Some(1), None]))], None);
    let items = LargeListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![Some(1), Some(2)]), Some(vec![])]);
    let pairs = FixedSizeListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![Some(1), Some(2)]), None], 2);
    let dictionary: DictionaryArray<Int32Type> = [Some("b"), None].into_iter().collect();
    let columns: Vec<(&str, bool, ArrayRef)> = vec![
        ("a", false, Arc::new(UInt8Array::from(vec![200, 0]))),
        ("b", true, Arc::new(LargeStringArray::from(vec![Some("long"), None]))),
        ("c", false, Arc::new(StringViewArray::from_iter_values(["a string beyond twelve bytes", "s"]))),
        ("d", true, Arc::new(dictionary)),
        ("e", false, Arc::new(Date32Array::from(vec![1, -1]))),
        ("f", false, Arc::new(TimestampSecondArray::from(vec![1, 2]))),
        ("g", false, Arc::new(TimestampMicrosecondArray::from(vec![5_000, 0]))),
        ("h", false, Arc::new(items)),
        ("i", true, Arc::new(pairs)),
        ("j", false, Arc::new(points)),
        ("k", false, Arc::new(BinaryViewArray::from_iter_values([&b"\x00\x01"[..], b""]))),
        ("l", false, Arc::new(StringArray::from(vec!["x", "y"]))),
    ];
    let (schema, rows) = from_foreign(columns).unwrap();
    assert_eq!(
        schema,
        "[{a:uint32,b:?string,c:string,d:?string,e:date,f:date,g:date,h:[?int32],i:?[?int32],j:{v:?int64},k:bytes,l:string}]"
    );
    let expected = r#"[{"a":200,"b":"long","c":"a string beyond twelve bytes","d":"b","e":"1970-01-02T00:00:00.000Z","f":"1970-01-01T00:00:01.000Z","g":"1970-01-01T00:00:00.005Z","h":[1,2],"i":[1,2],"j":{"v":1},"k":"AAE=","l":"x"},{"a":0,"c":"s","e":"1969-12-31T00:00:00.000Z","f":"1970-01-01T00:00:02.000Z","g":"1970-01-01T00:00:00.000Z","h":[],"j":{},"k":"","l":"y"}]"#;
    assert_eq!(rows, expected);
}

#[test]
fn what_has_no_place_is_refused() {
    let refused = |array: ArrayRef| from_foreign(vec![("a", true, array)]).unwrap_err();
    let error = refused(Arc::new(arrow_array::Decimal128Array::from(vec![1, 2])));
    assert_eq!(error.code(), Code::Unsupported);
    assert!(error.to_string().contains("Decimal128"), "{error}");
    let error = refused(Arc::new(arrow_array::Time32SecondArray::from(vec![1, 2])));
    assert!(error.to_string().contains("Time32"), "{error}");
    let error = refused(Arc::new(TimestampMicrosecondArray::from(vec![1, 2])));
    assert_eq!(error.code(), Code::Type, "{error}");
    let error = refused(Arc::new(TimestampSecondArray::from(vec![i64::MAX, 2])));
    assert_eq!(error.code(), Code::Type, "{error}");

    // The values must be those of the schema that the metadata has.
    let with_schema = |definition: &str, array: ArrayRef| {
        let line = Schema::parse(definition).unwrap().document().to_json_line();
        let metadata = std::collections::HashMap::from([("typecase.schema".to_owned(), line)]);
        let field = Field::new("a", array.data_type().clone(), true);
        let schema = Arc::new(ArrowSchema::new_with_metadata(vec![field], metadata));
        let batch = RecordBatch::try_new(schema.clone(), vec![array]).unwrap();
        arrow::from_record_batches(&schema, &[batch], &Default::default()).map(|_| ()).map_err(|error| error.code())
    };
    let texts = |texts: [&str; 2]| -> ArrayRef { Arc::new(StringArray::from(texts.to_vec())) };
    assert_eq!(
        with_schema(r#"{"array": {"a": "int32"}}"#, Arc::new(Int64Array::from(vec![1, 1 << 40]))),
        Err(Code::Type)
    );
    assert_eq!(
        with_schema(r#"{"array": {"a": "int64"}}"#, Arc::new(UInt64Array::from(vec![1, u64::MAX]))),
        Err(Code::Type)
    );
    assert_eq!(with_schema(r#"{"array": {"a": "uint64"}}"#, Arc::new(Int64Array::from(vec![1, -1]))), Err(Code::Type));
    assert_eq!(
        with_schema(r#"{"array": {"a": "int64"}}"#, Arc::new(Int64Array::from(vec![Some(1), None]))),
        Err(Code::Required)
    );
    assert_eq!(with_schema(r#"{"array": {"a": "int64"}}"#, texts(["1", "2"])), Err(Code::Type));
    assert_eq!(with_schema(r#"{"array": {"a": {"enum": ["x", "y"]}}}"#, texts(["x", "z"])), Err(Code::Enum));
    assert_eq!(with_schema(r#"{"array": {"a": "json"}}"#, texts(["1", "[,"])), Err(Code::Json));
    assert_eq!(with_schema(r#"{"array": {"a": "bigint"}}"#, texts(["1", "01"])), Err(Code::Type));
    assert_eq!(with_schema(r#"{"array": {"b": "?bigint"}}"#, texts(["1", "2"])), Err(Code::Extra));
    assert_eq!(with_schema(r#"{"array": {"a": "string", "b": "string"}}"#, texts(["1", "2"])), Err(Code::Required));
    assert_eq!(with_schema(r#"{"array": {"a": "string", "b": "?string"}}"#, texts(["1", "2"])), Ok(()));
}

#[test]
fn keys_that_occur_twice_are_refused() {
    let text = document(r#"{"array": {"by": {"map": "int32"}}}"#, r#"[{"by":{"a":1,"b":2}}]"#);
    let text = String::from_utf8(text).unwrap().replace("\na\nb\n", "\na\na\n");
    let error = View::new(text.as_bytes()).unwrap().to_record_batches().unwrap_err();
    assert_eq!(error.code(), Code::Duplicate);
}
