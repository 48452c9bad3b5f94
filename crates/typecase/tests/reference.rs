//! The reference payloads on each wire, byte for byte as long as the established libraries write them.

use std::fs;
use std::path::PathBuf;
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::Wire;

fn payload(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../payloads/reference");
    fs::read(folder.join(name)).unwrap()
}

fn schema(name: &str) -> Schema {
    Schema::parse(std::str::from_utf8(&payload(&format!("{name}.schema.json"))).unwrap()).unwrap()
}

/// The sizes in bytes by payload, as `sizes.json` holds them for a wire.
fn sizes(wire: &str) -> Vec<(String, usize)> {
    let all = payload("sizes.json");
    let all = typecase::wire::json::parse(std::str::from_utf8(&all).unwrap()).unwrap().into_owned();
    let rows = all.get(wire).unwrap().as_map().unwrap();
    rows.iter()
        .map(|(name, sizes)| (name.as_str().unwrap().into(), sizes.as_list().unwrap()[0].as_int().unwrap() as usize))
        .collect()
}

/// The document of a payload; `records-columns` is `records` under another schema.
fn document(name: &str) -> Vec<u8> {
    payload(&format!("{}.json", name.split('-').next().unwrap()))
}

#[test]
fn sizes_are_exact_and_values_come_back() {
    for wire in [Wire::Json, Wire::Positional, Wire::Protobuf, Wire::Avro, Wire::Msgpack, Wire::Bson] {
        let sizes = sizes(if wire == Wire::Msgpack { "msgpack records=off" } else { wire.name() });
        assert!(sizes.len() >= 6);
        for (name, size) in sizes {
            let schema = schema(&name);
            let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
            let codec = Codec::new(&schema, wire, &Options::default()).unwrap();
            let document = document(&name);
            let value = json.decode(&document).unwrap_or_else(|error| panic!("{name}: {error}"));
            let bytes = codec.encode(&value).unwrap();
            assert_eq!(bytes.len(), size, "{name} on {wire}");
            assert_eq!(codec.decode(&bytes).unwrap(), value, "{name} on {wire}");

            let mut transcoded = Vec::new();
            json.convert(&codec, &document, &mut transcoded).unwrap();
            assert!(transcoded == bytes, "{name} on {wire}: transcoding gives other bytes");
            let mut back = Vec::new();
            codec.convert(&json, &bytes, &mut back).unwrap();
            assert_eq!(json.decode(&back).unwrap(), value, "{name} on {wire}");
        }
    }
}

#[test]
fn packets_take_every_path() {
    let schema = schema("packets");
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let positional = Codec::new(&schema, Wire::Positional, &Options::default()).unwrap();
    let document = document("packets");
    let value = json.decode(&document).unwrap();
    assert!(matches!(value.as_list().unwrap()[0], Value::Case(_)));
    let bytes = positional.encode(&value).unwrap();
    assert!(
        bytes.starts_with(br#"[[2,"message","support",1700000000515],[0,1001,"#),
        "{}",
        String::from_utf8_lossy(&bytes)
    );
    assert_eq!(positional.decode(&bytes).unwrap(), value);
    let mut transcoded = Vec::new();
    json.convert(&positional, &document, &mut transcoded).unwrap();
    assert_eq!(transcoded, bytes);
}

#[test]
fn fields_in_any_order_give_the_same_bytes() {
    let schema = Schema::parse(
        r#"{"a": "integer", "b": {"x": "?string", "y": "integer"}, "c": {"array": {"p": "?integer", "q": "integer"}}}"#,
    )
    .unwrap();
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    let positional = Codec::new(&schema, Wire::Positional, &Options::default()).unwrap();
    for text in [
        r#"{"a":1,"b":{"x":"s","y":2},"c":[{"p":3,"q":4},{"q":5}]}"#,
        r#"{"c":[{"q":4,"p":3},{"q":5}],"a":1,"b":{"y":2,"x":"s"}}"#,
        r#"{ "a" : 1 , "unknown" : [ { } ] , "b" : { "x" : "s" , "y" : 2 } , "c" : [ { "q" : 4 , "p" : 3 } , { "p" : null , "q" : 5 } ] , "z" : 0 }"#,
    ] {
        let mut out = Vec::new();
        json.convert(&positional, text.as_bytes(), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), r#"[1,["s",2],[[3,4],[null,5]]]"#, "{text}");
        let value = json.decode(text.as_bytes()).unwrap();
        assert_eq!(positional.encode(&value).unwrap(), br#"[1,["s",2],[[3,4],[null,5]]]"#);
    }
}
