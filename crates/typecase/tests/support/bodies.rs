//! The bodies of the fuzz targets: what must hold of any bytes. The fuzz crate and the tests share them,
//! so that every input that was ever found is tried again by `cargo test`.

pub mod arbitrary;
pub mod judge;
pub mod payloads;

use payloads::{Packet, User};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Debug;
use std::rc::Rc;
use typecase::codec::{Codec, Options};
use typecase::limits::Limits;
use typecase::schema::model::Layout;
use typecase::schema::{Schema, diff, export, import, infer};
use typecase::stream::{self, Framing, Items};
use typecase::value::{Value, extended};
use typecase::wire::bson::{self, extended_json::Form};
use typecase::wire::json::{self, Duplicates};
use typecase::wire::msgpack::{self, Records, Style};
use typecase::wire::{Wire, cbor, columnar, positional};
use typecase::{Bytes, Decode, Encode, Record, Type};

/// The codecs of one schema on two wires.
type Pair = Rc<[Codec; 2]>;

/// A fuzz target: its name, and what it does with an input.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 19] = [
    ("json_text", json_text),
    ("json_message", json_message),
    ("positional_message", positional_message),
    ("bson_message", bson_message),
    ("bson_tree", bson_tree),
    ("msgpack_message", msgpack_message),
    ("msgpack_tree", msgpack_tree),
    ("cbor_message", cbor_message),
    ("cbor_tree", cbor_tree),
    ("avro_message", avro_message),
    ("packed_message", packed_message),
    ("columnar_message", columnar_message),
    ("protobuf_message", protobuf_message),
    ("any_schema", any_schema),
    ("definition", definition),
    ("snapshot", snapshot),
    ("json_schema", json_schema),
    ("stream", stream),
    ("typed", typed),
];

/// The schemas of the message targets, chosen by the first byte of the input.
pub const SCHEMAS: [&str; 14] = [
    include_str!("../../../../payloads/reference/single.schema.json"),
    include_str!("../../../../payloads/reference/records.schema.json"),
    include_str!("../../../../payloads/reference/records-columns-interned.schema.json"),
    include_str!("../../../../payloads/reference/packets.schema.json"),
    include_str!("../../../../payloads/reference/sparse.schema.json"),
    include_str!("../../../../payloads/reference/typed.schema.json"),
    // Every scalar.
    r#"{"s": "?string", "b": "?boolean", "n": "?number", "i": "?integer", "g": "?bigint", "d": "?date", "y": "?bytes",
        "j": "json", "z": "null", "i32": "?int32", "u32": "?uint32", "u64": "?uint64", "f": "?float32", "d0": {"type": "date", "default": 5},
        "e": {"enum": ["a", 7, 1.5, "é"], "required": false}, "o": {"enum": ["a", "b", 9], "open": true, "required": false}}"#,
    // Every construct that nests, recursively.
    r#"{"$name": "T", "$root": {"next": "?T", "list": {"array": "?T", "required": false}, "map": {"map": "?T", "required": false},
        "tuple": {"type": "tuple", "tuple": ["integer", "?string", "json"], "required": false}, "few": {"flags": ["a", "b\"", "c"], "required": false},
        "plain": {"union": ["null", "string", {"array": "T"}, {"p": "integer", "q?": "T"}, {"p": "integer", "r?": "T"}], "required": false},
        "told": {"union": [{"k": {"enum": ["x", 1]}, "t": "?T"}, {"u": "?integer", "k": {"enum": ["y"]}}], "discriminator": "k", "required": false}}}"#,
    // Unions whose branches are hard to tell apart.
    r#"{"$types": {"U": {"union": ["V", {"array": "U"}, {"a": "?U", "b": "?integer"}, {"a": "?U", "c": "?integer"}, "null"]},
        "V": {"union": ["boolean", {"map": "U"}, {"array": "integer"}]}}, "$root": "U"}"#,
    // Columns of every kind.
    r#"{"$root": {"array": {"i": {"type": "integer", "delta": true, "required": false}, "d": {"type": "date", "delta": true, "default": 0},
        "s": {"type": "string", "intern": true, "required": false}, "l": {"array": {"type": "string", "intern": true}, "required": false},
        "r": {"record": {"s": {"type": "string", "intern": true}, "x": "?integer"}, "required": false}, "j": "json",
        "u": {"union": [{"k": {"enum": ["a"]}, "s": {"type": "string", "intern": true}}, {"k": {"enum": ["b"]}}], "discriminator": "k", "required": false},
        "p": {"union": ["null", "integer", {"array": {"n": "?integer"}}], "required": false}, "m": {"map": {"x": "?string"}, "required": false}}}, "$layout": "columns"}"#,
    // A row that is null, and one that may be anything.
    r#"{"$root": {"array": {"record": {"a": "?integer", "b": {"type": "string", "default": "b"}, "c": "json"}, "required": false}}, "$layout": "flat"}"#,
    // More fields and flags than a mask has bits.
    r#"{"$root": {"f0": "?integer", "f1": "?integer", "f2": "?integer", "f3": "?integer", "f4": "?integer", "f5": "?integer", "f6": "?integer",
        "f7": "?integer", "f8": "?integer", "f9": "?integer", "f10": "?integer", "f11": "?integer", "f12": "?integer", "f13": "?integer",
        "f14": "?integer", "f15": "?integer", "f16": "?integer", "f17": "?integer", "f18": "?integer", "f19": "?integer", "f20": "?integer",
        "f21": "?integer", "f22": "?integer", "f23": "?integer", "f24": "?integer", "f25": "?integer", "f26": "?integer", "f27": "?integer",
        "f28": "?integer", "f29": "?integer", "f30": "?integer", "f31": "?integer", "f32": "?integer",
        "g": {"flags": ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9",
        "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "d0", "d1", "d2"], "required": false}}, "$sparse": true}"#,
    r#""json""#,
    r#"{"map": {"map": "?integer"}}"#,
];

/// The codecs of a schema on both wires.
struct Wires {
    json: Codec,
    positional: Codec,
}

/// The codecs that the first two bytes ask for, and the message behind them.
fn message(data: &[u8], use_them: impl FnOnce(&Wires, &[u8])) {
    thread_local!(static KNOWN: RefCell<HashMap<(u8, u8), Rc<Wires>>> = RefCell::default());
    let [schema, options, message @ ..] = data else { return };
    let key = (schema % SCHEMAS.len() as u8, options % 24);
    let wires = KNOWN.with_borrow_mut(|known| Rc::clone(known.entry(key).or_insert_with(|| Rc::new(wires(key)))));
    use_them(&wires, message);
}

fn wires((schema, options): (u8, u8)) -> Wires {
    let schema = Schema::parse(SCHEMAS[usize::from(schema)]).unwrap();
    let mut asked = Options::default().strict(options % 2 == 1);
    asked.json.duplicates = [Duplicates::Error, Duplicates::First, Duplicates::Last][usize::from(options / 2 % 3)];
    asked.layout = [None, Some(Layout::Rows), Some(Layout::Flat), Some(Layout::Columns)][usize::from(options / 6)];
    // The layout of the schema, where it does not allow the one that is asked for.
    let codec = |wire| {
        Codec::new(&schema, wire, &asked)
            .or_else(|_| Codec::new(&schema, wire, &Options { layout: None, ..asked }))
            .unwrap()
    };
    Wires { json: codec(Wire::Json), positional: codec(Wire::Positional) }
}

/// A JSON message, decoded and converted.
pub fn json_message(data: &[u8]) {
    message(data, |wires, message| drop(judge::message(&wires.json, &wires.positional, message)));
}

/// A positional message, decoded and converted.
pub fn positional_message(data: &[u8]) {
    message(data, |wires, message| drop(judge::message(&wires.positional, &wires.json, message)));
}

/// A columnar document behind its head, decoded and converted to JSON, and read by rows and by columns. What a strict
/// reader takes is what is written.
pub fn columnar_message(data: &[u8]) {
    thread_local!(static KNOWN: RefCell<HashMap<(u8, u8), Option<Pair>>> = RefCell::default());
    let [schema, options, groups @ ..] = data else { return };
    let key = (schema % SCHEMAS.len() as u8, options % 4);
    let codecs = || {
        let schema = Schema::parse(SCHEMAS[usize::from(key.0)]).unwrap();
        let mut options = Options::default().strict(key.1 % 2 == 1);
        options.columnar.readable = key.1 >= 2;
        // Some schemas have a root that is no list of records.
        let columnar = Codec::new(&schema, Wire::Columnar, &options).ok()?;
        Some(Rc::new([columnar, Codec::new(&schema, Wire::Json, &options).unwrap()]))
    };
    let Some(codecs) = KNOWN.with_borrow_mut(|known| known.entry(key).or_insert_with(codecs).clone()) else { return };
    let mut document = codecs[0].encode(&Value::List([].into())).unwrap();
    document.truncate(document.iter().rposition(|&byte| byte == b'{').unwrap());
    document.extend_from_slice(groups);
    let read = judge::message(&codecs[0], &codecs[1], &document);
    let (view, error) = columnar::View::of_whole_groups(&document).unwrap();
    if let Ok(value) = &read {
        assert!(error.is_none());
        let rows = value.as_list().unwrap();
        assert_eq!(view.len(), rows.len());
        for at in [0, rows.len() / 2, rows.len().saturating_sub(1)].into_iter().filter(|&at| at < rows.len()) {
            assert!(judge::same(&view.row(at).unwrap(), &rows[at]));
        }
    }
    for name in view.plan().columns() {
        let Ok(column) = view.column(name) else { continue };
        drop((column.integers(), column.numbers(), column.strings(), column.presence()));
    }
    for row in (0..view.len()).step_by(1000) {
        drop(view.row(row));
    }
}

/// A BSON message, decoded and converted to JSON.
pub fn bson_message(data: &[u8]) {
    thread_local!(static KNOWN: RefCell<HashMap<(u8, u8), Option<Pair>>> = RefCell::default());
    let [schema, options, message @ ..] = data else { return };
    let key = (schema % SCHEMAS.len() as u8, options % 6);
    let codecs = || {
        let schema = Schema::parse(SCHEMAS[usize::from(key.0)]).unwrap();
        let mut options = Options::default().strict(key.1 >= 3);
        options.bson.duplicates = [Duplicates::Error, Duplicates::First, Duplicates::Last][usize::from(key.1 % 3)];
        // Some schemas have a root that is no document.
        let bson = Codec::new(&schema, Wire::Bson, &options).ok()?;
        Some(Rc::new([bson, Codec::new(&schema, Wire::Json, &options).unwrap()]))
    };
    let codecs = KNOWN.with_borrow_mut(|known| known.entry(key).or_insert_with(codecs).clone());
    if let Some(codecs) = codecs {
        drop(judge::message(&codecs[0], &codecs[1], message));
    }
}

/// BSON without a schema: what is read is written in bytes that are read as the same, and as Extended JSON.
pub fn bson_tree(data: &[u8]) {
    let value = match bson::parse(data) {
        Ok(value) => value,
        Err(error) => return judge::placed(&error, data),
    };
    let written = bson::print(&value).unwrap();
    let again = bson::parse(&written).unwrap();
    assert_eq!(format!("{again:?}"), format!("{value:?}"), "{}", data.escape_ascii());
    for form in [Form::Relaxed, Form::Canonical] {
        let text = bson::extended_json::print(&value, form).unwrap();
        // A document may have keys that mean something in Extended JSON, so that the first text is another value.
        let Ok(read) = bson::extended_json::parse(&text) else { continue };
        let text = bson::extended_json::print(&read, form).unwrap();
        let again = bson::extended_json::parse(&text).unwrap();
        assert_eq!(bson::extended_json::print(&again, form).unwrap(), text);
    }
}

/// The records and styles of the MessagePack targets, chosen by a byte of the input.
pub fn msgpack_options(byte: u8) -> msgpack::Options {
    let records = [Records::Off, Records::Array, Records::Inline, Records::Stream][usize::from(byte % 4)];
    let style = [Style::Smallest, Style::MSGPACKR, Style::Msgpackr { variable_map_size: true, more_types: true }];
    msgpack::Options { records, style: style[usize::from(byte / 4 % 3)], ..msgpack::Options::default() }
}

/// A MessagePack message, decoded and converted to JSON.
pub fn msgpack_message(data: &[u8]) {
    thread_local!(static KNOWN: RefCell<HashMap<(u8, u8), Pair>> = RefCell::default());
    let [schema, options, message @ ..] = data else { return };
    let key = (schema % SCHEMAS.len() as u8, options % 24);
    let codecs = || {
        let schema = Schema::parse(SCHEMAS[usize::from(key.0)]).unwrap();
        let mut options = Options::default().strict(key.1 >= 12);
        options.msgpack = msgpack::Options { strict: key.1 >= 12, ..msgpack_options(key.1) };
        Rc::new([Wire::Msgpack, Wire::Json].map(|wire| Codec::new(&schema, wire, &options).unwrap()))
    };
    let codecs = KNOWN.with_borrow_mut(|known| Rc::clone(known.entry(key).or_insert_with(codecs)));
    drop(judge::message(&codecs[0], &codecs[1], message));
}

/// MessagePack without a schema: what is read is written, and is the same when it is read again.
pub fn msgpack_tree(data: &[u8]) {
    let [options, data @ ..] = data else { return };
    let (options, limits) = (msgpack_options(*options), Limits::default());
    let value = match msgpack::parse_with(data, &options, &limits) {
        Ok(value) => value,
        Err(error) => return judge::placed(&error, data),
    };
    let mut written = Vec::new();
    match msgpack::print_into(&value, &mut written, &options, &limits) {
        Ok(()) => {
            let back = msgpack::parse_with(&written, &options, &limits)
                .unwrap_or_else(|error| panic!("{error} for {value:?} of {}", data.escape_ascii()));
            let mut again = Vec::new();
            msgpack::print_into(&back, &mut again, &options, &limits).unwrap();
            assert_eq!(again.escape_ascii().to_string(), written.escape_ascii().to_string());
            if options.style == Style::Smallest {
                assert_eq!(format!("{back:?}"), format!("{value:?}"), "{}", data.escape_ascii());
            }
        }
        // Some styles have no form for what another library may have sent.
        Err(error) => assert!(options.style != Style::Smallest, "{error}: {}", data.escape_ascii()),
    }
}

/// The records and styles of the CBOR targets, chosen by a byte of the input.
pub fn cbor_options(byte: u8) -> cbor::Options {
    use cbor::Records::{Inline, Lists, Maps, Stream};
    let records = [Maps, Lists, Inline, Stream][usize::from(byte % 4)];
    let style = [None, Some(cbor::Style::Preferred), Some(cbor::Style::CborX)][usize::from(byte / 4 % 3)];
    cbor::Options { records, style, ..cbor::Options::default() }
}

/// A CBOR message, decoded and converted to JSON.
pub fn cbor_message(data: &[u8]) {
    thread_local!(static KNOWN: RefCell<HashMap<(u8, u8), Pair>> = RefCell::default());
    let [schema, options, message @ ..] = data else { return };
    let key = (schema % SCHEMAS.len() as u8, options % 24);
    let codecs = || {
        let schema = Schema::parse(SCHEMAS[usize::from(key.0)]).unwrap();
        let mut options = Options::default().strict(key.1 >= 12);
        options.cbor = cbor::Options { strict: key.1 >= 12, ..cbor_options(key.1) };
        // Records without keys cannot be told apart by one.
        let maps = Options { cbor: cbor::Options { records: cbor::Records::Maps, ..options.cbor }, ..options };
        let codec = |wire| Codec::new(&schema, wire, &options).or_else(|_| Codec::new(&schema, wire, &maps)).unwrap();
        Rc::new([Wire::Cbor, Wire::Json].map(codec))
    };
    let codecs = KNOWN.with_borrow_mut(|known| Rc::clone(known.entry(key).or_insert_with(codecs)));
    drop(judge::message(&codecs[0], &codecs[1], message));
}

/// CBOR without a schema: what is read is written, and is the same when it is read again; and every way to walk
/// through bytes finds the same.
pub fn cbor_tree(data: &[u8]) {
    let [options, data @ ..] = data else { return };
    let (options, limits) = (cbor_options(*options), Limits::default());
    let value = match cbor::parse_with(data, &options, &limits) {
        Ok(value) => value,
        Err(error) => {
            cbor::sequence(data).for_each(drop);
            let _ = cbor::diagnose(data);
            return judge::placed(&error, data);
        }
    };
    assert_eq!(cbor::sequence(data).collect::<Result<Vec<_>, _>>().unwrap(), [data]);
    let mut written = Vec::new();
    if let Err(error) = cbor::encode_into(&value, &mut written, &options, &limits) {
        // Where records have ids, their tags cannot be those of anything else.
        assert!(matches!(options.records, cbor::Records::Inline | cbor::Records::Stream), "{error}");
        return;
    }
    let back = cbor::parse_with(&written, &options, &limits).unwrap();
    let mut again = Vec::new();
    cbor::encode_into(&back, &mut again, &options, &limits).unwrap();
    let has_ids = matches!(options.records, cbor::Records::Inline | cbor::Records::Stream);
    if options.style == Some(cbor::Style::CborX) || options.style.is_none() && has_ids {
        // The keys 0 and 0.0 are one there, so that a map may have lost an entry.
        let back = cbor::parse_with(&again, &options, &limits).unwrap();
        let mut third = Vec::new();
        cbor::encode_into(&back, &mut third, &options, &limits).unwrap();
        assert_eq!(third.escape_ascii().to_string(), again.escape_ascii().to_string());
    } else {
        assert_eq!(again.escape_ascii().to_string(), written.escape_ascii().to_string());
    }
    if options.records == cbor::Records::Maps && options.style != Some(cbor::Style::CborX) {
        assert_eq!(format!("{back:?}"), format!("{value:?}"), "{}", data.escape_ascii());
        let sorted = cbor::Options { deterministic: true, ..options };
        let mut written = Vec::new();
        cbor::encode_into(&value, &mut written, &sorted, &limits).unwrap();
        let back = cbor::parse_with(&written, &sorted, &limits).unwrap();
        let mut again = Vec::new();
        cbor::encode_into(&back, &mut again, &sorted, &limits).unwrap();
        assert_eq!(again.escape_ascii().to_string(), written.escape_ascii().to_string());
    }
}

/// An Avro message, decoded and converted to JSON.
pub fn avro_message(data: &[u8]) {
    let [schema, message @ ..] = data else { return };
    let schema = Schema::parse(SCHEMAS[usize::from(*schema) % SCHEMAS.len()]).unwrap();
    let codec = Codec::new(&schema, Wire::Avro, &Options::default()).unwrap();
    let json = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    drop(judge::message(&codec, &json, message));
}

/// A packed message, decoded and converted to JSON; what a strict reader takes is what is written.
pub fn packed_message(data: &[u8]) {
    thread_local!(static KNOWN: RefCell<HashMap<(u8, bool), Pair>> = RefCell::default());
    let [schema, options, message @ ..] = data else { return };
    let key = (schema % SCHEMAS.len() as u8, options % 2 == 1);
    let codecs = || {
        let schema = Schema::parse(SCHEMAS[usize::from(key.0)]).unwrap();
        let options = Options::default().strict(key.1);
        Rc::new([Wire::Packed, Wire::Json].map(|wire| Codec::new(&schema, wire, &options).unwrap()))
    };
    let codecs = KNOWN.with_borrow_mut(|known| known.entry(key).or_insert_with(codecs).clone());
    if let Ok(value) = judge::message(&codecs[0], &codecs[1], message)
        && key.1
    {
        assert!(codecs[0].encode(&value).unwrap() == message, "{}", message.escape_ascii());
    }
}

/// What only Protocol Buffers has: numbers, encodings and presence of its own, groups, oneofs, unknown fields kept.
const PROTO_SCHEMA: &str = r#"{"$types": {"E": {"enum": ["a", "b", "c"]}, "O": {"enum": ["x", "y"], "open": true},
    "M": {"n": "?M", "s": {"type": "int32", "proto": {"id": 3, "type": "sint32"}}, "rest": {"type": "?bytes", "proto": {"unknown": true}}}},
    "$proto": {"E": {"numbers": [-1, 5, 5]}, "O": {"numbers": [0, 300]}},
    "$root": {"e": "?E", "l": {"array": "E"}, "m": {"map": "E"}, "o": "O",
    "p": {"type": "?int32", "proto": {"oneof": "c", "id": 20}}, "q": {"type": "?M", "proto": {"oneof": "c"}},
    "r": {"type": "?E", "proto": {"oneof": "c"}}, "g": {"type": "?M", "proto": {"delimited": true, "id": 2000}},
    "f": {"array": "int64", "proto": {"type": "fixed64", "packed": false}},
    "k": {"map": "string", "proto": {"key": "sint64"}}, "z": {"type": "uint32", "proto": {"presence": "explicit"}},
    "h": {"array": "M"}, "rest": {"type": "?bytes", "proto": {"unknown": true}}}}"#;

/// A Protocol Buffers message, decoded and converted to JSON.
pub fn protobuf_message(data: &[u8]) {
    thread_local!(static KNOWN: RefCell<HashMap<(u8, bool), Option<Pair>>> = RefCell::default());
    let [schema, options, message @ ..] = data else { return };
    let key = (schema % (SCHEMAS.len() as u8 + 1), options % 2 == 1);
    let codecs = || {
        let schema = SCHEMAS.get(usize::from(key.0)).unwrap_or(&PROTO_SCHEMA);
        let schema = Schema::parse(schema).unwrap();
        let options = Options::default().strict(key.1);
        // Some schemas have lists that hold nulls.
        let protobuf = Codec::new(&schema, Wire::Protobuf, &options).ok()?;
        Some(Rc::new([protobuf, Codec::new(&schema, Wire::Json, &options).unwrap()]))
    };
    let codecs = KNOWN.with_borrow_mut(|known| known.entry(key).or_insert_with(codecs).clone());
    if let Some(codecs) = codecs {
        drop(judge::message(&codecs[0], &codecs[1], message));
    }
}

/// A random value of a random schema on both wires, with a byte of each message changed.
pub fn any_schema(data: &[u8]) {
    let [place, byte, data @ ..] = data else { return };
    let sample = arbitrary::sample(data);
    let codec = |wire| Codec::new(&sample.schema, wire, &Options::default()).unwrap();
    let (json, positional) = (codec(Wire::Json), codec(Wire::Positional));
    for (from, to) in [(&json, &positional), (&positional, &json)] {
        let mut text = from.encode(&sample.value).unwrap();
        assert_eq!(judge::message(from, to, &text).unwrap(), sample.value);
        let place = usize::from(*place) * text.len() / 256;
        text[place] = *byte;
        let _ = judge::message(from, to, &text);
    }
}

/// JSON text without a schema.
pub fn json_text(data: &[u8]) {
    let limits = Limits::default();
    let value = match json::parse_bytes(data, Duplicates::Last, &limits) {
        Ok(value) => value,
        Err(error) => return judge::placed(&error, data),
    };
    let printed = json::print(&value).unwrap();
    let again = json::parse(&printed).unwrap();
    assert!(judge::same(&again, &value), "{printed}");
    assert_eq!(json::print(&again).unwrap(), printed);
    assert_eq!(
        json::parse(std::str::from_utf8(&json::pretty(data, 2)).unwrap()),
        json::parse(std::str::from_utf8(data).unwrap())
    );
    for policy in [Duplicates::First, Duplicates::Error] {
        if let Err(error) = json::parse_bytes(data, policy, &limits) {
            judge::placed(&error, data);
        }
    }
    if let Ok(typed) = extended::from_json(value.clone()) {
        let tree = extended::to_json(typed.clone()).unwrap();
        let text = json::print(&tree).unwrap();
        let back = extended::from_json(json::parse(&text).unwrap()).unwrap();
        assert!(judge::same(&back, &typed), "{text}");
    }
    let mut inferrer = infer::Inferrer::new(infer::Options::default());
    inferrer.sample(&value);
    let schema = inferrer.finish().build().unwrap();
    let codec = Codec::new(&schema, Wire::Json, &Options::default()).unwrap();
    if let Err(error) = codec.decode(printed.as_bytes()) {
        panic!("the schema inferred from {printed} does not take it: {error}\n{}", schema.to_json());
    }
}

/// The text of a definition.
pub fn definition(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Schema::parse(text) {
        Ok(schema) => sound(&schema),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The bytes of a snapshot, whose head and checksum are put right.
pub fn snapshot(data: &[u8]) {
    let _ = Schema::from_snapshot(data);
    let mut bytes = Schema::parse(r#""null""#).unwrap().to_snapshot()[..4].to_vec();
    bytes.extend_from_slice(data);
    let hash = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    let checksum = bytes.iter().fold(0x811c_9dc5, hash);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    match Schema::from_snapshot(&bytes) {
        Ok(schema) => sound(&schema),
        Err(error) => assert!(error.offset().is_none_or(|offset| offset <= bytes.len()), "{error}"),
    }
}

/// A JSON Schema.
pub fn json_schema(data: &[u8]) {
    let Ok(value) = json::parse_bytes(data, Duplicates::Last, &Limits::default()) else { return };
    if let Ok(document) = import::json_schema(&value) {
        let schema = document.build().unwrap_or_else(|error| panic!("{error}: {}", judge::shown(data)));
        sound(&schema);
    }
}

/// Checks that a schema can be written in every form and read again, and used.
fn sound(schema: &Schema) {
    for text in [schema.to_json(), schema.document().to_json_line()] {
        let again = Schema::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(again.document(), schema.document(), "{text}");
        assert_eq!(again.canonical(), schema.canonical());
        assert_eq!(again.id(), schema.id());
        assert!(diff::diff(schema, &again).is_empty(), "{text}");
    }
    let snapshot = schema.to_snapshot();
    assert_eq!(Schema::from_snapshot(&snapshot).unwrap().document(), schema.document());
    let _ = json::print(&export::json_schema(schema.document())).unwrap();
    for wire in [Wire::Json, Wire::Positional] {
        let codec = Codec::new(schema, wire, &Options::default()).unwrap();
        for text in ["{}", "[]", "null", "[[]]", "[0]", "\"\""] {
            let _ = codec.decode(text.as_bytes());
        }
    }
}

/// A stream of items, in pieces of every size.
pub fn stream(data: &[u8]) {
    let [options, data @ ..] = data else { return };
    let framing = if options % 2 == 0 { Framing::List } else { Framing::Lines };
    let limits = Limits { max_bytes: if options & 2 == 0 { usize::MAX } else { 20 }, ..Limits::default() };
    let whole = items(data, usize::MAX, framing, limits);
    let pieces = items(data, usize::from(options >> 2) + 1, framing, limits);
    assert_eq!(whole, pieces, "{}", judge::shown(data));
    let (items, failed) = whole;
    for (start, item) in &items {
        assert_eq!(&data[*start..*start + item.len()], item);
        assert!(item.len() <= limits.max_bytes);
    }
    let trees: Option<Vec<Value<'_>>> =
        items.iter().map(|(_, item)| json::parse_bytes(item, Duplicates::Last, &Limits::default()).ok()).collect();
    if framing == Framing::List && limits.max_bytes == usize::MAX {
        // All items are JSON and nothing is wrong between them exactly if the whole is a list.
        let list = json::parse_bytes(data, Duplicates::Last, &Limits { max_depth: 129, ..Limits::default() });
        match (list, trees.filter(|_| failed.is_none())) {
            (Ok(Value::List(list)), Some(trees)) => assert_eq!(&*list, &trees[..]),
            (Ok(Value::List(_)), None) | (_, Some(_)) => panic!("{failed:?}: {}", judge::shown(data)),
            _ => {}
        }
    }
}

/// The items with their offsets, and the error behind them.
fn items(data: &[u8], piece: usize, framing: Framing, limits: Limits) -> (Vec<(usize, Vec<u8>)>, Option<String>) {
    struct Pieces<'d>(&'d [u8], usize);
    impl std::io::Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(self.1).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    let mut items = Items::with_limits(Pieces(data, piece), framing, limits);
    let mut found = Vec::new();
    loop {
        match items.next_item() {
            Ok(Some(item)) => found.push((item.offset(), item.bytes().to_vec())),
            Ok(None) => return (found, None),
            Err(stream::Error::Data(error)) => {
                judge::placed(&error, data);
                return (found, Some(error.to_string()));
            }
            Err(stream::Error::Read(error)) => panic!("{error}"),
        }
    }
}

#[derive(Record, Debug, PartialEq)]
#[record(untagged)]
enum Any {
    Nothing,
    Flag(bool),
    Int(i64),
    Number(f64),
    Text(String),
    Many(Vec<Any>),
    Bytes { bytes: Bytes },
    Point { x: f64, y: Option<f32> },
    Named { x: f64, name: Option<Box<Any>> },
}

/// A typed value on either wire, which the driver reads and writes in the same manner.
pub fn typed(data: &[u8]) {
    let [shape, data @ ..] = data else { return };
    let strict = shape & 4 != 0;
    match shape % 4 {
        0 => typed_as::<Vec<User>>(data, strict),
        1 => typed_as::<Vec<Packet>>(data, strict),
        2 => typed_as::<Any>(data, strict),
        _ => typed_as::<User>(data, strict),
    }
}

fn typed_as<T: Type + Encode + for<'de> Decode<'de> + PartialEq + Debug>(data: &[u8], strict: bool) {
    let schema = T::schema();
    let options = Options::default().strict(strict);
    let limits = Limits::default();
    let plan = positional::Plan::ROWS;
    for wire in [Wire::Json, Wire::Positional] {
        let decode = |data: &[u8]| match wire {
            Wire::Json => json::decode_with::<T>(data, &options.json, &limits),
            _ => positional::decode_with::<T>(data, &plan, &options.positional, &limits),
        };
        let codec = Codec::new(&schema, wire, &options).unwrap();
        let (typed, dynamic) = (decode(data), codec.decode(data));
        match (typed, dynamic) {
            (Ok(typed), Ok(dynamic)) => {
                let encode = |value: &T| match wire {
                    Wire::Json => json::encode(value).unwrap(),
                    _ => positional::encode(value).unwrap(),
                };
                let written = encode(&typed);
                assert_eq!(judge::shown(&written), judge::shown(&codec.encode(&dynamic).unwrap()));
                // Where no tag says which branch it was (-1e-999 is no integer, but its text `0` is), the
                // text at least is the same again.
                let again = decode(&written).unwrap();
                assert!(again == typed || encode(&again) == written, "{again:?} for {typed:?}");
            }
            (Err(typed), Err(dynamic)) => {
                judge::placed(&typed, data);
                judge::placed(&dynamic, data);
            }
            (typed, dynamic) => panic!("typed {typed:?}, dynamic {dynamic:?}: {}", judge::shown(data)),
        }
    }
}
