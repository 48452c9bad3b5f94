//! What the runner and the testee say to each other (`conformance.proto`): one request after the other on standard
//! input, each with its length in front, and one response for each on standard output.

use std::error::Error;
use std::io::{ErrorKind, Read, Write};
use typecase::wire::protobuf;
use typecase::{Bytes, Record};

/// `conformance.ConformanceRequest`
#[derive(Record)]
pub struct Request {
    #[record(proto(id = 1, oneof = "payload"))]
    pub protobuf_payload: Option<Bytes>,
    /// A string, which is JSON to be refused if it is not UTF-8.
    #[record(proto(id = 2, oneof = "payload"))]
    pub json_payload: Option<Bytes>,
    #[record(proto(id = 3, type = "int32"))]
    pub requested_output_format: i32,
    #[record(proto(id = 4))]
    pub message_type: String,
    #[record(proto(id = 5, type = "int32"))]
    pub test_category: i32,
}

/// `conformance.WireFormat`
pub const PROTOBUF: i32 = 1;
/// `conformance.WireFormat`
pub const JSON: i32 = 2;
/// `conformance.TestCategory`: unknown fields are ignored.
pub const IGNORE_UNKNOWN: i32 = 3;

/// `conformance.ConformanceResponse`
#[derive(Record, Default)]
pub struct Response {
    #[record(proto(id = 1))]
    parse_error: Option<String>,
    #[record(proto(id = 2))]
    runtime_error: Option<String>,
    #[record(proto(id = 3))]
    protobuf_payload: Option<Bytes>,
    #[record(proto(id = 4))]
    json_payload: Option<String>,
    #[record(proto(id = 5))]
    skipped: Option<String>,
    #[record(proto(id = 6))]
    serialize_error: Option<String>,
}

impl Response {
    pub fn parse_error(error: &typecase::error::Error) -> Response {
        Response { parse_error: Some(error.to_string()), ..Response::default() }
    }

    pub fn skipped(reason: &str) -> Response {
        Response { skipped: Some(reason.to_owned()), ..Response::default() }
    }

    pub fn runtime_error(message: &str) -> Response {
        Response { runtime_error: Some(message.to_owned()), ..Response::default() }
    }

    pub fn protobuf(written: typecase::error::Result<Vec<u8>>) -> Response {
        match written {
            Ok(bytes) => Response { protobuf_payload: Some(bytes.into()), ..Response::default() },
            Err(error) => Response { serialize_error: Some(error.to_string()), ..Response::default() },
        }
    }

    pub fn json(written: typecase::error::Result<String>) -> Response {
        match written {
            Ok(text) => Response { json_payload: Some(text), ..Response::default() },
            Err(error) => Response { serialize_error: Some(error.to_string()), ..Response::default() },
        }
    }
}

/// Answers requests until there are no more.
pub fn serve(answer: impl Fn(&Request) -> Response) -> Result<(), Box<dyn Error>> {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut length = [0; 4];
    loop {
        match input.read_exact(&mut length) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(()),
            read => read?,
        }
        let mut message = vec![0; u32::from_le_bytes(length) as usize];
        input.read_exact(&mut message)?;
        let request: Request = protobuf::decode(&message)?;
        let response = protobuf::encode(&answer(&request))?;
        output.write_all(&u32::try_from(response.len())?.to_le_bytes())?;
        output.write_all(&response)?;
        output.flush()?;
    }
}
