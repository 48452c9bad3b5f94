//! The report for programs.

use serde_json::{Value, json};

use crate::run::{Group, Measurement};

/// Every measurement, with what is needed to compare it with another run.
pub fn json(groups: &[Group], rounds: usize) -> Value {
    let results: Vec<Value> =
        groups.iter().flat_map(|group| group.peers.iter().map(move |peer| result(group, peer))).collect();
    json!({
        "rounds": rounds,
        "allocator": crate::ALLOCATOR_NAME,
        "results": results,
    })
}

/// One case.
fn result(group: &Group, peer: &Measurement) -> Value {
    json!({
        "payload": group.payload,
        "op": group.op.name(),
        "peer": peer.peer,
        "wire": peer.wire.name(),
        "bytes": peer.bytes,
        "min_ns": peer.min_ns(),
        "median_ns": peer.median_ns(),
        "ratio": peer.ratio(&group.peers[0]),
        "paired_ratio": peer.paired_ratio(&group.peers[0]),
    })
}
