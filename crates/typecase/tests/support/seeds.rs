//! Inputs for the fuzz targets to begin with, made from the reference payloads.

use super::bodies::{SCHEMAS, cbor_options, msgpack_options};
use typecase::codec::{Codec, Options};
use typecase::limits::Limits;
use typecase::schema::Schema;
use typecase::value::Value;
use typecase::wire::{Wire, cbor, json, msgpack};

/// A document for each of the [`SCHEMAS`].
const DOCUMENTS: [(usize, &str); 13] = [
    (0, include_str!("../../../../payloads/reference/single.json")),
    (1, include_str!("../../../../payloads/reference/records.json")),
    (2, include_str!("../../../../payloads/reference/records.json")),
    (3, include_str!("../../../../payloads/reference/packets.json")),
    (4, include_str!("../../../../payloads/reference/sparse.json")),
    (5, include_str!("../../../../payloads/reference/typed.json")),
    (
        6,
        r#"{"s":"\u00e9\ud83e\udd80","b":true,"n":-1.5e-7,"i":-9007199254740993,"g":"123456789012345678901234567890","d":"1970-01-01T00:00:00.000Z","y":"AAE=","j":{"a":[1,{}]},"i32":-5,"u32":4294967295,"u64":18446744073709551615,"f":0.1,"e":7,"o":"new"}"#,
    ),
    (
        7,
        r#"{"next":{"list":[{},null,{"map":{"a":{},"a":null}}]},"tuple":[1,null,[2]],"few":{"a":true,"b\"":false},"plain":[{"plain":{"r":{},"p":1}}],"told":{"t":{"told":{"k":"y"}},"k":1}}"#,
    ),
    (8, r#"[{"a":[[1,2],{"c":3,"a":null}]},true,{"k":{"b":1}},[[null]]]"#),
    (
        9,
        r#"[{"i":5,"d":"2024-01-01T00:00:00.000Z","s":"x","l":["x","y"],"r":{"s":"y"},"j":[1],"u":{"k":"a","s":"z"},"p":[{"n":1}],"m":{"k":{"x":"x"}}},{"i":9},{"s":"x","u":{"k":"b"},"p":null}]"#,
    ),
    (10, r#"[{"a":1,"b":"x","c":[2]},null,{"c":{}}]"#),
    (11, r#"{"f3":3,"f32":32,"g":{"a0":true,"d2":true}}"#),
    (13, r#"{"a":{"b":1,"c":null},"d":{},"a":{"b":2,"b":3}}"#),
];

/// For each seed the name of its target and its bytes.
pub fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let mut seeds = Vec::new();
    for (number, document) in DOCUMENTS {
        let text = shortened(document);
        let schema = Schema::parse(SCHEMAS[number]).unwrap();
        seeds.push(("definition", SCHEMAS[number].into()));
        seeds.push(("snapshot", {
            let snapshot = schema.to_snapshot();
            snapshot[4..snapshot.len() - 4].to_vec()
        }));
        seeds.push((
            "json_schema",
            json::print(&typecase::schema::export::json_schema(schema.document())).unwrap().into(),
        ));
        seeds.push(("json_text", text.clone().into()));
        for options in [0, 1, 12, 18] {
            let head = [number as u8, options];
            seeds.push(("json_message", [&head, text.as_bytes()].concat()));
            let layout = [None, Some("rows"), Some("flat"), Some("columns")][usize::from(options / 6)];
            let positional = positional(&schema, &text, layout);
            seeds.push(("positional_message", [&head, &positional[..]].concat()));
        }
        let codec = |wire| Codec::new(&schema, wire, &Options::default()).unwrap();
        let mut datum = vec![number as u8];
        // Not every value has a place in Avro: unsigned integers above 2^63 - 1 have none.
        if codec(Wire::Json).convert(&codec(Wire::Avro), text.as_bytes(), &mut datum).is_ok() {
            seeds.push(("avro_message", datum));
        }
        for options in 0..4 {
            let mut asked = Options::default();
            (asked.columnar.readable, asked.columnar.group_rows) = (options >= 2, 2);
            // Some schemas have a root that is no list of records.
            let Ok(columnar) = Codec::new(&schema, Wire::Columnar, &asked) else { break };
            let mut document = Vec::new();
            codec(Wire::Json).convert(&columnar, text.as_bytes(), &mut document).unwrap();
            let groups = document.split_inclusive(|&byte| byte == b'\n').skip(2).flatten();
            seeds.push(("columnar_message", [number as u8, options].iter().chain(groups).copied().collect()));
        }
        for options in [0, 1] {
            let mut message = vec![number as u8, options];
            codec(Wire::Json).convert(&codec(Wire::Packed), text.as_bytes(), &mut message).unwrap();
            seeds.push(("packed_message", message));
        }
        for options in [0, 1] {
            let mut message = vec![number as u8, options];
            // A list of Protocol Buffers holds no nulls.
            let converted = Codec::new(&schema, Wire::Protobuf, &Options::default())
                .and_then(|to| codec(Wire::Json).convert(&to, text.as_bytes(), &mut message));
            if converted.is_ok() {
                seeds.push(("protobuf_message", message));
            }
        }
        let tree = json::parse(&text).unwrap().into_owned();
        for options in 0..12 {
            let bytes = msgpack(&tree, options);
            seeds.push(("msgpack_message", [&[number as u8, options], &bytes[..]].concat()));
            seeds.push(("msgpack_tree", [&[options], &bytes[..]].concat()));
        }
        for options in [0u8, 1, 2, 40] {
            seeds.push(("stream", [&[options], text.as_bytes()].concat()));
            seeds.push(("typed", [&[options], text.as_bytes()].concat()));
            seeds.push(("typed", [&[options], &positional(&schema, &text, None)[..]].concat()));
        }
        seeds.push(("any_schema", text.into()));
    }
    for message in PROTO_MESSAGES {
        seeds.push(("protobuf_message", [&[SCHEMAS.len() as u8, 0], message].concat()));
    }
    for (number, document) in DOCUMENTS {
        let text = shortened(document);
        let tree = json::parse(&text).unwrap();
        for options in 0..12 {
            let mut bytes = Vec::new();
            cbor::encode_into(&tree, &mut bytes, &cbor_options(options), &Limits::default()).unwrap();
            seeds.push(("cbor_message", [&[number as u8, options], &bytes[..]].concat()));
            seeds.push(("cbor_tree", [&[options], &bytes[..]].concat()));
        }
    }
    for (number, document) in DOCUMENTS {
        let schema = Schema::parse(SCHEMAS[number]).unwrap();
        if let Some(bytes) = bson(&schema, &shortened(document)) {
            for options in 0..6 {
                seeds.push(("bson_message", [&[number as u8, options], &bytes[..]].concat()));
            }
            seeds.push(("bson_tree", bytes));
        }
    }
    seeds
}

/// The text as a positional message, in this layout if the schema allows it.
fn positional(schema: &Schema, text: &str, layout: Option<&str>) -> Vec<u8> {
    use typecase::schema::model::Layout;
    let layout = layout.map(|layout| match layout {
        "rows" => Layout::Rows,
        "flat" => Layout::Flat,
        _ => Layout::Columns,
    });
    let mut options = Options { layout, ..Options::default() };
    options.json.duplicates = json::Duplicates::Last;
    let json = Codec::new(schema, Wire::Json, &options).unwrap();
    let positional = Codec::new(schema, Wire::Positional, &options)
        .or_else(|_| Codec::new(schema, Wire::Positional, &Options { layout: None, ..options }))
        .unwrap();
    let mut out = Vec::new();
    json.convert(&positional, text.as_bytes(), &mut out).unwrap_or_else(|error| panic!("{error}: {text}"));
    out
}

/// The first items of a list, or the text as it is.
fn shortened(text: &str) -> String {
    let value = json::parse(text).unwrap();
    match value.as_list() {
        Some(items) => json::print(&typecase::value::Value::List(items[..items.len().min(3)].into())).unwrap(),
        None => text.to_string(),
    }
}

/// The text as a BSON message, if the schema and the values allow it.
fn bson(schema: &Schema, text: &str) -> Option<Vec<u8>> {
    let mut options = Options::default();
    options.json.duplicates = json::Duplicates::Last;
    let json = Codec::new(schema, Wire::Json, &options).unwrap();
    let bson = Codec::new(schema, Wire::Bson, &options).ok()?;
    let mut out = Vec::new();
    json.convert(&bson, text.as_bytes(), &mut out).ok()?;
    Some(out)
}

/// A tree as MessagePack.
fn msgpack(tree: &Value<'_>, options: u8) -> Vec<u8> {
    let mut out = Vec::new();
    msgpack::print_into(tree, &mut out, &msgpack_options(options), &Limits::default()).unwrap();
    out
}

/// Messages of the schema that has what only Protocol Buffers has: closed enums with numbers that they know and not,
/// members of a oneof after each other, groups, fields that no schema knows, fields that come again.
const PROTO_MESSAGES: [&[u8]; 4] = [
    b"\x08\x05\x08\x09\x12\x02\x05\x07\x10\x05\x1a\x05\x0a\x01a\x10\x05\x1a\x05\x0a\x01b\x10\x03\x20\xac\x02",
    b"\xa0\x01\x05\x32\x02\x18\x01\x38\x05\x32\x04\x18\x03\x50\x01\x83\x7d\x18\x01\x0a\x00\x84\x7d",
    b"\xf8\x07\x01\x49\x01\x02\x03\x04\x05\x06\x07\x08\x4a\x08\x01\x02\x03\x04\x05\x06\x07\x08\xf3\x07\x08\x01\xf4\x07",
    b"\x52\x05\x08\x03\x12\x01x\x58\x00\x62\x02\x18\x01\x62\x06\x0a\x04\x18\x05\x60\x07\x52\x00\x52\x02\x10\x01",
];
