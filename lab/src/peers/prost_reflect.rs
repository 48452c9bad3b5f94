//! prost-reflect: messages under descriptors that are known at run time only.

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, SerializeOptions};
use serde_json::{Value, json};

use super::{Dynamic, Peer, Transcoding, Wire, tree};
use crate::cases::Builder;
use crate::messages::{DESCRIPTORS, Messages};
use crate::payloads::Payload;

pub fn register<P: Payload>(cases: &mut Builder<P>) {
    cases.dynamic::<ProstReflect>();
    cases.transcoding::<WithJson>();
}

struct ProstReflect(MessageDescriptor);
struct WithJson(MessageDescriptor);

fn descriptor<P: Payload>() -> MessageDescriptor {
    let pool = DescriptorPool::decode(DESCRIPTORS).unwrap();
    pool.get_message_by_name(P::Messages::NAME).unwrap()
}

impl<P: Payload> Peer<P> for ProstReflect {
    const NAME: &'static str = "prost-reflect";
    const WIRE: Wire = Wire::Protobuf;

    fn open() -> Self {
        ProstReflect(descriptor::<P>())
    }
}

impl<P: Payload> Peer<P> for WithJson {
    const NAME: &'static str = "prost-reflect";
    const WIRE: Wire = Wire::Protobuf;

    fn open() -> Self {
        WithJson(descriptor::<P>())
    }

    fn fits() -> bool {
        // In its JSON the case of a union is the name of a field.
        !P::IS_UNION
    }
}

impl<P: Payload> Dynamic<P> for ProstReflect {
    type Tree<'a> = DynamicMessage;

    fn read<'a>(&'a mut self, bytes: &'a [u8]) -> Self::Tree<'a> {
        DynamicMessage::decode(self.0.clone(), bytes).unwrap()
    }

    fn write(&mut self, tree: &Self::Tree<'_>, out: &mut Vec<u8>) {
        tree.encode(out).unwrap();
    }
}

/// The JSON of Protocol Buffers as far as it can be that of the payload; where it cannot (a list, a date) the JSON goes
/// through a `serde_json::Value`.
impl<P: Payload> Transcoding<P> for WithJson {
    fn json_to_wire(&mut self, json: &[u8], out: &mut Vec<u8>) {
        let message = if needs_a_tree::<P>() {
            let mut value: Value = tree::read::<P>(json);
            if P::IS_LIST {
                value = json!({ "items": value });
            }
            DynamicMessage::deserialize(self.0.clone(), value).unwrap()
        } else {
            let mut text = serde_json::Deserializer::from_slice(json);
            DynamicMessage::deserialize(self.0.clone(), &mut text).unwrap()
        };
        message.encode(out).unwrap();
    }

    fn wire_to_json(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let message = DynamicMessage::decode(self.0.clone(), bytes).unwrap();
        let options = SerializeOptions::new().skip_default_fields(false).stringify_64_bit_integers(false);
        if needs_a_tree::<P>() {
            let mut value = message.serialize_with_options(serde_json::value::Serializer, &options).unwrap();
            if P::IS_LIST {
                value = value["items"].take();
            }
            tree::write::<P>(value, out);
        } else {
            message.serialize_with_options(&mut serde_json::Serializer::new(out), &options).unwrap();
        }
    }
}

fn needs_a_tree<P: Payload>() -> bool {
    P::IS_LIST || !P::DATES.is_empty()
}
