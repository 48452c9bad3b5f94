//! serde_avro_fast: typed through serde, with the schema that typecase exports.

use serde_avro_fast::Schema;
use serde_avro_fast::ser::SerializerConfig;
use typecase::schema::export;
use typecase::typed::Type;

use super::{Borrowed, Peer, Typed, Wire, as_json};
use crate::cases::Builder;
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.typed::<Avro>();
    cases.borrowed::<Avro>();
}

struct Avro {
    schema: &'static Schema,
    config: SerializerConfig<'static>,
}

impl<P: Payload> Peer<P> for Avro {
    const NAME: &'static str = "serde_avro_fast";
    const WIRE: Wire = Wire::Avro;

    fn open() -> Self {
        let schema = export::avro(&P::Owned::schema()).unwrap().to_json();
        let schema: &'static Schema = Box::leak(Box::new(schema.parse().unwrap()));
        Avro { schema, config: SerializerConfig::new(schema) }
    }
}

impl<P: Payload> Typed<P> for Avro {
    type Value = P::Avro;

    fn value(owned: &P::Owned) -> P::Avro {
        let avro: Avro = Peer::<P>::open();
        serde_avro_fast::from_datum_slice(&typecase::wire::avro::encode(owned).unwrap(), avro.schema).unwrap()
    }

    fn encode(&mut self, value: &P::Avro, out: &mut Vec<u8>) {
        serde_avro_fast::to_datum(value, out, &mut self.config).unwrap();
    }

    fn decode(&mut self, bytes: &[u8]) -> P::Avro {
        serde_avro_fast::from_datum_slice(bytes, self.schema).unwrap()
    }
}

impl<P: Payload> Borrowed<P> for Avro {
    type View<'a> = P::AvroRef<'a>;

    fn borrow<'a>(&'a mut self, bytes: &'a [u8]) -> P::AvroRef<'a> {
        serde_avro_fast::from_datum_slice(bytes, self.schema).unwrap()
    }

    fn json(view: &P::AvroRef<'_>) -> Vec<u8> {
        let mut avro: Avro = Peer::<P>::open();
        as_json::<P>(Wire::Avro, &serde_avro_fast::to_datum_vec(view, &mut avro.config).unwrap())
    }
}
