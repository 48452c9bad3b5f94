//! Schemas of the Avro project and of others: which are schemas, and that they come back from the model.

use super::*;

#[test]
fn schemas_are_told_from_what_is_none() {
    for case in cases("suites/avro/schemas.json") {
        let parsed = AvroSchema::parse(text(&case, "schema"));
        match text(&case, "expect") {
            "reject" => assert!(parsed.is_err(), "{case:?}"),
            _ => {
                let schema = parsed.unwrap_or_else(|error| panic!("{error}: {case:?}"));
                let printed = schema.to_json();
                assert_eq!(AvroSchema::parse(&printed).unwrap().canonical(), schema.canonical());
                let ignored = case.get("logical_type").is_some();
                if ignored {
                    assert!(!printed.contains("logicalType"), "{case:?}");
                }
                // A record that only contains itself, say, has no values, and so no place in the model.
                if import::avro(&schema).is_ok() {
                    comes_back(&schema);
                }
            }
        }
    }
}

#[test]
fn schemas_in_use_come_back() {
    let Some(folder) = shared::shared("suites/avro-schemas") else { return };
    let mut accepted = 0;
    for case in read(&folder.join("manifest.json")) {
        let name = text(&case, "name");
        let source = std::fs::read_to_string(folder.join(text(&case, "file"))).unwrap();
        let schema = AvroSchema::parse(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
        let imported = match import::avro(&schema) {
            Ok(_) => comes_back(&schema),
            Err(error) => {
                assert_eq!(text(&case, "expect"), "either", "{name}: {error}");
                continue;
            }
        };
        accepted += 1;
        if let Some(canonical) = case.get("canonical") {
            assert_eq!(schema.canonical(), canonical.as_str().unwrap(), "{name}");
        }
        if let Some(fingerprint) = case.get("crc64_avro_le_hex") {
            assert_eq!(to_hex(&schema.crc64().to_le_bytes()), fingerprint.as_str().unwrap(), "{name}");
        }
        #[cfg(feature = "avro")]
        if let Some(fingerprint) = case.get("canonical_sha256") {
            assert_eq!(to_hex(&schema.sha256()), fingerprint.as_str().unwrap(), "{name}");
        }
        // Every named type is a type of the document, and there are no others.
        let types = case.get("types").unwrap().as_map().unwrap().len();
        let document = imported.document();
        assert_eq!(document.types.len() + usize::from(document.name.is_some()), types, "{name}");
    }
    assert!(accepted >= 15);
}

#[test]
fn exports_of_every_construct_are_schemas_of_the_same_bytes() {
    let text = r#"{"$name": "T", "$types": {
        "Names": {"array": "?Names"}, "U": {"union": ["int32", "integer", "uint32", {"array": "string"}, {"array": "U2"}]},
        "U2": {"union": ["null", {"p": "?T"}]}}, "$root": {
        "next": "?T", "names": "Names", "u": "?U", "us": {"array": "?U"}, "nested": {"union": ["U", "U2"]}, "n?": "U2",
        "none": "null", "no?": "null", "j": "json", "jo?": "json", "t": ["int32", "?string"], "big": "bigint", "a b": "?date",
        "e": {"enum": ["x y", 7, "x_y"]}, "f": {"flags": ["a", "b"]}, "d": {"type": "number", "default": 1.5},
        "told?": {"union": [{"k": {"enum": ["a", "b"]}, "v": "int32"}, {"k": {"enum": ["c"]}}], "discriminator": "k"}}}"#;
    let schema = Schema::parse(text).unwrap();
    let exported = typecase::schema::export::avro(&schema).unwrap();
    let again =
        AvroSchema::parse(&exported.to_json()).unwrap_or_else(|error| panic!("{error}: {}", exported.to_json()));
    assert_eq!(again.canonical(), exported.canonical());
    // What the wire writes for the schema is data of the exported one.
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let avro = Codec::new(&schema, Wire::Avro, &Options::default()).unwrap();
    let text = r#"{"names":[null,[]],"u":3000000000,"us":[null,["s"],7,[null,{"p":null}]],"nested":{"p":null},"n":null,"j":null,
        "jo":[1],"t":[1,null],"big":"12","a b":"1970-01-01T00:00:00.001Z","e":7,"f":{"a":true,"b":false},"d":2,
        "told":{"k":"b","v":1},"next":null}"#;
    let value = json.decode(text.as_bytes()).unwrap();
    let bytes = avro.encode(&value).unwrap();
    assert_eq!(avro.decode(&bytes).unwrap(), value);
    let as_avro = codec(&exported).decode(&bytes).unwrap();
    assert_eq!(codec(&exported).encode(&as_avro).unwrap(), bytes);
}
