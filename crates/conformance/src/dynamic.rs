//! The testee of schemas at run time: a codec and a mapping to JSON for each message.

use crate::messages::MESSAGES;
use crate::protocol::{IGNORE_UNKNOWN, JSON, PROTOBUF, Request, Response};
use std::error::Error;
use typecase::codec::{Codec, Options};
use typecase::schema::model::Document;
use typecase::wire::Wire;
use typecase::wire::protobuf::json::{self, ProtoJson};

/// A message.
struct Message {
    wire: Codec,
    json: ProtoJson,
}

pub struct Testee {
    messages: Vec<Message>,
}

impl Testee {
    pub fn new(documents: &[Document]) -> Result<Testee, Box<dyn Error>> {
        let messages = documents.iter().map(|document| {
            let schema = document.clone().build()?;
            let wire = Codec::new(&schema, Wire::Protobuf, &Options::default())?;
            Ok(Message { wire, json: ProtoJson::new(&schema)? })
        });
        Ok(Testee { messages: messages.collect::<Result<_, Box<dyn Error>>>()? })
    }

    pub fn answer(&self, request: &Request) -> Response {
        let Some(index) = MESSAGES.iter().position(|(name, _)| *name == request.message_type) else {
            return Response::runtime_error("there is no such message");
        };
        let message = &self.messages[index];
        let options = json::Options { ignore_unknown: request.test_category == IGNORE_UNKNOWN, ..Default::default() };
        let value = match (&request.protobuf_payload, &request.json_payload) {
            (Some(bytes), _) => message.wire.decode(bytes),
            (_, Some(text)) => message.json.parse(text, &options),
            _ => return Response::skipped("neither Protocol Buffers nor JSON"),
        };
        match (value, request.requested_output_format) {
            (_, format) if format != PROTOBUF && format != JSON => {
                Response::skipped("neither Protocol Buffers nor JSON")
            }
            (Err(error), _) => Response::parse_error(&error),
            (Ok(value), PROTOBUF) => Response::protobuf(message.wire.encode(&value)),
            (Ok(value), _) => Response::json(message.json.print(&value, &options)),
        }
    }
}
