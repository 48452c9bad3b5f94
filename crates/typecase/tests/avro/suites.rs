//! The suites of the Avro project: canonical forms, fingerprints, data, resolution, single objects.

use super::*;
use typecase::schema::avro::Resolution;

#[test]
fn canonical_forms_and_fingerprints() {
    for case in cases("suites/avro/canonical.json") {
        let schema = AvroSchema::parse(text(&case, "schema")).unwrap_or_else(|error| panic!("{error}: {case:?}"));
        assert_eq!(schema.canonical(), text(&case, "canonical"));
        if let Some(fingerprint) = case.get("crc64_avro") {
            assert_eq!((schema.crc64() as i64).to_string(), fingerprint.as_str().unwrap());
        }
    }
    for case in cases("suites/avro/fingerprints.json") {
        let schema = AvroSchema::parse(text(&case, "schema")).unwrap();
        // One case has the form of a program that defines a type again where it is referred to, which the
        // specification does not allow.
        if text(&case, "canonical").matches(r#"{"name":"org.apache.avro.ipc.MD5""#).count() > 1 {
            continue;
        }
        assert_eq!(schema.canonical(), text(&case, "canonical"));
        assert_eq!(to_hex(&schema.crc64().to_le_bytes()), text(&case, "crc64_avro_le_hex"));
        #[cfg(feature = "avro")]
        {
            assert_eq!(to_hex(&schema.md5()), text(&case, "md5"));
            assert_eq!(to_hex(&schema.sha256()), text(&case, "sha256"));
        }
    }
}

#[test]
fn data_in_both_directions() {
    for case in cases("suites/avro/binary.json") {
        let name = text(&case, "name");
        let schema = AvroSchema::parse(text(&case, "schema")).unwrap();
        let codec = codec(&schema);
        let bytes = hex(text(&case, "hex"));
        if case.get("expect").is_some() {
            let error = codec.decode(&bytes).expect_err(name);
            assert!(error.offset().is_some_and(|offset| offset <= bytes.len()), "{name}: {error}");
            continue;
        }
        let value = codec.decode(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let expected = case.get("json").unwrap();
        assert_eq!(as_floats(&schema.value_to_json(&value).unwrap()), as_floats(expected), "{name}");
        assert_eq!(schema.value_from_json(expected).unwrap(), value, "{name}");
        if case.get("encode").is_none() {
            assert_eq!(to_hex(&codec.encode(&value).unwrap()), text(&case, "hex"), "{name}");
        }
    }
}

/// Numbers of the suites are written with and without fractions alike.
pub fn as_floats(value: &Value<'_>) -> Value<'static> {
    match value {
        Value::Float(number) if *number as i64 as f64 == *number => Value::Int(*number as i64),
        Value::Float(number) => Value::Float(f64::from(*number as f32)),
        Value::List(items) => Value::list(items.iter().map(as_floats).collect()),
        Value::Map(entries) => {
            Value::Map(entries.iter().map(|(key, value)| (key.clone().into_owned(), as_floats(value))).collect())
        }
        other => other.clone().into_owned(),
    }
}

#[test]
fn resolution() {
    for case in cases("suites/avro/resolution.json") {
        let name = text(&case, "name");
        let writer = AvroSchema::parse(text(&case, "writer")).unwrap();
        let reader = AvroSchema::parse(text(&case, "reader")).unwrap();
        let bytes = hex(text(&case, "hex"));
        let resolution = Resolution::new(&writer, &reader);
        let result = resolution.resolve(codec(&writer).decode(&bytes).unwrap());
        match case.get("json") {
            Some(expected) => {
                let value = result.unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(as_floats(&reader.value_to_json(&value).unwrap()), as_floats(expected), "{name}");
                // It is a value of the reader's codec.
                let codec = codec(&reader);
                assert_eq!(codec.decode(&codec.encode(&value).unwrap()).unwrap(), value, "{name}");
            }
            None => assert!(result.is_err() && !resolution.is_complete(), "{name}"),
        }
    }
}

#[test]
fn compatibility() {
    for case in cases("suites/avro/compatibility.json") {
        let writer = AvroSchema::parse(text(&case, "writer")).unwrap();
        let reader = AvroSchema::parse(text(&case, "reader")).unwrap();
        let resolution = Resolution::new(&writer, &reader);
        let compatible = case.get("compatible").and_then(Value::as_bool).unwrap();
        assert_eq!(resolution.is_complete(), compatible, "{}: {:?}", text(&case, "name"), resolution.problem());
    }
}

#[test]
fn the_diff_agrees_with_compatibility() {
    use typecase::schema::diff::{Verdict, WireKind, diff};
    let (mut agreed, mut stricter) = (0, 0);
    for case in cases("suites/avro/compatibility.json") {
        let name = text(&case, "name");
        let import = |key: &str| import::avro(&AvroSchema::parse(text(&case, key)).unwrap());
        // What has no place in the model, and what differs in the names of types alone.
        let (Ok(writer), Ok(reader)) = (import("writer"), import("reader")) else { continue };
        if name.contains("name-mismatch") || name.contains("union-branch/38b98da2") {
            continue;
        }
        let (writer, reader) = (writer.build().unwrap(), reader.build().unwrap());
        let readable = diff(&writer, &reader).effect(WireKind::Avro).backward != Verdict::Breaking;
        let compatible = case.get("compatible").and_then(Value::as_bool).unwrap();
        assert!(compatible || !readable, "{name}: the diff calls it readable");
        // The diff goes by the model, in which a union is another type than its branch, and is in doubt breaking.
        if readable == compatible { agreed += 1 } else { stricter += 1 }
    }
    assert!(agreed == 0 && stricter == 0 || agreed > 4 * stricter, "{agreed} agree, {stricter} are stricter");
}

#[test]
fn single_objects() {
    use typecase::wire::avro::object;
    for case in cases("suites/avro/single-object.json") {
        let schema = AvroSchema::from_value(case.get("schema").unwrap()).unwrap();
        let codec = codec(&schema);
        let bytes = hex(text(&case, "hex"));
        let read = object::parse(&bytes).and_then(|(fingerprint, datum)| {
            object::check(fingerprint, schema.crc64())?;
            codec.decode(datum)
        });
        match case.get("json") {
            None => assert!(read.is_err(), "{}", text(&case, "name")),
            Some(expected) => {
                let value = read.unwrap();
                assert_eq!(&schema.value_to_json(&value).unwrap(), expected);
                let mut out = object::head(schema.crc64()).to_vec();
                codec.encode_into(&value, &mut out).unwrap();
                assert_eq!(out, bytes);
            }
        }
    }
}
