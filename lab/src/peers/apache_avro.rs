//! apache-avro: typed through serde, owned only, and its tree; with the schema that typecase exports.

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::types::Value;
use apache_avro::writer::datum::GenericDatumWriter;
use typecase::schema::export;
use typecase::typed::Type;

use super::{Dynamic, Peer, Transcoding, Typed, Wire, tree};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Avro>();
    cases.dynamic::<Tree>();
    cases.transcoding::<WithJson>();
}

/// What it prepares once for a schema.
struct Avro {
    schema: &'static Schema,
    reader: GenericDatumReader<'static>,
    writer: GenericDatumWriter<'static>,
}

struct Tree(Avro);
struct WithJson(Avro);

/// What typecase calls records that stand in one place only, and what the structs are called: apache-avro compares.
const STRUCTS: [(&str, &str); 5] = [
    ("UserAddress", "Address"),
    ("UserOrdersItem", "Order"),
    ("RootItemAddress", "Address"),
    ("RootItemOrdersItem", "Order"),
    ("RootItem", "User"),
];

fn prepare<P: Payload>() -> Avro {
    let mut schema = export::avro(&P::Owned::schema()).unwrap().to_json();
    for (place, name) in STRUCTS {
        schema = schema.replace(&format!("\"{place}\""), &format!("\"{name}\""));
    }
    let schema: &'static Schema = Box::leak(Box::new(Schema::parse_str(&schema).unwrap()));
    Avro {
        schema,
        reader: GenericDatumReader::builder(schema).human_readable(false).build().unwrap(),
        writer: GenericDatumWriter::builder(schema).human_readable(false).build().unwrap(),
    }
}

impl<P: Payload> Peer<P> for Avro {
    const NAME: &'static str = "apache-avro";
    const WIRE: Wire = Wire::Avro;

    fn open() -> Self {
        prepare::<P>()
    }
}

impl<P: Payload> Peer<P> for Tree {
    const NAME: &'static str = "apache_avro::Value";
    const WIRE: Wire = Wire::Avro;

    fn open() -> Self {
        Tree(prepare::<P>())
    }
}

impl<P: Payload> Peer<P> for WithJson {
    const NAME: &'static str = "serde_json::Value + apache-avro";
    const WIRE: Wire = Wire::Avro;

    fn open() -> Self {
        WithJson(prepare::<P>())
    }
}

impl<P: Payload> Typed<P> for Avro {
    type Value = P::Avro;

    fn value(owned: &P::Owned) -> P::Avro {
        prepare::<P>().reader.read_deser(&mut &*typecase::wire::avro::encode(owned).unwrap()).unwrap()
    }

    fn encode(&mut self, value: &P::Avro, out: &mut Vec<u8>) {
        self.writer.write_ser(out, value).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Avro {
        self.reader.read_deser(&mut &*bytes).unwrap()
    }
}

impl<P: Payload> Dynamic<P> for Tree {
    type Tree<'a> = Value;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Self::Tree<'a> {
        self.0.reader.read_value(&mut &*bytes).unwrap()
    }

    fn write(&mut self, tree: &Self::Tree<'_>, out: &mut Vec<u8>) {
        self.0.writer.write_value_ref(out, tree).unwrap();
    }
}

impl<P: Payload> Transcoding<P> for WithJson {
    fn json_to_wire(&mut self, json: &[u8], out: &mut Vec<u8>) {
        let value = Value::try_from(tree::read::<P>(json)).unwrap().resolve(self.0.schema).unwrap();
        self.0.writer.write_value_ref(out, &value).unwrap();
    }

    fn wire_to_json(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let value = self.0.reader.read_value(&mut &*bytes).unwrap();
        let mut value = serde_json::Value::try_from(value).unwrap();
        if P::IS_SPARSE {
            // Missing values are null in Avro and nothing in the JSON of the payload.
            value.as_object_mut().unwrap().retain(|_, field| !field.is_null());
        }
        tree::write::<P>(value, out);
    }
}
