//! The testee of Rust types. JSON has no path of its own for them: their values become those of the schema.

use crate::generated::{edition2023, editions_proto2, editions_proto3, proto2, proto3};
use crate::messages::MESSAGES;
use crate::protocol::{IGNORE_UNKNOWN, JSON, PROTOBUF, Request, Response};
use std::error::Error;
use typecase::error::Result;
use typecase::schema::model::Document;
use typecase::value::{ValueReader, ValueWriter};
use typecase::wire::protobuf;
use typecase::wire::protobuf::json::{self, ProtoJson};
use typecase::{Decode, Encode};

pub struct Testee {
    /// The mappings to JSON.
    messages: Vec<ProtoJson>,
}

impl Testee {
    pub fn new(documents: &[Document]) -> Result<Testee, Box<dyn Error>> {
        let messages = documents.iter().map(|document| Ok(ProtoJson::new(&document.clone().build()?)?));
        Ok(Testee { messages: messages.collect::<Result<_, Box<dyn Error>>>()? })
    }

    pub fn answer(&self, request: &Request) -> Response {
        match MESSAGES.iter().position(|(name, _)| *name == request.message_type) {
            Some(0) => answer::<proto2::TestAllTypesProto2>(request, &self.messages[0]),
            Some(1) => answer::<proto3::TestAllTypesProto3>(request, &self.messages[1]),
            Some(2) => answer::<editions_proto2::TestAllTypesProto2>(request, &self.messages[2]),
            Some(3) => answer::<editions_proto3::TestAllTypesProto3>(request, &self.messages[3]),
            Some(4) => answer::<edition2023::TestAllTypesEdition2023>(request, &self.messages[4]),
            _ => Response::runtime_error("there is no such message"),
        }
    }
}

fn answer<T: Encode + for<'de> Decode<'de>>(request: &Request, mapping: &ProtoJson) -> Response {
    let options = json::Options { ignore_unknown: request.test_category == IGNORE_UNKNOWN, ..Default::default() };
    let message: Result<T> = match (&request.protobuf_payload, &request.json_payload) {
        (Some(bytes), _) => protobuf::decode(bytes),
        (_, Some(text)) => mapping.parse(text, &options).and_then(|value| T::decode(&mut ValueReader::new(&value))),
        _ => return Response::skipped("neither Protocol Buffers nor JSON"),
    };
    match (message, request.requested_output_format) {
        (_, format) if format != PROTOBUF && format != JSON => Response::skipped("neither Protocol Buffers nor JSON"),
        (Err(error), _) => Response::parse_error(&error),
        (Ok(message), PROTOBUF) => Response::protobuf(protobuf::encode(&message)),
        (Ok(message), _) => {
            let mut writer = ValueWriter::new();
            let value = message.encode(&mut writer).map(|()| writer.finish());
            Response::json(value.and_then(|value| mapping.print(&value, &options)))
        }
    }
}
