//! How the packed wire compares with formats of other libraries: with each its size beside its time, because one is
//! paid for with the other.

use super::{TIE, Table, geometric_mean, nanoseconds, others, ours};
use crate::peers::Wire;
use crate::run::{Group, Measurement};

/// A format is compact if it takes at most so many times the bytes of packed.
pub const COMPACT: f64 = 1.25;

/// Whether a format is one of those that packed is compared with. Those with integers of fixed width are there for
/// information, even where a payload has none.
pub fn is_compact(peer: &Measurement, mine: &Measurement) -> bool {
    peer.wire != Wire::Fixed && is_small(peer, mine)
}

/// Whether a format takes as few bytes as a compact one.
fn is_small(peer: &Measurement, mine: &Measurement) -> bool {
    bytes_ratio(peer, mine) <= COMPACT
}

fn bytes_ratio(peer: &Measurement, mine: &Measurement) -> f64 {
    peer.bytes as f64 / mine.bytes as f64
}

/// A table for each payload, one of the fastest compact peers, and one of each peer over all payloads.
pub fn tables(groups: &[&Group]) -> String {
    let groups: Vec<(&Group, &Measurement)> =
        groups.iter().filter_map(|group| Some((*group, ours(group).next()?))).collect();
    let mut text = String::new();
    for &(group, mine) in &groups {
        text += &format!("{}\n", of_payload(group, mine));
    }
    text += &format!("Fastest peer / packed:\n\n{}\n", fastest(&groups));
    text += &format!("Each peer / packed, over the payloads for which it is compact:\n\n{}", each(&groups));
    text
}

/// Every peer of a payload, fastest first.
fn of_payload(group: &Group, mine: &Measurement) -> Table {
    let mut table = Table::new([group.payload, "wire", "bytes", "ratio", "", "ns", "ratio"]);
    for peer in &group.peers {
        table.row([
            peer.peer.to_owned(),
            peer.wire.name().to_owned(),
            peer.bytes.to_string(),
            format!("{:.2}", bytes_ratio(peer, mine)),
            kind(peer, mine).to_owned(),
            nanoseconds(peer.min_ns()),
            format!("{:.2}", peer.ratio(mine)),
        ]);
    }
    for peer in &group.absent {
        let dash = || "-".to_owned();
        table.row([(*peer).to_owned(), dash(), dash(), dash(), dash(), dash(), dash()]);
    }
    table
}

/// What a peer counts as.
fn kind(peer: &Measurement, mine: &Measurement) -> &'static str {
    match peer.wire {
        Wire::Packed => "",
        Wire::Fixed => "fixed layout",
        _ if is_compact(peer, mine) => "compact",
        _ => "larger",
    }
}

/// A column a payload: how many times as long the fastest peer takes, and their mean. Once of the compact ones, and once with
/// those of fixed layout that are as small.
fn fastest(groups: &[(&Group, &Measurement)]) -> Table {
    let payloads = groups.iter().map(|(group, _)| group.payload);
    let mut table = Table::new(["peers"].into_iter().chain(payloads).chain(["geometric mean"]));
    for (title, counts) in
        [("compact", is_compact as fn(&Measurement, &Measurement) -> bool), ("compact or fixed layout", is_small)]
    {
        let best = |(group, mine): &(&Group, &Measurement)| {
            let best = others(group).find(|peer| counts(peer, mine))?;
            Some((best.ratio(mine), best.peer))
        };
        let bests: Vec<Option<(f64, &str)>> = groups.iter().map(best).collect();
        let mean = geometric_mean(bests.iter().flatten().map(|(ratio, _)| *ratio));
        let cells = bests.iter().map(|best| {
            best.map_or("-".to_owned(), |(ratio, peer)| {
                let tie = if (1.0 / TIE..=TIE).contains(&ratio) { " tie" } else { "" };
                format!("{ratio:.2}{tie} ({peer})")
            })
        });
        let mean = mean.map_or("-".to_owned(), |mean| format!("{mean:.2}"));
        table.row([title.to_owned()].into_iter().chain(cells).chain([mean]));
    }
    table
}

/// A row a peer: means of the ratios of bytes and of times, over the payloads for which it is compact.
fn each(groups: &[(&Group, &Measurement)]) -> Table {
    let mut peers: Vec<(&str, Wire)> = Vec::new();
    for peer in groups.iter().flat_map(|(group, _)| others(group)) {
        if !peers.contains(&(peer.peer, peer.wire)) {
            peers.push((peer.peer, peer.wire));
        }
    }
    let mut table = Table::new(["peer", "wire", "payloads", "bytes", "time"]);
    for (name, wire) in peers {
        let all: Vec<(f64, f64)> = groups
            .iter()
            .filter_map(|&(group, mine)| {
                let peer = others(group).find(|peer| peer.peer == name && peer.wire == wire)?;
                is_compact(peer, mine).then(|| (bytes_ratio(peer, mine), peer.ratio(mine)))
            })
            .collect();
        let bytes = geometric_mean(all.iter().map(|(bytes, _)| *bytes));
        let time = geometric_mean(all.iter().map(|(_, time)| *time));
        if let (Some(bytes), Some(time)) = (bytes, time) {
            let name = [name, wire.name()].map(str::to_owned);
            table.row(name.into_iter().chain([all.len().to_string(), format!("{bytes:.2}"), format!("{time:.2}")]));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Op;

    fn group(peers: &[(&'static str, Wire, usize, f64)]) -> Group {
        let peers = peers.iter().map(|&(peer, wire, bytes, ns)| Measurement {
            peer,
            wire,
            op: Op::Encode,
            bytes,
            rounds_ns: vec![ns],
        });
        Group { payload: "one", wire: Wire::Packed, op: Op::Encode, peers: peers.collect(), absent: Vec::new() }
    }

    #[test]
    fn only_compact_peers_count() {
        let group = group(&[
            ("copies", Wire::Fixed, 100, 1.0),
            ("large", Wire::Own, 126, 2.0),
            ("typecase", Wire::Packed, 100, 4.0),
            ("small", Wire::Avro, 125, 6.0),
        ]);
        let text = tables(&[&group]);
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        assert!(rows[2].contains("fixed layout"), "{text}");
        assert!(rows[3].contains("larger"), "{text}");
        assert!(rows[5].ends_with(" 125 |  1.25 |      compact | 6.00 |  1.50 |"), "{text}");
        assert!(rows[8].ends_with("1.50 (small) |           1.50 |"), "{text}");
        assert!(rows[9].ends_with("| 0.25 (copies) |           0.25 |"), "{text}");
        assert_eq!(rows[12..], ["| small | avro |        1 |  1.25 | 1.50 |"], "{text}");
    }
}
