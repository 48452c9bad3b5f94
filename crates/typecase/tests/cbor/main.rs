//! The CBOR wire: what goes onto it and what comes back, in the encoding of RFC 8949 and as cbor-x writes it.

mod hostile;
mod plain;
mod reference;
mod suites;
mod vectors;

#[path = "../hostile/allocation.rs"]
mod allocation;
#[path = "../support/forms.rs"]
mod forms;
#[path = "../support/payloads.rs"]
mod payloads;
#[path = "../support/shared.rs"]
mod shared;

fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
