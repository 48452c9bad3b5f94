//! How typecase compares with the best peer, over all payloads at once.

use super::{OURS, Table};
use crate::cases::Op;
use crate::run::{Group, Measurement};

/// The summary: with typecase in the run its ratios, without it the fastest peers.
pub fn markdown(groups: &[Group]) -> String {
    let mut wires: Vec<_> = groups.iter().flat_map(|group| ours(group).map(|peer| peer.wire)).collect();
    wires.sort();
    wires.dedup();
    if wires.is_empty() {
        return section("Fastest peer", groups, fastest_cell, |_| None);
    }
    let mut text = String::new();
    for wire in wires {
        let gain = |group: &Group| {
            let mine = ours(group).find(|peer| peer.wire == wire)?;
            let best = best_peer(group)?;
            Some((best.ratio(mine), best.peer))
        };
        text += &section(
            &format!("Best peer / typecase ({}): above 1 typecase is faster", wire.name()),
            groups,
            |group| gain(group).map(|(ratio, peer)| format!("{ratio:.2} ({peer})")),
            |group| gain(group).map(|(ratio, _)| ratio),
        );
    }
    text
}

/// One table: a row a payload, a column an operation, and the geometric means.
fn section(
    title: &str,
    groups: &[Group],
    cell: impl Fn(&Group) -> Option<String>,
    ratio: impl Fn(&Group) -> Option<f64>,
) -> String {
    let mut payloads: Vec<&str> = groups.iter().map(|group| group.payload).collect();
    payloads.dedup();
    let ops: Vec<Op> = Op::ALL.into_iter().filter(|&op| groups.iter().any(|group| group.op == op)).collect();

    let mut table = Table::new(["payload"].into_iter().chain(ops.iter().map(|op| op.name())));
    for payload in payloads {
        let cells = ops.iter().map(|&op| {
            let mut row = groups.iter();
            let group = row.find(|group| group.payload == payload && group.op == op);
            group.and_then(&cell).unwrap_or_default()
        });
        table.row([payload.to_owned()].into_iter().chain(cells));
    }
    let means: Vec<Option<f64>> = ops
        .iter()
        .map(|&op| {
            let column = groups.iter().filter(|group| group.op == op);
            geometric_mean(column.filter_map(&ratio))
        })
        .collect();
    if means.iter().any(Option::is_some) {
        let cells = means.iter().map(|mean| mean.map_or(String::new(), |mean| format!("{mean:.2}")));
        table.row(["geometric mean".to_owned()].into_iter().chain(cells));
    }
    format!("\n## {title}\n\n{table}")
}

/// The fastest peer and its time.
fn fastest_cell(group: &Group) -> Option<String> {
    let best = best_peer(group)?;
    Some(format!("{} {}", best.peer, super::nanoseconds(best.min_ns())))
}

/// The measurements of typecase.
fn ours(group: &Group) -> impl Iterator<Item = &Measurement> {
    group.peers.iter().filter(|peer| peer.peer.starts_with(OURS))
}

/// The fastest of the others.
fn best_peer(group: &Group) -> Option<&Measurement> {
    group.peers.iter().find(|peer| !peer.peer.starts_with(OURS))
}

/// The geometric mean, if there are any.
fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let logs: Vec<f64> = ratios.map(f64::ln).collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::Wire;

    fn group(payload: &'static str, times: [(&'static str, f64); 2]) -> Group {
        let peers = times.map(|(peer, ns)| Measurement { peer, wire: Wire::Json, bytes: 1, rounds_ns: vec![ns] });
        Group { payload, op: Op::Encode, peers: peers.into() }
    }

    #[test]
    fn ratios_and_their_geometric_mean() {
        let text = markdown(&[
            group("one", [("typecase", 1.0), ("peer", 2.0)]),
            group("two", [("typecase", 1.0), ("peer", 8.0)]),
        ]);
        assert!(text.contains("2.00 (peer)"), "{text}");
        assert!(text.contains("| geometric mean |        4.00 |"), "{text}");
    }

    #[test]
    fn without_typecase_the_fastest_peers_are_named() {
        let text = markdown(&[group("one", [("quick", 1.0), ("slow", 2.0)])]);
        assert!(text.contains("quick 1.00"), "{text}");
        assert!(!text.contains("geometric mean"), "{text}");
    }
}
