//! How typecase compares with the fastest peer of each payload, over all payloads at once, and where it is slower.

use super::{TIE, Table, geometric_mean, ours, rivals};
use crate::cases::Op;
use crate::peers::Wire;
use crate::run::{Group, Measurement};

/// A row a wire, a column an operation: how many times as long the fastest other peer takes, as the geometric mean of
/// the payloads.
pub fn table(groups: &[Group]) -> String {
    let ops: Vec<Op> = Op::ALL.into_iter().filter(|&op| groups.iter().any(|group| group.op == op)).collect();
    let mut table = Table::new(["wire"].into_iter().chain(ops.iter().map(|op| op.name())));
    for wire in Wire::ALL {
        let mean = |op: &Op| {
            let of_op = groups.iter().filter(|group| group.op == *op);
            geometric_mean(of_op.filter_map(|group| best(group, wire)).map(|(mine, best)| best.ratio(mine)))
        };
        let means: Vec<Option<f64>> = ops.iter().map(mean).collect();
        if means.iter().any(Option::is_some) {
            let cells = means.iter().map(|mean| mean.map_or(String::new(), |mean| format!("{mean:.2}")));
            table.row([wire.name().to_owned()].into_iter().chain(cells));
        }
    }
    format!("\n## Fastest other peer / typecase, geometric means: above 1 typecase is faster\n\n{table}")
}

/// Where the fastest other peer is faster than typecase by more than a tie, worst first.
pub fn losses(groups: &[Group]) -> String {
    let mut losses = Vec::new();
    for group in groups {
        for wire in Wire::ALL {
            if let Some((mine, best)) = best(group, wire)
                && mine.ratio(best) > TIE
            {
                losses.push((best.ratio(mine), wire, group, best.peer));
            }
        }
    }
    losses.sort_by(|left, right| left.0.total_cmp(&right.0));
    let mut table = Table::new(["wire", "operation", "payload", "ratio", "fastest"]);
    for (ratio, wire, group, peer) in losses {
        let cells = [wire.name(), group.op.name(), group.payload];
        table.row(cells.map(str::to_owned).into_iter().chain([format!("{ratio:.2}"), peer.to_owned()]));
    }
    format!("\n## Where another peer is faster than typecase\n\n{table}")
}

/// typecase on a wire, and the fastest other peer of the group that counts.
fn best(group: &Group, wire: Wire) -> Option<(&Measurement, &Measurement)> {
    let mine = ours(group).find(|peer| peer.wire == wire)?;
    Some((mine, rivals(group, mine).next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(payload: &'static str, times: [(&'static str, f64); 3]) -> Group {
        let peers = times.map(|(peer, ns)| Measurement {
            peer,
            wire: Wire::Json,
            op: Op::Encode,
            bytes: 1,
            rounds_ns: vec![ns],
        });
        Group { payload, wire: Wire::Json, op: Op::Encode, peers: peers.into(), absent: Vec::new() }
    }

    #[test]
    fn the_fastest_other_peer_counts() {
        let groups = [
            group("one", [("typecase", 1.0), ("peer", 2.0), ("slow", 3.0)]),
            group("two", [("typecase", 1.0), ("slow", 8.0), ("peer", 9.0)]),
        ];
        let text = table(&groups);
        assert!(text.contains("| json |   4.00 |"), "{text}");
        assert!(!losses(&groups).contains("json"), "{text}");
    }

    #[test]
    fn a_loss_is_more_than_a_tie() {
        let groups = [
            group("lost", [("peer", 1.0), ("typecase", 2.0), ("slow", 3.0)]),
            group("tied", [("peer", 1.0), ("typecase", 1.1), ("slow", 3.0)]),
        ];
        let text = losses(&groups);
        assert!(text.contains("| json |    encode |    lost |  0.50 |    peer |"), "{text}");
        assert!(!text.contains("tied"), "{text}");
    }
}
