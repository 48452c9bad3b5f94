//! Container files of the Avro project and of other implementations, and our own.

use super::suites::as_floats;
use super::*;
use typecase::limits::Limits;
use typecase::stream::Error;
use typecase::wire::avro::container::{Compression, Container, ContainerWriter};

struct File {
    schema: AvroSchema,
    compression: Compression,
    metadata: Vec<(String, Vec<u8>)>,
    blocks: usize,
    values: Vec<Value<'static>>,
}

fn open(bytes: &[u8]) -> Result<File, Error> {
    let mut container = Container::open(bytes, &Limits::default())?;
    let codec = codec(container.schema());
    let (mut blocks, mut values) = (0, Vec::new());
    while let Some(block) = container.next_block()? {
        blocks += 1;
        block.each(|datum| {
            let (value, length) = codec.decode_first(datum)?;
            values.push(value.into_owned());
            Ok(length)
        })?;
    }
    let (schema, metadata) = (container.schema().clone(), container.metadata().to_vec());
    Ok(File { schema, compression: container.compression(), metadata, blocks, values })
}

#[test]
fn files_of_other_implementations() {
    let Some(folder) = shared::shared("suites/avro/containers") else { return };
    for case in cases("suites/avro/containers.json") {
        let name = text(&case, "name");
        let bytes = std::fs::read(folder.join(text(&case, "file"))).unwrap();
        let known = case.get("codec").and_then(Value::as_str).and_then(Compression::from_name);
        let result = open(&bytes);
        if known.is_some_and(|codec| !codec.is_available()) {
            assert!(result.is_err_and(|error| error.to_string().contains(text(&case, "codec"))), "{name}");
            continue;
        }
        if text(&case, "expect") == "reject" {
            match result {
                Err(Error::Data(error)) => {
                    assert!(error.offset().is_some_and(|at| at <= bytes.len()), "{name}: {error}")
                }
                other => panic!("{name}: {:?}", other.map(|file| file.values.len())),
            }
            continue;
        }
        let file = result.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(Some(file.compression), known, "{name}");
        assert_eq!(Some(file.blocks as i64), case.get("blocks").and_then(Value::as_int), "{name}");
        assert_eq!(Some(file.values.len() as i64), case.get("count").and_then(Value::as_int), "{name}");
        let expected = AvroSchema::from_value(case.get("schema").unwrap()).unwrap();
        assert_eq!(file.schema.canonical(), expected.canonical(), "{name}");
        let records = case.get("records").and_then(Value::as_list).unwrap();
        for (value, record) in file.values.iter().zip(records) {
            assert_eq!(as_floats(&file.schema.value_to_json(value).unwrap()), as_floats(record), "{name}");
        }
        for (key, value) in case.get("metadata").and_then(Value::as_map).unwrap_or_default() {
            let found = file.metadata.iter().find(|(known, _)| Some(known.as_str()) == key.as_str());
            assert_eq!(found.map(|(_, bytes)| bytes.as_slice()), value.as_str().map(str::as_bytes), "{name}");
        }
    }
}

#[test]
fn what_is_written_is_read_with_every_codec() {
    let schema = AvroSchema::parse(
        r#"{"type": "record", "name": "R", "fields": [{"name": "id", "type": "long"}, {"name": "name", "type": "string"}]}"#,
    )
    .unwrap();
    let codec = codec(&schema);
    let value = |id: i64| Value::Record([Value::Int(id), Value::Text(format!("name {}", id % 10).into())].into());
    for (compression, name) in Compression::ALL {
        if !compression.is_available() {
            assert!(ContainerWriter::new(Vec::new(), &schema, compression).is_err());
            continue;
        }
        let mut writer = ContainerWriter::with(Vec::new(), &schema, compression, &[("who", b"me")], [7; 16]).unwrap();
        for id in 0..20_000 {
            writer.append(|out| codec.encode_into(&value(id), out)).unwrap();
        }
        assert!(writer.append(|out| codec.encode_into(&Value::Int(1), out)).is_err());
        let bytes = writer.finish().unwrap();
        let file = open(&bytes).unwrap();
        assert_eq!((file.compression, file.values.len()), (compression, 20_000), "{name}");
        assert_eq!(file.metadata, [("who".to_string(), b"me".to_vec())]);
        assert!(file.blocks > 2);
        assert!((0..).zip(&file.values).all(|(id, read)| *read == value(id)));
        // Damage ends in an error or in other values.
        for at in (0..bytes.len()).step_by(bytes.len() / 60) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            drop(open(&damaged));
            assert!(open(&bytes[..at]).is_err() || at > 100);
        }
    }
}
