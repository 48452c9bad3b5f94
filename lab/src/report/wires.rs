//! How typecase compares with each peer: a table for each wire and operation.

use super::{Table, geometric_mean, nanoseconds, ours, packed};
use crate::cases::Op;
use crate::peers::Wire;
use crate::run::Group;

/// The tables of all wires in the run.
pub fn tables(groups: &[Group]) -> String {
    let mut text = String::new();
    for wire in Wire::ALL {
        for op in Op::ALL {
            let of_op: Vec<&Group> =
                groups.iter().filter(|group| group.wire == wire.table() && group.op == op).collect();
            if of_op.iter().any(|group| ours(group).any(|mine| mine.wire == wire)) {
                text += &format!("\n## {}: {}\n\n", wire.name(), op.title());
                text += &match (wire, op) {
                    (Wire::Packed, Op::Encode | Op::Decode | Op::Borrow) => packed::tables(&of_op),
                    _ => table(wire, &of_op).to_string(),
                };
            }
        }
    }
    text
}

/// A row a payload: the time of typecase, and how many times as long each other peer takes.
fn table(wire: Wire, groups: &[&Group]) -> Table {
    let mut mine = "";
    let mut peers: Vec<&str> = Vec::new();
    for group in groups {
        mine = ours(group).find(|peer| peer.wire == wire).map_or(mine, |peer| peer.peer);
        for peer in &group.peers {
            if !peers.contains(&peer.peer) {
                peers.push(peer.peer);
            }
        }
    }
    peers.retain(|&peer| peer != mine);

    let mut table = Table::new(["payload", mine].into_iter().chain(peers.iter().copied()));
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); peers.len()];
    for group in groups {
        let Some(mine) = ours(group).find(|peer| peer.wire == wire) else { continue };
        let mut row = vec![group.payload.to_owned(), nanoseconds(mine.min_ns())];
        for (name, column) in peers.iter().zip(&mut columns) {
            let ratio = group.peers.iter().find(|peer| peer.peer == *name).map(|peer| peer.ratio(mine));
            column.extend(ratio);
            row.push(ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}")));
        }
        table.row(row);
    }
    let means = columns.into_iter().map(|column| geometric_mean(column.into_iter()));
    let means = means.map(|mean| mean.map_or(String::new(), |mean| format!("{mean:.2}")));
    table.row(["geometric mean".to_owned(), String::new()].into_iter().chain(means));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Measurement;

    fn group(payload: &'static str, times: &[(&'static str, f64)]) -> Group {
        let peers = times.iter().map(|&(peer, ns)| Measurement {
            peer,
            wire: Wire::Avro,
            op: Op::Encode,
            bytes: 1,
            rounds_ns: vec![ns],
        });
        Group { payload, wire: Wire::Avro, op: Op::Encode, peers: peers.collect(), absent: Vec::new() }
    }

    #[test]
    fn each_peer_is_a_column_with_its_mean() {
        let text = tables(&[
            group("one", &[("typecase", 1.0), ("quick", 2.0)]),
            group("two", &[("typecase", 1.0), ("quick", 8.0), ("other", 9.0)]),
        ]);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(
            rows[1..],
            [
                "## avro: encode a struct",
                "",
                "| payload        | typecase | quick | other |",
                "| -------------- | -------: | ----: | ----: |",
                "| one            |     1.00 |  2.00 |     - |",
                "| two            |     1.00 |  8.00 |  9.00 |",
                "| geometric mean |          |  4.00 |  9.00 |",
            ]
        );
    }
}
